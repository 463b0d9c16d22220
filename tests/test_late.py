"""The late policy: what is known costs what the course says, what is not known costs nothing and is told."""

from __future__ import annotations

import datetime as dates
from pathlib import Path

import pytest
from gradebooks import RIGHT, Desk, hand_in
from hypothesis import given
from hypothesis import strategies as st

from grader.marking.late import Lateness, LatePolicy, lateness

POLICY = LatePolicy(percent_a_day=10, grace_minutes=15, floor=50)
DUE = "2026-12-01T23:59:00"


@pytest.mark.parametrize(
    ("submitted", "share", "said"),
    [
        ("2026-12-01T20:00:00", 1.0, ""),
        ("2026-12-01T23:59:00", 1.0, ""),
        ("2026-12-02T00:14:00", 1.0, ""),
        ("2026-12-02T00:14:01", 0.9, "late by 1 day: 10 % less"),
        ("2026-12-02T23:59:00", 0.9, "late by 1 day: 10 % less"),
        ("2026-12-02T23:59:01", 0.8, "late by 2 days: 20 % less"),
        ("2026-12-06T12:00:00", 0.5, "late by 5 days: 50 % less"),
        ("2027-12-06T12:00:00", 0.5, "late by 370 days: 50 % less"),
    ],
)
def test_a_day_begun_is_a_day(submitted: str, share: float, said: str) -> None:
    assert lateness(POLICY, DUE, submitted, None) == Lateness(share, said)


@pytest.mark.parametrize(
    ("due", "submitted", "marked", "said"),
    [
        (DUE, None, None, "when it was handed in is not known: no penalty"),
        (DUE, None, True, "marked late, but how late is not known: no penalty"),
        (DUE, None, False, ""),
        (None, None, True, "marked late, but it has no due date: no penalty"),
        (None, "2026-12-09T00:00:00", None, ""),
        (DUE, "2026-12-09T00:00:00", False, "after the due date, but not late to the platform: no penalty"),
        (DUE, "2026-12-09T00:00:00+01:00", None,
         "the due date has no offset to compare 2026-12-09T00:00:00+01:00 with: write it with one; no penalty"),
    ],
)  # fmt: skip
def test_what_is_not_known_costs_nothing(due: str | None, submitted: str | None, marked: bool | None, said: str) -> None:
    assert lateness(POLICY, due, submitted, marked) == Lateness(1.0, said)


@pytest.mark.parametrize(
    ("due", "submitted", "late"),
    [
        # A date alone is that whole day.
        ("2026-12-01", "2026-12-01T23:59:59", False),
        ("2026-12-01", "2026-12-02T00:15:01", True),
        ("2026-12-01T00:00:00", "2026-12-01T00:15:01", True),
        # With offsets on both sides the same moment is meant; without one, the course's own time.
        ("2026-12-01T23:59:00+01:00", "2026-12-01T22:59:00+00:00", False),
        ("2026-12-01T23:59:00+01:00", "2026-12-01T23:30:00+00:00", True),
        ("2026-12-01T23:59:00+01:00", "2026-12-01T23:30:00", False),
    ],
)
def test_moments_are_compared_as_they_are_meant(due: str, submitted: str, late: bool) -> None:
    assert (lateness(POLICY, due, submitted, None).share < 1) == late


minutes = st.integers(-100_000, 100_000)
policies = st.builds(LatePolicy, st.floats(0, 100), st.floats(0, 10_000), st.floats(0, 100), st.floats(0, 100))


@given(policies, minutes, minutes)
def test_handing_in_later_never_gains_and_the_floor_remains(policy: LatePolicy, one: int, other: int) -> None:
    due = dates.datetime.fromisoformat(DUE)
    early, late = sorted((one, other))
    shares = [lateness(policy, DUE, (due + dates.timedelta(minutes=at)).isoformat(), None).share for at in (early, late)]
    assert 1 >= shares[0] >= shares[1] >= min(1, policy.floor / 100) - 1e-9


# ---------------------------------------------------------------- in totals


def brightspace(folder: Path, when: str) -> None:
    hand_in(
        folder,
        {f"111-22{number} - {who} - {when}/exercise1.py": RIGHT["exercise1"] for number, who in enumerate(("Maeve", "Bo"))},
    )


