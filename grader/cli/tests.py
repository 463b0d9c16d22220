"""`grade tests`: parts and checks in an editor's test explorer."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.desk import Desk, Trouble, pass_desk, say
from grader.content.kinds import in_words

USUAL = "test_workbook.py"


@click.command("tests", short_help="Checks for your editor's test explorer.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@pass_desk
def tests_command(desk: Desk, file: Path | None) -> None:
    """Write a file of tests, test_workbook.py by default, that pytest and an editor's test explorer understand.

    Each part is a test, and each of its checks a case; they say what `grade` says.
    """
    from grader.intake.workspace import CannotWrite, write
    from grader.marking.explorer import checks_of
    from grader.report.explorer import HEAD, render

    target = file or desk.workspace.root / USUAL
    if not (target.name.startswith("test_") and target.suffix == ".py"):
        raise Trouble(f"pytest finds no tests in {target.name}: give a name such as {USUAL}")
    if target.exists() and not target.read_bytes().startswith(HEAD.split("\n")[0].encode()):
        raise Trouble(f"{target} is there already, and is not of this command's making: give another name")
    entries = [desk.entry(name) for name in desk.catalog.ids()]
    work = {entry.id: (entry.title, checks_of(entry)) for entry in entries}
    try:
        write(target, render(work))
    except CannotWrite as problem:
        raise Trouble(str(problem)) from problem
    count = sum(len(checks) for _, parts in work.values() for checks in parts.values())
    say(f"{desk.workspace.shown(target)}: {count} checks of {in_words(work)}.")
    click.echo("Next: python -m pip install pytest, then  python -m pytest  or the Testing view of your editor")
