"""Debian's kernel and busybox for the inside of a virtual machine, unpacked without privileges."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

KERNEL_PACKAGE = "linux-image-amd64"  # depends on the newest kernel
BUSYBOX_PACKAGE = "busybox-static"


class PartsError(Exception):
    """A part cannot be had; the text says why."""


def _run(command, **arguments):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True,
                              **arguments).stdout
    except FileNotFoundError:
        raise PartsError(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        message = error.stderr.strip().splitlines() or ["failed"]
        raise PartsError(f"{' '.join(command)}: {message[-1]}") from None


def _newest_kernel():
    depends = _run(["apt-cache", "show", "--no-all-versions", KERNEL_PACKAGE])
    match = re.search(r"^Depends:.*?\b(linux-image-\S+)", depends, re.MULTILINE)
    if not match:
        raise PartsError(f"apt-cache knows no kernel that {KERNEL_PACKAGE} depends on")
    return match.group(1)


def _unpack(package, member, target):
    """The only file of a package whose name begins with `member`, as `target`."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        _run(["apt-get", "download", package], cwd=folder)
        archives = list(Path(folder).glob("*.deb"))
        if len(archives) != 1:
            raise PartsError(f"apt-get download {package} gave {len(archives)} files")
        _run(["dpkg-deb", "--extract", str(archives[0]), f"{folder}/tree"])
        found = list(Path(folder, "tree").glob(member + "*"))
        if len(found) != 1:
            raise PartsError(f"{package} has {len(found)} files named {member}*")
        shutil.move(found[0], target)


def fetch(cache):
    """(kernel, busybox): paths in the folder `cache`, downloaded if they are not there."""
    kernel, busybox = Path(cache, "vmlinuz"), Path(cache, "busybox")
    if not kernel.exists():
        _unpack(_newest_kernel(), "boot/vmlinuz-", kernel)
    if not busybox.exists():
        _unpack(BUSYBOX_PACKAGE, "bin/busybox", busybox)
    return kernel, busybox
