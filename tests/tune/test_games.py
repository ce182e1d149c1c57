#!/usr/bin/env python3
"""scripts/games: as many games as wanted in files named by network, nodes and seed, whatever interrupts it."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import unittest.mock

from programs import program

SCRIPT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "scripts", "games")


class Games(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.environment = dict(os.environ, QUORUM_TOOLS=os.path.dirname(program("datagen")),
                                GAMES_PER_FILE="1500")

    def tearDown(self):
        shutil.rmtree(self.folder)

    def start(self, *arguments):
        return subprocess.Popen(["bash", SCRIPT, self.folder, *map(str, arguments)], env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, start_new_session=True)

    def run_script(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate(timeout=250)
        return process.returncode, out, err

    def make(self, wanted):
        return self.run_script("make", wanted, "--nodes", 20, "--threads", 2)

    def contents(self):
        found = {}
        for name in sorted(os.listdir(self.folder)):
            with open(os.path.join(self.folder, name), "rb") as file:
                found[name] = file.read()
        return found

    def test_makes_what_is_missing(self):
        status, out, err = self.make(2500)
        self.assertEqual(status, 0, err)
        self.assertGreaterEqual(int(out.splitlines()[-1].split()[0]), 2500)
        first = self.contents()
        self.assertEqual([name.split("-")[1:] for name in first], [["20", "1.chain"], ["20", "2.chain"]])
        self.assertEqual(self.make(2500)[0], 0)
        self.assertEqual(self.contents(), first)
        self.assertEqual(self.make(4000)[0], 0)
        self.assertEqual(len(self.contents()), 3)
        status, out, _ = self.run_script("list")
        self.assertEqual(status, 0)
        self.assertEqual(len(out.splitlines()), 4)
        self.assertGreaterEqual(int(out.splitlines()[-1].split()[0]), 4000)

    def test_goes_on_after_a_kill(self):
        self.environment["GAMES_PER_FILE"] = "40000"
        process = self.start("make", 30000, "--nodes", 20, "--threads", 1)
        end = time.monotonic() + 60
        while not any(size > 20000 for size in map(len, self.contents().values())):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        status, out, err = self.run_script("make", 30000, "--nodes", 20, "--threads", 2)
        self.assertEqual(status, 0, err)
        self.assertGreaterEqual(int(out.splitlines()[-1].split()[0]), 30000)
        self.assertEqual(self.run_script("verify")[0], 0)

    def test_goes_on_after_a_cut(self):
        self.assertEqual(self.make(1000)[0], 0)
        path = os.path.join(self.folder, os.listdir(self.folder)[0])
        os.truncate(path, os.path.getsize(path) - 100)
        status, out, err = self.run_script("list")
        self.assertEqual((status, out.splitlines()[-1]), (0, "0 kept positions"), err)
        self.assertEqual(self.make(1000)[0], 0)
        self.assertEqual(self.run_script("verify")[0], 0)

    def test_goes_on_after_a_cut_in_the_header(self):
        self.assertEqual(self.make(1000)[0], 0)
        path = os.path.join(self.folder, os.listdir(self.folder)[0])
        for size in (0, 100, 511):
            os.truncate(path, size)
            status, out, err = self.run_script("list")
            self.assertEqual((status, out, err), (0, "0 kept positions\n", ""))
            status, out, err = self.make(1000)
            self.assertEqual(status, 0, err)
            self.assertGreaterEqual(int(out.splitlines()[-1].split()[0]), 1000)

    def test_usage_is_the_head(self):
        process = subprocess.run(["bash", SCRIPT], capture_output=True, text=True, timeout=60)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        with open(SCRIPT, encoding="utf-8") as script:
            head = list(itertools.takewhile(lambda line: line.startswith("# "), script.readlines()[1:]))
        self.assertEqual(process.stderr, "".join(line[2:] for line in head))
        self.assertIn("GAMES_FIRST_SEED", process.stderr)

    def test_a_folder_that_looks_like_an_option(self):
        folder = os.path.join(self.folder, "-games")
        os.mkdir(folder)
        for arguments, wanted in ((("make", "10", "--nodes", "5"), "kept positions by network"), ((), "nodes      5 games")):
            process = subprocess.run(["bash", SCRIPT, "-games", *arguments], env=self.environment, cwd=self.folder,
                                     stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=250)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            self.assertIn(wanted, process.stdout)

    def test_names_damage(self):
        self.assertEqual(self.make(1000)[0], 0)
        path = os.path.join(self.folder, os.listdir(self.folder)[0])
        with open(path, "r+b") as file:
            file.seek(700)
            byte = file.read(1)[0]
            file.seek(700)
            file.write(bytes([byte ^ 1]))
        self.assertEqual(self.run_script("verify")[0], 1)

    def test_refuses(self):
        for arguments in (["make"], ["make", "0"], ["make", "many"], ["make", "9" * 19], ["burn"], ["make", 10, "--seed", 4],
                          ["make", 10, "--node=4"], ["make", 10, "--eval=x"]):
            status, _, err = self.run_script(*arguments)
            self.assertEqual(status, 2, arguments)
            self.assertIn("games: ", err)
        bad = {"GAMES_PER_FILE": ("0", "20M", "-1", "1e6", "9" * 19),  # no number of files would do
               "GAMES_FIRST_SEED": ("x", "-1", "08")}
        for name, values in bad.items():
            for value in values:
                with unittest.mock.patch.dict(self.environment, {name: value}):
                    status, _, err = self.run_script("make", 10, "--nodes", 20)
                self.assertEqual((status, err.count("\n")), (2, 1))
                self.assertIn(f"{name}={value}", err)
        self.assertEqual(self.contents(), {})

    def test_no_place_for_temporary_files(self):
        """Nothing is tried elsewhere, as in the root folder."""
        self.environment["TMPDIR"] = os.path.join(self.folder, "none")
        status, out, err = self.make(10)
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, r"^mktemp: .*\n$")
        self.assertEqual(self.contents(), {})


if __name__ == "__main__":
    unittest.main()
