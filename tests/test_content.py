"""The content is tested like code: each rule of `grade verify` on each exercise, and proof that each rule can fail."""

from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

from grader.content import trying
from grader.content.chapter import exercise_ids
from grader.content.key import AuthorError
from grader.marking import trial
from grader.marking.verify import RULES, Rule, Subject, verify_exercise

ITEMS = [pytest.param(name, rule, id=f"{name}-{rule.__name__}") for name in exercise_ids(ROOT) for rule in RULES]


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBOOK_CACHE", str(cache))


@functools.cache
def subject(name: str) -> Subject:
    return Subject(ROOT, name)


@pytest.mark.parametrize(("name", "rule"), ITEMS)
def test_content(name: str, rule: Rule) -> None:
    assert rule(subject(name)) == []


def test_every_exercise_is_worth_ten_points() -> None:
    for name in exercise_ids(ROOT):
        assert sum(part.points for part in subject(name).key.parts) == pytest.approx(10, abs=1e-9)


# ---------------------------------------------------------------- verify can fail

CHAPTER = {
    "exercises/exercise1.py": '''\
"""Exercise 1."""


def doubled(X):
    """Twice the numbers: X (rows, columns) is a matrix, and so is what comes back; nothing else happens to it here.

    Raises ValueError where X is no matrix.
    """
    raise NotImplementedError("TODO: doubled")
''',
    "solutions/exercise1.py": """\
import numpy as np
from grader.content.authoring import Exercise, Law, Misconception, Part, Relation, Returns, ask, case, error, hard


def doubled(X):
    if X.ndim != 2:
        raise ValueError("no matrix")
    return np.multiply(2.0, X)


def squared(X):
    return X * X


def through(X):
    return (yield ask("tripled", X))


def numbers(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


EXERCISE = Exercise(
    title="Doubling",
    parts=(
        Part(
            function=doubled,
            returns=Returns("array", (("rows", "columns"),)),
            task="Double the matrix.",
            cases=(
                case("two rows", numbers(1, 2, 3)),
                case("three rows", numbers(2, 3, 2), hidden=True),
                case("a square", numbers(3, 3, 3), hidden=True),
                case("four rows", numbers(4, 4, 5), hidden=True),
                case("one row", numbers(5, 1, 4), hidden=True),
                hard("large numbers", 1e6 * numbers(6, 2, 3), hidden=True),
                error("a vector", np.arange(3.0)),
            ),
            hints=("What is twice a number?", "Multiply the whole array at once.", "Twice [1, 2] is [2, 4]."),
            why="A number times a matrix goes to every entry.",
            relations=(
                Relation(
                    "rows-reordered", "turning the rows turns the result", "two rows", lambda X: (X[::-1],), {"order": [1, 0]}
                ),
            ),
            misconceptions=(Misconception("squared", squared, "This squares.", "Twice is not to the power of two."),),
        ),
    ),
    printed=(("twice 1.5 is 3.0000", lambda: float(doubled(np.array([[1.5]]))[0, 0]), 3.0),),
)
""",
}


@pytest.fixture
def chapter(tmp_path: Path) -> Callable[..., Path]:
    """A chapter of one small exercise, with some of its text replaced."""

    def make(*changes: tuple[str, str], stub: tuple[tuple[str, str], ...] = ()) -> Path:
        for path, text in CHAPTER.items():
            for old, new in changes if path.startswith("solutions") else stub:
                assert old in text, old
                text = text.replace(old, new)
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    return make


def broken(folder: Path) -> dict[str, list[str]]:
    return {finding.rule: list(finding.complaints) for finding in verify_exercise(folder, "exercise1") if not finding.holds}


def test_a_sound_chapter_holds(chapter: Callable[..., Path]) -> None:
    assert broken(chapter()) == {}


