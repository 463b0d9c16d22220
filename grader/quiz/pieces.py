"""Judging one piece: read what was typed, then say whether it is right, and if not what it is instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Literal

from msgspec import Struct

from grader.content.questions import ChoiceKey, ForeseenKey, PieceKey
from grader.quiz.answers import as_text, empty
from grader.quiz.matrices import Rows, read_matrix
from grader.quiz.numbers import count_as, counts_as, parsed, same, substituted, too_coarse, vocabulary
from grader.quiz.positions import Cells, read_cells
from grader.quiz.problems import NotRead
from grader.quiz.text import shown
from grader.quiz.typed import read_number, read_numbers
from grader.quiz.words import read_letters, read_truth
from grader.symbolic.reader import read_formula
from grader.symbolic.tree import Minus, Node, Number, Times

Status = Literal["passed", "failed", "not-attempted", "unreadable", "awaits-mark"]


class Verdict(Struct, frozen=True):
    """What became of one piece. `message` is for the student; `id` names a misconception."""

    status: Status
    message: str = ""
    id: str | None = None
    hint: str | None = None


Read = object
"""A piece's answer once it is read: a tree, rows, cells, letters, a truth value, or text."""
Earlier = Mapping[str, Node]
"""The student's own numbers in the other pieces of the question."""

NOT_ATTEMPTED = Verdict("not-attempted", "no answer yet")


class PieceJudge:
    """Judges one piece, for any number of answers."""

    def __init__(self, piece: PieceKey) -> None:
        self.piece = piece

    @cached_property
    def symbols(self) -> dict[str, Node]:
        return {name: parsed(value) for name, value in self.piece.symbols.items()}

    @cached_property
    def accepted(self) -> list[Read]:
        return [self.read(answer) for answer in self.piece.accepted]

    @cached_property
    def foreseen(self) -> list[tuple[Read, ForeseenKey]]:
        return [(self.read(one.answer), one) for one in self.piece.foreseen]

    def read(self, text: str) -> Read:
        """What a text answers. Raises `NotRead`."""
        piece = self.piece
        match piece.kind:
            case "number":
                return read_number(text, self.symbols, piece.words)
            case "numbers":
                return read_numbers(text, piece.shape[0], self.symbols)
            case "matrix":
                return read_matrix(text)
            case "cells":
                return read_cells(text, piece.shape)
            case "truth":
                return read_truth(text, piece.words)
            case "one" | "several":
                return read_letters(text, piece.choices)
            case "formula" | "open":
                return text

    def judge(self, value: object, earlier: Earlier | None = None) -> Verdict:
        """The verdict on an answer as the file has it, or as it was typed."""
        if empty(value):
            return NOT_ATTEMPTED
        quoted = ""
        try:
            text = as_text(value, self.piece.kind)
            quoted = f"“{shown(text)}” "
            answer = self.read(text)
        except NotRead as problem:
            # Once is enough, where the reason quotes it too.
            about = "This " if quoted in f"{problem.why} " else quoted
            return Verdict("unreadable", f"{about}can't be read, so it does not count as wrong: {problem.why}")
        if self.piece.kind == "open":
            return Verdict("awaits-mark", "collected; a person reads it")
        if self.piece.withheld:
            return Verdict("awaits-mark", "read; whether it is right is told in the marked run")
        return JUDGES[self.piece.kind](self, answer, earlier or {})

    def number(self, value: object) -> Node | None:
        """What was typed, as a number that later pieces may build on; None where it is none."""
        if self.piece.kind != "number" or empty(value):
            return None
        try:
            return read_number(as_text(value, "number"), self.symbols, self.piece.words)
        except NotRead:
            return None

    def right(self, message: str = "") -> Verdict:
        return Verdict("passed", message or self.piece.why)

    def wrong(self, answer: Read, equal: Callable[[Read, Read], bool], otherwise: str) -> Verdict:
        """A wrong answer: by its own feedback where it was foreseen."""
        for value, one in self.foreseen:
            if equal(answer, value):
                return Verdict("failed", one.says, one.id or None, one.hint or self.piece.hint or None)
        return Verdict("failed", otherwise, None, self.piece.hint or None)


