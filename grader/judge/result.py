"""The result document, schema 1: the one record that every renderer, the gradebook and `--json` share.

Field names and status words are a published contract (`report/result.schema.json`); change them only with the
schema number.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

CheckStatus = Literal["passed", "failed", "skipped"]
PartStatus = Literal[
    "passed", "failed", "not-attempted", "unreadable", "error", "timeout", "killed", "awaits-mark", "grader-error"
]
Status = Literal["passed", "failed", "not-attempted", "unreadable", "grader-error"]
Tier = Literal[
    "import",
    "signature",
    "runs",
    "shape and kind",
    "finite",
    "invariants",
    "values",
    "hard values",
    "errors",
    "untouched inputs",
]
TIERS: tuple[Tier, ...] = Tier.__args__  # type: ignore[attr-defined]


class Table(Struct, frozen=True, omit_defaults=True):
    """Evidence from a public case: the student's own numbers with named axes, as text cells.

    `head` names the columns, the first cell of a row names the row; `notes` are lines below.
    """

    caption: str
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


class Check(Struct, frozen=True, kw_only=True):
    """One property, checked. A hidden check's message names the property and nothing of the input."""

    name: str
    tier: Tier
    status: CheckStatus
    hidden: bool = False
    message: str = ""
    evidence: Table | None = None


class PartResult(Struct, frozen=True, kw_only=True):
    """One part's outcome. `output` is what the student printed in public cases, capped."""

    part: str
    status: PartStatus
    points: float
    max_points: float
    misconception: str | None = None
    message: str = ""
    hint: str | None = None
    output: str = ""
    checks: tuple[Check, ...] = ()


class Result(Struct, frozen=True, kw_only=True):
    """One submission's outcome in one exercise. `hidden_checks` is how many more the marked run makes."""

    schema: int = 1
    exercise: str
    title: str
    status: Status
    points: float
    max_points: float
    isolation: Literal["strict", "process"]
    key: str
    public_only: bool
    hidden_checks: int = 0
    warnings: tuple[str, ...] = ()
    parts: tuple[PartResult, ...] = ()


def overall(parts: tuple[PartResult, ...]) -> Status:
    """An exercise's status from its parts'. What waits for a mark but is worth nothing here decides nothing."""
    statuses = {part.status for part in parts if part.status != "awaits-mark" or part.max_points}
    if "grader-error" in statuses:
        return "grader-error"
    shared: tuple[Status, ...] = ("passed", "not-attempted", "unreadable")
    return next((status for status in shared if statuses == {status}), "failed")


def rounded(points: float) -> float:
    """Points as shown and stored: two decimals, never −0."""
    return round(points, 2) + 0.0
