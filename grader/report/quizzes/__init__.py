"""A quiz for other systems. Each format is a module with one pure function, named in `FORMATS`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from grader.quiz.exchange import Item
from grader.report.quizzes.page import Exported

FORMATS = ("moodle", "canvas", "gift", "jupyterquiz")
Write = Callable[[str, Sequence[Item]], Exported]


def writer(name: str) -> Write:
    """The function of a format: a title and items → a file. Its module is imported now."""
    return cast(Write, import_module(f"grader.report.quizzes.{name}").write)
