#!/usr/bin/env python3
"""Memory blocks on two packages with three uneven nodes, one of them without CPUs, and huge pages
reserved on one node only: what the kernel says must be what was wished for, or the block must say
what it lacks."""

import json
import unittest

import vm_test

MIB = 1 << 20
NODES = ("package=0,cpus=3,memory=512M",
         "package=1,cpus=2,memory=1792M,huge=48,gigantic=1",
         "package=1,cpus=0,memory=384M")
LACKS_GIGANTIC, LACKS_HUGE, LACKS_TRANSPARENT, WITHHELD, LACKS_NODES = 1, 2, 4, 8, 16

# Name: arguments of place_memory, the last two a CPU and its node.
ORDERS = {
    "touched on node 0": "plain first-touch - 24 1 0",
    "touched on node 1": "plain first-touch - 24 4 1",
    "transparent, touched on node 1": "transparent first-touch - 24 3 1",
    "plain on node 1 from node 0": "plain preferred 1 24 0 0",
    "on node 0": "transparent preferred 0 48 4 1",
    "on node 2": "transparent preferred 2 48 0 0",
    "interleaved": "transparent interleaved 0,1,2 96",
    "interleaved plain": "plain interleaved 0,1,2 24",
    "huge on node 1": "huge preferred 1 64 0 0",
    "huge on node 0": "huge preferred 0 64 4 1",
    "huge interleaved": "huge interleaved 0,1,2 48",
    "huge, more than there are": "huge preferred 1 128",
    "gigantic on node 1": "gigantic preferred 1 1024",
    "a node that is not there": "transparent preferred 7 24",
    "partly a node that is not there": "transparent interleaved 1,2,7 24",
}

SCRIPT = """
for node in 0 1 2; do cat /sys/devices/system/node/node$node/cpulist; done
while read order; do place_memory $order || exit 9; done </orders
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir /sys/fs/cgroup/one
echo 1 >/sys/fs/cgroup/one/cpuset.mems
echo 16 >/sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages
taskset 8 place_memory withheld /sys/fs/cgroup/one || exit 8
echo $$ >/sys/fs/cgroup/one/cgroup.procs
place_memory huge interleaved 0,1,2 32 || exit 7
place_memory transparent preferred 0 24 || exit 6
"""
AFTER = ("withheld", "cpuset, interleaved", "cpuset, node 0")


class Blocks(unittest.TestCase):
    longMessage = True

    @classmethod
    def setUpClass(cls):
        task = vm_test.virtual_machine.Task(
            ["sh", "/script"], [vm_test.program("QUORUM_PLACE_MEMORY")],
            texts={"script": SCRIPT, "orders": "\n".join(ORDERS.values()) + "\n"})
        result = vm_test.boot(NODES, task)
        assert result.code == 0, (result.code, result.stderr.decode(), result.stdout.decode())
        lines = result.stdout.decode().splitlines()
        cls.cpus = [vm_test.parse_list(line) for line in lines[:3]]
        names = [*ORDERS, *AFTER]
        assert len(lines) == 3 + len(names), lines
        cls.reports = {name: json.loads(line) for name, line in zip(names, lines[3:])}

    def node_bytes(self, name):
        return vm_test.sum_by_node(self.reports[name]["numa_maps"])

    def check_on(self, name, node, shortfalls=0):
        self.assertEqual(self.node_bytes(name), {node: self.reports[name]["bytes"]}, name)
        self.assertEqual(self.reports[name]["shortfalls"], shortfalls, name)

    def check_even(self, name, nodes, slack=0):
        found = self.node_bytes(name)
        self.assertEqual(set(found), set(nodes), name)
        self.assertLessEqual(max(found.values()) - min(found.values()), slack, name)

    def test_machine_is_what_was_asked_for(self):
        self.assertEqual(self.cpus, [{0, 1, 2}, {3, 4}, set()])

    def test_reports_tell_the_truth(self):
        for name, report in self.reports.items():
            told = report["block"]
            self.assertTrue(report["populated"], name)
            self.assertTrue(told["told"], name)
            self.assertEqual({int(node): size for node, size in told["nodes"].items()},
                             self.node_bytes(name), name)
            self.assertEqual(sum(told["nodes"].values()), report["bytes"], name)
            self.assertEqual(sum(told["kinds"].values()), report["bytes"], name)

    def test_threads_and_stacks_are_on_their_node(self):
        for name, order in ORDERS.items():
            words, report = order.split(), self.reports[name]
            if len(words) == 6:
                cpu, node = int(words[4]), int(words[5])
                self.assertIn(cpu, self.cpus[node])
                self.assertEqual((report["processor"], report["node"], report["allowed"]),
                                 (cpu, node, 1), name)
                self.assertEqual(list(report["stack"]["nodes"]), [str(node)], name)

    def test_nodes_are_obeyed(self):
        self.check_on("touched on node 0", 0)
        self.check_on("touched on node 1", 1)
        self.check_on("transparent, touched on node 1", 1)
        self.check_on("plain on node 1 from node 0", 1)
        self.check_on("on node 0", 0)
        self.check_on("on node 2", 2)
        self.check_even("interleaved", (0, 1, 2))
        self.check_even("interleaved plain", (0, 1, 2))

    def test_page_sizes(self):
        for name, kind in (("touched on node 0", "plain"), ("interleaved plain", "plain"),
                           ("on node 0", "transparent 2 MiB"),
                           ("on node 2", "transparent 2 MiB"),
                           ("interleaved", "transparent 2 MiB"),
                           ("huge on node 1", "2 MiB"), ("gigantic on node 1", "1 GiB")):
            self.assertEqual(list(self.reports[name]["block"]["kinds"]), [kind], name)

    def test_huge_pages_only_where_they_are_wanted(self):
        self.check_on("huge on node 1", 1)
        self.check_on("gigantic on node 1", 1)
        self.check_on("huge on node 0", 0, LACKS_HUGE)
        self.check_on("huge, more than there are", 1, LACKS_HUGE)
        self.check_even("huge interleaved", (0, 1, 2))
        self.assertEqual(self.reports["huge interleaved"]["shortfalls"], LACKS_HUGE)
        for name in ("huge on node 0", "huge interleaved", "huge, more than there are"):
            self.assertEqual(list(self.reports[name]["block"]["kinds"]), ["transparent 2 MiB"],
                             name)

    def test_nodes_that_are_not_there(self):
        self.assertEqual(self.reports["a node that is not there"]["shortfalls"], LACKS_NODES)
        self.check_even("partly a node that is not there", (1, 2))

    def test_withheld_pages_are_replaced(self):
        report = self.reports["withheld"]
        self.assertEqual(report["mapped_as"], "2 MiB")
        self.assertEqual(report["shortfalls"], WITHHELD)
        self.assertNotIn("2 MiB", report["block"]["kinds"])
        self.check_on("withheld", 1, WITHHELD)

    def test_a_cpuset_is_obeyed(self):
        self.check_on("cpuset, interleaved", 1, LACKS_HUGE)
        self.check_on("cpuset, node 0", 1, LACKS_NODES)


if __name__ == "__main__":
    vm_test.main()
