"""A batch in numbers, and what needs a look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from grader.marking.batch import Row


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


def summarise(rows: Sequence[Row], ignored: Sequence[str], isolation: str, seconds: float) -> Summary:
    by_exercise: dict[str, list[Row]] = {}
    for row in rows:
        by_exercise.setdefault(row.result.exercise, []).append(row)
    return Summary(
        students=len({row.student for row in rows}),
        rows=len(rows),
        statuses=counted(row.result.status for row in rows),
        exercises=tuple(of_exercise(exercise, found) for exercise, found in by_exercise.items()),
        look_at=tuple(look for row in rows for look in looks(row)),
        ignored=tuple(ignored),
        isolation=isolation,
        seconds=round(seconds, 3),
    )


def counted(words: object) -> dict[str, int]:
    return dict(Counter(words).most_common())  # type: ignore[call-overload]


def of_exercise(exercise: str, rows: list[Row]) -> ExerciseSummary:
    results = [row.result for row in rows]
    graded = [result for result in results if result.status != "grader-error"]
    return ExerciseSummary(
        exercise=exercise,
        title=results[0].title,
        statuses=counted(result.status for result in results),
        mean_points=round(sum(result.points for result in graded) / len(graded), 2) if graded else 0.0,
        max_points=max(result.max_points for result in results),
        misconceptions=counted(part.misconception for result in results for part in result.parts if part.misconception),
    )


def looks(row: Row) -> list[Look]:
    """What a machine can't settle, or what may have gone wrong in handing in."""
    reasons: dict[str, None] = {}
    for part in row.result.parts:
        if part.status in ("unreadable", "timeout", "killed", "grader-error"):
            reasons[part.message.split("\n")[0]] = None
    for warning in row.result.warnings:
        reasons[warning] = None
    return [Look(row.student, row.result.exercise, reason) for reason in reasons]
