"""Points in time, as platforms write them, in ISO 8601."""

from __future__ import annotations

from datetime import datetime

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> str | None:
    """Local time without an offset; None for a day or an hour that does not exist."""
    try:
        return datetime(year, month, day, hour, minute, second).isoformat()
    except ValueError:
        return None


def month(word: str) -> int:
    """The number of an English month, in full or cut to three letters; 0 for another word."""
    short = word[:3].lower()
    return MONTHS.index(short) + 1 if short in MONTHS else 0


def iso(text: str) -> str | None:
    """A time such as `2026-09-18 15:31:02.549420000 Z` or `2026-02-01 15:05:20.5 UTC`; None for anything else."""
    words = text.strip().replace("T", " ").split()
    if not 2 <= len(words) <= 3:
        return None
    clock, _, fraction = words[1].partition(".")
    zone = words[2] if len(words) == 3 else ""
    if not zone and clock.endswith("Z"):
        clock, zone = clock[:-1], "Z"
    digits = "".join(letter for letter in fraction if letter.isdigit())
    zone = zone or fraction[len(digits) :]
    offset = "+00:00" if zone in ("Z", "UTC", "GMT") else zone
    try:
        found = datetime.fromisoformat(f"{words[0]}T{clock}{offset}")
    except ValueError:
        return None
    return found.isoformat()
