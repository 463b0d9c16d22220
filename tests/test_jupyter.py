"""Checking from inside a notebook, in a real kernel; and the card that shows the result."""

from __future__ import annotations

import html.parser
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, environment
from test_notebook_commands import ATTENTION, IMPORTS, RIGHT

from grader.intake.blank_notebook import blank_notebook
from grader.judge.result import Check, PartResult, Result, Table
from grader.report.card import html_card, markdown_card

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

WRONG = RIGHT.replace("axis=1", "axis=0")


@pytest.fixture(scope="module")
def kernel_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder far from the workbook, and an environment in which a kernel finds it."""
    home = tmp_path_factory.mktemp("kernel")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(home).items():
            patch.setenv(name, value)
        patch.setenv("IPYTHONDIR", str(home / "ipython"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(home / "runtime"))
        yield home


def executed(home: Path, *cells: str) -> list[Any]:
    """The code cells of a notebook after a kernel has run them all."""
    made = nbformat.reads(blank_notebook("exercise3", '"""A story."""\n'), as_version=4)
    made.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    manager = nbclient.NotebookClient(
        made, timeout=120, allow_errors=True, kernel_name="python3", resources={"metadata": {"path": str(home)}}
    )
    manager.create_kernel_manager()
    # This interpreter, whatever kernels are installed.
    manager.km.kernel_spec.argv[0] = sys.executable
    return list(manager.execute().cells)


def shown(cell: Any, kind: str = "text/plain") -> str:
    return "".join(str(output.data.get(kind, "")) for output in cell.outputs if "data" in output)


def errors(cell: Any) -> list[str]:
    return [output.ename for output in cell.outputs if output.output_type == "error"]


@pytest.fixture(scope="module")
def session(kernel_home: Path) -> list[Any]:
    return executed(
        kernel_home,
        IMPORTS.removeprefix("%matplotlib inline\n"),
        "%load_ext grader",
        "%check exercise3",
        f"%%check exercise3\n{WRONG.lstrip()}",
        "softmax_weights(np.zeros((1, 2)))",
        "1 / 0",
        RIGHT,
        ATTENTION,
        "import grader\nchecked = grader.check('exercise3')\nchecked",
        "print(checked.passed, checked.result.points)",
        "%check 99",
        "%check  # which one?",
        "%%check exercise3\nraise KeyError('mine')",
    )


def test_the_line_magic_checks_the_cells_run_so_far(session: list[Any]) -> None:
    assert "your notebook defines no function softmax_weights" in re.sub(r"\s+", " ", shown(session[2]))


def test_the_cell_magic_runs_its_cell_in_the_kernel_and_checks_it(session: list[Any]) -> None:
    assert "each query's weights add up to 1" in shown(session[3])
    assert "softmax down the columns" in shown(session[3])
    # What it defines is there for the cells below.
    assert shown(session[4]) == "array([[1., 1.]])"


def test_the_function_grades_what_was_run_last(session: list[Any]) -> None:
    """Neither the wrong version before nor the error in between costs anything, or is told again."""
    assert "10/10 points" in shown(session[8])
    assert "note:" not in shown(session[8])
    assert session[9].outputs[0].text == "True 10.0\n"


def test_what_can_not_be_checked_is_one_sentence(session: list[Any]) -> None:
    assert shown(session[10]).startswith("grade: there is no 'exercise99': the exercises are exercise1,")
    assert shown(session[11]).startswith("grade: which exercise is to be checked is not said: the exercises are exercise1,")
    assert shown(session[10], "text/html").startswith("<div>grade: there is no &#x27;exercise99&#x27;")
    assert [errors(session[place]) for place in (10, 11)] == [[], []]


def test_an_error_in_a_checked_cell_is_shown_as_ever(session: list[Any]) -> None:
    assert errors(session[12]) == ["KeyError"]
    assert "10/10 points" in shown(session[12])


def test_the_card_is_whole_and_comes_with_text(session: list[Any]) -> None:
    card = shown(session[3], "text/html")
    assert is_well_formed(card)
    assert "<script" not in card
    assert not re.search(r"(?:src|href)=|url\(|@import|https?:", card)
    assert shown(session[3], "text/markdown").startswith("```text\nexercise3  Softmax weights")


def test_where_a_line_is_in_a_kernel(kernel_home: Path) -> None:
    cells = executed(
        kernel_home, f"{IMPORTS}", RIGHT.replace("scores.max", "\n        scores.least"), "import grader\ngrader.check(3)"
    )
    assert "your notebook, In [2], line 7" in re.sub(r"\s+", " ", shown(cells[2]))


def test_in_a_script_its_own_file_is_checked(kernel_home: Path) -> None:
    script = kernel_home / "answers.py"
    script.write_text(
        f"import numpy as np\n{RIGHT}{ATTENTION}\nif __name__ == '__main__':\n    import grader\n    print(grader.check(3))\n"
    )
    ran = subprocess.run(
        [sys.executable, script], env=environment(kernel_home), capture_output=True, text=True, check=True, cwd=kernel_home
    )
    assert "10/10 points" in ran.stdout
    assert "note:" not in ran.stdout
    asked = [sys.executable, "-c", "import grader; print(grader.check('exercise3'))"]
    ran = subprocess.run(asked, env=environment(kernel_home), capture_output=True, text=True, check=True, cwd=kernel_home)
    assert ran.stdout == "grade: there is nothing to check: call this in a notebook, or in a file that holds your functions\n"


def test_importing_the_package_stays_light() -> None:
    asked = "import sys; before = set(sys.modules); import grader; print(sorted(set(sys.modules) - before))"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", asked], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "['__future__', 'grader']\n"


# ---------------------------------------------------------------- the card


class Reader(html.parser.HTMLParser):
    """Which elements a page has, and whether each is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: set[str] = set()
        self.sound = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.sound = self.sound and bool(self.open) and self.open.pop() == tag


