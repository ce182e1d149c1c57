#!/usr/bin/env python3
"""position and ucinewgame: FENs, moves, Chess960, and what is wrong with them. Numbers: rules in
docs/uci.md."""

from searches import MIDGAME, pvs, same_search
from uci_process import START, EngineTest, UciProcess, best_move, main

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
SHUFFLED = "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1"
ENDGAME = "8/1K6/1Q6/8/5r2/4rk2/8/8 w - -"


class PositionTest(EngineTest):
    def complaints(self, *lines):
        return self.engine.ask(*lines)

    def only_move(self, moves):
        """The move that is played where only these are searched."""
        return best_move(self.engine.go(f"depth 2 searchmoves {moves}"))


class Accepted(PositionTest):
    def test_31_forms_of_position(self):
        """Every form of position that GUIs send, and the board that it leads to."""
        for position, reply in (
            ("startpos", "e2e4"),
            ("startpos moves", "e2e4"),
            ("startpos moves e2e4 c7c5", "g1f3"),
            (f"fen {START}", "e2e4"),
            (f"fen {START} moves", "e2e4"),
            (f"fen {START} moves e2e4 c7c5", "g1f3"),
            ("  fen \t 8/1K6/1Q6/8/5r2/4rk2/8/8   w  -  -  0  0 ", "b6b1"),
            ("joho startpos moves d2d4", "d7d5"),
        ):
            self.assertEqual(self.complaints(f"position {position}"), [], position)
            self.assertEqual(self.only_move(reply), reply)

    def test_32_any_position_after_any(self):
        for position in ("startpos", MIDGAME, "fen 8/8/8/8/8/k7/p7/K7 w - - 0 1", "startpos"):
            self.assertEqual(self.complaints(f"position {position}"), [], position)
            if position.endswith("K7 w - - 0 1"):
                self.assertEqual(self.engine.go("depth 3")[-1], "bestmove 0000")
            else:
                self.check_search(self.engine, position, self.engine.go("depth 4"))

    def test_33_counters_of_zero_or_none(self):
        for position in (
            f"fen {ENDGAME} 0 0",
            f"fen {ENDGAME}",
            f"fen {ENDGAME} 0 0 moves b6b1 e3e2",
            "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -",
            "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        ):
            self.assertEqual(self.complaints(f"position {position}"), [], position)
            self.check_search(self.engine, position, self.engine.go("depth 3"))

    def test_35_the_start_position(self):
        """Before any position command, too."""
        searches = []
        for command in ("position startpos", f"position fen {START}", None):
            with UciProcess() as engine:
                engine.greet()
                if command:
                    engine.send(command)
                lines = engine.go("depth 7")
                searches.append(same_search(lines))
                self.check_search(engine, f"fen {START}", lines)
        self.assertTrue(searches[0])
        self.assertEqual(searches, searches[:1] * 3)

    def test_89_rights_by_file(self):
        start = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {} - 0 1"
        searches = []
        for rights in ("AHah", "KQkq", "HAha"):
            with UciProcess() as engine:
                engine.greet()
                self.assertEqual(engine.ask(start.format(rights)), [])
                searches.append(same_search(engine.go("depth 6")))
        self.assertEqual(searches, searches[:1] * 3)

    def test_surplus(self):
        """4: words before `moves` are skipped, and debug mode says so."""
        self.complaints("debug on")
        for position in ("startpos", f"fen {START}"):
            for surplus in ("e2e4 e7e5", "joho moves d2d4"):
                words = surplus.partition(" moves")[0]
                lines = self.complaints(f"position {position} {surplus}")
                self.assertIn(f'info string position: not understood: "{words}"', lines)
                (reached,) = [line for line in lines if line.startswith("info string position: rnbq")]
                self.assertIn(" b " if "moves" in surplus else " w ", reached)


class Moves(PositionTest):
    def test_09_own_move_is_not_played(self):
        """The root stays until the next position."""
        self.complaints("position startpos")
        for _ in range(3):
            self.assertEqual(self.only_move("g1f3"), "g1f3")

    def test_30_a_new_game_is_a_fresh_start(self):
        def search():
            self.engine.send(f"position {MIDGAME}")
            return same_search(self.engine.go("depth 7"))

        self.engine.ready()
        first = search()
        self.assertNotEqual(search(), first)
        self.assertEqual(self.complaints("ucinewgame"), [])
        self.assertEqual(search(), first)
        self.engine.send("ucinewgame")
        self.assertEqual(search(), first)

    def test_34_moves_count_for_repetition(self):
        """Black wins with the queen, but not by a move that repeats the position a third time."""
        fen = "fen 7k/8/8/8/8/8/q7/7K b - - 0 1"
        twice = "a2b2 h1g1 b2a2 g1h1 a2b2 h1g1 b2a2 g1h1"
        self.engine.send(f"position {fen}")
        score = pvs(self.engine.go("depth 6 searchmoves a2b2"))[-1]["score"]
        self.assertTrue(score[0] == "mate" or score[1] > 300, score)
        self.assertEqual(self.complaints("ucinewgame", f"position {fen} moves {twice}"), [])
        score = pvs(self.engine.go("depth 6 searchmoves a2b2"))[-1]["score"]
        self.assertEqual(score[:2], ("cp", 0))

    def test_61_long_algebraic_moves(self):
        """The form of every move printed is uci_grammar's; here are the special ones. Either case of
        the promotion letter comes in."""
        promotion = "fen 1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
        for position, move in (
            (f"fen {CASTLING}", "e1g1"),
            (f"fen {CASTLING}", "e1c1"),
            (f"fen {CASTLING.replace(' w ', ' b ')}", "e8g8"),
            (f"fen {CASTLING.replace(' w ', ' b ')}", "e8c8"),
            (promotion, "a7a8q"),
            (promotion, "a7a8N"),
            (promotion, "a7b8n"),
            ("startpos moves e2e4 a7a6 e4e5 d7d5", "e5d6"),
        ):
            self.engine.send(f"position {position}")
            lines = self.engine.go(f"depth 2 searchmoves {move}")
            self.assertEqual(best_move(lines), move.lower())
            self.assertEqual(pvs(lines)[-1]["pv"][0], move.lower())
        self.engine.ready()
        for letter in "NnQqRrBb":
            self.assertEqual(self.complaints(f"position {promotion} moves a7a8{letter}"), [], letter)
        for bad in ("a7-a8q", "a7xb8q", "a7a8", "a7a8k", "a7a8q+", "Ka1b1"):
            self.assertEqual(len(self.complaints(f"position {promotion} moves {bad}")), 1, bad)


class Refused(PositionTest):
    def test_36_illegal_positions_and_moves(self):
        """A bad FEN is explained, with its column, and the board stays as it was; moves are played up
        to the first illegal one."""
        self.complaints("position startpos moves e2e4")
        for fen in (
            "",
            "8",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
            "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w KQkq - 0 1",
            "Pnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "k7/8/8/8/8/8/8/K6P w - - 0 1",
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "startpos",
        ):
            complaints = self.complaints(f"position fen {fen}".rstrip())
            self.assertEqual(len(complaints), 1, fen)
            self.assertRegex(complaints[0], r"^info string position: FEN, column \d+: \S")
            # Black is to move after e2e4, as before the complaint.
            self.assertEqual(self.only_move("e7e5"), "e7e5", fen)
        for arguments in ("", " foo bar", " moves e7e5"):
            (complaint,) = self.complaints(f"position{arguments}")
            self.assertEqual(complaint, "info string position: neither startpos nor fen in "
                                        f'"{arguments.strip()}"')
            self.assertEqual(self.only_move("e7e5"), "e7e5", arguments)
        for bad in ("e2e4", "e7e4", "e7e6x", "e7", "0000", "e1g1", "zzzz", "e7e5q", "e7e8q", "e8g8"):
            (complaint,) = self.complaints(f"position startpos moves e2e4 {bad} g8f6 d2d4")
            self.assertEqual(complaint, f'info string position: move 2 is not legal: "{bad}"')
            self.assertEqual(self.only_move("g8f6"), "g8f6")

    def test_column(self):
        """36: the column is that of the FEN as it was sent."""
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  ? KQkq - 0 1"
        (complaint,) = self.complaints(f"position   fen   {fen}")
        self.assertIn(f"column {fen.index('?') + 1}:", complaint)

    def test_ignored_while_searching(self):
        """36: a position or go while a search runs is ignored; the search goes on."""
        self.engine.send("position startpos", "go infinite")
        self.engine.send("position startpos moves e2e4", "go depth 1")
        self.assertEqual([x for x in self.engine.ready() if not x.startswith("info depth")], [])
        lines = self.complaints("debug on", "position startpos moves e2e4", "go depth 1", "ucinewgame")
        for command in ("position", "go", "ucinewgame"):
            self.assertIn(f"info string {command}: ignored while a search runs", lines)
        self.engine.send("debug off")
        self.engine.stop()
        self.assertEqual(self.engine.ready(), [])
        self.assertEqual(self.only_move("d2d4"), "d2d4")


class Castling(PositionTest):
    def out_and_in(self, fen, castling):
        """The castling move goes out as written here and is understood coming in."""
        self.assertEqual(self.complaints(f"position fen {fen}"), [])
        lines = self.engine.go(f"depth 2 searchmoves {castling}")
        self.assertEqual((best_move(lines), pvs(lines)[-1]["pv"][0]), (castling, castling))
        reply = "a7a6" if " w " in fen else "a2a3"
        self.assertEqual(self.complaints(f"position fen {fen} moves {castling} {reply}"), [])

    def test_88_castling_moves(self):
        """The king's two steps, unless UCI_Chess960 is set: then king takes rook."""
        black = CASTLING.replace(" w ", " b ")
        for fen, move in ((CASTLING, "e1g1"), (CASTLING, "e1c1"), (black, "e8g8"), (black, "e8c8")):
            self.out_and_in(fen, move)
        self.complaints("setoption name UCI_Chess960 value true")
        for fen, move in (
            (CASTLING, "e1h1"),
            (CASTLING, "e1a1"),
            ("bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/2RKR2B w ECec - 0 1", "d1e1"),
            ("bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/2RKR2B w KQkq - 0 1", "d1e1"),
            (SHUFFLED, "c1g1"),
            (SHUFFLED, "c1b1"),
        ):
            self.out_and_in(fen, move)
        self.complaints("setoption name UCI_Chess960 value false")
        self.out_and_in(CASTLING, "e1g1")

    def test_chess960_by_position(self):
        """88: king takes rook on a board where only that is clear, whatever the option says."""
        for rook in ("g1", "h1"):
            fen = f"4k3/8/8/8/8/8/8/{'4K1R1' if rook == 'g1' else '6KR'} w {rook[0].upper()} - 0 1"
            move = f"{'e1' if rook == 'g1' else 'g1'}{rook}"
            self.complaints(f"position fen {fen}")
            for value in ("false", "true", "false"):
                self.complaints(f"setoption name UCI_Chess960 value {value}")
                self.assertEqual(self.only_move(move), move)

    def test_chess960_search(self):
        """88: whole lines are written that way, and are legal."""
        self.complaints("setoption name UCI_Chess960 value true")
        position = "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
        self.complaints(f"position {position}")
        self.check_search(self.engine, position, self.engine.go("depth 6"))


if __name__ == "__main__":
    main()
