"""A control group that limits the memory of the program under test; a test that imports this is
skipped where none can be made."""

import os
import sys
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from requirement import skip  # noqa: E402

# Folder of all groups and the file that limits one of them, by version of the interface.
VERSIONS = ((Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes"),
            (Path("/sys/fs/cgroup"), "memory.max"))


class MemoryGroup:
    def __init__(self, folder, limit):
        self.folder, self.limit = folder, folder / limit

    def set_limit(self, mib):
        self.limit.write_text(str(mib << 20), encoding="ascii")

    def join(self):
        """For a new process, before it runs the program."""
        (self.folder / "cgroup.procs").write_text(str(os.getpid()), encoding="ascii")


def make(name):
    """A new group, None where that cannot be."""
    for root, limit in VERSIONS:
        folder = root / name
        try:
            folder.mkdir()
        except OSError:
            continue
        if (folder / limit).exists():
            return MemoryGroup(folder, limit)
        folder.rmdir()
    return None


@contextmanager
def memory_group(mib):
    group = make(f"quorum-test-{os.getpid()}")
    try:
        group.set_limit(mib)
        yield group
    finally:
        group.folder.rmdir()


trial = make(f"quorum-trial-{os.getpid()}")
if not trial:
    skip("no control group that limits memory can be made here")
trial.folder.rmdir()
