"""The answers file of a workspace while a quiz is being answered: read, filled piece by piece, written whole each time.

What the student wrote into it by hand, comments too, stays as it is.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from grader.content.questions import QuestionKey, QuizKey
from grader.content.quiz import blank
from grader.intake.source import Source, Unreadable, read_source
from grader.intake.workspace import STUBS, write
from grader.quiz.answers import Answers, read_answers, spelled
from grader.quiz.variants import one_form, questions_of


class AnswersFile:
    """An answers file on disk. `questions` are those that it answers. Raises `Unreadable` where it can't be read, and
    `CannotWrite` where it can't be written."""

    def __init__(self, path: Path, key: QuizKey, seed: str = "", marked: bool = False) -> None:
        self.path = path
        self.key = key
        if path.exists():
            self.source = read_source(path)
        else:
            title, file = key.title, f"{STUBS}/{path.name}"
            questions = questions_of(key, seed, marked)
            self.source = Source(path.name, blank(title, questions, seed, marked, file) if one_form(seed) else key.stub)
        self.answers = self.read()
        self.questions = questions_of(key, self.answers.seed, self.answers.marked)

    def read(self) -> Answers:
        return read_answers(self.source.text, self.source.name, self.key.questions)

    def given(self, question: QuestionKey) -> dict[str, object]:
        return self.answers.given[question.id]

    def keep(self, question: str, piece: str, typed: str) -> None:
        """Write an answer down."""
        # Only here: grading a file needs no library that can change one.
        import tomlkit
        from tomlkit.items import Table

        document = tomlkit.parse(self.source.text)
        name = next((key for key in document if spelled(key) == question), question)
        if not isinstance(document.get(name), Table):
            document[name] = tomlkit.table()
        table = document[name]
        assert isinstance(table, Table)
        own = next((key for key in table if spelled(key) == piece), piece)
        table[own] = tomlkit.string(typed)
        self.source = Source(self.source.name, tomlkit.dumps(document), self.source.warnings)
        write(self.path, self.source.text)
        self.answers = self.read()


def file_for(home: Path, key: QuizKey, seed: str | None, marked: bool) -> AnswersFile:
    """The file in which the questions of a seed are answered: the workspace's own where it is blank or has that seed,
    else one of its own beside it. Without a seed, the workspace's own, whatever its seed.

    Raises `Unreadable`, `CannotWrite`.
    """
    own = AnswersFile(home, key)
    if seed is None or (one_form(own.answers.seed), own.answers.marked) == (one_form(seed), marked):
        return own
    if not one_form(seed):
        raise Unreadable(
            f"{home.name} holds your answers to seed “{own.answers.seed}”: "
            f"`grade reset {key.id}` gives the chapter's own questions"
        )
    if own.source.text == key.stub:
        # Nothing of the student's is in it yet.
        write(home, blank(key.title, questions_of(key, seed, marked), seed, marked))
        return AnswersFile(home, key)
    return AnswersFile(home.with_name(f"{home.stem}-{slug(seed)}{'-marked' * marked}{home.suffix}"), key, seed, marked)


def slug(seed: str) -> str:
    """A seed as part of a file's name."""
    plain = re.sub(r"[^a-z0-9]+", "-", one_form(seed)).strip("-")[:30]
    mark = hashlib.sha256(one_form(seed).encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return plain if plain == one_form(seed) else f"{plain}-{mark}".strip("-")
