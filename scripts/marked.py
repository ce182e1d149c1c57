"""What scripts share: of ladder and figures results in JSON, and pages of which they write a part; with
label-error the program that they run; and how those that read or print much end."""

import json
import os
import shutil
import sys

TOP = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
DOCS = os.path.join(TOP, "docs")

# What `quorum-data text` says of nodes of search trees in place of a result.
NODE_BOUNDS = (">=", "<=")
NODE_MARKS = ("=", *NODE_BOUNDS)


class NoPlace(Exception):
    """A page lacks the marks between which a part is written."""


def require_program(path):
    """Ends the script where there is no such program."""
    if not shutil.which(path):
        print(f"{os.path.basename(sys.argv[0])}: {path}: not there, build the project first", file=sys.stderr)
        sys.exit(2)


def read_json(path):
    """The rows of a file; none where there is no file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_whole(path, text):
    """All of it or nothing."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def write_json(path, rows):
    write_whole(path, json.dumps(rows, indent=1) + "\n")


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
