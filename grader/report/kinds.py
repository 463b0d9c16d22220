"""How a result looks in the terminal, by the kind of work it is of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.content.key import Entry
from grader.judge.result import Result
from grader.report.page import Page

Renderer = Callable[[Entry, Result, Page, Sequence[str]], str]


def of_exercise(entry: Entry, result: Result, page: Page, footer: Sequence[str]) -> str:
    from grader.report.terminal import render

    return render(result, page, entry.exercise(), footer)


def of_quiz(entry: Entry, result: Result, page: Page, footer: Sequence[str]) -> str:
    from grader.report.quiz import render

    return render(result, page, footer)


RENDERERS: dict[str, Renderer] = {"exercise": of_exercise, "quiz": of_quiz}


def render(entry: Entry, result: Result, page: Page, footer: Sequence[str] = ()) -> str:
    """A result as text, its footer last."""
    return RENDERERS[entry.kind](entry, result, page, footer)
