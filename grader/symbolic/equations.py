"""Do two equations have the same real solutions?

For many values of the other symbols the solutions of each are found as numbers and put into the other; one that
does not solve it is shown. That they always agree is proved by exact algebra (one is a multiple of the other) or by
sympy, which solves both.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from msgspec import Struct

from grader.symbolic import worker
from grader.symbolic.algebra import Algebra, Form, Undefined, proportion
from grader.symbolic.balls import Arithmetic, Ball, Huge, NoValue, Unsure, Value, arithmetic_of
from grader.symbolic.comparison import WHOLE, Comparison, read_both
from grader.symbolic.evaluate import Clock, Evaluator
from grader.symbolic.normal import Normaliser
from grader.symbolic.notation import printed
from grader.symbolic.problems import TooMuch
from grader.symbolic.reader import read_equation
from grader.symbolic.refutation import Point, Points, Refutation, complex_text, value_text
from grader.symbolic.tree import Add, Minus, Node, Number, Symbol, rebuilt
from grader.symbolic.vocabulary import Vocabulary, canonical

POINTS = 6
FINDING = 0.35
"""Seconds for finding solutions as numbers."""
DIGITS = 60
CLOSE = 20
"""Digits to which two sides agree at a solution; a root of multiplicity three keeps a third of the digits."""
GRID = 112
MOST_ROOTS = 6

Sides = tuple[Node, ...]


class Solutions(Struct, frozen=True):
    """The real solutions at one point: all numbers (`everything`), or these."""

    numbers: tuple[Fraction, ...] = ()
    everything: bool = False
    defined: bool = True


def compare_equations(student: str, reference: str, symbols: Mapping[str, str], solve: str) -> Comparison:
    """Compares the real solutions of two equations, or chains of them, in the symbol `solve`, under the assumptions.

    Raises `ValueError` for a declaration that is none, and where `solve` is not declared.
    """
    vocabulary = Vocabulary(symbols)
    unknown = Symbol(canonical(solve))
    if unknown.name not in vocabulary.assumptions:
        raise ValueError(f"{solve!r} is not among the declared symbols")
    clock = Clock(WHOLE)
    read = read_both(student, reference, lambda text: read_equation(text, vocabulary))
    if isinstance(read, Comparison):
        return read
    try:
        found = Attempt(*read, unknown, vocabulary, Clock(FINDING)).run()
    except TooMuch:
        found = Comparison(verdict="too-large", proved=False, message="The equations are too large to be solved.")
    if found is not None:
        return found
    if multiples(*read, vocabulary) or worker.proves(
        chain(read[0]), chain(read[1]), vocabulary.declared, clock.wall_left, unknown.name
    ):
        return Comparison(verdict="equivalent", proved=True, message="The two equations have the same solutions.")
    return Comparison(
        verdict="equivalent",
        proved=False,
        message="The two equations have the same solutions at every point tried; that is not proved, and accepted.",
    )


def chain(sides: Sides) -> str:
    return " = ".join(printed(side) for side in sides)


def differences(sides: Sides) -> list[Node]:
    return [Add((left, Minus(right))) for left, right in pairwise(sides)]


def multiples(student: Sides, reference: Sides, vocabulary: Vocabulary) -> bool:
    """Whether one equation is the other times a number."""
    if len(student) != 2 or len(reference) != 2:
        return False
    normaliser = Normaliser(Algebra(Clock(0.1).check), vocabulary.known)
    try:
        left, right = (normaliser.form(differences(sides)[0]) for sides in (student, reference))
    except (TooMuch, Undefined):
        return False
    return left.bottom is None and right.bottom is None and bool(left.top) and proportion(left.top, right.top) is not None


class Attempt:
    """Finding a solution of one equation that does not solve the other."""

    def __init__(self, student: Sides, reference: Sides, unknown: Symbol, vocabulary: Vocabulary, clock: Clock) -> None:
        self.equations = (student, reference)
        self.unknown = unknown
        self.vocabulary = vocabulary
        self.clock = clock
        self.points = Points(Add(student), Add(reference), vocabulary)
        self.points.symbols = [symbol for symbol in self.points.symbols if symbol != unknown]
        self.tried = 0
        self.huge = False

    def run(self) -> Comparison | None:
        """The verdict, or None where nothing tells the two apart. Raises `TooMuch` when not even one point was done."""
        defined = [False, False]
        for _ in range(POINTS if self.points.symbols else 1):
            try:
                point = self.points.next()
                solutions = [self.solutions(sides, point) for sides in self.equations]
                defined = [known or one.defined for known, one in zip(defined, solutions, strict=True)]
                apart = self.apart(point, *solutions) if all(one.defined for one in solutions) else None
            except TooMuch:
                if not self.tried:
                    raise
                break
            self.tried += 1
            if apart is not None:
                return apart
        for known, who in zip(defined, ("Your equation", "The reference"), strict=True):
            if not known and self.huge:
                raise TooMuch
            if not known:
                return Comparison(verdict="undefined", proved=False, message=f"{who} has no value anywhere.")
        return None

    def apart(self, point: Point, student: Solutions, reference: Solutions) -> Comparison | None:
        if student.everything and reference.everything:
            return None
        if student.everything or reference.everything:
            other = 1 if student.everything else 0
            for candidate in self.candidates():
                if self.solves(self.equations[other], point, candidate) is False:
                    return self.shown(point, candidate, whose=1 - other)
            return None
        for own, solutions in enumerate((student, reference)):
            for number in solutions.numbers:
                if self.solves(self.equations[1 - own], point, number) is not True:
                    return self.shown(point, number, whose=own)
        return None

    def candidates(self) -> list[Fraction]:
        known = self.vocabulary.known(self.unknown)
        values = [Fraction(value) for value in ("3", "2", "5", "-3", "-2", "1/3", "1/7", "9/10", "11")]
        return [value for value in values if known.holds(value)]

    def shown(self, point: Point, number: Fraction, whose: int) -> Comparison:
        arithmetic = arithmetic_of(DIGITS)
        name = self.unknown.full
        value = value_text(arithmetic, number, 6)
        where = {symbol.full: complex_text(*point[symbol]) for symbol in self.points.symbols}
        at = f"At {', '.join(f'{one} = {text}' for one, text in where.items())}, " if where else ""
        holds, fails = ("your equation", "the one asked for") if whose == 0 else ("the equation asked for", "yours")
        message = f"{at}{name} = {value} solves {holds} and not {fails}."
        theirs, ours = ("holds", "does not hold") if whose == 0 else ("does not hold", "holds")
        return Comparison(
            verdict="different", proved=True, message=message, point=Refutation({**where, name: value}, theirs, ours)
        )

    def evaluator(self, point: Point, value: Fraction) -> Evaluator:
        full = {**point, self.unknown: (value, Fraction(0))}
        return Evaluator(arithmetic_of(DIGITS), full, self.clock, self.points.member)

    def solves(self, sides: Sides, point: Point, value: Fraction) -> bool | None:
        """Whether a number solves an equation, to the digits that count; None where it has no value there."""
        arithmetic = arithmetic_of(DIGITS)
        evaluator = self.evaluator(point, value)
        try:
            values = [evaluator.value(side) for side in sides]
        except (NoValue, Unsure):
            return None
        except Huge:
            self.huge = True
            return None
        return all(close(arithmetic, left, right) for left, right in pairwise(values))

    def solutions(self, sides: Sides, point: Point) -> Solutions:
        """The solutions at one point that the assumptions allow."""
        first = differences(sides)[0]
        fixed = replaced(first, {symbol: value for symbol, (value, imaginary) in point.items() if not imaginary})
        form = self.form(fixed)
        if form is not None and form.is_zero:
            found: list[Any] | None = None
            if len(sides) > 2:
                return self.solutions(sides[1:], point)
        else:
            found = polynomial_roots(form, self.unknown) if form is not None else None
            if found is None:
                found = self.scanned(sides, point)
        if found is None:
            return Solutions(everything=True)
        numbers = [self.exact(number) for number in found]
        kept = [
            number
            for number in numbers
            if self.vocabulary.known(self.unknown).holds(number) and self.solves(sides, point, number)
        ]
        defined = bool(kept) or any(self.solves(sides, point, value) is not None for value in self.candidates())
        return Solutions(tuple(sorted(dict.fromkeys(kept), key=abs)), defined=defined)

    def form(self, node: Node) -> Form | None:
        normaliser = Normaliser(Algebra(self.clock.check, 20_000), self.vocabulary.known)
        try:
            return normaliser.form(node)
        except (TooMuch, Undefined):
            self.clock.check()
            return None

    def exact(self, number: Any) -> Fraction:
        """A root as a rational: a simple one where one lies within the digits that count."""
        arithmetic = arithmetic_of(DIGITS)
        value = Fraction(int(number * arithmetic.m.mpf(2) ** 220), 2**220)
        simple = value.limit_denominator(10**6)
        return simple if abs(simple - value) < Fraction(1, 10**CLOSE) else value

    def scanned(self, sides: Sides, point: Point) -> list[Any]:
        """Roots of an equation that is no polynomial: where the difference changes its sign on a grid, halved down."""
        known = self.vocabulary.known(self.unknown)
        sizes = [Fraction(10) ** (step // 8) * (8 + step % 8) / 8 for step in range(-GRID // 4, GRID // 4)]
        grid = sorted(value for value in [-size for size in sizes] + [Fraction(0)] + sizes)
        if known.low is not None and known.high is not None:
            grid = [known.low + (known.high - known.low) * Fraction(step, GRID) for step in range(GRID + 1)]
        grid = [
            value for value in grid if (known.low is None or value >= known.low) and (known.high is None or value <= known.high)
        ]
        signs = [(value, self.sign(sides, point, value)) for value in grid]
        found: list[Any] = [arithmetic_of(DIGITS).ball(value).middle for value, sign in signs if sign == 0]
        changes = [
            (low, high, before) for (low, before), (high, after) in pairwise(signs) if before and after and before != after
        ]
        # A sine has no end of them; a few, the ones nearest to zero, tell two equations apart as well.
        nearest = sorted(changes, key=lambda change: min(abs(change[0]), abs(change[1])))[:MOST_ROOTS]
        found += [self.halved(sides, point, *change) for change in nearest]
        return found

    def sign(self, sides: Sides, point: Point, value: Fraction) -> int | None:
        evaluator = self.evaluator(point, value)
        try:
            difference = evaluator.value(Add((sides[0], Minus(sides[1]))))
            if isinstance(difference, Fraction):
                return (difference > 0) - (difference < 0)
            return real_sign(evaluator.a, difference)
        except Unsure:
            return 0
        except (NoValue, Huge):
            return None

    def halved(self, sides: Sides, point: Point, low: Fraction, high: Fraction, before: int) -> Any:
        for _ in range(200):
            middle = (low + high) / 2
            sign = self.sign(sides, point, middle)
            if not sign:
                break
            low, high = (middle, high) if sign == before else (low, middle)
        return arithmetic_of(DIGITS).ball((low + high) / 2).middle


def real_sign(arithmetic: Arithmetic, ball: Ball) -> int | None:
    if isinstance(ball.middle, arithmetic.m.mpc) and abs(ball.middle.imag) > ball.radius:
        return None
    if abs(ball.middle.real) <= ball.radius:
        return 0
    return 1 if ball.middle.real > 0 else -1


def close(arithmetic: Arithmetic, a: Value, b: Value) -> bool:
    x, y = arithmetic.ball(a), arithmetic.ball(b)
    size = max(abs(x.middle), abs(y.middle), arithmetic.m.mpf(10) ** -6)
    return bool(abs(x.middle - y.middle) <= size * arithmetic.m.mpf(10) ** -CLOSE)


def replaced(node: Node, values: Mapping[Symbol, Fraction]) -> Node:
    if isinstance(node, Symbol):
        if node not in values:
            return node
        value = values[node]
        return Number(value) if value >= 0 else Minus(Number(-value))
    return rebuilt(node, lambda child: replaced(child, values))


def polynomial_roots(form: Form, unknown: Symbol) -> list[Any] | None:
    """The real roots of a form that is a polynomial in a root of the unknown, numbers apart; None where it is none."""
    coefficients: dict[Fraction, Any] = {}
    m = arithmetic_of(DIGITS).m
    negative = False
    for monomial, number in form.top.items():
        value, exponent = m.mpf(number.numerator) / number.denominator, Fraction(0)
        for atom, power in monomial:
            if atom.kind == "prime":
                value *= m.mpf(atom.payload) ** (m.mpf(power.numerator) / power.denominator)
            elif atom.kind == "symbol" and atom.payload == unknown:
                exponent, negative = Fraction(power), atom.key.startswith("-")
            else:
                return None
        coefficients[exponent] = coefficients.get(exponent, m.mpf(0)) + value
    step = Fraction(1)
    for exponent in coefficients:
        step = min(step, Fraction(1, exponent.denominator))
    if any((exponent / step).denominator != 1 for exponent in coefficients):
        return None
    lowest = min(coefficients)
    degree = int((max(coefficients) - lowest) / step)
    if degree > 40:
        return None
    row = [coefficients.get(lowest + step * power, m.mpf(0)) for power in range(degree, -1, -1)]
    try:
        roots = m.polyroots(row, maxsteps=200, extraprec=300) if degree else []
    except (m.NoConvergence, ZeroDivisionError):
        return None
    real = [root.real for root in roots if abs(root.imag) <= m.mpf(10) ** -CLOSE * (1 + abs(root))]
    if step != 1:
        real = [root ** int(1 / step) for root in real if root >= 0]
    zero = [m.mpf(0)] if lowest > 0 else []
    return zero + [-root if negative else root for root in real]
