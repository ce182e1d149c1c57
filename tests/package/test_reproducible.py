#!/usr/bin/env python3
"""test_reproducible.py SOURCE: the same sources make the same package, byte for byte, in two folders of
different depth, with another time zone and language."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from test_package import pack, run, skip

DIFFERENT = ({"TZ": "UTC", "LC_ALL": "C"}, {"TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8"})


def copy(source, target):
    """What git knows, or would if it were told."""
    names = run("git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in names.split("\0"):
        if name and (source / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)


def build(source):
    run("cmake", "--preset", "package", cwd=source)
    subprocess.run(["cmake", "--build", "--preset", "package", "--parallel", str(os.cpu_count())],
                   cwd=source, stdout=subprocess.DEVNULL, check=True)
    package = pack(source / "build/package", source)
    return package.name, hashlib.sha256(package.read_bytes()).hexdigest()


def main():
    source = Path(sys.argv[1]).resolve()
    for tool in ("git", "ninja", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            skip(f"{tool} is not installed")
    if not (source / ".git").exists():
        skip(f"{source} is not a repository")
    packages = []
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / "a", Path(folder) / "another/place"]
        for place in places: # before anybody changes a file
            copy(source, place)
        for place, environment in zip(places, DIFFERENT):
            os.environ.update(environment)
            packages.append(build(place))
            print(*packages[-1], flush=True)
    return 0 if packages[0] == packages[1] else 1


if __name__ == "__main__":
    sys.exit(main())
