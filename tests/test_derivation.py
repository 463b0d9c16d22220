"""A derivation on its way from a submission to its result: read as text, checked for size, judged step by step."""

from __future__ import annotations

from functools import lru_cache

import pytest
from conftest import ROOT

from grader.content.calling import Outcome
from grader.content.catalog import ChapterCatalog
from grader.content.key import PartKey
from grader.content.reading import LONGEST_STEP, MOST_STEPS, Reading, read
from grader.content.values import Answer, NotAValue, Odd, Raised, Steps
from grader.intake.source import Source
from grader.judge.derivation import part_judge
from grader.judge.result import PartResult
from grader.sandbox.wire import check

STEPS = Reading("steps")
RIGHT = (
    ("independent sum", "Var(S) = Σ Var(q_i k_i)"),
    ("definition of variance", "Var(q_i k_i) = E(q_i² k_i²) - E(q_i k_i)²"),
    ("independence", "E(q_i² k_i²) - E(q_i k_i)² = E(q_i²) E(k_i²) - E(q_i)² E(k_i)²"),
    ("zero mean", "E(q_i) = E(k_i) = 0"),
    ("unit second moment", "E(q_i²) = E(k_i²) = 1"),
    ("earlier line", "Var(S) = d_k"),
    ("scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
    ("earlier line", "Var(S/√d_k) = 1"),
)


@lru_cache
def part() -> PartKey:
    return ChapterCatalog(ROOT, "", public=False).entry("exercise1").exercise().part("variance_derivation")


def judged(answer: Answer) -> PartResult:
    return part_judge(part()).judge([Outcome(answer)], Source("exercise1.py", ""))


@pytest.mark.parametrize("returned", [list(RIGHT), RIGHT, [list(step) for step in RIGHT]])
def test_steps_are_read_from_lists_and_tuples(returned: object) -> None:
    assert read(returned, STEPS) == Steps(RIGHT)


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        (None, "None"),
        ("Var(S) = d_k", "a str, not a list of steps"),
        ({"algebra": "1 = 1"}, "a dict"),
        ([("algebra", "1 = 1", "x")], "not only pairs"),
        (["algebra"], "a list that holds a str"),
        ([(1, "1 = 1")], "whose rule is an int"),
        ([("algebra", 1)], "whose equation is an int"),
        ([("algebra", "1 = 1")] * (MOST_STEPS + 1), "101 steps"),
    ],
)
def test_what_is_no_list_of_steps_is_told(returned: object, said: str) -> None:
    answer = read(returned, STEPS)
    assert isinstance(answer, Odd)
    assert said in answer.what


def test_a_sympy_equation_is_turned_to_text() -> None:
    sympy = pytest.importorskip("sympy")
    d_k, i = sympy.Symbol("d_k"), sympy.Symbol("i")
    q, k = sympy.IndexedBase("q"), sympy.IndexedBase("k")
    answer = read([("algebra", sympy.Eq(sympy.Sum(q[i] * k[i], (i, 1, d_k)), sympy.Symbol("S")))], STEPS)
    assert isinstance(answer, Steps)
    assert isinstance(answer.steps[0][1], str)
    assert judged(answer).checks[4].status == "passed"


def test_long_texts_are_cut_and_then_refused() -> None:
    answer = read([("algebra", "1 = " + "1" * 10_000)], STEPS)
    assert isinstance(answer, Steps)
    assert len(answer.steps[0][1]) == LONGEST_STEP
    assert "characters" in judged(answer).message


@pytest.mark.parametrize("steps", [(("algebra", "1 = 1"),) * (MOST_STEPS + 1), (("algebra", "x" * (LONGEST_STEP + 1)),)])
def test_a_forged_answer_of_more_than_that_is_no_answer(steps: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(NotAValue):
        check(Steps(steps), Reading("steps"), 0)


def test_a_right_derivation_passes_with_a_check_a_step() -> None:
    result = judged(Steps(RIGHT))
    assert (result.status, result.points) == ("passed", result.max_points)
    assert [check.name for check in result.checks if check.tier == "values"] == [
        *(f"step {number}: {rule}" for number, (rule, _) in enumerate(RIGHT, 1)),
        "the steps lead all the way",
    ]


def test_a_wrong_step_costs_its_share_and_is_explained() -> None:
    steps = [*RIGHT]
    steps[6] = ("scaled variable", "Var(S/√d_k) = Var(S)/√d_k")
    result = judged(Steps(tuple(steps)))
    assert result.misconception == "scalar-not-squared"
    assert result.hint
    assert result.status == "failed"
    assert 0 < result.points < result.max_points
    failed = [check for check in result.checks if check.status == "failed"]
    assert failed[0].name == "step 7: scaled variable"
    assert "a²·Var(X)" in failed[0].message


def test_two_misconceptions_are_not_named_as_one() -> None:
    steps = [*RIGHT]
    steps[0] = ("independent sum", "Var(S) = d_k² Var(q_i k_i)")
    steps[6] = ("scaled variable", "Var(S/√d_k) = Var(S)/√d_k")
    assert judged(Steps(tuple(steps))).misconception is None


def test_half_of_the_way_is_half_of_the_points() -> None:
    result = judged(Steps(RIGHT[:6]))
    assert result.points == result.max_points / 2
    assert "Var(S/√d_k) is not connected to 1" in result.message


def test_the_stub_is_not_attempted_and_an_error_is_one() -> None:
    assert judged(Raised("NotImplementedError", False)).status == "not-attempted"
    assert judged(Raised("KeyError", False)).status == "error"
    assert judged(Steps(())).points == 0


def test_the_key_gives_no_derivation_away() -> None:
    assert all(case.expected == Odd("") for case in part().cases)
    assert not part().misconceptions[0].answers
