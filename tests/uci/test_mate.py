#!/usr/bin/env python3
"""go mate: proves a mate, or says that there is none. Numbers: rules in docs/uci.md."""

import time

from uci_process import SLOWDOWN, EngineTest, best_move, count_best_moves, main, parse_info, pv_lines

# Found in random positions with few pieces; none begins with a check.
MATES = (
    ("fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1", 2),
    ("fen 2k5/5K2/3P4/8/3R4/8/7R/3Q4 w - - 0 1", 3),
    ("fen 5N2/8/Q1K1p3/8/2N1p1R1/8/2knqR2/8 w - - 0 1", 4),
    ("fen 8/P3K3/7p/R7/3NP3/8/3k4/4N3 w - - 0 1", 5),
    ("fen 8/2p2K2/8/4Pk2/6N1/2RP4/2B5/8 w - - 0 1", 5),
)
STARTPOS = "startpos"


class MateTest(EngineTest):
    def search(self, position, limits, timeout=30.0):
        """Runs a search, checks its form, and returns its lines and the final information."""
        self.assertEqual(self.engine.ask(f"position {position}"), [])
        lines = self.engine.go(limits, timeout=timeout * SLOWDOWN)
        self.check_search(self.engine, position, lines)
        return lines, parse_info(lines[-2])

    def check_mate(self, position, info, moves):
        """The final line announces the mate and leads up to it."""
        self.assertEqual(info["score"], ("mate", moves, ""))
        self.assertEqual(len(info["pv"]), 2 * moves - 1 if moves > 0 else -2 * moves)
        link = "" if " moves " in position else " moves"
        self.engine.send(f"position {position}{link} {' '.join(info['pv'])}")
        end = self.engine.go("depth 1")
        self.assertEqual(end[-1], "bestmove 0000")
        self.assertEqual(parse_info(end[-2])["score"], ("mate", 0, ""))

    def messages(self, lines):
        return [line for line in lines if line.startswith("info string ")]


class Proof(MateTest):
    def test_48_mate_in_moves(self):
        """The shortest mate is proved, whether or not more moves are allowed; where there is none, that
        is said, and a move is played all the same."""
        for position, moves in MATES:
            for allowed in (moves, moves + 1, moves + 4, 99999):
                lines, info = self.search(position, f"mate {allowed}")
                self.check_mate(position, info, moves)
                self.assertEqual(self.messages(lines), [])
            lines, info = self.search(position, f"mate {moves - 1}", timeout=5.0 if moves == 2 else 30.0)
            self.assertIn(f"info string no mate in {moves - 1}", lines)
            self.assertFalse(info["score"][0] == "mate" and 0 < info["score"][1] < moves)
        for moves in (1, 3):
            lines, info = self.search(STARTPOS, f"mate {moves}")
            self.assertIn(f"info string no mate in {moves}", lines)
            self.assertEqual(info["score"][0], "cp")

    def test_mated(self):
        """48, 66: the side to move is mated; the sign of the number makes no difference."""
        position = "fen 8/8/6k1/8/8/1r6/r7/7K w - - 0 1"
        for limits in ("mate 1", "mate 4", "mate -4"):
            lines, info = self.search(position, limits)
            self.check_mate(position, info, -1)
            self.assertRegex("\n".join(self.messages(lines)), "the side to move is mated in 1")

    def test_bare_king(self):
        """48: who has nothing to mate with does not mate."""
        lines, _ = self.search("fen 8/8/8/4k3/8/8/2P5/K7 b - - 0 1", "mate 100 nodes 20000000")
        self.assertIn("info string no mate in 100", lines)

    def test_searchmoves(self):
        """38, 48: a mate counts only if it begins with one of these."""
        position, _ = MATES[0]
        _, info = self.search(position, "mate 5 searchmoves a1a2 f6f5")
        self.check_mate(position, info, 3)
        self.assertEqual(info["pv"][0], "a1a2")
        lines, _ = self.search(position, "searchmoves a1a2 f6f5 mate 2")
        self.assertIn("info string no mate in 2", lines)

    def test_several_lines(self):
        """48, 63: with MultiPV the mate comes first, and each defence has its line."""
        self.engine.send("setoption name MultiPV value 3")
        position, moves = MATES[2]
        self.engine.send(f"position {position}")
        lines = pv_lines(self.engine.go(f"mate {moves}"))[-3:]
        self.assertEqual([parse_info(line)["multipv"] for line in lines], [1, 2, 3])
        self.check_mate(position, parse_info(lines[0]), moves)
        position = f"{position} moves f2e2"
        self.engine.send(f"position {position}")
        lines = pv_lines(self.engine.go(f"mate {moves}"))[-2:]
        for line in lines:
            info = parse_info(line)
            self.check_mate(position, info, info["score"][1])
        self.assertEqual(parse_info(lines[0])["score"][1], 1 - moves)

    def test_several_threads(self):
        """48: the same with helpers."""
        self.engine.send("setoption name Threads value 4")
        for position, moves in MATES:
            _, info = self.search(position, f"mate {moves}")
            self.check_mate(position, info, moves)

    def test_chess960(self):
        """48, 88: castling may mate."""
        position = "fen 4R1R1/8/8/8/8/5k2/8/4K2R w K - 0 1"
        for chess960, castling in (("false", "e1g1"), ("true", "e1h1")):
            self.engine.send(f"setoption name UCI_Chess960 value {chess960}")
            _, info = self.search(position, f"mate 1 searchmoves {castling}")
            self.check_mate(position, info, 1)
            self.assertEqual(info["pv"], [castling])


