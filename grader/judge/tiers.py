"""From what one part did to its result: tier by tier, the first failing one is told.

The gates (from "import" to "invariants") earn nothing and stop everything behind them; then ordinary values,
hard values, and errors with untouched inputs share the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.content.calling import Outcome
from grader.content.key import CaseKey, MisconceptionKey, PartKey
from grader.content.values import Answer, Array, Odd, Raised, arrays_of
from grader.intake.source import Source
from grader.judge import evidence
from grader.judge.compare import Batch, is_right, is_single
from grader.judge.diagnosis import diagnose
from grader.judge.gates import BUILT_IN, Gate, Gates, Problem
from grader.judge.laws import SINGLE_LAWS, Seen
from grader.judge.memory import Memory, essence
from grader.judge.result import Check, CheckStatus, PartResult, PartStatus, Table, Tier, rounded

SHARES = {"values": 0.6, "hard": 0.2, "others": 0.2}
"""Of a part's points; a missing kind's share goes to the others in proportion."""

LATE = Odd("nothing in time")
"""What a hard call answers that had to be stopped."""


class PartJudge:
    """Judges one part, for any number of submissions."""

    def __init__(self, part: PartKey) -> None:
        self.part = part
        self.gates = Gates(part)
        self.by_tier = self.gates.by_tier
        self.whole = None if part.judged_by_laws else Batch(part.cases)
        self.takes_arrays = any(isinstance(value, Array) for case in part.cases for value in case.call.args)
        self.deciding = [law for law in part.laws if law.decides]
        self.passed: Memory[PartResult] = Memory()
        self.explained: Memory[tuple[MisconceptionKey | None]] = Memory()

    def judge(self, outcomes: Sequence[Outcome], source: Source) -> PartResult:
        """The result of a part that answered all its calls."""
        before = essence(outcomes)
        known = self.passed.get(before)
        if known is None:
            known = self.judged(outcomes, source)
            # The result of a part that failed also quotes the source, and tells an exception in its own words.
            if known.status == "passed" and not known.output:
                self.passed.keep(before, known)
        return known

    def judged(self, outcomes: Sequence[Outcome], source: Source) -> PartResult:
        """As `judge`, whatever was judged before."""
        if self.unfilled(outcomes):
            return self.result("not-attempted", 0.0, f"{self.part.name}() still raises NotImplementedError", ())
        answers = [outcome.answer for outcome in outcomes]
        # A right submission is recognised by one comparison; what its gates would find is then known.
        sound = self.whole is not None and self.whole.all_agree(answers) and self.part.reading.kind in ("array", "arrays")
        checks: list[Check] = []
        for gate in self.gates.each(outcomes, source, sound):
            checks.append(gate_check(gate))
            if gate.problem:
                return self.stopped(checks, gate, outcomes)
        checks += self.values(outcomes, sound)
        if any(check.status == "failed" for check in checks):
            checks += self.rest_skipped()
            return self.graded(checks, outcomes)
        checks += self.hard(outcomes, sound, source)
        checks += self.errors(outcomes, source)
        if self.takes_arrays:
            checks.append(self.untouched(outcomes))
        return self.graded(checks, outcomes)

    def unfilled(self, outcomes: Sequence[Outcome]) -> bool:
        answers = [outcomes[position].answer for position in self.by_tier["values"]]
        return bool(answers) and all(isinstance(one, Raised) and one.name == "NotImplementedError" for one in answers)

    def values(self, outcomes: Sequence[Outcome], sound: bool) -> Iterator[Check]:
        if self.part.judged_by_laws:
            yield from self.decided(outcomes)
            return
        for position in self.by_tier["values"]:
            case, answer = self.part.cases[position], outcomes[position].answer
            if sound or is_right(case, answer, self.part.reading.kind):
                yield check(case, "values", None)
            elif case.hidden:
                yield check(case, "values", Problem(f"a value is wrong in the hidden case “{case.name}”", True))
            else:
                shown = evidence.of_values(self.part, case, answer)
                yield check(case, "values", Problem(f"a value is wrong in the case “{case.name}”", False, shown))

    def decided(self, outcomes: Sequence[Outcome]) -> Iterator[Check]:
        failed = False
        for law in self.deciding:
            problem = None if failed else self.gates.law(law, outcomes)
            status: CheckStatus = "skipped" if failed else "failed" if problem else "passed"
            failed = failed or problem is not None
            told = problem or Problem("")
            yield Check(
                name=law.says,
                tier="values",
                status=status,
                hidden=law.hidden or told.hidden,
                message=told.message,
                evidence=told.evidence,
            )

    def hard(self, outcomes: Sequence[Outcome], sound: bool, source: Source) -> Iterator[Check]:
        for position in self.by_tier["hard"]:
            case, answer = self.part.cases[position], outcomes[position].answer
            if sound or (is_right(case, answer, self.part.reading.kind) and self.lawful(case, answer)):
                yield check(case, "hard values", None)
                continue
            if answer == LATE:
                yield check(case, "hard values", Problem(f"takes too long on a hard case: {case.name}", case.hidden))
                continue
            shown = None if case.hidden else self.hard_evidence(case, answer, source)
            yield check(case, "hard values", Problem(f"goes wrong on a hard case: {case.name}", case.hidden, shown))

    def lawful(self, case: CaseKey, answer: Answer) -> bool:
        """A float32 answer to a large case is compared loosely, so its invariants are held against it too."""
        if not (case.large and any(map(is_single, arrays_of(answer)))):
            return True
        laws = [law for law in self.gates.laws if law.law in SINGLE_LAWS]
        return all(SINGLE_LAWS[law.law]([Seen(case, answer)], law.params) is None for law in laws)

    def hard_evidence(self, case: CaseKey, answer: Answer, source: Source) -> Table | None:
        if isinstance(answer, Raised):
            where = (source.quoted(answer.line),) if answer.line else ()
            return Table(f"case “{case.name}”: {answer.name}: {answer.message}", notes=where)
        if isinstance(answer, Odd):
            return Table(f"case “{case.name}”: returned {answer.what}")
        problem = self.gates.wrong_shape(case, answer)
        return Table(problem.message) if problem else evidence.of_values(self.part, case, answer)

    def errors(self, outcomes: Sequence[Outcome], source: Source) -> Iterator[Check]:
        for position in self.by_tier["errors"]:
            case, answer = self.part.cases[position], outcomes[position].answer
            if is_right(case, answer, self.part.reading.kind):
                yield check(case, "errors", None)
            elif isinstance(answer, Raised):
                what = answer.name if not case.hidden or answer.name in BUILT_IN else "another exception"
                yield check(
                    case, "errors", Problem(f"a ValueError is asked for, but {what} was raised ({case.name})", case.hidden)
                )
            else:
                yield check(
                    case, "errors", Problem(f"a ValueError is asked for, but nothing was raised ({case.name})", case.hidden)
                )

    def untouched(self, outcomes: Sequence[Outcome]) -> Check:
        touched = [
            position
            for tier in ("values", "related", "hard", "errors")
            for position in self.by_tier[tier]
            if outcomes[position].changed
        ]
        if not touched:
            return Check(name="leaves its inputs as they were", tier="untouched inputs", status="passed")
        hidden = all(self.part.cases[position].hidden for position in touched)
        names = evidence.parameter_names(self.part)
        changed = outcomes[touched[0]].changed[0]
        name = names[changed] if changed < len(names) else "its input"
        return Check(
            name="leaves its inputs as they were",
            tier="untouched inputs",
            status="failed",
            hidden=hidden,
            message=f"{self.part.name} changes {name} in place: whoever calls it finds other numbers there afterwards. "
            "Work on a copy.",
        )

    def rest_skipped(self) -> list[Check]:
        """The checks behind a failed tier, so that every result lists them all."""
        skipped = [skipped_check(self.part.cases[one], "hard values") for one in self.by_tier["hard"]]
        skipped += [skipped_check(self.part.cases[one], "errors") for one in self.by_tier["errors"]]
        if self.takes_arrays:
            skipped.append(Check(name="leaves its inputs as they were", tier="untouched inputs", status="skipped"))
        return skipped

    def stopped(self, checks: list[Check], gate: Gate, outcomes: Sequence[Outcome]) -> PartResult:
        for later in list(self.gates.each(outcomes, Source("", ""), True))[len(checks) :]:
            checks.append(Check(name=later.name, tier=later.tier, status="skipped", hidden=later.hidden))
        if self.part.judged_by_laws:
            checks += [Check(name=law.says, tier="values", status="skipped", hidden=law.hidden) for law in self.deciding]
        else:
            checks += [skipped_check(self.part.cases[one], "values") for one in self.by_tier["values"]]
        return self.graded(checks + self.rest_skipped(), outcomes, "error" if gate.tier == "runs" else "failed")

    def graded(self, checks: list[Check], outcomes: Sequence[Outcome], failing: PartStatus = "failed") -> PartResult:
        failed = [one for one in checks if one.status == "failed"]
        output = "".join(outcome.printed for case, outcome in zip(self.part.cases, outcomes, strict=True) if not case.hidden)
        if not failed:
            return self.result("passed", self.part.points, "", tuple(checks), output)
        # What can be shown is told first.
        first_tier = [one for one in failed if one.tier == failed[0].tier]
        told = next((one for one in first_tier if not one.hidden), first_tier[0])
        wrong = self.explanation(outcomes)
        return self.result(
            failing,
            self.points(checks),
            told.message,
            tuple(checks),
            output,
            wrong.id if wrong else None,
            wrong.says if wrong else "",
            wrong.hint if wrong else None,
        )

    def explanation(self, outcomes: Sequence[Outcome]) -> MisconceptionKey | None:
        """As `diagnosed`, which of all that is judged takes longest."""
        before = essence(outcomes)
        known = self.explained.get(before)
        if known is None:
            known = (self.diagnosed(outcomes),)
            self.explained.keep(before, known)
        return known[0]

    def diagnosed(self, outcomes: Sequence[Outcome]) -> MisconceptionKey | None:
        return diagnose(self.part, outcomes)

    def points(self, checks: list[Check]) -> float:
        """The share of the part's points that these checks earn."""
        groups = {
            "values": [one for one in checks if one.tier == "values"],
            "hard": [one for one in checks if one.tier == "hard values"],
            "others": [one for one in checks if one.tier in ("errors", "untouched inputs")],
        }
        if any(one.status != "passed" for one in groups["values"]) or any(one.status == "skipped" for one in checks):
            return 0.0
        present = {kind: found for kind, found in groups.items() if found}
        earned = sum(
            SHARES[kind] * sum(one.status == "passed" for one in found) / len(found) for kind, found in present.items()
        )
        return self.part.points * earned / sum(SHARES[kind] for kind in present)

    def result(
        self,
        status: PartStatus,
        points: float,
        message: str,
        checks: tuple[Check, ...],
        output: str = "",
        misconception: str | None = None,
        says: str = "",
        hint: str | None = None,
    ) -> PartResult:
        # A line of the message is a sentence of ours; an exception's own text may have several.
        message = " ".join(message.split("\n"))
        told = message if message.startswith(f"{self.part.name} ") else capital(message)
        sentences = [sentence for sentence in (told, says) if sentence]
        return PartResult(
            part=self.part.name,
            status=status,
            points=rounded(points),
            max_points=rounded(self.part.points),
            misconception=misconception,
            message="\n".join(sentences),
            hint=hint,
            output=output,
            checks=checks,
        )


def capital(sentence: str) -> str:
    return (
        sentence[:1].upper() + sentence[1:]
        if sentence[:1].islower() and " " in sentence and "_" not in sentence.split(" ")[0]
        else sentence
    )


def check(case: CaseKey, tier: Tier, problem: Problem | None) -> Check:
    if problem is None:
        return Check(name=case.name, tier=tier, status="passed", hidden=case.hidden)
    return Check(
        name=case.name, tier=tier, status="failed", hidden=case.hidden, message=problem.message, evidence=problem.evidence
    )


def skipped_check(case: CaseKey, tier: Tier) -> Check:
    return Check(name=case.name, tier=tier, status="skipped", hidden=case.hidden)


def gate_check(gate: Gate) -> Check:
    if gate.problem is None:
        return Check(name=gate.name, tier=gate.tier, status="passed", hidden=gate.hidden)
    return Check(
        name=gate.name,
        tier=gate.tier,
        status="failed",
        hidden=gate.hidden or gate.problem.hidden,
        message=gate.problem.message,
        evidence=gate.problem.evidence,
    )
