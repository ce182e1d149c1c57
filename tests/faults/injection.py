"""Processes whose calls of the system fail by rules; see inject.c."""

import atexit
import functools
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from requirement import needed  # noqa: E402


@functools.cache
def injector():
    """The library to preload, by a name that LD_PRELOAD does not divide."""
    library = needed("QUORUM_INJECTOR", "the library to preload")
    if not re.search("[ :]", library):
        return library
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    link = Path(folder, "inject.so")
    link.symlink_to(library)
    return str(link)


def environment(rules, seen=None, sanitizer=""):
    """That of such a process; the file `seen` then counts the calls. `sanitizer` are options of
    AddressSanitizer, which wants to come first, but works as well behind a library that calls on."""
    options = (os.environ.get("ASAN_OPTIONS", ""), "verify_asan_link_order=0", sanitizer)
    variables = dict(os.environ, LD_PRELOAD=injector(), QUORUM_FAULTS=rules,
                     ASAN_OPTIONS=":".join(filter(None, options)))
    if seen:
        variables["QUORUM_FAULTS_SEEN"] = seen
    return variables
