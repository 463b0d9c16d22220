"""`grade batch`: a folder of submissions, with or without a gradebook."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from grader.cli.desk import INTERRUPTED, OUR_FAULT, PASSED, Desk, Trouble, leave, pass_desk, say
from grader.cli.download import Download, known_layout, show_download, warn

if TYPE_CHECKING:
    from grader.intake.folder import Listing
    from grader.marking.batch import Batch, Row
    from grader.marking.crew import Crew
    from grader.marking.gradebook import Gradebook
    from grader.marking.seeds import Seeds
    from grader.marking.summary import Summary


@click.command("batch", short_help="Grade a folder of submissions.")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--db", "book", type=click.Path(path_type=Path), help="Keep everything in this gradebook; the same command goes on."
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Workers side by side; as many as there are processors by default.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--isolation", type=click.Choice(["strict", "process"]), default="strict", show_default=True)
@click.option(
    "--quiz-seeds",
    type=click.Choice(["file", "student", "marked"]),
    default="file",
    show_default=True,
    help="Which version of the quiz counts: the one the file names; that of the student's id; its marked version.",
)
@click.option("--layout", callback=known_layout, help="Where the download comes from, if that can't be seen: canvas, moodle, …")
@click.option("--roster", type=click.Path(path_type=Path), help="A CSV of who is in the course: id, name, email, login, …")
@click.option("--groups/--no-groups", default=True, help="Whether the roster's groups hand in together; by default they do.")
@click.option("--dry-run", is_flag=True, help="Say who handed in what, and what is left out and why; grade nothing.")
@pass_desk
def batch_command(
    desk: Desk,
    path: Path,
    book: Path | None,
    jobs: int | None,
    as_json: bool,
    isolation: str,
    quiz_seeds: Seeds,
    layout: str | None,
    roster: Path | None,
    groups: bool,
    dry_run: bool,
) -> None:
    """Grade all submissions in PATH: what Canvas, Moodle, Blackboard, Brightspace, Gradescope, nbgrader or GitHub
    Classroom gave you, packed or not; a folder a student (maeve/exercise3.py), files named maeve_exercise3.py, or one file.

    With --db, results are kept in a SQLite file: what has not changed is not graded again, a run that was stopped goes
    on where it was, and a new key regrades just what it affects.
    """
    download = Download(path, layout, roster, groups)
    if dry_run:
        show_download(desk, download, as_json)
        return
    with opened_crew(jobs, isolation, as_json) as crew:
        status = run_batch(desk, download, crew, book, as_json, quiz_seeds)
    leave(status)


@contextmanager
def opened_crew(jobs: int | None, isolation: str, as_json: bool) -> Iterator[Crew]:
    """Workers whose sandboxes stand; leaves with a sentence where this machine can't isolate as asked, and with 130 at
    Ctrl-C."""
    import numpy  # noqa: F401  (the sandboxes are forked with numpy loaded)

    from grader.marking.crew import Crew
    from grader.marking.leftovers import sweep
    from grader.sandbox import Refused

    try:
        with Crew(jobs or processors(), isolation) as crew:
            sweep()
            # Waits until every worker stands.
            crew.isolation  # noqa: B018
            yield crew
    except Refused as refusal:
        if as_json:
            print_nothing("process")
        raise Trouble(
            f"{refusal}. In a plain process a submission can read whatever you can; `--isolation process` grades all the same"
        ) from refusal
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_batch(
    desk: Desk, download: Download, crew: Crew, book_path: Path | None, as_json: bool, quiz_seeds: Seeds = "file"
) -> int:
    """Grades and prints; returns the exit code."""
    from grader.content.catalog import whole
    from grader.content.key import AuthorError
    from grader.intake.folder import NothingToGrade, list_folder
    from grader.intake.roster import RosterTrouble
    from grader.intake.store import opened_store
    from grader.marking.batch import Batch
    from grader.marking.gradebook import GradebookTrouble
    from grader.marking.version import grader_version

    try:
        key = whole(desk.catalog)
        with opened_store() as store:
            listing = list_folder(download.path, download.request(key, store))
            warn(listing)
            with opened_book(book_path) as book:
                if book is not None:
                    unite_twins(book, listing)
                batch = Batch(crew, key, download.path, book, grader_version(), quiz_seeds)
                return grade_listing(desk, batch, listing, as_json)
    except (AuthorError, NothingToGrade, RosterTrouble, GradebookTrouble, Trouble) as problem:
        if as_json:
            print_nothing(crew.isolation)
        raise Trouble(str(problem)) from problem


@contextmanager
def opened_book(path: Path | None) -> Iterator[Gradebook | None]:
    """The gradebook, held against other runs. Raises `GradebookTrouble`."""
    if path is None:
        yield None
        return
    from grader.marking.gradebook import Gradebook
    from grader.marking.lock import only_writer

    def waiting() -> None:
        say(f"grade: another run is writing {path}; waiting for it to end (Ctrl-C gives up)", err=True)

    with only_writer(path, waiting), Gradebook(path, reproducible=True) as book:
        yield book


def grade_listing(desk: Desk, batch: Batch, listing: Listing, as_json: bool) -> int:
    from grader.cli.progress import progress_of
    from grader.marking.rubrics import waiting
    from grader.marking.summary import Tally

    path, book = batch.root, batch.gradebook
    if batch.key.public:
        click.echo(
            "grade: this is a public key, so no hidden case is run: for the marked run use the clone, or its key", err=True
        )
    tally, began = Tally(batch.key), time.monotonic()
    kept: list[Row] = []
    with progress_of(len(listing.handins)) as progress, stoppable(batch):

        def settled(rows: list[Row]) -> None:
            for row in rows:
                tally.add(row)
            # With a gradebook the rows are safe there; a batch may be larger than memory.
            if book is None:
                kept.extend(rows)
            progress.update(tally.rows, tally.statuses)

        batch.grade(listing, settled)
    if book is not None:
        note_identities(book, listing, tally.students)
    seconds, awaits_mark = time.monotonic() - began, waiting(book) if book else None
    summary = tally.summary(left_out(path, listing, book), batch.crew.isolation, seconds, awaits_mark)
    rows = in_order(kept, listing, book, tally.students)
    show(desk, summary, rows, as_json, names_in(listing), book)
    if batch.stopping:
        click.echo(f"grade: stopped after {len(tally.students)} of {len(listing.students)} students{again(book)}", err=True)
        return INTERRUPTED
    return OUR_FAULT if "grader-error" in summary.statuses else PASSED


def left_out(path: Path, listing: Listing, book: Gradebook | None) -> list[str]:
    """Files that are for no exercise. A gradebook that is kept among the submissions is nobody's hand-in."""
    from grader.intake.folder import printable

    own = {f"{book.path.resolve()}{end}" for end in ("", "-wal", "-shm", "-journal")} if book else set()
    return [printable(one) for one in listing.ignored if str((path / one).resolve()) not in own]


