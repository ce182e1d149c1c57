#!/usr/bin/env python3
"""test_version.py ROOT: cmake/Version.cmake names commits, tags, changes and source archives."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

ROOT = Path(sys.argv.pop(1)).resolve()


class Version(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.source = self.folder / "source"
        self.source.mkdir()
        for name in ("VERSION", ".gitattributes"):
            shutil.copy(ROOT / name, self.source)
        if not (ROOT / "VERSION").read_text().startswith("$"):  # of a source archive, where git has filled it in
            (self.source / "VERSION").write_text("$Format:%(describe:tags=true,match=v*)|%h|%ct$\n")

    def git(self, *arguments, folder=None):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments], check=True,
                       cwd=folder or self.source, stdout=subprocess.DEVNULL)

    def commit(self, folder=None):
        self.git("commit", "--quiet", "--allow-empty", "--message=x", folder=folder)

    def begin(self, folder=None):
        self.git("init", "--quiet", folder=folder)
        self.git("add", ".", folder=folder)
        self.commit(folder)

    def version(self, source=None):
        """What the program, and the package, would call themselves."""
        subprocess.run(["cmake", f"-DSOURCE={source or self.source}", "-DNUMBER=0.7.0",
                        f"-DFOLDER={self.folder}/out", "-P", ROOT / "cmake/Version.cmake"], check=True)
        header = (self.folder / "out/quorum_version.h").read_text()
        package = (self.folder / "out/package.cmake").read_text()
        self.date = int(re.search(r"EPOCH} (\d+)\)", package).group(1))
        version, numbers = re.fullmatch(r'#define QUORUM_VERSION "(.*)"\n'
                                        r"#define QUORUM_VERSION_NUMBERS (.*)\n", header).groups()
        self.numbers = tuple(int(number) for number in numbers.split(","))
        return (version,
                re.search(r'CPACK_PACKAGE_VERSION "(.*)"', package).group(1))

    def test_plain_folder(self):
        self.assertEqual(self.version(), ("0.7.0", "0.7.0"))
        self.assertEqual(self.numbers, (0, 7, 0, 0))

    def test_folder_in_a_repository_of_others(self):
        self.begin(self.folder)
        self.git("tag", "v9.9", folder=self.folder)
        self.assertEqual(self.version(), ("0.7.0", "0.7.0"))

    def test_commits(self):
        self.begin()
        version, package = self.version()
        self.assertRegex(version, r"^0\.7\.0-g[0-9a-f]{7,}$")
        self.assertEqual(package, version.replace("-", "+"))
        self.git("tag", "v1.0")
        self.assertEqual(self.version(), ("1.0", "1.0"))
        self.git("tag", "another", "HEAD")
        self.commit()
        self.commit()
        self.assertRegex(self.version()[0], r"^1\.0-2-g[0-9a-f]{7,}$")
        self.assertEqual(self.numbers, (1, 0, 0, 2))

    def test_changes(self):
        self.begin()
        self.git("tag", "v1.0")
        (self.source / "build").touch()
        self.assertEqual(self.version()[0], "1.0")
        (self.source / ".gitattributes").write_text("VERSION export-subst\n# changed\n")
        self.assertEqual(self.version(), ("1.0-dirty", "1.0+dirty"))

    def test_of_another_user(self):
        """Git, which refuses such a repository, is told that it may be read."""
        self.begin()
        self.git("tag", "v1.0")
        self.commit()
        with unittest.mock.patch.dict(os.environ, GIT_TEST_ASSUME_DIFFERENT_OWNER="1"):
            self.assertRegex(self.version()[0], r"^1\.0-1-g[0-9a-f]{7,}$")

    def test_damaged(self):
        """It does not call itself as a release does."""
        (self.source / ".git").write_text("gitdir: nowhere\n")
        self.assertEqual(self.version(), ("0.7.0-unknown", "0.7.0+unknown"))

    def test_archives(self):
        self.begin()
        for tag, wanted in ((None, r"^0\.7\.0-g[0-9a-f]{7,}$"), ("v1.0", r"^1\.0$")):
            if tag:
                self.git("tag", tag)
            date = self.version() and self.date
            self.git("archive", "--output=../source.tar", "--prefix=archive/", "HEAD")
            subprocess.run(["tar", "xf", "source.tar"], cwd=self.folder, check=True)
            version = self.version(self.folder / "archive")
            self.assertRegex(version[0], wanted)
            self.assertEqual((version, self.date), (self.version(), date))


if __name__ == "__main__":
    if not shutil.which("git"):
        skip("git is not installed")
    unittest.main()
