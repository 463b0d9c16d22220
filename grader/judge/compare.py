"""Whether an answer agrees with another: the only place that holds tolerances.

The contract: 1e-6 relative + 1e-8 absolute; for a float32 answer 1e-4 of the largest magnitude in the array, on
cases of large size 2e-2 absolute; whole numbers exactly; an infinity only where the reference has the same one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.content.key import CaseKey
from grader.content.reading import Kind
from grader.content.values import (
    Answer,
    Array,
    Numbers,
    Odd,
    Raised,
    Several,
    Truth,
    Whole,
    arrays_of,
    pack,
    unpack,
    unpack_whole,
)

RELATIVE = 1e-6
ABSOLUTE = 1e-8
SINGLE_RELATIVE = 1e-4
SINGLE_LARGE_ABSOLUTE = 2e-2
LAW_ABSOLUTE = 1e-5
"""Laws are judged more loosely than values, so that agreement with the reference implies the reference's laws."""
SINGLE_LAW_ABSOLUTE = 1e-3

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def is_single(array: Array) -> bool:
    return array.dtype == "<f4"


def floats(array: Array) -> Floats:
    """The numbers as float64 (integers beyond 2^53 are whole-number answers and never come here)."""
    return np.asarray(unpack(array), dtype=np.float64)


def tolerance(wanted: Floats, single: bool, large: bool, zero_within: float | None = None) -> Floats:
    """Per entry; 0 at infinities, which must be met exactly; `zero_within` at zeros, where it is given."""
    finite = np.isfinite(wanted)
    magnitude = np.abs(np.where(finite, wanted, 0.0))
    if single and large:
        allowed = np.full(wanted.shape, SINGLE_LARGE_ABSOLUTE)
    elif single:
        allowed = np.full(wanted.shape, SINGLE_RELATIVE * max(float(magnitude.max(initial=0.0)), ABSOLUTE))
    else:
        allowed = ABSOLUTE + RELATIVE * magnitude
    if zero_within is not None:
        allowed = np.where(magnitude == 0.0, zero_within, allowed)
    return np.where(finite, allowed, 0.0)


def close(got: Floats, wanted: Floats, allowed: Floats) -> Flags:
    """Entry by entry; the shapes are equal."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray((got == wanted) | (np.abs(got - wanted) <= allowed))


def off(got: Array, wanted: Array, large: bool = False, zero_within: float | None = None) -> Flags:
    """Where two arrays of one shape disagree. A single-precision answer is judged as one."""
    theirs, ours = floats(got), floats(wanted)
    return ~close(theirs, ours, tolerance(ours, is_single(got), large, zero_within))


def agrees(got: Answer, wanted: Answer, kind: Kind, large: bool = False, zero_within: float | None = None) -> bool:
    """Whether an answer is the expected one, by the kind of thing the part returns."""
    if isinstance(wanted, Array) and isinstance(got, Array):
        if kind == "pairs":
            return sorted(pairs(got)) == sorted(pairs(wanted))
        if kind == "pair":
            return bool(np.array_equal(unpack(got), unpack(wanted)))
        return got.dtype != "|b1" and got.shape == wanted.shape and not off(got, wanted, large, zero_within).any()
    if isinstance(wanted, Whole) and isinstance(got, Whole):
        return unpack_whole(got) == unpack_whole(wanted)
    if isinstance(wanted, Truth) and isinstance(got, Truth):
        return got.value == wanted.value
    if isinstance(wanted, Several) and isinstance(got, Several):
        return len(got.items) == len(wanted.items) and all(
            agrees(theirs, ours, "array", large, zero_within) for theirs, ours in zip(got.items, wanted.items, strict=True)
        )
    return False


def is_right(case: CaseKey, got: Answer, kind: Kind) -> bool:
    """Whether an answer is what its case asks for, a `ValueError` included."""
    if case.tier == "errors":
        return isinstance(got, Raised) and got.value_error
    return agrees(got, case.expected, kind, case.large, case.zero_within)


def pairs(answer: Array) -> list[tuple[int, int]]:
    return [(row, column) for row, column in unpack(answer).reshape(-1, 2).tolist()]


def same(got: Answer, wrong: Answer, kind: Kind) -> bool:
    """Whether an answer is a misconception's: like `agrees`, but NaN equals NaN, raising equals raising, any shape
    counts, and so does a mask of truth values."""
    if isinstance(wrong, Raised):
        return isinstance(got, Raised)
    if isinstance(wrong, Odd):
        return got == wrong
    if isinstance(wrong, Several):
        if isinstance(got, Several) and len(wrong.items) == 1:
            got = joined(got)
        return (
            isinstance(got, Several)
            and len(got.items) == len(wrong.items)
            and all(same(theirs, ours, "array") for theirs, ours in zip(got.items, wrong.items, strict=True))
        )
    if isinstance(wrong, Array) and isinstance(got, Array) and kind not in ("pairs", "pair"):
        if got.shape != wrong.shape:
            return False
        theirs, ours = floats(got), floats(wrong)
        both_nan = np.isnan(theirs) & np.isnan(ours)
        return bool((close(theirs, ours, tolerance(ours, is_single(got) or is_single(wrong), False)) | both_nan).all())
    return agrees(got, wrong, kind)


def joined(several: Several) -> Several:
    """The rows of one array, which a list of as many as are asked for looks like, as that array."""
    pieces = [unpack(item) for item in several.items]
    if len(pieces) == 1 or pieces[0].ndim > 1 or any(piece.shape != pieces[0].shape for piece in pieces):
        return several
    return Several((pack(np.stack(pieces)),))


def comparable(answer: Answer, finite: bool) -> bool:
    """Whether an answer is numbers that can be held against another: finite ones, or, where the part's own right
    answers hold infinities, any but NaN."""
    if isinstance(answer, Several):
        return all(comparable(item, finite) for item in answer.items)
    if isinstance(answer, Array):
        numbers = floats(answer)
        return bool((np.isfinite(numbers) if finite else ~np.isnan(numbers)).all())
    return isinstance(answer, (Whole, Truth))


class Batch:
    """The expected arrays of many cases end to end, so that a right submission costs one comparison, not twenty."""

    def __init__(self, cases: tuple[CaseKey, ...]) -> None:
        expected = [(position, arrays_of(case.expected)) for position, case in enumerate(cases)]
        self.shapes = [(position, [array.shape for array in arrays]) for position, arrays in expected if arrays]
        flat: list[Floats] = []
        allowed: list[Floats] = []
        for position, arrays in expected:
            for array in arrays:
                flat.append(floats(array).reshape(-1))
                allowed.append(tolerance(flat[-1], False, False, cases[position].zero_within))
        self.wanted: Floats = np.concatenate(flat) if flat else np.empty(0)
        self.allowed: Floats = np.concatenate(allowed) if allowed else np.empty(0)

    def all_agree(self, answers: list[Answer]) -> bool:
        """True where every answer is float64 arrays of the right shapes that agree. False decides nothing."""
        pieces: list[bytes] = []
        for position, shapes in self.shapes:
            arrays = arrays_of(answers[position])
            if len(arrays) != len(shapes):
                return False
            for array, shape in zip(arrays, shapes, strict=True):
                if array.dtype != "<f8" or array.shape != shape:
                    return False
                pieces.append(array.data)
        got: Numbers = np.frombuffer(b"".join(pieces), "<f8")
        return len(got) == len(self.wanted) and bool(close(np.asarray(got, np.float64), self.wanted, self.allowed).all())
