"""`grade release`: the student's copy, or an autograder for Gradescope."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.desk import Desk, Trouble, pass_desk, say, tell
from grader.cli.instructor import clone
from grader.content.kinds import in_words


@click.command("release", short_help="The student's copy; --gradescope: an autograder.")
@click.argument("folder", type=click.Path(path_type=Path), required=False)
@click.option("--gradescope", "autograder", type=click.Path(path_type=Path), help="Write this zip, to upload to Gradescope.")
@click.option("--exercise", "exercises", multiple=True, help="Gradescope: only this exercise; may be repeated.")
@click.option(
    "--hidden",
    type=click.Choice(["visible", "after_due_date", "after_published", "hidden"]),
    default="visible",
    show_default=True,
    help="Gradescope: when students see how the hidden checks went.",
)
@pass_desk
def release_command(desk: Desk, folder: Path | None, autograder: Path | None, exercises: tuple[str, ...], hidden: str) -> None:
    """Write to FOLDER all that a student needs: a workspace, the package, a README. It holds no answer, which is searched for.

    With --gradescope, write the zip of an autograder instead; that one holds the answers, and goes to Gradescope alone.
    """
    from grader.content.key import AuthorError
    from grader.marking.release import CannotRelease

    if (folder is None) == (autograder is None):
        raise Trouble("give a folder for the student's copy, or --gradescope FILE.zip for an autograder")
    root = clone(desk)
    try:
        if folder is not None:
            release_copy(desk, root, folder)
        else:
            assert autograder is not None
            release_autograder(desk, root, autograder, exercises, hidden)
    except (CannotRelease, AuthorError) as problem:
        raise Trouble(str(problem)) from problem
    except OSError as error:
        raise Trouble(f"{error.filename or folder or autograder} can't be written: {error.strerror}") from error


def release_copy(desk: Desk, root: Path, folder: Path) -> None:
    import shutil
    import tempfile

    from grader.content.chapter import title_of
    from grader.marking.release import prove_free_of_answers, student_copy
    from grader.report.release import readme

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Trouble(f"{folder} is there already: give the name of a new folder, so that nobody's work is mixed up")
    title = title_of(root)
    with tempfile.TemporaryDirectory(prefix="workbook-release-") as temporary:
        scratch = Path(temporary)
        copy = scratch / "copy"
        # First, since a slip in an answer file would look like a failure of the tool that builds the wheel.
        entries = [desk.catalog.entry(name) for name in desk.catalog.ids()]
        wheel = student_copy(root, title, copy, scratch, tell)
        work = [(entry.id, f"exercises/{entry.file}", entry.title) for entry in entries]
        (copy / "README.md").write_text(readme(title, wheel.name, work), encoding="utf-8")
        tell("searching every byte of the copy for answers")
        searched = prove_free_of_answers(root, title, copy)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(copy, folder, dirs_exist_ok=True)
    held = f"blank files for {in_words(one for one, _, _ in work)}; {wheel.name}, README.md"
    say(f"{folder}: {held}; {searched} secrets searched for, none is in it.")
    click.echo(f"Students type: python -m pip install {wheel.name}")


def release_autograder(desk: Desk, root: Path, file: Path, exercises: tuple[str, ...], hidden: str) -> None:
    import tempfile

    from grader.content.catalog import ChapterCatalog
    from grader.content.chapter import title_of
    from grader.content.key import bundle, dumps
    from grader.intake.workspace import CannotWrite, write_bytes
    from grader.marking.autograder import Settings, packed
    from grader.marking.kinds import judge_of
    from grader.marking.release import BUILDING, build_wheel

    catalog = ChapterCatalog(root, title_of(root), public=False)
    unknown = [one for one in exercises if one not in catalog.ids()]
    if unknown:
        raise Trouble(desk.no_exercise(unknown[0]))
    chosen = [one for one in catalog.ids() if not exercises or one in exercises]
    tell(f"compiling the answer key of {in_words(chosen)}")
    key = dumps(bundle(catalog.title, [catalog.entry(one) for one in chosen], public=False))
    with tempfile.TemporaryDirectory(prefix="workbook-release-") as temporary:
        tell(BUILDING)
        wheel = build_wheel(root, Path(temporary))
        tell("packing the autograder")
        data = packed(wheel.name, wheel.read_bytes(), key, Settings(hidden))
    try:
        write_bytes(file, data)
    except CannotWrite as problem:
        raise Trouble(str(problem)) from problem
    most = sum(judge_of(catalog.entry(one)).not_handed_in("", "strict").max_points for one in chosen)
    named = f"{in_words(chosen)} ({', '.join(chosen)})"
    say(f"{file}: an autograder for {named}, {len(data) / 1e6:.1f} MB. It holds the answers: keep it to yourself.")
    click.echo(f"In Gradescope: a programming assignment of {most:g} points; upload this zip under Configure Autograder.")
