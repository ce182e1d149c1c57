#!/usr/bin/env python3
"""`quorum perft` from the outside: counts, threads, suites of every form, bad input."""

import re
import tempfile
import unittest
from pathlib import Path

from program import run

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def nodes(process):
    return int(re.search(r"^Nodes searched: (\d+)$", process.stdout, re.MULTILINE).group(1))


class Single(unittest.TestCase):
    def test_start_position(self):
        for depth, expected in enumerate((1, 20, 400, 8902, 197281)):
            process = run("perft", depth)
            self.assertEqual((process.returncode, nodes(process)), (0, expected))
            self.assertEqual(process.stderr, "")

    def test_fen_as_one_word_or_several(self):
        for fen in ([CASTLING], CASTLING.split(), CASTLING.split()[:4]):
            self.assertEqual(nodes(run("perft", 3, *fen)), 13744)
        self.assertEqual(nodes(run("perft", 3, "startpos")), 8902)

    def test_threads_and_hash_change_nothing(self):
        for options in (["--threads", 2], ["--threads", 5], ["--hash", 1],
                        ["--threads", 3, "--hash", 2]):
            self.assertEqual(nodes(run("perft", 5, *options)), 4865609)
            self.assertEqual(nodes(run("perft", 4, CASTLING, *options)), 314346)

    def test_divide_adds_up_and_does_not_depend_on_threads(self):
        one = run("perft", 4, "--divide", CASTLING)
        lines = re.findall(r"^(\w+): (\d+)$", one.stdout, re.MULTILINE)
        self.assertEqual(len(lines), 26)
        self.assertEqual([move for move, _ in lines], sorted(move for move, _ in lines))
        self.assertIn("e1g1", dict(lines))
        self.assertEqual(sum(int(count) for _, count in lines), nodes(one))
        two = run("perft", 4, "--divide", "--threads", 2, CASTLING)
        self.assertEqual(lines, re.findall(r"^(\w+): (\d+)$", two.stdout, re.MULTILINE))

    def test_no_legal_move(self):
        mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
        self.assertEqual(nodes(run("perft", 0, mated)), 1)
        for depth in (1, 5):
            self.assertEqual(nodes(run("perft", depth, mated, "--threads", 2)), 0)

    def test_bad_arguments(self):
        for arguments in ([], ["x"], ["-1"], ["4x"], ["1000"], ["4", "nonsense"],
                          ["4", "8/8/8/8/8/8/8/8 w - - 0 1"], ["4", "x" * 400],
                          ["4", "--threads", "0"], ["4", "--threads", "many"], ["4", "--hash", "0"],
                          ["4", "--max-leaves", "5"], ["4", "--nonsense"],
                          ["4", "--suite", "file"], ["--suite"]):
            process = run("perft", *arguments)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertNotEqual(process.stderr, "", arguments)
            self.assertNotIn("Nodes", process.stdout)

    def test_help(self):
        process = run("perft", "--help")
        self.assertEqual(process.returncode, 0)
        self.assertIn("--suite", process.stdout)


class Suite(unittest.TestCase):
    def run_suite(self, content, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "suite.epd")
            path.write_bytes(content.encode())
            return run("perft", "--suite", path, *options)

    def test_forms_of_a_line(self):
        for line in (f"{START} ;D1 20 ;D2 400\n", f"{START};D1 20;D3 8902",
                     f"{START} D1 20; D2 400;\n", f"{START} ; D2 400 ; D1 20 # note\r\n",
                     f"# note\n\n  \r\n{START[:-4]} ;D2 400\n", f"{START[:-4]} D2 400;\n",
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1 ;D3 8902\n",
                     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
                     " ;D1 21 ;D2 528 ;D3 12189\n"):
            process = self.run_suite(line)
            self.assertEqual((process.returncode, process.stderr), (0, ""), line)
            self.assertIn("Positions: 1,", process.stdout)
            self.assertIn("All counts are right", process.stdout)

    def test_wrong_count_is_named(self):
        content = f"{START} ;D1 20\n# note\n{CASTLING} ;D1 26 ;D2 569 ;D3 1\n{START} ;D2 399\n"
        process = self.run_suite(content)
        self.assertEqual(process.returncode, 1)
        self.assertIn("line 3: depth 2: expected 569, counted 568", process.stdout)
        self.assertIn("line 4: depth 2: expected 399, counted 400", process.stdout)
        self.assertNotIn("depth 3", process.stdout)
        self.assertIn("Wrong: 2 lines", process.stdout)

    def test_max_leaves(self):
        process = self.run_suite(f"{START} ;D1 20 ;D2 400 ;D3 1\n", "--max-leaves", 100)
        self.assertEqual(process.returncode, 1)
        process = self.run_suite(f"{START} ;D1 20 ;D2 401\n", "--max-leaves", 400)
        self.assertEqual(process.returncode, 0)
        self.assertIn("left out above 400 leaves: 1", process.stdout)

    def test_malformed_lines_are_named(self):
        for line in (START, f"{START} ;D1", f"{START} ;D1 x", f"{START} ;D1 20x", f"{START} ;Dx 20",
                     f"{START} ;D1 20 oops", f"{START} ;D1 -20", f"{START} ;D1 99999999999999999999",
                     "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0", "nonsense ;D1 20", f"{START} ;D1 20\0 ;D2 1"):
            process = self.run_suite(f"{START} ;D1 20\n\n{line}\n")
            self.assertEqual(process.returncode, 2, line)
            self.assertIn("line 3: ", process.stderr, line)
            self.assertEqual(process.stdout, "")

    def test_unusable_files(self):
        self.assertEqual(self.run_suite("").returncode, 2)
        self.assertEqual(self.run_suite("# nothing\n").returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            for path in (folder, Path(folder, "none.epd")):
                process = run("perft", "--suite", path)
                self.assertEqual(process.returncode, 2)
                self.assertIn(str(path), process.stderr)


if __name__ == "__main__":
    unittest.main()
