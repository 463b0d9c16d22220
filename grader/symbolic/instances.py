"""Sums over i = 1…d_k written out, for enough values of d_k to decide for all of them.

As a function of d_k both sides are sums of powers of √d_k between bounds that can be read off the tree. A sum of m
such powers that is not zero has fewer than m positive zeros (Descartes), so two sides that agree at m values agree
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count, product

from grader.symbolic.tree import (
    Add,
    Call,
    Constant,
    Minus,
    Node,
    Noun,
    Number,
    Over,
    Power,
    Sum,
    Symbol,
    Times,
    at_index,
    children,
    free_symbols,
    rebuilt,
    walk,
)
from grader.symbolic.vocabulary import INDEX_LETTERS

MOST_VALUES = 12
FEW_VALUES = 5
"""Values tried where no bound is known; agreement there is no proof."""

Range = tuple[Fraction, Fraction]
"""The lowest and the highest power of the limit that can occur."""
NOTHING: Range = (Fraction(0), Fraction(0))


def limits(trees: Iterable[Node]) -> list[Symbol]:
    """The symbols that sums run up to. An index is none of them, though an inner sum may run up to it: Σ_{i<j}."""
    found = {
        symbol
        for tree in trees
        for node in walk(tree)
        if isinstance(node, Sum)
        for end in (node.low, node.high)
        for symbol in free_symbols(end) & free_symbols(tree)
        if not symbol.index
    }
    return sorted(found, key=lambda symbol: symbol.full)


def powers_of(node: Node, limit: Symbol, indices: frozenset[str] = frozenset()) -> Range | None:  # noqa: C901  (one case for each kind)
    """The powers of `limit` in a tree; None where it is no sum of powers. `indices` of sums grow with the limit."""
    if isinstance(node, (Number, Constant)):
        return NOTHING
    if isinstance(node, Symbol):
        if node == limit:
            return Fraction(1), Fraction(1)
        return (Fraction(0), Fraction(1)) if node.name in indices and not node.index else NOTHING
    if isinstance(node, Sum):
        body, high = powers_of(node.body, limit, indices | {node.index}), powers_of(node.high, limit, indices)
        if body is None or high is None or body[0] < 0 or high[0] < 0 or high[1] > 1:
            # A body like 1/i has no such bound; one like 1/d_k has, and is a factor that may stand outside.
            return (
                None
                if body is None or high is None or high[1] > 1 or depends_on(node.body, node.index)
                else (body[0], body[1] + 1)
            )
        return Fraction(0), body[1] + 1
    if isinstance(node, Power):
        return raised(node, limit, indices)
    if isinstance(node, Call) and node.name == "sqrt":
        return raised(Power(node.args[0], Over(Number(Fraction(1)), Number(Fraction(2)))), limit, indices)
    parts = [powers_of(child, limit, indices) for child in children(node)]
    if any(part is None for part in parts):
        return None
    known = [part for part in parts if part is not None]
    if isinstance(node, (Add, Minus)):
        return min(part[0] for part in known), max(part[1] for part in known)
    if isinstance(node, Times) or (isinstance(node, Noun) and node.name == "Cov"):
        return sum((part[0] for part in known), Fraction(0)), sum((part[1] for part in known), Fraction(0))
    if isinstance(node, Over):
        below = known[1]
        return (known[0][0] - below[1], known[0][1] - below[0]) if below == NOTHING or below[0] == below[1] else None
    if isinstance(node, Noun) and node.name in ("E", "Var"):
        times = 2 if node.name == "Var" else 1
        return known[0][0] * times, known[0][1] * times
    return NOTHING if all(part == NOTHING for part in known) else None


def depends_on(node: Node, index: str) -> bool:
    """Whether an index counts as a number in a tree; naming a copy, as in q_i, is no such dependence."""
    return any(isinstance(one, Symbol) and one.name == index and not one.index for one in walk(node))


def raised(node: Power, limit: Symbol, indices: frozenset[str]) -> Range | None:
    base, exponent = powers_of(node.base, limit, indices), rational(node.exponent)
    if base == NOTHING and powers_of(node.exponent, limit, indices) == NOTHING:
        return NOTHING
    if base is None or exponent is None:
        return None
    single = base[0] == base[1] and all(not isinstance(one, (Add, Sum, Noun)) for one in walk(node.base))
    if not single and (exponent.denominator != 1 or exponent < 0):
        return None
    if (exponent * 2 * base[1]).denominator != 1:
        return None
    ends = sorted((base[0] * exponent, base[1] * exponent))
    return ends[0], ends[1]


def rational(node: Node) -> Fraction | None:
    match node:
        case Number(value):
            return value
        case Minus(inner):
            opposite = rational(inner)
            return None if opposite is None else -opposite
        case Over(top, bottom):
            above, below = rational(top), rational(bottom)
            return None if above is None or not below else above / below
        case Add(terms):
            values = [rational(term) for term in terms]
            return None if None in values else sum((value for value in values if value is not None), Fraction(0))
        case _:
            return None


def free_indices(trees: Iterable[Node]) -> list[str]:
    """The indices of families that no sum binds."""
    return sorted(
        {symbol.index for tree in trees for symbol in free_symbols(tree) if symbol.index in INDEX_LETTERS and symbol.index}
    )


def numbered(trees: Iterable[Node]) -> dict[str, int]:
    """A copy for each free index: another one for each, and none that is named by its number. q_i is any copy, not q_1."""
    trees = tuple(trees)
    taken = {int(one.index) for tree in trees for one in walk(tree) if isinstance(one, Symbol) and one.index.isdecimal()}
    free = (number for number in count(1) if number not in taken)
    return dict(zip(free_indices(trees), free, strict=False))


def fixed(node: Node, values: Mapping[Symbol, int], indices: Mapping[str, int]) -> Node:
    """A tree with the limits of sums and the free indices made numbers."""
    for index, number in indices.items():
        node = at_index(node, index, number)
    return with_values(node, values)


def with_values(node: Node, values: Mapping[Symbol, int]) -> Node:
    if isinstance(node, Symbol) and node in values:
        return Number(Fraction(values[node]))
    return rebuilt(node, lambda child: with_values(child, values))


def needed(trees: tuple[Node, ...], found: list[Symbol]) -> tuple[dict[Symbol, int], bool]:
    """How many values of each limit are tried, and whether agreement at them is a proof."""
    counts: dict[Symbol, int] = {}
    proves = True
    for limit in found:
        ranges = [powers_of(tree, limit) for tree in trees]
        if any(one is None for one in ranges):
            counts[limit], proves = FEW_VALUES, False
            continue
        known = [one for one in ranges if one is not None]
        steps = int(2 * (max(one[1] for one in known) - min(one[0] for one in known))) + 1
        counts[limit], proves = min(steps, MOST_VALUES), proves and steps <= MOST_VALUES
    if len(found) > 1:
        few = 5 if len(found) == 2 else 2
        proves = proves and all(count <= few for count in counts.values())
        counts = {limit: min(count, few) for limit, count in counts.items()}
    return counts, proves


def values(counts: Mapping[Symbol, int], least: int) -> Iterator[dict[Symbol, int]]:
    """The values themselves, small first; from `least` on, so that free indices are among those summed over."""
    ranges = [range(least, least + count) for count in counts.values()]
    for choice in product(*ranges):
        yield dict(zip(counts, choice, strict=True))
