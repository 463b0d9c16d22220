"""Answer file of exercise 2: the score matrix. Teachers only."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Asking, Exercise, Misconception, Part, Relation, Returns, ask, case, error, hard

# ---------------------------------------------------------------- references


def score_matrix(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    # The product itself refuses a Q and a K that differ in d_k, with a ValueError.
    if Q.ndim != 2 or K.ndim != 2:
        raise ValueError("queries and keys come as two matrices")
    return Q @ K.T


def scaled_score_matrix(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return score_matrix(Q, K) / math.sqrt(Q.shape[1])


def through_score_matrix(Q: NDArray[np.float64], K: NDArray[np.float64]) -> Asking:
    scores = yield ask("score_matrix", Q, K)
    return scores / math.sqrt(Q.shape[1])


# ------------------------------------------------------------ misconceptions

Matrix = NDArray[np.float64]
Scoring = Callable[[Matrix, Matrix], Matrix]


def keys_against_queries(q: Matrix, k: Matrix) -> Matrix:
    return k @ q.T


def queries_against_queries(q: Matrix, k: Matrix) -> Matrix:
    return q @ q.T


def keys_against_keys(q: Matrix, k: Matrix) -> Matrix:
    return k @ k.T


def keys_left_as_they_are(q: Matrix, k: Matrix) -> Matrix:
    return q @ k


def keys_reshaped(q: Matrix, k: Matrix) -> Matrix:
    return q @ k.reshape(k.shape[1], k.shape[0])


def columns_against_columns(q: Matrix, k: Matrix) -> Matrix:
    return q.T @ k


def entry_times_entry(q: Matrix, k: Matrix) -> Matrix:
    return q * k


def entry_times_turned_entry(q: Matrix, k: Matrix) -> Matrix:
    return q * k.T


def each_query_with_its_own_key(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray((q * k).sum(axis=1))


def everything_in_one_number(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray((q * k).sum())


def cosine(q: Matrix, k: Matrix) -> Matrix:
    lengths = np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
    return np.asarray((q @ k.T) / lengths)


def squared_distance(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray(((q[:, np.newaxis, :] - k) ** 2).sum(axis=-1))


def distance(q: Matrix, k: Matrix) -> Matrix:
    return np.sqrt(squared_distance(q, k))


def negative_squared_distance(q: Matrix, k: Matrix) -> Matrix:
    return -squared_distance(q, k)


def negative_distance(q: Matrix, k: Matrix) -> Matrix:
    return -distance(q, k)


def sum_of_differences(q: Matrix, k: Matrix) -> Matrix:
    return np.asarray(np.abs(q[:, np.newaxis, :] - k).sum(axis=-1))


def over_root_of_width(scoring: Scoring) -> Scoring:
    """A wrong scoring, scaled as it should be."""

    def scaled(q: Matrix, k: Matrix) -> Matrix:
        return scoring(q, k) / math.sqrt(q.shape[1])

    return scaled


def dot_products(q: Matrix, k: Matrix) -> Matrix:
    return q @ k.T


def over_root_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(q.shape[1])


def over_d_k(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / float(q.shape[1])


def over_root_of_keys(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(len(k))


def over_root_of_queries(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / math.sqrt(len(q))


def over_keys(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / len(k)


def over_queries(q: Matrix, k: Matrix) -> Matrix:
    return (q @ k.T) / len(q)


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


def readings(identifier: str, says: str, hint: str, *functions: Scoring) -> tuple[Misconception, ...]:
    """One misconception, in each way it may be written."""
    return tuple(Misconception(identifier, function, says, hint) for function in functions)


Wrong = tuple[str, str, str, tuple[Scoring, ...]]

wrong_scores: tuple[Wrong, ...] = (
    (
        "scores-transposed",
        "This is the table turned over: a row for each key and a column for each query.",
        "Row i belongs to query i, so the queries come first in the product.",
        (keys_against_queries,),
    ),
    (
        "queries-with-queries",
        "This is the product of the queries with the queries themselves; the keys play no part.",
        "A score asks how well a key fits a query: one factor has to be K.",
        (queries_against_queries,),
    ),
    (
        "keys-with-keys",
        "This is the product of the keys with the keys themselves; the queries play no part.",
        "A score asks how well a key fits a query: one factor has to be Q.",
        (keys_against_keys,),
    ),
    (
        "keys-not-transposed",
        "Here the keys are not transposed (reshaping does not do it either), so a query meets pieces of several keys.",
        "In K each key is a row, while a matrix product takes columns on its right: rows have to become columns, whole.",
        (keys_left_as_they_are, keys_reshaped),
    ),
    (
        "columns-with-columns",
        "This compares the columns of Q with the columns of K, so the result has d_k rows and d_k columns.",
        "Queries and keys are rows: d_k is the axis that the sum runs over and that disappears.",
        (columns_against_columns,),
    ),
    (
        "elementwise-product",
        "This multiplies Q and K entry by entry, so a query only ever meets one key.",
        "Every query meets every key: use a matrix product, which also adds the products up.",
        (entry_times_entry, entry_times_turned_entry, each_query_with_its_own_key, everything_in_one_number),
    ),
    (
        "cosine-similarity",
        "This is the cosine similarity: each dot product is divided by the lengths of its two vectors.",
        "In attention a long query or a long key may count for more; no vector is brought to length 1.",
        (cosine,),
    ),
    (
        "distance-not-dot-product",
        "This measures how far apart each query and key are, not their dot product.",
        "Multiply matching components and add them up; do not subtract them.",
        (distance, squared_distance, negative_distance, negative_squared_distance, sum_of_differences),
    ),
)

with_scaling_of_its_own = ("cosine-similarity", "distance-not-dot-product", "elementwise-product")
"""Who makes these mistakes may well take the scaling for done."""

sequence_length = (
    "scaled-by-sequence-length",
    "This divides by the number of tokens, or its square root, not by the square root of d_k.",
    "What makes dot products spread is the length of one vector, the second axis of Q, and not how many rows there are.",
)

score_misconceptions = (
    *(one for wrong in wrong_scores for one in readings(*wrong[:3], *wrong[3])),
    *readings(
        "scaled-too-early",
        "These scores are already scaled by d_k; this function is asked for the plain dot products.",
        "Leave the dividing to the next function.",
        over_root_d_k,
        over_d_k,
    ),
    *readings(*sequence_length, over_root_of_keys, over_root_of_queries, over_keys, over_queries),
)

scaled_misconceptions = (
    *(one for wrong in wrong_scores for one in readings(*wrong[:3], *map(over_root_of_width, wrong[3]))),
    *(one for wrong in wrong_scores if wrong[0] in with_scaling_of_its_own for one in readings(*wrong[:3], *wrong[3])),
    *readings(
        "not-scaled",
        "These are the plain dot products; the division by the square root of d_k is missing.",
        "Exercise 1 shows what keeps the spread of the scores at 1.",
        dot_products,
    ),
    *readings(
        "scaled-by-d_k",
        "This divides by d_k itself, or twice by its square root.",
        "The variance grows with d_k, so the standard deviation, which has the size of a score, grows with its root.",
        over_d_k,
    ),
    *readings(*sequence_length, over_root_of_keys, over_root_of_queries, over_keys, over_queries),
    *readings(
        "scale-not-inverted",
        "This multiplies by the square root of d_k, so long vectors spread even further.",
        "Scaling should shrink the scores of long vectors.",
        times_root_d_k,
    ),
    *readings(
        "scaled-by-half-d_k",
        "This divides by half of d_k: `d_k ** 1/2` means (d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        over_half_d_k,
    ),
    *readings(
        "scaled-by-twice-d_k",
        "This divides by d_k and then by 2: `scores / d_k ** 1/2` means (scores / d_k ** 1) / 2.",
        "Powers bind tighter than division; put the exponent in parentheses or use numpy's square root.",
        over_twice_d_k,
    ),
    *readings(
        "scale-rounded-down",
        "This divides by the square root of d_k cut to a whole number.",
        "The root of d_k is seldom whole, and is wanted in full.",
        over_whole_root,
    ),
    *readings(
        "scale-hard-coded",
        "This always divides by the same root, whatever the width of the vectors it is given.",
        "The chapter's example has d_k = 2 and its usual head 64; take d_k from the shape of what you are given.",
        over_root_2,
        over_root_64,
    ),
)

# --------------------------------------------------------------------- cases


def drawn(seed: int, rows: int, columns: int, spread: float = 1.0, middle: float = 0.0) -> Matrix:
    """Sixteenths, which single precision holds exactly: whoever computes in it loses nothing at the door."""
    return np.asarray(np.round(np.random.default_rng(seed).normal(middle, spread, (rows, columns)) * 16) / 16)


def exact(seed: int, rows: int, columns: int) -> Matrix:
    """Numbers of all the digits that a float has, so that rounding shows."""
    return np.random.default_rng(seed).normal(size=(rows, columns))


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])

public_pairs = (
    ("the chapter's three tokens", chapter_q, chapter_k),
    (
        "two queries, four keys of five components",
        matrix([1, 2, 0, -1, 1], [0.5, -1, 3, 0, 2]),
        matrix([2, 1, 0, 1, 1], [0, 3, 1, -1, 0], [1, 0, 0, 2, -2], [-1, 1, 2, 0, 0.5]),
    ),
    (
        "as many tokens as components",
        matrix([1, 2, 0], [0, -1, 3], [2, 0.5, 1]),
        matrix([2, 0, 1], [1, 3, -1], [0, 1, 4]),
    ),
)
hidden_pairs = (
    ("more keys than queries", drawn(201, 2, 3), drawn(202, 6, 3)),
    ("more queries than keys", drawn(203, 7, 4), drawn(204, 3, 4)),
    ("one query", drawn(205, 1, 6), drawn(206, 5, 6)),
    ("one key", drawn(207, 4, 3), drawn(208, 1, 3)),
    ("vectors of one component", drawn(209, 3, 1), drawn(210, 4, 1)),
    ("as many keys as queries", drawn(211, 4, 9), drawn(212, 4, 9)),
    ("longer vectors", drawn(213, 5, 17), drawn(214, 3, 17)),
    ("larger numbers", drawn(215, 3, 2, 40.0), drawn(216, 5, 2, 40.0)),
    ("negative numbers only", -np.abs(drawn(217, 3, 7)) - 0.1, -np.abs(drawn(218, 4, 7)) - 0.1),
    ("as many keys as components", drawn(219, 2, 4), drawn(220, 4, 4)),
    ("as many queries as components", drawn(221, 5, 5), drawn(222, 2, 5)),
    ("all axes alike", drawn(223, 4, 4), drawn(224, 4, 4)),
    ("small numbers of many digits", exact(225, 3, 4) / 8, exact(226, 5, 4) / 8),
)
hard_pairs = (
    ("a query and a key of zeros", matrix([0, 0, 0], [1, -2, 0.5]), matrix([3, 1, 2], [0, 0, 0])),
    ("queries at right angles to the keys", matrix([1, 0, 0, 2], [0, 3, 0, 0]), matrix([0, 0, 1, 0], [-2, 0, 5, 1])),
)
hidden_hard_pairs = (
    ("one query and one key", drawn(231, 1, 5, 1.0, 1.5), drawn(232, 1, 5, 1.0, 1.5)),
    ("one query and one key of one component", matrix([2.5]), matrix([-0.8])),
    ("very large numbers", drawn(233, 3, 4, 1e4), drawn(234, 2, 4, 1e4)),
    ("vectors as wide as a usual head", drawn(235, 3, 64), drawn(236, 4, 64)),
    ("many tokens", drawn(237, 20, 3), drawn(238, 33, 3)),
    ("the same key several times", drawn(239, 3, 5), np.repeat(drawn(240, 1, 5), 4, axis=0)),
)

cases = (
    *(case(*pair) for pair in public_pairs),
    *(case(*pair, hidden=True) for pair in hidden_pairs),
    *(hard(*pair) for pair in hard_pairs),
    *(hard(*pair, hidden=True) for pair in hidden_hard_pairs),
    error("queries and keys of different length are refused", drawn(251, 2, 3), drawn(252, 4, 2)),
    error("a single query as a plain vector is refused", drawn(253, 1, 3)[0], drawn(254, 2, 3)),
    error("longer keys than queries are refused", drawn(255, 3, 2), drawn(256, 3, 5), hidden=True),
    error("keys of a single component are not stretched", drawn(257, 2, 3), drawn(258, 4, 1), hidden=True),
    error("queries of a single component are not stretched", drawn(259, 2, 1), drawn(260, 4, 3), hidden=True),
    error("keys that came transposed are refused", drawn(261, 2, 3), drawn(262, 3, 2), hidden=True),
    error("a single key as a plain vector is refused", drawn(263, 2, 3), drawn(264, 1, 3)[0], hidden=True),
    error("two plain vectors are refused", drawn(265, 1, 4)[0], drawn(266, 1, 4)[0], hidden=True),
    error("a stack of query matrices is refused", drawn(267, 3, 3)[np.newaxis], drawn(268, 4, 3), hidden=True),
    error("a stack of key matrices is refused", drawn(269, 2, 3), drawn(270, 4, 3)[:, :, np.newaxis], hidden=True),
    error("two stacks of matrices are refused", drawn(271, 3, 3)[np.newaxis], drawn(272, 3, 3)[np.newaxis], hidden=True),
)

score_relations = (
    Relation(
        "transposed",
        "swapping queries and keys transposes the scores",
        "the chapter's three tokens",
        lambda q, k: (k, q),
        {"sign": 1.0},
    ),
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
        "two queries, four keys of five components",
        lambda q, k: (q, k[[2, 0, 3, 1]]),
        {"order": [2, 0, 3, 1]},
    ),
    Relation(
        "multiplied",
        "doubling every query doubles every score",
        "two queries, four keys of five components",
        lambda q, k: (2 * q, k),
        {"by": 2.0},
    ),
    Relation(
        "transposed",
        "swapping many keys and few queries transposes the scores",
        "more keys than queries",
        lambda q, k: (k, q),
        {"sign": 1.0},
    ),
    Relation(
        "multiplied",
        "turning every key round and trebling it does the same to every score",
        "more queries than keys",
        lambda q, k: (q, -3 * k),
        {"by": -3.0},
    ),
    Relation(
        "same",
        "taking the components of all queries and keys in another order changes no score",
        "as many keys as queries",
        lambda q, k: (q[:, ::-1], k[:, ::-1]),
    ),
)

plain_relations = (
    *score_relations,
    Relation(
        "same",
        "one more component that is 0 in every query changes no score",
        "longer vectors",
        lambda q, k: (np.column_stack([q, np.zeros(len(q))]), np.column_stack([k, np.ones(len(k))])),
    ),
)

scaled_relations = (
    *score_relations,
    Relation(
        "multiplied",
        "vectors of four times the length, each component repeated, double every scaled score",
        "longer vectors",
        lambda q, k: (np.repeat(q, 4, axis=1), np.repeat(k, 4, axis=1)),
        {"by": 2.0},
    ),
    Relation(
        "columns-reordered",
        "leaving out keys leaves the scaled scores of the others as they are",
        "negative numbers only",
        lambda q, k: (q, k[[1, 3]]),
        {"order": [1, 3]},
    ),
)

# ------------------------------------------------------------------ exercise

EXERCISE = Exercise(
    title="Score matrix",
    parts=(
        Part(
            function=score_matrix,
            returns=Returns("array", (("queries", "keys"),)),
            task="Compute the dot product of every query with every key: a row for each query, a column for each key.",
            cases=cases,
            hints=(
                "The entry in row i, column j belongs to one query and one key: which numbers of Q and of K go into it?",
                "A matrix product (@) takes rows of its left factor and columns of its right one; the keys are rows of K, "
                "so K has to be transposed (.T).",
                "By hand, with queries [1, 2] and [3, 0] and keys [4, 1] and [0, 5]: query 0 gives 1*4 + 2*1 = 6 and "
                "1*0 + 2*5 = 10, query 1 gives 3*4 + 0*1 = 12 and 3*0 + 0*5 = 0, so the scores are [[6, 10], [12, 0]].",
            ),
            why="""
                A matrix product is nothing but dot products of rows with columns, and transposing K makes a column of
                every key. So one product compares all words with all words at once, and the axis d_k, which the sum
                runs over, is gone. The price is one number for each pair: twice the words, four times the scores.
                """,
            relations=plain_relations,
            misconceptions=score_misconceptions,
        ),
        Part(
            function=scaled_score_matrix,
            builds_on=(through_score_matrix,),
            returns=Returns("array", (("queries", "keys"),)),
            task="Compute the same scores divided by the square root of d_k, the number of components of a query.",
            cases=cases,
            hints=(
                "How much further do dot products spread when the vectors get longer, and what undoes it? (Exercise 1.)",
                "Divide the whole score matrix by one number, np.sqrt of the length of a single query: that is the size "
                "of the second axis of Q, not of the first.",
                "By hand, with d_k = 4, queries [2, 0, 0, 1] and [0, 1, 1, 4] and keys [1, 0, 0, 2] and [3, 1, 1, 0]: the "
                "scores are [[4, 6], [8, 2]], the square root of 4 is 2, the scaled scores are [[2, 3], [4, 1]].",
            ),
            why="""
                A dot product adds up d_k products, so with components of variance 1 its variance is d_k and its typical
                size the square root of d_k. Dividing by that root brings every score back to size 1, so that softmax,
                which comes next, neither sees a single winner everywhere nor has to be tuned for each width.
                """,
            relations=scaled_relations,
            misconceptions=scaled_misconceptions,
        ),
    ),
    printed=(
        (
            "the scores of all three tokens",
            lambda: score_matrix(chapter_q, chapter_k),
            [[1.0, 0.0, 1.0], [0.0, 1.0, -1.0], [1.0, 1.0, 0.0]],
        ),
        (
            "the scaled scores of the query payment",
            lambda: scaled_score_matrix(chapter_q, chapter_k)[1],
            [0.0, 0.7071, -0.7071],
        ),
        (
            "the scaled scores of the query failed",
            lambda: scaled_score_matrix(chapter_q, chapter_k)[2],
            [0.7071, 0.7071, 0.0],
        ),
    ),
)
