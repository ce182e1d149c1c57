"""External test data, see docs/development/testing.md: the folder that CMake was told."""

import os
import unittest
from pathlib import Path

FOLDER = Path(os.environ.get("QUORUM_TEST_DATA") or "/nonexistent")


def needs(name):
    """Skips a test, or a class of them, where the folder has no such file or folder."""
    return unittest.skipUnless((FOLDER / name).exists(), f"no {name} in QUORUM_TEST_DATA")
