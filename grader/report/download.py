"""What a download holds, before anything is graded: who handed in what, what is left out and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from grader.intake.folder import FileRow, Listing, natural
from grader.report.batch import amount
from grader.report.page import BOLD, Page, one_line

NOTHING: dict[str, Any] = {"schema": 1, "layout": None, "rows": [], "warnings": []}
"""The document where nothing could be sorted."""
SHOWN = 40


def document(listing: Listing) -> dict[str, Any]:
    """A row a file, and a student where it is several students' work; null is what nothing tells."""
    return {"schema": 1, "layout": listing.layout, "rows": listing.rows, "warnings": listing.warnings}


def render(listing: Listing, page: Page) -> str:
    """A student's files below the student, then what is left out, then the counts."""
    graded = sorted((row for row in listing.rows if not row.ignored), key=lambda row: natural(row.student.id or ""))
    left = [row for row in listing.rows if row.ignored]
    title = f"layout: {listing.layout}; {amount(len(listing.students), 'student')}, {amount(len(graded), 'file')} to grade"
    lines = [page.paint(line, BOLD) for line in page.wrap(title, "", "  ")]
    for _, group in groupby(graded, key=lambda row: row.student.id):
        rows = sorted(group, key=lambda row: natural(row.exercise or ""))
        lines += page.wrap(one_line(called(rows[0])), "", "    ")
        for row in rows:
            lines += page.wrap(f"{row.exercise}  {one_line(f'{row.path}{told_of(row)}')}", "  ", "    ")
    nothing = without_work(listing, graded)
    if nothing:
        lines += ["", *page.wrap(f"handed in nothing that can be graded: {one_line(', '.join(nothing))}", "", "    ")]
    lines += left_lines(left, page)
    for warning in listing.warnings:
        lines += page.wrap(f"note: {one_line(warning)}", "", "    ")
    return "\n".join(lines) + "\n"


def called(row: FileRow) -> str:
    name = f" ({row.student.name})" if row.student.name and row.student.name != row.student.id else ""
    return f"{row.student.id}{name}"


def told_of(row: FileRow) -> str:
    told = [f"{row.attempt_hint} added to its name"] if row.attempt_hint is not None else []
    told += [f"handed in {row.submitted.replace('T', ' ')}"] if row.submitted else []
    told += ["marked late"] if row.late else []
    return f"  ({', '.join(told)})" if told else ""


def without_work(listing: Listing, graded: Sequence[FileRow]) -> list[str]:
    busy = {row.student.id for row in graded}
    return [student for student in listing.students if student not in busy]


def left_lines(left: Sequence[FileRow], page: Page) -> list[str]:
    if not left:
        return []
    lines = ["", f"left out: {amount(len(left), 'file')}"]
    for row in left[:SHOWN]:
        lines += page.wrap(f"{one_line(row.path)} {one_line(row.ignored or '')}", "  ", "    ")
    more = len(left) - SHOWN
    return lines + (page.wrap(f"and {more} more: all of them with --json", "  ") if more > 0 else [])
