"""What scripts share: of ladder and figures results in JSON, and pages of which they write a part; with
label-error the program that they run; how those that read or print much end; and what an option counts."""

import argparse
import errno
import fcntl
import io
import json
import os
import shutil
import signal
import sys
from contextlib import contextmanager

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
DOCS = os.path.join(TOP, "docs")


class NoPlace(Exception):
    """A page lacks the marks between which a part is written."""


class Stdout(io.FileIO):
    """Standard output that keeps why it could not be written; other files fail, too."""

    fault = None

    def __init__(self):
        super().__init__(sys.stdout.fileno(), "w", closefd=False)

    def write(self, data):
        try:
            return super().write(data)
        except OSError as reason:
            self.fault = reason
            raise


def script_name():
    """What messages of the script that runs begin with."""
    return os.path.basename(sys.argv[0])


def run_main(main):
    """Ends the script with what main() returns. Where nobody reads any more what it prints, as before `| head`,
    it ends as programs do, by SIGPIPE; with code 2 where it is lost otherwise. What it reads may be no text."""
    if sys.stdin:
        sys.stdin.reconfigure(errors="replace")
    if not sys.stdout:
        sys.exit(main())
    stdout = Stdout()
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(stdout), sys.stdout.encoding, sys.stdout.errors,
                                  line_buffering=stdout.isatty())
    try:
        try:
            sys.exit(main())
        finally:
            sys.stdout.flush()
    except OSError:
        if not stdout.fault:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        if stdout.fault.errno == errno.EPIPE:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGPIPE)
        give_up(f"output is lost: {stdout.fault.strerror}")


def positive(text):
    """What an option counts, for argparse: one at least."""
    if not (text.isascii() and text.isdecimal()) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def give_up(why):
    """Ends the script with code 2: it cannot do what it was called for."""
    print(f"{script_name()}: {why}", file=sys.stderr)
    sys.exit(2)


def require_program(path):
    """Ends the script where there is no such program."""
    if not shutil.which(path):
        give_up(f"{path}: not there, build the project first")


def read_json(path):
    """The rows of a file; none where there is no file. Ends the script at one that is damaged, as by a merge."""
    if not os.path.exists(path):
        return []
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except ValueError as reason:
        sys.exit(f"{script_name()}: {path}: {reason}")


def require_place(path):
    """Ends the script where it could not keep there what it is to make."""
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK | os.X_OK):
        give_up(f"{path}: nothing can be written there")


def write_whole(path, text):
    """All of it or nothing."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


@contextmanager
def changing_json(path):
    """The rows of a file, which is written as the block leaves them; others that change files of the folder wait."""
    folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        rows = read_json(path)
        yield rows
        write_whole(path, json.dumps(rows, indent=1) + "\n")
    finally:
        os.close(folder)


def filled(path, name, block):
    """The page with BLOCK between `<!-- NAME -->` and `<!-- end of NAME -->`."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise NoPlace(f"{path} has no place for {name}")
    return f"{before}{begin}\n{block}\n{end}{after}"


def fill(path, name, block):
    write_whole(path, filled(path, name, block))


def table(heads, rows):
    """Of cells that are text."""
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([lines[0], "|" + "---|" * len(heads), *lines[1:]])
