"""A wheel of a copy of the tree, installed outside the clone: what students get works, and holds no answer."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, SCORED, Ended, environment

from grader.content.catalog import ChapterCatalog
from grader.content.chapter import exercise_ids
from grader.content.key import ExerciseKey
from grader.marking.verify import telling_inputs

SCRIPTS = "Scripts" if os.name == "nt" else "bin"
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "golden", "submissions", "benchmarks")


@dataclass(frozen=True)
class Installed:
    """A fresh virtual environment with the wheel in it, and the tree that the wheel was built from."""

    venv: Path
    tree: Path
    wheel: Path
    cache: Path

    @property
    def packages(self) -> Path:
        return next(self.venv.glob("lib/python*/site-packages")) if os.name != "nt" else self.venv / "Lib" / "site-packages"

    def run(self, command: list[object], cwd: Path) -> Ended:
        env = {name: value for name, value in environment(self.cache).items() if name != "PYTHONPATH"}
        done = subprocess.run(
            list(map(str, command)), cwd=cwd, env=env, capture_output=True, timeout=120, stdin=subprocess.DEVNULL
        )
        ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ended.err, ended.err
        return ended

    def grade(self, *arguments: object, cwd: Path) -> Ended:
        return self.run([self.venv / SCRIPTS / "grade", *arguments], cwd)

    def files(self) -> Iterator[Path]:
        for package in ("grader", "attention_workbook-*.dist-info"):
            for root in self.packages.glob(package):
                yield from (path for path in sorted(root.rglob("*")) if path.is_file())

    def state(self) -> str:
        """Of everything that was installed."""
        return hashlib.sha256(b"".join(str(path).encode() + path.read_bytes() for path in self.files())).hexdigest()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Built once, also where several processes run the tests: the first makes it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "packaging"
    try:
        shared.mkdir()
    except FileExistsError:
        ends = time.monotonic() + 180
        while not (shared / "done").exists() and time.monotonic() < ends:
            time.sleep(0.2)
    else:
        try:
            said = build(shared)
        except BaseException as problem:
            (shared / "done").write_text(f"FAILED {problem!r}")
            raise
        (shared / "done").write_text(said)
    said = (shared / "done").read_text()
    if said.startswith("SKIP"):
        pytest.skip(said)
    assert not said, said
    return Installed(shared / "venv", shared / "tree", next((shared / "wheels").glob("*.whl")), shared / "cache")


def build(shared: Path) -> str:
    """Copy, build, install. Says why it can't be done here, where it can't."""
    shutil.copytree(ROOT, shared / "tree", ignore=LEFT_BEHIND)
    shutil.copy(ROOT / ".workbook", shared / "tree")
    probe = subprocess.run([sys.executable, "-c", "import pip, hatchling"], capture_output=True, check=False)
    # With the build tool at hand no network is needed; else pip fetches it.
    options = ["--no-build-isolation"] if probe.returncode == 0 else []
    built = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--quiet",
            *options,
            "--wheel-dir",
            shared / "wheels",
            shared / "tree",
        ],
        cwd=shared,
        env=environment(shared / "cache"),
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode:
        offline = not options and "onnection" in built.stderr
        return f"SKIP: no hatchling here and no network to fetch it: {built.stderr[-300:]}" if offline else built.stderr
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", shared / "venv"], check=True)
    done = Installed(shared / "venv", shared / "tree", next((shared / "wheels").glob("*.whl")), shared / "cache")
    target = [sys.executable, "-m", "pip", "--python", shared / "venv" / SCRIPTS / "python", "install", "--no-deps", "--quiet"]
    subprocess.run([*target, done.wheel], check=True, cwd=shared, capture_output=True)
    # What it depends on is lent by the environment that runs the tests: its folder only, no editable install of it.
    (done.packages / "lent.pth").write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}))
    return ""


# ---------------------------------------------------------------- what is in it


def test_the_package_brings_grader_and_nothing_else(installed: Installed) -> None:
    names = zipfile.ZipFile(installed.wheel).namelist()
    assert {name.split("/")[0] for name in names} == {
        "grader",
        next(name.split("/")[0] for name in names if ".dist-info" in name),
    }
    assert "grader/public.key" in names
    assert "grader/report/result.schema.json" in names
    assert "grader/build_hook.py" not in names
    assert sum(file.file_size for file in zipfile.ZipFile(installed.wheel).infolist()) < 3_000_000


@pytest.mark.parametrize("name", ["exercises", "solutions", "exercises.exercise3", "solutions.exercise3", "tests"])
def test_exercises_and_solutions_are_not_importable(installed: Installed, tmp_path: Path, name: str) -> None:
    code = f"import importlib\ntry:\n    importlib.import_module({name!r})\nexcept ModuleNotFoundError:\n    print('no')"
    assert installed.run([installed.venv / SCRIPTS / "python", "-c", code], tmp_path).out == "no\n"


def test_the_code_is_that_of_the_clone(installed: Installed) -> None:
    ours = {path.relative_to(installed.tree): path.read_bytes() for path in installed.tree.glob("grader/**/*.py")}
    theirs = {path.relative_to(installed.packages): path.read_bytes() for path in installed.packages.glob("grader/**/*.py")}
    ours.pop(Path("grader/build_hook.py"))
    assert theirs == ours


@pytest.fixture(scope="module")
def everything(installed: Installed) -> bytes:
    return b"\0".join(path.read_bytes() for path in installed.files())


@pytest.fixture(scope="module")
def keys(cache: Path) -> list[ExerciseKey]:
    os.environ["WORKBOOK_CACHE"] = str(cache)
    catalog = ChapterCatalog(ROOT, "", public=False)
    entries = map(catalog.entry, catalog.ids())
    return [entry.exercise() for entry in entries if entry.kind == "exercise"]


def test_no_hidden_input_is_in_any_installed_file(everything: bytes, keys: list[ExerciseKey]) -> None:
    cases = [case for key in keys for part in key.parts for case in part.cases]
    public = {data for case in cases if not case.hidden for data in telling_inputs(case)}
    hidden = {data for case in cases if case.hidden for data in telling_inputs(case)} - public
    assert len(hidden) > 50
    assert [data for data in hidden if data in everything] == []
    assert any(data in everything for data in public), "the search finds what is there"


def test_no_hidden_case_is_named_in_any_installed_file(everything: bytes, keys: list[ExerciseKey]) -> None:
    cases = [case for key in keys for part in key.parts for case in part.cases if case.tier != "related"]
    public = {case.name for case in cases if not case.hidden}
    hidden = {case.name for case in cases if case.hidden and len(case.name) > 25}
    hidden = {name for name in hidden if not any(name in shown for shown in public)}
    assert len(hidden) > 20
    assert [name for name in hidden if name.encode() in everything] == []
    assert all(name.encode() in everything for name in public)


def test_no_line_of_an_answer_is_in_any_installed_file(everything: bytes) -> None:
    lines = {line for name in exercise_ids(ROOT) for line in code_lines(ROOT / "solutions" / f"{name}.py")}
    assert len(lines) > 100
    assert [line for line in lines if line.encode() in everything] == []


def code_lines(path: Path) -> Iterator[str]:
    """The telling lines of an answer file's functions: comments, docstrings and plain statements left out."""
    text = path.read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            for inner in node.body:
                for line in (ast.get_source_segment(text, inner) or "").split("\n"):
                    if len(line.strip()) >= 30 and not line.strip().startswith(("#", '"', 'f"', "raise", "if not isinstance")):
                        yield line.strip()


