#!/usr/bin/env python3
"""Runs the tests of the protocol's numbered lines: conformance.py [NUMBER...], without numbers all.

They are the methods test_NN_WHAT in the files test_*.py, each of which runs all tests of its own when it
is started by itself."""

import importlib
import re
import sys
import unittest
from pathlib import Path

from uci_process import binary
from requirement import SKIPPED

TEST = re.compile(r"test_(\d\d)_\w+")


def tests_of(module):
    """{number: test} of the numbered lines in a module."""
    found = {}
    for case in vars(module).values():
        if not isinstance(case, type) or case.__module__ != module.__name__:
            continue
        for name in filter(TEST.fullmatch, vars(case)):
            number = int(TEST.fullmatch(name).group(1))
            if number in found:
                raise ValueError(f"two tests of line {number}")
            found[number] = case(name)
    return found


def all_tests():
    """The same of all files."""
    tests = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if not re.search(rf"def {TEST.pattern}\(", path.read_text(encoding="utf-8")):
            continue
        found = tests_of(importlib.import_module(path.stem))
        if common := tests.keys() & found.keys():
            raise ValueError(f"{path.name}: there are other tests of {sorted(common)}")
        tests |= found
    return tests


def run(tests):
    """Runs them in the order of their numbers; the exit code."""
    binary()
    suite = unittest.TestSuite(tests[number] for number in sorted(tests))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful() or result.testsRun == 0:
        return 1
    return SKIPPED if len(result.skipped) == result.testsRun else 0


def main():
    tests = all_tests()
    wanted = {int(number) for number in sys.argv[1:]} or tests.keys()
    if missing := sorted(wanted - tests.keys()):
        print(f"no test of line {', '.join(map(str, missing))}")
        return 1
    return run({number: tests[number] for number in wanted})


if __name__ == "__main__":
    sys.exit(main())
