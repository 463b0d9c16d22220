"""The quiz as a key: questions, their pieces, and what is known of right and wrong answers. Data, no code.

Every answer in it is a text in the student's own language ("1/64", "[[1, 0], [0, 1]]", "a, c"), so that one reader
serves both sides, and numbers stay exact.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from grader.content.key import Entry

PieceKind = Literal["number", "numbers", "matrix", "cells", "truth", "one", "several", "formula", "open"]


class ForeseenKey(Struct, frozen=True, array_like=True):
    """A wrong answer that was foreseen: the answer, the misconception's identifier, what is told, a hint."""

    answer: str
    id: str
    says: str
    hint: str = ""


class ChoiceKey(Struct, frozen=True, array_like=True):
    """One choice by its letter. `says` is the feedback of its own; `id` names the misconception of a wrong one."""

    letter: str
    text: str
    right: bool
    says: str
    id: str = ""


class CarriedKey(Struct, frozen=True, array_like=True):
    """What would be right on top of the student's own earlier answers: a formula, and which piece each of its symbols is."""

    formula: str
    uses: dict[str, str]


class PieceKey(Struct, frozen=True):
    """One gradable piece of a question, or an open sentence.

    `accepted` are the right answers (any of them); `shown` is the answer as it is told after an attempt. `symbols` may be
    used in a number and have these values, in a formula these assumptions. `words` are further words for a number's unit,
    or for true (`+same`) and false (`-different`). `shape` is a matrix's or the cells', or how many numbers are wanted.
    An empty `accepted` means that the answer is withheld: the marked run has it.
    """

    name: str
    kind: PieceKind
    prompt: str
    example: str
    points: float
    accepted: tuple[str, ...] = ()
    shown: str = ""
    why: str = ""
    hint: str = ""
    foreseen: tuple[ForeseenKey, ...] = ()
    choices: tuple[ChoiceKey, ...] = ()
    carried: tuple[CarriedKey, ...] = ()
    symbols: dict[str, str] = {}
    words: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()

    @property
    def withheld(self) -> bool:
        return self.kind != "open" and not self.accepted


class QuestionKey(Struct, frozen=True):
    """One question. `lists` are pieces that may be answered at once: `exponentials` for three of them."""

    id: str
    title: str
    prompt: str
    pieces: tuple[PieceKey, ...]
    lists: dict[str, tuple[str, ...]] = {}

    def graded(self) -> list[PieceKey]:
        """The pieces that carry points: all but open sentences."""
        return [piece for piece in self.pieces if piece.kind != "open"]


class Pool(Struct, frozen=True):
    """The re-rolled variants of one question, packed: most runs need none, or one.

    `practice` can be judged by whoever has the key. Of `marked` a public key holds the questions, not the answers.
    """

    practice: bytes
    marked: bytes


class QuizKey(Struct, frozen=True):
    """A quiz, with its blank answers file as text. `public`: the answers to marked variants are left out."""

    id: str
    title: str
    stub: str
    questions: tuple[QuestionKey, ...]
    pools: tuple[Pool, ...]
    public: bool = False


quiz_decoder = msgspec.msgpack.Decoder(QuizKey)
variants_decoder = msgspec.msgpack.Decoder(tuple[QuestionKey, ...])


def quiz_of(entry: Entry) -> QuizKey:
    return quiz_decoder.decode(entry.packed)


def packed(variants: Iterable[QuestionKey]) -> bytes:
    """Variants of one question, small: they differ in a few numbers."""
    return zlib.compress(msgspec.msgpack.encode(tuple(variants)), 9)


def unpacked(data: bytes) -> tuple[QuestionKey, ...]:
    return variants_decoder.decode(zlib.decompress(data))
