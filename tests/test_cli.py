"""The commands a student types: what they say, what they leave behind, and how they end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import GRADE, ROOT, Ended, Grade, environment

EXERCISES = [f"exercise{number}" for number in range(1, 7)]
on_posix = pytest.mark.skipif(os.name != "posix", reason="made for POSIX")
as_root = os.name == "posix" and os.geteuid() == 0
ESCAPE = "\x1b"

WRONG = """
import numpy as np

def softmax_weights(scores):
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=0)

def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
"""


def fill(workspace: Path, exercise: str, text: str) -> Path:
    path = workspace / "exercises" / f"{exercise}.py"
    path.write_text(text, encoding="utf-8")
    return path


def progress(workspace: Path) -> dict[str, object]:
    document = json.loads((workspace / ".workbook-progress.json").read_text())
    assert isinstance(document, dict)
    return document


# ---------------------------------------------------------------- help, names, completion


def test_help_lists_the_exercises_with_their_titles(grade: Grade) -> None:
    ended = grade("--help")
    assert ended.status == 0
    assert re.search(r"^  exercise3 +Softmax weights$", ended.out, re.MULTILINE)
    assert [word for word in re.findall(r"^  (\w+) ", ended.out, re.MULTILINE) if word in EXERCISES] == EXERCISES
    for command in ("all", "list", "hint", "start", "reset", "batch", "compile", "demo", "verify"):
        assert re.search(rf"^  {command} +\S", ended.out, re.MULTILINE), command


def test_help_comes_without_a_workspace_and_without_a_key(grade: Grade, tmp_path: Path) -> None:
    assert "exercise3" in grade("--help", cwd=tmp_path).out
    ended = grade("--key", tmp_path / "nowhere", "--help", cwd=tmp_path)
    assert ended.status == 0
    assert "hint" in ended.out


@pytest.mark.parametrize(
    "command", ["exercise3", "all", "list", "hint", "start", "reset", "batch", "compile", "demo", "verify"]
)
def test_every_command_has_help(grade: Grade, command: str) -> None:
    ended = grade(command, "--help")
    assert ended.status == 0
    assert ended.out.startswith(f"Usage: grade {command}")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("exercse3", "exercise3"), ("Exercise4", "exercise4"), ("lsit", "list"), ("hints", "hint"), ("verfy", "verify")],
)
def test_a_typo_is_answered_with_the_nearest_name(grade: Grade, typed: str, meant: str) -> None:
    assert grade(typed).sentence() == f"there is no command {typed!r}: is `grade {meant}` meant? `grade --help` lists them all"


@pytest.mark.parametrize("typed", ["xyzzy", "💥", "\x1b[31m", "a\nb", "x" * 1000, "3", "../exercise3", "exercise0", "exercise"])
def test_no_name_at_all(grade: Grade, typed: str) -> None:
    sentence = grade(typed).sentence()
    assert sentence.startswith("there is no command ")
    assert ESCAPE not in sentence
    assert len(sentence) < 200


@pytest.mark.parametrize("arguments", [("exercise99",), ("hint", "exercise99"), ("reset", "exercise99"), ("hint", "x")])
def test_an_exercise_that_does_not_exist(grade: Grade, workspace: Path, arguments: tuple[str, ...]) -> None:
    sentence = grade(*arguments, cwd=workspace).sentence()
    assert sentence == f"there is no {arguments[-1]}: the exercises are {', '.join(EXERCISES)}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["grade", "exercise"], set(EXERCISES)),
        (["grade", "h"], {"hint"}),
        (["grade", "hint", "exercise"], set(EXERCISES)),
        (["grade", "reset", "exercise2"], {"exercise2"}),
        (["grade", "exercise3", "--js"], {"--json"}),
        (["grade", "verify", "exercise5"], {"exercise5"}),
        (["grade", "hint", "exercise2", "sca"], {"scaled_score_matrix"}),
    ],
)
def test_the_shell_completes(grade: Grade, words: list[str], expected: set[str]) -> None:
    variables = {"_GRADE_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    assert {line.split(",")[1] for line in grade(env=variables).out.split()} == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shells_get_their_script(grade: Grade, shell: str) -> None:
    if shell == "bash":
        pytest.importorskip("shutil").which("bash") or pytest.skip("no bash here")
    ended = grade(env={"_GRADE_COMPLETE": f"{shell}_source"})
    assert ended.status == 0
    assert "_GRADE_COMPLETE" in ended.out


# ---------------------------------------------------------------- exit codes


def test_exit_0_full_marks(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    fill(workspace, "exercise3", right("exercise3"))
    ended = grade("exercise3", cwd=workspace)
    assert ended.status == 0
    assert "10/10 points" in ended.out
    assert re.search(r"Public checks only: the marked run makes [1-9]\d* more\.", ended.out)


@pytest.mark.parametrize("text", [WRONG, None], ids=["wrong", "not attempted"])
def test_exit_1_less_than_full_marks(grade: Grade, workspace: Path, text: str | None) -> None:
    if text:
        fill(workspace, "exercise3", text)
    assert grade("exercise3", cwd=workspace).status == 1


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("nowhere.py", "nowhere.py does not exist"),
        ("exercises", "exercises is a folder, not a file: give the .py file in it"),
        ("empty.py", "empty.py is empty"),
        ("binary.py", "binary.py is not a text file"),
        ("large.py", "large.py has 10.0 MB"),
        ("notebook.ipynb", "notebook.ipynb is a notebook, which this version does not read"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_exit_2_nothing_could_be_read(grade: Grade, workspace: Path, argument: str, says: str, as_json: bool) -> None:
    (workspace / "empty.py").touch()
    (workspace / "binary.py").write_bytes(b"\x7fELF\0\1")
    (workspace / "notebook.ipynb").write_text("{}")
    (workspace / "large.py").write_bytes(b"#" * 10_000_000)
    ended = grade("exercise3", "--file", argument, *(["--json"] if as_json else []), cwd=workspace)
    assert ended.status == 2
    if as_json:
        document = ended.document()
        assert document["status"] == "unreadable"
        assert [part["part"] for part in document["parts"]] == ["softmax_weights", "attention_weights"]
        assert says in document["parts"][0]["message"]
    else:
        assert says in re.sub(r"\s+", " ", ended.out)


FAULT = """
import sys; sys.argv[0] = "grade"
import grader.sandbox, grader.sandbox.best
def fail(*given, **named):
    raise {fault}
