#!/usr/bin/env python3
"""Lines 62 to 72 of the protocol: what a search reports."""

import time

import conformance
import uci_grammar
from conformance_support import (
    MATE_IN_TWO,
    MATED_IN_ONE,
    MIDGAME,
    greeted,
    infos,
    option_or_skip,
    pvs,
    stop,
)
from uci_process import PATIENCE, RANKS, SLOWDOWN, UciProcess, best_move


def watch(engine, seconds, position=MIDGAME, limits="infinite"):
    """The lines of a search that is stopped after so long."""
    engine.send(f"position {position}", f"go {limits}")
    return engine.read_for(seconds) + stop(engine)


def early(engine, position=MIDGAME):
    """The lines of the first nine tenths of a second."""
    engine.send(f"position {position}", "go infinite")
    lines = engine.read_for(0.9)
    stop(engine)
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


def line_62_fields_in_any_selection(check):
    """Strict parsing of all that a search with every kind of information says."""
    with greeted() as engine:
        for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_ShowWDL"):
            engine.send(f"setoption name {name} value true")
        engine.send("setoption name MultiPV value 2", "setoption name Threads value 2")
        lines = watch(engine, 2.2)
        check.assertEqual(engine.form.faults, [])
        parsed = infos(lines)
        check.assertGreater(len({tuple(sorted(info)) for info in parsed}), 1)
        for info in pvs(lines):
            check.assertTrue(engine.accepts(MIDGAME, info["pv"]), info)


def line_63_a_line_has_all_its_fields(check):
    with greeted() as engine:
        for position in ("startpos", MIDGAME, MATE_IN_TWO):
            engine.send(f"position {position}")
            engine.ready()
            found = pvs(engine.go("depth 8"))
            check.assertGreaterEqual(len(found), 2)
            for info in found:
                for field in ("depth", "score", "time", "nodes", "nps"):
                    check.assertIn(field, info)
                check.assertTrue(engine.accepts(position, info["pv"]), info)


def line_64_depth_and_seldepth(check):
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
        for info in infos(lines + stop(engine)):
            if "seldepth" in info:
                check.assertIn("depth", info)
                check.assertGreaterEqual(info["seldepth"], 1)
        check.assertGreater(deepest, depth)


def line_65_statistics_come_regularly(check):
    with greeted() as engine:
        engine.send("setoption name Hash value 1", f"position {MIDGAME}", "go infinite")
        lines, times = [], [time.monotonic()]
        while time.monotonic() - times[0] < 3.3:
            news = engine.read_for(0.05)
            lines += news
            if any({"nodes", "nps", "hashfull"} <= info.keys() for info in infos(news)):
                times.append(time.monotonic())
        times.append(time.monotonic())
        lines += stop(engine)
        for earlier, later in zip(times, times[1:]):
            check.assert_prompt(later - earlier, 1.7 * SLOWDOWN)
        for field in ("nodes", "time"):
            values = [info[field] for info in infos(lines) if field in info]
            check.assertEqual(values, sorted(values))
        final = infos(lines)[-1]
        check.assertGreater(final["time"], 3000)
        check.assertGreater(final["hashfull"], 0)
        speed = 1000 * final["nodes"] / max(final["time"], 1)
        check.assertAlmostEqual(final["nps"], speed, delta=0.02 * speed)


def line_66_scores(check):
    queen_up = "fen 4k3/8/8/8/8/8/PPP5/3QK3 {} - - 0 1"
    with greeted() as engine:

        def score(position, limits):
            engine.send("ucinewgame", f"position {position}")
            return pvs(engine.go(limits))[-1]["score"]

        kind, value, _ = score(queen_up.format("w"), "depth 4")
        check.assertTrue(kind == "mate" or value > 300, (kind, value))
        kind, value, _ = score(queen_up.format("b"), "depth 4")
        check.assertTrue(kind == "mate" or value < -300, (kind, value))
        check.assertLess(value, 0)
        check.assertEqual(score(MATE_IN_TWO, "depth 8"), ("mate", 2, ""))
        check.assertEqual(score(MATED_IN_ONE, "depth 8"), ("mate", -1, ""))
        bounds = {info["score"][2] for info in pvs(watch(engine, 1.5))}
        check.assertLessEqual(bounds, {"", "lowerbound", "upperbound"})
        check.assertIn("", bounds)