@pytest.mark.parametrize(
    ("rule", "complaint", "changes"),
    [
        (
            "reference_passes",
            "doubled: failed",
            [
                (
                    "    return np.multiply(2.0, X)\n",
                    "    X = X.copy()\n    calls.append(1)\n    return (2.0 + 1e-3 * (len(calls) > 7)) * X\n",
                ),
                ("def squared", "calls = []\n\n\ndef squared"),
            ],
        ),
        (
            "printed_numbers_come_out",
            "twice 1.5 is 3.0000: recomputed as 3.0, printed as 3.0002",
            [("[0, 0]), 3.0)", "[0, 0]), 3.0002)")],
        ),
        ("misconceptions_are_diagnosed", "doubled: squared (squared) passes", [("return X * X", "return doubled(X)")]),
        (
            "misconceptions_are_diagnosed",
            "doubled: squared (squared) is diagnosed as None",
            [("misconceptions=(", 'misconceptions=(Misconception("other", squared, "This too.", "No."), ')],
        ),
        (
            "enough_hidden_cases",
            "doubled: 4 hidden cases and 2 public ones",
            [("numbers(5, 1, 4), hidden=True", "numbers(5, 1, 4)")],
        ),
        (
            "shapes_differ",
            "doubled: 4 of 5 ordinary cases are square",
            [
                ("numbers(1, 2, 3)", "numbers(1, 2, 2)"),
                ("numbers(2, 3, 2)", "numbers(2, 3, 3)"),
                ("numbers(4, 4, 5)", "numbers(4, 4, 4)"),
            ],
        ),
        (
            "enough_hidden_cases",
            "doubled: the hidden case 'one row' has the inputs of the public case 'two rows'",
            [("numbers(5, 1, 4), hidden=True", "numbers(1, 2, 3), hidden=True")],
        ),
        (
            "misconceptions_are_diagnosed",
            "doubled: squared (squared) is diagnosed as None: all its values are right",
            [("return X * X", "return np.multiply(2.0, X)")],
        ),
        (
            "laws_hold",
            "doubled: the reference itself breaks “shares” (rows-sum-to-one)",
            [("misconceptions=(", 'laws=(Law("rows-sum-to-one", "shares"),), misconceptions=(')],
        ),
        ("shapes_differ", "doubled: no ordinary case is square", [("numbers(3, 3, 3)", "numbers(3, 3, 4)")]),
        (
            "hints_give_nothing_away",
            "doubled: a hint holds the reference's line 'np.multiply(2.0,X)'",
            [("Multiply the whole array at once.", "Try np.multiply(2.0, X) on it.")],
        ),
        ("hints_give_nothing_away", "doubled: a hint of under 15", [("What is twice a number?", "Think.")]),
        (
            "mutants_die",
            "doubled: this mutant lives: doubled: if … → if False",
            [('                error("a vector", np.arange(3.0)),\n', "")],
        ),
        (
            "mutants_die",
            "doubled: listed as equivalent, but it fails or is no mutant: doubled: nonsense",
            [
                ("misconceptions=(", 'equivalents=(Equivalent("doubled: nonsense", "so"),), misconceptions=('),
                ("import Exercise,", "import Equivalent, Exercise,"),
            ],
        ),
        (
            "laws_can_be_judged",
            "doubled: the law “turning the rows turns the result” (rows-reordered) stumbles over the reference's own answers",
            [('{"order": [1, 0]}', '{"order": [7, 0]}')],
        ),
        (
            "laws_can_be_judged",
            "doubled: the law “a law” (antisymmetric) stumbles over the reference's own answers",
            [
                (
                    '"Twice is not to the power of two."',
                    '"Twice is not to the power of two.", laws=(Law("antisymmetric", "a law", on=("two rows",)),)',
                )
            ],
        ),
        (
            "printed_numbers_come_out",
            "this could not be checked: ZeroDivisionError in line 49: ",
            [("lambda: float(doubled(np.array([[1.5]]))[0, 0])", "lambda: 1 / 0")],
        ),
        (
            "laws_are_broken",
            "doubled: nothing breaks “numbers or not”",
            [
                ("misconceptions=(", 'laws=(Law("not-negative", "numbers or not", on=("zeros",)),), misconceptions=('),
                ('case("two rows"', 'case("zeros", np.zeros((2, 3))), case("two rows"'),
                ("return X * X", "return X**3 + X**2"),
            ],
        ),
        (
            "public_key_is_public",
            "doubled: an input of the hidden case 'three rows' is in the public key",
            # It is what a public case answers.
            [('case("three rows", numbers(2, 3, 2)', 'case("three rows", 2.0 * numbers(1, 2, 3)')],
        ),
    ],
)
def test_each_rule_can_fail(chapter: Callable[..., Path], rule: str, complaint: str, changes: list[tuple[str, str]]) -> None:
    found = broken(chapter(*changes))
    assert any(one.startswith(complaint) for one in found.get(rule, [])), found


