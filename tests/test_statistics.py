"""The laws of draws: a right sampler is practically never refused, wrong ones are, and the bounds say how seldom."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from conftest import ROOT

from grader.content.catalog import ChapterCatalog
from grader.content.key import CaseKey, LawKey, PartKey
from grader.content.values import Seed, Whole, pack, unpack_whole
from grader.judge.laws import Seen
from grader.judge.statistics import CORRELATION_Z, DRAW_LAWS, FALSE_ALARM, MEAN_Z, VARIANCE_Z, allowed_gap, gap_to

Sampler = Callable[[int, int, np.random.Generator], np.ndarray]


@pytest.fixture(scope="module")
def part() -> PartKey:
    return ChapterCatalog(ROOT, "", public=False).entry("exercise1").exercise().part("sample_dot_products")


def exact(d_k: int, n: int, rng: np.random.Generator) -> np.ndarray:
    return (rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k))).sum(axis=1)


def conditional(d_k: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Given q, q·k is normal with variance |q|²."""
    return np.sqrt(rng.chisquare(d_k, n)) * rng.standard_normal(n)


def gammas(d_k: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """q·k = (|q + k|² − |q − k|²)/4, and the two are independent."""
    return rng.gamma(d_k / 2, 1.0, n) - rng.gamma(d_k / 2, 1.0, n)


def broken(part: PartKey, sampler: Sampler, shift: int = 0) -> list[str]:
    """The laws that a sampler breaks, with the cases' seeds moved by `shift`."""
    return [law.says for law in part.laws if DRAW_LAWS[law.law](seen(part, law, sampler, shift), law.params)]


def seen(part: PartKey, law: LawKey, sampler: Sampler, shift: int) -> list[Seen]:
    return [Seen(part.cases[position], pack(drawn(part.cases[position], sampler, shift))) for position in law.cases]


def drawn(case: CaseKey, sampler: Sampler, shift: int) -> np.ndarray:
    d_k, n, seed = case.call.args
    assert isinstance(d_k, Whole)
    assert isinstance(n, Whole)
    assert isinstance(seed, Seed)
    return sampler(unpack_whole(d_k), unpack_whole(n), np.random.default_rng(seed.seed + shift))


@pytest.mark.parametrize("sampler", [exact, conditional, gammas])
def test_exact_draws_pass_whatever_the_seed(part: PartKey, sampler: Sampler) -> None:
    for shift in range(0, 400_000, 20_000):
        assert broken(part, sampler, shift) == []


@pytest.mark.parametrize(
    ("sampler", "law"),
    [
        (lambda d_k, n, rng: 1.1 * exact(d_k, n, rng), "variance"),
        (lambda d_k, n, rng: exact(d_k, n, rng) + 0.1 * math.sqrt(d_k), "mean"),
        (lambda d_k, n, rng: rng.normal(0, math.sqrt(d_k), n), "distributed"),
        (lambda d_k, n, rng: np.repeat(exact(d_k, -(-n // 2), rng), 2)[:n], "of its own"),
        (lambda d_k, n, rng: np.sort(exact(d_k, n, rng)), "of its own"),
        (lambda d_k, n, rng: grid(d_k, n, rng), "of its own"),
    ],
)
def test_draws_that_are_off_are_told_by_their_law(part: PartKey, sampler: Sampler, law: str) -> None:
    assert any(law in says for says in broken(part, sampler))


def grid(d_k: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """√n queries against √n keys: each draw is right, and neighbours share a vector."""
    side = math.isqrt(n - 1) + 1
    return (rng.standard_normal((side, d_k)) @ rng.standard_normal((side, d_k)).T).ravel()[:n]


def test_the_stated_rate_of_false_alarms() -> None:
    """Bounds in standard errors, and the exact one for the shape, keep a whole run below one in a million."""
    tails = 2 * 24 * math.erfc(MEAN_Z / math.sqrt(2)) + 24 * math.erfc(5.5 / math.sqrt(2)) + 8 * FALSE_ALARM
    assert VARIANCE_Z > 6.5, "5.5 standard errors of skewed squares"
    assert CORRELATION_Z >= MEAN_Z
    assert tails + 60 * math.erfc(CORRELATION_Z / math.sqrt(2)) < 1.5e-6
    n = 20_000
    assert 2 * math.exp(-2 * n * allowed_gap(n, FALSE_ALARM) ** 2) == pytest.approx(FALSE_ALARM)


def test_the_gap_to_a_distribution_is_kolmogorovs() -> None:
    edges, cdf = np.linspace(0, 1, 11), np.linspace(0, 1, 11)
    assert gap_to(np.linspace(0.0005, 0.9995, 1000), edges, cdf) < 1e-3
    assert gap_to(np.full(1000, 0.55), edges, cdf) == pytest.approx(0.5)
