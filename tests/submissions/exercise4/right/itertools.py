# parts: causal_mask masked_positions
from itertools import combinations
from typing import NamedTuple


class Cell(NamedTuple):
    query: int
    key: int


class NoSequence(ValueError):
    """There is no such sequence."""


def whole(n):
    if not float(n).is_integer() or n <= 0:
        raise NoSequence(n)
    return int(n)


def masked_positions(n):
    return frozenset(Cell(*pair) for pair in combinations(range(whole(n)), 2))


def causal_mask(n):
    hidden = masked_positions(n)
    infinity = float("inf")
    return tuple(tuple(-infinity if (i, j) in hidden else 0.0 for j in range(n)) for i in range(n))
