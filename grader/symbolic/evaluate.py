"""The value of a tree at a point: exactly where it is rational, else within a ball."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction

from grader.symbolic.balls import Arithmetic, Ball, Huge, NoValue, Unsure, Value
from grader.symbolic.problems import TooMuch
from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Noun, Number, Over, Power, Sum, Symbol, Times

LONGEST_SUM = 5000
"""Terms of a sum that is added up."""


PATIENCE = 20.0
"""How much longer than its processor time a computation of ours may take: on a busy machine nobody loses a point."""
HELPER_PATIENCE = 1.8
"""The same for another process, which runs beside this one, and of which only wall time is known."""


class Clock:
    """A deadline that our own loops look at: `seconds` of this thread's processor time, so that a verdict does not hang
    on what else the machine does."""

    def __init__(self, seconds: float) -> None:
        self.end = time.thread_time() + seconds
        began = time.monotonic()
        self.wall_end = began + seconds * PATIENCE
        self.helper_end = began + seconds * HELPER_PATIENCE

    def check(self) -> None:
        """Raises `TooMuch` when the time is over."""
        if self.left < 0:
            raise TooMuch

    @property
    def left(self) -> float:
        return min(self.end - time.thread_time(), (self.wall_end - time.monotonic()) / PATIENCE)

    @property
    def wall_left(self) -> float:
        """What another process may take."""
        return self.helper_end - time.monotonic()


Point = Mapping[Symbol, tuple[Fraction, Fraction]]
"""A value, real and imaginary part, for each symbol."""


class Evaluator:
    """Values of trees at one point. `symbol` supplies values that the point does not hold (members of families)."""

    def __init__(
        self, arithmetic: Arithmetic, point: Point, clock: Clock, symbol: Callable[[Symbol], tuple[Fraction, Fraction]]
    ) -> None:
        self.a = arithmetic
        self.point = point
        self.clock = clock
        self.symbol = symbol
        self.indices: dict[str, int] = {}
        self.nouns: Callable[[Noun], Value] | None = None

    def value(self, node: Node) -> Value:  # noqa: C901  (one case for each kind)
        """Raises `NoValue`, `Unsure`, `Huge`, `TooMuch`."""
        self.clock.check()
        a = self.a
        match node:
            case Number(value):
                return value
            case Constant(name):
                middle = a.m.e if name == "e" else a.m.pi
                return a.make(+middle, a.m.mpf(0))
            case Symbol():
                return self.of_symbol(node)
            case Add(terms):
                return self.folded(a.add, terms)
            case Minus(inner):
                return a.negative(self.value(inner))
            case Times(factors):
                return self.folded(a.multiply, factors)
            case Over(top, bottom):
                return a.divide(self.value(top), self.value(bottom))
            case Power(base, exponent):
                if base == Constant("e"):
                    return a.exp(self.value(exponent))
                return a.power(self.value(base), self.value(exponent))
            case Call(name, args):
                return self.call(name, [self.value(arg) for arg in args])
            case Sum():
                return self.sum(node)
            case Noun():
                if self.nouns is None:
                    raise NoValue
                return self.nouns(node)

    def folded(self, operation: Callable[[Value, Value], Value], nodes: tuple[Node, ...]) -> Value:
        total = self.value(nodes[0])
        for node in nodes[1:]:
            total = operation(total, self.value(node))
        return total

    def of_symbol(self, symbol: Symbol) -> Value:
        if not symbol.index and symbol.name in self.indices:
            return Fraction(self.indices[symbol.name])
        if symbol.index in self.indices:
            symbol = Symbol(symbol.name, str(self.indices[symbol.index]))
        real, imaginary = self.point[symbol] if symbol in self.point else self.symbol(symbol)
        if imaginary == 0:
            return real
        middle = self.a.m.mpc(self.a.ball(real).middle, self.a.ball(imaginary).middle)
        return self.a.make(middle, abs(middle) * self.a.unit)

    def sum(self, node: Sum) -> Value:
        low, high = self.value(node.low), self.value(node.high)
        if not isinstance(low, Fraction) or not isinstance(high, Fraction) or low.denominator != 1 or high.denominator != 1:
            raise NoValue
        if high - low > LONGEST_SUM:
            raise Huge
        before = dict(self.indices)
        total: Value = Fraction(0)
        try:
            for index in range(int(low), int(high) + 1):
                self.indices[node.index] = index
                total = self.a.add(total, self.value(node.body))
        finally:
            self.indices = before
        return total

    def call(self, name: str, args: list[Value]) -> Value:
        a = self.a
        match name:
            case "sqrt":
                return a.sqrt(args[0])
            case "cbrt":
                return a.power(args[0], Fraction(1, 3))
            case "exp":
                return a.exp(args[0])
            case "log":
                return a.log(args[0]) if len(args) == 1 else a.divide(a.log(args[0]), a.log(args[1]))
            case "abs":
                return a.absolute(args[0])
            case "sign":
                return a.sign(args[0])
            case "min" | "max":
                return a.extreme(args, name == "max")
        return smooth(a, name, args[0])


def smooth(a: Arithmetic, name: str, x: Value) -> Value:
    """The circular and hyperbolic functions."""
    if x == 0 and name not in ("cos", "cosh", "acos"):
        return Fraction(0)
    ball = a.ball(x)
    if not isinstance(ball.middle, a.m.mpf):
        return through_exp(a, name, x)
    if abs(ball.middle) > 10**6 and name not in ("tanh", "atan"):
        raise Huge
    if name in ("sin", "cos", "tanh", "atan"):
        # Their slope is at most 1.
        inexact = a.unit * (abs(ball.middle) if name in ("sin", "cos") else 1)
        return a.make(getattr(a.m, name)(ball.middle), ball.radius + inexact)
    if name in ("asin", "acos"):
        room = 1 - abs(ball.middle) - ball.radius
        if room <= 0:
            return through_exp(a, name, x)
        return a.make(getattr(a.m, name)(ball.middle), ball.radius / a.m.sqrt(room) + a.unit)
    return through_exp(a, name, x)


def through_exp(a: Arithmetic, name: str, x: Value) -> Value:
    """By their definitions in exponentials and logarithms, which have balls of their own."""
    one, two = Fraction(1), Fraction(2)
    if name == "tan":
        return a.divide(smooth(a, "sin", x), smooth(a, "cos", x))
    unit = a.make(a.m.mpc(0, 1), a.m.mpf(0))
    if name in ("sinh", "cosh", "tanh"):
        up, down = a.exp(x), a.exp(a.negative(x))
        odd, even = a.add(up, a.negative(down)), a.add(up, down)
        return a.divide(odd, even) if name == "tanh" else a.divide(odd if name == "sinh" else even, two)
    turned = a.multiply(unit, x)
    if name in ("sin", "cos"):
        hyperbolic = through_exp(a, "sinh" if name == "sin" else "cosh", turned)
        return a.divide(hyperbolic, unit) if name == "sin" else hyperbolic
    if name == "atan":
        inner = a.divide(a.add(one, turned), a.add(one, a.negative(turned)))
        return a.divide(a.log(inner), a.multiply(two, unit))
    root = a.sqrt(a.add(one, a.negative(a.multiply(x, x))))
    arcsine = a.divide(a.log(a.add(turned, root)), unit)
    if name == "asin":
        return arcsine
    half_turn = a.make(a.m.pi / 2, a.m.mpf(0))
    return a.add(half_turn, a.negative(arcsine))


__all__ = ["Ball", "Clock", "Evaluator", "Huge", "NoValue", "Point", "Unsure"]
