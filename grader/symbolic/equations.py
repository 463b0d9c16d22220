"""Do two equations have the same real solutions?

For many values of the other symbols the solutions of each are found as numbers and put into the other; one that
does not solve it is shown. That they always agree is proved by exact algebra (one is a multiple of the other) or by
sympy, which solves both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import isnan
from typing import Any

from msgspec import Struct

from grader.symbolic import worker
from grader.symbolic.algebra import Algebra, Form, Undefined, proportion
from grader.symbolic.balls import Huge, NoValue, Unsure, arithmetic_of
from grader.symbolic.comparison import WHOLE, Comparison, read_both
from grader.symbolic.evaluate import Clock, Evaluator
from grader.symbolic.normal import Normaliser
from grader.symbolic.notation import printed
from grader.symbolic.problems import TooMuch
from grader.symbolic.reader import read_equation
from grader.symbolic.refutation import Point, Points, Refutation, complex_text, value_text
from grader.symbolic.roots import DIGITS, Root, polynomial_roots, refined
from grader.symbolic.scan import Function, function_of, grid, zeros
from grader.symbolic.tree import Add, Minus, Node, Number, Symbol, rebuilt
from grader.symbolic.vocabulary import Vocabulary, canonical

POINTS = 6
FINDING = 0.35
"""Seconds for finding solutions as numbers."""
FAILING = 12
"""Values at which an equation that holds everywhere is set against one that may not."""
DOUBTFUL = 1e-4
MOST_NEAR, MOST_DOUBTED = 5, 5
"""Roots of an equation that is no polynomial: so many next to zero, and of the others those that seem to tell most."""

Sides = tuple[Node, ...]


class Solutions(Struct, frozen=True):
    """The real solutions at one point: all numbers (`everything`), or these."""

    numbers: tuple[Root, ...] = ()
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
            for candidate in [*self.candidates(), *self.failing(self.equations[other], point)]:
                if self.solves(self.equations[other], point, Root(candidate)) is False:
                    return self.shown(point, candidate, whose=1 - other)
            return None
        for own, solutions in enumerate((student, reference)):
            for root in solutions.numbers:
                if self.solves(self.equations[1 - own], point, root) is not True:
                    return self.shown(point, root.value, whose=own)
        return None

    def failing(self, sides: Sides, point: Point) -> list[Fraction]:
        """Values that may not solve an equation, near to zero and far out."""
        values = {symbol: value for symbol, (value, imaginary) in point.items() if not imaginary}
        function = function_of(differences(sides)[0], self.unknown, values, self.clock.check)
        found = [x for x in grid(self.vocabulary.known(self.unknown), sides) if abs(function(x)) > 0]
        return [Fraction(x) for x in sorted(found, key=abs)[:: max(1, len(found) // FAILING)]]

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

    def solves(self, sides: Sides, point: Point, root: Root) -> bool | None:
        """Whether a number solves an equation, to the digits it is known to; None where it has no value there."""
        verdicts = [self.solves_one(difference, point, root) for difference in differences(sides)]
        return None if None in verdicts else all(verdicts)

    def solves_one(self, difference: Node, point: Point, root: Root) -> bool | None:
        """A difference is zero where its ball holds 0, or where it is tiny against what it is a little to either side."""
        arithmetic = arithmetic_of(DIGITS)
        try:
            here = self.evaluator(point, root.value).value(difference)
        except (NoValue, Unsure):
            return None
        except Huge:
            self.huge = True
            return None
        if isinstance(here, Fraction) and (not here or root.exact):
            return not here
        ball = arithmetic.ball(here)
        if abs(ball.middle) <= ball.radius * 4:
            return bool(ball.radius <= arithmetic.m.mpf(10) ** -(DIGITS // 2))
        sides = [self.real_value(difference, point, value) for value in beside(root.value)]
        scale = max((abs(value) for value in sides if value is not None), default=arithmetic.m.mpf(1))
        return bool(abs(ball.middle) <= scale * arithmetic.m.mpf(10) ** -root.digits)

    def solutions(self, sides: Sides, point: Point) -> Solutions:
        """The solutions at one point that the assumptions allow."""
        values = {symbol: value for symbol, (value, imaginary) in point.items() if not imaginary}
        form = self.form(replaced(differences(sides)[0], values))
        if form is not None and form.is_zero:
            return self.solutions(sides[1:], point) if len(sides) > 2 else Solutions(everything=True)
        found = polynomial_roots(form, self.unknown) if form is not None else None
        if found is None:
            found = self.searched(sides, point, values)
        known = self.vocabulary.known(self.unknown)
        if known.integer:
            found = [Root(Fraction(round(root.value)), root.digits) for root in found if abs(root.value) < 10**30]
        kept = [root for root in found if known.holds(root.value) and self.solves(sides, point, root)]
        defined = bool(kept) or any(self.solves(sides, point, Root(value)) is not None for value in self.candidates())
        return Solutions(tuple(sorted(dict.fromkeys(kept), key=lambda root: abs(root.value))), defined=defined)

    def searched(self, sides: Sides, point: Point, values: Mapping[Symbol, Fraction]) -> list[Root]:
        """Roots of an equation that is no polynomial."""
        difference = differences(sides)[0]
        known = self.vocabulary.known(self.unknown)
        hints = zeros(function_of(difference, self.unknown, values, self.clock.check), grid(known, sides))
        # A sine has no end of them; those that do not seem to solve the other equation come first.
        others = [one for one in self.equations if one is not sides] or [sides]
        doubt = doubter(function_of(differences(others[0])[0], self.unknown, values, self.clock.check))
        some = sorted(hints[MOST_NEAR:], key=lambda hint: doubt(hint[0]) < DOUBTFUL)[:MOST_DOUBTED] + hints[:MOST_NEAR]

        def value(at: Fraction) -> Any | None:
            return self.real_value(difference, point, at)

        return [root for hint in some for root in refined(value, hint)]

    def real_value(self, difference: Node, point: Point, at: Fraction) -> Any | None:
        """The difference of two sides as a real number, to all digits; None where it has no real value."""
        evaluator = self.evaluator(point, at)
        try:
            ball = evaluator.a.ball(evaluator.value(difference))
        except (NoValue, Unsure, Huge):
            return None
        unreal = isinstance(ball.middle, evaluator.a.m.mpc) and abs(ball.middle.imag) > ball.radius
        return None if unreal else ball.middle.real

    def form(self, node: Node) -> Form | None:
        normaliser = Normaliser(Algebra(self.clock.check, 20_000), self.vocabulary.known)
        try:
            return normaliser.form(node)
        except (TooMuch, Undefined):
            self.clock.check()
            return None


def doubter(function: Function) -> Callable[[float], float]:
    """How little a number seems to be a zero of a function: 0 where it is one, about 1 where it is none."""

    def doubt(x: float) -> float:
        here, scale = abs(function(x)), max(abs(function(x - 1e-3)), abs(function(x + 1e-3)), 1e-300)
        return 2.0 if isnan(here) or isnan(scale) else min(here / scale, 1.0)

    return doubt


def beside(value: Fraction) -> tuple[Fraction, Fraction]:
    step = abs(value) / 1000 or Fraction(1, 1000)
    return value - step, value + step


def replaced(node: Node, values: Mapping[Symbol, Fraction]) -> Node:
    if isinstance(node, Symbol):
        if node not in values:
            return node
        value = values[node]
        return Number(value) if value >= 0 else Minus(Number(-value))
    return rebuilt(node, lambda child: replaced(child, values))
