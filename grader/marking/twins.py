"""Students whom a gradebook knew by what a download calls them, and to whom a roster gives an id of their own later on.

They are made one where that is certain: whoever the gradebook has is called exactly what the download calls the student
still, and what it keeps of them says nothing else. Everything recorded moves along: attempts, results, marks, decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from grader.intake.folder import Listing, printable
from grader.intake.sorting import Who
from grader.marking.gradebook import Gradebook

NUMBERED_ANEW = frozenset({"moodle"})
"""Layouts whose numbers are other ones in each assignment: there the name has to be the same as well."""


class Twin(Struct, frozen=True):
    """One student under two ids: the download's, and the roster's. `certain`: that they are one is beyond doubt."""

    old: str
    new: str
    certain: bool


def twins(book: Gradebook, listing: Listing) -> Iterator[Twin]:
    """Whoever stands in the gradebook under what the download calls a student of the roster."""
    known: dict[str, str | None] = dict(book.rows("SELECT id, name FROM students"))
    people = [one for one in listing.people.values() if one.rostered]
    claims = Counter(alias for one in people for alias in {printable(alias) for alias, _ in one.aliases})
    taken = {printable(one) for one in (*listing.people, *listing.rostered)}
    for one in people:
        new = printable(one.id)
        olds = {printable(alias): name for alias, name in one.aliases if printable(alias) in known.keys() - {new}}
        for old, name in olds.items():
            sole = len(olds) == 1 and claims[old] == 1 and old not in taken
            yield Twin(old, new, sole and agrees(book, listing.layout, one, old, name, known[old]))


def agrees(book: Gradebook, layout: str, one: Who, old: str, name: str | None, recorded: str | None) -> bool:
    """Whether what is on record of `old` says the same as the download says of this student."""
    row = book.row("SELECT layout, lms_user_id FROM identities WHERE student = ?", old)
    # A plain folder tells nothing that would be kept; whoever has a record there came of a roster.
    if row != (None if layout == "plain" else (layout, one.lms_user_id)):
        return False
    if name and recorded and printable(name) != recorded:
        return False
    if layout in NUMBERED_ANEW:
        return bool(name and recorded)
    other = book.row("SELECT lms_user_id FROM lms_ids WHERE student = ? AND layout = ?", printable(one.id), layout)
    return other is None or other[0] == one.lms_user_id


def make_one(book: Gradebook, twin: Twin) -> None:
    """Move all that is recorded of the one id to the other: whole or not at all."""
    old, new = twin.old, twin.new
    with book.transaction():
        run = book.connection.execute
        # Attempts and results refer to each other, and move one after the other.
        run("PRAGMA defer_foreign_keys = ON")
        run("INSERT OR IGNORE INTO students VALUES (?, NULL)", (new,))
        run("UPDATE students SET name = coalesce(name, (SELECT name FROM students WHERE id = ?)) WHERE id = ?", (old, new))
        for (exercise,) in run("SELECT DISTINCT exercise FROM attempts WHERE student = ?", (old,)).fetchall():
            join_attempts(book, exercise, old, new)
        for table in ("marks", "rubric_marks"):
            run(f"UPDATE {table} SET student = ? WHERE student = ?", (new, old))  # noqa: S608
        for table in ("identities", "lms_ids"):
            # What the roster's id has already is newer.
            run(f"UPDATE OR IGNORE {table} SET student = ? WHERE student = ?", (new, old))  # noqa: S608
            run(f"DELETE FROM {table} WHERE student = ?", (old,))  # noqa: S608
        run("DELETE FROM students WHERE id = ?", (old,))


def join_attempts(book: Gradebook, exercise: str, old: str, new: str) -> None:
    """The attempts of both in the order in which they were seen; the same bytes twice in a row are one attempt, as ever."""
    found = book.connection.execute(
        "SELECT student, number, source, seen_at FROM attempts WHERE student IN (?, ?) AND exercise = ? "
        "ORDER BY seen_at, student = ?, number",
        (old, new, exercise, new),
    ).fetchall()
    for place, (student, number, _, _) in enumerate(found, 1):
        # Below zero nothing is in the way.
        move(book, exercise, (student, number), (new, -place))
    last: tuple[str, float] | None = None
    count = 0
    for place, (_, _, source, seen_at) in enumerate(found, 1):
        if last is not None and last[0] == source:
            # The later one knows more, and was handed in as early as the first.
            book.connection.execute(
                "DELETE FROM attempts WHERE student = ? AND exercise = ? AND number = ?", (new, exercise, count)
            )
            seen_at = last[1]
        else:
            count += 1
        move(book, exercise, (new, -place), (new, count))
        book.connection.execute(
            "UPDATE attempts SET seen_at = ? WHERE student = ? AND exercise = ? AND number = ?", (seen_at, new, exercise, count)
        )
        last = (source, seen_at)


def move(book: Gradebook, exercise: str, here: tuple[str, int], there: tuple[str, int]) -> None:
    for table, number in (("attempts", "number"), ("results", "number"), ("rubric_marks", "attempt")):
        book.connection.execute(
            f"UPDATE {table} SET student = ?, {number} = ? WHERE student = ? AND exercise = ? AND {number} = ?",  # noqa: S608
            (*there, here[0], exercise, here[1]),
        )
