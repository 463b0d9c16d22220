"""Fractional powers, exponentials, logarithms and absolute values of exact forms, only where the laws really hold.

(ab)^r is a^r·b^r for nonnegative a and b, not for all; √x² is |x|; log ab is log a + log b for positive a and b.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from grader.symbolic.algebra import (
    ONE_FORM,
    Algebra,
    Atom,
    Coefficient,
    Form,
    Monomial,
    Poly,
    constant,
    content,
    key,
    monomial_key,
    of_atom,
    poly_key,
    scaled,
    tidy,
)
from grader.symbolic.problems import TooMuch

LARGEST_FACTORED = 10**12


def evidently_nonnegative(poly: Poly) -> bool:
    """Whether every term is: positive coefficients, and squares or atoms that are nonnegative."""
    return all(coefficient > 0 and all(harmless(*power) for power in monomial) for monomial, coefficient in poly.items())


def harmless(atom: Atom, exponent: Coefficient) -> bool:
    return atom.nonnegative or (atom.real and isinstance(exponent, int) and exponent % 2 == 0)


def real(poly: Poly) -> bool:
    return all(
        atom.nonnegative or (atom.real and isinstance(exponent, int)) for monomial in poly for atom, exponent in monomial
    )


def primes(value: int) -> dict[int, int]:
    """The factors of a positive integer. What has no small factor is left whole."""
    found: dict[int, int] = {}
    if value > LARGEST_FACTORED:
        root = isqrt(value)
        return {root: 2} if root * root == value else {value: 1}
    divisor = 2
    while divisor * divisor <= value:
        while value % divisor == 0:
            found[divisor] = found.get(divisor, 0) + 1
            value //= divisor
        divisor += 1 if divisor == 2 else 2
        if divisor > 10_000:
            break
    if value > 1:
        found[value] = found.get(value, 0) + 1
    return found


def prime_atom(prime: int) -> Atom:
    return Atom(f"#{prime:020d}", "prime", prime, nonnegative=True)


def number_power(algebra: Algebra, value: Fraction, r: Fraction) -> Form:
    """A positive rational to a rational power."""
    factors = dict(primes(value.numerator))
    for prime, count in primes(value.denominator).items():
        factors[prime] = factors.get(prime, 0) - count
    powers = tuple(
        sorted(
            ((prime_atom(prime), tidy(count * r)) for prime, count in factors.items() if count), key=lambda pair: pair[0].key
        )
    )
    return algebra.settled(1, powers)


def power(algebra: Algebra, a: Form, r: Fraction) -> Form:
    """`a` to a rational power, the principal one."""
    if r.denominator == 1:
        return algebra.whole_power(a, int(r))
    if abs(r.numerator) > 64 or r.denominator > 64:
        raise TooMuch
    if a.is_zero:
        if r < 0:
            raise ZeroDivisionError
        return a
    if a.bottom is not None:
        if evidently_nonnegative(a.bottom):
            return algebra.over(power(algebra, Form(a.top), r), power(algebra, Form(a.bottom), r))
        return root_atom(algebra, a.top, a.bottom, r)
    share, outside, inside = taken_out(a.top)
    form = number_power(algebra, share, r)
    for atom, exponent in outside:
        form = algebra.times(form, atom_power(algebra, atom, exponent, r))
    if inside == {(): 1}:
        return form
    return algebra.times(form, inner_power(algebra, inside, r))


def taken_out(poly: Poly) -> tuple[Fraction, Monomial, Poly]:
    """`poly` as (a positive rational)·(a nonnegative monomial)·(the rest)."""
    share = content(poly)
    common: dict[Atom, Coefficient] = {}
    first = True
    for monomial in poly:
        powers = dict(monomial)
        if first:
            common, first = powers, False
        common = {atom: min(exponent, powers[atom]) for atom, exponent in common.items() if atom in powers}
    outside = {atom: exponent for atom, exponent in common.items() if atom.nonnegative or harmless(atom, exponent)}
    # Of an odd power of a real atom an even one is taken out.
    outside |= {
        atom: exponent - 1
        for atom, exponent in common.items()
        if atom not in outside and atom.real and isinstance(exponent, int) and exponent > 2
    }
    inside: Poly = {}
    for monomial, coefficient in poly.items():
        left = {atom: tidy(exponent - outside.get(atom, 0)) for atom, exponent in monomial}
        rest = tuple((atom, exponent) for atom, exponent in left.items() if exponent)
        inside[rest] = tidy(coefficient / share)
    return share, tuple(sorted(outside.items(), key=lambda pair: pair[0].key)), inside


def atom_power(algebra: Algebra, atom: Atom, exponent: Coefficient, r: Fraction) -> Form:
    """(atom^exponent)^r where the atom is nonnegative, or real and the exponent even: then it is |atom|^(exponent·r)."""
    total = tidy(exponent * r)
    if atom.nonnegative:
        return settled_power(algebra, atom, total)
    return settled_power(algebra, absolute_atom({((atom, 1),): 1}, real_inside=True), total)


def settled_power(algebra: Algebra, atom: Atom, exponent: Coefficient) -> Form:
    return algebra.settled(1, ((atom, exponent),))


def inner_power(algebra: Algebra, poly: Poly, r: Fraction) -> Form:
    """What is left under a root. A lone atom keeps its name: x^(1/2), and (x^(1/2))^(1/2) is x^(1/4)."""
    if len(poly) == 1:
        ((monomial, coefficient),) = poly.items()
        if coefficient == 1 and len(monomial) == 1 and 0 < monomial[0][1] <= 1:
            return settled_power(algebra, monomial[0][0], tidy(monomial[0][1] * r))
    return root_atom(algebra, poly, None, r)


def root_atom(algebra: Algebra, top: Poly, bottom: Poly | None, r: Fraction) -> Form:
    if bottom is not None:
        name = f"pow[({poly_key(top)})/({poly_key(bottom)});{r}]"
        return of_atom(Atom(name, "call", real=False))
    known = evidently_nonnegative(top)
    atom = Atom(f"root[{poly_key(top)}]", "root", top, real=known, nonnegative=known)
    return algebra.settled(1, ((atom, tidy(r)),))


def absolute_atom(poly: Poly, *, real_inside: bool) -> Atom:
    return Atom(f"abs[{poly_key(poly)}]", "abs", (poly, real_inside), nonnegative=True)


def absolute(algebra: Algebra, a: Form) -> Form:
    """|a|. The absolute value of a product is the product of theirs, complex factors included."""
    if a.bottom is not None:
        return algebra.over(absolute(algebra, Form(a.top)), absolute(algebra, Form(a.bottom)))
    if evidently_nonnegative(a.top):
        return a
    if len(a.top) == 1:
        ((monomial, coefficient),) = a.top.items()
        form = constant(-coefficient if coefficient < 0 else coefficient)
        for atom, exponent in monomial:
            lone = atom if atom.nonnegative else absolute_atom({((atom, 1),): 1}, real_inside=atom.real)
            form = algebra.times(form, settled_power(algebra, lone, exponent))
        return form
    share, outside, inside = taken_out(a.top)
    inside = min(inside, scaled(inside, -1), key=poly_key)
    if evidently_nonnegative(inside) or evidently_nonnegative(scaled(inside, -1)):
        rest = Form(inside if evidently_nonnegative(inside) else scaled(inside, -1))
    else:
        rest = of_atom(absolute_atom(inside, real_inside=real(inside)))
    return algebra.times(algebra.times(constant(share), Form({outside: 1})), rest)


def exponential(algebra: Algebra, a: Form) -> Form:
    """e^a: a product with a factor for each term of `a`."""
    if a.bottom is not None:
        return of_atom(
            Atom(f"exp[{key(a)}]", "call", real=real(a.top) and real(a.bottom), nonnegative=real(a.top) and real(a.bottom))
        )
    form = ONE_FORM
    for monomial, coefficient in a.top.items():
        form = algebra.times(form, exponential_term(algebra, monomial, coefficient))
    return form


def exponential_term(algebra: Algebra, monomial: Monomial, coefficient: Coefficient) -> Form:
    if len(monomial) == 1 and monomial[0][1] == 1 and monomial[0][0].kind == "log":
        return power(algebra, Form(monomial[0][0].payload), Fraction(coefficient))
    if not real({monomial: 1}):
        # e^(c·z) is (e^z)^c for whole c only.
        whole = Fraction(coefficient).numerator
        share = tidy(Fraction(1, Fraction(coefficient).denominator))
        return of_atom(Atom(f"exp[{share}*{monomial_key(monomial)}]", "call", real=False), whole)
    atom = Atom(f"exp[{monomial_key(monomial)}]", "exp", monomial, nonnegative=True)
    return of_atom(atom, coefficient)


def logarithm(algebra: Algebra, a: Form) -> Form:
    """log a, as a sum where all factors are positive."""
    if a.is_zero:
        raise ZeroDivisionError
    if a.bottom is not None:
        if evidently_nonnegative(a.top) and evidently_nonnegative(a.bottom):
            return algebra.subtract(logarithm(algebra, Form(a.top)), logarithm(algebra, Form(a.bottom)))
        return of_atom(Atom(f"log[{key(a)}]", "call", real=False))
    share, outside, inside = taken_out(a.top)
    form = number_logarithm(algebra, share)
    for atom, exponent in outside:
        size = atom if atom.nonnegative else absolute_atom({((atom, 1),): 1}, real_inside=True)
        form = algebra.add(form, algebra.times(constant(exponent), atom_logarithm(size)))
    if inside == {(): 1}:
        return form
    known = evidently_nonnegative(inside)
    return algebra.add(form, of_atom(Atom(f"log[{poly_key(inside)}]", "log" if known else "call", inside, real=known)))


def number_logarithm(algebra: Algebra, value: Fraction) -> Form:
    form = Form({})
    for sign, part in ((1, value.numerator), (-1, value.denominator)):
        for prime, count in primes(part).items():
            atom = Atom(f"log[{prime}]", "log", {(): prime})
            form = algebra.add(form, algebra.times(constant(sign * count), of_atom(atom)))
    return form


def atom_logarithm(atom: Atom) -> Form:
    """The logarithm of an atom that is positive."""
    if atom.kind == "exp":
        return Form({atom.payload: 1})
    if atom.kind == "prime":
        return of_atom(Atom(f"log[{atom.payload}]", "log", {(): atom.payload}))
    if atom.kind == "root":
        return of_atom(Atom(f"log[{poly_key(atom.payload)}]", "log", atom.payload))
    return of_atom(Atom(f"log[{atom.key}]", "log", {((atom, 1),): 1}))
