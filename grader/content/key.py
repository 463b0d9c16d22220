"""The answer key: arrays and text, named by the hash of its bytes.

A full key and a public one have the same form and the same loader; a public key lacks the hidden cases, and
says how many there are. Nothing in a public key is ever run. A full key may carry its answer file, as text, for the
judge of carried errors: use only a full key that you trust like a program of yours.

A key file holds one packed `ExerciseKey` an exercise, decoded only when asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from grader.content.calling import Call, PartPlan, Plan
from grader.content.reading import Reading
from grader.content.values import Answer, Array

Param = float | int | str | Array
"""What a law is parametrised with."""


class CaseKey(Struct, frozen=True, array_like=True):
    """One call and its expected answer. `tier`: values, hard, errors, related (made for a relation). Where laws
    decide there is no expected answer; `shape` is then all that is fixed, if anything is. `zero_within`: how near to
    0 an entry must come where 0 is expected, if nearer than the tolerance."""

    name: str
    tier: str
    hidden: bool
    large: bool
    call: Call
    expected: Answer
    shape: tuple[int, ...] | None = None
    zero_within: float | None = None


class LawKey(Struct, frozen=True, array_like=True):
    """A law by name, on cases by position. A relation's `cases` are pairs (base, changed), flattened."""

    law: str
    says: str
    cases: tuple[int, ...]
    hidden: bool = False
    params: dict[str, Param] = {}
    decides: bool = False


class MisconceptionKey(Struct, frozen=True, array_like=True):
    """What a wrong implementation answers to each case, in the order of the part's cases; or the laws its draws
    obey, where the part is random."""

    id: str
    says: str
    hint: str
    shows_in: str
    answers: tuple[Answer, ...]
    laws: tuple[LawKey, ...] = ()


class PartKey(Struct, frozen=True):
    """One part: its cases, laws and misconceptions, and the texts shown to students."""

    name: str
    signature: str
    task: str
    points: float
    reading: Reading
    axes: tuple[tuple[str, ...], ...]
    finite: bool
    cases: tuple[CaseKey, ...]
    laws: tuple[LawKey, ...]
    misconceptions: tuple[MisconceptionKey, ...]
    hints: tuple[str, str, str]
    why: str
    watches_random: bool = False
    judged_by_laws: bool = False
    hidden_elsewhere: int = 0
    seconds: float = 0.0
    names: tuple[str, ...] = ()
    """What several arrays are called, in their order."""
    builds_on: tuple[str, ...] = ()
    """The earlier parts that this one may use."""

    def plan(self) -> PartPlan:
        """All calls, in the order of the cases."""
        return self.planned(self.cases)

    def has_hidden(self) -> bool:
        return any(case.hidden for case in self.cases)

    def has_hard(self) -> bool:
        return any(case.tier == "hard" for case in self.cases)

    def round(self, *, hidden: bool) -> PartPlan:
        """The hidden calls, or the public ones, in the order of the cases."""
        return self.planned(case for case in self.cases if case.hidden == hidden)

    def planned(self, cases: Iterable[CaseKey]) -> PartPlan:
        calls = tuple(case.call for case in cases)
        return PartPlan(self.name, self.reading, calls, self.watches_random, self.seconds)


class ExerciseKey(Struct, frozen=True):
    """One exercise, with its pristine stub as text. `public`: hidden cases are left out. `answers`: the text of its
    answer file, in a full key in which some part builds on another."""

    id: str
    title: str
    stub: str
    parts: tuple[PartKey, ...]
    public: bool = False
    answers: str = ""

    def plan(self) -> Plan:
        """All that the sandbox is told: inputs, no answers.

        Every part's public calls come before anybody's hidden ones. What is shown of a public call (prints, messages,
        numbers) was then made before a hidden input was in reach, and can't carry one.
        """
        hidden = [part.round(hidden=True) for part in self.parts if part.has_hidden()]
        return Plan(self.id, (*(part.round(hidden=False) for part in self.parts), *hidden))

    def part(self, name: str) -> PartKey:
        return next(part for part in self.parts if part.name == name)


