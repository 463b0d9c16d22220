"""Gradescope's export: `submission_metadata.yml` beside `submission_<id>/…`, in `assignment_<id>_export/`.

Whose a submission is stands in the metadata alone, under Ruby symbols as keys; a group's has several submitters.
"""

from __future__ import annotations

import re
from typing import Any

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share, split
from grader.intake.layouts.times import iso

METADATA = "submission_metadata.yml"
FOLDER = re.compile(r"submission_(?P<number>[0-9]+)")
MOST_SUBMITTERS = 100


def fits(path: str) -> bool:
    return path == METADATA or FOLDER.fullmatch(split(path)[0]) is not None


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, fits) if METADATA in seen.paths else None


def parsed(data: bytes) -> dict[str, Any]:
    """The submissions of the metadata by folder; raises `ValueError`.

    Every scalar stays text and no tag is obeyed. An alias is a reference, and merges are not made: nothing multiplies.
    """
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        found = yaml.load(data, Loader=loader)  # noqa: S506  (the base loader builds text, lists and mappings alone)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise ValueError(f"line {mark.line + 1}" if mark else "it is no YAML") from error
    if not isinstance(found, dict):
        raise ValueError("it holds no submissions")
    return found


def submitters(record: Any) -> list[dict[str, Any]]:
    people = record.get(":submitters") if isinstance(record, dict) else None
    return [one for one in people[:MOST_SUBMITTERS] if isinstance(one, dict)] if isinstance(people, list) else []


def word(person: dict[str, Any], key: str) -> str | None:
    value = person.get(key)
    return value.strip() or None if isinstance(value, str) and value not in ("~", "null") else None


def reading(seen: Seen) -> Reading:
    data = seen.text_of(METADATA)
    try:
        records = parsed(data) if data is not None else {}
        trouble = "" if data is not None else f"{METADATA} is missing or too large: nobody is named"
    except ValueError as error:
        records, trouble = {}, f"{METADATA} can't be read ({error}): nobody is named"

    def read(path: str) -> tuple[Told, ...]:
        folder, rest = split(path)
        match = FOLDER.fullmatch(folder)
        if path == METADATA:
            return (Told(path, ignored="is Gradescope's own list, not a hand-in"),)
        if match is None or not rest:
            return ()
        record = records.get(folder, {})
        when = record.get(":created_at") if isinstance(record, dict) else None
        submitted = iso(when) if isinstance(when, str) else None
        number = match["number"]
        people = submitters(record)
        if not people:
            return (Told(rest, id=folder, lms_file_id=number, submitted=submitted),)
        return tuple(person_told(one, rest, folder, number, submitted) for one in people)

    return Reading(read, (trouble,) if trouble else ())


def person_told(person: dict[str, Any], rest: str, folder: str, number: str, submitted: str | None) -> Told:
    sis_id, email, name = (word(person, key) for key in (":sid", ":email", ":name"))
    return Told(
        inside=rest,
        id=sis_id or email or name or folder,
        name=name,
        email=email,
        sis_id=sis_id,
        lms_file_id=number,
        submitted=submitted,
    )


LAYOUT = Layout("gradescope", "Gradescope", 5, recognise, reading)
