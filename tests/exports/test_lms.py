"""Grades written for an LMS come back by the rules of its own importer."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.classes import THIRD, has, lines, person, table
from grader.report.targets import blackboard, brightspace, canvas, moodle
from grader.report.targets.model import CannotExport, Graded, Wanted, Written, decimal

MAEVE, BO, KIM = person(1, "Maeve O'Brien"), person(2, "Bo Li"), person(3, "Kim Lee")
HOSTILE = [
    '=HYPERLINK("x")',
    "+1+cmd|' /C calc'!A0",
    "@SUM(A1)",
    'quo"te',
    "new\nline",
    "nul\0",
    "\u202egnp.exe",
    "'",
    ",;\t",
    "x" * 10_000,
    "אבג",
    "李",
]


def cells(made: Written) -> dict[str, str]:
    return {one.student: next(iter(one.values.values())) for one in made.placed}


# ---------------------------------------------------------------- Canvas


def canvas_import(data: bytes) -> dict[str, dict[str, str | None]]:
    """What Canvas's importer understands: per assignment header, each student's grade by ID, else login."""
    text = data.decode()
    rows = [row for row in csv.reader(io.StringIO(text, newline="")) if not re.fullmatch("[;, ]*", ",".join(row))]
    header = rows[0]
    assert len(header) > 3, "Invalid header row"
    assert ("Student" in header[0], "ID" in header[1]) == (True, True), "Invalid header row"
    width = 3
    if re.search(r"SIS\s+Login\s+ID", header[2]):
        width += 1
    elif re.search(r"SIS\s+User\s+ID", header[2]) and re.search(r"SIS\s+Login\s+ID", header[3]):
        width += 2 + bool(re.search(r"Integration\s+ID", header[4]))
    assert "Section" in header[width - 1], "Invalid header row"
    dropped = r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)"
    found: dict[str, dict[str, str | None]] = {}
    for place in range(width, len(header)):
        if re.search(dropped, header[place]):
            continue
        grades: dict[str, str | None] = {}
        for row in rows[1:]:
            if "Points Possible" in row[0]:
                grades["possible"] = row[place]
            elif not all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", cell, re.IGNORECASE) for cell in row):
                cell = row[place].strip()
                if re.fullmatch(r"-?[0-9.,]+%?", cell):
                    *before, last = re.split("[,.]", cell)
                    cell = ".".join(["".join(before), last]) if before else last
                grades[row[1] or row[width - 2]] = cell or None
        found[header[place]] = grades
    return found


CANVAS = lines(
    "Student,ID,SIS User ID,SIS Login ID,Section,Notes,Softmax (900),Other (901),Softmax Final Score",
    ",,,,,,Manual Posting,,",
    "    Points Possible,,,,,,10,5,(read only)",
    '"O\'Brien, Maeve",101,S1,login1,"A, B",hello,1,2,3',
    '"Li, Bo",102,S2,login2,A,,,4,',
    '"Nobody, Else",109,S9,login9,A,,5,5,5',
    '"Student, Test",110,,0123abcd,A,,,,',
)


def test_canvas_takes_the_grades_back() -> None:
    made = canvas.write(
        [has(MAEVE, exercise3=6.5), has(BO, exercise3=0)], CANVAS, Wanted(("exercise3",), places={"exercise3": "900"})
    )
    assert canvas_import(made.data) == {
        "Softmax (900)": {"possible": "10", "101": "6.5", "102": "0", "109": "5", "110": None},
    }
    assert [one.who for one in made.rows] == ["line 6 (Nobody, Else)"], "Canvas's own test student is nobody's business"


@pytest.mark.parametrize("named", ["900", "Softmax (900)", "softmax", " Softmax "])
def test_an_assignment_may_be_named_in_any_way(named: str) -> None:
    made = canvas.write([has(MAEVE, exercise3=6.5)], CANVAS, Wanted(("exercise3",), places={"exercise3": named}))
    assert list(canvas_import(made.data)) == ["Softmax (900)"]


def test_an_assignment_called_like_the_exercise_needs_no_name() -> None:
    for title in ("exercise3", "Exercise 3", "Softmax weights", "Exercise 3: Softmax weights"):
        template = CANVAS.replace(b"Softmax (900)", f"{title} (900)".encode())
        assert list(canvas_import(canvas.write([has(MAEVE, exercise3=1)], template, THIRD).data)) == [f"{title} (900)"]


def test_canvas_is_told_of_the_exempt_and_not_of_what_waits() -> None:
    graded = [has(MAEVE, exercise3=1, exempt=True), has(BO, exercise3=2, waits=True)]
    wanted = Wanted(("exercise3",), places={"exercise3": "900"})
    made = canvas.write(graded, CANVAS, wanted)
    assert cells(made) == {"s1": "EX", "s2": ""}
    assert [(one.who, one.why) for one in made.empty] == [("s2", "exercise3 is left empty, for some of it awaits a mark")]
    assert cells(canvas.write(graded, CANVAS, Wanted(("exercise3",), places={"exercise3": "900"}, partial=True))) == {
        "s1": "EX",
        "s2": "2",
    }


def test_a_total_fits_what_the_assignment_is_worth() -> None:
    made = canvas.write([has(MAEVE, 85.0)], CANVAS, Wanted(places={"total": "901"}))
    assert cells(made) == {"s1": "4.25"}
    assert made.warnings == ("the total, in percent, is written out of 5, as the template has it",)


def test_a_student_canvas_has_not_assigned_is_told() -> None:
    template = CANVAS.replace(b"A,,,4,", b"A,,N/A,4,")
    made = canvas.write([has(BO, exercise3=3)], template, Wanted(("exercise3",), places={"exercise3": "900"}))
    assert made.placed == ()
    assert made.left_out[0].why == "the assignment is not given to them in Canvas"
    assert canvas_import(made.data)["Softmax (900)"]["102"] == "N/A"


@pytest.mark.parametrize(("template", "named", "says"), [
    (CANVAS, "Softmax Final Score", "Canvas drops every column whose name holds “Final Score”"),
    (CANVAS, "Homework", "the template has no assignment called “Homework”: it has “Softmax (900)”, “Other (901)”"),
    (CANVAS, "", "does not tell which assignment the total goes to: say so with --column NAME"),
    (b"Name,Number\nx,1\n", "", "is no Canvas gradebook"),
    (b"Student,ID,Login,A (1)\nx,1,2,3\n", "", "is no Canvas gradebook"),
    (None, "", "Canvas needs the gradebook it exports"),
    (None, "Total", "Canvas needs the gradebook it exports"),
    (None, "Final Score (12)", "Canvas drops every column"),
])  # fmt: skip
def test_what_canvas_would_refuse_is_refused_here(template: bytes | None, named: str, says: str) -> None:
    with pytest.raises(CannotExport) as refused:
        canvas.write([has(MAEVE, 50.0)], template, Wanted(places={"total": named} if named else {}))
    assert says in str(refused.value)


def test_canvas_without_a_template_by_number_or_login() -> None:
    class_ = [
        has(MAEVE, 50.0),
        has(person(2, "=cmd", lms="plain", sis_id=None), 75.123),
        has(person(3, "x", login=None, sis_id=None, lms="moodle")),
    ]
    made = canvas.write(class_, None, Wanted(places={"total": "Workbook (77)"}))
    assert canvas_import(made.data) == {"Workbook (77)": {"possible": "", "101": "50", "login2": "75.12"}}
    assert [one.who for one in made.left_out] == ["s3"]
    assert table(made.data)[2]["Student"] == "'=cmd"


def test_canvas_s_two_columns_of_names() -> None:
    template = lines(
        "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Softmax (900)",
        "    Points Possible,,,,,,10",
        "O'Brien,Maeve,,,login1,A,",
    )
    made = canvas.write([has(MAEVE, exercise3=4)], template, Wanted(("exercise3",), places={"exercise3": "900"}))
    assert made.data == template.replace(b"login1,A,", b"login1,A,4")


def test_a_semicolon_file_keeps_its_semicolons_and_a_mark_goes() -> None:
    template = b"\xef\xbb\xbf" + CANVAS.replace(b",", b";").replace(b'"A; B"', b"A").replace(b"O'Brien; ", b"O'Brien, ")
    made = canvas.write([has(MAEVE, exercise3=4.5)], template, Wanted(("exercise3",), places={"exercise3": "900"}))
    assert made.data.startswith(b"Student;ID;")
    assert b";101;S1;login1;A;4.5\r\n" in made.data


# ---------------------------------------------------------------- Moodle


def moodle_import(data: bytes, identifier: str, grade: str, word: str) -> dict[str, str]:
    """A worksheet as Moodle reads it: by the site's words, the number behind the word for a participant."""
    return {row[identifier][len(word) :].strip(): row[grade] for row in table(data, "utf-8")}


