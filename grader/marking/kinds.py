"""Who judges which kind of work: the one table by which exercises, quizzes and tasks differ for whoever grades."""

from __future__ import annotations

from collections.abc import Callable

from grader.content.key import Entry
from grader.judge.judging import Judge


def exercise_judge(entry: Entry) -> Judge:
    from grader.judge.exercise import ExerciseJudge

    return ExerciseJudge(entry)


def quiz_judge(entry: Entry) -> Judge:
    from grader.quiz.judge import QuizJudge

    return QuizJudge(entry)


JUDGES: dict[str, Callable[[Entry], Judge]] = {"exercise": exercise_judge, "quiz": quiz_judge}
"""Each imports its judge only when one is needed: grading an exercise does not pay for reading a quiz."""


def judge_of(entry: Entry) -> Judge:
    """The judge of an entry, of whatever kind."""
    return JUDGES[entry.kind](entry)
