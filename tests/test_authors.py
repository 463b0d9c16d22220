"""A slip of an author's is told as one, wherever the answer file is read: which file, which line, what is wanted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Grade
from test_content import CHAPTER, broken

from grader.content import quiz as quizzes
from grader.content.authoring import Exercise
from grader.content.compile import compile_exercise, exercise_of, publish
from grader.content.key import AuthorError, encoder
from grader.content.vocabulary import VOCABULARY
from grader.judge.laws import LAWS
from grader.judge.statistics import DRAW_LAWS

SOLUTION = CHAPTER["solutions/exercise1.py"]
STUB = CHAPTER["exercises/exercise1.py"]
LAW = ("misconceptions=(", "laws=(Law({}),), misconceptions=(")


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """A chapter with one small exercise, some of its answer file replaced."""
    text = SOLUTION
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    for path, content in {**CHAPTER, "solutions/exercise1.py": text, ".workbook": "A chapter\n"}.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content)
    return folder


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBOOK_CACHE", str(cache))


def with_law(arguments: str) -> tuple[str, str]:
    return LAW[0], LAW[1].format(arguments)


# ---------------------------------------------------------------- laws


def test_the_vocabulary_is_what_the_judge_knows() -> None:
    assert set(VOCABULARY) == set(LAWS) | set(DRAW_LAWS)


@pytest.mark.parametrize(
    ("says", "change"),
    [
        ("there is no law called 'rows-sum-to-on': is 'rows-sum-to-one' meant?", with_law('"rows-sum-to-on", "x"')),
        ("there is no law called 'nonsense'", with_law('"nonsense", "x"')),
        (
            "there is no law called 'nonsense'",
            ('"Twice is not to the power of two."', '"No.", laws=(Law("nonsense", "x"),)'),
        ),
        ("the law 'rows-reordered' lacks 'order' (a row of numbers) in its params", (', {"order": [1, 0]}', "")),
        ("the law 'within-columns-of' lacks 'input' (a whole number)", with_law('"within-columns-of", "x"')),
        ("the law 'symmetric' lacks 'of' (one of scores, weights, row-softmax, itself)", with_law('"symmetric", "x"')),
        (
            "the law 'tokens-within' lacks 'most' (a whole number)",
            with_law('"tokens-within", "x", params={"least": 2}'),
        ),
        (
            "the law 'not-negative' has a param 'itm' that it does not know: it takes item",
            with_law('"not-negative", "x", params={"itm": 0}'),
        ),
        (
            "the law 'symmetric' has the param 'of' as softmax, and takes one of scores,",
            with_law('"symmetric", "x", params={"of": "softmax"}'),
        ),
        ("the law 'rows-reordered' has the param 'order' as 1, and takes a row of numbers", ("[1, 0]}", "1}")),
        ("the law 'rows-reordered' has the param 'order' as [[1], [0, 2]]", ("[1, 0]}", "[[1], [0, 2]]}")),
        ("the law 'rows-reordered' has the param 'order' as ['b', 'a']", ("[1, 0]}", "['b', 'a']}")),
        (
            "the law 'within-columns-of' has the param 'input' as 0.5, and takes a whole number",
            with_law('"within-columns-of", "x", params={"input": 0.5}'),
        ),
        (
            "the law 'same' holds cases against each other, two by two: on=1 cases do not come in pairs",
            with_law('"same", "x", on=("two rows",)'),
        ),
        ("params of Law('x') is 'item', and is to be a dict", with_law('"not-negative", "x", params="item"')),
        ("on of Law('x') is 'two rows', and is to be a tuple of a text", with_law('"not-negative", "x", on="two rows"')),
    ],
)
def test_a_law_that_is_not_named_or_parametrised_right(tmp_path: Path, says: str, change: tuple[str, str]) -> None:
    found = broken(written(tmp_path, change))
    assert list(found) == ["the_key_can_be_made"], found
    [slip] = found["the_key_can_be_made"]
    assert slip.startswith(f"exercise1.doubled: {says}"), slip
    line = next(number for number, text in enumerate(SOLUTION.split("\n"), 1) if change[0] in text)
    assert slip.endswith(f"(solutions/exercise1.py, line {line})") or "lambda X" in SOLUTION.split("\n")[line - 1], slip


def test_numbers_of_numpys_are_numbers(tmp_path: Path) -> None:
    """An author computes params and bounds with numpy, and means numbers."""
    change = ('hard("large numbers", 1e6', 'hard("large numbers", zero_within=np.float64(1e-9), X=1e6')
    law = with_law('"within-columns-of", "x", params={"input": np.int64(0)}')
    exercise = exercise_of((written(tmp_path, law) / "solutions" / "exercise1.py").read_text(), tmp_path / "exercise1.py")
    assert compile_exercise(exercise, "exercise1", STUB).parts[0].laws[0].params == {"input": 0}
    exercise = exercise_of((written(tmp_path, change) / "solutions" / "exercise1.py").read_text(), tmp_path / "exercise1.py")
    assert encoder.encode(compile_exercise(exercise, "exercise1", STUB))


# ---------------------------------------------------------------- any field, any wrong value

WRONG: list[Any] = [
    *(None, 5, -1.5, "x", "", (), [], {}, object(), {"a": 5}, {5: 5}, (1,), ("a",), (("a",),), (None,), b"x", True),
    *(lambda: 1, lambda *args: 5, np.zeros(3), np.zeros((2, 0)), np.array([object()]), np.float64(1), np.int64(3), 1j),
]


def places(value: object, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every field and every entry of authored data."""
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield (*above, field.name)
            yield from places(getattr(value, field.name), (*above, field.name))
    elif isinstance(value, tuple):
        for position in sorted({0, len(value) - 1} & set(range(len(value)))):
            yield (*above, position)
            yield from places(value[position], (*above, position))


