"""Exercise 1 · Dot-product variance: references, cases, laws of the draws, misconceptions.

The draws are judged by law, not by equality: any exact way to draw them is right. Their distribution is known in
closed form for d_k = 4 and as an integral for d_k = 1, their moments for every d_k.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Exercise, Law, Misconception, Part, Relation, Returns, Seed, case, error, hard

Draws = NDArray[np.float64]


def checked_size(d_k: float, name: str = "d_k") -> int:
    if d_k < 1 or d_k != int(d_k):
        raise ValueError(f"{name} must be a whole number of at least 1, got {d_k}")
    return int(d_k)


def sample_dot_products(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    """(n,) draws of q·k."""
    size = (checked_size(n, "n"), checked_size(d_k))
    queries, keys = rng.standard_normal(size), rng.standard_normal(size)
    return np.asarray((queries * keys).sum(axis=1))


def dot_product_variance(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    """Var(q·k) = d_k (E[q²] E[k²] − E[q]² E[k]²), from independence within and between the vectors."""
    terms = checked_size(d_k)
    if var_q < 0 or var_k < 0:
        raise ValueError(f"a variance can't be negative, got {var_q} and {var_k}")
    return terms * ((var_q + mean_q**2) * (var_k + mean_k**2) - mean_q**2 * mean_k**2)


def scale_factor(d_k: int) -> float:
    """1/√d_k."""
    return float(1.0 / math.sqrt(checked_size(d_k)))


# How the draws are distributed: the right ones, and those of the usual mistakes.


def product_cdf(x: float) -> float:
    """P(q·k ≤ x) for d_k = 1: the density of a product of two standard normals is K₀(|x|)/π, and
    K₀(t) = ∫ exp(−t cosh u) du over u > 0, which is integrated over t in closed form and over u numerically."""
    u = np.linspace(0.0, 40.0, 20001)
    inner = -np.expm1(-abs(x) * np.cosh(u)) / np.cosh(u)
    half = float(((inner[1:] + inner[:-1]) * np.diff(u)).sum() / 2 / math.pi)
    return 0.5 + math.copysign(half, x)


def four_products_cdf(x: float) -> float:
    """P(q·k ≤ x) for d_k = 4: q·k is a difference of two independent Gamma(2, 1), with density (1 + |x|) e^−|x| / 4."""
    tail = (2 + abs(x)) * math.exp(-abs(x)) / 4
    return tail if x < 0 else 1 - tail


def normal_cdf(deviation: float) -> Callable[[float], float]:
    return lambda x: 0.5 * (1 + math.erf(x / deviation / math.sqrt(2)))


def squared_length_cdf(d_k: int) -> Callable[[float], float]:
    """P(q·q ≤ x): chi-squared with 1 or 4 degrees of freedom."""
    if d_k == 1:
        return lambda x: math.erf(math.sqrt(max(x, 0.0) / 2))
    return lambda x: 1 - math.exp(-max(x, 0.0) / 2) * (1 + max(x, 0.0) / 2)


def curve(cdf: Callable[[float], float], width: float) -> dict[str, object]:
    """A distribution function at 121 points, closer together around 0, where the draws' density peaks."""
    edges = width * np.sinh(np.linspace(-3.0, 3.0, 121)) / math.sinh(3.0)
    return {"edges": edges, "cdf": np.array([cdf(float(edge)) for edge in edges])}


def drawn_curve(sampler: Callable[[int, int, np.random.Generator], Draws], d_k: int, width: float) -> dict[str, object]:
    """The same from a large sample, for distributions without a handy formula."""
    draws = np.sort(sampler(d_k, 400_000, np.random.default_rng(5)))
    return curve(lambda edge: float(np.searchsorted(draws, edge, side="right") / len(draws)), width)


ONE, FOUR, SOME, MANY = "one component", "four components", "64 components", "many components"
ONE_MORE, FOUR_MORE = "one component, other draws", "four components, other draws"
FEW, AGAIN, OTHER = "a few draws", "the same seed again", "another seed"
FEW_MORE, AGAIN_MORE, OTHER_MORE = "more draws", "their seed again", "yet another seed"
EVERY = (ONE, ONE_MORE, FOUR, FOUR_MORE, SOME, MANY)

