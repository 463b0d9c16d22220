"""`grade pack`: one zip with what is graded, and an honest word on it."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import WRONG, Batch, Grade, fill, on_posix


def packed(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_is_in_it_what_is_missing_and_what_still_fails(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    fill(workspace, "exercise2", right("exercise2"))
    fill(workspace, "exercise3", WRONG)
    (workspace / "exercises" / "exercise5.py").unlink()
    ended = grade("pack", cwd=workspace)
    assert (ended.status, ended.err) == (0, "")
    assert set(packed(workspace / "handin.zip")) == {"exercise2.py", "exercise3.py"}
    said = ended.out
    assert said.startswith("handin.zip: 2 files to hand in\n")
    assert "ok    exercise2.py  Score matrix" in said
    assert "FAIL  exercise3.py  Softmax weights" in said
    assert "softmax_weights: Does not hold: each query's weights add up to 1" in said
    assert "exercises/exercise1.py: not started" in said
    assert "exercise5.py: there is no such file" in said
    assert "the marked run makes" in said


def test_the_zip_is_what_an_instructor_grades(
    batch: Batch, grade: Grade, workspace: Path, tmp_path: Path, right: Callable[[str], str]
) -> None:
    fill(workspace, "exercise2", right("exercise2"))
    assert grade("pack", tmp_path, cwd=workspace).status == 0
    with zipfile.ZipFile(tmp_path / "handin.zip") as archive:
        archive.extractall(tmp_path / "in" / "maeve")
    results = batch(tmp_path / "in", "--json").document()["results"]
    assert {row["exercise"]: row["status"] for row in results}["exercise2"] == "passed"


def test_the_same_work_makes_the_same_zip(grade: Grade, workspace: Path) -> None:
    path = fill(workspace, "exercise3", WRONG)
    grade("pack", "a.zip", cwd=workspace)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    grade("pack", "b.zip", cwd=workspace)
    assert (workspace / "a.zip").read_bytes() == (workspace / "b.zip").read_bytes()


def test_the_document_has_the_results_and_what_is_missing(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    document = grade("pack", "--json", cwd=workspace).document()
    assert document["files"] == ["exercise3.py"]
    assert [result["exercise"] for result in document["results"]] == ["exercise3"]
    assert document["missing"]["exercises/exercise1.py"] == "not started"


def test_a_broken_file_is_told_and_packed_all_the_same(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", "def softmax_weights(scores:\n")
    (workspace / "exercises" / "exercise4.py").write_bytes(b"\x00\x01")
    ended = grade("pack", cwd=workspace)
    assert ended.status == 0
    assert "UNREADABLE exercise4.py" in ended.out
    assert "exercise3.py can't be read: SyntaxError in line 1" in " ".join(ended.out.split())
    assert packed(workspace / "handin.zip")["exercise4.py"] == b"\x00\x01"


def test_only_work_is_packed(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    for name in ("notes.txt", "exercises/exercise3.1.kept.py", "exercises/maeve_exercise3.py", ".env", "exercises/helper.py"):
        (workspace / name).write_text("mine")
    grade("pack", cwd=workspace)
    assert set(packed(workspace / "handin.zip")) == {"exercise3.py"}


def test_a_blank_script_does_not_stand_in_a_notebook_s_way(grade: Grade, workspace: Path) -> None:
    (workspace / "exercises" / "exercise3.ipynb").write_text(
        '{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}'
    )
    (workspace / "all-of-it.ipynb").write_text("{}")
    grade("pack", cwd=workspace)
    assert set(packed(workspace / "handin.zip")) == {"exercise3.ipynb", "all-of-it.ipynb"}
    fill(workspace, "exercise3", WRONG)
    ended = grade("pack", cwd=workspace)
    assert set(packed(workspace / "handin.zip")) == {"exercise3.py", "all-of-it.ipynb"}
    assert "exercise3.ipynb: exercise3.py is there too, and is the one that is graded" in " ".join(ended.out.split())


def test_names_in_other_letters_are_packed_under_the_right_one(grade: Grade, workspace: Path) -> None:
    (workspace / "exercises" / "exercise3.py").unlink()
    (workspace / "exercises" / "Exercise3.PY").write_text(WRONG)
    grade("pack", cwd=workspace)
    assert set(packed(workspace / "handin.zip")) == {"exercise3.py"}


def test_nothing_to_hand_in_and_nowhere_to_put_it(grade: Grade, workspace: Path, tmp_path: Path) -> None:
    assert "there is nothing to hand in yet" in grade("pack", cwd=workspace).sentence()
    assert not (workspace / "handin.zip").exists()
    fill(workspace, "exercise3", WRONG)
    assert "does not end in .zip" in grade("pack", "exercises/exercise3.py", cwd=workspace).sentence()
    assert "can't be written" in grade("pack", "/proc/x.zip", cwd=workspace).sentence()
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    ended = grade("pack", "--json", cwd=outside)
    assert ended.status == 2
    assert "make one with `grade start DIR`" in ended.document()["error"]


@on_posix
def test_a_pipe_in_the_workspace_holds_nothing_up(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise2", WRONG)
    (workspace / "exercises" / "exercise3.py").unlink()
    os.mkfifo(workspace / "exercises" / "exercise3.py")
    ended = grade("pack", cwd=workspace)
    assert ended.status == 0
    assert set(packed(workspace / "handin.zip")) == {"exercise2.py"}


@pytest.mark.parametrize("text", ["", "\ufeff", "\r\n"])
def test_a_blank_file_with_other_line_ends_is_still_blank(grade: Grade, workspace: Path, text: str) -> None:
    fill(workspace, "exercise2", WRONG)
    path = workspace / "exercises" / "exercise3.py"
    stub = path.read_bytes()
    path.write_bytes({"": stub, "\ufeff": b"\xef\xbb\xbf" + stub, "\r\n": stub.replace(b"\n", b"\r\n")}[text])
    grade("pack", cwd=workspace)
    data = io.BytesIO((workspace / "handin.zip").read_bytes())
    assert zipfile.ZipFile(data).namelist() == ["exercise2.py"]