def put(value: Any, place: tuple[Any, ...], wrong: object) -> Any:
    if not place:
        return wrong
    first, *rest = place
    if isinstance(first, int):
        return tuple(put(one, tuple(rest), wrong) if at == first else one for at, one in enumerate(value))
    return dataclasses.replace(value, **{first: put(getattr(value, first), tuple(rest), wrong)})


def test_whatever_an_author_puts_anywhere_makes_a_key_or_is_told_as_a_slip() -> None:
    change = with_law('"rows-sum-to-one", "shares", on=("a square",)')
    exercise = exercise_of(SOLUTION.replace(*change), Path("x") / "exercise1.py")
    told: list[str] = []
    for place in places(exercise):
        for wrong in WRONG:
            made = put(exercise, place, wrong)
            assert isinstance(made, Exercise)
            try:
                key = compile_exercise(made, "exercise1", STUB)
                encoder.encode([key, publish(key)])
            except AuthorError as slip:
                told.append(str(slip))
    assert len(told) > 1200
    assert {slip[:9] for slip in told} == {"exercise1"}


def test_whatever_an_author_puts_anywhere_in_a_quiz_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quizzes, "POOL", 2)
    quiz = quizzes.load_quiz(ROOT / "solutions" / "quiz.py")
    quiz = dataclasses.replace(quiz, questions=(quiz.questions[2],))
    refused = 0
    for number, place in enumerate(places(quiz)):
        if place[-1] == "reroll":
            continue
        for wrong in (WRONG[number % len(WRONG)], None):
            try:
                quizzes.quiz_entry(put(quiz, place, wrong), "quiz", True)
            except AuthorError:
                refused += 1
    assert refused > 70


# ---------------------------------------------------------------- wherever it is read


@pytest.mark.parametrize(
    "command",
    [("compile", "key"), ("all",), ("exercise1",), ("list",), ("hint", "exercise1"), (), ("demo",), ("release", "out")],
)
@pytest.mark.parametrize(
    ("says", "change"),
    [
        (
            "can't be run: NameError in line 23: name 'Nonsense' is not defined",
            ("EXERCISE = Exercise(", "EXERCISE = Nonsense("),
        ),
        ("can't be run: SyntaxError", ("def squared(X):", "def squared(X:")),
        (
            "exercise1.doubled: hints is to be a tuple of 3 texts: a question, the operation to use, a small case by hand "
            "(solutions/exercise1.py, line 39)",
            ('hints=("What', 'hints=["What'),
        ),
        (
            "exercise1.doubled: the change of relation 'turning the rows turns the result' fails on 'two rows': "
            "ZeroDivisionError: division by zero (solutions/exercise1.py, line 43)",
            ("(X[::-1],)", "1 / 0"),
        ),
    ],
)
def test_every_command_tells_the_author(
    grade: Grade, tmp_path: Path, command: tuple[str, ...], says: str, change: tuple[str, str]
) -> None:
    changes = [change] if change[0] != 'hints=("What' else [change, ('is [2, 4].")', 'is [2, 4]."]')]
    folder = written(tmp_path, *changes)
    ended = grade(*command, cwd=folder)
    assert "the grader itself" not in ended.err
    assert ended.status == 2
    [sentence] = ended.err.splitlines()
    assert says in sentence
    assert "exercise1" in sentence


