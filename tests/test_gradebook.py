"""The gradebook as a file: anyone can query it, older ones are brought up to date, and what is none is left alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from conftest import as_root, on_posix
from gradebooks import RIGHT, SQUARES, Desk, hand_in, interrupt, until, without_seconds

from grader.marking.gradebook import Gradebook
from grader.marking.schema import MIGRATIONS

VERSION_1 = """
CREATE TABLE students (id TEXT PRIMARY KEY, name TEXT) STRICT;
CREATE TABLE keys (address TEXT PRIMARY KEY, exercise TEXT NOT NULL, title TEXT NOT NULL, max_points REAL NOT NULL,
    public INTEGER NOT NULL, first_used REAL NOT NULL) STRICT;
CREATE TABLE runs (id INTEGER PRIMARY KEY, exercise TEXT NOT NULL, source TEXT NOT NULL,
    key TEXT NOT NULL REFERENCES keys(address), grader TEXT NOT NULL, status TEXT NOT NULL, points REAL NOT NULL,
    max_points REAL NOT NULL, document BLOB NOT NULL, graded_at REAL NOT NULL) STRICT;
CREATE UNIQUE INDEX runs_once ON runs (source, exercise, key, grader) WHERE status <> 'grader-error';
CREATE TABLE attempts (student TEXT NOT NULL REFERENCES students(id), exercise TEXT NOT NULL, number INTEGER NOT NULL,
    path TEXT, source TEXT NOT NULL, warnings TEXT NOT NULL, seen_at REAL NOT NULL,
    PRIMARY KEY (student, exercise, number)) STRICT, WITHOUT ROWID;
CREATE TABLE results (id INTEGER PRIMARY KEY, student TEXT NOT NULL, exercise TEXT NOT NULL, number INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES runs(id),
    FOREIGN KEY (student, exercise, number) REFERENCES attempts(student, exercise, number)) STRICT;
CREATE INDEX results_by_attempt ON results (student, exercise, number);
CREATE TABLE marks (id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('override', 'exemption', 'extension', 'withdrawal')), student TEXT NOT NULL,
    exercise TEXT NOT NULL, part TEXT, points REAL, until TEXT, withdraws INTEGER REFERENCES marks(id), who TEXT NOT NULL,
    why TEXT NOT NULL, made_at REAL NOT NULL) STRICT;
CREATE INDEX runs_by_key ON runs (key, grader);
CREATE VIEW current AS
SELECT a.student, a.exercise, a.number AS attempt, a.path, a.warnings, r.id AS run, r.key, r.grader, r.status, r.points,
       r.max_points, r.document, r.graded_at
FROM attempts a
JOIN results x ON x.id = (SELECT max(id) FROM results y
                          WHERE y.student = a.student AND y.exercise = a.exercise AND y.number = a.number)
