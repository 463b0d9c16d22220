"""What `grade verify` found, as terminal text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grader.marking.verify import Finding
from grader.report.page import BOLD, GREEN, RED, Page, clean


def shown_as_found(findings: Iterable[Finding], page: Page, say: Callable[[str], object]) -> list[Finding]:
    """Says each finding as it comes; returns them all."""
    every: list[Finding] = []
    for finding in findings:
        if not every or every[-1].exercise != finding.exercise:
            say(page.paint(finding.exercise, BOLD))
        every.append(finding)
        say("\n".join(lines(finding, page)))
    broken = sum(not finding.holds for finding in every)
    say(f"{len(every)} rule{'s' * (len(every) != 1)} checked, " + (f"{broken} broken" if broken else "all hold"))
    return every


def lines(finding: Finding, page: Page) -> list[str]:
    mark = page.paint("ok  ", GREEN) if finding.holds else page.paint("FAIL", RED)
    rule = finding.rule.replace("_", " ")
    first = f"  {mark}  {rule}" + (f" ({finding.note})" if finding.note else "")
    return [first, *(line for complaint in finding.complaints for line in page.wrap(clean(complaint), "        ", "  "))]