grader.sandbox.best.BestSandbox.run = fail
from grader.cli.main import main
main()
"""


@pytest.mark.parametrize("fault", ["grader.sandbox.SandboxFault('the zygote died')", "ZeroDivisionError('oops')"])
def test_exit_3_a_fault_of_ours_costs_nothing(grade: Grade, workspace: Path, right: Callable[[str], str], fault: str) -> None:
    fill(workspace, "exercise3", right("exercise3"))
    assert grade("exercise3", cwd=workspace).status == 0
    before = progress(workspace)
    code = FAULT.format(fault=fault)
    ended = grade("exercise3", cwd=workspace, code=code)
    assert ended.status == 3
    assert "OUR FAULT" in ended.out
    assert "it is not graded, and costs nothing" in re.sub(r"\s+", " ", ended.out)
    assert progress(workspace) == before
    document = grade("exercise3", "--json", cwd=workspace, code=code)
    assert document.status == 3
    assert document.document()["status"] == "grader-error"
    assert document.document()["max_points"] == 0


def test_exit_3_a_fault_outside_grading(grade: Grade, workspace: Path) -> None:
    code = "import grader.cli.desk as d, grader.cli.main as m\nd.Desk.catalog = property(lambda desk: 1 / 0)\nm.main()"
    ended = grade("list", cwd=workspace, code=code)
    assert ended.status == 3
    assert ended.err.count("\n") == 1
    assert "This is our fault and costs no points" in ended.err


@pytest.mark.parametrize("as_json", [False, True])
def test_a_machine_that_cannot_isolate(grade: Grade, workspace: Path, as_json: bool) -> None:
    """Asked for strict isolation where there is none: one sentence, and a document all the same."""
    code = (
        "import sys; sys.argv[0] = 'grade'\nimport grader.sandbox as s\n"
        "def refuse(*given, **named):\n    raise s.Refused('there is no fork here')\n"
        "s.open_sandbox = refuse\nfrom grader.cli.main import main\nmain()"
    )
    ended = grade("exercise3", "--isolation", "strict", *(["--json"] if as_json else []), cwd=workspace, code=code)
    assert ended.status == 2
    if as_json:
        assert ended.document()["warnings"] == ["there is no fork here"]
    else:
        assert ended.sentence() == "there is no fork here"


@pytest.mark.parametrize(
    "arguments", [("exercise3", "--nope"), ("hint",), ("start",), ("batch",), ("exercise3", "--isolation", "x")]
)
def test_wrong_usage(grade: Grade, workspace: Path, arguments: tuple[str, ...]) -> None:
    ended = grade(*arguments, cwd=workspace)
    assert ended.status == 2
    assert ended.out == ""
    assert "Error: " in ended.err


def test_watch_and_json_do_not_go_together(grade: Grade, workspace: Path) -> None:
    assert "--watch and --json" in grade("exercise3", "--watch", "--json", cwd=workspace).sentence()


# ---------------------------------------------------------------- the terminal


def on_a_terminal(arguments: list[str], cwd: Path, env: dict[str, str]) -> str:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = subprocess.Popen([*GRADE, *arguments], cwd=cwd, env=env, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    command.wait()
    return text.decode()


@pytest.mark.parametrize(
    ("variables", "colour"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)]
)
def test_colour_only_where_it_is_welcome(workspace: Path, cache: Path, variables: dict[str, str], colour: bool) -> None:
    fill(workspace, "exercise3", WRONG)
    text = on_a_terminal(["exercise3"], workspace, environment(cache, **{"TERM": "xterm", **variables}))
    assert (ESCAPE in text) is colour
    assert "FAIL" in text


def test_no_colour_in_a_pipe_and_eighty_columns(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    ended = grade("exercise3", cwd=workspace, env={"TERM": "xterm"})
    assert ESCAPE not in ended.out
    assert max(map(len, ended.out.split("\n"))) in range(70, 81)


@pytest.mark.parametrize(
    ("columns", "arguments"),
    [(columns, ("exercise3",)) for columns in ("40", "30", "1", "0", "-5", "100000", "wide", "")]
    + [("40", arguments) for arguments in (("list",), ("all",), ("hint", "exercise3"), ())],
)
def test_any_width(grade: Grade, workspace: Path, columns: str, arguments: tuple[str, ...]) -> None:
    fill(workspace, "exercise3", WRONG)
    ended = grade(*arguments, cwd=workspace, env={"COLUMNS": columns})
    assert ended.status in (0, 1)
    width = min(max(int(columns), 30), 100) if columns.lstrip("-").isdigit() and columns != "0" else 80
    too_wide = [line for line in ended.out.split("\n") if len(line) > width]
    assert [line for line in too_wide if ".py" not in line] == []


def test_a_terminal_without_the_letters(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    ended = grade("exercise3", cwd=workspace, env={"PYTHONIOENCODING": "latin-1"})
    assert ended.status == 1
    assert "case ?the scaled scores" in ended.out


@on_posix
def test_a_closed_pipe_is_no_fault(workspace: Path, cache: Path) -> None:
    fill(workspace, "exercise3", WRONG + "\nprint('x' * 60000)\n")
    for arguments in (["exercise3"], ["exercise3", "--json"], ["--help"], ["all", "--json"]):
        command = subprocess.Popen(
            [*GRADE, *arguments], cwd=workspace, env=environment(cache), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert command.stdout
        assert command.stderr
        command.stdout.read(1) if arguments == ["--help"] else None
        command.stdout.close()
        error = command.stderr.read().decode()
        command.wait()
        command.stderr.close()
        assert "Traceback" not in error
        assert "fault" not in error


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
    assert "[##........] 1/6  Next: exercise2  Score matrix" in passed.out
    assert grade(cwd=workspace).out.startswith("exercise2  ")

    # A file that changed since it passed is open again.
    fill(workspace, "exercise1", right("exercise1") + "\n# again\n")
    assert re.search(r"exercise1 +Dot-product variance +changed since it passed", grade("list", cwd=workspace).out)
    assert grade(cwd=workspace).out.startswith("exercise1  ")


def test_grade_when_all_is_done(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    for exercise in EXERCISES:
        fill(workspace, exercise, right(exercise))
    every = grade("all", cwd=workspace)
    assert every.status == 0
    assert every.out.endswith("[##########] 6/6 exercises pass, 60 of 60 points in .\n")
    done = grade(cwd=workspace)
    assert done.status == 0
    assert done.out == "All 6 exercises pass. `grade all` checks them once more.\n"
    assert grade("list", cwd=workspace).out.count("passed") == 6
    assert "All exercises pass" in grade("exercise6", cwd=workspace).out


# ---------------------------------------------------------------- all, list


def test_all_grades_every_exercise(grade: Grade, workspace: Path, right: Callable[[str], str]) -> None:
    fill(workspace, "exercise2", right("exercise2"))
    fill(workspace, "exercise3", WRONG)
    fill(workspace, "exercise4", "def (\n")
    (workspace / "exercises" / "exercise5.py").unlink()
    ended = grade("all", cwd=workspace)
    assert ended.status == 1
    assert "This is what softmax down the columns (axis=0) gives." in re.sub(r"\s+", " ", ended.out)
    assert "[##........] 1/6 exercises pass, 10 of 60 points in ." in ended.out

    document = grade("all", "--json", cwd=workspace)
    assert document.status == 1
    statuses = [result["status"] for result in document.document()["results"]]
    assert statuses == ["not-attempted", "passed", "failed", "unreadable", "unreadable", "not-attempted"]


def test_list_grades_nothing_and_remembers(grade: Grade, workspace: Path) -> None:
    fresh = grade("list", cwd=workspace)
    assert fresh.status == 0
    assert fresh.out.count("open") == 6
    fill(workspace, "exercise3", WRONG)
    assert grade("list", cwd=workspace).out == fresh.out
    grade("exercise3", cwd=workspace)
    grade("hint", "exercise3", cwd=workspace)
    assert re.search(r"exercise3 +Softmax weights +0 points, 1 hint$", grade("list", cwd=workspace).out, re.MULTILINE)


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


def test_a_hint_for_no_part(grade: Grade, workspace: Path) -> None:
    sentence = grade("hint", "exercise3", "softmax", cwd=workspace).sentence()
    assert sentence == "exercise3 has no part softmax: it has softmax_weights, attention_weights"


# ---------------------------------------------------------------- start, reset


def test_start_makes_a_workspace_with_the_pristine_stubs(grade: Grade, tmp_path: Path) -> None:
    ended = grade("start", tmp_path / "a" / "b", cwd=tmp_path)
    assert ended.status == 0
    assert sorted(path.name for path in (tmp_path / "a" / "b" / "exercises").iterdir()) == [f"{one}.py" for one in EXERCISES]
    assert ended.out.split("\n")[0] == f"{tmp_path / 'a' / 'b'}: 7 files written."
    assert grade("all", cwd=tmp_path / "a" / "b").out.count("not started") == 6


def test_start_keeps_existing_work(grade: Grade, workspace: Path) -> None:
    fill(workspace, "exercise3", "mine")
    (workspace / "exercises" / "exercise4.py").unlink()
    ended = grade("start", workspace)
    assert f"{workspace}: 1 file written, 6 were there already and stay as they are." in ended.out
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


# ---------------------------------------------------------------- where the workspace is


def test_no_workspace(grade: Grade, tmp_path: Path) -> None:
    sentence = "no workspace here or in a folder above (looked for .workbook): make one with `grade start DIR` and work in it"
    for arguments in ((), ("all",), ("hint", "exercise3"), ("reset", "exercise3"), ("exercise3", "--watch")):
        assert grade(*arguments, cwd=tmp_path).sentence() == sentence
    graded = grade("exercise3", cwd=tmp_path)
    assert graded.status == 2
    assert sentence in re.sub(r"\s+", " ", graded.out)
    document = grade("exercise3", "--json", cwd=tmp_path)
    assert document.status == 2
    assert [part["message"] for part in document.document()["parts"]] == [sentence] * 2
    every = grade("all", "--json", cwd=tmp_path)
    assert every.status == 2
    assert [result["status"] for result in every.document()["results"]] == ["unreadable"] * 6
    assert grade("list", cwd=tmp_path).status == 0
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_graded_without_a_workspace(grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(WRONG)
    ended = grade("exercise3", "--file", "mine.py", cwd=tmp_path)
    assert ended.status == 1
    assert "softmax down the columns" in ended.out
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_the_workspace_is_found_upwards(grade: Grade, workspace: Path) -> None:
    deep = workspace / "exercises" / "notes" / "more"
    deep.mkdir(parents=True)
    ended = grade("exercise3", cwd=deep)
    assert ended.status == 1
    assert ended.out.rstrip().endswith("Next: edit ../../exercise3.py, then  grade exercise3")


@on_posix
def test_a_folder_that_was_deleted(grade: Grade, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = f"import os; os.rmdir({str(gone)!r})\n{GRADE[-1]}"
    for arguments in ((), ("list",), ("exercise3",)):
        gone.mkdir(exist_ok=True)
        sentence = grade(*arguments, cwd=gone, code=code).sentence()
        assert sentence == "the folder you are in does not exist any more: change to your workspace"


def test_a_file_named_by_bytes(grade: Grade, workspace: Path) -> None:
    name = os.fsdecode(b"zo\xe9.py")
    try:
        (workspace / name).write_text(WRONG)
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    assert grade("exercise3", "--file", workspace / name, cwd=workspace).status == 1
    assert grade("exercise3", "--json", "--file", workspace / name, cwd=workspace).document()["status"] == "failed"


# Root may write anywhere, so for root the file system's refusal is played.
READ_ONLY = """
import sys; sys.argv[0] = "grade"
def refuse(event, arguments):
    writes = event == "open" and arguments[2] & 3 or event in ("os.rename", "os.mkdir", "os.remove")
    if writes and str(arguments[0]).startswith({workspace!r}):
        raise PermissionError(13, "Permission denied", str(arguments[0]))
