"""From an answers file to its `Result`: every piece a part."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grader.content.key import Entry
from grader.content.questions import PieceKey, QuestionKey, QuizKey, quiz_of
from grader.intake.source import Source, Unreadable
from grader.judge.judging import Judge
from grader.judge.result import PartResult, Result, rounded
from grader.quiz.answers import empty, read_answers
from grader.quiz.pieces import PieceJudge, Verdict
from grader.quiz.variants import one_form, questions_of
from grader.sandbox import Sandbox
from grader.sandbox.runs import Limits


class QuizJudge(Judge):
    """Judges a quiz. Nothing of an answers file is ever run, so no tier of isolation is weaker than another; results name
    the one of the run they belong to."""

    def __init__(self, entry: Entry) -> None:
        self.key: QuizKey = quiz_of(entry)
        pieces = [
            (f"{question.id}.{piece.name}", piece.points) for question in self.key.questions for piece in question.graded()
        ]
        super().__init__(entry, self.key, pieces)
        self.of_seed = lru_cache(maxsize=64)(self.judges_for)

    def judges_for(self, seed: str, marked: bool) -> list[QuestionJudge]:
        return [QuestionJudge(question) for question in questions_of(self.key, seed, marked)]

    def attempt(self, source: Source, sandbox: Sandbox, limits: Limits) -> tuple[Result, bool]:
        return self.judge(source, sandbox.isolation), False

    def judge(self, source: Source, isolation: str = "strict") -> Result:
        """The result of an answers file. Where `source` has a seed, it decides which questions are answered."""
        if source.text == self.key.stub:
            return self.untouched(isolation)
        try:
            answers = read_answers(source.text, source.name, self.key.questions)
        except Unreadable as problem:
            return self.unreadable(str(problem), isolation, source.warnings)
        said = (answers.seed, answers.marked)
        seed, marked = said if source.seed is None else (source.seed, source.marked)
        parts: list[PartResult] = []
        for judge in self.of_seed(one_form(seed), marked):
            parts += judge.parts(answers.given[judge.question.id])
        warnings = [*source.warnings, *answers.warnings, *other_version(source.name, said, (seed, marked))]
        return self.result(tuple(parts), isolation, warnings)


Version = tuple[str, bool]
"""A seed, and whether it is of the marked version."""


def other_version(name: str, said: Version, graded: Version) -> list[str]:
    """A warning where a file was made for other questions than it is graded by."""
    if (one_form(said[0]), said[1]) == (one_form(graded[0]), graded[1]):
        return []
    return [f"{name} says that it answers {version(said)}; it was graded by {version(graded)}"]


def version(one: Version) -> str:
    if not one_form(one[0]):
        return "the chapter's own questions"
    return f"the {'marked ' * one[1]}questions of seed “{one[0]}”"


class QuestionJudge:
    """Judges one question's pieces together, for a later piece may build on an earlier one."""

    def __init__(self, question: QuestionKey) -> None:
        self.question = question
        self.pieces = {piece.name: PieceJudge(piece) for piece in question.pieces}

    def verdict(self, name: str, given: Mapping[str, object]) -> Verdict:
        """The verdict on one piece, on top of the answers to the others."""
        piece = self.pieces[name].piece
        earlier = {
            other: number
            for other in {used for one in piece.carried for used in one.uses.values()}
            if (number := self.pieces[other].number(given.get(other))) is not None
        }
        return self.pieces[name].judge(given.get(name), earlier)

    def parts(self, given: Mapping[str, object]) -> list[PartResult]:
        """Every graded piece, and the open sentences that were written."""
        return [
            self.part(piece, self.verdict(piece.name, given))
            for piece in self.question.pieces
            if piece.kind != "open" or not empty(given.get(piece.name))
        ]

    def part(self, piece: PieceKey, verdict: Verdict) -> PartResult:
        return PartResult(
            part=f"{self.question.id}.{piece.name}",
            status=verdict.status,
            points=rounded(piece.points) if verdict.status == "passed" else 0.0,
            max_points=rounded(piece.points),
            misconception=verdict.id,
            message=verdict.message,
            hint=verdict.hint if verdict.status == "failed" else None,
        )
