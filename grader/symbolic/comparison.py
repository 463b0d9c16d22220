"""Is a formula the one asked for? First an honest attempt to refute it, then a proof.

A difference is only claimed at a point where the two values certainly differ (`balls`); the point is shown. Where
no point tells the formulas apart, exact algebra proves them equal, or sympy does, in a process that can be stopped.
What neither decides is accepted, and marked as unproved: a time-out is never "wrong".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from msgspec import Struct

from grader.symbolic import worker
from grader.symbolic.algebra import Algebra, Undefined
from grader.symbolic.evaluate import Clock
from grader.symbolic.normal import Normaliser
from grader.symbolic.notation import printed
from grader.symbolic.problems import TooMuch, Unread
from grader.symbolic.reader import read_formula
from grader.symbolic.refutation import Refutation, Trial, refute
from grader.symbolic.tree import Node
from grader.symbolic.vocabulary import Vocabulary

Read = TypeVar("Read")
Verdict = Literal["equivalent", "different", "unreadable", "too-large", "undefined", "ambiguous"]

WHOLE, REFUTING, ALGEBRA = 0.5, 0.3, 0.12
"""Seconds: for a whole comparison, of which at most so much for trying points and for our own algebra."""


class Comparison(Struct, frozen=True, kw_only=True):
    """A verdict by its word, whether it is proved, a sentence for the student, and the refuting point if there is one.

    "different" is always proved: by the point. "equivalent" with `proved` false was never refuted.
    """

    verdict: Verdict
    proved: bool
    message: str
    point: Refutation | None = None


def compare(student: str, reference: str, symbols: Mapping[str, str]) -> Comparison:
    """Compares two formulas in the declared `symbols` (name → assumption).

    Raises `ValueError` for a declaration that is none; never anything for a text.
    """
    vocabulary = Vocabulary(symbols)
    clock = Clock(WHOLE)
    read = read_both(student, reference, lambda text: read_formula(text, vocabulary))
    if isinstance(read, Comparison):
        return read
    return compare_trees(*read, vocabulary, clock)


def read_both(student: str, reference: str, reader: Callable[[str], Read]) -> tuple[Read, Read] | Comparison:
    """Both texts read, or the verdict that one of them could not be."""
    found = []
    for whose, text in (("", student), ("The reference: ", reference)):
        try:
            found.append(reader(text))
        except Unread as problem:
            return Comparison(verdict=problem.verdict, proved=False, message=whose + problem.message(text))  # type: ignore[arg-type]
    return found[0], found[1]


def compare_trees(student: Node, reference: Node, vocabulary: Vocabulary, clock: Clock) -> Comparison:
    if student == reference and not may_lack_value(student):
        return Comparison(verdict="equivalent", proved=True, message="This is the formula asked for.")
    trial = refute(student, reference, vocabulary, Clock(min(REFUTING, clock.left)))
    settled = from_trial(trial)
    if settled is not None:
        return settled
    worker.warm()
    by_algebra = algebra_says(student, reference, vocabulary)
    if by_algebra is False:
        return Comparison(
            verdict="different", proved=True, message="The two formulas differ, by less than any value tried shows."
        )
    if by_algebra or worker.proves(printed(student), printed(reference), vocabulary.declared, clock.wall_left):
        return Comparison(verdict="equivalent", proved=True, message="The two formulas are equal.")
    count = "every point tried" if trial.agreed else "no point"
    return Comparison(
        verdict="equivalent",
        proved=False,
        message=f"The two formulas agree at {count}; that they always do was not proved, and is accepted.",
    )


def may_lack_value(node: Node) -> bool:
    """Whether a formula could have no value anywhere; then even itself is not equal to it."""
    from grader.symbolic.tree import Add, Minus, Number, Symbol, Times, walk

    return not all(isinstance(one, (Add, Minus, Number, Symbol, Times)) for one in walk(node))


def from_trial(trial: Trial) -> Comparison | None:
    """The verdict that trying points already gives."""
    if trial.undefined:
        who = "Your formula" if trial.undefined == "student" else "The reference"
        return Comparison(verdict="undefined", proved=False, message=f"{who} has no value anywhere: {trial.reason}.")
    if trial.refutation is not None:
        return Comparison(verdict="different", proved=True, message=trial.refutation.sentence(), point=trial.refutation)
    if trial.too_large:
        return Comparison(
            verdict="too-large", proved=False, message="The values of this formula are too large to be worked out."
        )
    return None


def algebra_says(student: Node, reference: Node, vocabulary: Vocabulary) -> bool | None:
    """Whether the exact forms are equal; False where they differ by a number that is not zero; None where that says nothing."""
    algebra = Algebra(Clock(ALGEBRA).check)
    normaliser = Normaliser(algebra, vocabulary.known)
    try:
        left, right = normaliser.form(student), normaliser.form(reference)
        if algebra.equal(left, right):
            return True
        difference = algebra.subtract(left, right).number
    except (TooMuch, Undefined):
        return None
    return False if difference else None
