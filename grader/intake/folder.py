"""A download, or a plain folder, of submissions: a row for each student and exercise, and one for each file.

`tree.py` finds the files, a module of `layouts/` tells whose they are, `names.py` for which exercise, `sorting.py` which
of several counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from grader.intake.archive import is_archive
from grader.intake.layouts import Fit, Undecided, choose, layouts, reading_of, tops
from grader.intake.layouts.layout import Seen, Told, one_form
from grader.intake.layouts.plain import without_suffix
from grader.intake.names import Asked, Names, asked
from grader.intake.order import in_a_sentence, natural, printable, spelled
from grader.intake.roster import Roster
from grader.intake.sorting import People, Sorted, Sorter, Who, Work
from grader.intake.source import LARGEST_NOTEBOOK, LARGEST_SOURCE
from grader.intake.store import Store
from grader.intake.tree import Found, NothingToGrade, Tree, sizes, texts, tree_of
from grader.intake.workspace import STUBS

__all__ = ["HandIn", "Listing", "NothingToGrade", "Request", "list_folder", "natural", "printable"]

LISTS = ("submission_metadata.yml", "timestamp.txt")
"""What platforms themselves put beside the hand-ins, and layouts read."""


class Handed(Struct, frozen=True):
    """One file as it was handed in. `path` is relative to the batch folder, and `place` is where its bytes are, if not
    there; the rest is what the platform told of it, None: nothing."""

    path: str
    place: Path | None = None
    submitted: str | None = None
    late: bool | None = None
    lms_file_id: str | None = None
    attempt_hint: int | None = None


class HandIn(Struct, frozen=True):
    """One student's file for one exercise, the quiz or a task; `handed` is None where nothing was handed in.

    `problem`: why the file can't be taken as it is. `others`: further files for the same exercise, not graded.
    `earlier`: earlier attempts, the oldest first. `notes`: what else is to be told about this hand-in.
    """

    student: str
    exercise: str
    handed: Handed | None = None
    problem: str = ""
    others: tuple[str, ...] = ()
    earlier: tuple[Handed, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> str | None:
        return self.handed.path if self.handed else None


class Student(Struct, frozen=True):
    """Who handed in; None for what is not told."""

    id: str | None = None
    name: str | None = None


class FileRow(Struct, frozen=True):
    """What is known of one file, and of one student's part in it; `ignored` says why it is not graded."""

    path: str
    layout: str
    student: Student
    lms_user_id: str | None
    lms_file_id: str | None
    attempt_hint: int | None
    late: bool | None
    submitted: str | None
    exercise: str | None
    ignored: str | None


class Listing(Struct, frozen=True):
    """Everything found: a row for each student and exercise, the files that are for no exercise, who the students are,
    the layout and what an instructor should know. `rows` has every file, where that was asked for; `rostered` are the ids
    of everybody in the roster."""

    handins: tuple[HandIn, ...]
    ignored: tuple[str, ...]
    people: dict[str, Who] = {}
    layout: str = "plain"
    warnings: tuple[str, ...] = ()
    rows: tuple[FileRow, ...] = ()
    rostered: frozenset[str] = frozenset()

    @property
    def students(self) -> list[str]:
        return list(dict.fromkeys(one.student for one in self.handins))


class Request(Struct, frozen=True):
    """What is asked of a listing. `stubs` are the blank files by exercise; without a `store` archives stay shut; `layout`
    None: whatever it looks like; `groups`: a group's file is every member's; `rows`: also a row for each file."""

    asked: tuple[Asked, ...]
    stubs: dict[str, str] = {}
    store: Store | None = None
    layout: str | None = None
    roster: Roster | None = None
    groups: bool = True
    rows: bool = False


def list_folder(root: Path, request: Request | Sequence[str]) -> Listing:
    """The hand-ins below `root`: a folder, an archive or one file. `request` may be the exercises' ids alone.

    Raises `NothingToGrade`.
    """
    if not isinstance(request, Request):
        request = Request(tuple(asked(request)))
    if not root.exists():
        raise NothingToGrade(f"{root} does not exist: give the folder that holds the submissions")
    names = Names(request.asked)
    try:
        wanted = sizes(LARGEST_SOURCE, LARGEST_NOTEBOOK, names.may_hold, LISTS)
        tree = tree_of(root, request.store, wanted)
        return Lister(root, request, names, tree).listing()
    except Undecided as doubt:
        raise NothingToGrade(f"{root} can't be sorted: {doubt}") from doubt
    except OSError as error:
        raise NothingToGrade(f"{error.filename or root} can't be read: {error.strerror}") from error


