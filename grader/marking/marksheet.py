"""Marks as a spreadsheet: what waits goes out as CSV, and comes back with the marks filled in.

Written for Excel and its like: a byte-order mark, so that names stay whole; cells that a spreadsheet would run as a formula
begin with an apostrophe, which is taken off again. Read from whatever they save: commas, semicolons or tabs, UTF-8, UTF-16 or
the old Windows encoding, decimal commas.
"""

from __future__ import annotations

import csv
import io
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from grader.content.rubric import Criterion
from grader.intake.folder import natural
from grader.marking.rubrics import RubricMark, Work, shown

COLUMNS = ("student", "task", "part", "criterion", "max", "mark", "comment", "asks", "levels", "version", "file")
NEEDED = ("student", "task", "criterion", "mark")
FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
TAKEN_BACK = ("-", "–", "−")
"""In place of a mark: the one that stands is taken back."""
LARGEST_SHEET = 64 << 20
MOST_TROUBLES = 20


class SheetTrouble(Exception):
    """For the instructor: what is wrong with a sheet, a line for each row; nothing of it was taken."""


def sheet(works: Iterable[Work], *, marked_too: bool = False) -> str:
    """A row for each criterion that waits; with `marked_too` those that have marks as well, with these."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for work in works:
        for criterion in work.rubric if marked_too else work.open:
            writer.writerow(neutral(cell) for cell in row_of(work, criterion))
    return "\ufeff" + text.getvalue()


def row_of(work: Work, criterion: Criterion) -> tuple[str, ...]:
    mark = work.given.get(criterion.id)
    levels = " | ".join(f"{shown(level.points)}: {level.says}" for level in criterion.levels)
    return (
        work.student,
        work.exercise,
        work.part.part,
        criterion.id,
        shown(criterion.max_points),
        shown(mark.points or 0.0) if mark else "",
        mark.comment if mark else "",
        criterion.asks,
        levels,
        str(work.attempt),
        work.path or "",
    )


def neutral(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula. `plain` is its inverse."""
    return f"'{cell}" if FORMULA.match(cell) else cell


def plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


class Line(Struct, frozen=True):
    """A row of a sheet: its number as a spreadsheet counts, and its cells by column."""

    number: int
    cells: Mapping[str, str]

    def cell(self, column: str) -> str:
        return plain(self.cells.get(column, "").strip())


