"""A batch in numbers, and what needs a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from grader.content.key import Key
from grader.intake.folder import natural
from grader.judge.result import Result
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


class Look(Struct, frozen=True):
    """A row that an instructor should see, and why."""

    student: str
    exercise: str
    why: str


class Summary(Struct, frozen=True):
    """`rows` counts results, `seconds` is wall time. `ignored` are files that belong to no exercise."""

    students: int
    rows: int
    statuses: dict[str, int]
    exercises: tuple[ExerciseSummary, ...]
    look_at: tuple[Look, ...]
    ignored: tuple[str, ...]
    isolation: str
    seconds: float


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
        self.statuses[row.result.status] += 1
        self.exercises[row.result.exercise].add(row.result)
        # Many rows give the same few reasons: each is kept once.
        self.look_at += [Look(row.student, row.result.exercise, self.reasons.setdefault(why, why)) for why in reasons(row)]

    def summary(self, ignored: Sequence[str], isolation: str, seconds: float) -> Summary:
        """`seconds` is wall time."""
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
        self.max_points = 0.0

    def add(self, result: Result) -> None:
        self.statuses[result.status] += 1
        self.misconceptions.update(part.misconception for part in result.parts if part.misconception)
        self.max_points = max(self.max_points, result.max_points)
        if result.status != "grader-error":
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
