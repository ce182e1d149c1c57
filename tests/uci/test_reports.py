#!/usr/bin/env python3
"""Current lines, refutations, statistics and decisions. Numbers: rules in docs/uci.md."""

import os
import re
import select
import socket
import subprocess
import time

from searches import MIDGAME, infos
from uci_process import RANKS, SLOWDOWN, ReadyTest, binary, main, parse_info

CASTLING = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS960 = "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


class ReportTest(ReadyTest):
    def set_options(self, **options):
        for name, value in options.items():
            self.engine.send(f"setoption name {name} value {value}")

    def infinite(self, position, seconds):
        """The lines of an infinite search that is stopped after so many seconds, each with the time
        when it came."""
        self.engine.send(f"position {position}")
        self.engine.ready()
        started = time.monotonic()
        self.engine.send("go infinite")
        timed = []
        while (now := time.monotonic() - started) < seconds:
            timed += [
                (time.monotonic() - started, line)
                for line in self.engine.read_for(min(0.05, seconds - now))
            ]
        self.engine.send("stop")
        timed += [
            (time.monotonic() - started, line) for line in self.engine.read_until("bestmove")
        ]
        self.check_search(self.engine, position, [line for _, line in timed])
        return timed

    def check_legal(self, position, lines):
        for line in lines:
            self.assertTrue(self.engine.accepts(position, line), line)

    def check_seconds(self, times, interval=1):
        """The first report after a second, and the others not before so many more each, from the start of the
        search: one may reach us late, but never too early."""
        for before, at in enumerate(times):
            self.assertGreater(at, 0.99 + before * interval)


def with_field(timed, field):
    """(seconds, value) of each line that has the field."""
    infos = [(at, parse_info(line)) for at, line in timed if line.startswith("info ")]
    return [(at, info[field]) for at, info in infos if field in info]


class CurrentLines(ReportTest):
    def check_blocks(self, timed, threads):
        """Always all lines together, numbered from 1; returns when the blocks came. At first other ranks
        may not have told theirs yet."""
        blocks = []
        previous = None
        for place, (at, line) in enumerate(timed):
            if not line.startswith("info currline"):
                continue
            number, _ = parse_info(line)["currline"]
            if number == 1:
                blocks.append((at, []))
            else:
                self.assertEqual(previous, place - 1)
            blocks[-1][1].append(number)
            previous = place
        self.assertTrue(blocks)
        for index, (_, numbers) in enumerate(blocks):
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
            self.assertEqual(len(numbers) % threads, 0)
            self.assertIn(len(numbers), {threads, threads * RANKS} if index == 0
                          else range(threads * RANKS + 1))
        times = [at for at, _ in blocks]
        self.check_seconds(times, max(1, threads / 100))
        return times

    def test_72_current_lines(self):
        """Every thread's line, all of them together, after the first second and then once a second;
        each can be played."""
        for threads, position in ((1, MIDGAME), (4, CASTLING)):
            self.set_options(UCI_ShowCurrLine="true", Threads=threads)
            timed = self.infinite(position, 3.6)
            times = self.check_blocks(timed, threads)
            self.assertGreaterEqual(len(times), 2)
            lines = [moves for _, (_, moves) in with_field(timed, "currline")]
            self.check_legal(position, lines)
            self.assertGreater(len({tuple(line) for line in lines}), 1)

    def test_chess960(self):
        """72, 88: castling as king takes rook here too."""
        self.set_options(UCI_ShowCurrLine="true", UCI_Chess960="true", Threads=2)
        timed = self.infinite(CHESS960, 2.2)
        self.check_blocks(timed, 2)
        self.check_legal(CHESS960, [moves for _, (_, moves) in with_field(timed, "currline")])

    def test_crowd(self):
        """72: with many threads less often, not more than 100 lines a second."""
        threads = 192
        self.set_options(UCI_ShowCurrLine="true", Threads=threads)
        timed = self.infinite(MIDGAME, 5.0)
        self.check_blocks(timed, threads)
        self.check_legal(MIDGAME, [moves for _, (_, moves) in with_field(timed[:3000], "currline")])

    def test_one_write(self):
        """72: all lines of a report leave in one write."""
        self.set_options(UCI_ShowCurrLine="true", Threads=3)
        self.engine.ready()
        with OneWriteAtATime() as engine:
            engine.send("setoption name UCI_ShowCurrLine value true\nsetoption name Threads value 3")
            engine.send(f"position {MIDGAME}\ngo infinite")
            blocks = engine.blocks(3.2)
            engine.send("stop\nquit")
        with_lines = [block for block in blocks if "info currline" in block]
        self.assertTrue(with_lines)
        for block in with_lines:
            for number in (1, 2, 3):
                self.assertEqual(block.count(f"info currline {number} "), 1, block)

    def test_off(self):
        """71, 72, 79, 80: nothing of the kind unless asked for."""
        timed = self.infinite(MIDGAME, 1.3)
        self.assertFalse([line for _, line in timed if "currline" in line or "refutation" in line])


