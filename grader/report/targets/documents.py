"""JSON: one document of all students' scores. JSON lines: a result document a line, with who it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grader.report.targets.filling import values_of
from grader.report.targets.model import CannotExport, Graded, Placed, Score, Wanted, Written

encoder = msgspec.json.Encoder()


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    refuse(template)
    students = []
    for one in graded:
        scores = {column: shown(one.scores[column]) for column in wanted.columns if column in one.scores}
        students.append({"student": who(one), "scores": scores})
    data = msgspec.json.format(encoder.encode({"schema": 1, "columns": wanted.columns, "students": students}), indent=1)
    return Written(data + b"\n", placed(graded, wanted))


def write_lines(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    """What `grade batch --json` has in `results`, a line each; points are the machine's, `score` is what counts."""
    refuse(template)
    lines = []
    for one in graded:
        for exercise, result in one.results.items():
            score = {"score": shown(one.scores[exercise])} if exercise in one.scores else {}
            row = {"student": who(one), "path": one.paths.get(exercise), **msgspec.structs.asdict(result), **score}
            lines.append(encoder.encode(row) + b"\n")
    return Written(b"".join(lines), placed(graded, wanted))


def refuse(template: bytes | None) -> None:
    if template is not None:
        raise CannotExport("JSON follows no template: leave --template out")


def who(one: Graded) -> Mapping[str, Any]:
    """As in a batch's document, and what else is known of a student."""
    person = one.person
    told = {field: getattr(person, field) for field in ("login", "email", "sis_id", "section", "lms_user_id")}
    return {"id": person.student, "name": person.name} | {field: value for field, value in told.items() if value}


def shown(score: Score) -> dict[str, Any]:
    return {"points": score.points, "max_points": score.most, "exempt": score.exempt, "waits": score.waits}


def placed(graded: Sequence[Graded], wanted: Wanted) -> tuple[Placed, ...]:
    return tuple(Placed(one.person.student, None, values_of(one, wanted)[0]) for one in graded)
