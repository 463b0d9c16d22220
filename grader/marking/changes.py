"""What a new key changed: who gained or lost how much, and by which check."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grader.judge.result import PartResult, Result, rounded
from grader.marking.gradebook import Gradebook, GradebookTrouble, result_decoder


class PartChange(Struct, frozen=True):
    """One part before and after. `because` is what the check that made the difference says."""

    part: str
    before: float
    after: float
    because: str


class Change(Struct, frozen=True):
    """One student's exercise under two keys."""

    student: str
    exercise: str
    before: float
    after: float
    parts: tuple[PartChange, ...]


def changes(book: Gradebook, exercise: str | None = None, old: str | None = None, new: str | None = None) -> Iterator[Change]:
    """Every student whose points differ between two keys of an exercise: those named, else the last two used.

    Raises `GradebookTrouble` where a key named is not in the gradebook.
    """
    for one, before, after in key_pairs(book, exercise, old, new):
        rows = book.connection.execute(
            "SELECT x.student, b.document, a.document FROM results x JOIN runs a ON a.id = x.run AND a.key = ?2 "
            "JOIN results y ON y.student = x.student AND y.exercise = x.exercise AND y.number = x.number "
            "JOIN runs b ON b.id = y.run AND b.key = ?1 WHERE x.exercise = ?3 "
            "AND x.id = (SELECT max(z.id) FROM results z JOIN runs r ON r.id = z.run AND r.key = ?2 "
            "            WHERE z.student = x.student AND z.exercise = x.exercise) "
            "AND y.id = (SELECT max(z.id) FROM results z JOIN runs r ON r.id = z.run AND r.key = ?1 "
            "            WHERE z.student = x.student AND z.exercise = x.exercise) "
            "ORDER BY x.student",
            (before, after, one),
        )
        for student, then, now in rows:
            change = compared(student, one, result_decoder.decode(then), result_decoder.decode(now))
            if change is not None:
                yield change


def key_pairs(book: Gradebook, exercise: str | None, old: str | None, new: str | None) -> Iterator[tuple[str, str, str]]:
    """For each exercise, the key before and the key after."""
    known: dict[str, list[str]] = {}
    for address, one in book.connection.execute("SELECT address, exercise FROM keys ORDER BY first_used, rowid"):
        known.setdefault(one, []).append(address)
    if exercise is not None and exercise not in known:
        raise GradebookTrouble(f"{book.path} holds no results of {exercise}: it has {', '.join(known) or 'none'}")
    for one in [exercise] if exercise else list(known):
        before = chosen(known[one], old, -2, one)
        after = chosen(known[one], new, -1, one)
        if before and after and before != after:
            yield one, before, after


def chosen(addresses: list[str], named: str | None, usual: int, exercise: str) -> str | None:
    """The key that a shortened address names, else the usual one where there are enough."""
    if named is None:
        return addresses[usual] if len(addresses) >= -usual else None
    found = [address for address in addresses if address.removeprefix("sha256:").startswith(named.removeprefix("sha256:"))]
    if len(found) != 1:
        raise GradebookTrouble(f"{len(found)} keys of {exercise} start with {named}: they are {', '.join(addresses)}")
    return found[0]


def compared(student: str, exercise: str, then: Result, now: Result) -> Change | None:
    old = {part.part: part for part in then.parts}
    parts = tuple(
        PartChange(part.part, old[part.part].points if part.part in old else 0.0, part.points, reason(old.get(part.part), part))
        for part in now.parts
        if part.part not in old or old[part.part].points != part.points
    )
    if not parts and then.points == now.points:
        return None
    return Change(student, exercise, rounded(then.points), rounded(now.points), parts)


def reason(then: PartResult | None, now: PartResult) -> str:
    """The first check that fails on one side only."""
    before = {check.name: check for check in then.checks if check.status == "failed"} if then else {}
    after = {check.name: check for check in now.checks if check.status == "failed"}
    for check in (*after.values(), *before.values()):
        if (check.name in before) != (check.name in after):
            verb = "now fails" if check.name in after else "no longer fails"
            return f"{verb}: {check.message or check.name}"
    return "the same checks, other shares" if before == after else now.message or "other checks"
