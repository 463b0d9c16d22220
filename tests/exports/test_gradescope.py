"""The autograder, run as Gradescope runs it: a zip unpacked into a folder of its own, two scripts, one JSON file."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, WRONG, as_root, on_posix

from exports.conftest import grade_in_clone, lend_packages, once
from grader.marking import autograder
from grader.marking.crew import Crew

pytestmark = on_posix
ONE = "exercise3"


@dataclass(frozen=True)
class Harness:
    """The folder that stands for /autograder."""

    root: Path

    def submit(self, files: dict[str, str | bytes]) -> None:
        shutil.rmtree(self.root / "submission", ignore_errors=True)
        for name, content in files.items():
            path = self.root / "submission" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        (self.root / "submission").mkdir(exist_ok=True)

    def environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": str(self.root), "AUTOGRADER_USER": "nobody",
                "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}  # fmt: skip

    def script(self, path: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.root / path], cwd=self.root, env=self.environment(), capture_output=True, text=True, check=False, timeout=120
        )

    def run(self, files: dict[str, str | bytes]) -> Any:
        """What Gradescope reads after a run."""
        self.submit(files)
        self.script("run_autograder")
        return self.results()

    def results(self) -> Any:
        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} in results.json")

        return json.loads((self.root / "results" / "results.json").read_text(), parse_constant=refuse)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpacked and set up, as the image is. Its dependencies are lent."""

    def make(folder: Path) -> None:
        ended = grade_in_clone(folder / "cache", "release", "--gradescope", folder / "autograder.zip")
        assert ended.status == 0, ended
        assert ended.err == "", "a pipe is left alone"
        (folder / "said").write_text(ended.out)
        root = folder / "autograder"
        with zipfile.ZipFile(folder / "autograder.zip") as archive:
            for info in archive.infolist():
                Path(archive.extract(info, root / "source")).chmod(info.external_attr >> 16)
        shutil.copy(root / "source" / "run_autograder", root)
        done = Harness(root).script("source/setup.sh")
        assert done.returncode == 0, done
        lend_packages(root / "engine")

    return once(tmp_path_factory, "gradescope", make)


@pytest.fixture
def harness(built: Path, tmp_path: Path) -> Harness:
    """A container of one's own: the image, and empty folders."""
    root = tmp_path / "autograder"
    root.mkdir()
    shutil.copytree(built / "autograder" / "source", root / "source")
    shutil.copy(built / "autograder" / "run_autograder", root)
    (root / "engine").symlink_to(built / "autograder" / "engine")
    return Harness(root)


def points(document: Any) -> dict[str, float]:
    """By exercise, as Gradescope adds up."""
    found: dict[str, float] = {}
    for test in document["tests"]:
        if "score" in test:
            exercise = test["tags"][0]
            found[exercise] = round(found.get(exercise, 0.0) + test["score"], 2)
    return found


# ---------------------------------------------------------------- the zip


def test_the_zip_has_its_scripts_at_the_root_with_unix_line_ends(built: Path) -> None:
    with zipfile.ZipFile(built / "autograder.zip") as archive:
        infos = {info.filename: info for info in archive.infolist()}
        for name in ("setup.sh", "run_autograder"):
            data = archive.read(name)
            assert data.startswith(b"#!/usr/bin/env bash\n")
            assert b"\r" not in data
            assert infos[name].external_attr >> 16 & 0o111 == 0o111
        assert infos["workbook.key"].external_attr >> 16 & 0o077 == 0, "the key is the owner's alone"
        assert any(name.endswith("-py3-none-any.whl") for name in infos)
    said = (built / "said").read_text()
    assert "It holds the answers: keep it to yourself." in said
    assert re.search(r"a programming assignment of \d+0 points; upload this zip under Configure Autograder", said)


def test_scripts_hold_no_mistake_that_the_shell_can_tell(built: Path) -> None:
    for name in ("setup.sh", "run_autograder"):
        done = subprocess.run(["bash", "-n", built / "autograder" / "source" / name], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not as_root, reason="only root can keep files from other users")
def test_the_student_s_code_may_not_read_the_key(built: Path) -> None:
    for path in (built / "autograder" / "source", *(built / "autograder" / "source").iterdir()):
        assert path.stat().st_mode & 0o077 == 0, path


