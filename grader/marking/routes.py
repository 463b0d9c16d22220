"""Rules of `grade verify` on answers that can be right in many ways: the author's other routes, and slips on each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.content.authoring import Misconception, Through
from grader.content.calling import Function, Outcome, PartPlan
from grader.content.key import PartKey
from grader.content.values import Answer, Odd, Raised
from grader.judge.carried import Carried, CarriedJudge, explains, is_explained, rejudged
from grader.judge.compare import is_right
from grader.marking import trial
from grader.sandbox.runs import Again, PartRun

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


def uses_lead_to_the_answers(subject: Subject) -> list[str]:
    """What is written on top of earlier parts gives the reference's answers while those are right; each way of using one
    earns credit on top of some wrong one. (A wrong one that makes all answers alike shows nothing.)"""
    found = []
    total = 0
    for part, key in subject.parts():
        if not part.builds_on:
            continue
        judge = CarriedJudge(subject.key)
        for route in part.builds_on:
            carried = judge.led(key, route, range(len(key.cases)), answering(subject, None))
            answers = in_order(carried)
            if carried is None or not all(map(is_right, key.cases, answers, [key.reading.kind] * len(key.cases))):
                found.append(f"{part.name}: {route.__name__} does not give the reference's answers")
            elif not explains(key, carried, [Outcome(answer) for answer in answers]):
                found.append(f"{part.name}: no two ordinary cases of the same shapes have different answers")
            wrongs = earlier_misconceptions(subject, key)
            credited = sum(is_credited(subject, judge, key, route, *wrong) for wrong in wrongs)
            total += credited
            if not credited:
                found.append(f"{part.name}: {route.__name__} is never credited for using a wrong earlier part rightly")
    subject.notes["uses_lead_to_the_answers"] = f"{total} right uses of wrong earlier parts"
    return found


def earlier_misconceptions(subject: Subject, key: PartKey) -> Iterator[tuple[str, Misconception]]:
    for part, _ in subject.parts():
        if part.name in key.builds_on:
            yield from ((part.name, wrong) for wrong in part.misconceptions)


def is_credited(
    subject: Subject, judge: CarriedJudge, key: PartKey, route: Through, name: str, misconception: Misconception
) -> bool:
    """Whether this way of using this wrong earlier part, called `name`, is recognised when it is gone rightly."""
    carried = judge.led(key, route, range(len(key.cases)), answering(subject, (name, misconception.function)))
    if carried is None:
        return False
    answers = in_order(carried)
    ordinary = [answer for case, answer in zip(key.cases, answers, strict=True) if case.tier == "values"]
    outcomes = [Outcome(answer) for answer in answers]
    if any(isinstance(answer, (Raised, Odd)) for answer in ordinary) or not is_explained(key, carried, outcomes, [name]):
        return False
    return rejudged(subject.judges[key.name], carried, outcomes, [name]).points > 0


def in_order(carried: Carried | None) -> list[Answer]:
    """The answers to all cases; empty where there are none."""
    return [carried.answers[position] for position in range(len(carried.answers))] if carried else []


def answering(subject: Subject, wrong: tuple[str, Function] | None) -> Again:
    """Lets the references answer, but for one wrong part."""
    functions = {part.name: part.function for part, _ in subject.parts()} | dict([wrong] if wrong else [])

    def again(plan: PartPlan) -> PartRun:
        return PartRun(plan.name, "answered", trial.attempt(functions[plan.name], plan))

    return again
