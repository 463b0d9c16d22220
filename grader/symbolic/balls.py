"""Numbers known to lie in a ball: a midpoint and a radius, so that "these two differ" is a proof and never a rounding.

A value stays an exact rational as long as it can be one. Everything else is a ball around an mpmath number; where
balls overlap, the caller asks again with more digits. Radii are rounded generously upwards (`unit`).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

import mpmath
from msgspec import Struct

EXACT_BITS = 20_000
"""Rationals longer than this become balls."""
LARGEST_MAGNITUDE = 5_000_000
"""Powers of two: values beyond it, and arguments of exp that lead there, are too large to be tried."""


class NoValue(ArithmeticError):
    """The formula has no value at this point: 1/0, log 0."""


class Unsure(ArithmeticError):
    """More digits are needed to tell whether there is a value, or on which side of a cut it lies."""


class Huge(ArithmeticError):
    """The value is larger than is ever tried."""


class Ball(Struct, frozen=True):
    """All numbers within `radius` of `middle`. A real middle means a real number."""

    middle: Any
    radius: Any


Value = Fraction | Ball


class Arithmetic:
    """Ball arithmetic with a number of digits."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.m = mpmath.MPContext()
        self.m.dps = digits + 10
        self.unit = self.m.mpf(10) ** (-digits - 6)

    def ball(self, value: Value) -> Ball:
        if isinstance(value, Ball):
            return value
        middle = self.m.mpf(value.numerator) / value.denominator
        return Ball(middle, abs(middle) * self.unit)

    def make(self, middle: Any, radius: Any) -> Ball:
        size = self.m.mag(middle) if middle else 0
        if not self.m.isfinite(middle) or size > LARGEST_MAGNITUDE:
            raise Huge
        return Ball(middle, radius + abs(middle) * self.unit)

    def kept(self, value: Fraction) -> Value:
        """An exact value, as a ball where it has grown too long."""
        if value.numerator.bit_length() + value.denominator.bit_length() > EXACT_BITS:
            return self.ball(value)
        return value

    def add(self, a: Value, b: Value) -> Value:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return self.kept(a + b)
        x, y = self.ball(a), self.ball(b)
        return self.make(x.middle + y.middle, x.radius + y.radius)

    def negative(self, a: Value) -> Value:
        return -a if isinstance(a, Fraction) else Ball(-a.middle, a.radius)

    def multiply(self, a: Value, b: Value) -> Value:
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return self.kept(a * b)
        if a == 0 or b == 0:
            return Fraction(0)
        x, y = self.ball(a), self.ball(b)
        radius = abs(x.middle) * y.radius + abs(y.middle) * x.radius + x.radius * y.radius
        return self.make(x.middle * y.middle, radius)

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(b, Fraction):
            if b == 0:
                raise NoValue
            return self.multiply(a, 1 / b) if b.numerator.bit_length() < EXACT_BITS else self.multiply(a, self.ball(1 / b))
        size = abs(b.middle)
        if size <= b.radius:
            raise Unsure
        if a == 0:
            return Fraction(0)
        x = self.ball(a)
        middle = x.middle / b.middle
        return self.make(middle, (x.radius + abs(middle) * b.radius) / (size - b.radius))

    def power(self, a: Value, b: Value) -> Value:
        """The principal power; 0⁰ is 1."""
        if isinstance(b, Fraction) and b.denominator == 1:
            return self.whole_power(a, int(b))
        if a == 0:
            if self.ball(b).middle.real > 0:
                return Fraction(0)
            raise NoValue
        if b == Fraction(1, 2):
            return self.sqrt(a)
        if isinstance(a, Fraction) and isinstance(b, Fraction) and a > 0:
            root = exact_root(a, b.denominator)
            if root is not None:
                return self.whole_power(root, b.numerator)
        return self.exp(self.multiply(b, self.log(a)))

    def whole_power(self, a: Value, n: int) -> Value:
        if n == 0:
            return Fraction(1)
        if isinstance(a, Fraction):
            if a == 0:
                if n < 0:
                    raise NoValue
                return a
            if abs(a) == 1:
                return a if n % 2 else Fraction(1)
            bits = max(a.numerator.bit_length(), a.denominator.bit_length())
            if bits * abs(n) <= EXACT_BITS:
                return a**n
        if abs(n) > LARGEST_MAGNITUDE:
            raise Huge
        x = self.ball(a)
        size = abs(x.middle)
        if size <= x.radius:
            if n < 0:
                raise Unsure
            # 2·radius bounds every number of the ball.
            return Ball(self.m.mpf(0), (2 * x.radius) ** n)
        self.fits(self.m.mag(size) * n)
        middle = x.middle**n
        spread = self.m.expm1(abs(n) * -self.m.log1p(-x.radius / size)) if x.radius else self.m.mpf(0)
        # The power itself is rounded about as often as its exponent has digits; n units cover it.
        return self.make(middle, abs(middle) * (spread + abs(n) * self.unit))

    def fits(self, magnitude: int) -> None:
        if abs(magnitude) > LARGEST_MAGNITUDE:
            raise Huge

    def exp(self, a: Value) -> Value:
        if a == 0:
            return Fraction(1)
        x = self.ball(a)
        if abs(x.middle.real) > LARGEST_MAGNITUDE or abs(x.middle.imag) > LARGEST_MAGNITUDE:
            raise Huge
        if x.radius > 1:
            raise Unsure
        middle = self.m.exp(x.middle)
        return self.make(middle, abs(middle) * (self.m.expm1(x.radius) + abs(x.middle) * self.unit))

    def log(self, a: Value) -> Value:
        if a == 0:
            raise NoValue
        if a == 1:
            return Fraction(0)
        x = self.ball(a)
        size = abs(x.middle)
        if size <= x.radius or self.on_cut(x):
            raise Unsure
        return self.make(self.m.log(x.middle), x.radius / (size - x.radius) + self.unit)

    def on_cut(self, x: Ball) -> bool:
        """Whether a complex ball reaches over the negative real axis, where roots and logarithms jump."""
        return isinstance(x.middle, self.m.mpc) and x.middle.real <= x.radius and abs(x.middle.imag) <= x.radius

    def sqrt(self, a: Value) -> Value:
        if isinstance(a, Fraction):
            root = exact_root(abs(a), 2) if a else a
            if root is not None:
                return root if a >= 0 else self.multiply(root, self.make(self.m.mpc(0, 1), self.m.mpf(0)))
            ball = self.ball(abs(a))
            middle = self.m.sqrt(ball.middle)
            # √ halves relative errors; the unit in `make` covers the rest.
            return self.make(middle if a > 0 else self.m.mpc(0, middle), middle * self.unit)
        return self.exp(self.multiply(Fraction(1, 2), self.log(a)))

    def absolute(self, a: Value) -> Value:
        return abs(a) if isinstance(a, Fraction) else Ball(abs(a.middle), a.radius + abs(a.middle) * self.unit)

    def sign(self, a: Value) -> Value:
        if isinstance(a, Fraction):
            return Fraction((a > 0) - (a < 0))
        if isinstance(a.middle, self.m.mpc):
            return self.divide(a, self.absolute(a))
        if abs(a.middle) <= a.radius:
            raise Unsure
        return Fraction(1 if a.middle > 0 else -1)

    def extreme(self, values: list[Value], largest: bool) -> Value:
        if all(isinstance(value, Fraction) for value in values):
            return max(values) if largest else min(values)  # type: ignore[type-var]
        balls = [self.real(value) for value in values]
        middle = (max if largest else min)(ball.middle for ball in balls)
        return self.make(middle, max(ball.radius for ball in balls))

    def real(self, value: Value) -> Ball:
        """A value that has an order. Complex numbers have none."""
        ball = self.ball(value)
        if isinstance(ball.middle, self.m.mpc):
            if abs(ball.middle.imag) > ball.radius:
                raise NoValue
            return Ball(ball.middle.real, ball.radius)
        return ball

    def differ(self, a: Value, b: Value) -> bool:
        """Whether the two are certainly different numbers."""
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return a != b
        x, y = self.ball(a), self.ball(b)
        return bool(abs(x.middle - y.middle) > x.radius + y.radius)

    def sharp(self, a: Value, b: Value) -> bool:
        """Whether the two are known so well that overlapping means agreeing to half of the digits."""
        radius = sum((self.ball(one).radius for one in (a, b) if isinstance(one, Ball)), self.m.mpf(0))
        size = max(self.m.mpf(1), abs(self.ball(a).middle), abs(self.ball(b).middle))
        small = min(abs(self.ball(a).middle), abs(self.ball(b).middle)) or self.m.mpf(1)
        return bool(radius <= min(size, max(small, self.unit)) * self.m.mpf(10) ** (-self.digits // 2))


@lru_cache
def arithmetic_of(digits: int) -> Arithmetic:
    """One of a kind: its precision is never changed, and making one takes longer than most comparisons."""
    return Arithmetic(digits)


def exact_root(a: Fraction, n: int) -> Fraction | None:
    """The n-th root of a positive rational, if it is rational."""
    if n > 64 or max(a.numerator.bit_length(), a.denominator.bit_length()) > 4000:
        return None
    top, bottom = integer_root(a.numerator, n), integer_root(a.denominator, n)
    return Fraction(top, bottom) if top is not None and bottom is not None else None


def integer_root(value: int, n: int) -> int | None:
    if n == 2:
        root = isqrt(value)
        return root if root * root == value else None
    low, high = 0, 1 << (value.bit_length() // n + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**n <= value else (low, middle - 1)
    return low if low**n == value else None
