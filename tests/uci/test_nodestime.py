#!/usr/bin/env python3
"""The option nodestime: nodes as the unit of time."""

import re

from searches import MIDGAME
from uci_process import EngineTest, best_move, main, parse_info

# The same side's move before, with a queen more.
WON = "fen r1b2rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 8"
DRAWN = "fen k7/8/8/8/8/8/8/7K w - - 0 1"
# The main thread looks at its nodes so seldom, and ends what it has begun.
OVERRUN = 600


class NodesTime(EngineTest):
    def rate(self, nodes):
        self.engine.send(f"setoption name nodestime value {nodes}")
        self.engine.ready()

    def search(self, limits, position=MIDGAME):
        """Best move, and nodes, as of the last line."""
        self.engine.send(f"position {position}")
        lines = self.engine.go(limits)
        return best_move(lines), parse_info(lines[-2])["nodes"]

    def game(self, limits, moves):
        self.engine.send("ucinewgame")
        return [self.search(limits) for _ in range(moves)]

    def test_movetime(self):
        for rate, movetime in ((100, 300), (1000, 50), (10, 200)):
            self.rate(rate)
            nodes = self.search(f"movetime {movetime}")[1]
            self.assertLessEqual(rate * movetime, nodes)
            self.assertLess(nodes, rate * movetime + OVERRUN)

    def test_the_same_game_again(self):
        self.rate(200)
        first = self.game("wtime 3000 btime 1 winc 20", 6)
        self.assertEqual(self.game("wtime 3000 btime 1 winc 20", 6), first)

    def test_no_game_falls_behind_the_one_before(self):
        """A score that has fallen since the last move asks for time, but not across games."""
        self.rate(50)
        clock = "wtime 3000 btime 3000 movestogo 20"
        first = self.game(clock, 1)
        self.search(clock, WON)
        self.assertEqual(self.game(clock, 1), first)

    def test_a_score_that_fell_asks_for_time(self):
        """Since the move before of the same side, as its number tells: neither since another one, nor where
        a search was given up while it pondered."""
        self.rate(50)
        clock = "wtime 3000 btime 3000 movestogo 20"

        def nodes_after(side, number, ponder=False):
            position = WON.replace(" w ", f" {side} ").replace(" 0 8", f" 0 {number}")
            self.engine.send("ucinewgame")
            if ponder:
                self.engine.send(f"position {position}", "go ponder depth 6")
                self.engine.read_until("info depth 6 ")
                self.engine.stop()
            else:
                self.search(clock, position)
            return self.search(clock)[1]

        self.assertGreater(nodes_after("w", 8), nodes_after("w", 5))
        self.assertEqual(nodes_after("b", 8), nodes_after("b", 5))
        self.assertEqual(nodes_after("w", 8, ponder=True), nodes_after("w", 5, ponder=True))

    def test_own_account(self):
        """Though the GUI's clock stands still, no more is spent than there was."""
        self.rate(100)
        nodes = [nodes for _, nodes in self.game("wtime 1000 btime 1000", 60)]
        self.assertLess(sum(nodes), 1000 * 100 + 60 * OVERRUN)
        self.assertGreater(sum(nodes), 1000 * 100 / 2)
        self.assertLess(sum(nodes[-10:]), sum(nodes[:10]) / 2)
        self.assertEqual(self.game("wtime 1000 btime 1000", 1)[0][1], nodes[0])
        self.rate(101)
        self.assertGreater(self.search("wtime 1000 btime 1000")[1], nodes[-1])

    def test_nothing_left_to_search(self):
        """Nodes that do not come any more are not waited for."""
        self.rate(10000)
        self.engine.send(f"position {DRAWN}")
        self.assertRegex(self.engine.go("movetime 100000000")[-1], "^bestmove [a-h]")

    def budget(self):
        """What the search says that it may use, and has now used."""
        self.engine.send(f"position {MIDGAME}")
        (line,) = [line for line in self.engine.go("wtime 1000 btime 1000")
                   if "time: optimum" in line]
        return line

    def test_ponder(self):
        """What was pondered costs nothing before the hit, and the search ends after it."""
        self.rate(100)
        self.engine.send("debug on")
        whole = self.budget()
        self.assertNotEqual(self.budget(), whole)
        self.engine.send("ucinewgame", f"position {MIDGAME}", "go ponder wtime 1000 btime 1000")
        self.engine.read_for(0.5)
        self.engine.stop()
        self.assertEqual(self.budget(), whole)
        self.engine.send("ucinewgame", f"position {MIDGAME}", "go ponder wtime 1000 btime 1000",
                         "ponderhit")
        self.assertRegex(self.engine.read_until("bestmove")[-1], "^bestmove [a-h]")
        self.assertNotEqual(self.budget(), whole)

    def test_pondered_nodes_are_not_taken_from_the_clock(self):
        """Though they are more than it has: the hit ends the search at once."""
        self.rate(20)
        self.engine.send("debug on")

        def optimum():
            return int(re.search(r"optimum (\d+) ms", self.budget()).group(1))

        whole = optimum()
        self.engine.send("ucinewgame", f"position {MIDGAME}", "go ponder wtime 1000 btime 1000")
        while parse_info(self.engine.read_until("info depth ")[-1]).get("nodes", 0) < 20 * 1000:
            pass
        self.engine.send("ponderhit")
        self.engine.read_until("bestmove")
        self.assertGreater(optimum(), whole / 2)

    def test_pondered_nodes_are_part_of_a_move_time(self):
        """So many that the hit comes before they are used up, also where it is a little late."""
        self.rate(1000)
        self.engine.send(f"position {MIDGAME}", "go ponder movetime 1000")
        self.engine.read_until("info depth 8 ")
        self.engine.send("ponderhit")
        nodes = parse_info(self.engine.read_until("bestmove")[-2])["nodes"]
        self.assertLessEqual(1000 * 1000, nodes)
        self.assertLess(nodes, 1000 * 1000 + OVERRUN)

    def test_debug(self):
        self.rate(100)
        self.engine.send("debug on", f"position {MIDGAME}")
        lines = self.engine.go("movetime 70")
        self.assertTrue(any("maximum 70 ms of nodes" in line for line in lines), lines)


if __name__ == "__main__":
    main()
