#!/usr/bin/env python3
"""Lines 52 to 61 of the protocol: stop, the races around it, and bestmove."""

import time

import uci_grammar
from searches import MATED, MIDGAME, STALEMATED, pvs
from uci_process import SLOWDOWN, UciProcess, UciTest, best_move, count_best_moves, greeted, main

LIMITS = (
    "infinite",
    "",
    "ponder wtime 1000 btime 1000",
    "movetime 60000",
    "depth 100",
    "mate 9",
    "nodes 1000000000",
    "wtime 9000000 btime 9000000",
)


class Stop(UciTest):
    def test_52_stop_is_prompt(self):
        with greeted() as engine:
            for threads in (1, 4):
                engine.send(f"setoption name Threads value {threads}", f"position {MIDGAME}")
                engine.ready()
                seconds = []
                for limits in LIMITS:
                    engine.send(f"go {limits}")
                    engine.read_for(0.05)
                    asked = time.monotonic()
                    lines = engine.stop()
                    seconds.append(time.monotonic() - asked)
                    self.assertRegex(lines[-1], "^bestmove [a-h]")
                self.assert_prompt(sorted(seconds)[len(seconds) // 2], 0.05 * SLOWDOWN)

    def test_53_one_bestmove_a_search(self):
        with greeted() as engine:
            count = 0
            for position in ("startpos", MIDGAME, MATED):
                for limits in (*LIMITS, "depth 2", "nodes 100", "movetime 5"):
                    engine.send(f"position {position}", f"go {limits}", "stop", "ponderhit", "stop")
                    count += count_best_moves(engine.read_until("bestmove"))
                    count += count_best_moves(engine.ready())
            self.assertEqual(count, 3 * (len(LIMITS) + 3))

    def test_54_final_information(self):
        with greeted() as engine:
            for limits in ("depth 5", "nodes 4321", "movetime 50", "wtime 500 btime 500"):
                engine.send(f"position {MIDGAME}")
                engine.ready()
                self.check_search(engine, MIDGAME, engine.go(limits))
            for seconds in (0.0, 0.01, 0.1, 1.3):
                engine.send(f"position {MIDGAME}", "go infinite")
                lines = engine.read_for(seconds) + engine.stop()
                self.check_search(engine, MIDGAME, lines)
            # However long it is since there was nothing left to search.
            for command in ("position startpos", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
                engine.send(command, "go infinite depth 2")
                engine.read_for(0.5)
                final = uci_grammar.parse_info(engine.stop()[-2])
                self.assertGreaterEqual(final["time"], 490)

    def test_55_listening_and_thinking(self):
        """Commands in one write meet the state that the one before has left."""
        with greeted() as engine:
            for _ in range(30):
                engine.send(
                    *("position startpos", "go infinite", "isready", "go depth 1", "stop", "isready"),
                    *("position startpos moves e2e4", "go depth 1 searchmoves e7e5", "isready"),
                )
                answers = []
                while answers.count("readyok") < 3 or count_best_moves(answers) < 2:
                    line = engine.read_line()
                    if not line.startswith("info"):
                        answers.append(line.split(" ponder ")[0])
                self.assertEqual(answers[0], "readyok")
                self.assertRegex(answers[1], "^bestmove [a-h][12]")
                self.assertEqual(answers[2], "readyok")
                self.assertCountEqual(answers[3:], ["readyok", "bestmove e7e5"])
            self.assertEqual(engine.ready(), [])

    def test_56_thousand_stops_in_one_write(self):
        for threads in (1, 2):
            with greeted() as engine:
                engine.send(f"setoption name Threads value {threads}")
                engine.send_bytes(b"position startpos\ngo infinite\nstop\n" * 1000)
                for _ in range(1000):
                    self.assertRegex(engine.read_until("bestmove")[-1], "^bestmove [a-h]")
                self.assertEqual(engine.ready(), [])
                # A stop without a search does nothing to the next one.
                engine.send("stop", "go infinite")
                engine.stay_silent()
                engine.stop()

    def test_57_the_same_position_twice(self):
        with greeted() as engine:
            for pause in (0.0, 0.002, 0.02, 0.1):
                for _ in range(5):
                    position = f"position {MIDGAME}"
                    engine.send(position, "go infinite", "stop", position, "go infinite")
                    engine.read_until("bestmove")
                    engine.stay_silent(pause)
                    engine.stop()
            self.assertEqual(engine.ready(), [])

    def test_58_silence_after_bestmove(self):
        with greeted() as engine:
            for threads in (1, 4):
                engine.send(f"setoption name Threads value {threads}")
                for limits in ("depth 6", "nodes 20000", "movetime 30"):
                    engine.send(f"position {MIDGAME}")
                    engine.go(limits)
                    self.assertEqual(engine.read_for(0.1), [])
                engine.send("go infinite")
                engine.read_for(0.1)
                engine.stop()
                self.assertEqual(engine.read_for(0.1), [])

    def test_59_a_move_to_ponder_on(self):
        with greeted() as engine:
            for ponder in ("false", "true"):
                engine.send(f"setoption name Ponder value {ponder}", f"position {MIDGAME}")
                lines = engine.go("depth 6")
                words = lines[-1].split()
                self.assertEqual((words[0], words[2]), ("bestmove", "ponder"))
                self.assertTrue(engine.accepts(MIDGAME, [words[1], words[3]]), lines[-1])
                before = engine.cpu_seconds()
                self.assertEqual(engine.read_for(0.4), [])
                self.assertLess(engine.cpu_seconds() - before, 0.05)

    def test_60_null_move(self):
        with greeted() as engine:
            for position in (MATED, STALEMATED):
                for limits in ("depth 3", "nodes 1", "movetime 20", "wtime 100 btime 100", "mate 1"):
                    engine.send(f"position {position}")
                    lines = engine.go(limits, timeout=2.0 * SLOWDOWN)
                    self.assertEqual(lines[-1], "bestmove 0000")
                for limits in ("infinite", "ponder depth 1"):
                    engine.send(f"position {position}", f"go {limits}")
                    engine.stay_silent(0.1)
                    self.assertEqual(engine.stop()[-1], "bestmove 0000")

    def test_61_long_algebraic_moves(self):
        """The form of every move printed is uci_grammar's; here are the special ones."""
        castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
        promotion = "fen 1n5k/P7/8/8/8/8/8/K7 w - - 0 1"
        en_passant = "startpos moves e2e4 a7a6 e4e5 d7d5"
        with UciProcess() as engine:
            engine.greet()
            for position, move in (
                (f"fen {castling} w KQkq - 0 1", "e1g1"),
                (f"fen {castling} w KQkq - 0 1", "e1c1"),
                (f"fen {castling} b KQkq - 0 1", "e8g8"),
                (f"fen {castling} b KQkq - 0 1", "e8c8"),
                (promotion, "a7a8q"),
                (promotion, "a7b8n"),
                (en_passant, "e5d6"),
            ):
                engine.send(f"position {position}")
                lines = engine.go(f"depth 2 searchmoves {move}")
                self.assertEqual(best_move(lines), move)
                self.assertEqual(pvs(lines)[-1]["pv"][0], move)
            for letter in "NnQqRrBb":
                self.assertTrue(engine.accepts(promotion, [f"a7a8{letter}"]))
            for bad in ("a7-a8q", "a7xb8q", "a7a8", "a7a8q+", "Ka1b1"):
                self.assertFalse(engine.accepts(promotion, [bad]), bad)


if __name__ == "__main__":
    main()
