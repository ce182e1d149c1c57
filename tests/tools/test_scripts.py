#!/usr/bin/env python3
"""scripts/ that build or install: they answer --help before, and see what is there."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
# In place of what would build or install: writes down that it was called, and fails.
RECORDER = """#!/bin/sh
echo "$0" >> "{calls}"
exit 1
"""


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(TOP / "scripts", self.folder / "scripts")
        shutil.copytree(TOP / "tests" / "vm", self.folder / "tests" / "vm")
        self.calls = self.folder / "calls"

    def put_tools(self, folder, names, text=None):
        """Links to the system's, or programs of that text, in a folder for PATH."""
        tools = self.folder / folder
        tools.mkdir(exist_ok=True)
        for name in names:
            if text is None:
                (tools / name).symlink_to(shutil.which(name))
            else:
                (tools / name).write_text(text.format(calls=self.calls))
                (tools / name).chmod(0o755)
        return tools

    def run_script(self, name, *words, path):
        environment = {name: value for name, value in os.environ.items() if name != "CC"}
        return subprocess.run([self.folder / "scripts" / name, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, env=dict(environment, PATH=str(path)), timeout=100)


class Help(Scripts):
    def setUp(self):
        super().setUp()
        self.recorders = self.put_tools("recorders", ("apt-get", "sudo", "cmake", "ctest", "cpack"), RECORDER)

    def run_script(self, name, *words, path=None):
        return super().run_script(name, *words, path=f"{self.recorders}:{path or os.environ['PATH']}")

    def test_nothing_is_built_for_it(self):
        for name in ("build-pgo", "check-bench", "fuzz", "games", "release", "test"):
            for word in ("--help", "-h"):
                process = self.run_script(name, word)
                self.assertEqual((process.returncode, process.stderr), (0, ""), name)
                self.assertRegex(process.stdout, rf"^scripts/{name}\b")
                self.assertNotIn("set -euo", process.stdout)
        self.assertFalse(self.calls.exists())

    def test_nothing_is_installed_for_it(self):
        """Where there is no qemu."""
        tools = self.put_tools("tools", ("bash", "basename", "dirname", "env", "id", "mkdir", "readlink"))
        (tools / "python3").symlink_to(sys.executable)
        process = self.run_script("vm-run", "--help", path=tools)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertRegex(process.stdout, "^usage: vm-run ")
        self.assertFalse(self.calls.exists())

    def test_release_takes_no_option_for_a_folder(self):
        process = self.run_script("release", "-x")
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertEqual(process.stderr, "release: -x: neither a folder nor --help\n")

    def test_release_of_what_another_user_has(self):
        """Git, which refuses such a repository, is told that it may be read."""
        git = ["git", "-c", "user.name=name", "-c", "user.email=address", "-C", self.folder]
        for words in (["init", "--quiet"], ["add", "scripts"], ["commit", "--quiet", "--message", "what"]):
            subprocess.run([*git, *words], check=True)
        foreign = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        with unittest.mock.patch.dict(os.environ, foreign):
            process = self.run_script("release")
        self.assertEqual((process.returncode, process.stderr), (2, "release: there are changes that no commit holds\n"))

    def test_bench_without_history(self):
        """There is nothing to compare; where git fails, nothing has been compared."""
        process = self.run_script("check-bench")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn("no git history", process.stdout)
        (self.folder / ".git").write_text("gitdir: nowhere\n")
        process = self.run_script("check-bench")
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("not a git repository", process.stderr)
        self.assertFalse(self.calls.exists())

    def test_compilers_of_several_words(self):
        """What is there is seen with them, too."""
        script = ". scripts/setup.sh; is_present command:cc && is_present header:stdio.h && ! is_present header:none.h"
        for compiler in ("cc", "cc -O1", "env cc"):
            process = subprocess.run(["bash", "-c", script], cwd=self.folder, check=False,
                                     env=dict(os.environ, CC=compiler))
            self.assertEqual(process.returncode, 0, compiler)


class Output(unittest.TestCase):
    """Scripts in Python where what they print does not arrive."""

    def setUp(self):
        self.scripts = [path for path in sorted((TOP / "scripts").iterdir())
                        if path.is_file() and path.read_text().startswith("#!/usr/bin/env python3")]
        self.assertGreater(len(self.scripts), 5)

    def end_of(self, script, stdout, *words, text=""):
        process = subprocess.run([script, *words], input=text, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60)
        return process.returncode, process.stderr

    def broken_pipe(self):
        read, write = os.pipe()
        os.close(read)
        return self.enterContext(os.fdopen(write, "w"))

    def test_counts_that_are_none(self):
        for name, option in (("label-error", "--positions"), ("label-error", "--nodes"), ("figures make", "--rounds"),
                             ("ladder play", "--games"), ("ladder play", "--nodes"), ("ladder play", "--threads"),
                             ("ladder play", "--hash"), ("ladder play", "--concurrency"),
                             ("perft-crosscheck", "--make"), ("perft-crosscheck", "--max-leaves")):
            script, *command = name.split()
            for count in ("0", "-1", "1.5", "many", "\u0662"):
                code, fault = self.end_of(TOP / "scripts" / script, subprocess.DEVNULL, *command, f"{option}={count}")
                self.assertEqual(code, 2, fault)
                self.assertIn(f"argument {option}: {count!r} is no whole number above 0\n", fault)

    def test_nobody_reads_on(self):
        for script in self.scripts:
            self.assertEqual(self.end_of(script, self.broken_pipe(), "--help"), (-signal.SIGPIPE, ""), script.name)
        lines = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; 0 ; 1-0 ; e2e4\n" * 10000
        self.assertEqual(self.end_of(TOP / "scripts" / "sample-positions", self.broken_pipe(), "--share", "1000", text=lines),
                         (-signal.SIGPIPE, ""))

    def test_input_that_is_no_text(self):
        """The line is named, whatever the locale."""
        for name, words in (("fit-wdl", []), ("label-error", ["--engine", sys.executable]), ("sample-positions", [])):
            process = subprocess.run([TOP / "scripts" / name, *words], input=b"\x1aQ\xff\xfe\n" * 9, capture_output=True,
                                     timeout=60, env=dict(os.environ, PYTHONIOENCODING="utf-8:strict"), check=False)
            self.assertEqual((process.returncode, process.stdout, process.stderr.decode()),
                             (1, b"", f"{name}: line 1 is not one of quorum-data text\n"))

    def test_no_room(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for script in self.scripts:
            with open("/dev/full", "w", encoding="ascii") as full:
                self.assertEqual(self.end_of(script, full, "--help"),
                                 (2, f"{script.name}: output is lost: No space left on device\n"))


# Has the C library's headers alone.
COMPILER = """#!/bin/sh
read line
[ "$line" = "#include <stdio.h>" ]
"""
# Puts a program where the build would.
CMAKE = """#!/bin/sh
echo "cmake $*" >> "{calls}"
[ "$1" = --build ] || exit 0
printf '#!/bin/sh\\necho "starts $*"\\n' > "$2/quorum"
chmod +x "$2/quorum"
"""
LOST = {"libhwloc-dev": "placement", "libjansson-dev": "JSON", "libfathom-dev": "endgame tables"}


class Libraries(Scripts):
    """A system without hwloc, jansson and Fathom."""

    def setUp(self):
        super().setUp()
        self.tools = self.put_tools("tools", ("bash", "basename", "cat", "chmod", "dirname", "env", "flock", "grep", "id",
                                              "mkdir", "nproc", "readlink", "rm", "sed"))
        self.put_tools("tools", ["cc"], COMPILER)
        self.put_tools("tools", ["cmake"], CMAKE)
        self.put_tools("tools", ["ninja"], RECORDER)
        for preset in ("release", "pgo"):
            (self.folder / "build" / preset).mkdir(parents=True)

    def assert_goes_without(self, process, advice):
        self.assertEqual((process.returncode, process.stdout), (0, "starts --version\n"), process.stderr)
        self.assertRegex(process.stderr, advice)
        for package, what in LOST.items():
            self.assertRegex(process.stderr, rf"(?m)^ +{package} .*{what}")
        self.assertIn("run: building without them", process.stderr)

    def test_nothing_installs(self):
        self.assert_goes_without(self.run_script("run", "--version", path=self.tools),
                                 "run: please install: libhwloc-dev libjansson-dev libfathom-dev ")
        self.assertNotIn("Makefiles", self.calls.read_text())
        process = self.run_script("run", "--version", path=self.tools)
        self.assertEqual((process.stdout, process.stderr), ("starts --version\n", ""))

    def test_somebody_else_installs(self):
        """Who is not root."""
        (self.tools / "id").unlink()
        self.put_tools("tools", ["id"], "#!/bin/sh\necho 1000\n")
        self.put_tools("tools", ["apt-get"], RECORDER)
        self.assert_goes_without(self.run_script("run", "--version", path=self.tools),
                                 "run: as root, please: apt-get install libhwloc-dev ")
        self.assertNotIn("apt-get", self.calls.read_text())

    def test_installing_fails(self):
        self.put_tools("tools", ["apt-get", "sudo"], RECORDER)
        process = self.run_script("run", "--version", path=self.tools)
        self.assert_goes_without(process, "run: failed: .*apt-get")
        self.assertRegex(self.calls.read_text(), "(?m)(apt-get|sudo)$")

    def test_make_in_the_place_of_ninja(self):
        (self.tools / "ninja").unlink()
        process = self.run_script("run", "--version", path=self.tools)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertRegex(process.stderr, "(?m)^ +ninja-build .*make")
        self.put_tools("tools", ["make"], RECORDER)
        self.assertEqual(self.run_script("run", "--version", path=self.tools).returncode, 0)
        self.assertIn("-G Unix Makefiles", self.calls.read_text())

    def test_compiler_is_needed(self):
        (self.tools / "cc").unlink()
        process = self.run_script("run", path=self.tools)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertRegex(process.stderr, "(?m)^ +gcc .*compiler")
        self.assertFalse(self.calls.exists())

    def test_build_pgo(self):
        process = self.run_script("build-pgo", path=self.tools)
        self.assertNotIn("please install: gcc", process.stderr)
        self.assertRegex(process.stderr, "build-pgo: building without them")
        self.assertIn("-DQUORUM_PGO=generate", self.calls.read_text())

    def test_tests_need_them(self):
        process = self.run_script("test", path=self.tools)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        for package in (*LOST, "libcmocka-dev"):
            self.assertRegex(process.stderr, rf"(?m)^ +{package} +\w")
        self.assertIn("test: the tests need all of these", process.stderr)
        self.assertFalse(self.calls.exists())


# Of a build folder that it installs from it lists what it would put.
INSTALLER = """#!/bin/sh
echo "cmake $*" >> "{calls}"
case $1 in
-S) mkdir -p "$4" && touch "$4/quorum" ;;
--install) echo "$2" > "$2/install_manifest.txt" ;;
esac
"""
PROFILER = """#!/bin/sh
rm -rf build/pgo
mkdir -p build/pgo
touch build/pgo/quorum
"""


@unittest.skipUnless(shutil.which("make"), "make is not installed")
class Makefile(Scripts):
    def make(self, *targets):
        tools = self.put_tools("tools", ["cmake"], INSTALLER)
        # Nothing of a make that this may run under.
        environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
        environment |= {"PATH": f"{tools}:{os.environ['PATH']}", "CFLAGS": "", "LDFLAGS": ""}
        subprocess.run(["make", "CC=cc", *targets], cwd=self.folder, env=environment, stdout=subprocess.DEVNULL,
                       check=True, timeout=100)

    def test_installs_what_was_built_last(self):
        shutil.copy(TOP / "Makefile", self.folder)
        self.put_tools("scripts", ["build-pgo"], PROFILER)
        for targets, folder in ((["install"], "build/make-cc"), (["all"], "build/make-cc"), (["pgo"], "build/pgo"),
                                (["all"], "build/make-cc"), (["all", "pgo"], "build/pgo")):
            self.make(*targets)
            self.make("install")
            calls = self.calls.read_text().splitlines()
            self.assertEqual([call.split()[:3] for call in calls if "--build" in call][-1], ["cmake", "--build", folder])
            self.assertEqual(calls[-1].split()[:3], ["cmake", "--install", folder])
            self.assertEqual((self.folder / "build/make-cc/install_manifest.txt").read_text(), folder + "\n")


if __name__ == "__main__":
    unittest.main()
