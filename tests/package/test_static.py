#!/usr/bin/env python3
"""test_static.py PROGRAM OTHER: the program of the preset `static` runs where there is nothing else, and
searches what the other one does; with endgame tables, if it was built with Fathom."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import test_data  # noqa: E402
from test_package import run, skip  # noqa: E402

QUEEN = "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1"


class Static(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copy(PROGRAM, self.root / "quorum")

    def command(self, *words):
        """Runs it in a folder that is the whole file system."""
        return ["unshare", *ROOT, "chroot", self.root, "/quorum", *words]

    def bare(self, *words):
        """What it prints there."""
        return run(*self.command(*words))

    def test_needs_no_library(self):
        process = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=False)
        self.assertRegex(process.stdout + process.stderr, "not a dynamic executable|statically linked")

    def test_searches_the_same(self):
        nodes = [re.findall(r" (\d+) nodes", text)
                 for text in (self.bare("bench", 6), run(OTHER, "bench", 6))]
        self.assertEqual(len(nodes[0]), 50)
        self.assertEqual(*nodes)

    def test_threads(self):
        answer = self.bare(*"setoption name Threads value 4 go depth 8".split())
        self.assertRegex(answer, r"info depth 8 .*\nbestmove ")

    @test_data.needs("syzygy")
    def test_tables(self):
        shutil.copytree(test_data.FOLDER / "syzygy", self.root / "syzygy")
        words = f"setoption name SyzygyPath value /syzygy position fen {QUEEN} go depth 4".split()
        process = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        answer = process.stdout
        if "without Fathom" in answer:
            self.skipTest("built without Fathom")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertNotIn("SyzygyPath", answer)
        self.assertRegex(answer, r"tbhits [1-9]")


if __name__ == "__main__":
    PROGRAM, OTHER = sys.argv[1:3]
    del sys.argv[1:3]
    ROOT = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    if not os.access(PROGRAM, os.X_OK):
        skip(f"{PROGRAM} is not built")
    if subprocess.run(["unshare", *ROOT, "chroot", "/", "true"], check=False).returncode != 0:
        skip("the system does not allow another root folder")
    unittest.main()
