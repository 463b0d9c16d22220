"""Exercise 4, the causal mask: references, misconceptions and cases."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Asking, Exercise, Law, Misconception, Part, Relation, Returns, ask, case, error, hard

# --- references ---------------------------------------------------------------------------------------------------


def causal_mask(n: int) -> NDArray[np.float64]:
    check_length(n)
    return closed_ahead(n)


def masked_positions(n: int) -> list[tuple[int, int]]:
    check_length(n)
    return [(i, j) for i in range(n) for j in range(i + 1, n)]


def causal_attention_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    if len(Q) != len(K):
        raise ValueError(f"{len(Q)} queries and {len(K)} keys are not one sequence")
    return row_shares(scaled(Q, K) + closed_ahead(len(Q)))


def check_length(n: int) -> None:
    if n != int(n) or n < 1:
        raise ValueError(f"a sequence of {n} tokens does not exist")


def closed_ahead(n: int) -> NDArray[np.float64]:
    return np.triu(np.full((n, n), -np.inf), k=1)


def scaled(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    scores: NDArray[np.float64] = Q @ K.T / np.sqrt(Q.shape[1])
    return scores


def row_shares(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def positions_below_zero(n: int) -> Asking:
    mask = yield ask("causal_mask", n)
    return np.argwhere(mask < 0)


def positions_not_zero(n: int) -> Asking:
    mask = yield ask("causal_mask", n)
    return np.argwhere(mask != 0)


def positions_without_end(n: int) -> Asking:
    mask = yield ask("causal_mask", n)
    return np.argwhere(np.isneginf(mask))


def weights_through_mask(Q: NDArray[np.float64], K: NDArray[np.float64]) -> Asking:
    if len(Q) != len(K):
        raise ValueError(f"{len(Q)} queries and {len(K)} keys are not one sequence")
    mask = yield ask("causal_mask", len(Q))
    return row_shares(scaled(Q, K) + mask)


def weights_through_positions(Q: NDArray[np.float64], K: NDArray[np.float64]) -> Asking:
    if len(Q) != len(K):
        raise ValueError(f"{len(Q)} queries and {len(K)} keys are not one sequence")
    positions = yield ask("masked_positions", len(Q))
    scores = scaled(Q, K)
    scores[positions[:, 0], positions[:, 1]] = -np.inf
    return row_shares(scores)


# --- misconceptions about the mask --------------------------------------------------------------------------------


def mask_of_the_past(n: int) -> NDArray[np.float64]:
    return np.tril(np.full((n, n), -np.inf), k=-1)


def mask_of_the_past_and_itself(n: int) -> NDArray[np.float64]:
    return np.tril(np.full((n, n), -np.inf))


def mask_with_diagonal(n: int) -> NDArray[np.float64]:
    return np.triu(np.full((n, n), -np.inf))


def mask_of_the_next(n: int) -> NDArray[np.float64]:
    return np.where(np.eye(n, k=1) > 0, -np.inf, 0.0)


def mask_of_the_last(n: int) -> NDArray[np.float64]:
    mask = np.zeros((n, n))
    mask[:-1, -1] = -np.inf
    return mask


def true_where_closed(n: int) -> NDArray[np.bool_]:
    return np.triu(np.ones((n, n), dtype=bool), k=1)


def true_where_open(n: int) -> NDArray[np.bool_]:
    return np.tril(np.ones((n, n), dtype=bool))


def empty_mask(n: int) -> NDArray[np.float64]:
    return np.zeros((n, n))


def mask_of_plus_infinity(n: int) -> NDArray[np.float64]:
    return np.triu(np.full((n, n), np.inf), k=1)


def mask_by_multiplication(n: int) -> NDArray[np.float64]:
    return np.triu(np.ones((n, n)), k=1) * -np.inf


def mask_of(number: float) -> Callable[[int], NDArray[np.float64]]:
    """The mask with a finite number in place of minus infinity."""

    def finite_mask(n: int) -> NDArray[np.float64]:
        return np.triu(np.full((n, n), number), k=1)

    return finite_mask


OFTEN_TAKEN_FOR_INFINITY = (
    *(-(10.0**power) for power in (*range(2, 21), 30, 32, 38, 50, 99, 100, 200, 300, 307, 308)),
    *(1.0 - 10.0**digits for digits in range(2, 10)),
    *(float(np.finfo(precision).min) for precision in (np.float16, np.float32, np.float64)),
    *(float(np.iinfo(size).min) for size in (np.int16, np.int32, np.int64)),
)  # fmt: skip


# --- misconceptions about the positions ---------------------------------------------------------------------------


def pairs_of_the_past(n: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(n) for j in range(i)]


def pairs_with_diagonal(n: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(n) for j in range(i, n)]


def pairs_from_one(n: int) -> list[tuple[int, int]]:
    return [(i + 1, j + 1) for i in range(n) for j in range(i + 1, n)]


def open_pairs(n: int) -> list[tuple[int, int]]:
    return [(i, j) for i in range(n) for j in range(i + 1)]


def pairs_of_the_next(n: int) -> list[tuple[int, int]]:
    return [(i, i + 1) for i in range(n - 1)]


def pairs_of_the_last(n: int) -> list[tuple[int, int]]:
    return [(i, n - 1) for i in range(n - 1)]


def no_pairs(n: int) -> list[tuple[int, int]]:
    return []


# --- misconceptions about the weights -----------------------------------------------------------------------------


def weights_masked_by(mask: Callable[[int], NDArray[np.float64]]) -> Callable[..., NDArray[np.float64]]:
    """Causal weights with another mask added before the softmax."""

    def weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
        return row_shares(scaled(Q, K) + mask(len(Q)))

    return weights


def large_number_with_diagonal(n: int) -> NDArray[np.float64]:
    return np.triu(np.full((n, n), -1e9))


def large_number_on_the_past_and_itself(n: int) -> NDArray[np.float64]:
    return np.tril(np.full((n, n), -1e9))


def weights_zeroed(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.tril(row_shares(scaled(Q, K)))


def weights_plus_mask(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K)) + causal_mask(len(Q))


def weights_plus_large_number(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K)) + mask_of(-1e9)(len(Q))


def scores_zeroed(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(np.tril(scaled(Q, K)))


def scores_times_mask(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K) * causal_mask(len(Q)))


def scores_times_true(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K) * true_where_closed(len(Q)))


def scores_plus_true_where_open(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K) + true_where_open(len(Q)))


def scores_plus_true_where_closed(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(Q, K) + true_where_closed(len(Q)))


def unscaled_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(Q @ K.T + causal_mask(len(Q)))


def weights_scaled_by_length(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(Q @ K.T / np.sqrt(len(K)) + causal_mask(len(Q)))


def weights_scaled_by_dimension(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(Q @ K.T / Q.shape[1] + causal_mask(len(Q)))


def column_weights(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares((scaled(Q, K) + causal_mask(len(Q))).T).T


def weights_of_swapped_roles(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    return row_shares(scaled(K, Q) + causal_mask(len(Q)))


def weights_without_maximum(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(scaled(Q, K) + causal_mask(len(Q)))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


def weights_with_one_maximum(Q: NDArray[np.float64], K: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = scaled(Q, K) + causal_mask(len(Q))
    powers = np.exp(scores - scores.max())
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


# --- inputs -------------------------------------------------------------------------------------------------------

CHAPTER_Q = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
CHAPTER_K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])
ROW_SIZES = np.array([0.0, 64.0, -48.0, 0.0, 80.0, 32.0])


def vectors(seed: int, tokens: int, d_k: int, spread: float = 1.0) -> NDArray[np.float64]:
    return np.asarray(np.round(np.random.default_rng(seed).normal(0.0, spread, (tokens, d_k)) * 16) / 16)


def positive(seed: int, tokens: int, d_k: int) -> NDArray[np.float64]:
    return np.asarray(np.round(np.random.default_rng(seed).uniform(0.2, 1.7, (tokens, d_k)) * 16) / 16)


def eighths(seed: int, tokens: int, d_k: int) -> NDArray[np.float64]:
    """Numbers whose products even single precision holds exactly, so that large scores lose nothing before the mask."""
    return np.asarray(np.random.default_rng(seed).integers(-24, 25, (tokens, d_k)) / 8.0)


def beside(column: float, rest: NDArray[np.float64]) -> NDArray[np.float64]:
    """`rest` with one more component, the same for all tokens."""
    return np.column_stack([np.full(len(rest), column), rest])


def other_ending(rows: NDArray[np.float64], kept: int, seed: int) -> NDArray[np.float64]:
    """`rows` with all tokens after the first `kept` replaced."""
    return np.concatenate([rows[:kept], vectors(seed, len(rows) - kept, rows.shape[1], 2.0)])


def ends_replaced(kept: int) -> Callable[..., tuple[object, ...]]:
    def change(Q: NDArray[np.float64], K: NDArray[np.float64]) -> tuple[object, ...]:
        return other_ending(Q, kept, 971), other_ending(K, kept, 972)

    return change


def keys_moved(Q: NDArray[np.float64], K: NDArray[np.float64]) -> tuple[object, ...]:
    return Q, K + np.linspace(-1.5, 2.0, K.shape[1])


# --- the exercise -------------------------------------------------------------------------------------------------

PAST = (
    "This masks the past and leaves the future open.",
    "Token 0 has nothing before it, so its row must close the most cells, not the fewest.",
)
DIAGONAL = (
    "This masks the diagonal as well: a token can't even look at itself.",
    "Only tokens that come later are hidden, and no token comes later than itself.",
)
NEXT = (
    "This hides only the one token that comes next; those after it stay visible.",
    "Every later token has to be hidden, however far away it is.",
)
LAST = (
    "This hides only the last token of the sequence.",
    "Not just the final word lies in the future: for the first word, all the others do.",
)
NO_MASK = (
    "This masks nothing: every token still sees the whole sequence.",
    "Look at the first row: which tokens may the first word see?",
)

MASK_PART = Part(
    function=causal_mask,
    returns=Returns("array", (("queries", "keys"),), finite=False),
    task="Build the n by n matrix that is 0 where token i may see token j (j ≤ i) and -inf where it may not (j > i).",
    points=3.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's three tokens", 3),
        case("the quiz's four tokens", 4),
        case("a short sequence", 2, hidden=True),
        case("a few tokens more", 5, hidden=True),
        case("a message of ordinary length", 7, hidden=True),
        case("a longer sentence", 12, hidden=True),
        case("two sentences", 23, hidden=True),
        hard("a token all by itself", 1),
        hard("a whole paragraph", 40, hidden=True),
        error("no tokens", 0),
        error("a length that is not whole", 2.5),
        error("a negative length", -3, hidden=True),
        error("less than a token", 0.5, hidden=True),
        error("another length that is not whole", 4.25, hidden=True),
    ),
    misconceptions=(
        Misconception("mask-past", mask_of_the_past, *PAST),
        Misconception(
            "mask-past",
            mask_of_the_past_and_itself,
            "This masks the past, and the token itself, and leaves the future open.",
            PAST[1],
        ),
        Misconception("mask-diagonal", mask_with_diagonal, *DIAGONAL),
        Misconception(
            "boolean-mask",
            true_where_closed,
            "This is a mask of truth values, with true (1) where a cell is closed.",
            (
                "The mask is to be added to scores: think of what adding it has to do to a score that may be seen, and to one "
                "that may not."
            ),
        ),
        Misconception(
            "boolean-mask",
            true_where_open,
            "This is a mask of truth values, with true (1) where a cell is open.",
            (
                "The mask is to be added to scores: think of what adding it has to do to a score that may be seen, and to one "
                "that may not."
            ),
        ),
        *(
            Misconception(
                "large-negative-number",
                mask_of(number),
                "This puts a large negative number where minus infinity belongs.",
                "A finite number makes a weight small, not zero; numpy has a constant for the infinite one.",
            )
            for number in OFTEN_TAKEN_FOR_INFINITY
        ),
        Misconception("no-mask", empty_mask, *NO_MASK),
        Misconception("mask-next-token-only", mask_of_the_next, *NEXT),
        Misconception("mask-last-token-only", mask_of_the_last, *LAST),
        Misconception(
            "plus-infinity",
            mask_of_plus_infinity,
            "This adds plus infinity, which would draw all attention to the future.",
            "The softmax takes e to the power of the score: which infinity makes that power 0?",
        ),
        Misconception(
            "zero-times-infinity",
            mask_by_multiplication,
            "This multiplies a pattern of zeros and ones by infinity, and 0 times infinity is not a number (nan).",
            (
                "Place the infinities without multiplying: choose for each cell, or cut a triangle out of a matrix that is "
                "full of them."
            ),
        ),
    ),
    hints=(
        (
            "Say it for one word first: which words of the sentence come after word i, and on which side of the diagonal do "
            "their columns lie?"
        ),
        (
            "numpy can keep one triangle of a matrix and set the rest to 0: look at np.triu and its argument k, which moves "
            "the border off the diagonal."
        ),
        (
            "Two tokens. Row 0: token 0 sees itself (0) but not token 1 (-inf). Row 1: token 1 sees token 0 (0) and itself "
            "(0). So [[0, -inf], [0, 0]], with one closed cell above the diagonal."
        ),
    ),
    why=(
        "Adding -inf turns a score into -inf whatever it was, and e^(-inf) is exactly 0; adding 0 changes nothing. So a single "
        "addition closes the future, and the softmax needs no special case. The last row is all zeros: the last token has no "
        "future to hide."
    ),
)

POSITIONS_PART = Part(
    function=masked_positions,
    builds_on=(
        positions_below_zero,
        positions_not_zero,
        positions_without_end,
    ),
    returns=Returns("pairs", (("pairs",),)),
    task="List the cells (i, j), counted from 0, in which query i may not look at key j.",
    points=3.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's three tokens", 3),
        case("the quiz's four tokens", 4),
        case("a short sequence", 2, hidden=True),
        case("a few tokens more", 5, hidden=True),
        case("a message of ordinary length", 7, hidden=True),
        case("a longer sentence", 11, hidden=True),
        case("two sentences", 22, hidden=True),
        hard("a token all by itself hides nothing", 1),
        hard("a whole paragraph", 40, hidden=True),
        error("no tokens", 0),
        error("a length that is not whole", 2.5),
        error("a negative length", -2, hidden=True),
        error("less than a token", 0.5, hidden=True),
        error("another length that is not whole", 3.75, hidden=True),
    ),
    relations=(
        Relation(
            "earlier-inside",
            "what is hidden stays hidden when one more token arrives",
            "the quiz's four tokens",
            lambda n: (n + 1,),
        ),
        Relation(
            "earlier-inside",
            "what a message hides stays hidden when it grows",
            "a message of ordinary length",
            lambda n: (n + 1,),
        ),
    ),
    misconceptions=(
        Misconception(
            "mask-past",
            pairs_of_the_past,
            "This lists the pairs with j < i: the past, or each pair the wrong way round.",
            "In (i, j) the first number is the token that looks, the second the one it looks at.",
        ),
        Misconception("mask-diagonal", pairs_with_diagonal, *DIAGONAL),
        Misconception(
            "one-based-positions",
            pairs_from_one,
            "This counts the tokens from 1.",
            "In Python, and in this exercise, the first token is token 0.",
        ),
        Misconception(
            "unmasked-positions-listed",
            open_pairs,
            "This lists the cells that stay open, the diagonal and the past.",
            "The list is of what must not be seen: start from the word that sees least.",
        ),
        Misconception("mask-next-token-only", pairs_of_the_next, *NEXT),
        Misconception("mask-last-token-only", pairs_of_the_last, *LAST),
        Misconception("no-mask", no_pairs, *NO_MASK),
    ),
    hints=(
        "Go through the words one at a time: which words has this one not heard yet?",
        "Two loops, i over all tokens and j over those after i; or np.argwhere on a matrix that is true above the diagonal.",
        (
            "Two tokens: (0, 0) looks at itself, (1, 0) and (1, 1) look back or at itself, and only (0, 1) looks ahead. So the "
            "list holds one pair, (0, 1)."
        ),
    ),
    why="Token i has n - 1 - i tokens after it, so the list holds n(n - 1)/2 pairs: six for the four tokens of the quiz. "
    "The diagonal is not among them, since a token may always look at itself.",
)

FUTURE_UNSEEN = "a later token never changes an earlier row"

WEIGHTS_PART = Part(
    function=causal_attention_weights,
    builds_on=(
        weights_through_mask,
        weights_through_positions,
    ),
    returns=Returns("array", (("queries", "keys"),)),
    task="Turn queries and keys of one sequence into weights that never look ahead: scale, add the mask, softmax each row.",
    points=4.0,
    cases=(
        case("the chapter's three tokens", CHAPTER_Q, CHAPTER_K),
        case("two tokens, one component", np.array([[1.0], [2.0]]), np.array([[0.0], [1.0986]])),
        case("five tokens, three components", vectors(401, 5, 3), vectors(402, 5, 3)),
        case("more tokens than components", vectors(403, 7, 3), vectors(404, 7, 3), hidden=True),
        case("more components than tokens", vectors(405, 3, 7), vectors(406, 3, 7), hidden=True),
        case("as many components as tokens", vectors(407, 4, 4), vectors(408, 4, 4), hidden=True),
        case("a single component", vectors(409, 6, 1, 1.5), vectors(410, 6, 1, 1.5), hidden=True),
        case("a short sequence of long vectors", vectors(411, 2, 9), vectors(412, 2, 9), hidden=True),
        case("strong scores of both signs", vectors(413, 5, 6, 2.0), vectors(414, 5, 6, 2.0), hidden=True),
        case("only negative scores", positive(415, 6, 2), -positive(416, 6, 2), hidden=True),
        case("only positive scores", positive(417, 4, 5), positive(418, 4, 5), hidden=True),
        case("later keys score higher", np.full((5, 2), 1.3), np.linspace(-2.0, 2.5, 10).reshape(5, 2), hidden=True),
        case("a longer sentence", vectors(419, 11, 4), vectors(420, 11, 4), hidden=True),
        hard("one token has only itself", np.array([[2.0, -1.0, 0.5]]), np.array([[0.5, 3.0, 1.0]])),
        hard("scores in the thousands", beside(64.0, eighths(421, 4, 2)), beside(64.0, eighths(422, 4, 2)), large=True),
        hard("huge scores", beside(96.0, eighths(423, 6, 3)), beside(96.0, eighths(424, 6, 3)), large=True, hidden=True),
        hard(
            "hugely negative scores",
            beside(96.0, eighths(425, 5, 3)),
            beside(-96.0, eighths(426, 5, 3)),
            large=True,
            hidden=True,
        ),
        hard(
            "rows of very different size",
            np.column_stack([ROW_SIZES, eighths(437, 6, 2)]),
            beside(64.0, eighths(438, 6, 2)),
            large=True,
            hidden=True,
        ),
        hard(
            "later keys score far higher",
            np.full((5, 1), 20.0),
            np.array([[-13.0], [-12.875], [2.5], [12.875], [13.0]]),
            large=True,
            hidden=True,
        ),
        hard("a whole paragraph", vectors(427, 30, 5), vectors(428, 30, 5), hidden=True),
        hard("vectors as wide as a usual head", vectors(439, 4, 64), vectors(440, 4, 64), hidden=True),
        error("two queries, three keys", vectors(429, 2, 3), vectors(430, 3, 3)),
        error("more queries than keys", vectors(431, 5, 2), vectors(432, 4, 2), hidden=True),
        error("a lone query for several keys", vectors(433, 1, 4), vectors(434, 5, 4), hidden=True),
        error("a lone key for several queries", vectors(435, 4, 3), vectors(436, 1, 3), hidden=True),
    ),
    laws=(
        Law("not-negative", "no weight is negative"),
        Law("rows-sum-to-one", "each token's weights add up to 1"),
        Law("zero-above-diagonal", "no weight goes to a later token"),
    ),
    relations=(
        Relation("first-rows-same", FUTURE_UNSEEN, "five tokens, three components", ends_replaced(3), {"rows": 3}),
        Relation(
            "first-rows-same",
            "another last token changes only the last row",
            "strong scores of both signs",
            ends_replaced(4),
            {"rows": 4},
        ),
        Relation("same", "moving all keys by the same vector changes no weight", "five tokens, three components", keys_moved),
    ),
    misconceptions=(
        Misconception("mask-past", weights_masked_by(mask_of_the_past), *PAST),
        Misconception(
            "mask-past",
            weights_masked_by(mask_of_the_past_and_itself),
            "This masks the past, and the token itself, so that the last row has nothing left to look at.",
            PAST[1],
        ),
        Misconception(
            "mask-past",
            weights_masked_by(large_number_on_the_past_and_itself),
            "This masks the past, and the token itself, and leaves the future open.",
            PAST[1],
        ),
        Misconception(
            "mask-diagonal",
            weights_masked_by(mask_with_diagonal),
            "This masks the diagonal as well, so that the first token has nothing left to look at.",
            DIAGONAL[1],
        ),
        Misconception("mask-diagonal", weights_masked_by(large_number_with_diagonal), *DIAGONAL),
        Misconception("mask-next-token-only", weights_masked_by(mask_of_the_next), *NEXT),
        Misconception("mask-last-token-only", weights_masked_by(mask_of_the_last), *LAST),
        Misconception(
            "mask-after-softmax",
            weights_zeroed,
            "This zeroes the weights after the softmax, so the rows no longer add up to 1.",
            "The hidden tokens have to be gone before the row is shared out, or their share is lost.",
        ),
        Misconception(
            "mask-after-softmax",
            weights_plus_mask,
            "This adds the mask after the softmax, to the weights instead of the scores.",
            "Minus infinity only becomes 0 when the softmax raises e to its power: so what must come first?",
        ),
        Misconception(
            "mask-after-softmax",
            weights_plus_large_number,
            "This adds the mask after the softmax, to the weights instead of the scores.",
            "Minus infinity only becomes 0 when the softmax raises e to its power: so what must come first?",
        ),
        Misconception(
            "mask-multiplied",
            scores_zeroed,
            "This sets the later scores to 0 before the softmax, and e^0 is 1, not 0.",
            "A score of 0 still gets a share; which score gets none?",
        ),
        Misconception(
            "mask-multiplied",
            scores_times_mask,
            "This multiplies the scores by the mask, where it has to be added.",
            "Adding 0 leaves a score as it is; multiplying by 0 does not.",
        ),
        Misconception(
            "boolean-mask",
            scores_plus_true_where_open,
            "This adds a mask of truth values, which counts as 1 where a cell is open and 0 where it is closed.",
            "Adding 1 or 0 hardly moves a score: what has to be added so that e to the power of it is 0?",
        ),
        Misconception(
            "boolean-mask",
            scores_plus_true_where_closed,
            "This adds a mask of truth values, which counts as 1 where a cell is closed and 0 where it is open.",
            "Adding 1 or 0 hardly moves a score: what has to be added so that e to the power of it is 0?",
        ),
        Misconception(
            "mask-multiplied",
            scores_times_true,
            "This multiplies the scores by a mask of truth values, which leaves 0 where a score is to be kept.",
            "Adding the right number closes a cell; multiplying by 0 or 1 does not.",
        ),
        Misconception("no-mask", weights_masked_by(empty_mask), *NO_MASK),
        Misconception(
            "not-scaled",
            unscaled_weights,
            "This leaves out the division by √d_k.",
            "The mask is added to the scaled scores of exercise 2, not to the raw ones.",
        ),
        Misconception(
            "scaled-by-sequence-length",
            weights_scaled_by_length,
            "This divides by the square root of the number of tokens instead of √d_k.",
            "What made the dot products spread in exercise 1: how many tokens there are, or how long each vector is?",
        ),
        Misconception(
            "scaled-by-d_k",
            weights_scaled_by_dimension,
            "This divides by d_k instead of its square root.",
            "Dividing by d_k shrinks the variance by d_k squared, which is too much.",
        ),
        Misconception(
            "softmax-over-columns",
            column_weights,
            "This takes the softmax down the columns, so the columns add up to 1 instead of the rows.",
            "A row is one token; it shares out its attention over the keys in that row.",
        ),
        Misconception(
            "scores-transposed",
            weights_of_swapped_roles,
            "This swaps queries and keys: row i holds what all the others look for in token i.",
            "Row i belongs to query i, so the queries come first in the product.",
        ),
        Misconception(
            "no-max-subtraction",
            weights_without_maximum,
            "This takes e to the power of the raw score, which is too large or too small for a float.",
            "Subtracting the largest score of a row changes no weight and keeps every power at most 1.",
            shows_in="hard",
        ),
        Misconception(
            "global-max-underflow",
            weights_with_one_maximum,
            "This subtracts the largest score of the whole matrix, so that rows far below it become 0 divided by 0.",
            "Each row is shared out on its own, so each needs its own maximum.",
            shows_in="hard",
        ),
    ),
    hints=(
        "At which moment does a hidden word have to be out of the race: before the row is shared out, or after?",
        (
            "Work along axis=1 with keepdims=True, on scaled scores to which the mask has been added; every row still has a "
            "finite maximum, since its diagonal is open."
        ),
        (
            "Take scaled scores [[0, 1.0986], [0, 1.0986]]. Masked: [[0, -inf], [0, 1.0986]]. Powers of e: [[1, 0], [1, 3]]. "
            "Row sums 1 and 4, so the weights are [[1, 0], [0.25, 0.75]]."
        ),
    ),
    why=(
        "The mask works because it comes before the softmax: e^(-inf) = 0 drops out of the sum as well, so the tokens that "
        "remain share out the whole attention. Zeroing weights afterwards would give each row a sum below 1, unless it is "
        "divided by that sum again. And since row i rests on tokens 0 to i alone, all rows of a sentence can be trained at "
        "once without giving an answer away."
    ),
)

EXERCISE = Exercise(
    title="Causal mask",
    parts=(MASK_PART, POSITIONS_PART, WEIGHTS_PART),
    printed=(
        (
            "in the 4 by 4 score matrix the entries (i, j) with j > i are masked",
            lambda: masked_positions(4),
            [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
        ),
        ("e^(-∞) = 0", lambda: float(np.exp(causal_mask(4)[0, 3])), 0.0),
        (
            "the last token, failed, sees all three, so its row is the chapter's own",
            lambda: causal_attention_weights(CHAPTER_Q, CHAPTER_K)[2],
            [0.4011, 0.4011, 0.1978],
        ),
    ),
)
