"""How far a batch has come, on stderr: a live line in a terminal, a line every so often in a pipe."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

SECONDS_BETWEEN_LINES = 10.0
WINDOW_SECONDS = 30.0
NARROW = 60
"""Columns below which there is no room for a bar."""
SHOWN = ("passed", "failed", "awaits-mark", "not-attempted", "unreadable", "grader-error")


class Pace:
    """Results a second, of late: what a gradebook knew already goes by in a moment and says nothing about the rest."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.marks = deque([(time.monotonic(), 0)])

    def update(self, done: int) -> None:
        now = time.monotonic()
        # A mark a second is enough.
        if len(self.marks) > 1 and now - self.marks[-2][0] < 1.0:
            self.marks[-1] = (now, done)
        else:
            self.marks.append((now, done))
        while len(self.marks) > 2 and now - self.marks[1][0] > WINDOW_SECONDS:
            self.marks.popleft()

    def shown(self) -> str:
        """Rate and time left."""
        (began, before), (now, done) = self.marks[0], self.marks[-1]
        rate = (done - before) / max(now - began, 1e-6)
        return f"{rate:.0f}/s, {clock((self.total - done) / rate)} left" if rate else "0/s"


def clock(seconds: float) -> str:
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class Lines:
    """For a pipe or a log: plain lines, and none at all for a batch that is done before the first is due."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.told = time.monotonic()
        self.pace = Pace(total)

    def update(self, done: int, counts: Mapping[str, int]) -> None:
        self.pace.update(done)
        now = time.monotonic()
        if now - self.told >= SECONDS_BETWEEN_LINES:
            self.told = now
            click.echo(f"graded {done} of {self.total}, {self.pace.shown()}: {outcomes(counts)}", err=True)

    def close(self) -> None:
        return


class Live:
    """For a terminal."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn
        from rich.table import Column

        self.pace = Pace(total)
        console = Console(stderr=True)
        # What does not fit a narrow terminal is cut off, the most important last: a live line must stay one line.
        words = "{task.completed}/{task.total}  {task.fields[pace]}  {task.fields[outcomes]}"
        text = TextColumn(words, table_column=Column(no_wrap=True, overflow="ellipsis"))
        columns = [text] if console.width < NARROW else [BarColumn(bar_width=10), text]
        self.progress = Progress(*columns, console=console, transient=True)
        self.task = self.progress.add_task("grading", total=total, pace="", outcomes="")
        self.progress.start()

    def update(self, done: int, counts: Mapping[str, int]) -> None:
        self.pace.update(done)
        self.progress.update(self.task, completed=done, pace=self.pace.shown(), outcomes=outcomes(counts))

    def close(self) -> None:
        self.progress.stop()


def outcomes(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{status} {counts[status]}" for status in SHOWN if counts.get(status))


@contextmanager
def progress_of(total: int) -> Iterator[Lines | Live]:
    """`total` counts results."""
    shown: Lines | Live = Live(total) if sys.stderr.isatty() else Lines(total)
    try:
        yield shown
    finally:
        shown.close()
