"""What is said about texts that can't be read, and how trees are printed in the student's own hand."""

from __future__ import annotations

import pytest
from trees import MOMENTS, PLAIN

from grader.symbolic import compare
from grader.symbolic.notation import printed, style_of
from grader.symbolic.problems import Unread
from grader.symbolic.reader import read_sides
from grader.symbolic.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("x + (y", 5, "never closed"),
        ("x + y)", 6, "never opened"),
        ("x + foo", 5, "“foo” is no symbol"),
        ("2 + 3 4", 7, "Write a sign before 4"),
        ("x @ y", 3, "“@” has no meaning"),
        ("x + |y", 5, "has no partner"),
        ("x +", 3, "ends too early"),
        ("1,5", 2, "decimals take a point"),
        ("x\u200by", 2, "invisible character, U+200B"),
        (r"\foo x", 1, r"\foo"),
        ("log(x, 2, 3)", 1, "1 argument"),
    ],
)
def test_the_place_and_the_reason_are_told(text: str, at: int, why: str) -> None:
    found = compare(text, "x", {"x": "real", "y": "real"})
    assert found.verdict == "unreadable"
    assert f"at character {at}" in found.message
    assert why in found.message


def test_a_fault_of_the_reference_is_told_as_one() -> None:
    assert compare("x", "foo", {"x": "real"}).message.startswith("The reference: ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2dk", "2 dk"),
        ("2*d_{k}", "2*d_{k}"),
        ("d_k²·x", "d_k²·x"),
        ("d_k**2*x", "d_k**2*x"),
        (r"\frac{1}{\sqrt{d_k}}", "1/sqrt(d_k)"),
        ("√(2 d_k)", "√(2 d_k)"),
        ("−x", "-x"),
        ("|x|/2", "|x|/2"),
        ("x - (y - p)", "x - (y - p)"),
        ("x/(y*p)", "x/(y*p)"),
        ("(x^y)^2", "(x^y)^2"),
        ("x^(y^2)", "x^(y^2)"),
        ("log2(x)", "log(x, 2)"),
    ],
)
def test_formulas_are_printed_in_the_hand_they_were_written(text: str, shown: str) -> None:
    (tree,) = read_sides(text, PLAIN)
    assert printed(tree, style_of(text)) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("E[q_i k_i]", "E[q_i k_i]"),
        ("V(q_i*k_i)", "V(q_i*k_i)"),
        ("𝔼[q²]", "𝔼[q²]"),
        ("Sum(q_i*k_i, i, 1, d_k)", "Sum(q_i*k_i, (i, 1, d_k))"),
        (r"\sum_{i=1}^{d_k} q_i k_i", "Σ_{i=1}^{d_k} q_i k_i"),
        ("Σ q_i k_i", "Σ_{i=1}^{d_k} q_i k_i"),
        ("Cov(q, k)^2", "Cov(q, k)^2"),
        ("Variance(q[i])", "Var(q_i)"),
    ],
)
def test_moments_are_printed_in_the_hand_they_were_written(text: str, shown: str) -> None:
    (tree,) = read_sides(text, MOMENTS)
    assert printed(tree, style_of(text)) == shown


def test_what_is_declared_decides_how_a_text_is_read() -> None:
    as_symbols = Vocabulary({"E": "real", "x": "real", "Σ": "real", "e": "real"})
    for text in ("E(x)", "Σ x", "e^x", "2e3"):
        try:
            read_sides(text, as_symbols)
        except Unread:
            assert text == "2e3"
    assert compare("E(x+1)", "E*x+E", {"E": "real", "x": "real"}).verdict == "equivalent"
    assert compare("e^x", "exp(x)", {"e": "positive", "x": "real"}).verdict == "different"


@pytest.mark.parametrize("symbols", [{"x": "positif"}, {"1x": "real"}, {"": "real"}, {"x y": "real"}, {"x": "real in (1,0)"}])
def test_declarations_that_make_no_sense_are_the_authors_fault(symbols: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        compare("1", "1", symbols)


@pytest.mark.parametrize(
    "assumption",
    [
        "positive",
        "nonnegative",
        "real",
        "nonzero real",
        "integer",
        "positive integer",
        "negative",
        "complex",
        "real in (0,1)",
        "Real",
        "in [0, 1]",
    ],
)
def test_the_assumptions_of_the_contract(assumption: str) -> None:
    assert compare("x + x", "2x", {"x": assumption}).verdict == "equivalent"
    assert compare("x + x", "3x + 7", {"x": assumption}).verdict == "different"
