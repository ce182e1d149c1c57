#!/usr/bin/env python3
"""test_perft_speed.py NATIVE PACKAGE: what is shipped counts the move tree nearly as fast as what is built
for this machine. The least processor time of each in several turns; again where that is not enough,
because the machine may have other work."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

LEAST_RATIO = 0.90
TURNS = 8


def seconds_of(program):
    """Processor time of a count."""
    with subprocess.Popen([program, "perft", "6"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime


def main():
    native, package = sys.argv[1:]
    if not os.access(package, os.X_OK):
        skip(f"{package} is not built")
    least = {native: float("inf"), package: float("inf")}
    for _ in range(3):
        for _ in range(TURNS):
            for program in least:
                least[program] = min(least[program], seconds_of(program))
        ratio = least[native] / least[package]
        print(f"native {least[native]:.3f} s, package {least[package]:.3f} s: {ratio:.2f}")
        if ratio >= LEAST_RATIO:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