class Handed(Struct, frozen=True):
    """What every packed key holds, of whatever kind: the blank file that is given out, as text."""

    stub: str


class Entry(Struct, frozen=True, array_like=True):
    """One exercise, quiz or task in a key file: what a listing needs, and the packed rest.

    `suffix` is that of the file in which it is worked on. `kind` says what `packed` holds.
    """

    id: str
    title: str
    parts: tuple[str, ...]
    packed: bytes
    address: str
    """The content address that results carry: the hash of `packed`."""
    checksum: int
    """Of `packed`: tells a damaged file, and is quicker to check than the hash."""
    suffix: str = ".py"
    kind: str = "exercise"

    @property
    def file(self) -> str:
        """The name of the file in which it is worked on."""
        return self.id + self.suffix

    def is_whole(self) -> bool:
        return zlib.crc32(self.packed) == self.checksum

    def exercise(self) -> ExerciseKey:
        return exercise_decoder.decode(self.packed)

    def stub(self) -> str:
        """The blank file that is given out, of whatever kind."""
        return handed_decoder.decode(self.packed).stub


class Key(Struct, frozen=True):
    """A key file: the exercises of a chapter, its quiz and its tasks, in order."""

    title: str
    public: bool
    entries: tuple[Entry, ...]
    format: int = 1

    def find(self, exercise: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.id == exercise), None)


class AuthorError(Exception):
    """For the author: an exercise's files do not make a key. The message says what and where.

    `part` and `at` tell where in the answer file to look: in the part of this name, at what is called so (a field, a case).
    """

    def __init__(self, says: str, part: str = "", at: str = "") -> None:
        super().__init__(says)
        self.part = part
        self.at = at


class KeyUnreadable(Exception):
    """For whoever named the file: it is no key, or one of another version."""


def plain(value: object) -> object:
    """A number of numpy's, which an author may have put where Python's own is meant, as that."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a key can't hold {type(value).__name__}")


handed_decoder = msgspec.msgpack.Decoder(Handed)
exercise_decoder = msgspec.msgpack.Decoder(ExerciseKey)
key_decoder = msgspec.msgpack.Decoder(Key)
encoder = msgspec.msgpack.Encoder(enc_hook=plain)
FORMAT = 1


def entry(exercise: ExerciseKey) -> Entry:
    return packed_entry(exercise, exercise.id, exercise.title, [part.name for part in exercise.parts])


def packed_entry(
    key: Struct, identifier: str, title: str, parts: Iterable[str], suffix: str = ".py", kind: str = "exercise"
) -> Entry:
    """The entry of a key of any kind, which holds at least what `Handed` does."""
    packed = encoder.encode(key)
    return Entry(identifier, title, tuple(parts), packed, address(packed), zlib.crc32(packed), suffix, kind)


def address(data: bytes) -> str:
    """The content address of some bytes."""
    # Here and not above: reading a key needs no hash, and loading the library takes as long as grading does.
    import hashlib

    return "sha256:" + hashlib.sha256(data).hexdigest()


def bundle(title: str, entries: Iterable[Entry], public: bool) -> Key:
    return Key(title, public, tuple(entries), FORMAT)


def dumps(key: Key) -> bytes:
    return encoder.encode(key)


def loads(data: bytes, origin: str) -> Key:
    """The key in `data`. Raises `KeyUnreadable`, naming `origin`."""
    try:
        key = key_decoder.decode(data)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise KeyUnreadable(f"{origin} is not an answer key: make one with `grade compile FILE`") from error
    if key.format != FORMAT:
        raise KeyUnreadable(f"{origin} is a key of format {key.format}; this version reads format {FORMAT}: compile it again")
    if not all(entry.is_whole() for entry in key.entries):
        raise KeyUnreadable(f"{origin} is damaged: make it again with `grade compile FILE`, or copy it again")
    return key


def load(path: Path) -> Key:
    """The key in the file `path`. Raises `KeyUnreadable`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KeyUnreadable(f"{path} can't be read: {error.strerror}") from error
    return loads(data, str(path))
