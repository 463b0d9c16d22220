"""What the commands share: where the student works, which key is used, how the terminal is, how to leave."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from grader.content.catalog import Catalog
    from grader.content.key import Entry
    from grader.intake.workspace import Workspace
    from grader.report.page import Page

PASSED, NOT_PASSED, UNREADABLE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes."""


class Desk:
    """Everything is looked up when first asked for, so that a command pays only for what it uses."""

    def __init__(self, key_file: Path | None = None) -> None:
        self.key_file = key_file

    @cached_property
    def found_workspace(self) -> Workspace | None:
        from grader.intake.workspace import NoWorkspace, find

        try:
            return find(Path.cwd())
        except NoWorkspace:
            return None
        except OSError as error:
            raise Trouble("the folder you are in does not exist any more: change to your workspace") from error

    @property
    def workspace(self) -> Workspace:
        """Leaves with a sentence where there is none."""
        if self.found_workspace is None:
            raise Trouble(self.no_workspace())
        return self.found_workspace

    def no_workspace(self) -> str:
        from grader.content.chapter import MARKER

        return f"no workspace here or in a folder above (looked for {MARKER}): make one with `grade start DIR` and work in it"

    @cached_property
    def catalog(self) -> Catalog:
        """The key that was named; a clone's own, hidden cases and all; else the public one of the package."""
        from grader.content import catalog
        from grader.content.key import KeyUnreadable

        try:
            if self.key_file:
                return catalog.from_file(self.key_file)
            if self.found_workspace and self.found_workspace.is_clone:
                return catalog.ChapterCatalog(self.found_workspace.root, self.found_workspace.title, public=False)
            return catalog.packaged()
        except (KeyUnreadable, catalog.NoKey) as problem:
            raise Trouble(str(problem)) from problem

    def entry(self, exercise: str) -> Entry:
        """The key of an exercise. Leaves with a sentence where there is none."""
        from grader.content.key import AuthorError

        try:
            return self.catalog.entry(exercise)
        except KeyError:
            raise Trouble(self.no_exercise(exercise)) from None
        except AuthorError as problem:
            raise Trouble(f"the answer key can't be made: {problem}") from problem

    def file_of(self, exercise: str) -> Path:
        """The file of this workspace in which an exercise is solved; leaves with a sentence where there is no workspace."""
        return self.worked_on(exercise)[0]

    def worked_on(self, exercise: str) -> tuple[Path, Path | None]:
        """That file, a script or a notebook; and the other one, where there is work in both."""
        from grader.content.kinds import kind_of
        from grader.intake.source import NOTEBOOK
        from grader.intake.workspace import worked_on

        path = self.workspace.file(self.catalog.file_name(exercise))
        kind = kind_of(exercise)
        if kind is None or NOTEBOOK not in kind.also:
            return path, None
        return worked_on(path, lambda: self.entry(exercise).stub())

    def scored(self) -> list[str]:
        """What a machine gives points for, which is worked through one after the other; open tasks come at any time."""
        from grader.content.kinds import kind_of

        return [name for name in self.catalog.ids() if (kind := kind_of(name)) and kind.name != "task"]

    def files(self) -> dict[str, Path]:
        """The files of what a machine gives points for, in order."""
        return {name: self.file_of(name) for name in self.scored()}

    def task_files(self) -> dict[str, Path]:
        """The files of the open tasks, in order."""
        scored = self.scored()
        return {name: self.file_of(name) for name in self.catalog.ids() if name not in scored}

    def no_exercise(self, exercise: str) -> str:
        return f"there is no {exercise[:40]}: the exercises are {', '.join(self.catalog.ids())}"

    @cached_property
    def page(self) -> Page:
        from grader.report.page import Page

        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return Page(width(), colour)


class Trouble(click.ClickException):
    """For the user: one sentence, and `lines` of detail below it where there are several; exit 2."""

    exit_code = UNREADABLE

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.lines = lines

    def show(self, file: object = None) -> None:
        say(f"grade: {self.message}", err=True)
        for line in self.lines:
            say(f"  {line}", err=True)


click.ClickException.exit_code = UNREADABLE


def say(line: str, *, err: bool = False) -> None:
    """One line in which names may stand that somebody else chose."""
    from grader.report.page import one_line

    click.echo(one_line(line), err=err)


def tell(step: str) -> None:
    """What is being done, for whoever waits at a terminal; a pipe is left alone."""
    if sys.stderr.isatty():
        click.echo(f"grade: {step} …", err=True)


def width() -> int:
    """Of the terminal, 80 in a pipe."""
    from grader.report.page import NARROWEST, WIDEST

    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        columns = 80
    return max(NARROWEST, min(columns or 80, WIDEST))


def nearest(word: str, known: list[str]) -> str | None:
    """The known word nearest to a mistyped one, if any is near."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), known, 1, 0.6)), None)


def complete_exercise(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """What the shell offers where an exercise is asked for."""
    desk = ctx.find_object(Desk) or Desk()
    try:
        return [one for one in desk.catalog.ids() if one.startswith(incomplete)]
    except Trouble:
        return []


def leave(status: int) -> NoReturn:
    """End the command with an exit code."""
    click.get_current_context().exit(status)


def exit_code(statuses: list[str]) -> int:
    """The exit code of results: our fault before all, then unread, then anything short of full marks."""
    if "grader-error" in statuses:
        return OUR_FAULT
    if statuses and all(status == "unreadable" for status in statuses):
        return UNREADABLE
    return PASSED if all(status == "passed" for status in statuses) else NOT_PASSED


pass_desk = click.make_pass_decorator(Desk, ensure=True)
