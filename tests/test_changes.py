"""`grade diff`: who gained or lost how much by a new key, and by which check's sentence."""

from __future__ import annotations

from typing import Any

import pytest
from gradebooks import NEVER_ODD, RIGHT, SMALL_ONLY, SQUARES, Desk, hand_in


@pytest.fixture
def changed(desk: Desk) -> Desk:
    """Graded with a first key; then with a second, which asks for doubles of large numbers, and for odd halves no more."""
    texts = {"asha": RIGHT["exercise1"], "bo": SMALL_ONLY, "cara": NEVER_ODD, "dana": SQUARES}
    hand_in(desk.folder, {f"{student}/exercise1.py": text for student, text in texts.items()})
    for desk.key in ("first", "second"):
        assert desk.batch().status == 0
    return desk


def changes(desk: Desk, *options: object) -> dict[str, Any]:
    found = desk.grade("diff", desk.book, *options, "--json").document()["changes"]
    return {change["student"]: change for change in found}


def test_who_gained_and_lost_how_much_by_which_check(changed: Desk) -> None:
    found = changes(changed)
    assert list(found) == ["bo", "cara"], "whoever has as many points as before is left out"
    assert found["bo"] == {
        "student": "bo", "exercise": "exercise1", "before": 10.0, "after": 4.0,
        "parts": [{"part": "double", "before": 6.0, "after": 0.0, "because": found["bo"]["parts"][0]["because"]}],
    }  # fmt: skip
    assert found["bo"]["parts"][0]["because"].startswith("now fails: ")
    assert "more than a hundred" in found["bo"]["parts"][0]["because"]
    assert "1000" not in found["bo"]["parts"][0]["because"], "a hidden input stays hidden"
    (part,) = found["cara"]["parts"]
    assert (part["part"], part["after"] - part["before"] > 0) == ("halve", True)
    assert part["because"].startswith("no longer fails: ")
    assert "odd" in part["because"]


def test_on_a_page(changed: Desk) -> None:
    out = changed.grade("diff", changed.book).out
    assert "bo  exercise1" in out
    assert "10 → 4  (-6.00)" in out
    assert out.endswith("1 gained, 1 lost\n")
    assert max(map(len, out.split("\n"))) <= 80


def test_keys_can_be_named_and_compared_the_other_way(changed: Desk) -> None:
    keys = changed.ask("SELECT address FROM keys WHERE exercise = 'exercise1' ORDER BY first_used")
    (first,), (second,) = keys
    back = changes(changed, "--from", second[:16], "--to", first.removeprefix("sha256:")[:10])
    assert {student: change["after"] for student, change in back.items()} == {"bo": 10.0, "cara": found_before(changed, "cara")}
    assert changes(changed, "--exercise", "exercise2") == {}
    assert (
        changed.grade("diff", changed.book, "--from", "0000").sentence().startswith("no key 0000 was used: they are exercise1 ")
    )
    assert (
        "2 keys start with sha256:"
        in changed.grade("diff", changed.book, "--from", "sha256:", "--exercise", "exercise1").sentence()
    )
    sentence = changed.grade("diff", changed.book, "--exercise", "exercise9").sentence()
    assert sentence == f"{changed.book} holds no results of exercise9: it has exercise1, exercise2"


def found_before(desk: Desk, student: str) -> float:
    return float(changes(desk)[student]["before"])


def test_a_new_file_is_no_change_of_the_keys_doing(changed: Desk) -> None:
    """Who improved the work between the two keys gained nothing by the key."""
    hand_in(changed.folder, {"bo/exercise1.py": RIGHT["exercise1"], "dana/exercise1.py": RIGHT["exercise1"]})
    changed.batch()
    found = changes(changed)
    assert list(found) == ["bo", "cara"], "what the first file lost is still told"
    assert found["bo"]["after"] == 4.0


def test_what_the_grader_failed_on_is_nobodys_loss(desk: Desk) -> None:
    hand_in(desk.folder, {"bo/exercise1.py": SMALL_ONLY})
    desk.batch()
    desk.key = "second"
    faulty = """
import sys; sys.argv[0] = 'grade'
from grader.judge.exercise import ExerciseJudge
def judge(self, run, source, limits):
    raise ZeroDivisionError("oops")
ExerciseJudge.judge = judge
from grader.cli.main import main; main()
"""
    assert desk.batch(code=faulty).status == 3
    assert changes(desk) == {}
    assert desk.batch().status == 0
    assert changes(desk)["bo"]["after"] == 4.0


def test_nothing_to_tell(desk: Desk) -> None:
    hand_in(desk.folder, {"asha/exercise1.py": RIGHT["exercise1"]})
    desk.batch()
    assert desk.grade("diff", desk.book).out == "nobody's points changed\n"
    assert changes(desk) == {}
