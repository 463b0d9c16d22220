"""Marks by a rubric: asked one at a time or read from a sheet, kept beside the machine's points, through every regrade."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import GRADE, ROOT, Ended, Grade, controlling_terminal, environment, on_posix, press_ctrl_c, read_until
from gradebooks import Desk, hand_in, write_chapter
from hypothesis import given
from hypothesis import strategies as st

from grader.marking.marksheet import neutral, plain

TASK = """
from grader.content.tasks import Criterion, Level, Task, Words

TASK = Task(
    title="A text", part="text", task="Write.", checks=(Words(at_least=2),),
    rubric=(
        Criterion("idea", "Is there an idea?", (Level(0, "none"), Level({idea}, "one"))),
        Criterion("words", "Are they well chosen?", (Level(0, "no"), Level(1.5, "some"), Level(4, "yes"))),{more}
    ),
)
"""
MORE = '\n        Criterion("order", "In order?", (Level(0, "no"), Level(2, "yes"))),'
BLANK = "# A text\n\n<!--\nWrite below.\n-->\n"
CLASS = {
    "maeve/practice2.md": BLANK + "\nan own text\n",
    "bo/practice2.md": "two words",
    "zoë/practice2.md": "short",
    "=1+1/practice2.md": "a formula of a name",
    "007/practice2.md": "shaken not stirred",
    "late/practice2.md": BLANK,
}


@pytest.fixture(scope="session")
def task_keys(grade: Grade, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Keys of a chapter with a task; `second` has a criterion more, and another one is worth less."""
    keys = {}
    for name, changed in {"first": {"idea": 6, "more": ""}, "second": {"idea": 3, "more": MORE}}.items():
        chapter = write_chapter(tmp_path_factory.mktemp("tasks") / name)
        (chapter / "solutions" / "practice2.py").write_text(TASK.format(**changed))
        (chapter / "exercises" / "practice2.md").write_text(BLANK)
        keys[name] = chapter / "full.key"
        assert grade("compile", keys[name], cwd=chapter).status == 0
    return keys


