"""Formulas with moments, over declared random variables."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.symbolic import compare_moments

SYMBOLS = {"d_k": "positive integer", "n": "positive integer", "a": "real", "b": "real", "p": "positive"}
Random = Mapping[str, Mapping[str, object]]
UNIT: Random = {"q_i": {"mean": 0, "var": 1}, "k_i": {"mean": 0, "var": 1}}
ANY: Random = {"q": {"mean": "any", "var": "any"}, "k": {"mean": "any", "var": "any"}}
ANY_FAMILY: Random = {"q_i": {"mean": "any", "var": "any"}, "k_i": {"mean": "any", "var": "any"}}
GIVEN: Random = {"q": {"mean": 2, "var": 3}, "k": {"mean": -1, "var": 2}}
CENTRED: Random = {"q": {"mean": 0, "var": "any"}, "k": {"mean": 0, "var": "any"}}
UNCENTRED: Random = {"q": {"mean": "any", "var": 1}, "k": {"mean": "any", "var": 1}}
FIXED: Random = {"q": {"mean": 3, "var": 0}, "k": {"mean": "any", "var": 2}}
GENERAL = "d_k*((Var(q_i)+E(q_i)^2)*(Var(k_i)+E(k_i)^2) - E(q_i)^2*E(k_i)^2)"

EQUAL: list[tuple[str, str, Random, bool]] = [
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, (i, 1, d_k)))", "d_k", UNIT, True),
    ("Var(Σ_{i=1}^{d_k} q_i k_i)", "d_k", UNIT, True),
    (r"\operatorname{Var}\left(\sum_{i=1}^{d_k} q_i k_i\right)", "d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k)/√d_k)", "1", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k)/d_k)", "1/d_k", UNIT, True),
    ("SD(Sum(q_i*k_i, i, 1, d_k))", "√d_k", UNIT, True),
    ("E(Sum(q_i*k_i, i, 1, d_k))", "0", UNIT, True),
    ("E(Sum(q_i*k_i, i, 1, d_k)^2)", "d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, 64))", "64", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", GENERAL, ANY_FAMILY, True),
    ("E(Sum(q_i*k_i, i, 1, d_k))", "d_k E(q_i) E(k_i)", ANY_FAMILY, True),
    ("Var(Sum(q_i, i, 1, d_k))", "d_k Var(q_i)", ANY_FAMILY, True),
    ("E(Sum(q_i, i, 1, d_k))", "d_k E(q_i)", ANY_FAMILY, False),
    ("Var(q_1+q_2)", "2Var(q_i) + 2Cov(q_1,q_2)", ANY_FAMILY, False),
    ("E(q_1²)", "E(q_7²)", ANY_FAMILY, False),
    ("Var(Sum(i*q_i, i, 1, n))", "n(n+1)(2n+1)/6", UNIT, True),
    ("Sum(Var(q_i), i, 1, d_k)", "d_k", UNIT, True),
    ("Sum(q_i*k_i, i, 1, d_k)", "Sum(k_j q_j, j, 1, d_k)", UNIT, True),
    ("E(q_i k_i)", "E(q_i) E(k_i)", ANY_FAMILY, True),
    ("E(q_i q_j)", "E(q_i)^2", ANY_FAMILY, True),
    ("E(q_i q_j)", "0", UNIT, True),
    ("E(q_i²)", "1", UNIT, True),
    ("Var(q_i k_i)", "1", UNIT, True),
    ("E[q_i² k_i²]", "E[q_i²]E[k_i²]", UNIT, True),
    ("E(q*k)", "E(q)E(k)", ANY, True),
    ("Var(q+k)", "Var(q)+Var(k)", ANY, True),
    ("Var(q-k)", "Var(q)+Var(k)", ANY, True),
    ("Var(q+k)", "Var(q)+Var(k)+2Cov(q,k)", ANY, False),
    ("Var(q-k)", "Var(q)+Var(k)-2Cov(q,k)", ANY, False),
    ("E(q+k)", "E(q)+E(k)", ANY, False),
    ("Cov(q,k)", "E(q k)-E(q)E(k)", ANY, False),
    ("Cov(q,k)", "Cov(k,q)", ANY, False),
    ("Cov(q,k)", "0", ANY, True),
    ("Cov(q,q)", "Var(q)", ANY, False),
    ("Cov(a q, b k)", "a b Cov(q,k)", ANY, False),
    ("Cov(q+k, q-k)", "Var(q)-Var(k)", ANY, False),
    ("Var(q)", "E(q²)-E(q)²", ANY, False),
    ("E[(q-E[q])²]", "Var(q)", ANY, False),
    ("σ²(q)", "E[q²]-E[q]²", ANY, False),
    ("σ_q²", "Var(q)", ANY, False),
    ("SD(q)²", "V(q)", ANY, False),
    ("Var(a q+b)", "a²Var(q)", ANY, False),
    ("SD(a q)", "|a| SD(q)", ANY, False),
    ("SD(p q)", "p SD(q)", ANY, False),
    ("E(a q+b)", "a E(q)+b", ANY, False),
    ("Var(-q)", "Var(q)", ANY, False),
    ("Var(b)", "0", ANY, False),
    ("E(E(q))", "E(q)", ANY, False),
    ("Var(E(q))", "0", ANY, False),
    ("Var(q*k)", "Var(q)Var(k)+Var(q)E(k)²+Var(k)E(q)²", ANY, True),
    ("Var(q*k)", "E(q²)E(k²)-E(q)²E(k)²", ANY, True),
    ("Var(q*k)", "Var(q)*Var(k)", CENTRED, True),
    ("E(q²)", "Var(q)", CENTRED, False),
    ("E(q²)", "1 + E(q)²", UNCENTRED, False),
    ("Var(q*k)", "17", GIVEN, True),
    ("E(q*k)", "-2", GIVEN, True),
    ("E(q²)", "7", GIVEN, False),
    ("E(q k)", "3E(k)", FIXED, False),
    ("Var(q k)", "18", FIXED, False),
    ("E(exp(q+k))", "E(exp(q))E(exp(k))", ANY, True),
    ("E(q³)", "E(q*q*q)", ANY, False),
    ("1/d_k Var(q_i)", "Var(q_i)/d_k", ANY_FAMILY, True),
    ("E(|q|)", "E(|-q|)", ANY, True),
    ("d_k", "d_k", UNIT, True),
]

UNEQUAL: list[tuple[str, str, Random, bool]] = [
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "d_k²", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "√d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "1", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "2d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "d_k", UNIT, False),
    ("Var(Sum(q_i*k_i, i, 1, d_k)/d_k)", "1", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k)/√d_k)", "√d_k", UNIT, True),
    ("SD(Sum(q_i*k_i, i, 1, d_k))", "d_k", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, 64))", "4096", UNIT, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "d_k Var(q_i) Var(k_i)", ANY_FAMILY, True),
    ("Var(Sum(q_i*k_i, i, 1, d_k))", "d_k E(q_i²) E(k_i²)", ANY_FAMILY, True),
    ("Var(Sum(q_i, i, 1, d_k))", "d_k² Var(q_i)", ANY_FAMILY, True),
    ("Var(d_k q_i)", "d_k Var(q_i)", ANY_FAMILY, True),
    ("E(Sum(q_i*k_i, i, 1, d_k)^4)", "3d_k²", UNIT, True),
    ("E(q_i q_j)", "1", UNIT, True),
    ("E(q_i³)", "0", UNIT, True),
    ("E(q_i⁴)", "3", UNIT, True),
    ("E(q_i⁴)", "1", UNIT, True),
    ("E(q*k)", "E(q)E(k)", ANY, False),
    ("Var(q+k)", "Var(q)+Var(k)", ANY, False),
    ("Var(q-k)", "Var(q)-Var(k)", ANY, True),
    ("Var(q+q)", "2Var(q)", ANY, True),
    ("Cov(q,k)", "0", ANY, False),
    ("E(q²)", "E(q)²", ANY, True),
    ("E(q²)", "Var(q)", ANY, True),
    ("Var(a q)", "a Var(q)", ANY, True),
    ("SD(a q)", "a SD(q)", ANY, True),
    ("SD(q+k)", "SD(q)+SD(k)", ANY, True),
    ("Var(q*k)", "Var(q)*Var(k)", ANY, True),
    ("Var(q*k)", "Var(q)*Var(k)", CENTRED, False),
    ("Var(q*k)", "Var(q)+Var(k)", ANY, True),
    ("Var(q*k)", "14", GIVEN, True),
    ("Var(q*k)", "6", GIVEN, True),
    ("E(1/q)", "1/E(q)", ANY, True),
    ("E(|q|)", "|E(q)|", ANY, True),
    ("E(exp(q))", "exp(E(q))", ANY, True),
    ("E(q)", "q", ANY, True),
    ("q", "k", ANY, True),
    ("Var(q k)", "2", FIXED, False),
    ("σ_q", "Var(q)", ANY, True),
]


@pytest.mark.parametrize(("student", "reference", "random", "independent"), EQUAL)
def test_equal(student: str, reference: str, random: Random, independent: bool) -> None:
    for texts in ((student, reference), (reference, student)):
        assert compare_moments(*texts, SYMBOLS, random, independent).verdict == "equivalent"


@pytest.mark.parametrize(("student", "reference", "random", "independent"), UNEQUAL)
def test_unequal(student: str, reference: str, random: Random, independent: bool) -> None:
    for texts in ((student, reference), (reference, student)):
        found = compare_moments(*texts, SYMBOLS, random, independent)
        assert found.verdict == "different"
        assert found.point is not None or "64" in student
        if found.point is not None:
            assert found.point.student != found.point.reference


def test_nearly_all_is_proved() -> None:
    unproved = [row for row in EQUAL if not compare_moments(row[0], row[1], SYMBOLS, row[2], row[3]).proved]
    assert len(unproved) <= 2, unproved


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("E q", "unreadable"),
        ("E(q, k)", "unreadable"),
        ("Cov(q)", "unreadable"),
        ("E(x)", "unreadable"),
        ("E()", "unreadable"),
        ("E[q|k]", "unreadable"),
        ("Var(q) = 1", "unreadable"),
        ("Sum(q, i, 1)", "unreadable"),
        ("Var(q)/0", "undefined"),
        ("1/(Var(q)-Var(q))", "undefined"),
        ("1/2Var(q)", "ambiguous"),
        ("Sum(q, i, 1, 10^9)", "too-large"),
        ("E((q+k+1)^500)", "too-large"),
    ],
)
def test_other_verdicts(text: str, verdict: str) -> None:
    assert compare_moments(text, "1", SYMBOLS, ANY, True).verdict == verdict


def test_declarations_that_make_no_sense_are_the_authors_fault() -> None:
    for random in ({"q": {"mean": 0, "variance": 1}}, {"q": {"mean": 0, "var": -1}}, {"q": {"mean": "zero"}}, {"2q": {}}):
        with pytest.raises(ValueError, match=r"."):
            compare_moments("q", "q", SYMBOLS, random, True)
