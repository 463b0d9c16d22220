"""The instructor's decisions: beside the machine's points, with who, when and why, and no regrade touches them."""

from __future__ import annotations

import time
from typing import Any

import pytest
from gradebooks import NEVER_ODD, RIGHT, SQUARES, Desk, hand_in


@pytest.fixture
def marked(desk: Desk) -> Desk:
    """Maeve squares instead of doubling, Bo never raises: 4 and 9 of 10 points. Neither handed in exercise 2."""
    hand_in(desk.folder, {"maeve/exercise1.py": SQUARES, "bo/exercise1.py": NEVER_ODD})
    assert desk.batch().status == 0
    return desk


def percents(desk: Desk, *options: object) -> dict[str, float | None]:
    found = desk.grade("totals", desk.book, *options, "--json").document()["totals"]
    return {total["student"]: total["percent"] for total in found}


def exercise(desk: Desk, student: str, name: str, *options: object) -> Any:
    found = desk.grade("totals", desk.book, *options, "--json").document()["totals"]
    (total,) = [one for one in found if one["student"] == student]
    return next(one for one in total["exercises"] if one["exercise"] == name)


def test_an_override_says_who_when_and_why(marked: Desk) -> None:
    ended = marked.mark("override", "maeve", "exercise1", "double", 5, "--who", "kim", "--why", "right idea, shown on paper")
    assert ended.out == "decision 1: override for maeve, exercise1, double\n"
    (mark,) = marked.grade("mark", "list", marked.book, "--json").document()["marks"]
    made_at = mark.pop("made_at")
    assert mark == {
        "kind": "override", "student": "maeve", "exercise": "exercise1", "part": "double", "points": 5.0, "until": None,
        "withdraws": None, "who": "kim", "why": "right idea, shown on paper", "number": 1,
    }  # fmt: skip
    assert 0 <= time.time() - made_at < 60
    assert exercise(marked, "maeve", "exercise1")["points"] == 9.0
    assert marked.points()["maeve", "exercise1"] == 4.0, "the machine's own points stay as they are"
    shown = marked.grade("mark", "list", marked.book).out
    assert shown.startswith("1. override maeve exercise1 double = 5.0 points: right idea, shown on paper")
    assert "override, double: 5 by kim: right idea, shown on paper" in " ".join(marked.grade("totals", marked.book).out.split())


def test_the_later_of_two_overrides_stands_and_withdrawing_it_brings_back_the_other(marked: Desk) -> None:
    for points in (5, 2):
        marked.mark("override", "maeve", "exercise1", "double", points, "--why", "second thoughts")
    assert exercise(marked, "maeve", "exercise1")["points"] == 6.0
    assert marked.mark("withdraw", 2, "--why", "third thoughts").status == 0
    assert exercise(marked, "maeve", "exercise1")["points"] == 9.0
    assert marked.mark("withdraw", 1, "--why", "enough").status == 0
    assert exercise(marked, "maeve", "exercise1")["points"] == 4.0
    assert marked.ask("SELECT id, kind, withdraws, why FROM marks WHERE withdraws") == [
        (3, "withdrawal", 2, "third thoughts"),
        (4, "withdrawal", 1, "enough"),
    ], "nothing disappears"
    assert marked.mark("withdraw", 1, "--why", "again").sentence().startswith("there is no standing decision 1: ")


@pytest.mark.parametrize("points", ["-1", "-0.5", "-.5", "-1e3"])
def test_a_negative_number_is_told_to_be_one(marked: Desk, points: str) -> None:
    """And not to be an option that there is not, wherever the options stand."""
    told = f"points can't be negative: double is worth 0 to 6, not {float(points):g}"
    assert marked.mark("override", "maeve", "exercise1", "double", points, "--why", "x").sentence() == told
    assert marked.mark("override", "--why", "x", "maeve", "exercise1", "double", points, "--who", "kim").sentence() == told
    assert marked.mark("withdraw", "-1", "--why", "x").sentence().startswith("there is no standing decision -1, for they are")
    assert marked.ask("SELECT count(*) FROM marks") == [(0,)]


