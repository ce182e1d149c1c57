#!/usr/bin/env python3
"""Start, greeting, isready, debug and the ways to end. Numbers: rules in docs/uci.md."""

import subprocess
import time

from searches import MIDGAME, infos
from uci_process import (NO_LEAK_SCAN, PATIENCE, SLOWDOWN, UciProcess, UciTest, binary, count_best_moves,
                         greeted, main)


class Start(UciTest):
    def check_quickest(self, action, limit, tries=25):
        """That one of so many tries takes less time: the rest of the machine may be busy, and the start
        of a sanitizer is not what is measured."""
        limit = limit if SLOWDOWN == 1.0 else PATIENCE
        seconds = []
        while not seconds or (min(seconds) >= limit and len(seconds) < tries):
            started = time.monotonic()
            action()
            seconds.append(time.monotonic() - started)
        self.assert_prompt(min(seconds), limit, seconds)

    def check_memory(self, engine, most):
        """That it has less than so many kB before it has made its table and threads."""
        resident = engine.status("VmRSS")
        if SLOWDOWN == 1.0:
            self.assertLess(resident, most)

    def test_06_boots_at_once_and_small(self):
        def boot():
            with UciProcess() as engine:
                engine.greet()

        def boot_and_quit():
            with UciProcess() as engine:
                engine.send("uci", "quit")
                self.exits_cleanly(engine)

        self.check_quickest(boot, 0.02)
        self.check_quickest(boot_and_quit, 0.03)
        with UciProcess() as engine:
            engine.greet()
            self.check_memory(engine, 32 << 10)
            engine.send("setoption name Hash value 200", "setoption name Threads value 8")
            engine.greet()
            self.check_memory(engine, 64 << 10)
            engine.ready()

    def test_12_greeting_in_order(self):
        """And again when asked again."""
        with UciProcess() as engine:
            first = engine.greet()
            self.assertRegex(first[0], r"^id name Quorum \d")
            self.assertRegex(first[1], r"^id author \S")
            self.assertEqual({line.split()[0] for line in first[2:-1]}, {"option"})
            self.assertEqual(first[-1], "uciok")
            self.assertEqual(engine.greet(), first)
            engine.send("isready")
            self.assertEqual(engine.read_line(), "readyok")

    def test_silent_before_greeting(self):
        """8, 70: nothing is said or searched unasked, and nothing uninvited before readyok."""
        with UciProcess() as engine:
            self.assertEqual(engine.read_for(0.2), [])
            engine.send("position startpos moves e2e5", "setoption name Hash value never")
            self.assertEqual(engine.ready(), [])
            engine.greet()
            self.assertEqual(engine.ready(), [])

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