def totals(desk: Desk, text: str) -> dict[str, dict[str, object]]:
    course = desk.place / "course.toml"
    course.write_text(text)
    found = desk.grade("totals", desk.book, "--course", course, "--json").document()["totals"]
    return {one["student"]: one["exercises"][0] for one in found}


LATE = "due = 2026-12-01T23:59:00\n[late]\npercent_a_day = 10\ngrace_hours = 1\n"


def test_a_penalty_is_taken_off_the_total_and_nowhere_else(desk: Desk) -> None:
    brightspace(desk.folder, "Dec 3, 2026 1159 AM")
    assert desk.batch().status == 0
    found = totals(desk, LATE)["Maeve"]
    assert (found["points"], found["penalty"], found["late"]) == (8.0, 2.0, "late by 2 days: 20 % less")
    assert desk.points()["Maeve", "exercise1"] == 10.0, "the machine's points stay as they are"
    shown = desk.grade("totals", desk.book, "--course", desk.place / "course.toml").out
    assert "    exercise1: late by 2 days: 20 % less\n" in shown
    assert totals(desk, "due = 2026-12-01T23:59:00\n")["Maeve"]["points"] == 10.0, "without a policy nothing is late"


def test_an_extension_moves_the_date_for_one_student_and_a_day_is_the_whole_of_it(desk: Desk) -> None:
    brightspace(desk.folder, "Dec 3, 2026 1159 AM")
    assert desk.batch().status == 0
    assert desk.mark("extend", "Maeve", "exercise1", "2026-12-03", "--why", "was ill").status == 0
    found = totals(desk, LATE)
    assert (found["Maeve"]["late"], found["Maeve"]["points"], found["Maeve"]["extended"]) == ("", 10.0, True)
    assert found["Bo"]["points"] == 8.0


def test_an_extension_may_have_an_offset_and_is_told_as_it_counts(desk: Desk) -> None:
    brightspace(desk.folder, "Dec 3, 2026 1159 AM")
    assert desk.batch().status == 0
    whole = desk.mark("extend", "Maeve", "exercise1", "2026-12-03", "--why", "was ill")
    moment = desk.mark("extend", "Bo", "exercise1", "2026-12-03T23:59+01:00", "--why", "was ill")
    assert whole.out == "decision 1: extension for Maeve, exercise1, until the end of 2026-12-03\n"
    assert moment.out == "decision 2: extension for Bo, exercise1, until 2026-12-03T23:59:00+01:00\n"
    assert totals(desk, LATE)["Bo"]["points"] == 10.0
    wrong = desk.mark("extend", "Bo", "exercise1", "tomorrow", "--why", "was ill")
    assert (wrong.status, "tomorrow is no date such as 2026-12-24" in wrong.err) == (2, True)


def test_canvas_tells_late_and_not_when(desk: Desk) -> None:
    hand_in(desk.folder, {"a_LATE_1_7_exercise1.py": RIGHT["exercise1"], "b_2_8_exercise1.py": RIGHT["exercise1"]})
    assert desk.batch().status == 0
    found = totals(desk, LATE)
    assert [found[who]["late"] for who in ("1", "2")] == ["marked late, but how late is not known: no penalty", ""]
    assert [found[who]["points"] for who in ("1", "2")] == [10.0, 10.0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[late]\npercent_a_day = 101", ", line 1: percent_a_day and floor are numbers from 0 to 100"),
        ("[late]\npercent_a_day = nan", ", line 1: percent_a_day and floor are numbers from 0 to 100"),
        ("[late]\npercent_a_day = 5\ngrace_minutes = -1", "a grace is not negative"),
        ("[late]\nfloor = 5", "missing required field `percent_a_day`"),
        ("[late]\npercent_a_day = 5\ngrace = 5", ", line 3: grace is no setting here: there are title, "),
        ("due = 'soon'", ", line 1: due is a date such as 2026-12-01"),
    ],
)
def test_a_mistake_in_the_policy_is_one_sentence(desk: Desk, text: str, says: str) -> None:
    hand_in(desk.folder, {"maeve/exercise1.py": RIGHT["exercise1"]})
    assert desk.batch().status == 0
    course = desk.place / "course.toml"
    course.write_text(text)
    assert says in desk.grade("totals", desk.book, "--course", course).sentence()
