"""The house rules that a linter does not know."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FILES = sorted((ROOT / "grader").rglob("*.py"))
LONGEST_FILE, LONGEST_FUNCTION = 400, 45
CHAPTERS_WORDS = (
    "softmax",
    "UPI",
    "payment",
    "attention_",
    "queries",
    "head_dimension",
    "split_heads",
    "causal",
    "score_matrix",
    "projection",
    "d_model",
    "num_heads",
)
ALLOWED = {
    "your softmax_weights(scores)",  # examples in docstrings
    "q for queries, k for keys",
    # A general law: the symmetry of a matrix, of its row softmax, or of what two matrices make.
    "row softmax",
    "row-softmax",
    "row_softmax",
    "or queries and keys of one shape",
    "queries, keys = matrices",
    "scores = queries @ keys.T",
    "np.sqrt(queries.shape[1])",
}

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))


@each_file
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").split("\n")) <= LONGEST_FILE


@each_file
def test_no_function_is_long(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert [one.name for one in functions if (one.end_lineno or 0) - one.lineno + 1 > LONGEST_FUNCTION] == []


@each_file
def test_the_engine_knows_nothing_of_this_chapter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for allowed in ALLOWED:
        text = text.replace(allowed, "")
    assert [word for word in CHAPTERS_WORDS if word.lower() in text.lower()] == []


@each_file
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["socket", "urllib", "http", "ssl", "ftplib", "requests"])
def test_nothing_here_talks_to_a_network(name: str) -> None:
    """`import socket` is allowed to the sandbox alone: local pairs, and the proof that a network can't be reached."""
    users = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(one.split(".")[0] == name for one in found) and path.parent.name != "sandbox":
                users.append(path)
    assert users == []


def test_importing_the_package_is_light() -> None:
    code = "import sys, grader; print(sorted({name.split('.')[0] for name in sys.modules} & {'numpy', 'click', 'msgspec'}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout == "[]\n"


def test_grading_an_exercise_loads_no_heavy_library() -> None:
    code = (
        "import sys; from grader.cli.main import grade; grade(['exercise3'], standalone_mode=False);"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'sympy', 'nbformat', 'rich', 'parso', 'json'}))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert said.split("\n")[-2] == "[]"


def test_at_the_top_there_is_only_what_belongs_there() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no git here")
    top = {line.split("/")[0] for line in listed.stdout.split("\n") if line and not line.startswith(".")}
    assert top <= {
        "pyproject.toml",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "LICENSE",
        "exercises",
        "solutions",
        "grader",
        "tests",
    }


def test_an_exercise_is_two_files() -> None:
    """The same holds for the quiz and for tasks: what is handed out, and its answer file."""
    given_out = {path.stem for path in (ROOT / "exercises").iterdir() if path.suffix in (".py", ".toml", ".md")}
    # The chapter's own claims are no work of anybody's.
    assert given_out == {path.stem for path in (ROOT / "solutions").glob("*.py")} - {"chapter"}


def test_numpys_threads_are_set_in_one_place() -> None:
    """For the command itself in its entry; for the children that run submissions with what else they are given."""
    setting = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "grader").rglob("*.py") if '"OPENBLAS_NUM' in path.read_text()
    }
    assert setting == {"grader/cli/entry.py", "grader/sandbox/places.py"}


@pytest.mark.parametrize("door", ["entry", "main"])
def test_numpy_has_one_thread_by_whichever_door(door: str) -> None:
    shown = "print(os.environ['OPENBLAS_NUM_THREADS'])"
    code = f"import os\nfrom grader.cli.{door} import main\ntry:\n    main()\nfinally:\n    {shown}"
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", code, "--version"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split()[-1] == "1"
