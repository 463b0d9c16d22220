"""Moodle's "Download all submissions": `<full name>_<participant>_assignsubmission_<plugin>/<path>`, or flat, with
`_<file>` at the end instead of a folder.

The number is the assignment's own participant number, not the user's id. The name has no underscores; where one is left,
a site has put the user name in front.
"""

from __future__ import annotations

import re

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share, split

FOLDER = re.compile(
    r"(?P<who>[^/]+?)(?:_(?P<participant>[0-9]+))?_assign(?P<kind>submission|feedback)_(?P<plugin>[a-z0-9]+)(?:_(?P<file>.*))?",
    re.DOTALL,
)
SAME_FOR_ALL = 3
"""So many people of one name and no other: marked blind, and the name is some language's word for "participant"."""


def matched(path: str) -> re.Match[str] | None:
    return FOLDER.fullmatch(split(path)[0])


def why_not(found: re.Match[str], inside: str) -> str | None:
    if found["kind"] == "feedback":
        return "is the teacher's feedback, not a hand-in"
    if found["plugin"] == "onlinetext" or inside == "onlinetext.html":
        return "is a text typed into Moodle, not a file: ask for the file itself"
    return None


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, matched)


def reading(seen: Seen) -> Reading:
    found = [one for one in map(matched, seen.paths) if one]
    words = {one["who"] for one in found}
    numbers = {one["participant"] for one in found}
    blind = words == {"Participant"} or (len(words) == 1 and len(numbers) >= SAME_FOR_ALL)

    def read(path: str) -> tuple[Told, ...]:
        match = matched(path)
        if match is None:
            return ()
        _, rest = split(path)
        inside = "/".join(piece for piece in (match["file"], rest) if piece)
        why = why_not(match, inside)
        login, _, name = match["who"].rpartition("_")
        return (
            Told(
                inside=inside or path,
                id=match["participant"] or match["who"],
                name=None if blind else name,
                lms_user_id=match["participant"],
                login=login or None,
                ignored=why,
                missed=why is not None and match["kind"] == "submission",
            ),
        )

    return Reading(read)


LAYOUT = Layout("moodle", "Moodle", 4, recognise, reading)
