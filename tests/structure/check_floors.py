#!/usr/bin/env python3
"""check_floors.py ROOT: holds the include graph of src/, bench/, tune/, docs/manual/ against the floors.

Finds a folder that includes another which it may not know, files that include each other in a circle,
and output through stdio below the command line and uci/. Exit code 1 names each fault.
"""

import re
import sys
from pathlib import Path

from source_text import c_files, includes, without_comments_and_literals

# What each folder stands on: the same arrows as in the CMakeLists.txt. It knows these folders and all
# that they stand on. A room is a folder inside another.
STANDS_ON = {
    "src/argp": [],
    "src/base": [],
    "src/machine": ["src/base"],
    "src/cluster": ["src/base"],
    "src/chess": ["src/base"],
    "src/eval": ["src/chess"],
    "src/nnue": ["src/chess", "src/machine"],
    "src/tables": ["src/chess"],
    "src/search": ["src/eval", "src/nnue", "src/tables", "src/machine"],
    "src/engine": ["src/search"],
    "src/cli": ["src/argp", "src/base"],
    "src/report": ["src/cli", "src/machine"],
    "src/guest": ["src/chess", "src/report"],
    "src/report/without_jansson": [],  # in the place of a library's header
    "src/compare": ["src/report"],
    "src/team": ["src/engine", "src/cluster"],
    "src/uci": ["src/team"],
    "bench": ["src/search"],
    "tune/chain": ["src/chess"],
    "tune/play": ["src/engine", "src/cli", "src/cluster", "tune/chain"],
    "tune/data": ["src/cli", "tune/chain"],
    "tune/datagen": ["tune/play"],
    "tune/spsa": ["src/report", "tune/play"],
    "tune/train": ["src/report", "src/nnue", "tune/chain"],
}
TOOLS = Path(__file__).resolve().parents[2] / "src" / "tools"
ROOMS = sorted(folder.name for folder in TOOLS.iterdir() if folder.is_dir())
STANDS_ON |= {f"src/tools/{room}": ["src/engine", "src/guest", "src/compare", "src/cluster"]
              for room in ROOMS}
STANDS_ON["src/tools"] = [f"src/tools/{room}" for room in ROOMS]
STANDS_ON["src"] = ["src/uci", "src/tools"]
STANDS_ON["docs/manual"] = ["src/uci", "src/tools", "tune/data", "tune/datagen", "tune/spsa",
                            "tune/train"]

# Of these a folder knows nothing but the folder itself.
KNOWS_ALONE = {"src/uci": ["src/tools/bench", "src/tools/speedtest"]}

# Folders inside src/base/ and src/machine/ that know a system, and inside src/cluster/ that know MPI or that
# there is none, of which CMake picks one. They are part of the folder that they are in.
SYSTEMS = {"linux", "windows", "mpi", "alone"}

# Folders that may print.
PRINTING = {"src/argp", "src/cli", "src/report", "src/compare", "src/uci", "src/tools", "src"}

# What is called for the folders that may print, or writes into a pipe of its own.
CALLED_BY_THEM = {"src/base/linux/child.c", "src/base/windows/posix_files.c",
                  "src/base/windows/posix_text.c", "src/team/feed.c"}

OUTPUT_CALL = re.compile(
    r"(?<![\w.>])(v?f?printf|v?dprintf|puts|putchar|putc|fputc|fputs|fwrite|perror|write|writev)"
    r"(?:_unlocked)?\s*\("
)


# Where a system may be asked for by name, and how that is done.
KNOWS_SYSTEM = {"src/base", "src/machine"}
ASKS_SYSTEM = re.compile(r"(?m)^\s*#\s*(?:el)?if.*\b(?:_WIN32|WIN32|__linux__|__APPLE__|__unix__)\b")


def folder_of(file):
    """The folder of a file, by their paths below the root."""
    folder, _, last = file.rpartition("/")[0].rpartition("/")
    return folder if last in SYSTEMS else f"{folder}/{last}".lstrip("/")


def known_folders(folder):
    """The folders whose files a folder may include, with itself."""
    known, waiting = {folder}, list(STANDS_ON[folder])
    while waiting:
        below = waiting.pop()
        known.add(below)
        waiting += STANDS_ON[below]
    return known | set(KNOWS_ALONE.get(folder, []))


def may_print(folder):
    return folder in PRINTING or folder.startswith("src/tools/")


def find_include(root, path, target):
    """The file that an #include means, as a path below the root: beside the file, or written from
    src/ or tune/. None when there is none."""
    for base in (path.parent, root / "src", root / "tune"):
        if (base / target).is_file():
            return (base / target).relative_to(root).as_posix()
    return None


def check_file(root, path, graph, faults):
    """Checks one file's includes and calls, and adds its arrows to the graph."""
    text = path.read_text(encoding="utf-8")
    shown = path.relative_to(root).as_posix()
    folder = folder_of(shown)
    if folder not in STANDS_ON:
        faults.append(f"{shown}: {folder}/ has no floor yet: give it one in check_floors.py")
        return
    graph[shown] = []
    for line, target, quoted in includes(text):
        if not quoted:
            continue
        found = find_include(root, path, target)
        if found is None:
            faults.append(f"{shown}:{line}: {target} does not exist")
            continue
        graph[shown].append(found)
        other = folder_of(found)
        if other in STANDS_ON and other not in known_folders(folder):
            faults.append(f"{shown}:{line}: includes {found}: {folder}/ does not know {other}/")
    for match in ASKS_SYSTEM.finditer(text):
        if folder not in KNOWS_SYSTEM:
            line = text.count("\n", 0, match.end()) + 1
            faults.append(f"{shown}:{line}: asks which system it is; src/base/ and src/machine/ know")
    if folder.startswith("src") and not may_print(folder) and shown not in CALLED_BY_THEM:
        code = without_comments_and_literals(text)
        for match in OUTPUT_CALL.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            faults.append(f"{shown}:{line}: {match.group(1)}() in a folder that does not print")


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
    for folder in ("bench", "tune", "docs/manual"):
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
