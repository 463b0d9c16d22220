"""What a layout is: one platform's way of naming the files of a download."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from msgspec import Struct


class Told(Struct, frozen=True):
    """What a path tells of a hand-in. None where it tells nothing; nothing is guessed.

    `id` is the student's, as far as this layout has one. `lms_user_id`, `login`, `email`, `sis_id` and `name` find a
    student in a roster; `label` does too, and may be any of these. `inside` is the path as the student handed it in.
    `submitted` is ISO 8601, without an offset in the platform's local time. `ignored` says why it is no work, as what
    follows its name in a sentence; `missed`: the student meant it to be.
    """

    inside: str
    id: str | None = None
    name: str | None = None
    label: str | None = None
    lms_user_id: str | None = None
    lms_file_id: str | None = None
    login: str | None = None
    email: str | None = None
    sis_id: str | None = None
    late: bool | None = None
    submitted: str | None = None
    ignored: str | None = None
    missed: bool = False


class Seen(Struct, frozen=True):
    """What a layout may look at: the paths below the download's top folder, that folder's name, small files, the logins
    that a roster knows (in lower case), whom a loose file's own name names, whether it
    names an exercise, and what tools left behind.

    Paths have forward slashes and are in NFC; an archive counts as a folder.
    """

    paths: Sequence[str]
    top: str
    text_of: Callable[[str], bytes | None] = lambda path: None
    logins: frozenset[str] = frozenset()
    owner_of: Callable[[str], str | None] = lambda name: None
    is_named: Callable[[str], bool] = lambda name: False
    junk: Sequence[str] = ()


Reader = Callable[[str], tuple[Told, ...]]
"""What a path tells: one for each student whose work it is, nothing where the path is none of this layout's."""


class Reading(Struct, frozen=True):
    """How the paths of one download are read, and what an instructor should know of it."""

    read: Reader
    warnings: tuple[str, ...] = ()


class Layout(Struct, frozen=True):
    """A platform's naming. `recognise` tells which share of the paths is named so (None: none of them), `reading` how they
    are read. Of two layouts that both fit, the more `specific` one is meant. `system` keys the roster's user ids."""

    name: str
    title: str
    specific: int
    recognise: Callable[[Seen], float | None]
    reading: Callable[[Seen], Reading]
    system: str = ""


def one_form(name: str) -> str:
    """Some systems write é as one character, some as two: the same name either way."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def share(paths: Sequence[str], fits: Callable[[str], object]) -> float | None:
    """The share of paths that fit; None where none does."""
    found = sum(1 for path in paths if fits(path))
    return found / len(paths) if found else None


def split(path: str) -> tuple[str, str]:
    """The first folder of a path, and the rest; a loose file has no rest."""
    first, _, rest = path.partition("/")
    return first, rest


def common_start(names: Sequence[str], separator: str) -> str:
    """The longest start that all names share and that ends in a separator, with something left of each name."""
    first, last = (min(names), max(names)) if names else ("", "")
    # What the first and the last in order share, all do.
    alike = (place for place, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    start = first[: next(alike, min(len(first), len(last)))]
    while start and (not start.endswith(separator) or any(len(name) == len(start) for name in names)):
        start = start[: start.rfind(separator, 0, len(start) - 1) + 1]
    return start
