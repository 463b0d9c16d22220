"""What a total is made of: weights, dates and the instructor's decisions, over the machine's points.

# course.toml
title = "Attention, spring term"
default_weight = 1.0            # of an exercise that has none below
drop_lowest = 0                 # so many of the lowest exercises do not count

due = 2026-12-20                # of an exercise that has no date below; a date alone means that whole day

[exercises.exercise3]
weight = 2.0
due = 2026-12-01T23:59:00+01:00

[late]                          # see late.py
percent_a_day = 10
"""

from __future__ import annotations

import datetime as dates
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grader.intake.folder import natural
from grader.judge.result import Result, rounded
from grader.marking.gradebook import Attempt, Gradebook, Mark
from grader.marking.late import LatePolicy, lateness
from grader.marking.settling import ByHand, ByRubric, settle_part


class CourseExercise(Struct, frozen=True, forbid_unknown_fields=True):
    """How one exercise counts. `weight` 0 leaves it out of the total; without one it has the course's default. `due` is a
    TOML date, with or without a time of day."""

    weight: float | None = None
    due: Any = None


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """A course's settings; without a file, every exercise counts alike."""

    title: str = ""
    default_weight: float = 1.0
    drop_lowest: int = 0
    due: Any = None
    exercises: dict[str, CourseExercise] = {}
    late: LatePolicy | None = None

    def weight(self, exercise: str) -> float:
        known = self.exercises.get(exercise)
        return self.default_weight if known is None or known.weight is None else known.weight

    def due_date(self, exercise: str) -> str | None:
        """ISO 8601."""
        known = self.exercises.get(exercise)
        planned = known.due if known and known.due else self.due
        return planned.isoformat() if planned else None


HEAVIEST = 1e6
DATE = "due is a date such as 2026-12-01, with a time 2026-12-01T23:59:00+01:00"
SETTINGS = (
    "there are title, default_weight, drop_lowest and due; weight and due below [exercises.exercise3], say; "
    "and percent_a_day, grace_minutes, grace_hours and floor below [late]"
)
LATE = "percent_a_day and floor are numbers from 0 to 100, and a grace is not negative, nor more than a year"


class CourseTrouble(Exception):
    """For the instructor: what is wrong in course.toml, and where."""


