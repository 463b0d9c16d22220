"""What an author of a quiz writes: questions as typed, frozen data, with their answers as texts.

`solutions/quiz.py` binds the name `QUIZ` to one `Quiz`. Answers are texts that a student could have typed; `equals` is
the same answer as the reference implementation computes it, and `grade verify` holds the one to the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.content.questions import PieceKind

__all__ = [
    "Asked",
    "Carried",
    "Choice",
    "Foreseen",
    "Piece",
    "Question",
    "Quiz",
    "cells",
    "formula",
    "matrix",
    "number",
    "numbers",
    "one_of",
    "open_sentence",
    "reference",
    "several_of",
    "text_of",
    "true_or_false",
]


@dataclass(frozen=True)
class Foreseen:
    """A wrong answer with a feedback of its own; `id` where it comes of a misconception with a name."""

    answer: str
    says: str
    id: str = ""
    hint: str = ""


@dataclass(frozen=True)
class Choice:
    """One choice, its letter given by its place. `says` is told to whoever chose it, or left it out wrongly."""

    text: str
    says: str
    right: bool = False
    id: str = ""


@dataclass(frozen=True)
class Carried:
    """What is right on top of the student's own earlier answers: `uses` says which piece each symbol of `formula` is."""

    formula: str
    uses: Mapping[str, str]


