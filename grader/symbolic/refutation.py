"""Trying two formulas at points that respect the assumptions, in the hope of telling them apart.

60 digits first; where two values are too close to call, 260, and 800. Points come from a seed that is a hash of
nothing but the symbols, so a verdict is the same on every run and every machine.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import islice
from typing import Literal

from msgspec import Struct

from grader.symbolic.assumptions import FAR, Assumption, sample
from grader.symbolic.balls import Arithmetic, Ball, Huge, NoValue, Unsure, Value, arithmetic_of
from grader.symbolic.corners import corner_points, turns
from grader.symbolic.evaluate import Clock, Evaluator
from grader.symbolic.problems import TooMuch
from grader.symbolic.tree import Node, Sum, Symbol, free_symbols, walk
from grader.symbolic.vocabulary import Vocabulary

POINTS = 14
KINKED_POINTS = 34
MORE_POINTS = 40
"""Tried while no point had a value on both sides."""
PRECISIONS = (60, 260, 800)
CORNERS = 90
"""Points at and beside the corners of formulas that have some."""
FEWEST = 3
"""Points that have to agree where others had values too large to be tried."""
CONFIRMED = 2
"""Points at which agreement is confirmed at the second precision."""

Side = Literal["student", "reference"]
SIDES: tuple[Side, Side] = ("student", "reference")
DIVIDED = "something is divided by zero, or the logarithm of zero is taken, whatever the symbols are"
NEGATIVE = "a root or logarithm of a negative number is taken, whatever the symbols are"
Point = dict[Symbol, tuple[Fraction, Fraction]]


class Refutation(Struct, frozen=True):
    """Where two formulas differ: the values of the symbols, the student's value and the reference's, as text."""

    symbols: dict[str, str]
    student: str
    reference: str

    def sentence(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in self.symbols.items())
        return f"{f'At {where} yours' if where else 'Yours'} is {self.student}; expected is {self.reference}."


class Trial(Struct, frozen=True, kw_only=True):
    """What trying points showed."""

    refutation: Refutation | None = None
    agreed: int = 0
    undefined: Literal["", "student", "reference"] = ""
    reason: str = ""
    too_large: bool = False


class Tried(Struct):
    """Counts of one side."""

    values: int = 0
    unreal: int = 0
    none: int = 0
    huge: int = 0


class Points:
    """The points of one comparison; members of families get values when they are met."""

    def __init__(self, student: Node, reference: Node, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.symbols = sorted(free_symbols(student) | free_symbols(reference), key=lambda symbol: symbol.full)
        self.bounds = {
            symbol
            for tree in (student, reference)
            for node in walk(tree)
            if isinstance(node, Sum)
            for end in (node.low, node.high)
            for symbol in free_symbols(end)
        }
        self.dice = random.Random("points:" + ",".join(symbol.full for symbol in self.symbols))  # noqa: S311
        self.number = -1
        self.kinked = any(turns(tree) for tree in (student, reference))
        self.point: Point = {}

    def next(self) -> Point:
        self.number += 1
        self.point = {}
        far = self.kinked and self.number >= FAR
        for place, symbol in enumerate(self.symbols):
            # Not every symbol is at the same stage: otherwise all would be large, or zero, at once.
            known = self.vocabulary.known(symbol)
            value = plain(known, place + self.number) if self.number < PLAIN_POINTS else None
            stage = self.number + 7 * place if far else (self.number + 3 * place) % 17
            self.point[symbol] = value or sample(known, stage, self.dice, symbol in self.bounds)
        return self.point

    def member(self, symbol: Symbol) -> tuple[Fraction, Fraction]:
        """A value for a member of a family that only a sum leads to."""
        if symbol not in self.point:
            known = self.vocabulary.known(symbol)
            self.point[symbol] = sample(known, self.number + int(symbol.index or 0), self.dice)
        return self.point[symbol]


PLAIN_POINTS = 4
plain_values = [Fraction(value) for value in ("3", "5", "-3", "-2", "2", "7", "4", "1/4", "1/3", "-5", "6", "1/2", "9/10")]


def plain(known: Assumption, start: int) -> tuple[Fraction, Fraction] | None:
    """A small number to begin with: a refutation is shown, and 3 is kinder than 591/499."""
    if known.complex:
        return None
    turned = plain_values[start % len(plain_values) :] + plain_values[: start % len(plain_values)]
    return next(((value, Fraction(0)) for value in turned if known.holds(value)), None)


class Refuter:
    """One attempt."""

    def __init__(self, student: Node, reference: Node, vocabulary: Vocabulary, clock: Clock) -> None:
        self.sides = (student, reference)
        self.points = Points(student, reference, vocabulary)
        self.clock = clock
        self.tried = (Tried(), Tried())
        self.real = all(vocabulary.known(symbol).real for symbol in self.points.symbols)
        self.agreed = 0
        self.found: Refutation | None = None

    def run(self) -> Trial:
        constant = not self.points.symbols
        wanted = 1 if constant else KINKED_POINTS if self.points.kinked else POINTS
        try:
            for number in range(1 if constant else MORE_POINTS):
                if number >= wanted and (self.agreed or self.found):
                    break
                self.try_point(self.points.next())
                if self.found and self.tried[0].values > self.tried[0].unreal:
                    break
            if self.points.kinked and self.agreed and not self.found:
                self.try_corners()
        except TooMuch:
            if not self.agreed and not self.found:
                return Trial(too_large=True)
        return self.outcome()

    def outcome(self) -> Trial:
        for tried, who in zip(self.tried, SIDES, strict=True):
            if not tried.values and tried.huge:
                return Trial(too_large=True)
            if not tried.values and tried.none:
                return Trial(undefined=who, reason=DIVIDED)
            if self.real and tried.values and tried.values == tried.unreal:
                return Trial(undefined=who, reason=NEGATIVE)
        if self.found:
            return Trial(refutation=self.found)
        if self.agreed < FEWEST and self.points.symbols and any(tried.huge for tried in self.tried):
            return Trial(too_large=True)
        if not self.agreed:
            return Trial(undefined="student", reason="where the reference has a value, it has none")
        return Trial(agreed=self.agreed)

    def try_corners(self) -> None:
        base = Points(*self.sides, self.points.vocabulary).next()
        for point in islice(corner_points(self.sides, base, self.points.vocabulary, self.clock.check), CORNERS):
            self.points.point = {**point}
            self.try_point(self.points.point)
            if self.found:
                break

    def try_point(self, point: Point) -> None:
        for digits in PRECISIONS:
            arithmetic = arithmetic_of(digits)
            evaluator = Evaluator(arithmetic, point, self.clock, self.points.member)
            values = [self.side(evaluator, side, digits) for side in (0, 1)]
            if any(value is None for value in values):
                return
            if any(value == "unsure" for value in values):
                continue
            student, reference = values
            assert student is not None
            assert reference is not None
            assert not isinstance(student, str)
            assert not isinstance(reference, str)
            if arithmetic.differ(student, reference):
                self.count(arithmetic, values)
                self.found = self.found or self.shown(arithmetic, point, student, reference)
                return
            if arithmetic.sharp(student, reference) and (
                digits > PRECISIONS[0] or self.agreed >= CONFIRMED or is_exact(student, reference)
            ):
                self.count(arithmetic, values)
                self.agreed += 1
                return
        # Overlapping to the last: no difference was found here, and none is claimed.
        if not any(value == "unsure" for value in values):
            self.count(arithmetic, values)
            self.agreed += 1
        for side, value in enumerate(values):
            self.tried[side].none += value == "unsure"

    def side(self, evaluator: Evaluator, side: int, digits: int) -> Value | Literal["unsure"] | None:
        """The value of one side here; None where there is none."""
        try:
            return evaluator.value(self.sides[side])
        except NoValue:
            self.tried[side].none += 1
        except Unsure:
            return "unsure"
        except Huge:
            self.tried[side].huge += 1
        return None

    def count(self, arithmetic: Arithmetic, values: list[Value | Literal["unsure"] | None]) -> None:
        for tried, value in zip(self.tried, values, strict=True):
            tried.values += 1
            tried.unreal += isinstance(value, Ball) and unreal(arithmetic, value)

    def shown(self, arithmetic: Arithmetic, point: Point, student: Value, reference: Value) -> Refutation:
        symbols = {symbol.full: complex_text(*point[symbol]) for symbol in sorted(point, key=lambda symbol: symbol.full)}
        digits = 6
        while digits < 40 and value_text(arithmetic, student, digits) == value_text(arithmetic, reference, digits):
            digits += 6
        yours, expected = value_text(arithmetic, student, digits), value_text(arithmetic, reference, digits)
        if yours == expected:
            difference = arithmetic.add(student, arithmetic.negative(reference))
            yours += f" (the two differ by {value_text(arithmetic, difference, 3)})"
        return Refutation(symbols, yours, expected)


def is_exact(*values: Value) -> bool:
    return all(isinstance(value, Fraction) for value in values)


def unreal(arithmetic: Arithmetic, value: Ball) -> bool:
    return isinstance(value.middle, arithmetic.m.mpc) and abs(value.middle.imag) > value.radius


def complex_text(real: Fraction, imaginary: Fraction) -> str:
    return str(real) if not imaginary else f"{real} + {imaginary}i" if imaginary > 0 else f"{real} - {-imaginary}i"


def value_text(arithmetic: Arithmetic, value: Value, digits: int) -> str:
    """A value as a student would write it."""
    if isinstance(value, Fraction):
        if value.denominator == 1 and abs(value) < 10**12:
            return str(value)
        if value.denominator < 1000 and abs(value) < 10**6 and digits == 6:
            return str(value)
    ball = arithmetic.ball(value)
    middle = ball.middle
    if isinstance(middle, arithmetic.m.mpc):
        if abs(middle.imag) > ball.radius:
            imaginary = arithmetic.m.nstr(abs(middle.imag), digits)
            return f"{arithmetic.m.nstr(middle.real, digits)} {'-' if middle.imag < 0 else '+'} {imaginary}i"
        middle = middle.real
    text: str = arithmetic.m.nstr(middle, digits)
    return text.removesuffix(".0")


def refute(student: Node, reference: Node, vocabulary: Vocabulary, clock: Clock) -> Trial:
    """Tries points. Raises nothing; a deadline that passes before anything was found out counts as too large."""
    return Refuter(student, reference, vocabulary, clock).run()
