"""Commands for instructors and authors."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from grader.cli.desk import OUR_FAULT, PASSED, Desk, Trouble, complete_exercise, leave, pass_desk


@click.command("batch", short_help="Grade a folder of submissions.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers side by side; as many as there are processors by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--isolation", type=click.Choice(["strict", "process"]), default="strict", show_default=True)
@pass_desk
def batch_command(desk: Desk, path: Path, jobs: int | None, as_json: bool, isolation: str) -> None:
    """Grade all submissions in PATH: a folder a student (maeve/exercise3.py), files named maeve_exercise3.py, or one file."""
    status = grade_batch(desk, path, jobs, as_json, isolation)
    leave(status)


def grade_batch(desk: Desk, path: Path, jobs: int | None, as_json: bool, isolation: str) -> int:
    """Grades and prints a batch; returns the exit code."""
    import numpy  # noqa: F401  (the sandboxes are forked with numpy loaded)

    from grader.marking.batch import Crew
    from grader.sandbox import Refused

    count = jobs or processors()
    try:
        with Crew(count, isolation) as crew:
            tier = crew.isolation
            return run_batch(desk, path, crew, tier, as_json)
    except Refused as refusal:
        nothing(as_json, "process")
        raise Trouble(
            f"{refusal}. In a plain process a submission can read whatever you can; `--isolation process` grades all the same"
        ) from refusal


def run_batch(desk: Desk, path: Path, crew: object, tier: str, as_json: bool) -> int:
    from grader.content.catalog import whole
    from grader.content.key import AuthorError
    from grader.intake.folder import NothingToGrade, list_folder, natural, printable
    from grader.marking.batch import Crew
    from grader.marking.summary import summarise
    from grader.report import batch as batch_page
    from grader.report.document import of_batch

    assert isinstance(crew, Crew)
    try:
        key = whole(desk.catalog)
        listing = list_folder(path, desk.catalog.ids())
    except (AuthorError, NothingToGrade, Trouble) as problem:
        nothing(as_json, tier)
        raise Trouble(str(problem)) from problem
    began = time.monotonic()
    rows = []
    with click.progressbar(
        crew.grade(key, path, listing.handins),
        length=len(listing.handins),
        label="grading",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        rows = list(bar)
    order = {exercise: position for position, exercise in enumerate(desk.catalog.ids())}
    rows.sort(key=lambda row: (natural(row.student), order[row.result.exercise]))
    summary = summarise(rows, [printable(one) for one in listing.ignored], tier, time.monotonic() - began)
    if as_json:
        click.echo(of_batch(rows, summary), nl=False)
    else:
        click.echo(batch_page.render(summary, desk.page), nl=False)
    return OUR_FAULT if "grader-error" in summary.statuses else PASSED


def nothing(as_json: bool, tier: str) -> None:
    """The document of a batch in which nothing could be graded: `--json` prints one whatever happened."""
    from grader.marking.summary import summarise
    from grader.report.document import of_batch

    if as_json:
        click.echo(of_batch((), summarise((), (), tier, 0.0)), nl=False)


def processors() -> int:
    """How many this process may use."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("compile", short_help="Write the answer key to a file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--public", is_flag=True, help="Leave the hidden cases out.")
@pass_desk
def compile_command(desk: Desk, file: Path, public: bool) -> None:
    """Write the key of this clone's exercises to FILE, for `grade --key FILE`."""
    from grader.content.catalog import ChapterCatalog, whole
    from grader.content.key import AuthorError, address, dumps

    workspace = clone(desk)
    try:
        key = whole(ChapterCatalog(workspace, desk.workspace.title, public=public))
        data = dumps(key)
        file.write_bytes(data)
    except AuthorError as problem:
        raise Trouble(f"the answer key can't be made: {problem}") from problem
    except OSError as error:
        raise Trouble(f"{file} can't be written: {error.strerror}") from error
    kind = "public key" if public else "full key"
    click.echo(f"{file}: {kind} of {len(key.entries)} exercises, {len(data) / 1000:.0f} kB, {address(data)[:19]}…")


def clone(desk: Desk) -> Path:
    """The clone this command is run in. Leaves with a sentence where there is none."""
    if desk.found_workspace is None or not desk.found_workspace.is_clone:
        raise Trouble("this needs the workbook's own folder, with solutions/ in it: run it in a clone")
    return desk.found_workspace.root


@click.command("verify", short_help="Prove that exercises and keys are sound.")
@click.argument("exercises", nargs=-1, shell_complete=complete_exercise)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def verify_command(desk: Desk, exercises: tuple[str, ...], as_json: bool) -> None:
    """Check the content of this clone, or of the EXERCISES named: stubs, references, misconceptions, laws, mutants."""
    import numpy  # noqa: F401

    from grader.content.chapter import exercise_ids
    from grader.marking.verify import verify_chapter
    from grader.report import verify as verify_page
    from grader.report.document import dumps

    root = clone(desk)
    known = exercise_ids(root)
    unknown = [one for one in exercises if one not in known]
    if unknown:
        raise Trouble(desk.no_exercise(unknown[0]))
    findings = verify_chapter(root, list(exercises) or known)
    shown = list(findings) if as_json else verify_page.shown_as_found(findings, desk.page, click.echo)
    if as_json:
        click.echo(dumps({"schema": 1, "findings": shown}), nl=False)
    leave(0 if all(finding.holds for finding in shown) else 1)


@click.command("demo", short_help="Make a small class and grade it: the first thing to run.")
@click.option("--jobs", type=click.IntRange(1, 256))
@click.option("--keep", type=click.Path(path_type=Path), help="Write the submissions to this folder, to look at.")
@click.option("--isolation", type=click.Choice(["strict", "process"]), default="strict", show_default=True)
@pass_desk
def demo_command(desk: Desk, jobs: int | None, keep: Path | None, isolation: str) -> None:
    """Make a class of good, wrong, broken and hostile submissions, grade it, and show the summary."""
    import tempfile

    root = clone(desk)
    with tempfile.TemporaryDirectory(prefix="workbook-demo-") as temporary:
        folder = keep or Path(temporary)
        # Imported here: writing the class needs the answers, which must not be read before the sandboxes are forked.
        leave(demo(desk, root, folder, jobs, isolation))


def demo(desk: Desk, root: Path, folder: Path, jobs: int | None, isolation: str) -> int:
    import numpy  # noqa: F401

    from grader.marking.batch import Crew
    from grader.sandbox import Refused

    try:
        with Crew(jobs or processors(), isolation) as crew:
            tier = crew.isolation
            from grader.marking.demo import write_class

            for line in write_class(root, folder):
                click.echo("\n".join(desk.page.wrap(line, "", "    ")))
            click.echo()
            return run_batch(desk, folder, crew, tier, as_json=False)
    except Refused as refusal:
        raise Trouble(f"{refusal}. `grade demo --isolation process` runs it all the same") from refusal