def top_name(root: Path) -> str:
    """What a loose file belongs to that names nobody: its folder, or its archive."""
    whole = root.absolute() if root.name not in ("", "..") else root.resolve()
    if root.is_file() and is_archive(root.name):
        return one_form(spelled(without_suffix(whole.name))) or "unknown"
    return one_form(spelled((whole if root.is_dir() else whole.parent).name)) or "unknown"


class Lister:
    """Makes one listing."""

    def __init__(self, root: Path, request: Request, names: Names, tree: Tree) -> None:
        self.root = root
        self.request = request
        self.names = names
        self.tree = tree
        self.top = top_name(root)
        found = [one for one in tree.found if not one.junk]
        self.seen = Seen(
            [one_form(spelled(one.path)) for one in found if one.refused is None],
            self.top,
            texts(found, ""),
            request.roster.logins() if request.roster else frozenset(),
            self.owner_of,
            lambda name: names.named(name) is not None,
            [one.path for one in tree.found if one.junk],
        )
        self.warnings = list(tree.warnings) + list(request.roster.warnings if request.roster else ())

    def owner_of(self, name: str) -> str | None:
        named = self.names.named(name)
        return named.student if named else None

    def listing(self) -> Listing:
        fit = choose(self.seen, self.request.layout)
        if fit is None or fit.layout.name == "plain":
            fit = self.plain_fit()
        reading = reading_of(fit, self.seen)
        self.warnings += reading.warnings
        layout = fit.layout
        people = People(self.request.roster, layout.name, layout.system)
        sorter = Sorter(self.names, people, self.top, self.request.groups, self.request.stubs)
        foreign = f"is not named as {layout.title} names files, so whose it is can't be told"
        sorter.sort(self.tree.found, fit.top, reading.read, foreign)
        if layout.name == "plain":
            folders = [one_form(spelled(path)) for path in self.tree.folders]
            sorter.see_folders([path[len(fit.top) :] for path in folders if path.startswith(fit.top)])
        done = sorter.settle(self.request.roster)
        if not done.people:
            raise NothingToGrade(self.nothing(done))
        self.warnings += done.warnings + self.told_of_people(done)
        return self.made(layout.name, done)

    def plain_fit(self) -> Fit:
        """In an archive, a folder that holds everything may be the class's or its one student's."""
        top = ""
        for inner in tops(self.seen.paths)[1:] if self.tree.packed else ():
            if not self.holds_a_class(inner):
                break
            top = inner
            self.warnings.append(f"{inner.rstrip('/')} was taken for the class's folder, not for a student's")
        return Fit(layouts()["plain"], top, 1.0)

    def holds_a_class(self, folder: str) -> bool:
        """Whether what lies in a folder are students' folders and files, and not one student's own."""
        if is_archive(folder.rstrip("/")):
            return False
        inside = [path[len(folder) :] for path in self.seen.paths if path.startswith(folder)]
        loose = [self.names.named(path) for path in inside if "/" not in path]
        if any(one and one.student is None for one in loose) or any(path.startswith(f"{STUBS}/") for path in inside):
            return False
        # One folder in another is one student's, who keeps their work in a folder.
        return len({path.partition("/")[0] for path in inside if "/" in path} | {one.student for one in loose if one}) > 1

    def nothing(self, done: Sorted) -> str:
        expected = "expected a folder a student (maeve/exercise3.py) or files named maeve_exercise3.py"
        if self.request.layout not in (None, "plain"):
            title = layouts()[self.request.layout].title
            expected = f"nothing in it is named as {title} names files; without --layout it is seen from the names"
        trouble = next((one for one in done.left if one.found.problem), None)
        also = f"; {in_a_sentence(trouble.found.path)} {trouble.why}" if trouble else ""
        return f"{self.root} holds no submissions: {expected}{also}"

    def told_of_people(self, done: Sorted) -> list[str]:
        """Whom the roster misses, and who is missing."""
        told = []
        if self.request.roster:
            strangers = [one.id for one in done.people.values() if not one.rostered]
            absent = [one.id for one in self.request.roster.people if one.id not in done.people]
            told += listed("not in the roster", strangers) + listed("in the roster, but handed in nothing", absent)
        folded: dict[str, list[str]] = {}
        for student in done.people:
            folded.setdefault(student.casefold(), []).append(student)
        alike = [" and ".join(sorted(several)) for several in folded.values() if len(several) > 1]
        return told + listed("differ in upper and lower case alone, and are kept apart", alike)

    def made(self, layout: str, done: Sorted) -> Listing:
        missed: dict[str, list[str]] = {}
        for one in done.left:
            if one.missed and one.who is not None:
                name = one.told.inside if one.told and not one.found.refused else one.found.path
                missed.setdefault(one.who, []).append(f"{in_a_sentence(name)} {one.why}")
        handins = tuple(
            self.handin(student, one.id, done, missed)
            for student in sorted(done.people, key=natural)
            for one in self.request.asked
        )
        ignored = tuple(sorted((one.found.path for one in done.left if not one.found.junk), key=natural))
        rows = tuple(sorted(file_rows(layout, done), key=lambda row: natural(row.path))) if self.request.rows else ()
        warnings = tuple(map(in_a_sentence, self.warnings))
        rostered = frozenset(one.id for one in self.request.roster.people) if self.request.roster else frozenset[str]()
        return Listing(handins, ignored, done.people, layout, warnings, rows, rostered)

    def handin(self, student: str, exercise: str, done: Sorted, missed: dict[str, list[str]]) -> HandIn:
        several = done.work.get((student, exercise))
        if not several:
            return HandIn(student, exercise, notes=tuple(missed.get(student, ())))
        first, *rest = several
        earlier = [one for one in rest if came_before(one, first)]
        others = tuple(one.found.path for one in rest if one not in earlier)
        notes = (f"handed in by {in_a_sentence(first.lent)} for the group",) if first.lent else ()
        before = tuple(self.handed(one) for one in reversed(earlier))
        return HandIn(student, exercise, self.handed(first), problem_with(first.found), others, before, notes)

    def handed(self, one: Work) -> Handed:
        told, place, store = one.told, one.found.place, self.request.store
        unpacked = store is not None and place is not None and place.parent == store.folder
        return Handed(one.found.path, place if unpacked else None, told.submitted, told.late, told.lms_file_id, one.hint)


