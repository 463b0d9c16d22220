"""Which column of a template a grade goes to: the one that was named, or the only one it can be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.report.targets.model import TOTAL, CannotExport, Wanted

SHOWN = 8


def choose(
    wanted: Wanted, headers: Sequence[str], candidates: Sequence[int], bare: Mapping[int, str], what: str
) -> dict[str, int]:
    """The template's column for each wanted one. `candidates` may hold grades; `bare` are their titles without what the LMS
    adds. Raises `CannotExport`, saying which there are; `what` says what such a column is called there."""
    chosen: dict[str, int] = {}
    for column in wanted.columns:
        named = wanted.places.get(column)
        found = by_name(named, headers, candidates, bare) if named else by_title(column, wanted, candidates, bare)
        if not named and not found and len(wanted.columns) == 1 and len(candidates) == 1:
            found = list(candidates)
        if len(found) != 1:
            raise CannotExport(sentence(column, named, len(found), [headers[one] for one in candidates], what))
        chosen[column] = found[0]
    twice = [one for one in chosen.values() if list(chosen.values()).count(one) > 1]
    if twice:
        raise CannotExport(f"two columns would go into “{headers[twice[0]]}”: name another with --column EXERCISE=NAME")
    return chosen


def by_name(named: str, headers: Sequence[str], candidates: Sequence[int], bare: Mapping[int, str]) -> list[int]:
    """The header as it stands, its title, or the number the LMS gave it."""
    exact = [one for one in candidates if headers[one] == named.strip()]
    return exact or [one for one in candidates if plain(bare[one]) == plain(named) or number_in(headers[one]) == named.strip()]


def by_title(column: str, wanted: Wanted, candidates: Sequence[int], bare: Mapping[int, str]) -> list[int]:
    """Called as the exercise, as its title, or as both."""
    title = wanted.titles.get(column, "")
    names = {plain(one) for one in (column, title, f"{column} {title}") if one}
    return [one for one in candidates if plain(bare[one]) in names]


def plain(title: str) -> str:
    """Exercise 3: Doubling, exercise3-doubling and EXERCISE 3 (Doubling) are the same title."""
    return re.sub(r"[\W_]+", "", title.casefold())


def number_in(header: str) -> str:
    """What Canvas puts in parentheses, and Blackboard behind a bar."""
    found = re.search(r"\((\d+)\)$|\|(\d+)$", header)
    return (found[1] or found[2]) if found else ""


def sentence(column: str, named: str | None, found: int, there: Sequence[str], what: str) -> str:
    meant = "the total" if column == TOTAL else column
    option = "--column NAME" if column == TOTAL else f"--column {column}=NAME"
    shown = ", ".join(f"“{one}”" for one in there[:SHOWN]) + (f" and {len(there) - SHOWN} more" if len(there) > SHOWN else "")
    if not there:
        return f"the template has no {what}: make one in the LMS, then export again"
    if named:
        how = "no" if not found else "more than one"
        return f"the template has {how} {what} called “{named}”: it has {shown}"
    return f"the template does not tell which {what} {meant} goes to: say so with {option}; it has {shown}"
