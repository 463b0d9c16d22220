"""Who the students of a gradebook are to the LMS: what a grade file needs so that the LMS takes it back."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from grader.marking.gradebook import Gradebook


class Identity(Struct, frozen=True):
    """Who a student is elsewhere; None where neither a download nor a roster told.

    `layout` is that of the download in which they were last seen, `lms_user_id` what it calls them. `lms_ids` has their
    user id by layout (canvas, moodle, …), also those that a roster told. `rostered`: what is told here is a roster's.
    """

    student: str
    name: str | None = None
    layout: str = "plain"
    lms_user_id: str | None = None
    login: str | None = None
    email: str | None = None
    sis_id: str | None = None
    section: str | None = None
    team: str | None = None
    lms_ids: dict[str, str] = {}
    rostered: bool = False


def identify(book: Gradebook, found: Iterable[Identity]) -> None:
    """Note who students are. What is not told this time stays as it was told before. Raises `GradebookTrouble`."""
    with book.transaction():
        for one in found:
            note(book, one)


def note(book: Gradebook, one: Identity) -> None:
    # A roster has names as people write them; a download's may be bent into a file name.
    name = "coalesce(excluded.name, name)" if one.rostered else "coalesce(name, excluded.name)"
    book.connection.execute(
        f"INSERT INTO students VALUES (?, ?) ON CONFLICT DO UPDATE SET name = {name}",  # noqa: S608
        (one.student, one.name),
    )
    book.connection.execute(
        "INSERT INTO identities VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "layout = excluded.layout, lms_user_id = excluded.lms_user_id, login = coalesce(excluded.login, login), "
        "email = coalesce(excluded.email, email), sis_id = coalesce(excluded.sis_id, sis_id), "
        "section = coalesce(excluded.section, section), team = coalesce(excluded.team, team)",
        (one.student, one.layout, one.lms_user_id, one.login, one.email, one.sis_id, one.section, one.team),
    )
    seen_as = {one.layout: one.lms_user_id} if one.lms_user_id else {}
    book.connection.executemany(
        "INSERT INTO lms_ids VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET lms_user_id = excluded.lms_user_id",
        [(one.student, layout, number) for layout, number in {**one.lms_ids, **seen_as}.items()],
    )


def identities(book: Gradebook) -> dict[str, Identity]:
    """Everybody in the gradebook, by id; whom no download or roster tells of has a name at most."""
    lms_ids: dict[str, dict[str, str]] = {}
    for student, layout, number in book.rows("SELECT student, layout, lms_user_id FROM lms_ids"):
        lms_ids.setdefault(student, {})[layout] = number
    rows = book.rows(
        "SELECT s.id, s.name, coalesce(i.layout, 'plain'), i.lms_user_id, i.login, i.email, i.sis_id, i.section, i.team "
        "FROM students s LEFT JOIN identities i ON i.student = s.id ORDER BY s.id"
    )
    return {row[0]: replace(Identity(*row), lms_ids=lms_ids.get(row[0], {})) for row in rows}
