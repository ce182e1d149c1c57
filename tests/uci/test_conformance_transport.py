#!/usr/bin/env python3
"""Lines 1 to 11 of the protocol: how lines travel, and how the program lives and ends."""

import os
import select
import socket
import subprocess
import time

from searches import MIDGAME
from uci_process import (NO_LEAK_SCAN, PATIENCE, SLOWDOWN, START, UciProcess, UciTest, best_move, binary, count_best_moves,
                         greeted, main)


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


def seconds_of(action):
    started = time.monotonic()
    action()
    return time.monotonic() - started


def check_quickest(check, action, limit, tries=25):
    """That one of so many tries takes less time: the rest of the machine may be busy."""
    seconds = []
    while not seconds or (min(seconds) >= limit and len(seconds) < tries):
        seconds.append(seconds_of(action))
    check.assert_prompt(min(seconds), limit, seconds)


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

    def test_02_every_line_end(self):
        for end in (b"\n", b"\r", b"\r\n", b"\n\r", b"\n\n\r\r\n", b"\r \n\t\r"):
            with UciProcess() as engine:
                engine.send_bytes(end + end.join([b"isready", b"isready", b"uci", b"isready"]) + end)
                lines = [engine.read_line(), engine.read_line(), *engine.read_until("readyok")]
                self.assertEqual(lines[:2], ["readyok", "readyok"])
                self.assertEqual(lines[-2:], ["uciok", "readyok"])

    def test_03_white_space_between_tokens(self):
        for line in ("debug on", "   debug     on  ", "\t  debug \t  \t\ton\t  "):
            with greeted() as engine:
                self.assertFalse(debug_is_on(engine))
                engine.send(line)
                self.assertTrue(debug_is_on(engine), line)

    def test_04_unknown_tokens_are_skipped(self):
        with greeted() as engine:
            engine.send("joho debug on")
            self.assertTrue(debug_is_on(engine))
            engine.send("debug off", "debug joho on")
            engine.ready()
            engine.send("debug off")
            engine.ready()
            engine.send("joho", "foo bar 1 2 3", "ISREADY", "xisready")
            self.assertEqual(engine.ready(), [])
            engine.send("hello position startpos moves e2e4", "hello go depth 1 world searchmoves c7c5")
            self.assertEqual(best_move(engine.read_until("bestmove")), "c7c5")
            engine.send(f"position fen {START} joho moves e2e4", "go depth 1 searchmoves c7c5")
            self.assertEqual(best_move(engine.read_until("bestmove")), "c7c5")

    def test_06_boots_at_once_and_small(self):
        def boot():
            with UciProcess() as engine:
                engine.greet()

        def boot_and_quit():
            with UciProcess() as engine:
                engine.send("uci", "quit")
                self.exits_cleanly(engine)

        # Other programs on the machine are not what is measured, nor is the start of a sanitizer.
        check_quickest(self, boot, 0.02 if SLOWDOWN == 1.0 else PATIENCE)
        check_quickest(self, boot_and_quit, 0.03 if SLOWDOWN == 1.0 else PATIENCE)
        with UciProcess() as engine:
            engine.send("setoption name Hash value 200", "setoption name Threads value 8")
            engine.greet()
            before = engine.status("VmRSS")
            engine.ready()
            if SLOWDOWN == 1.0:
                self.assertLess(before, 64 << 10)

    def test_07_input_is_handled_while_searching(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            engine.read_until("info")
            engine.send("debug on", "joho", "isready")
            lines = engine.read_until("readyok")
            self.assertTrue(any(line.startswith("info string") for line in lines), lines)
            engine.send("debug off", "uci")
            engine.read_until("uciok")
            engine.stop()

    def test_08_no_search_without_go(self):
        with greeted() as engine:
            engine.send(
                "setoption name Ponder value true",
                "ucinewgame",
                f"position {MIDGAME}",
                "position startpos moves e2e4 e7e5",
                "ponderhit",
            )
            self.assertEqual(engine.ready(), [])
            before = engine.cpu_seconds()
            self.assertEqual(engine.read_for(0.4), [])
            self.assertLess(engine.cpu_seconds() - before, 0.05)

    def test_10_quit_and_end_of_input(self):
        def end_after(*commands, close=False):
            """Seconds from the order to end to the end."""
            with UciProcess(env=NO_LEAK_SCAN) as engine:
                engine.greet()
                engine.send(*commands)
                if commands:
                    engine.ready()
                return self.seconds_to_end(engine, close)

        position = f"position {MIDGAME}"
        for close in (False, True):
            for commands in (
                (),
                ("isready",),
                (position, "go infinite"),
                (position, "go ponder wtime 60000 btime 60000"),
                (position, "go movetime 60000"),
            ):
                seconds = min(end_after(*commands, close=close) for _ in range(3))
                self.assert_prompt(seconds, 0.05 * SLOWDOWN, (commands, close))
        # While a large table is made, too.
        for last, close in (("isready", False), ("isready", True), ("go depth 5", True)):
            with UciProcess(env=NO_LEAK_SCAN) as engine:
                engine.greet()
                engine.send("setoption name Hash value 4096", last)
                time.sleep(0.1)
                self.assert_prompt(self.seconds_to_end(engine, close), 1.0 * SLOWDOWN, last)
                self.assertEqual(count_best_moves(engine.read_rest()), int(last != "isready"))

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


if __name__ == "__main__":
    main()
