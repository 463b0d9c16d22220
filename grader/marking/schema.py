"""The gradebook's tables, and the steps that brought them here.

`grade batch --db` makes a SQLite file that anyone may query: `FIRST` describes the tables, and `current` and `parts` are
the views to start from. A change adds a step to `MIGRATIONS` and leaves the earlier ones as they are, for older files
have been through them.

Who a student is to the LMS stands in `identities` and `lms_ids` (`IDENTITIES`): what a grade file needs to be taken back.
When something was handed in, and whether the LMS called it late, stands with each of the `attempts`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

FIRST = """
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

-- What a student handed in for an exercise, each time its bytes were different. The highest number counts.
CREATE TABLE attempts (
    student TEXT NOT NULL REFERENCES students(id),
    exercise TEXT NOT NULL,
    number INTEGER NOT NULL,
    path TEXT,                      -- where it was last found in the batch; NULL where nothing was handed in
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

SECOND = """
-- Documents become text, which SQLite's JSON functions read in every version; they refuse blobs in most.
DROP VIEW current;
CREATE TABLE runs_2 (
    id INTEGER PRIMARY KEY,
    exercise TEXT NOT NULL,
    source TEXT NOT NULL,           -- hash of the file's bytes; '' for nothing handed in; 'problem: …' for what can't be opened
    key TEXT NOT NULL REFERENCES keys(address),
    grader TEXT NOT NULL,           -- version and isolation tier
    status TEXT NOT NULL,
    points REAL NOT NULL,
    max_points REAL NOT NULL,
    document TEXT NOT NULL,         -- the result document, JSON
    graded_at REAL NOT NULL
) STRICT;
INSERT INTO runs_2 SELECT id, exercise, source, key, grader, status, points, max_points, CAST(document AS TEXT), graded_at
FROM runs;
DROP TABLE runs;
ALTER TABLE runs_2 RENAME TO runs;
-- Where the grader itself failed the same bytes are graded again, so those rows may repeat.
CREATE UNIQUE INDEX runs_once ON runs (source, exercise, key, grader) WHERE status <> 'grader-error';
CREATE INDEX runs_by_key ON runs (key, grader);

-- When a result came to count, which may be long after the run was made: an older key is used again, a file shared.
ALTER TABLE results ADD COLUMN noted_at REAL NOT NULL DEFAULT 0;
UPDATE results SET noted_at = (SELECT graded_at FROM runs WHERE runs.id = results.run);

-- The result that counts for each student and exercise: of the latest attempt, what was noted last.
CREATE VIEW current AS
SELECT a.student, a.exercise, a.number AS attempt, a.path, a.source, a.warnings, r.id AS run, r.key, r.grader, r.status,
       r.points, r.max_points, r.document, r.graded_at, x.noted_at
FROM attempts a
JOIN results x ON x.id = (SELECT max(id) FROM results y
                          WHERE y.student = a.student AND y.exercise = a.exercise AND y.number = a.number)
JOIN runs r ON r.id = x.run
WHERE a.number = (SELECT max(number) FROM attempts b WHERE b.student = a.student AND b.exercise = a.exercise);

-- The same, part by part.
CREATE VIEW parts AS
SELECT c.student, c.exercise, json_extract(p.value, '$.part') AS part, json_extract(p.value, '$.status') AS status,
       json_extract(p.value, '$.points') AS points, json_extract(p.value, '$.max_points') AS max_points,
       json_extract(p.value, '$.misconception') AS misconception, json_extract(p.value, '$.message') AS message
FROM current c, json_each(c.document, '$.parts') p;
"""

IDENTITIES = """
-- Who a student is elsewhere: a row for everybody whom a download or a roster tells of. What neither tells is NULL.
-- `students.name` is the name as the roster has it, else as the download does.
CREATE TABLE identities (
    student TEXT PRIMARY KEY REFERENCES students(id),
    layout TEXT NOT NULL,           -- of the download in which they were last seen: canvas, moodle, …, plain
    lms_user_id TEXT,               -- what that download calls them. Moodle: the assignment's own participant number
    login TEXT,
    email TEXT,
    sis_id TEXT,                    -- Canvas's SIS user id, Brightspace's OrgDefinedId, Moodle's ID number
    section TEXT,
    team TEXT                       -- the group they work in
) STRICT, WITHOUT ROWID;

-- Their user id in each LMS, from rosters and downloads.
CREATE TABLE lms_ids (
    student TEXT NOT NULL REFERENCES students(id),
    layout TEXT NOT NULL,
    lms_user_id TEXT NOT NULL,
    PRIMARY KEY (student, layout)
) STRICT, WITHOUT ROWID;

-- What the name or the export told of a hand-in. NULL: it told nothing of it.
ALTER TABLE attempts ADD COLUMN submitted TEXT;     -- ISO 8601, in the LMS's own local time where it has no offset
ALTER TABLE attempts ADD COLUMN late INTEGER;       -- 1 or 0, as the LMS marked it
ALTER TABLE attempts ADD COLUMN lms_file_id TEXT;
ALTER TABLE attempts ADD COLUMN attempt_hint INTEGER;   -- the number in `exercise3-1.py`, `exercise3 (2).py`

DROP VIEW parts;
DROP VIEW current;
-- The result that counts for each student and exercise: of the latest attempt, what was noted last.
CREATE VIEW current AS
SELECT a.student, a.exercise, a.number AS attempt, a.path, a.source, a.warnings, a.submitted, a.late, a.lms_file_id,
       a.attempt_hint, r.id AS run, r.key, r.grader, r.status, r.points, r.max_points, r.document, r.graded_at, x.noted_at
FROM attempts a
JOIN results x ON x.id = (SELECT max(id) FROM results y
                          WHERE y.student = a.student AND y.exercise = a.exercise AND y.number = a.number)
JOIN runs r ON r.id = x.run
WHERE a.number = (SELECT max(number) FROM attempts b WHERE b.student = a.student AND b.exercise = a.exercise);

-- The same, part by part.
CREATE VIEW parts AS
SELECT c.student, c.exercise, json_extract(p.value, '$.part') AS part, json_extract(p.value, '$.status') AS status,
       json_extract(p.value, '$.points') AS points, json_extract(p.value, '$.max_points') AS max_points,
       json_extract(p.value, '$.misconception') AS misconception, json_extract(p.value, '$.message') AS message
FROM current c, json_each(c.document, '$.parts') p;
"""

RUBRICS = """
-- What an instructor marks by where no machine gives points: the criteria of a key's parts.
CREATE TABLE rubrics (
    key TEXT NOT NULL REFERENCES keys(address),
    part TEXT NOT NULL,
    position INTEGER NOT NULL,
    criterion TEXT NOT NULL,
    asks TEXT NOT NULL,
    max_points REAL NOT NULL,
    levels TEXT NOT NULL,           -- JSON: a list of [points, what work is worth so many]
    PRIMARY KEY (key, part, criterion)
) STRICT, WITHOUT ROWID;

-- Works that are marked by a rubric, as they were handed in (texts without the comments of the blank file): whoever marks
-- wants to read them.
CREATE TABLE works (
    source TEXT PRIMARY KEY,        -- as in attempts
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What an instructor gave, criterion by criterion. Rows are only ever added: the one with the highest id stands.
CREATE TABLE rubric_marks (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL,
    exercise TEXT NOT NULL,
    part TEXT NOT NULL,
    criterion TEXT NOT NULL,
    points REAL,                    -- NULL: taken back, so that it waits again
    comment TEXT NOT NULL,
    attempt INTEGER NOT NULL,       -- which of the student's attempts was marked
    who TEXT NOT NULL,
    made_at REAL NOT NULL
) STRICT;
CREATE INDEX rubric_marks_by_work ON rubric_marks (student, exercise, part, criterion);

-- The marks that stand.
CREATE VIEW marked AS
SELECT m.* FROM rubric_marks m
WHERE m.points IS NOT NULL
  AND m.id = (SELECT max(id) FROM rubric_marks n WHERE n.student = m.student AND n.exercise = m.exercise
              AND n.part = m.part AND n.criterion = m.criterion);

-- What still waits for a mark, criterion by criterion.
CREATE VIEW waiting AS
SELECT c.student, c.exercise, r.part, r.criterion, r.max_points, c.attempt, c.path
FROM current c
JOIN rubrics r ON r.key = c.key
JOIN json_each(c.document, '$.parts') p ON json_extract(p.value, '$.part') = r.part
WHERE c.exercise IN (SELECT k.exercise FROM keys k JOIN rubrics q ON q.key = k.address)
  AND json_extract(p.value, '$.status') = 'awaits-mark'
  AND NOT EXISTS (SELECT 1 FROM marked m WHERE m.student = c.student AND m.exercise = c.exercise AND m.part = r.part
                  AND m.criterion = r.criterion)
  AND NOT EXISTS (SELECT 1 FROM marks o WHERE o.kind = 'override' AND o.student = c.student AND o.exercise = c.exercise
                  AND o.part = r.part AND o.id NOT IN (SELECT withdraws FROM marks WHERE withdraws IS NOT NULL));
"""

MIGRATIONS: tuple[str, ...] = (FIRST, SECOND, IDENTITIES, RUBRICS)
"""Step n takes a file from version n to n + 1."""

OURS = frozenset({"students", "keys", "runs", "attempts", "results", "marks"})
"""Tables that every version has."""


class NotOurs(Exception):
    """The file is a database, but no gradebook, or one of a newer version: `why` goes into a sentence after its name."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an empty or an older file up to date, in one transaction. Raises `NotOurs` and has touched nothing then."""
    if version_of(connection) == len(MIGRATIONS):
        return
    # Rebuilding a table would trip over what refers to it. No effect within a transaction, so it goes first.
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another run may have been first.
        for step in MIGRATIONS[version_of(connection) :]:
            for statement in statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a gradebook, 0 of an empty file. Raises `NotOurs`."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # Other programs count their versions in the same place.
    if (version or tables) and not (version > 0 and tables >= OURS):
        raise NotOurs("is a database, but no gradebook: give another name")
    if version > len(MIGRATIONS):
        raise NotOurs("was written by a newer version of the grader: update it with pip")
    return int(version)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, so that they can run inside a transaction of ours."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
