"""The command line: names, help, completion, exit codes, and the terminal it is shown on."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import EXERCISES, GRADE, WORK, WRONG, Ended, Grade, environment, fill, on_posix, progress

ESCAPE = "\x1b"

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
    assert sentence == f"there is no {arguments[-1]}: the exercises are {', '.join(WORK)}"


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
        ("notebook.ipynb", "notebook.ipynb is no notebook: it is JSON without a list of cells"),
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


def test_the_version(grade: Grade) -> None:
    from grader import __version__

    assert grade("--version") == Ended(0, f"grade, version {__version__}\n", "")
