#!/usr/bin/env python3
"""quorum-mpi epd: the same answers, whichever rank has found them."""

import csv
import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import ranks

SUITE = Path(__file__).resolve().parents[2] / "epd" / "tactical.epd"
OF_TIME = re.compile(r'("(?:first_ms|stable_ms|ms|seconds)": )[0-9.e-]+|("date": )"[^"]*"')


class Epd(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, count, *arguments, options=(), suite=SUITE):
        command = [*ranks.mpirun(*options, "-np", count, PROGRAM), "epd", *arguments, suite]
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.terminate)
        return process

    def run_epd(self, count, *arguments, **more):
        process = self.start(count, *arguments, **more)
        output, errors = process.communicate(timeout=200)
        return process.returncode, output, errors

    def search(self, count, *arguments):
        """JSON as text and rows of CSV, without what is time; what was written."""
        files = self.folder / "a.json", self.folder / "a.csv"
        code, output, errors = self.run_epd(count, "--nodes", 3000, "--json", files[0], "--csv", files[1],
                                            *arguments)
        self.assertEqual(code, 0, errors)
        report = files[0].read_text()
        self.assertEqual(json.loads(report).get("ranks", 1), count)
        report = re.sub(r'"ranks": \d+, |,\s*"ranks": \d+|"bound": \w+', "", OF_TIME.sub(r"\1\2-", report))
        with open(files[1], newline="", encoding="utf-8") as file:
            rows = [{name: value for name, value in row.items() if not name.endswith("_ms")}
                    for row in csv.DictReader(file)]
        return report, rows, re.sub(r"[0-9.]+ s\b", "s", output)

    def test_same_answers_with_any_number_of_ranks(self):
        alone = self.search(1)
        self.assertGreater(len(alone[1]), 80)
        for count, arguments in ((3, ()), (2, ("--concurrency", 2))):
            several = self.search(count, *arguments)
            self.assertEqual(several[1:], alone[1:])
            self.assertEqual(several[0].replace('"engines": 2', '"engines": 1'), alone[0])

    def test_attempts_are_shared(self):
        """Each rank has something to do, and rank 0 keeps the journal."""
        journal = self.folder / "journal"
        process = self.start(3, "--movetime", 100, "--resume", journal)
        ranks.await_lines(journal, 25)
        used = [ranks.processor_seconds(pid) for pid in ranks.processes(process.pid).values()]
        self.assertEqual(len(used), 3)
        self.assertGreater(min(used), max(used) / 2, used)

    def test_goes_on(self):
        """mpirun gives rank 0 a second to report; with the journal the run is made whole, by other ranks."""
        journal, report, suite = (self.folder / name for name in ("journal", "report", "suite.epd"))
        suite.write_text("".join(SUITE.read_text().splitlines(keepends=True)[:48]))
        arguments = ("--nodes", 250000, "--resume", journal, "--json", report)
        for number in (signal.SIGINT, signal.SIGTERM):
            report.unlink(missing_ok=True)
            process = self.start(2, *arguments, suite=suite)
            done = len(journal.read_text().splitlines()) if journal.exists() else 0
            ranks.await_lines(journal, done + 4)
            pids = ranks.processes(process.pid)
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertNotEqual(process.returncode, 0)
            self.assertTrue(ranks.all_gone(pids.values()))
            self.assertTrue(json.loads(report.read_text())["cut_short"])
        kept = journal.read_text().splitlines()
        code, _, errors = self.run_epd(3, *arguments, suite=suite)
        self.assertEqual(code, 0, errors)
        self.assertEqual(journal.read_text().splitlines()[:len(kept)], kept)
        whole = json.loads(report.read_text())
        self.assertEqual((whole["cut_short"], len(whole["results"])), (False, whole["total"]))

    def test_lost_rank(self):
        journal = self.folder / "journal"
        process = self.start(3, "--movetime", 200, "--resume", journal)
        ranks.await_lines(journal, 4)
        pids = ranks.processes(process.pid)
        os.kill(pids[2], signal.SIGKILL)
        process.communicate(timeout=60)
        self.assertNotEqual(process.returncode, 0)
        self.assertTrue(ranks.all_gone(pids.values()))

    def test_rank_0_alone_is_asked_to_end(self):
        """It does not wait for what the others are at."""
        process = self.start(2, "--movetime", 60000, "--resume", self.folder / "journal")
        pids = ranks.await_work(process.pid, 2, 1, 1)
        os.kill(pids[0], signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 143, errors)
        self.assertIn("before anything was done", errors)

    def test_what_cannot_be(self):
        for arguments, more, what in (
                (("--engine", "true"), {}, "--engine goes with one process"),
                (("--eval-file", self.folder / "none"), {}, "none: No such file"),
                (("--json", self.folder / "none" / "a"), {}, "none/a: No such file"),
                ((), {"suite": self.folder / "none"}, "none: No such file")):
            code, output, errors = self.run_epd(2, *arguments, **more)
            self.assertEqual((code, output), (2, ""), arguments)
            self.assertIn(what, errors)
        _, output, errors = self.run_epd(2, options=["--enable-recovery"])
        self.assertIn("goes without --enable-recovery", errors)
        self.assertEqual(output, "")

    def test_a_rank_that_lacks_memory_ends_all(self):
        arguments = ["epd", "--hash", "2048", "--movetime", "60000", str(SUITE)]
        command = ranks.mpirun("-np", 1, PROGRAM, *arguments, ":", "-np", 1, "sh", "-c",
                               'ulimit -v 2000000; exec "$@"', "sh", PROGRAM, *arguments)
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("quorum epd: rank 1: not enough memory for --hash\n", done.stderr)

    def test_other_settings_are_refused(self):
        command = ranks.mpirun("-np", 1, PROGRAM, "epd", "--nodes", 7, SUITE, ":", "-np", 1, PROGRAM, "epd",
                               "--nodes", 8, SUITE)
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn('rank 1 has "--nodes 8", rank 0 has "--nodes 7"', done.stderr)


if __name__ == "__main__":
    PROGRAM = ranks.program()
    unittest.main()
