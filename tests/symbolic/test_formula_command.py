"""`grade formula`."""

from __future__ import annotations

from conftest import Grade

from grader.symbolic.assumptions import words


def formula(grade: Grade, *arguments: str) -> tuple[int, object]:
    ended = grade("formula", *arguments, "--json")
    return ended.status, ended.document()


def test_each_verdict_has_its_exit_code(grade: Grade) -> None:
    declared = ("--symbol", "d_k=positive integer", "--symbol", "x=real")
    for student, reference, verdict, status in (
        ("1/√d_k", "d_k^(-1/2)", "equivalent", 0),
        ("d_k", "√d_k", "different", 1),
        ("1/0", "x", "undefined", 1),
        ("(", "x", "unreadable", 2),
        ("1/2x", "x", "ambiguous", 2),
        ("9^9^9^9", "x", "too-large", 2),
    ):
        found, document = formula(grade, student, reference, *declared)
        assert found == status
        assert isinstance(document, dict)
        assert set(document) == {"verdict", "proved", "message"}
        assert document["verdict"] == verdict


def test_a_minus_may_come_first(grade: Grade) -> None:
    assert formula(grade, "-x", "-1*x", "--symbol", "x=real")[0] == 0


def test_a_proof_by_sympy_is_waited_for(grade: Grade) -> None:
    found, document = formula(grade, "sin(x)^2+cos(x)^2", "1", "--symbol", "x=real")
    assert (found, document["proved"]) == (0, True)  # type: ignore[index]


def test_a_wrong_declaration_is_told(grade: Grade) -> None:
    for declaration in ("x", "x=positif", "=real", "2x=real"):
        found, document = formula(grade, "1", "1", "--symbol", declaration)
        assert found == 2
        assert document["verdict"] == "unreadable"  # type: ignore[index]


def test_who_declares_no_symbol_is_told_how(grade: Grade) -> None:
    ended = grade("formula", "x^2", "x*x")
    assert ended.status == 2
    assert ended.out.endswith("Symbols are declared as --symbol d_k='positive integer' is.\n")


def test_the_help_names_every_assumption(grade: Grade) -> None:
    help_text = " ".join(grade("formula", "--help").out.split())
    assert all(f" {word}," in help_text for word in words if word)


def test_it_is_listed_for_authors(grade: Grade) -> None:
    assert "formula" in grade("--help").out.split("For instructors and authors")[1]
