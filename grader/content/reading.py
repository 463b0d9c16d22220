"""How the object a part returned becomes a value.

The rule of the contract lives here once: anything that `numpy.asarray` reads as numbers counts, whatever its
container, memory order or precision; objects, complex numbers and text do not. The compiler reads references
with it and the sandbox reads students with it, so both are held to the same rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from grader.content.values import LONGEST_WHOLE, Answer, Array, Numbers, Odd, Several, Steps, Truth, pack, pack_whole

Kind = Literal["array", "arrays", "whole", "truth", "pairs", "pair", "steps"]


class Reading(Struct, frozen=True, array_like=True):
    """How a part's answer is read: as one array (a number is an array of shape ()), `count` arrays, an integer,
    true or false, a collection of (i, j) pairs, one pair, or the steps of a derivation."""

    kind: Kind
    count: int = 1


LARGEST_ANSWER = 16 << 20
"""Bytes that one call may return."""


def read(returned: object, reading: Reading) -> Answer:
    """What a call returned, as data. Never raises: what can't be read is an `Odd` that says what it is."""
    try:
        return readers[reading.kind](returned, reading.count)
    except NotReadable as problem:
        return Odd(str(problem))
    except MemoryError:
        return Odd("more numbers than memory holds")
    # A returned object may run code of its own when looked at, and raise whatever it likes.
    except BaseException:
        return Odd(f"{named(returned)}, which can't be read as numbers")


class NotReadable(Exception):
    """The message ends the sentence "returned …"."""


def named(returned: object) -> str:
    """The type of a returned object, with an article."""
    if returned is None:
        return "None"
    if type(returned) is np.ndarray:
        return "an array"
    name = type(returned).__name__[:40]
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def numbers(returned: object) -> Numbers:
    if returned is None:
        raise NotReadable("None: is a return statement missing?")
    if isinstance(returned, (str, bytes)):
        raise NotReadable("text, not numbers")
    try:
        array = np.asarray(returned)
    except ValueError:
        raise NotReadable(f"{named(returned)} whose rows differ in length, which is no array of numbers") from None
    kind = array.dtype.kind
    if kind == "c":
        raise NotReadable("complex numbers")
    # Truth values pass here and are refused by the judge, who can then recognise a mask of True and False.
    if kind not in "biuf":
        what = named(returned) if array.ndim == 0 or array.dtype.names else f"{named(returned)} of objects or text"
        raise NotReadable(f"{what}, which is not an array of numbers")
    if array.size * array.itemsize > LARGEST_ANSWER or array.ndim > 32:
        raise NotReadable(f"an array of shape {array.shape}, more than {LARGEST_ANSWER >> 20} MiB")
    return np.asarray(array, array.dtype)


double = np.dtype("<f8")
QUICK = 4096
"""Numbers in an array that is surely small enough."""


def read_array(returned: object, count: int) -> Answer:
    # What nearly everybody returns needs none of the questions that anything else is asked.
    if type(returned) is np.ndarray and returned.dtype is double and returned.ndim <= 2 and returned.size <= QUICK:
        return Array("<f8", returned.shape, returned.tobytes())
    return pack(numbers(returned))


def read_arrays(returned: object, count: int) -> Answer:
    if isinstance(returned, np.ndarray):
        # One array where several are asked for is wrong; kept, it shows which of them it is.
        return Several((pack(numbers(returned)),))
    if not isinstance(returned, (tuple, list)):
        raise NotReadable(f"{named(returned)}, not a tuple of {count}")
    if len(returned) == count:
        return Several(tuple(pack(numbers(item)) for item in returned))
    if len(returned) == 1 and isinstance(returned[0], np.ndarray):
        return Several((pack(numbers(returned[0])),))
    if is_one_array(returned):
        return Several((pack(numbers(returned)),))
    raise NotReadable(f"{named(returned)} of {len(returned)}, not of {count}")


def is_one_array(returned: Sequence[object]) -> bool:
    """Whether a sequence is the numbers, or the rows, of a single array."""
    if all(isinstance(item, (int, float, np.number)) for item in returned):
        return True
    rows = [item for item in returned if isinstance(item, (tuple, list))]
    return len(rows) == len(returned) and all(
        len(row) == len(rows[0]) and all(isinstance(item, (int, float, np.number)) for item in row) for row in rows
    )


