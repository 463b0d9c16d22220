"""Blackboard's "Assignment File Download": flat, `<assignment>_<username>_attempt_<time>_<file>`, and a receipt `.txt`.

Both the assignment and the user name may hold underscores. The assignment is the same for everybody, so it is the start
that all names share; a roster's logins settle it.
"""

from __future__ import annotations

import re

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, common_start, share, split
from grader.intake.layouts.times import at

FILE = re.compile(r"(?P<head>[^/]+?)_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?:_(?P<file>.+)|(?P<receipt>\.txt))", re.DOTALL)


def matched(path: str) -> re.Match[str] | None:
    found = FILE.fullmatch(split(path)[0])
    return found if found and "_" in found["head"] else None


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, matched)


def assignment_of(heads: list[str], logins: frozenset[str]) -> tuple[str | None, str]:
    """What stands before the user names, and a warning where that is not certain; None where it can't be told."""
    start = common_start(heads, "_")
    if len(heads) == 1:
        start = heads[0][: heads[0].rfind("_") + 1]
    starts = [start[: place + 1] for place, letter in enumerate(start) if letter == "_"]
    rostered = {one: sum(head.removeprefix(one).casefold() in logins for head in heads) for one in starts}
    best = max(rostered.values(), default=0)
    if best:
        likely = [one for one, count in rostered.items() if count == best]
        if len(likely) == 1:
            return likely[0], ""
    if len(starts) <= 1:
        return (starts[0], "") if starts else (None, "the names share no assignment: give --roster with a login column")
    if len(heads) == 1:
        told = f"{heads[0]} may be split into assignment and user name in more than one way"
        return None, f"{told}: give --roster with a login column"
    told = f"the assignment was taken to be {start[:-1]}, which all names share"
    return start, f"{told}: give --roster with a login column to be certain"


def reading(seen: Seen) -> Reading:
    heads = sorted({one["head"] for one in map(matched, seen.paths) if one})
    assignment, warning = assignment_of(heads, seen.logins)

    def read(path: str) -> tuple[Told, ...]:
        match = matched(path)
        if match is None:
            return ()
        _, rest = split(path)
        cut = assignment is not None and match["head"].startswith(assignment)
        who = match["head"][len(assignment or "") :] if cut else match["head"]
        return (
            Told(
                inside="/".join(piece for piece in (match["file"], rest) if piece) or path,
                id=who,
                login=who if cut else None,
                submitted=at(*map(int, match["time"].split("-"))),
                ignored="is Blackboard's own receipt, not a hand-in" if match["receipt"] else None,
            ),
        )

    return Reading(read, (warning,) if warning else ())


LAYOUT = Layout("blackboard", "Blackboard", 4, recognise, reading)
