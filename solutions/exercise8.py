"""Answer file of exercise 8: query, key, value. Teachers only."""

import itertools
import math
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Ask, Exercise, Law, Misconception, Part, Relation, Returns, ask, case, hard

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
Three = tuple[Matrix, Matrix, Matrix]

# ---------------------------------------------------------------- references


def project(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X @ W_Q, X @ W_K, X @ W_V


def soft_lookup(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    shares = shared_out(keys @ query / math.sqrt(len(query)))
    return shares @ values


def self_attention(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    return weights(Q, K) @ V


def shared_out(scores: Vector) -> Vector:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def weights(queries: Matrix, keys: Matrix) -> Matrix:
    return row_shares(queries @ keys.T / math.sqrt(queries.shape[1]))


def row_shares(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


# ------------------------------------------------ self-attention on top of the other parts

Through = Generator[Ask, Any, Matrix]


def through_project(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Through:
    queries, keys, values = yield ask("project", X, W_Q, W_K, W_V)
    return np.asarray(weights(queries, keys) @ values)


def through_soft_lookup(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Through:
    queries, keys, values = project(X, W_Q, W_K, W_V)
    return (yield from looked_up_by_all(queries, keys, values))


def through_both(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Through:
    queries, keys, values = yield ask("project", X, W_Q, W_K, W_V)
    return (yield from looked_up_by_all(queries, keys, values))


def looked_up_by_all(queries: Matrix, keys: Matrix, values: Matrix) -> Through:
    rows = []
    for query in queries:
        rows.append((yield ask("soft_lookup", query, keys, values)))
    return np.array(rows)


# ------------------------------------------- misconceptions about the three roles

Roles = Callable[[Matrix, Matrix, Matrix, Matrix], tuple[Matrix, ...]]
Wrong = tuple[str, str, str, tuple[Callable[..., object], ...]]


def made_with(*chosen: int) -> Roles:
    """Queries, keys and values, each made with the matrix of this number: 0 is W_Q, 1 is W_K, 2 is W_V."""

    def roles(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> tuple[Matrix, ...]:
        return tuple(X @ (W_Q, W_K, W_V)[number] for number in chosen)

    return roles


def unprojected(*left_out: int) -> Roles:
    """Some roles filled by the embeddings as they are."""

    def roles(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> tuple[Matrix, ...]:
        return tuple(X if number in left_out else X @ one for number, one in enumerate((W_Q, W_K, W_V)))

    return roles


def turned_matrices(*which: int) -> Roles:
    def roles(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> tuple[Matrix, ...]:
        return tuple(X @ (one.T if number in which else one) for number, one in enumerate((W_Q, W_K, W_V)))

    return roles


def matrices_from_the_left(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return W_Q @ X, W_K @ X, W_V @ X


def matrices_from_the_left_of_columns(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return W_Q @ X.T, W_K @ X.T, W_V @ X.T


def turned_matrices_from_the_left(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return W_Q.T @ X, W_K.T @ X, W_V.T @ X


def after(change: Callable[[Matrix], Matrix], *which: int) -> Roles:
    """The right roles, some of them changed afterwards."""

    def roles(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> tuple[Matrix, ...]:
        right = project(X, W_Q, W_K, W_V)
        return tuple(change(one) if number in which else one for number, one in enumerate(right))

    return roles


def columns_for_tokens(one: Matrix) -> Matrix:
    return one.T


def over_root_of_width(one: Matrix) -> Matrix:
    return one / math.sqrt(one.shape[1])


def over_fourth_root_of_width(one: Matrix) -> Matrix:
    return np.asarray(one / one.shape[1] ** 0.25)


def of_length_one(one: Matrix) -> Matrix:
    return np.asarray(one / np.linalg.norm(one, axis=1, keepdims=True))


def cut_at_zero(one: Matrix) -> Matrix:
    return np.maximum(one, 0.0)


def chained(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X @ W_Q, X @ W_Q @ W_K, X @ W_Q @ W_K @ W_V


def values_of_keys(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X @ W_Q, X @ W_K, X @ W_K @ W_V


def entry_by_entry(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X * W_Q, X * W_K, X * W_V


def added_to_embeddings(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X + X @ W_Q, X + X @ W_K, X + X @ W_V


def one_more_in_each(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return X @ W_Q + 1, X @ W_K + 1, X @ W_V + 1


def first_token_for_all(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> tuple[Matrix, ...]:
    return tuple(np.repeat(one[:1], len(X), axis=0) for one in project(X, W_Q, W_K, W_V))


def running_sums(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Three:
    return project(np.cumsum(X, axis=0), W_Q, W_K, W_V)


SHARED = [chosen for chosen in itertools.product(range(3), repeat=3) if len(set(chosen)) == 2]

wrong_roles: tuple[Wrong, ...] = (
    (
        "one-projection-for-all",
        "One and the same matrix makes queries, keys and values here, and the two others are never used.",
        "What a word looks for, what it is found by and what it says are three things, each with a matrix of its own.",
        tuple(made_with(number, number, number) for number in range(3)),
    ),
    (
        "one-projection-for-all",
        "One matrix serves two of the three roles here, and another is never used.",
        "Each of W_Q, W_K and W_V is for one role, and comes up exactly once.",
        tuple(made_with(*chosen) for chosen in SHARED),
    ),
    (
        "query-and-key-swapped",
        "Queries and keys have swapped their roles here: each is made, or used, where the other belongs.",
        "The query is what a token looks for, the key what it is found by; a row of scores belongs to one query.",
        (made_with(1, 0, 2),),
    ),
    (
        "roles-mixed-up",
        "The three matrices are used in another order than queries, keys, values.",
        "W_Q makes Q, which comes first, W_K makes K, and W_V makes V.",
        (made_with(2, 1, 0), made_with(0, 2, 1), made_with(1, 2, 0), made_with(2, 0, 1)),
    ),
    (
        "projection-transposed",
        "This multiplies by the matrices turned over, which runs at all only where they are square.",
        "An embedding is a row; W_Q takes it in by its rows, d_model of them, and gives it out by its columns.",
        (turned_matrices(0, 1, 2), turned_matrices(0), turned_matrices(1), turned_matrices(2)),
    ),
    (
        "projection-transposed",
        "This multiplies from the left side, so it mixes tokens with one another, where it runs at all.",
        "A token is a row of X, so the matrix that transforms it stands on the right.",
        (matrices_from_the_left, matrices_from_the_left_of_columns, turned_matrices_from_the_left),
    ),
    (
        "values-not-projected",
        "The values are the embeddings themselves here; W_V is never used.",
        "What a word passes on is a projection of its embedding too.",
        (unprojected(2),),
    ),
    (
        "not-projected",
        "Queries or keys are the embeddings themselves here, without a projection.",
        "Each role has its matrix: a token's embedding is none of the three vectors yet.",
        tuple(unprojected(*left_out) for left_out in ((0,), (1,), (0, 1), (0, 2), (1, 2), (0, 1, 2))),
    ),
    (
        "projections-chained",
        "This projects what was projected already: the keys are made from queries, or the values from keys.",
        "All three projections start from X.",
        (chained, values_of_keys),
    ),
    (
        "elementwise-product",
        "This multiplies entry by entry, where it runs at all.",
        "A projection is a matrix product: each new number is a sum over the whole embedding.",
        (entry_by_entry,),
    ),
    (
        "residual-added",
        "This adds the embeddings to their projections.",
        "Only the projections are asked for; what is added to a layer comes after attention, not here.",
        (added_to_embeddings,),
    ),
    (
        "nonlinear-projection",
        "This puts a function such as tanh or a cut at 0 on the projections.",
        "The three maps are linear: a matrix product and nothing else.",
        (after(np.tanh, 0, 1, 2), after(cut_at_zero, 0, 1, 2), after(np.tanh, 0, 1), after(cut_at_zero, 0, 1)),
    ),
    (
        "first-token-for-all",
        "This gives every token the vectors of the first.",
        "Row i is made from row i of X.",
        (first_token_for_all,),
    ),
    (
        "tokens-added-up",
        "This projects running sums of the embeddings, so that a token's vectors know of the ones before it.",
        "A projection looks at one token alone; it is the attention that brings tokens together.",
        (running_sums,),
    ),
)

project_only: tuple[Wrong, ...] = (
    (
        "unit-length-vectors",
        "This brings the projected vectors to length 1.",
        "How long a query or a key is may matter; leave the products as they are.",
        (after(of_length_one, 0, 1), after(of_length_one, 0, 1, 2)),
    ),
    (
        "projection-transposed",
        "These are the projections turned over, with a column for each token.",
        "In this chapter a token is a row, in X and in what is made of it.",
        (after(columns_for_tokens, 0, 1, 2),),
    ),
    (
        "keys-transposed",
        "The keys come turned over, ready for the product with the queries.",
        "All three arrays have a row for each token; the turning belongs to the scores.",
        (after(columns_for_tokens, 1),),
    ),
    (
        "scaled-too-early",
        "Here the division by the root of d_k is done already.",
        "The projections are plain; it is the scores that are scaled.",
        (
            after(over_root_of_width, 0),
            after(over_root_of_width, 1),
            after(over_root_of_width, 0, 1),
            after(over_root_of_width, 0, 1, 2),
            after(over_fourth_root_of_width, 0, 1),
        ),
    ),
    (
        "softmax-too-early",
        "This puts a softmax on the projected vectors.",
        "The softmax turns scores into weights; queries and keys may be any numbers.",
        (after(row_shares, 0, 1), after(row_shares, 0, 1, 2)),
    ),
    (
        "bias-added",
        "This adds 1 to every projection.",
        "Nothing is added to the products in this chapter.",
        (one_more_in_each,),
    ),
)

# ------------------------------------------- misconceptions about the weights

Sharing = Callable[[Matrix], Matrix]
Weighing = Callable[[Matrix, Matrix], Matrix]


def scores_times(factor: Callable[[Matrix, Matrix], float]) -> Weighing:
    """Weights of dot products that are multiplied by a number other than 1/√d_k."""

    def weighing(q: Matrix, k: Matrix) -> Matrix:
        return row_shares((q @ k.T) * factor(q, k))

    return weighing


def shared_by(sharing: Sharing, power: float = -0.5) -> Weighing:
    """Another way to make weights of the right scores, or of scores scaled by another power of d_k."""

    def weighing(q: Matrix, k: Matrix) -> Matrix:
        return sharing((q @ k.T) * q.shape[1] ** power)

    return weighing


def times_afterwards(weighing: Weighing, power: float) -> Weighing:
    """The scaling done on the weights."""

    def afterwards(q: Matrix, k: Matrix) -> Matrix:
        return np.asarray(weighing(q, k) * q.shape[1] ** power)

    return afterwards


def put_through_softmax(scoring: Weighing) -> Weighing:
    """Weights of other scores than the scaled dot products."""

    def weighing(q: Matrix, k: Matrix) -> Matrix:
        return row_shares(scoring(q, k))

    return weighing


def compared_by(likeness: Weighing) -> tuple[Weighing, ...]:
    """Weights of another likeness than the dot product, plain and scaled."""

    def scaled_likeness(q: Matrix, k: Matrix) -> Matrix:
        return likeness(q, k) / math.sqrt(q.shape[1])

    return put_through_softmax(likeness), put_through_softmax(scaled_likeness)


def cosine(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray((q @ k.T) / np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1)))


def nearness(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray(-np.linalg.norm(q[:, np.newaxis, :] - k, axis=2))


def squared_nearness(q: Matrix, k: Matrix) -> Matrix:
    return -(nearness(q, k) ** 2)


def keys_left_as_they_are(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k) / math.sqrt(q.shape[1])


def keys_reshaped(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.reshape(k.shape[1], k.shape[0])) / math.sqrt(q.shape[1])


def first_winner(scores: Matrix) -> Matrix:
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


def last_winner(scores: Matrix) -> Matrix:
    return first_winner(scores[:, ::-1])[:, ::-1]


def all_winners(scores: Matrix) -> Matrix:
    return np.where(np.isclose(scores, scores.max(axis=1, keepdims=True)), 1.0, 0.0)


def winners_share(scores: Matrix) -> Matrix:
    return share_of_sum(all_winners(scores))


def winner_by_its_weight(scores: Matrix) -> Matrix:
    return first_winner(scores) * row_shares(scores)


def share_of_sum(scores: Matrix) -> Matrix:
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


def share_of_sizes(scores: Matrix) -> Matrix:
    return share_of_sum(np.abs(scores))


def share_above_lowest(scores: Matrix) -> Matrix:
    return share_of_sum(scores - scores.min(axis=1, keepdims=True))


def equal_shares(scores: Matrix) -> Matrix:
    return np.full(scores.shape, 1.0 / scores.shape[1])


def sigmoid(scores: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-scores)))


def shared_sigmoid(scores: Matrix) -> Matrix:
    return share_of_sum(sigmoid(scores))


def powers_of_two(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp2(scores - scores.max(axis=1, keepdims=True)))


def plain_powers(scores: Matrix) -> Matrix:
    return np.exp(scores)


def powers_below_one(scores: Matrix) -> Matrix:
    return np.asarray(np.exp(scores - scores.max(axis=1, keepdims=True)))


def of_opposite(scores: Matrix) -> Matrix:
    return row_shares(-scores)


def twice(scores: Matrix) -> Matrix:
    return row_shares(row_shares(scores))


def as_they_are(scores: Matrix) -> Matrix:
    return scores


def down_the_columns(scores: Matrix) -> Matrix:
    return row_shares(scores.T).T


def column_sums(scores: Matrix) -> Matrix:
    """Of powers that took the largest score of their row off."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=0))


def over_everything(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def sums_along_the_wrong_side(scores: Matrix) -> Matrix:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=1))


def shifted_sums_along_the_wrong_side(scores: Matrix) -> Matrix:
    return sums_along_the_wrong_side(scores - scores.max(axis=1, keepdims=True))


def maximum_of_each_column(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores - scores.max(axis=0)))


def turned(scores: Matrix) -> Matrix:
    return row_shares(scores).T


def only_what_came_before(scores: Matrix) -> Matrix:
    return row_shares(np.where(np.tri(len(scores)) > 0, scores, -np.inf))


def all_but_itself(scores: Matrix) -> Matrix:
    return row_shares(np.where(np.eye(len(scores)) > 0, -np.inf, scores))


def overflowing(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores))


def overflowing_with_zeros(scores: Matrix) -> Matrix:
    return np.nan_to_num(overflowing(scores))


def minimum_taken_off(scores: Matrix) -> Matrix:
    return overflowing(scores - scores.min(axis=1, keepdims=True))


def one_maximum_for_all(scores: Matrix) -> Matrix:
    return overflowing(scores - scores.max())


def clipped_at(limit: float) -> Sharing:
    def clipped(scores: Matrix) -> Matrix:
        return overflowing(np.clip(scores, -limit, limit))

    return clipped


wrong_weights: tuple[tuple[str, str, str, tuple[Weighing, ...]], ...] = (
    (
        "not-scaled",
        "These are the weights of the plain dot products; the division by the square root of d_k is missing.",
        "Long vectors have large dot products; exercise 1 found the number that makes up for it.",
        (scores_times(lambda q, k: 1.0),),
    ),
    (
        "scaled-by-d_k",
        "This divides the scores by d_k itself, or twice by its square root.",
        "The variance grows with d_k; a score has the size of the standard deviation, which grows with its root.",
        (scores_times(lambda q, k: 1 / q.shape[1]),),
    ),
    (
        "scale-not-inverted",
        "This multiplies the scores by the square root of d_k.",
        "Scaling should shrink the scores of long vectors.",
        (scores_times(lambda q, k: math.sqrt(q.shape[1])),),
    ),
    (
        "scaled-by-half-d_k",
        "This divides the scores by half of d_k: `d_k ** 1/2` means (d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        (scores_times(lambda q, k: 2 / q.shape[1]),),
    ),
    (
        "scale-rounded-down",
        "This divides the scores by the square root of d_k cut to a whole number.",
        "The root of d_k is seldom whole, and is wanted in full.",
        (scores_times(lambda q, k: 1 / math.isqrt(q.shape[1])),),
    ),
    (
        "scale-hard-coded",
        "This always divides by the same root, however long the vectors are.",
        "The chapter's example has d_k = 2 and its usual head 64; take d_k from the shape of what you are given.",
        (scores_times(lambda q, k: 1 / math.sqrt(2)), scores_times(lambda q, k: 1 / 8)),
    ),
    (
        "scaled-by-sequence-length",
        "This divides the scores by the square root of how many keys there are.",
        "Only the length of a vector, d_k, calls for scaling, never how many there are.",
        (scores_times(lambda q, k: 1 / math.sqrt(len(k))),),
    ),
    (
        "scaled-after-softmax",
        "This scales the weights, or what comes out, where the scores should have been scaled.",
        "Scaling is there to keep the softmax's input small; what comes out of the softmax is final.",
        (
            times_afterwards(scores_times(lambda q, k: 1.0), -0.5),
            times_afterwards(scores_times(lambda q, k: 1.0), 0.5),
            times_afterwards(shared_by(row_shares), -0.5),
        ),
    ),
    (
        "hard-lookup",
        "This hands out the value of the best fitting key alone.",
        "The search is soft: every value counts, one with a smaller score for less.",
        tuple(map(shared_by, (first_winner, last_winner, all_winners, winners_share, winner_by_its_weight))),
    ),
    (
        "plain-average",
        "This gives all values the same weight, whatever is asked.",
        "How much a value counts depends on how well its key fits the query.",
        (shared_by(equal_shares),),
    ),
    (
        "linear-normalisation",
        "This makes shares of the scores themselves, without the exponential.",
        "Scores may be negative or add up to 0; raise e to their power first, which makes all of them positive.",
        tuple(map(shared_by, (share_of_sum, share_of_sizes, share_above_lowest))),
    ),
    (
        "softmax-forgotten",
        "This blends with the scores themselves; the softmax is missing.",
        "Weights are shares: turn the scores into numbers that are positive and add up to 1.",
        (shared_by(as_they_are), shared_by(as_they_are, 0.0)),
    ),
    (
        "exponentials-not-normalised",
        "This blends with the exponentials; they do not add up to 1 yet.",
        "Divide by their sum, so that they become shares.",
        (shared_by(plain_powers), shared_by(powers_below_one)),
    ),
    (
        "sigmoid",
        "This puts each score through a sigmoid, as if the other keys were not there.",
        "The weights depend on one another: what one key gains, the others lose.",
        (shared_by(sigmoid), shared_by(shared_sigmoid)),
    ),
    (
        "base-two",
        "This raises 2 to the power of the scores, not e.",
        "Softmax uses the number e, 2.718…",
        (shared_by(powers_of_two),),
    ),
    (
        "softmin",
        "This gives the worst fitting key the largest weight.",
        "A larger score means a better fit and deserves a larger weight.",
        (shared_by(of_opposite),),
    ),
    (
        "softmax-twice",
        "This puts the weights through softmax once more, which makes them almost equal.",
        "Once is enough: after it they add up to 1.",
        (shared_by(twice),),
    ),
    (
        "softmax-over-columns",
        "This takes the softmax along the wrong axis, so that a key shares itself out over the queries.",
        "It is the query that shares out its attention, over the keys.",
        (shared_by(down_the_columns), shared_by(column_sums)),
    ),
    (
        "keys-not-transposed",
        "Here the keys are not transposed (reshaping does not do it either), so a query meets pieces of several keys.",
        "Each key is a row, while a matrix product takes columns on its right: rows have to become columns, whole.",
        (put_through_softmax(keys_left_as_they_are), put_through_softmax(keys_reshaped)),
    ),
    (
        "cosine-similarity",
        "This compares by the angle alone, as if all queries and keys were of length 1.",
        "In attention a long query or a long key may count for more; take the dot product as it is.",
        compared_by(cosine),
    ),
    (
        "distance-not-dot-product",
        "This compares by how near query and key are, not by their dot product.",
        "Multiply matching components and add them up; do not subtract them.",
        (*compared_by(nearness), *compared_by(squared_nearness)),
    ),
)

wrong_among_many_queries: tuple[tuple[str, str, str, tuple[Weighing, ...]], ...] = (
    (
        "softmax-over-everything",
        "This is one softmax over the whole matrix: all weights together add up to 1.",
        "Each token has a whole attention of its own to share out, so each row needs its own sum.",
        (shared_by(over_everything),),
    ),
    (
        "keepdims-forgotten",
        "This divides each column by the sum of the row with the same number: the sums lie along the wrong side.",
        "Keep the summed axis, with length 1, so that each sum stays beside its own row.",
        (shared_by(sums_along_the_wrong_side), shared_by(shifted_sums_along_the_wrong_side)),
    ),
    (
        "maximum-per-column",
        "This subtracts the largest score of each column, which changes the weights.",
        "Only a number that is the same all along a row cancels; take each row's own largest score.",
        (shared_by(maximum_of_each_column),),
    ),
    (
        "weights-transposed",
        "These are the right weights turned over: they give a token what others search for in it.",
        "Row i of the weights belongs to the query of token i.",
        (shared_by(turned),),
    ),
    (
        "causal-mask-added",
        "Here no token sees a later one.",
        "A causal mask is for writing word by word; here every token may look at the whole sentence.",
        (shared_by(only_what_came_before),),
    ),
    (
        "itself-left-out",
        "Here no token looks at itself.",
        "Every token searches among all tokens, and it is one of them.",
        (shared_by(all_but_itself),),
    ),
)

overflows: tuple[tuple[str, str, str, tuple[Weighing, ...]], ...] = (
    (
        "no-max-subtraction",
        "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
        "Adding one number to all scores of a query changes no weight: choose it so that the largest becomes 0.",
        (shared_by(overflowing), shared_by(overflowing_with_zeros)),
    ),
    (
        "minimum-subtracted",
        "This subtracts the smallest score, so that the largest still overflows.",
        "The largest exponent is the dangerous one: after subtracting it should be 0.",
        (shared_by(minimum_taken_off),),
    ),
    (
        "scores-clipped",
        "This cuts the scores off at a limit, so that scores beyond it all count the same.",
        "Differences between large scores matter as much as those between small ones: shift them, do not cut them.",
        tuple(shared_by(clipped_at(limit)) for limit in (50, 100, 500, 700)),
    ),
)

one_maximum = (
    "global-max-underflow",
    "This subtracts the largest score of the whole matrix; in rows far below it every exponential becomes 0.",
    "Each row needs its own largest score taken off.",
    (shared_by(one_maximum_for_all),),
)

# ---------------------------------------------- misconceptions about the blend

Lookup = Callable[[Vector, Matrix, Matrix], object]
Attention = Callable[[Matrix, Matrix, Matrix, Matrix], object]


def looking_up(weighing: Weighing) -> Lookup:
    """A lookup with other weights."""

    def lookup(query: Vector, keys: Matrix, values: Matrix) -> Vector:
        return np.asarray(weighing(query[np.newaxis], keys)[0] @ values)

    return lookup


def lookup_weights(query: Vector, keys: Matrix) -> Vector:
    return np.asarray(weights(query[np.newaxis], keys)[0])


def keys_blended(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return lookup_weights(query, keys) @ keys


def values_searched(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return lookup_weights(query, values) @ values


def values_searched_for_keys(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return lookup_weights(query, values) @ keys


def weights_alone(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return lookup_weights(query, keys)


def weighted_but_apart(query: Vector, keys: Matrix, values: Matrix) -> Matrix:
    return lookup_weights(query, keys)[:, np.newaxis] * values


def weighted_and_averaged(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values).mean(axis=0))


def added_up_over_columns(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values).sum(axis=1))


def added_up_over_everything(query: Vector, keys: Matrix, values: Matrix) -> object:
    return weighted_but_apart(query, keys, values).sum()


def in_a_matrix(query: Vector, keys: Matrix, values: Matrix) -> Matrix:
    return soft_lookup(query, keys, values)[np.newaxis]


def in_a_column(query: Vector, keys: Matrix, values: Matrix) -> Matrix:
    return soft_lookup(query, keys, values)[:, np.newaxis]


def hits_in_order(query: Vector, keys: Matrix, values: Matrix) -> Matrix:
    return np.asarray(values[np.argsort(-(keys @ query), kind="stable")])


def scaled_by_width_of_values(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return shared_out(keys @ query / math.sqrt(values.shape[1])) @ values


def first_term_alone(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values)[0])


def last_term_alone(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values)[-1])


def first_term_left_out(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values)[1:].sum(axis=0))


def last_term_left_out(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return np.asarray(weighted_but_apart(query, keys, values)[:-1].sum(axis=0))


def query_added(query: Vector, keys: Matrix, values: Matrix) -> Vector:
    return query + soft_lookup(query, keys, values)


VALUE_WIDTH = (
    "scaled-by-d_v",
    "This divides the scores by the square root of d_v, the width of the values.",
    "Values have no part in the scores; what counts is how many products a score adds up.",
)

wrong_lookups: tuple[Wrong, ...] = (
    (
        "keys-used-as-values",
        "This blends the keys; the values play no part.",
        "The key is only what is searched by; what is handed out is the value.",
        (keys_blended,),
    ),
    (
        "values-searched",
        "This compares the query with the values instead of the keys, where that runs at all.",
        "The query meets the labels, that is the keys; only the weights reach the values.",
        (values_searched, values_searched_for_keys),
    ),
    (
        "weights-only",
        "These are the weights; the values have not been blended yet.",
        "What is wanted are the values, each times its weight, added up.",
        (weights_alone,),
    ),
    (
        "values-not-added-up",
        "These are the weighted values one by one; they have not been added up into one vector.",
        "One query has one answer: add the rows.",
        (weighted_but_apart,),
    ),
    (
        "weighted-values-averaged",
        "This averages the weighted values, which divides by the number of keys once more.",
        "The weights are shares already: add up, do not average.",
        (weighted_and_averaged,),
    ),
    (
        "some-values-missing",
        "This leaves out some of the weighted values: it keeps only the first or the last, or misses one of them.",
        "A loop has to start before the first key, go on to the last, and add to what it has found already.",
        (first_term_alone, last_term_alone, first_term_left_out, last_term_left_out),
    ),
    (
        "summed-over-the-wrong-axis",
        "This adds up the numbers of each value, or all numbers there are, instead of the values.",
        "The answer is a vector like the values are: the sum runs over the keys.",
        (added_up_over_columns, added_up_over_everything),
    ),
    (
        "answer-in-a-matrix",
        "The numbers are right, but they come as a matrix of one row or one column.",
        "One query, one answer: a plain vector of shape (d_v,).",
        (in_a_matrix, in_a_column),
    ),
    (
        "ranked-list",
        "This lists the values, the best fitting one first, as a search engine does.",
        "Attention hands out one blend, not a list.",
        (hits_in_order,),
    ),
    (*VALUE_WIDTH, (scaled_by_width_of_values,)),
    (
        "residual-added",
        "This adds the query to the answer, where that runs at all.",
        "The answer is made of the values alone.",
        (query_added,),
    ),
)


def attending(weighing: Weighing, roles: Roles = project) -> Attention:
    """Self-attention with other weights, or other roles."""

    def attention(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
        Q, K, V = roles(X, W_Q, W_K, W_V)
        return np.asarray(weighing(Q, K) @ V)

    return attention


def finishing(change: Callable[[Matrix, Matrix, Matrix], object]) -> Attention:
    """Self-attention that goes wrong at the end: from the embeddings, the weights and the values."""

    def attention(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> object:
        Q, K, V = project(X, W_Q, W_K, W_V)
        return change(X, weights(Q, K), V)

    return attention


def scaled_by_root_of(width: Callable[[Matrix, Matrix], int]) -> Attention:
    """Self-attention whose scores are scaled by what the embeddings or W_V have to say."""

    def attention(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
        return row_shares(X @ W_Q @ (X @ W_K).T / math.sqrt(width(X, W_V))) @ X @ W_V

    return attention


def components_attend(turn_back: bool, by_tokens: bool) -> Attention:
    """Self-attention on projections with a column for each token: the components weigh one another."""

    def attention(X: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
        Q, K, V = (one.T for one in project(X, W_Q, W_K, W_V))
        blend = row_shares(Q @ K.T / math.sqrt(Q.shape[1] if by_tokens else Q.shape[0])) @ V
        return blend.T if turn_back else blend

    return attention


wrong_endings: tuple[Wrong, ...] = (
    (
        "weights-only",
        "These are the weights; the values have not been blended yet.",
        "Each token gets the values, each times its weight, added up.",
        (finishing(lambda X, weights, V: weights),),
    ),
    (
        "output-transposed",
        "This is the right output turned over, with a column for each token.",
        "Row i answers the query of token i.",
        (finishing(lambda X, weights, V: (weights @ V).T),),
    ),
    (
        "residual-added",
        "This adds the embeddings to what attention found, where that runs at all.",
        "Only what is found is asked for.",
        (finishing(lambda X, weights, V: X + weights @ V),),
    ),
    (
        "rows-overwritten",
        "Every row is the answer to the last token.",
        "Rows that are one and the same array change together: make a new one for each token.",
        (finishing(lambda X, weights, V: np.repeat((weights @ V)[-1:], len(X), axis=0)),),
    ),
    (
        "pooled-over-tokens",
        "This averages the answers of all tokens, or adds them up, into one vector.",
        "Every token keeps its own answer, in its own row.",
        (
            finishing(lambda X, weights, V: (weights @ V).mean(axis=0)),
            finishing(lambda X, weights, V: (weights @ V).sum(axis=0)),
        ),
    ),
    (
        "scaled-by-d_model",
        "This divides the scores by the square root of d_model, the width of the embeddings.",
        "A score adds up d_k products, one for each component of a query.",
        (scaled_by_root_of(lambda X, W_V: X.shape[1]),),
    ),
    (*VALUE_WIDTH, (scaled_by_root_of(lambda X, W_V: W_V.shape[1]),)),
    (
        "projection-transposed",
        "Here queries, keys and values lie on their side, so that components weigh one another and not tokens.",
        "A token is a row: the table of scores has a row and a column for each token.",
        tuple(components_attend(*chosen) for chosen in itertools.product((False, True), repeat=2)),
    ),
)


def registered(
    wrongs: tuple[Wrong, ...] | tuple[tuple[str, str, str, tuple[Weighing, ...]], ...],
    wrap: Callable[..., Callable[..., object]] = lambda function: function,
    shows_in: Any = "values",
) -> tuple[Misconception, ...]:
    return tuple(
        Misconception(name, wrap(wrong), says, hint, shows_in) for name, says, hint, all_of in wrongs for wrong in all_of
    )


def attending_with(roles: Roles) -> Attention:
    return attending(weights, roles)


# --------------------------------------------------------------------- cases


def drawn(seed: int, *shape: int, spread: float = 1.0, middle: float = 0.0) -> Matrix:
    """Sixteenths: single precision holds them, and products of a few, exactly, so that a cast to it costs nothing."""
    return np.round(16 * np.random.default_rng(seed).normal(middle, spread, shape)) / 16


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


def vector(*numbers: float) -> Vector:
    return np.array(numbers, dtype=np.float64)


def sentence(
    seed: int, tokens: int, d_model: int, d_k: int, d_v: int, spread: float = 0.7
) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Embeddings and three matrices."""
    return (
        drawn(seed, tokens, d_model),
        drawn(seed + 1000, d_model, d_k, spread=spread),
        drawn(seed + 2000, d_model, d_k, spread=spread),
        drawn(seed + 3000, d_model, d_v, spread=spread),
    )


def search(seed: int, keys: int, d_k: int, d_v: int, spread: float = 1.0) -> tuple[Vector, Matrix, Matrix]:
    """A query, keys and values."""
    return (
        drawn(seed, d_k, spread=spread),
        drawn(seed + 1000, keys, d_k, spread=spread),
        drawn(seed + 2000, keys, d_v, spread=2.0),
    )


chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])
chapter_v = matrix([1, 0], [0, 2], [1, 1])
ONE_HOT = np.eye(3)
"""Embeddings of three words of which each has a number of its own: row i of a matrix then is what word i is made into."""


project_cases = (
    case("two tokens, three components, wider keys, wider values", *sentence(801, 2, 3, 4, 5)),
    case("the chapter's three tokens", ONE_HOT, chapter_q, chapter_k, chapter_v),
    case("as many tokens as components", *sentence(802, 3, 3, 3, 3)),
    case("square matrices", *sentence(803, 4, 2, 2, 2)),
    case("more tokens than components", *sentence(804, 7, 3, 2, 4), hidden=True),
    case("more components than tokens", *sentence(805, 2, 6, 3, 4), hidden=True),
    case("values as wide as keys", *sentence(806, 5, 4, 3, 3), hidden=True),
    case("keys as wide as embeddings", *sentence(807, 4, 3, 3, 5), hidden=True),
    case("values as wide as embeddings", *sentence(808, 5, 4, 2, 4), hidden=True),
    case("as many tokens as a key has components", *sentence(809, 4, 3, 4, 2), hidden=True),
    case("larger numbers", *sentence(810, 3, 5, 2, 4, spread=9.0), hidden=True),
    case("more tokens, square matrices", *sentence(811, 6, 3, 3, 3), hidden=True),
    hard("one token", *sentence(812, 1, 4, 3, 2)),
    hard("an embedding of one component", *sentence(813, 4, 1, 3, 2), hidden=True),
    hard("keys of one component", *sentence(814, 3, 4, 1, 2), hidden=True),
    hard("values of one component", *sentence(815, 3, 2, 4, 1), hidden=True),
    hard("one token of one component", *sentence(816, 1, 1, 1, 1), hidden=True),
    hard("very large numbers", 1e6 * drawn(817, 3, 4), *sentence(817, 3, 4, 2, 5, spread=1000.0)[1:], hidden=True),
    hard("a token of zeros among others", drawn(819, 3, 4) * matrix([1], [0], [1]), *sentence(819, 3, 4, 5, 2)[1:],
         hidden=True),
    hard("as wide as a usual head", *sentence(820, 2, 5, 64, 64), hidden=True),
)  # fmt: skip


project_relations = (
    Relation(
        "rows-reordered",
        "reordering the tokens reorders the rows of Q, K and V the same way",
        "the chapter's three tokens",
        lambda X, *matrices: (X[[2, 0, 1]], *matrices),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "rows-reordered",
        "leaving out tokens leaves the vectors of the others as they are",
        "more tokens than components",
        lambda X, *matrices: (X[[5, 2]], *matrices),
        {"order": [5, 2]},
    ),
    Relation(
        "multiplied",
        "embeddings twice as long have projections twice as long",
        "two tokens, three components, wider keys, wider values",
        lambda X, *matrices: (2 * X, *matrices),
        {"by": 2},
    ),
    Relation(
        "same",
        "the queries do not depend on W_K",
        "as many tokens as components",
        lambda X, W_Q, W_K, W_V: (X, W_Q, 2 * W_K + 1, W_V),
        {"item": 0},
    ),
    Relation(
        "same",
        "the keys do not depend on W_Q",
        "square matrices",
        lambda X, W_Q, W_K, W_V: (X, 2 * W_Q + 1, W_K, W_V),
        {"item": 1},
    ),
    Relation(
        "columns-reordered",
        "reordering the columns of the matrices reorders those of Q, K and V the same way",
        "as many tokens as components",
        lambda X, *matrices: (X, *(one[:, [1, 2, 0]] for one in matrices)),
        {"order": [1, 2, 0]},
    ),
)

far_query = vector(100, 1, 2)
far_keys = matrix([100.03125, 1, -1], [100.015625, -2, 0.5], [99.984375, 0.5, 1], [100, 2, 2])
some_values = matrix([1, -2, 0.5, 0, 3], [2, 0.5, -1, 1, 0], [-1.5, 1, 2, 0.25, -2], [0, 3, 1, -1, 1])

lookup_cases = (
    case("the chapter's query of “failed”", chapter_q[2], chapter_k, chapter_v),
    case("three keys of five components, values of four", *search(831, 3, 5, 4)),
    case("four keys of two components, values of three", *search(832, 4, 2, 3)),
    case("as many keys as components, and values as wide", *search(833, 3, 3, 3)),
    case("many more keys than components", *search(834, 9, 2, 4), hidden=True),
    case("vectors of one component", *search(835, 4, 1, 3), hidden=True),
    case("values of one component", *search(836, 5, 3, 1), hidden=True),
    case("wide values", *search(837, 3, 4, 8), hidden=True),
    case("values as wide as keys", *search(838, 5, 3, 3), hidden=True),
    case("as many keys as components", *search(839, 4, 4, 2), hidden=True),
    case("as many keys as a value has components", *search(840, 4, 6, 4), hidden=True),
    case("longer vectors", *search(841, 3, 17, 2), hidden=True),
    case("negative numbers only", *(-np.abs(one) - 0.125 for one in search(842, 4, 3, 5)), hidden=True),
    case("scores further apart", *search(843, 5, 4, 3, spread=1.8), hidden=True),
    case("two keys", *search(844, 2, 5, 3), hidden=True),
    hard("a key that fits far better than the rest", far_query, far_keys * matrix([1], [0.125], [-1], [1 + 2**-10]),
         some_values, large=True),
    hard("very large dot products, close together", far_query, far_keys, some_values, large=True),
    hard("a key that fits far worse than the rest", vector(50, 1, 0.5), matrix([0, 1, -1], [-30, 1, 2], [0.015625, -1, 0.5]),
         drawn(860, 3, 5), large=True),
    hard("dot products that are all very low", -far_query, far_keys[:, [0, 2, 1]], some_values, hidden=True, large=True),
    hard("dot products of both signs, all very large", drawn(845, 4, spread=60.0), drawn(846, 5, 4, spread=60.0),
         drawn(847, 5, 3), hidden=True, large=True),
    hard("dot products too low for an exponential", vector(-60, 2), matrix([20, 1], [20.03125, 2], [19.984375, 0.5]),
         drawn(848, 3, 4), hidden=True, large=True),
    hard("one key", *search(849, 1, 4, 3), hidden=True),
    hard("the same key several times", drawn(850, 3), np.repeat(drawn(851, 1, 3), 4, axis=0), drawn(852, 4, 5), hidden=True),
    hard("a query of zeros", np.zeros(5), drawn(853, 3, 5), drawn(854, 3, 2), hidden=True),
    hard("the same value everywhere", drawn(855, 4), drawn(856, 3, 4), np.repeat(drawn(857, 1, 5), 3, axis=0), hidden=True),
    hard("as wide as a usual head", *search(858, 4, 64, 3, spread=0.6), hidden=True),
    hard("many keys", *search(859, 40, 3, 2), hidden=True),
)  # fmt: skip

lookup_relations = (
    Relation(
        "same",
        "reordering the keys, and the values with them, changes nothing",
        "three keys of five components, values of four",
        lambda query, keys, values: (query, keys[[2, 0, 1]], values[[2, 0, 1]]),
    ),
    Relation(
        "same",
        "reordering the keys, and the values with them, changes nothing, however many there are",
        "many more keys than components",
        lambda query, keys, values: (query, keys[::-1], values[::-1]),
    ),
    Relation(
        "multiplied",
        "twice the values give twice the answer",
        "four keys of two components, values of three",
        lambda query, keys, values: (query, keys, 2 * values),
        {"by": 2},
    ),
    Relation(
        "columns-reordered",
        "reordering the columns of the values reorders the answer the same way",
        "four keys of two components, values of three",
        lambda query, keys, values: (query, keys, values[:, [2, 0, 1]]),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "same",
        "adding one and the same vector to every key changes nothing",
        "as many keys as components, and values as wide",
        lambda query, keys, values: (query, keys + vector(1, -0.5, 2), values),
    ),
    Relation(
        "same",
        "a query twice as long with keys half as long changes nothing",
        "longer vectors",
        lambda query, keys, values: (2 * query, keys / 2, values),
    ),
    Relation(
        "same",
        "putting every key and its value in twice changes nothing",
        "as many keys as components",
        lambda query, keys, values: (query, np.repeat(keys, 2, axis=0), np.repeat(values, 2, axis=0)),
    ),
)


def raised(seed: int, tokens: int, d_model: int, d_k: int, d_v: int, by: float) -> tuple[Matrix, ...]:
    """A sentence with large scores of both signs: queries and keys are multiplied, values are not."""
    X, W_Q, W_K, W_V = sentence(seed, tokens, d_model, d_k, d_v)
    return X, by * W_Q, by * W_K, W_V


def at_heights(seed: int, *heights: float, apart: float = 2.0) -> tuple[Matrix, ...]:
    """A sentence in which the scores of each token lie around a height of their own, about `apart` from one another."""
    spread = drawn(seed, len(heights))
    X = np.column_stack([heights, np.full(len(heights), 1.0), spread])
    queries = matrix([math.sqrt(2), 0], [0, 1], [0, 0])
    keys = matrix([0, 0], [1, 0], [0, apart])
    return X, queries, keys, drawn(seed + 1, 3, 5) * matrix([0.001], [1], [1])


def one_key_far_below() -> tuple[Matrix, ...]:
    """A sentence in which all tokens give one of them a very low score, and none a very high one."""
    X = matrix([0, 1, 0.5], [-30, 1, -1], [0.01, 1, 0.2], [0.02, 1, -0.7])
    return X, matrix([0, 0], [50, 0], [0, 1]), matrix([1, 0], [0, 1], [0, 0.5]), drawn(861, 3, 2)


all_alike = np.repeat(drawn(862, 1, 4), 3, axis=0)

attention_cases = (
    case("the chapter's three tokens", ONE_HOT, chapter_q, chapter_k, chapter_v),
    case("three tokens, two components, wider keys, wider values", *sentence(871, 3, 2, 4, 5)),
    case("other words in the same sizes", *sentence(872, 3, 2, 4, 5)),
    case("as many tokens as components", *sentence(873, 3, 3, 3, 3)),
    case("square matrices", *sentence(874, 4, 2, 2, 2, spread=1.5)),
    case("more tokens than components", *sentence(875, 7, 3, 2, 4, spread=1.0), hidden=True),
    case("more components than tokens", *sentence(876, 2, 6, 3, 4), hidden=True),
    case("once more in those sizes", *sentence(877, 2, 6, 3, 4), hidden=True),
    case("values as wide as keys", *sentence(878, 5, 4, 3, 3), hidden=True),
    case("keys as wide as embeddings", *sentence(879, 4, 3, 3, 5, spread=1.3), hidden=True),
    case("values as wide as embeddings", *sentence(880, 5, 4, 2, 4), hidden=True),
    case("as many tokens as a key has components", *sentence(881, 4, 3, 4, 2), hidden=True),
    case("as many tokens as a value has components", *sentence(882, 4, 2, 3, 4), hidden=True),
    case("keys of one component", *sentence(883, 3, 4, 1, 2, spread=1.5), hidden=True),
    case("values of one component", *sentence(884, 3, 2, 4, 1, spread=1.0), hidden=True),
    case("wide keys", *sentence(885, 3, 2, 17, 4, spread=1.2), hidden=True),
    case("more tokens, square matrices", *sentence(886, 6, 3, 3, 3), hidden=True),
    hard("very large scores, close together", *at_heights(887, 1500, 1501, 1498, 1502), large=True),
    hard("one token far below the others", *at_heights(888, 690, 3, -100, 680), large=True),
    hard("a token that fits nobody", *one_key_far_below(), large=True),
    hard("scores that are all very low", *at_heights(889, -900, -910, -905), hidden=True, large=True),
    hard("scores high, low and ordinary", *at_heights(890, 5000, -5000, 2, 700, -690), hidden=True, large=True),
    hard("very large scores of both signs", *raised(900, 4, 3, 3, 3, 40.0), hidden=True, large=True),
    hard("one token", *sentence(891, 1, 4, 3, 2), hidden=True),
    hard("the same word three times", all_alike, *sentence(892, 3, 4, 2, 5)[1:], hidden=True),
    hard("queries of zeros", drawn(893, 4, 3), np.zeros((3, 2)), drawn(894, 3, 2), drawn(895, 3, 5), hidden=True),
    hard("an embedding of one component", *sentence(896, 4, 1, 3, 2, spread=2.0), hidden=True),
    hard("as wide as a usual head", *sentence(897, 3, 4, 64, 2, spread=0.4), hidden=True),
    hard("a longer sentence", *sentence(898, 12, 3, 2, 4), hidden=True),
)  # fmt: skip

attention_relations = (
    Relation(
        "rows-reordered",
        "reordering the tokens reorders the output the same way: attention does not know their places",
        "three tokens, two components, wider keys, wider values",
        lambda X, *matrices: (X[[2, 0, 1]], *matrices),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "rows-reordered",
        "turning the sentence round turns the output round",
        "more tokens than components",
        lambda X, *matrices: (X[::-1], *matrices),
        {"order": [6, 5, 4, 3, 2, 1, 0]},
    ),
    Relation(
        "multiplied",
        "twice the values give twice the output",
        "as many tokens as components",
        lambda X, W_Q, W_K, W_V: (X, W_Q, W_K, 2 * W_V),
        {"by": 2},
    ),
    Relation(
        "columns-reordered",
        "reordering the columns of W_V reorders those of the output the same way",
        "as many tokens as components",
        lambda X, W_Q, W_K, W_V: (X, W_Q, W_K, W_V[:, [1, 2, 0]]),
        {"order": [1, 2, 0]},
    ),
    Relation(
        "same",
        "queries twice as long with keys half as long change nothing",
        "square matrices",
        lambda X, W_Q, W_K, W_V: (X, 2 * W_Q, W_K / 2, W_V),
    ),
    Relation(
        "same",
        "taking the components of queries and keys in another order changes nothing",
        "as many tokens as a key has components",
        lambda X, W_Q, W_K, W_V: (X, W_Q[:, ::-1], W_K[:, ::-1], W_V),
    ),
    Relation(
        "same",
        "taking the components of the embeddings in another order, and the rows of the matrices with them, changes nothing",
        "keys as wide as embeddings",
        lambda X, *matrices: (X[:, [2, 0, 1]], *(one[[2, 0, 1]] for one in matrices)),
    ),
)

# ------------------------------------------------------------------ exercise

PROJECT_PART = Part(
    function=project,
    returns=Returns("arrays", (("tokens", "d_k"), ("tokens", "d_k"), ("tokens", "d_v")), names=("Q", "K", "V")),
    task="Make every token's query, key and value from its embedding.",
    points=2.0,
    cases=project_cases,
    relations=project_relations,
    misconceptions=(*registered(wrong_roles), *registered(project_only)),
    hints=(
        "Three roles and three matrices: which belongs to which? And on which side of X must a matrix stand, so that it meets "
        "the d_model numbers of each token?",
        "One matrix product (the operator @) for each role, with X on the left, and all three results returned together, as "
        "a tuple.",
        "By hand, with one token X = [[1, 2]] and matrices of one column: W_Q = [[3], [1]] gives Q = [[1*3 + 2*1]] = [[5]], "
        "W_K = [[0], [4]] gives K = [[8]], W_V = [[1], [0]] gives V = [[1]].",
    ),
    why="""
        Row i of X meets every matrix on its own, so a projection never mixes tokens: it only looks at each from three
        sides. That W_Q and W_K are two matrices lets a word look for something other than what it offers. In "UPI
        payment failed" the query of "failed" can ask for what failed, while its key says that it is a verb.
        """,
)

LOOKUP_PART = Part(
    function=soft_lookup,
    returns=Returns("array", (("d_v",),)),
    task="Answer one query with a blend of all values, in which a better fitting key counts for more.",
    points=4.0,
    cases=lookup_cases,
    laws=(
        Law(
            "within-columns-of",
            "each number of the answer lies between the smallest and the largest that the values have there",
            params={"input": 2},
        ),
    ),
    relations=lookup_relations,
    misconceptions=(
        *registered(wrong_weights, looking_up),
        *registered(overflows, looking_up, "hard"),
        *registered(wrong_lookups),
    ),
    hints=(
        "Which of the three inputs decides how much each value counts, and which is what gets blended?",
        "One product of keys and query gives a score for each key; scale the scores, take off the largest, exponentiate, "
        "divide by the sum; one more product, of the weights with the values, blends.",
        "By hand, with query [1], keys [[0], [1.0986]] and values [[8, 0], [0, 4]]: the scores are [0, 1.0986], their "
        "exponentials [1, 3], the weights [0.25, 0.75], the answer 0.25*[8, 0] + 0.75*[0, 4] = [2, 3].",
    ),
    why="""
        A search with a hard choice jumps from one hit to the next when the query changes a little; a blend moves
        smoothly, and so a network can learn what to ask by small steps. Because the weights are shares, the answer never
        leaves the range of the values: the query "failed" of the chapter finds [0.5989, 1.0000], between the values of
        its three words.
        """,
)

ATTENTION_PART = Part(
    function=self_attention,
    returns=Returns("array", (("tokens", "d_v"),)),
    task="Let every token search the whole sentence: project, weigh, blend.",
    points=4.0,
    cases=attention_cases,
    relations=attention_relations,
    misconceptions=(
        *registered(wrong_roles, attending_with),
        *registered(wrong_weights, attending),
        *registered(wrong_among_many_queries, attending),
        *registered((*overflows, one_maximum), attending, "hard"),
        *registered(wrong_endings),
    ),
    builds_on=(through_project, through_soft_lookup, through_both),
    hints=(
        "Each row of the output is the answer to one query. Where do the queries, the keys and the values come from?",
        "Project X three times; the scores of all tokens at once are the product of Q with K transposed; scale by the root of "
        "d_k, softmax along the keys (axis=1, keepdims=True), and multiply with the values.",
        "By hand, with X = [[1], [0]], W_Q = [[1]], W_K = [[1.0986]] and W_V = [[8]]: Q is [[1], [0]], K [[1.0986], [0]], V "
        "[[8], [0]]; the scores are [[1.0986, 0], [0, 0]], the weights [[0.75, 0.25], [0.5, 0.5]], the output [[6], [4]].",
    ),
    why="""
        Every token asks with its own query, but all of them search the same keys and blend the same values. Nothing in
        the formula knows where a token stands: shuffle the sentence and the outputs are shuffled the same way. That is
        why a model adds the positions to the embeddings first, and also why a word far away is as easy to find as a
        neighbour.
        """,
)

EXERCISE = Exercise(
    title="Query, key, value",
    parts=(PROJECT_PART, LOOKUP_PART, ATTENTION_PART),
    printed=(
        ("the chapter's queries", lambda: project(ONE_HOT, chapter_q, chapter_k, chapter_v)[0], [[1, 0], [0, 1], [1, 1]]),
        ("the context of failed", lambda: soft_lookup(chapter_q[2], chapter_k, chapter_v), [0.5989, 1.0000]),
        ("the context of payment", lambda: soft_lookup(chapter_q[1], chapter_k, chapter_v), [0.4240, 1.2920]),
        (
            "the contexts of all three tokens",
            lambda: self_attention(ONE_HOT, chapter_q, chapter_k, chapter_v),
            [[0.8022, 0.7967], [0.4240, 1.2920], [0.5989, 1.0000]],
        ),
    ),
)
