"""What the tests in virtual machines share."""

import os
import re
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "vm"), str(TESTS)]

import debian_parts  # noqa: E402
import machine_shape  # noqa: E402
import virtual_machine  # noqa: E402
from requirement import skip  # noqa: E402

PATIENCE = 240  # seconds for one machine, emulated on a busy host


def program(variable):
    """The path of a program that CMake names in an environment variable."""
    path = os.environ.get(variable, "")
    if not Path(path).is_file():
        skip(f"{variable} names no program: {path or 'unset'}")
    return path


def boot(nodes, task, threads_per_core=1):
    """Runs a task in a machine with these nodes (as text); skips where qemu cannot be had."""
    if not virtual_machine.shutil.which(virtual_machine.QEMU):
        skip(f"{virtual_machine.QEMU} is not installed")
    shape = machine_shape.Shape([machine_shape.parse_node(node) for node in nodes],
                                threads_per_core)
    cache = Path(__file__).resolve().parents[2] / "build" / "vm"
    try:
        kernel, busybox = debian_parts.fetch(cache)
    except debian_parts.PartsError as error:
        skip(error)
    return virtual_machine.run(shape, task, kernel, busybox, PATIENCE)


def parse_list(text):
    """The kernel's list format, as in 0-2,5."""
    numbers = set()
    for part in filter(None, text.strip().split(",")):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


def numa_map_bytes(line):
    """Bytes of each node in one line of numa_maps."""
    page = re.search(r"kernelpagesize_kB=(\d+)", line)
    if not page:
        return {}
    return {int(node): int(pages) * int(page.group(1)) * 1024
            for node, pages in re.findall(r" N(\d+)=(\d+)", line)}


def sum_by_node(lines):
    total = {}
    for line in lines:
        for node, size in numa_map_bytes(line).items():
            total[node] = total.get(node, 0) + size
    return total


def main():
    unittest.main(verbosity=2)
