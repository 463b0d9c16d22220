"""A reflection: which of its statements are questions, and how many are not."""

from __future__ import annotations

import re

from msgspec import Struct

from grader.tasks.prose import EMPHASIS, LONGEST_PROSE, is_question, sentences, without_comments, without_given

HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>.*)")
ITEM = re.compile(r"\s*(?:>\s*)*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)])\s+(?P<text>.*)", re.IGNORECASE)
ABOUT_A_QUESTION = re.compile(r"\bquestions?\b", re.IGNORECASE)
LABEL = re.compile(
    r"(?:(?:my|one|a|the|open|remaining|last|big|biggest|and)\s+)*question(?:\s+(?:is|i|still|have|left|that|remains|\d))*"
    r"\s*[:–—-]\s*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
WONDERS = re.compile(
    r"(?:i (?:still )?(?:wonder|ask myself|do not|don.t|am not sure|want to know|would like to know)|how|why|what|when|where|"
    r"which|who|does|do|is|are|can|could|should|will|would)\b",
    re.IGNORECASE,
)
"""How a question begins that lacks its mark."""
LEARNT_LABEL = re.compile(
    r"(?:\w+\s+){0,6}(?:things?|learn(?:ed|t)?|lessons?)(?:\s+\w+){0,4}\s*:\s*(?P<rest>.*)", re.I | re.DOTALL
)
ENUMERATED = re.compile(
    r"(?:(?:^|(?<=[\s,;:]))(?:\(?[1-9][.)](?=\s)|(?:first|second|third|fourth|last)(?=[,:])|(?:first|second|third|fourth|last)ly\b"
    r"|finally\b)[,:]?|;)\s*",
    re.IGNORECASE,
)
SHORT_LINE = 60
"""Letters: whoever breaks lines at a margin breaks them later."""
LONGEST_TITLE = 12
"""Words of a line that ends in a colon and stands above what it announces."""


class Reflection(Struct, frozen=True):
    """What was learnt and what is asked, each once."""

    things: tuple[str, ...]
    questions: tuple[str, ...]


class Block(Struct, frozen=True):
    """A paragraph or an item of a list, in one line; `asks`: it stands under a title that announces a question."""

    text: str
    is_item: bool
    asks: bool


def read_reflection(text: str, stub: str) -> Reflection:
    """Statements are items of a list, or sentences where there is no list. A question ends as one, or is announced."""
    titles = titles_of(stub)
    things: dict[str, None] = {}
    questions: dict[str, None] = {}
    for block in blocks(without_comments(without_given(text, stub)), titles):
        for statement, asks in statements(block):
            (questions if asks else things)[statement] = None
    if not questions and (wondering := [thing for thing in things if WONDERS.match(thing)]):
        questions[wondering[-1]] = things.pop(wondering[-1])
    return Reflection(tuple(things), tuple(questions))


def titles_of(stub: str) -> set[str]:
    """Lines that were given out: they announce, and state nothing."""
    return {line.strip() for line in without_comments(stub).split("\n") if line.strip()}


def blocks(text: str, titles: set[str]) -> list[Block]:
    found: list[Block] = []
    pending: list[str] = []
    is_item = asks = False

    def close() -> None:
        joined = " ".join(pending).strip()
        if any(map(str.isalnum, joined)):
            found.append(Block(joined, is_item, asks))
        pending.clear()

    before = ""
    for line in text[:LONGEST_PROSE].split("\n"):
        title = title_in(line, titles)
        item = ITEM.fullmatch(line)
        if not line.strip() or title is not None or item or starts_anew(line, before):
            close()
            is_item = bool(item)
        before = line
        if title is not None:
            asks = bool(ABOUT_A_QUESTION.search(title))
        elif item:
            pending.append(plain(item["text"]))
        elif line.strip():
            pending.append(plain(line))
    close()
    return found


def starts_anew(line: str, before: str) -> bool:
    """Whether a line is no continuation of the one before: it has a label, or that one stopped short of any margin."""
    if LABEL.fullmatch(plain(line)) or LEARNT_LABEL.fullmatch(plain(line)):
        return True
    stopped_short = len(before.rstrip()) < SHORT_LINE and not before.rstrip().endswith((",", ";"))
    return stopped_short and not line.startswith(" ") and not line[:1].islower()


def title_in(line: str, titles: set[str]) -> str | None:
    """What a line announces, if it is one that does: a heading, one that was given out, a short one with a colon at its
    end, one all in bold."""
    heading = HEADING.fullmatch(line)
    if heading:
        return heading["title"]
    bare = line.strip()
    if bare in titles and not ITEM.fullmatch(line):
        return bare
    is_short = 0 < len(bare.split()) <= LONGEST_TITLE
    bold = len(bare) > 4 and bare.startswith("**") and bare.endswith("**") and not is_question(bare)
    if is_short and (bold or plain(bare).endswith(":")) and not ITEM.fullmatch(line):
        return plain(bare)
    return None


def plain(line: str) -> str:
    return EMPHASIS.sub("", line).strip()


def statements(block: Block) -> list[tuple[str, bool]]:
    """The statements of a block, each with whether it asks."""
    learnt = LEARNT_LABEL.fullmatch(block.text)
    text = learnt["rest"] if learnt and any(map(str.isalnum, learnt["rest"])) else block.text
    told = sentences(text)
    asked = [(one, True) for one in told if is_question(one) or LABEL.fullmatch(one)]
    said = [one for one in told if (one, True) not in asked]
    if learnt and len(said) == 1 and not block.is_item:
        return [(piece, False) for piece in listed(said[0])] + asked
    if block.asks:
        return asked or [(" ".join(said), True)]
    if block.is_item:
        # One item is one thing, however long.
        return ([(" ".join(said), False)] if said else []) + asked
    return [(piece, False) for one in said for piece in pieces(one)] + asked


def listed(sentence: str) -> list[str]:
    """What a sentence lists: counted off, else between commas."""
    counted = pieces(sentence)
    found = counted if len(counted) > 1 else re.split(r",|\band\b", sentence)
    return [piece.strip(" .") for piece in found if any(map(str.isalnum, piece))]


def pieces(sentence: str) -> list[str]:
    """A sentence that counts off what it says ("first …, second …", "1) … 2) …") says several things."""
    found = [piece.strip(" ,.") for piece in ENUMERATED.split(sentence)]
    return [piece for piece in found if any(map(str.isalnum, piece))]
