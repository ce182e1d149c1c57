#!/usr/bin/env python3
"""The tables of options and commands in docs/uci.md say what the program says."""

import pathlib
import re

from uci_process import UciProcess, UciTest, main

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "uci.md"
COLUMNS = ("option", "type", "default", "minimum", "maximum")


def table_rows(columns):
    """The first table whose head begins with these columns: its rows, as many cells of each."""
    rows = []
    in_table = False
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")][: len(columns)]
        if tuple(cell.lower() for cell in cells) == columns:
            in_table = True
        elif in_table and not line.startswith("|"):
            break
        elif in_table and not re.fullmatch(r"[-:| ]+", line):
            rows.append(tuple(cells))
    return rows


def documented_options():
    return [tuple(cell.strip("`") for cell in row) for row in table_rows(COLUMNS)]


def documented_commands():
    """The first word of each piece of code in the first column."""
    commands = []
    for row in table_rows(("command", "effect")):
        for code in re.findall(r"`([^`]+)`", row[0]):
            word = code.split()[0]
            if re.fullmatch("[a-z]+", word) and word not in commands and not code.startswith("["):
                commands.append(word)
    return commands


def announced_options(lines):
    rows = []
    for line in lines:
        match = re.fullmatch(
            r"option name (.+?) type (\w+)(?: default (.+?))?(?: min (\S+) max (\S+)| var .+)?", line
        )
        if match:
            rows.append(tuple(re.sub(r"^Quorum \S+ by", "Quorum VERSION by", text or "")
                              for text in match.groups()))
        else:
            assert not line.startswith("option"), line
    return rows


class DocumentedOptions(UciTest):
    def test_same(self):
        with UciProcess() as engine:
            announced = announced_options(engine.greet())
        self.assertTrue(announced)
        self.assertEqual(documented_options(), announced)

    def test_choices_are_explained(self):
        """Every value of a combo stands in its row."""
        text = DOCUMENT.read_text(encoding="utf-8")
        with UciProcess() as engine:
            combos = [line for line in engine.greet() if " type combo " in line]
        self.assertTrue(combos)
        for line in combos:
            name, *choices = re.split(" var ", line.removeprefix("option name "))
            name = name.split(" type ")[0]
            (row,) = [row for row in text.splitlines() if row.startswith(f"| `{name}` |")]
            for choice in choices:
                self.assertIn(f"`{choice}`", row)


class DocumentedCommands(UciTest):
    def test_same(self):
        """What `help` lists is what the page lists, in the same order."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("help")
            listed = [re.match("[a-z]+", line).group() for line in engine.ready()]
        self.assertIn("go", listed)
        self.assertEqual(documented_commands(), listed)


if __name__ == "__main__":
    main()
