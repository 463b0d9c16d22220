"""The roster: a CSV of who is in the course, which joins what a download calls a student with who they are.

Joined are, in this order, the platform's user id, the login, the e-mail address, and a name that is exactly the same and
nobody else's. What fits two people, or nobody, is told and left as it is.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from grader.intake.layouts.layout import Told, one_form

LARGEST = 20_000_000
LONGEST_CELL = 10_000

COLUMNS = {
    "id": "id studentid number studentnumber matriculation matriculationnumber identifier rosteridentifier",
    "name": "name fullname student studentname displayname username_full",
    "first": "firstname givenname forename first",
    "last": "lastname surname familyname last",
    "email": "email emailaddress mail",
    "login": "login username userid user loginid sisloginid netid account",
    "sis": "sisid sisuserid orgdefinedid idnumber sid",
    "section": "section sections sectionname class",
    "team": "group team groupname teamname groups",
    "*": "lmsid lmsuserid",
    "canvas": "canvasid canvasuserid",
    "moodle": "moodleid moodleuserid participant participantid participantnumber",
    "blackboard": "blackboardid blackboarduserid",
    "brightspace": "brightspaceid brightspaceuserid d2lid d2luserid",
    "gradescope": "gradescopeid gradescopeuserid",
    "github": "github githubusername githublogin githubid_name",
}
"""What a column is called, without spaces and signs."""
MEANING = {word: column for column, words in COLUMNS.items() for word in words.split()}
SYSTEMS = ("*", "canvas", "moodle", "blackboard", "brightspace", "gradescope", "github")


class RosterTrouble(Exception):
    """For the instructor: what is wrong in the roster, and where."""


class Person(Struct, frozen=True):
    """Somebody in the course. `lms_ids` has their user id by platform, `*` the one of whatever platform is used.
    `sortable` is the name with the last name first, where the roster tells which that is."""

    id: str
    name: str | None = None
    login: str | None = None
    email: str | None = None
    sis_id: str | None = None
    section: str | None = None
    team: str | None = None
    lms_ids: dict[str, str] = {}
    sortable: str | None = None
    row: int = 0


class Roster(Struct, frozen=True):
    """Everybody, and what is to be told about the file itself."""

    people: tuple[Person, ...] = ()
    warnings: tuple[str, ...] = ()

    def logins(self) -> frozenset[str]:
        return frozenset(
            word.casefold() for one in self.people for word in (one.login, one.lms_ids.get("github"), one.id) if word
        )

    def teams(self) -> dict[str, list[Person]]:
        found: dict[str, list[Person]] = {}
        for one in self.people:
            if one.team:
                found.setdefault(folded(one.team), []).append(one)
        return found


def folded(word: str) -> str:
    return one_form(" ".join(word.split())).casefold()


def load_roster(path: Path) -> Roster:
    """Raises `RosterTrouble`."""
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise RosterTrouble(f"{path} has more than {LARGEST / 1e6:.0f} MB: it is no roster")
        data = path.read_bytes()
    except OSError as error:
        raise RosterTrouble(f"{path} can't be read: {error.strerror}") from error
    return roster_of(decoded(data, path), path)


def decoded(data: bytes, path: Path) -> str:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RosterTrouble(f"{path}, line {line} is not UTF-8 text: save it as CSV UTF-8") from error
    if "\0" in text:
        raise RosterTrouble(f"{path} is not a text file: save it as CSV UTF-8")
    return text


def roster_of(text: str, path: Path) -> Roster:
    lines = text.splitlines()
    header = next((line for line in lines if line.strip()), "")
    separator = max(",;\t", key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise RosterTrouble(f"{path}, line {reader.line_num} can't be read as CSV: {error}") from error
    filled = [(number, row) for number, row in rows if any(row)]
    if not filled:
        raise RosterTrouble(f"{path} is empty: expected a header such as id,name,email,login")
    columns = meaning_of(filled[0][1])
    if not {"id", "login", "email", "sis", "name", "last"}.intersection(columns):
        known = "id, name, email, login, sis id, section, group, canvas id, moodle id, github"
        raise RosterTrouble(f"{path}, line {filled[0][0]} names none of the columns that are known: {known}")
    return gathered(people_in(filled[1:], columns), path)


def meaning_of(header: Sequence[str]) -> dict[str, int]:
    """Which column is what. The first of two alike counts."""
    found: dict[str, int] = {}
    for place, cell in enumerate(header):
        column = MEANING.get(re.sub(r"[\W_]", "", one_form(cell).casefold()))
        if column and column not in found:
            found[column] = place
    words = {re.sub(r"[\W_]", "", cell.casefold()) for cell in header}
    if "id" in found and words & {"sisloginid", "sisuserid"} and words & {"student", "section"}:
        # Canvas's own gradebook export: its `ID` is Canvas's.
        found.setdefault("canvas", found.pop("id"))
    elif "id" in found and "fullname" in words and "identifier" in words:
        # Moodle's grading worksheet: `Participant 731001`.
        found.setdefault("moodle", found.pop("id"))
    return found


def people_in(rows: Iterable[tuple[int, list[str]]], columns: dict[str, int]) -> Iterator[Person]:
    for number, row in rows:

        def cell(column: str, row: list[str] = row) -> str | None:
            place = columns.get(column, len(row))
            # Brightspace puts `#` before ids and user names, so that spreadsheets leave them alone.
            found = row[place][:LONGEST_CELL].removeprefix("#") if place < len(row) else ""
            return one_form(found) or None

        parts = [word for word in (cell("first"), cell("last")) if word]
        name = cell("name") or " ".join(parts) or None
        lms_ids = {system: word for system in SYSTEMS if (word := cell(system))}
        if "moodle" in lms_ids:
            lms_ids["moodle"] = lms_ids["moodle"].rpartition(" ")[2]
        identifier = cell("id") or cell("sis") or cell("login") or cell("email") or next(iter(lms_ids.values()), None) or name
        # The row below Canvas's header holds the points possible, and nobody's id.
        if identifier and (name or "").strip().casefold() != "points possible":
            told = (cell("login"), cell("email"), cell("sis"), cell("section"), cell("team"))
            first, last = cell("first"), cell("last")
            sortable = f"{last}, {first}" if first and last else name if name and ("," in name or " " not in name) else None
            yield Person(identifier, name, *told, lms_ids, sortable, number)


def gathered(found: Iterable[Person], path: Path) -> Roster:
    people: dict[str, Person] = {}
    warnings = []
    for one in found:
        first = people.setdefault(one.id, one)
        if first is not one:
            warnings.append(f"{path.name}, lines {first.row} and {one.row} have the same id {one.id}: the first counts")
    return Roster(tuple(people.values()), tuple(warnings))


class Register:
    """Finds people by what a download tells of them."""

    def __init__(self, roster: Roster, layout: str, system: str = "") -> None:
        people = roster.people
        systems = {layout, system or layout, "*"}
        ids = [(word, one) for one in people for key, word in one.lms_ids.items() if key in systems]
        logins = [(one.login, one) for one in people if one.login] + (ids if system else [])
        own = [(one.id, one) for one in people]
        emails = [(one.email, one) for one in people if one.email]
        self.has_lms_ids = any(one.lms_ids for one in people)
        self.by_id = index(own)
        self.by_lms_id = index(ids)
        # A roster of ids and names alone has its logins, or addresses, as ids.
        self.by_login = index(logins or own)
        self.by_email = index(emails or own)
        self.by_sis_id = index([(one.sis_id, one) for one in people if one.sis_id] or own)
        self.by_name = index((form, one) for one in people for form in forms(one))
        self.by_sortable = index((squeeze(one.sortable), one) for one in people if one.sortable)

    def find(self, told: Told, squeezed: bool) -> tuple[Person | None, str]:
        """Who is meant, and by what; by "" where nobody fits, or two do. `squeezed`: the name is one that Canvas has put
        into a file name."""
        keys = (
            ("user id", told.lms_user_id, self.by_lms_id),
            ("sis id", told.sis_id, self.by_sis_id),
            ("id", told.label, self.by_id),
            ("login", told.login, self.by_login),
            ("login", told.label, self.by_login),
            ("email", told.email, self.by_email),
            ("email", told.label, self.by_email),
            ("name", told.label, self.by_name),
        )
        for how, word, known in keys:
            found = known.get(folded(word)) if word else None
            if found is not None:
                return found, how
        found = self.by_id.get(folded(told.lms_user_id)) if told.lms_user_id and not self.has_lms_ids else None
        if found is not None and told.name and letters(told.name) == letters(found.name or ""):
            return found, "user id"
        name = self.by_sortable.get(told.name or "") if squeezed else self.by_name.get(folded(told.name or ""))
        return (name, "name") if name else (None, "")


def index(pairs: Iterable[tuple[str, Person]]) -> dict[str, Person | None]:
    """People by a word of theirs; None where it stands for two."""
    found: dict[str, Person | None] = {}
    for word, person in pairs:
        key = folded(word)
        found[key] = person if found.get(key, person) is person else None
    return found


def squeeze(name: str) -> str:
    """A sortable name as Canvas puts it into file names: without anything but letters and digits, in lower case."""
    return re.sub(r"\W", "", one_form(name)).lower()


def letters(name: str) -> list[str]:
    """What two ways of writing one name have in common."""
    return sorted(squeeze(name))


def forms(one: Person) -> set[str]:
    """A person's name; where a comma tells the last name, also with that at the end."""
    found = {one.name} if one.name else set()
    last, comma, first = (one.name or "").partition(",")
    if comma and last.strip() and first.strip():
        found.add(f"{first.strip()} {last.strip()}")
    return found