# ---------------------------------------------------------------- runs


def test_a_submission_gets_its_points_part_by_part(harness: Harness, right: Callable[[str], str]) -> None:
    document = harness.run({"exercise2.py": right("exercise2"), "exercise3.py": WRONG, "notes.txt": "hello"})
    found = points(document)
    # Exercise 3's second part rightly uses the first, which is wrong.
    assert (found["exercise2"], found["exercise3"], found["exercise1"]) == (10.0, 5.0, 0.0)
    assert "left out, for no exercise: notes.txt" in document["output"]
    assert "each query's weights add up to 1" in next(test["output"] for test in document["tests"] if test["tags"] == [ONE])
    assert round(sum(test["max_score"] for test in document["tests"]), 6) % 10 == 0
    assert 0 < document["execution_time"] < 60


@pytest.mark.parametrize("name", ["exercises/exercise2.py", "maeve_exercise2.py", "deep/er/exercise2.py"])
def test_files_are_found_wherever_they_lie(harness: Harness, right: Callable[[str], str], name: str) -> None:
    assert points(harness.run({name: right("exercise2")}))["exercise2"] == 10.0


def test_nothing_handed_in_is_nothing_attempted(harness: Harness) -> None:
    document = harness.run({})
    assert set(points(document).values()) == {0.0}
    assert "exercise3  Softmax weights: not started" in document["output"]


def test_a_hostile_submission_neither_reads_nor_forges_nor_stops_anything(
    harness: Harness, right: Callable[[str], str]
) -> None:
    key, results = harness.root / "source" / "workbook.key", harness.root / "results" / "results.json"
    hostile = (
        f"def attempt(what, mode, text=None):\n    try:\n        with open(what, mode) as file:\n"
        f"            print('GOT', file.write(text) if text else len(file.read()))\n"
        f"    except Exception as error:\n        print(type(error).__name__)\n"
        f"attempt({str(key)!r}, 'rb')\nattempt({str(results)!r}, 'w', '{{\"score\": 60}}')\nwhile True:\n    pass\n"
    )
    document = harness.run(
        {"exercise3.py": hostile, "exercise2.py": right("exercise2"), "exercise4.py": "import os\nos._exit(0)\n"}
    )
    assert (points(document)["exercise2"], points(document)["exercise3"], points(document)["exercise4"]) == (10.0, 0.0, 0.0)
    assert "GOT" not in json.dumps(document)


def test_links_pipes_and_strange_names_do_no_harm(harness: Harness, right: Callable[[str], str]) -> None:
    harness.submit({"exercise2.py": right("exercise2"), "\u202eexe.py": "x", "new\nline.py": "y", "exercise5.py": b"\x00" * 10})
    folder = harness.root / "submission"
    (folder / "exercise3.py").symlink_to(harness.root / "source" / "workbook.key")
    os.mkfifo(folder / "exercise4.py")
    (folder / "loop").symlink_to(folder)
    assert harness.script("run_autograder").returncode == 0
    document = harness.results()
    assert points(document)["exercise2"] == 10.0
    assert "is a link, which is not followed" in json.dumps(document)


# ---------------------------------------------------------------- always a results.json


@pytest.mark.parametrize("missing", ["source/workbook.key", "source/settings.json", "engine"])
def test_our_own_failure_is_told_as_ours(harness: Harness, missing: str) -> None:
    (harness.root / missing).unlink()
    harness.submit({"exercise3.py": WRONG})
    assert harness.script("run_autograder").returncode != 0
    document = harness.results()
    assert document["score"] == 0
    assert "not your fault" in document["output"]


def test_an_earlier_result_does_not_stand_in_for_a_failed_run(harness: Harness) -> None:
    (harness.root / "results").mkdir()
    (harness.root / "results" / "results.json").write_text('{"score": 60}')
    (harness.root / "source" / "workbook.key").unlink()
    harness.submit({})
    harness.script("run_autograder")
    assert harness.results()["score"] == 0


