"""What was judged before is found again, and changes nothing: not for whom it was found, nor in which order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.content.calling import Outcome
from grader.content.catalog import ChapterCatalog
from grader.content.key import PartKey
from grader.content.values import Array, Raised, pack
from grader.intake.source import Source
from grader.judge import tiers
from grader.judge.memory import MOST, Memory, essence
from grader.judge.tiers import PartJudge
from grader.marking import trial

ROOT = Path(__file__).parents[1]
words = st.text(max_size=20)
Softmax = Callable[[np.ndarray], object]


def right(scores: np.ndarray) -> np.ndarray:
    if scores.ndim != 2 or scores.size == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError("one row of scores for each query")
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def by_columns(scores: np.ndarray) -> np.ndarray:
    return right(scores.T).T


def nowhere(scores: np.ndarray) -> np.ndarray:
    raise KeyError("nowhere")


def changed(scores: np.ndarray) -> np.ndarray:
    weights = right(scores)
    scores[:] = 0
    return weights


@pytest.fixture(scope="module")
def part() -> PartKey:
    return ChapterCatalog(ROOT, "", public=False).entry("exercise3").exercise().part("softmax_weights")


def outcomes(part: PartKey, function: Softmax) -> tuple[Outcome, ...]:
    return trial.attempt(function, part.plan())


@pytest.mark.parametrize("function", [right, by_columns, nowhere, changed])
def test_whoever_comes_second_is_judged_as_if_first(part: PartKey, function: Softmax) -> None:
    told, source = outcomes(part, function), Source("exercise3.py", "one\ntwo\n")
    fresh = PartJudge(part).judge(told, source)
    used = PartJudge(part)
    for other in (right, by_columns, function, nowhere, changed):
        used.judge(outcomes(part, other), Source("exercise3.py", "others\n"))
    assert used.judge(told, source) == fresh


def test_the_same_answers_are_judged_once(part: PartKey, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = PartJudge(part)
    judged = [judge.judge(outcomes(part, function), Source("exercise3.py", "")) for function in (right, by_columns)]
    assert [one.status for one in judged] == ["passed", "failed"]

    def judged_again(*values: object) -> None:
        raise AssertionError("it was judged, and diagnosed, before")

    monkeypatch.setattr(tiers, "diagnose", judged_again)
    assert judge.judge(outcomes(part, by_columns), Source("exercise3.py", "")) == judged[1]
    monkeypatch.setattr(judge, "judged", judged_again)
    assert judge.judge(outcomes(part, right), Source("exercise3.py", "")) == judged[0]


def test_each_is_told_its_own_exception(part: PartKey) -> None:
    judge = PartJudge(part)
    told = []
    for line, message in ((1, "mine"), (2, "yours")):
        raised = [Outcome(Raised("KeyError", False, message, line)) for _ in part.cases]
        told.append(judge.judge(raised, Source("exercise3.py", "first line\nsecond line\n")))
    assert [message in one.message for one, message in zip(told, ("mine", "yours"), strict=True)] == [True, True]
    assert "second line" in str(told[1])
    assert "second line" not in str(told[0])


def test_what_one_printed_is_not_shown_to_another(part: PartKey) -> None:
    judge = PartJudge(part)
    loud = [Outcome(one.answer, one.changed, one.moved_random, "secret\n") for one in outcomes(part, right)]
    assert "secret" in judge.judge(loud, Source("exercise3.py", "")).output
    assert judge.judge(outcomes(part, right), Source("exercise3.py", "")).output == ""


@given(st.lists(st.tuples(words, st.integers(0, 99), words), min_size=1, max_size=5))
def test_words_and_lines_are_not_of_the_essence(raised: list[tuple[str, int, str]]) -> None:
    ours = [Outcome(Raised("ValueError", True, message, line)) for message, line, _ in raised]
    theirs = [Outcome(Raised("ValueError", True, message, 0)) for _, _, message in raised]
    assert essence(ours) == essence(theirs)


answers = st.one_of(
    st.lists(st.floats(), max_size=3).map(lambda values: pack(np.array(values))),
    st.builds(Raised, st.sampled_from(["ValueError", "KeyError"]), st.booleans()),
)
some = st.lists(st.builds(Outcome, answers, st.sampled_from([(), (0,), (1,)]), st.booleans(), words), max_size=3)


@given(some, some)
def test_all_else_is(ours: list[Outcome], theirs: list[Outcome]) -> None:
    assert (essence(ours) == essence(theirs)) == (list(map(bits, ours)) == list(map(bits, theirs)))


def bits(outcome: Outcome) -> object:
    answer = outcome.answer
    kind = (answer.shape, answer.data) if isinstance(answer, Array) else answer
    return kind, outcome.changed, outcome.moved_random, outcome.printed


def test_the_oldest_is_forgotten() -> None:
    memory: Memory[int] = Memory()
    for number in range(MOST + 1):
        memory.keep(str(number).encode(), number)
    assert len(memory.kept) == MOST
    assert memory.get(b"0") is None
    assert memory.get(b"1") == 1
