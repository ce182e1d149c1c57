#!/usr/bin/env python3
"""quorum-datagen-mpi: the same games, whoever has played them."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

import ranks

ARGUMENTS = ("--nodes", "30", "--seed", "5", "--chess960", "25", "--endgame", "25")


class Datagen(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def generate(self, count, out, *arguments, positions=1000):
        command = [*ranks.mpirun("-np", count, PROGRAM), "--positions", str(positions), "--out",
                   str(out), *ARGUMENTS, *arguments]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=200, check=False)

    def test_same_games_with_any_number_of_ranks(self):
        plain = self.folder / "plain"
        subprocess.run([os.environ["QUORUM_DATAGEN"], "--positions", "1000", "--out", plain,
                        *ARGUMENTS], check=True, stdout=subprocess.DEVNULL, timeout=200)
        self.assertGreater(plain.stat().st_size, 1000)
        for count, threads in ((1, 1), (2, 1), (4, 1), (2, 2)):
            out = self.folder / f"{count}-{threads}"
            done = self.generate(count, out, "--threads", str(threads))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(out.read_bytes(), plain.read_bytes(), (count, threads))
            self.assertEqual(done.stdout.count("positions/s"), 1)

    def test_continues(self):
        parts, whole = self.folder / "parts", self.folder / "whole"
        for positions in (300, 700, 1000):
            self.assertEqual(self.generate(2, parts, positions=positions).returncode, 0)
        self.generate(3, whole)
        text = [subprocess.run([os.environ["QUORUM_DATA"], "text", str(path)], capture_output=True,
                               check=True, timeout=60).stdout for path in (parts, whole)]
        self.assertEqual(text[0], text[1])

    def test_only_the_first_rank_obeys_signals(self):
        """It would wait for what another one has been dealt."""
        command = [*ranks.mpirun("-np", 2, PROGRAM), "--positions", "30000", "--out", self.folder / "a", *ARGUMENTS,
                   "--nodes", "300"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.terminate)
        pids = ranks.await_work(process.pid, 2, 1, 0.3)
        os.kill(pids[1], signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertIn("positions/s", output)
        self.assertNotIn("stopped", output)

    def test_other_settings_are_refused(self):
        command = ranks.mpirun("-np", 1, PROGRAM, "--positions", 99, "--out", self.folder / "a",
                               "--seed", 1, ":", "-np", 1, PROGRAM, "--positions", 99, "--out",
                               self.folder / "a", "--seed", 2)
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        self.assertNotEqual(done.returncode, 0)
        for text in ("seed=1 ", "seed=2 "):
            self.assertIn(text, done.stderr)
        self.assertFalse((self.folder / "a").exists())

    def test_a_place_that_does_not_exist(self):
        done = self.generate(2, self.folder / "none" / "a")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("quorum-datagen: "), 1)


if __name__ == "__main__":
    PROGRAM = os.environ.get("QUORUM_DATAGEN_MPI")
    ranks.program()
    if not PROGRAM or not os.environ.get("QUORUM_DATA"):
        ranks.skip("built without tune/")
    unittest.main()
