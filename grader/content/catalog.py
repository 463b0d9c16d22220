"""Which exercises there are (a quiz and tasks too), and their keys: from a key file, a chapter folder, or the package.

A catalog is cheap to open; a key is read, or compiled, when an exercise is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from grader.content import chapter as chapters
from grader.content.key import Entry, Key, bundle, load
from grader.content.kinds import kind_of

PACKAGE = Path(__file__).parent.parent
PACKAGED_KEY = PACKAGE / "public.key"
"""The public key that an installed package carries; the build makes it."""


class Catalog(Protocol):
    """The exercises at hand."""

    @property
    def title(self) -> str: ...

    @property
    def public(self) -> bool: ...

    def ids(self) -> list[str]:
        """The exercises, the quiz and the tasks, in order."""
        ...

    def file_name(self, exercise: str) -> str:
        """The file of a workspace in which one of them is worked on. Reads no key."""
        ...

    def entry(self, exercise: str) -> Entry:
        """The key of one exercise. Raises `KeyError` where there is none, `AuthorError` where it can't be made."""
        ...


class FileCatalog:
    """A key file, as `grade compile` and the package's build write it."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.title = key.title
        self.public = key.public

    def ids(self) -> list[str]:
        return [entry.id for entry in self.key.entries]

    def file_name(self, exercise: str) -> str:
        return self.entry(exercise).file

    def entry(self, exercise: str) -> Entry:
        found = self.key.find(exercise)
        if found is None:
            raise KeyError(exercise)
        return found


class ChapterCatalog:
    """A chapter folder: stubs and answer files, compiled as needed."""

    def __init__(self, folder: Path, title: str, *, public: bool) -> None:
        self.folder = folder
        self.title = title
        self.public = public

    def ids(self) -> list[str]:
        return chapters.entry_ids(self.folder)

    def file_name(self, exercise: str) -> str:
        return chapters.file_name(self.folder, exercise)

    def entry(self, exercise: str) -> Entry:
        if not kind_of(exercise) or not (self.folder / "solutions" / f"{exercise}.py").is_file():
            raise KeyError(exercise)
        return chapters.compiled_entry(self.folder, exercise, public=self.public)


class NoKey(Exception):
    """For the user: this installation has no exercises at all."""


def from_file(path: Path) -> Catalog:
    """Raises `KeyUnreadable`."""
    return FileCatalog(load(path))


def packaged() -> Catalog:
    """What the installed package carries: its public key; run from a checkout, that checkout's, made public.

    Raises `NoKey`, `KeyUnreadable`.
    """
    if PACKAGED_KEY.is_file():
        return from_file(PACKAGED_KEY)
    checkout = PACKAGE.parent
    if (checkout / "solutions").is_dir():
        return ChapterCatalog(checkout, chapters.title_of(checkout), public=True)
    raise NoKey("this installation holds no exercises: install it again from the workbook's folder")


def whole(catalog: Catalog) -> Key:
    """All of a catalog as one key, to be written to a file. Raises `AuthorError`."""
    return bundle(catalog.title, [catalog.entry(exercise) for exercise in catalog.ids()], catalog.public)
