#!/usr/bin/env python3
"""scripts/perft-crosscheck: compares counts, makes suites, and notices what the engine does not take."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "perft-crosscheck"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ENDGAME = "8/5k2/8/3p4/3P4/8/3K4/8 b - - 0 1"
TOO_MANY_KINGS = "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1"


class Crosscheck(unittest.TestCase):
    def run_script(self, suite, *options):
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".epd") as file:
            file.write(suite)
            file.flush()
            return subprocess.run([SCRIPT, "--engine", os.environ["QUORUM_BINARY"], *options, file.name], text=True,
                                  capture_output=True, timeout=120)

    def test_counts(self):
        process = self.run_script(f"{START} ;D1 20 ;D3 8902\n{ENDGAME} ;D1 8\n")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("2 positions, 3 counts, 8930 leaves: 0 differences", process.stdout)
        process = self.run_script(f"{START} ;D1 21\n")
        self.assertEqual(process.returncode, 1)
        self.assertIn("D1 is 21, the engine has 20", process.stdout)

    def test_forms_of_a_line(self):
        """Those that `quorum perft --suite` reads."""
        suite = (f"\ufeff# Überschrift\r\n%  D1 1\n; D1 1\n// D1 1\n\n\t{START} ;D1 20 ;D2 400 # D3 1\r\n"
                 f"{START} D1 20; D2 400;\n{START} ; D1 20 ;; \n")
        process = self.run_script(suite)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("3 positions, 5 counts, 860 leaves: 0 differences", process.stdout)
        process = self.run_script(f"{START} ;D1 20 D2 400\n")
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r":1: 'D1 20 D2 400' is not 'D<depth> <count>'$")

    def test_makes_a_suite(self):
        process = self.run_script(f"{START}\n", "--make", "400")
        self.assertEqual((process.returncode, process.stdout), (0, f"{START} ;D1 20 ;D2 400\n"))

    def test_a_position_that_is_refused(self):
        """Its counts would be those of the position before."""
        for options in ((), ("--make", "10")):
            process = self.run_script(f"{START} ;D1 20\n{TOO_MANY_KINGS} ;D1 20\n", *options)
            self.assertEqual(process.returncode, 2)
            self.assertIn(f"the engine does not take {TOO_MANY_KINGS}", process.stderr)


if __name__ == "__main__":
    unittest.main()
