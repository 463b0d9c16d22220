"""What an instructor sees of a work that is to be marked: what was checked, what came out, what was handed in, the rubric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from grader.content.rubric import Criterion
from grader.judge.result import Check, PartResult
from grader.marking.rubrics import Given, Place, RubricMark, Work
from grader.report.page import BOLD, Page, clean, clipped, one_line
from grader.report.terminal import MARKS, number

SHOWN_LINES = 120
NOTE = "note"
"""The mark of a check that can't tell."""


def waiting_lines(part: PartResult, page: Page) -> list[str]:
    """A part that waits for a mark: what a machine can tell of it, check by check."""
    return check_lines(part.checks, page) + page.wrap(clean(part.message), "        ")


def check_lines(checks: Iterable[Check], page: Page) -> list[str]:
    lines = []
    for check in checks:
        mark, colour = (NOTE, MARKS["skipped"][1]) if check.status == "skipped" else MARKS[check.status]
        told = f"{mark:<5} {clean(check.name)}" + (f": {clean(check.message)}" if check.message else "")
        first, *rest = page.wrap(told, " " * 8, " " * 6)
        lines += [first.replace(mark, page.paint(mark, colour), 1), *rest]
    return lines


def render_work(work: Work, text: str, page: Page, position: int, count: int, *, whole: bool = False) -> str:
    """A work with all that is needed to mark it. `whole`: however long it is."""
    head = f"{work.exercise}  {one_line(work.title)}"
    lines = [page.paint(line, BOLD) for line in page.apart(head, f"{one_line(work.student)}  {position} of {count}")]
    lines += page.wrap(f"{one_line(work.path or 'no path')}, version {work.attempt}", "  ", "  ")
    if work.marked_earlier:
        lines += page.wrap("note: it was marked on an earlier version; what is shown is the latest", "  ", "      ")
    for warning in work.warnings:
        lines += page.wrap(f"note: {one_line(warning)}", "  ", "      ")
    lines += check_lines(work.part.checks, page)
    if work.part.output.strip():
        what = "what came out" if work.part.checks else f"the answer to {work.part.part}"
        lines += [f"  {page.paint(what, BOLD)}", *cut(work.part.output, page, whole)]
    if text.strip():
        lines += [f"  {page.paint('what was handed in', BOLD)}", *cut(text, page, whole)]
    elif not work.part.output.strip():
        lines += page.wrap("the work itself is not in this gradebook: grade it once more with `grade batch --db`", "  ", "  ")
    return "\n".join(lines) + "\n"


def cut(text: str, page: Page, whole: bool) -> list[str]:
    """A student's text behind a margin, so that no line of it passes for one of ours."""
    every = clean(text).strip("\n").split("\n")
    shown = every if whole else every[:SHOWN_LINES]
    lines = [line for text in shown for line in folded(text, page)]
    left = len(every) - len(shown)
    return lines + (page.wrap(f"… {left} more lines: w shows them all", "    ") if left else [])


def folded(line: str, page: Page) -> list[str]:
    """A line as it is where it fits, in pieces where it does not: a paragraph may be one long line."""
    if len(line) + 6 <= page.width:
        return [clipped(f"    | {line}".rstrip(), page.width)]
    return page.wrap(line, "    | ") or ["    |"]


def render_criterion(criterion: Criterion, mark: RubricMark | None, page: Page) -> str:
    """What is asked, and what is worth how much."""
    lines = page.wrap(f"{criterion.id}: {criterion.asks}", "", "  ")
    for level in criterion.levels:
        lines += page.wrap(f"{number(level.points):>4}  {level.says}", "  ", "      ")
    if mark is not None:
        comment = f": {one_line(mark.comment)}" if mark.comment else ""
        lines += page.wrap(
            f"it has {number(mark.points or 0.0)} by {one_line(mark.who)}{comment}; Enter keeps that", "  ", "  "
        )
    return "\n".join(lines) + "\n"


def render_marks_given(given: Mapping[Place, Given], page: Page) -> str:
    """A paragraph a work that has marks: criterion by criterion, with who, when and the comment."""
    lines: list[str] = []
    for (student, exercise, part), marks in given.items():
        lines += page.wrap(f"{one_line(student)}  {exercise}  {part}", "", "  ")
        for mark in marks.values():
            when = datetime.fromtimestamp(mark.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
            told = f"{mark.criterion} {number(mark.points or 0.0)} (version {mark.attempt}, {one_line(mark.who)}, {when})"
            lines += page.wrap(told + (f": {one_line(mark.comment)}" if mark.comment else ""), "    ", "  ")
    return "\n".join(lines) + "\n" if lines else ""
