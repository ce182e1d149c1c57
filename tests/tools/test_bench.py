#!/usr/bin/env python3
"""`quorum bench` from the outside: it repeats itself, adds up, and refuses bad arguments."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import complaints, run, run_on_small_stack

sys.path[:0] = [str(Path(__file__).parent.parent / name) for name in ("faults", "nnue")]

from injection import environment  # noqa: E402
from network_bytes import random_network  # noqa: E402


def positions(process):
    return re.findall(r"^ *(\d+)/50 +(\d+) nodes, best (\w+)$", process.stdout, re.MULTILINE)


class Bench(unittest.TestCase):
    def test_same_nodes_every_time_and_in_any_table(self):
        first = run("bench", 4)
        self.assertEqual((first.returncode, complaints(first)), (0, []))
        self.assertEqual(len(positions(first)), 50)
        self.assertEqual(positions(run("bench", 4)), positions(first))

    def test_a_small_stack(self):
        """Neither reading the network nor searching takes much of the caller's."""
        process = run_on_small_stack(128, "bench", 4)
        self.assertEqual((process.returncode, complaints(process)), (0, []))
        self.assertEqual(positions(process), positions(run("bench", 4)))

    def test_every_position_has_a_move(self):
        for number, _, move in positions(run("bench", 2)):
            self.assertRegex(move, "^[a-h][1-8][a-h][1-8][nbrq]?$", f"position {number}")

    def test_last_lines(self):
        process = run("bench", 3, 1, 2)
        lines = process.stdout.splitlines()[-3:]
        self.assertRegex(lines[0], r"^Total time \(ms\) : \d+$")
        self.assertRegex(lines[1], r"^Nodes searched  : \d+$")
        self.assertRegex(lines[2], r"^Nodes/second    : \d+$")
        total = int(lines[1].split()[-1])
        self.assertEqual(total, sum(int(nodes) for _, nodes, _ in positions(process)))
        self.assertGreater(total, 0)

    def test_threads(self):
        process = run("bench", 4, 3)
        self.assertEqual((process.returncode, len(positions(process))), (0, 50))

    def test_options_are_the_words(self):
        for words in (["-t", 2, "--hash", 1, 2], [2, 2, "-m", 1]):
            self.assertEqual((run("bench", *words).returncode, len(positions(run("bench", *words)))),
                             (0, 50))
        self.assertEqual(positions(run("bench", 5, "--hash", 1)), positions(run("bench", 5, 1, 1)))
        for words in ([2, 1, "--threads", 1], [2, 1, 1, "-m", 1], ["-t", 0, 2], ["-m", "x", 2]):
            process = run("bench", *words)
            self.assertEqual((process.returncode, process.stdout), (2, ""), words)

    def test_network(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad = Path(folder, "a.nnue"), Path(folder, "b.nnue")
            good.write_bytes(random_network(64, 3))
            bad.write_bytes(random_network(64, 3)[:-1])
            process = run("bench", 3, "--eval-file", good)
            self.assertEqual((process.returncode, len(positions(process))), (0, 50))
            self.assertEqual(positions(run("bench", "--eval-file", good, 3)), positions(process))
            self.assertNotEqual(positions(run("bench", 3)), positions(process))
            process = run("bench", 3, "--eval-file", bad)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("b.nnue: the file is cut", process.stderr)

    def test_bad_arguments(self):
        for arguments in (["x"], ["0"], ["-3"], ["128"], ["3", "0"], ["3", "x"], ["3", "1", "0"],
                          ["3", "1", "1", "1"], ["--nonsense"], ["3.5"], [""]):
            process = run("bench", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)


def number(process, heading):
    """The first number of the line that begins so."""
    return float(re.search(rf"^{re.escape(heading)} +: ([\d.]+)", process.stdout,
                           re.MULTILINE).group(1))


class Speed(unittest.TestCase):
    """What is said beside the nodes."""

    def test_processor_time(self):
        process = run("bench", 7)
        match = re.search(r"^Processor time  : ([\d.]+) % of 1 processor; nodes by a second of it: "
                          r"(\d+)$", process.stdout, re.MULTILINE)
        share, speed = float(match.group(1)), int(match.group(2))
        self.assertAlmostEqual(speed * share / 100, number(process, "Nodes/second"),
                               delta=speed * 0.01)
        # As a percentage with one decimal 94.96 would be 95.
        self.assertEqual("had only" in process.stderr, number(process, "Nodes/second") < 0.95 * speed)
        self.assertEqual(len(re.findall(r"\d nodes", process.stdout)), 50)

    def test_warns_beside_a_busy_process(self):
        if not hasattr(os, "sched_setaffinity"):
            self.skipTest("processes cannot be bound")
        processor = min(os.sched_getaffinity(0))

        def bind():
            os.sched_setaffinity(0, {processor})

        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=bind)
        self.addCleanup(busy.wait)
        self.addCleanup(busy.kill)
        process = run("bench", 9, preexec_fn=bind)
        self.assertRegex(process.stderr, r"^quorum bench: had only [\d.]+ % of the time of 1 "
                                         r"processor: other programs ran")
        self.assertLess(number(process, "Processor time"), 95)
        process = run("bench", 5, 2, preexec_fn=bind)
        self.assertIn(" % of 1 processor;", process.stdout)

    def test_repeat(self):
        once, process = run("bench", 4), run("bench", 4, "--repeat", 3)
        self.assertEqual((process.returncode, positions(process)), (0, positions(once)))
        runs = [tuple(map(int, numbers)) for numbers in re.findall(
            r"^Run \d+ +: (\d+) nodes, (\d+) nodes/second, (\d+) by processor time", process.stdout,
            re.MULTILINE)]
        self.assertEqual({nodes for nodes, _, _ in runs}, {number(once, "Nodes searched")})
        speeds = sorted(speed for _, speed, _ in runs)
        self.assertEqual(len(speeds), 3)
        self.assertEqual(number(process, "Nodes/second"), speeds[1])
        self.assertIn(f"({speeds[0]} to {speeds[2]} nodes/second)", process.stdout)
        lines = [line.split(":")[0].strip() for line in process.stdout.splitlines()]
        self.assertEqual(lines[-5:], ["Spread", "Processor time", "Total time (ms)",
                                      "Nodes searched", "Nodes/second"])

    def test_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "bench.json")
            process = run("bench", 3, "--repeat", 2, "--hash", 2, "--json", path)
            if "without jansson" in process.stderr:
                self.skipTest(process.stderr)
            report = json.loads(path.read_text(encoding="ascii"))
        self.assertEqual((process.returncode, len(positions(process))), (0, 50))
        self.assertEqual((report["format"], report["depth"], report["threads"], report["hash_mib"]),
                         ("quorum-bench", 3, 1, 2))
        self.assertEqual(report["nodes"], number(process, "Nodes searched"))
        self.assertEqual([str(position["nodes"]) for position in report["positions"]],
                         [nodes for _, nodes, _ in positions(process)])
        self.assertEqual([run["nodes"] for run in report["runs"]], 2 * [report["nodes"]])
        low, high = sorted(run["processor_nps"] for run in report["runs"])
        self.assertAlmostEqual(report["processor_nps"]["median"], (low + high) / 2, places=3)
        self.assertEqual((report["processor_nps"]["low"], report["processor_nps"]["high"]),
                         (low, high))
        self.assertEqual(len(report["warnings"]) > 0, process.stderr != "")

    def test_bad_numbers(self):
        for words in (["--repeat", 0], ["-r", 101], ["--repeat", "x"], ["--json", ""],
                      ["--json", "/no/such/folder/a.json"]):
            process = run("bench", 1, *words)
            self.assertEqual((process.returncode, process.stdout), (2, ""), words)


