"""Open tasks in the sandbox, in a workspace and in a batch: whatever is handed in waits for a mark, and nothing breaks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, TASKS, WORK, Batch, Grade, on_posix
from gradebooks import hand_in

from grader.content.chapter import compiled_entry
from grader.content.key import Entry
from grader.content.tasks import task_key
from grader.intake.source import Source
from grader.judge.result import PartResult
from grader.marking.verify_all import verify_entry
from grader.sandbox import Limits, Sandbox, open_sandbox
from grader.tasks.judge import TaskJudge

Shown = Callable[[str], PartResult]
FAST = Limits(processor_seconds=0.4, wall_seconds=3.0)


@pytest.fixture(scope="module", autouse=True)
def own_cache(cache: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBOOK_CACHE", str(cache))
        yield


@pytest.fixture(scope="module")
def program() -> Entry:
    return compiled_entry(ROOT, "practice1")


@pytest.fixture(scope="module", params=["best", "process"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    opened = open_sandbox(request.param)
    yield opened
    opened.close()


@pytest.fixture
def shown(program: Entry, sandbox: Sandbox) -> Shown:
    def run(text: str) -> PartResult:
        result, _ = TaskJudge(program).attempt(Source("practice1.py", text), sandbox, FAST)
        (part,) = result.parts
        return part

    return run


def lacking(part: PartResult) -> list[str]:
    return [one.name for one in part.checks if one.status == "failed"]


THREE = "INPUTS = [1, 2, 3]\n"
CALLED, INPUTS, RUNS = "demo can be called with one input", "3 different inputs or more", "runs without an error"


@pytest.mark.parametrize(
    ("text", "came_out"),
    [
        (THREE + "def demo(x):\n    return x * x\n", "-> 9"),
        (THREE + "demo = lambda x: x * x\n", "-> 9"),
        (THREE + "def demo(x, power=2):\n    print('power', power)\n    return x ** power\n", "| power 2\n  -> 9"),
        (THREE + "def demo(x):\n    yield x\n    yield -x\n", "-> [3, -3]"),
        (THREE + "def demo(x):\n    print('seen', x)\n", "| seen 3\n  -> None"),
        (THREE + "def demo(x):\n    return f'two\\nlines {x}'\n", "-> two\n     lines 3"),
        ("INPUTS = (i for i in range(3))\ndef demo(x):\n    return x\n", "demo(2)\n  -> 2"),
        ("import numpy as np\nINPUTS = np.eye(3)\ndef demo(x):\n    return x.sum()\n", "demo(array([0., 0., 1.]))"),
        ("INPUTS = {'a': 1, 'b': 2, 'c': 3}\ndef demo(x):\n    return x\n", "demo(3)\n  -> 3"),
        ("INPUTS = [(1, 2), (3, 4), (5, 6)]\ndef demo(a, b):\n    return a * b\n", "demo((5, 6))\n  -> 30"),
        ("INPUTS = [[1], [2], [3]]\ndef demo(x):\n    x.append(9)\n    return x\n", "demo([3])\n  -> [3, 9]"),
        ("class A:\n    def __init__(self, n):\n        self.n = n\n"
         "INPUTS = [A(1), A(2), A(3)]\ndef demo(x):\n    return x.n\n", "-> 3"),
        ("import numpy as np\na = np.zeros(2000)\nINPUTS = [a, np.where(a.cumsum() < 1, a, 1) + (np.arange(2000) == 999), "
         "np.arange(2000) == 1000]\ndef demo(x):\n    return float(x.sum())\n", "-> 1.0"),
        ("import torch\n" + THREE + "def demo(x):\n    return x\n", "-> 3"),
        (THREE + "def demo(x):\n    return x\nif __name__ == '__main__':\n    print(demo(input()))\n", "-> 3"),
    ],
    ids=[
        "a function", "a lambda", "with a default", "a generator", "prints only", "several lines", "inputs from a generator",
        "rows of an array", "a dictionary", "several arguments", "changes its input", "own objects", "large arrays",
        "a missing module", "a main part",
    ],
)  # fmt: skip
def test_a_program_in_any_style_is_shown(shown: Shown, text: str, came_out: str) -> None:
    part = shown(text)
    assert (part.status, part.points, part.max_points) == ("awaits-mark", 0.0, 10.0)
    assert lacking(part) == []
    assert came_out in part.output


@pytest.mark.parametrize(
    ("text", "lacks", "says"),
    [
        ("INPUTS = [1, 2, 2]\ndef demo(x):\n    return x\n", [INPUTS], "INPUTS holds 2 different inputs, of 3 inputs"),
        ("INPUTS = []\ndef demo(x):\n    return x\n", [INPUTS], "practice1.py: INPUTS is empty"),
        ("def demo(x):\n    return x\n", [INPUTS], "practice1.py: there is no INPUTS: define it at the top level, as a list"),
        ("INPUTS = 'abc'\ndef demo(x):\n    return x\n", [INPUTS], "practice1.py: INPUTS is no list"),
        (THREE + "def demmo(x):\n    return x\n", [CALLED], "practice1.py defines no function demo: is demmo meant?"),
        (THREE + "demo = 5\n", [CALLED], "practice1.py defines no function demo: define it with def"),
        (THREE + "def demo():\n    return 5\n", [RUNS], "takes 0 positional arguments"),
        (THREE + "def demo(x):\n    return 1 / (x - 2)\n", [RUNS], "demo(2) raised ZeroDivisionError"),
        (THREE + "import sys\ndef demo(x):\n    sys.exit(3)\n", [RUNS], "demo(1) raised SystemExit: 3"),
    ],
)
def test_what_a_program_lacks_is_told_and_it_waits_all_the_same(shown: Shown, text: str, lacks: list[str], says: str) -> None:
    part = shown(text)
    assert part.status == "awaits-mark"
    assert lacking(part) == lacks
    assert any(says in one.message for one in part.checks), [one.message for one in part.checks]


def test_the_same_for_every_input_is_a_note(shown: Shown) -> None:
    part = shown(THREE + "def demo(x):\n    return object.__repr__(THREE)[:7]\nTHREE = object()\n")
    (note,) = [one for one in part.checks if one.status == "skipped"]
    assert note.message == "demo gave the same for every input: is that meant?"
    assert lacking(part) == []


ODD = "class A:\n    def __repr__(self):\n        {}\nINPUTS = [A(), A(), A()]\ndef demo(x):\n    return x\n"
WRITES = "for fd in range(3, 40):\n    try:\n        os.write(fd, b'passed' * 99)\n    except OSError:\n        pass\n"
SAME = "def demo(x):\n    return x\n"
HOSTILE = {
    "never ends": THREE + "def demo(x):\n    while True:\n        pass\n",
    "ends once": THREE + "def demo(x):\n    while x == 2:\n        pass\n    return x\n",
    "never loads": "while True:\n    pass\n",
    "floods": THREE + "def demo(x):\n    for _ in range(10**5):\n        print('flood ' * 20)\n    return 'y' * 10**7\n",
    "leaves": "import os\n" + THREE + "def demo(x):\n    os._exit(0)\n",
    "forges": "import os\n" + THREE + WRITES + SAME,
    "can't be printed": ODD.format("raise SystemExit"),
    "prints for ever": ODD.format("while True: pass"),
    "is no text": "INPUTS = ['\\ud800', '\\0', '\\x1b[31m']\n" + SAME,
    "lists for ever": "import itertools\nINPUTS = itertools.count()\n" + SAME,
    "lies about its length": "class L(list):\n    def __iter__(self):\n        raise KeyboardInterrupt\nINPUTS = L()\n" + SAME,
    "holds itself": "INPUTS = [1, 2, 3]\nINPUTS.append(INPUTS)\ndef demo(x):\n    return INPUTS\n",
    "raises the unprintable": "class E(Exception):\n    def __str__(self):\n        raise E\n"
    + THREE
    + "def demo(x):\n    raise E\n",
}


@on_posix
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_waits_for_a_mark_and_the_next_is_shown(shown: Shown, name: str) -> None:
    part = shown(HOSTILE[name])
    assert part.status == "awaits-mark"
    assert len(part.output) < 80_000
    assert json.loads(json.dumps(part.output)) == part.output
    assert "\ud800" not in part.output
    assert lacking(shown(THREE + "def demo(x):\n    return x\n")) == []


def test_each_input_has_its_own_time(shown: Shown) -> None:
    part = shown(HOSTILE["ends once"])
    assert lacking(part) == [RUNS]
    assert "demo(1)\n  -> 1\ndemo(INPUTS[1])\n  !! demo was stopped" in part.output
    assert part.output.endswith("demo(3)\n  -> 3")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (THREE + "def demo(x):\n    raise NotImplementedError('TODO')\n", "not-attempted"),
        ("this is (no program\n", "unreadable"),
    ],
)
def test_what_is_no_work_waits_for_nothing(shown: Shown, text: str, status: str) -> None:
    assert shown(text).status == status


# ---------------------------------------------------------------- workspace and batch


def test_tasks_are_found_and_listed_with_their_titles(grade: Grade, workspace: Path) -> None:
    text = grade("--help", cwd=workspace).out
    for task in TASKS:
        assert task_key(compiled_entry(ROOT, task)).title in text
        ended = grade(task, cwd=workspace)
        assert (ended.status, "not started" in ended.out) == (1, True)
    assert (
        grade("practise1", cwd=workspace).sentence().startswith("there is no command 'practise1': is `grade practice1` meant?")
    )
    assert grade("practice9", cwd=workspace).status == 2


def test_a_complete_task_is_done_and_reset_keeps_it(grade: Grade, workspace: Path) -> None:
    file = workspace / "exercises" / "practice3.md"
    file.write_text(file.read_text() + "- Attention\n  - A\n  - B\n  - C\n")
    assert "waits for a mark" in grade("practice3", cwd=workspace).out
    assert "complete, waits for a mark" in grade("list", cwd=workspace).out
    document = grade("practice3", "--json", cwd=workspace)
    assert document.status == 1, "by the document it is not full marks"
    assert [part["status"] for part in document.document()["parts"]] == ["awaits-mark"]
    assert "what you wrote is in" in grade("reset", "practice3", cwd=workspace).out
    assert "not started" in grade("practice3", cwd=workspace).out


def test_another_file_can_be_given(grade: Grade, workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.md"
    other.write_text("Flipkart uses it.")
    ended = grade("practice2", "--file", other, cwd=workspace)
    assert "FAIL  60 words or more: it has 3 words" in ended.out
    assert grade("practice2", "--file", tmp_path / "none.md", cwd=workspace).status == 2


def test_in_a_batch_tasks_are_found_and_stored_like_exercises(batch: Batch, tmp_path: Path) -> None:
    folder = hand_in(
        tmp_path,
        {
            "maeve/practice1.py": THREE + "def demo(x):\n    return x\n",
            "maeve/work/practice2.md": "Flipkart " * 70,
            "maeve_practice3.md": "- Attention\n  - A\n",
            "maeve/reflection.md": (ROOT / "exercises" / "reflection.md").read_text(),
            "bo/PRACTICE3.MD": "\0\0",
            "bo/practice2.txt": "a text in a file of another name",
            "eve/practice1.md": "my program, as a text",
            "bo/practice1.py": HOSTILE["leaves"],
        },
    )
    document = batch(folder, "--json").document()
    found = {(row["student"]["id"], row["exercise"]): row for row in document["results"]}
    assert len(found) == 3 * len(WORK)
    parts = {place: row["parts"][0]["status"] for place, row in found.items() if place[1] in TASKS}
    assert parts == {
        ("maeve", "practice1"): "awaits-mark", ("maeve", "practice2"): "awaits-mark", ("maeve", "practice3"): "awaits-mark",
        ("maeve", "reflection"): "not-attempted", ("bo", "practice1"): "awaits-mark", ("bo", "practice2"): "awaits-mark",
        ("bo", "practice3"): "unreadable", ("bo", "reflection"): "not-attempted",
        ("eve", "practice1"): "unreadable", **{("eve", one): "not-attempted" for one in TASKS[1:]},
    }  # fmt: skip
    assert document["summary"]["awaits_mark"] == {"practice1": 2, "practice2": 2, "practice3": 1}
    assert document["summary"]["statuses"]["awaits-mark"] == 5
    text = " ".join(batch(folder).out.split())
    assert "5 works wait for a mark of yours (practice1 2, practice2 2, practice3 1)" in text


@pytest.mark.parametrize("task", TASKS)
def test_the_content_is_sound(task: str) -> None:
    assert [(one.rule, one.complaints) for one in verify_entry(ROOT, task) if not one.holds] == []


def spoilt(tmp_path: Path, old: str, new: str) -> list[str]:
    """The rules that a spoilt practice3 breaks."""
    chapter = tmp_path / "chapter"
    for name in ("solutions/practice3.py", "exercises/practice3.md"):
        (chapter / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text(encoding="utf-8")
        (chapter / name).write_text(text.replace(old, new), encoding="utf-8")
    return [one.rule for one in verify_entry(chapter, "practice3") if not one.holds]


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("grade practice3", "make it so", "the_blank_file_is_not_attempted"),
        ("    Probability\n", "", "complete_works_lack_nothing"),
        ('(TWO_LINKS, "3 links or more")', '(A_LIST, "3 links or more")', "incomplete_works_are_told"),
        ("incomplete=((TWO_LINKS", "incomplete=() and ((TWO_LINKS", "every_check_can_fail"),
        ("Level(4,", "Level(5,", "the_rubric_adds_up"),
        ("Level(0,", "Level(1,", "the_key_can_be_made"),
        ("rubric=(", "rubric=(5,", "the_key_can_be_made"),
    ],
)
def test_verify_can_fail(tmp_path: Path, old: str, new: str, rule: str) -> None:
    assert rule in spoilt(tmp_path, old, new)
