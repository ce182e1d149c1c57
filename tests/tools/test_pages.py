#!/usr/bin/env python3
"""The pages of all commands in a browser: nothing is wider than its window, and nothing is squeezed
out of shape for it."""

import sys
import tempfile
import unittest
from pathlib import Path

import browser
from program import run

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

WIDTHS = [320, 360, 500, 640, 704, 705, 768, 900, 1024, 1152, 1153, 1280, 1400, 2000]
POSITION = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"
PERFT = Path(__file__).resolve().parents[2] / "epd" / "perft.epd"
THEMES = ["STS(v3.0) Knight Outposts/Repositioning/Centralization", "STS(v6.0) Recapturing"]
LONG_NAMES = ["x" * 110, "y." * 60 + "z", "STS(v1.0) Undermine.001", "many words " * 9]

# wide: what stands beyond the right edge, or is wider than the box it stands in (the marks of a
# chart stand beside it). bars: widths of name, bar and text, and height of the text. fens: widths.
LOOK = """window => {
    const root = window.document.documentElement;
    const all = selector => [...root.querySelectorAll(selector)];
    const wide = all('body *').filter(element =>
        !element.closest('svg') && element.clientWidth > 0 &&
        (element.getBoundingClientRect().right > root.clientWidth + 1 ||
         element.scrollWidth > element.clientWidth + 1 && !element.matches('.plot')));
    return {
        wide: [...new Set(wide.map(element => `${element.tagName}.${element.className}`))]
            .concat(root.scrollWidth > root.clientWidth ? [`page of ${root.scrollWidth}`] : []),
        bars: all('.bar').map(bar => {
            const [name, line, text] = [...bar.children].map(part => part.getBoundingClientRect());
            return [name.width, line.width, text.width, text.height];
        }),
        boards: all('.board').map(board => board.getBoundingClientRect().width),
        fens: all('td.c span').map(cell => cell.getBoundingClientRect().width)
            .filter(width => width > 0),
        unfolded: (all('details').forEach(fold => { fold.open = true; }), root.scrollWidth),
    };
}"""

HEIGHT = "window => window.document.documentElement.scrollHeight"

# What the script does: the third column's texts, sorted by it twice, then filtered.
USE = """window => {
    const table = [...window.document.querySelectorAll('table')].at(-1);
    const texts = () => [...table.tBodies[0].rows].filter(row => !row.hidden)
        .map(row => row.cells[2].textContent);
    const seen = [texts()];
    const button = table.tHead.rows[0].cells[2].firstChild;
    for (let i = 0; i < 2; i++) {
        button.click();
        seen.push(texts());
    }
    const field = table.previousElementSibling.querySelector('input');
    field.value = 'RIGHT r3k2r/2n2b2/8';
    field.dispatchEvent(new window.Event('input'));
    seen.push(texts(), table.previousElementSibling.querySelector('output').textContent);
    return seen;
}"""


def write_pages(folder):
    """The pages of all commands, with names as long as they come."""
    pages = {}

    def page(name, *arguments):
        path = folder / "page.html"
        process = run(*arguments, "--html", path)
        if process.returncode != 0:
            raise RuntimeError(f"{name}: {process.stderr}")
        pages[name] = path.read_text()

    def suite(ids, operations, name="suite.epd"):
        path = folder / name
        path.write_text("".join(f'{POSITION} {operations} id "{id}";\n' for id in ids))
        return path

    def report(name, path):
        run("epd", path, "--depth", 2, "--json", folder / name)
        return folder / name

    themes = suite([f"{theme}.{number:03}" for theme in THEMES for number in range(8)],
                   'c0 "Ra8=10, Ra7=3";')
    page("themes", "epd", themes, "--depth", 2)
    themes_run = report("themes.json", themes)
    page("themes of two", "compare", themes_run, themes_run)

    names = suite(LONG_NAMES, 'bm Ra8; c0 "Ra8=10";')
    page("names", "epd", names, "--depth", 2)
    solved = report("solved.json", names)
    unsolved = folder / "unsolved.json"
    unsolved.write_text(solved.read_text().replace('"solved": true', '"solved": false'))
    page("one alone", "compare", solved, unsolved)

    faulty = suite(LONG_NAMES, f"bm Ra8 {'Z' * 100};", "f" * 100 + ".epd")
    faulty.write_text(faulty.read_text() + f"{POSITION} bm Ra8;")
    page("left out", "epd", faulty, "--depth", 2)

    counts = folder / "perft.epd"
    counts.write_text("".join(PERFT.read_text().splitlines(keepends=True)[:20]))
    page("perft suite", "perft", "--suite", counts, "--max-leaves", 3000000)
    page("perft", "perft", 3, "--divide")
    page("scale", "scale", "--threads", 2, "--movetime", 10, "--depth", 3, "--repeat", 2,
         "--signature", 3, "--memory", 5, "--placement", "all", "--positions", 2, "--hash", 1)
    page("topology", "topology", "--from", "package:2 l3:2 core:4 pu:2", "--threads", 20)

    many = folder / "many.epd"
    twice = 'c0 "Ra8=10, Ra8=1";'
    many.write_text("".join(f'{POSITION} bm {"Ra8" if number % 3 == 0 else "Ra7"}; id '
                            f'"STS(v{number % 15}.0) Knight Outposts/Repositioning/Centralization.{number}"; '
                            f'{twice if number % 200 == 0 else ""}\n' for number in range(1500)))
    page("many", "epd", many, "--depth", 1)
    return pages


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            pages = write_pages(Path(folder))
        many = pages.pop("many")
        seen = browser.look(list(pages.values()), WIDTHS, LOOK)
        cls.height = browser.look([many], [360], HEIGHT)[0][0]
        cls.used = browser.look([pages["perft suite"]], [1280], USE)[0][0]
        cls.seen = {name: dict(zip(WIDTHS, widths)) for name, widths in zip(pages, seen)}

    def test_everything_fits(self):
        for name, widths in self.seen.items():
            for width, page in widths.items():
                with self.subTest(page=name, width=width):
                    self.assertEqual(page["wide"], [])
                    self.assertLessEqual(page["unfolded"], width)

    def test_a_long_suite_is_short(self):
        self.assertLess(self.height, 6000)

    def test_tables_are_sorted_and_filtered(self):
        plain, up, down, filtered, count = self.used
        counts = [[int(text.replace("\N{NO-BREAK SPACE}", "")) for text in texts]
                  for texts in (plain, up, down)]
        self.assertEqual(counts[1], sorted(counts[0]))
        self.assertEqual(counts[2], counts[1][::-1])
        self.assertIn(39, [int(text) for text in filtered if text.isdigit()])
        self.assertEqual(count.strip(), f"{len(filtered)} of {len(plain)}")
        self.assertLess(len(filtered), len(plain))

    def test_bars_keep_their_parts(self):
        for width, page in self.seen["themes"].items():
            self.assertEqual(len(page["bars"]), len(THEMES))
            for name, line, text, height in page["bars"]:
                with self.subTest(width=width):
                    self.assertGreater(name, 90)
                    self.assertGreater(line, 90)
                    self.assertLess(text, 0.95 * width)
                    self.assertLess(height, 60)

    def test_positions_keep_their_room(self):
        for name, kind in (("names", "fens"), ("perft suite", "fens"), ("names", "boards"),
                           ("one alone", "boards")):
            for width, page in self.seen[name].items():
                with self.subTest(page=name, width=width):
                    self.assertGreater(min(page[kind]), 110)


if __name__ == "__main__":
    if browser.PROGRAM is None:
        skip("there is no Chromium")
    unittest.main()
