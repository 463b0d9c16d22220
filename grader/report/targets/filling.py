"""Filling in a template: the same steps for every LMS, which differ in how a row tells whose it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from grader.report.targets.matching import Matches, Signs, match
from grader.report.targets.model import TOTAL, Graded, Left, Placed, Score, Wanted, decimal, scaled


class Slot(Struct, frozen=True):
    """Where a wanted column goes: its place in the template, and what it is out of there, if that is told."""

    column: str
    place: int
    most: float | None = None


class Filled(Struct, frozen=True):
    """The new cells by row and column, and the account of them."""

    cells: dict[tuple[int, int], str]
    placed: tuple[Placed, ...]
    left_out: tuple[Left, ...]
    empty: tuple[Left, ...]
    rows: tuple[Left, ...]
    warnings: tuple[str, ...]


Locked = Callable[[int, int], str]
"""Why a cell, by row and column, can't take a grade; "" where it can."""


def fill(
    graded: Sequence[Graded],
    rows: Mapping[int, Signs],
    slots: Sequence[Slot],
    wanted: Wanted,
    lms: str,
    excused: str = "",
    locked: Locked = lambda row, column: "",
) -> Filled:
    """`rows` are the template's students. `excused` is what stands for an exempted one."""
    found = match([one.person for one in graded], rows, lms)
    cells: dict[tuple[int, int], str] = {}
    placed, left, empty = [], list(found.left_out), []
    for one in graded:
        row = found.rows.get(one.person.student)
        if row is None:
            continue
        shut = [why for why in (locked(row, slot.place) for slot in slots) if why]
        if shut:
            left.append(Left(one.person.student, shut[0]))
            continue
        values, waiting = values_of(one, wanted, excused, {slot.column: slot.most for slot in slots})
        cells |= {(row, slot.place): values[slot.column] for slot in slots}
        empty += waiting
        placed.append(Placed(one.person.student, row, values))
    return Filled(cells, tuple(placed), tuple(left), tuple(empty), nobodys(rows, found), notes(graded, slots))


def values_of(
    one: Graded, wanted: Wanted, excused: str = "", maxima: Mapping[str, float | None] | None = None
) -> tuple[dict[str, str], list[Left]]:
    """A student's cells by column, and those that are empty since marks are awaited."""
    texts = {
        column: written(one.scores.get(column), (maxima or {}).get(column), wanted.partial, excused)
        for column in wanted.columns
    }
    waiting = [Left(one.person.student, waits_for(column)) for column, (_, waits) in texts.items() if waits]
    return {column: text for column, (text, _) in texts.items()}, waiting


def written(score: Score | None, most: float | None, partial: bool, excused: str) -> tuple[str, bool]:
    """A cell's text, and whether it is empty only because marks are awaited."""
    if score is None:
        return "", False
    if score.exempt:
        return excused, False
    if score.waits and not partial:
        return "", True
    points = scaled(score, most)
    return ("" if points is None else decimal(points)), False


def waits_for(column: str) -> str:
    return f"{'the total' if column == TOTAL else column} is left empty, for some of it awaits a mark"


def nobodys(rows: Mapping[int, Signs], found: Matches) -> tuple[Left, ...]:
    taken = set(found.rows.values())
    return tuple(
        Left(called(row, signs), found.doubts[row].why if row in found.doubts else "is nobody's in the gradebook")
        for row, signs in rows.items()
        if row not in taken
    )


def called(row: int, signs: Signs) -> str:
    who = next((signs[kind] for kind in ("name", "login", "email", "sis", "lms") if signs.get(kind)), "")
    return f"line {row + 1}{f' ({who})' if who else ''}"


def notes(graded: Sequence[Graded], slots: Sequence[Slot]) -> tuple[str, ...]:
    """What happens to the points on their way, where something does."""
    told = []
    for slot in slots:
        most = max((one.scores[slot.column].most for one in graded if slot.column in one.scores), default=None)
        if slot.most and most and slot.most != most:
            what = "the total, in percent," if slot.column == TOTAL else f"{slot.column}, out of {decimal(most)} points,"
            told.append(f"{what} is written out of {decimal(slot.most)}, as the template has it")
    return tuple(told)
