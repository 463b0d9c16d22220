"""Notebooks wherever a script is taken: given by name, in a workspace, in a batch; and given out."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from conftest import ROOT, Batch, Grade, fill
from notebook_files import code, notebook, text

from grader.intake.blank_notebook import blank_notebook, pieces_of
from grader.intake.source import decode

IMPORTS = "%matplotlib inline\nimport numpy as np\n"
RIGHT = """
def softmax_weights(scores):
    scores = np.asarray(scores, dtype=float)
    if scores.shape[1] == 0 or (scores == -np.inf).all(axis=1).any():
        raise ValueError("no distribution")
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
"""
ATTENTION = """
def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
"""
HEADS = """
def head_dimension(d_model, num_heads):
    if min(d_model, num_heads) < 1 or d_model % num_heads or d_model != int(d_model) or num_heads != int(num_heads):
        raise ValueError("no such heads")
    return d_model // num_heads
"""
WHOLE = notebook(text("# Softmax"), IMPORTS, RIGHT, ATTENTION)


@pytest.fixture
def notebooks(grade: Grade, tmp_path: Path) -> Path:
    """A workspace whose exercises are notebooks."""
    folder = tmp_path / "notebooks"
    assert grade("start", "--notebook", folder).status == 0
    return folder


def parts(document: Any) -> dict[str, str]:
    return {part["part"]: part["status"] for part in document["parts"]}


# ---------------------------------------------------------------- given out


def test_what_is_given_out_is_a_valid_notebook(notebooks: Path) -> None:
    files = sorted(path.name for path in (notebooks / "exercises").iterdir())
    stubs = (ROOT / "exercises").glob("exercise*.py")
    assert [name for name in files if name.startswith("exercise")] == sorted(f"{stub.stem}.ipynb" for stub in stubs)
    for path in (notebooks / "exercises").glob("*.ipynb"):
        made = nbformat.read(path, as_version=nbformat.NO_CONVERT)
        nbformat.validate(made)
        assert (made.nbformat, made.nbformat_minor) == (4, 5)
        kinds = [cell.cell_type for cell in made.cells]
        assert kinds[0] == "markdown"
        assert made.cells[0].source.startswith(f"# Exercise {path.stem.removeprefix('exercise')}")
        assert made.cells[-1].source == f"%load_ext grader\n%check {path.stem}"
        functions = [cell.source for cell in made.cells if "raise NotImplementedError" in cell.source]
        assert all(source.count("\ndef ") + source.startswith("def ") == 1 for source in functions)


def test_nothing_of_a_stub_is_lost_in_its_notebook() -> None:
    for path in sorted((ROOT / "exercises").glob("exercise*.py")):
        stub = path.read_text(encoding="utf-8")
        made = decode(blank_notebook(path.stem, stub).encode(), "a.ipynb").text
        lines = [line for line in stub.split('"""', 2)[2].split("\n") if line.strip()]
        assert [line for line in made.split("\n") if line.strip()] == lines
        assert pieces_of(stub)[0].split("\n")[0] in stub


def test_the_same_stub_makes_the_same_notebook() -> None:
    stub = '"""A story."""\n\nimport math\n\n# A note.\n@math.floor\ndef f(x):\n    return x\n\nY = 1\n'
    assert blank_notebook("exercise9", stub) == blank_notebook("exercise9", stub)
    assert pieces_of(stub) == ["A story.", "import math", "# A note.\n@math.floor\ndef f(x):\n    return x", "Y = 1"]


# ---------------------------------------------------------------- in a workspace


def test_a_fresh_notebook_is_not_started(grade: Grade, notebooks: Path) -> None:
    ended = grade("exercise3", cwd=notebooks)
    assert ended.status == 1
    assert "not started" in ended.out
    assert "note:" not in ended.out
    assert "Next: edit exercises/exercise3.ipynb, then  grade exercise3" in ended.out


