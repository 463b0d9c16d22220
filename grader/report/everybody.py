"""The class report: one HTML file that needs nothing else, safe to open whatever students wrote."""

from __future__ import annotations

from pathlib import Path

from grader.marking.overview import Overview
from grader.report.targets.model import decimal
from grader.report.targets.text import for_xml, one_line

TEMPLATE = "class.html"
MOST_SECTIONS = 3000
"""Students with a section of their own: a page with more is no pleasure to open."""
LONGEST = 2000


class NeedsJinja(Exception):
    """For the instructor: a library is missing, and how to get it."""


def render(found: Overview, title: str, graded: str) -> str:
    """`graded` says when the last result was made. Raises `NeedsJinja`."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError as error:
        raise NeedsJinja("the report needs jinja2: python -m pip install jinja2") from error
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        # Whatever a student wrote is text, never markup.
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "number": decimal,
        "line": lambda text: clipped(one_line(for_xml(text))),
        "text": lambda text: clipped(for_xml(text)),
    }
    return environment.get_template(TEMPLATE).render(found=found, title=title, graded=graded, words=WORDS)


def clipped(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text) - LONGEST} characters more)"


WORDS = {
    "passed": "passed",
    "failed": "not right yet",
    "not-attempted": "not attempted",
    "unreadable": "unreadable",
    "grader-error": "our fault, not graded",
    "error": "ended in an error",
    "timeout": "stopped, out of time",
    "killed": "ended early",
    "awaits-mark": "awaits your mark",
}
