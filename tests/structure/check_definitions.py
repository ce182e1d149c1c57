#!/usr/bin/env python3
"""check_definitions.py ROOT: names are where a reader looks for them, and what they say they are.

Of src/, bench/, tune/ and docs/manual/ it holds that
- what X.h declares is defined in X.c or another file of its folder;
- a function or variable of X.h begins with the name of its module: X, the first words of X, the folder,
  or a type of X.h;
- nobody uses what a folder that it may not know defines, with an #include or without;
- files that use each other, by #include or by name, make no circle.

Exit code 1 names each fault.
"""

import re
import sys
from pathlib import Path

from check_floors import find_cycle, find_include, folder_of, known_folders
from check_functions import _DIRECTIVE, _NAME, _NO_NAME
from source_text import blank, c_files, includes, without_comments_and_literals

FOLDERS = ("src", "bench", "tune", "docs/manual")

# What else names of a header may begin with. * is a fragment: all of it is compiled into the one file
# that includes it, and its names are that file's.
PREFIXES = {
    "bench/suites.h": ["moves", "notation", "table", "ordering", "network"],  # a file each
    "src/chess/bitboard.h": ["bb"],  # in every expression
    "src/chess/flip.h": ["position"],  # what is done to one
    "src/chess/magics.h": ["rook_magics", "bishop_magics"],  # two tables and nothing else
    "src/chess/perft_kernel_body.h": ["*"],
    "src/chess/perft_leaves.h": ["*"],
    "src/chess/position.h": ["castling"],  # what types.h begins needs a Position's squares
    "src/chess/types.h": ["rank", "castling"],  # enumerations without a type of this name
    "src/base/integers.h": ["int", "int64", "size"],  # C's own types
    "src/base/windows/posix.h": ["*"],  # the names of POSIX
    "src/machine/policy.h": ["placement"],  # of its type ThreadPlacement
    "src/machine/thread_binding.h": ["binding"],
    "src/nnue/kernel_avx512_vectors.h": ["*"],
    "src/nnue/kernel_body.h": ["*"],
    "src/nnue/kernel_neon_vectors.h": ["*"],
    "src/search/histories.h": ["butterfly", "pawn_history"],  # kinds of history
    "tune/data/commands.h": ["stats", "verify", "text", "merge", "filter", "import"],  # a file each
}

_WORD = re.compile(r"[A-Za-z_]\w*")
_USE = re.compile(r"(?<![\w.])(?<!->)([A-Za-z_]\w*)(\s*\()?")
_STATIC = re.compile(r"\b(static|inline|ALWAYS_INLINE)\b")
_TYPE_ALONE = re.compile(r"(struct|enum|union)(\s+\w+)?$")
_MADE_BY_MACRO = re.compile(r"\bDEFINE_\w+\((\w+)")
_EMBEDDED = re.compile(r"\bEMBED_FILE\((\w+)\)")


def code_of(text):
    """C without comments, literals and directives, line for line."""
    return _DIRECTIVE.sub(blank, without_comments_and_literals(text))


def statements(code):
    """(offset, head, has a body) of each declaration at file scope. Bodies and what else is in braces
    are left out of the heads."""
    depth, start, begin, head = 0, 0, None, ""
    for at, character in enumerate(code):
        if character == "{":
            if depth == 0 and (head + code[start:at]).strip() == "extern":  # extern "C"
                begin, head, start = None, "", at + 1
                continue
            if depth == 0:
                head += code[start:at]
            depth += 1
        elif character == "}" and depth > 0:
            depth -= 1
            if depth == 0:
                start = at + 1
                if head.rstrip().endswith(")") and "=" not in head:
                    yield begin, head.strip(), True
                    begin, head = None, ""
        elif depth == 0:
            if character == ";":
                head += code[start:at]
                if head.strip():
                    yield begin, head.strip(), False
                begin, head, start = None, "", at + 1
            elif begin is None and not character.isspace():
                begin = start = at


def function_name(head):
    names = [name for name in _NAME.findall(head) if not _NO_NAME.fullmatch(name)]
    return names[0] if names else None


def names_at_file_scope(code):
    """(name, offset, kind) of each function, variable and type; the kind is "declared", "defined",
    "static" or "type"."""
    for offset, head, has_body in statements(code):
        if head.startswith(("_Static_assert", "__asm__")):
            continue
        what = re.sub(r"\[[^\]]*\]", "", head.partition("=")[0]).strip()
        kind = "static" if _STATIC.search(head.partition("(")[0]) else "defined"
        if head.startswith("typedef"):
            function_type = re.search(r"\(\s*\*\s*(\w+)\s*\)", head)
            yield (function_type.group(1) if function_type else _WORD.findall(what)[-1], offset,
                   "type")
        elif has_body:
            if function_name(head):
                yield function_name(head), offset, kind
        elif "=" not in head and what.endswith(")"):
            if function_name(head):
                yield function_name(head), offset, "static" if kind == "static" else "declared"
        elif len(_WORD.findall(what)) > 1 and not _TYPE_ALONE.match(what):
            kind = "declared" if head.startswith("extern") else kind
            for part in what.split(","):
                yield _WORD.findall(part)[-1], offset, kind


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def forms(word):
    """A word, and what it may be in the singular or plural."""
    return {word, word.removesuffix("s"), re.sub("ies$", "y", word), word + "s"}


