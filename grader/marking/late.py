"""The late policy: what handing in late costs, by what is known of when something was handed in.

# in course.toml
[late]
grace_minutes = 15      # so long after the due date costs nothing; or grace_hours
percent_a_day = 10      # for each day begun after the due date
floor = 50              # so many percent of the points always remain

It is applied to totals; the machine's points stay as they are. What is not known is told, and costs nothing.
"""

from __future__ import annotations

import datetime as dates
import math

from msgspec import Struct

from grader.judge.result import rounded

DAY = dates.timedelta(days=1)
MOST_HOURS = 24 * 366


class LatePolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """Percentages are of the points that were earned."""

    percent_a_day: float
    grace_minutes: float = 0.0
    grace_hours: float = 0.0
    floor: float = 0.0

    def is_sound(self) -> bool:
        percents, hours = (self.percent_a_day, self.floor), (self.grace_minutes / 60, self.grace_hours)
        return all(0 <= one <= 100 for one in percents) and all(0 <= one <= MOST_HOURS for one in hours)

    def grace(self) -> dates.timedelta:
        return dates.timedelta(minutes=self.grace_minutes, hours=self.grace_hours)


class Lateness(Struct, frozen=True):
    """What remains of the points, as a share, and what is to be said of it."""

    share: float = 1.0
    said: str = ""


ON_TIME = Lateness()


def lateness(policy: LatePolicy, due: str | None, submitted: str | None, marked: bool | None) -> Lateness:
    """What handing in at `submitted` costs. `due` and `submitted` are ISO 8601; `marked`: whether the platform called it
    late, None where it does not say."""
    if due is None:
        return Lateness(said="marked late, but it has no due date: no penalty") if marked else ON_TIME
    if submitted is None:
        if marked is None:
            return Lateness(said="when it was handed in is not known: no penalty")
        return Lateness(said="marked late, but how late is not known: no penalty") if marked else ON_TIME
    end, moment = deadline(due), dates.datetime.fromisoformat(submitted)
    if moment.tzinfo is not None and end.tzinfo is None:
        return Lateness(said=f"the due date has no offset to compare {submitted} with: write it with one; no penalty")
    if moment.tzinfo is None:
        # A platform without offsets writes the course's own time, and so does whoever wrote the due date.
        end = end.replace(tzinfo=None)
    delay = moment - end
    if delay <= policy.grace():
        return ON_TIME
    if marked is False:
        return Lateness(said="after the due date, but not late to the platform: no penalty")
    days = max(1, math.ceil(delay / DAY))
    taken = min(days * policy.percent_a_day, 100 - policy.floor)
    begun = "1 day" if days == 1 else f"{days} days"
    return Lateness(1 - taken / 100, f"late by {begun}: {rounded(taken):g} % less")


def deadline(due: str) -> dates.datetime:
    """The moment after which something is late. A date alone means that whole day."""
    if len(due) == len("2026-12-01"):
        return dates.datetime.fromisoformat(due) + DAY
    return dates.datetime.fromisoformat(due)
