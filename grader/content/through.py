"""Walking a route: a reference that is written on top of earlier parts, one question at a time.

Whoever walks it decides who answers: the compiler and `verify` let the references answer, the judge a student's own
functions.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from msgspec import Struct

from grader.content.authoring import Ask, Through
from grader.content.calling import Call, describe
from grader.content.reading import Reading, read
from grader.content.values import (
    Answer,
    Array,
    Odd,
    Raised,
    Several,
    Truth,
    Whole,
    pack_input,
    unpack,
    unpack_input,
    unpack_whole,
)


class Question(Struct, frozen=True):
    """What an earlier part is asked."""

    part: str
    call: Call


class Walk:
    """One route with the arguments of one call. `question` is what it asks now; None once it is at its end."""

    def __init__(self, route: Through, call: Call) -> None:
        self.returned: object = None
        self.ended: Raised | Odd | None = None
        self.question: Question | None = None
        args = [unpack_input(value) for value in call.args]
        kwargs = {name: unpack_input(value) for name, value in call.kwargs.items()}
        self.steps: Generator[Ask, Any, object] = route(*args, **kwargs)
        self.go(None)

    def answer(self, answer: Answer) -> None:
        """Go on with what the earlier part answers; an exception of its ends the route as it would end a caller, and so
        does what no caller could use."""
        if isinstance(answer, (Raised, Odd)):
            self.ended, self.question = answer, None
        else:
            self.go(plain(answer))

    def go(self, sent: object) -> None:
        self.question = None
        try:
            asked = self.steps.send(sent)
            self.question = Question(asked.part, Call(tuple(map(pack_input, asked.args))))
        except StopIteration as end:
            self.returned = end.value
        except Exception as problem:
            self.ended = describe(problem, "")

    def outcome(self, reading: Reading) -> Answer:
        """What a part answers that goes this way."""
        return self.ended or read(self.returned, reading)


def plain(answer: Answer) -> object:
    """An answer as Python has it: arrays fresh and writable, several of them as a list."""
    if isinstance(answer, Several):
        return [unpack(item).copy() for item in answer.items]
    if isinstance(answer, Array):
        array = unpack(answer).copy()
        return array if array.shape else array[()]
    if isinstance(answer, Whole):
        return unpack_whole(answer)
    if isinstance(answer, Truth):
        return answer.value
    raise ValueError("an answer that no part can go on with")
