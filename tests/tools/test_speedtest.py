#!/usr/bin/env python3
"""`quorum speedtest` from the outside: arguments in any order, figures that add up, bad input."""

import itertools
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path

from program import run, run_on_small_stack

sys.path.insert(0, str(Path(__file__).parent.parent / "nnue"))

from network_bytes import random_network  # noqa: E402

GAMES = 5
ROUNDS = 5

# What must be the same again with the same build and the same arguments.
FIXED = ("signature", "threads", "hash_mib", "seconds", "build", "version")


def measure(*arguments):
    process = run("speedtest", *arguments, "--json")
    if process.returncode != 0:
        raise AssertionError(process.stderr)
    return json.loads(process.stdout)


class Order(unittest.TestCase):
    def test_any_order_and_words_mean_the_same(self):
        options = ["--threads=2", "--hash=3", "--seconds=1"]
        first = measure(*options)
        self.assertEqual((first["threads"], first["hash_mib"], first["seconds"]), (2, 3, 1))
        others = [list(order) for order in itertools.permutations(options)][1::2]
        others += [[2, 3, 1], ["--seconds=1", 2, 3], [2, "--seconds", 1, "--hash", 3]]
        for arguments in others:
            again = measure(*arguments)
            for name in FIXED:
                self.assertEqual(again[name], first[name], (name, arguments))


class SmallStack(unittest.TestCase):
    def test_it_is_enough(self):
        """As for other commands: the program's file is read in small parts."""
        process = run_on_small_stack(64, "speedtest", 1, 1, 1)
        self.assertEqual((process.returncode, process.stderr), (0, ""))


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = measure(3, 4, 2)

    def test_sums(self):
        report = self.report
        self.assertEqual([len(part["games"]) for part in report["rounds"]], [GAMES] * ROUNDS)
        games = [game for part in report["rounds"] for game in part["games"]]
        self.assertEqual(sum(game["nodes"] for game in games), report["nodes"])
        self.assertEqual(sum(worker["nodes"] for worker in report["workers"]), report["nodes"])
        self.assertEqual(len(report["workers"]), 3)
        time_ms = sum(game["ms"] for game in games)
        self.assertAlmostEqual(report["nodes"] / time_ms * 1000 / report["nps"], 1, places=6)
        for game in games:
            self.assertGreater(game["nodes"], 0, game)

    def test_time(self):
        """The searches take the time that was asked for; a busy machine may need a little more."""
        self.assertGreater(self.report["total_ms"], 1990)
        self.assertLess(self.report["total_ms"], 8000)
        self.assertGreater(self.report["warm_up_ms"], 190)
        share = self.report["processor_percent"] / 100
        self.assertTrue(0 < share <= 1.01)
        time = share * 3 * self.report["total_ms"] / 1000
        self.assertAlmostEqual(self.report["processor_nps"] * time / self.report["nodes"], 1,
                               places=6)

    def test_spread(self):
        speeds = [part["nps"] for part in self.report["rounds"]]
        spread = self.report["spread"]
        mean = sum(speeds) / ROUNDS
        deviation = (sum((speed - mean) ** 2 for speed in speeds) / (ROUNDS - 1)) ** 0.5 / mean
        self.assertEqual((spread["slowest"], spread["fastest"]), (min(speeds), max(speeds)))
        self.assertAlmostEqual(spread["deviation_percent"], 100 * deviation, places=6)
        self.assertAlmostEqual(spread["margin_percent"] / (100 * deviation), 2.776 / 5 ** 0.5,
                               places=6)

    def test_nodes_of_the_machine(self):
        known = [worker for worker in self.report["workers"] if worker["node"] >= 0]
        self.assertEqual(sum(node["nodes"] for node in self.report["by_node"]),
                         sum(worker["nodes"] for worker in known))
        self.assertEqual(sum(node["workers"] for node in self.report["by_node"]), len(known))

    def test_memory(self):
        table = self.report["placement"]["table"]["bytes_by_page"]
        if table is None:
            self.skipTest("the kernel does not tell page sizes")
        self.assertGreaterEqual(sum(table.values()), 4 << 20)


class Text(unittest.TestCase):
    def test_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "report.json")
            process = run("speedtest", 1, 1, "--json", path, 1)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            report = json.loads(path.read_text())
        lines = process.stdout.splitlines()
        self.assertEqual(lines[-1], f"Nodes/second     : {report['nps']:.0f}")
        for pattern in (r"Threads          : 1", r"Hash \(MiB\)       : 1",
                        rf"Nodes searched   : {report['nodes']}",
                        rf"Signature        : search {report['signature']['search']}, .*",
                        r"Round 5          : \d+", r"Worker 1         : \d+"):
            self.assertTrue(any(re.fullmatch(pattern, line) for line in lines), pattern)

    def test_json_and_file_in_one_word(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "report.json")
            process = run("speedtest", f"--json={path}", "--seconds=1", "--threads=1")
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(json.loads(path.read_text())["threads"], 1)


class Network(unittest.TestCase):
    def test_is_used_and_named_or_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            network, path = random_network(64, 3), Path(folder, "a.nnue")
            path.write_bytes(network)
            own = measure("--seconds", 1, "--threads", 1)["signature"]
            other = measure("--eval-file", path, "--seconds", 1, "--threads", 1)["signature"]
            self.assertEqual(other["network"], network[504:512][::-1].hex())
            self.assertNotEqual(other["search"], own["search"])
            path.write_bytes(network[:-1])
            process = run("speedtest", "--eval-file", path, "--seconds", 80000)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("the file is cut", process.stderr)


class BadInput(unittest.TestCase):
    def test_arguments(self):
        for arguments in (["0"], ["x"], ["-1"], ["1025"], ["1", "0"], ["1", "1", "0"],
                          ["1", "1", "1", "1"], ["1", "1", "x"], ["--threads", "many"],
                          ["--seconds", "0"], ["--hash"], ["--nonsense"], ["--json="], [""],
                          ["2", "--threads", "1"], ["1", "1", "1", "--seconds", "1"],
                          ["1", "1", "99999999999999999999"]):
            process = run("speedtest", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)

    def test_numbers_given_twice(self):
        for arguments, name in ((["-t", 1, "-t", 2], "threads"),
                                (["--threads=1", "-t", 1], "threads"),
                                (["--hash", 16, "-m", 16], "hash"),
                                (["-s", 1, "--json", "--seconds=1"], "seconds"),
                                (["--threads=1", 1], "threads"), ([1, "--threads=1"], "threads"),
                                ([1, 16, 1, "-m", 16], "hash")):
            process = run("speedtest", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertIn(f"{name} is given twice", process.stderr)

    def test_file_that_cannot_be_written_is_told_before_the_measurement(self):
        process = run("speedtest", "--json", "/nonexistent/report.json", "--seconds", "80000")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("/nonexistent/report.json", process.stderr)

    def test_table_beyond_all_memory(self):
        process = run("speedtest", "--hash", 33554432, "--seconds", 1, "--threads", 1)
        if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >= 33554432 << 20:
            self.skipTest("this machine has the memory")
        self.assertEqual(process.returncode, 2)
        self.assertIn("memory", process.stderr)


if __name__ == "__main__":
    unittest.main()
