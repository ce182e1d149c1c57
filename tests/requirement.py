"""What a test cannot do without: where it is missing, CTest shows the test as skipped."""

import os
import sys

SKIPPED = 77  # CTest's SKIP_RETURN_CODE


def needed(name, what):
    """A variable of the environment, without which the test is skipped."""
    value = os.environ.get(name)
    if not value:
        print(f"skipped: {name} does not name {what}")
        sys.exit(SKIPPED)
    return value
