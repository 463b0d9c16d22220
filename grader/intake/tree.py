"""All the files of a download: a folder, a file or an archive, with the archives in it opened. Only names are looked at.

Links are never followed: one could point at the answers.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from msgspec import Struct

from grader.intake.archive import CLASS, STUDENT, Broken, Caps, Wanted, is_archive, is_other, looks_like_one, members
from grader.intake.layouts.layout import one_form
from grader.intake.order import spelled
from grader.intake.store import Store

LARGE = {".git", ".hg", ".svn", "node_modules", "site-packages", "venv", "env", ".venv", ".tox"}
"""Folders of thousands of files, none of them a hand-in: told of as one."""
LEFT_BEHIND = {
    "__MACOSX": "was left by macOS",
    "__pycache__": "was left by Python",
    ".ipynb_checkpoints": "was left by Jupyter",
}
DEEPEST = 12
NESTED = 2
"""How deep archives in archives are opened: a class's archive, the student's in it, and one in that."""


class Found(Struct, frozen=True):
    """A file. `path` is relative and goes through archives as through folders; `place` is where its bytes are.
    `problem` says why it can't be taken, `junk` why it is nobody's work. `refused`: it is called what no path can be, in
    the archive of this path."""

    path: str
    place: Path | None = None
    problem: str = ""
    junk: str = ""
    refused: str | None = None


class Tree(Struct, frozen=True):
    """All files, the folders that hold them, and whether the whole is one archive."""

    found: list[Found]
    folders: list[str]
    packed: bool = False
    warnings: tuple[str, ...] = ()


class NothingToGrade(Exception):
    """For the instructor: nothing there can be graded, and why."""


def tree_of(root: Path, store: Store | None, wanted: Wanted) -> Tree:
    """Everything below `root`. Without a store, archives stay shut. Raises `NothingToGrade`, `OSError`."""
    walk = Walk(store, wanted)
    if root.is_dir():
        walk.folder(root)
    elif store and (is_archive(root.name) or (root.is_file() and not wanted(root.name) and looks_like_one(root))):
        return walk.whole(root)
    else:
        mode = root.lstat().st_mode
        walk.file(root.name, root, "", not_taken(root.name, stat.S_ISLNK(mode), stat.S_ISREG(mode)))
    return Tree(walk.found, walk.folders)


def not_taken(name: str, link: bool, ordinary: bool) -> str:
    """Why a file is not opened: links, pipes and devices are not."""
    if link:
        return "is a link, which is not followed: hand in the file itself"
    suffix = PurePosixPath(name).suffix.lower() or ".py"
    return "" if ordinary else f"is not an ordinary file: hand in the {suffix} file itself"


class Walk:
    """Collects files."""

    def __init__(self, store: Store | None, wanted: Wanted) -> None:
        self.store = store
        self.wanted = wanted
        self.found: list[Found] = []
        self.folders: list[str] = []

    def whole(self, root: Path) -> Tree:
        """An archive that holds a class."""
        warnings = []
        try:
            self.archive(root, "", CLASS, 0)
        except Broken as why:
            if not self.found:
                raise NothingToGrade(f"{root} {why}") from why
            warnings.append(f"{root.name} {why}; only what came before was read")
        return Tree(self.found, self.folders, True, tuple(warnings))

    def folder(self, root: Path) -> None:
        pending: list[tuple[Path, str, int, str]] = [(root, "", 0, "")]
        while pending:
            folder, prefix, depth, junk = pending.pop()
            for entry in self.entries(folder, prefix):
                path = f"{prefix}{entry.name}"
                if not entry.is_dir(follow_symlinks=False):
                    trouble = not_taken(entry.name, entry.is_symlink(), entry.is_file(follow_symlinks=False))
                    self.file(path, Path(entry.path), junk or junk_file(entry.name), trouble)
                elif depth >= DEEPEST:
                    self.found.append(Found(f"{path}/", problem=f"lies more than {DEEPEST} folders deep"))
                elif entry.name in LARGE:
                    self.found.append(Found(f"{path}/", junk="is a tool's own folder, not a hand-in"))
                else:
                    below = junk or junk_folder(entry.name)
                    pending.append((Path(entry.path), f"{path}/", depth + 1, below))
                    if not below:
                        self.folders.append(path)

    def entries(self, folder: Path, prefix: str) -> list[os.DirEntry[str]]:
        """What lies in a folder; one below the first that can't be entered is told of, and stops nothing."""
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            if not prefix:
                raise
            self.found.append(Found(prefix, problem=f"can't be read ({error.strerror})"))
            return []

    def file(self, path: str, place: Path, junk: str, trouble: str) -> None:
        if is_archive(path) and not junk and not trouble:
            self.nested(path, place, 1)
        else:
            other = other_archive(path) if is_other(path) and not junk else ""
            self.found.append(Found(path, place, trouble or other, junk))

    def nested(self, path: str, place: Path, depth: int) -> None:
        """An archive that a student handed in, as a folder of that student's."""
        if depth > NESTED:
            self.found.append(Found(path, problem="is an archive in an archive in an archive: hand in the files themselves"))
            return
        before = len(self.found)
        try:
            self.archive(place, f"{path}/", STUDENT, depth)
            if len(self.found) == before:
                self.found.append(Found(path, problem="holds no files"))
        except Broken as why:
            self.found.append(Found(path, problem=str(why)))

    def archive(self, place: Path, prefix: str, caps: Caps, depth: int) -> None:
        """Raises `Broken`, maybe after some of the files."""
        if self.store is None:
            raise Broken("is an archive, which is opened by `grade batch` alone")
        for member in members(place, caps, self.store, self.wanted_here):
            path = prefix + member.path
            junk = "" if member.refused else junk_path(member.path)
            if member.refused:
                self.found.append(Found(path, problem=member.problem, refused=prefix))
            elif member.folder:
                self.folders += [] if junk or not member.path else [path]
            elif member.place and is_archive(path) and not junk:
                self.nested(path, member.place, depth + 1)
                # Its own members lie beside it now.
                member.place.unlink()
            else:
                problem = member.problem or ("" if junk or not is_other(path) else other_archive(path))
                self.found.append(Found(path, member.place, problem, junk))

    def wanted_here(self, path: str) -> int:
        if junk_path(path):
            return 0
        return STUDENT.bytes if is_archive(path) else self.wanted(path)


