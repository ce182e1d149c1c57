#!/usr/bin/env python3
"""`quorum scale` from the outside, with limits so small that its figures mean nothing: that they
are there, fit together and are written in every form, and that bad input is refused."""

import csv
import io
import json
import os
import re
import resource
import statistics
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from program import run

sys.path.insert(0, str(Path(__file__).parent.parent / "nnue"))

from network_bytes import random_network  # noqa: E402

TINY = ["--hash", 4, "--movetime", 10, "--depth", 4, "--positions", 2, "--repeat", 3,
        "--memory", 2, "--signature", 0]


def report(*arguments):
    process = run("scale", *TINY, "--json", "-", *arguments)
    if process.returncode != 0:
        raise AssertionError(process.stderr)
    return json.loads(process.stdout)


class Measurements(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = report("--threads", "2,3", "--placement", "auto,cores", "--policy", "system",
                            "--policy", "none")

    def test_cases(self):
        cases = [(case["policy"], case["placement"], case["threads"])
                 for case in self.report["results"]]
        self.assertEqual(cases, [
            ("system", "auto", 1), ("system", "auto", 2), ("system", "auto", 3),
            ("system", "cores", 1), ("system", "cores", 2), ("system", "cores", 3),
            ("none", "auto", 1), ("none", "auto", 2), ("none", "auto", 3)])

    def test_engines_got_what_was_asked(self):
        for case in self.report["results"]:
            self.assertEqual((case["threads_started"], case["hash_mib"]), (case["threads"], 4))
            self.assertEqual(len(case["runs"]), 3)
            pages = case["obtained"]["table_pages"]
            if pages is not None: # of so small a table a part may come later, while it is used
                self.assertGreater(sum(pages.values()), 0)
            if case["binding"] == "nothing":
                self.assertEqual(case["obtained"]["threads_to_bind"], 0)

    def test_table_above_64_mib_is_there_as_a_whole(self):
        found = report("--threads", 1, "--movetime", 0, "--memory", 0, "--hash", 66)
        for case in found["results"]:
            pages = case["obtained"]["table_pages"]
            if pages is not None:
                self.assertGreaterEqual(sum(pages.values()), 66 << 20)

    def test_figures_fit_together(self):
        bases = {}
        for case in self.report["results"]:
            place = case["policy"], case["placement"]
            base = bases.setdefault(place, case)
            runs = list(zip(case["runs"], base["runs"]))
            expected = {
                "nps": [run["nps"] for run, _ in runs],
                "speedup": [run["nps"] / one["nps"] for run, one in runs],
                "efficiency": [run["nps"] / one["nps"] / case["threads"] for run, one in runs],
                "time_to_depth_ms": [run["time_to_depth_ms"] for run, _ in runs],
                "depth_speedup": [one["time_to_depth_ms"] / run["time_to_depth_ms"]
                                  for run, one in runs],
                "nodes_to_depth": [run["nodes_to_depth"] for run, _ in runs],
                "overhead": [run["nodes_to_depth"] / one["nodes_to_depth"] - 1
                             for run, one in runs],
            }
            for name, values in expected.items():
                found = case[name]["low"], case[name]["median"], case[name]["high"]
                wanted = min(values), statistics.median(values), max(values)
                for value, want in zip(found, wanted):
                    self.assertAlmostEqual(value, want, delta=1e-9 * abs(want) + 1e-9)
            self.assertGreater(case["nps"]["low"], 0)
            self.assertGreater(case["processor_share"]["median"], 0)

    def test_one_thread_searches_the_same_nodes_every_time(self):
        nodes = {run["nodes_to_depth"] for case in self.report["results"] if case["threads"] == 1
                 for run in case["runs"]}
        self.assertEqual(len(nodes), 1)

    def test_memory(self):
        rows = {(row["pages"], row["threads"]): row for row in self.report["memory"]}
        self.assertLessEqual({("plain", 1), ("plain", 3), ("2 MiB", 1), ("2 MiB", 3)}, set(rows))
        for (pages, threads), row in rows.items():
            self.assertGreaterEqual(row["bytes"], 4 << 20)
            for name in ("latency_ns", "reads_per_second", "clear_bytes_per_second"):
                self.assertGreater(row[name]["low"], 0)
                self.assertLessEqual(row[name]["low"], row[name]["median"])
                self.assertLessEqual(row[name]["median"], row[name]["high"])
            self.assertEqual(row["touch_bytes_per_second"] is None, threads == 1)
            if pages == "plain" and row["obtained"] is not None:
                self.assertGreaterEqual(row["obtained"]["plain"], row["bytes"])

    def test_machine_is_recorded(self):
        self.assertEqual(self.report["format"], "quorum-scale")
        self.assertEqual(self.report["topology"]["usable"], len(os.sched_getaffinity(0)))
        self.assertEqual(self.report["system"]["page_bytes"], os.sysconf("SC_PAGESIZE"))
        self.assertEqual(self.report["system"]["kernel"],
                         f"{os.uname().sysname} {os.uname().release}")
        for name in ("governor", "transparent_pages", "load", "busy", "throttlings", "huge_pages"):
            self.assertIn(name, self.report["system"])
        self.assertIsNone(self.report["signature"])
        self.assertAlmostEqual(self.report["settings"]["confidence"], 0.75)


class Choices(unittest.TestCase):
    def test_signature_is_that_of_bench(self):
        found = report("--threads", 1, "--signature", 2, "--movetime", 0, "--depth", 0,
                       "--memory", 0)["signature"]
        lines = run("bench", 2).stdout.splitlines()
        nodes = [int(line.split()[-1]) for line in lines if line.startswith("Nodes searched")]
        self.assertEqual(found, {"depth": 2, "nodes": nodes[0]})

    def test_threads(self):
        nothing = ["--movetime", 0, "--depth", 0, "--memory", 0]
        for text, threads in (("1", [1]), ("2", [1, 2]), ("6", [1, 2, 4, 6]),
                              ("8", [1, 2, 4, 8]), ("5,3,5", [1, 3, 5]), ("1,1", [1])):
            self.assertEqual(report("--threads", text, *nothing)["settings"]["threads"], threads)

    def test_positions(self):
        """The help says how many there are."""
        text = " ".join(run("scale", "--help").stdout.split())
        most = int(re.search(r"at most the (\d+) of 12 men or more", text)[1])
        report = json.loads(run("scale", *TINY, "--threads", 1, "--movetime", 0, "--memory", 0, "--depth", 1,
                                "--positions", 50, "--json", "-").stdout)
        self.assertEqual(report["settings"]["positions"], most)

    def test_what_is_not_measured_is_null(self):
        without_time = report("--threads", 1, "--movetime", 0, "--memory", 0)
        case = without_time["results"][0]
        self.assertEqual((case["nps"], case["efficiency"], without_time["memory"]),
                         (None, None, []))
        self.assertIsNotNone(case["time_to_depth_ms"])
        case = report("--threads", 1, "--depth", 0, "--memory", 0)["results"][0]
        self.assertEqual((case["time_to_depth_ms"], case["overhead"]), (None, None))
        self.assertIsNotNone(case["nps"])

    def test_all_placements(self):
        found = report("--threads", 1, "--placement", "all", "--movetime", 0, "--memory", 0)
        self.assertEqual([case["placement"] for case in found["results"]],
                         ["auto", "compact", "scatter", "cores", "none"])

    def test_history_scopes(self):
        found = report("--threads", 2, "--placement", "auto,cores", "--history-scope", "all",
                       "--movetime", 0, "--memory", 0)
        self.assertEqual([(case["placement"], case["history_scope"], case["threads"])
                          for case in found["results"]],
                         [(placement, scope, threads) for placement in ("auto", "cores")
                          for scope in ("thread", "l3", "node") for threads in (1, 2)])
        self.assertEqual(len({case["nodes_to_depth"]["median"] for case in found["results"]
                              if case["threads"] == 1}), 1)

    def test_network(self):
        with tempfile.TemporaryDirectory() as folder:
            network, path = random_network(64, 3), Path(folder, "a.nnue")
            path.write_bytes(network)
            found = report("--threads", 1, "--memory", 0, "--movetime", 0, "--signature", 2,
                           "--eval-file", path)
            self.assertEqual(found["network"], network[504:512][::-1].hex())
            self.assertIn(f": {found['signature']['nodes']}\n",
                          run("bench", 2, "--eval-file", path).stdout)
            path.write_bytes(network[:-1])
            process = run("scale", *TINY, "--eval-file", path)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("the file is cut", process.stderr)


class Warnings(unittest.TestCase):
    NOTHING = ["--movetime", 0, "--depth", 0, "--memory", 0]

    def test_machine_smaller_than_asked(self):
        processors = len(os.sched_getaffinity(0))
        text = f"{processors + 1} threads are more than the {processors} processors"
        process = run("scale", *TINY, "--threads", processors + 1, *self.NOTHING)
        self.assertIn(text, process.stderr)
        self.assertNotIn(text,
                         run("scale", *TINY, "--threads", processors, *self.NOTHING).stderr)

    def test_busy_machine(self):
        """Somebody else computes while it looks around."""
        before = os.sched_getaffinity(0)
        child = os.fork()
        if child == 0:
            while True:
                pass
        try:
            os.sched_setaffinity(0, {min(before)})
            os.sched_setaffinity(child, {min(before)})
            found = report("--threads", 1, "--depth", 0, "--memory", 0, "--movetime", 100)
        finally:
            os.kill(child, 9)
            os.waitpid(child, 0)
            os.sched_setaffinity(0, before)
        self.assertGreater(found["system"]["busy"], 0.9)
        self.assertTrue(any("machine is busy" in warning for warning in found["warnings"]))
        self.assertTrue(any("machine was busy" in warning for warning in found["warnings"]))


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)


