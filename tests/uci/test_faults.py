#!/usr/bin/env python3
"""No thread, no memory: there is an answer to every `go` and to `quit` all the same."""

import os
import re
import resource
import subprocess
import tempfile
import unittest

from searches import MIDGAME
from uci_process import PATIENCE, SLOWDOWN, UciProcess, UciTest, best_move, binary, count_best_moves, main
from faults import faulty

from injection import environment, injector  # in the folder that faults.py has named

# The first thread is the director's, the second the main thread's.
NO_MAIN_THREAD = "pthread_create:2"


def threads(engine):
    return len(os.listdir(f"/proc/{engine.process.pid}/task"))


class NoThread(UciTest):
    def test_one_refusal_passes(self):
        with faulty(NO_MAIN_THREAD + ":1") as engine:
            engine.greet()
            warnings = engine.ready()
            engine.read_for(0.2)
            self.assertEqual(threads(engine), 2, warnings)
            best_move(engine.go("depth 3"))
            self.assertEqual(threads(engine), 3)
            best_move(engine.go("depth 3"))

    def test_the_first_go_finds_no_thread(self):
        with faulty(NO_MAIN_THREAD + ":1") as engine:
            best_move(engine.go("depth 3"))
            best_move(engine.go("depth 3"))
            self.assertEqual(threads(engine), 3)
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_all_are_refused(self):
        with faulty(NO_MAIN_THREAD) as engine:
            engine.greet()
            engine.send("setoption name Threads value 4", "isready")
            lines = engine.read_until("readyok") + engine.read_for(0.2)
            self.assertTrue(any("1 of 4 threads" in line for line in lines), lines)
            for limits in ("depth 4", "nodes 2000", "movetime 50", "wtime 500 btime 500"):
                engine.send(f"position {MIDGAME}")
                self.check_search(engine, MIDGAME, engine.go(limits))

    def test_what_ends_a_search_is_heard(self):
        with faulty(NO_MAIN_THREAD) as engine:
            engine.greet()
            for _ in range(3):
                engine.send("go infinite")
                engine.stay_silent()
                engine.ready()
                best_move(engine.stop())
            engine.send("go ponder wtime 100 btime 100")
            engine.stay_silent()
            engine.send("ponderhit")
            best_move(engine.read_until("bestmove", timeout=2.0 * SLOWDOWN))
            engine.send("go infinite")
            engine.stay_silent()
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_the_old_lead_serves_on(self):
        """Other numbers of threads mean another plan, and so other threads, where there are several
        processors."""
        with faulty("pthread_create:3") as engine:
            engine.greet()
            best_move(engine.go("depth 3"))
            for number in (2, 4, 1):
                engine.send(f"setoption name Threads value {number}")
                best_move(engine.go("depth 3"))
                self.assertGreaterEqual(threads(engine), 3)
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_more_come_as_soon_as_they_can_be_had(self):
        with faulty("pthread_create:3:2") as engine:
            engine.greet()
            engine.send("setoption name Threads value 4")
            for _ in range(4):
                best_move(engine.go("depth 3"))
            self.assertEqual(threads(engine), 6)

    def test_who_asks_for_fewer_gets_no_more(self):
        """What was missing of another number before is not wanted any more."""
        with faulty("pthread_create:3:2") as engine:
            engine.greet()
            for number in (4, 2):
                engine.send(f"setoption name Threads value {number}")
                best_move(engine.go("depth 3"))
            for _ in range(3):
                best_move(engine.go("depth 3"))
            self.assertEqual(threads(engine), 4)


