"""Runs a command of the program under test."""

import os
import subprocess


def run(*arguments, stdin=subprocess.DEVNULL):
    """The finished process of `quorum ARGUMENT...`, its output as text."""
    return subprocess.run(
        [os.environ["QUORUM_BINARY"], *map(str, arguments)],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=100,
    )
