#!/usr/bin/env python3
"""Greeting, isready, debug, unknown words and the ways to end. Numbers: rules in docs/uci.md."""

import re
import subprocess
import time

from uci_process import PATIENCE, SLOWDOWN, UciProcess, UciTest, binary, main

OPTION = re.compile(
    r"option name \S.* type (check default (true|false)|button"
    r"|spin default -?\d+ min -?\d+ max -?\d+|string default \S.*"
    r"|combo default \S.*?( var \S.*?)+)"
)


class Greeting(UciTest):
    def test_order(self):
        """12, 73: id name, id author, options, uciok, and again when asked again."""
        with UciProcess() as engine:
            lines = engine.greet()
            self.assertRegex(lines[0], r"^id name Quorum \d")
            self.assertRegex(lines[1], r"^id author \S")
            self.assertGreater(len(lines), 3)
            for line in lines[2:-1]:
                self.assertRegex(line, rf"^{OPTION.pattern}$")
            self.assertEqual(lines[-1], "uciok")
            self.assertEqual(engine.greet(), lines)

    def test_option_names(self):
        """26, 74, 78, 87, 90: the fixed options, and no id that would confuse a parser."""
        with UciProcess() as engine:
            lines = engine.greet()
        names = [line.split(" type ")[0].removeprefix("option name ") for line in lines[2:-1]]
        self.assertEqual(len(names), len({name.lower() for name in names}))
        for name in ("Hash", "Threads", "Ponder", "MultiPV", "Clear Hash", "UCI_Chess960"):
            self.assertIn(name, names)
        for name in names:
            self.assertNotIn("name", name.lower().split())
            self.assertNotIn("value", name.lower().split())

    def test_silent_before_greeting(self):
        """8, 70: nothing is said or searched unasked, and nothing uninvited before readyok."""
        with UciProcess() as engine:
            self.assertEqual(engine.read_for(0.2), [])
            engine.send("position startpos moves e2e5", "setoption name Hash value never")
            self.assertEqual(engine.ready(), [])
            engine.greet()
            self.assertEqual(engine.ready(), [])

    def test_boots_at_once(self):
        """6, 10: uci and quit are near instant and take little memory."""
        started = time.monotonic()
        with UciProcess() as engine:
            engine.greet()
            with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as status:
                resident = int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1))
            engine.send("quit")
            self.exits_cleanly(engine)
        self.assert_prompt(time.monotonic() - started, 1.0 * SLOWDOWN)
        if SLOWDOWN == 1.0:
            self.assertLess(resident, 32 * 1024)


class Synchronisation(UciTest):
    def test_isready_when_idle(self):
        """14, 16: always answered; a GUI that never sends it is served as well."""
        with UciProcess() as engine:
            engine.send("isready", "isready", "setoption name Hash value 2", "isready")
            for _ in range(3):
                self.assertEqual(engine.read_line(), "readyok")
        with UciProcess() as engine:
            engine.send("position startpos", "go depth 2")
            self.assertRegex(engine.read_until("bestmove")[-1], "^bestmove [a-h]")

    def test_isready_while_searching(self):
        """7, 15: answered at once, and the search goes on."""
        with UciProcess() as engine:
            engine.ready()
            engine.send("position startpos", "go infinite")
            engine.read_until("info")
            for _ in range(20):
                asked = time.monotonic()
                engine.send("isready")
                lines = engine.read_until("readyok")
                self.assert_prompt(time.monotonic() - asked, 0.5 * SLOWDOWN)
                self.assertFalse([line for line in lines if line.startswith("bestmove")])
            engine.stop()

    def test_isready_while_pondering(self):
        """15 holds in ponder mode, too."""
        with UciProcess() as engine:
            engine.ready()
            engine.send("position startpos", "go ponder wtime 1000 btime 1000")
            self.assertFalse([line for line in engine.ready() if line.startswith("bestmove")])
            engine.stop()


class Debug(UciTest):
    def is_on(self, engine):
        return any(line.startswith("info string") for line in engine.ready())

    def test_white_space(self):
        """3, 13: any white space between tokens."""
        for line in ("debug on", "   debug     on  ", "\t  debug \t  \t\ton\t  "):
            with UciProcess() as engine:
                engine.greet()
                self.assertFalse(self.is_on(engine))
                engine.send(line)
                self.assertTrue(self.is_on(engine), line)
                engine.send("debug off")
                engine.ready()
                self.assertFalse(self.is_on(engine))

    def test_unknown_tokens(self):
        """4: skipped, and the rest of the line is obeyed; in silence unless in debug mode."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("foo bar", "xboard", "hello world 1 2 3", "UCI", "Quit")
            self.assertEqual(engine.ready(), [])
            engine.send("debug joho on")
            engine.ready()
            engine.send("debug off", "joho foo  debug on")
            engine.ready()
            self.assertTrue(self.is_on(engine))
            engine.send("nonsense")
            self.assertIn('info string unknown "nonsense"', engine.ready())

    def test_shows_commands(self):
        """13: what was received is shown, also while searching."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on", "position startpos", "go infinite", "debug on", "stop")
            lines = engine.read_until("bestmove")
            for command in ("position startpos", "go infinite", "debug on", "stop"):
                self.assertIn(f'info string received "{command}"', lines)

    def test_debug_while_searching(self):
        """13: switched at any time."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos", "go infinite", "debug on", "joho")
            engine.read_until('info string unknown "joho"')
            engine.send("debug off", "stop")
            engine.read_until("bestmove")


class Ending(UciTest):
    def end(self, *commands, close=False):
        """Sends the commands, lets the last ones take effect, ends, and measures."""
        with UciProcess() as engine:
            engine.greet()
            if commands:
                engine.ready()
                engine.send(*commands)
                time.sleep(0.2)
            self.assert_prompt(self.seconds_to_end(engine, close), 1.0 * SLOWDOWN)
            return engine.read_rest()

    def test_idle(self):
        """10: quit right after uciok."""
        self.assertEqual(self.end(), [])

    def test_while_searching(self):
        """10, 53: the pending bestmove is still written, then the process is gone within 1 s."""
        for go in ("go infinite", "go ponder wtime 60000 btime 60000", "go movetime 60000"):
            lines = self.end("position startpos", go)
            self.assertRegex(lines[-1], "^bestmove [a-h]")

    def test_several_threads(self):
        """10 with four threads and a larger table."""
        lines = self.end(
            "setoption name Threads value 4",
            "setoption name Hash value 64",
            "position startpos",
            "go infinite",
        )
        self.assertRegex(lines[-1], "^bestmove [a-h]")

    def test_end_of_input(self):
        """10: the end of the input is quit, idle or searching."""
        self.assertEqual(self.end(close=True), [])
        lines = self.end("position startpos", "go infinite", close=True)
        self.assertRegex(lines[-1], "^bestmove [a-h]")

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
