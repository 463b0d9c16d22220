"""Carried errors: a part that rightly uses an own earlier part, which is wrong, is right as far as it goes.

The student's own earlier part is asked, in the sandbox, for its answers to the intermediate values that belong there;
the reference goes on from those answers, here. What comes out is what a right use of the wrong part gives, and the
outcome of the part is held against that. Only a full key brings the reference along.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

from grader.content.authoring import Exercise, Part, Through
from grader.content.calling import Outcome, PartPlan, perform
from grader.content.key import CaseKey, ExerciseKey, PartKey
from grader.content.through import Question, Walk
from grader.content.values import Answer, Array, Input, Odd, Raised, Several, Truth, Whole, unpack_whole
from grader.judge.compare import comparable, is_right, same
from grader.judge.result import Check, PartResult, Tier, rounded
from grader.judge.tiers import PartJudge
from grader.sandbox.runs import Again

MOST_ROUNDS = 100
LARGER = 10
"""Bits by which a student's whole number may exceed the square of the right one, before the reference refuses to go on."""
WIDER = 64
"""Times that a student's array may be as large as the right one."""
SMALL = 1000
"""Bytes of an answer that is always small enough."""
NO_WAY_ON = Odd("nothing that its caller could go on with")
ORDINARY = ("values", "related")
"""The tiers of cases whose outcomes must be explained; what the others answer only decides the points."""
tiers: dict[str, Tier] = {"values": "values", "hard": "hard values", "errors": "errors"}


class Carried(Struct, frozen=True):
    """What a right use of the student's own earlier parts answers, by the cases' positions; which parts were `asked`, and
    whether one of them changes its inputs in place (`touched`)."""

    answers: dict[int, Answer]
    touched: bool
    asked: frozenset[str]

    def __add__(self, more: Carried) -> Carried:
        return Carried(self.answers | more.answers, self.touched or more.touched, self.asked | more.asked)


class CarriedJudge:
    """Judges the parts of one exercise that build on others. Made when the first such case comes up."""

    def __init__(self, key: ExerciseKey) -> None:
        # Compiling imports much that nothing else here needs.
        from grader.content.compile import exercise_of

        self.exercise: Exercise = exercise_of(key.answers, Path(f"{key.id}.py"))
        self.keys = {part.name: part for part in key.parts}
        self.parts = {part.name: part for part in self.exercise.parts}

    def credited(self, judge: PartJudge, outcomes: Sequence[Outcome], wrong: Sequence[str], again: Again) -> PartResult | None:
        """The result of a part by a right use of one of the `wrong` earlier parts, if that is what it is."""
        best: PartResult | None = None
        for route in self.parts[judge.part.name].builds_on:
            carried = self.followed(judge.part, route, outcomes, wrong, again)
            if carried is None:
                continue
            result = rejudged(judge, carried, outcomes, wrong)
            if best is None or result.points > best.points:
                best = result
        return best

    def followed(
        self, part: PartKey, route: Through, outcomes: Sequence[Outcome], wrong: Sequence[str], again: Again
    ) -> Carried | None:
        """Where the route leads, if that explains the outcomes by one of the `wrong` parts."""
        ordinary = [position for position, case in enumerate(part.cases) if case.tier in ORDINARY]
        carried = self.led(part, route, ordinary, again)
        if carried is None or not is_explained(part, carried, outcomes, wrong):
            return None
        # The way of the other cases, which are large, is gone only where it matters.
        more = self.led(part, route, [position for position in range(len(part.cases)) if position not in ordinary], again)
        return carried + more if more else None

    def led(self, part: PartKey, route: Through, positions: Iterable[int], again: Again) -> Carried | None:
        """Where the route leads for these cases; None where an earlier part answers nothing that one could go on with."""
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            # Wrong parts overflow and divide by zero.
            warnings.simplefilter("ignore")
            return self.walked(part, {position: Walk(route, part.cases[position].call) for position in positions}, again)

    def walked(self, part: PartKey, walks: dict[int, Walk], again: Again) -> Carried | None:
        touched = False
        asked: set[str] = set()
        for _ in range(MOST_ROUNDS):
            waiting = [walk for walk in walks.values() if walk.question]
            if not waiting:
                answers = {position: walk.outcome(part.reading) for position, walk in walks.items()}
                return Carried(answers, touched, frozenset(asked))
            for name, askers in by_part(waiting):
                asked.add(name)
                known = self.keys[name]
                questions = [walk.question for walk in askers if walk.question]
                ran = again(PartPlan(name, known.reading, tuple(one.call for one in questions), seconds=known.seconds))
                if ran.ended != "answered":
                    return None
                touched = touched or any(outcome.changed for outcome in ran.outcomes)
                for walk, question, outcome in zip(askers, questions, ran.outcomes, strict=True):
                    walk.answer(outcome.answer if self.can_go_on(question, outcome.answer) else NO_WAY_ON)
        return None

    def can_go_on(self, question: Question, answer: Answer) -> bool:
        """Whether the reference may be handed this answer: an exception, or something as large as the right answer, so
        that nothing a student returns makes the judge work or allocate without end."""
        known: Part = self.parts[question.part]
        right, _ = perform(known.function, question.call, known.returns.reading)
        return isinstance(answer, Raised) or fits(answer, right) or (isinstance(right, Raised) and is_small(answer))


