"""Answer file of exercise 12: computational cost. Teachers only."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np

from grader.content.authoring import Asking, Exercise, Misconception, Part, Relation, Returns, Through, ask, case, hard

# ---------------------------------------------------------------- references


def multiply_adds(n: int, d_k: int, d_v: int) -> int:
    return n * n * (d_k + d_v)


def cost_ratio(n_long: int, n_short: int) -> float:
    return (n_long / n_short) ** 2


def longest_sequence(budget: int, d_k: int, d_v: int) -> int:
    # n² (d_k + d_v) ≤ budget exactly where n² is at most the quotient, rounded down.
    return math.isqrt(budget // (d_k + d_v))


# ------------------------------------------------------ on top of a count


def ratio_at_width(width: int) -> Through:
    """Any width will do for a right count; a wrong one is asked at the widths that come to mind."""

    def ratio(n_long: int, n_short: int) -> Asking:
        longer = yield ask("multiply_adds", n_long, width, width)
        shorter = yield ask("multiply_adds", n_short, width, width)
        return longer / shorter

    return ratio


def root_of_share(budget: int, d_k: int, d_v: int) -> Asking:
    """By what one token costs."""
    one = yield ask("multiply_adds", 1, d_k, d_v)
    return math.isqrt(budget // one)


MOST_BITS = 99
"""Of the most tokens that a budget of thirty digits buys, even of a count that grows with n alone."""


def by_search(budget: int, d_k: int, d_v: int) -> Asking:
    """By trying, from the largest power of two down, which of them still fit on top of the others."""
    fits = 0
    for bit in reversed(range(min(MOST_BITS, budget.bit_length() + 1))):
        more = fits + (1 << bit)
        if (yield ask("multiply_adds", more, d_k, d_v)) <= budget:
            fits = more
    return fits


# --------------------------------------------- misconceptions about the count

Count = Callable[[int, int, int], Any]
Ratio = Callable[[int, int], Any]


def in_proportion(n: int, d_k: int, d_v: int) -> int:
    return n * (d_k + d_v)


def second_product_in_proportion(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k + n * d_v


def first_product_in_proportion(n: int, d_k: int, d_v: int) -> int:
    return n * d_k + n * n * d_v


def scores_only(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k


def weighted_sum_only(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_v


def operations(n: int, d_k: int, d_v: int) -> int:
    return 2 * n * n * (d_k + d_v)


def operations_with_first_product_free(n: int, d_k: int, d_v: int) -> int:
    """A sum of d products has one addition less than products."""
    return n * n * (2 * d_k - 1) + n * d_v * (2 * n - 1)


def additions(n: int, d_k: int, d_v: int) -> int:
    return n * n * (d_k - 1) + n * d_v * (n - 1)


def lower_triangle(n: int, d_k: int, d_v: int) -> int:
    return n * (n + 1) // 2 * (d_k + d_v)


def below_the_diagonal(n: int, d_k: int, d_v: int) -> int:
    return n * (n - 1) // 2 * (d_k + d_v)


def half_of_all(n: int, d_k: int, d_v: int) -> int:
    return n * n * (d_k + d_v) // 2


def half_of_the_pairs(n: int, d_k: int, d_v: int) -> int:
    return n * n // 2 * (d_k + d_v)


def half_of_each_product(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k // 2 + n * n * d_v // 2


def scores_in_lower_triangle(n: int, d_k: int, d_v: int) -> int:
    return n * (n + 1) // 2 * d_k + n * n * d_v


def sums_in_lower_triangle(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k + n * (n + 1) // 2 * d_v


def without_itself(n: int, d_k: int, d_v: int) -> int:
    return n * (n - 1) * (d_k + d_v)


def twice_n(n: int, d_k: int, d_v: int) -> int:
    return 2 * n * (d_k + d_v)


def twice_the_first(n: int, d_k: int, d_v: int) -> int:
    return 2 * n * n * d_k


def twice_the_second(n: int, d_k: int, d_v: int) -> int:
    return 2 * n * n * d_v


def product_of_widths(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k * d_v


def squares_of_each(n: int, d_k: int, d_v: int) -> int:
    return (n * d_k) ** 2 + (n * d_v) ** 2


def square_of_all(n: int, d_k: int, d_v: int) -> int:
    return (n * (d_k + d_v)) ** 2


def product_of_counts(n: int, d_k: int, d_v: int) -> int:
    return (n * n * d_k) * (n * n * d_v)


def cube(n: int, d_k: int, d_v: int) -> int:
    return n**3 * (d_k + d_v)


def cube_of_tokens_alone(n: int, d_k: int, d_v: int) -> int:
    return n**3


def second_product_cubed(n: int, d_k: int, d_v: int) -> int:
    return n * n * d_k + n**3 * d_v


def results(n: int, d_k: int, d_v: int) -> int:
    return n * n + n * d_v


def scores_as_results(n: int, d_k: int, d_v: int) -> int:
    return n * n


def inputs(n: int, d_k: int, d_v: int) -> int:
    return 2 * n * d_k + n * d_v


def with_work_on_each_score(times: int) -> Count:
    def counted(n: int, d_k: int, d_v: int) -> int:
        return n * n * (d_k + d_v + times)

    return counted


def exclusive_or(n: int, d_k: int, d_v: int) -> int:
    return (n ^ 2) * (d_k + d_v)


def exclusive_or_twice(n: int, d_k: int, d_v: int) -> int:
    """As Python reads `n ^ 2 * d_k + n ^ 2 * d_v`."""
    return n ^ (2 * d_k + n) ^ (2 * d_v)


def a_float(n: int, d_k: int, d_v: int) -> float:
    return float(multiply_adds(n, d_k, d_v))


def through_a_float(n: int, d_k: int, d_v: int) -> int:
    return int(n**2.0 * (d_k + d_v))


def through_two_floats(n: int, d_k: int, d_v: int) -> int:
    return int(n**2.0 * d_k + n**2.0 * d_v)


def through_cut_floats(n: int, d_k: int, d_v: int) -> int:
    return int(n**2.0 * d_k) + int(n**2.0 * d_v)


def by_true_division(n: int, d_k: int, d_v: int) -> int:
    return int(2 * n * n * (d_k + d_v) / 2)


def on_the_machine(kind: type[np.integer[Any]]) -> Count:
    """In numpy integers of a fixed width, which start again from the other end when full."""

    def counted(n: int, d_k: int, d_v: int) -> int:
        tokens, widths = np.array([n]).astype(kind), np.array([d_k + d_v]).astype(kind)
        return int((tokens * tokens * widths)[0])

    return counted


def on_the_machine_if_it_fits(kind: type[np.integer[Any]]) -> Count:
    """The same, where numpy refuses an input that is too large from the start."""

    def counted(n: int, d_k: int, d_v: int) -> int:
        tokens, widths = np.array([n], dtype=kind), np.array([d_k + d_v], dtype=kind)
        return int((tokens * tokens * widths)[0])

    return counted


# --------------------------------------------- misconceptions about the ratio


def ratio_itself(n_long: int, n_short: int) -> float:
    return n_long / n_short


def square_of_whole_ratio(n_long: int, n_short: int) -> int:
    return (n_long // n_short) ** 2


def whole_ratio_of_squares(n_long: int, n_short: int) -> int:
    return n_long**2 // n_short**2


def square_of_rounded_ratio(n_long: int, n_short: int) -> int:
    return round(n_long / n_short) ** 2


def square_of_ratio_rounded_up(n_long: int, n_short: int) -> int:
    return math.ceil(n_long / n_short) ** 2


def square_rounded_up(n_long: int, n_short: int) -> int:
    return math.ceil((n_long / n_short) ** 2)


def rounded_square(n_long: int, n_short: int) -> int:
    return round((n_long / n_short) ** 2)


def short_over_long(n_long: int, n_short: int) -> float:
    return (n_short / n_long) ** 2


def twice_the_ratio(n_long: int, n_short: int) -> float:
    return 2 * n_long / n_short


def root_of_ratio(n_long: int, n_short: int) -> float:
    return math.sqrt(n_long / n_short)


def cube_of_ratio(n_long: int, n_short: int) -> float:
    return (n_long / n_short) ** 3


def fourth_power(n_long: int, n_short: int) -> float:
    return (n_long / n_short) ** 4


def power_of_two(n_long: int, n_short: int) -> float:
    return float(2.0 ** (n_long / n_short))


def long_squared(n_long: int, n_short: int) -> float:
    return n_long**2 / n_short


def short_squared(n_long: int, n_short: int) -> float:
    return float(n_long / n_short**2)


def difference_of_squares(n_long: int, n_short: int) -> int:
    return n_long**2 - n_short**2


def square_of_difference(n_long: int, n_short: int) -> int:
    return (n_long - n_short) ** 2


def difference(n_long: int, n_short: int) -> int:
    return n_long - n_short


def extra_cost(n_long: int, n_short: int) -> float:
    return (n_long / n_short) ** 2 - 1


def square_of_growth(n_long: int, n_short: int) -> float:
    return ((n_long - n_short) / n_short) ** 2


def in_percent(n_long: int, n_short: int) -> float:
    return 100 * (n_long / n_short) ** 2


def ratio_of_exclusive_ors(n_long: int, n_short: int) -> float:
    return (n_long ^ 2) / (n_short ^ 2)


def exclusive_or_of_whole_ratio(n_long: int, n_short: int) -> int:
    return n_long // n_short ^ 2


def ratio_of_lower_triangles(n_long: int, n_short: int) -> float:
    return n_long * (n_long + 1) / (n_short * (n_short + 1))


def ratio_below_the_diagonal(n_long: int, n_short: int) -> float:
    return n_long * (n_long - 1) / (n_short * (n_short - 1))


def as_if_sorted(n_long: int, n_short: int) -> float:
    return n_long * math.log(n_long) / (n_short * math.log(n_short))


# ------------------------------------------ misconceptions about the budget


def most_within(count: Count) -> Count:
    """The largest n that a count which never falls allows."""

    def longest(budget: int, d_k: int, d_v: int) -> int:
        fits, beyond = 0, 1
        while count(beyond, d_k, d_v) <= budget:
            fits, beyond = beyond, 2 * beyond
        while beyond - fits > 1:
            middle = (fits + beyond) // 2
            if count(middle, d_k, d_v) <= budget:
                fits = middle
            else:
                beyond = middle
        return fits

    return longest


def below_budget(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(max(budget - 1, 0) // (d_k + d_v))


def first_too_long(budget: int, d_k: int, d_v: int) -> int:
    return longest_sequence(budget, d_k, d_v) + 1


def root_rounded_up(budget: int, d_k: int, d_v: int) -> int:
    longest = longest_sequence(budget, d_k, d_v)
    return longest if multiply_adds(longest, d_k, d_v) == budget else longest + 1


def root_rounded(budget: int, d_k: int, d_v: int) -> int:
    longest = longest_sequence(budget, d_k, d_v)
    # The root is nearer to the next whole number where four times its square is beyond (2n + 1)².
    return longest + 1 if 4 * budget > (2 * longest + 1) ** 2 * (d_k + d_v) else longest


def square_of_share(budget: int, d_k: int, d_v: int) -> int:
    return (budget // (d_k + d_v)) ** 2


def root_before_division(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(budget) // (d_k + d_v)


def roots_cut_before_division(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(budget) // math.isqrt(d_k + d_v)


def budget_spent_twice(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(budget // max(d_k, d_v))


def budget_halved(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(budget // 2 // max(d_k, d_v))


def what_it_costs(budget: int, d_k: int, d_v: int) -> int:
    return multiply_adds(longest_sequence(budget, d_k, d_v), d_k, d_v)


def what_is_left(budget: int, d_k: int, d_v: int) -> int:
    return budget - what_it_costs(budget, d_k, d_v)


def one_at_least(budget: int, d_k: int, d_v: int) -> int:
    return max(1, longest_sequence(budget, d_k, d_v))


def a_float_of_tokens(budget: int, d_k: int, d_v: int) -> float:
    return float(longest_sequence(budget, d_k, d_v))


def root_of_float(budget: int, d_k: int, d_v: int) -> int:
    return int(math.sqrt(budget / (d_k + d_v)))


def root_of_whole_share(budget: int, d_k: int, d_v: int) -> int:
    return int(math.sqrt(budget // (d_k + d_v)))


def power_one_half(budget: int, d_k: int, d_v: int) -> int:
    return int((budget / (d_k + d_v)) ** 0.5)


def whole_share_to_one_half(budget: int, d_k: int, d_v: int) -> int:
    return int((budget // (d_k + d_v)) ** 0.5)


def root_of_numpy(budget: int, d_k: int, d_v: int) -> int:
    """Beyond 64 bits numpy takes no root of an integer at all."""
    return int(np.sqrt(budget // (d_k + d_v)))


def exact_root_of_float(budget: int, d_k: int, d_v: int) -> int:
    return math.isqrt(int(budget / (d_k + d_v)))


def root_in_28_digits(budget: int, d_k: int, d_v: int) -> int:
    return int((Decimal(budget) / (d_k + d_v)).sqrt())


def root_of_whole_share_in_28_digits(budget: int, d_k: int, d_v: int) -> int:
    return int(Decimal(budget // (d_k + d_v)).sqrt())


def root_in_long_double(budget: int, d_k: int, d_v: int) -> int:
    return int(np.sqrt(np.longdouble(budget) / (d_k + d_v)))


def root_in_single(budget: int, d_k: int, d_v: int) -> int:
    return int(np.sqrt(np.float32(budget) / np.float32(d_k + d_v)))


def ratio_of_roots(budget: int, d_k: int, d_v: int) -> int:
    return int(math.sqrt(budget) / math.sqrt(d_k + d_v))


# ------------------------------------------------------------ in words

Named = tuple[str, str, str]

LINEAR: Named = (
    "linear-in-length",
    "This grows in proportion to the number of tokens, as if each token had to be looked at only once.",
    "Every token looks at every token: how many pairs are there?",
)
HALF: Named = (
    "causal-half",
    "This counts about half of the pairs, those that a causal mask leaves over.",
    "Nothing is masked here; and even with a mask, plain attention computes all scores before it hides some.",
)
CUBIC: Named = (
    "cubic-in-length",
    "This grows with the third power of the number of tokens.",
    "There is a pair for each two tokens, and what one pair costs depends on the widths, not on n.",
)
DOUBLED: Named = (
    "doubled-not-squared",
    "This doubles the number of tokens where it should be squared.",
    "For 10 tokens there are 100 pairs, not 20.",
)
XOR: Named = (
    "power-as-xor",
    "In Python ^ is no power: it compares the binary digits of two numbers.",
    "Write a power with two stars, or multiply the number by itself.",
)
FLOAT: Named = (
    "float-not-int",
    "This returns a float where a whole number is asked for.",
    "Stay with ints all the way: with powers of ints, with the division of two strokes, with math.isqrt.",
)

count_wrongs: tuple[tuple[Named, tuple[Count, ...]], ...] = (
    (LINEAR, (in_proportion,)),
    (
        (
            "one-product-linear",
            "One of the two products is counted for a single token only: it grows with n, not with its square.",
            "The scores are n times n numbers; and each of the n rows of the output adds up n values.",
        ),
        (second_product_in_proportion, first_product_in_proportion),
    ),
    (
        (
            "values-forgotten",
            "This counts the scores only; multiplying the weights by the values is work too.",
            "Two matrix products make an attention, and the second one has to do with d_v.",
        ),
        (scores_only,),
    ),
    (
        (
            "scores-forgotten",
            "This counts the weighted sum of the values only; the scores have to be computed too.",
            "Two matrix products make an attention, and the first one has to do with d_k.",
        ),
        (weighted_sum_only,),
    ),
    (
        (
            "flops-not-multiply-adds",
            "This counts multiplications and additions apart, about twice as many as there are multiply-adds.",
            "One multiplication, and the addition that collects its result, are one step here.",
        ),
        (operations, operations_with_first_product_free),
    ),
    (
        (
            "additions-only",
            "This counts the additions only, one less in each sum than there are products.",
            "Count the products: each is one multiply-add, the first of a sum included.",
        ),
        (additions,),
    ),
    (
        HALF,
        (
            lower_triangle,
            below_the_diagonal,
            half_of_all,
            half_of_the_pairs,
            half_of_each_product,
            scores_in_lower_triangle,
            sums_in_lower_triangle,
        ),
    ),
    (
        (
            "self-left-out",
            "This leaves out the pairs of a token with itself.",
            "A token attends to itself like to any other: count all n times n pairs.",
        ),
        (without_itself,),
    ),
    (DOUBLED, (twice_n,)),
    (
        (
            "one-width-for-both",
            "This is twice the count of one of the two products, which is right only where d_k equals d_v.",
            "Count each product by itself: one sums over d_k components, the other makes d_v of them.",
        ),
        (twice_the_first, twice_the_second),
    ),
    (
        (
            "widths-multiplied",
            "This multiplies d_k by d_v, as if each component of a key met each component of a value.",
            "The two products are made one after the other, so what they cost adds up.",
        ),
        (product_of_widths,),
    ),
    (
        (
            "widths-squared",
            "This squares the widths along with the number of tokens.",
            "A score needs d_k multiply-adds, not the square of that: only the tokens come in pairs.",
        ),
        (squares_of_each, square_of_all),
    ),
    (
        (
            "counts-multiplied",
            "This multiplies the counts of the two products by each other.",
            "The two products are made one after the other, so what they cost adds up.",
        ),
        (product_of_counts,),
    ),
    (CUBIC, (cube, cube_of_tokens_alone, second_product_cubed)),
    (
        (
            "entries-counted",
            "This counts numbers in the matrices, not the work it takes to compute them.",
            "Each number of a product is itself a sum: how many products does it add up?",
        ),
        (results, scores_as_results, inputs),
    ),
    (
        (
            "softmax-counted",
            "This counts work on each score as well, for the scaling or the softmax.",
            "Only the two matrix products are asked for.",
        ),
        (with_work_on_each_score(1), with_work_on_each_score(2), with_work_on_each_score(3)),
    ),
)

FIXED_WIDTH: Named = (
    "fixed-width-integers",
    "Here the count runs over: numpy's integers have a fixed number of binary digits, and start again when they are full.",
    "Python's own ints are as long as they need to be.",
)
ROUNDED: Named = (
    "rounded-through-float",
    "On the way this count goes through a float, which keeps 16 digits and rounds the rest off.",
    "Multiply ints by ints; a 2.0, a single stroke for division or math.pow makes a float.",
)


def readings(named: Named, *functions: Callable[..., Any], hard_only: bool = False) -> tuple[Misconception, ...]:
    """One misconception, in each way it may be written."""
    identifier, says, hint = named
    return tuple(Misconception(identifier, function, says, hint, "hard" if hard_only else "values") for function in functions)


count_misconceptions = (
    *(one for named, functions in count_wrongs for one in readings(named, *functions)),
    *readings(XOR, exclusive_or, exclusive_or_twice),
    *readings(FLOAT, a_float),
    *readings(FIXED_WIDTH, *(on_the_machine(kind) for kind in (np.int32, np.uint32, np.int64, np.uint64)), hard_only=True),
    *readings(FIXED_WIDTH, *(on_the_machine_if_it_fits(kind) for kind in (np.int32, np.uint32)), hard_only=True),
    *readings(ROUNDED, through_a_float, through_two_floats, through_cut_floats, by_true_division, hard_only=True),
)

ratio_misconceptions = (
    *readings(LINEAR, ratio_itself),
    *readings(
        (
            "integer-ratio",
            "This rounds to a whole number, where 6 tokens cost 2.25 times as much as 4.",
            "Divide with a single stroke, and leave what comes after the point.",
        ),
        square_of_whole_ratio,
        whole_ratio_of_squares,
        square_of_rounded_ratio,
        rounded_square,
        square_of_ratio_rounded_up,
        square_rounded_up,
    ),
    *readings(
        (
            "ratio-inverted",
            "This divides the shorter one's cost by the longer one's.",
            "How many times as much: the result is above 1 for the longer sequence.",
        ),
        short_over_long,
    ),
    *readings(DOUBLED, twice_the_ratio),
    *readings(
        (
            "root-not-square",
            "This takes the square root of the ratio, so a sequence four times as long would cost only twice as much.",
            "Longer sequences cost more than in proportion.",
        ),
        root_of_ratio,
    ),
    *readings(CUBIC, cube_of_ratio),
    *readings(
        (
            "squared-twice",
            "This squares the ratio of the costs once more.",
            "The number of pairs holds the square already.",
        ),
        fourth_power,
    ),
    *readings(
        (
            "exponential-in-length",
            "This is 2 to the power of the ratio, as if each further token doubled the work.",
            "The pairs grow with the square of n: n is what is raised, not the exponent.",
        ),
        power_of_two,
    ),
    *readings(
        (
            "only-one-squared",
            "This squares only one of the two lengths.",
            "Both costs hold a square; in Python a power is taken before a division unless parentheses say otherwise.",
        ),
        long_squared,
        short_squared,
    ),
    *readings(
        (
            "difference-not-ratio",
            "This subtracts, where the question is how many times as much.",
            "Divide what the longer one costs by what the shorter one costs.",
        ),
        difference_of_squares,
        square_of_difference,
        difference,
    ),
    *readings(
        (
            "extra-cost-only",
            "This is how much more the longer one costs than the shorter one, not how many times as much.",
            "Two sequences of equal length have the ratio 1.",
        ),
        extra_cost,
        square_of_growth,
    ),
    *readings(
        (
            "percentage",
            "This is in percent.",
            "A sequence twice as long costs 4 times as much: return 4, not 400.",
        ),
        in_percent,
    ),
    *readings(XOR, ratio_of_exclusive_ors, exclusive_or_of_whole_ratio),
    *readings(HALF, ratio_of_lower_triangles, ratio_below_the_diagonal),
    *readings(
        (
            "n-log-n",
            "This takes the cost to be n times its logarithm, as for sorting.",
            "Nothing is skipped here: each token is compared with each.",
        ),
        as_if_sorted,
    ),
)

budget_misconceptions = (
    *(
        one
        for named, functions in count_wrongs
        # The longest sequence by the square of everything is the root of the budget alone, over the widths.
        for one in readings(named, *(most_within(count) for count in functions if count is not square_of_all))
    ),
    *readings(
        (
            "budget-not-used-up",
            "This stays below the budget even where the budget could be used up to the last multiply-add.",
            "At most means that the cost may equal the budget.",
        ),
        below_budget,
    ),
    *readings(
        (
            "one-token-too-many",
            "This is the first length that no longer fits.",
            "When the cost has gone beyond the budget, the token before was the last.",
        ),
        first_too_long,
    ),
    *readings(
        (
            "rounded-up",
            "This rounds the square root up, to a length that no longer fits.",
            "A part of a token can't be bought: what comes after the point is lost.",
        ),
        root_rounded_up,
    ),
    *readings(
        (
            "rounded-to-nearest",
            "This rounds the square root to the nearest whole number, which may no longer fit.",
            "A part of a token can't be bought: what comes after the point is lost.",
        ),
        root_rounded,
    ),
    *readings(
        (
            "squared-not-rooted",
            "This squares the budget's share, where its square root is needed.",
            "The cost holds the square of n; to get back from a square, take the root.",
        ),
        square_of_share,
    ),
    *readings(
        (
            "root-before-division",
            "This takes the root of the budget alone, or rounds before it divides.",
            "First find out what the square of n may be at most, then take its root.",
        ),
        root_before_division,
        roots_cut_before_division,
    ),
    *readings(
        (
            "products-budgeted-apart",
            "This lets each of the two products have a budget of its own.",
            "Both products are paid from one purse: add up what they cost before you compare.",
        ),
        budget_spent_twice,
        budget_halved,
    ),
    *readings(
        (
            "cost-not-length",
            "This returns multiply-adds, spent or left over, where tokens are asked for.",
            "The question is how many tokens fit.",
        ),
        what_it_costs,
        what_is_left,
    ),
    *readings(FLOAT, a_float_of_tokens),
    *readings(
        (
            "at-least-one-token",
            "This returns 1 even where not even one token fits.",
            "With a budget that one token exceeds, the longest sequence has 0 tokens.",
        ),
        one_at_least,
        hard_only=True,
    ),
    *readings(
        (
            "float-square-root",
            "This goes through a float, which keeps 16 digits: for a large budget the root is off by a token.",
            "There is a root for ints, math.isqrt; or check the neighbours of what the float says, in whole numbers.",
        ),
        root_of_float,
        root_of_whole_share,
        power_one_half,
        whole_share_to_one_half,
        root_of_numpy,
        exact_root_of_float,
        ratio_of_roots,
        hard_only=True,
    ),
    *readings(
        (
            "float-square-root",
            "This keeps a limited number of digits, 28 in a Decimal, 19 in a long double or 7 in single precision, so that "
            "for a large budget the root is off by a token.",
            "There is a root for ints, math.isqrt, which is exact whatever the size.",
        ),
        root_in_28_digits,
        root_of_whole_share_in_28_digits,
        root_in_long_double,
        root_in_single,
        hard_only=True,
    ),
)

# ------------------------------------------------------------------ exercise

COUNT_PART = Part(
    function=multiply_adds,
    returns=Returns("whole"),
    task="Count the multiply-adds of one attention over n tokens: those of the scores and those of the weighted sums.",
    points=3.0,
    axes_may_differ=False,
    cases=(
        case("three tokens, by hand", 3, 2, 4),
        case("five tokens", 5, 7, 3),
        case("the chapter's short document", 1_000, 64, 64),
        case("one token", 1, 5, 3, hidden=True),
        case("two tokens", 2, 3, 5, hidden=True),
        case("keys of one component", 7, 1, 9, hidden=True),
        case("values of one component", 9, 10, 1, hidden=True),
        case("as many tokens as components", 6, 6, 6, hidden=True),
        case("values wider than keys", 128, 32, 96, hidden=True),
        case("keys wider than values", 511, 40, 24, hidden=True),
        case("an odd number of tokens, odd widths", 77, 13, 21, hidden=True),
        # Counting pair by pair is right too, and takes too long here.
        hard("the chapter's long document", 10_000, 64, 64),
        hard("more digits than a float keeps", 94_906_267, 67, 62),
        hard("more digits than 64 bits hold", 5_000_000_029, 129, 67),
        hard("a whole library", 1_000_003, 128, 127, hidden=True),
        hard("many more digits than a float keeps", 6_074_001_003, 11, 8, hidden=True),
        hard("all the tokens in the world", 1_000_000_000_039, 3, 5, hidden=True),
        hard("a count of thirty digits", 123_456_789_012_345, 7, 4, hidden=True),
        hard("one token, very wide", 1, 3_000_000_000, 7_000_000_001, hidden=True),
    ),
    relations=(
        Relation(
            "multiplied",
            "twice the tokens cost four times as much",
            "five tokens",
            lambda n, d_k, d_v: (2 * n, d_k, d_v),
            {"by": 4},
        ),
        Relation(
            "same",
            "the widths of keys and values can be exchanged",
            "three tokens, by hand",
            lambda n, d_k, d_v: (n, d_v, d_k),
        ),
        Relation(
            "multiplied",
            "keys and values five times as wide cost five times as much",
            "values wider than keys",
            lambda n, d_k, d_v: (n, 5 * d_k, 5 * d_v),
            {"by": 5},
        ),
        Relation(
            "multiplied",
            "three times the tokens cost nine times as much",
            "an odd number of tokens, odd widths",
            lambda n, d_k, d_v: (3 * n, d_k, d_v),
            {"by": 9},
        ),
    ),
    misconceptions=count_misconceptions,
    hints=(
        "How many scores are there, and how many multiplications does one of them take? And how many for one number of the "
        "output?",
        "A matrix product of (rows, inner) with (inner, columns) takes rows times inner times columns multiply-adds. Count "
        "both products that way, with ints, and add.",
        "Two tokens, d_k = 3, d_v = 1: 2 times 2 scores of 3 products each are 12, and 2 times 1 outputs of 2 products each "
        "are 4, so 16 in all.",
    ),
    why="""
        Both products hold the square of n, one with d_k and one with d_v: that is the quadratic wall. The projections
        that make queries, keys and values are not in this count. They grow only in proportion to n, with the square of
        d_model, so for a short text they are the larger part, and the wall is felt only when n exceeds the widths.
        """,
)

RATIO_PART = Part(
    function=cost_ratio,
    returns=Returns("array"),
    task="Say how many times as much the attention over n_long tokens costs as that over n_short.",
    points=3.0,
    axes_may_differ=False,
    builds_on=tuple(ratio_at_width(width) for width in (1, 64, 2, 8, 10, 16, 32, 100, 128, 512)),
    cases=(
        case("the chapter's two documents", 10_000, 1_000),
        case("twice the tokens", 512, 256),
        case("six tokens and four", 6, 4),
        case("seven tokens and two", 7, 2, hidden=True),
        case("one more token", 17, 16, hidden=True),
        case("neither divides the other", 1_500, 512, hidden=True),
        case("a book and a page", 128_000, 400, hidden=True),
        case("a little longer", 1_000, 900, hidden=True),
        case("three tokens and one", 3, 1, hidden=True),
        case("two primes", 101, 37, hidden=True),
        case("two other primes", 7_919, 13, hidden=True),
        hard("equally long", 9, 9),
        hard("billions of tokens", 5_000_000_000, 3_000_000_000),
        hard("one token and one token", 1, 1, hidden=True),
        hard("billions of tokens, and one more", 7_000_000_001, 7_000_000_000, hidden=True),
        hard("a billion tokens and three", 1_000_000_000, 3, hidden=True),
    ),
    relations=(
        Relation(
            "same",
            "when both sequences get twice as long the ratio stays",
            "six tokens and four",
            lambda n_long, n_short: (2 * n_long, 2 * n_short),
        ),
        Relation(
            "multiplied",
            "when the longer sequence gets three times as long the ratio gets nine times as large",
            "twice the tokens",
            lambda n_long, n_short: (3 * n_long, n_short),
            {"by": 9.0},
        ),
        Relation(
            "multiplied",
            "when the shorter sequence gets three times as long the ratio shrinks to a ninth",
            "the chapter's two documents",
            lambda n_long, n_short: (n_long, 3 * n_short),
            {"by": 1 / 9},
        ),
        Relation(
            "multiplied",
            "when both sequences change, so does the ratio, by the squares of both",
            "two other primes",
            lambda n_long, n_short: (7 * n_long, 5 * n_short),
            {"by": 49 / 25},
        ),
    ),
    misconceptions=ratio_misconceptions,
    hints=(
        "Write the two counts above and below a line: what stands in both, and cancels?",
        "Divide with a single stroke, so that nothing is rounded, and square with two stars.",
        "5 tokens and 2: there are 25 pairs and 4 pairs, and each pair costs the same, so the ratio is 25 / 4 = 6.25.",
    ),
    why="""
        The widths cancel, so the ratio is that of the pairs: twice the tokens cost four times as much, and 10,000 tokens
        a hundred times as much as 1,000. The chapter holds d_k fixed for this; d_v has to stay as well. And it is the
        attention that gets a hundred times as dear, not the whole model, whose other parts grow in proportion to n.
        """,
)

BUDGET_PART = Part(
    function=longest_sequence,
    returns=Returns("whole"),
    task="Find the most tokens whose attention stays within a budget of multiply-adds.",
    points=4.0,
    axes_may_differ=False,
    builds_on=(root_of_share, by_search),
    cases=(
        case("a hundred multiply-adds", 100, 2, 3),
        case("a budget used up to the last", 80, 2, 3),
        case("what the chapter's short document costs", 128_000_000, 64, 64),
        case("ten times as much", 1_280_000_000, 64, 64),
        case("a million multiply-adds", 1_000_000, 8, 25),
        case("keys wider than values", 50_000_000, 90, 33),
        case("one short of a budget used up", 7 * 40**2 - 1, 3, 4, hidden=True),
        case("one more than a budget used up", 9 * 31**2 + 1, 7, 2, hidden=True),
        case("just enough for one token", 13, 6, 7, hidden=True),
        case("not quite enough for another token", 15 * 12**2 + 300, 4, 11, hidden=True),
        case("the narrowest keys and values", 999_999, 1, 1, hidden=True),
        case("keys of one component", 45_678_901, 1, 30, hidden=True),
        case("values of one component", 12_345_678, 12, 1, hidden=True),
        case("values wider than keys", 10**9, 32, 100, hidden=True),
        case("keys much wider than values", 30_000_001, 120, 7, hidden=True),
        # What other counts use up to the last, so that a part on top of such a count shows whether it goes that far.
        case("a small budget", 150, 2, 3, hidden=True),
        case("another small budget", 180, 2, 3, hidden=True),
        case("hundreds of multiply-adds", 306, 2, 3, hidden=True),
        case("more hundreds of multiply-adds", 360, 2, 3, hidden=True),
        case("still more of them", 450, 2, 3, hidden=True),
        case("a large budget", 10**12, 64, 128, hidden=True),
        hard("not even one token fits", 4, 2, 3),
        hard("one short of a large budget used up", 123_456_789_123**2 * 7 - 1, 3, 4),
        hard("the largest budget", 10**30, 64, 64),
        hard("nothing to spend", 0, 5, 2, hidden=True),
        hard("one short of what one token costs", 127, 96, 32, hidden=True),
        hard("one short of a budget of thirty digits", 447_213_595_499_957**2 * 5 - 1, 2, 3, hidden=True),
        hard("a budget of thirty digits used up", 301_511_344_577_763**2 * 11, 5, 6, hidden=True),
        hard("some budget of twenty-nine digits", 98_765_432_109_876_543_210_987_654_321, 1, 2, hidden=True),
        hard("one short of another budget of thirty digits", 249_999_999_999_998**2 * 16 - 1, 7, 9, hidden=True),
        hard("one short of a budget of sixteen digits", 94_906_267**2 * 3 - 1, 1, 2, hidden=True),
        hard("one short of a budget of eighteen digits", 99_999_999**2 * 100 - 1, 37, 63, hidden=True),
    ),
    relations=(
        Relation(
            "multiplied",
            "four times the budget buys twice the tokens",
            "a budget used up to the last",
            lambda budget, d_k, d_v: (4 * budget, d_k, d_v),
            {"by": 2},
        ),
        Relation(
            "same",
            "the widths of keys and values can be exchanged",
            "a million multiply-adds",
            lambda budget, d_k, d_v: (budget, d_v, d_k),
        ),
        Relation(
            "same",
            "three times the budget for keys and values three times as wide buys as many tokens",
            "values wider than keys",
            lambda budget, d_k, d_v: (3 * budget, 3 * d_k, 3 * d_v),
        ),
    ),
    misconceptions=budget_misconceptions,
    hints=(
        "If n tokens cost the square of n times something, what may the square of n be at most?",
        "Divide the budget by what one pair of tokens costs, with the division of two strokes, and take the root with "
        "math.isqrt, which works on ints and rounds down.",
        "A budget of 50 with d_k = 1 and d_v = 2: a pair costs 3, so there may be 16 pairs, and 4 tokens have just 16. With "
        "a budget of 47 there may be 15 pairs, and only 3 tokens fit.",
    ),
    why="""
        Four times the budget buys only twice the text: that is the quadratic wall seen from the other side, and the reason
        why long contexts call for attention that skips pairs. The root has to be taken of an int: rounded to a float, a
        budget one short of a square becomes that square.
        """,
)

EXERCISE = Exercise(
    title="Computational cost",
    parts=(COUNT_PART, RATIO_PART, BUDGET_PART),
    printed=(
        ("10,000 tokens cost (10,000 / 1,000) squared, 100 times as much as 1,000", lambda: cost_ratio(10_000, 1_000), 100),
        ("doubling the input length quadruples the attention compute", lambda: cost_ratio(2_000, 1_000), 4),
        (
            "the same from the two counts, d_k held fixed",
            lambda: multiply_adds(10_000, 64, 64) / multiply_adds(1_000, 64, 64),
            100,
        ),
        (
            "twice the length, counted",
            lambda: multiply_adds(2_000, 64, 64) == 4 * multiply_adds(1_000, 64, 64),
            True,
        ),
    ),
)
