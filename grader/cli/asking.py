"""Asking a quiz in the terminal: one piece after the other, an attempt before any answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import click

from grader.cli.desk import Desk
from grader.report import quiz as report

if TYPE_CHECKING:
    from grader.content.questions import PieceKey, QuestionKey
    from grader.quiz.judge import QuestionJudge
    from grader.quiz.pieces import Verdict

COMMANDS = ("hint", "answer", "skip", "back", "quit")
Ending = Literal["finished", "quit", "input-ended"]


class InputEnded(Exception):
    """There is nothing more to read: a pipe has run dry, or Ctrl-D was typed."""


class Step(NamedTuple):
    """One piece of one question."""

    question: QuestionKey
    piece: PieceKey
    judge: QuestionJudge

    @property
    def name(self) -> str:
        return f"{self.question.id}.{self.piece.name}"


class Outcome(NamedTuple):
    """How a piece went: whether it ended right, whether its first attempt was, and whether a hint was asked for."""

    right: bool
    first_try: bool | None
    hinted: bool


class Keeper(Protocol):
    """Where answers are kept, and where those that were given before are found."""

    def given(self, question: QuestionKey) -> dict[str, object]: ...

    def keep(self, question: str, piece: str, typed: str) -> None: ...


class Asker:
    """Asks the steps it is given, in order; `done` maps each piece that was asked to how it went."""

    def __init__(self, desk: Desk, steps: Sequence[Step], keeper: Keeper) -> None:
        self.desk = desk
        self.steps = steps
        self.keeper = keeper
        self.done: dict[str, Outcome] = {}
        self.asked_of = ""

    def run(self) -> Ending:
        """Asks until all are through. Raises `KeyboardInterrupt`."""
        place = 0
        try:
            while place < len(self.steps):
                move = self.ask(self.steps[place])
                if move == "quit":
                    return "quit"
                place = max(0, place - 1) if move == "back" else place + 1
        except InputEnded:
            return "input-ended"
        return "finished"

    def ask(self, step: Step) -> Literal["on", "back", "quit"]:
        """One piece, until it is right, or left."""
        page = self.desk.page
        if self.asked_of != step.question.id:
            self.asked_of = step.question.id
            self.say(report.question_lines(step.question, page))
        self.say(report.piece_lines(step.piece, page))
        tried, hinted = False, False
        while True:
            typed = self.read(step.piece)
            command = command_in(typed, step.piece)
            if command == "hint":
                hinted = True
                self.say(report.hint_lines(step.piece, page))
            elif command == "answer":
                if tried or self.tried_before(step):
                    self.say(report.answer_lines(step.piece, page))
                    return "on"
                self.say(page.wrap("The answer is shown after an attempt: try first, or  skip.", "  ", "  "))
            elif command in ("skip", "back", "quit"):
                return "on" if command == "skip" else command  # type: ignore[return-value]
            elif not typed.strip():
                self.say(page.wrap(f"Type an answer, or: {', '.join(COMMANDS)}.", "  ", "  "))
            else:
                verdict = self.attempt(step, typed, hinted)
                if verdict.status in ("passed", "awaits-mark"):
                    return "on"
                tried = tried or verdict.status == "failed"

    def attempt(self, step: Step, typed: str, hinted: bool) -> Verdict:
        """Judge an answer, tell what became of it, and keep it unless it could not be read."""
        given = {**self.keeper.given(step.question), step.piece.name: typed}
        verdict = step.judge.verdict(step.piece.name, given)
        self.say(report.verdict_lines(verdict, self.desk.page))
        if verdict.status == "unreadable":
            return verdict
        self.keeper.keep(step.question.id, step.piece.name, typed)
        right = verdict.status != "failed"
        before = self.done.get(step.name)
        first = before.first_try if before and before.first_try is not None else right
        self.done[step.name] = Outcome(right, first, hinted or bool(before and before.hinted))
        if not right:
            page = self.desk.page
            self.say([page.paint(line, "2") for line in page.wrap(f"Again, or: {', '.join(COMMANDS)}.", "  ", "  ")])
        return verdict

    def tried_before(self, step: Step) -> bool:
        """Whether an answer that could be read was given in an earlier session."""
        status = step.judge.verdict(step.piece.name, self.keeper.given(step.question)).status
        return status in ("passed", "failed", "awaits-mark")

    def say(self, lines: Sequence[str]) -> None:
        click.echo("\n".join(lines))

    def read(self, piece: PieceKey) -> str:
        """What is typed for a piece; a matrix may take several lines. Raises `InputEnded`, `KeyboardInterrupt`."""
        lines = [read_line("> ")]
        while piece.kind == "matrix" and not command_in(lines[0], piece) and more_wanted(lines, piece):
            lines.append(read_line(". "))
        return "\n".join(lines)


def more_wanted(lines: Sequence[str], piece: PieceKey) -> bool:
    """Whether a matrix is not complete: brackets are open, or rows are typed a line each and some are to come."""
    text = "\n".join(lines)
    if not lines[-1].strip():
        return False
    if any(one in text for one in "([{"):
        return sum(text.count(one) for one in "([{") > sum(text.count(one) for one in ")]}")
    return ";" not in text and any(one.isdigit() for one in text) and len(lines) < piece.shape[0]


def command_in(typed: str, piece: PieceKey) -> str:
    """The command that was typed, by its word or by its first letter; "" for an answer. Letters of choices are answers."""
    word = typed.strip().lower().removeprefix(":")
    if piece.kind == "open" and word not in COMMANDS:
        return ""
    letters = {choice.letter for choice in piece.choices} | (set("tfyn") if piece.kind == "truth" else set())
    return next((one for one in COMMANDS if word == one or (word == one[0] and word not in letters)), "")


def read_line(prompt: str) -> str:
    """One line. Raises `InputEnded`, `KeyboardInterrupt`."""
    try:
        typed = input(prompt)
    except KeyboardInterrupt:
        click.echo()
        raise
    except EOFError:
        click.echo()
        raise InputEnded from None
    if not sys.stdin.isatty():
        # In a pipe nobody sees what was typed.
        click.echo("".join(one if one.isprintable() else "�" for one in typed))
    return typed
