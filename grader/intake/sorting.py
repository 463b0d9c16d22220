"""Who handed in which file for which exercise: a download's files, sorted by its layout, the roster and the naming rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.layouts.layout import Told, one_form
from grader.intake.names import Names
from grader.intake.order import natural, spelled
from grader.intake.roster import Person, Register, Roster, folded
from grader.intake.tree import Found

PASSED_OVER = "is not one of the files asked for"
USELESS = "names no exercise, and defines none of the functions asked for"


class Who(Struct, frozen=True):
    """A student, as far as the download and the roster tell. `rostered`: the roster knows them. `aliases`: the ids, with the
    names, that they would have had without it."""

    id: str
    name: str | None = None
    lms_user_id: str | None = None
    login: str | None = None
    email: str | None = None
    sis_id: str | None = None
    section: str | None = None
    team: str | None = None
    lms_ids: dict[str, str] = {}
    rostered: bool = False
    aliases: tuple[tuple[str, str | None], ...] = ()


class Work(NamedTuple):
    """One student's file for one exercise. `named`: by its name, else by `share` of the functions asked for. `lent`: whose
    it was before it became the group's."""

    who: str
    exercise: str
    found: Found
    told: Told
    named: bool
    share: float = 1.0
    hint: int | None = None
    lent: str = ""


class Left(NamedTuple):
    """A file that is not graded: why, as what follows its name in a sentence, and whose (None: can't be told).
    `missed`: whoever handed it in will have meant it to be graded."""

    found: Found
    why: str
    who: str | None = None
    told: Told | None = None
    missed: bool = False


class Sorted(Struct):
    """The outcome: students by id, their work by student and exercise, the rest, and what is to be told."""

    people: dict[str, Who]
    work: dict[tuple[str, str], list[Work]]
    left: list[Left]
    warnings: list[str]


class Pending(NamedTuple):
    found: Found
    told: Told


def key_of(told: Told) -> tuple[str | None, ...]:
    return (told.id, told.name, told.label, told.lms_user_id, told.login, told.email, told.sis_id)


class People:
    """Students by what a download tells of them."""

    def __init__(self, roster: Roster | None, layout: str, system: str) -> None:
        self.register = Register(roster, layout, system) if roster else None
        self.layout = layout
        self.joined: dict[tuple[str | None, ...], tuple[Person | None, str]] = {}
        self.known: dict[tuple[str | None, ...], Who] = {}
        self.aliases: dict[str, list[tuple[str, str | None]]] = defaultdict(list)

    def meet(self, told: Told) -> None:
        key = key_of(told)
        if key not in self.joined:
            found = self.register.find(told, self.layout == "canvas") if self.register else (None, "")
            self.joined[key] = found

    def settle(self) -> list[str]:
        """Decide, once all are met: a name alone joins nobody where two people bear it."""
        by_name: dict[str, set[tuple[str | None, ...]]] = defaultdict(set)
        for key, (person, how) in self.joined.items():
            if person and how == "name":
                by_name[person.id].add(key)
        doubled = {key for keys in by_name.values() if len(keys) > 1 for key in keys}
        for key, (person, _) in self.joined.items():
            self.known[key] = rostered(person, key) if person and key not in doubled else stranger(key)
            if person and key not in doubled and key[0]:
                self.aliases[person.id].append((one_form(key[0]), key[1]))
        names = sorted({key[1] or key[2] or "" for key in doubled}, key=natural)
        alone = "handed in, and the roster knows one: it needs a column of user ids or logins to tell them apart"
        return [f"more than one {name} {alone}" for name in names]

    def who(self, told: Told) -> Who:
        return self.known[key_of(told)]


def rostered(one: Person, key: tuple[str | None, ...]) -> Who:
    lms_ids = {system: word for system, word in one.lms_ids.items() if system != "*"}
    told = (one.login or key[4], one.email or key[5], one.sis_id or key[6], one.section, one.team)
    return Who(one.id, one.name or key[1], key[3] or one.lms_ids.get("*"), *told, lms_ids, True)


