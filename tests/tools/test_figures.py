#!/usr/bin/env python3
"""scripts/figures: keeps what it measures, goes on where it was, and writes the page."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import run

TOP = Path(__file__).resolve().parent.parent.parent
PAGE = "Head\n<!-- measured -->\nold\n<!-- end of measured -->\n<!-- games -->\n<!-- end of games -->\nFoot\n"
MATCH = {"version": "1", "network": "0" * 16, "opponent": "other", "opponent_options": ["A=1"], "limit": "2000 nodes",
         "threads": 1, "hash": 64, "book": "book.epd", "pairs": [0, 2, 3, 0, 1], "forfeits": 0}
# Counts as it is told; `wrong` makes it count one more.
MPERFT = """#!/bin/sh
[ -e "$0.wrong" ] && echo 'perft  6 :     119060325 leaves in      0.1 s' && exit
echo 'perft  6 :     119060324 leaves in      0.1 s'
"""
PLAYER = """#!/bin/sh
echo "$@" >> "$0.calls"
echo 'Ptnml(0-2): [0, 2, 3, 0, 1]'
"""


class Figures(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.page, self.results = self.folder / "figures.md", self.folder / "figures.json"
        self.page.write_text(PAGE)
        self.strength = self.folder / "strength.json"
        self.strength.write_text(json.dumps([MATCH]))
        self.mperft = self.program("mperft", MPERFT)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run_script(self, *arguments, engine=os.environ["QUORUM_BINARY"]):
        files = ("--results", self.results, "--page", self.page, "--strength", self.strength,
                 "--picture", self.folder / "threads.svg", "--engine", engine)
        return subprocess.run([TOP / "scripts" / "figures", *files, *map(str, arguments)], text=True, capture_output=True,
                              env=dict(os.environ, FASTCHESS=str(self.folder / "player")), timeout=280)

    def names(self):
        return [row["name"] for row in json.loads(self.results.read_text())]

    def test_makes_what_is_named_and_keeps_it(self):
        process = self.run_script("make", "size", "perft-start", "--rounds", 3, "--mperft", self.mperft)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.names(), ["perft-start", "size"])
        text = self.page.read_text()
        self.assertRegex(text, r"\| [\d,]+ \([\d,]+ to [\d,]+\); mperft [\d,]+ \(")
        self.assertIn("| not made yet |", text)
        self.assertTrue(text.startswith("Head\n") and text.endswith("Foot\n") and "old" not in text)
        self.assertEqual(self.run_script("make", "size", "perft-start").stdout, "", "nothing is missing")
        self.assertRegex(self.run_script("make", "size", "--again").stdout, r"^size: \d")
        rows = json.loads(self.results.read_text())
        self.results.write_text(json.dumps([{**row, "version": "old"} for row in rows]))
        self.assertRegex(self.run_script("make", "size").stdout, r"^size: \d", "of another version")

    def test_engines_at_work(self):
        process = self.run_script("make", "side-by-side", "--rounds", 1)
        self.assertRegex(process.stdout, r"^side-by-side: \d\.\d\d \(\d\.\d\d to \d\.\d\d\) times the nodes\n$")

    def test_a_failure_is_named_and_ends_nothing(self):
        (self.folder / "mperft.wrong").touch()
        process = self.run_script("make", "perft-start", "size", "--rounds", 1, "--mperft", self.mperft)
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, "^figures: perft-start: the counts differ: ")
        self.assertEqual(self.names(), ["size"])
        process = self.run_script("make", "size", engine="/bin/false")
        self.assertEqual(process.returncode, 1)
        self.assertIn("/bin/false --version ends with 1", process.stderr)
        for words in (("make", "size"), ("games", "--opponent", "other=x", "--book", "b")):
            process = self.run_script(*words, engine="/missing")
            self.assertEqual((process.returncode, process.stderr),
                             (2, "figures: /missing: not there, build the project first\n"))
        process = self.run_script("make", "sise")
        self.assertIn("unknown: sise", process.stderr)
        self.page.write_text("no marks")
        self.assertIn("has no place for measured", self.run_script("write").stderr)
        self.assertEqual(self.page.read_text(), "no marks")

    def test_games_are_those_of_the_ladder(self):
        self.program("player", PLAYER)
        process = self.run_script("games", "--opponent", "other=/bin/other", "--book", "book.epd")
        self.assertEqual(process.returncode, 0, process.stderr)
        first, second = json.loads(self.strength.read_text())
        self.assertEqual(first, MATCH)
        self.assertEqual({**second, "version": "1", "network": "0" * 16}, MATCH)
        self.assertIn("option.A=1", (self.folder / "player.calls").read_text())
        self.assertIn("no match with nobody", self.run_script("games", "--opponent", "nobody=x", "--book", "b").stderr)
        process = self.run_script("games", "--opponent", "other", "--book", "b")
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, "error: --opponent takes NAME=COMMAND\n$")
        self.run_script("write")
        self.assertIn("| other | 6 of 12 | 1 | `scripts/ladder play --opponent other=COMMAND --opponent-option A=1 "
                      "--nodes 2000 --threads 1 --hash 64 --games 12 --book book.epd` |", self.page.read_text())

    def test_page_of_the_repository_is_written(self):
        """It shows what docs/figures.json and docs/strength.json say, and `write` changes nothing."""
        if run("topology", "--from", "package:1 core:1 pu:1").returncode:
            self.skipTest("no hwloc, which reads descriptions of machines")
        for name in ("figures.json", "figures.md", "strength.json"):
            (self.folder / name).write_text((TOP / "docs" / name).read_text())
        self.assertEqual(self.run_script("write").returncode, 0)
        self.assertEqual(self.page.read_text(), (TOP / "docs" / "figures.md").read_text(), "scripts/figures write")
        self.assertEqual((self.folder / "threads.svg").read_text(), (TOP / "docs" / "threads.svg").read_text())


if __name__ == "__main__":
    sys.exit(unittest.main())
