#!/usr/bin/env python3
"""test_recipes.py SOURCE: the recipes of docs/gui.md, run as they are written there, each where its program is
installed."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PAGE = (Path(sys.argv.pop(1)) / "docs/gui.md").read_text(encoding="utf-8")
OPENINGS = ("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n")


def recipes(title, language):
    """The blocks of a section."""
    section = re.search(rf"(?ms)^## {title}$(.*?)(?=^## |\Z)", PAGE)[1]
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", section)


def uci(*commands):
    return subprocess.run([os.environ["QUORUM_BINARY"]], input="\n".join((*commands, "quit", "")), text=True,
                          capture_output=True, check=True, timeout=60).stdout


class Recipes(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "quorum").symlink_to(Path(os.environ["QUORUM_BINARY"]).resolve())
        if os.environ.get("FASTCHESS"):
            (programs / "fastchess").symlink_to(Path(os.environ["FASTCHESS"]).resolve())
        path = f"{programs}:{os.environ['PATH']}:/usr/games"
        self.environment = dict(os.environ, PATH=path, HOME=str(self.folder))
        (self.folder / "openings.epd").write_text(OPENINGS)

    def need(self, *programs):
        for program in programs:
            if not shutil.which(program, path=self.environment["PATH"]):
                self.skipTest(f"{program} is not installed")

    def run_recipe(self, *command, **more):
        process = subprocess.run(command, cwd=self.folder, env=self.environment, text=True, timeout=250,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                 **{"stdin": subprocess.DEVNULL, **more})
        self.assertEqual(process.returncode, 0, process.stdout[-3000:])
        return process.stdout

    def expect_games(self, count):
        """All have a result, and none was ended by what Quorum did."""
        games = (self.folder / "games.pgn").read_text()
        self.assertEqual(len(re.findall(r'(?m)^\[Result "(?:1-0|0-1|1/2-1/2)"\]', games)), count, games[-3000:])
        self.assertIn('"Quorum', games)
        self.assertNotRegex(games, r"(?i)illegal|disconnect|stall|crash|abandoned|exited unexpectedly")

    def test_xboard_match(self):
        self.need("xboard", "polyglot", "xvfb-run")
        (match, _) = recipes("xboard", "sh")
        self.run_recipe("xvfb-run", "-a", "sh", "-c", match)
        self.expect_games(1)

    def test_polyglot(self):
        self.need("polyglot")
        (_, adapter) = recipes("xboard", "sh")
        output = self.run_recipe("sh", "-c", adapter, stdin=None, input="xboard\nprotover 2\nquit\n")
        self.assertRegex(output, r'feature .*myname="Quorum')

    def test_pychess_sees_that_it_is_uci(self):
        self.need("pychess", "xvfb-run")
        script = ("from pychess.Players.engineNest import is_uci, is_cecp; import shutil; "
                  "print(*(ask(shutil.which('quorum')) for ask in (is_uci, is_cecp)))")
        output = self.run_recipe("xvfb-run", "-a", "/usr/bin/python3", "-c", script)
        self.assertEqual(output.splitlines()[-1], "True False")

    def test_fastchess_match(self):
        self.need("fastchess", "stockfish")
        (match, _) = recipes("fastchess", "sh")
        self.run_recipe("sh", "-c", match)
        self.expect_games(2)

    def test_fastchess_compliance(self):
        self.need("fastchess")
        (_, check) = recipes("fastchess", "sh")
        self.assertIn("Engine passed all compliance checks", self.run_recipe("sh", "-c", check))

    def test_cutechess_match(self):
        self.need("cutechess-cli", "stockfish")
        (match,) = recipes("cutechess", "sh")
        self.run_recipe("sh", "-c", match)
        self.expect_games(2)

    def test_python_chess(self):
        (script,) = recipes("python-chess", "python")
        for python in (sys.executable, "/usr/bin/python3"):
            if subprocess.run([python, "-c", "import chess.engine"], capture_output=True, check=False).returncode == 0:
                output = self.run_recipe(python, "-c", script)
                self.assertRegex(output, r"\A([+-]\S+ \d+\. \S+.*\n){3}\Z")
                return
        self.skipTest("python-chess is not installed")

    def test_options_of_lichess_bot(self):
        """Each is one that the program has, and takes the value."""
        (text,) = recipes("lichess-bot", "yaml")
        options = dict(re.findall(r"(?m)^    (\w[\w ]*): (\S+)$", text.split("uci_options:")[1]))
        self.assertIn("Hash", options)
        announced = re.findall(r"(?m)^option name (.+?) type", uci("uci"))
        for name, value in {**options, "SyzygyPath": "x", "BookFile": "x", "OwnBook": "true"}.items():
            self.assertIn(name, announced)
            if name in options:
                self.assertEqual(re.findall("(?m)^info string .*", uci(f"setoption name {name} value {value}")), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)  # names what is skipped
