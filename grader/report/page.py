"""A page of terminal text: width, marks, colour, tables. Whatever a student wrote is made harmless here."""

from __future__ import annotations

import textwrap
import unicodedata

from msgspec import Struct

from grader.judge.result import Table

GREEN, RED, YELLOW, DIM, BOLD = "32", "1;31", "33", "2", "1"
NARROWEST, WIDEST = 30, 100


class Page(Struct, frozen=True):
    """How wide the terminal is, and whether it takes colour. Marks carry the meaning; colour only repeats it."""

    width: int = 80
    colour: bool = False

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def wrap(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Paragraphs of plain text, broken at the width. Only the first line stands out to the left, so that no line
        that somebody else wrote can pass for one of ours."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            wrapped = textwrap.wrap(
                padded(paragraph),
                max(self.width, NARROWEST),
                initial_indent=indent + hanging * bool(lines),
                subsequent_indent=indent + hanging,
                break_on_hyphens=False,
            )
            lines += [line.replace(PADDING, "") for line in wrapped] or [""]
        return lines

    def apart(self, left: str, right: str) -> list[str]:
        """Two texts at the two edges of one line, or on two lines where they don't fit."""
        room = self.width - cells(left) - cells(right)
        if room >= 2:
            return [left + " " * room + right]
        return [*self.wrap(left, hanging="  "), "  " + right]

    def bar(self, done: int, of: int) -> str:
        filled = round(10 * done / of) if of else 0
        return f"[{'#' * filled}{'.' * (10 - filled)}] {done}/{of}"

    def table(self, table: Table, indent: str) -> list[str]:
        """A table with right-aligned cells; columns that don't fit are left out in the middle, and said so."""
        lines = self.wrap(clean(table.caption), indent, "  ")
        rows = [[clean(cell) for cell in row] for row in (table.head, *table.rows) if row]
        if rows:
            lines += [indent + "  " + line for line in aligned(rows, self.width - len(indent) - 2)]
        notes = [clean(note).rstrip() for note in table.notes]
        if notes and notes[-1].lstrip() == "^":
            *notes, source, caret = notes
            lines += [f"{indent}  {line}" for line in pointed(source, caret, self.width - len(indent) - 2)]
        for note in notes:
            lines += self.wrap(note, f"{indent}  ", "  ")
        return lines


def aligned(rows: list[list[str]], room: int) -> list[str]:
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(cells(row[column]) for row in rows) for column in range(columns)]
    kept = fitting(widths, room)
    lines = []
    for row in rows:
        line, previous = "", -1
        for column in kept:
            if column != previous + 1:
                line += "   …"
            line += ("  " if previous >= 0 else "") + " " * (widths[column] - cells(row[column])) + row[column]
            previous = column
        lines.append(line.rstrip())
    return lines


def fitting(widths: list[int], room: int) -> list[int]:
    """The columns to show: all, or the first ones and the margin at the end."""
    kept = list(range(len(widths)))
    while len(kept) > 2 and sum(widths[column] + 2 for column in kept) + 4 > room + 4 * (len(kept) == len(widths)):
        # The last but two goes first: the margin and its bar are the evidence.
        kept.pop(-3 if len(kept) > 3 else -2)
    return kept


def cells(text: str) -> int:
    """How many columns a text takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text
    )


PADDING = "\uffff"
"""Stands for the second column of a wide letter while lines are broken; `clean` lets none through."""


def padded(text: str) -> str:
    """A text with as many characters as it takes columns."""
    if text.isascii():
        return text
    return "".join(letter + PADDING if unicodedata.east_asian_width(letter) in "WF" else letter for letter in text)


def clipped(line: str, room: int) -> str:
    """A line that fits; where something had to go, it says so."""
    if cells(line) <= room:
        return line
    line = line[: room - 1]
    while cells(line) > room - 1:
        line = line[:-1]
    return f"{line}…"


def pointed(source: str, caret: str, room: int) -> list[str]:
    """A line of source and the caret under it, without its margin, and cut so that both fit and stay together."""
    margin = min(len(source) - len(source.lstrip()), len(caret) - 1)
    start = max(margin, len(caret) - room + 2)
    shown = source[start:] if start == margin else "…" + source[start + 1 :]
    return [clipped(shown, room), caret[start:]]


HARMLESS = {0x0A: "\n", 0x09: "    "}
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean(text: str) -> str:
    """A student's text without anything a terminal would act on: escapes, controls, direction marks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        HARMLESS.get(ord(letter), "?")
        if unicodedata.category(letter) in ("Cc", "Cn", "Cs", "Zl", "Zp") or letter in DIRECTIONS
        else letter
        for letter in text
    )


def one_line(text: str) -> str:
    """A name that somebody else chose, or a sentence with such names in it, harmless and without an end of line: no part of
    it passes for a line of ours."""
    return clean(text.replace("\n", "?").replace("\t", "?"))
