"""What judges of all kinds have in common: they know a key, and can tell a result where there is nothing to judge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from grader.content.key import Entry
from grader.intake.source import Source
from grader.judge.result import PartResult, PartStatus, Result, Table, overall, rounded
from grader.sandbox import Sandbox
from grader.sandbox.runs import Limits


class Titled(Protocol):
    """What a judge needs of a key, of whatever kind."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def stub(self) -> str: ...
    @property
    def public(self) -> bool: ...


class Judge:
    """Judges one exercise, quiz or task, for any number of submissions.

    `shares` are its parts and what each is worth; `hidden_checks` is how many more the marked run makes.
    """

    def __init__(self, entry: Entry, key: Titled, shares: Sequence[tuple[str, float]], hidden_checks: int = 0) -> None:
        self.address = entry.address
        self.titled = key
        self.shares = tuple(shares)
        self.hidden_checks = hidden_checks

    @property
    def max_points(self) -> float:
        return rounded(sum(points for _, points in self.shares))

    def attempt(self, source: Source, sandbox: Sandbox, limits: Limits) -> tuple[Result, bool]:
        """The result of a submission, and whether a clock ran out in it while others had the processor.

        Raises `SandboxFault`; whatever else it raises is taken for a fault of ours.
        """
        raise NotImplementedError

    def unreadable(self, sentence: str, isolation: str, warnings: Sequence[str] = (), evidence: Table | None = None) -> Result:
        """The result of a submission of which nothing could be read, for the reason in `sentence`."""
        return self.result(self.all_parts("unreadable", sentence), isolation, warnings)

    def not_handed_in(self, sentence: str, isolation: str) -> Result:
        """The result of a student of whom there is no file."""
        return self.result(self.all_parts("not-attempted", sentence), isolation, ())

    def untouched(self, isolation: str) -> Result:
        """The result of the pristine stub: known without looking at it."""
        return self.not_handed_in("it is still as it was given out", isolation)

    def our_fault(self, sentence: str, isolation: str) -> Result:
        """The result where the grader failed: nothing is said of the work, and no point of it counts as lost."""
        parts = tuple(
            PartResult(part=part, status="grader-error", points=0.0, max_points=0.0, message=sentence)
            for part, _ in self.shares
        )
        return self.result(parts, isolation, ())

    def all_parts(self, status: PartStatus, sentence: str) -> tuple[PartResult, ...]:
        """Every part alike, without points."""
        return tuple(
            PartResult(part=part, status=status, points=0.0, max_points=rounded(points), message=sentence)
            for part, points in self.shares
        )

    def result(self, parts: tuple[PartResult, ...], isolation: str, warnings: Sequence[str]) -> Result:
        return Result(
            exercise=self.titled.id,
            title=self.titled.title,
            status=overall(parts),
            points=rounded(sum(part.points for part in parts)),
            max_points=rounded(sum(part.max_points for part in parts)),
            isolation="strict" if isolation == "strict" else "process",
            key=self.address,
            public_only=self.titled.public,
            hidden_checks=self.hidden_checks,
            warnings=tuple(warnings),
            parts=parts,
        )
