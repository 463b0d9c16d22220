"""What a gradebook says, as terminal text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from grader.marking.changes import Change
from grader.marking.course import Settled, Total
from grader.marking.gradebook import Mark
from grader.report.page import BOLD, Page, one_line
from grader.report.terminal import number


def render_changes(found: Sequence[Change], page: Page) -> str:
    """A line a student and exercise, the reasons below it, and a last line that sums up."""
    lines: list[str] = []
    for change in found:
        gain = change.after - change.before
        points = f"{number(change.before)} → {number(change.after)}  ({gain:+.2f})"
        lines += page.apart(f"{one_line(change.student)}  {change.exercise}", points)
        for part in change.parts:
            told = f"{part.part} {number(part.before)} → {number(part.after)}: {one_line(part.because)}"
            lines += page.wrap(told, "    ", "  ")
    gained = sum(change.after > change.before for change in found)
    lost = sum(change.after < change.before for change in found)
    lines.append(page.paint(f"{gained} gained, {lost} lost" if found else "nobody's points changed", BOLD))
    return "\n".join(lines) + "\n"


def render_totals(found: Sequence[Total], page: Page) -> str:
    """A line a student; below it what is not the machine's own."""
    lines: list[str] = []
    for total in found:
        percent = "nothing counts" if total.percent is None else f"{total.percent:.2f} %"
        percent += " so far" if total.waits else ""
        name = f" ({total.name})" if total.name and total.name != total.student else ""
        lines += page.apart(one_line(f"{total.student}{name}"), percent)
        for one in total.exercises:
            for remark in remarks(one):
                lines += page.wrap(f"{one.exercise}: {one_line(remark)}", "    ", "  ")
    return "\n".join(lines) + "\n" if lines else "the gradebook is empty\n"


def remarks(one: Settled) -> list[str]:
    said = [f"override, {override}" for override in one.overrides]
    if one.exempt:
        said.append("exempt")
    if one.late:
        said.append(one.late)
    if one.dropped:
        said.append("among the lowest, does not count")
    said += [f"marked, {marked}" for marked in one.marked]
    if one.waits:
        said.append(f"waits for a mark: {', '.join(one.waiting)}")
    return said


def render_marks(found: Sequence[Mark], page: Page) -> str:
    lines: list[str] = []
    for mark in found:
        what = f" {mark.part} = {mark.points} points" if mark.kind == "override" else ""
        what = f" until {moment(mark.until)}" if mark.until else what
        when = datetime.fromtimestamp(mark.made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        decided = f"{mark.number}. {mark.kind} {mark.student} {mark.exercise}{what}: {mark.why} ({mark.who}, {when})"
        lines += page.wrap(one_line(decided), "", "   ")
    return "\n".join(lines) + "\n" if lines else "no decisions\n"


def moment(until: str) -> str:
    """The end of an extension, which is kept as ISO 8601; midnight stands for the whole of that day."""
    day = until.removesuffix("T00:00:00")
    return until if day == until else f"the end of {day}"
