"""A whole batch: who is graded anew, who shares a result, and when a student's submission is written."""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path, PurePath

import msgspec
from msgspec import Struct

from grader.content.key import Key
from grader.content.rubric import rubrics_of
from grader.intake.folder import Handed, HandIn, Listing, printable
from grader.intake.order import in_a_sentence
from grader.intake.source import NOTEBOOK, Source, Unreadable, decode, is_notebook, read_bytes
from grader.judge.result import Result
from grader.marking.crew import Crew, Done, Task
from grader.marking.gradebook import Attempt, Gradebook, Standing, noted
from grader.marking.kinds import judge_of
from grader.marking.seeds import Seeds, seeded

REMEMBERED = 256
"""Results kept in memory for identical sources beside a gradebook, which remembers the others. Without one all are kept:
the batch's rows hold them anyway."""


class Row(Struct, frozen=True):
    """One student's result in one exercise. `path` is relative to the batch folder; None: nothing handed in."""

    student: str
    path: str | None
    result: Result


class Piece(Struct, frozen=True):
    """What one student handed in for one exercise: a source, or the sentence that says why there is none; and what they
    handed in earlier."""

    attempt: Attempt
    source: Source | None
    trouble: str = ""
    earlier: tuple[Attempt, ...] = ()


def read_piece(root: Path, handin: HandIn, seeds: Seeds = "file") -> Piece:
    """Read a hand-in; `root` is the file itself where the batch is one. Whatever is wrong is part of the answer."""
    student, warnings = printable(handin.student), handin.notes
    if handin.handed is None:
        attempt = Attempt(student, handin.exercise, None, "", warnings)
        return Piece(attempt, None, f"no file for {handin.exercise} was handed in")
    path = printable(handin.handed.path)
    if handin.others:
        left_out = ", ".join(map(in_a_sentence, handin.others))
        taken = in_a_sentence(handin.handed.path)
        warnings += (f"more than one file for {handin.exercise}: {taken} was graded, {left_out} not",)
    name = handin.exercise + PurePath(path.removesuffix(".txt")).suffix.lower()
    identity, source, trouble, version = "", None, "", ""
    noticed: tuple[str, ...] = ()
    try:
        if handin.problem:
            raise Unreadable(handin.problem)
        data = read_bytes(here(root, handin.handed), name)
        identity = identified(data, name)
        source, version, noticed = seeded(decode(data, name), handin.exercise, student, seeds)
    except Unreadable as problem:
        trouble = str(problem)
    attempt = attempt_of(handin, handin.handed, identity or f"problem: {trouble}")
    attempt = msgspec.structs.replace(attempt, source=attempt.source + version, warnings=(*warnings, *noticed))
    return Piece(attempt, source, trouble, tuple(earlier_attempts(root, handin)))


def identified(data: bytes, name: str) -> str:
    """The same for the same bytes, read as the same kind of file."""
    digest = hashlib.sha256(data)
    if is_notebook(name):
        digest.update(NOTEBOOK.encode())
    return digest.hexdigest()


def attempt_of(handin: HandIn, handed: Handed, identity: str) -> Attempt:
    told = (handed.submitted, handed.late, handed.lms_file_id, handed.attempt_hint)
    return Attempt(printable(handin.student), handin.exercise, printable(handed.path), identity, (), *told)


def earlier_attempts(root: Path, handin: HandIn) -> Iterator[Attempt]:
    """Attempts before the one that counts, for the record; one that can't be read is not told twice."""
    for handed in handin.earlier:
        with suppress(Unreadable):
            data = read_bytes(here(root, handed), PurePath(handed.path).name)
            yield attempt_of(handin, handed, identified(data, handed.path))


def here(root: Path, handed: Handed) -> Path:
    """Raises `Unreadable` where a file that was listed is not there any more."""
    found = handed.place or (root / handed.path if root.is_dir() else root)
    # Not `exists`, which would follow a link and is silent about a folder that can't be entered.
    if not os.path.lexists(found):
        raise Unreadable(f"{in_a_sentence(handed.path)} was there when the batch began, and gone when it was to be read")
    return found


