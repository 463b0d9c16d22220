"""The same command goes on: what is settled stays settled, and what changed is graded, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import Ended
from gradebooks import NEVER_ODD, RIGHT, SMALL_ONLY, SQUARES, Desk, a_class, hand_in, without_seconds


def document_of(ended: Ended) -> list[str]:
    assert ended.status == 0, ended.err
    return without_seconds(ended.out)


def test_nothing_is_graded_again(desk: Desk) -> None:
    a_class(desk.folder, 5)
    first = desk.batch("--json")
    before = desk.ask("SELECT id, graded_at FROM runs"), desk.ask("SELECT * FROM results"), desk.ask("SELECT * FROM attempts")
    assert desk.runs() == 10
    again = desk.batch("--json", "--jobs", 1)
    assert document_of(again) == document_of(first)
    assert (
        desk.ask("SELECT id, graded_at FROM runs"),
        desk.ask("SELECT * FROM results"),
        desk.ask("SELECT * FROM attempts"),
    ) == before


def test_the_document_is_that_of_a_run_without_a_gradebook(desk: Desk) -> None:
    a_class(desk.folder, 4)
    hand_in(desk.folder, {"extra/exercise1.py": SQUARES, "extra/old/exercise1.py": RIGHT["exercise1"], "notes.txt": ""})
    bare = desk.grade("--key", desk.keys["first"], "batch", desk.folder, *desk.strict, "--json")
    assert document_of(desk.batch("--json")) == document_of(bare)
    assert document_of(desk.batch("--json")) == document_of(bare), "and so it stays when nothing is graded"


def test_only_what_is_new_or_changed_is_graded(desk: Desk) -> None:
    a_class(desk.folder, 5)
    desk.batch()
    hand_in(desk.folder, {"new/exercise1.py": "# new\n" + SQUARES, "s001/exercise2.py": "# again\n" + RIGHT["exercise2"]})
    desk.batch()
    assert desk.runs() == 10 + 2
    assert desk.ask("SELECT number FROM attempts WHERE student = 's001' AND exercise = 'exercise2'") == [(1,), (2,)]
    assert desk.ask("SELECT count(*) FROM attempts WHERE number > 1") == [(1,)]


def test_identical_sources_share_one_run_and_nothing_else(desk: Desk) -> None:
    twins = {f"s{number}/exercise1.py": SQUARES for number in range(8)}
    hand_in(desk.folder, {**twins, "s3/old/exercise1.py": "def ("})
    rows = {row["student"]["id"]: row for row in desk.batch("--json").document()["results"] if row["exercise"] == "exercise1"}
    assert desk.runs() == 1, "also where the same bytes are still under way for somebody else"
    assert {row["points"] for row in rows.values()} == {4.0}
    assert [row["path"] for row in rows.values()] == list(twins)
    assert [student for student, row in rows.items() if row["warnings"]] == ["s3"], "what was noticed is each one's own"
    desk.mark("override", "s1", "exercise1", "double", 6, "--why", "asked in person")
    percents = {one["student"]: one["percent"] for one in desk.grade("totals", desk.book, "--json").document()["totals"]}
    assert percents == {f"s{number}": 50.0 if number == 1 else 20.0 for number in range(8)}
    # The same text with other line ends is another file, and judged alike.
    (desk.folder / "s5" / "exercise1.py").write_bytes(SQUARES.replace("\n", "\r\n").encode())
    desk.batch()
    assert desk.runs() == 2


def test_the_same_bytes_for_another_exercise_are_another_matter(desk: Desk) -> None:
    both = RIGHT["exercise1"] + RIGHT["exercise2"]
    hand_in(desk.folder, {"maeve/exercise1.py": both, "maeve/exercise2.py": both})
    desk.batch()
    assert desk.runs() == 2
    assert desk.points() == {("maeve", "exercise1"): 10.0, ("maeve", "exercise2"): 10.0}


def test_a_new_key_grades_again_only_what_it_affects(desk: Desk) -> None:
    a_class(desk.folder, 4)
    desk.batch()
    desk.key = "second"
    desk.batch()
    graded = "SELECT exercise, count(*) FROM runs WHERE source <> '' GROUP BY exercise ORDER BY exercise"
    assert desk.ask(graded) == [("exercise1", 8), ("exercise2", 4)]
    assert desk.ask("SELECT count(DISTINCT key) FROM current WHERE exercise = 'exercise1'") == [(1,)]
    assert desk.ask("SELECT max(number) FROM attempts") == [(1,)], "nobody handed in anything new"


def test_an_older_key_used_again_finds_what_it_gave(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": NEVER_ODD, "bo/exercise1.py": SMALL_ONLY})
    first = desk.batch("--json")
    desk.key = "second"
    second = desk.batch("--json")
    assert document_of(first) != document_of(second)
    runs = desk.runs()
    desk.key = "first"
    assert document_of(desk.batch("--json")) == document_of(first)
    assert desk.runs() == runs
    assert document_of(desk.batch("--json")) == document_of(first), "and it stays so"
    # What changed last is the way back, and so is what `diff` shows.
    changes = desk.grade("diff", desk.book, "--json").document()["changes"]
    assert {change["student"]: change["after"] - change["before"] > 0 for change in changes} == {"maeve": False, "bo": True}


def test_a_student_goes_back_to_an_earlier_file(desk: Desk) -> None:
    points = []
    for text in (SQUARES, RIGHT["exercise1"], SQUARES):
        hand_in(desk.folder, {"maeve/exercise1.py": text})
        desk.batch()
        points.append(desk.points()["maeve", "exercise1"])
    assert points == [4.0, 10.0, 4.0], "the latest counts, whether or not it was the best"
    assert desk.runs() == 2, "and was graded before"
    attempts = desk.ask("SELECT number, source FROM attempts WHERE exercise = 'exercise1' ORDER BY number")
    assert [number for number, _ in attempts] == [1, 2, 3]
    assert attempts[0][1] == attempts[2][1] != attempts[1][1]
    assert desk.batch().status == 0
    assert len(desk.ask("SELECT * FROM attempts WHERE exercise = 'exercise1'")) == 3


def test_a_file_that_is_gone_is_told_and_keeps_its_record(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"], "bo/exercise1.py": SQUARES})
    desk.batch()
    (desk.folder / "maeve" / "exercise1.py").unlink()
    ended = desk.batch("--json")
    says = "maeve/exercise1.py was graded before and is gone now: what it got stays on record, but does not count"
    assert [look["why"] for look in ended.document()["summary"]["look_at"]] == [says]
    assert desk.points()["maeve", "exercise1"] == 0.0
    assert desk.ask("SELECT points FROM results JOIN runs ON runs.id = run WHERE student = 'maeve' AND number = 1 AND points")
    assert document_of(desk.batch("--json")) == document_of(ended), "it is told until the file is back"
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"]})
    assert desk.batch("--json").document()["summary"]["look_at"] == []
    assert desk.points()["maeve", "exercise1"] == 10.0
    # A student whose whole folder is gone keeps what was graded: the folder may be another part of the class.
    for path in (desk.folder / "bo" / "exercise1.py", desk.folder / "bo"):
        path.unlink() if path.is_file() else path.rmdir()
    assert desk.batch().status == 0
    assert desk.points()["bo", "exercise1"] == 4.0


VANISHES = """
import sys; sys.argv[0] = 'grade'
import grader.intake.folder as f
from pathlib import Path
usual = f.list_folder
def list_folder(root, exercises):
    found = usual(root, exercises)
    (root / "maeve" / "exercise1.py").unlink()
    return found