ENGLISH = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),"
    "Online text,Last modified (grade),Feedback comments",
    '"Participant 101","Maeve O\'Brien",,"Submitted for grading - ",,10.00,Yes,"Sunday, 1 March 2026, 9:00 AM",,-,"=x ""y"""',
    '"Participant 999","Some Body",,"No submission - ",3.00,10.00,Yes,-,,-,',
)
PUPIL = person(1, "Maeve O'Brien", "moodle")


def test_moodle_takes_the_worksheet_back_and_nothing_else_changed() -> None:
    template = lines(*ENGLISH, end="\n")
    made = moodle.write([has(PUPIL, exercise3=7.25)], template, THIRD)
    assert moodle_import(made.data, "Identifier", "Grade", "Participant") == {"101": "7.25", "999": "3.00"}
    assert made.data == template.replace(b'grading - ",,10', b'grading - ",7.25,10')
    assert [one.who for one in made.rows] == ["line 3 (Some Body)"]


@pytest.mark.parametrize(
    ("identifier", "grade", "most", "word"),
    [
        ("Identifikation", "Bewertung", "Bestwertung", "Teilnehmer/in"),
        ("Identifiant", "Note", "Note maximale", "Participant"),
        ("Identificador", "Calificación", "Calificación máxima", "Participante"),
        ("Идентификатор", "Оценка", "Максимальная оценка", "Участник"),
        ("識別番号", "評点", "最大評点", "参加者"),
        ("Xx", "Nowhere Listed", "Yy", "Zz"),
    ],
)
def test_worksheets_come_in_every_language(identifier: str, grade: str, most: str, word: str) -> None:
    template = lines(
        f"{identifier},Name,Mail,Status,{grade},{most},ok",
        f'{word} 101,M,m@x.yz,?,,"20,00",1',
        f'{word} 102,B,b@x.yz,?,5,"20,00",1',
    )
    made = moodle.write([has(PUPIL, exercise3=7.25)], template, THIRD)
    assert moodle_import(made.data, identifier, grade, word) == {"101": "14.5", "102": "5"}
    assert made.warnings == ("exercise3, out of 10 points, is written out of 20, as the template has it",)


