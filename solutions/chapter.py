"""What the chapter claims, recomputed from the references of the exercises, and where it slips, with the proofs.

Every number of the text is here, in the order of the text; a number that is printed in several places is one claim that
names them. Left out, because nothing could be computed that would make them true or false:

- years, names and titles: 2014, 2017, the papers, the companies, word2vec, GloVe, GPT;
- "ten words later": how far into a translation the decoder is, which the chapter does not show;
- what happens "early in training" to components, gradients and heads, and what heads of trained models specialise in;
- what is not about attention: the counts of questions, of inputs to try, of topics to link, of things learned;
- the orders of growth O(n²d_k) and O(n²d_v), beyond the counts themselves.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.content.claims import Chapter, Claim, References, Slip

Matrix = NDArray[np.float64]
Proof = tuple[bool, str]

TOKENS = ("UPI", "payment", "failed")
UPI, PAYMENT, FAILED = range(3)
Q: Matrix = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
K: Matrix = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])
V: Matrix = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])

D_MODEL, HEADS, D_K = 512, 8, 64
SEED = 2017


def drawn(*shape: int, seed: int = SEED) -> Matrix:
    return np.random.default_rng(seed).standard_normal(shape)


def nearly(ours: object, theirs: object) -> bool:
    """Equal but for the rounding of float arithmetic itself."""
    return bool(np.allclose(np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float), rtol=1e-12, atol=1e-12))


def text(numbers: Any, digits: int = 4) -> str:
    """Numbers for a sentence: "0.4011 and 0.1978"."""
    return " and ".join(f"{number:.{digits}f}" for number in np.ravel(numbers)).replace("-", "−")


# ---------------------------------------------------------------- the bottleneck; query, key, value


def one_size_for_all_lengths(references: References) -> bool:
    sizes = set()
    for words in (1, 6, 60):
        states = references.encode(drawn(words, 3), drawn(3, 512) / 8, drawn(512, 512) / 32, np.zeros(512))
        sizes.add(np.shape(references.fixed_context(states)))
    return sizes == {(512,)}


def formula_is_attention(references: References) -> bool:
    queries, keys, values = drawn(4, 3), drawn(5, 3, seed=1), drawn(5, 2, seed=2)
    output, _ = references.attention(queries, keys, values)
    return nearly(references.softmax_weights(references.scaled_score_matrix(queries, keys)) @ values, output)


def every_score_is_a_dot_product(references: References) -> bool:
    queries, keys = drawn(4, 3), drawn(5, 3, seed=1)
    scores = references.score_matrix(queries, keys)
    products = [[math.fsum(q * k for q, k in zip(query, key, strict=True)) for key in keys] for query in queries]
    return np.shape(scores) == (4, 5) and nearly(scores, products)


def row_sums(references: References) -> object:
    """The sums that occur, once each."""
    return np.unique(np.round(chapter_weights(references).sum(axis=1), 12))


ROLES = (
    Claim(
        "From a fixed bottleneck to dynamic focus",
        "the vector that is left of a sentence has 512 numbers, whatever its length",
        "true",
        one_size_for_all_lengths,
    ),
    Claim(
        "Query, key, value",
        "linear maps that an embedding is passed through",
        "3",
        lambda references: len(references.project(np.eye(3), Q, K, V)),
    ),
    Claim("Query, key, value", "the formula, put together from its pieces, is attention", "true", formula_is_attention),
    Claim(
        "Query, key, value", "row i, column j of Q·Kᵀ is query i · key j: a single number", "true", every_score_is_a_dot_product
    ),
    Claim("Query, key, value", "what the weights of each row add up to", "1", row_sums),
    Claim(
        "Query, key, value",
        "no weight is negative",
        "true",
        lambda references: bool((references.attention_weights(8 * drawn(6, 3), drawn(7, 3, seed=1)) >= 0).all()),
    ),
)


# ---------------------------------------------------------------- the variance argument, answer 1

VARIANCE = "Why divide by √d_k?"
VARIANCE_TOO = "Why divide by √d_k?, answer 1"


def drawn_scores(references: References, scale: float) -> Matrix:
    """20,000 rows of weights, each of three drawn scores."""
    draws = references.sample_dot_products(D_K, 60_000, np.random.default_rng(SEED))
    return np.asarray(references.softmax_weights(draws.reshape(-1, 3) * scale))


def unscaled_is_nearly_one_hot(references: References) -> bool:
    """In most rows one weight is above 0.95; scaled, in hardly any."""
    unscaled = float((drawn_scores(references, 1.0).max(axis=1) > 0.95).mean())
    scaled = float((drawn_scores(references, references.scale_factor(D_K)).max(axis=1) > 0.95).mean())
    return unscaled > 0.5 and scaled < 0.05


def draws_have_that_deviation(references: References) -> bool:
    draws = references.sample_dot_products(D_K, 100_000, np.random.default_rng(SEED))
    return abs(float(np.std(draws)) / 8 - 1) < 0.01


SIZES = range(1, 1025)


def scaled_variance(references: References, d_k: int, factor: float = 1.0) -> float:
    """Of a score that is multiplied by `factor` times what the chapter multiplies it by."""
    return float((factor * references.scale_factor(d_k)) ** 2 * references.dot_product_variance(d_k))


VARIANCES = (
    Claim(
        VARIANCE,
        "Var(q·k) = d_k, for every d_k from 1 to 1,024",
        "true",
        lambda references: all(references.dot_product_variance(size) == size for size in SIZES),
    ),
    Claim(VARIANCE, "drawn dot products at d_k = 64 deviate by ±8, to a hundredth of it", "true", draws_have_that_deviation),
    Claim(
        VARIANCE,
        "unscaled, most rows of three drawn scores have one weight near 1 and the rest near 0",
        "true",
        unscaled_is_nearly_one_hot,
    ),
    Claim(
        VARIANCE,
        "the factor on the variance, (1/√d_k)², is 1/d_k, for every d_k from 1 to 1,024",
        "true",
        lambda references: all(nearly(references.scale_factor(size) ** 2, 1 / size) for size in SIZES),
    ),
    Claim(VARIANCE_TOO, "variance of one term q_i k_i", "1", lambda references: references.dot_product_variance(1)),
    Claim(VARIANCE_TOO, "Var(q·k) at d_k = 64", "64", lambda references: references.dot_product_variance(D_K)),
    Claim(
        VARIANCE_TOO,
        "one standard deviation at d_k = 64, √64",
        "8",
        lambda references: math.sqrt(references.dot_product_variance(D_K)),
    ),
    Claim(
        VARIANCE_TOO,
        "the variance of a scaled score at d_k = 64",
        "1",
        lambda references: references.scale_factor(D_K) ** 2 * references.dot_product_variance(D_K),
    ),
    Claim(
        VARIANCE_TOO,
        "… and for every d_k from 1 to 1,024",
        "true",
        lambda references: all(nearly(scaled_variance(references, size), 1) for size in SIZES),
    ),
    Claim("Answer 1", "the factor on a score at d_k = 64", "1/8", lambda references: references.scale_factor(D_K)),
    Claim("Answer 1", "the factor on the variance at d_k = 64", "1/64", lambda references: references.scale_factor(D_K) ** 2),
)


# ---------------------------------------------------------------- the worked example, answers 2 and 3

EXAMPLE = "Worked example"
PRINTED_CONTEXTS = "0.8022 0.7967; 0.4240 1.2920; 0.5989 1.0000"
PRINTED_WEIGHTS = "0.4011 0.1978 0.4011; 0.2840 0.5760 0.1400; 0.4011 0.4011 0.1978"


def chapter_weights(references: References) -> Matrix:
    return np.asarray(references.attention_weights(Q, K))


def scaled_row(references: References, query: int) -> Matrix:
    return np.asarray(references.scaled_score_matrix(Q, K)[query])


def nothing_depends_on_the_order(references: References) -> bool:
    """Reordering the tokens reorders the outputs, and does nothing else."""
    queries, keys, values = drawn(6, 3), drawn(6, 3, seed=1), drawn(6, 2, seed=2)
    output, _ = references.attention(queries, keys, values)
    order = np.array([4, 2, 0, 5, 1, 3])
    return nearly(references.attention(queries[order], keys[order], values[order])[0], output[order])


STEPS = (
    Claim(EXAMPLE, "tokens of “UPI payment failed”", "3", lambda references: len(references.attention(Q, K, V)[0])),
    Claim(EXAMPLE, "d_k, the length of a query", "2", lambda references: references.project(np.eye(3), Q, K, V)[0].shape[1]),
    Claim(EXAMPLE, "√d_k, by which scores are divided", "1.4142", lambda references: 1 / references.scale_factor(2)),
    Claim(
        EXAMPLE,
        "step 1, the products in the scores of the query failed, a row a key",
        "1 0; 0 1; 1 −1",
        lambda references: np.array([references.score_matrix(Q[[FAILED]][:, [one]], K[:, [one]])[0] for one in (0, 1)]).T,
    ),
    Claim(
        EXAMPLE, "step 1, the raw scores of the query failed", "1 1 0", lambda references: references.score_matrix(Q, K)[FAILED]
    ),
    Claim(
        EXAMPLE,
        "step 2, the scaled scores of the query failed",
        "0.7071 0.7071 0.0000",
        lambda references: scaled_row(references, FAILED),
    ),
    Claim(
        EXAMPLE,
        "step 3, their exponentials",
        "2.0281 2.0281 1.0000",
        lambda references: np.exp(scaled_row(references, FAILED)),
    ),
    Claim(EXAMPLE, "step 3, the sum", "5.0562", lambda references: np.exp(scaled_row(references, FAILED)).sum()),
    Claim(
        EXAMPLE,
        "step 3, the same from the printed exponentials",
        "5.0562",
        lambda references: 2 * Fraction("2.0281") + Fraction("1.0000"),
    ),
    Claim(
        EXAMPLE,
        "step 3, the weights of the query failed",
        "0.4011 0.4011 0.1978",
        lambda references: references.softmax_weights(references.scaled_score_matrix(Q, K))[FAILED],
    ),
    Claim(
        EXAMPLE,
        "step 3, the same from the printed sum",
        "0.4011 0.4011 0.1978",
        lambda references: [Fraction(one) / Fraction("5.0562") for one in ("2.0281", "2.0281", "1.0000")],
    ),
    Claim(
        EXAMPLE,
        "step 4, the weighted values of the query failed, a row a key",
        "0.4011 0; 0 0.8022; 0.1978 0.1978",
        lambda references: chapter_weights(references)[FAILED][:, np.newaxis] * V,
    ),
    Claim(EXAMPLE, "step 4, context(failed)", "0.5989 1.0000", lambda references: references.soft_lookup(Q[FAILED], K, V)),
    Claim(
        EXAMPLE,
        "step 4, the same from the printed weights",
        "0.5989 1.0000",
        lambda references: [Fraction("0.4011") + Fraction("0.1978"), Fraction("0.8022") + Fraction("0.1978")],
    ),
)

RESULTS = (
    Claim(
        EXAMPLE,
        "rows and columns of the complete weight matrix",
        "3 3",
        lambda references: references.attention(Q, K, V)[1].shape,
    ),
    Claim(EXAMPLE, "positions from failed back to UPI, to payment", "2 1", lambda references: [FAILED - UPI, FAILED - PAYMENT]),
    Claim(
        EXAMPLE,
        "failed spends less on itself (0.1978) than on each other token (0.4011)",
        "true",
        lambda references: chapter_weights(references)[FAILED].argmin() == FAILED,
    ),
    Claim(EXAMPLE, "distance has no part in the formula", "true", nothing_depends_on_the_order),
    Claim(
        "Worked example and its code",
        "the complete weight matrix",
        PRINTED_WEIGHTS,
        lambda references: references.attention(Q, K, V)[1],
    ),
    Claim(
        "Worked example and its code",
        "the contexts of UPI, payment and failed",
        PRINTED_CONTEXTS,
        lambda references: references.attention(Q, K, V)[0],
    ),
    Claim(
        "Answer 2",
        "the products in all nine scores, a row a score",
        "1 0; 0 0; 1 0; 0 0; 0 1; 0 −1; 1 0; 0 1; 1 −1",
        lambda references: np.array([references.score_matrix(Q[:, [one]], K[:, [one]]).ravel() for one in (0, 1)]).T,
    ),
    Claim("Answer 2", "the score matrix", "1 0 1; 0 1 −1; 1 1 0", lambda references: references.score_matrix(Q, K)),
    Claim(
        "Question 3",
        "the scaled scores of the query payment",
        "0 0.7071 −0.7071",
        lambda references: scaled_row(references, PAYMENT),
    ),
    Claim("Answer 3", "their exponentials", "1.0000 2.0281 0.4931", lambda references: np.exp(scaled_row(references, PAYMENT))),
    Claim("Answer 3", "the sum", "3.5212", lambda references: np.exp(scaled_row(references, PAYMENT)).sum()),
    Claim(
        "Answer 3",
        "the same from the printed exponentials",
        "3.5212",
        lambda references: sum(map(Fraction, ("1.0000", "2.0281", "0.4931"))),
    ),
    Claim("Answer 3", "the middle weight", "0.5760", lambda references: chapter_weights(references)[PAYMENT, PAYMENT]),
    Claim(
        "Answer 3",
        "the same from the printed sum",
        "0.5760",
        lambda references: Fraction("2.0281") / Fraction("3.5212"),
    ),
)


# ---------------------------------------------------------------- several heads, answer 4

MULTI_HEAD = "Multi-head attention"


def heads_are_concatenated_and_mixed(references: References) -> bool:
    """The formula, from its pieces: every head by itself, side by side, times W_O."""
    tokens, projections, mixing = drawn(5, 6), drawn(3, 3, 6, 2, seed=1), drawn(6, 6, seed=2)
    heads = [references.attention(*(tokens @ one[head] for one in projections))[0] for head in range(3)]
    mixed = references.merge_heads(np.array(heads)) @ mixing
    return nearly(references.multi_head_attention(tokens, tokens, tokens, *projections, mixing), mixed)


HEADS_AND_MASK = (
    Claim(MULTI_HEAD, "heads side by side, times W_O, are MultiHead", "true", heads_are_concatenated_and_mixed),
    Claim(
        MULTI_HEAD,
        "8 heads have as many weights in W_Q, W_K and W_V as a single 512-dimensional one",
        "true",
        lambda references: references.projection_parameters(D_MODEL, HEADS) == references.projection_parameters(D_MODEL, 1),
    ),
    Claim(
        "Multi-head attention, answer 4",
        "d_k = d_model / h = 512 / 8",
        "64",
        lambda references: references.head_dimension(D_MODEL, HEADS),
    ),
    Claim(
        "Multi-head attention, answer 4",
        "independent weight distributions of a token, one a head",
        "8",
        lambda references: len(references.split_heads(np.zeros((1, D_MODEL)), HEADS)),
    ),
    Claim(
        "Causal masking",
        "masking is one addition before the softmax that is there anyway",
        "true",
        lambda references: nearly(
            references.attention(Q, K, V, references.causal_mask(3))[1], references.causal_attention_weights(Q, K)
        ),
    ),
    Claim(
        "Causal masking, answer 6",
        "a score is set to −∞ exactly where j > i",
        "true",
        lambda references: np.array_equal(np.isneginf(references.causal_mask(9)), np.arange(9) > np.arange(9)[:, np.newaxis]),
    ),
    Claim(
        "Causal masking, answer 6", "what is added there", "−∞", lambda references: np.unique(references.causal_mask(4)[0, 1:])
    ),
    Claim("Causal masking, answer 6", "e^(−∞)", "0", lambda references: np.exp(references.causal_mask(4)[0, 3])),
    Claim(
        "Causal masking, answer 6",
        "the weights there, all of them",
        "0",
        lambda references: np.unique(
            references.causal_attention_weights(drawn(9, 4), drawn(9, 4, seed=1))[np.triu_indices(9, 1)]
        ),
    ),
    Claim(
        "Question 6",
        "rows and columns of the scores of a 4-token sequence",
        "4 4",
        lambda references: references.causal_mask(4).shape,
    ),
    Claim(
        "Answer 6",
        "masked cells of the 4×4 are all those with j > i",
        "true",
        lambda references: sorted(references.masked_positions(4)) == list(itertools.combinations(range(4), 2)),
    ),
)


# ---------------------------------------------------------------- not a fixed table, answer 5; the cost

MISCONCEPTION = "Common misconception"


def same_word_has_other_keys(references: References) -> bool:
    """The same word in two sentences, with the same projections: its key in the second layer moves."""
    words, projections = drawn(4, 3), [drawn(3, 3, seed=seed) for seed in (1, 2, 3, 4)]
    return bool(references.key_shift(words[[0, 1, 2]], 1, words[[3, 1]], 1, *projections) > 0.1)


def counted_multiply_adds(n: int, d_k: int, d_v: int) -> int:
    """By walking through both products, one multiplication at a time."""
    scores = sum(1 for _ in itertools.product(range(n), range(n), range(d_k)))
    return scores + sum(1 for _ in itertools.product(range(n), range(d_v), range(n)))


TABLE_AND_COST = (
    Claim(
        MISCONCEPTION,
        "a static table of cosine similarities is symmetric",
        "true",
        lambda references: references.is_symmetric(references.static_similarity(drawn(7, 4))),
    ),
    Claim(MISCONCEPTION, "the same word has other keys in another sentence", "true", same_word_has_other_keys),
    Claim(
        "Common misconception, answer 5",
        "weight(UPI→payment) and weight(payment→UPI)",
        "0.1978 0.2840",
        lambda references: [chapter_weights(references)[UPI, PAYMENT], chapter_weights(references)[PAYMENT, UPI]],
    ),
    Claim(
        "Answer 5",
        "the weight matrix is always symmetric",
        "false",
        lambda references: references.is_symmetric(chapter_weights(references)),
    ),
    Claim(
        "Computational cost",
        "n·n·d_k multiply-adds for Q·Kᵀ and n·n·d_v for the sum with V, counted one by one",
        "true",
        lambda references: all(
            references.multiply_adds(*sizes) == counted_multiply_adds(*sizes) for sizes in ((1, 1, 1), (7, 5, 3), (30, 2, 9))
        ),
    ),
    Claim(
        "Computational cost",
        "twice the length costs (times as much)",
        "4",
        lambda references: references.cost_ratio(2_000, 1_000),
    ),
    Claim(
        "Computational cost",
        "10,000 tokens cost (times as much as 1,000)",
        "100",
        lambda references: references.cost_ratio(10_000, 1_000),
    ),
    Claim(
        "Computational cost",
        "the same from the two counts, d_k held fixed",
        "100",
        lambda references: Fraction(references.multiply_adds(10_000, D_K, D_K), references.multiply_adds(1_000, D_K, D_K)),
    ),
)


# ---------------------------------------------------------------- slips


def values_are_a_fourth_operation(references: References) -> Proof:
    others = V[:, ::-1]
    output, weights = references.attention(Q, K, V)
    output_too, weights_too = references.attention(Q, K, others)
    changed = float(np.abs(output - output_too).max())
    return (
        np.array_equal(weights, weights_too) and changed > 0.1,
        f"with V's columns swapped the weights change by 0, the output by {text(changed)}",
    )


def phrase_has_six_words(references: References) -> Proof:
    phrase, whole = "UPI payment failed but amount deducted", "UPI payment failed but amount deducted, refund please."
    words, of_whole = len(phrase.split()), len(whole.split())
    return words == 6 and of_whole != 7, f"{words} words; the whole sentence, which the opening quotes, has {of_whole}"


def itself_included(references: References) -> Proof:
    weights = chapter_weights(references)[FAILED]
    others, itself = float(weights[[UPI, PAYMENT]].sum()), float(weights[FAILED])
    holds = nearly(others + itself, 1) and itself > 0.1
    return holds, f"failed spends {text(others)} on the others and {text(itself)} on itself"


def magnitude_does_not_matter(references: References) -> Proof:
    small, large = np.array([[0.0, 0.125]]), np.array([[1024.0, 1024.125]])
    weights, weights_too = references.softmax_weights(small), references.softmax_weights(large)
    apart = references.softmax_weights(np.array([[0.0, 8.0]]))
    return (
        np.array_equal(weights, weights_too) and apart.max() > 0.99,
        f"scores 0 and 0.125, 1024 and 1024.125: weights {text(weights)} both times; 0 and 8: {text(apart)}",
    )


def any_multiple_keeps_it_constant(references: References) -> Proof:
    found = {a: [scaled_variance(references, size, a) for size in SIZES] for a in (0.5, 3.0)}
    constant = all(nearly(variances, a**2) for a, variances in found.items())
    told = ", ".join(f"{found[a][0]:g} for a = {a:g}" for a in found)
    return constant, f"the variance of a/√d_k·S is, at every d_k from 1 to 1,024, {told}"


def either_sign_gives_one(references: References) -> Proof:
    both = [scaled_variance(references, D_K, sign) for sign in (1.0, -1.0)]
    others = [scaled_variance(references, D_K, factor) for factor in (0.99, 1.01, -0.99, -1.01)]
    return nearly(both, 1) and not any(
        nearly(one, 1) for one in others
    ), f"variance {both[0]:g} at d_k = 64 with 1/√64, {both[1]:g} with −1/√64"


def factor_is_the_inverse(references: References) -> Proof:
    factor = references.scale_factor(2)
    scores = references.score_matrix(Q, K)[FAILED]
    holds = nearly(scores * factor, scaled_row(references, FAILED)) and not nearly(factor, math.sqrt(2))
    return holds, f"the score 1 becomes {text(scores[0] * factor)}; times √2 it would be {text(scores[0] * math.sqrt(2))}"


def exactly_equal_weight(references: References) -> Proof:
    upi, payment, _ = chapter_weights(references)[FAILED]
    scores = references.score_matrix(Q, K)[FAILED]
    return (
        bool(upi == payment and scores[UPI] == scores[PAYMENT]),
        f"both scores are {scores[UPI]:g}, so both weights are {text(upi)}: their difference is {payment - upi:g}",
    )


def cost_depends_on_the_mixing(references: References) -> Proof:
    eight, one = (references.projection_parameters(D_MODEL, heads) for heads in (HEADS, 1))
    mixing = HEADS * references.head_dimension(D_MODEL, HEADS) * D_MODEL
    return (
        eight == one and mixing == D_MODEL * D_MODEL,
        f"{eight:,} = {one:,} without W_O, {eight + mixing:,} = {one + mixing:,} with it in both; "
        f"but {eight + mixing:,} and {one:,} with it in MultiHead alone",
    )


def shared_projection(references: References, second: float) -> tuple[Matrix, Matrix]:
    """Scores and weights of three tokens, where W_K is `second` times W_Q."""
    tokens, projection = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    queries, keys, _ = references.project(tokens, projection, second * projection, projection)
    return np.asarray(references.score_matrix(queries, keys)), np.asarray(references.attention_weights(queries, keys))


def one_projection_is_enough(references: References) -> Proof:
    scores, weights = shared_projection(references, 1.0)
    holds = references.is_symmetric(scores) and not references.is_symmetric(weights, 0.01)
    pair = references.symmetric_scores_asymmetric_weights()
    holds = holds and np.array_equal(*pair) and not references.is_symmetric(references.attention_weights(*pair), 1e-3)
    told = f"scores {scores[0, 1]:g} and {scores[1, 0]:g}, weights {text([weights[0, 1], weights[1, 0]])}"
    return holds, f"with W_Q = W_K, between two tokens of three: {told}"


def scores_of_the_pair_are_equal(references: References) -> Proof:
    scores, weights = references.score_matrix(Q, K), chapter_weights(references)
    there, back = scores[UPI, PAYMENT], scores[PAYMENT, UPI]
    sums = np.exp(references.scaled_score_matrix(Q, K)).sum(axis=1)[[UPI, PAYMENT]]
    holds = there == back and nearly(weights[[UPI, PAYMENT], [PAYMENT, UPI]], np.exp(0) / sums)
    return bool(holds), f"both scores are {there:g}, so both numerators 1; the rows are divided by {text(sums)}"


def third_token_makes_the_difference(references: References) -> Proof:
    pair = np.asarray(references.attention_weights(Q[:2], K[:2]))
    holds = references.is_symmetric(pair) and not references.is_symmetric(chapter_weights(references)[:2, :2], 0.01)
    return holds, f"without failed, the same two tokens have weights {text([pair[UPI, PAYMENT], pair[PAYMENT, UPI]])}"


def weights_symmetric_without_scores(references: References) -> Proof:
    scores = np.asarray(references.asymmetric_scores_symmetric_weights())
    weights = np.asarray(references.softmax_weights(scores))
    row, column = references.most_asymmetric_pair(scores)
    holds = not references.is_symmetric(scores, 1e-3) and references.is_symmetric(weights)
    there, back = (row, column), (column, row)
    return holds, f"scores {scores[there]:g} and {scores[back]:g}, weights {text([weights[there], weights[back]])}"


def twice_the_projection_will_do(references: References) -> Proof:
    projection = drawn(4, 3)
    symmetric = []
    for seed in range(1, 21):
        queries, keys, _ = references.project(drawn(6, 4, seed=seed), projection, 2 * projection, projection)
        symmetric.append(references.is_symmetric(references.score_matrix(queries, keys)))
    scores, _ = shared_projection(references, 2.0)
    holds = all(symmetric) and references.is_symmetric(scores)
    return holds, f"W_K = 2·W_Q: scores {scores[0, 1]:g} and {scores[1, 0]:g}; symmetric for 20 drawn sentences as well"


def searched_for_just_as_hard(references: References) -> Proof:
    weights = chapter_weights(references)
    of_failed, of_upi = weights[FAILED, PAYMENT], weights[UPI, FAILED]
    holds = nearly(of_failed, of_upi)
    return holds, f"weight(failed→payment) = {text(of_failed)} and weight(UPI→failed) = {text(of_upi)}"


def numbers_come_from_fixed_vectors(references: References) -> Proof:
    """One fixed triple of vectors for each word gives every number of the example, and no word comes twice in it."""
    fixed = {word: (Q[place], K[place], V[place]) for place, word in enumerate(TOKENS)}
    output, weights = references.attention(*(np.array([fixed[word][role] for word in TOKENS]) for role in range(3)))
    holds = len(fixed) == len(TOKENS) and all(
        np.array_equal(np.round(found, 4), [[float(word) for word in row.split()] for row in printed.split(";")])
        for found, printed in ((weights, PRINTED_WEIGHTS), (output, PRINTED_CONTEXTS))
    )
    return holds, f"{len(fixed)} fixed triples of vectors, one a word, give all {weights.size} weights; no word occurs twice"


SLIPS = (
    Slip(
        "Opening",
        "attention is exactly three matrix operations: dot product, scale, softmax",
        "dot product, scale and softmax give the weights; attention needs the product with V as well, a fourth operation "
        "and the fourth step of the worked example",
        values_are_a_fourth_operation,
    ),
    Slip(
        "From a fixed bottleneck to dynamic focus",
        "seven words",
        "“UPI payment failed but amount deducted” has six words",
        phrase_has_six_words,
    ),
    Slip(
        "Query, key, value",
        "a row's weights, which sum to 1, say what is spent on every other token",
        "a row's weights sum to 1 with what a token spends on itself",
        itself_included,
    ),
    Slip(
        VARIANCE,
        "small differences at large magnitude get exponentially amplified",
        "to the softmax only differences matter, no magnitude; it is large differences that saturate it",
        magnitude_does_not_matter,
    ),
    Slip(
        VARIANCE,
        "1/√d_k is the unique scalar that keeps the variance constant",
        "a/√d_k keeps the variance constant for every a",
        any_multiple_keeps_it_constant,
    ),
    Slip(
        VARIANCE,
        "it is the unique scalar",
        "the scalar that restores unit variance is unique only up to its sign: ±1/√d_k",
        either_sign_gives_one,
    ),
    Slip(
        EXAMPLE,
        "the scale factor is √2",
        "the factor on the scores is 1/√2, as in step 2; √2 is what they are divided by",
        factor_is_the_inverse,
    ),
    Slip(
        EXAMPLE,
        "almost equal weight",
        "failed spends exactly equal weight on UPI and payment: this example does not tell which of the two failed",
        exactly_equal_weight,
    ),
    Slip(
        "Answer 4",
        "the same total parameter cost as one 512-dimensional head",
        "eight heads cost as many parameters as one only with W_O in both or in neither; the chapter's MultiHead has it, "
        "its single attention has not",
        cost_depends_on_the_mixing,
    ),
    Slip(
        MISCONCEPTION,
        "both counts, not symmetric and not fixed, are visible in the example's numbers",
        "that weights are not symmetric is visible in the example's numbers; that they are not fixed is not, since one "
        "fixed set of vectors for each word gives all of them",
        numbers_come_from_fixed_vectors,
    ),
    Slip(
        MISCONCEPTION,
        "weight(UPI→payment) and weight(payment→UPI) are computed from the same pair of tokens",
        "each of the two weights comes from a whole row; it is the third token that makes them differ",
        third_token_makes_the_difference,
    ),
    Slip(
        MISCONCEPTION,
        "different weights are only possible because W_Q ≠ W_K",
        "weights can be asymmetric with W_Q = W_K and symmetric scores: each row is divided by its own sum",
        one_projection_is_enough,
    ),
    Slip(
        MISCONCEPTION,
        "Q_i·K_j and Q_j·K_i have no reason to match, which is why the two weights differ",
        "the two scores of UPI and payment do match; their weights differ because the sums of the two rows do",
        scores_of_the_pair_are_equal,
    ),
    Slip(
        MISCONCEPTION,
        "UPI does not search for failed nearly as hard as failed does for its subject",
        "in the example's numbers UPI searches for failed exactly as hard as failed for payment",
        searched_for_just_as_hard,
    ),
    Slip(
        "Answer 5",
        "symmetric weights would require symmetric scores",
        "weights can be symmetric without symmetric scores: a constant added to a row of scores leaves its weights as they are",
        weights_symmetric_without_scores,
    ),
    Slip(
        "Answer 5",
        "scores are symmetric for all pairs only if W_Q = W_K",
        "scores are symmetric with W_K = 2·W_Q as well, whatever the tokens",
        twice_the_projection_will_do,
    ),
)

CHAPTER = Chapter(claims=(*ROLES, *VARIANCES, *STEPS, *RESULTS, *HEADS_AND_MASK, *TABLE_AND_COST), slips=SLIPS)
