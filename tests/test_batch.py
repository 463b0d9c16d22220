"""`grade batch`: a row for every student and exercise, whatever was handed in, and whoever dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import GRADE, ROOT, WORK, Batch, Grade, environment
from gradebooks import hand_in, without_seconds
from jsonschema import Draft202012Validator

from grader.content.catalog import from_file, whole
from grader.intake.source import Source
from grader.marking.crew import Crew, Task

WRONG = "def head_dimension(d_model, num_heads):\n    return d_model / num_heads\n"
HOSTILE = {
    "exits": "import os\nos._exit(0)\n",
    "never-ends": "while True: pass\n",
    "raises": "raise BaseException('no')\n",
    "kills-its-parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.kill(-1, signal.SIGKILL)\n",
    "forges": "import os\nfor fd in range(64):\n    try:\n        os.write(fd, b'ok')\n    except OSError:\n        pass\n",
    "floods": "print('x' * 10_000_000)\n",
    "binary": "\0\1\2",
    "nests": "x = " + "[" * 5000 + "]" * 5000 + "\n",
}


def statuses(document: Any) -> dict[tuple[str, str], str]:
    return {(row["student"]["id"], row["exercise"]): row["status"] for row in document["results"]}


def test_a_row_for_every_student_and_exercise(batch: Batch, tmp_path: Path, right: Callable[[str], str], schema: Any) -> None:
    folder = hand_in(
        tmp_path,
        {"maeve/exercise5.py": right("exercise5"), "bo_exercise5.py": WRONG, "kim/deep/exercise2.py": "def (", "kim/x.txt": ""},
    )
    (folder / "nobody").mkdir()
    ended = batch(folder, "--json")
    assert ended.status == 0
    document = ended.document()
    expected = {(student, exercise): "not-attempted" for student in ("bo", "kim", "maeve", "nobody") for exercise in WORK}
    expected["maeve", "exercise5"] = "passed"
    expected["bo", "exercise5"] = "failed"
    expected["kim", "exercise2"] = "unreadable"
    assert statuses(document) == expected
    assert [(row["student"]["id"], row["exercise"]) for row in document["results"]] == list(expected), "in natural order"
    paths = {row["path"] for row in document["results"]}
    assert paths == {None, "maeve/exercise5.py", "bo_exercise5.py", "kim/deep/exercise2.py"}
    for row in document["results"]:
        Draft202012Validator(schema).validate({name: value for name, value in row.items() if name not in ("student", "path")})
        assert row["student"] == {"id": row["student"]["id"], "name": None}
        assert row["parts"], "every row holds all its parts"


def test_the_summary_counts(batch: Batch, tmp_path: Path, right: Callable[[str], str]) -> None:
    folder = hand_in(
        tmp_path,
        {f"s{number}/exercise5.py": right("exercise5") for number in range(3)}
        | {"bad/exercise5.py": WRONG, "late/exercise5.py": "", "a.txt": ""},
    )
    summary = batch(folder, "--json").document()["summary"]
    assert (summary["students"], summary["rows"]) == (5, 5 * len(WORK))
    assert summary["statuses"] == {"not-attempted": 5 * (len(WORK) - 1), "passed": 3, "failed": 1, "unreadable": 1}
    fifth = next(one for one in summary["exercises"] if one["exercise"] == "exercise5")
    assert fifth["statuses"] == {"passed": 3, "failed": 1, "unreadable": 1}
    assert fifth["mean_points"] == 6.0
    assert fifth["misconceptions"] == {"float-dimension": 1}
    assert summary["ignored"] == ["a.txt"]
    assert [(look["student"], look["why"]) for look in summary["look_at"]] == [
        ("late", "exercise5.py is empty: did saving or uploading fail?")
    ]


def test_the_summary_for_people(batch: Batch, tmp_path: Path, right: Callable[[str], str]) -> None:
    folder = hand_in(tmp_path, {"maeve/exercise5.py": right("exercise5"), "eve\x1b[31m/exercise5.py": "\0", "x.txt": ""})
    ended = batch(folder)
    assert ended.status == 0
    assert ended.out.startswith(f"2 students, {2 * len(WORK)} results in ")
    assert "eve?[31m  exercise5  exercise5.py is not a text file (byte 0 is 0): hand in\n" in ended.out
    assert "left out, for no exercise: x.txt" in ended.out
    assert "\x1b" not in ended.out
    assert max(map(len, ended.out.split("\n"))) <= 80
    narrow = batch(folder, env={"COLUMNS": "40"})
    assert max(map(len, narrow.out.split("\n"))) <= 40


@pytest.mark.parametrize("jobs", [1, 3])
def test_no_submission_stops_the_others(batch: Batch, tmp_path: Path, right: Callable[[str], str], jobs: int) -> None:
    files = {f"{name}/exercise5.py": text for name, text in HOSTILE.items()}
    folder = hand_in(tmp_path, {**files, "a-good/exercise5.py": right("exercise5"), "z-good/exercise5.py": right("exercise5")})
    document = batch(folder, "--json", "--jobs", jobs).document()
    found = {student: status for (student, exercise), status in statuses(document).items() if exercise == "exercise5"}
    assert found.pop("a-good") == found.pop("z-good") == "passed"
    assert found.keys() == HOSTILE.keys()
    assert set(found.values()) <= {"failed", "unreadable"}
    assert sum(row["points"] for row in document["results"]) == 20.0


def test_the_same_bytes_whatever_the_jobs_and_the_order(batch: Batch, tmp_path: Path, right: Callable[[str], str]) -> None:
    texts = {
        "good": right("exercise5"),
        "bad": WRONG,
        "stub": (ROOT / "exercises" / "exercise5.py").read_text(),
        "broken": "def (",
    }
    files = {f"{name}{number}/exercise5.py": text for number in range(4) for name, text in texts.items()}
    one = hand_in(tmp_path / "one", files)
    other = hand_in(tmp_path / "other", dict(reversed(files.items())))
    first = without_seconds(batch(one, "--json", "--jobs", 1).out)
    assert without_seconds(batch(one, "--json", "--jobs", 3).out) == first
    assert without_seconds(batch(other, "--json", "--jobs", 2).out) == first


def test_one_file_is_a_batch_too(batch: Batch, tmp_path: Path, right: Callable[[str], str]) -> None:
    folder = hand_in(tmp_path, {"maeve_exercise5.py": right("exercise5")})
    document = batch(folder / "maeve_exercise5.py", "--json").document()
    assert statuses(document)["maeve", "exercise5"] == "passed"
    assert len(document["results"]) == len(WORK)


def test_several_files_for_one_exercise_are_told(batch: Batch, tmp_path: Path, right: Callable[[str], str]) -> None:
    folder = hand_in(tmp_path, {"maeve/exercise5.py": right("exercise5"), "maeve/old/exercise5.py": WRONG})
    row = next(row for row in batch(folder, "--json").document()["results"] if row["exercise"] == "exercise5")
    assert row["status"] == "passed"
    assert row["warnings"] == ["more than one file for exercise5: maeve/exercise5.py was graded, maeve/old/exercise5.py not"]


def test_a_reason_that_all_exercises_share_is_told_once(batch: Batch, tmp_path: Path) -> None:
    (tmp_path / "maeve").mkdir()
    (tmp_path / "maeve" / "work.zip").write_bytes(b"PK\x03\x04 broken")
    shown = " ".join(batch(tmp_path).out.split())
    assert shown.count("work.zip is no zip archive") == 1
    assert "look at: maeve exercise1, exercise2, exercise3 and " in shown


@pytest.mark.skipif(os.name != "posix", reason="made for POSIX")
def test_links_to_the_answers_are_not_followed(batch: Batch, tmp_path: Path) -> None:
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "exercise5.py").symlink_to(ROOT / "solutions" / "exercise5.py")
    (tmp_path / "mallory").symlink_to(ROOT / "solutions")
    document = batch(tmp_path, "--json").document()
    assert statuses(document)["eve", "exercise5"] == "unreadable"
    assert {row["student"]["id"] for row in document["results"]} == {"eve"}


def test_a_name_of_bytes_is_stored_as_text(batch: Batch, tmp_path: Path) -> None:
    try:
        os.mkdir(os.fsencode(tmp_path) + b"/zo\xe9")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    hand_in(tmp_path, {os.fsdecode(b"zo\xe9/exercise5.py"): WRONG})
    document = batch(tmp_path, "--json").document()
    assert statuses(document)["zo\\xe9", "exercise5"] == "failed"


# ---------------------------------------------------------------- what can't be graded


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nowhere", "nowhere does not exist: give the folder that holds the submissions"),
        (".", ". holds no submissions: expected a folder a student (maeve/exercise3.py) or files named maeve_exercise3.py"),
    ],
)
def test_nothing_to_grade(batch: Batch, tmp_path: Path, path: str, says: str) -> None:
    assert batch(Path(path), cwd=tmp_path).sentence() == says
    ended = batch(Path(path), "--json", cwd=tmp_path)
    assert ended.status == 2
    assert ended.document()["results"] == []
    assert ended.document()["summary"]["rows"] == 0


def test_a_key_that_is_none(batch: Batch, tmp_path: Path) -> None:
    hand_in(tmp_path, {"maeve/exercise5.py": WRONG, "junk.key": "junk"})
    ended = batch(tmp_path, "--json", key=tmp_path / "junk.key")
    assert ended.status == 2
    assert ended.document()["results"] == []
    assert "is not an answer key" in ended.err


def played(setup: str) -> str:
    return f"import sys; sys.argv[0] = 'grade'\n{setup}\nfrom grader.cli.main import main\nmain()"


REFUSED = """
import grader.sandbox as s
usual = s.open_sandbox
def open_sandbox(isolation="best", **more):
    if isolation == "process":
        return usual(isolation, **more)
    raise s.Refused("this machine has no user namespaces")
