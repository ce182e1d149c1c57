#!/usr/bin/env python3
"""speedtest as a command of a running session. Numbers: rules in docs/uci.md."""

from uci_process import UciProcess, UciTest, main


class Speedtest(UciTest):
    def test_measures_and_leaves_the_session_as_it_was(self):
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos moves e2e4", "speedtest 2 4 1")
            lines = engine.ready()
            self.assertIn("Threads          : 2", lines)
            self.assertIn("Hash (MiB)       : 4", lines)
            self.assertRegex(lines[-1], r"^Nodes/second     : [1-9]\d*$")
            self.assertEqual(engine.go("depth 1 searchmoves e7e5")[-1], "bestmove e7e5")

    def test_bad_arguments(self):
        """22: explained, and nothing is run."""
        with UciProcess() as engine:
            engine.greet()
            for arguments in ("x", "0", "3 0", "1 16 0", "3 1 16 9", "3 1 99999999999999999999"):
                engine.send(f"speedtest {arguments}")
                (line,) = engine.ready()
                self.assertRegex(line, "^info string speedtest: ")

    def test_ignored_while_searching(self):
        """21: not while a search runs."""
        with UciProcess() as engine:
            engine.greet()
            engine.send("position startpos", "go infinite", "debug on", "speedtest 1 1 1")
            self.assertIn("info string speedtest: ignored while a search runs", engine.ready())
            engine.stop()


if __name__ == "__main__":
    main()
