"""Which names a text may use, and what a raw name like `d_k`, `dk`, `q_ik_i` or `sqrt2` stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grader.symbolic.assumptions import Assumption, assumption
from grader.symbolic.characters import characters, greek
from grader.symbolic.problems import Ambiguous, TooLarge, Unread, Unreadable
from grader.symbolic.tokens import is_letter
from grader.symbolic.tree import Constant, Node, Symbol

FUNCTIONS = {
    "sqrt": "sqrt",
    "cbrt": "cbrt",
    "exp": "exp",
    "log": "log",
    "ln": "log",
    "log2": "log2",
    "log10": "log10",
    "lg": "log10",
    "abs": "abs",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "asin": "asin",
    "acos": "acos",
    "atan": "atan",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "sign": "sign",
    "sgn": "sign",
    "min": "min",
    "max": "max",
    "pow": "pow",
    "power": "pow",
}
NOUNS = {
    "E": "E",
    "Expectation": "E",
    "expectation": "E",
    "Mean": "E",
    "mean": "E",
    "Expected": "E",
    "Var": "Var",
    "var": "Var",
    "VAR": "Var",
    "V": "Var",
    "Variance": "Var",
    "variance": "Var",
    "Cov": "Cov",
    "cov": "Cov",
    "COV": "Cov",
    "Covariance": "Cov",
    "covariance": "Cov",
    "SD": "SD",
    "sd": "SD",
    "Sd": "SD",
    "std": "SD",
    "Std": "SD",
    "STD": "SD",
    "stdev": "SD",
    "StdDev": "SD",
}
INDEX_LETTERS = frozenset("ijlmnrst")
"""What may stand for the index of a family. k is none of them: d_k is a name of its own."""

LONGEST_NAME = 40
MOST_READINGS = 3
Piece = Node | str
"""A part of a raw name: a symbol or constant, or a word such as `sqrt` or `Var` that something must follow."""


def canonical(name: str) -> str:
    """A declared name as names are kept: Greek letters as letters, braces gone. Raises `ValueError`."""
    try:
        signs = [sign for sign, _ in characters(name.strip()) if sign not in ("{", "}", "\ue001")]
    except Unread as problem:
        raise ValueError(f"{name!r} can't be the name of a symbol") from problem
    plain = ""
    for sign in signs:
        plain += sign if len(sign) == 1 else ("_" if "_" not in plain else "") + sign[1]
    base, line, rest = plain.partition("_")
    base = greek.get(base, base)
    if not re.fullmatch(r"[^\W\d_][^\W_]*(_\w+)?", base + line + rest) or not all(
        is_letter(sign) or sign in "0123456789_" for sign in base + rest
    ):
        raise ValueError(f"{name!r} can't be the name of a symbol")
    return base + line + rest


class Vocabulary:
    """The declared symbols and random variables of a question.

    `nouns` allows E, Var, Cov and SD; `limit` is the upper limit of a sum that names none. Raises `ValueError` for a
    declaration that makes no sense: that is the author's fault, not the student's.
    """

    def __init__(self, symbols: Mapping[str, str], random: Iterable[str] = (), *, nouns: bool = False, limit: str = "") -> None:
        self.declared = dict(symbols)
        self.assumptions: dict[str, Assumption] = {canonical(name): assumption(text) for name, text in symbols.items()}
        self.random = {canonical(name) for name in random}
        self.nouns = nouns
        self.limit = limit
        self.spelled: dict[str, Symbol] = {}
        self.bases: dict[str, str] = {}
        """Spellings of families' names without an index, and the base each stands for."""
        for name in [*self.assumptions, *self.random]:
            self.add(name)
        self.names = frozenset(self.spelled)
        self.assumed = {
            spelling: symbol.name
            for spelling, symbol in self.spelled.items()
            if not symbol.index and symbol.name in self.assumptions and self.assumptions[symbol.name].integer
        }
        """Spellings of whole numbers, which may name the last of a row."""

    def add(self, name: str) -> None:
        base, _, index = name.partition("_")
        family = index in INDEX_LETTERS and bool(index)
        symbol = Symbol(base, index) if family else Symbol(name)
        for spelling in spellings(name):
            self.spelled.setdefault(spelling, symbol)
        if family:
            for spelling in spellings(base):
                self.bases.setdefault(spelling, base)

    def known(self, symbol: Symbol) -> Assumption:
        """What is known of a symbol; of a member of a family what is known of the family."""
        if symbol.full in self.assumptions:
            return self.assumptions[symbol.full]
        for name, known in self.assumptions.items():
            if symbol.index and name.startswith(f"{symbol.name}_"):
                return known
        return self.assumptions.get(symbol.name, Assumption())

    def is_random(self, symbol: Symbol) -> bool:
        return symbol.full in self.random or (
            bool(symbol.index) and any(name.partition("_")[0] == symbol.name and "_" in name for name in self.random)
        )

    def member(self, raw: str, index: str) -> Symbol | None:
        """The member of a family, from its base as typed and an index."""
        base = self.bases.get(raw)
        return Symbol(base, index) if base is not None else None

    def pieces(self, raw: str, at: int) -> list[Piece]:
        """What a raw name stands for, as factors side by side. Raises `Unreadable`, `Ambiguous`."""
        if len(raw) > LONGEST_NAME:
            raise TooLarge(f"A name of {len(raw)} letters; at most {LONGEST_NAME} are read", at)
        whole = self.whole(raw)
        if whole is not None:
            return [whole]
        readings = self.split(raw, {})
        different = {tuple(sorted(map(repr, reading))): reading for reading in readings}
        if not different:
            raise Unreadable(f"“{shown(raw)}” is no symbol, number or function that is declared here", at)
        if len(different) > 1:
            raise Ambiguous(f"“{shown(raw)}” can be read in more than one way: write a product sign between its factors", at)
        return readings[0]

    def whole(self, raw: str) -> Piece | None:
        """The one thing a piece of a name is, if it is one."""
        if raw in self.spelled:
            return self.spelled[raw]
        member = re.fullmatch(r"(.+?)_?([ijlmnrst]|[0-9]{1,2})", raw)
        if member and member[1] in self.bases and (member[2].isalpha() or "_" in raw):
            return Symbol(self.bases[member[1]], member[2])
        last = re.fullmatch(r"([^_]+)_(.+)", raw)
        if last and last[1] in self.bases and last[2] in self.assumed:
            # q_{d_k}, the last of a row.
            return Symbol(self.bases[last[1]], self.assumed[last[2]])
        if self.nouns and raw in NOUNS:
            return f"noun {NOUNS[raw]}"
        if raw in ("e", "pi", "π", "Pi"):
            return Constant("e" if raw == "e" else "pi")
        word = raw.lower().replace("_", "")
        if word in FUNCTIONS:
            return f"function {FUNCTIONS[word]}"
        if raw in ("Sum", "sum"):
            return "sum"
        if raw in INDEX_LETTERS:
            # An index of a sum; that it belongs to one is checked when the sum is read.
            return Symbol(raw)
        return self.moment_symbol(raw)

    def moment_symbol(self, raw: str) -> Piece | None:
        """σ_q and μ_q for the deviation and mean of a declared random variable, where they are not declared themselves."""
        if not self.nouns:
            return None
        if raw in ("σ", "sigma"):
            return "noun SD"
        match = re.fullmatch(r"(σ|sigma|μ|mu)_(.+)", raw)
        if match:
            inner = self.whole(match[2])
            if isinstance(inner, Symbol) and (self.is_random(inner) or inner.name == "S"):
                return f"moment {'SD' if match[1] in ('σ', 'sigma') else 'E'} {match[2]}"
        return None

    def split(self, raw: str, seen: dict[str, list[list[Piece]]]) -> list[list[Piece]]:
        """The readings of a raw name as several pieces; words only at its end. At most a few are kept."""
        if raw in seen:
            return seen[raw]
        seen[raw] = []
        readings: list[list[Piece]] = []
        for length in range(len(raw), 0, -1):
            head, tail = raw[:length], raw[length:]
            piece = self.whole(head)
            if piece is None or (length == 1 and head in INDEX_LETTERS and head not in self.spelled):
                continue
            if not tail:
                readings.append([piece])
            elif isinstance(piece, str):
                if piece.startswith("function") and re.fullmatch(r"[0-9]+", tail):
                    readings.append([piece, tail])
            else:
                readings.extend([piece, *rest] for rest in self.split(tail, seen))
            if len(readings) > MOST_READINGS:
                break
        seen[raw] = readings
        return readings


def spellings(name: str) -> list[str]:
    """The ways to type a name: d_k, dk; σ_q, σq, sigma_q, sigmaq."""
    base, line, rest = name.partition("_")
    bases = [base, *(word for word, letter in greek.items() if letter == base)]
    return [one for base in bases for one in (base + line + rest, (base + rest).replace("_", ""))]


def shown(raw: str) -> str:
    return raw if len(raw) <= 30 else raw[:29] + "…"