def fits(answer: Answer, right: Answer) -> bool:
    """Of the same kind and not much larger; the shape may be wrong, as that of values that were never projected is."""
    if isinstance(answer, Array) and isinstance(right, Array):
        axes = len(right.shape)
        return axes - 1 <= len(answer.shape) <= axes + 1 and math.prod(answer.shape) <= WIDER * math.prod(right.shape) + 16
    if isinstance(answer, Several) and isinstance(right, Several):
        return len(answer.items) == len(right.items) and all(map(fits, answer.items, right.items))
    if isinstance(answer, Whole) and isinstance(right, Whole):
        return unpack_whole(answer).bit_length() <= 2 * unpack_whole(right).bit_length() + LARGER
    return type(answer) is type(right)


def is_small(answer: Answer) -> bool:
    if isinstance(answer, Whole):
        return unpack_whole(answer).bit_length() <= LARGER
    arrays = answer.items if isinstance(answer, Several) else (answer,)
    return all(isinstance(one, Truth) or (isinstance(one, Array) and len(one.data) <= SMALL) for one in arrays)


def by_part(walks: Iterable[Walk]) -> Iterator[tuple[str, list[Walk]]]:
    groups: dict[str, list[Walk]] = {}
    for walk in walks:
        if walk.question:
            groups.setdefault(walk.question.part, []).append(walk)
    yield from groups.items()


def is_explained(part: PartKey, carried: Carried, outcomes: Sequence[Outcome], wrong: Sequence[str]) -> bool:
    """Whether the outcomes are what one of the `wrong` parts leads to."""
    return bool(carried.asked & set(wrong)) and explains(part, carried, outcomes)


def explains(part: PartKey, carried: Carried, outcomes: Sequence[Outcome]) -> bool:
    """Whether every ordinary outcome is what the wrong earlier part leads to, and follows from the inputs: outcomes that
    are all the same wherever the inputs have the same shapes show nothing."""
    alike: dict[object, list[Answer]] = {}
    for position, expected in carried.answers.items():
        case, outcome = part.cases[position], outcomes[position]
        if case.tier not in ORDINARY:
            continue
        if isinstance(expected, Odd) or not same(outcome.answer, expected, part.reading.kind):
            return False
        if comparable(outcome.answer, part.finite):
            alike.setdefault(tuple(map(form, case.call.args)), []).append(outcome.answer)
    kind = part.reading.kind
    return any(not same(one, group[0], kind) for group in alike.values() for one in group[1:])


def form(value: Input) -> object:
    return value.shape if isinstance(value, Array) else type(value).__name__


def rejudged(judge: PartJudge, carried: Carried, outcomes: Sequence[Outcome], wrong: Sequence[str]) -> PartResult:
    """The part's result with what its earlier part leads to in place of the right answers."""
    part = judge.part
    checks = [
        case_check(case, carried.answers[position], outcomes[position].answer, part)
        for tier in tiers
        for position, case in enumerate(part.cases)
        if case.tier == tier
    ]
    if judge.takes_arrays:
        untouched = judge.untouched(outcomes)
        excused = untouched.status == "failed" and carried.touched
        checks.append(Check(name=untouched.name, tier=untouched.tier, status="passed") if excused else untouched)
    failed = [check for check in checks if check.status == "failed"]
    names = " and ".join(name for name in part.builds_on if name in wrong and name in carried.asked)
    used = f"{part.name} rightly uses your own {names}"
    credit = "it is credited in full" if not failed else "it is credited for what it does with that"
    message = f"Carried error: {used}, which is not right yet; {credit}."
    return PartResult(
        part=part.name,
        status="failed" if failed else "passed",
        points=rounded(judge.points(checks)),
        max_points=rounded(part.points),
        message="\n".join([*(check.message for check in failed[:1]), message]),
        output="".join(outcome.printed for case, outcome in zip(part.cases, outcomes, strict=True) if not case.hidden),
        checks=tuple(checks),
    )


def case_check(case: CaseKey, expected: Answer, got: Answer, part: PartKey) -> Check:
    """One case, right by itself or by what its earlier part leads to."""
    kind = part.reading.kind
    # Where the way leads to the ValueError that is asked for, no other will do; where it leads nowhere, nothing will.
    settled = expected == NO_WAY_ON or (case.tier == "errors" and isinstance(expected, Raised) and expected.value_error)
    right = is_right(case, got, kind) or (not settled and same(got, expected, kind))
    message = "" if right else f"Not what your own earlier part leads to: {case.name}"
    status = "passed" if right else "failed"
    return Check(name=case.name, tier=tiers[case.tier], status=status, hidden=case.hidden, message=message)  # type: ignore[arg-type]