class Synchronisation(UciTest):
    def test_14_readyok_after_all_that_came_before(self):
        with UciProcess() as engine:
            engine.send("isready", "isready", "setoption name Hash value 2", "isready")
            for _ in range(3):
                self.assertEqual(engine.read_line(), "readyok")
        with UciProcess() as engine:
            engine.greet()
            small = engine.status("VmRSS")
            engine.send("setoption name Hash value 96", "isready")
            self.assertEqual(engine.read_line(), "readyok")
            self.assertGreater(engine.status("VmRSS") - small, 90 << 10)
            engine.send("isready", "isready", "ucinewgame", "isready")
            for _ in range(3):
                self.assertEqual(engine.read_line(), "readyok")

    def test_15_readyok_while_searching(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            seconds = []
            depths = set()
            until = time.monotonic() + PATIENCE
            # A slow machine is given the time to search on; each round is an isready.
            while len(seconds) < 25 or (len(depths) < 4 and time.monotonic() < until):
                asked = time.monotonic()
                engine.send("isready")
                lines = engine.read_until("readyok")
                seconds.append(time.monotonic() - asked)
                self.assertEqual(count_best_moves(lines), 0)
                depths |= {info["depth"] for info in infos(lines + engine.read_for(0.01)) if "depth" in info}
            self.assert_prompt(sorted(seconds)[len(seconds) // 2], 0.05 * SLOWDOWN)
            self.assert_prompt(max(seconds), 0.5 * SLOWDOWN)
            self.assertGreater(len(depths), 3)
            engine.stop()

    def test_isready_while_pondering(self):
        """15 holds in ponder mode, too."""
        with greeted() as engine:
            engine.send("position startpos", "go ponder wtime 1000 btime 1000")
            self.assertEqual(count_best_moves(engine.ready()), 0)
            engine.stop()

    def test_16_a_search_without_isready(self):
        with UciProcess() as engine:
            engine.send("uci", "setoption name Hash value 4", "position startpos", "go depth 4")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)
        with UciProcess() as engine:
            engine.send("go depth 2")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)

    def test_07_input_is_handled_while_searching(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            engine.read_until("info")
            self.assertIn('info string unknown "joho"', engine.ask("debug on", "joho"))
            engine.send("debug off", "uci")
            engine.read_until("uciok")
            engine.stop()


class Debug(UciTest):
    def notes(self, lines):
        return [line for line in lines if line.startswith("info string")]

    def test_13_debug_at_any_time(self):
        with greeted() as engine:
            engine.send("position startpos")
            self.assertEqual(engine.ready(), [])
            engine.send("debug on", "position startpos moves e2e4")
            told = self.notes(engine.ready())
            self.assertTrue(any("position startpos moves e2e4" in line for line in told), told)
            engine.send("debug off", "go infinite")
            engine.read_until("info")
            engine.ready()
            self.assertEqual(self.notes(engine.ready()), [])
            engine.send("debug on")
            engine.ready()
            engine.send("setoption name Hash value 1")
            told = self.notes(engine.ready())
            self.assertTrue(any("setoption name Hash value 1" in line for line in told), told)
            engine.send("debug on", "stop")
            told = engine.read_until("bestmove")
            for command in ("debug on", "stop"):
                self.assertIn(f'info string received "{command}"', told)
            self.assertTrue(any(line.startswith("info string end: ") for line in told), told)
            engine.send("go infinite")
            engine.read_until("info string time: ")
            engine.send("debug off", "stop")
            told = engine.read_until("bestmove")
            self.assertFalse(any(line.startswith("info string end: ") for line in told), told)
            engine.send("debug on")
            engine.ask("debug off")
            self.assertEqual(engine.ask("stop"), [])


class Ending(UciTest):
    def end(self, *commands, close=False, env=None):
        """The seconds from the order to end to the end, and what was still said."""
        with UciProcess(env=env) as engine:
            engine.greet()
            if commands:
                engine.ask(*commands)
            return self.seconds_to_end(engine, close), engine.read_rest()

    def test_10_quit_and_end_of_input(self):
        """53, too: the bestmove that is due is still written."""
        position = f"position {MIDGAME}"
        for close in (False, True):
            for commands, limit in (
                ((), 0.05),
                (("isready",), 0.05),
                ((position, "go infinite"), 0.05),
                ((position, "go ponder wtime 60000 btime 60000"), 0.05),
                ((position, "go movetime 60000"), 0.05),
                (("setoption name Threads value 4", "setoption name Hash value 64", position,
                  "go infinite"), 1.0),
            ):
                seconds = []
                for env in (None, *[NO_LEAK_SCAN] * 9):
                    took, rest = self.end(*commands, close=close, env=env)
                    seconds.append(took)
                    if position in commands:
                        self.assertRegex(rest.pop(), "^bestmove [a-h]")
                    self.assertEqual(count_best_moves(rest), 0)
                    if not commands:
                        self.assertEqual(rest, [])
                    if env and took < limit * SLOWDOWN:
                        break
                self.assert_prompt(min(seconds), limit * SLOWDOWN, (commands, close))
        # While a large table is made, too.
        for last, close in (("isready", False), ("isready", True), ("go depth 5", True)):
            with UciProcess(env=NO_LEAK_SCAN) as engine:
                engine.greet()
                engine.send("setoption name Hash value 4096", last)
                time.sleep(0.1)
                self.assert_prompt(self.seconds_to_end(engine, close), 1.0 * SLOWDOWN, last)
                self.assertEqual(count_best_moves(engine.read_rest()), int(last != "isready"))

    def test_lost_output(self):
        """A GUI that is gone ends the program quietly, though the input stays open."""
        with subprocess.Popen(
            [binary()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            try:
                child.stdout.close()
                child.stdin.write(b"uci\nposition startpos\ngo infinite\n")
                child.stdin.flush()
                self.assertEqual(child.wait(PATIENCE), 1)
                self.assertEqual(child.stderr.read(), b"")
            finally:
                child.kill()


if __name__ == "__main__":
    main()
