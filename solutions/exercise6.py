"""Exercise 6, asymmetry: references, misconceptions, cases, and the laws that evidence has to obey.

The chapter says that asymmetric weights need W_Q and W_K to differ. They don't, and the two evidence parts show it:
the softmax divides row i by its own sum, so symmetric scores can give asymmetric weights, and asymmetric scores
symmetric ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.content.authoring import (
    Asking,
    Equivalent,
    Exercise,
    Law,
    Misconception,
    Part,
    Relation,
    Returns,
    ask,
    case,
    error,
    hard,
)

# --- references ---------------------------------------------------------------------------------------------------

UNEQUAL_TOKENS = np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]])
SAME_SUMS = np.array([[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]])
SHIFTED_ROWS: NDArray[np.float64] = SAME_SUMS + np.array([[0.0], [3.0], [-1.0]])
"""Symmetric scores whose rows have one sum of powers, so symmetric weights; then each row is shifted as a whole."""


def asymmetry(A: NDArray[np.float64]) -> NDArray[np.float64]:
    check_square(A)
    return A - A.T


def is_symmetric(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.abs(asymmetry(A)).max() <= atol)


def most_asymmetric_pair(A: NDArray[np.float64]) -> tuple[int, int]:
    rows, columns = np.triu_indices(len(A), k=1)
    first = int(np.argmax(np.abs(asymmetry(A)[rows, columns])))
    return int(rows[first]), int(columns[first])


def symmetric_scores_asymmetric_weights() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    # With K = Q the scores are symmetric, whatever Q is.
    return UNEQUAL_TOKENS, UNEQUAL_TOKENS


def asymmetric_scores_symmetric_weights() -> NDArray[np.float64]:
    return SHIFTED_ROWS


def check_square(A: NDArray[np.float64]) -> None:
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(f"a square matrix is needed, not one of shape {A.shape}")


def decision_through_asymmetry(A: NDArray[np.float64], atol: float = 1e-9) -> Asking:
    difference = yield ask("asymmetry", A)
    return bool((np.abs(difference) <= atol).all())


def pair_through_asymmetry(A: NDArray[np.float64]) -> Asking:
    difference = yield ask("asymmetry", A)
    rows, columns = np.triu_indices(len(A), k=1)
    first = int(np.argmax(np.abs(difference[rows, columns])))
    return int(rows[first]), int(columns[first])


# --- misconceptions about the difference --------------------------------------------------------------------------


def absolute_difference(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.abs(A - A.T)


def sum_with_mirror(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return A + A.T


def mean_with_mirror(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return (A + A.T) / 2


def mirror_minus_matrix(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return A.T - A


def half_difference(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return (A - A.T) / 2


def upper_half_only(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.triu(A - A.T)


def squared_difference(A: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray((A - A.T) ** 2)


# --- misconceptions about being symmetric -------------------------------------------------------------------------


def exactly_equal(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((A == A.T).all())


def diagonal_with_itself(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.abs(np.diag(A) - np.diag(A.T)) <= atol).all())


def relative_as_well(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.allclose(A, A.T, atol=atol))


def relative_instead(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.allclose(A, A.T, rtol=atol, atol=0.0))


def allclose_as_it_comes(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.allclose(A, A.T))


def fixed_tolerance(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.abs(A - A.T) <= 1e-9).all())


def sum_of_differences(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.abs(A - A.T).sum() <= atol)


def length_of_differences(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.linalg.norm(A - A.T) <= atol)


def mean_of_differences(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.abs(A - A.T).mean() <= atol)


def square_root_of_mean_square(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool(np.sqrt(((A - A.T) ** 2).mean()) <= atol)


def sum_is_small(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.abs(A + A.T) <= atol).all())


def magnitudes_alike(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.abs(np.abs(A) - np.abs(A.T)) <= atol).all())


def upper_half_signed(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.triu(A - A.T) <= atol).all())


def lower_half_signed(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.tril(A - A.T) <= atol).all())


def some_pair_agrees(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return bool((np.abs(A - A.T)[~np.eye(len(A), dtype=bool)] <= atol).any())


def answer_reversed(A: NDArray[np.float64], atol: float = 1e-9) -> bool:
    return not is_symmetric(A, atol)


# --- misconceptions about the pair --------------------------------------------------------------------------------


def first_largest(values: NDArray[np.float64]) -> tuple[int, int]:
    """Where the largest number of a matrix first stands, above the diagonal."""
    rows, columns = np.triu_indices(len(values), k=1)
    first = int(np.argmax(values[rows, columns]))
    return int(rows[first]), int(columns[first])


def largest_anywhere(values: NDArray[np.float64]) -> tuple[int, int]:
    row, column = np.unravel_index(int(np.argmax(values)), values.shape)
    return int(row), int(column)


def largest_signed(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(A - A.T)


def largest_signed_mirrored(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(A.T - A)


def largest_signed_anywhere(A: NDArray[np.float64]) -> tuple[int, int]:
    return largest_anywhere(A - A.T)


def largest_signed_mirrored_anywhere(A: NDArray[np.float64]) -> tuple[int, int]:
    return largest_anywhere(A.T - A)


def pair_backwards(A: NDArray[np.float64]) -> tuple[int, int]:
    i, j = most_asymmetric_pair(A)
    return j, i


def largest_gap_anywhere(A: NDArray[np.float64]) -> tuple[int, int]:
    return largest_anywhere(np.abs(A - A.T))


def last_gap_anywhere(A: NDArray[np.float64]) -> tuple[int, int]:
    """The last one in row order of the whole matrix, which is below the diagonal."""
    gaps = np.abs(A - A.T)
    row, column = np.argwhere(gaps == gaps.max())[-1]
    return int(row), int(column)


def largest_entry(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(A)


def largest_entry_anywhere(A: NDArray[np.float64]) -> tuple[int, int]:
    return largest_anywhere(A)


def largest_sum(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(A + A.T)


def largest_magnitude_of_sum(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(np.abs(A + A.T))


def last_of_a_tie(A: NDArray[np.float64]) -> tuple[int, int]:
    rows, columns = np.triu_indices(len(A), k=1)
    gaps = np.abs(A - A.T)[rows, columns]
    last = int(np.flatnonzero(gaps == gaps.max())[-1])
    return int(rows[last]), int(columns[last])


def first_by_columns(A: NDArray[np.float64]) -> tuple[int, int]:
    columns, rows = np.tril_indices(len(A), k=-1)
    first = int(np.argmax(np.abs(A - A.T)[rows, columns]))
    return int(rows[first]), int(columns[first])


def smallest_gap(A: NDArray[np.float64]) -> tuple[int, int]:
    return first_largest(-np.abs(A - A.T))


def counted_from_one(A: NDArray[np.float64]) -> tuple[int, int]:
    i, j = most_asymmetric_pair(A)
    return i + 1, j + 1


# --- evidence that does not do ------------------------------------------------------------------------------------


def weights_symmetric_too() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.eye(3), np.eye(3)


def scores_not_symmetric() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return CHAPTER_Q, CHAPTER_K


def one_token_pair() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array([[1.0, 2.0]]), np.array([[1.0, 2.0]])


def scores_symmetric_too() -> NDArray[np.float64]:
    return np.array([[1.0, 2.0], [2.0, 1.0]])


def weights_not_symmetric() -> NDArray[np.float64]:
    return np.array([[0.0, 1.0], [0.0, 0.0]])


def columns_shifted() -> NDArray[np.float64]:
    return np.array([[0.0, 3.0], [0.0, 3.0]])


def one_score() -> NDArray[np.float64]:
    return np.array([[1.0]])


# --- inputs -------------------------------------------------------------------------------------------------------

CHAPTER_Q = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
CHAPTER_K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]])
CHAPTER_WEIGHTS = np.array([[0.4011, 0.1978, 0.4011], [0.2840, 0.5760, 0.1400], [0.4011, 0.4011, 0.1978]])
SIMILARITIES = np.array([[1.0, 0.5, -0.25], [0.5, 1.0, 0.75], [-0.25, 0.75, 1.0]])


def chapter_weights() -> NDArray[np.float64]:
    powers = np.exp(CHAPTER_Q @ CHAPTER_K.T / np.sqrt(2.0))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def matrix(seed: int, n: int, spread: float = 1.0) -> NDArray[np.float64]:
    return np.round(np.random.default_rng(seed).normal(0.0, spread, (n, n)), 3)


def exact(seed: int, n: int) -> NDArray[np.float64]:
    """Small numbers of all the digits that a float has, so that rounding shows."""
    return np.random.default_rng(seed).normal(0.0, 0.001, (n, n))


def mirrored(seed: int, n: int, spread: float = 1.0) -> NDArray[np.float64]:
    """A matrix that is symmetric to the last bit."""
    upper = np.triu(matrix(seed, n, spread))
    return upper + np.triu(upper, k=1).T


def lifted(A: NDArray[np.float64], *cells: tuple[int, int, float]) -> NDArray[np.float64]:
    """`A` with something added in some cells."""
    lifted = A.copy()
    for i, j, by in cells:
        lifted[i, j] += by
    return lifted


def circulant(seed: int, n: int) -> NDArray[np.float64]:
    """Each row is the one before, turned by one place: all rows and all columns have the same sum."""
    row = matrix(seed, n)[0]
    return np.array([np.roll(row, i) for i in range(n)])


def antisymmetric(seed: int, n: int) -> NDArray[np.float64]:
    square = matrix(seed, n)
    return square - square.T


def sixteenths(seed: int, n: int) -> NDArray[np.float64]:
    """Small numbers that binary holds exactly, so that equal differences are equal to the last bit."""
    return np.asarray(np.random.default_rng(seed).integers(-16, 17, (n, n)) / 16.0)


def all_off_by(seed: int, n: int, by: float) -> NDArray[np.float64]:
    """Symmetric but for `by` in every pair, on alternating sides."""
    signs = np.where((np.add.outer(np.arange(n), np.arange(n)) % 2) == 0, 1.0, -1.0)
    return mirrored(seed, n) + np.triu(signs * by, k=1)


# --- the exercise -------------------------------------------------------------------------------------------------

REASON = "The softmax divides row i by the sum of row i and row j by the sum of row j."

DIFFERENCE_PART = Part(
    function=asymmetry,
    returns=Returns("array", (("queries", "keys"),)),
    task="Subtract from a square matrix its mirror image: row i, column j is A[i, j] minus A[j, i].",
    points=2.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's weights", CHAPTER_WEIGHTS),
        case("two tokens", np.array([[1.0, 5.0], [2.0, 1.0]])),
        case("a matrix that is symmetric", SIMILARITIES),
        case("some numbers of both signs", matrix(601, 4), hidden=True),
        case("more tokens", matrix(602, 7), hidden=True),
        case("numbers in the tens", matrix(603, 5, 30.0), hidden=True),
        case("only negative numbers", -np.abs(matrix(604, 3)) - 0.5, hidden=True),
        case("the opposite of its mirror image already", antisymmetric(605, 4), hidden=True),
        case("all rows and columns with the same sum", circulant(606, 5), hidden=True),
        case("nothing below the diagonal", np.triu(matrix(607, 6)), hidden=True),
        case("symmetric, with a busy diagonal", mirrored(608, 5), hidden=True),
        case("small numbers of many digits", exact(612, 4), hidden=True),
        hard("one token", np.array([[3.5]])),
        hard("numbers in the thousands", matrix(609, 4, 3000.0), hidden=True, large=True),
        hard("many tokens", matrix(610, 30), hidden=True),
        error("more columns than rows", np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),
        error("one row only", np.array([[1.5, 2.5, -3.5]]), hidden=True),
        error("one column only", np.array([[1.5], [-2.5]]), hidden=True),
        error("more rows than columns", np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), hidden=True),
    ),
    laws=(Law("antisymmetric", "seen from the other token, the difference has the opposite sign"),),
    relations=(
        Relation(
            "multiplied",
            "swapping who looks and who is looked at turns every sign round",
            "the chapter's weights",
            lambda A: (A.T,),
            {"by": -1},
        ),
        Relation(
            "same",
            "adding the same to both mirrored entries changes nothing",
            "some numbers of both signs",
            lambda A: (A + mirrored(611, 4, 2.0),),
        ),
    ),
    misconceptions=(
        Misconception(
            "absolute-difference",
            absolute_difference,
            "This takes the absolute value of the difference, so it no longer says who gives more.",
            "The two mirrored entries of the result are opposites: one positive, one negative.",
        ),
        Misconception(
            "symmetrised",
            sum_with_mirror,
            "This adds the mirror image, which makes any matrix symmetric.",
            "A sum doesn't care about the order of the two; a difference does.",
        ),
        Misconception(
            "symmetrised",
            mean_with_mirror,
            "This is the mean of the matrix and its mirror image, its symmetric half.",
            "A sum doesn't care about the order of the two; a difference does.",
        ),
        Misconception(
            "transposed-sign",
            mirror_minus_matrix,
            "This subtracts the other way round, so every sign is turned.",
            "Row i, column j starts from A[i, j]; what is taken away is its mirror.",
        ),
        Misconception(
            "half-the-difference",
            half_difference,
            "This halves the difference.",
            "The whole difference is asked for, so that it is in the same unit as the weights.",
        ),
        Misconception(
            "squared-difference",
            squared_difference,
            "This squares the difference, so it no longer says who gives more.",
            "Leave the difference as it is, with its sign.",
        ),
        Misconception(
            "upper-half-only",
            upper_half_only,
            "This fills in only the half above the diagonal.",
            "The result has an entry for (i, j) and one for (j, i).",
        ),
    ),
    hints=(
        "Which entry is the mirror image of row i, column j?",
        (
            "The mirror image of a matrix is its transpose, A.T in numpy; but look at the shape first, since numpy stretches a "
            "single row to fit a column."
        ),
        "A = [[0, 4], [1, 0]]: its mirror image is [[0, 1], [4, 0]], and taking that away leaves [[0, 3], [-3, 0]].",
    ),
    why=(
        "In the chapter's weights the entry for UPI and payment is 0.1978 - 0.2840 = -0.0862: UPI gives payment less than it "
        "gets back. Any matrix is the sum of a symmetric half and half of this difference, so the difference is 0 exactly when "
        "the matrix is symmetric."
    ),
)

DECISION_PART = Part(
    function=is_symmetric,
    builds_on=(decision_through_asymmetry,),
    returns=Returns("truth"),
    task="Decide whether no two mirrored entries of a square matrix are further apart than atol.",
    points=2.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's weights", CHAPTER_WEIGHTS),
        case("a table of similarities, with some rounding", lifted(SIMILARITIES, (0, 2, 1e-12))),
        case("a generous atol", np.array([[0.0, 1.0], [1.5, 0.0]]), atol=0.6),
        case("every pair differs", np.array([[0.0, 2.0, -1.0], [-2.0, 0.0, 3.0], [1.0, -3.0, 0.0]])),
        case("symmetric to the last digit", mirrored(619, 3), hidden=True),
        case("a little asymmetry in numbers of ordinary size", lifted(mirrored(620, 4), (2, 3, 1e-4)), hidden=True),
        case("large numbers, a difference that is small beside them", lifted(mirrored(621, 4, 1e6), (1, 3, 0.5)), hidden=True),
        case("a tiny difference, but above atol", lifted(mirrored(622, 3), (2, 0, 5e-9)), hidden=True),
        case("tiny numbers, closer together than atol", np.array([[2e-11, 4e-11], [9e-11, 1e-11]]), hidden=True),
        case("only the pair in the far corner differs", lifted(mirrored(623, 6), (0, 5, 0.25)), hidden=True),
        case("one pair, larger below the diagonal", lifted(mirrored(624, 5), (3, 1, 0.3)), hidden=True),
        case("one pair, larger above the diagonal", lifted(mirrored(625, 5), (1, 3, 0.3)), hidden=True),
        case("an atol finer than the usual one", lifted(mirrored(626, 4), (1, 2, 1e-11)), hidden=True, atol=1e-13),
        case(
            "an atol coarser than the usual one, but exceeded", lifted(mirrored(627, 4), (0, 2, 0.01)), hidden=True, atol=1e-3
        ),
        case(
            "an atol coarser than the usual one, and kept to", lifted(mirrored(628, 5), (4, 2, -0.03)), hidden=True, atol=0.05
        ),
        case("every pair differs a little, none too much", all_off_by(629, 6, 0.04), hidden=True, atol=0.05),
        case("one pair differs too much, most not at all", lifted(mirrored(630, 8), (2, 6, 0.06)), hidden=True, atol=0.05),
        case("one pair differs far too much, most not at all", lifted(mirrored(640, 12), (9, 3, 0.4)), hidden=True, atol=0.05),
        case("the opposite of its mirror image", antisymmetric(631, 4), hidden=True),
        case("all rows and columns with the same sum", circulant(632, 5), hidden=True),
        case("symmetric, with a busy diagonal", mirrored(633, 5, 3.0), hidden=True),
        case("symmetric along the other diagonal only", mirrored(634, 4)[::-1], hidden=True),
        case("every upper entry is larger", np.array([[2.0, 1.0, 1.5], [0.5, 1.0, 2.0], [0.25, 0.5, 3.0]]), hidden=True),
        case("symmetric, of both signs, some rounding", lifted(mirrored(635, 7), (5, 6, -7e-10), (0, 1, 5e-10)), hidden=True),
        hard("one token", np.array([[0.7]])),
        hard("huge numbers that are symmetric", mirrored(636, 5, 1e8), hidden=True),
        hard("huge numbers that are not", lifted(mirrored(637, 5, 1e8), (4, 3, 0.01)), hidden=True),
        hard("many tokens, one pair astray", lifted(mirrored(638, 40), (37, 12, 1e-7)), hidden=True),
        hard("many tokens that are symmetric", mirrored(639, 40), hidden=True),
        error("more columns than rows", np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),
        error("one row only", np.array([[1.25, 1.25, 1.25]]), hidden=True),
        error("one column only", np.array([[1.25], [1.25]]), hidden=True),
        error("more rows than columns", np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), hidden=True, atol=10.0),
    ),
    equivalents=(
        Equivalent(
            "is_symmetric: np.abs(asymmetry(A)).max() <= atol → np.abs(asymmetry(A)).max() < atol in "
            "`return bool(np.abs(asymmetry(A)).max() <= atol)`",
            "a difference of exactly atol is rounding luck, and no case has one",
        ),
    ),
    misconceptions=(
        Misconception(
            "exact-comparison",
            exactly_equal,
            "This asks for equality to the last bit and leaves no room for rounding.",
            "Two ways to compute the same number often differ in the last digits; what is atol for?",
        ),
        Misconception(
            "diagonal-only",
            diagonal_with_itself,
            "This compares the diagonal with itself, so the answer is always True.",
            "A diagonal entry is its own mirror image; the others are what counts.",
        ),
        Misconception(
            "relative-tolerance",
            relative_as_well,
            "This allows more room for larger numbers, as np.allclose does unless it is told not to.",
            "np.allclose adds rtol times the size of the number to atol: what would rtol have to be?",
        ),
        Misconception(
            "relative-tolerance",
            relative_instead,
            "This measures the differences relative to the numbers.",
            "atol is absolute: it means the same for tiny and for huge numbers.",
        ),
        Misconception(
            "relative-tolerance",
            allclose_as_it_comes,
            "This is np.allclose with its own tolerances, one of them relative.",
            "np.allclose takes both tolerances as arguments; atol is given here, and nothing is relative.",
        ),
        Misconception(
            "tolerance-ignored",
            fixed_tolerance,
            "This always allows 1e-9, whatever atol is.",
            "atol may be given by whoever calls the function.",
        ),
        Misconception(
            "differences-added-up",
            sum_of_differences,
            "This adds up all differences before it compares them with atol.",
            "Many small differences are still small, each of them.",
        ),
        Misconception(
            "differences-added-up",
            length_of_differences,
            "This takes the norm of all differences together before it compares it with atol.",
            "Many small differences are still small, each of them.",
        ),
        Misconception(
            "differences-averaged",
            mean_of_differences,
            "This averages the differences, so that one large one goes under among many small ones.",
            "One pair that differs is enough for a matrix not to be symmetric.",
        ),
        Misconception(
            "differences-averaged",
            square_root_of_mean_square,
            "This averages the squared differences, so that one large one goes under among many small ones.",
            "One pair that differs is enough for a matrix not to be symmetric.",
        ),
        Misconception(
            "symmetrised",
            sum_is_small,
            "This adds the mirrored entries instead of subtracting them.",
            "Equal entries have the difference 0; what is their sum?",
        ),
        Misconception(
            "sign-ignored",
            magnitudes_alike,
            "This compares magnitudes, so that 2 and -2 pass for equal.",
            "Take the difference first, and its magnitude then.",
        ),
        Misconception(
            "signed-maximum",
            upper_half_signed,
            "This misses pairs in which the lower entry is the larger one.",
            "A difference of -5 is not below a tolerance in any useful sense.",
        ),
        Misconception(
            "signed-maximum",
            lower_half_signed,
            "This misses pairs in which the upper entry is the larger one.",
            "A difference of -5 is not below a tolerance in any useful sense.",
        ),
        Misconception(
            "any-instead-of-all",
            some_pair_agrees,
            "This is satisfied as soon as one pair agrees.",
            "Symmetric means that every pair agrees.",
        ),
        Misconception(
            "answer-reversed",
            answer_reversed,
            "This says True where it should say False, and False where it should say True.",
            "Say the name of the function aloud as a question, and answer that.",
        ),
    ),
    hints=(
        "When is a matrix not symmetric: when all pairs differ, or when one does? And how much is differing?",
        "Take np.abs of the difference to the transpose and compare its largest entry with atol.",
        (
            "A = [[0, 4], [1, 0]] with atol = 2: the mirrored entries 4 and 1 are 3 apart, more than 2, so False. With atol = "
            "5 it is True."
        ),
    ),
    why=(
        "The tolerance is there because the same number computed in two ways differs in its last digits. It is absolute, since "
        "a weight is a share between 0 and 1 and a difference of 0.001 in it means the same anywhere."
    ),
)

PAIR_PART = Part(
    function=most_asymmetric_pair,
    builds_on=(pair_through_asymmetry,),
    returns=Returns("pair", (("pair",),)),
    task="Find the pair (i, j), i < j, whose mirrored entries are furthest apart, the first in row order on a tie.",
    points=2.0,
    axes_may_differ=False,
    cases=(
        case("the chapter's weights", CHAPTER_WEIGHTS),
        case("the lower entry is the larger one", np.array([[0.0, 4.0, 1.0], [3.0, 0.0, 1.0], [8.0, 1.0, 0.0]])),
        case("the upper entry is the larger one", np.array([[0.0, 2.0, 1.0], [0.0, 0.0, 6.0], [3.0, 1.0, 0.0]])),
        case("a matrix that is symmetric", SIMILARITIES),
        case("some numbers of both signs", matrix(641, 4), hidden=True),
        case("more tokens", matrix(642, 7), hidden=True),
        case("the upper entry is the larger one, further down", lifted(matrix(643, 5), (1, 3, 9.0)), hidden=True),
        case("the lower entry is the larger one, further down", lifted(matrix(644, 5), (4, 2, 9.0)), hidden=True),
        case("the last pair of all", lifted(matrix(645, 6), (5, 4, 9.0)), hidden=True),
        case("the far corner", lifted(matrix(646, 6), (0, 5, -9.0)), hidden=True),
        case(
            "the largest numbers do not differ",
            lifted(sixteenths(647, 5), (1, 2, 50.0), (2, 1, 50.0), (3, 3, 90.0)),
            hidden=True,
        ),
        case("only negative numbers", -np.abs(matrix(648, 4, 3.0)) - 1.0, hidden=True),
        case("a tie within one row", lifted(mirrored(0, 5, 0.0), (1, 4, 0.75), (1, 2, -0.75), (3, 4, 0.5)), hidden=True),
        case("a tie between rows, of opposite signs", lifted(SIMILARITIES, (2, 0, 2.5), (1, 2, 2.5)), hidden=True),
        case(
            "a tie that rows and columns order differently",
            lifted(mirrored(0, 5, 0.0), (0, 4, 1.5), (2, 1, 1.5), (2, 3, 1.0)),
            hidden=True,
        ),
        case(
            "a tie of two negative differences",
            lifted(mirrored(0, 4, 0.0), (3, 1, 0.5), (3, 2, 0.5), (0, 3, 0.25)),
            hidden=True,
        ),
        case(
            "two differences that are almost a tie",
            lifted(mirrored(0, 5, 0.0), (0, 3, 0.75), (4, 1, 0.75 + 2.0**-18), (2, 3, 0.5)),
            hidden=True,
        ),
        case("symmetric, with a busy diagonal", mirrored(649, 6, 4.0), hidden=True),
        hard("a pair of tokens", np.array([[0.5, 0.25], [0.75, 0.5]])),
        hard("a pair of tokens that is symmetric", np.array([[9.0, 1.0], [1.0, -9.0]]), hidden=True),
        hard(
            "huge numbers with small differences",
            lifted(np.round(mirrored(650, 5, 4096.0)), (1, 4, 0.5), (3, 2, 1.0), (4, 0, 0.25)),
            hidden=True,
        ),
        hard("many tokens", lifted(matrix(651, 30), (28, 17, 11.0)), hidden=True),
        hard("everything ties", np.triu(np.ones((6, 6))), hidden=True),
        error("more columns than rows", np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),
        error("one row only", np.array([[1.5, 2.5, -3.5]]), hidden=True),
        error("one column only", np.array([[1.5], [-2.5]]), hidden=True),
        error("more rows than columns", np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), hidden=True),
    ),
    relations=(
        Relation(
            "same", "it does not matter which of the two gives more", "the lower entry is the larger one", lambda A: (A.T,)
        ),
        Relation(
            "same",
            "adding the same to both mirrored entries changes nothing",
            "some numbers of both signs",
            lambda A: (A + mirrored(652, 4, 8.0),),
        ),
        Relation("same", "tripling all numbers and turning their signs changes nothing", "more tokens", lambda A: (-3.0 * A,)),
    ),
    misconceptions=(
        Misconception(
            "signed-maximum",
            largest_signed,
            "This looks for the largest difference with its sign, so it misses pairs in which the lower entry is larger.",
            "Further apart is further apart, whichever of the two is larger.",
        ),
        Misconception(
            "signed-maximum",
            largest_signed_mirrored,
            "This looks for the largest difference with its sign, so it misses pairs in which the upper entry is larger.",
            "Further apart is further apart, whichever of the two is larger.",
        ),
        Misconception(
            "signed-maximum",
            largest_signed_anywhere,
            (
                "This looks for the largest difference with its sign over the whole matrix, so the pair comes in the order of "
                "its sign."
            ),
            "The answer has i < j, whichever of the two entries is larger.",
        ),
        Misconception(
            "signed-maximum",
            largest_signed_mirrored_anywhere,
            (
                "This looks for the largest difference with its sign over the whole matrix, so the pair comes in the order of "
                "its sign."
            ),
            "The answer has i < j, whichever of the two entries is larger.",
        ),
        Misconception(
            "ordered-pair-reversed",
            pair_backwards,
            "This gives the pair as (j, i), the larger position first.",
            "Row first, column second, above the diagonal.",
        ),
        Misconception(
            "ordered-pair-reversed",
            last_gap_anywhere,
            "This finds the pair below the diagonal, where the larger position comes first.",
            "Each pair stands twice in the matrix; take it from above the diagonal.",
        ),
        Misconception(
            "counts-the-diagonal",
            largest_gap_anywhere,
            "This also searches cells that are no pair, so a symmetric matrix gives (0, 0), a token with itself.",
            "A pair is two different tokens: search only where i < j.",
        ),
        Misconception(
            "largest-entry",
            largest_entry,
            "This looks for the largest entry, not the largest difference.",
            "Large entries may well be equal to their mirror image.",
        ),
        Misconception(
            "largest-entry",
            largest_entry_anywhere,
            "This looks for the largest entry, not the largest difference.",
            "Large entries may well be equal to their mirror image.",
        ),
        Misconception(
            "symmetrised",
            largest_sum,
            "This looks for the largest sum of two mirrored entries.",
            "How far two numbers are apart is their difference.",
        ),
        Misconception(
            "symmetrised",
            largest_magnitude_of_sum,
            "This looks for the largest sum of two mirrored entries.",
            "How far two numbers are apart is their difference.",
        ),
        Misconception(
            "tie-not-in-row-order",
            last_of_a_tie,
            "This takes the last of several pairs that are equally far apart.",
            "On a tie the first pair in row order counts.",
        ),
        Misconception(
            "tie-not-in-row-order",
            first_by_columns,
            "This goes through the pairs column by column, which matters when several are equally far apart.",
            "On a tie the first pair in row order counts: all of row 0 before row 1.",
        ),
        Misconception(
            "smallest-difference",
            smallest_gap,
            "This finds the pair that differs least.",
            "Furthest apart is asked for, the largest distance.",
        ),
        Misconception(
            "one-based-positions",
            counted_from_one,
            "This counts the tokens from 1.",
            "In Python, and in this exercise, the first token is token 0.",
        ),
    ),
    hints=(
        "What is to be largest: an entry, a difference, or a difference without its sign? And over which cells do you search?",
        "np.triu_indices with k=1 lists the pairs i < j in row order, and np.argmax gives the first of several equal maxima.",
        (
            "A = [[0, 1], [6, 0]]: there is one pair, (0, 1), and its entries 1 and 6 are 5 apart. The answer is (0, 1), "
            "although the larger entry stands in row 1."
        ),
    ),
    why=(
        "Each pair stands in the matrix twice, with opposite signs, so the search takes one half and ignores the sign. In the "
        "chapter's weights it is payment and failed: payment gives failed 0.1400 and gets 0.4011 back."
    ),
)

WITHIN = "finite numbers, 2 to 50 tokens"
PAIR_OF_MATRICES = (("tokens", "d_k"), ("tokens", "d_k"))

FIRST_EVIDENCE_PART = Part(
    function=symmetric_scores_asymmetric_weights,
    returns=Returns("arrays", PAIR_OF_MATRICES),
    task="Find queries and keys whose scores are symmetric while their weights are not.",
    points=2.0,
    axes_may_differ=False,
    judged_by_laws=True,
    cases=(case("your queries and keys"),),
    laws=(
        Law("tokens-within", f"Q and K have one shape, {WITHIN}", params={"least": 2, "most": 50}, decides=True),
        Law("symmetric", "the scores are symmetric, to within 1e-9", params={"of": "scores"}, decides=True),
        Law("asymmetric", "the weights are not symmetric, by at least 0.001", params={"of": "weights"}, decides=True),
    ),
    misconceptions=(
        Misconception(
            "weights-symmetric-too",
            weights_symmetric_too,
            "The scores are symmetric, but so are the weights.",
            "The rows must not all have the same sum of powers: let one token have a longer vector than another.",
            laws=(
                Law("tokens-within", WITHIN, params={"least": 2, "most": 50}),
                Law("symmetric", "the scores are symmetric", params={"of": "scores"}),
                Law("symmetric", "the weights are symmetric", params={"of": "weights"}),
            ),
        ),
        Misconception(
            "scores-not-symmetric",
            scores_not_symmetric,
            "Already the scores are not symmetric, so the softmax is not yet to blame.",
            "What happens to the scores when every token asks for just what it has to offer?",
            laws=(
                Law("tokens-within", WITHIN, params={"least": 2, "most": 50}),
                Law("asymmetric", "the scores are not symmetric", params={"of": "scores"}),
            ),
        ),
        Misconception(
            "one-token-only",
            one_token_pair,
            "A single token has nobody to be unequal with.",
            "It takes at least two tokens.",
            laws=(Law("tokens-within", "one token", params={"least": 1, "most": 1}),),
        ),
    ),
    hints=(
        (
            "When is the score of i with j the same as that of j with i, whatever the numbers? And by what is each row divided "
            "after that?"
        ),
        (
            "Make the scores symmetric by construction: what if K is Q? Then look at the row sums of np.exp of the scores "
            "(axis=1)."
        ),
        (
            "Scores [[a, b], [b, c]] are symmetric. Weight (0, 1) is e^b divided by e^a + e^b, weight (1, 0) is e^b divided by "
            "e^b + e^c: they differ as soon as a and c do."
        ),
    ),
    why=(
        "The chapter says that asymmetric weights are only possible because W_Q and W_K differ. Your example shows more: here "
        "the scores are symmetric, as they are whenever W_Q = W_K, and the weights still are not, because the softmax divides "
        "each row by a sum of its own. The chapter's own pair is of this kind: UPI and payment score 0 with each other both "
        "ways, yet 0.1978 and 0.2840 come out. Different projections make the scores asymmetric as well; for the weights that "
        "is one cause, not the only one."
    ),
)

SECOND_EVIDENCE_PART = Part(
    function=asymmetric_scores_symmetric_weights,
    returns=Returns("array", (("queries", "keys"),)),
    task="Find a square matrix of scores that is not symmetric while its row softmax is.",
    points=2.0,
    axes_may_differ=False,
    judged_by_laws=True,
    cases=(case("your scores"),),
    laws=(
        Law("tokens-within", f"a square matrix, {WITHIN}", params={"least": 2, "most": 50}, decides=True),
        Law("asymmetric", "the scores are not symmetric, by at least 0.001", params={"of": "itself"}, decides=True),
        Law("symmetric", "the weights are symmetric, to within 1e-9", params={"of": "row-softmax"}, decides=True),
    ),
    misconceptions=(
        Misconception(
            "scores-symmetric-too",
            scores_symmetric_too,
            "The scores are symmetric themselves.",
            "Start from symmetric weights if you like, but then do something to the scores that the softmax does not notice.",
            laws=(
                Law("tokens-within", WITHIN, params={"least": 2, "most": 50}),
                Law("symmetric", "the scores are symmetric", params={"of": "itself"}),
            ),
        ),
        Misconception(
            "weights-not-symmetric",
            weights_not_symmetric,
            "The scores are not symmetric, but neither are the weights.",
            "Begin with scores whose weights are symmetric, and change them in a way that the softmax does not notice.",
            laws=(
                Law("tokens-within", WITHIN, params={"least": 2, "most": 50}),
                Law("asymmetric", "the scores are not symmetric", params={"of": "itself"}),
                Law("asymmetric", "the weights are not symmetric", params={"of": "row-softmax"}),
            ),
        ),
        Misconception(
            "weights-not-symmetric",
            columns_shifted,
            "The scores are not symmetric, but neither are the weights.",
            "Begin with scores whose weights are symmetric, and change them in a way that the softmax does not notice.",
            laws=(
                Law("tokens-within", WITHIN, params={"least": 2, "most": 50}),
                Law("asymmetric", "the scores are not symmetric", params={"of": "itself"}),
                Law("asymmetric", "the weights are not symmetric", params={"of": "row-softmax"}),
            ),
        ),
        Misconception(
            "one-token-only",
            one_score,
            "A single token has nobody to be unequal with.",
            "It takes at least two tokens.",
            laws=(Law("tokens-within", "one token", params={"least": 1, "most": 1}),),
        ),
    ),
    hints=(
        "In exercise 3 you could change the scores of a row and its weights stayed as they were. How?",
        (
            "Adding one number to a whole row leaves its softmax alone; an addition of shape (n, 1) does that for all rows at "
            "once."
        ),
        (
            "Scores [[1, 1], [1, 1]] have the weights [[0.5, 0.5], [0.5, 0.5]], which are symmetric. What may happen to the "
            "second row so that its two weights stay equal?"
        ),
    ),
    why=(
        "Adding a constant to a row changes its scores and not its weights, since the factor cancels in the division. So "
        "asymmetric scores need not mean asymmetric weights, and the chapter's test, whether the scores of i with j and of j "
        "with i agree, decides nothing about the weights. What decides is the scores together with the row sums. The answer to "
        "the chapter's question stays: weights are not always symmetric, as 0.1978 and 0.2840 show."
    ),
)

EXERCISE = Exercise(
    title="Asymmetry",
    parts=(DIFFERENCE_PART, DECISION_PART, PAIR_PART, FIRST_EVIDENCE_PART, SECOND_EVIDENCE_PART),
    printed=(
        ("weight(UPI to payment) = 0.1978, the upper of two mirrored entries", lambda: float(chapter_weights()[0, 1]), 0.1978),
        (
            "weight(payment to UPI) = 0.2840: the upper one less its asymmetry",
            lambda: float(chapter_weights()[0, 1] - asymmetry(chapter_weights())[0, 1]),
            0.2840,
        ),
        ("the weight matrix is not symmetric: false", lambda: is_symmetric(chapter_weights()), False),
        ("UPI and payment score 0 with each other both ways", lambda: float(asymmetry(CHAPTER_Q @ CHAPTER_K.T)[0, 1]), 0.0),
    ),
)
