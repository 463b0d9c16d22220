"""Gradescope's results.json: a test a part, with points, and the screen's own text as its output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grader.judge.result import PartResult, Result, rounded
from grader.report.page import Page, clean, one_line
from grader.report.targets.model import CannotExport, Graded, Placed, Wanted, Written, decimal
from grader.report.terminal import part_lines

PAGE = Page(100)


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is not None:
        raise CannotExport("Gradescope's results follow no template: leave --template out")
    if len(graded) != 1:
        raise CannotExport(
            f"a results.json is of one student, and the gradebook has {len(graded)}: choose one with --student ID"
        )
    one = graded[0]
    made = document([one.marked(exercise) for exercise in one.results])
    return Written(encoded(made), (Placed(one.person.student, None, {}),))


def encoded(document: Mapping[str, Any]) -> bytes:
    """As JSON, in which NaN and infinities do not exist: they would become null."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def document(results: Sequence[Result], hidden: str = "visible", notes: Iterable[str] = ()) -> dict[str, Any]:
    """The results of one submission. `hidden` is when students see how the hidden checks went, in words; the points tell of
    them at once. A part that we failed on has no score, so that it costs nothing."""
    tests: list[dict[str, Any]] = []
    for number, result in enumerate(results, 1):
        tests += [part_test(result, part, f"{number}.{place}", hidden) for place, part in enumerate(result.parts, 1)]
        tests += hidden_test(result, f"{number}.{len(result.parts) + 1}", hidden)
    lines = [*notes, *overview(results)]
    made: dict[str, Any] = {"output": "\n".join(lines), "output_format": "text", "tests": tests}
    if not any("score" in test for test in tests):
        # Gradescope takes no document without any score.
        made["score"] = 0
    return made | {
        "extra_data": {"results": [{"exercise": one.exercise, "key": one.key, "points": one.points} for one in results]}
    }


def overview(results: Sequence[Result]) -> list[str]:
    lines = []
    for result in results:
        standing = {"not-attempted": "not started", "grader-error": "not graded, which is our fault"}.get(result.status)
        points = f"{decimal(result.points)} of {decimal(result.max_points)} points"
        lines.append(f"{result.exercise}  {clean(result.title)}: {standing or points}")
        lines += [f"  note: {one_line(warning)}" for warning in result.warnings]
    return lines


def part_test(result: Result, part: PartResult, number: str, hidden: str) -> dict[str, Any]:
    shown = part if hidden == "visible" else replace(part, checks=tuple(one for one in part.checks if not one.hidden))
    test: dict[str, Any] = {
        "name": f"{result.exercise}: {part.part}",
        "number": number,
        "output": "\n".join(part_lines(shown, PAGE, None, explain=False)),
        "output_format": "text",
        "tags": [result.exercise],
    }
    if part.status == "grader-error":
        return test | {"name": f"{test['name']} (not graded: our fault, which costs nothing)"}
    if part.status == "awaits-mark":
        return test | {"name": f"{test['name']} (awaits a mark)"}
    passed = part.points >= part.max_points
    return test | {
        "score": rounded(part.points),
        "max_score": rounded(part.max_points),
        "status": "passed" if passed else "failed",
    }


def hidden_test(result: Result, number: str, hidden: str) -> list[dict[str, Any]]:
    """How the hidden checks went, as a test of its own that carries no points."""
    lines = [
        f"{part.part}: {check.status}: {clean(check.message or check.name)}"
        for part in result.parts
        for check in part.checks
        if check.hidden
    ]
    if hidden == "visible" or not lines:
        return []
    name = f"{result.exercise}: hidden checks"
    passed = all(": failed: " not in line for line in lines)
    return [
        {"name": name, "number": number, "output": "\n".join(lines), "output_format": "text", "visibility": hidden,
         "status": "passed" if passed else "failed"}
    ]  # fmt: skip
