"""Which exercise a file is for: by its name, however it was bent, else by the functions it defines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from downloads import EXERCISES, FUNCTIONS, by_path, listed, on_disk
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.names import Names, asked

NAMES = Names(asked(EXERCISES, FUNCTIONS))


@pytest.mark.parametrize(
    ("name", "exercise", "student", "hint"),
    [
        ("exercise3.py", "exercise3", None, None),
        ("exercise3-1.py", "exercise3", None, 1),
        ("exercise3 (2).py", "exercise3", None, 2),
        ("exercise3(2).py", "exercise3", None, 2),
        ("exercise3 2.py", "exercise3", None, 2),
        ("Exercise 3.py", "exercise3", None, None),
        ("EXERCISE_3.PY", "exercise3", None, None),
        ("exercise-10.py", "exercise10", None, None),
        ("exercise3 copy.py", "exercise3", None, None),
        ("exercise3 copy 2.py", "exercise3", None, 2),
        ("exercise3 - Copy.py", "exercise3", None, None),
        ("exercise3 - Copy (3).py", "exercise3", None, 3),
        ("exercise3-0f8fad5b-d9cb-469f-a165-70867728950e.py", "exercise3", None, None),
        ("exercise3.py.txt", "exercise3", None, None),
        ("exercise3.ipynb", "exercise3", None, None),
        ("maeve_exercise3.py", "exercise3", "maeve", None),
        ("Maeve O'Neil (12)_Exercise 3 (2).py", "exercise3", "Maeve O'Neil (12)", 2),
        ("quiz.toml", "quiz", None, None),
        ("quiz-1.toml", "quiz", None, 1),
        ("maeve_quiz.toml", "quiz", "maeve", None),
        ("quiz-maeve-marked.toml", "quiz", None, None),
        ("bo_quiz-maeve.toml", "quiz", "bo", None),
        ("practice1.py", "practice1", None, None),
        ("Practice 2.md", "practice2", None, None),
        ("reflection (1).md", "reflection", None, 1),
    ],
)
def test_a_name_that_is_clear(name: str, exercise: str, student: str | None, hint: int | None) -> None:
    assert NAMES.named(name) == (exercise, student, hint)


@pytest.mark.parametrize(
    "name",
    ["exercise4.py", "exercise03.py", "exercise0.py", "exercise3.md", "exercise3.pyc", "exercise3.py.bak",
     "exercise3_old.py", "exercise31.py",
     "myexercise3.py", "solution.py", "quiz.py", "quizzes.toml", "reflections.md", "exercise3", ".py", "",
     "exercise3\n.py", "exercise².py", "exercise３.py"],
)  # fmt: skip
def test_a_name_that_is_not(name: str) -> None:
    assert NAMES.named(name) is None


@given(st.text(max_size=60))
def test_any_name_can_be_looked_at(name: str) -> None:
    found = NAMES.named(name)
    assert found is None or found.exercise in EXERCISES


SOFTMAX = "def softmax_weights(scores):\n    return scores\n"
ATTENTION = "def attention_weights(Q, K):\n    return Q @ K.T\n"
DOUBLE = "def double(n):\n    return 2 * n\n"


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        (SOFTMAX + ATTENTION, {"exercise3": 1.0}),
        (SOFTMAX, {"exercise3": 0.5}),
        (SOFTMAX + "def encode(\n", {"exercise3": 0.5, "exercise10": 1.0}),
        ("async def encode(x): pass", {"exercise10": 1.0}),
        ("encode = lambda x: x\nadd: object = max", {"exercise10": 1.0, "exercise2": 1.0}),
        ("def encode[T](x: T) -> T: ...", {"exercise10": 1.0}),
        ("class A:\n    def encode(self): pass", {}),
        ("'''\ndef encode(x): pass\n'''", {}),
        ('x = """\\"""\ndef encode(x): pass\n"""', {}),
        ("# def encode(x): pass", {}),
        ("encode == 3", {}),
        ("def encoder(x): pass", {}),
        ("# don't '''\ndef encode(x): pass\n# '''", {"exercise10": 1.0}),
        ("x = '''never closed\ndef encode(x): pass", {"exercise10": 1.0}),
        ("def (\n\tdef oops\n" + DOUBLE + "]]]", {"exercise1": 0.5}),
        ("def encode(x): pass\r\ndef add(a, b): pass\r\n", {"exercise10": 1.0, "exercise2": 1.0}),
        ("", {}),
    ],
)
def test_the_functions_a_script_defines(text: str, shares: dict[str, float]) -> None:
    assert NAMES.defined("solution.py", text.encode()) == shares


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_in_whatever_encoding(encoding: str) -> None:
    assert NAMES.defined("solution.py", ("# é\n" + DOUBLE).encode(encoding)) == {"exercise1": 0.5}


