"""What is known of a symbol, and the points at which formulas are tried.

The words are the contract's: positive, nonnegative, real, nonzero real, integer, positive integer, negative,
complex, `real in (0,1)`. Points respect them, are exact rationals, and come from a seed: a verdict never changes
between two runs.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction

from msgspec import Struct


class Assumption(Struct, frozen=True):
    """A set of numbers: those between `low` and `high` (None: no bound), the ends included where so said."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_included: bool = False
    high_included: bool = False
    integer: bool = False
    nonzero: bool = False
    complex: bool = False

    @property
    def positive(self) -> bool:
        return self.low is not None and (self.low > 0 or (self.low == 0 and (self.nonzero or not self.low_included)))

    @property
    def nonnegative(self) -> bool:
        return self.low is not None and self.low >= 0

    @property
    def negative(self) -> bool:
        return self.high is not None and (self.high < 0 or (self.high == 0 and (self.nonzero or not self.high_included)))

    @property
    def real(self) -> bool:
        return not self.complex

    def holds(self, value: Fraction) -> bool:
        """Whether a rational belongs to the set."""
        if self.low is not None and (value < self.low or (value == self.low and not self.low_included)):
            return False
        if self.high is not None and (value > self.high or (value == self.high and not self.high_included)):
            return False
        return not (self.integer and value.denominator != 1) and not (self.nonzero and value == 0)


zero = Fraction(0)
words = {
    "": Assumption(),
    "real": Assumption(),
    "complex": Assumption(complex=True),
    "integer": Assumption(integer=True),
    "positive": Assumption(low=zero),
    "negative": Assumption(high=zero),
    "nonzero": Assumption(nonzero=True),
    "nonnegative": Assumption(low=zero, low_included=True),
    "nonpositive": Assumption(high=zero, high_included=True),
    "positive integer": Assumption(low=zero, integer=True),
    "negative integer": Assumption(high=zero, integer=True),
    "nonnegative integer": Assumption(low=zero, low_included=True, integer=True),
    "nonzero integer": Assumption(nonzero=True, integer=True),
    "natural": Assumption(low=zero, integer=True),
}
interval = re.compile(r"(?:real |integer )?in ([(\[\]])\s*([^,;\s]+)\s*[,;]\s*([^,;\s]+?)\s*([)\]\[])")


def assumption(text: str) -> Assumption:
    """The assumption that an author wrote. Raises `ValueError`, naming the words there are."""
    plain = " ".join(text.lower().replace("-", "" if "in" not in text.split() else "-").split())
    for known in (plain, plain.removesuffix(" real"), plain.removesuffix(" number")):
        if known in words:
            return words[known]
    match = interval.fullmatch(plain)
    if match:
        low, high = bound(match[2]), bound(match[3])
        if low is None or high is None or low < high:
            return Assumption(low, high, match[1] == "[", match[4] == "]", plain.startswith("integer"))
    raise ValueError(f"{text!r} is no assumption: use {', '.join(word for word in words if word)} or real in (0,1)")


def bound(text: str) -> Fraction | None:
    return None if text.strip("+-") in ("oo", "inf", "infinity", "∞") else Fraction(text)


SIZES = tuple(Fraction(size) for size in ("3", "1", "1/8", "10", "2", "400", "1/60", "5", "50", "30000", "1/5000"))
FAR = 20
"""From this number on, values are far out: for formulas with kinks, whose two sides may agree on all that is near."""
FAR_SIZES = tuple(Fraction(10) ** power for power in (3, -6, 5, 4, -9, 7, 9, 6, -4, 12, 2, 8))
FIRST_INTEGERS = (3, 5, 2, 7, 4, 12, 64, 10, 31, 100)
"""Tried before 1, where the classic mistakes (n for n², √n for n) coincide with the truth."""


def sample(known: Assumption, number: int, dice: random.Random, small: bool = False) -> tuple[Fraction, Fraction]:
    """The real and imaginary part of the `number`-th value tried. `small`: an integer that bounds a sum."""
    if known.complex:
        return (signed(dice, number), signed(dice, number + 1) if number % 5 else zero)
    if known.integer:
        return (integer_sample(known, number, dice, small), zero)
    return (real_sample(known, number, dice), zero)


def real_sample(known: Assumption, number: int, dice: random.Random) -> Fraction:
    if known.low is not None and known.high is not None:
        return known.low + (known.high - known.low) * Fraction(dice.randrange(1, 1009), 1009)
    if number == 6 and known.holds(zero) and not known.integer:
        # An honest value of such a symbol; where a formula has none there, the point is passed over.
        return zero
    if known.low is not None:
        return known.low + magnitude(dice, number)
    if known.high is not None:
        return known.high - magnitude(dice, number)
    return signed(dice, number)


def integer_sample(known: Assumption, number: int, dice: random.Random, small: bool) -> Fraction:
    low = known.low if known.low is not None else None
    high = known.high
    if low is not None and high is not None:
        inside = [value for value in range(int(low), min(int(high), int(low) + 200) + 1) if known.holds(Fraction(value))]
        return Fraction(dice.choice(inside or [int(low)]))
    pick = FIRST_INTEGERS[number] if number < len(FIRST_INTEGERS) and number % 3 != 1 else dice.randrange(1, 60)
    if number == 10:
        pick = 1
    if number >= FAR:
        pick = int(magnitude(dice, number)) + 1
    if small:
        pick = 1 + pick % 9
    if high is not None:
        return Fraction(int(high) - pick)
    if low is not None:
        return Fraction(int(low) + pick)
    value = Fraction(pick if dice.random() < 0.5 else -pick)
    return zero if number == 6 and known.holds(zero) else value


def magnitude(dice: random.Random, number: int) -> Fraction:
    """A positive rational: mostly between 0.1 and 10, at times far smaller or larger."""
    if number >= FAR:
        return FAR_SIZES[number % len(FAR_SIZES)] * Fraction(dice.randrange(101, 997), 499)
    size = SIZES[number % len(SIZES)]
    return size * Fraction(dice.randrange(101, 997), 499)


def signed(dice: random.Random, number: int) -> Fraction:
    value = magnitude(dice, number)
    return value if dice.random() < 0.5 else -value
