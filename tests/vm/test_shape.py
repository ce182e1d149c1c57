#!/usr/bin/env python3
"""What qemu is told of a shape, without booting it."""

import re
import unittest

import vm_test
from machine_shape import Shape, ShapeError, parse_distance, parse_node


def shape_of(*nodes, **arguments):
    return Shape([parse_node(node) for node in nodes], **arguments)


def places(shape):
    """(node of each place a CPU can have, places that hold one), by socket, core, thread."""
    text = " ".join(shape.qemu_arguments())
    where = r"socket-id=(\d+),core-id=(\d+),thread-id=(\d+)"
    homes = {tuple(map(int, place)): int(node)
             for node, *place in re.findall(r"cpu,node-id=(\d+)," + where, text)}
    present = [tuple(map(int, place)) for place in re.findall("max-x86_64-cpu," + where, text)]
    return homes, [(0, 0, 0), *present]


class ShapeTest(unittest.TestCase):
    def test_every_cpu_has_a_place_of_its_own_on_its_node(self):
        for cpus in ((1,), (2, 2, 2, 2), (3, 2, 0), (1, 5), (7, 0, 3)):
            for threads in (1, 2, 3):
                nodes = [f"package={min(index, 1)},cpus={count}"
                         for index, count in enumerate(cpus)]
                homes, present = places(shape_of(*nodes, threads_per_core=threads))
                self.assertEqual(len(present), len(set(present)))
                self.assertLessEqual(set(present), set(homes))
                counts = [sum(homes[place] == node for place in present)
                          for node in range(len(cpus))]
                self.assertEqual(tuple(counts), cpus)

    def test_packages_are_equal(self):
        homes, _ = places(shape_of("cpus=1", "package=1,cpus=3"))
        for package in (0, 1):
            self.assertEqual(sum(place[0] == package for place in homes), 3)

    def test_huge_pages_are_set_aside_by_node(self):
        words = shape_of("", "huge=8", "huge=3,memory=2G,gigantic=1").kernel_arguments()
        self.assertIn("hugepages=1:8,2:3", words)
        self.assertEqual(words[words.index("hugepages=2:1") - 1], "hugepagesz=1G")

    def test_distances_are_complete(self):
        text = " ".join(shape_of("", "", "", distances=[parse_distance("2:0:31")]).qemu_arguments())
        self.assertEqual(re.findall(r"src=(\d),dst=(\d),val=(\d+)", text),
                         [("0", "1", "20"), ("0", "2", "31"), ("1", "2", "20")])

    def test_shapes_that_cannot_be_had_are_refused(self):
        for nodes in (["cpus=0"], ["memory=64M"], ["cpus=300"], ["huge=300"],
                      ["package=1,cpus=2"], ["cpus=-1"], ["cpus=x"], ["memory=1T"], ["core=2"],
                      ["cpus=1"] * 129):
            with self.assertRaises(ShapeError, msg=str(nodes)):
                shape_of(*nodes)
        for distance in ("0:1", "0:1:10", "0:1:255", "a:b:c"):
            with self.assertRaises(ShapeError, msg=distance):
                parse_distance(distance)
        with self.assertRaises(ShapeError):
            shape_of("", distances=[(0, 1, 20)])


if __name__ == "__main__":
    vm_test.main()
