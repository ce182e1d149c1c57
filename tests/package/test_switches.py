#!/usr/bin/env python3
"""test_switches.py ROOT: what needs a library is built by QUORUM_NAME=AUTO, ON or OFF (cmake/Switches.cmake)."""

import re
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
        self.assertEqual(self.table("-DQUORUM_FATHOM=OFF")["FATHOM"], ("OFF", "no", ""))

    def test_refused(self):
        for switch, message in (("FATHOM=maybe", "choose AUTO, ON or OFF, FETCH"),
                                ("MPI=FETCH", "choose AUTO, ON or OFF")):
            self.setUp()
            done, output = self.configure(f"-DQUORUM_{switch}")
            self.assertFalse(done)
            self.assertRegex(output, f"QUORUM_{switch}: {message}( |$)")

    def test_folder_of_before(self):
        """ON was what AUTO is."""
        self.assertEqual(self.table("-DQUORUM_MPI:BOOL=ON")["MPI"][0], "AUTO")


if __name__ == "__main__":
    unittest.main()
