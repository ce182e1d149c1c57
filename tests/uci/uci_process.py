"""A Quorum process under test, spoken to over pipes. Nothing here waits without a limit."""

import functools
import os
import queue
import re
import select
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import uci_grammar
from uci_grammar import parse_info, parse_option

sys.path.insert(0, str(Path(__file__).parent.parent))
from requirement import needed  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
# What may follow the first `readyok` where the machine lacks what a test wants, two processors say.
MACHINE_WARNING = "info string placement: warning: "
# A program built with sanitizers is given more time.
SLOWDOWN = 5.0 if os.environ.get("QUORUM_SANITIZE") else 1.0
# Processes of mpirun that the program under test is (tests/cluster/ranks.py).
RANKS = int(os.environ.get("QUORUM_RANKS", "1"))
# For processes whose end is timed: AddressSanitizer's scan for leaks is not the program's time.
NO_LEAK_SCAN = dict(
    os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
)
PATIENCE = 10.0 * SLOWDOWN  # seconds that any single answer may take on a busy machine

MOVE = re.compile(r"[a-h][1-8][a-h][1-8][nbrq]?")
BEST_MOVE = re.compile(
    r"bestmove (0000|[a-h][1-8][a-h][1-8][nbrq]?)( ponder [a-h][1-8][a-h][1-8][nbrq]?)?"
)


def binary():
    return needed("QUORUM_BINARY", "the program to test")


class UciTimeout(AssertionError):
    pass


class UciProcess:
    """Use as a context manager: the process is gone afterwards, whatever happened. All it printed
    has then been held against uci_grammar, unless `strict` is false."""

    def __init__(self, strict=True, **popen_arguments):
        self.process = subprocess.Popen(
            [os.path.abspath(binary())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            **popen_arguments,
        )
        os.set_blocking(self.process.stdin.fileno(), False)
        self.lines = queue.Queue()
        self.errors = b""
        self.strict = strict
        self.form = uci_grammar.StreamCheck()
        self.readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.end()
        if kind is None:
            self.check_form()

    def _read_output(self):
        pending = b""
        while chunk := self.process.stdout.read(65536):
            *lines, pending = (pending + chunk).split(b"\n")
            for line in lines:
                line = line.decode("ascii", "backslashreplace")
                self.form.printed(line)
                self.lines.put(line)
        if pending:
            self.lines.put("UNTERMINATED " + pending.decode("ascii", "backslashreplace"))
        self.lines.put(None)

    def _read_errors(self):
        while chunk := self.process.stderr.read(65536):
            self.errors += chunk

    def kill(self):
        self.end()
        self.check_form()

    def check_form(self):
        if self.strict and self.form.faults:
            raise uci_grammar.UnknownForm("\n".join(self.form.faults[:5]))

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def send_bytes(self, data, timeout=PATIENCE):
        self.form.sent(data)
        view = memoryview(data)
        deadline = time.monotonic() + timeout
        while view:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [self.process.stdin], [], left)[1]:
                raise UciTimeout("the program does not read its input")
            view = view[os.write(self.process.stdin.fileno(), view) :]

    def send(self, *commands):
        """All commands leave in one write, if the pipe has room for them."""
        self.send_bytes("".join(command + "\n" for command in commands).encode())

    def close_input(self):
        self.process.stdin.close()

    def read_line(self, timeout=PATIENCE):
        """The next line, or None at the end of the output."""
        try:
            return self.lines.get(timeout=max(timeout, 0))
        except queue.Empty:
            raise UciTimeout(f"no line within {timeout:.1f} s") from None

    def read_until(self, *prefixes, timeout=PATIENCE):
        """All lines up to the first that begins with one of the prefixes."""
        deadline = time.monotonic() + timeout
        lines = []
        while True:
            try:
                line = self.read_line(deadline - time.monotonic())
            except UciTimeout:
                raise UciTimeout(f"no {prefixes} in {timeout} s after {lines[-5:]}") from None
            if line is None:
                raise AssertionError(f"the program ended; {lines[-5:]} {self.errors!r}")
            lines.append(line)
            if line.startswith(prefixes):
                return lines

    def read_rest(self, timeout=PATIENCE):
        """All lines to the end of the output."""
        deadline = time.monotonic() + timeout
        lines = []
        while (line := self.read_line(deadline - time.monotonic())) is not None:
            lines.append(line)
        return lines

    def read_for(self, seconds):
        """All lines that come within so many seconds."""
        deadline = time.monotonic() + seconds
        lines = []
        while (left := deadline - time.monotonic()) > 0:
            try:
                line = self.read_line(left)
            except UciTimeout:
                break
            if line is None:
                break
            lines.append(line)
        return lines

    def greet(self):
        self.send("uci")
        return self.read_until("uciok")

    def ready(self, timeout=PATIENCE):
        """The lines before `readyok`: what earlier commands have answered."""
        self.send("isready")
        return self.read_until("readyok", timeout=timeout)[:-1]

    def ask(self, *commands):
        """What they are answered before the `readyok` of an isready after them."""
        self.send(*commands)
        return self.ready()

    def options(self):
        """{name: (type, fields)} of what `uci` announces, in its order."""
        parsed = [parse_option(line) for line in self.greet() if line.startswith("option")]
        return {name: (kind, fields) for name, kind, fields in parsed}

    def go(self, limits, timeout=PATIENCE):
        """Runs one search: its lines, bestmove last."""
        self.send(f"go {limits}".rstrip())
        return self.read_until("bestmove", timeout=timeout)

    def stop(self, timeout=2.0 * SLOWDOWN):
        """Stops a search: its remaining lines."""
        self.send("stop")
        return self.read_until("bestmove", timeout=timeout)

    def stay_silent(self, seconds=0.15):
        """The lines of so long a while, among which may be no bestmove."""
        lines = self.read_for(seconds)
        assert count_best_moves(lines) == 0, lines[-1:]
        return lines

    def status(self, key):
        """A number from the status of the process, such as VmRSS in kB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1])
        raise KeyError(key)

    def cpu_seconds(self):
        """Time on processors that the process has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait(self, timeout=PATIENCE):
        """The exit code."""
        return self.process.wait(timeout)

    def accepts(self, position, moves):
        """Whether `position` followed by these moves draws no complaint. Greet it first."""
        joint = "" if " moves " in position else " moves"
        self.send(f"position {position}{joint} {' '.join(moves)}")
        return all(line.startswith(MACHINE_WARNING) for line in self.ready())