class OneWriteAtATime:
    """A program whose output is a socket that keeps the borders of what is written."""

    def __enter__(self):
        self.ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen([binary()], stdin=subprocess.PIPE, stdout=theirs, bufsize=0)
        theirs.close()
        return self

    def send(self, text):
        os.write(self.process.stdin.fileno(), f"{text}\n".encode())

    def blocks(self, seconds):
        end = time.monotonic() + seconds
        blocks = []
        while (left := end - time.monotonic()) > 0:
            if select.select([self.ours], [], [], left)[0]:
                blocks.append(self.ours.recv(1 << 20).decode())
        return blocks

    def __exit__(self, *_):
        try:
            self.ours.settimeout(10 * SLOWDOWN)
            while self.ours.recv(1 << 20):
                pass
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.ours.close()


class Refutations(ReportTest):
    def test_71_refutations(self):
        """Each move but the best with its refutation, together, after the first second."""
        self.set_options(UCI_ShowRefutations="true", Threads=2)
        for position in ("startpos", MIDGAME):
            legal = self.count_legal(position)
            timed = self.infinite(position, 2.5)
            blocks = self.blocks_of(timed)
            self.assertTrue(blocks)
            for block in blocks:
                self.assertEqual(len(block), legal - 1)
            self.assertTrue([line for block in blocks for line in block if len(line) > 1])
            self.check_legal(position, {tuple(line) for block in blocks for line in block})

    def blocks_of(self, timed):
        """Runs of refutations, each of a move of its own."""
        blocks = []
        seen = None
        for at, line in timed:
            if not line.startswith("info refutation"):
                seen = None
                continue
            self.assertGreater(at, 0.99)
            moves = parse_info(line)["refutation"]
            if seen is None or moves[0] in seen:
                seen = set()
                blocks.append([])
            seen.add(moves[0])
            blocks[-1].append(moves)
        return blocks

    def count_legal(self, position):
        self.set_options(MultiPV=500)
        self.engine.send(f"position {position}")
        lines = [line for line in self.engine.go("depth 1") if " multipv " in line]
        self.set_options(MultiPV=1)
        return max(parse_info(line)["multipv"] for line in lines)

    def test_search_moves(self):
        """38, 71: only of the moves that are searched."""
        self.set_options(UCI_ShowRefutations="true")
        self.engine.send("position startpos")
        lines = self.engine.go("movetime 1500 searchmoves e2e4 d2d4 a2a3")
        refuted = [line.split()[2] for line in lines if line.startswith("info refutation")]
        self.assertTrue(refuted)
        self.assertLessEqual(set(refuted), {"e2e4", "d2d4", "a2a3"})

    def test_not_in_a_short_search(self):
        """67, 71: nothing in the first second."""
        self.set_options(UCI_ShowRefutations="true", UCI_ShowCurrLine="true")
        self.engine.send(f"position {MIDGAME}")
        lines = self.engine.go("movetime 300")
        if parse_info(lines[-2])["time"] < 1000:
            for field in ("refutation", "currline", "currmove"):
                self.assertFalse([line for line in lines if field in line])


class CurrentMove(ReportTest):
    def current_moves(self, limits, seconds):
        self.engine.send(f"position {MIDGAME}", f"go {limits}")
        lines = self.engine.read_for(seconds) + self.engine.stop()
        return [info for info in infos(lines) if "currmove" in info]

    def test_67_current_moves_after_a_second(self):
        """Nothing before, then with a number from 1 to that of the moves."""
        self.set_options(UCI_ShowCurrLine="true", UCI_ShowRefutations="true")
        self.engine.send(f"position {MIDGAME}", "go infinite")
        early = infos(self.engine.read_for(0.9))
        self.engine.stop()
        for info in early:
            self.assertFalse(info.keys() & {"currmove", "currmovenumber", "currline", "refutation"}, info)
        self.set_options(UCI_ShowCurrLine="false", UCI_ShowRefutations="false")
        shown = self.current_moves("infinite", 2.2)
        self.assertTrue(shown)
        for info in shown:
            self.assertGreaterEqual(info["currmovenumber"], 1)
            self.assertTrue(self.engine.accepts(MIDGAME, [info["currmove"]]), info)
        moves = ("d1e2", "f3e5", "h2h3")
        for info in self.current_moves(f"infinite searchmoves {' '.join(moves)}", 2.3):
            self.assertIn(info["currmovenumber"], range(1, len(moves) + 1))
            self.assertIn(info["currmove"], moves)


