#!/usr/bin/env python3
"""setoption: what is accepted, what is refused. Numbers: rules in docs/uci.md."""

import os
import tempfile

from searches import MIDGAME, pvs, search_after
from uci_process import ReadyTest, UciProcess, best_move, main, nodes_of_two_searches

REFUSED = "info string setoption: not a value of this option:"
UNKNOWN = "info string setoption: no option is called"
OBEYED = ("info string received", "info string ready: ", "info string placement: ")
BAD_VALUES = (
    "setoption name MultiPV",
    "setoption name MultiPV value",
    "setoption name MultiPV value 0",
    "setoption name MultiPV value -3",
    "setoption name MultiPV value 3.5",
    "setoption name MultiPV value many",
    "setoption name MultiPV value 501",
    "setoption name MultiPV value 99999999999999999999",
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
    "setoption name Move Overhead value -1",
    "setoption name Ponder value maybe",
    "setoption name Ponder",
    "setoption name Clear Hash value false",
)
UNKNOWN_NAMES = (
    "setoption name",
    "setoption name value",
    "setoption name value 3",
    "setoption name Nullmove value true",
    "setoption name ClearHash",
    "setoption name Clear Hash Now",
)


def defaults(engine):
    """A command for every option that gives it the value it has already; buttons are pressed."""
    commands = []
    for name, (kind, fields) in engine.options().items():
        value = "" if kind == "button" else f" value {fields['default']}"
        commands.append(f"setoption name {name}{value}")
    return commands


