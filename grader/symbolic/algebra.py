"""Exact algebra: quotients of polynomials in atoms, with fractional powers, that is cheap and never runs away.

An atom is whatever arithmetic can't take apart: a symbol, a prime under a root, an exponential, a moment. Two equal
polynomials in atoms are the same dictionary, so what this proves equal is equal. It is used where sympy would be a
hundred times slower or could hang: for the plain pairs, and for the rules of derivations. Every step counts against
a budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from grader.symbolic.problems import TooMuch

Coefficient = int | Fraction
MOST_TERMS = 4000
MOST_STEPS = 200_000
LARGEST_NUMBER = 4000
"""Bits of a coefficient."""


class Atom:
    """`key` tells it from all others. `real`, `nonnegative`: what is known of its value. `payload` belongs to its `kind`."""

    __slots__ = ("key", "kind", "nonnegative", "payload", "real")

    def __init__(self, key: str, kind: str, payload: Any = None, *, real: bool = True, nonnegative: bool = False) -> None:
        self.key = key
        self.kind = kind
        self.payload = payload
        self.real = real
        self.nonnegative = nonnegative

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.key == other.key

    def __lt__(self, other: Atom) -> bool:
        return self.key < other.key

    def __repr__(self) -> str:
        return self.key


Monomial = tuple[tuple[Atom, Coefficient], ...]
Poly = dict[Monomial, Coefficient]
ONE_POLY: Poly = {(): 1}


class Form:
    """`top` over `bottom`. A bottom of one term is never kept: it goes into the top as negative powers."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: Poly, bottom: Poly | None = None) -> None:
        self.top = top
        self.bottom = bottom

    def __repr__(self) -> str:
        return key(self)

    @property
    def is_zero(self) -> bool:
        return not self.top

    @property
    def number(self) -> Coefficient | None:
        """The rational it is, if it is one."""
        if self.bottom is not None or len(self.top) > 1:
            return None
        return self.top.get(()) if self.top else 0

    def atoms(self) -> set[Atom]:
        polys = [self.top, self.bottom or {}]
        return {atom for poly in polys for monomial in poly for atom, _ in monomial}


ZERO_FORM = Form({})
ONE_FORM = Form(dict(ONE_POLY))


class Undefined(ArithmeticError):
    """Division by zero."""


def tidy(value: Coefficient) -> Coefficient:
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def constant(value: Coefficient) -> Form:
    return Form({(): tidy(value)} if value else {})


def of_atom(atom: Atom, exponent: Coefficient = 1) -> Form:
    return Form({((atom, exponent),): 1})


def merged(left: Monomial, right: Monomial) -> Monomial:
    """The product of two monomials, both sorted."""
    if not left:
        return right
    if not right:
        return left
    powers = dict(left)
    for atom, exponent in right:
        total = tidy(powers.get(atom, 0) + exponent)
        if total:
            powers[atom] = total
        else:
            del powers[atom]
    return tuple(sorted(powers.items(), key=lambda pair: pair[0].key))


def unsettled(monomial: Monomial) -> bool:
    """Whether a power in it is still to be carried: 2^(3/2) is 2·2^(1/2), |x|² is x²."""
    for atom, exponent in monomial:
        if atom.kind in ("prime", "root") and not 0 <= exponent < 1:
            return True
        if atom.kind == "abs" and atom.payload[1] and not 0 < exponent < 2:
            return True
    return False


