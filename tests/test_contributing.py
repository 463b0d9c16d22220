"""The example in CONTRIBUTING.md is what it says: a complete exercise, which `grade verify` finds sound."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Grade

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(
    re.findall(r"^`((?:exercises|solutions)/exercise13\.py)`:\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A chapter of nothing but the example."""
    assert set(FILES) == {"exercises/exercise13.py", "solutions/exercise13.py"}
    (tmp_path / ".workbook").write_text("A chapter\n")
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_example_is_sound(grade: Grade, example: Path) -> None:
    ended = grade("verify", "exercise13", "--json", cwd=example)
    findings = ended.document()["findings"]
    assert [one for one in findings if one["complaints"]] == []
    assert ended.status == 0
    assert len(findings) > 12


def test_the_example_shows_all_that_it_should(example: Path) -> None:
    from grader.content.compile import load_exercise

    [part] = load_exercise(example / "solutions" / "exercise13.py").parts
    assert part.laws
    assert part.relations
    assert len(part.misconceptions) >= 2
    assert part.equivalents
    assert {case.tier for case in part.cases} == {"values", "hard", "errors"}
    assert {case.hidden for case in part.cases} == {True, False}


def test_the_example_grades(grade: Grade, example: Path) -> None:
    solution = FILES["solutions/exercise13.py"]
    squared = re.search(r"^def without_root.*?\n\n\n", solution, re.MULTILINE | re.DOTALL)
    assert squared
    wrong = example / "wrong.py"
    wrong.write_text("import numpy as np\n\n\n" + squared[0].replace("without_root", "distances"))
    document = grade("exercise13", "--file", wrong, "--json", cwd=example).document()
    assert [part["misconception"] for part in document["parts"]] == ["squared-distance"]


def test_what_the_page_says_of_it(grade: Grade, example: Path) -> None:
    """Other sizes in the error case, and a mutant lives."""
    path = example / "solutions" / "exercise13.py"
    text = path.read_text(encoding="utf-8")
    assert "vectors(13, 2, 1)" in text
    path.write_text(text.replace("vectors(13, 2, 1)", "vectors(13, 2, 3)"), encoding="utf-8")
    findings = grade("verify", "exercise13", "--json", cwd=example).document()["findings"]
    broken = {one["rule"]: one["complaints"] for one in findings if one["complaints"]}
    assert list(broken) == ["mutants_die"]
    assert broken["mutants_die"] == [
        "distances: this mutant lives: distances: if … → if False in `if Q.shape[1] != K.shape[1]`"
    ]
