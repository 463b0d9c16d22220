"""The gradebook: one SQLite file that holds every attempt, every result and every decision of the instructor.

What a grade is made of never disappears: attempts, runs, keys and marks are only ever added. `schema.py` describes the
tables, so that anyone can query the file. One process writes at a time; readers are welcome always.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from grader.content.rubric import Rubric
from grader.intake.folder import natural
from grader.intake.source import Source
from grader.judge.result import Result
from grader.marking import schema

BUSY_SECONDS = 30.0


class GradebookTrouble(Exception):
    """For the instructor: the gradebook can't be used, why, and what to do."""


class Attempt(Struct, frozen=True):
    """What a student handed in for one exercise. `source` identifies its bytes.

    `submitted` (ISO 8601), `late`, `lms_file_id` and `attempt_hint` are what the LMS told of it; None: nothing.
    """

    student: str
    exercise: str
    path: str | None
    source: str
    warnings: tuple[str, ...] = ()
    submitted: str | None = None
    late: bool | None = None
    lms_file_id: str | None = None
    attempt_hint: int | None = None


class Standing(Struct, frozen=True):
    """What counts for a student and an exercise: a row of the view `current`."""

    attempt: Attempt
    number: int
    run: Result
    grader: str

    @property
    def result(self) -> Result:
        """The run's result with what was noticed about this very hand-in; the run itself may be shared."""
        return noted(self.attempt, self.run)


def noted(attempt: Attempt, run: Result) -> Result:
    if not attempt.warnings:
        return run
    return msgspec.structs.replace(run, warnings=(*run.warnings, *attempt.warnings))


class Mark(Struct, frozen=True):
    """A decision of the instructor's: a part's points overridden, an exercise exempted, a due date moved, or an
    earlier decision withdrawn. `who` made it and `why` are always told."""

    kind: str
    student: str
    exercise: str
    part: str | None
    points: float | None
    until: str | None
    withdraws: int | None
    who: str
    why: str
    number: int = 0
    made_at: float = 0.0


T = TypeVar("T")
encoder = msgspec.json.Encoder()
result_decoder = msgspec.json.Decoder(Result)
warnings_decoder = msgspec.json.Decoder(tuple[str, ...])


