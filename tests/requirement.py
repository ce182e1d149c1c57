"""What a test cannot do without: where it is missing, CTest shows the test as skipped."""

import os
import sys

SKIPPED = 77  # CTest's SKIP_RETURN_CODE


def skip(why):
    """Ends the process: nothing can be tested."""
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def needed(name, what):
    """A variable of the environment, without which the test is skipped."""
    value = os.environ.get(name)
    if not value:
        skip(f"{name} does not name {what}")
    return value
