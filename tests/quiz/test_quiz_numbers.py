"""The rule by which a typed number is the true one, against an oracle that rounds in another way."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.quiz.numbers import counts_as, parsed, rounded, same, too_coarse, whole
from grader.quiz.problems import NotRead
from grader.quiz.typed import read_number

PLACES = 60


def as_decimal(value: Fraction) -> Decimal:
    """Exact for every value drawn below: their denominators divide a power of ten, or they are no ties."""
    with localcontext() as context:
        context.prec = PLACES
        return Decimal(value.numerator) / Decimal(value.denominator)


def to_digits(value: Decimal, digits: int, custom: str) -> Decimal:
    """Rounded by the decimal library, digit by digit."""
    if not value:
        return Decimal(0)
    with localcontext() as context:
        context.prec = PLACES
        return value.quantize(Decimal(1).scaleb(value.adjusted() - digits + 1), rounding=custom)


CUSTOMS = (ROUND_HALF_UP, ROUND_HALF_EVEN)


def significant(text: str) -> int:
    return len(text.lstrip("-").replace(".", "").lstrip("0"))


def oracle(typed: str, true: Fraction) -> bool:
    """The contract, word by word, with either custom for ties."""
    value = Fraction(typed)
    if value == true:
        return True
    if true.denominator == 1:
        return False
    mine, theirs = as_decimal(value), as_decimal(true)
    if any(to_digits(mine, 3, one) == to_digits(theirs, 3, other) for one in CUSTOMS for other in CUSTOMS):
        return True
    digits = significant(typed)
    return digits >= 3 and any(mine == to_digits(theirs, digits, custom) for custom in CUSTOMS)


def decimals(whole_part: st.SearchStrategy[int], places: st.SearchStrategy[int]) -> st.SearchStrategy[str]:
    return st.builds(lambda number, count: f"{Decimal(number).scaleb(-count):f}", whole_part, places)


typed_numbers = decimals(st.integers(-99999, 99999), st.integers(0, 6))
true_values = st.one_of(
    st.builds(Fraction, st.integers(-5000, 5000), st.sampled_from([1, 2, 4, 8, 16, 64, 125, 1000, 3, 7, 96])),
    typed_numbers.map(Fraction),
)


def fraction_text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


@settings(max_examples=300, deadline=None)
@given(typed=typed_numbers, true=true_values)
def test_any_number_against_any(typed: str, true: Fraction) -> None:
    assert counts_as(read_number(typed, {}), parsed(fraction_text(true))) == oracle(typed, true)


@settings(max_examples=400, deadline=None)
@given(true=true_values, digits=st.integers(1, 6), shift=st.integers(-2, 2))
def test_numbers_near_the_true_one(true: Fraction, digits: int, shift: int) -> None:
    """The true value rounded at some digit, and its neighbours: where ties and near misses are."""
    near = to_digits(as_decimal(true), digits, ROUND_HALF_UP)
    unit = Decimal(1).scaleb(near.adjusted() - digits + 1) if near else Decimal("0.001")
    typed = f"{near + shift * unit:f}"
    assert counts_as(read_number(typed, {}), parsed(fraction_text(true))) == oracle(typed, true)


@settings(max_examples=200, deadline=None)
@given(value=true_values, digits=st.integers(1, 8))
def test_rounding_is_that_of_the_decimal_library(value: Fraction, digits: int) -> None:
    expected = {Fraction(to_digits(as_decimal(value), digits, custom)) for custom in CUSTOMS}
    assert set(rounded(value, digits)) == expected


@pytest.mark.parametrize(
    ("typed", "true", "counts"),
    [
        ("64", "64", True),
        ("64.0", "64", True),
        ("64.04", "64", False),
        ("63.99999", "64", False),
        ("8^2", "64", True),
        ("sqrt(2)*sqrt(2)", "2", True),
        ("0.0156", "1/64", True),
        ("0.01562", "1/64", True),
        ("0.01563", "1/64", True),
        ("0.015625", "1/64", True),
        ("0.016", "1/64", False),
        ("0.0157", "1/64", False),
        ("1.56e-2", "1/64", True),
        ("2.03", "e^(1/sqrt(2))", True),
        ("2.0281", "e^(1/sqrt(2))", True),
        ("2.0281149816474724", "e^(1/sqrt(2))", True),
        ("2.02", "e^(1/sqrt(2))", False),
        ("2.0", "e^(1/sqrt(2))", False),
        ("2", "e^(1/sqrt(2))", False),
        ("0.576", "e^(1/sqrt(2))/(1+e^(1/sqrt(2))+e^(-1/sqrt(2)))", True),
        ("0.5765", "e^(1/sqrt(2))/(1+e^(1/sqrt(2))+e^(-1/sqrt(2)))", True),
        ("0.5766", "e^(1/sqrt(2))/(1+e^(1/sqrt(2))+e^(-1/sqrt(2)))", False),
        ("0.58", "e^(1/sqrt(2))/(1+e^(1/sqrt(2))+e^(-1/sqrt(2)))", False),
        ("-2.03", "e^(1/sqrt(2))", False),
        ("0", "0", True),
        ("0.0001", "0", False),
        ("1234", "1234.5", True),
        ("1230", "1234.5", True),
        ("0.1235", "0.12349", True),
        ("0.12350", "0.12349", False),
        ("-0.1235", "-0.12349", True),
        ("12.35%", "0.12349", True),
    ],
)
def test_the_contracts_own_numbers(typed: str, true: str, counts: bool) -> None:
    assert counts_as(read_number(typed, {}), parsed(true)) is counts


def test_a_tie_counts_by_both_customs() -> None:
    assert set(rounded(Fraction("0.1225"), 3)) == {Fraction("0.122"), Fraction("0.123")}
    assert set(rounded(Fraction("-0.1225"), 3)) == {Fraction("-0.122"), Fraction("-0.123")}
    assert rounded(Fraction("0.1235"), 3) == (Fraction("0.124"),)
    assert rounded(Fraction("0.12350001"), 3) == (Fraction("0.124"),)
    assert rounded(Fraction("999.6"), 3) == (Fraction(1000),)
    assert rounded(Fraction("0.00009996"), 3) == (Fraction("0.0001"),)


def test_numbers_that_no_precision_tells_apart_are_equal() -> None:
    assert same(parsed("sqrt(8)"), parsed("2*sqrt(2)"))
    assert not same(parsed("sqrt(2)"), parsed("1.41421356237309504880168872420969807856967187537694"))
    assert not whole(parsed("sqrt(2)"))
    assert whole(parsed("sqrt(64)"))


def test_too_coarse() -> None:
    assert too_coarse(parsed("0.016"), parsed("1/64"))
    assert too_coarse(parsed("0.02"), parsed("1/64"))
    assert not too_coarse(parsed("0.014"), parsed("1/64"))
    assert not too_coarse(parsed("60"), parsed("64"))


@pytest.mark.parametrize("text", ["9^9^9", "1e999999999", "10^400", "10^-400", "1/0", "sqrt(-1)", "log(0)", "0^-1", "(" * 99])
def test_what_has_no_value_is_not_read(text: str) -> None:
    with pytest.raises(NotRead):
        parsed(text)
