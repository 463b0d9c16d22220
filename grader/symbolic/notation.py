"""Printing a tree back, in the notation that the student wrote in.

What is printed reads as the same tree again; a property test holds it to that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from grader.symbolic.tree import Add, Call, Constant, Minus, Node, Noun, Number, Over, Power, Sum, Symbol, Times, walk

SUM, TERM, PRODUCT, POWER, PRIMARY = range(5)
"""How tightly a place binds."""

raised_digits = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class Style(Struct, frozen=True):
    """A way to write: the sign between factors, of powers, the brackets of moments, words, and spellings of names."""

    product: str = "·"
    power: str = "^"
    bracket: str = "("
    root: str = "√"
    variance: str = "Var"
    mean: str = "E"
    names: Mapping[str, str] = {}
    called_sums: bool = False


def style_of(text: str) -> Style:
    """The style that a text is written in, as far as it shows one."""
    product = "·"
    if "*" in text.replace("**", ""):
        product = "*"
    elif not re.search("[·⋅×∙•]|cdot|times", text) and re.search(r"[\w)\]²³] ?[^\W\d]", text):
        product = " "
    names = {"d_k": "dk"} if re.search(r"(?<![\w])\d*dk(?!\w)", text) else {"d_k": "d_{k}"} if "d_{k}" in text else {}
    return Style(
        product=product,
        power="**" if "**" in text else "²" if re.search("[⁰¹²³⁴⁵⁶⁷⁸⁹]", text) else "^",
        bracket="[" if re.search(r"E ?\[|Var ?\[|𝔼 ?\[", text) else "(",
        root="sqrt" if "sqrt" in text and "√" not in text else "√",
        variance="V" if re.search(r"(?<!\w)V ?[(\[]", text) else "Var",
        mean="𝔼" if "𝔼" in text else "E",
        names=names,
        called_sums="Sum" in text or "sum(" in text,
    )


PLAIN = Style()


def printed(node: Node, style: Style = PLAIN) -> str:
    """`node` as text."""
    return Printer(style).at(node, SUM)


class Printer:
    def __init__(self, style: Style) -> None:
        self.style = style

    def at(self, node: Node, place: int) -> str:
        """`node` where something that binds as tightly as `place` is wanted: in brackets where it binds less."""
        text, tightness = self.text(node)
        return text if tightness >= place else f"({text})"

    def text(self, node: Node) -> tuple[str, int]:  # noqa: C901  (one case for each kind)
        match node:
            case Number(value):
                return number(value)
            case Constant(name):
                return ("e" if name == "e" else "π"), PRIMARY
            case Symbol():
                return self.style.names.get(node.full, node.full), PRIMARY
            case Add(terms):
                return self.added(terms), SUM
            case Minus(inner):
                return "-" + self.at(inner, TERM), TERM
            case Times(factors):
                return self.product(factors), PRODUCT
            case Over(top, bottom):
                return self.factor(top, PRODUCT) + "/" + self.factor(bottom, POWER), PRODUCT
            case Power(base, exponent):
                return self.power(base, exponent), POWER
            case Call(name, args):
                return self.call(name, args)
            case Noun(name, args):
                return self.noun(name, args), PRIMARY
            case Sum():
                return self.sum(node)

    def added(self, terms: tuple[Node, ...]) -> str:
        text = self.at(terms[0], TERM)
        for term in terms[1:]:
            text += f" - {self.at(term.inner, TERM)}" if isinstance(term, Minus) else f" + {self.at(term, TERM)}"
        return text

    def factor(self, node: Node, place: int) -> str:
        """A factor that something follows: a sum sign would swallow it, so it stands in brackets."""
        return f"({self.text(node)[0]})" if isinstance(node, Sum) and not self.style.called_sums else self.at(node, place)

    def product(self, factors: tuple[Node, ...]) -> str:
        first = factors[0]
        text = f"({self.text(first)[0]})" if isinstance(first, Times) else self.factor(first, PRODUCT)
        for position, factor in enumerate(factors[1:], 1):
            last = position == len(factors) - 1
            shown = self.at(factor, POWER) if last and not isinstance(factor, (Times, Sum)) else self.factor(factor, POWER)
            text += self.sign(factors[position - 1], shown) + shown
        return text

    def sign(self, before: Node, shown: str) -> str:
        """A product sign is left out only where what follows can't be read otherwise."""
        quiet = isinstance(before, (Symbol, Number, Noun)) and re.match(r"[^\W\d]", shown) is not None
        if self.style.product != " " or quiet:
            return self.style.product
        return "·"

    def power(self, base: Node, exponent: Node) -> str:
        bare_root = isinstance(base, Call) and base.name == "sqrt" and self.style.root == "√"
        shown = f"({self.text(base)[0]})" if bare_root or isinstance(base, Sum) else self.at(base, PRIMARY)
        whole = isinstance(exponent, Number) and exponent.value.denominator == 1
        if whole and self.style.power == "²":
            return shown + self.text(exponent)[0].translate(raised_digits)
        sign = "**" if self.style.power == "**" else "^"
        return (
            shown + sign + (self.text(exponent)[0] if whole or isinstance(exponent, Symbol) else f"({self.text(exponent)[0]})")
        )

    def call(self, name: str, args: tuple[Node, ...]) -> tuple[str, int]:
        inner = ", ".join(self.at(arg, SUM) for arg in args)
        if name == "sqrt" and self.style.root == "√":
            return (f"√{inner}" if isinstance(args[0], Symbol) else f"√({inner})"), PRIMARY
        if name == "abs" and not any(isinstance(one, Call) and one.name == "abs" for one in walk(args[0])):
            return f"|{inner}|", PRIMARY
        return f"{name}({inner})", PRIMARY

    def noun(self, name: str, args: tuple[Node, ...]) -> str:
        word = {"E": self.style.mean, "Var": self.style.variance}.get(name, name)
        inner = ", ".join(self.at(arg, SUM) for arg in args)
        return f"{word}[{inner}]" if self.style.bracket == "[" else f"{word}({inner})"

    def sum(self, node: Sum) -> tuple[str, int]:
        low, high = self.at(node.low, SUM), self.at(node.high, SUM)
        if self.style.called_sums:
            return f"Sum({self.at(node.body, SUM)}, ({node.index}, {low}, {high}))", PRIMARY
        return f"Σ_{{{node.index}={low}}}^{{{high}}} {self.at(node.body, PRODUCT)}", PRODUCT


def number(value: Fraction) -> tuple[str, int]:
    """A number as one would type it: exact, as a decimal where it has one of sensible length."""
    if value.denominator == 1 and value < 10**60:
        return str(value.numerator), PRIMARY
    tens = 0
    scaled = value
    while scaled.denominator != 1 and tens < 400:
        scaled, tens = scaled * 10, tens + 1
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}", PRODUCT
    digits = str(scaled.numerator)
    if len(digits) > 90 or tens > 90 or tens == 0:
        stripped = digits.rstrip("0")
        return f"{stripped}e{len(digits) - len(stripped) - tens}", PRIMARY
    digits = digits.rjust(tens + 1, "0")
    return f"{digits[:-tens]}.{digits[-tens:]}", PRIMARY
