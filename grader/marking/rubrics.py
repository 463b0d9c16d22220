"""Marks by a rubric, for what no machine scores: which works wait, what they were given, and what that makes.

Marks are kept beside the machine's result and outlive it: a regrade, a new key, a changed hand-in touch none of them. A
part has its points when every criterion of the rubric in use has a mark; until then it waits, and counts for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from grader.content.rubric import Criterion, Level, Rubric
from grader.intake.folder import natural
from grader.judge.result import PartResult, Result, rounded
from grader.marking.gradebook import Gradebook, result_decoder, warnings_decoder

Place = tuple[str, str, str]
"""A student, an exercise, a part."""


class RubricMark(Struct, frozen=True):
    """What one criterion was given. `points` None: taken back, it waits again. `attempt` is the one that was marked."""

    student: str
    exercise: str
    part: str
    criterion: str
    points: float | None
    comment: str
    attempt: int
    who: str
    number: int = 0
    made_at: float = 0.0

    @property
    def place(self) -> Place:
        return self.student, self.exercise, self.part


Given = Mapping[str, RubricMark]
"""The marks of one part, by criterion."""


class Work(Struct, frozen=True):
    """A student's work that is marked by a rubric: what counts of it now, and what it was given. `is_older` tells of each
    attempt whether its bytes are others than those that count now."""

    student: str
    exercise: str
    title: str
    part: PartResult
    attempt: int
    path: str | None
    source: str
    warnings: tuple[str, ...]
    rubric: Rubric
    given: Given
    older: frozenset[int] = frozenset()

    @property
    def place(self) -> Place:
        return self.student, self.exercise, self.part.part

    @property
    def open(self) -> list[Criterion]:
        """The criteria that wait for a mark."""
        return [one for one in self.rubric if one.id not in self.given]

    @property
    def marked_earlier(self) -> bool:
        """Whether a mark was given to what the student handed in before."""
        return any(mark.attempt in self.older for mark in self.given.values())


class Marked(Struct, frozen=True):
    """What a part's marks come to. `waits`: some criterion has none yet."""

    points: float
    max_points: float
    waits: bool
    by: tuple[str, ...]


def marked(rubric: Rubric, given: Given) -> Marked:
    """A new rubric may be worth less on a criterion than a mark was meant for; criteria it lacks don't count."""
    own = [(one, given[one.id]) for one in rubric if one.id in given]
    points = sum(min(mark.points or 0.0, one.max_points) for one, mark in own)
    most = sum(one.max_points for one in rubric)
    return Marked(rounded(points), rounded(most), len(own) < len(rubric), tuple(dict.fromkeys(mark.who for _, mark in own)))


levels_decoder = msgspec.json.Decoder(tuple[Level, ...])


def rubrics(book: Gradebook) -> dict[tuple[str, str], Rubric]:
    """All rubrics in use, by the key and the part."""
    found: dict[tuple[str, str], list[Criterion]] = {}
    for key, part, criterion, asks, levels in book.rows(
        "SELECT key, part, criterion, asks, levels FROM rubrics ORDER BY key, part, position"
    ):
        found.setdefault((key, part), []).append(Criterion(criterion, asks, book.decoded(levels_decoder, levels)))
    return {place: tuple(criteria) for place, criteria in found.items()}


def standing_marks(book: Gradebook, student: str | None = None) -> dict[Place, dict[str, RubricMark]]:
    """The marks that stand, by part and criterion."""
    found: dict[Place, dict[str, RubricMark]] = {}
    for row in book.rows(
        "SELECT student, exercise, part, criterion, points, comment, attempt, who, id, made_at FROM marked "
        "WHERE ?1 IS NULL OR student = ?1 ORDER BY id",
        student,
    ):
        mark = RubricMark(*row)
        found.setdefault(mark.place, {})[mark.criterion] = mark
    return found


CURRENT = """
SELECT student, exercise, attempt, path, source, warnings, key, document FROM current
WHERE exercise IN (SELECT k.exercise FROM keys k JOIN rubrics q ON q.key = k.address)
"""


def works(book: Gradebook, exercise: str | None = None, student: str | None = None) -> Iterator[Work]:
    """Every work that is there to be marked, exercise by exercise: one marks more evenly so. Overridden parts are left
    out: what they are worth is decided."""
    by_key, marks = rubrics(book), standing_marks(book, student)
    overridden = {(one.student, one.exercise, one.part) for one in book.marks() if one.kind == "override"}
    rows = [
        row for row in book.rows(CURRENT) if (exercise is None or row[1] == exercise) and (student is None or row[0] == student)
    ]
    for whose, which, attempt, path, source, warnings, key, document in sorted(rows, key=order):
        result: Result = book.decoded(result_decoder, document)
        for part in result.parts:
            rubric = by_key.get((key, part.part))
            place = (whose, which, part.part)
            if rubric is None or part.status != "awaits-mark" or place in overridden:
                continue
            given = {id: mark for id, mark in marks.get(place, {}).items() if any(one.id == id for one in rubric)}
            noticed = (*result.warnings, *book.decoded(warnings_decoder, warnings))
            older = older_attempts(book, whose, which, source)
            yield Work(whose, which, result.title, part, attempt, path, source, noticed, rubric, given, older)


def order(row: tuple[str, ...]) -> tuple[object, object]:
    return natural(row[1]), natural(row[0])


def older_attempts(book: Gradebook, student: str, exercise: str, source: str) -> frozenset[int]:
    """The attempts whose bytes are others than `source`."""
    rows = book.rows(
        "SELECT number FROM attempts WHERE student = ? AND exercise = ? AND source <> ?", student, exercise, source
    )
    return frozenset(number for (number,) in rows)


def sources_of_attempts(book: Gradebook, marks: Iterable[Place]) -> dict[tuple[str, str, int], str]:
    """What identifies the bytes of each attempt of the students and exercises that have marks."""
    return {
        (student, exercise, number): source
        for student, exercise in {place[:2] for place in marks}
        for number, source in book.rows(
            "SELECT number, source FROM attempts WHERE student = ? AND exercise = ?", student, exercise
        )
    }


def waiting(book: Gradebook) -> dict[str, int]:
    """How many works of each exercise wait for a mark."""
    rows = book.rows("SELECT exercise, count(DISTINCT student || char(0) || part) FROM waiting GROUP BY exercise")
    return dict(sorted(rows, key=lambda row: natural(row[0])))


def text_of(book: Gradebook, work: Work) -> str:
    """What was handed in, as text; "" where this gradebook was made before works were kept."""
    found = book.row("SELECT text FROM works WHERE source = ?", work.source)
    return str(found[0]) if found else ""


def give(book: Gradebook, marks: Iterable[RubricMark]) -> int:
    """Write marks down, all or none; returns how many are new. What stands already is not written twice."""
    wanted = list(marks)
    written = 0
    with book.transaction():
        for mark in wanted:
            standing = book.row(
                "SELECT points, comment, attempt FROM rubric_marks WHERE student = ? AND exercise = ? AND part = ? "
                "AND criterion = ? ORDER BY id DESC LIMIT 1",
                *(*mark.place, mark.criterion),
            )
            if standing == (mark.points, mark.comment, mark.attempt) or (standing is None and mark.points is None):
                continue
            book.connection.execute(
                "INSERT INTO rubric_marks (student, exercise, part, criterion, points, comment, attempt, who, made_at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*mark.place, mark.criterion, mark.points, mark.comment, mark.attempt, mark.who, time.time()),
            )
            written += 1
    return written


def shown(points: float) -> str:
    """Points without needless digits."""
    return f"{points:.2f}".rstrip("0").rstrip(".")
