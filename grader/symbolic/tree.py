"""The tree that a formula is read into: plain frozen data, and the only thing that is ever computed with.

It keeps what the student wrote (a quotient stays a quotient, a root a root), so that it can be printed back. Nothing
in it is code, and nothing of it is handed to sympy as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct


class Number(Struct, frozen=True):
    """A number as typed: 0.5 is exactly 1/2. Never negative; the sign is a `Minus` around it."""

    value: Fraction


class Constant(Struct, frozen=True):
    """Euler's number, or π."""

    name: str


class Symbol(Struct, frozen=True):
    """A declared symbol by its canonical name. `index` makes it one of a family: q_i, q_1; or is ""."""

    name: str
    index: str = ""

    @property
    def full(self) -> str:
        return f"{self.name}_{self.index}" if self.index else self.name


class Add(Struct, frozen=True):
    """A sum of two or more terms; a difference adds a `Minus`."""

    terms: tuple[Node, ...]


class Minus(Struct, frozen=True):
    """The opposite of a term."""

    inner: Node


class Times(Struct, frozen=True):
    """A product of two or more factors."""

    factors: tuple[Node, ...]


class Over(Struct, frozen=True):
    """A quotient."""

    top: Node
    bottom: Node


class Power(Struct, frozen=True):
    """`base` to the power `exponent`."""

    base: Node
    exponent: Node


class Call(Struct, frozen=True):
    """A function of numbers, by the names in `vocabulary.FUNCTIONS`."""

    name: str
    args: tuple[Node, ...]


class Noun(Struct, frozen=True):
    """A moment: E, Var, Cov or SD of random things."""

    name: str
    args: tuple[Node, ...]


class Sum(Struct, frozen=True):
    """`body` added up for `index` from `low` to `high`."""

    body: Node
    index: str
    low: Node
    high: Node


Node = Number | Constant | Symbol | Add | Minus | Times | Over | Power | Call | Noun | Sum

ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def children(node: Node) -> tuple[Node, ...]:
    match node:
        case Add(terms):
            return terms
        case Minus(inner):
            return (inner,)
        case Times(factors):
            return factors
        case Over(top, bottom):
            return (top, bottom)
        case Power(base, exponent):
            return (base, exponent)
        case Call(_, args) | Noun(_, args):
            return args
        case Sum(body, _, low, high):
            return (body, low, high)
        case _:
            return ()


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """`node` with `change` applied to each of its children."""
    match node:
        case Add(terms):
            return Add(tuple(map(change, terms)))
        case Minus(inner):
            return Minus(change(inner))
        case Times(factors):
            return Times(tuple(map(change, factors)))
        case Over(top, bottom):
            return Over(change(top), change(bottom))
        case Power(base, exponent):
            return Power(change(base), change(exponent))
        case Call(name, args):
            return Call(name, tuple(map(change, args)))
        case Noun(name, args):
            return Noun(name, tuple(map(change, args)))
        case Sum(body, index, low, high):
            return Sum(change(body), index, change(low), change(high))
        case _:
            return node


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def depth(node: Node) -> int:
    return 1 + max((depth(child) for child in children(node)), default=0)


def free_symbols(node: Node) -> set[Symbol]:
    """The symbols of a tree, indices of sums left out, members of families with them."""
    if isinstance(node, Symbol):
        return {node}
    found: set[Symbol] = set()
    for child in children(node):
        found |= free_symbols(child)
    if isinstance(node, Sum):
        bound = Symbol(node.index)
        found = (found - {bound} - {one for one in found if one.index == node.index}) | (
            free_symbols(node.low) | free_symbols(node.high)
        )
    return found


def at_index(node: Node, index: str, number: int) -> Node:
    """`node` with `index` made `number`: i becomes 3, q_i becomes q_3. Inner sums over the same letter keep theirs."""
    if isinstance(node, Symbol):
        if node.index == index:
            return Symbol(node.name, str(number))
        if node.name == index and not node.index:
            return Number(Fraction(number)) if number >= 0 else Minus(Number(Fraction(-number)))
        return node
    if isinstance(node, Sum) and node.index == index:
        return Sum(node.body, index, at_index(node.low, index, number), at_index(node.high, index, number))
    return rebuilt(node, lambda child: at_index(child, index, number))
