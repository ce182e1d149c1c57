#!/usr/bin/env python3
"""uci_grammar accepts the forms of the protocol and finds fault with everything else."""

import unittest

import uci_grammar
from uci_grammar import UnknownForm, parse_info, parse_line, parse_option

GOOD = (
    "uciok",
    "readyok",
    "id name Quorum 1.0",
    "id author the Quorum developers",
    "bestmove e2e4",
    "bestmove e7e8q ponder a1a2",
    "bestmove 0000",
    "registration checking",
    "registration ok",
    "copyprotection error",
    "option name Hash type spin default 16 min 1 max 1024",
    "option name Clear Hash type button",
    "option name Style type combo default Very Solid var Very Solid var Risky",
    "option name Path type string default <empty>",
    "option name Ponder type check default false",
    "info depth 3 seldepth 5 score cp -13 lowerbound nodes 5 nps 6 time 7 pv e2e4 e7e5",
    "info depth 3 multipv 2 score mate -2 wdl 0 0 1000 nodes 5 nps 6 time 7 pv e2e4",
    "info nodes 5 nps 4 hashfull 1000 cpuload 0 tbhits 3 time 2",
    "info depth 1 currmove e1g1 currmovenumber 1",
    "info currline 2 e2e4 e7e5",
    "info currline e2e4",
    "info refutation d1h5 g6h5",
    "info refutation d1h5",
    'info string any  text "at all"',
)
BAD = (
    "",
    " uciok",
    "uciok ",
    "UCIOK",
    "readyok 1",
    "id name",
    "hello",
    "bestmove",
    "bestmove (none)",
    "bestmove e2-e4",
    "bestmove e7e8Q",
    "bestmove e2e4 ponder",
    "bestmove e2e4 ponder 0000",
    "bestmove e2e4  ponder e7e5",
    "registration",
    "registration maybe",
    "option name Hash type spin default 16 min 17 max 1024",
    "option name Hash type spin default 16",
    "option name Hash type slider default 16",
    "option name Ponder type check default yes",
    "option name Style type combo default Mad var Solid var Risky",
    "option name Path type string default",
    "option name Clear Hash type button default true",
    "info",
    "info string",
    "info  depth 3",
    "info depth",
    "info depth x",
    "info depth +3",
    "info depth 3.5",
    "info depth -1",
    "info depth 3 depth 4",
    "info seldepth 3",
    "info hashfull 1001",
    "info cpuload 2000",
    "info multipv 0",
    "info currmove e2e4 currmovenumber 0",
    "info currline 0 e2e4",
    "info currline 1",
    "info refutation",
    "info score 13",
    "info score pv 13",
    "info score cp12",
    "info score cp 1 wdl 1 2 3",
    "info pv e2e4",
    "info depth 3 score cp 1 nodes 5 nps 6 time 7 pv",
    "info depth 3 score cp 1 nodes 5 nps 6 time 7 pv e2e4 Nf3",
    "info sbhits 3",
    "info depth 3 score lowerbound cp 1",
    "info nodes 99999999999999999999",
    "info string caf\u00e9",
    "info string tab\there",
)


class Grammar(unittest.TestCase):
    def test_good(self):
        for line in GOOD:
            parse_line(line)

    def test_bad(self):
        for line in BAD:
            with self.assertRaises(UnknownForm, msg=line):
                parse_line(line)

    def test_values(self):
        info = parse_info(GOOD[15])
        self.assertEqual(info["score"], ("cp", -13, "lowerbound"))
        self.assertEqual(info["pv"], ["e2e4", "e7e5"])
        self.assertEqual(parse_info(GOOD[19])["currline"], (2, ["e2e4", "e7e5"]))
        self.assertEqual(parse_info(GOOD[20])["currline"], (None, ["e2e4"]))
        name, kind, fields = parse_option(GOOD[12])
        self.assertEqual((name, kind, fields["default"]), ("Style", "combo", "Very Solid"))
        self.assertEqual(fields["var"], ["Very Solid", "Risky"])

    def test_stream(self):
        """Plain text is for those who asked for it; protocol lines are checked even then."""
        stream = uci_grammar.StreamCheck()
        stream.sent(b"debug on\n")
        stream.printed("Checkers: none")
        self.assertEqual(len(stream.faults), 1)
        stream.sent(b"isready\nd\n")
        stream.printed("Checkers: none")
        self.assertEqual(len(stream.faults), 1)
        stream.printed("info nonsense")
        self.assertEqual(len(stream.faults), 2)


if __name__ == "__main__":
    unittest.main()
