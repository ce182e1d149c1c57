#!/usr/bin/env python3
"""test_install.py BUILD: `cmake --install` with DESTDIR puts everything where Debian looks for it."""

import os
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
        self.assertIn("share/quorum/epd/tactical.epd", found)
        for name in ("README.md", "LICENSE", "docs/uci.md"):
            self.assertTrue(any(path.endswith("/" + name) for path in found), name)
        self.assertFalse([name for name in found if name.endswith(".in")])

    def test_elsewhere(self):
        found = self.install("/usr/local")
        self.assertIn("share/zsh/site-functions/_quorum", found)
        self.assertIn("bin/quorum", found)


if __name__ == "__main__":
    if not (BUILD / "manual" / "quorum.6").is_file():
        print(f"skipped: {BUILD} has no manual page; build the target `all`")
        sys.exit(SKIPPED)
    unittest.main()