SHAPES = {1: curve(product_cdf, 6.0), 4: curve(four_products_cdf, 12.0)}


def typical_size(d_k: int) -> float:
    """E|q·k|: given q it is |q|·√(2/π), and |q| follows a chi distribution."""
    return 2 / math.sqrt(math.pi) * math.exp(math.lgamma((d_k + 1) / 2) - math.lgamma(d_k / 2))


def sizes(*sizes: int) -> dict[str, object]:
    """What is expected of |q·k|, for calls with these d_k."""
    means = np.array([typical_size(d_k) for d_k in sizes])
    return {"sizes": means, "spreads": np.sqrt(np.array(sizes) - means**2)}


def laws_for(d_k: int, name: str) -> list[Law]:
    """What the draws of one call obey."""
    moments = {"mean": 0.0, "deviation": math.sqrt(d_k), "variance": float(d_k), "kurtosis": 3 + 6 / d_k}
    laws = [
        Law("draws-mean", f"{name}: the mean of q·k is 0", (name,), moments, decides=True),
        Law("draws-variance", f"{name}: the variance of q·k is d_k", (name,), moments, decides=True),
        Law(
            "draws-size",
            f"{name}: q·k is of the size that d_k products of normal numbers add up to",
            (name,),
            sizes(d_k),
            decides=True,
        ),
        Law("draws-independent", f"{name}: every draw has a q and a k of its own", (name,), decides=True),
    ]
    if d_k in SHAPES:
        says = f"{name}: q·k is distributed like a sum of d_k products of normal numbers"
        laws.append(Law("draws-follow", says, (name,), SHAPES[d_k], decides=True))
    return laws


def fits(**curves: dict[str, object]) -> tuple[Law, ...]:
    return tuple(
        Law("draws-fit", "the draws follow this mistake's distribution", (where,), curves[which])
        for which, where in (("one", ONE), ("four", FOUR))
    )


# The usual mistakes.


