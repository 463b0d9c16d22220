"""Reading the forms that have a shape of their own: names, functions, roots, fractions, moments."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.symbolic import sums
from grader.symbolic.problems import Ambiguous, Unreadable
from grader.symbolic.tokens import Token
from grader.symbolic.tree import Call, Node, Noun, Number, Over, Power, Symbol, Times
from grader.symbolic.vocabulary import INDEX_LETTERS

if TYPE_CHECKING:
    from grader.symbolic.reader import Reader
    from grader.symbolic.vocabulary import Piece

arities = {"Var": 1, "E": 1, "SD": 1, "Cov": 2}


def name(reader: Reader) -> Node:
    """A raw name: one symbol, several side by side, or a word and what it is applied to."""
    token = reader.take()
    member = indexed(reader, token)
    if member is not None:
        return member
    *symbols, last = reader.vocabulary.pieces(token.text, token.at)
    factors = [piece for piece in symbols if not isinstance(piece, str)]
    if len(factors) < len(symbols):
        # A function and the digits glued to it: sqrt2.
        word = next(piece for piece in symbols if isinstance(piece, str))
        factors.append(Call(word.split()[1], (Number(Fraction(str(last))),)))
    elif isinstance(last, str):
        factors.append(word_form(reader, last, token))
    elif len(factors) and (reader.at("op", "^") or reader.at("sup")):
        # dkx²: the exponent belongs to the last symbol alone.
        factors.append(reader.raised(last))
    else:
        factors.append(last)
    return factors[0] if len(factors) == 1 else Times(tuple(factors))


def indexed(reader: Reader, token: Token) -> Symbol | None:
    """`q[i]`, as sympy prints a member of a family."""
    inner, after = reader.ahead(1), reader.ahead(2)
    if not (reader.at("open", "[") and not reader.next.spaced and after.text == "]"):
        return None
    if inner.text not in INDEX_LETTERS and not re.fullmatch(r"[0-9]{1,2}", inner.text):
        return None
    member = reader.vocabulary.member(token.text, inner.text)
    if member is not None:
        reader.here += 3
    return member


def word_form(reader: Reader, piece: Piece, token: Token) -> Node:
    assert isinstance(piece, str)
    kind, _, rest = piece.partition(" ")
    if kind == "function":
        return function(reader, rest, token)
    if kind == "noun":
        return moment(reader, rest, token)
    if kind == "moment":
        noun, _, inner = rest.partition(" ")
        symbol = reader.vocabulary.whole(inner)
        assert isinstance(symbol, Symbol)
        return Noun(noun, (symbol,))
    return sums.sum_form(reader, token)


def function(reader: Reader, word: str, token: Token) -> Node:
    """`exp(x)`, `sin²(x)`, `log_2(x)`, `log(x, 2)`, or a function of what stands right behind it: `sin 2x`."""
    power = None
    if reader.at("sup") or reader.at("op", "^"):
        power = word_power(reader)
        if not isinstance(power, Number):
            raise Ambiguous(f"A power of {word} that is no whole number can mean an inverse: write {word}(…)^…", token.at)
    base = [log_base(reader)] if word == "log" and reader.at("sub") else []
    if token.text == "Exp" and reader.vocabulary.nouns:
        raise Ambiguous("Exp can be an expectation or e to a power: write E(…) or exp(…)", token.at)
    if reader.at("open"):
        call = applied(word, [*reader.arguments(), *base], token)
    elif word == "sqrt":
        call = root_of(reader, "sqrt", token)
    else:
        call = applied(word, [bare_argument(reader, word), *base], token)
    return Power(call, power) if power is not None else call


def log_base(reader: Reader) -> Node:
    """The 2 of `\\log_2 x`, where the name ended before its subscript."""
    mark = reader.take()
    if mark.text[1:].isdecimal():
        return Number(Fraction(mark.text[1:]))
    if reader.at("open", "{"):
        return reader.bracketed()
    if reader.at("number"):
        return reader.primary()
    raise Unreadable("Write the base as a second argument: log(x, 2)", mark.at)


def word_power(reader: Reader) -> Node:
    """The exponent right behind a function's or moment's name."""
    if reader.at("sup"):
        return reader.superscript(reader.take())
    reader.take()
    if reader.at("open"):
        return reader.bracketed()
    if reader.at("number"):
        return reader.primary()
    raise Ambiguous("An exponent right behind a name is read only when it is a number", reader.next.at)


def applied(word: str, args: list[Node], token: Token) -> Node:
    if word == "pow" and len(args) == 2:
        return Power(*args)
    if word in ("log2", "log10") and len(args) == 1:
        return Call("log", (args[0], Number(Fraction(word[3:]))))
    wanted = {"log": (1, 2), "pow": (2, 2), "min": (2, 12), "max": (2, 12)}.get(word, (1, 1))
    if not wanted[0] <= len(args) <= wanted[1]:
        raise Unreadable(f"{word} takes {wanted[0]} argument{'s' * (wanted[0] > 1)}, and {len(args)} are given", token.at)
    return Call(word, tuple(args))


def bare_argument(reader: Reader, word: str) -> Node:
    """What a function without brackets is applied to: a number, a name with its power, or both: `sin 2x`."""
    if not (reader.at("number") or reader.at("name") or reader.at("bar") or reader.at("root") or reader.at("frac")):
        raise Unreadable(f"{word} wants brackets: {word}(…)", reader.next.at)
    factors = [reader.power()]
    if isinstance(factors[0], Number) and reader.at("name"):
        factors.append(reader.power())
    if reader.at("name") or reader.at("open") or reader.at("root"):
        raise Ambiguous(f"Where the argument of {word} ends is unclear: put it in brackets", reader.next.at)
    return factors[0] if len(factors) == 1 else Times(tuple(factors))


def root(reader: Reader) -> Node:
    token = reader.take()
    word = "cbrt" if token.text == "∛" else "sqrt"
    if reader.at("open", "[") and word == "sqrt":
        degree = latex_degree(reader)
        if degree is not None:
            return Power(reader.bracketed(), Over(Number(Fraction(1)), degree))
    if reader.at("open"):
        args = reader.arguments()
        return applied(word, args, token)
    return root_of(reader, word, token)


def latex_degree(reader: Reader) -> Node | None:
    """The n of `\\sqrt[n]{x}`: brackets right before braces. None, and nothing taken, where they are just brackets."""
    number, after = reader.ahead(1), reader.ahead(3)
    if number.kind == "number" and reader.ahead(2).text == "]" and after.text == "{" and number.value:
        reader.here += 3
        return Number(number.value)
    return None


def root_of(reader: Reader, word: str, token: Token) -> Node:
    """A root without brackets: it takes the one number, name or function right behind it, where that is clear."""
    if not (reader.at("number") or reader.at("name") or reader.at("root") or reader.at("frac") or reader.at("bar")):
        raise Unreadable("After a root sign a number, a name or brackets are wanted", token.at)
    reader.enter()
    inner = reader.primary()
    reader.nested -= 1
    glued = reader.next.kind in ("name", "open") and not reader.next.spaced
    several = isinstance(inner, Times)
    if several or glued or (reader.next.kind == "name" and isinstance(inner, Number)):
        raise Ambiguous("How far the root reaches is unclear: put what is under it in brackets", token.at)
    if (reader.at("sup") or reader.at("op", "^")) and not reader.nonnegative(inner):
        raise Ambiguous("Whether the power is under the root is unclear: use brackets", reader.next.at)
    return Call(word, (inner,))


def fraction(reader: Reader) -> Node:
    """`\\frac{a}{b}`, `\\frac12`, ½."""
    token = reader.take()
    return Over(latex_argument(reader, token), latex_argument(reader, token))


def latex_argument(reader: Reader, token: Token) -> Node:
    if reader.at("open", "{"):
        return reader.bracketed()
    if reader.at("number") and len(reader.next.text) == 2 and reader.next.text.isdecimal():
        # \frac12: one token of two digits, one for each argument.
        two = reader.next
        reader.tokens[reader.here : reader.here + 1] = [
            Token("number", digit, two.at, value=Fraction(digit)) for digit in two.text
        ]
    if reader.at("number") and len(reader.next.text) == 1:
        return reader.primary()
    if reader.at("name"):
        return reader.primary()
    raise Unreadable("\\frac wants two arguments in braces", token.at)


def moment(reader: Reader, noun: str, token: Token) -> Node:
    """`E[q_i²]`, `E²[q]`, `Var(aX)`, `σ²(X)`, `σ_q` with its power on either side."""
    typed = token.text
    power = None
    if reader.at("sup") or reader.at("op", "^"):
        power = word_power(reader)
    greek = typed in ("σ", "sigma")
    if greek and reader.at("sub"):
        return subscripted_deviation(reader, power)
    if not reader.at("open"):
        raise Unreadable(f"{typed} wants brackets: {typed}(…)", reader.next.at)
    args = reader.arguments()
    if len(args) != arities[noun]:
        count = "two arguments" if arities[noun] == 2 else "one argument"
        raise Unreadable(f"{typed} takes {count}, and {len(args)} are given", token.at)
    if greek and power == Number(Fraction(2)):
        return Noun("Var", tuple(args))
    found = Noun(noun, tuple(args))
    return Power(found, power) if power is not None else found


def subscripted_deviation(reader: Reader, power: Node | None) -> Node:
    """`σ²_q`, `\\sigma^2_{q}`: the subscript behind the power."""
    reader.take()
    inner = reader.bracketed() if reader.at("open") else reader.primary()
    found = Noun("SD", (inner,))
    if power == Number(Fraction(2)):
        return Noun("Var", (inner,))
    return Power(found, power) if power is not None else found
