#!/usr/bin/env python3
"""How lines travel, and lines of every kind: line ends, lengths, garbage. Numbers: rules in docs/uci.md."""

import os
import random
import select
import socket
import subprocess
import time

from uci_process import PATIENCE, START, UciProcess, UciTest, best_move, binary, greeted, main


def answer(data):
    """Everything the program says to this input, and its exit code."""
    run = subprocess.run([binary()], input=data, capture_output=True, timeout=30, check=False)
    return run.stdout, run.returncode, run.stderr


def read_raw(fd, wanted):
    """All bytes up to some that are wanted, without closing or sending anything."""
    data = b""
    deadline = time.monotonic() + PATIENCE
    while wanted not in data:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            break
        chunk = os.read(fd, 65536)
        if not chunk:
            break
        data += chunk
    return data


def debug_is_on(engine):
    return any(line.startswith("info string") for line in engine.ready())


class Transport(UciTest):
    def test_01_whole_lines_reach_a_pipe_at_once(self):
        command = [binary()]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, bufsize=0, **pipes) as child:
            try:
                for commands, answer in (
                    (b"uci\n", b"uciok\n"),
                    (b"isready\n", b"readyok\n"),
                    (b"position startpos\ngo depth 3\n", b"bestmove"),
                ):
                    child.stdin.write(commands)
                    output = read_raw(child.stdout.fileno(), answer)
                    self.assertIn(answer, output)
                    self.assertNotIn(b"\r", output)
                    self.assertTrue(output.endswith(b"\n"), output[-80:])
                child.stdin.write(b"quit\n")
                self.assertEqual(child.wait(PATIENCE), 0)
                self.assertEqual(child.stderr.read(), b"")
            finally:
                child.kill()

    def test_11_no_terminal_is_needed(self):
        ours, theirs = socket.socketpair()
        ours.settimeout(PATIENCE)
        command = [binary()]
        ends = {"stdin": theirs, "stdout": theirs, "stderr": subprocess.PIPE}
        with ours, subprocess.Popen(command, start_new_session=True, **ends) as child:
            try:
                theirs.close()
                ours.sendall(b"xboard\nuci\nposition startpos\ngo depth 2\n")
                output = read_raw(ours.fileno(), b"bestmove")
                self.assertTrue(output.startswith(b"id name "), output[:80])
                self.assertIn(b"\nuciok\n", output)
                self.assertIn(b"\nbestmove ", output)
                ours.sendall(b"quit\n")
                self.assertEqual(child.wait(PATIENCE), 0)
            finally:
                child.kill()


class LineEnds(UciTest):
    def test_02_every_line_end(self):
        """\\n, \\r, \\r\\n, \\n\\r and any mix; empty lines are ignored."""
        for end in (b"\n", b"\r", b"\r\n", b"\n\r", b"\n\n\r\r\n", b" \r\n\t\n", b"\r \n\t\r"):
            data = end.join([b"isready", b"debug on", b"isready", b"uci", b"quit", b""])
            output, code, errors = answer(end + data)
            self.assertEqual(code, 0, end)
            self.assertEqual(errors, b"")
            self.assertEqual(output.count(b"readyok\n"), 2, end)
            self.assertEqual(output.count(b"uciok\n"), 1, end)
            self.assertEqual(output.count(b"received"), 3, (end, output))
            self.assertNotIn(b"\r", output)

    def test_obeyed_at_once(self):
        """2: a lone \\r ends a line without waiting for what follows."""
        with UciProcess() as engine:
            engine.send_bytes(b"isready\r")
            self.assertEqual(engine.read_line(), "readyok")
            engine.send_bytes(b"\nisre")
            self.assertEqual(engine.read_for(0.1), [])
            engine.send_bytes(b"ady\n")
            self.assertEqual(engine.read_line(), "readyok")

    def test_last_line_without_end(self):
        """10: half a line at the end of the input is still a line."""
        self.assertEqual(answer(b"isready"), (b"readyok\n", 0, b""))
        self.assertEqual(answer(b""), (b"", 0, b""))
        self.assertEqual(answer(b"\r\n"), (b"", 0, b""))


