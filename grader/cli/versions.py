"""What a session of the quiz says of its answers file: one of several, where other versions were asked."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.cli.desk import Desk
    from grader.marking.answering import AnswersFile


def go_on(desk: Desk, name: str, answers: AnswersFile, question: str | None = None) -> str:
    """The command that goes on with these answers: it names the seed where they have a file of their own."""
    words = ["grade", name, *([question] if question else [])]
    if answers.path != desk.file_of(name):
        words += ["--seed", answers.answers.seed, *["--marked"] * answers.answers.marked]
    return shlex.join(words)


def kept_sentence(desk: Desk, name: str, answers: AnswersFile) -> str:
    """Where the answers are, and what hands them in: what `intake/pack.py` chooses of several files."""
    kept, home = desk.workspace.shown(answers.path), desk.file_of(name)
    if answers.path == home:
        return f"Kept in {kept}: this is the file to hand in."
    if answers.answers.marked:
        return f"Kept in {kept}: `grade pack` hands it in, as {home.name}."
    aside = f"`grade reset {name}` puts that aside if this one is to be handed in"
    return f"Kept in {kept}. `grade pack` hands in {home.name}: {aside}."
