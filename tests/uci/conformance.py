#!/usr/bin/env python3
"""Runs the tests of the protocol's numbered lines: conformance.py [NUMBER...], without numbers all.

A test is a function line_NN_WHAT(check) in one of the files test_conformance_*.py, each of which
runs its own lines when it is started by itself. `check` has the assertions of a unittest case."""

import importlib
import pathlib
import re
import sys
import time
import traceback
import unittest

from uci_process import UciTest, binary, run_patiently
from requirement import SKIPPED

LINE_COUNT = 92
TEST = re.compile(r"line_(\d\d)_(\w+)")


class Check(UciTest):
    """What a test is handed: assertions, and skipTest() with a reason."""

    def __init__(self):
        super().__init__("run_nothing")

    def run_nothing(self):
        pass


def lines_of(names):
    """{number: (name, function)} of a module's dictionary."""
    found = {}
    for name, value in names.items():
        if match := TEST.fullmatch(name):
            number = int(match.group(1))
            if number in found:
                raise ValueError(f"two tests of line {number}")
            found[number] = (name, value)
    return found


def run_line(name, function):
    """Runs one test and prints its verdict: ok, skip or FAIL."""
    started = time.monotonic()
    reason = ""
    try:
        run_patiently(lambda: function(Check()))
        verdict = "ok"
    except unittest.SkipTest as skip:
        verdict, reason = "skip", f": {skip}"
    except Exception:  # a broken test is a failed one
        verdict, reason = "FAIL", "\n" + traceback.format_exc()
    seconds = time.monotonic() - started
    print(f"{verdict:4} {name} ({seconds:.2f} s){reason}", flush=True)
    return verdict


def run_lines(lines):
    """Runs all of them in the order of their numbers; the exit code."""
    binary()
    verdicts = [run_line(*lines[number]) for number in sorted(lines)]
    counts = {verdict: verdicts.count(verdict) for verdict in ("ok", "skip", "FAIL")}
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    if counts["FAIL"] or not verdicts:
        return 1
    return 0 if counts["ok"] else SKIPPED


def run(names):
    """For the end of a file of tests: runs its lines and exits."""
    sys.exit(run_lines(lines_of(names)))


def all_lines():
    lines = {}
    for path in sorted(pathlib.Path(__file__).parent.glob("test_conformance_*.py")):
        found = lines_of(vars(importlib.import_module(path.stem)))
        if common := lines.keys() & found.keys():
            raise ValueError(f"{path.name}: there are other tests of {sorted(common)}")
        lines |= found
    return lines


def main():
    lines = all_lines()
    wanted = {int(number) for number in sys.argv[1:]} or set(range(1, LINE_COUNT + 1))
    if missing := sorted(wanted - lines.keys()):
        print(f"no test of line {', '.join(map(str, missing))}")
        return 1
    return run_lines({number: lines[number] for number in wanted})


if __name__ == "__main__":
    sys.exit(main())
