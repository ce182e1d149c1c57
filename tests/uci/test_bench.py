#!/usr/bin/env python3
"""bench as a command of a running session. Numbers: rules in docs/uci.md."""

import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nnue"))

from network_bytes import random_network  # noqa: E402
from uci_process import SLOWDOWN, UciProcess, UciTest, main  # noqa: E402


class Bench(UciTest):
    def nodes(self, lines):
        (line,) = [line for line in lines if line.startswith("Nodes searched")]
        return int(line.split()[-1])

    def test_same_nodes_again(self):
        """It counts the same nodes each time and leaves the session as it was."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos moves e2e4", "bench 2")
            first = engine.ready()
            engine.send("bench 2 1 4")
            self.assertEqual(self.nodes(first), self.nodes(engine.ready()))
            self.assertEqual(engine.go("depth 1 searchmoves e7e5")[-1], "bestmove e7e5")

    def test_by_the_network_of_the_session(self):
        with UciProcess() as engine, tempfile.NamedTemporaryFile() as file:
            file.write(random_network())
            file.flush()
            engine.greet()
            counts = []
            for name in ("<empty>", file.name, "<empty>"):
                engine.send(f"setoption name EvalFile value {name}", "bench 4")
                counts.append(self.nodes(engine.ready()))
            self.assertEqual(counts[0], counts[2])
            self.assertNotEqual(counts[0], counts[1])

    def test_bad_arguments(self):
        """22: explained, and nothing is run."""
        with UciProcess() as engine:
            engine.greet()
            for arguments in ("x", "0", "3 0", "3 1 0", "3 1 16 9", "3 1 99999999999999999999999999"):
                engine.send(f"bench {arguments}")
                (line,) = engine.ready()
                self.assertRegex(line, "^info string bench: ")

    def test_what_ends_it(self):
        """`stop` at once, the end of the input and `quit` after a second."""
        for tool in ("bench 60", "bench 60 2", "speedtest 1 16 600"):
            with UciProcess() as engine:
                engine.greet()
                engine.send(tool)
                engine.read_for(0.5)
                started = time.monotonic()
                engine.send("isready", "stop")
                stopped = engine.ready()
                self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)
                self.assertIn(f"info string {tool.split()[0]}: stopped", stopped + engine.ready())
                self.assertRegex(engine.go("depth 1")[-1], "^bestmove")
                started = time.monotonic()
                engine.send(tool, "isready", "quit")
                self.exits_cleanly(engine)
                self.assert_prompt(time.monotonic() - started, 2.0 * SLOWDOWN)
            with UciProcess() as engine:
                engine.greet()
                started = time.monotonic()
                engine.send(tool)
                engine.close_input()
                self.exits_cleanly(engine)
                self.assert_prompt(time.monotonic() - started, 2.0 * SLOWDOWN)

    def test_a_later_stop_is_for_a_later_search(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("bench 4", "go infinite", "stop")
            lines = engine.read_until("bestmove")
            engine.send("quit")
            lines += engine.read_rest()
            self.assertGreater(self.nodes(lines), 0)
            self.assertTrue(lines[-1].startswith("bestmove"))

    def test_ignored_while_searching(self):
        """21: not while a search runs."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos", "go infinite", "debug on", "bench 1")
            self.assertIn("info string bench: ignored while a search runs", engine.ready())
            engine.stop()


if __name__ == "__main__":
    main()