def test_a_blind_worksheet_is_matched_by_number_alone() -> None:
    template = lines("Identifier,Status,Grade,Maximum Grade,Last modified (grade)", "Participant 101,ok,,10,-")
    made = moodle.write([has(PUPIL, exercise3=3), has(person(2, "ok", "moodle"), exercise3=9)], template, THIRD)
    assert moodle_import(made.data, "Identifier", "Grade", "Participant") == {"101": "3"}


def test_a_worksheet_is_matched_by_address_where_the_download_was_another_s() -> None:
    template = lines(
        "Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)",
        "Participant 5,M,MAIL1@uni.example,,10,-",
    )
    assert cells(moodle.write([has(MAEVE, exercise3=3)], template, THIRD)) == {"s1": "3"}


GRADEBOOK = (
    '"First name","Last name","ID number","Email address","Quiz: Softmax weights (Real)",'
    '"Assignment: Other (Real)","Last downloaded from this course"',
    "Maeve,O'Brien,S1,mail1@uni.example,-,5.00,1790000000",
    "Bo,Li,S2,mail2@uni.example,3.00,-,1790000000",
    "No,Body,S9,mail9@uni.example,1.00,-,1790000000",
)


def test_moodle_s_gradebook_gets_whom_we_graded_and_no_other_item() -> None:
    made = moodle.write([has(MAEVE, exercise3=7.5), has(BO, exercise3=2, waits=True)], lines(*GRADEBOOK), THIRD)
    rows = table(made.data)
    assert [row["ID number"] for row in rows] == ["S1"], "an empty or foreign line could stop the import"
    assert rows[0]["Quiz: Softmax weights (Real)"] == "7.5"
    assert "Assignment: Other (Real)" not in rows[0]
    assert [one.who for one in made.empty] == ["s2"]


