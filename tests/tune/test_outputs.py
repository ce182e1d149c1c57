#!/usr/bin/env python3
"""What the programs of tune/ may do to the file that they are to write: a file becomes the new one as a
whole, and what is no file stays what it is."""

import os
import stat
import subprocess
import tempfile
import unittest
from pathlib import Path

from programs import program, run


class Outputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.games = Path(cls.enterClassContext(tempfile.TemporaryDirectory()), "games.chain")
        process = run("datagen", "--positions", 3000, "--nodes", 20, "--out", cls.games)
        assert process.returncode == 0, process.stderr

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def train(self, path):
        checkpoint = self.folder / "checkpoint"
        return run("train", self.games, "--hidden", 64, "--batch", 256, "--validation", 10,
                   "--epochs", 1, "--checkpoint", checkpoint, "--out", path)

    def tune(self, path):
        (self.folder / "journal").unlink(missing_ok=True)
        return run("spsa", "--journal", self.folder / "journal", "--iterations", 1, "--pairs", 1,
                   "--nodes", 20, "--csv", path)

    def programs(self):
        return ((self.train, b"QuorumNN"), (self.tune, b"iteration,"))

    def write(self, work, path):
        process = work(path)
        self.assertEqual((process.returncode, process.stderr.count("No space")), (0, 0),
                         process.stderr)

    def test_links_lead_on(self):
        for work, head in self.programs():
            target, link = self.folder / "target", self.folder / "link"
            target.write_text("old")
            link.symlink_to("target")
            self.write(work, link)
            self.assertTrue(link.is_symlink())
            self.assertEqual(target.read_bytes()[:len(head)], head)
            link.unlink()

    def test_second_name_stays_the_same_file(self):
        for work, head in self.programs():
            one, other = self.folder / "one", self.folder / "other"
            one.write_text("old")
            os.link(one, other)
            self.write(work, one)
            self.assertEqual(other.read_bytes()[:len(head)], head)
            one.unlink()
            other.unlink()

    def test_pipe_stays_one(self):
        for work, head in self.programs():
            path = self.folder / "pipe"
            os.mkfifo(path)
            with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as reader:
                self.write(work, path)
                still_pipe = stat.S_ISFIFO(path.stat().st_mode)
                if not still_pipe:
                    reader.kill()
                output = reader.communicate(timeout=60)[0]
            self.assertTrue(still_pipe)
            self.assertEqual(output[:len(head)], head)
            path.unlink()

    def test_device_stays_one(self):
        path = self.folder / "null"
        try:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        except PermissionError:
            self.skipTest("only root makes devices")
        for work, _ in self.programs():
            try:
                self.write(work, path)
            finally:
                self.assertTrue(stat.S_ISCHR(path.stat().st_mode))

    def test_nothing_is_written_through_a_link_beside_it(self):
        for work, head in self.programs():
            path, victim = self.folder / "out", self.folder / "victim"
            victim.write_text("precious")
            (self.folder / "out.new").symlink_to("victim")
            self.write(work, path)
            self.assertEqual(victim.read_text(), "precious")
            self.assertFalse(path.is_symlink())
            self.assertEqual(path.read_bytes()[:len(head)], head)
            (self.folder / "out.new").unlink()
            path.unlink()


if __name__ == "__main__":
    program("train")
    unittest.main()