class Gradebook:
    """An open gradebook. Raises `GradebookTrouble` where the file is not one, or can't be written.

    What is written survives the death of this process at any moment, and a power cut too; but where it is `reproducible`, as
    a batch's results are, a power cut may cost the last moments' work, which the same command then does again. To wait for
    the disk after each student would keep the workers waiting as well.
    """

    def __init__(self, path: Path, *, must_exist: bool = False, reproducible: bool = False) -> None:
        self.path = path
        if must_exist and not path.is_file():
            raise GradebookTrouble(f"there is no gradebook {path}: `grade batch PATH --db {path}` makes one")
        with told(path):
            self.connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                # Before anything else: a file that is none of ours is left as it is.
                schema.migrate(self.connection)
                self.connection.execute("PRAGMA foreign_keys = ON")
                self.connection.execute("PRAGMA journal_mode = WAL")
                self.connection.execute(f"PRAGMA synchronous = {'NORMAL' if reproducible else 'FULL'}")
            except BaseException:
                self.connection.close()
                raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written, or nothing is."""
        with told(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            finally:
                # SQLite itself takes back what a full disk has interrupted.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """What a query finds, read as needed."""
        with told(self.path):
            # Not `yield from`, which would close the cursor of a reader that stops midway, maybe after the file itself.
            for row in self.connection.execute(query, values):  # noqa: UP028
                yield row

    def row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        with told(self.path):
            return self.connection.execute(query, values).fetchone()  # type: ignore[no-any-return]

    def decoded(self, decoder: msgspec.json.Decoder[T], text: str) -> T:
        """What is kept as JSON. Raises `GradebookTrouble` for what the grader has not written."""
        with told(self.path):
            return decoder.decode(text)

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    # Writing.

    def use_key(self, address: str, exercise: str, title: str, max_points: float, public: bool) -> None:
        """Note that a key is in use."""
        with self.transaction():
            self.connection.execute(
                "INSERT OR IGNORE INTO keys VALUES (?, ?, ?, ?, ?, ?)",
                (address, exercise, title, max_points, public, time.time()),
            )

    def use_rubric(self, address: str, part: str, rubric: Rubric) -> None:
        """Note by what a part of a key is marked."""
        with self.transaction():
            self.connection.executemany(
                "INSERT OR IGNORE INTO rubrics VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (address, part, position, one.id, one.asks, one.max_points, encoder.encode(one.levels).decode())
                    for position, one in enumerate(rubric)
                ],
            )

    def record(
        self,
        handed_in: Iterable[tuple[Attempt, Result]],
        grader: str,
        earlier: Iterable[Attempt] = (),
        works: Mapping[str, Source] | None = None,
    ) -> None:
        """One student's submission, with the results of all its exercises: whole or not at all. Attempts that came
        `earlier` are kept, ungraded, where the record has none yet; so are `works` that are marked by hand, by what
        identifies their bytes."""
        now = time.time()
        with self.transaction():
            for attempt in earlier:
                self.note_earlier(attempt, now)
            for source, work in (works or {}).items():
                self.connection.execute("INSERT OR IGNORE INTO works VALUES (?, ?, ?)", (source, work.name, work.text))
            for attempt, result in handed_in:
                number = self.note_attempt(attempt, now)
                run = self.note_run(attempt, result, grader, now)
                here = (attempt.student, attempt.exercise, number)
                last = self.row(
                    "SELECT run FROM results WHERE student = ? AND exercise = ? AND number = ? ORDER BY id DESC LIMIT 1", *here
                )
                if last is None or last[0] != run:
                    self.connection.execute(
                        "INSERT INTO results (student, exercise, number, run, noted_at) VALUES (?, ?, ?, ?, ?)",
                        (*here, run, now),
                    )

    def note_attempt(self, attempt: Attempt, now: float) -> int:
        """The number of this attempt: the last one's where the bytes are the same, else a new one."""
        self.connection.execute("INSERT OR IGNORE INTO students VALUES (?, NULL)", (attempt.student,))
        noticed = encoder.encode(attempt.warnings).decode()
        when = (attempt.submitted, attempt.late, attempt.lms_file_id, attempt.attempt_hint)
        told = (attempt.path, noticed, *when)
        whose = (attempt.student, attempt.exercise)
        last = self.row(
            "SELECT number, source, path, warnings, submitted, late, lms_file_id, attempt_hint FROM attempts "
            "WHERE student = ? AND exercise = ? ORDER BY number DESC LIMIT 1",
            *whose,
        )
        if last is None or last[1] != attempt.source:
            number = int(last[0]) + 1 if last else 1
            self.connection.execute(
                "INSERT INTO attempts (student, exercise, number, source, seen_at, path, warnings, submitted, late, "
                "lms_file_id, attempt_hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*whose, number, attempt.source, now, *told),
            )
            return number
        if last[2:] != told:
            self.connection.execute(
                "UPDATE attempts SET path = ?, warnings = ?, submitted = ?, late = ?, lms_file_id = ?, attempt_hint = ? "
                "WHERE student = ? AND exercise = ? AND number = ?",
                (*told, *whose, last[0]),
            )
        return int(last[0])

    def note_earlier(self, attempt: Attempt, now: float) -> None:
        """Only the last number counts, so nothing may be put behind what is on record already."""
        whose = (attempt.student, attempt.exercise)
        known = self.row(
            "SELECT 1 FROM attempts WHERE student = ? AND exercise = ? "
            "AND (source = ? OR submitted >= ? OR (submitted IS NULL AND path IS NOT NULL))",
            *(*whose, attempt.source, attempt.submitted),
        )
        if known is None:
            self.note_attempt(attempt, now)

    def note_run(self, attempt: Attempt, result: Result, grader: str, now: float) -> int:
        what = (attempt.exercise, attempt.source, result.key, grader)
        known = self.row(
            "SELECT id FROM runs WHERE exercise = ? AND source = ? AND key = ? AND grader = ? AND status <> 'grader-error'",
            *what,
        )
        if known:
            return int(known[0])
        made = self.connection.execute(
            "INSERT INTO runs (exercise, source, key, grader, status, points, max_points, document, graded_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*what, result.status, result.points, result.max_points, encoder.encode(result).decode(), now),
        )
        return int(made.lastrowid or 0)

    # Reading.

    def run_of(self, source: str, exercise: str, key: str, grader: str) -> Result | None:
        """The result of these bytes with this key and grader, where they were graded before."""
        found = self.row(
            "SELECT document FROM runs WHERE source = ? AND exercise = ? AND key = ? AND grader = ? "
            "AND status <> 'grader-error'",
            *(source, exercise, key, grader),
        )
        return self.decoded(result_decoder, found[0]) if found else None

    def standings(self, student: str) -> dict[str, Standing]:
        """What counts for a student, by exercise."""
        rows = self.rows(
            "SELECT attempt, document, grader, exercise, path, source, warnings, submitted, late, lms_file_id, attempt_hint "
            "FROM current WHERE student = ?",
            student,
        )
        return {
            exercise: Standing(
                Attempt(
                    *(student, exercise, path, source, self.decoded(warnings_decoder, warnings)),
                    *(submitted, None if late is None else bool(late), lms_file_id, attempt_hint),
                ),
                number,
                self.decoded(result_decoder, document),
                grader,
            )
            for number, document, grader, exercise, path, source, warnings, submitted, late, lms_file_id, attempt_hint in rows
        }

    def students(self) -> list[str]:
        return [student for (student,) in self.rows("SELECT id FROM students ORDER BY id")]

    def exercises(self) -> list[str]:
        return sorted((exercise for (exercise,) in self.rows("SELECT DISTINCT exercise FROM keys")), key=natural)

    def part_maxima(self, exercise: str) -> dict[str, float]:
        """What each part of an exercise is worth, by the key that was used last; a failure of ours tells nothing of it."""
        found = self.row(
            "SELECT document FROM results x JOIN runs r ON r.id = x.run WHERE r.exercise = ? AND status <> 'grader-error' "
            "ORDER BY x.id DESC LIMIT 1",
            exercise,
        )
        return {part.part: part.max_points for part in self.decoded(result_decoder, found[0]).parts} if found else {}

    # The instructor's decisions.

    def decide(self, mark: Mark) -> int:
        """Write a decision down; returns its number."""
        fields = msgspec.structs.astuple(mark)[:-2]
        with self.transaction():
            made = self.connection.execute(
                "INSERT INTO marks (kind, student, exercise, part, points, until, withdraws, who, why, made_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*fields, time.time()),
            )
            return int(made.lastrowid or 0)

    def marks(self) -> list[Mark]:
        """All decisions that stand, oldest first: withdrawn ones and withdrawals are left out."""
        rows = self.rows(
            "SELECT kind, student, exercise, part, points, until, withdraws, who, why, id, made_at FROM marks "
            "WHERE kind <> 'withdrawal' AND id NOT IN (SELECT withdraws FROM marks WHERE withdraws IS NOT NULL) ORDER BY id"
        )
        return [Mark(*row) for row in rows]