def test_moodle_without_a_template() -> None:
    made = moodle.write([has(person(1, "M", login="=1+1"), 50.0), has(person(2, "B"), None)], None, Wanted())
    assert table(made.data)[0] == {"Username": "'=1+1", "ID number": "S1", "Email address": "mail1@uni.example", "total": "50"}
    assert table(made.data)[1]["total"] == ""


@pytest.mark.parametrize(("template", "wanted", "says"), [
    (lines("a,b", "1,2"), THIRD, "is no Moodle file"),
    (lines("Identifier,Full name,Xx", "Participant 1,M,Y"), THIRD, "does not tell which column holds the grades"),
    (lines(*ENGLISH), Wanted(("exercise3", "total")), "a grading worksheet is of one assignment"),
    (lines(*GRADEBOOK), Wanted(), "does not tell which grade item the total goes to"),
])  # fmt: skip
def test_what_moodle_can_t_take_is_told(template: bytes, wanted: Wanted, says: str) -> None:
    with pytest.raises(CannotExport, match=re.escape(says)):
        moodle.write([has(PUPIL, 1.0)], template, wanted)


# ---------------------------------------------------------------- Blackboard

BLACKBOARD = (
    '"Last Name","First Name","Username","Student ID","Exercise 3 [Total Pts: 10 Score] |123456",'
    '"Essay [Total Pts: 0 Text] |99","Mid [Total Pts: up to 50 Score] |7"',
    '"O\'Brien","Maeve","login1","S1","","a","1"',
    '"Body","No","nobody","S9","2","b","1"',
)


@pytest.mark.parametrize(
    ("start", "encoding", "delimiter"), [(b"\xff\xfe", "utf-16-le", "\t"), (b"", "utf-8", ","), (b"\xef\xbb\xbf", "utf-8", ",")]
)
def test_blackboard_gets_its_file_back_as_it_was(start: bytes, encoding: str, delimiter: str) -> None:
    text = lines(*BLACKBOARD).decode().replace('","', f'"{delimiter}"')
    made = blackboard.write([has(MAEVE, exercise3=6.5)], start + text.encode(encoding), THIRD)
    assert made.data == start + text.replace(f'"S1"{delimiter}""', f'"S1"{delimiter}"6.5"').encode(encoding)
    rows = table(made.data[len(start) :], encoding, delimiter)
    assert {row["Username"]: row["Exercise 3 [Total Pts: 10 Score] |123456"] for row in rows} == {
        "login1": "6.5",
        "nobody": "2",
    }


