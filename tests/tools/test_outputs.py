#!/usr/bin/env python3
"""What all commands owe to the output that they are asked for: on stdout and in files."""

import csv
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

from program import complaints, run

sys.path.insert(0, str(Path(__file__).parent.parent / "faults"))
from injection import environment  # noqa: E402

POSITION = '6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "mate.1";\n'
COUNTS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n"
MACHINE = "package:1 core:2 pu:1"
MACHINES = Path(__file__).parent.parent / "machine" / "machines"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.suite = self.folder / "suite.epd"
        self.suite.write_text(POSITION)
        self.counts = self.folder / "counts.epd"
        self.counts.write_text(COUNTS)

    def run_here(self, *arguments, **more):
        return run(*arguments, cwd=self.folder, **more)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def report_of_epd(self, name="a.json"):
        path = self.folder / name
        process = run("epd", self.suite, "--nodes", 10, "--json", path)
        self.assertEqual(process.returncode, 0, process.stderr)
        return path

    def has_hwloc(self):
        return "without hwloc" not in run("topology", "--from", MACHINE).stderr


@unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
class LostOutput(Case):
    def test_is_told_by_every_command(self):
        report = self.report_of_epd()
        for arguments in (["--help"], ["--version"], ["bench", "--help"], ["bench", 1],
                          ["compare", report, report], ["epd", self.suite, "--nodes", 10],
                          ["epd", self.suite, "--nodes", 10, "--json", "-"],
                          ["perft", 3], ["perft", "--divide", 2], ["speedtest", 1, 16, 1],
                          ["speedtest", 1, 16, 1, "--json"],
                          ["scale", "--threads", 1, "--movetime", 0, "--depth", 0, "--memory", 0,
                           "--signature", 0],
                          ["topology"], ["topology", "--json"]):
            with open("/dev/full", "w", encoding="ascii") as full:
                process = run(*arguments, stdout=full)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertIn("quorum: output is lost", process.stderr, arguments)

    def test_in_files(self):
        report = self.report_of_epd()
        for arguments in (["epd", self.suite, "--nodes", 10, "--json"],
                          ["epd", self.suite, "--nodes", 10, "--csv"],
                          ["epd", self.suite, "--nodes", 10, "--html"],
                          ["perft", 2, "--json"], ["perft", "--suite", self.counts, "--csv"],
                          ["perft", 2, "--html"], ["compare", report, report, "--html"]):
            process = run(*arguments, "/dev/full")
            self.assertEqual(process.returncode, 2, arguments)
            self.assertIn("/dev/full: No space left on device", process.stderr, arguments)


