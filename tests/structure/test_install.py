#!/usr/bin/env python3
"""test_install.py BUILD: `cmake --install` with DESTDIR puts everything where Debian looks for it, and the
list that it leaves removes it."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "package"))

import check_links  # noqa: E402
from test_package import files_below, need, programs, run  # noqa: E402

BUILD = Path(sys.argv.pop(1)).resolve()
ROOT = Path(__file__).resolve().parents[2]


class Install(unittest.TestCase):
    def install(self, prefix):
        with tempfile.TemporaryDirectory() as root:
            run("cmake", "--install", BUILD, "--prefix", prefix,
                env=os.environ | {"DESTDIR": root})
            found = files_below(Path(root))
            version = run(Path(root + prefix) / "bin/quorum", "--version")
            self.assertEqual(check_links.check(Path(root + prefix) / "share/doc/quorum"), [])
        self.assertRegex(version, r"^Quorum \d")
        self.assertTrue(all(name.startswith(prefix[1:] + "/") for name in found))
        return {name.removeprefix(prefix[1:] + "/") for name in found}

    def test_system(self):
        found = self.install("/usr")
        for program in programs(BUILD):
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

    def test_uninstall(self):
        """What it finds of others stays, and no letter of the prefix means anything."""
        with tempfile.TemporaryDirectory() as folder:
            others = [Path(folder) / name for name in ("J", "Jürgen [1], [2/.local/share/doc/quorum/mine")]
            prefix = others[1].parents[3]
            run("cmake", "--install", BUILD, "--prefix", prefix)
            for other in others:
                other.touch()
            self.assertGreater(len(files_below(Path(folder))), 20)
            run("cmake", f"-DMANIFEST={BUILD}/install_manifest.txt", "-P", ROOT / "cmake/Uninstall.cmake")
            self.assertEqual(files_below(Path(folder)),
                             {other.relative_to(folder).as_posix() for other in others})
            self.assertFalse((prefix / "share/quorum").exists())


if __name__ == "__main__":
    need(BUILD, "cmake")
    unittest.main()
