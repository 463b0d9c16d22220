"""Tables of right texts in the notations of many hands, and of wrong ones that are nearly right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.symbolic import check_derivation, compare_equations, compare_moments
from tests.symbolic import derivations
from tests.symbolic.test_equations import SYMBOLS as UNKNOWNS

Random = Mapping[str, Mapping[str, object]]
SYMBOLS = {
    "d_k": "positive integer",
    "n": "positive integer",
    "a": "real",
    "b": "real",
    "c": "real",
    "c_1": "real",
    "p": "positive",
}
MORE_UNKNOWNS = {**UNKNOWNS, "a": "real", "p": "positive", "n": "positive integer"}


def law(mean: object, var: object) -> dict[str, object]:
    return {"mean": mean, "var": var}


WORLDS: dict[str, Random] = {
    "unit": {"q_i": law(0, 1), "k_i": law(0, 1)},
    "family": {"q_i": law("any", "any"), "k_i": law("any", "any")},
    "any": {"q": law("any", "any"), "k": law("any", "any")},
    "pair": {"X": law("any", "any"), "Y": law("any", "any")},
    "centred pair": {"X": law(0, "any"), "Y": law(0, "any")},
    "given": {"X": law(2, 9), "Y": law(-1, 4)},
    "halves": {"X": law(5, "1/4"), "Y": law(0.5, 2.25)},
}


def table(name: str, columns: int) -> list[list[str]]:
    lines = (Path(__file__).parent / "data" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" ¦ ") for line in lines if line and not line.startswith("# ")]
    assert all(len(row) == columns for row in rows)
    return rows


def test_the_tables_are_large_enough() -> None:
    assert len(table("moments", 5)) > 300
    assert len(table("equations", 4)) > 140
    assert len(table("steps", 3)) > 340


@pytest.mark.parametrize(("verdict", "world", "joint", "student", "reference"), table("moments", 5))
def test_moments(verdict: str, world: str, joint: str, student: str, reference: str) -> None:
    for texts in ((student, reference), (reference, student)):
        found = compare_moments(*texts, SYMBOLS, WORLDS[world], joint == "independent")
        assert found.verdict == verdict, found


@pytest.mark.parametrize(("verdict", "solve", "student", "reference"), table("equations", 4))
def test_equations(verdict: str, solve: str, student: str, reference: str) -> None:
    found = compare_equations(student, reference, MORE_UNKNOWNS, solve)
    assert found.verdict == verdict, found


@pytest.mark.parametrize(("verdict", "rule", "equation"), table("steps", 3))
def test_steps(verdict: str, rule: str, equation: str) -> None:
    found = check_derivation([(rule, equation)]).steps[0]
    assert found.verdict == verdict, found
    assert not found.unsettled


@pytest.mark.parametrize("route", ["PAIRS", "DOTS"])
def test_derivations_in_another_hand(route: str) -> None:
    found = check_derivation(getattr(derivations, route))
    assert [step.verdict for step in found.steps if step.verdict != "correct"] == []
    assert found.credit == 1.0


def test_what_is_neither_shown_nor_refuted_is_not_called_true() -> None:
    """E|q| is the same for all copies, which no rule but identical distribution says; |S| has no rule at all."""
    found = check_derivation([("algebra", "E[|S|] = E[|-S| + 0·q_1]"), ("algebra", "E[cos(S)] = E[cos(-S)]")])
    for step in found.steps:
        assert step.verdict == "correct" or "true" not in step.message.lower(), step
