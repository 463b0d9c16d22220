"""Brightspace: a folder a submission, with two numbers, the display name and a time without a colon."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from downloads import PEOPLE, by_path, display, listed, on_disk

from grader.intake.layouts.brightspace import read_time

TIMES = [
    ("Sep 1, 2026 1159 PM", "2026-09-01T23:59:00"),
    ("Dec 31, 2026 1200 AM", "2026-12-31T00:00:00"),
    ("May 5, 2026 905 AM", "2026-05-05T09:05:00"),
]


def test_thirty_awkward_names(tmp_path: Path) -> None:
    files: dict[str, str] = {"index.html": "<html>"}
    expected: dict[str, tuple[object, ...]] = {}
    for number, (first, last) in enumerate(PEOPLE):
        name = display(first, last).replace("/", " ") + (" - Tuesday" if number % 4 == 0 else "")
        written, iso = TIMES[number % 3]
        path = f"{152000 + number}-351765 - {name} - {written}/exercise1.py"
        files[path] = "x = 1"
        expected[path] = (str(152000 + number), unicodedata.normalize("NFC", name), iso, "exercise1")
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "brightspace"
    rows = by_path(listing)
    assert rows.pop("index.html").ignored == "is Brightspace's own page, not a hand-in"
    assert {path: (row.student.id, row.student.name, row.submitted, row.exercise) for path, row in rows.items()} == expected


def test_a_resubmission_is_one_more_folder_and_the_latest_counts(tmp_path: Path) -> None:
    files = {
        "152711-351765 - Wei Li - Sep 1, 2026 1159 PM/exercise1.py": "x = 1",
        "152711-351765 - Wei Li - Sep 10, 2026 905 AM/exercise1.py": "x = 2",
        "152712-351765 - Bo - Sep 2, 2026 905 AM/exercise1.py": "x = 3",
    }
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    (handin,) = [one for one in listing.handins if one.student == "152711" and one.handed]
    assert handin.path == "152711-351765 - Wei Li - Sep 10, 2026 905 AM/exercise1.py"
    assert [one.submitted for one in handin.earlier] == ["2026-09-01T23:59:00"]


def test_two_people_of_one_name_stay_two_and_it_is_said(tmp_path: Path) -> None:
    files = {f"{number}-351765 - Wei Li - Sep 1, 2026 1159 PM/exercise1.py": f"x = {number}" for number in (152711, 152712)}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.students == ["152711", "152712"]
    assert listing.warnings == ("Wei Li stands there under more than one number: kept apart as two people",)


def test_a_number_that_several_people_share_is_nobodys(tmp_path: Path) -> None:
    files = {f"111-{number} - {who} - Sep 1, 2026 1159 PM/exercise1.py": "x = 1" for number, who in [(1, "Wei Li"), (2, "Bo")]}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert [(row.student.id, row.lms_user_id) for row in listing.rows] == [("Wei Li", None), ("Bo", None)]


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        *TIMES,
        ("September 1, 2026 1201 PM", "2026-09-01T12:01:00"),
        ("Sep 31, 2026 1159 PM", None),
        ("Okt 1, 2026 1159 PM", None),
        ("Sep 1, 2026 1360 PM", None),
    ],
)
def test_times(written: str, iso: str | None) -> None:
    assert read_time(f"1-2 - Bo - {written}/exercise1.py") == iso
