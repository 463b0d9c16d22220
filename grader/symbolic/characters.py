"""From the characters that students type to a small alphabet: LaTeX commands, unicode signs, sub- and superscripts.

Every character keeps its place in the text, so that whatever can't be read is pointed at.
"""

from __future__ import annotations

import re
import unicodedata

from grader.symbolic.problems import TooLarge, Unreadable

LONGEST_TEXT = 2000
"""Characters: a page of algebra; a derivation's longest line has 200."""

FRACTION, ROOT, CUBE_ROOT, BOUNDARY, ADD_UP = "\ue000", "√", "∛", "\ue001", "∑"
"""`\\frac`, the roots, the end of a LaTeX word, the sum sign. Private signs in a student's text are refused."""

signs = {
    "−": "-",
    "–": "-",
    "—": "-",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "﹣": "-",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "•": "*",
    "×": "*",
    "∗": "*",
    "⨯": "*",
    "✕": "*",
    "⁎": "*",
    "・": "*",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "ˆ": "^",
    "⋯": "…",
    "≠": "≠",
    "⩽": "≤",
    "ǀ": "|",
    "∣": "|",
    "∛": CUBE_ROOT,
}
superscripts = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᐟ", "0123456789+-()ni/", strict=True))
subscripts = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ₌", "0123456789aeoxhklmnpstijruv=", strict=True))
vulgar = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8"}

spaces = {
    ",",
    ";",
    ":",
    "!",
    " ",
    "(",
    ")",
    "[",
    "]",
    "quad",
    "qquad",
    "left",
    "right",
    "displaystyle",
    "limits",
    "big",
    "Big",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "bigg",
    "biggl",
    "biggr",
    "nonumber",
    "textstyle",
}
"""LaTeX that only spaces, or says that a formula begins: `\\(`, `\\[`."""
wrappers = {"mathbb", "mathrm", "operatorname", "text", "mathit", "mathbf", "textrm", "operatorname*", "mathcal", "boldsymbol"}
words = {
    "cdot": "*",
    "times": "*",
    "ast": "*",
    "div": "/",
    "frac": FRACTION,
    "dfrac": FRACTION,
    "tfrac": FRACTION,
    "sqrt": ROOT,
    "sum": ADD_UP,
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "mid": "|",
    "{": "(",
    "}": ")",
    "lbrace": "(",
    "rbrace": ")",
    "|": "|",
    "varepsilon": "ε",
    "varphi": "φ",
    "neq": "≠",
    "ne": "≠",
    "lt": "<",
    "gt": ">",
    "le": "≤",
    "leq": "≤",
    "langle": "⟨",
    "rangle": "⟩",
    "dots": "…",
    "ldots": "…",
    "cdots": "…",
}
greek_names = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
]
greek = dict(zip(greek_names, "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
greek |= {name.capitalize(): letter.upper() for name, letter in greek.items()}
functions = {
    "log",
    "ln",
    "exp",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "arcsin",
    "arccos",
    "arctan",
    "min",
    "max",
    "Var",
    "Cov",
    "E",
    "SD",
}

Character = tuple[str, int]
"""One sign of the small alphabet, and its place in the text. Superscripts are marked by a leading `^`, subscripts by `_`."""


def characters(text: str) -> list[Character]:
    """The text in the small alphabet. Raises `Unreadable`, `TooLarge`."""
    if len(text) > LONGEST_TEXT:
        raise TooLarge(f"The text has {len(text)} characters; at most {LONGEST_TEXT} are read", LONGEST_TEXT)
    found: list[Character] = []
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at = command(text, at, found)
        elif text[at] in "$`~":
            # Marks around a formula, and LaTeX's hard space.
            found.append((" ", at))
            at += 1
        else:
            found.extend((sign, at) for sign in plain(text[at], at))
            at += 1
    return found


def plain(character: str, at: int) -> tuple[str, ...]:
    """One typed character."""
    if character in vulgar:
        top, bottom = vulgar[character].split("/")
        return (FRACTION, "{", top, "}", "{", bottom, "}")
    if character in signs:
        return (signs[character],)
    if character in superscripts:
        return ("^" + superscripts[character],)
    if character in subscripts:
        return ("_" + subscripts[character],)
    if character.isspace():
        return (" ",)
    if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn"):
        raise Unreadable(f"There is an invisible character, U+{ord(character):04X}, in the text", at)
    folded = unicodedata.normalize("NFKC", character)
    return (folded,) if len(folded) == 1 else (character,)


def command(text: str, at: int, found: list[Character]) -> int:
    """A LaTeX command at `at`, put into `found`; returns the place after it."""
    match = re.compile(r"\\([A-Za-z]+\*?|.)", re.DOTALL).match(text, at)
    if match is None:
        raise Unreadable("The text ends in a backslash", at)
    word, after = match[1], match.end()
    if word in spaces:
        found.append((" ", at))
    elif word in wrappers:
        inner = re.compile(r"\s*\{\s*([A-Za-z]{1,20})\s*\}").match(text, after) or re.compile(r"\s*([A-Za-z])").match(
            text, after
        )
        if inner is None:
            raise Unreadable(f"\\{word} needs a name in braces", at)
        found.extend([(BOUNDARY, at), *((letter, inner.start(1)) for letter in inner[1])])
        if inner[1] in functions:
            found.append((BOUNDARY, after))
        return inner.end()
    elif word in words:
        found.append((words[word], at))
    elif word in greek:
        # No boundary behind it: a subscript may follow.
        found.extend([(BOUNDARY, at), (greek[word], at)])
    elif word in functions:
        found.extend([(BOUNDARY, at), *((letter, at) for letter in word), (BOUNDARY, after)])
    else:
        raise Unreadable(f"The command \\{word[:20]} is not one that is read here", at)
    return after
