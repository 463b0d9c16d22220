"""`grade hint quiz`: the hint for the first piece that is not right yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble

if TYPE_CHECKING:
    from grader.cli.asking import Step
    from grader.quiz.judge import QuizJudge


def hint_at(desk: Desk, name: str, place: str | None) -> None:
    """Print it. `place` is a question, q3, or a piece of one, q3.sum; without it, wherever the student is."""
    from grader.cli.quiz import open_steps, opened
    from grader.intake.source import Unreadable
    from grader.marking.answering import AnswersFile
    from grader.report.quiz import told_hint

    question, _, piece = (place or "").partition(".")
    judge = opened(desk, name, question or None)
    check_piece(judge, question, piece)
    try:
        answers = AnswersFile(desk.file_of(name), judge.key)
        steps = [
            step
            for step in open_steps(judge, answers, question or None)
            if step.piece.kind != "open" and piece in ("", step.piece.name)
        ]
    except Unreadable as problem:
        raise Trouble(str(problem)) from problem
    if not steps:
        click.echo(f"{place or name} is right: there is nothing to hint at.")
        return
    chosen = steps[0]
    remember(desk, name, chosen)
    again = f"grade {name} {chosen.question.id}"
    click.echo("\n".join(told_hint(chosen.name, chosen.piece, again, desk.page)))


def check_piece(judge: QuizJudge, question: str, piece: str) -> None:
    """Leaves with a sentence where the question has no such piece."""
    names = [one.name for known in judge.key.questions if known.id == question for one in known.graded()]
    if piece and piece not in names:
        raise Trouble(f"{question} has no piece {piece[:40]}: it has {', '.join(names)}")


def remember(desk: Desk, name: str, step: Step) -> None:
    """Hints are counted, as those of exercises are."""
    from grader.marking import progress as memory

    if not step.piece.hint:
        return
    progress = memory.load(desk.workspace)
    progress.hints[f"{name}.{step.name}"] = 1
    progress.started = True
    memory.save(desk.workspace, progress)
