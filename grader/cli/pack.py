"""`grade pack`: the one zip that a student hands in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble, pass_desk
from grader.cli.exercise import grade_one, opened_grader, remember

if TYPE_CHECKING:
    from grader.intake.pack import Candidate
    from grader.judge.result import Result

USUAL = "handin.zip"


@click.command("pack", short_help="The one zip that you hand in.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def pack_command(desk: Desk, file: Path | None, as_json: bool) -> None:
    """Zip what is to be handed in, handin.zip by default, after a last look: what is in it, what is missing, what still fails.

    What fails is packed all the same; files that you have not started are left out.
    """
    from grader.report.document import dumps
    from grader.report.pack import render

    try:
        target, packed, missing = pack(desk, file)
    except Trouble as trouble:
        if as_json:
            click.echo(dumps({"schema": 1, "file": None, "error": trouble.message, "results": [], "missing": {}}), nl=False)
        raise
    if as_json:
        results = [result for _, result in packed if result]
        names = [name for name, _ in packed]
        document = {"schema": 1, "file": str(target), "error": None, "files": names, "results": results, "missing": missing}
        click.echo(dumps(document), nl=False)
    else:
        click.echo(render(desk.workspace.shown(target), packed, missing, desk.page), nl=False)


def pack(desk: Desk, file: Path | None) -> tuple[Path, list[tuple[str, Result | None]], dict[str, str]]:
    """Grades, and writes the zip: where it is, what is in it, and why the rest is not."""
    from grader.intake.pack import candidates, first_of_each, zipped
    from grader.intake.workspace import CannotWrite, write_bytes

    workspace = desk.workspace
    with opened_grader() as grader:
        entries = [desk.entry(name) for name in desk.catalog.ids()]
        blank = {entry.id: entry.stub() for entry in entries}
        target = place(workspace.root, file)
        try:
            chosen, left_out = first_of_each(candidates(workspace, list(blank)), blank)
            missing = {workspace.shown(path): why for path, why in left_out.items()}
            here = {one.work for one in chosen} | {path.name.partition(".")[0] for path in left_out}
            missing |= {entry.file: "there is no such file" for entry in entries if entry.id not in here}
            if not chosen:
                raise Trouble("there is nothing to hand in yet: no file is filled in")
            data = zipped(chosen)
        except OSError as error:
            raise Trouble(f"{error.filename} can't be read: {error.strerror}") from error
        packed = [(one.path.name, result_of(desk, one, grader)) for one in chosen]
    try:
        write_bytes(target, data)
    except CannotWrite as problem:
        raise Trouble(str(problem)) from problem
    return target, packed, missing


def place(root: Path, file: Path | None) -> Path:
    """Where the zip goes. Leaves with a sentence where that is somebody's work."""
    if file is None:
        return root / USUAL
    if file.is_dir():
        return file / USUAL
    if file.suffix.lower() != ".zip":
        raise Trouble(f"{file} does not end in .zip: give a name such as {USUAL}")
    return file


def result_of(desk: Desk, one: Candidate, grader: object) -> Result | None:
    """As `grade` would say; None for a notebook that is named after no exercise."""
    from grader.marking.grading import Grader

    assert isinstance(grader, Grader)
    if not one.work:
        return None
    own = desk.file_of(one.work) == one.path
    result = grade_one(desk, one.work, None if own else one.path, grader)
    if own:
        remember(desk, result)
    return result
