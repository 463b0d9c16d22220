"""Running an author's own functions: trusted, but perhaps endless by mistake."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from grader.content.calling import Call, Function, perform
from grader.content.key import AuthorError
from grader.content.reading import Reading
from grader.content.values import Answer, Raised

PATIENCE = 10.0
"""Seconds that one call of an author's function may take; references take milliseconds."""


class TooSlow(BaseException):
    """Raised inside the function that takes too long."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Raises `TooSlow` in the block after `seconds`, where this platform and thread can."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def tried(function: Function, call: Call, reading: Reading, what: str) -> tuple[Answer, tuple[int, ...]]:
    """As `perform`, on a function of the author's. Raises `AuthorError`, naming `what`, when it does not come back."""
    try:
        with in_time(PATIENCE):
            answer, changed = perform(function, call, reading)
    except TooSlow:
        answer, changed = Raised(TooSlow.__name__, False), ()
    if isinstance(answer, Raised) and answer.name == TooSlow.__name__:
        raise AuthorError(f"{what} does not come back within {PATIENCE:g} s")
    return answer, changed
