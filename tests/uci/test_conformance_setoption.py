#!/usr/bin/env python3
"""Lines 17 to 29 of the protocol: setoption, register and copyprotection."""

import os
import tempfile

from searches import MIDGAME, infos, pvs, same_search
from uci_process import UciProcess, UciTest, best_move, greeted, main


OBEYED = ("info string received", "info string ready: ", "info string placement: ")


def complaints(engine, *lines):
    """What debug mode finds wrong with some commands: not that they came or were obeyed."""
    engine.send("debug on")
    engine.ready()
    engine.send(*lines, "debug off")
    return [
        line
        for line in engine.ready()
        if not line.startswith(OBEYED) and not line.endswith(" is set")
    ]


def defaults(engine):
    """A command for every option that gives it the value it has already; buttons are pressed."""
    commands = []
    for name, (kind, fields) in engine.options().items():
        value = "" if kind == "button" else f" value {fields['default']}"
        commands.append(f"setoption name {name}{value}")
    return commands


def search_after(*commands):
    with UciProcess() as engine:
        engine.greet()
        engine.send(*commands, f"position {MIDGAME}")
        return same_search(engine.go("depth 6"))


def line_count(engine, position="startpos"):
    """How many lines of MultiPV the program shows."""
    engine.send(f"position {position}")
    return max(info.get("multipv", 1) for info in pvs(engine.go("depth 2")))


