"""What one part of a student's exercise comes to: the machine's points, an override, or the marks by its rubric."""

from __future__ import annotations

from msgspec import Struct

from grader.judge.result import PartResult
from grader.marking.gradebook import Gradebook, Mark, Standing
from grader.marking.rubrics import Marked, marked, rubrics, sources_of_attempts, standing_marks


class ByHand(Struct, frozen=True):
    """What a part was given by a rubric; `older`: some of it for what the student had handed in before."""

    marked: Marked
    older: bool = False


class ByRubric:
    """What was marked by hand, for everybody."""

    def __init__(self, book: Gradebook) -> None:
        self.rubrics = rubrics(book)
        self.marks = standing_marks(book)
        self.sources = sources_of_attempts(book, self.marks)

    def of(self, standing: Standing) -> dict[str, ByHand]:
        """The parts of a student's exercise that have marks or wait for some."""
        student, exercise = standing.attempt.student, standing.attempt.exercise
        found = {}
        for part in standing.run.parts:
            rubric = self.rubrics.get((standing.run.key, part.part))
            given = self.marks.get((student, exercise, part.part), {})
            if rubric is not None and (given or part.status == "awaits-mark"):
                older = any(
                    self.sources.get((student, exercise, mark.attempt)) != standing.attempt.source for mark in given.values()
                )
                found[part.part] = ByHand(marked(rubric, given), older)
        return found


class SettledPart(Struct, frozen=True):
    """One part with all decisions applied."""

    part: str
    points: float
    max_points: float
    waits: bool = False
    marked: str = ""


def settle_part(part: PartResult, override: Mark | None, by_hand: ByHand | None, worth: float | None) -> SettledPart:
    """`worth`: what the part is worth by the key that was used last."""
    if override is not None:
        # Where the grader failed a part is worth nothing, until the instructor says what it has.
        most = part.max_points if part.status != "grader-error" or worth is None else worth
        # A new key may make a part smaller than an override was meant for.
        return SettledPart(part.part, min(override.points or 0.0, most), most)
    if by_hand is not None and not by_hand.marked.waits:
        given = by_hand.marked
        older = ", on an earlier version" if by_hand.older else ""
        marked = f"{part.part}: {given.points:g} of {given.max_points:g} by {' and '.join(given.by)}{older}"
        return SettledPart(part.part, given.points, given.max_points, marked=marked)
    if part.status in ("grader-error", "awaits-mark"):
        # What has no points yet costs none.
        return SettledPart(
            part.part, 0.0, 0.0, waits=part.status == "grader-error" or part.max_points > 0 or by_hand is not None
        )
    return SettledPart(part.part, part.points, part.max_points)
