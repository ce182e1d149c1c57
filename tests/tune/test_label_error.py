#!/usr/bin/env python3
"""scripts/label-error: measures the program's network, and one that is named."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# Quiet positions, as quorum-data prints them.
GAME = """rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ; 20 ; 1-0 ; e2e4
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 ; -20 ; 1-0 ; e7e5
"""


def measure(text, *options):
    return subprocess.run([TOP / "scripts" / "label-error", "--nodes", "50", *options], input=text, capture_output=True,
                          text=True, timeout=250)


class LabelError(unittest.TestCase):
    def test_names_the_networks(self):
        network = str(TOP / "net" / "quorum.nnue")
        process = measure(GAME, "--engine", os.environ["QUORUM_BINARY"], "--eval-file", network)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        errors = re.findall(r"(?m)^network (.*) (\d\.\d+)$", process.stdout)
        self.assertEqual([name for name, _ in errors], ["of the program", network])
        self.assertEqual(errors[0][1], errors[1][1])

    def test_averages_end_with_the_game(self):
        """Also where another one goes on at the next ply."""
        def figures(text):
            process = measure(text, "--engine", os.environ["QUORUM_BINARY"])
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            return set(re.findall(r"(?m)^lambda \S+ +(\S+)$", process.stdout))
        self.assertGreater(len(figures(GAME.replace(" -20 ", " 500 "))), 4)
        for board in ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR"):
            other = f"{board} b - - 0 1 ; 500 ; 0-1 ; a7a6\n"
            self.assertEqual(len(figures(GAME.splitlines(keepends=True)[0] + other)), 1, board)

    def test_bounds_of_nodes_are_no_scores(self):
        """Values of nodes are, but nodes do not follow each other."""
        lines = GAME.replace(" -20 ", " 500 ").splitlines(keepends=True)
        nodes = [line.replace(" 1-0 ", " = ") for line in lines]
        bounds = [line.replace(" 1-0 ", f" {mark} ") for line, mark in zip(lines, (">=", "<="))]

        def output(*text):
            process = measure("".join(text), "--engine", os.environ["QUORUM_BINARY"])
            return process.returncode, process.stdout, process.stderr
        self.assertEqual(output(*bounds), (1, "", "label-error: no position that the filter keeps\n"))
        self.assertEqual(output(*bounds, nodes[0]), output(nodes[0]))
        self.assertEqual(output(nodes[0], lines[1])[1].splitlines()[0], "2 positions, searches of 50 nodes")
        for text in (nodes, (nodes[0], lines[1]), (lines[0], nodes[1])):
            figures = set(re.findall(r"(?m)^lambda \S+ +(\S+)$", output(*text)[1]))
            self.assertEqual(len(figures), 1, text)

    def test_bad_input(self):
        for text, fault in (("", "no position that the filter keeps"),
                            (GAME.replace(" -20 ", " -0.2 "), "line 2 is not one of quorum-data text")):
            process = measure(text, "--engine", os.environ["QUORUM_BINARY"])
            self.assertEqual((process.returncode, process.stdout, process.stderr), (1, "", f"label-error: {fault}\n"))

    def test_lines_as_windows_ends_them(self):
        plain, other = (measure(text, "--engine", os.environ["QUORUM_BINARY"])
                        for text in (GAME, GAME.replace("\n", "\r\n")))
        self.assertEqual((other.returncode, other.stdout), (0, plain.stdout))

    def test_an_engine_that_is_not_there(self):
        process = measure(GAME, "--engine", "/missing")
        self.assertEqual((process.returncode, process.stderr),
                         (2, "label-error: /missing: not there, build the project first\n"))

    def test_an_engine_that_ends(self):
        """Nobody reads any more what is written after its last answer."""
        with tempfile.TemporaryDirectory() as folder:
            engine = Path(folder) / "engine"
            engine.write_text("#!/bin/sh\nwhile read -r line; do\n[ \"$line\" = eval ] || continue\n"
                              "exec <&-\necho 'Scaled for the men: 1.0'\necho 'Evaluation: 10'\ndone 2>&-\n")
            engine.chmod(0o755)
            process = measure(GAME.splitlines()[0], "--engine", engine)
        self.assertEqual((process.returncode, process.stdout, process.stderr), (1, "", "label-error: the program ended\n"))


if __name__ == "__main__":
    unittest.main()
