"""A result depends on the submission alone: not on its neighbours, the order, the workers or the machine's load."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from conftest import Ended
from gradebooks import LOOPS, NEVER_ODD, RIGHT, SMALL_ONLY, SQUARES, Desk, a_class, descendants, hand_in, without_seconds

from grader.content.catalog import from_file, whole
from grader.content.key import Key
from grader.intake.folder import list_folder
from grader.judge.result import Result
from grader.marking.batch import Batch, Row
from grader.marking.crew import Crew, Done, Task
from grader.marking.gradebook import Gradebook
from grader.sandbox import Limits

# ---------------------------------------------------------------- four ways


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """More at work than there are processors."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range((os.cpu_count() or 1) + 1)]
    yield
    for other in others:
        other.kill()
        other.wait()


def mixed_class(desk: Desk) -> None:
    texts = {
        "right": RIGHT["exercise1"],
        "squares": SQUARES,
        "small": SMALL_ONLY,
        "never": NEVER_ODD,
        "loops": LOOPS,
        "broken": "def (",
        "prints": "print('hello', flush=True)\n" + SQUARES,
        "raises": "def double(n):\n    return n / 0\n",
        "dies": "import os\nos._exit(3)\n",
    }
    copies = {name: 1 if name == "loops" else 2 for name in texts}
    files = {
        f"{name}{number}/exercise1.py": f"{text}# {number}\n" for name, text in texts.items() for number in range(copies[name])
    }
    hand_in(desk.folder, files)
    (desk.folder / "nothing").mkdir()


def test_one_class_four_ways_gives_the_same_bytes(desk: Desk, request: pytest.FixtureRequest) -> None:
    mixed_class(desk)
    ways = [graded_once(desk, 1), graded_once(desk, 3)]
    # The folder itself in another order, as another disk would list it.
    shuffled = desk.place / "shuffled"
    shuffled.mkdir()
    students = [path.name for path in desk.folder.iterdir()]
    random.Random(4).shuffle(students)
    for student in students:
        (desk.folder / student).rename(shuffled / student)
    desk.folder.rmdir()
    shuffled.rename(desk.folder)
    ways.append(graded_once(desk, 2))
    request.getfixturevalue("busy_machine")
    ways.append(graded_once(desk, 2))
    assert ways[0] == ways[1] == ways[2] == ways[3]


def graded_once(desk: Desk, jobs: int) -> list[str]:
    for path in desk.place.glob("book.db*"):
        path.unlink()
    ended = desk.batch("--json", "--jobs", jobs)
    assert ended.status == 0, ended.err
    return without_seconds(ended.out)


# ---------------------------------------------------------------- neighbours


class Diary:
    """A crew that notes in which order its work was done."""

    def __init__(self, crew: Crew, starved: Callable[[Task, int], bool] = lambda task, time: False) -> None:
        self.crew = crew
        self.isolation = crew.isolation
        self.starved = starved
        self.handed: list[str] = []
        self.alone: list[str] = []
        self.done: list[str] = []

    def grade(self, key: Key, tasks: Iterable[Task], *, alone: bool = False) -> Iterator[Done]:
        names: dict[int, Task] = {}

        def noting() -> Iterator[Task]:
            for task in tasks:
                names[task.number] = task
                (self.alone if alone else self.handed).append(task.source.text)
                yield task

        for done in self.crew.grade(key, noting(), alone=alone):
            task = names[done.number]
            self.done.append(task.source.text)
            if self.starved(task, self.handed.count(task.source.text) + self.alone.count(task.source.text)):
                yield Done(done.number, timed_out(done.result), starved=True)
            else:
                yield done


def timed_out(result: Result) -> Result:
    import msgspec

    return msgspec.structs.replace(result, status="failed", points=0.0)


@pytest.fixture
def crew(strict: tuple[str, ...]) -> Iterator[Crew]:
    with Crew(2, strict[-1] if strict else "strict", Limits(processor_seconds=1.0)) as crew:
        yield crew


def graded(crew: Crew | Diary, desk: Desk, book: Gradebook | None = None, stop_after: int = 0) -> list[Row]:
    rows: list[Row] = []
    batch = Batch(crew, whole(from_file(desk.keys["first"])), desk.folder, book, "1")  # type: ignore[arg-type]

    def settled(more: list[Row]) -> None:
        rows.extend(more)
        if stop_after and len(rows) >= stop_after:
            batch.stop()

    batch.grade(list_folder(desk.folder, ["exercise1", "exercise2"]), settled)
    return rows


