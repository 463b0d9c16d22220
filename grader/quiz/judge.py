"""From an answers file to its `Result`: every piece a part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grader.content.key import Entry
from grader.content.questions import PieceKey, QuestionKey, QuizKey, quiz_of
from grader.intake.source import Source, Unreadable
from grader.judge.judging import Judge
from grader.judge.result import PartResult, Result, rounded
from grader.quiz.answers import Answers, empty, read_answers
from grader.quiz.pieces import PieceJudge, Verdict
from grader.quiz.variants import one_form, questions_of
from grader.sandbox import Sandbox
from grader.sandbox.runs import Limits


class QuizJudge(Judge):
    """Judges a quiz. Nothing of an answers file is ever run."""

    runs_code = False

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
        return self.judge(source), False

    def judge(self, source: Source) -> Result:
        """The result of an answers file. Where `source` has a seed, it decides which questions are answered."""
        if source.text == self.key.stub:
            return self.untouched("strict")
        try:
            answers = read_answers(source.text, source.name, self.key.questions)
        except Unreadable as problem:
            return self.unreadable(str(problem), "strict", source.warnings)
        seed = answers.seed if source.seed is None else source.seed
        warnings = [*source.warnings, *answers.warnings, *other_seed(source, answers)]
        return self.judged(answers, one_form(seed), warnings)

    def judged(self, answers: Answers, seed: str, warnings: Sequence[str]) -> Result:
        parts: list[PartResult] = []
        for judge in self.of_seed(seed, answers.marked):
            parts += judge.parts(answers.given[judge.question.id])
        return self.result(tuple(parts), "strict", warnings)


def other_seed(source: Source, answers: Answers) -> list[str]:
    """A warning where a file was made for other questions than it is graded by."""
    if source.seed is None or one_form(source.seed) == one_form(answers.seed):
        return []
    whose = f"the questions of seed “{answers.seed}”" if answers.seed else "the chapter's own questions"
    graded = f"as those of seed “{source.seed}”" if source.seed else "as the chapter's own"
    return [f"{source.name} says that it answers {whose}; it was graded {graded}"]


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
