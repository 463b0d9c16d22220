"""The gradebook: one SQLite file that holds every attempt, every result and every decision of the instructor.

What a grade is made of never disappears: attempts, runs, keys and marks are only ever added. The tables are
described in `SCHEMA`, so that anyone can query the file. One process writes at a time; readers are welcome always.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.intake.folder import natural
from grader.judge.result import Result

SCHEMA = """
-- Who handed in. `id` is what the hand-in calls them.
CREATE TABLE students (
    id TEXT PRIMARY KEY,
    name TEXT
) STRICT;

-- Each exercise's answer keys, as they were used. `address` is the hash of a key's bytes.
CREATE TABLE keys (
    address TEXT PRIMARY KEY,
    exercise TEXT NOT NULL,
    title TEXT NOT NULL,
    max_points REAL NOT NULL,
    public INTEGER NOT NULL,
    first_used REAL NOT NULL        -- seconds since 1970, as all times here
) STRICT;

-- One source, graded with one key by one version of the grader. Students who hand in the same bytes share it.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    exercise TEXT NOT NULL,
    source TEXT NOT NULL,           -- hash of the file's bytes; '' for nothing handed in; 'problem: …' for what can't be opened
    key TEXT NOT NULL REFERENCES keys(address),
    grader TEXT NOT NULL,           -- version and isolation tier
    status TEXT NOT NULL,
    points REAL NOT NULL,
    max_points REAL NOT NULL,
    document BLOB NOT NULL,         -- the result document, JSON
    graded_at REAL NOT NULL
) STRICT;
-- Where the grader itself failed the same bytes are graded again, so those rows may repeat.
CREATE UNIQUE INDEX runs_once ON runs (source, exercise, key, grader) WHERE status <> 'grader-error';

-- What a student handed in for an exercise, each time it was different. The highest number counts.
CREATE TABLE attempts (
    student TEXT NOT NULL REFERENCES students(id),
    exercise TEXT NOT NULL,
    number INTEGER NOT NULL,
    path TEXT,                      -- as found in the batch; NULL where nothing was handed in
    source TEXT NOT NULL,
    warnings TEXT NOT NULL,         -- JSON list: what was noticed about the hand-in itself
    seen_at REAL NOT NULL,
    PRIMARY KEY (student, exercise, number)
) STRICT, WITHOUT ROWID;

-- Which run is an attempt's result. The row with the highest id is the one that counts; the others are its history,
-- from earlier keys and versions of the grader.
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL,
    exercise TEXT NOT NULL,
    number INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES runs(id),
    FOREIGN KEY (student, exercise, number) REFERENCES attempts(student, exercise, number)
) STRICT;
CREATE INDEX results_by_attempt ON results (student, exercise, number);

-- The instructor's decisions. They are kept beside the machine's points, and no regrade touches them.
CREATE TABLE marks (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('override', 'exemption', 'extension', 'withdrawal')),
    student TEXT NOT NULL,
    exercise TEXT NOT NULL,
    part TEXT,                      -- override: which part
    points REAL,                    -- override: what it is worth
    until TEXT,                     -- extension: the new due date, ISO 8601
    withdraws INTEGER REFERENCES marks(id),
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    made_at REAL NOT NULL
) STRICT;

CREATE INDEX runs_by_key ON runs (key, grader);

-- The result that counts for each student and exercise: of the latest attempt, what was noted last.
CREATE VIEW current AS
SELECT a.student, a.exercise, a.number AS attempt, a.path, a.warnings, r.id AS run, r.key, r.grader, r.status, r.points,
       r.max_points, r.document, r.graded_at
FROM attempts a
JOIN results x ON x.id = (SELECT max(id) FROM results y
                          WHERE y.student = a.student AND y.exercise = a.exercise AND y.number = a.number)
