"""Blackboard: the file that Work Offline, Download makes, filled in and handed back as it was written.

Comma or tab, UTF-8 or UTF-16, `.csv` or `.xls`: whatever the template is. Students are told by Username. A grade column's
header ends in its number, `Exercise 3 [Total Pts: 10 Score] |123456`; without it Blackboard would make a text column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.report.targets.columns import choose
from grader.report.targets.filling import Slot, fill
from grader.report.targets.matching import Signs
from grader.report.targets.model import CannotExport, Graded, Wanted, Written
from grader.report.targets.sheet import Row, Sheet, read_sheet

KINDS = "Score|Text|Letter|Percentage|Complete/Incomplete"
COLUMN = re.compile(
    rf"(?P<title>.*?)\s*\[[^\]]*?(?P<most>\d+(?:[.,]\d+)?)?\s*(?P<kind>{KINDS})?\]\s*\|\s*(?P<id>\d+)", re.DOTALL
)
SIGNS = {"username": "login", "student id": "sis"}


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is None:
        raise CannotExport("Blackboard needs the file it exports (Full Grade Center, Work Offline, Download): --template FILE")
    sheet = read_sheet(template, "the template")
    lowered = [name.lower() for name in sheet.header]
    if "username" not in lowered:
        raise CannotExport("the template is no Blackboard download: it has no column Username; take Work Offline, Download")
    slots = slots_in(sheet, wanted)
    rows = {number: signs(lowered, row) for number, row in enumerate(sheet.rows) if number and any(c.text for c in row.cells)}
    filled = fill(graded, rows, slots, wanted, "blackboard")
    data = sheet.with_values(filled.cells)
    return Written(data, filled.placed, filled.left_out, filled.empty, filled.rows, filled.warnings)


def slots_in(sheet: Sheet, wanted: Wanted) -> list[Slot]:
    found = {place: match for place, name in enumerate(sheet.header) if (match := COLUMN.fullmatch(name))}
    # A column that shows no points can't take any.
    points = {place: match for place, match in found.items() if match["kind"] not in ("Text", "Letter", "Complete/Incomplete")}
    bare = {place: match["title"] for place, match in points.items()}
    chosen = choose(wanted, sheet.header, list(points), bare, "grade column")
    return [Slot(column, place, number(points[place]["most"])) for column, place in chosen.items()]


def number(text: str | None) -> float | None:
    return float(text.replace(",", ".")) if text else None


def signs(header: Sequence[str], row: Row) -> Signs:
    found = {SIGNS[name]: row.text(column) for column, name in enumerate(header) if name in SIGNS}
    first, last = (header.index(name) if name in header else None for name in ("first name", "last name"))
    found["name"] = f"{row.text(first)} {row.text(last)}".strip()
    return found
