"""A chapter of two tiny exercises, whose keys the tests may change at will, and a class that hands in for it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conftest import GRADE, ROOT, Ended, Grade, environment

DOUBLING = """
from grader.content.authoring import Exercise, Misconception, Part, Returns, case, error, hard


def double(n: int) -> int:
    return 2 * n


def halve(n: int) -> int:
    if n % 2:
        raise ValueError("odd")
    return n // 2


def squared(n: int) -> int:
    return n * n


HINTS = ("What is it?", "Use an operator.", "By hand: 6.")
EXERCISE = Exercise(
    title="Doubling",
    parts=(
        Part(
            function=double, returns=Returns("whole"), task="Double n.", points=6.0, hints=HINTS, why="It is twice as much.",
            cases=(case("a small number", 3), case("a negative number", -4, hidden=True), {more}),
            misconceptions=(Misconception("squares", squared, "This squares.", "Twice, not to the power of two."),),
        ),
        Part(
            function=halve, returns=Returns("whole"), task="Halve n.", points=4.0, hints=HINTS, why="It is half as much.",
            cases=(case("a small number", 6), case("nothing", 0), {odd}),
        ),
    ),
)
"""
LARGE = 'case("more than a hundred", 1000, hidden=True)'
ODD = 'error("an odd number", 7)'
STUBS = {
    "exercise1": 'def double(n):\n    raise NotImplementedError("TODO")\n\n\n'
    'def halve(n):\n    raise NotImplementedError("TODO")\n',
    "exercise2": 'def add(a, b):\n    raise NotImplementedError("TODO")\n',
}
ADDING = """
from grader.content.authoring import Exercise, Part, Returns, case


def add(a: int, b: int) -> int:
    return a + b


EXERCISE = Exercise(
    title="Adding",
    parts=(
        Part(
            function=add, returns=Returns("whole"), task="Add.", hints=("Which?", "Plus.", "1 and 1."), why="So it is.",
            cases=(case("small numbers", 1, 2), case("large numbers", 10**6, 10**7, hidden=True)),
        ),
    ),
)
"""

HALVE = "def halve(n):\n    if n % 2:\n        raise ValueError('odd')\n    return n // 2\n"
RIGHT = {
    "exercise1": f"def double(n):\n    return 2 * n\n\n{HALVE}",
    "exercise2": "def add(a, b):\n    return a + b\n",
}
SQUARES = RIGHT["exercise1"].replace("2 * n", "n * n")
SMALL_ONLY = RIGHT["exercise1"].replace("return 2 * n", "return 2 * n if n < 100 else 0")
NEVER_ODD = "def double(n):\n    return 2 * n\n\ndef halve(n):\n    return n // 2\n"
LOOPS = RIGHT["exercise1"].replace("return 2 * n", "while True: pass")


def write_chapter(folder: Path, more: str = "", odd: str = ODD) -> Path:
    """The chapter with cases of exercise 1 added (`more`) or left out (`odd`)."""
    for room in ("exercises", "solutions"):
        (folder / room).mkdir(parents=True)
    (folder / ".workbook").write_text("Arithmetic\n")
    for exercise, stub in STUBS.items():
        (folder / "exercises" / f"{exercise}.py").write_text(stub)
    (folder / "solutions" / "exercise1.py").write_text(DOUBLING.format(more=more, odd=odd))
    (folder / "solutions" / "exercise2.py").write_text(ADDING)
    return folder


def hand_in(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def a_class(folder: Path, students: int) -> Path:
    """As many students, each with files that nobody else handed in; every third makes a mistake."""
    for number in range(students):
        first = SQUARES if number % 3 == 0 else RIGHT["exercise1"]
        name = f"s{number:03}"
        hand_in(
            folder, {f"{name}/exercise1.py": f"{first}# {name}\n", f"{name}/exercise2.py": f"{RIGHT['exercise2']}# {name}\n"}
        )
    return folder


@dataclass
class Desk:
    """An instructor's desk: a folder of submissions, a gradebook and the keys."""

    grade: Grade
    cache: Path
    keys: dict[str, Path]
    strict: tuple[str, ...]
    place: Path
    key: str = "first"
    environment: dict[str, str] = field(default_factory=dict)
    elsewhere: Path | None = None

    @property
    def folder(self) -> Path:
        return self.place / "in"

    @property
    def book(self) -> Path:
        return self.elsewhere or self.place / "book.db"

    def arguments(self, *options: object) -> list[str]:
        batch = ["--key", self.keys[self.key], "batch", self.folder, "--db", self.book, *self.strict, *options]
        return list(map(str, batch))

    def batch(self, *options: object, **more: Any) -> Ended:
        """`grade batch` on the folder, with the gradebook and the key in use."""
        return self.grade(*self.arguments(*options), env=self.environment, **more)

    def started(self, *options: object, code: str = "") -> subprocess.Popen[str]:
        """The same, still running."""
        return self.start(*self.arguments(*options), code=code)

    def start(self, *arguments: object, code: str = "") -> subprocess.Popen[str]:
        """A command in a session of its own, as from a terminal."""
        return subprocess.Popen(
            [*GRADE[:-1], code or GRADE[-1], *map(str, arguments)], cwd=ROOT, env=environment(self.cache, **self.environment),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def mark(self, what: str, *more: object) -> Ended:
        return self.grade("mark", what, self.book, *more)

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """What anyone sees who opens the file."""
        with closing(sqlite3.connect(f"file:{self.book}?mode=ro", uri=True)) as connection:
            return connection.execute(query, values).fetchall()

    def has_begun(self) -> bool:
        """Whether a run has come so far that something is written."""
        try:
            return bool(self.ask("SELECT count(*) FROM current")[0][0])
        except sqlite3.OperationalError:
            return False

    def runs(self) -> int:
        """How many sources were graded so far."""
        return int(self.ask("SELECT count(*) FROM runs WHERE source <> '' AND source NOT LIKE 'problem:%'")[0][0])

    def points(self) -> dict[tuple[str, str], float]:
        found = self.ask("SELECT student, exercise, points FROM current")
        return {(student, exercise): points for student, exercise, points in found}


def descendants(pid: int) -> set[int]:
    """The processes below one, by /proc."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {pid}
    while grown := {child for child, parent in parents.items() if parent in found} - found:
        found |= grown
    return found - {pid}


def living(pids: set[int]) -> set[int]:
    found = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.add(pid)
    return found


def interrupt(process: subprocess.Popen[str]) -> None:
    """As the terminal does at Ctrl-C: to the whole foreground group."""
    os.killpg(process.pid, signal.SIGINT)


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "did not happen in time"
        time.sleep(0.02)


def without_seconds(document: str) -> list[str]:
    """A batch's document, but for the one line that says how long it took."""
    return [line for line in document.split("\n") if '"seconds"' not in line]
