#!/usr/bin/env python3
"""go: every limit by itself and some together. Numbers: rules in docs/uci.md."""

import time

from searches import DRAWN, MATED, MATE_IN_TWO, MIDGAME, SINGLE_MOVE, STALEMATED, infos, pvs
from uci_process import SLOWDOWN, ReadyTest, best_move, main, parse_info


class GoTest(ReadyTest):
    def position(self, position):
        self.assertEqual(self.engine.ask(f"position {position}"), [])

    def search(self, position, limits):
        """Runs a search, checks its form, and returns its lines and seconds."""
        self.position(position)
        started = time.monotonic()
        lines = self.engine.go(limits)
        seconds = time.monotonic() - started
        self.check_search(self.engine, position, lines)
        return lines, seconds


class Limits(GoTest):
    def test_46_depth(self):
        """That deep and no deeper."""
        for depth in (1, 2, 5, 8, 9, 4):
            lines, _ = self.search(MIDGAME, f"depth {depth}")
            self.assertEqual(max(info["depth"] for info in infos(lines) if "depth" in info), depth)
            self.assertEqual(pvs(lines)[-1]["depth"], depth)

    def test_47_nodes(self):
        """Exact with one thread; with more the overrun is some hundred nodes each at most."""
        many = (100000,) if SLOWDOWN == 1.0 else ()
        for nodes in (1, 2, 100, 1000, 12345, *many):
            lines, _ = self.search(MIDGAME, f"nodes {nodes}")
            self.assertEqual(parse_info(lines[-2])["nodes"], nodes)
        for threads in (4, 12):
            self.engine.send(f"setoption name Threads value {threads}")
            for nodes in (1, 20, 100, 500, 3000, 5000, 40000, *many):
                lines, _ = self.search(MIDGAME, f"nodes {nodes}")
                searched = parse_info(lines[-2])["nodes"]
                self.assertGreaterEqual(searched, nodes)
                self.assertLessEqual(searched, nodes + min(nodes, 512 * threads) + threads)

    def test_combined(self):
        """45, 46: the first limit reached ends the search, wherever it stands."""
        for limits in (
            "depth 3 movetime 60000 nodes 100000000",
            "wtime 600000 depth 3 btime 600000",
            "nodes 100000000 depth 3",
        ):
            lines, _ = self.search(MIDGAME, limits)
            self.assertEqual(parse_info(lines[-2])["depth"], 3)

    def test_38_searchmoves(self):
        """Only these; the list ends at the next keyword."""
        self.position("startpos")
        self.engine.send("go infinite searchmoves e2e4 d2d4")
        self.check_first_moves(self.engine.read_for(0.3) + self.engine.stop(), ("e2e4", "d2d4"))
        for limits, moves in (
            ("searchmoves a2a3 depth 5", ("a2a3",)),
            ("depth 5 searchmoves a2a3", ("a2a3",)),
            ("searchmoves a2a3 h2h3 depth 5", ("a2a3", "h2h3")),
            ("depth 5 searchmoves a2a3 h2h3 zzzz e2e5", ("a2a3", "h2h3")),
        ):
            lines, _ = self.search("startpos", limits)
            self.check_first_moves(lines, moves)
            self.assertEqual(pvs(lines)[-1]["depth"], 5)
        self.search("startpos", "depth 2 searchmoves e2e5")

    def check_first_moves(self, lines, moves):
        for move in [info["pv"][0] for info in pvs(lines)] + [best_move(lines)]:
            self.assertIn(move, moves)

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


