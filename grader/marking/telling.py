"""A rule of `grade verify`: no text that students may see quotes the numbers of a hidden case.

A number counts as quoted where it has three significant digits or more and a hidden case has it, exactly or rounded to
the digits written; a row of numbers, where a hidden array holds it. What the exercise says publicly anyway (its stub, its
public cases, the chapter's printed numbers) gives nothing away. Rounded, a number may also be met by chance: among a
thousand random entries nearly every 0.123 is. It counts only where chance is no likely reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from grader.content.authoring import Exercise, Law, Part, Relation
from grader.content.key import CaseKey
from grader.content.values import Answer, Array, Input, Real, Seed, Several, Whole, arrays_of, unpack, unpack_whole
from grader.judge.compare import Floats

if TYPE_CHECKING:
    from grader.marking.verify import Subject

SIGNIFICANT = 3
"""Digits from which on a number alone is telling."""
LARGEST = 1000
"""Bits of a whole number that fits into a float."""
ROW = 3
"""Numbers from which on a row is, whatever their digits."""
LIKELY = 0.01
"""How likely a rounded number may be met by chance, before meeting it shows nothing."""
AROUND = 500
"""Units of a number's last digit to each side, within which it is counted how densely a hidden case's numbers lie."""

NUMBER = re.compile(r"(?<![\w.])[-−+]?(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w]|\.\d)")
GROUPED = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?![\w,]|\.\d)")
BETWEEN = re.compile(r"[\s,;|()\[\]{}]*(?:and\s*)?[\s,;|()\[\]{}]*")
"""What stands between two numbers of one row."""


class Written(Struct, frozen=True):
    """A number as a text has it, without its sign: its digits, its value, and half a unit of its last digit."""

    text: str
    value: float
    half: float
    digits: int


def written(text: str) -> Written:
    number = Decimal(text.replace(",", ""))
    _, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    # Zeros at the end of a whole number are seldom meant as digits.
    plain = "".join(map(str, digits)).strip("0") if exponent >= 0 else "".join(map(str, digits)).lstrip("0")
    return Written(text, float(number), 0.5 * 10.0**exponent if "." in text else 0.0, len(plain))


def numbers_in(text: str) -> Iterator[Written]:
    """Every number of a text; 1,024 both as one and as two, 57.6% also as 0.576."""
    for pattern in (NUMBER, GROUPED):
        for found in pattern.finditer(text):
            one = written(found[1])
            yield one
            if text[found.end() :].lstrip().startswith("%"):
                yield Written(f"{one.text}%", one.value / 100, one.half / 100, one.digits)


def rows_in(text: str) -> Iterator[list[Written]]:
    """Every row of numbers with nothing but separators between them."""
    row: list[Written] = []
    end = 0
    for found in NUMBER.finditer(text):
        if row and not BETWEEN.fullmatch(text[end : found.start()]):
            yield row
            row = []
        row.append(written(found[1]))
        end = found.end()
    if row:
        yield row


class Numbers:
    """Numbers without their signs: all of them in order of size, and each array's as they follow on each other."""

    def __init__(self, rows: Iterable[Floats]) -> None:
        self.rows = [np.abs(row) for row in rows]
        every = np.concatenate([np.zeros(0), *self.rows])
        # Equal entries, a scale that all share say, are met together, and no more likely than one.
        self.every = np.unique(every[np.isfinite(every)])

    def between(self, low: float, high: float) -> int:
        return int(np.searchsorted(self.every, high, "right") - np.searchsorted(self.every, low, "left"))

    def hold(self, one: Written) -> bool:
        slack = 1e-12 * one.value
        return self.between(one.value - one.half - slack, one.value + one.half + slack) > 0

    def tell(self, one: Written) -> bool:
        """Whether a number is one of these, and not by chance."""
        if one.digits < SIGNIFICANT or not self.hold(one):
            return False
        slack = 1e-12 * one.value
        if self.between(one.value - slack, one.value + slack):
            return True
        window = AROUND * 2 * one.half
        return self.between(one.value - window, one.value + window) / (2 * AROUND) <= LIKELY

    def hold_row(self, row: Sequence[Written]) -> bool:
        """Whether an array holds these numbers one after the other."""
        values, halves = np.array([one.value for one in row]), np.array([one.half for one in row])
        for numbers in self.rows:
            if len(numbers) >= len(row):
                windows = np.lib.stride_tricks.sliding_window_view(numbers, len(row))
                if bool((np.abs(windows - values) <= halves + 1e-12 * values).all(axis=1).any()):
                    return True
        return False


