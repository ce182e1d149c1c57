#!/usr/bin/env python3
"""Lines 30 to 36 of the protocol: ucinewgame and position."""

from searches import MIDGAME, pvs, same_search
from uci_process import START, UciProcess, UciTest, best_move, greeted, main


def complaints(engine, *lines):
    engine.send(*lines)
    return engine.ready()


class Position(UciTest):
    def test_30_a_new_game_is_a_fresh_start(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}")
            first = same_search(engine.go("depth 7"))
            self.assertNotEqual(same_search(engine.go("depth 7")), first)
            self.assertEqual(complaints(engine, "ucinewgame"), [])
            engine.send(f"position {MIDGAME}")
            self.assertEqual(same_search(engine.go("depth 7")), first)
            engine.send("ucinewgame", f"position {MIDGAME}")
            self.assertEqual(same_search(engine.go("depth 7")), first)

    def test_31_forms_of_position(self):
        moves = "e2e4 c7c5"
        with greeted() as engine:
            for position, reply in (
                ("startpos", "e2e4"),
                ("startpos moves", "e2e4"),
                (f"startpos moves {moves}", "g1f3"),
                (f"fen {START}", "e2e4"),
                (f"fen {START} moves", "e2e4"),
                (f"fen {START} moves {moves}", "g1f3"),
            ):
                self.assertEqual(complaints(engine, f"position {position}"), [], position)
                self.assertEqual(best_move(engine.go(f"depth 1 searchmoves {reply}")), reply)

    def test_32_any_position_after_any(self):
        with greeted() as engine:
            for position in ("startpos", MIDGAME, "fen 8/8/8/8/8/k7/p7/K7 w - - 0 1", "startpos"):
                self.assertEqual(complaints(engine, f"position {position}"), [], position)
                if position.endswith("K7 w - - 0 1"):
                    self.assertEqual(engine.go("depth 3")[-1], "bestmove 0000")
                else:
                    self.check_search(engine, position, engine.go("depth 4"))

    def test_33_counters_of_zero_or_none(self):
        with greeted() as engine:
            for fen in (
                "8/1K6/1Q6/8/5r2/4rk2/8/8 w - - 0 0",
                "8/1K6/1Q6/8/5r2/4rk2/8/8 w - -",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            ):
                self.assertEqual(complaints(engine, f"position fen {fen}"), [], fen)
                self.check_search(engine, f"fen {fen}", engine.go("depth 3"))
            with_moves = "fen 8/1K6/1Q6/8/5r2/4rk2/8/8 w - - 0 0 moves b6b1 e3e2"
            self.assertEqual(complaints(engine, f"position {with_moves}"), [])
            self.check_search(engine, with_moves, engine.go("depth 3"))

    def test_34_moves_count_for_repetition(self):
        """Black wins with the queen, but not by a move that repeats the position a third time."""
        fen = "fen 7k/8/8/8/8/8/q7/7K b - - 0 1"
        twice = "a2b2 h1g1 b2a2 g1h1 a2b2 h1g1 b2a2 g1h1"
        with greeted() as engine:
            engine.send(f"position {fen}")
            score = pvs(engine.go("depth 6 searchmoves a2b2"))[-1]["score"]
            self.assertTrue(score[0] == "mate" or score[1] > 300, score)
            engine.send("ucinewgame", f"position {fen} moves {twice}")
            score = pvs(engine.go("depth 6 searchmoves a2b2"))[-1]["score"]
            self.assertEqual(score[:2], ("cp", 0))

    def test_35_the_start_position(self):
        searches = []
        for command in ("position startpos", f"position fen {START}", None):
            with UciProcess() as engine:
                if command:
                    engine.send(command)
                searches.append(same_search(engine.go("depth 7")))
        self.assertTrue(searches[0])
        self.assertEqual(searches[1], searches[0])
        self.assertEqual(searches[2], searches[0])

    def test_36_illegal_positions_and_moves(self):
        with greeted() as engine:
            engine.send("position startpos moves e2e4")
            for bad in (
                "fen",
                "fen 8/8/8/8/8/8/8/8 w - - 0 1",
                "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
                "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
                "fen k7/8/8/8/8/8/8/K6P w - - 0 1",
                "",
                "nonsense",
            ):
                told = complaints(engine, f"position {bad}")
                self.assertTrue(all(line.startswith("info string") for line in told), told)
                # Black is still to move after e2e4.
                self.assertEqual(best_move(engine.go("depth 1 searchmoves e7e5")), "e7e5", bad)
            for bad in ("e2e4", "e7e4", "0000", "zzzz", "e7", "e7e8q"):
                engine.send(f"position startpos moves e2e4 {bad} g8f6 d2d4")
                self.assertEqual(best_move(engine.go("depth 1 searchmoves g8f6")), "g8f6", bad)
            engine.send("position startpos", "go infinite")
            engine.send("position startpos moves e2e4", "go depth 1")
            self.assertFalse([line for line in engine.ready() if "bestmove" in line])
            engine.stop()
            self.assertEqual(engine.ready(), [])
            self.assertEqual(best_move(engine.go("depth 1 searchmoves a2a3")), "a2a3")


if __name__ == "__main__":
    main()
