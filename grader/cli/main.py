"""The command `grade`. Exercises are commands too: found, not listed here."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from pathlib import Path

import click

from grader import __version__
from grader.cli.desk import INTERRUPTED, OUR_FAULT, UNREADABLE, Desk, Trouble, nearest, pass_desk, say
from grader.cli.entry import use_one_thread
from grader.content.kinds import kind_of

HOMES = {
    "all": "student",
    "list": "student",
    "hint": "student",
    "pack": "pack",
    "tests": "tests",
    "start": "student",
    "reset": "student",
    "batch": "batch",
    "diff": "gradebook",
    "export": "export",
    "release": "release",
    "report": "report",
    "mark": "gradebook",
    "totals": "gradebook",
    "chapter": "chapter",
    "compile": "instructor",
    "demo": "instructor",
    "doctor": "instructor",
    "verify": "instructor",
    "formula": "formula",
}
"""Which module of this folder a command lives in; each is imported when its command is used."""
OF_STUDENTS = ("student", "pack", "tests")
"""Modules whose commands are for students."""
GRADED = {"exercise": "exercise", "quiz": "quiz", "task": "task"}
"""For each kind of work, the module that makes the commands which grade it: `NAME_command` takes the name of the work."""


class Workbook(click.Group):
    """Commands found by name: those of `HOMES`, and one for each exercise, quiz and task."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.exercises(ctx), *HOMES]

    def exercises(self, ctx: click.Context) -> list[str]:
        try:
            return desk_of(ctx).catalog.ids()
        except click.ClickException:
            # Help must come even where there is no key.
            return []

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in HOMES:
            command = getattr(import_module(f"grader.cli.{HOMES[cmd_name]}"), f"{cmd_name}_command")
            assert isinstance(command, click.Command)
            return command
        kind = kind_of(cmd_name)
        if kind is None or kind.name not in GRADED:
            return None
        # Whether it exists is found out when it runs: no key may be read before the sandbox is forked.
        make = getattr(import_module(f"grader.cli.{GRADED[kind.name]}"), f"{kind.name}_command")
        made = make(cmd_name)
        assert isinstance(made, click.Command)
        return made

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        desk = desk_of(ctx)
        rows = [(one, title_of(desk, one)) for one in self.exercises(ctx)]
        if rows:
            with formatter.section("Exercises"):
                formatter.write_dl(rows)
        for title, of_students in (("For students", True), ("For instructors and authors", False)):
            names = [name for name in HOMES if (HOMES[name] in OF_STUDENTS) == of_students]
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl([(name, command.get_short_help_str(60)) for name, command in commands if command])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            # `grade exercise 3` is meant as it is said.
            joined = "".join(args[:2]) if len(args) > 1 else f"exercise{name}"
            near = joined if joined in self.exercises(ctx) else nearest(name, self.list_commands(ctx))
            meant = f": is `grade {near}` meant?" if near else ":"
            raise Trouble(f"there is no command {name[:40]!r}{meant} `grade --help` lists them all")
        return super().resolve_command(ctx, args)


def title_of(desk: Desk, exercise: str) -> str:
    """The title of an exercise; help comes also where an answer file makes no key."""
    try:
        return desk.entry(exercise).title
    except Trouble:
        return f"makes no key: `grade verify {exercise}` tells why"


def desk_of(ctx: click.Context) -> Desk:
    if ctx.obj is None:
        ctx.obj = Desk(ctx.params.get("key_file"))
    assert isinstance(ctx.obj, Desk)
    return ctx.obj


@click.group(cls=Workbook, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--key", "key_file", type=click.Path(path_type=Path), help="Grade with this key, written by `grade compile`.")
@click.version_option(__version__, prog_name="grade")
@click.pass_context
def grade(ctx: click.Context, key_file: Path | None) -> None:
    """Grade the exercises of this workbook. Without a command: go on where you stopped.

    Fill a stub in exercises/, then run its command, `grade exercise1` say. Nothing leaves this machine.
    """
    ctx.obj = Desk(key_file)
    if ctx.invoked_subcommand is None:
        from grader.cli.student import carry_on

        carry_on(ctx.obj)


__all__ = ["grade", "main", "pass_desk"]


def main() -> None:
    """The entry point: whatever escapes a command is our fault, and is told as ours."""
    # Again, for whoever comes in by this door.
    use_one_thread()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter shows a question mark in its place.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(grade.main(prog_name="grade", standalone_mode=False) or 0)
    except click.ClickException as trouble:
        # What was typed may have been a name that somebody else chose.
        from grader.report.page import one_line

        trouble.message = one_line(trouble.message)  # type: ignore[misc]
        trouble.show()
        sys.exit(trouble.exit_code)
    except click.Abort:
        click.echo("grade: stopped", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has left; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except Exception as fault:
        if os.environ.get("GRADE_TRACEBACK"):
            raise
        from grader.content.key import AuthorError

        if isinstance(fault, AuthorError):
            say(f"grade: the answer key can't be made: {fault}", err=True)
            sys.exit(UNREADABLE)
        say(
            f"grade: the grader itself failed ({type(fault).__name__}: {fault}). This is our fault and costs no points; "
            "set GRADE_TRACEBACK=1 to see where.",
            err=True,
        )
        sys.exit(OUR_FAULT)
