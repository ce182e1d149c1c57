#!/usr/bin/env python3
"""Lines 62 to 72 of the protocol: what a search reports."""

import time

import uci_grammar
from searches import MATED_IN_ONE, MATE_IN_TWO, MIDGAME, infos, pvs
from uci_process import PATIENCE, RANKS, SLOWDOWN, UciProcess, UciTest, best_move, greeted, main


def watch(engine, seconds, position=MIDGAME, limits="infinite"):
    """The lines of a search that is stopped after so long."""
    engine.send(f"position {position}", f"go {limits}")
    return engine.read_for(seconds) + engine.stop()


def early(engine, position=MIDGAME):
    """The lines of the first nine tenths of a second."""
    engine.send(f"position {position}", "go infinite")
    lines = engine.read_for(0.9)
    engine.stop()
    return lines


def blocks_of(lines, field):
    """Runs of lines, one directly after the other, that have this field."""
    blocks = [[]]
    for line in lines:
        info = uci_grammar.parse_info(line) if line.startswith("info ") else {}
        if field in info:
            blocks[-1].append(info)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


class Info(UciTest):
    def test_62_fields_in_any_selection(self):
        """Strict parsing of all that a search with every kind of information says."""
        with greeted() as engine:
            for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_ShowWDL"):
                engine.send(f"setoption name {name} value true")
            engine.send("setoption name MultiPV value 2", "setoption name Threads value 2")
            lines = watch(engine, 2.2)
            self.assertEqual(engine.form.faults, [])
            parsed = infos(lines)
            self.assertGreater(len({tuple(sorted(info)) for info in parsed}), 1)
            for info in pvs(lines):
                self.assertTrue(engine.accepts(MIDGAME, info["pv"]), info)

    def test_63_a_line_has_all_its_fields(self):
        with greeted() as engine:
            for position in ("startpos", MIDGAME, MATE_IN_TWO):
                engine.send(f"position {position}")
                engine.ready()
                found = pvs(engine.go("depth 8"))
                self.assertGreaterEqual(len(found), 2)
                for info in found:
                    for field in ("depth", "score", "time", "nodes", "nps"):
                        self.assertIn(field, info)
                    self.assertTrue(engine.accepts(position, info["pv"]), info)

    def test_64_depth_and_seldepth(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            lines = []
            deepest = depth = 0
            started = time.monotonic()
            # A slow machine is given the time to come to where lines go beyond the depth.
            while (seconds := time.monotonic() - started) < 1.3 or (deepest <= depth and seconds < PATIENCE):
                lines += engine.read_for(0.05)
                deepest = max((info.get("seldepth", 0) for info in infos(lines)), default=0)
                depth = max((info["depth"] for info in pvs(lines)), default=0)
            for info in infos(lines + engine.stop()):
                if "seldepth" in info:
                    self.assertIn("depth", info)
                    self.assertGreaterEqual(info["seldepth"], 1)
            self.assertGreater(deepest, depth)

    def test_65_statistics_come_regularly(self):
        with greeted() as engine:
            engine.send("setoption name Hash value 1", f"position {MIDGAME}", "go infinite")
            lines, times = [], [time.monotonic()]
            while time.monotonic() - times[0] < 3.3:
                news = engine.read_for(0.05)
                lines += news
                if any({"nodes", "nps", "hashfull"} <= info.keys() for info in infos(news)):
                    times.append(time.monotonic())
            times.append(time.monotonic())
            lines += engine.stop()
            for earlier, later in zip(times, times[1:]):
                self.assert_prompt(later - earlier, 1.7 * SLOWDOWN)
            for field in ("nodes", "time"):
                values = [info[field] for info in infos(lines) if field in info]
                self.assertEqual(values, sorted(values))
            final = infos(lines)[-1]
            self.assertGreater(final["time"], 3000)
            self.assertGreater(final["hashfull"], 0)
            speed = 1000 * final["nodes"] / max(final["time"], 1)
            self.assertAlmostEqual(final["nps"], speed, delta=0.02 * speed)

    def test_66_scores(self):
        queen_up = "fen 4k3/8/8/8/8/8/PPP5/3QK3 {} - - 0 1"
        with greeted() as engine:

            def score(position, limits):
                engine.send("ucinewgame", f"position {position}")
                return pvs(engine.go(limits))[-1]["score"]

            kind, value, _ = score(queen_up.format("w"), "depth 4")
            self.assertTrue(kind == "mate" or value > 300, (kind, value))
            kind, value, _ = score(queen_up.format("b"), "depth 4")
            self.assertTrue(kind == "mate" or value < -300, (kind, value))
            self.assertLess(value, 0)
            self.assertEqual(score(MATE_IN_TWO, "depth 8"), ("mate", 2, ""))
            self.assertEqual(score(MATED_IN_ONE, "depth 8"), ("mate", -1, ""))
            bounds = {info["score"][2] for info in pvs(watch(engine, 1.5))}
            self.assertLessEqual(bounds, {"", "lowerbound", "upperbound"})
            self.assertIn("", bounds)

    def test_67_current_moves_after_a_second(self):
        with greeted() as engine:
            for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations"):
                engine.send(f"setoption name {name} value true")
            late_fields = ("currmove", "currmovenumber", "currline", "refutation")
            for info in infos(early(engine)):
                self.assertFalse(info.keys() & set(late_fields), info)
            for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations"):
                engine.send(f"setoption name {name} value false")
            shown = [info for info in infos(watch(engine, 2.2)) if "currmove" in info]
            self.assertTrue(shown)
            for info in shown:
                self.assertGreaterEqual(info["currmovenumber"], 1)
                self.assertTrue(engine.accepts(MIDGAME, [info["currmove"]]), info)

    def test_68_several_lines_together(self):
        with greeted() as engine:
            for asked, limits, shown in (
                (3, "depth 7", 3),
                (500, "depth 2", 20),
                (500, "depth 3 searchmoves e2e4 d2d4", 2),
            ):
                engine.send(f"setoption name MultiPV value {asked}", "position startpos")
                lines = engine.go(limits)
                blocks = blocks_of(lines, "multipv")
                groups = [
                    block[i : i + shown] for block in blocks for i in range(0, len(block), shown)
                ]
                self.assertTrue(groups)
                for group in groups:
                    self.assertEqual(
                        [info["multipv"] for info in group], list(range(1, shown + 1)), limits
                    )
                    self.assertEqual(len({info["depth"] for info in group}), 1)
                    self.assertEqual(len({info["pv"][0] for info in group}), shown)
                self.assertEqual(groups[-1][0]["pv"][0], best_move(lines))
            engine.send("setoption name MultiPV value 1")
            self.assertFalse([info for info in infos(engine.go("depth 4")) if "multipv" in info])

    def test_69_table_hits_and_load(self):
        with greeted() as engine:
            loads = [info["cpuload"] for info in infos(watch(engine, 2.3)) if "cpuload" in info]
            self.assertTrue(loads)
            self.assertGreater(max(loads), 0)
            hits = [info["tbhits"] for info in infos(watch(engine, 0.2)) if "tbhits" in info]
            self.assertEqual(set(hits), {0})
            self.assertFalse(any("sbhits" in line for line in watch(engine, 0.2)))

    def test_70_strings(self):
        with UciProcess() as engine:
            lines = engine.greet() + engine.ready()
            engine.send("setoption name Hash value 8", "ucinewgame", "position startpos")
            lines += engine.ready() + engine.go("depth 4")
            self.assertFalse([line for line in lines if line.startswith("info string")])
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name BookFile value no/such.bin", "setoption name SyzygyPath value no/such")
            self.assertEqual(engine.ready(), [])
            told = [line for line in engine.ready() if line.startswith("info string")]
            self.assertEqual(len(told), 2, told)
            engine.send("debug on", "joho  score cp 12 pv e2e4")
            told = [line for line in engine.ready() if line.startswith("info string")]
            self.assertTrue(any("joho  score cp 12 pv e2e4" in line for line in told), told)

    def test_71_refutations(self):
        with greeted() as engine:
            engine.options()["UCI_ShowRefutations"]
            shown = [info for info in infos(watch(engine, 1.3)) if "refutation" in info]
            self.assertEqual(shown, [])
            engine.send("setoption name UCI_ShowRefutations value true")
            lines = watch(engine, 2.4)
            shown = [info["refutation"] for info in infos(lines) if "refutation" in info]
            self.assertTrue(shown)
            self.assertGreater(max(len(moves) for moves in shown), 1)
            for moves in {tuple(moves) for moves in shown}:
                self.assertTrue(engine.accepts(MIDGAME, moves), moves)

    def test_72_current_lines(self):
        with greeted() as engine:
            engine.options()["UCI_ShowCurrLine"]
            self.assertFalse([info for info in infos(watch(engine, 1.3)) if "currline" in info])
            engine.send("setoption name UCI_ShowCurrLine value true")
            for threads in (1, 3):
                engine.send(f"setoption name Threads value {threads}")
                engine.ready()
                blocks = blocks_of(watch(engine, 2.3 * min(SLOWDOWN, 2)), "currline")
                self.assertTrue(blocks)
                numbers = [number for number, _ in (info["currline"] for info in blocks[0])]
                # The first time other ranks may not have told theirs yet.
                counts = {threads, threads * RANKS}
                self.assertIn(numbers, ([None], *(list(range(1, count + 1)) for count in counts)))
                self.assertIn(len(numbers), counts)
                for block in blocks:
                    self.assertEqual(len(block) % threads, 0)
                    for info in block:
                        self.assertTrue(engine.accepts(MIDGAME, info["currline"][1]), info)


if __name__ == "__main__":
    main()
