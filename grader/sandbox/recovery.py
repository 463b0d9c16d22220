"""Reading a file that Python can't: the definitions that are whole are kept, each broken one is a `Trouble`.

A person sees at once which functions of a broken file are fine: those that start at the left margin and, taken alone,
are Python. So that is how it is done. The file is cut where a line starts at the margin; a piece that compiles alone
is whole, one that does not may need what follows (a bracket or a string that runs over the margin), and what never
compiles is broken. Only CPython itself judges, so a piece is whole exactly when it would run, in any version.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import CodeType

from msgspec import Struct

from grader.content.calling import LONGEST_MESSAGE
from grader.sandbox.runs import Trouble

definition = re.compile(r"([ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)")
# Lines at the margin that go on with what stands above them.
going_on = re.compile(r"[)\]}#]|(?:else|elif|except|finally)\b|\s*$")
opening = re.compile(r"(?:(?:async[ \t]+)?(?:def|class|for|with)|if|while|try|match)\b|@")
# "fed f(x):", "defg(x):", "function f(x):"
misspelt = re.compile(r"(?:[^(]*\W)?(?:def)?(\w+)[ \t]*\(.*:[ \t]*(?:#.*)?$")
inner = re.compile(r"(?:return|yield)\b")
MOST_JOINED = 60
"""Pieces that a bracket or a string may run over; a limit, since each join is tried by compiling."""
MOST_JOINS = 1000
"""Joins tried in one file."""
MOST_JOINED_CHARACTERS = 4_000_000
"""Of all joins tried in one file."""
MOST_PIECES = 20_000
"""Pieces of a file that is read at all; a person's has a hundred."""
line_end = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
# Python's own count of an indentation starts anew behind a form feed.
fed_forward = re.compile(r"^[ \t\f]*\f")
line_in_message = re.compile(r"(?<=\b[oa][nt] line )\d+")


class Piece(Struct, frozen=True):
    """Lines `start` up to `end`, counted from 0, which compile to `code`; or don't, for the reason `error`. Both count
    lines from the piece's own first, for text of blank lines before each piece would make a long file slow to read."""

    start: int
    end: int
    code: CodeType | None = None
    error: SyntaxError | None = None


