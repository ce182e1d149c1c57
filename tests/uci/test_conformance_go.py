#!/usr/bin/env python3
"""Lines 37 to 51 of the protocol: go and ponderhit."""

import time

from searches import MATED, MATE_IN_TWO, MIDGAME, SINGLE_MOVE, STALEMATED, infos, pvs
from uci_process import SLOWDOWN, UciTest, best_move, count_best_moves, greeted, main


def timed(engine, limits):
    """The lines of a search and its seconds."""
    started = time.monotonic()
    lines = engine.go(limits)
    return lines, time.monotonic() - started


class Go(UciTest):
    def test_37_bare_go_is_endless(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go")
            engine.stay_silent(0.5)
            self.assertRegex(engine.stop()[-1], "^bestmove [a-h]")

    def test_38_searchmoves(self):
        with greeted() as engine:
            engine.send("position startpos", "go infinite searchmoves e2e4 d2d4")
            lines = engine.read_for(0.3) + engine.stop()
            self.assertIn(best_move(lines), ("e2e4", "d2d4"))
            for info in pvs(lines):
                self.assertIn(info["pv"][0], ("e2e4", "d2d4"))
            for limits in ("searchmoves a2a3 h2h3 depth 3", "depth 3 searchmoves a2a3 h2h3"):
                lines = engine.go(limits)
                self.assertIn(best_move(lines), ("a2a3", "h2h3"))
                self.assertEqual(pvs(lines)[-1]["depth"], 3)

    def test_39_ponder_waits(self):
        with greeted() as engine:
            for position, limits in (
                (MATE_IN_TWO, "wtime 1000 btime 1000"),
                (MATE_IN_TWO, "mate 2"),
                ("startpos", "depth 1"),
                ("startpos", "nodes 10"),
                ("startpos", "movetime 10"),
                (SINGLE_MOVE, "wtime 1000 btime 1000"),
                (MATED, "wtime 1000 btime 1000"),
                (STALEMATED, "depth 3"),
            ):
                for ending in ("ponderhit", "stop"):
                    engine.send(f"position {position}", f"go ponder {limits}")
                    engine.stay_silent(0.08)
                    engine.send(ending)
                    lines = engine.read_until("bestmove", timeout=2.0 * SLOWDOWN)
                    self.assertEqual(count_best_moves(lines), 1)

    def test_40_clock_stands_while_pondering(self):
        with greeted() as engine:
            engine.send("position startpos moves e2e4 e7e5", "go ponder wtime 150 btime 150")
            lines = engine.stay_silent(0.4)
            # It is White's turn after the move to ponder on.
            self.assertTrue(pvs(lines))
            for info in pvs(lines):
                self.assertRegex(info["pv"][0], "^[a-h][12]")
            engine.send("ponderhit")
            lines = engine.read_until("bestmove", timeout=1.0 * SLOWDOWN)
            self.assertRegex(best_move(lines), "^[a-h][12]")

    def test_41_only_the_move_given_is_pondered_on(self):
        position = "startpos moves g1f3 h7h5"
        with greeted() as engine:
            engine.send(f"position {position}", "go ponder wtime 10000 btime 10000")
            lines = engine.read_for(0.4) + engine.stop()
            self.assertTrue(pvs(lines))
            for info in pvs(lines):
                self.assertTrue(engine.accepts(position, info["pv"]), info)

    def test_42_ponderhit(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go ponder wtime 4000 btime 4000")
            before = engine.stay_silent(0.3)
            engine.send("ponderhit")
            after = engine.read_until("bestmove", timeout=4.0 * SLOWDOWN)
            # The same search: it does not begin again.
            depths = [info["depth"] for info in pvs(before + after)]
            self.assertEqual(depths, sorted(depths))
            nodes = [info["nodes"] for info in infos(before + after) if "nodes" in info]
            self.assertEqual(nodes, sorted(nodes))
            # The time that this clock allows has gone by, which would be a second and more.
            engine.send(f"position {MIDGAME}", "go ponder wtime 2000 btime 2000 movestogo 1")
            engine.stay_silent(2.5)
            started = time.monotonic()
            engine.send("ponderhit")
            engine.read_until("bestmove")
            self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)

    def test_43_ponder_miss(self):
        with greeted() as engine:
            game = "startpos moves h2h4 e7e5 d2d4 e5d4 d1d4 d7d5 e2e4"
            engine.send(f"position {game} g8f6", "go ponder wtime 7188043 btime 7166483")
            engine.stay_silent(0.1)
            engine.send("stop", f"position {game} h7h5", "go depth 3 searchmoves e4d5")
            lines = engine.read_until("bestmove")
            self.assertEqual(count_best_moves(lines), 1)
            self.assertEqual(best_move(engine.read_until("bestmove")), "e4d5")
            self.assertEqual(engine.ready(), [])

    def test_44_clocks_and_increments(self):
        with greeted() as engine:

            def seconds(limits, to_move="w"):
                engine.send("ucinewgame", f"position {MIDGAME.replace(' w ', f' {to_move} ')}")
                engine.ready()
                return timed(engine, limits)[1]

            # Each side looks at its own clock.
            self.assert_prompt(seconds("wtime 120 btime 900000"), 1.0 * SLOWDOWN)
            self.assert_prompt(seconds("btime 120 wtime 900000", "b"), 1.0 * SLOWDOWN)
            # The increment can be relied on; below zero there is none.
            self.assertGreater(seconds("wtime 2000 winc 1000 btime 1 binc 1"), 0.1)
            self.assert_prompt(seconds("wtime 150 winc -5000 btime 150 binc -5000"), 1.0 * SLOWDOWN)

    def test_45_moves_to_go(self):
        with greeted() as engine:
            for limits in (
                "movestogo 40 wtime 4000 btime 4000",
                "wtime 4000 movestogo 40 btime 4000",
                "btime 4000 wtime 4000 movestogo 40",
                "movestogo 0 wtime 2000 btime 2000",
                "movestogo -3 wtime 2000 btime 2000",
                "wtime 2000 btime 2000",
            ):
                engine.send("ucinewgame", f"position {MIDGAME}")
                engine.ready()
                lines, seconds = timed(engine, limits)
                self.assertRegex(lines[-1], "^bestmove [a-h]")
                self.assert_prompt(seconds, 1.0 * SLOWDOWN, limits)
            # The last move before the control may take most of the time.
            engine.send("ucinewgame", f"position {MIDGAME}", "go movestogo 1 wtime 60000 btime 60000")
            engine.stay_silent(1.2)
            engine.stop()

    def test_46_depth(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}")
            for depth in (1, 2, 5, 9, 4):
                lines = engine.go(f"depth {depth}")
                self.assertEqual(max(info["depth"] for info in infos(lines)), depth)
                self.assertEqual(pvs(lines)[-1]["depth"], depth)

    def test_47_nodes(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}")
            for nodes in (1, 2, 1000, 12345, 100000):
                self.assertEqual(infos(engine.go(f"nodes {nodes}"))[-1]["nodes"], nodes)
            engine.send("setoption name Threads value 4")
            for nodes in (1, 20, 500, 5000, 100000):
                searched = infos(engine.go(f"nodes {nodes}"))[-1]["nodes"]
                self.assertGreaterEqual(searched, nodes)
                self.assertLessEqual(searched, nodes + min(nodes, 4 * 512) + 4)

    def test_48_mate_in_moves(self):
        with greeted() as engine:
            engine.send(f"position {MATE_IN_TWO}")
            for moves in (2, 3, 7):
                lines = engine.go(f"mate {moves}")
                self.assertEqual(pvs(lines)[-1]["score"], ("mate", 2, ""), moves)
                self.assertEqual(len(pvs(lines)[-1]["pv"]), 3)
            # Not in one move, and that is found out.
            lines = engine.go("mate 1", timeout=5.0 * SLOWDOWN)
            self.assertRegex(lines[-1], "^bestmove [a-h]")

    def test_49_movetime(self):
        with greeted() as engine:
            for milliseconds in (1, 40, 250):
                late = []
                positions = (MIDGAME, SINGLE_MOVE, MATE_IN_TWO)
                for position in positions * 10:
                    engine.send(f"position {position}")
                    engine.ready()
                    lines, seconds = timed(engine, f"movetime {milliseconds}")
                    late.append(1000 * seconds - milliseconds)
                    self.assertEqual(count_best_moves(lines), 1)
                    # Early is wrong; late may be the machine, so that the best one counts.
                    if len(late) >= len(positions) and min(late) < 5 * SLOWDOWN:
                        break
                self.assertGreater(min(late), -5)
                self.assert_prompt(min(late) / 1000, 0.005 * SLOWDOWN)
                self.assert_prompt(max(late) / 1000, 1.0 * SLOWDOWN)

    def test_50_infinite_waits_for_stop(self):
        with greeted() as engine:
            for position in (MIDGAME, MATE_IN_TWO, SINGLE_MOVE, MATED, STALEMATED):
                for limits in ("infinite", "infinite depth 1", "nodes 5 infinite movetime 5"):
                    engine.send(f"position {position}", f"go {limits}")
                    engine.stay_silent(0.08)
                    expected = "0000" if position in (MATED, STALEMATED) else "[a-h]"
                    self.assertRegex(engine.stop()[-1], f"^bestmove {expected}")
            # King against king is searched to the greatest depth there is, and then it waits.
            engine.send("position fen 8/8/8/k7/8/8/8/7K w - - 0 1", "go infinite")
            lines = engine.stay_silent(0.8)
            self.assertGreater(max(info["depth"] for info in infos(lines)), 20)
            self.assertRegex(engine.stop()[-1], "^bestmove h1")

    def test_51_absurd_clocks(self):
        huge = "99999999999999999999999999"
        with greeted() as engine:
            for limits in (
                "wtime 0 btime 0",
                "wtime -500 btime -500",
                "wtime 0 btime 0 winc 0 binc 0 movestogo 1",
                f"wtime -{huge} btime -{huge}",
                f"wtime {huge} btime {huge} depth 3",
                f"wtime 50 btime 50 winc {huge} binc {huge} depth 3",
                f"wtime 200 btime 200 movestogo {huge}",
                "movetime 0",
                "movetime -7",
                "depth 0",
                "depth -1",
                "nodes 0",
                f"depth {huge} nodes 100",
                f"nodes {huge} depth 2",
                "mate 0 nodes 1000",
                f"mate {huge} nodes 1000",
            ):
                engine.send(f"position {MIDGAME}")
                engine.ready()
                lines, seconds = timed(engine, limits)
                self.assertTrue(engine.accepts(MIDGAME, [best_move(lines)]), limits)
                self.assert_prompt(seconds, 1.0 * SLOWDOWN, limits)


if __name__ == "__main__":
    main()