def test_help_comes_all_the_same(grade: Grade, tmp_path: Path) -> None:
    ended = grade("--help", cwd=written(tmp_path, ("EXERCISE = Exercise(", "EXERCISE = Nonsense(")))
    assert ended.status == 0
    assert "makes no key: `grade verify exercise1` tells why" in " ".join(ended.out.split())


@pytest.mark.parametrize("name", ["quiz", "practice1"])
def test_a_quiz_and_a_task_too(grade: Grade, tmp_path: Path, name: str) -> None:
    """Whatever nobody thought of comes with its file and its line."""
    folder = written(tmp_path)
    bound = {"quiz": "QUIZ = Quiz('T', (Asked('q1', 't', Question('p', (number('a', 'b', '2', equals=2, why='w'),)), roll),))"}
    (folder / "solutions" / "quiz.py").write_text(
        "from grader.content.asking import *\n\n\ndef roll(dice):\n    return [][1]\n\n\n" + bound["quiz"] + "\n"
    )
    (folder / "solutions" / "practice1.py").write_text(
        "from grader.content.tasks import *\nTASK = Task('T', 'p', 't', (Words(3),), 'rubric')\n"
    )
    (folder / "exercises" / "practice1.md").write_text("# T\n\n`grade practice1` checks it.\n")
    (folder / "exercises" / "quiz.toml").write_text("")
    wanted = {
        "quiz": "solutions/quiz.py in line 5 is not of the form that is asked for: IndexError",
        "practice1": "practice1: rubric of Task('T') is 'rubric', and is to be a tuple of Criterion(…), as many as are needed, "
        "with a comma after each (solutions/practice1.py, line 2)",
    }
    for command in [("compile", "key"), (name,), ("verify", name)]:
        if command[0] == "compile" and name == "practice1":
            (folder / "solutions" / "quiz.py").unlink()
        ended = grade(*command, cwd=folder, env={"COLUMNS": "400"})
        assert ended.status in (1, 2)
        assert wanted[name] in " ".join((ended.out + ended.err).split()), (command, ended)


def test_an_answer_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hashed is what is run, and what the key carries."""
    from grader.content.chapter import compiled_entry
    from grader.marking.verify import Subject

    folder = written(tmp_path)
    path = folder / "solutions" / "exercise1.py"
    reads: list[Path] = []
    real: Callable[[Path], bytes] = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda self: reads.append(self) or real(self))  # type: ignore[func-returns-value]
    monkeypatch.setenv("WORKBOOK_CACHE", str(tmp_path / "cache"))
    compiled_entry(folder, "exercise1")
    assert reads.count(path) == 1
    Subject(folder, "exercise1")
    assert reads.count(path) == 2


# ---------------------------------------------------------------- routes

SECOND = """
def quadrupled(X):
    return np.multiply(4.0, X)


def by_doubling(X):
    return np.multiply(2.0, (yield ask("doubled", X)))


def by_itself(X):
    if X.size > 1000:
        yield ask("doubled", X)
    return np.multiply(4.0, X)


EXERCISE = Exercise("Twice", (*EXERCISE.parts, Part(
    function=quadrupled, returns=Returns("array", (("rows", "columns"),)), task="Take it four times.",
    cases=tuple(case(f"case {seed}", numbers(seed, 2, 3), hidden=seed > 20) for seed in range(20, 26)),
    hints=EXERCISE.parts[0].hints, why="Twice twice.", builds_on=ROUTES,
)))
"""


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        ("by_doubling", []),
        # The other is credited; this one leads nowhere by itself.
        ("by_doubling, by_itself", ["quadrupled: by_itself is never credited for using a wrong earlier part rightly"]),
        ("by_itself, by_doubling", ["quadrupled: by_itself is never credited for using a wrong earlier part rightly"]),
    ],
)
def test_each_way_of_using_an_earlier_part_is_credited(tmp_path: Path, routes: str, told: list[str]) -> None:
    from grader.marking.routes import uses_lead_to_the_answers
    from grader.marking.verify import Subject

    folder = written(tmp_path)
    path = folder / "solutions" / "exercise1.py"
    path.write_text(path.read_text() + SECOND.replace("ROUTES", f"({routes},)"))
    subject = Subject(folder, "exercise1")
    assert uses_lead_to_the_answers(subject) == told
    assert subject.notes["uses_lead_to_the_answers"] == "1 right uses of wrong earlier parts"
