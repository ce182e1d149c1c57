#!/usr/bin/env python3
"""Typed at a terminal: a banner, and an answer to what is not understood. A pipe hears nothing."""

import os
import pty
import select
import subprocess
import time
import tty

from uci_process import PATIENCE, UciProcess, UciTest, binary, main


class Terminal:
    """A program on a terminal that shows no echo and leaves line ends alone."""

    def __init__(self, stdin_too=True):
        self.ours, theirs = pty.openpty()
        tty.setraw(theirs)
        self.process = subprocess.Popen([binary()], stdout=theirs, stderr=theirs,
                                        stdin=theirs if stdin_too else subprocess.PIPE)
        os.close(theirs)

    def type(self, *lines):
        os.write(self.ours, "".join(f"{line}\n" for line in lines).encode())

    def read_until(self, end):
        text, deadline = b"", time.monotonic() + PATIENCE
        while end.encode() not in text:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.ours], [], [], left)[0]:
                raise AssertionError(f"no {end!r} in {text!r}")
            text += os.read(self.ours, 65536)
        return text.decode()

    def answer(self, *lines):
        """What it says to them, without the `readyok` that ends it."""
        self.type(*lines, "isready")
        return self.read_until("readyok\n").removesuffix("readyok\n").splitlines()

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        if self.process.stdin:
            self.process.stdin.close()
        os.close(self.ours)


class TerminalTest(UciTest):
    def start(self, **how):
        terminal = Terminal(**how)
        self.addCleanup(terminal.end)
        return terminal

    def test_banner(self):
        terminal = self.start()
        banner = terminal.read_until("for you\n").splitlines()
        self.assertRegex(banner[0], r"^Quorum \S+ by the Quorum developers$")
        self.assertIn("help lists the commands", banner[1])
        terminal.type("uci")
        self.assertRegex(terminal.read_until("uciok\n"), r"^id name Quorum \S+\n")
        terminal.type("quit")
        self.assertEqual(terminal.process.wait(PATIENCE), 0)

    def test_unknown(self):
        terminal = self.start()
        terminal.read_until("for you\n")
        self.assertEqual(terminal.answer("hello there"),
                         ['unknown "hello"', 'unknown "there"',
                          "help lists the commands, uci the options"])
        for line, wanted in (
                ("setoption name Hsah value 1", 'setoption: no option is called "Hsah"'),
                ("setoption name Hash value x", 'setoption: not a value of this option: "x"'),
                ("setoption  Hash 1 ", 'setoption: no name in "Hash 1"'),
                ("position", 'position: neither startpos nor fen in ""'),
                ("setoption name EvalFile value /none",
                 "EvalFile: No such file or directory; the evaluation stays as it was: "
                 '"/none"'),
                ("position fen 8/8 w", None),
                ("position startpos moves e2e5", None),
                ("position startpos e2e4 e7e5", 'position: not understood: "e2e4 e7e5"'),
                ("setoption name UCI_Opponent value junk",
                 'UCI_Opponent: not of the form title, Elo, kind, name: "junk"'),
                ("stop", "stop: no search runs"),
                ("ponderhit", "ponderhit: no search ponders"),
                ("debug maybe", "debug: neither on nor off")):
            (answer,) = terminal.answer(line)
            self.assertFalse(answer.startswith("info string"), line)
            if wanted:
                self.assertEqual(answer, wanted)
        terminal.type("go depht 1 infinite")
        self.assertIn('"depht"', terminal.read_until("\n"))
        self.assertIn("position: ignored while a search runs", terminal.answer("position startpos"))
        self.assertIn("ponderhit: no search ponders", terminal.answer("ponderhit"))
        terminal.type("stop")
        terminal.read_until("bestmove")

    def test_what_is_understood_is_as_on_a_pipe(self):
        terminal = self.start()
        terminal.read_until("for you\n")
        self.assertEqual(terminal.answer("setoption name Hash value 4", "ucinewgame",
                                         "position startpos moves e2e4"), [])

    def test_half_a_terminal_is_a_pipe(self):
        terminal = self.start(stdin_too=False)
        terminal.process.stdin.write(b"hello\nsetoption name x\nisready\n")
        terminal.process.stdin.flush()
        self.assertEqual(terminal.read_until("readyok\n"), "readyok\n")

    def test_pipe(self):
        with UciProcess() as engine:
            engine.send("hello there", "setoption name Hsah value 1", "go depht 1 nodes 1")
            self.assertEqual([line for line in engine.ready() if not line.startswith("info depth")
                              and not line.startswith("bestmove")], [])


if __name__ == "__main__":
    main()
