"""What every kind of answer needs before it is read: harmless characters, labels off, items apart."""

from __future__ import annotations

import re
import unicodedata

from grader.quiz.problems import NotRead

LONGEST = 2000
"""Characters of one answer; a matrix of decimals has a few hundred."""

DEEPEST = 8
"""Brackets around one answer that are taken off; nobody means more."""

opening, closing = "([{", ")]}"


def cleaned(text: str) -> str:
    """One answer, without a margin, and with plain spaces. Raises `NotRead` for what no keyboard types."""
    if len(text) > LONGEST:
        raise NotRead(f"it has {len(text)} characters, more than the {LONGEST} that are read")
    plain = "".join(map(one_character, text)).strip()
    # Nothing hangs on how many spaces there are, and nobody is to be slow over ten thousand.
    plain = re.sub(r" ?\n[ \n]*", "\n", re.sub(r" +", " ", plain))
    return plain.strip("`$").strip() if len(plain) > 1 else plain


def one_character(character: str) -> str:
    if character in "\n\t\r":
        return "\n" if character == "\n" else " "
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    if character in "\ufeff\u200b\u2060\u00ad\ufe0e\ufe0f":
        # Left over from copying; they show nowhere.
        return ""
    if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        raise NotRead(f"there is an invisible character in it, U+{ord(character):04X}: type it anew")
    return character


def shown(text: str) -> str:
    """An answer as a message quotes it: one line, not too long."""
    line = " ".join("".join(one if one.isprintable() else "�" for one in text.replace("\n", " / ")).split())
    return line if len(line) <= 60 else line[:59] + "…"


def unbracketed(text: str) -> str:
    """Without brackets that hold the whole of it."""
    for _ in range(DEEPEST):
        if len(text) < 2 or text[0] not in opening or matching(text) != len(text) - 1:
            break
        text = text[1:-1].strip()
    return text


def matching(text: str) -> int:
    """The place of the bracket that closes the first one; -1 where there is none."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character in opening) - (character in closing)
        if depth == 0:
            return place
    return -1


def split_at(text: str, separators: re.Pattern[str]) -> list[str]:
    """The pieces between separators that stand in no bracket, empty ones left out."""
    pieces, start, depth, place = [], 0, 0, 0
    while place < len(text):
        depth += (text[place] in opening) - (text[place] in closing)
        found = separators.match(text, place) if depth <= 0 else None
        if found and found.end() > place:
            pieces.append(text[start:place])
            start = place = found.end()
        else:
            place += 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip()]


EQUALS = re.compile(r":=|==|=|≈|≃|≅|≐|∼|~|\b(?:is|are|equals)\b", re.IGNORECASE)


def sides(text: str) -> list[str]:
    """The sides of an equation, the answer last: labels such as `d_k =` or `variance:` come before it."""
    label, colon, rest = text.partition(":")
    # A label has a letter in it, and does not begin with a number.
    if colon and rest.strip() and not label.lstrip()[:1].isdigit() and any(one.isalpha() for one in label):
        text = rest.strip()
    return split_at(text, EQUALS) or [""]


def unlabelled(text: str) -> str:
    """What stands behind the last label."""
    return sides(text)[-1]
