#!/usr/bin/env python3
"""check_conformance.py ROOT: every numbered line of the protocol has one test in tests/uci and one
row in docs/uci.md that names it.

Exit code 1 names each line that lacks something.
"""

import re
import sys
from pathlib import Path

LINES = range(1, 93)
TEST = re.compile(r"^    def (test_(\d\d)_\w+)\(self\):", re.MULTILINE)
ROW = re.compile(r"^\| (\d+) \| (.*) \| `(\w+)` \|$", re.MULTILINE)


def tests_of(root):
    """{number: [name]} of the methods that test a line."""
    found = {}
    for path in sorted(Path(root, "tests/uci").glob("test_*.py")):
        for name, number in TEST.findall(path.read_text(encoding="utf-8")):
            found.setdefault(int(number), []).append(name)
    return found


def rows_of(root):
    """{number: [name of its test]} of the rows of the table."""
    found = {}
    for number, does, name in ROW.findall(Path(root, "docs/uci.md").read_text(encoding="utf-8")):
        found.setdefault(int(number), []).append(name if does.strip() else "")
    return found


def check(root):
    """What is missing or too much, as lines of text."""
    tests, rows = tests_of(root), rows_of(root)
    faults = []
    for number in sorted(set(LINES) | tests.keys() | rows.keys()):
        if number not in LINES:
            faults.append(f"line {number}: there is no such line")
            continue
        for what, found in (("test", tests), ("row in docs/uci.md", rows)):
            count = len(found.get(number, []))
            if count != 1:
                faults.append(f"line {number}: {count} times a {what}")
        if number in tests and number in rows and tests[number] != rows[number]:
            faults.append(f"line {number}: its row names {rows[number]}, its test is {tests[number]}")
    return faults


def main():
    faults = check(sys.argv[1])
    for fault in faults:
        print(fault)
    print(f"{len(LINES)} lines, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
