"""An independent, small reader of EPD answers, and a UCI session that searches position by position:
what `quorum epd` is held against."""

import os
import re
import subprocess

ANNOTATION = re.compile(r"[+#!?]+$")


def operations(line):
    """Name and operands of each operation of an EPD line with four or six fields before it."""
    fields = line.split()
    start = 6 if len(fields) > 5 and fields[4].isdigit() and fields[5].isdigit() else 4
    rest = line.split(None, start)[start] if len(fields) > start else ""
    found = []
    for text in re.findall(r'(?:"[^"]*"|[^";])+', rest):
        words = text.split(None, 1)
        if words:
            found.append((words[0], words[1].strip().strip('"') if len(words) > 1 else ""))
    return found


def is_solved(line, san):
    """Whether SAN, as the engine writes it, answers the bm and am of the line; None without."""
    plain = ANNOTATION.sub("", san)
    best, avoid = [], []
    for name, operands in operations(line):
        moves = [ANNOTATION.sub("", word) for word in operands.split()]
        if name == "bm" and not operands.startswith("#"):
            best += moves
        elif name == "am":
            avoid += moves
    if not best and not avoid:
        return None
    return (not best or plain in best) and plain not in avoid


def same_move(written, plain):
    """Whether a move of a suite is this one in SAN; suites may name the whole square it comes from."""
    whole = re.fullmatch(r"([NBRQK])([a-h])([1-8])(x?[a-h][1-8])", ANNOTATION.sub("", written))
    if not whole:
        return ANNOTATION.sub("", written) == plain
    piece, file, rank, target = whole.groups()
    return bool(re.fullmatch(f"{piece}{file}?{rank}?{target}", plain))


def points(line, san):
    """The points that c0 gives for a move; None when it gives several."""
    plain = ANNOTATION.sub("", san)
    given = set()
    for name, operands in operations(line):
        if name == "c0" and re.fullmatch(r"[^=,]+=(?:\w=)?\d+(?:,\s*[^=,]+=(?:\w=)?\d+)*", operands):
            for item in operands.split(","):
                move, value = item.strip().rsplit("=", 1)
                if same_move(move, plain):
                    given.add(int(value))
    return None if len(given) > 1 else sum(given)


class Session:
    """The program under UCI, one thread."""

    def __init__(self, *options):
        self.process = subprocess.Popen([os.environ["QUORUM_BINARY"]], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        for option in options:
            self.send(f"setoption name {option}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("quit")
        self.process.communicate(timeout=60)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def best_move(self, fen, limit):
        """Best move and nodes of a search that knows nothing of the ones before."""
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.send(f"go {limit}")
        nodes = 0
        for line in self.process.stdout:
            words = line.split()
            if "nodes" in words:
                nodes = int(words[words.index("nodes") + 1])
            if words and words[0] == "bestmove":
                return words[1], nodes
        raise EOFError("the engine has ended")
