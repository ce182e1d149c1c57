#!/usr/bin/env python3
"""check_floors.py ROOT: holds the include graph of src/, bench/, tune/, docs/manual/ against the floors.

Finds upward includes, tools that know each other, files that include each other in a circle, and
output through stdio below uci/ and tools/. Exit code 1 names each fault.
"""

import re
import sys
from pathlib import Path

from source_text import c_files, includes, without_comments_and_literals

FLOORS = {
    "base": 1,
    "machine": 2,
    "chess": 3,
    "eval": 4,
    "nnue": 4,
    "tables": 4,
    "search": 5,
    "engine": 6,
    "tools": 7,
    "uci": 7,
    "main.c": 8,
}
# Beside src/: on the engine, or like main.c above all.
OUTSIDE = {"bench": 7, "tune": 7, "docs/manual": 8}
PRINTING_FLOOR = 7

# Files of tools/ that belong to all tools; a tool is its name up to the first underscore.
SHARED_BY_TOOLS = {"arguments", "chart", "commands", "csv", "html", "lines", "network", "output",
                   "progress", "report", "solved", "statistics", "utf8"}
KNOWS_ALL_TOOLS = "commands"
TOOL_FOR_ALL = "bench"
TOOLS_FOR_UCI = {"bench", "speedtest"}

OUTPUT_CALL = re.compile(
    r"(?<![\w.>])(v?f?printf|v?dprintf|puts|putchar|putc|fputc|fputs|fwrite|perror|write|writev)"
    r"(?:_unlocked)?\s*\("
)


def home(path):
    """First part of a path below src/: a folder, or main.c."""
    return path.split("/")[0]


def folder_outside(path):
    """Which folder of OUTSIDE a path below the root is in."""
    return next(folder for folder in OUTSIDE if path.startswith(folder + "/"))


def tool_of(path):
    return Path(path).stem.split("_")[0]


def fault_of_include(source, target):
    """Why a file may not include another (both as paths below src/), or None."""
    from_home, to_home = home(source), home(target)
    if from_home == to_home == "tools":
        stem = tool_of(source)
        if stem == KNOWS_ALL_TOOLS or tool_of(target) in {stem, TOOL_FOR_ALL} | SHARED_BY_TOOLS:
            return None
        return "one tool knows another"
    if from_home == to_home:
        return None
    if from_home == "uci" and to_home == "tools":
        return None if tool_of(target) in TOOLS_FOR_UCI else "uci knows a tool that is none of its"
    if FLOORS[to_home] >= FLOORS[from_home]:
        return "not a lower floor"
    return None


def check_file(root, path, graph, faults):
    """Checks one file's includes and calls, and adds its arrows to the graph."""
    text = path.read_text(encoding="utf-8")
    shown = path.relative_to(root).as_posix()
    inside = shown.startswith("src/")
    name = shown.removeprefix("src/") if inside else shown
    if inside and home(name) not in FLOORS:
        faults.append(f"{shown}: {home(name)} has no floor yet: give it one in check_floors.py")
        return
    graph[name] = []
    for line, target, quoted in includes(text):
        if not quoted:
            continue
        if not inside and any((base / target).is_file()
                              for base in (path.parent, root / folder_outside(name), root / "tune")):
            continue
        if not (root / "src" / target).is_file():
            faults.append(f"{shown}:{line}: src/{target} does not exist")
            continue
        graph[name].append(target)
        if home(target) not in FLOORS:
            continue
        if inside:
            why = fault_of_include(name, target)
        else:
            why = None if FLOORS[home(target)] < OUTSIDE[folder_outside(name)] else "not a lower floor"
        if why:
            faults.append(f"{shown}:{line}: includes {target}: {why}")
    if inside and FLOORS[home(name)] < PRINTING_FLOOR:
        code = without_comments_and_literals(text)
        for match in OUTPUT_CALL.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            faults.append(f"{shown}:{line}: {match.group(1)}() below uci/ and tools/")


def find_cycle(graph):
    """Files that include each other in a circle, as a list, or None."""
    done, path = set(), []

    def visit(name):
        if name in path:
            return path[path.index(name):] + [name]
        if name in done:
            return None
        path.append(name)
        for target in graph.get(name, ()):
            cycle = visit(target)
            if cycle:
                return cycle
        path.pop()
        done.add(name)
        return None

    for name in graph:
        cycle = visit(name)
        if cycle:
            return cycle
    return None


def check(root):
    """All faults of a tree, as lines of text, and the number of files looked at."""
    root = Path(root)
    graph, faults = {}, []
    files = c_files(root / "src")
    for folder in OUTSIDE:
        files += c_files(root / folder)
    for path in files:
        check_file(root, path, graph, faults)
    cycle = find_cycle(graph)
    if cycle:
        faults.append("include circle: " + " -> ".join(cycle))
    return faults, len(files)


def main():
    faults, count = check(sys.argv[1])
    if count == 0:
        faults.append("no C file found")
    for fault in faults:
        print(fault)
    print(f"{count} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
