"""A quiz as other systems can ask it: choices, true or false, numbers with a range, tables of numbers, open sentences.

Our own judge reads more than any of them: fractions, a rule for cells, two numbers in any order. What they can't ask is
asked as a choice between the right answer and the foreseen wrong ones, so that feedback comes along.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from grader.content.questions import PieceKey, QuestionKey
from grader.quiz.matrices import read_matrix
from grader.quiz.numbers import DIGITS, PRECISIONS, interval, roundings, whole
from grader.quiz.positions import read_cells
from grader.quiz.problems import NotRead
from grader.quiz.typed import read_number, read_numbers
from grader.symbolic.tree import Node

Kind = Literal["one", "several", "truth", "number", "table", "open"]
MOST_CELLS = 36
"""Of a matrix whose cells are asked for as a list of choices."""


class Option(Struct, frozen=True):
    """One choice, with the feedback of its own. `best`: right, and not just accepted."""

    text: str
    right: bool
    says: str = ""
    best: bool = False


class Range(Struct, frozen=True):
    """A number: its value in decimal digits, and how far off an answer may be."""

    value: str
    within: str

    @property
    def low(self) -> Fraction:
        return Fraction(self.value) - Fraction(self.within)

    @property
    def high(self) -> Fraction:
        return Fraction(self.value) + Fraction(self.within)


class Foreseen(Struct, frozen=True):
    """A wrong number that was foreseen, and what is told of it."""

    range: Range
    says: str


class Item(Struct, frozen=True):
    """One question for another system. Which of the fields after `prompt` are filled depends on `kind`."""

    name: str
    title: str
    kind: Kind
    prompt: str
    points: float
    options: tuple[Option, ...] = ()
    number: Range | None = None
    foreseen: tuple[Foreseen, ...] = ()
    table: tuple[tuple[Range, ...], ...] = ()
    why: str = ""
    shown: str = ""


class CannotExchange(Exception):
    """For the author: which piece can't be asked elsewhere, and why."""


def items(questions: Sequence[QuestionKey]) -> list[Item]:
    """Every piece as an item of its own, in order. Raises `CannotExchange`."""
    found = []
    for question in questions:
        for piece in question.pieces:
            if piece.withheld:
                raise CannotExchange(
                    f"the answer of {question.id}.{piece.name} is withheld here: take the version for practice"
                )
            try:
                found.append(item(question, piece))
            except NotRead as problem:
                raise CannotExchange(f"{question.id}.{piece.name} can't be asked elsewhere: {problem.why}") from problem
    return found


def item(question: QuestionKey, piece: PieceKey) -> Item:
    made = Item(
        name=f"{question.id}.{piece.name}",
        title=f"{question.title}: {piece.name.replace('_', ' ')}",
        kind="open",
        prompt=f"{question.prompt}\n\n{piece.prompt}",
        points=piece.points,
        why=piece.why,
        shown=piece.shown,
    )
    fields = FIELDS[piece.kind](piece)
    if fields.get("kind") == "number":
        made = replaced(made, prompt=f"{made.prompt} (a decimal number{'' if fields['exact'] else ', three digits or more'})")
    fields.pop("exact", None)
    return replaced(made, **fields)


def replaced(made: Item, **fields: object) -> Item:
    return replace(made, **fields)


# ---------------------------------------------------------------- a kind each


def number_fields(piece: PieceKey) -> dict[str, object]:
    symbols = {name: read_number(value, {}) for name, value in piece.symbols.items()}
    true = read_number(piece.accepted[0], symbols)
    right = range_of(true)
    foreseen = []
    for one in piece.foreseen:
        try:
            wrong = range_of(read_number(one.answer, symbols))
        except NotRead:
            continue
        # Where rounding makes no difference between a mistake and the answer, the answer stands.
        if wrong.high < right.low or right.high < wrong.low:
            foreseen.append(Foreseen(wrong, told(one.says, one.hint)))
    return {"kind": "number", "number": right, "foreseen": tuple(foreseen), "exact": whole(true)}


def table_fields(piece: PieceKey) -> dict[str, object]:
    rows = tuple(tuple(map(range_of, row)) for row in read_matrix(piece.accepted[0]))
    options = [Option(rows_shown(rows), True, piece.why)]
    for one in piece.foreseen:
        wrong = [list(map(range_of, row)) for row in read_matrix(one.answer)]
        options.append(Option(rows_shown(wrong), False, told(one.says, one.hint)))
    kept = distinct(options)
    return {"kind": "table", "table": rows, "options": kept} if len(kept) > 1 else {"kind": "open"}


def rows_shown(rows: Sequence[Sequence[Range]]) -> str:
    texts = [", ".join(one.value for one in row) for row in rows]
    return f"[{', '.join(f'[{text}]' for text in texts)}]"