sys.addaudithook(refuse)
from grader.cli.main import main
main()
"""


@on_posix
def test_a_read_only_workspace_is_graded_all_the_same(grade: Grade, workspace: Path, cache: Path) -> None:
    fill(workspace, "exercise3", WRONG)
    code = READ_ONLY.format(workspace=str(workspace)) if as_root else None
    workspace.chmod(0o555)
    (workspace / "exercises").chmod(0o555)
    for arguments in (("exercise3",), ("list",), ("hint", "exercise3"), ("all", "--json"), ()):
        ended = grade(*arguments, cwd=workspace, code=code)
        assert ended.status in (0, 1), ended
        assert ended.err == ""
    assert "can't be moved aside: Permission denied" in grade("reset", "exercise3", cwd=workspace, code=code).sentence()
    assert not (workspace / ".workbook-progress.json").exists()
    workspace.chmod(0o755)
    (workspace / "exercises").chmod(0o755)


# ---------------------------------------------------------------- what may be damaged


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\0",
        b'{"passed": {"exercise3": 5}}',
        b'{"hints": {"exercise3.softmax_weights": -5}}',
        b'{"points": {"exercise3": 1e999}}',
        b'{"points": {"exercise3": "ten"}}',
        b'{"started": "yes"}',
        b"[" * 5000,
    ],
)
def test_a_damaged_progress_file_is_as_good_as_none(grade: Grade, workspace: Path, damaged: bytes) -> None:
    (workspace / ".workbook-progress.json").write_bytes(damaged)
    assert grade("list", cwd=workspace).out.count("open") == 6
    assert "hint 1 of 3" in grade("hint", "exercise3", cwd=workspace).out
    assert progress(workspace)["hints"] == {"exercise3.softmax_weights": 1}


def test_progress_with_more_hints_than_there_are(grade: Grade, workspace: Path) -> None:
    (workspace / ".workbook-progress.json").write_text('{"hints": {"exercise3.softmax_weights": 9000000000}}')
    assert "The hints once more" in grade("hint", "exercise3", cwd=workspace).out


@on_posix
def test_a_progress_file_that_is_a_folder(grade: Grade, workspace: Path) -> None:
    (workspace / ".workbook-progress.json").mkdir()
    assert grade("exercise3", cwd=workspace).status == 1
    assert "hint 1 of 3" in grade("hint", "exercise3", cwd=workspace).out


DAMAGED = [
    "is not an answer key: make one with `grade compile FILE`",
    "is damaged: make it again with `grade compile FILE`, or copy it again",
]


def damaged_keys(key: Path) -> Iterator[bytes]:
    data = key.read_bytes()
    yield from (b"", b"{}", data[:-1], data[: len(data) // 2], data + b"x", b"\x80", b"\x93\x01\x02\x03", b"\xc1")
    # It still can be read, but not all of it is what was written.
    yield data.replace(b"softmax_weights", b"softmax_weightz")
    yield data[: len(data) // 2] + bytes(8) + data[len(data) // 2 + 8 :]


@pytest.mark.parametrize("number", range(10))
def test_a_damaged_key_file(grade: Grade, workspace: Path, public_key: Path, tmp_path: Path, number: int) -> None:
    path = tmp_path / "damaged.key"
    path.write_bytes(list(damaged_keys(public_key))[number])
    for arguments in (("exercise3",), ("list",), ("all",), ("hint", "exercise3")):
        sentence = grade("--key", path, *arguments, cwd=workspace).sentence()
        assert sentence == f"{path} {DAMAGED[number >= 8]}"
    document = grade("--key", path, "exercise3", "--json", cwd=workspace)
    assert document.status == 2
    assert document.document()["status"] == "unreadable"


@pytest.mark.parametrize(
    ("name", "says"), [("nowhere.key", "can't be read: No such file"), (".", "can't be read: Is a directory")]
)
def test_a_key_that_is_no_file(grade: Grade, workspace: Path, name: str, says: str) -> None:
    assert says in grade("--key", name, "exercise3", cwd=workspace).sentence()


def test_a_key_of_another_format(grade: Grade, workspace: Path, public_key: Path, tmp_path: Path) -> None:
    import msgspec

    packed = msgspec.msgpack.decode(public_key.read_bytes())
    path = tmp_path / "new.key"
    path.write_bytes(msgspec.msgpack.encode({**packed, "format": 99}))
    assert "is a key of format 99" in grade("--key", path, "list", cwd=workspace).sentence()


@pytest.mark.parametrize("junk", [b"", b"\xc1", b"not a key", bytes(5000)])
def test_a_damaged_cache_entry_is_made_anew(grade: Grade, workspace: Path, tmp_path: Path, junk: bytes) -> None:
    cache = tmp_path / "cache"
    first = grade("exercise3", "--json", cwd=ROOT, env={"WORKBOOK_CACHE": str(cache)})
    entries = list(cache.glob("*.key"))
    assert entries
    good = entries[0].read_bytes()
    for damage in (junk, good[:-1], good[: len(good) // 2] + b"\0" * 10 + good[len(good) // 2 + 10 :]):
        entries[0].write_bytes(damage)
        assert grade("exercise3", "--json", cwd=ROOT, env={"WORKBOOK_CACHE": str(cache)}) == first
        assert entries[0].read_bytes() == good


@on_posix
@pytest.mark.parametrize("where", ["/dev/null", "/proc/none", "file"])
def test_a_cache_that_cannot_be_written(grade: Grade, workspace: Path, tmp_path: Path, where: str) -> None:
    (tmp_path / "file").touch()
    ended = grade("exercise3", cwd=workspace, env={"WORKBOOK_CACHE": str(tmp_path / where)})
    assert ended.status == 1
    assert "not started" in ended.out
    assert ended.err == ""


def test_first_runs_at_once(tmp_path: Path) -> None:
    """Two and more first runs share an empty cache; each grades, and none leaves debris."""
    cache = tmp_path / "cache"
    cache.mkdir()
    commands = [
        subprocess.Popen([*GRADE, "exercise3", "--json"], cwd=ROOT, env=environment(cache), stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    documents = [json.loads(command.communicate()[0]) for command in commands]
    assert {command.returncode for command in commands} <= {0, 1}
    assert all(document == documents[0] for document in documents)
    assert {path.suffix for path in cache.iterdir()} <= {".key", ".stub"}


# ---------------------------------------------------------------- keys and authors


def test_compile_and_key_make_a_round_trip(
    grade: Grade, workspace: Path, full_key: Path, public_key: Path, tmp_path: Path
) -> None:
    fill(workspace, "exercise3", WRONG)
    public = grade("--key", public_key, "exercise3", "--json", cwd=workspace).document()
    full = grade("--key", full_key, "exercise3", "--json", cwd=workspace).document()
    assert (public["public_only"], full["public_only"]) == (True, False)
    assert public["hidden_checks"] > 0 == full["hidden_checks"]
    assert public["key"] != full["key"]
    assert sum(len(part["checks"]) for part in full["parts"]) > sum(len(part["checks"]) for part in public["parts"])
    # The packaged key and the compiled one are the same bytes, whoever makes them.
    assert grade("exercise3", "--json", cwd=workspace).document() == public
    again = tmp_path / "again.key"
    assert grade("compile", again).status == 0
    assert again.read_bytes() == full_key.read_bytes()


@pytest.mark.parametrize("arguments", [("compile", "x.key"), ("verify",), ("demo",)])
def test_what_needs_a_clone_says_so(grade: Grade, workspace: Path, arguments: tuple[str, ...]) -> None:
    sentence = grade(*arguments, cwd=workspace).sentence()
    assert sentence == "this needs the workbook's own folder, with solutions/ in it: run it in a clone"


@pytest.mark.parametrize("target", [".", "nowhere/x.key"])
def test_a_key_that_cannot_be_written(grade: Grade, target: str, tmp_path: Path) -> None:
    assert "can't be written" in grade("compile", tmp_path / target).sentence()


def test_verify_names_each_rule(grade: Grade) -> None:
    ended = grade("verify", "exercise2")
    assert ended.status == 0, ended.out
    assert ended.out.startswith("exercise2\n  ok    stub and reference agree\n")
    assert ended.out.endswith("11 rules checked, all hold\n")
    document = grade("verify", "exercise2", "--json")
    findings = document.document()["findings"]
    assert len(findings) == 11
    assert all(finding["exercise"] == "exercise2" and finding["complaints"] == [] for finding in findings)


def test_verify_of_nothing(grade: Grade) -> None:
    assert grade("verify", "exercise99").sentence().startswith("there is no exercise99: ")


def test_demo_makes_a_class_and_grades_it(grade: Grade, tmp_path: Path) -> None:
    ended = grade("demo", "--keep", tmp_path / "class")
    if ended.status == 2 and "isolation" in ended.err:
        pytest.skip(f"no strict isolation here: {ended.err}")
    assert ended.status == 0, ended.err
    for group in ("good", "wrong", "unready", "broken", "hostile"):
        assert re.search(rf"^  {group} ", ended.out, re.MULTILINE)
    assert re.search(r"\d+ students, \d+ results in ", ended.out)
    assert (tmp_path / "class" / "asha" / "exercise1.py").is_file()


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


def test_the_version(grade: Grade) -> None:
    from grader import __version__

    assert grade("--version") == Ended(0, f"grade, version {__version__}\n", "")