def test_a_notebook_is_graded_hinted_at_listed_and_reset(grade: Grade, notebooks: Path) -> None:
    path = notebooks / "exercises" / "exercise3.ipynb"
    path.write_bytes(notebook(IMPORTS, RIGHT))
    assert parts(grade("exercise3", "--json", cwd=notebooks).document()) == {
        "softmax_weights": "passed",
        "attention_weights": "failed",
    }
    assert "attention_weights, hint 1 of 3" in grade("hint", "exercise3", cwd=notebooks).out
    path.write_bytes(WHOLE)
    assert grade("exercise3", cwd=notebooks).status == 0
    assert "passed, 1 hint\n" in grade("list", cwd=notebooks).out
    assert "exercise3  Softmax weights                                          10/10 points" in grade("all", cwd=notebooks).out
    said = grade("reset", "exercise3", cwd=notebooks).out
    assert said == "exercises/exercise3.ipynb is the stub again; what you wrote is in exercises/exercise3.1.kept.ipynb.\n"
    assert (path.parent / "exercise3.1.kept.ipynb").read_bytes() == WHOLE
    assert "not started" in grade("exercise3", cwd=notebooks).out


def test_of_script_and_notebook_the_one_with_work_in_it_is_graded(grade: Grade, workspace: Path) -> None:
    path = workspace / "exercises" / "exercise3.ipynb"
    path.write_bytes(WHOLE)
    document = grade("exercise3", "--json", cwd=workspace).document()
    assert (document["status"], document["warnings"]) == ("passed", [])
    # Now the other way round, also where a program wrote the notebook's format in its own way.
    stub = (workspace / "exercises" / "exercise3.py").read_text(encoding="utf-8")
    path.write_text(json.dumps(json.loads(blank_notebook("exercise3", stub))), encoding="utf-8")
    fill(workspace, "exercise3", f"import numpy as np\n{RIGHT}{ATTENTION}")
    document = grade("exercise3", "--json", cwd=workspace).document()
    assert (document["status"], document["warnings"]) == ("passed", [])


def test_where_there_is_work_in_both_the_one_saved_last_is_graded_and_said(grade: Grade, workspace: Path) -> None:
    path = workspace / "exercises" / "exercise3.ipynb"
    path.write_bytes(WHOLE)
    script = fill(workspace, "exercise3", "x = 1\n")
    for older, newer, status in [(script, path, "passed"), (path, script, "failed")]:
        os.utime(older, (1_000_000_000, 1_000_000_000))
        os.utime(newer, (1_100_000_000, 1_100_000_000))
        document = grade("exercise3", "--json", cwd=workspace).document()
        assert document["status"] == status
        both = f"there is work in both {newer.name} and {older.name}: {newer.name}, saved last, was graded; "
        assert document["warnings"][0] == both + "move the other one away"


def test_start_leaves_work_alone(grade: Grade, workspace: Path) -> None:
    script = fill(workspace, "exercise3", f"import numpy as np\n{RIGHT}{ATTENTION}")
    assert grade("start", "--notebook", workspace).status == 0
    assert script.read_text(encoding="utf-8").startswith("import numpy")
    assert grade("exercise3", cwd=workspace).status == 0


# ---------------------------------------------------------------- given by name


def test_a_notebook_given_by_name(grade: Grade, workspace: Path) -> None:
    (workspace / "mine.ipynb").write_bytes(notebook(IMPORTS, RIGHT, ATTENTION, "1 / 0"))
    ended = grade("exercise3", "--file", "mine.ipynb", "--json", cwd=workspace)
    assert ended.status == 0
    assert ended.document()["warnings"] == [
        "mine.ipynb, cell 4, line 1: ZeroDivisionError: division by zero, while the notebook was being loaded; "
        "everything after that statement was still run"
    ]


def test_what_a_notebook_imports_in_vain_is_told_once(grade: Grade, workspace: Path) -> None:
    plots = [
        "import matplotlib.pyplot as plt, seaborn as sns",
        "plt.plot([1])",
        "sns.set()",
        "from matplotlib import cm\ncm.viridis",
    ]
    (workspace / "mine.ipynb").write_bytes(notebook(IMPORTS, *plots, RIGHT, ATTENTION))
    document = grade("exercise3", "--file", "mine.ipynb", "--json", cwd=workspace).document()
    assert document["status"] == "passed"
    assert [warning.split(":")[0] for warning in document["warnings"]] == ["mine.ipynb, cell 2, line 1"]


