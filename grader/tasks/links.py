"""A mind map as what it says: topics, and which are linked. How it is written is for those who read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from grader.tasks.prose import EMPHASIS

LONGEST_LABEL = 200
MARKDOWN_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


class Links:
    """A map while it is read. Topics are the same whatever their capitals and marks; a link has no direction, and none
    goes from a topic to itself."""

    def __init__(self) -> None:
        self.labels: dict[str, str] = {}
        self.pairs: dict[tuple[str, str], None] = {}
        self.implied: set[str] = set()
        """Topics that stand at the top with nothing above them: linked to what the whole map is about."""
        self.unread: list[str] = []

    def topic(self, label: str) -> str:
        """The identity of a topic; "" where a label says nothing."""
        shown = " ".join(EMPHASIS.sub("", MARKDOWN_LINK.sub(r"\1", label)).split())[:LONGEST_LABEL]
        identity = shown.casefold().strip(" .,;:!?\"'“”‘’()[]")
        if identity and any(map(str.isalnum, identity)):
            self.labels.setdefault(identity, shown)
            return identity
        return ""

    def link(self, one: str, other: str) -> None:
        if one and other and one != other:
            self.pairs[min(one, other), max(one, other)] = None

    def chain(self, topics: Iterable[str]) -> None:
        """Link each topic to the next."""
        every = [topic for topic in topics if topic]
        for one, other in pairwise(every):
            self.link(one, other)

    def naming(self, words: Sequence[str]) -> set[str]:
        """The topics that name the centre."""
        return {topic for topic in self.labels if any(word.casefold() in topic for word in words)}

    def reached(self, start: Iterable[str]) -> set[str]:
        """Every topic that links lead to from `start`, however far."""
        neighbours: dict[str, list[str]] = {}
        for one, other in self.pairs:
            neighbours.setdefault(one, []).append(other)
            neighbours.setdefault(other, []).append(one)
        found = set(start)
        pending = list(found)
        while pending:
            fresh = [topic for topic in neighbours.get(pending.pop(), ()) if topic not in found]
            found.update(fresh)
            pending += fresh
        return found
