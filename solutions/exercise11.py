"""Answer file of exercise 11: context dependence. Teachers only.

The chapter lets a key depend on the sentence, the position and the layer. The first layer's keys don't depend on the
sentence at all, and without positional encodings no key depends on a position: the order of the others changes
nothing. Both come up here, in the laws and in what is said after passing.

`key_shift` is asked about one word in two sentences, so the residual cancels: a shift without it is right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Asking, Exercise, Misconception, Part, Relation, Returns, ask, case, hard

# ---------------------------------------------------------------- references


def static_similarity(E: NDArray[np.float64]) -> NDArray[np.float64]:
    directions = E / np.sqrt((E * E).sum(axis=1, keepdims=True))
    return np.asarray(directions @ directions.T)


def contextual_keys(
    X: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_K2: NDArray[np.float64],
) -> NDArray[np.float64]:
    return (X + self_attention(X, W_Q, W_K, W_V)) @ W_K2


def key_shift(
    X_a: NDArray[np.float64],
    i: int,
    X_b: NDArray[np.float64],
    j: int,
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_K2: NDArray[np.float64],
) -> float:
    first = contextual_keys(X_a, W_Q, W_K, W_V, W_K2)
    second = contextual_keys(X_b, W_Q, W_K, W_V, W_K2)
    return math.dist(first[i], second[j])


def self_attention(
    X: NDArray[np.float64], W_Q: NDArray[np.float64], W_K: NDArray[np.float64], W_V: NDArray[np.float64]
) -> NDArray[np.float64]:
    scores = (X @ W_Q) @ (X @ W_K).T / math.sqrt(W_Q.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray((powers / powers.sum(axis=1, keepdims=True)) @ (X @ W_V))


def through_contextual_keys(
    X_a: NDArray[np.float64],
    i: int,
    X_b: NDArray[np.float64],
    j: int,
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_K2: NDArray[np.float64],
) -> Asking:
    first = yield ask("contextual_keys", X_a, W_Q, W_K, W_V, W_K2)
    second = yield ask("contextual_keys", X_b, W_Q, W_K, W_V, W_K2)
    return math.dist(first[i], second[j])


# ----------------------------------------- misconceptions about similarity

Matrix = NDArray[np.float64]
Table = Callable[[Matrix], Matrix]


def lengths(e: Matrix) -> Matrix:
    """As a column."""
    return np.asarray(np.sqrt((e * e).sum(axis=1, keepdims=True)))


def row_softmax(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def dot_products(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T)


def scaled_dot_products(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / math.sqrt(e.shape[1]))


def mean_products(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / e.shape[1])


def over_length_of_row(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / lengths(e))


def over_length_of_column(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / lengths(e).T)


def over_square_of_row(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / lengths(e) ** 2)


def over_square_of_column(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / lengths(e).T ** 2)


def over_squared_lengths(e: Matrix) -> Matrix:
    squares = lengths(e) ** 2
    return np.asarray(e @ e.T / (squares * squares.T))


def over_sum_of_lengths(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / (lengths(e) + lengths(e).T))


def over_length_of_everything(e: Matrix) -> Matrix:
    return np.asarray(e @ e.T / np.linalg.norm(e))


def over_square_of_everything(e: Matrix) -> Matrix:
    return dot_products(e / np.linalg.norm(e))


def of_unit_columns(e: Matrix) -> Matrix:
    return dot_products(e / np.linalg.norm(e, axis=0))


def between_columns(e: Matrix) -> Matrix:
    return static_similarity(e.T)


def over_sum_of_sizes(e: Matrix) -> Matrix:
    return dot_products(e / np.abs(e).sum(axis=1, keepdims=True))


def over_sum_of_components(e: Matrix) -> Matrix:
    return dot_products(e / e.sum(axis=1, keepdims=True))


def over_largest_component(e: Matrix) -> Matrix:
    return dot_products(e / np.abs(e).max(axis=1, keepdims=True))


def over_largest_product(e: Matrix) -> Matrix:
    products = dot_products(e)
    return np.asarray(products / products.max())


def correlation(e: Matrix) -> Matrix:
    return static_similarity(e - e.mean(axis=1, keepdims=True))


def correlation_by_numpy(e: Matrix) -> Matrix:
    """A single number for a single word."""
    return np.asarray(np.corrcoef(e))


def around_the_mean_word(e: Matrix) -> Matrix:
    return static_similarity(e - e.mean(axis=0))


def one_minus_cosine(e: Matrix) -> Matrix:
    return np.asarray(1 - static_similarity(e))


def distances(e: Matrix) -> Matrix:
    return np.asarray(np.sqrt(((e[:, np.newaxis] - e) ** 2).sum(axis=-1)))


def negative_distances(e: Matrix) -> Matrix:
    return -distances(e)


def nearness(e: Matrix) -> Matrix:
    return np.asarray(1 / (1 + distances(e)))


def angles(e: Matrix) -> Matrix:
    return np.arccos(np.clip(static_similarity(e), -1, 1))


def angles_where_they_exist(e: Matrix) -> Matrix:
    return np.arccos(static_similarity(e))


def sizes(e: Matrix) -> Matrix:
    return np.abs(static_similarity(e))


def squares(e: Matrix) -> Matrix:
    return np.asarray(static_similarity(e) ** 2)


def negative_ones_dropped(e: Matrix) -> Matrix:
    return np.maximum(static_similarity(e), 0)


def moved_above_zero(e: Matrix) -> Matrix:
    return np.asarray((static_similarity(e) + 1) / 2)


def shares(e: Matrix) -> Matrix:
    return row_softmax(static_similarity(e))


def attention_of_embeddings(e: Matrix) -> Matrix:
    return row_softmax(scaled_dot_products(e))


def shares_of_dot_products(e: Matrix) -> Matrix:
    return row_softmax(dot_products(e))


def others_only(e: Matrix) -> Matrix:
    return np.asarray(static_similarity(e) * (1 - np.eye(len(e))))


def above_diagonal_only(e: Matrix) -> Matrix:
    return np.triu(static_similarity(e))


def strictly_above_diagonal_only(e: Matrix) -> Matrix:
    return np.triu(static_similarity(e), 1)


def plus_tiny_lengths(e: Matrix) -> Matrix:
    return dot_products(e / (lengths(e) + 1e-8))


def plus_tiny_product(tiny: float) -> Table:
    def guarded(e: Matrix) -> Matrix:
        return np.asarray(e @ e.T / (lengths(e) * lengths(e).T + tiny))

    return guarded


def plus_tiny_squares(e: Matrix) -> Matrix:
    return dot_products(e / np.sqrt((e * e).sum(axis=1, keepdims=True) + 1e-8))


Named = tuple[str, str, str]


def readings(named: Named, *functions: Callable[..., Any], hard_only: bool = False) -> tuple[Misconception, ...]:
    """One misconception, in each way it may be written."""
    identifier, says, hint = named
    return tuple(Misconception(identifier, function, says, hint, "hard" if hard_only else "values") for function in functions)


table_misconceptions = (
    *readings(
        (
            "dot-product-not-cosine",
            "These are dot products; the cosine divides each by the lengths of its two vectors.",
            "A word's similarity with itself is 1, however long its vector.",
        ),
        dot_products,
        scaled_dot_products,
        mean_products,
    ),
    *readings(
        (
            "one-length-only",
            "This divides by the length of one of the two vectors only, once or squared, so the table is not symmetric.",
            "Both vectors are brought to length 1: the one of the row and the one of the column.",
        ),
        over_length_of_row,
        over_length_of_column,
        over_square_of_row,
        over_square_of_column,
    ),
    *readings(
        (
            "lengths-not-rooted",
            "This divides by the squares of the lengths: the root is missing.",
            "A vector's length is the root of the sum of its squares.",
        ),
        over_squared_lengths,
    ),
    *readings(
        (
            "lengths-added",
            "This divides by the sum of the two lengths.",
            "A dot product of two vectors twice as long is four times as large: so the lengths have to be multiplied.",
        ),
        over_sum_of_lengths,
    ),
    *readings(
        (
            "one-length-for-all",
            "This divides everything by one and the same length, that of the whole matrix.",
            "Each row has a length of its own; tell numpy's norm along which axis to go.",
        ),
        over_length_of_everything,
        over_square_of_everything,
    ),
    *readings(
        (
            "columns-normalised",
            "This brings the columns to length 1, not the rows.",
            "A word is a row: its length is taken along the axis of d_model.",
        ),
        of_unit_columns,
    ),
    *readings(
        (
            "columns-with-columns",
            "This compares the columns with each other, so the table has d_model rows and columns.",
            "The words are the rows of E.",
        ),
        between_columns,
    ),
    *readings(
        (
            "another-length",
            "This measures a vector by its sum or its largest number, not by its length.",
            "The length is the root of the sum of squares.",
        ),
        over_sum_of_sizes,
        over_sum_of_components,
        over_largest_component,
        over_largest_product,
    ),
    *readings(
        (
            "correlation-not-cosine",
            "This subtracts a mean first, as a correlation does.",
            "The angle is measured from 0, so the vectors are compared as they are.",
        ),
        correlation,
        correlation_by_numpy,
        around_the_mean_word,
    ),
    *readings(
        (
            "distance-not-similarity",
            "This is a distance, or made of one.",
            "A similarity is largest, 1, for vectors of the same direction.",
        ),
        one_minus_cosine,
        distances,
        negative_distances,
        nearness,
    ),
    *readings(
        (
            "angle-not-cosine",
            "These are the angles themselves, in radians.",
            "Leave out the arccos: the cosine is what the dot product and the lengths give at once.",
        ),
        angles,
        angles_where_they_exist,
    ),
    *readings(
        (
            "sign-lost",
            "This loses the sign, or moves all similarities above 0.",
            "Vectors that point in opposite directions have the cosine -1.",
        ),
        sizes,
        squares,
        negative_ones_dropped,
        moved_above_zero,
    ),
    *readings(
        (
            "softmax-applied",
            "This puts the similarities through a softmax, as attention does.",
            "A static table has no rows that add up to 1: each similarity stands by itself.",
        ),
        shares,
        attention_of_embeddings,
        shares_of_dot_products,
    ),
    *readings(
        (
            "self-left-out",
            "This leaves out the similarity of each word with itself.",
            "The table is complete: on its diagonal there is 1.",
        ),
        others_only,
    ),
    *readings(
        (
            "upper-half-only",
            "This fills in only the half above the diagonal.",
            "The table is complete: each pair comes twice, once this way round and once the other.",
        ),
        above_diagonal_only,
        strictly_above_diagonal_only,
    ),
    *readings(
        (
            "tiny-number-added",
            "This adds a tiny number to the lengths, which is not tiny next to a short vector.",
            "No row is all zeros, so nothing has to be guarded against.",
        ),
        plus_tiny_lengths,
        plus_tiny_product(1e-8),
        plus_tiny_product(1e-9),
        plus_tiny_product(1e-10),
        plus_tiny_squares,
        hard_only=True,
    ),
)

# ------------------------------------------- misconceptions about the layer

Attention = Callable[[Matrix, Matrix, Matrix, Matrix], Matrix]
Keys = Callable[[Matrix, Matrix, Matrix, Matrix, Matrix], Matrix]


def scores_of(x: Matrix, w_q: Matrix, w_k: Matrix) -> Matrix:
    return np.asarray((x @ w_q) @ (x @ w_k).T / math.sqrt(w_q.shape[1]))


def divided_by(divisor: Callable[[Matrix, Matrix], float]) -> Attention:
    """Attention whose scores are divided by something else than the root of d_k."""

    def attention(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
        return row_softmax((x @ w_q) @ (x @ w_k).T / divisor(x, w_q)) @ (x @ w_v)

    return attention


def weighed_by(weighing: Callable[[Matrix], Matrix]) -> Attention:
    """Attention with something else in place of the softmax of each row."""

    def attention(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
        return np.asarray(weighing(scores_of(x, w_q, w_k)) @ (x @ w_v))

    return attention


def down_the_columns(scores: Matrix) -> Matrix:
    return row_softmax(scores.T).T


def over_everything(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def turned(scores: Matrix) -> Matrix:
    return row_softmax(scores).T


def winner_takes_all(scores: Matrix) -> Matrix:
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def alike_for_all(scores: Matrix) -> Matrix:
    return np.full_like(scores, 1 / len(scores))


def unchanged(scores: Matrix) -> Matrix:
    return scores


def not_normalised(scores: Matrix) -> Matrix:
    return np.exp(scores)


def earlier_only(scores: Matrix) -> Matrix:
    return row_softmax(np.where(np.tri(len(scores), dtype=bool), scores, -np.inf))


def others_alone(scores: Matrix) -> Matrix:
    return row_softmax(np.where(np.eye(len(scores), dtype=bool), -np.inf, scores))


def overflowing(scores: Matrix) -> Matrix:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def overflowing_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(overflowing(scores))


def one_maximum_for_all(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def clipped_at(limit: float) -> Callable[[Matrix], Matrix]:
    def clipped(scores: Matrix) -> Matrix:
        return overflowing(np.clip(scores, -limit, limit))

    return clipped


def keys_ask_queries(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return self_attention(x, w_k, w_q, w_v)


def queries_ask_queries(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return self_attention(x, w_q, w_q, w_v)


def keys_ask_keys(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return self_attention(x, w_k, w_k, w_v)


def tokens_ask_tokens(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return row_softmax(scaled_dot_products(x)) @ (x @ w_v)


def tokens_ask_tokens_scaled_by_d_k(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return row_softmax(dot_products(x) / math.sqrt(w_q.shape[1])) @ (x @ w_v)


def tokens_as_values(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return row_softmax(scores_of(x, w_q, w_k)) @ x


def keys_as_values(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return row_softmax(scores_of(x, w_q, w_k)) @ (x @ w_k)


def all_projections_turned(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return self_attention(x, w_q.T, w_k.T, w_v.T)


def value_projection_turned(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    return self_attention(x, w_q, w_k, w_v.T)


def values_taken_twice(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix) -> Matrix:
    """Another layer, with the same projections, on top of the first."""
    attended = self_attention(x, w_q, w_k, w_v)
    return attended + self_attention(x + attended, w_q, w_k, w_v)


attention_wrongs: tuple[tuple[Named, tuple[Attention, ...]], ...] = (
    (
        (
            "not-scaled",
            "The scores in this are not divided by the square root of d_k.",
            "Exercise 1 shows what keeps the spread of the scores at 1.",
        ),
        (divided_by(lambda x, w_q: 1.0),),
    ),
    (
        (
            "scaled-by-d_k",
            "This divides the scores by d_k itself.",
            "A score has the size of the standard deviation, which grows with the root of d_k.",
        ),
        (divided_by(lambda x, w_q: float(w_q.shape[1])),),
    ),
    (
        (
            "scaled-by-d_model",
            "This divides the scores by the square root of d_model.",
            "A score is a dot product of a query and a key: how many components do those have?",
        ),
        (divided_by(lambda x, w_q: math.sqrt(w_q.shape[0])), divided_by(lambda x, w_q: float(w_q.shape[0]))),
    ),
    (
        (
            "scaled-by-sequence-length",
            "This divides the scores by the number of tokens, or its square root.",
            "What makes dot products spread is the length of a query, not how many queries there are.",
        ),
        (divided_by(lambda x, w_q: math.sqrt(len(x))), divided_by(lambda x, w_q: float(len(x)))),
    ),
    (
        (
            "scale-not-inverted",
            "This multiplies the scores by the square root of d_k.",
            "Scaling should shrink the scores of long vectors.",
        ),
        (divided_by(lambda x, w_q: 1 / math.sqrt(w_q.shape[1])),),
    ),
    (
        (
            "softmax-over-columns",
            "The softmax in this goes down the columns (axis=0).",
            "A row is one query; it shares out its attention over the keys.",
        ),
        (weighed_by(down_the_columns),),
    ),
    (
        (
            "softmax-over-everything",
            "The softmax in this goes over the whole matrix, so that all weights together add up to 1.",
            "Each query has a whole attention of its own to share out.",
        ),
        (weighed_by(over_everything),),
    ),
    (
        (
            "weights-transposed",
            "This multiplies the values by the weights turned over.",
            "Row i of the weights says what token i takes from each value.",
        ),
        (weighed_by(turned),),
    ),
    (
        (
            "hard-lookup",
            "Here each token takes only the value of its best key.",
            "Softmax is soft: a smaller score gets a smaller weight, not none.",
        ),
        (weighed_by(winner_takes_all),),
    ),
    (
        (
            "plain-average",
            "Here each token takes the plain average of all values, whatever the scores.",
            "The weights come from the scores, by a softmax.",
        ),
        (weighed_by(alike_for_all),),
    ),
    (
        (
            "softmax-forgotten",
            "This multiplies the values by the scores: the softmax, or the division in it, is missing.",
            "Only weights of a row that add up to 1 make an average of values.",
        ),
        (weighed_by(unchanged), weighed_by(not_normalised)),
    ),
    (
        (
            "causal-mask-applied",
            "In this a token only attends to itself and to earlier tokens.",
            'Nothing is masked here: a later word changes what an earlier one means, as with "payment failed".',
        ),
        (weighed_by(earlier_only),),
    ),
    (
        (
            "self-left-out",
            "In this a token attends only to the others, not to itself.",
            "A token attends to itself like to any other; the residual does not replace that.",
        ),
        (weighed_by(others_alone),),
    ),
    (
        (
            "query-and-key-swapped",
            "Here the keys ask and the queries answer.",
            "Row i of the scores is the query of token i with each key.",
        ),
        (keys_ask_queries,),
    ),
    (
        (
            "queries-with-queries",
            "Here the queries are compared with themselves; W_K plays no part.",
            "A score asks how well a key fits a query.",
        ),
        (queries_ask_queries,),
    ),
    (
        (
            "keys-with-keys",
            "Here the keys are compared with themselves; W_Q plays no part.",
            "A score asks how well a key fits a query.",
        ),
        (keys_ask_keys,),
    ),
    (
        (
            "queries-and-keys-not-projected",
            "Here the tokens are compared as they are, without W_Q and W_K.",
            "A query is X times W_Q, a key X times W_K.",
        ),
        (tokens_ask_tokens, tokens_ask_tokens_scaled_by_d_k),
    ),
    (
        (
            "values-not-projected",
            "This blends the tokens as they are, without W_V.",
            "The weights blend the values, and a value is X times W_V.",
        ),
        (tokens_as_values,),
    ),
    (
        (
            "keys-used-as-values",
            "This blends the keys, not the values.",
            "The weights blend the values, and a value is X times W_V.",
        ),
        (keys_as_values,),
    ),
    (
        (
            "projection-transposed",
            "In this a projection is turned over.",
            "A token is a row, so a projection is X times W, with W as it is.",
        ),
        (all_projections_turned, value_projection_turned),
    ),
    (
        (
            "layer-applied-twice",
            "This sends the sentence through the first layer twice before it makes the keys.",
            "The second layer's keys come straight after the first layer: once through, then W_K2.",
        ),
        (values_taken_twice,),
    ),
)

OVERFLOW: Named = (
    "no-max-subtraction",
    "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
    "Adding one number to a whole row changes no weight: choose it so that the largest score becomes 0.",
)
UNDERFLOW: Named = (
    "global-max-underflow",
    "This subtracts the largest score of the whole matrix; in rows far below it every exponential becomes 0.",
    "Each row needs its own largest score taken off.",
)
CLIPPED: Named = (
    "scores-clipped",
    "This cuts the scores off at a limit, so that scores beyond it all count the same.",
    "Differences between large scores matter as much as those between small ones: shift a row, do not cut it.",
)


def on_top_of(attention: Attention) -> Keys:
    """The right keys of a wrong first layer."""

    def keys(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
        return (x + attention(x, w_q, w_k, w_v)) @ w_k2

    return keys


def keys_of_first_layer(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x @ w_k


def second_projection_of_tokens(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x @ w_k2


def without_residual(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return self_attention(x, w_q, w_k, w_v) @ w_k2


def residual_of_values(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x @ w_v + self_attention(x, w_q, w_k, w_v)) @ w_k2


def residual_subtracted(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (self_attention(x, w_q, w_k, w_v) - x) @ w_k2


def residual_as_factor(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x * self_attention(x, w_q, w_k, w_v)) @ w_k2


def residual_as_mean(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x + self_attention(x, w_q, w_k, w_v)) / 2 @ w_k2


def residual_added_twice(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (2 * x + self_attention(x, w_q, w_k, w_v)) @ w_k2


def tokens_added_to_keys(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x + self_attention(x, w_q, w_k, w_v) @ w_k2


def first_keys_added_to_keys(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x @ w_k + self_attention(x, w_q, w_k, w_v) @ w_k2


def attention_added_to_keys(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x @ w_k2 + self_attention(x, w_q, w_k, w_v)


def layer_normalised(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    hidden = x + self_attention(x, w_q, w_k, w_v)
    above = hidden - hidden.mean(axis=1, keepdims=True)
    return np.asarray(above / hidden.std(axis=1, keepdims=True)) @ w_k2


def first_projection_again(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x + self_attention(x, w_q, w_k, w_v)) @ w_k


def query_projection(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x + self_attention(x, w_q, w_k, w_v)) @ w_q


def value_projection(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x + self_attention(x, w_q, w_k, w_v)) @ w_v


def not_projected(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return x + self_attention(x, w_q, w_k, w_v)


def one_key_for_all(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return np.asarray(contextual_keys(x, w_q, w_k, w_v, w_k2).mean(axis=0))


def keys_turned(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return contextual_keys(x, w_q, w_k, w_v, w_k2).T


def scaled_by_second_width(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return on_top_of(divided_by(lambda _, __: math.sqrt(w_k2.shape[1])))(x, w_q, w_k, w_v, w_k2)


def second_projection_turned(x: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Matrix:
    return (x + self_attention(x, w_q, w_k, w_v)) @ w_k2.T


TURNED: Named = next(named for named, _ in attention_wrongs if named[0] == "projection-transposed")
NORMALISED: Named = (
    "layer-normalised",
    "This normalises the sum before it projects it, as the layers of large models do.",
    "The formula has no layer norm: (X + self-attention of X) times W_K2.",
)
AVERAGED: Named = (
    "residual-averaged",
    "This takes the mean of the tokens and of what they attended to, not the sum.",
    "A residual connection adds; nothing is halved.",
)
MULTIPLIED: Named = (
    "residual-multiplied",
    "This multiplies the tokens by what they attended to, entry by entry.",
    "A residual connection adds.",
)
PROJECTION: Named = (
    "wrong-projection",
    "This projects with a matrix of the first layer, where W_K2 belongs.",
    "Each layer has projections of its own, and these are keys of the second layer.",
)
SECOND_WIDTH: Named = (
    "scaled-by-d_k2",
    "This divides the scores by the square root of d_k2, the width of the second layer's keys.",
    "The scores belong to the first layer: how many components do its queries and keys have?",
)
BARE: Named = (
    "keys-not-projected",
    "This stops before the last step: what the first layer hands on is not projected to keys yet.",
    "The keys of the second layer are made by W_K2.",
)

keys_misconceptions = (
    *(one for named, functions in attention_wrongs for one in readings(named, *map(on_top_of, functions))),
    *readings(TURNED, second_projection_turned),
    *readings(
        (
            "first-layer-keys",
            "These are the keys of the first layer, X times W_K: no word has looked at another one yet.",
            "The second layer gets what the first one hands on, not the embeddings.",
        ),
        keys_of_first_layer,
    ),
    *readings(
        (
            "first-layer-keys",
            "This sends the embeddings straight through W_K2, so no word has looked at another one.",
            "Between the embeddings and W_K2 there is a whole layer: the self-attention has to be added.",
        ),
        second_projection_of_tokens,
    ),
    *readings(
        (
            "residual-forgotten",
            "This forgets the residual: only what a token took from others is projected, not what it held itself.",
            "Add X to the output of the self-attention before W_K2 is applied.",
        ),
        without_residual,
    ),
    *readings(
        (
            "residual-of-values",
            "This adds the values, X times W_V, where X itself belongs.",
            "The residual hands on what came in, as it is.",
        ),
        residual_of_values,
    ),
    *readings(
        ("residual-subtracted", "This subtracts the tokens.", "A residual connection adds what came in."),
        residual_subtracted,
    ),
    *readings(
        ("residual-added-twice", "This adds the tokens twice.", "A residual connection adds what came in, once."),
        residual_added_twice,
    ),
    *readings(MULTIPLIED, residual_as_factor),
    *readings(AVERAGED, residual_as_mean),
    *readings(
        (
            "only-half-projected",
            "Here only one of the two summands goes through W_K2.",
            "First add, then project the sum: mind the parentheses.",
        ),
        tokens_added_to_keys,
        first_keys_added_to_keys,
        attention_added_to_keys,
    ),
    *readings(NORMALISED, layer_normalised),
    *readings(PROJECTION, first_projection_again, query_projection, value_projection),
    *readings(BARE, not_projected),
    *readings(SECOND_WIDTH, scaled_by_second_width),
    *readings(
        (
            "tokens-averaged",
            "This averages over the tokens: one key for the whole sentence.",
            "Each token gets a key of its own, so there is a row for each.",
        ),
        one_key_for_all,
    ),
    *readings(
        (
            "keys-transposed",
            "These are the right keys turned over, a column for each token.",
            "A token is a row.",
        ),
        keys_turned,
    ),
    *readings(
        OVERFLOW,
        *(on_top_of(weighed_by(weighing)) for weighing in (overflowing, overflowing_with_zeros)),
        hard_only=True,
    ),
    *readings(UNDERFLOW, on_top_of(weighed_by(one_maximum_for_all)), hard_only=True),
    *readings(CLIPPED, *(on_top_of(weighed_by(clipped_at(limit))) for limit in (50, 100, 500, 700)), hard_only=True),
)

# ------------------------------------------- misconceptions about the shift

Shift = Callable[[Matrix, int, Matrix, int, Matrix, Matrix, Matrix, Matrix], Any]
Comparing = Callable[[Matrix, Matrix], Any]


def apart_by(keys: Keys, comparing: Comparing = math.dist) -> Shift:
    """A shift from keys, and a way to compare two of them, of which one is wrong."""

    def shift(x_a: Matrix, i: int, x_b: Matrix, j: int, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Any:
        first, second = keys(x_a, w_q, w_k, w_v, w_k2)[i], keys(x_b, w_q, w_k, w_v, w_k2)[j]
        return comparing(first, second)

    return shift


def of_both(comparing: Callable[[Matrix, int, Matrix, int], Any]) -> Shift:
    """A shift from the right keys of both sentences."""

    def shift(x_a: Matrix, i: int, x_b: Matrix, j: int, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_k2: Matrix) -> Any:
        return comparing(contextual_keys(x_a, w_q, w_k, w_v, w_k2), i, contextual_keys(x_b, w_q, w_k, w_v, w_k2), j)

    return shift


def squared(first: Matrix, second: Matrix) -> float:
    return float(((first - second) ** 2).sum())


def city_blocks(first: Matrix, second: Matrix) -> float:
    return float(np.abs(first - second).sum())


def largest_difference(first: Matrix, second: Matrix) -> float:
    return float(np.abs(first - second).max())


def root_mean_square(first: Matrix, second: Matrix) -> float:
    return math.sqrt(((first - second) ** 2).mean())


def mean_square(first: Matrix, second: Matrix) -> float:
    return float(((first - second) ** 2).mean())


def mean_size(first: Matrix, second: Matrix) -> float:
    return float(np.abs(first - second).mean())


def cosine(first: Matrix, second: Matrix) -> float:
    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))


def cosine_distance(first: Matrix, second: Matrix) -> float:
    return 1 - cosine(first, second)


def dot_product(first: Matrix, second: Matrix) -> float:
    return float(first @ second)


def signed_sum(first: Matrix, second: Matrix) -> float:
    return float((first - second).sum())


def signed_sum_turned(first: Matrix, second: Matrix) -> float:
    return float((second - first).sum())


def size_of_sum(first: Matrix, second: Matrix) -> float:
    return abs(signed_sum(first, second))


def components(first: Matrix, second: Matrix) -> Matrix:
    return first - second


def components_turned(first: Matrix, second: Matrix) -> Matrix:
    return second - first


def sizes_of_components(first: Matrix, second: Matrix) -> Matrix:
    return np.abs(first - second)


def difference_of_lengths(first: Matrix, second: Matrix) -> float:
    return float(np.linalg.norm(first) - np.linalg.norm(second))


def size_of_difference_of_lengths(first: Matrix, second: Matrix) -> float:
    return abs(difference_of_lengths(first, second))


def relative_to_first(first: Matrix, second: Matrix) -> float:
    return float(np.linalg.norm(first - second) / np.linalg.norm(first))


def length_of_sum(first: Matrix, second: Matrix) -> float:
    return float(np.linalg.norm(first + second))


def at_first_position(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first[i], second[i])


def at_second_position(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first[j], second[j])


def positions_swapped(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first[j], second[i])


def one_before(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first[i - 1], second[j - 1])


def whole_sentences(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return float(np.linalg.norm(first - second))


def means_of_sentences(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first.mean(axis=0), second.mean(axis=0))


def first_sentence_twice(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(first[i], first[j])


def second_sentence_twice(first: Matrix, i: int, second: Matrix, j: int) -> float:
    return math.dist(second[i], second[j])


def one_component(first: Matrix, i: int, second: Matrix, j: int) -> float:
    """Of the keys turned over: a column of tokens for a row of components."""
    return math.dist(first.T[i], second.T[j])


def comparings(named: Named, *functions: Comparing) -> tuple[Misconception, ...]:
    return readings(named, *(apart_by(contextual_keys, comparing) for comparing in functions))


shift_misconceptions = (
    *readings(
        (
            "first-layer-keys",
            "This comes out as 0, as if both keys came from the first layer, where a word has the same key in any sentence.",
            "Before the keys are compared, each sentence has to go through its own self-attention.",
        ),
        apart_by(keys_of_first_layer),
    ),
    *comparings(
        (
            "squared-distance",
            "This is the square of the distance: the root is missing.",
            "For a difference of [-1, 2, -2] the squares add up to 9, and the distance is 3.",
        ),
        squared,
    ),
    *comparings(
        (
            "another-distance",
            "This adds up the sizes of the differences, or takes the largest: another distance than the Euclidean one.",
            "Square the differences, add the squares up, and take the root.",
        ),
        city_blocks,
        largest_difference,
    ),
    *comparings(
        (
            "averaged-over-components",
            "This divides by the number of components.",
            "The squared differences are added up, not averaged.",
        ),
        root_mean_square,
        mean_square,
        mean_size,
    ),
    *comparings(
        (
            "cosine-not-distance",
            "This compares the directions of the two keys, by their cosine.",
            "The distance is asked for: how far it is from one key to the other.",
        ),
        cosine,
        cosine_distance,
    ),
    *comparings(
        (
            "dot-product-not-distance",
            "This is the dot product of the two keys.",
            "Subtract matching components before anything is squared and added up.",
        ),
        dot_product,
    ),
    *comparings(
        (
            "differences-cancel",
            "This adds up the differences with their signs, so that they cancel each other.",
            "Square each difference first: a square is never negative.",
        ),
        signed_sum,
        signed_sum_turned,
        size_of_sum,
    ),
    *comparings(
        (
            "difference-not-distance",
            "This returns the differences one by one, where a single number is asked for.",
            "Square them, add up, and take the root.",
        ),
        components,
        components_turned,
        sizes_of_components,
    ),
    *comparings(
        (
            "lengths-compared",
            "This subtracts the lengths of the two keys, which may be equal though the keys are far apart.",
            "Subtract the keys first, then take the length of what is left.",
        ),
        difference_of_lengths,
        size_of_difference_of_lengths,
    ),
    *comparings(
        (
            "relative-to-length",
            "This divides the distance by the length of a key.",
            "The distance itself is asked for.",
        ),
        relative_to_first,
    ),
    *comparings(
        (
            "keys-added",
            "This is the length of the sum of the two keys.",
            "How far apart two points are, their difference tells.",
        ),
        length_of_sum,
    ),
    *readings(
        (
            "same-position-in-both",
            "This looks at the same position in both sentences, though the word has moved.",
            "The word stands at position i in the first sentence and at position j in the second.",
        ),
        of_both(at_first_position),
        of_both(at_second_position),
    ),
    *readings(
        (
            "positions-swapped",
            "This looks for the word at position j in the first sentence and at position i in the second.",
            "i belongs to X_a, j to X_b.",
        ),
        of_both(positions_swapped),
    ),
    *readings(
        (
            "one-based-positions",
            "This takes the positions as counted from 1, so it compares the words before.",
            "Positions are counted from 0, as numpy does.",
        ),
        of_both(one_before),
    ),
    *readings(
        (
            "sentences-compared",
            "This compares all words of the two sentences, not the one word.",
            "Pick one key from each sentence: row i of the first, row j of the second.",
        ),
        of_both(whole_sentences),
        of_both(means_of_sentences),
    ),
    *readings(
        (
            "one-sentence-twice",
            "This takes both keys from the same sentence.",
            "The first key comes from X_a, the second from X_b.",
        ),
        of_both(first_sentence_twice),
        of_both(second_sentence_twice),
    ),
    *readings(
        (
            "components-for-tokens",
            "This picks a component of all keys, not the key of one word.",
            "A token is a row of the keys: the position is the first index.",
        ),
        of_both(one_component),
    ),
    *(
        one
        for named, functions in attention_wrongs
        for one in readings(named, *(apart_by(on_top_of(attention)) for attention in functions))
    ),
    *readings(TURNED, apart_by(second_projection_turned)),
    *readings(MULTIPLIED, apart_by(residual_as_factor)),
    *readings(AVERAGED, apart_by(residual_as_mean)),
    *readings(NORMALISED, apart_by(layer_normalised)),
    *readings(PROJECTION, *map(apart_by, (first_projection_again, query_projection, value_projection))),
    *readings(BARE, apart_by(not_projected)),
    *readings(SECOND_WIDTH, apart_by(scaled_by_second_width)),
    *readings(
        OVERFLOW,
        *(apart_by(on_top_of(weighed_by(weighing))) for weighing in (overflowing, overflowing_with_zeros)),
        hard_only=True,
    ),
    *readings(UNDERFLOW, apart_by(on_top_of(weighed_by(one_maximum_for_all))), hard_only=True),
    *readings(CLIPPED, *(apart_by(on_top_of(weighed_by(clipped_at(limit)))) for limit in (50, 100, 500, 700)), hard_only=True),
)

# --------------------------------------------------------------------- cases


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


def drawn(seed: int, rows: int, columns: int, spread: float = 1.0) -> Matrix:
    """Sixteenths: single precision holds them, and products of a few, exactly, so that a cast to it costs nothing."""
    return np.round(16 * np.random.default_rng(seed).normal(0.0, spread, (rows, columns))) / 16


def exact(seed: int, rows: int, columns: int) -> Matrix:
    """Numbers of all the digits that a float has, so that rounding shows."""
    return np.random.default_rng(seed).normal(size=(rows, columns))


UPI, PAYMENT, FAILED = [1.0, 0.0, 0.5, 0.0], [0.5, 1.0, 0.0, 0.5], [0.0, -1.0, 1.0, 0.5]
REFUND, RECEIVED = [-0.5, 0.5, 1.0, -1.0], [0.0, 1.5, -0.5, -1.0]

Layers = tuple[Matrix, Matrix, Matrix, Matrix]

chapter_layers: Layers = (
    matrix([1, 0], [0.5, -1], [0, 1], [1, 0.5]),
    matrix([1, 0.5], [0, -1], [1, 1], [-0.5, 0]),
    matrix([1, 0, 0.5, 0], [0, -1, 1, 0.5], [0.5, 1, 0, 1], [-1, 0.5, 0, 1]),
    matrix([1, 0, 0.5, -1, 0], [0, 1, 0, 0.5, -0.5], [-1, 0.5, 1, 0, 1], [0.5, 0, -1, 1, 0]),
)
by_hand: Layers = (
    matrix([math.log(3)], [0]),
    matrix([1], [0]),
    matrix([4, 0], [0, 4]),
    matrix([1, 0, 1], [0, 2, -1]),
)


def layers(seed: int, d_model: int, d_k: int, d_k2: int, spread: float = 0.7) -> Layers:
    """Projections of two decimals; `spread` is that of the queries and keys of the first layer."""
    return (
        drawn(seed, d_model, d_k, spread),
        drawn(seed + 1, d_model, d_k, spread),
        drawn(seed + 2, d_model, d_model, 0.7),
        drawn(seed + 3, d_model, d_k2, 0.7),
    )


def sentence(seed: int, tokens: int, sizes: tuple[int, int, int], spread: float = 0.7) -> tuple[Matrix, ...]:
    """What `contextual_keys` is given, for `sizes` d_model, d_k and d_k2."""
    return (drawn(seed + 9, tokens, sizes[0]), *layers(seed, *sizes, spread))


Pair = tuple[Matrix, int, Matrix, int, Matrix, Matrix, Matrix, Matrix]


def two_sentences(
    seed: int, first: tuple[int, int], second: tuple[int, int], sizes: tuple[int, int, int], spread: float = 0.7
) -> Pair:
    """What `key_shift` is given: of each sentence its length and where the word stands."""
    x_a, x_b = drawn(seed + 8, first[0], sizes[0]), drawn(seed + 9, second[0], sizes[0])
    x_b[second[1]] = x_a[first[1]]
    return (x_a, first[1], x_b, second[1], *layers(seed, *sizes, spread))


def with_twice_the_same(seed: int) -> tuple[Matrix, ...]:
    tokens, *rest = sentence(seed, 5, (3, 2, 4))
    tokens[3] = tokens[1]
    return (tokens, *rest)


def without_preference(seed: int) -> tuple[Matrix, ...]:
    tokens, w_q, *rest = sentence(seed, 4, (5, 3, 2))
    return (tokens, 0 * w_q, *rest)


def full_digits(seed: int) -> tuple[Matrix, ...]:
    return (exact(seed, 4, 3), exact(seed + 1, 3, 2), exact(seed + 2, 3, 2), exact(seed + 3, 3, 3), exact(seed + 4, 3, 5))


table_cases = (
    case("three words, by hand", matrix([3, 4], [0, 2], [-4, 3])),
    case("four words of three components", matrix([1, 2, 2], [2, 0, 0], [-1, 0.5, 1], [0, -3, 4])),
    case("as many words as components", matrix([1, 2, 0], [0, -1, 3], [2, 0.5, 1])),
    case("two words of five components", matrix([1, 0, -2, 0.5, 1], [0.5, 1, 1, 0, -1])),
    case("more components than words", drawn(1101, 2, 7), hidden=True),
    case("more words than components", drawn(1102, 7, 3), hidden=True),
    case("as many words as components, once more", drawn(1103, 4, 4), hidden=True),
    case("one word", drawn(1104, 1, 5), hidden=True),
    case("vectors of one component", matrix([2], [-0.5], [1.5], [-3]), hidden=True),
    case("negative numbers only", -np.abs(drawn(1105, 4, 5)) - 0.2, hidden=True),
    case("larger numbers", drawn(1106, 5, 4, 40.0), hidden=True),
    case("long vectors and shorter ones", drawn(1107, 4, 6) * matrix([1], [5], [0.5], [20]), hidden=True),
    case("numbers of many digits", exact(1108, 3, 4), hidden=True),
    hard("words at right angles", matrix([1, 0, 0], [0, -2, 0], [0, 0, 3], [0, 1, 0])),
    hard("very short vectors", np.round(drawn(1111, 4, 3) / 1000, 5)),
    hard("the same and the opposite direction", matrix([1, 2], [3, 6], [-0.5, -1], [2, 4]), hidden=True),
    hard("very long vectors", drawn(1112, 3, 4, 1e6), hidden=True),
    hard("lengths worlds apart", drawn(1113, 4, 3) * matrix([1e-3], [1e4], [1], [2e-3]), hidden=True),
    hard("words as wide as a usual head", drawn(1114, 3, 64), hidden=True),
    hard("many words", drawn(1115, 24, 3), hidden=True),
)

table_relations = (
    Relation(
        "transposed",
        "the table is symmetric: i is as similar to j as j is to i",
        "three words, by hand",
        lambda e: (e,),
        {"sign": 1.0},
    ),
    Relation(
        "same",
        "making a word's vector longer, or shorter, changes no similarity",
        "four words of three components",
        lambda e: (e * matrix([3], [1], [0.5], [2]),),
    ),
    Relation(
        "same",
        "turning all vectors by the same angle changes no similarity",
        "three words, by hand",
        lambda e: (e @ matrix([0.6, 0.8], [-0.8, 0.6]),),
    ),
    Relation(
        "transposed",
        "the table of many words is symmetric as well",
        "more words than components",
        lambda e: (e,),
        {"sign": 1.0},
    ),
    Relation(
        "same",
        "taking the components of all words in another order, some with the opposite sign, changes no similarity",
        "more components than words",
        lambda e: (e[:, ::-1] * matrix([1, -1, 1, 1, -1, -1, 1]),),
    ),
)

chapter_sentence = matrix(UPI, PAYMENT, FAILED)

keys_cases = (
    case("two words, by hand", matrix([1, 0], [0, 1]), *by_hand),
    case("UPI payment failed", chapter_sentence, *chapter_layers),
    case("all axes alike", *sentence(1120, 3, (3, 3, 3))),
    case("more words than components", *sentence(1130, 6, (3, 2, 4)), hidden=True),
    case("fewer words than components", *sentence(1140, 3, (6, 4, 5)), hidden=True),
    case("a sentence of one word", *sentence(1150, 1, (4, 3, 2)), hidden=True),
    case("first-layer keys of one component", *sentence(1160, 4, (5, 1, 3)), hidden=True),
    case("second-layer keys of one component", *sentence(1170, 4, (3, 2, 1)), hidden=True),
    case("second-layer keys as wide as embeddings", *sentence(1180, 5, (4, 3, 4)), hidden=True),
    case("keys equally wide in both layers", *sentence(1190, 4, (6, 3, 3)), hidden=True),
    case("queries as wide as embeddings", *sentence(1200, 5, (4, 4, 2)), hidden=True),
    case("as many words as components", *sentence(1210, 4, (4, 2, 3)), hidden=True),
    case("a word that comes twice", *with_twice_the_same(1220), hidden=True),
    case("larger scores", *sentence(1230, 5, (3, 2, 4), 1.5), hidden=True),
    case("all four axes alike, once more", *sentence(1240, 4, (4, 4, 4)), hidden=True),
    case("numbers of many digits", *full_digits(1250), hidden=True),
    hard("very large scores", *sentence(1260, 4, (3, 2, 5), 40.0), large=True),
    hard("no word prefers another", *without_preference(1270)),
    hard("very large scores, and many words", *sentence(1280, 9, (4, 3, 2), 60.0), hidden=True, large=True),
    hard("every score very low", matrix([30, 1], [31, -1], [30.5, 2]), matrix([-2, 1], [0, 1]), matrix([20, 0], [1, 1]),
         matrix([0.125, 0.25], [0.5, -1]), matrix([0.125, -0.25, 0.375], [1, 0.5, -1]), hidden=True, large=True),
    hard("rows of scores far above and far below", matrix([30, 1], [-30, 2], [0.5, 1], [10, -1]), matrix([10, 0], [0, 1]),
         matrix([1, 1], [0.5, 1]), matrix([0.125, 0.25], [0.5, -1]), matrix([0.125, -0.25, 0.375], [1, 0.5, -1]),
         hidden=True, large=True),
    hard("queries as wide as a usual head", *sentence(1290, 3, (5, 64, 2), 0.3), hidden=True),
    hard("a long sentence", *sentence(1300, 30, (3, 2, 4)), hidden=True),
)  # fmt: skip

keys_relations = (
    Relation(
        "rows-reordered",
        "words in another order have the same keys, in that order: a key knows its sentence, but not its position",
        "UPI payment failed",
        lambda x, *w: (x[[2, 0, 1]], *w),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "multiplied",
        "twice the second projection gives twice the keys",
        "two words, by hand",
        lambda x, w_q, w_k, w_v, w_k2: (x, w_q, w_k, w_v, 2 * w_k2),
        {"by": 2.0},
    ),
    Relation(
        "same",
        "doubling W_Q and halving W_K changes no key",
        "UPI payment failed",
        lambda x, w_q, w_k, w_v, w_k2: (x, 2 * w_q, w_k / 2, w_v, w_k2),
    ),
    Relation(
        "first-rows-same",
        "saying the sentence twice over changes no key",
        "more words than components",
        lambda x, *w: (np.vstack([x, x]), *w),
        {"rows": 6},
    ),
    Relation(
        "columns-reordered",
        "the columns of W_K2 in another order are components in that order",
        "fewer words than components",
        lambda x, w_q, w_k, w_v, w_k2: (x, w_q, w_k, w_v, w_k2[:, [3, 0, 4, 1, 2]]),
        {"order": [3, 0, 4, 1, 2]},
    ),
    Relation(
        "rows-reordered",
        "with many words as well, another order of the words is that order of the keys",
        "larger scores",
        lambda x, *w: (x[[4, 2, 0, 3, 1]], *w),
        {"order": [4, 2, 0, 3, 1]},
    ),
)

same_sentence = two_sentences(1440, (4, 2), (4, 2), (3, 2, 5))

shift_cases = (
    case("the word with another one and alone, by hand", matrix([1, 0], [0, 1]), 0, matrix([1, 0]), 0, *by_hand),
    case("payment, failed and received", chapter_sentence, 1, matrix(PAYMENT, RECEIVED), 0, *chapter_layers),
    case("payment, received and to be refunded", matrix(UPI, PAYMENT, RECEIVED), 1, matrix(REFUND, PAYMENT), 1,
         *chapter_layers),
    case("all axes alike", *two_sentences(1310, (3, 2), (3, 0), (3, 3, 3))),
    case("the second sentence much longer", *two_sentences(1320, (2, 1), (7, 4), (4, 3, 2)), hidden=True),
    case("the second sentence shorter", *two_sentences(1330, (6, 4), (3, 1), (3, 2, 4)), hidden=True),
    case("the word at the same place", *two_sentences(1340, (4, 1), (4, 1), (5, 2, 3)), hidden=True),
    case("the last word becomes the first", *two_sentences(1351, (5, 4), (5, 0), (3, 2, 6)), hidden=True),
    case("the first word becomes the last", *two_sentences(1360, (4, 0), (6, 5), (5, 3, 2)), hidden=True),
    case("the word alone in the first sentence", *two_sentences(1370, (1, 0), (4, 3), (4, 2, 3)), hidden=True),
    case("second-layer keys of one component", *two_sentences(1380, (3, 2), (4, 1), (5, 2, 1)), hidden=True),
    case("first-layer keys of one component", *two_sentences(1390, (4, 3), (3, 2), (2, 1, 5)), hidden=True),
    case("keys equally wide in both layers", *two_sentences(1400, (5, 3), (4, 0), (6, 3, 3)), hidden=True),
    case("second-layer keys as wide as embeddings", *two_sentences(1410, (5, 1), (3, 2), (4, 2, 4)), hidden=True),
    case("queries as wide as embeddings", *two_sentences(1420, (3, 1), (6, 2), (4, 4, 5)), hidden=True),
    case("larger scores", *two_sentences(1430, (4, 1), (5, 3), (3, 2, 4), 1.5), hidden=True),
    hard("a sentence and itself", *(same_sentence[:2] + same_sentence[:2] + same_sentence[4:]), zero_within=2e-2),
    hard("very large scores", *two_sentences(1450, (4, 0), (5, 3), (3, 2, 5), 40.0), large=True),
    hard("very large scores, and many words", *two_sentences(1460, (8, 6), (9, 1), (4, 3, 2), 60.0), hidden=True, large=True),
    hard("every score very low", matrix([30, 1], [31, -1], [30.5, 2]), 2, matrix([32, 3], [30.5, 2]), 1,
         matrix([-2, 1], [0, 1]), matrix([20, 0], [1, 1]), matrix([0.125, 0.25], [0.5, -1]),
         matrix([0.125, -0.25, 0.375], [1, 0.5, -1]), hidden=True, large=True),
    hard("rows of scores far above and far below", matrix([30, 1], [-30, 2], [0.5, 1], [10, -1]), 2,
         matrix([0.5, 1], [20, -2]), 0, matrix([10, 0], [0, 1]), matrix([1, 1], [0.5, 1]), matrix([0.125, 0.25], [0.5, -1]),
         matrix([0.125, -0.25, 0.375], [1, 0.5, -1]), large=True),
    hard("long sentences", *two_sentences(1470, (20, 7), (30, 29), (3, 2, 4)), hidden=True),
    hard("queries as wide as a usual head", *two_sentences(1480, (3, 0), (4, 2), (5, 64, 2), 0.3), hidden=True),
)  # fmt: skip

shift_relations = (
    Relation(
        "same",
        "the two sentences can be exchanged",
        "payment, failed and received",
        lambda x_a, i, x_b, j, *w: (x_b, j, x_a, i, *w),
    ),
    Relation(
        "multiplied",
        "turning W_K2 round and trebling it trebles the shift",
        "payment, failed and received",
        lambda x_a, i, x_b, j, w_q, w_k, w_v, w_k2: (x_a, i, x_b, j, w_q, w_k, w_v, -3 * w_k2),
        {"by": 3.0},
    ),
    Relation(
        "same",
        "only which words stand around it moves a key, not their order",
        "all axes alike",
        lambda x_a, i, x_b, j, *w: (x_a[[2, 0, 1]], 0, x_b[[1, 0, 2]], 1, *w),
    ),
    Relation(
        "same",
        "saying the longer sentence twice over changes no shift",
        "the second sentence much longer",
        lambda x_a, i, x_b, j, *w: (x_a, i, np.vstack([x_b, x_b]), j + 7, *w),
    ),
    Relation(
        "same",
        "in long sentences as well, only which words there are moves a key",
        "the second sentence shorter",
        lambda x_a, i, x_b, j, *w: (x_a[::-1], 1, x_b[::-1], 1, *w),
    ),
)

# ------------------------------------------------------------------ exercise

TABLE_PART = Part(
    function=static_similarity,
    returns=Returns("array", (("words", "words"),)),
    task="Compute the cosine similarity of every word's embedding with every word's: a row and a column for each word.",
    points=3.0,
    cases=table_cases,
    relations=table_relations,
    misconceptions=table_misconceptions,
    hints=(
        "The dot product of two vectors grows when one of them gets longer; how do you keep only their directions?",
        "Bring each row of E to length 1 first (a sum of squares along axis=1 with keepdims=True, then np.sqrt); after that "
        "one matrix product with the transpose does the rest.",
        "Two words [6, 8] and [4, -3]: their lengths are 10 and 5, their dot product is 24 - 24 = 0, so the table is "
        "[[1, 0], [0, 1]]. With [8, 6] in place of the second word it would hold 96 / (10 * 10) = 0.96 beside the diagonal.",
    ),
    why="""
        This table is symmetric by construction, has 1 on its diagonal, and could be computed once for all sentences: the
        vectors never change. Attention weights are nothing like it. They come from queries and keys, which are projected
        differently, each row is shared out by a softmax of its own, and from the second layer on they depend on the
        sentence.
        """,
)

KEYS_PART = Part(
    function=contextual_keys,
    returns=Returns("array", (("tokens", "d_k2"),)),
    task="Send a sentence through one layer of self-attention, add what came in, and project that to the second layer's keys.",
    points=4.0,
    cases=keys_cases,
    relations=keys_relations,
    misconceptions=keys_misconceptions,
    hints=(
        "What does the second layer get to see: the embeddings, or what the first layer made of them?",
        "Queries, keys and values are three products of X; the weights are a softmax of each row (take its largest score "
        "off first); blend the values, add X, and only then apply the last matrix, to the sum.",
        "By hand, with X = [[2, 0], [0, 2]] and a W_Q of zeros: all scores are 0, so all weights 0.5. With "
        "W_V = [[1, 0], [0, 3]] the values are [[2, 0], [0, 6]] and their blend is [1, 3] for both tokens. Adding X gives "
        "[[3, 3], [1, 5]], and W_K2 = [[1], [-1]] makes the keys [[0], [-4]].",
    ),
    why="""
        In the first layer a word has the same key in every sentence: it is its embedding times W_K. The second layer gets
        the embedding plus what the word took from the others, so now its key depends on them, and with every layer more so.
        The chapter says that a key depends on the position too. By itself it does not: put the words in another order, and
        each keeps its key. Position has to be put in, by the encodings that are added to the embeddings.
        """,
)

SHIFT_PART = Part(
    function=key_shift,
    returns=Returns("array"),
    task="Measure how far apart the second-layer keys of one word are in two sentences.",
    points=3.0,
    builds_on=(through_contextual_keys,),
    cases=shift_cases,
    relations=shift_relations,
    misconceptions=shift_misconceptions,
    hints=(
        "The word is the same in both sentences; from which layer on can its keys differ, and what makes them?",
        "Call the function above once for each sentence, pick one row from each result, subtract, and take np.linalg.norm "
        "of the difference.",
        "If the word's key is [1, 2, 2] in one sentence and [3, 2, 2] in the other, the difference is [-2, 0, 0] and the "
        "shift 2. If it were [1, 2, 2] in both, as in the first layer, it would be 0.",
    ),
    why="""
        The shift is not 0, so there is no single key of "payment", and no single number for how much another word attends
        to it: only one in this sentence and at this layer. What the word itself brings along, its embedding, is the same
        in both sentences and cancels in the difference; all of the shift comes from what it took from its neighbours.
        """,
)


def payment_shift() -> float:
    return key_shift(chapter_sentence, 1, matrix(REFUND, PAYMENT, RECEIVED), 1, *chapter_layers)


def first_layer_shift() -> float:
    return math.dist((chapter_sentence @ chapter_layers[1])[1], (matrix(REFUND, PAYMENT, RECEIVED) @ chapter_layers[1])[1])


EXERCISE = Exercise(
    title="Context dependence",
    parts=(TABLE_PART, KEYS_PART, SHIFT_PART),
    printed=(
        (
            "a static cosine-similarity table is symmetric by construction",
            lambda: bool(np.allclose(static_similarity(chapter_sentence), static_similarity(chapter_sentence).T)),
            True,
        ),
        (
            "the same word “payment” has a different K vector in another sentence, from the second layer on",
            lambda: payment_shift() > 0.1 and first_layer_shift() == 0.0,
            True,
        ),
    ),
)
