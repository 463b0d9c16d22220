"""Moodle: an assignment's grading worksheet, or the gradebook's CSV.

The worksheet's columns are named in the language of the site. Students are told by "Participant 731", where the number is
the assignment's own; only the column of grades is filled, all else stays byte for byte, for Moodle compares the dates in
it. The gradebook's importer lets the instructor choose what each column is; anything that is no number stops it, so
students without a grade get an empty cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.report.targets.columns import choose
from grader.report.targets.filling import Slot, fill, values_of
from grader.report.targets.matching import Signs
from grader.report.targets.model import CannotExport, Graded, Left, Placed, Wanted, Written
from grader.report.targets.sheet import Row, Sheet, plain_sheet, read_sheet
from grader.report.targets.text import harmless

PARTICIPANT = re.compile(r"[^\W\d_][^\d]*?\s*(\d+)")
GRADE_WORDS = (
    "grade mark note bewertung calificación qualificació valutazione voto nota avaliação classificação cijfer beoordeling "
    "ocena známka hodnocení hodnotenie оценка оцінка not puan betyg omdöme arvosana arviointi karakter bedømmelse vurdering "
    "βαθμός osztályzat notă final 評点 成绩 分数 評分 성적 점수 ציון الدرجة درجة نمره điểm nilai"
)
EMAIL = (
    "email address", "email", "e-mail", "e-mail-adresse", "e-mail address", "mail", "adresse de courriel", "indirizzo email",
    "dirección de correo", "e-mailadres", "endereço de email",
)  # fmt: skip
USERNAME = ("username", "user name", "login", "anmeldename", "nom d'utilisateur", "nombre de usuario", "nome utente")
NUMBER = ("id number", "idnumber", "id-nummer", "número de id", "numéro d'identification", "codice identificativo")
NAME = ("full name", "fullname", "vollständiger name", "nom complet", "nombre completo", "nome completo", "volledige naam")


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if template is None:
        return without_template(graded, wanted)
    sheet = read_sheet(template, "the template")
    identifier = identifier_of(sheet)
    if identifier is None:
        return into_gradebook(sheet, graded, wanted)
    return into_worksheet(sheet, identifier, graded, wanted)


def identifier_of(sheet: Sheet) -> int | None:
    """The column in which every student is a word and a number; None in what is no worksheet."""
    body = [row for row in sheet.rows[1:] if any(cell.text for cell in row.cells)]
    return 0 if body and all(PARTICIPANT.fullmatch(row.text(0)) for row in body) else None


# ---------------------------------------------------------------- the worksheet


def into_worksheet(sheet: Sheet, identifier: int, graded: Sequence[Graded], wanted: Wanted) -> Written:
    if len(wanted.columns) > 1:
        raise CannotExport("a grading worksheet is of one assignment: choose one column with --exercise, or the total")
    place = grade_column(sheet, wanted.places.get(wanted.columns[0]))
    most = maximum(sheet, place + 1)
    rows = {number: signs(sheet, row, identifier) for number, row in enumerate(sheet.rows) if number and row.text(identifier)}
    filled = fill(graded, rows, [Slot(wanted.columns[0], place, most)], wanted, "moodle")
    # Where nothing is written what stood there stays: an empty cell changes nothing in Moodle.
    data = sheet.with_values(filled.cells)
    return Written(data, filled.placed, filled.left_out, filled.empty, filled.rows, filled.warnings)


def grade_column(sheet: Sheet, named: str | None) -> int:
    """By its name, in whatever language; else by its place: in front of the maximum, which is the same number all down."""
    header = sheet.header
    words = {named.strip().casefold()} if named else set(GRADE_WORDS.split())
    found = [place for place, name in enumerate(header) if place and name.casefold() in words]
    if not found and not named:
        found = [place for place in range(1, len(header) - 1) if maximum(sheet, place + 1) and maximum(sheet, place) is None]
    if len(found) != 1:
        shown = ", ".join(f"“{name}”" for name in header)
        raise CannotExport(
            f"the worksheet does not tell which column holds the grades: say so with --column NAME; it has {shown}"
        )
    return found[0]


def maximum(sheet: Sheet, place: int) -> float | None:
    """The number that is the same in all rows of a column; None where there is none."""
    texts = {row.text(place) for row in sheet.rows[1:] if any(cell.text for cell in row.cells)}
    if len(texts) != 1:
        return None
    try:
        most = float(texts.pop().replace(",", "."))
    except ValueError:
        return None
    return most if 0 < most < float("inf") else None


def signs(sheet: Sheet, row: Row, identifier: int | None) -> Signs:
    found: dict[str, str] = {}
    for place, name in enumerate(sheet.header):
        lowered, text = name.casefold(), row.text(place)
        kind = next((kind for kind, names in KINDS.items() if lowered in names), None)
        # In a language that is not listed an address still looks like one.
        if kind is None and re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text):
            kind = "email"
        if kind and text:
            found.setdefault(kind, text)
    if identifier is not None:
        participant = PARTICIPANT.fullmatch(row.text(identifier))
        assert participant
        found["lms"] = participant[1]
        # The second column is the name, except where marking is blind.
        found.setdefault("name", row.text(identifier + 1) if "@" not in row.text(identifier + 1) else "")
    else:
        found.setdefault("name", " ".join(row.text(place) for place in first_and_last(sheet.header)))
    return found


KINDS = {"email": EMAIL, "login": USERNAME, "sis": NUMBER, "name": NAME}


def first_and_last(header: Sequence[str]) -> list[int]:
    lowered = [name.casefold() for name in header]
    names = (
        ("first name", "vorname", "prénom", "nombre", "nome"),
        ("last name", "surname", "nachname", "nom de famille", "apellido(s)", "cognome"),
    )
    return [next((place for place, name in enumerate(lowered) if name in one), -1) for one in names if set(one) & set(lowered)]


# ---------------------------------------------------------------- the gradebook's CSV


def into_gradebook(sheet: Sheet, graded: Sequence[Graded], wanted: Wanted) -> Written:
    lowered = [name.casefold() for name in sheet.header]
    known = [place for place, name in enumerate(lowered) if any(name in names for names in KINDS.values())]
    if not known:
        raise CannotExport(
            "the template is no Moodle file: a grading worksheet begins with “Participant” and a number, "
            "a gradebook export has an e-mail address, a username or an ID number"
        )
    personal = {*known, *first_and_last(sheet.header)}
    grades = [place for place in range(len(sheet.header)) if place not in personal and is_grade(sheet, place)]
    bare = {place: re.sub(r"^[^:]*:\s*|\s*\([^()]*\)$", "", sheet.header[place]) for place in grades}
    chosen = choose(wanted, sheet.header, grades, bare, "grade item")
    slots = [Slot(column, place) for column, place in chosen.items()]
    rows = {
        number: signs(sheet, row, None) for number, row in enumerate(sheet.rows) if number and any(c.text for c in row.cells)
    }
    filled = fill(graded, rows, slots, wanted, "moodle-users")
    # Moodle stops at the first line that it can't take: lines without a grade of ours, and other items, stay away.
    kept = [*sorted(personal), *sorted(chosen.values())]
    graded_rows = {row for row, place in filled.cells if filled.cells[row, place]}
    data = sheet.narrowed(kept, filled.cells, [0, *sorted(graded_rows)])
    return Written(data, filled.placed, filled.left_out, filled.empty, filled.rows, filled.warnings)


def is_grade(sheet: Sheet, place: int) -> bool:
    """Whether a column holds nothing but numbers, dashes and gaps."""
    return all(re.fullmatch(r"-?[\d.,\s]*%?", row.text(place)) for row in sheet.rows[1:])


def without_template(graded: Sequence[Graded], wanted: Wanted) -> Written:
    """A file of its own for the gradebook's importer: who it is in up to three columns, and the grades."""
    titles = [wanted.places.get(column) or wanted.titles.get(column) or column for column in wanted.columns]
    lines = [["Username", "ID number", "Email address", *map(harmless, titles)]]
    placed, left, empty = [], [], []
    for one in graded:
        person = one.person
        if not (person.login or person.sis_id or person.email):
            why = "no login, ID number or e-mail address is known: give a roster, or the grading worksheet with --template"
            left.append(Left(person.student, why))
            continue
        values, waiting = values_of(one, wanted)
        empty += waiting
        keys = (person.login or "", person.sis_id or "", person.email or "")
        lines.append([*map(harmless, keys), *values.values()])
        placed.append(Placed(person.student, None, values))
    if not placed:
        raise CannotExport(f"Moodle can't be told who anybody is: {left[0].why}" if left else "the gradebook is empty")
    return Written(plain_sheet(lines), tuple(placed), tuple(left), tuple(empty))
