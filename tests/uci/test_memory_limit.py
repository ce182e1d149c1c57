#!/usr/bin/env python3
"""The table, where a control group limits the memory."""

import re
import unittest

from control_group import memory_group
from uci_process import SLOWDOWN, UciProcess, UciTest, best_move, main

LACKING = re.compile(r"info string Hash: \d+ MiB cannot be had, the table has (\d+) MiB")


@unittest.skipIf(SLOWDOWN > 1, "a sanitizer takes more memory than the program")
class MemoryLimit(UciTest):
    def lacking(self, engine, *commands):
        """MiB of a table that is smaller than it was to be; None of one that is not."""
        engine.send(*commands, "isready")
        lines = engine.read_until("readyok") + engine.read_for(0.3)
        found = [int(match[1]) for line in lines if (match := LACKING.match(line))]
        return found[0] if found else None

    def test_another_size(self):
        """What the table has is free for the one that takes its place."""
        with memory_group(400) as group, UciProcess(preexec_fn=group.join) as engine:
            engine.greet()
            for mib in (200, 250, 220, 260):
                self.assertIsNone(self.lacking(engine, f"setoption name Hash value {mib}"), mib)
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_asks_again(self):
        """A table that had to be smaller becomes what was wished with a game for which there is memory."""
        with memory_group(200) as group, UciProcess(preexec_fn=group.join) as engine:
            engine.greet()
            first = self.lacking(engine, "setoption name Hash value 300")
            self.assertLess(first, 200)
            best_move(engine.go("depth 4"))
            self.assertEqual(self.lacking(engine), first)
            group.set_limit(500)
            self.assertEqual(self.lacking(engine), first)
            self.assertIsNone(self.lacking(engine, "ucinewgame"))
            best_move(engine.go("depth 4"))
            engine.send("quit")
            self.exits_cleanly(engine)

    def test_room_for_threads(self):
        """Most of a thread's memory comes into being when it first searches."""
        with memory_group(400) as group, UciProcess(preexec_fn=group.join) as engine:
            engine.greet()
            self.assertIsNotNone(self.lacking(engine, "setoption name Threads value 32",
                                              "setoption name Hash value 4096"))
            best_move(engine.go("movetime 1500"))
            engine.send("quit")
            self.exits_cleanly(engine)


if __name__ == "__main__":
    main()
