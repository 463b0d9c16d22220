"""Which exercise a file is for: by its name, as students and learning platforms bend it, or by the functions it defines.

Nothing is parsed as Python here: a hostile source can crash a parser. Looking for `def name(` line by line tells as much,
in broken files too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from grader.content.kinds import kind_of
from grader.intake.source import LARGEST_NOTEBOOK, LARGEST_SOURCE, Unreadable


class Asked(Struct, frozen=True):
    """Something that can be handed in: its id, the suffixes of its files and the functions that it asks for."""

    id: str
    suffixes: tuple[str, ...]
    functions: tuple[str, ...] = ()


def asked(ids: Iterable[str], functions: Mapping[str, tuple[str, ...]] | None = None) -> list[Asked]:
    """What a catalog's ids ask for; `functions` are those of each, where they are known."""
    found = []
    for one in ids:
        kind = kind_of(one)
        found.append(Asked(one, (*kind.suffixes, *kind.also) if kind else (".py",), (functions or {}).get(one, ())))
    return found


class Named(NamedTuple):
    """What a file's name tells: which exercise, whose (None: nobody's), and the number that was added to it."""

    exercise: str
    student: str | None
    hint: int | None


# A number that a platform, a browser or a file manager adds: `-1`, ` (2)`, ` 2`, ` - Copy`, ` copy 2`, a UUID.
ADDED = (
    r"(?:[ _]?-?[ _]?copy)?(?:-(?P<dashed>[0-9]{1,3})|[ _]?\((?P<bracketed>[0-9]{1,3})\)|[ ](?P<spaced>[0-9]{1,3})"
    r"|-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?"
)


VERSIONED = {"quiz"}
"""Of what there are versions, named after a dash: `quiz-maeve-marked.toml`."""


class Names:
    """The naming rules for what a catalog asks."""

    def __init__(self, everything: Sequence[Asked]) -> None:
        self.asked = {one.id: one for one in everything}
        self.suffixes = tuple({suffix for one in everything for suffix in one.suffixes})
        forms = "|".join(sorted({form_of(one.id) for one in everything}, key=lambda form: (-len(form), form))) or "(?!)"
        suffix = "|".join(map(re.escape, self.suffixes)) or "(?!)"
        # Windows hides a suffix, and so makes `exercise3.py.txt` of what was to be `exercise3.py`.
        self.pattern = re.compile(
            rf"(?:(?P<student>.+)_)?(?P<work>{forms}){ADDED}(?:-(?P<version>[^/]+?))?(?P<suffix>{suffix})(?:\.txt)?",
            re.DOTALL | re.IGNORECASE,
        )

    def named(self, name: str) -> Named | None:
        """What the name of a file tells; None where it is not clearly one of those asked for."""
        match = self.pattern.fullmatch(name)
        if match is None:
            return None
        exercise = re.sub(r"[ _-]", "", match["work"]).lower()
        known = self.asked.get(exercise)
        if known is None or match["suffix"].lower() not in known.suffixes or (match["version"] and exercise not in VERSIONED):
            return None
        hint = match["dashed"] or match["bracketed"] or match["spaced"]
        return Named(exercise, match["student"], int(hint) if hint else None)

    def may_hold(self, name: str) -> bool:
        """Whether a file of this name could be work at all."""
        return name.lower().removesuffix(".txt").endswith(self.suffixes)

    def defined(self, name: str, data: bytes) -> dict[str, float]:
        """The exercises some of whose functions are defined in a script or notebook, each with how many of them are."""
        lower = name.lower().removesuffix(".txt")
        found = in_script(data) if lower.endswith(".py") else in_notebook(data, name) if lower.endswith(".ipynb") else set()
        shares = {one.id: len(found.intersection(one.functions)) / len(one.functions) for one in self.able(lower)}
        return {exercise: share for exercise, share in shares.items() if share}

    def able(self, lower: str) -> list[Asked]:
        return [one for one in self.asked.values() if one.functions and lower.endswith(one.suffixes)]


def form_of(identifier: str) -> str:
    """`exercise3` is also `Exercise 3`, `exercise_3`, `exercise-3`."""
    stem = identifier.rstrip("0123456789")
    return re.escape(stem) + (r"[ _-]?[1-9][0-9]*" if stem != identifier else "")


SKIPPED = re.compile(r"""#[^\n]*+|'''|\"\"\"|'(?:[^'\\\n]++|\\.)*+'|"(?:[^"\\\n]++|\\.)*+"|['"]""", re.DOTALL)
ENDS = {
    "'''": re.compile(r"(?:[^'\\]++|\\.|'(?!''))*+'''", re.DOTALL),
    '"""': re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+"""', re.DOTALL),
}
DEFINITION = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*[(\[]|^(\w+)[ \t]*(?::[^=\n]{1,200})?=(?!=)", re.MULTILINE)


def in_text(text: str) -> set[str]:
    """The names defined at the top level of Python code; what stands in a docstring is not code."""
    return {function or variable for function, variable in DEFINITION.findall(without_long_strings(text))}


def without_long_strings(text: str) -> str:
    pieces, kept, at = [], 0, 0
    while found := SKIPPED.search(text, at):
        at = found.end()
        if found[0] in ENDS:
            end = ENDS[found[0]].match(text, at)
            if end is None:
                # Never closed: the file is broken, and what follows may be code all the same.
                break
            pieces.append(text[kept : found.start()])
            kept = at = end.end()
    return '""'.join([*pieces, text[kept:]])


def in_script(data: bytes) -> set[str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data[:LARGEST_SOURCE].decode("utf-16", "replace")
    else:
        text = data[:LARGEST_SOURCE].decode("utf-8-sig", "replace")
    return in_text(text.replace("\r\n", "\n").replace("\r", "\n"))


def in_notebook(data: bytes, name: str) -> set[str]:
    """The names defined in a notebook's code cells; none where it can't be read."""
    # Only here: most batches have no notebook of an unclear name.
    from grader.intake.notebook import read_notebook

    try:
        return in_text(read_notebook(data, name).text) if len(data) <= LARGEST_NOTEBOOK else set()
    except Unreadable:
        return set()
