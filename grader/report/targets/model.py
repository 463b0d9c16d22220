"""What a target is given, and what it gives back: grades in, a file and an account of it out."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from msgspec import Struct
from msgspec.structs import replace

from grader.judge.result import PartResult, PartStatus, Result, rounded
from grader.marking.identities import Identity

TOTAL = "total"
"""The column of a student's total; every other column is called by its exercise."""


class CannotExport(Exception):
    """For the instructor: why there is no file, where the trouble is, and what to do. One sentence."""


class Score(Struct, frozen=True):
    """Points out of a maximum; a total is out of 100. `waits`: some of it has no final points yet; `points` are then what
    there is so far. None: nothing counts for this student."""

    points: float | None
    most: float
    exempt: bool = False
    waits: bool = False


class Graded(Struct, frozen=True):
    """A student with their scores by column, and the results they came from by exercise; `paths` are the files graded,
    `overrides` the points that the instructor gave parts, by exercise; `by_hand` the points and the most of parts that
    were marked by a rubric."""

    person: Identity
    scores: Mapping[str, Score]
    results: Mapping[str, Result] = {}
    paths: Mapping[str, str | None] = {}
    overrides: Mapping[str, Mapping[str, float]] = {}
    by_hand: Mapping[str, Mapping[str, tuple[float, float]]] = {}

    def marked(self, exercise: str) -> Result:
        """A result with the instructor's points in place of the machine's; checks and messages stay."""
        result = self.results[exercise]
        parts = tuple(self.marked_part(exercise, part) for part in result.parts)
        points, most = (rounded(sum(getattr(part, field) for part in parts)) for field in ("points", "max_points"))
        return replace(result, parts=parts, points=points, max_points=most)

    def marked_part(self, exercise: str, part: PartResult) -> PartResult:
        points = self.overrides.get(exercise, {}).get(part.part)
        most = part.max_points
        if points is None and part.part in self.by_hand.get(exercise, {}):
            points, most = self.by_hand[exercise][part.part]
        if points is None:
            return part
        # What waited for a mark has it now.
        settled: PartStatus = "passed" if points >= most else "failed"
        return replace(part, points=points, max_points=most, status=settled if part.status == "awaits-mark" else part.status)


class Wanted(Struct, frozen=True):
    """What is to be written. `columns` are `TOTAL` or exercises; `titles` says what people call them; `places` which
    columns of the template they go to, where the instructor named them. `surroundings`: what the target's own runner
    tells in environment variables."""

    columns: tuple[str, ...] = (TOTAL,)
    titles: Mapping[str, str] = {}
    places: Mapping[str, str] = {}
    partial: bool = False
    surroundings: Mapping[str, str] = {}


class Placed(Struct, frozen=True):
    """A student whose values were written, and into which row of the template (None: there is none)."""

    student: str
    row: int | None
    values: dict[str, str]

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in their line: they have no points yet, or none that count."""
        return bool(self.values) and not any(self.values.values())


class Left(Struct, frozen=True):
    """Somebody, or a row of the template, that was left out, and why."""

    who: str
    why: str


class Written(Struct, frozen=True):
    """A file's bytes, and the account of it. `empty`: columns left empty since marks are still awaited; `rows`: rows of the
    template that belong to nobody in the gradebook."""

    data: bytes
    placed: tuple[Placed, ...] = ()
    left_out: tuple[Left, ...] = ()
    empty: tuple[Left, ...] = ()
    rows: tuple[Left, ...] = ()
    warnings: tuple[str, ...] = ()


def decimal(value: float) -> str:
    """Two decimals at most, half to even, a point and no thousands separators; never NaN, an infinity or −0."""
    exact = Decimal(repr(value))
    if not exact.is_finite():
        raise ValueError(f"{value} is no grade")
    rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return "0" if not rounded else f"{rounded:f}".rstrip("0").rstrip(".")


def scaled(score: Score, most: float | None) -> float | None:
    """A score's points where the column is out of `most`; as they are where the template does not tell, or tells 0."""
    if score.points is None:
        return None
    if not most or not score.most or most == score.most:
        return score.points
    return float(Decimal(repr(score.points)) * Decimal(repr(most)) / Decimal(repr(score.most)))
