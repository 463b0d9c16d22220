"""Brightspace's folder of an assignment: `<id>-<id> - <display name> - <Sep 1, 2026 1159 PM>/<file>`, and `index.html`.

The time has no colon; a resubmission is one more folder. Neither number is the OrgDefinedId. The first goes with the
student as far as third parties know: it is taken so where the download itself does not speak against it.
"""

from __future__ import annotations

import re
from collections import defaultdict

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share, split
from grader.intake.layouts.times import at, month

FOLDER = re.compile(
    r"(?P<first>[0-9]+)-(?P<second>[0-9]+) - (?P<name>.+) - "
    r"(?P<month>\w+)\.? (?P<day>[0-9]{1,2}), (?P<year>[0-9]{4}) (?P<clock>[0-9]{3,4})\s?(?P<half>[AaPp])\.?[Mm]\.?",
    re.DOTALL,
)


def matched(path: str) -> re.Match[str] | None:
    first, rest = split(path)
    return FOLDER.fullmatch(first) if rest else None


def fits(path: str) -> bool:
    return path == "index.html" or matched(path) is not None


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, fits) if any(map(matched, seen.paths)) else None


def read_time(path: str) -> str | None:
    """The time in a folder's name, local; None where the month is not English or the clock impossible."""
    found = matched(path)
    if found is None:
        return None
    hour, minute = divmod(int(found["clock"]), 100)
    if not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if found["half"] in "Pp" else 0)
    return at(int(found["year"]), month(found["month"]), int(found["day"]), hour, minute)


def reading(seen: Seen) -> Reading:
    found = [one for one in map(matched, seen.paths) if one]
    users = defaultdict(set)
    names = defaultdict(set)
    for one in found:
        users[one["name"]].add(one["first"])
        names[one["first"]].add(one["name"])
    # A number under which two people stand is nobody's.
    personal = all(len(people) == 1 for people in names.values())
    doubtful = sorted(name for name, numbers in users.items() if len(numbers) > 1) if personal else []

    def read(path: str) -> tuple[Told, ...]:
        if path == "index.html":
            return (Told(path, ignored="is Brightspace's own page, not a hand-in"),)
        match = matched(path)
        if match is None:
            return ()
        _, rest = split(path)
        number = match["first"] if personal else None
        return (
            Told(
                inside=rest,
                id=number or match["name"],
                name=match["name"],
                lms_user_id=number,
                lms_file_id=match["second"],
                submitted=read_time(path),
            ),
        )

    return Reading(
        read, tuple(f"{name} stands there under more than one number: kept apart as two people" for name in doubtful)
    )


LAYOUT = Layout("brightspace", "Brightspace", 4, recognise, reading)
