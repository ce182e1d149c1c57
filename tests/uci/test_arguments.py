#!/usr/bin/env python3
"""Commands of the protocol as arguments: quorum go depth 10."""

import os
import re
import subprocess

from uci_process import PATIENCE, UciTest, main


def run(*words):
    return subprocess.run([os.environ["QUORUM_BINARY"], *words], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=100, check=False)


class Arguments(UciTest):
    def answer(self, *words):
        process = run(*words)
        complaints = [line for line in process.stderr.splitlines()
                      if not line.startswith("quorum bench: had only ")] # on a busy machine
        self.assertEqual((process.returncode, complaints), (0, []))
        return process.stdout

    def test_one_line(self):
        output = self.answer("go", "depth", "5")
        self.assertRegex(output, r"(?m)^info depth 5 ")
        self.assertRegex(output, r"\nbestmove \S+.*\n$")

    def test_lines(self):
        output = self.answer("position", "startpos", "moves", "e2e4", "go", "depth", "2", "d")
        self.assertIn("bestmove", output)
        self.assertIn(" b KQkq ", output[output.index("bestmove"):])
        output = self.answer("uci", "quit", "d")
        self.assertTrue(output.endswith("uciok\n"))

    def test_words_of_one_argument(self):
        output = self.answer("setoption name Hash value 64", "setoption name MultiPV value 2",
                             "position fen 6k1/8/8/8/8/8/8/R5K1 w - - 0 1", "go depth 3", "quit")
        self.assertIn(" multipv 2 ", output)
        self.assertRegex(output, r"bestmove [ag]1")

    def test_each_waits_for_the_last(self):
        output = self.answer("go perft 3", "go", "nodes", "3000", "go depth 1")
        self.assertIn("Nodes searched: 8902", output)
        self.assertEqual(len(re.findall(r"(?m)^bestmove", output)), 2)

    def test_as_openbench_gives_a_network(self):
        network = os.path.join(os.path.dirname(__file__), "../../net/quorum.nnue")
        output = self.answer(f"setoption name EvalFile value {network}", "bench 3", "quit")
        self.assertRegex(output, r"(?m)^Nodes searched  : \d+$")

    def test_lost_output(self):
        """10: the loss of the output is `quit`, whatever runs."""
        for words in (("go", "infinite"), ("isready", "go perft 7", "go infinite"),
                      ("isready", *["bench"] * 40)):
            with subprocess.Popen([os.environ["QUORUM_BINARY"], *words], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL) as process:
                try:
                    process.stdout.readline()
                    process.stdout.close()
                    self.assertEqual(process.wait(PATIENCE), 1, words)
                finally:
                    process.kill()

    def test_complains_at_once(self):
        process = run("setoption name EvalFile value /missing", "go depth 1")
        self.assertRegex(process.stdout, "info string EvalFile.*/missing")

    def test_what_could_not_be_used(self):
        """The code of bad arguments, and the other lines are obeyed all the same."""
        for words in (("setoption name EvalFile value /missing", "go depth 1", "quit"),
                      ("isready", "bench x", "go depth 1"), ("isready", "speedtest x", "go depth 1"),
                      ("position startpos moves e2e5", "go depth 1"),
                      ("setoption name Foo value 1", "go depth 1"),
                      ("setoption name Threads value 2000", "go depth 1"),
                      ("ponderhit", "go depth 1"), ("go", "dept", "3", "depth", "1")):
            process = run(*words)
            self.assertEqual((process.returncode, process.stderr), (2, ""), words)
            self.assertRegex(process.stdout, r"\nbestmove \S+.*\n$")
        self.assertEqual(run("setoption name EvalFile value /missing", "uci").returncode, 2)

    def test_what_could_not_be_used_is_named(self):
        """As on a terminal."""
        process = run("setoption name Foo value 1", "setoption name Threads value 2000", "ponderhit",
                      "go", "dept", "3", "depth", "1")
        for line in ('setoption: no option is called "Foo"', 'setoption: not a value of this option: "2000"',
                     "ponderhit: no search ponders", 'go: not understood: "dept"', 'go: not understood: "3"'):
            self.assertIn(f"info string {line}\n", process.stdout)

    def test_debug_mode_is_no_complaint(self):
        self.assertIn("info string received", self.answer("debug on", "setoption name Hash value 1", "go depth 1"))

    def test_no_command(self):
        for word in ("nothing", "bestmove", "quit2", "GO"):
            process = run(word)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(f'there is no command "{word}"', process.stderr)

    def test_short_help(self):
        self.assertEqual(self.answer("-h"), self.answer("--help"))
        self.assertEqual(self.answer("bench", "-h"), self.answer("bench", "--help"))


if __name__ == "__main__":
    main()
