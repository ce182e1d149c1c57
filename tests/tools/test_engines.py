#!/usr/bin/env python3
"""`--engine`: engines in processes of their own, good ones and those that hang, die, lie or talk garbage."""

import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from page import Page
from program import run

QUORUM = os.environ["QUORUM_BINARY"]
HOSTILE = f"{sys.executable} -IS {Path(__file__).parent / 'hostile_engine.py'}" # starts in half the time
SUITE = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate.1\";",
    "4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id \"capture.1\";",
    "4k3/8/8/3r4/4P3/8/8/4K3 w - - bm exd5; id \"capture.2\";",
]
CHESS960 = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - bm e4; id \"chess960\";"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.suite = self.write(SUITE)

    def write(self, lines, name="suite.epd"):
        path = self.folder / name
        path.write_text("".join(line + "\n" for line in lines))
        return path

    def report(self, command, *options, code=0, file=None):
        """The finished process, and what it has written as JSON."""
        path = self.folder / "report.json"
        process = run(command, *([file or self.suite] if command == "epd" else []), "--json", path, *options)
        self.assertEqual(process.returncode, code, process.stderr)
        return process, json.loads(path.read_text()) if path.exists() else None


class Positions(Case):
    def test_same_answers_as_without(self):
        lines = [*SUITE, CHESS960, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 bm O-O; id \"castling\";"]
        file = self.write(lines)
        for limits in (("--nodes", 3000), ("--depth", 6)):
            _, own = self.report("epd", *limits, file=file)
            _, guest = self.report("epd", *limits, "--engine", QUORUM, file=file)
            self.assertEqual([(r["uci"], r["move"], r["solved"], r["nodes"], r["runs"][0]["score"])
                              for r in own["results"]],
                             [(r["uci"], r["move"], r["solved"], r["nodes"], r["runs"][0]["score"])
                              for r in guest["results"]])
            self.assertIsNone(own["engine"])
            self.assertIsNone(guest["network"])
            self.assertTrue(guest["engine"]["name"].startswith("Quorum "))

    def test_options(self):
        path = self.folder / "log"
        script = self.folder / "tee.sh"
        script.write_text(f"#!/bin/sh\ntee '{path}' | '{QUORUM}'\n")
        script.chmod(0o755)
        _, report = self.report("epd", "--nodes", 100, "--threads", 2, "--hash", 3, "--engine",
                                f"'{script}'", "--engine-option", "Move Overhead=17", "--engine-option",
                                "clear hash")
        lines = path.read_text().splitlines()
        self.assertEqual(lines[:6], ["uci", "setoption name Move Overhead value 17",
                                     "setoption name clear hash", "setoption name Threads value 2",
                                     "setoption name Hash value 3", "isready"])
        self.assertEqual(lines.count("ucinewgame"), len(SUITE))
        self.assertEqual(lines[-1], "quit")
        self.assertEqual(report["engine"]["options"], {"Move Overhead": "17", "clear hash": None})

    def test_limits(self):
        start = time.monotonic()
        process, report = self.report("epd", "--movetime", 300, "--engine", QUORUM)
        self.assertGreater(time.monotonic() - start, 0.8)
        self.assertIn("Solved: 3 (100.0 %)", process.stdout)
        self.assertTrue(all(r["runs"][0]["ms"] < 5000 for r in report["results"]))
        _, report = self.report("epd", "--stable", 2, "--depth", 40, "--engine", QUORUM)
        self.assertTrue(all(r["depth"] < 40 for r in report["results"]))

    def test_a_bound_does_not_undo_a_mate(self):
        file = self.write(["6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 1;"])
        _, report = self.report("epd", "--nodes", 100, "--engine", f"{HOSTILE} bound", file=file)
        self.assertEqual((report["solved"], report["results"][0]["runs"][0]["score"]), (1, {"mate": 1}))

    def test_unsolved_positions_are_named_with_the_engine(self):
        process, _ = self.report("epd", "--nodes", 500, "--expect", 3, "--engine", QUORUM, "--engine",
                                 f"{HOSTILE} illegal 3q4", code=1)
        self.assertIn("suite.epd:2: capture.1: not solved by Hostile: none (exd5)\n", process.stderr)
        self.assertIn("quorum epd: Hostile: fewer positions are solved than expected\n", process.stderr)

    def test_several_at_once_and_repeats(self):
        _, report = self.report("epd", "--nodes", 500, "--repeat", 3, "-c", 3, "--engine", QUORUM)
        self.assertEqual((report["attempts"], report["solved_attempts"]), (9, 9))

    def test_goes_on_from_a_journal(self):
        journal = self.folder / "journal"
        _, whole = self.report("epd", "--nodes", 500, "--resume", journal, "--engine", QUORUM)
        lines = journal.read_text().splitlines(keepends=True)
        journal.write_text("".join(lines[:3]))
        _, resumed = self.report("epd", "--nodes", 500, "--resume", journal, "--engine", QUORUM)
        self.assertEqual([r["runs"] for r in whole["results"][:2]],
                         [r["runs"] for r in resumed["results"][:2]])
        for engine in ([], ["--engine", f"{QUORUM} "],
                       ["--engine", QUORUM, "--engine-option", "Move Overhead=1"]):
            process, _ = self.report("epd", "--nodes", 500, "--resume", journal, *engine, code=2)
            self.assertIn("a journal of another run: ", process.stderr)

    def test_a_fault_stays_in_the_journal(self):
        journal = self.folder / "journal"
        options = ("--nodes", 500, "--resume", journal, "--engine", f"{HOSTILE} exit 3q4")
        _, whole = self.report("epd", *options, code=1)
        _, again = self.report("epd", *options, code=1)
        self.assertEqual([r["runs"] for r in whole["results"]], [r["runs"] for r in again["results"]])


