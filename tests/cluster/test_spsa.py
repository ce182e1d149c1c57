#!/usr/bin/env python3
"""quorum-spsa-mpi: the same run, whoever has played its games."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import ranks

# As in tests/tune/test_spsa.py: small changes of the rows change games.
ARGUMENTS = ("--pairs", 2, "--nodes", 100, "--rate", 0.5, "--ahead", 3)


class Spsa(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def start(self, program, journal, iterations, *arguments):
        command = [*program, "--journal", self.folder / journal, "--iterations", iterations, *ARGUMENTS, *arguments]
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.terminate)
        return process

    def tune(self, program, journal, iterations, *arguments):
        """What it prints, and its journal."""
        process = self.start(program, journal, iterations, *arguments)
        output, errors = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, errors)
        return output, (self.folder / journal).read_text()

    def records(self, journal):
        """Lines of the iterations."""
        path = self.folder / journal
        _, _, records = path.read_text().partition("\nwon, ") if path.exists() else ("", "", "")
        return records.splitlines()[1:]

    @staticmethod
    def several(count):
        return ranks.mpirun("-np", count, PROGRAM)

    def test_same_run_with_any_number_of_ranks(self):
        plain = self.tune([PLAIN], "plain", 12)
        self.assertGreater(len(set(self.records("plain"))), 3)
        for count, threads in ((1, 1), (3, 1), (2, 2)):
            self.assertEqual(self.tune(self.several(count), f"{count}-{threads}", 12, "--threads", threads), plain)

    def test_goes_on(self):
        """mpirun gives rank 0 a second to end in order; the rest is played by other ranks."""
        arguments = 24, "--nodes", 500
        begun = 0
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start(self.several(2), "parts", *arguments)
            ranks.await_that(lambda wanted=begun + 4: len(self.records("parts")) >= wanted, 100)
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            self.assertIn("stopped before the end", errors)
            self.assertIn("X(RAZOR_BASE, ", output)
            begun = len(self.records("parts"))
        self.assertLess(begun, 24)
        parts = self.tune(self.several(3), "parts", *arguments)
        self.assertEqual(self.tune([PLAIN], "whole", *arguments, "--threads", 2), parts)

    def test_other_settings_are_refused(self):
        arguments = [PROGRAM, "--journal", self.folder / "a", "--iterations"]
        done = subprocess.run(ranks.mpirun("-np", 1, *arguments, 5, ":", "-np", 1, *arguments, 6),
                              capture_output=True, text=True, timeout=100, check=False)
        self.assertNotEqual(done.returncode, 0)
        for text in ("iterations=5 ", "iterations=6 "):
            self.assertIn(text, done.stderr)
        self.assertFalse((self.folder / "a").exists())

    def test_what_cannot_be(self):
        self.folder.joinpath("other").write_text("precious\n")
        for journal, arguments, what in (("other", (), "no journal"), ("none/a", (), "No such file"),
                                         ("a", ("--only", "NONSENSE"), "no parameter 'NONSENSE'")):
            process = self.start(self.several(2), journal, 5, *arguments)
            output, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, output), (2, ""), errors)
            self.assertEqual(errors.count("quorum-spsa: "), 1, errors)
            self.assertIn(what, errors)

    def test_openings_that_are_all_decided(self):
        """Whichever rank finds out."""
        book = self.folder / "book.epd"
        book.write_text("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n")
        process = self.start(self.several(3), "a", 5, "--openings", book, "--random-plies", 0)
        _, errors = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 1, errors)
        self.assertIn("no opening", errors)


if __name__ == "__main__":
    PROGRAM, PLAIN = os.environ.get("QUORUM_SPSA_MPI"), os.environ.get("QUORUM_SPSA")
    ranks.program()
    if not PROGRAM or not PLAIN:
        ranks.skip("built without tune/")
    unittest.main()
