#!/usr/bin/env python3
"""Manual pages and completion, which the build makes out of the programs' tables: they hold what the
programs themselves say under --help and `uci`, all of it and nothing else. And the page of what can be built."""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

TOP = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ["QUORUM_BINARY"]).resolve()
MANUAL = BINARY.parent / "manual"
PROGRAMS = {"quorum": BINARY}
for variable, name in (("QUORUM_MPI_BINARY", "quorum-mpi"),
                       ("QUORUM_DATAGEN_MPI", "quorum-datagen-mpi"),
                       ("QUORUM_SPSA_MPI", "quorum-spsa-mpi"),
                       ("QUORUM_DATAGEN", "quorum-datagen"), ("QUORUM_DATA", "quorum-data"),
                       ("QUORUM_TRAIN", "quorum-train"), ("QUORUM_SPSA", "quorum-spsa")):
    if os.environ.get(variable):
        PROGRAMS[name] = Path(os.environ[variable])

LONG_OPTION = re.compile(r"(?<![\w-])--([a-z][\w-]*)")
ADDED_BY_ARGP = {"--help", "--usage", "--version", "-?", "-V"}


def run(*command, text_in=None, **more):
    return subprocess.run([str(word) for word in command], input=text_in, capture_output=True,
                          text=True, timeout=60, check=False, **more)


def help_of(program, *command):
    process = run(PROGRAMS[program], *command, "--help")
    assert process.returncode == 0, process
    return process.stdout


def options_in_help(text):
    """The options that argp lists: a line each, which begins with the letter or the long name."""
    found = set()
    for line in text.splitlines():
        match = re.match(r" {2}(?:(-\S), )?(--[a-z][\w-]*)|^ {2}(-[\w?])(?:\s|$)|^ {6}(--[\w-]+)", line)
        if match:
            found |= {group for group in match.groups() if group}
    return found


def commands_in_help(program):
    """Those that --help lists, each on one line."""
    listing = re.search(r"^Commands.*\n((?:.+\n)+)", help_of(program), re.MULTILINE)
    lines = listing.group(1).splitlines() if listing else []
    assert all(re.match(r" {2}\w+ ", line) for line in lines), lines
    return [line.split()[0] for line in lines]


def page_of(program):
    return (MANUAL / f"{program}.6").read_text(encoding="ascii")


def without_fonts(roff):
    """The text as it is read: no fonts, plain hyphens."""
    for pattern, replacement in ((r"\\f[BIRP]", ""), (r"\\-", "-"), (r"\\e", r"\\"),
                                 (r"\\\(aq", "'"), (r"\\\(dq", '"'), (r"\\&", "")):
        roff = re.sub(pattern, replacement, roff)
    return roff


def section(page, kind, name):
    """The lines of a .SH or .SS up to the next one."""
    end = r"^\.SH |\Z" if kind == "SH" else r"^\.S[HS] |\Z"
    match = re.search(rf"^\.{kind} {re.escape(name)}\n(.*?)(?={end})", page,
                      re.MULTILINE | re.DOTALL)
    assert match, f"no section {name}"
    return match.group(1)


def tags(text):
    """The line under each .TP."""
    return re.findall(r"^\.TP\n(.*)$", text, re.MULTILINE)


def options_in_page(text):
    found = set()
    for tag in tags(text):
        for item in tag.split(", "):
            match = re.match(r"--[a-z][\w-]*|-[\w?]", item)
            if match:
                found.add(match.group())
    return found


def uci_lines(*commands):
    return run(BINARY, text_in="\n".join((*commands, "quit", ""))).stdout.splitlines()


