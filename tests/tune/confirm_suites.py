#!/usr/bin/env python3
"""confirm_suites.py ROOT: repeats what has confirmed the suites of ROOT/epd: all proofs of mate, and
endgame tables where ROOT/../shared has them, must hold, and each search must find the best move as
the one did that made the suite."""

import os
import subprocess
import sys
from pathlib import Path

from programs import program

NAMES = ("tactical", "positional", "endgame", "mate")


def main():
    root = Path(sys.argv[1])
    suite = program("suite")
    tables = root.parent / "shared" / "data" / "syzygy"
    options = ["--threads", str(len(os.sched_getaffinity(0)))]
    if tables.is_dir():
        options += ["--syzygy", str(tables)]
    failed = False
    for name in NAMES:
        path = root / "epd" / f"{name}.epd"
        print(path.name, flush=True)
        failed |= subprocess.run([suite, "check", *options, str(path)], check=False).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
