"""File names that are no UTF-8: kept apart, stored as text that can be shown, and found again by it."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest
from conftest import on_posix
from gradebooks import RIGHT, SQUARES, Desk
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.order import printable, spelled

raw_names = st.one_of(
    st.binary(max_size=12).map(os.fsdecode),
    # What could be mistaken for another's escape.
    st.lists(st.sampled_from(["\\", "x", "e9", "5c", "u00e9", "\udce9", "é", "a"]), max_size=8).map("".join),
)


@given(st.lists(raw_names, min_size=2, max_size=6, unique=True))
def test_no_two_names_become_one(names: list[str]) -> None:
    told = [spelled(name) for name in names]
    assert len(set(told)) == len(names)
    for name in told:
        assert name.encode().decode() == name
        assert printable(name) == name


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\\")))
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    assert spelled(name) == printable(name) == name


FOLDERS = {b"zo\xe9": r"zo\xe9", b"zo\xe8": r"zo\xe8", b"zo\xc3\xa9": "zoé", rb"zo\xe9": r"zo\x5cxe9"}
"""Names as the file system has them, and as the gradebook does."""


def folders_on_disk(folder: Path) -> None:
    folder.mkdir()
    for name in FOLDERS:
        try:
            os.mkdir(os.fsencode(folder) + b"/" + name)
        except OSError:
            pytest.skip("this file system takes only UTF-8 names")
        text = SQUARES if name == b"zo\xe9" else RIGHT["exercise1"]
        with open(os.fsencode(folder) + b"/" + name + b"/exercise1.py", "w", encoding="latin-1") as file:
            file.write(f"{text}# {name!r}\n")


@on_posix
def test_a_gradebook_keeps_them_apart(desk: Desk) -> None:
    folders_on_disk(desk.folder)
    document = desk.batch("--json").document()
    assert {row["student"]["id"] for row in document["results"]} == set(FOLDERS.values())
    points = {student: worth for (student, exercise), worth in desk.points().items() if exercise == "exercise1"}
    assert set(points) == set(FOLDERS.values())
    assert points.pop(r"zo\xe9") < 10
    assert set(points.values()) == {10.0}
    # The same command goes on from there: nobody is graded anew.
    runs = desk.runs()
    assert desk.batch().status == 0
    assert desk.runs() == runs
    assert desk.ask("SELECT count(*) FROM attempts WHERE exercise = 'exercise1'") == [(len(FOLDERS),)]


@on_posix
@pytest.mark.parametrize("typed", [r"zo\xe9", os.fsdecode(b"zo\xe9")])
def test_a_student_is_found_by_what_is_shown_and_by_the_bytes(desk: Desk, typed: str) -> None:
    folders_on_disk(desk.folder)
    assert desk.batch().status == 0
    assert desk.mark("override", typed, "exercise1", "double", 5, "--why", "seen by hand").status == 0
    assert desk.ask("SELECT student, points FROM marks") == [(r"zo\xe9", 5.0)]


@on_posix
def test_in_an_archive_too(desk: Desk) -> None:
    with tarfile.open(desk.place / "in.tar", "w", errors="surrogateescape") as archive:
        for name in FOLDERS:
            if b"\\" in name:
                # In an archive that is a folder in a folder.
                continue
            data = RIGHT["exercise1"].encode()
            member = tarfile.TarInfo(f"{os.fsdecode(name)}/exercise1.py")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    options = ["--key", desk.keys["first"], "batch", desk.place / "in.tar", *desk.strict, "--db", desk.book]
    assert desk.grade(*options).status == 0
    assert {student for student, _ in desk.points()} == {r"zo\xe9", r"zo\xe8", "zoé"}
