"""Open tasks: a program that is shown, a text, a mind map, a reflection. They have no answer key, but what makes them
complete, which is checked, and a rubric, by which an instructor marks them.

A file in `solutions/` whose name is a task's binds `TASK` to one `Task`. The same types make the key.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.content.chapter import committed_text, pristine_stub
from grader.content.key import AuthorError, Entry, packed_entry
from grader.content.rubric import Criterion, Level, Rubric
from grader.content.typed import misfits

__all__ = ["Criterion", "Level", "Map", "Organisation", "Program", "Reflection", "Task", "Words"]

LONGEST_CRITERION = 40


class Program(Struct, frozen=True, tag="program"):
    """The file defines `function`, which takes one input, and `inputs`, a list of at least so many different ones."""

    function: str = "demo"
    inputs: str = "INPUTS"
    at_least: int = 3


class Words(Struct, frozen=True, tag="words"):
    """The text has at least so many words."""

    at_least: int


class Organisation(Struct, frozen=True, tag="organisation"):
    """The text names an organisation: a `known` one, or any other by its capitals. `not_names` are words with capitals
    that are the subject's own. `what` ends the sentence "names …"."""

    what: str
    known: tuple[str, ...] = ()
    not_names: tuple[str, ...] = ()


class Map(Struct, frozen=True, tag="map"):
    """The mind map has at least so many links, and connects the topic in its centre to at least so many others. `centre`
    are words by one of which that topic is known; the first is its name."""

    at_least: int
    centre: tuple[str, ...]


class Reflection(Struct, frozen=True, tag="reflection"):
    """The text says at least so many things, and asks at least so many questions."""

    things: int = 3
    questions: int = 1


Completeness = Program | Words | Organisation | Map | Reflection


class Task(Struct, frozen=True):
    """What an author writes. `part` names the one part of its result; `task` is one sentence.

    `verify` holds the checks to `complete` works, which lack nothing, and to `incomplete` ones, each with the name of the
    check that it fails.
    """

    title: str
    part: str
    task: str
    checks: tuple[Completeness, ...]
    rubric: Rubric
    complete: tuple[str, ...] = ()
    incomplete: tuple[tuple[str, str], ...] = ()


class TaskKey(Struct, frozen=True):
    """One task as it is checked and marked, with the blank file that is given out as text. A public key holds all of it:
    there is nothing in a rubric that a student should not know."""

    id: str
    title: str
    stub: str
    part: str
    task: str
    checks: tuple[Completeness, ...]
    rubrics: dict[str, Rubric]
    """Of its one part. Keys of every kind hold their rubrics so."""
    public: bool = False

    @property
    def max_points(self) -> float:
        return sum(criterion.max_points for criterion in self.rubrics[self.part])

    @property
    def program(self) -> Program | None:
        """What is run, where something is."""
        return next((check for check in self.checks if isinstance(check, Program)), None)


task_decoder = msgspec.msgpack.Decoder(TaskKey)


def task_key(entry: Entry) -> TaskKey:
    return task_decoder.decode(entry.packed)


def task_sources(chapter: Path, name: str, file_name: str) -> tuple[bytes, str]:
    """What a task's key is made from: its answer file, and the blank file as it is given out."""
    is_program = file_name.endswith(".py")
    blank = pristine_stub(chapter, name) if is_program else blank_file(chapter / "exercises" / file_name)
    return (chapter / "solutions" / f"{name}.py").read_bytes(), blank


def compile_task(chapter: Path, name: str, blank: str, suffix: str, public: bool) -> Entry:
    """Raises `AuthorError`."""
    from grader.content.compile import load_answers

    task = load_answers(chapter / "solutions" / f"{name}.py", "TASK", Task)
    at, problem = next(misfits(task), ("", ""))
    if problem := problem or fault_of(task):
        raise AuthorError(f"{name}: {problem}", at=at)
    key = TaskKey(name, task.title, blank, task.part, task.task, task.checks, {task.part: task.rubric}, public)
    return packed_entry(key, name, task.title, [task.part], suffix, "task")


def fault_of(task: Task) -> str:
    """What is wrong with a task, as the end of a sentence; "" for nothing."""
    ids = [criterion.id for criterion in task.rubric]
    if not task.rubric or not task.checks:
        return "a task has a rubric and at least one check"
    if len(set(ids)) < len(ids) or not all(re.fullmatch(r"[a-z][a-z0-9 -]*", one) for one in ids):
        return "each criterion has a short name of its own, in small letters"
    if max(map(len, ids)) > LONGEST_CRITERION:
        return f"the name of a criterion has at most {LONGEST_CRITERION} letters"
    for criterion in task.rubric:
        points = [level.points for level in criterion.levels]
        if len(points) < 2 or len(set(points)) < len(points) or min(points) != 0 or max(points) <= 0:
            return f"{criterion.id}: a criterion has two levels or more, each with points of its own, the lowest 0"
    return ""


def blank_file(path: Path) -> str:
    """A file as it is given out, also where this clone's own has been filled: the file itself while it is blank; then the
    committed one; at last the filled one with what was written taken out. Raises `AuthorError` where there is none."""
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        text = ""
    if looks_blank(text):
        return text
    committed = committed_text(path)
    if looks_blank(committed):
        return committed
    blank = blanked(text)
    if not blank.strip():
        raise AuthorError(f"exercises/{path.name} is missing: a task has a file that is given out")
    return blank


def looks_blank(text: str) -> bool:
    """Nothing but comments, headings and empty items."""
    return bool(text.strip()) and blanked(text) == text


def blanked(text: str) -> str:
    """Comments, headings and empty items, without what was written between them."""
    kept = []
    within = False
    for line in text.splitlines(keepends=True):
        begins, ends = line.lstrip().startswith("<!--"), "-->" in line
        bare = not line.strip() or line.startswith("#") or re.fullmatch(r"\s*(?:[-*+]|\d+\.)\s*", line)
        if within or begins or bare:
            kept.append(line)
        within = (within or begins) and not ends
    return "".join(kept)