@pytest.fixture(scope="session")
def graded_class(
    grade: Grade, cache: Path, task_keys: dict[str, Path], strict: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    desk = Desk(grade, cache, task_keys, strict, tmp_path_factory.mktemp("class"))
    hand_in(desk.folder, CLASS)
    assert desk.batch().status == 0
    return desk.place


@pytest.fixture
def marking(
    grade: Grade, cache: Path, task_keys: dict[str, Path], strict: tuple[str, ...], graded_class: Path, tmp_path: Path
) -> Desk:
    """A class that was graded: five works wait, one is not attempted."""
    shutil.copytree(graded_class, tmp_path, dirs_exist_ok=True)
    return Desk(grade, cache, task_keys, strict, tmp_path)


def typed(desk: Desk, *lines: str, options: tuple[object, ...] = (), **env: str) -> Ended:
    """`grade mark --db` over a pipe."""
    done = subprocess.run(
        [*GRADE, "mark", "--db", str(desk.book), *map(str, options)], cwd=ROOT, env=environment(desk.cache, **env),
        input="".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"), capture_output=True, timeout=60,
    )  # fmt: skip
    ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ended.err
    return ended


def marks(desk: Desk) -> dict[tuple[str, str], float]:
    found = desk.ask("SELECT student, criterion, points FROM marked")
    return {(student, criterion): points for student, criterion, points in found}


def settled(desk: Desk, student: str) -> Any:
    totals = desk.grade("totals", desk.book, "--json").document()["totals"]
    (total,) = [one for one in totals if one["student"] == student]
    (task,) = [one for one in total["exercises"] if one["exercise"] == "practice2"]
    return {**task, "total_waits": total["waits"], "percent": total["percent"]}


def waits(desk: Desk) -> int:
    return int(desk.ask("SELECT count(DISTINCT student) FROM waiting")[0][0])


# ---------------------------------------------------------------- one at a time


def test_marks_are_asked_one_at_a_time_and_kept_with_who_and_when(marking: Desk) -> None:
    ended = typed(marking, "6 very good", "1,5", "q", options=("--as", "kim", "--student", "maeve"))
    assert (ended.status, ended.err) == (0, "")
    assert "an own text" in ended.out
    assert "Write below" not in ended.out, "what the task asks is known"
    assert "maeve, practice2: 7.5 of 10" in ended.out
    assert ended.out.endswith("2 marks written. 4 still wait for a mark: practice2 4.\n")
    rows = marking.ask("SELECT student, exercise, part, criterion, points, comment, attempt, who, made_at FROM rubric_marks")
    assert [row[:-1] for row in rows] == [
        ("maeve", "practice2", "text", "idea", 6.0, "very good", 1, "kim"),
        ("maeve", "practice2", "text", "words", 1.5, "", 1, "kim"),
    ]
    assert all(0 <= time.time() - row[-1] < 120 for row in rows)
    task = settled(marking, "maeve")
    assert (task["points"], task["max_points"], task["waits"]) == (7.5, 10.0, False)
    assert task["marked"] == ["text: 7.5 of 10 by kim"]


def test_a_sitting_goes_on_where_it_was_left(marking: Desk) -> None:
    assert typed(marking, "1", "2").out.endswith("2 marks written. 4 still wait for a mark: practice2 4.\n"), "the pipe ended"
    assert typed(marking, "3").out.endswith("1 mark written. 4 still wait for a mark: practice2 4.\n"), (
        "in the middle of a work"
    )
    ended = typed(marking, "4", *["1", "1"] * 3)
    assert ended.out.endswith("Nothing waits for a mark any more.\n")
    assert typed(marking).out == "Nothing waits for a mark.\n"
    assert len(marks(marking)) == 10


def test_back_skip_show_help_and_taking_back(marking: Desk) -> None:
    ended = typed(
        marking, "?", "w", "1", "b", "2 better", "b", "", "4", "s", "-", "s", "b", "5", "nonsense", "7", "-1", "", "q"
    )
    assert "takes back what it has" in ended.out
    assert ended.out.count("\npractice2  A text") >= 5
    assert "it has 2 by" in ended.out, "Enter kept it"
    assert "that gives the mark nonsense, which is no number" in ended.out
    assert "that gives 7 for words, which is worth 0 to 4" in ended.out
    assert "type points, or ? for what else there is" in ended.out
    first = marking.ask("SELECT criterion, points, comment FROM rubric_marks WHERE student = '007' ORDER BY id")
    assert first == [("idea", 1.0, ""), ("idea", 2.0, "better"), ("words", 4.0, "")], "nothing is overwritten"
    typed(marking, "-", "q", options=("--again", "--student", "007"))
    assert ("007", "idea") not in marks(marking)
    assert settled(marking, "007")["waits"]


def test_bytes_that_are_no_text_and_endless_lines(marking: Desk) -> None:
    ended = typed(marking, "1 good \udcff\udcfe", "9" * 100_000, "1e5", "nan", "inf", "0x1", "١", "2" + " long" * 1000, "q")
    assert ended.status == 0
    assert [row[0] for row in marking.ask("SELECT points FROM rubric_marks ORDER BY id")][:1] == [1.0]
    assert all(0 <= points <= 6 for points in marks(marking).values())


@on_posix
def test_ctrl_c_keeps_what_was_marked(marking: Desk) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*GRADE, "mark", "--db", str(marking.book)], cwd=ROOT, env=environment(marking.cache, TERM="xterm"),
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        preexec_fn=controlling_terminal,
    )  # fmt: skip
    os.close(theirs)
    said = read_until(ours, "idea, 0 to 6> ", seconds=60)
    os.write(ours, b"5\n")
    said += read_until(ours, "words, 0 to 4> ", seconds=60)
    said += press_ctrl_c(ours, "written.")
    assert process.wait(30) == 130
    os.close(ours)
    assert "stopped. 1 mark written." in said
    assert list(marks(marking).values()) == [5.0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "which gradebook? `grade mark --db FILE` asks for the marks that wait"),
        (("--db", "none.db"), "there is no gradebook none.db"),
        (("--db", "{book}", "--task", "practice9"), "has no practice9: it has exercise1, exercise2, practice2"),
        (("--db", "{book}", "--student", "nobody"), "has no student nobody: check the name"),
        (("--db", "{book}", "--csv", "a.csv", "--from", "b.csv"), "--csv and --from don't go together"),
        (("{book}",), "to mark what waits in {book}, type: grade mark --db {book}"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(marking: Desk, options: tuple[str, ...], says: str) -> None:
    ended = marking.grade("mark", *(one.format(book=marking.book) for one in options))
    assert says.format(book=marking.book) in ended.sentence()


def test_a_gradebook_without_rubrics(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": "x = 1"})
    assert desk.batch().status == 0
    assert "holds nothing that is marked by a rubric" in desk.grade("mark", "--db", desk.book).sentence()


# ---------------------------------------------------------------- through regrades


def test_marks_survive_a_regrade_and_a_changed_hand_in(marking: Desk) -> None:
    typed(marking, "5", "3", options=("--student", "maeve", "--as", "kim"))
    assert marking.batch().status == 0
    assert settled(marking, "maeve")["marked"] == ["text: 8 of 10 by kim"]
    hand_in(marking.folder, {"maeve/practice2.md": "another text of mine"})
    assert marking.batch().status == 0
    assert settled(marking, "maeve")["marked"] == ["text: 8 of 10 by kim, on an earlier version"]
    assert "on an earlier version" in " ".join(marking.grade("totals", marking.book).out.split())
    assert "it was marked on an earlier version" in typed(marking, "q", options=("--again", "--student", "maeve")).out
    # Marked again, it is marked on this one; the first text handed in once more is the one that was marked.
    typed(marking, "6", "4", options=("--again", "--student", "maeve", "--as", "lee"))
    assert settled(marking, "maeve")["marked"] == ["text: 10 of 10 by lee"]
    hand_in(marking.folder, {"maeve/practice2.md": CLASS["maeve/practice2.md"]})
    assert marking.batch().status == 0
    assert settled(marking, "maeve")["marked"] == ["text: 10 of 10 by lee, on an earlier version"]
    (marking.folder / "maeve" / "practice2.md").unlink()
    assert marking.batch().status == 0
    assert settled(marking, "maeve")["points"] == 10.0, "a file that went astray takes no mark with it"
    assert marking.ask("SELECT count(*) FROM rubric_marks") == [(4,)]


def test_a_new_rubric_asks_for_what_is_new(marking: Desk) -> None:
    typed(marking, "6", "4", options=("--student", "maeve"))
    marking.key = "second"
    assert marking.batch().status == 0
    task = settled(marking, "maeve")
    assert (task["waits"], task["waiting"], task["max_points"]) == (True, ["text"], 0.0)
    ended = typed(marking, "2", options=("--student", "maeve"))
    assert "Is there an idea?" not in ended.out
    assert "maeve, practice2: 9 of 9" in ended.out, "idea is worth 3 now, so 6 counts as 3"
    marking.key = "first"
    assert marking.batch().status == 0
    assert settled(marking, "maeve")["points"] == 10.0, "by the old rubric the old mark counts in full"


def test_an_override_settles_a_work(marking: Desk) -> None:
    assert marking.mark("override", "bo", "practice2", "text", 3, "--why", "by hand").status == 0
    assert waits(marking) == 4
    task = settled(marking, "bo")
    assert (task["points"], task["max_points"], task["waits"]) == (3.0, 10.0, False)
    assert "two words" not in typed(marking, *"s" * 9).out


def test_until_it_is_marked_a_work_costs_nothing_and_the_total_says_that_it_waits(marking: Desk) -> None:
    task = settled(marking, "bo")
    assert (task["points"], task["max_points"], task["waits"], task["waiting"]) == (0.0, 0.0, True, ["text"])
    assert task["total_waits"] == ["practice2"]
    assert settled(marking, "late")["total_waits"] == [], "not attempted waits for nobody"
    text = marking.grade("totals", marking.book).out
    assert "so far" in text
    assert "practice2: waits for a mark: text" in text
    typed(marking, "1", options=("--student", "bo"))
    assert settled(marking, "bo")["waits"], "half of the rubric is no mark"


def test_the_batch_says_what_still_waits(marking: Desk) -> None:
    assert marking.batch("--json").document()["summary"]["awaits_mark"] == {"practice2": 5}
    typed(marking, *["1", "1"] * 3)
    assert marking.batch("--json").document()["summary"]["awaits_mark"] == {"practice2": 2}
    assert "2 works wait for a mark of yours (practice2 2)" in " ".join(marking.batch().out.split())
    typed(marking, *["1", "1"] * 2)
    assert "wait for a mark" not in marking.batch().out


def test_weights_may_include_tasks(marking: Desk, tmp_path: Path) -> None:
    typed(marking, "6", "4", options=("--student", "maeve"))
    course = tmp_path / "course.toml"
    course.write_text("[exercises.practice2]\nweight = 2.0\n[exercises.exercise1]\nweight = 0.0\n")
    totals = marking.grade("totals", marking.book, "--course", course, "--json").document()["totals"]
    assert {one["student"]: one["percent"] for one in totals}["maeve"] == 66.67


def test_marks_are_listed_with_who_when_and_comment(marking: Desk) -> None:
    typed(marking, "6 a fine idea", options=("--student", "maeve", "--as", "kim"))
    listed = marking.mark("list")
    assert "maeve  practice2  text\n    idea 6 (version 1, kim, 20" in listed.out
    assert "a fine idea" in listed.out
    document = marking.mark("list", "--json").document()
    assert document["marks"] == []
    assert [(one["criterion"], one["points"]) for one in document["rubric_marks"]] == [("idea", 6.0)]


# ---------------------------------------------------------------- as a sheet


def sheet(desk: Desk, *options: object) -> list[dict[str, str]]:
    out = desk.place / f"out{len(list(desk.place.iterdir()))}.csv"
    ended = desk.grade("mark", "--db", desk.book, "--csv", out, *options)
    assert ended.status == 0, ended.err
    data = out.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf"), "or Excel spoils names"
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def written(desk: Desk, rows: list[dict[str, str]], encoding: str = "utf-8", delimiter: str = ",", head: str = "") -> Path:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    path = desk.place / "in.csv"
    path.write_bytes((head + text.getvalue()).encode(encoding))
    return path


def take(desk: Desk, path: Path, *options: object) -> Ended:
    return desk.grade("mark", "--db", desk.book, "--from", path, *options)


def test_a_sheet_holds_what_waits(marking: Desk) -> None:
    rows = sheet(marking)
    assert len(rows) == 10
    assert list(rows[0])[:7] == ["student", "task", "part", "criterion", "max", "mark", "comment"]
    assert {row["student"] for row in rows} == {"maeve", "bo", "zoë", "'=1+1", "007"}, "formulas are neutralised"
    assert {(row["criterion"], row["max"], row["mark"]) for row in rows} == {("idea", "6", ""), ("words", "4", "")}
    assert rows[1]["levels"] == "0: no | 1.5: some | 4: yes"
    typed(marking, "1", "1")
    assert len(sheet(marking)) == 8
    assert len(sheet(marking, "--again")) == 10


@pytest.mark.parametrize(
    ("encoding", "delimiter", "head"),
    [("utf-8", ",", ""), ("utf-8-sig", ";", ""), ("utf-16", "\t", ""), ("cp1252", ";", ""), ("utf-8", ";", "sep=;\r\n")],
)
def test_a_sheet_comes_back_from_any_spreadsheet(marking: Desk, encoding: str, delimiter: str, head: str) -> None:
    rows = sheet(marking)
    for number, row in enumerate(rows):
        row["mark"] = ["2,5", " 3 "][number % 2]
        row["comment"] = 'naïve; but, "good"\nindeed' if row["student"] == "zoë" else ""
        # Excel drops zeros in front, and capitals matter to nobody.
        row["student"] = {"007": "7", "bo": "Bo"}.get(row["student"], row["student"])
    ended = take(marking, written(marking, rows, encoding, delimiter, head), "--as", "kim")
    assert ended.out.endswith("10 marks read. Nothing waits for a mark any more.\n"), ended.err
    assert set(marks(marking).values()) == {2.5, 3.0}
    assert {student for student, _ in marks(marking)} == {"maeve", "bo", "zoë", "=1+1", "007"}
    assert marking.ask("SELECT DISTINCT comment FROM marked WHERE comment <> ''") == [('naïve; but, "good"\nindeed',)]
    again = take(marking, marking.place / "in.csv", "--as", "lee")
    assert "10 marks read, 10 known already" in again.out
    assert marking.ask("SELECT count(*), min(who), max(who) FROM rubric_marks") == [(10, "kim", "kim")]


def test_round_trip_without_a_change_changes_nothing(marking: Desk) -> None:
    typed(marking, "1 =danger", "2", "3")
    before = marking.ask("SELECT * FROM rubric_marks")
    rows = sheet(marking, "--again")
    assert "'=danger" in {row["comment"] for row in rows}
    assert take(marking, written(marking, rows)).status == 0
    assert marking.ask("SELECT * FROM rubric_marks") == before


@pytest.mark.parametrize(
    ("row", "change", "says"),
    [
        (0, {"mark": "7"}, "row 2 gives 7 for idea, which is worth 0 to 6"),
        (1, {"mark": "-1"}, "row 3 gives -1 for words, which is worth 0 to 4"),
        (0, {"mark": "good"}, "row 2 gives the mark good, which is no number"),
        (0, {"mark": "1e0"}, "row 2 gives the mark 1e0, which is no number"),
        (3, {"student": "nobody"}, "row 5 names nobody, which is no student with work to mark"),
        (3, {"student": ""}, "row 5 names no student"),
        (2, {"task": "practice9"}, "row 4 names the task practice9: there are practice2"),
        (2, {"part": "map"}, "row 4 names the part map of practice2: it has text"),
        (9, {"criterion": "flair"}, "row 11 names the criterion flair: practice2 is marked on idea, words"),
        (4, {"version": "2"}, "row 6 has the version 2: leave that column as it was written"),
        (4, {"mark": "", "comment": "nice"}, "row 6 has a comment and no mark"),
        (1, {"criterion": "idea", "mark": "2"}, "row 3 gives 007's idea another mark than row 2"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_written(marking: Desk, row: int, change: dict[str, str], says: str) -> None:
    rows = [{**one, "mark": "1"} for one in sheet(marking)]
    rows[row] |= change
    ended = take(marking, written(marking, rows))
    assert ended.status == 2
    assert ended.out == ""
    told = ended.err.rstrip("\n").split("\n")
    assert told[0] == f"grade: nothing of {marking.place / 'in.csv'} was taken, since"
    assert len(told) == 2, "one sentence a row"
    assert says in told[1]
    assert marks(marking) == {}


def test_every_wrong_row_is_told(marking: Desk) -> None:
    rows = [{**one, "mark": "99"} for one in sheet(marking)]
    told = take(marking, written(marking, rows)).err.rstrip("\n").split("\n")
    assert [line.split()[1] for line in told[1:]] == [str(number) for number in range(2, 12)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the first row has no column student"),
        (b"name,points\nmaeve,3\n", "the first row has no column student"),
        (b"student,task,criterion\nmaeve,practice2,idea\n", "the first row has no column mark"),
        (b"PK\x03\x04junk", "is a workbook, not a CSV: save it as CSV"),
        (b"student,task\0\0", "is not a text file"),
        (b'student,task,criterion,mark\n"maeve', "is no CSV that can be read"),
        (b"student,task,criterion,mark\n" + b"x" * 200_000, "is no CSV that can be read"),
    ],
)
def test_what_is_no_sheet(marking: Desk, data: bytes, says: str) -> None:
    path = marking.place / "in.csv"
    path.write_bytes(data)
    assert says in take(marking, path).sentence()


def test_a_sheet_that_is_there_is_not_overwritten(marking: Desk) -> None:
    out = marking.place / "marks.csv"
    out.write_text("an afternoon of work")
    sentence = marking.grade("mark", "--db", marking.book, "--csv", out).sentence()
    assert sentence.startswith(f"{out} is there already, and may hold marks: ")
    assert out.read_text() == "an afternoon of work"
    assert marking.grade("mark", "--db", marking.book, "--csv", "-").out.startswith("student,task,part,criterion,max,mark,")


def test_a_sheet_marks_the_version_it_was_written_for(marking: Desk) -> None:
    rows = [{**one, "mark": "1"} for one in sheet(marking) if one["student"] == "bo"]
    hand_in(marking.folder, {"bo/practice2.md": "handed in since then"})
    assert marking.batch().status == 0
    assert take(marking, written(marking, rows), "--as", "kim").status == 0
    assert settled(marking, "bo")["marked"] == ["text: 2 of 10 by kim, on an earlier version"]


def test_a_mark_is_taken_back_in_a_sheet(marking: Desk) -> None:
    typed(marking, "1", "1", options=("--student", "bo"))
    rows = [row for row in sheet(marking, "--again") if row["student"] == "bo"]
    for row in rows:
        row["mark"] = "-"
    assert take(marking, written(marking, rows)).status == 0
    assert marks(marking) == {}
    assert waits(marking) == 5


@given(st.text(max_size=12))
def test_neutral_cells_come_back_as_they_were(cell: str) -> None:
    assert plain(neutral(cell)) == cell
    assert not neutral(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


# ---------------------------------------------------------------- open sentences of the quiz


def test_open_sentences_of_the_quiz_are_marked_too(batch: Any, grade: Grade, cache: Path, tmp_path: Path) -> None:
    quiz = (ROOT / "exercises" / "quiz.toml").read_text(encoding="utf-8")
    hand_in(
        tmp_path,
        {"in/maeve/quiz.toml": quiz.replace('\nwhy = ""', '\nwhy = "Because every row is divided by its own sum."', 1)},
    )
    book = tmp_path / "book.db"
    document = batch(tmp_path / "in", "--db", book, "--json").document()
    assert document["summary"]["awaits_mark"] == {"quiz": 1}
    desk = Desk(grade, cache, {}, (), tmp_path, elsewhere=book)
    ended = typed(desk, "2 well put")
    assert "| Because every row is divided by its own sum." in ended.out
    assert "exponential_1" not in ended.out, "the other answers are none of its business"
    assert ended.out.endswith("Nothing waits for a mark any more.\n")


def test_exports_take_the_marks_along(marking: Desk) -> None:
    typed(marking, "6", "1.5", options=("--student", "maeve"))
    waits = "--partial"
    table = marking.grade("export", marking.book, "--to", "csv", "--columns", "exercises", waits).out.removeprefix("\ufeff")
    rows = {next(iter(row.values())): row for row in csv.DictReader(io.StringIO(table))}
    assert rows["maeve"]["practice2"] == "7.5"
    one = marking.grade("export", marking.book, "--to", "gradescope", "--student", "maeve", waits).document()
    (test,) = [test for test in one["tests"] if test["name"] == "practice2: text"]
    assert (test["score"], test["max_score"], test["status"]) == (7.5, 10.0, "failed")
