"""Numbers as students type them: percentages, decimal commas, thousands, units, labels, and formulas without symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from grader.quiz.numbers import Literal, counts_as, parsed
from grader.quiz.problems import NotRead
from grader.quiz.text import cleaned, shown, sides, split_at, unbracketed, unlabelled
from grader.symbolic.tree import Minus, Node, Number, Over

LONGEST_NUMBER = 300
"""Characters; an exact quotient of several exponentials has a hundred."""
PERCENT = re.compile(r"\s*(?:%|\\%|percent|per cent)\s*$", re.IGNORECASE)
ABOUT = re.compile(r"^(?:about|approximately|approx\.?|roughly|circa|ca\.?|±0)\s+", re.IGNORECASE)
REMARK = re.compile(r"([^()\s]*\d[^()\s]*(?: ?%)?)\s+\((.+)\)", re.DOTALL)
"""A number without brackets or spaces, and apart from it brackets to the end."""
REASON = re.compile(
    r",?\s+(?:because|since)\b.*$|(?:[,;]\s+|\s+(?:so|hence|thus)\b)[^\d,;]*[^\W\d]{2}[^\d,;]*$", re.IGNORECASE | re.DOTALL
)
"""A reason, or words without a number in them, behind a number."""
DECIMAL = re.compile(r"[+\-−–]?\s*(\d+\.?\d*|\.\d+)(?:[eE][+\-−]?\d+)?")
TIMES_TEN = re.compile(r"(?<=[\d.])\s*[xX]\s*(?=10\s*(?:\^|\*\*|[⁻⁰¹²³⁴-⁹]))")
SIGN = r"[+\-−–]?\s*"
GROUPED = re.compile(SIGN + r"\d{1,3}(?:([ ,'’_])\d{3})(?:\1\d{3})*(?:\.\d+)?")
"""Thousands with a separator that stays the same, decimals after a point."""
CONTINENTAL = re.compile(SIGN + r"\d{1,3}(?:\.\d{3})+,\d+|" + SIGN + r"\d{1,3}(?: \d{3})+,\d+")
DECIMAL_COMMA = re.compile(rf"({SIGN}\d*),(\d+)((?:[eE][+\-−]?\d+)?)")


def read_number(text: str, symbols: Mapping[str, Node], units: Iterable[str] = ()) -> Node:
    """The number that a student typed. `symbols` have these values; `units` may follow. Raises `NotRead`.

    Of `512/8 = 64` the last side is the answer. An earlier side that is a number has to say the same, or nothing is read.
    """
    given = sides(REASON.sub("", cleaned(text), count=1))
    if len(given) == 2 and is_name(given[1], symbols, units) and not is_name(given[0], symbols, units):
        # 64 = d_k
        given.reverse()
    answer = amount(given[-1], symbols, units)
    for side in given[:-1]:
        try:
            earlier = amount(side, symbols, units)
        except NotRead:
            continue
        if not (counts_as(earlier, answer) or counts_as(answer, earlier)):
            raise NotRead(f"it says two things, “{shown(side)}” and “{shown(given[-1])}”: leave one of them out")
    return answer


def is_name(text: str, symbols: Mapping[str, Node], units: Iterable[str]) -> bool:
    """Whether a side of an equation is no number."""
    try:
        amount(text, symbols, units)
    except NotRead:
        return True
    return False


def amount(text: str, symbols: Mapping[str, Node], units: Iterable[str] = ()) -> Node:
    """One number, without a label."""
    if len(text) > LONGEST_NUMBER:
        raise NotRead(f"it has {len(text)} characters, too many for one number: at most {LONGEST_NUMBER} are read")
    text = without_unit(ABOUT.sub("", text.strip()), units)
    if remark := REMARK.fullmatch(text):
        return remarked(remark[1], remark[2], symbols, units)
    bare = PERCENT.sub("", text)
    if not bare:
        raise NotRead("no number is there: type one, 0.125 or 1/8 say")
    pointed = decimal_point(TIMES_TEN.sub("×", bare))
    value = parsed(pointed, symbols)
    if decimal := DECIMAL.fullmatch(pointed):
        value = literal(value, decimal[1])
    if bare == text:
        return value
    return literal(value, decimal[1], Fraction(100)) if decimal else Over(value, Number(Fraction(100)))


def literal(value: Node, typed: str, over: Fraction = Fraction(1)) -> Node:
    """A decimal number with the significant digits that it was typed with."""
    if isinstance(value, Minus):
        return Minus(literal(value.inner, typed, over))
    assert isinstance(value, Number)
    return Literal(value.value / over, len(typed.replace(".", "").lstrip("0")))


def remarked(number: str, remark: str, symbols: Mapping[str, Node], units: Iterable[str]) -> Node:
    """A number with something in brackets behind it: a remark, or the same once more; not a factor. Raises `NotRead`."""
    value = amount(number, symbols, units)
    if "(" in remark:
        # Brackets within brackets are no number that says the same once more.
        return value
    try:
        other = read_number(remark, symbols, units)
    except NotRead:
        return value
    if not (counts_as(value, other) or counts_as(other, value)):
        raise NotRead(f"it says two things, “{shown(number)}” and “{shown(remark)}”; is a product meant, write its sign")
    return value


def without_unit(text: str, units: Iterable[str]) -> str:
    for unit in sorted(units, key=len, reverse=True):
        if text.lower().endswith(f" {unit.lower()}"):
            return text[: -len(unit)].rstrip()
    return text


def decimal_point(text: str) -> str:
    """A number with a decimal comma or with thousands apart, as one with a point; anything else as it is.

    Raises `NotRead` where a comma may be either.
    """
    if CONTINENTAL.fullmatch(text):
        return text.replace(".", "").replace(" ", "").replace(",", ".")
    grouped = GROUPED.fullmatch(text)
    if grouped and (grouped[1] != "," or "." in text or text.count(",") > 1):
        return re.sub(r"[ ,'’_]", "", text)
    comma = DECIMAL_COMMA.fullmatch(text)
    if not comma:
        return text
    if len(comma[2]) == 3 and comma[1].lstrip("+-−– ").strip("0") and not comma[3]:
        raise NotRead(f"the comma in “{shown(text)}” may stand for thousands or for decimals: write a point, or no comma")
    return f"{comma[1]}.{comma[2]}{comma[3]}"


BETWEEN = re.compile(r"\s*(?:;|\n|≠|!=|&|<|>|\b(?:and|vs\.?|versus|but|und)(?!\w))\s*", re.IGNORECASE)
COMMAS = re.compile(r"\s*,\s*|\s*[;\n]\s*")
SPACED_COMMAS = re.compile(r",\s+|\s+,\s*")
SPACES = re.compile(r"\s+")
SLASH = re.compile(r"/")


def read_numbers(text: str, count: int, symbols: Mapping[str, Node]) -> list[Node]:
    """So many numbers, however they are kept apart. Raises `NotRead`."""
    plain = cleaned(text)
    items = next((found for one in (plain, unlabelled(plain)) for found in in_items(unbracketed(one), count)), None)
    if items is None:
        raise NotRead(f"{count} numbers are wanted, separated by commas: “{shown(text)}” is not {count} numbers")
    if PERCENT.search(items[-1]) and not any(PERCENT.search(item) for item in items[:-1]):
        # A percent sign at the end is meant for each.
        items = [*(f"{item} %" for item in items[:-1]), items[-1]]
    return [read_number(item, symbols) for item in items]


def in_items(text: str, count: int) -> Iterable[list[str]]:
    """The text in `count` items, by the first kind of separator that makes so many."""
    words = split_at(text, BETWEEN)
    for found in (
        words,
        split_at(text, SPACED_COMMAS),
        [item for word in words for item in split_at(word, COMMAS)],
        split_at(text, COMMAS),
        split_at(text, SPACES),
        split_at(text, SLASH),
    ):
        if len(found) == count:
            yield found
