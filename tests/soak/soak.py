#!/usr/bin/env python3
"""What only shows in time: games of Quorum against itself with searches that are stopped, pondered and
broken off and options that change between moves; many `ucinewgame`; a long `go infinite`. Every move is
legal in the eyes of a second process that only counts, no game is lost on time, nothing answers that
was not asked, and the process does not grow.

soak.py [--games 2000] [--threads 1,2,8] [--clock 0.5+0.005] [--newgames 20000] [--infinite 600]
        [--seed N] [--late N]"""

import argparse
import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "uci"))

from uci_process import PATIENCE, UciProcess, best_move, count_best_moves

MOST_PLIES = 300
OVERHEAD_MS = 50
# What a process at rest may have more than at first: the allocator keeps some of what was freed.
GROWTH_KIB = 2048
WARM_UP = 5  # seconds of a search after which it needs no more memory

STARTS = (
    ("startpos", False),
    ("fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", False),
    ("fen 8/5pk1/6p1/R7/5P2/4K1P1/r7/8 w - - 0 1", False),
    ("fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1", True),
    ("fen rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1", True),
    ("fen nrknbbqr/pppppppp/8/8/8/8/PPPPPPPP/QRNNBBKR w KQkq - 0 1", True),
)
OPTIONS = (
    ("Hash", (1, 2, 8, 16)),
    ("MultiPV", (1, 1, 3)),
    ("UCI_AnalyseMode", ("true", "false")),
    ("UCI_ShowWDL", ("true", "false")),
    ("Ponder", ("true", "false")),
    ("HistoryScope", ("thread", "l3")),
    ("Clear Hash", (None,)),
)


class Wrong(Exception):
    pass


class Referee:
    """Knows the legal moves by counting: another process, which never searches."""

    def __init__(self):
        self.process = UciProcess()
        self.process.greet()

    def legal_moves(self, position, moves, chess960):
        self.process.send(
            f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}",
            position_command(position, moves),
            "go perft 1",
        )
        lines = self.process.read_until("Nodes searched")
        return [line.split(":")[0] for line in lines if line.endswith(": 1")]


def position_command(position, moves):
    return f"position {position}" + (f" moves {' '.join(moves)}" if moves else "")


