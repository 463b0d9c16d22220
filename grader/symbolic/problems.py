"""Why a text gets no tree. Each says it in a sentence for the student; none of them is ever "wrong"."""

from __future__ import annotations


class Unread(Exception):
    """The base: `at` is the position in the text (0-based), `why` the sentence without its end."""

    verdict = "unreadable"

    def __init__(self, why: str, at: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.at = at

    def message(self, text: str) -> str:
        """The sentence, with the place it is about."""
        near = text[max(0, self.at - 12) : self.at + 12].strip()
        shown = "".join(character if character.isprintable() else "�" for character in near)
        if not shown or len(text) <= 12:
            return f"{self.why} (at character {self.at + 1})."
        return f"{self.why} (at character {self.at + 1}, near “{shown}”)."


class Unreadable(Unread):
    """The text is no formula in the declared symbols."""


class TooLarge(Unread):
    """The text, or the work it asks for, passes a cap."""

    verdict = "too-large"


class Ambiguous(Unread):
    """The text has two readings that differ."""

    verdict = "ambiguous"


class TooMuch(Exception):
    """A computation reached its cap or its deadline. Nothing is known of its outcome, so nothing counts as wrong."""
