"""Points in time, as platforms write them, in ISO 8601."""

from __future__ import annotations

import re
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


TIME = re.compile(
    r"\s*(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?:\.(?P<fraction>[0-9]+))?"
    r"\s*(?P<zone>Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?\s*"
)


def iso(text: str) -> str | None:
    """A time such as `2026-09-18 15:31:02.549420000 Z` or `2026-02-01 15:05:20.5 UTC`; None for anything else."""
    found = TIME.fullmatch(text)
    if found is None:
        return None
    fraction = f".{found['fraction'][:6]:0<6}" if found["fraction"] else ""
    zone = "+00:00" if found["zone"] in ("Z", "UTC", "GMT") else found["zone"] or ""
    try:
        return datetime.fromisoformat(f"{found['day']}T{found['clock']}{fraction}{zone}").isoformat()
    except ValueError:
        return None
