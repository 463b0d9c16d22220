"""What a student hands in: one zip with just the files that are graded, flat and under the names that are asked for."""

from __future__ import annotations

import io
import tomllib
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from grader.content.kinds import kind_of
from grader.intake.workspace import STUBS, Workspace

LARGEST = 32 << 20
"""Bytes of a file that are packed; a notebook full of pictures stays below."""


class Candidate(Struct, frozen=True):
    """A file of the workspace that could be handed in. `work`: the exercise, quiz or task that it is named after; "" for a
    notebook with a name of its own."""

    path: Path
    work: str


def candidates(workspace: Workspace, work: Sequence[str]) -> list[Candidate]:
    """In the order of `work`; those in the folder of blank files before those above it, those saved last before others, for
    that is how `grade` chooses between a script and a notebook. Of a quiz's files the marked version comes first, and then
    the one that is not named after a seed."""
    order = {name: position for position, name in enumerate(work)}
    found = []
    for position, folder in enumerate((workspace.root / STUBS, workspace.root)):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            suffix, name = path.suffix.lower(), own_name(path, order)
            kind = kind_of(name) if name in order else None
            work = name if kind and suffix in (*kind.suffixes, *kind.also) else ""
            if path.is_file() and (work or suffix == ".ipynb"):
                version = is_version(path, work)
                marked = suffix == ".toml" and answers(path).get("marked") is True
                rank = (order.get(work, len(order)), position, not marked, version, -path.stat().st_mtime, path.name)
                found.append((rank, Candidate(path, work)))
    return [candidate for _, candidate in sorted(found, key=lambda pair: pair[0])]


def own_name(path: Path, work: Iterable[str]) -> str:
    """The work that a file's name says it is: `quiz-maeve.toml` answers a version of the quiz."""
    name = path.stem.lower()
    first = name.partition("-")[0]
    kind = kind_of(first) if first in work else None
    return first if kind and kind.name == "quiz" else name


def is_version(path: Path, work: str) -> bool:
    """Whether answers have a file of their own, named after their seed, beside those to the chapter's own questions."""
    return bool(work) and path.stem.lower() != work


def answers(path: Path) -> dict[str, object]:
    """What an answers file holds; nothing where it can't be read, which is told when it is graded."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}


def first_of_each(every: Iterable[Candidate], blank: Mapping[str, str]) -> tuple[list[Candidate], dict[Path, str]]:
    """Which of them are packed, and why the others are not. `blank` are the unfilled files' texts, by work: whatever still
    is one says nothing, and would stand in the way of a notebook."""
    chosen: dict[str, Candidate] = {}
    left_out: dict[Path, str] = {}
    for one in every:
        key = one.work or one.path.name
        if one.work in blank and (is_blank(one.path, blank[one.work]) or is_unanswered(one)):
            left_out[one.path] = "not started"
        elif one.path.stat().st_size > LARGEST:
            left_out[one.path] = f"larger than {LARGEST >> 20} MB: remove data and outputs from it"
        elif key in chosen:
            left_out[one.path] = f"{chosen[key].path.name} is there too, and is the one that is graded"
        else:
            chosen[key] = one
    return list(chosen.values()), left_out


def is_blank(path: Path, stub: str) -> bool:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").strip() == stub.strip()
    except UnicodeDecodeError:
        return False


def is_unanswered(one: Candidate) -> bool:
    """Whether a version of the quiz was asked for and nothing in it answered."""
    if not is_version(one.path, one.work) or not (held := answers(one.path)):
        return False
    tables = [table for table in held.values() if isinstance(table, dict)]
    return not any(typed not in ("", []) for table in tables for typed in table.values())


def zipped(files: Iterable[Candidate]) -> bytes:
    """The same files make the same zip. Raises `OSError`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in files:
            name = f"{one.work}{one.path.suffix.lower()}" if one.work else one.path.name
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, one.path.read_bytes())
    return buffer.getvalue()
