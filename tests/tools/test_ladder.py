#!/usr/bin/env python3
"""scripts/ladder: counts what it is told, goes on where it was, and writes what it has counted."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "ladder"

# Plays nothing: two pairs lost, three drawn, one won, and a game on time.
PLAYER = """#!/bin/sh
echo "$@" >> "$0.calls"
echo 'Warning; other loses on time'
echo 'Ptnml(0-2): [0, 2, 3, 0, 1]'
"""


def ladder():
    loader = SourceFileLoader("ladder", str(SCRIPT))
    module = module_from_spec(spec_from_loader("ladder", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


class Ladder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.player = self.folder / "fastchess"
        self.player.write_text(PLAYER)
        self.player.chmod(0o755)
        self.results = self.folder / "strength.json"
        self.page = self.folder / "strength.md"
        self.page.write_text("# Head\n<!-- matches -->\nold\n<!-- end of matches -->\nFoot\n")

    def run_script(self, *arguments):
        return subprocess.run([SCRIPT, "--results", self.results, "--page", self.page, *map(str, arguments)],
                              env=dict(os.environ, FASTCHESS=str(self.player)), text=True,
                              capture_output=True, timeout=120)

    def play(self, games, *limit):
        return self.run_script("play", "--engine", os.environ["QUORUM_BINARY"], "--opponent", "other=/bin/other", "--book", "book",
                               "--games", games, *(limit or ("--nodes", 2000)))

    def test_plays_until_the_games_are_there(self):
        process = self.play(20)
        self.assertEqual(process.returncode, 0, process.stderr)
        row = json.loads(self.results.read_text())[0]
        self.assertEqual((row["pairs"], row["forfeits"]), ([0, 4, 6, 0, 2], 2))
        self.assertEqual((row["opponent"], row["limit"], row["threads"]), ("other", "2000 nodes", 1))
        calls = (self.folder / "fastchess.calls").read_text().splitlines()
        self.assertEqual(len(calls), 2)
        seeds = {call.split("-srand ")[1].split()[0] for call in calls}
        self.assertEqual(len(seeds), 2, "each batch has openings of its own")

    def test_goes_on_where_it_was(self):
        self.play(12)
        self.assertEqual(self.play(12).stdout, "", "nothing is missing")
        self.play(24)
        self.play(12, "--tc", "1+0.1")
        rows = json.loads(self.results.read_text())
        self.assertEqual([row["pairs"] for row in rows], [[0, 4, 6, 0, 2], [0, 2, 3, 0, 1]])

    def test_other_conditions_are_another_match(self):
        self.play(12)
        for more in (("--hash", 16), ("--opponent-option", "Use NNUE=false"), ("--threads", 2)):
            self.play(12, "--nodes", 2000, *more)
        rows = json.loads(self.results.read_text())
        self.assertEqual([row["pairs"] for row in rows], [[0, 2, 3, 0, 1]] * 4)

    def test_a_match_that_was_not_played_is_an_error(self):
        self.player.write_text("#!/bin/sh\necho no such engine\n")
        process = self.play(12)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("no such engine", process.stderr)
        self.assertFalse(self.results.exists())

    def test_elo(self):
        module = ladder()
        self.assertEqual(module.elo([10, 0, 0, 0, 10])[0], 0)
        difference, half = module.elo([0, 10, 20, 10, 60])  # 80 %
        self.assertAlmostEqual(difference, 240.8, delta=0.1)
        self.assertAlmostEqual(half, 58.4, delta=0.1)

    def test_page(self):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("python3-matplotlib is not here")
        self.play(12)
        process = self.run_script("write")
        self.assertEqual(process.returncode, 0, process.stderr)
        text = self.page.read_text()
        self.assertTrue(text.startswith("# Head\n") and text.endswith("\nFoot\n"))
        self.assertNotIn("old", text)
        self.assertIn("| other | 2000 nodes | 1 | 12 | 0-2-3-0-1 | +0 +/- ", text)
        self.assertIn("<svg", self.page.with_suffix(".svg").read_text())


if __name__ == "__main__":
    unittest.main()
