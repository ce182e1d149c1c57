#!/usr/bin/env python3
"""stop and the races around it. Numbers: rules in docs/uci.md."""

import random
import time

from uci_process import SLOWDOWN, ReadyTest, UciProcess, UciTest, count_best_moves, main

EPD = "fen r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6"
POSITIONS = (
    "startpos",
    "startpos moves e2e4 c7c5 g1f3 d7d6",
    EPD,
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
)


class Stop(ReadyTest):
    def test_idle(self):
        """5: stop and ponderhit without a search are ignored in silence."""
        self.engine.send("stop", "ponderhit", "stop")
        self.assertEqual(self.engine.ready(), [])
        self.engine.send("position startpos")
        self.engine.go("depth 2")
        self.engine.send("stop", "ponderhit")
        self.assertEqual(self.engine.ready(), [])

    def test_prompt(self):
        """52: stop ends any search soon."""
        for threads in (1, 4):
            self.engine.send(f"setoption name Threads value {threads}", f"position {EPD}")
            self.engine.ready()
            self.engine.send("go infinite")
            self.engine.read_for(0.3)
            asked = time.monotonic()
            self.engine.stop()
            self.assert_prompt(time.monotonic() - asked, 0.5 * SLOWDOWN)

    def test_many_queens(self):
        """52: the first ply ends, too, where its quiescence has millions of nodes."""
        queens = "fen 1qQN4/qNKq3Q/QNNN1QQq/q7/nn5q/kn1qq2Q/q2qQ2Q/Q1qQ3q w - - 0 1"
        self.engine.send(f"position {queens}")
        asked = time.monotonic()
        self.assertRegex(self.engine.go("movetime 10")[-1], "^bestmove [a-h]")
        self.assert_prompt(time.monotonic() - asked, 0.5 * SLOWDOWN)

    def test_thousand_stops_in_one_write(self):
        """53, 56: no early stop is lost, no stale one kills the next search."""
        once = b"position startpos\ngo infinite\nstop\n"
        self.engine.send_bytes(once * 1000)
        for _ in range(1000):
            lines = self.engine.read_until("bestmove")
            self.assertRegex(lines[-1], "^bestmove [a-h]")
            self.assertRegex(lines[-2], "^info depth .* pv ")
        self.assertEqual(self.engine.ready(), [])
        self.assertEqual(self.engine.read_for(0.2), [])

    def test_stale_stop(self):
        """56: a stop that comes after the bestmove does not touch the next search."""
        self.engine.send("position startpos")
        for _ in range(20):
            self.engine.go("depth 1")
            self.engine.send("stop", "go infinite")
            self.assertEqual(count_best_moves(self.engine.read_for(0.02)), 0)
            self.engine.stop()

    def test_fritz_pattern(self):
        """57: search and immediate stop, then the same position again with a delayed one."""
        for _ in range(10):
            position = f"position {EPD}"
            self.engine.send(position, "go infinite", "stop", position, "go infinite")
            self.engine.read_until("bestmove")
            self.assertEqual(count_best_moves(self.engine.read_for(0.05)), 0)
            self.engine.stop()
        self.assertEqual(self.engine.ready(), [])

    def test_next_command_right_after_bestmove(self):
        """53, 58: whoever reads a bestmove may send the next command at once."""
        self.engine.send("setoption name Threads value 2")
        for i in range(150):
            self.engine.send(f"position {POSITIONS[i % len(POSITIONS)]}", "go nodes 20")
            self.engine.read_until("bestmove")
        self.assertEqual(self.engine.ready(), [])

    def test_stop_races_with_the_end(self):
        """53: a stop at the very moment a search ends makes no second bestmove."""
        generator = random.Random(1)
        self.engine.send("position startpos")
        for _ in range(60):
            self.engine.send(f"go movetime {generator.randrange(1, 6)}")
            time.sleep(generator.random() * 0.006)
            self.engine.stop()
            self.assertEqual(self.engine.ready(), [])


class RapidFire(UciTest):
    """A random driver that keeps the books: what was sent, and what must have come back."""

    LIMITS = ("infinite", "depth 3", "nodes 300", "movetime 5", "ponder wtime 90 btime 90")
    SETTINGS = ("setoption name Clear Hash", "ucinewgame", "setoption name Hash value 2")

    def collect(self, engine, expected):
        """Reads on until so many bestmoves have come in all."""
        while self.seen < expected:
            engine.read_until("bestmove")
            self.seen += 1

    def drive(self, threads, seed, commands):
        generator = random.Random(seed)
        self.seen = expected = 0
        endless = False  # the last search ends by stop only
        with UciProcess() as engine:
            engine.greet()
            engine.send(f"setoption name Threads value {threads}")
            engine.ready()
            for _ in range(commands):
                choice = generator.randrange(10)
                if choice < 4:
                    if endless:
                        engine.send("stop")
                    else:  # what runs is not stopped: a go before its end would be ignored
                        self.collect(engine, expected)
                    limit = generator.choice(self.LIMITS)
                    engine.send(f"position {generator.choice(POSITIONS)}", f"go {limit}")
                    endless = limit.startswith(("infinite", "ponder"))
                    expected += 1
                elif choice < 6:
                    engine.send("stop")
                elif choice == 6:
                    engine.send("isready")
                elif choice == 7:
                    engine.send("ponderhit")
                elif choice == 8:
                    engine.send(generator.choice(self.SETTINGS))
                else:
                    time.sleep(generator.random() * 0.01)
            engine.send("stop")
            self.collect(engine, expected)
            self.assertEqual(count_best_moves(engine.ready()), 0)
            engine.send("quit")
            self.exits_cleanly(engine)
            self.assertEqual(count_best_moves(engine.read_rest()), 0)

    def test_one_thread(self):
        self.drive(1, 101, 300)

    def test_two_threads(self):
        self.drive(2, 202, 300)

    def test_four_threads(self):
        self.drive(4, 404, 300)


if __name__ == "__main__":
    main()
