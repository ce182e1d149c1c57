#!/usr/bin/env python3
"""scripts/ that build or install: they answer --help before, and see what is there."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# In place of what would build or install: writes down that it was called, and fails.
RECORDER = """#!/bin/sh
echo "$0" >> "{calls}"
exit 1
"""


class Help(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(TOP / "scripts", self.folder / "scripts")
        shutil.copytree(TOP / "tests" / "vm", self.folder / "tests" / "vm")
        self.calls = self.folder / "calls"
        recorders = self.folder / "recorders"
        recorders.mkdir()
        for name in ("apt-get", "sudo", "cmake", "ctest", "cpack"):
            (recorders / name).write_text(RECORDER.format(calls=self.calls))
            (recorders / name).chmod(0o755)
        self.path = f"{recorders}:{os.environ['PATH']}"

    def run_script(self, name, *words, path=None):
        return subprocess.run([self.folder / "scripts" / name, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env=dict(os.environ, PATH=path or self.path), timeout=100)

    def test_nothing_is_built_for_it(self):
        for name in ("build-pgo", "check-bench", "fuzz", "release", "test"):
            for word in ("--help", "-h"):
                process = self.run_script(name, word)
                self.assertEqual((process.returncode, process.stderr), (0, ""), name)
                self.assertRegex(process.stdout, rf"^scripts/{name}\b")
                self.assertNotIn("set -euo", process.stdout)
        self.assertFalse(self.calls.exists())

    def test_nothing_is_installed_for_it(self):
        """Where there is no qemu."""
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("bash", "basename", "dirname", "env", "id", "mkdir", "readlink"):
            (tools / name).symlink_to(shutil.which(name))
        (tools / "python3").symlink_to(sys.executable)
        process = self.run_script("vm-run", "--help", path=f"{self.folder / 'recorders'}:{tools}")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertRegex(process.stdout, "^usage: vm-run ")
        self.assertFalse(self.calls.exists())

    def test_release_takes_no_option_for_a_folder(self):
        process = self.run_script("release", "-x")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertEqual(process.stderr, "release: -x: neither a folder nor --help\n")

    def test_bench_without_history(self):
        """There is nothing to compare; where git fails, nothing has been compared."""
        process = self.run_script("check-bench")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("no git history", process.stdout)
        (self.folder / ".git").write_text("gitdir: nowhere\n")
        process = self.run_script("check-bench")
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("not a git repository", process.stderr)
        self.assertFalse(self.calls.exists())

    def test_compilers_of_several_words(self):
        """What is there is seen with them, too."""
        script = ". scripts/setup.sh; is_present command:cc && is_present header:stdio.h && ! is_present header:none.h"
        for compiler in ("cc", "cc -O1", "env cc"):
            process = subprocess.run(["bash", "-c", script], cwd=self.folder, check=False,
                                     env=dict(os.environ, CC=compiler))
            self.assertEqual(process.returncode, 0, compiler)


if __name__ == "__main__":
    unittest.main()