class Pieces:
    """The pieces of a source, in order."""

    def __init__(self, source: str, name: str, flags: int = 0) -> None:
        # Only where Python ends lines, which is not wherever Unicode does.
        self.texts = line_end.findall(source)
        self.lines = [fed_forward.sub("", text) or "\n" for text in self.texts] if "\f" in source else self.texts
        self.name = name
        self.flags = flags
        self.joins = MOST_JOINS
        self.joined = MOST_JOINED_CHARACTERS

    def compile(self, start: int, end: int) -> Piece:
        try:
            code = compile("".join(self.texts[start:end]), self.name, "exec", self.flags, dont_inherit=True)
        except SyntaxError as error:
            return Piece(start, end, error=error)
        return Piece(start, end, code)

    def cuts(self) -> list[int]:
        """The lines at which a piece starts, and the number of lines."""
        starts = []
        decorated = False
        for index, line in enumerate(self.lines):
            at_margin = not line[0].isspace() and not going_on.match(line)
            if at_margin and not decorated:
                starts.append(index)
            if at_margin:
                decorated = line[0] == "@"
        return [0, *(start for start in starts if start), len(self.lines)]

    def read(self) -> Iterator[Piece]:
        cuts = self.cuts()
        position = 0
        while position < len(cuts) - 1:
            taken, pieces = self.next(cuts, position)
            yield from pieces
            position += taken

    def next(self, cuts: list[int], position: int) -> tuple[int, list[Piece]]:
        """The piece at `position` and how many cuts it took: joined with what follows, where that makes it whole."""
        alone = self.compile(cuts[position], cuts[position + 1])
        if alone.code is not None:
            return 1, [alone]
        for more in range(2, min(MOST_JOINED, len(cuts) - position)):
            self.joins -= 1
            if not unfinished(alone) or self.joins < 0 or self.joined < 0:
                break
            self.joined -= sum(map(len, self.texts[cuts[position] : cuts[position + more]]))
            joined = self.compile(cuts[position], cuts[position + more])
            if joined.code is not None:
                return more, [joined]
        return self.broken(cuts, position, alone)

    def broken(self, cuts: list[int], position: int, alone: Piece) -> tuple[int, list[Piece]]:
        """A piece beyond repair: what stands whole before the fault within it, and the rest with all its debris."""
        start, end = cuts[position], cuts[position + 1]
        within = [index for index in range(start + 1, end) if definition.match(self.lines[index])]
        for index in reversed(within):
            if isinstance(alone.error, IndentationError) and index - start < (alone.error.lineno or 0):
                before = self.compile(start, index)
                if before.code is not None:
                    return 1, [before, self.compile(index, end)]
        taken = 1
        if "expected an indented block" in str(alone.error):
            # A body at the margin: it is no code of its own.
            while position + taken < len(cuts) - 1 and self.body(cuts[position + taken]):
                taken += 1
        return taken, [Piece(start, cuts[position + taken], error=alone.error)]

    def body(self, index: int) -> bool:
        line = self.lines[index]
        blank_above = not self.lines[index - 1].strip()
        return not blank_above and not opening.match(line) and not line.startswith(("import ", "from "))

    def names(self, piece: Piece) -> list[str]:
        """The functions and classes that a piece defines at its outermost level, or was meant to."""
        matches = [match for line in self.lines[piece.start : piece.end] if (match := definition.match(line))]
        if matches:
            return [match[2] for match in matches if len(match[1]) == len(matches[0][1])]
        meant = misspelt.match(self.lines[piece.start])
        return [meant[1]] if meant and piece.error is not None and self.has_body(piece) else []

    def has_body(self, piece: Piece) -> bool:
        rest = self.lines[piece.start + 1 : piece.end]
        return any(line[0] in " \t" and line.strip() and not definition.match(line) for line in rest)

    def tears(self, piece: Piece) -> bool:
        """Does a broken piece belong inside the definition before it? Then that one is not whole either."""
        first = self.lines[piece.start]
        if inner.match(first):
            return True
        apart = not self.lines[piece.start - 1].strip()
        if opening.match(first) or definition.match(first) or (apart and misspelt.match(first)):
            return False
        # An open bracket has its own lines.
        opened = sum(first.count(bracket) for bracket in "([{") - sum(first.count(bracket) for bracket in ")]}")
        return opened <= 0 and self.has_body(piece)


signs_of_more = (
    "never closed",
    "unterminated triple",
    "EOF",
    "expected an indented block",
    "expected 'except'",
    "continuation",
)


def unfinished(piece: Piece) -> bool:
    """May more lines mend it? Only where something was still open."""
    text = str(piece.error)
    return any(sign in text for sign in signs_of_more)


def recover(source: str, name: str, flags: int = 0, above: int = 0) -> tuple[list[CodeType], list[Trouble]]:
    """The code of all whole pieces, in order and with their own line numbers, and a trouble for each broken one. Nothing
    of a file in too many pieces. `above`: lines of the file that stand above this source."""
    pieces = Pieces(source, name, flags)
    if len(pieces.cuts()) > MOST_PIECES:
        return [], []
    whole: list[Piece] = []
    troubles: list[Trouble] = []
    for piece in pieces.read():
        if piece.error is None:
            whole.append(piece)
            continue
        lost = pieces.names(piece)
        if whole and whole[-1].end == piece.start and pieces.tears(piece) and (torn := pieces.names(whole[-1])):
            whole.pop()
            lost = torn + lost
        troubles.append(trouble(piece.error, piece.start + above, lost))
    codes = [moved(piece.code, piece.start + above) for piece in whole if piece.code is not None and pieces_hold(pieces, piece)]
    return codes, troubles


def moved(code: CodeType, lines: int) -> CodeType:
    """The same code some lines further down."""
    inner = (moved(one, lines) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=tuple(inner)) if lines else code


def pieces_hold(pieces: Pieces, piece: Piece) -> bool:
    """Not only blank lines and comments, which always compile."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in pieces.lines[piece.start : piece.end])


def trouble(error: SyntaxError, start: int, lost: list[str]) -> Trouble:
    """That of a piece which starts behind `start` lines."""
    line = error.lineno + start if error.lineno else 0
    message = line_in_message.sub(lambda match: str(int(match[0]) + start), str(error.msg))
    column = max(error.offset or 0, 0)
    return Trouble("syntax", line, column, message[:LONGEST_MESSAGE], type(error).__name__, lost=tuple(lost))
