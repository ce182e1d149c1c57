#!/usr/bin/env python3
"""Commands beside searching: register, d, eval, flip, compiler, help, go perft, and what debug mode
tells about them. Numbers: rules in docs/uci.md."""

import re
import time

from uci_process import SLOWDOWN, START, EngineTest, UciProcess, best_move, main

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHECKED = "4k3/8/8/8/7b/8/8/4K3 w - - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"


class CommandTest(EngineTest):
    def ask(self, *commands):
        self.engine.send(*commands)
        return self.engine.ready()


class Registration(CommandTest):
    ANSWER = ["registration checking", "registration ok"]

    def test_27_register_is_understood(self):
        """Putting it off is no attempt, and neither is a line without any of the words."""
        self.assertEqual(self.ask("register later", "register", "register foo"), [])
        self.ask("debug on")
        lines = self.ask("register later", "debug off")
        self.assertFalse([line for line in lines if "string register" in line or "registration" in line])
        self.assertEqual(self.ask("register name Stefan MK code 4359874324"), self.ANSWER)

    def test_28_answers_to_register(self):
        """Each attempt is checked and found to be in order, at any time."""
        for line in (
            "register name A  B C code 1 2 3",
            "register code 4359874324 name Stefan MK",
            "register name X",
            "register code 12",
            "  register \t code  1 ",
        ):
            self.assertEqual(self.ask(line), self.ANSWER, line)
        self.engine.send("position startpos", "go infinite", "register name X code Y")
        lines = self.ask()
        self.assertEqual([line for line in lines if line.startswith("registration")], self.ANSWER)
        best_move(self.engine.stop())

    def test_29_no_copy_protection(self):
        """Nothing is said about copy protection, asked or not."""
        self.assertFalse([line for line in self.greeting if "copyprotection" in line])
        self.assertEqual(self.ask("copyprotection", "registration"), [])
        self.assertEqual(self.engine.read_for(0.1), [])
        best_move(self.engine.go("depth 2"))


class Display(CommandTest):
    def field(self, lines, name):
        (line,) = [line for line in lines if line.startswith(f"{name}:")]
        return line.removeprefix(f"{name}:").strip()

    def test_board(self):
        """The board, its FEN, checkers and moves; `display` is the same."""
        lines = self.ask(f"position fen {KIWIPETE}", "d")
        rows = [line for line in lines if line.startswith(" | ")]
        self.assertEqual(len(rows), 8)
        letters = "".join(re.sub("[^A-Za-z ]", "", row[3::4])[:8] for row in rows)
        expected = re.sub(r"\d", lambda digit: " " * int(digit.group()), KIWIPETE.split()[0])
        self.assertEqual(letters, expected.replace("/", ""))
        self.assertEqual(self.field(lines, "Fen"), KIWIPETE)
        self.assertRegex(self.field(lines, "Key"), "^[0-9A-F]{16}$")
        self.assertEqual(self.field(lines, "Checkers"), "")
        self.assertEqual(self.field(lines, "Legal moves"), "48")
        self.assertEqual(self.ask("display"), lines)

    def test_check_and_mate(self):
        """Checkers are named, and the end of a game too."""
        self.assertEqual(
            self.field(self.ask(f"position fen {CHECKED}", "d"), "Checkers"), "h4"
        )
        self.assertEqual(self.field(self.ask(f"position fen {MATED}", "d"), "Legal moves"), "0 (mate)")

    def test_draws(self):
        """A draw by stalemate, by the 50-move rule, which mate goes before, or for want of material."""
        stalemated = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
        self.assertEqual(
            self.field(self.ask(f"position fen {stalemated}", "d"), "Legal moves"), "0 (stalemate)"
        )
        for fen, shown in (
            ("4k3/8/8/8/8/8/8/K6R w - - 99 90", "99 of 100 plies"),
            ("4k3/8/8/8/8/8/8/K6R w - - 100 90", "100 of 100 plies (draw)"),
            (MATED.replace("0 1", "100 90"), "100 of 100 plies"),
        ):
            self.assertEqual(self.field(self.ask(f"position fen {fen}", "d"), "Fifty moves"), shown)
        self.assertNotIn("Material", "\n".join(self.ask("d")))
        lines = self.ask("position fen 4k3/8/8/8/8/8/8/KN6 w - - 0 1", "d")
        self.assertEqual(self.field(lines, "Material"), "nobody can mate (draw)")

    def test_repetition(self):
        """34: how often the position has stood comes from the move list."""
        dance = "g1f3 g8f6 f3g1 f6g8 "
        key = self.field(self.ask("position startpos", "d"), "Key")
        for times, expected in ((1, "2 times"), (2, "3 times (draw by repetition)")):
            lines = self.ask(f"position startpos moves {dance * times}", "d")
            self.assertEqual(self.field(lines, "Stood here"), expected)
            self.assertEqual(self.field(lines, "Key"), key)
        lines = self.ask(f"position startpos moves {dance}e2e4", "d")
        self.assertEqual(self.field(lines, "Stood here"), "1 time")

    def test_while_searching(self):
        """7: shown at once, and the search goes on."""
        self.engine.send("position startpos", "go infinite")
        self.assertTrue([line for line in self.ask("d", "eval", "help") if line.startswith("Fen")])
        self.engine.send("stop")
        best_move(self.engine.read_until("bestmove"))


