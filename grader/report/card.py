"""A result as a card for a notebook: HTML that needs nothing from outside and is read on light and on dark, or Markdown.

Whatever a student wrote or printed is text here, never markup. Colours only repeat what words say: letters keep the
colour of the page around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from grader.content.key import ExerciseKey
from grader.judge.result import Check, PartResult, Result, Table
from grader.report.page import GREEN, RED, YELLOW, Page, clean
from grader.report.terminal import (
    MARKS,
    SHOWN_FAILURES,
    SHOWN_OUTPUT_LINES,
    heading_words,
    number,
    render,
    shared_message,
    summary_of,
    tiers_with,
)

# Told from the page on white and on black alike.
BARS = {GREEN: "#2da44e", RED: "#e5534b", YELLOW: "#bf8700"}
NO_BAR = "#8b949e"
PLAIN = "padding:0;border:none;background:none;color:inherit"
MONO = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:0.92em"
CELL = f"padding:0.1em 0.6em;text-align:right;border:none;background:none;color:inherit;{MONO}"
ROW = '<tr style="background:none">'


def html_card(result: Result, key: ExerciseKey | None = None) -> str:
    """The card of one exercise. With its `key`, tasks are told for what is not started and reasons for what passed."""
    title, standing = heading_words(result)
    lines = [f"<div><strong>{text(title)}</strong> &nbsp; {text(standing)}</div>", *notes(result.warnings)]
    shared = shared_message(result)
    if shared:
        first = result.parts[0]
        tables = (table(check.evidence) for check in first.checks if check.evidence)
        lines.append(block(first.status, f"<strong>{MARKS[first.status][0]}</strong> {text(shared)}", *tables))
    else:
        lines += (part_block(part, key, explain=result.status == "passed") for part in result.parts)
    lines += (f'<div style="opacity:0.8">{text(line)}</div>' for line in last_words(result))
    return f'<div style="max-width:60em;line-height:1.45;color:inherit">{"".join(lines)}</div>'


def markdown_card(result: Result, key: ExerciseKey | None = None) -> str:
    """The terminal's text as one block of code, which no text in it can end."""
    return fenced(render(result, Page(), key, [f"  {line}" for line in next_lines(result)]))


def fenced(shown: str) -> str:
    longest = max((len(ticks) for ticks in re.findall("`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return "{0}text\n{1}\n{0}\n".format(fence, shown.rstrip("\n"))


def text(words: str) -> str:
    """Words as HTML: controls made harmless, markup made text, line ends kept."""
    return escape(clean(words)).replace("\n", "<br>")


def block(status: str, *inside: str) -> str:
    bar = BARS.get(MARKS[status][1], NO_BAR)
    return f'<div style="margin:0.6em 0;padding-left:0.8em;border-left:4px solid {bar}">{"".join(inside)}</div>'


def notes(warnings: Sequence[str]) -> Iterator[str]:
    for warning in warnings:
        yield f'<div style="opacity:0.8;margin-left:1em">note: {text(warning)}</div>'


def part_block(part: PartResult, key: ExerciseKey | None, explain: bool) -> str:
    mark, _ = MARKS[part.status]
    score = "" if part.status == "not-attempted" else f" &nbsp; {number(part.points)}/{number(part.max_points)}"
    inside = [f"<div><strong>{mark}</strong> <code>{text(part.part)}</code>{score}</div>"]
    known = key.part(part.part) if key else None
    if part.status == "not-attempted":
        inside += [line(text(part.message)), line(f"Task: {text(known.task)}") if known else ""]
    elif part.status == "passed":
        inside.append(line(f"Why it works: {text(known.why)}") if known and explain and known.why else "")
    else:
        inside += checks(part.checks)
        if not any(check.message for check in part.checks):
            inside.append(line(text(part.message)))
        if part.misconception:
            inside.append(line(text(f"{part.message.split(chr(10))[-1]} {part.hint or ''}".strip())))
    return block(part.status, *inside, printed(part.output))


def line(inside: str) -> str:
    return f"<div>{inside}</div>"


def checks(every: Iterable[Check]) -> Iterator[str]:
    """Passed tiers on one line, each failure with its evidence, what waits on one line."""
    every = list(every)
    if passed := tiers_with(every, "passed"):
        yield line(f"ok: {text(summary_of(every, passed))}")
    failed = sorted((check for check in every if check.status == "failed"), key=lambda check: check.hidden)
    for position, check in enumerate(failed[:SHOWN_FAILURES]):
        hidden = " (hidden)" if check.hidden else ""
        yield line(f"<strong>FAIL</strong> {text(check.message or check.name)}{hidden}")
        if check.evidence and position == 0:
            yield table(check.evidence)
    if len(failed) > SHOWN_FAILURES:
        left = len(failed) - SHOWN_FAILURES
        yield line(f"and {left} more {'check fails' if left == 1 else 'checks fail'}")
    if skipped := [tier for tier in tiers_with(every, "skipped") if tier not in {check.tier for check in failed}]:
        yield line(f"skip: {text(', '.join(skipped))} (wait for the check above)")


def table(evidence: Table) -> str:
    """A matrix with its margins; its notes below, where a caret keeps its place under the line that it points into."""
    inside = [line(text(evidence.caption))]
    if evidence.rows:
        head = "".join(f'<th style="{CELL};font-weight:normal;opacity:0.7">{text(cell)}</th>' for cell in evidence.head)
        cells = ("".join(f'<td style="{CELL}">{text(cell)}</td>' for cell in row) for row in evidence.rows)
        rows = "".join(f"{ROW}{row}</tr>" for row in cells)
        inside.append(f'<table style="border-collapse:collapse;margin:0.2em 0;color:inherit">{ROW}{head}</tr>{rows}</table>')
    if evidence.notes:
        inside.append(preformatted("\n".join(evidence.notes)))
    return f'<div style="margin:0.2em 0 0.2em 1em;overflow-x:auto">{"".join(inside)}</div>'


def preformatted(words: str) -> str:
    return f'<pre style="margin:0.2em 0;{PLAIN};{MONO}">{escape(clean(words))}</pre>'


def printed(output: str) -> str:
    """What the student printed, folded away from what we say."""
    if not output.strip():
        return ""
    lines = output.rstrip("\n").split("\n")
    left = len(lines) - SHOWN_OUTPUT_LINES
    more = f"\n… {left} more {'line' if left == 1 else 'lines'}" if left > 0 else ""
    shown = preformatted("\n".join(lines[:SHOWN_OUTPUT_LINES]) + more)
    return f"<details><summary>you printed</summary>{shown}</details>"


def last_words(result: Result) -> Iterator[str]:
    if result.isolation == "process" and result.status not in ("unreadable", "grader-error"):
        yield "Ran as a plain process, without confinement: fine for your own work, not for somebody else's."
    if result.hidden_checks and result.status not in ("unreadable", "grader-error"):
        yield f"Public checks only: the marked run makes {result.hidden_checks} more."
    yield from next_lines(result)


def next_lines(result: Result) -> list[str]:
    if result.status == "failed":
        return [f"Next: grade hint {result.exercise}  (in a terminal, in your workspace)"]
    return ["Next: fill in the functions, run their cells, and check again"] if result.status == "not-attempted" else []