class Forms(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_text(self):
        process = run("scale", *TINY, "--threads", 2)
        self.assertEqual(process.returncode, 0)
        rows = [line.split() for line in process.stdout.splitlines()
                if re.match(r" +\d+ +\d+ \[", line)]
        self.assertEqual([row[0] for row in rows], ["1", "2"])
        self.assertIn("plain", process.stdout)
        self.assertIn("75.0 % probability", process.stdout)

    def test_all_files_of_one_run_agree(self):
        files = {form: self.folder / f"scale.{form}" for form in ("json", "csv", "html")}
        options = [word for form, path in files.items() for word in (f"--{form}", path)]
        process = run("scale", *TINY, "--threads", 2, *options)
        self.assertEqual(process.returncode, 0, process.stderr)
        cases = json.loads(files["json"].read_text())["results"]
        rows = list(csv.DictReader(io.StringIO(files["csv"].read_text())))
        self.assertEqual([int(row["threads"]) for row in rows], [1, 2])
        page = files["html"].read_text()
        for case, row in zip(cases, rows):
            for name in ("nps", "efficiency", "depth_speedup", "overhead"):
                for value, column in (("median", name), ("low", f"{name}_low"),
                                      ("high", f"{name}_high")):
                    want = case[name][value]
                    self.assertAlmostEqual(float(row[column]), want, delta=1e-6 * abs(want))
            nps = f"{case['nps']['median']:.0f}"
            shown = f"{int(nps):,}".replace(",", "\N{NO-BREAK SPACE}") if len(nps) > 4 else nps
            self.assertIn(f"{shown}<", page)
            self.assertIn(f"{nps} ", process.stdout)
        parser = Page()
        parser.feed(page)
        self.assertIn("table", parser.tags)
        self.assertIn("svg", parser.tags)
        self.assertNotIn("src=", page)

    def test_earlier_name_of_the_page(self):
        page = self.folder / "page"
        process = run("scale", *TINY, "--threads", 2, "--memory", 0, "--svg", page)
        self.assertEqual(process.returncode, 0, process.stderr)
        charts = re.findall(r'aria-label="(.*?)"', page.read_text())
        self.assertEqual(len([title for title in charts if "against threads" in title]), 4, charts)


class BadInput(unittest.TestCase):
    def test_is_explained(self):
        for arguments, part in (
                (["--threads", "0"], "--threads"), (["--threads", "1,x"], "--threads"),
                (["--threads", ""], "--threads"), (["--threads", "2,"], "--threads"),
                (["--threads", "1025"], "1024"), (["--threads", ",".join(["2"] * 70)], "more than"),
                (["--placement", "best"], "not one of auto"), (["--placement", ""], "not one of auto"),
                (["--history-scope", "core"], "not one of thread"),
                (["--policy", "0-3:"], "column 5"), (["--policy", "best"], "not one of auto"),
                (["--policy", "65535"], "no processor"), (["--policy", "none"] * 9, "8 times"),
                (["--hash", "0"], "--hash"), (["--repeat", "0"], "--repeat"),
                (["--depth", "-1"], "--depth"), (["--positions", "0"], "--positions"),
                (["--movetime", "1.5"], "--movetime"), (["--memory", "x"], "--memory"),
                (["extra"], "too many"), (["--nonsense"], "nonsense"),
                (["--json", "-", "--csv", "-"], "only one"),
                (["--json", "/nonexistent/a.json"], "No such file"),
                (["--html", "/"], "directory")):
            process = run("scale", *TINY, *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertIn(part, process.stderr)

    @unittest.skipIf(os.environ.get("QUORUM_SANITIZE"), "sanitizers need addresses")
    def test_table_that_cannot_be_had(self):
        limits = resource.getrlimit(resource.RLIMIT_AS)
        try:
            resource.setrlimit(resource.RLIMIT_AS, (512 << 20, limits[1]))
            process = run("scale", *TINY, "--threads", 1, "--hash", 1024, "--movetime", 0,
                          "--repeat", 1, "--json", "-")
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)
        self.assertEqual(process.returncode, 0, process.stderr)
        found = json.loads(process.stdout)
        self.assertEqual(found["memory"], [])
        self.assertIn("memory cannot be measured", process.stderr)
        self.assertLess(found["results"][0]["hash_mib"], 1024)
        self.assertIn("the table has", process.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk(self):
        for form in ("json", "csv", "html"):
            process = run("scale", *TINY, "--threads", 1, "--movetime", 0, "--memory", 0,
                          f"--{form}", "/dev/full")
            self.assertEqual(process.returncode, 2, form)
            self.assertIn("/dev/full", process.stderr)

    def test_help(self):
        process = run("scale", "--help")
        self.assertEqual(process.returncode, 0)
        self.assertIn("--placement", process.stdout)


if __name__ == "__main__":
    unittest.main()
