#!/usr/bin/env python3
"""test_release.py SOURCE BUILD: what scripts/release makes of the programs that the preset `package` has
built. With `clone` in the place of BUILD, of a clone of the commit, all by itself."""

import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

from test_package import files_below, need, run, skip


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.out = cls.folder / "out"
        cls.source, environment = SOURCE, dict(os.environ)
        if BUILD == "clone":
            cls.source = cls.folder / "clone"
            run("git", "clone", "--quiet", SOURCE, cls.source)
        else:
            environment["QUORUM_RELEASE_BUILD"] = BUILD
        cls.process = subprocess.run([cls.source / "scripts/release", cls.out], env=environment, text=True,
                                     stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert cls.process.returncode == 0, cls.process.stderr
        cls.files = {path.name for path in cls.out.iterdir()}
        (cls.network,) = cls.out.glob("*.nnue")
        cls.version = cls.network.stem.removeprefix("quorum-")

    def unpack(self, name):
        with tarfile.open(self.out / f"{name}.tar.gz") as archive:
            archive.extractall(self.folder)
            self.assertEqual({(member.uid, member.gid) for member in archive.getmembers()}, {(0, 0)})
        return self.folder / name

    def test_files(self):
        name = f"quorum-{self.version}"
        (package,) = self.out.glob("*.deb")
        (system,) = {file for file in self.files if f"-linux-{os.uname().machine.replace('_', '-')}" in file}
        others = {file for file in self.files if "-linux-arm64" in file or "-windows-" in file} - {system}
        self.assertEqual(self.files - others, {f"{name}.nnue", f"{name}.tar.gz", system, package.name,
                                               "NOTES.md", "SHA256SUMS"})
        self.assertEqual(package.name.split("_")[1], self.version.replace("-", "+") + "-1")

    def test_checksums(self):
        sums = dict(reversed(line.split()) for line in (self.out / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(set(sums), self.files - {"SHA256SUMS"})
        for name, checksum in sums.items():
            self.assertEqual(hashlib.sha256((self.out / name).read_bytes()).hexdigest(), checksum)

    def test_program(self):
        (archive,) = self.out.glob("*-linux-*86*.tar.gz")
        root = self.unpack(archive.name.removesuffix(".tar.gz"))
        self.assertLess({"bin/quorum", "share/man/man6/quorum.6", "share/quorum/epd/mate.epd"},
                        files_below(root))
        self.assertEqual(run(root / "bin/quorum", "--version").strip(), f"Quorum {self.version}")
        (signature,) = re.findall(r"searches (\d+) nodes", (self.out / "NOTES.md").read_text())
        self.assertIn(f"Nodes searched  : {signature}\n", run(root / "bin/quorum", "bench"))

    def test_windows(self):
        name = f"quorum-{self.version}-windows-x86-64"
        if f"{name}.zip" not in self.files:
            self.skipTest(re.search(r"Left out: (Windows: .*)", self.process.stderr).group(1))
        with zipfile.ZipFile(self.out / f"{name}.zip") as archive:
            archive.extractall(self.folder)
            self.assertEqual(len({member.date_time for member in archive.infolist()}), 1)
        root = self.folder / name
        self.assertLess({"quorum.exe", "README.md", "LICENSE", "epd/mate.epd"}, files_below(root))
        program = (root / "quorum.exe").read_bytes()
        self.assertTrue(self.version.encode("utf-16-le") in program, self.version)
        (header,) = struct.unpack_from("<I", program, 60)
        (date,) = struct.unpack_from("<I", program, header + 8)
        self.assertEqual(date, int(run("git", "-C", self.source, "log", "-1", "--format=%ct")))

    def test_source(self):
        root = self.unpack(f"quorum-{self.version}")
        found = run("git", "-C", self.source, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
        self.assertEqual(files_below(root), set(found))
        self.assertRegex((root / "VERSION").read_text(), r"^[^$]*\|[0-9a-f]+\|\d+$")
        self.assertEqual((root / "net/quorum.nnue").read_bytes(), self.network.read_bytes())

    def test_notes(self):
        notes = (self.out / "NOTES.md").read_text()
        self.assertTrue(notes.startswith(f"# Quorum {self.version}\n"))
        changes = (self.source / "CHANGELOG.md").read_text()
        self.assertIn(re.search(r"(?ms)^## .*?\n(.*?)(?=^## |\Z)", changes).group(1).strip(), notes)
        self.assertIn("libc.so.6", notes)
        left_out = re.findall(r"(?m)^Left out: (.*)$", self.process.stderr)
        self.assertEqual(re.findall(r"(?m)^- (.*)\.$", notes.split("Not made here:")[1]), left_out)

    def test_refuses(self):
        for words in ([self.out], [self.folder / "a", self.folder / "b"], ["-x"]):
            process = subprocess.run([self.source / "scripts/release", *words], text=True,
                                     stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertRegex(process.stderr, r"^release: .*\n$")
        if BUILD == "clone":
            (self.source / "new").touch()
            process = subprocess.run([self.source / "scripts/release", self.folder / "c"], text=True,
                                     capture_output=True, check=False)
            self.assertEqual((process.returncode, process.stderr),
                             (2, "release: there are changes that no commit holds\n"))


if __name__ == "__main__":
    SOURCE, BUILD = Path(sys.argv[1]).resolve(), sys.argv[2]
    del sys.argv[1:3]
    if not shutil.which("git") or not (SOURCE / ".git").exists():
        skip("git or the repository is missing")
    if BUILD != "clone":
        need(Path(BUILD), "cpack", "dpkg-deb", "dpkg-shlibdeps", "readelf")
    unittest.main()
