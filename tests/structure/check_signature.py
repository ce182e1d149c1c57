#!/usr/bin/env python3
"""check_signature.py PROGRAM OTHER DEPTH [EMULATOR...]: both builds search the same tree.

Compares the nodes of each bench position at that depth. Skips (77) when OTHER is not built, or the
emulator that is to run it is not installed.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402


def bench(command, depth):
    """The node count of each position and the total, in the order of output."""
    run = subprocess.run(
        [*command, "bench", str(depth)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    positions = re.findall(r"^ *(\d+)/\d+ +(\d+) nodes", run.stdout, re.MULTILINE)
    total = re.search(r"^Nodes searched  : (\d+)$", run.stdout, re.MULTILINE)
    if not positions or not total:
        raise SystemExit(f"{command}: bench printed no node counts:\n{run.stdout}")
    return positions, int(total.group(1))


def main():
    program, other, depth, emulator = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    if not os.access(other, os.X_OK):
        skip(f"{other} is not built")
    if emulator and not shutil.which(emulator[0]):
        skip(f"{emulator[0]} is not installed")
    positions, total = bench([program], depth)
    other_positions, other_total = bench([*emulator, other], depth)
    for (number, nodes), (_, other_nodes) in zip(positions, other_positions):
        if nodes != other_nodes:
            print(f"position {number}: {nodes} nodes, the other build {other_nodes}")
    print(f"{total} nodes, the other build {other_total}")
    return 0 if positions == other_positions and total == other_total else 1


if __name__ == "__main__":
    sys.exit(main())
