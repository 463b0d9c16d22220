"""Cells of a matrix as students type them: a list of pairs, or a rule for row i and column j."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction

from grader.quiz.numbers import PRECISIONS, interval, substituted, vocabulary
from grader.quiz.problems import NotRead
from grader.quiz.text import cleaned, opening, shown, split_at, unbracketed
from grader.symbolic.problems import Unread
from grader.symbolic.reader import read_formula
from grader.symbolic.tree import Node, Number

Cells = frozenset[tuple[int, int]]

PAIR = re.compile(r"[(\[{]\s*(-?\d{1,7})\s*[,; ]\s*(-?\d{1,7})\s*[)\]}]")
INDEXED = re.compile(r"[(\[{]\s*(\d{1,7})\s*[)\]}]\s*[(\[{]\s*(\d{1,7})\s*[)\]}]")
"""As in A[0][1]."""
BARE_PAIR = re.compile(r"(\d{1,7})\s*[,\- ]\s*(\d{1,7})")
NAME_BEFORE = re.compile(r"[^\W\d]+_?(?=[(\[{]\s*\d)")
VALUE_BEHIND = re.compile(r"=\s*[-−]\s*(?:∞|inf\w*|\\infty)")
ROW_NAMED = re.compile(r"\b(?:i|row)\s*=?\s*\d+\s*:", re.IGNORECASE)
"""Before the pairs of a row that say it again."""
BETWEEN_PAIRS = re.compile(r"[\s,;.&]|\b(?:and|und)\b", re.IGNORECASE)
LINES = re.compile(r"\s*[;\n]\s*")
SPACED = re.compile(r",\s+|\s+")
COMMA_OR_SPACE = re.compile(r"[, ]+")

COMPARISON = re.compile(r"(<=|>=|=<|=>|≤|≥|⩽|⩾|==|!=|≠|<|>|=|\\leq?|\\geq?|\\lt|\\gt)")
INTRODUCTION = re.compile(
    r"^.*?\b(?:with|where|whenever|when|for which|such that|so that|if|that have|satisfying)\b", re.IGNORECASE | re.DOTALL
)
ALL_CELLS = re.compile(
    r"^\s*(?:all |every )?(?:the )?(?:cells? |entries |entry |positions? |pairs? )?"
    r"[(\[]?\s*i\s*,\s*j\s*[)\]]?\s*(?:[:|∣]\s*|\s)(?=\S)"
)
AFTERWARDS = re.compile(r"\s*,?\s*\bfor (?:all|every|each|any)\b.*$", re.DOTALL)
SAID = (
    (re.compile(r"\babove the (?:main )?diagonal\b"), "j > i"),
    (re.compile(r"\bbelow the (?:main )?diagonal\b"), "j < i"),
    (re.compile(r"\(?\bstrictly\b\)?"), " "),
    (re.compile(r"\b(?:columns?|cols?)(?: (?:index|number))?\b"), "j"),
    (re.compile(r"\brows?(?: (?:index|number))?\b"), "i"),
    (re.compile(r"\b(?:is )?(?:greater|larger|bigger|more) than\b|\bexceeds\b"), ">"),
    (re.compile(r"\b(?:is )?(?:less|smaller) than\b"), "<"),
)
HOLDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
    "=": operator.eq,
    "≠": operator.ne,
}
SPELLED = {
    "<=": "≤", "=<": "≤", "⩽": "≤", "\\le": "≤", "\\leq": "≤", ">=": "≥", "=>": "≥", "⩾": "≥", "\\ge": "≥", "\\geq": "≥",
    "==": "=", "!=": "≠", "\\lt": "<", "\\gt": ">",
}  # fmt: skip


def read_cells(text: str, size: tuple[int, ...]) -> Cells:
    """Positions, or a rule such as `j > i`, which picks them from a matrix of this size. Raises `NotRead`."""
    plain = cleaned(text)
    if plain.lower().strip(" .") in ("none", "no cells", "[]", "()", "{}", "∅"):
        return frozenset()
    listed = listed_pairs(plain, size)
    return listed if listed is not None else picked(plain, size)


def listed_pairs(text: str, size: tuple[int, ...]) -> Cells | None:
    """The pairs that a text lists; None where it is no list of pairs."""
    text = unlabelled(ROW_NAMED.sub(" ", VALUE_BEHIND.sub("", text))).strip()
    inner = text if PAIR.fullmatch(text) else unbracketed(text)
    for form in (INDEXED, PAIR):
        bare = NAME_BEFORE.sub("", inner)
        found = form.findall(bare)
        if found and not BETWEEN_PAIRS.sub("", form.sub(" ", bare)):
            return frozenset((int(i), int(j)) for i, j in found)
    words = split_at(inner, COMMA_OR_SPACE)
    digits = all(re.fullmatch(r"\d\d", word) for word in words)
    if max(size) <= 10 and digits and (len(words) > 1 or text[:1] == "0"):
        # 01, 02, 12: a digit for the row, a digit for the column.
        return frozenset((int(word[0]), int(word[1])) for word in words)
    items = split_at(inner, LINES)
    if len(items) == 1 and not any(one in opening for one in inner):
        items = split_at(inner, SPACED if re.search(r"\d,\d", inner) else COMMA_OR_SPACE)
    pairs = [BARE_PAIR.fullmatch(item) for item in items]
    if not items or not all(pairs):
        return None
    return frozenset((int(one[1]), int(one[2])) for one in pairs if one)


def unlabelled(text: str) -> str:
    """Without a label before it, in which nothing is counted."""
    label, sign, rest = text.partition("=" if "=" in text else ":")
    return rest if sign and not any(one.isdigit() or one in opening for one in label) else text


def picked(text: str, size: tuple[int, ...]) -> Cells:
    """The cells for which a rule about row i and column j holds."""
    rule = unbracketed(AFTERWARDS.sub("", text.lower()))
    rule = ALL_CELLS.sub("", INTRODUCTION.sub("", rule))
    for words, sign in SAID:
        rule = words.sub(f" {sign} ", rule)
    sides = [side.strip(" .{}") for side in COMPARISON.split(rule)]
    if len(sides) < 3:
        raise NotRead(
            f"“{shown(text)}” is no list of cells: type pairs such as (0, 0), (1, 0), or a rule for row i and column j"
        )
    compared = [tree_of(side, text) for side in sides[::2]]
    signs = [SPELLED.get(sign, sign) for sign in sides[1::2]]
    every = [(i, j) for i in range(size[0]) for j in range(size[1])]
    return frozenset(cell for cell in every if holds(compared, signs, cell))


def tree_of(side: str, text: str) -> Node:
    """One side of a comparison; i and j are put in cell by cell."""
    try:
        return read_formula(side, vocabulary(("i", "j")))
    except Unread as problem:
        raise NotRead(f"the rule “{shown(text)}” can't be read: {problem.message(side).rstrip('.')}") from None


def holds(compared: list[Node], signs: list[str], cell: tuple[int, int]) -> bool:
    given: dict[str, Node] = {name: Number(Fraction(value)) for name, value in zip("ij", cell, strict=True)}
    values = [interval(substituted(tree, given), PRECISIONS[0])[0] for tree in compared]
    return all(HOLDS[sign](one, other) for one, sign, other in zip(values, signs, values[1:], strict=False))