class Tokens(UciTest):
    def test_03_white_space_between_tokens(self):
        for line in ("debug on", "   debug     on  ", "\t  debug \t  \t\ton\t  "):
            with greeted() as engine:
                self.assertFalse(debug_is_on(engine))
                engine.send(line)
                self.assertTrue(debug_is_on(engine), line)
                engine.ask("debug off")
                self.assertFalse(debug_is_on(engine))

    def test_04_unknown_tokens_are_skipped(self):
        """And the rest of the line is obeyed; in silence unless in debug mode."""
        with greeted() as engine:
            for line in ("joho", "foo bar 1 2 3", "hello world", "xboard", "ISREADY", "xisready", "UCI",
                         "Quit"):
                self.assertEqual(engine.ask(line), [])
            for line in ("joho debug on", "debug joho on", "joho foo  debug on"):
                engine.send(line)
                self.assertTrue(debug_is_on(engine))
                self.assertIn('info string unknown "nonsense"', engine.ask("nonsense"))
                engine.ask("debug off")
            engine.send("hello position startpos moves e2e4", "hello go depth 1 world searchmoves c7c5")
            self.assertEqual(best_move(engine.read_until("bestmove")), "c7c5")
            engine.send(f"position fen {START} joho moves e2e4", "go depth 1 searchmoves c7c5")
            self.assertEqual(best_move(engine.read_until("bestmove")), "c7c5")


class Garbage(UciTest):
    def test_long_lines(self):
        """Lines of 10 MB are read to the end, whatever they hold."""
        size = 10_000_000
        for line in (
            b"x" * size,
            b"x " * (size // 2),
            b" " * size + b"isready",
            b"position fen " + b"k" * size,
            b"position startpos moves " + b"e2e5 " * (size // 5),
            b"position startpos moves" + b" g1f3 g8f6 f3g1 f6g8" * 5000,
            b"setoption name Hash value " + b"9" * size,
            b"setoption name " + b"y" * size,
            b"\0" * size,
        ):
            output, code, errors = answer(line + b"\nisready\nquit\n")
            self.assertEqual(code, 0, line[:40])
            self.assertEqual(errors, b"")
            self.assertTrue(output.endswith(b"readyok\n"), line[:40])

    def test_complaint_is_short(self):
        """A complaint about a long line is itself a line of bearable length, and plain text."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on")
            engine.send_bytes(b"position fen " + b"\xff\x00\x1b" * 100_000 + b"\n")
            lines = engine.ready()
            self.assertTrue(any("FEN, column 1:" in line for line in lines), lines)
            for line in lines:
                self.assertLess(len(line), 2000)
                self.assertTrue(line.isprintable(), line[:100])

    def test_nul_bytes(self):
        """A NUL is an ordinary bad character: it hides nothing that follows."""
        with UciProcess() as engine:
            engine.greet()
            engine.send_bytes(b"\0 isready\n")
            self.assertEqual(engine.read_line(), "readyok")
            engine.send_bytes(b"position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1\0 5\n")
            self.assertRegex(engine.ready()[0], "^info string position: FEN")
            engine.send_bytes(b"position startpos moves e2e4\0\n")
            self.assertRegex(engine.ready()[0], "move 1 is not legal")

    def test_random_bytes(self):
        """Nothing that comes in ends the program but quit."""
        generator = random.Random(20060401)
        words = b"uci debug isready setoption name value position fen startpos moves stop".split()
        words += b"ponderhit ucinewgame Hash 0 -1 9999999999999999999999 e2e4 - w KQkq /".split()
        with UciProcess() as engine:
            engine.greet()
            for _ in range(200):
                line = b" ".join(
                    generator.choice(words)
                    if generator.random() < 0.6
                    else generator.randbytes(generator.randrange(1, 12))
                    for _ in range(generator.randrange(1, 12))
                )
                # A random table of some gigabytes is no garbage but a heavy order.
                engine.send_bytes(line.replace(b"Hash value 9", b"Hash value -9") + b"\n")
            engine.send("setoption name Hash value 16")
            engine.ready(timeout=2 * PATIENCE)
            engine.send("ucinewgame", "position startpos", "go depth 3")
            self.assertRegex(engine.read_until("bestmove")[-1], "^bestmove [a-h]")
            engine.send("quit")
            self.exits_cleanly(engine)


if __name__ == "__main__":
    main()
