"""Blackboard: the assignment and the user name are told apart by what all names share, or by a roster."""

from __future__ import annotations

from pathlib import Path

import pytest
from downloads import by_path, listed, on_disk

from grader.intake.roster import Person, Roster

AWKWARD = [
    "mobrien", "m_obrien", "a", "a_b_c", "late", "attempt", "x_attempt", "josé", "王芳", "müller", "o'brien", "d.vader", "u-1",
    "1234567", "user@uni.example", "UPPER", "Upper", "space name", "semi;colon", "=formula", "exercise1", "py",
    "_under", "q__q", "ж", "नमस्ते", "zoe\u0301", "z" * 60, "+plus", "per%cent",
]  # fmt: skip
assert len(AWKWARD) == 30
TIME = "2026-12-01-23-59-0{second}"


@pytest.mark.parametrize("assignment", ["Homework 3", "HW_3", "Exercise_1_softmax"])
def test_thirty_awkward_names(tmp_path: Path, assignment: str) -> None:
    files, expected = {}, {}
    for number, login in enumerate(AWKWARD):
        start = f"{assignment}_{login}_attempt_{TIME.format(second=number % 10)}"
        files[f"{start}_exercise1.py"] = "x = 1"
        files[f"{start}.txt"] = "Name: somebody"
        expected[f"{start}_exercise1.py"] = (
            login.replace("e\u0301", "é"),
            f"2026-12-01T23:59:0{number % 10}",
            "exercise1",
            None,
        )
        expected[f"{start}.txt"] = (*expected[f"{start}_exercise1.py"][:2], None, "is Blackboard's own receipt, not a hand-in")
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "blackboard"
    rows = by_path(listing).items()
    assert {path: (row.student.id, row.submitted, row.exercise, row.ignored) for path, row in rows} == expected
    assert all((row.late, row.student.name, row.lms_user_id) == (None, None, None) for row in listing.rows)


def test_of_several_attempts_the_latest_counts_and_the_others_are_kept(tmp_path: Path) -> None:
    files = {
        f"HW_mob_attempt_2026-12-0{day}-10-00-00_{name}": f"x = {day}"
        for day, name in [(1, "exercise1.py"), (3, "exercise1.py"), (2, "exercise1-1.py")]
    }
    files["HW_bo_attempt_2026-12-01-10-00-00_exercise2.py"] = "x = 0"
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    (handin,) = [one for one in listing.handins if one.student == "mob" and one.handed]
    assert handin.path == "HW_mob_attempt_2026-12-03-10-00-00_exercise1.py"
    assert [one.submitted for one in handin.earlier] == ["2026-12-01T10:00:00", "2026-12-02T10:00:00"]
    assert handin.others == (), "an earlier attempt is no second file"
    superseded = by_path(listing)["HW_mob_attempt_2026-12-01-10-00-00_exercise1.py"]
    assert superseded.ignored == "is superseded by HW_mob_attempt_2026-12-03-10-00-00_exercise1.py"


def test_user_names_that_share_a_start_need_a_roster_and_it_is_said(tmp_path: Path) -> None:
    files = {f"HW_s_{who}_attempt_2026-12-01-10-00-00_exercise1.py": "x = 1" for who in ("anna", "bo")}
    folder = on_disk(tmp_path / "in", files)
    unsure = listed(folder, tmp_path / "scratch")
    assert unsure.students == ["anna", "bo"]
    assert unsure.warnings == (
        "the assignment was taken to be HW_s, which all names share: give --roster with a login column to be certain",
    )
    roster = Roster((Person("1", "Anna", "S_anna"), Person("2", "Bo", "s_bo")))
    sure = listed(folder, tmp_path / "scratch", roster=roster)
    assert (sure.students, sure.warnings) == (["1", "2"], ())


def test_a_single_name_that_can_be_split_in_two_ways_is_not_split(tmp_path: Path) -> None:
    files = {"HW_3_m_obrien_attempt_2026-12-01-10-00-00_exercise1.py": "x = 1"}
    folder = on_disk(tmp_path / "in", files)
    unsure = listed(folder, tmp_path / "scratch")
    assert unsure.students == ["HW_3_m_obrien"]
    assert "may be split into assignment and user name in more than one way" in unsure.warnings[0]
    sure = listed(folder, tmp_path / "scratch", roster=Roster((Person("7", login="m_obrien"),)))
    assert sure.students == ["7"]
