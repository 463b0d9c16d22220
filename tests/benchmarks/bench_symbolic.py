"""The speed of the symbolic room: what a check costs, and that nothing takes long.

    pytest tests/benchmarks/bench_symbolic.py -s

Not part of the ordinary tests: their outcome would depend on what else the machine does.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "symbolic"))

from derivations import ROUTES
from test_hostile import HOSTILE, MADE, ways
from test_pairs import PAIRS, SYMBOLS

from grader.symbolic import check_derivation, compare, worker

MEDIAN, WORST, DERIVATION = 0.005, 1.0, 1.0


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    compare("x", "x + 0", {"x": "real"})
    assert worker.wait(30)


def seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def test_a_formula_check_takes_five_milliseconds() -> None:
    times = {pair: seconds(lambda pair=pair: compare(pair[1], pair[2], SYMBOLS)) for pair in PAIRS}  # type: ignore[misc]
    slowest = max(times, key=lambda pair: times[pair])
    median = statistics.median(times.values())
    print(f"\nformula check: median {median * 1e3:.1f} ms, worst {times[slowest] * 1e3:.0f} ms {slowest}")
    assert median <= MEDIAN
    assert times[slowest] <= WORST


@pytest.mark.parametrize("way", ways)
def test_no_hostile_text_takes_a_second(way: str) -> None:
    times = {text: seconds(lambda text=text: ways[way](text)) for text in HOSTILE + MADE}  # type: ignore[misc]
    slowest = max(times, key=lambda text: times[text])
    print(f"\nhostile texts as {way}: worst {times[slowest] * 1e3:.0f} ms {slowest[:60]!r}")
    assert times[slowest] <= WORST


@pytest.mark.parametrize("route", ROUTES)
def test_a_derivation_takes_a_second(route: str) -> None:
    took = seconds(lambda: check_derivation(ROUTES[route]))
    print(f"\nderivation, {route}: {took * 1e3:.0f} ms")
    assert took <= DERIVATION


def test_a_killed_worker_is_replaced_at_once() -> None:
    """A proof that does not end costs its own second, not those after it."""
    endless = "+".join(f"sqrt(x+{number})*sin(x*{number})" for number in range(1, 40))
    slow = seconds(lambda: compare(f"({endless})^4", f"(0+{endless})^4", {"x": "positive"}))
    after = seconds(lambda: compare("sin(x)^2+cos(x)^2", "1", {"x": "real"}))
    print(f"\nendless proof {slow * 1e3:.0f} ms, the next {after * 1e3:.0f} ms")
    assert slow <= WORST
    assert after <= WORST
    assert compare("sin(2*x)", "2*sin(x)*cos(x)", {"x": "real"}).proved
