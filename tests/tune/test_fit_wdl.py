#!/usr/bin/env python3
"""scripts/fit-wdl: a game as PGN says the same as its lines by quorum-data, and a model is found again."""

import math
import os
import random
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "scripts")
SCRIPT = os.path.join(SCRIPTS, "fit-wdl")
sys.path.insert(0, SCRIPTS)  # for what scripts share

# Castling on both sides, en passant, captures and a promotion: after each move the material that is left.
GAME = """[Event "?"]
[Result "1-0"]
[FEN "r3k2r/1P1p4/8/4Pp2/8/8/1n6/R3K2R w KQkq f6 0 1"]

1. e1g1 {+1.00/9 0.1s} e8c8 {-1.00/9 0.1s} 2. e5f6 {+1.00/9 0.1s} d7d6 {-1.00/9 0.1s}
3. b7b8q {+M5/9 0.1s} c8b8 {-1.00/9 0.1s} 4. a1b1 {+1.00/9 0.1s} b8c8 {-1.00/9 0.1s, White wins} 1-0
"""


def fit(text, *names):
    return subprocess.run([sys.executable, SCRIPT, *names], input=text, capture_output=True, text=True, timeout=100)


class FitWdl(unittest.TestCase):
    def test_material_along_a_game(self):
        script = {"__name__": "fit_wdl"}
        with open(SCRIPT, encoding="utf-8") as file:
            exec(file.read(), script)
        positions = list(script["read_games"](GAME))
        # The mate has no score in centipawns. Four rooks, a knight and four pawns are 27.
        self.assertEqual([material for material, _, _ in positions], [27, 27, 27, 26, 34, 25, 25])
        self.assertEqual({(score, result) for _, score, result in positions}, {(100, 2), (-100, 0)})

    def test_moves_without_a_score(self):
        """They are played, as those of a book."""
        script = {"__name__": "fit_wdl"}
        with open(SCRIPT, encoding="utf-8") as file:
            exec(file.read(), script)
        game = GAME.replace(" {+1.00/9 0.1s} d7d6 {-1.00/9 0.1s}", "\n{a1a8 was a threat} d7d6 {book}")
        self.assertEqual([material for material, _, _ in script["read_games"](game)], [27, 27, 34, 25, 25])

    def test_finds_a_model_again(self):
        chance = random.Random(1)
        lines, games = [], []
        for _ in range(6000):
            score = chance.randint(-400, 400)
            won = 1 / (1 + math.exp((120 - score) / 70))
            lost = 1 / (1 + math.exp((120 + score) / 70))
            draw = chance.random()
            result = "1-0" if draw < won else "0-1" if draw < won + lost else "1/2-1/2"
            fen = "rnbqkb1r/8/8/8/8/8/8/RNBQKBN1 w - - 0 1"
            lines.append(f"{fen} ; {score} ; {result} ; a1a2")
            games.append(f'[Event "?"]\n[Result "{result}"]\n[FEN "{fen}"]\n\n'
                         f'1. a1a2 {{{score / 100:+.2f}/9 0.1s}} {result}\n')
        answer = fit("\n".join(lines) + "\n")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        nodes = [f"{fen} ; 0 ; {mark} ; a1a2" for mark in ("=", ">=", "<=")]
        self.assertEqual(fit("\n".join(nodes * 1000 + lines) + "\n").stdout, answer.stdout)
        material, half, spread = map(int, answer.stdout.strip(" {},\n").split(","))
        self.assertEqual(material, 57)
        self.assertAlmostEqual(half, 120, delta=10)
        self.assertAlmostEqual(spread, 70, delta=8)
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "games.pgn")
            with open(name, "w", encoding="utf-8") as file:
                file.write("\n".join(games))
            self.assertEqual(fit("", name).stdout, answer.stdout)

    def test_too_few_positions(self):
        for text, count in (("", 0), ("rnbqkb1r/8/8/8/8/8/8/RNBQKBN1 w - - 0 1 ; 9 ; 1-0 ; a1a2\n" * 1999, 1999)):
            answer = fit(text)
            self.assertEqual((answer.returncode, answer.stdout), (1, ""))
            self.assertIn(f"{count} positions are too few", answer.stderr)

    def test_bad_input(self):
        for line in ("nonsense\n", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; 0.5 ; 1-0 ; e2e4\n"):
            answer = fit(line)
            self.assertEqual((answer.returncode, answer.stdout, answer.stderr),
                             (1, "", "fit-wdl: line 1 is not one of quorum-data text\n"))
        answer = fit("", "/missing.pgn")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr),
                         (2, "", "fit-wdl: /missing.pgn: No such file or directory\n"))

    def test_games_that_cannot_be_played(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "games.pgn")
            for part, other, fault in (("2. e5f6", "2. e4f5", "e4f5 moves no man"),
                                       ("r3k2r/1P1p4/", "r3k2r/1P1p4/p", "no FEN: r3k2r/1P1p4/p8/4Pp2/8/8/1n6/R3K2R w KQkq f6 0 1"),
                                       (" w KQkq f6 0 1", "", "no FEN: r3k2r/1P1p4/8/4Pp2/8/8/1n6/R3K2R")):
                with open(name, "w", encoding="utf-8") as file:
                    file.write(GAME + "\n" + GAME.replace(part, other))
                answer = fit("", name)
                self.assertEqual((answer.returncode, answer.stdout, answer.stderr),
                                 (1, "", f"fit-wdl: {name}: game 2: {fault}\n"))

    def test_closed_input(self):
        answer = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, SCRIPT], capture_output=True, text=True,
                                timeout=100)
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr),
                         (1, "", "fit-wdl: standard input is closed\n"))

    def test_help(self):
        answer = fit("", "--help")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("quorum-data text FILE... | scripts/fit-wdl", answer.stdout)


if __name__ == "__main__":
    unittest.main()
