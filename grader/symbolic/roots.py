"""The roots of one equation at one point, as numbers to many digits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec import Struct

from grader.symbolic.algebra import Form
from grader.symbolic.balls import arithmetic_of
from grader.symbolic.tree import Symbol

DIGITS = 60
SHARP, DULL, TOUCHING = 42, 18, 9
"""Digits of a simple root, of one of several that coincide, and of one where a curve only touches zero."""
LARGEST_DEGREE = 8
"""Of polynomials whose roots are all worked out at once; of others they are looked for."""
STEPS = 14
WIDTH = 18
"""Digits of the difference that stands for a slope."""


class Root(Struct, frozen=True):
    """A root and the digits to which it is known. `exact`: it is the root itself, or no root at all."""

    value: Fraction
    digits: int = SHARP
    exact: bool = False


def refined(value: Callable[[Fraction], Any | None], hint: tuple[float, bool]) -> list[Root]:
    """The roots that a hint may stand for: a simple number near it, and what secants lead to from there."""
    at, crosses = hint
    start = Fraction(at)
    for near in dict.fromkeys((start.limit_denominator(1000), start.limit_denominator(10**6), start)):
        if abs(near - start) <= abs(start) / 10**5 and value(near) == 0:
            return [Root(near)]
    y, sharp = secants(value, start, STEPS if crosses else 0)
    if not sharp:
        y, _ = secants(flattened(value), start, STEPS)
    for near in (y.limit_denominator(10**6), y):
        if abs(near - y) <= Fraction(1, 10**12) and value(near) == 0:
            return [Root(near)]
    return [Root(y, SHARP if sharp else TOUCHING)]


def secants(value: Callable[[Fraction], Any | None], start: Fraction, steps: int) -> tuple[Fraction, bool]:
    """Where secants lead to, and whether they came to rest there, as they soon do at a simple root."""
    m = arithmetic_of(DIGITS).m
    x, y = start, start * (1 + Fraction(1, 10**9)) or Fraction(1, 10**9)
    f, g = value(x), value(y)
    for _ in range(steps):
        if f is None or g is None or f == g:
            return y, g == 0
        change = g * (as_mp(m, y) - as_mp(m, x)) / (g - f)
        x, f, y = y, g, y - rational(m, change)
        g = value(y)
        if abs(change) <= abs(as_mp(m, y)) * m.mpf(10) ** -(DIGITS - 4):
            return y, True
    return y, False


def flattened(value: Callable[[Fraction], Any | None]) -> Callable[[Fraction], Any | None]:
    """f over its slope: a root of f, however many coincide there, is a simple one of that."""

    def flat(at: Fraction) -> Any | None:
        step = abs(at) / 10**WIDTH or Fraction(1, 10**WIDTH)
        here, low, high = value(at), value(at - step), value(at + step)
        if here is None or low is None or high is None or low == high:
            return None
        return here / (high - low)

    return flat


def as_mp(m: Any, value: Fraction | int) -> Any:
    return m.mpf(value.numerator) / value.denominator


def rational(m: Any, number: Any) -> Fraction:
    """A number of the arithmetic as a rational with as many digits, whatever its size."""
    if not number or not m.isfinite(number):
        return Fraction(0)
    shift = 240 - int(m.mag(number))
    return Fraction(int(m.ldexp(number, shift))) / Fraction(2) ** shift


def polynomial_roots(form: Form, unknown: Symbol) -> list[Root] | None:
    """The real roots of a form that is a polynomial in a root of the unknown, numbers apart; None where it is none."""
    coefficients: dict[Fraction, Any] = {}
    m = arithmetic_of(DIGITS).m
    negative = False
    for monomial, number in form.top.items():
        value, exponent = as_mp(m, number), Fraction(0)
        for atom, power in monomial:
            if atom.kind == "prime":
                value *= m.mpf(atom.payload) ** as_mp(m, power)
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
    if degree > LARGEST_DEGREE:
        return None
    row = [coefficients.get(lowest + step * power, m.mpf(0)) for power in range(degree, -1, -1)]
    found = real_roots(row, step, negative)
    return None if found is None else ([Root(Fraction(0))] if lowest > 0 else []) + found


def real_roots(row: list[Any], step: Fraction, negative: bool) -> list[Root] | None:
    """The real roots of a row of coefficients, as powers of the unknown; None where they can't be worked out."""
    m = arithmetic_of(DIGITS).m
    degree = len(row) - 1
    try:
        roots = m.polyroots(row, maxsteps=200, extraprec=300) if degree else []
    except (m.NoConvergence, ZeroDivisionError):
        return None
    found = []
    for root in roots:
        if abs(root.imag) > m.mpf(10) ** -DULL * (1 + abs(root)) or (step != 1 and root.real < 0):
            continue
        several = sum(abs(root - other) <= m.mpf(10) ** -12 * abs(root) for other in roots) > 1
        real = root.real ** int(1 / step)
        found.append(
            Root(settled(rational(m, -real if negative else real), DULL if several else SHARP), DULL if several else SHARP)
        )
    return found


def settled(value: Fraction, digits: int) -> Fraction:
    """A simple rational where one lies within the digits that count."""
    simple = value.limit_denominator(10**6)
    return simple if abs(simple - value) <= abs(value) / 10**digits else value
