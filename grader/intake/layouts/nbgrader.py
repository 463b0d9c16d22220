"""An nbgrader course: `submitted/<student>/<assignment>/<notebook>.ipynb`; what nbgrader makes of it lies beside."""

from __future__ import annotations

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share
from grader.intake.layouts.times import iso

OWN = {
    "autograded": "is nbgrader's own copy, not the hand-in",
    "feedback": "is nbgrader's feedback, not a hand-in",
    "release": "is what was given out, not a hand-in",
    "source": "is the instructor's own version, not a hand-in",
}
STAMP = "timestamp.txt"


def is_handed_in(path: str) -> bool:
    parts = path.split("/")
    return parts[0] == "submitted" and len(parts) >= 4


def fits(path: str) -> bool:
    return is_handed_in(path) or path.split("/")[0] in OWN or path in ("gradebook.db", "nbgrader_config.py")


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, fits) if any(map(is_handed_in, seen.paths)) else None


def reading(seen: Seen) -> Reading:
    stamps = {path: iso((seen.text_of(path) or b"").decode("ascii", "replace")) for path in seen.paths if path.endswith(STAMP)}

    def read(path: str) -> tuple[Told, ...]:
        parts = path.split("/")
        if parts[0] in OWN:
            return (Told(path, ignored=OWN[parts[0]]),)
        if not is_handed_in(path):
            return ()
        _, student, assignment, *inside = parts
        stamp = f"submitted/{student}/{assignment}/{STAMP}"
        ours = "is nbgrader's time stamp, not a hand-in" if path == stamp else None
        return (Told("/".join(inside), id=student, label=student, submitted=stamps.get(stamp), ignored=ours),)

    return Reading(read)


LAYOUT = Layout("nbgrader", "nbgrader", 3, recognise, reading)