class Limits(MateTest):
    HARD = "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"

    def test_nodes(self):
        """47, 48: exact with one thread."""
        for nodes in (1, 100, 5000, 54321):
            lines, info = self.search(self.HARD, f"mate 9 nodes {nodes}")
            self.assertEqual(info["nodes"], nodes)
            self.assertRegex("\n".join(self.messages(lines)), "neither proved nor excluded")
        # No mate is looked for in more moves than a line can hold.
        lines, _ = self.search(self.HARD, "mate 99999 nodes 100")
        self.assertEqual(self.messages(lines), ["info string mate in 123 is neither proved nor excluded"])

    def test_same_twice(self):
        """48: with one thread a search is the same each time."""
        results = []
        for _ in range(2):
            self.engine.send("ucinewgame")
            _, info = self.search(self.HARD, "mate 9 nodes 200000")
            results.append(info["pv"])
        self.assertEqual(results[0], results[1])

    def test_movetime(self):
        """48, 49: so long, whatever has been found out by then."""
        started = time.monotonic()
        lines, _ = self.search(self.HARD, "mate 12 movetime 300")
        seconds = time.monotonic() - started
        self.assertRegex("\n".join(self.messages(lines)), "neither proved nor excluded")
        self.assertGreater(seconds, 0.27)
        self.assert_prompt(seconds, 0.3 + 0.5 * SLOWDOWN)

    def test_clock(self):
        """48, 51: with a clock the search ends, too, when there is neither a mate nor a deeper line."""
        for position in (MATES[0][0], "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1"):
            for threads in (1, 2):
                self.engine.send(f"setoption name Threads value {threads}")
                self.search(position, "mate 1 wtime 60000 btime 60000")
                self.assertEqual(self.engine.ready(), [])

    def test_clock_and_one_move(self):
        """38, 48, 51: with a clock, too, it is looked whether the only move there is mates or is mated."""
        clock = "wtime 60000 btime 60000"
        position, _ = MATES[0]
        _, info = self.search(position, f"mate 5 searchmoves a1a2 {clock}")
        self.check_mate(position, info, 3)
        position = f"{position} moves f6f7"
        _, info = self.search(position, f"mate 2 {clock}")
        self.check_mate(position, info, -1)

    def test_a_good_move_where_there_is_no_mate(self):
        """48: that is no reason to play the first one that comes: some plies are searched, and with a
        clock as long as without the word."""
        self.assertGreaterEqual(self.search(self.HARD, "mate 1")[1]["depth"], 8)
        self.engine.send("setoption name nodestime value 50")
        clock = "wtime 60000 btime 60000"
        depths = []
        for limits in (clock, f"mate 1 {clock}"):
            self.engine.send("ucinewgame")
            depths.append(self.search(self.HARD, limits)[1]["depth"])
        self.assertGreater(depths[0], 10)
        self.assertGreaterEqual(depths[1], depths[0] - 2)

    def test_depth(self):
        """46, 48: of the ordinary search; the mate search has its turn all the same."""
        position, moves = MATES[0]
        for depth in (1, 3):
            _, info = self.search(position, f"mate {moves} depth {depth}")
            self.check_mate(position, info, moves)

    def test_stop(self):
        """5, 48: at any moment."""
        self.engine.send(f"position {self.HARD}")
        for pause in (0.0, 0.01, 0.1, 0.4):
            self.engine.send("go mate 12")
            time.sleep(pause)
            started = time.monotonic()
            self.engine.send("stop")
            lines = self.engine.read_until("bestmove", timeout=2.0 * SLOWDOWN)
            self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)
            self.assertRegex(best_move(lines), "^[a-h]")

    def test_stop_says_what_is_known(self):
        """5, 48: after a stop, too, and however many threads there are."""
        self.engine.send(f"position {self.HARD}")
        for threads in (1, 4):
            self.engine.send(f"setoption name Threads value {threads}")
            self.assertEqual(self.engine.ready(), [])
            for _ in range(4):
                self.engine.send("go mate 12")
                time.sleep(0.1 * SLOWDOWN)
                self.engine.send("stop")
                lines = self.engine.read_until("bestmove", timeout=30.0 * SLOWDOWN)
                self.assertRegex("\n".join(self.messages(lines)), "neither proved nor excluded")

    def test_infinite(self):
        """48, 50: the mate is shown, the move comes after stop."""
        for position, limits in (
            (MATES[0][0], "mate 2 infinite"),
            (STARTPOS, "mate 1 infinite"),
            (MATES[0][0], "ponder mate 2"),
        ):
            self.engine.send(f"position {position}", f"go {limits}")
            lines = self.engine.read_for(0.5 * SLOWDOWN)
            self.assertEqual(count_best_moves(lines), 0)
            if position != STARTPOS:
                self.assertTrue(any(" score mate 2 " in line for line in lines))
            self.engine.stop()


if __name__ == "__main__":
    main()
