"""Every form of line that the program may print, as a strict GUI would read it.

parse_line() raises UnknownForm for anything else; StreamCheck does it for a whole conversation."""

import re

MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
BEST_MOVE = re.compile(rf"bestmove (0000|{MOVE})( ponder {MOVE})?")
REGISTRATION = re.compile(r"(registration|copyprotection) (checking|ok|error)")
IDENTITY = re.compile(r"id (name|author) \S(.*\S)?")
OPTION = re.compile(
    r"option name (?P<name>\S(?:.*\S)?) type (?P<type>check|spin|combo|button|string)(?P<rest>.*)"
)

NUMBERS = (
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "cpuload",
    "tbhits",
    "time",
    "currmovenumber",
)
PERMILLE = ("hashfull", "cpuload")
FROM_ONE = ("multipv", "currmovenumber")
WITH_A_LINE = ("depth", "score", "time", "nodes", "nps")

# Commands that are not of the protocol answer in plain text.
PLAIN_TEXT = re.compile(rb"(?<!\S)(?:bench|compiler|d|display|eval|flip|help|perft|spsa|speedtest)(?!\S)")
PROTOCOL_WORDS = (
    "id",
    "uciok",
    "readyok",
    "bestmove",
    "copyprotection",
    "registration",
    "info",
    "option",
)


class UnknownForm(AssertionError):
    pass


class Fields:
    """Cuts the words of an `info` line into fields."""

    def __init__(self, line):
        self.line = line
        self.words = line.split(" ")
        self.at = 1

    def fail(self, why):
        raise UnknownForm(f"{why}: {self.line!r}")

    def more(self):
        return self.at < len(self.words)

    def word(self):
        if not self.more():
            self.fail("the line ends too early")
        self.at += 1
        return self.words[self.at - 1]

    def number(self, signed=False):
        word = self.word()
        if not re.fullmatch(r"-?\d+" if signed else r"\d+", word) or abs(int(word)) >= 1 << 63:
            self.fail(f"{word!r} is not a number")
        return int(word)

    def move(self):
        word = self.word()
        if not re.fullmatch(MOVE, word):
            self.fail(f"{word!r} is not a move")
        return word

    def moves(self):
        """All the moves that follow, one at least."""
        moves = [self.move()]
        while self.more() and re.fullmatch(MOVE, self.words[self.at]):
            moves.append(self.word())
        return moves

    def score(self):
        kind = self.word()
        if kind not in ("cp", "mate"):
            self.fail(f"a score in {kind!r}")
        value = self.number(signed=True)
        bound = ""
        if self.more() and self.words[self.at] in ("lowerbound", "upperbound"):
            bound = self.word()
        return (kind, value, bound)

    def current_line(self):
        """The number of the processor, None where it is left out, and the moves."""
        numbered = self.more() and self.words[self.at].isdigit()
        processor = self.number() if numbered else None
        if processor == 0:
            self.fail("processors count from 1")
        return (processor, self.moves())


def check_fields(line, info):
    """What the fields of one line must have to do with each other."""

    def demand(holds, what):
        if not holds:
            raise UnknownForm(f"{what}: {line!r}")

    demand(info, "no information")
    demand("seldepth" not in info or "depth" in info, "seldepth without depth")
    for field in PERMILLE:
        demand(info.get(field, 0) <= 1000, f"{field} is in permille")
    for field in FROM_ONE:
        demand(info.get(field, 1) >= 1, f"{field} counts from 1")
    if "pv" in info:
        for field in WITH_A_LINE:
            demand(field in info, f"a line without {field}")
    if "wdl" in info:
        demand("score" in info, "wdl without score")
        demand(sum(info["wdl"]) == 1000, "wdl that is not 1000 in all")


def parse_info(line):
    """An `info` line as a dictionary: numbers; score (kind, value, bound); wdl (three numbers); pv
    and refutation (lists of moves); currline (processor, list of moves); currmove; string."""
    if not line.startswith("info "):
        raise UnknownForm(f"no information: {line!r}")
    if line.startswith("info string"):
        if not re.fullmatch(r"info string \S.*", line):
            raise UnknownForm(f"an empty string: {line!r}")
        return {"string": line.removeprefix("info string ")}
    fields = Fields(line)
    info = {}
    while fields.more():
        key = fields.word()
        if key in info:
            fields.fail(f"{key} twice")
        if key in NUMBERS:
            info[key] = fields.number()
        elif key == "score":
            info[key] = fields.score()
        elif key == "wdl":
            info[key] = (fields.number(), fields.number(), fields.number())
        elif key == "currmove":
            info[key] = fields.move()
        elif key in ("pv", "refutation"):
            info[key] = fields.moves()
        elif key == "currline":
            info[key] = fields.current_line()
        elif key == "string":
            info[key] = " ".join(fields.words[fields.at :])
            break
        else:
            fields.fail(f"unknown field {key!r}")
    check_fields(line, info)
    return info


def parse_option(line):
    """An `option` line as (name, type, fields); fields holds default, min, max and a list var."""
    match = OPTION.fullmatch(line)
    if not match:
        raise UnknownForm(f"no option: {line!r}")
    name, kind, rest = match["name"], match["type"], match["rest"]
    forms = {
        "check": r" default (?P<default>true|false)",
        "spin": r" default (?P<default>-?\d+) min (?P<min>-?\d+) max (?P<max>-?\d+)",
        "combo": r" default (?P<default>\S.*?)(?P<var>(?: var \S.*?)+)",
        "button": r"",
        "string": r" default (?P<default>\S.*)",
    }
    match = re.fullmatch(forms[kind], rest)
    if not match:
        raise UnknownForm(f"not the form of a {kind}: {line!r}")
    fields = match.groupdict()
    if kind == "spin":
        fields = {key: int(value) for key, value in fields.items()}
        if not fields["min"] <= fields["default"] <= fields["max"]:
            raise UnknownForm(f"a default outside its range: {line!r}")
    if kind == "combo":
        fields["var"] = re.split(" var ", fields["var"].removeprefix(" var "))
        if fields["default"] not in fields["var"]:
            raise UnknownForm(f"a default that is not one of the choices: {line!r}")
    return name, kind, fields


def parse_line(line):
    """The kind of a line and what is in it; UnknownForm for what no GUI needs to understand."""
    if not line.isascii() or not line.isprintable() or line != line.strip():
        raise UnknownForm(f"not plain text without blanks around it: {line!r}")
    word = line.split(" ", 1)[0]
    if line in ("uciok", "readyok"):
        return word, None
    if word == "info":
        return word, parse_info(line)
    if word == "option":
        return word, parse_option(line)
    for pattern in (BEST_MOVE, IDENTITY, REGISTRATION):
        if match := pattern.fullmatch(line):
            return word, match
    raise UnknownForm(f"no line of the protocol: {line!r}")


class StreamCheck:
    """Holds all that one program prints against parse_line(). Once it has been sent a command that
    answers in plain text, only lines that begin with a word of the protocol are checked."""

    def __init__(self):
        self.plain_text = False
        self.faults = []

    def sent(self, data):
        if PLAIN_TEXT.search(data, 0, 1 << 16):  # beyond that it is a test of long lines
            self.plain_text = True

    def printed(self, line):
        if self.plain_text and line.split(" ", 1)[0] not in PROTOCOL_WORDS:
            return
        try:
            parse_line(line)
        except UnknownForm as fault:
            self.faults.append(str(fault))
