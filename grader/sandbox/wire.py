"""What passes between the grader and a child: packed structs, each frame after its length in four bytes.

The grader decodes with fixed types, after checking the length against a cap and before believing anything.
"""

from __future__ import annotations

import os
from math import prod
from typing import Literal

import msgspec
from msgspec import Struct

from grader.content.calling import LONGEST_SHOWN, Outcome, PartPlan, Plan, Shown
from grader.content.reading import LONGEST_STEP, MOST_STEPS, Kind, Reading
from grader.content.values import (
    Answer,
    Array,
    NotAValue,
    Odd,
    Raised,
    Several,
    Steps,
    Truth,
    Whole,
    type_names,
    unpack,
    unpack_whole,
)
from grader.sandbox.runs import Limits, Redefined, Trouble


class Job(Struct, frozen=True, array_like=True):
    """To the child: the file's name, the first part to run, whether to stay for a second round. Of a notebook also how many
    lines stand above each cell, and the lines whose statements are left out."""

    name: str
    limits: Limits
    first: int = 0
    stays: bool = False
    cells: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


class Loaded(Struct, frozen=True, array_like=True):
    """From the child, once: how loading went."""

    troubles: tuple[Trouble, ...]
    printed: str
    readable: bool
    redefined: tuple[Redefined, ...] = ()


class Answered(Struct, frozen=True, array_like=True):
    """From the child, once a part."""

    ended: Literal["answered", "missing", "not-callable", "lost"]
    outcomes: tuple[Outcome, ...] = ()
    nearest: str = ""


class Garbage(Exception):
    """A child sent what no honest child sends."""


encoder = msgspec.msgpack.Encoder()
loaded_decoder = msgspec.msgpack.Decoder(Loaded)
answered_decoder = msgspec.msgpack.Decoder(Answered)
plan_decoder = msgspec.msgpack.Decoder(Plan)
part_decoder = msgspec.msgpack.Decoder(PartPlan)
job_decoder = msgspec.msgpack.Decoder(Job)

item_sizes = {name: int(name[2:]) for name in type_names}
LENGTH = 4
TROUBLES = 200
LONGEST_TEXT = 1000
"""Characters of a message, a class name, a sentence."""
SLACK = 1 << 20
"""Bytes that a frame may have beyond answers and prints: exceptions, troubles, names."""


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(LENGTH, "little") + body


def send(descriptor: int, body: bytes) -> None:
    """Write one frame to a blocking descriptor."""
    rest = memoryview(frame(body))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def receive(descriptor: int) -> bytes:
    """Read one frame from a blocking descriptor; raises EOFError at its end. For frames from the grader only."""
    return exactly(descriptor, int.from_bytes(exactly(descriptor, LENGTH), "little"))


def exactly(descriptor: int, count: int) -> bytes:
    parts = []
    while count:
        data = os.read(descriptor, count)
        if not data:
            raise EOFError
        parts.append(data)
        count -= len(data)
    return b"".join(parts)


def read_loaded(body: bytes, last: int, printed_bytes: int) -> Loaded:
    """The frame about loading, its lines within the `last` of the source. Raises `Garbage`."""
    try:
        loaded = loaded_decoder.decode(body)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Garbage from error
    if len(loaded.troubles) > TROUBLES or len(loaded.redefined) > TROUBLES:
        raise Garbage
    if len(loaded.printed) > printed_bytes + LONGEST_TEXT or any(map(tells_too_much, loaded.troubles)):
        raise Garbage
    troubles = tuple(msgspec.structs.replace(trouble, line=within(trouble.line, last)) for trouble in loaded.troubles)
    if not all(one.lines and all(0 < line <= last for line in one.lines) for one in loaded.redefined):
        raise Garbage
    return msgspec.structs.replace(loaded, troubles=troubles) if troubles else loaded


