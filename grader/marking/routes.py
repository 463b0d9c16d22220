"""Rules of `grade verify` on answers that can be right in many ways: the author's other routes, and slips on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.content.calling import Function
from grader.marking import trial

if TYPE_CHECKING:
    from grader.marking.verify import Subject


def routes_pass(subject: Subject) -> list[str]:
    """Each other right answer that the author wrote down gets full marks too."""
    found = []
    total = 0
    for part, key in subject.parts():
        for route in part.routes:
            total += 1
            result = subject.judged(key, trial.attempt(route, key.plan()))
            if result.status != "passed" or result.points != result.max_points:
                found.append(f"{part.name}: {route.__name__} gets {result.points} of {result.max_points}: {result.message}")
    subject.notes["routes_pass"] = f"{total} other answers"
    return found


def slips_are_caught(subject: Subject) -> list[str]:
    """Each wrong step of a derivation's misconceptions, put in at each place of each route, is recognised right there."""
    found = []
    total = 0
    for part, key in subject.parts():
        if key.reading.kind != "steps":
            continue
        from grader.symbolic.derivation import caught

        for wrong in part.misconceptions:
            slip = list_of(wrong.function)
            for route in (part.function, *part.routes):
                seen = caught(list_of(route), slip, wrong.id)
                total += len(seen)
                missed = [place + 1 for place, recognised in enumerate(seen) if not recognised]
                found += [f"{part.name}: {wrong.id} is missed at step {place} of {route.__name__}" for place in missed]
    subject.notes["slips_are_caught"] = f"{total} places"
    return found


def list_of(function: Function) -> list[tuple[str, str]]:
    """The steps that an author's derivation returns."""
    steps = function()
    assert isinstance(steps, list)
    return steps
