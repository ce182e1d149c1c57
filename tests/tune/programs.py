"""Runs the programs of tune/ under test; a test that needs them skips without."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import needed  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "faults"))
from injection import environment  # noqa: E402


def program(name):
    """Path of "datagen" or "data"; without it, the test script ends as skipped."""
    return needed(f"QUORUM_{name.upper()}", f"quorum-{name} (libzstd-dev, libxxhash-dev)")


def run(name, *arguments, timeout=250, env=None):
    """The finished process of quorum-NAME, its output as text."""
    return subprocess.run([program(name), *map(str, arguments)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=timeout, env=env)


def text_of(path):
    """Every position of a file of games, as quorum-data prints them."""
    process = run("data", "text", path)
    assert process.returncode == 0, process.stderr
    return process.stdout


def number(process, label):
    """The number after a label in what `quorum-data stats` prints."""
    for line in process.stdout.splitlines():
        words = line.split()
        if words and words[0] == label:
            return int(words[1])
    raise AssertionError(f"no {label} in {process.stdout}")


class DirectoryTest(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        self.directory = self.enterContext(tempfile.TemporaryDirectory())

    def path(self, name):
        return os.path.join(self.directory, name)

    def start_program(self, name, *arguments):
        """The process of quorum-NAME, which is gone after the test."""
        process = subprocess.Popen([program(name), *map(str, arguments)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.communicate()

    def assert_refused(self, process, *words):
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        for word in words:
            self.assertIn(word, process.stderr)