JOIN runs r ON r.id = x.run
WHERE a.number = (SELECT max(number) FROM attempts b WHERE b.student = a.student AND b.exercise = a.exercise);
INSERT INTO students VALUES ('maeve', NULL);
INSERT INTO keys VALUES ('sha256:old', 'exercise1', 'Doubling', 10, 0, 1000);
INSERT INTO runs VALUES (7, 'exercise1', 'abc', 'sha256:old', '0.0.9 strict', 'failed', 4, 10, CAST('{"schema": 1,
    "exercise": "exercise1", "title": "Doubling", "status": "failed", "points": 4, "max_points": 10, "isolation": "strict",
    "key": "sha256:old", "public_only": false, "parts": [{"part": "double", "status": "failed", "points": 0,
    "max_points": 6, "misconception": "squares", "message": "no"}, {"part": "halve", "status": "passed", "points": 4,
    "max_points": 4}]}' AS BLOB), 1234.5);
INSERT INTO attempts VALUES ('maeve', 'exercise1', 1, 'maeve/exercise1.py', 'abc', '[]', 1200);
INSERT INTO results VALUES (3, 'maeve', 'exercise1', 1, 7);
INSERT INTO marks VALUES (1, 'override', 'maeve', 'exercise1', 'double', 3, NULL, NULL, 'kim', 'half of it by hand', 1300);
PRAGMA user_version = 1;
"""


def script(path: Path, statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)


def test_a_gradebook_of_version_1_is_brought_up_to_date_and_loses_nothing(desk: Desk) -> None:
    script(desk.book, VERSION_1)
    assert desk.grade("totals", desk.book).status == 0
    assert desk.ask("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert desk.ask("PRAGMA integrity_check") == [("ok",)]
    assert desk.ask("PRAGMA foreign_key_check") == []
    assert desk.ask("SELECT * FROM waiting") == desk.ask("SELECT * FROM marked") == []
    assert desk.ask("SELECT student, run, points, noted_at FROM current") == [("maeve", 7, 4.0, 1234.5)]
    assert desk.ask("SELECT part, points, misconception FROM parts") == [("double", 0, "squares"), ("halve", 4, None)]
    (total,) = desk.grade("totals", desk.book, "--json").document()["totals"]
    assert total["percent"] == 70.0, "the override made with version 1 counts"
    # Grading goes on in it: another attempt, and the old one stays.
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"]})
    assert desk.batch().status == 0
    assert desk.ask("SELECT number, source <> 'abc' FROM attempts WHERE exercise = 'exercise1'") == [(1, 0), (2, 1)]


def test_two_programs_may_bring_it_up_to_date_at_once(desk: Desk) -> None:
    script(desk.book, VERSION_1)
    started = [desk.start("totals", desk.book) for _ in range(4)]
    assert [process.wait(60) for process in started] == [0] * 4
    assert desk.ask("PRAGMA user_version") == [(len(MIGRATIONS),)]


@pytest.mark.parametrize(
    ("made", "says"),
    [
        ("PRAGMA user_version = 1; CREATE TABLE bookmarks (url TEXT);", "is a database, but no gradebook: give another name"),
        ("CREATE TABLE students (id TEXT);", "is a database, but no gradebook: give another name"),
        (VERSION_1 + "PRAGMA user_version = 99;", "was written by a newer version of the grader: update it with pip"),
    ],
)
@pytest.mark.parametrize("command", ["batch", "totals"])
def test_another_programs_database_is_refused_and_left_as_it_is(desk: Desk, made: str, says: str, command: str) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    script(desk.book, made)
    before = desk.book.read_bytes()
    ended = desk.batch() if command == "batch" else desk.grade("totals", desk.book)
    assert ended.sentence() == f"{desk.book} {says}"
    assert desk.book.read_bytes() == before
    assert sorted(path.name for path in desk.place.iterdir()) == ["book.db", "in"], "nor is anything put beside it"


def test_what_is_no_database(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    desk.book.write_text("student,points\n" * 1000)
    assert desk.batch().sentence() == f"{desk.book} is not a gradebook: give another name"
    assert desk.grade("diff", desk.book).sentence() == f"{desk.book} is not a gradebook: give another name"
    assert desk.batch("--json").document()["results"] == []
    for holds, command in {"changes": ["diff"], "totals": ["totals"], "marks": ["mark", "list"]}.items():
        ended = desk.grade(*command, desk.book, "--json")
        assert (ended.status, ended.document()) == (2, {"schema": 1, holds: []}), "`--json` prints a document whatever happens"


def test_a_name_that_no_file_can_have(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    desk.book.mkdir()
    says = "give a file in a folder that you may write to"
    assert desk.batch().sentence() == f"{desk.book} can't be opened (Is a directory): {says}"
    missing = desk.place / "nowhere"
    ended = desk.grade("--key", desk.keys["first"], "batch", desk.folder, "--db", missing / "g.db", *desk.strict)
    assert ended.sentence() == f"{missing / 'g.db'} can't be opened (there is no folder {missing}): {says}"
    sentence = desk.grade("totals", missing / "g.db").sentence()
    assert sentence == f"there is no gradebook {missing / 'g.db'}: `grade batch PATH --db {missing / 'g.db'}` makes one"


@on_posix
@pytest.mark.skipif(as_root, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    desk.place.chmod(0o555)
    try:
        assert "can't be opened (Permission denied)" in desk.batch().sentence()
    finally:
        desk.place.chmod(0o755)


def test_a_damaged_gradebook_is_told_in_one_sentence(desk: Desk) -> None:
    hand_in(desk.folder, {f"s{number}/exercise1.py": f"{SQUARES}# {number}\n" for number in range(30)})
    assert desk.batch().status == 0
    whole = desk.book.read_bytes()
    desk.book.write_bytes(whole[: len(whole) // 2])
    for command in ("totals", "diff"):
        assert (
            desk.grade(command, desk.book).sentence().startswith(f"{desk.book} is damaged (database disk image is malformed)")
        )


@pytest.mark.parametrize(
    "damage",
    ["UPDATE runs SET document = 'scrambled'", "UPDATE runs SET document = '{}'", "UPDATE attempts SET warnings = 'x'"],
)
def test_results_that_something_else_has_changed(desk: Desk, damage: str) -> None:
    """A sound file with unsound contents: the database itself has nothing to complain about."""
    hand_in(desk.folder, {f"s{number}/exercise1.py": SQUARES for number in range(3)})
    assert desk.batch().status == 0
    script(desk.book, damage)
    for ended in (desk.batch(), desk.grade("totals", desk.book)):
        assert ended.sentence().startswith(f"{desk.book} is damaged (what it keeps of a result can't be read: ")
        assert ended.sentence().endswith("go back to a copy of it, or give another name")


# ---------------------------------------------------------------- what is documented can be asked


def test_anyone_can_query_it(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES, "bo/exercise1.py": RIGHT["exercise1"], "bo/exercise2.py": "def ("})
    assert desk.batch().status == 0
    points = "SELECT student, exercise, status, points, max_points FROM current ORDER BY student, exercise"
    assert desk.ask(points) == [
        ("bo", "exercise1", "passed", 10.0, 10.0),
        ("bo", "exercise2", "unreadable", 0.0, 10.0),
        ("maeve", "exercise1", "failed", 4.0, 10.0),
        ("maeve", "exercise2", "not-attempted", 0.0, 10.0),
    ]
    mistakes = "SELECT exercise, part, misconception, count(*) FROM parts WHERE misconception IS NOT NULL GROUP BY 1, 2, 3"
    assert desk.ask(mistakes) == [("exercise1", "double", "squares", 1)]
    totals = "SELECT student, sum(points), sum(max_points) FROM current GROUP BY student ORDER BY student"
    assert desk.ask(totals) == [("bo", 10.0, 20.0), ("maeve", 4.0, 20.0)]
    assert desk.ask("SELECT json_extract(document, '$.title') FROM runs WHERE status = 'failed'") == [("Doubling",)]
    assert desk.ask("SELECT exercise, title, max_points, public FROM keys ORDER BY 1") == [
        ("exercise1", "Doubling", 10.0, 0),
        ("exercise2", "Adding", 10.0, 0),
    ]


@pytest.mark.parametrize(("reproducible", "synchronous"), [(False, 2), (True, 1)])
def test_only_what_can_be_graded_again_does_not_wait_for_the_disk(tmp_path: Path, reproducible: bool, synchronous: int) -> None:
    """SQLite's levels: 2 waits at each transaction, 1 only now and then, which a power cut may tell, and nothing else."""
    with Gradebook(tmp_path / "book.db", reproducible=reproducible) as book:
        assert list(book.rows("PRAGMA synchronous")) == [(synchronous,)]
        assert list(book.rows("PRAGMA journal_mode")) == [("wal",)]


def test_a_table_is_only_ever_added_to_by_a_run(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    desk.batch()
    tables = ("students", "keys", "runs", "attempts", "results")
    before = {table: desk.ask(f"SELECT * FROM {table}") for table in tables}
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"], "bo/exercise2.py": RIGHT["exercise2"]})
    desk.key = "second"
    desk.batch()
    for table in tables:
        assert set(before[table]) < set(desk.ask(f"SELECT * FROM {table}")), table


# ---------------------------------------------------------------- two at once


SLOW = "import time\ntime.sleep({seconds})\n"


@on_posix
def test_the_second_of_two_runs_says_so_waits_and_finds_all_settled(desk: Desk) -> None:
    hand_in(desk.folder, {"a/exercise1.py": SQUARES, "b/exercise1.py": SLOW.format(seconds=3) + SQUARES})
    first = desk.started("--json")
    until(desk.has_begun)
    second = desk.batch("--json")
    one, _ = first.communicate(timeout=30)
    assert f"grade: another run is writing {desk.book}; waiting for it to end (Ctrl-C gives up)\n" in second.err
    assert (first.returncode, second.status) == (0, 0)
    assert without_seconds(one) == without_seconds(second.out)
    assert desk.runs() == 2, "nothing was graded twice"


@on_posix
def test_whoever_waits_can_give_up(desk: Desk) -> None:
    hand_in(desk.folder, {"a/exercise1.py": SQUARES, "b/exercise1.py": SLOW.format(seconds=4) + SQUARES})
    first = desk.started()
    until(desk.has_begun)
    second = desk.started()
    assert second.stderr
    assert "waiting for it to end" in second.stderr.readline()
    interrupt(second)
    assert second.wait(5) == 130
    assert first.wait(30) == 0


def test_decisions_and_questions_need_not_wait_for_a_run(desk: Desk) -> None:
    hand_in(desk.folder, {"a/exercise1.py": SQUARES, "b/exercise1.py": SLOW.format(seconds=3) + SQUARES})
    run = desk.started()
    until(desk.has_begun)
    assert desk.mark("override", "a", "exercise1", "double", 5, "--why", "by hand").status == 0
    (total,) = desk.grade("totals", desk.book, "--json").document()["totals"]
    assert total["percent"] == 45.0, "9 of 10, and nothing of the other exercise"
    assert run.poll() is None, "all this happened while the run went on"
    assert run.wait(30) == 0
    assert desk.ask("SELECT kind, points FROM marks") == [("override", 5.0)]
