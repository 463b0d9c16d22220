"""Agreement: the contract's tolerances, and nothing that only looks right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from grader.content.reading import Kind, Reading, read
from grader.content.values import Array, Odd, Several, pack, pack_whole, unpack
from grader.judge.compare import Batch, agrees, same

whole_shapes = arrays.array_shapes(min_dims=0, max_dims=3, max_side=5)
numbers = st.floats(-1e6, 1e6, allow_nan=False, allow_subnormal=False)
matrices = whole_shapes.flatmap(lambda shape: arrays.arrays(np.float64, shape, elements=numbers))


@given(matrices)
def test_an_answer_agrees_with_itself_and_with_rounding(matrix: np.ndarray) -> None:
    wanted = pack(matrix)
    assert agrees(wanted, wanted, "array")
    assert agrees(pack(matrix * (1 + 9e-7)), wanted, "array")
    assert agrees(pack(np.array(matrix, order="F")), wanted, "array")


@given(matrices, st.data())
def test_one_entry_off_is_wrong(matrix: np.ndarray, data: st.DataObject) -> None:
    if matrix.size == 0:
        return
    place = data.draw(st.integers(0, matrix.size - 1))
    changed = matrix.copy().reshape(-1)
    changed[place] += 3e-8 + 3e-6 * abs(changed[place])
    assert not agrees(pack(changed.reshape(matrix.shape)), pack(matrix), "array")


@given(arrays.arrays(np.float64, (3, 4), elements=st.floats(-100, 100, allow_subnormal=False)))
def test_single_precision_is_judged_by_the_largest_magnitude(matrix: np.ndarray) -> None:
    wanted, largest = pack(matrix), float(np.abs(matrix).max())
    assert agrees(pack(matrix.astype(np.float32)), wanted, "array")
    if largest > 1e-3:
        off = matrix.astype(np.float32)
        off[1, 2] += np.float32(3e-4 * largest)
        assert not agrees(pack(off), wanted, "array")


@pytest.mark.parametrize(
    ("got", "agreed"),
    [
        ([[0.0, -np.inf]], True),
        ([[0.0, np.inf]], False),
        ([[0.0, -1e30]], False),
        ([[0.0, np.nan]], False),
        ([[-0.0, -np.inf]], True),
        ([[0.0], [-np.inf]], False),
        ([0.0, -np.inf], False),
    ],
)
def test_an_infinity_is_met_only_by_the_same_one(got: list[list[float]], agreed: bool) -> None:
    wanted = pack(np.array([[0.0, -np.inf]]))
    assert agrees(pack(np.array(got)), wanted, "array") is agreed
    assert agrees(pack(np.array(got, np.float32)), wanted, "array") is agreed


@given(st.integers(-(10**60), 10**60), st.integers(-3, 3))
def test_whole_numbers_are_exact_at_any_size(number: int, off: int) -> None:
    assert agrees(pack_whole(number + off), pack_whole(number), "whole") is (off == 0)
    assert read(number, Reading("whole")) == pack_whole(number)


@pytest.mark.parametrize(
    ("returned", "kind", "what"),
    [
        (None, "array", "None: is a return statement missing?"),
        ("0.5", "array", "text, not numbers"),
        ([1 + 0j], "array", "complex numbers"),
        ([[1, 2], [3]], "array", "a list whose rows differ in length, which is no array of numbers"),
        (np.array([None]), "array", "an array of objects or text, which is not an array of numbers"),
        (10**28, "array", "an int, which is not an array of numbers"),
        (64.0, "whole", "a float, not an integer"),
        (True, "whole", "a truth value, not an integer"),
        (1, "truth", "an int, not True or False"),
        ((x for x in [(0, 1)]), "pairs", "a generator, not a list, tuple, set or array of pairs"),
        ([(0, 1.0)], "pairs", "a float, not an integer"),
        ((0, 1, 2), "pair", "a tuple, not one pair (i, j)"),
    ],
)
def test_what_is_not_accepted_is_named(returned: object, kind: Kind, what: str) -> None:
    assert read(returned, Reading(kind)) == Odd(what)


@pytest.mark.parametrize(
    "returned",
    [
        [[0.25, 0.75]],
        np.array([[0.25, 0.75]], np.float16),
        np.array([[0.25, 9, 0.75, 9]])[:, ::2],
        np.array([[0.75, 0.25]])[:, ::-1],
        np.matrix([[0.25, 0.75]]),
        ((0.25, 0.75),),
        np.array([[0.25, 0.75]], ">f8"),
        np.array([[0.25, 0.75]], np.longdouble),
        [np.array([0.25, 0.75])],
    ],
)
def test_any_container_of_the_right_numbers_is_right(returned: object) -> None:
    assert agrees(read(returned, Reading("array")), pack(np.array([[0.25, 0.75]])), "array")


def test_one_array_for_two_is_kept_and_agrees_with_no_two() -> None:
    output, weights = np.array([[0.5, 2.0]]), np.array([[0.25, 0.75]])
    both = read([output, weights], Reading("arrays", 2))
    alone = read(weights, Reading("arrays", 2))
    assert alone == Several((pack(weights),))
    assert not agrees(alone, both, "arrays")
    assert same(alone, read(np.asfortranarray(weights), Reading("arrays", 2)), "arrays")
    assert not same(alone, read(output, Reading("arrays", 2)), "arrays")


@given(matrices)
def test_what_is_packed_comes_back(matrix: np.ndarray) -> None:
    packed = pack(matrix)
    assert isinstance(packed, Array)
    np.testing.assert_array_equal(unpack(packed), matrix)


def test_a_misconceptions_nan_is_met_by_nan_and_truths_by_their_numbers() -> None:
    wrong = pack(np.array([1.0, np.nan]))
    assert same(wrong, wrong, "array")
    assert not same(pack(np.array([np.nan, np.nan])), wrong, "array")
    assert same(pack(np.array([True, False])), pack(np.array([1.0, 0.0])), "array")
    assert not agrees(pack(np.array([True, False])), pack(np.array([1.0, 0.0])), "array")


def test_the_quick_way_agrees_with_the_slow_one() -> None:
    from conftest import ROOT

    from grader.content.catalog import ChapterCatalog

    part = ChapterCatalog(ROOT, "", public=False).entry("exercise3").exercise().parts[0]
    batch = Batch(part.cases)
    right = [case.expected for case in part.cases]
    assert batch.all_agree(right)
    for position, case in enumerate(part.cases):
        if not isinstance(case.expected, Array) or not case.expected.data:
            continue
        wrong = unpack(case.expected).copy()
        wrong.reshape(-1)[-1] += 1e-4
        answers = [*right[:position], pack(wrong), *right[position + 1 :]]
        assert not batch.all_agree(answers), case.name
        assert not agrees(answers[position], case.expected, "array", case.large)
