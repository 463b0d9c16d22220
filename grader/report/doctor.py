"""What a machine can isolate, as terminal text."""

from __future__ import annotations

from collections.abc import Sequence

from grader.report.page import BOLD, GREEN, RED, Page
from grader.sandbox.runs import Layer

MEANING = {
    "strict": "submissions of strangers can be graded here",
    "process": "a submission can read whatever you can: fine for your own file; `grade batch` wants --isolation process",
}


def render(tier: str, layers: Sequence[Layer], page: Page) -> str:
    """A line a layer: whether it holds, and what it means that it does, or does not."""
    lines = page.wrap(f"isolation: {tier}; {MEANING[tier]}")
    lines[0] = page.paint(lines[0], BOLD)
    for layer in layers:
        mark, colour = ("ok", GREEN) if layer.holds else ("FAIL", RED)
        told = page.wrap(f"{mark:<5} {layer.name}: {layer.meaning}", "  ", "      ")
        lines += [told[0].replace(mark, page.paint(mark, colour), 1), *told[1:]]
    return "\n".join(lines) + "\n"
