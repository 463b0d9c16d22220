"""What a new key changed: who gained or lost how much, and by which check."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from grader.intake.folder import natural
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


BOTH = """
WITH judged AS (
    SELECT x.id, x.student, x.number, x.run, r.key = ?2 AS is_new FROM results x JOIN runs r ON r.id = x.run
    WHERE x.exercise = ?3 AND r.key IN (?1, ?2) AND r.status <> 'grader-error'
), latest AS (
    SELECT student, number, max(id) FILTER (WHERE NOT is_new) AS before, max(id) FILTER (WHERE is_new) AS after
    FROM judged GROUP BY student, number
)
SELECT l.student, b.document, a.document
FROM (SELECT student, max(number) AS number FROM latest WHERE before AND after GROUP BY student) one
JOIN latest l ON l.student = one.student AND l.number = one.number
JOIN results x ON x.id = l.before JOIN runs b ON b.id = x.run
JOIN results y ON y.id = l.after JOIN runs a ON a.id = y.run
WHERE a.id <> b.id
ORDER BY l.student
"""
"""Each student's last attempt that was graded with both keys, and what it got. Where the grader failed nothing was said."""


def changes(book: Gradebook, exercise: str | None = None, old: str | None = None, new: str | None = None) -> Iterator[Change]:
    """Every student whose points differ between two keys of an exercise: those named, else the last two used.

    Raises `GradebookTrouble` where a key named is not in the gradebook.
    """
    for one, before, after in key_pairs(book, exercise, old, new):
        for student, then, now in book.rows(BOTH, before, after, one):
            before_it, after_it = (book.decoded(result_decoder, document) for document in (then, now))
            change = compared(student, one, before_it, after_it)
            if change is not None:
                yield change


LAST_USED = """
SELECT k.address, k.exercise FROM keys k
LEFT JOIN (SELECT r.key, max(x.id) AS last FROM results x JOIN runs r ON r.id = x.run GROUP BY r.key) u ON u.key = k.address
ORDER BY u.last, k.rowid
"""
"""An older key may have been used again, so what counts is when a result last came of it."""


def key_pairs(book: Gradebook, exercise: str | None, old: str | None, new: str | None) -> Iterator[tuple[str, str, str]]:
    """For each exercise, the key before and the key after."""
    known: dict[str, list[str]] = {one: [] for one in book.exercises()}
    for address, one in book.rows(LAST_USED):
        known[one].append(address)
    if exercise is not None and exercise not in known:
        raise GradebookTrouble(f"{book.path} holds no results of {exercise}: it has {', '.join(known) or 'none'}")
    wanted = [exercise] if exercise else list(known)
    for named in (old, new):
        # A key belongs to one exercise, so naming one names the other.
        wanted = [one for one in wanted if named is None or matching(known[one], named)]
        if not wanted:
            raise GradebookTrouble(f"no key {named} was used{f' for {exercise}' if exercise else ''}: {listed(known)}")
    for one in wanted:
        before = chosen(known[one], old, -2)
        after = chosen(known[one], new, -1)
        if before and after and before != after:
            yield one, before, after


def matching(addresses: list[str], named: str) -> list[str]:
    return [address for address in addresses if address.removeprefix("sha256:").startswith(named.removeprefix("sha256:"))]


def listed(known: dict[str, list[str]]) -> str:
    keys = [
        f"{one} {', '.join(address[: len('sha256:') + 12] for address in known[one])}" for one in sorted(known, key=natural)
    ]
    return f"they are {'; '.join(keys)}"


def chosen(addresses: list[str], named: str | None, usual: int) -> str | None:
    """The key that a shortened address names, else the usual one where there are enough."""
    if named is None:
        return addresses[usual] if len(addresses) >= -usual else None
    found = matching(addresses, named)
    if len(found) > 1:
        raise GradebookTrouble(f"{len(found)} keys start with {named}: write out more of it, {' or '.join(found)}")
    return found[0]


def compared(student: str, exercise: str, then: Result, now: Result) -> Change | None:
    old = {part.part: part for part in then.parts}
    new = {part.part: part for part in now.parts}
    parts = []
    for name in dict.fromkeys((*new, *old)):
        before, after = (one[name].points if name in one else 0.0 for one in (old, new))
        if before != after or (name in old) != (name in new):
            parts.append(PartChange(name, before, after, reason(old.get(name), new.get(name))))
    if not parts and then.points == now.points:
        return None
    return Change(student, exercise, rounded(then.points), rounded(now.points), tuple(parts))


def reason(then: PartResult | None, now: PartResult | None) -> str:
    """The first check that fails on one side only."""
    if then is None or now is None:
        return "no longer asked for" if now is None else "not asked for before"
    before = {check.name: check for check in then.checks if check.status == "failed"}
    after = {check.name: check for check in now.checks if check.status == "failed"}
    for check in (*after.values(), *before.values()):
        if (check.name in before) != (check.name in after):
            verb = "now fails" if check.name in after else "no longer fails"
            return f"{verb}: {check.message or check.name}"
    return "the same checks fail, and the points are shared out otherwise"
