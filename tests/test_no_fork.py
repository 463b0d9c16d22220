"""A machine without `fork` (Windows, say), forced here: the portable tier and spawned workers do the same work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import WORK, WRONG, Ended, Grade, fill, on_posix

NO_FORK = "import os, sys; del os.fork; sys.argv[0] = 'grade'; from grader.cli.entry import main; main()"
MIXED = """
import numpy as np

def softmax_weights(scores):
    while True: pass

def attention_weights(Q, K):
    print("here")
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if scores.shape[1] == 0:
        raise ValueError("no keys")
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
"""


def judged(document: Any) -> Any:
    """What was found out, without how it was isolated."""
    return [{name: value for name, value in row.items() if name != "isolation"} for row in document.get("results", [document])]


@on_posix
@pytest.mark.parametrize("text", [WRONG, MIXED, "import os\nos._exit(3)\n", "def softmax_weights(:\n    pass\n"])
def test_a_students_file_is_judged_the_same(grade: Grade, workspace: Path, text: str) -> None:
    fill(workspace, "exercise3", text)
    usual = grade("exercise3", "--json", cwd=workspace)
    forkless = grade("exercise3", "--json", cwd=workspace, code=NO_FORK)
    assert forkless.status == usual.status
    assert forkless.document()["isolation"] == "process"
    assert judged(forkless.document()) == judged(usual.document())


@on_posix
def test_the_weaker_tier_is_told_in_one_line(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    said = "Ran as a plain process, without confinement"
    assert said in grade("exercise3", cwd=workspace, code=NO_FORK).out
    assert said in grade("exercise3", "--isolation", "process", cwd=workspace).out


@on_posix
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_wants_to_be_asked_and_then_spawns(grade: Grade, full_key: Path, tmp_path: Path, jobs: int) -> None:
    for student, text in (("maeve", WRONG), ("bo", MIXED)):
        (tmp_path / student).mkdir()
        (tmp_path / student / "exercise3.py").write_text(text)

    def batch(*options: object, code: str | None = None) -> Ended:
        return grade("--key", full_key, "batch", tmp_path, "--jobs", jobs, *options, code=code)

    if jobs == 1:
        # (A spawned worker is a new program, which on this machine could fork after all.)
        assert "needs a Python that can fork" in batch(code=NO_FORK).sentence()
    forkless = batch("--isolation", "process", "--json", code=NO_FORK).document()
    usual = batch("--isolation", "process", "--json").document()
    assert len(forkless["results"]) == 2 * len(WORK)
    assert judged(forkless) == judged(usual)
