"""A plain folder: the first folder is the student, deeper ones only locate files, and a loose file's name before its
exercise is the student (`maeve_exercise3.py`)."""

from __future__ import annotations

from grader.intake.archive import ARCHIVES, is_archive
from grader.intake.layouts.layout import Layout, Reading, Seen, Told, split


def without_suffix(name: str) -> str:
    """`maeve.tar.gz` is maeve's."""
    end = max((suffix for suffix in ARCHIVES if name.lower().endswith(suffix)), key=len, default="")
    return name[: len(name) - len(end)]


def reading(seen: Seen) -> Reading:
    def read(path: str) -> tuple[Told, ...]:
        first, rest = split(path)
        if not rest:
            owner = seen.owner_of(first)
            return (Told(path, id=owner, label=owner),)
        student: str | None = first
        if is_archive(first):
            stem = without_suffix(first)
            # `maeve_exercise3.zip` is hers, as `maeve_exercise3.py` is, and `exercise3.zip` names nobody.
            student = seen.owner_of(f"{stem}.py") if seen.is_named(f"{stem}.py") else stem
        return (Told(rest, id=student, label=student),)

    return Reading(read)


LAYOUT = Layout("plain", "a plain folder", 0, lambda seen: None, reading)
