"""Every form of answer that the contract lists, and those that students type besides."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader.content.questions import ChoiceKey
from grader.quiz.matrices import read_matrix
from grader.quiz.numbers import counts_as, interval, parsed
from grader.quiz.positions import read_cells
from grader.quiz.problems import NotRead
from grader.quiz.typed import read_number, read_numbers
from grader.quiz.words import read_letters, read_truth

# ---------------------------------------------------------------- numbers


def value(text: str) -> Fraction:
    low, high = interval(read_number(text, {"d_k": parsed("64")}, ("dimensions", "per head")), 40)
    assert low == high
    return low


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("64", "64"),
        ("64.0", "64"),
        ("+64.", "64"),
        ("６４", "64"),
        ("−3", "-3"),
        ("–3", "-3"),
        ("1/64", "1/64"),
        ("½", "1/2"),
        ("\\frac{1}{64}", "1/64"),
        ("$1/64$", "1/64"),
        ("0.0156", "0.0156"),
        (".5", "0.5"),
        ("2^-6", "1/64"),
        ("2**-6", "1/64"),
        ("2⁻⁶", "1/64"),
        ("(1/8)^2", "1/64"),
        ("1/8²", "1/64"),
        ("sqrt(64)", "8"),
        ("√64", "8"),
        ("√(64)", "8"),
        ("64^(1/2)", "8"),
        ("e^0", "1"),
        ("e⁰", "1"),
        ("exp(0)", "1"),
        ("8·8", "64"),
        ("8 × 8", "64"),
        ("1.56e-2", "0.0156"),
        ("1.56×10^-2", "0.0156"),
        ("1.56 x 10^-2", "0.0156"),
        ("1.56·10⁻²", "0.0156"),
        ("57.6%", "0.576"),
        ("57.6 %", "0.576"),
        ("57.6 percent", "0.576"),
        ("57,6 %", "0.576"),
        ("0,576", "0.576"),
        ("3,52", "3.52"),
        ("1,048,576", "1048576"),
        ("1 048 576", "1048576"),
        ("1'048'576", "1048576"),
        ("12.345,6", "12345.6"),
        ("12,345.6", "12345.6"),
        ("d_k = 64", "64"),
        ("dk=64", "64"),
        ("64 = d_k", "64"),
        ("d_k", "64"),
        ("1/d_k", "1/64"),
        ("1/√d_k²", "1/64"),
        ("Var(q·k)=64", "64"),
        ("Var(q·k/√d_k) = 1", "1"),
        ("variance: 64", "64"),
        ("the variance is 64", "64"),
        ("512/8 = 64", "64"),
        ("d_k = 512/8 = 64", "64"),
        ("2.0281/3.5212 = 0.5760", "0.576"),
        ("e^0.7071 = 2.0281", "2.0281"),
        ("≈ 0.576", "0.576"),
        ("~0.576", "0.576"),
        ("about 0.576", "0.576"),
        ("64 dimensions", "64"),
        ("64 per head", "64"),
        ("64 (512/8)", "64"),
        ("64 (exactly)", "64"),
        ("1/64, so not constant", "1/64"),
        ("1/64, not constant", "1/64"),
        ("1/64 so it shrinks", "1/64"),
        ("64 because d_k = 64", "64"),
        ("1/64 (= 0.015625)", "1/64"),
        ("57.6 % (rounded)", "0.576"),
        ("8 (8)", "8"),
        ("8(8)", "64"),
        ("(64)", "64"),
        ("[64]", "64"),
        ("`64`", "64"),
        ("  64  ", "64"),
        ("6\u200b4", "64"),
        ("\ufeff64", "64"),
        ("64\u00a0", "64"),
    ],
)
def test_forms_of_a_number(text: str, expected: str) -> None:
    assert value(text) == Fraction(expected)


def test_an_irrational_number_stays_exact() -> None:
    for text in ("e^(1/sqrt(2))", "e^(1/√2)", "exp(1/sqrt(2))", "e**(2**-0.5)", "e^(sqrt(2)/2)"):
        assert counts_as(read_number(text, {}), parsed("exp(1/sqrt(2))"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no number is there"),
        ("   ", "no number is there"),
        ("%", "no number is there"),
        ("sixty-four", "is no number"),
        ("true", "is no number"),
        ("1,024", "may stand for thousands or for decimals"),
        ("64 or 46", "is no number"),
        ("64, not 8", "A comma"),
        ("8*8 so 65", "is no number"),
        ("not 64", "is no number"),
        ("512/8 = 46", "it says two things"),
        ("2 (3 + 4)", "it says two things"),
        ("1:64", "has no meaning"),
        ("64!", "has no meaning"),
        ("nan", "is no number"),
        ("inf", "is no number"),
        ("∞", "has no meaning"),
        ("1e400", "beyond"),
        ("9^9^9", "too large"),
        ("1/0", "no value"),
        ("sqrt(-4)", "no value"),
        ("64\x00", "invisible character"),
        ("\u202e46", "invisible character"),
        ("1 1/64", "Write a sign"),
        ("0x40", "is no number"),
        ("__import__('os').getpid()", ""),
    ],
)
def test_what_is_no_number_says_why(text: str, says: str) -> None:
    with pytest.raises(NotRead) as caught:
        value(text)
    assert says in caught.value.why
    assert len(caught.value.why) < 300


def pair(text: str) -> list[Fraction]:
    return [interval(one, 40)[0] for one in read_numbers(text, 2, {})]


@pytest.mark.parametrize(
    "text",
    [
        "0.1978, 0.2840",
        "0.1978,0.2840",
        "0.1978 0.2840",
        "0.1978; 0.2840",
        "0.1978\n0.2840",
        "0.1978 and 0.2840",
        "0.1978 & 0.2840",
        "0.1978 vs. 0.2840",
        "0.1978 ≠ 0.2840",
        "0.1978 != 0.2840",
        "0.1978 < 0.2840",
        "0.1978/0.2840",
        "(0.1978, 0.2840)",
        "[0.1978, 0.2840]",
        "19.78%, 28.40%",
        "19.78 and 28.40 %",
        "19.78 and 28.40 percent",
        "0,1978; 0,2840",
        "0,1978 0,2840",
        "0,1978, 0,2840",
        "weights: 0.1978, 0.2840",
        "weight(UPI→payment) = 0.1978, weight(payment→UPI) = 0.2840",
        "UPI→payment: 0.1978; payment→UPI: 0.2840",
        "A[0,1]=0.1978, A[1,0]=0.2840",
        "A_01 = 0.1978 and A_10 = 0.2840",
    ],
)
def test_forms_of_two_numbers(text: str) -> None:
    assert pair(text) == [Fraction("0.1978"), Fraction("0.2840")]


@pytest.mark.parametrize("text", ["0.1978", "0.1978, 0.2840, 0.1", "", "two", "0.1978 0.2840 0.4011"])
def test_what_is_not_two_numbers(text: str) -> None:
    with pytest.raises(NotRead):
        pair(text)


# ---------------------------------------------------------------- matrices


def rows(text: str) -> list[list[int]]:
    return [[int(interval(entry, 40)[0]) for entry in row] for row in read_matrix(text)]


@pytest.mark.parametrize(
    "text",
    [
        "[[1,0,1],[0,1,-1],[1,1,0]]",
        "[[1, 0, 1], [0, 1, −1], [1, 1, 0]]",
        "1 0 1\n0 1 -1\n1 1 0",
        "1, 0, 1\n0, 1, -1\n1, 1, 0",
        "1,0,1; 0,1,-1; 1,1,0",
        "1 0 1; 0 1 -1; 1 1 0",
        "[1 0 1; 0 1 -1; 1 1 0]",
        "[[ 1.  0.  1.]\n [ 0.  1. -1.]\n [ 1.  1.  0.]]",
        "np.array([[1,0,1],[0,1,-1],[1,1,0]])",
        "array([[1., 0., 1.], [0., 1., -1.], [1., 1., 0.]])",
        "[1,0,1],[0,1,-1],[1,1,0]",
        "[1,0,1]\n[0,1,-1]\n[1,1,0]",
        "(1,0,1),(0,1,-1),(1,1,0)",
        "((1,0,1),(0,1,-1),(1,1,0))",
        "{{1,0,1},{0,1,-1},{1,1,0}}",
        "[[1,0,1];[0,1,-1];[1,1,0]]",
        "S = [[1,0,1],[0,1,-1],[1,1,0]]",
        "Q·Kᵀ = [[1,0,1],[0,1,-1],[1,1,0]]",
        "scores: [[1,0,1],[0,1,-1],[1,1,0]]",
        "UPI: 1 0 1\npayment: 0 1 -1\nfailed: 1 1 0",
        "UPI [1, 0, 1]\npayment [0, 1, -1]\nfailed [1, 1, 0]",
        "\\begin{pmatrix}1 & 0 & 1\\\\0 & 1 & -1\\\\1 & 1 & 0\\end{pmatrix}",
        "| 1 0 1 |\n| 0 1 -1 |\n| 1 1 0 |",
        "         UPI payment failed\nUPI      1   0   1\npayment  0   1  -1\nfailed   1   1   0",
        "row 0: 1 0 1\nrow 1: 0 1 -1\nrow 2: 1 1 0",
        "q_UPI 1 0 1\nq_payment 0 1 -1\nq_failed 1 1 0",
        "1 0 1\n0 1 - 1\n1 1 0",
        "[[2/2, 0, 1], [0, sqrt(1), -1], [1, 2^0, 0]]",
    ],
)
def test_forms_of_a_matrix(text: str) -> None:
    assert rows(text) == [[1, 0, 1], [0, 1, -1], [1, 1, 0]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[1,0],[1]]", "rows have different lengths (2, 1 entries)"),
        ("[[1,0,1],[0,1,-1],[1,1,0]", "is never closed"),
        ("[[a,b],[c,d]]", "the entry “a” can't be read"),
        ("1 0\n0 x", "the entry “x” can't be read"),
        ("S =", "the entry “S” can't be read"),
        ("np.array", "can't be read"),
    ],
)
def test_what_is_no_matrix_says_why(text: str, says: str) -> None:
    with pytest.raises(NotRead) as caught:
        rows(text)
    assert says in caught.value.why


# ---------------------------------------------------------------- cells

ABOVE = {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}


@pytest.mark.parametrize(
    "text",
    [
        "(0,1),(0,2),(0,3),(1,2),(1,3),(2,3)",
        "(2,3), (1,3), (1,2), (0,3), (0,2), (0,1)",
        "(0,1) (0,2) (0,3) (1,2) (1,3) (2,3)",
        "(0,1), (0,2), (0,3), (1,2), (1,3) and (2,3)",
        "[[0,1],[0,2],[0,3],[1,2],[1,3],[2,3]]",
        "{(0,1),(0,2),(0,3),(1,2),(1,3),(2,3)}",
        "(0,1)\n(0,2)\n(0,3)\n(1,2)\n(1,3)\n(2,3)",
        "0,1; 0,2; 0,3; 1,2; 1,3; 2,3",
        "0,1 0,2 0,3 1,2 1,3 2,3",
        "01 02 03 12 13 23",
        "01, 02, 03, 12, 13, 23",
        "A[0][1], A[0][2], A[0][3], A[1][2], A[1][3], A[2][3]",
        "S_{0,1}, S_{0,2}, S_{0,3}, S_{1,2}, S_{1,3}, S_{2,3}",
        "cells: (0,1),(0,2),(0,3),(1,2),(1,3),(2,3)",
        "(0,1)=-inf, (0,2)=-inf, (0,3)=-inf, (1,2)=−∞, (1,3)=−∞, (2,3)=−∞",
        "(0,1),(0,1),(0,2),(0,3),(1,2),(1,3),(2,3)",
        "j > i",
        "j>i",
        "i < j",
        "j >= i+1",
        "j ≥ i + 1",
        "i + 1 <= j",
        "j - i > 0",
        "(i, j) with j > i",
        "(i,j): j > i",
        "all (i, j) such that j > i",
        "every cell (i, j) for which j > i",
        "positions where j > i",
        "0 <= i < j <= 3",
        "column > row",
        "row < column",
        "cells where the column is greater than the row".replace("the ", ""),
        "j > i (strictly)",
        "above the diagonal",
        "i=0: (0,1),(0,2),(0,3); i=1: (1,2),(1,3); i=2: (2,3)",
        "row 0: (0,1), (0,2), (0,3)\nrow 1: (1,2), (1,3)\nrow 2: (2,3)",
        "masked = (0,1),(0,2),(0,3),(1,2),(1,3),(2,3)",
        "{(i,j) : j > i}",
        "{(i, j) | i < j}",
        "(i,j)|j>i",
        "j > i for all i, j",
        "all entries (i, j) with j > i",
    ],
)
def test_forms_of_cells(text: str) -> None:
    assert read_cells(text, (4, 4)) == ABOVE


def test_other_rules_pick_other_cells() -> None:
    assert read_cells("j >= i", (2, 2)) == {(0, 0), (0, 1), (1, 1)}
    assert read_cells("i > j", (3, 3)) == {(1, 0), (2, 0), (2, 1)}
    assert read_cells("i = j", (2, 2)) == {(0, 0), (1, 1)}
    assert read_cells("i != j", (2, 2)) == {(0, 1), (1, 0)}
    assert read_cells("none", (2, 2)) == frozenset()
    assert read_cells("(7, 9)", (2, 2)) == {(7, 9)}


@pytest.mark.parametrize("text", ["upper triangle", "j > k", "the future", "0,1,2", "j >", "9^9^9 > i", "(99999999999, 1)"])
def test_what_is_no_list_of_cells(text: str) -> None:
    with pytest.raises(NotRead):
        read_cells(text, (4, 4))


# ---------------------------------------------------------------- true or false, choices

WORDS = ("+equal", "+same", "-different")


@pytest.mark.parametrize(
    "text", ["true", "True", "TRUE!", "T", "t", "yes", "y", "right", "equal", "the same", "Same.", "they are equal"]
)
def test_true(text: str) -> None:
    assert read_truth(text, WORDS) is True


@pytest.mark.parametrize(
    "text",
    [
        "false",
        "F",
        "no",
        "No.",
        "different",
        "not equal",
        "unequal",
        "not the same",
        "not true",
        "False, because 0.1978",
        "answer: false",
    ],
)
def test_false(text: str) -> None:
    assert read_truth(text, WORDS) is False


@pytest.mark.parametrize("text", ["0", "1", "true or false", "maybe", "sometimes true", "", "2", "tr"])
def test_neither_true_nor_false(text: str) -> None:
    with pytest.raises(NotRead):
        read_truth(text, WORDS)


CHOICES = [ChoiceKey(letter, f"statement {letter}, in full", False, "") for letter in "abcde"]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("a, c, e", "ace"),
        ("ace", "ace"),
        ("ACE", "ace"),
        ("e c a", "ace"),
        ("a;c;e", "ace"),
        ("a/c/e", "ace"),
        ("(a), (c), (e)", "ace"),
        ("a) c) e)", "ace"),
        ("a and c and e", "ace"),
        ("a, c & e", "ace"),
        ("answers: a, c, e", "ace"),
        ("a\nc\ne", "ace"),
        ("a, a, c, e", "ace"),
        ("b", "b"),
        ("B.", "b"),
        ("(b)", "b"),
        ("option b", "b"),
        ("the answer is b", "b"),
        ("statement b, in full", "b"),
        ("b: statement b, in full", "b"),
        ("none", ""),
        ("all", "abcde"),
        ("bad", "abd"),
    ],
)
def test_letters(text: str, letters: str) -> None:
    assert read_letters(text, CHOICES) == set(letters)


@pytest.mark.parametrize("text", ["f", "1", "a or b", "", "...", "a, f", "i think b", "abcdef", "yes"])
def test_what_is_no_choice(text: str) -> None:
    with pytest.raises(NotRead):
        read_letters(text, CHOICES)
