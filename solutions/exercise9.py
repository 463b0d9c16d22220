"""Answer file of exercise 9: multi-head attention. Teachers only."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Exercise, Misconception, Part, Relation, Returns, case, hard

# ----------------------------------------------------------------- reference


def multi_head_attention(
    Q: NDArray[np.float64],
    K: NDArray[np.float64],
    V: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
    W_O: NDArray[np.float64],
) -> NDArray[np.float64]:
    heads = [attended(Q @ W_Q[i], K @ W_K[i], V @ W_V[i]) for i in range(len(W_Q))]
    return np.concatenate(heads, axis=1) @ W_O


def attended(queries: NDArray[np.float64], keys: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = queries @ keys.T / math.sqrt(queries.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True)) @ values


# ----------------------------------------- multi-head attention, step by step

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Given:
    """The arguments. Projections are (heads, d_model, d_k)."""

    q: Matrix
    k: Matrix
    v: Matrix
    w_q: Matrix
    w_k: Matrix
    w_v: Matrix
    w_o: Matrix

    @property
    def heads(self) -> int:
        return len(self.w_q)

    @property
    def d_model(self) -> int:
        return int(self.w_q.shape[1])

    @property
    def d_k(self) -> int:
        return int(self.w_q.shape[2])

    def rows_of(self, head: int) -> Matrix:
        """The rows of W_O that a head meets."""
        return self.w_o[head * self.d_k : (head + 1) * self.d_k]


Head = tuple[Matrix, Matrix, Matrix]
"""A head's own queries, keys and values."""
Projecting = Callable[[Given], list[Head]]
Scoring = Callable[[Head, Given], Matrix]
Weighing = Callable[[list[Matrix]], list[Matrix]]
"""All heads' scores to all heads' weights: who mixes up the heads looks at more than one."""
Joining = Callable[[list[Matrix], Given], Matrix]
MultiHead = Callable[..., object]


def projected(given: Given) -> list[Head]:
    return [(given.q @ given.w_q[i], given.k @ given.w_k[i], given.v @ given.w_v[i]) for i in range(given.heads)]


def over(divisor: Callable[[Head, Given], float]) -> Scoring:
    """Scores over a divisor of the student's own."""
    return lambda head, given: np.asarray(head[0] @ head[1].T / divisor(head, given))


scaled = over(lambda head, given: math.sqrt(given.d_k))


def each(weighing: Callable[[Matrix], Matrix]) -> Weighing:
    return lambda scores: [weighing(one) for one in scores]


def row_shares(scores: Matrix) -> Matrix:
    return share_of_sum(powers_of(scores))


def share_of_sum(powers: Matrix) -> Matrix:
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def powers_of(scores: Matrix) -> Matrix:
    """Powers that do not overflow, each row up to a factor of its own."""
    return np.asarray(np.exp(scores - scores.max(axis=1, keepdims=True)))


def mixed(heads: list[Matrix], given: Given) -> Matrix:
    return np.concatenate(heads, axis=1) @ given.w_o


each_by_rows = each(row_shares)


def made_of(
    projecting: Projecting = projected,
    scoring: Scoring = scaled,
    weighing: Weighing = each_by_rows,
    joining: Joining = mixed,
) -> MultiHead:
    """Multi-head attention with one of its steps done another way."""

    def attend(*matrices: Matrix) -> object:
        given = Given(*matrices)
        heads = projecting(given)
        weights = weighing([scoring(head, given) for head in heads])
        return joining([shares @ head[2] for shares, head in zip(weights, heads, strict=True)], given)

    return attend


# ---------------------------------------------------- misconceptions: joining


def repeated(head: Matrix, given: Given) -> Matrix:
    """One matrix, taken for every head's, mixed by W_O."""
    return mixed([head] * given.heads, given)


def contributions(heads: list[Matrix], given: Given) -> list[Matrix]:
    """What each head adds to the output: their sum is the right answer."""
    return [head @ given.rows_of(i) for i, head in enumerate(heads)]


def tokens_below_each_other(heads: list[Matrix], given: Given) -> Matrix:
    return np.concatenate(heads, axis=0)


def below_each_other_then_reshaped(heads: list[Matrix], given: Given) -> Matrix:
    return np.concatenate(heads, axis=0).reshape(len(given.q), -1) @ given.w_o


def dealt_like_cards(heads: list[Matrix], given: Given) -> Matrix:
    return np.stack(heads, axis=-1).reshape(len(given.q), -1) @ given.w_o


# ------------------------------------------------- misconceptions: projecting


