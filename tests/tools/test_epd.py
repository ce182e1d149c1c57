#!/usr/bin/env python3
"""`quorum epd` from the outside: dialects, what counts as solved, limits, journal, reports, exit
codes, and the same results as a plain UCI session."""

import csv
import fcntl
import html
import json
import os
import pty
import re
import resource
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

import epd_reference
from page import Page
from program import run

sys.path[:0] = [str(Path(__file__).parent.parent / folder) for folder in ("nnue", "faults")]

from injection import environment  # noqa: E402
from network_bytes import random_network  # noqa: E402

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/R3K3 w - -"  # Ra8#
MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R2K3 w - -"  # Rb7 or Ra7, among others
MATED_IN_ONE = "k7/7R/8/8/8/8/8/1K4R1 b - -"  # Kb8 is forced, Rg8#
MATED_IN_TWO = "8/7k/R7/1R6/8/8/8/K7 b - -"  # Kh8 Rb7 Kg8 Ra8#, among others
CASTLING = "4k3/8/8/8/8/8/8/4K2R w K -"
KNIGHTS = "4k3/8/8/8/8/8/8/1N2KN2 w - -"
SUITE = [
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate.1\";",
    "4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id \"capture.1\";",
    "4k3/8/8/3q4/4P3/8/8/4K3 w - - am exd5; id \"capture.2\";",
    "4k3/8/8/3r4/4P3/8/8/4K3 w - - bm exd5; id \"capture.3\";",
]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def path(self, content, name="suite.epd"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def epd(self, lines, *options, code=0):
        """Runs the lines; the process and its JSON."""
        text = lines if isinstance(lines, (str, bytes)) else "\n".join(lines) + "\n"
        report = self.folder / "report.json"
        if not any(str(option).startswith(("--depth", "--nodes", "--movetime"))
                   for option in options):
            options += ("--depth", 5)
        process = run("epd", self.path(text), "--json", report, *options)
        self.assertEqual(process.returncode, code, process.stderr)
        return process, json.loads(report.read_text()) if report.exists() else None

    def single(self, line):
        """Whether the one position is solved; None when it is skipped."""
        _, report = self.epd([line, SUITE[0]])
        return report["results"][0]["solved"] if report["total"] == 2 else None


class Answers(Case):
    def test_best_and_avoided_moves(self):
        for operations, solved in (
                ("bm Ra8#;", True), ("bm Ra8;", True), ("bm Ra8+;", True), ("bm a1a8;", True),
                ("bm Ra7 Ra8;", True), ("bm Ra7, Ra8!;", True), ("bm Ra7;", False),
                ("bm Ra7; bm Ra8;", True), ("am Ra8;", False), ("am Ra7;", True),
                ("bm Ra8; am Ra7;", True), ("bm Ra7; am Ra8;", False), ("bm R1a8;", True)):
            self.assertIs(self.single(f"{MATE_IN_ONE} {operations}"), solved, operations)

    def test_mates(self):
        for line, solved in (
                (f"{MATE_IN_ONE} dm 1;", True), (f"{MATE_IN_ONE} bm #1;", True),
                (f"{MATE_IN_ONE} dm 3;", True), (f"{MATE_IN_TWO} dm 2;", True),
                (f"{MATE_IN_TWO} dm 1;", False), (f"{MATED_IN_ONE} bm #-1;", True),
                (f"{MATED_IN_ONE} dm -1;", True), (f"{MATED_IN_ONE} dm 1;", False),
                (f"{MATED_IN_TWO} dm -2;", True), (f"{MATED_IN_TWO} dm -1;", False),
                (f"{CASTLING} dm 1;", False)):
            _, report = self.epd([line], "--depth", 10)
            self.assertIs(report["results"][0]["solved"], solved, line)

    def test_points(self):
        _, report = self.epd([
            MATE_IN_ONE + ' bm Ra8#; c0 "Ra8=10, Ra7=3"; id "a";',
            MATE_IN_ONE + ' bm Ra7; c0 "Ra7=10, Ra8=4"; id "b";',
            MATE_IN_ONE + ' bm Ra8; c7 "Ra7 Ra8#"; c8 "2 7"; id "c";',
            MATE_IN_ONE + ' c0 "Ra7=10, Ra8#=10"; id "d";',
            MATE_IN_ONE + ' bm Ra8; c0 "Capablanca, Elo=2725"; c8 "1 2 3"; id "e";',
            "8/P7/8/8/8/8/5K1p/7k w - - bm a8=Q; c0 \"a8=Q=9, a8=R=5\"; id \"f\";"])
        self.assertEqual([r["points"] for r in report["results"]], [10, 4, 7, 10, 0, 9])
        self.assertEqual([r["most_points"] for r in report["results"]], [10, 10, 7, 10, 0, 9])
        self.assertEqual([r["solved"] for r in report["results"]],
                         [True, False, True, True, True, True])
        self.assertEqual((report["points"], report["most_points"]), (40, 46))
        _, report = self.epd([MATE_IN_ONE + ' bm Ra8; c0 "Ra8=10";'], "--repeat", 3)
        self.assertEqual((report["results"][0]["points"], report["points"]), (10, 10))
        self.assertEqual(report["notices"], [])

    def test_points_that_are_not_sure_count_nothing(self):
        process, report = self.epd([
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=3, Ra8=7, Ra7=1";',
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=3"; c7 "Ra8"; c8 "4";',
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=3, Rh8=7";',
            MATE_IN_ONE + ' c0 "Ra8=3, Ra8=7, Ra7=1";'])
        self.assertEqual([r["points"] for r in report["results"]], [0, 0, 3])
        self.assertTrue(all(r["solved"] for r in report["results"]))
        self.assertEqual([(n["line"], n["skipped"]) for n in report["notices"]],
                         [(1, False), (2, False), (3, False), (4, True)])
        self.assertEqual((report["total"], report["skipped"]), (3, 1))
        self.assertIn("suite.epd:1: points: 'Ra8' has 3 and 7", process.stderr)

    def test_lists_of_points_that_cannot_be_read_are_named(self):
        process, report = self.epd([
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=10 Ra7=3";',
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=10, Ra7=3; a note";',
            MATE_IN_ONE + ' bm Ra8; c7 "Ra8 Ra7"; c8 "10";',
            MATE_IN_ONE + ' bm Ra8; c7 "Ra8 Ra7"; c8 "10 x";',
            MATE_IN_ONE + ' bm Ra8; c0 "Ra8=10, Ra7=1000001";',
            MATE_IN_ONE + ' bm Ra8; c0 "A note, Ra8=the mate";',
            MATE_IN_ONE + ' bm Ra8; c0 "Elo=2500"; c7 "strong"; c8 "10";'])
        self.assertEqual([r["points"] for r in report["results"]], [0] * 7)
        self.assertEqual([(n["line"], n["skipped"]) for n in report["notices"]],
                         [(line, False) for line in range(1, 6)])
        self.assertIn("suite.epd:3: points: 'Ra8 Ra7' is no list", process.stderr)

    def test_lists_of_points_that_begin_with_a_bad_move_are_lists(self):
        process, report = self.epd([
            MATE_IN_ONE + ' bm Ra8; c0 "Qa9=5, Ra8=10, Ra7=3";',
            MATE_IN_ONE + ' bm Ra8; c0 "N=10, Ra8=4";',
            MATE_IN_ONE + ' bm Ra8; c7 "Ra8,Ra7"; c8 "9,3";',
            MATE_IN_ONE + ' bm Ra8; c7 "Qa9 Ra8"; c8 "1 8";'])
        self.assertEqual([r["points"] for r in report["results"]], [10, 4, 9, 8])
        self.assertEqual([n["line"] for n in report["notices"]], [1, 2, 4])
        self.assertIn("suite.epd:2: points: 'N' is not a move; it counts nothing", process.stderr)

    def test_bad_moves_of_a_list_are_counted(self):
        process, report = self.epd([
            MATE_IN_ONE + ' bm Ra8; c0 "Rh8=3, Ra8=7, Qa9=1"; c7 "Rb8 Ra7"; c8 "1 2";',
            MATE_IN_ONE + ' bm Ra8; c0 "Rh8=3, Ra8=7";'])
        self.assertEqual([n["reason"] for n in report["notices"]],
                         ["points: 'Rh8' is not legal, and 2 more", "points: 'Rh8' is not legal"])
        self.assertEqual([r["most_points"] for r in report["results"]], [7, 7])

    def test_points_that_are_all_0_are_nothing_to_check(self):
        process, report = self.epd([
            MATE_IN_ONE + ' c0 "Ra8=0, Ra7=0";', MATE_IN_ONE + ' bm Ra8; c0 "Ra8=0";'])
        self.assertEqual((report["total"], report["skipped"]), (1, 1))
        self.assertIn("suite.epd:1: points: none is more than 0; skipped", process.stderr)


class Dialects(Case):
    def test_lines_of_every_form(self):
        for line in (
                f"{MATE_IN_ONE} bm Ra8#; id \"x\";", f"{MATE_IN_ONE} 0 1 bm Ra8#; id \"x\";",
                f"{MATE_IN_ONE} 0 1; bm Ra8#; id \"x\";", f"{MATE_IN_ONE} bm Ra8#; id \"x\"",
                f"{MATE_IN_ONE} id \"x\"; bm Ra8#", f"{MATE_IN_ONE} bm Ra8#; id x; # bm Ra7;",
                f"{MATE_IN_ONE} hmvc 3; fmvn 9; bm Ra8#; id \"x\";",
                f"{MATE_IN_ONE}\tbm Ra8#;id \"x\";c0 \"a; b\";"):
            for end in ("\n", "\r\n", ""):
                _, report = self.epd(f"# comment{end or chr(10)}{line}{end}")
                self.assertEqual((report["total"], report["solved"], report["skipped"]), (1, 1, 0))
                self.assertEqual(report["results"][0]["id"], "x")
        _, report = self.epd(b"\xef\xbb\xbf" + SUITE[0].encode())
        self.assertEqual(report["solved"], 1)

    def test_standard_input(self):
        path = self.folder / "report.json"
        with open(self.path("\n".join(SUITE + ["nonsense"])), encoding="ascii") as file:
            process = run("epd", "-", "--depth", 4, "--json", path, stdin=file)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("stdin:5: ", process.stderr)
        report = json.loads(path.read_text())
        self.assertEqual((report["files"], report["total"]), (["stdin"], len(SUITE)))

    def test_castling(self):
        for move in ("O-O", "0-0", "O-O+", "o-o", "e1g1", "e1h1"):
            _, report = self.epd([f"{CASTLING} bm {move};"])
            self.assertEqual(report["results"][0]["expected"], "O-O", move)

    def test_chess960(self):
        lines = [
            "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1 am O-O-O; id \"letters\";",
            "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - am 0-0; id \"x-fen\";"]
        _, report = self.epd(lines)
        self.assertEqual((report["total"], report["skipped"]), (2, 0))
        for result in report["results"]:
            self.assertEqual(result["fen"].split()[2], "KQkq")

    def test_ids_and_bytes_that_are_no_utf8(self):
        _, report = self.epd(f"{MATE_IN_ONE} bm Ra8; id \"M\xfcller <&\"\"\n".encode("latin-1")
                             .replace(b'""', b'"') + f"{MATE_IN_ONE} bm Ra8;\n".encode())
        self.assertEqual([r["id"] for r in report["results"]], ["Müller <&", "suite.epd:2"])

    def test_what_cannot_be_used_is_named_and_skipped(self):
        bad = [
            (f"{MATE_IN_ONE} bm Rb8; id \"a\";", "bm: 'Rb8' is not legal"),
            (f"{KNIGHTS} bm Nd2;", "bm: 'Nd2' is ambiguous"),
            (f"{MATE_IN_ONE} bm Ra8 mate;", "bm: 'mate' is not a move"),
            (f"{MATE_IN_ONE} bm;", "bm: no move"),
            (f"{MATE_IN_ONE} am Kxh8;", "am: 'Kxh8' is not legal"),
            (f"{MATE_IN_ONE} bm Ra8; am Ra8;", "bm and am"),
            (f"{MATE_IN_ONE} dm x;", "dm: 'x'"), (f"{MATE_IN_ONE} dm 0;", "dm: '0'"),
            (f"{MATE_IN_ONE} bm #x;", "bm: 'x'"),
            (f"{MATE_IN_ONE} dm 1; bm #2;", "two different mates"),
            (f"{MATE_IN_ONE} id \"nothing\";", "no bm, am, dm or points"),
            (MATE_IN_ONE, "no bm, am, dm or points"),
            (f"{MATE_IN_ONE} bm Ra8; id \"open;", "quotation mark"),
            ("8/8/8/8/8/8/8/8 w - - bm e4;", "column 1: "),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - dm 1;", "no legal move"),
            ("nonsense", "column 2: "), ("4k3/8/8/8/8/8/8/4K3 w - - 0 bm Kd2;", "begins with"),
            (f"{MATE_IN_ONE} bm Ra8;\0", "a NUL character")]
        process, report = self.epd([line for line, _ in bad] + SUITE[:1])
        self.assertEqual((report["total"], report["solved"], report["skipped"]), (1, 1, len(bad)))
        lines = process.stderr.splitlines()
        self.assertEqual(len(lines), len(bad))
        for number, ((line, reason), found) in enumerate(zip(bad, lines), 1):
            self.assertIn(f"suite.epd:{number}: ", found, line)
            self.assertIn(reason, found, line)
            self.assertEqual(report["notices"][number - 1]["line"], number)


class Limits(Case):
    def test_limits_are_kept(self):
        _, report = self.epd(SUITE[1:], "--depth", 3)
        self.assertEqual({r["depth"] for r in report["results"]}, {3})
        _, report = self.epd(SUITE[1:], "--nodes", 1000)
        self.assertTrue(all(r["nodes"] <= 1000 for r in report["results"]))
        _, report = self.epd(SUITE[1:2], "--movetime", 50)
        self.assertGreaterEqual(report["results"][0]["runs"][0]["ms"], 45)
        self.assertLess(report["results"][0]["runs"][0]["ms"], 5000)
        _, report = self.epd(SUITE[:1], "--mate", 1, "--depth", 60)
        self.assertLess(report["results"][0]["depth"], 60)
        self.assertEqual(report["results"][0]["runs"][0]["score"], {"mate": 1})
        _, report = self.epd([MATE_IN_TWO + " am Kd1;"], "--mate", 1, "--depth", 60)
        self.assertLess(report["results"][0]["depth"], 60)
        self.assertRegex(run("epd", "--help").stdout, r"mate in N moves has been found\s+or\s+excluded")

    def test_end_once_stable(self):
        _, report = self.epd(SUITE[1:2], "--depth", 12, "--stable", 2)
        result = report["results"][0]
        self.assertTrue(result["solved"])
        self.assertLess(result["depth"], 12)
        self.assertLessEqual(result["stable_ms"], result["runs"][0]["ms"])
        _, report = self.epd(SUITE[2:3], "--depth", 8, "--stable", 2)
        self.assertEqual(report["results"][0]["depth"], 8)

    def test_times(self):
        _, report = self.epd(SUITE, "--depth", 6)
        for result in report["results"]:
            if result["solved"]:
                self.assertLessEqual(result["first_ms"], result["stable_ms"])
            else:
                self.assertIsNone(result["stable_ms"])

    def test_engines_threads_and_repeats(self):
        _, one = self.epd(SUITE * 3, "--depth", 6)
        _, many = self.epd(SUITE * 3, "--depth", 6, "--concurrency", 3, "--hash", 1)
        _, one_small = self.epd(SUITE * 3, "--depth", 6, "--hash", 1)
        def trees(report):
            return [(r["id"], r["move"], r["nodes"]) for r in report["results"]]
        self.assertEqual(trees(many), trees(one_small))
        self.assertEqual(trees(one)[:4], trees(one)[4:8])
        _, report = self.epd(SUITE, "--repeat", 3, "--threads", 2, "--concurrency", 2)
        self.assertEqual((report["total"], report["attempts"]), (4, 12))
        self.assertEqual(report["solved_attempts"],
                         sum(run["solved"] for r in report["results"] for run in r["runs"]))
        low, high = report["interval"]
        self.assertTrue(0 <= low < report["rate"] < high <= 1)
        self.assertEqual([len(r["runs"]) for r in report["results"]], [3] * 4)

    def test_same_tree_as_uci(self):
        lines = [f"{fen} am {move};" for fen, move in (
            ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", "a3"),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "a3"),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "Kb6"))] * 2
        for limit in ("depth 9", "nodes 20000"):
            _, report = self.epd(lines, *f"--{limit}".split(), "--hash", 1)
            with epd_reference.Session("Hash value 1") as session:
                for result in report["results"]:
                    best, nodes = session.best_move(result["fen"], limit)
                    self.assertEqual((result["uci"], result["nodes"]), (best, nodes))


class Places(Case):
    """Several engines at once, as the kernel sees them."""

    def bound_to(self, pid):
        """The processors of each thread that may not run on all of them."""
        allowed = os.sched_getaffinity(0)
        found = []
        for task in Path("/proc", str(pid), "task").iterdir():
            try:
                found.append(frozenset(os.sched_getaffinity(int(task.name))))
            except (ProcessLookupError, ValueError):
                continue
        return [processors for processors in found if processors != allowed]

    def test_no_two_engines_share_a_processor(self):
        processors = len(os.sched_getaffinity(0))
        if processors < 2:
            self.skipTest("one processor")
        engines = min(processors, 4)
        json_path = self.folder / "report.json"
        process = subprocess.Popen(
            [os.environ["QUORUM_BINARY"], "epd", self.path("\n".join(SUITE * engines)),
             "--movetime", "500", "--concurrency", str(engines), "--json", json_path],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        bound, end = [], time.monotonic() + 60
        while len(bound) < engines and process.poll() is None and time.monotonic() < end:
            bound = self.bound_to(process.pid)
            time.sleep(0.02)
        self.assertEqual(process.wait(timeout=100), 0)
        self.assertEqual(len(bound), engines)
        self.assertEqual(sum(map(len, bound)), len(frozenset.union(*bound)), bound)
        self.assertTrue(json.loads(json_path.read_text())["bound"])

    def test_one_engine_and_crowds_are_left_to_the_kernel(self):
        _, report = self.epd(SUITE)
        self.assertFalse(report["bound"])
        _, report = self.epd(SUITE, "--concurrency", 2, "--threads",
                             len(os.sched_getaffinity(0)))
        self.assertFalse(report["bound"])


class Network(Case):
    def setUp(self):
        super().setUp()
        self.network = random_network(64, 3)
        self.file = self.path(self.network, "a.nnue")
        self.id = self.network[504:512][::-1].hex()

    def test_is_used_by_all_engines_and_named(self):
        _, own = self.epd(SUITE, "--hash", 1)
        page = self.folder / "page.html"
        _, one = self.epd(SUITE, "--hash", 1, "--eval-file", self.file, "--html", page)
        self.assertEqual(one["network"], self.id)
        self.assertIn(self.id, page.read_text())
        self.assertNotEqual(own["network"], self.id)
        self.assertNotEqual([r["nodes"] for r in own["results"]],
                            [r["nodes"] for r in one["results"]])
        _, two = self.epd(SUITE, "--hash", 1, "--eval-file", self.file, "--concurrency", 2)
        self.assertEqual([r["nodes"] for r in one["results"]],
                         [r["nodes"] for r in two["results"]])

    def test_is_refused_with_a_reason(self):
        for name, content, reason in (("cut.nnue", self.network[:-1], "the file is cut"),
                                      ("text.nnue", b"once upon a time\n" * 99, "not a network"),
                                      ("empty.nnue", b"", "the file is empty")):
            process, report = self.epd(SUITE, "--eval-file", self.path(content, name), code=2)
            self.assertIn(f"{name}: {reason}", process.stderr)
            self.assertEqual((process.stdout, report), ("", None))
        process, _ = self.epd(SUITE, "--eval-file", self.folder / "none.nnue", code=2)
        self.assertIn("none.nnue: No such file", process.stderr)

    def test_a_journal_belongs_to_its_network(self):
        journal = self.folder / "journal"
        self.epd(SUITE, "--resume", journal)
        kept = journal.read_bytes()
        process, _ = self.epd(SUITE, "--resume", journal, "--eval-file", self.file, code=2)
        self.assertIn("another run: network is ", process.stderr)
        self.assertEqual(journal.read_bytes(), kept)

    def test_comparison_names_both(self):
        reports = [self.folder / "own.json", self.folder / "other.json"]
        page = self.folder / "page.html"
        for report, options in zip(reports, ([], ["--eval-file", self.file])):
            run("epd", self.path(SUITE[0]), "--depth", 2, "--json", report, *options)
        process = run("compare", *reports, "--html", page)
        self.assertRegex(process.stdout, f"\nNetworks +: A .*, B {self.id}\n")
        self.assertIn(self.id, page.read_text())
        self.assertNotIn("Network", run("compare", reports[0], reports[0]).stdout)


class Journal(Case):
    def test_an_interrupted_run_goes_on(self):
        journal = self.folder / "journal"
        lines = SUITE * 5
        _, whole = self.epd(lines, "--nodes", 3000, "--resume", journal)
        entries = journal.read_bytes().splitlines(keepends=True)
        self.assertEqual(len(entries), 1 + len(lines))
        journal.write_bytes(b"".join(entries[:8]) + entries[8][:20])
        _, resumed = self.epd(lines, "--nodes", 3000, "--resume", journal)
        self.assertEqual([(r["id"], r["uci"], r["nodes"], r["solved"]) for r in whole["results"]],
                         [(r["id"], r["uci"], r["nodes"], r["solved"]) for r in resumed["results"]])
        self.assertEqual(whole["results"][0]["first_ms"], resumed["results"][0]["first_ms"])
        again = journal.read_bytes().splitlines(keepends=True)
        self.assertEqual(len(again), 1 + len(lines))
        self.assertEqual(again[:8], entries[:8])

    def test_places_are_those_of_all_attempts(self):
        """Also where fewer attempts are left than there are engines, or none."""
        options = ("--nodes", 2000, "--concurrency", 2)
        for left in range(3):
            journal = self.folder / f"journal{left}"
            _, whole = self.epd(SUITE, *options, "--resume", journal)
            lines = journal.read_text().splitlines(keepends=True)
            journal.write_text("".join(lines[:len(lines) - left]))
            _, resumed = self.epd(SUITE, *options, "--resume", journal)
            self.assertEqual(resumed["bound"], whole["bound"])

    @unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "one processor")
    def test_places_of_an_earlier_session_count(self):
        """Of attempts that were crowded the report says so, whatever the last session has, and also where that makes
        none."""
        options = ("--nodes", 2000, "--concurrency", 2)
        processors = os.sched_getaffinity(0)
        journal = self.folder / "journal"
        for kept in (3, len(SUITE) + 1):
            os.sched_setaffinity(0, {min(processors)})
            try:
                _, first = self.epd(SUITE, *options, "--resume", journal)
            finally:
                os.sched_setaffinity(0, processors)
            self.assertFalse(first["bound"])
            lines = journal.read_text().splitlines(keepends=True)
            journal.write_text("".join(lines[:kept]))
            _, resumed = self.epd(SUITE, *options, "--resume", journal)
            self.assertFalse(resumed["bound"])
            journal.unlink()

    def test_an_attempt_that_is_done_is_not_made_again(self):
        journal = self.folder / "journal"
        self.epd(SUITE[:2], "--depth", 4, "--resume", journal)
        text = journal.read_text()
        changed = re.sub(r'"nodes":\d+', '"nodes":12345', text)
        journal.write_text(changed)
        _, report = self.epd(SUITE[:2], "--depth", 4, "--resume", journal, "--repeat", 2)
        runs = [[run["nodes"] for run in r["runs"]] for r in report["results"]]
        self.assertEqual([nodes[0] for nodes in runs], [12345, 12345])
        self.assertNotIn(12345, [nodes[1] for nodes in runs])

    def test_time_of_all_sessions(self):
        journal = self.folder / "journal"
        self.epd(SUITE[:2], "--movetime", 300, "--resume", journal)
        lines = journal.read_text().splitlines(keepends=True)
        times = [json.loads(line)["run_us"] / 1e6 for line in lines[1:]]
        self.assertTrue(0.29 < times[0] and times[0] + 0.29 < times[1], times)
        journal.write_text(lines[0] + re.sub(r'"run_us":\d+', '"run_us":5000000000', lines[1]))
        process, report = self.epd(SUITE[:2], "--movetime", 300, "--resume", journal)
        self.assertTrue(5000.29 < report["seconds"] < 5100, report["seconds"])
        self.assertIn(f"Time: {report['seconds']:.3f} s\n", process.stdout)
        self.assertGreater(json.loads(journal.read_text().splitlines()[2])["run_us"], 5000290000)

    def test_times_that_no_run_takes(self):
        journal = self.folder / "journal"
        self.epd(SUITE[:2], "--nodes", 500, "--resume", journal)
        lines = journal.read_text().splitlines(keepends=True)
        for time in (-1, -9223372036854775808, 9223372036854775807, 9223372036854770000):
            journal.write_text(lines[0] + re.sub(r'"run_us":\d+', f'"run_us":{time}', lines[1]))
            process, _ = self.epd(SUITE[:2], "--nodes", 500, "--resume", journal, code=2)
            self.assertIn(f"{journal}:2: no run takes so long", process.stderr)

    def test_an_attempt_with_impossible_numbers_is_no_attempt(self):
        journal = self.folder / "journal"
        self.epd(SUITE[:2], "--nodes", 500, "--resume", journal)
        lines = journal.read_text().splitlines(keepends=True)
        for name, number in (("depth", 2**31 - 1), ("depth", 2**32), ("nodes", -1),
                             ("score", -(2**31)), ("stable_us", 2**62), ("elapsed_us", -1)):
            journal.write_text(lines[0] + re.sub(rf'"{name}":-?\d+', f'"{name}":{number}', lines[1]))
            process, _ = self.epd(SUITE[:2], "--nodes", 500, "--resume", journal, code=2)
            self.assertIn(f"{journal}:2: no search comes to such numbers", process.stderr)

    def test_has_to_be_a_file(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path in ("/dev/full", "/dev/zero", os.devnull, pipe):
            if os.path.exists(path):
                process = run("epd", self.path(SUITE[0]), "--nodes", 10, "--resume", path)
                self.assertEqual((process.returncode, process.stdout), (2, ""), path)
                self.assertIn(f"{path}: a journal has to be a regular file", process.stderr)
        process = run("epd", self.path(SUITE[0]), "--nodes", 10, "--resume", "-", cwd=self.folder)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertFalse((self.folder / "-").exists())

    def test_one_run_at_a_time(self):
        """As far as the file system has locks; not all that clusters share do."""
        journal = self.folder / "journal"
        arguments = ["epd", self.path(SUITE[0]), "--nodes", "10", "--resume", journal]
        with open(journal, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            process = run(*arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(f"{journal}: another run uses this journal", process.stderr)
        process = run(*arguments, env=environment("flock:1"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(len(journal.read_bytes().splitlines()), 2)

    def test_a_header_that_finds_no_room(self):
        """The next run begins the journal again."""
        journal = self.folder / "journal"
        arguments = ["epd", self.path(SUITE[0]), "--nodes", "10", "--resume", journal]
        process = subprocess.run(
            [os.environ["QUORUM_BINARY"], *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
        self.assertEqual((process.returncode, process.stdout), (2, b""))
        part = journal.read_bytes()
        self.assertEqual(len(part), 100)
        self.assertEqual(run(*arguments).returncode, 0)
        lines = journal.read_bytes().splitlines()
        self.assertEqual((len(lines), lines[0][:100]), (2, part))
        journal.write_bytes(part.replace(b"epd", b"eqd"))
        self.assertEqual(run(*arguments).returncode, 2)

    def test_another_journal_is_refused_and_left_alone(self):
        journal = self.folder / "journal"
        self.epd(SUITE, "--depth", 4, "--resume", journal)
        kept = journal.read_bytes()
        for lines, options, reason in (
                (SUITE, ("--depth", 5), "settings.depth is 4 there, and 5 here"),
                (SUITE[1:], ("--depth", 4), "another run: suite is "),
                (SUITE[:3] + [SUITE[3].replace("bm", "am")], ("--depth", 4), "another run: suite is "),
                (SUITE, ("--depth", 4, "--hash", 2), "settings.hash_mib is 16 there, and 2 here")):
            process, _ = self.epd(lines, "--resume", journal, *options, code=2)
            self.assertIn(reason, process.stderr)
            self.assertEqual(journal.read_bytes(), kept)
        for content in (b"not a journal", b"not a journal\n", b"{}\n", b"[]", b"{}",
                        kept.replace(b'"entry":1', b'"entry":99'), kept + b"x\n" + kept):
            journal.write_bytes(content)
            process, _ = self.epd(SUITE, "--depth", 4, "--resume", journal, code=2)
            self.assertIn(f"{journal}:", process.stderr)
            self.assertEqual(journal.read_bytes(), content)


class Outcome(Case):
    def test_exit_codes(self):
        for expect, code in (("3", 0), ("4", 1), ("75%", 0), ("76%", 1), ("0", 0)):
            process, report = self.epd(SUITE, "--expect", expect, code=code)
            self.assertEqual(report["solved"], 3)
            named = [line for line in process.stderr.splitlines() if "not solved" in line]
            self.assertEqual(len(named), code)
            if named:
                self.assertRegex(named[0], r"suite\.epd:3: capture\.2: not solved: exd5 \(not exd5\)$")

    def test_bad_arguments_and_files(self):
        good = self.path(SUITE[0])
        empty = self.path("# nothing\n", "empty.epd")
        for arguments in ([], ["--depth", "x", good], ["--depth", "0", good], ["--nodes", "0", good],
                          ["--nodes", "99999999999999999999", good],
                          ["--nodes", "18446744073709551617", good],
                          ["--movetime", "-5", good], ["--threads", "0", good],
                          ["--hash", "0", good], ["--concurrency", "0", good],
                          ["--repeat", "0", good], ["--expect", "x", good],
                          ["--expect", "101%", good], ["--expect", "", good], ["--nonsense", good],
                          [empty], [self.folder], [good, self.folder / "none.epd"]):
            process = run("epd", *arguments)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertNotEqual(process.stderr, "")
            self.assertEqual(process.stdout, "", arguments)
        self.assertIn("none.epd: No such file", process.stderr)
        for option in ("--json", "--csv", "--html", "--resume"):
            process = run("epd", good, "--depth", 2, option, self.folder / "no" / "where")
            self.assertEqual(process.returncode, 2, option)
            self.assertIn("No such file", process.stderr)

    def test_every_file_has_to_hold_a_position(self):
        good = self.path(SUITE[0], "good.epd")
        empty = self.path("# nothing\n", "empty.epd")
        useless = self.path("nonsense\n", "useless.epd")
        for files, name in (([empty], "empty"), ([good, empty], "empty"), ([empty, good], "empty"),
                            ([good, useless], "useless")):
            process = run("epd", *files, "--nodes", 10)
            self.assertEqual((process.returncode, process.stdout), (2, ""), files)
            self.assertIn(f"{name}.epd: no position that could be searched", process.stderr)
        self.assertIn("useless.epd:1: ", process.stderr)

    def test_lines_come_in_order(self):
        process, _ = self.epd(SUITE, "--concurrency", 3)
        self.assertEqual(re.findall(r"^(?:ok|--) +(\S+):", process.stdout, re.MULTILINE),
                         ["mate.1", "capture.1", "capture.2", "capture.3"])
        self.assertEqual(process.stderr.count("\r"), 0)
        process, _ = self.epd(SUITE, "--quiet")
        self.assertNotIn("mate.1", process.stdout)
        self.assertIn("Solved: 3 (75.0 %)", process.stdout)

    def shown_on_terminal(self, columns=0, kind="xterm"):
        """What stderr shows of a run where it is a terminal, of so many columns if it tells them; and stdout."""
        try:
            leader, follower = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal to be had: {error}")
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        path = self.path("\n".join(SUITE * 3))
        process = subprocess.run(
            [os.environ["QUORUM_BINARY"], "epd", path, "--movetime", "60"],
            env=dict(os.environ, TERM=kind), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=follower,
            timeout=100)
        os.write(follower, b"end")
        os.close(follower)
        shown = os.read(leader, 65536).decode()
        os.close(leader)
        return shown, process.stdout

    def test_progress_on_a_terminal_only(self):
        shown, out = self.shown_on_terminal()
        self.assertIn("[#", shown)
        self.assertIn("/12 solved ", shown)
        self.assertIn(" s left", shown)
        self.assertNotIn(b"left", out)

    def test_no_progress_where_nothing_can_be_drawn_over(self):
        self.assertNotRegex(self.shown_on_terminal(kind="dumb")[0], "\x1b|left")

    def test_progress_fits_into_the_terminal(self):
        """A line that wraps cannot be drawn over, and scrolls the terminal each time."""
        for columns in (20, 40):
            shown = self.shown_on_terminal(columns)[0]
            self.assertIn("/12 solved " if columns > 20 else "/12 sol", shown)
            drawn = [line for line in re.split("[\r\n]+", shown.replace("\x1b[K", "")) if "/12 sol" in line]
            self.assertEqual([line for line in drawn if len(line) >= columns], [])


class Reports(Case):
    LINES = SUITE + [MATE_IN_ONE + ' bm Ra8; id "<b>&amp; \'x\', y";', "nonsense <i>"]

    def test_page(self):
        page = self.folder / "page.html"
        self.epd(self.LINES, "--html", page)
        text = page.read_text()
        parsed = Page(text)
        self.assertEqual(parsed.faults, [])
        self.assertEqual(parsed.references, [])
        self.assertNotIn("http", text)
        self.assertNotIn("<b>&amp;", text)
        self.assertIn("<b>&amp; 'x', y", parsed.text)
        self.assertIn("4 of 5", parsed.text)
        self.assertIn("prefers-color-scheme:dark", text)
        self.assertIn("<svg", text)

    def test_page_names_themes_in_any_script(self):
        """Broken behind a slash only."""
        page = self.folder / "page.html"
        self.epd([f'{MATE_IN_ONE} bm Ra8; id "{theme}.{number}";'
                  for theme in ("Läufer", "Türme/Жертва & mehr") for number in range(4)], "--html", page)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(re.findall('<div class="bar"><span>(.*?)</span>', text),
                         ["Läufer", "Türme/<wbr>Жертва &#38; mehr"])

    def test_page_has_boards(self):
        """What is not solved comes first, with both moves; what is solved is folded away."""
        page = self.folder / "page.html"
        lines = [MATE_IN_ONE + f' {operation}; id "{name}";'
                 for operation, name in (("bm Ra8", "right"), ("bm Ra7 Ra2", "wrong"))]
        self.epd(lines, "--html", page)
        text = page.read_text()
        Page(text)
        self.assertLess(text.index(">wrong<"), text.index("<details>"))
        self.assertLess(text.index("<details>"), text.index(">right<"))
        boards = re.findall(r'<svg class="board".*?</svg>', text, re.S)
        self.assertEqual([board.count("<use") for board in boards], [7, 7])
        self.assertEqual([(board.count("arrow wanted"), board.count("arrow played"))
                          for board in boards], [(2, 1), (1, 0)])
        self.assertIn("wanted Ra7 Ra2, played Ra8#", boards[0])
        self.assertIn('d="M10 150l0.0 -135.0"', boards[1])

    def test_page_has_arrows_for_points_alone(self):
        page = self.folder / "page.html"
        self.epd([f'{MATE_IN_ONE} {operations};' for operations in (
            'c0 "Ra7=9, Ra2=9, Ra8=1"', 'bm Ra7; c0 "Ra2=9"', 'dm 1; c0 "Ra2=9"')], "--html", page)
        boards = re.findall(r'<svg class="board".*?</svg>', page.read_text(), re.S)
        self.assertEqual([board.count("arrow wanted") for board in boards], [2, 1, 0])

    def test_page_without_points(self):
        page = self.folder / "page.html"
        self.epd([SUITE[0], MATE_IN_ONE + ' bm Ra8; c0 "Ra7=3"; id "points";'], "--html", page)
        headings, *rows = Page(page.read_text()).rows
        points = headings.index("Points")
        self.assertEqual([row[points] for row in rows], ["–", "0"])

    def test_csv(self):
        path = self.folder / "table.csv"
        _, report = self.epd(self.LINES, "--csv", path)
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["id"] for row in rows], [r["id"] for r in report["results"]])
        self.assertEqual([row["move"] for row in rows], [r["move"] for r in report["results"]])
        self.assertEqual([int(row["solved"]) for row in rows],
                         [r["solved"] for r in report["results"]])

    def test_json(self):
        _, report = self.epd(self.LINES)
        for name in ("format", "version", "build", "machine", "date", "files", "settings", "total",
                     "solved", "skipped", "points", "seconds"):
            self.assertIn(name, report)
        for result in report["results"]:
            for name in ("id", "fen", "solved", "move", "first_ms", "stable_ms", "nodes", "depth"):
                self.assertIn(name, result)
        self.assertEqual(report["settings"]["depth"], 5)
        self.assertEqual(len(report["results"]), report["total"])

    def test_compare(self):
        names = []
        for depth in (1, 6):
            names.append(self.folder / f"{depth}.json")
            run("epd", self.path("\n".join(SUITE * 2)), "--depth", depth, "--json", names[-1])
        page = self.folder / "compare.html"
        report = json.loads(names[0].read_text())
        for result in report["results"][:2]:
            result["solved"] = False
        names[0].write_text(json.dumps(report))
        process = run("compare", *names, "--html", page)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertRegex(process.stdout, "(?m)^Positions in both +: 8$")
        alone = re.search(r"By A alone +: (\d+)\nBy B alone +: (\d+)\n", process.stdout)
        self.assertEqual(alone.groups(), ("0", "2"))
        self.assertIn("p = 0.5, not significant", process.stdout)
        self.assertIn("different limits", process.stdout)
        parsed = Page(page.read_text())
        self.assertEqual((parsed.faults, parsed.references), ([], []))
        process = run("compare", names[1], names[1])
        self.assertRegex(process.stdout, "By A alone +: 0\nBy B alone +: 0\n")
        self.assertNotIn("Cut short", process.stdout)
        report["cut_short"] = True
        names[0].write_text(json.dumps(report))
        for order, which in ((names, "A"), (names[::-1], "B"), (names[:1] * 2, "A and B")):
            process = run("compare", *order, "--html", page)
            self.assertRegex(process.stdout, f"(?m)^Cut short +: {which}$")
            self.assertIn("Cut short", page.read_text())

    def test_compare_tells_positions_of_one_id_apart(self):
        lines = [f'{MATE_IN_ONE} bm Ra8; id "same";', f'{CASTLING} bm Rh2; id "same";']
        names = []
        for order in (lines, lines[::-1]):
            names.append(self.folder / f"{len(names)}.json")
            run("epd", self.path("\n".join(order)), "--depth", 3, "--json", names[-1])
        self.assertRegex(run("compare", *names).stdout, "By A alone +: 0\nBy B alone +: 0\n")

    def curves(self, page):
        """The steps of each curve of a page, as the places of its corners, from 0 to 1000 to the
        right and down."""
        curves = []
        for path in re.findall(r'<path class="s s\d" d="M0 1000([^"]*)"/>\n', page.read_text()):
            places = re.findall(r"([HV])([\d.]+)", path)
            self.assertEqual("".join(way for way, _ in places), "HV" * (len(places) // 2) + "H")
            curves.append([float(place) for _, place in places])
        return curves

    def marks(self, page, way):
        """The numbers at an axis of the chart, h or v."""
        return re.findall(rf'<span class="tick {way}"[^>]*>([^<]*)<', page.read_text())

    def test_curve_of_one_position(self):
        page = self.folder / "page.html"
        self.epd(SUITE[0], "--html", page)
        (across, down, end), = self.curves(page)
        self.assertTrue(0 <= across < 1000, across)
        self.assertEqual((down, end), (500, 1000))
        self.assertEqual(self.marks(page, "v"), ["0", "1", "2"])

    def test_curve_ends_at_the_limit(self):
        page = self.folder / "page.html"
        self.epd([SUITE[0]] * 5, "--movetime", 60, "--html", page)
        (*steps, end), = self.curves(page)
        self.assertEqual((len(steps), end), (10, 1000))
        self.assertEqual(steps[::2], sorted(steps[::2]))
        self.assertEqual(self.marks(page, "v")[-1], "6")
        self.assertGreater(min(steps[1::2]), 100)
        self.assertEqual(self.marks(page, "h")[-1], "0.06")
        self.assertEqual(len(set(self.marks(page, "h"))), len(self.marks(page, "h")))

    def test_curves_of_two_limits(self):
        page = self.folder / "page.html"
        reports = []
        for limit in (10, 50):
            reports.append(self.folder / f"{limit}.json")
            run("epd", self.path("\n".join(SUITE)), "--movetime", limit, "--json", reports[-1])
        run("compare", *reports, "--html", page)
        short, entire = self.curves(page)
        self.assertTrue(300 < short[-1] < 900, short)
        self.assertEqual(entire[-1], 1000)
        self.assertEqual(self.marks(page, "h")[-1], "0.05")

    def test_curve_of_nothing(self):
        """Beside another; alone it is a line of text."""
        page, reports = self.folder / "page.html", []
        for depth, move in ((2, "Ra8"), (3, "Ra7")):
            reports.append(self.folder / f"{move}.json")
            run("epd", self.path(f'{MATE_IN_ONE} bm {move}; id "x";'), "--depth", depth, "--json",
                reports[-1], "--html", page)
        self.assertEqual(self.curves(page), [])
        self.assertIn("nothing to show", page.read_text())
        run("compare", *reports, "--html", page)
        self.assertEqual([curve[-1] for curve in self.curves(page)], [1000, 1000])
        self.assertEqual(self.curves(page)[1], [1000])

    def bars(self, page):
        """Width and text of each bar of a page."""
        return re.findall(r'style="width:([^"]*)%"></b><u[^>]*></u></i><span>([^<]*)<', page.read_text())

    def test_rates_of_themes(self):
        suite = self.path("".join(
            f'{MATE_IN_ONE} bm Ra8; id "mate.{i}";\n'
            f'{MATE_IN_ONE} bm {"Ra8" if i else "Ra7"}; c0 "Ra8=10, Ra7=3"; id "rook.{i}";\n'
            for i in range(4)))
        report, page = self.folder / "run.json", self.folder / "page.html"
        outputs = ("--json", report, "--html", page)
        run("epd", suite, "--depth", 5, *outputs)
        self.assertEqual(self.bars(page), [("100.00", "4 of 4 (100.0 %)"),
                                           ("75.00", "3 of 4 (75.0 %), 40 of 40 points")])
        run("compare", report, report, "--html", page)
        self.assertEqual(self.bars(page), [("100.00", "A: 4 of 4 (100.0 %)"),
                                           ("100.00", "B: 4 of 4 (100.0 %)"),
                                           ("75.00", "A: 3 of 4 (75.0 %)"),
                                           ("75.00", "B: 3 of 4 (75.0 %)")])

    def test_rates_of_themes_with_several_attempts(self):
        suite = self.path("".join(f'{MATE_IN_ONE} bm Ra8; id "{theme}.{i}";\n'
                                  for theme in ("mate", "rook") for i in range(4)))
        once, report = self.folder / "once.json", self.folder / "run.json"
        page, journal = self.folder / "page.html", self.folder / "journal"
        run("epd", suite, "--depth", 5, "--json", once)
        repeated = ("epd", suite, "--depth", 5, "--repeat", 4, "--resume", journal)
        run(*repeated)
        # The first attempt at each position of the first theme is declared to have failed, and of
        # those at the last position the second, too.
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        for line in lines[1:]:
            line["solved"] = line["repetition"] >= [1, 1, 1, 1, 0, 0, 0, 2][line["entry"]]
        journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
        run(*repeated, "--json", report, "--html", page)
        self.assertEqual(self.bars(page), [("75.00", "12 of 16 attempts (75.0 %)"),
                                           ("87.50", "14 of 16 attempts (87.5 %)")])
        text = Page(page.read_text()).text
        for figure in ("Solved in most attempts7 of 8", "Solved attempts26 of 32",
                       "Rate of attempts81.2 %"):
            self.assertIn(figure, text)
        run("compare", once, report, "--html", page)
        self.assertEqual(self.bars(page), [("100.00", "A: 4 of 4 (100.0 %)"),
                                           ("75.00", "B: 12 of 16 attempts (75.0 %)"),
                                           ("100.00", "A: 4 of 4 (100.0 %)"),
                                           ("87.50", "B: 14 of 16 attempts (87.5 %)")])
        parsed = Page(page.read_text())
        self.assertRegex(parsed.text, r"\sA Ra8#\s+B Ra8# 2 of 4\s")
        self.assertIn("more than half of the attempts", parsed.text)

    def facts(self, text):
        """The lists of a page, or of a part of one: names and values."""
        return {name: html.unescape(value)
                for name, value in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text)}

    def test_settings(self):
        suite, page = self.path(SUITE[0]), self.folder / "compare.html"
        reports, pages = [], []
        for options in (("--nodes", 2000, "--depth", 4, "--stable", 3, "--repeat", 2),
                        ("--movetime", 20, "--hash", 2, "--concurrency", 2)):
            reports.append(self.folder / f"{len(reports)}.json")
            pages.append(self.folder / f"{len(pages)}.html")
            run("epd", suite, *options, "--json", reports[-1], "--html", pages[-1])
        run("compare", *reports, "--html", page)
        text = page.read_text()
        runs = [self.facts(part) for part in re.split("<h2>Run [AB]</h2>", text)[1:]]
        for facts, report, own in zip(runs, reports, pages, strict=True):
            self.assertEqual(facts.pop("Report"), str(report))
            self.assertLessEqual(facts.items(), self.facts(own.read_text()).items())
        for facts, wanted in zip(runs, (
                {"File": str(suite), "Nodes a position": "2000", "Depth": "4", "Threads": "1",
                 "Ends when right for": "3 plies", "Attempts at each position": "2"},
                {"File": str(suite), "Time a position": "20 ms", "Table": "2 MiB",
                 "Attempts at each position": "1"})):
            self.assertLessEqual(wanted.items(), facts.items())
        self.assertTrue(runs[1]["Engines at once"].startswith("2"), runs[1])
        self.assertNotIn("Depth", runs[1])

    def test_compare_refuses_other_files(self):
        good = self.folder / "good.json"
        run("epd", self.path(SUITE[0]), "--depth", 2, "--json", good)
        for content in ("", "{", "[]", "{}", '{"format":"quorum-epd","format_version":1}',
                        '{"format":"quorum-epd","format_version":1,"results":[{"id":1}]}',
                        '{"format":"quorum-epd","format_version":2,"results":[]}',
                        good.read_text().replace('"solved_attempts": 1', '"solved_attempts": 2')):
            bad = self.path(content, "bad.json")
            for pair in ((good, bad), (bad, good)):
                process = run("compare", *pair)
                self.assertEqual((process.returncode, process.stdout), (2, ""), content)
                self.assertIn("bad.json", process.stderr)
        for arguments in ([], [good], [good] * 9, [good, self.folder / "none"]):
            self.assertEqual(run("compare", *arguments).returncode, 2)


if __name__ == "__main__":
    unittest.main()