def pair_fields(piece: PieceKey) -> dict[str, object]:
    """Several numbers in any order, for which other systems have no question: one right set, the foreseen wrong ones, and
    sets mixed from two right ones. An open question where there is nothing wrong to choose."""
    count = piece.shape[0]
    accepted = [shown_numbers(one, count) for one in piece.accepted]
    options = [Option(joined(accepted[0]), True, piece.why)]
    options += [Option(joined(shown_numbers(one.answer, count)), False, told(one.says, one.hint)) for one in piece.foreseen]
    mixed = [[*one[:-1], other[-1]] for one, other in zip(accepted, [*accepted[1:], accepted[0]], strict=True)]
    right = [sorted(one) for one in accepted]
    options += [Option(joined(one), False, piece.hint) for one in mixed if sorted(one) not in right]
    kept = distinct(options)
    return {"kind": "one", "options": kept} if len(kept) > 1 else {"kind": "open"}


def joined(numbers: Sequence[str]) -> str:
    return " and ".join(numbers)


def shown_numbers(text: str, count: int) -> list[str]:
    """To four significant digits, with as many decimals each, so that none stands out."""
    values = [range_of(one, 4).value for one in read_numbers(text, count, {})]
    places = max(len(value.partition(".")[2]) for value in values)
    return [f"{float(value):.{places}f}" for value in values]


def cell_fields(piece: PieceKey) -> dict[str, object]:
    height, width = piece.shape
    if height * width > MOST_CELLS:
        raise NotRead(f"it has {height * width} cells, and a list of more than {MOST_CELLS} choices is none")
    right = read_cells(piece.accepted[0], piece.shape)
    every = [(row, column) for row in range(height) for column in range(width)]
    return {"kind": "several", "options": tuple(Option(f"({row}, {column})", (row, column) in right) for row, column in every)}


def truth_fields(piece: PieceKey) -> dict[str, object]:
    true = piece.accepted[0] == "true"
    wrong = next((told(one.says, one.hint) for one in piece.foreseen), "")
    options = (Option("True", true, piece.why if true else wrong), Option("False", not true, wrong if true else piece.why))
    return {"kind": "truth", "options": options}


def choice_fields(piece: PieceKey) -> dict[str, object]:
    # The answer as it is told names the letters of the best ones: "b or c".
    best = set(re.findall(r"\b[a-z]\b", piece.shown))
    options = tuple(Option(one.text, one.right, one.says, one.right and one.letter in best) for one in piece.choices)
    return {"kind": "several" if piece.kind == "several" else "one", "options": options}


def open_fields(piece: PieceKey) -> dict[str, object]:
    return {"kind": "open"}


FIELDS = {
    "number": number_fields,
    "matrix": table_fields,
    "numbers": pair_fields,
    "cells": cell_fields,
    "truth": truth_fields,
    "one": choice_fields,
    "several": choice_fields,
    "formula": open_fields,
    "open": open_fields,
}


# ---------------------------------------------------------------- numbers


def range_of(value: Node, digits: int = DIGITS) -> Range:
    """A whole number exactly; any other by our own rule: whatever rounds to the same significant digits."""
    if whole(value):
        return Range(str(int(interval(value, PRECISIONS[0])[0])), "0")
    nearest = min(roundings(value, digits))
    unit = unit_of(nearest, digits)
    return Range(decimal(nearest), decimal(unit / 2))


def unit_of(value: Fraction, digits: int) -> Fraction:
    """One in the last of so many significant digits."""
    size, exponent = abs(value), 0
    while size >= 10:
        size, exponent = size / 10, exponent + 1
    while size and size < 1:
        size, exponent = size * 10, exponent - 1
    return Fraction(10) ** (exponent - digits + 1)


def decimal(value: Fraction) -> str:
    """Exactly, in decimal digits, without an exponent; the value has finitely many."""
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    whole_part, rest = (digits[:-places], digits[-places:]) if places else (digits, "")
    return f"{'-' if value < 0 else ''}{whole_part}{'.' if rest else ''}{rest}"


def told(says: str, hint: str) -> str:
    return f"{says} {hint}".strip()


def distinct(options: Sequence[Option]) -> tuple[Option, ...]:
    """Without a second one of the same text; the right one comes first, and is kept."""
    kept: dict[str, Option] = {}
    for one in options:
        kept.setdefault(one.text, one)
    return tuple(kept.values())


def shuffled(one: Item) -> Iterator[Option]:
    """The options in an order that says nothing of which is right, and is the same each time."""
    yield from sorted(one.options, key=lambda option: hashlib.sha256(f"{one.name}\0{option.text}".encode()).digest())
