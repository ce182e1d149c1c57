#!/usr/bin/env python3
"""`quorum epd` over every suite of the external test data, where there is any: each verdict and each count of
points against an independent reading of the line, a sample of the searches against UCI."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

import epd_reference
from program import run

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import test_data
from requirement import skip

SUITES = test_data.FOLDER / "epd"
NODES = 100
SAMPLE = 97  # every so many positions are searched again


def examine(case, files):
    """Runs the files; the report, and the line of each result."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "report.json")
        process = run("epd", "--quiet", "--nodes", NODES, "--json", path, *files)
        case.assertEqual(process.returncode, 0, process.stderr)
        report = json.loads(path.read_text())
    texts = {str(file): file.read_text(encoding="latin-1").split("\n") for file in files}
    lines = [texts[result["file"]][result["line"] - 1] for result in report["results"]]
    return process, report, lines


class Shared(unittest.TestCase):
    def test_suites(self):
        files = sorted(SUITES.glob("*.epd"))
        process, report, lines = examine(self, files)
        positions = sum(bool(line.strip()) for file in files
                        for line in file.read_text(encoding="latin-1").split("\n"))
        self.assertEqual((report["total"], report["skipped"]), (positions, 0), process.stderr)
        for line, result in zip(lines, report["results"]):
            self.assertIs(epd_reference.is_solved(line, result["move"]), result["solved"], line)
            points = epd_reference.points(line, result["move"])
            self.assertEqual(points if points is not None else 0, result["points"], line)
        self.assertEqual(report["solved"], sum(r["solved"] for r in report["results"]))
        self.assertEqual(report["points"], sum(r["points"] for r in report["results"]))

    def test_sample_under_uci(self):
        _, report, _ = examine(self, sorted(SUITES.glob("*.epd")))
        with epd_reference.Session() as session:
            for result in report["results"][::SAMPLE]:
                found = session.best_move(result["fen"], f"nodes {NODES}")
                self.assertEqual((result["uci"], result["nodes"]), found, result["id"])

    def test_mates(self):
        files = sorted((SUITES / "mates").glob("*.epd"))
        _, report, lines = examine(self, files)
        self.assertEqual(report["skipped"], 0)
        for line, result in zip(lines, report["results"]):
            claimed = int(line.split("bm #")[1].split(";")[0])
            found = result["runs"][0]["score"].get("mate")
            solved = found is not None and found * claimed > 0 and abs(found) <= abs(claimed)
            self.assertIs(result["solved"], solved, line)


if __name__ == "__main__":
    if not SUITES.is_dir():
        skip("no epd/ in QUORUM_TEST_DATA")
    unittest.main()
