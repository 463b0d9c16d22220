"""`grade export`: a gradebook's grades as the file that an LMS, a spreadsheet or a CI server takes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble, pass_desk
from grader.cli.gradebook import book_argument, opened, text

if TYPE_CHECKING:
    from grader.report.targets.model import Graded, Wanted, Written

NAMES = ["canvas", "moodle", "blackboard", "brightspace", "csv", "json", "jsonl", "gradescope", "junit", "classroom50"]
"""As in `report/targets`, which is not imported for a help text."""
FULL_TABLES = ("csv", "json")
"""Targets that have room for everything, and hold all columns unless told otherwise."""


@click.command("export", short_help="Grades as a file for an LMS, a spreadsheet or CI.")
@book_argument
@click.option("--to", "target", type=click.Choice(NAMES), required=True, help="Who takes the file.")
@click.option("--template", type=click.Path(path_type=Path), help="The file as the LMS exports it, to be filled in.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here; to the standard output by default.")
@click.option("--course", type=click.Path(path_type=Path), help="A course.toml with weights and dates.")
@click.option("--exercise", type=text, multiple=True, help="Only this exercise, in points; may be repeated.")
@click.option(
    "--columns", type=click.Choice(["total", "exercises", "all"]), help="The total in percent, a column an exercise, or both."
)
@click.option("--column", "places", type=text, multiple=True, help="The template's column to fill: NAME, or exercise3=NAME.")
@click.option("--student", type=text, help="Only this student.")
@click.option("--partial", is_flag=True, help="Also write what still awaits a mark, with the points so far.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document about the export, and nothing else.")
@pass_desk
def export_command(
    desk: Desk,
    gradebook: Path,
    target: str,
    template: Path | None,
    output: Path | None,
    course: Path | None,
    exercise: tuple[str, ...],
    columns: str | None,
    places: tuple[str, ...],
    student: str | None,
    partial: bool,
    as_json: bool,
) -> None:
    """Write GRADEBOOK's grades for another program: by default each student's total, in percent.

    Students are told by what the LMS calls them; a doubt leaves a line alone and is told. Nothing is ever sent anywhere.
    """
    from grader.report.document import dumps
    from grader.report.export import document, render

    try:
        check_output(output, gradebook)
        graded, wanted = gathered(gradebook, course, target, exercise, columns, places, student, partial)
        made = written(target, graded, template, wanted)
        put(made, output, as_json)
    except Trouble as trouble:
        if as_json:
            click.echo(dumps(document(None, target, None, trouble.message)), nl=False)
        raise
    shown = str(output) if output else None
    if as_json:
        click.echo(dumps(document(made, target, shown)), nl=False)
    else:
        click.echo(render(made, target, shown, desk.page), nl=False, err=True)


def check_output(output: Path | None, gradebook: Path) -> None:
    if output and output.exists() and gradebook.exists() and output.samefile(gradebook):
        raise Trouble(f"{output} is the gradebook itself: give another name with --output")


def gathered(
    path: Path,
    course: Path | None,
    target: str,
    exercises: tuple[str, ...],
    columns: str | None,
    places: tuple[str, ...],
    student: str | None,
    partial: bool,
) -> tuple[list[Graded], Wanted]:
    """The grades, and what is wanted of them. Leaves with a sentence where what is asked for is not there."""
    from grader.marking.course import load_course
    from grader.report.targets.grades import collect
    from grader.report.targets.model import TOTAL, Wanted

    with opened(path) as book:
        known = book.exercises()
        unknown = [one for one in exercises if one not in known]
        if unknown:
            raise Trouble(f"{path} has no {unknown[0]}: it has {', '.join(known) or 'no results yet'}")
        graded = list(collect(book, load_course(course, known), exercises or None, student))
    if student is not None and not graded:
        raise Trouble(f"{path} has no student {student}: check the name")
    if not graded:
        raise Trouble(f"{path} holds no results yet: `grade batch PATH --db {path}` makes some")
    if columns is None:
        columns = "exercises" if exercises else "all" if target in FULL_TABLES else "total"
    chosen = {"total": [TOTAL], "exercises": list(exercises or known), "all": [*(exercises or known), TOTAL]}[columns]
    titles = {exercise: result.title for one in graded for exercise, result in one.results.items()}
    surroundings = dict(os.environ) if target == "classroom50" else {}
    return graded, Wanted(tuple(chosen), titles, named(places, chosen), partial, surroundings)


def named(places: tuple[str, ...], columns: list[str]) -> dict[str, str]:
    """Which column of the template each column goes to."""
    found = {}
    for place in places:
        column, equals, name = place.partition("=")
        if equals and column in columns:
            found[column] = name
        elif len(columns) == 1:
            found[columns[0]] = place
        else:
            raise Trouble(f"--column {place[:60]!r} does not say of what: write --column {columns[0]}=NAME")
    return found


def written(target: str, graded: list[Graded], template: Path | None, wanted: Wanted) -> Written:
    from grader.report.targets import TARGETS, CannotExport

    try:
        data = template.read_bytes() if template else None
    except OSError as error:
        raise Trouble(f"{template} can't be read: {error.strerror}") from error
    try:
        return TARGETS[target].write()(graded, data, wanted)
    except CannotExport as problem:
        raise Trouble(str(problem)) from problem


def put(made: Written, output: Path | None, as_json: bool) -> None:
    from grader.intake.workspace import CannotWrite, write_bytes

    if output:
        try:
            write_bytes(output, made.data)
        except CannotWrite as problem:
            raise Trouble(str(problem)) from problem
    elif not as_json:
        # Bytes: the file may be in another encoding than the terminal.
        sys.stdout.flush()
        sys.stdout.buffer.write(made.data)
        sys.stdout.buffer.flush()