def numbers_of(case: CaseKey) -> Iterator[Floats]:
    """All that a case is given and answers, each value in a row."""
    values: list[Input | Answer] = [*case.call.args, *case.call.kwargs.values(), case.expected]
    for value in values:
        if isinstance(value, (Array, Several)):
            for array in arrays_of(value):
                yield np.asarray(unpack(array), dtype=float).ravel()
        elif isinstance(value, Whole):
            number = unpack_whole(value)
            yield np.array([float(number) if number.bit_length() < LARGEST else np.inf])
        elif isinstance(value, Real):
            yield np.array([value.value])
        elif isinstance(value, Seed):
            yield np.array([float(value.seed)])


def is_telling(row: Sequence[Written]) -> bool:
    """Whether a row could not stand in a text by chance: 0 1 0 and 1 2 3 could."""
    values = [one.value for one in row]
    steps = {round(after - before, 12) for before, after in pairwise(values)}
    return len(row) >= ROW and len(set(values)) >= ROW and len(steps) > 1


def texts_of(part: Part, cases: Iterable[CaseKey]) -> Iterator[tuple[str, str]]:
    """What students may see of a part, each text with what it is."""
    yield "its task", part.task
    yield "its why", part.why
    yield from ((f"hint {number}", hint) for number, hint in enumerate(part.hints, 1))
    for wrong in part.misconceptions:
        yield f"the sentence of {wrong.id}", wrong.says
        yield f"the hint of {wrong.id}", wrong.hint
    laws: list[Law | Relation] = [*part.laws, *part.relations]
    yield from ((f"the law “{one.says}”", one.says) for one in laws)
    yield from ((f"the name of the case “{case.name}”", case.name) for case in cases if case.tier != "related")


def texts_tell_no_hidden_numbers(subject: Subject) -> list[str]:
    """No text that students may see quotes a number, or a row of them, that only a hidden case has."""
    cases = [case for key in subject.key.parts for case in key.cases]
    hidden = Numbers(row for case in cases if case.hidden for row in numbers_of(case))
    shown = [row for case in cases if not case.hidden for row in numbers_of(case)]
    public = Numbers([*shown, *said_anyway(subject.stub, subject.exercise)])
    texts = [(part.name, *told) for part, key in subject.parts() for told in dict.fromkeys(texts_of(part, key.cases))]
    subject.notes["texts_tell_no_hidden_numbers"] = f"{len(texts)} texts"
    return [
        f"{name}: {what} quotes {one}, which only a hidden case has"
        for name, what, text in texts
        for one in dict.fromkeys(quoted(text, hidden, public))
    ]


def said_anyway(stub: str, exercise: Exercise) -> Iterator[Floats]:
    """The numbers of the stub, and those that the chapter prints, with what is said of them."""
    for text in (stub, exercise.title, *(claim for claim, _, _ in exercise.printed)):
        yield from (np.array([one.value for one in row]) for row in rows_in(text))
        yield np.array([one.value for one in numbers_in(text)])
    for _, _, printed in exercise.printed:
        value = np.asarray(list(printed) if isinstance(printed, (set, frozenset)) else printed)
        if value.dtype.kind in "iuf":
            yield np.asarray(value, dtype=float).ravel()


def quoted(text: str, hidden: Numbers, public: Numbers) -> Iterator[str]:
    """The numbers and rows of a text that are told of nowhere else."""
    for one in numbers_in(text):
        if hidden.tell(one) and not public.hold(one):
            yield one.text
    for row in rows_in(text):
        # Of a long row any piece is looked for, of a short one the whole.
        size = min(len(row), ROW + 1)
        for piece in (row[start : start + size] for start in range(len(row) - size + 1)):
            if is_telling(piece) and hidden.hold_row(piece) and not public.hold_row(piece):
                yield " ".join(one.text for one in piece)