def test_an_option_that_there_is_not_is_still_told(marked: Desk) -> None:
    ended = marked.mark("override", "maeve", "exercise1", "double", 1, "--wyh", "x")
    assert ended.status == 2
    assert "No such option" in ended.err
    assert "--wyh" in ended.err
    ended = marked.mark("override", "maeve", "exercise1", "double", 1, "-x", "--why", "x")
    assert "No such option" in ended.err


def test_a_batch_says_that_its_means_know_nothing_of_decisions(marked: Desk) -> None:
    says = "(with your decisions; the means above are the machine's)"
    assert says not in " ".join(marked.batch().out.split())
    marked.mark("override", "maeve", "exercise1", "double", 6, "--why", "right on paper")
    assert says in " ".join(marked.batch().out.split())


def test_decisions_survive_every_regrade(marked: Desk) -> None:
    marked.mark("override", "maeve", "exercise1", "halve", 1, "--why", "copied from a neighbour")
    marked.mark("exempt", "maeve", "exercise2", "--why", "was ill")
    marked.mark("extend", "bo", "exercise2", "2026-12-24", "--why", "was ill as well")
    decisions = marked.ask("SELECT * FROM marks")
    assert percents(marked) == {"maeve": 10.0, "bo": 45.0}
    # A new key, a new file, another version of the grader, an older key.
    marked.key = "second"
    assert marked.batch().status == 0
    assert percents(marked) == {"maeve": 10.0, "bo": 50.0}
    hand_in(marked.folder, {"maeve/exercise1.py": RIGHT["exercise1"]})
    assert marked.batch().status == 0
    assert percents(marked)["maeve"] == 70.0
    marked.key = "first"
    assert marked.batch().status == 0
    assert percents(marked)["maeve"] == 70.0
    assert marked.ask("SELECT * FROM marks") == decisions
    assert exercise(marked, "bo", "exercise2")["due"] == "2026-12-24T00:00:00"


def test_exempted_from_everything(marked: Desk) -> None:
    for name in ("exercise1", "exercise2"):
        marked.mark("exempt", "bo", name, "--why", "transferred from elsewhere")
    assert percents(marked)["bo"] is None
    assert "bo" in marked.grade("totals", marked.book).out
    assert "nothing counts" in marked.grade("totals", marked.book).out


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


def test_what_the_grader_could_not_grade_can_be_marked_by_hand(marked: Desk) -> None:
    hand_in(marked.folder, {"eve/exercise1.py": "# unlucky\n"})
    assert marked.batch(code=FAULTY).status == 3
    assert exercise(marked, "eve", "exercise1")["waits"]
    assert exercise(marked, "eve", "exercise1")["max_points"] == 0.0, "until then it costs nothing"
    for part, points in (("double", 3), ("halve", 4)):
        assert marked.mark("override", "eve", "exercise1", part, points, "--why", "read it").status == 0
    settled = exercise(marked, "eve", "exercise1")
    assert (settled["points"], settled["max_points"], settled["waits"]) == (7.0, 10.0, False)


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (("override", "nobody", "exercise1", "double", 1), "has no student nobody: check the name"),
        (("override", "maeve", "exercise9", "double", 1), "has no exercise9: it has exercise1, exercise2"),
        (("override", "maeve", "exercise1", "triple", 1), "exercise1 has no part triple: it has double, halve"),
        (("override", "maeve", "exercise1", "double", 7), "double is worth 0 to 6 points, not 7"),
        (("override", "maeve", "exercise1", "double", "nan"), "double is worth 0 to 6 points, not nan"),
        (("exempt", "nobody", "exercise1"), "has no student nobody: check the name"),
        (("extend", "maeve", "exercise9", "2026-12-24"), "has no exercise9: it has exercise1, exercise2"),
    ],
)
def test_a_decision_that_makes_no_sense_is_not_written_down(marked: Desk, decision: tuple[object, ...], says: str) -> None:
    assert marked.mark(*decision, "--why", "a slip").sentence().endswith(says)
    assert marked.ask("SELECT * FROM marks") == []


def test_a_decision_needs_a_reason(marked: Desk) -> None:
    assert (
        marked.mark("exempt", "maeve", "exercise1", "--why", " ").sentence() == "a decision needs a reason: give one with --why"
    )
    assert marked.mark("exempt", "maeve", "exercise1").status == 2
    assert marked.ask("SELECT * FROM marks") == []