class Open:
    """A student's submission, some of whose results are still to come."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.results: list[Result | None] = [None] * len(pieces)

    def complete(self) -> bool:
        return all(result is not None for result in self.results)

    def paired(self) -> Iterator[tuple[Attempt, Result]]:
        for piece, result in zip(self.pieces, self.results, strict=True):
            assert result is not None
            yield piece.attempt, result


Settled = Callable[[list[Row]], None]


class Batch:
    """Grades a listing. With a gradebook, what is settled there is left alone, and each student is written whole."""

    def __init__(
        self, crew: Crew, key: Key, root: Path, gradebook: Gradebook | None, version: str, seeds: Seeds = "file"
    ) -> None:
        self.crew = crew
        self.key = key
        self.root = root
        self.seeds = seeds
        self.gradebook = gradebook
        # The tier is part of it: a result from a weaker one is no result of a stronger one.
        self.grader = f"{version} {crew.isolation}"
        self.rubrics = {entry.id: rubrics_of(entry) for entry in key.entries}
        self.judges = {entry.id: judge_of(entry) for entry in key.entries}
        self.remembered: OrderedDict[tuple[str, str], Result] = OrderedDict()
        self.waiting: dict[tuple[str, str], list[tuple[Open, int]]] = {}
        self.tasks: dict[int, tuple[Task, tuple[str, str]]] = {}
        self.set_aside: list[int] = []
        self.number = 0
        self.stopping = False
        self.settled: Settled = lambda rows: None

    def stop(self) -> None:
        """Take nothing new; what is in hand is finished and written."""
        self.stopping = self.crew.stopping = True

    def grade(self, listing: Listing, settled: Settled) -> None:
        """Grade everything. `settled` is told each student's rows as soon as they are safe; raises `GradebookTrouble`."""
        self.settled = settled
        if self.gradebook:
            for entry, judge in zip(self.key.entries, self.judges.values(), strict=True):
                self.gradebook.use_key(entry.address, entry.id, entry.title, judge.max_points, self.key.public)
                for part, rubric in self.rubrics[entry.id].items():
                    self.gradebook.use_rubric(entry.address, part, rubric)
        for done in self.crew.grade(self.key, self.needed(listing.handins)):
            if done.starved:
                self.set_aside.append(done.number)
            else:
                self.take(done)
        # Whoever ran out of time while others kept the processor busy gets a second try with nobody else about.
        if self.set_aside and not self.stopping:
            for done in self.crew.grade(self.key, self.once_more(), alone=True):
                self.take(done)

    def once_more(self) -> Iterator[Task]:
        """A run that is stopped leaves them to the next one: a verdict that may be ours is none."""
        for number in self.set_aside:
            if self.stopping:
                return
            yield self.tasks[number][0]

    def needed(self, handins: Iterable[HandIn]) -> Iterator[Task]:
        """The runs that have to be made, found student by student as the crew asks for more."""
        for _, group in groupby(handins, key=lambda handin: handin.student):
            if self.stopping:
                return
            pieces = [read_piece(self.root, handin, self.seeds) for handin in group]
            if self.gradebook:
                recorded = self.gradebook.standings(pieces[0].attempt.student)
                pieces = [remembering(piece, recorded.get(piece.attempt.exercise)) for piece in pieces]
                if all(self.is_settled(piece.attempt, recorded.get(piece.attempt.exercise)) for piece in pieces):
                    self.settled([row(piece.attempt, recorded[piece.attempt.exercise].run) for piece in pieces])
                    continue
            yield from self.begin(Open(pieces))

    def is_settled(self, attempt: Attempt, standing: Standing | None) -> bool:
        """Whether an attempt is what counts already, graded with this key and this grader."""
        return (
            standing is not None
            and standing.attempt == attempt
            and standing.run.key == self.judges[attempt.exercise].address
            and standing.grader == self.grader
            # Where we failed we try again.
            and standing.run.status != "grader-error"
        )

    def begin(self, submission: Open) -> Iterator[Task]:
        """Fill in what is known already; the tasks for the rest."""
        for index, piece in enumerate(submission.pieces):
            identity = (piece.attempt.exercise, piece.attempt.source)
            submission.results[index] = self.known(piece)
            if submission.results[index] is not None:
                continue
            # The same bytes may be under way for somebody else.
            others = self.waiting.setdefault(identity, [])
            others.append((submission, index))
            if len(others) == 1:
                assert piece.source
                self.number += 1
                task = Task(self.number, piece.attempt.exercise, piece.source)
                self.tasks[self.number] = (task, identity)
                yield task
        self.finish_if_complete(submission)

    def known(self, piece: Piece) -> Result | None:
        """The result of a piece that needs no run: nothing to read, or read before."""
        judge = self.judges[piece.attempt.exercise]
        if piece.source is None:
            tell = judge.not_handed_in if piece.attempt.path is None else judge.unreadable
            return tell(piece.trouble, self.crew.isolation)
        exercise, source = piece.attempt.exercise, piece.attempt.source
        remembered = self.remembered.get((exercise, source))
        if remembered is not None:
            self.remembered.move_to_end((exercise, source))
        if remembered is None and self.gradebook:
            remembered = self.gradebook.run_of(source, exercise, judge.address, self.grader)
        return remembered

    def take(self, done: Done) -> None:
        """Give a run's result to everybody who waits for it."""
        _, identity = self.tasks.pop(done.number)
        if done.result.status != "grader-error":
            self.remembered[identity] = done.result
            if self.gradebook and len(self.remembered) > REMEMBERED:
                self.remembered.popitem(last=False)
        for submission, index in self.waiting.pop(identity):
            submission.results[index] = done.result
            self.finish_if_complete(submission)

    def finish_if_complete(self, submission: Open) -> None:
        if not submission.complete() or not submission.pieces:
            return
        if self.gradebook:
            earlier = [attempt for piece in submission.pieces for attempt in piece.earlier]
            self.gradebook.record(submission.paired(), self.grader, earlier, self.works(submission))
        rows = [row(attempt, result) for attempt, result in submission.paired()]
        # Told once: results of the same bytes may come in more than one round.
        submission.pieces = []
        self.settled(rows)

    def works(self, submission: Open) -> dict[str, Source]:
        """What an instructor is going to read, by what identifies its bytes."""
        return {
            piece.attempt.source: to_be_read(piece.source, self.judges[piece.attempt.exercise].titled.stub)
            for piece in submission.pieces
            if piece.source and self.rubrics[piece.attempt.exercise]
        }


def to_be_read(source: Source, stub: str) -> Source:
    """A text without what the task asks, which everybody's file holds in its comments."""
    if not source.name.endswith((".md", ".txt")):
        return source
    from grader.tasks.prose import without_given

    return msgspec.structs.replace(source, text=without_given(source.text, stub))


GONE = "was graded before and is gone now: what it got stays on record, but does not count"


def remembering(piece: Piece, standing: Standing | None) -> Piece:
    """A piece with a warning where its file was graded before and is not there any more: that may be a slip in copying."""
    if piece.attempt.path is not None or standing is None:
        return piece
    if standing.attempt.path is None:
        gone = tuple(warning for warning in standing.attempt.warnings if warning.endswith(GONE))
    else:
        gone = (f"{standing.attempt.path} {GONE}",)
    return msgspec.structs.replace(
        piece, attempt=msgspec.structs.replace(piece.attempt, warnings=piece.attempt.warnings + gone)
    )


def row(attempt: Attempt, run: Result) -> Row:
    return Row(attempt.student, attempt.path, noted(attempt, run))