@pytest.mark.parametrize(
    ("rule", "complaint", "change"),
    [
        ("stub_and_reference_agree", "doubled: the stub takes [('Y', ", ("def doubled(X)", "def doubled(Y)")),
        ("stub_and_reference_agree", "doubled: the stub takes [('X', 1)]", ("def doubled(X)", "def doubled(X=1)")),
        ("stub_and_reference_agree", "the stub does not define doubled", ("def doubled(X)", "def double(X)")),
        ("stub_and_reference_agree", "the stub defines double, which is no part", ("def doubled(X)", "def double(X)")),
        (
            "stub_is_not_attempted",
            "a function of the stub does not end in raise NotImplementedError",
            ('raise NotImplementedError("TODO: doubled")', "raise NotImplementedError\n    return X"),
        ),
        (
            "stub_is_not_attempted",
            "doubled has no docstring that teaches",
            (
                "Twice the numbers: X (rows, columns) is a matrix, and so is what comes back; nothing else happens to it here.",
                "x",
            ),
        ),
    ],
)
def test_each_rule_about_the_stub_can_fail(
    chapter: Callable[..., Path], rule: str, complaint: str, change: tuple[str, str]
) -> None:
    found = broken(chapter(stub=(change,)))
    assert any(one.startswith(complaint) for one in found.get(rule, [])), found


