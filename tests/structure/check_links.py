#!/usr/bin/env python3
"""check_links.py ROOT: every link and picture of a page that leads to a file leads to one that is there, and
where it names a heading, to that. A page is a file .md outside build/ and shared/; docs/README.md lists those below
docs/. Exit code 1 names each fault."""

import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
OUTSIDE = ("build", ".git", "shared")


def pages(root):
    return sorted(path for path in root.rglob("*.md")
                  if not set(path.relative_to(root).parts[:-1]) & set(OUTSIDE))


def anchors(page):
    """The names that a reader like GitHub's gives to headings."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            for title in HEADING.findall(page.read_text(encoding="utf-8"))}


def links(page):
    """(link, file it leads to, heading) of each that leads to no other site."""
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in link and not link.startswith("mailto:"):
            name, _, heading = link.partition("#")
            yield link, (page.parent / name).resolve() if name else page.resolve(), heading


def check(root):
    root = Path(root).resolve()
    faults, index = [], root / "docs" / "README.md"
    for page in pages(root):
        where = page.relative_to(root)
        for link, file, heading in links(page):
            if not file.exists():
                faults.append(f"{where}: {link} leads to no file")
            elif heading and heading not in anchors(file):
                faults.append(f"{where}: {link} leads to no heading")
    listed = {file for _, file, _ in links(index)} if index.exists() else set()
    faults += [f"{page.relative_to(root)}: docs/README.md does not list it"
               for page in pages(root) if root / "docs" in page.parents and page not in listed | {index}]
    return faults


if __name__ == "__main__":
    found = check(sys.argv[1])
    print("\n".join(found) or "all links lead somewhere")
    sys.exit(bool(found))
