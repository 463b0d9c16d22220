"""Answer file of the quiz: the chapter's six questions. Teachers only."""

import math
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.content.asking import (
    Asked,
    Carried,
    Choice,
    Foreseen,
    Question,
    Quiz,
    cells,
    matrix,
    number,
    numbers,
    one_of,
    open_sentence,
    reference,
    several_of,
    text_of,
    true_or_false,
)

Matrix = NDArray[np.float64]


@cache
def implementation(exercise: str, part: str) -> Callable[..., object]:
    return reference(__file__, exercise, part)


def by_hand(exercise: str, part: str, *args: object) -> Any:
    """What the reference implementation of a part answers."""
    return implementation(exercise, part)(*args)


def told_apart(truth: float, *foreseen: tuple[float, Foreseen]) -> tuple[Foreseen, ...]:
    """The foreseen wrong numbers that differ from the right one, and from each other, by more than rounding: with some
    numbers a mistake makes no difference."""
    values, kept = [truth], []
    for value, one in foreseen:
        if all(abs(value - other) > 0.011 * max(abs(value), abs(other)) for other in values):
            values.append(value)
            kept.append(one)
    return tuple(kept)


# ---------------------------------------------------------------- q1, variance


def variance(d_k: int) -> Question:
    root = math.sqrt(d_k)
    true_variance = by_hand("exercise1", "dot_product_variance", d_k)
    factor = by_hand("exercise1", "scale_factor", d_k) ** 2
    symbols = {"d_k": str(d_k)}
    return Question(
        f"""
        The components of q and k are independent, with mean 0 and variance 1, and there are d_k = {d_k} of them.
        What is the variance of the raw dot product q·k, and what does dividing by √d_k do to it?
        """,
        (
            number(
                "variance",
                "Var(q·k)",
                str(d_k),
                equals=true_variance,
                symbols=symbols,
                why=f"Each product of two components has variance 1·1 = 1, and the {d_k} products are independent, so their "
                f"variances add up to {d_k}.",
                hint="What is the variance of one product of two components? How many independent ones are added up?",
                foreseen=told_apart(
                    d_k,
                    (
                        root,
                        Foreseen(
                            f"sqrt({d_k})",
                            f"That is the standard deviation, √{d_k}. The variance is its square: it is the variances of "
                            "independent terms that add up.",
                            "standard-deviation-returned",
                        ),
                    ),
                    (
                        d_k**2,
                        Foreseen(
                            str(d_k**2),
                            f"That is {d_k} squared. Adding {d_k} independent terms adds their variances; only multiplying "
                            "one variable by a number would square that number.",
                            "variance-is-d_k-squared",
                        ),
                    ),
                    (
                        2 * d_k,
                        Foreseen(
                            str(2 * d_k),
                            "That adds the variances of q and of k, as for a sum q + k. Here components are multiplied: "
                            "each product has variance 1·1.",
                            "sum-of-normals",
                        ),
                    ),
                    (
                        1,
                        Foreseen(
                            "1", "That is the variance of a single product of two components; the dot product adds all of them."
                        ),
                    ),
                    (0, Foreseen("0", "That is the mean of q·k. Its values do spread around it.")),
                    (1 / d_k, Foreseen(f"1/{d_k}", "The dot product adds terms up, so its variance grows with their number.")),
                ),
            ),
            number(
                "after_division",
                "the variance of q·k/√d_k",
                "1",
                equals=true_variance * factor,
                symbols=symbols,
                why=f"Dividing by √{d_k} divides the variance by {d_k}, which leaves 1 whatever d_k is.",
                hint="Dividing a variable by a number c divides its variance by the square of c.",
                foreseen=told_apart(
                    1,
                    (
                        root,
                        Foreseen(
                            f"sqrt({d_k})",
                            f"That divides the variance by √{d_k} itself. A number that a variable is divided by acts on the "
                            "variance with its square.",
                            "scalar-not-squared",
                        ),
                    ),
                    (d_k, Foreseen(str(d_k), "That is the variance before the division.")),
                    (
                        1 / d_k,
                        Foreseen(f"1/{d_k}", "That is the factor on the variance, not the variance that comes out of it."),
                    ),
                    (0, Foreseen("0", "That is the mean. Something is left of the variance, whatever q·k is divided by.")),
                    (
                        1 / root,
                        Foreseen(
                            f"1/sqrt({d_k})", "That is what the dot product is multiplied by, not the variance afterwards."
                        ),
                    ),
                ),
            ),
            number(
                "factor",
                "the number that this division multiplies the variance by",
                f"1/{d_k}",
                equals=factor,
                symbols=symbols,
                shown=f"1/{d_k} = {1 / d_k:.6g}",
                why=f"Var(aX) = a²·Var(X), and a = 1/√{d_k} here, so the factor is 1/{d_k}.",
                hint="Var(aX) = a²·Var(X). What is a, when something is divided by √d_k?",
                foreseen=told_apart(
                    1 / d_k,
                    (
                        1 / root,
                        Foreseen(
                            f"1/sqrt({d_k})",
                            "That is the factor on the dot product. On the variance it acts with its square.",
                            "scalar-not-squared",
                        ),
                    ),
                    (root, Foreseen(f"sqrt({d_k})", "That is what the dot product is divided by.", "scale-not-inverted")),
                    (d_k, Foreseen(str(d_k), "The variance is divided by that number, not multiplied.", "scale-not-inverted")),
                    (
                        1,
                        Foreseen(
                            "1", "That is the variance afterwards; asked for is the factor that leads from one to the other."
                        ),
                    ),
                ),
            ),
            number(
                "divided_by_d_k",
                "the variance if q·k were divided by d_k instead",
                f"1/{d_k}",
                equals=true_variance / d_k**2,
                symbols=symbols,
                shown=f"1/{d_k} = {1 / d_k:.6g}",
                why=f"Dividing by {d_k} divides the variance by {d_k}², which leaves {d_k}/{d_k}² = 1/{d_k}: it would "
                "shrink as d_k grows. That is why the divisor is the root.",
                hint="The same rule as before, now with a = 1/d_k.",
                foreseen=told_apart(
                    1 / d_k,
                    (
                        1,
                        Foreseen(
                            "1",
                            f"That divides the variance by {d_k} once. Dividing a variable by {d_k} divides its variance by "
                            f"{d_k} squared.",
                            "divided-by-d_k",
                        ),
                    ),
                    (
                        1 / d_k**2,
                        Foreseen(f"1/{d_k**2}", f"That is the factor on the variance; the variance it acts on was {d_k}."),
                    ),
                    (d_k, Foreseen(str(d_k), "That is the variance without any division.")),
                    (root, Foreseen(f"sqrt({d_k})", "Dividing by d_k divides the variance by d_k squared.")),
                    (1 / root, Foreseen(f"1/sqrt({d_k})", "Dividing by d_k divides the variance by d_k squared.")),
                ),
            ),
        ),
    )


