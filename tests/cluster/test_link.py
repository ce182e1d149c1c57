#!/usr/bin/env python3
"""test_link.py [COUNT]: two ranks, each in a network of its own, and a line between them that is slow, loses
packets, and is cut."""

import contextlib
import os
import sys
import time
import unittest

import link
import ranks
from uci_process import UciProcess, UciTest, count_best_moves

COUNT = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 50


def through(line):
    """The program as mpirun starts it through the line: beyond it stands the second rank's machine, of another
    name, whose ssh is nsenter."""
    beyond = ranks.script(*line.enter(1), "unshare", "--uts", "sh", "-c", 'hostname "$0"; eval "$*"')
    options = [("plm_rsh_agent", beyond), ("btl", "tcp,self"), ("oob_tcp_if_include", "line"),
               ("btl_tcp_if_include", "line")]
    return ranks.script(*line.enter(0), *ranks.mpirun(
        "--enable-recovery", *(word for name, value in options for word in ("--mca", name, value)),
        "--host", ",".join(f"{address}:1" for address in link.ADDRESSES), "-np", 2, ranks.program()))


@contextlib.contextmanager
def playing(delay, loss):
    with link.Link(delay, loss) as line:
        os.environ["QUORUM_BINARY"] = through(line)
        with UciProcess() as engine:
            engine.greet()
            engine.ready()
            yield line, engine


class Line(UciTest):
    def test_slow(self):
        """20 ms each way, and one packet in a hundred is lost: whatever is asked is answered, and in time."""
        with playing(0.020, 0.01) as (line, engine):
            begin = time.monotonic()
            lines = engine.go("movetime 1000")
            self.assertEqual(count_best_moves(lines), 1)
            self.assert_prompt(time.monotonic() - begin, 1.5)
            for _ in range(COUNT):
                engine.send("go infinite", "stop")
                self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)
            engine.send("isready")
            self.assertEqual(count_best_moves(engine.read_until("readyok")), 0)
            self.assertGreater(line.counts[1], 0)
            engine.send("quit")
            self.assertEqual(engine.wait(30), 0)

    def test_cut(self):
        """The first rank answers at once, says that the other is lost, and plays on without it."""
        with playing(0.001, 0) as (line, engine):
            engine.send("go infinite")
            engine.read_for(0.5)
            line.loss = 1
            engine.send("stop")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)
            engine.read_until("info string cluster: rank 1 is lost", timeout=30)
            self.assertEqual(count_best_moves(engine.go("movetime 100")), 1)
            engine.ready()
            first = ranks.processes(engine.process.pid)
            self.assertEqual(list(first), [0])
            engine.send("quit")
            self.assertTrue(ranks.all_gone(first.values()))
            line.loss = 0  # mpirun waits for its own daemon there
            engine.wait(120)


if __name__ == "__main__":
    if not link.possible():
        ranks.skip("a line between two networks wants root, iproute2, util-linux and /dev/net/tun")
    ranks.program()  # within a test, to skip would be an error
    unittest.main()
