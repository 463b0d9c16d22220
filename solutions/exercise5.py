"""Exercise 5, head dimensions: references, misconceptions and cases."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Asking, Exercise, Law, Misconception, Part, Relation, Returns, ask, case, error, hard

# --- references ---------------------------------------------------------------------------------------------------


def head_dimension(d_model: int, num_heads: int) -> int:
    check_whole(d_model)
    check_whole(num_heads)
    if d_model % num_heads != 0:
        raise ValueError(f"{num_heads} heads can't share {d_model} columns equally")
    return d_model // num_heads


def split_heads(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    tokens, d_model = X.shape
    d_k = head_dimension(d_model, num_heads)
    return X.reshape(tokens, num_heads, d_k).transpose(1, 0, 2)


def merge_heads(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate(list(heads), axis=1)


def projection_parameters(d_model: int, num_heads: int) -> int:
    return 3 * num_heads * d_model * head_dimension(d_model, num_heads)


def check_whole(number: int) -> None:
    if number != int(number) or number < 1:
        raise ValueError(f"a whole number of at least 1 is needed, not {number}")


def split_through_dimension(X: NDArray[np.float64], num_heads: int) -> Asking:
    d_k = yield ask("head_dimension", X.shape[1], num_heads)
    return X.reshape(len(X), num_heads, d_k).transpose(1, 0, 2)


def parameters_through_dimension(d_model: int, num_heads: int) -> Asking:
    d_k = yield ask("head_dimension", d_model, num_heads)
    return 3 * num_heads * d_model * d_k


# --- misconceptions about the width of a head ---------------------------------------------------------------------


def rounded_down(d_model: int, num_heads: int) -> int:
    check_whole(d_model)
    check_whole(num_heads)
    return d_model // num_heads


def true_division(d_model: int, num_heads: int) -> float:
    return d_model / num_heads


def whole_width(d_model: int, num_heads: int) -> int:
    return d_model


def width_times_heads(d_model: int, num_heads: int) -> int:
    return d_model * num_heads


def columns_left_over(d_model: int, num_heads: int) -> int:
    return d_model % num_heads


# --- misconceptions about splitting and merging -------------------------------------------------------------------


def reshaped_only(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return X.reshape(num_heads, X.shape[0], X.shape[1] // num_heads)


def tokens_first(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return X.reshape(X.shape[0], num_heads, X.shape[1] // num_heads)


def every_other_column(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return np.stack([X[:, head::num_heads] for head in range(num_heads)])


def all_columns_for_all(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return np.stack([X] * num_heads)


def width_and_count_swapped(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return X.reshape(X.shape[0], X.shape[1] // num_heads, num_heads).transpose(1, 0, 2)


def tokens_shared_out(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return np.stack(np.split(X, num_heads, axis=0))


def columns_before_tokens(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return X.T.reshape(num_heads, X.shape[1] // num_heads, X.shape[0])


def last_head_first(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return np.stack(np.split(X, num_heads, axis=1)[::-1])


def first_columns_for_all(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    return np.stack([X[:, : X.shape[1] // num_heads]] * num_heads)


def remainder_dropped(X: NDArray[np.float64], num_heads: int) -> NDArray[np.float64]:
    d_k = rounded_down(X.shape[1], num_heads)
    return np.stack([X[:, head * d_k : (head + 1) * d_k] for head in range(num_heads)])


def merged_without_transpose(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    count, tokens, d_k = heads.shape
    return heads.reshape(tokens, count * d_k)


def merged_column_by_column(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    count, tokens, d_k = heads.shape
    return heads.transpose(1, 2, 0).reshape(tokens, count * d_k)


def heads_below_each_other(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate(list(heads), axis=0)


def heads_added_up(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(heads.sum(axis=0))


def heads_averaged(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(heads.mean(axis=0))


def tokens_first_again(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return heads.transpose(1, 0, 2)


def first_head_only(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([heads[0]] * len(heads), axis=1)


def merged_backwards(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate(list(heads[::-1]), axis=1)


# --- misconceptions about the parameters --------------------------------------------------------------------------


def parameters_rounded_down(d_model: int, num_heads: int) -> int:
    return 3 * num_heads * d_model * rounded_down(d_model, num_heads)


def parameters_as_float(d_model: int, num_heads: int) -> float:
    return 3 * num_heads * d_model * (d_model / num_heads)


def parameters_at_full_width(d_model: int, num_heads: int) -> int:
    return 3 * num_heads * d_model * d_model


def parameters_at_width_times_heads(d_model: int, num_heads: int) -> int:
    return 3 * num_heads * d_model * (d_model * num_heads)


def parameters_with_output(d_model: int, num_heads: int) -> int:
    return 4 * d_model * d_model


def parameters_of_one_projection(d_model: int, num_heads: int) -> int:
    return d_model * d_model


def parameters_of_one_head(d_model: int, num_heads: int) -> int:
    return 3 * d_model * (d_model // num_heads)


def parameters_of_one_matrix(d_model: int, num_heads: int) -> int:
    return d_model * (d_model // num_heads)


def parameters_with_bias(d_model: int, num_heads: int) -> int:
    return 3 * d_model * (d_model + 1)


# --- inputs -------------------------------------------------------------------------------------------------------


def numbers(seed: int, *shape: int, spread: float = 1.0) -> NDArray[np.float64]:
    return np.round(np.random.default_rng(seed).normal(0.0, spread, shape), 3)


def exact(seed: int, *shape: int) -> NDArray[np.float64]:
    """Small numbers of all the digits that a float has, so that rounding shows."""
    return np.random.default_rng(seed).normal(0.0, 0.1, shape)


def counted(*shape: int) -> NDArray[np.float64]:
    return np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)


BY_HAND = np.array([[[1.0, 2.0], [5.0, 6.0]], [[3.0, 4.0], [7.0, 8.0]]])


def blocks_in_order(order: list[int], d_k: int) -> list[int]:
    """The columns of X when its blocks of d_k columns come in another order."""
    return [block * d_k + column for block in order for column in range(d_k)]


# --- the exercise -------------------------------------------------------------------------------------------------

FLOOR = (
    "This rounds down and says nothing when the columns can't be shared equally.",
    "Ask for the remainder before you divide: what should happen when it is not 0?",
)
FLOAT = (
    "This returns a float where a whole number is asked for.",
    "Python has two divisions; the one written with a single stroke always gives a float.",
)
FULL = (
    "This gives every head the full width, d_model columns.",
    "The heads share the columns of a token: eight heads, an eighth of the columns each.",
)
TIMES = (
    "This multiplies the width by the number of heads, where the heads share it.",
    "More heads make each head narrower, not wider.",
)
REVERSE = ("This puts the heads in reverse order.", "Head 0 belongs to the first columns.")
INTERLEAVED_HINT = "A head's columns are neighbours: with d_k = 3, head 0 has columns 0, 1 and 2."

DIMENSION_PART = Part(
    function=head_dimension,
    returns=Returns("whole"),
    task="Say how many of the d_model columns each of num_heads heads works on.",
    points=2.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's sizes", 512, 8),
        case("six columns, two heads", 6, 2),
        case("a small model", 12, 3, hidden=True),
        case("an odd number of columns", 45, 9, hidden=True),
        case("as wide as a base model", 768, 12, hidden=True),
        case("as wide as a large model", 4096, 32, hidden=True),
        case("few columns, but wide heads", 14, 2, hidden=True),
        case("many narrow heads", 60, 20, hidden=True),
        hard("a single head has all columns", 7, 1),
        hard("one column a head", 35, 35, hidden=True),
        hard("the tiniest model", 1, 1, hidden=True),
        hard("a gigantic model", 999_999, 27, hidden=True),
        error("columns that can't be shared equally", 6, 4),
        error("no heads", 8, 0),
        error("a number of heads that is not whole", 5, 2.5),
        error("more heads than columns", 4, 8, hidden=True),
        error("one column too many", 513, 8, hidden=True),
        error("a gigantic width that can't be shared equally", 1_000_000, 3, hidden=True),
        error("no columns", 0, 4, hidden=True),
        error("a negative number of heads", 12, -3, hidden=True),
        error("a negative width", -12, 3, hidden=True),
        error("both numbers negative", -12, -3, hidden=True),
        error("a width that is not whole", 7.5, 3, hidden=True),
        error("neither number whole, though one divides the other", 7.5, 2.5, hidden=True),
    ),
    relations=(
        Relation(
            "same",
            "twice the columns for twice the heads leaves each head as wide",
            "the chapter's sizes",
            lambda d_model, num_heads: (2 * d_model, 2 * num_heads),
        ),
        Relation(
            "same",
            "three times the columns for three times the heads leaves each head as wide",
            "many narrow heads",
            lambda d_model, num_heads: (3 * d_model, 3 * num_heads),
        ),
    ),
    misconceptions=(
        Misconception("silent-floor-division", rounded_down, *FLOOR, shows_in="errors"),
        Misconception("float-dimension", true_division, *FLOAT),
        Misconception("full-width-heads", whole_width, *FULL),
        Misconception("dimension-times-heads", width_times_heads, *TIMES),
        Misconception(
            "remainder-returned",
            columns_left_over,
            "This returns the remainder of the division, not its result.",
            "The remainder only tells whether the columns can be shared equally.",
            # Where they can, it is 0, which whoever returns a 0 for another reason would be told as well.
            shows_in="errors",
        ),
    ),
    hints=(
        "The heads share the columns of a token, and none goes to waste: how many does each get?",
        (
            "Use the remainder operator to see whether the division comes out even, and integer division, which gives an int, "
            "for the result."
        ),
        (
            "Two columns, two heads: 2 divided by 2 is 1 with remainder 0, so each head has one column. Three columns, two "
            "heads: remainder 1, so this is an error."
        ),
    ),
    why=(
        "With d_model = 512 and 8 heads, d_k = 512 / 8 = 64. The scores of each head are divided by the square root of this "
        "64, not of 512."
    ),
)

SPLIT_PART = Part(
    function=split_heads,
    builds_on=(split_through_dimension,),
    returns=Returns("array", (("heads", "tokens", "d_k"),)),
    task="Deal the columns of X (tokens, d_model) out to the heads, neighbours together, as (heads, tokens, d_k).",
    points=3.0,
    cases=(
        case("two tokens, four columns, two heads", counted(2, 4), 2),
        case("two tokens, six columns, three heads", counted(2, 6), 3),
        case("four tokens, six columns, two heads", numbers(501, 4, 6), 2),
        case("more columns than tokens", numbers(502, 5, 12), 4, hidden=True),
        case("more tokens than columns", numbers(503, 9, 8), 4, hidden=True),
        case("many tokens, so that they could be shared out too", numbers(504, 12, 10), 2, hidden=True),
        case("as many tokens as heads", numbers(505, 3, 12), 3, hidden=True),
        case("as many heads as columns a head", numbers(506, 4, 9), 3, hidden=True),
        case("a square matrix", numbers(507, 8, 8), 2, hidden=True),
        case("larger numbers of both signs", numbers(508, 6, 15, spread=40.0), 3, hidden=True),
        case("a token on its own", numbers(509, 1, 6), 3, hidden=True),
        case("small numbers of many digits", exact(519, 5, 6), 2, hidden=True),
        hard("a single head has everything", numbers(510, 4, 5), 1),
        hard("one column a head", numbers(511, 3, 7), 7, hidden=True),
        hard("a single column", numbers(512, 5, 1), 1, hidden=True),
        hard("a wide model with many heads", numbers(513, 7, 96), 12, hidden=True),
        error("columns that can't be shared equally", counted(2, 6), 4),
        error("no heads", counted(2, 4), 0),
        error("more heads than columns", numbers(514, 8, 4), 8, hidden=True),
        error("a remainder, though the entries would suffice", numbers(515, 4, 6), 4, hidden=True),
        error("a negative number of heads", numbers(516, 3, 6), -2, hidden=True),
        error("a number of heads that numpy would fill in by itself", numbers(517, 3, 6), -1, hidden=True),
        error("heads that are not whole, though they divide the columns", numbers(518, 2, 10), 2.5, hidden=True),
    ),
    laws=(Law("same-entries-as-input", "splitting only rearranges: each number of X is in exactly one head"),),
    relations=(
        Relation(
            "rows-reordered",
            "swapping two blocks of columns swaps their heads",
            "two tokens, six columns, three heads",
            lambda X, num_heads: (X[:, blocks_in_order([2, 0, 1], 2)], num_heads),
            {"order": [2, 0, 1]},
        ),
        Relation(
            "rows-reordered",
            "blocks of columns in another order are heads in that order",
            "more columns than tokens",
            lambda X, num_heads: (X[:, blocks_in_order([1, 3, 0, 2], 3)], num_heads),
            {"order": [1, 3, 0, 2]},
        ),
    ),
    misconceptions=(
        Misconception(
            "reshape-without-transpose",
            reshaped_only,
            "This reshapes straight to (heads, tokens, d_k), which cuts up the rows and mixes the tokens.",
            "A reshape keeps the order in which the numbers are read, row after row: which axis do you meet first in X?",
        ),
        Misconception(
            "reshape-without-transpose",
            tokens_first,
            "This splits the columns but leaves the tokens in front: (tokens, heads, d_k).",
            "The split is right; what is left is to bring the axis of the heads to the front.",
        ),
        Misconception(
            "interleaved-heads",
            every_other_column,
            "This deals the columns out like cards, one to each head in turn.",
            INTERLEAVED_HINT,
        ),
        Misconception("full-width-heads", all_columns_for_all, *FULL),
        Misconception(
            "heads-and-width-swapped",
            width_and_count_swapped,
            "This makes d_k heads that are num_heads columns wide.",
            "The first axis counts the heads; the last one is as long as a head is wide.",
        ),
        Misconception(
            "tokens-split-among-heads",
            tokens_shared_out,
            "This shares out the tokens, so each head misses most of the sentence.",
            "Every head sees every token; it is the columns that are shared out.",
        ),
        Misconception(
            "head-transposed",
            columns_before_tokens,
            "This leaves each head lying on its side: (heads, d_k, tokens).",
            "Inside a head the rows still are tokens.",
        ),
        Misconception("heads-in-reverse", last_head_first, *REVERSE),
        Misconception(
            "same-head-repeated",
            first_columns_for_all,
            "This gives every head the first d_k columns.",
            "Each head starts where the one before it ends.",
        ),
        Misconception(
            "silent-floor-division",
            remainder_dropped,
            "This drops the columns that are left over and says nothing.",
            FLOOR[1],
            shows_in="errors",
        ),
    ),
    hints=(
        "Follow one number: X holds it at token t, column c. Which head does it belong to, and at which place in that head?",
        (
            "Either slice the columns head by head and np.stack the pieces, or reshape the last axis into two, (tokens, heads, "
            "d_k), and swap the first two axes."
        ),
        (
            "X = [[1, 2], [3, 4]] with two heads: d_k is 1, head 0 is the first column [[1], [3]] and head 1 the second, [[2], "
            "[4]]. Reading off the rows instead would put 1 and 2 into one head."
        ),
    ),
    why=(
        "Each head holds all tokens and a slice of each. A reshape alone can't do that: it never moves a number in memory, and "
        "in X the columns of one head do not lie next to those of the next token. That is why a transpose, or slicing, has to "
        "come in."
    ),
)

MERGE_PART = Part(
    function=merge_heads,
    returns=Returns("array", (("tokens", "d_model"),)),
    task="Put the heads (heads, tokens, d_k) side by side again, as (tokens, d_model): undo split_heads.",
    points=3.0,
    cases=(
        case("two heads, two tokens, two columns each", BY_HAND),
        case("three heads, two tokens, two columns each", counted(3, 2, 2)),
        case("two heads, four tokens, three columns each", numbers(520, 2, 4, 3)),
        case("more tokens than heads", numbers(521, 4, 6, 3), hidden=True),
        case("more heads than tokens", numbers(522, 5, 2, 3), hidden=True),
        case("wide heads", numbers(523, 2, 3, 7), hidden=True),
        case("as many heads as tokens", numbers(524, 3, 3, 4), hidden=True),
        case("as many heads as columns a head", numbers(525, 3, 5, 3), hidden=True),
        case("all three axes alike", numbers(526, 4, 4, 4), hidden=True),
        case("larger numbers of both signs", numbers(527, 3, 7, 2, spread=40.0), hidden=True),
        case("small numbers of many digits", exact(532, 3, 4, 2), hidden=True),
        hard("a single head stays as it is", numbers(528, 1, 3, 4)),
        hard("a token on its own", numbers(529, 4, 1, 3), hidden=True),
        hard("one column a head", numbers(530, 6, 4, 1), hidden=True),
        hard("many heads of a wide model", numbers(531, 12, 7, 8), hidden=True),
    ),
    laws=(Law("same-entries-as-input", "merging only rearranges: each number of the heads comes exactly once"),),
    relations=(
        Relation(
            "rows-reordered",
            "the tokens in another order are rows in that order",
            "two heads, four tokens, three columns each",
            lambda heads: (heads[:, [2, 0, 3, 1]],),
            {"order": [2, 0, 3, 1]},
        ),
        Relation(
            "columns-reordered",
            "swapping two heads swaps their blocks of columns",
            "three heads, two tokens, two columns each",
            lambda heads: (heads[[1, 0, 2]],),
            {"order": blocks_in_order([1, 0, 2], 2)},
        ),
        Relation(
            "columns-reordered",
            "heads in another order are blocks of columns in that order",
            "more tokens than heads",
            lambda heads: (heads[[2, 0, 3, 1]],),
            {"order": blocks_in_order([2, 0, 3, 1], 3)},
        ),
    ),
    misconceptions=(
        Misconception(
            "heads-not-transposed-back",
            merged_without_transpose,
            "This reshapes without bringing the tokens to the front first, so the rows mix several tokens.",
            "A reshape reads head after head; a row of the result needs one token's numbers from all heads.",
        ),
        Misconception(
            "heads-not-transposed-back",
            tokens_first_again,
            "This brings the tokens to the front but leaves the heads apart: (tokens, heads, d_k).",
            "The transpose is right; what is left is to join the last two axes into one.",
        ),
        Misconception(
            "interleaved-heads", merged_column_by_column, "This takes one column from each head in turn.", INTERLEAVED_HINT
        ),
        Misconception(
            "concatenated-along-tokens",
            heads_below_each_other,
            "This puts the heads below each other, so there are more rows than tokens.",
            "Side by side: a token keeps its one row, which gets longer.",
        ),
        Misconception(
            "heads-summed",
            heads_added_up,
            "This adds the heads up, so the result is only d_k wide.",
            "Each head keeps its own columns; it is W_O that mixes them later.",
        ),
        Misconception(
            "heads-averaged",
            heads_averaged,
            "This averages the heads, so the result is only d_k wide.",
            "Each head keeps its own columns; it is W_O that mixes them later.",
        ),
        Misconception("heads-in-reverse", merged_backwards, *REVERSE),
        Misconception(
            "same-head-repeated",
            first_head_only,
            "This repeats the first head instead of taking each in turn.",
            "Each block of d_k columns comes from a head of its own.",
        ),
    ),
    hints=(
        "Follow one token through all heads: in which order do its numbers stand in the merged row?",
        (
            "np.concatenate the heads along the axis of the columns; or bring the tokens to the front with a transpose, then "
            "reshape the last two axes into one."
        ),
        (
            "Two heads [[1], [3]] and [[2], [4]], one column each: token 0 has 1 from head 0 and 2 from head 1, so its row is "
            "[1, 2]; token 1 has [3, 4]."
        ),
    ),
    why=(
        "This is the Concat of multi-head attention: a token's results from all heads, one after the other, d_model numbers "
        "again. Merging undoes splitting, number by number; what the heads found is mixed only afterwards, by W_O."
    ),
)

SAME_COUNT = "the parameter count does not depend on the number of heads"

PARAMETERS_PART = Part(
    function=projection_parameters,
    builds_on=(parameters_through_dimension,),
    returns=Returns("whole"),
    task="Count the numbers in the W_Q, W_K and W_V of all heads together, without bias and without W_O.",
    points=2.0,
    axes_may_differ=False,
    cases=(
        case("four columns, two heads", 4, 2),
        case("the chapter's sizes", 512, 8),
        case("the chapter's width in one head", 512, 1),
        case("a small model", 10, 5, hidden=True),
        case("an odd number of columns", 45, 9, hidden=True),
        case("as wide as a base model", 768, 12, hidden=True),
        case("as wide as a large model", 4096, 32, hidden=True),
        case("few columns, but wide heads", 14, 2, hidden=True),
        case("many narrow heads", 60, 20, hidden=True),
        hard("the smallest model there is", 1, 1),
        hard("a gigantic model", 1_000_000, 64, hidden=True),
        hard("a gigantic model, undivided", 1_000_000, 1, hidden=True),
        hard("a gigantic odd number of columns", 999_999, 27, hidden=True),
        hard("one column a head", 77, 77, hidden=True),
        error("columns that can't be shared equally", 6, 4),
        error("no heads", 8, 0),
        error("a number of heads that is not whole", 5, 2.5),
        error("more heads than columns", 4, 8, hidden=True),
        error("no columns", 0, 4, hidden=True),
        error("a negative number of heads", 12, -3, hidden=True),
        error("both numbers negative", -12, -3, hidden=True),
        error("a width that is not whole", 7.5, 3, hidden=True),
        error("neither number whole, though one divides the other", 7.5, 2.5, hidden=True),
    ),
    relations=(
        Relation("same", SAME_COUNT, "the chapter's sizes", lambda d_model, num_heads: (d_model, 2 * num_heads)),
        Relation(
            "same",
            "as many heads as columns cost no more than a few",
            "many narrow heads",
            lambda d_model, num_heads: (d_model, d_model),
        ),
        Relation(
            "multiplied",
            "twice the width costs four times as much",
            "four columns, two heads",
            lambda d_model, num_heads: (2 * d_model, num_heads),
            {"by": 4},
        ),
    ),
    misconceptions=(
        Misconception("silent-floor-division", parameters_rounded_down, *FLOOR, shows_in="errors"),
        Misconception("float-dimension", parameters_as_float, *FLOAT),
        Misconception("full-width-heads", parameters_at_full_width, *FULL),
        Misconception("dimension-times-heads", parameters_at_width_times_heads, *TIMES),
        Misconception(
            "includes-output-projection",
            parameters_with_output,
            "This counts W_O as well.",
            "Only the three projections that make queries, keys and values are asked for.",
        ),
        Misconception(
            "one-projection-only",
            parameters_of_one_projection,
            "This counts one of the three projections only.",
            "Queries, keys and values are each made by a projection of their own.",
        ),
        Misconception(
            "one-head-only",
            parameters_of_one_head,
            "This is what the projections of a single head hold.",
            "Every head has a W_Q, a W_K and a W_V of its own, each with d_model rows.",
        ),
        Misconception(
            "one-matrix-only",
            parameters_of_one_matrix,
            "This counts a single matrix: one projection of one head.",
            "Count over three kinds of projection, and over all heads.",
        ),
        Misconception(
            "includes-bias",
            parameters_with_bias,
            "This counts a bias for each output column as well.",
            "The projections of this chapter are plain matrix products, nothing is added.",
        ),
    ),
    hints=(
        (
            "How many rows and columns has one of these matrices, how many kinds of it are there, and how many heads have one "
            "each?"
        ),
        "Plain multiplication of ints is enough, and exact: rows times columns, times kinds, times heads.",
        (
            "d_model = 2 with 2 heads: each matrix is (2, 1), 2 numbers, and there are 3 for each of 2 heads: 12. With one "
            "head each matrix is (2, 2), 4 numbers, and there are 3: again 12."
        ),
    ),
    why=(
        "Twice as many heads are half as wide, so the product stays 3 times d_model squared: 786432 for d_model = 512, in 8 "
        "heads or in 1. Heads buy several attention patterns side by side, not more parameters."
    ),
)

EXERCISE = Exercise(
    title="Head dimensions",
    parts=(DIMENSION_PART, SPLIT_PART, MERGE_PART, PARAMETERS_PART),
    printed=(
        ("d_k = d_model / h = 512 / 8 = 64", lambda: head_dimension(512, 8), 64),
        (
            "the parameter count of 8 heads matches that of one 512-dimensional head",
            lambda: projection_parameters(512, 8) == projection_parameters(512, 1),
            True,
        ),
    ),
)