def other_variance(dice: random.Random) -> Question:
    return variance(dice.choice([d_k for d_k in range(12, 1025, 4) if d_k != 64]))


# ---------------------------------------------------------------- q2, scores

TOKENS = ("UPI", "payment", "failed")
OTHER_TOKENS = ("refund", "please", "delayed", "amount")
Q = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])


def vector(values: Sequence[float] | Matrix) -> str:
    return "[" + ", ".join(f"{value:g}".replace("-", "−") for value in values) + "]"


def table(tokens: Sequence[str], q: Matrix, k: Matrix) -> str:
    wide = max(len(vector(row)) for row in q)
    lines = [f"    {token:<9}Q = {vector(a):<{wide}}  K = {vector(b)}" for token, a, b in zip(tokens, q, k, strict=True)]
    return "\n".join(lines)


def score_wrongs(q: Matrix, k: Matrix) -> tuple[Foreseen, ...]:
    right = by_hand("exercise2", "score_matrix", q, k)
    ways = (
        (right.T, "That is the transpose: rows belong to queries, columns to keys.", "scores-transposed"),
        (
            by_hand("exercise2", "scaled_score_matrix", q, k),
            "Those are the scaled scores; the raw ones are asked for, before anything is divided by √d_k.",
            "scaled-too-early",
        ),
        (right / q.shape[1], "Those are the scores divided by d_k; the raw ones are asked for.", "scaled-by-d_k"),
        (q @ q.T, "That is Q·Qᵀ: every query with every query. A score pairs a query with a key.", "queries-with-queries"),
        (k @ k.T, "That is K·Kᵀ: every key with every key. A score pairs a query with a key.", "keys-with-keys"),
        (q * k, "That multiplies Q and K entry by entry. Each score is a whole dot product.", "elementwise-product"),
        (-right, "Every sign is turned round."),
    )
    return tuple(
        Foreseen(text_of(wrong), says, *identifier)
        for wrong, says, *identifier in ways
        if wrong.shape != right.shape or np.abs(wrong - right).max() > 1e-6
    )


