#!/usr/bin/env python3
"""quorum-spsa from the outside: reproducible, resumable, stoppable, and clear about misuse."""

import csv
import os
import re
import resource
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nnue"))

from network_bytes import random_network  # noqa: E402
from programs import DirectoryTest, environment, program, run  # noqa: E402

# Tiny searches, and moves large enough to show: what is tested here is all around the games.
QUICK = ("--pairs", 2, "--nodes", 20, "--rate", 0.5)
FIRM = ("--pairs", 2, "--nodes", 100, "--rate", 0.5)  # small changes of the rows change games
ROW = re.compile(r" {4}X\((\w+), (-?\d+), (-?\d+), (-?\d+)\)")
HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "search",
                      "tunables.h")


def table_of(text):
    """Name to (value, least, most) of all rows of the table of tunables in a text."""
    return {name: tuple(map(int, numbers)) for name, *numbers in ROW.findall(text)}


def table_of_header():
    with open(HEADER, encoding="ascii") as file:
        return table_of(file.read())


class Directory(DirectoryTest):
    def contents(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def tune(self, journal, iterations, *options):
        return run("spsa", "--journal", self.path(journal), "--iterations", iterations, *options)

    def tune_well(self, *arguments):
        process = self.tune(*arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout

    def records(self, name):
        """Won, drawn and lost games of each iteration."""
        lines = self.contents(name).decode().splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith("won, ")) + 1
        return [tuple(map(int, line.split())) for line in lines[first:]]

    def start(self, journal, iterations, *options):
        return self.start_program("spsa", "--journal", self.path(journal), "--iterations", iterations,
                                  *options)

    def await_records(self, process, journal, count):
        deadline = time.monotonic() + 200
        while (not os.path.exists(self.path(journal)) or
               b"won, " not in self.contents(journal) or len(self.records(journal)) < count):
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)


class Run(Directory):
    def test_same_run_with_any_number_of_threads(self):
        for ahead in (0, 3):
            options = (*FIRM, "--ahead", ahead)
            rows = {self.tune_well(f"{ahead}-{threads}", 12, "--threads", threads, *options)
                    for threads in (1, 2, 5)}
            self.assertEqual(len(rows), 1)
            journals = {self.contents(f"{ahead}-{threads}") for threads in (1, 2, 5)}
            self.assertEqual(len(journals), 1)
        self.assertNotEqual(self.records("0-1"), self.records("3-1"))

    def test_rows_and_records(self):
        before = table_of_header()
        after = table_of(self.tune_well("out", 10, *QUICK))
        self.assertEqual(list(after), list(before))
        changed = 0
        for name, (value, least, most) in after.items():
            self.assertEqual((least, most), before[name][1:])
            self.assertTrue(least <= value <= most, name)
            changed += value != before[name][0]
        self.assertGreater(changed, 5)
        records = self.records("out")
        self.assertEqual(len(records), 10)
        self.assertEqual({sum(record) for record in records}, {4})
        self.assertGreater(len(set(records)), 1)

    def test_only_some_parameters(self):
        names = {"FUTILITY_BASE", "SEE_NOISY_SLOPE"}
        # With fewer nodes these two do not show.
        after = table_of(self.tune_well("out", 10, "--only", ",".join(names), "--pairs", 2,
                                        "--nodes", 200, "--rate", 0.5, "--csv", self.path("csv")))
        before = table_of_header()
        for name in before:
            if name not in names:
                self.assertEqual(after[name], before[name])
        self.assertTrue(any(after[name] != before[name] for name in names))
        self.assertEqual(set(self.contents("csv").decode().split("\n")[0].split(",")),
                         names | {"iteration"})

    def test_traces(self):
        rows = self.tune_well("out", 10, *QUICK, "--csv", self.path("csv"),
                              "--html", self.path("html"))
        with open(self.path("csv"), newline="", encoding="ascii") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual([int(line["iteration"]) for line in lines], list(range(11)))
        after = table_of(rows)
        before = {name: row for name, row in table_of_header().items() if name in lines[0]}
        for name in before:
            self.assertEqual(float(lines[0][name]), before[name][0])
            self.assertLessEqual(abs(float(lines[-1][name]) - after[name][0]), 0.5001)
        page = self.contents("html").decode()
        curves = re.findall(r'<svg viewBox="0 0 1000 1000".*?<path class="s s0" d="(.*?)"', page,
                            re.DOTALL)
        self.assertEqual([len(re.findall("[ML]", curve)) for curve in curves], [11] * len(before))
        for name in before:
            self.assertIn(name, page)

    def test_options_make_other_runs(self):
        network = self.path("net")
        with open(network, "wb") as file:
            file.write(random_network())
        short = ("--nodes", 20)
        runs = [(*short, "--seed", 1), (*short, "--seed", 2), (*short, "--chess960", 100),
                (*short, "--eval-file", network), (*short, "--random-plies", 4),
                (*short, "--step", 20), ("--exact-nodes", 100), ("--clock", 16000),
                ("--clock", 16000, "--increment", 200)]
        found = set()
        for i, options in enumerate(runs):
            self.tune_well(f"{i}", 8, "--pairs", 3, *options)
            found.add(tuple(self.records(f"{i}")))
        self.assertEqual(len(found), len(runs))

    def test_time_a_move(self):
        begin = time.monotonic()
        self.tune_well("out", 1, "--pairs", 1, "--movetime", 5)
        self.assertGreater(time.monotonic() - begin, 2 * 20 * 0.005)
        self.assertEqual(sum(self.records("out")[0]), 2)

    def test_clock_of_nodes(self):
        names = ("TIME_SHARE_FIRST", "TIME_MAXIMUM_SHARE")
        options = ("--pairs", 3, "--rate", 0.5, "--only", ",".join(names), "--clock", 40000,
                   "--increment", 300)
        rows = self.tune_well("1", 6, *options)
        after, before = table_of(rows), table_of_header()
        self.assertTrue(any(after[name] != before[name] for name in names))
        self.assertEqual(self.tune_well("2", 6, *options, "--threads", 3), rows)
        self.assertEqual(self.contents("2"), self.contents("1"))

    def test_openings_from_a_file(self):
        book = self.path("book.epd")
        with open(book, "w", encoding="ascii") as file:
            file.write("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -\n")  # nobody can get through
        self.tune_well("out", 2, *QUICK, "--openings", book, "--random-plies", 0)
        self.assertEqual(set(self.records("out")), {(0, 4, 0)})

    def test_openings_that_are_all_decided(self):
        book = self.path("book.epd")
        with open(book, "w", encoding="ascii") as file:
            file.write("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n")
        process = self.tune("out", 2, *QUICK, "--openings", book, "--random-plies", 0)
        self.assertEqual(process.returncode, 1)
        self.assertIn("no opening", process.stderr)

    def test_threads_without_work_are_named(self):
        process = self.tune("out", 2, *QUICK, "--ahead", 0, "--threads", 5)
        self.assertEqual(process.returncode, 0)
        self.assertIn("3 of 5 threads have nothing to do", process.stderr)


