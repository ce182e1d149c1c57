#!/usr/bin/env python3
"""Lines 73 to 91 of the protocol: options, Chess960, and what is left to the GUI."""

import uci_grammar
from searches import MIDGAME, infos, pvs, same_search
from uci_process import UciProcess, UciTest, greeted, main

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
AFTER_D4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"


def search_after(*commands, limits="depth 6"):
    """A search in a new process, with some options set before it."""
    with UciProcess() as engine:
        engine.greet()
        engine.send(*commands, f"position {MIDGAME}")
        return same_search(engine.go(limits))


def check_default_off(check, name):
    with UciProcess() as engine:
        check.assertEqual(engine.options()[name], ("check", {"default": "false"}))


class Options(UciTest):
    def test_73_one_line_an_option(self):
        with UciProcess() as engine:
            lines = [line for line in engine.greet() if line.startswith("option")]
            parsed = [uci_grammar.parse_option(line) for line in lines]
            self.assertGreater(len(parsed), 10)
            self.assertEqual(len({name for name, _, _ in parsed}), len(parsed))
            for _, kind, fields in parsed:
                self.assertIn(kind, ("check", "spin", "combo", "button", "string"))
                if kind == "string":
                    self.assertTrue(fields["default"])

    def test_74_hash(self):
        with UciProcess() as engine:
            kind, fields = engine.options()["Hash"]
            self.assertEqual((kind, fields["min"]), ("spin", 1))
            self.assertLessEqual(fields["default"], 16)
            self.assertGreaterEqual(fields["max"], 1024)
            for size in (1, 2, 3, 31, 64):
                engine.send(f"setoption name Hash value {size}")
                self.assertEqual(engine.ready(), [])
            engine.send("position startpos")
            self.assertTrue(pvs(engine.go("depth 5")))

    def test_75_no_nalimov_tables(self):
        with UciProcess() as engine:
            announced = engine.options()
            self.assertNotIn("NalimovPath", announced)
            self.assertNotIn("NalimovCache", announced)
            engine.send(r"setoption name NalimovPath value c:\chess\tb\4;c:\chess\tb\5")
            engine.send("setoption name NalimovCache value 4")
            self.assertEqual(engine.ready(), [])

    def test_76_ponder(self):
        with greeted() as engine:
            self.assertEqual(engine.options()["Ponder"], ("check", {"default": "false"}))
            engine.send("setoption name Ponder value true", "position startpos")
            engine.go("depth 4")
            before = engine.cpu_seconds()
            self.assertEqual(engine.read_for(0.3), [])
            self.assertLess(engine.cpu_seconds() - before, 0.05)
        # It is for the division of time: a search that has no clock stays what it is.
        plain = search_after()
        self.assertEqual(search_after("setoption name Ponder value true"), plain)

    def test_77_own_book(self):
        with greeted() as engine:
            self.assertEqual(engine.options()["OwnBook"], ("check", {"default": "false"}))
            engine.send("setoption name OwnBook value false", "position startpos")
            self.assertTrue(pvs(engine.go("depth 6"))[-1]["nodes"] > 100)

    def test_78_multipv(self):
        with greeted() as engine:
            kind, fields = engine.options()["MultiPV"]
            self.assertEqual((kind, fields["default"], fields["min"]), ("spin", 1, 1))
            self.assertGreaterEqual(fields["max"], 218)
            engine.send("position startpos")
            self.assertFalse([info for info in infos(engine.go("depth 3")) if "multipv" in info])
            engine.send("setoption name MultiPV value 2")
            numbers = {info.get("multipv") for info in pvs(engine.go("depth 3"))}
            self.assertEqual(numbers, {1, 2})

    def test_79_show_current_line(self):
        check_default_off(self, "UCI_ShowCurrLine")

    def test_80_show_refutations(self):
        check_default_off(self, "UCI_ShowRefutations")

    def test_81_limited_strength(self):
        with UciProcess() as engine:
            announced = engine.options()
            self.assertEqual(announced["UCI_LimitStrength"], ("check", {"default": "false"}))
            kind, elo = announced["UCI_Elo"]
            self.assertEqual(kind, "spin")
            self.assertLess(elo["min"], elo["max"])
        weakest = f"setoption name UCI_Elo value {elo['min']}"
        plain = search_after(limits="depth 12")
        self.assertEqual(search_after(weakest, limits="depth 12"), plain)
        limited = ("setoption name UCI_LimitStrength value true", weakest)
        self.assertNotEqual(search_after(*limited, limits="depth 12"), plain)
        self.assertNotEqual(search_after(*reversed(limited), limits="depth 12"), plain)

    def test_82_analyse_mode(self):
        check_default_off(self, "UCI_AnalyseMode")
        with UciProcess() as engine:
            elo = engine.options()["UCI_Elo"][1]["min"]
        limits = "depth 12"
        plain = search_after(limits=limits)
        mode = "setoption name UCI_AnalyseMode value true"
        self.assertTrue(search_after(mode, limits=limits))
        # Nobody analyses with a weakened engine.
        weak = ("setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {elo}")
        self.assertNotEqual(search_after(*weak, limits=limits), plain)
        self.assertEqual(search_after(*weak, mode, limits=limits), search_after(mode, limits=limits))

    def test_83_opponent(self):
        with greeted() as engine:
            self.assertEqual(engine.options()["UCI_Opponent"][0], "string")
            for opponent in (
                "GM 2800 human Garry Kasparov",
                "none none computer Shredder",
                "WIM none human A B  C",
                "none 1200 computer X",
                "GM",
                "Garry Kasparov",
                "none 99999999999999999999 human N",
                "<empty>",
            ):
                engine.send(f"setoption name UCI_Opponent value {opponent}")
                self.assertEqual(engine.ready(), [])
            engine.send("debug on", "setoption name UCI_Opponent value GM 2800 human Garry Kasparov")
            self.assertTrue([line for line in engine.ready() if "Kasparov" in line])
            engine.send("debug off", "position startpos")
            self.assertTrue(pvs(engine.go("depth 3")))

    def test_84_about(self):
        with UciProcess() as engine:
            lines = engine.greet()
            kind, fields = engine.options()["UCI_EngineAbout"]
            self.assertEqual(kind, "string")
            self.assertNotEqual(fields["default"], "<empty>")
            engine.send("setoption name UCI_EngineAbout value written by nobody")
            self.assertEqual(engine.ready(), [])
            self.assertEqual(engine.greet(), lines)

    def test_85_no_shredder_bases(self):
        with UciProcess() as engine:
            self.assertNotIn("UCI_ShredderbasesPath", engine.options())
            engine.send("setoption name UCI_ShredderbasesPath value d:\\bases\\shredder.stb")
            self.assertEqual(engine.ready(), [])

    def test_86_value_of_a_position(self):
        with greeted() as engine:

            def score(move, *commands):
                """What a search of one move sees, White's view: the value of the position after it."""
                orders = [f"setoption name UCI_SetPositionValue value {value}" for value in commands]
                engine.send(*orders, "ucinewgame", "position startpos")
                self.assertEqual(engine.ready(), [])
                kind, value, _ = pvs(engine.go(f"depth 1 searchmoves {move}"))[-1]["score"]
                self.assertEqual(kind, "cp")
                return value

            self.assertLess(abs(score("e2e4")), 200)
            self.assertGreater(score("e2e4", f"900 + {AFTER_E4}"), 600)
            self.assertLess(abs(score("d2d4")), 200)
            self.assertLess(score("d2d4", f"-800 {AFTER_D4}"), -500)
            self.assertLess(abs(score("e2e4", f"clear + {AFTER_E4}")), 200)
            self.assertLess(score("d2d4"), -500)
            self.assertGreater(score("e2e4", f"700 + {AFTER_E4}"), 400)
            self.assertLess(abs(score("e2e4", "clearall")), 200)
            self.assertLess(abs(score("d2d4")), 200)
            for bad in ("", "900", "900 +", "many + 8/8/8/8/8/8/8/8 w - - 0 1", "clear", "<empty>"):
                engine.send(f"setoption name UCI_SetPositionValue value {bad}".rstrip())
            engine.ready()
            self.assertLess(abs(score("e2e4")), 200)

    def test_87_chess960_is_an_option(self):
        check_default_off(self, "UCI_Chess960")

    def test_90_clear_hash_is_a_button(self):
        with UciProcess() as engine:
            self.assertEqual(engine.options()["Clear Hash"], ("button", {}))
            engine.send("setoption name Clear Hash")
            self.assertEqual(engine.ready(), [])


if __name__ == "__main__":
    main()
