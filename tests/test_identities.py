"""Who a student is to the LMS is kept beside their work: what is told once stays, and a roster's word counts for more."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from grader.marking.gradebook import Attempt, Gradebook
from grader.marking.identities import Identity, identify, identities

SEEN = Identity("1001", "obrienmaeve", "canvas", "1001")
ROSTERED = Identity(
    "s17", "Maeve O'Brien", "canvas", "1001", "mob", "mob@uni.example", "S-0017", "Tuesday", "Team 3", {"moodle": "77"}, True
)


def test_what_a_roster_and_a_download_tell_is_read_back(tmp_path: Path) -> None:
    with Gradebook(tmp_path / "book.db") as book:
        identify(book, [SEEN, ROSTERED])
        assert identities(book) == {
            "1001": replace(SEEN, lms_ids={"canvas": "1001"}),
            "s17": replace(ROSTERED, lms_ids={"canvas": "1001", "moodle": "77"}, rostered=False),
        }


def test_what_is_not_told_this_time_stays(tmp_path: Path) -> None:
    with Gradebook(tmp_path / "book.db") as book:
        identify(book, [ROSTERED])
        identify(book, [Identity("s17", "obrienmaeve", "moodle", "88")])
        found = identities(book)["s17"]
        assert found == replace(
            ROSTERED, layout="moodle", lms_user_id="88", lms_ids={"canvas": "1001", "moodle": "88"}, rostered=False
        )
        identify(book, [Identity("s17", "Maeve Ó Briain", "plain", rostered=True)])
        found = identities(book)["s17"]
        assert (found.name, found.layout, found.lms_user_id, found.login) == ("Maeve Ó Briain", "plain", None, "mob")


def test_a_student_of_whom_nothing_is_told_is_there_too(tmp_path: Path) -> None:
    with Gradebook(tmp_path / "book.db") as book:
        with book.transaction():
            book.note_attempt(Attempt("maeve", "exercise1", "maeve/exercise1.py", "abc"), 1.0)
        assert identities(book) == {"maeve": Identity("maeve")}


def test_an_attempt_keeps_what_the_lms_told_of_it(tmp_path: Path) -> None:
    told = Attempt("maeve", "exercise1", "a.py", "abc", (), "2026-12-01T23:59:00", True, "9001", 2)
    with Gradebook(tmp_path / "book.db") as book:
        with book.transaction():
            assert book.note_attempt(Attempt("maeve", "exercise1", "a.py", "abc"), 1.0) == 1
            assert book.note_attempt(told, 2.0) == 1, "the same bytes, of which more is known now"
        query = "SELECT submitted, late, lms_file_id, attempt_hint FROM attempts"
        assert list(book.rows(query)) == [("2026-12-01T23:59:00", 1, "9001", 2)]