def uniform_from_zero(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.asarray((rng.random((n, d_k)) * rng.random((n, d_k))).sum(axis=1))


def uniform_around_zero(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.asarray((rng.uniform(-1, 1, (n, d_k)) * rng.uniform(-1, 1, (n, d_k))).sum(axis=1))


def uniform_of_unit_variance(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    edge = math.sqrt(3)
    return np.asarray((rng.uniform(-edge, edge, (n, d_k)) * rng.uniform(-edge, edge, (n, d_k))).sum(axis=1))


def query_with_itself(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    queries = rng.standard_normal((n, d_k))
    return np.asarray((queries * queries).sum(axis=1))


def one_query_for_all(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.asarray(rng.standard_normal((n, d_k)) @ rng.standard_normal(d_k))


def one_pair_for_all(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.full(n, rng.standard_normal(d_k) @ rng.standard_normal(d_k))


def sum_of_normals(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.asarray((rng.standard_normal((n, d_k)) + rng.standard_normal((n, d_k))).sum(axis=1))


def normal_shortcut(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return rng.normal(0.0, math.sqrt(d_k), n)


def from_global_state(d_k: int, n: int, rng: np.random.Generator) -> Draws:
    return np.asarray((np.random.randn(n, d_k) * np.random.randn(n, d_k)).sum(axis=1))


def normal_curves(deviation: Callable[[int], float]) -> tuple[Law, ...]:
    return fits(one=curve(normal_cdf(deviation(1)), 6.0), four=curve(normal_cdf(deviation(4)), 12.0))


def drawn_curves(sampler: Callable[[int, int, np.random.Generator], Draws]) -> tuple[Law, ...]:
    return fits(one=drawn_curve(sampler, 1, 6.0), four=drawn_curve(sampler, 4, 12.0))


UNIFORM = "These draws come from a uniform distribution, not from the normal one."
REUSED = "One vector is used more than once: every draw needs a query and a key of its own."

SAMPLE = Part(
    function=sample_dot_products,
    returns=Returns("array", (("n",),)),
    task="draw n dot products of random queries and keys with d_k independent normal components each.",
    points=4,
    judged_by_laws=True,
    watches_random=True,
    seconds=6.0,
    cases=(
        case(FEW, 3, 5, Seed(71)),
        case(AGAIN, 3, 5, Seed(71)),
        case(OTHER, 3, 5, Seed(72)),
        case("a single draw", 4, 1, Seed(74)),
        case(ONE, 1, 20_000, Seed(101)),
        case(FOUR, 4, 20_000, Seed(104)),
        case(SOME, 64, 3_000, Seed(164)),
        case(FEW_MORE, 5, 7, Seed(8_071), hidden=True),
        case(AGAIN_MORE, 5, 7, Seed(8_071), hidden=True),
        case(OTHER_MORE, 5, 7, Seed(8_072), hidden=True),
        case(ONE_MORE, 1, 20_000, Seed(8_101), hidden=True),
        case(FOUR_MORE, 4, 20_000, Seed(8_104), hidden=True),
        case(MANY, 512, 400, Seed(8_512), hidden=True),
        error("no components", 0, 10, Seed(1)),
        error("a negative number of components", -2, 10, Seed(1), hidden=True),
        error("half a component", 2.5, 10, Seed(1)),
        error("no draws", 4, 0, Seed(1)),
        error("a negative number of draws", 4, -3, Seed(1), hidden=True),
    ),
    laws=(
        Law("global-random-untouched", "numpy's global random state is left alone", (FEW, ONE, FOUR, SOME), decides=True),
        Law("draws-repeat", "the same seed gives the same draws", (FEW, AGAIN), decides=True),
        Law("draws-differ", "another seed gives other draws", (FEW, OTHER), decides=True),
        *laws_for(1, ONE),
        *laws_for(4, FOUR),
        *laws_for(64, SOME),
        Law(
            "global-random-untouched",
            "it is left alone by other calls too",
            (FEW_MORE, ONE_MORE, FOUR_MORE, MANY),
            decides=True,
        ),
        Law("draws-repeat", "their seed gives the same draws again", (FEW_MORE, AGAIN_MORE), decides=True),
        Law("draws-differ", "yet another seed gives yet other draws", (FEW_MORE, OTHER_MORE), decides=True),
        *laws_for(1, ONE_MORE),
        *laws_for(4, FOUR_MORE),
        *laws_for(512, MANY),
        Law("draws-size", "taken together, the draws have the right size", EVERY, sizes(1, 1, 4, 4, 64, 512), decides=True),
        Law("draws-unrelated", "nothing is kept from one seed to the next", (ONE, ONE_MORE, FOUR, FOUR_MORE), decides=True),
    ),
    misconceptions=(
        Misconception(
            "uniform-draws",
            uniform_from_zero,
            UNIFORM,
            "Which method of rng draws with mean 0 and variance 1?",
            laws=drawn_curves(uniform_from_zero),
        ),
        Misconception(
            "uniform-draws",
            uniform_around_zero,
            UNIFORM,
            "Which method of rng draws with mean 0 and variance 1?",
            laws=drawn_curves(uniform_around_zero),
        ),
        Misconception(
            "uniform-draws",
            uniform_of_unit_variance,
            UNIFORM,
            "The right variance is not enough: the components are to be normal.",
            laws=drawn_curves(uniform_of_unit_variance),
        ),
        Misconception(
            "one-vector-reused",
            query_with_itself,
            f"{REUSED} Here a query is multiplied with itself.",
            "A vector's product with itself is never negative; draw the keys apart from the queries.",
            laws=fits(one=curve(squared_length_cdf(1), 6.0), four=curve(squared_length_cdf(4), 12.0)),
        ),
        Misconception(
            "one-vector-reused",
            one_query_for_all,
            f"{REUSED} Here one of them is kept for all n draws.",
            "Draw n queries and n keys, and pair them up row by row.",
            laws=(
                Law("draws-normal", "the draws are normal", (ONE, FOUR)),
                Law("draws-variance-off", "their variance is one vector's squared length, not 1", (ONE,), {"variance": 1.0}),
                Law("draws-variance-off", "nor that of a sum of two normal numbers", (ONE,), {"variance": 2.0}),
                Law("draws-widths-unrelated", "no power of d_k makes it", (ONE, FOUR), {"ratios": [1.0, 4.0, 16.0]}),
            ),
        ),
        Misconception(
            "one-vector-reused",
            one_pair_for_all,
            f"{REUSED} Here all n draws are one and the same product.",
            "Draw n queries and n keys, and pair them up row by row.",
            laws=(
                Law("draws-all-equal", "all draws are equal", (ONE, FOUR)),
                Law("draws-differ", "and random", (FEW, OTHER)),
            ),
        ),
        Misconception(
            "sum-of-normals",
            sum_of_normals,
            "These are sums of the components of q and k; a dot product multiplies them first.",
            "What happens to two components before anything is added up?",
            laws=normal_curves(lambda d_k: math.sqrt(2 * d_k)),
        ),
        Misconception(
            "normal-shortcut",
            normal_shortcut,
            "These are normal numbers with variance d_k; a dot product only comes near that for large d_k.",
            "Draw the components themselves: a product of two normal numbers is not normal.",
            laws=normal_curves(lambda d_k: math.sqrt(d_k)),
        ),
        Misconception(
            "global-random-state",
            from_global_state,
            "These draws come from numpy's global random state, not from rng.",
            "Every draw should be a method of the generator that was handed in.",
            laws=(Law("global-random-moved", "the global state moved", (ONE,)),),
        ),
    ),
    hints=(
        "How many random numbers does one dot product need, and may two dot products share any of them?",
        "rng.standard_normal takes a shape; multiply two arrays of shape (n, d_k) entry by entry and add up "
        "along the right axis.",
        "With n = 2 and d_k = 2: queries [[1, 2], [0, -1]] and keys [[3, -1], [5, 2]] give the draws 1·3 + "
        "2·(-1) = 1 and 0·5 + (-1)·2 = -2.",
    ),
    why="""Every draw adds up d_k products of mean 0 and variance 1, so the draws have mean 0 and variance d_k.
        With d_k = 64 they commonly lie between -8 and 8, which is far more than a softmax takes without saturating.""",
)


def variance_square_root(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return math.sqrt(d_k)


def variance_square_root_times(
    d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0
) -> float:
    return math.sqrt(d_k) * dot_product_variance(1, var_q, var_k, mean_q, mean_k)


def variance_square_root_no_means(
    d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0
) -> float:
    return math.sqrt(d_k) * var_q * var_k


def variance_squared(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return d_k**2 * dot_product_variance(1, var_q, var_k, mean_q, mean_k)


def variance_squared_plain(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return float(d_k**2)


def variance_squared_no_means(
    d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0
) -> float:
    return d_k**2 * var_q * var_k


def deviation(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return math.sqrt(dot_product_variance(d_k, var_q, var_k, mean_q, mean_k))


def deviation_no_means(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return math.sqrt(d_k * var_q * var_k)


def no_means(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return d_k * var_q * var_k


def second_moment(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return d_k * (var_q + mean_q**2) * (var_k + mean_k**2)


def variances_added(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return d_k * (var_q + var_k)


def one_term(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return dot_product_variance(1, var_q, var_k, mean_q, mean_k)


def everything_ignored(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    return float(d_k)


SQUARE_ROOT = "The variance is given as growing with √d_k; that is how the standard deviation grows."
SQUARED = "The variance is given as growing with d_k²; that holds for d_k copies of one product, not for independent ones."

VARIANCE = Part(
    function=dot_product_variance,
    returns=Returns("array"),
    task="give the variance of q·k for independent components with the given means and variances.",
    points=3,
    axes_may_differ=False,
    cases=(
        case("the chapter's head: 64 components", 64),
        case("other variances", 3, 2.0, 0.5),
        case("queries with a mean", 5, mean_q=2.0, var_k=3.0),
        case("both with a mean", 2, 1.5, 0.25, 1.0, -2.0),
        case("one component", 1, hidden=True),
        case("only the queries' variance differs", 7, 2.25, hidden=True),
        case("only the keys have a mean", 6, var_q=1.75, mean_k=1.5, hidden=True),
        case("all moments at once", 9, 0.5, 2.5, -1.5, 0.75, hidden=True),
        case("means of equal size and opposite sign", 10, 1.25, 0.8, 1.2, -1.2, hidden=True),
        case("a wide head", 512, 0.3, 1.7, 0.2, 0.4, hidden=True),
        case("small moments", 3, 0.013, 0.027, 0.11, -0.07, hidden=True),
        hard("queries that never vary", 4, var_q=0.0, mean_q=3.0),
        hard("neither varies", 8, 0.0, 0.0, 1.0, 2.0, hidden=True),
        hard("a million components", 1_000_000, 1e-6, 2.0, hidden=True),
        error("no components", 0),
        error("a negative variance of the queries", 4, -1.0),
        error("a negative variance of the keys", 4, 1.0, -0.5, hidden=True),
        error("two negative variances", 4, -1.5, -0.5, hidden=True),
        error("a negative number of components", -5, hidden=True),
        error("half a component", 2.5),
    ),
    relations=(
        Relation(
            "multiplied",
            "twice as many components give twice the variance",
            "other variances",
            lambda d_k, *moments: (2 * d_k, *moments),
            {"by": 2},
        ),
        Relation(
            "multiplied",
            "independent products add up their variances",
            "all moments at once",
            lambda d_k, *moments: (5 * d_k, *moments),
            {"by": 5},
        ),
        Relation(
            "same",
            "queries and keys may change roles",
            "both with a mean",
            lambda d_k, var_q, var_k, mean_q, mean_k: (d_k, var_k, var_q, mean_k, mean_q),
        ),
    ),
    misconceptions=(
        Misconception(
            "variance-is-sqrt-d_k", variance_square_root, SQUARE_ROOT, "What adds up when independent terms are added?"
        ),
        Misconception(
            "variance-is-sqrt-d_k", variance_square_root_times, SQUARE_ROOT, "What adds up when independent terms are added?"
        ),
        Misconception(
            "variance-is-sqrt-d_k", variance_square_root_no_means, SQUARE_ROOT, "What adds up when independent terms are added?"
        ),
        Misconception(
            "variance-is-d_k-squared", variance_squared, SQUARED, "How many terms are there, and do they vary together?"
        ),
        Misconception(
            "variance-is-d_k-squared", variance_squared_plain, SQUARED, "How many terms are there, and do they vary together?"
        ),
        Misconception(
            "variance-is-d_k-squared",
            variance_squared_no_means,
            SQUARED,
            "How many terms are there, and do they vary together?",
        ),
        Misconception(
            "standard-deviation-returned",
            deviation,
            "This is the standard deviation, the square root of what is asked.",
            "The variance itself is asked for.",
        ),
        Misconception(
            "standard-deviation-returned",
            deviation_no_means,
            "This is the standard deviation for means of 0, the square root of a variance.",
            "The variance itself is asked for.",
        ),
        Misconception(
            "means-ignored",
            no_means,
            "The means are left out: d_k·var_q·var_k only holds when both are 0.",
            "Write the variance of one product with E[q²] = var_q + mean_q².",
        ),
        Misconception(
            "means-ignored",
            everything_ignored,
            "The means and variances are left out: d_k alone only holds for means 0 and variances 1.",
            "Write the variance of one product with E[q²] = var_q + mean_q².",
        ),
        Misconception(
            "square-of-the-mean-kept",
            second_moment,
            "This is E[(q·k)²] term by term: the square of each product's mean is still in it.",
            "A variance is a mean of squares less a square of means.",
        ),
        Misconception(
            "variances-added",
            variances_added,
            "The variances of q and k are added; the components are multiplied, not added.",
            "What is the variance of a product of two independent numbers of mean 0?",
        ),
        Misconception(
            "one-term-only",
            one_term,
            "This is the variance of a single product, and d_k of them are added up.",
            "How do variances of independent terms combine?",
        ),
    ),
    hints=(
        "What is the variance of one product of two independent numbers, before you add up d_k of them?",
        "Use Var(x) = E[x²] − E[x]² for one product; independence turns the mean of a product into the product of the means.",
        "With var 1 and mean 1 for both and d_k = 2: E[q²] = 2 for each, so one product has variance 2·2 − "
        "1·1 = 3, and two of them 6.",
    ),
    why="""Independent terms add up their variances, and one product has variance E[q²]E[k²] − E[q]²E[k]². With means of 0 and
        variances of 1 each term contributes exactly 1, and Var(q·k) = d_k.""",
)


def one_over_d_k(d_k: int) -> float:
    return 1.0 / d_k


def square_root(d_k: int) -> float:
    return math.sqrt(d_k)


def not_inverted_d_k(d_k: int) -> float:
    return float(d_k)


SCALE = Part(
    function=scale_factor,
    returns=Returns("array"),
    task="give the factor that brings the variance of a score back to 1.",
    points=3,
    axes_may_differ=False,
    cases=(
        case("the chapter's head: 64 components", 64),
        case("the chapter's three tokens: 2 components", 2),
        case("a square number of components", 9),
        case("one component", 1, hidden=True),
        case("an odd number of components", 3, hidden=True),
        case("a wide head", 512, hidden=True),
        case("a prime number of components", 101, hidden=True),
        case("a round number of components", 100, hidden=True),
        hard("a million components", 1_000_000),
        hard("very many components", 10**12 + 39, hidden=True),
        error("no components", 0),
        error("a negative number of components", -4),
        error("half a component", 2.5, hidden=True),
    ),
    relations=(
        Relation(
            "multiplied",
            "four times as many components halve the factor",
            "the chapter's head: 64 components",
            lambda d_k: (4 * d_k,),
            {"by": 0.5},
        ),
        Relation(
            "multiplied",
            "the factor falls with the root of the number of components",
            "an odd number of components",
            lambda d_k: (25 * d_k,),
            {"by": 0.2},
        ),
    ),
    misconceptions=(
        Misconception(
            "scaled-by-d_k",
            one_over_d_k,
            "This is 1/d_k, which leaves a variance of 1/d_k.",
            "A factor c multiplies the variance by c².",
        ),
        Misconception(
            "scale-not-inverted",
            square_root,
            "This is what the scores are divided by; the factor they are multiplied by is asked for.",
            "Should the scores get larger or smaller?",
        ),
        Misconception(
            "neither-root-nor-inverse",
            not_inverted_d_k,
            "This is d_k, the variance of the raw scores, not the factor that undoes it.",
            "A factor c multiplies the variance by c², and the outcome should be 1.",
        ),
    ),
    hints=(
        "If all scores are multiplied by c, what happens to their variance?",
        "You want c²·d_k = 1 with c positive; math.sqrt helps.",
        "With d_k = 4 the scores have variance 4. Halving every score divides the variance by 4, which "
        "leaves 1: the factor is 1/2.",
    ),
    why="""A factor multiplies the variance by its square, so 1/√d_k takes d_k back to 1, whatever d_k is. No other
        positive factor does that: c²·d_k = 1 has one positive solution. (Its negative twin would do for the variance,
        but turn every score around.)""",
)

Derivation = list[tuple[str, str]]


def variance_derivation() -> Derivation:
    """The chapter's argument: one product has variance 1, d_k independent ones d_k, and the factor's square undoes it."""
    return [
        ("definition of variance", "Var(q_i k_i) = E[q_i² k_i²] − E[q_i k_i]²"),
        ("independence", "E[q_i² k_i²] − E[q_i k_i]² = E[q_i²]·E[k_i²] − E[q_i]²·E[k_i]²"),
        ("zero mean", "E[q_i²]·E[k_i²] − E[q_i]²·E[k_i]² = E[q_i²]·E[k_i²]"),
        ("unit second moment", "E[q_i²]·E[k_i²] = 1"),
        ("variance of an independent sum", "Var(S) = Σ_{i=1}^{d_k} Var(q_i k_i)"),
        ("substitution of an earlier line", "Σ_{i=1}^{d_k} Var(q_i k_i) = Σ_{i=1}^{d_k} 1"),
        ("algebra", "Σ_{i=1}^{d_k} 1 = d_k"),
        ("variance of a scaled variable", "Var(S/√d_k) = (1/√d_k)² · Var(S)"),
        ("substitution of an earlier line", "(1/√d_k)² · Var(S) = (1/√d_k)² · d_k"),
        ("algebra", "(1/√d_k)² · d_k = 1"),
    ]


def by_second_moment() -> Derivation:
    """From the definition, with the square of the sum written out."""
    return [
        ("definition of variance", "Var(S) = E[S^2] - E[S]^2"),
        ("linearity of expectation", "E[S] = Σ_{i=1}^{d_k} E[q_i k_i]"),
        ("independence", "Σ_{i=1}^{d_k} E[q_i k_i] = Σ_{i=1}^{d_k} E[q_i]E[k_i]"),
        ("zero mean", "Σ_{i=1}^{d_k} E[q_i]E[k_i] = 0"),
        ("linearity of expectation", "E[S^2] = Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j]"),
        (
            "algebra",
            "Σ_{i=1}^{d_k} Σ_{j=1}^{d_k} E[q_i k_i q_j k_j] = Σ_{i=1}^{d_k} E[q_i^2 k_i^2] + Σ_{i≠j} E[q_i k_i q_j k_j]",
        ),
        ("independence", "Σ_{i≠j} E[q_i k_i q_j k_j] = Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j]"),
        ("zero mean", "Σ_{i≠j} E[q_i]E[k_i]E[q_j]E[k_j] = 0"),
        ("independence", "Σ_{i=1}^{d_k} E[q_i^2 k_i^2] = Σ_{i=1}^{d_k} E[q_i^2]E[k_i^2]"),
        ("unit second moment", "Σ_{i=1}^{d_k} E[q_i^2]E[k_i^2] = d_k"),
        ("substitution of an earlier line", "Var(S) = d_k"),
        ("variance of a scaled variable", "Var(S/√d_k) = Var(S)/d_k"),
        ("substitution of an earlier line", "Var(S)/d_k = d_k/d_k = 1"),
    ]


def by_one_component() -> Derivation:
    """With machine words, for one component that stands for all."""
    return [
        ("independent-sum", "Var(S) = Sum(Var(q_i*k_i), (i, 1, d_k))"),
        ("identical-distribution", "Sum(Var(q_i*k_i), (i, 1, d_k)) = d_k*Var(q*k)"),
        ("definition-of-variance", "Var(q*k) = E(q^2*k^2) - E(q*k)^2"),
        ("independence", "E(q*k) = E(q)*E(k)"),
        ("zero-mean", "E(q) = 0"),
        ("independence", "E(q^2*k^2) = E(q^2)*E(k^2)"),
        ("unit-second-moment", "E(q^2) = E(k^2) = 1"),
        ("earlier-line", "Var(S) = d_k"),
        ("scaled-variable", "Var(S/sqrt(d_k)) = (1/d_k)*Var(S)"),
        ("earlier-line", "Var(S/sqrt(d_k)) = 1"),
    ]


def with_step(place: int, rule: str, equation: str) -> Derivation:
    """The chapter's derivation with one step made wrong."""
    steps = variance_derivation()
    steps[place] = (rule, equation)
    return steps


def derivation_scalar_not_squared() -> Derivation:
    return with_step(7, "variance of a scaled variable", "Var(S/√d_k) = (1/√d_k) · Var(S)")


def derivation_product_is_sum() -> Derivation:
    return with_step(0, "definition of variance", "Var(q_i k_i) = Var(q_i) + Var(k_i)")


def derivation_sum_squared() -> Derivation:
    return with_step(4, "variance of an independent sum", "Var(S) = d_k² · Var(q_i k_i)")


def derivation_square_of_mean() -> Derivation:
    return with_step(3, "unit second moment", "E[q_i² k_i²] = E[q_i k_i]²")


def derivation_deviations_added() -> Derivation:
    return with_step(4, "variance of an independent sum", "SD(S) = Σ_{i=1}^{d_k} SD(q_i k_i)")


def derivation_divided_by_d_k() -> Derivation:
    return with_step(9, "algebra", "Var(S/d_k) = 1")


def derivation_variances_multiplied() -> Derivation:
    return with_step(1, "independence", "Var(q_i² k_i²) = Var(q_i²) · Var(k_i²)")


DERIVATION = Part(
    function=variance_derivation,
    returns=Returns("steps", ()),
    task="derive Var(S) = d_k and Var(S/√d_k) = 1, each step by a rule you name.",
    points=2.5,
    axes_may_differ=False,
    judged_by_laws=True,
    seconds=2.0,
    cases=(case("your derivation"),),
    routes=(by_second_moment, by_one_component),
    misconceptions=(
        Misconception(
            "scalar-not-squared",
            derivation_scalar_not_squared,
            "A step pulls a factor out of a variance without squaring it.",
            "If every score doubles, by what is its square multiplied?",
        ),
        Misconception(
            "variance-of-product-is-sum",
            derivation_product_is_sum,
            "A step adds the variances of two factors as if they were terms.",
            "Start from Var(X) = E[X²] − E[X]² with X the product.",
        ),
        Misconception(
            "sum-variance-squared",
            derivation_sum_squared,
            "A step gives the variance of a sum of n terms as n² times that of one.",
            "The terms do not vary together: how many variances are added up?",
        ),
        Misconception(
            "square-of-mean-for-mean-of-square",
            derivation_square_of_mean,
            "A step takes the square of a mean for the mean of a square.",
            "A coin that shows +1 or −1 has mean 0; what is the mean of its square?",
        ),
        Misconception(
            "standard-deviations-added",
            derivation_deviations_added,
            "A step adds standard deviations.",
            "Of independent terms the variances add up; take the root at the end.",
        ),
        Misconception(
            "divided-by-d_k",
            derivation_divided_by_d_k,
            "A step divides by d_k where √d_k brings the variance back to 1.",
            "A factor of 1/d_k multiplies the variance by its square.",
        ),
        Misconception(
            "variances-multiplied",
            derivation_variances_multiplied,
            "A step multiplies variances of factors whose means are not 0.",
            "Squares have mean 1 here, not 0: go back to the definition of variance.",
        ),
    ),
    hints=(
        "Which of the rules turns the variance of one product into means, and which turns a mean of a product into a product?",
        "Show Var(q_i k_i) = 1 first: definition of variance, independence, zero mean, unit second moment. Then the sum, "
        "then the factor.",
        "With d_k = 2 the sum has two terms of variance 1 each, so Var(S) is 2. Dividing S by √2 divides that by (√2)² = 2, "
        "which leaves 1.",
    ),
    why="""Each rule is used for what it says and nothing more: independence splits means of products, the zero means remove
        the squared mean, and variances, not deviations, add up over independent terms. That is why the root of d_k is
        what the scores are divided by.""",
)

EXERCISE = Exercise(
    title="Dot-product variance",
    parts=(SAMPLE, VARIANCE, SCALE, DERIVATION),
    printed=(
        ("Var(q·k) at d_k = 64 is 64", lambda: dot_product_variance(64), 64.0),
        ("one standard deviation at d_k = 64 is 8", lambda: math.sqrt(dot_product_variance(64)), 8.0),
        ("the scale factor at d_k = 2 is 1/1.4142", lambda: 1 / scale_factor(2), 1.4142),
        ("dividing by √64 multiplies the variance by 1/64", lambda: scale_factor(64) ** 2, 1 / 64),
    ),
)
