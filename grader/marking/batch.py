"""A whole batch: who is graded anew, who shares a result, and when a student's submission is written."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.content.key import Key
from grader.intake.folder import HandIn, Listing, printable
from grader.intake.source import Source, Unreadable, decode, read_bytes
from grader.judge.exercise import ExerciseJudge
from grader.judge.result import Result
from grader.marking.crew import Crew, Done, Task
from grader.marking.gradebook import Attempt, Gradebook

REMEMBERED = 512
"""Results kept in memory for identical sources, where no gradebook remembers them."""


class Row(Struct, frozen=True):
    """One student's result in one exercise. `path` is relative to the batch folder; None: nothing handed in."""

    student: str
    path: str | None
    result: Result


class Piece(Struct, frozen=True):
    """What one student handed in for one exercise: a source, or the sentence that says why there is none."""

    attempt: Attempt
    source: Source | None
    trouble: str = ""


def read_piece(root: Path, handin: HandIn) -> Piece:
    """Read a hand-in. Whatever is wrong with the file is part of the answer."""
    path = printable(handin.path) if handin.path else None
    student = printable(handin.student)
    if handin.path is None:
        return Piece(Attempt(student, handin.exercise, None, ""), None, f"no file for {handin.exercise} was handed in")
    warnings: tuple[str, ...] = ()
    if handin.others:
        left_out = ", ".join(map(printable, handin.others))
        warnings = (f"more than one file for {handin.exercise}: {path} was graded, {left_out} not",)
    name = f"{handin.exercise}.py"
    try:
        if handin.problem:
            raise Unreadable(handin.problem)
        data = read_bytes(root / handin.path if root.is_dir() else root, name)
        identity = hashlib.sha256(data).hexdigest()
        source = decode(data, name)
    except Unreadable as problem:
        return Piece(Attempt(student, handin.exercise, path, f"problem: {problem}", warnings), None, str(problem))
    return Piece(Attempt(student, handin.exercise, path, identity, warnings), source)


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

    def __init__(self, crew: Crew, key: Key, root: Path, gradebook: Gradebook | None, version: str) -> None:
        self.crew = crew
        self.key = key
        self.root = root
        self.gradebook = gradebook
        # The tier is part of it: a result from a weaker one is no result of a stronger one.
        self.grader = f"{version} {crew.isolation}"
        self.judges = {entry.id: ExerciseJudge(entry) for entry in key.entries}
        self.addresses = {entry.id: entry.address for entry in key.entries}
        self.remembered: OrderedDict[tuple[str, str], Result] = OrderedDict()
        self.waiting: dict[tuple[str, str], list[tuple[Open, int]]] = {}
        self.tasks: dict[int, tuple[Task, tuple[str, str]]] = {}
        self.set_aside: list[int] = []
        self.number = 0
        self.stopping = False
        self.settled: Settled = lambda rows: None

    def stop(self) -> None:
        """Take nothing new; what is in hand is finished and written."""
        self.stopping = True

    def grade(self, listing: Listing, settled: Settled) -> None:
        """Grade everything. `settled` is told each student's rows as soon as they are safe; raises `GradebookTrouble`."""
        self.settled = settled
        if self.gradebook:
            for entry, judge in zip(self.key.entries, self.judges.values(), strict=True):
                most = sum(part.points for part in judge.key.parts)
                self.gradebook.use_key(entry.address, entry.id, entry.title, most, self.key.public)
        for done in self.crew.grade(self.key, self.needed(listing.handins)):
            if done.starved and not self.stopping:
                self.set_aside.append(done.number)
            else:
                self.take(done)
        # Whoever ran out of time while others kept the processor busy gets a second try with nobody else about.
        again = [self.tasks[number][0] for number in self.set_aside]
        for done in self.crew.grade(self.key, again, alone=True) if again else ():
            self.take(done)

    def needed(self, handins: Iterable[HandIn]) -> Iterator[Task]:
        """The runs that have to be made, found student by student as the crew asks for more."""
        for _, group in groupby(handins, key=lambda handin: handin.student):
            if self.stopping:
                return
            pieces = [read_piece(self.root, handin) for handin in group]
            if self.gradebook and self.gradebook.settled((piece.attempt for piece in pieces), self.addresses, self.grader):
                self.settled(self.recorded(pieces))
                continue
            yield from self.begin(Open(pieces))

    def recorded(self, pieces: list[Piece]) -> list[Row]:
        assert self.gradebook
        standings = self.gradebook.standings(pieces[0].attempt.student)
        found = {standing.exercise: standing for standing in standings}
        return [Row(piece.attempt.student, piece.attempt.path, found[piece.attempt.exercise].result) for piece in pieces]

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
        if remembered is None and self.gradebook:
            remembered = self.gradebook.run_of(source, exercise, judge.address, self.grader)
        return remembered

    def take(self, done: Done) -> None:
        """Give a run's result to everybody who waits for it."""
        _, identity = self.tasks.pop(done.number)
        if done.result.status != "grader-error":
            self.remembered[identity] = done.result
            if len(self.remembered) > REMEMBERED:
                self.remembered.popitem(last=False)
        for submission, index in self.waiting.pop(identity):
            submission.results[index] = done.result
            self.finish_if_complete(submission)

    def finish_if_complete(self, submission: Open) -> None:
        if not submission.complete() or not submission.pieces:
            return
        if self.gradebook:
            self.gradebook.record(submission.paired(), self.grader)
        rows = [Row(attempt.student, attempt.path, noted(attempt, result)) for attempt, result in submission.paired()]
        # Told once: results of the same bytes may come in more than one round.
        submission.pieces = []
        self.settled(rows)


def noted(attempt: Attempt, result: Result) -> Result:
    """A result with what was noticed about this very hand-in; the run itself may be shared."""
    if not attempt.warnings:
        return result
    return msgspec.structs.replace(result, warnings=(*result.warnings, *attempt.warnings))