s.open_sandbox = open_sandbox
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_batch_in_a_plain_process_unless_asked_for(grade: Grade, full_key: Path, tmp_path: Path, jobs: int) -> None:
    hand_in(tmp_path, {"maeve/exercise5.py": WRONG})
    code = played(REFUSED)
    sentence = grade("--key", full_key, "batch", tmp_path, "--jobs", jobs, code=code).sentence()
    assert sentence.startswith("this machine has no user namespaces. In a plain process a submission can read whatever you can")
    assert "`--isolation process`" in sentence
    refused = grade("--key", full_key, "batch", tmp_path, "--jobs", jobs, "--json", code=code)
    assert (refused.status, refused.document()["results"]) == (2, [])
    allowed = grade("--key", full_key, "batch", tmp_path, "--jobs", jobs, "--isolation", "process", "--json", code=code)
    assert allowed.status == 0
    assert statuses(allowed.document())["maeve", "exercise5"] == "failed"
    assert {row["isolation"] for row in allowed.document()["results"]} == {"process"}


# ---------------------------------------------------------------- our own faults


FAULTY = """
import grader.marking.grading as g
from grader.judge.exercise import ExerciseJudge
usual = ExerciseJudge.judge
def judge(self, run, source, limits):
    if "unlucky" in source.text:
        raise ZeroDivisionError("oops")
    return usual(self, run, source, limits)
ExerciseJudge.judge = judge
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_exit_3_a_fault_of_ours_is_one_row(batch: Batch, tmp_path: Path, right: Callable[[str], str], jobs: int) -> None:
    folder = hand_in(tmp_path, {"a/exercise5.py": right("exercise5"), "b/exercise5.py": "# unlucky\n", "c/exercise5.py": WRONG})
    ended = batch(folder, "--json", "--jobs", jobs, code=played(FAULTY))
    assert ended.status == 3
    found = statuses(ended.document())
    assert [found[student, "exercise5"] for student in "abc"] == ["passed", "grader-error", "failed"]
    row = next(row for row in ended.document()["results"] if row["status"] == "grader-error")
    assert row["max_points"] == 0
    assert all("costs nothing" in part["message"] for part in row["parts"])
    fifth = ended.document()["summary"]["exercises"][4]
    assert fifth["mean_points"] == 5.0, "who could not be graded does not count"


def children_of(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc")
def test_a_worker_that_dies_costs_nothing_but_time(
    cache: Path, tmp_path: Path, full_key: Path, strict: tuple[str, ...], right: Callable[[str], str]
) -> None:
    """As the out-of-memory killer would: a worker is gone in the middle of a submission, which somebody else then grades."""
    slow = "import time\nfor _ in range(30):\n    time.sleep(0.1)\n"
    folder = hand_in(tmp_path / "in", {f"s{number}/exercise5.py": right("exercise5") for number in range(6)})
    # Not the same bytes, which would share one run.
    hand_in(folder, {"a-slow/exercise1.py": slow, "b-slow/exercise1.py": slow + "# b\n"})
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    command = subprocess.Popen(
        [*GRADE, "--key", full_key, "batch", folder, "--jobs", "2", "--json", *strict],
        cwd=ROOT,
        env=environment(cache, TMPDIR=str(scratch)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(1.5)
    workers = [pid for pid in children_of(command.pid) if children_of(pid)]
    assert len(workers) == 2, workers
    os.kill(workers[0], signal.SIGKILL)
    out, err = command.communicate(timeout=60)
    assert b"Traceback" not in err
    assert command.returncode == 0, err
    found = statuses(json.loads(out))
    assert [found[f"s{number}", "exercise5"] for number in range(6)] == ["passed"] * 6
    assert [found["a-slow", "exercise1"], found["b-slow", "exercise1"]] == ["failed", "failed"]
    assert len(found) == 8 * len(WORK)
    assert list(scratch.iterdir()) == [], "nor does it leave anything"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers in /proc")
def test_a_task_at_which_two_workers_die_costs_no_point(full_key: Path, strict: tuple[str, ...]) -> None:
    key = whole(from_file(full_key))
    source = Source("exercise1.py", "import time\ntime.sleep(60)\n")
    deaths = 0
    with Crew(2, strict[-1] if strict else "strict") as crew:
        assert crew.isolation

        def tasks() -> Iterator[Task]:
            yield Task(1, "exercise1", source)

        def kill_whoever_works() -> None:
            nonlocal deaths
            while deaths < 2:
                time.sleep(0.02)
                for worker in list(crew.workers):
                    if worker.task is not None and worker.process.exitcode is None and worker.process.pid:
                        os.kill(worker.process.pid, signal.SIGKILL)
                        worker.process.join()
                        deaths += 1

        killer = threading.Thread(target=kill_whoever_works, daemon=True)
        killer.start()
        (done,) = crew.grade(key, tasks())
    assert (deaths, done.number, done.result.status, done.result.max_points) == (2, 1, "grader-error", 0.0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forked workers inherit what is changed here")
def test_a_worker_that_dies_while_it_starts_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grader.marking import crew as room

    usual = room.opened

    def opened(*given: Any) -> Any:
        try:
            os.close(os.open(tmp_path / "dead", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return usual(*given)
        os._exit(1)

    monkeypatch.setattr(room, "opened", opened)
    with Crew(2, "process") as crew:
        assert crew.isolation == "process"
        assert (tmp_path / "dead").exists()
        assert all(worker.process.is_alive() for worker in crew.workers)


# ---------------------------------------------------------------- who knows the answers


WITNESSED = """
import os
log = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def note(what, *more):
    try:
        os.write(log, (" ".join(map(str, (what, os.getpid(), *more))) + "\\n").encode())
    except OSError:
        pass
