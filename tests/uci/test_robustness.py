#!/usr/bin/env python3
"""Input that no GUI should send: huge, broken, or faster than anybody can read the answers."""

import os
import random
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from searches import MIDGAME
from uci_process import PATIENCE, SLOWDOWN, UciProcess, UciTest, binary, count_best_moves, greeted, main

MEGABYTE = 1 << 20
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


class Huge(UciTest):
    def test_hundred_thousand_moves(self):
        """All are played; the position reached is searched, and is a draw by repetition."""
        moves = " ".join(SHUFFLE * 25_000)
        with greeted() as engine:
            engine.send(f"position startpos moves {moves}")
            self.assertEqual(engine.ready(timeout=3 * PATIENCE), [])
            lines = engine.go("depth 3 searchmoves e2e4")
            self.assertTrue(lines[-1].startswith("bestmove e2e4"))
            engine.send(f"position startpos moves {moves} e2e4")
            engine.ready(timeout=3 * PATIENCE)
            self.assertTrue(engine.go("depth 1 searchmoves e7e5")[-1].startswith("bestmove e7e5"))

    def test_hundred_thousand_moves_with_a_bad_one(self):
        with greeted() as engine:
            moves = list(SHUFFLE * 25_000)
            moves[77_777] = "e7e8q"
            engine.send(f"position startpos moves {' '.join(moves)}")
            (complaint,) = engine.ready(timeout=3 * PATIENCE)
            self.assertIn("move 77778 is not legal", complaint)

    def test_ten_megabytes_during_a_search(self):
        """The line is skipped, the search goes on, and the memory is not taken for good."""
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            for filling in (b"x", b" ", b"\0", b"\xff", b"go "):
                engine.send_bytes(filling * (10 * MEGABYTE // len(filling)) + b"\n", 3 * PATIENCE)
                engine.ready(timeout=3 * PATIENCE)
            engine.stay_silent()
            engine.stop()
            if SLOWDOWN == 1.0:
                self.assertLess(engine.status("VmRSS"), 128 << 10)

    def test_long_values(self):
        """Options, FENs and limits of 10 MB each."""
        filling = b"1 " * (5 * MEGABYTE)
        with greeted() as engine:
            for start in (
                b"setoption name MultiPV value ",
                b"setoption name UCI_Opponent value GM 2800 human ",
                b"setoption name UCI_SetPositionValue value 12 + ",
                b"setoption name Debug Log File value ",
                b"setoption name ",
                b"register name ",
                b"position fen ",
                b"debug ",
            ):
                engine.send_bytes(start + filling + b"\n", 3 * PATIENCE)
                for line in engine.ready(timeout=3 * PATIENCE):
                    self.assertLess(len(line), 2000)
            engine.send_bytes(b"go depth 2 searchmoves " + filling + b"\n", 3 * PATIENCE)
            self.assertEqual(count_best_moves(engine.read_until("bestmove", timeout=PATIENCE)), 1)


class Broken(UciTest):
    def test_bytes_that_are_no_text(self):
        """NUL and bytes that no encoding has: ignored or quoted as plain text."""
        with greeted() as engine:
            engine.send("debug on")
            engine.ready()
            for junk in (b"\xff\xfe", b"\xc3\x28", b"\xe2\x82", b"\0", b"\x80\0\x1b[2J", b"\x7f"):
                for line in (
                    junk,
                    b"position startpos moves " + junk,
                    b"position fen " + junk,
                    b"setoption name " + junk + b" value " + junk,
                    b"setoption name UCI_Opponent value none none human " + junk,
                    b"go depth 1 searchmoves " + junk,
                ):
                    engine.send_bytes(line + b"\n")
                    if line.startswith(b"go"):
                        engine.read_until("bestmove")
                    engine.ready()
            engine.send("debug off", f"position {MIDGAME}")
            self.check_search(engine, MIDGAME, engine.go("depth 3"))

    def test_half_a_line_and_the_end(self):
        """What stands before the end of the input is obeyed; what runs gets its bestmove."""
        for last, searches in (
            (b"go infin", 1),
            (b"go depth", 1),
            (b"position startpos moves e2", 0),
            (b"position startpos\ngo infinite", 1),
            (b"go infinite\nstop\ngo infinite\nsto", 2),
            (b"\0", 0),
            (b"go ponder wtime 100 btime 100\nponderhi", 1),
        ):
            run = subprocess.run(
                [binary()], input=last, capture_output=True, timeout=PATIENCE, check=False
            )
            self.assertEqual((run.returncode, run.stderr), (0, b""), last)
            self.assertEqual(run.stdout.count(b"bestmove "), searches, last)
            self.assertTrue(run.stdout == b"" or run.stdout.endswith(b"\n"))

    def test_lines_in_pieces(self):
        """Whatever way the bytes are cut, and whatever ends the lines."""
        generator = random.Random(7)
        for _ in range(10):
            text = b""
            for command in (b"position startpos", b"go depth 1", b"stop", b"isready"):
                text += command + generator.choice((b"\n", b"\r", b"\r\n", b"\n\r", b"\r\r\n"))
            with UciProcess() as engine:
                while text:
                    size = generator.randrange(1, 9)
                    engine.send_bytes(text[:size])
                    text = text[size:]
                    if generator.random() < 0.3:
                        time.sleep(0.001)
                self.assertEqual(count_best_moves(engine.read_until("readyok")), 1)


class Fast(UciTest):
    def test_nobody_reads(self):
        """The output fills its pipe; once it is read again, nothing is missing."""
        count = 30_000
        with subprocess.Popen([binary()], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            try:
                child.stdin.write(b"position startpos\ngo infinite\n")
                child.stdin.flush()
                writer = subprocess.Popen(
                    ["sh", "-c", f"yes isready | head -n {count}; echo stop; echo quit"],
                    stdout=child.stdin,
                )
                child.stdin.close()
                time.sleep(0.5)
                output = child.stdout.read()
                self.assertEqual(writer.wait(PATIENCE), 0)
                self.assertEqual(child.wait(PATIENCE), 0)
                self.assertEqual(output.count(b"readyok\n"), count)
                self.assertEqual(output.count(b"\nbestmove "), 1)
            finally:
                child.kill()

    def test_odd_files(self):
        """Whatever a path leads to, there is an answer to go; what is no network or book is told."""
        with tempfile.TemporaryDirectory() as name, greeted() as engine:
            folder = Path(name)
            (folder / "empty").touch()
            (folder / "text").write_text("QuorumNN is what a network begins with\n" * 9)
            (folder / "zeros").write_bytes(bytes(4096))
            (folder / "loop").symlink_to(folder / "loop")
            os.mkfifo(folder / "pipe")
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(folder / "socket"))
            paths = [str(folder / file) for file in ("empty", "text", "loop", "pipe", "socket", "none",
                                                     "x" * 300, "zeros", "text/inside")]
            paths += [name, "/dev/null", "/dev/zero", "/dev/full", "/proc/self/fd/0", "/proc/self/mem"]
            for path in paths:
                for option in ("EvalFile", "BookFile", "SyzygyPath", "Debug Log File"):
                    if option == "Debug Log File" and path == "/proc/self/fd/0":
                        continue  # the log would be read as commands
                    engine.send(f"setoption name {option} value {path}")
                    lines = engine.ready()
                    # Zeros are sorted entries of a book.
                    if option == "EvalFile" or (option == "BookFile" and not path.endswith("zeros")):
                        self.assertIn(f"info string {option}: ", "\n".join(lines), path)
                    engine.send(f"setoption name {option} value <empty>")
                    self.assertEqual(count_best_moves(engine.go("depth 2")), 1, path)
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_signals(self):
        """They end a search at once and without a best move, as docs/reliability.md says; a process
        that was stopped plays on."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
            with greeted() as engine:
                engine.send("go infinite")
                engine.stay_silent()
                engine.process.send_signal(number)
                self.assertEqual(count_best_moves(engine.read_rest()), 0)
                self.assertEqual(engine.wait(), -number)
        with greeted() as engine:
            engine.send("go movetime 100")
            engine.process.send_signal(signal.SIGSTOP)
            time.sleep(0.5)
            engine.process.send_signal(signal.SIGCONT)
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)

    def test_full_speed(self):
        """Thousands of commands in one write: each gets its answer, in order."""
        rounds = 1500
        once = (
            b"position startpos moves e2e4\ngo nodes 5\nstop\nisready\n"
            b"setoption name Hash value 1\njoho\nponderhit\nposition fen 8/8 w\n"
            b"go infinite\nisready\nstop\nucinewgame\n"
        )
        with greeted() as engine:
            engine.send_bytes(once * rounds + b"isready\n", 6 * PATIENCE)
            best_moves = ready = 0
            while ready < 2 * rounds + 1:
                line = engine.read_line()
                best_moves += line.startswith("bestmove ")
                ready += line == "readyok"
            self.assertEqual(best_moves, 2 * rounds)


if __name__ == "__main__":
    main()