def read_sheet(path: Path) -> list[Line]:
    """The rows of a sheet, empty ones left out. Raises `SheetTrouble`."""
    text = sheet_text(path)
    first = text.split("\n", 1)[0].strip()
    if re.fullmatch(r"\"?sep=.\"?", first):
        text = text.partition("\n")[2]
    header = text.split("\n", 1)[0]
    separator = max(",;\t", key=header.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise SheetTrouble(f"{path} is no CSV that can be read ({error}): save it as CSV again") from error
    names = [name.strip().casefold() for name in rows[0]] if rows else []
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise SheetTrouble(
            f"{path}: the first row has no column {missing[0]}: it should name student, task, criterion and mark, as "
            "`grade mark --csv` writes it"
        )
    offset = 2 if not re.fullmatch(r"\"?sep=.\"?", first) else 3
    # What stands right of the header's last column has no meaning; a short row lacks its last cells.
    lines = [Line(offset + number, dict(zip(names, row, strict=False))) for number, row in enumerate(rows[1:])]
    return [line for line in lines if any(cell.strip() for cell in line.cells.values())]


def sheet_text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_SHEET:
            raise SheetTrouble(f"{path} is larger than any sheet of marks: give the CSV that `grade mark --csv` wrote")
        data = path.read_bytes()
    except OSError as error:
        raise SheetTrouble(f"{path} can't be read: {error.strerror}") from error
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    elif data.startswith(b"PK"):
        raise SheetTrouble(f"{path} is a workbook, not a CSV: save it as CSV")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise SheetTrouble(f"{path} is not a text file: give the CSV that `grade mark --csv` wrote")
    return text


def marks_in(lines: Sequence[Line], works: Iterable[Work], who: str) -> list[RubricMark]:
    """The marks of a sheet, every row checked. Raises `SheetTrouble`, a sentence for each row that is wrong."""
    desk = Desk(works, who)
    found: dict[tuple[str, str, str, str], tuple[int, RubricMark]] = {}
    troubles: list[str] = []
    for line in lines:
        try:
            mark = desk.mark(line)
            if mark is None:
                continue
            key = (*mark.place, mark.criterion)
            if key in found and found[key][1] != mark:
                raise SheetTrouble(f"gives {mark.student}'s {mark.criterion} another mark than row {found[key][0]}")
            found.setdefault(key, (line.number, mark))
        except SheetTrouble as trouble:
            troubles.append(f"row {line.number} {trouble}")
    if troubles:
        left = len(troubles) - MOST_TROUBLES
        more = [f"and {left} more rows are wrong"] if left > 0 else []
        raise SheetTrouble("\n".join([*troubles[:MOST_TROUBLES], *more]))
    return [mark for _, mark in found.values()]


class Desk:
    """Looks up what a row means among the works that there are."""

    def __init__(self, works: Iterable[Work], who: str) -> None:
        self.works: dict[tuple[str, str], list[Work]] = {}
        self.students: dict[str, set[str]] = {}
        self.tasks: set[str] = set()
        self.who = who
        for work in works:
            self.works.setdefault((work.student, work.exercise), []).append(work)
            self.tasks.add(work.exercise)
            for form in forms(work.student):
                self.students.setdefault(form, set()).add(work.student)

    def mark(self, line: Line) -> RubricMark | None:
        """None for a row that is not filled in."""
        written, comment = line.cell("mark"), line.cell("comment")
        student = self.student(line)
        work = self.work(line, student)
        criterion = self.criterion(line, work)
        if not written:
            if comment and comment != self.standing_comment(work, criterion):
                raise SheetTrouble("has a comment and no mark: give one, or take the comment out")
            return None
        points = None if written in TAKEN_BACK else points_of(written, criterion)
        attempt = self.attempt(line, work)
        return RubricMark(student, work.exercise, work.part.part, criterion.id, points, comment, attempt, self.who)

    def student(self, line: Line) -> str:
        named = line.cell("student")
        if not named:
            raise SheetTrouble("names no student")
        for form in forms(named):
            known = self.students.get(form, set())
            if len(known) == 1:
                return next(iter(known))
        several = any(len(self.students.get(form, ())) > 1 for form in forms(named))
        why = "fits more than one student" if several else "is no student with work to mark"
        raise SheetTrouble(f"names {named[:60]}, which {why}: write the name as `grade mark --csv` writes it")

    def work(self, line: Line, student: str) -> Work:
        task, part = line.cell("task").casefold(), line.cell("part")
        if task not in self.tasks:
            raise SheetTrouble(
                f"names the task {task[:60] or '(none)'}: there are {', '.join(sorted(self.tasks, key=natural))}"
            )
        found = self.works.get((student, task), [])
        if not found:
            raise SheetTrouble(f"marks {student}'s {task}, where nothing is there to be marked")
        fitting = [work for work in found if not part or work.part.part == part]
        if len(fitting) != 1:
            parts = ", ".join(work.part.part for work in found)
            raise SheetTrouble(f"names {f'the part {part[:60]}' if part else 'no part'} of {task}: it has {parts}")
        return fitting[0]

    def criterion(self, line: Line, work: Work) -> Criterion:
        named = " ".join(line.cell("criterion").casefold().split())
        found = next((one for one in work.rubric if one.id == named), None)
        if found is None:
            known = ", ".join(one.id for one in work.rubric)
            raise SheetTrouble(f"names the criterion {named[:60] or '(none)'}: {work.exercise} is marked on {known}")
        return found

    def standing_comment(self, work: Work, criterion: Criterion) -> str:
        return work.given[criterion.id].comment if criterion.id in work.given else ""

    def attempt(self, line: Line, work: Work) -> int:
        """Which version the marker had before them: the one that the sheet was written for."""
        written = line.cell("version")
        if not written:
            return work.attempt
        number = written.removesuffix(".0")
        if not number.isdecimal() or not 1 <= int(number[:9]) <= work.attempt:
            raise SheetTrouble(f"has the version {written[:20]}: leave that column as it was written")
        return int(number)


def forms(name: str) -> Iterator[str]:
    """How a name may come back: as it was, in the other writing of its accents, without the zeros in front that a
    spreadsheet drops."""
    composed = unicodedata.normalize("NFC", name).strip()
    yield composed
    yield composed.casefold()
    if composed.isdecimal():
        yield f"number {int(composed[:30])}"


def points_of(written: str, criterion: Criterion) -> float:
    """A mark as it was typed; raises `SheetTrouble`, the end of a sentence."""
    try:
        points = float(written.replace(",", ".").replace("−", "-")) if re.fullmatch(r"[-−+]?[\d.,]+", written) else math.nan
    except ValueError:
        points = math.nan
    if math.isnan(points):
        raise SheetTrouble(f"gives the mark {written[:20]}, which is no number")
    if not 0 <= points <= criterion.max_points:
        raise SheetTrouble(f"gives {written[:20]} for {criterion.id}, which is worth 0 to {shown(criterion.max_points)}")
    return round(points, 2)
