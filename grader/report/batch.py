"""A graded batch as terminal text."""

from __future__ import annotations

from pathlib import Path

from grader.marking.summary import ExerciseSummary, Summary
from grader.report.page import BOLD, Page, one_line
from grader.report.terminal import number

SHOWN_LOOKS = 40
SHOWN_REASONS = 5
SHOWN_EXERCISES = 3


def render(summary: Summary, page: Page, book: Path | None = None, *, decided: bool = False) -> str:
    """Counts by outcome, a line an exercise, why it went wrong, and what to look at. `book`: the gradebook it is kept in;
    `decided`: it holds decisions of the instructor's, which the means here know nothing of."""
    rate = f", {summary.rows / summary.seconds:.0f} a second" if summary.seconds > 0 else ""
    title = f"{amount(summary.students, 'student')}, {amount(summary.rows, 'result')} in {summary.seconds:.1f} s{rate}"
    lines = [page.paint(line, BOLD) for line in page.wrap(title, "", "  ")] + page.wrap(f"isolation: {summary.isolation}", "  ")
    lines += page.wrap(", ".join(f"{status} {count}" for status, count in summary.statuses.items()), "  ", "  ")
    lines += ["", *exercise_table(summary, page)]
    each = f"grade totals {book}" if book else "with --json, or with --db and then `grade totals`"
    each += " (with your decisions; the means above are the machine's)" if decided else ""
    lines += page.wrap(f"points of each student: {one_line(each)}", "  ", "    ")
    for exercise in summary.exercises:
        if exercise.misconceptions:
            found = [f"{name} {count}" for name, count in list(exercise.misconceptions.items())[:SHOWN_REASONS]]
            left = len(exercise.misconceptions) - SHOWN_REASONS
            lines += page.wrap(
                f"{exercise.exercise}, why: {', '.join(found)}{f', {left} more' if left > 0 else ''}", "  ", "    "
            )
    lines += waiting_lines(summary, page, book)
    lines += look_lines(summary, page)
    if summary.ignored:
        shown = ", ".join(one_line(path) for path in summary.ignored[:5])
        more = f" and {len(summary.ignored) - 5} more" if len(summary.ignored) > 5 else ""
        lines += page.wrap(f"left out, for no exercise: {shown}{more} (why: --dry-run)", "  ", "    ")
    return "\n".join(lines) + "\n"


def amount(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def exercise_table(summary: Summary, page: Page) -> list[str]:
    lines = []
    for one in summary.exercises:
        done = one.statuses.get("passed", 0)
        of = sum(one.statuses.values())
        right = f"mean {number(one.mean_points)}/{number(one.max_points)}"
        if one.is_marked_by_hand:
            done, right = one.statuses.get("awaits-mark", 0), ""
        left = f"  {one.exercise:<11} {page.bar(done, of)} {'handed in' if one.is_marked_by_hand else 'passed'}"
        lines += page.apart(left, (right + others(one)).removeprefix(", "))
    return lines


def others(one: ExerciseSummary) -> str:
    missing = one.statuses.get("not-attempted", 0)
    return f", {missing} not attempted" if missing else ""


def waiting_lines(summary: Summary, page: Page, book: Path | None) -> list[str]:
    """What a machine can't mark, and how to."""
    if not summary.awaits_mark:
        return []
    count = sum(summary.awaits_mark.values())
    each = ", ".join(f"{exercise} {waits}" for exercise, waits in summary.awaits_mark.items())
    verb = "waits" if count == 1 else "wait"
    how = f"grade mark --db {one_line(str(book or 'FILE'))}"
    return page.wrap(f"{amount(count, 'work')} {verb} for a mark of yours ({each}): {how}", "  ", "    ")


def look_lines(summary: Summary, page: Page) -> list[str]:
    if not summary.look_at:
        return []
    lines = ["", "  look at:"]
    # One file that can't be read may be the reason for all of a student's exercises: it is told once.
    alike: dict[tuple[str, str], list[str]] = {}
    for look in summary.look_at:
        alike.setdefault((look.student, look.why), []).append(look.exercise)
    for (student, why), exercises in list(alike.items())[:SHOWN_LOOKS]:
        more = len(exercises) - SHOWN_EXERCISES
        where = ", ".join(exercises[:SHOWN_EXERCISES]) + (f" and {more} more" if more > 0 else "")
        lines += page.wrap(f"{one_line(student)}  {where}  {one_line(why)}", "    ", "  ")
    left = len(alike) - SHOWN_LOOKS
    return lines + (page.wrap(f"and {left} more (all of them with --json)", "    ") if left > 0 else [])
