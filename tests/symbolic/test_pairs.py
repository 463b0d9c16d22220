"""Formula pairs of every verdict: no false one, whichever way the pair is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.symbolic import compare

SYMBOLS = {
    "x": "real",
    "y": "real",
    "z1": "real",
    "c": "real",
    "q": "real",
    "k": "real",
    "p": "positive",
    "u1": "positive",
    "u": "nonnegative",
    "m": "negative",
    "t": "real in (0,1)",
    "w": "nonzero real",
    "z": "complex",
    "n": "positive integer",
    "k1": "integer",
    "d_k": "positive integer",
    "d_v": "positive integer",
    "d_model": "positive integer",
    "h": "positive integer",
    "σ": "positive",
    "σ_q": "positive",
    "σ_k": "positive",
    "μ_q": "real",
    "μ_k": "real",
    "v1": "nonnegative",
    "v2": "nonnegative",
    "λ": "real",
    "S": "real",
    "N": "real",
    "I": "real",
    "E": "real",
    "Q": "real",
    "x_1": "real",
}


def rows() -> list[tuple[str, str, str]]:
    lines = (Path(__file__).parent / "data" / "pairs.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("# "):
            verdict, rest = line.split(" | ", 1)
            student, reference = rest.rsplit(" | ", 1)
            found.append((verdict, student, reference))
    return found


PAIRS = rows()


def test_the_table_is_large_enough() -> None:
    assert len(PAIRS) >= 300
    assert {verdict for verdict, _, _ in PAIRS} == {
        "equivalent",
        "different",
        "unreadable",
        "too-large",
        "undefined",
        "ambiguous",
    }


@pytest.mark.parametrize(("verdict", "student", "reference"), PAIRS, ids=lambda text: text[:40])
def test_pair(verdict: str, student: str, reference: str) -> None:
    found = compare(student, reference, SYMBOLS)
    assert found.verdict == verdict, found
    assert found.message.endswith(".")
    if verdict == "different" and not (found.point is None and "less than any value" in found.message):
        assert found.point is not None
        assert found.point.student != found.point.reference
    if verdict in ("equivalent", "different"):
        assert compare(reference, student, SYMBOLS).verdict == verdict


def test_most_of_what_is_equal_is_proved() -> None:
    unproved = [pair for pair in PAIRS if pair[0] == "equivalent" and not compare(pair[1], pair[2], SYMBOLS).proved]
    assert len(unproved) <= 8, unproved
