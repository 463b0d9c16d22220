"""The gates of a part: what must hold before any value is looked at.

Each gate looks at all ordinary calls, public ones first, so that what can be shown is what is told.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from grader.content.calling import Outcome
from grader.content.key import CaseKey, LawKey, PartKey
from grader.content.values import Answer, Array, Odd, Raised, Several, arrays_of
from grader.intake.source import Source
from grader.judge import evidence
from grader.judge.compare import floats
from grader.judge.laws import LAWS, SINGLE_LAWS, Breach, Seen
from grader.judge.order import told_order
from grader.judge.result import Table, Tier
from grader.judge.statistics import DRAW_LAWS

BUILT_IN = {name for name, value in vars(builtins).items() if isinstance(value, type)} | {"LinAlgError"}
"""Exception names that may be told of a hidden case: a class of the student's own could carry its input."""


class Problem(Struct, frozen=True):
    """Why a check failed; `hidden` where only hidden cases show it."""

    message: str
    hidden: bool = False
    evidence: Table | None = None


class Gate(Struct, frozen=True):
    tier: Tier
    name: str
    problem: Problem | None
    hidden: bool = False


class Gates:
    """The gates of one part."""

    def __init__(self, part: PartKey) -> None:
        self.part = part
        order = sorted(range(len(part.cases)), key=lambda position: part.cases[position].hidden)
        self.by_tier = {
            tier: [position for position in order if part.cases[position].tier == tier]
            for tier in ("values", "hard", "errors", "related")
        }
        self.ordinary = sorted(self.by_tier["values"] + self.by_tier["related"], key=order.index)
        self.laws = [law for law in part.laws if not law.decides]

    def each(self, outcomes: Sequence[Outcome], source: Source, sound: bool) -> Iterator[Gate]:
        """Every gate in order. `sound`: all answers are known to agree with the reference, so nothing can be found."""
        part = self.part
        yield Gate("import", "the file loads", None)
        yield Gate("signature", f"can be called as {part.signature}", None if sound else self.signature(outcomes))
        yield Gate("runs", "runs without an error", None if sound else self.runs(outcomes, source))
        yield Gate("shape and kind", shape_name(part), None if sound else self.shape(outcomes))
        if part.reading.kind in ("array", "arrays"):
            name = "every number is finite" if part.finite else "no entry is NaN"
            yield Gate("finite", name, None if sound else self.finite(outcomes))
        for law in self.laws:
            yield Gate("invariants", law.says, None if sound else self.law(law, outcomes), law.hidden)

    def cases(self, outcomes: Sequence[Outcome]) -> Iterator[tuple[CaseKey, Answer]]:
        for position in self.ordinary:
            yield self.part.cases[position], outcomes[position].answer

    def signature(self, outcomes: Sequence[Outcome]) -> Problem | None:
        for case, answer in self.cases(outcomes):
            if isinstance(answer, Raised) and answer.by_signature:
                said = "" if case.hidden else f": {answer.message}"
                return Problem(f"{self.part.name} can't be called as {evidence.call_text(self.part, case)}{said}", case.hidden)
        return None

    def runs(self, outcomes: Sequence[Outcome], source: Source) -> Problem | None:
        for case, answer in self.cases(outcomes):
            if isinstance(answer, Raised):
                return raised_problem(self.part, case, answer, source)
        return None

    def shape(self, outcomes: Sequence[Outcome]) -> Problem | None:
        for case, answer in self.cases(outcomes):
            if isinstance(answer, Odd):
                what = answer.what if not case.hidden else shape_name(self.part).replace("returns", "something else than")
                return Problem(f"{self.part.name} returned {what}", case.hidden)
            problem = self.wrong_shape(case, answer)
            if problem:
                order = told_order(self.part, outcomes, self.by_tier["values"])
                return replace(problem, message=f"{problem.message}; {order}") if order else problem
        return None

    def wrong_shape(self, case: CaseKey, answer: Answer) -> Problem | None:
        wanted = case.expected
        if self.part.reading.kind not in ("array", "arrays") or not isinstance(answer, (Array, Several)):
            return None
        if isinstance(answer, Several) and len(answer.items) != self.part.reading.count:
            number = "one array" if len(answer.items) == 1 else f"{len(answer.items)} arrays"
            names = f" ({', '.join(self.part.names)})" if self.part.names else ""
            return Problem(f"{self.part.name} returned {number}, not {self.part.reading.count}{names}", case.hidden)
        if any(one.dtype == "|b1" for one in arrays_of(answer)):
            return Problem(f"{self.part.name} returned truth values, not numbers", case.hidden)
        if isinstance(answer, Several) and isinstance(wanted, Several):
            pairs = [
                (*both, f"{evidence.name_of(self.part, item)}: ")
                for item, both in enumerate(zip(answer.items, wanted.items, self.part.axes, strict=True))
            ]
        elif isinstance(answer, Array):
            shape = case.shape if not isinstance(wanted, Array) else wanted.shape
            pairs = [(answer, Array("|b1", shape, b""), self.part.axes[0], "")] if shape is not None else []
        else:
            return None
        for got, expected, axes, name in pairs:
            if got.shape != expected.shape:
                if case.hidden:
                    return Problem(f"{name}the shape is not always {', '.join(axes) or 'a single number'}", True)
                turned = "; this is the transpose" if len(axes) == 2 and got.shape == expected.shape[::-1] else ""
                wanted_shape = evidence.shape_text(expected.shape, axes) if expected.shape else "() = a single number"
                return Problem(f"{name}got shape {got.shape}, expected {wanted_shape}{turned} (case “{case.name}”)")
        return None

    def finite(self, outcomes: Sequence[Outcome]) -> Problem | None:
        for case, answer in self.cases(outcomes):
            for item, array in enumerate(arrays_of(answer)):
                numbers = floats(array)
                wrong = ~np.isfinite(numbers) if self.part.finite else np.isnan(numbers)
                if not wrong.any():
                    continue
                what = "not finite (NaN or infinite)" if self.part.finite else "NaN"
                message = f"{int(wrong.sum())} of {wrong.size} entries {'is' if wrong.sum() == 1 else 'are'} {what}"
                if case.hidden:
                    return Problem(f"some entries are {what}", True)
                breach = Breach(Seen(case, answer), "", wrong, item=item)
                return Problem(message, False, evidence.of_breach(self.part, breach))
        return None

    def law(self, law: LawKey, outcomes: Sequence[Outcome]) -> Problem | None:
        judged = DRAW_LAWS.get(law.law) or LAWS[law.law]
        positions: Sequence[int] = law.cases
        if law.law in SINGLE_LAWS:
            positions = sorted(positions, key=lambda position: self.part.cases[position].hidden)
        seen = [Seen(self.part.cases[one], outcomes[one].answer, outcomes[one].moved_random) for one in positions]
        breach = judged(seen, law.params) if seen else None
        if breach is None:
            return None
        message = f"does not hold: {law.says}"
        if breach.seen.case.hidden:
            return Problem(message, True)
        # A law that decides stands where a value would be compared, so its finding belongs into the sentence.
        if law.decides:
            return Problem(f"{message} ({breach.says})", False, evidence.of_breach(self.part, replace(breach, says="")))
        return Problem(message, False, evidence.of_breach(self.part, breach))


def shape_name(part: PartKey) -> str:
    """What the part returns, in words."""
    kind = part.reading.kind
    if kind == "array":
        return f"returns shape ({', '.join(part.axes[0])})" if part.axes[0] else "returns a number"
    return {
        "arrays": f"returns {part.reading.count} arrays",
        "whole": "returns an integer",
        "truth": "returns True or False",
        "pairs": "returns a collection of pairs (i, j)",
        "pair": "returns one pair (i, j)",
        "steps": "returns a list of steps (rule, equation)",
    }[kind]


def raised_problem(part: PartKey, case: CaseKey, answer: Raised, source: Source) -> Problem:
    """An exception, told with its class, its message and the student's own line; of a hidden case only the class."""
    if case.hidden:
        name = answer.name if answer.name in BUILT_IN else "an exception of its own"
        return Problem(f"{part.name} stops with {name} in the hidden case “{case.name}”", True)
    lines = [f"case “{case.name}”: {evidence.call_text(part, case)}"]
    if answer.line:
        lines.append(source.quoted(answer.line))
    return Problem(f"{part.name} stops with {answer.name}: {answer.message}", False, Table(lines[0], notes=tuple(lines[1:])))
