"""Answer file of exercise 3: softmax weights. Teachers only."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Asking, Exercise, Law, Misconception, Part, Relation, Returns, ask, case, error, hard

# ---------------------------------------------------------------- references


def softmax_weights(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    # The maximum of no keys at all is refused by numpy itself, with a ValueError.
    highest = scores.max(axis=1, keepdims=True)
    if np.isneginf(highest).any():
        raise ValueError("a query whose scores are all minus infinity has no weights")
    powers = np.exp(scores - highest)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def attention_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return softmax_weights(Q @ K.T / math.sqrt(Q.shape[1]))


def through_softmax_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> Asking:
    return (yield ask("softmax_weights", Q @ K.T / math.sqrt(Q.shape[1])))


# ------------------------------------------------- misconceptions of softmax

Matrix = NDArray[np.float64]
Weighing = Callable[[Matrix], Matrix]
Scoring = Callable[[Matrix, Matrix], Matrix]


def powers_of(scores: Matrix) -> Matrix:
    """Powers that do not overflow, each row up to a factor of its own."""
    return np.asarray(np.exp(scores - scores.max(axis=1, keepdims=True)))


def down_the_columns(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=0))
    return np.asarray(powers / powers.sum(axis=0))


def down_the_columns_turned(scores: Matrix) -> Matrix:
    return down_the_columns(scores).T


def powers_of_rows_over_columns(scores: Matrix) -> Matrix:
    powers = powers_of(scores)
    return np.asarray(powers / powers.sum(axis=0))


def over_everything(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def powers_of_rows_over_everything(scores: Matrix) -> Matrix:
    powers = powers_of(scores)
    return np.asarray(powers / powers.sum())


def sums_along_the_wrong_side(scores: Matrix) -> Matrix:
    powers = powers_of(scores)
    return np.asarray(powers / powers.sum(axis=1))


def plain_sums_along_the_wrong_side(scores: Matrix) -> Matrix:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=1))


def maximum_of_each_column(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=0))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def turned(scores: Matrix) -> Matrix:
    return softmax_weights(scores).T


def overflowing(scores: Matrix) -> Matrix:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def overflowing_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(overflowing(scores))


def overflowing_sooner(scores: Matrix) -> Matrix:
    """In single precision."""
    powers = np.exp(scores.astype(np.float32))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def overflowing_loops(scores: Matrix) -> Matrix:
    rows = [[math.exp(score) for score in row] for row in scores.tolist()]
    return np.array([[power / sum(row) for power in row] for row in rows])


def one_maximum_for_all(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def one_maximum_for_all_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(one_maximum_for_all(scores))


def minimum_taken_off(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.min(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def clipped_at(limit: float) -> Weighing:
    def clipped(scores: Matrix) -> Matrix:
        return overflowing(np.clip(scores, -limit, limit))

    return clipped


def share_of_sum(scores: Matrix) -> Matrix:
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def share_of_sizes(scores: Matrix) -> Matrix:
    return np.asarray(np.abs(scores) / np.abs(scores).sum(axis=1, keepdims=True))


def signed_share_of_sizes(scores: Matrix) -> Matrix:
    return np.asarray(scores / np.abs(scores).sum(axis=1, keepdims=True))


def share_above_lowest(scores: Matrix) -> Matrix:
    return share_of_sum(scores - scores.min(axis=1, keepdims=True))


def between_lowest_and_highest(scores: Matrix) -> Matrix:
    above = scores - scores.min(axis=1, keepdims=True)
    return np.asarray(above / above.max(axis=1, keepdims=True))


def winner_takes_all(scores: Matrix) -> Matrix:
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def winners_share(scores: Matrix) -> Matrix:
    winners = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(winners / winners.sum(axis=1, keepdims=True))


def all_winners_take_all(scores: Matrix) -> Matrix:
    return np.where(scores == scores.max(axis=1, keepdims=True), 1.0, 0.0)


def sigmoid(scores: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-scores)))


def shared_sigmoid(scores: Matrix) -> Matrix:
    return share_of_sum(sigmoid(scores))


def logarithms(scores: Matrix) -> Matrix:
    above = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=1, keepdims=True)))


def powers_of_two(scores: Matrix) -> Matrix:
    powers = np.exp2(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def plain_powers(scores: Matrix) -> Matrix:
    return np.exp(scores)


def of_opposite_scores(scores: Matrix) -> Matrix:
    return softmax_weights(-scores)


def twice(scores: Matrix) -> Matrix:
    return softmax_weights(softmax_weights(scores))


def over_root_of_keys(scores: Matrix) -> Matrix:
    return softmax_weights(scores / math.sqrt(scores.shape[1]))


def over_root_of_queries(scores: Matrix) -> Matrix:
    return softmax_weights(scores / math.sqrt(scores.shape[0]))


Wrong = tuple[str, str, str, tuple[Weighing, ...]]

wrong_weights: tuple[Wrong, ...] = (
    (
        "softmax-over-columns",
        "This is what softmax down the columns (axis=0) gives.",
        "A row is one query; it shares out its attention over the keys, so its own weights add up to 1.",
        (down_the_columns, down_the_columns_turned, powers_of_rows_over_columns),
    ),
    (
        "softmax-over-everything",
        "This is one softmax over the whole matrix: all weights together add up to 1.",
        "Each query has a whole attention of its own to share out, so each row needs its own sum.",
        (over_everything, powers_of_rows_over_everything),
    ),
    (
        "keepdims-forgotten",
        "This divides each column by the sum of the row with the same number: the sums lie along the wrong side.",
        "Keep the summed axis, with length 1, so that each sum stays beside its own row.",
        (sums_along_the_wrong_side, plain_sums_along_the_wrong_side),
    ),
    (
        "maximum-per-column",
        "This subtracts the largest score of each column, which changes the weights.",
        "Only a number that is the same all along a row cancels; take each row's own largest score.",
        (maximum_of_each_column,),
    ),
    (
        "weights-transposed",
        "These are the right weights turned over: a row for each key and a column for each query.",
        "Row i belongs to query i.",
        (turned,),
    ),
    (
        "linear-normalisation",
        "This makes shares of the scores themselves, without the exponential.",
        "Scores may be negative or add up to 0; raise e to their power first, which makes all of them positive.",
        (share_of_sum, share_of_sizes, signed_share_of_sizes, share_above_lowest, between_lowest_and_highest),
    ),
    (
        "hardmax",
        "This gives everything to the key with the largest score.",
        "Softmax is soft: a smaller score gets a smaller weight, not none.",
        (winner_takes_all, winners_share, all_winners_take_all),
    ),
    (
        "sigmoid",
        "This puts each score through a sigmoid, as if the other keys were not there.",
        "The weights of a row depend on one another: what one key gains, the others lose.",
        (sigmoid, shared_sigmoid),
    ),
    (
        "log-softmax",
        "These are the logarithms of the weights.",
        "Weights lie between 0 and 1; leave out the logarithm.",
        (logarithms,),
    ),
    (
        "base-two",
        "This raises 2 to the power of the scores, not e.",
        "Softmax uses the number e, 2.718…",
        (powers_of_two,),
    ),
    (
        "exponentials-not-normalised",
        "These are the exponentials alone; they do not add up to 1 yet.",
        "Divide each row by its own sum.",
        (plain_powers, powers_of),
    ),
    (
        "softmin",
        "This is the softmax of the scores with the opposite sign, so the worst key gets the most attention.",
        "A larger score means a better fit and deserves a larger weight.",
        (of_opposite_scores,),
    ),
    (
        "softmax-twice",
        "This puts the weights through softmax once more, which makes them almost equal.",
        "Once is enough: after it each row adds up to 1.",
        (twice,),
    ),
    (
        "scaled-by-sequence-length",
        "This divides the scores by the square root of the number of tokens.",
        "Only the length of the vectors, d_k, calls for scaling, never how many there are.",
        (over_root_of_keys, over_root_of_queries),
    ),
)

overflows: tuple[Wrong, ...] = (
    (
        "no-max-subtraction",
        "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
        "Adding one number to a whole row changes no weight: choose it so that the largest score becomes 0.",
        (overflowing, overflowing_with_zeros, overflowing_sooner, overflowing_loops),
    ),
    (
        "global-max-underflow",
        "This subtracts the largest score of the whole matrix; in rows far below it every exponential becomes 0.",
        "Each row needs its own largest score taken off.",
        (one_maximum_for_all, one_maximum_for_all_with_zeros),
    ),
    (
        "minimum-subtracted",
        "This subtracts each row's smallest score, so that the largest still overflows.",
        "The largest exponent is the dangerous one: after subtracting it should be 0.",
        (minimum_taken_off,),
    ),
    (
        "scores-clipped",
        "This cuts the scores off at a limit, so that scores beyond it all count the same.",
        "Differences between large scores matter as much as those between small ones: shift a row, do not cut it.",
        (clipped_at(50), clipped_at(100), clipped_at(500), clipped_at(700)),
    ),
)

softmax_misconceptions = (
    *(Misconception(name, wrong, says, hint) for name, says, hint, all_of in wrong_weights for wrong in all_of),
    *(Misconception(name, wrong, says, hint, "hard") for name, says, hint, all_of in overflows for wrong in all_of),
)

# ----------------------------------------------- misconceptions of attention


def scaled(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(q.shape[1])


def put_after(scoring: Scoring, weighing: Weighing = softmax_weights) -> Scoring:
    """Weights from two steps of which one is wrong."""

    def weights(q: Matrix, k: Matrix) -> Matrix:
        return weighing(scoring(q, k))

    return weights


def not_scaled(q: Matrix, k: Matrix) -> Matrix:
    return q @ k.T


def over_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / float(q.shape[1])


def times_root_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) * math.sqrt(q.shape[1])


def over_half_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / float(q.shape[1] ** 1 / 2)


def over_twice_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / float(q.shape[1]) ** 1 / 2


def over_whole_root(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / int(math.sqrt(q.shape[1]))


def over_root_2(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(2)


def over_root_64(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(64)


def over_root_of_all_keys(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(len(k))


def over_root_of_all_queries(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(len(q))


def keys_against_queries(q: Matrix, k: Matrix) -> Matrix:
    return (k @ q.T) / math.sqrt(q.shape[1])


def queries_against_queries(q: Matrix, k: Matrix) -> Matrix:
    return (q @ q.T) / math.sqrt(q.shape[1])


def keys_against_keys(q: Matrix, k: Matrix) -> Matrix:
    return (k @ k.T) / math.sqrt(q.shape[1])


def cosine(q: Matrix, k: Matrix) -> Matrix:
    lengths = np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
    return np.asarray((q @ k.T) / lengths)


def scaled_cosine(q: Matrix, k: Matrix) -> Matrix:
    return cosine(q, k) / math.sqrt(q.shape[1])


def negative_squared_distance(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray(-((q[:, np.newaxis, :] - k) ** 2).sum(axis=-1))


def negative_distance(q: Matrix, k: Matrix) -> Matrix:
    return -np.sqrt(-negative_squared_distance(q, k))


def scaled_negative_squared_distance(q: Matrix, k: Matrix) -> Matrix:
    return negative_squared_distance(q, k) / math.sqrt(q.shape[1])


def scaled_negative_distance(q: Matrix, k: Matrix) -> Matrix:
    return negative_distance(q, k) / math.sqrt(q.shape[1])


def keys_left_as_they_are(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k) / math.sqrt(q.shape[1])


def keys_reshaped(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.reshape(k.shape[1], k.shape[0])) / math.sqrt(q.shape[1])


def weights_over_root_d_k(q: Matrix, k: Matrix) -> Matrix:
    return softmax_weights(q @ k.T) / math.sqrt(q.shape[1])


def scaled_weights_over_root_d_k(q: Matrix, k: Matrix) -> Matrix:
    return softmax_weights(scaled(q, k)) / math.sqrt(q.shape[1])


def weights_times_root_d_k(q: Matrix, k: Matrix) -> Matrix:
    return softmax_weights(q @ k.T) * math.sqrt(q.shape[1])


def readings(identifier: str, says: str, hint: str, *functions: Scoring) -> tuple[Misconception, ...]:
    """One misconception, in each way it may be written."""
    return tuple(Misconception(identifier, function, says, hint) for function in functions)


sequence_length = next(wrong for wrong in wrong_weights if wrong[0] == "scaled-by-sequence-length")

attention_misconceptions = (
    *(
        Misconception(name, put_after(scaled, wrong), says, hint)
        for name, says, hint, all_of in wrong_weights
        if name != "scaled-by-sequence-length"
        for wrong in all_of
        if wrong is not down_the_columns_turned
    ),
    *(
        Misconception(name, put_after(scaled, wrong), says, hint, "hard")
        for name, says, hint, all_of in overflows
        for wrong in all_of
        if wrong is not overflowing_sooner
    ),
    *readings(
        "not-scaled",
        "This is the softmax of the plain dot products; the division by the square root of d_k is missing.",
        "Exercise 2 computes the scores that belong here: the scaled ones.",
        put_after(not_scaled),
    ),
    *readings(
        "scaled-by-d_k",
        "This divides the scores by d_k itself, or twice by its square root.",
        "The variance grows with d_k; a score has the size of the standard deviation, which grows with its root.",
        put_after(over_d_k),
    ),
    *readings(
        "scaled-after-softmax",
        "This scales the weights, after the softmax, where the scores should have been scaled.",
        "Scaling is there to keep the softmax's input small; what comes out of the softmax is final.",
        weights_over_root_d_k,
        scaled_weights_over_root_d_k,
        weights_times_root_d_k,
    ),
    *readings(
        *sequence_length[:3],
        put_after(over_root_of_all_keys),
        put_after(over_root_of_all_queries),
        put_after(scaled, over_root_of_keys),
        put_after(scaled, over_root_of_queries),
    ),
    *readings(
        "scale-not-inverted",
        "This multiplies the scores by the square root of d_k, so long vectors leave a single winner.",
        "Scaling should shrink the scores of long vectors.",
        put_after(times_root_d_k),
    ),
    *readings(
        "scaled-by-half-d_k",
        "This divides the scores by half of d_k: `d_k ** 1/2` means (d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        put_after(over_half_d_k),
    ),
    *readings(
        "scaled-by-twice-d_k",
        "This divides the scores by d_k and then by 2: `scores / d_k ** 1/2` means (scores / d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        put_after(over_twice_d_k),
    ),
    *readings(
        "scale-rounded-down",
        "This divides the scores by the square root of d_k cut to a whole number.",
        "The root of d_k is seldom whole, and is wanted in full.",
        put_after(over_whole_root),
    ),
    *readings(
        "scale-hard-coded",
        "This always divides by the same root, whatever the width of the vectors it is given.",
        "The chapter's example has d_k = 2 and its usual head 64; take d_k from the shape of what you are given.",
        put_after(over_root_2),
        put_after(over_root_64),
    ),
    *readings(
        "scores-transposed",
        "This is the softmax of the scores turned over: the keys share out attention over the queries.",
        "Row i belongs to query i, so the queries come first in the product.",
        put_after(keys_against_queries),
    ),
    *readings(
        "queries-with-queries",
        "This compares the queries with the queries themselves; the keys play no part.",
        "A score asks how well a key fits a query: one factor has to be K.",
        put_after(queries_against_queries),
    ),
    *readings(
        "keys-with-keys",
        "This compares the keys with the keys themselves; the queries play no part.",
        "A score asks how well a key fits a query: one factor has to be Q.",
        put_after(keys_against_keys),
    ),
    *readings(
        "cosine-similarity",
        "This is the softmax of cosine similarities, which know nothing of how long the vectors are.",
        "In attention a long query or a long key may count for more; no vector is brought to length 1.",
        put_after(cosine),
        put_after(scaled_cosine),
    ),
    *readings(
        "distance-not-dot-product",
        "This is the softmax of how near each query and key are, not of their dot product.",
        "Multiply matching components and add them up; do not subtract them.",
        put_after(negative_squared_distance),
        put_after(scaled_negative_squared_distance),
        put_after(negative_distance),
        put_after(scaled_negative_distance),
    ),
    *readings(
        "keys-not-transposed",
        "Here the keys are not transposed (reshaping does not do it either), so a query meets pieces of several keys.",
        "In K each key is a row, while a matrix product takes columns on its right: rows have to become columns, whole.",
        put_after(keys_left_as_they_are),
        put_after(keys_reshaped),
    ),
    *readings(
        "softmax-forgotten",
        "These are the scaled scores; the softmax is missing.",
        "Send the scores through the function you wrote before.",
        scaled,
    ),
)

# --------------------------------------------------------------------- cases


def drawn(seed: int, rows: int, columns: int, spread: float = 1.0, middle: float = 0.0) -> Matrix:
    """Sixteenths, which single precision holds exactly: whoever computes in it loses nothing at the door."""
    return np.asarray(np.round(np.random.default_rng(seed).normal(middle, spread, (rows, columns)) * 16) / 16)


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])
far = -np.inf
UNREACHED = 1e-12
"""The largest weight that a key out of reach may get."""

softmax_cases = (
    case("the scaled scores of the chapter's three tokens", scaled(chapter_q, chapter_k)),
    case("two queries, four keys", matrix([0.5, 1.5, -1, 0], [2, 1, 0.5, -0.5])),
    case("four queries, two keys", matrix([0.5, 2], [3, 1], [-1, -2.5], [0, 0.25])),
    case("more keys than queries", drawn(301, 2, 6), hidden=True),
    case("more queries than keys", drawn(302, 7, 3), hidden=True),
    case("one query", drawn(303, 1, 5), hidden=True),
    case("as many queries as keys", drawn(304, 4, 4), hidden=True),
    case("negative scores only", drawn(305, 3, 4, 1.5, -6.0), hidden=True),
    case("positive scores only", drawn(306, 5, 3, 1.5, 7.0), hidden=True),
    case("scores close together", np.round(drawn(307, 3, 5) / 20, 3), hidden=True),
    case("scores wide apart", drawn(308, 4, 6, 6.0), hidden=True),
    case("rows at different heights", drawn(309, 3, 4) + matrix([8], [0], [-8]), hidden=True),
    case("columns at different heights", drawn(310, 4, 3) + matrix([5, 0, -5]), hidden=True),
    hard("scores around ten thousand", matrix([10000, 10001, 9999.5], [9998, 9997, 9999]), large=True),
    hard("one row far below another", matrix([400, 401, 399.5, 398], [-402, -401, -401.5, -400]), large=True),
    hard("scores of minus infinity", matrix([0.5, far, 1], [far, far, 2], [1.5, 0, far]), zero_within=UNREACHED),
    hard("whole numbers in an integer array", np.array([[1, 2, 0, 3], [0, -1, 1, 4]])),
    hard("equal scores in a row", matrix([3.7, 3.7, 3.7, 3.7], [-0.1, -0.1, -0.1, -0.1]), hidden=True),
    hard("one key", matrix([2.5], [-1], [0]), hidden=True),
    hard("a single score", matrix([-3.25]), hidden=True),
    hard("very high and very low scores in one row", matrix([1e4, -1e4, 1e4 - 1], [-1e4, 1e4, 0]), hidden=True, large=True),
    hard("very low scores throughout", drawn(321, 3, 4, 1.0, -1e4), hidden=True, large=True),
    hard("a very high row, a very low row and an ordinary one", drawn(322, 3, 5) + matrix([1e4], [-1e4], [0]),
         hidden=True, large=True),
    hard("rows too low for their exponentials", matrix([-750, -751, -752.5], [-800, -799, -801], [-747, -746, -748]),
         hidden=True, large=True),
    hard("rows just low enough for a tiny number to matter", drawn(323, 4, 3, 1.0, -35.0), hidden=True),
    hard("rows that need more than single precision's range", drawn(324, 3, 4, 1.0, 95.0), hidden=True, large=True),
    hard("a key out of reach for every query", matrix([0.3, far, -1, 2], [1, far, 0, 0.5]), hidden=True, zero_within=UNREACHED),
    hard("only one key within reach", matrix([far, far, -4], [7, far, far]), hidden=True, zero_within=UNREACHED),
    hard("minus infinity beside very low scores", matrix([-1e4, far, -1e4 + 2], [far, -1e4, -1e4 + 1]),
         hidden=True, large=True, zero_within=UNREACHED),
    hard("minus infinity beside very high scores", matrix([1e4, far, 1e4 + 1, 1e4 - 1], [far, 9e3, 9e3, far]),
         hidden=True, large=True, zero_within=UNREACHED),
    hard("integers far from 0", np.array([[10000, 9999], [-10000, -9998], [3, 5]]), hidden=True, large=True),
    hard("many queries and keys", drawn(325, 24, 40, 2.0), hidden=True),
    error("a row of minus infinity among others is refused", matrix([1, 2], [far, far], [0, far])),
    error("no keys at all are refused", np.zeros((2, 0))),
    error("a single row of minus infinity is refused", matrix([far, far, far]), hidden=True),
    error("a first row of minus infinity is refused", matrix([far, far, far], [0.5, 1, far]), hidden=True),
    error("nothing but minus infinity is refused", np.full((3, 2), far), hidden=True),
    error("one key out of reach for a query is refused", matrix([1.5], [far]), hidden=True),
    error("one query without keys is refused", np.zeros((1, 0)), hidden=True),
)  # fmt: skip

softmax_relations = (
    Relation(
        "same",
        "adding the same number to a whole row of scores changes no weight",
        "two queries, four keys",
        lambda scores: (scores + matrix([3], [-2]),),
    ),
    Relation(
        "columns-reordered",
        "reordering the keys reorders the columns the same way",
        "the scaled scores of the chapter's three tokens",
        lambda scores: (scores[:, [1, 2, 0]],),
        {"order": [1, 2, 0]},
    ),
    Relation(
        "rows-reordered",
        "reordering the queries reorders the rows the same way",
        "the scaled scores of the chapter's three tokens",
        lambda scores: (scores[[2, 0, 1]],),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "same",
        "adding a number of its own to each of many rows changes no weight",
        "more queries than keys",
        lambda scores: (scores + matrix([-18], [5], [0], [-11], [12], [1], [-4]),),
    ),
    Relation(
        "rows-reordered",
        "leaving out queries leaves the weights of the others as they are",
        "as many queries as keys",
        lambda scores: (scores[[3, 1]],),
        {"order": [3, 1]},
    ),
    Relation(
        "columns-reordered",
        "turning the order of the keys round turns the columns round",
        "as many queries as keys",
        lambda scores: (scores[:, ::-1],),
        {"order": [3, 2, 1, 0]},
    ),
)

large_q = matrix([100, 1, 2], [-100, 0.5, 1])
large_k = matrix([100.03125, 1, -1], [100.015625, -2, 0.5], [99.984375, 0.5, 1], [100, 2, 2])

attention_cases = (
    case("the chapter's three tokens", chapter_q, chapter_k),
    case(
        "two queries, four keys of five components",
        matrix([1, 2, 0, -1, 1], [0.5, -1, 1, 0, 2]),
        matrix([2, 1, 0, 1, 1], [0, 1.5, 1, -1, 0], [1, 0, 0, 2, -2], [-1, 1, 2, 0, 0.5]),
    ),
    case(
        "four queries, two keys of three components",
        matrix([1, 0, 2], [0, -1, 1], [1.5, 1, 0], [-1, 0.5, 1]),
        matrix([2, 1, 0], [0.5, -1, 1]),
    ),
    case(
        "as many tokens as components",
        matrix([1, 2, 0], [0, -1, 1.5], [2, 0.5, 1]),
        matrix([1, 0, 0.5], [0.5, 1, -1], [0, 1, -0.5]),
    ),
    case("more keys than queries", drawn(331, 2, 5), drawn(332, 6, 5), hidden=True),
    case("more queries than keys", drawn(333, 7, 4), drawn(334, 3, 4), hidden=True),
    case("one query", drawn(335, 1, 6), drawn(336, 5, 6), hidden=True),
    case("as many keys as queries", drawn(337, 4, 9), drawn(338, 4, 9), hidden=True),
    case("vectors of one component", drawn(339, 3, 1), drawn(340, 4, 1), hidden=True),
    case("longer vectors", drawn(341, 5, 17), drawn(342, 3, 17), hidden=True),
    case("larger numbers", drawn(343, 3, 2, 3.0), drawn(344, 5, 2, 3.0), hidden=True),
    case("negative numbers only", -np.abs(drawn(345, 3, 7)) - 0.1, -np.abs(drawn(346, 4, 7)) - 0.1, hidden=True),
    case("as many keys as components", drawn(347, 2, 4), drawn(348, 4, 4), hidden=True),
    case("as many queries as components", drawn(349, 5, 5), drawn(350, 2, 5), hidden=True),
    hard("very large numbers", large_q, large_k, large=True),
    hard("keys that pull strongly both ways", matrix([40, 1, 2], [-40, 0.5, 1]),
         matrix([17, 1, -1], [17.015625, -2, 0.5], [-17, 0.5, 1], [-17.03125, 2, 2]), large=True),
    hard("one query far below the others", matrix([40, 1], [-40, 0], [1, 2]), matrix([20, 1], [20.03125, -1], [19.96875, 0.5]),
         large=True),
    hard("one key", drawn(351, 3, 4), drawn(352, 1, 4), hidden=True),
    hard("the same key several times", drawn(353, 3, 5), np.repeat(drawn(354, 1, 5), 4, axis=0), hidden=True),
    hard("a query of zeros", matrix([0, 0, 0], [1, -2, 0.5]), drawn(355, 5, 3), hidden=True),
    hard("very large numbers of one sign", -large_q[1:], large_k[:, [0, 2, 1]], hidden=True, large=True),
    hard("scores of both signs, all very large", drawn(356, 4, 3, 60.0), drawn(357, 5, 3, 60.0), hidden=True, large=True),
    hard("every score very low", matrix([-80, 0.5], [-90, 1], [-85, -1]), matrix([30, 1], [30.015625, 2], [30.03125, 0.5]),
         hidden=True, large=True),
    hard("vectors as wide as a usual head", drawn(358, 3, 64), drawn(359, 4, 64), hidden=True),
    hard("many tokens", drawn(360, 20, 3), drawn(361, 33, 3), hidden=True),
    error("no keys at all are refused", matrix([1, 0, 2], [0, 1, 1]), np.zeros((0, 3))),
    error("one query without keys is refused", matrix([0.5, 1]), np.zeros((0, 2)), hidden=True),
)  # fmt: skip

attention_relations = (
    Relation(
        "rows-reordered",
        "reordering the queries reorders the rows the same way",
        "the chapter's three tokens",
        lambda q, k: (q[[2, 0, 1]], k),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "columns-reordered",
        "reordering the keys reorders the columns the same way",
        "the chapter's three tokens",
        lambda q, k: (q, k[[1, 2, 0]]),
        {"order": [1, 2, 0]},
    ),
    Relation(
        "same",
        "adding one and the same vector to every key changes no weight",
        "two queries, four keys of five components",
        lambda q, k: (q, k + matrix([1, 0, -1, 0.5, 1])),
    ),
    Relation(
        "same",
        "doubling every query and halving every key changes no weight",
        "four queries, two keys of three components",
        lambda q, k: (2 * q, k / 2),
    ),
    Relation(
        "same",
        "vectors of four times the length, each component repeated, keep their weights when the queries are halved",
        "more keys than queries",
        lambda q, k: (np.repeat(q, 4, axis=1) / 2, np.repeat(k, 4, axis=1)),
    ),
    Relation(
        "rows-reordered",
        "leaving out queries leaves the weights of the others as they are",
        "as many keys as queries",
        lambda q, k: (q[[3, 1]], k),
        {"order": [3, 1]},
    ),
    Relation(
        "same",
        "taking the components of all queries and keys in another order changes no weight",
        "longer vectors",
        lambda q, k: (q[:, ::-1], k[:, ::-1]),
    ),
)

shares = (
    Law("rows-sum-to-one", "each query's weights add up to 1"),
    Law("not-negative", "no weight is negative"),
)

# ------------------------------------------------------------------ exercise

EXERCISE = Exercise(
    title="Softmax weights",
    parts=(
        Part(
            function=softmax_weights,
            returns=Returns("array", (("queries", "keys"),)),
            task="Turn each query's scores into weights that add up to 1, whatever the size of the scores.",
            cases=softmax_cases,
            hints=(
                "Who shares out attention, a query over the keys or a key over the queries? And what happens to e^1000?",
                "Use np.exp and a sum along the keys axis (axis=1, with keepdims=True, so that each sum stays beside its row); "
                "take each row's largest score off first, so that no exponent is above 0.",
                "By hand, with scores [[0, 1.0986], [1000, 1000]]: less its largest score, row 0 is [-1.0986, 0], with "
                "exponentials [0.3333, 1] and sum 1.3333, so its weights are [0.25, 0.75]; row 1 becomes [0, 0], then [1, 1], "
                "then [0.5, 0.5].",
            ),
            why="""
                The exponential makes every score positive and keeps their order; dividing by the row's own sum makes
                shares of them. A number taken off a whole row multiplies all its exponentials by the same factor, and
                the division cancels it: so the largest score can be taken off for free, and nothing overflows. A score
                of minus infinity becomes a weight of exactly 0, which exercise 4 puts to use.
                """,
            laws=(*shares, Law("order-kept-in-rows", "a larger score never gets a smaller weight than another in its row")),
            relations=softmax_relations,
            misconceptions=softmax_misconceptions,
        ),
        Part(
            function=attention_weights,
            builds_on=(through_softmax_weights,),
            returns=Returns("array", (("queries", "keys"),)),
            task="Compute the attention weights of queries and keys: the softmax of their scaled scores.",
            cases=attention_cases,
            hints=(
                "Which two steps lead from queries and keys to weights, and which of them comes first?",
                "Multiply Q by K transposed, divide by np.sqrt of the size of Q's second axis, and hand the result to the "
                "function above.",
                "By hand, with d_k = 4, queries [2, 0, 0, 0] and [0, 0.4, 0, 0] and keys [1.0986, 0, 0, 0] and [0, 5, 0, 0]: "
                "the scores are [[2.1972, 0], [0, 2]], the scaled ones [[1.0986, 0], [0, 1]], their exponentials [[3, 1], "
                "[1, 2.7183]], the weights [[0.75, 0.25], [0.2689, 0.7311]].",
            ),
            why="""
                Without the scaling, long vectors give scores so far apart that the softmax picks one winner, and a
                softmax that has settled on one winner hardly learns any more. Scaled, the weights stay soft: "failed"
                gives 0.4011 to "UPI", 0.4011 to "payment" and 0.1978 to itself, by what the words hold and not by
                where they stand.
                """,
            laws=shares,
            relations=attention_relations,
            misconceptions=attention_misconceptions,
        ),
    ),
    printed=(
        (
            "the weights of all three tokens",
            lambda: attention_weights(chapter_q, chapter_k),
            [[0.4011, 0.1978, 0.4011], [0.2840, 0.5760, 0.1400], [0.4011, 0.4011, 0.1978]],
        ),
        (
            "the weights of the query payment, from its scaled scores",
            lambda: softmax_weights(matrix([0, 1 / math.sqrt(2), -1 / math.sqrt(2)])),
            [[0.2840, 0.5760, 0.1400]],
        ),
    ),
)
