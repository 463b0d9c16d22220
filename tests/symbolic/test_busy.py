"""A busy machine lets a process wait for each second of work: no verdict may hang on it."""

from __future__ import annotations

import time
from itertools import count

import pytest
from derivations import ROUTES

from grader.symbolic import check_derivation
from grader.symbolic.derivation import ONE_STEP

WAITS = ONE_STEP / 1000
"""Seconds of waiting between any two looks at the clock: together many times what a step itself takes."""


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, looks = time.monotonic, count()
    monkeypatch.setattr("time.monotonic", lambda: wall() + WAITS * next(looks))


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("route", ROUTES)
def test_a_right_derivation_keeps_its_points(route: str) -> None:
    assert check_derivation(ROUTES[route]).credit == 1.0
