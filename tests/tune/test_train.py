#!/usr/bin/env python3
"""quorum-train from the outside: from games to a network, stopped and resumed, and misused."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

from programs import environment, program, run

SMALL = ("--hidden", 64, "--batch", 256, "--validation", 10, "--skip-plies", 4)


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.games = cls.path("games.chain")
        process = run("datagen", "--positions", 6000, "--nodes", 20, "--out", cls.games)
        assert process.returncode == 0, process.stderr

    @classmethod
    def path(cls, name):
        return os.path.join(cls.directory, name)

    @classmethod
    def contents(cls, name):
        with open(cls.path(name), "rb") as file:
            return file.read()

    def train(self, out, *options):
        return run("train", "--data", self.games, "--out", self.path(out), *SMALL, *options)

    def assert_misused(self, process, *words):
        self.assertEqual(process.returncode, 2, process.stderr)
        for word in words:
            self.assertIn(word, process.stderr)

    def test_games_become_a_network(self):
        process = self.train("a.net", "--epochs", 4, "--html", self.path("a.html"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        losses = [float(loss) for loss in re.findall(r"training loss ([\d.]+)", process.stdout)]
        self.assertEqual(len(losses), 4)
        self.assertLess(losses[3], losses[0])
        marks = re.findall(r"validation loss [\d.]+(?: \((.*?)\))?, ", process.stdout)
        self.assertEqual((marks[0], marks[3]), ("best so far", "best so far of those that round"))
        self.assertNotIn(marks[3], marks[:3])
        match = re.search(r"loss ([\d.]+), quantised ([\d.]+) .* mean difference ([\d.]+)",
                          process.stdout)
        self.assertLess(abs(float(match[2]) / float(match[1]) - 1), 0.05)
        self.assertLess(float(match[3]), 20)
        network = self.contents("a.net")
        self.assertEqual(network[:8], b"QuorumNN")
        self.assertRegex(network[:512], b"network [0-9a-f]{16} at 20 nodes")
        page = self.contents("a.html").decode()
        for loss in losses:
            self.assertIn(f"{loss:.6f}", page)
        lines = re.findall(r'<path class="s s\d" d="(M.*?)"', page)
        self.assertEqual([len(re.findall("[ML]", line)) for line in lines[:2]], [4, 4])
        self.assertFalse(os.path.exists(self.path("a.net.checkpoint")))

    def test_names_who_played(self):
        """One network and its nodes, or that there were several."""
        other = self.path("stronger.chain")
        process = run("datagen", "--positions", 300, "--nodes", 40, "--out", other)
        self.assertEqual(process.returncode, 0, process.stderr)
        for name, files, players in (("w.net", (), b"games by network [0-9a-f]{16} at 20 nodes"),
                                     ("x.net", (other,), b"games by several networks")):
            self.assertEqual(self.train(name, "--epochs", 1, *files).returncode, 0)
            self.assertRegex(self.contents(name)[:512], players)

    def test_same_seed_same_network(self):
        for name, seed in (("b.net", 3), ("c.net", 3), ("d.net", 4)):
            self.assertEqual(self.train(name, "--epochs", 1, "--seed", seed).returncode, 0)
        self.assertEqual(self.contents("b.net"), self.contents("c.net"))
        self.assertNotEqual(self.contents("b.net"), self.contents("d.net"))

    @staticmethod
    def written(path):
        """When the file was written; 0 where there is none, or the empty one that a run makes and
        removes at its start to see whether it could write."""
        try:
            status = os.stat(path)
        except FileNotFoundError:
            return 0
        return status.st_mtime if status.st_size > 0 else 0

    def test_stopped_and_resumed(self):
        options = ("--epochs", 60, "--hidden", 128)
        self.assertEqual(self.train("whole.net", *options).returncode, 0)
        command = [program("train"), self.games, "--out", self.path("parts.net"),
                   *map(str, SMALL + options)]
        checkpoint = self.path("parts.net.checkpoint")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(command + ["--resume"], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            before = self.written(checkpoint)
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and process.poll() is None:
                if self.written(checkpoint) > before:
                    break
                time.sleep(0.002)
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, errors), (1, ""))
            self.assertIn("stopped in epoch", output)
            self.assertFalse(os.path.exists(self.path("parts.net")))
        self.assert_misused(self.train("parts.net", *options), "--resume", "unfinished")
        self.assert_misused(self.train("parts.net", *options, "--resume", "--lr", 0.01), "options")
        self.assert_misused(self.train("parts.net", *options, "--resume", "--skip-plies", 9),
                            "positions")
        process = self.train("parts.net", *options, "--resume")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("resumed", process.stdout)
        self.assertEqual(self.contents("parts.net"), self.contents("whole.net"))

    def test_one_run_at_a_time(self):
        """Neither the network nor the checkpoint has two writers; what a kill leaves locks nothing."""
        options = ("--epochs", 1000, "--hidden", 128)
        command = [program("train"), self.games, "--out", self.path("y.net"), *map(str, SMALL + options)]
        checkpoint = self.path("y.net.checkpoint")
        for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 1)):
            process = subprocess.Popen(command + ["--resume"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            before = self.written(checkpoint)
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and self.written(checkpoint) <= before:
                time.sleep(0.002)
            for out, *more in (("y.net", "--resume"), ("y.net", "--checkpoint", self.path("z.checkpoint")),
                               ("z.net", "--checkpoint", checkpoint, "--resume")):
                refused = self.train(out, *options, *more)
                self.assert_misused(refused, "another program is writing it")
            process.send_signal(number)
            self.assertEqual(process.wait(60), code)
        self.assertEqual([name for name in os.listdir(self.directory) if name.endswith(".lock")], [])
        os.remove(checkpoint)

    def test_goes_on_from_a_network(self):
        process = self.train("old.net", "--epochs", 4)
        loss = float(re.search(r"quantised ([\d.]+)", process.stdout)[1])
        options = ("--epochs", 1, "--hidden", 128, "--king-buckets", 4)
        process = self.train("new.net", *options, "--from", self.path("old.net"))
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        old = f"{int.from_bytes(self.contents('old.net')[504:512], 'little'):016x}"
        start = re.search(f"from network {old}: validation loss ([\\d.]+)", process.stdout)
        self.assertLess(abs(float(start[1]) / loss - 1), 0.02)
        self.assertIn(f", from network {old};".encode(), self.contents("new.net")[:512])
        self.assert_misused(self.train("i.net", "--from", self.path("new.net")), "new.net",
                            "hidden 128, king buckets 4, states 1 and attackers 0, "
                            "more than are asked for")
        self.assert_misused(self.train("i.net", "--from", self.games), "not a network")
        self.assert_misused(self.train("i.net", "--from", self.path("none")), "No such file")

    def test_goes_on_from_the_floats(self):
        options = ("--epochs", 2, "--loose", "--king-buckets", 4)
        process = self.train("o.net", *options)
        loss = re.search(r"loss ([\d.]+), quantised", process.stdout)[1]
        process = self.train("p.net", *options, "--from", self.path("o.net.float"), "--lr", 1e-7)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        identity = f"{int.from_bytes(self.contents('o.net')[504:512], 'little'):016x}"
        start = re.search(f"from network {identity}: validation loss ([\\d.]+)", process.stdout)
        self.assertLess(abs(float(start[1]) / float(loss) - 1), 0.02)
        self.assert_misused(self.train("q.net", "--from", self.path("o.net.float")),
                            "other sets of features")
        process = self.train("r.net", "--validation", 20, "--from", self.path("p.net.float"),
                             *options)
        self.assertEqual((process.returncode, process.stderr), (0, ""))

    def test_learns_from_teachers(self):
        for name, seed in (("s.net", 1), ("t.net", 2)):
            self.assertEqual(self.train(name, "--epochs", 4, "--seed", seed).returncode, 0)
        teachers = ("--teacher", self.path("s.net"), "--teacher", self.path("t.net"))
        process = self.train("u.net", "--epochs", 4, "--teacher-share", 0.7, *teachers)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        for name in ("s.net", "t.net"):
            identity = f"{int.from_bytes(self.contents(name)[504:512], 'little'):016x}"
            self.assertIn(f"teacher: network {identity}\n", process.stdout)
        self.assertIn(b", teachers 0.70", self.contents("u.net")[:512])
        self.assertNotEqual(self.contents("u.net"), self.contents("s.net"))
        self.assert_misused(self.train("v.net", "--teacher", self.path("none")), "No such file")
        self.assert_misused(self.train("v.net", "--teacher", self.games), "not a network")
        self.assert_misused(self.train("v.net", *teachers * 5), "more than 8")
        self.assert_misused(self.train("v.net", *teachers, "--teacher-share", 1.5), "share")

    def test_measures_on_games_of_their_own(self):
        """Nothing is learnt from them, and the unit does not depend on what is."""
        other = self.path("other.chain")
        process = run("datagen", "--positions", 1000, "--nodes", 20, "--seed", 5, "--out", other)
        self.assertEqual(process.returncode, 0, process.stderr)
        options = ("--epochs", 2, "--k", 300, "--wdl", 0.4, "--loose", "--king-buckets", 4)
        self.assertEqual(self.train("j.net", *options).returncode, 0)
        process = self.train("k.net", *options, "--validation-data", other)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertEqual(self.contents("j.net"), self.contents("k.net"))
        self.assertRegex(process.stdout, r"\d+ games: \d+ positions to measure with only")
        losses = re.findall(r"yardstick: loss ([\d.]+)", process.stdout)
        last = re.search(r"yardstick: network [0-9a-f]{16} has loss ([\d.]+)", process.stdout)
        self.assertEqual(len(losses), 2)
        self.assertLess(abs(float(last[1]) / float(losses[1]) - 1), 0.02)
        process = run("train", "--from", self.path("j.net"), "--validation-data", other)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        self.assertIn(last[0], process.stdout)
        self.assert_misused(self.train("l.net", "--validation-data", self.path("none")),
                            "No such file")
        self.assert_misused(run("train", "--validation-data", other, "--from", other),
                            "not a network")

    def check_sets(self, feature_set, option, described, lesser, refusal):
        """A network learnt with that option, from which none goes on that has lesser sets."""
        name = f"set{feature_set}.net"
        self.assertEqual(self.train(name, "--epochs", 1, option).returncode, 0)
        network = self.contents(name)
        self.assertEqual(network[12:20], bytes((feature_set, 0, 0, 0, 1, 0, 0, 0)))
        self.assertRegex(network[:512], described)
        process = self.train("lesser.net", "--epochs", 1, *lesser, "--from", self.path(name))
        self.assert_misused(process, refusal)

    def test_tells_loose_men_apart(self):
        self.check_sets(2, "--loose", b"king buckets 1, states 2,", (),
                        "states 2 and attackers 0, more than")

    def test_sees_attackers(self):
        self.check_sets(3, "--attackers", b"king buckets 1, states 2, attackers 1,", ("--loose",),
                        "attackers 1, more than")

    def test_damaged_data(self):
        data = bytearray(self.contents("games.chain"))
        data[len(data) // 2] ^= 1
        with open(self.path("damaged.chain"), "wb") as file:
            file.write(data)
        process = run("train", "--data", self.path("damaged.chain"), self.games, "--out",
                      self.path("e.net"), *SMALL, "--epochs", 1)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("1 damaged block", process.stdout)
        self.assertIn("damaged.chain", process.stderr)

    def test_data_that_cannot_be_used(self):
        with open(self.path("empty"), "wb"):
            pass
        for name in ("empty", "none", "."):
            process = run("train", "--data", self.path(name), "--out", self.path("f.net"))
            self.assert_misused(process, self.path(name))
            self.assertEqual(process.stderr.count(self.path(name)), 1, process.stderr)
        run("datagen", "--positions", 1, "--nodes", 20, "--out", self.path("game.chain"))
        process = run("train", "--data", self.path("game.chain"), "--out", self.path("f.net"),
                      "--validation", 0.01)
        self.assert_misused(process, "no game fell to the validation")
        run("datagen", "--positions", 100, "--nodes", 100, "--plies", 3, "--tree-nodes", 4, "--tree-depth", 1,
            "--out", self.path("nodes.chain"))
        self.assert_misused(run("train", self.path("nodes.chain"), "--out", self.path("f.net")), "nodes never do")
        self.assert_misused(self.train("f.net", "--skip-plies", 1000), "no position")
        self.assertFalse(os.path.exists(self.path("f.net")))

    def test_results_without_meaning(self):
        """Games that are given up are drawn, whatever their scores."""
        given_up = ("train", "--data", self.path("short.chain"), "--out", self.path("f.net"), *SMALL[:-2],
                    "--skip-plies", 0, "--epochs", 1)
        run("datagen", "--positions", 3000, "--nodes", 20, "--plies", 4, "--out", self.path("short.chain"))
        self.assert_misused(run(*given_up), "--k")
        self.assertEqual(run(*given_up, "--k", 200).returncode, 0)

    def test_output_that_cannot_be_written(self):
        """It is told before the training."""
        for options in (("none/g.net",), ("g.net", "--html", self.path("none/page")),
                        ("g.net", "--plot", self.path("none/page")),
                        ("g.net", "--checkpoint", self.path("none/checkpoint"))):
            process = self.train(*options, "--epochs", 1)
            self.assert_misused(process, "No such file")
            self.assertEqual(process.stdout, "")
        self.assert_misused(self.train("g.net", "--html", self.games), "a file to be read")
        self.assert_misused(self.train("g.net", "--html", "-"), "names of files")
        self.assertFalse(os.path.exists(self.path("g.net")))

    def test_threads_that_are_refused(self):
        command = ("train", "--data", self.games, "--out", self.path("none.net"), *SMALL, "--threads", 3)
        process = run(*command, env=environment("pthread_create:2"))
        self.assertEqual((process.returncode, process.stderr),
                         (1, "quorum-train: --threads: the system refuses so many\n"))
        self.assertEqual([name for name in os.listdir(self.directory) if name.startswith("none")], [])

    def test_what_is_read_is_not_overwritten(self):
        network, games = self.path("t.net"), self.path("t.chain")
        run("datagen", "--positions", 500, "--nodes", 20, "--seed", 7, "--out", games)
        self.assertEqual(self.train("t.net", "--epochs", 1).returncode, 0)
        before = self.contents("t.net"), self.contents("t.chain")
        for options in (("t.chain", "--validation-data", games),
                        ("u.net", "--validation-data", games, "--html", games),
                        ("u.net", "--from", network, "--html", network),
                        ("u.net", "--from", network, "--checkpoint", network),
                        ("u.net", "--teacher", network, "--html", network),
                        ("u.net", "--teacher", network, "--checkpoint", network)):
            self.assert_misused(self.train(*options, "--epochs", 1), "a file to be read")
        self.assertEqual((self.contents("t.net"), self.contents("t.chain")), before)
        process = self.train("t.net", "--epochs", 1, "--from", network)  # becomes what goes on from it
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_bad_arguments(self):
        data = ("--data", self.games, "--out", self.path("h.net"))
        for arguments in ((), ("--out", "x"), ("--data", self.games), data + ("--hidden", 100),
                          data + ("--hidden", 0), data + ("--hidden", 4096), data + ("--lr", "fast"),
                          data + ("--lr", "nan"), data + ("--wdl", 1.5), data + ("--wdl", ""),
                          data + ("--epochs", 0), data + ("--batch", 0), data + ("--threads", 0),
                          data + ("--batch", 2, "--threads", 3), data + ("--nonsense",)):
            process = run("train", *arguments)
            self.assertEqual((process.returncode, process.stdout), (2, ""), arguments)
            self.assertNotEqual(process.stderr, "", arguments)


if __name__ == "__main__":
    unittest.main()
