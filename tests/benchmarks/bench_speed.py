"""The speed we promise, two things side by side in one run, alternating A B B A.

    pytest tests/benchmarks/bench_speed.py -s

Not part of the ordinary tests: their outcome would depend on what else the machine does.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
RUNS = 41
"""Of each side."""
EXERCISES = sorted((path.stem for path in (ROOT / "solutions").glob("exercise*.py")), key=lambda name: int(name[8:]))
BLOCK = 20
"""Submissions timed together."""
COMMAND_LIMIT = 1.6
BATCH_LIMIT = 1.5


def abba(first: Callable[[], float], second: Callable[[], float], runs: int) -> tuple[float, float]:
    """The medians of two timed things, in an order that cancels drift."""
    first(), second()
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs):
        order = (0, 1) if run % 2 == 0 else (1, 0)
        for which in order:
            times[which].append((first, second)[which]())
    return statistics.median(times[0]), statistics.median(times[1])


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which every exercise is solved."""
    from grader.marking.demo import Classroom

    folder = tmp_path_factory.mktemp("solved")
    subprocess.run([grade(), "start", folder], check=True, env=environment())
    room = Classroom(ROOT)
    for exercise in room.ids:
        (folder / "exercises" / f"{exercise}.py").write_text(room.right(exercise))
    return folder


def grade() -> str:
    return str(Path(sys.executable).with_name("grade"))


def environment() -> dict[str, str]:
    # As users have it: bytecode is kept, and numpy's library uses all processors it finds.
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "OPENBLAS"))}


def timed(command: list[str], folder: Path) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True, env=environment())
    return time.perf_counter() - began


def test_grading_one_exercise(right: Path) -> None:
    ours, floor = abba(
        lambda: timed([grade(), "exercise3"], right),
        lambda: timed([sys.executable, "-c", "import click, numpy"], right),
        RUNS,
    )
    print(f"\ngrade exercise3: {ours * 1e3:.1f} ms; import click, numpy: {floor * 1e3:.1f} ms; ratio {ours / floor:.2f}")
    assert ours <= COMMAND_LIMIT * floor


@pytest.mark.parametrize("exercise", EXERCISES)
def test_one_submission_in_a_batch(exercise: str, right: Path, tmp_path: Path) -> None:
    from grader.content.catalog import ChapterCatalog

    path = right / "exercises" / f"{exercise}.py"
    plan = tmp_path / "plan"
    plan.write_bytes(msgspec.msgpack.encode(ChapterCatalog(ROOT, "", public=False).entry(exercise).exercise().plan()))
    with block_timer("batched.py", ROOT, exercise, path) as ours, block_timer("bare.py", plan, path) as theirs:
        mine, floor = abba(ours, theirs, RUNS)
    each, bare_each = mine / BLOCK * 1e3, floor / BLOCK * 1e3
    print(f"\n{exercise} in a batch: {each:.2f} ms; bare loop: {bare_each:.2f} ms; ratio {mine / floor:.2f}")
    assert mine <= BATCH_LIMIT * floor


@contextmanager
def block_timer(script: str, *arguments: object) -> Iterator[Callable[[], float]]:
    """A process of its own, on one core, that makes a block of submissions and tells how long that took."""
    core = min(os.sched_getaffinity(0))
    process = subprocess.Popen(
        [sys.executable, Path(__file__).with_name(script), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**environment(), "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    assert process.stdin
    assert process.stdout
    asked, told = process.stdin, process.stdout
    assert told.readline() == "ready\n"

    def block() -> float:
        asked.write(f"{BLOCK}\n")
        asked.flush()
        return float(told.readline())

    yield block
    asked.close()
    process.wait()
