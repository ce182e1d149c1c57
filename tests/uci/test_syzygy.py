#!/usr/bin/env python3
"""The options SyzygyPath, SyzygyProbeDepth, SyzygyProbeLimit and Syzygy50MoveRule, with the tables
of the external test data, where there is any."""

import os
import re
import shutil
import sys
import tempfile
import unittest

from faults import faulty
from uci_process import UciProcess, UciTest, best_move, main, parse_info, pv_lines

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import test_data

TABLES = str(test_data.FOLDER / "syzygy")
WIN = 31000  # centipawns that no evaluation reaches
QUEEN = "8/8/8/8/8/2k5/8/K5Q1 w - - 0 1"
# Five men: one exchange from the tables.
FIVE_MEN = "8/8/4k3/3r4/3P4/1PK5/8/8 w - - 0 1"


def built_with_fathom():
    with UciProcess() as engine:
        engine.greet()
        engine.ready()
        engine.send("setoption name SyzygyPath value /no/such/folder")
        return "without Fathom" not in engine.ready()[0]


def hits(lines):
    return parse_info(pv_lines(lines)[-1])["tbhits"]


class BrokenPaths(UciTest):
    def test_a_path_that_is_none_is_told(self):
        with UciProcess() as engine:
            self.assertIn("option name SyzygyPath type string default <empty>", engine.greet())
            engine.ready()
            for path in ("/no/such/folder", "x" * 5000, __file__, HERE):
                engine.send(f"setoption name SyzygyPath value {path}")
                answer = engine.ready()
                self.assertEqual(len(answer), 1, answer)
                self.assertRegex(answer[0], "^info string SyzygyPath: .*no endgame tables are used")
            engine.send("setoption name SyzygyPath value <empty>")
            self.assertEqual(engine.ready(), [])
            engine.send(f"position fen {QUEEN}")
            lines = engine.go("depth 4")
            self.assertEqual(hits(lines), 0)
            self.assertLess(parse_info(lines[-2])["score"][1], WIN)


