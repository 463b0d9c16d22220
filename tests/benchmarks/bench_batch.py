"""A whole class in one batch: the rate of two workers, memory, time and resume at size, and how soon work begins.

    pytest tests/benchmarks/bench_batch.py -s                    # 300 students
    STUDENTS=10000 pytest tests/benchmarks/bench_batch.py -s     # the figure that is promised

Not part of the ordinary tests: their outcome would depend on what else the machine does.
"""

from __future__ import annotations

import ast
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDENTS = int(os.environ.get("STUDENTS", "300"))
PARENT_STUDENTS = int(os.environ.get("STUDENTS", "1000"))
EXERCISES = 6
"""Of the chapter's: the figures are promised for the first six."""
RATE_STUDENTS, FIRST_STUDENTS = 104, 24
"""Of the classes that are graded several times: a second of work at least, and enough to fill every cache."""
ROUNDS = 4
SPEED_UP = 1.8
MEMORY_GROWTH = 1.1
TIME_GROWTH = 1.25
"""How much longer the second half of a class may take than the first: nothing, but for the machine's own moods."""
RESUME_SHARE = 0.05
START_SECONDS = 0.4


def command(*arguments: object) -> list[str]:
    start = "import sys; sys.argv[0] = 'grade'; from grader.cli.main import main; main()"
    return [sys.executable, "-c", start, *map(str, arguments)]


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "OPENBLAS"))}
    return {**kept, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a chapter that has only those exercises."""
    chapter = tmp_path_factory.mktemp("chapter")
    shutil.copy(ROOT / ".workbook", chapter)
    for folder in ("exercises", "solutions"):
        (chapter / folder).mkdir()
        for number in range(1, EXERCISES + 1):
            shutil.copy(ROOT / folder / f"exercise{number}.py", chapter / folder)
    path = chapter / "full.key"
    subprocess.run(command("compile", path), check=True, cwd=chapter, env=environment(), stdout=subprocess.DEVNULL)
    return path


def write_class(folder: Path, students: int) -> None:
    """Right and wrong files, no two alike."""
    from grader.marking.demo import Classroom

    room = Classroom(ROOT)
    texts = {one: [room.right(one), *(room.wrong(one, number) for number in range(3))] for one in room.ids[:EXERCISES]}
    for student in range(students):
        home = folder / f"s{student:05}"
        home.mkdir(parents=True)
        for position, (exercise, choices) in enumerate(texts.items()):
            (home / f"{exercise}.py").write_text(f"{choices[(student + position) % 4]}\n# {student}\n")


def batch(key: Path, folder: Path, book: Path, jobs: int) -> list[str]:
    return command("--key", key, "batch", folder, "--db", book, "--jobs", jobs)


def timed(arguments: list[str], cores: int = 0) -> float:
    """Seconds of a whole command, on so many cores (0: all there are)."""
    kept = sorted(os.sched_getaffinity(0))[: cores or None]
    began = time.perf_counter()
    subprocess.run(
        arguments,
        check=True,
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, kept),
    )
    return time.perf_counter() - began


def test_two_workers(key: Path, tmp_path: Path) -> None:
    """One core a job. What is done once in every worker is left out: the time of a small class."""
    write_class(tmp_path / "many", RATE_STUDENTS)
    write_class(tmp_path / "few", FIRST_STUDENTS)
    times: dict[int, list[float]] = {1: [], 2: []}
    for round_number in range(ROUNDS):
        for jobs in (1, 2) if round_number % 2 == 0 else (2, 1):
            start, whole = (
                timed(batch(key, tmp_path / size, tmp_path / f"{size}-{jobs}-{round_number}.db", jobs), jobs)
                for size in ("few", "many")
            )
            times[jobs].append(whole - start)
    one, two = (statistics.median(times[jobs]) for jobs in (1, 2))
    results = EXERCISES * (RATE_STUDENTS - FIRST_STUDENTS)
    print(f"\n--jobs 1: {results / one:.0f} results/s; --jobs 2: {results / two:.0f}/s; ratio {one / two:.2f}")
    assert one / two >= SPEED_UP


def test_a_whole_class(key: Path, tmp_path: Path) -> None:
    """Memory, time and resume. Watched from outside: the parent's resident memory, and the students in the gradebook."""
    write_class(tmp_path / "class", STUDENTS)
    arguments = batch(key, tmp_path / "class", tmp_path / "book.db", 2)
    began = time.perf_counter()
    run = subprocess.Popen(arguments, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    samples = watched(run, tmp_path / "book.db")
    whole = time.perf_counter() - began
    assert run.returncode == 0
    work = [(when, done, memory) for when, done, memory in samples if done]
    halves = [[one for one in work if (one[1] <= STUDENTS / 2) == first] for first in (True, False)]
    first, second = (statistics.median(memory for _, _, memory in half) for half in halves)
    middle = halves[0][-1][0]
    growth = (work[-1][0] - middle) / (middle - work[0][0])
    resumed = timed(arguments)
    size = (tmp_path / "book.db").stat().st_size
    print(
        f"\n{STUDENTS} × {EXERCISES}: {whole:.1f} s, {EXERCISES * STUDENTS / whole:.0f}/s; "
        f"second half took {growth:.2f} × the first; "
        f"parent {first / 1e6:.1f} MB, then {second / 1e6:.1f} MB ({second / first:.3f}); "
        f"resume {resumed:.2f} s ({resumed / whole:.3f}); gradebook {size / 1e6:.0f} MB"
    )
    assert second <= MEMORY_GROWTH * first
    assert growth <= TIME_GROWTH
    assert resumed <= RESUME_SHARE * whole


def watched(run: subprocess.Popen[bytes], book: Path) -> list[tuple[float, int, int]]:
    import sqlite3

    samples = []
    while run.poll() is None:
        try:
            memory = 4096 * int(Path(f"/proc/{run.pid}/statm").read_text().split()[1])
            with sqlite3.connect(f"file:{book}?mode=ro", uri=True) as connection:
                (done,) = connection.execute("SELECT count(*) FROM students").fetchone()
            connection.close()
        except (OSError, IndexError, sqlite3.OperationalError):
            memory = done = 0
        samples.append((time.perf_counter(), done, memory))
        time.sleep(0.2)
    return samples


ALONE = """
import sys, time
from pathlib import Path
from grader.content.key import load
from grader.intake.folder import list_folder
from grader.marking.batch import Batch
from grader.marking.crew import Done
from grader.marking.gradebook import Gradebook
from grader.marking.summary import Tally

key, folder, book_path, answers = load(Path(sys.argv[1])), Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4])

class Crew:
    isolation = "strict"
    def grade(self, key, tasks, *, alone=False):
        with Gradebook(answers) as known:
            results = {exercise: standing.run for exercise, standing in known.standings("s00000").items()}
        for task in tasks:
            yield Done(task.number, results[task.exercise])

def memory():
    return 4096 * int(Path("/proc/self/statm").read_text().split()[1])

listing = list_folder(folder, [entry.id for entry in key.entries])
marks, tally, every = [], Tally(key), len(listing.students) // 20
with Gradebook(book_path) as book:
    def settled(rows):
        for row in rows:
            tally.add(row)
        if len(tally.students) % every == 0:
            marks.append((time.perf_counter(), memory()))
    for _ in range(2):
        tally = Tally(key)
        marks.append((time.perf_counter(), memory()))
        Batch(Crew(), key, folder, book, "1").grade(listing, settled)
print([(when - marks[0][0], used) for when, used in marks])
"""


def test_the_parent_alone(key: Path, tmp_path: Path) -> None:
    """What a batch costs beside the grading itself, with a crew that knows every answer: reading, writing, resuming."""
    write_class(tmp_path / "class", PARENT_STUDENTS)
    write_class(tmp_path / "one", 1)
    timed(batch(key, tmp_path / "one", tmp_path / "one.db", 1))
    arguments = [sys.executable, "-c", ALONE, key, tmp_path / "class", tmp_path / "book.db", tmp_path / "one.db"]
    done = subprocess.run(list(map(str, arguments)), env=environment(), check=True, capture_output=True, text=True)
    marks = ast.literal_eval(done.stdout)
    first, middle, last, resumed = (marks[position] for position in (2, 10, 20, -1))
    growth = (last[0] - middle[0]) / middle[0]
    each = last[0] / PARENT_STUDENTS / EXERCISES * 1e3
    memory = ", ".join(f"{mark[1] / 1e6:.1f}" for mark in (first, middle, last, resumed))
    print(
        f"\n{PARENT_STUDENTS} × {EXERCISES}, the parent alone: {last[0]:.1f} s, {each:.2f} ms a result; "
        f"second half {growth:.2f} × the first; resume {resumed[0] - last[0]:.1f} s; memory {memory} MB"
    )
    assert last[1] <= MEMORY_GROWTH * middle[1]
    assert growth <= TIME_GROWTH


STARTED = """
import os, time
began = float(os.environ["BEGAN"])
import numpy
from grader.marking.crew import Crew
with Crew(2, "strict") as crew:
    crew.workers[0].isolation
    print(time.time() - began)
"""


def test_the_first_worker_starts_soon() -> None:
    """From the start of the program until a worker could be handed a submission."""
    times = []
    for _ in range(9):
        env = {**environment(), "BEGAN": str(time.time()), "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run([sys.executable, "-c", STARTED], env=env, cwd=ROOT, check=True, capture_output=True, text=True)
        times.append(float(done.stdout))
    print(f"\nfirst worker after {statistics.median(times):.3f} s")
    assert statistics.median(times) <= START_SECONDS