def problem_with(found: Found) -> str:
    """One sentence where a file can't be taken."""
    path = PurePosixPath(found.path)
    return f"{in_a_sentence(path.name)} {found.problem}" if found.problem else ""


def came_before(one: Work, other: Work) -> bool:
    return bool(one.told.submitted and other.told.submitted and one.told.submitted < other.told.submitted)


SHOWN = 10


def listed(what: str, names: Sequence[str]) -> list[str]:
    """One sentence that names some, and counts the rest."""
    if not names:
        return []
    shown = sorted(names, key=natural)[:SHOWN]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return [f"{what}: {', '.join(map(in_a_sentence, shown))}{more}"]


def file_rows(layout: str, done: Sorted) -> Iterator[FileRow]:
    """A row for each file, and for each student where it is several students' work."""
    for several in done.work.values():
        for number, one in enumerate(several):
            why = f"is superseded by {in_a_sentence(several[0].found.path)}" if number else one.found.problem
            yield row_of(layout, done, one.found.path, one.who, one.told, one.exercise, one.hint, why)
    for left in done.left:
        yield row_of(layout, done, left.found.path, left.who, left.told, None, None, left.why)


def shown(word: str | None) -> str | None:
    return None if word is None else printable(word)


def row_of(
    layout: str,
    done: Sorted,
    path: str,
    who: str | None,
    told: Told | None,
    exercise: str | None,
    hint: int | None,
    why: str,
) -> FileRow:
    person = done.people.get(who or "")
    student = Student(shown(person.id), shown(person.name)) if person else Student(shown(who))
    known = told or Told(path)
    number = known.lms_user_id or (person.lms_user_id if person else None)
    told_of = (number, known.lms_file_id, hint, known.late, known.submitted)
    return FileRow(printable(path), layout, student, *told_of, exercise, why or None)
