"""Which known misconception a wrong outcome is, if exactly one.

A wrong guess costs more trust than no guess: an outcome is named only where it equals the misconception's on every
case where that yields numbers, differs from the reference on at least one, and no second identifier fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.content.calling import Outcome
from grader.content.key import MisconceptionKey, PartKey
from grader.content.values import Answer, Array, Several
from grader.judge.compare import comparable, is_right, same
from grader.judge.laws import LAWS, Seen
from grader.judge.statistics import DRAW_LAWS


def diagnose(part: PartKey, outcomes: Sequence[Outcome]) -> MisconceptionKey | None:
    """The one misconception that explains these outcomes, or None."""
    answers = [outcome.answer for outcome in outcomes]
    if part.judged_by_laws:
        fitting = [wrong for wrong in part.misconceptions if wrong.laws and obeys(part, wrong, outcomes)]
    else:
        fitting = [wrong for wrong in part.misconceptions if explains(part, wrong, answers)]
    return fitting[0] if len({wrong.id for wrong in fitting}) == 1 else None


def explains(part: PartKey, wrong: MisconceptionKey, answers: Sequence[Answer]) -> bool:
    tiers = {"values", wrong.shows_in}
    told = False
    for case, got, theirs in zip(part.cases, answers, wrong.answers, strict=True):
        if case.tier not in tiers:
            continue
        if case.tier == "errors" and is_right(case, got, part.reading.kind):
            # Who checks some of the input and not the rest is still told about the rest.
            continue
        equal = same(got, theirs, part.reading.kind)
        if comparable(theirs, part.finite) and not equal:
            return False
        if equal and case.tier == wrong.shows_in and not told:
            told = not is_right(case, theirs, part.reading.kind)
    return told


def obeys(part: PartKey, wrong: MisconceptionKey, outcomes: Sequence[Outcome]) -> bool:
    """Whether the draws, or the evidence, follow this misconception's laws; what has no form to judge follows none."""
    for law in wrong.laws:
        seen = [
            Seen(part.cases[position], outcomes[position].answer, outcomes[position].moved_random) for position in law.cases
        ]
        if not all(has_form(part, one) for one in seen):
            return False
        judged = DRAW_LAWS.get(law.law) or LAWS[law.law]
        if not seen or judged(seen, law.params) is not None:
            return False
    return True


def has_form(part: PartKey, seen: Seen) -> bool:
    """Whether an answer is numbers, as many arrays as asked for, of the shape asked for where one is fixed."""
    shape = seen.case.shape
    if isinstance(seen.answer, Several):
        return shape is None and len(seen.answer.items) == part.reading.count
    return isinstance(seen.answer, Array) and shape in (None, seen.answer.shape)
