"""What a notebook's cell holds beside Python: magics, shell and help lines, prompts. None of it is ever run.

A cell becomes plain Python, line for line, so that line numbers stay true. What counts as a magic is IPython's rule: a
line that starts a statement with one of a few signs, or an assignment of one; never inside a string or a bracket, nor
where a line goes on. The signs start no statement in Python, so nothing that Python would run is ever changed.
"""

from __future__ import annotations

import re

from msgspec import Struct

NOT_PYTHON = re.compile(
    r"!|ai|bash|bigquery|cmd|cpp|css|cu|dot|file|fortran|html|javascript|js|julia|latex|local|macro|markdown|matlab|mermaid"
    r"|octave|perl|powershell|pwsh|pypy|python[23]?|r|ruby|script|sh|shell|skip|sql|svg|sx|system|writefile",
    re.IGNORECASE,
)
"""Cell magics whose body is not run as Python of the notebook. That of any other is: `%%time`, `%%capture`, unknown ones."""

definition = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+\w+", re.MULTILINE)
cell_magic = re.compile(r"\s*+%%[ \t]*([^\s%]*)[^\n]*+\n?")
may_hold_magic = re.compile(r"^[ \t]*[%!?/,;]|=[ \t]*[%!]|\?", re.MULTILINE)
python_prompt = re.compile(r"^(?:>>>|\.\.\.)(?: |$)", re.MULTILINE)
ipython_prompt = re.compile(r"^[ \t]*(?:In \[\d+\]|\.{3,}): ?", re.MULTILINE)
token = re.compile(
    r"""(?P<run>[^\n"'#()\[\]{}\\=?]++)|(?P<comment>\#[^\n]*+)|(?P<quote>\"\"\"|'''|["'])|(?P<joined>\\\n)|(?P<end>\n)|."""
)
string_rest = {
    '"': re.compile(r'(?:[^\\\n"]++|\\.)*+"', re.DOTALL),
    "'": re.compile(r"(?:[^\\\n']++|\\.)*+'", re.DOTALL),
    '"""': re.compile(r'(?:[^\\"]++|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": re.compile(r"(?:[^\\']++|\\.|'(?!''))*+'''", re.DOTALL),
}
margin = re.compile(r"[ \t\f]*+")
STARTS = frozenset("%!?/,;")
"""Signs that start a statement for IPython, and none for Python."""
OPERATORS = "=!<>:+-*/%&|^@"
whole_line = re.compile(r"(?:[^\n\\]++|\\\n|\\)*+")
assigned = re.compile(r"=[ \t]*([%!])")
help_end = re.compile(r"\?{1,2}[ \t;]*(?=\n|\Z)")
magic_line = re.compile(r"%{1,2}[ \t]*(\w*)[ \t]*(.*)", re.DOTALL)
MOST_TOLD = 5
PYLAB = "import numpy, numpy as np; from numpy import *"
"""What is left of `%pylab` where nothing can be drawn."""


class Plain(Struct, frozen=True):
    """A cell as plain Python. `not_run` is the cell magic that keeps its body from being run, where there is one and the
    body defines something; `runs_files` tells the lines, from 1, that would run another file."""

    text: str
    not_run: str = ""
    runs_files: tuple[int, ...] = ()


def plain(cell: str) -> Plain:
    """A cell's text, whose lines end in newlines only, as plain Python with as many lines."""
    text = without_prompts(without_margin(cell))
    body = 0
    while match := cell_magic.match(text, body):
        if NOT_PYTHON.fullmatch(match[1]):
            magic = match[0].strip().split()[0] if definition.search(text, match.end()) else ""
            return Plain("\n" * cell.count("\n"), magic)
        body = match.end()
    blank = text.count("\n", 0, body)
    if not may_hold_magic.search(text, body):
        return Plain("\n" * blank + text[body:])
    lines = Lines(text[body:])
    return Plain("\n" * blank + lines.plain(), runs_files=tuple(blank + line for line in lines.runs_files))