JOIN runs r ON r.id = x.run
WHERE a.number = (SELECT max(number) FROM attempts b WHERE b.student = a.student AND b.exercise = a.exercise);
"""
"""The newest schema. A change adds a step to `MIGRATIONS` that brings an older file here."""

MIGRATIONS: tuple[str, ...] = (SCHEMA,)
"""Step n takes a file from version n to n + 1."""

BUSY_SECONDS = 30.0


class GradebookTrouble(Exception):
    """For the instructor: the gradebook can't be used, why, and what to do."""


class Attempt(Struct, frozen=True):
    """What a student handed in for one exercise. `source` identifies its bytes."""

    student: str
    exercise: str
    path: str | None
    source: str
    warnings: tuple[str, ...] = ()


class Standing(Struct, frozen=True):
    """One row of the view `current`."""

    student: str
    exercise: str
    attempt: int
    path: str | None
    result: Result


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


encoder = msgspec.json.Encoder()
result_decoder = msgspec.json.Decoder(Result)
warnings_decoder = msgspec.json.Decoder(tuple[str, ...])


class Gradebook:
    """An open gradebook. Raises `GradebookTrouble` where the file is not one, or can't be written."""

    def __init__(self, path: Path, *, must_exist: bool = False) -> None:
        self.path = path
        if must_exist and not path.is_file():
            raise GradebookTrouble(f"there is no gradebook {path}: `grade batch PATH --db {path}` makes one")
        with told(path):
            self.connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            self.connection.execute("PRAGMA foreign_keys = ON")
            self.connection.execute("PRAGMA journal_mode = WAL")
            # A result that was reported must survive a power cut; a third of a millisecond a submission is cheap for that.
            self.connection.execute("PRAGMA synchronous = FULL")
            self.migrate()

    def migrate(self) -> None:
        """Bring an older file up to date, in one transaction; refuse a newer one."""
        (version,) = self.connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise GradebookTrouble(f"{self.path} was written by a newer version of the grader: update it with pip")
        (tables,) = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and tables:
            raise GradebookTrouble(f"{self.path} is a database, but no gradebook: give another name")
        if version == len(MIGRATIONS):
            return
        with self.transaction():
            # Another run may have been first.
            (version,) = self.connection.execute("PRAGMA user_version").fetchone()
            for step in MIGRATIONS[version:]:
                for statement in statements(step):
                    self.connection.execute(statement)
            self.connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written, or nothing is."""
        with told(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")

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

    def record(self, handed_in: Iterable[tuple[Attempt, Result]], grader: str) -> None:
        """One student's submission, with the results of all its exercises: whole or not at all."""
        now = time.time()
        with self.transaction():
            for attempt, result in handed_in:
                number = self.note_attempt(attempt, now)
                run = self.note_run(attempt, result, grader, now)
                here = (attempt.student, attempt.exercise, number)
                last = self.connection.execute(
                    "SELECT run FROM results WHERE student = ? AND exercise = ? AND number = ? ORDER BY id DESC LIMIT 1", here
                ).fetchone()
                if last is None or last[0] != run:
                    self.connection.execute(
                        "INSERT INTO results (student, exercise, number, run) VALUES (?, ?, ?, ?)", (*here, run)
                    )

    def note_attempt(self, attempt: Attempt, now: float) -> int:
        """The number of this attempt: the last one's where the file is the same, else a new one."""
        self.connection.execute("INSERT OR IGNORE INTO students VALUES (?, NULL)", (attempt.student,))
        last = self.connection.execute(
            "SELECT number, source FROM attempts WHERE student = ? AND exercise = ? ORDER BY number DESC LIMIT 1",
            (attempt.student, attempt.exercise),
        ).fetchone()
        if last and last[1] == attempt.source:
            return int(last[0])
        number = last[0] + 1 if last else 1
        self.connection.execute(
            "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?)",
            (attempt.student, attempt.exercise, number, attempt.path, attempt.source, json(attempt.warnings), now),
        )
        return int(number)

    def note_run(self, attempt: Attempt, result: Result, grader: str, now: float) -> int:
        self.connection.execute(
            "INSERT OR IGNORE INTO runs (exercise, source, key, grader, status, points, max_points, document, graded_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                attempt.exercise, attempt.source, result.key, grader, result.status, result.points, result.max_points,
                encoder.encode(result), now,
            ),
        )  # fmt: skip
        found = self.connection.execute(
            "SELECT max(id) FROM runs WHERE source = ? AND exercise = ? AND key = ? AND grader = ?",
            (attempt.source, attempt.exercise, result.key, grader),
        ).fetchone()
        return int(found[0])

    # Reading.

    def run_of(self, source: str, exercise: str, key: str, grader: str) -> Result | None:
        """The result of these bytes with this key and grader, where they were graded before."""
        found = self.connection.execute(
            "SELECT document FROM runs WHERE source = ? AND exercise = ? AND key = ? AND grader = ? "
            "AND status <> 'grader-error'",
            (source, exercise, key, grader),
        ).fetchone()
        return result_decoder.decode(found[0]) if found else None

    def settled(self, attempts: Iterable[Attempt], keys: Mapping[str, str], grader: str) -> bool:
        """Whether each of these attempts is what counts already, graded with these keys and this grader."""
        for attempt in attempts:
            found = self.connection.execute(
                "SELECT r.source, r.key, r.grader, r.status FROM current c JOIN runs r ON r.id = c.run "
                "WHERE c.student = ? AND c.exercise = ?",
                (attempt.student, attempt.exercise),
            ).fetchone()
            if found is None or found[:3] != (attempt.source, keys[attempt.exercise], grader) or found[3] == "grader-error":
                return False
        return True

    def standings(self, student: str | None = None) -> Iterator[Standing]:
        """What counts, of one student or of all, read as needed."""
        rows = self.connection.execute(
            "SELECT student, exercise, attempt, path, document, warnings FROM current "
            "WHERE ?1 IS NULL OR student = ?1 ORDER BY student, exercise",
            (student,),
        )
        for found, exercise, attempt, path, document, warnings in rows:
            result = result_decoder.decode(document)
            noticed = warnings_decoder.decode(warnings)
            if noticed:
                result = msgspec.structs.replace(result, warnings=(*result.warnings, *noticed))
            yield Standing(found, exercise, attempt, path, result)

    def students(self) -> list[str]:
        return [student for (student,) in self.connection.execute("SELECT id FROM students ORDER BY id")]

    def exercises(self) -> list[str]:
        return sorted({exercise for (exercise,) in self.connection.execute("SELECT exercise FROM keys")}, key=natural)

    def part_maximum(self, student: str, exercise: str, part: str) -> float | None:
        """What a part of a student's exercise is worth; None where there is none such."""
        for standing in self.standings(student):
            if standing.exercise == exercise:
                return next((one.max_points for one in standing.result.parts if one.part == part), None)
        return None

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
        rows = self.connection.execute(
            "SELECT kind, student, exercise, part, points, until, withdraws, who, why, id, made_at FROM marks "
            "WHERE kind <> 'withdrawal' AND id NOT IN (SELECT withdraws FROM marks WHERE withdraws IS NOT NULL) ORDER BY id"
        )
        return [Mark(*row) for row in rows]


def json(value: object) -> str:
    return encoder.encode(value).decode()


def statements(script: str) -> Iterator[str]:
    """The statements of a script, so that they can run inside a transaction of ours."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """SQLite's errors as sentences for the instructor."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        said = str(error)
        if "full" in said or "disk I/O" in said:
            raise GradebookTrouble(
                f"{path} can't be written ({said}): what was reported is safe; "
                "make room on the disk, then run the same command again"
            ) from error
        if "not a database" in said:
            raise GradebookTrouble(f"{path} is not a gradebook: give another name") from error
        if "locked" in said:
            raise GradebookTrouble(f"{path} is in use by another program: close it, then run the same command again") from error
        raise GradebookTrouble(f"{path} can't be used ({said}): give another name, or free it") from error
