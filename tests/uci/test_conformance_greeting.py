#!/usr/bin/env python3
"""Lines 12 to 16 of the protocol: uci, debug and isready."""

import time

from searches import MIDGAME, infos
from uci_process import PATIENCE, SLOWDOWN, UciProcess, UciTest, count_best_moves, greeted, main


def notes(lines):
    return [line for line in lines if line.startswith("info string")]


class Greeting(UciTest):
    def test_12_greeting_in_order(self):
        with UciProcess() as engine:
            first = engine.greet()
            words = [line.split()[0] for line in first]
            self.assertEqual(first[0].split()[:2], ["id", "name"])
            self.assertEqual(first[1].split()[:2], ["id", "author"])
            self.assertEqual(set(words[2:-1]), {"option"})
            self.assertEqual(first[-1], "uciok")
            self.assertEqual(engine.greet(), first)
            engine.send("isready")
            self.assertEqual(engine.read_line(), "readyok")

    def test_13_debug_at_any_time(self):
        with greeted() as engine:
            engine.send("position startpos")
            self.assertEqual(engine.ready(), [])
            engine.send("debug on", "position startpos moves e2e4")
            told = notes(engine.ready())
            self.assertTrue(any("position startpos moves e2e4" in line for line in told), told)
            engine.send("debug off", "go infinite")
            engine.read_until("info")
            engine.ready()
            self.assertEqual(notes(engine.ready()), [])
            engine.send("debug on")
            engine.ready()
            engine.send("setoption name Hash value 1")
            told = notes(engine.ready())
            self.assertTrue(any("setoption name Hash value 1" in line for line in told), told)
            engine.send("debug off")
            engine.stop()
            engine.send("stop")
            self.assertEqual(engine.ready(), [])

    def test_14_readyok_after_all_that_came_before(self):
        with UciProcess() as engine:
            engine.greet()
            small = engine.status("VmRSS")
            engine.send("setoption name Hash value 96", "isready")
            self.assertEqual(engine.read_line(), "readyok")
            self.assertGreater(engine.status("VmRSS") - small, 90 << 10)
            engine.send("isready", "isready", "ucinewgame", "isready")
            for _ in range(3):
                self.assertEqual(engine.read_line(), "readyok")

    def test_15_readyok_while_searching(self):
        with greeted() as engine:
            engine.send(f"position {MIDGAME}", "go infinite")
            seconds = []
            depths = set()
            until = time.monotonic() + PATIENCE
            # A slow machine is given the time to search on; each round is an isready.
            while len(seconds) < 25 or (len(depths) < 4 and time.monotonic() < until):
                asked = time.monotonic()
                engine.send("isready")
                lines = engine.read_until("readyok")
                seconds.append(time.monotonic() - asked)
                self.assertEqual(count_best_moves(lines), 0)
                depths |= {info["depth"] for info in infos(lines + engine.read_for(0.01))}
            self.assert_prompt(sorted(seconds)[len(seconds) // 2], 0.05 * SLOWDOWN)
            self.assertGreater(len(depths), 3)
            engine.stop()

    def test_16_a_search_without_isready(self):
        with UciProcess() as engine:
            engine.send("uci", "setoption name Hash value 4", "position startpos", "go depth 4")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)
        with UciProcess() as engine:
            engine.send("go depth 2")
            self.assertEqual(count_best_moves(engine.read_until("bestmove")), 1)


if __name__ == "__main__":
    main()
