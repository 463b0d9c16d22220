"""`grade batch` on what a learning platform gives: graded from an archive or unpacked alike, resumed, and who is who kept."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import on_posix
from downloads import on_disk, tarred, zipped
from gradebooks import RIGHT, SQUARES, Desk, until, without_seconds

from grader.marking.leftovers import sweep

CANVAS = {
    "obrienmaeve_1001_9001_exercise1-1.py": SQUARES,
    "smithbo_LATE_1002_9002_Exercise 1.py": RIGHT["exercise1"],
    "smithbo_LATE_1002_9003_solution.py": RIGHT["exercise2"],
    "lizoë_1003_9004_work.zip": zipped({"work/exercise1.py": RIGHT["exercise1"], "work/__MACOSX/._x": "?"}),
    "kimlee_1004_text.html": "<p>here is my answer</p>",
    "kimlee_1004_9005_essay.pdf": b"%PDF",
    ".DS_Store": b"\0",
}
ROSTER = """id,name,login,canvas id,section,group
s1,Maeve O'Brien,mob,1001,Tue,
s2,Bo Smith,bsm,1002,Wed,
s3,Zoë Li,zli,1003,,
s5,Ann,ann,1005,,
"""


@pytest.fixture
def packed(desk: Desk) -> Path:
    path = desk.place / "submissions.zip"
    path.write_bytes(zipped(CANVAS))
    return path


def graded(desk: Desk, path: Path, *options: object) -> Any:
    return desk.grade("--key", desk.keys["first"], "batch", path, *desk.strict, *options, "--json")


def dry(desk: Desk, path: Path, *options: object) -> Any:
    return desk.grade("--key", desk.keys["first"], "batch", path, "--dry-run", *options)


def test_a_dry_run_says_of_each_file_who_what_and_why_not(desk: Desk, packed: Path) -> None:
    document = dry(desk, packed, "--json").document()
    assert (document["schema"], document["layout"], document["warnings"]) == (1, "canvas", [])
    fields = (
        "path",
        "layout",
        "student",
        "lms_user_id",
        "lms_file_id",
        "attempt_hint",
        "late",
        "submitted",
        "exercise",
        "ignored",
    )
    assert all(tuple(row) == fields for row in document["rows"])
    rows = {row["path"]: row for row in document["rows"]}
    assert set(rows) == (set(CANVAS) - {"lizoë_1003_9004_work.zip"}) | {
        "lizoë_1003_9004_work.zip/work/exercise1.py", "lizoë_1003_9004_work.zip/work/__MACOSX/._x",
    }  # fmt: skip
    assert rows["smithbo_LATE_1002_9003_solution.py"] == {
        "path": "smithbo_LATE_1002_9003_solution.py", "layout": "canvas", "student": {"id": "1002", "name": "smithbo"},
        "lms_user_id": "1002", "lms_file_id": "9003", "attempt_hint": None, "late": True, "submitted": None,
        "exercise": "exercise2", "ignored": None,
    }  # fmt: skip
    assert rows["obrienmaeve_1001_9001_exercise1-1.py"]["attempt_hint"] == 1
    assert rows[".DS_Store"] == {
        **dict.fromkeys(fields), "path": ".DS_Store", "layout": "canvas", "student": {"id": None, "name": None},
        "ignored": "was left by macOS",
    }  # fmt: skip
    assert rows["kimlee_1004_9005_essay.pdf"]["ignored"] == "is not one of the files asked for"


def test_a_dry_run_for_people(desk: Desk, packed: Path) -> None:
    ended = dry(desk, packed)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (
        "layout: canvas; 4 students, 4 files to grade\n"
        "1001 (obrienmaeve)\n"
        "  exercise1  obrienmaeve_1001_9001_exercise1-1.py  (1 added to its name)\n"
        "1002 (smithbo)\n"
        "  exercise1  smithbo_LATE_1002_9002_Exercise 1.py  (marked late)\n"
        "  exercise2  smithbo_LATE_1002_9003_solution.py  (marked late)\n"
        "1003 (lizoë)\n"
        "  exercise1  lizoë_1003_9004_work.zip/work/exercise1.py\n"
        "\n"
        "handed in nothing that can be graded: 1004\n"
        "\n"
        "left out: 4 files\n"
        "  .DS_Store was left by macOS\n"
        "  kimlee_1004_9005_essay.pdf is not one of the files asked for\n"
        "  kimlee_1004_text.html is a text typed into Canvas, not a file: ask for the\n"
        "      file itself\n"
        "  lizoë_1003_9004_work.zip/work/__MACOSX/._x was left by macOS\n"
    )


def test_a_dry_run_grades_nothing_and_leaves_nothing(desk: Desk, packed: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    assert dry(desk, packed, "--db", desk.book, "--json").status == 0
    ended = desk.grade("--key", desk.keys["first"], "batch", packed, *desk.strict, env={"TMPDIR": str(scratch)})
    assert ended.status == 0
    assert not desk.book.exists()
    assert list(scratch.iterdir()) == []


def test_an_archive_and_its_content_are_graded_alike(desk: Desk, packed: Path) -> None:
    whole = graded(desk, packed)
    assert whole.status == 0
    rows = {(row["student"]["id"], row["exercise"]): row for row in whole.document()["results"]}
    assert {key: row["points"] for key, row in rows.items()} == {
        ("1001", "exercise1"): 4.0, ("1001", "exercise2"): 0.0, ("1002", "exercise1"): 10.0, ("1002", "exercise2"): 10.0,
        ("1003", "exercise1"): 10.0, ("1003", "exercise2"): 0.0, ("1004", "exercise1"): 0.0, ("1004", "exercise2"): 0.0,
    }  # fmt: skip
    assert rows["1001", "exercise1"]["student"] == {"id": "1001", "name": "obrienmaeve"}
    says = "kimlee_1004_text.html is a text typed into Canvas, not a file: ask for the file itself"
    assert rows["1004", "exercise1"]["warnings"] == [says]
    folder = on_disk(desk.place / "unpacked", CANVAS)
    assert without_seconds(graded(desk, folder).out) == without_seconds(whole.out)
    tar = desk.place / "submissions.tar.xz"
    tar.write_bytes(tarred(CANVAS, "w:xz"))
    assert without_seconds(graded(desk, tar).out) == without_seconds(whole.out)


@on_posix
def test_what_a_killed_run_has_unpacked_is_swept_up_by_a_later_one(desk: Desk, packed: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    desk.environment = {"TMPDIR": str(scratch)}
    packed.write_bytes(zipped({"maeve/exercise1.py": "import time\ntime.sleep(30)\n"}))
    run = desk.start("--key", desk.keys["first"], "batch", packed, *desk.strict)
    until(lambda: any((one / "0000001").exists() for one in scratch.iterdir()))
    run.kill()
    run.communicate(timeout=10)
    (left,) = [one for one in scratch.iterdir() if (one / "0000001").exists()]
    assert sweep(scratch) == 0, "somebody's who may still be at work"
    # Nothing can set back when a folder was last changed, so the clock is put forward.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda clock=time.time: clock() + 7200)
        assert sweep(scratch) >= 1
    assert not left.exists()


def test_an_archive_is_resumed_like_a_folder(desk: Desk, packed: Path) -> None:
    first = graded(desk, packed, "--db", desk.book)
    runs, attempts = desk.runs(), desk.ask("SELECT * FROM attempts ORDER BY student, exercise, number")
    again = graded(desk, packed, "--db", desk.book)
    assert without_seconds(again.out) == without_seconds(first.out)
    assert (desk.runs(), desk.ask("SELECT * FROM attempts ORDER BY student, exercise, number")) == (runs, attempts)
    files = {**CANVAS, "obrienmaeve_1001_9009_exercise1-2.py": RIGHT["exercise1"] + "# again\n"}
    del files["obrienmaeve_1001_9001_exercise1-1.py"]
    packed.write_bytes(zipped(files))
    assert graded(desk, packed, "--db", desk.book).status == 0
    assert desk.runs() == runs + 1, "and only what is new is graded"
    kept = (
        "SELECT number, path, lms_file_id, attempt_hint, late FROM attempts WHERE student = '1001' AND exercise = 'exercise1'"
    )
    assert desk.ask(kept) == [
        (1, "obrienmaeve_1001_9001_exercise1-1.py", "9001", 1, 0),
        (2, "obrienmaeve_1001_9009_exercise1-2.py", "9009", 2, 0),
    ]


def test_a_roster_names_students_and_the_gradebook_keeps_who_they_are(desk: Desk, packed: Path) -> None:
    roster = desk.place / "roster.csv"
    roster.write_text(ROSTER)
    ended = graded(desk, packed, "--db", desk.book, "--roster", roster)
    assert ended.err.splitlines() == [
        "grade: not in the roster: 1004",
        "grade: in the roster, but handed in nothing: s5",
    ]
    assert {row["student"]["id"]: row["student"]["name"] for row in ended.document()["results"]} == {
        "1004": "kimlee", "s1": "Maeve O'Brien", "s2": "Bo Smith", "s3": "Zoë Li",
    }  # fmt: skip
    told = "SELECT student, name, layout, lms_user_id, login, section FROM identities JOIN students ON id = student ORDER BY 1"
    assert desk.ask(told) == [
        ("1004", "kimlee", "canvas", "1004", None, None),
        ("s1", "Maeve O'Brien", "canvas", "1001", "mob", "Tue"),
        ("s2", "Bo Smith", "canvas", "1002", "bsm", "Wed"),
        ("s3", "Zoë Li", "canvas", "1003", "zli", None),
    ]
    assert desk.ask("SELECT student, layout, lms_user_id FROM lms_ids WHERE student = 's1'") == [("s1", "canvas", "1001")]
    assert desk.grade("totals", desk.book).out.splitlines()[1].split() == ["s1", "(Maeve", "O'Brien)", "20.00", "%"]
    without = graded(desk, packed, "--db", desk.book)
    assert without.status == 0
    assert desk.ask("SELECT name FROM students WHERE id = 's1'") == [("Maeve O'Brien",)]


def test_earlier_attempts_are_kept_and_the_latest_counts(desk: Desk) -> None:
    def name(day: int) -> str:
        return f"HW_mob_attempt_2026-12-0{day}-10-00-00_exercise1.py"

    def attempts() -> list[tuple[Any, ...]]:
        return desk.ask("SELECT number, path, submitted FROM attempts WHERE exercise = 'exercise1' ORDER BY number")

    on_disk(desk.folder, {name(1): SQUARES, name(2): "def double(n): return 1\n"})
    assert desk.batch().status == 0
    expected = [(day, name(day), f"2026-12-0{day}T10:00:00") for day in (1, 2)]
    assert attempts() == expected
    assert desk.runs() == 1, "only what counts is graded"
    on_disk(desk.folder, {name(3): RIGHT["exercise1"]})
    ended = desk.batch("--json")
    assert attempts() == [*expected, (3, name(3), "2026-12-03T10:00:00")]
    assert desk.points()["mob", "exercise1"] == 10.0
    assert ended.document()["summary"]["look_at"] == [], "an earlier attempt is nothing to look at"
    assert desk.batch().status == 0
    assert len(attempts()) == 3


def test_one_notebook_is_graded_for_each_exercise_that_it_solves(desk: Desk) -> None:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": RIGHT[one]} for one in ("exercise1", "exercise2")]
    notebook = json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells})
    (desk.place / "class.zip").write_bytes(
        zipped({"leewei_7_8_Homework-1.ipynb": notebook, "bo_8_9_exercise1.ipynb": notebook})
    )
    rows = graded(desk, desk.place / "class.zip").document()["results"]
    assert {(row["student"]["id"], row["exercise"]): row["points"] for row in rows} == {
        ("7", "exercise1"): 10.0, ("7", "exercise2"): 10.0, ("8", "exercise1"): 10.0, ("8", "exercise2"): 0.0,
    }  # fmt: skip


# ---------------------------------------------------------------- one sentence


def test_two_layouts_that_both_fit_are_asked_about(desk: Desk) -> None:
    on_disk(
        desk.folder,
        {
            "a_1_2_exercise1.py": SQUARES,
            "Maeve_7_assignsubmission_file/exercise1.py": SQUARES,
            "HW_b_attempt_2026-12-01-10-00-00_exercise1.py": SQUARES,
        },
    )
    sentence = dry(desk, desk.folder).sentence()
    assert sentence.startswith(f"{desk.folder} can't be sorted: it looks like a download from ")
    known = "gradescope, blackboard, brightspace, moodle, canvas, classroom, nbgrader, classroom50, plain"
    assert sentence.endswith(f": say which with --layout ({known})")
    document = dry(desk, desk.folder, "--layout", "Canvas", "--json").document()
    rows = {row["path"]: row["ignored"] for row in document["rows"]}
    assert rows["a_1_2_exercise1.py"] is None
    assert (
        rows["Maeve_7_assignsubmission_file/exercise1.py"] == "is not named as Canvas names files, so whose it is can't be told"
    )


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--layout", "teams"], "there is no layout teams: they are gradescope, blackboard"),
        (["--roster", "nowhere.csv"], "nowhere.csv can't be read: No such file or directory"),
    ],
)
@pytest.mark.parametrize("dry_run", [["--dry-run"], []])
def test_a_wrong_option_is_one_sentence(desk: Desk, packed: Path, options: list[str], says: str, dry_run: list[str]) -> None:
    ended = desk.grade("--key", desk.keys["first"], "batch", packed, *desk.strict, *options, *dry_run)
    assert ended.status == 2
    assert says in ended.err


def test_nothing_to_grade_prints_a_document_too(desk: Desk) -> None:
    broken = desk.place / "broken.zip"
    broken.write_bytes(b"PK\3\4")
    ended = dry(desk, broken, "--json")
    assert (ended.status, ended.document()) == (2, {"schema": 1, "layout": None, "rows": [], "warnings": []})
    assert ended.err == f"grade: {broken} is no zip archive, or damaged: pack and upload it again\n"
    ended = graded(desk, broken)
    assert (ended.status, ended.document()["results"]) == (2, [])


@on_posix
def test_a_name_that_is_no_utf_8_can_be_shown(desk: Desk) -> None:
    on_disk(desk.folder, {"maeve/exercise1.py": SQUARES})
    try:
        os.mkdir(os.fsencode(desk.folder) + b"/zo\xe9")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    with open(os.fsencode(desk.folder) + b"/zo\xe9/Exercise 1.py", "w") as file:
        file.write(SQUARES)
    rows = dry(desk, desk.folder, "--json").document()["rows"]
    assert [(row["student"]["id"], row["exercise"]) for row in rows] == [("maeve", "exercise1"), ("zo\\xe9", "exercise1")]
    assert dry(desk, desk.folder).status == 0


def test_hostile_names_reach_no_terminal(desk: Desk) -> None:
    names = ["a\x1b[31m_1_2_exercise1.py", "b\u202e_3_4_exercise1.py", "c\n_5_6_exercise1.py"]
    path = desk.place / "class.zip"
    path.write_bytes(zipped(dict.fromkeys(names, SQUARES)))
    ended = dry(desk, path)
    assert ended.status == 0
    assert not {"\x1b", "\u202e"} & set(ended.out)
    assert dry(desk, path, "--json").document()["rows"][0]["student"]["id"] == "1"