@pytest.mark.parametrize(
    ("complaint", "change"),
    [
        ("binds no EXERCISE", ("EXERCISE = ", "EXERCIS = ")),
        ("can't be run: SyntaxError", ("def squared(X):", "def squared(X:")),
        ("can't be run: ModuleNotFoundError", ("import numpy as np", "import numpy as np\nimport torch_is_not_here")),
        (
            "exercise1.doubled: the reference changes its input in case 'two rows'",
            ("    return np.multiply(2.0, X)", "    X *= 2.0\n    return X"),
        ),
        (
            "exercise1.doubled: in case 'two rows' the reference answers NaN",
            ("return np.multiply(2.0, X)", "return np.nan * X"),
        ),
        ("exercise1.doubled: in case 'a vector' the reference raises nothing", ("    if X.ndim != 2:\n", "    if False:\n")),
        (
            "exercise1.doubled: in case 'two rows' the reference raises ValueError",
            ("return np.multiply(2.0, X)", "raise ValueError"),
        ),
        (
            "exercise1.doubled: in case 'two rows' the reference raises TypeError",
            ("return np.multiply(2.0, X)", "return X + None"),
        ),
        (
            "exercise1.doubled: in case 'two rows' the reference returns None: is a return statement missing?",
            ("return np.multiply(2.0, X)", "np.multiply(2.0, X)"),
        ),
        ("can't be run: SystemExit in line 1: 3", ("import numpy as np", "raise SystemExit(3)")),
        ("can't be run: TypeError in line 26: Part.__init__() missing", ('            task="Double the matrix.",\n', "")),
        (
            "exercise1: parts is to be a tuple with a Part in it",
            ("EXERCISE = Exercise(", 'EXERCISE = Exercise("x", Part(*[doubled] * 6))\nNOTHING = Exercise('),
        ),
        ("exercise1.doubled: two cases are called 'two rows'", ('case("three rows"', 'case("two rows"')),
        (
            "exercise1.doubled: law 'not-negative' is on ['nowhere']",
            ("misconceptions=(", 'laws=(Law("not-negative", "y", on=("nowhere",)),), misconceptions=('),
        ),
        ("exercise1.doubled: hints is to be a tuple of 3 texts", ('"Multiply the whole array at once.", ', "")),
        ("exercise1.doubled: task is empty", ('task="Double the matrix."', 'task=""')),
        ("exercise1: its title is empty", ('title="Doubling"', 'title=" "')),
        ("exercise1.doubled: points is -1", ("cases=(", "points=-1, cases=(")),
        ("exercise1.doubled: there is no kind 'matrix' to return", ('Returns("array"', 'Returns("matrix"')),
        ("exercise1.doubled: axes is to be a tuple of tuples", ('(("rows", "columns"),)', '("rows", "columns")')),
        (
            "exercise1.doubled: laws holds 'rows-sum-to-one', which is no Law(…)",
            ("misconceptions=(", 'laws=("rows-sum-to-one",), misconceptions=('),
        ),
        (
            "exercise1.doubled: cases is to be a tuple: cases=(Case(…),)",
            ("            cases=(\n", "            cases=[], routes=(\n"),
        ),
        ("exercise1: parts holds function, not only Part(…)", ("    parts=(\n", "    parts=(doubled,\n")),
        (
            "exercise1.doubled: in case 'two rows' the reference does not come back within 0.2 s",
            ("return np.multiply(2.0, X)", "while True: pass"),
        ),
        (
            "exercise1.doubled: squared in case 'two rows' does not come back within 0.2 s",
            ("return X * X", "while True: pass"),
        ),
        (
            "exercise1.doubled builds on 'tripled', which is no earlier part",
            ("misconceptions=(", "builds_on=(through,), misconceptions=("),
        ),
        (
            "exercise1.doubled: relation 'y' starts from 'nowhere'",
            ('"turning the rows turns the result", "two rows"', '"y", "nowhere"'),
        ),
    ],
)
def test_an_author_is_told_what_makes_no_key(
    chapter: Callable[..., Path], complaint: str, change: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "PATIENCE", 0.2)
    folder = chapter(change)
    found = broken(folder)
    assert list(found) == ["the_key_can_be_made"]
    assert complaint in found["the_key_can_be_made"][0]
    with pytest.raises(AuthorError):
        Subject(folder, "exercise1")


def test_a_mutant_that_never_ends_counts_as_dead() -> None:
    from grader.content.calling import Call, PartPlan
    from grader.content.reading import Reading

    if not trial.CAN_FORK:
        pytest.skip("needs fork")

    def endless() -> None:
        while True:
            pass

    [outcome] = trial.attempt_apart(endless, PartPlan("endless", Reading("array"), (Call(()),)), 0.2)
    assert getattr(outcome.answer, "name", "") == trial.STOPPED


def test_solutions_never_become_importable(chapter: Callable[..., Path]) -> None:
    subject("exercise1")
    verify_exercise(chapter(), "exercise1")
    assert not [name for name in sys.modules if name.split(".")[0] in ("solutions", "exercises", "exercise1")]


def test_a_filled_clone_still_knows_its_pristine_stubs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git and without a cache: the functions are emptied again."""
    monkeypatch.setenv("WORKBOOK_CACHE", str(tmp_path / "cache"))
    clone = tmp_path / "clone"
    for folder in ("exercises", "solutions"):
        shutil.copytree(ROOT / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = clone / "exercises" / "exercise3.py"
    stub = path.read_text()
    path.write_text(stub.replace('    raise NotImplementedError("TODO: softmax_weights")', "    x = 1\n    return scores"))
    from grader.content.chapter import pristine_stub

    assert pristine_stub(clone, "exercise3") == stub
