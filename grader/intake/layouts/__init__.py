"""How learning platforms name the files of a download: a module each, found by being here, and the choice among them."""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from importlib import import_module

from msgspec import Struct

from grader.intake.layouts.layout import Layout, Reading, Seen

HELPERS = {"layout", "times"}
ENOUGH = 0.5
"""A layout fits where it explains more than this share of the files."""
DOUBTFUL = 0.2
"""Where one explains this share and no more than `ENOUGH`, the instructor has to say what it is."""
SAMPLE = 2000
"""So many paths tell a layout."""


class Undecided(Exception):
    """For the instructor: more than one layout may be meant."""


class Fit(Struct, frozen=True):
    """A layout, the top folder below which it fits ("" or ending in a slash), and the share of files explained."""

    layout: Layout
    top: str
    share: float


def layouts() -> dict[str, Layout]:
    """All layouts by name, the most specific first."""
    modules = [one.name for one in pkgutil.iter_modules(__path__) if one.name not in HELPERS]
    found: list[Layout] = [import_module(f"{__name__}.{name}").LAYOUT for name in modules]
    return {one.name: one for one in sorted(found, key=lambda one: (-one.specific, one.name))}


def tops(paths: Sequence[str]) -> list[str]:
    """The folders that hold everything, from the outside in: a download may be wrapped in some."""
    found = [""]
    while paths:
        first, slash, _ = paths[0][len(found[-1]) :].partition("/")
        inner = found[-1] + first + slash
        if not slash or not all(path.startswith(inner) for path in paths):
            break
        found.append(inner)
    return found


def fits(seen: Seen) -> list[Fit]:
    """Every layout that explains some of the paths, each below the top folder where it explains most."""
    step = max(1, len(seen.paths) // SAMPLE)
    best: dict[str, Fit] = {}
    for top in tops(seen.paths):
        inner = below(seen, top, step)
        for layout in layouts().values():
            share = layout.recognise(inner)
            if share and (layout.name not in best or share > best[layout.name].share):
                best[layout.name] = Fit(layout, top, share)
    return list(best.values())


def below(seen: Seen, top: str, step: int = 1) -> Seen:
    """The same, seen from a folder further in."""
    name = top.rstrip("/").rpartition("/")[2] or seen.top
    return Seen(
        [path[len(top) :] for path in seen.paths[::step] if path.startswith(top)],
        name,
        lambda path: seen.text_of(top + path),
        seen.logins,
        seen.owner_of,
        seen.is_named,
        [path[len(top) :] for path in seen.junk if path.startswith(top)],
    )


def choose(seen: Seen, asked: str | None) -> Fit | None:
    """The layout that is meant; None for a plain folder. `asked`: what the instructor said. Raises `Undecided`."""
    if asked:
        layout = layouts()[asked]
        mine = [one for one in fits(seen) if one.layout.name == asked]
        return mine[0] if mine else Fit(layout, "", 0.0)
    found = [one for one in fits(seen) if one.share >= DOUBTFUL]
    good = [one for one in found if one.share > ENOUGH]
    best = [one for one in good if one.layout.specific == max(other.layout.specific for other in good)]
    if len(best) == 1:
        return best[0]
    if found:
        counts = " and ".join(f"{one.layout.title} ({one.share:.0%} of the files)" for one in best or found)
        names = ", ".join(layouts())
        raise Undecided(f"it looks like a download from {counts}: say which with --layout ({names})")
    return None


def reading_of(fit: Fit, seen: Seen) -> Reading:
    return fit.layout.reading(below(seen, fit.top))
