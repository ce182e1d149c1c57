#!/usr/bin/env python3
"""test_package.py BUILD: what the preset `package` has built is packed by cpack as Debian's policy wants
it, is hardened, and can be installed, played and removed."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / name) for name in ("", "structure")]
import check_links  # noqa: E402
from requirement import skip  # noqa: E402

LIBRARY_CALL = re.compile(r"__(\w+)_chk@")


def run(*command, **more):
    process = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                             timeout=400, check=False, **more)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


def files_below(root):
    return {path.relative_to(root).as_posix() for path in root.rglob("*")
            if path.is_symlink() or path.is_file()}


def programs(build):
    return sorted(path.stem for path in (build / "manual").glob("*.6"))


def need(build, *tools):
    """Skips the test where something is missing."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        skip(f"{', '.join(missing)} is not installed")
    if not (build / "manual" / "quorum.6").is_file():
        skip(f"{build} has no manual page; build its target `all`")


def pack(build, folder):
    """The package that cpack makes of a build, in that folder."""
    run("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder)
    (package,) = Path(folder).glob("*.deb")
    return package


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.package = pack(BUILD, folder)
        cls.root = Path(folder) / "contents"
        run("dpkg-deb", "--extract", cls.package, cls.root)
        cls.programs = programs(BUILD)

    def test_fields(self):
        fields = run("dpkg-deb", "--field", self.package)
        self.assertRegex(fields, r"(?m)^Package: quorum$")
        self.assertRegex(fields, r"(?m)^Section: games$")
        self.assertRegex(fields, r"(?m)^Depends: .*\blibc6\b")
        self.assertNotRegex(fields, r"(?m)^Depends: .*\blibopenmpi")
        self.assertRegex(self.package.name, r"^quorum_\d[\w.+~]*-\d+_\w+\.deb$")

    def test_contents(self):
        found = files_below(self.root)
        for program in self.programs:
            self.assertIn(f"usr/games/{program}", found)
            self.assertEqual(os.readlink(self.root / "usr/bin" / program), f"../games/{program}")
            page = self.root / f"usr/share/man/man6/{program}.6.gz"
            self.assertTrue(gzip.decompress(page.read_bytes()).startswith(b".TH "))
        for name in ("copyright", "changelog.Debian.gz", "README.md"):
            self.assertIn(f"usr/share/doc/quorum/{name}", found)
        for name in ("tactical", "perft"):
            self.assertIn(f"usr/share/quorum/epd/{name}.epd", found)
        self.assertEqual(check_links.check(self.root / "usr/share/doc/quorum"), [])
        self.assertTrue(all(name.startswith("usr/") for name in found))
        self.assertEqual([name for name in found if "libquorum" in name or "/include/" in name], [])
        listing = run("dpkg-deb", "--contents", self.package)
        self.assertEqual([line for line in listing.splitlines()
                          if not re.match(r"[dl-]\S+ root/root ", line)], [])

    def test_hardened(self):
        for program in self.programs:
            with self.subTest(program=program):
                path = self.root / "usr/games" / program
                dynamic = run("readelf", "--wide", "--dynamic", path)
                self.assertRegex(dynamic, r"\(FLAGS_1\).*\bNOW\b")
                self.assertRegex(dynamic, r"\(FLAGS_1\).*\bPIE\b")
                segments = run("readelf", "--wide", "--segments", path)
                self.assertIn("GNU_RELRO", segments)
                self.assertRegex(segments, r"GNU_STACK.* RW ")
                calls = run("readelf", "--wide", "--dyn-syms", path)
                self.assertIn("__stack_chk_fail@", calls)
                self.assertGreater(len(LIBRARY_CALL.findall(calls)), 3)

    def test_options(self):
        version = run(self.root / "usr/games/quorum", input="compiler\n")
        self.assertIn("-D_FORTIFY_SOURCE=3", version)
        self.assertIn("-fstack-protector-strong", version)

    def test_no_path_of_this_machine(self):
        for program in self.programs:
            self.assertNotIn(os.fsencode(BUILD.parents[1]),
                             (self.root / "usr/games" / program).read_bytes())


class Installed(unittest.TestCase):
    """dpkg installs it below a folder and removes it."""

    def dpkg(self, *arguments):
        return run("dpkg", f"--root={self.root}", "--force-not-root", "--force-depends",
                   "--force-bad-path", *arguments)

    def play(self):
        program = self.root / "usr/bin/quorum"
        self.assertRegex(run(program, "--version"), r"^Quorum \d")
        uci = run(program, input="uci\nposition startpos moves e2e4\ngo depth 6\nwait\nquit\n")
        self.assertRegex(uci, r"(?m)^bestmove [a-h][1-8][a-h][1-8]")
        suite = self.root / "usr/share/quorum/epd/perft.epd"
        run(program, "perft", "--suite", suite, "--max-leaves", 1000000)
        suite = self.root / "usr/share/quorum/epd/mate.epd"
        run(program, "epd", "--nodes", 20000, "--quiet", "--expect", "10%", suite)

    def test_life(self):
        with tempfile.TemporaryDirectory() as folder:
            self.root = Path(folder) / "root"
            state = self.root / "var/lib/dpkg"
            for name in ("info", "updates", "triggers"):
                (state / name).mkdir(parents=True)
            for name in ("status", "available"):
                (state / name).touch()
            self.dpkg("--install", pack(BUILD, folder))
            self.play()
            self.dpkg("--purge", "quorum")
            self.assertFalse((self.root / "usr").exists())


class Lintian(unittest.TestCase):
    def test_no_line(self):
        with tempfile.TemporaryDirectory() as folder:
            package = pack(BUILD, folder)
            process = subprocess.run(["lintian", "-I", package], stdout=subprocess.PIPE, text=True,
                                     timeout=400, check=False)
            self.assertEqual((process.stdout, process.returncode), ("", 0))


if __name__ == "__main__":
    BUILD = Path(sys.argv.pop(1)).resolve()
    need(BUILD, "cpack", "dpkg-deb", "dpkg-shlibdeps", "readelf",
         *(["lintian"] if "Lintian" in sys.argv else []))
    unittest.main()
