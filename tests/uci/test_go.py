#!/usr/bin/env python3
"""go: every limit by itself and some together. Numbers: rules in docs/uci.md."""

import time

from searches import MATED, MATE_IN_TWO, MIDGAME, SINGLE_MOVE, STALEMATED
from uci_process import (SLOWDOWN, START, ReadyTest, UciProcess, best_move, count_best_moves, main, parse_info, pv_lines)

SHARP = "fen 4rrk1/p6p/2q2pp1/1p6/2pP1BQP/5N2/P4PP1/2R3K1 w - - 0 1"


class GoTest(ReadyTest):
    def position(self, position):
        self.engine.send(f"position {position}")
        self.assertEqual(self.engine.ready(), [])

    def search(self, position, limits):
        """Runs a search, checks its form, and returns its lines and seconds."""
        self.position(position)
        started = time.monotonic()
        lines = self.engine.go(limits)
        seconds = time.monotonic() - started
        self.check_search(self.engine, position, lines)
        return lines, seconds

    def stays_silent(self, seconds=0.3):
        self.engine.stay_silent(seconds)

    def stop(self):
        self.engine.send("stop")
        return self.engine.read_until("bestmove", timeout=2.0 * SLOWDOWN)


class Bounds(GoTest):
    def test_last_line(self):
        """66: a search that ends where a window was too narrow has a bound, and says so."""
        seen = set()
        for nodes in range(2000, 22000, 500):
            self.engine.send("ucinewgame")
            lines, _ = self.search(SHARP, f"nodes {nodes}")
            *before, (kind, value, bound) = [parse_info(line)["score"] for line in pv_lines(lines)]
            self.assertEqual(kind, "cp")
            seen.add(bound)
            if bound == "upperbound":
                self.assertLess(value, [score[1] for score in before if score[2] == ""][-1])
        self.assertEqual(seen, {"", "lowerbound", "upperbound"})


