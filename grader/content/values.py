"""The values that cross a boundary: inputs of a call, and what a call may answer.

One vocabulary serves the answer key on disk and the wire to the sandbox. It holds data only (no pickle, no
code), and reading it back checks every claim a hostile sender could make: the dtype against an allow-list, the
byte count against the shape.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

type_names = {"|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8"}


class Array(Struct, frozen=True, array_like=True, tag="array"):
    """Numbers in a rectangle. `shape` () is a single number; `data` is C-ordered, little-endian."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes


class Whole(Struct, frozen=True, array_like=True, tag="whole"):
    """An integer of any size, in hexadecimal (linear to print and to read, unlike decimal)."""

    digits: str


class Real(Struct, frozen=True, array_like=True, tag="real"):
    """A float handed to a call. (A returned float is an `Array` of shape (), which keeps its dtype.)"""

    value: float


class Truth(Struct, frozen=True, array_like=True, tag="truth"):
    """True or false."""

    value: bool


class Several(Struct, frozen=True, array_like=True, tag="several"):
    """The arrays of a part that returns more than one."""

    items: tuple[Array, ...]


class Steps(Struct, frozen=True, array_like=True, tag="steps"):
    """A derivation as text: a rule and an equation for each step. Whoever reads it, parses it; nothing evaluates it."""

    steps: tuple[tuple[str, str], ...]


class Seed(Struct, frozen=True, array_like=True, tag="seed"):
    """Stands for a fresh `numpy.random.Generator` with this seed."""

    seed: int


class Nothing(Struct, frozen=True, array_like=True, tag="nothing"):
    """`None`, for an optional input left out."""


class Raised(Struct, frozen=True, array_like=True, tag="raised"):
    """The call ended in an exception. `line` is the student's own line, 0 where there is none.

    `by_signature` says that the call itself did not fit: Python refused it before any line of the function ran.
    """

    name: str
    value_error: bool
    message: str = ""
    line: int = 0
    by_signature: bool = False
    missing_name: str = ""


class Odd(Struct, frozen=True, array_like=True, tag="odd"):
    """The call returned something that is not numbers of any shape; `what` ends the sentence "returned …"."""

    what: str


Input = Array | Whole | Real | Truth | Seed | Nothing
Value = Array | Whole | Truth | Several | Steps
Answer = Array | Whole | Truth | Several | Steps | Raised | Odd
Numbers = NDArray[np.generic]


def arrays_of(answer: Answer) -> tuple[Array, ...]:
    """The arrays that an answer consists of: none where it is something else."""
    return answer.items if isinstance(answer, Several) else (answer,) if isinstance(answer, Array) else ()


class NotAValue(ValueError):
    """A sender claimed an array that its bytes do not bear out."""


def pack(array: Numbers) -> Array:
    """`array` as data: little-endian, C order; long doubles become float64."""
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        array = array.astype("<f8")
    dtype = array.dtype.newbyteorder("<").str if array.dtype.byteorder == ">" else array.dtype.str
    if array.dtype.str != dtype:
        array = array.astype(dtype)
    return Array(dtype, array.shape, array.tobytes())


def unpack(array: Array) -> Numbers:
    """The numpy array an `Array` describes, read-only. Raises `NotAValue` where its claims do not hold."""
    if array.dtype not in type_names:
        raise NotAValue(f"dtype {array.dtype[:20]!r} is not one we read")
    kind = np.dtype(array.dtype)
    if len(array.shape) > 32 or any(n < 0 for n in array.shape):
        raise NotAValue("an impossible shape")
    if math.prod(array.shape) * kind.itemsize != len(array.data):
        raise NotAValue(f"shape {array.shape} needs another number of bytes than the {len(array.data)} sent")
    return np.frombuffer(array.data, kind).reshape(array.shape)


def pack_whole(number: int) -> Whole:
    """An integer as data."""
    return Whole(format(number, "x"))


def unpack_whole(whole: Whole) -> int:
    """The integer a `Whole` holds. Raises `NotAValue` where it holds none, or one beyond 4096 bits."""
    if len(whole.digits) > LONGEST_WHOLE:
        raise NotAValue("an integer beyond all reason")
    try:
        return int(whole.digits, 16)
    except ValueError as error:
        raise NotAValue("not an integer") from error


LONGEST_WHOLE = 1025
"""Hexadecimal digits, sign included, of the largest integer that is read: 4096 bits."""


def pack_input(value: object) -> Input:
    """An author's argument as data. Raises `TypeError` for what a call can't be given."""
    if value is None:
        return Nothing()
    if isinstance(value, bool):
        return Truth(value)
    if isinstance(value, int):
        return pack_whole(value)
    if isinstance(value, float):
        return Real(value)
    if isinstance(value, Seed):
        return value
    if isinstance(value, np.ndarray):
        packed = pack(value)
        if packed.dtype not in type_names:
            raise TypeError(f"an array that is an argument must hold numbers or truth values, not {value.dtype}")
        return packed
    raise TypeError(f"an argument must be an array, an int, a float, a Seed or None, not {type(value).__name__}")


def unpack_input(value: Input) -> object:
    """The Python object a call is given: arrays fresh and writable, generators at their start."""
    return anew(laid_out(value))


def laid_out(value: Input) -> object:
    """What a call is given, as far as it can be unpacked once for many calls: see `anew`."""
    if isinstance(value, Array):
        return unpack(value)
    if isinstance(value, Whole):
        return unpack_whole(value)
    if isinstance(value, Seed):
        return value
    if isinstance(value, Nothing):
        return None
    return value.value


def anew(given: object) -> object:
    """What is laid out, for one call of it."""
    if type(given) is np.ndarray:
        return given.copy()
    return np.random.default_rng(given.seed) if type(given) is Seed else given
