#!/usr/bin/env python3
"""quorum-data from the outside: statistics, text, verification, merging, filtering, import."""

import os
import resource
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
import unittest

from programs import number, program, run, text_of


class Data(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.mkdtemp()
        cls.one, cls.two = cls.path("one"), cls.path("two")
        for seed, out in enumerate((cls.one, cls.two)):
            process = run("datagen", "--positions", 800, "--nodes", 30 + seed, "--seed", seed,
                          "--endgame", 30, "--chess960", 30, "--out", out)
            assert process.returncode == 0, process.stderr

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.directory)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.directory, name)

    def out(self):
        out = self.path("out")
        if os.path.exists(out):
            os.remove(out)
        return out

    def damaged_copy(self):
        """Of the first file, with a second block that is intact."""
        path = self.path("damaged")
        shutil.copy(self.one, path)
        run("datagen", "--positions", 1200, "--nodes", 30, "--seed", 0, "--endgame", 30,
            "--chess960", 30, "--out", path)
        with open(path, "r+b") as file:
            file.seek(512 + 200)
            byte = file.read(1)[0]
            file.seek(512 + 200)
            file.write(bytes([byte ^ 1]))
        return path

    def test_text(self):
        for line in text_of(self.one).splitlines():
            fen, score, result, move = line.split(" ; ")
            self.assertEqual(len(fen.split()), 6)
            self.assertLessEqual(abs(int(score)), 32000)
            self.assertIn(result, ("1-0", "1/2-1/2", "0-1"))
            self.assertRegex(move, "^[a-h][1-8][a-h][1-8][nbrq]?$")
        self.assertEqual(len(run("data", "text", "-n", 7, self.one).stdout.splitlines()), 7)

    def trainers_text(self, path, *options):
        process = run("data", "text", "--trainers", *options, path)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return process.stdout

    def imported(self, text, *more):
        """A file of games made of the lines, and the process that made it."""
        source, out = self.path("source.txt"), self.out()
        with open(source, "w", encoding="ascii") as file:
            file.write(text)
        return out, run("data", "import", "--out", out, source, *more)

    def test_trainers_text_is_from_whites_side(self):
        points = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
        wanted = []
        for line in text_of(self.one).splitlines():
            fen, score, result, _ = line.split(" ; ")
            white = int(score) if fen.split()[1] == "w" else -int(score)
            wanted.append(f"{fen} | {white} | {points[result]}")
        self.assertGreater(sum(" b " in line for line in wanted), 100)
        self.assertEqual(self.trainers_text(self.one).splitlines(), wanted)
        self.assertEqual(self.trainers_text(self.one, "-n", 5).splitlines(), wanted[:5])

    def test_trainers_text_of_nodes_is_refused(self):
        """Their results are bounds."""
        nodes = self.path("nodes")
        process = run("datagen", "--positions", 20, "--nodes", 100, "--plies", 3, "--tree-nodes", 4, "--out", nodes)
        self.assertEqual(process.returncode, 0, process.stderr)
        process = run("data", "text", "--trainers", nodes)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn(f"{nodes}: --trainers: nodes of search trees have no result", process.stderr)

    def test_text_tells_values_of_nodes_from_bounds(self):
        """Exact nodes are drawn in the file, and bounds won for whom they favour."""
        nodes = self.path("marked")
        process = run("datagen", "--positions", 2000, "--nodes", 400, "--plies", 6, "--tree-nodes", 20,
                      "--tree-depth", 1, "--out", nodes)
        self.assertEqual(process.returncode, 0, process.stderr)
        lines = [line.split(" ; ") for line in text_of(nodes).splitlines()]
        marks = [(fen.split()[1], mark) for fen, _, mark, _ in lines]
        stats = run("data", "stats", nodes)
        white = [("w", ">="), ("b", "<=")]
        self.assertEqual(set(marks), {(side, mark) for side in "wb" for mark in ("=", ">=", "<=")})
        self.assertEqual(sum(mark == "=" for _, mark in marks), number(stats, "Drawn"))
        self.assertEqual(sum(pair in white for pair in marks), number(stats, "White"))

    def test_import_of_what_text_prints(self):
        """The same positions, scores and results, and those are kept that were."""
        for options in ((), ("--kept",)):
            text = self.trainers_text(self.one, *options) + self.trainers_text(self.two, *options)
            lines = len(text.splitlines())
            out, process = self.imported(text)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            self.assertEqual(process.stdout, f"{out}: {lines} of {lines} lines\n")
            self.assertEqual(self.trainers_text(out), text)
            stats = run("data", "stats", out)
            self.assertEqual((number(stats, "Games"), number(stats, "Plies")), (lines, lines))
        self.assertEqual(number(stats, "Kept"), lines)
        self.assertEqual(self.trainers_text(out, "--kept"), text)
        self.assertEqual(run("data", "verify", out).returncode, 0)

    def test_import_as_others_write(self):
        fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        out, process = self.imported(f"{fen}|35|1\r\n\n  {fen} |  -7  | 0.50\n{fen} | +0 | .0")
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(self.trainers_text(out).splitlines(),
                         [f"{fen} | 35 | 1.0", f"{fen} | -7 | 0.5", f"{fen} | 0 | 0.0"])
        self.assertEqual([line.split(" ; ")[1:3] for line in text_of(out).splitlines()],
                         [["-35", "1-0"], ["7", "1/2-1/2"], ["0", "0-1"]])
        with open(self.path("source.txt"), encoding="ascii") as file:
            process = subprocess.run([program("data"), "import", "-o", self.out(), "-"], stdin=file,
                                     capture_output=True, timeout=60, check=False)
        self.assertEqual((process.returncode, process.stderr), (0, b""))

    def test_import_names_bad_lines_and_takes_the_rest(self):
        fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        bad = {f"{fen} | 1": "not of the form", f"{fen} ; 1 ; 1-0 ; e2e4": "not of the form",
               f"{fen} | 1 | 1.0 | x": "not of the form", f"{fen} |  | 1.0": "not of the form",
               "4k3/8/8/8/8/8/4P3 w - - 0 1 | 1 | 1.0": "of the FEN",
               f"{fen} | 1.5 | 1.0": "the score", f"{fen} | 32768 | 1.0": "the score",
               f"{fen} | 1 | 1-0": "the result", f"{fen} | 1 | 0.7": "the result",
               "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 | 0 | 0.5": "no legal move"}
        out, process = self.imported(f"{fen} | 1 | 0.5\n" + "\n".join(bad) + f"\n{fen} | 2 | 0.5\n")
        self.assertEqual((process.returncode, process.stdout), (1, f"{out}: 2 of 12 lines\n"))
        self.assertEqual(self.trainers_text(out), f"{fen} | 1 | 0.5\n{fen} | 2 | 0.5\n")
        for number_of, (line, why) in zip(process.stderr.splitlines(), bad.items()):
            self.assertRegex(number_of, rf"source.txt:\d+: .*{why}", line)
        _, process = self.imported(f"{fen} | 1 | 0.5\n" + 50 * "x\n")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(len(process.stderr.splitlines()), 11)
        self.assertIn("50 lines in all are left out", process.stderr)

    def test_import_of_nothing_leaves_no_file(self):
        fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        for text, more in (("", ()), ("x\n", ()), (f"{fen} | 1 | 0.5\n", (self.path("missing"),))):
            out, process = self.imported(text, *more)
            self.assertEqual((process.returncode, process.stdout), (2, ""), text)
            self.assertNotEqual(process.stderr, "")
            self.assertFalse(os.path.exists(out))

    def test_stats_add_up(self):
        stats = run("data", "stats", self.one, self.two)
        self.assertEqual(stats.returncode, 0)
        games = number(stats, "Games")
        self.assertEqual(sum(number(stats, name) for name in ("White", "Drawn", "Black")), games)
        self.assertEqual(number(stats, "Plies"),
                         len((text_of(self.one) + text_of(self.two)).splitlines()))
        self.assertEqual(number(stats, "Bytes"),
                         os.path.getsize(self.one) + os.path.getsize(self.two))
        for nodes in (30, 31):
            self.assertRegex(stats.stdout, rf"\n  [0-9a-f]{{16}} +{nodes} +\d+\n")

    def test_stats_of_many_origins(self):
        """No origin has the games of those for which there is no room."""
        files = [self.path(f"origin{nodes}") for nodes in range(1, 68)]
        for nodes, out in enumerate(files, 1):
            process = run("datagen", "--positions", 1, "--nodes", nodes, "--plies", 1, "--out", out)
            self.assertEqual(process.returncode, 0, process.stderr)
        stats = run("data", "stats", *files)
        rows = stats.stdout.split("nodes a move, games\n")[1].split("\n\n")[0].splitlines()
        counts = [int(row.split()[-1]) for row in rows]
        each = [number(run("data", "stats", out), "Games") for out in files]
        self.assertEqual(counts[:64], each[:64])
        self.assertEqual(rows[64].split(), ["others", str(sum(each[64:]))])

    def test_merge(self):
        out = self.out()
        process = run("data", "merge", "--out", out, self.one, self.two)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(text_of(out), text_of(self.one) + text_of(self.two))
        self.assertIn(" 31 ", run("data", "stats", out).stdout)
        again = run("data", "merge", "--out", out, self.one)
        self.assertEqual(again.returncode, 2)
        self.assertIn("exists already", again.stderr)
        continued = run("datagen", "--positions", 9000, "--nodes", 30, "--out", out)
        self.assertEqual(continued.returncode, 2)

    def test_standard_output_is_no_file_of_games(self):
        for words in (("merge", self.one), ("filter", self.one), ("import", "-")):
            process = subprocess.run([program("data"), words[0], "--out", "-", *words[1:]], cwd=self.directory,
                                     input=self.trainers_text(self.one), capture_output=True, text=True, timeout=60)
            self.assertEqual((process.returncode, process.stdout, process.stderr),
                             (2, "", "quorum-data: --out needs the name of a file\n"))
            self.assertNotIn("-", os.listdir(self.directory))

    def test_no_file_is_left_where_there_is_no_room(self):
        """Neither for its header nor for its games: the same command may come again."""
        for room in (0, 100, 600):
            out = self.out()
            process = subprocess.run(
                [program("data"), "merge", "--out", out, self.one], stderr=subprocess.PIPE, text=True, timeout=60,
                restore_signals=False,  # SIGXFSZ, which Python ignores, would end it
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)), check=False)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(f"{out}: File too large", process.stderr)
            self.assertEqual(self.leftovers(), {}, room)

    def leftovers(self):
        """What a command that was to write the file has left, with the sizes."""
        return {name: os.path.getsize(self.path(name)) for name in os.listdir(self.directory) if name.startswith("out")}

    def ended_in_the_middle(self, ending, *words, feed=None):
        """Ends quorum-data with a signal once it has written a block; what it leaves."""
        out = self.out()
        process = subprocess.Popen([program("data"), words[0], "--out", out, *words[1:]], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        end = time.monotonic() + 60
        while not any(size > 1000 for size in self.leftovers().values()):
            self.assertLess(time.monotonic(), end)
            self.assertIsNone(process.poll(), process.stderr)
            if feed:
                process.stdin.write(feed)
                process.stdin.flush()
        process.send_signal(ending)
        self.assertEqual(process.wait(60), -ending)
        return self.leftovers()

    def test_a_kill_leaves_no_file_that_reads_as_whole(self):
        lines = self.trainers_text(self.one).encode()
        for words, feed in ((("merge", *[self.one] * 4000), None), (("filter", *[self.one] * 4000), None),
                            (("import", "-"), lines)):
            left = self.ended_in_the_middle(signal.SIGKILL, *words, feed=feed)
            self.assertEqual(len(left), 1, words[0])
            self.assertNotIn("out", left, words[0])
            os.remove(self.path(*left))

    def test_a_signal_leaves_nothing(self):
        """Also while it waits for input."""
        lines = self.trainers_text(self.one).encode()
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.assertEqual(self.ended_in_the_middle(ending, "merge", *[self.one] * 4000), {})
            self.assertEqual(self.ended_in_the_middle(ending, "import", "-", feed=lines), {})

    def test_a_file_that_comes_meanwhile_is_kept(self):
        out = self.out()
        process = subprocess.Popen([program("data"), "import", "--out", out, "-"], stdin=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        process.stdin.write(self.trainers_text(self.one))
        process.stdin.flush()
        end = time.monotonic() + 60
        while not self.leftovers():
            self.assertLess(time.monotonic(), end)
        with open(out, "w", encoding="ascii") as file:
            file.write("precious")
        self.assertEqual(process.communicate(timeout=60)[1], f"quorum-data: {out} exists already\n")
        self.assertEqual((process.returncode, self.leftovers()), (2, {"out": len("precious")}))
        with open(out, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")

    def test_filter(self):
        middling = statistics.median_low(highest_score(game) for game in games_of(self.one))
        for option, value, wanted in (
                ("--result", "white", lambda lines: lines[0][2] == "1-0"),
                ("--max-pieces", 8, lambda lines: pieces(lines[0][0]) <= 8),
                ("--min-pieces", 9, lambda lines: pieces(lines[0][0]) >= 9),
                ("--max-plies", 60, lambda lines: len(lines) <= 60),
                ("--min-plies", 60, lambda lines: len(lines) >= 60),
                ("--max-start-score", 50, lambda lines: abs(int(lines[0][1])) <= 50),
                ("--max-score", middling, lambda lines: highest_score(lines) <= middling)):
            out = self.out()
            process = run("data", "filter", option, value, "--out", out, self.one)
            self.assertEqual((process.returncode, process.stderr), (0, ""), option)
            expected = [game for game in games_of(self.one) if wanted(game)]
            self.assertTrue(0 < len(expected) < len(games_of(self.one)), option)
            self.assertEqual(games_of(out), expected, option)

    def test_verify(self):
        process = run("data", "verify", self.one, self.two)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(process.stdout.count("intact"), 2)

    def test_damage_is_named_and_the_rest_is_used(self):
        damaged = self.damaged_copy()
        total = len(games_of(self.one))
        for command in (("verify",), ("stats",), ("text",), ("merge", "--out", self.out())):
            process = run("data", *command, damaged)
            self.assertEqual(process.returncode, 1, command)
            self.assertIn(f"the block at byte 512 ({total} games) is damaged", process.stderr)
            self.assertEqual(len(process.stderr.splitlines()), 1)
        rest = run("data", "text", damaged).stdout
        self.assertGreater(len(rest.splitlines()), 200)
        self.assertEqual(text_of(self.path("out")), rest)

    @unittest.skipIf(os.environ.get("QUORUM_SANITIZE"), "sanitizers take more")
    def test_a_small_stack(self):
        """Neither the names of files nor the search for what follows damage takes much of it."""
        damaged, small = self.damaged_copy(), 64 << 10
        for command in ("stats", "text", "verify"):
            process = subprocess.run([program("data"), command, damaged], capture_output=True, timeout=60, check=False,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (small, small)))
            self.assertEqual(process.returncode, 1, command)

    def test_cut_file(self):
        cut = self.path("cut")
        shutil.copy(self.one, cut)
        os.truncate(cut, os.path.getsize(cut) - 1)
        process = run("data", "verify", cut)
        self.assertEqual(process.returncode, 1)
        self.assertIn("cut off", process.stderr)

    def test_a_pipe_is_not_called_damaged(self):
        with open(self.one, "rb") as file:
            games = file.read()
        process = subprocess.run([program("data"), "stats", "/dev/stdin"], input=games, capture_output=True, timeout=60,
                                 check=False)
        self.assertEqual((process.returncode, process.stdout, process.stderr),
                         (2, b"", b"quorum-data: /dev/stdin: is a pipe; games are read from files\n"))

    def test_misuse(self):
        for arguments in ((), ("nonsense",), ("stats",), ("stats", self.path("none")),
                          ("verify", __file__), ("merge", self.one), ("text", "-n", "x", self.one),
                          ("filter", "--out", self.path("x"), "--result", "grey", self.one),
                          ("filter", "--out", self.path("x"), "--max-pieces", 33, self.one),
                          ("merge", "--out", self.path("no/such"), self.one),
                          ("import", __file__), ("import", "--out", self.path("x")),
                          ("import", "--out", self.one, __file__),
                          ("import", "--out", self.path("no/such"), __file__),
                          ("stats", "--nonsense", self.one)):
            process = run("data", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)

    def test_help(self):
        process = run("data", "--help")
        self.assertEqual(process.returncode, 0)
        for command in ("stats", "verify", "text", "merge", "filter", "import"):
            self.assertIn(command, process.stdout)
            self.assertEqual(run("data", command, "--help").returncode, 0)

    def test_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="ascii") as full:
            process = subprocess.run([program("data"), "text", self.one], stdout=full,
                                     stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertIn("quorum-data: output is lost", process.stderr)


def pieces(fen):
    return sum(c.isalpha() for c in fen.split()[0])


def squares(fen):
    return "".join("1" * int(c) if c.isdigit() else c for c in fen.split()[0])


def ply(fen):
    fields = fen.split()
    return 2 * int(fields[5]) + (fields[1] == "b")


def follows(before, after):
    """Whether a move can lead from one FEN to the other: it changes four squares at most."""
    changed = sum(a != b for a, b in zip(squares(before), squares(after)))
    return ply(after) == ply(before) + 1 and changed <= 4


def highest_score(game):
    return max(abs(int(score)) for _, score, *_ in game)


def games_of(path):
    """Games as lists of [fen, score, result, move], told apart by their positions."""
    games = []
    for line in text_of(path).splitlines():
        parts = line.split(" ; ")
        if not games or not follows(games[-1][-1][0], parts[0]):
            games.append([])
        games[-1].append(parts)
    return games


if __name__ == "__main__":
    program("data")
    unittest.main()
