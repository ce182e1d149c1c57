#!/usr/bin/env python3
"""quorum-datagen from the outside: reproducible, resumable, stoppable, and clear about misuse."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "nnue"), os.path.join(HERE, "..")]

import test_data  # noqa: E402
from network_bytes import random_network  # noqa: E402
from programs import DirectoryTest, environment, number, program, run, text_of  # noqa: E402

# Small searches: what is tested here is all around them.
QUICK = ("--nodes", 30, "--seed", 5, "--chess960", 25, "--endgame", 25)


def generate(out, positions, *options):
    return run("datagen", "--positions", positions, "--out", out, *options)


class Directory(DirectoryTest):
    def start(self, out, positions, *options):
        return self.start_program("datagen", "--positions", positions, "--out", out, *options)


class Games(Directory):
    def test_same_games_with_any_number_of_threads(self):
        files = []
        for threads in (1, 2, 5):
            out = self.path(f"{threads}.chain")
            process = generate(out, 1000, "--threads", threads, *QUICK)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            with open(out, "rb") as file:
                files.append(file.read())
        self.assertGreater(len(files[0]), 1000)
        self.assertEqual(files[0], files[1])
        self.assertEqual(files[0], files[2])

    def test_plays_by_a_network(self):
        network = self.path("a.nnue")
        contents = random_network()
        with open(network, "wb") as file:
            file.write(contents)
        identity = f"{struct.unpack('<Q', contents[504:512])[0]:016x}"
        files = []
        for threads, option in ((1, "--eval-file"), (3, "--network")):  # as it was called earlier
            out = self.path(f"{threads}.chain")
            process = generate(out, 500, "--threads", threads, option, network, *QUICK)
            self.assertEqual((process.returncode, process.stderr), (0, ""))
            with open(out, "rb") as file:
                files.append(file.read())
        self.assertEqual(files[0], files[1])
        self.assertIn(f"network={identity}".encode(), files[0][:512])
        self.assertIn(identity, run("data", "stats", self.path("1.chain")).stdout)
        by_hand = self.path("by-hand.chain")
        generate(by_hand, 500, *QUICK)
        self.assertNotEqual(text_of(by_hand), text_of(self.path("1.chain")))
        process = generate(self.path("1.chain"), 1000, *QUICK)
        self.assertEqual(process.returncode, 2)
        self.assertIn("was made otherwise", process.stderr)
        self.assertRegex(process.stderr, f"\n  it says  .* network={identity} .*\n  now      quorum-datagen .*\n$")

    def test_refuses_a_bad_network(self):
        network = self.path("bad.nnue")
        with open(network, "wb") as file:
            file.write(random_network()[:-8])
        process = generate(self.path("a.chain"), 100, "--eval-file", network, *QUICK)
        self.assertEqual(process.returncode, 2)
        self.assertIn("the file is cut", process.stderr)
        self.assertFalse(os.path.exists(self.path("a.chain")))

    def test_another_seed_gives_other_games(self):
        first, second = self.path("1"), self.path("2")
        generate(first, 200, "--nodes", 30, "--seed", 1)
        generate(second, 200, "--nodes", 30, "--seed", 2)
        self.assertNotEqual(text_of(first), text_of(second))

    def test_ends_with_the_game_that_completes_the_number(self):
        out = self.path("out")
        generate(out, 300, *QUICK)
        stats = run("data", "stats", out)
        self.assertGreaterEqual(number(stats, "Kept"), 300)
        lines = run("data", "text", "--kept", out).stdout.splitlines()
        self.assertEqual(len(lines), number(stats, "Kept"))
        self.assertEqual(len(text_of(out).splitlines()), number(stats, "Plies"))

    def test_under_three_bytes_a_ply(self):
        out = self.path("out")
        generate(out, 4000, "--nodes", 100, "--seed", 3)
        plies = number(run("data", "stats", out), "Plies")
        bytes_a_ply = os.path.getsize(out) / plies
        print(f"{bytes_a_ply:.3f} bytes a ply with {plies} plies")
        self.assertLess(bytes_a_ply, 3)

    def test_openings_from_a_file(self):
        book, out = self.path("book.epd"), self.path("out")
        with open(book, "w", encoding="ascii") as file:
            file.write("# two endgames\n8/5k2/8/3p4/3P4/8/3K2R1/5r2 w - - bm Rg3;\n"
                       "8/5k2/8/3pp3/3P4/8/3K4/8 b - -\n")
        process = generate(out, 100, "--nodes", 30, "--openings", book, "--random-plies", 0,
                           "--balance", 20000)
        self.assertEqual(process.returncode, 0, process.stderr)
        for line in text_of(out).splitlines():
            self.assertLessEqual(sum(c.isalpha() for c in line.split()[0]), 7)

    def test_openings_as_windows_writes_them(self):
        book = self.path("book.epd")
        with open(book, "wb") as file:
            file.write(b"\xef\xbb\xbf8/5k2/8/3p4/3P4/8/3K2R1/5r2 w - -\r\n8/5k2/8/3pp3/3P4/8/3K4/8 b - -\r\n")
        process = generate(self.path("out"), 20, "--nodes", 30, "--openings", book, "--random-plies", 0,
                           "--balance", 20000)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_labels_positions_of_a_file(self):
        openings = ["8/5k2/8/3p4/3P4/8/3K2R1/5r2 w - - 0 1", "8/5k2/8/3pp3/3P4/8/3K4/8 b - - 0 1"]
        book, out = self.path("book.epd"), self.path("out")
        with open(book, "w", encoding="ascii") as file:
            file.write("\n".join(openings))
        process = generate(out, 10, "--nodes", 30, "--openings", book, "--random-plies", 0,
                           "--balance", 20000, "--plies", 1)
        self.assertEqual(process.returncode, 0, process.stderr)
        fields = [line.split(" ; ") for line in text_of(out).splitlines()]
        self.assertEqual({row[0] for row in fields}, set(openings))
        self.assertEqual({row[2] for row in fields}, {"1/2-1/2"})
        stats = run("data", "stats", out)
        self.assertEqual(number(stats, "Plies"), number(stats, "Games"))

    def test_nodes_of_trees(self):
        options = ("--nodes", 500, "--seed", 4, "--plies", 6, "--tree-nodes", 5)
        out, whole = self.path("out"), self.path("whole")
        for positions, threads in ((100, 1), (400, 3)):  # goes on where it has ended
            process = generate(out, positions, *options, "--threads", threads)
            self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(generate(whole, 400, *options).returncode, 0)
        self.assertEqual(text_of(out), text_of(whole))
        stats = run("data", "stats", out)
        self.assertEqual(number(stats, "Plies"), number(stats, "Games"))
        self.assertEqual(number(stats, "Games") % 5, 0)
        self.assertIn(f": {number(stats, 'Games')} games", process.stdout)
        self.assertGreater(number(stats, "Kept"), 0.9 * number(stats, "Plies"))
        results = {line.split(" ; ")[2] for line in text_of(out).splitlines()}
        self.assertEqual(results, {"=", ">=", "<="})
        self.assertEqual(generate(out, 500, *options, "--tree-depth", 6).returncode, 2)
        self.assertEqual(generate(out, 500, *options[:-2]).returncode, 2)

    def test_no_nodes_of_openings_that_are_dropped(self):
        book, out = self.path("book.epd"), self.path("out")
        with open(book, "w", encoding="ascii") as file:
            file.write("8/5k2/8/3p4/3P4/8/3K4/8 b - -\n6k1/5n2/8/8/8/8/8/RRR3K1 w - -\n")
        process = generate(out, 100, "--nodes", 300, "--openings", book, "--random-plies", 0, "--balance", 100,
                           "--plies", 3, "--tree-nodes", 20, "--tree-depth", 1)
        self.assertEqual(process.returncode, 0, process.stderr)
        boards = [line.split()[0] for line in text_of(out).splitlines()]
        self.assertGreaterEqual(len(boards), 100)
        self.assertEqual([board for board in boards if "n" in board], [])

    def test_starts_in_trees(self):
        """Games begin some moves behind their openings, most of them one that no two share."""
        options = ("--nodes", 30, "--seed", 4, "--plies", 3, "--random-plies", 3)
        deep = ("--start-in-tree", 500)
        out, whole, usual = self.path("out"), self.path("whole"), self.path("usual")
        for positions, threads in ((100, 1), (400, 3)):  # goes on where it has ended
            process = generate(out, positions, *options, *deep, "--threads", threads)
            self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(generate(whole, 400, *options, *deep).returncode, 0)
        self.assertEqual(text_of(out), text_of(whole))
        generate(usual, 400, *options)
        numbers, starts = [], []
        for path in (out, usual):
            fens = [line.split(" ; ")[0] for line in text_of(path).splitlines()][::3]
            numbers.append(sum(int(fen.split()[-1]) for fen in fens) / len(fens))
            starts.append(set(fens))
        self.assertGreater(numbers[0], numbers[1] + 0.5)
        self.assertGreater(len(starts[0]), 0.9 * len(text_of(out).splitlines()) / 3)
        self.assertEqual(generate(out, 500, *options).returncode, 2)

    def test_sittings(self):
        """Games in a row differ from the same games apart, but for the first of each."""
        options = ("--nodes", 300, "--seed", 4, "--plies", 6)
        out, whole, apart = self.path("out"), self.path("whole"), self.path("apart")
        for positions, threads in ((100, 1), (400, 3)):  # goes on where it has ended
            process = generate(out, positions, *options, "--sitting", 5, "--threads", threads)
            self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(generate(whole, 400, *options, "--sitting", 5).returncode, 0)
        self.assertEqual(text_of(out), text_of(whole))
        stats = run("data", "stats", out)
        self.assertEqual(number(stats, "Games") % 5, 0)
        self.assertIn(f": {number(stats, 'Games')} games", process.stdout)
        generate(apart, 400, *options)
        ours, theirs = (text_of(path).splitlines() for path in (out, apart))
        self.assertEqual(ours[:6], theirs[:6])
        self.assertNotEqual(ours[: 5 * 6], theirs[: 5 * 6])
        self.assertEqual(generate(out, 500, *options).returncode, 2)

    @test_data.needs("syzygy")
    def test_endgame_tables(self):
        """What they know is written as it is, and ends the game."""
        book, out = self.path("book.epd"), self.path("out")
        with open(book, "w", encoding="ascii") as file:
            file.write("8/8/8/4k3/8/8/4P3/4K3 b - -\n4k3/8/4K3/4P3/8/8/8/8 w - -\n")  # drawn, won
        options = ("--nodes", 300, "--openings", book, "--random-plies", 0, "--balance", 32000)
        tables = ("--syzygy-path", test_data.FOLDER / "syzygy")
        process = generate(out, 40, *options, *tables)
        if "without Fathom" in process.stderr:
            self.skipTest("built without Fathom")
        self.assertEqual(process.returncode, 0, process.stderr)
        rows = {tuple(line.split(" ; ")[:3]) for line in text_of(out).splitlines()}
        self.assertEqual({(score, result) for _, score, result in rows},
                         {("0", "1/2-1/2"), ("1500", "1-0")})
        process = generate(out, 80, *options)
        self.assertEqual(process.returncode, 2)
        self.assertIn("was made otherwise", process.stderr)

    def test_refuses_what_are_no_endgame_tables(self):
        out = self.path("out")
        process = generate(out, 10, *QUICK, "--syzygy-path", self.path("none"))
        self.assertEqual(process.returncode, 2)
        self.assertNotEqual(process.stderr, "")
        self.assertFalse(os.path.exists(out))

    def test_openings_that_are_all_decided(self):
        book, out = self.path("book.epd"), self.path("out")
        with open(book, "w", encoding="ascii") as file:
            file.write("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\n")  # mate
        process = generate(out, 100, "--nodes", 30, "--openings", book, "--random-plies", 0)
        self.assertEqual(process.returncode, 1)
        self.assertIn("no opening", process.stderr)


class Interruption(Directory):
    def test_killed_and_continued_is_the_same_as_at_once(self):
        """The kill comes when blocks are on the disk already, and some games are not."""
        options = ("--nodes", 1, "--seed", 8, "--threads", 2)
        killed, whole = self.path("killed"), self.path("whole")
        process = self.start(killed, 10**9, *options)
        deadline = time.monotonic() + 200
        while not os.path.exists(killed) or os.path.getsize(killed) < 1000:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        time.sleep(0.1)
        self.end(process)
        before = number(run("data", "stats", killed), "Kept")
        self.assertGreater(before, 10000)
        wanted = before + 5000
        process = generate(killed, wanted, *options)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn(f"with {before} positions", process.stderr)
        generate(whole, wanted, *options)
        with open(killed, "rb") as one, open(whole, "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_what_a_kill_in_a_write_leaves_is_cut_off(self):
        out, whole = self.path("out"), self.path("whole")
        generate(out, 300, *QUICK)
        with open(out, "r+b") as file:
            file.truncate(os.path.getsize(out) - 5)
        process = generate(out, 600, *QUICK)
        self.assertEqual(process.returncode, 0)
        self.assertIn("is cut off", process.stderr)
        generate(whole, 600, *QUICK)
        self.assertEqual(text_of(out), text_of(whole))

    def test_a_kill_between_what_a_number_leaves(self):
        """Nodes of a tree, or games of a sitting."""
        quick = ("--nodes", 30, "--seed", 6)
        for options, count, before, after in (
            ((*quick, "--plies", 8, "--tree-depth", 1, "--tree-nodes", 7), 7, 12000, 14000),
            ((*quick, "--plies", 3, "--sitting", 9), 9, 20000, 22000),
        ):
            out, whole = self.path(f"out{count}"), self.path(f"whole{count}")
            generate(out, before, *options)
            with open(out, "r+b") as file:
                file.truncate(os.path.getsize(out) - 5)
            left = number(run("data", "stats", out), "Games")
            self.assertGreater(left % count, 0)  # else choose another number
            few = shutil.copy(out, self.path("few"))
            self.assertIn(f"{few}: {left} games, ", generate(few, 1, *options).stdout)
            for positions in (after, after + 1000):
                process = generate(out, positions, *options)
                self.assertEqual(process.returncode, 0, process.stderr)
            generate(whole, after + 1000, *options)
            self.assertEqual(text_of(out), text_of(whole))

    def test_signals_stop_in_order(self):
        whole = self.path("whole")
        for number_of_signal in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            out = self.path(f"out{number_of_signal}")
            process = self.start(out, 10**9, "--threads", 2, *QUICK)
            time.sleep(1.5)
            process.send_signal(number_of_signal)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, errors)
            self.assertIn("stopped before the end", output)
            self.assertEqual(run("data", "verify", out).returncode, 0)
            kept = number(run("data", "stats", out), "Kept")
            self.assertGreater(kept, 0)
            # The games that were begun are not lost either: they are played again.
            generate(out, kept + 200, *QUICK)
            generate(whole, kept + 200, *QUICK)
            self.assertEqual(text_of(out), text_of(whole))
            os.remove(whole)

    def test_a_complete_file_is_left_alone(self):
        out = self.path("out")
        generate(out, 100, *QUICK)
        with open(out, "rb") as file:
            before = file.read()
        process = generate(out, 100, *QUICK)
        self.assertEqual(process.returncode, 0)
        with open(out, "rb") as file:
            self.assertEqual(file.read(), before)

    def start_held_up(self, out):
        """A run that has looked at the file, but cannot say yet what it holds, and the end of its full pipe."""
        read, write = os.pipe()
        self.addCleanup(os.close, read)
        os.set_blocking(write, False)
        try:
            while os.write(write, b"x"):
                pass
        except BlockingIOError:
            os.set_blocking(write, True)
        process = subprocess.Popen([program("datagen"), "--positions", "900", *map(str, QUICK), "--out", out],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=write)
        self.addCleanup(self.end, process)
        os.close(write)
        end = time.monotonic() + 60
        while not self.writes_to_stderr(process):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return process, read

    @staticmethod
    def writes_to_stderr(process):
        try:
            with open(f"/proc/{process.pid}/syscall", encoding="ascii") as file:
                return file.read().split()[1:2] == ["0x2"]
        except PermissionError:  # it is soon there
            time.sleep(2)
            return True

    def test_games_that_another_run_adds_meanwhile(self):
        """Between looking at the file and locking it: they are not played again."""
        out, whole = self.path("out"), self.path("whole")
        generate(out, 300, *QUICK)
        generate(whole, 900, *QUICK)
        process, pipe = self.start_held_up(out)
        generate(out, 600, *QUICK)
        os.set_blocking(pipe, False)
        end = time.monotonic() + 60
        while process.poll() is None:
            self.assertLess(time.monotonic(), end)
            try:
                os.read(pipe, 1 << 16)
            except BlockingIOError:
                time.sleep(0.01)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(text_of(out), text_of(whole))


class Misuse(Directory):
    def test_other_options_than_the_file_was_made_with(self):
        out, book = self.path("out"), self.path("book.epd")
        generate(out, 100, "--nodes", 30)
        with open(out, "rb") as file:
            before = file.read()
        with open(book, "w", encoding="ascii") as file:
            file.write("8/5k2/8/3pp3/3P4/8/3K4/8 b - -\n")
        for option in (("--nodes", 31), ("--seed", 2), ("--random-plies", 7), ("--hash", 3),
                       ("--chess960", 1), ("--endgame", 1), ("--balance", 299), ("--win-score", 701),
                       ("--plies", 400), ("--sitting", 2), ("--start-in-tree", 9), ("--tree-nodes", 1),
                       ("--openings", book)):
            process = generate(out, 200, "--nodes", 30, *option)
            self.assert_refused(process, "was made otherwise", "nodes=30 seed=1")
        with open(out, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_a_file_of_something_else(self):
        out = self.path("out")
        with open(out, "w", encoding="ascii") as file:
            file.write("precious\n" * 100)
        self.assert_refused(generate(out, 100, *QUICK), "not a file of games")
        with open(out, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious\n" * 100)

    def test_what_is_no_file(self):
        """Nobody writes to the pipe, and standard output takes no file of games."""
        os.mkfifo(self.path("pipe"))
        process = run("datagen", "--positions", 5, "--out", self.path("pipe"), timeout=60)
        self.assert_refused(process, "pipe: is a pipe; games are read from files")
        process = subprocess.run([program("datagen"), "--positions", "5", "--out", "-"], cwd=self.directory,
                                 capture_output=True, text=True, timeout=60, check=False)
        self.assert_refused(process, "--out needs the name of a file")
        self.assertEqual(os.listdir(self.directory), ["pipe"])

    def test_a_file_that_is_damaged_inside(self):
        """Where an intact block follows, nothing is played again, and other options are not to blame."""
        out = self.path("out")
        for positions in (100, 200):
            self.assertEqual(generate(out, positions, *QUICK).returncode, 0)
        with open(out, "rb") as file:
            whole = file.read()
        for place, what in ((100, "header is damaged"), (512 + 100, "the block at byte 512")):
            damaged = bytearray(whole)
            damaged[place] ^= 1
            with open(out, "wb") as file:
                file.write(damaged)
            process = generate(out, 300, *QUICK)
            self.assert_refused(process, "cannot be continued", what)
            self.assertEqual(len(process.stderr.splitlines()), 1, process.stderr)
            with open(out, "rb") as file:
                self.assertEqual(file.read(), damaged)

    def test_a_file_that_another_process_writes(self):
        out = self.path("out")
        process = self.start(out, 10**9, *QUICK)
        deadline = time.monotonic() + 60
        while not os.path.exists(out) or os.path.getsize(out) < 512:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assert_refused(generate(out, 100, *QUICK), "another program")
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        self.assertEqual(process.returncode, 0)

    def test_bad_arguments(self):
        out = ("--out", self.path("out"))
        for arguments in ((), ("--positions", 5), out, ("--positions", 0, *out),
                          ("--positions", "x", *out), ("--positions", "5k", *out),
                          ("--positions", 5, "--nodes", 0, *out),
                          ("--positions", 5, "--threads", 0, *out),
                          ("--positions", 5, "--seed", -1, *out),
                          ("--positions", 5, "--seed", "9223372036854775808", *out),
                          ("--positions", 5, "--chess960", 60, "--endgame", 50, *out),
                          ("--positions", 5, "--random-plies", 0, *out),
                          ("--positions", 5, "--hash", 0, *out),
                          ("--positions", 5, "--sitting", 0, *out),
                          ("--positions", 5, "--sitting", 2, "--tree-nodes", 2, *out),
                          ("--positions", 5, "--start-in-tree", 9, "--tree-nodes", 2, *out),
                          ("--positions", 5, "--nonsense", *out),
                          ("--positions", 5, "file", *out),
                          ("--positions", 5, "--openings", self.path("none"), *out)):
            process = run("datagen", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)
            self.assertFalse(os.path.exists(self.path("out")))

    def test_threads_that_are_refused(self):
        """The first is made before the engines are, and those that play come after these."""
        out = self.path("out")
        for first in range(2, 7):
            process = run("datagen", "--positions", 40, "--nodes", 20, "--threads", 3, "--out", out,
                          env=environment(f"pthread_create:{first}"))
            self.assertEqual((process.returncode, process.stdout, process.stderr),
                             (1, "", f"quorum-datagen: {out}: no memory or threads for the engines\n"))

    def test_a_bad_opening_is_named(self):
        book = self.path("book.epd")
        with open(book, "w", encoding="ascii") as file:
            file.write("4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 x - -\n")
        process = generate(self.path("out"), 100, "--openings", book)
        self.assert_refused(process, "book.epd: line 2, column 21")

    def test_a_place_that_does_not_exist(self):
        process = generate(self.path("no/such/place"), 100, *QUICK)
        self.assert_refused(process, "No such file")


if __name__ == "__main__":
    program("datagen")
    unittest.main()