def is_well_formed(card: str) -> bool:
    reader = Reader()
    reader.feed(card)
    elements = {"div", "strong", "code", "table", "tr", "th", "td", "pre", "details", "summary", "br"}
    return reader.sound and not reader.open and reader.seen <= elements and reader.attributes <= {"style"}


HOSTILE = "</pre></div><script>alert(1)</script><img src=x onerror=alert(2)> \"' & ``` \x1b[2J\u202e"


def hostile_result() -> Result:
    table = Table(HOSTILE, ("", HOSTILE), (("q0", HOSTILE),), (HOSTILE, "  ^"))
    check = Check(name=HOSTILE, tier="values", status="failed", message=HOSTILE, evidence=table)
    part = PartResult(
        part="softmax_weights",
        status="failed",
        points=0.0,
        max_points=5.0,
        misconception="x",
        message=f"{HOSTILE}\n{HOSTILE}",
        hint=HOSTILE,
        output=HOSTILE + "\n" * 30,
        checks=(check,),
    )
    return Result(
        exercise="exercise3",
        title=HOSTILE,
        status="failed",
        points=0.0,
        max_points=5.0,
        isolation="strict",
        key="",
        public_only=True,
        warnings=(HOSTILE,),
        parts=(part,),
    )


def test_whatever_a_student_writes_is_text_on_the_card() -> None:
    card = html_card(hostile_result())
    assert is_well_formed(card)
    assert "\x1b" not in card
    assert "\u202e" not in card
    assert card.count("&lt;script&gt;") >= 9


def test_no_text_ends_the_block_of_code_in_markdown() -> None:
    card = markdown_card(hostile_result())
    fence = card.split("text\n", 1)[0]
    assert set(fence) == {"`"}
    assert card.count(fence) == 2
    assert card.rstrip("\n").endswith(fence)


@pytest.mark.parametrize(
    "status", ["not-attempted", "passed", "unreadable", "timeout", "killed", "error", "grader-error", "awaits-mark"]
)
def test_a_card_for_every_status(status: Any) -> None:
    part = PartResult(part="f", status=status, points=0.0, max_points=5.0, message="what is to be said")
    result = Result(
        exercise="exercise3",
        title="T",
        status="failed",
        points=0.0,
        max_points=5.0,
        isolation="process",
        key="",
        public_only=True,
        parts=(part,),
    )
    card = html_card(result)
    assert is_well_formed(card)
    assert ("what is to be said" in card) == (status != "passed")
    assert "Ran as a plain process" in card
