"""What a chapter folder holds (exercises, a quiz, tasks): found by file name, compiled when needed, cached.

A chapter is a folder with `exercises/` (stubs) and `solutions/` (answer files).
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from grader.content.cache import cache_folder, keep_key, known_key, write_quietly
from grader.content.key import FORMAT, AuthorError, Entry, entry
from grader.content.kinds import KINDS, kind_of, place

entry_decoder = msgspec.msgpack.Decoder(Entry)


def entry_ids(chapter: Path) -> list[str]:
    """Everything that a chapter folder asks for, kind by kind, in order of the numbers."""
    found = (name.removesuffix(".py") for name in os.listdir(chapter / "solutions") if name.endswith(".py"))  # noqa: PTH208  (names are all that is needed)
    return sorted((name for name in found if kind_of(name)), key=place)


def exercise_ids(chapter: Path) -> list[str]:
    """The exercises among it."""
    return [name for name in entry_ids(chapter) if kind_of(name) == KINDS[0]]


def file_name(chapter: Path, name: str) -> str:
    """The file in which something is worked on, as `exercises/` has it."""
    kind = kind_of(name)
    assert kind
    first, *others = kind.suffixes
    return name + next((suffix for suffix in others if (chapter / "exercises" / f"{name}{suffix}").is_file()), first)


Made = tuple[tuple[bytes, ...], Callable[[bool], Entry]]
"""What a key is made from, so that a change of it is noticed; and how it is made, public or not."""


def exercise_made(chapter: Path, exercise: str) -> Made:
    stub = pristine_stub(chapter, exercise)
    path = chapter / "solutions" / f"{exercise}.py"
    solution = path.read_bytes()
    return (solution, stub.encode()), lambda public: exercise_entry(path, solution, stub, public)


def task_made(chapter: Path, task: str) -> Made:
    # Only here: most commands meet no task.
    from grader.content.tasks import compile_task, task_sources

    file = file_name(chapter, task)
    solution, blank = task_sources(chapter, task, file)
    return (solution, blank.encode()), lambda public: compile_task(chapter, task, blank, Path(file).suffix, public)


def quiz_made(chapter: Path, name: str) -> Made:
    # Its answers come of the references in the other answer files.
    sources = tuple(path.read_bytes() for path in sorted((chapter / "solutions").glob("*.py")))

    def make(public: bool) -> Entry:
        from grader.content.quiz import load_quiz, quiz_entry

        return quiz_entry(load_quiz(chapter / "solutions" / f"{name}.py"), name, public)

    return sources, make


MAKERS: dict[str, Callable[[Path, str], Made]] = {"exercise": exercise_made, "quiz": quiz_made, "task": task_made}
"""How the key of each kind comes about."""


def compiled_entry(chapter: Path, exercise: str, *, public: bool = False) -> Entry:
    """The key of one exercise, quiz or task, from the cache where its files have not changed. Raises `AuthorError`."""
    kind = kind_of(exercise)
    assert kind
    with told_to_its_author(chapter, exercise):
        sources, make = MAKERS[kind.name](chapter, exercise)
    name = hashlib.sha256(b"\0".join([engine_stamp(), exercise.encode(), *sources, b"public" * public])).hexdigest()
    try:
        known = entry_decoder.decode(known_key(name))
        if known.is_whole():
            return known
    except msgspec.DecodeError:
        pass
    with told_to_its_author(chapter, exercise):
        made = make(public)
    keep_key(name, msgspec.msgpack.encode(made))
    return made


def exercise_entry(path: Path, solution: bytes, stub: str, public: bool) -> Entry:
    # Only here: reading a cached key should not pay for what compiling imports.
    from grader.content.compile import authored, publish

    _, key = authored(path, solution, stub)
    return entry(publish(key) if public else key)


@contextmanager
def told_to_its_author(chapter: Path, name: str) -> Iterator[None]:
    """Whatever comes of an answer file is a slip in it, and told as one: an `AuthorError`, with the line where it is known."""
    path = chapter / "solutions" / f"{name}.py"
    try:
        yield
    except AuthorError as problem:
        if not problem.at:
            raise
        from grader.content.pointing import pointed

        raise pointed(problem, path.read_text(encoding="utf-8", errors="replace"), path.name) from problem.__cause__
    except OSError as error:
        raise AuthorError(f"{error.filename or f'solutions/{name}.py'} can't be read: {error.strerror or error}") from error
    except Exception as error:
        if os.environ.get("GRADE_TRACEBACK"):
            raise
        from grader.content.compile import line_of

        line = line_of(error, path)
        slip = f"solutions/{name}.py{line} is not of the form that is asked for: {type(error).__name__}: {error}"
        raise AuthorError(f"{slip} (GRADE_TRACEBACK=1 shows where)") from error


def pristine_stub(chapter: Path, exercise: str) -> str:
    """The stub as it was before anyone filled it, also when this clone's own file has been filled.

    The file itself while it still is one; then what this user's cache remembers; then the committed file; at last
    the filled file with its functions emptied.
    """
    path = chapter / "exercises" / f"{exercise}.py"
    memory = cache_folder() / f"{hashlib.sha256(str(path.resolve()).encode()).hexdigest()}.stub"
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        text = ""
    if looks_unfilled(text):
        if remembered(memory) != text:
            write_quietly(memory, text.encode())
        return text
    return remembered(memory) or recover_stub(path, text)


def looks_unfilled(text: str) -> bool:
    """A quick look that needs no parser: as many raises as functions."""
    functions = len(re.findall(r"^def ", text, re.MULTILINE))
    raises = len(re.findall(r"^    raise NotImplementedError", text, re.MULTILINE))
    return functions > 0 and raises >= functions


def remembered(memory: Path) -> str:
    try:
        return memory.read_text(encoding="utf-8")
    except OSError:
        return ""


def committed_text(path: Path) -> str:
    """A file as it was committed last, "" where it never was."""
    import subprocess

    try:
        # The user's own git, in their own clone.
        return subprocess.run(  # noqa: S603
            ["git", "show", f"HEAD:./{path.name}"],  # noqa: S607
            cwd=path.parent,
            capture_output=True,
            check=True,
            timeout=10,
        ).stdout.decode()
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""


def recover_stub(path: Path, filled: str) -> str:
    from grader.content.compile import emptied

    committed = committed_text(path)
    if looks_unfilled(committed):
        return committed
    functions = re.findall(r"^def (\w+)", filled, re.MULTILINE)
    try:
        return emptied(filled, functions)
    except (SyntaxError, ValueError):
        return filled


def engine_stamp() -> bytes:
    """Changes whenever the code that compiles keys does."""
    with os.scandir(Path(__file__).parent) as files:
        seen = sorted((file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files if file.name.endswith(".py"))
    return repr((FORMAT, seen)).encode()


MARKER = ".workbook"
"""The small text file that marks a chapter folder, and every workspace; its first line is the title."""


def title_of(folder: Path) -> str:
    """The workbook's title. Raises `OSError` where the folder has no marker."""
    return (folder / MARKER).read_text(encoding="utf-8", errors="replace").split("\n", 1)[0].strip()