def load_course(path: Path | None, known: Iterable[str]) -> Course:
    """Raises `CourseTrouble`."""
    if path is None:
        return Course()
    try:
        # Some editors put a mark in front, which is no part of the text.
        text = path.read_bytes().decode("utf-8-sig")
        course = msgspec.toml.decode(text, type=Course)
    except OSError as error:
        raise CourseTrouble(f"{path} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CourseTrouble(f"{path} is not UTF-8 text: save it as UTF-8") from error
    except msgspec.DecodeError as error:
        said = str(error)
        unknown = re.search(r"unknown field `(.+?)`", said)
        if unknown:
            said = f"{unknown[1]} is no setting here: {SETTINGS}"
        raise CourseTrouble(f"{place(path, text, unknown[1] if unknown else '')}: {said}") from error
    except (RecursionError, ValueError) as error:
        raise CourseTrouble(f"{path} can't be read: it holds a number too long, or lists too deep, to be a setting") from error
    check(course, path, text, list(known))
    return course


def check(course: Course, path: Path, text: str, names: Sequence[str]) -> None:
    """Raises `CourseTrouble` for what is well written and makes no sense."""
    for exercise, one in course.exercises.items():
        where = place(path, text, exercise)
        if exercise not in names:
            raise CourseTrouble(f"{where} names {exercise}, which is no exercise: they are {', '.join(names)}")
        if not isinstance(one.due, dates.date | None):
            raise CourseTrouble(f"{where}: {DATE}")
    if not isinstance(course.due, dates.date | None):
        raise CourseTrouble(f"{place(path, text, 'due')}: {DATE}")
    if course.late and not course.late.is_sound():
        raise CourseTrouble(f"{place(path, text, 'late')}: {LATE}")
    weights = [course.default_weight, *map(course.weight, course.exercises)]
    if not all(0 <= weight <= HEAVIEST for weight in weights) or course.drop_lowest < 0:
        raise CourseTrouble(f"{path}: a weight is a number from 0 to {HEAVIEST:,.0f}, and drop_lowest is not negative")


def place(path: Path, text: str, word: str) -> str:
    """The file, with the line in which a word stands."""
    found = re.search(rf"\b{re.escape(word)}\b", text) if word else None
    return f"{path}, line {text.count(chr(10), 0, found.start()) + 1}" if found else str(path)


class Settled(Struct, frozen=True):
    """One exercise of a student with all decisions applied. `waits`: some of it has no final points yet, the parts named in
    `waiting`; until then those count for nothing. `marked` tells of parts that were marked by a rubric. `due` is the date
    that counts for this student, `extended` if it was moved. `penalty`: points that are taken off already for what `late`
    says."""

    exercise: str
    points: float
    max_points: float
    weight: float
    exempt: bool = False
    dropped: bool = False
    waits: bool = False
    overrides: tuple[str, ...] = ()
    due: str | None = None
    extended: bool = False
    penalty: float = 0.0
    late: str = ""
    waiting: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()


class Total(Struct, frozen=True):
    """A student's total, in percent of what counts for them; None where nothing does. `name`: where one is known. `waits`
    names the exercises some of which still waits for a mark, or was not graded by a fault of ours."""

    student: str
    percent: float | None
    exercises: tuple[Settled, ...]
    name: str | None = None
    waits: tuple[str, ...] = ()


Maxima = Mapping[tuple[str, str], float]
"""What a part of an exercise is worth: known even where the grader failed on a student's own."""


def totals(book: Gradebook, course: Course) -> Iterator[Total]:
    """Every student's total, in natural order."""
    marks: dict[str, list[Mark]] = {}
    for mark in book.marks():
        marks.setdefault(mark.student, []).append(mark)
    maxima = {(one, part): most for one in book.exercises() for part, most in book.part_maxima(one).items()}
    names = dict(book.rows("SELECT id, name FROM students"))
    by_rubric = ByRubric(book)
    for student in sorted(names, key=natural):
        found = book.standings(student)
        results = {exercise: found[exercise].run for exercise in sorted(found, key=natural)}
        attempts = {exercise: standing.attempt for exercise, standing in found.items()}
        by_hand = {exercise: by_rubric.of(standing) for exercise, standing in found.items()}
        found_total = total(student, results, marks.get(student, []), course, maxima, attempts, by_hand)
        yield msgspec.structs.replace(found_total, name=names[student])


def total(
    student: str,
    results: Mapping[str, Result],
    marks: Sequence[Mark],
    course: Course,
    maxima: Maxima | None = None,
    attempts: Mapping[str, Attempt] | None = None,
    by_hand: Mapping[str, Mapping[str, ByHand]] | None = None,
) -> Total:
    """What a student has, by the course's rules. `marks` are the student's own, `by_hand` those by rubrics; `attempts` tell
    when what was handed in."""
    hand = by_hand or {}
    settled = [
        settle(exercise, result, marks, course, maxima or {}, hand.get(exercise, {})) for exercise, result in results.items()
    ]
    settled = [with_lateness(one, course, (attempts or {}).get(one.exercise)) for one in settled]
    settled = drop_lowest(settled, course.drop_lowest)
    counting = [one for one in settled if counts(one)]
    whole = sum(one.weight for one in counting)
    earned = sum(one.weight * share(one) for one in counting)
    waits = tuple(one.exercise for one in settled if one.waits and not one.exempt)
    return Total(student, rounded(100 * earned / whole) if whole else None, tuple(settled), waits=waits)


def share(one: Settled) -> float:
    return one.points / one.max_points


def counts(one: Settled) -> bool:
    return not one.exempt and not one.dropped and one.weight > 0 and one.max_points > 0


def settle(
    exercise: str,
    result: Result,
    marks: Sequence[Mark],
    course: Course,
    maxima: Maxima,
    by_hand: Mapping[str, ByHand] | None = None,
) -> Settled:
    """Overrides replace a part's points, and so do marks by its rubric; of two overrides the later one stands."""
    own = [mark for mark in marks if mark.exercise == exercise]
    overrides = {mark.part: mark for mark in own if mark.kind == "override"}
    parts = [
        settle_part(part, overrides.get(part.part), (by_hand or {}).get(part.part), maxima.get((exercise, part.part)))
        for part in result.parts
    ]
    extensions = [mark.until for mark in own if mark.kind == "extension"]
    due = extensions[-1] if extensions else course.due_date(exercise)
    return Settled(
        exercise=exercise,
        points=rounded(sum(part.points for part in parts)),
        max_points=rounded(sum(part.max_points for part in parts)),
        weight=course.weight(exercise),
        exempt=any(mark.kind == "exemption" for mark in own),
        waits=any(part.waits for part in parts),
        overrides=tuple(told(mark, {part.part for part in result.parts}) for mark in overrides.values()),
        due=due,
        extended=bool(extensions),
        waiting=tuple(part.part for part in parts if part.waits),
        marked=tuple(part.marked for part in parts if part.marked),
    )


def with_lateness(one: Settled, course: Course, attempt: Attempt | None) -> Settled:
    """The points less what being late costs. Nothing handed in, or nothing earned, is not late."""
    if course.late is None or attempt is None or attempt.path is None or one.exempt or not one.points:
        return one
    # An extension until a day is kept as the midnight at which it begins, and means the whole of it.
    due = one.due.removesuffix("T00:00:00") if one.due and one.extended else one.due
    found = lateness(course.late, due, attempt.submitted, attempt.late)
    left = rounded(one.points * found.share)
    return msgspec.structs.replace(one, points=left, penalty=rounded(one.points - left), late=found.said)


def told(mark: Mark, parts: Set[str]) -> str:
    gone = "" if mark.part in parts else " (the key in use has no such part, so it does not count)"
    return f"{mark.part}: {mark.points:g} by {mark.who}: {mark.why}{gone}"


def drop_lowest(settled: list[Settled], number: int) -> list[Settled]:
    """The lowest shares stop counting, but one exercise always does."""
    counting = sorted((one for one in settled if counts(one)), key=share)
    dropped = {one.exercise for one in counting[: min(number, len(counting) - 1)]} if counting else set()
    return [msgspec.structs.replace(one, dropped=one.exercise in dropped) for one in settled]
