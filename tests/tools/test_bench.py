#!/usr/bin/env python3
"""`quorum bench` from the outside: it repeats itself, adds up, and refuses bad arguments."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

from program import complaints, run

sys.path.insert(0, str(Path(__file__).parent.parent / "nnue"))

from network_bytes import random_network  # noqa: E402


def positions(process):
    return re.findall(r"^ *(\d+)/50 +(\d+) nodes, best (\w+)$", process.stdout, re.MULTILINE)


class Bench(unittest.TestCase):
    def test_same_nodes_every_time_and_in_any_table(self):
        first = run("bench", 4)
        self.assertEqual((first.returncode, complaints(first)), (0, []))
        self.assertEqual(len(positions(first)), 50)
        self.assertEqual(positions(run("bench", 4)), positions(first))

    def test_every_position_has_a_move(self):
        for number, _, move in positions(run("bench", 2)):
            self.assertRegex(move, "^[a-h][1-8][a-h][1-8][nbrq]?$", f"position {number}")

    def test_last_lines(self):
        process = run("bench", 3, 1, 2)
        lines = process.stdout.splitlines()[-3:]
        self.assertRegex(lines[0], r"^Total time \(ms\) : \d+$")
        self.assertRegex(lines[1], r"^Nodes searched  : \d+$")
        self.assertRegex(lines[2], r"^Nodes/second    : \d+$")
        total = int(lines[1].split()[-1])
        self.assertEqual(total, sum(int(nodes) for _, nodes, _ in positions(process)))
        self.assertGreater(total, 0)

    def test_threads(self):
        process = run("bench", 4, 3)
        self.assertEqual((process.returncode, len(positions(process))), (0, 50))

    def test_options_are_the_words(self):
        for words in (["-t", 2, "--hash", 1, 2], [2, 2, "-m", 1]):
            self.assertEqual((run("bench", *words).returncode, len(positions(run("bench", *words)))),
                             (0, 50))
        self.assertEqual(positions(run("bench", 5, "--hash", 1)), positions(run("bench", 5, 1, 1)))
        for words in ([2, 1, "--threads", 1], [2, 1, 1, "-m", 1], ["-t", 0, 2], ["-m", "x", 2]):
            process = run("bench", *words)
            self.assertEqual((process.returncode, process.stdout), (2, ""), words)

    def test_network(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad = Path(folder, "a.nnue"), Path(folder, "b.nnue")
            good.write_bytes(random_network(64, 3))
            bad.write_bytes(random_network(64, 3)[:-1])
            process = run("bench", 3, "--eval-file", good)
            self.assertEqual((process.returncode, len(positions(process))), (0, 50))
            self.assertEqual(positions(run("bench", "--eval-file", good, 3)), positions(process))
            self.assertNotEqual(positions(run("bench", 3)), positions(process))
            process = run("bench", 3, "--eval-file", bad)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("b.nnue: the file is cut", process.stderr)

    def test_bad_arguments(self):
        for arguments in (["x"], ["0"], ["-3"], ["128"], ["3", "0"], ["3", "x"], ["3", "1", "0"],
                          ["3", "1", "1", "1"], ["--nonsense"], ["3.5"], [""]):
            process = run("bench", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)


class Program(unittest.TestCase):
    def test_unknown_command(self):
        process = run("nonsense")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("nonsense", process.stderr)

    def test_unknown_option(self):
        process = run("--nonsense")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertEqual(process.stderr.splitlines()[0], "quorum: unrecognized option '--nonsense'")

    def test_help_lists_the_commands(self):
        process = run("--help")
        self.assertEqual(process.returncode, 0)
        for command in ("bench", "perft"):
            self.assertIn(command, process.stdout)


if __name__ == "__main__":
    unittest.main()
