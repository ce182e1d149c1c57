#!/usr/bin/env python3
"""quorum-suite from the outside: the same positions whatever the threads and interruptions, suites
that `quorum epd` reads, a check that can fail, and clear words about misuse."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from programs import program, run

# Small searches. In a few games mates are all that can be counted on.
SIZES = ("--shallow", 30, "--middle", 400, "--small", 2000, "--large", 8000, "--proof", 20000,
         "--hash", 1)
GAMES = 192


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def entries(path):
    return [line for line in read(path).splitlines() if not line.startswith("#")]


def lines_of_finds(path):
    """A pool without the lines that say how far it is, which depend on interruptions."""
    return [line for line in read(path).splitlines() if not line.startswith("# games")]


class Suite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp()
        cls.games = cls.path("games.chain")
        process = run("datagen", "--positions", 14000, "--nodes", 60, "--seed", 3, "--endgame", 30,
                      "--threads", 2, "--out", cls.games)
        assert process.returncode == 0, process.stderr
        cls.pool = cls.path("a.pool")
        process = cls.find(cls.pool, "--threads", 2)
        assert process.returncode == 0, process.stderr
        cls.suites = cls.path("suites")
        process = run("suite", "select", "--count", 8, "--out", cls.suites, cls.pool)
        assert process.returncode == 0, process.stderr
        cls.selected = process.stdout

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.directory)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.directory, name)

    @classmethod
    def find(cls, out, *options):
        return run("suite", "find", *SIZES, "--games", GAMES, "--out", out, *options, cls.games)

    def files(self):
        return [os.path.join(self.suites, name) for name in sorted(os.listdir(self.suites))]


class Finding(Suite):
    def test_finds_positions(self):
        self.assertIn("mate.epd", [os.path.basename(path) for path in self.files()])
        self.assertGreaterEqual(len(entries(self.pool)), 2)

    def test_number_of_threads_does_not_matter(self):
        other = self.path("threads.pool")
        self.assertEqual(self.find(other, "--threads", 3).returncode, 0)
        self.assertEqual(read(other), read(self.pool))

    def test_another_seed_finds_other_positions(self):
        other = self.path("seed.pool")
        self.assertEqual(self.find(other, "--seed", 2).returncode, 0)
        self.assertNotEqual(entries(other), entries(self.pool))

    def test_goes_on_after_an_end(self):
        out = self.path("parts.pool")
        for games in (10, 64, 65, GAMES):
            self.assertEqual(self.find(out, "--games", games).returncode, 0)
        self.assertEqual(lines_of_finds(out), lines_of_finds(self.pool))
        process = self.find(out)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(lines_of_finds(out), lines_of_finds(self.pool))

    def test_goes_on_after_a_signal_and_a_kill(self):
        out = self.path("stopped.pool")
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
            process = subprocess.Popen(
                [program("suite"), "find", *map(str, SIZES), "--games", str(GAMES), "--out", out,
                 self.games], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(0.6)
            process.send_signal(number)
            output, errors = process.communicate(timeout=100)
            self.assertEqual(errors, "")
            if number != signal.SIGKILL:
                self.assertEqual(process.returncode, 0)
                self.assertIn("games", output)
        self.assertEqual(self.find(out).returncode, 0)
        self.assertEqual(lines_of_finds(out), lines_of_finds(self.pool))

    def test_finds_as_many_as_are_wanted(self):
        out = self.path("want.pool")
        process = self.find(out, "--kinds", "mate", "--want", 1)
        self.assertEqual(process.returncode, 0)
        self.assertGreaterEqual(len(entries(out)), 1)
        looked_at = int(re.findall(r"^# games (\d+)$", read(out), re.MULTILINE)[-1])
        self.assertLess(looked_at, GAMES)
        self.assertEqual(looked_at % 64, 0)

    def test_other_settings_do_not_continue(self):
        before = read(self.pool)
        process = self.find(self.pool, "--seed", 9)
        self.assertEqual(process.returncode, 2)
        self.assertIn("made otherwise", process.stderr)
        self.assertEqual(read(self.pool), before)

    def test_searches_stay_with_the_move(self):
        for line in entries(self.pool):
            stable = int(re.search(r'c1 "stable (\d+)"', line).group(1))
            nodes = int(re.search(r"acn (\d+);", line).group(1))
            self.assertLessEqual(stable, nodes // 2)


class Selecting(Suite):
    def test_names_and_order(self):
        for path in self.files():
            ids, order = [], []
            for line in entries(path):
                theme = re.search(r'c0 "([^"]*)"', line).group(1)
                name = re.search(r'id "([^"]*)"', line).group(1)
                self.assertRegex(name, rf"^{theme}\.\d\d\d$")
                ids.append(name)
                order.append((theme, int(re.search(r'c1 "stable (\d+)"', line).group(1))))
            self.assertEqual(len(set(ids)), len(ids))
            self.assertLessEqual(len(ids), 8)
            themes = [theme for theme, _ in order]
            self.assertEqual(len(set(themes)), sum(a != b for a, b in zip(themes, [""] + themes)))
            for (theme, nodes), (next_theme, next_nodes) in zip(order, order[1:]):
                if theme == next_theme:
                    self.assertLessEqual(nodes, next_nodes)
            self.assertIn(f"{os.path.basename(path)[:-4]}: {len(ids)} of ", self.selected)

    def test_epd_runner_reads_all(self):
        report = self.path("report.json")
        subprocess.run([os.environ["QUORUM_BINARY"], "epd", "--nodes", "200", "--json", report,
                        *self.files()], check=True, capture_output=True, timeout=100)
        with open(report, encoding="utf-8") as file:
            numbers = json.load(file)
        self.assertEqual(numbers["skipped"], 0)
        self.assertEqual(numbers["total"], sum(len(entries(path)) for path in self.files()))

    def test_refuses_what_is_no_pool(self):
        bad = self.path("bad.epd")
        with open(bad, "w", encoding="ascii") as file:
            file.write(f"{entries(self.pool)[0]}\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n")
        process = run("suite", "select", "--out", self.path("none"), bad)
        self.assertEqual(process.returncode, 2)
        self.assertIn("bad.epd:2: c0 names no theme", process.stderr)
        self.assertFalse(os.path.exists(self.path("none")))


class Checking(Suite):
    def check(self, *arguments):
        return run("suite", "check", "--hash", 1, *arguments)

    def test_what_was_found_holds(self):
        process = self.check("--threads", 2, *self.files())
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        count = sum(len(entries(path)) for path in self.files())
        self.assertIn(f"{count} positions: {count} hold", process.stdout)

    def write(self, line):
        path = self.path("changed.epd")
        with open(path, "w", encoding="ascii") as file:
            file.write(line + "\n")
        return path

    def test_a_wrong_move_is_found_out(self):
        line = ('4k3/8/8/3q4/4P3/8/8/4K3 w - - acd 1; acn 5000; bm {0}; c0 "queen ending"; '
                'c1 "stable 1"; c4 "game 0 ply 0"; ce 0; fmvn 1; hmvc 0; id "a"; pv {0};')
        self.assertEqual(self.check(self.write(line.format("exd5"))).returncode, 0)
        path = self.write(line.format("Ke2"))
        process = self.check(path)
        self.assertEqual(process.returncode, 1)
        self.assertIn("changed.epd:1: a: the search prefers another move", process.stdout)
        self.assertEqual(self.check("--expect", 0, path).returncode, 0)

    def test_a_wrong_mate_is_found_out(self):
        line = entries(os.path.join(self.suites, "mate.epd"))[0]
        path = self.write(re.sub(r"dm \d+;", "dm 1;", line))
        process = self.check("--expect", 0, path)
        self.assertEqual(process.returncode, 1)
        self.assertIn("do not confirm", process.stdout)


class Misuse(Suite):
    def refuse(self, *arguments, words):
        process = run("suite", *arguments)
        self.assertEqual(process.returncode, 2, arguments)
        self.assertIn(words, process.stderr)

    def test_arguments(self):
        out = self.path("x")
        self.refuse(words="Usage")
        self.refuse("seek", words='no command "seek"')
        self.refuse("find", "--out", out, words="a FILE of games is needed")
        self.refuse("find", self.games, words="--out is needed")
        self.refuse("find", "--out", out, "--kinds", "mate,study", self.games,
                    words="there is no suite 'study'")
        self.refuse("find", "--out", out, "--small", 10, self.games, words="must grow")
        self.refuse("find", "--out", out, "--large", "many", self.games, words="must be a number")
        self.refuse("find", "--out", out, self.path("absent"), words="No such file")
        self.refuse("find", "--out", out, self.pool, words=os.path.basename(self.pool))
        self.refuse("find", "--out", out, "--syzygy", self.directory, self.games,
                    words=self.directory)
        self.refuse("find", "--out", out, "--network", self.pool, self.games, words=self.pool)
        self.refuse("find", "--out", self.path("no/x"), self.games, words="No such file")
        self.refuse("select", self.pool, words="--out is needed")
        self.refuse("select", "--out", out, words="a FILE of positions is needed")
        self.refuse("check", self.path("absent"), words="No such file")
        self.assertFalse(os.path.exists(out))

    def test_damaged_games(self):
        damaged = self.path("damaged.chain")
        shutil.copy(self.games, damaged)
        os.truncate(damaged, os.path.getsize(damaged) - 7)
        process = run("suite", "find", *SIZES, "--kinds", "mate", "--out", self.path("d.pool"),
                      damaged)
        self.assertEqual(process.returncode, 1)
        self.assertIn("damaged.chain", process.stderr)


if __name__ == "__main__":
    program("suite")
    program("datagen")
    unittest.main()