def scores(tokens: Sequence[str], q: Matrix, k: Matrix) -> Question:
    right = by_hand("exercise2", "score_matrix", q, k)
    n, d_k = q.shape
    first = " + ".join(f"{a:g}·{b:g}".replace("-", "−") for a, b in zip(q[0], k[0], strict=True))
    return Question(
        f"Compute the raw (unscaled) score matrix Q·Kᵀ for these {n} tokens:\n\n{table(tokens, q, k)}",
        (
            matrix(
                "scores",
                f"the {n}×{n} matrix, a row for each query and a column for each key, in the order above",
                right,
                example="rows in brackets, [[1, 2], [3, 4]], or row after row with a semicolon between: 1 2; 3 4",
                why=f"Row i, column j is query i times key j, component by component. The first entry is {first} = "
                f"{right[0, 0]:g}.",
                hint=f"The entry in row i, column j is the dot product of query i with key j: {d_k} products, added up.",
                foreseen=score_wrongs(q, k),
            ),
        ),
    )


def small_vectors(dice: random.Random, n: int, d_k: int) -> Matrix:
    return np.array([[dice.randint(-2, 3) for _ in range(d_k)] for _ in range(n)], dtype=float)


def other_scores(dice: random.Random) -> Question:
    while True:
        n, d_k = dice.choice([(3, 2), (3, 3), (2, 3), (4, 2)])
        q, k = small_vectors(dice, n, d_k), small_vectors(dice, n, d_k)
        right = q @ k.T
        # Every mistake should show, and no number should be tedious.
        if np.abs(right).max() <= 12 and len(np.unique(right)) >= 3 and len(score_wrongs(q, k)) == 7:
            return scores(dice.sample(OTHER_TOKENS + TOKENS, n), q, k)


# ---------------------------------------------------------------- q3, softmax