def projections_by(pick: Callable[[Given, int], tuple[Matrix, Matrix, Matrix]]) -> Projecting:
    """Q, K and V through the projections that `pick` chooses for a head."""

    def projecting(given: Given) -> list[Head]:
        chosen = [pick(given, i) for i in range(given.heads)]
        return [(given.q @ w_q, given.k @ w_k, given.v @ w_v) for w_q, w_k, w_v in chosen]

    return projecting


def inputs_by(pick: Callable[[Given], tuple[Matrix, Matrix, Matrix]]) -> Projecting:
    """Other matrices in the place of Q, K and V."""

    def projecting(given: Given) -> list[Head]:
        q, k, v = pick(given)
        return [(q @ given.w_q[i], k @ given.w_k[i], v @ given.w_v[i]) for i in range(given.heads)]

    return projecting


def raw(queries: bool, keys: bool, values: bool) -> Projecting:
    """Some of the three left unprojected."""

    def projecting(given: Given) -> list[Head]:
        return [
            (given.q if queries else own[0], given.k if keys else own[1], given.v if values else own[2])
            for own in projected(given)
        ]

    return projecting


def projections_reshaped(given: Given) -> list[Head]:
    """All heads' projections in one matrix, made by a reshape that cuts up their rows."""
    wide = [one.reshape(given.d_model, -1) for one in (given.w_q, given.w_k, given.w_v)]
    q, k, v = (np.split(x @ w, given.heads, axis=1) for x, w in zip((given.q, given.k, given.v), wide, strict=True))
    return list(zip(q, k, v, strict=True))


def all_heads_as_one(given: Given) -> list[Head]:
    """One attention over the joint width of all heads."""
    q, k, v = (np.concatenate(own, axis=1) for own in zip(*projected(given), strict=True))
    return [(q, k, v)]


# -------------------------------------------- misconceptions: scores, softmax


def causal(head: Head, given: Given) -> Matrix:
    scores = scaled(head, given)
    return scores + np.triu(np.full(scores.shape, -np.inf), k=1)


def weights_turned(scores: list[Matrix]) -> list[Matrix]:
    return [row_shares(one).T for one in scores]


def over_all_heads_keys(scores: list[Matrix]) -> list[Matrix]:
    return np.split(row_shares(np.concatenate(scores, axis=1)), len(scores), axis=1)


def over_all_there_is(scores: list[Matrix]) -> list[Matrix]:
    powers = np.exp(np.stack(scores) - np.max(scores))
    return list(powers / powers.sum())


def of_added_scores(scores: list[Matrix]) -> list[Matrix]:
    return [row_shares(np.sum(scores, axis=0))] * len(scores)


def of_averaged_scores(scores: list[Matrix]) -> list[Matrix]:
    return [row_shares(np.mean(scores, axis=0))] * len(scores)


def averaged_weights(scores: list[Matrix]) -> list[Matrix]:
    return [np.mean([row_shares(one) for one in scores], axis=0)] * len(scores)


def first_heads_weights(scores: list[Matrix]) -> list[Matrix]:
    return [row_shares(scores[0])] * len(scores)


def last_heads_weights(scores: list[Matrix]) -> list[Matrix]:
    return [row_shares(scores[-1])] * len(scores)


def across_heads(scores: list[Matrix]) -> list[Matrix]:
    powers = np.exp(np.stack(scores) - np.max(scores, axis=0))
    return list(powers / powers.sum(axis=0))


def one_maximum_for_all_heads(scores: list[Matrix]) -> list[Matrix]:
    return [share_of_sum(np.exp(one - np.max(scores))) for one in scores]


def down_the_columns(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=0))
    return np.asarray(powers / powers.sum(axis=0))