def without_margin(cell: str) -> str:
    """A cell that stands indented as a whole, moved to the margin."""
    first = re.search(r"^[ \t]+(?=\S)", cell) or re.search(r"(?<=\n)[ \t]+(?=\S)", cell)
    if first is None or cell[: first.start()].strip():
        return cell
    margin = first[0]
    lines = cell.split("\n")
    whole = all(line.startswith(margin) or not line.strip() for line in lines)
    # A comment may stand anywhere, and says nothing of the lines below it.
    if not whole and cell[first.end()] == "#":
        return cell
    return "\n".join(line.removeprefix(margin) for line in lines)


def without_prompts(cell: str) -> str:
    """Lines copied from an interpreter's session, without what it put in front of them."""
    for prompt in (python_prompt, ipython_prompt):
        first = prompt.match(cell, len(cell) - len(cell.lstrip()))
        if first and not first[0].startswith("."):
            return prompt.sub("", cell)
    return cell


class Lines:
    """Reads a text statement by statement, as far as it takes to know where one starts, and keeps what is Python."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kept: list[str] = []
        self.taken = 0
        """Up to here the text is in `kept`, or replaced."""
        self.runs_files: list[int] = []

    def plain(self) -> str:
        position = 0
        while position < len(self.text):
            position = self.statement(position)
        return "".join([*self.kept, self.text[self.taken :]])

    def statement(self, start: int) -> int:
        """Read what starts at `start`; returns where the next statement does."""
        text, depth = self.text, 0
        position = first = margin.match(text, start).end()  # type: ignore[union-attr]
        if text[first : first + 1] in STARTS:
            position = self.escaped(first)
        while position < len(text):
            found = token.match(text, position)
            assert found
            at, position, sign = position, found.end(), found[0]
            if found["quote"]:
                position = self.after_string(position, sign)
            elif sign == "\n" and depth == 0:
                return position
            elif sign in "([{":
                depth += 1
            elif sign in ")]}":
                depth = max(0, depth - 1)
            elif sign == "=" and depth == 0 and text[at - 1] not in OPERATORS and (magic := assigned.match(text, at)):
                position = self.value(magic.start(1))
            elif sign == "?" and depth == 0 and (end := help_end.match(text, at)):
                position = self.replace(first, end.end(), "pass")
        return position

    def after_string(self, position: int, quote: str) -> int:
        """Where the string ends that `quote`, before `position`, opens; an unfinished one ends with its line, or the text."""
        rest = string_rest[quote].match(self.text, position)
        if rest:
            return rest.end()
        end = -1 if len(quote) == 3 else self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def escaped(self, first: int) -> int:
        """A statement that one of the signs starts, at `first`; returns where to read on."""
        line = whole_line.match(self.text, first)
        assert line
        magic = magic_line.fullmatch(line[0])
        name, rest = magic.groups() if magic else ("", "")
        if name == "time" and rest[:1] not in ("", "-"):
            # The statement itself is run, and may go on below.
            return self.replace(first, line.end() - len(rest), "")
        if name == "run" and len(self.runs_files) < MOST_TOLD:
            self.runs_files.append(self.text.count("\n", 0, first) + 1)
        return self.replace(first, line.end(), PYLAB if name == "pylab" and self.at_margin(first) else "pass")

    def value(self, first: int) -> int:
        """The magic or shell line at `first`, whose result is assigned."""
        line = whole_line.match(self.text, first)
        assert line
        magic = magic_line.fullmatch(line[0])
        if magic and magic[1] == "time" and magic[2][:1] not in ("", "-"):
            return self.replace(first, line.end() - len(magic[2]), "")
        return self.replace(first, line.end(), "None" if magic else "[]")

    def at_margin(self, position: int) -> bool:
        return position == 0 or self.text[position - 1] == "\n"

    def replace(self, start: int, end: int, put: str) -> int:
        """Put something in the place of `start` up to `end`, as many lines long; returns `end`."""
        # At the margin nothing needs a stand-in, which could be in the way of what must come first in a file.
        put = "" if put == "pass" and self.at_margin(start) else put
        self.kept += [self.text[self.taken : start], put, "\n" * self.text.count("\n", start, end)]
        self.taken = end
        return end