class Eval(CommandTest):
    def score(self, lines, name):
        (line,) = [line for line in lines if line.startswith(f"{name}: ")]
        return int(re.fullmatch(rf"{name}: (-?\d+) centipawns \(White's view\)", line).group(1))

    def total(self, lines):
        return self.score(lines, "Evaluation")

    def shown(self, lines, name):
        (line,) = [line for line in lines if line.startswith(f"{name}: ")]
        return line.removeprefix(f"{name}: ")

    def test_network(self):
        """The board with the value of each piece but the kings, the network, its output, its score."""
        lines = self.ask(f"position fen {KIWIPETE}", "eval")
        rows = [line for line in lines if re.fullmatch(r"(\|   [A-Za-z .]   ){8}\| \d", line)]
        values = [line for line in lines if re.fullmatch(r"(\|( +-?\d+)? +){8}\|", line)]
        board = KIWIPETE.split()[0].split("/")
        self.assertEqual([re.sub(r"[^A-Za-z]", "", row) for row in rows],
                         [re.sub(r"\d", "", row) for row in board])
        self.assertEqual([len(re.findall(r"\d+", row)) for row in values],
                         [len(re.sub(r"[\dKk]", "", row)) for row in board])
        self.assertRegex(self.shown(lines, "Network"), r"^[0-9a-f]{16}$")
        men = sum(letter.isalpha() for letter in "".join(board))
        self.assertEqual(self.shown(lines, "Output"), f"number {(men - 2) // 4}")
        self.assertEqual(self.score(lines, "By network"), self.total(lines))
        self.assertFalse([line for line in lines if "bare king" in line])

    def shares(self, fen):
        """What a search takes of the evaluation: by men left, and by the 50-move rule."""
        pattern = r"times (\d\.\d{4}) by men left, times (\d\.\d{4}) by the 50-move rule"
        lines = self.ask(f"position fen {fen}", "eval")
        return [float(x) for x in re.fullmatch(pattern, self.shown(lines, "In a search")).groups()]

    def test_scaling(self):
        """It takes less the fewer men are left, and the longer no pawn has moved."""
        few = "8/5k2/8/8/3P4/8/4K3/8 b - - {} 90"
        many = self.shares(KIWIPETE)
        fresh, old = self.shares(few.format(0)), self.shares(few.format(60))
        self.assertGreater(many[0], fresh[0])
        self.assertEqual([many[1], fresh[1]], [1, 1])
        self.assertEqual(old[0], fresh[0])
        self.assertLess(old[1], 0.9)

    def test_bare_king(self):
        """Where a side has a bare king the rules count, and eval says so."""
        rules = "By the rules for a bare king"
        won = self.ask("position fen 8/8/4k3/8/8/8/8/3QK3 b - - 0 1", "eval")
        drawn = self.ask("position fen 8/8/4k3/8/8/8/8/3NK3 w - - 0 1", "eval")
        self.assertGreater(self.total(won), 900)
        self.assertEqual(self.score(won, rules), self.total(won))
        self.assertEqual(self.score(drawn, rules), 0)
        self.assertEqual(self.total(drawn), 0)
        self.score(won, "By network")

    def test_flip(self):
        """The same position with the colours exchanged is worth as much for the other side."""
        before = self.total(self.ask(f"position fen {KIWIPETE}", "eval"))
        self.assertEqual(self.total(self.ask("flip", "eval")), -before)
        self.assertEqual(self.total(self.ask("flip", "eval")), before)

    def test_in_check(self):
        """A position in check has no static evaluation."""
        lines = self.ask(f"position fen {CHECKED}", "eval")
        self.assertTrue(any(line.startswith("In check") for line in lines))