class Limits(GoTest):
    def test_depth(self):
        """46: that deep and no deeper."""
        for depth in (1, 2, 5, 8):
            lines, _ = self.search(MIDGAME, f"depth {depth}")
            depths = [parse_info(line)["depth"] for line in pv_lines(lines)]
            self.assertEqual(max(depths), depth)
            self.assertEqual(depths[-1], depth)

    def test_nodes(self):
        """47: exact with one thread."""
        for nodes in (1, 2, 100, 5000, 54321):
            lines, _ = self.search(MIDGAME, f"nodes {nodes}")
            self.assertEqual(parse_info(lines[-2])["nodes"], nodes)

    def test_nodes_of_several_threads(self):
        """47: with more threads the overrun is some hundred nodes each at most."""
        for threads in (4, 12):
            self.engine.send(f"setoption name Threads value {threads}")
            for nodes in (100, 3000, 40000):
                lines, _ = self.search(MIDGAME, f"nodes {nodes}")
                searched = parse_info(lines[-2])["nodes"]
                self.assertLessEqual(searched, nodes + min(nodes, 512 * threads) + threads)

    def test_clock_of_the_other_side(self):
        """44: a search that only the other's clock, increments or moves to go could end."""
        for limits in ("btime 200", "winc 200 binc 200", "movestogo 40", "binc 200"):
            lines, _ = self.search(MIDGAME, limits)
            self.assertEqual(count_best_moves(lines), 1, limits)
        self.position(MIDGAME)
        self.engine.send("go ponder btime 200")
        self.stays_silent()
        self.engine.send("ponderhit")
        self.engine.read_until("bestmove", timeout=5.0 * SLOWDOWN)
        self.engine.send("go infinite btime 200")
        self.stays_silent()
        self.stop()

    def test_movetime(self):
        """49: so long, within what a busy machine allows."""
        for milliseconds in (50, 200, 600):
            lines, seconds = self.search(MIDGAME, f"movetime {milliseconds}")
            self.assertGreater(seconds, milliseconds / 1000 - 0.03)
            self.assert_prompt(seconds, milliseconds / 1000 + 0.4 * SLOWDOWN)
            self.assert_prompt(parse_info(lines[-2])["time"] / 1000,
                               milliseconds / 1000 + 0.4 * SLOWDOWN)

    def test_mate(self):
        """48: the mate is found, in moves."""
        lines, _ = self.search(MATE_IN_TWO, "mate 2")
        self.assertEqual(parse_info(lines[-2])["score"][:2], ("mate", 2))

    def test_mated_in(self):
        """66: negative when we are mated."""
        lines, _ = self.search("fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "depth 8")
        self.assertEqual(parse_info(lines[-2])["score"][:2], ("mate", -1))

    def test_clock(self):
        """44, 45: time left, increment, moves to go, in any order."""
        for limits in (
            "wtime 2000 btime 2000",
            "btime 2000 wtime 2000 winc 50 binc 50",
            "movestogo 40 wtime 5000 btime 5000",
            "wtime 1000 btime 1 movestogo 2",
            "wtime 2000 winc -5 btime 2000 binc -5 movestogo 0",
        ):
            _, seconds = self.search(MIDGAME, limits)
            self.assert_prompt(seconds, 1.5 * SLOWDOWN, limits)

    def test_little_time(self):
        """51: zero, negative and absurd clocks give a legal move promptly."""
        for limits in (
            "wtime 0 btime 0",
            "wtime -1000 btime -1000 winc 0 binc 0",
            "wtime 1 btime 1",
            "wtime -99999999999999999999 btime 5",
            "movetime 0",
            "movetime -1",
            "depth 0",
            "depth -3",
            "nodes 0",
            "nodes -1",
            "wtime 99999999999999999999999 btime 99999999999999999999999 depth 3",
            "movetime 99999999999999999999 nodes 500",
            "winc 99999999999999999999 wtime 100 depth 2",
            "depth 99999999999 nodes 1000",
            "nodes 99999999999999999999 depth 2",
        ):
            _, seconds = self.search(MIDGAME, limits)
            self.assert_prompt(seconds, 2.0 * SLOWDOWN, limits)

    def test_combined(self):
        """45, 46: the first limit reached ends the search, wherever it stands."""
        for limits in (
            "depth 3 movetime 60000 nodes 100000000",
            "wtime 600000 depth 3 btime 600000",
            "nodes 100000000 depth 3",
        ):
            lines, _ = self.search(MIDGAME, limits)
            self.assertEqual(parse_info(lines[-2])["depth"], 3)

    def test_searchmoves(self):
        """38: only these; the list ends at the next keyword."""
        for limits in ("depth 5 searchmoves a2a3", "searchmoves a2a3 depth 5"):
            lines, _ = self.search("startpos", limits)
            self.assertEqual(best_move(lines), "a2a3")
            self.assertEqual(parse_info(lines[-2])["depth"], 5)
        lines, _ = self.search("startpos", "depth 5 searchmoves a2a3 h2h3 zzzz e2e5")
        self.assertIn(best_move(lines), ("a2a3", "h2h3"))
        for line in pv_lines(lines):
            self.assertIn(parse_info(line)["pv"][0], ("a2a3", "h2h3"))
        self.search("startpos", "depth 2 searchmoves e2e5")

    def test_malformed(self):
        """4: what is no number is ignored; the rest of the line counts."""
        for limits in (
            "depth nodes 500",
            "depth x depth 2",
            "wtime depth 2",
            "joho depth 2 foo",
            "depth 2 wtime",
            "nodes 5k depth 2",
            "searchmoves depth 2",
        ):
            self.search(MIDGAME, limits)
        self.engine.send("debug on", "go depth x joho nodes 100")
        lines = self.engine.read_until("bestmove")
        self.assertIn('info string go: no number after "depth"', lines)
        self.assertIn('info string go: not understood: "joho"', lines)


class WithoutEnd(GoTest):
    def test_infinite(self):
        """37, 50: no bestmove before stop, in any position, limits or not."""
        for position in ("startpos", MATE_IN_TWO, SINGLE_MOVE):
            for limits in ("infinite", "", "infinite depth 2", "infinite nodes 10"):
                if position != "startpos" and not limits:
                    continue
                self.position(position)
                self.engine.send(f"go {limits}")
                self.stays_silent(0.15)
                self.assertRegex(self.stop()[-1], "^bestmove [a-h]")

    def test_ponderhit(self):
        """39, 42: a ponder search becomes a normal one."""
        self.position("startpos moves e2e4 e7e5")
        self.engine.send("go ponder wtime 1500 btime 1500")
        self.stays_silent(0.4)
        self.engine.send("ponderhit")
        lines = self.engine.read_until("bestmove", timeout=3.0 * SLOWDOWN)
        self.assertRegex(lines[-1], "^bestmove [a-h]")

    def test_ponderhit_ends_finished_search(self):
        """39, 42: a limit reached while pondering takes effect with ponderhit."""
        for position, limits in (
            ("startpos", "depth 2"),
            (SINGLE_MOVE, "wtime 1000 btime 1000"),
            ("startpos", "movetime 50"),
        ):
            self.position(position)
            self.engine.send(f"go ponder {limits}")
            self.stays_silent(0.2)
            self.engine.send("ponderhit")
            lines = self.engine.read_until("bestmove", timeout=2.0 * SLOWDOWN)
            self.assertEqual(count_best_moves(lines), 1)

    def test_ponder_miss(self):
        """43: stop gives the bestmove; then comes the position really played."""
        self.position("startpos moves e2e4 e7e5")
        self.engine.send("go ponder wtime 60000 btime 60000", "stop")
        self.engine.send("position startpos moves d2d4")
        self.assertEqual(count_best_moves(self.engine.read_until("bestmove")), 1)
        lines = self.engine.go("depth 3 searchmoves g8f6")
        self.assertEqual(best_move(lines), "g8f6")

    def test_ponderhit_then_stop(self):
        """53: still one bestmove."""
        self.position("startpos")
        self.engine.send("go ponder wtime 600000 btime 600000", "ponderhit", "stop", "ponderhit")
        self.engine.read_until("bestmove")
        self.assertEqual(self.engine.ready(), [])

    def test_ponder_infinite(self):
        """39, 50: both together wait for stop."""
        self.position("startpos")
        self.engine.send("go ponder infinite depth 2", "ponderhit")
        self.stays_silent(0.2)
        self.stop()


class NoLegalMove(GoTest):
    def test_null_move(self):
        """60: mated or stalemated, the move is 0000."""
        for position in (MATED, STALEMATED):
            for limits in ("depth 5", "nodes 1", "movetime 30", "wtime 1000 btime 1000", "mate 1"):
                self.position(position)
                lines = self.engine.go(limits, timeout=2.0 * SLOWDOWN)
                self.assertEqual(lines[-1], "bestmove 0000")
                self.assertRegex(lines[-2], "^info depth 0 .*score ")

    def test_score(self):
        """60, 66: mate or draw is what the final information says."""
        self.position(MATED)
        self.assertEqual(parse_info(self.engine.go("depth 1")[-2])["score"], ("mate", 0, ""))
        self.position(STALEMATED)
        self.assertEqual(parse_info(self.engine.go("depth 1")[-2])["score"], ("cp", 0, ""))

    def test_waits_for_stop(self):
        """39, 50, 60: even then not before stop, if infinite or pondering."""
        for position in (MATED, STALEMATED):
            for limits in ("infinite", "ponder wtime 1000 btime 1000"):
                self.position(position)
                self.engine.send(f"go {limits}")
                self.stays_silent(0.15)
                self.assertEqual(self.stop()[-1], "bestmove 0000")


class WithoutPosition(GoTest):
    def test_start_position(self):
        """35: before any position command the board is the start position."""
        with UciProcess() as engine:
            engine.greet()
            lines = engine.go("depth 3")
            self.check_search(engine, f"fen {START}", lines)


if __name__ == "__main__":
    main()
