"""Rubrics: by what an instructor marks what no machine can."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from grader.content.key import Entry


class Level(Struct, frozen=True, array_like=True):
    """So many points, for work like this."""

    points: float
    says: str


class Criterion(Struct, frozen=True, array_like=True):
    """One thing that a work is marked on: a short name, the question a marker asks, and what is worth what."""

    id: str
    asks: str
    levels: tuple[Level, ...]

    @property
    def max_points(self) -> float:
        return max(level.points for level in self.levels)


Rubric = tuple[Criterion, ...]


class Marked(Struct, frozen=True):
    """What is read of a key of any kind by those who only want to know how it is marked."""

    rubrics: dict[str, Rubric] = {}


marked_decoder = msgspec.msgpack.Decoder(Marked)


def rubrics_of(entry: Entry) -> dict[str, Rubric]:
    """The rubric of each part that waits for an instructor's mark; an exercise has none."""
    return {} if entry.kind == "exercise" else marked_decoder.decode(entry.packed).rubrics
