"""Answer file of exercise 10: from the bottleneck to cross-attention. Teachers only."""

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import Exercise, Law, Misconception, Part, Relation, Returns, case, hard

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
Wrong = tuple[str, str, str, tuple[Callable[..., object], ...]]

# ---------------------------------------------------------------- references


def encode(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    state = np.zeros(len(b))
    states = []
    for token in X:
        state = np.tanh(token @ W_x + state @ W_h + b)
        states.append(state)
    return np.array(states)


def fixed_context(states: Matrix) -> Vector:
    return np.asarray(states[-1])


def additive_attention(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> tuple[Vector, Vector]:
    shares = shared_out(additive_scores(state, states, W_s, W_h, v))
    return shares @ states, shares


def cross_attention(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    return weights(decoder @ W_Q, encoder @ W_K) @ (encoder @ W_V)


def additive_scores(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return np.asarray(np.tanh(state @ W_s + states @ W_h) @ v)


def shared_out(scores: Vector) -> Vector:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def weights(queries: Matrix, keys: Matrix) -> Matrix:
    return row_shares(queries @ keys.T / math.sqrt(queries.shape[1]))


def row_shares(scores: Matrix) -> Matrix:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def registered(
    wrongs: tuple[Wrong, ...], wrap: Callable[..., Callable[..., object]] = lambda function: function, shows_in: Any = "values"
) -> tuple[Misconception, ...]:
    """Every reading of every misconception; `wrap` makes a whole wrong part of one wrong step."""
    return tuple(
        Misconception(name, wrap(wrong), says, hint, shows_in) for name, says, hint, all_of in wrongs for wrong in all_of
    )


# ------------------------------------------- misconceptions about the encoder

Step = Callable[[Vector, Vector, Vector], Vector]
"""From the projected token, the projected state before, and b to the next state."""
Encoder = Callable[[Matrix, Matrix, Matrix, Vector], Matrix | Vector]


def stepping(step: Step) -> Encoder:
    """An encoder whose single steps go wrong."""

    def encoder(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
        state = np.zeros(len(b))
        states = []
        for token in X:
            state = step(token @ W_x, state @ W_h, b)
            states.append(state)
        return np.array(states)

    return encoder


def with_matrices(change: Callable[[Matrix, Matrix, Vector], tuple[Matrix, Matrix, Vector]]) -> Encoder:
    """The right encoder with other matrices."""

    def encoder(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
        return encode(X, *change(W_x, W_h, b))

    return encoder


def afterwards(change: Callable[[Matrix], Matrix | Vector]) -> Encoder:
    """The right states, changed in the end."""

    def encoder(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix | Vector:
        return change(encode(X, W_x, W_h, b))

    return encoder


def mixing(mix: Callable[[Vector, Vector], Vector]) -> Encoder:
    """Each new state is mixed with the one before."""

    def encoder(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
        state = np.zeros(len(b))
        states = []
        for token in X:
            state = mix(state, np.tanh(token @ W_x + state @ W_h + b))
            states.append(state)
        return np.array(states)

    return encoder


def starting_from(start: Callable[[Vector], Vector]) -> Encoder:
    def encoder(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
        state = start(b)
        states = []
        for token in X:
            state = np.tanh(token @ W_x + state @ W_h + b)
            states.append(state)
        return np.array(states)

    return encoder


def tanh_at_the_end(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    return np.asarray(np.tanh(without_tanh(X, W_x, W_h, b)))


without_tanh = stepping(lambda x, h, b: x + h + b)


def sums_returned(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    """The states are right, but what was put into the tanh is handed out."""
    before = np.vstack([np.zeros(len(b)), encode(X, W_x, W_h, b)[:-1]])
    return X @ W_x + before @ W_h + b


def matrices_from_the_left(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    return encode(X, W_x.T, W_h.T, b)


def read_backwards(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    return encode(X[::-1], W_x, W_h, b)


def read_backwards_and_turned(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    return encode(X[::-1], W_x, W_h, b)[::-1]


def first_token_as_state(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    state = X[0]
    states = [state]
    for token in X[1:]:
        state = np.tanh(token @ W_x + state @ W_h + b)
        states.append(state)
    return np.array(states)


def state_added_as_it_is(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    return encode(X, W_x, np.eye(len(b)), b)


def one_step_back_only(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> Matrix:
    fresh = np.tanh(X @ W_x + b)
    before = np.vstack([np.zeros(len(b)), fresh[:-1]])
    return np.tanh(X @ W_x + before @ W_h + b)


def tanh_by_powers(number: Vector) -> Vector:
    return np.asarray((np.exp(number) - np.exp(-number)) / (np.exp(number) + np.exp(-number)))


def tanh_by_square_powers(number: Vector) -> Vector:
    return np.asarray((np.exp(2 * number) - 1) / (np.exp(2 * number) + 1))


def sigmoid(number: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-number)))


def cut_at_zero(number: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(number, 0.0)


wrong_encoders: tuple[Wrong, ...] = (
    (
        "hidden-state-not-carried",
        "Here every step starts from the zero state, so a token knows nothing of the ones before it.",
        "The state that one step ends with is what the next one starts from.",
        (stepping(lambda x, h, b: np.tanh(x + b)), stepping(lambda x, h, b: np.tanh(x))),
    ),
    (
        "tanh-forgotten",
        "The tanh is missing, at least in what is carried on or in what is returned.",
        "The tanh belongs into every step, and its result is both what is kept and what is carried on.",
        (without_tanh, tanh_at_the_end, sums_returned),
    ),
    (
        "tanh-taken-in-parts",
        "This takes the tanh of parts of the sum, or leaves a part outside of it.",
        "Add all three terms first, then take one tanh of the sum.",
        (
            stepping(lambda x, h, b: np.tanh(x) + np.tanh(h) + b),
            stepping(lambda x, h, b: np.tanh(x) + np.tanh(h) + np.tanh(b)),
            stepping(lambda x, h, b: np.tanh(x + b) + np.tanh(h)),
            stepping(lambda x, h, b: np.tanh(x) + h + b),
            stepping(lambda x, h, b: np.tanh(x + b) + h),
            stepping(lambda x, h, b: x + np.tanh(h) + b),
            stepping(lambda x, h, b: x + np.tanh(h + b)),
        ),
    ),
    (
        "bias-outside-tanh",
        "This adds b after the tanh.",
        "All three terms go into the tanh, b too.",
        (stepping(lambda x, h, b: np.tanh(x + h) + b),),
    ),
    (
        "bias-forgotten",
        "The term b is missing.",
        "Three things go into each step: the token, the state before, and b.",
        (stepping(lambda x, h, b: np.tanh(x + h)),),
    ),
    (
        "bias-subtracted",
        "This takes b away instead of adding it.",
        "All three terms are added.",
        (stepping(lambda x, h, b: np.tanh(x + h - b)),),
    ),
    (
        "input-forgotten",
        "The tokens have no say here: each state follows from the one before alone.",
        "Each step reads one row of X.",
        (stepping(lambda x, h, b: np.tanh(h + b)),),
    ),
    (
        "recurrent-matrix-forgotten",
        "This adds the state before as it is; W_h is never used.",
        "The state before is multiplied by W_h, as the token is by W_x.",
        (state_added_as_it_is,),
    ),
    (
        "projection-transposed",
        "This multiplies by W_h, or by both matrices, turned over.",
        "Token and state are rows, so each matrix stands on their right, as it is.",
        (with_matrices(lambda W_x, W_h, b: (W_x, W_h.T, b)), matrices_from_the_left),
    ),
    (
        "matrices-swapped",
        "W_x and W_h have swapped places, where that runs at all.",
        "The x stands for the token, the h for the hidden state.",
        (with_matrices(lambda W_x, W_h, b: (W_h, W_x, b)),),
    ),
    (
        "read-backwards",
        "This reads the sentence from its end.",
        "The rows of X are read in order, the first one first.",
        (read_backwards, read_backwards_and_turned),
    ),
    (
        "last-state-only",
        "This returns the state after the last token only.",
        "Attention will need them all: keep the state after every token, a row each.",
        (afterwards(lambda states: states[-1]),),
    ),
    (
        "state-before-returned",
        "Each row is the state before its token, not after it.",
        "Update the state first, then keep it.",
        (afterwards(lambda states: np.vstack([np.zeros(states.shape[1]), states[:-1]])),),
    ),
    (
        "zero-state-included",
        "The zero state from before the first token is returned as well, so there is one row too many.",
        "A row for each token: the first is the state after the first token.",
        (afterwards(lambda states: np.vstack([np.zeros(states.shape[1]), states])),),
    ),
    (
        "started-elsewhere",
        "The first step does not start from zeros here.",
        "Before anything was read, every number of the state is 0.",
        (
            starting_from(lambda b: np.ones(len(b))),
            starting_from(lambda b: b),
            starting_from(np.tanh),
            first_token_as_state,
        ),
    ),
    (
        "tanh-replaced",
        "This uses another function than the tanh, a sigmoid or a cut at 0.",
        "The tanh keeps the sign of its input and stays between -1 and 1; numpy has it.",
        (stepping(lambda x, h, b: sigmoid(x + h + b)), stepping(lambda x, h, b: cut_at_zero(x + h + b))),
    ),
    (
        "old-state-mixed-in",
        "This mixes each new state with the old one, beyond what W_h brings in.",
        "The tanh alone is the new state; the old one enters through W_h only.",
        (
            mixing(lambda before, after: before + after),
            mixing(lambda before, after: (before + after) / 2),
            afterwards(lambda states: np.cumsum(states, axis=0)),
        ),
    ),
    (
        "rows-overwritten",
        "Every row is the last state.",
        "Rows that are one and the same array change together: make a new one at each step.",
        (afterwards(lambda states: np.repeat(states[-1:], len(states), axis=0)),),
    ),
    (
        "only-one-step-back",
        "A state here knows its token and the one before, but nothing older.",
        "Carry on the state itself, which holds all that was read, not one made of the last token alone.",
        (one_step_back_only,),
    ),
    (
        "states-transposed",
        "These are the right states turned over, with a column for each token.",
        "A row for each token, as in X.",
        (afterwards(lambda states: states.T),),
    ),
)

overflowing_encoders: tuple[Wrong, ...] = (
    (
        "tanh-overflows",
        "This builds the tanh from exponentials, which overflow for large numbers.",
        "A tanh never leaves -1 to 1, its exponentials do; numpy's own knows how to avoid them.",
        (
            stepping(lambda x, h, b: tanh_by_powers(x + h + b)),
            stepping(lambda x, h, b: tanh_by_square_powers(x + h + b)),
            stepping(lambda x, h, b: np.nan_to_num(tanh_by_powers(x + h + b))),
            stepping(lambda x, h, b: np.nan_to_num(tanh_by_square_powers(x + h + b))),
        ),
    ),
)

# ----------------------------------------- misconceptions about the bottleneck

wrong_contexts: tuple[Wrong, ...] = (
    (
        "first-state-as-context",
        "This is the state after the first token.",
        "Which state has seen the whole sentence?",
        (lambda states: states[0],),
    ),
    (
        "mean-state-as-context",
        "This averages over the states, or over the numbers of each.",
        "Nothing is blended before attention: the decoder gets one state as it is.",
        (lambda states: states.mean(axis=0), lambda states: states.mean(axis=1), lambda states: states.mean()),
    ),
    (
        "states-added-up",
        "This adds up all the states.",
        "Nothing is blended before attention: the decoder gets one state as it is.",
        (lambda states: states.sum(axis=0), lambda states: states.sum(axis=1)),
    ),
    (
        "largest-numbers",
        "This takes the largest number of each column, from whichever state it comes.",
        "The decoder gets one state as it is.",
        (lambda states: states.max(axis=0), lambda states: np.median(states, axis=0)),
    ),
    (
        "longest-state",
        "This is the state with the largest numbers, wherever it stands.",
        "It is not the size of a state that decides but when it was reached.",
        (lambda states: states[np.linalg.norm(states, axis=1).argmax()], lambda states: states[states.sum(axis=1).argmax()]),
    ),
    (
        "all-states-returned",
        "These are all the states, where the bottleneck lets only one through.",
        "One vector of d_h numbers is all that the decoder gets.",
        (lambda states: states, lambda states: states.ravel()),
    ),
    (
        "context-in-a-matrix",
        "The numbers are right, but they come as a matrix of one row or one column.",
        "A plain vector of shape (d_h,) is asked for: index a row, do not slice it.",
        (lambda states: states[-1:], lambda states: states[-1][:, np.newaxis]),
    ),
    (
        "column-not-row",
        "This is a column: one number of every state.",
        "A state is a row of `states`.",
        (lambda states: states[:, -1], lambda states: states[:, 0]),
    ),
    (
        "last-number-only",
        "This is the last number of the last state.",
        "The whole row is wanted.",
        (lambda states: states[-1, -1],),
    ),
    (
        "last-but-one",
        "This is the state before the last token.",
        "The last row is number -1, or the number of rows less 1.",
        (lambda states: states[-2],),
    ),
    (
        "middle-state",
        "This is the state in the middle of the sentence.",
        "Which state has seen the whole sentence?",
        (lambda states: states[len(states) // 2], lambda states: states[(len(states) - 1) // 2]),
    ),
    (
        "ends-combined",
        "This combines the first state with the last.",
        "The decoder gets one state as it is.",
        (
            lambda states: states[0] + states[-1],
            lambda states: (states[0] + states[-1]) / 2,
            lambda states: states[-1] - states[0],
            lambda states: np.concatenate([states[0], states[-1]]),
        ),
    ),
    (
        "state-reversed",
        "This is the last state with its numbers in the opposite order.",
        "Only the rows are counted from the end.",
        (lambda states: states[-1, ::-1],),
    ),
    (
        "tanh-once-more",
        "This takes the tanh of the last state once more.",
        "The encoder has done that already; hand the state over as it is.",
        (lambda states: np.tanh(states[-1]),),
    ),
    (
        "state-normalised",
        "This brings the last state to length 1, or makes shares of it.",
        "Hand the state over as it is.",
        (lambda states: states[-1] / np.linalg.norm(states[-1]), lambda states: shared_out(states[-1])),
    ),
)

# ------------------------------------------ misconceptions about additive attention

Scoring = Callable[[Vector, Matrix, Matrix, Matrix, Vector], Vector]
Attending = Callable[[Vector, Matrix, Matrix, Matrix, Vector], object]
Combining = Callable[[Vector, Matrix, Vector], Vector]
"""From the projected state, the projected states, and v to the scores."""


def scored_by(scoring: Scoring, sharing: Callable[[Vector], Vector] = shared_out) -> Attending:
    """Additive attention with other scores, or other shares of them."""

    def attention(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> tuple[Vector, Vector]:
        shares = sharing(scoring(state, states, W_s, W_h, v))
        return np.asarray(shares @ states), shares

    return attention


def combined_by(combining: Combining) -> Attending:
    """Scores that go wrong after the projections."""

    def scores(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
        return combining(state @ W_s, states @ W_h, v)

    return scored_by(scores)


def shared_by(sharing: Callable[[Vector], Vector]) -> Attending:
    return scored_by(additive_scores, sharing)


def scaled_by(factor: Callable[[Vector, Matrix, Vector], float]) -> Attending:
    def scores(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
        return np.asarray(additive_scores(state, states, W_s, W_h, v) / factor(state, states, v))

    return scored_by(scores)


def answering(change: Callable[[Vector, Matrix, Vector, Matrix], object]) -> Attending:
    """Right weights, and what goes wrong with them: from the state, the states, the weights and the projected states."""

    def attention(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> object:
        _, shares = additive_attention(state, states, W_s, W_h, v)
        return change(state, states, shares, states @ W_h)

    return attention


def plain_dot_products(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return np.asarray(states @ state)


def scaled_plain_dot_products(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return np.asarray(states @ state / math.sqrt(len(state)))


def matrices_swapped(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return additive_scores(state, states, W_h, W_s, v)


def matrices_turned(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return additive_scores(state, states, W_s.T, W_h.T, v)


def states_as_they_are(state: Vector, states: Matrix, W_s: Matrix, W_h: Matrix, v: Vector) -> Vector:
    return np.asarray(np.tanh(state + states) @ v)


def first_winner(scores: Vector) -> Vector:
    return np.asarray(np.eye(len(scores))[scores.argmax()])


def position(place: int) -> Callable[[Vector], Vector]:
    def sharing(scores: Vector) -> Vector:
        return np.asarray(np.eye(len(scores))[place])

    return sharing


def share_of_sum(scores: Vector) -> Vector:
    return np.asarray(scores / scores.sum())


def powers_of_two(scores: Vector) -> Vector:
    return share_of_sum(np.exp2(scores - scores.max()))


def overflowing(scores: Vector) -> Vector:
    return share_of_sum(np.exp(scores))


def clipped_at(limit: float) -> Callable[[Vector], Vector]:
    def sharing(scores: Vector) -> Vector:
        return overflowing(np.clip(scores, -limit, limit))

    return sharing


wrong_additive: tuple[Wrong, ...] = (
    (
        "dot-product-instead-of-additive",
        "This multiplies the two states with one another, where additive attention adds them inside a tanh.",
        "Add the two projections, take the tanh of the sum, then the dot product with v.",
        (
            scored_by(plain_dot_products),
            scored_by(scaled_plain_dot_products),
            combined_by(lambda s, h, v: h @ s),
            combined_by(lambda s, h, v: np.tanh(h) @ np.tanh(s)),
            combined_by(lambda s, h, v: h @ s / math.sqrt(len(s))),
            combined_by(lambda s, h, v: (h * s) @ v),
            combined_by(lambda s, h, v: np.tanh(h * s) @ v),
            combined_by(lambda s, h, v: np.tanh(h @ s)),
        ),
    ),
    (
        "tanh-forgotten",
        "The tanh is missing. Without it the decoder's state adds the same number to all scores, and the softmax cancels it.",
        "Take the tanh of the sum before the dot product with v.",
        (combined_by(lambda s, h, v: (s + h) @ v),),
    ),
    (
        "state-without-effect",
        "The decoder's state has no effect here: it is left out, or added outside of the tanh, where the softmax cancels it.",
        "The state is added inside the tanh, before it is taken.",
        (combined_by(lambda s, h, v: np.tanh(h) @ v),),
    ),
    (
        "tanh-of-the-score",
        "This takes the tanh after the dot product with v, where it squeezes the score itself.",
        "The tanh comes first, of every number in the sum; then v makes one number of them.",
        (combined_by(lambda s, h, v: np.tanh((s + h) @ v)), combined_by(lambda s, h, v: np.tanh(np.tanh(s + h) @ v))),
    ),
    (
        "v-inside-tanh",
        "This multiplies by v inside the tanh.",
        "First the tanh, then the dot product with v.",
        (combined_by(lambda s, h, v: np.tanh((s + h) * v).sum(axis=1)),),
    ),
    (
        "v-forgotten",
        "This adds up what comes out of the tanh, or averages it; v is never used.",
        "The dot product with v says how much each number counts.",
        (
            combined_by(lambda s, h, v: np.tanh(s + h).sum(axis=1)),
            combined_by(lambda s, h, v: np.tanh(s + h).mean(axis=1)),
        ),
    ),
    (
        "scaled-anyway",
        "This divides the scores, as for dot products.",
        "Additive attention has no scaling: the tanh keeps its numbers small already.",
        (
            scaled_by(lambda state, states, v: math.sqrt(len(v))),
            scaled_by(lambda state, states, v: float(len(v))),
            scaled_by(lambda state, states, v: math.sqrt(states.shape[1])),
            scaled_by(lambda state, states, v: math.sqrt(len(state))),
            scaled_by(lambda state, states, v: math.sqrt(len(states))),
        ),
    ),
    (
        "difference-not-sum",
        "This subtracts one projected state from the other.",
        "The two are added: that is where the name comes from.",
        (combined_by(lambda s, h, v: np.tanh(s - h) @ v), combined_by(lambda s, h, v: np.tanh(h - s) @ v)),
    ),
    (
        "matrices-swapped",
        "W_s and W_h have swapped places, where that runs at all.",
        "W_s belongs to the decoder's state s, W_h to the encoder's hidden states.",
        (scored_by(matrices_swapped),),
    ),
    (
        "projection-transposed",
        "This multiplies by the matrices turned over, which runs at all only where they are square.",
        "A state is a row, so its matrix stands on its right, as it is.",
        (scored_by(matrices_turned),),
    ),
    (
        "not-projected",
        "This adds the states as they are, where that runs at all; W_s and W_h are never used.",
        "The two states may differ in length: each is projected to d_a numbers first.",
        (scored_by(states_as_they_are),),
    ),
    (
        "tanh-replaced",
        "This uses another function than the tanh, a sigmoid or a cut at 0.",
        "The tanh keeps the sign of its input and stays between -1 and 1; numpy has it.",
        (combined_by(lambda s, h, v: sigmoid(s + h) @ v), combined_by(lambda s, h, v: cut_at_zero(s + h) @ v)),
    ),
    (
        "first-state-as-context",
        "The context is the first state, whatever the weights are.",
        "The context blends all states, each times its weight.",
        (answering(lambda state, states, shares, projected: (states[0], shares)), shared_by(position(0))),
    ),
    (
        "last-state-as-context",
        "The context is the last state, as it was before attention.",
        "The context blends all states, each times its weight.",
        (answering(lambda state, states, shares, projected: (states[-1], shares)), shared_by(position(-1))),
    ),
    (
        "mean-state-as-context",
        "The context is the plain average of the states, whatever the decoder's state is.",
        "Each state counts by its weight, not all the same.",
        (
            answering(lambda state, states, shares, projected: (states.mean(axis=0), shares)),
            shared_by(lambda scores: np.full(len(scores), 1 / len(scores))),
        ),
    ),
    (
        "hard-lookup",
        "This picks the state with the largest score.",
        "Every state counts, one with a smaller score for less.",
        (
            shared_by(first_winner),
            answering(lambda state, states, shares, projected: (states[shares.argmax()], shares)),
        ),
    ),
    (
        "softmax-forgotten",
        "The weights are the scores themselves; the softmax is missing.",
        "Weights are shares: turn the scores into numbers that are positive and add up to 1.",
        (shared_by(lambda scores: scores),),
    ),
    (
        "linear-normalisation",
        "This makes shares of the scores themselves, without the exponential.",
        "Scores may be negative or add up to 0; raise e to their power first.",
        (shared_by(share_of_sum), shared_by(lambda scores: share_of_sum(np.abs(scores)))),
    ),
    (
        "exponentials-not-normalised",
        "The weights are the exponentials; they do not add up to 1 yet.",
        "Divide by their sum, so that they become shares.",
        (shared_by(np.exp), shared_by(lambda scores: np.asarray(np.exp(scores - scores.max())))),
    ),
    (
        "sigmoid",
        "This puts each score through a sigmoid, as if the other tokens were not there.",
        "The weights depend on one another: what one token gains, the others lose.",
        (shared_by(sigmoid), shared_by(lambda scores: share_of_sum(sigmoid(scores)))),
    ),
    (
        "base-two",
        "This raises 2 to the power of the scores, not e.",
        "Softmax uses the number e, 2.718…",
        (shared_by(powers_of_two),),
    ),
    (
        "softmin",
        "This gives the token with the lowest score the largest weight.",
        "A larger score means a better fit and deserves a larger weight.",
        (shared_by(lambda scores: shared_out(-scores)),),
    ),
    (
        "softmax-twice",
        "This puts the weights through softmax once more, which makes them almost equal.",
        "Once is enough: after it they add up to 1.",
        (shared_by(lambda scores: shared_out(shared_out(scores))),),
    ),
    (
        "wrong-order-returned",
        "The two results are right, but in the other order.",
        "First the context, then the weights.",
        (answering(lambda state, states, shares, projected: (shares, shares @ states)),),
    ),
    (
        "context-only",
        "This returns the context alone.",
        "The weights are asked for too, as the second of two results.",
        (answering(lambda state, states, shares, projected: shares @ states),),
    ),
    (
        "weights-only",
        "This returns the weights alone.",
        "The states, each times its weight and added up, are asked for too, as the first of two results.",
        (answering(lambda state, states, shares, projected: shares),),
    ),
    (
        "context-of-projected-states",
        "This blends the projected states.",
        "The projections are for the scores only; what is blended are the states as the encoder made them.",
        (answering(lambda state, states, shares, projected: (shares @ projected, shares)),),
    ),
    (
        "context-not-added-up",
        "These are the weighted states one by one; they have not been added up into one vector.",
        "One decoder state, one context: add the rows.",
        (
            answering(lambda state, states, shares, projected: (shares[:, np.newaxis] * states, shares)),
            answering(lambda state, states, shares, projected: ((shares[:, np.newaxis] * states).mean(axis=0), shares)),
        ),
    ),
    (
        "results-in-a-matrix",
        "The numbers are right, but context or weights come as a matrix of one row or one column.",
        "Both are plain vectors: (d_h,) and (tokens,).",
        (
            answering(lambda state, states, shares, projected: (shares @ states, shares[:, np.newaxis])),
            answering(lambda state, states, shares, projected: (shares[np.newaxis] @ states, shares[np.newaxis])),
            answering(lambda state, states, shares, projected: (shares[np.newaxis] @ states, shares)),
            answering(lambda state, states, shares, projected: (shares @ states, shares[np.newaxis])),
            answering(lambda state, states, shares, projected: ((shares @ states)[:, np.newaxis], shares[:, np.newaxis])),
        ),
    ),
    (
        "state-added-to-context",
        "This adds the decoder's state to the context, or joins the two.",
        "The context is made of the encoder's states alone.",
        (
            answering(lambda state, states, shares, projected: (shares @ states + state, shares)),
            answering(lambda state, states, shares, projected: (np.concatenate([shares @ states, state]), shares)),
            answering(lambda state, states, shares, projected: (np.concatenate([state, shares @ states]), shares)),
        ),
    ),
)

MAXIMUM = (
    "This exponentiates the scores as they are, which overflows for large ones and loses very low ones.",
    "Adding one number to all scores changes no weight: choose it so that the largest becomes 0.",
)
MINIMUM = (
    "This subtracts the smallest score, so that the largest still overflows.",
    "The largest exponent is the dangerous one: after subtracting it should be 0.",
)
CLIPPED = (
    "This cuts the scores off at a limit, so that scores beyond it all count the same.",
    "Differences between large scores matter as much as those between small ones: shift them, do not cut them.",
)

overflowing_shares: tuple[Wrong, ...] = (
    ("no-max-subtraction", *MAXIMUM, (overflowing, lambda scores: np.nan_to_num(overflowing(scores)))),
    ("minimum-subtracted", *MINIMUM, (lambda scores: overflowing(scores - scores.min()),)),
    ("scores-clipped", *CLIPPED, tuple(clipped_at(limit) for limit in (50, 100, 500, 700))),
)

# ------------------------------------------- misconceptions about cross-attention

Sharing = Callable[[Matrix], Matrix]
Weighing = Callable[[Matrix, Matrix], Matrix]
Crossing = Callable[[Matrix, Matrix, Matrix, Matrix, Matrix], object]
DECODER, ENCODER = 0, 1


def asking(
    weighing: Weighing = weights,
    sequences: tuple[int, int, int] = (DECODER, ENCODER, ENCODER),
    matrices: tuple[int, int, int] = (0, 1, 2),
) -> Crossing:
    """Cross-attention with other weights, or with queries, keys and values made of other sequences or by other matrices
    (0 is W_Q, 1 is W_K, 2 is W_V)."""

    def attention(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
        Q, K, V = (
            (decoder, encoder)[sequence] @ (W_Q, W_K, W_V)[number] for sequence, number in zip(sequences, matrices, strict=True)
        )
        return np.asarray(weighing(Q, K) @ V)

    return attention


def made_with(*matrices: int) -> Crossing:
    return asking(matrices=(matrices[0], matrices[1], matrices[2]))


def made_of(*sequences: int) -> Crossing:
    return asking(sequences=(sequences[0], sequences[1], sequences[2]))


def finding(change: Callable[[Matrix, Matrix, Matrix, Matrix], object]) -> Crossing:
    """What goes wrong with the right weights: from the decoder, the encoder, the weights and the values."""

    def attention(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> object:
        return change(decoder, encoder, weights(decoder @ W_Q, encoder @ W_K), encoder @ W_V)

    return attention


def turned_matrices(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    return cross_attention(decoder, encoder, W_Q.T, W_K.T, W_V.T)


def unprojected(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    return np.asarray(weights(decoder, encoder) @ encoder)


def unprojected_but_for_values(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    return np.asarray(weights(decoder, encoder) @ (encoder @ W_V))


def scaled_by_root_of(width: Callable[[Matrix, Matrix], int]) -> Crossing:
    def attention(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
        scores = decoder @ W_Q @ (encoder @ W_K).T / math.sqrt(width(decoder, W_V))
        return row_shares(scores) @ (encoder @ W_V)

    return attention


def masked_on_decoder(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    """The other attention of a decoder, in which no token sees a later one."""
    scores = decoder @ W_Q @ (decoder @ W_K).T / math.sqrt(W_Q.shape[1])
    return row_shares(np.where(np.tri(len(scores)) > 0, scores, -np.inf)) @ (decoder @ W_V)


def over_both_sequences(decoder: Matrix, encoder: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix) -> Matrix:
    return cross_attention(decoder, np.vstack([encoder, decoder]), W_Q, W_K, W_V)


def scores_times(factor: Callable[[Matrix, Matrix], float]) -> Weighing:
    """Weights of dot products that are multiplied by a number other than 1/√d_k."""

    def weighing(q: Matrix, k: Matrix) -> Matrix:
        return row_shares((q @ k.T) * factor(q, k))

    return weighing


def rows_shared_by(sharing: Sharing, power: float = -0.5) -> Weighing:
    """Another way to make weights of the right scores, or of scores scaled by another power of d_k."""

    def weighing(q: Matrix, k: Matrix) -> Matrix:
        return sharing((q @ k.T) * q.shape[1] ** power)

    return weighing


def each_row(sharing: Callable[[Vector], Vector]) -> Sharing:
    """What is done to one query's scores, done to all."""

    def shares(scores: Matrix) -> Matrix:
        return np.array([sharing(row) for row in scores])

    return shares


def down_the_columns(scores: Matrix) -> Matrix:
    return row_shares(scores.T).T


def over_everything(scores: Matrix) -> Matrix:
    return shared_out(scores)


def sums_along_the_wrong_side(scores: Matrix) -> Matrix:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=1))


def maximum_of_each_column(scores: Matrix) -> Matrix:
    return each_row(share_of_sum)(np.exp(scores - scores.max(axis=0)))


def one_maximum_for_all(scores: Matrix) -> Matrix:
    return each_row(share_of_sum)(np.exp(scores - scores.max()))


def only_what_came_before(scores: Matrix) -> Matrix:
    return row_shares(np.where(np.tri(*scores.shape) > 0, scores, -np.inf))


def last_winner(scores: Vector) -> Vector:
    return first_winner(scores[::-1])[::-1]


def winners_share(scores: Vector) -> Vector:
    return share_of_sum(np.isclose(scores, scores.max()).astype(float))


def cosine(q: Matrix, k: Matrix) -> Matrix:
    return row_shares((q @ k.T) / np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1)))


def distance(q: Matrix, k: Matrix) -> Matrix:
    return row_shares(-np.linalg.norm(q[:, np.newaxis, :] - k, axis=2))


SHARED = [chosen for chosen in itertools.product(range(3), repeat=3) if len(set(chosen)) == 2]
MIXED = [chosen for chosen in itertools.permutations(range(3)) if chosen not in ((0, 1, 2), (1, 0, 2))]

wrong_crossings: tuple[Wrong, ...] = (
    (
        "queries-from-encoder",
        "Here the encoder asks: the queries are made of the sentence that is translated.",
        "It is the decoder that wants to know something, so the queries are its own.",
        (
            made_of(ENCODER, ENCODER, ENCODER),
            made_of(ENCODER, DECODER, DECODER),
            made_of(ENCODER, DECODER, ENCODER),
            made_of(ENCODER, ENCODER, DECODER),
        ),
    ),
    (
        "values-from-decoder",
        "The values are made of the decoder's own tokens, where that runs at all.",
        "What is found comes from the encoder, like the keys it is found by.",
        (made_of(DECODER, ENCODER, DECODER),),
    ),
    (
        "keys-from-decoder",
        "The keys are made of the decoder's own tokens, where that runs at all.",
        "The decoder asks, the encoder is searched: both keys and values are the encoder's.",
        (made_of(DECODER, DECODER, ENCODER),),
    ),
    (
        "self-attention-on-decoder",
        "This is self-attention: the decoder looks at its own tokens and never at the encoder.",
        "The decoder asks, the encoder answers: keys and values are made of the encoder's tokens.",
        (made_of(DECODER, DECODER, DECODER), masked_on_decoder),
    ),
    (
        "both-sequences-joined",
        "The decoder searches its own tokens along with those of the encoder.",
        "Cross-attention looks at the encoder only; self-attention within the decoder is a layer of its own.",
        (over_both_sequences,),
    ),
    (
        "one-projection-for-all",
        "One matrix serves more than one of the three roles here.",
        "W_Q, W_K and W_V are for one role each.",
        (*(made_with(number, number, number) for number in range(3)), *(made_with(*chosen) for chosen in SHARED)),
    ),
    (
        "query-and-key-swapped",
        "W_Q and W_K have swapped places: the decoder's tokens are made into keys, the encoder's into queries.",
        "The decoder asks, so its tokens meet W_Q.",
        (made_with(1, 0, 2),),
    ),
    (
        "roles-mixed-up",
        "The three matrices are used in another order than queries, keys, values.",
        "W_Q makes the queries, W_K the keys, W_V the values.",
        tuple(made_with(*chosen) for chosen in MIXED),
    ),
    (
        "projection-transposed",
        "This multiplies by the matrices turned over, which runs at all only where they are square.",
        "A token is a row, so its matrix stands on its right, as it is.",
        (turned_matrices,),
    ),
    (
        "values-not-projected",
        "This blends the encoder's tokens as they are; W_V is never used.",
        "What is blended are the values, the encoder's tokens times W_V.",
        (finding(lambda decoder, encoder, weights, values: weights @ encoder),),
    ),
    (
        "not-projected",
        "This compares the tokens as they are; W_Q and W_K are never used.",
        "Queries and keys are made by their matrices first.",
        (unprojected, unprojected_but_for_values),
    ),
    (
        "scaled-by-d_model",
        "This divides the scores by the square root of d_model, the width of the tokens.",
        "A score adds up d_k products, one for each component of a query.",
        (scaled_by_root_of(lambda decoder, W_V: decoder.shape[1]),),
    ),
    (
        "scaled-by-d_v",
        "This divides the scores by the square root of d_v, the width of the values.",
        "Values have no part in the scores; a score adds up d_k products.",
        (scaled_by_root_of(lambda decoder, W_V: W_V.shape[1]),),
    ),
    (
        "weights-only",
        "These are the weights; the values have not been blended yet.",
        "Each decoder token gets the values, each times its weight, added up.",
        (finding(lambda decoder, encoder, weights, values: weights),),
    ),
    (
        "output-transposed",
        "This is the right output turned over, with a column for each decoder token.",
        "Row i is what decoder token i finds.",
        (finding(lambda decoder, encoder, weights, values: (weights @ values).T),),
    ),
    (
        "residual-added",
        "This adds the decoder's tokens to what they found, where that runs at all.",
        "Only what is found is asked for.",
        (finding(lambda decoder, encoder, weights, values: decoder + weights @ values),),
    ),
    (
        "pooled-over-tokens",
        "This averages or adds up what all decoder tokens find.",
        "Every decoder token keeps its own row.",
        (
            finding(lambda decoder, encoder, weights, values: (weights @ values).mean(axis=0)),
            finding(lambda decoder, encoder, weights, values: (weights @ values).sum(axis=0)),
        ),
    ),
)

wrong_weights: tuple[Wrong, ...] = (
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
        "scale-hard-coded",
        "This always divides by the same root, however long the vectors are.",
        "The chapter's example has d_k = 2 and its usual head 64; take d_k from the shape of what you are given.",
        (scores_times(lambda q, k: 1 / math.sqrt(2)), scores_times(lambda q, k: 1 / 8)),
    ),
    (
        "scaled-by-sequence-length",
        "This divides the scores by the square root of how many tokens there are.",
        "Only the length of a vector, d_k, calls for scaling, never how many there are.",
        (scores_times(lambda q, k: 1 / math.sqrt(len(k))), scores_times(lambda q, k: 1 / math.sqrt(len(q)))),
    ),
    (
        "scaled-after-softmax",
        "This scales the weights, or what comes out, where the scores should have been scaled.",
        "Scaling is there to keep the softmax's input small; what comes out of the softmax is final.",
        (lambda q, k: row_shares(q @ k.T) / math.sqrt(q.shape[1]), lambda q, k: weights(q, k) / math.sqrt(q.shape[1])),
    ),
    (
        "softmax-over-columns",
        "This takes the softmax along the wrong axis, so that an encoder token shares itself out over the decoder.",
        "It is the query that shares out its attention, over the keys.",
        (rows_shared_by(down_the_columns),),
    ),
    (
        "softmax-over-everything",
        "This is one softmax over the whole matrix: all weights together add up to 1.",
        "Each decoder token has a whole attention of its own to share out, so each row needs its own sum.",
        (rows_shared_by(over_everything),),
    ),
    (
        "keepdims-forgotten",
        "This divides each column by the sum of the row with the same number: the sums lie along the wrong side.",
        "Keep the summed axis, with length 1, so that each sum stays beside its own row.",
        (rows_shared_by(sums_along_the_wrong_side),),
    ),
    (
        "maximum-per-column",
        "This subtracts the largest score of each column, which changes the weights.",
        "Only a number that is the same all along a row cancels; take each row's own largest score.",
        (rows_shared_by(maximum_of_each_column),),
    ),
    (
        "weights-transposed",
        "These are the right weights turned over, where that runs at all.",
        "Row i of the weights belongs to decoder token i.",
        (lambda q, k: weights(q, k).T,),
    ),
    (
        "causal-mask-added",
        "Here a decoder token sees only the encoder tokens up to its own place.",
        "The mask belongs to the decoder's look at itself; the sentence to be translated is known as a whole.",
        (rows_shared_by(only_what_came_before),),
    ),
    (
        "hard-lookup",
        "This hands out the value of the best fitting key alone.",
        "Every value counts, one with a smaller score for less.",
        tuple(rows_shared_by(each_row(one)) for one in (first_winner, last_winner, winners_share)),
    ),
    (
        "plain-average",
        "This gives all encoder tokens the same weight, whatever is asked.",
        "How much a value counts depends on how well its key fits the query.",
        (rows_shared_by(lambda scores: np.full(scores.shape, 1 / scores.shape[1])),),
    ),
    (
        "softmax-forgotten",
        "This blends with the scores themselves; the softmax is missing.",
        "Weights are shares: turn the scores into numbers that are positive and add up to 1.",
        (rows_shared_by(lambda scores: scores), rows_shared_by(lambda scores: scores, 0.0)),
    ),
    (
        "linear-normalisation",
        "This makes shares of the scores themselves, without the exponential.",
        "Scores may be negative or add up to 0; raise e to their power first.",
        (rows_shared_by(each_row(share_of_sum)), rows_shared_by(lambda scores: each_row(share_of_sum)(np.abs(scores)))),
    ),
    (
        "exponentials-not-normalised",
        "This blends with the exponentials; they do not add up to 1 yet.",
        "Divide each row by its own sum.",
        (
            rows_shared_by(np.exp),
            rows_shared_by(lambda scores: np.asarray(np.exp(scores - scores.max(axis=1, keepdims=True)))),
        ),
    ),
    (
        "sigmoid",
        "This puts each score through a sigmoid, as if the other tokens were not there.",
        "The weights depend on one another: what one token gains, the others lose.",
        (rows_shared_by(sigmoid), rows_shared_by(lambda scores: each_row(share_of_sum)(sigmoid(scores)))),
    ),
    (
        "base-two",
        "This raises 2 to the power of the scores, not e.",
        "Softmax uses the number e, 2.718…",
        (rows_shared_by(each_row(powers_of_two)),),
    ),
    (
        "softmin",
        "This gives the worst fitting key the largest weight.",
        "A larger score means a better fit and deserves a larger weight.",
        (rows_shared_by(lambda scores: row_shares(-scores)),),
    ),
    (
        "softmax-twice",
        "This puts the weights through softmax once more, which makes them almost equal.",
        "Once is enough: after it they add up to 1.",
        (rows_shared_by(lambda scores: row_shares(row_shares(scores))),),
    ),
    (
        "cosine-similarity",
        "This compares by the angle alone, as if all queries and keys were of length 1.",
        "In attention a long query or a long key may count for more; take the dot product as it is.",
        (cosine,),
    ),
    (
        "distance-not-dot-product",
        "This compares by how near query and key are, not by their dot product.",
        "Multiply matching components and add them up; do not subtract them.",
        (distance,),
    ),
)

overflowing_rows: tuple[Wrong, ...] = (
    *(
        (name, says, hint, tuple(rows_shared_by(each_row(wrong)) for wrong in all_of))  # type: ignore[arg-type]
        for name, says, hint, all_of in overflowing_shares
    ),
    (
        "global-max-underflow",
        "This subtracts the largest score of the whole matrix; in rows far below it every exponential becomes 0.",
        "Each row needs its own largest score taken off.",
        (rows_shared_by(one_maximum_for_all),),
    ),
)

# --------------------------------------------------------------------- cases


def drawn(seed: int, *shape: int, spread: float = 1.0, middle: float = 0.0) -> Matrix:
    return sixteenths(np.random.default_rng(seed).normal(middle, spread, shape))


def sixteenths(numbers: Matrix) -> Matrix:
    """Single precision holds them, and products of a few, exactly, so that a cast to it costs nothing."""
    return np.round(16 * numbers) / 16


def matrix(*rows: list[float]) -> Matrix:
    return np.array(rows, dtype=np.float64)


def vector(*numbers: float) -> Vector:
    return np.array(numbers, dtype=np.float64)


def network(seed: int, tokens: int, d_x: int, d_h: int, spread: float = 0.7) -> tuple[Matrix, Matrix, Matrix, Vector]:
    """A sentence and a recurrent network."""
    return (
        drawn(seed, tokens, d_x),
        drawn(seed + 1000, d_x, d_h, spread=spread),
        drawn(seed + 2000, d_h, d_h, spread=spread),
        drawn(seed + 3000, d_h, spread=0.5),
    )


def looking_back(
    seed: int, tokens: int, d_s: int, d_h: int, d_a: int, spread: float = 2.0
) -> tuple[Vector, Matrix, Matrix, Matrix, Vector]:
    """A decoder's state, the encoder's states, and what additive attention learns. `spread` is that of v."""
    return (
        sixteenths(np.tanh(drawn(seed, d_s))),
        sixteenths(np.tanh(drawn(seed + 1000, tokens, d_h))),
        drawn(seed + 2000, d_s, d_a, spread=0.9),
        drawn(seed + 3000, d_h, d_a, spread=0.9),
        drawn(seed + 4000, d_a, spread=spread),
    )


def translation(
    seed: int, asking: int, asked: int, d_model: int, d_k: int, d_v: int, spread: float = 0.8
) -> tuple[Matrix, Matrix, Matrix, Matrix, Matrix]:
    """`asking` decoder tokens, `asked` encoder tokens, and three matrices."""
    return (
        drawn(seed, asking, d_model),
        drawn(seed + 1000, asked, d_model),
        drawn(seed + 2000, d_model, d_k, spread=spread),
        drawn(seed + 3000, d_model, d_k, spread=spread),
        drawn(seed + 4000, d_model, d_v, spread=spread),
    )


chapter_q = matrix([1, 0], [0, 1], [1, 1])
chapter_k = matrix([1, 0], [0, 1], [1, -1])
chapter_v = matrix([1, 0], [0, 2], [1, 1])
ONE_HOT = np.eye(3)
"""Embeddings of three words of which each has a number of its own: row i of a matrix then is what word i is made into."""

encode_cases = (
    case("two tokens, one number each", matrix([0.5493], [0.2993]), matrix([1]), matrix([0.5]), vector(0)),
    case("three tokens, two components, a wider state", *network(1001, 3, 2, 4)),
    case("four tokens, a state as wide as a token", *network(1002, 4, 2, 2)),
    case("as many tokens as components, a state as wide", *network(1003, 3, 3, 3)),
    case("a longer sentence", *network(1004, 7, 3, 2), hidden=True),
    case("two tokens of many components", *network(1005, 2, 6, 3), hidden=True),
    case("a wide state", *network(1006, 4, 2, 7, spread=0.5), hidden=True),
    case("a token of one component", *network(1007, 5, 1, 3), hidden=True),
    case("a state of one number", *network(1008, 4, 3, 1), hidden=True),
    case("as many tokens as the state is wide", *network(1009, 4, 3, 4), hidden=True),
    case("as many tokens as a token has components", *network(1010, 5, 5, 2), hidden=True),
    case("a state as wide as a token, more tokens", *network(1011, 6, 3, 3), hidden=True),
    case("small numbers", 0.1 * drawn(1012, 4, 3), *network(1012, 4, 3, 5, spread=0.3)[1:], hidden=True),
    hard("tokens so large that the tanh is at its end", 900 * drawn(1013, 4, 3), *network(1013, 4, 3, 2)[1:], large=True),
    hard("one token", *network(1014, 1, 3, 4)),
    hard("tokens of zeros", np.zeros((3, 2)), *network(1015, 3, 2, 4)[1:], hidden=True),
    hard("a term b of zeros", *network(1016, 4, 3, 2)[:3], np.zeros(2), hidden=True),
    hard("a matrix W_h of zeros", *network(1017, 4, 2, 3)[:2], np.zeros((3, 3)), drawn(1017, 3), hidden=True),
    hard("a large b, of both signs", *network(1018, 3, 4, 2)[:3], vector(800, -800), hidden=True, large=True),
    hard("a state that drives itself to its ends", *network(1019, 5, 2, 3)[:2], 1000 * drawn(1019, 3, 3), drawn(1020, 3),
         hidden=True, large=True),
    hard("a very long sentence", *network(1021, 40, 2, 3, spread=0.4), hidden=True),
)  # fmt: skip


def other_ending(X: Matrix, W_x: Matrix, W_h: Matrix, b: Vector) -> tuple[Matrix, ...]:
    return np.vstack([X[:2], -X[2:] + 1]), W_x, W_h, b


encode_relations = (
    Relation(
        "first-rows-same",
        "what comes later in the sentence does not change an earlier state",
        "four tokens, a state as wide as a token",
        other_ending,
        {"rows": 2},
    ),
    Relation(
        "first-rows-same",
        "a sentence that goes on has the same states up to where it went on",
        "a longer sentence",
        lambda X, *network: (np.vstack([X, X[:2]]), *network),
        {"rows": 7},
    ),
    Relation(
        "multiplied",
        "tokens of the opposite sign, with b of the opposite sign, have states of the opposite sign",
        "three tokens, two components, a wider state",
        lambda X, W_x, W_h, b: (-X, W_x, W_h, -b),
        {"by": -1},
    ),
    Relation(
        "columns-reordered",
        "the numbers of the state may come in another order, if the matrices and b follow it",
        "as many tokens as components, a state as wide",
        lambda X, W_x, W_h, b: (X, W_x[:, [2, 0, 1]], W_h[[2, 0, 1]][:, [2, 0, 1]], b[[2, 0, 1]]),
        {"order": [2, 0, 1]},
    ),
)

context_cases = (
    case("two states of three numbers", matrix([1, 2, 0], [3, 5, 4])),
    case("four states of two numbers", sixteenths(np.tanh(drawn(2201, 4, 2)))),
    case("as many states as numbers", sixteenths(np.tanh(drawn(1502, 3, 3)))),
    case("a longer sentence", sixteenths(np.tanh(drawn(1103, 7, 3))), hidden=True),
    case("wide states", sixteenths(np.tanh(drawn(1104, 3, 8))), hidden=True),
    case("as many states as numbers, more of both", sixteenths(np.tanh(drawn(1105, 5, 5))), hidden=True),
    case("negative numbers only", -np.abs(drawn(1106, 4, 3)) - 0.125, hidden=True),
    case("numbers beyond 1", drawn(1107, 6, 4, spread=9.0), hidden=True),
    case("a last state of small numbers", matrix([0.9], [-0.8], [0.7], [0.01]) * drawn(1108, 1, 3), hidden=True),
    hard("one state", sixteenths(np.tanh(drawn(1109, 1, 4)))),
    hard("states of one number", sixteenths(np.tanh(drawn(1110, 5, 1))), hidden=True),
    hard("a single number", matrix([-0.25]), hidden=True),
    hard("states that are all alike", np.repeat(drawn(1111, 1, 3), 4, axis=0), hidden=True),
    hard("a very long sentence", sixteenths(np.tanh(drawn(1112, 60, 2))), hidden=True),
)  # fmt: skip

context_relations = (
    Relation(
        "same",
        "the states before the last do not matter",
        "four states of two numbers",
        lambda states: (np.vstack([1 - 2 * states[:-1], states[-1:]]),),
    ),
    Relation(
        "same",
        "how many states there are does not matter",
        "a longer sentence",
        lambda states: (np.vstack([states[:4] + 0.5, states]),),
    ),
    Relation("multiplied", "states twice as large have a context twice as large", "as many states as numbers",
             lambda states: (2 * states,), {"by": 2}),
    Relation("columns-reordered", "the numbers keep their places", "as many states as numbers",
             lambda states: (states[:, [1, 2, 0]],), {"order": [1, 2, 0]}),
)  # fmt: skip


def louder(by: float, seed: int, tokens: int, d_s: int, d_h: int, d_a: int) -> tuple[Vector, Matrix, Matrix, Matrix, Vector]:
    """Additive attention with a v so large that scores are in the thousands, all of one sign and close together."""
    state, states, W_s, W_h, _ = looking_back(seed, tokens, d_s, d_h, d_a)
    return state, states, W_s, 0.003 * W_h, by * np.sign(state @ W_s)


additive_cases = (
    case("two tokens, a state of one number", vector(0.5493), matrix([0, 8], [-0.5493, 0]), matrix([1]), matrix([1], [0]),
         vector(2.1972)),
    case("three tokens, all axes different", *looking_back(1501, 3, 2, 4, 5)),
    case("as many tokens as components everywhere", *looking_back(1402, 3, 3, 3, 3)),
    case("four tokens, square matrices", *looking_back(2003, 4, 2, 2, 2)),
    case("more tokens than components", *looking_back(1204, 7, 3, 2, 4), hidden=True),
    case("a wide decoder state", *looking_back(1205, 3, 6, 2, 4), hidden=True),
    case("wide encoder states", *looking_back(1206, 4, 3, 7, 2), hidden=True),
    case("states of the same width", *looking_back(1207, 5, 3, 3, 4), hidden=True),
    case("a single number to compare by", *looking_back(1208, 4, 3, 2, 1), hidden=True),
    case("encoder states of one number", *looking_back(1209, 4, 2, 1, 3), hidden=True),
    case("as many tokens as numbers to compare by", *looking_back(1210, 4, 2, 3, 4), hidden=True),
    case("two tokens", *looking_back(1211, 2, 4, 3, 5), hidden=True),
    case("a long v", *looking_back(1212, 3, 2, 4, 12, spread=1.0), hidden=True),
    hard("scores in the thousands, close together", *louder(1000, 1213, 4, 2, 3, 5), large=True),
    hard("one token", *looking_back(1214, 1, 3, 2, 4)),
    hard("one token that fits far worse than the rest", vector(0.3), matrix([3, 0.2], [2.9, -0.5], [-3, 0.9]), matrix([0.5]),
         matrix([1], [0]), vector(500), large=True),
    hard("scores that are all very low", *louder(-900, 1215, 3, 3, 2, 4), hidden=True, large=True),
    hard("scores of both signs, all very large", *looking_back(1216, 5, 2, 3, 4, spread=2000.0), hidden=True, large=True),
    hard("a v of zeros", *looking_back(1217, 4, 2, 3, 5)[:4], np.zeros(5), hidden=True),
    hard("a decoder state of zeros", np.zeros(3), *looking_back(1218, 4, 3, 2, 5)[1:], hidden=True),
    hard("states that are all alike", drawn(1219, 2), np.repeat(drawn(1220, 1, 3), 4, axis=0),
         *looking_back(1219, 4, 2, 3, 5)[2:], hidden=True),
    hard("sums so large that the tanh is at its end", 300 * drawn(1221, 2), *looking_back(1221, 4, 2, 3, 5)[1:], hidden=True),
    hard("a very long sentence", *looking_back(1222, 40, 2, 3, 4), hidden=True),
)  # fmt: skip

additive_relations = (
    Relation(
        "same",
        "reordering the tokens does not change the context",
        "three tokens, all axes different",
        lambda state, states, *learned: (state, states[[2, 0, 1]], *learned),
        {"item": 0},
    ),
    Relation(
        "columns-reordered",
        "reordering the tokens reorders the weights the same way",
        "four tokens, square matrices",
        lambda state, states, *learned: (state, states[[2, 3, 0, 1]], *learned),
        {"item": 1, "order": [2, 3, 0, 1]},
    ),
    Relation(
        "same",
        "turning the signs of W_s, W_h and v round changes nothing",
        "as many tokens as components everywhere",
        lambda state, states, W_s, W_h, v: (state, states, -W_s, -W_h, -v),
    ),
    Relation(
        "same",
        "putting every state in twice does not change the context",
        "more tokens than components",
        lambda state, states, *learned: (state, np.repeat(states, 2, axis=0), *learned),
        {"item": 0},
    ),
)


def at_heights(seed: int, asked: int, *heights: float) -> tuple[Matrix, ...]:
    """A translation in which the scores of each decoder token lie around a height of their own, close together."""
    decoder = np.column_stack([heights, np.full(len(heights), 1.0), drawn(seed, len(heights))])
    encoder = np.column_stack([drawn(seed + 1, asked), np.full(asked, 1.0), drawn(seed + 2, asked)])
    queries = matrix([math.sqrt(2), 0], [0, 1], [0, 0])
    keys = matrix([0, 0], [1, 0], [0, 2])
    return decoder, encoder, queries, keys, drawn(seed + 3, 3, 5)


def one_key_far_below() -> tuple[Matrix, ...]:
    """A translation in which one encoder token gets very low scores, and none a very high one."""
    decoder = matrix([0.3, 1], [-0.8, 1])
    encoder = matrix([0, 1, 0.5], [-30, 1, -1], [0.01, 1, 0.2])[:, :2]
    return decoder, encoder, matrix([0, 1], [50, 0]), matrix([1, 0], [0, 1]), drawn(1301, 2, 4) * matrix([0.1], [1])


cross_cases = (
    case("the chapter's “failed” asks its three tokens", ONE_HOT[2:], ONE_HOT, chapter_q, chapter_k, chapter_v),
    case("two tokens ask five, all axes different", *translation(1302, 2, 5, 3, 4, 6)),
    case("five tokens ask three", *translation(1303, 5, 3, 2, 4, 1)),
    case("as many of everything", *translation(1304, 3, 3, 3, 3, 3)),
    case("square matrices", *translation(1305, 3, 4, 2, 2, 2)),
    case("many tokens ask a few", *translation(1306, 8, 2, 4, 3, 5), hidden=True),
    case("a few tokens ask many", *translation(1307, 2, 9, 3, 2, 4), hidden=True),
    case("one token asks", *translation(1308, 1, 4, 3, 2, 5), hidden=True),
    case("as many tokens ask as are asked", *translation(1309, 4, 4, 3, 2, 5), hidden=True),
    case("values as wide as keys", *translation(1310, 2, 4, 5, 3, 3), hidden=True),
    case("values as wide as tokens", *translation(1311, 3, 5, 4, 2, 4), hidden=True),
    case("keys as wide as tokens", *translation(1312, 5, 4, 3, 3, 2), hidden=True),
    case("as many tokens ask as a key has components", *translation(1313, 3, 5, 2, 3, 4), hidden=True),
    case("as many tokens are asked as a key has components", *translation(1314, 2, 4, 3, 4, 5), hidden=True),
    case("keys of one component", *translation(1315, 3, 4, 2, 1, 5), hidden=True),
    case("values of one component", *translation(1316, 2, 3, 5, 4, 1), hidden=True),
    case("wide keys", *translation(1317, 3, 4, 2, 17, 3), hidden=True),
    case("as many of everything, more of it", *translation(1318, 5, 5, 3, 3, 3), hidden=True),
    hard("very large scores, close together", *at_heights(1320, 3, 1500, 1502), large=True),
    hard("one token far below the others", *at_heights(1324, 4, 690, 3, -100), large=True),
    hard("a token that fits nobody", *one_key_far_below(), large=True),
    hard("scores that are all very low", *at_heights(1328, 5, -900, -905, -910), hidden=True, large=True),
    hard("scores high, low and ordinary", *at_heights(1332, 2, 5000, -5000, 2, 700), hidden=True, large=True),
    hard("one token is asked", *translation(1336, 3, 1, 4, 2, 5), hidden=True),
    hard("one token asks one", *translation(1337, 1, 1, 3, 2, 4), hidden=True),
    hard("the same token several times", drawn(1338, 2, 4), np.repeat(drawn(1339, 1, 4), 3, axis=0),
         *translation(1340, 2, 3, 4, 3, 5)[2:], hidden=True),
    hard("decoder tokens of zeros", np.zeros((2, 3)), *translation(1341, 2, 4, 3, 2, 5)[1:], hidden=True),
    hard("tokens of one component", *translation(1342, 3, 4, 1, 2, 5), hidden=True),
    hard("many tokens", *translation(1343, 12, 15, 2, 3, 2), hidden=True),
    hard("as wide as a usual head", *translation(1344, 2, 3, 4, 64, 2, spread=0.4), hidden=True),
)  # fmt: skip

cross_relations = (
    Relation(
        "same",
        "reordering the encoder's tokens changes nothing",
        "two tokens ask five, all axes different",
        lambda decoder, encoder, *matrices: (decoder, encoder[[3, 0, 4, 1, 2]], *matrices),
    ),
    Relation(
        "rows-reordered",
        "reordering the decoder's tokens reorders the output the same way",
        "five tokens ask three",
        lambda decoder, encoder, *matrices: (decoder[[3, 0, 4, 1, 2]], encoder, *matrices),
        {"order": [3, 0, 4, 1, 2]},
    ),
    Relation(
        "rows-reordered",
        "leaving out decoder tokens leaves what the others find as it is",
        "as many of everything",
        lambda decoder, encoder, *matrices: (decoder[[2, 0]], encoder, *matrices),
        {"order": [2, 0]},
    ),
    Relation(
        "multiplied",
        "twice the values give twice the output",
        "square matrices",
        lambda decoder, encoder, W_Q, W_K, W_V: (decoder, encoder, W_Q, W_K, 2 * W_V),
        {"by": 2},
    ),
    Relation(
        "columns-reordered",
        "reordering the columns of W_V reorders those of the output the same way",
        "as many of everything",
        lambda decoder, encoder, W_Q, W_K, W_V: (decoder, encoder, W_Q, W_K, W_V[:, [1, 2, 0]]),
        {"order": [1, 2, 0]},
    ),
    Relation(
        "same",
        "putting every encoder token in twice changes nothing",
        "a few tokens ask many",
        lambda decoder, encoder, *matrices: (decoder, np.repeat(encoder, 2, axis=0), *matrices),
    ),
)

# ------------------------------------------------------------------ exercise

ENCODE_PART = Part(
    function=encode,
    returns=Returns("array", (("tokens", "d_h"),)),
    task="Read a sentence token by token with a recurrent network and keep the state after each.",
    points=3.0,
    cases=encode_cases,
    relations=encode_relations,
    misconceptions=(*registered(wrong_encoders), *registered(overflowing_encoders, shows_in="hard")),
    hints=(
        "What does a step need from the one before it? And what is there before the first?",
        "Start with np.zeros; loop over the rows of X; in each step multiply the row by W_x and the state by W_h, add b, take "
        "np.tanh of it all, and append the result to a list before the next step.",
        "By hand, with X = [[1], [0]], W_x = [[1]], W_h = [[2]], b = [0]: the first state is tanh(1 + 0*2) = 0.7616, the "
        "second tanh(0 + 0.7616*2) = 0.9093. The second token is 0, and yet its state remembers the first.",
    ),
    why="""
        Every state depends on all tokens so far, but only through the state before it. What the first token left has
        passed through W_h and a tanh at every later step, and something is lost each time. Nor can the steps be computed
        side by side. Both are what attention does away with.
        """,
)

CONTEXT_PART = Part(
    function=fixed_context,
    returns=Returns("array", (("d_h",),)),
    task="Return what the decoder gets to see of the sentence without attention.",
    points=1.0,
    cases=context_cases,
    relations=context_relations,
    misconceptions=registered(wrong_contexts),
    hints=(
        "Which of the states has read the whole sentence?",
        "Index the rows of the array, counted from the end.",
        "By hand, for the states [[1, 2], [3, 4], [5, 6]] of three tokens: after all three were read the state is [5, 6].",
    ),
    why="""
        Six words or sixty: the decoder gets d_h numbers. Whatever of the first word is to survive has to be carried
        through all the later steps, so long sentences were translated badly, and attention was invented to look back at
        the other rows too.
        """,
)

ADDITIVE_PART = Part(
    function=additive_attention,
    returns=Returns("arrays", (("d_h",), ("tokens",)), names=("context", "weights")),
    task="Blend the encoder's states by how well each fits the decoder's state, with additive scores.",
    points=3.0,
    cases=additive_cases,
    laws=(
        Law("rows-sum-to-one", "the weights add up to 1", params={"item": 1}),
        Law("not-negative", "no weight is negative", params={"item": 1}),
        Law(
            "within-columns-of",
            "each number of the context lies between the smallest and the largest that the states have there",
            params={"item": 0, "input": 1},
        ),
    ),
    relations=additive_relations,
    misconceptions=(
        *registered(wrong_additive),
        *registered(overflowing_shares, shared_by, "hard"),
    ),
    hints=(
        "In which order do the sum, the tanh and the dot product with v come, and what would the softmax see if there were no "
        "tanh?",
        "state times W_s is one vector of d_a numbers, states times W_h has one such vector a row; numpy adds the one to all "
        "the others. Then np.tanh, then a product with v: one score a token, ready for the softmax.",
        "By hand, with state [0], states [[0], [0.5493]], W_s = W_h = [[1]] and v = [2.1972]: the sums are [0, 0.5493], their "
        "tanh [0, 0.5], the scores [0, 1.0986], the weights [0.25, 0.75], the context [0.75*0.5493] = [0.4120].",
    ),
    why="""
        The tanh is what lets the decoder's state matter. Without it the score is a sum of a number for the state and a
        number for the token; the first is the same for all tokens, so the softmax cancels it, and the weights would never
        change from word to word. A dot product needs no tanh, because it multiplies the two: that makes it one matrix
        product, which is fast, and is what the transformer kept. The chapter calls this mechanism cross-attention; its
        roles are those, but it has no W_V: the states are what is blended.
        """,
)

CROSS_PART = Part(
    function=cross_attention,
    returns=Returns("array", (("decoder tokens", "d_v"),)),
    task="Let every decoder token search the encoder's tokens: scaled dot-product attention between two sequences.",
    points=3.0,
    cases=cross_cases,
    relations=cross_relations,
    misconceptions=(
        *registered(wrong_crossings),
        *registered(wrong_weights, asking),
        *registered(overflowing_rows, asking, "hard"),
    ),
    hints=(
        "Who is looking for something, and where is it to be found? Which of the three roles does each sequence fill?",
        "Queries are the decoder times W_Q; keys and values are the encoder times W_K and W_V. From there on it is the "
        "attention of exercise 8, with scores of shape (decoder tokens, encoder tokens) and a softmax along each row.",
        "By hand, with one decoder token [[1]], two encoder tokens [[0], [1]], W_Q = [[1]], W_K = [[1.0986]] and W_V = [[8]]: "
        "Q is [[1]], K [[0], [1.0986]], V [[0], [8]]; the scores are [[0, 1.0986]], the weights [[0.25, 0.75]], the output "
        "[[6]].",
    ),
    why="""
        The scores are a table with a row for each decoder token and a column for each encoder token, and need not be
        square. Give the same sequence twice and it is self-attention: the formula never asks where its three matrices
        come from. What is gone is the bottleneck: every decoder token reaches every encoder token in one step, however
        far back it is.
        """,
)

EXERCISE = Exercise(
    title="From the bottleneck to cross-attention",
    parts=(ENCODE_PART, CONTEXT_PART, ADDITIVE_PART, CROSS_PART),
    printed=(
        (
            "the context of failed",
            lambda: cross_attention(ONE_HOT[2:], ONE_HOT, chapter_q, chapter_k, chapter_v),
            [[0.5989, 1.0000]],
        ),
        (
            "the contexts of all three tokens, each sequence being the other",
            lambda: cross_attention(ONE_HOT, ONE_HOT, chapter_q, chapter_k, chapter_v),
            [[0.8022, 0.7967], [0.4240, 1.2920], [0.5989, 1.0000]],
        ),
    ),
)
