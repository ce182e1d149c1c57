#!/usr/bin/env python3
"""Whole sessions, as the descriptions of 2000 and 2006, a commented log file and the Chinese description go
through them. Numbers: rules in docs/uci.md."""

from searches import infos, pvs
from uci_process import SLOWDOWN, UciProcess, UciTest, best_move, count_best_moves, main

OPENING = "startpos moves e2e4 e7e5"
LOG_GAME = "startpos moves h2h4 e7e5 d2d4 e5d4 d1d4 d7d5 e2e4"
# As the descriptions name them.
SETTINGS = (
    "setoption name Hash value 32",
    "setoption name NalimovCache value 1",
    r"setoption name NalimovPath value d:\tb;c\tb",
)
ENDGAME = "fen 8/1K6/1Q6/8/5r2/4rk2/8/8 w - - 0 0"


class Sessions(UciTest):
    def boot(self, engine, *settings):
        """uci to uciok, and commands after it, which may name options that we have not."""
        lines = engine.greet()
        self.assertEqual([line.split()[0] for line in lines[:2]], ["id", "id"])
        self.assertEqual(lines[-1], "uciok")
        engine.send(*settings)
        self.assertEqual(engine.ready(), [])

    def analyse(self, engine, position):
        """An endless search that somebody has seen enough of."""
        engine.send(f"position {position}", "go infinite")
        lines = []
        while len(pvs(lines)) < 4:
            lines += engine.read_until("info", "bestmove")
            self.assertEqual(count_best_moves(lines), 0)
        lines += engine.stay_silent(0.1) + engine.stop()
        found = pvs(lines)
        for info in found:
            self.assertTrue(engine.accepts(position, info["pv"]), info)
        self.assertEqual(best_move(lines), found[-1]["pv"][0])

    def end(self, engine):
        engine.send("quit")
        self.exits_cleanly(engine)

    def first_protocol(self):
        """November 2000: no ucinewgame, no analysis mode."""
        with UciProcess() as engine:
            self.boot(engine, *SETTINGS)
            self.analyse(engine, OPENING)
            self.end(engine)

    def second_protocol(self):
        """April 2006: options of every type, a new game, analysis, another game in Chess960."""
        with UciProcess() as engine:
            self.boot(
                engine,
                *SETTINGS,
                "setoption name Nullmove value true",
                "setoption name Selectivity value 3",
                "setoption name Style value Risky",
                "setoption name Clear Hash",
                "register later",
            )
            engine.send("ucinewgame", "setoption name UCI_AnalyseMode value true")
            self.assertEqual(engine.ready(), [])
            self.analyse(engine, OPENING)
            engine.send("setoption name UCI_AnalyseMode value false")
            engine.send("setoption name UCI_Opponent value none none computer Shredder")
            engine.send("setoption name UCI_Chess960 value true", "ucinewgame")
            self.assertEqual(engine.ready(), [])
            start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah -"
            engine.send(f"position {start} moves e2e4 e7e5 g1f3 a7a6 f1e2 a6a5")
            self.assertEqual(engine.ready(), [])
            self.assertEqual(best_move(engine.go("depth 3 searchmoves e1h1")), "e1h1")
            self.end(engine)

    def log_file(self):
        """Games by every clock, pondering hit and missed, several lines, as a GUI's log shows them."""
        with UciProcess() as engine:
            self.boot(
                engine,
                "setoption name Ponder value true",
                "setoption name Hash value 16",
                "setoption name NalimovCache value 4",
                r"setoption name NalimovPath value D:\tbs",
                "setoption name Position Learning value true",
                "setoption name Book Learning value true",
                "setoption name Book Size value Big",
                "setoption name Selectivity value 5",
            )
            engine.send("setoption name Hash value 1", "setoption name Clear Book Learning")
            engine.send("setoption name Clear Book Learning value true", "ucinewgame")
            self.assertEqual(engine.ready(), [])
            developed = "startpos moves g1f3 d7d5 b2b3 c8g4 c1b2 b8c6 h2h3"
            for position, limits in (
                ("startpos", "depth 5"),
                (developed, "depth 5"),
                (ENDGAME, "nodes 1000"),
                (f"{ENDGAME} moves b6b1 e3e2", "depth 5"),
                ("startpos", "movetime 60"),
                (ENDGAME, "mate 7 nodes 20000"),
            ):
                engine.send(f"position {position}")
                self.check_search(engine, position, engine.go(limits))
            for clocks in (
                "btime 300000 wtime 300000",
                "btime 302000 wtime 302000 winc 2000 binc 2000",
                "movestogo 40 wtime 300000 btime 300000",
                "movetime 300000",
                "infinite",
                "mate 7",
            ):
                engine.send(f"position {developed}", f"go {clocks}")
                engine.read_for(0.03)
                self.assertRegex(engine.stop()[-1], "^bestmove [a-h]")
            self.ponder(engine)
            self.several_lines(engine)
            self.end(engine)

    def ponder(self, engine):
        """Once another move is played, once the one that was pondered on."""
        engine.send(f"position {LOG_GAME} g8f6", "go ponder wtime 7188043 btime 7166483")
        engine.stay_silent(0.1)
        engine.stop()
        engine.send(f"position {LOG_GAME} h7h5", "go movetime 30")
        self.assertRegex(engine.read_until("bestmove")[-1], "^bestmove [a-h]")
        engine.send(f"position {LOG_GAME} g8f6", "go ponder wtime 900 btime 900")
        engine.stay_silent(0.1)
        engine.send("ponderhit")
        self.assertRegex(
            engine.read_until("bestmove", timeout=2 * SLOWDOWN)[-1], "^bestmove [a-h].* ponder "
        )

    def several_lines(self, engine):
        engine.send("setoption name MultiPV value 3", f"position {LOG_GAME}")
        numbers = [info["multipv"] for info in pvs(engine.go("depth 4"))]
        self.assertEqual(numbers, [1, 2, 3] * (len(numbers) // 3))
        engine.send("setoption name MultiPV value 1")
        self.assertFalse([info for info in infos(engine.go("depth 4")) if "multipv" in info])

    def chinese_description(self):
        """The position may come as the last one that cannot come back, and moves after it."""
        after_e5 = "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
        with UciProcess() as engine:
            self.boot(engine, *SETTINGS)
            self.analyse(engine, OPENING)
            engine.send(f"position {after_e5} moves g1f3 b8c6", "go infinite")
            lines = engine.read_for(0.2) + engine.stop()
            self.assertRegex(lines[-1], "^bestmove [a-h][12]")
            self.end(engine)

    def test_92_whole_sessions(self):
        self.first_protocol()
        self.log_file()
        self.second_protocol()
        self.chinese_description()


if __name__ == "__main__":
    main()
