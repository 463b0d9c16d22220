"""`grade quiz --export`: the quiz as a file for another system."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.desk import Desk, Trouble, say


def export_quiz(desk: Desk, name: str, target: str, file: Path, seed: str | None) -> None:
    """Write the chapter's own questions, or those of a seed."""
    from grader.content.questions import quiz_of
    from grader.intake.workspace import CannotWrite, write_bytes
    from grader.quiz.exchange import CannotExchange, items
    from grader.quiz.variants import questions_of
    from grader.report.quizzes import writer
    from grader.report.quizzes.page import NeedsLibrary

    key = quiz_of(desk.entry(name))
    try:
        made = writer(target)(key.title, items(questions_of(key, seed or "")))
        write_bytes(file, made.data)
    except (CannotExchange, NeedsLibrary, CannotWrite) as problem:
        raise Trouble(str(problem)) from problem
    say(f"{file}: {made.questions} questions for {target}. It holds the answers.")
    for note in made.notes:
        click.echo("\n".join(desk.page.wrap(note, "  ", "  ")))