def four_decimals(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-", "−")


def exponential_piece(place: int, dot: int, d_k: int) -> Any:
    scaled = dot / math.sqrt(d_k)
    text = f"{dot}/sqrt({d_k})"
    truth = math.exp(scaled)
    return number(
        f"exponential_{place + 1}",
        f"e to the power of the {('first', 'second', 'third')[place]} scaled score",
        f"e^({text})",
        equals=truth,
        shown=f"{truth:.4f}",
        why=f"e^{four_decimals(scaled)} = {truth:.4f}.",
        hint="A power of e is never negative, and e^0 is 1. A calculator's exp does the rest.",
        foreseen=told_apart(
            truth,
            (
                scaled,
                Foreseen(text, "That is the scaled score itself; softmax takes e to the power of it.", "linear-normalisation"),
            ),
            (2**scaled, Foreseen(f"2^({text})", "That is 2 to the power of the score; softmax uses e.", "base-two")),
            (10**scaled, Foreseen(f"10^({text})", "That is 10 to the power of the score; softmax uses e.")),
            (
                math.exp(dot),
                Foreseen(f"e^({dot})", "That is e to the power of the score before it was scaled.", "not-scaled"),
            ),
            (-truth, Foreseen(f"-e^({text})", "A power of e is never negative, whatever the sign of the exponent.")),
            (
                math.exp(-scaled),
                Foreseen(f"e^(-{text})" if dot >= 0 else f"e^({-dot}/sqrt({d_k}))", "The sign of the exponent is lost."),
            ),
            (math.e * scaled, Foreseen(f"e*({text})", "That is e times the score; asked for is e to the power of it.")),
        ),
    )


def softmax_wrongs(dots: Sequence[int], d_k: int) -> tuple[Foreseen, ...]:
    scaled = [dot / math.sqrt(d_k) for dot in dots]
    powers = [math.exp(one) for one in scaled]
    weight = powers[1] / sum(powers)
    texts = [f"({dot}/sqrt({d_k}))" for dot in dots]

    def share(of: str) -> str:
        over = " + ".join(of.replace("x", text) for text in texts)
        return f"{of.replace('x', texts[1])}/({over})"

    twos = [2.0**one for one in scaled]
    raw = [math.exp(dot) for dot in dots]
    total = " + ".join(f"e^{text}" for text in texts)
    return told_apart(
        weight,
        (
            powers[1],
            Foreseen(
                f"e^{texts[1]}",
                "That is the exponential itself; a weight is its share of the sum of all three.",
                "exponentials-not-normalised",
            ),
        ),
        (twos[1] / sum(twos), Foreseen(share("2^x"), "Those are powers of 2; softmax uses powers of e.", "base-two")),
        (
            raw[1] / sum(raw),
            Foreseen(
                " / ".join((f"e^({dots[1]})", "(" + " + ".join(f"e^({dot})" for dot in dots) + ")")),
                "That comes of the scores before they were divided by √d_k.",
                "not-scaled",
            ),
        ),
        (
            1 / 3,
            Foreseen("1/3", "That shares the attention out equally; the second score is not like the others.", "plain-average"),
        ),
        (
            powers[0] / sum(powers),
            Foreseen(f"e^{texts[0]}/({total})", "That is the first key's weight; the middle one is asked for."),
        ),
        (
            powers[2] / sum(powers),
            Foreseen(f"e^{texts[2]}/({total})", "That is the third key's weight; the middle one is asked for."),
        ),
        (
            sum(powers) / powers[1],
            Foreseen(f"({total})/e^{texts[1]}", "That is upside down: the sum over the exponential. A weight is at most 1."),
        ),
        (1, Foreseen("1", "That would leave nothing for the other keys.", "hardmax")),
    )


def softmax(query: str, tokens: Sequence[str], dots: Sequence[int], d_k: int) -> Question:
    scaled = np.array(dots) / math.sqrt(d_k)
    powers = np.exp(scaled)
    weight = float(by_hand("exercise3", "softmax_weights", scaled[np.newaxis])[0, 1])
    texts = [f"e^({dot}/sqrt({d_k}))" for dot in dots]
    places = ("exponential_1", "exponential_2", "exponential_3")
    letters = dict(zip("abc", places, strict=True))
    shown = ", ".join(map(four_decimals, scaled))
    sums = ", ".join(f"{value:.4f}" for value in powers)
    total = float(powers.sum())
    score_sum = sum(dots)
    return Question(
        f"""
        For the query "{query}" the scaled scores with the keys {", ".join(tokens)} are [{shown}]: the dot products
        {vector(dots)} over √{d_k}. Show the arithmetic that produces the middle softmax weight.
        """,
        (
            *(exponential_piece(place, dot, d_k) for place, dot in enumerate(dots)),
            number(
                "sum",
                "the sum of the three exponentials",
                " + ".join(texts),
                equals=total,
                shown=f"{total:.4f}",
                why=f"{' + '.join(f'{value:.4f}' for value in powers)} = {total:.4f}.",
                hint="Add up your three exponentials.",
                carried=(Carried("a + b + c", letters),),
                foreseen=told_apart(
                    total,
                    (
                        score_sum / math.sqrt(d_k),
                        Foreseen(
                            f"({score_sum})/sqrt({d_k})", "Those are the scores added up; the exponentials are asked for."
                        ),
                    ),
                    (1, Foreseen("1", "The weights add up to 1; the exponentials, before they are divided, do not.")),
                ),
            ),
            number(
                "middle_weight",
                f'the weight of the middle key, "{tokens[1]}"',
                f"{texts[1]}/({' + '.join(texts)})",
                equals=weight,
                shown=f"{weight:.4f}",
                why=f"{powers[1]:.4f}/{total:.4f} = {weight:.4f}. The exponentials [{sums}] over their sum add up to 1.",
                hint="A weight is one exponential divided by the sum of all of them.",
                carried=(
                    Carried("b/s", {"b": "exponential_2", "s": "sum"}),
                    Carried("b/(a + b + c)", letters),
                ),
                foreseen=softmax_wrongs(dots, d_k),
            ),
        ),
        lists={"exponentials": places},
    )


def three_digits(value: float) -> str:
    return f"{value:.2e}"


def kind_to_hands(dots: Sequence[int], d_k: int) -> bool:
    """Whether whoever works with the scores as printed, to four decimals, comes to the same three digits."""
    exact = [math.exp(dot / math.sqrt(d_k)) for dot in dots]
    printed = [round(math.exp(round(dot / math.sqrt(d_k), 4)), 4) for dot in dots]
    pairs = [*zip(exact, printed, strict=True), (sum(exact), sum(printed)), (exact[1] / sum(exact), printed[1] / sum(printed))]
    return all(three_digits(a) == three_digits(b) for a, b in pairs)


def other_softmax(dice: random.Random) -> Question:
    while True:
        d_k = dice.choice([2, 3, 5, 6, 7, 8, 10])
        dots = [dice.randint(-3, 3) for _ in range(3)]
        if len(set(dots)) == 3 and dots[1] != 0 and kind_to_hands(dots, d_k):
            tokens = dice.sample(OTHER_TOKENS + TOKENS, 3)
            return softmax(dice.choice(tokens), tokens, dots, d_k)


# ---------------------------------------------------------------- q4, heads


def heads(d_model: int, h: int, order: Sequence[int] = range(5)) -> Question:
    d_k = by_hand("exercise5", "head_dimension", d_model, h)
    same = by_hand("exercise5", "projection_parameters", d_model, h) == by_hand(
        "exercise5", "projection_parameters", d_model, 1
    )
    statements = (
        Choice(
            "the heads can learn different patterns at once",
            "Each head has a softmax of its own, so each can follow a pattern of its own: that is what several heads are for.",
            True,
        ),
        Choice(
            f"{h} heads need {h} times the weights",
            f"Each head is {h} times narrower, so together they have as many weights as one wide head.",
            id="full-width-heads",
        ),
        Choice(
            f"each head works in {d_k} dimensions", f"{d_model} dimensions shared out over {h} heads are {d_k} for each.", True
        ),
        Choice(
            f"each head sees {'an eighth' if h == 8 else f'1/{h}'} of the tokens",
            "Every head sees every token. It is the dimensions that are shared out over the heads.",
            id="tokens-shared-out",
        ),
        Choice(
            "their outputs are concatenated and mixed by W_O",
            "The heads' outputs are put side by side, which gives d_model dimensions again, and W_O mixes them.",
            True,
        ),
    )
    return Question(
        f"""
        A transformer layer has d_model = {d_model} and h = {h} attention heads. What is d_k per head, and why use {h} smaller
        heads instead of one head at the full {d_model} dimensions?
        """,
        (
            number(
                "d_k",
                "d_k, the dimensions of one head",
                str(d_k),
                equals=d_k,
                symbols={"d_model": str(d_model), "h": str(h)},
                units=("dimensions", "dimensions per head", "per head", "dims"),
                why=f"{d_model} dimensions shared out over {h} heads: {d_model}/{h} = {d_k}.",
                hint="The heads share the model's dimensions out among themselves.",
                foreseen=told_apart(
                    d_k,
                    (
                        d_model,
                        Foreseen(
                            str(d_model),
                            "That is the width of the whole model: each head gets a share of it.",
                            "full-width-heads",
                        ),
                    ),
                    (
                        d_model * h,
                        Foreseen(
                            str(d_model * h),
                            "That multiplies by the number of heads; the heads share out.",
                            "dimension-times-heads",
                        ),
                    ),
                    (h, Foreseen(str(h), "That is the number of heads.")),
                    (
                        math.sqrt(d_k),
                        Foreseen(f"sqrt({d_k})", "That is √d_k, what the scores are divided by; d_k itself is asked for."),
                    ),
                    (
                        math.sqrt(d_model),
                        Foreseen(f"sqrt({d_model})", "The dimensions are divided by the number of heads; no root is taken."),
                    ),
                    (d_model - h, Foreseen(str(d_model - h), "The heads share the dimensions out: divide, don't subtract.")),
                    (h / d_model, Foreseen(f"{h}/{d_model}", "That is upside down: the model's dimensions over the heads.")),
                ),
            ),
            several_of(
                "statements",
                "Which of these are true? All of them are wanted.",
                *(statements[place] for place in order),
                why="Each head has its own softmax in its own share of the dimensions, and W_O mixes what they found; the "
                "number of weights stays the same.",
                hint="What is shared out over the heads, dimensions or tokens? What does that do to the number of weights?",
            ),
            true_or_false(
                "parameters_equal",
                f"W_Q, W_K and W_V of all {h} heads together have as many weights as those of one {d_model}-dimensional head.",
                bool(same),
                true_words=("equal", "same", "identical"),
                false_words=("different", "unequal"),
                says=f"Count them: each head has three matrices of {d_model}×{d_k}, and there are {h} heads.",
                id="full-width-heads",
                why=f"{h} heads × 3 matrices × {d_model}×{d_k} weights = 3 × {d_model}×{d_model}, just as for one head.",
                hint="How many weights has one head's W_Q? How many heads are there?",
            ),
            open_sentence(
                "why",
                f"In a sentence or two of your own: why {h} smaller heads instead of one?",
                why="Each head has a softmax of its own, so several patterns can be followed at once, with as many weights.",
            ),
        ),
    )


def other_heads(dice: random.Random) -> Question:
    h = dice.choice([2, 3, 4, 5, 6, 8, 10, 12, 16])
    d_k = dice.choice([16, 24, 32, 40, 48, 64, 80, 96, 128])
    order = dice.sample(range(5), 5)
    return heads(h * d_k, h, order) if (h, d_k) != (8, 64) else other_heads(dice)


# ---------------------------------------------------------------- q5, symmetry


def weight_text(q: Matrix, k: Matrix, i: int, j: int) -> str:
    """One softmax weight, exactly."""
    d_k = q.shape[1]
    powers = [f"e^({q[i] @ key:g}/sqrt({d_k}))" for key in k]
    return f"{powers[j]}/({' + '.join(powers)})"


def mirrored(A: Matrix) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The pairs i < j whose two weights differ, and those whose two are equal."""
    pairs = [(i, j) for i in range(len(A)) for j in range(i + 1, len(A))]
    differ = [(i, j) for i, j in pairs if abs(A[i, j] - A[j, i]) > 1e-9]
    return differ, [pair for pair in pairs if pair not in differ]


def symmetry(tokens: Sequence[str], q: Matrix, k: Matrix, order: Sequence[int] = range(5)) -> Question:
    A = by_hand("exercise3", "attention_weights", q, k)
    differ, equal = mirrored(A)
    wide = max(map(len, tokens)) + 2
    rows = "\n".join(
        f"    {token:<{wide}}[{', '.join(f'{one:.4f}' for one in row)}]" for token, row in zip(tokens, A, strict=True)
    )
    i, j = differ[0]
    here, there = f"{A[i, j]:.4f}", f"{A[j, i]:.4f}"
    causes = (
        Choice(
            "W_Q and W_K differ",
            "That is the chapter's answer, and it counts. But it falls short: W_Q ≠ W_K can make the scores asymmetric, and is "
            "not needed for asymmetric weights. With W_Q = W_K the scores are symmetric, and the softmax still divides each "
            "row by a sum of its own.",
            True,
        ),
        Choice(
            "each row is divided by its own sum",
            "The softmax divides row i by the sum of row i, so even equal scores become unequal weights.",
            True,
        ),
        Choice(
            "queries and keys are different projections, so that even the scores need not be symmetric",
            "Query i with key j and query j with key i are different numbers in general. Even where they are equal, the "
            "softmax divides each row by its own sum.",
            True,
        ),
        Choice(
            "the softmax is random", "Nothing here is random: the same scores give the same weights.", id="softmax-is-random"
        ),
        Choice(
            "the words' order",
            "The formula has no notion of order: with the tokens in another order the same weights come out, reordered.",
            id="order-matters",
        ),
    )
    names = "abcde"
    sound = " or ".join(sorted(names[place] for place, choice in enumerate(order) if choice in (1, 2)))
    return Question(
        "True or false: the attention weights after the softmax are always a symmetric matrix (A_ij = A_ji). Justify it "
        f"with the numbers of this weight matrix, whose rows are queries and columns keys:\n\n{rows}",
        (
            true_or_false(
                "true_false",
                "The weight matrix is always symmetric.",
                False,
                says="Look at two entries that mirror each other across the diagonal.",
                id="always-symmetric",
                why=f"One pair of mirrored entries that differ is enough: {here} and {there}.",
                hint="Compare what i pays to j with what j pays to i, for every pair of tokens.",
            ),
            numbers(
                "weights",
                "the two weights of one pair of tokens that show it",
                *((weight_text(q, k, i, j), weight_text(q, k, j, i)) for i, j in differ),
                equals=tuple((float(A[i, j]), float(A[j, i])) for i, j in differ),
                shown=" or ".join(f"{A[i, j]:.4f} and {A[j, i]:.4f}" for i, j in differ),
                why="The two entries mirror each other across the diagonal, and are different numbers.",
                hint="You need A_ij and A_ji: the entry in row i, column j, and the one in row j, column i.",
                foreseen=(
                    *(
                        Foreseen(
                            f"{weight_text(q, k, i, j)}; {weight_text(q, k, j, i)}",
                            "Those two do mirror each other, but they are equal: they show no asymmetry.",
                            "equal-pair",
                        )
                        for i, j in equal
                    ),
                    *(
                        Foreseen(
                            f"{weight_text(q, k, i, i)}; {weight_text(q, k, j, j)}",
                            "Those two stand on the diagonal; each of them mirrors itself.",
                            "diagonal-only",
                        )
                        for i, j in (*differ, *equal)
                        # Numbers that stand elsewhere too were not necessarily taken from there.
                        if not elsewhere(A, i) and not elsewhere(A, j)
                    ),
                ),
            ),
            one_of(
                "cause",
                "What makes the weights asymmetric? Choose the best explanation.",
                *(causes[place] for place in order),
                shown=sound,
                why="The softmax divides row i by its own sum, so weights can be asymmetric even where the scores are "
                "symmetric; and with different projections even the scores need not be.",
                hint="Suppose that W_Q = W_K, so that the scores are symmetric. What does the softmax then do to each row?",
            ),
            open_sentence(
                "why",
                "In a sentence or two of your own: why can the weights be asymmetric?",
                why="The softmax divides each row by its own sum; and queries and keys come of different projections, so that "
                "even the scores need not be symmetric.",
            ),
        ),
    )


def elsewhere(A: Matrix, place: int) -> bool:
    """Whether a number on the diagonal could be taken for another entry."""
    others = np.delete(A.ravel(), place * len(A) + place)
    return bool(np.isclose(others, A[place, place], rtol=0.011).any())


def other_symmetry(dice: random.Random) -> Question:
    while True:
        q, k = small_vectors(dice, 3, 2), small_vectors(dice, 3, 2)
        A = by_hand("exercise3", "attention_weights", q, k)
        differ, _ = mirrored(A)
        apart = all(abs(A[i, j] - A[j, i]) > 0.02 for i, j in differ)
        if len(differ) >= 2 and apart and A.min() > 0.02:
            return symmetry(dice.sample(OTHER_TOKENS + TOKENS, 3), q, k, dice.sample(range(5), 5))


# ---------------------------------------------------------------- q6, causal mask


def mask(n: int, order: Sequence[int] = range(4)) -> Question:
    right = [(int(i), int(j)) for i, j in by_hand("exercise4", "masked_positions", n)]
    every = [(i, j) for i in range(n) for j in range(n)]

    def listed(pairs: Sequence[tuple[int, int]]) -> str:
        return ", ".join(f"({i}, {j})" for i, j in pairs)

    reasons = (
        Choice(
            "e^(−∞) is 0, so the softmax itself gives weight 0",
            "A score of −∞ becomes e^(−∞) = 0 in the very exponentiation that softmax does anyway.",
            True,
        ),
        Choice(
            "infinite scores are skipped",
            "Nothing is skipped: softmax treats −∞ like any other score, and e^(−∞) is simply 0.",
            id="infinite-scores-skipped",
        ),
        Choice(
            "the values there are 0",
            "V is left as it is. It is the weight on those values that becomes 0.",
            id="values-are-zero",
        ),
        Choice(
            "the gradient is 0",
            "No gradient is needed to compute weights; that it is 0 there follows from the weight being 0.",
            id="gradient-is-zero",
        ),
    )
    return Question(
        f"""
        A causal decoder processes a sequence of {n} tokens. Before the softmax, which entries of the {n}×{n} score matrix are
        set to −∞, and why is no separate zeroing step needed afterwards?
        """,
        (
            cells(
                "cells",
                f"the masked cells (i, j) of the {n}×{n} matrix, query i and key j, counted from 0",
                right,
                n,
                shown=f"j > i: {listed(right)}",
                why="Token i may look at itself and at what came before it, so every cell with j > i is masked.",
                hint="Row i holds what token i looks at. Which tokens come after it?",
                foreseen=(
                    Foreseen(
                        listed([(i + 1, j + 1) for i, j in right]),
                        "The right cells, counted from 1; positions here are counted from 0, so take 1 off each number.",
                        "one-based-positions",
                    ),
                    Foreseen(
                        listed([(j, i) for i, j in right]),
                        "That masks the past: row i is the query, column j the key, and tokens after i have j > i.",
                        "mask-past",
                    ),
                    Foreseen(
                        listed([(i, j) for i, j in every if j >= i]),
                        "That masks the diagonal as well, so that no token could look at itself.",
                        "mask-diagonal",
                    ),
                    Foreseen(
                        listed([(i, j) for i, j in every if j <= i]),
                        "Those are the cells that stay; the masked ones are the others.",
                        "unmasked-positions-listed",
                    ),
                    Foreseen(listed(every), "That masks everything, and nothing would be left to share attention over."),
                    Foreseen(
                        listed([(i, j) for i, j in every if i != j]),
                        "That leaves each token nothing but itself; what came before may be looked at.",
                        "mask-past-and-future",
                    ),
                    Foreseen(
                        listed([(i, i) for i in range(n)]), "That is the diagonal: a token may look at itself.", "diagonal-only"
                    ),
                ),
            ),
            one_of(
                "no_zeroing",
                "Why is no separate zeroing step needed?",
                *(reasons[place] for place in order),
                why="Softmax takes e to the power of every score, and e^(−∞) is 0: masked cells get weight 0 by themselves.",
                hint="What does softmax do to every score first, and what comes out of it at −∞?",
            ),
            open_sentence(
                "why",
                "In a sentence or two of your own: why is a mask added before the softmax, and not multiplied after it?",
                why="Before the softmax the remaining weights still add up to 1; zeroed afterwards they would not.",
            ),
        ),
    )


def other_mask(dice: random.Random) -> Question:
    return mask(dice.choice([3, 5, 6, 7, 8]), dice.sample(range(4), 4))


QUIZ = Quiz(
    title="The chapter's six questions",
    questions=(
        Asked("q1", "Variance of a dot product", variance(64), other_variance),
        Asked("q2", "Raw scores", scores(TOKENS, Q, K), other_scores),
        Asked("q3", "One softmax weight", softmax("payment", TOKENS, (0, 1, -1), 2), other_softmax),
        Asked("q4", "Heads", heads(512, 8), other_heads),
        Asked("q5", "Symmetry", symmetry(TOKENS, Q, K), other_symmetry),
        Asked("q6", "Causal mask", mask(4), other_mask),
    ),
)
