"""What became of an export, as terminal text and as a document."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from grader.report.page import Page, one_line
from grader.report.targets.model import Left, Written

SHOWN = 30


def render(made: Written, target: str, file: str | None, page: Page) -> str:
    """How many were written where, and below it whoever was not, and why."""
    count, without = len(made.placed), sum(one.is_empty for one in made.placed)
    where = f" to {one_line(file)}" if file else ""
    empty = f": {count - without} with a mark, {without} left empty" if without else ""
    lines = page.wrap(f"{target}: {count} student{'s' * (count != 1)} written{where}{empty}", "", "  ")
    for warning in made.warnings:
        lines += page.wrap(one_line(warning), "  ", "  ")
    for title, found in sections(made):
        lines += page.wrap(f"{title}:", "  ", "  ")
        for one in found[:SHOWN]:
            lines += page.wrap(one_line(f"{one.who[:200]}: {one.why[:400]}"), "    ", "  ")
        if len(found) > SHOWN:
            lines += page.wrap(f"and {len(found) - SHOWN} more (all with --json)", "    ")
    return "\n".join(lines) + "\n"


def sections(made: Written) -> list[tuple[str, tuple[Left, ...]]]:
    every = [
        ("students who are not in the file", made.left_out),
        ("awaiting a mark (--partial writes what there is so far)", made.empty),
        ("lines of the template without a grade from here", made.rows),
    ]
    return [(title, found) for title, found in every if found]


def document(made: Written | None, target: str, file: str | None, error: str | None = None) -> dict[str, Any]:
    """The same for programs. `error` says why there is no file."""
    fields = asdict(made) if made else dict.fromkeys(Written.__struct_fields__, ())
    fields.pop("data")
    without = sum(one.is_empty for one in made.placed) if made else 0
    counts = {"with_mark": len(fields["placed"]) - without, "without_mark": without}
    return {"schema": 1, "target": target, "file": file, "error": error, **counts, **fields}
