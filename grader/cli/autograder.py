"""What `run_autograder` runs in Gradescope's container: one submission, and a results.json whatever happens."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from grader.cli.desk import say
from grader.cli.entry import use_one_thread

if TYPE_CHECKING:
    from grader.judge.result import Result
    from grader.marking.crew import Crew

OURS = "The autograder itself failed, which is not your fault. Ask your instructor to run it again."
UNFINISHED = "The autograder was stopped before it had finished: what is missing here was not graded, which is not your fault."


@click.command()
@click.option("--root", type=click.Path(path_type=Path), default=Path("/autograder"))
@click.option("--user", default="", help="Runs the student's code where it can't be confined otherwise.")
def main(root: Path, user: str) -> None:
    """Grade ROOT/submission and write ROOT/results/results.json."""
    # A time-out ends this program in order, so that children are put away.
    signal.signal(signal.SIGTERM, leave)
    started = time.monotonic()
    write(root, [], [OURS])
    try:
        notes = run(root, user, started)
    except Exception as fault:
        say(f"{type(fault).__name__}: {fault}", err=True)
        if os.environ.get("GRADE_TRACEBACK"):
            raise
        sys.exit(3)
    for note in notes:
        say(note)


def leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def run(root: Path, user: str, started: float) -> list[str]:
    """Grades, and writes after every exercise: whatever ends us, what was graded is there."""
    import numpy  # noqa: F401  (the sandbox is forked with numpy loaded)

    from grader.marking import autograder

    with opened_crew(user) as crew:
        # Only now: what runs student code was forked before.
        import msgspec

        from grader.content.key import load

        settings = msgspec.json.decode((root / "source" / autograder.SETTINGS).read_bytes(), type=autograder.Settings)
        key = load(root / "source" / autograder.KEY)
        so_far: list[Result] = []

        def done(results: Sequence[Result]) -> None:
            so_far[:] = results
            missing = [entry.id for entry in key.entries[len(results) :]]
            write(root, results, [UNFINISHED, f"Not graded: {', '.join(missing)}"] if missing else [], settings.hidden, started)

        notes = autograder.grade_submission(crew, key, root / "submission", done)
        write(root, so_far, notes, settings.hidden, started)
        return [f"isolation: {crew.isolation}", *notes]


def opened_crew(user: str) -> Crew:
    """One worker: confined where the container allows it, as another user elsewhere. Raises where neither can be had."""
    from grader.marking.crew import Crew
    from grader.sandbox import Refused, SandboxFault

    crew = Crew(1, "strict")
    try:
        crew.isolation  # noqa: B018  (proves it)
    except (Refused, SandboxFault) as refusal:
        crew.close()
        if not user or os.geteuid() != 0:
            raise RuntimeError(f"no isolation: {refusal}; and not root, so that no other user can run it") from refusal
        return Crew(1, "process", run_as=user)
    return crew


def write(
    root: Path, results: Sequence[Result], notes: Sequence[str], hidden: str = "visible", started: float | None = None
) -> None:
    from grader.intake.workspace import write_bytes
    from grader.report.targets.gradescope import document, encoded

    made = document(results, hidden, notes)
    if started is not None:
        made["execution_time"] = round(time.monotonic() - started, 2)
    write_bytes(root / "results" / "results.json", encoded(made))


if __name__ == "__main__":
    use_one_thread()
    main()
