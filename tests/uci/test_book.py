#!/usr/bin/env python3
"""The options OwnBook and BookFile: a book made here, and a real one where there is
external test data."""

import os
import struct
import sys
import tempfile

from uci_process import UciProcess, UciTest, best_move, main, parse_info

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import test_data

REAL = test_data.FOLDER / "polyglot"
# The key of the start position, as every reader of the format has it.
START_KEY = 0x463B96181691FC9C


def square(name):
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def entry(key, move, weight):
    return struct.pack(">QHHI", key, square(move[2:]) | square(move[:2]) << 6, weight, 0)


class OwnBook(UciTest):
    def setUp(self):
        self.path = os.path.join(self.enterContext(tempfile.TemporaryDirectory()), "my book.bin")
        self.write(("a2a4", 1), ("h2h4", 3), ("e2e5", 1000), ("d2d4", 0))

    def write(self, *moves):
        with open(self.path, "wb") as file:
            for move, weight in moves:
                file.write(entry(START_KEY, move, weight))

    def open(self, engine, path=None):
        engine.send(f"setoption name BookFile value {path or self.path}",
                    "setoption name OwnBook value true")
        self.assertEqual(engine.ready(), [])

    def plays_at_once(self, engine, limits):
        """The move, or None when it took a search."""
        engine.send("position startpos")
        lines = engine.go(limits)
        self.check_search(engine, "position startpos", lines)
        return best_move(lines) if " nodes 0 " in lines[-2] else None

    def test_77_own_book(self):
        """Off at first, and nothing without a book."""
        with UciProcess() as engine:
            self.assertIn("option name OwnBook type check default false", engine.greet())
            engine.send("setoption name OwnBook value false", "position startpos")
            self.assertGreater(parse_info(engine.go("depth 6")[-2])["nodes"], 100)
            engine.send(f"setoption name BookFile value {self.path}")
            self.assertIsNone(self.plays_at_once(engine, "depth 2"))
            engine.send("setoption name OwnBook value true", "setoption name BookFile value <empty>")
            self.assertIsNone(self.plays_at_once(engine, "depth 2"))

    def test_a_search_before_leaves_nothing(self):
        """What a search has said of a move, or how deep, is not said of the book's."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos")
            searched = best_move(engine.go("depth 6"))
            for move in (searched, "a2a4"):
                self.write((move, 1))
                self.open(engine, self.path)
                lines = engine.go("depth 6")
                info = parse_info(lines[-2])
                self.assertEqual(best_move(lines), move)
                self.assertEqual((info["depth"], info["score"], info["pv"]), (1, ("cp", 0, ""), [move]))
                engine.send("setoption name OwnBook value false")
                engine.go("depth 6")

    def test_plays_by_weight(self):
        with UciProcess() as engine:
            engine.greet()
            self.open(engine)
            played = [self.plays_at_once(engine, "wtime 60000 btime 60000") for _ in range(60)]
            self.assertEqual(set(played), {"a2a4", "h2h4"})
            # 45 of 60 are expected, with a deviation of 3.4.
            self.assertGreater(played.count("h2h4"), 25)

    def test_not_the_same_moves_each_time(self):
        """Each engine draws moves of its own, so that no two matches are the same."""
        self.write(("a2a4", 1), ("h2h4", 1))
        played = set()
        with UciProcess() as engine:
            engine.greet()
            for _ in range(40):
                self.open(engine)  # draws anew
                played.add(self.plays_at_once(engine, "depth 1"))
        self.assertEqual(played, {"a2a4", "h2h4"})

    def test_search_where_the_book_ends(self):
        with UciProcess() as engine:
            engine.greet()
            self.open(engine)
            engine.send("position startpos moves e2e4")
            self.assertNotIn(" nodes 0 ", engine.go("depth 2")[-2])
            self.assertEqual(self.plays_at_once(engine, "depth 2 searchmoves a2a4 b2b4"), "a2a4")
            self.assertIsNone(self.plays_at_once(engine, "depth 2 searchmoves b2b4 d2d4"))

    def test_not_in_analysis(self):
        with UciProcess() as engine:
            engine.greet()
            self.open(engine)
            engine.send("position startpos", "go infinite")
            self.assertEqual([line for line in engine.read_for(0.3)
                              if line.startswith("bestmove")], [])
            engine.send("stop")
            self.assertNotIn(" nodes 0 ", engine.read_until("bestmove")[-2])
            engine.send("go ponder wtime 1000 btime 1000")
            self.assertEqual([line for line in engine.read_for(0.3)
                              if line.startswith("bestmove")], [])
            engine.send("ponderhit")
            self.assertNotIn(" nodes 0 ", engine.read_until("bestmove")[-2])
            self.assertIsNone(self.plays_at_once(engine, "mate 1 depth 2"))
            engine.send("setoption name UCI_AnalyseMode value true")
            self.assertIsNone(self.plays_at_once(engine, "depth 2"))
            engine.send("setoption name UCI_AnalyseMode value false")
            self.assertIsNotNone(self.plays_at_once(engine, "depth 2"))

    def test_says_so_in_debug_mode(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on", f"setoption name BookFile value {self.path}")
            self.assertIn("info string BookFile: 4 entries", engine.ready())
            engine.send("setoption name OwnBook value true", "position startpos",
                        "go depth 1 searchmoves h2h4 a2a4 e2e4")
            lines = engine.read_until("bestmove")
            self.assertTrue(any(f"info string book: weight {weight} of 4, 2 moves" in lines
                                for weight in (1, 3)), lines)

    def test_bad_files(self):
        bad = self.path + ".bad"
        with UciProcess() as engine:
            engine.greet()
            for contents in (b"", b"text", b"x" * 17):
                with open(bad, "wb") as file:
                    file.write(contents)
                self.open(engine)
                engine.send(f"setoption name BookFile value {bad}")
                self.assertEqual(engine.ready(), [
                    "info string BookFile: not a Polyglot book: its size is not that of whole "
                    f'entries; no book is used: "{bad}"'])
                self.assertIsNone(self.plays_at_once(engine, "depth 1"))
            for path in ("/no/such/file", os.path.dirname(self.path), "x" * 4096):
                self.open(engine)
                engine.send(f"setoption name BookFile value {path}")
                answer = engine.ready()
                self.assertEqual(len(answer), 1)
                self.assertRegex(answer[0], "^info string BookFile: .*; no book is used")
                self.assertIsNone(self.plays_at_once(engine, "depth 1"))

    @test_data.needs("polyglot")
    def test_real_book(self):
        with open(REAL / "book_moves.txt", encoding="ascii") as file:
            positions = [line.split(" ; ") for line in file if " ; " in line]
        with UciProcess() as engine:
            engine.greet()
            self.open(engine, REAL / "performance_small.bin")
            for fen, moves in positions:
                known = {move.split("=")[0] for move in moves.split()}
                engine.send(f"position fen {fen}")
                self.assertIn(best_move(engine.go("wtime 1000 btime 1000")), known, fen)


if __name__ == "__main__":
    main()
