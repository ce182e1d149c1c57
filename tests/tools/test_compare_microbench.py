#!/usr/bin/env python3
"""scripts/compare-microbench tells a difference from chance, with programs made for it."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "compare-microbench"

# Its n-th run finds the n-th of the speeds it was made with.
PROGRAM = """#!{python}
import json, pathlib, sys
speeds = {speeds}
counter = pathlib.Path(__file__ + ".count")
run = int(counter.read_text()) if counter.exists() else 0
counter.write_text(str(run + 1))
path = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--benchmark_out=")][0]
rows = [{{"name": name, "run_type": "iteration", "items_per_second": values[run % len(values)]}}
        for name, values in speeds.items()]
json.dump({{"benchmarks": rows}}, open(path, "w"))
"""

STEADY = [100.0, 101.0, 99.0, 100.5, 99.5]
NOISY = [100.0, 130.0, 80.0, 115.0, 90.0]


class Comparison(unittest.TestCase):
    def compare(self, a, b, *options):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, speeds in (("a", a), ("b", b)):
                path = Path(folder, name)
                path.write_text(PROGRAM.format(python=sys.executable, speeds=repr(speeds)))
                path.chmod(0o755)
                paths.append(path)
            return subprocess.run([sys.executable, SCRIPT, *paths, "--repetitions", "5", *options],
                                  capture_output=True, text=True, timeout=100)

    def row(self, process, name):
        self.assertEqual(process.returncode, 0, process.stderr)
        return re.search(rf"^{name} +.*$", process.stdout, re.MULTILINE).group(0)

    def test_marks_a_difference_and_no_noise(self):
        process = self.compare(
            {"same": STEADY, "up": STEADY, "down": STEADY, "noise": NOISY},
            {"same": STEADY[::-1], "up": [speed * 1.1 for speed in STEADY[::-1]],
             "down": [speed * 0.9 for speed in STEADY[::-1]],
             "noise": [speed * 1.05 for speed in NOISY[::-1]]})
        self.assertRegex(self.row(process, "same"), r" 1\.000  ± +\d+\.\d+ %$")
        self.assertRegex(self.row(process, "up"), r" 1\.100 .*faster$")
        self.assertRegex(self.row(process, "down"), r" 0\.900 .*SLOWER$")
        self.assertRegex(self.row(process, "noise"), r" %$")

    def test_interval(self):
        """Ratios 1, 1.02 and 1.04: a mean of 1.01987, and t(0.05, 2) = 4.3027 spans 4.99 %."""
        process = self.compare({"x": [100.0, 100.0, 100.0]}, {"x": [100.0, 102.0, 104.0]},
                               "--repetitions", "3")
        self.assertRegex(self.row(process, "x"), r" 1\.020  ± +4\.99 %$")

    def test_what_only_one_has(self):
        process = self.compare({"both": STEADY, "old": STEADY}, {"both": STEADY, "new": STEADY})
        self.row(process, "both")
        for name in ("old", "new"):
            self.assertIn(f"{name}: not in every run of both", process.stdout)

    def test_bad_input(self):
        self.assertEqual(self.compare({"x": STEADY}, {"y": STEADY}).returncode, 2)
        self.assertEqual(self.compare({"x": STEADY}, {"x": STEADY}, "-r", "2").returncode, 2)
        process = subprocess.run([sys.executable, SCRIPT, "/nonexistent", "/nonexistent"],
                                 capture_output=True, text=True, timeout=100)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertNotIn("Traceback", process.stderr)


if __name__ == "__main__":
    unittest.main()
