"""Downloads as learning platforms make them: thirty people with awkward names, and each platform's own rule for file names."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.intake.folder import FileRow, Listing, Request, list_folder
from grader.intake.names import asked
from grader.intake.roster import Roster
from grader.intake.store import Store

EXERCISES = ["exercise1", "exercise2", "exercise3", "exercise10", "quiz", "practice1", "practice2", "reflection"]
FUNCTIONS = {
    "exercise1": ("double", "halve"),
    "exercise2": ("add",),
    "exercise3": ("softmax_weights", "attention_weights"),
    "exercise10": ("encode",),
}

PEOPLE = [
    # first name, last name
    ("Maeve", "O'Brien"), ("Ann-Marie", "Smith-Jones"), ("José", "García López"), ("Zoë", "Müller"), ("Wei", "Li"),
    ("芳", "王"), ("Đặng", "Nguyễn"), ("Ёлка", "Щукина"), ("محمد", "العربي"), ("अनुष्का", "शर्मा"),
    ("Jean-Luc", "d’Artagnan"), ("X Æ A-12", "Musk"), ("Anna", "Late"), ("LATE", "Bloomer"), ("Text", "Link"),
    ("Bo", "van der Berg"), ("Sukarno", ""), ("J.R.R.", "Tolkien"), ("Mary Jane", "Watson"),
    ("Robert'); DROP TABLE", "Students;--"),
    ("=cmd|'/c calc'!A1", "Formula"), ("Test", "Student"), ("Ann", "Lee 2"), ("Zoe\u0301", "Decomposed"), ("Ⅳ", "Roman"),
    ("a" * 80, "Long"), ("1234", "5678"), ("anon", "Ymous"), ("exercise1", "py"), ("Attempt", "Assignsubmission File"),
]  # fmt: skip
assert len(PEOPLE) == 30


def display(first: str, last: str) -> str:
    return f"{first} {last}".strip()


def sortable(first: str, last: str) -> str:
    return f"{last}, {first}" if last else first


def on_disk(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return made.getvalue()


def tarred(files: Mapping[str, str | bytes], mode: str = "w:gz") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:  # type: ignore[call-overload]
        for path, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(path)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return made.getvalue()


def listed(root: Path, scratch: Path, layout: str | None = None, roster: Roster | None = None, groups: bool = True) -> Listing:
    """What `grade batch --dry-run` sees."""
    scratch.mkdir(exist_ok=True)
    everything = tuple(asked(EXERCISES, FUNCTIONS))
    stubs = {"exercise1": "def double(n):\n    raise NotImplementedError\n"}
    return list_folder(root, Request(everything, stubs, Store(scratch), layout, roster, groups, rows=True))


def by_path(listing: Listing) -> dict[str, FileRow]:
    rows = {row.path: row for row in listing.rows}
    assert len(rows) == len(listing.rows), "one row a file"
    return rows


def canvas_stem(name: str, user: int | str, late: bool = False) -> str:
    """Canvas's own rule: joined by `_`, signs deleted, the name in lower case."""
    squeezed = re.sub(r"\W", "", name).lower()
    while (fewer := re.sub(r"_(\d+)_", r"\1", squeezed)) != squeezed:
        squeezed = fewer
    return "_".join([squeezed, *(["LATE"] if late else []), str(user)])
