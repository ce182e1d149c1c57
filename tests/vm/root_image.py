"""A root image (initramfs) as a newc archive, written without privileges."""

import os
import re
import stat
import subprocess
from pathlib import Path

_LIBRARY = re.compile(r"(?:=> )?(/\S+) \(0x[0-9a-f]+\)")


def shared_libraries(program):
    """Paths of what a program loads at its start, the loader included; none for a static one."""
    listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False)
    if "not found" in listing.stdout:
        raise FileNotFoundError(f"{program}: {listing.stdout.strip()}")
    return _LIBRARY.findall(listing.stdout)


class RootImage:
    """Collects folders, files and devices; bytes() is the archive."""

    def __init__(self):
        self._entries = {}

    def add_folder(self, path):
        path = path.strip("/")
        if path and path not in self._entries:
            self.add_folder(os.path.dirname(path))
            self._entries[path] = (stat.S_IFDIR | 0o755, b"", (0, 0))

    def add_bytes(self, path, data, executable=False):
        path = path.strip("/")
        self.add_folder(os.path.dirname(path))
        self._entries[path] = (stat.S_IFREG | (0o755 if executable else 0o644), data, (0, 0))

    def add_device(self, path, major, minor):
        self.add_folder(os.path.dirname(path))
        self._entries[path.strip("/")] = (stat.S_IFCHR | 0o600, b"", (major, minor))

    def add_link(self, path, target):
        self.add_folder(os.path.dirname(path))
        self._entries[path.strip("/")] = (stat.S_IFLNK | 0o777, target.encode(), (0, 0))

    def add_file(self, source, path):
        """A file of the host, or a folder with all in it."""
        source = Path(source)
        if source.is_dir():
            self.add_folder(path)
            for child in sorted(source.iterdir()):
                self.add_file(child, f"{path}/{child.name}")
        else:
            self.add_bytes(path, source.read_bytes(), os.access(source, os.X_OK))

    def add_program(self, source, path):
        """A program of the host with the libraries it loads, where it looks for them."""
        self.add_bytes(path, Path(source).read_bytes(), executable=True)
        for library in shared_libraries(source):
            self.add_bytes(library, Path(library).read_bytes(), executable=True)

    def __bytes__(self):
        records = []
        for number, (path, (mode, data, device)) in enumerate(self._entries.items(), 1):
            links = 2 if stat.S_ISDIR(mode) else 1
            records.append(_record(number, path, mode, links, device, data))
        records.append(_record(0, "TRAILER!!!", 0, 1, (0, 0), b""))
        return b"".join(records)


def _record(number, path, mode, links, device, data):
    name = path.encode() + b"\0"
    fields = (number, mode, 0, 0, links, 0, len(data), 0, 0, *device, len(name), 0)
    header = b"070701" + b"".join(b"%08X" % value for value in fields) + name
    return _padded(header) + _padded(data)


def _padded(data):
    return data + bytes(-len(data) % 4)
