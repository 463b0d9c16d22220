"""A roster that comes after the first run: each student is in the gradebook once, with all that was recorded of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from gradebooks import NEVER_ODD, RIGHT, SQUARES, Desk, hand_in

from grader.marking.gradebook import Attempt, Gradebook, Mark
from grader.marking.twins import Twin, make_one

ROSTER = "id,name,login,canvas id\ns17,Maeve O'Brien,maeve,1001\ns18,Bo Li,bo,1002\n"
DECISIONS = "SELECT kind, student, exercise, part, points, until, who, why FROM marks ORDER BY id"


def roster(desk: Desk, text: str = ROSTER) -> Path:
    path = desk.place / "roster.csv"
    path.write_text(text, encoding="utf-8")
    return path


def sound(desk: Desk) -> None:
    assert desk.ask("PRAGMA foreign_key_check") == []
    assert desk.ask("PRAGMA integrity_check") == [("ok",)]


def students(desk: Desk) -> list[str]:
    return [one for (one,) in desk.ask("SELECT id FROM students ORDER BY id")]


@pytest.fixture
def begun(desk: Desk) -> Desk:
    """Graded twice without a roster, with decisions of each kind on Maeve's."""
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES, "bo/exercise1.py": RIGHT["exercise1"]})
    assert desk.batch().status == 0
    hand_in(desk.folder, {"maeve/exercise1.py": NEVER_ODD})
    assert desk.batch().status == 0
    desk.mark("override", "maeve", "exercise1", "double", 5, "--why", "on paper", "--who", "kim")
    desk.mark("exempt", "maeve", "exercise2", "--why", "ill", "--who", "kim")
    desk.mark("extend", "maeve", "exercise1", "2026-12-24", "--why", "ill", "--who", "kim")
    return desk


def test_a_plain_folder_s_students_get_the_roster_s_ids(begun: Desk) -> None:
    before = {
        "totals": begun.grade("totals", begun.book, "--json").document()["totals"],
        "attempts": begun.ask("SELECT exercise, number, source, path, seen_at FROM attempts WHERE student = 'maeve'"),
        "results": begun.ask("SELECT id, exercise, number, run FROM results ORDER BY id"),
        "runs": begun.ask("SELECT * FROM runs"),
        "decisions": begun.ask(DECISIONS),
    }
    ended = begun.batch("--roster", roster(begun))
    assert ended.status == 0
    assert "knew 2 of these students before this roster, and has them by its ids now: bo is s18, maeve is s17" in ended.err
    assert "twice" not in ended.err
    assert students(begun) == ["s17", "s18"]
    assert begun.ask("SELECT exercise, number, source, path, seen_at FROM attempts WHERE student = 's17'") == before["attempts"]
    assert begun.ask("SELECT id, exercise, number, run FROM results ORDER BY id") == before["results"]
    assert begun.ask("SELECT * FROM runs") == before["runs"], "nothing was graded again"
    renamed = [tuple("s17" if value == "maeve" else value for value in row) for row in before["decisions"]]
    assert begun.ask(DECISIONS) == renamed
    after = {one["student"]: one for one in begun.grade("totals", begun.book, "--json").document()["totals"]}
    for one in before["totals"]:
        now = after[{"maeve": "s17", "bo": "s18"}[one["student"]]]
        assert (now["percent"], now["exercises"]) == (one["percent"], one["exercises"])
    sound(begun)
    again = begun.batch("--roster", roster(begun))
    assert (again.err, students(begun)) == ("", ["s17", "s18"])


def test_a_canvas_download_s_students_too(desk: Desk) -> None:
    hand_in(
        desk.folder,
        {"obrienmaeve_1001_9001_exercise1.py": SQUARES, "libo_1002_9002_exercise1.py": RIGHT["exercise1"]},
    )
    assert desk.batch().status == 0
    desk.mark("override", "1001", "exercise1", "double", 6, "--why", "on paper")
    assert students(desk) == ["1001", "1002"]
    ended = desk.batch("--roster", roster(desk))
    assert "1001 is s17, 1002 is s18" in " ".join(ended.err.split()) or "1002 is s18, 1001 is s17" in ended.err
    assert students(desk) == ["s17", "s18"]
    assert desk.ask("SELECT student, lms_user_id FROM lms_ids ORDER BY student") == [("s17", "1001"), ("s18", "1002")]
    assert desk.ask("SELECT student, points FROM marks") == [("s17", 6.0)]
    sound(desk)


def test_where_it_is_not_certain_both_stay_and_a_sentence_says_so(begun: Desk) -> None:
    """`bo` is a student of the roster's by id, and another one's login."""
    ended = begun.batch("--roster", roster(begun, "id,name,login\ns17,Maeve O'Brien,bo\nbo,Somebody Else,else\n"))
    assert ended.status == 0
    assert "bo is" not in ended.err
    assert "maeve" in students(begun), "nothing joins her"
    assert "bo" in students(begun)
    sound(begun)


def test_numbers_that_another_assignment_gives_to_somebody_else_make_nobody_one(desk: Desk) -> None:
    folder = "{}_77_assignsubmission_file"
    hand_in(desk.folder, {f"{folder.format('Maeve OBrien')}/exercise1.py": SQUARES})
    assert desk.batch("--layout", "moodle").status == 0
    (first,) = students(desk)
    (desk.folder / folder.format("Maeve OBrien")).rename(desk.folder / folder.format("Bo Li"))
    ended = desk.batch("--layout", "moodle", "--roster", roster(desk, "id,name\ns18,Bo Li\n"))
    assert students(desk) == sorted([first, "s18"])
    assert f"may hold the same student twice, from a run before this roster: {first} and s18" in " ".join(ended.err.split())


def test_who_is_in_it_twice_already_is_made_one_with_the_marks_of_both(tmp_path: Path) -> None:
    with Gradebook(tmp_path / "book.db") as book:
        with book.transaction():
            for student, source, seen in (("maeve", "a", 1.0), ("maeve", "b", 2.0), ("s17", "b", 3.0), ("s17", "c", 4.0)):
                book.note_attempt(Attempt(student, "practice2", f"{source}.md", source), seen)
            for student, attempt in (("maeve", 1), ("maeve", 2), ("s17", 1), ("s17", 2)):
                book.connection.execute(
                    "INSERT INTO rubric_marks (student, exercise, part, criterion, points, comment, attempt, who, made_at) "
                    "VALUES (?, 'practice2', 'text', 'idea', 1, '', ?, 'kim', 0)",
                    (student, attempt),
                )
        for student in ("s17", "maeve"):
            book.decide(Mark("exemption", student, "exercise1", None, None, None, None, "kim", student))
        make_one(book, Twin("maeve", "s17", True))
        query = "SELECT student, number, source, seen_at FROM attempts ORDER BY number"
        assert list(book.rows(query)) == [("s17", 1, "a", 1.0), ("s17", 2, "b", 2.0), ("s17", 3, "c", 4.0)]
        given = list(book.rows("SELECT student, attempt FROM rubric_marks ORDER BY id"))
        assert given == [("s17", 1), ("s17", 2), ("s17", 2), ("s17", 3)], "each still is of what it was given for"
        assert [(mark.student, mark.why) for mark in book.marks()] == [("s17", "s17"), ("s17", "maeve")]
        assert book.students() == ["s17"]
