#!/usr/bin/env python3
"""quorum-microbench ($QUORUM_MICROBENCH) runs every benchmark, and refuses bad arguments."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import needed  # noqa: E402

PROGRAM = needed("QUORUM_MICROBENCH", "quorum-microbench (libbenchmark-dev)")
PARTS = {"moves", "notation", "table", "ordering", "network"}


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=100)


class Program(unittest.TestCase):
    def test_every_benchmark_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "result.json")
            process = run("--benchmark_min_time=0.001", f"--benchmark_out={path}")
            self.assertEqual(process.returncode, 0, process.stderr)
            results = json.loads(path.read_text())["benchmarks"]
        self.assertEqual({result["name"].split("/")[0] for result in results}, PARTS)
        for result in results:
            self.assertNotIn("error_message", result, result["name"])
            self.assertGreater(result["items_per_second"], 0, result["name"])

    def test_bad_arguments(self):
        for argument in ("--nonsense", "nonsense", "--benchmark_filter=nonsense"):
            self.assertEqual(run(argument).returncode, 2, argument)


if __name__ == "__main__":
    unittest.main()
