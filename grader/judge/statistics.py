"""Laws of random draws, with a stated false-alarm rate.

Each test rejects right draws with probability at most about 2e-8; a run makes fewer than fifty of them, so a right
answer is rejected less than once in a million runs. Bounds: Dvoretzky–Kiefer–Wolfowitz with Massart's constant
for the shape (exact for every n), normal bounds with room for skewness for the moments, and rank correlations
(free of the distribution) for independence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from grader.content.values import Array
from grader.judge.compare import Floats, floats
from grader.judge.laws import Breach, Law, Params, Seen, number, output

FALSE_ALARM = 2e-8
MEAN_Z = 6.0
"""Standard errors; P(|z| > 6) is 2e-9, and right draws are symmetric around their mean."""
VARIANCE_Z = 7.0
"""Standard errors; wider than the mean's, since squares of right draws are skewed (Cornish–Fisher: 5.6 grows to
6.5 in the worst case used, d_k = 512 with 400 draws)."""
CORRELATION_Z = 6.0
LAGS = (1, 2, 3)
RANKED = 5_000
"""Draws whose order is looked at: sharing a vector with the neighbour gives correlations far above 6/√5000."""
TOO_GOOD_Z = 1e-8
"""Standard errors; draws come this near to what is expected only when they were made to."""
DISTINCT = 0.99
"""Of the draws; in single precision a few in ten thousand meet by chance."""
FITS = 1e-6
"""Draws are taken for a misconception's when its law is not rejected at this level: seldom missed, and laws
further apart than this differ plainly at the sizes used."""


def gap_to(draws: Floats, edges: Floats, cdf: Floats) -> float:
    """The largest distance between the draws' distribution and the one whose `cdf` is given at `edges`."""
    below = np.searchsorted(np.sort(draws), edges, side="right") / len(draws)
    return float(np.abs(below - cdf).max())


def allowed_gap(n: int, level: float) -> float:
    return math.sqrt(math.log(2 / level) / (2 * n))


def curve(params: Params) -> tuple[Floats, Floats]:
    edges, cdf = params["edges"], params["cdf"]
    assert isinstance(edges, Array)
    assert isinstance(cdf, Array)
    return floats(edges), floats(cdf)


def follow(level: float) -> Law:
    def judged(seen: Sequence[Seen], params: Params) -> Breach | None:
        for one in seen:
            draws = output(one)
            gap = gap_to(draws, *curve(params))
            if gap > allowed_gap(len(draws), level):
                return Breach(one, f"the shape of the draws is off: their distribution is {gap:.3f} away at its worst point")
        return None

    return judged


def mean(seen: Sequence[Seen], params: Params) -> Breach | None:
    for one in seen:
        draws = output(one)
        error = number(params, "deviation") / math.sqrt(len(draws))
        got = float(draws.mean())
        if abs(got - number(params, "mean")) < TOO_GOOD_Z * error:
            return Breach(
                one, f"the mean of {len(draws)} draws is exactly {number(params, 'mean'):g}: draws stray, by ± {error:.2g}"
            )
        if abs(got - number(params, "mean")) > MEAN_Z * error:
            return Breach(
                one, f"the mean of {len(draws)} draws is {got:.3g}; {number(params, 'mean'):g} is expected, ± {error:.2g}"
            )
    return None


def variance(seen: Sequence[Seen], params: Params) -> Breach | None:
    for one in seen:
        draws = output(one)
        wanted = number(params, "variance")
        error = wanted * math.sqrt((number(params, "kurtosis") - 1) / len(draws))
        got = float(((draws - number(params, "mean")) ** 2).mean())
        if abs(got - wanted) < TOO_GOOD_Z * error:
            return Breach(one, f"the variance of {len(draws)} draws is exactly {wanted:g}: draws stray, by ± {error:.2g}")
        if abs(got - wanted) > VARIANCE_Z * error:
            return Breach(one, f"the variance of {len(draws)} draws is {got:.4g}; {wanted:g} is expected, ± {error:.2g}")
    return None


def size(seen: Sequence[Seen], params: Params) -> Breach | None:
    """The mean of |q·k|, which tells more than the variance where tails are long; all calls weigh in together."""
    gaps, weights = [], []
    for one, wanted, spread in zip(seen, listed(params, "sizes"), listed(params, "spreads"), strict=True):
        draws = np.abs(output(one))
        gaps.append(float(draws.mean()) / wanted - 1)
        weights.append(len(draws) * (wanted / spread) ** 2)
    error = 1 / math.sqrt(sum(weights))
    off = sum(gap * weight for gap, weight in zip(gaps, weights, strict=True)) * error**2
    if abs(off) <= MEAN_Z * error:
        return None
    return Breach(seen[0], f"without their signs the draws are {off:+.1%} off in size; ± {error:.1%} is expected")


def listed(params: Params, name: str) -> list[float]:
    """A parameter with a number for each call."""
    value = params[name]
    assert isinstance(value, Array)
    return [float(one) for one in floats(value)]


