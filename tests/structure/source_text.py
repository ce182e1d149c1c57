"""What the structure checks share: reading C without its comments and literals."""

import re
from pathlib import Path

_TOKEN = re.compile(
    r"""//(?:\\\n|[^\n])*          # line comment
      | /\*.*?\*/                  # block comment
      | "(?:\\.|[^"\\\n])*"        # string
      | '(?:\\.|[^'\\\n])*'        # character
    """,
    re.VERBOSE | re.DOTALL,
)
_INCLUDE_LINE = re.compile(r"^[ \t]*#[ \t]*include\b.*$", re.MULTILINE)


def blank(match):
    """As many blanks and lines in its place."""
    return re.sub(r"[^\n]", " ", match.group())


def without_comments_and_literals(text):
    """The same text, line for line and column for column, with blanks in their place."""
    return _TOKEN.sub(blank, text)


def includes(text):
    """(line number, name, quoted) of each #include outside comments."""
    # An #include's own quotes must survive, so blank only comments: strings stay as they are.
    code = _TOKEN.sub(lambda m: m.group() if m.group()[0] in "\"'" else blank(m), text)
    for match in _INCLUDE_LINE.finditer(code):
        name = re.search(r'include\s*(?:"([^"]+)"|<([^>]+)>)', match.group())
        if name:
            line = code.count("\n", 0, match.start()) + 1
            yield line, name.group(1) or name.group(2), name.group(1) is not None


def c_files(folder):
    """All .c and .h files below a folder, in a stable order; none when there is no folder."""
    folder = Path(folder)
    return sorted(path for path in folder.rglob("*") if path.suffix in (".c", ".h"))
