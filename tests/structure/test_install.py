#!/usr/bin/env python3
"""test_install.py BUILD: `cmake --install` with DESTDIR puts everything where Debian looks for it, and
`cpack -G DEB` packs it as Debian's policy wants it."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(sys.argv.pop(1)).resolve()
SKIPPED = 77


def run(*command, **more):
    process = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                             timeout=200, check=False, **more)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def files_below(root):
    return {path.relative_to(root).as_posix() for path in root.rglob("*")
            if path.is_symlink() or path.is_file()}


def programs():
    return sorted(path.stem for path in (BUILD / "manual").glob("*.6"))


class Install(unittest.TestCase):
    def install(self, prefix):
        with tempfile.TemporaryDirectory() as root:
            run("cmake", "--install", BUILD, "--prefix", prefix,
                env=os.environ | {"DESTDIR": root})
            found = files_below(Path(root))
            version = run(Path(root + prefix) / "bin/quorum", "--version")
        self.assertRegex(version, r"^Quorum \d")
        self.assertTrue(all(name.startswith(prefix[1:] + "/") for name in found))
        return {name.removeprefix(prefix[1:] + "/") for name in found}

    def test_system(self):
        found = self.install("/usr")
        for program in programs():
            for name in ("bin/{}", "share/man/man6/{}.6",
                         "share/bash-completion/completions/{}",
                         "share/zsh/vendor-completions/_{}"):
                self.assertIn(name.format(program), found)
        for name in ("README.md", "LICENSE", "docs/uci.md"):
            self.assertTrue(any(path.endswith("/" + name) for path in found), name)
        self.assertFalse([name for name in found if name.endswith(".in")])

    def test_elsewhere(self):
        found = self.install("/usr/local")
        self.assertIn("share/zsh/site-functions/_quorum", found)
        self.assertIn("bin/quorum", found)


class Package(unittest.TestCase):
    def setUp(self):
        for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps"):
            if not shutil.which(tool):
                self.skipTest(f"{tool} is not installed")
        self.folder = tempfile.TemporaryDirectory()
        run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", self.folder.name)
        (self.package,) = Path(self.folder.name).glob("*.deb")

    def tearDown(self):
        if hasattr(self, "folder"):
            self.folder.cleanup()

    def test_package(self):
        fields = run("dpkg-deb", "--field", self.package)
        self.assertRegex(fields, r"(?m)^Package: quorum$")
        self.assertRegex(fields, r"(?m)^Section: games$")
        self.assertRegex(fields, r"(?m)^Depends: .*\blibc6\b")
        self.assertRegex(self.package.name, r"^quorum_[\d.]+-\d+_\w+\.deb$")
        root = Path(self.folder.name) / "root"
        run("dpkg-deb", "--extract", self.package, root)
        found = files_below(root)
        for program in programs():
            self.assertIn(f"usr/games/{program}", found)
            self.assertEqual(os.readlink(root / "usr/bin" / program), f"../games/{program}")
            page = gzip.decompress((root / f"usr/share/man/man6/{program}.6.gz").read_bytes())
            self.assertTrue(page.startswith(b".TH "))
        for name in ("copyright", "changelog.Debian.gz", "README.md"):
            self.assertIn(f"usr/share/doc/quorum/{name}", found)
        self.assertTrue(all(name.startswith("usr/") for name in found))
        self.assertRegex(run(root / "usr/games/quorum", "--version"), r"^Quorum \d")
        listing = run("dpkg-deb", "--contents", self.package)
        self.assertEqual([line for line in listing.splitlines()
                          if not re.match(r"[dl-]\S+ root/root ", line)], [])


if __name__ == "__main__":
    if not (BUILD / "manual" / "quorum.6").is_file():
        print(f"skipped: {BUILD} has no manual page; build the target `all`")
        sys.exit(SKIPPED)
    unittest.main()
