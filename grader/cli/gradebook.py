"""Commands about a gradebook: what a new key changed, the instructor's decisions, totals."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble, pass_desk, say
from grader.cli.numbers import TakesNumbers

if TYPE_CHECKING:
    from grader.marking.gradebook import Gradebook


def text(value: str) -> str:
    """As the gradebook keeps it: bytes of the command line that are no UTF-8 become `\\xe9`, say, as in file names."""
    from grader.intake.folder import printable

    return printable(value)


book_argument = click.argument("gradebook", type=click.Path(path_type=Path))


@contextmanager
def opened(path: Path, holds: str = "") -> Iterator[Gradebook]:
    """An existing gradebook. Leaves with a sentence where it can't be used, and where a document is asked for with one that
    `holds` nothing."""
    from grader.marking.course import CourseTrouble
    from grader.marking.gradebook import Gradebook, GradebookTrouble
    from grader.report.document import dumps

    try:
        with Gradebook(path, must_exist=True) as book:
            yield book
    except (GradebookTrouble, CourseTrouble) as problem:
        if holds:
            click.echo(dumps({"schema": 1, holds: []}), nl=False)
        raise Trouble(str(problem)) from problem


@click.command("diff", short_help="What a new key changed.")
@book_argument
@click.option("--exercise", type=text, help="Only this one.")
@click.option("--from", "old", type=text, help="The key before, or the start of its address; the last but one by default.")
@click.option("--to", "new", type=text, help="The key after; the last one used by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def diff_command(desk: Desk, gradebook: Path, exercise: str | None, old: str | None, new: str | None, as_json: bool) -> None:
    """Who gained or lost how much between two keys, and by which check."""
    from grader.marking.changes import changes
    from grader.report.document import dumps
    from grader.report.gradebook import render_changes

    with opened(gradebook, "changes" if as_json else "") as book:
        found = list(changes(book, exercise, old, new))
    click.echo(dumps({"schema": 1, "changes": found}) if as_json else render_changes(found, desk.page), nl=False)


@click.command("totals", short_help="Every student's total.")
@book_argument
@click.option("--course", type=click.Path(path_type=Path), help="A course.toml with weights and dates.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def totals_command(desk: Desk, gradebook: Path, course: Path | None, as_json: bool) -> None:
    """What each student has, with overrides, exemptions and the course's weights."""
    from grader.marking.course import load_course, totals
    from grader.report.document import dumps
    from grader.report.gradebook import render_totals

    with opened(gradebook, "totals" if as_json else "") as book:
        found = list(totals(book, load_course(course, book.exercises())))
    click.echo(dumps({"schema": 1, "totals": found}) if as_json else render_totals(found, desk.page), nl=False)


class MarkGroup(click.Group):
    """`grade mark`: by itself it asks for marks."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and Path(args[0]).suffix:
            raise Trouble(f"to mark what waits in {args[0]}, type: grade mark --db {args[0]}")
        return super().resolve_command(ctx, args)


@click.group("mark", cls=MarkGroup, invoke_without_command=True, short_help="Marks by hand, overrides, exemptions.")
@click.option("--db", "book_path", type=click.Path(path_type=Path), help="Ask for the marks that wait in this gradebook.")
@click.option("--csv", "out", type=click.Path(path_type=Path), help="Write what waits to this file instead, - for the screen.")
@click.option("--from", "sheet", type=click.Path(path_type=Path), help="Read marks from this CSV, as --csv wrote it.")
@click.option("--as", "who", type=text, help="Who marks; your login name by default.")
@click.option("--task", type=text, help="Only this one, practice2 say.")
@click.option("--student", type=text, help="Only this one.")
@click.option("--again", is_flag=True, help="Also what is marked already.")
@click.pass_context
def mark_command(
    ctx: click.Context,
    book_path: Path | None,
    out: Path | None,
    sheet: Path | None,
    who: str | None,
    task: str | None,
    student: str | None,
    again: bool,
) -> None:
    """Marks of yours, for what no machine scores, and decisions that stand beside the machine's points.

    With --db you are asked for the marks that wait, work by work, criterion by criterion of its rubric. Every mark is kept
    at once, with who and when; no regrade touches it. The commands below are for single decisions.
    """
    from grader.cli import marking

    if ctx.invoked_subcommand is not None:
        return
    if book_path is None:
        raise Trouble(
            "which gradebook? `grade mark --db FILE` asks for the marks that wait; `grade mark --help` tells the rest"
        )
    if out is not None and sheet is not None:
        raise Trouble("--csv and --from don't go together: write the sheet first, fill it in, then read it")
    desk = ctx.find_object(Desk) or Desk()
    with opened(book_path) as book:
        if sheet is not None:
            marking.take_sheet(book, sheet, task, student, who or login())
            return
        works = marking.chosen(book, task, student, again=again)
        if out is not None:
            marking.write_sheet(book, works, out, again=again)
        else:
            marking.ask_all(desk, book, works, who or login())


why_option = click.option("--why", type=text, required=True, help="The reason, kept with the decision.")
who_option = click.option("--who", type=text, default=None, help="Who decides; your login name by default.")


@mark_command.command("override", cls=TakesNumbers)
@book_argument
@click.argument("student", type=text)
@click.argument("exercise", type=text)
@click.argument("part", type=text)
@click.argument("points", type=float)
@why_option
@who_option
def override(gradebook: Path, student: str, exercise: str, part: str, points: float, why: str, who: str | None) -> None:
    """Give PART of a student's EXERCISE these POINTS, whatever the machine says."""
    with opened(gradebook) as book:
        known(book, student, exercise)
        maxima = book.part_maxima(exercise)
        most = maxima.get(part)
        if most is None:
            raise Trouble(f"{exercise} has no part {part}: it has {', '.join(maxima) or 'no results yet'}")
        if points < 0:
            raise Trouble(f"points can't be negative: {part} is worth 0 to {most:g}, not {points:g}")
        if not points <= most:
            raise Trouble(f"{part} is worth 0 to {most:g} points, not {points:g}")
        decide(book, "override", student, exercise, why, who, part=part, points=points)


