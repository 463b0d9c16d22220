"""Reading sums: with a sign or a name, over one index or over pairs, and written out with dots."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.symbolic.problems import Unreadable
from grader.symbolic.tokens import Token
from grader.symbolic.tree import Add, Minus, Node, Number, Sum, Symbol, at_index, free_symbols, rebuilt, walk
from grader.symbolic.vocabulary import INDEX_LETTERS

if TYPE_CHECKING:
    from grader.symbolic.reader import Reader

ONE = Number(Fraction(1))


def add_up(reader: Reader) -> Node:
    """`Σ_{i=1}^{d_k} q_i k_i`: the sum reaches to the end of the product behind it."""
    token = reader.take()
    if reader.at("open") and has_comma(reader):
        return called_sum(reader, token)
    if pair_follows(reader):
        return sum_over_pairs(reader, token)
    index, low, high = limits(reader, token)
    reader.enter()
    body = reader.term()
    reader.nested -= 1
    if not index:
        found = {one.index for one in walk(body) if isinstance(one, Symbol) and one.index in INDEX_LETTERS and one.index}
        if not found and reader.vocabulary.limit:
            # Σ 1: whatever the index, there are d_k terms.
            found = {"i"}
        if len(found) != 1:
            raise Unreadable("Over which index the sum runs is not said: Σ_{i=1}^{d_k} …", token.at)
        index = found.pop()
    return Sum(body, index, low or ONE, high or default_limit(reader, token))


def pair_follows(reader: Reader) -> bool:
    """Whether the sum runs over pairs: `Σ_{i≠j}`, `Σ_{i<j}`, `Σ_{1≤i<j≤n}`, `Σ_{i,j}`."""
    if not (reader.at("sub") and reader.ahead(1).text == "{"):
        return False
    return reader.ahead(3).kind == "pair" or (reader.ahead(3).kind == "comma" and reader.ahead(4).text in INDEX_LETTERS)


def sum_over_pairs(reader: Reader, token: Token) -> Node:
    """A sum over pairs of indices, as sums over one: all pairs, those without equal indices, or i up to j − 1."""
    reader.here += 2
    if reader.at("number", "1") and reader.ahead().text == "≤":
        reader.here += 2
    first = index_name(reader)
    sign = reader.take().text
    second = index_name(reader)
    high: Node | None = None
    if reader.at("pair", "≤") or reader.at("equals"):
        low = reader.take().text == "="
        end = reader.sum_of_terms()
        if low and end != ONE:
            raise Unreadable("A sum over pairs starts at 1", reader.next.at)
        high = None if low else end
    if sign not in PAIRS or not reader.at("close", "}"):
        raise Unreadable("A sum over pairs is written Σ_{i≠j}, Σ_{i<j} or Σ_{i,j}", reader.next.at)
    reader.take()
    if high is None:
        high = upper(reader) if reader.at("op", "^") else default_limit(reader, token)
    reader.enter()
    body = reader.term()
    reader.nested -= 1
    if sign == ">":
        first, second = second, first
    if sign in ("<", ">"):
        return Sum(Sum(body, first, ONE, Add((Symbol(second), Minus(ONE)))), second, ONE, high)
    everywhere = Sum(Sum(body, second, ONE, high), first, ONE, high)
    return everywhere if sign == "," else Add((everywhere, Minus(Sum(renamed(body, second, first), first, ONE, high))))


PAIRS = ("≠", "<", ">", ",")


def renamed(node: Node, old: str, new: str) -> Node:
    """A tree with one index named as another."""
    if isinstance(node, Symbol):
        return Symbol(node.name, new) if node.index == old else Symbol(new) if node == Symbol(old) else node
    return rebuilt(node, lambda child: renamed(child, old, new))


def default_limit(reader: Reader, token: Token) -> Node:
    if not reader.vocabulary.limit:
        raise Unreadable("The sum has no upper limit: Σ_{i=1}^{d_k} …", token.at)
    return Symbol(reader.vocabulary.limit)


def limits(reader: Reader, token: Token) -> tuple[str, Node | None, Node | None]:
    """What stands at a sum sign: `_{i=1}^{d_k}`, `_i^n`, `_i`, `_{i=1..n}`, or nothing."""
    index, low, high = "", None, None
    if reader.at("sub"):
        mark = reader.take()
        if len(mark.text) > 1:
            index, low = unicode_limit(mark)
        else:
            opened = reader.take() if reader.at("open", "{") else None
            index = index_name(reader)
            if reader.at("equals"):
                reader.take()
                low = reader.sum_of_terms() if opened else reader.primary()
                if opened and reader.at("dots"):
                    reader.take()
                    high = reader.sum_of_terms()
            if opened:
                reader.close(opened)
    if index and (reader.at("op", "^") or reader.at("sup")):
        high = reader.superscript(reader.take()) if reader.at("sup") else upper(reader)
    return index, low, high


def upper(reader: Reader) -> Node:
    reader.take()
    return reader.bracketed() if reader.at("open", "{") or reader.at("open", "(") else reader.primary()


def unicode_limit(mark: Token) -> tuple[str, Node | None]:
    match = re.fullmatch(r"_([a-z])(?:=([0-9]))?", mark.text)
    if match is None:
        raise Unreadable("A subscript that is no index of a sum", mark.at)
    return match[1], Number(Fraction(match[2])) if match[2] else None


def index_name(reader: Reader) -> str:
    token = reader.take()
    if token.kind != "name" or token.text not in INDEX_LETTERS:
        raise Unreadable("The index of a sum is one of the letters i, j, l, m, n, r, s, t", token.at)
    return token.text


def has_comma(reader: Reader) -> bool:
    """Whether the brackets that open here hold a comma of their own."""
    level = 0
    for token in reader.tokens[reader.here :]:
        level += (token.kind == "open") - (token.kind == "close")
        if level == 0:
            return False
        if level == 1 and token.kind == "comma":
            return True
    return False


def sum_form(reader: Reader, token: Token) -> Node:
    """`Sum(q_i*k_i, (i, 1, d_k))`, `Sum(q_i*k_i, i, 1, d_k)`, `Sum_{i=1}^{d_k} q_i k_i`."""
    if reader.at("open") and has_comma(reader):
        return called_sum(reader, token)
    reader.here -= 1
    return add_up(reader)


def called_sum(reader: Reader, token: Token) -> Node:
    opened = reader.take()
    body = reader.sum_of_terms()
    if not reader.at("comma"):
        raise Unreadable("After the summand its index is wanted: Sum(q_i*k_i, i, 1, d_k)", reader.next.at)
    reader.take()
    inner = reader.take() if reader.at("open") else None
    index = index_name(reader)
    if reader.at("equals"):
        reader.take()
    else:
        comma(reader)
    low = reader.sum_of_terms()
    if reader.at("dots"):
        reader.take()
    else:
        comma(reader)
    high = reader.sum_of_terms()
    if inner:
        reader.close(inner)
    reader.close(opened)
    return Sum(body, index, low, high)


def comma(reader: Reader) -> None:
    if not reader.at("comma"):
        raise Unreadable("A sum is written Sum(q_i*k_i, i, 1, d_k)", reader.next.at)
    reader.take()


def row(reader: Reader, shown: list[Node], last: Node, at: int) -> list[Node]:
    """The terms `a_1 + a_2 + … + a_n`, with the sum that the dots stand for in place of those that belong to it.

    `last` tells what the terms look like, and those before the dots have to be the first of them. Raises `Unreadable`.
    """
    used = [*shown, last]
    free = (one for one in "ijlmnrst" if one not in reader.vocabulary.names and not any(uses(term, one) for term in used))
    letter = next(free, "")
    if not letter:
        raise Unreadable("So many sums with dots are not read: write Σ_{i=1}^{d_k} …", at)
    for limit, body in patterns(reader, last, letter):
        for start in range(len(shown)):
            if all(at_index(body, letter, number) == term for number, term in enumerate(shown[start:], 1)):
                return [*shown[:start], Sum(body, letter, ONE, limit)]
    raise Unreadable("What the dots stand for is unclear: write a sum, Σ_{i=1}^{d_k} …", at)


def uses(node: Node, letter: str) -> bool:
    return any(
        letter in (one.name, one.index) if isinstance(one, Symbol) else isinstance(one, Sum) and one.index == letter
        for one in walk(node)
    )


def patterns(reader: Reader, last: Node, letter: str) -> list[tuple[Symbol, Node]]:
    """What each term may look like, with the last: that of q_{d_k} is q_i, that of n is i."""
    found: list[tuple[Symbol, Node]] = []
    symbols = free_symbols(last)
    for name in sorted({one.index for one in symbols if is_last(one)}):
        found.append((Symbol(name), rebuilt_with(last, lambda one, name=name: one.index == name, letter)))  # type: ignore[misc]
    for limit in sorted((one for one in symbols if not one.index), key=lambda one: one.full):
        if reader.vocabulary.known(limit).integer:
            found.append((limit, rebuilt_with(last, lambda one, limit=limit: one == limit, letter)))  # type: ignore[misc]
    return found


def is_last(symbol: Symbol) -> bool:
    """Whether a symbol is the last of a row, q_{d_k}: one only stands behind dots."""
    return bool(symbol.index) and symbol.index not in INDEX_LETTERS and not symbol.index.isdecimal()


def rebuilt_with(node: Node, wanted: Callable[[Symbol], bool], letter: str) -> Node:
    if isinstance(node, Symbol):
        if not wanted(node):
            return node
        return Symbol(node.name, letter) if node.index else Symbol(letter)
    return rebuilt(node, lambda child: rebuilt_with(child, wanted, letter))
