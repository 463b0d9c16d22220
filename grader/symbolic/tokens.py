"""From characters to tokens: numbers, names with their subscripts, operators, brackets."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from grader.symbolic.characters import ADD_UP, BOUNDARY, CUBE_ROOT, FRACTION, ROOT, Character, characters
from grader.symbolic.problems import TooLarge, Unreadable

MOST_TOKENS = 600
MOST_DIGITS = 100
LARGEST_EXPONENT = 200
"""Of ten, in a number like 1e-3."""

Kind = Literal[
    "number",
    "name",
    "op",
    "open",
    "close",
    "bar",
    "comma",
    "equals",
    "sup",
    "sub",
    "root",
    "frac",
    "sum",
    "dots",
    "pair",
    "end",
]


class Token(Struct, frozen=True):
    """`text` is the token in the small alphabet, `at` its place in the typed text; `spaced`: a space comes before."""

    kind: Kind
    text: str
    at: int
    spaced: bool = False
    value: Fraction | None = None


single: dict[str, Kind] = {
    "+": "op",
    "-": "op",
    "/": "op",
    "^": "op",
    "*": "op",
    "(": "open",
    "[": "open",
    "{": "open",
    ")": "close",
    "]": "close",
    "}": "close",
    "|": "bar",
    ",": "comma",
    "=": "equals",
    ROOT: "root",
    CUBE_ROOT: "root",
    FRACTION: "frac",
    ADD_UP: "sum",
    "…": "dots",
    "_": "sub",
    "≠": "pair",
    "<": "pair",
    ">": "pair",
    "≤": "pair",
    "⟨": "open",
    "⟩": "close",
}

DIGITS = frozenset("0123456789")
number_form = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
library_form = re.compile(r"(?:math|np|numpy|sympy)\.(?=[A-Za-z])")
"""The prefix of a function, in the hand of someone who has just written Python."""
ten_form = re.compile(r"[eE]([+-]?[0-9]+)")


def is_letter(sign: str) -> bool:
    return len(sign) == 1 and sign.isalpha() and (sign.isascii() or "α" <= sign <= "ω" or "Α" <= sign <= "Ω")


class Tokens:
    """One pass over the characters. `names` are declared: an e among them is no power of ten, a Σ no sum."""

    def __init__(self, text: str, names: frozenset[str] = frozenset()) -> None:
        self.signs: list[Character] = characters(text)
        # A sign of several characters (a marked superscript) stands as one here, so that places stay in step.
        self.flat = "".join(sign if len(sign) == 1 else "\x00" for sign, _ in self.signs)
        self.names = names
        self.end = len(text)
        self.here = 0
        self.spaced = False
        self.found: list[Token] = []

    def read(self) -> list[Token]:
        """All tokens and one `end`. Raises `Unreadable`, `TooLarge`."""
        while self.here < len(self.signs):
            self.step()
            if len(self.found) > MOST_TOKENS:
                raise TooLarge(f"The text has more than {MOST_TOKENS} numbers, names and signs", self.found[-1].at)
        self.found.append(Token("end", "", max(self.end - 1, 0)))
        return self.found

    def step(self) -> None:  # noqa: C901  (one case for each kind)
        sign, at = self.signs[self.here]
        if sign in (" ", BOUNDARY):
            self.spaced = self.spaced or sign == " "
            self.here += 1
        elif len(sign) == 2:
            self.marked(sign[0], at)
        elif sign in DIGITS or (sign == "." and number_form.match(self.flat, self.here)):
            self.number(at)
        elif is_letter(sign) and not (sign == "Σ" and "Σ" not in self.names):
            self.name(at)
        elif self.flat.startswith("**", self.here):
            self.put("op", "^", at, 2)
        elif self.flat.startswith("==", self.here):
            self.put("equals", "=", at, 2)
        elif self.flat.startswith("<=", self.here):
            self.put("pair", "≤", at, 2)
        elif self.flat.startswith("!=", self.here):
            self.put("pair", "≠", at, 2)
        elif self.flat.startswith("..", self.here):
            self.put("dots", "…", at, 3 if self.flat.startswith("...", self.here) else 2)
        elif sign == "Σ":
            self.put("sum", ADD_UP, at)
        elif sign in single:
            self.put(single[sign], sign, at)
        elif sign in ".;" and not self.flat[self.here + 1 :].strip():
            self.here += 1
        else:
            raise Unreadable(f"“{sign}” has no meaning in a formula here", at)

    def put(self, kind: Kind, text: str, at: int, length: int = 1, value: Fraction | None = None) -> None:
        self.found.append(Token(kind, text, at, self.spaced, value))
        self.spaced = False
        self.here += length

    def marked(self, mark: str, at: int) -> None:
        """A run of superscripts, or of subscripts that belong to no name (under a sum sign)."""
        run = ""
        start = self.here
        while (
            start + len(run) < len(self.signs)
            and self.signs[start + len(run)][0][:1] == mark
            and len(self.signs[start + len(run)][0]) == 2
        ):
            run += self.signs[start + len(run)][0][1]
        self.put("sup" if mark == "^" else "sub", run if mark == "^" else "_" + run, at, len(run))

    def number(self, at: int) -> None:
        match = number_form.match(self.flat, self.here)
        assert match is not None
        typed, exponent = match[0], 0
        ten = ten_form.match(self.flat, match.end())
        length = len(typed)
        if ten and self.flat[match.end()] not in self.names:
            if len(ten[1]) > 4 or abs(int(ten[1])) > LARGEST_EXPONENT:
                raise TooLarge(f"A number beyond 10^{LARGEST_EXPONENT}", at)
            exponent, length = int(ten[1]), length + len(ten[0])
        if len(typed) > MOST_DIGITS:
            raise TooLarge(f"A number of {len(typed)} digits; at most {MOST_DIGITS} are read", at)
        # "5." ends a sentence as often as it is a number: both read as 5. A range 1..n is two numbers and dots.
        if typed.endswith(".") and self.flat.startswith(".", self.here + len(typed)):
            typed, length = typed[:-1], length - 1
        self.put("number", typed, at, length, Fraction(typed.rstrip(".")) * Fraction(10) ** exponent)

    def name(self, at: int) -> None:
        """Letters, digits and subscripts, as one raw name: `d_k`, `q_ik_i`, `sqrt2`; braces of a subscript close it."""
        library = library_form.match(self.flat, self.here)
        if library and library[0][:-1] not in self.names:
            self.here += len(library[0])
            return
        raw, place = "", self.here
        while place < len(self.signs):
            sign = self.signs[place][0]
            if (is_letter(sign) and not (sign == "Σ" and "Σ" not in self.names)) or (sign in DIGITS):
                raw, place = raw + sign, place + 1
            elif len(sign) == 2 and sign[0] == "_":
                raw, place = raw + ("" if self.in_subscript(place) else "_") + sign[1], place + 1
            elif sign == "_" and raw not in ("Sum", "sum"):
                raw, place, closed = self.subscript(raw, place)
                if closed:
                    break
            else:
                break
        self.put("name", raw, at, place - self.here)

    def in_subscript(self, place: int) -> bool:
        before = self.signs[place - 1][0]
        return len(before) == 2 and before[0] == "_"

    def subscript(self, raw: str, place: int) -> tuple[str, int, bool]:
        """A subscript typed with `_`: in braces, or the letters and digits after it."""
        braced = re.compile(r"_\{ ?\x00?([^{}]{1,20}) ?\}").match(self.flat, place)
        if braced:
            inner = "".join(sign for sign, _ in self.signs[place + 2 : braced.end() - 1]).replace(" ", "").replace(BOUNDARY, "")
            if inner and all(is_letter(sign) or sign in DIGITS or sign in "_," for sign in inner):
                return f"{raw}_{inner.replace(',', '')}", braced.end(), True
        after = self.flat[place + 1 : place + 2]
        if after == BOUNDARY:
            return f"{raw}_", place + 2, False
        if not braced and after and (is_letter(after) or after in DIGITS):
            return f"{raw}_", place + 1, False
        raise Unreadable("After “_” a subscript is wanted: d_k or d_{k}", self.signs[place][1])