class Others(CommandTest):
    def test_flip(self):
        """Colours, castling rights, en-passant square and side to move are exchanged."""
        fen = "r3k2r/8/8/3pP3/8/8/8/R3K1NR w KQk d6 0 2"
        lines = self.ask(f"position fen {fen}", "flip", "d")
        self.assertIn("Fen: r3k1nr/8/8/8/3Pp3/8/8/R3K2R b Kkq d3 0 2", lines)
        self.assertIn("Stood here: 1 time", lines)

    def test_flip_is_not_for_a_search(self):
        """36: the position that is being searched stays."""
        self.engine.send("position startpos", "go infinite", "flip")
        self.assertIn(f"Fen: {START}", self.ask("d"))
        self.engine.stop()

    def test_compiler(self):
        """Version, compiler, instructions and options of the build."""
        lines = self.ask("compiler")
        self.assertRegex(lines[0], r"^Quorum \d")
        text = "\n".join(lines)
        for part in ("Compiled by", "Processor", "Instruction set", "Built with", "Checks"):
            self.assertRegex(text, rf"(?m)^{part} *: \S")

    def test_help(self):
        """Every command with a word of explanation."""
        lines = self.ask("help")
        for line in lines:
            self.assertRegex(line, r"^[a-z]+( .+)?: \S.*$")
        names = [line.split(":")[0].split()[0] for line in lines]
        for name in ("uci", "go", "stop", "setoption", "d", "eval", "help", "quit"):
            self.assertIn(name, names)
        self.assertEqual(len(names), len(set(names)))


