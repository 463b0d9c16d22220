"""A plain folder of submissions: who handed in which file for which exercise.

The first folder below is the student, deeper ones only locate files; a loose file's name before its exercise is
the student. Only names are looked at here. Links are never followed: one could point at the answers.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from msgspec import Struct

from grader.content.kinds import handed_in_as

IGNORED_FOLDERS = {"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv", "env"}
"""What unpacking, running and version control leave behind; so is every folder whose name starts with a dot."""
DEEPEST = 12


class HandIn(Struct, frozen=True):
    """One student's file for one exercise, the quiz or a task. `path` is relative to the batch folder; None where nothing
    was handed in.
    `problem`: why the file can't be taken as it is. `others`: further files for the same exercise, not graded."""

    student: str
    exercise: str
    path: str | None = None
    problem: str = ""
    others: tuple[str, ...] = ()


class Listing(Struct, frozen=True):
    """Everything found: a row for each student and exercise, and the files that are for no exercise."""

    handins: tuple[HandIn, ...]
    ignored: tuple[str, ...]

    @property
    def students(self) -> list[str]:
        return list(dict.fromkeys(one.student for one in self.handins))


class NothingToGrade(Exception):
    """For the instructor: nothing there can be graded, and why."""


def list_folder(root: Path, exercises: list[str]) -> Listing:
    """The hand-ins below `root`, a folder of students' folders and files, or one file. Raises `NothingToGrade`."""
    if not root.exists():
        raise NothingToGrade(f"{root} does not exist: give the folder that holds the submissions")
    try:
        students, found, ignored = sort_out(root, exercises)
    except OSError as error:
        raise NothingToGrade(f"{error.filename or root} can't be read: {error.strerror}") from error
    if not students:
        raise NothingToGrade(
            f"{root} holds no submissions: expected a folder a student (maeve/exercise3.py) or files named maeve_exercise3.py"
        )
    handins = [
        row(root, student, exercise, found.get((student, exercise), [])) for student in students for exercise in exercises
    ]
    return Listing(tuple(handins), tuple(ignored))


def sort_out(root: Path, exercises: list[str]) -> tuple[list[str], dict[tuple[str, str], list[str]], list[str]]:
    students: set[str] = set()
    found: dict[tuple[str, str], list[str]] = {}
    ignored: list[str] = []
    for relative in files_below(root):
        path = PurePosixPath(relative)
        match = handed_in_as(path.name)
        student = owner(root, path, match)
        if len(path.parts) > 1:
            students.add(student)
        exercise = match["exercise"].lower() if match else ""
        if exercise in exercises:
            students.add(student)
            found.setdefault((student, exercise), []).append(relative)
        else:
            ignored.append(relative)
    if root.is_dir():
        folders = [entry.name for entry in os.scandir(root) if entry.is_dir(follow_symlinks=False)]
        students |= {one_form(name) for name in folders if is_students(name)}
    return sorted(students, key=natural), found, sorted(ignored, key=natural)


def owner(root: Path, path: PurePosixPath, match: re.Match[str] | None) -> str:
    """Whose file this is. A loose file that names nobody belongs to the folder it was found in."""
    if len(path.parts) > 1:
        return one_form(path.parts[0])
    if match and match["student"]:
        return one_form(match["student"])
    whole = root.absolute() if root.name not in ("", "..") else root.resolve()
    return one_form((whole if root.is_dir() else whole.parent).name) or "unknown"


def one_form(name: str) -> str:
    """Some systems write é as one character, some as two: the same student either way."""
    return unicodedata.normalize("NFC", name)


def is_students(folder: str) -> bool:
    return not folder.startswith(".") and folder not in IGNORED_FOLDERS


def files_below(root: Path) -> Iterator[str]:
    """Paths below `root`, with forward slashes; junk left out, links kept as what they are."""
    if not root.is_dir():
        yield root.name
        return
    pending = [(root, "", 0)]
    while pending:
        folder, prefix, depth = pending.pop()
        for found in os.scandir(folder):
            if found.is_dir(follow_symlinks=False):
                if is_students(found.name) and depth < DEEPEST:
                    pending.append((Path(found.path), f"{prefix}{found.name}/", depth + 1))
            elif not found.name.startswith((".", "~$")):
                yield f"{prefix}{found.name}"


def row(root: Path, student: str, exercise: str, paths: list[str]) -> HandIn:
    if not paths:
        return HandIn(student, exercise)
    # The file nearest to the student's folder; a script before a notebook; then by name, so that runs agree.
    chosen, *others = sorted(paths, key=lambda path: (path.count("/"), path.lower().endswith(".ipynb"), natural(path)))
    return HandIn(student, exercise, chosen, problem_with(root, chosen), tuple(others))


def problem_with(root: Path, relative: str) -> str:
    """One sentence where a file can't be taken: links, pipes and devices are not opened."""
    path = root / relative if root.is_dir() else root
    name = path.name
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return f"{name} can't be read ({error.strerror})"
    if stat.S_ISLNK(mode):
        return f"{name} is a link, which is not followed: hand in the file itself"
    if not stat.S_ISREG(mode):
        return f"{name} is not an ordinary file: hand in the {path.suffix.lower() or '.py'} file itself"
    if name.lower().endswith(".ipynb"):
        return f"{name} is a notebook, which this version does not read: hand in {path.stem}.py"
    return ""


def natural(name: str) -> list[tuple[int, int, str]]:
    """Sorts exercise10 after exercise9, and upper case with lower case."""
    pieces = re.findall(r"([0-9]+)|([^0-9]+)", name)
    folded = [(0, int(digits[:18]), "") if digits else (1, 0, text.casefold()) for digits, text in pieces]
    return [*folded, (-1, 0, name)]


def printable(name: str) -> str:
    """A file name as text that can be stored and shown: bytes that are no UTF-8 become U+FFFD."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
