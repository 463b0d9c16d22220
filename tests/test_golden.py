"""Golden files: a folder a case, with the submission, what the terminal shows and what `--json` prints.

`UPDATE_GOLDEN=1 pytest tests/test_golden.py` writes them anew; read every line of the difference. `terminal-40.txt`
and `terminal-colour.txt` are compared where they exist: make an empty one to ask for it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import GRADE, Ended, Grade, cells, environment
from jsonschema import Draft202012Validator

CASES = sorted(path.parent for path in Path(__file__).parent.glob("golden/*/exercise*.*"))
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
UNCONFINED = re.compile(r"  Ran as a plain process,.*?somebody\s+else's\.\n", re.DOTALL)
EXIT_CODES = {"passed": 0, "failed": 1, "not-attempted": 1, "unreadable": 2}
ACTED_ON = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal would act on, but the end of a line."""

Graded = Callable[..., Ended]


def those_with(name: str) -> list[Path]:
    return [case for case in CASES if (case / name).exists()]


def each(cases: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=lambda path: path.name)


@pytest.fixture
def student(case: Path, tmp_path: Path) -> Path:
    """A student's workspace that holds a case's file."""
    submission = next(case.glob("exercise*.*"))
    (tmp_path / "exercises").mkdir()
    (tmp_path / ".workbook").write_text("A workbook\n")
    (tmp_path / "exercises" / submission.name).write_bytes(submission.read_bytes())
    return tmp_path


@pytest.fixture
def graded(case: Path, grade: Grade, student: Path, public_key: Path) -> Graded:
    exercise = next(case.glob("exercise*.*")).stem

    def run(*options: str, **env: str) -> Ended:
        return grade("--key", public_key, exercise, *options, cwd=student, env=env)

    return run


BAR = re.compile(r"\[[#.]{10}\] (\d+)/\d+")
"""How far a student has come: of how many, depends on what else the chapter holds."""


def agree(path: Path, text: str) -> None:
    if UPDATE:
        path.write_bytes(text.encode())
    expected, got = (BAR.sub(r"[bar] \1", one) for one in (path.read_bytes().decode(), text))
    assert got == expected, f"{path} differs; UPDATE_GOLDEN=1 rewrites it"


def stable(document: dict[str, Any]) -> dict[str, Any]:
    """Without what depends on the machine, or on content that the case does not show."""
    return {**document, "key": "sha256:…", "isolation": "strict"}


@each(CASES)
def test_terminal_and_document(case: Path, graded: Graded, schema: dict[str, Any]) -> None:
    shown, told = graded(), graded("--json")
    document = told.document()
    agree(case / "terminal.txt", UNCONFINED.sub("", shown.out))
    agree(case / "result.json", json.dumps(stable(document), indent=1, ensure_ascii=False) + "\n")
    Draft202012Validator(schema).validate(document)
    assert shown.status == told.status == EXIT_CODES[document["status"]]
    assert shown.err == told.err == ""


@each(CASES)
def test_the_golden_text_is_fit_for_a_terminal(case: Path) -> None:
    text = (case / "terminal.txt").read_text(encoding="utf-8")
    assert not ACTED_ON.search(text)
    assert [line for line in text.split("\n") if cells(line) > 80] == []
    assert text.split("\n")[-2].lstrip().startswith(("Next:", "[")) or "Next:" in text
    assert "grader/" not in text, "frames of ours"


@each(those_with("terminal-40.txt"))
def test_narrow(case: Path, graded: Graded) -> None:
    text = UNCONFINED.sub("", graded(COLUMNS="40").out)
    agree(case / "terminal-40.txt", text)
    too_wide = [line for line in text.split("\n") if cells(line) > 40]
    assert [line for line in too_wide if not re.search(r"\S*/exercise[0-9]+\.py\S*|\S{32,}", line)] == []


@each(those_with("terminal-colour.txt"))
def test_colour_on_a_terminal(case: Path, student: Path, public_key: Path, cache: Path) -> None:
    """Colour comes on a terminal only, and says nothing that the text does not say."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    exercise = next(case.glob("exercise*.*")).stem
    command = subprocess.Popen(
        [*GRADE, "--key", public_key, exercise], cwd=student, env=environment(cache, COLUMNS="80", TERM="xterm"), stdout=theirs
    )
    os.close(theirs)
    text = all_of(ours).replace("\r\n", "\n")
    command.wait()
    agree(case / "terminal-colour.txt", UNCONFINED.sub("", text))
    assert "\x1b[" in text
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == (case / "terminal.txt").read_text(encoding="utf-8")


def all_of(terminal: int) -> str:
    pieces = []
    while True:
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(terminal)
    return b"".join(pieces).decode()