class Interruption(Directory):
    OPTIONS = (*QUICK, "--threads", 2, "--ahead", 2)

    def check_continued(self, journal, count, *options):
        """The rest of a run gives what the whole one gives."""
        process = self.tune(journal, count, *self.OPTIONS, *options)
        self.assertEqual(process.returncode, 0, process.stderr)
        whole = self.tune_well("whole", count, *self.OPTIONS)
        self.assertEqual(process.stdout, whole)
        self.assertEqual(self.contents(journal), self.contents("whole"))
        return process

    def test_killed_and_continued_is_the_same_as_at_once(self):
        process = self.start("killed", 60, *self.OPTIONS)
        self.await_records(process, "killed", 10)
        self.end(process)
        count = len(self.records("killed"))
        self.assertLess(count, 60)
        process = self.check_continued("killed", 60)
        self.assertIn(f"holds {count} iterations", process.stderr)

    def test_a_line_that_a_kill_has_cut(self):
        self.tune_well("cut", 20, *self.OPTIONS)
        with open(self.path("cut"), "r+b") as file:
            file.truncate(os.path.getsize(self.path("cut")) - 3)
        process = self.check_continued("cut", 20)
        self.assertIn("incomplete line", process.stderr)

    def test_signals_stop_in_order(self):
        for number_of_signal in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            journal = f"{number_of_signal}"
            process = self.start(journal, 10**6, *self.OPTIONS, "--plot", self.path("html"))
            self.await_records(process, journal, 3)
            process.send_signal(number_of_signal)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, errors)
            self.assertIn("stopped before the end", errors)
            self.assertEqual(list(table_of(output)), list(table_of_header()))
            self.assertIn(b"</html>", self.contents("html"))
            os.remove(self.path("html"))
            before = self.contents(journal)
            process = self.start(journal, 10**6, *self.OPTIONS)
            self.await_records(process, journal, len(self.records(journal)) + 1)
            self.end(process)
            self.assertTrue(self.contents(journal).startswith(before))

    def test_more_games_than_an_int_holds(self):
        """As many machines play them."""
        options = ("--pairs", 100000, "--ahead", 0, "--nodes", 20)
        process = self.start("out", 11000, *options)
        end = time.monotonic() + 60
        while not os.path.exists(self.path("out")) or not self.contents("out").endswith(b"iteration:\n"):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        with open(self.path("out"), "a", encoding="ascii") as file:
            file.write("0 200000 0\n" * 11000)
        process = self.tune("out", 11000, *options)
        self.assertEqual(process.returncode, 0)
        self.assertIn("11000 of 11000 iterations; 2200000000 games, 100.0 % drawn\n", process.stderr)

    def test_a_complete_run_is_left_alone(self):
        rows = self.tune_well("out", 5, *QUICK)
        before = self.contents("out")
        self.assertEqual(self.tune_well("out", 5, *QUICK, "--threads", 3), rows)
        self.assertEqual(self.contents("out"), before)


