#!/usr/bin/env python3
"""test_makefile.py SOURCE: the Makefile builds as OpenBench and packagers type it: EXE, CC, EVALFILE,
install, uninstall, clean. Without clang, with cc."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from test_package import files_below, skip
from test_reproducible import copy

SOURCE = Path(sys.argv.pop(1)).resolve()
# What OpenBench's client looks for in the output, once all but letters and digits is blank there.
NPS = r"(?i)(\d+\s+nps)|(nps\s+\d+)|(nodes second\s+\d+)"
NODES = r"(?i)(\d+\s+nodes)|(nodes\s+\d+)|(nodes searched\s+\d+)"


def number_in_last_line_with(pattern, output):
    for line in reversed(output.splitlines()):
        match = re.search(pattern, re.sub(r"[^a-zA-Z0-9 ]+", " ", line))
        if match:
            return int(re.search(r"\d+", match.group()).group())
    return None


class Makefile(unittest.TestCase):
    def make(self, *words):
        # Nothing of a make that this may run under.
        environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
        compiler = "clang" if shutil.which("clang") else "cc"
        subprocess.run(["make", f"CC={compiler}", *words], cwd=self.source, env=environment,
                       stdout=subprocess.DEVNULL, check=True)

    def test_as_typed(self):
        with tempfile.TemporaryDirectory() as folder:
            self.source = Path(folder) / "source"
            copy(SOURCE, self.source)
            network = Path(folder) / "another.nnue"
            shutil.copy(self.source / "net/quorum.nnue", network)
            self.make("EXE=q", f"EVALFILE={network}", "-j2")
            bench = subprocess.run([self.source / "q", "bench", "6"], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, check=True).stdout
            nodes = re.search(r"^Nodes searched  : (\d+)$", bench, re.MULTILINE)
            self.assertEqual(number_in_last_line_with(NODES, bench), int(nodes.group(1)))
            self.assertGreater(number_in_last_line_with(NPS, bench), 1000)

            self.make("EXE=q", f"EVALFILE={network}", "TUNABLES=ON", "-j2")
            tunable = subprocess.run([self.source / "q", "uci"], stdout=subprocess.PIPE, text=True,
                                     check=True).stdout
            self.assertIn("option name RAZOR_BASE type spin ", tunable)

            self.make("configure", "CFLAGS=-g0")
            flags = [re.search("(?m)^CMAKE_C_FLAGS:STRING=(.*)$", cache.read_text())[1]
                     for cache in (self.source / "build").glob("make-*/CMakeCache.txt")]
            self.assertEqual(sorted(flags), ["", "-g0"])

            stage = Path(folder) / "stage"
            mask = os.umask(0o077)
            self.make("install", "PREFIX=/usr", f"DESTDIR={stage}")
            os.umask(mask)
            self.assertEqual({path.stat().st_mode & 0o777 for path in stage.rglob("*") if path.is_dir()}, {0o755})
            found = files_below(stage)
            for name in ("bin/quorum", "share/man/man6/quorum.6", "share/quorum/epd/mate.epd"):
                self.assertIn("usr/" + name, found)
            self.make("uninstall", f"DESTDIR={stage}")
            self.assertEqual(files_below(stage), set())
            self.assertFalse((stage / "usr/share/quorum").exists())

            self.make("clean", "EXE=q")
            self.assertFalse((self.source / "q").exists())
            self.assertEqual(list((self.source / "build").iterdir()), [])


if __name__ == "__main__":
    if not shutil.which("make") or not shutil.which("git") or not (SOURCE / ".git").exists():
        skip("make, git or the repository is missing")
    unittest.main()