class ManualPage(unittest.TestCase):
    def test_options_are_those_of_help(self):
        for program in PROGRAMS:
            page = without_fonts(page_of(program))
            common = options_in_page(section(page, "SH", "OPTIONS"))
            self.assertIn("--help", common)
            commands = commands_in_help(program)
            if not commands:
                self.assertEqual(common, options_in_help(help_of(program)), program)
            for command in commands:
                own = options_in_page(section(page, "SS", command))
                expected = options_in_help(help_of(program, command))
                self.assertEqual(own | common, expected, (program, command))
                self.assertFalse(own & common, (program, command))

    def test_options_are_called_the_same_everywhere(self):
        forms = {"--threads": "-t, --threads=N", "--hash": "-m, --hash=MIB",
                 "--eval-file": "--eval-file=FILE", "--json": "--json=FILE",
                 "--csv": "--csv=FILE", "--html": "--html=FILE"}
        seen = set()
        for program in PROGRAMS:
            for tag in tags(without_fonts(page_of(program))):
                name = re.search(r"--[\w-]+", tag)
                if name and name.group() in forms and "N[,N...]" not in tag:
                    self.assertEqual(tag, forms[name.group()], program)
                    seen.add(name.group())
        self.assertEqual(seen, set(forms))

    def test_exit_codes_are_told(self):
        for command in commands_in_help("quorum"):
            text = " ".join(help_of("quorum", command).split())
            self.assertRegex(text, "The exit code is .*2 when ", command)
            if command not in ("compare", "topology"):
                self.assertIn("The exit code is 1 when ", text, command)
            if command in ("epd", "perft", "scale", "speedtest"):
                self.assertIn("an engine failed", text, command)

    def test_defaults_of_bench_are_told(self):
        text = " ".join(help_of("quorum", "bench").split())
        depth, threads, hash_mib = re.search(r"DEPTH plies \((\d+)\) .*THREADS threads \((\d+)\) .*HASH MiB \((\d+)\)",
                                             text).groups()
        self.assertIn(f"depth {depth} with {threads} thread and {hash_mib} MiB", (TOP / "docs/uci.md").read_text())

    def test_ranks_come_first(self):
        """What quorum-mpi is for, not what each rank does alone."""
        page = section((TOP / "docs" / "quorum-mpi.6.in").read_text(), "SH", "SYNOPSIS")
        first, *others = without_fonts(page).split("%SYNOPSIS%")[0].split(".br\n")[:-1]
        self.assertEqual(first.split(), [".B", "mpirun", "-np", ".I", "N", ".B", "quorum-mpi"])
        for form in others:
            self.assertRegex(form, r"^\.B mpirun -np\n\.I N\n\.B quorum-mpi (epd|perft --mpi)\n")

    def test_every_option_is_accepted(self):
        """A value that is refused is fine, too."""
        for program in PROGRAMS:
            for command in commands_in_help(program) or [None]:
                words = [command] if command else []
                text = help_of(program, *words)
                for option in options_in_help(text):
                    value = ["1"] if re.search(rf"{option}[^\w\[ ,-]|{option}, --\S+=", text) else []
                    process = run(PROGRAMS[program], *words, option, *value, "--help")
                    for complaint in ("unrecognized option", "invalid option", "PROGRAM ERROR"):
                        self.assertNotIn(complaint, process.stderr, (program, command))

    def test_mentioned_options_exist(self):
        for program in PROGRAMS:
            known = set(ADDED_BY_ARGP)
            for name in PROGRAMS:
                for command in commands_in_help(name) or [None]:
                    known |= options_in_help(help_of(name, *([command] if command else [])))
            mentioned = {"--" + name for name in LONG_OPTION.findall(without_fonts(page_of(program)))}
            self.assertLessEqual(mentioned, known, program)

    def test_commands_are_those_of_help(self):
        for program in PROGRAMS:
            commands = commands_in_help(program)
            if commands:
                part = section(without_fonts(page_of(program)), "SH", "COMMANDS")
                self.assertEqual(re.findall(r"^\.SS (.*)$", part, re.MULTILINE), commands)
        self.assertIn("perft", commands_in_help("quorum"))

    def test_uci_options_are_those_announced(self):
        announced = [re.match(r"option name (.+?) type ", line).group(1)
                     for line in uci_lines("uci") if line.startswith("option")]
        part = section(without_fonts(page_of("quorum")), "SH", "UCI OPTIONS")
        self.assertEqual([tag.split(" (")[0] for tag in tags(part)], announced)
        self.assertIn("Hash", announced)
        for entry in part.split(".TP\n")[1:]:
            self.assertGreater(len(entry.strip().split("\n")), 1, f"not explained: {entry}")
            self.assertNotIn("below", entry)

    def test_uci_commands_are_those_of_help(self):
        listed = [line.split(":")[0] for line in uci_lines("help")]
        part = section(without_fonts(page_of("quorum")), "SH", "UCI COMMANDS")
        self.assertEqual(tags(part), listed)

    def test_formatter_has_no_complaint(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for program in PROGRAMS:
            process = run("groff", "-man", "-Tutf8", "-ww", "-rF0", "-z", MANUAL / f"{program}.6")
            self.assertEqual((process.returncode, process.stderr), (0, ""), program)

    def test_mandoc_has_no_complaint(self):
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is not installed")
        for program in PROGRAMS:
            process = run("mandoc", "-Tlint", "-Wwarning", MANUAL / f"{program}.6")
            self.assertEqual((process.returncode, process.stdout), (0, ""), program)


class Building(unittest.TestCase):
    """docs/building.md has a row for each preset and each option of CMake, and no others."""

    def rows(self, heading):
        """The code in the first column of the table below the heading."""
        page = (TOP / "docs" / "building.md").read_text(encoding="utf-8")
        table = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        return sorted(name for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
                      for name in re.findall("`(.+?)`", cell))

    def test_presets(self):
        presets = json.loads((TOP / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
        self.assertEqual(self.rows("Presets"), sorted(preset["name"] for preset in presets if not preset.get("hidden")))

    def test_options(self):
        text = "\n".join(file.read_text(encoding="utf-8")
                         for file in [TOP / "CMakeLists.txt", *sorted((TOP / "cmake").glob("*.cmake"))])
        options = set(re.findall(r"^option\((\w+)", text, re.MULTILINE))
        options |= set(re.findall(r"^set\((QUORUM_\w+) \S+ CACHE (?!INTERNAL)", text, re.MULTILINE))
        options |= {f"QUORUM_{name}" for name in re.findall(r"^quorum_switch\((\w+)", text, re.MULTILINE)}
        self.assertIn("QUORUM_HWLOC", options)
        self.assertEqual(self.rows("Options"), sorted(options))


class BashCompletion(unittest.TestCase):
    def offers(self, program, *words):
        """What bash offers for the last of the words, which are as bash splits a line."""
        script = ('source "$1"; name=$2; shift 2; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '"_${name//-/_}"; printf "%s\\n" "${COMPREPLY[@]}"')
        process = run("bash", "-c", script, "bash", MANUAL / f"{program}.bash", program, program,
                      *words, cwd=MANUAL)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return [line for line in process.stdout.split("\n") if line]

    def test_commands(self):
        for program in PROGRAMS:
            if commands_in_help(program):
                self.assertEqual(self.offers(program, ""), commands_in_help(program))
        self.assertEqual(self.offers("quorum", "per"), ["perft"])

    def test_options_are_those_of_help(self):
        for program in PROGRAMS:
            for command in commands_in_help(program) or [None]:
                words = [command] if command else []
                offered = [word.rstrip("=") for word in self.offers(program, *words, "--")]
                listed = {option for option in options_in_help(help_of(program, *words))
                          if option.startswith("--")}
                self.assertEqual(sorted(offered), sorted(listed), (program, command))

    def test_values(self):
        self.assertEqual(self.offers("quorum", "perft", "--threads", ""), [])
        self.assertEqual(self.offers("quorum", "perft", "--threads", "="), [])
        self.assertEqual(self.offers("quorum", "perft", "5", "start"), ["startpos"])
        for words in (["--suite", "quorum.b"], ["--suite", "=", "quorum.b"], ["-s", "quorum.b"]):
            self.assertEqual(self.offers("quorum", "perft", *words), ["quorum.bash"])
        self.assertIn("quorum.6", self.offers("quorum", "perft", "--suite", "="))
        self.assertEqual(self.offers("quorum", "compare", "quorum.b"), ["quorum.bash"])


class ZshCompletion(unittest.TestCase):
    def test_options_are_those_of_help(self):
        for program in PROGRAMS:
            text = (MANUAL / f"_{program}").read_text(encoding="ascii")
            self.assertTrue(text.startswith(f"#compdef {program}\n"))
            for command in commands_in_help(program):
                body = re.search(rf"^_{program}_{command}\(\) {{\n(.*?)^}}", text,
                                 re.MULTILINE | re.DOTALL).group(1)
                specified = set(re.findall(r"(?:^ {4}'(?:\(.*?\))?|,')(--[a-z][\w-]*)", body, re.MULTILINE))
                listed = {option for option in options_in_help(help_of(program, command))
                          if option.startswith("--")}
                self.assertEqual(specified, listed, (program, command))

    def test_zsh_reads_them(self):
        if not shutil.which("zsh"):
            self.skipTest("zsh is not installed")
        for program in PROGRAMS:
            process = run("zsh", "-n", MANUAL / f"_{program}")
            self.assertEqual((process.returncode, process.stderr), (0, ""), program)


if __name__ == "__main__":
    if not MANUAL.is_dir():
        skip(f"there is no {MANUAL}; build the target `manual`")
    unittest.main()