@mark_command.command("exempt")
@book_argument
@click.argument("student", type=text)
@click.argument("exercise", type=text)
@why_option
@who_option
def exempt(gradebook: Path, student: str, exercise: str, why: str, who: str | None) -> None:
    """Leave EXERCISE out of a student's total."""
    with opened(gradebook) as book:
        known(book, student, exercise)
        decide(book, "exemption", student, exercise, why, who)


def due_date(ctx: click.Context, param: click.Parameter, value: str) -> datetime:
    """A day, or a moment with or without its offset: the due dates of course.toml."""
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        also = "with a time 2026-12-24T23:59 or 2026-12-24T23:59:00+01:00"
        raise click.BadParameter(f"{value} is no date such as 2026-12-24, {also}") from None


@mark_command.command("extend")
@book_argument
@click.argument("student", type=text)
@click.argument("exercise", type=text)
@click.argument("until", callback=due_date)
@why_option
@who_option
def extend(gradebook: Path, student: str, exercise: str, until: datetime, why: str, who: str | None) -> None:
    """Move the due date of EXERCISE for one student: UNTIL is a day, the whole of it, or a time such as 2026-12-24T23:59."""
    with opened(gradebook) as book:
        known(book, student, exercise)
        decide(book, "extension", student, exercise, why, who, until=until.isoformat())


@mark_command.command("list")
@book_argument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def list_marks(desk: Desk, gradebook: Path, as_json: bool) -> None:
    """All decisions that stand, with their numbers."""
    from grader.marking.rubrics import standing_marks
    from grader.report.document import dumps
    from grader.report.gradebook import render_marks
    from grader.report.marking import render_marks_given

    with opened(gradebook, "marks" if as_json else "") as book:
        found, given = book.marks(), standing_marks(book)
    by_rubric = [mark for marks in given.values() for mark in marks.values()]
    if as_json:
        click.echo(dumps({"schema": 1, "marks": found, **({"rubric_marks": by_rubric} if by_rubric else {})}), nl=False)
    else:
        decided = render_marks(found, desk.page) if found or not by_rubric else ""
        click.echo(decided + render_marks_given(given, desk.page), nl=False)


@mark_command.command("withdraw", cls=TakesNumbers)
@book_argument
@click.argument("number", type=int)
@why_option
@who_option
def withdraw(gradebook: Path, number: int, why: str, who: str | None) -> None:
    """Take a decision back. It stays on record, and so does this."""
    with opened(gradebook) as book:
        mark = next((one for one in book.marks() if one.number == number), None)
        if mark is None:
            no_number = "" if number > 0 else ", for they are counted from 1"
            raise Trouble(f"there is no standing decision {number}{no_number}: `grade mark list {gradebook}` shows them")
        decide(book, "withdrawal", mark.student, mark.exercise, why, who, withdraws=number)


def known(book: Gradebook, student: str, exercise: str) -> None:
    """Leaves with a sentence where the gradebook has no such student or exercise."""
    if student not in book.students():
        raise Trouble(f"{book.path} has no student {student}: check the name")
    if exercise not in book.exercises():
        raise Trouble(f"{book.path} has no {exercise}: it has {', '.join(book.exercises())}")


def decide(
    book: Gradebook,
    kind: str,
    student: str,
    exercise: str,
    why: str,
    who: str | None,
    part: str | None = None,
    points: float | None = None,
    until: str | None = None,
    withdraws: int | None = None,
) -> None:
    from grader.marking.gradebook import Mark
    from grader.report.gradebook import moment

    if not why.strip():
        raise Trouble("a decision needs a reason: give one with --why")
    number = book.decide(Mark(kind, student, exercise, part, points, until, withdraws, who or login(), why))
    what = f", {part}" if part else f", until {moment(until)}" if until else ""
    say(f"decision {number}: {kind} for {student}, {exercise}{what}")


def login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