def line_67_current_moves_after_a_second(check):
    with greeted() as engine:
        for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations"):
            engine.send(f"setoption name {name} value true")
        late_fields = ("currmove", "currmovenumber", "currline", "refutation")
        for info in infos(early(engine)):
            check.assertFalse(info.keys() & set(late_fields), info)
        for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations"):
            engine.send(f"setoption name {name} value false")
        shown = [info for info in infos(watch(engine, 2.2)) if "currmove" in info]
        check.assertTrue(shown)
        for info in shown:
            check.assertGreaterEqual(info["currmovenumber"], 1)
            check.assertTrue(engine.accepts(MIDGAME, [info["currmove"]]), info)


def line_68_several_lines_together(check):
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
            check.assertTrue(groups)
            for group in groups:
                check.assertEqual(
                    [info["multipv"] for info in group], list(range(1, shown + 1)), limits
                )
                check.assertEqual(len({info["depth"] for info in group}), 1)
                check.assertEqual(len({info["pv"][0] for info in group}), shown)
            check.assertEqual(groups[-1][0]["pv"][0], best_move(lines))
        engine.send("setoption name MultiPV value 1")
        check.assertFalse([info for info in infos(engine.go("depth 4")) if "multipv" in info])


def line_69_table_hits_and_load(check):
    with greeted() as engine:
        loads = [info["cpuload"] for info in infos(watch(engine, 2.3)) if "cpuload" in info]
        check.assertTrue(loads)
        check.assertGreater(max(loads), 0)
        hits = [info["tbhits"] for info in infos(watch(engine, 0.2)) if "tbhits" in info]
        check.assertEqual(set(hits), {0})
        check.assertFalse(any("sbhits" in line for line in watch(engine, 0.2)))


def line_70_strings(check):
    with UciProcess() as engine:
        lines = engine.greet() + engine.ready()
        engine.send("setoption name Hash value 8", "ucinewgame", "position startpos")
        lines += engine.ready() + engine.go("depth 4")
        check.assertFalse([line for line in lines if line.startswith("info string")])
    with UciProcess() as engine:
        engine.greet()
        engine.send("setoption name BookFile value no/such.bin", "setoption name SyzygyPath value no/such")
        check.assertEqual(engine.ready(), [])
        told = [line for line in engine.ready() if line.startswith("info string")]
        check.assertEqual(len(told), 2, told)
        engine.send("debug on", "joho  score cp 12 pv e2e4")
        told = [line for line in engine.ready() if line.startswith("info string")]
        check.assertTrue(any("joho  score cp 12 pv e2e4" in line for line in told), told)


def line_71_refutations(check):
    with greeted() as engine:
        option_or_skip(check, engine, "UCI_ShowRefutations")
        shown = [info for info in infos(watch(engine, 1.3)) if "refutation" in info]
        check.assertEqual(shown, [])
        engine.send("setoption name UCI_ShowRefutations value true")
        lines = watch(engine, 2.4)
        shown = [info["refutation"] for info in infos(lines) if "refutation" in info]
        check.assertTrue(shown)
        check.assertGreater(max(len(moves) for moves in shown), 1)
        for moves in {tuple(moves) for moves in shown}:
            check.assertTrue(engine.accepts(MIDGAME, moves), moves)


def line_72_current_lines(check):
    with greeted() as engine:
        option_or_skip(check, engine, "UCI_ShowCurrLine")
        check.assertFalse([info for info in infos(watch(engine, 1.3)) if "currline" in info])
        engine.send("setoption name UCI_ShowCurrLine value true")
        for threads in (1, 3):
            engine.send(f"setoption name Threads value {threads}")
            engine.ready()
            blocks = blocks_of(watch(engine, 2.3 * min(SLOWDOWN, 2)), "currline")
            check.assertTrue(blocks)
            numbers = [number for number, _ in (info["currline"] for info in blocks[0])]
            # The first time other ranks may not have told theirs yet.
            counts = {threads, threads * RANKS}
            check.assertIn(numbers, ([None], *(list(range(1, count + 1)) for count in counts)))
            check.assertIn(len(numbers), counts)
            for block in blocks:
                check.assertEqual(len(block) % threads, 0)
                for info in block:
                    check.assertTrue(engine.accepts(MIDGAME, info["currline"][1]), info)


if __name__ == "__main__":
    conformance.run(globals())
