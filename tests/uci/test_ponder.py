#!/usr/bin/env python3
"""go ponder and ponderhit. Numbers: rules in docs/uci.md."""

import time

from searches import MATED, MATE_IN_TWO, MIDGAME, SINGLE_MOVE, STALEMATED, infos, pvs
from uci_process import SLOWDOWN, ReadyTest, best_move, count_best_moves, main

WHITE_TO_MOVE = "startpos moves e2e4 e7e5"


class Ponder(ReadyTest):
    def ponder(self, position, limits, seconds):
        """Ponders for so long; the lines."""
        self.engine.send(f"position {position}", f"go ponder {limits}")
        return self.engine.stay_silent(seconds)

    def hit(self, timeout):
        self.engine.send("ponderhit")
        return self.engine.read_until("bestmove", timeout=timeout * SLOWDOWN)

    def test_39_ponder_waits(self):
        """A limit that is reached before takes effect with ponderhit."""
        for position, limits in (
            (MATE_IN_TWO, "wtime 1000 btime 1000"),
            (MATE_IN_TWO, "mate 2"),
            ("startpos", "depth 1"),
            ("startpos", "nodes 10"),
            ("startpos", "movetime 50"),
            (SINGLE_MOVE, "wtime 1000 btime 1000"),
            (MATED, "wtime 1000 btime 1000"),
            (STALEMATED, "depth 3"),
        ):
            for end in (lambda: self.hit(2.0), self.engine.stop):
                self.ponder(position, limits, 0.2)
                self.assertEqual(count_best_moves(end()), 1)

    def test_ponder_infinite(self):
        """39, 50: both together wait for stop, also where the time is used up before ponderhit."""
        for limits in ("depth 2", "movetime 20", "wtime 50 btime 50"):
            self.ponder("startpos", f"infinite {limits}", 0.2)
            self.engine.send("ponderhit")
            self.engine.stay_silent(0.2)
            self.assertEqual(count_best_moves(self.engine.stop()), 1)

    def test_40_clock_stands_while_pondering(self):
        """The board after the move that is pondered on is searched."""
        lines = self.ponder(WHITE_TO_MOVE, "wtime 150 btime 150", 0.4)
        self.assertTrue(pvs(lines))
        for info in pvs(lines):
            self.assertRegex(info["pv"][0], "^[a-h][12]")
        self.assertRegex(best_move(self.hit(1.0)), "^[a-h][12]")

    def test_41_only_the_move_given_is_pondered_on(self):
        position = "startpos moves g1f3 h7h5"
        lines = self.ponder(position, "wtime 10000 btime 10000", 0.4) + self.engine.stop()
        self.assertTrue(pvs(lines))
        for info in pvs(lines):
            self.assertTrue(self.engine.accepts(position, info["pv"]), info)

    def test_42_ponderhit(self):
        """The same search goes on as a normal one: it does not begin again."""
        before = self.ponder(MIDGAME, "wtime 1500 btime 1500", 0.4)
        after = self.hit(3.0)
        self.assertRegex(after[-1], "^bestmove [a-h]")
        depths = [info["depth"] for info in pvs(before + after)]
        self.assertEqual(depths, sorted(depths))
        nodes = [info["nodes"] for info in infos(before + after) if "nodes" in info]
        self.assertEqual(nodes, sorted(nodes))
        # More time has gone by than the clock allows.
        self.ponder(MIDGAME, "wtime 1000 btime 1000 movestogo 1", 1.25)
        started = time.monotonic()
        self.hit(10.0)
        self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)

    def test_overdue(self):
        """42: whose time was used up while it pondered answers ponderhit at once."""
        for limits in ("wtime 1000 btime 1000 movestogo 20", "movetime 100"):
            seconds = []
            for _ in range(3):
                self.ponder(WHITE_TO_MOVE, limits, 0.5)
                started = time.monotonic()
                self.hit(10.0)
                seconds.append(time.monotonic() - started)
            self.assert_prompt(min(seconds), 0.02 * SLOWDOWN, limits)

    def test_43_ponder_miss(self):
        """stop gives the bestmove; then comes the position really played."""
        for game, expected, played, answer, seconds in (
            ("startpos moves e2e4", "e7e5", "c7c5", "g1f3", 0.0),
            ("startpos moves h2h4 e7e5 d2d4 e5d4 d1d4 d7d5 e2e4", "g8f6", "h7h5", "e4d5", 0.1),
        ):
            self.ponder(f"{game} {expected}", "wtime 7188043 btime 7166483", seconds)
            self.engine.send("stop", f"position {game} {played}", f"go depth 3 searchmoves {answer}")
            self.assertEqual(count_best_moves(self.engine.read_until("bestmove")), 1)
            self.assertEqual(best_move(self.engine.read_until("bestmove")), answer)
            self.assertEqual(self.engine.ready(), [])


if __name__ == "__main__":
    main()
