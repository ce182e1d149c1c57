"""The lines of `quorum-data text`, 'FEN ; score ; result ; move', which several scripts read."""

import re
import sys
from collections import namedtuple

from marked import script_name

# What is said of nodes of search trees in place of a result.
NODE_BOUNDS = (">=", "<=")
NODE_MARKS = ("=", *NODE_BOUNDS)

SHAPE = re.compile(r"([1-8pnbrqkPNBRQK/]+ [wb] \S+ \S+ \d+ \d+) ; (-?\d+) ; (1-0|1/2-1/2|0-1|[<>]?=) ; "
                   r"([a-h][1-8][a-h][1-8][nbrq]?)\s*")
POINTS = str.maketrans({digit: "." * int(digit) for digit in "12345678"})

# The score in centipawns for the side to move; the move as UCI writes it.
GameLine = namedtuple("GameLine", "fen score result move")


def squares(fen):
    """The board, rank by rank, a letter for each man and a point for each empty square."""
    return fen.split(" ", 1)[0].translate(POINTS)


def is_board(fen):
    """Whether it begins with eight ranks of eight squares."""
    return list(map(len, squares(fen).split("/"))) == [8] * 8


def read_game_lines(lines):
    """Each of them; at one that is none, or without a standard input to read, the script ends with code 1."""
    if lines is None:
        sys.exit(f"{script_name()}: standard input is closed")
    for number, line in enumerate(lines, 1):
        found = SHAPE.fullmatch(line)
        if not found or not is_board(line):
            sys.exit(f"{script_name()}: line {number} is not one of quorum-data text")
        fen, score, result, move = found.groups()
        yield GameLine(fen, int(score), result, move)