def again(book: Gradebook | None) -> str:
    return "; the same command goes on from here" if book else "; with --db the same command could go on from here"


def in_order(kept: list[Row], listing: Listing, book: Gradebook | None, students: Set[str]) -> Iterator[Row]:
    """All rows of the students told of, student by student and exercise by exercise, however they came."""
    from grader.intake.folder import printable
    from grader.marking.batch import Row

    if book is None:
        place = {(printable(one.student), one.exercise): number for number, one in enumerate(listing.handins)}
        yield from sorted(kept, key=lambda row: place[row.student, row.result.exercise])
        return
    for handed_in, group in groupby(listing.handins, key=lambda one: one.student):
        student = printable(handed_in)
        # Where a run was stopped, the gradebook may hold what it did not get to: from earlier files and keys.
        if student in students:
            found = book.standings(student)
            yield from (Row(student, found[one.exercise].attempt.path, found[one.exercise].result) for one in group)


def names_in(listing: Listing) -> dict[str, str]:
    """The names of those of whom a name is known, by id."""
    from grader.intake.folder import printable

    return {printable(one.id): printable(one.name) for one in listing.people.values() if one.name}


def note_identities(book: Gradebook, listing: Listing, graded: Set[str]) -> None:
    """Keep who the students are to the LMS. A plain folder without a roster tells nothing of that."""
    from grader.intake.folder import printable
    from grader.marking.identities import Identity, identify

    def told() -> Iterator[Identity]:
        for one in listing.people.values():
            student = printable(one.id)
            if student in graded and (one.rostered or listing.layout != "plain"):
                who = (one.lms_user_id, one.login, one.email, one.sis_id, one.section, one.team)
                name = printable(one.name) if one.name else None
                yield Identity(student, name, listing.layout, *who, dict(one.lms_ids), one.rostered)

    identify(book, told())
    warn_of_twins(book, listing)


SHOWN_TWINS = 5


def some(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN_TWINS} more" if len(names) > SHOWN_TWINS else ""
    return f"{', '.join(names[:SHOWN_TWINS])}{more}"


def unite_twins(book: Gradebook, listing: Listing) -> None:
    """Whom an earlier run without this roster kept under what the LMS calls them, and who is that beyond doubt."""
    from grader.marking.twins import make_one, twins

    certain = [one for one in twins(book, listing) if one.certain]
    for one in certain:
        make_one(book, one)
    if certain:
        named = some([f"{one.old} is {one.new}" for one in certain])
        say(
            f"grade: {book.path} knew {len(certain)} of these students before this roster, "
            f"and has them by its ids now: {named}; their attempts, marks and decisions moved along",
            err=True,
        )


def warn_of_twins(book: Gradebook, listing: Listing) -> None:
    """Whom a roster gives an id, and an earlier run without it kept under what the LMS calls them."""
    from grader.marking.twins import twins

    found = [f"{one.old} and {one.new}" for one in twins(book, listing)]
    if found:
        say(
            f"grade: {book.path} may hold the same student twice, from a run before this roster: {some(found)}; "
            "in a new gradebook, made with --roster from the start, everybody is there once",
            err=True,
        )


def show(
    desk: Desk, summary: Summary, rows: Iterator[Row], as_json: bool, names: Mapping[str, str], book: Gradebook | None
) -> None:
    from grader.report.batch import render
    from grader.report.document import of_batch

    if not as_json:
        decided = book is not None and any(mark.kind in ("override", "exemption") for mark in book.marks())
        click.echo(render(summary, desk.page, book.path if book else None, decided=decided), nl=False)
        return
    for piece in of_batch(rows, summary, names):
        click.echo(piece, nl=False)


def print_nothing(tier: str) -> None:
    """The document of a batch in which nothing could be graded: `--json` prints one whatever happened."""
    from grader.marking.summary import Summary
    from grader.report.document import of_batch

    for piece in of_batch((), Summary(0, 0, {}, (), (), (), tier, 0.0)):
        click.echo(piece, nl=False)


@contextmanager
def stoppable(batch: Batch) -> Iterator[None]:
    """The first Ctrl-C finishes what is in hand, the second ends at once."""

    def first(number: int, frame: FrameType | None) -> None:
        batch.stop()
        signal.signal(number, signal.default_int_handler)
        # Not `echo`: a signal may come in the middle of another line, which Python's own files don't bear.
        with suppress(OSError):
            os.write(2, b"grade: finishing what is in hand; Ctrl-C again stops at once\n")

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # What was reported is written; what was in hand is graded again by the next run.
        batch.crew.kill()
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGINT, before)
