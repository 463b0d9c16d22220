"""Points at the corners of formulas: where |x|, sign, min, max or a power of zero changes its ways.

Between two corners a formula is smooth, and points drawn at random tell it from another; beyond a corner that lies
far out, or at one point alone, they do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from grader.symbolic.assumptions import Assumption
from grader.symbolic.scan import Check, function_of, grid, zeros
from grader.symbolic.tree import Add, Call, Minus, Node, Number, Over, Power, Sum, Symbol, free_symbols, walk
from grader.symbolic.vocabulary import Vocabulary

MOST_ZEROS = 10
"""Of one expression in one symbol."""
MOST_TURNS = 6
NEARBY = (Fraction(999, 1000), Fraction(1001, 1000))

Values = dict[Symbol, tuple[Fraction, Fraction]]


def turns(tree: Node) -> list[Node]:
    """What has to change its sign, or be zero, for the formula to change its ways."""
    found: list[Node] = []
    for node in walk(tree):
        if isinstance(node, Call) and node.name in ("abs", "sign"):
            found.append(node.args[0])
        elif isinstance(node, Call) and node.name in ("min", "max"):
            found += [Add((left, Minus(right))) for left, right in combinations(node.args, 2)]
        elif isinstance(node, Call) and node.name == "sqrt":
            found += bent(node.args[0])
        elif isinstance(node, Power) and isinstance(node.exponent, (Number, Over)):
            found += [] if isinstance(node.exponent, Number) and node.exponent.value.denominator == 1 else bent(node.base)
        elif isinstance(node, Power) and not isinstance(node.exponent, Number) and is_zero(node.base):
            found.append(node.exponent)
    return [node for node in dict.fromkeys(found) if free_symbols(node)][:MOST_TURNS]


def bent(base: Node) -> list[Node]:
    """What is under a root, where the root may be of a square: √((x − 3)²) is |x − 3|."""
    return [base] if any(isinstance(one, Add) for one in walk(base)) else []


def is_zero(base: Node) -> bool:
    """Whether the base of a power may be zero whatever the symbols are."""
    if any(isinstance(one, Sum) for one in walk(base)):
        return False
    values = {symbol: Fraction(7, 3) for symbol in free_symbols(base)}
    return abs(function_of(base, Symbol("?"), values, lambda: None)(0.0)) < 1e-9


def corner_points(trees: tuple[Node, ...], base: Values, vocabulary: Vocabulary, check: Check) -> Iterator[Values]:
    """Points at, between and on both sides of the corners, the other symbols as in `base`."""
    plain = {symbol: real for symbol, (real, imaginary) in base.items() if not imaginary}
    for turn in dict.fromkeys(node for tree in trees for node in turns(tree)):
        for symbol in sorted(free_symbols(turn), key=lambda one: one.full):
            known = vocabulary.known(symbol)
            if symbol not in plain or known.complex:
                continue
            found = zeros(function_of(turn, symbol, plain, check), grid(known, trees))[:MOST_ZEROS]
            for value in around([at for at, _ in found], known):
                yield {**base, symbol: (value, Fraction(0))}


def around(found: list[float], known: Assumption) -> list[Fraction]:
    """The zeros, as simple numbers where they are, and values beside and between them."""
    values: list[Fraction] = []
    exact = [Fraction(at) for at in found]
    for at in exact:
        values += [near for near in map(at.limit_denominator, (1000, 10**6)) if abs(near - at) <= abs(at) / 10**6]
        if known.integer:
            whole = Fraction(round(at))
            values += [whole, whole - 1, whole + 1, 2 * whole, whole + 10**6]
        else:
            values += [at, *(at * near for near in NEARBY), at * 2, at / 2]
            values += [(at + end) / 2 for end in (known.low, known.high) if end is not None]
    values += [(low + high) / 2 for low, high in pairwise(sorted(exact)) if not known.integer]
    return [value for value in dict.fromkeys(values) if known.holds(value)]
