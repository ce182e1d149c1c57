#!/usr/bin/env python3
"""test_switches.py ROOT: what needs a library is built by QUORUM_NAME=AUTO, ON or OFF (cmake/Switches.cmake)."""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1)).resolve()
SWITCHES = {"OPENMP", "MPI", "HWLOC", "FATHOM", "JSON", "TUNE", "BENCH"}
ROW = re.compile(r"(?m)^  QUORUM_(\w+)=(\w+) +(yes|no)(?:: (.+))?$")
# Where nothing can be found.
NOWHERE = ["-DCMAKE_FIND_ROOT_PATH=/nonexistent",
           *(f"-DCMAKE_FIND_ROOT_PATH_MODE_{what}=ONLY" for what in ("LIBRARY", "INCLUDE")),
           *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("OpenMP", "MPI", "benchmark"))]


class Switches(unittest.TestCase):
    def setUp(self):
        self.build = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def configure(self, *options):
        """Whether it succeeds, and what it prints, on one line where it complains."""
        process = subprocess.run(["cmake", "-S", ROOT, "-B", self.build, "-DBUILD_TESTING=OFF", *options],
                                 capture_output=True, text=True, check=False)
        return process.returncode == 0, process.stdout + re.sub(r"\s+", " ", process.stderr)

    def table(self, *options):
        done, output = self.configure(*options)
        self.assertTrue(done, output)
        rows = {name: (asked, state, what) for name, asked, state, what in ROW.findall(output)}
        self.assertEqual(set(rows), SWITCHES)
        self.assertLess(output.index("Parts of this build"), output.index("Configuring done"))
        return rows

    def test_auto(self):
        """What is found is named, and what is not, too."""
        rows = self.table()
        self.assertEqual({asked for asked, _, _ in rows.values()}, {"AUTO"})
        self.assertTrue(all(what for _, _, what in rows.values()))
        self.assertIn("libjansson", rows["JSON"][2])
        self.setUp()
        rows = self.table(*NOWHERE)
        self.assertEqual({state for _, state, _ in rows.values()}, {"no"})
        self.assertIn("libhwloc-dev", rows["HWLOC"][2])
        for name in SWITCHES:
            done, output = self.configure(*NOWHERE, f"-DQUORUM_{name}=ON")
            self.assertFalse(done)
            self.assertIn(f"QUORUM_{name}=ON: {rows[name][2]}", output)
            self.configure(*NOWHERE, f"-DQUORUM_{name}=AUTO")

    def test_off(self):
        rows = self.table(*(f"-DQUORUM_{name}=OFF" for name in SWITCHES))
        self.assertEqual(set(rows.values()), {("OFF", "no", "")})
        self.assertNotIn("HWLOC_LIBRARY", (self.build / "CMakeCache.txt").read_text())

    def test_off_where_it_was_found(self):
        self.table()
        rows = self.table(*(f"-DQUORUM_{name}=OFF" for name in SWITCHES))
        self.assertEqual(set(rows.values()), {("OFF", "no", "")})

    def test_without_json(self):
        """It builds without a warning. What needs JSON says so, and the rest is there."""
        self.table("-DQUORUM_JSON=OFF", "-DQUORUM_TUNE=OFF", "-DQUORUM_WERROR=ON", "-DCMAKE_BUILD_TYPE=Debug")
        subprocess.run(["cmake", "--build", self.build, "--parallel", "--target", "quorum"], check=True,
                       capture_output=True, text=True)

        def start(*words):
            return subprocess.run([self.build / "quorum", *words], capture_output=True, text=True, check=False,
                                  cwd=self.build, stdin=subprocess.DEVNULL)

        self.assertRegex(start("bench", "4").stdout, r"Nodes searched  : \d+\n")
        suite = ["epd", ROOT / "epd/mate.epd", "--depth", "1"]
        self.assertEqual(start(*suite, "--csv", "solved.csv").returncode, 0)
        self.assertGreater(len((self.build / "solved.csv").read_text().splitlines()), 10)
        (self.build / "report").write_text("{}")
        for words, what in (([*suite, "--json", "new"], "--json"), ([*suite, "--html", "new"], "--html"),
                            ([*suite, "--resume", "new"], "--resume"), (["compare", "report", "report"], "compare"),
                            (["perft", "1", "--json", "new"], "--json"), (["scale", "--html", "new"], "--html"),
                            (["speedtest", "--json", "new"], "--json"), (["topology", "--json", "new"], "--json")):
            process = start(*words)
            self.assertEqual((process.returncode, process.stdout), (2, ""), words)
            self.assertEqual(process.stderr, f"quorum {words[0]}: {what} needs JSON, and this program was built "
                                             "without jansson\n")
            self.assertFalse((self.build / "new").exists())

    def test_static_and_source(self):
        """No shared library is found. A folder takes the place of Fathom's; OFF is off all the same."""
        source = Path(self.enterContext(tempfile.TemporaryDirectory()))
        options = ["-DQUORUM_STATIC=ON", "-DQUORUM_MPI=OFF", f"-DQUORUM_FATHOM_SOURCE={source}"]
        done, output = self.configure(*options)
        self.assertFalse(done)
        self.assertIn("QUORUM_FATHOM_SOURCE: there is no Fathom in it", output)
        (source / "src").mkdir()
        (source / "src/tbprobe.c").touch()
        rows = self.table(*options)
        self.assertEqual(rows.pop("FATHOM"), ("AUTO", "yes", f"{source}/src/tbprobe.c"))
        for name, (_, state, what) in rows.items():
            if state == "yes" and "/" in what:
                self.assertRegex(what, r"^(\S+\.a ?)+$", name)
        self.assertRegex(rows["BENCH"][2], "shared library|not installed")
        self.assertEqual(self.table("-DQUORUM_FATHOM=OFF")["FATHOM"], ("OFF", "no", ""))

    def test_static_after_shared(self):
        """In one folder, and back: as in folders that have seen nothing else. What the user names, holds."""
        shared = self.table()
        again = self.table("-DQUORUM_STATIC=ON")
        back = self.table("-DQUORUM_STATIC=OFF")
        self.assertEqual(back, shared)
        named = self.table("-DQUORUM_STATIC=ON", f"-DJANSSON_LIBRARY={self.build}/mine.a", "-DQUORUM_BENCH=OFF")
        self.assertEqual(named["JSON"], ("AUTO", "yes", f"{self.build}/mine.a"))
        self.setUp()
        static = self.table("-DQUORUM_STATIC=ON")
        self.assertEqual(again, static)
        self.assertNotEqual(static, shared)

    def test_old_hwloc(self):
        (self.build / "hwloc.h").touch()
        rows = self.table(f"-DHWLOC_INCLUDE_DIR={self.build}", "-DHWLOC_LIBRARY=/usr/lib/libhwloc.so", "-DQUORUM_MPI=OFF")
        self.assertEqual(rows["HWLOC"], ("AUTO", "no", "hwloc is older than 2.5; every machine is one node"))

    def test_refused(self):
        for switch, message in (("FATHOM=maybe", "choose AUTO, ON or OFF, FETCH"),
                                ("MPI=FETCH", "choose AUTO, ON or OFF")):
            self.setUp()
            done, output = self.configure(f"-DQUORUM_{switch}")
            self.assertFalse(done)
            self.assertRegex(output, f"QUORUM_{switch}: {message}( |$)")

    @unittest.skipUnless(shutil.which("x86_64-w64-mingw32-gcc-posix"), "no compiler for Windows")
    def test_blank_in_the_path(self):
        """For Windows, too, a header of that folder is included before every file."""
        source = Path(self.enterContext(tempfile.TemporaryDirectory())) / "a folder"
        source.symlink_to(ROOT)
        subprocess.run(["cmake", "--preset", "windows", "-S", source, "-B", self.build, "-DQUORUM_FATHOM=OFF",
                        "-DQUORUM_JSON=OFF"], check=True, capture_output=True)
        process = subprocess.run(["cmake", "--build", self.build, "--target", "quorum_base"], capture_output=True, text=True,
                                 check=False)
        self.assertEqual(process.returncode, 0, process.stdout)

    def test_folder_of_before(self):
        """ON was what AUTO is."""
        self.assertEqual(self.table("-DQUORUM_MPI:BOOL=ON")["MPI"][0], "AUTO")


if __name__ == "__main__":
    unittest.main()
