"""JUnit XML, as GitLab, Jenkins and the like read it: a suite a student and exercise, a case a check.

GitLab drops a second case with the same class and name, and refuses files of 30 MB and more, or more than 500,000 cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from grader.judge.result import Check, PartResult, Result, Table
from grader.report.targets.model import CannotExport, Graded, Placed, Wanted, Written, decimal
from grader.report.targets.text import for_xml, one_line

LARGEST = 30_000_000
MOST_CASES = 500_000
LONGEST = 20_000
"""Characters of a message or of what was printed; longer ones say how much is missing."""
OUTCOMES = {"error": "failure", "failed": "failure", "timeout": "failure", "killed": "failure", "unreadable": "failure",
            "grader-error": "error", "not-attempted": "skipped", "awaits-mark": "skipped"}  # fmt: skip


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is not None:
        raise CannotExport("JUnit XML follows no template: leave --template out")
    root = ET.Element("testsuites", name="workbook")
    taken: set[tuple[str, str]] = set()
    for one in graded:
        for exercise in one.results:
            root.append(suite(one.person.student, one.marked(exercise), taken))
    for kind in ("tests", "failures", "errors", "skipped"):
        root.set(kind, str(sum(int(child.get(kind, "0")) for child in root)))
    ET.indent(root, " ")
    data = ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
    placed = tuple(Placed(one.person.student, None, {}) for one in graded)
    return Written(data, placed, warnings=tuple(limits(data, len(taken))))


def limits(data: bytes, cases: int) -> Iterator[str]:
    if len(data) >= LARGEST or cases > MOST_CASES:
        yield (
            f"the file has {len(data) / 1e6:.0f} MB and {cases} cases, and GitLab takes less than 30 MB and 500,000: "
            "write fewer students or exercises, with --student or --exercise"
        )


def suite(student: str, result: Result, taken: set[tuple[str, str]]) -> ET.Element:
    points = f"{decimal(result.points)} of {decimal(result.max_points)} points"
    element = ET.Element("testsuite", name=attribute(f"{student} {result.exercise} ({points})"))
    for part in result.parts:
        classname = attribute(f"{student}.{result.exercise}.{part.part}")
        for number, (name, outcome, message, text) in enumerate(outcomes(part)):
            case = ET.SubElement(element, "testcase", classname=classname, name=unique(classname, attribute(name), taken))
            if outcome:
                found = ET.SubElement(case, outcome, message=attribute(message))
                found.text = capped(text)
            if not number and part.output:
                ET.SubElement(case, "system-out").text = capped(part.output)
    count = {kind: len(element.findall(f"testcase/{tag}")) for kind, tag in KINDS.items()}
    for kind, number in {"tests": len(element), **count}.items():
        element.set(kind, str(number))
    return element


KINDS = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def outcomes(part: PartResult) -> Iterator[tuple[str, str, str, str]]:
    """A part's cases: name, the element that says what is wrong ("": nothing), message, text."""
    if part.status in ("grader-error", "awaits-mark", "not-attempted") or not part.checks:
        yield "passes", OUTCOMES.get(part.status, ""), part.message.split("\n")[0], part.message
        return
    for check in part.checks:
        outcome = {"passed": "", "failed": "failure", "skipped": "skipped"}[check.status]
        message = check.message or ("waits for the check above" if outcome == "skipped" else check.name)
        yield f"{check.tier}: {check.name}", outcome, message.split("\n")[0], told(check, part)


def told(check: Check, part: PartResult) -> str:
    lines = [check.message or check.name, *(table_lines(check.evidence) if check.evidence else ())]
    if check.status == "failed" and part.hint:
        lines.append(part.hint)
    return "\n".join(lines)


def table_lines(table: Table) -> Iterator[str]:
    yield table.caption
    for row in (table.head, *table.rows):
        if row:
            yield "\t".join(row)
    yield from table.notes


def unique(classname: str, name: str, taken: set[tuple[str, str]]) -> str:
    number, free = 1, name
    while (classname, free) in taken:
        number += 1
        free = f"{name} ({number})"
    taken.add((classname, free))
    return free


def attribute(text: str) -> str:
    return capped(one_line(for_xml(text)))


def capped(text: str) -> str:
    shown = for_xml(text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}… ({len(shown) - LONGEST} characters more)"
