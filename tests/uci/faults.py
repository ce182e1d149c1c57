"""A program under test whose calls of the system fail as wished."""

import sys
from pathlib import Path

from uci_process import UciProcess

sys.path.insert(0, str(Path(__file__).parent.parent / "faults"))
from injection import environment  # noqa: E402


def faulty(rules, **arguments):
    return UciProcess(env=environment(rules), **arguments)
