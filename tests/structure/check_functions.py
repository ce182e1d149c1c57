#!/usr/bin/env python3
"""check_functions.py ROOT: no function of src/, bench/, tune/, docs/manual/ is longer than 120 lines.

Exit code 1 names each that is.
"""

import re
import sys
from pathlib import Path

from source_text import c_files, without_comments_and_literals

MAX_LINES = 120
FOLDERS = ("src", "bench", "tune", "docs/manual")

_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
_NAME = re.compile(r"(\w+)\s*\(")
_NO_NAME = re.compile(r"__attribute__|_Alignas|[A-Z][A-Z0-9_]*")  # attributes, and macros for them


def functions(text):
    """(name, first line, last line) of each function defined in C source text."""
    code = without_comments_and_literals(text)
    code = _DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), code)
    depth, start, body = 0, 0, None
    for at, character in enumerate(code):
        if character == "{":
            if depth == 0:
                head = code[start:at]
                names = [name for name in _NAME.findall(head) if not _NO_NAME.fullmatch(name)]
                # Braces after `=` hold values, those without parentheses a type.
                is_function = names and "=" not in head and head.rstrip().endswith(")")
                lead = len(head) - len(head.lstrip())
                body = (names[0], start + lead) if is_function else None
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                if body:
                    name, begin = body
                    first = code.count("\n", 0, begin) + 1
                    yield name, first, code.count("\n", 0, at) + 1
                start = at + 1
        elif character == ";" and depth == 0:
            start = at + 1


def check(root):
    """All functions that are too long, as lines of text, and the number of functions seen."""
    root = Path(root)
    faults, count = [], 0
    for folder in FOLDERS:
        for path in c_files(root / folder):
            for name, first, last in functions(path.read_text(encoding="utf-8")):
                count += 1
                lines = last - first + 1
                if lines > MAX_LINES:
                    shown = path.relative_to(root).as_posix()
                    faults.append(f"{shown}:{first}: {name}() has {lines} lines")
    return faults, count


def main():
    faults, count = check(sys.argv[1])
    if count == 0:
        faults.append("no function found")
    for fault in faults:
        print(fault)
    print(f"{count} functions, {len(faults)} longer than {MAX_LINES} lines")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
