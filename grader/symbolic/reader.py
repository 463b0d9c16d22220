"""Reading: from tokens to a tree, by precedence.

A hand-written reader and not a grammar file, because what students type is no context-free language: whether `E(x+1)`
is a mean or a product, and where `2dk` or `q_ik_i` comes apart, depends on what is declared, a bar opens or closes by
what stands before it, and `1/2x` is to be recognised as having two readings, not silently given one. It takes one
pass, looks ahead by one token, and every failure has a place and a sentence.

Nothing is ever evaluated: the outcome is data (`tree`), or a `Unread`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from grader.symbolic.problems import Ambiguous, TooLarge, Unreadable
from grader.symbolic.tokens import Token, Tokens
from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Number, Over, Power, Symbol, Times, free_symbols

if TYPE_CHECKING:
    from grader.symbolic.vocabulary import Vocabulary

DEEPEST = 40
"""Brackets, powers and signs within each other."""
MOST_SIDES = 12

closing = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}


def read_formula(text: str, vocabulary: Vocabulary) -> Node:
    """The formula in `text`. Raises `Unreadable`, `TooLarge`, `Ambiguous`."""
    sides = read_sides(text, vocabulary)
    if len(sides) > 1:
        raise Unreadable("A formula is wanted here, not an equation: leave the equals sign out", text.find("="))
    return sides[0]


def read_equation(text: str, vocabulary: Vocabulary) -> tuple[Node, ...]:
    """The two or more sides of an equation, or of a chain a = b = c. Raises as `read_formula` does."""
    sides = read_sides(text, vocabulary)
    if len(sides) == 1:
        raise Unreadable("An equation is wanted here: something = something", max(len(text) - 1, 0))
    return sides


def read_sides(text: str, vocabulary: Vocabulary) -> tuple[Node, ...]:
    return Reader(text, vocabulary).sides()


class Reader:
    """One text being read. The forms with a shape of their own (functions, moments, sums) are in `forms`."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.tokens = Tokens(text, vocabulary.names).read()
        self.here = 0
        self.nested = 0
        self.bars = 0
        self.bound: list[str] = []

    @property
    def next(self) -> Token:
        return self.tokens[self.here]

    def ahead(self, distance: int = 1) -> Token:
        return self.tokens[min(self.here + distance, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.next
        if token.kind != "end":
            self.here += 1
        return token

    def at(self, kind: str, text: str | None = None) -> bool:
        return self.next.kind == kind and (text is None or self.next.text == text)

    def enter(self) -> None:
        self.nested += 1
        if self.nested > DEEPEST:
            raise TooLarge(f"Brackets, roots and powers nested deeper than {DEEPEST}", self.next.at)

    def sides(self) -> tuple[Node, ...]:
        if self.at("end"):
            raise Unreadable("There is nothing to read", 0)
        sides = self.equality() if self.next.text == "Eq" and self.ahead().text == "(" else [self.sum_of_terms()]
        while self.at("equals"):
            self.take()
            sides.append(self.sum_of_terms())
        if not self.at("end"):
            raise self.stray()
        if len(sides) > MOST_SIDES:
            raise TooLarge(f"A chain of more than {MOST_SIDES} sides", self.next.at)
        for side in sides:
            self.check_indices(side)
        return tuple(sides)

    def equality(self) -> list[Node]:
        """`Eq(a, b)`, as sympy prints an equation."""
        self.take()
        sides = self.arguments()
        if len(sides) != 2:
            raise Unreadable("Eq wants two sides: Eq(a, b)", self.next.at)
        return sides

    def check_indices(self, side: Node) -> None:
        """An index on its own belongs to a sum; the index of a family may be free."""
        from grader.symbolic.sums import is_last

        for symbol in free_symbols(side):
            if is_last(symbol):
                raise Unreadable(f"“{symbol.full}” is read only behind dots: {symbol.name}_1 + … + {symbol.full}", 0)
            if not symbol.index and symbol.name not in self.vocabulary.names and symbol.full not in self.vocabulary.random:
                raise Unreadable(f"“{symbol.name}” is no symbol that is declared here", self.place_of(symbol.name))

    def place_of(self, name: str) -> int:
        return next((token.at for token in self.tokens if token.text == name), 0)

    def stray(self) -> Unreadable:
        token = self.next
        if token.kind == "close":
            return Unreadable(f"“{token.text}” closes a bracket that was never opened", token.at)
        if token.kind == "end":
            return Unreadable("The formula ends too early", token.at)
        if token.kind == "comma":
            return Unreadable("A comma separates arguments only; decimals take a point", token.at)
        return Unreadable(f"“{token.text}” can't stand here", token.at)

    # From loose to tight.

    def sum_of_terms(self) -> Node:
        self.enter()
        terms = [self.signed_term()]
        while self.at("op", "+") or self.at("op", "-"):
            minus = self.take().text == "-"
            if self.at("dots") and not minus:
                terms = self.after_dots(terms)
                continue
            term = self.signed_term()
            terms.append(Minus(term) if minus else term)
        self.nested -= 1
        return terms[0] if len(terms) == 1 else Add(tuple(terms))

    def after_dots(self, terms: list[Node]) -> list[Node]:
        """`a_1 + a_2 + … + a_n`: the terms with the sum that is meant."""
        from grader.symbolic import sums

        dots = self.take()
        if not self.at("op", "+"):
            raise Unreadable("Behind the dots the last term is wanted: q_1 + … + q_{d_k}", dots.at)
        self.take()
        return sums.row(self, terms, self.signed_term(), dots.at)

    def signed_term(self) -> Node:
        """A term with any signs before it. `-x·y` is −(x·y), and so is `-x^2` −(x²)."""
        if self.at("op", "+"):
            self.take()
            return self.signed_term() if self.counted() else self.term()
        if self.at("op", "-"):
            self.take()
            self.enter()
            inner = self.signed_term()
            self.nested -= 1
            return Minus(inner)
        return self.term()

    def counted(self) -> bool:
        """Whether another sign follows; a row of them counts as depth."""
        if self.at("op", "+") or self.at("op", "-"):
            self.nested += 1
            if self.nested > DEEPEST:
                raise TooLarge("A row of signs that long", self.next.at)
            return True
        return False

    def term(self) -> Node:
        """A product, with quotients taken from the left. A quotient followed by a factor without a sign is refused."""
        factors = [self.power()]
        quotient = False
        while True:
            if self.at("op", "*"):
                self.take()
                factors.append(self.signed_power())
                quotient = False
            elif self.at("op", "/"):
                self.take()
                top = factors[0] if len(factors) == 1 else Times(tuple(factors))
                factors = [Over(top, self.signed_power())]
                quotient = True
            elif self.starts_factor():
                if quotient and not self.clearly_apart():
                    raise self.two_readings()
                factors.append(self.power())
                quotient = False
            else:
                break
        return factors[0] if len(factors) == 1 else Times(tuple(factors))

    def starts_factor(self) -> bool:
        """Whether a factor follows without a product sign."""
        token = self.next
        if token.kind == "number":
            raise Unreadable(f"Write a sign before {token.text}: two factors side by side can't end in a number", token.at)
        return token.kind in ("name", "open", "root", "frac", "sum") or (token.kind == "bar" and self.bars == 0)

    def clearly_apart(self) -> bool:
        """`1/d_k Var(S)` and `1/n Σ x_i` have one reading: nobody divides by a moment or sum that stands apart."""
        if self.next.kind == "sum":
            return self.next.spaced
        raw = self.next
        if raw.kind != "name" or not raw.spaced:
            return False
        piece = self.vocabulary.whole(raw.text)
        return isinstance(piece, str) and piece.startswith(("noun", "sum"))

    def two_readings(self) -> Ambiguous:
        return Ambiguous(
            "A quotient followed by a factor has two readings, (1/2)x and 1/(2x): put one in brackets", self.next.at
        )

    def signed_power(self) -> Node:
        """A factor after a sign of its own: `a·-b`, `a/-b`, and exponents."""
        if self.at("op", "-") or self.at("op", "+"):
            minus = self.take().text == "-"
            self.enter()
            inner = self.signed_power()
            self.nested -= 1
            return Minus(inner) if minus else inner
        return self.power()

    def power(self) -> Node:
        """A primary with its exponents."""
        return self.raised(self.primary())

    def raised(self, base: Node) -> Node:
        """`base` with the exponents that follow: `x²`, `x^2`, `x^-1`, `x^y^z` from the right."""
        while self.at("sup"):
            base = Power(base, self.superscript(self.take()))
        if self.at("op", "^"):
            self.take()
            self.enter()
            signs = 0
            while self.ahead(signs).kind == "op":
                signs += 1
            typed = self.ahead(signs)
            exponent = self.signed_power()
            self.nested -= 1
            glued = self.next.kind in ("name", "root", "frac") and not self.next.spaced
            number = typed.kind in ("number", "frac") and isinstance(base, (Constant, Number))
            if (glued and number) or (typed.kind == "name" and isinstance(unsigned(exponent), Times)):
                raise Ambiguous("An exponent followed by a factor has two readings: put the exponent in brackets", self.next.at)
            base = Power(base, exponent)
        return base

    def superscript(self, token: Token) -> Node:
        """The exponent that a run of superscripts stands for: ², ⁻¹, ⁿ, ¹ᐟ²."""
        inner = Reader(token.text, self.vocabulary)
        inner.nested = self.nested + 1
        try:
            (exponent,) = inner.sides()
        except (Unreadable, ValueError):
            raise Unreadable("A superscript that is no exponent", token.at) from None
        return exponent

    def primary(self) -> Node:
        from grader.symbolic import forms, sums

        token = self.next
        if token.kind == "number":
            assert token.value is not None
            return Number(self.take().value or Fraction(0))
        if token.kind == "open":
            return self.bracketed()
        if token.kind == "bar":
            return self.absolute()
        if token.kind == "name":
            return forms.name(self)
        if token.kind == "root":
            return forms.root(self)
        if token.kind == "frac":
            return forms.fraction(self)
        if token.kind == "sum":
            return sums.add_up(self)
        if token.kind in ("op", "equals", "sup", "sub"):
            raise Unreadable(f"Before “{token.text}” something is missing", token.at)
        raise self.stray()

    def bracketed(self) -> Node:
        """An expression in brackets of any kind, which must match."""
        opened = self.take()
        if opened.text == "⟨" and self.vocabulary.nouns:
            raise Ambiguous("Angle brackets can be a mean or just brackets: write E(…) or (…)", opened.at)
        bars, self.bars = self.bars, 0
        inner = self.sum_of_terms()
        self.bars = bars
        self.close(opened)
        return inner

    def close(self, opened: Token) -> None:
        if not self.at("close", closing[opened.text]):
            if self.at("close") or self.at("end") or self.at("equals"):
                raise Unreadable(f"The bracket “{opened.text}” is never closed by “{closing[opened.text]}”", opened.at)
            raise self.stray()
        self.take()

    def absolute(self) -> Node:
        opened = self.take()
        self.bars += 1
        inner = self.sum_of_terms()
        self.bars -= 1
        if not self.at("bar"):
            raise Unreadable("The bar “|” has no partner", opened.at) if self.at("end") or self.at("close") else self.stray()
        self.take()
        return Call("abs", (inner,))

    def arguments(self) -> list[Node]:
        """What stands in brackets, separated by commas."""
        opened = self.take()
        bars, self.bars = self.bars, 0
        found = [self.sum_of_terms()]
        while self.at("comma"):
            self.take()
            found.append(self.sum_of_terms())
        self.bars = bars
        self.close(opened)
        return found

    def nonnegative(self, node: Node) -> bool:
        """Whether √x² has one value, whichever of the two is done first."""
        return isinstance(node, (Number, Constant)) or (isinstance(node, Symbol) and self.vocabulary.known(node).nonnegative)


def unsigned(node: Node) -> Node:
    while isinstance(node, Minus):
        node = node.inner
    return node
