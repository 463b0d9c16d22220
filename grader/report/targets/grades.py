"""From a gradebook to what the targets are given: everybody's scores, with all decisions applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grader.marking.course import Course, Settled, Total, totals
from grader.marking.gradebook import Gradebook
from grader.marking.identities import Identity, identities
from grader.marking.settling import ByHand, ByRubric
from grader.report.targets.model import TOTAL, Graded, Score


def collect(
    book: Gradebook, course: Course, exercises: Sequence[str] | None = None, student: str | None = None
) -> Iterator[Graded]:
    """Every student, or one, in natural order; of all exercises, or some. Raises `GradebookTrouble`, `CourseTrouble`."""
    people, by_rubric = identities(book), ByRubric(book)
    overrides: dict[str, dict[str, dict[str, float]]] = {}
    for mark in book.marks():
        if mark.kind == "override" and mark.part is not None and mark.points is not None:
            overrides.setdefault(mark.student, {}).setdefault(mark.exercise, {})[mark.part] = mark.points
    for total in totals(book, course):
        if student is not None and total.student != student:
            continue
        standings = book.standings(total.student)
        kept = [one.exercise for one in total.exercises if exercises is None or one.exercise in exercises]
        yield Graded(
            person=people.get(total.student, Identity(total.student)),
            scores={TOTAL: score_of(total)} | {one.exercise: settled(one) for one in total.exercises},
            results={exercise: standings[exercise].result for exercise in kept},
            paths={exercise: standings[exercise].attempt.path for exercise in kept},
            overrides=overrides.get(total.student, {}),
            by_hand={exercise: marked_by_hand(by_rubric.of(standings[exercise])) for exercise in kept},
        )


def marked_by_hand(found: Mapping[str, ByHand]) -> dict[str, tuple[float, float]]:
    """The points and the most of each part that has all its marks."""
    return {part: (one.marked.points, one.marked.max_points) for part, one in found.items() if not one.marked.waits}


def score_of(total: Total) -> Score:
    """A total waits as long as anything in it does, even what is among the lowest so far."""
    waits = any(one.waits and not one.exempt and one.weight > 0 for one in total.exercises)
    exempt = bool(total.exercises) and all(one.exempt for one in total.exercises)
    return Score(total.percent, 100.0, exempt, waits)


def settled(one: Settled) -> Score:
    return Score(one.points, one.max_points, one.exempt, one.waits)
