"""Text that somebody else chose, made fit for a file that other programs open."""

from __future__ import annotations

import re
import unicodedata

DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the start of a formula, in its wide forms too."""
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")
SURROGATE = re.compile("[\ud800-\udfff]")
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def one_line(text: str) -> str:
    """A name as one line: line ends become spaces, other controls and direction marks go, lone surrogates become U+FFFD."""
    shown = SURROGATE.sub("\ufffd", text)
    kept = (" " if letter in "\t\n\r\x0b\x0c\x85\u2028\u2029" else letter for letter in shown)
    return "".join(letter for letter in kept if letter not in DIRECTIONS and unicodedata.category(letter) != "Cc").strip()


def harmless(text: str) -> str:
    """A name that no spreadsheet takes for a formula: an apostrophe in front says that it is text."""
    name = one_line(text)
    return f"'{name}" if name.startswith(FORMULA) and not NUMBER.fullmatch(name) else name


def for_xml(text: str) -> str:
    """A text without what XML 1.0 can't hold: each such character becomes a question mark."""
    return NOT_XML.sub("?", text)
