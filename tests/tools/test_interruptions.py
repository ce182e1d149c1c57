#!/usr/bin/env python3
"""test_interruptions.py [KILLS]: commands that a signal ends: what is done is reported, and with --resume a later
run goes on from there."""

import csv
import json
import os
import random
import re
import resource
import signal
import statistics
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
SUITE = "".join(f'6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "mate.{i}";\n' for i in range(1, 41))
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 4
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -signal.SIGKILL}


def rounded(value):
    """A number of a journal as reports have it."""
    return None if value is None else float(f"{value:.15g}")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.journal = self.folder / "journal"
        self.outputs = {form: self.folder / f"report.{form}" for form in ("json", "csv", "html")}

    def write(self, text, name="suite.epd"):
        path = self.folder / name
        path.write_text(text)
        return path

    def options(self, *forms):
        return [word for form in forms for word in (f"--{form}", self.outputs[form])]

    def start(self, *arguments):
        return subprocess.Popen([QUORUM, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def end(self, process, number, *, code=None):
        """Sends the signal; what the process wrote on stdout and stderr."""
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, CODES[number] if code is None else code, errors)
        return output, errors

    def interrupt(self, number, ready, *arguments):
        """Ends a run by the signal as soon as it is ready for that."""
        process = self.start(*arguments)
        try:
            end = time.monotonic() + 60
            while not ready() and process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            return self.end(process, number)
        finally:
            process.kill()
            process.wait()

    @staticmethod
    def looks_for(process, number):
        """Whether the process holds that signal back, handles it, or has ended; not where it holds back all for a
        moment."""
        if process.poll() is not None:
            return True
        text = Path(f"/proc/{process.pid}/status").read_text()
        held, caught = (int(re.search(rf"{name}:\s*(\w+)", text)[1], 16) for name in ("SigBlk", "SigCgt"))
        return not held >> (signal.SIGUSR1 - 1) & 1 and bool((held | caught) >> (number - 1) & 1)

    def lines(self):
        """Of the journal, all that are complete, after the first."""
        text = self.journal.read_text() if self.journal.exists() else ""
        return [json.loads(line) for line in text.split("\n")[1:-1]]

    def has_lines(self, count):
        return lambda: len(self.lines()) >= count

    def report(self):
        return json.loads(self.outputs["json"].read_text())

    def rows(self):
        with open(self.outputs["csv"], newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def resume(self, *arguments, code=0):
        process = run(*arguments, "--resume", self.journal, *self.options("json"))
        self.assertEqual(process.returncode, code, process.stderr)
        return process, self.report()

    def lose_the_journal(self, *arguments):
        """A disk that is full behind the first line: the run is reported, but who goes by the exit code hears of it."""
        self.resume(*arguments)
        room = len(self.journal.read_bytes().split(b"\n")[0]) + 20
        self.journal.unlink()
        process = run(*arguments, "--resume", self.journal, "--json", "-",
                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        self.assertIn("the journal is not kept any more: File too large", process.stderr)
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertFalse(json.loads(process.stdout)["cut_short"])
        self.assertEqual(self.journal.stat().st_size, room)
        self.resume(*arguments)

    def kill_again_and_again(self, arguments, check):
        """Ends a run that goes on KILLS times, at random moments, the last time with something to report; each report
        is checked. Returns the report of a run that nobody has ended."""
        start = time.monotonic()
        whole = json.loads(run(*arguments, "--json", "-").stdout)
        longest = (time.monotonic() - start) / 2
        reports, kept = 0, []
        for attempt in range(KILLS):
            number = random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT][attempt == KILLS - 1:])
            self.outputs["json"].unlink(missing_ok=True)
            process = self.start(*arguments, "--resume", self.journal, *self.options("json"))
            delay = random.uniform(0.05, longest)
            with self.subTest(attempt=attempt, number=number, delay=delay):
                time.sleep(delay)
                while attempt == KILLS - 1 and process.poll() is None and len(self.lines()) == len(kept):
                    time.sleep(0.01)
                # It may come before signals are looked for, or when all is done.
                ends = (CODES[number], 0) if self.looks_for(process, number) else (CODES[number], 0, -number)
                process.send_signal(number)
                _, errors = process.communicate(timeout=60)
                self.assertIn(process.returncode, ends, errors)
                lines = self.lines()
                self.assertEqual(lines[:len(kept)], kept)
                kept = lines
                if self.outputs["json"].exists():
                    check(self.report(), lines)
                    reports += 1
                elif process.returncode >= 0:
                    self.assertTrue(errors.endswith("before anything was done\n"), errors)
        self.assertGreater(reports, 0)
        return whole


class Epd(Case):
    def test_what_is_done_is_reported_in_every_form(self):
        suite = self.write(SUITE)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.journal.unlink(missing_ok=True)
            output, _ = self.interrupt(number, self.has_lines(3), "epd", suite, "--movetime", 100, "--resume",
                                       self.journal, *self.options("json", "csv", "html"))
            report = self.report()
            done = len(self.lines())
            self.assertTrue(3 <= done < 40, done)
            self.assertEqual((report["cut_short"], report["done"], report["wanted"]), (True, done, 40))
            self.assertEqual((report["total"], len(report["results"])), (done, done))
            self.assertIn(f"Cut short by a signal: {done} of 40 attempts are done\n", output)
            self.assertIn(f"Positions: {done}, ", output)
            rows = self.rows()
            self.assertEqual([row["cut_short"] for row in rows], ["1"] * done)
            page = Page(self.outputs["html"].read_text())
            self.assertEqual(page.faults, [])
            self.assertIn(f"Cut short by a signal: {done} of 40 are done.", page.text)
        _, whole = self.resume("epd", suite, "--movetime", 100)
        self.assertEqual((whole["cut_short"], whole["total"]), (False, 40))
        self.assertNotIn("done", whole)
        self.assertEqual(whole["results"][:done], report["results"])

    def test_a_whole_report_is_not_marked(self):
        run("epd", self.write(SUITE), "--nodes", 100, *self.options("csv", "html"))
        self.assertNotIn("cut_short", self.outputs["csv"].read_text())
        self.assertNotIn("Cut short", self.outputs["html"].read_text())

    def test_some_of_several_attempts(self):
        suite = self.write(SUITE)
        output, _ = self.interrupt(signal.SIGINT, self.has_lines(4), "epd", suite, "--movetime", 100, "--repeat",
                                   3, "--concurrency", 2, "--resume", self.journal, *self.options("json"))
        report = self.report()
        self.assertEqual(sum(result["attempts"] for result in report["results"]), len(self.lines()))
        self.assertEqual([len(result["runs"]) for result in report["results"]],
                         [result["attempts"] for result in report["results"]])
        self.assertEqual(output.count("\nok ") + output.startswith("ok "), report["total"])

    def test_nothing_done_is_no_report(self):
        suite = self.write(SUITE)
        self.outputs["json"].write_text("kept")
        for engine in ([], ["--engine", QUORUM]):
            self.journal.unlink(missing_ok=True)
            _, errors = self.interrupt(signal.SIGTERM, self.journal.exists, "epd", suite, "--movetime", 60000,
                                       "--resume", self.journal, *engine, *self.options("json", "csv"))
            self.assertEqual(errors, "quorum epd: ended by a signal before anything was done\n")
            self.assertEqual(self.outputs["json"].read_text(), "kept")
            self.assertFalse(self.outputs["csv"].exists())

    def test_a_second_signal_ends_it_at_once(self):
        """While the report waits for its reader."""
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        process = self.start("epd", self.write(SUITE), "--movetime", 100, "--resume", self.journal, "--json", pipe)
        try:
            while not self.has_lines(1)() and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            time.sleep(1)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=10), -signal.SIGINT)
        finally:
            process.kill()
            process.communicate()

    def test_a_signal_while_the_report_is_written_is_not_in_its_way(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        process = self.start("epd", self.write(SUITE), "--nodes", 10, "--json", pipe)
        try:
            self.assertIn("mate.40", "".join(process.stdout.readline() for _ in range(40)))
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
            report = json.loads(pipe.read_text())
            self.assertEqual((report["total"], report["cut_short"]), (40, False))
            self.assertEqual(process.wait(timeout=10), 0)
        finally:
            process.kill()
            process.communicate()

    def test_an_engine_among_several(self):
        suite = self.write(SUITE)
        # The second engine never answers where it is to search.
        marker = self.folder / "searches"
        script = self.write(f"#!/bin/sh\nwhile read line; do case $line in uci) echo id name Slow; echo uciok;;\n"
                            f"isready) echo readyok;; go*) touch '{marker}';; quit) exit;; esac; done\n", "slow")
        script.chmod(0o755)
        output, _ = self.interrupt(signal.SIGINT, marker.exists, "epd", suite, "--nodes", 100, "--engine", QUORUM,
                                   "--engine", script, "--engine", QUORUM, *self.options("json", "csv", "html"))
        report = self.report()
        self.assertEqual((report["format"], report["cut_short"]), ("quorum-runs", True))
        self.assertEqual([(part["total"], part["cut_short"]) for part in report["runs"]], [(40, False)])
        self.assertIn("Cut short by a signal", output)
        self.assertIn("Cut short by a signal", Page(self.outputs["html"].read_text()).text)
        self.assertEqual(len(self.rows()), 40)

    def test_a_journal_that_is_lost(self):
        suite = self.write(SUITE)
        self.lose_the_journal("epd", suite, "--depth", 2)
        self.journal.unlink()
        self.lose_the_journal("epd", suite, "--depth", 2, "--engine", QUORUM)

    def test_another_run_is_named_with_both_values(self):
        suite = self.write(SUITE)
        run("epd", suite, "--depth", 2, "--resume", self.journal)
        process = run("epd", suite, "--depth", 3, "--resume", self.journal)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn(f"{self.journal}:1: a journal of another run: settings.depth is 2 there, and 3 here",
                      process.stderr)


class Scale(Case):
    LIMITS = ("scale", "--threads", 2, "--movetime", 40, "--depth", 5, "--positions", 2, "--repeat", 4, "--hash", 2,
              "--memory", 2, "--signature", 0)

    def check(self, report, lines):
        """That the figures are those of the lines, and that the intervals are."""
        runs = {(line["case"], line["round"]): line for line in lines if "case" in line}
        for number, case in enumerate(report["results"]):
            for name in ("nps", "processor_share", "time_to_depth_ms", "nodes_to_depth"):
                known = [rounded(runs[number, k][name]) if (number, k) in runs else None for k in range(4)]
                self.assertEqual([part[name] for part in case["runs"]], known)
                values = sorted(value for value in known if value is not None)
                if values:
                    self.assertAlmostEqual(case[name]["median"], statistics.median(values))
                    self.assertEqual((case[name]["low"], case[name]["high"]), (values[0], values[-1]))
                else:
                    self.assertIsNone(case[name])
        found = {}
        for line in (line for line in lines if "memory" in line):
            for i, row in enumerate(line["rows"]):
                found.setdefault(line["memory"] + i, []).append(rounded(row["values"][0]))
        self.assertEqual([row["latency_ns"]["low"] for row in report["memory"]],
                         [min(values) for _, values in sorted(found.items())])
        self.assertEqual(report["cut_short"], report.get("done", 0) < report.get("wanted", 0))
        if report["cut_short"]:
            self.assertEqual(report["done"], len(lines))

    def figures(self, report):
        return {name: report[name] for name in ("settings", "results", "memory", "seconds", "engines")}

    def test_a_journal_that_is_lost(self):
        self.lose_the_journal(*self.LIMITS)

    def test_killed_again_and_again(self):
        for more in ((), ("--memory", 0, "--engine", QUORUM, "--engine", QUORUM)):
            self.journal.unlink(missing_ok=True)
            whole = self.kill_again_and_again((*self.LIMITS, *more), self.check)
            _, report = self.resume(*self.LIMITS, *more)
            self.assertFalse(report["cut_short"])
            self.check(report, self.lines())
            kept = self.journal.read_bytes()
            _, again = self.resume(*self.LIMITS, *more)
            self.assertEqual(self.figures(again), self.figures(report))
            self.assertEqual(self.journal.read_bytes(), kept)
            self.assertEqual([row["nodes_to_depth"] for row in report["results"] if row["threads"] == 1],
                             [row["nodes_to_depth"] for row in whole["results"] if row["threads"] == 1])

    def test_every_form(self):
        output, _ = self.interrupt(signal.SIGINT, self.has_lines(11), *self.LIMITS, "--resume", self.journal,
                                   "--movetime", 200, *self.options("json", "csv", "html"))
        report, lines = self.report(), self.lines()
        wanted = 8 + 4 * len({row["pages"] for row in report["memory"]})
        self.check(report, lines)
        self.assertEqual((report["cut_short"], report["wanted"]), (True, wanted))
        self.assertLess(report["settings"]["confidence"], 0.875)
        self.assertIn(f"Cut short by a signal: {len(lines)} of {wanted} measurements are done\n", output)
        rows = self.rows()
        self.assertEqual([row["cut_short"] for row in rows], ["1", "1"])
        page = Page(self.outputs["html"].read_text())
        self.assertEqual(page.faults, [])
        self.assertIn(f"Cut short by a signal: {len(lines)} of {wanted} are done.", page.text)

    def test_memory_alone(self):
        output, _ = self.interrupt(signal.SIGTERM, self.has_lines(2), *self.LIMITS, "--memory", 50, "--repeat", 100,
                                   "--movetime", 0, "--depth", 0, "--resume", self.journal, *self.options("json"))
        self.assertIn("ns/read", output)
        report = self.report()
        self.assertEqual({row["pages"] for row in report["memory"]}, {"plain", "2 MiB"})
        self.assertTrue(all(row["latency_ns"]["median"] > 0 for row in report["memory"]))

    def test_a_long_measurement_of_memory_ends_at_once(self):
        start = time.monotonic()
        self.outputs["json"].write_text("kept")
        _, errors = self.interrupt(signal.SIGTERM, self.journal.exists, *self.LIMITS, "--memory", 60000, "--resume",
                                   self.journal, *self.options("json"))
        self.assertLess(time.monotonic() - start, 20)
        self.assertIn("quorum scale: ended by a signal before anything was done\n", errors)
        self.assertEqual(self.outputs["json"].read_text(), "kept")

    def test_more_rounds_of_the_same(self):
        limits = [*self.LIMITS, "--memory", 0]
        self.resume(*limits, "--repeat", 1)
        first = self.lines()
        _, report = self.resume(*limits)
        self.assertEqual(self.lines()[:len(first)], first)
        self.check(report, self.lines())

    def test_a_fault_stays_in_the_journal(self):
        options = (*self.LIMITS, "--memory", 0, "--engine", f"{HOSTILE} exit", "--engine", QUORUM)
        _, whole = self.resume(*options, code=1)
        _, again = self.resume(*options, code=1)
        self.assertEqual(self.figures(whole), self.figures(again))
        self.assertTrue(any("Hostile" in warning for warning in again["warnings"]))

    def test_another_run_is_refused_and_left_alone(self):
        limits = [*self.LIMITS, "--memory", 0, "--depth", 0, "--movetime", 1]
        self.resume(*limits)
        kept = self.journal.read_bytes()
        for options, reason in ((("--hash", 3), "settings.hash_mib is 2 there, and 3 here"),
                                (("--depth", 2), "settings.depth is 0 there, and 2 here"),
                                (("--threads", 1), "settings.threads is [1,2] there, and [1] here"),
                                (("--policy", "none"), 'places is ["auto, auto"] there, and ["none"] here'),
                                (("--engine", QUORUM), 'places is ["auto, auto"] there, and ["Quorum')):
            process = run(*limits, *options, "--resume", self.journal)
            self.assertEqual((process.returncode, process.stdout), (2, ""), options)
            self.assertIn("a journal of another run: " + reason, process.stderr)
            self.assertEqual(self.journal.read_bytes(), kept)
        process = run("speedtest", 1, 1, 1, "--resume", self.journal)
        self.assertIn("not a journal of 'quorum speedtest'", process.stderr)
        header = kept.split(b"\n")[0] + b"\n"
        for line in (b'{"run_us":1}\n', b"[]\n", b'{"run_us":1,"round":0,"case":9}\n',
                     b'{"run_us":1,"round":0,"memory":0,"rows":[]}\n', b'{"run_us":-1,"round":0}\n',
                     *(kept.split(b"\n")[1].replace(b'"nps":', b'"nps":' + number) + b"\n"
                       for number in (b"-", b'1e300,"told":', b'1e-300,"told":'))):
            self.journal.write_bytes(header + line)
            process = run(*limits, "--resume", self.journal)
            self.assertEqual((process.returncode, process.stdout), (2, ""), line)
            self.assertIn(f"{self.journal}:2: ", process.stderr)
            self.assertEqual(self.journal.read_bytes(), header + line)


class Speedtest(Case):
    LIMITS = ("speedtest", 1, 2, 2)

    def check(self, report, lines):
        nodes, time_us = sum(line["nodes"] for line in lines), sum(line["elapsed_us"] for line in lines)
        self.assertEqual(report["nodes"], nodes)
        self.assertAlmostEqual(report["nps"], nodes * 1e6 / time_us)
        self.assertAlmostEqual(report["total_ms"], sum(line["total_us"] for line in lines) / 1000)
        self.assertEqual([(i, game["nodes"]) for i, part in enumerate(report["rounds"]) for game in part["games"]],
                         [(line["round"], line["nodes"]) for line in lines])
        complete = [part["nps"] for part in report["rounds"] if len(part["games"]) == 5]
        spread = report["spread"]
        if len(complete) > 1:
            self.assertEqual((spread["slowest"], spread["fastest"]), (min(complete), max(complete)))
            self.assertAlmostEqual(spread["deviation_percent"],
                                   100 * statistics.stdev(complete) / statistics.mean(complete))
        else:
            self.assertEqual(set(spread.values()), {None})
        self.assertEqual(report["cut_short"], len(lines) < 25)
        if report["cut_short"]:
            self.assertEqual((report["done"], report["wanted"]), (len(lines), 25))

    def figures(self, report):
        return {name: report[name] for name in (
            "signature", "threads", "warm_up_ms", "total_ms", "processor_percent", "processor_nps", "nodes", "nps",
            "spread", "rounds", "by_node", "workers", "engine")}

    def test_a_journal_that_is_lost(self):
        self.lose_the_journal(*self.LIMITS)

    def test_killed_again_and_again(self):
        for more in ((), ("--engine", QUORUM)):
            self.journal.unlink(missing_ok=True)
            self.kill_again_and_again((*self.LIMITS, *more), self.check)
            _, report = self.resume(*self.LIMITS, *more)
            self.assertEqual(len(self.lines()), 25)
            self.check(report, self.lines())
            kept = self.journal.read_bytes()
            _, again = self.resume(*self.LIMITS, *more)
            self.assertEqual(self.figures(again), self.figures(report))
            self.assertEqual(self.journal.read_bytes(), kept)

    def test_a_resumed_run_takes_its_part_of_the_time(self):
        self.interrupt(signal.SIGKILL, self.has_lines(15), *self.LIMITS, "--resume", self.journal)
        done = len(self.lines())
        _, report = self.resume(*self.LIMITS)
        times = [line["elapsed_us"] for line in self.lines()]
        late_us = 0
        for before_us, time_us in zip(times[done:], times[done + 1:]):
            # What one takes beyond its 80 ms, where the machine halts, those after it lack.
            late_us = max(0, late_us + before_us - 80000)
            self.assertLess(40000, time_us + late_us, times)
        self.assertGreater(report["total_ms"], 1700)

    def test_text(self):
        output, _ = self.interrupt(signal.SIGTERM, self.has_lines(6), *self.LIMITS, "--resume", self.journal)
        done = len(self.lines())
        self.assertIn(f"Cut short        : by a signal, {done} of 25 games are done\n", output)
        self.assertEqual(len(re.findall("^Round ", output, re.MULTILINE)), (done + 4) // 5)
        self.assertRegex(output, r"\nNodes/second     : [1-9]\d+\n$")

    def test_nothing_done_is_no_report(self):
        _, errors = self.interrupt(signal.SIGINT, self.journal.exists, "speedtest", 1, 2, 3000, "--resume",
                                   self.journal, *self.options("json"))
        self.assertEqual(errors, "quorum speedtest: ended by a signal before anything was done\n")
        self.assertFalse(self.outputs["json"].exists())

    def test_an_engine_among_several(self):
        process = self.start("speedtest", 1, 2, 2, "--engine", QUORUM, "--engine", QUORUM, *self.options("json"))
        time.sleep(3.5)
        self.end(process, signal.SIGINT)
        report = self.report()
        self.assertTrue(report["cut_short"])
        self.assertFalse(report["runs"][0]["cut_short"])
        self.assertTrue(all(part["cut_short"] for part in report["runs"][1:]))

    def test_another_run_is_refused(self):
        self.interrupt(signal.SIGINT, self.has_lines(1), *self.LIMITS, "--resume", self.journal)
        kept = self.journal.read_bytes()
        for arguments, reason in ((("speedtest", 1, 2, 3), "seconds is 2 there, and 3 here"),
                                  (("speedtest", 2, 2, 2), "threads is 1 there, and 2 here"),
                                  ((*self.LIMITS, "--engine", QUORUM), "signature is {")):
            process = run(*arguments, "--resume", self.journal)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertIn("a journal of another run: " + reason, process.stderr)
            self.assertEqual(self.journal.read_bytes(), kept)
        process = run(*self.LIMITS, "--engine", QUORUM, "--engine", QUORUM, "--resume", self.journal)
        self.assertIn("--resume goes with one --engine", process.stderr)


class Perft(Case):
    COUNTS = "".join(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {i} ;D1 20 ;D2 400\n"
                     for i in range(1, 6))
    DEEP = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9 ;D9 2439530234167\n"

    def test_counts_that_are_done_are_reported(self):
        suite = self.write(self.COUNTS + self.DEEP)
        for more in ((), ("--threads", 2), ("--hash", 16), ("--engine", QUORUM)):
            process = self.start("perft", "--suite", suite, *more, *self.options("json", "csv", "html"))
            time.sleep(1.5)
            output, _ = self.end(process, signal.SIGTERM)
            report = self.report()
            self.assertEqual((report["cut_short"], report["done"], report["wanted"]), (True, 10, 11))
            self.assertEqual((report["positions"], report["leaves"], report["wrong"]), (5, 5 * 420, []))
            self.assertEqual([row["counted"] for row in report["results"]], [20, 400] * 5)
            self.assertIn("Cut short by a signal: 10 of 11 counts are done\n", output)
            self.assertIn("All counts that are done are right\n", output)
            rows = self.rows()
            self.assertEqual([row["cut_short"] for row in rows], ["1"] * 10)
            self.assertIn("Cut short by a signal: 10 of 11 are done.",
                          Page(self.outputs["html"].read_text()).text)

    def test_nothing_done_is_no_report(self):
        suite = self.write(self.DEEP)
        process = self.start("perft", "--suite", suite, *self.options("json"))
        time.sleep(1)
        _, errors = self.end(process, signal.SIGINT)
        self.assertEqual(errors, "quorum perft: ended by a signal before anything was done\n")
        self.assertFalse(self.outputs["json"].exists())

    def test_a_suite_that_is_read_can_be_interrupted(self):
        process = subprocess.Popen([QUORUM, "perft", "--suite", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        process.terminate()
        self.assertEqual(process.wait(timeout=10), -signal.SIGTERM)
        process.stdin.close()


if __name__ == "__main__":
    unittest.main()
