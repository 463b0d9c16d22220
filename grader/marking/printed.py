"""Numbers as a text prints them, compared with computed ones at the digits printed.

Everything is exact: a float counts as the fraction that it is, and no rounding of ours comes between.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from msgspec import Struct

MINUS = "−"
NUMBER = re.compile(r"[+-]?(?:(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<digits>\d+)|/(?P<under>[1-9]\d*))?|∞)")

Exact = Fraction | float
"""A number as the fraction that it is; a float only where it is none: infinite, or not a number."""
Nested = list["Nested"] | bool | int | float | Fraction | str


class Number(Struct, frozen=True):
    """A printed number. `digits` are those behind the point; None for a whole number or a fraction, which are exact."""

    text: str
    value: Exact
    digits: int | None = None

    def agrees(self, other: Exact) -> bool:
        """Whether a computed number is this one, or lies within half a unit of its last printed digit."""
        if isinstance(self.value, float) or isinstance(other, float):
            return isinstance(self.value, float) and self.value == other
        within = Fraction(0) if self.digits is None else Fraction(1, 2 * 10**self.digits)
        return abs(other - self.value) <= within


Printed = list["Printed"] | Number


def read(printed: str) -> Printed | None:
    """The numbers of a printed text, row by row. None where it is words."""
    rows: list[Printed] = []
    for row in printed.split(";"):
        numbers = [number(word) for word in row.split()]
        if not numbers or None in numbers:
            return None
        rows.append([one for one in numbers if one])
    return plain(rows)


def plain(rows: Printed) -> Printed:
    """Without brackets around a single thing."""
    if isinstance(rows, Number):
        return rows
    return plain(rows[0]) if len(rows) == 1 else [plain(row) for row in rows]


def number(word: str) -> Number | None:
    """One printed number: `1.50`, `−3`, `10,000`, `1/64`, `−∞`. None for any other word."""
    match = NUMBER.fullmatch(word.replace(MINUS, "-"))
    if match is None:
        return None
    text = match[0].replace(",", "")
    if "∞" in text:
        return Number(word, -math.inf if text.startswith("-") else math.inf)
    return Number(word, Fraction(text), len(match["digits"]) if match["digits"] else None)


def nested(computed: object) -> Nested:
    """What was computed, in plain Python: arrays as lists, without brackets around a single thing."""
    listed = computed.tolist() if hasattr(computed, "tolist") else computed
    if isinstance(listed, (list, tuple)):
        entries = [nested(one) for one in listed]
        return entries[0] if len(entries) == 1 else entries
    if isinstance(listed, (bool, int, float, Fraction, str)):
        return listed
    return str(listed)


def exact(value: Nested) -> Exact | None:
    """A computed number as the fraction that it is. None for what is no number."""
    if isinstance(value, (bool, str, list)):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return value
    return Fraction(value)


def agree(printed: Printed, computed: Nested) -> bool:
    """Whether the shapes are the same, and every number agrees at the digits printed."""
    if isinstance(printed, Number):
        value = exact(computed)
        return value is not None and printed.agrees(value)
    if not isinstance(computed, list) or len(computed) != len(printed):
        return False
    return all(agree(one, other) for one, other in zip(printed, computed, strict=True))


def shown(computed: Nested, printed: Printed | None) -> str:
    """What was computed, as text: each number with two more digits than its printed one has."""
    if not isinstance(computed, list):
        return shown_one(computed, printed if isinstance(printed, Number) else None)
    beside = printed if isinstance(printed, list) and len(printed) == len(computed) else [None] * len(computed)
    entries = [shown(one, other) for one, other in zip(computed, beside, strict=True)]
    return ("; " if any(isinstance(one, list) for one in computed) else " ").join(entries)


def shown_one(value: Nested, printed: Number | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    known = exact(value)
    if known is None:
        return str(value)
    agrees = printed is not None and printed.agrees(known)
    if printed and agrees and printed.digits is None:
        return printed.text
    if isinstance(known, Fraction) and printed and printed.digits:
        rounded = round(known, printed.digits + 2)
        # Never so short that it seems to say the opposite.
        if printed.agrees(rounded) == agrees:
            return signed(f"{Decimal(rounded.numerator) / Decimal(rounded.denominator):.{printed.digits + 2}f}")
    return signed("∞" if known == math.inf else "-∞" if known == -math.inf else str(value))


def signed(text: str) -> str:
    return text.replace("-", MINUS, 1) if text.startswith("-") else text
