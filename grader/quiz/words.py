"""True or false, and letters of choices, as students type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.content.questions import ChoiceKey
from grader.quiz.problems import NotRead
from grader.quiz.text import cleaned, shown, unbracketed

TRUE = frozenset(("true", "t", "yes", "y", "right", "correct"))
FALSE = frozenset(("false", "f", "no", "n", "wrong", "incorrect"))
LABEL = re.compile(
    r"^(?:(?:my |the )?(?:answers?|choices?|options?|statements?|letters?)(?: (?:is|are))?|it is|it's|they are)\s*[:=]?\s+",
    re.IGNORECASE,
)
REASON = re.compile(r"\s*(?:[,;:.!(–—]|\s-\s|\bbecause\b|\bsince\b|\bas\b).*", re.DOTALL | re.IGNORECASE)


def read_truth(text: str, words: Iterable[str]) -> bool:
    """True or false; what follows after a comma or a “because” is a reason, and is not judged. Raises `NotRead`."""
    plain = cleaned(text)
    said = unbracketed(LABEL.sub("", plain.partition("=")[2] or plain).strip())
    further = {word[1:].lower(): word[0] == "+" for word in words}
    for candidate in (said, REASON.sub("", said, count=1)):
        found = truth_of(" ".join(candidate.lower().split()).strip(" .!"), further)
        if found is not None:
            return found
    more = f", or {' or '.join(further)}" if further else ""
    raise NotRead(f"“{shown(text)}” is not true or false: type one of them{more}")


def truth_of(said: str, further: dict[str, bool]) -> bool | None:
    for article in ("", "the ", "they are ", "it is ", "they're "):
        rest = said.removeprefix(article) if said.startswith(article) else said
        if rest in TRUE or rest in FALSE:
            return rest in TRUE
        if rest in further:
            return further[rest]
        for negation in ("not ", "not the ", "n't ", "un"):
            known = rest.removeprefix(negation)
            if rest.startswith(negation) and (known in TRUE or known in FALSE or known in further):
                return not (known in TRUE if known in TRUE or known in FALSE else further[known])
    return None


NONE = ("none", "none of them", "none of these", "no letter", "-", "∅", "{}", "[]")
ALL = ("all", "all of them", "all of these", "every one")


def read_letters(text: str, choices: Sequence[ChoiceKey]) -> frozenset[str]:
    """The letters of the choices that were picked, in any order, however they are kept apart. Raises `NotRead`."""
    plain = " ".join(LABEL.sub("", cleaned(text)).split())
    known = {choice.letter for choice in choices}
    by_text = chosen_by_text(cleaned(text), choices) or chosen_by_text(plain, choices)
    if by_text:
        return frozenset({by_text})
    lower = plain.lower().strip(" .!")
    if lower in NONE or lower in ALL:
        return frozenset(known if lower in ALL else ())
    picked: set[str] = set()
    for word in re.findall(r"[^\W_]+", re.sub(r"[^\w]", " ", lower)):
        if word in ("and", "or", "und", "also", "plus") and not set(word) <= known:
            if word == "or":
                raise NotRead(f"“{shown(text)}” leaves it open: type the letters you mean, without “or”")
            continue
        if not set(word) <= known:
            raise NotRead(f"“{shown(text)}” is not made of the letters {', '.join(sorted(known))}: type those you mean")
        picked |= set(word)
    if not picked:
        raise NotRead(f"no letter is there: type those you mean, of {', '.join(sorted(known))}")
    return frozenset(picked)


def chosen_by_text(text: str, choices: Sequence[ChoiceKey]) -> str:
    """The letter of a choice that was typed out, with or without its letter before it; "" where none was."""
    squeezed = squeeze(text)
    for choice in choices:
        if squeezed in (squeeze(choice.text), choice.letter + squeeze(choice.text)):
            return choice.letter
    return ""


def squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())
