"""GitHub Classroom's clones: `<assignment>-submissions/<assignment>-<login>/…`, as `gh classroom clone` made them."""

from __future__ import annotations

from grader.intake.layouts.layout import Layout, Reading, Seen, Told, share

END = "-submissions"


def parts_of(path: str, top: str) -> tuple[str, str] | None:
    """The login and the path inside the clone; `top` is the folder's name where the clones lie directly below."""
    parts = path.split("/")
    if top.endswith(END) and len(parts) >= 2:
        slug, clone, inside = top.removesuffix(END), parts[0], parts[1:]
    elif parts[0].endswith(END) and len(parts) >= 3:
        slug, clone, inside = parts[0].removesuffix(END), parts[1], parts[2:]
    else:
        return None
    login = clone.removeprefix(f"{slug}-")
    return (login, "/".join(inside)) if slug and login and login != clone else None


def recognise(seen: Seen) -> float | None:
    return share(seen.paths, lambda path: parts_of(path, seen.top))


def reading(seen: Seen) -> Reading:
    def read(path: str) -> tuple[Told, ...]:
        found = parts_of(path, seen.top)
        return (Told(found[1], id=found[0], login=found[0]),) if found else ()

    return Reading(read)


LAYOUT = Layout("classroom", "GitHub Classroom", 3, recognise, reading, "github")
