"""Laws of parts that return several arrays, and of weights that are one vector."""

from __future__ import annotations

import numpy as np
import pytest

from grader.content.authoring import Exercise, Law, Part, Relation, Returns, case
from grader.content.calling import Call
from grader.content.compile import compile_exercise
from grader.content.key import CaseKey, PartKey
from grader.content.values import Array, Odd, Several, pack
from grader.intake.source import Source
from grader.judge.laws import LAWS, Seen
from grader.judge.result import PartResult
from grader.judge.tiers import PartJudge
from grader.marking import trial
from grader.marking.mutants import spoiled

Matrix = np.ndarray


def seen(answer: Array | Several, *args: Matrix) -> Seen:
    """An answer to a call with these arguments."""
    return Seen(CaseKey("a case", "values", False, False, Call(tuple(map(pack, args))), Odd("")), answer)


def several(*arrays: object) -> Several:
    return Several(tuple(pack(np.asarray(one, dtype=float)) for one in arrays))


def test_a_law_is_about_all_arrays_or_about_the_one_it_names() -> None:
    law = LAWS["rows-sum-to-one"]
    answer = seen(several([[0.5, 0.5]], [[2.0, 3.0]]))
    assert law([answer], {"item": 0}) is None
    named, all_of_them = law([answer], {"item": 1}), law([answer], {})
    assert named is not None
    assert all_of_them is not None
    assert (named.item, all_of_them.item) == (1, 1)


def test_a_relation_holds_for_each_of_several_arrays() -> None:
    law = LAWS["multiplied"]
    base, doubled, half_doubled = seen(several([1], [2])), seen(several([2], [4])), seen(several([2], [2]))
    assert law([base, doubled], {"by": 2}) is None
    assert law([base, half_doubled], {"by": 2, "item": 0}) is None
    breach = law([base, half_doubled], {"by": 2})
    assert breach is not None
    assert breach.item == 1


@pytest.mark.parametrize(
    ("weights", "says"),
    [([0.25, 0.75], None), ([0.25, 0.7499], "they add up to 0.9999"), ([3.0, 1.0], "they add up to 4")],
)
def test_the_sum_of_one_vector_of_weights_is_told(weights: list[float], says: str | None) -> None:
    breach = LAWS["rows-sum-to-one"]([seen(several(weights))], {})
    assert (breach and breach.says) == says


@pytest.mark.parametrize(
    ("blend", "holds"),
    [
        ([1.0, 0.0], True),
        ([3.0, -2.0], True),
        ([2.0, -1.0], True),
        ([[2.0, -1.0], [1.0, 0.0]], True),
        ([0.9, -1.0], False),
        ([2.0, 0.1], False),
        ([[2.0, -1.0], [2.0, -2.1]], False),
    ],
)
def test_a_blend_stays_within_the_columns_of_what_is_blended(blend: list[float], holds: bool) -> None:
    values = np.array([[1.0, 0.0], [3.0, -2.0]])
    breach = LAWS["within-columns-of"]([seen(pack(np.array(blend)), np.ones(2), values)], {"input": 1})
    assert (breach is None) == holds


def halves(matrix: Matrix) -> tuple[Matrix, Matrix]:
    return matrix[:1], matrix[1:]


PART = Part(
    function=halves,
    returns=Returns("arrays", (("rows", "columns"), ("rows", "columns")), names=("head", "tail")),
    task="Part the first row from the rest.",
    cases=(
        case("three rows", np.arange(1.0, 7.0).reshape(3, 2)),
        case("two rows", np.array([[4.0, 1.0, 0.0], [2.0, 5.0, 8.0]])),
    ),
    hints=("What comes first?", "Two slices are enough.", "By hand it is [[1]] and [[2]]."),
    why="Slices keep the axis.",
    laws=(Law("not-negative", "nothing below 0", params={"item": 1}),),
    relations=(Relation("multiplied", "twice the matrix, twice both", "two rows", lambda matrix: (2 * matrix,), {"by": 2}),),
)


@pytest.fixture(scope="module")
def key() -> PartKey:
    return compile_exercise(Exercise("Halves", (PART,)), "exercise1", "").parts[0]


def judged(key: PartKey, function: object) -> PartResult:
    assert callable(function)
    return PartJudge(key).judge(trial.attempt(function, key.plan()), Source("halves.py", ""))


def test_the_right_arrays_pass(key: PartKey) -> None:
    assert judged(key, halves).status == "passed"
    assert judged(key, lambda matrix: [matrix[:1].tolist(), matrix[1:].astype(np.float32)]).status == "passed"


def test_the_array_at_fault_is_named_and_shown(key: PartKey) -> None:
    wrong_shape = judged(key, lambda matrix: (matrix[:1], matrix))
    assert wrong_shape.message == "Tail: got shape (3, 2), expected (2, 2) = (rows, columns) (case “three rows”)"
    tables = {
        "not finite": judged(key, lambda matrix: (matrix[:1], matrix[1:] / 0 * 0)),
        "a law": judged(key, lambda matrix: (matrix[:1], -matrix[1:])),
        "a relation": judged(key, lambda matrix: (matrix[:1], matrix[1:] + 1)),
        "a value": judged(key, lambda matrix: (matrix[:1], matrix[1:] * 3)),
    }
    for what, result in tables.items():
        evidence = next(check.evidence for check in result.checks if check.status == "failed")
        assert evidence is not None, what
        assert evidence.caption.endswith(", tail"), what
        assert evidence.rows, what


def test_each_of_several_arrays_is_spoiled(key: PartKey) -> None:
    outcomes = [trial.attempt(function, key.plan())[0].answer for function in spoiled(halves)]
    assert outcomes
    for answer in outcomes:
        assert isinstance(answer, Several)
        assert len(answer.items) == 2
