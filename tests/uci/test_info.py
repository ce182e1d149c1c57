#!/usr/bin/env python3
"""What a search reports while it runs and when it ends. Numbers: rules in docs/uci.md."""

import re
import time

from searches import MATED_IN_ONE, MATE_IN_TWO, MIDGAME, STALEMATED, infos, pvs
from uci_process import PATIENCE, ReadyTest, UciProcess, best_move, main, parse_info, pv_lines

POSITIONS = (
    "startpos",
    MIDGAME,
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 8/P6k/8/8/8/8/7K/8 w - - 0 1",
    MATE_IN_TWO,
)
SHARP = "fen 4rrk1/p6p/2q2pp1/1p6/2pP1BQP/5N2/P4PP1/2R3K1 w - - 0 1"
PV_LINE = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp -?\d+|mate -?\d+)"
    r"( lowerbound| upperbound)? nodes \d+ nps \d+ hashfull \d+ cpuload \d+ tbhits \d+ time \d+"
    r"( pv [a-h][1-8][a-h][1-8][nbrq]?( [a-h][1-8][a-h][1-8][nbrq]?)*)"
)


class Lines(ReadyTest):
    def test_62_fields_in_any_selection(self):
        """Strict parsing of all that a search with every kind of information says."""
        for name in ("UCI_ShowCurrLine", "UCI_ShowRefutations", "UCI_ShowWDL"):
            self.engine.send(f"setoption name {name} value true")
        self.engine.send("setoption name MultiPV value 2", "setoption name Threads value 2",
                         f"position {MIDGAME}", "go infinite")
        lines = self.engine.read_for(2.2) + self.engine.stop()
        self.assertEqual(self.engine.form.faults, [])
        self.assertGreater(len({tuple(sorted(info)) for info in infos(lines)}), 1)
        for info in pvs(lines):
            self.assertTrue(self.engine.accepts(MIDGAME, info["pv"]), info)

    def test_63_a_line_has_all_its_fields(self):
        """All fields of a line together, in integers that only grow, and a line that can be played."""
        for position in POSITIONS:
            self.engine.send(f"position {position}")
            self.engine.ready()
            lines = self.engine.go("depth 8")
            self.check_search(self.engine, position, lines)
            found = pvs(lines)
            self.assertGreaterEqual(len(found), 2)
            for line in pv_lines(lines):
                self.assertRegex(line, rf"^{PV_LINE.pattern}$")
            for field in ("depth", "nodes", "time"):
                values = [info[field] for info in found]
                self.assertEqual(values, sorted(values), field)
            for info in found:
                self.assertTrue(self.engine.accepts(position, info["pv"]), info)

    def test_64_depth_and_seldepth(self):
        """Lines go beyond the depth, which a slow machine is given time for."""
        self.engine.send(f"position {MIDGAME}", "go infinite")
        lines = []
        deepest = depth = 0
        started = time.monotonic()
        while (seconds := time.monotonic() - started) < 1.3 or (deepest <= depth and seconds < PATIENCE):
            lines += self.engine.read_for(0.05)
            deepest = max((info.get("seldepth", 0) for info in infos(lines)), default=0)
            depth = max((info["depth"] for info in pvs(lines)), default=0)
        for info in infos(lines + self.engine.stop()):
            if "seldepth" in info:
                self.assertIn("depth", info)
                self.assertGreaterEqual(info["seldepth"], 1)
        self.assertGreater(deepest, depth)

    def test_54_final_information(self):
        """The line before bestmove is complete and leads with that move, however the search ends."""
        for limits in ("depth 6", "nodes 1", "nodes 4321", "movetime 50", "wtime 300 btime 300"):
            self.engine.send(f"position {MIDGAME}")
            self.engine.ready()
            self.check_search(self.engine, MIDGAME, self.engine.go(limits))
        for seconds in (0.0, 0.01, 0.05, 0.1, 1.3):
            self.engine.send(f"position {MIDGAME}", "go infinite")
            lines = self.engine.read_for(seconds) + self.engine.stop()
            self.check_search(self.engine, MIDGAME, lines)
        # However long it is since there was nothing left to search.
        for position in ("startpos", STALEMATED):
            self.engine.ask(f"position {position}", "go infinite depth 2")  # its clock runs now
            self.engine.read_for(0.5)
            self.assertGreaterEqual(parse_info(self.engine.stop()[-2])["time"], 490)

    def test_59_a_move_to_ponder_on(self):
        """Whatever the option says; nothing is pondered on unasked."""
        for ponder in ("false", "true"):
            self.engine.send(f"setoption name Ponder value {ponder}", f"position {MIDGAME}")
            words = self.engine.go("depth 6")[-1].split()
            self.assertEqual((words[0], words[2]), ("bestmove", "ponder"))
            self.assertTrue(self.engine.accepts(MIDGAME, [words[1], words[3]]), words)
            before = self.engine.cpu_seconds()
            self.assertEqual(self.engine.read_for(0.4), [])
            self.assertLess(self.engine.cpu_seconds() - before, 0.05)

    def test_a_search_after_another(self):
        """59, 65: where the line has none, the table knows the move to ponder on; it is as full as this
        search has made it."""
        self.engine.send("setoption name Hash value 1")
        lengths = set()
        for _ in range(5):
            self.engine.send(f"position {MIDGAME}")
            before = parse_info(self.engine.go("nodes 10000")[-2])
            lines = self.engine.go("depth 1")
            after = parse_info(lines[-2])
            self.assertGreater(before["hashfull"], 10)
            self.assertLess(after["hashfull"], before["hashfull"] / 2)
            words = lines[-1].split()
            self.assertEqual((words[0], words[2]), ("bestmove", "ponder"))
            self.assertTrue(self.engine.accepts(MIDGAME, [words[1], words[3]]), words)
            lengths.add(len(after["pv"]))
        self.assertIn(1, lengths)

    def test_depth_of_what_is_cut_short(self):
        """54, 62: a depth that has hardly begun is none that the line has been searched to."""
        self.engine.send(f"position {MIDGAME}")
        self.assertEqual(parse_info(self.engine.go("nodes 1")[-2])["depth"], 0)
        for depth in range(1, 9):
            self.engine.send("ucinewgame")
            whole = parse_info(self.engine.go(f"depth {depth}")[-2])
            self.engine.send("ucinewgame")
            cut = parse_info(self.engine.go(f"nodes {whole['nodes'] + 1}")[-2])
            for field in ("depth", "score", "pv"):
                self.assertEqual(cut[field], whole[field])

    def test_several_threads(self):
        """54: the same when threads vote."""
        self.engine.send("setoption name Threads value 4")
        for position in POSITIONS:
            for limits in ("movetime 40", "depth 8"):
                self.engine.send(f"position {position}")
                self.engine.ready()
                self.check_search(self.engine, position, self.engine.go(limits))

    def test_no_line_twice(self):
        """The final line is not repeated where nothing came in between."""
        self.engine.send("position startpos")
        for _ in range(5):
            lines = [re.sub(r"(nps|time) \d+", "", line) for line in self.engine.go("depth 5")]
            self.assertEqual(len(lines), len(set(lines)))

    def test_70_strings(self):
        """None in an ordinary session. What is to be said of options follows the first readyok. Text is
        passed on as it came."""
        with UciProcess() as engine:
            lines = engine.greet() + engine.ready()
            lines += engine.ask("setoption name Hash value 8", "ucinewgame", "position startpos")
            lines += engine.go("depth 5")
            engine.send("setoption name Threads value 3")
            lines += engine.go("movetime 50")
            self.assertFalse([line for line in lines if "string" in line and not line.startswith("option")])
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name BookFile value no/such.bin",
                        "setoption name SyzygyPath value no/such")
            self.assertEqual(engine.ready(), [])
            told = [line for line in engine.ready() if line.startswith("info string")]
            self.assertEqual(len(told), 2, told)
            told = engine.ask("debug on", "joho  score cp 12 pv e2e4")
            self.assertTrue(any("joho  score cp 12 pv e2e4" in line for line in told), told)

    def test_91_no_resigning_no_claims(self):
        lost = "fen 3qkq2/8/8/8/8/8/8/4K3 w - - 0 1"
        drawn = "fen 8/8/8/8/8/8/4k3/7K w - - 99 120"
        for position in (lost, drawn):
            self.engine.send(f"position {position}")
            lines = self.engine.go("depth 5")
            self.assertRegex(lines[-1], "^bestmove [eh]1")
            for line in lines[:-1]:
                self.assertNotIn("string", parse_info(line))


