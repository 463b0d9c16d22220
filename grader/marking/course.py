"""What a total is made of: weights, dates and the instructor's decisions, over the machine's points.

# course.toml
title = "Attention, spring term"
default_weight = 1.0            # of an exercise that is not named below
drop_lowest = 0                 # so many of the lowest exercises do not count

[exercises.exercise3]
weight = 2.0
due = 2026-12-01T23:59:00+01:00
"""

from __future__ import annotations

import datetime as dates
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.intake.folder import natural
from grader.judge.result import Result, rounded
from grader.marking.gradebook import Gradebook, Mark


class CourseExercise(Struct, frozen=True, forbid_unknown_fields=True):
    """How one exercise counts. `weight` 0 leaves it out of the total."""

    weight: float = 1.0
    due: dates.datetime | dates.date | None = None


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """A course's settings; without a file, every exercise counts alike."""

    title: str = ""
    default_weight: float = 1.0
    drop_lowest: int = 0
    exercises: dict[str, CourseExercise] = {}

    def weight(self, exercise: str) -> float:
        known = self.exercises.get(exercise)
        return known.weight if known else self.default_weight


class CourseTrouble(Exception):
    """For the instructor: what is wrong in course.toml, and where."""


def load_course(path: Path | None, known: Iterable[str]) -> Course:
    """Raises `CourseTrouble`."""
    if path is None:
        return Course()
    try:
        course = msgspec.toml.decode(path.read_bytes(), type=Course)
    except OSError as error:
        raise CourseTrouble(f"{path} can't be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CourseTrouble(f"{path}: {error}") from error
    names = list(known)
    unknown = [exercise for exercise in course.exercises if exercise not in names]
    if unknown:
        raise CourseTrouble(f"{path} names {unknown[0]}, which is no exercise: they are {', '.join(names)}")
    weights = [course.default_weight, *(one.weight for one in course.exercises.values())]
    if min(weights) < 0 or course.drop_lowest < 0:
        raise CourseTrouble(f"{path}: weights and drop_lowest can't be negative")
    return course


class Settled(Struct, frozen=True):
    """One exercise of a student with all decisions applied. `waits`: some of it has no final points yet."""

    exercise: str
    points: float
    max_points: float
    weight: float
    exempt: bool = False
    dropped: bool = False
    waits: bool = False
    overrides: tuple[str, ...] = ()
    due: str | None = None


class Total(Struct, frozen=True):
    """A student's total, in percent of what counts for them; None where nothing does."""

    student: str
    percent: float | None
    exercises: tuple[Settled, ...]


def totals(book: Gradebook, course: Course) -> Iterator[Total]:
    """Every student's total, in natural order."""
    marks = book.marks()
    for student in sorted(book.students(), key=natural):
        found = sorted(book.standings(student), key=lambda standing: natural(standing.exercise))
        yield total(student, {standing.exercise: standing.result for standing in found}, marks, course)


def total(student: str, results: Mapping[str, Result], marks: Iterable[Mark], course: Course) -> Total:
    """What a student has, by the course's rules."""
    theirs = [mark for mark in marks if mark.student == student]
    settled = [settle(exercise, result, theirs, course) for exercise, result in results.items()]
    settled = drop_lowest(settled, course.drop_lowest)
    counting = [one for one in settled if counts(one)]
    whole = sum(one.weight for one in counting)
    earned = sum(one.weight * one.points / one.max_points for one in counting)
    return Total(student, rounded(100 * earned / whole) if whole else None, tuple(settled))


def counts(one: Settled) -> bool:
    return not one.exempt and not one.dropped and one.weight > 0 and one.max_points > 0


def settle(exercise: str, result: Result, marks: list[Mark], course: Course) -> Settled:
    """Overrides replace a part's points; of two for the same part the later one stands."""
    own = [mark for mark in marks if mark.exercise == exercise]
    overrides = {mark.part: mark for mark in own if mark.kind == "override"}
    points = 0.0
    for part in result.parts:
        mark = overrides.get(part.part)
        points += part.points if mark is None or mark.points is None else mark.points
    extensions = [mark.until for mark in own if mark.kind == "extension"]
    planned = course.exercises.get(exercise)
    due = extensions[-1] if extensions else planned.due.isoformat() if planned and planned.due else None
    return Settled(
        exercise=exercise,
        points=rounded(points),
        max_points=result.max_points,
        weight=course.weight(exercise),
        exempt=any(mark.kind == "exemption" for mark in own),
        waits=any(part.status in ("grader-error", "awaits-mark") and part.part not in overrides for part in result.parts),
        overrides=tuple(f"{mark.part}: {mark.points:g} by {mark.who}: {mark.why}" for mark in overrides.values()),
        due=due,
    )


def drop_lowest(settled: list[Settled], number: int) -> list[Settled]:
    """The lowest shares stop counting, but one exercise always does."""
    counting = sorted((one for one in settled if counts(one)), key=lambda one: one.points / one.max_points)
    dropped = {one.exercise for one in counting[: min(number, len(counting) - 1)]} if counting else set()
    return [msgspec.structs.replace(one, dropped=one.exercise in dropped) for one in settled]
