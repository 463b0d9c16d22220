"""No text that students may see quotes the numbers of a hidden case: which are found, and which are no alarm."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from test_authors import written

from grader.marking.telling import numbers_in, texts_tell_no_hidden_numbers
from grader.marking.verify import Subject


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBOOK_CACHE", str(cache))


HIDDEN = np.random.default_rng(2).standard_normal((3, 2))
"""The inputs of the hidden case “three rows”."""
PUBLIC = np.random.default_rng(1).standard_normal((2, 3))
MORE = (
    'case("four rows"',
    'case("whole", np.array([[17, 3, 8, 21], [3.5, 512, 1024, 0]]), hidden=True), '
    'case("shares", np.array([[0.125, 0.375, 1.25, 3]]), hidden=True), '
    'case("shown", np.array([[640.0, 0.875]])), case("four rows"',
)


def complaints(folder: Path, *changes: tuple[str, str]) -> list[str]:
    return texts_tell_no_hidden_numbers(Subject(written(folder, MORE, *changes), "exercise1"))


def in_hint(text: str) -> tuple[str, str]:
    return '"Twice [1, 2] is [2, 4]."', f'"{text}"'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"Say, the first number is {float(HIDDEN[0, 0])}.", f"{abs(float(HIDDEN[0, 0]))}"),
        (f"Say, the first number is {HIDDEN[1, 1]:.4f}, and so on.", f"{abs(HIDDEN[1, 1]):.4f}"),
        (f"Say, the first number is −{abs(HIDDEN[1, 1]):.6f}.", f"{abs(HIDDEN[1, 1]):.6f}"),
        (f"Twice it is {2 * HIDDEN[2, 0]:.5f}.", f"{abs(2 * HIDDEN[2, 0]):.5f}"),
        ("Try it on 512 rows.", "512"),
        ("Try it on 1,024 rows.", "1,024"),
        ("A share of 12.5% is small.", "12.5%"),
        ("A share of 0.125 is small.", "0.125"),
        ("Try it on [17, 3, 8, 21] first.", "17 3 8 21"),
        ("Try it on 17 3 8 21 first.", "17 3 8 21"),
        ("What becomes of [[2, 5], [17, 3], [8, 21]]?", "17 3 8 21"),
        ("It becomes [34, 6, 16, 42].", "34 6 16 42"),
    ],
)
def test_a_hint_that_quotes_a_hidden_case(tmp_path: Path, text: str, told: str) -> None:
    found = complaints(tmp_path, in_hint(text))
    assert f"doubled: hint 3 quotes {told}, which only a hidden case has" in found


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("its task", ('task="Double the matrix."', 'task="Double 512."')),
        ("its why", ("A number times a matrix", "512 times a matrix")),
        ("the sentence of squared", ('"This squares."', '"This squares 512."')),
        ("the hint of squared", ("Twice is not to the power", "512 is not to the power")),
        ("the name of the case “a row of 512”", ('case("one row"', 'case("a row of 512"')),
        ("the name of the case “512 in it”", ('case("two rows"', 'case("512 in it"')),
        ("the law “512 rows turn the result”", ('"turning the rows turns the result"', '"512 rows turn the result"')),
    ],
)
def test_every_text_is_looked_at(tmp_path: Path, what: str, change: tuple[str, str]) -> None:
    changes = [change] + [('the result", "two rows"', 'the result", "512 in it"')] * ("512 in it" in what)
    assert complaints(tmp_path, *changes) == [f"doubled: {what} quotes 512, which only a hidden case has"]


@pytest.mark.parametrize(
    "text",
    [
        "Twice [1, 2] is [2, 4].",
        "Counting 1 2 3 4 and 0, 0, 1 tells nothing; 17 is no secret, nor is 3 to 8.",
        # What a public case holds or answers anyway.
        "What is twice 640? It is 1280, or 1,280.",
        f"Begin with {PUBLIC[0, 0]:.6f}, say.",
        "Begin with 0.875 or 87.5%.",
        # What nobody has.
        "Use float64, 4711, 3.1416 or 0.00731, as exercise512 does.",
        # The chapter's printed number.
        "Twice 1.5 is 3.0000.",
    ],
)
def test_what_gives_nothing_away(tmp_path: Path, text: str) -> None:
    assert complaints(tmp_path, in_hint(text)) == []


def test_what_the_stub_says_is_said(tmp_path: Path) -> None:
    folder = written(tmp_path, MORE, in_hint("Try it on 512, or on [17, 3, 8, 21]."))
    stub = folder / "exercises" / "exercise1.py"
    assert len(texts_tell_no_hidden_numbers(Subject(folder, "exercise1"))) == 2
    stub.write_text(stub.read_text().replace("Twice the numbers", "Twice the numbers, [17, 3, 8, 21] or 512, say"))
    assert texts_tell_no_hidden_numbers(Subject(folder, "exercise1")) == []


@pytest.mark.parametrize(("digits", "alarms"), [(3, 0), (7, 1)])
def test_a_number_met_by_chance_is_no_alarm(tmp_path: Path, digits: int, alarms: int) -> None:
    """Among two thousand random entries nearly any three digits are found; seven are not."""
    entry = abs(np.random.default_rng(7).standard_normal((40, 50))[3, 3])
    many = ('case("four rows"', 'case("many", numbers(7, 40, 50), hidden=True), case("four rows"')
    folder = written(tmp_path, many, in_hint(f"Try {entry:.{digits}f}."))
    assert len(texts_tell_no_hidden_numbers(Subject(folder, "exercise1"))) == alarms


@pytest.mark.parametrize(("exercise", "part"), [("exercise3", "softmax_weights"), ("exercise7", "attention")])
def test_in_an_exercise_of_the_chapter(exercise: str, part: str) -> None:
    """A hint that quotes a row of any hidden case of a real exercise."""
    from dataclasses import replace

    from grader.content.values import Array, unpack

    subject = Subject(ROOT, exercise)
    assert texts_tell_no_hidden_numbers(subject) == []
    place = next(at for at, one in enumerate(subject.exercise.parts) if one.name == part)
    authored, key = subject.exercise.parts[place], subject.key.parts[place]
    inputs = [value for case in key.cases if case.hidden and case.tier == "values" for value in case.call.args[:1]]
    arrays = [unpack(value) for value in inputs if isinstance(value, Array)]
    assert len(arrays) > 4
    for array in arrays[:5]:
        hint = f"Try it on {np.round(array.ravel()[:4].astype(float), 3).tolist()}."
        parts = list(subject.exercise.parts)
        parts[place] = replace(authored, hints=(*authored.hints[:2], hint))
        subject.exercise = replace(subject.exercise, parts=tuple(parts))
        if len(set(array.ravel()[:4].tolist())) > 2:
            assert texts_tell_no_hidden_numbers(subject) != [], hint


def test_how_numbers_are_read() -> None:
    read = [
        (one.text, one.value, one.digits)
        for one in numbers_in("−3.250, 1e-3, 0.0450; 1,024 and 57.6 %, x2 v1.2.3 5th 100 10^28")
    ]
    assert read == [
        *(("3.250", 3.25, 4), ("1e-3", 1e-3, 1), ("0.0450", 0.045, 3), ("1", 1.0, 1), ("024", 24.0, 2), ("57.6", 57.6, 3)),
        *(("57.6%", pytest.approx(0.576), 3), ("100", 100.0, 1), ("10", 10.0, 1), ("28", 28.0, 2), ("1,024", 1024.0, 4)),
    ]
