#!/usr/bin/env python3
"""The options that are announced, the table, and what other options do. Numbers: rules in docs/uci.md."""

import re
import resource

import uci_grammar
from searches import infos, pvs, search_after
from uci_process import SLOWDOWN, EngineTest, UciProcess, UciTest, main

# UCI_ and these are the protocol's, the last one of a later description.
OF_THE_PROTOCOL = ("Chess960", "ShowCurrLine", "ShowRefutations", "LimitStrength", "Elo", "AnalyseMode",
                   "Opponent", "EngineAbout", "SetPositionValue", "ShowWDL")
OFF = ("check", {"default": "false"})


class Announced(EngineTest):
    def setUp(self):
        super().setUp()
        self.options = self.engine.options()

    def test_26_nothing_that_confuses_a_parser(self):
        """No option of our own may be taken for a word of setoption, or for the protocol's."""
        self.assertEqual(len({name.lower() for name in self.options}), len(self.options))
        for name, (_, fields) in self.options.items():
            if name.startswith("UCI_"):
                self.assertIn(name.removeprefix("UCI_"), OF_THE_PROTOCOL)
            texts = [] if name == "UCI_SetPositionValue" else [name]
            for text in texts + [str(fields.get("default", ""))] + fields.get("var", []):
                self.assertNotRegex(text.lower(), "name|value")

    def test_73_one_line_an_option(self):
        """Of the form that uci_grammar knows."""
        lines = [line for line in self.greeting if line.startswith("option")]
        parsed = [uci_grammar.parse_option(line) for line in lines]
        self.assertGreater(len(parsed), 10)
        self.assertEqual(len({name for name, _, _ in parsed}), len(parsed))
        for _, kind, fields in parsed:
            self.assertIn(kind, ("check", "spin", "combo", "button", "string"))
            if kind == "string":
                self.assertTrue(fields["default"])

    def test_74_hash(self):
        kind, fields = self.options["Hash"]
        self.assertEqual((kind, fields["min"]), ("spin", 1))
        self.assertLessEqual(fields["default"], 16)
        self.assertGreaterEqual(fields["max"], 1024)
        for size in (1, 2, 3, 31, 64):
            self.assertEqual(self.engine.ask(f"setoption name Hash value {size}"), [])
        self.engine.send("position startpos")
        self.assertTrue(pvs(self.engine.go("depth 5")))

    def check_not_offered(self, word, *commands):
        self.assertFalse([line for line in self.greeting if word in line])
        self.assertEqual(self.engine.ask(*commands), [])

    def test_75_no_nalimov_tables(self):
        self.check_not_offered("Nalimov", r"setoption name NalimovPath value c:\chess\tb\4;c:\chess\tb\5",
                               "setoption name NalimovCache value 4")

    def test_85_no_shredder_bases(self):
        self.check_not_offered("Shredderbases",
                               r"setoption name UCI_ShredderbasesPath value d:\bases\shredder.stb")

    def test_76_ponder(self):
        self.assertEqual(self.options["Ponder"], OFF)
        self.engine.ask("setoption name Ponder value true", "position startpos")
        self.engine.go("depth 4")
        before = self.engine.cpu_seconds()
        self.assertEqual(self.engine.read_for(0.3), [])
        self.assertLess(self.engine.cpu_seconds() - before, 0.05)
        # It is for the division of time: a search that has no clock stays what it is.
        self.assertEqual(search_after("setoption name Ponder value true"), search_after())

    def test_78_multipv(self):
        kind, fields = self.options["MultiPV"]
        self.assertEqual((kind, fields["default"], fields["min"]), ("spin", 1, 1))
        self.assertGreaterEqual(fields["max"], 218)
        self.engine.send("position startpos")
        self.assertFalse([info for info in infos(self.engine.go("depth 3")) if "multipv" in info])
        self.engine.send("setoption name MultiPV value 2")
        numbers = {info.get("multipv") for info in pvs(self.engine.go("depth 3"))}
        self.assertEqual(numbers, {1, 2})

    def test_79_show_current_line(self):
        self.assertEqual(self.options["UCI_ShowCurrLine"], OFF)

    def test_80_show_refutations(self):
        self.assertEqual(self.options["UCI_ShowRefutations"], OFF)

    def test_87_chess960_is_an_option(self):
        self.assertEqual(self.options["UCI_Chess960"], OFF)

    def test_90_clear_hash_is_a_button(self):
        self.assertEqual(self.options["Clear Hash"], ("button", {}))
        self.assertEqual(self.engine.ask("setoption name Clear Hash"), [])

    def test_threads(self):
        self.assertEqual(self.options["Threads"], ("spin", {"default": 1, "min": 1, "max": 1024}))


class Effects(UciTest):
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
                match = re.search(r"threads (\d+), table (\d+) MiB, zeroed (\d+) times?,", line)
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