f.list_folder = list_folder
from grader.cli.main import main; main()
"""


def test_a_file_that_goes_while_the_batch_runs(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"], "bo/exercise1.py": SQUARES})
    (look,) = desk.batch("--json", code=VANISHES).document()["summary"]["look_at"]
    assert look["why"] == "maeve/exercise1.py was there when the batch began, and gone when it was to be read"
    assert desk.points()["bo", "exercise1"] == 4.0
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"]})
    desk.batch()
    assert desk.points()["maeve", "exercise1"] == 10.0


def test_a_file_found_elsewhere_is_no_new_attempt_and_what_is_noticed_is_kept_up(desk: Desk) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES})
    desk.batch()
    (desk.folder / "maeve" / "deep").mkdir()
    (desk.folder / "maeve" / "exercise1.py").rename(desk.folder / "maeve" / "deep" / "exercise1.py")
    hand_in(desk.folder, {"maeve/deep/older/exercise1.py": "def ("})
    row = desk.batch("--json").document()["results"][0]
    assert row["path"] == "maeve/deep/exercise1.py"
    assert row["warnings"] == [
        "more than one file for exercise1: maeve/deep/exercise1.py was graded, maeve/deep/older/exercise1.py not"
    ]
    assert desk.ask("SELECT number, path FROM attempts WHERE exercise = 'exercise1'") == [(1, "maeve/deep/exercise1.py")]
    assert desk.runs() == 1


def test_files_that_are_no_text_are_told_apart_by_their_bytes(desk: Desk) -> None:
    for data in (b"\0one", b"\0two"):
        (desk.folder / "maeve").mkdir(parents=True, exist_ok=True)
        (desk.folder / "maeve" / "exercise1.py").write_bytes(data)
        assert desk.batch().status == 0
    assert desk.ask("SELECT max(number) FROM attempts WHERE exercise = 'exercise1'") == [(2,)]


def test_the_gradebook_may_lie_among_the_submissions(desk: Desk) -> None:
    a_class(desk.folder, 2)
    arguments = ("--key", desk.keys["first"], "batch", desk.folder, "--db", desk.folder / "g.db", *desk.strict, "--json")
    first = desk.grade(*arguments)
    assert first.document()["summary"]["ignored"] == []
    assert document_of(desk.grade(*arguments)) == document_of(first)


# ---------------------------------------------------------------- our own faults


FAULTY = """
import sys; sys.argv[0] = 'grade'
from grader.judge.exercise import ExerciseJudge
usual = ExerciseJudge.judge
def judge(self, run, source, limits):
    if "unlucky" in source.text:
        raise ZeroDivisionError("oops")
    return usual(self, run, source, limits)
