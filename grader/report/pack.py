"""What is in a student's zip, what is not, and what still fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.judge.result import Result
from grader.report.page import BOLD, Page, clean, one_line
from grader.report.terminal import MARKS, number


def render(file: str, packed: Sequence[tuple[str, Result | None]], missing: Mapping[str, str], page: Page) -> str:
    """`packed` are the files with their results (None: not graded here); `missing` says why the others are not in it."""
    title = f"{one_line(file)}: {len(packed)} file{'s' * (len(packed) != 1)} to hand in"
    lines = [page.paint(line, BOLD) for line in page.wrap(title, "", "  ")]
    for name, result in packed:
        lines += file_lines(name, result, page)
    if missing:
        lines += page.wrap("not in it:", "  ", "  ")
        for name, why in missing.items():
            lines += page.wrap(one_line(f"{name}: {why}"), "    ", "  ")
    hidden = sum(result.hidden_checks for _, result in packed if result)
    if hidden:
        lines += page.wrap(f"Public checks only: the marked run makes {hidden} more.", "  ", "  ")
    return "\n".join(lines) + "\n"


def file_lines(name: str, result: Result | None, page: Page) -> list[str]:
    """One line, and one below it for each part that is not right yet."""
    if result is None:
        return page.wrap(f"  {one_line(name)}  (a notebook: its exercises are found when it is graded)", "", "        ")
    mark, colour = MARKS[result.status]
    waits = any(part.status == "awaits-mark" for part in result.parts)
    mark, colour = MARKS["awaits-mark"] if waits and result.status == "failed" else (mark, colour)
    points = f"{number(result.points)}/{number(result.max_points)}"
    first, *rest = page.apart(f"  {mark:<5} {one_line(name)}  {clean(result.title)}", points)
    lines = [first.replace(mark, page.paint(mark, colour), 1), *rest]
    told = dict.fromkeys(
        f"{'' if part.status == 'unreadable' else part.part + ': '}{part.message.split(chr(10))[0] or part.status}"
        for part in result.parts
        if part.status not in ("passed", "awaits-mark")
    )
    for line in told:
        lines += page.wrap(one_line(line), "        ", "  ")
    return lines
