"""A small class for the tests of targets: who they are, and what they have."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from grader.judge.result import Check, PartResult, Result, Table
from grader.marking.identities import Identity
from grader.report.targets.model import TOTAL, Graded, Score, Wanted

NOTHING = Wanted(partial=False)
THIRD = Wanted(("exercise3",), {"exercise3": "Softmax weights"})


def person(number: int, name: str, lms: str = "canvas", **more: object) -> Identity:
    """Somebody of whom everything is known."""
    known: dict[str, object] = {
        "name": name,
        "layout": lms,
        "lms_user_id": str(100 + number),
        "login": f"login{number}",
        "email": f"mail{number}@uni.example",
        "sis_id": f"S{number}",
        "lms_ids": {lms: str(100 + number)},
    }
    return Identity(f"s{number}", **(known | more))  # type: ignore[arg-type]


def has(who: Identity, total: float | None = None, exercise3: float = 0.0, **more: bool) -> Graded:
    scores = {TOTAL: Score(total, 100.0, **more), "exercise3": Score(exercise3, 10.0, **more)}
    return Graded(who, scores, {"exercise3": result(exercise3)})


def result(points: float, **more: object) -> Result:
    checks = (
        Check(name="the file loads", tier="import", status="passed"),
        Check(
            name="rows add up to 1",
            tier="invariants",
            status="failed",
            message="does not hold: rows add up to 1",
            evidence=Table("your numbers", ("", "k0"), (("q0", "0.5"),), ("1 row does not",)),
        ),
        Check(name="large scores", tier="hard values", status="failed", hidden=True, message="large scores: not finite"),
    )
    parts = (
        PartResult(part="softmax_weights", status="failed", points=points, max_points=5.0, message="rows", checks=checks),
        PartResult(part="attention_weights", status="not-attempted", points=0.0, max_points=5.0, message="not started"),
    )
    fields: dict[str, object] = {
        "exercise": "exercise3",
        "title": "Softmax weights",
        "status": "failed",
        "points": points,
        "max_points": 10.0,
        "isolation": "strict",
        "key": "sha256:0",
        "public_only": False,
        "parts": parts,
    }
    return Result(**(fields | more))  # type: ignore[arg-type]


def table(data: bytes, encoding: str = "utf-8-sig", delimiter: str = ",") -> list[dict[str, str]]:
    """A file as the standard library's reader sees it."""
    return list(csv.DictReader(io.StringIO(data.decode(encoding), newline=""), delimiter=delimiter))


def lines(*rows: str, end: str = "\r\n") -> bytes:
    return "".join(row + end for row in rows).encode()


def column(rows: list[dict[str, str]], key: str, value: str) -> Mapping[str, str]:
    return {row[key]: row[value] for row in rows}
