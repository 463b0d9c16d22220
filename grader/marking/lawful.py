"""Rules of `grade verify` on laws: they can be judged, the reference keeps them, and something breaks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.content.authoring import Part
from grader.content.key import PartKey
from grader.intake.source import Source
from grader.marking import trial
from grader.marking.mutants import spoiled

if TYPE_CHECKING:
    from grader.marking.verify import Subject


def laws_that_stumble(subject: Subject) -> list[str]:
    """The laws that can't look at the reference's own answers, those of misconceptions included: what they are given has the
    form that `content/vocabulary.py` asks for, but not one that fits the cases."""
    found = []
    for part, key in subject.parts():
        gates = subject.judges[part.name].gates
        for law in (*key.laws, *(law for wrong in key.misconceptions for law in wrong.laws)):
            try:
                gates.law(law, subject.outcomes[part.name])
            except Exception as problem:
                params = ", ".join(map(repr, law.params)) or "none"
                found.append(
                    f"{part.name}: the law “{law.says}” ({law.law}) stumbles over the reference's own answers: what the part "
                    f"returns, its cases or its params ({params}) are not what it takes ({type(problem).__name__}: {problem})"
                )
    return found


def laws_hold(subject: Subject) -> list[str]:
    """The reference keeps each law; the judge, which knows a right answer by its values, does not ask."""
    return [
        f"{part.name}: the reference itself breaks “{law.says}” ({law.law})"
        for part, key in subject.parts()
        for law in key.laws
        if not part.judged_by_laws and subject.judges[part.name].gates.law(law, subject.outcomes[part.name])
    ]


def laws_are_broken(subject: Subject) -> list[str]:
    """Each law, which the reference keeps, is broken by some misconception or mutant."""
    complaints = []
    for part, key in subject.parts():
        broken = {
            check.name
            for result in [*subject.wrong[part.name], *(result for _, result in subject.mutants[part.name])]
            for check in result.checks
            if check.status == "failed"
        }
        for law in key.laws:
            if not part.judged_by_laws and law.says not in broken and not breaks_alone(subject, part, key, law.says):
                complaints.append(f"{part.name}: nothing breaks “{law.says}”")
    return complaints


def breaks_alone(subject: Subject, part: Part, key: PartKey, says: str) -> bool:
    """Whether a variant breaks a law that another check hides by failing first."""
    gates = subject.judges[part.name].gates
    law = next(one for one in key.laws if one.says == says)
    for function in (*(wrong.function for wrong in part.misconceptions), *spoiled(part.function)):
        outcomes = trial.attempt(function, key.plan())
        if gates.runs(outcomes, Source("", "")) or gates.shape(outcomes) or gates.finite(outcomes):
            continue
        if gates.law(law, outcomes):
            return True
    return False