def test_blackboard_s_points_and_kinds() -> None:
    made = blackboard.write([has(MAEVE, 50.0)], lines(*BLACKBOARD), Wanted(places={"total": "7"}))
    assert cells(made) == {"s1": "25"}
    with pytest.raises(CannotExport, match="no grade column called “Essay”"):
        blackboard.write([has(MAEVE, 50.0)], lines(*BLACKBOARD), Wanted(places={"total": "Essay"}))
    with pytest.raises(CannotExport, match="needs the file it exports"):
        blackboard.write([has(MAEVE, 50.0)], None, Wanted())
    with pytest.raises(CannotExport, match="no column Username"):
        blackboard.write([has(MAEVE, 50.0)], b"a,b\n1,2\n", Wanted())


# ---------------------------------------------------------------- Brightspace

BRIGHTSPACE = (
    "OrgDefinedId,Username,Last Name,First Name,Email,"
    "Exercise 3 Points Grade <Numeric MaxPoints:20 Weight:5>,Other Points Grade,End-of-Line Indicator",
    "#S1,#login1,O'Brien,Maeve,mail1@uni.example,,4,#",
    "#S9,#nobody,Body,No,n@x.yz,3,4,#",
)


def test_brightspace_gets_keys_and_the_one_item() -> None:
    made = brightspace.write([has(MAEVE, exercise3=6.5)], lines(*BRIGHTSPACE), THIRD)
    rows = table(made.data)
    assert list(rows[0]) == [
        "OrgDefinedId",
        "Username",
        "Exercise 3 Points Grade <Numeric MaxPoints:20 Weight:5>",
        "End-of-Line Indicator",
    ]
    assert [list(row.values()) for row in rows] == [["#S1", "#login1", "13", "#"], ["#S9", "#nobody", "3", "#"]]


def test_brightspace_without_a_template() -> None:
    made = brightspace.write(
        [has(MAEVE, 50.0), has(person(2, "B", login=None, sis_id=None), 1.0)], None, Wanted(places={"total": "Workbook"})
    )
    assert made.data == lines("OrgDefinedId,Username,Workbook Points Grade,End-of-Line Indicator", "#S1,#login1,50,#")
    assert [one.who for one in made.left_out] == ["s2"]
    with pytest.raises(CannotExport, match="needs the grades it exports"):
        brightspace.write([has(MAEVE, 50.0)], None, Wanted())
    with pytest.raises(CannotExport, match="neither OrgDefinedId nor Username"):
        brightspace.write([has(MAEVE, 50.0)], b"a,b\n1,2\n", Wanted())


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_in_the_gradebook_moves_nobody_s_grade(name: str) -> None:
    graded = [has(person(1, name), exercise3=6.5)]
    for target, template in (
        (canvas, CANVAS.replace(b"Softmax (900)", b"Exercise 3 (900)")),
        (blackboard, lines(*BLACKBOARD)),
        (brightspace, lines(*BRIGHTSPACE)),
    ):
        made = target.write(graded, template, THIRD)
        assert len(made.placed) == 1
        assert b"\0" not in made.data
        assert b"cmd|" not in made.data


@given(st.floats(min_value=0, max_value=1000, allow_nan=False))
def test_grades_have_two_decimals_and_a_point(value: float) -> None:
    text = decimal(value)
    assert re.fullmatch(r"\d+(\.\d{1,2})?", text)
    assert abs(float(text) - value) <= 0.005000001


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.125, "0.12"), (0.375, "0.38"), (2.675, "2.68"), (-0.0, "0"), (1e-9, "0"), (100.0, "100"), (1234.5, "1234.5")],
)
def test_halves_go_to_the_even_neighbour(value: float, text: str) -> None:
    assert decimal(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_is_never_written(value: float) -> None:
    with pytest.raises(ValueError, match="is no grade"):
        decimal(value)


def test_nobody_at_all_is_no_trouble() -> None:
    nobody: list[Graded] = []
    assert canvas.write(nobody, CANVAS, Wanted(places={"total": "900"})).placed == ()
    assert blackboard.write(nobody, lines(*BLACKBOARD), THIRD).data == lines(*BLACKBOARD)
