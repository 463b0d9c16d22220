"""Which organisation a text names. A machine can't know them all, so it says how sure it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from grader.tasks.prose import ADDRESS, EMPHASIS, LONGEST_PROSE, sentences, without_comments


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


ENDINGS = listed("""
    ltd limited pvt inc corp corporation technologies technology labs bank systems solutions industries motors
    group company foundation university institute organisation organization agency railways railway airlines
    insurance healthcare pharma media networks software services research hospital hospitals
""")
"""With one of these behind it, a name is an organisation's."""
NO_NAMES = listed("""
    i january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday
""")
STARTERS = listed("""
    a about after all also although an and another any as at because before both but by company companies
    consider during each even every finally first firstly for from given he here how however i if imagine in
    instead is it its just last later let like look many more most much my next no not now of on once one only
    or other our over second secondly several she since so some such suppose take that the their then there
    therefore these they thing think third this those though through thus to today two under unlike until use
    using very we what when where which while who why with without you your example examples exercise
    connection answer paragraph
""")
"""Words that begin an English sentence with a capital of its own making."""
WORD = re.compile(r"[^\W_][\w&'’.+-]*[\w+]|[^\W_]")
TITLE_SHARE = 0.9
"""Where more of the longer words than this have capitals, as in a title, they tell nothing."""

Certainty = Literal["sure", "unsure", "none"]


class Named(Struct, frozen=True):
    """The names found, and whether they are an organisation's: `sure`; `unsure`, they may be; `none`, there are none.
    `why` ends a sentence about what could not be told."""

    certainty: Certainty
    names: tuple[str, ...] = ()
    why: str = ""


def named_in(text: str, known: Sequence[str], not_names: Sequence[str]) -> Named:
    """What organisation `text` names. `known` are organisations, `not_names` words of the subject that are none."""
    text = EMPHASIS.sub("", ADDRESS.sub(" ", without_comments(text)))[:LONGEST_PROSE]
    listed = known_names(text, known)
    if listed:
        return Named("sure", listed)
    excluded = NO_NAMES | {word.casefold() for name in not_names for word in name.split()}
    inside: dict[str, None] = {}
    at_start: dict[str, None] = {}
    all_capitals = False
    for words in phrases(text):
        if is_title(words):
            all_capitals = True
            continue
        for name, starts in capitalised(words, excluded):
            (at_start if starts else inside)[name] = None
    certain = [name for name in (*inside, *at_start) if name.split()[-1].casefold().rstrip(".") in ENDINGS and " " in name]
    if certain or inside:
        return Named("sure", tuple(certain or inside)[:5])
    if at_start:
        return Named("unsure", tuple(at_start)[:5])
    letters = [letter for letter in text if letter.isalpha()]
    if letters and sum(unicodedata.category(letter) == "Lo" for letter in letters) > len(letters) // 5:
        return Named("unsure", why="its script has no capital letters")
    if letters and not any(map(str.isupper, letters)):
        return Named("unsure", why="it has no capital letters")
    if all_capitals:
        return Named("unsure", why="it has capitals everywhere")
    return Named("none")


def known_names(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Those of the known names that occur, however they are spelt in capitals, in their order in the text."""
    if not known:
        return ()
    spelt = {name.casefold(): name for name in known}
    longest_first = sorted(spelt, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return tuple(dict.fromkeys(spelt[found] for found in pattern.findall(text.casefold())))


def phrases(text: str) -> Iterator[list[str]]:
    """The words of each sentence, headings left out."""
    paragraphs = re.split(r"\n\s*\n|\n(?=\s*(?:[-*+#>]|\d+[.)])\s)", text)
    for paragraph in paragraphs:
        if paragraph.lstrip().startswith("#"):
            continue
        for sentence in sentences(paragraph):
            yield WORD.findall(sentence)


def is_title(words: list[str]) -> bool:
    longer = [word for word in words if len(word) > 3]
    return len(words) > 3 and sum(word[0].isupper() for word in longer) > TITLE_SHARE * len(longer)


def capitalised(words: list[str], excluded: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Runs of capitalised words, and whether one starts the sentence, where a capital may be the sentence's own."""
    run: list[str] = []
    begins = True
    for position, word in enumerate([*words, ""]):
        bare = word.casefold().removesuffix("'s").removesuffix("’s").rstrip(".")
        counts = bool(word) and is_capital(word) and len(bare) > 1 and bare not in excluded and base(bare) not in excluded
        if counts and not (position == 0 and bare in STARTERS):
            begins = position == 0 if not run else begins
            run.append(word.removesuffix("'s").removesuffix("’s").rstrip("."))
        elif run:
            # Two capitals in a row at the start are a name; so is one with a capital inside it.
            yield " ".join(run), begins and len(run) == 1 and not any(map(str.isupper, run[0][1:]))
            run = []


def base(word: str) -> str:
    """A word without its plural."""
    return word.removesuffix("s")


def is_capital(word: str) -> bool:
    return word[0].isupper() or any(map(str.isupper, word[1:]))
