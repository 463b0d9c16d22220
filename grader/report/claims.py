"""What `grade chapter` found: a table for the terminal, or one in Markdown for a README."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import groupby

from grader.marking.claims import Row, Verdict, summary
from grader.report.page import BOLD, Page, clean

HEAD = ("claim", "chapter", "computed", "verdict")
COLOURS: dict[Verdict, str] = {"agrees": "green", "differs": "bold red", "slip": "yellow", "proof fails": "bold red"}
NARROW = 64
"""Below this width four columns are harder to read than a list."""


def render(rows: Sequence[Row], page: Page) -> str:
    """All rows, those of one place in the chapter under its name, and a last line that sums up."""
    told = listed(rows, page) if page.width < NARROW else tabled(rows, page)
    return told + "\n" + "\n".join(page.wrap(last_line(rows))) + "\n"


def last_line(rows: Sequence[Row]) -> str:
    """Good news in full; bad news only where there is some."""
    counts = summary(rows)
    said = [f"{counted(counts['agrees'], 'claim')} agree{'s' * (counts['agrees'] == 1)}"]
    said += [f"{counts['differs']} differ{'s' * (counts['differs'] == 1)}"] if counts["differs"] else []
    said += [f"{counted(counts['slip'], 'slip')} of the chapter proven"]
    said += [f"{counted(counts['proof fails'], 'proof')} fail{'s' * (counts['proof fails'] == 1)}"] * bool(
        counts["proof fails"]
    )
    return ", ".join(said)


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def tabled(rows: Sequence[Row], page: Page) -> str:
    """Four columns. No lines are drawn between them: they would say nothing, and not every terminal has them."""
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    file = io.StringIO()
    console = Console(file=file, width=page.width, force_terminal=page.colour, no_color=not page.colour, legacy_windows=False)
    verdict = max(map(len, COLOURS))
    room = page.width - verdict - 6
    widths = (room - 2 * (room * 3 // 10), room * 3 // 10, room * 3 // 10, verdict)

    def say(*cells: Text | str) -> None:
        table = Table.grid(*(Column(width=width, overflow="fold") for width in widths), padding=(0, 2, 0, 0))
        table.add_row(*cells)
        console.print(table)

    say(*(Text(name, style="bold") for name in HEAD))
    for where, group in groupby(rows, key=lambda row: row.where):
        console.print("\n", Text(clean(where), style="bold"), sep="")
        for row in group:
            cells = (Text(clean(cell)) for cell in (row.claim, row.chapter, row.computed))
            say(*cells, Text(row.verdict, style=COLOURS[row.verdict]))
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))


def listed(rows: Sequence[Row], page: Page) -> str:
    lines: list[str] = []
    for where, group in groupby(rows, key=lambda row: row.where):
        lines += ["", *(page.paint(line, BOLD) for line in page.wrap(clean(where)))]
        for row in group:
            lines += page.wrap(f"{row.verdict}: {clean(row.claim)}", "  ", "  ")
            lines += page.wrap(f"chapter: {clean(row.chapter)}", "    ", "  ")
            lines += page.wrap(f"computed: {clean(row.computed)}", "    ", "  ")
    return "\n".join(lines[1:]) + "\n"


def markdown(rows: Sequence[Row]) -> str:
    """The same as one table of GitHub's Markdown."""
    lines = [f"| {' | '.join(HEAD)} |", "|---|---|---|---|"]
    for row in rows:
        cells = (f"{row.where}: {row.claim}", row.chapter, row.computed, row.verdict)
        lines.append(f"| {' | '.join(map(literal, cells))} |")
    return "\n".join([*lines, "", last_line(rows) + "."]) + "\n"


def literal(cell: str) -> str:
    """A text that Markdown leaves as it is, on one line."""
    line = " ".join(clean(cell).split())
    return re.sub(r"[\\|*`<\[\]~&]|(?<!\w)_|_(?!\w)", r"\\\g<0>", line)
