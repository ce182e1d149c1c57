#!/usr/bin/env python3
"""Commands in random legal and illegal orders with random delays, and the books to go with them:
one bestmove a search, none before the stop or ponderhit that it has to wait for, a prompt readyok for
each isready, nothing else that was not asked for.

rapid_fire.py [--commands N] [--threads 1,2,16] [--seed N] [--limit-ms 50] [--late-percent 0]"""

import argparse
import collections
import mmap
import os
import random
import select
import subprocess
import sys
import time

import uci_grammar
from uci_process import SLOWDOWN, START, binary

PATIENCE = 20.0 * SLOWDOWN
# What no share of late answers excuses: so many times the limit.
FAR_TOO_LATE = 20.0
# More than the program takes with the most threads and the largest table.
MEMORY = 512 << 20

POSITIONS = (
    "startpos",
    "startpos moves e2e4 c7c5 g1f3 d7d6",
    f"fen {START} moves d2d4",
    "fen r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1",
    "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen k7/8/1K6/8/8/8/8/7R b - - 0 1",
    "startpos moves e2e4 e2e4 e7e5",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "nonsense",
)
ENDLESS = (
    "infinite",
    "infinite depth 2",
    "infinite searchmoves e2e4 g1f3 a5a4",
    "ponder wtime 90 btime 90",
    "ponder depth 3",
    "ponder movetime 4",
    "ponder infinite",
)
ENDING = (
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 700",
    "movetime 0",
    "movetime 3",
    "wtime 60 btime 60 winc 1 binc 1",
    "wtime -5 btime -5",
    "movestogo 3 wtime 40 btime 40",
    "mate 2 nodes 3000",
    "searchmoves e2e4 g1f3 h5h4 depth 3",
    "depth 9 nodes 900 movetime 2",
)
SETTINGS = (
    "setoption name Clear Hash",
    "setoption name Hash value 1",
    "setoption name Hash value 4",
    "setoption name Hash value 48",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 3",
    "setoption name Ponder value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_AnalyseMode value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_LimitStrength value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Opponent value GM 2800 human Somebody",
    "setoption name HistoryScope value l3",
    "setoption name HistoryScope value thread",
    "setoption name Move Overhead value 0",
    "setoption name EvalFile value nowhere",
    "setoption name EvalFile value <empty>",
    "setoption name Nullmove value true",
    "setoption name Hash value many",
    "setoption",
    "ucinewgame",
)
NOISE = ("joho", "", "debug joho", "register later", "isreadyy", "position", "\t go-fast 3", "uci")


class Wrong(Exception):
    pass


class Program:
    """Reads in the same thread that writes, so that a line is seen when it comes."""

    def __init__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen([binary()], bufsize=0, **pipes)
        for pipe in (self.process.stdin, self.process.stdout):
            os.set_blocking(pipe.fileno(), False)
        self.form = uci_grammar.StreamCheck()
        self.pending = b""
        self.to_send = b""

    def exchange(self, seconds):
        """Writes what there is to write and waits so long for lines; those that came, or None at
        the end of the output."""
        output, sink = self.process.stdout.fileno(), self.process.stdin
        writers = [sink.fileno()] if self.to_send else []
        readable, writable, _ = select.select([output], writers, [], max(seconds, 0))
        if writable:
            self.to_send = self.to_send[os.write(sink.fileno(), self.to_send) :]
        if not readable:
            return []
        chunk = os.read(output, 1 << 16)
        if not chunk:
            return None
        *lines, self.pending = (self.pending + chunk).split(b"\n")
        lines = [line.decode("ascii", "backslashreplace") for line in lines]
        for line in lines:
            self.form.printed(line)
        return lines

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


