"""Canvas's "Download Submissions": flat, `<name>[_LATE]_<user id>_<file id>_<file>`, without a separator inside the name."""

from __future__ import annotations

import re

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share, split

FILE = re.compile(
    r"(?:(?P<late_first>LATE)_)?(?:anon_(?P<anonymous>[A-Za-z0-9]{5})|(?P<name>[^/]+?)(?:_(?P<late>LATE))?_(?P<user>[0-9]+))"
    r"(?:_(?P<entry>text|link)\.html|_(?P<file>[0-9]+)_(?P<shown>.+))",
    re.DOTALL,
)
ENTRIES = {
    "text": "is a text typed into Canvas, not a file: ask for the file itself",
    "link": "is a web address, not a file: ask for the file itself",
}


def matched(path: str) -> re.Match[str] | None:
    return FILE.fullmatch(split(path)[0])


def read(path: str) -> tuple[Told, ...]:
    found = matched(path)
    if found is None:
        return ()
    _, rest = split(path)
    anonymous = found["anonymous"]
    return (
        Told(
            inside=f"{found['shown']}/{rest}" if rest else found["shown"] or path,
            id=f"anon_{anonymous}" if anonymous else found["user"],
            name=found["name"],
            lms_user_id=None if anonymous else found["user"],
            lms_file_id=found["file"],
            late=bool(found["late"] or found["late_first"]),
            ignored=ENTRIES.get(found["entry"] or ""),
            missed=bool(found["entry"]),
        ),
    )


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, matched)


def reading(seen: Seen) -> Reading:
    return Reading(read)


LAYOUT = Layout("canvas", "Canvas", 3, recognise, reading)
