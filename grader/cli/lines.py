"""Lines that somebody types: with arrow keys and earlier lines, where the machine can."""

from __future__ import annotations

import io
import sys
from contextlib import suppress


def open_input() -> None:
    """Bytes that are no text become a line that can't be read, instead of an error; in a terminal, a line can be edited as
    it is typed. To be called before any reading."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty() and sys.stdout.isatty():
            # `input` edits lines as soon as this is loaded. Windows does so by itself.
            with suppress(ImportError):
                import readline  # noqa: F401
