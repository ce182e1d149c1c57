"""The shape of a virtual machine: what of it qemu is told, and what the kernel inside."""

import re
from dataclasses import dataclass, field

MAX_CPUS = 255  # of qemu's machine without further devices
MAX_NODES = 128
USUAL_DISTANCE = 20
# From 9 possible CPUs on Linux calls each by its number. A call to several at once gets lost in qemu
# 7.2 where a place is empty, and the machine hangs.
MANY_CPUS = 16


class ShapeError(Exception):
    """The shape cannot be had; the text says why."""


@dataclass
class Node:
    """A node of memory with the processors at home on it."""

    cpus: int = 1
    memory_mib: int = 512
    package: int = 0
    huge: int = 0  # 2 MiB pages reserved at boot
    gigantic: int = 0  # 1 GiB pages


def parse_memory(text):
    match = re.fullmatch(r"(\d+)([MG]?)", text)
    if not match:
        raise ShapeError(f"memory={text}: a number of MiB, or with G of GiB, was expected")
    return int(match.group(1)) * (1024 if match.group(2) == "G" else 1)


def parse_node(text):
    """A node from `package=0,cpus=2,memory=512M,huge=32,gigantic=0`, each part optional."""
    node = Node()
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name == "memory":
            node.memory_mib = parse_memory(value)
        elif name in ("cpus", "package", "huge", "gigantic") and value.isascii() and value.isdigit():
            setattr(node, name, int(value))
        else:
            raise ShapeError(
                f"node {text!r}: {part!r} is not one of package=N, cpus=N, memory=N[M|G], huge=N, "
                "gigantic=N")
    return node


def parse_distance(text):
    """(node, other node, distance) from `0:1:31`."""
    match = re.fullmatch(r"(\d+):(\d+):(\d+)", text)
    if not match or not 10 < int(match.group(3)) < 255:
        raise ShapeError(f"distance {text!r}: NODE:NODE:DISTANCE from 11 to 254 was expected")
    return tuple(int(group) for group in match.groups())


@dataclass
class Shape:
    nodes: list
    threads_per_core: int = 1
    distances: list = field(default_factory=list)

    def __post_init__(self):
        cpus = sum(node.cpus for node in self.nodes)
        if not 1 <= len(self.nodes) <= MAX_NODES or not 1 <= cpus <= MAX_CPUS:
            raise ShapeError(f"1 to {MAX_NODES} nodes and 1 to {MAX_CPUS} CPUs can be had")
        if not 1 <= self.threads_per_core <= 8:
            raise ShapeError("a core can have 1 to 8 threads")
        if self.nodes[0].memory_mib < 128:
            raise ShapeError("node 0 needs 128 MiB of memory for the kernel")
        if self._cores(0) == 0:
            raise ShapeError("package 0 needs a CPU to boot on")
        for node in self.nodes:
            if node.huge * 2 + node.gigantic * 1024 > node.memory_mib:
                raise ShapeError("a node cannot reserve more huge pages than it has memory")
        for a, b, _ in self.distances:
            if a == b or max(a, b) >= len(self.nodes):
                raise ShapeError(f"there is no distance between nodes {a} and {b}")

    @property
    def packages(self):
        return max(node.package for node in self.nodes) + 1

    def _cores(self, package):
        return sum(-(-node.cpus // self.threads_per_core)
                   for node in self.nodes if node.package == package)

    def _places(self):
        """(package, core, thread, node, present) for each place a CPU can have. All packages of
        qemu have the same number of cores, so some places stay empty."""
        cores = max(self._cores(package) for package in range(self.packages))
        for package in range(self.packages):
            core = 0
            home = 0
            for index, node in enumerate(self.nodes):
                if node.package != package or node.cpus == 0:
                    continue
                home = index
                for cpu in range(-(-node.cpus // self.threads_per_core) * self.threads_per_core):
                    yield (package, core + cpu // self.threads_per_core,
                           cpu % self.threads_per_core, index, cpu < node.cpus)
                core += -(-node.cpus // self.threads_per_core)
            for empty in range(core, cores):
                for thread in range(self.threads_per_core):
                    yield package, empty, thread, home, False

    def qemu_arguments(self):
        places = list(self._places())
        if len(places) > MAX_CPUS:
            raise ShapeError(f"with equal packages this takes {len(places)} CPUs of {MAX_CPUS}")
        cores = max(place[1] for place in places) + 1
        arguments = [
            "-m", f"{sum(node.memory_mib for node in self.nodes)}M",
            "-smp", f"1,sockets={self.packages},cores={cores},threads={self.threads_per_core},"
                    f"maxcpus={len(places)}",
        ]
        for index, node in enumerate(self.nodes):
            memory = ""
            if node.memory_mib:
                arguments += ["-object",
                              f"memory-backend-ram,id=memory{index},size={node.memory_mib}M"]
                memory = f",memdev=memory{index}"
            arguments += ["-numa", f"node,nodeid={index}{memory}"]
        for package, core, thread, node, present in places:
            where = f"socket-id={package},core-id={core},thread-id={thread}"
            arguments += ["-numa", f"cpu,node-id={node},{where}"]
            if present and (package, core, thread) != (0, 0, 0):
                arguments += ["-device", f"max-x86_64-cpu,{where}"]
        for a, b, distance in self._all_distances():
            arguments += ["-numa", f"dist,src={a},dst={b},val={distance}"]
        return arguments

    def _all_distances(self):
        """Those of all pairs, which qemu wants as soon as there is one."""
        if not self.distances:
            return []
        known = {frozenset((a, b)): distance for a, b, distance in self.distances}
        count = len(self.nodes)
        return [(a, b, known.get(frozenset((a, b)), USUAL_DISTANCE))
                for a in range(count) for b in range(a + 1, count)]

    def kernel_arguments(self):
        arguments = [f"possible_cpus={max(MANY_CPUS, len(list(self._places())))}"]
        for size, name in (("2M", "huge"), ("1G", "gigantic")):
            counts = [f"{index}:{getattr(node, name)}"
                      for index, node in enumerate(self.nodes) if getattr(node, name)]
            if counts:
                arguments += [f"hugepagesz={size}", "hugepages=" + ",".join(counts)]
        return arguments