ExerciseJudge.judge = judge
from grader.cli.main import main; main()
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_grader_failed_on_is_graded_again(desk: Desk, jobs: int) -> None:
    unlucky = RIGHT["exercise1"] + "# unlucky\n"
    hand_in(desk.folder, {"a/exercise1.py": unlucky, "b/exercise1.py": unlucky, "c/exercise1.py": SQUARES})
    ended = desk.batch("--jobs", jobs, code=FAULTY)
    assert ended.status == 3
    assert desk.ask("SELECT status, max_points FROM current WHERE student = 'a'")[0] == ("grader-error", 0.0)
    before = graded_at(desk, "c")
    assert desk.batch("--jobs", jobs).status == 0
    assert {desk.points()[student, "exercise1"] for student in "ab"} == {10.0}
    assert graded_at(desk, "c") == before
    runs = desk.runs()
    assert desk.batch("--jobs", jobs).status == 0
    assert desk.runs() == runs


def graded_at(desk: Desk, student: str) -> Any:
    return desk.ask("SELECT graded_at FROM current WHERE student = ? AND exercise = 'exercise1'", student)


def test_another_version_of_the_grader_grades_again(desk: Desk, tmp_path: Path) -> None:
    a_class(desk.folder, 2)
    desk.batch()
    newer = (
        "import sys; sys.argv[0] = 'grade'\nimport grader\ngrader.__version__ = '99'\nfrom grader.cli.main import main; main()"
    )
    desk.batch(code=newer)
    assert desk.runs() == 8
    assert {grader.split("+")[0] for (grader,) in desk.ask("SELECT grader FROM current")} == {"99"}
