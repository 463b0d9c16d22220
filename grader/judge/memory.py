"""What was judged before: in a class most right submissions answer alike, to the bit, and so do many wrong ones.

Nothing in it depends on who comes first: what is kept is what judging again would find.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

import msgspec

from grader.content.calling import Outcome
from grader.content.values import Raised

MOST = 256
"""Findings that are kept, the latest ones; of some kilobytes each."""
DIGEST = 16
"""Bytes: nobody finds other outcomes that share them."""

T = TypeVar("T")
encoder = msgspec.msgpack.Encoder()


class Memory(Generic[T]):
    """Findings by the outcomes that led to them."""

    def __init__(self) -> None:
        self.kept: dict[bytes, T] = {}

    def get(self, essence: bytes) -> T | None:
        return self.kept.get(essence)

    def keep(self, essence: bytes, finding: T) -> None:
        if len(self.kept) >= MOST:
            del self.kept[next(iter(self.kept))]
        self.kept[essence] = finding


def essence(outcomes: Sequence[Outcome]) -> bytes:
    """The same for outcomes that differ in nothing but how exceptions are worded, and where in a source they arose."""
    return blake2b(encoder.encode([wordless(outcome) for outcome in outcomes]), digest_size=DIGEST).digest()


def wordless(outcome: Outcome) -> object:
    answer = outcome.answer
    if type(answer) is not Raised:
        return outcome
    kind = Raised(answer.name, answer.value_error, by_signature=answer.by_signature)
    return kind, outcome.changed, outcome.moved_random, outcome.printed, outcome.shown