@dataclass(frozen=True)
class Piece:
    """One piece of a question; made by the functions below, which say what each kind needs."""

    name: str
    kind: PieceKind
    prompt: str
    example: str
    accepted: tuple[str, ...] = ()
    shown: str = ""
    why: str = ""
    hint: str = ""
    foreseen: tuple[Foreseen, ...] = ()
    choices: tuple[Choice, ...] = ()
    carried: tuple[Carried, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()
    equals: object = None


def number(
    name: str,
    prompt: str,
    answer: str,
    *,
    equals: float,
    why: str,
    hint: str = "",
    shown: str = "",
    example: str = "a number: 3, 0.125, 1/8, sqrt(2), 2^-3, 12.5%",
    foreseen: tuple[Foreseen, ...] = (),
    carried: tuple[Carried, ...] = (),
    symbols: Mapping[str, str] | None = None,
    units: tuple[str, ...] = (),
) -> Piece:
    """A number. `symbols` may be used in the answer and have these values; `units` are words that may follow it."""
    return Piece(
        name, "number", prompt, example, (answer,), shown or answer, why, hint, foreseen, (), carried, symbols or {}, units,
        equals=equals,
    )  # fmt: skip


def numbers(
    name: str,
    prompt: str,
    *answers: tuple[str, ...],
    equals: tuple[tuple[float, ...], ...],
    why: str,
    hint: str = "",
    shown: str = "",
    example: str = "",
    foreseen: tuple[Foreseen, ...] = (),
) -> Piece:
    """Several numbers in any order; each of `answers` is right."""
    accepted = tuple("; ".join(one) for one in answers)
    count = len(answers[0])
    example = example or f"{count} numbers in any order, separated by commas: 0.5, 0.25"
    return Piece(
        name, "numbers", prompt, example, accepted, shown or accepted[0], why, hint, foreseen, shape=(count,), equals=equals
    )


def matrix(
    name: str,
    prompt: str,
    answer: object,
    *,
    why: str,
    hint: str = "",
    example: str = "rows in brackets: [[1, 2], [3, 4]]",
    foreseen: tuple[Foreseen, ...] = (),
) -> Piece:
    """A matrix, given as the reference returns it: an array of two axes, or rows of numbers."""
    rows = rows_of(answer)
    text = text_of(rows)
    shape = (len(rows), len(rows[0]))
    return Piece(name, "matrix", prompt, example, (text,), text, why, hint, foreseen, shape=shape, equals=rows)


def rows_of(answer: object) -> list[list[float]]:
    rows = answer.tolist() if hasattr(answer, "tolist") else answer
    assert isinstance(rows, list)
    return [[float(entry) for entry in row] for row in rows]


def text_of(answer: object) -> str:
    """A matrix as a text that a student could have typed."""
    rows = rows_of(answer)
    return "[" + ", ".join("[" + ", ".join(plain(entry) for entry in row) + "]" for row in rows) + "]"


def plain(entry: float) -> str:
    return str(int(entry)) if entry == int(entry) else repr(entry)


def cells(
    name: str,
    prompt: str,
    answer: list[tuple[int, int]],
    size: int,
    *,
    why: str,
    hint: str = "",
    shown: str = "",
    example: str = "pairs (row, column) counted from 0: (0, 0), (1, 0); or a rule for row i and column j",
    foreseen: tuple[Foreseen, ...] = (),
) -> Piece:
    """Positions in a square matrix of this `size`, or a rule for row i and column j that picks them."""
    text = ", ".join(f"({i}, {j})" for i, j in answer)
    return Piece(name, "cells", prompt, example, (text,), shown or text, why, hint, foreseen, shape=(size, size), equals=answer)


def true_or_false(
    name: str,
    prompt: str,
    answer: bool,
    *,
    why: str,
    says: str,
    id: str = "",
    hint: str = "",
    true_words: tuple[str, ...] = (),
    false_words: tuple[str, ...] = (),
) -> Piece:
    """True or false. `says` is told to whoever chose the wrong one; further words may stand for either."""
    words = (*(f"+{word}" for word in true_words), *(f"-{word}" for word in false_words))
    wrong = Foreseen(str(not answer).lower(), says, id)
    text = str(answer).lower()
    example = ", ".join(("true or false", *true_words, *false_words))
    return Piece(name, "truth", prompt, example, (text,), text, why, hint, (wrong,), words=words, equals=answer)


def one_of(name: str, prompt: str, *choices: Choice, why: str, hint: str = "", shown: str = "") -> Piece:
    """One of several choices; where more than one is right, each of them is."""
    letters = right_letters(choices)
    example = f"one letter, a to {letter(len(choices) - 1)}"
    return Piece(name, "one", prompt, example, letters, shown or " or ".join(letters), why, hint, choices=choices)


def several_of(name: str, prompt: str, *choices: Choice, why: str, hint: str = "") -> Piece:
    """All that are right, of several choices."""
    text = ", ".join(right_letters(choices))
    example = f"letters in any order, a to {letter(len(choices) - 1)}: a, b; or none"
    return Piece(name, "several", prompt, example, (text or "none",), text or "none", why, hint, choices=choices)


def formula(
    name: str,
    prompt: str,
    answer: str,
    symbols: Mapping[str, str],
    *,
    why: str,
    hint: str = "",
    shown: str = "",
    foreseen: tuple[Foreseen, ...] = (),
) -> Piece:
    """A formula in symbols, each with its assumption ("positive integer")."""
    example = f"a formula in {', '.join(symbols)}"
    return Piece(name, "formula", prompt, example, (answer,), shown or answer, why, hint, foreseen, symbols=symbols)


def open_sentence(name: str, prompt: str, *, why: str) -> Piece:
    """A sentence of the student's own: collected, never judged by a machine, worth no points here."""
    return Piece(name, "open", prompt, "a sentence or two of your own", why=why)


def right_letters(choices: tuple[Choice, ...]) -> tuple[str, ...]:
    return tuple(letter(place) for place, choice in enumerate(choices) if choice.right)


def letter(place: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[place]


@dataclass(frozen=True)
class Question:
    """One question with its numbers filled in. `lists` names pieces that may be answered at once, as a list."""

    prompt: str
    pieces: tuple[Piece, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Reroll = Callable[[random.Random], Question]
"""The same question with other numbers, drawn from the dice that are given."""


@dataclass(frozen=True)
class Asked:
    """A place in the quiz: the question as the chapter asks it, and how to re-roll it."""

    id: str
    title: str
    question: Question
    reroll: Reroll


@dataclass(frozen=True)
class Quiz:
    """A quiz. Its questions are worth the same, and within one its pieces are."""

    title: str
    questions: tuple[Asked, ...]


def reference(here: str, exercise: str, part: str) -> Callable[..., object]:
    """A part's reference implementation, from the answer file beside the one `here` (`__file__`). Raises `AuthorError`."""
    from grader.content.compile import load_exercise
    from grader.content.key import AuthorError

    path = Path(here).with_name(f"{exercise}.py")
    found = next((one.function for one in load_exercise(path).parts if one.name == part), None)
    if found is None:
        raise AuthorError(f"{path} has no part {part}")
    return found
