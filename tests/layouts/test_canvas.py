"""Canvas: flat names without a separator inside the student's, LATE behind it, and two numbers."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from downloads import EXERCISES, PEOPLE, by_path, canvas_stem, listed, on_disk, sortable, zipped
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.layouts.canvas import read


def test_thirty_awkward_names(tmp_path: Path) -> None:
    files, expected = {}, {}
    for number, (first, last) in enumerate(PEOPLE):
        user, file, late = 1000 + number, 9000 + number, number % 3 == 0
        stem = canvas_stem(sortable(first, last), user, late)
        shown, exercise, hint = [
            ("exercise1.py", "exercise1", None), ("exercise2-1.py", "exercise2", 1), ("Exercise 3.py", "exercise3", None),
            ("exercise10 (2).py", "exercise10", 2), ("quiz.toml", "quiz", None), ("practice2-7.md", "practice2", 7),
        ][number % 6]  # fmt: skip
        path = f"{stem}_{file}_{shown}"
        files[path] = "x = 1\n"
        expected[path] = (str(user), canvas_stem(sortable(first, last), "")[:-1], str(file), late, exercise, hint)
    assert len(files) == 30
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "canvas"
    found = {
        path: (row.lms_user_id, row.student.name, row.lms_file_id, row.late, row.exercise, row.attempt_hint)
        for path, row in by_path(listing).items()
    }
    form = {path: (user, unicodedata.normalize("NFC", name), *more) for path, (user, name, *more) in expected.items()}
    assert found == form
    assert all(row.student.id == row.lms_user_id and row.submitted is None and row.ignored is None for row in listing.rows)


names = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=30).filter(
    lambda name: re.search(r"[^\W_]", name) and not re.search("late", name, re.IGNORECASE)
)
shown_names = st.sampled_from([f"{one}{added}.py" for one in EXERCISES[:4] for added in ("", "-1", " (2)", "_old", ".tar")])


@given(names, st.integers(1, 10**12), st.integers(1, 10**12), shown_names, st.booleans())
def test_what_canvas_puts_together_comes_apart_again(name: str, user: int, file: int, shown: str, late: bool) -> None:
    stem = canvas_stem(name, user, late)
    (told,) = read(f"{stem}_{file}_{shown}")
    assert (told.lms_user_id, told.lms_file_id, told.late, told.inside) == (str(user), str(file), late, shown)
    assert told.name == canvas_stem(name, "")[:-1]


@pytest.mark.parametrize(
    ("path", "identifier", "late"),
    [
        ("anon_aB3x9_77_exercise1.py", "anon_aB3x9", False),
        ("LATE_anon_aB3x9_77_exercise1.py", "anon_aB3x9", True),
    ],
)
def test_anonymous_submissions(path: str, identifier: str, late: bool) -> None:
    (told,) = read(path)
    assert (told.id, told.name, told.lms_user_id, told.lms_file_id, told.late) == (identifier, None, None, "77", late)


@pytest.mark.parametrize(("end", "says"), [("text", "is a text typed into Canvas"), ("link", "is a web address")])
def test_entries_that_are_no_files(tmp_path: Path, end: str, says: str) -> None:
    files = {f"leewei_1001_{end}.html": "hello", "obrienmaeve_1002_9002_exercise1.py": "x = 1"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    row = by_path(listing)[f"leewei_1001_{end}.html"]
    assert row.student.id == "1001"
    assert row.exercise is None
    assert (row.ignored or "").startswith(says)
    notes = {one.notes for one in listing.handins if one.student == "1001"}
    assert notes == {(f"leewei_1001_{end}.html {row.ignored}",)}, "who typed it in is told so with each exercise"


def test_the_number_added_is_a_hint_and_the_higher_one_counts(tmp_path: Path) -> None:
    files = {
        f"obrienmaeve_1001_{file}_{name}": name
        for file, name in [(1, "exercise1.py"), (3, "exercise1-2.py"), (2, "exercise1-1.py")]
    }
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    ignored = {row.path: row.ignored for row in listing.rows}
    assert ignored == {
        "obrienmaeve_1001_1_exercise1.py": "is superseded by obrienmaeve_1001_3_exercise1-2.py",
        "obrienmaeve_1001_2_exercise1-1.py": "is superseded by obrienmaeve_1001_3_exercise1-2.py",
        "obrienmaeve_1001_3_exercise1-2.py": None,
    }
    (handin,) = [one for one in listing.handins if one.handed]
    assert handin.path == "obrienmaeve_1001_3_exercise1-2.py"
    assert len(handin.others) == 2


def test_a_students_zip_is_opened(tmp_path: Path) -> None:
    pack = zipped({"work/exercise1.py": "x = 1", "work/exercise2.py": "x = 2", "__MACOSX/work/._exercise1.py": "?"})
    files = {"obrienmaeve_LATE_1001_9001_work.zip": pack, "leewei_1002_9002_exercise1.py": "x = 3"}
    rows = by_path(listed(on_disk(tmp_path / "in", files), tmp_path / "scratch"))
    one = rows["obrienmaeve_LATE_1001_9001_work.zip/work/exercise2.py"]
    assert (one.student.id, one.late, one.lms_file_id, one.exercise) == ("1001", True, "9001", "exercise2")
    junk = rows["obrienmaeve_LATE_1001_9001_work.zip/__MACOSX/work/._exercise1.py"]
    assert junk.ignored == "was left by macOS"
