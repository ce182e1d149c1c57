#!/usr/bin/env python3
"""UCI_SetPositionValue. Numbers: rules in docs/uci.md."""

from uci_process import START, EngineTest, best_move, main, nodes_of_two_searches, parse_info

AFTER_A3 = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"
AFTER_A3_A6 = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2"
BARE = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
SHREDDER = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b HAha - 0 1"


class SetPositionValue(EngineTest):
    def set(self, value):
        self.engine.send(f"setoption name UCI_SetPositionValue value {value}")
        return self.engine.ready()

    def search(self, position="startpos", limits="depth 8"):
        self.engine.send("ucinewgame", f"position {position}")
        self.assertEqual(self.engine.ready(), [])
        lines = self.engine.go(limits)
        return best_move(lines), parse_info(lines[-2])["score"]

    def test_value_is_used(self):
        """86: a good value for us makes us go there; the score is that value."""
        ordinary = self.search()
        self.assertNotEqual(ordinary[0], "a2a3")
        self.assertEqual(self.set(f"700 + {AFTER_A3}"), [])
        self.assertEqual(self.search(), ("a2a3", ("cp", 700, "")))
        self.assertEqual(self.search(limits="depth 1"), ("a2a3", ("cp", 700, "")))
        self.assertEqual(self.search(limits="nodes 20000")[0], "a2a3")

    def test_white_view(self):
        """86: the value is White's, whoever moves."""
        self.set(f"700 + {AFTER_A3_A6}")
        move, score = self.search(f"fen {AFTER_A3}")
        self.assertNotEqual(move, "a7a6")
        self.set(f"-700 + {AFTER_A3_A6}")
        self.assertEqual(self.search(f"fen {AFTER_A3}"), ("a7a6", ("cp", 700, "")))

    def test_bad_value_is_avoided(self):
        """86: what is bad for us is avoided where there is a choice, and taken where there is none."""
        self.set(f"-900 + {AFTER_A3}")
        self.assertNotEqual(self.search()[0], "a2a3")
        self.assertEqual(self.search(limits="depth 6 searchmoves a2a3")[1], ("cp", -900, ""))

    def test_86_value_of_a_position(self):
        """All three forms: plus sign or not, any case, counters of no importance, both ways to write
        castling."""
        for value in (
            f"700 + {AFTER_A3}",
            f"700 {AFTER_A3}",
            f"+700 +   {AFTER_A3}",
            f"700 + {AFTER_A3.rsplit(' ', 2)[0]}",
            f"700 + {AFTER_A3.replace('0 1', '17 60')}",
            f"700 + {SHREDDER}",
        ):
            self.assertEqual(self.set(value), [], value)
            self.assertEqual(self.search()[1], ("cp", 700, ""), value)
            for clear in (f"CLEAR + {AFTER_A3}", "clearall"):
                self.assertEqual(self.set(f"650 + {AFTER_A3}"), [])
                self.assertEqual(self.search()[1], ("cp", 650, ""), value)
                self.assertEqual(self.set(clear), [])
                self.assertLess(abs(self.search()[1][1]), 200, value)

    def test_clear(self):
        """86: the search is what it was; clear of one leaves the other; clearall leaves none."""
        ordinary = self.search()
        self.set(f"700 + {AFTER_A3}")
        self.set(f"-650 + {AFTER_A3_A6}")
        self.set(f"clear + {AFTER_A3}")
        self.assertEqual(self.search(f"fen {AFTER_A3}"), ("a7a6", ("cp", 650, "")))
        self.set(f"clear {AFTER_A3_A6}")
        self.assertEqual(self.search(), ordinary)
        for value in (700, 650):
            self.set(f"{value} + {AFTER_A3}")
        self.assertEqual(self.search()[1], ("cp", 650, ""))
        self.set("clearall")
        self.set("clearall")
        self.assertEqual(self.search(), ordinary)

    def test_takes_effect_at_once(self):
        """86: what was searched before a value was set, or taken back, does not count."""
        self.engine.send("position startpos")
        scores = []
        for value in (f"700 + {AFTER_A3}", f"clear + {AFTER_A3}", f"650 + {AFTER_A3}"):
            self.engine.go("depth 8")
            self.set(value)
            scores.append(parse_info(self.engine.go("depth 8")[-2])["score"][1])
        self.assertEqual((scores[0], scores[2]), (700, 650))
        self.assertLess(scores[1], 300)

    def test_leaves_nothing_behind(self):
        """86: without the values the search is as if there had been none, though nobody says that a
        new game begins."""

        def found():
            info = parse_info(self.engine.go("depth 8")[-2])
            return info["score"], info["nodes"], info["pv"]

        self.engine.send("position startpos")
        ordinary = found()
        for value in (f"clear + {AFTER_A3}", "clearall"):
            self.set(f"700 + {AFTER_A3}")
            self.assertNotEqual(found(), ordinary)
            self.set(value)
            self.assertEqual(found(), ordinary, value)

    def test_the_same_again_forgets_nothing(self):
        """86: a value that a position has, or that is taken back where there is none, is no change."""

        def two_searches(*values):
            def between():
                for value in values:
                    self.assertEqual(self.set(value), [])

            return nodes_of_two_searches(self.engine, "startpos", between)

        self.set(f"20 + {AFTER_A3}")
        first, second = two_searches()
        self.assertNotEqual(first, second)
        for value in (f"20 + {AFTER_A3}", f"20 {SHREDDER}", f"clear + {AFTER_A3_A6}"):
            self.assertEqual(two_searches(value), [first, second], value)
        self.assertEqual(two_searches(f"30 + {AFTER_A3}", f"20 + {AFTER_A3}"), [first, first])

    def test_many(self):
        """86: thousands of values, with threads."""
        self.engine.send("setoption name Threads value 4")
        self.engine.ready()
        self.engine.ready()  # takes the warning where there are fewer processors
        boards = [f"8/8/4k3/8/8/4K3/{file}P{7 - file}/8" for file in range(1, 7)]
        for index in range(3000):
            board = boards[index % len(boards)]
            self.engine.send(
                f"setoption name UCI_SetPositionValue value {index} + {board} {'wb'[index % 2]} - -"
            )
        self.set(f"700 + {AFTER_A3}")
        self.assertEqual(self.search()[1], ("cp", 700, ""))

    def test_huge_values(self):
        """86: they stay clear of mates."""
        for huge in (99999999999999, 1 << 32):  # the second comes round to 0 where an int is too small
            self.set(f"{huge} + {AFTER_A3}")
            kind, value, _ = self.search()[1]
            self.assertEqual(kind, "cp")
            self.assertGreater(value, 5000)

    def test_bad_values(self):
        """22, 86: explained, and nothing changes."""
        ordinary = self.search()
        for value in (
            "x + " + AFTER_A3,
            "many + 8/8/8/8/8/8/8/8 w - - 0 1",
            "700",
            "700 +",
            "clear",
            "700 + 8/8/8/8/8/8/8/8 w - - 0 1",
            "700 + " + AFTER_A3 + " extra",
            "clear + nonsense",
            "700 + R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
            "700 + k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        ):
            lines = self.set(value)
            self.assertEqual(len(lines), 1, value)
            self.assertTrue(lines[0].startswith("info string UCI_SetPositionValue: "), lines)
        self.assertEqual(self.set("<empty>"), [])
        self.engine.ask("setoption name UCI_SetPositionValue value")
        self.assertEqual(self.search(), ordinary)

    def test_shown(self):
        """86: d and eval show the value of the position on the board."""
        self.set(f"-44 + {START}")
        self.engine.send("position startpos", "d", "eval")
        lines = self.engine.ready()
        self.assertIn("Set value: -44 (White's view)", lines)
        self.assertIn("Set value: -44 centipawns (White's view), used instead", lines)
        self.engine.send(f"position fen {BARE}", "d")
        self.assertFalse([line for line in self.engine.ready() if "Set value" in line])


if __name__ == "__main__":
    main()
