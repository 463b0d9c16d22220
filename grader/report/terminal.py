"""A result as terminal text: what is right, what is wrong and why, one next step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.content.key import ExerciseKey
from grader.judge.result import TIERS, Check, PartResult, Result, only_waits
from grader.report.page import BOLD, DIM, GREEN, RED, YELLOW, Page, clean, clipped, one_line

MARKS = {
    "passed": ("ok", GREEN),
    "failed": ("FAIL", RED),
    "error": ("FAIL", RED),
    "timeout": ("STOP", RED),
    "killed": ("DIED", RED),
    "unreadable": ("UNREADABLE", RED),
    "not-attempted": ("open", YELLOW),
    "awaits-mark": ("waits", YELLOW),
    "grader-error": ("OUR FAULT", RED),
    "skipped": ("skip", DIM),
}
SHOWN_FAILURES = 3
SHOWN_OUTPUT_LINES = 20


def number(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def points(result: Result | PartResult) -> str:
    return f"{number(result.points)}/{number(result.max_points)} points"


def heading_words(result: Result) -> tuple[str, str]:
    """What is graded, and how it stands."""
    standing = {"not-attempted": "not started", "grader-error": "not graded"}.get(result.status) or points(result)
    standing = "waits for a mark" if only_waits(result) else standing
    return f"{result.exercise}  {clean(result.title)}", standing


def heading(page: Page, result: Result) -> list[str]:
    first, *rest = page.apart(*heading_words(result))
    return [page.paint(first, BOLD), *rest]


def render(result: Result, page: Page, key: ExerciseKey | None = None, footer: Sequence[str] = ()) -> str:
    """One exercise. With its `key`, tasks are told for what is not started and reasons for what passed."""
    lines = heading(page, result)
    for warning in result.warnings:
        lines += page.wrap(f"note: {one_line(warning)}", "  ", "      ")
    shared = shared_message(result)
    if shared:
        lines += shared_lines(page, result)
    else:
        for part in result.parts:
            lines += part_lines(part, page, key, explain=result.status == "passed")
    if result.isolation == "process":
        lines += page.wrap(
            "Ran as a plain process, without confinement: fine for your own file, not for somebody else's.", "  ", "  "
        )
    if result.hidden_checks and result.status not in ("unreadable", "grader-error"):
        lines += page.wrap(f"Public checks only: the marked run makes {result.hidden_checks} more.", "  ", "  ")
    lines += footer
    return "\n".join(lines) + "\n"


def part_summary(result: Result, page: Page) -> list[str]:
    """One line a part, for overviews; the reason where there is one."""
    lines = []
    for part in result.parts:
        mark, colour = MARKS[part.status]
        worth = "" if part.status == "awaits-mark" else f"{number(part.points)}/{number(part.max_points)}"
        first, *rest = page.apart(f"  {mark:<5} {part.part}", worth)
        lines += [first.replace(mark, page.paint(mark, colour), 1), *rest]
        if part.status not in ("passed", "not-attempted"):
            lines += page.wrap(clean(part.message), "        ")
    return lines


def shared_message(result: Result) -> str:
    """What is told once where every part has the same trouble: an unreadable file, a file that never loads, a fault of
    ours."""
    messages = {part.message for part in result.parts}
    whole = {part.status for part in result.parts} <= {"unreadable", "grader-error", "timeout", "killed"}
    return messages.pop() if whole and len(messages) == 1 else ""


def shared_lines(page: Page, result: Result) -> list[str]:
    part = result.parts[0]
    mark, colour = MARKS[part.status]
    lines = page.wrap(f"{mark}  {clean(part.message)}", "  ", "  ")
    lines[0] = lines[0].replace(mark, page.paint(mark, colour), 1)
    for check in part.checks:
        if check.evidence:
            lines += page.table(check.evidence, "    ")
    return lines


def part_lines(part: PartResult, page: Page, key: ExerciseKey | None, explain: bool) -> list[str]:
    """`explain`: say why a part that passed works; while others still fail that would be in the way."""
    mark, colour = MARKS[part.status]
    label = f"  {mark:<5} {part.part}"
    first, *rest = page.apart(
        label, "" if part.status in ("not-attempted", "awaits-mark") else f"{number(part.points)}/{number(part.max_points)}"
    )
    lines = [first.replace(mark, page.paint(mark, colour), 1).rstrip(), *rest]
    known = key.part(part.part) if key else None
    if part.status == "not-attempted":
        lines += page.wrap(clean(part.message), "        ")
        return lines + (page.wrap(f"Task: {known.task}", "        ", "      ") if known else [])
    if part.status == "passed":
        return (
            lines
            + (page.wrap(clean(part.message), "        ") if part.message else [])
            + (page.wrap(f"Why it works: {known.why}", "        ") if known and explain else [])
            + output_lines(part, page)
        )
    if part.status == "awaits-mark":
        # Not above: that module takes the marks and the number format from here.
        from grader.report.marking import waiting_lines

        return lines + waiting_lines(part, page) + output_lines(part, page, "what came out:")
    lines += check_lines(part.checks, page)
    if not any(check.message for check in part.checks):
        lines += page.wrap(clean(part.message.split("\n")[0]), "        ")
    return lines + diagnosis_lines(part, page) + output_lines(part, page)


def check_lines(checks: Iterable[Check], page: Page) -> list[str]:
    """Passed tiers on one line, each failure with its evidence, what waits on one line."""
    every = list(checks)
    failed = [check for check in every if check.status == "failed"]
    lines = []
    passed = tiers_with(every, "passed")
    if passed:
        lines += marked(page, "passed", summary_of(every, passed))
    # What can be shown first, then what can only be named.
    failed.sort(key=lambda check: check.hidden)
    for position, check in enumerate(failed[:SHOWN_FAILURES]):
        # One picture is enough to go by; more of them bury the diagnosis.
        lines += failure_lines(check, page, with_evidence=position == 0)
    if len(failed) > SHOWN_FAILURES:
        left = len(failed) - SHOWN_FAILURES
        lines += page.wrap(f"and {left} more {'check fails' if left == 1 else 'checks fail'}", " " * 8)
    skipped = [tier for tier in tiers_with(every, "skipped") if tier not in {check.tier for check in failed}]
    if skipped:
        lines += marked(page, "skipped", f"{', '.join(skipped)} (wait for the check above)")
    return lines


def tiers_with(checks: list[Check], status: str) -> list[str]:
    """The tiers all of whose checks have this status."""
    present = {check.tier for check in checks}
    return [tier for tier in TIERS if tier in present and all(check.status == status for check in checks if check.tier == tier)]


def summary_of(checks: list[Check], passed: list[str]) -> str:
    counts = {tier: sum(check.tier == tier for check in checks) for tier in passed}
    return ", ".join(f"{tier} ({counts[tier]})" if counts[tier] > 1 else tier for tier in passed)


def marked(page: Page, status: str, text: str) -> list[str]:
    mark, colour = MARKS[status]
    lines = page.wrap(f"{mark:<5} {text}", " " * 8, " " * 6)
    lines[0] = lines[0].replace(mark, page.paint(mark, colour), 1)
    return lines


def failure_lines(check: Check, page: Page, with_evidence: bool) -> list[str]:
    lines = marked(page, "failed", clean(check.message or check.name) + (" (hidden)" if check.hidden else ""))
    if check.evidence and with_evidence:
        lines += page.table(check.evidence, " " * 8)
    return lines


def diagnosis_lines(part: PartResult, page: Page) -> list[str]:
    """The diagnosis, with its hint, then whatever else there is to say: the lines of the message behind its first."""
    lines: list[str] = []
    notes = part.message.split("\n")[1:]
    if part.misconception:
        says = notes.pop(0) if notes else ""
        lines += page.wrap(clean(f"{says} {part.hint or ''}".strip()), " " * 8)
    return lines + [line for note in notes for line in page.wrap(clean(note), " " * 8)]


def output_lines(part: PartResult, page: Page, title: str = "you printed:") -> list[str]:
    """What the student printed, apart from what we say."""
    if not part.output.strip():
        return []
    printed = clean(part.output).rstrip("\n").split("\n")
    shown = [clipped(f"        | {line}", page.width) for line in printed[:SHOWN_OUTPUT_LINES]]
    left = len(printed) - SHOWN_OUTPUT_LINES
    more = page.wrap(f"… {left} more {'line' if left == 1 else 'lines'} (all with --json)", "        | ") if left > 0 else []
    return [f"        {title}", *shown, *more]
