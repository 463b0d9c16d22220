"""Where a student works: a folder with the marker file, found upwards from wherever a command is typed.

A clone of the chapter is a workspace too, told from others by its `solutions/`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from grader.content.chapter import MARKER, title_of
from grader.intake.source import NOTEBOOK, Unreadable, decode, read_source

MARKER_NOTE = "\n\nThis file marks a workspace: `grade` looks for it in this folder and the ones above.\n"
STUBS = "exercises"


class Workspace(Struct, frozen=True):
    """A folder in which exercises are solved. `is_clone`: the chapter itself, with its answer files."""

    root: Path
    title: str
    is_clone: bool

    def file(self, name: str) -> Path:
        """The file of this name in which an exercise is solved."""
        return self.root / STUBS / name

    def shown(self, path: Path) -> str:
        """A path as a student would type it, seen from where they are."""
        try:
            return os.path.relpath(path)
        except ValueError:
            return str(path)


class NoWorkspace(Exception):
    """For the student: there is none here, and how to make one."""


def find(start: Path) -> Workspace:
    """The workspace that holds `start`. Raises `NoWorkspace`."""
    for folder in (start, *start.parents):
        marker = folder / MARKER
        try:
            if marker.is_file():
                return Workspace(folder, title_of(folder), (folder / "solutions").is_dir())
        except OSError:
            continue
    raise NoWorkspace(
        f"no workspace here or in a folder above (looked for {MARKER} from {start}): make one with `grade start DIR`"
    )


class CannotWrite(Exception):
    """For the user: a file can't be written, which, and why."""


def start(folder: Path, title: str, stubs: dict[str, str]) -> list[Path]:
    """Make `folder` a workspace: the marker and every stub, by its file's name, that is not there yet; returns what was
    written.

    Existing work is never touched. Raises `CannotWrite`.
    """
    written = []
    for path, text in [(folder / MARKER, title + MARKER_NOTE)] + [
        (folder / STUBS / name, stub) for name, stub in stubs.items()
    ]:
        if not path.exists():
            write(path, text)
            written.append(path)
    return written


def worked_on(script: Path, stub: Callable[[], str]) -> tuple[Path, Path | None]:
    """Which file holds the work, of a script and the notebook beside it; and the other one, where there is work in both.

    A file that is as it was given out holds none; of two that were changed, the one saved last counts.
    """
    notebook = script.with_suffix(NOTEBOOK)
    if not notebook.is_file():
        return script, None
    if not script.is_file():
        return notebook, None
    if is_already(script, stub()):
        return notebook, None
    if is_blank(notebook, script.stem, stub()):
        return script, None
    last, other = sorted((script, notebook), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return last, other


def is_blank(notebook: Path, exercise: str, stub: str) -> bool:
    """Whether a notebook still asks what it was given out with, whatever a program made of its format."""
    from grader.intake.blank_notebook import blank_notebook

    try:
        return read_source(notebook).text == decode(blank_notebook(exercise, stub).encode(), notebook.name).text
    except Unreadable:
        return False


def reset(path: Path, stub: str) -> Path | None:
    """Put the stub back at `path`; the old file is kept beside it and returned. Raises `CannotWrite`."""
    if is_already(path, stub):
        return None
    if not path.exists():
        write(path, stub)
        return None
    number = 1
    while (kept := path.with_name(f"{path.stem}.{number}.kept{path.suffix}")).exists():
        number += 1
    try:
        path.rename(kept)
    except OSError as error:
        raise CannotWrite(f"{path} can't be moved aside: {error.strerror}") from error
    write(path, stub)
    return kept


def is_already(path: Path, stub: str) -> bool:
    """Whether the file still is the stub, whatever its line ends."""
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n") == stub
    except (OSError, UnicodeDecodeError):
        return False


def write(path: Path, text: str) -> None:
    """Write a text file whole or not at all. Raises `CannotWrite`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises `CannotWrite`."""
    # Only here: most commands write nothing.
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            # A temporary file is private; what a user is given has the user's usual permissions.
            mask = os.umask(0)
            os.umask(mask)
            Path(temporary).chmod(0o666 & ~mask)
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise CannotWrite(f"{path} can't be written: {error.strerror}") from error