class SetOption(ReadyTest):
    def complaints(self, *lines):
        """What debug mode finds wrong with some commands: not that they came or were obeyed."""
        self.engine.ask("debug on")
        return [line for line in self.engine.ask(*lines, "debug off")
                if not line.startswith(OBEYED) and not line.endswith(" is set")]

    def line_count(self):
        """How many lines of MultiPV the program shows."""
        self.engine.send("position startpos")
        return max(info.get("multipv", 1) for info in pvs(self.engine.go("depth 2")))

    def test_17_names_with_blanks(self):
        for line in (
            "setoption name Clear Hash",
            "setoption name Move Overhead value 20",
            "setoption  name  Move   Overhead  value  10 ",
            "  setoption \t name   Hash   value \t 8  ",
            "setoption joho name Hash value +8",
            "setoption name Move Overhead value 10000",
            "setoption name Threads value 2",
            "setoption name Ponder value false",
            "setoption name MultiPV value 500",
        ):
            self.assertEqual(self.complaints(line), [], line)
        self.engine.send("setoption name MultiPV value 4")
        self.assertEqual(self.line_count(), 4)

    def test_18_case_does_not_matter(self):
        castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
        self.engine.send("setoption name multipv value 2")
        self.assertEqual(self.line_count(), 2)
        self.engine.send("setoption name MULTIPV value 1")
        for value, move in (("TRUE", "e1h1"), ("False", "e1g1")):
            self.engine.send(f"setoption name uci_CHESS960 value {value}", f"position fen {castling}")
            self.assertEqual(best_move(self.engine.go(f"depth 1 searchmoves {move}")), move)
        for line in ("setoption name cLEAR   hASH", "setoption name hash value 16",
                     "setoption name HASH value +16", "setoption name move overhead value 0",
                     "setoption name Ponder value TRUE"):
            self.assertEqual(self.complaints(line), [], line)
        for name, (kind, fields) in self.engine.options().items():
            for choice in fields["var"] if kind == "combo" else ():
                command = f"setoption name {name.upper()} value {choice.upper()}"
                self.assertEqual(self.complaints(command), [])

    def test_19_buttons(self):
        """A search of what has been searched deeper is short, until Clear Hash is pressed."""
        self.engine.send(f"position {MIDGAME}")

        def nodes(depth):
            return pvs(self.engine.go(f"depth {depth}"))[-1]["nodes"]

        for press in ("setoption name Clear Hash", "setoption name Clear Hash value true"):
            nodes(13)
            known = nodes(10)
            self.assertEqual(self.complaints(press), [])
            self.assertGreater(nodes(10), 2 * known, press)

    def test_20_values_to_the_letter(self):
        """<empty> is no file in the folder of the program."""
        with tempfile.TemporaryDirectory() as folder, UciProcess(cwd=folder) as engine:
            engine.greet()
            path = os.path.join(folder, r"c:\chess  log\4;c:\chess\5")
            engine.ask(f"setoption name Debug Log File value {path}")
            self.assertEqual(os.listdir(folder), [os.path.basename(path)])
            engine.ask("setoption name Debug Log File value <empty>")
            size = os.path.getsize(path)
            engine.ask("isready", "stop")
            engine.read_until("readyok")
            self.assertEqual(os.path.getsize(path), size)
            self.assertEqual(len(os.listdir(folder)), 1)

    def test_21_ignored_while_searching(self):
        self.engine.send("position startpos", "go infinite", "setoption name MultiPV value 3")
        self.assertFalse([line for line in self.engine.ready() if "string" in line])
        told = self.engine.ask("debug on", "setoption name MultiPV value 4", "debug off")
        self.assertIn("info string setoption: ignored while a search runs", told)
        self.engine.stop()
        self.assertEqual(self.line_count(), 1)
        self.engine.send("setoption name MultiPV value 3")
        self.assertEqual(self.line_count(), 3)

    def test_22_bad_options_are_ignored(self):
        """With a reason in debug mode only; the former value stays."""
        self.engine.send("setoption name MultiPV value 2")
        others = ("setoption", "setoption value 3", "setoption Hash 16")
        self.assertEqual(self.engine.ask(*BAD_VALUES, *UNKNOWN_NAMES, *others), [])
        self.assertEqual(self.line_count(), 2)
        for lines, reason in ((BAD_VALUES, REFUSED), (UNKNOWN_NAMES, UNKNOWN),
                              (others, "info string setoption: ")):
            for line in lines:
                (complaint,) = self.complaints(line)
                self.assertTrue(complaint.startswith(reason), (line, complaint))
        self.assertEqual(self.line_count(), 2)

    def test_23_all_options_or_only_some(self):
        every = defaults(self.engine)
        plain = search_after()
        self.assertEqual(search_after(*every, "isready"), plain)
        self.assertEqual(search_after(*every), plain)
        changed = search_after("setoption name MultiPV value 2")
        self.assertEqual(search_after(*every, "setoption name MultiPV value 2"), changed)
        self.assertNotEqual(changed, plain)

    def test_the_same_again_forgets_nothing(self):
        """23: some programs send all options again before each search."""
        every = [line for line in defaults(self.engine) if line != "setoption name Clear Hash"]
        first, second = nodes_of_two_searches(self.engine, MIDGAME, lambda: None)
        self.assertNotEqual(first, second)
        again = nodes_of_two_searches(self.engine, MIDGAME, lambda: self.engine.ask(*every))
        self.assertEqual(again, [first, second])

    def test_24_hash_first_or_last(self):
        others = [line for line in defaults(self.engine) if " Hash value " not in line]
        for usual, other in (("MultiPV value 1", "MultiPV value 2"),
                             ("Ponder value false", "Ponder value true"),
                             ("Move Overhead value 10", "Move Overhead value 50")):
            others[others.index(f"setoption name {usual}")] = f"setoption name {other}"
        size = "setoption name Hash value 1"
        first = search_after(size, *others)
        self.assertEqual(search_after(*others, size), first)
        self.assertEqual(search_after(*reversed(others), size), first)

    def test_25_hash_of_one_megabyte(self):
        self.assertEqual(self.complaints("setoption name Hash value 1"), [])
        self.assertEqual(self.engine.ready(), [])
        self.engine.send("position startpos")
        self.assertEqual(pvs(self.engine.go("depth 6"))[-1]["depth"], 6)


if __name__ == "__main__":
    main()