def judge_number(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    assert isinstance(answer, Node)
    truths = [one for one in judge.accepted if isinstance(one, Node)]
    if any(counts_as(answer, true) for true in truths):
        return judge.right()
    if carried(judge.piece, answer, earlier):
        return judge.right("Right on top of your own earlier numbers, so it counts in full; those are looked at by themselves.")
    return judge.wrong(answer, equal_numbers, general(answer, truths[0]))


def equal_numbers(answer: Read, other: Read) -> bool:
    assert isinstance(answer, Node)
    assert isinstance(other, Node)
    return counts_as(answer, other)


def carried(piece: PieceKey, answer: Node, earlier: Earlier) -> bool:
    """Whether a number follows from the student's own earlier ones."""
    for one in piece.carried:
        if not all(name in earlier for name in one.uses.values()):
            continue
        tree = read_formula(one.formula, vocabulary(tuple(one.uses)))
        try:
            own = substituted(tree, {symbol: earlier[name] for symbol, name in one.uses.items()})
            if counts_as(answer, own):
                return True
        except NotRead:
            # Their sum may be 0; then nothing follows from it.
            continue
    return False


HUNDRED = Number(Fraction(100))


def general(answer: Node, true: Node) -> str:
    """What can be said of any wrong number, without saying the right one."""
    if same(answer, Minus(true)):
        return "The sign is the wrong way round."
    if too_coarse(answer, true):
        return "That is rounded too coarsely: give three significant digits, or an exact form."
    if counts_as(answer, Times((HUNDRED, true))):
        return "That is a hundred times too large: is it meant in percent? Then a % sign belongs behind it."
    return "That is not it."


def judge_numbers(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    if any(equal_in_any_order(answer, one) for one in judge.accepted):
        return judge.right()
    return judge.wrong(answer, equal_in_any_order, "Those are not the ones.")


def equal_in_any_order(answer: Read, other: Read) -> bool:
    assert isinstance(answer, list)
    assert isinstance(other, list)
    return any(count_as(answer, order) for order in permutations(other))


def judge_matrix(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    right = judge.accepted[0]
    if equal_matrices(answer, right):
        return judge.right()
    return judge.wrong(answer, equal_matrices, what_differs(answer, right, judge.piece.shape))


def equal_matrices(answer: Read, other: Read) -> bool:
    assert isinstance(answer, list)
    assert isinstance(other, list)
    return shape(answer) == shape(other) and all(count_as(one, two) for one, two in zip(answer, other, strict=True))


def shape(rows: Rows) -> tuple[int, int]:
    return len(rows), len(rows[0]) if rows else 0


def what_differs(answer: Read, right: Read, wanted: Sequence[int]) -> str:
    assert isinstance(answer, list)
    assert isinstance(right, list)
    found = shape(answer)
    if found != shape(right):
        return f"That is a {found[0]}×{found[1]} matrix; one of {wanted[0]} rows and {wanted[1]} columns is asked for."
    places = [
        (i, j)
        for i, (row, true) in enumerate(zip(answer, right, strict=True))
        for j, (one, two) in enumerate(zip(row, true, strict=True))
        if not counts_as(one, two)
    ]
    i, j = places[0]
    first = f"the first in row {i}, column {j}" if len(places) > 1 else f"in row {i}, column {j}"
    entries = "entry differs" if len(places) == 1 else "entries differ"
    return f"{len(places)} of {found[0] * found[1]} {entries}, {first} (counted from 0)."


def judge_cells(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    right = judge.accepted[0]
    if answer == right:
        return judge.right()
    return judge.wrong(answer, lambda one, other: one == other, which_differ(answer, right, judge.piece.shape))


def which_differ(answer: Read, right: Read, size: Sequence[int]) -> str:
    assert isinstance(answer, frozenset)
    assert isinstance(right, frozenset)
    outside = [cell for cell in answer if not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1])]
    if outside:
        i, j = min(outside)
        return f"({i}, {j}) is no cell of a {size[0]}×{size[1]} matrix whose rows and columns are counted from 0."
    missing, extra = len(right - answer), len(answer - right)
    wrong = f"{extra} of your cells {'is' if extra == 1 else 'are'} wrong"
    lacking = f"{missing} {'is' if missing == 1 else 'are'} missing"
    return f"{', and '.join(([wrong] if extra else []) + ([lacking] if missing else []))}."


def judge_truth(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    if answer in judge.accepted:
        return judge.right()
    return judge.wrong(answer, lambda one, other: one == other, "That is not so.")


def judge_one(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    assert isinstance(answer, frozenset)
    chosen = [one for one in judge.piece.choices if one.letter in answer]
    if chosen and all(one.right for one in chosen):
        return judge.right(" ".join(one.says for one in chosen))
    if len(chosen) != 1:
        letters = ", ".join(one.letter for one in chosen) or "none"
        return Verdict("unreadable", f"one letter is wanted, and this says {letters}: choose the one you hold for right")
    return Verdict("failed", chosen[0].says, chosen[0].id or None, judge.piece.hint or None)


def judge_several(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    assert isinstance(answer, frozenset)
    wrong = [one for one in judge.piece.choices if one.right != (one.letter in answer)]
    if not wrong:
        return judge.right()
    taken = [one for one in wrong if not one.right]
    return Verdict("failed", of_choices(taken, len(wrong) - len(taken)), named(taken), judge.piece.hint or None)


def of_choices(taken: Sequence[ChoiceKey], missing: int) -> str:
    """The feedback of each choice that is wrong; which right ones are missing is not told, only how many."""
    said = [f"{one.letter}: {one.says}" for one in taken]
    if missing:
        said.append(f"{missing} true {'one is' if missing == 1 else 'ones are'} missing.")
    return " ".join(said)


def named(taken: Sequence[ChoiceKey]) -> str | None:
    identifiers = [one.id for one in taken if one.id]
    return identifiers[0] if len(taken) == 1 and identifiers else None


def judge_formula(judge: PieceJudge, answer: Read, earlier: Earlier) -> Verdict:
    from grader.symbolic import compare

    assert isinstance(answer, str)
    found = compare(answer, judge.piece.accepted[0], judge.piece.symbols)
    if found.verdict == "equivalent":
        return judge.right()
    if found.verdict != "different":
        return Verdict("unreadable", f"“{shown(answer)}” can't be read, so it does not count as wrong: {found.message}")
    for one in judge.piece.foreseen:
        if compare(answer, one.answer, judge.piece.symbols).verdict == "equivalent":
            return Verdict("failed", one.says, one.id or None, one.hint or judge.piece.hint or None)
    return Verdict("failed", "That is another formula.", None, judge.piece.hint or None)


JUDGES: dict[str, Callable[[PieceJudge, Read, Earlier], Verdict]] = {
    "number": judge_number,
    "numbers": judge_numbers,
    "matrix": judge_matrix,
    "cells": judge_cells,
    "truth": judge_truth,
    "one": judge_one,
    "several": judge_several,
    "formula": judge_formula,
}

__all__ = ["Cells", "PieceJudge", "Verdict"]
