"""Texts as students write them: without comments, as words, as sentences. Every function takes time linear in its text."""

from __future__ import annotations

import re
import unicodedata

SPACELESS = {"CJK": 2, "HIRAGANA": 2, "KATAKANA": 2, "THAI": 4, "LAO": 4, "KHMER": 4, "MYANMAR": 4}
"""Scripts that put no space between words, by the first word of their letters' names: about so many letters make a word."""
SENTENCE_END = re.compile(r"(?<=[.!?。！？؟।…])[\"'”’)\]]*(?:\s+|(?<=[。！？]))")
ADDRESS = re.compile(r"(?:https?://|www\.)\S+")
EMPHASIS = re.compile(r"[*_`~]{1,3}")


LONGEST_PROSE = 200_000
"""Characters in which sentences are told apart: hundreds of pages."""


def without_comments(text: str) -> str:
    """The text that a reader of the rendered page sees. A comment that is never closed is left in: a student who lost
    three characters has not lost the work."""
    kept = []
    position = 0
    while (start := text.find("<!--", position)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[position:start])
        position = end + len("-->")
    return "".join(kept) + text[position:]


def without_given(text: str, stub: str) -> str:
    """The text without the comments that the file was given out with; what a student wrote inside one of them, above its
    last line, stays. Where a given comment was edited, its lines are taken out one by one."""
    for body in comment_bodies(stub):
        text = text.replace(body, "", 1)
    # With their indents: an example that is shown may be what a student has, too.
    given = {line.rstrip() for body in comment_bodies(stub) for line in body.split("\n")} - {""}
    if any(line.startswith("<!--") and line in given for line in map(str.rstrip, text.split("\n"))):
        text = "\n".join(line for line in text.split("\n") if line.rstrip() not in given)
    return "\n".join(line for line in text.split("\n") if line.strip() != "-->")


def comment_bodies(stub: str) -> list[str]:
    """The comments of a text, without the mark at their end."""
    return [piece[: piece.index("-->")].rstrip() for piece in split_at(stub, "<!--") if "-->" in piece]


def split_at(text: str, mark: str) -> list[str]:
    """The pieces of a text that begin with a mark."""
    return [mark + piece for piece in text.split(mark)[1:]]


def own_text(text: str, stub: str) -> str:
    """What the student wrote: without comments, and without the lines that the file was given out with."""
    given = {line.strip() for line in without_comments(stub).split("\n")} - {""}
    own = without_comments(without_given(text, stub))
    return "\n".join(line for line in own.split("\n") if line.strip() not in given)


def count_words(text: str) -> int:
    """Words in any script. Addresses and bare marks are none."""
    count = 0
    letters: dict[str, int] = {}
    for word in ADDRESS.sub(" ", text).split():
        if word.isascii():
            count += any(map(str.isalnum, word))
            continue
        spaced = False
        for letter in word:
            script = script_of(letter)
            if script in SPACELESS:
                letters[script] = letters.get(script, 0) + 1
            elif letter.isalnum():
                spaced = True
        count += spaced
    return count + sum(-(-number // SPACELESS[script]) for script, number in letters.items())


def script_of(letter: str) -> str:
    """The script of a letter that is no ASCII, "" for what has no name."""
    return "" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]


def sentences(paragraph: str) -> list[str]:
    """A paragraph's sentences, one after another; those without a letter or a digit are none."""
    found = SENTENCE_END.split(" ".join(paragraph.split()))
    return [one.strip() for one in found if one and any(map(str.isalnum, one))]


def is_question(sentence: str) -> bool:
    return sentence.rstrip(" \"'”’»)]*_`").endswith(("?", "？", "؟", "՞", ";?"))
