"""Equations, by their real solutions."""

from __future__ import annotations

import pytest

from grader.symbolic import compare_equations

SYMBOLS = {
    "c": "positive",
    "d_k": "positive integer",
    "x": "real",
    "y": "real",
    "t": "real in (0,1)",
    "k": "integer",
    "u": "nonnegative",
}

EQUAL = [
    ("c²·d_k = 1", "c = 1/√d_k", "c"),
    ("c^2 d_k = 1", "c = d_k^(-1/2)", "c"),
    ("c*sqrt(d_k) = 1", "c² = 1/d_k", "c"),
    ("d_k = 1/c²", "c = 1/√d_k", "c"),
    ("1 - c² d_k = 0", "c² d_k = 1", "c"),
    ("c² = 1/d_k", "1/c = √d_k", "c"),
    ("c³ d_k = 1", "c = d_k^(-1/3)", "c"),
    ("2x = 4", "x = 2", "x"),
    ("x = 2", "2 = x", "x"),
    ("x² = 1", "|x| = 1", "x"),
    ("x² = 1", "(x-1)(x+1) = 0", "x"),
    ("(x-1)³ = 0", "x = 1", "x"),
    ("x² = -1", "x² = -4", "x"),
    ("1 = 2", "0 = 1", "x"),
    ("x = x", "1 = 1", "x"),
    ("x + 1 = x + 1", "x = x", "x"),
    ("x = 1 = x²", "x = 1", "x"),
    ("e^x = d_k", "x = log(d_k)", "x"),
    ("log(c) = 0", "c = 1", "c"),
    ("√c = 2", "c = 4", "c"),
    ("x²+y² = 1", "y² = 1-x²", "x"),
    ("x + y = 3", "x = 3 - y", "x"),
    ("t² = 1/4", "t = 1/2", "t"),
    ("t² = 4", "t = 2", "t"),
    ("2k = 3", "k² = 2", "k"),
    ("k² = 4", "|k| = 2", "k"),
    ("u² = u", "u(u-1) = 0", "u"),
    ("x^5 = 32", "x = 2", "x"),
    ("Eq(x, 2)", "x = 2", "x"),
    ("x^2 = 2x y - y^2", "x = y", "x"),
    ("x/2 = 1", "x = 2", "x"),
    ("c^2 * d_k == 1", "c = 1/sqrt(d_k)", "c"),
]

UNEQUAL = [
    ("c² d_k = 1", "c = 1/d_k", "c"),
    ("c d_k = 1", "c = 1/√d_k", "c"),
    ("c² = d_k", "c = 1/√d_k", "c"),
    ("c = √d_k", "c = 1/√d_k", "c"),
    ("x² = 1", "x = 1", "x"),
    ("x = 1", "x = -1", "x"),
    ("x² = x", "x = 1", "x"),
    ("x = x", "x = 1", "x"),
    ("x = 1", "x = x", "x"),
    ("1 = 2", "x = 1", "x"),
    ("x²/x = 0", "x = 0", "x"),
    ("sin(x) = 0", "x = 0", "x"),
    ("x³ = x", "x² = 1", "x"),
    ("c = 1/√d_k", "c = -1/√d_k", "c"),
    ("x = 0.3333", "x = 1/3", "x"),
    ("x = 3.14159", "x = π", "x"),
    ("e^x = d_k", "x = d_k", "x"),
    ("x = 1 = 2", "x = 1", "x"),
    ("k = 2", "k = 3", "k"),
    ("t = 1/2", "t = 1/3", "t"),
    ("x+y = 3", "x = 3+y", "x"),
    ("|x| = 1", "x = 1", "x"),
    ("x^4 = 16", "x = 2", "x"),
]


@pytest.mark.parametrize(("student", "reference", "solve"), EQUAL)
def test_the_same_solutions(student: str, reference: str, solve: str) -> None:
    for texts in ((student, reference), (reference, student)):
        assert compare_equations(*texts, SYMBOLS, solve).verdict == "equivalent"


@pytest.mark.parametrize(("student", "reference", "solve"), UNEQUAL)
def test_other_solutions(student: str, reference: str, solve: str) -> None:
    for texts in ((student, reference), (reference, student)):
        found = compare_equations(*texts, SYMBOLS, solve)
        assert found.verdict == "different"
        assert found.point is not None
        assert solve in found.point.symbols


def test_only_a_positive_factor_keeps_the_variance_at_one() -> None:
    """c²·d_k = 1 has one positive solution, and two real ones."""
    assert compare_equations("c²·d_k = 1", "c = 1/√d_k", {"c": "positive", "d_k": "positive integer"}, "c").proved
    assert compare_equations("c²·d_k = 1", "c = 1/√d_k", {"c": "real", "d_k": "positive integer"}, "c").verdict == "different"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("x", "unreadable"),
        ("x =", "unreadable"),
        ("x = 1/0", "undefined"),
        ("x = 1/2y", "ambiguous"),
        ("z = 1", "unreadable"),
        ("x = 9^9^9^9", "too-large"),
        ("", "unreadable"),
    ],
)
def test_other_verdicts(text: str, verdict: str) -> None:
    assert compare_equations(text, "x = 1", SYMBOLS, "x").verdict == verdict


def test_the_unknown_is_declared() -> None:
    with pytest.raises(ValueError, match="not among the declared"):
        compare_equations("x = 1", "x = 1", SYMBOLS, "z")