def test_a_run_that_is_killed_leaves_what_was_graded(harness: Harness, right: Callable[[str], str]) -> None:
    """Gradescope's own limit, or its memory, ends everything: what was graded before is there."""
    endless = "def score_matrix(Q, K):\n    while True: pass\n\ndef scaled_score_matrix(Q, K):\n    while True: pass\n"
    harness.submit({"exercise1.py": right("exercise1"), "exercise2.py": endless})
    running = subprocess.Popen(
        [harness.root / "run_autograder"], cwd=harness.root, env=harness.environment(),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    file = harness.root / "results" / "results.json"
    ends = time.monotonic() + 30
    while time.monotonic() < ends and not (file.exists() and b'"score"' in file.read_bytes() and b"1.1" in file.read_bytes()):
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    document = harness.results()
    assert points(document) == {"exercise1": 10.0}
    assert "stopped before it had finished" in document["output"]
    assert "exercise2, exercise3" in document["output"]


# ---------------------------------------------------------------- limits, and the tier without confinement


def test_the_time_is_shared_out_so_that_no_loop_takes_the_next_exercise_s() -> None:
    from grader.content.key import Entry

    entries = [Entry(f"exercise{number}", "", ("a",) * 5, b"", "", 0) for number in range(1, 13)]
    left, spent = autograder.BUDGET_SECONDS, 0.0
    for number, entry in enumerate(entries):
        wall = autograder.limits(left, entries[number:]).wall_seconds
        # The worst: every part, in both its rounds, and every loading takes all it may.
        spent += 2 * (len(entry.parts) + 1) * wall
        left = autograder.BUDGET_SECONDS - spent
        assert wall >= autograder.SHORTEST_SECONDS
    assert spent < 570, "the script's own limit"
    assert autograder.limits(autograder.BUDGET_SECONDS, entries[-1:]).wall_seconds == autograder.LONGEST_SECONDS


@pytest.mark.skipif(not as_root, reason="only root can start a process as somebody else")
def test_without_confinement_another_user_runs_the_code(tmp_path: Path, full_key: Path) -> None:
    """Asked of an interpreter that every user may start."""
    name = f"python3.{sys.version_info.minor}"
    python = shutil.which(name, path="/usr/bin") or shutil.which(name, path="/usr/local/bin")
    if python is None:
        pytest.skip("no interpreter here that another user may start")
    submission = tmp_path / "submission"
    submission.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    (submission / "exercise3.py").write_text(
        f"import os\nprint('user', os.getuid() != 0)\nfor what in ({str(secret)!r}, f'/proc/{{os.getppid()}}/mem'):\n"
        "    try:\n        open(what, 'rb').read(1)\n        print('GOT', what)\n    except OSError as error:\n"
        "        print(type(error).__name__)\n\n\ndef softmax_weights(scores):\n    return scores\n"
    )
    code = (
        "import sys, numpy\nfrom pathlib import Path\n"
        "from grader.marking import autograder\nfrom grader.marking.crew import Crew\n"
        "from grader.content.key import load\nout = []\n"
        "with Crew(1, 'process', run_as='nobody') as crew:\n"
        "    key, folder = load(Path(sys.argv[1])), Path(sys.argv[2])\n"
        "    autograder.grade_submission(crew, key, folder, lambda found: out.append(found[-1]))\n"
        "print(next(one for one in out if one.exercise == 'exercise3').parts[0])\n"
    )
    paths = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    environment = {"PYTHONPATH": paths, "PATH": os.environ["PATH"]}
    command = [python, "-c", code, full_key, submission]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if "Permission denied" in done.stderr or "could not be started" in done.stdout or "ModuleNotFound" in done.stderr:
        pytest.skip("another user may not read this machine's packages")
    assert done.returncode == 0, done.stderr
    assert "user True" in done.stdout
    assert done.stdout.count("PermissionError") >= 2
    assert "GOT" not in done.stdout


def test_a_user_that_does_not_exist_is_our_fault_and_costs_nothing(full_key: Path, tmp_path: Path) -> None:
    import numpy  # noqa: F401

    from grader.content.key import load

    (tmp_path / "exercise3.py").write_text(WRONG)
    found: list[str] = []
    with Crew(1, "process", run_as="nobody-of-this-name") as crew:
        autograder.grade_submission(crew, load(full_key), tmp_path, lambda results: found.append(results[-1].status))
    assert found[2] == "grader-error"
