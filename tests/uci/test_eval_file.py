#!/usr/bin/env python3
"""The option EvalFile: networks that load, and files that are refused while play goes on."""

import os
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nnue"))

from network_bytes import random_network, seal  # noqa: E402
from uci_process import UciProcess, UciTest, main, nodes_of_two_searches  # noqa: E402

STAYS = "; the evaluation stays as it was:"


class EvalFile(UciTest):
    def setUp(self):
        self.directory = self.enterContext(tempfile.TemporaryDirectory())
        self.network = random_network()

    def file(self, name, contents):
        path = os.path.join(self.directory, name)
        with open(path, "wb") as file:
            file.write(contents)
        return path

    def nodes(self, engine):
        """Of a search that remembers nothing: tells evaluations apart."""
        engine.send("ucinewgame", "position startpos moves e2e4 c7c5")
        lines = engine.go("depth 7")
        self.check_search(engine, "position startpos moves e2e4 c7c5", lines)
        words = lines[-2].split()
        return int(words[words.index("nodes") + 1])

    def answer(self, engine, value):
        engine.send(f"setoption name EvalFile value {value}")
        return engine.ready()

    def test_loads_and_goes_back(self):
        path = self.file("net with blanks.nnue", self.network)
        other = self.file("other.nnue", random_network(128, 2))
        with UciProcess() as engine:
            self.assertIn("option name EvalFile type string default <empty>", engine.greet())
            own = self.nodes(engine)
            self.assertEqual(self.answer(engine, path), [])
            first = self.nodes(engine)
            self.assertEqual(self.answer(engine, other), [])
            second = self.nodes(engine)
            self.assertEqual(len({own, first, second}), 3)
            self.assertEqual(self.answer(engine, path), [])
            self.assertEqual(self.nodes(engine), first)
            self.assertEqual(self.answer(engine, "<empty>"), [])
            self.assertEqual(self.nodes(engine), own)

    def check_two_alike(self, plain, same, other):
        """Of three networks the first two search alike, and the third otherwise."""
        with UciProcess() as engine:
            engine.greet()
            found = []
            for path in (plain, same, other):
                self.assertEqual(self.answer(engine, path), [])
                found.append(self.nodes(engine))
            self.assertEqual(found[0], found[1])
            self.assertNotEqual(found[0], found[2])

    def test_the_same_network_again_forgets_nothing(self):
        """Be it in another file: the next search is the one without it, unlike that with another."""
        path = self.file("a.nnue", self.network)
        copy = self.file("b.nnue", self.network)
        other = self.file("c.nnue", random_network(128, 2))

        def two_searches(*values):
            def between():
                for value in values:
                    self.assertEqual(self.answer(engine, value), [])

            return nodes_of_two_searches(engine, "startpos moves e2e4 c7c5", between)

        with UciProcess() as engine:
            engine.greet()
            carried = two_searches()
            self.assertEqual(two_searches("<empty>"), carried)
            self.answer(engine, path)
            first, second = two_searches()
            self.assertNotEqual(first, second)
            for value in (path, copy):
                self.assertEqual(two_searches(value), [first, second])
            self.assertEqual(two_searches(other, path), [first, first])

    def test_tells_loose_men_apart(self):
        """Where loose men weigh what safe ones do the search is that of the plain network."""
        plain = self.file("plain.nnue", random_network(128, 3))
        same = self.file("same.nnue", random_network(128, 3, loose=3))
        other = self.file("other.nnue", random_network(128, 3, loose=4))
        self.check_two_alike(plain, same, other)

    def test_sees_attackers(self):
        """Where what attacks a man weighs nothing the search is that of the network without."""
        plain = self.file("without.nnue", random_network(128, 3, loose=4))
        same = self.file("nothing.nnue", random_network(128, 3, loose=4, attackers=0))
        other = self.file("attackers.nnue", random_network(128, 3, loose=4, attackers=240))
        self.check_two_alike(plain, same, other)

    def test_says_what_it_loaded_in_debug_mode(self):
        path = self.file("a.nnue", self.network)
        identity = struct.unpack("<Q", self.network[504:512])[0]
        with UciProcess() as engine:
            engine.greet()
            engine.send("debug on")
            self.assertIn(f"info string EvalFile: network {identity:016x}",
                          self.answer(engine, path))

    def test_a_pipe_is_not_waited_for(self):
        """Nor is the input of commands taken for a network."""
        pipe = os.path.join(self.directory, "pipe")
        os.mkfifo(pipe)
        with UciProcess() as engine:
            engine.greet()
            engine.ready()
            for path in (pipe, "/dev/stdin", "/dev/zero"):
                (line,) = self.answer(engine, path)
                self.assertTrue(line.startswith("info string EvalFile: not a file"), line)
            self.nodes(engine)

    def test_refuses_with_the_reason_and_goes_on(self):
        good = self.network
        wider = bytearray(good)
        wider[36:40] = struct.pack("<I", 100)
        newer = bytearray(good)
        newer[8] = 3
        kings = bytearray(good)
        kings[16] = 3
        overflow = bytearray(good)
        overflow[512 + 128 + 8 * 128:512 + 128 + 8 * 128 + 128] = struct.pack("<64h", *[30000] * 64)
        cases = {
            "empty": (b"", "the file is empty"),
            "cut-header": (good[:300], "the file is cut"),
            "cut": (good[:-1], "the file is cut"),
            "long": (good + b"\0", "the file is too long"),
            "altered": (good[:5000] + bytes([good[5000] ^ 1]) + good[5001:], "the file is damaged"),
            "text": (b"once upon a time\n" * 100, "not a network of Quorum"),
            "width": (seal(bytes(wider)), "another architecture: width 100"),
            "version": (seal(bytes(newer)), "version 3 of the format"),
            "kings": (seal(bytes(kings)), "another architecture: number of king buckets 3"),
            "overflow": (seal(bytes(overflow)), "accumulator 0 could overflow 16 bits"),
        }
        with UciProcess() as engine:
            engine.greet()
            self.answer(engine, self.file("good.nnue", good))
            before = self.nodes(engine)
            for name, (contents, reason) in cases.items():
                (line,) = self.answer(engine, self.file(name, contents))
                self.assertTrue(line.startswith(f"info string EvalFile: {reason}"), line)
                self.assertIn(STAYS, line)
            for path, reason in ((self.directory, "Is a directory"),
                                 (self.directory + "/none", "No such file or directory"),
                                 ("/" + "x" * 5000, "File name too long"),
                                 ("a\0b", "Invalid argument")):
                (line,) = self.answer(engine, path)
                self.assertTrue(line.startswith(f"info string EvalFile: {reason}{STAYS}"), line)
            self.assertEqual(self.nodes(engine), before)

    def test_plays_with_threads(self):
        path = self.file("a.nnue", random_network(192, 3))
        with UciProcess() as engine:
            engine.greet()
            engine.send("setoption name Threads value 4")
            self.answer(engine, path)
            engine.send("position startpos")
            self.check_search(engine, "position startpos", engine.go("depth 8"))

    def test_no_change_while_a_search_runs(self):
        path = self.file("a.nnue", self.network)
        with UciProcess() as engine:
            engine.greet()
            before = self.nodes(engine)
            engine.send("position startpos", "go infinite", f"setoption name EvalFile value {path}",
                        "stop")
            engine.read_until("bestmove")
            self.assertEqual(self.nodes(engine), before)


if __name__ == "__main__":
    main()
