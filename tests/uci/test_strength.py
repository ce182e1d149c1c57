#!/usr/bin/env python3
"""UCI_LimitStrength with UCI_Elo, Skill Level, and UCI_AnalyseMode. Numbers: rules in docs/uci.md."""

import collections
import re

from searches import MIDGAME, SINGLE_MOVE, search_after
from uci_process import EngineTest, best_move, main, parse_info

MATE_IN_ONE = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
CLOCK = "wtime 60000 btime 60000"


class StrengthTest(EngineTest):
    def set(self, *options):
        self.engine.send(*(f"setoption name {option}" for option in options))
        self.assertEqual(self.engine.ready(), [])

    def elo_range(self):
        for line in self.greeting:
            match = re.fullmatch(
                r"option name UCI_Elo type spin default (\d+) min (\d+) max (\d+)", line
            )
            if match:
                return tuple(map(int, match.groups()))
        raise AssertionError("UCI_Elo is not announced")

    def search(self, position, limits):
        self.engine.send(f"position {position}")
        self.assertEqual(self.engine.ready(), [])
        lines = self.engine.go(limits)
        self.check_search(self.engine, position, lines)
        return best_move(lines), parse_info(lines[-2])


class LimitStrength(StrengthTest):
    def test_81_limited_strength(self):
        """Both options, off, with a range; UCI_Elo alone changes nothing."""
        self.assertIn("option name UCI_LimitStrength type check default false", self.greeting)
        default, least, most = self.elo_range()
        self.assertTrue(least < default < most)
        weakest = f"setoption name UCI_Elo value {least}"
        plain = search_after(limits="depth 12")
        self.assertEqual(search_after(weakest, limits="depth 12"), plain)
        limited = ("setoption name UCI_LimitStrength value true", weakest)
        self.assertNotEqual(search_after(*limited, limits="depth 12"), plain)
        self.assertNotEqual(search_after(*reversed(limited), limits="depth 12"), plain)

    def test_nodes_grow_with_elo(self):
        """81: a weaker player looks at less; one that is not limited, at all it was asked to."""
        _, least, most = self.elo_range()
        spent = []
        self.set("UCI_LimitStrength value true")
        for elo in range(least, most, 400):
            self.set(f"UCI_Elo value {elo}")
            spent.append(self.search(MIDGAME, "nodes 400000")[1]["nodes"])
        self.assertEqual(spent, sorted(set(spent)))
        self.assertLess(spent[-1], 400000)
        self.set("UCI_LimitStrength value false")
        self.assertEqual(self.search(MIDGAME, "nodes 400000")[1]["nodes"], 400000)

    def test_own_limits_hold(self):
        """46, 47, 81: what the GUI asks for is not exceeded either."""
        self.set("UCI_LimitStrength value true", "UCI_Elo value 2000")
        self.assertEqual(self.search(MIDGAME, "nodes 50")[1]["nodes"], 50)
        self.assertEqual(self.search(MIDGAME, "depth 1")[1]["depth"], 1)

    def test_errs(self):
        """81: the weakest plays many moves, another one in each game; a strong one few."""
        _, least, _ = self.elo_range()
        strong = 2500
        favourite = {}
        for elo in (least, strong):
            self.set("UCI_LimitStrength value true", f"UCI_Elo value {elo}")
            moves = collections.Counter()
            for _ in range(30):
                self.engine.send("ucinewgame")
                moves[self.search(MIDGAME, CLOCK)[0]] += 1
            favourite[elo] = max(moves.values())
            self.assertGreater(len(moves), 1)
        self.assertLess(favourite[least], 13)
        self.assertGreater(favourite[strong], favourite[least])

    def test_same_error_in_same_game(self):
        """81: within a game a position is judged the same way each time."""
        self.set("UCI_LimitStrength value true", "UCI_Elo value 800")
        moves = set()
        for _ in range(5):
            self.engine.send("setoption name Clear Hash")
            moves.add(self.search(MIDGAME, "depth 1")[0])
        self.assertEqual(len(moves), 1)

    def test_honest_scores(self):
        """66, 81: the score that is shown is not the misjudged one."""
        _, least, _ = self.elo_range()
        self.set("UCI_LimitStrength value true", f"UCI_Elo value {least}")
        scores = []
        for _ in range(20):
            self.engine.send("ucinewgame")
            scores.append(self.search("startpos", CLOCK)[1]["score"][1])
        self.assertLess(max(map(abs, scores)), 250)

    def test_sees_mate(self):
        """81: a mate in one is not missed for a mistake of judgement."""
        self.set("UCI_LimitStrength value true", "UCI_Elo value 800")
        for _ in range(10):
            self.engine.send("ucinewgame")
            move, info = self.search(MATE_IN_ONE, CLOCK)
            self.assertEqual((move, info["score"][:2]), ("a1a8", ("mate", 1)))

    def test_threads(self):
        """81: more threads make it no stronger."""
        self.set("Threads value 4", "UCI_LimitStrength value true", "UCI_Elo value 1600")
        self.engine.ready()  # takes the warning where there are fewer processors
        one = self.search(MIDGAME, CLOCK)[1]["nodes"]
        self.set("Threads value 1")
        self.assertEqual(self.search(MIDGAME, CLOCK)[1]["nodes"], one)
        self.set("Threads value 4", "UCI_LimitStrength value false")
        self.assertGreater(self.search(MIDGAME, "nodes 100000")[1]["nodes"], 99999)

    def test_elo_without_limit(self):
        """81: UCI_Elo alone changes nothing."""
        plain = self.search(MIDGAME, "depth 6")[1]["nodes"]
        self.engine.send("ucinewgame")
        self.set("UCI_Elo value 900")
        self.assertEqual(self.search(MIDGAME, "depth 6")[1]["nodes"], plain)


