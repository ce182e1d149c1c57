#!/usr/bin/env python3
"""Debian's polyglot, which makes an xboard engine of a UCI one, is served unmodified."""

import os
import pathlib
import queue
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from uci_process import PATIENCE, binary, main
from requirement import skip

PROGRAM = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")

SUITE = """\
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Nxd5; id "loose queen";
8/P6k/8/8/8/8/7K/8 w - - am Kg1; id "pawn before promotion";
"""


def engine(folder):
    """The program, by a name without blanks, at which polyglot divides a command."""
    link = pathlib.Path(folder, "quorum")
    if not link.exists():
        link.symlink_to(os.path.abspath(binary()))
    return str(link)


class Xboard:
    """The xboard side of a session, and polyglot's own log of both sides."""

    def __init__(self, folder):
        self.log = pathlib.Path(folder, "polyglot.log")
        self.process = subprocess.Popen(
            [PROGRAM, "-noini", "-ec", engine(folder), "-log", "true", "-lf", str(self.log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ | {"HOME": folder},
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def send(self, *commands):
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def wait_for(self, pattern):
        """The first match of a whole line."""
        deadline = time.monotonic() + PATIENCE
        while True:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            if match := re.fullmatch(pattern, line):
                return match

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


@unittest.skipUnless(PROGRAM, "polyglot is not installed")
class Polyglot(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def open(self):
        xboard = Xboard(self.folder)
        self.addCleanup(xboard.end)
        xboard.send("xboard", "protover 2")
        xboard.wait_for("feature done=1")
        return xboard

    def test_epd(self):
        """polyglot epd-test searches a suite and finds the moves."""
        suite = pathlib.Path(self.folder, "suite.epd")
        suite.write_text(SUITE, encoding="ascii")
        run = subprocess.run(
            [PROGRAM, "-noini", "epd-test", "-ec", engine(self.folder), "-uci", "Hash=4", "-epd", str(suite)]
            + ["-min-depth", "4", "-max-depth", "8", "-max-time", "1"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=6 * PATIENCE,
            check=True,
            cwd=self.folder,
            env=os.environ | {"HOME": self.folder},
        )
        self.assertIn("score=3/3", run.stdout)

    def test_game(self):
        """A game of both sides, with thinking shown, an undone move, analysis and pondering."""
        xboard = self.open()
        xboard.send("new", "post", "level 40 5 0", "sd 4", "usermove e2e4")
        xboard.wait_for(r"move [a-h][1-8][a-h][1-8]")
        moves = []
        for _ in range(12):
            xboard.send("force", "go")
            moves.append(xboard.wait_for(r"move ([a-h][1-8][a-h][1-8][nbrq]?)").group(1))
        self.assertEqual(len(moves), 12)
        xboard.send("force", "undo", "undo", "analyze")
        xboard.wait_for(r"\d+ [+-]?\d+ \d+ \d+ .*[a-h][1-8].*")
        xboard.send("exit", "force", "setboard 8/P7/8/8/8/8/7k/K7 w - - 0 1", "sd 6", "go")
        self.assertRegex(xboard.wait_for(r"move (\w+)").group(1), "^a")
        # The opponent's move is the expected one or another: both are answered.
        xboard.send("new", "level 40 1 0", "st 1", "hard", "usermove d2d4")
        xboard.wait_for(r"move \w+")
        time.sleep(0.3)
        xboard.send("usermove c2c4")
        xboard.wait_for(r"move \w+")
        xboard.send("ping 7")
        xboard.wait_for("pong 7")
        xboard.send("quit")
        self.assertEqual(xboard.process.wait(PATIENCE), 0)
        log = xboard.log.read_text(encoding="ascii")
        self.assertNotRegex(log, r"(?i)illegal|unknown|not recogni[sz]ed|error \(")
        self.assertNotIn("Killing", log)

    def test_chess960(self):
        """fischerandom: castling is king takes rook on the UCI side."""
        xboard = self.open()
        xboard.send("new", "variant fischerandom", "force")
        xboard.send("setboard 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1", "sd 3", "go")
        xboard.wait_for(r"move \S+")
        xboard.send("quit")
        self.assertEqual(xboard.process.wait(PATIENCE), 0)
        self.assertIn("setoption name UCI_Chess960 value true", xboard.log.read_text("ascii"))


if __name__ == "__main__":
    if not PROGRAM:
        skip("polyglot is not installed")
    main()
