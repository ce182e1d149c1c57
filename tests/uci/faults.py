"""A program whose calls of the system fail as wished; see tests/faults/inject.c."""

import os
import sys

from uci_process import SKIPPED, UciProcess


def injector():
    path = os.environ.get("QUORUM_INJECTOR")
    if not path:
        print("skipped: QUORUM_INJECTOR does not name the library to preload")
        sys.exit(SKIPPED)
    return path


def environment(rules, seen=None):
    """That of a process in which calls fail by these rules; the file `seen` then counts them."""
    variables = dict(os.environ, LD_PRELOAD=injector(), QUORUM_FAULTS=rules)
    # The sanitizer wants to come first, but works as well behind a library that calls on.
    variables["ASAN_OPTIONS"] = variables.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
    if seen:
        variables["QUORUM_FAULTS_SEEN"] = seen
    return variables


def faulty(rules, **arguments):
    return UciProcess(env=environment(rules), **arguments)
