#!/usr/bin/env python3
"""The engine on several nodes: where its threads run and its memory lies, as the kernel tells it,
must be what its plan says and what its own report says."""

import json
import re
import unittest
from pathlib import Path

import vm_test

MIB = 1 << 20
UNEVEN = 0.05  # by which the nodes' shares of the table may differ
LARGE = MIB  # mappings below this hold nothing of a worker's but its stack


def parse_sections(text):
    sections, name = {}, None
    for line in text.splitlines():
        if line.startswith("@"):
            name = line[1:]
            sections[name] = []
        elif name is not None:
            sections[name].append(line)
    return sections


class Task:
    """A thread of the engine, from a line of engine_guest.sh."""

    def __init__(self, line):
        match = re.fullmatch(r"(\d+) allowed=(\S+) last=(\d+) stack=(\S*)", line)
        assert match, line
        self.id = int(match.group(1))
        self.allowed = vm_test.parse_list(match.group(2))
        self.last = int(match.group(3))
        self.stack = int(match.group(4), 16) if match.group(4).startswith("0x") else None


class Mapping:
    """A mapping of the engine, from maps and numa_maps."""

    def __init__(self, line, numa_lines):
        first, end = line.split()[0].split("-")
        self.first, self.end = int(first, 16), int(end, 16)
        self.numa = numa_lines.get(self.first, "")
        words = self.numa.split()
        self.policy = words[1] if len(words) > 1 else ""
        self.nodes = vm_test.numa_map_bytes(self.numa)
        self.bytes = sum(self.nodes.values())
        path = line.split(maxsplit=5)[5:]
        self.is_anonymous = not path or "anon_hugepage" in path[0]


REPORT = "info string placement: "


def parse_sizes(text):
    """"4 MiB on node 0, 16 KiB on node 1" as bytes by node."""
    units = {"KiB": 1 << 10, "MiB": MIB}
    return {int(node): int(size) * units[unit]
            for size, unit, node in re.findall(r"(\d+) (KiB|MiB) on node (\d+)", text)}


def parse_pages(text):
    """"plain pages: 4 KiB, 2 MiB pages: 64 MiB" as the names of the kinds."""
    return set(re.findall(r"[;,] (plain|transparent 2 MiB|2 MiB|1 GiB) pages: ", text))


