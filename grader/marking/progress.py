"""How far a student has come: a small JSON file in the workspace, plain and theirs to read or delete.

It remembers which exercises passed (with a checksum of the file that did, so that a changed file counts as open
again) and which hints were shown. Losing it loses no work.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from grader.intake.workspace import CannotWrite, Workspace, write

FILE = ".workbook-progress.json"


class Progress(Struct):
    """`passed` maps an exercise to its file's checksum; `hints` a part to how many of its hints were shown."""

    passed: dict[str, str] = {}
    points: dict[str, float] = {}
    hints: dict[str, Annotated[int, Meta(ge=0)]] = {}
    started: bool = False


def load(workspace: Workspace) -> Progress:
    """What is remembered; a damaged file is as good as none."""
    try:
        return msgspec.json.decode((workspace.root / FILE).read_bytes(), type=Progress)
    except (OSError, msgspec.DecodeError):
        return Progress()


def save(workspace: Workspace, progress: Progress) -> None:
    """Remember. A workspace that can't be written to is no reason not to grade."""
    text = msgspec.json.format(msgspec.json.encode(progress), indent=1).decode() + "\n"
    try:
        write(workspace.root / FILE, text)
    except CannotWrite:
        return


def fingerprint(path: Path) -> str:
    """Tells whether a file has changed, "" where there is none. A checksum will do: nobody is kept out by it."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    return f"{len(data)}-{zlib.crc32(data):08x}"


def has_passed(progress: Progress, exercise: str, file: Path) -> bool:
    """Whether an exercise's file as it is now has passed."""
    known = progress.passed.get(exercise)
    return known is not None and known == fingerprint(file)


def current(progress: Progress, files: Mapping[str, Path]) -> str | None:
    """The first exercise that has not passed, of those whose files are given; None when all have."""
    return next((one for one, file in files.items() if not has_passed(progress, one, file)), None)
