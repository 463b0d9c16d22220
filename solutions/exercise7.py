"""Answer file of exercise 7: scaled dot-product attention. Teachers only."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Exercise, Law, Misconception, Part, Relation, Returns, case, hard

# ----------------------------------------------------------------- reference

Matrix = NDArray[np.float64]


def attention(
    Q: NDArray[np.float64], K: NDArray[np.float64], V: NDArray[np.float64], mask: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    scores = Q @ K.T / math.sqrt(Q.shape[1])
    if mask is not None:
        scores = scores + mask
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return weights @ V, weights


# ------------------------------------------------ attention, step after step

Scoring = Callable[[Matrix, Matrix, Matrix], Matrix]
"""Scores from Q, K and V: who gets the scale wrong may look at any of them."""
Masking = Callable[[Matrix, Matrix], Matrix]
"""Scores, or weights, and a mask."""
Weighing = Callable[[Matrix], Matrix]
Ending = Callable[[Matrix, Matrix, Matrix, Matrix], object]
"""What is returned, from weights, Q, K and V."""
Attention = Callable[..., object]


def scaled(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(q.shape[1])


def added(scores: Matrix, mask: Matrix) -> Matrix:
    return scores + mask


def row_shares(scores: Matrix) -> Matrix:
    return share_of_sum(powers_of(scores))


def share_of_sum(powers: Matrix) -> Matrix:
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def powers_of(scores: Matrix) -> Matrix:
    """Powers that do not overflow, each row up to a factor of its own."""
    return np.asarray(np.exp(scores - scores.max(axis=1, keepdims=True)))


def output_and_weights(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return weights @ v, weights


def made_of(
    scoring: Scoring = scaled,
    masking: Masking = added,
    weighing: Weighing = row_shares,
    ending: Ending = output_and_weights,
) -> Attention:
    """Attention with one of its steps done another way."""

    def attend(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
        scores = scoring(q, k, v)
        weights = weighing(scores if mask is None else masking(scores, mask))
        return ending(weights, q, k, v)

    return attend


def masked_late(masking: Masking) -> Attention:
    """The mask is applied to weights, after the softmax."""

    def attend(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
        weights = row_shares(scaled(q, k, v))
        weights = weights if mask is None else masking(weights, mask)
        return weights @ v, weights

    return attend


# ---------------------------------------------------- misconceptions: scores


def over(divisor: Callable[[Matrix, Matrix, Matrix], float]) -> Scoring:
    """Scores over a divisor of the student's own."""
    return lambda q, k, v: np.asarray((q @ k.T) / divisor(q, k, v))


def cosine(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    lengths = np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
    return np.asarray((q @ k.T) / lengths)


def nearness(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    return np.asarray(-((q[:, np.newaxis, :] - k) ** 2).sum(axis=-1))


def rooted_nearness(q: Matrix, k: Matrix, v: Matrix) -> Matrix:
    return -np.sqrt(-nearness(q, k, v))


def then_scaled(scoring: Scoring) -> Scoring:
    """A wrong scoring, scaled as it should be."""
    return lambda q, k, v: scoring(q, k, v) / math.sqrt(q.shape[1])


# ------------------------------------------------------ misconceptions: mask


def with_another_mask(other: Callable[[Matrix], Matrix]) -> Masking:
    return lambda scores, mask: scores + other(mask)


def where_closed(closed: Callable[[Matrix], NDArray[np.bool_]], put: float) -> Masking:
    """The mask read as a switch: some of its entries close a key, and what the others hold is not looked at."""
    return lambda scores, mask: np.where(closed(mask), put, scores)


def mask_scaled_too(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    scores = q @ k.T if mask is None else q @ k.T + mask
    weights = row_shares(scores / math.sqrt(q.shape[1]))
    return weights @ v, weights


def no_future(scores: Matrix) -> Matrix:
    return np.triu(np.full(scores.shape, -np.inf), k=1)


def causal_without_being_asked(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    scores = scaled(q, k, v)
    weights = row_shares(scores + (no_future(scores) if mask is None else mask))
    return weights @ v, weights


def causal_on_top(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    scores = scaled(q, k, v)
    weights = row_shares(scores + no_future(scores) + (0.0 if mask is None else mask))
    return weights @ v, weights


def causal_only(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    scores = scaled(q, k, v)
    weights = row_shares(scores + no_future(scores))
    return weights @ v, weights


def mask_not_in_weights(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    return attention(q, k, v, mask)[0], attention(q, k, v)[1]


def mask_not_in_output(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    return attention(q, k, v)[0], attention(q, k, v, mask)[1]


def mask_on_the_returned_weights(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    output, weights = attention(q, k, v)
    return output, weights if mask is None else weights + mask


# --------------------------------------------------- misconceptions: softmax


def down_the_columns(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=0))
    return np.asarray(powers / powers.sum(axis=0))


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


def maximum_of_each_column(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores - scores.max(axis=0)))


def overflowing(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores))


def overflowing_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(overflowing(scores))


def overflowing_sooner(scores: Matrix) -> Matrix:
    """In single precision."""
    return share_of_sum(np.exp(scores.astype(np.float32)))


def overflowing_loops(scores: Matrix) -> Matrix:
    rows = [[math.exp(score) for score in row] for row in scores.tolist()]
    return np.array([[power / sum(row) for power in row] for row in rows])


def one_maximum_for_all(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores - scores.max()))


def one_maximum_for_all_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(one_maximum_for_all(scores))


def lowest_taken_off(scores: Matrix) -> Matrix:
    lowest = np.where(np.isfinite(scores), scores, np.inf).min(axis=1, keepdims=True)
    return share_of_sum(np.exp(scores - lowest))


def clipped_at(limit: float) -> Weighing:
    def clipped(scores: Matrix) -> Matrix:
        return share_of_sum(np.exp(np.where(np.isfinite(scores), np.clip(scores, -limit, limit), scores)))

    return clipped


def share_of_sizes(scores: Matrix) -> Matrix:
    return share_of_sum(np.abs(scores))


def share_above_lowest(scores: Matrix) -> Matrix:
    return share_of_sum(scores - scores.min(axis=1, keepdims=True))


def winner_takes_all(scores: Matrix) -> Matrix:
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def winners_share(scores: Matrix) -> Matrix:
    return share_of_sum(np.where(scores == scores.max(axis=1, keepdims=True), 1.0, 0.0))


def sigmoid(scores: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-scores)))


def shared_sigmoid(scores: Matrix) -> Matrix:
    return share_of_sum(sigmoid(scores))


def logarithms(scores: Matrix) -> Matrix:
    above = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=1, keepdims=True)))


