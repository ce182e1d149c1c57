"""Runs the programs of tune/ under test; a test that needs them skips without."""

import os
import subprocess
import sys

SKIPPED = 77


def program(name):
    """Path of "datagen" or "data"; without it, the test script ends as skipped."""
    path = os.environ.get(f"QUORUM_{name.upper()}")
    if not path:
        print(f"SKIP: quorum-{name} is not built (libzstd-dev, libxxhash-dev)")
        sys.exit(SKIPPED)
    return path


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
