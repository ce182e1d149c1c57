#!/usr/bin/env python3
"""The structure checks find the faults they are there for, and nothing in a sound tree."""

import tempfile
import unittest
from pathlib import Path

import check_conformance
import check_definitions
import check_floors
import check_format
import check_functions
import check_links

SOUND = {
    "src/base/clock.h": "int clock(void);\n",
    "src/chess/move.h": '#include "base/clock.h"\n',
    "src/chess/fen.c": '#include <stdio.h>\n#include "chess/move.h"\n'
    'void f(char *t) { snprintf(t, 9, "puts(x)"); sink->write(t); /* printf( */ }\n',
    "src/search/search.c": '#include "chess/move.h"\n',
    "src/cli/command.h": '#include "base/clock.h"\n',
    "src/report/html.c": '#include "cli/command.h"\nvoid f(void) { fputs("x", stderr); }\n',
    "src/tools/bench/bench.h": '#include "cli/command.h"\n#include "chess/move.h"\n',
    "src/tools/speedtest/run.h": "int r;\n",
    "src/tools/perft/perft.c": '#include "tools/perft/suite.h"\nvoid f(void) { puts("x"); }\n',
    "src/tools/perft/suite.h": "int s;\n",
    "src/tools/commands.h": '#include "cli/command.h"\n',
    "src/tools/commands.c": '#include "tools/perft/suite.h"\n',
    "src/uci/uci.c": '#include "tools/bench/bench.h"\n#include "tools/speedtest/run.h"\n'
                     'void f(void) { printf("x"); }\n',
    "src/main.c": '#include "uci/uci.h"\n#include "tools/commands.h"\n',
    "src/uci/uci.h": "int u;\n",
    "bench/moves.c": '#include "suites.h"\n#include "search/s.h"\n',
    "bench/suites.h": "",
    "src/search/s.h": "",
    "tune/chain/chain.h": '#include "chess/move.h"\n',
    "tune/train/train.c": '#include "chain/chain.h"\n#include "cli/command.h"\n',
    "docs/manual/page.c": '#include "page.h"\n#include "chain/chain.h"\n#include "uci/uci.h"\n',
    "docs/manual/page.h": "",
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
        self.assert_fault({"src/chess/x.c": '\n#include "search/s.h"\n'},
                          "src/chess/x.c:2: includes src/search/s.h: "
                          "src/chess/ does not know src/search/")

    def test_search_knows_uci(self):
        self.assert_fault({"src/search/x.c": '#include "uci/uci.h"\n'}, "does not know src/uci/")

    def test_engine_knows_command_line(self):
        self.assert_fault({"src/engine/x.c": '#include "cli/command.h"\n'}, "not know src/cli/")

    def test_command_line_knows_chess(self):
        self.assert_fault({"src/cli/x.c": '#include "chess/move.h"\n'}, "not know src/chess/")

    def test_room_knows_room(self):
        self.assert_fault({"src/tools/epd/x.c": '#include "tools/perft/suite.h"\n'},
                          "src/tools/epd/ does not know src/tools/perft/")

    def test_room_knows_table_of_commands(self):
        self.assert_fault({"src/tools/epd/x.c": '#include "tools/commands.h"\n'},
                          "src/tools/epd/ does not know src/tools/")

    def test_uci_knows_tool(self):
        self.assert_fault({"src/uci/x.c": '#include "tools/perft/suite.h"\n'},
                          "src/uci/ does not know src/tools/perft/")

    def test_uci_knows_what_tools_stand_on(self):
        self.assert_fault({"src/uci/x.c": '#include "cli/command.h"\n'}, "not know src/cli/")

    def test_tools_know_uci(self):
        self.assert_fault({"src/tools/perft/x.c": '#include "uci/uci.h"\n'}, "not know src/uci/")

    def test_tuner_knows_uci(self):
        self.assert_fault({"tune/train/x.c": '#include "uci/uci.h"\n'}, "not know src/uci/")

    def test_tuner_knows_tuner(self):
        self.assert_fault({"tune/data/x.c": '#include "train/t.h"\n', "tune/train/t.h": ""},
                          "tune/data/ does not know tune/train/")

    def test_system(self):
        asks = "int x;\n#if defined(_WIN32)\n#endif\n"
        self.assert_fault({"src/nnue/x.c": asks}, "src/nnue/x.c:2: asks which system")
        self.assertEqual(self.faults({"src/base/x.c": asks, "src/base/windows/x.c": asks}), [])

    def test_circle(self):
        self.assert_fault({"src/chess/a.h": '#include "chess/b.h"\n',
                           "src/chess/b.h": '#include "chess/a.h"\n'},
                          "include circle: src/chess/a.h -> src/chess/b.h -> src/chess/a.h")

    def test_missing_file(self):
        self.assert_fault({"src/chess/x.c": '#include "chess/none.h"\n'}, "does not exist")

    def test_folder_without_floor(self):
        self.assert_fault({"src/attic/x.c": ""}, "has no floor")
        self.assert_fault({"src/tools/attic/x.c": ""}, "src/tools/attic/ has no floor")
        self.assert_fault({"tune/x.c": ""}, "tune/ has no floor")

    def test_output(self):
        for call in ("printf", "fprintf", "vprintf", "puts", "fputs", "putchar", "fwrite", "write"):
            self.assert_fault({"src/eval/x.c": f"void f(void)\n{{ {call}(1); }}\n"},
                              f"src/eval/x.c:2: {call}() in a folder that does not print")


WELL_DEFINED = {
    "src/base/clock.h": "typedef struct Hand { int at; } Hand;\nint clock_now(void);\n"
    "static inline int hand_at(const Hand *hand) { return hand->at; }\n"
    "extern const int CLOCK_HOURS[12];\n",
    "src/base/clock.c": '#include "base/clock.h"\nconst int CLOCK_HOURS[12] = {1, 2};\n'
    "static int local(void) { return 1; }\nint clock_now(void) { return local(); }\n",
    "src/chess/fen.h": "int fen_read(void);\n",
    "src/chess/fen.c": '#include "chess/fen.h"\n#include "base/clock.h"\n'
    "int fen_read(void) { return clock_now(); }\n",
    "src/chess/move.h": "int move_read(void);\n",
    "src/chess/move.c": '#include "chess/fen.h"\n#include "chess/move.h"\n'
    "int move_read(void) { int clock_now; return fen_read(); }\n",
    "bench/adapter.h": '#ifdef __cplusplus\nextern "C" {\n#endif\nvoid adapter_run(void);\n'
    "#ifdef __cplusplus\n}\n#endif\n",
    "bench/adapter.cpp": '#include "adapter.h"\nvoid adapter_run(void) {}\n',
}


class Definitions(unittest.TestCase):
    def faults(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**WELL_DEFINED, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_definitions.check(folder)[0]

    def assert_fault(self, changes, expected):
        faults = self.faults(changes)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(expected, faults[0])

    def test_sound(self):
        self.assertEqual(self.faults({}), [])

    def test_defined_nowhere(self):
        self.assert_fault({"src/chess/fen.h": "int fen_read(void);\nint fen_lost(void);\n"},
                          "src/chess/fen.h:2: fen_lost is defined in no file")

    def test_defined_in_another_folder(self):
        self.assert_fault({"src/chess/fen.h": "int fen_read(void);\nextern int fen_width;\n",
                           "src/base/width.c": "int fen_width = 8;\n"},
                          "fen_width is defined in src/base/")

    def test_defined_by_macro_or_assembler(self):
        self.assertEqual(self.faults({
            "src/nnue/kernel.h": "extern const int KERNEL_A;\nextern const char kernel_b[];\n",
            "src/nnue/a.c": '#include "nnue/kernel.h"\nDEFINE_KERNEL(KERNEL_A, "a");\n',
            "src/nnue/b.c": 'EMBED_FILE(kernel_b);\n'}), [])

    def test_prefix(self):
        self.assert_fault({"src/chess/move.h": "int move_read(void);\n"
                                               "static inline int piece(void) { return 1; }\n"},
                          "src/chess/move.h:2: piece does not begin with its module's name")

    def test_call_upward_without_include(self):
        self.assert_fault({"src/base/up.c": "int up(void)\n{\n    return fen_read();\n}\n"},
                          "src/base/up.c:3: uses fen_read of src/chess/fen.c: src/base/ does not")

    def test_declared_by_hand(self):
        self.assertIn("src/base/up.c:1: fen_read is defined in src/chess/",
                      self.faults({"src/base/up.c": "int fen_read(void);\n"}))

    def test_circle(self):
        self.assert_fault({"src/chess/fen.c": '#include "chess/fen.h"\n#include "chess/move.h"\n'
                                              "int fen_read(void) { return move_read(); }\n"},
                          "circle: src/chess/fen.c -> src/chess/move.c -> src/chess/fen.c")

    def test_circle_by_callback(self):
        self.assert_fault({"src/chess/fen.c": '#include "chess/fen.h"\n#include "chess/move.h"\n'
                                              "int fen_read(void) { return call(move_read); }\n"},
                          "circle: ")


class Functions(unittest.TestCase):
    def lengths(self, text):
        return {name: last - first + 1
                for name, first, last, _ in check_functions.functions(text)}

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
            for lines, faults in ((64, 0), (65, 1)):
                path.write_text("void f(void) {\n" + "    g();\n" * (lines - 2) + "}\n")
                self.assertEqual(len(check_functions.check(folder)[0]), faults)

    def test_parameters(self):
        text = """void none(void) {}
int old() {}
static LIKE(1, 2) int three(int a, void (*f)(int x, int y), int b) { g(1, 2, 3, 4); }
"""
        self.assertEqual({name: count for name, *_, count in check_functions.functions(text)},
                         {"none": 0, "old": 0, "three": 3})

    def test_too_many_parameters(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "docs", "manual", "a.c")
            path.parent.mkdir(parents=True)
            for parameters, faults in ((7, 0), (8, 1)):
                path.write_text(f"void f({', '.join(['int a'] * parameters)}) {{\n}}\n")
                self.assertEqual(len(check_functions.check(folder)[0]), faults)


class Dialect(unittest.TestCase):
    def assert_translated(self, text, expected, left=0):
        self.assertEqual(check_format.translated(text), expected)
        self.assertEqual(len(list(check_format.other_dialects(check_format.code_of(expected)))), left)

    def test_pointers(self):
        for text, expected in (
                ("if (p == NULL)", "if (!p)"), ("if (NULL != p)", "if (p)"),
                ("a && p->q[i + 1] != NULL", "a && p->q[i + 1]"),
                ("return find(a, (b)) == NULL || c;", "return !find(a, (b)) || c;"),
                ("while ((p = next()) != NULL)", "while ((p = next()))"),
                ("p = q == NULL ? a : b;", "p = !q ? a : b;")):
            self.assert_translated(text, expected)

    def test_counts_stay(self):
        self.assert_translated("count += p != NULL;", "count += p != NULL;")

    def test_parts_of_operands_stay(self):
        self.assert_translated("(char *)p == NULL", "(char *)p == NULL", left=1)

    def test_sizeof(self):
        for text, expected in (
                ("f(sizeof(*p), sizeof (a[0]))", "f(sizeof *p, sizeof a[0])"),
                ("sizeof(p->q)", "sizeof p->q"), ("sizeof(Position)", "sizeof(Position)"),
                ("sizeof(uint64_t)", "sizeof(uint64_t)"), ("sizeof(int *)", "sizeof(int *)"),
                ("sizeof(struct a)", "sizeof(struct a)")):
            self.assert_translated(text, expected)

    def test_what_is_no_code_stays(self):
        for text in ('"p == NULL"', "/* sizeof(x) */", "#define LENGTH(x) (sizeof(x))"):
            self.assert_translated(text, text)


class Conformance(unittest.TestCase):
    def faults(self, change_test, change_row):
        tests = [f"    def test_{n:02}_it(self):\n        pass\n" for n in range(1, 93)]
        rows = [f"| {n} | does it | `test_{n:02}_it` |\n" for n in range(1, 93)]
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in (
                ("tests/uci/test_all.py", map(change_test, tests)),
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
        self.assertEqual(len(self.faults(str, lambda text: text.replace("test_05_it", "it"))), 1)


class Links(unittest.TestCase):
    SOUND = {"README.md": "# Top\n[docs](docs/README.md), [far](https://example.org/x), `[no](link)`\n",
             "docs/README.md": "[uci](uci.md#the-c-option-and-its-uses) ![](a.svg) [top](../README.md#top)\n",
             "docs/uci.md": "## The `c` option, and its uses\n[here](#the-c-option-and-its-uses)\n",
             "docs/a.svg": "", "build/x/page.md": "[nowhere](gone.md)\n"}

    def faults(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**self.SOUND, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_links.check(folder)

    def test_sound(self):
        self.assertEqual(self.faults({}), [])

    def test_faults(self):
        for page, text, fault in (("README.md", "[x](docs/gone.md)", "README.md: docs/gone.md leads to no file"),
                                  ("docs/uci.md", "[x](#there)", "docs/uci.md: #there leads to no heading"),
                                  ("README.md", "[x](docs/uci.md#x)", "README.md: docs/uci.md#x leads to no heading"),
                                  ("docs/new.md", "", "docs/new.md: docs/README.md does not list it")):
            self.assertEqual(self.faults({page: self.SOUND.get(page, "") + text}), [fault])


if __name__ == "__main__":
    unittest.main()
