#!/usr/bin/env python3
"""check_format.py [--repair] ROOT: all C is laid out by clang-format and speaks one dialect.

The dialect of src/, bench/, tune/, docs/ and tests/: a pointer is there or not, `if (!p)`, without
`== NULL` or `!= NULL` but where one is counted, `count += p != NULL`; sizeof of an expression has no
parentheses but in a macro. Exit code 1 names each file that
clang-format would change and each line in another dialect; 77 when there is no clang-format. With
--repair they are changed instead, and what is left is named.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from check_definitions import code_of
from source_text import c_files

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

FOLDERS = ("src", "bench", "tune", "docs", "tests")

# What NULL is compared with: a name with its members, elements and calls.
_PART = r"(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[(?:[^\[\]]|\[[^\[\]]*\])*\])"
_OPERAND = rf"(?:\*?[A-Za-z_]\w*|{_PART})(?:{_PART}|(?:->|\.)\w+)*"
_NULL_AFTER = re.compile(rf"({_OPERAND})\s*([!=])=\s*NULL\b")
_NULL_BEFORE = re.compile(rf"\bNULL\s*([!=])=\s*({_OPERAND})")
_NULL = re.compile(r"[!=]=\s*NULL\b|\bNULL\s*[!=]=")
_COUNTED = re.compile(r"\+=[^;]*$")
_INSIDE = re.compile(r"(?:->|[\w.)\]*&+-])(?<!&&)(?<!\breturn)$")  # of a greater operand
_SIZEOF = re.compile(r"\bsizeof\s*\(")


def end_of(code, opening):
    """Where the parenthesis at `opening` is closed."""
    depth = 0
    for at in range(opening, len(code)):
        depth += (code[at] == "(") - (code[at] == ")")
        if depth == 0:
            return at
    return len(code) - 1


def is_type(operand):
    """Types begin with a capital, are the language's own, or say what they are."""
    word = re.match(r"(?:const |volatile )*(\w+)", operand.strip())
    if not word or "(" in operand.replace("(*)", ""):
        return False
    name = word.group(1)
    builtin = ("char", "short", "int", "long", "float", "double", "unsigned", "signed", "void", "bool",
               "_Bool", "struct", "union", "enum", "off_t", "json_t", "pid_t")
    return name in builtin or name.endswith("_t") or bool(re.match(r"[A-Z]\w*[a-z]", name))


def sizeofs(code):
    """(start, opening, closing) of each sizeof with an expression that needs no parentheses."""
    for match in _SIZEOF.finditer(code):
        opening = match.end() - 1
        closing = end_of(code, opening)
        operand = code[opening + 1:closing]
        if not is_type(operand) and re.fullmatch(rf"\s*[*&]*{_OPERAND}\s*", operand):
            yield match.start(), opening, closing


def other_dialects(code):
    """(offset, what is written there) of each place."""
    for match in _NULL.finditer(code):
        if not _COUNTED.search(code[:match.start()]):
            yield match.start(), "compares with NULL"
    for start, _, _ in sizeofs(code):
        yield start, "sizeof of an expression in parentheses"


def translated(text):
    """The text in the dialect. An operand that is not a plain one stays as it is."""
    for pattern, operand, sign in ((_NULL_AFTER, 1, 2), (_NULL_BEFORE, 2, 1)):
        code = code_of(text)
        for match in reversed(list(pattern.finditer(code))):
            start, end = match.span()
            first, last = match.span(operand)
            before = code[:start].rstrip()
            if _COUNTED.search(before) or _INSIDE.search(before):
                continue
            said = text[first:last]
            if match.group(sign) == "=":
                said = "!" + said
            text = text[:start] + said + text[end:]
    code = code_of(text)
    for _, opening, closing in reversed(list(sizeofs(code))):
        text = (text[:opening].rstrip() + " " + text[opening + 1:closing].strip() +
                text[closing + 1:])
    return text


def files_of(root):
    return [path for folder in FOLDERS for path in c_files(root / folder)]


def check(root):
    """All faults of dialect, as lines of text."""
    for path in files_of(root):
        code = code_of(path.read_text(encoding="utf-8"))
        for offset, what in other_dialects(code):
            line = code.count("\n", 0, offset) + 1
            yield f"{path.relative_to(root).as_posix()}:{line}: {what}"


def check_layout(root, program):
    """Each file that clang-format would change."""
    files = [path.relative_to(root).as_posix() for path in files_of(root)]
    process = subprocess.run([program, "--dry-run", *files], cwd=root, stderr=subprocess.PIPE,
                             text=True, check=False)
    if process.returncode != 0:
        yield process.stderr
    changed = {line.partition(":")[0] for line in process.stderr.splitlines()
               if "[-Wclang-format-violations]" in line}
    for file in sorted(changed):
        yield f"{file}: clang-format would change it"


def repair(root, program):
    for path in files_of(root):
        text = path.read_text(encoding="utf-8")
        if translated(text) != text:
            path.write_text(translated(text), encoding="utf-8")
    subprocess.run([program, "-i", *files_of(root)], cwd=root, check=True)


def main():
    arguments = sys.argv[1:]
    root = Path(arguments[-1]).resolve()
    program = shutil.which("clang-format")
    if not program:
        skip("clang-format is not installed")
    if "--repair" in arguments:
        repair(root, program)
    faults = [*check(root), *check_layout(root, program)]
    for fault in faults:
        print(fault)
    print(f"{len(files_of(root))} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