class Misuse(Directory):
    def test_other_options_than_the_journal_was_made_with(self):
        self.tune_well("out", 5, *QUICK)
        before = self.contents("out")
        for iterations, options in ((6, ()), (5, ("--seed", 2)), (5, ("--pairs", 3)),
                                    (5, ("--ahead", 2)), (5, ("--rate", 0.4)),
                                    (5, ("--step", 6)), (5, ("--nodes", 21)),
                                    (5, ("--hash", 5)), (5, ("--only", "RAZOR_BASE"))):
            keys = set(options[::2])
            kept = [word for pair in zip(QUICK[::2], QUICK[1::2]) if pair[0] not in keys
                    for word in pair]
            self.assert_refused(self.tune("out", iterations, *kept, *options), "another one")
        self.assertEqual(self.contents("out"), before)

    def test_a_journal_that_another_process_writes(self):
        process = self.start("out", 10**6, *QUICK)
        self.await_records(process, "out", 1)
        self.assert_refused(self.tune("out", 10**6, *QUICK), "another program")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_a_file_system_without_locks(self):
        process = run("spsa", "--journal", self.path("out"), "--iterations", 1, *QUICK, env=environment("flock:1"))
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_a_file_of_something_else(self):
        with open(self.path("out"), "w", encoding="ascii") as file:
            file.write("precious\n")
        self.assert_refused(self.tune("out", 5, *QUICK), "no journal")
        self.assertEqual(self.contents("out"), b"precious\n")

    def test_what_is_no_file(self):
        """It would be read without end, or keep nothing."""
        os.mkfifo(self.path("pipe"))
        for path in (self.path("pipe"), "/dev/zero", "/dev/null"):
            process = run("spsa", "--journal", path, "--iterations", 1, *QUICK, timeout=60)
            self.assert_refused(process, f"{path}: a journal has to be a regular file")
        process = subprocess.run([program("spsa"), "--journal", "-", "--iterations", "1"], cwd=self.directory,
                                 capture_output=True, text=True, timeout=60, check=False)
        self.assert_refused(process, "--journal needs the name of a file")
        self.assertEqual(os.listdir(self.directory), ["pipe"])

    def test_a_bad_network(self):
        with open(self.path("net"), "wb") as file:
            file.write(random_network()[:-8])
        self.assert_refused(self.tune("out", 5, *QUICK, "--network", self.path("net")),
                            "the file is cut")
        self.assertFalse(os.path.exists(self.path("out")))

    def test_a_page_that_cannot_be_written(self):
        """It is told before the games."""
        for option in ("--html", "--plot", "--csv"):
            process = self.tune("out", 2, *QUICK, option, self.path("no/such/place"))
            self.assert_refused(process, "No such file")
            self.assertFalse(os.path.exists(self.path("out")))
        self.assert_refused(self.tune("out", 2, *QUICK, "--csv", "-"), "names of files")
        self.assert_refused(self.tune("out", 2, *QUICK, "--csv", self.path("out")), "to be read")

    def test_a_page_that_is_lost(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        process = self.tune("out", 2, *QUICK, "--html", "/dev/full")
        self.assertEqual(process.returncode, 2)
        self.assertIn("No space left", process.stderr)
        self.assertEqual(len(self.records("out")), 2)

    def test_a_journal_that_finds_no_room(self):
        """It is named, and the run goes on once there is room."""
        self.tune_well("whole", 5, *QUICK)
        room = len(self.contents("whole")) - 3  # the last line is cut
        command = [program("spsa"), "--journal", self.path("out"), "--iterations", "5", *map(str, QUICK)]
        process = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False,
                                 restore_signals=False,  # SIGXFSZ, which Python ignores, would end it
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
        self.assert_refused(process, f"{self.path('out')}: File too large")
        self.tune_well("out", 5, *QUICK)
        self.assertEqual(self.contents("out"), self.contents("whole"))

    def test_bad_arguments(self):
        journal = ("--journal", self.path("out"))
        needed = (*journal, "--iterations", 5)
        for arguments in ((), journal, ("--iterations", 5), (*journal, "--iterations", 0),
                          (*needed, "--pairs", 0), (*needed, "--ahead", -1),
                          (*needed, "--threads", 0), (*needed, "--seed", -1),
                          (*needed, "--rate", 0), (*needed, "--rate", "x"),
                          (*needed, "--rate", "nan"), (*needed, "--step", 0),
                          (*needed, "--only", "NONSENSE"), (*needed, "--only", ""),
                          (*needed, "--only", "RAZOR_BASE,"), (*needed, "--nodes", 0),
                          (*needed, "--nodes", 5, "--movetime", 5),
                          (*needed, "--exact-nodes", 5, "--movetime", 5),
                          (*needed, "--clock", 7999), (*needed, "--increment", 100),
                          (*needed, "--nodes", 5, "--clock", 8000),
                          (*needed, "--random-plies", 0), (*needed, "--chess960", 101),
                          (*needed, "--openings", self.path("none")), (*needed, "file"),
                          (*needed, "--nonsense")):
            process = run("spsa", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)
            self.assertFalse(os.path.exists(self.path("out")), arguments)


if __name__ == "__main__":
    program("spsa")
    unittest.main()