class Statistics(ReportTest):
    def test_65_statistics_come_regularly(self):
        """About once a second, also inside an iteration."""
        self.set_options(Hash=1)
        timed = self.infinite(MIDGAME, 3.5)
        alone = [at for at, line in timed if line.startswith("info nodes")]
        self.assertGreaterEqual(len(alone), 2)
        self.check_seconds(alone)
        for field in ("nps", "hashfull", "cpuload"):
            self.assertTrue(with_field(timed, field))
        times = [at for at, line in timed if line.startswith("info ")
                 and {"nodes", "nps", "hashfull"} <= parse_info(line).keys()]
        for earlier, later in zip([0.0, *times], [*times, 3.5]):
            self.assert_prompt(later - earlier, 1.7 * SLOWDOWN)
        for field in ("nodes", "time"):
            values = [value for _, value in with_field(timed, field)]
            self.assertEqual(values, sorted(values))
        final = infos(line for _, line in timed)[-1]
        self.assertGreater(final["time"], 3000)
        self.assertGreater(final["hashfull"], 0)
        speed = 1000 * final["nodes"] / final["time"]
        self.assertAlmostEqual(final["nps"], speed, delta=0.02 * speed)

    def test_69_table_hits_and_load(self):
        """No hits without tables. Permille of the processors; a search that waits uses none of them."""
        self.engine.send("position startpos", "go infinite depth 1")
        early = parse_info(self.engine.read_until("info depth 1 ")[-1])["cpuload"]
        self.assertLessEqual(early, 1000)
        self.engine.read_for(1.0)
        self.engine.ready()
        self.assertLess(parse_info(self.engine.stop()[-2])["cpuload"], 100)

        self.engine.send(f"position {MIDGAME}")
        lines = self.engine.go("movetime 1200")
        busy = parse_info(lines[-2])["cpuload"]
        processors = len(os.sched_getaffinity(0))
        self.assertGreater(busy, 0)
        self.assertLess(busy, RANKS * 1000 / processors + 100)
        self.assertEqual({info["tbhits"] for info in infos(lines) if "tbhits" in info}, {0})
        self.assertFalse([line for line in lines if "sbhits" in line])


class Decisions(ReportTest):
    def test_debug(self):
        """13: in debug mode the search says what time it has, why it ends, and how threads vote."""
        self.set_options(Threads=3)
        self.engine.send("debug on", f"position {MIDGAME}", "isready")
        self.engine.read_until("readyok")
        cases = (
            ("depth 6", "time: no limit", "end: depth limit"),
            ("movetime 50", "time: optimum 50 ms, maximum 50 ms", "end: time"),
            ("nodes 20000", "time: no limit", "end: node limit"),
            ("mate 1", "time: no limit", "end: mate settled"),
        )
        for limits, allowed, end in cases:
            lines = self.engine.go(limits)
            for text in (allowed, end, "vote: "):
                found = [line for line in lines if line.startswith(f"info string {text}")]
                self.assertEqual(len(found), 1, (limits, text))
        self.engine.send("go infinite", "stop")
        self.assertTrue(
            [line for line in self.engine.read_until("bestmove") if "string end: stop" in line]
        )

    def budget(self, clock):
        """What the search says that it may use at best and at most, in ms."""
        self.engine.send(f"position {MIDGAME}")
        lines = "\n".join(self.engine.go(f"{clock} depth 1"))
        return tuple(map(int, re.search(r"time: optimum (\d+) ms, maximum (\d+) ms", lines).groups()))

    def test_time_to_think(self):
        """13, 44, 45: what the clock and the options let the search use."""
        self.engine.send("debug on")
        clock = "wtime 60000 btime 1000"
        usual = self.budget(clock)
        for changed in ("wtime 120000 btime 1000", clock + " winc 2000", clock + " movestogo 5"):
            self.assertGreater(self.budget(changed), usual, changed)
        for changed in ("wtime 30000 btime 60000", clock + " movestogo 90", clock + " movetime 100"):
            self.assertLess(self.budget(changed), usual, changed)
        for same in (clock + " binc 2000", "wtime 60000 btime 90000"):
            self.assertEqual(self.budget(same), usual, same)
        # Half of the time that the opponent takes is ours.
        self.engine.send("setoption name Ponder value true")
        self.assertGreater(self.budget(clock)[0], 1.1 * usual[0])
        self.engine.send("setoption name Ponder value false", "setoption name Move Overhead value 500")
        self.assertLess(self.budget(clock)[0], usual[0] - 300)


if __name__ == "__main__":
    main()
