"""A graded batch as terminal text."""

from __future__ import annotations

from grader.marking.summary import ExerciseSummary, Summary
from grader.report.page import BOLD, Page, clean
from grader.report.terminal import number

SHOWN_LOOKS = 40
SHOWN_REASONS = 5


def render(summary: Summary, page: Page) -> str:
    """Counts by outcome, a line an exercise, why it went wrong, and what to look at."""
    rate = f", {summary.rows / summary.seconds:.0f} a second" if summary.seconds > 0 else ""
    title = f"{amount(summary.students, 'student')}, {amount(summary.rows, 'result')} in {summary.seconds:.1f} s{rate}"
    lines = [page.paint(line, BOLD) for line in page.wrap(title, "", "  ")] + page.wrap(f"isolation: {summary.isolation}", "  ")
    lines += page.wrap(", ".join(f"{status} {count}" for status, count in summary.statuses.items()), "  ", "  ")
    lines += ["", *exercise_table(summary, page)]
    lines += page.wrap("points of each student: with --json, or with --db and then `grade totals`", "  ", "    ")
    for exercise in summary.exercises:
        if exercise.misconceptions:
            found = [f"{name} {count}" for name, count in list(exercise.misconceptions.items())[:SHOWN_REASONS]]
            left = len(exercise.misconceptions) - SHOWN_REASONS
            lines += page.wrap(
                f"{exercise.exercise}, why: {', '.join(found)}{f', {left} more' if left > 0 else ''}", "  ", "    "
            )
    lines += waiting_lines(summary, page)
    lines += look_lines(summary, page)
    if summary.ignored:
        shown = ", ".join(clean(path) for path in summary.ignored[:5])
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


def waiting_lines(summary: Summary, page: Page) -> list[str]:
    """What a machine can't mark, and how to."""
    if not summary.awaits_mark:
        return []
    count = sum(summary.awaits_mark.values())
    each = ", ".join(f"{exercise} {waits}" for exercise, waits in summary.awaits_mark.items())
    verb = "waits" if count == 1 else "wait"
    return page.wrap(f"{amount(count, 'work')} {verb} for a mark of yours ({each}): grade mark --db FILE", "  ", "    ")


def look_lines(summary: Summary, page: Page) -> list[str]:
    if not summary.look_at:
        return []
    lines = ["", "  look at:"]
    for look in summary.look_at[:SHOWN_LOOKS]:
        lines += page.wrap(f"{clean(look.student)}  {look.exercise}  {clean(look.why)}", "    ", "  ")
    left = len(summary.look_at) - SHOWN_LOOKS
    return lines + (page.wrap(f"and {left} more (all of them with --json)", "    ") if left > 0 else [])
