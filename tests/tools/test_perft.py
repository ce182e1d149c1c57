#!/usr/bin/env python3
"""`quorum perft` from the outside: counts, threads, suites of every form, reports, bad input."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from page import Page
from program import run

sys.path.insert(0, str(Path(__file__).parent.parent / "cluster"))
import ranks
sys.path.insert(0, str(Path(__file__).parent.parent / "faults"))
from injection import environment  # noqa: E402

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SUITE = Path(__file__).parents[2] / "epd/perft.epd"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def nodes(process):
    return int(re.search(r"^Nodes searched: (\d+)$", process.stdout, re.MULTILINE).group(1))


class Single(unittest.TestCase):
    def test_start_position(self):
        for depth, expected in enumerate((1, 20, 400, 8902, 197281)):
            process = run("perft", depth)
            self.assertEqual((process.returncode, nodes(process)), (0, expected))
            self.assertEqual(process.stderr, "")

    def test_fen_as_one_word_or_several(self):
        for fen in ([CASTLING], CASTLING.split(), CASTLING.split()[:4]):
            self.assertEqual(nodes(run("perft", 3, *fen)), 13744)
        self.assertEqual(nodes(run("perft", 3, "startpos")), 8902)

    def test_threads_and_hash_change_nothing(self):
        for options in (["--threads", 2], ["--threads", 5], ["--hash", 1],
                        ["--threads", 3, "--hash", 2]):
            self.assertEqual(nodes(run("perft", 5, *options)), 4865609)
            self.assertEqual(nodes(run("perft", 4, CASTLING, *options)), 314346)

    def test_threads_that_are_refused(self):
        """The code does not say that a count is wrong."""
        if "without OpenMP" in run("perft", 1, "--threads", 2).stderr:
            self.skipTest("this build counts with one thread")
        for command in ((5,), ("--suite", SUITE)):
            process = run("perft", *command, "--threads", 4, env=environment("pthread_create:2"))
            self.assertEqual((process.returncode, process.stdout, process.stderr),
                             (2, "", "quorum perft: the system refuses so many threads\n"), command)

    def test_divide_adds_up_and_does_not_depend_on_threads(self):
        one = run("perft", 4, "--divide", CASTLING)
        lines = re.findall(r"^(\w+): (\d+)$", one.stdout, re.MULTILINE)
        self.assertEqual(len(lines), 26)
        self.assertEqual([move for move, _ in lines], sorted(move for move, _ in lines))
        self.assertIn("e1g1", dict(lines))
        self.assertEqual(sum(int(count) for _, count in lines), nodes(one))
        two = run("perft", 4, "--divide", "--threads", 2, CASTLING)
        self.assertEqual(lines, re.findall(r"^(\w+): (\d+)$", two.stdout, re.MULTILINE))

    def test_no_legal_move(self):
        mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
        self.assertEqual(nodes(run("perft", 0, mated)), 1)
        for depth in (1, 5):
            self.assertEqual(nodes(run("perft", depth, mated, "--threads", 2)), 0)

    def test_bad_arguments(self):
        for arguments in ([], ["x"], ["-1"], ["4x"], ["1000"], ["4", "nonsense"],
                          ["4", "8/8/8/8/8/8/8/8 w - - 0 1"], ["4", "x" * 400], ["4", ""], ["4", " ", ""],
                          ["4", "--threads", "0"], ["4", "--threads", "many"], ["4", "--hash", "0"],
                          ["4", "--max-leaves", "5"], ["4", "--nonsense"],
                          ["4", "--suite", "file"], ["--suite"],
                          ["--suite", os.devnull, "--max-leaves", "99999999999999999999"]):
            process = run("perft", *arguments)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertNotEqual(process.stderr, "", arguments)
            self.assertNotIn("Nodes", process.stdout)
        self.assertIn("--max-leaves must be a number", process.stderr)

    def test_help(self):
        process = run("perft", "--help")
        self.assertEqual(process.returncode, 0)
        self.assertIn("--suite", process.stdout)


class Json(unittest.TestCase):
    def test_single(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "perft.json")
            process = run("perft", 3, CASTLING, "--json", path, "--threads", 2)
            report = json.loads(path.read_text())
        self.assertEqual((process.returncode, nodes(process)), (0, 13744))
        self.assertEqual(report["format"], "quorum-perft")
        self.assertEqual((report["leaves"], report["depth"], report["fen"], report["threads"]),
                         (13744, 3, CASTLING, 2))
        moves = [entry["move"] for entry in report["moves"]]
        self.assertEqual((len(moves), moves), (26, sorted(moves)))
        self.assertEqual(sum(entry["leaves"] for entry in report["moves"]), 13744)

    def test_counts_above_63_bits(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "perft.json")
            process = run("perft", 25, "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "--hash", 64, "--divide", "--json", path)
            report = json.loads(path.read_text())
        counts = [int(count) for count in re.findall(r"^\w+: (\d+)$", process.stdout, re.MULTILINE)]
        self.assertGreater(max(counts), 1 << 63)
        for count, entry in zip(counts, report["moves"], strict=True):
            self.assertAlmostEqual(entry["leaves"] / count, 1, places=12)
        process = run("perft", 23, "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "--hash", 64, "--json", "-")
        self.assertGreater(json.loads(process.stdout)["leaves"], 1 << 63)

    def test_suite(self):
        with tempfile.TemporaryDirectory() as folder:
            suite, path = Path(folder, "suite.epd"), Path(folder, "perft.json")
            suite.write_text(f"{START} ;D1 20 ;D2 399\n")
            process = run("perft", "--suite", suite, "--json", path)
            report = json.loads(path.read_text())
        self.assertEqual(process.returncode, 1)
        self.assertEqual(report["format"], "quorum-perft-suite")
        self.assertEqual((report["positions"], report["counts"]), (1, 2))
        self.assertEqual(report["wrong"], [{"line": 1, "fen": START, "depth": 2, "expected": 399,
                                            "counted": 400}])

    def test_file_that_cannot_be_written(self):
        for option in ("--json", "--csv", "--html"):
            process = run("perft", 2, option, "/nonexistent/perft")
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("/nonexistent/perft", process.stderr)


def number(cell):
    return int(cell.replace("\N{NO-BREAK SPACE}", ""))


class Reports(unittest.TestCase):
    """Page, CSV and JSON of one run say the same."""

    def perft(self, *arguments):
        """The process, the JSON, the rows of the CSV and the page."""
        with tempfile.TemporaryDirectory() as folder:
            files = {form: Path(folder, "report." + form) for form in ("json", "csv", "html")}
            process = run("perft", *arguments, *(word for form, path in files.items()
                                                 for word in ("--" + form, path)))
            report = json.loads(files["json"].read_text())
            with open(files["csv"], newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            text = files["html"].read_text()
        page = Page(text)
        self.assertEqual((page.faults, page.references), ([], []))
        self.assertNotIn("http", text)
        self.assertIn("prefers-color-scheme:dark", text)
        return process, report, rows, page

    def test_single(self):
        process, report, rows, page = self.perft(4, CASTLING, "--divide")
        self.assertEqual(process.returncode, 0)
        moves = [(move["move"], move["leaves"]) for move in report["moves"]]
        self.assertEqual([(row["move"], int(row["leaves"])) for row in rows], moves)
        self.assertEqual(page.rows[0], ["Move", "Leaves", "Share"])
        self.assertEqual([(row[0], number(row[1])) for row in page.rows[1:]], moves)
        self.assertAlmostEqual(sum(float(row[2].split()[0]) for row in page.rows[1:]), 100, 0)
        self.assertIn("314\N{NO-BREAK SPACE}346", page.text)
        self.assertIn(CASTLING, page.text)

    def test_no_move(self):
        process, report, rows, page = self.perft(3, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        self.assertEqual((process.returncode, report["leaves"], rows, page.rows), (0, 0, [], []))

    def test_suite(self):
        content = f"{START} ;D1 20 ;D4 197281 ;D2 399\n\n{CASTLING} ;D2 568 ;D3 13744\n"
        for options in ([], ["--threads", 2, "--hash", 1]):
            with tempfile.TemporaryDirectory() as folder:
                suite = Path(folder, "<suite>.epd")
                suite.write_text(content)
                process, report, rows, page = self.perft("--suite", suite, *options)
            self.assertEqual(process.returncode, 1)
            self.assertEqual([(r["line"], r["depth"], r["expected"], r["counted"])
                              for r in report["results"]],
                             [(1, 1, 20, 20), (1, 4, 197281, 197281), (1, 2, 399, 400),
                              (3, 2, 568, 568), (3, 3, 13744, 13744)])
            headings, wrong, again, *all_counts = page.rows
            self.assertEqual((headings, wrong), (again, all_counts[2]))
            for result, row, cells in zip(report["results"], rows, all_counts, strict=True):
                right = result["expected"] == result["counted"]
                self.assertEqual((int(row["line"]), row["fen"], int(row["depth"])),
                                 (result["line"], result["fen"], result["depth"]))
                self.assertEqual((int(row["expected"]), int(row["counted"]), row["right"] == "1"),
                                 (result["expected"], result["counted"], right))
                self.assertGreaterEqual(result["seconds"], 0)
                self.assertAlmostEqual(float(row["seconds"]), result["seconds"], 8)
                self.assertEqual([int(cells[0]), int(cells[1]), number(cells[2]),
                                  number(cells[3]), cells[4], cells[7]],
                                 [result["line"], result["depth"], result["expected"],
                                  result["counted"], "right" if right else "wrong", result["fen"]])
            self.assertGreater(sum(result["seconds"] for result in report["results"]), 0)
            self.assertIn("Speed by position", page.text)
            self.assertIn("<suite>.epd", page.text)

    def test_many_positions_get_a_curve(self):
        with tempfile.TemporaryDirectory() as folder:
            suite = Path(folder, "suite.epd")
            suite.write_text(f"{START} ;D4 197281\n" * 70)
            _, _, rows, page = self.perft("--suite", suite)
        self.assertEqual(len(rows), 70)
        self.assertIn("positions, the slowest first", page.text)


class Mpi(unittest.TestCase):
    """With Open MPI's mpirun; skipped where it or the build's support is missing."""

    def setUp(self):
        version = shutil.which("mpirun") and subprocess.run(
            ["mpirun", "--version"], stdout=subprocess.PIPE, text=True).stdout
        if not version or "Open MPI" not in version:
            self.skipTest("no mpirun of Open MPI")
        if not os.environ.get("QUORUM_MPI_BINARY"):
            self.skipTest("built without MPI")

    def start(self, count, *arguments, options=()):
        command = [*ranks.mpirun(*options, "-np", count), os.environ["QUORUM_MPI_BINARY"], "perft",
                   *arguments, "--mpi"]
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.terminate)
        return process

    def test_program_without_mpi_names_the_other(self):
        process = run("perft", 1, "--mpi")
        self.assertEqual(process.returncode, 2)
        self.assertIn("quorum-mpi", process.stderr)

    def test_any_number_of_ranks(self):
        for count, options in ((1, []), (2, []), (3, ["--hash", 1]), (2, ["--threads", 2])):
            process = self.start(count, 5, *options)
            output, errors = process.communicate(timeout=100)
            self.assertEqual(process.returncode, 0, errors)
            self.assertIn("Nodes searched: 4865609\n", output)
            self.assertIn(f"Ranks: {count},", output)

    def test_small_depths(self):
        for depth, expected in enumerate((1, 20, 400)):
            process = self.start(2, depth)
            self.assertIn(f"Nodes searched: {expected}\n", process.communicate(timeout=100)[0])

    def test_files(self):
        """Rank 0 alone writes them, and looks at them before the counting."""
        with tempfile.TemporaryDirectory() as folder:
            missing, same = f"{folder}/none/x", f"{folder}/x"
            for files in (["--json", missing], ["--json", same, "--csv", same]):
                process = self.start(2, 12, *files)
                output, errors = process.communicate(timeout=60)
                self.assertEqual((process.returncode, output), (2, ""), files)
                self.assertEqual(errors.count("quorum perft: "), 1, errors)
                self.assertEqual(os.listdir(folder), [])
        process = self.start(2, 4, "--json", "-")
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        report = json.loads(output)
        self.assertEqual((report["leaves"], report["mpi"]["ranks"]), (197281, 2))
        self.assertNotIn("mpi", json.loads(run("perft", 1, "--json", "-").stdout))

    @staticmethod
    def find_rank(mpirun, wanted):
        """The process of a rank, once all are there."""
        for _ in range(600):
            found = ranks.processes(mpirun.pid)
            if wanted in found:
                return found[wanted]
            time.sleep(0.05)
        raise AssertionError(f"rank {wanted} does not appear")

    def kill_rank(self, rank):
        """Exit code, output and errors of a run of which a rank was killed in the middle."""
        process = self.start(3, 9)
        pid = self.find_rank(process, rank)
        time.sleep(0.8)
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            process.communicate()
            self.skipTest("the run was over before a rank could be killed")
        output, errors = process.communicate(timeout=110)
        return process.returncode, output, errors

    def test_killed_rank_ends_the_run_with_a_message(self):
        for rank in (0, 1):
            code, output, errors = self.kill_rank(rank)
            self.assertNotEqual(code, 0)
            self.assertIn(f"process rank {rank}", errors)
            self.assertIn("signal 9", errors)
            self.assertNotIn("Nodes searched", output)

    def test_ranks_that_outlive_others_are_refused(self):
        process = self.start(2, 4, options=["--enable-recovery"])
        output, errors = process.communicate(timeout=100)  # with that option, mpirun returns 0
        self.assertIn("goes without --enable-recovery", errors)
        self.assertEqual(output, "")


class Suite(unittest.TestCase):
    def run_suite(self, content, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "suite.epd")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            return run("perft", "--suite", path, *options)

    def test_forms_of_a_line(self):
        for line in (f"{START} ;D1 20 ;D2 400\n", f"{START};D1 20;D3 8902",
                     f"{START} D1 20; D2 400;\n", f"{START} ; D2 400 ; D1 20 # note\r\n",
                     f"# note\n\n  \r\n{START[:-4]} ;D2 400\n", f"{START[:-4]} D2 400;\n",
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1 ;D3 8902\n",
                     "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
                     " ;D1 21 ;D2 528 ;D3 12189\n"):
            process = self.run_suite(line)
            self.assertEqual((process.returncode, process.stderr), (0, ""), line)
            self.assertIn("Positions: 1,", process.stdout)
            self.assertIn("All counts are right", process.stdout)

    def test_mark_and_comments_of_epd(self):
        for content in (b"\xef\xbb\xbf" + START.encode() + b" ;D1 20\n",
                        b"\xef\xbb\xbf# note\r\n" + START.encode() + b" ;D1 20\r\n",
                        *(f"{sign} note\n  {sign} D1 7\n{START} ;D1 20\n{sign}\n"
                          for sign in ("#", ";", "//", "%"))):
            process = self.run_suite(content)
            self.assertEqual((process.returncode, process.stderr), (0, ""), content)
            self.assertIn("Positions: 1, counts: 1\n", process.stdout)

    def test_standard_input(self):
        with tempfile.TemporaryFile("w+", encoding="ascii") as file:
            file.write(f"{START} ;D1 20 ;D2 401\n")
            file.seek(0)
            process = run("perft", "--suite", "-", stdin=file)
        self.assertEqual((process.returncode, process.stderr), (1, ""))
        self.assertIn("expected 401, counted 400", process.stdout)

    def test_wrong_count_is_named(self):
        content = f"{START} ;D1 20\n# note\n{CASTLING} ;D1 26 ;D2 569 ;D3 1\n{START} ;D2 399\n"
        process = self.run_suite(content)
        self.assertEqual(process.returncode, 1)
        self.assertIn("line 3: depth 2: expected 569, counted 568", process.stdout)
        self.assertIn("line 4: depth 2: expected 399, counted 400", process.stdout)
        self.assertNotIn("depth 3", process.stdout)
        self.assertIn("Wrong: 2 lines\n", process.stdout)
        self.assertIn("Wrong: 1 line\n", self.run_suite(f"{START} ;D1 21\n").stdout)

    def test_leaves_are_those_that_were_counted(self):
        process = self.run_suite(f"{START} ;D1 20 ;D2 999\n")
        self.assertIn("Leaves: 420 in", process.stdout)
        process = self.run_suite(f"{START} ;D1 20 ;D2 999\n", "--json", "-")
        self.assertEqual(json.loads(process.stdout)["leaves"], 420)

    def test_max_leaves(self):
        process = self.run_suite(f"{START} ;D1 20 ;D2 400 ;D3 1\n", "--max-leaves", 100)
        self.assertEqual(process.returncode, 1)
        process = self.run_suite(f"{START} ;D1 20 ;D2 401\n", "--max-leaves", 400)
        self.assertEqual(process.returncode, 0)
        self.assertIn("left out above 400 leaves: 1", process.stdout)

    def test_nothing_checked_is_no_success(self):
        process = self.run_suite(f"{START} ;D1 20 ;D2 400\n", "--max-leaves", 1)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("suite.epd: nothing is checked: all counts are above 1 leaf",
                      process.stderr)

    def test_malformed_lines_are_named(self):
        for line in (START, f"{START} ;D1", f"{START} ;D1 x", f"{START} ;D1 20x", f"{START} ;Dx 20",
                     f"{START} ;D1 20 oops", f"{START} ;D1 -20", f"{START} ;D1 99999999999999999999",
                     "8/8/8/8/8/8/8/8 w - - 0 1 ;D1 0", "nonsense ;D1 20", f"{START} ;D1 20\0 ;D2 1"):
            process = self.run_suite(f"{START} ;D1 20\n\n{line}\n")
            self.assertEqual(process.returncode, 2, line)
            self.assertIn("suite.epd:3: ", process.stderr, line)
            self.assertEqual(process.stdout, "")
        for end in ("", "\n", "\r\n"):
            process = self.run_suite(f"{START} ;D1=20{end}")
            self.assertTrue(process.stderr.endswith("suite.epd:1: expected a count such as 'D1 20', "
                                                    "found 'D1=20'\n"), process.stderr)

    def test_unusable_files(self):
        self.assertEqual(self.run_suite("").returncode, 2)
        self.assertEqual(self.run_suite("# nothing\n").returncode, 2)
        with tempfile.TemporaryDirectory() as folder:
            for path in (folder, Path(folder, "none.epd")):
                process = run("perft", "--suite", path)
                self.assertEqual(process.returncode, 2)
                self.assertIn(str(path), process.stderr)


if __name__ == "__main__":
    unittest.main()