@contextmanager
def told(path: Path) -> Iterator[None]:
    """What stands in the way of using a gradebook, as a sentence for the instructor."""
    try:
        yield
    except schema.NotOurs as other:
        raise GradebookTrouble(f"{path} {other.why}") from other
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.NotSupportedError, sqlite3.InternalError):
        # A mistake of ours, and nothing that another file name would cure.
        raise
    except msgspec.DecodeError as error:
        again = "go back to a copy of it, or give another name"
        raise GradebookTrouble(f"{path} is damaged (what it keeps of a result can't be read: {error}): {again}") from error
    except sqlite3.DatabaseError as error:
        raise GradebookTrouble(f"{path} {what_to_do(str(error))}") from error


def what_to_do(said: str) -> str:
    """The rest of a sentence about a gradebook, from SQLite's own words."""
    if "full" in said or "disk I/O" in said:
        again = "what was reported is safe; make room on the disk, then run the same command again"
        return f"can't be written ({said}): {again}"
    if "not a database" in said:
        return "is not a gradebook: give another name"
    if "locked" in said:
        return "is in use by another program: close it, then run the same command again"
    if "malformed" in said:
        return f"is damaged ({said}): put it aside, or repair it with `sqlite3 FILE .recover`"
    return f"can't be used ({said}): give another name, or free it"