class NoWorker(unittest.TestCase):
    def test_measures_nothing(self):
        """Where there is memory for all but a worker, the n-th of several."""
        for command in (("bench", 1, 1, 1), ("speedtest", 1, 1, 1),
                        ("scale", *"--threads 1 --hash 1 --movetime 1 --depth 0 --memory 0 --positions 1 --repeat 1 "
                                   "--signature 0".split())):
            refused = 0
            for first in range(1, 5):
                process = run(*command, env=environment(f"mmap:{first}:0:8000000"))
                said = process.stdout + process.stderr
                self.assertNotIn("0 of 1 threads", said, command)
                self.assertNotRegex(said, r"(?m)^Nodes(/second| searched) *: 0$")
                if process.returncode != 0:
                    refused += 1
                    self.assertEqual((process.returncode, process.stderr.splitlines()[-1]),
                                     (2, f"quorum {command[0]}: not enough memory"))
            self.assertGreater(refused, 0, command)


class Program(unittest.TestCase):
    def test_unknown_command(self):
        process = run("nonsense")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("nonsense", process.stderr)

    def test_unknown_option(self):
        process = run("--nonsense")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertEqual(process.stderr.splitlines()[0], "quorum: unrecognized option '--nonsense'")

    def test_help_lists_the_commands(self):
        process = run("--help")
        self.assertEqual(process.returncode, 0)
        for command in ("bench", "perft"):
            self.assertIn(command, process.stdout)


if __name__ == "__main__":
    unittest.main()
