#!/usr/bin/env python3
"""A rank that is killed in the middle of a search."""

import os
import signal
import sys
import time
import unittest
from contextlib import contextmanager

import ranks
from uci_process import UciProcess, UciTest, count_best_moves

COUNT = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 1


class Loss(UciTest):
    @contextmanager
    def session(self):
        """Ranks that are ready, and {rank: process}; at the end they are told to quit, and all have to go.
        With the option that lets the others live mpirun has no exit code for a loss."""
        with UciProcess() as engine:
            engine.greet()
            engine.ready()
            pids = ranks.processes(engine.process.pid)
            yield engine, pids
            engine.send("quit")
            engine.wait(30)
            self.assertTrue(ranks.all_gone(pids.values()))

    def lose(self, rank):
        """Kills a rank in mid-search: a best move, the news, more searches, and an end."""
        with self.session() as (engine, pids):
            engine.send("go infinite")
            engine.read_for(0.3)
            os.kill(pids[rank], signal.SIGKILL)
            engine.read_for(0.1)
            begin = time.monotonic()
            engine.send("stop")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)
            self.assert_prompt(time.monotonic() - begin, 1.0)
            engine.send("go movetime 100")
            engine.read_until("bestmove")
            engine.read_until(f"info string cluster: rank {rank} is lost", timeout=30)
            self.assertEqual(count_best_moves(engine.go("movetime 100")), 1)
            engine.ready()

    def test_follower(self):
        for _ in range(COUNT):
            self.lose(2)

    def test_sleeper(self):
        """A rank that stands still is lost like a dead one, and ends nobody when it goes on."""
        with self.session() as (engine, pids):
            os.kill(pids[2], signal.SIGSTOP)
            self.assertEqual(count_best_moves(engine.go("movetime 200")), 1)
            lines = engine.read_until("info string cluster: rank 2 is lost", timeout=30)
            lines += engine.read_for(1)  # the other one has had nothing to tell for as long
            os.kill(pids[2], signal.SIGCONT)
            for _ in range(15):
                lines += engine.go("movetime 1000")
            self.assertEqual(count_best_moves(lines), 15)
            self.assertEqual([line for line in lines if "rank 1 is lost" in line], [])

    def test_quit_before_the_loss_is_noticed(self):
        """The end does not wait for the dead."""
        with self.session() as (engine, pids):
            os.kill(pids[2], signal.SIGKILL)
            self.assertEqual(count_best_moves(engine.go("movetime 100")), 1)

    def test_sleeper_in_mid_search(self):
        """One that is lost while it searches does not search on when it wakes."""
        with self.session() as (engine, pids):
            engine.send("go infinite")
            ranks.await_work(engine.process.pid, 3, 2, ranks.processor_seconds(pids[2]) + 0.1)
            os.kill(pids[2], signal.SIGSTOP)
            engine.read_until("info string cluster: rank 2 is lost", timeout=30)
            engine.send("stop")
            engine.read_until("bestmove")
            os.kill(pids[2], signal.SIGCONT)
            time.sleep(1)
            begin, used = time.monotonic(), ranks.processor_seconds(pids[2])
            time.sleep(2)
            share = (ranks.processor_seconds(pids[2]) - used) / (time.monotonic() - begin)
            self.assertLess(share, 0.15)

    def test_leader(self):
        """Nobody is left running."""
        engine = UciProcess()
        self.addCleanup(engine.end)
        engine.greet()
        engine.ready()
        pids = ranks.processes(engine.process.pid)
        engine.send("go infinite")
        engine.read_for(0.3)
        os.kill(pids[0], signal.SIGKILL)
        self.assertTrue(ranks.all_gone(pids.values(), 60))


if __name__ == "__main__":
    ranks.use(3, "--enable-recovery")
    unittest.main()
