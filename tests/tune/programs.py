"""Runs the programs of tune/ under test; a test that needs them skips without."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import needed  # noqa: E402


def program(name):
    """Path of "datagen" or "data"; without it, the test script ends as skipped."""
    return needed(f"QUORUM_{name.upper()}", f"quorum-{name} (libzstd-dev, libxxhash-dev)")


def run(name, *arguments, timeout=250):
    """The finished process of quorum-NAME, its output as text."""
    return subprocess.run([program(name), *map(str, arguments)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          timeout=timeout)


def text_of(path):
    """Every position of a file of games, as quorum-data prints them."""
    process = run("data", "text", path)
    assert process.returncode == 0, process.stderr
    return process.stdout


def number(process, label):
    """The number after a label in what `quorum-data stats` prints."""
    for line in process.stdout.splitlines():
        words = line.split()
        if words and words[0] == label:
            return int(words[1])
    raise AssertionError(f"no {label} in {process.stdout}")