class Placement:
    """Of all machines: the engine is held against the plan."""

    HASH_MIB = 128
    PAGES = "transparent 2 MiB"  # of the table
    WARNING = ""  # what the engine has to complain of

    longMessage = True

    @classmethod
    def setUpClass(cls):
        settings = {"threads": cls.THREADS, "hash": cls.HASH_MIB, "policy": "auto",
                    "milliseconds": 4000}
        guest = Path(__file__).with_name("engine_guest.sh").read_text(encoding="utf-8")
        task = vm_test.virtual_machine.Task(
            ["sh", "/guest"], [vm_test.program("QUORUM_VM_BINARY")], mems=cls.MEMS,
            texts={"guest": "".join(f"{name}={value}\n" for name, value in settings.items())
                            + guest})
        result = vm_test.boot(cls.NODES, task)
        cls.sections = parse_sections(result.stdout.decode("utf-8", "replace"))
        assert "exit 0" in cls.sections, (result.code, result.stderr.decode(), cls.sections)
        cls.node_of_cpu = {}
        for line in cls.sections["nodes"]:
            node, _, cpus = line.partition(" ")
            cls.node_of_cpu.update({cpu: int(node) for cpu in vm_test.parse_list(cpus)})
        cls.plan = json.loads(cls.sections["plan"][0])
        numa = {int(line.split()[0], 16): line for line in cls.sections["numa_maps"]}
        cls.mappings = [Mapping(line, numa) for line in cls.sections["maps"]]
        cls.report = [line.removeprefix(REPORT) for line in cls.sections["said"]
                      if line.startswith(REPORT)]

    def workers(self, section):
        """The threads that are bound: the others may run anywhere."""
        tasks = [Task(line) for line in self.sections[section]]
        bound = [task for task in tasks if not task.allowed >= set(self.node_of_cpu)]
        self.assertEqual(len(bound), self.THREADS, self.sections[section])
        return bound

    def memory_node(self, task):
        """Where the plan wants the memory of a thread with these processors."""
        nodes = {worker["memory_node"] for worker in self.plan["workers"]
                 if set(worker["pus"]) == task.allowed}
        self.assertEqual(len(nodes), 1, f"thread {task.id} on {sorted(task.allowed)}")
        return nodes.pop()

    def large_mappings(self):
        return [mapping for mapping in self.mappings
                if mapping.is_anonymous and mapping.bytes >= LARGE]

    def table(self):
        """The mappings of the table: those that lie on several nodes."""
        return [mapping for mapping in self.large_mappings() if len(mapping.nodes) > 1]

    def test_plan_uses_the_nodes(self):
        homes = [worker["memory_node"] for worker in self.plan["workers"]]
        self.assertEqual({node: homes.count(node) for node in set(homes)}, self.HOMES)
        self.assertEqual(self.plan["memory_nodes"], sorted(self.HOMES))

    def test_threads_are_bound_as_planned(self):
        planned = sorted(sorted(worker["pus"]) for worker in self.plan["workers"])
        for section in ("searching", "idle"):
            bound = sorted(sorted(task.allowed) for task in self.workers(section))
            self.assertEqual(bound, planned, section)

    def test_threads_run_where_they_are_bound(self):
        for task in self.workers("searching"):
            self.assertIn(task.last, task.allowed, f"thread {task.id}")

    def test_stacks_are_on_their_nodes(self):
        for task in self.workers("idle"):
            self.assertIsNotNone(task.stack, f"thread {task.id} does not sleep")
            stack = [mapping for mapping in self.mappings
                     if mapping.first <= task.stack < mapping.end]
            self.assertEqual(len(stack), 1, f"thread {task.id}")
            self.assertEqual(set(stack[0].nodes), {self.memory_node(task)}, stack[0].numa)

    def test_table_is_spread_over_the_nodes(self):
        total = {}
        for mapping in self.table():
            for node, size in mapping.nodes.items():
                total[node] = total.get(node, 0) + size
        self.assertEqual(sorted(total), self.plan["memory_nodes"], [m.numa for m in self.table()])
        self.assertGreaterEqual(sum(total.values()), self.HASH_MIB * MIB)
        self.assertLess(sum(total.values()), (self.HASH_MIB + 16) * MIB)
        self.assertLess((max(total.values()) - min(total.values())) / max(total.values()), UNEVEN)

    def test_workers_memory_is_on_their_nodes(self):
        """All that is large and not the table lies whole on one node, and each node has at least
        as many such mappings as workers."""
        own = {node: 0 for node in self.plan["memory_nodes"]}
        table = self.table()
        for mapping in self.large_mappings():
            if mapping not in table:
                self.assertEqual(len(mapping.nodes), 1, mapping.numa)
                node = next(iter(mapping.nodes))
                own[node] = own.get(node, 0) + 1
        for node, workers in self.HOMES.items():
            self.assertGreaterEqual(own[node], workers, own)

    def test_report_tells_the_truth_about_threads(self):
        told = [re.fullmatch(r"thread (\d+) \(task (\d+)\): may run on (\S+), was on (\d+) of node "
                             r"(\d+); memory wished on node (\d+): (.*)", line)
                for line in self.report if line.startswith("thread ")]
        self.assertEqual(len(told), self.THREADS, self.report)
        self.assertNotIn(None, told, self.report)
        tasks = {task.id: task for task in self.workers("idle")}
        self.assertEqual({int(match.group(2)) for match in told}, set(tasks))
        for match in told:
            number, task, planned = int(match.group(1)), tasks[int(match.group(2))], None
            planned = self.plan["workers"][number - 1]
            self.assertEqual(vm_test.parse_list(match.group(3)), task.allowed, match.group())
            self.assertEqual(task.allowed, set(planned["pus"]), match.group())
            self.assertIn(int(match.group(4)), task.allowed)
            self.assertEqual(int(match.group(5)), self.node_of_cpu[int(match.group(4))])
            self.assertEqual(int(match.group(6)), planned["memory_node"])
            self.assertEqual(set(parse_sizes(match.group(7))), {planned["memory_node"]})

    def test_report_tells_the_truth_about_the_table(self):
        (line,) = [line for line in self.report if line.startswith("table: ")]
        total = {}
        for mapping in self.table():
            for node, size in mapping.nodes.items():
                total[node] = total.get(node, 0) + size
        self.assertEqual(parse_sizes(line), total)
        self.assertEqual(parse_pages(line), {self.PAGES}, line)
        huge = [mapping for mapping in self.table() if "kernelpagesize_kB=2048" in mapping.numa]
        self.assertEqual(len(huge) > 0, self.PAGES == "2 MiB", [m.numa for m in self.table()])

    def test_warnings(self):
        warnings = [line for line in self.report if line.startswith("warning: ")]
        self.assertEqual(len(warnings), 1 if self.WARNING else 0, warnings)
        self.assertIn(self.WARNING, "".join(warnings))

    def test_topology_command_reports_the_same(self):
        """Another process: it must be placed alike."""
        engine = self.plan["kernel"]["engine"]
        self.assertEqual(len(engine["workers"]), self.THREADS)
        for worker, planned in zip(engine["workers"], self.plan["workers"]):
            self.assertEqual(worker["pus"], planned["pus"])
            self.assertTrue(worker["as_planned"])
            self.assertEqual(list(worker["memory"]["nodes"]), [str(planned["memory_node"])])
        self.assertEqual(sorted(map(int, engine["table"]["memory"]["nodes"])),
                         self.plan["memory_nodes"])
        self.assertEqual(list(engine["table"]["memory"]["pages"]), [self.PAGES])

    def test_one_best_move(self):
        self.assertEqual(self.sections["lines"], ["1"])


