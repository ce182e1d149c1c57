#!/usr/bin/env python3
"""`scale` and `speedtest` over the ranks of mpirun, beside threads of one process."""

import csv
import json
import os
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import ranks

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from page import Page  # noqa: E402
from program import run  # noqa: E402

QUORUM = os.environ["QUORUM_BINARY"]
LIMITS = ("scale", "--threads", "1,2", "--movetime", 50, "--depth", 6, "--positions", 2, "--repeat", 2, "--hash", 2)


def running(folder):
    """Processes that have that folder in their command lines: all of them start ranks or are such."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = entry.joinpath("cmdline").read_bytes()
        except OSError:
            continue
        if entry.name.isdigit() and os.fsencode(folder) in words:
            found.append(int(entry.name))
    return found


class Case(unittest.TestCase):
    def setUp(self):
        """The program is a link in a folder of its own, by which its processes are found."""
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.program = self.folder / "quorum-mpi"
        self.program.symlink_to(ranks.program())
        self.ranks = shlex.join([*ranks.mpirun("-np", "{}"), str(self.program)])
        self.outputs = {form: self.folder / f"report.{form}" for form in ("json", "csv", "html")}

    def options(self):
        return [word for form, path in self.outputs.items() for word in (f"--{form}", path)]

    def report(self):
        return json.loads(self.outputs["json"].read_text())


class Scale(Case):
    def test_reasons_of_ranks(self):
        """They are the engine's, not that its ranks have ended, as they are told to."""
        process = run(*LIMITS, "--engine", self.ranks, "--engine-option", "Foo=1")
        self.assertEqual(process.returncode, 2)
        self.assertIn("it has no option Foo", process.stderr)

    def test_threads_and_ranks_side_by_side(self):
        process = run(*LIMITS, "--engine", QUORUM, "--engine", self.ranks, *self.options())
        self.assertEqual(process.returncode, 0, process.stderr)
        report = self.report()
        threads, both = report["results"][:2], report["results"][2:]
        name = threads[0]["engine"]
        self.assertEqual([(row["engine"], row["threads"]) for row in report["results"]],
                         [(name, 1), (name, 2), (f"{name}, ranks", 1), (f"{name}, ranks", 2)])
        self.assertEqual(both[0]["nodes_to_depth"], threads[0]["nodes_to_depth"])
        self.assertGreater(both[1]["nodes_to_depth"]["median"], 0)
        self.assertIsNone(both[0]["processor_share"])
        for row, beside in zip(both, threads):
            for figure, key in (("nps_ratio", "nps"), ("time_to_depth_ratio", "time_to_depth_ms")):
                known = [one[key] / other[key] for one, other in zip(row["runs"], beside["runs"])]
                self.assertAlmostEqual(row[figure]["median"], statistics.median(known))
                self.assertEqual(beside[figure]["median"], 1)
        with open(self.outputs["csv"], newline="", encoding="utf-8") as file:
            self.assertAlmostEqual(float(list(csv.DictReader(file))[3]["nps_ratio"]),
                                   both[1]["nps_ratio"]["median"], places=5)
        self.assertIn(f"\nCompared with as many threads in the first place: {name}\n", process.stdout)
        page = Page(self.outputs["html"].read_text())
        self.assertEqual(page.faults, [])
        self.assertIn(f"{both[1]['nps_ratio']['median']:.3f}", [cell for row in page.rows for cell in row])
        self.assertIn("threads or ranks", page.text)

    def test_as_many_ranks_as_threads(self):
        counts = self.folder / "counts"
        start = self.folder / "start.sh"
        start.write_text(f"#!/bin/sh\necho $1 >>{counts}\n"
                         f"tee -a {self.folder}/sent-$1 | {shlex.join(ranks.mpirun('-np'))} $1 {self.program}\n")
        start.chmod(0o755)
        process = run(*LIMITS, "--engine", f"{start} {{}}")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(counts.read_text().split(), ["2", "1", "2", "2", "1"])
        for count, hash_mib in ((1, 2), (2, 1)):
            sent = self.folder.joinpath(f"sent-{count}").read_text().splitlines()
            self.assertEqual({line for line in sent if "Hash" in line}, {f"setoption name Hash value {hash_mib}"})

    def test_ranks_of_several_threads(self):
        """An option that is named is not set by the number of ranks."""
        process = run(*LIMITS, "--engine", self.ranks, "--engine-option", "Threads=2", *self.options())
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.report()["engines"][0]["options"], {"Threads": "2"})

    def test_what_cannot_be_started_is_refused(self):
        for command, reason in (("no-such-mpirun -np {} quorum-mpi", "No such file or directory"),
                                (shlex.join([*ranks.mpirun("-np", "{}"), "no-such-program"]), "it ended with code"),
                                (shlex.join(["mpirun", "--allow-run-as-root", "--host", "localhost:1", "-np", "{}",
                                             str(self.program)]), "it ended with code")):
            process = run(*LIMITS, "--engine", command, *self.options())
            self.assertEqual((process.returncode, process.stdout), (2, ""), command)
            self.assertIn(f"quorum scale: {command}: ", process.stderr)
            self.assertIn(reason, process.stderr)
            self.assertFalse(self.outputs["json"].exists())


class Interruptions(Case):
    """The engine that searches has no limit that it would reach meanwhile."""

    def start(self, *options):
        process = subprocess.Popen([QUORUM, *map(str, (*LIMITS, "--movetime", 0, "--engine", self.ranks, *options))],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                                   env={**os.environ, "TMPDIR": str(self.folder)})
        self.addCleanup(process.kill)
        return process

    def await_ranks(self, count):
        """So many, which then search."""
        ranks.await_that(lambda: sum(Path(f"/proc/{pid}/comm").read_text() == "quorum-mpi\n"
                                     for pid in running(self.folder)) >= count)
        time.sleep(1)

    def test_nothing_is_left_running(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            process = self.start("--threads", 2, "--depth", 100)
            self.await_ranks(1)
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertTrue(ranks.all_gone(running(self.folder)), number)
            self.assertEqual(list(self.folder.glob("ompi*/pid*")), [], "left by an mpirun that was killed")

    def test_goes_on_from_a_journal(self):
        journal = self.folder / "journal"
        process = self.start("--depth", 8, "--repeat", 3, "--resume", journal)
        ranks.await_lines(journal, 3)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        kept = journal.read_text().splitlines()
        process = self.start("--depth", 8, "--repeat", 3, "--resume", journal, *self.options())
        _, errors = process.communicate(timeout=90)
        self.assertEqual(process.returncode, 0, errors)
        lines = journal.read_text().splitlines()
        self.assertEqual((lines[:len(kept)], len(lines)), (kept, 7))
        self.assertFalse(self.report()["cut_short"])


class Speedtest(Case):
    def test_threads_and_ranks_side_by_side(self):
        process = run("speedtest", 2, 2, 1, "--engine", QUORUM, "--engine", self.ranks, "--json", self.outputs["json"])
        self.assertEqual(process.returncode, 0, process.stderr)
        threads, both = self.report()["runs"]
        self.assertEqual(both["engine"]["name"], threads["engine"]["name"] + ", ranks")
        self.assertEqual((threads["threads"], both["threads"]), (2, 2))
        self.assertGreater(both["nps"], threads["nps"] / 10)
        self.assertIsNone(both["processor_percent"])
        self.assertNotIn("nan", process.stdout)


if __name__ == "__main__":
    ranks.program()
    unittest.main()
