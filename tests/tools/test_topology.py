#!/usr/bin/env python3
"""`quorum topology` from the outside: text, JSON, picture, other machines, bad input."""

import json
import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

from program import complaints, run

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from requirement import skip  # noqa: E402

# Of a table up to 64 MiB a part may come later, while it is used; this one is whole before it is read.
WHOLE_TABLE_MIB = 66
MACHINES = Path(__file__).parent.parent / "machine" / "machines"
TWO_NODES = "package:2 [numa(memory=4GiB)] l3:2 core:2 pu:2"


def plan(*arguments, source=TWO_NODES):
    process = run("topology", "--json", "--from", source, *arguments)
    if process.returncode or process.stderr:
        raise AssertionError(process.stderr)
    return json.loads(process.stdout)


class OtherMachines(unittest.TestCase):
    def test_json(self):
        report = plan("--threads", 3, "--placement", "cores", "--policy", "system")
        self.assertEqual(report["nodes"], [0, 1])
        self.assertEqual(report["pus"], list(range(16)))
        self.assertEqual((report["policy"], report["placement"]), ("system", "cores"))
        self.assertEqual((report["binding"], report["source"]), ("core", TWO_NODES))
        self.assertEqual(report["warnings"], [])
        self.assertNotIn("kernel", report)
        self.assertEqual(report["workers"], [
            {"worker": 1, "pus": [0, 1], "node": 0, "memory_node": 0, "l3": 0, "core": 0},
            {"worker": 2, "pus": [8, 9], "node": 1, "memory_node": 1, "l3": 2, "core": 4},
            {"worker": 3, "pus": [4, 5], "node": 0, "memory_node": 0, "l3": 1, "core": 2}])

    def test_unknown_is_null(self):
        report = plan("--threads", 2, "--placement", "none", "--policy", "system")
        for worker in report["workers"]:
            self.assertIsNone(worker["l3"])
            self.assertIsNone(worker["core"])

    def test_as_many_threads_as_cores_unless_told(self):
        self.assertEqual(len(plan()["workers"]), 8)

    def test_files(self):
        report = plan("--threads", 20, source=MACHINES / "hybrid.xml")
        self.assertEqual(report["pus"], [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14])
        self.assertEqual(report["kinds"], 2)
        self.assertEqual(len(report["warnings"]), 1)
        self.assertIn("20 threads", report["warnings"][0])
        report = plan("--policy", "system", source=MACHINES / "memory_only.xml")
        self.assertEqual(report["nodes"], [0, 1, 2, 3])
        self.assertEqual({worker["node"] for worker in report["workers"]}, {0, 1})
        report = plan(source=MACHINES / "disallowed.xml")
        self.assertEqual(report["nodes"], [1])
        self.assertTrue({2, 3, 9}.isdisjoint(report["pus"]))

    def test_processors_without_memory_of_their_own(self):
        report = plan("--policy", "system", "--threads", 13, source=MACHINES / "disallowed.xml")
        adopted = {pu["pu"] for pu in report["processors"] if pu["adopted"]}
        (own,) = [node["pus"] for node in report["node_details"]]
        self.assertEqual(adopted | set(own), set(report["pus"]))
        self.assertFalse(adopted & set(own))
        for worker in report["workers"]:
            pus = set(worker["pus"])
            self.assertTrue(pus <= set(own) or pus <= adopted, worker)
        text = run("topology", "--from", MACHINES / "disallowed.xml").stdout
        self.assertRegex(text, r"\n  -     node 1's ")

    def test_list(self):
        report = plan("--policy", "8-9,12:0-3,99", "--threads", 2)
        self.assertEqual(report["policy"], "8-9,12:0-3,99")
        self.assertEqual(report["pus"], [0, 1, 2, 3, 8, 9, 12])
        self.assertEqual(len(report["warnings"]), 1)
        self.assertIn("99", report["warnings"][0])

    def test_text(self):
        process = run("topology", "--from", TWO_NODES, "--threads", 4, "--placement", "scatter")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        for part in ("2 packages, 2 NUMA nodes, 4 level 3 groups, 8 cores, 16 processors",
                     "Plan for 4 threads, NumaPolicy auto, ThreadPlacement scatter",
                     "0-3: 1\n", "8-11: 2\n", "4-7: 3\n", "12-15: 4\n", "shared memory: node 0-1"):
            self.assertIn(part, process.stdout)
        self.assertNotIn("kernel reports", process.stdout)

    def test_shared_histories(self):
        """Threads of one group sit on one node, and in one level 3 group where that is asked for."""
        for scope, groups in (("thread", None), ("l3", [0, 1, 2, 3, 0, 1, 2, 3]),
                              ("node", [0, 1, 0, 1, 0, 1, 0, 1])):
            report = plan("--threads", 8, "--placement", "scatter", "--history-scope", scope)
            self.assertEqual(report["history_scope"], scope)
            if groups:
                self.assertEqual([w["history_group"] for w in report["workers"]], groups)
        report = plan("--threads", 4, "--policy", "none", "--history-scope", "l3")
        self.assertEqual([w["history_group"] for w in report["workers"]], [0] * 4)
        text = run("topology", "--from", TWO_NODES, "--threads", 4, "--history-scope", "node").stdout
        self.assertIn("HistoryScope node: threads 1,3\n", text)
        self.assertIn("HistoryScope node: threads 2,4\n", text)
        self.assertEqual(len(plan("--threads", 2000, "--history-scope", "node")["workers"]), 2000)

    def test_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "machine.svg")
            for source in (TWO_NODES, "pu:1", *sorted(MACHINES.glob("*.xml"))):
                process = run("topology", "--from", source, "--threads", 5, "--placement", "cores",
                              "--svg", path)
                self.assertEqual((process.returncode, process.stderr), (0, ""))
                root = xml.etree.ElementTree.parse(path).getroot()
                name = "{http://www.w3.org/2000/svg}"
                self.assertEqual(root.tag, name + "svg")
                width, height = int(root.get("width")), int(root.get("height"))
                for rect in root.iter(name + "rect"):
                    right = int(rect.get("x", 0)) + int(rect.get("width"))
                    bottom = int(rect.get("y", 0)) + int(rect.get("height"))
                    self.assertTrue(right <= width and bottom <= height)
                report = plan("--threads", 5, "--placement", "cores", source=source)
                names = [text.text for text in root.iter(name + "text")]
                cores = [text for text in names if text.startswith("core ")]
                self.assertEqual(len(cores), report["cores"])
                numbers = [text.text for text in root.iter(name + "text")
                           if text.get("class").startswith("number")]
                self.assertEqual(len(numbers), min(5, len(report["pus"])))


    def test_some_cores_without_a_level_3_cache(self):
        """As the efficient cores of a notebook: they stand in the package, the others in the cache."""
        for moved in (slice(0, 1), slice(-2, None)):
            tree = xml.etree.ElementTree.parse(MACHINES / "hybrid.xml")
            (package,) = tree.findall(".//object[@type='Package']")
            (cache,) = package.findall("object[@type='L3Cache']")
            cores = cache.findall("object[@type='Core']")
            place = list(package).index(cache) + (moved.start < 0)
            left = int(cache.get("cpuset"), 16)
            for core in reversed(cores[moved]):
                cache.remove(core)
                package.insert(place, core)
                left &= ~int(core.get("cpuset"), 16)
            for name in ("cpuset", "complete_cpuset"):
                cache.set(name, f"0x{left:08x}")
            with tempfile.TemporaryDirectory() as folder:
                source, picture = Path(folder, "machine.xml"), Path(folder, "machine.svg")
                tree.write(source, xml_declaration=True, encoding="UTF-8")
                process = run("topology", "--from", source, "--svg", picture)
                self.assertEqual((process.returncode, process.stderr), (0, ""))
                root = xml.etree.ElementTree.parse(picture).getroot()
            names = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
            self.assertEqual([name for name in names if name.startswith("L3")], ["L3 group 0"])
            self.assertEqual(len([name for name in names if name.startswith("core ")]), len(cores))

    def test_long_lists_end_in_dots(self):
        text = run("topology", "--from", "package:2 [numa] core:64 pu:1", "--threads", 8000).stdout
        lists = [line for line in text.splitlines() if len(line) > 1000]
        self.assertTrue(lists)
        for line in lists:
            self.assertRegex(line, r"\d,\.\.\.($| )")