class Faults(Case):
    def test_a_file_that_may_not_grow(self):
        """It is an error, not a signal, and leaves no part of a file."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

        before = self.names()
        process = self.run_here("epd", "--nodes", 500, "--json", "a.json", self.suite,
                                preexec_fn=limit)
        self.assertEqual(process.returncode, 2, process.stderr)
        self.assertIn("a.json: File too large", process.stderr)
        self.assertEqual(self.names(), before)

    def test_no_memory_leaves_no_empty_report(self):
        before = self.names()
        failed = 0
        for first in range(1, 40):
            process = self.run_here("epd", "--nodes", 500, "--json", "a.json", "--csv", "a.csv",
                                    self.suite, env=environment(f"malloc:{first}"))
            if process.returncode == 2:
                failed += 1
                self.assertEqual(self.names(), before, (first, process.stderr))
            for name in ("a.json", "a.csv"):
                (self.folder / name).unlink(missing_ok=True)
        self.assertGreater(failed, 5)

    def test_a_line_without_end(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (600_000 << 10, 600_000 << 10))

        process = self.run_here("epd", "/dev/zero",
                                preexec_fn=None if os.environ.get("QUORUM_SANITIZE") else limit)
        self.assertEqual(process.returncode, 2)
        self.assertIn("/dev/zero:1: the line is too long", process.stderr)

    def test_no_process_to_try_a_machine(self):
        machine = MACHINES / "hybrid.xml"
        process = self.run_here("topology", "--from", machine)
        if process.returncode != 0:
            self.skipTest(process.stderr) # built without hwloc
        process = self.run_here("topology", "--from", machine, env=environment("fork:1"))
        self.assertEqual(process.returncode, 2)
        self.assertIn("hybrid.xml: no process can be had", process.stderr)
        self.assertNotIn("damaged", process.stderr)



class Names(Case):
    def test_files_whose_names_are_not_utf8(self):
        """They are taken for Latin-1, and pages are UTF-8."""
        name = os.fsdecode(b"l\xe4ufe.json")
        self.assertEqual(run("perft", 2, "--json", self.folder / name).returncode, 0)
        process = subprocess.run([os.environ["QUORUM_BINARY"], "compare", name, name, "--html", "a.html"],
                                 cwd=self.folder, capture_output=True, check=False) # prints bytes
        self.assertEqual((process.returncode, process.stderr), (0, b""))
        self.assertIn("läufe.json", (self.folder / "a.html").read_text(encoding="utf-8"))

    def test_machines_whose_names_are_not_utf8(self):
        if not self.has_hwloc():
            self.skipTest("built without hwloc")
        shutil.copy(MACHINES / "twins.xml", self.folder / os.fsdecode(b"l\xe4ufe.xml"))
        process = self.run_here("topology", "--from", os.fsdecode(b"l\xe4ufe.xml"), "--json", "a.json",
                                "--html", "a.html")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("läufe.xml", (self.folder / "a.html").read_text(encoding="utf-8"))
        report = json.loads((self.folder / "a.json").read_text(encoding="utf-8"))
        self.assertEqual(report["source"], "läufe.xml")


class Dash(Case):
    """FILE - is stdout, in place of the text."""

    def written(self, *arguments):
        process = self.run_here(*arguments)
        self.assertEqual((process.returncode, complaints(process)), (0, []), arguments)
        self.assertNotIn("-", self.names())
        return process.stdout

    def test_json(self):
        for arguments, name in (
                (["epd", "suite.epd", "--nodes", 10, "--json", "-"], "quorum-epd"),
                (["perft", 2, "--divide", "--json=-"], "quorum-perft"),
                (["perft", "--suite", "counts.epd", "--json", "-"], "quorum-perft-suite"),
                (["speedtest", 1, 16, 1, "--json=-"], "quorum-speedtest"),
                (["speedtest", "--json", "-", 1, 16, 1], "quorum-speedtest"),
                (["bench", 2, "--json", "-"], "quorum-bench")):
            self.assertEqual(json.loads(self.written(*arguments))["format"], name)

    def test_json_of_topology(self):
        """Without FILE or by -j, as earlier releases had it, and with one."""
        for options in (["--json", "-"], ["--json=-"], ["--json"], ["-j"],
                        ["--json", "--threads", 1]):
            self.assertIn("pus", json.loads(run("topology", "--policy", "none", *options).stdout))
        path = self.folder / "a.json"
        text = run("topology", "--policy", "none", "--json", path).stdout
        self.assertIn("pus", json.loads(path.read_text()))
        self.assertEqual(text.splitlines()[0],
                         run("topology", "--policy", "none").stdout.splitlines()[0])

    def test_json_of_speedtest_without_file(self):
        for arguments in ([1, 16, "--json", 1], [1, 16, 1, "--json"]):
            report = json.loads(self.written("speedtest", *arguments))
            self.assertEqual(report["format"], "quorum-speedtest")

    def test_csv(self):
        for arguments, name, rows in (
                (["epd", "suite.epd", "--nodes", 10, "--csv", "-"], "id", 1),
                (["perft", 2, "--csv", "-"], "move", 20),
                (["perft", "--suite", "counts.epd", "--csv", "-"], "line", 2)):
            table = list(csv.DictReader(io.StringIO(self.written(*arguments))))
            self.assertEqual((list(table[0])[0], len(table)), (name, rows))

    def test_pages_and_pictures(self):
        self.report_of_epd()
        for arguments in (["epd", "suite.epd", "--nodes", 10, "--html", "-"],
                          ["perft", 2, "--html", "-"],
                          ["perft", "--suite", "counts.epd", "--html", "-"],
                          ["compare", "a.json", "a.json", "--html", "-"]):
            page = self.written(*arguments)
            self.assertTrue(page.startswith("<!DOCTYPE html>"), page[:80])
            self.assertTrue(page.endswith("</html>\n"), page[-80:])
        if self.has_hwloc():
            picture = self.written("topology", "--from", MACHINE, "--svg", "-")
            self.assertTrue(xml.etree.ElementTree.fromstring(picture).tag.endswith("svg"))

    def test_other_files_are_written_as_well(self):
        self.written("perft", 2, "--json", "-", "--csv", "moves.csv")
        self.assertIn("moves.csv", self.names())

    def test_goes_behind_what_is_there(self):
        log = self.folder / "log"
        log.write_text("before\n")
        with open(log, "a", encoding="ascii") as file:
            self.assertEqual(self.run_here("perft", 1, "--csv", "-", stdout=file).returncode, 0)
        self.assertTrue(log.read_text().startswith("before\nmove,leaves\n"))

    def test_wrong_counts_still_fail(self):
        self.counts.write_text(COUNTS.replace("400", "401"))
        process = self.run_here("perft", "--suite", "counts.epd", "--json", "-")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(json.loads(process.stdout)["wrong"][0]["counted"], 400)

    def test_only_one_report(self):
        for arguments in (["epd", "suite.epd", "--json", "-", "--csv", "-"],
                          ["perft", 2, "--csv", "-", "--html", "-"],
                          ["topology", "--json", "--svg", "-"]):
            process = self.run_here(*arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertIn("only one report can go to stdout", process.stderr)


class SameFile(Case):
    """A report goes into no file that is read, and no two go into one."""

    def refused(self, *arguments, kept=None, **more):
        names = self.names()
        content = kept.read_bytes() if kept else None
        process = self.run_here(*arguments, **more)
        self.assertEqual(process.returncode, 2, arguments)
        self.assertEqual(len(process.stderr.splitlines()), 1, process.stderr)
        self.assertFalse(process.stdout, arguments)
        self.assertEqual(self.names(), names, arguments)
        if kept:
            self.assertEqual(kept.read_bytes(), content, arguments)
        return process.stderr

    def test_input(self):
        report = self.report_of_epd()
        self.report_of_epd("b.json")
        os.symlink("suite.epd", self.folder / "link")
        os.link(self.suite, self.folder / "other")
        for option in ("--json", "--csv", "--html"):
            for name in ("suite.epd", "./suite.epd", self.suite, "link", "other"):
                message = self.refused("epd", "suite.epd", "--nodes", 10, option, name,
                                       kept=self.suite)
                self.assertIn(f"{name} is also a file to be read", message)
            self.refused("perft", "--suite", "counts.epd", option, "counts.epd", kept=self.counts)
        for name in ("a.json", "b.json"):
            self.refused("compare", "a.json", "b.json", "--html", name, kept=self.folder / name)
        self.refused("speedtest", "--eval-file", report, "--json", report, kept=report)

    def test_input_is_stdin_or_output_stdout(self):
        with open(self.suite, encoding="ascii") as file:
            self.refused("epd", "-", "--nodes", 10, "--json", "suite.epd", kept=self.suite,
                         stdin=file)
        with open(self.suite, "a", encoding="ascii") as file:
            self.refused("epd", "suite.epd", "--nodes", 10, "--json", "-", kept=self.suite,
                         stdout=file)

    def test_two_outputs(self):
        for first, second in (("x", "x"), ("x", "./x"), (self.folder / "x", "x"),
                              ("log", "log")):
            for command in (["epd", "suite.epd", "--nodes", 10], ["perft", 2]):
                self.assertIn("are the same file",
                              self.refused(*command, "--json", first, "--csv", second))
            (self.folder / "log").write_text("kept\n")
        self.assertEqual((self.folder / "log").read_text(), "kept\n")

    def test_journal(self):
        for option in ("--json", "--csv", "--html"):
            self.refused("epd", "suite.epd", "--nodes", 10, "--resume", "x", option, "x")
        self.refused("epd", "suite.epd", "--nodes", 10, "--resume", "suite.epd", kept=self.suite)

    def test_devices_may_take_several(self):
        process = self.run_here("epd", "suite.epd", "--nodes", 10, "--json", os.devnull, "--csv",
                                os.devnull)
        self.assertEqual((process.returncode, process.stderr), (0, ""))


class Files(Case):
    """A file is made, or changed, only when the report is there."""

    def test_refused_run_leaves_none(self):
        empty = self.folder / "empty.epd"
        empty.write_text("")
        names = self.names()
        for arguments in (["epd", empty], ["epd", self.suite, "--eval-file", self.suite],
                          ["epd", self.suite, "--resume", "/dev/full"],
                          ["perft", "--suite", empty], ["perft", 3, "nonsense"]):
            process = self.run_here(*arguments, "--json", "r.json", "--html", "r.html")
            self.assertEqual(process.returncode, 2, arguments)
            self.assertEqual(self.names(), names, arguments)

    @staticmethod
    def size(path):
        try:
            return path.stat().st_size
        except FileNotFoundError:
            return 0

    def interrupt(self, *arguments):
        """Ends a run of epd while it searches the first position."""
        journal = self.folder / "journal"
        process = subprocess.Popen(
            [os.environ["QUORUM_BINARY"], "epd", "suite.epd", "--movetime", "60000", "--resume",
             journal, *arguments],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60
            # At its start it makes an empty one and removes it, to see whether it could write.
            while self.size(journal) == 0 and time.monotonic() < end:
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 128 + signal.SIGINT)
        finally:
            process.kill()
            process.wait()
        journal.unlink()

    def test_interrupted_run_leaves_none(self):
        names = self.names()
        self.interrupt("--json", "r.json", "--csv", "r.csv")
        self.assertEqual(self.names(), names)

    def test_interrupted_run_leaves_the_old_one(self):
        report = self.report_of_epd()
        content = report.read_bytes()
        self.interrupt("--json", report)
        self.assertEqual(report.read_bytes(), content)

    def test_replaced_file_keeps_its_mode_and_links_lead_on(self):
        report = self.report_of_epd()
        report.chmod(0o640)
        link, dangling = self.folder / "link", self.folder / "dangling"
        os.symlink("target", link)
        (self.folder / "target").write_text("old")
        os.symlink("new", dangling)
        for path in (report, link, dangling):
            process = run("perft", 1, "--json", path)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(report.stat().st_mode & 0o777, 0o640)
        for path in (report, self.folder / "target", self.folder / "new"):
            self.assertEqual(json.loads(path.read_text())["leaves"], 20)
        self.assertTrue(link.is_symlink() and dangling.is_symlink())
        self.assertEqual(self.names(), ["a.json", "counts.epd", "dangling", "link", "new",
                                        "suite.epd", "target"])

    def test_new_file_is_for_whom_the_mask_lets(self):
        mask = os.umask(0o027)
        try:
            run("perft", 1, "--json", self.folder / "new.json")
        finally:
            os.umask(mask)
        self.assertEqual((self.folder / "new.json").stat().st_mode & 0o777, 0o640)

    def test_pipe(self):
        """Its reader gets the report, not an empty one before."""
        path = self.folder / "pipe"
        os.mkfifo(path)
        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE, text=True) as reader:
            process = run("perft", 1, "--csv", path)
            output = reader.communicate(timeout=60)[0]
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertTrue(output.startswith("move,leaves\n"))

    @unittest.skipIf(os.geteuid() == 0, "nothing is read-only for root")
    def test_read_only_file_is_refused(self):
        report = self.report_of_epd()
        report.chmod(0o444)
        process = run("perft", 1, "--json", report)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("Permission denied", process.stderr)


if __name__ == "__main__":
    unittest.main()
