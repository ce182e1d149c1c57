"""Runs a command of the program under test."""

import json
import os
import resource
import subprocess
import unittest

PATIENCE = 500 if os.environ.get("QUORUM_SANITIZE") else 100  # seconds that a command may run on a busy machine


def run(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=None, **more):
    """The finished process of `quorum ARGUMENT...`, its output as text."""
    return subprocess.run(
        [os.environ["QUORUM_BINARY"], *map(str, arguments)],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        text=True,
        timeout=PATIENCE,
        **more,
    )


def run_on_small_stack(kib, *arguments):
    """run() with a stack that is no larger. The test is skipped where frames are, for want of optimisation or by
    sanitizers."""
    options = json.loads(run("bench", 1, "--json", "-").stdout)["build"]["options"]
    if options.startswith("Debug") or os.environ.get("QUORUM_SANITIZE"):
        raise unittest.SkipTest("frames are larger in such a build")
    limits = (kib << 10, kib << 10)
    return run(*arguments, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, limits))


def complaints(process):
    """What stderr says, but for the large pages that this machine may lack, and for processors that
    others use."""
    lines = [line for line in process.stderr.splitlines()
             if not line.startswith("quorum bench: had only ")]
    try:
        with open("/sys/kernel/mm/transparent_hugepage/enabled", encoding="ascii") as file:
            has_large_pages = "[never]" not in file.read()
    except OSError:
        has_large_pages = False
    if not has_large_pages:
        lines = [line for line in lines if not line.endswith("gives no transparent huge pages")]
    return lines
