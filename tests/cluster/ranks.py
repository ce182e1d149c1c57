"""quorum-mpi under mpirun, as if it were one program: a script that stands for QUORUM_BINARY."""

import atexit
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "uci")]
from requirement import skip  # noqa: E402


def program():
    """quorum-mpi; without it, or without Open MPI's mpirun, the test is skipped."""
    path = os.environ.get("QUORUM_MPI_BINARY")
    if not path or not Path(path).is_file():
        skip("built without MPI")
    version = shutil.which("mpirun") and subprocess.run(
        ["mpirun", "--version"], stdout=subprocess.PIPE, text=True, check=False).stdout
    if not version or "Open MPI" not in version:
        skip("no mpirun of Open MPI")
    return path


def mpirun(*options):
    """How mpirun is started here: by anybody, with any number of ranks."""
    return ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
            *(str(option) for option in options)]


def script(*command):
    """A file that runs the command."""
    file = tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False)
    file.write("#!/bin/sh\nexec " + shlex.join(command) + ' "$@"\n')
    file.close()
    os.chmod(file.name, 0o700)
    atexit.register(os.unlink, file.name)
    return file.name


def use(ranks, *options):
    """From now on UciProcess starts so many ranks."""
    os.environ["QUORUM_RANKS"] = str(ranks)
    os.environ["QUORUM_BINARY"] = script(*mpirun(*options, "-np", ranks, program()))


def processes(leader):
    """{rank: process} of the ranks that an mpirun has started."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            parent = entry.joinpath("stat").read_text().rsplit(")", 1)[1].split()[1]
            variables = entry.joinpath("environ").read_bytes().split(b"\0")
        except (OSError, IndexError):
            continue
        for variable in variables:
            if int(parent) == leader and variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                found[int(variable.split(b"=")[1])] = int(entry.name)
    return found


def processor_seconds(pid):
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def await_that(holds, seconds=60):
    """Waits until it does; an AssertionError when that takes too long."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s"
        time.sleep(0.02)


def await_lines(path, count):
    """Waits until a file has so many."""
    await_that(lambda: path.exists() and len(path.read_text().splitlines()) >= count)


def await_work(leader, count, rank, seconds):
    """Waits until there are so many ranks, and one has worked for so many seconds; returns processes()."""
    await_that(lambda: len(pids := processes(leader)) >= count and processor_seconds(pids[rank]) >= seconds)
    return processes(leader)


def all_gone(pids, seconds=20):
    """Whether these processes end."""
    deadline = time.monotonic() + seconds
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