def independent(seen: Sequence[Seen], params: Params) -> Breach | None:
    """No draw is used twice, not even with the other sign, and neighbours know nothing of each other."""
    for one in seen:
        draws = output(one)
        distinct = 1 + int((np.diff(np.sort(np.abs(draws))) > 0).sum())
        if distinct < DISTINCT * len(draws):
            return Breach(one, f"only {distinct} of {len(draws)} draws are distinct, signs aside")
        first = draws[:RANKED]
        for ranks in (ranked(first), ranked(np.abs(first))):
            spread = float((ranks**2).sum())
            for lag in LAGS:
                correlation = float((ranks[lag:] * ranks[:-lag]).sum()) / spread
                if abs(correlation) * math.sqrt(len(first)) > CORRELATION_Z:
                    return Breach(
                        one, f"draws {lag} apart are correlated ({correlation:+.2f}); each needs a q and a k of its own"
                    )
    return None


def unrelated(seen: Sequence[Seen], params: Params) -> Breach | None:
    """The draws from one seed say nothing of those from another."""
    for one, other in zip(seen[::2], seen[1::2], strict=True):
        first, second = output(one)[:RANKED], output(other)[:RANKED]
        for ranks, others in ((ranked(first), ranked(second)), (ranked(np.abs(first)), ranked(np.abs(second)))):
            correlation = float((ranks * others).sum()) / float((ranks**2).sum())
            if abs(correlation) * math.sqrt(len(first)) > CORRELATION_Z:
                return Breach(
                    other, f"draws of two seeds are correlated ({correlation:+.2f}): some numbers are the same in both"
                )
    return None


def ranked(draws: Floats) -> Floats:
    """Ranks around 0: their correlations do not depend on how the draws are distributed."""
    ranks = np.empty(len(draws))
    ranks[np.argsort(draws)] = np.arange(len(draws)) - (len(draws) - 1) / 2
    return ranks


def repeat(seen: Sequence[Seen], params: Params) -> Breach | None:
    for first, second in zip(seen[::2], seen[1::2], strict=True):
        if not np.array_equal(output(first), output(second)):
            return Breach(second, "the same seed gave other draws: some randomness does not come from rng")
    return None


def differ(seen: Sequence[Seen], params: Params) -> Breach | None:
    for first, second in zip(seen[::2], seen[1::2], strict=True):
        if np.array_equal(output(first), output(second)):
            return Breach(second, "another seed gave the same draws: the randomness does not come from rng")
    return None


def normal_of_any_width(seen: Sequence[Seen], params: Params) -> Breach | None:
    """One vector kept for a whole call: its draws are normal, with that vector's squared length as variance."""
    for one in seen:
        draws = output(one)
        width = float(np.sqrt((draws**2).mean()))
        if width == 0:
            return Breach(one, "no draw differs from 0")
        edges = np.linspace(-3, 3, 61)
        cdf = np.array([0.5 * (1 + math.erf(edge / math.sqrt(2))) for edge in edges])
        if gap_to(draws / width, edges, cdf) > allowed_gap(len(draws), FITS):
            return Breach(one, "the draws are not normal")
    return None


def variance_off(seen: Sequence[Seen], params: Params) -> Breach | None:
    """Holds where the spread is plainly not the right one."""
    for one in seen:
        ratio = float((output(one) ** 2).mean()) / number(params, "variance")
        if 0.9 < ratio < 1.1:
            return Breach(one, "the variance is about right")
    return None


def widths_unrelated(seen: Sequence[Seen], params: Params) -> Breach | None:
    """Holds where the variances of two calls have none of the given ratios: no formula made them."""
    first, second = (float((output(one) ** 2).mean()) for one in seen)
    near = [ratio for ratio in listed(params, "ratios") if abs(second - ratio * first) <= 0.1 * ratio * first]
    return Breach(seen[1], f"the variance is {near[0]:g} times that of the other call") if near else None


def all_equal(seen: Sequence[Seen], params: Params) -> Breach | None:
    return next((Breach(one, "the draws differ") for one in seen if len(np.unique(output(one))) > 1), None)


def global_random_untouched(seen: Sequence[Seen], params: Params) -> Breach | None:
    return next((Breach(one, "a call moved numpy's global random state") for one in seen if one.moved_random), None)


def global_random_moved(seen: Sequence[Seen], params: Params) -> Breach | None:
    return None if any(one.moved_random for one in seen) else Breach(seen[0], "the global random state did not move")


DRAW_LAWS: dict[str, Law] = {
    "draws-follow": follow(FALSE_ALARM),
    "draws-mean": mean,
    "draws-variance": variance,
    "draws-size": size,
    "draws-independent": independent,
    "draws-unrelated": unrelated,
    "draws-repeat": repeat,
    "draws-differ": differ,
    "draws-fit": follow(FITS),
    "draws-normal": normal_of_any_width,
    "draws-variance-off": variance_off,
    "draws-widths-unrelated": widths_unrelated,
    "draws-all-equal": all_equal,
    "global-random-untouched": global_random_untouched,
    "global-random-moved": global_random_moved,
}