class SetOption(UciTest):
    def test_17_names_with_blanks(self):
        with greeted() as engine:
            self.assertEqual(complaints(engine, "setoption name Clear Hash"), [])
            self.assertEqual(complaints(engine, "setoption name Move Overhead value 20"), [])
            self.assertEqual(complaints(engine, "setoption  name  Move   Overhead  value  10 "), [])
            engine.send("setoption name MultiPV value 4")
            self.assertEqual(line_count(engine), 4)

    def test_18_case_does_not_matter(self):
        castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
        with greeted() as engine:
            engine.send("setoption name multipv value 2")
            self.assertEqual(line_count(engine), 2)
            engine.send("setoption name MULTIPV value 1", "setoption name uci_CHESS960 value TRUE")
            engine.send(f"position fen {castling}")
            self.assertEqual(best_move(engine.go("depth 1 searchmoves e1h1")), "e1h1")
            engine.send("setoption name UCI_chess960 value False", f"position fen {castling}")
            self.assertEqual(best_move(engine.go("depth 1 searchmoves e1g1")), "e1g1")
            self.assertEqual(complaints(engine, "setoption name cLEAR hASH"), [])
            for name, (kind, fields) in engine.options().items():
                for choice in fields["var"] if kind == "combo" else ():
                    command = f"setoption name {name.upper()} value {choice.upper()}"
                    self.assertEqual(complaints(engine, command), [])

    def test_19_buttons(self):
        """A search of what has been searched deeper is short, until Clear Hash is pressed."""
        with greeted() as engine:
            engine.send(f"position {MIDGAME}")

            def nodes(depth):
                return pvs(engine.go(f"depth {depth}"))[-1]["nodes"]

            for press in ("setoption name Clear Hash", "setoption name Clear Hash value true"):
                nodes(13)
                known = nodes(10)
                self.assertEqual(complaints(engine, press), [])
                self.assertGreater(nodes(10), 2 * known, press)

    def test_20_values_to_the_letter(self):
        with greeted() as engine, tempfile.TemporaryDirectory() as folder:
            engine.options()["Debug Log File"]
            path = os.path.join(folder, r"c:\chess  log\4;c:\chess\5")
            engine.send(f"setoption name Debug Log File value {path}")
            engine.ready()
            self.assertEqual(os.listdir(folder), [os.path.basename(path)])
            engine.send("setoption name Debug Log File value <empty>")
            engine.ready()
            size = os.path.getsize(path)
            engine.send("isready", "stop")
            engine.ready()
            self.assertEqual(os.path.getsize(path), size)
            self.assertEqual(len(os.listdir(folder)), 1)

    def test_21_ignored_while_searching(self):
        with greeted() as engine:
            engine.send("position startpos", "go infinite", "setoption name MultiPV value 3")
            self.assertFalse([line for line in engine.ready() if "string" in line])
            engine.send("debug on", "setoption name MultiPV value 3")
            told = engine.ready()
            self.assertTrue(
                any("setoption" in line and "ignored" in line for line in told if "string" in line)
            )
            engine.send("debug off")
            engine.stop()
            self.assertEqual(line_count(engine), 1)
            engine.send("setoption name MultiPV value 3")
            self.assertEqual(line_count(engine), 3)

    def test_22_bad_options_are_ignored(self):
        with greeted() as engine:
            engine.send("setoption name MultiPV value 2")
            bad = (
                "setoption",
                "setoption name",
                "setoption value 3",
                "setoption name value",
                "setoption name Nullmove value true",
                "setoption name MultiPV",
                "setoption name MultiPV value",
                "setoption name MultiPV value 0",
                "setoption name MultiPV value -3",
                "setoption name MultiPV value 3.5",
                "setoption name MultiPV value many",
                "setoption name MultiPV value 99999999999999999999",
                "setoption name Ponder value perhaps",
            )
            engine.send(*bad)
            self.assertEqual(engine.ready(), [])
            self.assertEqual(line_count(engine), 2)
            for line in bad:
                self.assertEqual(len(complaints(engine, line)), 1, line)

    def test_23_all_options_or_only_some(self):
        with UciProcess() as engine:
            engine.greet()
            every = defaults(engine)
        plain = search_after()
        self.assertEqual(search_after(*every, "isready"), plain)
        self.assertEqual(search_after(*every), plain)
        changed = search_after("setoption name MultiPV value 2")
        self.assertEqual(search_after(*every, "setoption name MultiPV value 2"), changed)
        self.assertNotEqual(changed, plain)

    def test_24_hash_first_or_last(self):
        with UciProcess() as engine:
            engine.greet()
            others = [line for line in defaults(engine) if " Hash value " not in line]
        others = [line.replace("MultiPV value 1", "MultiPV value 2") for line in others]
        size = "setoption name Hash value 1"
        first = search_after(size, *others)
        self.assertEqual(search_after(*others, size), first)
        self.assertEqual(search_after(*reversed(others), size), first)

    def test_25_hash_of_one_megabyte(self):
        with greeted() as engine:
            self.assertEqual(complaints(engine, "setoption name Hash value 1"), [])
            self.assertEqual(engine.ready(), [])
            engine.send("position startpos")
            self.assertEqual(pvs(engine.go("depth 6"))[-1]["depth"], 6)

    def test_26_nothing_that_confuses_a_parser(self):
        """UCI_SetPositionValue is the protocol's own name."""
        with UciProcess() as engine:
            announced = engine.options()
        self.assertEqual(len({name.lower() for name in announced}), len(announced))
        for name, (_, fields) in announced.items():
            texts = [] if name == "UCI_SetPositionValue" else [name]
            texts += [str(fields.get("default", ""))] + fields.get("var", [])
            for text in texts:
                self.assertNotIn("name", text.lower())
                self.assertNotIn("value", text.lower())

    def test_27_register_is_understood(self):
        with greeted() as engine:
            self.assertEqual(complaints(engine, "register later"), [])
            engine.send("register later")
            self.assertEqual(engine.ready(), [])
            engine.send("register name Stefan MK code 4359874324")
            self.assertEqual(engine.ready()[-1], "registration ok")

    def test_28_answers_to_register(self):
        answer = ["registration checking", "registration ok"]
        with greeted() as engine:
            for command in (
                "register name A  B C code 1 2 3",
                "register code 4359874324 name Stefan MK",
                "register name Somebody",
                "register code 12",
            ):
                engine.send(command)
                self.assertEqual(engine.ready(), answer, command)
            engine.send("position startpos")
            self.assertTrue(pvs(engine.go("depth 2")))

    def test_29_no_copy_protection(self):
        with UciProcess() as engine:
            lines = engine.greet() + engine.ready() + engine.read_for(0.1)
            self.assertFalse([line for line in lines if line.startswith("copyprotection")])
            engine.send("position startpos")
            self.assertTrue(infos(engine.go("depth 2")))


if __name__ == "__main__":
    main()