class Scores(ReadyTest):
    def score(self, position, limits):
        self.engine.send("ucinewgame", f"position {position}")
        return pvs(self.engine.go(limits))[-1]["score"]

    def test_66_scores(self):
        """From the engine's side; mates in moves, negative when it is mated."""
        queen_up = "fen 4k3/8/8/8/8/8/PPP5/3QK3 {} - - 0 1"
        kind, value, _ = self.score(queen_up.format("w"), "depth 4")
        self.assertTrue(kind == "mate" or value > 300, (kind, value))
        kind, value, _ = self.score(queen_up.format("b"), "depth 4")
        self.assertTrue(kind == "mate" or value < -300, (kind, value))
        self.assertLess(value, 0)
        self.assertEqual(self.score(MATE_IN_TWO, "depth 8"), ("mate", 2, ""))
        self.assertEqual(self.score(MATED_IN_ONE, "depth 8"), ("mate", -1, ""))
        self.engine.send(f"position {MIDGAME}", "go infinite")
        bounds = {info["score"][2] for info in pvs(self.engine.read_for(1.5) + self.engine.stop())}
        self.assertLessEqual(bounds, {"", "lowerbound", "upperbound"})
        self.assertIn("", bounds)

    def test_bounds(self):
        """66: a search that ends where a window was too narrow has a bound, and says so."""
        seen = set()
        for nodes in range(2000, 22000, 500):
            self.engine.send("ucinewgame")
            self.assertEqual(self.engine.ask(f"position {SHARP}"), [])
            lines = self.engine.go(f"nodes {nodes}")
            self.check_search(self.engine, SHARP, lines)
            *before, (kind, value, bound) = [parse_info(line)["score"] for line in pv_lines(lines)]
            self.assertEqual(kind, "cp")
            seen.add(bound)
            if bound == "upperbound":
                self.assertLess(value, [score[1] for score in before if score[2] == ""][-1])
        self.assertEqual(seen, {"", "lowerbound", "upperbound"})