class Tree:
    """The files below a root: their code, what they include, and where each name is at home."""

    def __init__(self, root):
        self.root = Path(root)
        self.text, self.code, self.names = {}, {}, {}
        self.declared, self.defined = {}, {}  # name: {file: offset}
        for folder in FOLDERS:
            adapters = sorted((self.root / folder).glob("*.cpp"))
            for path in c_files(self.root / folder) + adapters:
                self.read(path)
        self.arrows = {file: {found for _, target, quoted in includes(text) if quoted
                              for found in [find_include(self.root, self.root / file, target)]
                              if found in self.text}
                       for file, text in self.text.items()}

    def read(self, path):
        file = path.relative_to(self.root).as_posix()
        text = path.read_text(encoding="utf-8")
        code = code_of(text)
        self.text[file], self.code[file], self.names[file] = text, code, {}
        for name, offset, kind in names_at_file_scope(code):
            self.names[file].setdefault(name, (offset, kind))
            if kind == "declared":
                self.declared.setdefault(name, {})[file] = offset
            elif kind == "defined" or (kind == "static" and file.endswith(".h")):
                self.defined.setdefault(name, {})[file] = offset
        made = [(match.group(1), match.start()) for match in _MADE_BY_MACRO.finditer(code)]
        for match in _EMBEDDED.finditer(code):
            made += [(match.group(1), match.start()), (match.group(1) + "_end", match.start())]
        for name, start in made:
            self.defined.setdefault(name, {})[file] = start

    def place(self, file, offset):
        return f"{file}:{self.code[file].count(chr(10), 0, offset) + 1}"

    def reached(self, file):
        """A file and all that its includes bring with them."""
        reached, waiting = {file}, [file]
        while waiting:
            for found in self.arrows[waiting.pop()] - reached:
                reached.add(found)
                waiting.append(found)
        return reached


def check_homes(tree):
    """What is declared and not defined in the same folder."""
    for name, files in tree.declared.items():
        homes = {folder_of(file) for file in tree.defined.get(name, ())}
        for file, offset in files.items():
            if folder_of(file) not in homes:
                where = " or ".join(sorted(f"{home}/" for home in homes)) or "no file"
                yield f"{tree.place(file, offset)}: {name} is defined in {where}"


def check_prefixes(tree):
    """What a header offers under a name that is not its module's."""
    for file in tree.names:
        if not file.endswith(".h"):
            continue
        words = file.rpartition("/")[2].removesuffix(".h").split("_")
        allowed = {"_".join(words[:count]) for count in range(1, len(words) + 1)}
        allowed |= {folder_of(file).rpartition("/")[2], *PREFIXES.get(file, ())}
        allowed |= {snake_case(name) for name, (_, kind) in tree.names[file].items()
                    if kind == "type"}
        allowed = {form for word in allowed for form in forms(word)}
        for name, (offset, kind) in tree.names[file].items():
            parts = name.lower().split("_")
            begins = {"_".join(parts[:count]) for count in range(1, len(parts) + 1)}
            if kind != "type" and not begins & allowed and "*" not in allowed:
                yield f"{tree.place(file, offset)}: {name} does not begin with its module's name"


def uses(tree):
    """(file, offset, name, files that define it) of each use of what another file exports."""
    for file, code in tree.code.items():
        reached = tree.reached(file)
        for match in _USE.finditer(code):
            name, is_call = match.groups()
            if name not in tree.defined or name in tree.names[file] or file in tree.defined[name]:
                continue
            inline = reached & tree.defined[name].keys()
            if inline or is_call or reached & tree.declared.get(name, {}).keys():
                yield file, match.start(), name, inline or tree.defined[name].keys()


def check_uses(tree):
    """Uses of what a folder may not know, and circles of files."""
    graph = {file: set(arrows) for file, arrows in tree.arrows.items()}
    for file, offset, name, homes in uses(tree):
        known = known_folders(folder_of(file))
        allowed = {home for home in homes if folder_of(home) in known}
        if not allowed:
            yield (f"{tree.place(file, offset)}: uses {name} of {sorted(homes)[0]}: "
                   f"{folder_of(file)}/ does not know it")
        graph[file] |= allowed
    cycle = find_cycle(graph)
    if cycle:
        yield "circle: " + " -> ".join(cycle)


def check(root):
    """All faults of a tree, as lines of text, and the number of names looked at."""
    tree = Tree(root)
    faults = [*check_homes(tree), *check_prefixes(tree), *check_uses(tree)]
    return faults, len(tree.defined)


def main():
    faults, count = check(sys.argv[1])
    if count == 0:
        faults.append("no definition found")
    for fault in faults:
        print(fault)
    print(f"{count} names, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
