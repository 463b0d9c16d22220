"""Whose row is whose. Sure signs first, names last, and nothing is ever guessed: a doubt leaves a row alone and is told."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from grader.marking.identities import Identity
from grader.report.targets.model import Left
from grader.report.targets.text import one_line

Signs = Mapping[str, str]
"""What a row says of its student, by kind: "lms" (a number in this LMS), "sis", "login", "email", "name"."""
SURE = ("lms", "sis", "login", "email")
WORDS = {"lms": "number", "sis": "student number", "login": "login", "email": "e-mail address", "name": "name"}


class Doubt(Struct, frozen=True):
    """Why a row can't be told, and the students it may be of."""

    why: str
    students: frozenset[str]


class Matches(Struct, frozen=True):
    """`rows` of the template by student id; students without a row and why; rows that are in doubt and why."""

    rows: dict[str, int]
    left_out: tuple[Left, ...]
    doubts: dict[int, Doubt]


def match(people: Sequence[Identity], rows: Mapping[int, Signs], lms: str) -> Matches:
    """Each student's row in an export of `lms`, told by `rows`: a row's number and its signs."""
    rows_of: dict[str, list[int]] = defaultdict(list)
    doubts: dict[int, Doubt] = {}
    index = Index(people, lms)
    names = Counter(form("name", signs["name"]) for signs in rows.values() if signs.get("name"))
    repeated = {name for name, count in names.items() if count > 1}
    for row, signs in rows.items():
        found = index.find(signs, repeated)
        if isinstance(found, Doubt):
            doubts[row] = found
        elif found is not None:
            rows_of[found.student].append(row)
    return settle(people, rows_of, doubts)


def settle(people: Sequence[Identity], rows_of: Mapping[str, list[int]], doubts: dict[int, Doubt]) -> Matches:
    """A student has one row, or none."""
    doubtful = {student for doubt in doubts.values() for student in doubt.students}
    settled: dict[str, int] = {}
    left = []
    for person in people:
        mine = rows_of.get(person.student, [])
        if len(mine) == 1:
            settled[person.student] = mine[0]
            continue
        why = "no row of the template is theirs"
        if mine:
            numbers = ", ".join(str(row + 1) for row in mine)
            why = f"the template's lines {numbers} could all be theirs"
            doubts |= dict.fromkeys(
                mine, Doubt(f"could be {person.student}'s, and so could another line", frozenset({person.student}))
            )
        elif person.student in doubtful:
            why = "a row of the template could be theirs, or somebody else's"
        left.append(Left(person.student, why))
    return Matches(settled, tuple(left), doubts)


class Index:
    """People by their signs."""

    def __init__(self, people: Iterable[Identity], lms: str) -> None:
        self.by_sign: dict[tuple[str, str], list[Identity]] = defaultdict(list)
        self.lms = lms
        for person in people:
            for kind, value in signs_of(person, lms).items():
                self.by_sign[kind, form(kind, value)].append(person)
            self.by_sign["id", form("login", person.student)].append(person)

    def find(self, signs: Signs, repeated: set[str]) -> Identity | Doubt | None:
        """Whose row this is: nobody's (None), or or why that can't be told."""
        sure = {kind: self.by_sign.get((kind, form(kind, signs[kind])), []) for kind in SURE if signs.get(kind)}
        called = {
            kind: self.by_sign.get(("id", form("login", signs[kind])), [])
            for kind in ("sis", "login", "email")
            if signs.get(kind)
        }
        for step in (sure, self.agreeing(called, signs)):
            found = {person.student: (person, kind) for kind, people in step.items() for person in people}
            if len(found) == 1:
                return next(iter(found.values()))[0]
            if found:
                told = " and ".join(f"{id} by the {WORDS[kind]}" for id, (_, kind) in list(found.items())[:3])
                return Doubt(f"fits {told}", frozenset(found))
        return self.by_name(signs, repeated)

    def by_name(self, signs: Signs, repeated: set[str]) -> Identity | Doubt | None:
        name = form("name", signs.get("name", ""))
        named = self.agreeing({"name": self.by_sign.get(("name", name), []) if name else []}, signs)["name"]
        if not named:
            return None
        if len(named) > 1:
            who = frozenset(person.student for person in named)
            return Doubt(f"fits {' and '.join(sorted(who)[:3])}, who have the same name", who)
        if name in repeated:
            return Doubt(f"fits {named[0].student} by the name alone, and so does another line", frozenset({named[0].student}))
        return named[0]

    def agreeing(self, found: Mapping[str, list[Identity]], signs: Signs) -> dict[str, list[Identity]]:
        """Without people of whom a surer sign is known that the row denies."""
        return {kind: [one for one in people if not self.denied(one, signs)] for kind, people in found.items()}

    def denied(self, person: Identity, signs: Signs) -> bool:
        known = signs_of(person, self.lms)
        return any(signs.get(kind) and known.get(kind) and form(kind, signs[kind]) != form(kind, known[kind]) for kind in SURE)


def signs_of(person: Identity, lms: str) -> dict[str, str]:
    """A student's number means something to its own LMS only."""
    signs = {
        "lms": person.lms_ids.get(lms),
        "sis": person.sis_id,
        "login": person.login,
        "email": person.email,
        # A folder may be called by its student's name.
        "name": person.name or person.student,
    }
    return {kind: value for kind, value in signs.items() if value and value.strip()}


def form(kind: str, value: str) -> str:
    """What two ways of writing the same have in common: letters composed and in one case, single spaces, "Last, First" turned
    round."""
    text = " ".join(unicodedata.normalize("NFC", one_line(value)).casefold().split())
    if kind == "name" and text.count(",") == 1:
        last, first = text.split(",")
        return f"{first.strip()} {last.strip()}".strip()
    return text