class Footprint:
    """What a process has, asked while it rests."""

    def __init__(self, pid):
        self.pid = pid
        self.first = None
        self.last = None

    def resident_kib(self):
        with open(f"/proc/{self.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024

    def take(self):
        folder = f"/proc/{self.pid}"
        self.last = (self.resident_kib(), len(os.listdir(f"{folder}/fd")),
                     len(os.listdir(f"{folder}/task")))
        self.first = self.first or self.last

    def judge(self):
        """Wrong where it has grown; the figures."""
        (memory, files, threads), (memory_then, files_then, threads_then) = self.last, self.first
        told = (f"memory {memory_then} -> {memory} KiB, descriptors {files_then} -> {files}, "
                f"threads {threads_then} -> {threads}")
        if memory > memory_then + GROWTH_KIB or files > files_then or threads > threads_then:
            raise Wrong(told)
        return told


class Player:
    """The engine that plays both sides, and what came of it."""

    def __init__(self, threads, orders):
        self.engine = UciProcess()
        self.referee = Referee()
        self.random = random.Random(orders.seed * 1000 + threads)
        self.threads = threads
        self.clock = [1000 * float(part) for part in orders.clock.split("+")]
        self.footprint = Footprint(self.engine.process.pid)
        self.moves = self.disturbances = 0
        self.late = []  # ms by which a clock was exceeded
        self.engine.greet()
        self.engine.send(f"setoption name Threads value {threads}",
                         f"setoption name Move Overhead value {OVERHEAD_MS}")
        self.engine.ready()

    def search(self, limits, position, moves, chess960):
        """One search to its end: the legal move, the one to ponder on, and the milliseconds."""
        self.engine.send(position_command(position, moves))
        begin = time.monotonic()
        self.engine.send(f"go {limits}")
        if self.random.random() < 0.03:
            time.sleep(self.random.random() * 0.01)
            self.engine.send("stop")
        lines = self.engine.read_until("bestmove")
        return *self.answer(lines, position, moves, chess960), 1000 * (time.monotonic() - begin)

    def answer(self, lines, position, moves, chess960):
        """The move and the one to ponder on, or None."""
        if count_best_moves(lines) != 1:
            raise Wrong(f"{count_best_moves(lines)} bestmoves: {lines[-5:]}")
        move = best_move(lines)
        legal = self.referee.legal_moves(position, moves, chess960)
        if move not in legal and not (move == "0000" and not legal):
            raise Wrong(f"{move} is not legal after {position_command(position, moves)}")
        words = lines[-1].split()
        if len(words) == 4 and words[3] not in self.referee.legal_moves(position, [*moves, move],
                                                                       chess960):
            raise Wrong(f"{words[3]}, to ponder on, is not legal after {lines[-1]}")
        return move, words[3] if len(words) == 4 else None

    def endless_search(self, limits, position, moves, chess960):
        """A search that has to wait for its end, which comes after some milliseconds; its move."""
        self.engine.send(position_command(position, moves), f"go {limits}")
        early = self.engine.read_for(self.random.random() * 0.02)
        if count_best_moves(early):
            raise Wrong(f"go {limits}: a bestmove before its time: {early[-1]}")
        ponders = limits.startswith("ponder")
        self.engine.send("ponderhit" if ponders and self.random.random() < 0.5 else "stop")
        return self.answer(self.engine.read_until("bestmove"), position, moves, chess960)[0]

    def disturb(self, position, moves, chess960, reply):
        """Something between two moves of a game."""
        self.disturbances += 1
        kind = self.random.random()
        if kind < 0.35 and reply:
            self.endless_search("ponder wtime 60 btime 60 winc 5 binc 5", position,
                                [*moves, reply], chess960)
        elif kind < 0.55:
            self.endless_search("infinite", position, moves, chess960)
        elif kind < 0.65:
            self.search(self.random.choice(("depth 3", "nodes 500", "movetime 5")), position, moves,
                        chess960)
        elif kind < 0.7:
            self.engine.send("ucinewgame")
        else:
            name, values = self.random.choice(OPTIONS)
            value = self.random.choice(values)
            self.engine.send(f"setoption name {name}" + ("" if value is None else f" value {value}"))
        self.engine.ready()

    def play(self, position, chess960):
        """A game, until there is no move or it is long enough."""
        self.engine.send("ucinewgame",
                         f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}")
        self.engine.ready()
        base, increment = self.clock
        clocks, moves = [base, base], []
        for ply in range(MOST_PLIES):
            limits = (f"wtime {int(clocks[0])} btime {int(clocks[1])} winc {int(increment)} "
                      f"binc {int(increment)}")
            move, reply, took = self.search(limits, position, moves, chess960)
            side = ply % 2  # every start has White to move
            if took > clocks[side]:
                self.late.append(took - clocks[side])
                return
            if move == "0000":
                return
            clocks[side] += increment - took
            moves.append(move)
            self.moves += 1
            if self.random.random() < 0.1:
                self.disturb(position, moves, chess960, reply)

    def rest(self):
        """Options as at first, and what the process then has."""
        self.engine.send("setoption name Hash value 16", "setoption name MultiPV value 1",
                         "setoption name UCI_AnalyseMode value false",
                         "setoption name HistoryScope value thread", "ucinewgame")
        self.engine.ready()
        self.engine.go("nodes 20000")
        self.engine.ready()
        self.footprint.take()

    def end(self):
        self.engine.send("quit")
        code = self.engine.wait()
        self.engine.kill()
        self.referee.process.kill()
        if code != 0 or self.engine.errors:
            raise Wrong(f"exit code {code}, {self.engine.errors!r}")


def play_games(orders):
    counts = [int(count) for count in orders.threads.split(",")]
    for i, threads in enumerate(counts):
        games = orders.games * (i + 1) // len(counts) - orders.games * i // len(counts)
        player = Player(threads, orders)
        for game in range(games):
            player.play(*player.random.choice(STARTS))
            # The first quarter may find what the process needs.
            if game == games // 4 or game == games - 1 or (game > games // 4 and game % 10 == 0):
                player.rest()
        print(f"threads {threads}: {games} games at {orders.clock}, {player.moves} moves, "
              f"{player.disturbances} disturbances, {len(player.late)} lost on time "
              f"{[round(late) for late in player.late]}, {player.footprint.judge()}", flush=True)
        player.end()
        if len(player.late) > orders.late:
            raise Wrong("lost on time")


def repeat_newgame(orders):
    with UciProcess() as engine:
        engine.greet()
        footprint = Footprint(engine.process.pid)
        for i in range(orders.newgames):
            engine.send("ucinewgame", "position startpos moves d2d4", "go depth 2")
            engine.read_until("bestmove")
            if i % 100 == 99 or i == orders.newgames - 1:
                engine.ready()
                footprint.take()
        print(f"{orders.newgames} x ucinewgame: {footprint.judge()}", flush=True)


def search_long(orders):
    with UciProcess() as engine:
        engine.greet()
        engine.send("setoption name Threads value 2", "position startpos", "go infinite")
        footprint = Footprint(engine.process.pid)
        end = time.monotonic() + orders.infinite
        lines = engine.read_for(min(WARM_UP, orders.infinite / 2))
        while time.monotonic() < end:
            footprint.take()
            lines += engine.read_for(min(1, end - time.monotonic()))
        if count_best_moves(lines):
            raise Wrong("a bestmove before stop")
        footprint.take()
        begin = time.monotonic()
        engine.send("stop")
        engine.read_until("bestmove", timeout=PATIENCE)
        print(f"go infinite for {orders.infinite} s: {footprint.judge()}, "
              f"bestmove {1000 * (time.monotonic() - begin):.0f} ms after stop", flush=True)


def main(words):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--threads", default="1,2,8")
    parser.add_argument("--clock", default="0.5+0.005")
    parser.add_argument("--newgames", type=int, default=20000)
    parser.add_argument("--infinite", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--late", type=int, default=0, help="games that may be lost on time")
    orders = parser.parse_args(words)
    try:
        if orders.games:
            play_games(orders)
        if orders.newgames:
            repeat_newgame(orders)
        if orders.infinite:
            search_long(orders)
    except Wrong as wrong:
        print(f"wrong: {wrong}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