def powers_of_two(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp2(scores - scores.max(axis=1, keepdims=True)))


def of_opposite_scores(scores: Matrix) -> Matrix:
    return row_shares(-scores)


def twice(scores: Matrix) -> Matrix:
    return row_shares(row_shares(scores))


def as_they_are(scores: Matrix) -> Matrix:
    return scores


# ------------------------------------------- misconceptions: what is returned


def weights_over_root_d_k(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    small = weights / math.sqrt(q.shape[1])
    return small @ v, small


def output_over_root_d_k(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return weights @ v / math.sqrt(q.shape[1]), weights


def elementwise(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return weights * v, weights


def plain_mean_of_values(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return np.repeat(v.mean(axis=0, keepdims=True), len(q), axis=0), weights


def one_mean_of_values(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return v.mean(axis=0), weights


def averaged_over_keys(weights: Matrix, q: Matrix, k: Matrix, v: Matrix) -> object:
    return weights @ v / len(v), weights


def same_weight_for_all(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    weights = np.full((len(q), len(k)), 1 / len(k))
    return weights @ v, weights


def same_weight_for_all_open(scores: Matrix) -> Matrix:
    return share_of_sum(np.where(np.isneginf(scores), 0.0, 1.0))


def raw_scores_with(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    return attention(q, k, v, mask)[0], q @ k.T


def scaled_scores_with(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    return attention(q, k, v, mask)[0], scaled(q, k, v)


def masked_scores_with(q: Matrix, k: Matrix, v: Matrix, mask: Matrix | None = None) -> object:
    scores = scaled(q, k, v)
    return attention(q, k, v, mask)[0], scores if mask is None else scores + mask


# -------------------------------------------------------- all of them, named

Wrong = tuple[str, str, str, tuple[Attention, ...]]


def ends(*endings: Ending) -> tuple[Attention, ...]:
    return tuple(made_of(ending=ending) for ending in endings)


def masks(*maskings: Masking) -> tuple[Attention, ...]:
    return tuple(made_of(masking=masking) for masking in maskings)


def scoring_by(*scorings: Scoring) -> tuple[Attention, ...]:
    return tuple(made_of(scoring) for scoring in scorings)


def weighs(*weighings: Weighing) -> tuple[Attention, ...]:
    return tuple(made_of(weighing=weighing) for weighing in weighings)


wrong_returns: tuple[Wrong, ...] = (
    (
        "wrong-order-returned",
        "This returns the weights first and the output second.",
        "Both arrays seem right; look up in which order they are asked for.",
        ends(lambda weights, q, k, v: (weights, weights @ v)),
    ),
    (
        "weights-only",
        "This returns the weights and no output.",
        "The weights are a means: they still have to be spent on the values, and both arrays are asked for.",
        ends(lambda weights, q, k, v: weights, lambda weights, q, k, v: (weights, weights)),
    ),
    (
        "output-only",
        "This returns the output and no weights.",
        "Return both arrays, separated by a comma: the output first, then the weights.",
        ends(lambda weights, q, k, v: weights @ v, lambda weights, q, k, v: (weights @ v, weights @ v)),
    ),
    (
        "scores-returned",
        "The output is right, but beside it stand the scores and not the weights.",
        "Scores may be any numbers; weights are what the softmax has made of them.",
        (raw_scores_with, scaled_scores_with, masked_scores_with),
    ),
    (
        "weights-transposed",
        "Here the weights are turned over: a row for each key and a column for each query.",
        "Row i belongs to query i; for the output, each row of weights meets all the values.",
        ends(
            lambda weights, q, k, v: (weights @ v, weights.T),
            lambda weights, q, k, v: (weights.T @ v, weights),
            lambda weights, q, k, v: (weights.T @ v, weights.T),
        ),
    ),
    (
        "output-transposed",
        "The output is turned over: a row for each value column and a column for each query.",
        "Each query gets a row of its own, as long as a value is.",
        ends(lambda weights, q, k, v: ((weights @ v).T, weights)),
    ),
    (
        "keys-used-as-values",
        "This mixes the keys; the values play no part.",
        "A key is the label by which a word is found, a value is what it then hands over.",
        ends(lambda weights, q, k, v: (weights @ k, weights)),
    ),
    (
        "queries-used-as-values",
        "This mixes the queries; the values play no part.",
        "A query says what is looked for; what is handed over are the values.",
        ends(lambda weights, q, k, v: (weights @ q, weights)),
    ),
    (
        "values-used-as-keys",
        "This compares the queries with the values; the keys play no part.",
        "Who gets attention is decided by queries and keys alone; the values come in at the very end.",
        scoring_by(lambda q, k, v: (q @ v.T) / math.sqrt(q.shape[1])),
    ),
    (
        "plain-average",
        "This gives the same weight to every value, whatever the query asks.",
        "The average is a weighted one: each query has a row of weights of its own.",
        (
            *ends(plain_mean_of_values, one_mean_of_values, averaged_over_keys),
            same_weight_for_all,
            *weighs(same_weight_for_all_open),
            *scoring_by(lambda q, k, v: np.zeros((len(q), len(k)))),
        ),
    ),
    (
        "elementwise-product",
        "This multiplies weights and values entry by entry and adds nothing up.",
        "Use a matrix product: it adds up, over the keys, each weight times its value.",
        ends(elementwise),
    ),
    (
        "values-transposed",
        "This mixes the columns of V, as if they were the values.",
        "In V each row is a value, and its row number is that of its key.",
        ends(lambda weights, q, k, v: (weights @ v.T, weights)),
    ),
    (
        "scaled-after-softmax",
        "This scales after the softmax, where the scores should have been scaled.",
        "Scaling is there to keep the softmax's input small; what comes out of the softmax adds up to 1 and is final.",
        (
            *ends(weights_over_root_d_k, output_over_root_d_k),
            made_of(over(lambda q, k, v: 1.0), ending=weights_over_root_d_k),
            made_of(over(lambda q, k, v: 1.0), ending=output_over_root_d_k),
        ),
    ),
)

wrong_masks: tuple[Wrong, ...] = (
    (
        "mask-ignored",
        "The mask is not used, or not for both the output and the weights.",
        "Where there is a mask, add it to the scaled scores, before anything is made of them.",
        (*masks(lambda scores, mask: scores), mask_not_in_weights, mask_not_in_output),
    ),
    (
        "mask-after-softmax",
        "This applies the mask to the weights, after the softmax, so they no longer add up to 1 or are mixed anew.",
        "The mask belongs before the softmax: then the keys that are left share out the whole attention.",
        (
            *(
                masked_late(masking)
                for masking in (
                    added,
                    lambda weights, mask: weights * mask,
                    lambda weights, mask: np.asarray(weights * np.exp(mask)),
                    lambda weights, mask: np.where(np.isneginf(mask), 0.0, weights),
                    lambda weights, mask: np.where(mask == 0, weights, 0.0),
                    lambda weights, mask: np.where(mask < 0, 0.0, weights),
                    lambda weights, mask: row_shares(weights + mask),
                    lambda weights, mask: share_of_sum(weights + mask),
                    lambda weights, mask: share_of_sum(weights * mask),
                    lambda weights, mask: np.maximum(weights + mask, 0.0),
                    lambda weights, mask: share_of_sum(np.maximum(weights + mask, 0.0)),
                )
            ),
            mask_on_the_returned_weights,
        ),
    ),
    (
        "mask-scaled",
        "This divides the mask by the square root of d_k together with the scores.",
        "The scores are scaled first; the mask is added to the scaled ones, as it is.",
        (mask_scaled_too,),
    ),
    (
        "mask-multiplied",
        "This multiplies the scores by the mask.",
        "A 0 in the mask should leave its score as it is: which operation does that?",
        masks(lambda scores, mask: scores * mask, lambda scores, mask: np.asarray(scores * np.exp(mask))),
    ),
    (
        "mask-subtracted",
        "This takes the mask off the scores, so that it opens what it should close.",
        "Minus infinity has to stay minus infinity: look at the sign.",
        masks(with_another_mask(np.negative)),
    ),
    (
        "mask-as-switch",
        "This asks of each entry of the mask only whether it closes a key; its finite numbers should be added.",
        "No entry needs to be looked at: adding does the right thing for 0, for minus infinity and for every other number.",
        masks(
            where_closed(lambda mask: mask != 0, -np.inf),
            where_closed(lambda mask: mask != 0, -1e9),
            where_closed(lambda mask: mask == 0, -np.inf),
            where_closed(lambda mask: mask == 0, -1e9),
            where_closed(lambda mask: mask < 0, -np.inf),
            where_closed(lambda mask: mask < 0, -1e9),
            where_closed(np.isneginf, -np.inf),
            where_closed(lambda mask: mask > 0, -np.inf),
        ),
    ),
    (
        "mask-as-switch",
        "This multiplies the mask by a large number, as if it held only ones and zeros; its own numbers should be added.",
        "No entry needs to be looked at or made larger: adding does the right thing for 0, for minus infinity and for others.",
        masks(
            with_another_mask(lambda mask: mask * -1e9),
            with_another_mask(lambda mask: (1 - mask) * -1e9),
            with_another_mask(lambda mask: mask * 1e9),
        ),
    ),
    (
        "mask-transposed",
        "This adds the mask turned over.",
        "Mask and scores have the same axes, a row for each query: they fit as they are.",
        masks(with_another_mask(np.transpose)),
    ),
    (
        "causal-mask-always",
        "This hides later tokens although nobody asked for it: only the given mask is to be added.",
        "Without a mask every query sees every key, and queries and keys need not even be the same words.",
        (causal_without_being_asked, causal_on_top, causal_only),
    ),
)

sequence_length = (
    "scaled-by-sequence-length",
    "This divides by the number of tokens, or its square root, not by the square root of d_k.",
    "What makes dot products spread is the length of one vector, the second axis of Q, and not how many rows there are.",
)

wrong_scores: tuple[Wrong, ...] = (
    (
        "not-scaled",
        "These weights come from the plain dot products; the division by the square root of d_k is missing.",
        "Exercise 1 shows what keeps the spread of the scores at 1.",
        scoring_by(over(lambda q, k, v: 1.0)),
    ),
    (
        "scaled-by-d_k",
        "This divides the scores by d_k itself, or twice by its square root.",
        "The variance grows with d_k; a score has the size of the standard deviation, which grows with its root.",
        scoring_by(over(lambda q, k, v: q.shape[1])),
    ),
    (
        "scaled-by-d_v",
        "This scales by d_v, how long a value is, where d_k belongs.",
        "The spread of a dot product comes from the vectors that are multiplied: queries and keys.",
        scoring_by(over(lambda q, k, v: math.sqrt(v.shape[1])), over(lambda q, k, v: v.shape[1])),
    ),
    (
        *sequence_length,
        scoring_by(
            over(lambda q, k, v: math.sqrt(len(k))),
            over(lambda q, k, v: math.sqrt(len(q))),
            over(lambda q, k, v: len(k)),
            over(lambda q, k, v: len(q)),
        ),
    ),
    (
        "scale-not-inverted",
        "This multiplies the scores by the square root of d_k, so long vectors leave a single winner.",
        "Scaling should shrink the scores of long vectors.",
        scoring_by(over(lambda q, k, v: 1 / math.sqrt(q.shape[1]))),
    ),
    (
        "scaled-by-half-d_k",
        "This divides the scores by half of d_k: `d_k ** 1/2` means (d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        scoring_by(over(lambda q, k, v: q.shape[1] / 2)),
    ),
    (
        "scaled-by-twice-d_k",
        "This divides the scores by d_k and then by 2: `scores / d_k ** 1/2` means (scores / d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        scoring_by(over(lambda q, k, v: 2 * q.shape[1])),
    ),
    (
        "scale-rounded-down",
        "This divides the scores by the square root of d_k cut to a whole number.",
        "The root of d_k is seldom whole, and is wanted in full.",
        scoring_by(over(lambda q, k, v: int(math.sqrt(q.shape[1])))),
    ),
    (
        "scale-hard-coded",
        "This always divides by the same root, whatever the width of the vectors it is given.",
        "The chapter's example has d_k = 2 and its usual head 64; take d_k from the shape of what you are given.",
        scoring_by(over(lambda q, k, v: math.sqrt(2)), over(lambda q, k, v: math.sqrt(64))),
    ),
    (
        "queries-with-queries",
        "This compares the queries with the queries themselves; the keys play no part.",
        "A score asks how well a key fits a query: one factor has to be K.",
        scoring_by(lambda q, k, v: (q @ q.T) / math.sqrt(q.shape[1])),
    ),
    (
        "keys-with-keys",
        "This compares the keys with the keys themselves; the queries play no part.",
        "A score asks how well a key fits a query: one factor has to be Q.",
        scoring_by(lambda q, k, v: (k @ k.T) / math.sqrt(q.shape[1])),
    ),
    (
        "scores-transposed",
        "This is attention with the roles swapped: the keys ask and the queries are asked.",
        "Row i belongs to query i, so the queries come first in the product.",
        scoring_by(lambda q, k, v: (k @ q.T) / math.sqrt(q.shape[1])),
    ),
    (
        "keys-not-transposed",
        "Here the keys are not transposed (reshaping does not do it either), so a query meets pieces of several keys.",
        "In K each key is a row, while a matrix product takes columns on its right: rows have to become columns, whole.",
        scoring_by(
            lambda q, k, v: (q @ k) / math.sqrt(q.shape[1]),
            lambda q, k, v: (q @ k.reshape(k.shape[1], k.shape[0])) / math.sqrt(q.shape[1]),
        ),
    ),
    (
        "cosine-similarity",
        "This weighs by cosine similarity, which knows nothing of how long the vectors are.",
        "In attention a long query or a long key may count for more; no vector is brought to length 1.",
        scoring_by(cosine, then_scaled(cosine)),
    ),
    (
        "distance-not-dot-product",
        "This weighs by how near each query and key are, not by their dot product.",
        "Multiply matching components and add them up; do not subtract them.",
        scoring_by(nearness, then_scaled(nearness), rooted_nearness, then_scaled(rooted_nearness)),
    ),
)

wrong_weights: tuple[Wrong, ...] = (
    (
        "softmax-over-columns",
        "This is what softmax down the columns (axis=0) gives.",
        "A row is one query; it shares out its attention over the keys, so its own weights add up to 1.",
        weighs(down_the_columns, powers_of_rows_over_columns),
    ),
    (
        "softmax-over-everything",
        "This is one softmax over the whole matrix: all weights together add up to 1.",
        "Each query has a whole attention of its own to share out, so each row needs its own sum.",
        weighs(over_everything, powers_of_rows_over_everything),
    ),
    (
        "keepdims-forgotten",
        "This divides each column by the sum of the row with the same number: the sums lie along the wrong side.",
        "Keep the summed axis, with length 1, so that each sum stays beside its own row.",
        weighs(sums_along_the_wrong_side),
    ),
    (
        "maximum-per-column",
        "This subtracts the largest score of each column, which changes the weights.",
        "Only a number that is the same all along a row cancels; take each row's own largest score.",
        weighs(maximum_of_each_column),
    ),
    (
        "linear-normalisation",
        "This makes shares of the scores themselves, without the exponential.",
        "Scores may be negative or add up to 0; raise e to their power first, which makes all of them positive.",
        weighs(share_of_sum, share_of_sizes, share_above_lowest),
    ),
    (
        "hardmax",
        "This gives everything to the key with the largest score.",
        "Softmax is soft: a smaller score gets a smaller weight, not none.",
        weighs(winner_takes_all, winners_share),
    ),
    (
        "sigmoid",
        "This puts each score through a sigmoid, as if the other keys were not there.",
        "The weights of a row depend on one another: what one key gains, the others lose.",
        weighs(sigmoid, shared_sigmoid),
    ),
    (
        "log-softmax",
        "These are the logarithms of the weights.",
        "Weights lie between 0 and 1; leave out the logarithm.",
        weighs(logarithms),
    ),
    (
        "base-two",
        "This raises 2 to the power of the scores, not e.",
        "Softmax uses the number e, 2.718…",
        weighs(powers_of_two),
    ),
    (
        "exponentials-not-normalised",
        "These are the exponentials alone; they do not add up to 1 yet.",
        "Divide each row by its own sum.",
        weighs(lambda scores: np.exp(scores), powers_of),
    ),
    (
        "softmin",
        "This is the softmax of the scores with the opposite sign, so the worst key gets the most attention.",
        "A larger score means a better fit and deserves a larger weight.",
        weighs(of_opposite_scores),
    ),
    (
        "softmax-twice",
        "This puts the weights through softmax once more, which makes them almost equal.",
        "Once is enough: after it each row adds up to 1.",
        weighs(twice),
    ),
    (
        "softmax-forgotten",
        "This mixes the values by the scaled scores; the softmax is missing.",
        "Scores may be negative and add up to anything: they need to become shares first.",
        weighs(as_they_are),
    ),
)

overflows: tuple[Wrong, ...] = (
    (
        "no-max-subtraction",
        "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
        "Adding one number to a whole row changes no weight: choose it so that the largest score becomes 0.",
        weighs(overflowing, overflowing_with_zeros, overflowing_sooner, overflowing_loops),
    ),
    (
        "global-max-underflow",
        "This subtracts the largest score of the whole matrix; in rows far below it every exponential becomes 0.",
        "Each row needs its own largest score taken off.",
        weighs(one_maximum_for_all, one_maximum_for_all_with_zeros),
    ),
    (
        "minimum-subtracted",
        "This subtracts each row's smallest score, so that the largest still overflows.",
        "The largest exponent is the dangerous one: after subtracting it should be 0.",
        weighs(lowest_taken_off),
    ),
    (
        "scores-clipped",
        "This cuts the scores off at a limit, so that scores beyond it all count the same.",
        "Differences between large scores matter as much as those between small ones: shift a row, do not cut it.",
        weighs(clipped_at(50), clipped_at(100), clipped_at(500), clipped_at(700)),
    ),
)

misconceptions = (
    *(
        Misconception(name, wrong, says, hint)
        for name, says, hint, all_of in (*wrong_returns, *wrong_masks, *wrong_scores, *wrong_weights)
        for wrong in all_of
    ),
    *(Misconception(name, wrong, says, hint, "hard") for name, says, hint, all_of in overflows for wrong in all_of),
)

# --------------------------------------------------------------------- cases


def drawn(seed: int, rows: int, columns: int, spread: float = 1.0, middle: float = 0.0) -> Matrix:
    """Sixteenths: single precision holds them, and products of a few, exactly, so that a cast to it costs nothing."""
    return np.round(16 * np.random.default_rng(seed).normal(middle, spread, (rows, columns))) / 16


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


def tokens(seed: int, queries: int, keys: int, d_k: int, d_v: int, spread: float = 1.0) -> tuple[Matrix, Matrix, Matrix]:
    """Q, K and V."""
    return drawn(seed, queries, d_k, spread), drawn(seed + 1, keys, d_k, spread), drawn(seed + 2, keys, d_v)


far = -np.inf
UNREACHED = 1e-12
"""The largest weight that a closed key may get."""

chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])
chapter_v = matrix([1, 0], [0, 2], [1, 1])

wide_q = matrix([1, 2, 0], [0.5, -1, 2])
wide_k = matrix([1, 0.5, 0], [0, 1, -1], [1, -1, 0.5], [-1, 0, 1])
wide_v = matrix([1, 0, 2, -1, 0.5], [0, 3, -1, 1, 2], [2, 1, 0, 4, -1], [-1, 2, 1, 0, 3])
by_turns = matrix([0, 1.5, -0.5, 0.25], [-1, 0, 2, 0.75])

square_q = matrix([1, 0.5, 0, -1], [0, 1, 2, 0.5], [-1, 0, 1, 1], [0.5, -1, 0, 2])
square_k = matrix([0.5, 1, 0, 1], [1, 0, -1, 0.5], [0, 2, 1, -1], [1, 1, 0.5, 0])
square_v = matrix([1, 0, 2, -1], [0, 3, -1, 1], [2, 1, 0, 4], [-1, 2, 1, 0.5])
no_later = matrix([0, far, far, far], [0, 0, far, far], [0, 0, 0, far], [0, 0, 0, 0])

CHAPTER = "the chapter's three tokens"
WIDE = "two queries, four keys of three components, values of five"
BIASED = "the same with a mask of finite numbers"
CAUSAL = "four tokens, none of which sees a later one"

large_q = matrix([100, 1, 2], [-100, 0.5, 1])
large_k = matrix([100.03125, 1, -1], [100.015625, -2, 0.5], [99.984375, 0.5, 1], [100, 2, 2])
large_v = matrix([0.5, -0.25], [1, 0.75], [-1, 0.5], [0.25, 1])


def widened(vectors: Matrix) -> Matrix:
    """With one more component, which is 0."""
    return np.pad(vectors, ((0, 0), (0, 1)))


cases = (
    case(CHAPTER, chapter_q, chapter_k, chapter_v),
    case(WIDE, wide_q, wide_k, wide_v),
    case(BIASED, wide_q, wide_k, wide_v, by_turns),
    case(CAUSAL, square_q, square_k, square_v, no_later),
    case(
        "four queries, two keys, some of them closed",
        matrix([1, 0, 2], [0, -1, 1], [1.5, 1, 0], [-1, 0.5, 1]),
        matrix([2, 1, 0], [0.5, -1, 1]),
        matrix([1, -2, 0, 3], [0.5, 1, 4, -1]),
        matrix([0, far], [0, 0], [far, 0], [0, 0]),
    ),
    case("more keys than queries", *tokens(700, 2, 6, 5, 3), hidden=True),
    case("more queries than keys", *tokens(710, 7, 3, 4, 2), hidden=True),
    case("one query", *tokens(720, 1, 5, 6, 3), hidden=True),
    case("one query with a mask", *tokens(730, 1, 6, 3, 2), matrix([0, -2.5, -0.75, 0, 0.375, 1.25]), hidden=True),
    case("one value column", *tokens(740, 3, 4, 2, 1), hidden=True),
    case("vectors of one component", *tokens(750, 3, 4, 1, 5), hidden=True),
    case("no mask, said in so many words", *tokens(760, 3, 2, 5, 4), None, hidden=True),
    case("all axes alike", *tokens(770, 3, 3, 3, 3), hidden=True),
    case("all axes alike, with a mask of finite numbers", *tokens(780, 4, 4, 4, 4), drawn(783, 4, 4), hidden=True),
    case("as many queries as keys", *tokens(790, 5, 5, 2, 3), drawn(793, 5, 5, 2.0), hidden=True),
    case("as many keys as components", *tokens(800, 2, 4, 4, 3), hidden=True),
    case("as many queries as components", *tokens(810, 5, 3, 5, 2), hidden=True),
    case("values as long as queries and keys", *tokens(820, 3, 5, 4, 4), drawn(823, 3, 5, 1.5), hidden=True),
    case("as many keys as value columns", *tokens(830, 2, 3, 5, 3), drawn(833, 2, 3, 1.5), hidden=True),
    case("finite numbers and closed keys in one mask", *tokens(840, 3, 5, 2, 4),
         matrix([0.5, far, -1, 0, 2], [far, far, 0.25, -3, 1], [0, 1, far, 0.5, far]), hidden=True),
    case("each query with a single key left", *tokens(850, 4, 3, 2, 6),
         matrix([far, 0, far], [far, far, 0], [0, far, far], [far, 0, far]), hidden=True),
    case("longer vectors", *tokens(860, 4, 3, 17, 2), hidden=True),
    case("larger numbers", *tokens(870, 3, 5, 2, 4, 3.0), hidden=True),
    case("the same key several times", drawn(940, 3, 5), np.repeat(drawn(941, 1, 5), 4, axis=0), drawn(942, 4, 2), hidden=True),
    case("large values", *tokens(970, 2, 3, 5, 4)[:2], drawn(972, 3, 4, 1e4), hidden=True),
    case("vectors as wide as a usual head", *tokens(980, 2, 3, 64, 4), hidden=True),
    hard("scores in the thousands", large_q, large_k, large_v, large=True),
    hard("one query far below the others", matrix([40, 1], [-40, 0], [1, 2]), matrix([20, 1], [20.03125, -1], [19.96875, 0.5]),
         matrix([1, 0, 0.5], [-0.5, 1, 0], [0.25, -1, 1]), large=True),
    hard("closed keys get nothing at all", *tokens(900, 2, 4, 3, 5), matrix([0, far, 0, far], [far, far, 0, 0.5]),
         zero_within=UNREACHED),
    hard("a mask that closes with minus a billion", *tokens(910, 2, 3, 5, 4), matrix([0, -1e9, 0], [-1e9, 0, -1e9]),
         zero_within=UNREACHED, hidden=True),
    hard("a mask of zeros", *tokens(920, 3, 2, 4, 5), np.zeros((3, 2)), hidden=True),
    hard("one key", *tokens(930, 3, 1, 4, 2), hidden=True),
    hard("one query and one key of one component", matrix([2.5]), matrix([-0.75]), matrix([3.25]), matrix([-1.5]), hidden=True),
    hard("a query of zeros", matrix([0, 0, 0], [1, -2, 0.5]), *tokens(950, 2, 5, 3, 4)[1:], hidden=True),
    # Half of a score, as d_k = 4 has it, single precision holds exactly: a mask of double precision then shows no rounding.
    hard("large numbers of one sign, some keys closed", -widened(large_q), widened(large_k[:, [0, 2, 1]]), large_v,
         matrix([0, far, 0, 0], [0, 0, 0, far]), hidden=True, large=True),
    # By less than 600, so that masking after the softmax and sharing out again comes out right here too.
    hard("closed keys that would fit far better than the others", widened(matrix([20, 1, 0], [-16, 0.5, 1], [1, 2, 1])),
         widened(matrix([25, 1, 0], [-24, 0.5, 1], [-24.03125, -1, 0], [-23.984375, 2, -1])),
         matrix([0.5, 1, -1], [1, 0, 0.5], [-1, 2, 1], [0, 1, 2]),
         matrix([far, 0, 0, 0], [0, far, far, far], [far, 0, 0, 0]), hidden=True, large=True),
    hard("large numbers of both signs", drawn(960, 4, 3, 60.0), drawn(961, 5, 3, 60.0), drawn(962, 5, 2, 0.5),
         hidden=True, large=True),
    hard("every score very low", matrix([-80, 0.5], [-90, 1], [-85, -1]), matrix([30, 1], [30.015625, 2], [30.03125, 0.5]),
         matrix([0.5, 1, -1, 0.25], [-0.75, 0.5, 1, 0], [1, -1, 0.5, -0.5]), hidden=True, large=True),
    hard("scores beyond single precision's range", matrix([10, 0.5], [9.5, 1], [9.75, -1]),
         matrix([13.5, 1], [13.375, 2], [13.625, 0.5], [13.5, 0]), matrix([0.5], [-1], [0.25], [1]), hidden=True, large=True),
)  # fmt: skip

relations = (
    Relation(
        "rows-reordered",
        "reordering the queries reorders the rows of output and weights the same way",
        CHAPTER,
        lambda q, k, v: (q[[2, 0, 1]], k, v),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "same",
        "reordering the keys together with their values changes no output",
        WIDE,
        lambda q, k, v: (q, k[[2, 0, 3, 1]], v[[2, 0, 3, 1]]),
        {"item": 0},
    ),
    Relation(
        "columns-reordered",
        "reordering the keys together with their values reorders the columns of the weights",
        WIDE,
        lambda q, k, v: (q, k[[3, 2, 0, 1]], v[[3, 2, 0, 1]]),
        {"item": 1, "order": [3, 2, 0, 1]},
    ),
    Relation(
        "same",
        "other values, also longer ones, change no weight",
        CHAPTER,
        lambda q, k, v: (q, k, matrix([3, -1, 4], [0.5, 2, 0], [-2, 1, 1])),
        {"item": 1},
    ),
    Relation(
        "multiplied",
        "values of twice the size give an output of twice the size",
        BIASED,
        lambda q, k, v, mask: (q, k, 2 * v, mask),
        {"item": 0, "by": 2},
    ),
    Relation(
        "same",
        "adding one number to a whole row of the mask changes nothing",
        BIASED,
        lambda q, k, v, mask: (q, k, v, mask + matrix([3], [-2])),
    ),
    Relation(
        "first-rows-same",
        "later tokens that the mask hides change nothing for the tokens before them",
        CAUSAL,
        lambda q, k, v, mask: (*(np.vstack([one[:2], drawn(995, 2, 4)]) for one in (q, k, v)), mask),
        {"rows": 2},
    ),
    Relation(
        "same",
        "adding one and the same vector to every key changes nothing",
        "more queries than keys",
        lambda q, k, v: (q, k + matrix([0.5, -1, 1, 0.25]), v),
    ),
)

EXERCISE = Exercise(
    title="Scaled dot-product attention",
    parts=(
        Part(
            function=attention,
            returns=Returns("arrays", (("queries", "d_v"), ("queries", "keys")), names=("output", "weights")),
            task="Compute the output and the weights of attention: the values, mixed by the softmax of the scaled scores.",
            cases=cases,
            hints=(
                "You have made scores, weights and masks before. In which order do they follow one another, and which of "
                "them meets the values?",
                "Three steps of numpy: a matrix product of Q with K transposed, over np.sqrt of the size of Q's second axis, "
                "plus the mask unless it is None; the softmax along axis=1 (largest score off first, keepdims=True); then one "
                "more matrix product, of the weights with V. Return both arrays as a pair.",
                "By hand, with d_k = 1 (nothing to scale), one query [1], keys [1.0986] and [0], values [8, 0] and [0, 4]: the "
                "scores are [1.0986, 0], their exponentials [3, 1], the weights [0.75, 0.25], the output 0.75*[8, 0] + "
                "0.25*[0, 4] = [6, 1]. With the mask [-inf, 0]: weights [0, 1], output [0, 4].",
            ),
            why="""
                Each output row is a weighted average of the values: never outside their range, and by relevance, not by
                distance. "failed" comes out as [0.5989, 1.0000], made of 0.4011 of "UPI", 0.4011 of "payment" and 0.1978
                of itself. The mask is one addition before the softmax; after it the weights would no longer add up to 1.
                Nothing here knows where a word stands: reorder the keys with their values, and the output is the same.
                """,
            points=10.0,
            laws=(
                Law("rows-sum-to-one", "each query's weights add up to 1", params={"item": 1}),
                Law("not-negative", "no weight is negative", params={"item": 1}),
            ),
            relations=relations,
            misconceptions=misconceptions,
        ),
    ),
    printed=(
        (
            "the complete weight matrix of the three tokens",
            lambda: attention(chapter_q, chapter_k, chapter_v)[1],
            [[0.4011, 0.1978, 0.4011], [0.2840, 0.5760, 0.1400], [0.4011, 0.4011, 0.1978]],
        ),
        (
            "the contexts of all three tokens",
            lambda: attention(chapter_q, chapter_k, chapter_v)[0],
            [[0.8022, 0.7967], [0.4240, 1.2920], [0.5989, 1.0000]],
        ),
        (
            "context(failed), traced by hand",
            lambda: attention(chapter_q[2:], chapter_k, chapter_v)[0],
            [[0.5989, 1.0000]],
        ),
    ),
)
