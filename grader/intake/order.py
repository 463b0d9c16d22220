"""How names are put in order, and shown."""

from __future__ import annotations

import re
import unicodedata


def natural(name: str) -> list[tuple[int, int, str]]:
    """Sorts exercise10 after exercise9, and upper case with lower case."""
    pieces = re.findall(r"([0-9]+)|([^0-9]+)", name)
    folded = [(0, int(digits[:18]), "") if digits else (1, 0, text.casefold()) for digits, text in pieces]
    return [*folded, (-1, 0, name)]


def printable(name: str) -> str:
    """A file name as text that can be stored and shown: bytes that are no UTF-8 become U+FFFD."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def in_a_sentence(name: str) -> str:
    """A file name as a word of a sentence: ends of lines and other controls in it, which would end that, become U+FFFD."""
    word = printable(name)
    if word.isprintable():
        return word
    return "".join("\ufffd" if unicodedata.category(one) in ("Cc", "Zl", "Zp") else one for one in word)