def greeted():
    """A program that has said uciok and readyok, with nothing unread."""
    engine = UciProcess()
    try:
        engine.greet()
        engine.ready()
    except BaseException:
        engine.end()
        raise
    return engine


def pv_lines(lines):
    """Those with a principal variation: a slow program shows current moves between them."""
    return [line for line in lines if " pv " in line]


def best_move(lines):
    """The move of the last line, which must be a well-formed bestmove."""
    match = BEST_MOVE.fullmatch(lines[-1])
    assert match, lines[-1]
    return match.group(1)


def nodes_of_two_searches(engine, position, between):
    """What each took of the same position, the first in a new game; between() is called after it."""
    engine.send("ucinewgame", f"position {position}")
    first = parse_info(engine.go("depth 7")[-2])["nodes"]
    between()
    return [first, parse_info(engine.go("depth 7")[-2])["nodes"]]


def count_best_moves(lines):
    return sum(line.startswith("bestmove") for line in lines)


class Late(AssertionError):
    """Something took longer than it may."""


# Runs of a test that nothing but lateness fails.
PATIENT_RUNS = 4


def run_patiently(test, begin_again=lambda: None):
    """Runs it again when something was late: it is not to be told from outside whether the engine
    took its time or the machine had other work. What the engine is to blame for comes again."""
    for left in reversed(range(PATIENT_RUNS)):
        try:
            return test()
        except Late as late:
            if left == 0:
                raise
            print(f"late, tried again: {late}", file=sys.stderr, flush=True)
            begin_again()
    return None


class UciTest(unittest.TestCase):
    """Common assertions. Tests run patiently."""

    longMessage = True

    def __init_subclass__(cls, **arguments):
        super().__init_subclass__(**arguments)
        for name, test in list(vars(cls).items()):
            if name.startswith("test_"):
                setattr(cls, name, cls.patient(test))

    @staticmethod
    def patient(test):
        @functools.wraps(test)
        def run(self):
            def begin_again():
                self.tearDown()
                self.doCleanups()
                self.setUp()

            return run_patiently(lambda: test(self), begin_again)

        return run

    def assert_prompt(self, seconds, limit, about=""):
        """That it took less than `limit` seconds."""
        if seconds >= limit:
            raise Late(f"{seconds:.3f} s, not below {limit:.3f}: {about}")

    def check_search(self, engine, position, lines):
        """One complete search: a single bestmove, which is legal and the first move of the line
        directly before it, as is the rest of that line. Use a greeted, idle engine."""
        best = best_move(lines)
        self.assertEqual(count_best_moves(lines), 1)
        final = parse_info(lines[-2])
        for field in ("depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"):
            self.assertIn(field, final, lines[-2])
        first = final["pv"] if final.get("multipv", 1) == 1 else self.first_line(lines)
        self.assertEqual(first[0], best)
        self.assertTrue(engine.accepts(position, first), lines[-2:])
        words = lines[-1].split()
        if len(words) == 4:
            self.assertTrue(engine.accepts(position, [best, words[3]]), lines[-1])
        return best

    def first_line(self, lines):
        for line in reversed(lines):
            if " multipv 1 " in line:
                return parse_info(line)["pv"]
        raise AssertionError("no line is numbered 1")

    def exits_cleanly(self, engine, timeout=PATIENCE):
        self.assertEqual(engine.wait(timeout), 0)
        self.assertEqual(engine.errors, b"")

    def seconds_to_end(self, engine, close=False):
        """Tells it to quit, or closes its input, and waits until it has ended, cleanly."""
        started = time.monotonic()
        if close:
            engine.close_input()
        else:
            engine.send("quit")
        self.exits_cleanly(engine)
        return time.monotonic() - started


class EngineTest(UciTest):
    """Each test has a program that has said uciok."""

    def setUp(self):
        self.engine = UciProcess()
        self.addCleanup(self.engine.kill)
        self.greeting = self.engine.greet()


class ReadyTest(EngineTest):
    """Each test has a program that has said readyok, too, with nothing unread."""

    def setUp(self):
        super().setUp()
        self.engine.ready()


def main():
    binary()
    unittest.main()
