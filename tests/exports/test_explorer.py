"""`grade tests`: what an editor's test explorer shows is what `grade` says."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import WRONG, Grade, environment, fill


@pytest.fixture
def explored(grade: Grade, workspace: Path) -> Path:
    ended = grade("tests", cwd=workspace)
    assert (ended.status, ended.err) == (0, "")
    return workspace / "test_workbook.py"


def outcomes(file: Path, cache: Path, *options: str) -> dict[str, str]:
    """By test id: passed, failure or skipped, as pytest tells an editor."""
    report = file.with_name("report.xml")
    env = environment(cache, PYTHONDONTWRITEBYTECODE="1", PYTHONUTF8="1")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", file.name, *options]
    done = subprocess.run(command, cwd=file.parent, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return {
        f"{case.get('classname', '').split('.')[-1]}.{case.get('name')}": next((child.tag for child in case), "passed")
        for case in ElementTree.parse(report).iter("testcase")
    }


def test_they_are_real_functions_one_a_part(explored: Path) -> None:
    tree = ast.parse(explored.read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    (third,) = (one for one in classes if one.name == "TestExercise3")
    functions = [one.name for one in third.body if isinstance(one, ast.FunctionDef)]
    assert functions == ["test_softmax_weights", "test_attention_weights"]


def test_passing_failing_and_waiting_checks_are_told_as_such(
    explored: Path, cache: Path, workspace: Path, right: Callable[[str], str]
) -> None:
    fill(workspace, "exercise2", right("exercise2"))
    fill(workspace, "exercise3", WRONG)
    fill(workspace, "exercise4", "def causal_mask(n:\n")
    found = outcomes(explored, cache)
    of = {
        name: Counter(outcome for test, outcome in found.items() if test.startswith(f"TestExercise{name}.")) for name in "12345"
    }
    assert set(of["2"]) == {"passed"}, "a right file is all green"
    assert set(of["1"]) == set(of["5"]) == {"skipped"}, "what is not started is no failure"
    assert found["TestExercise3.test_softmax_weights[invariants: each query's weights add up to 1]"] == "failure"
    assert found["TestExercise3.test_softmax_weights[import: the file loads]"] == "passed"
    assert of["3"]["skipped"] > 5
    assert found["TestExercise4.test_causal_mask[import: the file loads]"] == "failure"
    assert (of["4"]["failure"], of["4"]["passed"]) == (3, 0), "each part says so once"


def test_a_failure_says_what_grade_says_and_shows_no_frame_of_ours(explored: Path, cache: Path, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    outcomes(explored, cache, "-k", "test_softmax_weights")
    said = (workspace / "report.xml").read_text(encoding="utf-8")
    assert (
        "does not hold: each query&apos;s weights add up to 1" in said
        or "does not hold: each query's weights add up to 1" in said
    )
    assert "This is what softmax down the columns (axis=0) gives." in said
    assert "explorer.py" not in said.partition("<failure")[2].partition("</failure")[0]


def test_nothing_of_the_student_s_is_imported_to_list_the_tests(explored: Path, cache: Path, workspace: Path) -> None:
    fill(workspace, "exercise3", "raise SystemExit\n")
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"]
    env = environment(cache, PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(command, cwd=workspace, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert "TestExercise3::test_attention_weights" in done.stdout


def test_it_can_be_written_anew_and_never_over_somebody_s_own(grade: Grade, explored: Path, workspace: Path) -> None:
    before = explored.read_bytes()
    assert grade("tests", cwd=workspace).status == 0
    assert explored.read_bytes() == before
    explored.write_text("# mine\n")
    assert "is not of this command's making" in grade("tests", cwd=workspace).sentence()
    assert explored.read_text() == "# mine\n"
    assert "pytest finds no tests in checks.py" in grade("tests", "checks.py", cwd=workspace).sentence()
    assert "can't be written" in grade("tests", os.path.join("/proc", "test_x.py"), cwd=workspace).sentence()