class SkillLevel(StrengthTest):
    def nodes(self, *options):
        self.set(*options)
        self.engine.send("ucinewgame")
        return self.search(MIDGAME, "nodes 400000")[1]["nodes"]

    def test_announced(self):
        self.assertIn("option name Skill Level type spin default 20 min 0 max 20", self.greeting)

    def test_is_an_elo(self):
        """A level searches what the Elo of its place on the scale does; 20 is full strength."""
        _, least, most = self.elo_range()
        for level in (0, 7, 19):
            elo = least + level * (most - least) // 20
            self.assertEqual(
                self.nodes("UCI_LimitStrength value false", f"Skill Level value {level}"),
                self.nodes("UCI_LimitStrength value true", "Skill Level value 20",
                           f"UCI_Elo value {elo}"), level)
        self.assertEqual(self.nodes("UCI_LimitStrength value false"), 400000)

    def test_elo_goes_first(self):
        weak = self.nodes("UCI_LimitStrength value true", "UCI_Elo value 900")
        self.assertEqual(self.nodes("Skill Level value 19"), weak)

    def test_analysis_is_not_weakened(self):
        self.assertLess(self.nodes("Skill Level value 3"), 60000)
        self.set("UCI_AnalyseMode value true")
        self.assertEqual(self.search(MIDGAME, "nodes 60000")[1]["nodes"], 60000)


class AnalyseMode(StrengthTest):
    def test_82_analyse_mode(self):
        """Off at first. Nobody analyses with a weakened engine."""
        self.assertIn("option name UCI_AnalyseMode type check default false", self.greeting)
        mode = "setoption name UCI_AnalyseMode value true"
        weak = ("setoption name UCI_LimitStrength value true",
                f"setoption name UCI_Elo value {self.elo_range()[1]}")
        analysis = search_after(mode, limits="depth 12")
        self.assertTrue(analysis)
        self.assertNotEqual(search_after(*weak, limits="depth 12"), search_after(limits="depth 12"))
        self.assertEqual(search_after(*weak, mode, limits="depth 12"), analysis)

    def test_full_strength(self):
        """81, 82: analysis is never weakened, nor is an infinite search or one for a mate."""
        mate = "mate 2 nodes 60000"
        full = self.search(MIDGAME, mate)[1]["nodes"]
        self.set("UCI_LimitStrength value true", "UCI_Elo value 800")
        self.engine.send("ucinewgame")
        self.assertEqual(self.search(MIDGAME, mate)[1]["nodes"], full)
        weak = self.search(MIDGAME, "nodes 60000")[1]["nodes"]
        self.assertLess(weak, 60000)
        self.engine.send(f"position {MIDGAME}", "go infinite nodes 60000")
        self.engine.read_for(0.5)
        self.engine.send("stop")
        self.assertGreaterEqual(parse_info(self.engine.read_until("bestmove")[-2])["nodes"], weak)
        self.set("UCI_AnalyseMode value true")
        self.assertEqual(self.search(MIDGAME, "nodes 60000")[1]["nodes"], 60000)
        self.set("UCI_AnalyseMode value false")
        self.assertEqual(self.search(MIDGAME, "nodes 60000")[1]["nodes"], weak)

    def test_single_move(self):
        """82: the only move is played at once in a game, and looked into in analysis."""
        clock = "wtime 6000 btime 6000"
        played = self.search(SINGLE_MOVE, clock)[1]["depth"]
        self.assertLess(played, 3)
        self.set("UCI_AnalyseMode value true")
        self.assertGreater(self.search(SINGLE_MOVE, clock)[1]["depth"], played + 2)


if __name__ == "__main__":
    main()