class Clocks(GoTest):
    def new_game(self, limits, to_move="w"):
        """The seconds that the first search of a game takes."""
        self.engine.send("ucinewgame")
        return self.search(MIDGAME.replace(" w ", f" {to_move} "), limits)[1]

    def test_44_clocks_and_increments(self):
        """Each side looks at its own clock. The increment can be relied on; below zero there is none."""
        self.assert_prompt(self.new_game("wtime 120 btime 900000"), 1.0 * SLOWDOWN)
        self.assert_prompt(self.new_game("btime 120 wtime 900000", "b"), 1.0 * SLOWDOWN)
        self.assertGreater(self.new_game("wtime 2000 winc 1000 btime 1 binc 1"), 0.1)
        self.assert_prompt(self.new_game("wtime 150 winc -5000 btime 150 binc -5000"), 1.0 * SLOWDOWN)

    def test_45_moves_to_go(self):
        """Any order; without it, or with none, the clock must do for the whole game."""
        for limits, most in (
            ("movestogo 40 wtime 4000 btime 4000", 1.0),
            ("wtime 4000 movestogo 40 btime 4000", 1.0),
            ("btime 4000 wtime 4000 movestogo 40", 1.0),
            ("movestogo 0 wtime 2000 btime 2000", 1.0),
            ("movestogo -3 wtime 2000 btime 2000", 1.0),
            ("wtime 2000 btime 2000", 1.0),
            ("btime 2000 wtime 2000 winc 50 binc 50", 1.5),
            ("movestogo 40 wtime 5000 btime 5000", 1.5),
            ("wtime 1000 btime 1 movestogo 2", 1.5),
            ("wtime 2000 winc -5 btime 2000 binc -5 movestogo 0", 1.5),
        ):
            self.assert_prompt(self.new_game(limits), most * SLOWDOWN, limits)
        # The last move before the control may take most of the time.
        self.engine.send("ucinewgame", f"position {MIDGAME}", "go movestogo 1 wtime 60000 btime 60000")
        self.engine.stay_silent(1.2)
        self.engine.stop()

    def test_clock_of_the_other_side(self):
        """44: a search that only the other's clock, increments or moves to go could end."""
        for limits in ("btime 200", "winc 200 binc 200", "movestogo 40", "binc 200"):
            self.search(MIDGAME, limits)
        self.position(MIDGAME)
        self.engine.send("go ponder btime 200")
        self.engine.stay_silent(0.3)
        self.engine.send("ponderhit")
        self.engine.read_until("bestmove", timeout=5.0 * SLOWDOWN)
        self.engine.send("go infinite btime 200")
        self.engine.stay_silent(0.3)
        self.engine.stop()

    def test_51_absurd_clocks(self):
        """Zero, negative and absurd numbers give a legal move promptly."""
        huge = "99999999999999999999999999"
        for limits in (
            "wtime 0 btime 0",
            "wtime 1 btime 1",
            "wtime -500 btime -500",
            "wtime -1000 btime -1000 winc 0 binc 0",
            "wtime 0 btime 0 winc 0 binc 0 movestogo 1",
            f"wtime -{huge} btime -{huge}",
            f"wtime -{huge} btime 5",
            f"wtime {huge} btime {huge} depth 3",
            f"wtime 50 btime 50 winc {huge} binc {huge} depth 3",
            f"winc {huge} wtime 100 depth 2",
            f"wtime 200 btime 200 movestogo {huge}",
            "movetime 0",
            "movetime -7",
            f"movetime {huge} nodes 500",
            "depth 0",
            "depth -1",
            "depth 99999999999 nodes 1000",
            f"depth {huge} nodes 100",
            "nodes 0",
            "nodes -1",
            f"nodes {huge} depth 2",
            "mate 0 nodes 1000",
            f"mate {huge} nodes 1000",
        ):
            _, seconds = self.search(MIDGAME, limits)
            self.assert_prompt(seconds, 1.0 * SLOWDOWN, limits)


class WithoutEnd(GoTest):
    def test_37_bare_go_is_endless(self):
        """Only stop ends it, even where the search has seen everything."""
        for position in ("startpos", MIDGAME, DRAWN):
            self.position(position)
            self.engine.send("go")
            self.engine.stay_silent(0.5)
            self.assertRegex(self.engine.stop()[-1], "^bestmove [a-h]")

    def test_50_infinite_waits_for_stop(self):
        """In any position, with other limits or without."""
        for position in ("startpos", MIDGAME, MATE_IN_TWO, SINGLE_MOVE, MATED, STALEMATED):
            for limits in ("infinite", "infinite depth 1", "infinite nodes 10",
                           "nodes 5 infinite movetime 5"):
                self.position(position)
                self.engine.send(f"go {limits}")
                self.engine.stay_silent(0.15)
                expected = "0000" if position in (MATED, STALEMATED) else "[a-h]"
                self.assertRegex(self.engine.stop()[-1], f"^bestmove {expected}")
        # King against king is searched to the greatest depth there is, and then it waits.
        self.engine.send("position fen 8/8/8/k7/8/8/8/7K w - - 0 1", "go infinite")
        lines = self.engine.stay_silent(0.8)
        self.assertGreater(max(info["depth"] for info in infos(lines)), 20)
        self.assertRegex(self.engine.stop()[-1], "^bestmove h1")


class NoLegalMove(GoTest):
    def test_60_null_move(self):
        """Mated or stalemated, the move is 0000, but not before stop if infinite or pondering."""
        for position in (MATED, STALEMATED):
            for limits in ("depth 3", "nodes 1", "movetime 20", "wtime 100 btime 100", "mate 1"):
                self.position(position)
                lines = self.engine.go(limits, timeout=2.0 * SLOWDOWN)
                self.assertEqual(lines[-1], "bestmove 0000")
                self.assertRegex(lines[-2], "^info depth 0 .*score ")
            for limits in ("infinite", "ponder depth 1", "ponder wtime 1000 btime 1000"):
                self.engine.send(f"go {limits}")
                self.engine.stay_silent(0.15)
                self.assertEqual(self.engine.stop()[-1], "bestmove 0000")

    def test_score(self):
        """60, 66: mate or draw is what the final information says."""
        for position, score in ((MATED, ("mate", 0, "")), (STALEMATED, ("cp", 0, ""))):
            self.position(position)
            self.assertEqual(parse_info(self.engine.go("depth 1")[-2])["score"], score)


if __name__ == "__main__":
    main()
