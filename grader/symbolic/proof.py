"""Proofs by sympy, run in the worker and never in a process that must not hang.

sympy gets objects built from our tree, node by node: it never sees a text. No bare `simplify` and no `equals`: both
guess, and take seconds to; each step here is an identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy

from grader.symbolic.problems import TooMuch
from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Noun, Number, Over, Power, Sum, Symbol, Times
from grader.symbolic.vocabulary import Vocabulary

LARGEST_POWER = 20_000
"""Bits of a number that sympy is allowed to write out."""

functions: dict[str, Callable[..., Any]] = {
    "sqrt": sympy.sqrt,
    "cbrt": sympy.cbrt,
    "exp": sympy.exp,
    "log": sympy.log,
    "abs": sympy.Abs,
    "sin": sympy.sin,
    "cos": sympy.cos,
    "tan": sympy.tan,
    "sinh": sympy.sinh,
    "cosh": sympy.cosh,
    "tanh": sympy.tanh,
    "asin": sympy.asin,
    "acos": sympy.acos,
    "atan": sympy.atan,
    "sign": sympy.sign,
    "min": sympy.Min,
    "max": sympy.Max,
}


def symbol_of(symbol: Symbol, vocabulary: Vocabulary) -> Any:
    known = vocabulary.known(symbol)
    if not symbol.index and symbol.name not in vocabulary.assumptions:
        return sympy.Symbol(symbol.name, integer=True)
    if known.complex:
        return sympy.Symbol(symbol.full, complex=True)
    facts = {
        "real": True,
        "integer": known.integer or None,
        "nonnegative": known.nonnegative or None,
        "positive": known.positive or None,
    }
    facts |= {"negative": known.negative or None, "nonzero": known.nonzero or None}
    return sympy.Symbol(symbol.full, **{name: fact for name, fact in facts.items() if fact})


def build(node: Node, vocabulary: Vocabulary) -> Any:  # noqa: C901  (one case for each kind)
    """The sympy expression of a tree. Raises `TooMuch` for powers that would be written out at great length."""
    match node:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Constant(name):
            return sympy.E if name == "e" else sympy.pi
        case Symbol():
            return symbol_of(node, vocabulary)
        case Add(terms):
            return sympy.Add(*(build(term, vocabulary) for term in terms))
        case Minus(inner):
            return -build(inner, vocabulary)
        case Times(factors):
            return sympy.Mul(*(build(factor, vocabulary) for factor in factors))
        case Over(top, bottom):
            return build(top, vocabulary) / build(bottom, vocabulary)
        case Power(base, exponent):
            return power(build(base, vocabulary), build(exponent, vocabulary))
        case Call(name, args):
            return functions[name](*(build(arg, vocabulary) for arg in args))
        case Sum(body, index, low, high):
            ends = (build(low, vocabulary), build(high, vocabulary))
            return sympy.Sum(build(body, vocabulary), (sympy.Symbol(index, integer=True), *ends))
        case Noun():
            raise TooMuch


def power(base: Any, exponent: Any) -> Any:
    if exponent.is_Rational and base.is_Rational:
        bits = max(base.p.bit_length(), base.q.bit_length())
        if bits * abs(Fraction(exponent.p, exponent.q)) > LARGEST_POWER:
            raise TooMuch
    elif exponent.is_Integer and abs(exponent) > 200:
        raise TooMuch
    return base**exponent


def equal(student: Node, reference: Node, vocabulary: Vocabulary) -> bool:
    """Whether their difference is zero by one of the identities tried."""
    difference = build(student, vocabulary) - build(reference, vocabulary)
    return zero(difference)


def zero(difference: Any) -> bool:
    return any(shape == 0 for shape in shapes(difference))


def shapes(difference: Any) -> Iterator[Any]:
    """The difference, put in ever more laborious ways that keep its value."""
    yield difference
    if difference.has(sympy.Sum):
        difference = difference.doit()
        yield difference
    expanded = sympy.expand(difference)
    yield expanded
    top, _ = sympy.fraction(sympy.together(expanded))
    yield sympy.expand(top)
    yield sympy.expand(sympy.powsimp(sympy.powdenest(sympy.expand_log(expanded))))
    yield sympy.expand(sympy.fraction(sympy.together(sympy.powsimp(sympy.expand(top))))[0])
    if difference.has(sympy.sin, sympy.cos, sympy.tan):
        yield sympy.trigsimp(expanded)
        yield sympy.expand(sympy.expand_trig(expanded))
    yield sympy.expand(sympy.expand(expanded.rewrite(sympy.exp), force=False))
    yield sympy.radsimp(expanded)
    yield sympy.expand(sympy.sqrtdenest(expanded))
    yield sympy.cancel(expanded)
    if not difference.free_symbols and difference.is_algebraic:
        unknown = sympy.Dummy("x")
        yield sympy.Integer(0) if sympy.minimal_polynomial(difference, unknown) == unknown else difference


def same_solutions(student: tuple[Node, ...], reference: tuple[Node, ...], solve: str, vocabulary: Vocabulary) -> bool:
    """Whether both equations have the same solutions in `solve`, all of them found in closed form."""
    unknown = symbol_of(Symbol(solve), vocabulary)
    theirs, ours = solutions(student, unknown, vocabulary), solutions(reference, unknown, vocabulary)
    if theirs is None or ours is None or len(theirs) != len(ours):
        return False
    return all(any(zero(one - other) for other in ours) for one in theirs)


def solutions(sides: tuple[Node, ...], unknown: Any, vocabulary: Vocabulary) -> list[Any] | None:
    """All solutions of a polynomial equation of degree up to 4; None where they can't all be told."""
    if len(sides) != 2:
        return None
    top, bottom = sympy.fraction(sympy.together(build(sides[0], vocabulary) - build(sides[1], vocabulary)))
    plain = sympy.Dummy("x")
    polynomial = sympy.expand(top).subs(unknown, plain)
    if not polynomial.is_polynomial(plain):
        return None
    poly = sympy.Poly(polynomial, plain)
    if not 1 <= poly.degree() <= 4 or poly.LC().is_zero is not False:
        return None
    found = sympy.roots(poly)
    if sum(found.values()) != poly.degree():
        return None
    kept = []
    for root in found:
        fits = fits_assumptions(root, unknown)
        if fits is None or (fits and bottom.subs(unknown, root).is_zero is not False):
            return None
        if fits:
            kept.append(root)
    return kept


def fits_assumptions(root: Any, unknown: Any) -> bool | None:
    """Whether a root is a value that the unknown may have; None where sympy can't tell."""
    if root.is_real is not True:
        return False if root.is_real is False else None
    for fact in ("positive", "negative", "nonnegative", "integer", "nonzero"):
        if getattr(unknown, f"is_{fact}"):
            holds = getattr(root, f"is_{fact}")
            if holds is not True:
                return holds  # type: ignore[no-any-return]
    return True
