"""A batch in numbers, and what needs a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from grader.content.key import Key
from grader.intake.folder import natural
from grader.judge.result import Result, only_waits
from grader.marking.batch import Row

MOST_REASONS = 3
"""Reasons to look at one result that a summary names."""


class ExerciseSummary(Struct, frozen=True):
    """One exercise over all students. `misconceptions` counts parts by what was diagnosed."""

    exercise: str
    title: str
    statuses: dict[str, int]
    mean_points: float
    max_points: float
    misconceptions: dict[str, int]

    @property
    def is_marked_by_hand(self) -> bool:
        return "awaits-mark" in self.statuses and "passed" not in self.statuses


class Look(Struct, frozen=True):
    """A row that an instructor should see, and why."""

    student: str
    exercise: str
    why: str


class Summary(Struct, frozen=True):
    """`rows` counts results, `seconds` is wall time. `ignored` are files that belong to no exercise. `awaits_mark` counts
    the works of each exercise that wait for an instructor's mark."""

    students: int
    rows: int
    statuses: dict[str, int]
    exercises: tuple[ExerciseSummary, ...]
    look_at: tuple[Look, ...]
    ignored: tuple[str, ...]
    isolation: str
    seconds: float
    awaits_mark: dict[str, int] = {}


class Tally:
    """Counts rows as they come, in any order, so that a batch need not be kept in memory."""

    def __init__(self, key: Key) -> None:
        self.students: set[str] = set()
        self.rows = 0
        self.statuses: Counter[str] = Counter()
        self.exercises = {entry.id: ExerciseTally(entry.id, entry.title) for entry in key.entries}
        self.look_at: list[Look] = []
        self.reasons: dict[str, str] = {}

    def add(self, row: Row) -> None:
        self.students.add(row.student)
        self.rows += 1
        self.statuses[standing(row.result)] += 1
        self.exercises[row.result.exercise].add(row.result)
        # Many rows give the same few reasons: each is kept once.
        self.look_at += [Look(row.student, row.result.exercise, self.reasons.setdefault(why, why)) for why in reasons(row)]

    def summary(
        self, ignored: Sequence[str], isolation: str, seconds: float, awaits_mark: dict[str, int] | None = None
    ) -> Summary:
        """`seconds` is wall time. `awaits_mark` where a gradebook knows what has been marked since."""
        waiting = {exercise: one.waiting for exercise, one in self.exercises.items() if one.waiting}
        order = {exercise: position for position, exercise in enumerate(self.exercises)}
        return Summary(
            students=len(self.students),
            rows=self.rows,
            statuses=ordered(self.statuses),
            exercises=tuple(one.summary() for one in self.exercises.values() if one.statuses),
            look_at=tuple(sorted(self.look_at, key=lambda look: (natural(look.student), order[look.exercise]))),
            ignored=tuple(ignored),
            isolation=isolation,
            seconds=round(seconds, 3),
            awaits_mark=waiting if awaits_mark is None else awaits_mark,
        )


class ExerciseTally:
    """One exercise's counts. Points are summed in hundredths, which no order of adding can change."""

    def __init__(self, exercise: str, title: str) -> None:
        self.exercise = exercise
        self.title = title
        self.statuses: Counter[str] = Counter()
        self.misconceptions: Counter[str] = Counter()
        self.hundredths = 0
        self.graded = 0
        self.waiting = 0
        self.max_points = 0.0

    def add(self, result: Result) -> None:
        self.statuses[standing(result)] += 1
        self.waiting += sum(part.status == "awaits-mark" and part.max_points > 0 for part in result.parts)
        self.misconceptions.update(part.misconception for part in result.parts if part.misconception)
        self.max_points = max(self.max_points, result.max_points)
        if result.status != "grader-error" and not only_waits(result):
            self.graded += 1
            self.hundredths += round(100 * result.points)

    def summary(self) -> ExerciseSummary:
        return ExerciseSummary(
            exercise=self.exercise,
            title=self.title,
            statuses=ordered(self.statuses),
            mean_points=round(self.hundredths / self.graded / 100, 2) if self.graded else 0.0,
            max_points=self.max_points,
            misconceptions=ordered(self.misconceptions),
        )


def standing(result: Result) -> str:
    """How a result is counted. By the document what waits for a mark has not passed; it has not failed either."""
    return "awaits-mark" if only_waits(result) else result.status


def ordered(counts: Counter[str]) -> dict[str, int]:
    """The most frequent first; among equals, by name."""
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def reasons(row: Row) -> list[str]:
    """Why somebody should look: what a machine can't settle, or what may have gone wrong in handing in."""
    found: dict[str, None] = {}
    for part in row.result.parts:
        if part.status in ("unreadable", "timeout", "killed", "grader-error"):
            found[part.message.split("\n")[0]] = None
    for warning in row.result.warnings:
        found[warning] = None
    left = len(found) - MOST_REASONS
    # One notebook may have a dozen notes, and a class a hundred notebooks.
    return list(found) if left <= 1 else [*list(found)[:MOST_REASONS], f"and {left} more notes in its result"]