usual_fork = os.fork
def fork():
    parent = os.getpid()
    child = usual_fork()
    if child == 0:
        note("forked", parent)
    return child
os.fork = fork
import grader.content.key as keys
usual_loads = keys.loads
def loads(*given):
    note("key")
    return usual_loads(*given)
keys.loads = loads
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("jobs", [1, 3])
def test_no_process_that_runs_submissions_descends_from_one_that_knew_a_key(
    batch: Batch, strict: tuple[str, ...], tmp_path: Path, right: Callable[[str], str], jobs: int
) -> None:
    if strict:
        pytest.skip("only the strict tier forks")
    folder = hand_in(tmp_path / "in", {f"s{number}/exercise5.py": right("exercise5") for number in range(4)})
    log = tmp_path / "log"
    assert batch(folder, "--jobs", jobs, code=played(WITNESSED.format(log=str(log)))).status == 0
    knew: set[str] = set()
    forks = 0
    for line in log.read_text().split("\n")[:-1]:
        what, process, *parent = line.split()
        if what == "key":
            knew.add(process)
        else:
            forks += 1
            assert parent[0] not in knew, f"{process} was forked by {parent[0]}, which had read a key"
    assert len(knew) == (1 if jobs == 1 else 1 + jobs)
    # The workers; what they run submissions in is a fresh interpreter, by which this one's fork is not called.
    assert forks == (0 if jobs == 1 else jobs)
