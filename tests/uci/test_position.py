#!/usr/bin/env python3
"""position: FENs, moves, Chess960, and what is wrong with them. Numbers: rules in docs/uci.md."""

from uci_process import START, EngineTest, best_move, main, parse_info

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


class PositionTest(EngineTest):
    def complaints(self, *lines):
        self.engine.send(*lines)
        return self.engine.ready()

    def only_move(self, moves):
        """The line that is searched when the position allows only these first moves."""
        return best_move(self.engine.go(f"depth 2 searchmoves {moves}"))


class Accepted(PositionTest):
    def test_forms(self):
        """31, 32, 33, 35, 89: every form of position that GUIs send."""
        for position in (
            "startpos",
            "startpos moves",
            "startpos moves e2e4 e7e5",
            f"fen {START}",
            f"fen {START} moves e2e4 c7c5",
            "  fen \t 8/1K6/1Q6/8/5r2/4rk2/8/8   w  -  -  0  0 ",
            "fen 8/1K6/1Q6/8/5r2/4rk2/8/8 w - - 0 0 moves b6b1 e3e2",
            "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -",
            "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "joho startpos moves d2d4",
        ):
            self.assertEqual(self.complaints(f"position {position}"), [], position)
            self.assertRegex(self.engine.go("depth 3")[-1], "^bestmove [a-h]", position)

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

    def test_promotion_letters(self):
        """61: lower case goes out, either case comes in."""
        fen = "fen 8/P6k/8/8/8/8/7K/8 w - - 0 1"
        for letter in "qrbnQRBN":
            self.assertEqual(self.complaints(f"position {fen} moves a7a8{letter}"), [], letter)
        self.assertNotEqual(self.complaints(f"position {fen} moves a7a8"), [])
        self.assertNotEqual(self.complaints(f"position {fen} moves a7a8k"), [])
        self.complaints(f"position {fen}")
        self.assertEqual(self.only_move("a7a8N"), "a7a8n")

    def test_own_move_is_not_played(self):
        """9: the root stays until the next position."""
        self.complaints("position startpos")
        for _ in range(3):
            self.assertEqual(self.only_move("g1f3"), "g1f3")

    def test_repetition_by_moves(self):
        """34: the list of moves counts for repetition: with it, a won position is a draw."""
        fen = "fen 7k/8/8/8/8/8/q7/7K b - - 0 1"
        shuffle = "a2b2 h1g1 b2a2 g1h1 a2b2 h1g1 b2a2 g1h1"
        self.complaints(f"position {fen}")
        plain = parse_info(self.engine.go("depth 6 searchmoves a2b2")[-2])
        self.complaints("ucinewgame", f"position {fen} moves {shuffle}")
        repeated = parse_info(self.engine.go("depth 6 searchmoves a2b2")[-2])
        self.assertTrue(plain["score"][0] == "mate" or plain["score"][1] > 300, plain)
        self.assertEqual(repeated["score"][:2], ("cp", 0))


class Refused(PositionTest):
    def test_bad_fens(self):
        """36: a bad FEN is explained, with its column, and the board stays as it was."""
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
            "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w KQkq - 0 1",
            "Pnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "startpos",
        ):
            complaints = self.complaints(f"position fen {fen}".rstrip())
            self.assertEqual(len(complaints), 1, fen)
            self.assertRegex(complaints[0], r"^info string position: FEN, column \d+: \S")
        for arguments in ("", " foo bar", " moves e7e5"):
            (complaint,) = self.complaints(f"position{arguments}")
            self.assertIn("neither startpos nor fen in", complaint)
        # Black is to move after e2e4, as before all those complaints.
        self.assertEqual(self.only_move("e7e5"), "e7e5")

    def test_column(self):
        """36: the column is that of the FEN as it was sent."""
        fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  ? KQkq - 0 1"
        (complaint,) = self.complaints(f"position   fen   {fen}")
        self.assertIn(f"column {fen.index('?') + 1}:", complaint)

    def test_illegal_moves(self):
        """36: parsing stops at an illegal move; the position reached stands."""
        for bad in ("e2e4", "e7e6x", "e7", "0000", "e1g1", "zzzz", "e7e5q", "e8g8"):
            (complaint,) = self.complaints(f"position startpos moves e2e4 {bad} g8f6 d2d4")
            self.assertEqual(complaint, f'info string position: move 2 is not legal: "{bad}"')
            self.assertEqual(self.only_move("e7e5"), "e7e5")

    def test_ignored_while_searching(self):
        """36: a position or go while a search runs is ignored; the search goes on."""
        self.engine.send("position startpos", "go infinite")
        self.engine.send("position startpos moves e2e4", "go depth 1")
        self.assertEqual([x for x in self.engine.ready() if not x.startswith("info depth")], [])
        self.engine.send("debug on", "position startpos moves e2e4", "go depth 1", "ucinewgame")
        lines = self.engine.ready()
        for command in ("position", "go", "ucinewgame"):
            self.assertIn(f"info string {command}: ignored while a search runs", lines)
        self.engine.send("debug off", "stop")
        self.engine.read_until("bestmove")
        self.assertEqual(self.engine.ready(), [])
        self.assertEqual(self.only_move("d2d4"), "d2d4")


class Castling(PositionTest):
    def out_and_in(self, fen, castling, refused=()):
        """The castling move goes out as written here and is understood coming in."""
        self.assertEqual(self.complaints(f"position fen {fen}"), [])
        self.assertEqual(self.only_move(castling), castling)
        self.assertEqual(self.complaints(f"position fen {fen} moves {castling}"), [])
        for move in refused:
            self.assertNotEqual(self.complaints(f"position fen {fen} moves {move}"), [], move)

    def test_standard(self):
        """88: the king's two steps, unless UCI_Chess960 is set."""
        for move in ("e1g1", "e1c1"):
            self.out_and_in(CASTLING, move)
        black = CASTLING.replace(" w ", " b ")
        for move in ("e8g8", "e8c8"):
            self.out_and_in(black, move)

    def test_chess960(self):
        """88: king takes rook, when UCI_Chess960 is set."""
        self.complaints("setoption name UCI_Chess960 value true")
        for move in ("e1h1", "e1a1"):
            self.out_and_in(CASTLING, move)
        for fen, move in (
            ("bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/2RKR2B w ECec - 0 1", "d1e1"),
            ("bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/2RKR2B w KQkq - 0 1", "d1e1"),
            ("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", "c1g1"),
            ("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", "c1b1"),
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
