#!/usr/bin/env python3
"""UCI_ShowWDL, UCI_Opponent, UCI_EngineAbout and Debug Log File. Numbers: rules in docs/uci.md."""

import os
import pathlib
import re
import tempfile
import time

from searches import same_search
from uci_process import SLOWDOWN, ReadyTest, main, pv_lines

WINNING = "fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"
MATE_IN_ONE = "fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"


class GuiOptionTest(ReadyTest):
    def set(self, option):
        self.engine.send(f"setoption name {option}")
        return self.engine.ready()

    def go(self, position, limits):
        self.engine.send(f"position {position}")
        return self.engine.go(limits)


class ShowWdl(GuiOptionTest):
    def chances(self, lines):
        return [
            tuple(map(int, re.search(r" wdl (\d+) (\d+) (\d+)( |$)", line).groups()[:3]))
            for line in pv_lines(lines)
        ]

    def test_off(self):
        """66: not shown unasked."""
        self.assertFalse([line for line in self.go("startpos", "depth 4") if "wdl" in line])

    def test_on(self):
        """66: three permilles beside each score, which say the same as the score."""
        self.set("UCI_ShowWDL value true")
        lines = self.go("startpos", "depth 6")
        scores = [int(re.search(r" score cp (-?\d+)", line)[1]) for line in pv_lines(lines)]
        chances = self.chances(lines)
        for score, (win, draw, loss) in zip(scores, chances):
            self.assertEqual(win + draw + loss, 1000)
            self.assertEqual(win > loss, score > 0)
        wins = [win - loss for _, (win, _, loss) in sorted(zip(scores, chances))]
        self.assertEqual(wins, sorted(wins))
        self.assertLess(abs(wins[0]), 250)
        self.assertGreater(self.chances(self.go(WINNING, "depth 3"))[-1][0], 900)
        self.assertEqual(self.chances(self.go(MATE_IN_ONE, "depth 3"))[-1], (1000, 0, 0))
        self.set("MultiPV value 3")
        self.assertGreater(len(self.chances(self.go("startpos", "depth 4"))), 9)
        self.set("UCI_ShowWDL value false")
        self.assertFalse([line for line in self.go("startpos", "depth 4") if "wdl" in line])

    def test_material(self):
        """66: the same score wins more games from a full board than from an endgame."""
        self.set("UCI_ShowWDL value true")
        found = []
        for position, move, after in (
            ("startpos", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ):
            self.set(f"UCI_SetPositionValue value 120 + {after}")
            lines = self.go(position, f"depth 1 searchmoves {move}")
            self.assertIn(" score cp 120 ", pv_lines(lines)[-1])
            found.append(self.chances(lines)[-1])
        self.assertGreater(found[0][0], 500)
        self.assertGreater(found[1][1], 500)


class Texts(GuiOptionTest):
    def test_84_about(self):
        """The text about the engine is announced; to set it changes nothing."""
        about = [line for line in self.greeting if "UCI_EngineAbout" in line]
        self.assertRegex(about[0], "^option name UCI_EngineAbout type string default .*Quorum")
        self.assertEqual(self.set("UCI_EngineAbout value something else"), [])
        self.assertEqual(self.engine.greet(), self.greeting)

    def test_83_opponent(self):
        """Title, Elo, kind and name; shown by d and in debug mode."""
        self.assertEqual(self.engine.options()["UCI_Opponent"][0], "string")
        for value, shown in (
            ("GM 2800 human Garry Kasparov", "GM Garry Kasparov, Elo 2800, human"),
            ("WIM none human A B  C", None),
            ("none 1200 computer X", None),
            ("none none computer Shredder", "Shredder, no Elo, computer"),
        ):
            self.assertEqual(self.set(f"UCI_Opponent value {value}"), [])
            if shown:
                self.assertIn(f"Opponent: {shown}", self.engine.ask("d"))
        for other_form in ("GM", "Garry Kasparov", "none 99999999999999999999 human N"):
            self.assertEqual(self.set(f"UCI_Opponent value {other_form}"), [])
            self.assertIn("Opponent: Shredder, no Elo, computer", self.engine.ask("d"))
        self.assertEqual(self.set("UCI_Opponent value <empty>"), [])
        self.assertFalse([line for line in self.engine.ask("d", "ucinewgame") if line.startswith("Opponent")])
        told = self.engine.ask("debug on", "setoption name UCI_Opponent value GM 2800 human Garry Kasparov")
        self.assertTrue([line for line in told if "Kasparov" in line])

    def test_play_is_the_same_against_all(self):
        """83: node for node, which several processes cannot repeat."""
        before = self.go("startpos", "depth 6")
        self.assertEqual(self.set("UCI_Opponent value GM 2800 human Garry Kasparov"), [])
        self.engine.send("ucinewgame")
        self.assertEqual(same_search(self.go("startpos", "depth 6")), same_search(before))


class DebugLog(GuiOptionTest):
    def setUp(self):
        super().setUp()
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = pathlib.Path(folder) / "a log; with \\ blanks.txt"

    def logged(self):
        """(direction, text) of each line; every one has a time."""
        lines = self.path.read_bytes().decode("latin-1").split("\n")
        self.assertEqual(lines.pop(), "")
        for line in lines:
            self.assertRegex(line, rf"^{STAMP} [<>] ")
        return [(line.split(" ")[1], line.split(" ", 2)[2]) for line in lines]

    def test_everything_is_logged(self):
        """Each line in and out, in order and at once."""
        self.assertEqual(self.set(f"Debug Log File value {self.path}"), [])
        self.engine.send("position startpos", "  go   depth 3 ")
        answer = self.engine.read_until("bestmove")
        logged = self.logged()
        self.assertEqual(
            [text for side, text in logged if side == "<"],
            ["isready", "position startpos", "go   depth 3"],
        )
        self.assertEqual([text for side, text in logged if side == ">"], ["readyok"] + answer)

    def test_appends(self):
        """What stands in the file stays there."""
        self.path.write_text("2026-01-01T00:00:00.000000Z < earlier\n")
        self.set(f"Debug Log File value {self.path}")
        self.engine.ready()
        self.assertEqual(self.logged()[0], ("<", "earlier"))
        self.assertGreater(len(self.logged()), 2)

    def test_bad_paths(self):
        """22: explained, and the engine goes on."""
        paths = [self.path.parent, self.path.parent / "none" / "x", "x" * 5000, "/proc/self/fd/0"]
        if os.geteuid() != 0:
            paths.append("/proc/version")
        for path in paths:
            (line,) = self.set(f"Debug Log File value {path}")
            self.assertRegex(line, "^info string Debug Log File: .*: ")
        self.engine.send_bytes(b"setoption name Debug Log File value a\0b\n")
        self.assertEqual(len(self.engine.ready()), 1)
        self.assertEqual(self.go("startpos", "depth 1 searchmoves e2e4")[-1], "bestmove e2e4")

    def test_pipe_without_reader(self):
        """Nobody is waited for."""
        os.mkfifo(self.path)
        started = time.monotonic()
        (line,) = self.set(f"Debug Log File value {self.path}")
        self.assertRegex(line, "^info string Debug Log File: ")
        self.assert_prompt(time.monotonic() - started, 2 * SLOWDOWN)

    def test_disk_full(self):
        """A log that can be written no more ends, is complained about once, and nothing else."""
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("there is no /dev/full")
        lines = self.set("Debug Log File value /dev/full") + self.engine.ready()
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], "^info string Debug Log File: .*nothing more is logged$")
        self.assertEqual(self.engine.ready(), [])

    def test_threads_share_it(self):
        """Lines of several threads do not mix."""
        self.set("Threads value 4")
        self.set(f"Debug Log File value {self.path}")
        self.engine.send("debug on", "position startpos", "go movetime 300")
        for _ in range(50):
            self.engine.send("isready")
        said = self.engine.read_until("bestmove")
        while said.count("readyok") < 50:
            said += self.engine.read_until("readyok")
        self.engine.ready()
        answers = [text for side, text in self.logged() if side == ">"]
        self.assertEqual(answers.count("readyok"), 52)
        self.assertEqual(len([text for text in answers if text.startswith("bestmove")]), 1)


if __name__ == "__main__":
    main()