def test_one_that_loops_does_not_delay_the_others(desk: Desk, crew: Crew) -> None:
    a_class(desk.folder, 40)
    hand_in(desk.folder, {"a-loops/exercise1.py": LOOPS})
    rows = graded(crew, desk)
    students = list(dict.fromkeys(row.student for row in rows))
    assert students[-1] == "a-loops", "first to begin, last to end: everyone else was graded while it ran"
    assert len(students) == 41
    points = {row.student: row.result.points for row in rows if row.result.exercise == "exercise1"}
    assert points["a-loops"] == 4.0, "and costs itself the part that looped"
    assert {points[f"s{number:03}"] for number in range(40) if number % 3} == {10.0}


def test_the_crew_is_told_of_no_more_than_it_can_hold(desk: Desk, crew: Crew) -> None:
    """A batch may be larger than memory, so of its sources no more are read than there are workers at work, waiting for one,
    and with a result just come."""
    a_class(desk.folder, 30)
    diary = Diary(crew)
    ahead = []
    batch = Batch(diary, whole(from_file(desk.keys["first"])), desk.folder, None, "1")  # type: ignore[arg-type]
    batch.grade(list_folder(desk.folder, ["exercise1", "exercise2"]), lambda rows: ahead.append(len(batch.tasks)))
    assert max(ahead) <= 3 * len(crew.workers)
    assert (batch.tasks, batch.waiting) == ({}, {})


# ---------------------------------------------------------------- a busy machine


def test_whoever_was_kept_from_the_processor_is_tried_once_more_alone(desk: Desk, crew: Crew) -> None:
    hand_in(desk.folder, {f"s{number}/exercise1.py": f"{RIGHT['exercise1']}# {number}\n" for number in range(6)})
    unlucky = (desk.folder / "s2" / "exercise1.py").read_text()
    diary = Diary(crew, starved=lambda task, time: task.source.text == unlucky and time == 1)
    rows = graded(diary, desk)
    assert diary.alone == [unlucky]
    assert diary.done[-1] == unlucky, "after all the others"
    assert {row.result.points for row in rows if row.result.exercise == "exercise1"} == {10.0}
    assert len(rows) == 12


def test_a_second_time_out_is_one(desk: Desk, crew: Crew) -> None:
    hand_in(desk.folder, {"a/exercise1.py": RIGHT["exercise1"], "b/exercise1.py": SQUARES})
    diary = Diary(crew, starved=lambda task, time: task.source.text == RIGHT["exercise1"])
    rows = graded(diary, desk)
    assert diary.alone == [RIGHT["exercise1"]], "once, not for ever"
    assert {row.student: row.result.points for row in rows if row.result.exercise == "exercise1"} == {"a": 0.0, "b": 4.0}


def test_everyone_with_the_same_bytes_gets_the_second_verdict(desk: Desk, crew: Crew) -> None:
    hand_in(desk.folder, {f"s{number}/exercise1.py": RIGHT["exercise1"] for number in range(5)})
    diary = Diary(crew, starved=lambda task, time: time == 1)
    rows = graded(diary, desk)
    assert (len(diary.handed), len(diary.alone)) == (1, 1)
    assert {row.result.points for row in rows if row.result.exercise == "exercise1"} == {10.0}


def test_a_run_that_is_stopped_writes_no_verdict_that_may_be_ours(desk: Desk, crew: Crew) -> None:
    hand_in(desk.folder, {f"s{number}/exercise1.py": f"{RIGHT['exercise1']}# {number}\n" for number in range(6)})
    diary = Diary(crew, starved=lambda task, time: "# 0" in task.source.text)
    with Gradebook(desk.book) as book:
        graded(diary, desk, book, stop_after=2)
    assert diary.alone == []
    assert desk.ask("SELECT count(*) FROM attempts WHERE student = 's0'") == [(0,)]
    assert set(desk.points().values()) <= {10.0, 0.0}
    assert all(points == 10.0 for (_, exercise), points in desk.points().items() if exercise == "exercise1")


def test_a_busy_machine_costs_nobody_a_point(desk: Desk, busy_machine: None) -> None:
    """Half a second of work, on a machine where that takes several."""
    works = "import time\nend = time.process_time() + 0.5\nwhile time.process_time() < end: pass\n"
    hand_in(desk.folder, {f"s{number}/exercise1.py": f"{works}{RIGHT['exercise1']}# {number}\n" for number in range(3)})
    ended: Ended = desk.batch("--jobs", 3)
    assert ended.status == 0, ended.err
    assert {points for (_, exercise), points in desk.points().items() if exercise == "exercise1"} == {10.0}


# ---------------------------------------------------------------- the crew


def test_a_crew_comes_and_goes_without_a_trace(
    strict: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    children = descendants(os.getpid())
    for jobs in (1, 2, 3):
        with Crew(jobs, strict[-1] if strict else "strict") as crew:
            assert crew.isolation in ("strict", "process")
    assert list(tmp_path.iterdir()) == []
    assert descendants(os.getpid()) <= children
