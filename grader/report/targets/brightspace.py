"""Brightspace: a grades CSV with OrgDefinedId or Username, `<item> Points Grade`, and a last column of `#`.

Exports put a # before ids and usernames; it stays. Other columns must not be imported, so they are not handed back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.report.targets.columns import choose
from grader.report.targets.filling import Filled, Slot, fill, values_of
from grader.report.targets.matching import Signs
from grader.report.targets.model import CannotExport, Graded, Left, Placed, Wanted, Written
from grader.report.targets.sheet import Row, Sheet, plain_sheet, read_sheet
from grader.report.targets.text import one_line

ITEM = re.compile(r"(?P<title>.*?)\s*Points Grade(?:\s*<(?P<rest>.*)>)?", re.DOTALL)
MOST = re.compile(r"MaxPoints:\s*(\d+(?:\.\d+)?)")
KEYS = {"orgdefinedid": "sis", "username": "login"}
SIGNS = {**KEYS, "email": "email"}
END = "End-of-Line Indicator"


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is None:
        return without_template(graded, wanted)
    sheet = read_sheet(template, "the template")
    lowered = [name.lower().lstrip("#") for name in sheet.header]
    if not set(KEYS) & set(lowered):
        raise CannotExport(
            "the template is no Brightspace export: it has neither OrgDefinedId nor Username; "
            "take Enter Grades, Export, with both as key fields"
        )
    items = {place: match for place, name in enumerate(sheet.header) if (match := ITEM.fullmatch(name))}
    chosen = choose(wanted, sheet.header, list(items), {place: match["title"] for place, match in items.items()}, "grade item")
    slots = [Slot(column, place, most_in(items[place]["rest"])) for column, place in chosen.items()]
    rows = {number: signs(lowered, row) for number, row in enumerate(sheet.rows) if number and any(c.text for c in row.cells)}
    filled = fill(graded, rows, slots, wanted, "brightspace")
    return handed_back(sheet, lowered, slots, filled)


def most_in(rest: str | None) -> float | None:
    found = MOST.search(rest or "")
    return float(found[1]) if found else None


def signs(header: Sequence[str], row: Row) -> Signs:
    found = {SIGNS[name]: row.text(column).removeprefix("#") for column, name in enumerate(header) if name in SIGNS}
    first, last = (header.index(name) if name in header else None for name in ("first name", "last name"))
    found["name"] = f"{row.text(first)} {row.text(last)}".strip()
    return found


def handed_back(sheet: Sheet, lowered: Sequence[str], slots: Sequence[Slot], filled: Filled) -> Written:
    """The keys, the items that were filled, and the end of the line."""
    kept = [*(place for place, name in enumerate(lowered) if name in KEYS), *sorted(slot.place for slot in slots)]
    rows = [number for number, row in enumerate(sheet.rows) if any(cell.text for cell in row.cells)]
    data = sheet.narrowed(kept, filled.cells, rows, (END, "#"))
    return Written(data, filled.placed, filled.left_out, filled.empty, filled.rows, filled.warnings)


def without_template(graded: Sequence[Graded], wanted: Wanted) -> Written:
    """A file of its own, for students of whom a login or a student number is known."""
    if not all(wanted.places.get(column) for column in wanted.columns):
        raise CannotExport(
            "Brightspace needs the grades it exports (Enter Grades, Export): give them with --template, "
            "or name the grade item, --column NAME"
        )
    items = [one_line(wanted.places[column].removesuffix("Points Grade")) for column in wanted.columns]
    lines = [["OrgDefinedId", "Username", *(f"{item} Points Grade" for item in items), END]]
    placed, left, empty = [], [], []
    for one in graded:
        person = one.person
        if not (person.sis_id or person.login):
            left.append(Left(person.student, "neither a login nor a student number is known: give a roster, or a template"))
            continue
        values, waiting = values_of(one, wanted)
        empty += waiting
        # As Brightspace writes them; it also keeps a spreadsheet from taking them for formulas or numbers.
        keys = [f"#{one_line(key)}" if key else "" for key in (person.sis_id, person.login)]
        lines.append([*keys, *values.values(), "#"])
        placed.append(Placed(person.student, None, values))
    return Written(plain_sheet(lines), tuple(placed), tuple(left), tuple(empty))
