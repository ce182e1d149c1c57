#!/usr/bin/env python3
"""scripts/sample-positions: the same positions always, few men more often, and clear about bad input."""

import os
import subprocess
import tempfile
import unittest

from programs import run

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "scripts",
                      "sample-positions")


def sample(text, *options):
    return subprocess.run([SCRIPT, *map(str, options)], input=text, capture_output=True, text=True,
                          timeout=60)


class SamplePositions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "games")
            run("datagen", "--positions", 6000, "--nodes", 20, "--endgame", 40, "--out", out)
            cls.text = run("data", "text", "--kept", out).stdout
        cls.scores = {}
        for line in cls.text.splitlines():
            fen, score = line.split(" ; ")[:2]
            cls.scores[fen] = abs(int(score))

    def test_a_share_of_the_positions(self):
        drawn = sample(self.text, "--share", 100)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        fens = drawn.stdout.splitlines()
        self.assertTrue(set(fens) <= set(self.scores))
        self.assertLess(max(self.scores[fen] for fen in fens), 800)

        def share(least, most):
            def among(lines):
                return sum(least <= sum(map(str.isalpha, line.split()[0])) <= most for line in lines)
            undecided = [fen for fen, score in self.scores.items() if score < 800]
            return among(fens) / among(undecided)
        self.assertAlmostEqual(share(13, 30), 0.1, delta=0.05)
        self.assertAlmostEqual(share(2, 12), 0.22, delta=0.08)

    def test_what_is_drawn_does_not_depend_on_the_rest(self):
        lines = self.text.splitlines(keepends=True)
        halves = sample("".join(lines[::2])).stdout + sample("".join(lines[1::2])).stdout
        self.assertEqual(sorted(halves.splitlines()), sorted(sample(self.text).stdout.splitlines()))

    def test_bad_input(self):
        """The line is named."""
        good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; -5 ; 1/2-1/2 ; e2e4\n"
        self.assertEqual(sample(good, "--share", 1000).stdout, good.split(" ;")[0] + "\n")
        for part, other in (("4k3/", ""), ("4k3", "4k4"), ("4k3", "4k2"), ("4k3", "4x3"), (" w ", " x "),
                            (" 0 1 ", " "), ("-5", "-0.5"), ("-5", ""), ("1/2-1/2", "*"), ("e2e4", "e2"), ("e2e4", "e9e4"),
                            (" ; e2e4", ""), ("e2e4", "e2e4 ; e2e4"), ("/4P3/", "/ /")):
            drawn = sample(good + good.replace(part, other))
            self.assertEqual((drawn.returncode, drawn.stderr),
                             (1, "sample-positions: line 2 is not one of quorum-data text\n"), other)


if __name__ == "__main__":
    unittest.main()
