#!/usr/bin/env python3
"""The structure checks find the faults they are there for, and nothing in a sound tree."""

import tempfile
import unittest
from pathlib import Path

import check_conformance
import check_floors
import check_functions

SOUND = {
    "src/base/clock.h": "int clock(void);\n",
    "src/chess/move.h": '#include "base/clock.h"\n',
    "src/chess/fen.c": '#include <stdio.h>\n#include "chess/move.h"\n'
    'void f(char *t) { snprintf(t, 9, "puts(x)"); sink->write(t); /* printf( */ }\n',
    "src/search/search.c": '#include "chess/move.h"\n',
    "src/tools/bench.h": '#include "tools/arguments.h"\n',
    "src/tools/arguments.h": "int a;\n",
    "src/tools/speedtest.h": '#include "tools/arguments.h"\n',
    "src/tools/perft.c": '#include "tools/perft_suite.h"\nvoid f(void) { puts("x"); }\n',
    "src/tools/perft_suite.h": '#include "tools/bench.h"\n',
    "src/tools/commands.c": '#include "tools/perft_suite.h"\n',
    "src/uci/uci.c": '#include "tools/bench.h"\n#include "tools/speedtest.h"\n'
                     'void f(void) { printf("x"); }\n',
    "src/main.c": '#include "uci/uci.h"\n',
    "src/uci/uci.h": "int u;\n",
    "tune/tune.h": "int t;\n",
    "tune/tune.c": '#include "tune.h"\n#include "chess/move.h"\n',
    "docs/manual/page.c": '#include "tune.h"\n#include "uci/uci.h"\n',
}


class Floors(unittest.TestCase):
    def faults(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_floors.check(folder)[0]

    def assert_fault(self, changes, expected):
        faults = self.faults(changes)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(expected, faults[0])

    def test_sound_tree(self):
        self.assertEqual(self.faults({}), [])

    def test_upward_include(self):
        self.assert_fault({"src/chess/x.c": '\n#include "search/s.h"\n', "src/search/s.h": ""},
                          "src/chess/x.c:2: includes search/s.h: not a lower floor")

    def test_search_knows_uci(self):
        self.assert_fault({"src/search/x.c": '#include "uci/uci.h"\n'}, "not a lower floor")

    def test_tool_knows_tool(self):
        self.assert_fault({"src/tools/other.c": '#include "tools/perft_suite.h"\n'},
                          "one tool knows another")

    def test_uci_knows_tool(self):
        self.assert_fault({"src/uci/x.c": '#include "tools/perft_suite.h"\n'}, "none of its")

    def test_tools_know_uci(self):
        self.assert_fault({"src/tools/perft_x.c": '#include "uci/uci.h"\n'}, "not a lower floor")

    def test_tuner_knows_uci(self):
        self.assert_fault({"tune/x.c": '#include "uci/uci.h"\n'}, "not a lower floor")

    def test_circle(self):
        self.assert_fault({"src/chess/a.h": '#include "chess/b.h"\n',
                           "src/chess/b.h": '#include "chess/a.h"\n'},
                          "include circle: chess/a.h -> chess/b.h -> chess/a.h")

    def test_missing_file(self):
        self.assert_fault({"src/chess/x.c": '#include "chess/none.h"\n'}, "does not exist")

    def test_folder_without_floor(self):
        self.assert_fault({"src/attic/x.c": ""}, "has no floor")

    def test_output(self):
        for call in ("printf", "fprintf", "vprintf", "puts", "fputs", "putchar", "fwrite", "write"):
            self.assert_fault({"src/eval/x.c": f"void f(void)\n{{ {call}(1); }}\n"},
                              f"src/eval/x.c:2: {call}() below")


class Functions(unittest.TestCase):
    def lengths(self, text):
        return {name: last - first + 1 for name, first, last in check_functions.functions(text)}

    def test_lengths(self):
        text = """#include <a.h>
#define X(a) { \\
    a }
typedef struct S { int (*f)(int); } S;
static const int T[] = {1, 2, f(3)};
/* } */
int one(void) { return '{'; }

static inline LIKE(1, 2) __attribute__((always_inline)) int
two(int a, int b) {
    if (a) { b = "}"[0]; }
    return b;
}
"""
        self.assertEqual(self.lengths(text), {"one": 1, "two": 5})

    def test_too_long(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "src", "a.c")
            path.parent.mkdir()
            for lines, faults in ((120, 0), (121, 1)):
                path.write_text("void f(void) {\n" + "    g();\n" * (lines - 2) + "}\n")
                self.assertEqual(len(check_functions.check(folder)[0]), faults)


class Conformance(unittest.TestCase):
    def faults(self, change_test, change_row):
        tests = [f"def line_{n:02}_it(check):\n    pass\n" for n in range(1, 93)]
        rows = [f"| {n} | does it | `line_{n:02}_it` |\n" for n in range(1, 93)]
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in (
                ("tests/uci/test_conformance_all.py", map(change_test, tests)),
                ("docs/uci.md", map(change_row, rows)),
            ):
                path = Path(folder, name)
                path.parent.mkdir(parents=True)
                path.write_text("".join(lines))
            return check_conformance.check(folder)

    def test_sound(self):
        self.assertEqual(self.faults(str, str), [])

    def test_missing(self):
        self.assertEqual(len(self.faults(lambda text: text.replace("_07_", "_7_"), str)), 1)
        self.assertEqual(len(self.faults(str, lambda text: text.replace("| 92 |", "| 93 |"))), 2)
        self.assertEqual(len(self.faults(str, lambda text: text.replace("line_05_it", "it"))), 1)


if __name__ == "__main__":
    unittest.main()
