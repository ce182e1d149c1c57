#!/usr/bin/env python3
"""hostile_engine.py FAULT [WHERE]: an engine that answers as it should, but for one fault, which it has in
positions whose FEN has WHERE in it (default: in all)."""

import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1]
WHERE = sys.argv[2] if len(sys.argv) > 2 else ""

# How long it computes before it tells anything, and after that, if that is its fault.
BURNS = {"early": (0.002, 0.008), "nodeless": (0.05, 0)}

# What it plays where it means well.
MOVES = {"6k1/5ppp": "a1a8", "4k3/8/8/3q4": "e4d5", "4k3/8/8/3r4": "e4d5"}


def say(*lines):
    print(*lines, sep="\n", flush=True)


def misbehave():
    if FAULT == "hang":
        time.sleep(1000)
    elif FAULT == "exit":
        sys.exit(3)
    elif FAULT == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif FAULT == "illegal":
        say("info depth 1 score cp 0 nodes 1 pv e1e8", "bestmove e1e8")
    elif FAULT == "bytes":
        sys.stdout.buffer.write(b"bestmove \xff\xfe\n")
        sys.stdout.buffer.flush()
    elif FAULT == "bound":  # of the last score
        say("info depth 5 score mate 1 nodes 10 pv a1a8", "info depth 6 score cp -10 upperbound nodes 20 pv a1a8",
            "bestmove a1a8")
    elif FAULT == "nothing":
        say("bestmove (none)")
    elif FAULT == "garbage":
        for line in ("\x00\xff" * 100, "info", "info depth", "info depth x score cp y nodes z pv",
                     "info score mate 99999999999999999999 nodes -5 depth 1000000 pv e2e4",
                     "info depth 3 score", "bestmov", "x" * 200000):
            sys.stdout.buffer.write(line.encode("latin-1") + b"\n")
        say("bestmove")
    elif FAULT == "flood":
        while True:
            say("info string " + "x" * 1000)
    elif FAULT == "endless":  # without the end of a line
        while True:
            sys.stdout.write("x" * 1000)
    elif FAULT == "no limit":
        nodes = 1
        while True:
            nodes *= 2
            say(f"info depth 1 score cp 0 nodes {min(nodes, 1 << 49)} pv a1a8")


class Adviser:
    """Quorum, which knows a legal move of every position."""

    def __init__(self):
        self.process = subprocess.Popen(os.environ["QUORUM_BINARY"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def best_move(self, position):
        self.process.stdin.write(f"{position}\ngo depth 1\n")
        return next(line for line in self.process.stdout if line.startswith("bestmove")).split()[1]


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def search_busily(position, adviser):
    """Tells nodes before most of its time is used, or never."""
    move = adviser.best_move(position)
    before, after = BURNS[FAULT]
    burn(before)
    say(f"info depth 5 score cp 10{' nodes 1000' if after else ''} pv {move}")
    burn(after)
    say(f"bestmove {move}")


def search(position):
    if WHERE in position:
        misbehave()
        return
    move = next(move for board, move in MOVES.items() if board in position)
    say(f"info depth 1 score cp 100 nodes 20 pv {move}", f"bestmove {move}")


def main():
    position = ""
    adviser = Adviser() if FAULT in BURNS else None
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            if FAULT == "mute":
                time.sleep(1000)
            say("id name Hostile", "option name Hash type spin default 16 min 1 max 64",
                "option name Threads type spin default 1 min 1 max 2", "uciok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["position"]:
            position = line
        elif words[:1] == ["go"]:
            if words[1:2] == ["perft"] and FAULT in ("miscount", "uncounted"):
                if FAULT == "uncounted" and WHERE in position:
                    sys.exit(3)
                say("e2e4: 1", "Nodes searched: 1")
            elif adviser:
                search_busily(position, adviser)
            else:
                search(position)
        elif words[:1] == ["quit"]:
            return


if __name__ == "__main__":
    main()
