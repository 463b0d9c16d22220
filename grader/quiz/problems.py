"""Why an answer could not be read. It is never wrong, and costs no attempt."""

from __future__ import annotations


class NotRead(Exception):
    """For the student: a sentence that says what could not be read, and what to write instead."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
