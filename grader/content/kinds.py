"""The kinds of work a chapter asks for: exercises, a quiz, open tasks. A name says the kind, here and nowhere else.

What depends on the kind looks it up in a table of its own, one entry a kind: how a key is compiled in
`content/chapter.py`, who judges in `marking/kinds.py`, which command grades in `cli/main.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Kind(NamedTuple):
    """`ids` matches the names of this kind, `suffixes` are those of the file in which it is worked on (the first is the
    usual one), `also` those in which it may be handed in besides."""

    name: str
    ids: re.Pattern[str]
    suffixes: tuple[str, ...]
    also: tuple[str, ...] = ()


KINDS = (
    Kind("exercise", re.compile(r"exercise[1-9][0-9]*"), (".py",), (".ipynb",)),
    Kind("quiz", re.compile(r"quiz"), (".toml",)),
    Kind("task", re.compile(r"practice[1-9][0-9]*|reflection"), (".md", ".py"), (".txt",)),
)
"""In the order in which they are listed and worked through."""


def kind_of(name: str) -> Kind | None:
    """The kind of work that a name (`exercise3`, `quiz`) belongs to."""
    return next((kind for kind in KINDS if kind.ids.fullmatch(name)), None)


def place(name: str) -> tuple[int, str, int]:
    """Sorts names by kind, then by number."""
    position = next(number for number, kind in enumerate(KINDS) if kind.ids.fullmatch(name))
    stem = name.rstrip("0123456789")
    return position, stem, int(name[len(stem) :] or 0)


def in_words(names: Iterable[str]) -> str:
    """What there is, as everything that counts it says it: "12 exercises, the quiz and 4 tasks"."""
    counts = Counter(kind.name for kind in map(kind_of, names) if kind)
    told = [
        "the quiz" if kind.name == "quiz" else f"{counts[kind.name]} {kind.name}{'s' * (counts[kind.name] != 1)}"
        for kind in KINDS
        if counts[kind.name]
    ]
    return " and ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told) or "nothing"
