#!/usr/bin/env python3
"""test_windows.py BUILD: the program for Windows that the preset `windows` has built, under Wine.

Skipped where it is not built or Wine is not installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import test_data  # noqa: E402

QUEEN = "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1"
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.argv.pop(1)).resolve() / "quorum.exe"
WINE = shutil.which("wine64") or shutil.which("wine")
if not PROGRAM.exists() or not WINE:
    print(f"skipped: {PROGRAM if WINE else 'wine'} is not there")
    sys.exit(77)


class Windows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.environment = os.environ | {"WINEPREFIX": str(cls.folder / "wine"), "WINEDEBUG": "-all",
                                        "LC_ALL": "C.UTF-8"}

    def start(self, *words, **more):
        return subprocess.Popen([WINE, PROGRAM, *map(str, words)], env=self.environment, text=True, bufsize=1,
                                cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **more)

    def run_program(self, *words):
        process = self.start(*words, stderr=subprocess.PIPE)
        output, errors = process.communicate(timeout=250)
        return process.returncode, output, errors

    def test_signature(self):
        """It searches the tree that the native program does."""
        native = subprocess.run([os.environ["QUORUM_BINARY"], "bench", "8"], capture_output=True, text=True,
                                check=True).stdout
        wanted = re.search(r"Nodes searched  : \d+\n", native).group()
        code, output, _ = self.run_program("bench", 8)
        self.assertEqual(code, 0)
        self.assertIn(wanted, output)
        self.assertNotIn("\r", output)

    def converse(self):
        """A process, and what sends it lines and reads up to an answer."""
        process = self.start()
        self.addCleanup(process.stdout.close)

        def ask(lines, last):
            process.stdin.write(lines + "\n")
            for line in process.stdout:
                if line.startswith(last):
                    return line
            self.fail(f"no {last}")

        ask("uci", "uciok")
        return process, ask

    def end(self, process):
        process.stdin.write("quit\n")
        process.stdin.close()
        self.assertEqual(process.wait(timeout=60), 0)

    def test_conversation(self):
        """Each answer comes while the program waits for the next line."""
        process, ask = self.converse()
        ask("setoption name Threads value 2\nisready", "readyok")
        ask("go depth 6", "bestmove")
        process.stdin.write("go infinite\n")
        ask("isready", "readyok")
        ask("stop", "bestmove")
        self.end(process)

    def test_time(self):
        """Its moves are late by little more than a tick of the system's clock, of a millisecond."""
        if os.getloadavg()[0] > os.cpu_count() / 2:
            self.skipTest("the machine has other work")
        process, ask = self.converse()

        def mean_ms():
            start = time.monotonic()
            for _ in range(100):
                ask("go movetime 5", "bestmove")
            return (time.monotonic() - start) * 10

        self.assertLess(min(mean_ms() for _ in range(3)), 8)
        self.end(process)

    @test_data.needs("syzygy")
    def test_tables(self):
        """Of two folders, and where a file in one is damaged."""
        folders = [self.folder / name for name in ("queen", "others")]
        for folder in folders:
            folder.mkdir()
        for file in (test_data.FOLDER / "syzygy").glob("K?vK.rtb?"):
            shutil.copy(file, folders[0 if file.name.startswith("KQ") else 1])

        def ask():
            return self.run_program(*"setoption name SyzygyPath value".split(), "queen;others", *"position fen".split(),
                                    *QUEEN.split(), "go", "depth", "4")[1]

        answer = ask()
        if "without Fathom" in answer:
            self.skipTest("built without Fathom")
        self.assertNotIn("SyzygyPath", answer)
        self.assertRegex(answer, r"score cp 3\d{4} .* tbhits [1-9]")
        rook = folders[1] / "KRvK.rtbw"
        rook.write_bytes(rook.read_bytes()[:-64])
        answer = ask()
        self.assertIn("KRvK.rtbw", answer)
        self.assertRegex(answer, r"score cp 3\d{4} .* tbhits [1-9]")

    def test_perft(self):
        suite = ROOT / "epd/perft.epd"
        shutil.copy(suite, self.folder)
        code, output, _ = self.run_program("perft", "--suite", suite.name, "--max-leaves", 100000, "--threads",
                                           2, "--csv", "counts.csv")
        self.assertEqual(code, 0)
        self.assertIn("All counts are right", output)
        self.assertGreater(len((self.folder / "counts.csv").read_text().splitlines()), 10)

    def test_names(self):
        """Files have names in UTF-8, and the program has its own where Windows looks for it."""
        suite, solved = "Größe 象棋.epd", "Lösung.csv"
        shutil.copy(ROOT / "epd/mate.epd", self.folder / suite)
        code, output, errors = self.run_program("epd", suite, "--depth", 1, "--csv", solved)
        self.assertEqual(code, 0, errors)
        self.assertGreater(len((self.folder / solved).read_text().splitlines()), 10)
        code, output, errors = self.run_program("epd", "Fehlt-Größe.epd", "--depth", 1)
        self.assertIn("Fehlt-Größe.epd", errors)
        version = self.run_program("--version")[1].split()[1]
        for text in ("Quorum, a UCI chess engine", version):
            self.assertTrue(text.encode("utf-16-le") in PROGRAM.read_bytes(), text)

    def test_reports(self):
        """JSON, pages, compare, and a run that goes on: with the figures of the native program."""
        suite = ROOT / "epd" / "mate.epd"
        (self.folder / "some.epd").write_text("".join(suite.read_text().splitlines(keepends=True)[:12]))
        run = ["epd", "some.epd", "--nodes", 2000]
        code, _, errors = self.run_program(*run, "--json", "a.json", "--html", "a.html", "--resume", "journal")
        if code == 2 and "jansson" in errors:
            self.skipTest("built without jansson")
        self.assertEqual(code, 0, errors)
        native = subprocess.run([os.environ["QUORUM_BINARY"], *map(str, run), "--json", "b.json"],
                                cwd=self.folder, capture_output=True, check=True)
        self.assertEqual(native.returncode, 0)
        here, there = (json.loads((self.folder / name).read_text()) for name in ("a.json", "b.json"))
        self.assertEqual([(result["id"], result["move"]) for result in here["results"]],
                         [(result["id"], result["move"]) for result in there["results"]])
        self.assertIn("<svg", (self.folder / "a.html").read_text())
        code, _, errors = self.run_program(*run, "--json", "again.json", "--resume", "journal")
        self.assertEqual((code, json.loads((self.folder / "again.json").read_text())["results"]),
                         (0, here["results"]), errors)
        code, output, errors = self.run_program("compare", "a.json", "b.json", "--html", "c.html")
        self.assertEqual(code, 0, errors)
        self.assertIn("</html>", (self.folder / "c.html").read_text())

    def test_refusals(self):
        for words, message in ((["nothing"], 'there is no command "nothing"'),
                               (["perft", "3", "--depth"], "option '--depth'"),
                               (["setoption", "name", "EvalFile", "value", "missing.nnue"], None)):
            code, output, errors = self.run_program(*words)
            self.assertEqual((code, message is None or message in errors), (2, True), errors)
            self.assertTrue(message or "EvalFile: No such file" in output, output)


if __name__ == "__main__":
    unittest.main()