# ---------------------------------------------------------------- that it works


RIGHT = """
import numpy as np

def softmax_weights(scores):
    highest = scores.max(axis=1, keepdims=True)
    if np.isneginf(highest).any():
        raise ValueError("nothing to attend to")
    powers = np.exp(scores - highest)
    return powers / powers.sum(axis=1, keepdims=True)

def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
"""


def test_a_student_can_do_everything(installed: Installed, tmp_path: Path) -> None:
    """From another folder than the clone, and nothing that was installed is written to."""
    before = installed.state()
    for path in installed.files():
        path.chmod(0o444)
        path.parent.chmod(0o555)
    started = installed.grade("start", "work", cwd=tmp_path)
    assert started.status == 0, started
    work = tmp_path / "work"
    for name in exercise_ids(ROOT):
        assert (work / "exercises" / f"{name}.py").read_text() == (ROOT / "exercises" / f"{name}.py").read_text()

    assert "nothing leaves this machine" in installed.grade(cwd=work).out.replace("\n", " ")
    (work / "exercises" / "exercise3.py").write_text(RIGHT)
    graded = installed.grade("exercise3", cwd=work)
    assert (graded.status, graded.err) == (0, ""), graded
    assert "10/10 points" in graded.out
    assert "Public checks only" in graded.out
    assert installed.grade("exercise3", "--json", cwd=work).document()["public_only"] is True

    assert "passed" in installed.grade("list", cwd=work).out
    every = " ".join(installed.grade("all", cwd=work).out.split())
    assert f"1/{len(SCORED)} pass (12 exercises and the quiz), 10 of {10 * len(SCORED)} points" in every
    assert "hint 1 of 3" in installed.grade("hint", "exercise2", cwd=work).out
    assert installed.grade("reset", "exercise3", cwd=work).status == 0
    assert "not started" in installed.grade("exercise3", cwd=work / "exercises").out
    assert installed.grade("--help", cwd=tmp_path).status == 0
    for command in ("verify", "demo", "compile"):
        assert "run it in a clone" in installed.grade(command, *["x"] * (command == "compile"), cwd=work).sentence()
    assert installed.state() == before


def test_an_instructor_grades_with_a_key_file(installed: Installed, tmp_path: Path, full_key: Path) -> None:
    (tmp_path / "maeve").mkdir()
    (tmp_path / "maeve" / "exercise3.py").write_text(RIGHT)
    document = installed.grade(
        "--key", full_key, "exercise3", "--json", "--file", "maeve/exercise3.py", cwd=tmp_path
    ).document()
    assert (document["status"], document["public_only"], document["points"]) == ("passed", False, 10.0)


def test_a_filled_clone_still_knows_its_stubs(installed: Installed, tmp_path: Path) -> None:
    """The clone, without git and without a cache, after a student has filled it."""
    clone = tmp_path / "clone"
    shutil.copytree(installed.tree, clone)
    path = clone / "exercises" / "exercise3.py"
    stub = path.read_text()
    path.write_text(stub.replace('    raise NotImplementedError("TODO: softmax_weights")', "    return scores  # mine"))
    assert installed.grade("exercise3", cwd=clone).status == 1
    assert installed.grade("reset", "exercise3", cwd=clone).status == 0
    assert path.read_text() == stub
    assert "mine" in (clone / "exercises" / "exercise3.1.kept.py").read_text()
