"""Positions, and what the lines of a search say."""

import uci_grammar
from uci_process import UciProcess

MIDGAME = "fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9"
# White mates in two moves; White is mated next move; nothing can be moved any more.
MATE_IN_TWO = "fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1"
MATED_IN_ONE = "fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1"
MATED = "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATED = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
# A knight cannot mate: all is soon seen.
DRAWN = "fen 8/8/4k3/8/8/3N4/4K3/8 w - - 0 1"
SINGLE_MOVE = "fen k7/8/1K6/8/8/8/8/7R b - - 0 1"


def infos(lines):
    """The parsed `info` lines, without strings."""
    parsed = [uci_grammar.parse_info(line) for line in lines if line.startswith("info ")]
    return [info for info in parsed if "string" not in info]


def pvs(lines):
    return [info for info in infos(lines) if "pv" in info]


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


def search_after(*commands, limits="depth 6"):
    """same_search() of a new process, with some commands before it."""
    with UciProcess() as engine:
        engine.greet()
        engine.send(*commands, f"position {MIDGAME}")
        return same_search(engine.go(limits))
