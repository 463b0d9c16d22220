"""The chapter's quiz, and ways to ask about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from grader.content.catalog import ChapterCatalog
from grader.content.key import Entry
from grader.content.questions import QuizKey
from grader.intake.source import Source
from grader.judge.result import PartResult, Result
from grader.quiz.judge import QuizJudge

DATA = Path(__file__).parent.parent / "data"
RIGHT = (DATA / "quiz.toml").read_text(encoding="utf-8")
"""The chapter's printed answers."""


@pytest.fixture(scope="session")
def entry() -> Entry:
    return ChapterCatalog(ROOT, "", public=False).entry("quiz")


@pytest.fixture(scope="session")
def judge(entry: Entry) -> QuizJudge:
    return QuizJudge(entry)


@pytest.fixture(scope="session")
def key(judge: QuizJudge) -> QuizKey:
    return judge.key


@pytest.fixture
def graded(judge: QuizJudge) -> Callable[..., Result]:
    """The result of an answers file with this text."""

    def run(text: str, **more: Any) -> Result:
        return judge.judge(Source("quiz.toml", text, **more))

    return run


Answered = Callable[..., dict[str, PartResult]]


@pytest.fixture
def answered(graded: Callable[..., Result]) -> Answered:
    """The parts of one question by the names of their pieces, from its answers in TOML."""

    def run(question: str, **answers: str) -> dict[str, PartResult]:
        lines = [f"{name} = {value}" for name, value in answers.items()]
        result = graded("\n".join([f"[{question}]", *lines]))
        parts = {part.part.partition(".")[2]: part for part in result.parts if part.part.startswith(f"{question}.")}
        others = [part for part in result.parts if not part.part.startswith(f"{question}.")]
        assert {part.status for part in others} == {"not-attempted"}
        return parts

    return run