class Algebra:
    """Operations on forms, on one budget. All raise `TooMuch`; division and powers raise `Undefined`."""

    def __init__(self, check: Callable[[], None] = lambda: None, steps: int = MOST_STEPS) -> None:
        self.left = steps
        self.check = check

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuch
        self.check()

    def sum(self, forms: Iterable[Form]) -> Form:
        total = ZERO_FORM
        for form in forms:
            total = self.add(total, form)
        return total

    def product(self, forms: Iterable[Form]) -> Form:
        total = ONE_FORM
        for form in forms:
            total = self.times(total, form)
        return total

    def add(self, a: Form, b: Form) -> Form:
        if a.bottom is None and b.bottom is None:
            return Form(self.added(a.top, b.top))
        if a.bottom is not None and a.bottom == b.bottom:
            return self.over(Form(self.added(a.top, b.top)), Form(a.bottom))
        top = self.add(self.times(Form(a.top), Form(b.bottom or ONE_POLY)), self.times(Form(b.top), Form(a.bottom or ONE_POLY)))
        return self.over(top, self.times(Form(a.bottom or ONE_POLY), Form(b.bottom or ONE_POLY)))

    def added(self, a: Poly, b: Poly) -> Poly:
        if not a or not b:
            return a or b
        self.spend(len(b) + 1)
        total = dict(a)
        for monomial, coefficient in b.items():
            value = tidy(total.get(monomial, 0) + coefficient)
            if value:
                total[monomial] = value
            else:
                total.pop(monomial, None)
        if len(total) > MOST_TERMS:
            raise TooMuch
        return total

    def minus(self, a: Form) -> Form:
        return Form({monomial: -coefficient for monomial, coefficient in a.top.items()}, a.bottom)

    def subtract(self, a: Form, b: Form) -> Form:
        return self.add(a, self.minus(b))

    def times(self, a: Form, b: Form) -> Form:
        if a.bottom is None and b.bottom is None:
            return self.multiplied(a.top, b.top)
        top = self.multiplied(a.top, b.top)
        return self.over(top, self.multiplied(a.bottom or ONE_POLY, b.bottom or ONE_POLY))

    def multiplied(self, a: Poly, b: Poly) -> Form:
        self.spend(len(a) * len(b) + 1)
        total: Poly = {}
        carried: list[Form] = []
        for left, x in a.items():
            for right, y in b.items():
                monomial, coefficient = merged(left, right), x * y
                if unsettled(monomial):
                    carried.append(self.settled(coefficient, monomial))
                    continue
                value = tidy(total.get(monomial, 0) + coefficient)
                if value:
                    total[monomial] = value
                else:
                    total.pop(monomial, None)
        self.within(total)
        form = Form(total)
        for extra in carried:
            form = self.add(form, extra)
        return form

    def within(self, poly: Poly) -> None:
        if len(poly) > MOST_TERMS:
            raise TooMuch
        for value in poly.values():
            if value.numerator.bit_length() > LARGEST_NUMBER or value.denominator.bit_length() > LARGEST_NUMBER:
                raise TooMuch

    def settled(self, coefficient: Coefficient, monomial: Monomial) -> Form:
        """One term, its powers carried."""
        kept: list[tuple[Atom, Coefficient]] = []
        factors: list[Form] = []
        for atom, exponent in monomial:
            whole = exponent.numerator // exponent.denominator
            if atom.kind == "prime" and whole:
                if abs(whole) > LARGEST_NUMBER:
                    raise TooMuch
                coefficient = tidy(coefficient * Fraction(atom.payload) ** whole)
                kept.append((atom, tidy(exponent - whole)))
            elif atom.kind == "root" and whole:
                factors.append(self.whole_power(Form(atom.payload), whole))
                kept.append((atom, tidy(exponent - whole)))
            elif atom.kind == "abs" and atom.payload[1] and not 0 < exponent < 2:
                pairs = exponent.numerator // (2 * exponent.denominator)
                factors.append(self.whole_power(Form(atom.payload[0]), 2 * pairs))
                kept.append((atom, tidy(exponent - 2 * pairs)))
            else:
                kept.append((atom, exponent))
        form = Form({tuple(pair for pair in kept if pair[1]): coefficient})
        for factor in factors:
            form = self.times(form, factor)
        return form

    def over(self, a: Form, b: Form) -> Form:
        """The quotient."""
        if b.bottom is not None:
            return self.over(self.times(a, Form(b.bottom)), Form(b.top))
        if not b.top:
            raise Undefined
        if a.bottom is not None:
            return self.over(Form(a.top), self.multiplied(a.bottom, b.top))
        if len(b.top) == 1:
            return self.times(a, self.inverse(b.top))
        if not a.top:
            return ZERO_FORM
        share = content(b.top)
        bottom = scaled(b.top, 1 / share)
        top = scaled(a.top, 1 / share)
        ratio = proportion(top, bottom)
        if ratio is not None:
            return constant(ratio)
        return Form(top, bottom)

    def inverse(self, single: Poly) -> Form:
        ((monomial, coefficient),) = single.items()
        turned = tuple((atom, -exponent) for atom, exponent in monomial)
        inverted = tidy(1 / Fraction(coefficient))
        return self.settled(inverted, turned) if unsettled(turned) else Form({turned: inverted})

    def whole_power(self, a: Form, n: int) -> Form:
        if n < 0:
            return self.over(ONE_FORM, self.whole_power(a, -n))
        if n == 0:
            return ONE_FORM
        if len(a.top) == 1 and a.bottom is None:
            return self.monomial_power(a.top, n)
        if n > 64:
            raise TooMuch
        half = self.whole_power(a, n // 2)
        square = self.times(half, half)
        return self.times(square, a) if n % 2 else square

    def monomial_power(self, single: Poly, n: int) -> Form:
        ((monomial, coefficient),) = single.items()
        if (
            n * max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length()) > LARGEST_NUMBER * 2
            and abs(coefficient) != 1
        ):
            raise TooMuch
        raised = tuple((atom, tidy(exponent * n)) for atom, exponent in monomial)
        value = tidy(coefficient**n)
        return self.settled(value, raised) if unsettled(raised) else Form({raised: value})

    def equal(self, a: Form, b: Form) -> bool:
        """Whether the two are the same quotient."""
        if a.bottom is None and b.bottom is None:
            return a.top == b.top
        left = self.times(Form(a.top), Form(b.bottom or ONE_POLY))
        right = self.times(Form(b.top), Form(a.bottom or ONE_POLY))
        return self.subtract(left, right).is_zero


def scaled(poly: Poly, by: Coefficient) -> Poly:
    return poly if by == 1 else {monomial: tidy(coefficient * by) for monomial, coefficient in poly.items()}


def content(poly: Poly) -> Fraction:
    """The positive rational that leaves coprime whole coefficients."""
    top, bottom = 0, 1
    for value in poly.values():
        top, bottom = gcd(top, value.numerator), lcm(bottom, value.denominator)
    return Fraction(top or 1, bottom)


def proportion(a: Poly, b: Poly) -> Fraction | None:
    """c with a = c·b, if there is one."""
    if a.keys() != b.keys():
        return None
    ratios = {Fraction(a[monomial]) / b[monomial] for monomial in a}
    return ratios.pop() if len(ratios) == 1 else None


def monomial_key(monomial: Monomial) -> str:
    return "*".join(f"{atom.key}^{exponent}" if exponent != 1 else atom.key for atom, exponent in monomial)


def poly_key(poly: Poly) -> str:
    terms = sorted((monomial_key(monomial), coefficient) for monomial, coefficient in poly.items())
    return "+".join(f"{coefficient}*{name}" if name else str(coefficient) for name, coefficient in terms) or "0"


def key(form: Form) -> str:
    """One text for a form: equal texts mean equal forms."""
    return poly_key(form.top) if form.bottom is None else f"({poly_key(form.top)})/({poly_key(form.bottom)})"
