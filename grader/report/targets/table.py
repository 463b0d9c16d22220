"""A CSV for anybody: a line a student, a column an exercise, and the total. Names can't start a formula."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.targets.filling import values_of
from grader.report.targets.model import CannotExport, Graded, Left, Placed, Wanted, Written
from grader.report.targets.sheet import plain_sheet
from grader.report.targets.text import harmless

WHO = ("student", "name", "login", "email", "sis_id", "section")


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is not None:
        raise CannotExport("a plain CSV follows no template: leave --template out, or name the LMS with --to")
    lines = [[*WHO, *wanted.columns]]
    placed: list[Placed] = []
    empty: list[Left] = []
    for one in graded:
        values, waiting = values_of(one, wanted, excused="exempt")
        empty += waiting
        who = (getattr(one.person, field) or "" for field in WHO)
        lines.append([*map(harmless, who), *values.values()])
        placed.append(Placed(one.person.student, None, values))
    return Written(plain_sheet(lines), tuple(placed), (), tuple(empty))