def integer(returned: object) -> int:
    """A Python or numpy integer, 0-d arrays included, as int."""
    if isinstance(returned, np.ndarray) and returned.ndim == 0:
        returned = returned[()]
    if isinstance(returned, (bool, np.bool_)):
        raise NotReadable("a truth value, not an integer")
    if isinstance(returned, (float, np.floating)):
        raise NotReadable("a float, not an integer")
    if not isinstance(returned, (int, np.integer)):
        raise NotReadable(f"{named(returned)}, not an integer")
    return int(returned)


def read_whole(returned: object, count: int) -> Answer:
    number = integer(returned)
    if number.bit_length() > 4 * (LONGEST_WHOLE - 1):
        raise NotReadable(f"an integer of {number.bit_length()} bits")
    return pack_whole(number)


def read_truth(returned: object, count: int) -> Answer:
    if isinstance(returned, np.ndarray) and returned.ndim == 0:
        returned = returned[()]
    if not isinstance(returned, (bool, np.bool_)):
        raise NotReadable(f"{named(returned)}, not True or False")
    return Truth(bool(returned))


def positions(rows: Collection[object]) -> Array:
    pairs: list[tuple[int, int]] = []
    for row in rows:
        # Nearly everybody returns tuples of plain ints, and there may be many.
        if type(row) is tuple and len(row) == 2 and type(row[0]) is int and type(row[1]) is int:
            pairs.append(row)
            continue
        if not isinstance(row, (tuple, list, np.ndarray)) or len(row) != 2:
            raise NotReadable(f"a collection that holds {named(row)}, not only pairs (i, j)")
        pairs.append((integer(row[0]), integer(row[1])))
    try:
        return pack(np.array(pairs, dtype="<i8").reshape(-1, 2))
    except OverflowError:
        raise NotReadable("positions beyond any matrix") from None


def read_pairs(returned: object, count: int) -> Answer:
    if isinstance(returned, np.ndarray):
        # The rows of a `numpy.matrix` are matrices again.
        returned = np.asarray(returned)
        if returned.size == 0:
            return positions(())
        if returned.dtype.kind == "i" and returned.ndim == 2 and returned.shape[1] == 2:
            return pack(returned.astype("<i8"))
    if not isinstance(returned, (tuple, list, set, frozenset, np.ndarray)) or getattr(returned, "ndim", 2) != 2:
        raise NotReadable(f"{named(returned)}, not a list, tuple, set or array of pairs")
    if len(returned) > LARGEST_ANSWER // 64:
        raise NotReadable(f"{len(returned)} pairs, more than any answer needs")
    return positions(returned)


def read_pair(returned: object, count: int) -> Answer:
    if not isinstance(returned, (tuple, list, np.ndarray)) or len(returned) != 2:
        raise NotReadable(f"{named(returned)}, not one pair (i, j)")
    return pack(np.array([integer(returned[0]), integer(returned[1])], dtype="<i8"))


MOST_STEPS = 100
LONGEST_STEP = 2001
"""Characters of a rule or an equation that are kept; longer ones are refused by whoever parses them."""


def read_steps(returned: object, count: int) -> Answer:
    if not isinstance(returned, (tuple, list)):
        raise NotReadable(f"{named(returned)}, not a list of steps")
    if len(returned) > MOST_STEPS:
        raise NotReadable(f"{len(returned)} steps, more than any derivation needs")
    return Steps(tuple(read_step(step) for step in returned))


def read_step(step: object) -> tuple[str, str]:
    """One (rule, equation) pair. An equation may be sympy's own: it is printed here, and only its text leaves."""
    if not isinstance(step, (tuple, list)) or len(step) != 2:
        raise NotReadable(f"a list that holds {named(step)}, not only pairs (rule, equation)")
    rule, equation = step
    if not isinstance(rule, str):
        raise NotReadable(f"a step whose rule is {named(rule)}, not text")
    if not isinstance(equation, str):
        if type(equation).__module__.partition(".")[0] != "sympy":
            raise NotReadable(f"a step whose equation is {named(equation)}, not text")
        equation = str(equation)
    return rule[:LONGEST_STEP], equation[:LONGEST_STEP]


readers: dict[Kind, Callable[[object, int], Answer]] = {
    "array": read_array,
    "arrays": read_arrays,
    "whole": read_whole,
    "truth": read_truth,
    "pairs": read_pairs,
    "pair": read_pair,
    "steps": read_steps,
}