class NoTable(UciTest):
    """The first calls that fail are those by which the program begins; then come workers and table."""

    def check(self, call, least_failures):
        lacking = 0
        for first in range(1, 14):
            with faulty(f"{call}:{first}", strict=False) as engine:
                try:
                    engine.send("setoption name Threads value 2", "isready", "go depth 4", "isready")
                except BrokenPipeError:
                    pass
                lines = []
                while (line := engine.read_line(PATIENCE)) is not None:
                    lines.append(line)
                    if line.startswith("bestmove"):
                        engine.send("go depth 4", "isready", "quit")
                        lines += engine.read_rest()
                        break
                status = engine.wait()
                said = f"{call} {first}: {lines} {engine.errors}"
                self.assertEqual(status, 0 if count_best_moves(lines) == 2 else 1, said)
                lacking += any("cannot be had" in line for line in lines)
        self.assertGreaterEqual(lacking, least_failures)

    def test_no_mapping(self):
        self.check("mmap", 1)

    def test_no_access(self):
        self.check("mprotect", 1)

    def test_a_table_comes_as_soon_as_it_can_be_had(self):
        """Of a MiB or more are the mappings for network, workers and table."""
        refused = "info string Hash: 64 MiB cannot be had, the table has less than 1 MiB"
        with faulty(f"mmap:3:60:{1 << 20}") as engine:
            engine.greet()
            engine.send("setoption name Hash value 64")
            answers = []
            for _ in range(12):
                engine.send("isready")
                engine.read_until("readyok")
                answers.append(refused in engine.read_for(0.1))
                best_move(engine.go("depth 4"))
            self.assertTrue(answers[0])
            self.assertFalse(answers[-1])


@unittest.skipIf(SLOWDOWN > 1, "a sanitizer does not survive want of memory")
class Beginning(UciTest):
    def test_ends_with_a_reason(self):
        """What cannot begin says why, and that is not taken for the end of the input."""
        for call in ("malloc", "mmap", "mprotect", "pthread_create"):
            for first in range(1, 30):
                result = subprocess.run([binary()], input=b"isready\ngo depth 1\n", timeout=PATIENCE,
                                        capture_output=True, env=environment(f"{call}:{first}"))
                said = (call, first, result)
                self.assertIn(result.returncode, (0, 1), said)
                self.assertEqual(result.returncode == 0, b"bestmove" in result.stdout, said)
                self.assertEqual(result.returncode == 0, b"readyok" in result.stdout, said)
                self.assertEqual(result.returncode == 0, result.stderr == b"", said)


class Surroundings(UciTest):
    def test_standard_files_are_closed(self):
        """What is opened in their place is not read as input, and gets no output."""
        for closed in ((0,), (0, 1), (0, 2), (0, 1, 2)):
            def close(files=closed):
                for file in files:
                    os.close(file)

            process = subprocess.run([binary()], preexec_fn=close, timeout=PATIENCE, check=False)
            self.assertIn(process.returncode, (0, 1))
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            commands = f"setoption name Debug Log File value {log}\nuci\ngo depth 1\nisready\n"
            subprocess.run([binary()], preexec_fn=lambda: os.close(1), input=commands.encode(),
                           timeout=PATIENCE, check=False)
            if os.path.exists(log):
                with open(log, encoding="ascii") as file:
                    self.assertTrue(all(re.match(r"\d{4}-", line) for line in file))

    def test_a_log_that_may_not_grow_ends_no_search(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

        with tempfile.TemporaryDirectory() as folder, UciProcess(preexec_fn=limit) as engine:
            engine.greet()
            engine.send(f"setoption name Debug Log File value {folder}/log")
            lines = []
            for _ in range(3):
                lines += engine.go("depth 5") + engine.ready()
            self.assertEqual(count_best_moves(lines), 3)
            self.assertEqual(sum("nothing more is logged" in line for line in lines), 1)
            engine.send("quit")
            self.exits_cleanly(engine)


@unittest.skipIf(SLOWDOWN > 1, "a sanitizer does not survive want of memory")
class LittleMemory(UciTest):
    def test_answers_or_does_not_start(self):
        played = 0
        for kib in range(20_000, 80_000, 4_000):

            def limit(most=kib << 10):
                resource.setrlimit(resource.RLIMIT_AS, (most, most))

            with UciProcess(preexec_fn=limit) as engine:
                try:
                    engine.send("setoption name Threads value 4", "isready", "go depth 3")
                except BrokenPipeError:
                    pass
                lines = []
                while (line := engine.read_line(PATIENCE)) is not None:
                    lines.append(line)
                    if line.startswith("bestmove"):
                        played += 1
                        engine.send("quit")
                status = engine.wait()
                answered = any(line.startswith("bestmove") for line in lines)
                self.assertEqual(status, 0 if answered else 1, (kib, lines))
        self.assertGreater(played, 5)


if __name__ == "__main__":
    injector()
    main()
