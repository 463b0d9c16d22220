"""What an author writes about the chapter's own text: its claims and its slips, as typed, frozen data.

The file `solutions/chapter.py` binds the name `CHAPTER` to one `Chapter`. Its functions get the reference functions of
all exercises and run when the author asks for `grade chapter`, never when a student is graded: no key holds any of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.content.calling import Function
from grader.content.chapter import exercise_ids
from grader.content.compile import load_answers, load_exercise
from grader.content.key import AuthorError

__all__ = ["Chapter", "Claim", "References", "Slip", "load_chapter"]

CLAIMS = "chapter.py"
"""The file of `solutions/` that holds a chapter's claims; by its name no exercise, no quiz and no task."""


class Functions:
    """The reference functions of one exercise, each an attribute. Any other name raises `AuthorError`."""

    def __init__(self, exercise: str, functions: Mapping[str, Function]) -> None:
        self._exercise = exercise
        self._functions = functions

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._functions:
            raise AuthorError(f"{self._exercise} has no part {name!r}: its parts are {', '.join(self._functions)}")
        return self._functions[name]


class References:
    """Every exercise's reference functions by name: `references.rotate(X)`, or `references.exercise7.rotate(X)`, which
    is asked for where two exercises have a part of that name. Raises `AuthorError` for a name that fits none, or two."""

    def __init__(self, exercises: Mapping[str, Mapping[str, Function]]) -> None:
        self._exercises = {exercise: Functions(exercise, functions) for exercise, functions in exercises.items()}
        self._homes: dict[str, list[str]] = {}
        for exercise, functions in exercises.items():
            for name in functions:
                self._homes.setdefault(name, []).append(exercise)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._exercises:
            return self._exercises[name]
        homes = self._homes.get(name, [])
        if not homes:
            raise AuthorError(f"no exercise has a part {name!r}, and none is called so")
        if len(homes) > 1:
            either = " or ".join(f"references.{home}.{name}" for home in homes)
            raise AuthorError(f"{name!r} is a part of {' and of '.join(homes)}: write {either}")
        return getattr(self._exercises[homes[0]], name)


@dataclass(frozen=True)
class Claim:
    """Something that the chapter prints and that can be recomputed.

    `where` is the section, `says` what the numbers are, `printed` the text as printed: numbers apart by spaces, rows of
    a matrix by `;` (`0.5 1; −1 1/64`), or words (`true`). `compute` returns a number, a bool, a text, or an array of
    numbers of the shape that is printed.
    """

    where: str
    says: str
    printed: str
    compute: Callable[[References], object]


@dataclass(frozen=True)
class Slip:
    """Something that the chapter says and that is not so.

    `says` is the chapter's statement in a few words, `truth` what is so instead. `proof` returns whether the truth
    holds, and in a short text what was computed.
    """

    where: str
    says: str
    truth: str
    proof: Callable[[References], tuple[bool, str]]


@dataclass(frozen=True)
class Chapter:
    """All that a chapter claims, and where it slips, in the order of its text."""

    claims: tuple[Claim, ...]
    slips: tuple[Slip, ...] = ()


def load_references(folder: Path) -> References:
    """The references of a chapter folder's exercises; their answer files are run. Raises `AuthorError`."""
    loaded = {name: load_exercise(folder / "solutions" / f"{name}.py") for name in exercise_ids(folder)}
    return References({name: {part.name: part.function for part in one.parts} for name, one in loaded.items()})


def load_chapter(folder: Path) -> Chapter:
    """The `CHAPTER` of a chapter folder; its file is run. Raises `AuthorError`."""
    path = folder / "solutions" / CLAIMS
    if not path.is_file():
        raise AuthorError(f"{path} is missing: it says what the chapter claims, as CHAPTER = Chapter(…)")
    return load_answers(path, "CHAPTER", Chapter)
