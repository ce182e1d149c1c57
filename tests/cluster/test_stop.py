#!/usr/bin/env python3
"""test_stop.py [COUNT]: four ranks on any machine answer `go infinite` and `stop` in one write, each time."""

import sys
import time
import unittest

import ranks
from uci_process import SLOWDOWN, ReadyTest, count_best_moves

COUNT = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 100


class Stop(ReadyTest):
    def test_stop_at_once(self):
        for _ in range(COUNT):
            self.engine.send("go infinite", "stop")
            self.assertEqual(count_best_moves(self.engine.read_until("bestmove")), 1)
        self.engine.send("isready")
        self.assertEqual(count_best_moves(self.engine.read_until("readyok")), 0)

    def test_stop_in_time(self):
        """From `stop` to `bestmove`: the middle of some."""
        times = []
        for _ in range(15):
            self.engine.send("go infinite")
            self.engine.read_for(0.2)
            begin = time.monotonic()
            self.engine.stop(timeout=10 * SLOWDOWN)
            times.append(time.monotonic() - begin)
        times.sort()
        self.assert_prompt(times[len(times) // 2], 0.020 * SLOWDOWN, times)


if __name__ == "__main__":
    ranks.use(4)
    unittest.main()