def over_everything(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


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


def one_maximum(scores: Matrix) -> Matrix:
    return share_of_sum(np.exp(scores - scores.max()))


def winner_takes_all(scores: Matrix) -> Matrix:
    return np.asarray(np.eye(scores.shape[1])[scores.argmax(axis=1)])


# -------------------------------------------------------- all of them, named

Wrong = tuple[str, str, str, tuple[MultiHead, ...]]


def joins(*joinings: Joining) -> tuple[MultiHead, ...]:
    return tuple(made_of(joining=joining) for joining in joinings)


def projects(*projectings: Projecting) -> tuple[MultiHead, ...]:
    return tuple(made_of(projecting) for projecting in projectings)


def scores_over(*divisors: Callable[[Head, Given], float]) -> tuple[MultiHead, ...]:
    return tuple(made_of(scoring=over(divisor)) for divisor in divisors)


def weighs(*weighings: Weighing) -> tuple[MultiHead, ...]:
    return tuple(made_of(weighing=weighing) for weighing in weighings)


SIDE_BY_SIDE = "Side by side: each query keeps its one row, which gets heads*d_k long and then fits W_O."

wrong_joins: tuple[Wrong, ...] = (
    (
        "heads-summed",
        "This adds the heads up before W_O, so that it can't tell them apart any more.",
        SIDE_BY_SIDE,
        joins(
            lambda heads, given: np.sum(heads, axis=0),
            lambda heads, given: np.sum(heads, axis=0) @ given.rows_of(0),
            lambda heads, given: repeated(np.sum(heads, axis=0), given),
        ),
    ),
    (
        "heads-averaged",
        "This averages the heads instead of keeping each of them.",
        SIDE_BY_SIDE,
        joins(
            lambda heads, given: np.mean(heads, axis=0),
            lambda heads, given: np.mean(heads, axis=0) @ given.rows_of(0),
            lambda heads, given: repeated(np.mean(heads, axis=0), given),
            lambda heads, given: np.mean(contributions(heads, given), axis=0),
        ),
    ),
    (
        "heads-in-reverse",
        "This puts the last head first.",
        "Head 0 comes first and meets the first d_k rows of W_O.",
        joins(lambda heads, given: mixed(heads[::-1], given)),
    ),
    (
        "interleaved-heads",
        "This deals the columns out like cards, one from each head in turn.",
        "All d_k columns of a head stay together; then come those of the next.",
        joins(dealt_like_cards),
    ),
    (
        "output-projection-forgotten",
        "The heads stand side by side, but W_O has not mixed them yet.",
        "One more matrix product: what the heads found is (queries, heads*d_k), and W_O brings it back to d_model.",
        joins(lambda heads, given: np.concatenate(heads, axis=1)),
    ),
    (
        "output-projection-transposed",
        "This multiplies by W_O turned over.",
        "W_O has a row for each column that the heads make together: it fits as it is.",
        joins(lambda heads, given: np.concatenate(heads, axis=1) @ given.w_o.T),
    ),
    (
        "concatenated-along-tokens",
        "The heads do not stand side by side when they meet W_O: each query needs one row of heads*d_k numbers.",
        f"{SIDE_BY_SIDE} Joining says along which axis; a reshape, too, reads whole rows first.",
        joins(
            tokens_below_each_other,
            lambda heads, given: tokens_below_each_other(heads, given) @ given.rows_of(0),
            below_each_other_then_reshaped,
            lambda heads, given: tokens_below_each_other(contributions(heads, given), given),
        ),
    ),
    (
        "heads-left-apart",
        "Each head has a result of its own here; they have not become one row for each query.",
        "W_O mixes all heads into one row of d_model numbers for each query.",
        joins(
            lambda heads, given: np.stack(heads),
            lambda heads, given: np.stack(heads, axis=1),
            lambda heads, given: np.stack(contributions(heads, given)),
            lambda heads, given: np.concatenate(contributions(heads, given), axis=1),
        ),
    ),
    (
        "same-head-repeated",
        "One and the same head stands in the place of every head.",
        "Head i has projections W_Q[i], W_K[i] and W_V[i] of its own: does your i change, and when is it looked at?",
        joins(lambda heads, given: repeated(heads[0], given), lambda heads, given: repeated(heads[-1], given)),
    ),
    (
        "one-head-only",
        "Only one of the heads reaches the output.",
        "Keep what each head found until all of them are there.",
        joins(
            lambda heads, given: heads[0] @ given.rows_of(0),
            lambda heads, given: heads[-1] @ given.rows_of(given.heads - 1),
            lambda heads, given: heads[-1] @ given.rows_of(0),
            lambda heads, given: heads[0],
            lambda heads, given: heads[-1],
        ),
    ),
    (
        "residual-added",
        "This adds Q to the result.",
        "Adding the input again is a step of a whole transformer layer, outside attention; here nothing is added.",
        joins(lambda heads, given: mixed(heads, given) + given.q),
    ),
)

wrong_projections: tuple[Wrong, ...] = (
    (
        "projections-forgotten",
        "Some or all of Q, K and V go into the heads as they are, without their projections.",
        "Each head makes its own queries, keys and values first, three matrix products.",
        (
            *projects(
                raw(True, True, False),
                raw(False, False, True),
                raw(True, False, False),
                raw(False, True, False),
                raw(True, True, True),
            ),
            made_of(raw(True, True, False), over(lambda head, given: math.sqrt(given.d_model))),
        ),
    ),
    (
        "projection-transposed",
        "This multiplies by the projections turned over.",
        "A projection has a row for each number that goes in: X W, with X first, fits as it is.",
        projects(projections_by(lambda given, i: (given.w_q[i].T, given.w_k[i].T, given.w_v[i].T))),
    ),
    (
        "query-and-key-swapped",
        "The queries are made with W_K and the keys with W_Q.",
        "What looks for something goes through W_Q, what is looked at through W_K.",
        projects(projections_by(lambda given, i: (given.w_k[i], given.w_q[i], given.w_v[i]))),
    ),
    (
        "one-projection-for-all",
        "Queries, keys and values of a head all come from one projection.",
        "A word asks another question than it advertises about itself: there are three projections for each head.",
        projects(
            projections_by(lambda given, i: (given.w_q[i],) * 3),
            projections_by(lambda given, i: (given.w_k[i],) * 3),
            projections_by(lambda given, i: (given.w_v[i],) * 3),
        ),
    ),
    (
        "projections-mixed-up",
        "One of the three goes through a projection that is not its own.",
        "Q belongs with W_Q, K with W_K and V with W_V.",
        projects(
            projections_by(lambda given, i: (given.w_q[i], given.w_q[i], given.w_v[i])),
            projections_by(lambda given, i: (given.w_k[i], given.w_k[i], given.w_v[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_k[i], given.w_k[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_k[i], given.w_q[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_v[i], given.w_v[i])),
            projections_by(lambda given, i: (given.w_v[i], given.w_k[i], given.w_v[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_v[i], given.w_k[i])),
        ),
    ),
    (
        "projection-shared-by-heads",
        "One of the three projections is the first head's, for all heads.",
        "Each head takes its own slice of W_Q, of W_K and of W_V: look for a 0 where an i belongs.",
        projects(
            projections_by(lambda given, i: (given.w_q[0], given.w_k[i], given.w_v[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_k[0], given.w_v[i])),
            projections_by(lambda given, i: (given.w_q[i], given.w_k[i], given.w_v[0])),
        ),
    ),
    (
        "projections-reshaped",
        "This makes one wide projection by a reshape, which cuts up the rows and mixes the heads.",
        "In W_Q the axis of the heads comes first: bring it beside d_k with a transpose before joining the two.",
        projects(projections_reshaped),
    ),
    (
        "one-sequence-for-all",
        "Queries, keys and values all come from the same one of Q, K and V.",
        "In self-attention the three are the same matrix, but not always: take each from its own.",
        projects(
            inputs_by(lambda given: (given.q, given.q, given.q)),
            inputs_by(lambda given: (given.k, given.k, given.k)),
            inputs_by(lambda given: (given.v, given.v, given.v)),
        ),
    ),
    (
        "keys-used-as-values",
        "The heads' values come from K; V plays no part.",
        "A key is the label by which a word is found, a value is what it then hands over.",
        projects(
            inputs_by(lambda given: (given.q, given.k, given.k)),
            lambda given: [(q, k, k) for q, k, _ in projected(given)],
        ),
    ),
    (
        "queries-used-as-values",
        "The heads' values come from Q; V plays no part.",
        "A query says what is looked for; what is handed over are the values.",
        projects(inputs_by(lambda given: (given.q, given.k, given.q))),
    ),
    (
        "values-used-as-keys",
        "The heads' keys come from V; K plays no part.",
        "Who gets attention is decided by queries and keys alone.",
        projects(inputs_by(lambda given: (given.q, given.v, given.v))),
    ),
    (
        "queries-and-keys-exchanged",
        "Here K asks and Q is asked.",
        "Each row of Q asks, and gets a row of the output.",
        projects(inputs_by(lambda given: (given.k, given.q, given.v))),
    ),
)

wrong_scales: tuple[Wrong, ...] = (
    (
        "scaled-by-d_model",
        "This scales by d_model, how long a token is before the projection.",
        "Dot products are taken inside a head, between vectors of d_k numbers.",
        scores_over(lambda head, given: math.sqrt(given.d_model), lambda head, given: given.d_model),
    ),
    (
        "d_k-from-d_model",
        "This takes d_k to be d_model / heads, which it often is, but not always.",
        "Read d_k off the arrays you are given: it is the last axis of the projections.",
        scores_over(
            lambda head, given: math.sqrt(given.d_model / given.heads),
            lambda head, given: math.sqrt(given.d_model // given.heads),
        ),
    ),
    (
        "scaled-by-joint-width",
        "This scales by heads*d_k, the width of all heads together.",
        "Each head takes its dot products for itself, between vectors of d_k numbers.",
        scores_over(
            lambda head, given: math.sqrt(given.heads * given.d_k),
            lambda head, given: given.heads * given.d_k,
        ),
    ),
    (
        "scaled-by-number-of-heads",
        "This scales by the number of heads: the first axis of the projections, not the last.",
        "The spread of a dot product grows with the length of the vectors, d_k, whatever other heads do.",
        scores_over(lambda head, given: math.sqrt(given.heads), lambda head, given: given.heads),
    ),
    (
        "not-scaled",
        "These weights come from the plain dot products; the division by the square root of d_k is missing.",
        "Each head is the scaled attention of exercise 7.",
        scores_over(lambda head, given: 1.0),
    ),
    (
        "scaled-by-d_k",
        "This divides the scores by d_k itself, or twice by its square root.",
        "The variance grows with d_k; a score has the size of the standard deviation, which grows with its root.",
        scores_over(lambda head, given: given.d_k),
    ),
    (
        "scaled-by-sequence-length",
        "This divides by the number of tokens, or its square root, not by the square root of d_k.",
        "What makes dot products spread is the length of one vector, and not how many there are.",
        scores_over(
            lambda head, given: math.sqrt(len(given.k)),
            lambda head, given: math.sqrt(len(given.q)),
            lambda head, given: len(given.k),
            lambda head, given: len(given.q),
        ),
    ),
    (
        "scale-not-inverted",
        "This multiplies the scores by the square root of d_k, so long vectors leave a single winner.",
        "Scaling should shrink the scores of long vectors.",
        scores_over(lambda head, given: 1 / math.sqrt(given.d_k)),
    ),
    (
        "scaled-by-half-d_k",
        "This divides the scores by half of d_k: `d_k ** 1/2` means (d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        scores_over(lambda head, given: given.d_k / 2),
    ),
    (
        "scaled-by-twice-d_k",
        "This divides the scores by d_k and then by 2: `scores / d_k ** 1/2` means (scores / d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        scores_over(lambda head, given: 2 * given.d_k),
    ),
    (
        "scale-rounded-down",
        "This divides the scores by the square root of d_k cut to a whole number.",
        "The root of d_k is seldom whole, and is wanted in full.",
        scores_over(lambda head, given: int(math.sqrt(given.d_k))),
    ),
    (
        "scale-hard-coded",
        "This always divides by the same root, whatever the width of the heads it is given.",
        "The chapter's heads have d_k = 64 and its example d_k = 2; take d_k from the shape of what you are given.",
        scores_over(lambda head, given: math.sqrt(2), lambda head, given: math.sqrt(64)),
    ),
)

wrong_weights: tuple[Wrong, ...] = (
    (
        "one-softmax-for-all-heads",
        "The heads do not have weights of their own: one softmax serves all of them.",
        "Each head takes the softmax of its own scores, as if the others were not there; that is what makes it a head.",
        (
            *weighs(
                over_all_heads_keys,
                over_all_there_is,
                of_added_scores,
                of_averaged_scores,
                averaged_weights,
                first_heads_weights,
                last_heads_weights,
            ),
            made_of(all_heads_as_one, over(lambda head, given: math.sqrt(head[0].shape[1]))),
            made_of(all_heads_as_one, over(lambda head, given: math.sqrt(given.d_model))),
        ),
    ),
    (
        "softmax-over-heads",
        "This takes the softmax across the heads, so that they share out each pair of words among themselves.",
        "In every head, each query's weights over the keys add up to 1: the keys are the last axis of the scores.",
        weighs(across_heads),
    ),
    (
        "softmax-over-columns",
        "This is what softmax down the columns (axis=0 of a head) gives.",
        "A row is one query; it shares out its attention over the keys, so its own weights add up to 1.",
        weighs(each(down_the_columns)),
    ),
    (
        "softmax-over-everything",
        "In each head this is one softmax over the whole matrix: all its weights together add up to 1.",
        "Each query has a whole attention of its own to share out, so each row needs its own sum.",
        weighs(each(over_everything)),
    ),
    (
        "softmax-forgotten",
        "This mixes the values by the scaled scores; the softmax is missing.",
        "Scores may be negative and add up to anything: they need to become shares first.",
        weighs(each(lambda scores: scores)),
    ),
    (
        "exponentials-not-normalised",
        "These are mixed by the exponentials alone, which do not add up to 1 yet.",
        "Divide each row by its own sum.",
        weighs(each(lambda scores: np.exp(scores)), each(powers_of)),
    ),
    (
        "hardmax",
        "This gives everything to the key with the largest score.",
        "Softmax is soft: a smaller score gets a smaller weight, not none.",
        weighs(each(winner_takes_all)),
    ),
    (
        "plain-average",
        "This gives the same weight to every value, whatever the query asks.",
        "The average is a weighted one: each query of each head has a row of weights of its own.",
        weighs(each(lambda scores: np.full(scores.shape, 1 / scores.shape[1]))),
    ),
    (
        "weights-transposed",
        "Here the weights are turned over: a row for each key and a column for each query.",
        "Row i belongs to query i and meets all the values.",
        weighs(weights_turned),
    ),
    (
        "causal-mask-always",
        "This hides later tokens although nobody asked for it.",
        "There is no mask here: every query sees every key.",
        (made_of(scoring=causal),),
    ),
)

overflows: tuple[Wrong, ...] = (
    (
        "no-max-subtraction",
        "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
        "Adding one number to a whole row changes no weight: choose it so that the largest score becomes 0.",
        weighs(*map(each, (overflowing, overflowing_with_zeros, overflowing_sooner, overflowing_loops))),
    ),
    (
        "global-max-underflow",
        "This subtracts the largest score of a matrix, or of all heads; in rows far below it every exponential becomes 0.",
        "Each row of each head needs its own largest score taken off.",
        weighs(each(one_maximum), one_maximum_for_all_heads),
    ),
)

misconceptions = (
    Misconception(
        "concatenated-along-tokens",
        # Stops wherever there are several heads. Adding or averaging them before W_O stops in the same way, and the
        # sentence is true of that as well; joining without an axis is by far the more common.
        made_of(joining=lambda heads, given: tokens_below_each_other(heads, given) @ given.w_o),
        "The heads do not stand side by side when they meet W_O, so the two do not fit.",
        SIDE_BY_SIDE,
    ),
    *(
        Misconception(name, wrong, says, hint)
        for name, says, hint, all_of in (*wrong_joins, *wrong_projections, *wrong_scales, *wrong_weights)
        for wrong in all_of
    ),
    *(Misconception(name, wrong, says, hint, "hard") for name, says, hint, all_of in overflows for wrong in all_of),
)

# --------------------------------------------------------------------- cases

Given7 = tuple[Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix]


def drawn(seed: int, *shape: int, spread: float = 1.0) -> Matrix:
    """Sixteenths: single precision holds them, and products of a few, exactly, so that a cast to it costs nothing."""
    return np.round(16 * np.random.default_rng(seed).normal(0.0, spread, shape)) / 16


def layer(seed: int, heads: int, d_model: int, d_k: int) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """W_Q, W_K, W_V and W_O, so small that scores stay moderate."""
    inside = 1 / math.sqrt(d_model)
    w_q, w_k, w_v = (drawn(seed + one, heads, d_model, d_k, spread=1.2 * inside) for one in range(3))
    return w_q, w_k, w_v, drawn(seed + 3, heads * d_k, d_model)


def tokens(seed: int, queries: int, keys: int, heads: int, d_model: int, d_k: int, spread: float = 1.0) -> Given7:
    q, k, v = (drawn(seed + 4 + one, rows, d_model, spread=spread) for one, rows in enumerate((queries, keys, keys)))
    return q, k, v, *layer(seed, heads, d_model, d_k)


def one_sequence(seed: int, rows: int, heads: int, d_model: int, d_k: int) -> Given7:
    """Self-attention: Q, K and V are the same tokens."""
    x = drawn(seed + 4, rows, d_model)
    return x, x, x, *layer(seed, heads, d_model, d_k)


def eighths(seed: int, *shape: int, largest: int = 12) -> Matrix:
    """Numbers whose products even single precision holds exactly, so that large scores lose nothing."""
    return np.asarray(np.random.default_rng(seed).integers(-largest, largest + 1, shape) / 8.0)


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


def columns(*heads: list[float]) -> Matrix:
    """Projections to one component: a column for each head."""
    return np.array(heads, dtype=np.float64)[:, :, np.newaxis]


chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])
chapter_v = matrix([1, 0], [0, 2], [1, 1])
chapter_heads = (
    columns([1, 0], [1, 2]),
    columns([1, 1], [0, 1]),
    columns([0, 1], [1, -1]),
    matrix([1, 0.5], [-1, 2]),
)
as_it_is = np.eye(2)[np.newaxis]


def without_second_head(given: Given7) -> Given7:
    """W_O with zeros where it would meet head 1."""
    *rest, w_v, w_o = given
    d_k = w_v.shape[2]
    return *rest, w_v, np.vstack([w_o[:d_k], np.zeros_like(w_o[:d_k]), w_o[2 * d_k :]])  # type: ignore[return-value]


two_of_three = np.array([[[1, 0], [0, 1], [0, 0]], [[1, 0], [0, 0], [0, 1]]], dtype=np.float64)
"""Projections that pick components: head 0 the first two of three, head 1 the first and the last."""


def at_levels(levels: list[float], sizes: tuple[float, float] = (1, 1)) -> Given7:
    """Scores of any size and weights that stay soft: the first component lifts all keys of a query to about 35 times
    its level, in head i times `sizes[i]`; the others tell the keys apart."""
    q = np.column_stack([levels, drawn(1100, len(levels), 2)])
    k = matrix([50.03125, 1, -0.5], [50, -1, 1], [49.984375, 0.5, 0], [50.015625, 0, 2])
    v = matrix([1, 0.5, 0], [-0.5, 1, 0.25], [0.25, -1, 1], [0.75, 0, -0.5])
    scale = np.array(sizes)[:, np.newaxis, np.newaxis]
    return q, k, v, scale * two_of_three, two_of_three, eighths(1101, 2, 3, 2) / 2, eighths(1102, 4, 3)


def wide_apart(seed: int, heads: int, size: float) -> Given7:
    """Scores of both signs, so large that hardly any weight is soft."""
    q, k, v = eighths(seed, 3, 4), eighths(seed + 1, 5, 4), eighths(seed + 2, 5, 4) / 2
    w_q, w_k, w_v = (eighths(seed + 3 + one, heads, 4, 2) for one in range(3))
    return q, k, v, size * w_q, w_k, w_v / 2, eighths(seed + 6, heads * 2, 4) / 2


WIDER = "two queries, four keys, three heads wider than the model together"
CHAPTER = "the chapter's three tokens, two heads of one component"
UNHEARD = "a head that W_O does not listen to"

cases = (
    case(CHAPTER, chapter_q, chapter_k, chapter_v, *chapter_heads),
    case(WIDER, *tokens(900, 2, 4, 3, 6, 5)),
    case("one sequence, heads that share d_model", *one_sequence(910, 3, 2, 4, 2)),
    case("heads as wide as the model", *tokens(920, 4, 2, 2, 3, 3)),
    case("a single head", *tokens(930, 3, 4, 1, 5, 2)),
    case(UNHEARD, *without_second_head(tokens(1080, 2, 3, 3, 4, 5))),
    case("more keys than queries", *tokens(940, 2, 6, 4, 5, 3), hidden=True),
    case("more queries than keys", *tokens(950, 7, 3, 2, 4, 5), hidden=True),
    case("one query", *tokens(960, 1, 5, 2, 3, 4), hidden=True),
    case("a single head as wide as the model", *tokens(970, 2, 3, 1, 4, 4), hidden=True),
    case("heads of one component", *tokens(980, 4, 3, 6, 5, 1), hidden=True),
    case("all axes alike", *tokens(990, 3, 3, 3, 3, 3), hidden=True),
    case("heads narrower than the model together", *tokens(1000, 3, 5, 2, 9, 4), hidden=True),
    case("two sequences, heads that share d_model", *tokens(1010, 2, 5, 2, 6, 3), hidden=True),
    case("as many queries as keys", *tokens(1020, 4, 4, 2, 5, 3), hidden=True),
    case("several heads as wide as the model", *tokens(1030, 5, 2, 3, 4, 4), hidden=True),
    case("one sequence, longer", *one_sequence(1040, 6, 3, 4, 2), hidden=True),
    case("tokens of one component", *tokens(1050, 3, 4, 2, 1, 5), hidden=True),
    case("larger numbers", *tokens(1060, 3, 2, 4, 5, 6, 2.5), hidden=True),
    case("many heads", *tokens(1070, 3, 4, 8, 5, 2), hidden=True),
    hard("scores in the thousands, in every head", *at_levels([100, 99.5, 101]), large=True),
    hard("one query far below the others", *at_levels([12, -12]), large=True),
    hard("one head far above another", *at_levels([3, 2.5, 3.5], (12, 0.1)), large=True),
    hard("every score very low", *at_levels([-60, -58]), hidden=True, large=True),
    hard("scores beyond single precision's range", *at_levels([3, 3.5, 4, 3]), hidden=True, large=True),
    hard("large scores of both signs, three heads", *wide_apart(1130, 3, 600), hidden=True, large=True),
    hard("one key", *tokens(1120, 3, 1, 2, 4, 5), hidden=True),
    hard("one of everything", *(np.full((1,) * axes, number) for axes, number in
         ((2, 1.5), (2, -0.5), (2, 2.0), (3, 0.75), (3, 1.25), (3, -0.5), (2, 3.0))), hidden=True),
)  # fmt: skip


def heads_reordered(order: list[int], d_k: int) -> Callable[..., tuple[object, ...]]:
    def change(q: Matrix, k: Matrix, v: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_o: Matrix) -> tuple[object, ...]:
        rows = [head * d_k + row for head in order for row in range(d_k)]
        return q, k, v, w_q[order], w_k[order], w_v[order], w_o[rows]

    return change


def another_second_head(
    q: Matrix, k: Matrix, v: Matrix, w_q: Matrix, w_k: Matrix, w_v: Matrix, w_o: Matrix
) -> tuple[object, ...]:
    new = [np.stack([one[0], -2 * one[1] + 0.5, one[2]]) for one in (w_q, w_k, w_v)]
    return q, k, v, *new, w_o


relations = (
    Relation(
        "rows-reordered",
        "reordering the queries reorders the rows the same way",
        CHAPTER,
        lambda q, *rest: (q[[2, 0, 1]], *rest),
        {"order": [2, 0, 1]},
    ),
    Relation(
        "same",
        "reordering the keys together with their values changes nothing",
        WIDER,
        lambda q, k, v, *rest: (q, k[[2, 0, 3, 1]], v[[2, 0, 3, 1]], *rest),
    ),
    Relation(
        "same",
        "reordering the heads together with their rows of W_O changes nothing",
        WIDER,
        heads_reordered([2, 0, 1], 5),
    ),
    Relation(
        "multiplied",
        "an output projection of twice the size gives an output of twice the size",
        WIDER,
        lambda q, k, v, w_q, w_k, w_v, w_o: (q, k, v, w_q, w_k, w_v, 2 * w_o),
        {"by": 2},
    ),
    Relation(
        "same",
        "adding one and the same vector to every row of K changes nothing",
        "heads as wide as the model",
        lambda q, k, *rest: (q, k + matrix([1, -0.5, 2]), *rest),
    ),
    Relation(
        "same",
        "doubling every W_Q and halving every W_K changes nothing",
        "heads as wide as the model",
        lambda q, k, v, w_q, w_k, *rest: (q, k, v, 2 * w_q, w_k / 2, *rest),
    ),
    Relation("same", "a head that W_O does not listen to plays no part", UNHEARD, another_second_head),
)

EXERCISE = Exercise(
    title="Multi-head attention",
    parts=(
        Part(
            function=multi_head_attention,
            returns=Returns("array", (("queries", "d_model"),)),
            task="Let every head attend with projections of its own, lay the results side by side and mix them with W_O.",
            cases=cases,
            hints=(
                "What does a single head need to be the attention of exercise 7, and how wide is what it gives back? How wide "
                "must all heads together be to fit W_O?",
                "Loop over the first axis of the projections: three matrix products make a head's queries, keys and values, "
                "the attention you know follows, scaled by the square root of the head's own d_k. Collect the heads in a list, "
                "then np.concatenate along the columns (axis=1) and one last matrix product.",
                "By hand: two heads have found [[3]] and [[4]] for one query, d_k = 1. Side by side they are [[3, 4]], one "
                "row, heads*d_k = 2 columns. With W_O = [[1, 0], [1, 2]] the output is [[3*1 + 4*1, 3*0 + 4*2]] = [[7, 8]].",
            ),
            why="""
                Each head has a softmax of its own, so one may follow the word's role and another the thing it is about;
                a single softmax could only settle on one pattern. W_O sees all heads side by side: head i meets d_k rows
                of its own, so the output is also the sum of what each head contributes through them. With d_k = d_model /
                heads all of this takes as many projection weights as one head of full width: not more capacity, but
                several attention patterns at once.
                """,
            points=10.0,
            relations=relations,
            misconceptions=misconceptions,
        ),
    ),
    printed=(
        (
            "one head that projects nothing is the attention of the three tokens: their contexts",
            lambda: multi_head_attention(chapter_q, chapter_k, chapter_v, as_it_is, as_it_is, as_it_is, np.eye(2)),
            [[0.8022, 0.7967], [0.4240, 1.2920], [0.5989, 1.0000]],
        ),
    ),
)
