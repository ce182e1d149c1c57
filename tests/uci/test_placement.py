#!/usr/bin/env python3
"""NumaPolicy and ThreadPlacement, and what debug mode says about threads and memory."""

import os
import re

from searches import same_search
from uci_process import SLOWDOWN, UciProcess, UciTest, main

REPORT = "info string placement: "


def placement(lines):
    return [line.removeprefix(REPORT) for line in lines if line.startswith(REPORT)]


def two_processors():
    """A policy of one processor for each of two threads, and the processors."""
    first, last = min(os.sched_getaffinity(0)), max(os.sched_getaffinity(0))
    return (f"{first}:{last}" if first != last else str(first)), (first, last)


class Placement(UciTest):
    def test_only_in_debug_mode_and_once(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name Threads value 2")
            self.assertEqual(placement(engine.ready()), [])
            engine.send("debug on")
            told = placement(engine.ready())
            self.assertEqual(len([line for line in told if line.startswith("thread ")]), 2, told)
            self.assertEqual(len([line for line in told if line.startswith("table: ")]), 1, told)
            self.assertEqual(placement(engine.ready()), [])
            engine.send("ucinewgame", "setoption name Threads value 2")
            self.assertEqual(placement(engine.ready()), [])
            engine.send("setoption name Threads value 3")
            told = placement(engine.ready())
            self.assertEqual(len([line for line in told if line.startswith("thread ")]), 3, told)

    def test_a_placement_without_binding(self):
        """It does nothing, and a warning says so."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name NumaPolicy value none", "setoption name Threads value 2",
                        "isready")
            engine.read_until("readyok")
            warning = "ThreadPlacement cores does nothing"
            self.assertFalse([line for line in engine.read_for(0.2) if "Placement" in line])
            engine.send("setoption name ThreadPlacement value cores", "isready")
            engine.read_until("readyok")
            self.assertTrue([line for line in engine.read_for(0.5) if warning in line])

    def test_threads_are_where_the_list_says(self):
        """What the engine says, and what the kernel says about the same threads."""
        policy, processors = two_processors()
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on", "setoption name Threads value 2")
            engine.send(f"setoption name NumaPolicy value {policy}")
            told = [line for line in placement(engine.ready()) if line.startswith("thread ")]
            found = [re.match(r"thread \d \(task (\d+)\): may run on (\d+), was on (\d+) ", line)
                     for line in told]
            self.assertNotIn(None, found, told)
            self.assertEqual([int(match.group(2)) for match in found], list(processors))
            self.assertEqual([int(match.group(3)) for match in found], list(processors))
            for match, processor in zip(found, processors):
                self.assertEqual(os.sched_getaffinity(int(match.group(1))), {processor})
            engine.send("setoption name NumaPolicy value none")
            told = [line for line in placement(engine.ready()) if line.startswith("thread ")]
            for line in told:
                task = int(re.search(r"task (\d+)", line).group(1))
                self.assertIn("not bound", line)
                self.assertEqual(os.sched_getaffinity(task), os.sched_getaffinity(0))
            self.assertEqual(len(told), 2)

    def test_a_bad_policy_is_explained_and_changes_nothing(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name Threads value 2", "setoption name NumaPolicy value none")
            engine.ready()
            for value, part in (("0-3,2", "listed twice"), ("best", "not one of auto"),
                                ("3-1", "backwards"), ("<empty>", "not one of auto"),
                                ("99999999999999999999", "too large")):
                engine.send(f"setoption name NumaPolicy value {value}")
                lines = engine.ready()
                self.assertEqual(len(lines), 1, lines)
                self.assertIn("NumaPolicy", lines[0])
                self.assertIn(part, lines[0])
            engine.send("debug on")
            self.assertIn("not bound", "".join(placement(engine.ready())))

    def test_a_policy_without_processors_is_lived_with(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on", "setoption name NumaPolicy value 65535")
            warnings = [line for line in placement(engine.ready())
                        if line.startswith("warning: threads")]
            self.assertEqual(len(warnings), 1, warnings)
            self.assertIn("not bound", warnings[0])
            engine.send("setoption name Hash value 8")
            self.assertNotIn("warning", "".join(placement(engine.ready())))
            engine.send("position startpos")
            self.assertTrue(engine.go("depth 4")[-1].startswith("bestmove"))

    def test_one_thread_searches_alike_wherever_it_is(self):
        policy, _ = two_processors()
        results = []
        for numa in ("none", "auto", "system", "hardware", policy):
            for place in ("auto", "compact", "scatter", "cores", "none"):
                if SLOWDOWN > 1.0 and "auto" not in (numa, place):
                    continue # a sanitizer sees each of them once, not all pairs
                with UciProcess() as engine:
                    engine.greet()
                    engine.send(f"setoption name NumaPolicy value {numa}",
                                f"setoption name ThreadPlacement value {place}",
                                "position startpos")
                    lines = engine.go("depth 7")
                    results.append((same_search(lines), lines[-1]))
        self.assertGreater(len(results[0][0]), 6)
        self.assertEqual(results, results[:1] * len(results))

    def test_changes_between_searches(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos")
            for threads, numa, place in ((2, "system", "cores"), (4, "auto", "scatter"),
                                         (1, "hardware", "compact"), (3, "none", "cores"),
                                         (3, "system", "none"), (1, "auto", "auto")):
                engine.send(f"setoption name Threads value {threads}",
                            f"setoption name NumaPolicy value {numa}",
                            f"setoption name ThreadPlacement value {place}")
                self.assertTrue(engine.go("depth 5")[-1].startswith("bestmove"))


if __name__ == "__main__":
    main()
