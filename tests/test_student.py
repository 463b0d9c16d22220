"""What a student does, from the first `grade` to the last exercise."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import EXERCISES, GRADE, ROOT, SCORED, TASKS, WORK, WRONG, Grade, as_root, environment, fill, on_posix

from grader.content.chapter import file_name
from grader.content.kinds import in_words

DATA = Path(__file__).parent / "data"


def entry_file(name: str) -> str:
    """The file in which an exercise, the quiz or a task is worked on."""
    return file_name(ROOT, name)


def answer(workspace: Path, name: str) -> None:
    """Full marks in what is no exercise."""
    (workspace / "exercises" / entry_file(name)).write_bytes((DATA / entry_file(name)).read_bytes())


# ---------------------------------------------------------------- grade alone


def test_grade_welcomes_then_goes_on_where_the_student_stopped(
    grade: Grade, workspace: Path, right: Callable[[str], str]
) -> None:
    welcome = grade(cwd=workspace)
    assert welcome.status == 0
    assert "nothing leaves this machine" in welcome.out.replace("\n", " ")
    assert welcome.out.endswith("Next: exercise1  Dot-product variance. `grade` alone goes on where you stopped.\n")

    assert grade(cwd=workspace).out.startswith("exercise1  ")
    fill(workspace, "exercise1", right("exercise1"))
    passed = grade(cwd=workspace)
    assert passed.status == 0
    assert f"] 1/{len(SCORED)}  Next: exercise2  Score matrix" in passed.out
    assert grade(cwd=workspace).out.startswith("exercise2  ")

    # A file that changed since it passed is open again.
    fill(workspace, "exercise1", right("exercise1") + "\n# again\n")
    assert re.search(r"exercise1 +Dot-product variance +changed since it passed", grade("list", cwd=workspace).out)
    assert grade(cwd=workspace).out.startswith("exercise1  ")


def test_grade_when_all_is_done(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    for exercise in EXERCISES:
        fill(workspace, exercise, right(exercise))
    for name in SCORED[len(EXERCISES) :]:
        answer(workspace, name)
    every = grade("all", cwd=workspace)
    assert every.status == 0
    done = len(SCORED)
    assert every.out.endswith(
        f"[##########] {done}/{done} pass (12 exercises and the quiz), {10 * done} of {10 * done} points\n"
    )
    again = grade(cwd=workspace)
    assert again.status == 0
    assert again.out.startswith("All pass: 12 exercises and the quiz. `grade all` checks them once more.")
    assert " ".join(again.out.split()).endswith(f"Still open: {', '.join(TASKS)}.")
    assert grade("list", cwd=workspace).out.count("passed") == done
    assert f"{done}/{done}  All pass: 12 exercises and the quiz." in grade("exercise6", cwd=workspace).out


# ---------------------------------------------------------------- all, list


def test_all_grades_every_exercise(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    fill(workspace, "exercise2", right("exercise2"))
    fill(workspace, "exercise3", WRONG)
    fill(workspace, "exercise4", "def (\n")
    (workspace / "exercises" / "exercise5.py").unlink()
    ended = grade("all", cwd=workspace)
    assert ended.status == 1
    assert "This is what softmax down the columns (axis=0) gives." in re.sub(r"\s+", " ", ended.out)
    assert f"] 1/{len(SCORED)} pass (12 exercises and the quiz), 10 of {10 * len(SCORED)} points" in ended.out.replace(
        "\n  ", " "
    )

    document = grade("all", "--json", cwd=workspace)
    assert document.status == 1
    statuses = [result["status"] for result in document.document()["results"]]
    assert statuses[:6] == ["not-attempted", "passed", "failed", "unreadable", "unreadable", "not-attempted"]
    assert set(statuses[6:]) == {"not-attempted"}


def test_list_grades_nothing_and_remembers(grade: Grade, workspace: Path) -> None:
    fresh = grade("list", cwd=workspace)
    assert fresh.status == 0
    assert fresh.out.count("open") == len(WORK)
    fill(workspace, "exercise3", WRONG)
    assert grade("list", cwd=workspace).out == fresh.out
    grade("exercise3", cwd=workspace)
    grade("hint", "exercise3", cwd=workspace)
    assert re.search(r"exercise3 +Softmax weights +0 points, 1 hint$", grade("list", cwd=workspace).out, re.MULTILINE)
    # Grading what is not started is no start.
    grade("all", cwd=workspace)
    assert grade("list", cwd=workspace).out.count("open") == len(WORK) - 1


def test_what_there_is_is_counted_alike_wherever_it_is_counted(grade: Grade, tmp_path: Path) -> None:
    """12 exercises, and not 13 because of the quiz, or 17 because of the tasks."""
    all_of_it = "12 exercises, the quiz and 4 tasks"
    start = grade("start", tmp_path / "work")
    welcome = grade(cwd=tmp_path / "work")
    tests = grade("tests", cwd=tmp_path / "work")
    key = grade("compile", "--public", tmp_path / "public.key")
    for ended in (start, welcome, tests, key):
        assert all_of_it in " ".join(ended.out.split()), ended
    assert all_of_it in (ROOT / "README.md").read_text()
    last = " ".join(grade("list", cwd=tmp_path / "work").out.split("\n")[-3:]).split()
    assert " ".join(last).endswith("0/13 pass (12 exercises and the quiz), besides 4 tasks marked by hand")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["exercise1"], "1 exercise"),
        (["exercise1", "exercise2", "quiz"], "2 exercises and the quiz"),
        (["quiz", "reflection"], "the quiz and 1 task"),
        ([], "nothing"),
    ],
)
def test_what_there_is_in_words(names: list[str], words: str) -> None:
    assert in_words(names) == words


@pytest.mark.parametrize(
    "command",
    ["", "list", "all", "hint exercise1", "hint quiz", "reset exercise1", "pack", "tests", "quiz", "quiz q3", "quiz --review"],
)
def test_outside_of_a_workspace_every_command_says_so(grade: Grade, tmp_path: Path, command: str) -> None:
    sentence = grade(*command.split(), cwd=tmp_path).sentence()
    assert sentence.startswith("no workspace here or in a folder above")
    assert "make one with `grade start DIR`" in sentence


# ---------------------------------------------------------------- hint


def test_three_hints_then_the_misconception_and_never_the_answer(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    hints = [grade("hint", "exercise3", cwd=workspace).out for _ in range(5)]
    for number in range(3):
        assert hints[number].startswith(f"softmax_weights, hint {number + 1} of 3: ")
    assert len(set(hints[:4])) == 4
    assert "softmax down the columns (axis=0)" in hints[3].replace("\n ", "")
    assert hints[3] == hints[4]
    reference = [line.strip() for line in (ROOT / "solutions" / "exercise3.py").read_text().split("\n")[10:25]]
    for line in reference:
        if len(line) > 15 and not line.startswith(("def", "#", "raise")):
            assert all(line.removeprefix("return ") not in hint for hint in hints)


def test_hints_of_a_part_that_is_not_started(grade: Grade, workspace: Path) -> None:
    for _ in range(3):
        assert grade("hint", "exercise2", "scaled_score_matrix", cwd=workspace).status == 0
    last = grade("hint", "exercise2", "scaled_score_matrix", cwd=workspace).out
    assert last.startswith("scaled_score_matrix: it is not started yet. The hints once more:\n  1. ")
    assert grade("hint", "exercise2", cwd=workspace).out.startswith("score_matrix, hint 1 of 3")


def test_hints_where_there_is_nothing_to_hint_at(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    fill(workspace, "exercise3", right("exercise3"))
    assert grade("hint", "exercise3", cwd=workspace).out == "exercise3 passes: there is nothing to hint at.\n"


def test_a_hint_for_the_quiz_is_for_the_first_piece_that_is_not_right(grade: Grade, workspace: Path) -> None:
    first = grade("hint", "quiz", cwd=workspace)
    assert first.status == 0
    assert first.out.startswith("q1.variance: Var(q·k)\n  hint    What is the variance of one product")
    assert first.out.endswith("Next: grade quiz q1  asks it, and explains each answer\n")
    answers = workspace / "exercises" / "quiz.toml"
    answers.write_text(answers.read_text(encoding="utf-8").replace('variance = ""', 'variance = "64"', 1), encoding="utf-8")
    assert grade("hint", "quiz", cwd=workspace).out.startswith("q1.after_division: ")
    assert grade("hint", "quiz", "q1.variance", cwd=workspace).out == "q1.variance is right: there is nothing to hint at.\n"
    assert grade("hint", "quiz", "q3", cwd=workspace).out.startswith("q3.exponential_1: ")
    assert grade("hint", "quiz", "q3.sum", cwd=workspace).out.startswith("q3.sum: ")
    assert grade("hint", "quiz", "q9", cwd=workspace).sentence().startswith("there is no question q9: the questions are q1, q2")
    assert grade("hint", "quiz", "q3.x", cwd=workspace).sentence().startswith("q3 has no piece x: it has exponential_1")
    assert re.search(r"six questions +open, 4 hints$", grade("list", cwd=workspace).out, re.MULTILINE)
    answer(workspace, "quiz")
    assert grade("hint", "quiz", cwd=workspace).out == "quiz is right: there is nothing to hint at.\n"


def test_a_task_has_no_hints_and_says_what_tells_more(grade: Grade, workspace: Path) -> None:
    sentence = grade("hint", "practice2", cwd=workspace).sentence()
    assert "`grade practice2` tells what is missing, and what it is marked on" in sentence


def test_the_header_of_the_answers_file_names_a_command_that_works(grade: Grade, workspace: Path) -> None:
    header = (workspace / "exercises" / "quiz.toml").read_text(encoding="utf-8").partition("[q1]")[0]
    (command,) = re.findall(r"^#   grade (.+)$", header, re.MULTILINE)
    ended = grade(*command.split(), cwd=workspace)
    assert (ended.status, ended.err) == (1, ""), "graded, and not answered yet"
    assert "0 of 4 right" in ended.out


def test_a_hint_for_no_part(grade: Grade, workspace: Path) -> None:
    sentence = grade("hint", "exercise3", "softmax", cwd=workspace).sentence()
    assert sentence == "exercise3 has no part softmax: it has softmax_weights, attention_weights"


# ---------------------------------------------------------------- start, reset


def test_start_makes_a_workspace_with_the_pristine_stubs(grade: Grade, tmp_path: Path) -> None:
    ended = grade("start", tmp_path / "a" / "b", cwd=tmp_path)
    assert ended.status == 0
    assert sorted(path.name for path in (tmp_path / "a" / "b" / "exercises").iterdir()) == sorted(
        Path(entry_file(one)).name for one in WORK
    )
    assert ended.out.split("\n")[0] == f"{tmp_path / 'a' / 'b'}: {len(WORK) + 1} files written."
    assert grade("all", cwd=tmp_path / "a" / "b").out.count("not started") == len(SCORED)


def test_start_keeps_existing_work(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", "mine")
    (workspace / "exercises" / "exercise4.py").unlink()
    ended = grade("start", workspace)
    assert f"{workspace}: 1 file written, {len(WORK)} were there already and stay as they are." in ended.out
    assert (workspace / "exercises" / "exercise3.py").read_text() == "mine"
    assert (workspace / "exercises" / "exercise4.py").exists()


def test_start_where_a_file_is(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert grade("start", "file", cwd=tmp_path).sentence() == "file is a file: give the name of a new folder"
    assert "can't be written" in grade("start", "file/below", cwd=tmp_path).sentence()


@on_posix
def test_start_where_nothing_can_be_written(grade: Grade, tmp_path: Path) -> None:
    target = "/proc/work" if as_root else str(tmp_path / "locked" / "work")
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "can't be written" in grade("start", target, cwd=tmp_path).sentence()


def test_reset_keeps_what_was_written(grade: Grade, workspace: Path) -> None:
    path = workspace / "exercises" / "exercise3.py"
    stub = path.read_text()
    fill(workspace, "exercise3", "first")
    assert grade("reset", "exercise3", cwd=workspace).out == (
        "exercises/exercise3.py is the stub again; what you wrote is in exercises/exercise3.1.kept.py.\n"
    )
    fill(workspace, "exercise3", "second")
    assert grade("reset", "exercise3", cwd=workspace).status == 0
    assert path.read_text() == stub
    assert [(workspace / "exercises" / f"exercise3.{number}.kept.py").read_text() for number in (1, 2)] == ["first", "second"]


def test_reset_of_a_stub_and_of_a_lost_file(grade: Grade, workspace: Path) -> None:
    path = workspace / "exercises" / "exercise3.py"
    stub = path.read_text()
    assert grade("reset", "exercise3", cwd=workspace).out == "exercises/exercise3.py is the stub.\n"
    path.unlink()
    assert grade("reset", "exercise3", cwd=workspace).status == 0
    assert path.read_text() == stub
    assert list(path.parent.glob("*.kept.py")) == []


# ---------------------------------------------------------------- watch


class Watching:
    """`grade … --watch` in the background, its output read as it comes."""

    def __init__(self, cwd: Path, cache: Path, *arguments: str) -> None:
        self.command = subprocess.Popen(
            [*GRADE, *arguments, "--watch"],
            cwd=cwd,
            env=environment(cache, PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.command.stdout
        os.set_blocking(self.command.stdout.fileno(), False)
        self.text = ""

    def until(self, words: str, seconds: float = 30) -> str:
        """What came until these words did."""
        assert self.command.stdout
        ends = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < ends, f"{words!r} did not come: {self.text}"
            self.text += (self.command.stdout.read() or b"").decode()
            time.sleep(0.02)
        before, _, self.text = self.text.partition(words)
        return before

    def interrupt(self) -> int:
        self.command.send_signal(signal.SIGINT)
        status = self.command.wait(10)
        assert self.command.stdout
        rest = (self.command.stdout.read() or b"").decode()
        self.command.stdout.close()
        assert "Traceback" not in rest
        assert "Aborted" not in rest
        return status


@on_posix
def test_watch_grades_again_on_every_save(workspace: Path, cache: Path, right: Callable[[str], str]) -> None:
    watching = Watching(workspace, cache, "exercise3")
    assert "not started" in watching.until("Watching ")
    fill(workspace, "exercise3", "def (\n")
    assert "UNREADABLE" in watching.until("Watching ")
    (workspace / "exercises" / "exercise3.py").unlink()
    assert "does not exist" in watching.until("Watching ").replace("\n   ", "")
    temporary = workspace / "saved.py"
    temporary.write_text(right("exercise3"))
    temporary.replace(workspace / "exercises" / "exercise3.py")
    assert "10/10 points" in watching.until("Watching ")
    assert watching.interrupt() == 0


@on_posix
def test_watch_ends_with_the_last_exit_code(workspace: Path, cache: Path) -> None:
    (workspace / "mine.py").write_text(WRONG)
    watching = Watching(workspace, cache, "exercise3", "--file", "mine.py")
    watching.until("Watching mine.py (Ctrl-C ends)")
    assert watching.interrupt() == 1
