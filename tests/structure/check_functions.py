#!/usr/bin/env python3
"""check_functions.py ROOT: no function of src/, bench/, tune/, docs/ has more than 64 lines or 7 parameters.

Exit code 1 names each that has.
"""

import re
import sys
from pathlib import Path

from source_text import c_files, without_comments_and_literals

MAX_LINES = 64
MAX_PARAMETERS = 7
FOLDERS = ("src", "bench", "tune", "docs")

_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
_NAME = re.compile(r"(\w+)\s*\(")
_NO_NAME = re.compile(r"__attribute__|_Alignas|[A-Z][A-Z0-9_]*")  # attributes, and macros for them


def count_parameters(text):
    """The parameters of a list, its opening parenthesis left out; those of a parameter that points
    to a function do not count."""
    depth, commas, words = 1, 0, ""
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth == 0:
            break
        commas += character == "," and depth == 1
        words += character
    return 0 if words.strip() in ("", "void") else commas + 1


def functions(text):
    """(name, first line, last line, parameters) of each function defined in C source text."""
    code = without_comments_and_literals(text)
    code = _DIRECTIVE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), code)
    depth, start, body = 0, 0, None
    for at, character in enumerate(code):
        if character == "{":
            if depth == 0:
                head = code[start:at]
                names = [name for name in _NAME.finditer(head)
                         if not _NO_NAME.fullmatch(name.group(1))]
                # Braces after `=` hold values, those without parentheses a type.
                is_function = names and "=" not in head and head.rstrip().endswith(")")
                lead = len(head) - len(head.lstrip())
                body = (names[0].group(1), start + lead,
                        count_parameters(head[names[0].end():])) if is_function else None
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                if body:
                    name, begin, parameters = body
                    first = code.count("\n", 0, begin) + 1
                    yield name, first, code.count("\n", 0, at) + 1, parameters
                start = at + 1
        elif character == ";" and depth == 0:
            start = at + 1


def check(root):
    """All functions with too much of either, as lines of text, and the number of functions seen."""
    root = Path(root)
    faults, count = [], 0
    for folder in FOLDERS:
        for path in c_files(root / folder):
            shown = path.relative_to(root).as_posix()
            for name, first, last, parameters in functions(path.read_text(encoding="utf-8")):
                count += 1
                lines = last - first + 1
                if lines > MAX_LINES:
                    faults.append(f"{shown}:{first}: {name}() has {lines} lines")
                if parameters > MAX_PARAMETERS:
                    faults.append(f"{shown}:{first}: {name}() has {parameters} parameters")
    return faults, count


def main():
    faults, count = check(sys.argv[1])
    if count == 0:
        faults.append("no function found")
    for fault in faults:
        print(fault)
    print(f"{count} functions, {len(faults)} faults; at most {MAX_LINES} lines and "
          f"{MAX_PARAMETERS} parameters are allowed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
