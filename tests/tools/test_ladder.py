#!/usr/bin/env python3
"""scripts/ladder: counts what it is told, goes on where it was, and writes what it has counted."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

sys.dont_write_bytecode = True

TOP = Path(__file__).resolve().parent.parent.parent
SCRIPT = TOP / "scripts" / "ladder"
RATINGS = {"list": "the list", "opponents": [{"name": "first", "rating": 3000, "error": 30},
                                             {"name": "second", "rating": 3100, "error": 40}]}

# Plays nothing: two pairs lost, three drawn, one won, and a game on time.
PLAYER = """#!/bin/sh
echo "$@" >> "$0.calls"
echo 'Warning; other loses on time'
echo 'Ptnml(0-2): [0, 2, 3, 0, 1]'
"""


def ladder():
    sys.path.insert(0, str(SCRIPT.parent))
    loader = SourceFileLoader("ladder", str(SCRIPT))
    module = module_from_spec(spec_from_loader("ladder", loader))
    loader.exec_module(module)
    return module


class Ladder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.player = self.folder / "fastchess"
        self.player.write_text(PLAYER)
        self.player.chmod(0o755)
        self.results = self.folder / "strength.json"
        self.page = self.folder / "strength.md"
        self.page.write_text("# Head\n<!-- matches -->\nold\n<!-- end of matches -->\nFoot\n")
        self.readme = self.folder / "README.md"
        self.readme.write_text("# What\n<!-- strength -->\nold\n<!-- end of strength -->\nHow\n")
        self.ratings = self.folder / "ratings.json"
        self.ratings.write_text(json.dumps(RATINGS))

    def run_script(self, *arguments):
        files = ("--results", self.results, "--page", self.page, "--readme", self.readme, "--ratings", self.ratings)
        return subprocess.run([SCRIPT, *files, *map(str, arguments)], env=dict(os.environ, FASTCHESS=str(self.player)),
                              text=True, capture_output=True, timeout=120)

    def play(self, games, *limit):
        return self.run_script("play", "--engine", os.environ["QUORUM_BINARY"], "--opponent", "other=/bin/other", "--book", "book",
                               "--games", games, *(limit or ("--nodes", 2000)))

    def test_plays_until_the_games_are_there(self):
        process = self.play(20)
        self.assertEqual(process.returncode, 0, process.stderr)
        row = json.loads(self.results.read_text())[0]
        self.assertEqual((row["pairs"], row["forfeits"]), ([0, 4, 6, 0, 2], 2))
        self.assertEqual((row["opponent"], row["limit"], row["threads"]), ("other", "2000 nodes", 1))
        calls = (self.folder / "fastchess.calls").read_text().splitlines()
        self.assertEqual(len(calls), 2)
        seeds = {call.split("-srand ")[1].split()[0] for call in calls}
        self.assertEqual(len(seeds), 2, "each batch has openings of its own")

    def test_goes_on_where_it_was(self):
        self.play(12)
        self.assertEqual(self.play(12).stdout, "", "nothing is missing")
        self.play(24)
        self.play(12, "--tc", "1+0.1")
        rows = json.loads(self.results.read_text())
        self.assertEqual([row["pairs"] for row in rows], [[0, 4, 6, 0, 2], [0, 2, 3, 0, 1]])

    def test_two_at_once_lose_nothing(self):
        """One adds its games while the other is about to add some."""
        script = ladder()
        calls = self.folder / "fastchess.calls"
        with ThreadPoolExecutor() as pool:
            with script.changing_json(str(self.results)) as rows:
                other = pool.submit(self.play, 12)
                while not calls.exists() and not other.done():
                    time.sleep(0.02)
                time.sleep(0.3)
                rows.append({**dict.fromkeys(script.KEY, "first"), "pairs": [0, 0, 1, 0, 0], "forfeits": 0})
            self.assertEqual(other.result().returncode, 0, other.result().stderr)
        self.assertEqual([row["opponent"] for row in json.loads(self.results.read_text())], ["first", "other"])

    def test_other_conditions_are_another_match(self):
        self.play(12)
        for more in (("--hash", 16), ("--opponent-option", "Use NNUE=false"), ("--threads", 2)):
            self.play(12, "--nodes", 2000, *more)
        rows = json.loads(self.results.read_text())
        self.assertEqual([row["pairs"] for row in rows], [[0, 2, 3, 0, 1]] * 4)

    def test_a_match_that_was_not_played_is_an_error(self):
        self.player.write_text("#!/bin/sh\necho no such engine\n")
        process = self.play(12)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("no such engine", process.stderr)
        self.assertFalse(self.results.exists())

    def test_no_place_for_results(self):
        """It is told before games are played, which would be lost."""
        self.results = self.folder / "none" / "strength.json"
        process = self.play(12)
        self.assertEqual((process.returncode, process.stdout, process.stderr),
                         (2, "", f"ladder: {self.results}: nothing can be written there\n"))
        self.assertFalse((self.folder / "fastchess.calls").exists())

    def test_elo(self):
        module = ladder()
        self.assertEqual(module.elo([10, 0, 0, 0, 10])[0], 0)
        difference, half = module.elo([0, 10, 20, 10, 60])  # 80 %
        self.assertAlmostEqual(difference, 240.8, delta=0.1)
        self.assertAlmostEqual(half, 58.4, delta=0.1)

    def test_pairs_that_are_all_alike_have_an_error(self):
        module = ladder()
        for pairs in ([0, 0, 0, 0, 9], [0, 0, 9, 0, 0], [9, 0, 0, 0, 0]):
            few, many = module.elo(pairs)[1], module.elo([100 * n for n in pairs])[1]
            self.assertGreater(few, 2 * many)
            self.assertGreater(many, 0)
        rating, half = module.estimate([(self.row("first", "3+0.03", [0, 0, 9, 0, 0]), RATINGS["opponents"][0])])
        self.assertAlmostEqual(rating, 3000)
        self.assertGreater(half, 30)

    def test_relative_paths_of_opponents(self):
        for command, wanted in (("./other --quick", f"{TOP}/other --quick"), ("python3 a/b.py", "python3 a/b.py")):
            process = subprocess.run([SCRIPT, "--results", self.results, "play", "--engine", os.environ["QUORUM_BINARY"],
                                      "--opponent", f"{wanted[-4:]}={command}", "--book", "book", "--nodes", "9",
                                      "--games", "12"], env=dict(os.environ, FASTCHESS=str(self.player)), cwd=TOP,
                                     text=True, capture_output=True, timeout=60)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn(f" cmd={wanted} name=", (self.folder / "fastchess.calls").read_text())

    @staticmethod
    def row(opponent, limit, pairs, version="2", threads=1, options=()):
        return {"version": version, "network": "0" * 16, "opponent": opponent, "opponent_options": list(options),
                "limit": limit, "threads": threads, "hash": 64, "book": "book", "pairs": pairs, "forfeits": 0}

    def test_estimate(self):
        """Only what the list's rating is of counts: clock, one thread, no options, the newest version."""
        module = ladder()
        even = [10, 20, 40, 20, 10]
        others = [self.row("first", "3+0.03", [0, 0, 0, 0, 9], version="1"), self.row("first", "8000 nodes", even),
                  self.row("first", "3+0.03", even, threads=2), self.row("stranger", "3+0.03", even),
                  self.row("first", "3+0.03", even, options=["Use NNUE=false"])]
        self.assertEqual(module.rated(others[1:], RATINGS), [])
        self.assertIn("No estimate on the scale of the list yet", module.estimate_text(others[1:], RATINGS))
        self.assertIn("at equal nodes", module.estimate_text([self.row("first", "8000 nodes", even)], RATINGS))
        matches = module.rated([*others, self.row("first", "3+0.03", even)], RATINGS)
        self.assertEqual([row["version"] for row, _ in matches], ["2"])
        rating, half = module.estimate(matches)
        own = module.elo(even)[1]
        self.assertAlmostEqual(rating, 3000)
        self.assertAlmostEqual(half, (own ** 2 + 30 ** 2) ** 0.5)
        both = module.rated([self.row("first", "3+0.03", even), self.row("second", "3+0.03", even)], RATINGS)
        rating, half = module.estimate(both)
        self.assertAlmostEqual(rating, 3050)  # they disagree by 100, 50 from the mean each
        self.assertAlmostEqual(half, ((1.96 * 50) ** 2 + 40 ** 2) ** 0.5)
        self.assertIn("**3050 +/- 106** on the scale of the list", module.estimate_text(
            [row for row, _ in both], RATINGS))

    def test_readme_has_the_newest_of_each_kind(self):
        module = ladder()
        text = module.short_table([self.row("first", "8000 nodes", [9, 0, 0, 0, 0], version="1"),
                                   self.row("first", "8000 nodes", [0, 0, 9, 0, 0]),
                                   self.row("first", "3+0.03", [0, 0, 7, 0, 0], threads=2)])
        self.assertEqual(text.split("\n")[2:], ["| first | 8,000 nodes a move | 18 | +0 +/- 76 | 2 |",
                                                "| first | 3 s + 0.03 s, 2 threads | 14 | +0 +/- 96 | 2 |"])

    def test_matches_of_a_kind_stand_as_they_were_begun(self):
        """Versions are no numbers: 1.0-g7 may be older than 1.0-31-g2."""
        rows = [self.row("first", "3+0.03", [1], version=version) for version in ("1.0-g7", "1.0-31-g2", "1.0-4-g9")]
        nodes = self.row("first", "8000 nodes", [1])
        self.assertEqual(ladder().in_order([*rows, nodes]), [nodes, *rows])

    def test_relative_path_of_the_player(self):
        process = subprocess.run([SCRIPT, "--results", self.results, "play", "--engine",
                                  os.path.realpath(os.environ["QUORUM_BINARY"]), "--opponent", "other=other", "--book", "book",
                                  "--nodes", "9", "--games", "12"], env=dict(os.environ, FASTCHESS="./fastchess"),
                                 cwd=self.folder, text=True, capture_output=True, timeout=60)
        self.assertEqual((process.returncode, process.stderr), (0, ""))

    def test_what_is_missing_is_named(self):
        self.player = self.folder / "missing"
        process = self.play(12)
        self.assertEqual((process.returncode, process.stderr), (1, "ladder: no fastchess\n"))
        self.results.write_text("[{}]")
        self.ratings.unlink()
        process = self.run_script("write")
        self.assertEqual((process.returncode, process.stderr), (1, f"ladder: {self.ratings} holds no ratings\n"))
        self.ratings.write_text("<<<<<<< HEAD\n")
        process = self.run_script("write")
        self.assertEqual(process.returncode, 1)
        self.assertRegex(process.stderr, rf"\Aladder: {self.ratings}: Expecting value.*\n\Z")

    def test_an_engine_that_is_not_there(self):
        process = self.run_script("play", "--engine", "/missing", "--opponent", "other=x", "--book", "book", "--nodes", 9)
        self.assertEqual((process.returncode, process.stderr), (2, "ladder: /missing: not there, build the project first\n"))

    def test_pages_of_the_repository_are_written(self):
        """What the pages show is what docs/strength.json and docs/ratings.json say."""
        module = ladder()
        results = module.read_json(TOP / "docs" / "strength.json")
        guess = module.estimate_text(results, module.read_json(TOP / "docs" / "ratings.json"))
        for page, block in (("README.md", module.short_table(results)), ("docs/strength.md", module.all_matches(results))):
            self.assertIn(f"{block}\n\n{guess}\n<!-- end", (TOP / page).read_text(), f"scripts/ladder write: {page}")

    def test_page(self):
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            self.skipTest("python3-matplotlib is not here")
        self.play(12)
        process = self.run_script("write")
        self.assertEqual(process.returncode, 0, process.stderr)
        text = self.page.read_text()
        self.assertTrue(text.startswith("# Head\n") and text.endswith("\nFoot\n"))
        self.assertNotIn("old", text)
        self.assertIn("| other | 2000 nodes | 1 | 12 | 0-2-3-0-1 | +0 +/- ", text)
        readme = self.readme.read_text()
        self.assertTrue(readme.startswith("# What\n") and readme.endswith("\nHow\n"))
        self.assertIn("| other | 2,000 nodes a move | 12 | +0 +/- ", readme)
        self.assertIn("<svg", self.page.with_suffix(".svg").read_text())


if __name__ == "__main__":
    unittest.main()