@given(st.binary(max_size=200))
def test_any_bytes_can_be_looked_through(data: bytes) -> None:
    assert isinstance(NAMES.defined("a.py", data), dict)
    assert isinstance(NAMES.defined("a.ipynb", data), dict)


@pytest.mark.parametrize(
    "data", ["'''" * 100_000, "def " * 200_000, "x" * 1_000_000, '"""\\' * 200_000, "def f(" * 100_000, "a: " * 300_000]
)
def test_hostile_text_is_looked_through_in_a_moment(data: str) -> None:
    assert NAMES.defined("a.py", data.encode()) == {}


@pytest.mark.parametrize(
    "document",
    [
        {"cells": [{"cell_type": "code", "source": DOUBLE}]},
        {"cells": [{"cell_type": "code", "source": DOUBLE.splitlines(True)}], "nbformat": 4},
        {"worksheets": [{"cells": [{"cell_type": "code", "input": DOUBLE}]}], "nbformat": 3},
        {"cells": [None, 5, {"cell_type": "code", "source": DOUBLE}]},
    ],
)
def test_the_functions_a_notebook_defines(document: object) -> None:
    assert NAMES.defined("homework.ipynb", json.dumps(document).encode()) == {"exercise1": 0.5}


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b"5", b'{"cells": 5}', b'{"cells": [{"cell_type": "markdown", "source": "def double(n): pass"}]}',
     b"[" * 200_000,
     b'{"worksheets": [[], 3]}', b'{"cells": [{"cell_type": "code", "source": {"a": 1}}]}', "Ω".encode("utf-16")],
)  # fmt: skip
def test_a_notebook_that_holds_none(data: bytes) -> None:
    assert NAMES.defined("homework.ipynb", data) == {}


# ---------------------------------------------------------------- in a folder


def exercises(tmp_path: Path, files: dict[str, str]) -> dict[str, tuple[str | None, str | None]]:
    rows = by_path(listed(on_disk(tmp_path / "in", files), tmp_path / "scratch"))
    return {path: (row.exercise, row.ignored) for path, row in rows.items()}


def test_a_file_of_unclear_name_is_for_the_exercise_whose_functions_it_defines(tmp_path: Path) -> None:
    assert exercises(
        tmp_path, {"maeve/solution.py": SOFTMAX + ATTENTION, "maeve/untitled1.py": DOUBLE, "bo/x.py": "x = 1"}
    ) == {
        "maeve/solution.py": ("exercise3", None),
        "maeve/untitled1.py": ("exercise1", None),
        "bo/x.py": (None, "names no exercise, and defines none of the functions asked for"),
    }


def test_more_of_its_functions_decide(tmp_path: Path) -> None:
    files = {"maeve/solution.py": SOFTMAX + "def encode(x): pass\n"}
    assert exercises(tmp_path, files) == {"maeve/solution.py": ("exercise10", None)}


def test_a_tie_is_told_and_nothing_guessed(tmp_path: Path) -> None:
    files = {"maeve/homework.py": SOFTMAX + ATTENTION + "add = max\n"}
    says = "defines functions of exercise2 and exercise3, and is not named for one of them: name it exercise2.py"
    assert exercises(tmp_path, files) == {"maeve/homework.py": (None, says)}
    listing = listed(tmp_path / "in", tmp_path / "scratch")
    assert {one.notes for one in listing.handins} == {(f"homework.py {says}",)}


def test_a_clear_name_goes_before_an_unclear_one_and_a_filled_file_before_the_stub(tmp_path: Path) -> None:
    stub = "def double(n):\n    raise NotImplementedError\n"
    assert exercises(
        tmp_path, {"a/exercise1.py": "x = 1", "a/solution.py": DOUBLE, "b/exercise1.py": stub, "b/solution.py": DOUBLE}
    ) == {
        "a/exercise1.py": ("exercise1", None),
        "a/solution.py": ("exercise1", "is superseded by a/exercise1.py"),
        "b/exercise1.py": ("exercise1", "is superseded by b/solution.py"),
        "b/solution.py": ("exercise1", None),
    }


def test_a_loose_file_of_unclear_name_among_others_is_nobodys(tmp_path: Path) -> None:
    assert exercises(tmp_path, {"maeve_exercise1.py": DOUBLE, "solution.py": DOUBLE, "notes.txt": "hello"}) == {
        "maeve_exercise1.py": ("exercise1", None),
        "solution.py": (None, "has a name that does not say whose it is"),
        "notes.txt": (None, "is not one of the files asked for"),
    }


def test_alone_it_is_its_folders(tmp_path: Path) -> None:
    folder = on_disk(tmp_path / "maeve", {"solution.py": DOUBLE, "notes.txt": "hello"})
    listing = listed(folder, tmp_path / "scratch")
    assert listing.students == ["maeve"]
    assert listing.handins[0].path == "solution.py"