def other_archive(path: str) -> str:
    return f"is a {path[path.rfind('.') :].lower()} archive, which is not opened here: hand in a zip, or the files themselves"


def junk_file(name: str) -> str:
    if name == ".DS_Store" or name.startswith("._"):
        return LEFT_BEHIND["__MACOSX"]
    return "is hidden, or a program's lock file" if name.startswith((".", "~$")) else ""


def junk_folder(name: str) -> str:
    if name in LEFT_BEHIND:
        return LEFT_BEHIND[name]
    return "lies in a tool's own folder, not a hand-in" if name in LARGE or name.startswith(".") else ""


def junk_path(path: str) -> str:
    """Why a path is junk, by any of its folders or by its name."""
    *folders, name = path.split("/")
    return next(filter(None, map(junk_folder, folders)), "") or junk_file(name)


def sizes(largest_text: int, largest_notebook: int, may_hold: Callable[[str], bool], extras: tuple[str, ...]) -> Wanted:
    """How many bytes of a file are worth unpacking: of notebooks many, of other work and of lists little, else nothing."""

    def wanted(path: str) -> int:
        name = one_form(path.rpartition("/")[2])
        if name in extras:
            return LARGEST_LIST
        if not may_hold(name):
            return 0
        return largest_notebook if ".ipynb" in name.lower() else largest_text

    return wanted


LARGEST_LIST = 50_000_000
"""Bytes of a platform's own list of submissions."""


def texts(found: list[Found], prefix: str) -> Callable[[str], bytes | None]:
    """The bytes of a small file by its path below a prefix."""
    places = {one_form(spelled(one.path)): one.place for one in found if one.place}

    def text_of(path: str) -> bytes | None:
        place = places.get(prefix + path)
        try:
            if place is None or not stat.S_ISREG(place.lstat().st_mode) or place.stat().st_size > LARGEST_LIST:
                return None
            return place.read_bytes()
        except OSError:
            return None

    return text_of