def machine_is_busy():
    """Whether others want all processors that there are. Asked while our program does not run."""
    runnable = []
    for _ in range(20):
        with open("/proc/loadavg", encoding="ascii") as file:
            runnable.append(int(file.read().split()[3].split("/")[0]) - 1)  # we are one
        time.sleep(0.01)
    return sorted(runnable)[len(runnable) // 2] >= len(os.sched_getaffinity(0))


def warm_memory():
    """Has the machine find the memory that the program will ask for. A virtual machine's host may
    take 4 ms for each MiB that it has not lent before, thirty times what clearing it takes: those
    would be the answers that are late."""
    with mmap.mmap(-1, MEMORY, mmap.MAP_PRIVATE) as block:
        if hasattr(mmap, "MADV_HUGEPAGE"):
            block.madvise(mmap.MADV_HUGEPAGE)
        pages = len(block) // mmap.PAGESIZE
        block[:: mmap.PAGESIZE] = bytes(pages)


class Driver:
    """Sends, and keeps the books. A search is `endless` when only stop, or ponderhit and then time,
    can end it: a go meanwhile is certainly ignored. Otherwise it may end at any moment, and what
    becomes of a go is for debug mode to tell."""

    def __init__(self, program, seed, threads):
        self.program = program
        counts = (threads, threads, threads + 1)
        self.settings = SETTINGS + tuple(f"setoption name Threads value {n}" for n in counts)
        self.random = random.Random(seed)
        self.expected = 0
        self.seen = 0
        self.endless = False
        self.ponders = ""  # how a search was begun that waits for ponderhit
        self.debug = False
        self.pings = collections.deque()
        self.history = collections.deque(maxlen=40)  # of what was sent and received
        self.waits = []

    def take(self, lines):
        if lines is None:
            errors = self.program.process.stderr.read().decode(errors="replace")
            raise Wrong(f"the program ended\n{errors}")
        now = time.monotonic()
        for line in lines:
            if not line.startswith("info depth"):
                self.history.append("    " + line)
            if line == "readyok":
                if not self.pings:
                    raise Wrong("a readyok that nobody asked for")
                self.waits.append(now - self.pings.popleft())
            elif line.startswith("bestmove"):
                self.seen += 1
                if self.seen > self.expected:
                    raise Wrong("a bestmove without a go")
                if self.endless and self.seen == self.expected:
                    raise Wrong("a bestmove before its stop")
            elif line == "info string go: ignored while a search runs" and self.debug:
                self.expected -= 1
        if self.program.form.faults:
            raise Wrong(self.program.form.faults[0])

    def send(self, command):
        if command == "isready":
            self.pings.append(time.monotonic())
        self.history.append(command)
        self.program.to_send += command.encode() + b"\n"
        self.take(self.program.exchange(0))

    def pause(self, seconds):
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self.take(self.program.exchange(left))

    def settle(self):
        """Waits for everything that is due."""
        deadline = time.monotonic() + PATIENCE
        while self.seen < self.expected or self.pings or self.program.to_send:
            left = deadline - time.monotonic()
            if left <= 0:
                due = self.expected - self.seen
                raise Wrong(f"{due} bestmoves, {len(self.pings)} readyoks due")
            self.take(self.program.exchange(left))

    def stop(self):
        self.endless, self.ponders = False, ""
        self.send("stop")

    def go(self):
        if self.endless and not self.debug:
            if self.random.random() < 0.3:  # ignored
                self.send(f"go {self.random.choice(ENDLESS + ENDING)}")
                return
            self.stop()
        elif self.seen < self.expected and not self.debug:
            if self.random.random() < 0.5:
                self.stop()
            else:
                self.settle()
        endless = self.random.random() < 0.5
        limits = self.random.choice(ENDLESS if endless else ENDING)
        if self.debug and self.random.random() < 0.1:
            limits = ""  # endless where there is a legal move
        self.expected += 1
        if not self.debug:
            self.endless = endless
            self.ponders = limits if limits.startswith("ponder") else ""
        self.send(f"go {limits}")

    def ponderhit(self):
        if self.ponders and self.ponders != "ponder infinite":  # its own limit ends it from now on
            self.endless, self.ponders = False, ""
        self.send("ponderhit")

    def change_debug(self):
        """In debug mode the program says itself which go it ignores, so that anything may be sent
        at any time."""
        self.stop()
        self.settle()
        self.debug = not self.debug
        self.send("debug on" if self.debug else "debug off")
        self.send("isready")
        self.settle()

    def step(self):
        choice = self.random.random()
        if choice < 0.25:
            self.go()
        elif choice < 0.45:
            self.stop()
        elif choice < 0.60:
            self.send("isready")
        elif choice < 0.75:
            self.send(f"position {self.random.choice(POSITIONS)}")
        elif choice < 0.85:
            self.send(self.random.choice(self.settings))
        elif choice < 0.95:
            self.ponderhit()
        elif choice < 0.995:
            self.send(self.random.choice(NOISE))
        else:
            self.change_debug()
        if self.random.random() < 0.5:
            self.pause(self.random.choice((0.0002, 0.001, 0.003, 0.012)) * self.random.random())

    def finish(self):
        if self.debug:
            self.change_debug()
        self.stop()
        self.send("isready")
        self.settle()
        self.pause(0.05)
        self.program.to_send += b"quit\n"
        deadline = time.monotonic() + PATIENCE
        while (lines := self.program.exchange(deadline - time.monotonic())) is not None:
            if lines or time.monotonic() > deadline:
                raise Wrong(f"after quit: {lines}")
        code = self.program.process.wait(PATIENCE)
        errors = self.program.process.stderr.read()
        if code != 0 or errors:
            raise Wrong(f"exit code {code}\n{errors.decode(errors='replace')}")


def drive(threads, orders):
    """One program from its first command to its end; Wrong when something is."""
    warm_memory()
    busy = machine_is_busy()
    program = Program()
    driver = Driver(program, orders.seed, threads)
    try:
        driver.send(f"setoption name Threads value {threads}")
        driver.send("setoption name Hash value 4")
        driver.send("isready")
        driver.settle()
        driver.waits.clear()  # that one had threads to make
        for _ in range(orders.commands):
            driver.step()
        driver.finish()
    except Wrong:
        print(*driver.history, sep="\n")
        raise
    finally:
        program.end()
    waits = report(f"threads {threads}, seed {orders.seed}: {orders.commands} steps", driver)
    judge(waits, orders, busy)


def judge(waits, orders, busy):
    """Wrong when readyoks were late: more of them than may be, or one by far. Not where others keep
    the machine busy."""
    late = [wait for wait in waits if wait > orders.limit_ms]
    far = sum(wait > FAR_TOO_LATE * orders.limit_ms for wait in late)
    if not far and len(late) <= orders.late_percent * len(waits) / 100:
        return
    told = f"{len(late)} of {len(waits)} readyoks took more than {orders.limit_ms} ms"
    if not busy and not machine_is_busy():
        raise Wrong(told)
    print(f"{told}, but others keep this machine busy: not judged")


def report(title, driver):
    """Prints the figures and returns them."""
    waits = sorted(1000 * seconds for seconds in driver.waits)
    print(
        f"{title}, {driver.seen} searches, {len(waits)} isready: "
        f"median {waits[len(waits) // 2]:.2f} ms, slowest {waits[-1]:.1f} ms",
        flush=True,
    )
    return waits


def run(orders):
    """The exit code."""
    for threads in (int(count) for count in orders.threads.split(",")):
        try:
            drive(threads, orders)
        except Wrong as wrong:
            print(f"threads {threads}, seed {orders.seed}: {wrong}")
            return 1
    return 0


def main(words):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=20000)
    parser.add_argument("--threads", default="1,2,16")
    parser.add_argument("--seed", type=int, default=1)
    # A program that is watched by a sanitizer is not measured.
    limit = 50.0 if SLOWDOWN == 1.0 else 1000.0 * PATIENCE
    parser.add_argument("--limit-ms", type=float, default=limit)
    parser.add_argument("--late-percent", type=float, default=0.0)
    return run(parser.parse_args(words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