@pytest.mark.skipif(os.name != "posix", reason="made for POSIX")
def test_a_notebook_is_watched(workspace: Path, cache: Path) -> None:
    import subprocess

    from conftest import GRADE, environment

    (workspace / "exercises" / "exercise3.py").unlink()
    path = workspace / "exercises" / "exercise3.ipynb"
    path.write_bytes(notebook(IMPORTS, RIGHT))
    watching = subprocess.Popen(
        [*GRADE, "exercise3", "--watch"],
        cwd=workspace,
        env=environment(cache, PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert watching.stdout
        assert "5/10 points" in until(watching.stdout, "Watching")
        path.write_bytes(WHOLE)
        assert "10/10 points" in until(watching.stdout, "Watching")
    finally:
        watching.kill()
        watching.wait()


def until(stream: Any, word: str) -> str:
    seen = ""
    deadline = time.monotonic() + 60
    while word not in seen.rsplit("\n", 2)[-2:][0] and time.monotonic() < deadline:
        seen += stream.readline()
    return seen


# ---------------------------------------------------------------- in a batch


def test_notebooks_in_a_batch(batch: Batch, tmp_path: Path) -> None:
    class_folder = tmp_path / "class"
    hand_ins = {
        "ada/exercise3.ipynb": WHOLE,
        "bo/exercise3.py": f"import numpy as np\n{RIGHT}{ATTENTION}".encode(),
        "cy/exercise3.ipynb": WHOLE[:300],
        "dee/exercise5.ipynb": notebook(HEADS),
        # The same bytes under both names: each is told by its own.
        "eve/exercise3.py": WHOLE,
    }
    for name, data in hand_ins.items():
        (class_folder / name).parent.mkdir(parents=True, exist_ok=True)
        (class_folder / name).write_bytes(data)
    rows = {(row["student"]["id"], row["exercise"]): row for row in batch(class_folder, "--json").document()["results"]}
    assert [rows[student, "exercise3"]["points"] for student in ("ada", "bo", "cy", "eve")] == [10, 10, 0, 10]
    assert rows["ada", "exercise3"]["path"] == "ada/exercise3.ipynb"
    assert rows["cy", "exercise3"]["parts"][0]["message"].startswith("exercise3.ipynb is cut off at its end")
    assert parts(rows["dee", "exercise5"])["head_dimension"] == "passed"


def test_account_names_reach_no_report(batch: Batch, tmp_path: Path) -> None:
    info = {"executionInfo": {"user": {"displayName": "Maeve Secret", "userId": "12345678901234567890"}}}
    cells = [
        code(one, metadata=info, outputs=[{"output_type": "error", "traceback": ["/home/secret/x"]}])
        for one in (IMPORTS, RIGHT, "1/0")
    ]
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "exercise3.ipynb").write_bytes(notebook(*cells, metadata={"authors": [{"name": "Maeve Secret"}]}))
    ended = batch(tmp_path, "--json")
    assert "secret" not in ended.out.lower() + ended.err.lower()
    assert "12345678901234567890" not in ended.out
    assert "cell 3, line 1: ZeroDivisionError" in ended.out


def test_a_notebook_saved_anew_is_graded_anew_in_a_gradebook(batch: Batch, tmp_path: Path) -> None:
    folder = tmp_path / "class" / "ada"
    folder.mkdir(parents=True)
    for data, points in [(notebook(IMPORTS, RIGHT), 5), (WHOLE, 10), (WHOLE, 10)]:
        (folder / "exercise3.ipynb").write_bytes(data)
        rows = batch(folder.parent, "--db", tmp_path / "book.db", "--json").document()["results"]
        assert [row["points"] for row in rows if row["exercise"] == "exercise3"] == [points]
