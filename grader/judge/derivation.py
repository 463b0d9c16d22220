"""Judging a derivation: one check a step, and one for each goal that the steps are to reach.

The symbolic room says what is right; here it becomes checks, points and a diagnosis. It is loaded when the first
derivation is judged, so that grading anything else does not pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from grader.content.calling import Outcome
from grader.content.key import MisconceptionKey, PartKey
from grader.content.values import Steps
from grader.judge.result import Check, Table
from grader.judge.tiers import PartJudge

if TYPE_CHECKING:
    from grader.symbolic import Derivation

GOALS = "the steps lead all the way"
LONGEST_SHOWN = 60


def part_judge(part: PartKey) -> PartJudge:
    """The judge for a part, by what it returns."""
    return StepsJudge(part) if part.reading.kind == "steps" else PartJudge(part)


@lru_cache(maxsize=256)
def checked(steps: tuple[tuple[str, str], ...]) -> Derivation:
    """What the symbolic room says of a derivation: kept, for values and diagnosis both ask."""
    from grader.symbolic import check_derivation

    return check_derivation(steps)


class StepsJudge(PartJudge):
    """Judges a part that returns a derivation. Its one ordinary case stands for the call; there is nothing to compare with."""

    def derivation(self, outcomes: Sequence[Outcome]) -> Derivation | None:
        answer = outcomes[self.by_tier["values"][0]].answer
        return checked(answer.steps) if isinstance(answer, Steps) else None

    def decided(self, outcomes: Sequence[Outcome]) -> Iterator[Check]:
        found = self.derivation(outcomes)
        for number, step in enumerate(found.steps if found else (), 1):
            name = f"step {number}: {shortened(step.rule)}"
            if step.verdict == "correct":
                yield Check(name=name, tier="values", status="passed")
                continue
            evidence = Table(f"step {number}, {shortened(step.rule)}", notes=(shortened(step.equation),))
            message = f"Step {number}: {step.message}"
            yield Check(name=name, tier="values", status="failed", message=message, evidence=evidence)
        gaps = found.gaps if found else ("There are no steps.",)
        yield Check(name=GOALS, tier="values", status="failed" if gaps else "passed", message=" ".join(gaps))

    def diagnosed(self, outcomes: Sequence[Outcome]) -> MisconceptionKey | None:
        """The misconception that some step shows, where no other step shows another."""
        found = self.derivation(outcomes)
        shown = {step.misconception for step in found.steps if step.misconception} if found else set()
        if len(shown) != 1:
            return None
        return next((wrong for wrong in self.part.misconceptions if wrong.id in shown), None)

    def points(self, checks: list[Check]) -> float:
        """A share for each correct step, as far as the steps reach. Nothing where the part never came to its steps."""
        steps = [check for check in checks if check.tier == "values" and check.name != GOALS]
        if any(check.status == "failed" for check in checks if check.tier != "values") or not steps:
            return 0.0
        return self.part.points * self.reached(checks) * sum(check.status == "passed" for check in steps) / len(steps)

    def reached(self, checks: list[Check]) -> float:
        """The share of the goals that the steps reach: each gap is told in a sentence of its own."""
        goal = next(check for check in checks if check.name == GOALS)
        return 1.0 if goal.status == "passed" else 0.5 if goal.message.count("is not connected to") == 1 else 0.0


def shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"
