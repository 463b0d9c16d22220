"""`grade export` on a gradebook, as an instructor types it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from conftest import Grade
from gradebooks import NEVER_ODD, RIGHT, SQUARES, Desk, hand_in

from exports.classes import lines, table
from grader.marking.gradebook import Gradebook
from grader.marking.identities import Identity, identify


@pytest.fixture(scope="module")
def made(
    grade: Grade, cache: Path, tiny_keys: dict[str, Path], strict: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> Desk:
    desk = Desk(grade, cache, tiny_keys, strict, tmp_path_factory.mktemp("graded"))
    hand_in(
        desk.folder, {"maeve/exercise1.py": SQUARES, "maeve/exercise2.py": RIGHT["exercise2"], "bo/exercise1.py": NEVER_ODD}
    )
    assert desk.batch().status == 0
    return desk


@pytest.fixture
def graded(desk: Desk, made: Desk) -> Desk:
    """Maeve: 4 and 10 of 10 points. Bo: 9, and no exercise 2."""
    shutil.copy(made.book, desk.book)
    return desk


def known(desk: Desk) -> None:
    with Gradebook(desk.book) as book:
        identify(book, [Identity("maeve", name="Maeve O'Brien", layout="canvas", lms_user_id="101", login="mob")])


CANVAS = lines(
    "Student,ID,SIS Login ID,Section,Workbook (77)",
    "    Points Possible,,,,20",
    '"O\'Brien, Maeve",101,mob,A,',
    '"Li, Bo",102,bo,A,',
    '"Else, Someone",103,else,A,3',
)


MOODLE = lines(
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed",
    "Participant 1,Maeve O'Brien,,Submitted,,10,Yes",
    "Participant 2,Bo Li,,Submitted,,10,Yes",
)


def template(desk: Desk, data: bytes = CANVAS) -> Path:
    path = desk.place / "template.csv"
    path.write_bytes(data)
    return path


def test_a_total_goes_to_canvas_and_the_rest_is_told(graded: Desk) -> None:
    known(graded)
    ended = graded.grade("export", graded.book, "--to", "canvas", "--template", template(graded))
    assert ended.status == 0
    assert {row["ID"]: row["Workbook (77)"] for row in table(ended.out.encode())} == {
        "": "20",
        "101": "14",
        "102": "9",
        "103": "3",
    }
    said = " ".join(ended.err.split())
    assert said.startswith("canvas: 2 students written the total, in percent, is written out of 20")
    assert "line 5 (Else, Someone): is nobody's in the gradebook" in said


def test_the_document_tells_everything(graded: Desk) -> None:
    out = graded.place / "new" / "canvas.csv"
    graded.grade("mark", "exempt", graded.book, "bo", "exercise1", "--why", "ill")
    ended = graded.grade(
        *("export", graded.book, "--to", "canvas", "--template", template(graded)),
        *("--exercise", "exercise1", "-o", out, "--json"),
    )
    document = ended.document()
    assert (ended.status, document["target"], document["file"], document["error"]) == (0, "canvas", str(out), None)
    assert document["placed"] == [{"student": "bo", "row": 3, "values": {"exercise1": "EX"}}]
    assert [one["who"] for one in document["left_out"]] == ["maeve"], "nothing says who she is"
    assert [one["who"] for one in document["rows"]] == ["line 3 (O'Brien, Maeve)", "line 5 (Else, Someone)"]
    assert {row["ID"]: row["Workbook (77)"] for row in table(out.read_bytes())}["102"] == "EX"


def test_a_table_has_all_columns_and_an_override_counts(graded: Desk) -> None:
    assert graded.mark("override", "maeve", "exercise1", "double", 6, "--why", "right on paper").status == 0
    ended = graded.grade("export", graded.book, "--to", "csv")
    assert [(row["student"], row["exercise1"], row["exercise2"], row["total"]) for row in table(ended.out.encode())] == [
        ("bo", "9", "0", "45"),
        ("maeve", "10", "10", "100"),
    ]


def test_lines_that_stay_empty_are_not_told_to_be_written(graded: Desk) -> None:
    for exercise in ("exercise1", "exercise2"):
        graded.mark("exempt", "bo", exercise, "--why", "ill")
    with Gradebook(graded.book) as book:
        names = {"maeve": "Maeve O'Brien", "bo": "Bo Li"}
        identify(book, [Identity(student, name=name, layout="moodle") for student, name in names.items()])
    to_moodle = ("--to", "moodle", "--template", template(graded, MOODLE), "--exercise", "exercise1")
    ended = graded.grade("export", graded.book, *to_moodle)
    assert ended.err.startswith("moodle: 2 students written: 1 with a mark, 1 left empty"), ended.err
    assert [row["Grade"] for row in table(ended.out.encode())] == ["4", ""]
    document = graded.grade("export", graded.book, *to_moodle, "--json").document()
    assert (document["with_mark"], document["without_mark"]) == (1, 1)
    document = graded.grade("export", graded.book, "--to", "csv", "--json").document()
    assert (document["with_mark"], document["without_mark"]) == (2, 0), "“exempt” stands there"


def test_weights_come_from_course_toml(graded: Desk) -> None:
    course = graded.place / "course.toml"
    course.write_text("[exercises.exercise2]\nweight = 0\n")
    ended = graded.grade("export", graded.book, "--to", "csv", "--course", course, "--columns", "total")
    assert [row["total"] for row in table(ended.out.encode())] == ["90", "40"]


@pytest.mark.parametrize("target", ["json", "jsonl", "junit", "csv"])
def test_an_export_is_the_same_each_time(graded: Desk, target: str) -> None:
    first = graded.grade("export", graded.book, "--to", target)
    assert first.out
    assert graded.grade("export", graded.book, "--to", target) == first


def test_one_student_for_gradescope(graded: Desk) -> None:
    ended = graded.grade("export", graded.book, "--to", "gradescope", "--student", "bo")
    assert sum(test["score"] for test in json.loads(ended.out)["tests"]) == 9.0


@pytest.mark.parametrize(("options", "says"), [
    (("--to", "gradescope"), "a results.json is of one student, and the gradebook has 2"),
    (("--to", "canvas"), "Canvas needs the gradebook it exports"),
    (("--to", "csv", "--student", "zoe"), "has no student zoe: check the name"),
    (("--to", "csv", "--exercise", "exercise9"), "has no exercise9: it has exercise1, exercise2"),
    (("--to", "csv", "--column", "X"), "does not say of what: write --column exercise1=NAME"),
    (("--to", "canvas", "--template", "nowhere.csv"), "nowhere.csv can't be read: No such file or directory"),
    (("--to", "canvas", "--template", "."), "can't be read: Is a directory"),
    (("--to", "csv", "--course", "nowhere.toml"), "nowhere.toml can't be read"),
])  # fmt: skip
def test_what_can_t_be_done_is_one_sentence_and_a_document_all_the_same(
    graded: Desk, options: tuple[str, ...], says: str
) -> None:
    assert says in graded.grade("export", graded.book, *options).sentence()
    ended = graded.grade("export", graded.book, *options, "--json")
    document = ended.document()
    assert ended.status == 2
    assert says in document["error"]
    assert (document["file"], document["placed"]) == (None, [])


def test_the_gradebook_is_not_written_over(graded: Desk) -> None:
    before = graded.book.read_bytes()
    assert "is the gradebook itself" in graded.grade("export", graded.book, "--to", "csv", "-o", graded.book).sentence()
    assert graded.book.read_bytes() == before


def test_no_gradebook_and_an_empty_one(desk: Desk) -> None:
    assert "there is no gradebook" in desk.grade("export", desk.book, "--to", "csv").sentence()
    with Gradebook(desk.book):
        pass
    assert "holds no results yet" in desk.grade("export", desk.book, "--to", "csv").sentence()


def test_a_file_that_can_t_be_written_is_told(graded: Desk) -> None:
    assert "can't be written" in graded.grade("export", graded.book, "--to", "csv", "-o", "/proc/nowhere/x.csv").sentence()
