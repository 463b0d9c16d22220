"""Canvas: the gradebook's CSV, by the rules of its importer.

The header begins with Student (or LastName, FirstName) and ID, and the last column on students is Section. A column is an
assignment by the number in parentheses behind its title. Only the columns written here are handed back: others would
take back what was graded in Canvas since the export.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from grader.report.targets.columns import choose
from grader.report.targets.filling import Filled, Slot, fill, values_of
from grader.report.targets.matching import Signs
from grader.report.targets.model import CannotExport, Graded, Left, Placed, Wanted, Written
from grader.report.targets.sheet import Row, Sheet, plain_sheet, read_sheet
from grader.report.targets.text import harmless, one_line

DROPPED = re.compile(r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)")
"""Headers that Canvas drops without a word, wherever these words stand in them."""
ASSIGNMENT = re.compile(r"(.*)\((\d+)\)", re.DOTALL)
SIGNS = {"SIS User ID": "sis", "SIS Login ID": "login"}
EXCUSED = "EX"
NOT_A_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE)


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is None:
        return without_template(graded, wanted)
    sheet = read_sheet(template, "the template")
    section = section_of(sheet.header)
    possible = next((row for row in sheet.rows[1:4] if "Points Possible" in row.text(0)), None)
    slots = slots_in(sheet, section, possible, wanted)
    rows = {number: signs(sheet, row) for number, row in enumerate(sheet.rows) if number and is_student(row)}
    filled = fill(graded, rows, slots, wanted, "canvas", EXCUSED, lambda row, column: unassigned(sheet, row, column))
    return handed_back(sheet, section, slots, filled)


def section_of(header: Sequence[str]) -> int:
    """Where the columns on students end. Raises `CannotExport` where Canvas would refuse the file."""
    named = len(header) > 3 and "Student" in header[0] and "ID" in header[1]
    in_two = len(header) > 4 and header[:2] == ("LastName", "FirstName") and "ID" in header[2]
    if not (named or in_two) or "Section" not in header:
        raise CannotExport(
            "the template is no Canvas gradebook: its first line begins with Student, ID and has a column Section; "
            "take the file that Grades, Export makes"
        )
    return header.index("Section")


def slots_in(sheet: Sheet, section: int, possible: Row | None, wanted: Wanted) -> list[Slot]:
    header = sheet.header
    numbered = [one for one in range(section + 1, len(header)) if ASSIGNMENT.fullmatch(header[one])]
    bare = {one: (ASSIGNMENT.fullmatch(header[one]) or [""] * 2)[1].strip() for one in numbered}
    kept = [one for one in numbered if not DROPPED.search(header[one])]
    for named in wanted.places.values():
        if DROPPED.search(named):
            raise CannotExport(dropped(named))
    chosen = choose(wanted, header, kept, bare, "assignment")
    return [Slot(column, place, number(possible.text(place)) if possible else None) for column, place in chosen.items()]


def dropped(name: str) -> str:
    found = DROPPED.search(name)
    words = found[0] if found else ""
    return f"Canvas drops every column whose name holds “{words}”, as “{one_line(name)}” does: rename the assignment in Canvas"


def number(text: str) -> float | None:
    """As Canvas reads it: the last point or comma is the decimal one."""
    whole, mark, rest = text.replace(",", ".").rpartition(".")
    try:
        return float(f"{whole.replace('.', '')}{mark}{rest}")
    except ValueError:
        return None


def is_student(row: Row) -> bool:
    if "Points Possible" in row.text(0):
        return False
    return not all(NOT_A_STUDENT.fullmatch(cell.text) for cell in row.cells)


def signs(sheet: Sheet, row: Row) -> Signs:
    found = {SIGNS[name]: row.text(column) for column, name in enumerate(sheet.header) if name in SIGNS}
    in_two = sheet.header[0] == "LastName"
    found["name"] = f"{row.text(1)} {row.text(0)}".strip() if in_two else row.text(0)
    found["lms"] = row.text(2 if in_two else 1)
    return found


def unassigned(sheet: Sheet, row: int, column: int) -> str:
    return "the assignment is not given to them in Canvas" if sheet.rows[row].text(column) == "N/A" else ""


def handed_back(sheet: Sheet, section: int, slots: Sequence[Slot], filled: Filled) -> Written:
    """The columns on students and those that were filled."""
    kept = [*range(section + 1), *sorted(slot.place for slot in slots)]
    warnings = list(filled.warnings)
    for slot in slots:
        words = {row.text(slot.place) for row in sheet.rows[1:]} & {"complete", "incomplete"}
        if words:
            warnings.append(f"“{sheet.header[slot.place]}” is graded complete or incomplete: Canvas drops points there")
    rows = tuple(one for one in filled.rows if "(Student, Test)" not in one.who)
    # Canvas trips over its own byte-order mark where the first name is in quotes.
    unmarked = replace(sheet, start=b"") if sheet.encoding == "utf-8" else sheet
    data = unmarked.narrowed(kept, filled.cells, range(len(sheet.rows)))
    return Written(data, filled.placed, filled.left_out, filled.empty, rows, tuple(warnings))


HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")


def without_template(graded: Sequence[Graded], wanted: Wanted) -> Written:
    """A file of its own, for students whom the gradebook can name in Canvas's words."""
    titles = [wanted.places.get(column, "") for column in wanted.columns]
    if not all(ASSIGNMENT.fullmatch(title.strip()) for title in titles):
        raise CannotExport(
            "Canvas needs the gradebook it exports (Grades, Export): give it with --template, "
            "or name the assignment as Canvas does, --column 'Title (12345)'"
        )
    for title in titles:
        if DROPPED.search(title):
            raise CannotExport(dropped(title))
    lines: list[list[str]] = [[*HEADER, *map(str.strip, titles)], ["    Points Possible", *[""] * (4 + len(titles))]]
    placed, left, empty = [], [], []
    for one in graded:
        person = one.person
        number = person.lms_ids.get("canvas")
        if not (number or person.sis_id or person.login):
            left.append(Left(person.student, "nothing tells who they are in Canvas: give a roster, or a template"))
            continue
        values, waiting = values_of(one, wanted, EXCUSED)
        empty += waiting
        known = (person.name or person.student, number or "", person.sis_id or "", person.login or "", "")
        lines.append([*map(harmless, known), *values.values()])
        placed.append(Placed(person.student, None, values))
    return Written(plain_sheet(lines), tuple(placed), tuple(left), tuple(empty))
