#!/usr/bin/env python3
"""Makes sets of Syzygy tables some of which are damaged, as many sets as its argument says, and
demands that Quorum names each bad one, uses the good ones and answers and ends as ever. Half of the
sets are damaged before the path is set, the others after, while a search uses them."""

import os
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from uci_process import UciProcess, parse_info, pv_lines, SLOWDOWN

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import test_data
from requirement import skip

TABLES = str(test_data.FOLDER / "syzygy")
NAMES = sorted(name for name in os.listdir(TABLES) if name.endswith((".rtbw", ".rtbz"))) \
    if os.path.isdir(TABLES) else []
# Positions, and all tables that their values may need.
SAMPLES = {"8/8/8/8/8/2k5/8/K5Q1 w - - 0 1": ("KQvK",), "8/8/8/8/8/2k5/8/K5R1 w - - 0 1": ("KRvK",),
           "8/8/8/3k4/8/8/3KP3/8 w - - 0 1": ("KPvK",),
           "8/8/8/3k4/8/8/8/KBN5 w - - 0 1": ("KBNvK", "KBvK", "KNvK"),
           "8/8/7b/8/3k4/8/8/K5R1 b - - 0 1": ("KRvKB", "KRvK", "KBvK"),
           "8/8/r7/8/8/2k5/8/4K2Q w - - 0 1": ("KQvKR", "KQvK", "KRvK")}
BUSY = ("8/8/4k3/3r4/3P4/1PK3Q1/8/8 w - - 0 1", "8/8/4k3/3rp3/3P4/2K5/8/8 w - - 0 1",
        "8/2n5/4k3/3rb3/3P4/2K5/8/8 w - - 0 1")
PATIENCE = 60 * SLOWDOWN


def whole(name):
    with open(os.path.join(TABLES, name), "rb") as file:
        return file.read()


def changed(rng, content):
    """Other bytes for a file: a few changed, the beginning, cut, longer, empty, of another table."""
    content = bytearray(content)
    kind = rng.randrange(8)
    if kind < 3:
        for _ in range(rng.choice((1, 1, 3, 100))):
            content[rng.randrange(4, len(content))] ^= rng.randrange(1, 256)
    elif kind == 3:
        for _ in range(rng.choice((1, 4))):
            content[rng.randrange(min(len(content), 64))] = rng.randrange(256)
    elif kind == 4:
        del content[rng.randrange(len(content)):]
    elif kind == 5:
        del content[rng.randrange(len(content) // 64) * 64 + 16:]
    elif kind == 6:
        content += bytes(rng.choice((1, 16, 64, 6400)))
    else:
        content = bytearray(rng.choice((b"", b"text", bytes(80), whole(rng.choice(NAMES)))))
    return bytes(content)


def damage(rng, folder, name):
    """False if the file is as good as before."""
    path = os.path.join(folder, name)
    content = whole(name)
    os.remove(path)
    kind = rng.randrange(12)
    if kind == 0:
        os.mkdir(path)
    elif kind == 1:
        os.mkfifo(path)
    elif kind == 2:
        os.symlink("/no/such/file", path)
    else:
        other = changed(rng, content)
        with open(path, "wb") as file:
            file.write(other)
        return other != content
    return True


def copy_tables(folder):
    for name in NAMES:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(whole(name))


def hits(engine, fen):
    engine.send("ucinewgame", f"position fen {fen}")
    return parse_info(pv_lines(engine.go("depth 1", timeout=PATIENCE))[-1])["tbhits"]


def named(answer):
    """The files that the answer to a path names, and how many more it counts."""
    text = " ".join(answer)
    more = re.search("and ([0-9]+) more", text)
    return set(re.findall(r"\w+\.rtb[wz]", text)), int(more.group(1)) if more else 0


def try_before(rng, engine, folder):
    bad = {name for name in rng.sample(NAMES, rng.choice((1, 1, 2, 5, 30)))
           if damage(rng, folder, name)}
    engine.send(f"setoption name SyzygyPath value {folder}")
    found, more = named(engine.ready())
    assert found <= bad and len(found) + more == len(bad), (bad, found, more)
    for fen, tables in SAMPLES.items():
        if all(f"{table}.rtbw" not in bad for table in tables):
            assert hits(engine, fen) > 0, (fen, bad)


def try_after(rng, engine, folder):
    engine.send(f"setoption name SyzygyPath value {folder}")
    assert engine.ready() == []
    engine.send(f"position fen {rng.choice(BUSY)}", "go infinite")
    engine.read_for(0.1)
    length = rng.choice((0, 0, 6, 40, 100, 500, 2000, 4096, 5000))
    for name in rng.sample(NAMES, rng.choice((1, 10, len(NAMES)))):
        path = os.path.join(folder, name)
        if os.path.getsize(path) > length:
            os.truncate(path, length)
    engine.read_for(0.1)
    engine.send("stop")
    engine.read_until("bestmove", timeout=PATIENCE)
    engine.ready()


def try_set(number):
    """What was wrong, or None."""
    rng = random.Random(number)
    with tempfile.TemporaryDirectory() as folder, UciProcess() as engine:
        copy_tables(folder)
        try:
            engine.greet()
            engine.send("setoption name Threads value 2")
            engine.ready()
            engine.read_for(0.1)
            (try_after if number % 2 else try_before)(rng, engine, folder)
            engine.send(f"setoption name SyzygyPath value {TABLES}")
            engine.ready()
            assert hits(engine, next(iter(SAMPLES))) > 0, "whole tables are not used after it"
            engine.send("quit")
            assert engine.wait() == 0, engine.wait()
        except (AssertionError, OSError, EOFError, ValueError, IndexError) as fault:
            return f"set {number}: {type(fault).__name__}: {fault}"
    return None


def main():
    if not NAMES:
        skip("there are no tables")
    count = int(sys.argv[1])
    with ThreadPoolExecutor(2) as executor:
        faults = [fault for fault in executor.map(try_set, range(count)) if fault]
    print("\n".join([*faults, f"{count} damaged sets tried, {len(faults)} not borne"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
