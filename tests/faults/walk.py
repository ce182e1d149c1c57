#!/usr/bin/env python3
"""Makes one call after the other fail, once or from there on, and looks at what Quorum does: an answer
to each `go`, a reason for each end before its time, exit codes as documented, and no file that is
half written or left behind. `walk.py` alone walks over all calls, `walk.py N` over N of each kind,
`walk.py N CASE...` in some cases only."""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from injection import environment, injector
from requirement import needed

PATIENCE = 60  # seconds for a run that takes a tenth of one
CALLS = ("malloc", "mmap", "mprotect", "madvise", "pthread_create", "open", "read", "write", "fork")

POSITION = b'6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "mate.1";\n'
COUNTS = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n"

TABLES = os.environ.get("QUORUM_TEST_DATA", "/nonexistent") + "/syzygy"

UCI = {
    "start": "uci\nisready\ngo depth 2\n",
    "hash": "isready\nsetoption name Hash value 64\nisready\ngo depth 2\n",
    "threads": "setoption name Threads value 3\nisready\ngo depth 3\n",
    "wait": "isready\ngo infinite\nstop\ngo ponder wtime 9 btime 9\nponderhit\nisready\n",
    "tables": f"setoption name SyzygyPath value {TABLES}\nisready\n"
              "position fen 8/8/8/8/8/2k5/8/K5Q1 w - - 0 1\ngo depth 2\n",
    "tools": "bench 1\n",
    "files": "isready\nsetoption name EvalFile value network\nsetoption name BookFile value book\n"
             "setoption name SyzygyPath value tables\nsetoption name OwnBook value true\n"
             "setoption name Debug Log File value log\nisready\ngo depth 2\n",
    "game": "isready\nucinewgame\nposition startpos moves e2e4\nisready\ngo nodes 200\n",
}
COMMANDS = {
    "epd": "quorum epd --nodes 200 --json a.json --csv a.csv --html a.html suite.epd",
    "compare": "quorum compare --html a.html run.json run.json",
    "perft": "quorum perft --suite counts.epd --json a.json",
    "bench": "quorum bench 1 2",
    "topology": "quorum topology --threads 2 --json a.json",
    "foreign": "quorum topology --from package:2\xa0core:2\xa0pu:1 --svg a.svg --json a.json",
    "data": "data filter --max-score 3000 --out a.chain games.chain",
    "train": "train --data games.chain --out a.net --hidden 64 --batch 64 --validation 10 --epochs 1",
    "scale": "quorum scale --hash 4 --movetime 10 --depth 2 --positions 1 --repeat 3 --memory 0 "
             "--signature 0 --threads 1 --json a.json",
    "speedtest": "quorum speedtest 1 1 1 --json a.json",
}
# They take a second and more, so only so many calls of a kind are walked over, and none in a sample.
SLOW = {"scale": 15, "speedtest": 15, "train": 60}
# AddressSanitizer ends the process where its own start of a thread gets no memory.
SANITIZER_ENDS = b"CHECK failed: sanitizer_linux_libcdep.cpp"
INPUTS = {"suite.epd": POSITION, "counts.epd": COUNTS, "network": b"no network", "book": b"no book"}


def command_line(text):
    """The program's path and its arguments; None where it is not built."""
    name, *arguments = text.split(" ")
    path = os.environ.get("QUORUM_BINARY" if name == "quorum" else f"QUORUM_{name.upper()}")
    return path and [path, *(argument.replace("\xa0", " ") for argument in arguments)]


def make_inputs():
    """What other programs write for the cases."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "suite.epd").write_bytes(8 * INPUTS["suite.epd"])
        for name, text in (("run.json", "quorum epd --nodes 200 --json run.json suite.epd"),
                           ("games.chain", "datagen --positions 900 --nodes 20 --out games.chain")):
            command = command_line(text)
            if command:
                subprocess.run(command, cwd=folder, capture_output=True, check=True)
                INPUTS[name] = Path(folder, name).read_bytes()


class Case:
    """A way to run the program, and what is wrong with a finished run."""

    def __init__(self, name):
        self.name = name
        self.script = UCI.get(name)
        self.command = command_line(COMMANDS.get(name, "quorum"))

    def run(self, rules, folder, seen=None):
        for file, content in INPUTS.items():
            Path(folder, file).write_bytes(content)
        return subprocess.run(self.command, cwd=folder, timeout=PATIENCE,
                              input=(self.script or "").encode(), capture_output=True, check=False,
                              env=environment(rules, seen, "exitcode=99"))

    def fault(self, call, result, folder):
        """What is wrong, or None."""
        status = result.returncode
        if status == 99 and SANITIZER_ENDS in result.stderr:
            return None
        if status not in ((0, 1) if self.script else (0, 1, 2)):
            return f"status {status}"
        lost_output = call == "write"
        if status == 0 and not self.script and not result.stdout:
            return "nothing is said"
        if status != 0 and not result.stderr and not lost_output:
            return "no reason"
        wanted = self.script.count("go ") if self.script else 0
        answers = sum(line.startswith(b"bestmove") for line in result.stdout.splitlines())
        if status == 0 and answers != wanted and not (lost_output or call == "read"):
            return f"{answers} answers to {wanted} go"
        for path in Path(folder).iterdir():
            if path.name.endswith(".new"):
                return f"{path.name} is left behind"
            if path.suffix in (".json", ".csv", ".html", ".svg", ".net", ".chain") and not path.read_bytes():
                return f"{path.name} is empty"
        return None

    def counts(self):
        """How many calls of each kind a run makes."""
        with tempfile.TemporaryDirectory() as folder:
            seen = os.path.join(folder, "seen")
            result = self.run(",".join(f"{call}:1000000000" for call in CALLS), folder, seen)
            assert result.returncode == 0, (self.name, result)
            lines = (line.split() for line in Path(seen).read_text().splitlines())
            return {call: int(count) for call, count, _ in lines}

    def try_fault(self, call, first, count):
        with tempfile.TemporaryDirectory() as folder:
            rules = f"{call}:{first}:{count}"
            try:
                result = self.run(rules, folder)
                fault = self.fault(call, result, folder)
                said = result.stderr.decode(errors="replace").strip()[-300:]
            except subprocess.TimeoutExpired:
                fault, said = "no end", ""
            return f"{self.name}: {rules}: {fault} ({said})" if fault else None


def numbers(total, most):
    """Up to `most` numbers from 1 to total, the first ones and then evenly."""
    if most >= total:
        return range(1, total + 1)
    return sorted({1 + i * total // most for i in range(most)})


def main():
    injector()
    needed("QUORUM_BINARY", "the program to test")
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 30
    entire = most == 1 << 30
    make_inputs()
    tries = []
    for case in map(Case, sys.argv[2:] or (*UCI, *COMMANDS)):
        if not case.command or (case.name in SLOW and not entire and not sys.argv[2:]):
            continue
        counts = case.counts()
        for call in CALLS:
            for first in numbers(counts[call], min(most, SLOW.get(case.name, most))):
                tries += [(case, call, first, count) for count in (0, 1)]
    with ThreadPoolExecutor(2) as executor:
        faults = [fault for fault in executor.map(lambda one: one[0].try_fault(*one[1:]), tries)
                  if fault]
    print("\n".join([*faults, f"{len(tries)} faults tried, {len(faults)} not borne"]))
    return 1 if faults or not tries else 0


if __name__ == "__main__":
    sys.exit(main())
