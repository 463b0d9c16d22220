"""Commands for students, beside that of each exercise."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import Desk, Trouble, complete_exercise, exit_code, leave, pass_desk, say
from grader.cli.exercise import grade_one, opened_grader, remember, show, still_open
from grader.content.kinds import in_words

if TYPE_CHECKING:
    from grader.content.key import Entry
    from grader.judge.result import PartResult, Result


def carry_on(desk: Desk) -> None:
    """`grade` alone: a welcome the first time, then the exercise at which the student is."""
    from grader.marking import progress as memory

    workspace = desk.workspace
    progress = memory.load(workspace)
    files = desk.files()
    if not progress.started:
        progress.started = True
        memory.save(workspace, progress)
        welcome(desk, list(files))
        return
    at = memory.current(progress, files)
    if at is None:
        done = f"All pass: {in_words(files)}. `grade all` checks them once more.{still_open(desk, progress)}"
        click.echo("\n".join(desk.page.wrap(done)))
        return
    with opened_grader() as grader:
        result = grade_one(desk, at, None, grader)
        show(desk, at, result, False, own_file=True)
        leave(exit_code([result.status]))


def welcome(desk: Desk, exercises: list[str]) -> None:
    first = exercises[0]
    path = desk.workspace.shown(desk.file_of(first))
    steps = (
        ("open", path, "replace each line that says TODO"),
        ("run", f"grade {first}", "or with --watch, to grade on every save"),
    )
    there_is = in_words(desk.catalog.ids())
    for line in desk.page.wrap(f"{desk.workspace.title}. {there_is}; nothing leaves this machine."):
        click.echo(line)
    for number, (verb, what, why) in enumerate((*steps, ("stuck", f"grade hint {first}", "one hint at a time")), 1):
        for line in desk.page.wrap(f"{number}. {verb:<6}{what}  {why}", "  ", "         "):
            click.echo(line)
    following = f"Next: {first}  {desk.entry(first).title}. `grade` alone goes on where you stopped."
    click.echo("\n".join(desk.page.wrap(following, "", "  ")))


@click.command("all", short_help="Grade every exercise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def all_command(desk: Desk, as_json: bool) -> None:
    """Grade every exercise of this workspace."""
    from grader.report.terminal import heading, part_summary

    results = []
    with opened_grader() as grader:
        # With --json the document comes whatever happens, each exercise unreadable where there is no workspace.
        workspace = desk.found_workspace if as_json else desk.workspace
        for exercise in desk.scored():
            result = grade_one(desk, exercise, None, grader)
            results.append(result)
            if workspace:
                remember(desk, result)
            if not as_json:
                click.echo("\n".join([*heading(desk.page, result), *part_summary(result, desk.page)]))
    if as_json:
        from grader.report.document import of_results

        click.echo(of_results(results), nl=False)
    else:
        click.echo("\n".join(desk.page.wrap(overview(desk, results), "", "  ")))
    leave(exit_code([result.status for result in results]))


def overview(desk: Desk, results: list[Result]) -> str:
    """What all exercises come to, and what there is besides them."""
    from grader.marking import progress as memory

    passed = sum(result.status == "passed" for result in results)
    total, most = sum(result.points for result in results), sum(result.max_points for result in results)
    left = still_open(desk, memory.load(desk.workspace)).strip()
    standing = f"{passing(desk, passed)}, {total:g} of {most:g} points"
    return f"{left}\n{standing}" if left else standing


def passing(desk: Desk, passed: int) -> str:
    """How many pass, and of what."""
    scored = desk.scored()
    return f"{desk.page.bar(passed, len(scored))} pass ({in_words(scored)})"


@click.command("list", short_help="Show your progress.")
@pass_desk
def list_command(desk: Desk) -> None:
    """Every exercise with its title, and what was last known of it. Grades nothing."""
    from grader.marking import progress as memory

    progress = memory.load(desk.workspace)
    passed = 0
    for exercise in desk.catalog.ids():
        entry = desk.entry(exercise)
        if memory.has_passed(progress, exercise, desk.file_of(exercise)):
            standing = "complete, waits for a mark" if entry.kind == "task" else "passed"
            passed += entry.kind != "task"
        elif exercise in progress.passed:
            standing = "changed since it was complete" if entry.kind == "task" else "changed since it passed"
        elif exercise in progress.points:
            standing = "not complete yet" if entry.kind == "task" else f"{progress.points[exercise]:g} points"
        else:
            standing = "open"
        hints = sum(progress.hints.get(f"{exercise}.{part}", 0) for part in entry.parts)
        standing += f", {hints} hint{'s' * (hints != 1)}" if hints else ""
        click.echo("\n".join(desk.page.apart(f"{exercise:<11} {entry.title}", standing)))
    tasks = list(desk.task_files())
    besides = f", besides {in_words(tasks)} marked by hand" if tasks else ""
    click.echo("\n".join(desk.page.wrap(f"{passing(desk, passed)}{besides}", "", "  ")))


def complete_part(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    desk = ctx.find_object(Desk) or Desk()
    try:
        return [one for one in desk.entry(ctx.params["exercise"]).parts if one.startswith(incomplete)]
    except (Trouble, KeyError):
        return []


exercise_argument: Callable[[Callable[..., None]], Callable[..., None]] = click.argument(
    "exercise", shell_complete=complete_exercise
)


@click.command("hint", short_help="The next hint for an exercise.")
@exercise_argument
@click.argument("part", required=False, shell_complete=complete_part)
@pass_desk
def hint_command(desk: Desk, exercise: str, part: str | None) -> None:
    """The next of three hints for the first part that is not right yet, or for PART; never the answer.

    Of the quiz, the hint for the first piece that is not right yet, or for PART: a question, q3, or a piece, q3.sum.
    """
    from grader.marking import progress as memory

    with opened_grader() as grader:
        entry = desk.entry(exercise)
        if entry.kind == "quiz":
            from grader.cli.quiz_hint import hint_at

            hint_at(desk, exercise, part)
            return
        if entry.kind != "exercise":
            raise Trouble(
                f"{exercise} has no hints, for no machine scores it: `grade {exercise}` tells what is missing, "
                "and what it is marked on"
            )
        key = entry.exercise()
        names = [one.name for one in key.parts]
        if part is not None and part not in names:
            raise Trouble(f"{exercise} has no part {part}: it has {', '.join(names)}")
        result = grade_one(desk, exercise, None, grader)
    chosen = next((one for one in result.parts if (one.part == part if part else one.status != "passed")), None)
    if chosen is None:
        click.echo(f"{exercise} passes: there is nothing to hint at.")
        return
    progress = memory.load(desk.workspace)
    name = f"{exercise}.{chosen.part}"
    shown = progress.hints.get(name, 0)
    hints = key.part(chosen.part).hints
    if shown < len(hints):
        progress.hints[name] = shown + 1
        progress.started = True
        memory.save(desk.workspace, progress)
        lines = desk.page.wrap(f"{chosen.part}, hint {shown + 1} of {len(hints)}: {hints[shown]}", "", "  ")
    else:
        lines = last_words(desk, chosen, hints)
    click.echo("\n".join(lines))


def last_words(desk: Desk, result: PartResult, hints: tuple[str, ...]) -> list[str]:
    """After the last hint: the misconception that fits, else the hints once more."""
    from grader.report.page import clean

    if result.misconception:
        return desk.page.wrap(f"{result.part}: {clean(result.message.split(chr(10))[-1])} {result.hint or ''}", "", "  ")
    told = "it is not started yet" if result.status == "not-attempted" else "no known misconception fits"
    lines = [f"{result.part}: {told}. The hints once more:"]
    for number, one in enumerate(hints, 1):
        lines += desk.page.wrap(f"{number}. {one}", "  ", "   ")
    return lines


@click.command("start", short_help="Make a workspace.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--notebook", is_flag=True, help="Write a Jupyter notebook for each exercise instead of a .py file.")
@pass_desk
def start_command(desk: Desk, folder: Path, notebook: bool) -> None:
    """Make FOLDER a workspace: a stub for every exercise. Files that are there already stay as they are."""
    from grader.content.catalog import packaged
    from grader.intake.workspace import CannotWrite, start

    catalog = desk.catalog if desk.key_file else packaged()
    stubs = dict(given_out(entry, notebook) for entry in map(catalog.entry, catalog.ids()))
    if folder.exists() and not folder.is_dir():
        raise Trouble(f"{folder} is a file: give the name of a new folder")
    try:
        written = start(folder, catalog.title, stubs)
    except CannotWrite as problem:
        raise Trouble(str(problem)) from problem
    kept = len(stubs) + 1 - len(written)
    stay = f", {kept} were there already and stay as they are" if kept else ""
    say(f"{folder}: {len(written)} file{'s' * (len(written) != 1)} written{stay}.")
    click.echo(f"In it: {in_words(catalog.ids())}.")
    say(f"Next: cd {folder}, then  grade")


def given_out(entry: Entry, as_notebook: bool) -> tuple[str, str]:
    """The name and the text of the file that a student is to fill."""
    from grader.content.kinds import kind_of
    from grader.intake.source import NOTEBOOK

    kind = kind_of(entry.id)
    if not as_notebook or kind is None or NOTEBOOK not in kind.also:
        return entry.file, entry.stub()
    from grader.intake.blank_notebook import blank_notebook

    return entry.id + NOTEBOOK, blank_notebook(entry.id, entry.stub())


@click.command("reset", short_help="Put the stub of an exercise back.")
@exercise_argument
@pass_desk
def reset_command(desk: Desk, exercise: str) -> None:
    """Put the pristine stub of EXERCISE back. What you wrote is kept beside it."""
    from grader.intake.source import is_notebook
    from grader.intake.workspace import CannotWrite, reset

    entry = desk.entry(exercise)
    path = desk.file_of(exercise)
    _, stub = given_out(entry, is_notebook(path.name))
    try:
        kept = reset(path, stub)
    except CannotWrite as problem:
        raise Trouble(str(problem)) from problem
    said = f"; what you wrote is in {desk.workspace.shown(kept)}" if kept else ""
    say(f"{desk.workspace.shown(path)} is the stub{' again' * bool(kept)}{said}.")
