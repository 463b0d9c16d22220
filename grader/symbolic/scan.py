"""Where an expression in one symbol is zero, looked for with plain floating-point numbers.

What is found is only a hint, which the caller tests exactly. A grid that is fine near zero, reaches far out and holds
the numbers of the text is cheap this way: changes of sign are halved down, and places where the expression comes
near zero without crossing it are followed to the bottom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from grader.symbolic.assumptions import Assumption
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
    walk,
)

Function = Callable[[float], float]
LONGEST_SUM = 100
DECADE = (1.0, 1.2, 1.5, 1.8, 2.2, 2.7, 3.3, 4.0, 5.0, 6.0, 7.2, 8.5)
SMALLEST, LARGEST = -24, 25
"""Powers of ten that the grid reaches."""
NEAR = 65.0
"""Up to here the grid has even steps of an eighth as well: waves have their zeros there."""
WHOLE = 1100
"""Up to here every whole number is looked at."""
MOST_FOUND = 400

unary: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "cbrt": lambda x: x ** (1 / 3) if x >= 0 else math.nan,
    "sign": lambda x: float((x > 0) - (x < 0)),
}


Check = Callable[[], None]
"""Raises `TooMuch` when the time is over."""


def function_of(node: Node, symbol: Symbol, values: Mapping[Symbol, Fraction], check: Check) -> Function:
    """`node` as a function of `symbol`, the others at `values`; not a number where it has no real value."""
    inner = compiled(node, symbol, values, check)

    def safe(x: float) -> float:
        check()
        try:
            y = inner(x)
        except (ArithmeticError, ValueError):
            return math.nan
        return y if isinstance(y, float) and math.isfinite(y) else math.nan

    return safe


def compiled(node: Node, symbol: Symbol, values: Mapping[Symbol, Fraction], check: Check) -> Function:  # noqa: C901  (one case for each kind)
    # What is below a sum depends on its index; a moment has no value here.
    below = () if isinstance(node, (Sum, Noun)) else children(node)
    parts = [compiled(child, symbol, values, check) for child in below]
    match node:
        case Number(value):
            return constant(as_float(value))
        case Constant(name):
            return constant(math.e if name == "e" else math.pi)
        case Symbol():
            return (lambda x: x) if node == symbol else constant(as_float(values[node]) if node in values else math.nan)
        case Add():
            return lambda x: math.fsum(part(x) for part in parts)
        case Minus():
            return lambda x: -parts[0](x)
        case Times():
            return lambda x: math.prod(part(x) for part in parts)
        case Over():
            return lambda x: parts[0](x) / parts[1](x)
        case Power():
            return lambda x: real_power(parts[0](x), parts[1](x))
        case Call("log", (_, _)):
            return lambda x: math.log(parts[0](x)) / math.log(parts[1](x))
        case Call("min" | "max" as name, _):
            choose = min if name == "min" else max
            return lambda x: choose(part(x) for part in parts)
        case Call(name, _):
            of = unary[name]
            return lambda x: of(parts[0](x))
        case Sum():
            return added_up(node, symbol, values, check)
        case _:
            return constant(math.nan)


def added_up(node: Sum, symbol: Symbol, values: Mapping[Symbol, Fraction], check: Check) -> Function:
    low, high = (compiled(end, symbol, values, check) for end in (node.low, node.high))
    terms: dict[int, Function] = {}

    def total(x: float) -> float:
        first, last = low(x), high(x)
        if not (first.is_integer() and last.is_integer()) or last - first > LONGEST_SUM:
            return math.nan
        values_here = []
        for index in range(int(first), int(last) + 1):
            check()
            if index not in terms:
                terms[index] = compiled(at_index(node.body, node.index, index), symbol, values, check)
            values_here.append(terms[index](x))
        return math.fsum(values_here)

    return total


def real_power(base: float, exponent: float) -> float:
    """Not a number where the power is none of the reals."""
    value = base**exponent
    return value if isinstance(value, float) else math.nan


def constant(value: float) -> Function:
    return lambda _: value


def as_float(value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.nan


def grid(known: Assumption, trees: Iterable[Node]) -> list[float]:
    """Where a symbol is looked at, in order: values that its assumption allows."""
    typed = {as_float(node.value) for tree in trees for node in walk(tree) if isinstance(node, Number)}
    points = {0.0} | {size * 10.0**power for power in range(SMALLEST, LARGEST) for size in DECADE}
    points |= {step / 8 for step in range(int(8 * NEAR))}
    for number in typed:
        points |= {number, number * 0.999, number * 1.001, number + 0.5}
    if known.integer:
        points = {float(number) for number in range(WHOLE)} | {float(round(point)) for point in points if point < 1e25}
    points |= {-point for point in points}
    if known.low is not None and known.high is not None:
        low, width = float(known.low), float(known.high - known.low)
        points |= {low + width * step / 400 for step in range(401)}
        points |= {low + width * 10.0**-power for power in range(1, 16)} | {
            low + width * (1 - 10.0**-power) for power in range(1, 16)
        }
    return sorted(point for point in points if math.isfinite(point) and known.holds(Fraction(point)))


def zeros(function: Function, points: list[float]) -> list[tuple[float, bool]]:
    """Where a function is zero or seems to be, nearest to 0 first, and whether it changes its sign there."""
    found: list[tuple[float, bool]] = []
    seen = [(x, y) for x in points if not math.isnan(y := function(x))]
    found += [(x, False) for x, y in seen if y == 0]
    for (low, below), (high, above) in pairwise(seen):
        if (below < 0 < above) or (above < 0 < below):
            found.append((halved(function, low, high, below), True))
    for (low, a), (_, b), (high, c) in zip(seen, seen[1:], seen[2:], strict=False):
        if b and abs(b) <= abs(a) and abs(b) <= abs(c) and (a > 0) == (b > 0) == (c > 0):
            at = bottom(function, low, high)
            if abs(function(at)) <= 1e-7 * max(abs(a), abs(c)):
                found.append((at, False))
    return sorted(dict.fromkeys(found), key=lambda one: abs(one[0]))[:MOST_FOUND]


def halved(function: Function, low: float, high: float, below: float) -> float:
    for _ in range(100):
        middle = low + (high - low) / 2
        value = function(middle)
        if value == 0 or math.isnan(value) or middle in (low, high):
            return middle
        low, high = (middle, high) if (value > 0) == (below > 0) else (low, middle)
    return low


def bottom(function: Function, low: float, high: float) -> float:
    """Where |function| is least between two points, by thirds."""
    for _ in range(50):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if abs(function(left)) <= abs(function(right)):
            high = right
        else:
            low = left
    return (low + high) / 2
