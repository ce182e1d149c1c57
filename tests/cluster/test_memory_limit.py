#!/usr/bin/env python3
"""Ranks of one machine, where a control group limits the memory of all."""

import unittest

import ranks
from control_group import memory_group
from uci_process import SLOWDOWN, UciProcess, UciTest, count_best_moves

RANKS = 3


@unittest.skipIf(SLOWDOWN > 1, "a sanitizer takes more memory than the program")
class MemoryLimit(UciTest):
    def test_none_is_killed(self):
        """Where there is no room for one table of all, each takes its part of what is free."""
        with memory_group(700) as group, UciProcess(preexec_fn=group.join) as engine:
            engine.greet()
            for mib in (400, 300):
                engine.send(f"setoption name Hash value {mib}")
                lines = engine.ready() + engine.go("movetime 300") + engine.read_for(0.3)
                self.assertEqual(count_best_moves(lines), 1)
                self.assertTrue([line for line in lines if "cannot be had" in line], lines)
                self.assertFalse([line for line in lines if "is lost" in line], lines)
            engine.send("quit")
            self.exits_cleanly(engine)


if __name__ == "__main__":
    ranks.use(RANKS)
    unittest.main()
