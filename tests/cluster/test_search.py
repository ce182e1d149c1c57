#!/usr/bin/env python3
"""One search over the ranks of mpirun: what reaches all of them, what they tell, and how it ends."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import ranks

sys.path[:0] = [str(Path(__file__).parent.parent / folder) for folder in ("nnue", "faults")]
from injection import injector  # noqa: E402
from network_bytes import random_network  # noqa: E402
from uci_grammar import parse_info
from searches import MIDGAME
from uci_process import SLOWDOWN, ReadyTest, UciProcess, count_best_moves, pv_lines

QUORUM = os.environ["QUORUM_BINARY"]


def nodes_to_best(stream):
    """The nodes of each iteration, and the best move."""
    found = []
    while not found or not found[-1].startswith("bestmove"):
        line = stream.readline()
        assert line, found
        info = parse_info(line.rstrip()) if line.startswith("info depth") else None
        text = str(info["nodes"]) if info else line
        if text not in found[-1:]:  # the last one may be shown again
            found.append(text)
    return [text for text in found if text[0] in "b0123456789"]


class TwoRanks(ReadyTest):
    def test_a_search(self):
        for position in ("startpos", MIDGAME):
            self.engine.send(f"position {position}")
            lines = self.engine.go("movetime 300")
            self.check_search(self.engine, position, lines)

    def test_both_search(self):
        pid = ranks.processes(self.engine.process.pid)[1]
        before = ranks.processor_seconds(pid)
        self.engine.send(f"position {MIDGAME}")
        self.engine.go("movetime 1500")
        self.assertGreater(ranks.processor_seconds(pid) - before, 0.2)

    def test_nodes_are_those_of_all(self):
        """The first rank has less to do for as many where the other one searches, too."""
        pids = ranks.processes(self.engine.process.pid)
        self.engine.send(f"position {MIDGAME}")

        def work():
            before = ranks.processor_seconds(pids[0])
            lines = self.engine.go("nodes 800000")
            self.assertGreaterEqual(parse_info(lines[-2])["nodes"], 800000)
            return ranks.processor_seconds(pids[0]) - before

        together = work()
        os.kill(pids[1], signal.SIGSTOP)
        try:
            alone = work()
        finally:
            os.kill(pids[1], signal.SIGCONT)
        self.assertLess(together, 0.85 * alone)

    def test_follower_obeys_options(self):
        """Its threads are there, and go again."""
        for threads in (3, 1):
            self.engine.send(f"setoption name Threads value {threads}")
            self.assertEqual([line for line in self.engine.ready() if "cluster:" in line], [])
            self.engine.go("movetime 200")
            pid = ranks.processes(self.engine.process.pid)[1]
            there = len(os.listdir(f"/proc/{pid}/task"))
            if threads == 3:
                most = there
        self.assertEqual(most - there, 2)

    def test_processors_are_divided(self):
        """Ranks that may use the same ones sit apart. What searches is bound, nothing else is."""
        allowed = os.sched_getaffinity(0)
        if len(allowed) < 2:
            self.skipTest("one processor")
        self.engine.go("movetime 100")
        seats = []
        for pid in ranks.processes(self.engine.process.pid).values():
            bound = {frozenset(os.sched_getaffinity(int(task))) for task in os.listdir(f"/proc/{pid}/task")}
            seats += bound - {frozenset(allowed)}
        self.assertEqual(len(seats), 2, seats)
        self.assertFalse(seats[0] & seats[1], seats)

    def test_current_lines_of_all(self):
        self.engine.send("setoption name UCI_ShowCurrLine value true",
                         "setoption name Threads value 2", f"position {MIDGAME}")
        self.engine.ready()
        self.engine.send("go infinite")
        lines = self.engine.read_for(3.5)
        self.engine.stop(timeout=10 * SLOWDOWN)
        numbers = {int(match.group(1)) for line in lines
                   if (match := re.match(r"info currline (\d+) ", line))}
        self.assertEqual(numbers, {1, 2, 3, 4})

    def test_searchmoves(self):
        self.engine.send("position startpos")
        for _ in range(5):
            lines = self.engine.go("movetime 100 searchmoves a2a3 h2h3")
            self.assertRegex(lines[-1], "^bestmove (a2a3|h2h3)")

    def test_weak_player_is_alone(self):
        pid = ranks.processes(self.engine.process.pid)[1]

        def worked():
            before = ranks.processor_seconds(pid)
            for _ in range(10):
                self.assertEqual(count_best_moves(self.engine.go("movetime 100")), 1)
            return ranks.processor_seconds(pid) - before

        self.engine.send("setoption name UCI_LimitStrength value true",
                         "setoption name UCI_Elo value 1000")
        alone = worked()
        self.engine.send("setoption name UCI_LimitStrength value false")
        self.assertGreater(worked(), 2 * alone + 0.1)

    def test_ponder(self):
        self.engine.send("position startpos moves e2e4", "go ponder movetime 100")
        self.assertEqual(count_best_moves(self.engine.read_for(0.4)), 0)
        self.engine.send("ponderhit")
        self.engine.read_until("bestmove")

    def test_mate_and_several_lines(self):
        self.engine.send("position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1")
        self.assertIn("mate 2", self.engine.go("mate 2")[-2])
        self.engine.send("setoption name MultiPV value 3", "position startpos")
        last = pv_lines(self.engine.go("depth 8"))[-3:]
        self.assertEqual([parse_info(line)["multipv"] for line in last], [1, 2, 3])

    def test_network_that_one_rank_lacks(self):
        """It is said, and once both have the same again they have one table, too."""
        with tempfile.TemporaryDirectory() as there, tempfile.TemporaryDirectory() as elsewhere:
            Path(there, "other.nnue").write_bytes(random_network(128, 2))
            command = ranks.mpirun("-np", 1, "-wdir", there, ranks.program(),
                                   ":", "-np", 1, "-wdir", elsewhere, ranks.program())
            variables = {"QUORUM_BINARY": ranks.script(*command)}
            with unittest.mock.patch.dict(os.environ, variables), UciProcess() as engine:
                engine.greet()
                engine.ready()
                engine.send("setoption name EvalFile value other.nnue")
                self.assertTrue([line for line in engine.ready()
                                 if "cluster: rank 1: it evaluates by network" in line])
                self.assertEqual(count_best_moves(engine.go("movetime 100")), 1)
                engine.send("debug on", "setoption name EvalFile value")
                self.assertTrue([line for line in engine.ready()
                                 if "placement: table of 2 processes" in line])
                engine.send("quit")
                self.exits_cleanly(engine)

    def test_end_of_input(self):
        pids = list(ranks.processes(self.engine.process.pid).values())
        self.assertEqual(len(pids), 2)
        self.engine.close_input()
        self.assertEqual(self.engine.wait(), 0)
        self.assertTrue(ranks.all_gone(pids))

    def test_quit_with_much_in_the_mail(self):
        self.engine.send("setoption name UCI_ShowCurrLine value true",
                         "setoption name Threads value 16", f"position {MIDGAME}")
        self.engine.ready()
        self.engine.send("go infinite")
        self.engine.read_for(2.5)
        self.engine.send("quit")
        self.assertEqual(self.engine.wait(), 0)

    def test_quit_in_mid_search(self):
        pids = list(ranks.processes(self.engine.process.pid).values())
        self.engine.send("go infinite", "quit")
        self.assertEqual(count_best_moves(self.engine.read_rest()), 1)
        self.assertEqual(self.engine.wait(), 0)
        self.assertTrue(ranks.all_gone(pids))


class Beginning(unittest.TestCase):
    def run_ranks(self, *command, text_in="uci\nquit\n"):
        return subprocess.run(ranks.mpirun(*command), input=text_in, capture_output=True, text=True,
                              timeout=100, check=False)

    def test_one_rank(self):
        """It searches as the program without MPI does."""
        figures = []
        for command in (ranks.mpirun("-np", 1, ranks.program()), [ranks.program()], [QUORUM]):
            done = subprocess.run([*command, "bench", "6"], capture_output=True, text=True,
                                  timeout=100, check=False)
            figures += re.findall(r"Nodes searched *: (\d+)", done.stdout)
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  text=True) as process:
                process.stdin.write("go depth 8\n")
                process.stdin.flush()
                figures.append(nodes_to_best(process.stdout))
                process.stdin.close()
        self.assertEqual(len(figures), 6)
        self.assertEqual(figures[:2], figures[2:4])
        self.assertEqual(figures[:2], figures[4:])

    def test_no_thread(self):
        """A rank that can be had no thread for to hear the others says so, and all end."""
        with tempfile.NamedTemporaryFile("r") as seen:
            def run(rank, number):
                faulty = ["env", f"LD_PRELOAD={injector()}", f"QUORUM_FAULTS=pthread_create:{number}:1",
                          f"QUORUM_FAULTS_SEEN={seen.name}", ranks.program()]
                commands = [faulty if rank == other else [ranks.program()] for other in range(2)]
                return self.run_ranks("-np", 1, *commands[0], ":", "-np", 1, *commands[1])

            for rank in range(2):
                self.assertEqual(run(rank, 1000).returncode, 0)
                seen.seek(0)
                done = run(rank, int(seen.read().split()[1]))  # the last one
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("quorum: no thread can be had to hear the other ranks", done.stderr)

    def test_another_version_is_refused(self):
        """Both versions are named. The other one is a copy in which the text is another."""
        program = Path(ranks.program()).read_bytes()
        match = re.search(rb"version ([^\n\0]+)\n%s", program)
        version = match.group(1)
        other = b"9" + version[1:]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "other")
            path.write_bytes(program.replace(match.group(), match.group().replace(version, other)))
            path.chmod(0o700)
            done = self.run_ranks("-np", 1, ranks.program(), ":", "-np", 1, path)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        for text in (version, other):
            self.assertIn(f"version {text.decode()}", done.stderr)


if __name__ == "__main__":
    ranks.use(2)
    unittest.main()
