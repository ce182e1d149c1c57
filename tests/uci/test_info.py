#!/usr/bin/env python3
"""What a search reports while it runs and when it ends. Numbers: rules in docs/uci.md."""

import re

from searches import MIDGAME, STALEMATED, infos
from uci_process import ReadyTest, best_move, main, parse_info, pv_lines

POSITIONS = (
    "startpos",
    MIDGAME,
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 8/P6k/8/8/8/8/7K/8 w - - 0 1",
)
SHARP = "fen 4rrk1/p6p/2q2pp1/1p6/2pP1BQP/5N2/P4PP1/2R3K1 w - - 0 1"
PV_LINE = re.compile(
    r"info depth \d+ seldepth \d+( multipv \d+)? score (cp -?\d+|mate -?\d+)"
    r"( lowerbound| upperbound)? nodes \d+ nps \d+ hashfull \d+ cpuload \d+ tbhits \d+ time \d+"
    r"( pv [a-h][1-8][a-h][1-8][nbrq]?( [a-h][1-8][a-h][1-8][nbrq]?)*)"
)


class Lines(ReadyTest):
    def test_form(self):
        """62, 63, 64, 65: all fields of a line together, in integers that only grow."""
        for position in POSITIONS:
            self.engine.send(f"position {position}")
            self.engine.ready()
            lines = self.engine.go("depth 7")
            self.assertTrue(pv_lines(lines))
            for line in pv_lines(lines):
                self.assertRegex(line, rf"^{PV_LINE.pattern}$")
            infos = [parse_info(line) for line in pv_lines(lines)]
            for field in ("depth", "nodes", "time"):
                values = [info[field] for info in infos]
                self.assertEqual(values, sorted(values), field)
            for info in infos:
                self.assertLessEqual(info["hashfull"], 1000)
                self.assertGreaterEqual(info["seldepth"], 1)

    def test_every_line_is_legal(self):
        """61, 63: each principal variation can be played on the board."""
        for position in POSITIONS:
            self.engine.send(f"position {position}")
            self.engine.ready()
            lines = self.engine.go("depth 8")
            self.check_search(self.engine, position, lines)
            for line in pv_lines(lines):
                self.assertTrue(self.engine.accepts(position, parse_info(line)["pv"]), line)

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
            self.engine.send(f"position {position}", "go infinite depth 2")
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

    def test_current_move(self):
        """67: not in the first second, then with a number from 1 to that of the moves."""
        moves = ("d1e2", "f3e5", "h2h3")
        self.engine.send(f"position {MIDGAME}", f"go infinite searchmoves {' '.join(moves)}")
        early = self.engine.read_for(0.8)
        self.assertFalse([line for line in early if "currmove" in line])
        late = self.engine.read_for(1.5)
        self.engine.stop()
        current = [parse_info(line) for line in late if "currmove" in line]
        for info in current:
            self.assertIn(info["currmovenumber"], range(1, len(moves) + 1))
            self.assertIn(info["currmove"], moves)

    def test_no_strings(self):
        """70: no info string outside debug mode in an ordinary session."""
        self.engine.send("setoption name Hash value 8", "ucinewgame", "position startpos")
        self.assertFalse([line for line in self.engine.go("depth 5") if "string" in line])


class Bounds(ReadyTest):
    def test_last_line(self):
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
        """The numbered lines in runs that begin with number 1."""
        groups = []
        for line in lines[:-1]:
            info = parse_info(line)
            if "multipv" in info:
                if info["multipv"] == 1:
                    groups.append([])
                groups[-1].append(info)
        return groups

    def check_groups(self, lines, size):
        groups = self.groups(lines)
        self.assertTrue(groups)
        for group in groups:
            self.assertEqual([info["multipv"] for info in group], list(range(1, size + 1)))
            self.assertEqual(len({info["depth"] for info in group}), 1)
            self.assertEqual(len({info["pv"][0] for info in group}), size)
        return groups[-1]

    def test_lines_together(self):
        """68: all k lines of one depth together, best first, different moves."""
        for lines_wanted in (2, 3, 5):
            self.engine.send(f"setoption name MultiPV value {lines_wanted}", f"position {MIDGAME}")
            self.engine.ready()
            lines = self.engine.go("depth 6")
            last = self.check_groups(lines, lines_wanted)
            self.assertEqual(last[0]["pv"][0], best_move(lines))
            scores = [info["score"][1] for info in last]
            self.assertEqual(scores, sorted(scores, reverse=True))
            for info in last:
                self.assertTrue(self.engine.accepts(MIDGAME, info["pv"]))

    def test_stopped(self):
        """68: also when the search is stopped, at any time."""
        self.engine.send("setoption name MultiPV value 4")
        for delay in (0.0, 0.02, 0.1, 0.3):
            self.engine.send(f"position {MIDGAME}", "go infinite")
            lines = self.engine.read_for(delay)
            lines += self.engine.stop()
            last = self.check_groups(lines, 4)
            self.assertEqual(last[0]["pv"][0], best_move(lines))

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

    def test_capped(self):
        """68: no more lines than legal moves, or than searchmoves."""
        self.engine.send("setoption name MultiPV value 500", "position startpos")
        self.check_groups(self.engine.go("depth 2"), 20)
        self.check_groups(self.engine.go("depth 3 searchmoves e2e4 d2d4 c2c4"), 3)

    def test_back_to_one(self):
        """68: MultiPV 1 is the ordinary output."""
        self.engine.send(
            "setoption name MultiPV value 3", "setoption name MultiPV value 1", "position startpos"
        )
        self.assertFalse([line for line in self.engine.go("depth 4") if "multipv" in line])

    def test_several_threads(self):
        """68 with threads that vote."""
        self.engine.send("setoption name MultiPV value 3", "setoption name Threads value 4")
        self.engine.send(f"position {MIDGAME}")
        self.engine.ready()
        lines = self.engine.go("depth 8")
        last = self.check_groups(lines, 3)
        self.assertEqual(last[0]["pv"][0], best_move(lines))


if __name__ == "__main__":
    main()
