#!/usr/bin/env python3
"""test_library.py SOURCE BUILD: libquorum as the preset `package` has built it, installed elsewhere: whoever
has docs/library.md can write a program with it."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from test_package import files_below, run, skip

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(Analyse LANGUAGES C)
find_package(quorum REQUIRED)
add_executable(analyse analyse.c)
target_link_libraries(analyse quorum::quorum)
"""
PLUGIN = """#include <dlfcn.h>
#include <quorum.h>
#include <signal.h>
#include <stdlib.h>

static void expected(int number) {
    (void)number;
    _Exit(0);
}

int main(int argc, char **argv) {
    Reason reason;
    signal(SIGABRT, expected);
    void *library = dlopen(argv[1], RTLD_NOW);
    Engine *engine = ((Engine * (*)(void)) dlsym(library, "engine_create"))();
    if (argc > 2 && !((bool (*)(Engine *, const char *, Reason *))dlsym(library, "engine_set_syzygy_path"))(
                        engine, argv[2], &reason))
        return 2;
    ((void (*)(Engine *))dlsym(library, "engine_destroy"))(engine);
    dlclose(library);
    if (!dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD))
        return 3;
    abort();
}
"""
QUESTION = """set(PACKAGE_FIND_VERSION 1.0)
set(PACKAGE_FIND_VERSION_MAJOR 1)
set(PACKAGE_FIND_VERSION_MINOR 0)
include(version.cmake)
message("${PACKAGE_VERSION_COMPATIBLE}")
"""
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        run("cmake", "--install", BUILD, "--component", "dev", "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "moved"  # nothing knows where it was installed
        (cls.folder / "first").rename(cls.prefix)
        (cls.library,) = cls.prefix.rglob("libquorum.so")
        cls.program = cls.folder / "analyse.c"
        page = (SOURCE / "docs/library.md").read_text()
        cls.program.write_text(re.search(r"(?s)```c\n(.*?)```", page).group(1))

    def expect_program(self, program):
        """It finds what the engine does on the command line, and says what is wrong."""
        environment = os.environ | {"LD_LIBRARY_PATH": str(self.library.parent)}
        uci = run(BUILD / "quorum", *f"position fen {FEN} go depth 12".split())
        (move,) = re.findall(r"(?m)^bestmove (\w+)", uci)
        score, nodes = re.findall(r"score cp (-?\d+) nodes (\d+)", uci)[-1]
        self.assertEqual(run(program, FEN, env=environment),
                         f"{move}, {score} centipawns, {nodes} nodes\n")
        process = subprocess.run([program, "8/8 w"], env=environment, capture_output=True, text=True,
                                 check=False)
        self.assertEqual((process.returncode, process.stdout), (1, ""))
        self.assertRegex(process.stderr, r"^analyse: .+\n$")

    def test_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        environment = os.environ | {"PKG_CONFIG_PATH": str(self.library.parent / "pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "quorum", env=environment).split()
        for standard in ("c11", "c17"):
            run("cc", f"-std={standard}", "-Wall", "-Wextra", "-Werror", self.program, *flags, "-o",
                self.folder / "analyse")
        self.expect_program(self.folder / "analyse")

    def test_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        run("cmake", "-S", self.folder, "-B", self.folder / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", self.folder / "build")
        self.expect_program(self.folder / "build/analyse")

    def test_later_version(self):
        """Who asks CMake for a version is given any later one with the same first number, as the page promises."""
        (file,) = self.prefix.rglob("quorum-config-version.cmake")
        text = file.read_text()
        (own,) = re.findall(r'(?m)^set\(PACKAGE_VERSION "(.+)"\)', text)
        (self.folder / "ask.cmake").write_text(QUESTION)
        for version, fits in (("1.0", True), ("1.9", True), ("0.9", False), ("2.0", False)):
            (self.folder / "version.cmake").write_text(text.replace(f'"{own}"', f'"{version}"'))
            process = subprocess.run(["cmake", "-P", "ask.cmake"], cwd=self.folder, capture_output=True, text=True,
                                     check=True)
            self.assertEqual(process.stderr.strip(), str(fits).upper(), version)

    def test_example(self):
        """The page has the program that is in the repository."""
        self.assertTrue((SOURCE / "examples/analyse.c").read_text().endswith("\n\n" + self.program.read_text()))

    def test_closing(self):
        """A program that closes the library has its own handlers of signals all the same."""
        program = self.folder / "plugin.c"
        program.write_text(PLUGIN)
        run("cc", "-std=c11", "-D_GNU_SOURCE", f"-I{self.prefix / 'include'}", program, "-o",
            self.folder / "plugin", "-ldl")
        tables = Path(os.environ.get("QUORUM_TEST_DATA", "/nonexistent")) / "syzygy"
        run(self.folder / "plugin", self.library, *([tables] if tables.is_dir() else []))

    def test_headers_alone(self):
        include = self.prefix / "include"
        headers = files_below(include)
        self.assertIn("quorum/engine/engine.h", headers)
        for header in headers:
            run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{include}", "-x", "c", "-",
                input=f"#include <{header}>\n")

    def test_symbols(self):
        text = "".join(path.read_text() for path in (self.prefix / "include").rglob("*.h"))
        shown = {line.split()[-1] for line in run("nm", "-D", "--defined-only", self.library).splitlines()}
        self.assertEqual({name for name in shown if not re.search(rf"\b{name}\b", text)}, set())
        declared = set(re.findall(r"(?m)^(?!typedef|static)[\w *]*\b(engine_\w+)\(", text))
        self.assertGreater(len(declared), 40)
        self.assertEqual(declared - shown, set())
        named = set(re.findall(r"(?m)^typedef (?:struct|union|enum) (\w+) \1;", text))
        self.assertEqual(named, {"Engine"})  # nothing takes what nobody can make

    def test_soname(self):
        dynamic = run("readelf", "--dynamic", self.library)
        (soname,) = re.findall(r"SONAME.*\[(libquorum\.so\.\d+)\]", dynamic)
        self.assertTrue((self.library.parent / soname).exists())
        self.assertRegex(dynamic, r"FLAGS_1.*\bNOW\b")


if __name__ == "__main__":
    SOURCE, BUILD = (Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    if not (BUILD / "libquorum.so").exists() or not (BUILD / "quorum").exists():
        skip(f"{BUILD} has no libquorum; build its target `all`")
    unittest.main()