class ThisMachine(unittest.TestCase):
    def test_reports_what_the_kernel_says(self):
        process = run("topology", "--json")
        self.assertEqual((process.returncode, complaints(process)), (0, []))
        report = json.loads(process.stdout)
        affinity = sorted(os.sched_getaffinity(0))
        self.assertEqual(report["kernel"]["affinity"], affinity)
        self.assertEqual(report["pus"], affinity)
        self.assertTrue(report["this_system"])
        self.assertIn("kernel reports", run("topology").stdout)

    def test_engine_is_read_back(self):
        """Threads on processors of their own, a table of the size asked for, all of it somewhere."""
        first, last = min(os.sched_getaffinity(0)), max(os.sched_getaffinity(0))
        policy = f"{first}:{last}" if first != last else str(first)
        process = run("topology", "--json", "--threads", "2", "--policy", policy,
                      "--hash", WHOLE_TABLE_MIB)
        self.assertEqual((process.returncode, complaints(process)), (0, []))
        report = json.loads(process.stdout)
        engine = report["kernel"]["engine"]
        self.assertEqual(engine["binding"], report["binding"])
        self.assertEqual([worker["pus"] for worker in engine["workers"]], [[first], [last]])
        for worker, planned in zip(engine["workers"], report["workers"]):
            self.assertEqual(worker["worker"], planned["worker"])
            self.assertTrue(worker["bound"] and worker["as_planned"])
            self.assertIn(worker["ran_on"], worker["pus"])
            self.assertEqual(worker["wished_node"], planned["memory_node"])
            self.assertEqual(list(worker["memory"]["nodes"]), [str(planned["memory_node"])])
        self.assertEqual(len({worker["task"] for worker in engine["workers"]}), 2)
        table = engine["table"]
        self.assertEqual(table["bytes"], WHOLE_TABLE_MIB << 20)
        self.assertEqual(sum(table["memory"]["nodes"].values()), table["bytes"])
        self.assertEqual(sum(table["memory"]["pages"].values()), table["bytes"])

    def test_shared_histories_lie_somewhere(self):
        for scope, blocks in (("thread", 0), ("node", 1)):
            process = run("topology", "--json", "--threads", 2, "--policy", "none",
                          "--history-scope", scope)
            histories = json.loads(process.stdout)["kernel"]["engine"]["histories"]
            self.assertEqual(len(histories), blocks)
            for block in histories:
                self.assertGreater(sum(block["memory"]["nodes"].values()), 0)

    def test_nothing_is_bound_by_none(self):
        affinity = sorted(os.sched_getaffinity(0))
        report = json.loads(run("topology", "--json", "--threads", "3", "--policy", "none").stdout)
        for worker in report["kernel"]["engine"]["workers"]:
            self.assertFalse(worker["bound"])
            self.assertIsNone(worker["wished_node"])
            self.assertEqual(worker["pus"], affinity)

    def test_more_threads_than_an_engine_can_have(self):
        process = run("topology", "--json", "--threads", "1025")
        self.assertEqual(process.returncode, 0)
        self.assertIsNone(json.loads(process.stdout)["kernel"]["engine"])
        self.assertIn("none of the threads is started: an engine has at most 1024", process.stderr)

    def test_affinity(self):
        before = os.sched_getaffinity(0)
        first = min(before)
        try:
            os.sched_setaffinity(0, {first})
            report = json.loads(run("topology", "--json", "--threads", 2).stdout)
            all_of_it = json.loads(run("topology", "--json", "--policy", "hardware").stdout)
        finally:
            os.sched_setaffinity(0, before)
        self.assertEqual(report["pus"], [first])
        self.assertEqual([worker["pus"] for worker in report["workers"]], [[first], [first]])
        self.assertEqual(len(report["warnings"]), 1)
        self.assertEqual(report["kernel"]["affinity"], [first])
        self.assertTrue(before <= set(all_of_it["pus"]))