class SideBySide(Case):
    def test_engines_on_one_page(self):
        page, rows = self.folder / "page.html", self.folder / "rows.csv"
        process, report = self.report(
            "epd", "--nodes", 500, "--engine", QUORUM, "--engine", f"{HOSTILE} exit 3q4", "--engine", QUORUM,
            "--html", page, "--csv", rows, code=1)
        self.assertEqual([run["solved"] for run in report["runs"]], [3, 2, 3])
        names = [run["engine"]["name"] for run in report["runs"]]
        self.assertEqual(names[1:], ["Hostile", names[0] + " (2)"])
        self.assertRegex(process.stdout, r"\n  B    Hostile +2 +3 +0.667 +0 +1 +[0-9.]+ +0 +1 +1\n")
        self.assertRegex(process.stdout, r"\n  capture.1, 4k3.* ok exd5 +-- none +ok exd5\n")
        with open(rows, newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([(row["engine"], row["id"]) for row in table[3:5]],
                         [("Hostile", "mate.1"), ("Hostile", "capture.1")])
        content = Page(page.read_text())
        self.assertEqual(content.faults, [])
        self.assertIn("<span>nodes: 500</span>", page.read_text())
        self.assertIn(["B", "Hostile", "2", "3"], [row[:4] for row in content.rows])
        self.assertEqual([row[1:] for row in content.rows if row[0].startswith("capture.")],
                         [["ok exd5", "-- none", "ok exd5"]])

    def test_compare_reads_pipes(self):
        path = self.folder / "run.json"
        run("epd", self.suite, "--nodes", 500, "--json", path)
        process = subprocess.run(["bash", "-c", f"'{QUORUM}' compare <(cat '{path}') <(cat '{path}')"],
                                 capture_output=True, text=True)
        self.assertEqual((process.returncode, process.stderr), (0, ""))

    def test_compare_takes_them(self):
        paths = [self.folder / f"{i}.json" for i in range(3)]
        for path, nodes in zip(paths, (1, 500, 500)):
            run("epd", self.suite, "--nodes", nodes, "--json", path)
        together = self.folder / "together.json"
        run("epd", self.suite, "--nodes", 500, "--engine", QUORUM, "--engine", QUORUM, "--json", together)
        for files, count in ((paths, 3), ([together], 2), ([*paths, together], 5)):
            process = run("compare", *files, "--html", self.folder / "page.html")
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            rows = Page((self.folder / "page.html").read_text()).rows
            self.assertEqual([row[0] for row in rows if row and row[0] in list("ABCDEFGH")],
                             list("ABCDEFGH"[:count]))
            self.assertEqual(sum(line.startswith("  ") and line[2] in "ABCDEFGH" and line[3] == " "
                                 for line in process.stdout.splitlines()), count)
        for files, reason in (([paths[0], together, *paths, *paths, *paths], "file too many"),
                              ([together] * 5, "more than 8 runs"), ([paths[0]], "two runs or more")):
            process = run("compare", *files)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(reason, process.stderr)


    def test_a_short_run_does_not_shorten_the_others(self):
        """C has one position of A's three, and one of its own."""
        paths = [self.folder / f"{i}.json" for i in range(3)]
        run("epd", self.suite, "--nodes", 500, "--json", paths[1])
        whole = json.loads(paths[1].read_text())
        for result in whole["results"][1:]:
            result["solved"] = False
        paths[0].write_text(json.dumps(whole))
        whole["results"][1:] = [{**whole["results"][1], "id": "another"}]
        paths[2].write_text(json.dumps(whole))
        page = self.folder / "page.html"
        process = run("compare", *paths, "--html", page)
        left_out = "Left out of C against A: 2 that it has not, 1 that A has not"
        self.assertRegex(process.stdout, r"\n  B .* 2 +0 +0.5\n  C .* 0 +0 +1\n")
        self.assertEqual([line for line in process.stdout.splitlines() if "Left out" in line], [left_out])
        self.assertIn(left_out, page.read_text())
        self.assertIn("B solves most, 2 more than A", page.read_text())


class Scale(Case):
    LIMITS = ("--threads", "1,2", "--movetime", 30, "--depth", 4, "--positions", 2, "--repeat", 2, "--hash", 2)

    def test_engines_are_places(self):
        page = self.folder / "page.html"
        _, report = self.report("scale", *self.LIMITS, "--engine", QUORUM, "--engine", QUORUM, "--html", page)
        self.assertEqual(len(report["engines"]), 2)
        rows = [(row["engine"], row["threads"]) for row in report["results"]]
        name = report["engines"][0]["name"]
        self.assertEqual(rows, [(name, 1), (name, 2), (f"{name} (2)", 1), (f"{name} (2)", 2)])
        for row in report["results"]:
            self.assertGreater(row["nps"]["median"], 0)
            self.assertGreater(row["time_to_depth_ms"]["median"], 0)
        one, _, other, _ = report["results"]
        self.assertEqual(one["nodes_to_depth"], other["nodes_to_depth"])
        self.assertIn(f"{name} (2)", page.read_text())

    def test_rows_are_compared_by_engine(self):
        script = self.folder / "renamed"
        script.write_text(f"#!/bin/sh\n'{QUORUM}' | sed -u 's/^id name .*/id name Other/'\n")
        script.chmod(0o755)
        paths = [self.folder / f"{i}.json" for i in range(2)]
        for path, engines in zip(paths, ((QUORUM, script), (script, QUORUM))):
            run("scale", *self.LIMITS, *(word for engine in engines for word in ("--engine", engine)),
                "--json", path)
        process = run("compare", *paths, "--html", self.folder / "page.html")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        first, second = (json.loads(path.read_text()) for path in paths)
        name = first["engines"][0]["name"]
        speeds = [next(f"{row['nps']['median']:.0f}" for row in report["results"]
                       if row["engine"] == name and row["threads"] == 2) for report in (first, second)]
        rows = [row for row in Page((self.folder / "page.html").read_text()).rows
                if row and row[0] == f"{name}, none, auto, thread, threads 2"]
        self.assertIn(speeds, [[row[i].replace("\xa0", "") for i in (1, 3)] for row in rows])

    def test_same_nodes_to_depth_as_without(self):
        options = ("--threads", 1, "--movetime", 0, "--depth", 7, "--positions", 4, "--repeat", 1, "--hash", 2,
                   "--memory", 0, "--signature", 0)
        _, own = self.report("scale", *options)
        _, guest = self.report("scale", *options, "--engine", QUORUM)
        self.assertEqual(own["results"][0]["nodes_to_depth"], guest["results"][0]["nodes_to_depth"])

    def test_processor_time_is_that_of_the_whole_search(self):
        """Whenever the engine tells its nodes, and if it never does."""
        for fault in ("early", "nodeless"):
            _, report = self.report("scale", "--threads", 1, "--movetime", 50, "--depth", 0, "--positions", 3,
                                    "--repeat", 1, "--hash", 2, "--engine", f"{HOSTILE} {fault}")
            share = report["results"][0]["processor_share"]["median"]
            self.assertTrue(0 < share < 1.1, (fault, share))

    def test_page_leaves_out_what_is_not_known(self):
        """Of an engine without nodes the efficiency is none."""
        page = self.folder / "page.html"
        self.report("scale", "--threads", "1,2", "--movetime", 50, "--depth", 0, "--positions", 1, "--repeat", 1,
                    "--hash", 2, "--engine", f"{HOSTILE} nodeless", "--html", page)
        self.assertNotRegex(page.read_text(), "<dd>-?nan")
        self.assertIn("million nodes/s", page.read_text())

    def test_processor_time_of_a_script_is_not_the_engines(self):
        script = self.folder / "engine.sh"
        script.write_text(f"#!/bin/sh\n'{QUORUM}'\n")
        script.chmod(0o755)
        _, report = self.report("scale", "--threads", 1, "--movetime", 200, "--depth", 0, "--positions", 2,
                                "--repeat", 1, "--hash", 2, "--engine", script)
        self.assertIsNone(report["results"][0]["processor_share"])
        self.assertFalse([warning for warning in report["warnings"] if "machine was busy" in warning])

    def test_what_would_be_ignored_is_refused(self):
        for options, reason in ((("--policy", "none"), "--policy, --placement and --history-scope go without"),
                                (("--placement", "cores"), "--policy, --placement and --history-scope go without"),
                                (("--history-scope", "l3"), "--policy, --placement and --history-scope go without"),
                                (("--signature", 2), "--signature goes without --engine"),
                                (("--memory", 50), "--memory goes without --engine")):
            process, _ = self.report("scale", *self.LIMITS, *options, "--engine", QUORUM, code=2)
            self.assertIn(reason, process.stderr)

    def test_a_fault_is_named_and_ends_nothing(self):
        process, report = self.report("scale", *self.LIMITS, "--engine", f"{HOSTILE} exit", "--engine", QUORUM,
                                      code=1)
        self.assertRegex(process.stderr, "quorum scale: Hostile, 2 threads: position [0-9]+: it ended with code 3")
        self.assertTrue(any("Hostile" in warning for warning in report["warnings"]))
        self.assertIsNone(report["results"][0]["nps"])
        self.assertGreater(report["results"][2]["nps"]["median"], 0)

    def test_bytes_that_are_no_text(self):
        """They are told in every report, also by a journal."""
        journal, page = self.folder / "journal", self.folder / "page.html"
        for _ in range(2):
            _, report = self.report("scale", *self.LIMITS, "--resume", journal, "--html", page,
                                    "--engine", f"{HOSTILE} bytes", code=1)
            told = "it plays '??', which is no legal move"
            self.assertTrue(any(told in warning for warning in report["warnings"]), report["warnings"])
            self.assertIn(told.replace("'", "&#39;"), page.read_text(encoding="utf-8"))


class Speedtest(Case):
    def test_an_engine(self):
        process, report = self.report("speedtest", 1, 2, 1, "--engine", QUORUM)
        self.assertIn("Engine           : Quorum ", process.stdout)
        self.assertGreater(report["nps"], 1000)
        self.assertEqual((report["threads"], report["workers"], report["signature"]), (1, [], None))
        self.assertTrue(all(game["nodes"] > 0 for part in report["rounds"] for game in part["games"]))

    def test_processor_time_goes_with_the_nodes(self):
        """An engine that tells its nodes early has made them in as little processor time."""
        _, report = self.report("speedtest", 1, 2, 1, "--engine", f"{HOSTILE} early")
        self.assertGreater(report["processor_nps"], 0.9 * report["nps"])
        self.assertTrue(0 < report["processor_percent"] < 110, report["processor_percent"])

    def test_engines_are_compared(self):
        script = self.folder / "exit.sh" # is started for each search, so not in Python
        script.write_text("#!/bin/sh\nwhile read -r line; do case $line in uci) echo id name Hostile; echo uciok;;\n"
                          "isready) echo readyok;; go*) exit 3;; quit) exit;; esac; done\n")
        script.chmod(0o755)
        process, report = self.report("speedtest", 1, 2, 1, "--engine", QUORUM, "--engine", script, code=1)
        self.assertEqual(report["runs"][1]["failed_searches"], 251)
        self.assertGreater(report["runs"][0]["nps"], 1000)
        self.assertIn("quorum speedtest: Hostile: ", process.stderr)
        self.assertRegex(process.stdout, "\n  B    Hostile +0 ")


class Perft(Case):
    COUNTS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902",
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D2 2039"]

    def counts(self, *options, code=0):
        return self.report("perft", "--suite", self.write(self.COUNTS, "counts.epd"), *options, code=code)

    def test_counts_of_an_engine(self):
        process, report = self.counts("--engine", QUORUM)
        self.assertIn("All counts are right", process.stdout)
        self.assertEqual([row["counted"] for row in report["results"]], [20, 400, 8902, 2039])

    def test_time_of_an_engine_is_that_of_the_clock(self):
        page = self.folder / "page.html"
        for options, told in (((), True), (("--engine", QUORUM), False)):
            self.counts(*options, "--html", page)
            self.assertEqual("for each second of processor time" in page.read_text(), told)

    def test_wrong_counts(self):
        process, report = self.counts("--engine", QUORUM, "--engine", f"{HOSTILE} miscount", code=1)
        self.assertIn("line 1: depth 1: expected 20, counted 1", process.stdout)
        self.assertEqual([len(run["wrong"]) for run in report["runs"]], [0, 2])

    def test_what_is_not_counted_is_not_right(self):
        suite = self.write([self.COUNTS[0].replace(" ;D1 20 ;D2 400 ;D3 8902", " ;D1 1"),
                            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;D1 0", "k7/8/8/8/8/8/8/K7 w - - 0 1 ;D4 71"], "c.epd")
        process, report = self.report("perft", "--suite", suite, "--engine", f"{HOSTILE} uncounted 7k/5Q2", code=1)
        self.assertIn("line 2: depth 1: expected 0, not counted (it ended with code 3)", process.stdout)
        self.assertNotIn("All counts are right", process.stdout)
        self.assertEqual([row["line"] for row in report["wrong"]], [2, 3])
        self.assertEqual((report["failed"], report["leaves"]), (1, 2))  # it counts 1 each time

    def test_an_engine_that_cannot_count_is_refused(self):
        process, _ = self.counts("--engine", f"{HOSTILE} nothing", code=2)
        self.assertIn("no answer to 'go perft 1': it searches: it has no 'go perft'", process.stderr)
        process, _ = self.report("perft", 3, "--engine", QUORUM, code=2)
        self.assertIn("--engine goes with --suite", process.stderr)


class Faults(Case):
    def test_is_reported_by_position_and_ends_nothing(self):
        for fault, reason in (
                ("exit", "it ended with code 3"),
                ("die", "it was ended by signal 9 (Killed)"),
                ("illegal", "it plays 'e1e8', which is no legal move"),
                ("nothing", "it plays '(none)', which is no legal move"),
                ("garbage", "it plays '', which is no legal move"),
                ("hang", "it hangs: 2 s without bestmove"),
                ("flood", "it hangs: 2 s without bestmove"),
                ("endless", "it hangs: 2 s without bestmove"),
                ("'no limit'", "it keeps no limit: depth 1, ")):
            # Of which the start of a busy machine's interpreter takes its part.
            grace = ("--grace", 2000) if "hangs" in reason else ()
            process, report = self.report("epd", "--nodes", 500, *grace, "--engine",
                                          f"{HOSTILE} {fault} 3q4", code=1)
            self.assertEqual(len(process.stderr.splitlines()), 1, process.stderr)
            self.assertIn(f"quorum epd: Hostile: capture.1: {reason}", process.stderr)
            self.assertEqual([r["solved"] for r in report["results"]], [True, False, True], fault)
            self.assertEqual([r["move"] for r in report["results"]], ["Ra8#", "none", "exd5"])
            self.assertIn(reason, report["results"][1]["runs"][0]["fault"])
            self.assertNotIn("fault", report["results"][0]["runs"][0])
            self.assertEqual(report["failed_attempts"], 1)
            self.assertIn("Failed: 1 attempt,", process.stdout)

    def test_bytes_that_are_no_text(self):
        """They reach the journal as text, which is read again."""
        journal = self.folder / "journal"
        for _ in range(2):
            process, report = self.report("epd", "--nodes", 500, "--resume", journal, "--engine",
                                          f"{HOSTILE} bytes 3q4", code=1)
            self.assertIn("which is no legal move", report["results"][1]["runs"][0]["fault"])

    def test_who_stands_still_hears_what_was_said_meanwhile(self):
        """As after Ctrl-Z: the engine is not late, who listens is."""
        command = [QUORUM, "epd", self.suite, "--movetime", "1500", "--grace", "1000", "-q",
                   "--engine", QUORUM]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(0.7)
            process.send_signal(signal.SIGSTOP)
            time.sleep(3.5)
            process.send_signal(signal.SIGCONT)
            text, complaints = process.communicate(timeout=100)
        self.assertEqual((process.returncode, complaints), (0, ""), text)

    def test_a_hang_takes_the_limit_and_the_grace(self):
        start = time.monotonic()
        process, _ = self.report("epd", "--movetime", 400, "--grace", 2000, "--engine",
                                 f"{HOSTILE} hang 3q4", code=1)
        self.assertTrue(2.4 <= time.monotonic() - start < 6.4)
        self.assertIn("it hangs", process.stderr)

    def test_pages_and_csv_tell_it(self):
        page = self.folder / "page.html"
        rows = self.folder / "rows.csv"
        self.report("epd", "--nodes", 500, "--engine", f"{HOSTILE} exit 3q4", "--html", page, "--csv", rows,
                    code=1)
        self.assertIn("it ended with code 3", page.read_text())
        self.assertIn("wanted exd5, played none", page.read_text())
        self.assertIn("none", rows.read_text())

    def test_an_engine_killed_in_mid_run(self):
        script = self.folder / "engine.sh"
        script.write_text(f"#!/bin/sh\necho $$ > '{self.folder}/pid'\nexec '{QUORUM}'\n")
        script.chmod(0o755)
        process = subprocess.Popen([QUORUM, "epd", self.suite, "--movetime", "700", "--engine", script],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = [process.stdout.readline() for _ in range(2)][-1]
        time.sleep(0.2)
        os.kill(int((self.folder / "pid").read_text()), 9)
        output, errors = process.communicate(timeout=60)
        self.assertIn("mate.1", line)
        self.assertIn("capture.1: it was ended by signal 9", errors)
        self.assertIn("capture.2: exd5", output)
        self.assertEqual(process.returncode, 1)

    def test_what_is_done_is_kept_when_the_next_cannot_start(self):
        script = self.folder / "once"
        for command, options in (("epd", ("--nodes", 500)), ("speedtest", (1, 2, 1))):
            script.write_text(f"#!/bin/sh\n[ -e '{self.folder}/{command}' ] && exit 3\n"
                              f"touch '{self.folder}/{command}'\nexec '{QUORUM}'\n")
            script.chmod(0o755)
            process, report = self.report(command, *options, "--engine", QUORUM, "--engine", script, code=2)
            self.assertIn("it ended with code 3", process.stderr)
            self.assertEqual(len(report["runs"]), 1)
            self.assertTrue(report["cut_short"])
            (self.folder / "report.json").unlink()

    def test_what_cannot_be_used_is_refused(self):
        for engine, reason in (
                (["--engine", "/nonexistent"], "quorum epd: /nonexistent: No such file"),
                (["--engine", "/bin/true"], "/bin/true: it ended with code 0"),
                (["--engine", " "], "command of --engine is empty"),
                (["--engine", f"{HOSTILE} mute", "--grace", 200], "0.2 s without uciok"),
                (["--engine", f"{HOSTILE} x", "--threads", 3], "its option Threads takes no 3"),
                (["--engine", f"{HOSTILE} x", "--hash", 100], "its option Hash takes no 100"),
                (["--engine", f"{HOSTILE} x", "--engine-option", "Hash=lots"], "its option Hash takes no lots"),
                (["--engine", f"{HOSTILE} x", "--engine-option", "Style=wild"], "it has no option Style"),
                (["--engine-option", "Style=wild"], "stands before every --engine"),
                (["--engine", f"{HOSTILE} x", "--engine-option", "=1"], "needs NAME=VALUE"),
                (["--engine", f"{HOSTILE} x", "--eval-file", "x"], "goes without --engine"),
                (["--engine", f"{HOSTILE} x"] * 9, "may be given 8 times")):
            process = run("epd", self.suite, "--nodes", 10, *engine)
            self.assertEqual((process.returncode, process.stdout), (2, ""), engine)
            self.assertIn(reason, process.stderr)


if __name__ == "__main__":
    unittest.main()
