"""Classroom 50's repositories, cloned side by side: `<classroom>-<assignment>-<username>/…`.

All three may hold hyphens. The first two are the same for everybody, so they are the start that all names share; a
roster's logins settle it. Folders of other names look alike, so only clones are recognised, by their `.git`.
"""

from __future__ import annotations

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, common_start, share, split

MOST = 0.8
"""So many of the folders have to be clones."""


def clones(seen: Seen) -> list[str]:
    return sorted({split(path)[0] for path in seen.paths if split(path)[1] and split(path)[0].count("-") >= 2})


def start_of(names: list[str], logins: frozenset[str]) -> str | None:
    """What stands before the user names; None where it can't be told."""
    start = common_start(names, "-") if len(names) > 1 else names[0][: names[0].rfind("-") + 1] if names else ""
    starts = [start[: place + 1] for place, letter in enumerate(start) if letter == "-"][1:]
    rostered = {one: sum(name.removeprefix(one).casefold() in logins for name in names) for one in starts}
    if max(rostered.values(), default=0):
        return max(rostered, key=lambda one: rostered[one])
    return starts[-1] if starts and len(names) > 1 else None


def recognise(seen: Seen) -> float | None:
    names = clones(seen)
    cloned = {split(path)[0] for path in seen.junk if split(path)[1].startswith(".git/")}
    start = start_of(names, seen.logins)
    if start is None or len(cloned.intersection(names)) < MOST * len(names):
        return None
    return share(seen.paths, lambda path: "/" in path and path.startswith(start))


def reading(seen: Seen) -> Reading:
    start = start_of(clones(seen), seen.logins)

    def read(path: str) -> tuple[Told, ...]:
        name, inside = split(path)
        if not inside:
            return ()
        if start is None or not name.startswith(start):
            return (Told(inside, id=name, label=name),)
        login = name.removeprefix(start)
        return (Told(inside, id=login, login=login),)

    if start is None:
        return Reading(read, ("the user names can't be told from the folders' names: give --roster with a login column",))
    sure = f"the user names were taken to follow {start}, which all folders share"
    known = any(name.removeprefix(start).casefold() in seen.logins for name in clones(seen))
    return Reading(read, () if known else (f"{sure}: give --roster with a login column to be certain",))


LAYOUT = Layout("classroom50", "Classroom 50", 2, recognise, reading, "github")