def stranger(key: tuple[str | None, ...]) -> Who:
    identifier, name, _, lms_user_id, login, email, sis_id = key
    return Who(one_form(identifier or ""), name, lms_user_id, login, email, sis_id)


class Sorter:
    """Sorts a download's files."""

    def __init__(self, names: Names, people: People, top: str, groups: bool, stubs: dict[str, str]) -> None:
        self.names = names
        self.people = people
        self.top = top
        self.groups = groups
        self.stubs = stubs
        self.pending: list[Pending] = []
        self.left: list[Left] = []
        self.seen: dict[str, Who] = {}
        self.empty: list[Told] = []
        self.alone = True

    def sort(self, found: Iterable[Found], prefix: str, read: Callable[[str], tuple[Told, ...]], foreign: str) -> None:
        """Ask the layout about every file below `prefix`. `foreign`: what to say of those that it does not know."""
        for one in found:
            told = () if one.junk else self.told(one, prefix, read)
            if one.junk:
                self.left.append(Left(one, one.junk))
            elif not told:
                self.left.append(Left(one, one.problem or foreign))
            for each in told:
                self.pending.append(Pending(one, each))

    def see_folders(self, folders: Iterable[str]) -> None:
        """In a plain folder, a student whose folder is empty is one too."""
        for folder in folders:
            if "/" not in folder:
                told = Told(folder, id=folder, label=folder)
                self.people.meet(told)
                self.empty.append(told)

    def told(self, one: Found, prefix: str, read: Callable[[str], tuple[Told, ...]]) -> tuple[Told, ...]:
        path = one_form(spelled(one.path if one.refused is None else one.refused))
        # What is told of as a whole folder belongs to whom the files in it would.
        below = path[len(prefix) :] + "." * path.endswith("/")
        return read(below) if path and path.startswith(prefix) else ()

    def settle(self, roster: Roster | None) -> Sorted:
        self.alone = not self.empty and all(one.told.id in (None, self.top) for one in self.pending)
        self.pending = [self.owned(one) for one in self.pending]
        for one in self.pending:
            if one.told.id is not None:
                self.people.meet(one.told)
        warnings = self.people.settle()
        for told in self.empty:
            who = self.people.who(told)
            self.seen.setdefault(who.id, who)
        work: dict[tuple[str, str], list[Work]] = defaultdict(list)
        for one in self.pending:
            for each in self.works(one):
                work[each.who, each.exercise].append(each)
        if roster and self.groups:
            warnings += self.share_in_teams(work, roster)
        chosen = {key: self.in_order(several) for key, several in work.items()}
        seen = {one: replace(who, aliases=tuple(self.people.aliases.get(one, ()))) for one, who in self.seen.items()}
        return Sorted(seen, chosen, self.left, warnings)

    def owned(self, one: Pending) -> Pending:
        """A loose file that names nobody belongs to the folder it was found in, if it names an exercise, or if nobody
        else's work is there and it holds some."""
        found, told = one
        name = told.inside.rpartition("/")[2]
        if told.id is None and (self.names.named(name) or (self.alone and self.defined(found, name))):
            return one._replace(told=replace(told, id=self.top, label=self.top))
        return one

    def works(self, one: Pending) -> list[Work]:
        """What a file is work for; nothing, and a reason in `left`, where it is for nothing."""
        found, told = one
        name = told.inside.rpartition("/")[2]
        if told.id is None:
            why = told.ignored or found.problem or self.nobodys(name)
            self.left.append(Left(found, why, missed=self.names.may_hold(name)))
            return []
        who = self.people.who(told)
        self.seen.setdefault(who.id, who)
        if told.ignored:
            self.left.append(Left(found, told.ignored, who.id, told, told.missed))
            return []
        named = self.names.named(name)
        if named:
            return [Work(who.id, named.exercise, found, told, True, 1.0, named.hint)]
        return self.by_functions(found, told, who, name)

    def nobodys(self, name: str) -> str:
        return "has a name that does not say whose it is" if self.names.may_hold(name) else PASSED_OVER

    def by_functions(self, found: Found, told: Told, who: Who, name: str) -> list[Work]:
        shares = self.defined(found, name)
        best = [exercise for exercise, share in shares.items() if share == max(shares.values())]
        why = ""
        if ".ipynb" in name.lower():
            best = list(shares)
        elif len(best) > 1:
            why = f"defines functions of {' and '.join(best)}, and is not named for one of them: name it {best[0]}.py"
        if not best:
            why = found.problem or (USELESS if is_code(name) else PASSED_OVER)
        if why:
            self.left.append(Left(found, why, who.id, told, why != PASSED_OVER))
            return []
        return [Work(who.id, exercise, found, told, False, shares[exercise]) for exercise in best]

    def defined(self, found: Found, name: str) -> dict[str, float]:
        if found.problem or found.place is None or not is_code(name):
            return {}
        try:
            return self.names.defined(name, found.place.read_bytes())
        except OSError:
            return {}

    def share_in_teams(self, work: dict[tuple[str, str], list[Work]], roster: Roster) -> list[str]:
        """A group's file is every member's who has none of their own. Returns what is to be told."""
        warnings = []
        for team in roster.teams().values():
            unclear: dict[tuple[str, ...], list[str]] = {}
            for one in sorted({exercise for _, exercise in work}, key=natural):
                holders = self.share_one(work, team, one)
                if holders:
                    unclear.setdefault(holders, []).append(one)
            warnings += [
                f"{team[0].team}: {' and '.join(holders)} each handed in {', '.join(several)}, so "
                f"{'it is' if len(several) == 1 else 'these are'} nobody else's in the group"
                for holders, several in unclear.items()
            ]
        return warnings

    def share_one(self, work: dict[tuple[str, str], list[Work]], team: list[Person], exercise: str) -> tuple[str, ...]:
        """Returns who handed it in, where it can't be told whose of several counts for the rest."""
        name = team[0].team or ""
        # Moodle and Brightspace name the group itself.
        group = [one.id for one in self.seen.values() if not one.rostered and folded(one.name or one.id) == folded(name)]
        holders = [who for who in [*group, *(one.id for one in team)] if (who, exercise) in work]
        lacking = [one for one in team if (one.id, exercise) not in work]
        if not holders or not lacking:
            return ()
        offered = self.in_order([each for who in holders for each in work[who, exercise]])
        if len(holders) > 1 and len({each.told.submitted for each in offered}) != len(offered):
            return tuple(holders)
        for person in lacking:
            self.seen.setdefault(person.id, rostered(person, (None,) * 7))
            work[person.id, exercise] = [offered[0]._replace(who=person.id, lent=offered[0].who)]
        for who in group:
            work.pop((who, exercise), None)
            if not any(key[0] == who for key in work):
                self.seen.pop(who, None)
        return ()

    def in_order(self, several: list[Work]) -> list[Work]:
        """The one that counts first: the latest, then what is clearest named, nearest, highest numbered, by name."""
        if len(several) == 1:
            return several
        ordered = sorted(several, key=lambda one: rank(one, self.is_stub(one)))
        times = sorted({one.told.submitted or "" for one in several}, reverse=True)
        return sorted(ordered, key=lambda one: times.index(one.told.submitted or ""))

    def is_stub(self, one: Work) -> bool:
        stub = self.stubs.get(one.exercise)
        if stub is None or one.found.place is None or one.found.problem:
            return False
        try:
            return one.found.place.read_bytes().replace(b"\r\n", b"\n") == stub.encode()
        except OSError:
            return False


def rank(one: Work, stub: bool) -> tuple[object, ...]:
    path = one.found.path
    notebook = path.lower().endswith(".ipynb")
    return (
        bool(one.found.problem),
        stub,
        not one.named,
        -one.share,
        path.count("/"),
        -(one.hint or 0),
        notebook,
        natural(path),
    )


def is_code(name: str) -> bool:
    return name.lower().removesuffix(".txt").endswith((".py", ".ipynb"))