def tells_too_much(trouble: Trouble) -> bool:
    """Whether the texts of a trouble are longer than any that is read."""
    longest = max(len(trouble.message), len(trouble.name), len(trouble.missing_name))
    return longest > LONGEST_TEXT or any(len(name) > LONGEST_TEXT for name in trouble.lost)


def read_answered(body: bytes, part: PartPlan, last: int, printed_bytes: int) -> Answered:
    """A part's frame: every claim borne out, one outcome a call. Raises `Garbage`."""
    try:
        answered = answered_decoder.decode(body)
        printed = 0
        for outcome in answered.outcomes:
            check(outcome.answer, part.reading, last)
            printed += len(outcome.printed)
            if outcome.shown is not None:
                check_shown(outcome.shown)
    # numpy's own complaint about a shape is a ValueError too.
    except (msgspec.DecodeError, msgspec.ValidationError, ValueError, OverflowError) as error:
        raise Garbage from error
    if len(answered.outcomes) != (len(part.calls) if answered.ended == "answered" else 0):
        raise Garbage
    if len(answered.nearest) > LONGEST_TEXT:
        raise Garbage
    for outcome, call in zip(answered.outcomes, part.calls, strict=False):
        changed, count = outcome.changed, len(call.args)
        if changed and (len(changed) > count or not set(changed) <= set(range(count))):
            raise Garbage
    if printed > printed_bytes + LONGEST_TEXT:
        raise Garbage
    return answered


def check(answer: Answer, reading: Reading, last: int) -> None:
    """Raises `NotAValue` where an answer is none that a part of this reading gives, claims what its bytes do not bear out, or
    says more than anyone reads."""
    if type(answer) is not answered_by[reading.kind]:
        if not isinstance(answer, (Raised, Odd)) or says_too_much(answer, last):
            raise NotAValue
    elif isinstance(answer, Array):
        check_array(answer, reading)
    elif isinstance(answer, Whole):
        unpack_whole(answer)
    elif isinstance(answer, Several):
        if len(answer.items) not in (1, reading.count):
            raise NotAValue
        for item in answer.items:
            unpack(item)
    elif says_too_much(answer, last):
        raise NotAValue


answered_by: dict[Kind, type] = {
    "array": Array,
    "arrays": Several,
    "whole": Whole,
    "truth": Truth,
    "pairs": Array,
    "pair": Array,
    "steps": Steps,
}


def check_array(answer: Array, reading: Reading) -> None:
    if reading.kind in ("pairs", "pair") and not holds_pairs(answer, reading):
        raise NotAValue
    shape = answer.shape
    size = item_sizes.get(answer.dtype, 0)
    # What honest code answers passes here, and more cheaply; whatever else there is, `unpack` knows.
    if not answer.data or len(shape) > 2 or min(shape, default=1) < 1 or prod(shape) * size != len(answer.data):
        unpack(answer)


def holds_pairs(answer: Array, reading: Reading) -> bool:
    """Whether an array is positions as a child reads them."""
    wanted = answer.shape == (2,) if reading.kind == "pair" else len(answer.shape) == 2 and answer.shape[1] == 2
    return wanted and answer.dtype == "<i8"


def says_too_much(answer: Answer, last: int) -> bool:
    """Whether the texts of an answer are longer than any that is read."""
    if isinstance(answer, Steps):
        return len(answer.steps) > MOST_STEPS or any(max(map(len, step)) > LONGEST_STEP for step in answer.steps)
    if isinstance(answer, Raised):
        longest = max(len(answer.name), len(answer.message), len(answer.missing_name))
        return longest > LONGEST_TEXT or not 0 <= answer.line <= last
    return isinstance(answer, Odd) and len(answer.what) > LONGEST_TEXT


def check_shown(shown: Shown) -> None:
    """Raises `NotAValue` where the texts of a call are longer than any honest child sends."""
    if max(len(shown.given), len(shown.returned)) > LONGEST_SHOWN + 1 or len(shown.given_mark + shown.returned_mark) > 128:
        raise NotAValue


def within(line: int, last: int) -> int:
    return line if 0 <= line <= last else 0