class MultiPV(ReadyTest):
    def groups(self, lines):
        """The numbered lines in runs that begin with number 1, one line directly after the other."""
        groups = []
        previous = None
        for at, line in enumerate(lines[:-1]):
            info = parse_info(line)
            if "multipv" in info:
                if info["multipv"] == 1:
                    groups.append([])
                else:
                    self.assertEqual(previous, at - 1)
                groups[-1].append(info)
                previous = at
        return groups

    def check_groups(self, lines, size):
        groups = self.groups(lines)
        self.assertTrue(groups)
        for group in groups:
            self.assertEqual([info["multipv"] for info in group], list(range(1, size + 1)))
            self.assertEqual(len({info["depth"] for info in group}), 1)
            self.assertEqual(len({info["pv"][0] for info in group}), size)
        self.assertEqual(groups[-1][0]["pv"][0], best_move(lines))
        return groups[-1]

    def test_68_several_lines_together(self):
        """All k lines of one depth together, best first, different moves; no more of them than legal
        moves, or than searchmoves; not numbered where there is one."""
        for asked, position, limits, shown in (
            (2, MIDGAME, "depth 6", 2),
            (3, MIDGAME, "depth 6", 3),
            (5, MIDGAME, "depth 6", 5),
            (3, "startpos", "depth 7", 3),
            (500, "startpos", "depth 2", 20),
            (500, "startpos", "depth 3 searchmoves e2e4 d2d4 c2c4", 3),
        ):
            self.engine.send(f"setoption name MultiPV value {asked}", f"position {position}")
            self.engine.ready()
            last = self.check_groups(self.engine.go(limits), shown)
            scores = [info["score"][1] for info in last]
            self.assertEqual(scores, sorted(scores, reverse=True))
            for info in last:
                self.assertTrue(self.engine.accepts(position, info["pv"]))
        self.engine.send("setoption name MultiPV value 1", "position startpos")
        self.assertFalse([line for line in self.engine.go("depth 4") if "multipv" in line])

    def test_stopped(self):
        """68: also when the search is stopped, at any time."""
        self.engine.send("setoption name MultiPV value 4")
        for delay in (0.0, 0.02, 0.1, 0.3):
            self.engine.send(f"position {MIDGAME}", "go infinite")
            lines = self.engine.read_for(delay)
            lines += self.engine.stop()
            self.check_groups(lines, 4)

    def test_stopped_at_once(self):
        """68: within the first depth there are as many lines as have been searched."""
        self.engine.send("setoption name MultiPV value 4", "position startpos")
        counts = []
        for nodes in range(10, 130, 10):
            (group,) = self.groups(self.engine.go(f"nodes {nodes}"))[-1:]
            self.assertEqual([info["multipv"] for info in group], list(range(1, len(group) + 1)))
            counts.append(len(group))
            self.engine.send("ucinewgame")
        self.assertEqual(counts, sorted(counts))
        self.assertEqual(set(counts), {1, 2, 3, 4})

    def test_several_threads(self):
        """68 with threads that vote."""
        self.engine.send("setoption name MultiPV value 3", "setoption name Threads value 4")
        self.engine.send(f"position {MIDGAME}")
        self.engine.ready()
        self.check_groups(self.engine.go("depth 8"), 3)


if __name__ == "__main__":
    main()
