"""Commands for instructors and authors."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.desk import Desk, Trouble, complete_exercise, leave, pass_desk, say
from grader.content.kinds import in_words


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
    kind = f"{'public' if public else 'full'} key of {in_words(entry.id for entry in key.entries)}"
    say(f"{file}: {kind}, {len(data) / 1000:.0f} kB, {address(data)[:19]}…")


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

    from grader.content.chapter import entry_ids
    from grader.content.kinds import kind_of
    from grader.marking.verify_all import VERIFIERS, verify_chapter
    from grader.report import verify as verify_page
    from grader.report.document import dumps

    root = clone(desk)
    known = [name for name in entry_ids(root) if (kind := kind_of(name)) and kind.name in VERIFIERS]
    for unknown in (one for one in exercises if one not in known):
        if kind_of(unknown) and any((root / "exercises").glob(f"{unknown}.*")):
            raise Trouble(f"{unknown} has a file in exercises/, but no solutions/{unknown}.py: write its answer file first")
        raise Trouble(desk.no_exercise(unknown))
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
    if keep and keep.exists() and (not keep.is_dir() or any(keep.iterdir())):
        raise Trouble(f"{keep} is there already: give the name of a new folder, so that nobody's work is overwritten")
    with tempfile.TemporaryDirectory(prefix="workbook-demo-") as temporary:
        folder = keep or Path(temporary)
        # Imported here: writing the class needs the answers, which must not be read before the sandboxes are forked.
        leave(demo(desk, root, folder, jobs, isolation))


def demo(desk: Desk, root: Path, folder: Path, jobs: int | None, isolation: str) -> int:
    from grader.cli.batch import opened_crew, run_batch
    from grader.cli.download import Download

    with opened_crew(jobs, isolation, as_json=False) as crew:
        from grader.intake.workspace import CannotWrite
        from grader.marking.demo import write_class

        try:
            for line in write_class(root, folder):
                click.echo("\n".join(desk.page.wrap(line, "", "    ")))
        except CannotWrite as problem:
            raise Trouble(str(problem)) from problem
        click.echo()
        return run_batch(desk, Download(folder), crew, None, as_json=False)


@click.command("doctor", short_help="What this machine can isolate.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def doctor_command(desk: Desk, as_json: bool) -> None:
    """Try out each layer of the isolation on this machine, and say what it stops."""
    import numpy  # noqa: F401

    from grader.report.doctor import render
    from grader.report.document import dumps
    from grader.sandbox import Refused, open_sandbox

    sandbox = open_sandbox("best")
    try:
        layers, tier = sandbox.layers(), sandbox.isolation
    except Refused as refusal:
        raise Trouble(str(refusal)) from refusal
    finally:
        sandbox.close()
    click.echo(
        dumps({"schema": 1, "isolation": tier, "layers": layers}) if as_json else render(tier, layers, desk.page), nl=False
    )
