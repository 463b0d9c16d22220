"""Moodle: a folder a student and plugin, or flat; the number is the assignment's own participant number."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from downloads import PEOPLE, by_path, display, listed, on_disk


def moodle_name(first: str, last: str) -> str:
    return display(first, last).replace("_", " ").replace("/", " ")


@pytest.mark.parametrize(
    "shape", ["{who}_{n}_assignsubmission_file/", "{who}_{n}_assignsubmission_file_/", "{who}_{n}_assignsubmission_file_"]
)
def test_thirty_awkward_names(tmp_path: Path, shape: str) -> None:
    files, expected = {}, {}
    for number, (first, last) in enumerate(PEOPLE):
        start = shape.format(who=moodle_name(first, last), n=731000 + number)
        name, exercise = [("exercise1.py", "exercise1"), ("Exercise 3.py", "exercise3"), ("reflection.md", "reflection")][
            number % 3
        ]
        files[start + name] = "x = 1\n"
        who = unicodedata.normalize("NFC", moodle_name(first, last))
        expected[start + name] = (who, str(731000 + number), exercise)
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "moodle"
    found = {path: (row.student.name, row.lms_user_id, row.exercise) for path, row in by_path(listing).items()}
    assert found == expected
    assert all((row.late, row.submitted, row.lms_file_id, row.ignored) == (None, None, None, None) for row in listing.rows)


def test_online_texts_and_feedback_are_no_hand_ins(tmp_path: Path) -> None:
    files = {
        "Maeve O'Brien_731001_assignsubmission_file/deep/exercise1.py": "x = 1",
        "Maeve O'Brien_731001_assignsubmission_onlinetext/onlinetext.html": "<p>hello</p>",
        "Bo Li_731002_assignsubmission_onlinetext_onlinetext.html": "<p>hello</p>",
        "Bo Li_731002_assignfeedback_file/exercise1.py": "x = 2",
    }
    rows = by_path(listed(on_disk(tmp_path / "in", files), tmp_path / "scratch"))
    assert [row.student.id for row in rows.values()] == ["731002", "731002", "731001", "731001"]
    assert [(row.ignored or "")[:28] for row in rows.values()] == [
        "is the teacher's feedback, n", "is a text typed into Moodle,", "", "is a text typed into Moodle,",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["Participant", "Teilnehmer/in".replace("/", " ")])
def test_marked_blind_nobody_has_a_name(tmp_path: Path, word: str) -> None:
    files = {f"{word}_73100{number}_assignsubmission_file/exercise1.py": "x = 1" for number in range(3)}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert [(row.student.id, row.student.name) for row in listing.rows] == [(f"73100{number}", None) for number in range(3)]


def test_two_students_of_one_name_are_two(tmp_path: Path) -> None:
    files = {f"Wei Li_{number}_assignsubmission_file/exercise1.py": f"x = {number}" for number in (7, 8)}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.students == ["7", "8"]


def test_a_group_and_the_default_group(tmp_path: Path) -> None:
    files = {
        "Team 3_44_assignsubmission_file/exercise1.py": "x = 1",
        "Default group_assignsubmission_file/exercise1.py": "x = 2",
    }
    rows = by_path(listed(on_disk(tmp_path / "in", files), tmp_path / "scratch"))
    assert {(row.student.id, row.student.name) for row in rows.values()} == {
        ("44", "Team 3"),
        ("Default group", "Default group"),
    }


def test_a_site_that_puts_the_user_name_in_front(tmp_path: Path) -> None:
    files = {"mob_12_Maeve O'Brien_731001_assignsubmission_file/exercise1.py": "x = 1"}
    (row,) = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch").rows
    assert (row.student.id, row.student.name, row.lms_user_id) == ("731001", "Maeve O'Brien", "731001")
