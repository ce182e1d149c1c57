#!/usr/bin/env python3
"""The table of options in docs/uci.md says what the program says."""

import pathlib
import re

from uci_process import UciProcess, UciTest, main

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "uci.md"
COLUMNS = ("option", "type", "default", "minimum", "maximum")


def documented_options():
    """The first table whose head names these columns: a row each as (name, type, ...)."""
    rows = []
    in_table = False
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if tuple(cell.lower() for cell in cells[: len(COLUMNS)]) == COLUMNS:
            in_table = True
        elif in_table and not line.startswith("|"):
            break
        elif in_table and not re.fullmatch(r"[-:| ]+", line):
            rows.append(tuple(cells[: len(COLUMNS)]))
    return rows


def announced_options(lines):
    rows = []
    for line in lines:
        match = re.fullmatch(
            r"option name (.+) type (\w+)(?: default (\S+))?(?: min (\S+) max (\S+))?", line
        )
        if match:
            rows.append(tuple(text or "" for text in match.groups()))
        else:
            assert not line.startswith("option"), line
    return rows


class DocumentedOptions(UciTest):
    def test_same(self):
        with UciProcess() as engine:
            announced = announced_options(engine.greet())
        self.assertTrue(announced)
        self.assertEqual(documented_options(), announced)


if __name__ == "__main__":
    main()