class BadInput(unittest.TestCase):
    def test_is_explained(self):
        for arguments, part in (
                (["--threads", "0"], "--threads"), (["--hash", "0"], "--hash"), (["--threads", "x"], "--threads"),
                (["--policy", "0-3:"], "column 5"), (["--policy", "best"], "not one of auto"),
                (["--placement", "best"], "not one of auto"),
                (["--history-scope", "core"], "not one of thread"), (["extra"], "too many"),
                (["--nonsense"], "nonsense"), (["--from", "nonsense"], "neither"),
                (["--from", "/nonexistent.xml"], "No such file"), (["--from", "/"], "not a file"),
                (["--from", __file__], "not a topology"), (["--from", ""], "neither"),
                (["--from", "pu:2", "--policy", "7"], "no processor"),
                (["--from", "pu:1000000"], "more than"),
                (["--svg", "/nonexistent/picture.svg"], "No such file")):
            process = run("topology", *arguments)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertIn(part, process.stderr)
            self.assertEqual(process.stdout, "")

    def test_numbers_that_make_no_sense(self):
        text = (MACHINES / "disallowed.xml").read_text()
        for wrong in ("4294967294", "1"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "wrong.xml")
                path.write_text(text.replace('type="PU" os_index="0"', f'type="PU" os_index="{wrong}"'))
                process = run("topology", "--from", path)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn("make no sense", process.stderr)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        self.assertEqual(run("topology", "--svg", "/dev/full").returncode, 2)

    def test_help(self):
        process = run("topology", "--help")
        self.assertEqual(process.returncode, 0)
        self.assertIn("--placement", process.stdout)


if __name__ == "__main__":
    if "without hwloc" in run("topology", "--from", "pu:1").stderr:
        skip("built without hwloc")
    unittest.main()