class EvenMachine(Placement, unittest.TestCase):
    """Two packages, four nodes, eight CPUs."""

    NODES = ("package=0,cpus=2,memory=640M", "package=0,cpus=2", "package=1,cpus=2",
             "package=1,cpus=2")
    MEMS = ""
    THREADS = 8
    HOMES = {0: 2, 1: 2, 2: 2, 3: 2}  # workers by the node of their memory


class UnevenMachine(Placement, unittest.TestCase):
    """A node without CPUs, huge pages on one node only, and a cpuset that excludes that node, so
    that the memory of the workers at home there lies on the nearest one left."""

    NODES = ("package=0,cpus=3,memory=640M", "package=1,cpus=2,huge=64",
             "package=1,cpus=0,memory=384M")
    MEMS = "0,2"
    THREADS = 5
    HOMES = {0: 3, 2: 2}
    WARNING = "2 MiB pages are reserved, but not enough"


class HugePagesOnOneNode(Placement, unittest.TestCase):
    """Only one of the nodes of the table has huge pages: the right node comes first."""

    NODES = ("package=0,cpus=3,memory=640M", "package=1,cpus=2,memory=768M,huge=128",
             "package=1,cpus=0,memory=256M")
    MEMS = ""
    THREADS = 5
    HOMES = {0: 3, 1: 2}
    WARNING = "2 MiB pages are reserved, but not enough"


class HugePagesOnAllNodes(Placement, unittest.TestCase):
    """Huge pages where they are wanted."""

    NODES = ("package=0,cpus=2,memory=640M,huge=40", "package=1,cpus=2,memory=640M,huge=40")
    MEMS = ""
    THREADS = 4
    HASH_MIB = 64
    PAGES = "2 MiB"
    HOMES = {0: 2, 1: 2}


if __name__ == "__main__":
    vm_test.main()
