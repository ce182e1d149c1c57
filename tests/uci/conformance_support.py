"""What several files of numbered lines need: positions, measurements of the process, options."""

import os
import time

import uci_grammar
from uci_process import SLOWDOWN, UciProcess, count_best_moves

MIDGAME = "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
# White mates in two moves; White is mated next move; nothing can be moved any more.
MATE_IN_TWO = "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1"
MATED_IN_ONE = "fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1"
MATED = "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATED = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
SINGLE_MOVE = "fen k7/8/1K6/8/8/8/8/7R b - - 0 1"


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


def options(engine):
    """{name: (type, fields)} of what `uci` announces, in its order."""
    parsed = [uci_grammar.parse_option(line) for line in engine.greet() if line[:6] == "option"]
    return {name: (kind, fields) for name, kind, fields in parsed}


def option_or_skip(check, engine, name):
    """The type and fields of an option that this build may lack."""
    announced = options(engine)
    if name not in announced:
        check.skipTest(f"{name} is not announced")
    return announced[name]


def infos(lines):
    """The parsed `info` lines, without strings."""
    parsed = [uci_grammar.parse_info(line) for line in lines if line.startswith("info ")]
    return [info for info in parsed if "string" not in info]


def pvs(lines):
    return [info for info in infos(lines) if "pv" in info]


def stop(engine):
    """Stops a search: its remaining lines."""
    engine.send("stop")
    return engine.read_until("bestmove", timeout=2.0 * SLOWDOWN)


def stays_silent(check, engine, seconds=0.15):
    """No bestmove for a while; the lines that came."""
    lines = engine.read_for(seconds)
    check.assertEqual(count_best_moves(lines), 0, lines[-1:])
    return lines


def same_search(lines):
    """A search without what depends on the clock and on other searches of the process. On a slow
    machine the last information is written again with another time; it counts once. Bounds are
    shown only by a search that has lasted a while."""
    found = []
    for info in pvs(lines):
        keys = ("depth", "seldepth", "multipv", "score", "nodes", "hashfull", "tbhits", "pv")
        entry = tuple(info.get(key) for key in keys)
        has_bound = info["score"][2] != ""
        if "depth" in info and not has_bound and entry not in found:
            found.append(entry)
    return found


def status(engine, key):
    """A number from the status of the process, such as VmRSS in kB."""
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(key + ":"):
                return int(line.split()[1])
    raise KeyError(key)


def cpu_seconds(engine):
    """Time on processors that the process has used."""
    with open(f"/proc/{engine.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of(action):
    started = time.monotonic()
    action()
    return time.monotonic() - started
