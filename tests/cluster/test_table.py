#!/usr/bin/env python3
"""Ranks of one machine have one table: the same memory, of the size of all their tables."""

import os
import re
import signal
import tempfile
import unittest
from pathlib import Path

import ranks
from uci_process import ReadyTest, count_best_moves

RANKS = 3
NETWORK = Path(__file__).resolve().parents[2] / "net" / "quorum.nnue"


class OneTable(ReadyTest):
    def tables(self):
        """{(inode, MiB)} of the memory that ranks share, and how many ranks have any."""
        found = set()
        having = 0
        for pid in ranks.processes(self.engine.process.pid).values():
            maps = Path(f"/proc/{pid}/maps").read_text()
            blocks = re.findall(r"^(\w+)-(\w+) rw-s \S+ \S+ (\d+) +/memfd:quorum-table", maps, re.M)
            having += len(blocks) > 0
            found |= {(inode, (int(end, 16) - int(start, 16)) >> 20) for start, end, inode in blocks}
        return found, having

    def check(self, mib):
        """Returns the inode."""
        tables, having = self.tables()
        self.assertEqual(having, RANKS)
        self.assertEqual(len(tables), 1, tables)
        inode, size = tables.pop()
        self.assertEqual(size, (RANKS * mib + 1) // 2 * 2)
        return inode

    def test_from_the_first_on(self):
        self.check(16)
        lines = self.engine.go("movetime 200")
        self.check_search(self.engine, "startpos", lines)
        self.check(16)

    def test_another_size_is_another_table(self):
        inodes = set()
        for mib in (1, 40, 5):
            self.engine.send(f"setoption name Hash value {mib}")
            self.assertEqual([line for line in self.engine.ready() if "cluster:" in line], [])
            inodes.add(self.check(mib))
        self.assertEqual(len(inodes), 3)

    def test_who_was_late_comes_back(self):
        """Whether it hears of three sizes one by one or of the last alone, and with the next one."""
        pid = ranks.processes(self.engine.process.pid)[1]
        os.kill(pid, signal.SIGSTOP)
        try:
            for mib in (30, 2, 30):
                self.engine.send(f"setoption name Hash value {mib}")
                self.assertEqual(count_best_moves(self.engine.go("movetime 1")), 1)
        finally:
            os.kill(pid, signal.SIGCONT)
        self.engine.ready()
        self.check(30)
        self.engine.send("setoption name Hash value 9")
        self.engine.ready()
        self.check(9)

    def test_what_does_not_concern_it(self):
        inode = self.check(16)
        for line in ("setoption name Threads value 2", "ucinewgame", "setoption name Clear Hash"):
            self.engine.send(line)
            self.engine.ready()
            self.assertEqual(self.check(16), inode)
            self.engine.go("movetime 50")

    def test_without_isready(self):
        """The first rank does not wait for the others."""
        self.engine.send("setoption name Hash value 30")
        self.engine.go("movetime 300")
        self.engine.ready()
        self.check(30)

    def test_many_changes_at_once(self):
        """Whoever is late has its own for a while; the next that all ask for is one again."""
        for mib in (30, 2, 30, 8, 50, 2, 30):
            self.engine.send(f"setoption name Hash value {mib}")
            self.engine.go("movetime 1")
        self.assertEqual([line for line in self.engine.ready() if "cluster:" in line], [])
        self.engine.send("setoption name Hash value 9")
        self.engine.ready()
        self.check(9)

    def test_another_network_is_another_table(self):
        before = self.check(16)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "copy.nnue")
            path.write_bytes(NETWORK.read_bytes())
            self.engine.send(f"setoption name EvalFile value {path}")
            self.assertEqual([line for line in self.engine.ready() if "cluster:" in line], [])
        self.assertNotEqual(self.check(16), before)
        self.assertEqual(count_best_moves(self.engine.go("movetime 100")), 1)

    def test_a_file_that_cannot_be_read_changes_nothing(self):
        before = self.check(16)
        self.engine.send("setoption name EvalFile value /nonexistent")
        self.engine.ready()
        self.assertEqual(self.check(16), before)


if __name__ == "__main__":
    ranks.use(RANKS)
    unittest.main()
