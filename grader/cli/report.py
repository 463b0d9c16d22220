"""`grade report`: the class report, one HTML file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble, pass_desk, say
from grader.cli.gradebook import book_argument, opened

if TYPE_CHECKING:
    from grader.marking.course import Course
    from grader.marking.gradebook import Gradebook
    from grader.marking.overview import One


@click.command("report", short_help="The class report, as one HTML file.")
@book_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("report.html"), show_default=True)
@click.option("--course", type=click.Path(path_type=Path), help="A course.toml with weights, dates and a title.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as one JSON document, and write nothing.")
@pass_desk
def report_command(desk: Desk, gradebook: Path, output: Path, course: Path | None, as_json: bool) -> None:
    """Who passed, which misconceptions there are, the hardest checks, what needs a look, and a section a student."""
    from grader.intake.workspace import CannotWrite, write
    from grader.marking.course import load_course
    from grader.marking.overview import overview
    from grader.report.document import dumps
    from grader.report.everybody import MOST_SECTIONS, NeedsJinja, render

    if output.exists() and gradebook.exists() and output.samefile(gradebook):
        raise Trouble(f"{output} is the gradebook itself: give another name with --output")
    with opened(gradebook, "students" if as_json else "") as book:
        plan = load_course(course, book.exercises())
        found = overview(everybody(book, plan), MOST_SECTIONS)
        last = book.row("SELECT max(graded_at) FROM runs")
    if as_json:
        click.echo(dumps({"schema": 1, "report": found}), nl=False)
        return
    graded = datetime.fromtimestamp(last[0], UTC).strftime("%Y-%m-%d %H:%M UTC") if last and last[0] else "never"
    try:
        page = render(found, plan.title or gradebook.stem, graded)
        write(output, page)
    except (NeedsJinja, CannotWrite) as problem:
        raise Trouble(str(problem)) from problem
    count = found.students
    say(f"{output}: {count} student{'s' * (count != 1)}, {len(found.looks)} to look at. Open it in a browser.")


def everybody(book: Gradebook, plan: Course) -> Iterator[One]:
    from grader.marking.course import totals
    from grader.marking.identities import Identity, identities
    from grader.marking.overview import One
    from grader.report.gradebook import remarks

    people = identities(book)
    for total in totals(book, plan):
        standings = book.standings(total.student)
        yield One(
            person=people.get(total.student, Identity(total.student)),
            total=total,
            results={one.exercise: standings[one.exercise].result for one in total.exercises},
            remarks={one.exercise: remarks(one) for one in total.exercises},
        )
