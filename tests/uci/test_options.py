#!/usr/bin/env python3
"""setoption: what is accepted, what is refused. Numbers: rules in docs/uci.md."""

import re
import resource

from searches import same_search
from uci_process import SLOWDOWN, UciProcess, UciTest, main

REFUSED = "info string setoption: not a value of this option:"
UNKNOWN = "info string setoption: no option is called"


class SetOption(UciTest):
    def complaints(self, engine, line):
        """What debug mode says against a line."""
        engine.send(line)
        good = ("info string received", "info string ready: ", "info string placement: ")
        return [
            text
            for text in engine.ready()
            if not text.startswith(good) and not re.fullmatch(r"info string setoption: .* is set", text)
        ]

    def test_accepted(self):
        """17, 18, 19, 23, 25: blanks in names, any case, buttons with and without value."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on")
            for line in (
                "setoption name Hash value 1",
                "setoption name hash value 16",
                "setoption name HASH value +16",
                "  setoption \t name   Hash   value \t 8  ",
                "setoption joho name Hash value 8",
                "setoption name Clear Hash",
                "setoption name clear   hash",
                "setoption name Clear Hash value true",
                "setoption name Ponder value TRUE",
                "setoption name Ponder value false",
                "setoption name Move Overhead value 0",
                "setoption name move overhead value 10000",
                "setoption name Threads value 2",
                "setoption name MultiPV value 500",
                "setoption name UCI_Chess960 value True",
            ):
                self.assertEqual(self.complaints(engine, line), [], line)

    def test_refused(self):
        """22: unknown names and bad values are ignored, with a reason in debug mode only."""
        bad_values = (
            "setoption name Hash",
            "setoption name Hash value",
            "setoption name Hash value 0",
            "setoption name Hash value -1",
            "setoption name Hash value 33554433",
            "setoption name Hash value 99999999999999999999999999",
            "setoption name Hash value 16MB",
            "setoption name Hash value 1 6",
            "setoption name Hash value 0x10",
            "setoption name Threads value 1025",
            "setoption name MultiPV value 0",
            "setoption name Move Overhead value -1",
            "setoption name Ponder value maybe",
            "setoption name Ponder",
            "setoption name Clear Hash value false",
        )
        unknown = (
            "setoption name Nullmove value true",
            "setoption name",
            "setoption name value 3",
            "setoption name ClearHash",
            "setoption name Clear Hash Now",
        )
        lines = bad_values + unknown + ("setoption", "setoption value 3", "setoption Hash 16")
        with UciProcess() as engine:
            engine.greet()
            for line in lines:
                self.assertEqual(self.complaints(engine, line), [], line)
            engine.send("debug on")
            engine.ready()
            for line in lines:
                complaints = self.complaints(engine, line)
                self.assertEqual(len(complaints), 1, line)
                if line in bad_values:
                    self.assertTrue(complaints[0].startswith(REFUSED), complaints)
                elif line in unknown:
                    self.assertTrue(complaints[0].startswith(UNKNOWN), complaints)

    def test_refused_value_changes_nothing(self):
        """22: the former value stays."""
        with UciProcess() as engine:
            engine.greet()
            engine.send(
                "setoption name MultiPV value 2",
                "setoption name MultiPV value 501",
                "setoption name MultiPV value x",
                "position startpos",
            )
            lines = engine.go("depth 3")
            self.assertTrue(any(" multipv 2 " in line for line in lines))
            self.assertFalse(any(" multipv 3 " in line for line in lines))

    def test_ignored_while_searching(self):
        """21: an option is for an idle engine."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos", "go infinite", "setoption name MultiPV value 3")
            engine.ready()
            engine.send("debug on", "setoption name MultiPV value 4", "debug off")
            self.assertIn("info string setoption: ignored while a search runs", engine.ready())
            engine.stop()
            self.assertFalse(any("multipv" in line for line in engine.go("depth 3")))

    def test_any_order(self):
        """23, 24: all options set, in two orders, give the same search."""
        options = [
            "setoption name Hash value 4",
            "setoption name Threads value 1",
            "setoption name Ponder value true",
            "setoption name MultiPV value 2",
            "setoption name Move Overhead value 50",
            "setoption name UCI_Chess960 value false",
            "setoption name Clear Hash",
        ]
        results = []
        for order in (options, options[::-1]):
            with UciProcess() as engine:
                engine.greet()
                engine.send(*order)
                engine.ready()
                engine.send("position startpos moves e2e4")
                lines = engine.go("depth 6")
                results.append((same_search(lines), lines[-1]))
        self.assertEqual(results[0], results[1])

    def test_history_scopes(self):
        """Four threads search with each HistoryScope; debug mode shows what they share."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name Threads value 4", "setoption name NumaPolicy value none")
            engine.send("debug on")
            for scope, groups in (("node", 1), ("thread", 0), ("L3", 1), ("l3", None), ("no", None)):
                engine.send(f"setoption name HistoryScope value {scope}")
                lines = [line for line in engine.ready() if "placement: shared histories: " in line]
                self.assertEqual(len(lines), groups or 0)
                engine.send("position startpos")
                engine.go("depth 9")

    def test_table_is_cleared_once(self):
        """6, 24: a large table, then threads, then isready: one clearing, and a second isready none."""
        with UciProcess() as engine:
            engine.greet()
            engine.send(
                "setoption name Hash value 512", "setoption name Threads value 16", "debug on"
            )

            def zeroed():
                (line,) = [line for line in engine.ready() if line.startswith("info string ready")]
                match = re.search(r"threads (\d+), table (\d+) MiB, zeroed (\d+) times", line)
                return tuple(map(int, match.groups()))

            self.assertEqual(zeroed(), (16, 512, 1))
            self.assertEqual(zeroed(), (16, 512, 0))
            engine.send("setoption name Threads value 2")
            self.assertEqual(zeroed(), (2, 512, 0))
            engine.send("setoption name Hash value 8", "setoption name Hash value 16")
            self.assertEqual(zeroed(), (2, 16, 1))

    def test_huge_values_unused(self):
        """6, 22: a size that is never used costs nothing."""
        with UciProcess() as engine:
            engine.greet()
            engine.send(
                "setoption name Hash value 33554432",
                "setoption name Threads value 1024",
                "setoption name Hash value 4",
                "setoption name Threads value 1",
            )
            self.assertEqual(engine.ready(), [])
            engine.send("position startpos")
            engine.go("depth 2")

    def test_table_that_cannot_be_had(self):
        """14, 22: where memory is short the table is smaller, and the user is told."""
        if SLOWDOWN > 1.0:
            self.skipTest("sanitizers need more address space than the limit of this test")

        def limit_memory():
            resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))

        with UciProcess(preexec_fn=limit_memory) as engine:
            engine.greet()
            engine.send("setoption name Hash value 33554432", "isready")
            self.assertEqual(engine.read_line(), "readyok")
            self.assertRegex(
                engine.read_line(),
                r"^info string Hash: 33554432 MiB cannot be had, the table has \d+ MiB$",
            )
            engine.send("position startpos")
            self.assertRegex(engine.go("depth 4")[-1], "^bestmove [a-h]")
            engine.send("setoption name Hash value 16")
            self.assertEqual(engine.ready(), [])
            engine.send("quit")
            self.exits_cleanly(engine)


if __name__ == "__main__":
    main()
