"""Matrices as students type them: with brackets, or a row a line."""

from __future__ import annotations

import re

from grader.quiz.problems import NotRead
from grader.quiz.text import DEEPEST, cleaned, matching, opening, shown, split_at, unbracketed, unlabelled
from grader.quiz.typed import amount
from grader.symbolic.tree import Node

Rows = list[list[Node]]

WRAPPED = re.compile(r"^(?:np\.|numpy\.)?(?:array|matrix|asarray|Matrix|tensor)\s*(?=\()")
LATEX = re.compile(r"\\(?:begin|end)\s*\{[a-z]*matrix\}")
ROW_ENDS = re.compile(r"\s*(?:;|\n|\\\\)\s*")
ENTRY_COMMAS = re.compile(r"\s*[,&;]\s*")
ROW_LABEL = re.compile(r"[^:=\[({]*[^\W\d][^:=\[({]*[:=]\s*|[^\W\d]\w*(?:\s+[^\W\d]\w*)*\s*(?=[(\[{+\-−\d.√])")
"""Names before a row: whatever holds a letter and ends in a colon; or words, each of which begins with a letter."""
HEAD = re.compile(r"[^\d√½¼¾\n]*[^\W\d_]{2}[^\d√½¼¾\n]*\n")
"""A first line of names only: the keys, above their columns."""
LONE_SIGN = re.compile(r"(?<!\S)([+\-−])\s+(?=[\d.√])")


def read_matrix(text: str) -> Rows:
    """Rows of numbers: with brackets, or a row a line, entries apart by commas or spaces. Raises `NotRead`."""
    plain = LATEX.sub("", cleaned(text)).strip()
    plain = plain if plain[:1] in opening else unlabelled(plain)
    plain = HEAD.sub("", WRAPPED.sub("", plain), count=1) if HEAD.match(plain) else WRAPPED.sub("", plain)
    if not plain:
        raise NotRead("no matrix is there: type its rows in brackets, [[1, 2], [3, 4]]")
    rows = [row for row in map(entries, row_texts(plain)) if row]
    if len({len(row) for row in rows}) > 1:
        lengths = ", ".join(str(len(row)) for row in rows)
        raise NotRead(f"its rows have different lengths ({lengths} entries)")
    return [[read_entry(entry) for entry in row] for row in rows]


def row_texts(text: str) -> list[str]:
    """The rows, with their own brackets still around them."""
    inner = text
    # Brackets around all the rows: what is inside them holds brackets again, or lines.
    for _ in range(DEEPEST):
        if inner[:1] not in opening or matching(inner) != len(inner) - 1 or not is_rows(inner[1:-1]):
            break
        inner = inner[1:-1].strip()
    if any(one in opening for one in inner):
        found = bracketed_rows(inner)
        if found:
            return found
    return split_at(inner, ROW_ENDS)


def is_rows(text: str) -> bool:
    return any(one in opening for one in text) or ";" in text or "\n" in text or "\\\\" in text


def bracketed_rows(text: str) -> list[str]:
    """`[1, 2], [3, 4]`: every row in brackets of its own, perhaps with a name before it; none where it is not so."""
    rows, place = [], 0
    while place < len(text):
        start = next((at for at in range(place, len(text)) if text[at] in opening), None)
        between = text[place:start]
        if re.sub(r"[\s,;]|[^\W\d][\w ]*[:=]?", "", between):
            return []
        if start is None:
            break
        length = matching(text[start:])
        if length < 0:
            raise NotRead(f"the bracket “{text[start]}” is never closed")
        rows.append(text[start : start + length + 1])
        place = start + length + 1
    return rows


def entries(row: str) -> list[str]:
    """The texts of a row's entries."""
    inner = unbracketed(row.strip().strip("|").strip())
    if not inner or inner[0] not in opening:
        inner = unbracketed(ROW_LABEL.sub("", inner, count=1) if ROW_LABEL.match(inner) else inner)
    if re.search("[,&;]", inner):
        return split_at(inner, ENTRY_COMMAS)
    # “- 1” with a space is one entry.
    return LONE_SIGN.sub(r"\1", inner).split()


def read_entry(text: str) -> Node:
    try:
        return amount(text, {})
    except NotRead as problem:
        raise NotRead(f"the entry “{shown(text)}” can't be read: {problem.why}") from None
