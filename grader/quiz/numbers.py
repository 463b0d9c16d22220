"""Numbers as typed, kept exact: their values, and the rule by which one counts as another.

A number is a tree of the symbolic room, never evaluated as code: 1/64 and 0.1 are exact rationals, e^(1/√2) lies in a
ball as small as is needed. Nothing here is a float, so that a rounding tie is a tie and never an accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from grader.quiz.problems import NotRead
from grader.symbolic.balls import Ball, Huge, NoValue, Unsure, arithmetic_of
from grader.symbolic.evaluate import Clock, Evaluator
from grader.symbolic.problems import Ambiguous, TooLarge, TooMuch, Unread
from grader.symbolic.reader import read_formula
from grader.symbolic.tree import Minus, Node, Number, Symbol, rebuilt
from grader.symbolic.vocabulary import Vocabulary

MOST_STEPS = 4000
"""Of working out one value; a formula that fits the reader has a few hundred parts."""
PRECISIONS = (40, 120, 400)
"""Digits tried one after the other, until two values are told apart."""
LARGEST = 300
"""Powers of ten: larger numbers, and smaller ones than their inverses, are not worked with."""
DIGITS = 3
"""Significant digits to which two numbers have to agree, where the true one is not whole."""

UNDECLARED = "is no symbol, number or function that is declared here"
"""What the symbolic room says of a name; a quiz declares nothing to a student."""


class Steps(Clock):
    """Counts steps where others look at the time: what an answer is worth must not hang on how busy the machine is. Each
    step is small, for numbers have a largest size."""

    def __init__(self) -> None:
        super().__init__(0)
        self.taken = 0

    def check(self) -> None:
        self.taken += 1
        if self.taken > MOST_STEPS:
            raise TooMuch


Interval = tuple[Fraction, Fraction]


class Literal(Number, frozen=True):
    """A number typed as a decimal with so many significant digits."""

    digits: int = 0


@lru_cache(maxsize=256)
def vocabulary(symbols: tuple[str, ...]) -> Vocabulary:
    # Nonnegative, so that √d² has one reading; what a symbol stands for is put in before anything is worked out.
    return Vocabulary(dict.fromkeys(symbols, "nonnegative"))


def parsed(text: str, symbols: Mapping[str, Node] | None = None) -> Node:
    """The number that `text` is, with what its symbols stand for put in. Raises `NotRead`."""
    given = symbols or {}
    try:
        tree = read_formula(text, vocabulary(tuple(given)))
    except (TooLarge, Ambiguous, Unread) as problem:
        said = problem.message(text).rstrip(".")
        raise NotRead(said.replace(UNDECLARED, "is no number, and no function that is known here")) from None
    tree = substituted(tree, given)
    # Whether it has a value is found out here, so that whatever was read can be compared.
    interval(tree, PRECISIONS[0])
    return tree


def substituted(tree: Node, given: Mapping[str, Node]) -> Node:
    if isinstance(tree, Symbol):
        if tree.full not in given:
            raise NotRead(f"“{tree.full}” is no number")
        return given[tree.full]
    return rebuilt(tree, lambda child: substituted(child, given))


@lru_cache(maxsize=4096)
def interval(tree: Node, digits: int) -> Interval:
    """Two rationals between which the value lies; the same one twice where it is rational. Raises `NotRead`."""
    arithmetic = arithmetic_of(digits)
    evaluator = Evaluator(arithmetic, {}, Steps(), no_symbol)
    try:
        value = evaluator.value(tree)
        if isinstance(value, Fraction):
            if value and not within_reason(value.numerator.bit_length() - value.denominator.bit_length()):
                raise NotRead("the number is too large, or too near to 0, to be worked with")
            return value, value
        ball = arithmetic.real(value)
    except NoValue:
        raise NotRead("it has no value among the real numbers (a division by 0, or a root of a negative number?)") from None
    except Unsure:
        if digits < PRECISIONS[-1]:
            return interval(tree, PRECISIONS[PRECISIONS.index(digits) + 1])
        raise NotRead("whether it has a value can't be told") from None
    except (Huge, TooMuch, RecursionError, OverflowError):
        raise NotRead("the number is too large to be worked out") from None
    if ball.middle and not within_reason(arithmetic.m.mag(ball.middle)):
        raise NotRead("the number is too large, or too near to 0, to be worked with")
    return ends(ball)


def no_symbol(symbol: Symbol) -> tuple[Fraction, Fraction]:
    raise NotRead(f"“{symbol.full}” is no number")


def within_reason(binary_digits: int) -> bool:
    return abs(binary_digits) <= LARGEST * 3.33


def ends(ball: Ball) -> Interval:
    middle, radius = exact(ball.middle), exact(ball.radius)
    return middle - radius, middle + radius


def exact(value: object) -> Fraction:
    """A binary float of any length as a rational."""
    sign, mantissa, exponent, _ = value._mpf_  # type: ignore[attr-defined]
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if sign else size


def same(one: Node, other: Node) -> bool:
    """Whether two numbers are equal: no precision tells them apart."""
    for digits in PRECISIONS:
        (low, high), (other_low, other_high) = interval(one, digits), interval(other, digits)
        if high < other_low or other_high < low:
            return False
        if low == high == other_low == other_high:
            return True
    return True


def whole(tree: Node) -> bool:
    low, high = interval(tree, PRECISIONS[0])
    return low == high and low.denominator == 1


def rounded(value: Fraction, digits: int) -> tuple[Fraction, ...]:
    """A number rounded to significant digits. Where it is exactly between two, by both customs that are taught: away from 0,
    and to the even digit."""
    if not value:
        return (Fraction(0),)
    size = abs(value)
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    if Fraction(10) ** exponent > size:
        exponent -= 1
    unit = Fraction(10) ** (exponent - digits + 1)
    below, rest = divmod(size, unit)
    sign = 1 if value > 0 else -1
    low, high = sign * below * unit, sign * (below + 1) * unit
    if 2 * rest == unit and below % 2 == 0:
        return low, high
    return (low if 2 * rest < unit else high,)


def roundings(tree: Node, digits: int) -> set[Fraction]:
    """All roundings that the value may have; more than one only where it is a tie, or as near to one as can't be told."""
    found: set[Fraction] = set()
    for precision in PRECISIONS:
        low, high = interval(tree, precision)
        found = {*rounded(low, digits), *rounded(high, digits)}
        if len(found) == 1 or low == high:
            break
    return found


def counts_as(typed: Node, true: Node) -> bool:
    """The contract's rule: exact, or, where the true value is not whole, the same once both are rounded to three
    significant digits, or the true value correctly rounded at the digits typed, three or more."""
    if same(typed, true):
        return True
    if whole(true):
        return False
    if roundings(typed, DIGITS) & roundings(true, DIGITS):
        return True
    digits = digits_typed(typed)
    return digits >= DIGITS and interval(typed, PRECISIONS[0])[0] in roundings(true, digits)


def digits_typed(tree: Node) -> int:
    """Significant digits of a number that was typed as a decimal; 0 for any other form."""
    inner = tree.inner if isinstance(tree, Minus) else tree
    return inner.digits if isinstance(inner, Literal) else 0


def count_as(typed: Iterable[Node], true: Iterable[Node]) -> bool:
    """Number by number."""
    return all(counts_as(one, other) for one, other in zip(typed, true, strict=True))


def too_coarse(typed: Node, true: Node) -> bool:
    """Whether a wrong number is the true one rounded to fewer digits than are asked for."""
    return not whole(true) and any(roundings(true, digits) & {*interval(typed, PRECISIONS[0])} for digits in (1, 2))
