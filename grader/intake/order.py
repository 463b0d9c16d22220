"""How names are put in order, and shown."""

from __future__ import annotations

import re


def natural(name: str) -> list[tuple[int, int, str]]:
    """Sorts exercise10 after exercise9, and upper case with lower case."""
    pieces = re.findall(r"([0-9]+)|([^0-9]+)", name)
    folded = [(0, int(digits[:18]), "") if digits else (1, 0, text.casefold()) for digits, text in pieces]
    return [*folded, (-1, 0, name)]


UNPRINTABLE = re.compile("[\ud800-\udfff]")
BYTE = 0xDC00
"""Python puts the bytes of a name that are no UTF-8 this far up."""


def printable(name: str) -> str:
    """A file name as text that can be stored and shown: bytes that are no UTF-8 become `\\xe9`, say. What is text already
    stays as it is."""
    return name if name.isascii() else UNPRINTABLE.sub(lambda found: escape(ord(found[0])), name)


def escape(letter: int) -> str:
    return f"\\x{letter - BYTE:02x}" if BYTE + 0x80 <= letter < BYTE + 0x100 else f"\\u{letter:04x}"


LOOKS_ESCAPED = re.compile(r"\\(?=x[0-9a-f]{2}|u[0-9a-f]{4})")


def spelled(name: str) -> str:
    """The same where no two names may become one: a name that holds `\\xe9` as letters gets its backslash written as
    `\\x5c`. Only for a name as the file system has it, and once."""
    return printable(LOOKS_ESCAPED.sub(r"\\x5c", name))


def in_a_sentence(name: str) -> str:
    """A file name as a word of a sentence: ends of lines and other controls in it, which would end that, become U+FFFD."""
    word = printable(name)
    if word.isprintable():
        return word
    import unicodedata

    return "".join("\ufffd" if unicodedata.category(one) in ("Cc", "Zl", "Zp") else one for one in word)
