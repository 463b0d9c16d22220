"""Grading one exercise: the command that every student runs most, and what the others share with it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.desk import PASSED, Desk, Trouble, exit_code, leave, pass_desk, say
from grader.content.kinds import in_words

if TYPE_CHECKING:
    from grader.content.key import Entry
    from grader.judge.result import Result
    from grader.marking.grading import Grader
    from grader.marking.progress import Progress

POLL_SECONDS = 0.3
"""Between two looks at a watched file: polling works where file events don't (WSL, containers, network drives)."""


@contextmanager
def opened_grader(isolation: str = "best") -> Iterator[Grader]:
    """A grader whose sandbox is forked right away: before any key is read, so that it can hold no answer."""
    from grader.sandbox.early import take

    forked = take() if isolation != "process" else None
    # With one processor there is no early fork; then the sandbox is forked with numpy loaded.
    import numpy  # noqa: F401

    from grader.sandbox import Refused, open_sandbox

    try:
        sandbox = open_sandbox(isolation, forked=forked)  # type: ignore[arg-type]
        if isolation == "strict":
            # Asked for by name, it is proven before anything else is done.
            sandbox.isolation  # noqa: B018
    except Refused as refusal:
        raise Trouble(str(refusal)) from refusal
    from grader.marking.grading import Grader

    try:
        yield Grader(sandbox)
    finally:
        sandbox.close()


def exercise_command(name: str) -> click.Command:
    """The command that grades one exercise."""

    @click.command(name, help=f"Grade {name} in this workspace, or the file given.")
    @click.option("--file", "file", type=click.Path(path_type=Path), help="Grade this file instead of the workspace's.")
    @click.option("--watch", is_flag=True, help="Grade again whenever the file is saved.")
    @click.option("--json", "as_json", is_flag=True, help="Print the result document and nothing else.")
    @click.option("--isolation", type=click.Choice(["best", "strict", "process"]), default="best", show_default=True)
    @pass_desk
    def command(desk: Desk, file: Path | None, watch: bool, as_json: bool, isolation: str) -> None:
        if watch and as_json:
            raise Trouble("--watch and --json don't go together: leave one of them out")
        try:
            with opened_grader(isolation) as grader:
                if watch:
                    watch_file(desk, name, file, grader)
                result = grade_one(desk, name, file, grader)
        except Trouble as trouble:
            result = nothing(name, trouble.message)
        show(desk, name, result, as_json, own_file=file is None)
        leave(exit_code([result.status]))

    return command


def nothing(name: str, sentence: str) -> Result:
    """The result where there is not even a key, or nothing to run with: it has no parts."""
    from grader.judge.result import Result

    return Result(
        exercise=name,
        title="",
        status="unreadable",
        points=0.0,
        max_points=0.0,
        isolation="process",
        key="",
        public_only=True,
        warnings=(sentence,),
    )


def grade_one(desk: Desk, name: str, file: Path | None, grader: Grader) -> Result:
    """The result of an exercise's file, whatever is wrong with it. Leaves with a sentence where there is no key."""
    entry = desk.entry(name)
    if file is not None:
        return grader.grade_file(entry, file)
    if desk.found_workspace is None:
        return grader.judge(entry).unreadable(desk.no_workspace(), grader.sandbox.isolation)
    path, other = desk.worked_on(name)
    if not path.exists():
        missing = f"exercises/{entry.file} does not exist: `grade reset {name}` puts a fresh one there"
        return grader.judge(entry).unreadable(missing, grader.sandbox.isolation)
    result = grader.grade_file(entry, path, f"exercises/{path.name}")
    if other is None:
        return result
    from msgspec.structs import replace

    both = f"there is work in both {path.name} and {other.name}: {path.name}, saved last, was graded; move the other one away"
    return replace(result, warnings=(both, *result.warnings))


def show(desk: Desk, name: str, result: Result, as_json: bool, own_file: bool) -> None:
    """Print a result, and remember it where it is the workspace's own."""
    if as_json:
        from grader.report.document import of_result

        click.echo(of_result(result), nl=False)
    elif not result.parts:
        raise Trouble(result.warnings[0])
    else:
        from grader.report.kinds import render

        footer = remember(desk, result) if own_file and desk.found_workspace else []
        entry = desk.entry(name)
        click.echo(render(entry, result, desk.page, [*marked_on(desk, entry), *footer]), nl=False)
        return
    if own_file and desk.found_workspace and result.parts:
        remember(desk, result)


