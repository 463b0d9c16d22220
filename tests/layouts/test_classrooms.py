"""Clones of repositories: GitHub Classroom's in a folder `…-submissions`, Classroom 50's side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from downloads import by_path, listed, on_disk

from grader.intake.roster import Person, Roster

LOGINS = [
    "maeve", "m-obrien", "a", "A-1", "1234", "x-x-x", "exercise1", "hw3", "hw3-hw3", "late", "submissions", "py", "octo-cat",
    "UPPER", "user-1", "user-2", "user-10", "z" * 39, "b0", "c-d", "e-f-g", "h1-i2", "j", "k-l", "m0", "n-o", "p9",
    "q-r-s-t", "u", "v-1",
]  # fmt: skip
assert len(set(LOGINS)) == 30


@pytest.mark.parametrize("inside", [True, False])
def test_github_classroom(tmp_path: Path, inside: bool) -> None:
    folder = tmp_path / "in"
    on_disk(folder / "hw3-submissions", {f"hw3-{login}/exercises/exercise1.py": "x = 1" for login in LOGINS})
    on_disk(folder / "hw3-submissions", {"hw3-maeve/.git/config": "[core]", "hw3-maeve/README.md": "hello"})
    listing = listed(folder if inside else folder / "hw3-submissions", tmp_path / "scratch")
    assert listing.layout == "classroom"
    assert sorted(row.student.id or "" for row in listing.rows if not row.ignored) == sorted(LOGINS)
    start = "hw3-submissions/" if inside else ""
    assert by_path(listing)[f"{start}hw3-maeve/.git/"].ignored == "is a tool's own folder, not a hand-in"
    assert by_path(listing)[f"{start}hw3-maeve/README.md"].ignored == "is not one of the files asked for"


def clones(folder: Path, logins: list[str], git: bool = True) -> Path:
    for login in logins:
        on_disk(folder, {f"cs50-fall-hw3-{login}/exercise1.py": "x = 1"})
        if git:
            on_disk(folder, {f"cs50-fall-hw3-{login}/.git/HEAD": "ref"})
    return folder


def test_classroom_50(tmp_path: Path) -> None:
    listing = listed(clones(tmp_path / "in", LOGINS), tmp_path / "scratch")
    assert listing.layout == "classroom50"
    assert sorted(row.student.id or "" for row in listing.rows if not row.ignored) == sorted(LOGINS)
    assert listing.warnings[0] == (
        "the user names were taken to follow cs50-fall-hw3-, which all folders share: "
        "give --roster with a login column to be certain"
    )


def test_a_roster_settles_logins_that_share_a_start(tmp_path: Path) -> None:
    folder = clones(tmp_path / "in", ["s-anna", "s-bo"])
    roster = Roster((Person("1", "Anna", lms_ids={"github": "S-Anna"}), Person("2", "Bo", lms_ids={"github": "s-bo"})))
    listing = listed(folder, tmp_path / "scratch", roster=roster)
    assert (listing.students, listing.warnings) == (["1", "2"], ())


def test_folders_with_hyphens_that_are_no_clones_are_a_plain_folder(tmp_path: Path) -> None:
    folder = clones(tmp_path / "in", ["anna", "bo"], git=False)
    assert listed(folder, tmp_path / "scratch").students == ["cs50-fall-hw3-anna", "cs50-fall-hw3-bo"]
    assert listed(folder, tmp_path / "scratch", "classroom50").students == ["anna", "bo"]


def test_a_single_clone_can_not_be_split(tmp_path: Path) -> None:
    folder = clones(tmp_path / "in", ["anna"])
    listing = listed(folder, tmp_path / "scratch", "classroom50")
    assert listing.students == ["cs50-fall-hw3-anna"]
    assert listing.warnings == ("the user names can't be told from the folders' names: give --roster with a login column",)
