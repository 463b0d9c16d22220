"""How far a batch has come, on stderr: a live line in a terminal, a line every so often in a pipe."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import click

SECONDS_BETWEEN_LINES = 10.0
SHOWN = ("passed", "failed", "not-attempted", "unreadable", "grader-error")


class Lines:
    """For a pipe or a log: plain lines, and none at all for a batch that is done before the first is due."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.began = self.told = time.monotonic()

    def update(self, done: int, counts: Counter[str]) -> None:
        now = time.monotonic()
        if now - self.told < SECONDS_BETWEEN_LINES:
            return
        self.told = now
        rate = done / (now - self.began)
        left = (self.total - done) / rate if rate else 0.0
        click.echo(f"graded {done} of {self.total}, {rate:.0f}/s, {left:.0f} s left: {outcomes(counts)}", err=True)

    def close(self) -> None:
        return


class Live:
    """For a terminal."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.began = time.monotonic()
        self.progress = Progress(
            TextColumn("grading"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[outcomes]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.progress.add_task("grading", total=total, rate="", outcomes="")
        self.progress.start()

    def update(self, done: int, counts: Counter[str]) -> None:
        rate = done / max(time.monotonic() - self.began, 1e-6)
        self.progress.update(self.task, completed=done, rate=f"{rate:.0f}/s", outcomes=outcomes(counts))

    def close(self) -> None:
        self.progress.stop()


def outcomes(counts: Counter[str]) -> str:
    return ", ".join(f"{status} {counts[status]}" for status in SHOWN if counts[status])


@contextmanager
def progress_of(total: int) -> Iterator[Lines | Live]:
    """`total` counts results."""
    shown: Lines | Live = Live(total) if sys.stderr.isatty() else Lines(total)
    try:
        yield shown
    finally:
        shown.close()