def marked_on(desk: Desk, entry: Entry) -> list[str]:
    """What an instructor is going to look at in a task."""
    if entry.kind != "task":
        return []
    from grader.content.tasks import task_key

    key = task_key(entry)
    criteria = [f"{one.id} ({one.max_points:g})" for one in key.rubrics[key.part]]
    return desk.page.wrap(f"It is marked on: {', '.join(criteria)}", "  ", "  ")


def remember(desk: Desk, result: Result) -> list[str]:
    """Keep the progress, and say the one next step."""
    from grader.judge.result import is_handed_in
    from grader.marking import progress as memory

    if result.status == "grader-error":
        # Our fault: what was known of the work stays known.
        return []
    progress = memory.load(desk.workspace)
    before = (dict(progress.passed), dict(progress.points), progress.started)
    progress.started = True
    if result.status == "not-attempted":
        progress.points.pop(result.exercise, None)
    else:
        progress.points[result.exercise] = result.points
    if is_handed_in(result):
        progress.passed[result.exercise] = memory.fingerprint(desk.file_of(result.exercise))
    else:
        progress.passed.pop(result.exercise, None)
    if before != (progress.passed, progress.points, progress.started):
        memory.save(desk.workspace, progress)
    return next_step(desk, result, progress)


def next_step(desk: Desk, result: Result, progress: object) -> list[str]:
    from grader.judge.result import is_handed_in
    from grader.marking import progress as memory

    assert isinstance(progress, memory.Progress)
    file = desk.file_of(result.exercise)
    path = desk.workspace.shown(file)
    if not file.exists():
        return desk.page.wrap(f"Next: grade reset {result.exercise}", "  ", "  ")
    if any(part.status == "unreadable" for part in result.parts):
        return desk.page.wrap(f"Next: mend {path}, then  grade {result.exercise}", "  ", "  ")
    if result.status == "not-attempted":
        return desk.page.wrap(f"Next: edit {path}, then  grade {result.exercise}", "  ", "  ")
    if not is_handed_in(result):
        return desk.page.wrap(f"Next: {what_helps(desk, result, path)}", "  ", "  ")
    files = desk.files()
    done = sum(memory.has_passed(progress, one, path) for one, path in files.items())
    following = memory.current(progress, files)
    if following is None:
        all_done = f"{desk.page.bar(done, len(files))}  All pass: {in_words(files)}.{still_open(desk, progress)}"
        return desk.page.wrap(all_done, "  ", "  ")
    where = desk.workspace.shown(files[following])
    return desk.page.wrap(
        f"{desk.page.bar(done, len(files))}  Next: {following}  {desk.entry(following).title}  {where}", "  ", "  "
    )


def what_helps(desk: Desk, result: Result, path: str) -> str:
    """What to do about a result that is short of what it could be."""
    kind = desk.entry(result.exercise).kind
    if kind == "task":
        return f"add to {path}, then  grade {result.exercise}"
    return f"grade {'hint ' if kind == 'exercise' else ''}{result.exercise}"


def still_open(desk: Desk, progress: Progress) -> str:
    """A sentence about what is left when all exercises pass: tasks that lack something."""
    from grader.marking import progress as memory

    left = [name for name, file in desk.task_files().items() if not memory.has_passed(progress, name, file)]
    return f" Still open: {', '.join(left)}." if left else ""


def watch_file(desk: Desk, name: str, file: Path | None, grader: Grader) -> None:
    """Grade, then again on every save, until interrupted."""
    seen: object = None
    status = PASSED
    try:
        while True:
            path = file or desk.file_of(name)
            now = path, stamp(path)
            if now != seen:
                seen = now
                click.clear()
                result = grade_one(desk, name, file, grader)
                show(desk, name, result, False, own_file=file is None)
                status = exit_code([result.status])
                say(f"  Watching {path} (Ctrl-C ends)")
            time.sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        click.echo()
        leave(status)


def stamp(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return "missing"
    return found.st_mtime_ns, found.st_size, found.st_ino
