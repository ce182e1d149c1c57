#!/usr/bin/env python3
"""stop and the races around it. Numbers: rules in docs/uci.md."""

import random
import select
import subprocess
import time

from searches import MATED, MATE_IN_TWO, MIDGAME, STALEMATED
from uci_process import PATIENCE, SLOWDOWN, ReadyTest, UciTest, binary, count_best_moves, main

POSITIONS = (
    "startpos",
    "startpos moves e2e4 c7c5 g1f3 d7d6",
    "fen r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    MATED,
    STALEMATED,
)
LIMITS = (
    "infinite",
    "",
    "ponder wtime 1000 btime 1000",
    "movetime 60000",
    "depth 100",
    "mate 9",
    "nodes 1000000000",
    "wtime 9000000 btime 9000000",
)


class Stop(ReadyTest):
    def test_05_uncalled_for_commands_are_ignored(self):
        self.assertEqual(self.engine.ask("stop", "ponderhit", "stop", "ponderhit"), [])
        self.engine.send("position startpos")
        self.engine.go("depth 1")
        self.assertEqual(self.engine.ask("ponderhit", "stop"), [])
        self.engine.stay_silent(0.1)

    def test_52_stop_is_prompt(self):
        """Whatever the search waits for."""
        for threads in (1, 4):
            self.engine.send(f"setoption name Threads value {threads}", f"position {MIDGAME}")
            self.engine.ready()
            seconds = []
            for limits in LIMITS:
                self.engine.send(f"go {limits}")
                self.engine.read_for(0.05)
                asked = time.monotonic()
                lines = self.engine.stop()
                seconds.append(time.monotonic() - asked)
                self.assertRegex(lines[-1], "^bestmove [a-h]")
            self.assert_prompt(sorted(seconds)[len(seconds) // 2], 0.05 * SLOWDOWN)
            self.assert_prompt(max(seconds), 0.5 * SLOWDOWN)

    def test_many_queens(self):
        """52: the first ply ends, too, where its quiescence has millions of nodes."""
        queens = "fen 1qQN4/qNKq3Q/QNNN1QQq/q7/nn5q/kn1qq2Q/q2qQ2Q/Q1qQ3q w - - 0 1"
        self.engine.send(f"position {queens}")
        asked = time.monotonic()
        self.assertRegex(self.engine.go("movetime 10")[-1], "^bestmove [a-h]")
        self.assert_prompt(time.monotonic() - asked, 0.5 * SLOWDOWN)

    def test_53_one_bestmove_a_search(self):
        """However it is ended, and however often."""
        searches = count = 0
        for position in ("startpos", MIDGAME, MATED):
            for limits in (*LIMITS, "depth 2", "nodes 100", "movetime 5"):
                for ends in (("stop", "ponderhit", "stop"), ("ponderhit", "stop", "ponderhit")):
                    self.engine.send(f"position {position}", f"go {limits}", *ends)
                    count += count_best_moves(self.engine.read_until("bestmove"))
                    count += count_best_moves(self.engine.ready())
                    searches += 1
        self.assertEqual(count, searches)

    def test_races_with_the_end(self):
        """53: a stop at the very moment a search ends makes no second bestmove."""
        generator = random.Random(1)
        self.engine.send("position startpos")
        for _ in range(60):
            self.engine.send(f"go movetime {generator.randrange(1, 6)}")
            time.sleep(generator.random() * 0.006)
            self.engine.stop()
            self.assertEqual(self.engine.ready(), [])

    def test_next_command_right_after_bestmove(self):
        """53, 58: whoever reads a bestmove may send the next command at once."""
        self.engine.send("setoption name Threads value 2")
        for i in range(150):
            self.engine.send(f"position {POSITIONS[i % len(POSITIONS)]}", "go nodes 20")
            self.engine.read_until("bestmove")
        self.assertEqual(self.engine.ready(), [])

    def test_55_listening_and_thinking(self):
        """Commands in one write meet the state that the one before has left."""
        for _ in range(30):
            self.engine.send(
                *("position startpos", "go infinite", "isready", "go depth 1", "stop", "isready"),
                *("position startpos moves e2e4", "go depth 1 searchmoves e7e5", "isready"),
            )
            answers = []
            while answers.count("readyok") < 3 or count_best_moves(answers) < 2:
                line = self.engine.read_line()
                if not line.startswith("info"):
                    answers.append(line.split(" ponder ")[0])
            self.assertEqual(answers[0], "readyok")
            self.assertRegex(answers[1], "^bestmove [a-h][12]")
            self.assertEqual(answers[2], "readyok")
            self.assertCountEqual(answers[3:], ["readyok", "bestmove e7e5"])
        self.assertEqual(self.engine.ready(), [])

    def test_56_thousand_stops_in_one_write(self):
        """53, too: no early stop is lost, no stale one kills the next search."""
        for threads in (1, 2):
            self.engine.send(f"setoption name Threads value {threads}")
            self.engine.ready()
            self.engine.send_bytes(b"position startpos\ngo infinite\nstop\n" * 1000)
            for _ in range(1000):
                lines = self.engine.read_until("bestmove")
                self.assertRegex(lines[-1], "^bestmove [a-h]")
                self.assertRegex(lines[-2], "^info depth .* pv ")
            self.assertEqual(self.engine.ready(), [])
            self.assertEqual(self.engine.read_for(0.2), [])
            for pause in (*[0.02] * 20, 0.15):
                self.engine.go("depth 1")
                self.engine.send("stop", "go infinite")
                self.engine.stay_silent(pause)
                self.engine.stop()

    def test_57_the_same_position_twice(self):
        """Search and immediate stop, then the same position again with a delayed one."""
        for pause in (0.0, 0.002, 0.02, 0.05, 0.1):
            for _ in range(5):
                position = f"position {MIDGAME}"
                self.engine.send(position, "go infinite", "stop", position, "go infinite")
                self.engine.read_until("bestmove")
                self.engine.stay_silent(pause)
                self.engine.stop()
        self.assertEqual(self.engine.ready(), [])

    def test_58_silence_after_bestmove(self):
        for threads in (1, 4):
            self.engine.send(f"setoption name Threads value {threads}")
            for limits in ("depth 6", "nodes 20000", "movetime 30"):
                self.engine.send(f"position {MIDGAME}")
                self.engine.go(limits)
                self.assertEqual(self.engine.read_for(0.1), [])
            self.engine.send("go infinite")
            self.engine.read_for(0.1)
            self.engine.stop()
            self.assertEqual(self.engine.read_for(0.1), [])


class HeldUp(UciTest):
    def test_clock_runs_while_a_search_ends(self):
        """49: the time of a go that arrives while the search before still ends is counted from then.
        Here it ends when its lines are read, which do not fit into the pipe."""
        movetime, unread = 0.6 * SLOWDOWN, 0.4 * SLOWDOWN
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "pipesize": 4096}
        with subprocess.Popen([binary()], bufsize=0, **pipes) as child:
            try:
                child.stdin.write(f"position {MATE_IN_TWO}\ngo infinite\n".encode())
                time.sleep(0.3 * SLOWDOWN)
                started = time.monotonic()
                for line in ("stop", "position startpos", f"go movetime {movetime * 1000:.0f}"):
                    child.stdin.write(f"{line}\n".encode())
                    time.sleep(0.02)
                time.sleep(unread)
                output = b""
                while output.count(b"\nbestmove ") < 2 or not output.endswith(b"\n"):
                    self.assertTrue(select.select([child.stdout], [], [], PATIENCE)[0], output[-200:])
                    output += child.stdout.read(1 << 16)
                seconds = time.monotonic() - started
            finally:
                child.kill()
        self.assertGreaterEqual(seconds, movetime)
        self.assert_prompt(seconds, movetime + unread / 2)


if __name__ == "__main__":
    main()
