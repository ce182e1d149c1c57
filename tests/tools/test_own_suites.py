#!/usr/bin/env python3
"""The suites of epd/: every line can be used, is named and sorted as epd/README.md says, and its
numbers are those of the files."""

import json
import re
import tempfile
import unittest
from pathlib import Path

from program import complaints, run

FOLDER = Path(__file__).resolve().parents[2] / "epd"
NAMES = ("tactical", "positional", "endgame", "mate")


def lines_of(name):
    return (FOLDER / f"{name}.epd").read_text(encoding="ascii").splitlines()


def operation(line, name):
    match = re.search(rf" {name} \"?([^;\"]*)\"?;", line)
    return match and match.group(1)


class Suites(unittest.TestCase):
    def test_every_line_can_be_used(self):
        for name in NAMES:
            with tempfile.TemporaryDirectory() as folder:
                report = Path(folder) / "report.json"
                process = run("epd", "--nodes", 100, "--json", report, FOLDER / f"{name}.epd")
                self.assertEqual((process.returncode, complaints(process)), (0, []))
                numbers = json.loads(report.read_text())
            self.assertEqual(numbers["skipped"], 0, numbers["notices"])
            self.assertEqual(numbers["total"], len(lines_of(name)))
            self.assertEqual({result["theme"] for result in numbers["results"]},
                             {operation(line, "c0") for line in lines_of(name)})

    def test_names_and_order(self):
        for name in NAMES:
            previous, number = None, 0
            themes = []
            for line in lines_of(name):
                theme = operation(line, "c0")
                number = number + 1 if themes and themes[-1] == theme else 1
                themes.append(theme)
                self.assertEqual(operation(line, "id"), f"{theme}.{number:03}")
                stable = int(operation(line, "c1").removeprefix("stable "))
                if number > 1:
                    self.assertGreaterEqual(stable, previous)
                previous = stable
            blocks = [theme for i, theme in enumerate(themes) if i == 0 or themes[i - 1] != theme]
            self.assertEqual(len(set(blocks)), len(blocks))

    def test_no_position_twice(self):
        positions = [" ".join(line.split()[:4]) for name in NAMES for line in lines_of(name)]
        self.assertEqual(len(set(positions)), len(positions))

    def test_readme_counts(self):
        text = (FOLDER / "README.md").read_text(encoding="utf-8")
        for name in NAMES:
            lines = lines_of(name)
            row = re.search(rf"^\| `{name}\.epd` \| (\d+) \|", text, re.MULTILINE)
            self.assertIsNotNone(row, name)
            self.assertEqual(int(row.group(1)), len(lines))
            for theme in {operation(line, "c0") for line in lines}:
                count = sum(operation(line, "c0") == theme for line in lines)
                self.assertIn(f"{theme} {count}", text)


if __name__ == "__main__":
    unittest.main()