@test_data.needs("syzygy")
@unittest.skipUnless(built_with_fathom(), "built without Fathom")
class Tables(UciTest):
    def engine(self, *options, **popen_arguments):
        engine = UciProcess(**popen_arguments)
        self.addCleanup(engine.__exit__, None)
        engine.greet()
        engine.send(f"setoption name SyzygyPath value {TABLES}",
                    *(f"setoption name {option}" for option in options))
        self.assertEqual(engine.ready(), [])
        return engine

    def score(self, engine, fen, limits="depth 6"):
        engine.send("ucinewgame", f"position fen {fen}")
        lines = engine.go(limits)
        self.check_search(engine, f"position fen {fen}", lines)
        return parse_info(lines[-2])["score"][:2]

    def mates(self, fen, limits, most_moves):
        """The program plays both sides of a won game to mate."""
        engine = self.engine()
        moves = []
        while len(moves) < 2 * most_moves:
            engine.send(f"position fen {fen} moves {' '.join(moves)}")
            lines = engine.go(limits)
            move = best_move(lines)
            if move == "0000":
                self.assertIn("score mate 0", lines[-2])
                self.assertEqual(len(moves) % 2, 1)
                return
            moves.append(move)
        self.fail(f"no mate after {' '.join(moves)}")

    def test_wins_are_played_out(self):
        self.mates(QUEEN, "depth 1", 40)
        self.mates("8/8/8/8/8/2k5/8/K5R1 w - - 0 1", "depth 1", 50)
        self.mates("1N3k2/8/8/3B4/1K6/8/8/8 w - - 0 1", "depth 1", 80)
        self.mates("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "depth 1", 80)
        self.mates("8/2b5/1k6/8/8/3b4/8/6K1 b - - 0 1", "nodes 500", 80)

    def test_scores_lie_between_evaluations_and_mates(self):
        engine = self.engine()
        kind, value = self.score(engine, "1N3k2/8/8/3B4/1K6/8/8/8 w - - 0 1")
        self.assertEqual(kind, "cp")
        self.assertGreater(value, WIN)
        kind, value = self.score(engine, "8/8/6k1/8/3n4/8/8/4K2b w - - 0 1")
        self.assertEqual(kind, "cp")
        self.assertLess(value, -WIN)
        self.assertEqual(self.score(engine, "8/2K5/8/8/4k3/8/8/7b w - - 0 1"), ("cp", 0))
        self.assertEqual(self.score(engine, "8/8/6n1/6N1/7k/8/8/2K5 b - - 0 1"), ("cp", 0))
        # A mate that is seen is told in place of the table's win.
        self.assertEqual(self.score(engine, "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1"), ("mate", 1))

    def test_fifty_move_rule(self):
        """What the rule forestalls is no win, unless the option says that it does not count."""
        engine = self.engine()
        for fen, sign in (("1N3k2/8/8/3B4/1K6/8/8/8 w - - {} 1", 1),
                          ("8/8/6k1/8/3n4/8/8/4K2b w - - {} 1", -1)):
            for rule, plies, wins in (("true", 0, True), ("true", 80, False), ("false", 80, True)):
                engine.send(f"setoption name Syzygy50MoveRule value {rule}")
                kind, value = self.score(engine, fen.format(plies), "depth 4")
                self.assertEqual(kind, "cp")
                if wins:
                    self.assertGreater(sign * value, WIN, (fen, rule, plies))
                else:  # beside a draw, on the side of the winner
                    self.assertIn(sign * value, range(1, 10), (fen, rule, plies))

    def test_weak_players_and_mate_searches_do_without(self):
        """To know the tables is no weakness, and to cut off known wins finds no mate."""
        engine = self.engine()
        engine.send(f"position fen {FIVE_MEN}")
        for limits in ("mate 5 nodes 30000", "mate 5 depth 8"):
            self.assertEqual(hits(engine.go(limits)), 0, limits)
        for option in ("UCI_LimitStrength value true", "Skill Level value 5"):
            engine.send(f"setoption name {option}", "setoption name UCI_Elo value 2000",
                        f"position fen {QUEEN}")
            self.assertEqual(hits(engine.go("depth 4")), 0, option)
            engine.send("setoption name UCI_LimitStrength value false",
                        "setoption name Skill Level value 20")
            self.assertGreater(hits(engine.go("depth 4")), 0, option)

    def test_the_search_asks(self):
        engine = self.engine()
        engine.send(f"position fen {FIVE_MEN}")
        lines = engine.go("depth 16")
        self.assertGreater(hits(lines), 0)
        self.assertLess(parse_info(lines[-2])["score"][1], -WIN)
        for line in pv_lines(lines):
            self.assertIn("tbhits", parse_info(line))

    def test_nobody_asks_below_a_root_with_distances(self):
        """The root's moves alone are looked up, so that the search looks for the way to mate."""
        engine = self.engine()
        for fen in ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "8/8/8/2p5/8/2k5/8/K5R1 w - - 0 1"):
            engine.send(f"position fen {fen}", "d")
            moves = engine.read_until("Legal moves: ")[-1].split()[-1]
            for depth in (1, 9):
                self.assertEqual(hits(engine.go(f"depth {depth}")), int(moves), fen)

    def test_no_hits_with_castling_rights_or_too_many_men(self):
        engine = self.engine()
        for fen in ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "8/8/8/2k5/8/8/8/R3K2R w KQ - 0 1"):
            engine.send(f"position fen {fen}")
            self.assertEqual(hits(engine.go("depth 1")), 0)

    def test_limit_and_depth(self):
        def asked(*options):
            engine = self.engine(*options)
            engine.send(f"position fen {FIVE_MEN}")
            return hits(engine.go("depth 11"))

        most = asked()
        self.assertGreater(most, 0)
        self.assertEqual(asked("SyzygyProbeLimit value 0"), 0)
        # Three men are asked about all the same.
        self.assertLess(asked("SyzygyProbeLimit value 3"), most)
        self.assertLess(asked("SyzygyProbeDepth value 100"), most)
        self.assertEqual(asked("SyzygyProbeLimit value 4"), most)

    def test_the_least_depth_counts(self):
        """The other side takes at once, so that the tables know what one ply before the end is."""
        for least, asked in ((1, True), (2, False)):
            engine = self.engine(f"SyzygyProbeDepth value {least}")
            engine.send(f"position fen {FIVE_MEN.replace(' w ', ' b ')}")
            self.assertEqual(hits(engine.go("depth 2")) > 0, asked, least)

    def test_same_search_without_tables(self):
        """Tables that are closed again leave no trace."""
        engine = self.engine()
        def nodes():
            engine.send("ucinewgame", "position startpos")
            return parse_info(engine.go("depth 8")[-2])["nodes"]
        with_tables = nodes()
        engine.send("setoption name SyzygyPath value <empty>")
        self.assertEqual(nodes(), with_tables)
        engine.send(f"position fen {FIVE_MEN}")
        self.assertEqual(hits(engine.go("depth 11")), 0)
        engine.send(f"setoption name SyzygyPath value {TABLES}")
        self.assertEqual(engine.ready(), [])
        engine.send("ucinewgame", f"position fen {FIVE_MEN}")
        self.assertGreater(hits(engine.go("depth 11")), 0)

    def test_what_tables_have_said_is_forgotten_with_them(self):
        """Though nobody says that a new game begins; and likewise what the 50-move rule is to count."""
        engine = self.engine("SyzygyPath value <empty>")

        def found(*options):
            engine.send(*(f"setoption name {option}" for option in options), f"position fen {FIVE_MEN}")
            info = parse_info(engine.go("depth 11")[-2])
            return info["score"], info["nodes"], info["tbhits"]

        without = found()
        told = found(f"SyzygyPath value {TABLES}")
        self.assertNotEqual(told, without)
        self.assertEqual(found("Syzygy50MoveRule value false"), told)
        self.assertEqual(found("SyzygyPath value <empty>"), without)

    def test_several_threads(self):
        engine = self.engine("Threads value 4")
        engine.send(f"position fen {FIVE_MEN}")
        lines = engine.go("depth 18")
        self.assertGreater(hits(lines), 0)
        # A helper that has not seen the loss yet may be the one that is listened to.
        self.assertLess(parse_info(lines[-2])["score"][1], 0)
        engine.send(f"position fen {QUEEN}")
        kind, value = parse_info(engine.go("depth 8")[-2])["score"][:2]
        self.assertTrue(kind == "mate" or value > WIN)

    def test_a_third_repetition_draws(self):
        engine = self.engine()
        lost = "4k3/8/8/8/8/2K5/8/R7 w - - 60 61"
        engine.send(f"position fen {lost} moves a1a2 e8d8 a2a1 d8e8 a1a2 e8d8 a2a1")
        lines = engine.go("depth 8")
        self.assertEqual(best_move(lines), "d8e8")
        self.assertEqual(parse_info(lines[-2])["score"][:2], ("cp", 0))
        # The shortest way to mate repeats the position, or lets it be repeated.
        for fen, moves, draw in (
                ("8/8/8/3K4/6k1/8/8/4R3 w - - 0 60",
                 "e1g1 g4f4 g1e1 f4g4 e1e3 g4f4 e3e1 f4g3 d5c6 g3f4", "c6d5"),
                ("8/4R3/5k2/8/8/8/8/5K2 w - - 0 60", "e7b7 f6f5 b7e7 f5f6 e7b7 f6f5", "b7e7"),
                # Only the position that the game begins with has stood twice.
                ("8/8/8/3K4/6k1/8/8/4R3 w - - 0 60", "e1g1 g4f4 g1e1 f4g4 e1e3 g4f4", "e3e1")):
            engine.send(f"position fen {fen} moves {moves}")
            lines = engine.go("depth 6")
            self.assertNotEqual(best_move(lines), draw)
            self.assertGreater(parse_info(lines[-2])["score"][1], WIN)
            lines = engine.go(f"depth 6 searchmoves {draw}")
            self.assertEqual(parse_info(lines[-2])["score"][:2], ("cp", 0))

    def test_a_third_repetition_that_cannot_be_avoided(self):
        """Whoever would win by the tables has no other way than one that can be answered by it."""
        engine = self.engine("MultiPV value 20")
        for position, decided, drawn in (
                ("1k6/8/1K6/8/P7/8/8/8 w - - 0 1 moves b6a6 b8c8 a6b6 c8b8 b6a6 b8c7 a6a7 c7c6 "
                 "a7b8 c6d7 b8b7 d7e8 b7c8 e8e7 c8c7 e7f7 c7b8 f7e8 b8c8 e8e7 c8b8 e7d7 b8b7 d7e8",
                 "a4a5 b7c7", "b7a6 b7a7 b7a8 b7b6 b7b8 b7c6 b7c8"),
                ("8/K7/8/8/8/8/N1P5/3k4 w - - 0 1 moves a2c3 d1e1 c3d1 e1e2 d1e3 e2f3 e3f5 f3e4 "
                 "f5h6 e4d5 h6f5 d5e4",
                 "a7a6 a7b6 a7b7 c2c4 f5d6 f5g3 f5h4 f5h6", "a7a8 a7b8 c2c3 f5d4 f5e3 f5e7 f5g7"),
                ("2k5/8/8/8/4p3/8/5P2/3K4 b - - 0 1 moves c8b8 d1d2 b8a8 d2e2 a8b7 e2f1 b7b8 f1e1 "
                 "b8c7 e1f1 c7b8 f1e1 b8c7 e1d2 c7b8 d2c2 b8a7 c2d2 a7b8 d2c2",
                 "b8a7 b8a8", "b8b7 b8c7 b8c8 e4e3")):
            engine.send(f"position fen {position}")
            lines = [parse_info(line) for line in pv_lines(engine.go("depth 4"))]
            scores = {line["pv"][0]: line["score"] for line in lines}
            self.assertEqual(sorted(scores), sorted(f"{decided} {drawn}".split()))
            for move, score in scores.items():
                expected = move in decided.split()
                self.assertEqual(score[0] == "mate" or abs(score[1]) > WIN, expected, move)

    def test_several_lines_and_searchmoves(self):
        engine = self.engine("MultiPV value 20")
        fen = "8/8/8/8/8/3k4/7Q/K7 w - - 0 1"
        engine.send(f"position fen {fen}")
        last = [parse_info(line) for line in pv_lines(engine.go("depth 4"))]
        last = [info for info in last if info["depth"] == 4]
        scores = [info["score"][1] if info["score"][0] == "cp" else 40000 for info in last]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertGreater(scores[0], WIN)
        # With ranks by distance, too, mates come first, the shortest before all.
        engine.send("setoption name MultiPV value 5", "ucinewgame",
                    "position fen 8/1P6/8/2K5/k7/8/8/8 w - - 0 1 moves c5c4 a4a5 c4c5 a5a4")
        last = [parse_info(line)["score"] for line in pv_lines(engine.go("depth 14"))[-5:]]
        mates = [score[1] for score in last if score[0] == "mate"]
        self.assertGreater(len(mates), 2)
        self.assertEqual([score[1] for score in last[:len(mates)]], sorted(mates))
        engine.send("setoption name MultiPV value 1")
        # h2e2 gives the queen away: a draw, and said so when nothing else may be played.
        engine.send(f"position fen {fen}")
        lines = engine.go("depth 4 searchmoves h2e2")
        self.assertEqual(best_move(lines), "h2e2")
        self.assertEqual(parse_info(lines[-2])["score"][:2], ("cp", 0))

    def test_mates_are_still_found(self):
        engine = self.engine()
        engine.send(f"position fen {QUEEN}")
        lines = engine.go("mate 9", timeout=60)
        self.assertRegex(lines[-2], r"score mate [1-9]\b")

    def test_damaged_files_are_left_out(self):
        """Whatever lies there by the name of a table, those beside it are used."""
        def fifo(path):
            os.mkfifo(path)

        def cut(path):
            with open(os.path.join(TABLES, os.path.basename(path)), "rb") as whole, \
                    open(path, "wb") as file:
                file.write(whole.read()[:-64])

        def text(path):
            with open(path, "wb") as file:
                file.write(b"x" * 80)

        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as own:
            for name in os.listdir(TABLES):
                if name.endswith((".rtbw", ".rtbz")):
                    os.symlink(os.path.join(TABLES, name), os.path.join(folder, name))
            engine = self.engine(env=dict(os.environ, TMPDIR=own))
            for bad in (cut, text, fifo, os.mkdir):
                for name in ("KQvK.rtbw", "KBNvK.rtbw", "KRvKR.rtbz"):
                    path = os.path.join(folder, name)
                    os.remove(path)
                    bad(path)
                    engine.send(f"setoption name SyzygyPath value {folder}")
                    (answer,) = engine.ready()
                    self.assertRegex(answer, f"SyzygyPath: {name}: .*; the other endgame tables are used")
                    self.assertIsNone(re.search("; and|;.*;", answer), answer)
                    self.score(engine, QUEEN.replace("Q", "R"), "depth 1")
                    self.assertEqual(engine.go("depth 1")[-2].count("tbhits 0"), 0)
                    # By distance: their links are gone.
                    self.assertEqual(self.score(engine, "8/8/8/8/8/2k5/8/K5R1 w - - 0 1")[0], "cp")
                    engine.send(f"position fen {QUEEN}")
                    asked = hits(engine.go("depth 1"))
                    self.assertEqual(asked == 0, name == "KQvK.rtbw", name)
                    (os.rmdir if bad is os.mkdir else os.remove)(path)
                    os.symlink(os.path.join(TABLES, name), path)
            engine.send(f"setoption name SyzygyPath value {folder}:/no/such/folder")
            (answer,) = engine.ready()
            self.assertIn("/no/such/folder: No such file or directory; the other", answer)
            engine.send(f"setoption name SyzygyPath value {folder}")
            self.assertEqual(engine.ready(), [])
            self.assertEqual(os.listdir(own), [])

    def test_fifty_moves_without_distances(self):
        """WDL tables alone do not know the counter: what it spoils is not said to be won."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("KQvK.rtbw", "KPvK.rtbw"):
                os.symlink(os.path.join(TABLES, name), os.path.join(folder, name))
            engine = self.engine(f"SyzygyPath value {folder}")
            for counter, won in ((0, True), (97, False), (99, False)):
                fen = f"4k3/8/8/8/8/8/4P3/4K3 w - - {counter} 80"
                self.assertEqual(self.score(engine, fen, "depth 5")[1] > WIN, won, fen)
            engine.send("setoption name Syzygy50MoveRule value false")
            self.assertGreater(self.score(engine, fen, "depth 5")[1], WIN)

    def test_many_faults_are_named_and_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            names = sorted(name for name in os.listdir(TABLES) if name.endswith(".rtbw"))
            for name in names[:23]:
                with open(os.path.join(folder, name), "wb"):
                    pass
            engine = self.engine()
            engine.send(f"setoption name SyzygyPath value {folder}")
            (answer,) = engine.ready()
            self.assertIn("; and 3 more; no endgame tables are used", answer)
            engine.send(f"setoption name SyzygyPath value {folder}:{TABLES}")
            (answer,) = engine.ready()
            self.assertIn("; and 3 more; the other endgame tables are used", answer)
            self.assertGreater(self.score(engine, QUEEN, "depth 1")[1], WIN)

    def test_a_table_is_cut_while_it_is_used(self):
        """Searches end as ever, without tables; the next path serves again."""
        for length in (0, 100, 5000):
            with tempfile.TemporaryDirectory() as folder:
                for name in os.listdir(TABLES):
                    if name.endswith((".rtbw", ".rtbz")):
                        shutil.copy(os.path.join(TABLES, name), folder)
                        os.chmod(os.path.join(folder, name), 0o644)
                engine = self.engine("Threads value 2")
                engine.send(f"setoption name SyzygyPath value {folder}")
                self.assertEqual(engine.ready(), [])
                engine.send("position fen 8/8/4k3/3r4/3P4/1PK3Q1/8/8 w - - 0 1", "go infinite")
                engine.read_until("info depth")
                engine.read_for(0.3)
                for name in os.listdir(folder):
                    if os.path.getsize(os.path.join(folder, name)) > length:
                        os.truncate(os.path.join(folder, name), length)
                said = engine.read_for(0.5)
                said += engine.ready()
                said += engine.stop()
                said += engine.ready()
                told = [line for line in said if "SyzygyPath: a table in use was cut" in line]
                self.assertEqual(len(told), 1, (length, said[-5:]))
                engine.send(f"position fen {QUEEN}")
                self.assertEqual(hits(engine.go("depth 3")), 0)
                engine.send(f"setoption name SyzygyPath value {folder}")
                self.assertEqual(len(engine.ready()), 1)
                engine.send(f"setoption name SyzygyPath value {TABLES}")
                self.assertEqual(engine.ready(), [])
                self.assertGreater(self.score(engine, QUEEN, "depth 1")[1], WIN)
                engine.send("quit")
                self.assertEqual(engine.wait(), 0)

    def test_the_same_path_again(self):
        """Reads what has come or was put in the place of another one, and forgets what was searched
        before; where all is as it was, nothing."""
        with tempfile.TemporaryDirectory() as folder:
            def put(name, content=None):
                new = os.path.join(folder, "new")
                if content is None:
                    shutil.copyfile(os.path.join(TABLES, name), new)
                else:
                    with open(new, "wb") as file:
                        file.write(content)
                os.replace(new, os.path.join(folder, name))

            engine = self.engine("SyzygyPath value <empty>")
            engine.send("debug on")

            def told():
                lines = engine.ask(f"setoption name SyzygyPath value {folder}")
                return [line for line in lines if line.startswith("info string SyzygyPath: ")]

            def nodes():
                engine.send(f"position fen {FIVE_MEN}")
                return parse_info(engine.go("depth 9")[-2])["nodes"]

            for name in ("KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw"):
                put(name)
            self.assertIn("2 WDL and 1 DTZ", told()[0])
            put("KRvK.rtbz")
            self.assertIn("2 WDL and 2 DTZ", told()[0])
            fresh = nodes()
            self.assertLess(nodes(), fresh)
            self.assertIn("2 WDL and 2 DTZ", told()[0])
            self.assertLess(nodes(), fresh)
            put("KRvK.rtbw")
            self.assertEqual(len(told()), 1)
            self.assertEqual(nodes(), fresh)
            put("KRvK.rtbw", b"x" * 80)
            self.assertIn("KRvK.rtbw: not a Syzygy table; the other", told()[1])
            os.remove(os.path.join(folder, "KRvK.rtbw"))
            self.assertIn("1 WDL and 2 DTZ", told()[0])

    def test_tables_that_cannot_be_mapped(self):
        """Wherever the mappings end, the engine does not."""
        refused = 0
        for first in range(6, 40, 3):
            with faulty(f"mmap:{first}", strict=False) as engine:
                try:
                    engine.send("uci", "isready", f"setoption name SyzygyPath value {TABLES}",
                                "isready", "go depth 2")
                except BrokenPipeError:
                    pass
                lines = []
                while (line := engine.read_line()) is not None:
                    lines.append(line)
                    if line.startswith("bestmove"):
                        engine.send("quit")
                refused += any(line.startswith("info string SyzygyPath") for line in lines)
                best_moves = sum(line.startswith("bestmove") for line in lines)
                said = f"{first}: {lines} {engine.errors}"
                self.assertEqual(engine.wait(), 0 if best_moves else 1, said)
        self.assertGreater(refused, 0)

    def test_another_path_leaves_stderr_alone(self):
        """A line for each table that is given back would fill a pipe that nobody reads."""
        engine = self.engine()
        for path in (f"{TABLES}/.", TABLES, "/no/such/folder", TABLES):
            engine.send(f"setoption name SyzygyPath value {path}")
            engine.ready()
        engine.send("quit")
        self.exits_cleanly(engine)

    def test_altered_bytes_are_noticed(self):
        """The library may crash of any of them, at once or in a search."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("KRPvK.rtbw", "KRPvK.rtbz", "KPvK.rtbw", "KRvK.rtbw", "KQvK.rtbw"):
                if os.path.exists(os.path.join(TABLES, name)):
                    shutil.copy(os.path.join(TABLES, name), folder)
            engine = self.engine()
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                os.chmod(path, 0o644)
                with open(path, "rb") as file:
                    whole = file.read()
                for place in (8, 33, 100, len(whole) // 2, len(whole) - 1):
                    with open(path, "wb") as file:
                        file.write(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1:])
                    engine.send(f"setoption name SyzygyPath value {folder}")
                    (answer,) = engine.ready()
                    self.assertRegex(answer, f"SyzygyPath: {name}: (damaged|not the table of)")
                with open(path, "wb") as file:
                    file.write(whole)
            engine.send(f"setoption name SyzygyPath value {folder}")
            self.assertEqual(engine.ready(), [])
            engine.go("depth 4")


if __name__ == "__main__":
    main()
