#!/usr/bin/env python3
"""A program built to be tuned from outside: its options of UCI, and what `spsa` prints for OpenBench."""

import os
import re
import subprocess
import unittest

from test_spsa import table_of_header
from requirement import skip

NODES = re.compile(r" nodes (\d+) ")


def answer(program, *lines, code=0):
    """What it prints; it ends with that code, 2 where a line is of no use."""
    process = subprocess.run([program, *lines, "quit"], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, text=True, timeout=60)
    if process.returncode != code:
        raise AssertionError(f"exit code {process.returncode}, not {code}: {process.stdout}")
    return process.stdout


def nodes(program, *options, code=0):
    """Nodes of a search after some options."""
    lines = [f"setoption name {name} value {value}" for name, value in options]
    found = NODES.findall(answer(program, *lines, "position startpos", "go depth 9", code=code))
    return int(found[-1])


class Options(unittest.TestCase):
    def setUp(self):
        self.plain, self.tunable = os.environ["QUORUM_BINARY"], os.environ["QUORUM_TUNABLE"]
        self.table = table_of_header()
        self.assertGreater(len(self.table), 100)

    def test_announced(self):
        spins = re.findall(r"option name (\w+) type spin default (-?\d+) min (-?\d+) max (-?\d+)",
                           answer(self.tunable, "uci"))
        announced = {name: tuple(map(int, numbers)) for name, *numbers in spins}
        self.assertEqual({name: announced.get(name) for name in self.table}, self.table)
        plain = answer(self.plain, "uci")
        self.assertFalse([name for name in self.table if name in plain])

    def test_a_value_changes_the_search(self):
        usual = nodes(self.plain)
        self.assertEqual(nodes(self.tunable), usual)
        self.assertEqual(nodes(self.tunable, ("REDUCTION_SLOPE", self.table["REDUCTION_SLOPE"][0])), usual)
        changed = nodes(self.tunable, ("REDUCTION_SLOPE", 120))
        self.assertNotEqual(changed, usual)
        beyond = nodes(self.tunable, ("reduction_slope", 120), ("REDUCTION_SLOPE", 9999), code=2)
        self.assertEqual(beyond, changed)

    def test_printed_for_openbench(self):
        for program in self.plain, self.tunable:
            rows = answer(program, "spsa").splitlines()
            self.assertEqual(len(rows), len(self.table))
            for row, (name, (value, least, most)) in zip(rows, self.table.items()):
                *numbers, step, rate = row.split(", ")
                self.assertEqual(numbers, [name, "int", str(value), str(least), str(most)])
                self.assertEqual(float(step), max((most - least) / 20, 0.5))
                self.assertEqual(rate, "0.002")


if __name__ == "__main__":
    if "QUORUM_TUNABLE" not in os.environ:
        skip("no program to be tuned is built")
    unittest.main()