class Perft(CommandTest):
    def count(self, position, depth):
        self.engine.send(f"position {position}", f"go perft {depth}")
        lines = self.engine.read_until("Nodes searched")
        moves = [re.fullmatch(r"([a-h][1-8][a-h][1-8][nbrq]?): (\d+)", line) for line in lines[:-2]]
        self.assertTrue(all(moves), lines)
        total = int(lines[-1].split(": ")[1])
        if depth > 0:
            self.assertEqual(sum(int(move.group(2)) for move in moves), total)
        self.assertEqual(lines[-2], "")
        self.assertEqual(self.ask(), [""])
        return len(moves), total

    def test_counts(self):
        """The counts of known positions, a line for each move."""
        self.assertEqual(self.count("startpos", 1), (20, 20))
        self.assertEqual(self.count("startpos", 4), (20, 197281))
        self.assertEqual(self.count("startpos", 5), (20, 4865609))
        self.assertEqual(self.count(f"fen {KIWIPETE}", 3), (48, 97862))
        self.assertEqual(self.count(f"fen {MATED}", 3), (0, 0))
        self.assertEqual(self.count("startpos", 0), (0, 1))

    def test_chess960(self):
        """88: castling in the notation of the mode."""
        castling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        self.engine.send(castling, "go perft 1")
        self.assertIn("e1g1: 1", self.engine.read_until("Nodes searched"))
        self.ask("setoption name UCI_Chess960 value true")
        self.engine.send(castling, "go perft 1")
        self.assertIn("e1h1: 1", self.engine.read_until("Nodes searched"))

    def test_input_is_heard(self):
        """7, 15, 21: isready is answered at once; stop ends the count, and no bestmove comes."""
        self.engine.send("position startpos", "go perft 12")
        for _ in range(3):
            started = time.monotonic()
            self.engine.send("isready", "d")
            self.engine.read_until("readyok")
            self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)
        self.engine.send("go depth 1", "position startpos moves e2e4")
        self.ask()
        started = time.monotonic()
        self.engine.send("stop")
        self.engine.read_until("info string perft: stopped")
        self.assert_prompt(time.monotonic() - started, 0.5 * SLOWDOWN)
        self.assertFalse([line for line in self.ask() if "bestmove" in line])
        lines = self.engine.go("depth 1")
        best_move(lines)
        self.assertEqual(self.ask("stop"), [])

    def test_patience(self):
        """21: commands that need an idle engine wait a second in all for it."""
        self.engine.send("position startpos", "go perft 15")
        self.ask()
        started = time.monotonic()
        self.engine.send(*["ucinewgame"] * 5, "isready")
        self.engine.read_until("readyok")
        seconds = time.monotonic() - started
        self.assertGreater(seconds, 0.9)
        self.assert_prompt(seconds, 2.0 * SLOWDOWN)

    def test_quit(self):
        """10: quit and the end of the input do not wait long for it."""
        for close in (False, True):
            with UciProcess() as engine:
                engine.greet()
                engine.send("position startpos", "go perft 15")
                engine.ready()
                self.assert_prompt(self.seconds_to_end(engine, close), 2.0 * SLOWDOWN)
                self.assertIn("info string perft: stopped", engine.read_rest())

    def test_script(self):
        """Short counts, other commands and quit, all sent at once."""
        self.engine.send(
            "position startpos", "go perft 4", f"position fen {KIWIPETE}", "go perft 3", "quit"
        )
        sums = [line for line in self.engine.read_rest() if line.startswith("Nodes")]
        self.assertEqual(sums, ["Nodes searched: 197281", "Nodes searched: 97862"])
        self.exits_cleanly(self.engine)

    def test_bad_numbers(self):
        """4: a missing number is one, and absurd ones are harmless."""
        self.engine.send("position startpos", "go perft")
        self.assertEqual(self.engine.read_until("Nodes searched")[-1], "Nodes searched: 20")
        self.engine.send("go perft -7")
        self.assertEqual(self.engine.read_until("Nodes searched")[-1], "Nodes searched: 1")
        self.engine.send("go perft 99999999999999999999", "stop")
        self.engine.read_until("info string perft: stopped")
        self.assertEqual(best_move(self.engine.go("depth 1 searchmoves e2e4")), "e2e4")


class DebugNotes(CommandTest):
    def test_decisions(self):
        """13: what was received, and what came of it."""
        self.ask("debug on")
        for command, note in (
            ("setoption name Ponder value true", "setoption: Ponder is set"),
            ("setoption name UCI_Opponent value GM 2800 human Garry Kasparov",
             "opponent: GM Garry Kasparov, Elo 2800, human"),
            ("position startpos moves e2e4",
             "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("register", "register: neither later nor name nor code"),
            ("setoption name UCI_EngineAbout value me", 'UCI_EngineAbout: stays as it is, not "me"'),
            ("setoption name UCI_Opponent value me",
             'UCI_Opponent: not of the form title, Elo, kind, name: "me"'),
        ):
            lines = self.ask(command)
            self.assertIn(f'info string received "{command}"', lines)
            self.assertIn(f"info string {note}", lines)
            self.assertEqual(any(line.endswith("is set") for line in lines), note in (
                "setoption: Ponder is set", "opponent: GM Garry Kasparov, Elo 2800, human"))
        self.ask("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1234")
        self.assertIn("info string go: as strong as Elo 1234", self.engine.go("depth 1"))


if __name__ == "__main__":
    main()
