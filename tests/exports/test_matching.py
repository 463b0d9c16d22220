"""Nobody is given somebody else's grade: sure signs first, names last, doubts told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exports.classes import person
from grader.marking.identities import Identity
from grader.report.targets.matching import Matches, Signs, form, match

MAEVE = person(1, "Maeve O'Brien")
BO = person(2, "Bo Li")


def matched(rows: dict[int, Signs], *people: Identity, lms: str = "canvas") -> Matches:
    return match(people, rows, lms)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("lms", "101"),
        ("sis", "S1"),
        ("sis", "s1"),
        ("login", "LOGIN1"),
        ("email", "Mail1@Uni.example"),
        ("name", "maeve  o'brien"),
        ("name", "O'Brien, Maeve"),
        ("name", "Mae\u0076e O'Brien"),
    ],
)
def test_any_one_sign_is_enough(kind: str, value: str) -> None:
    assert matched({4: {kind: value}}, MAEVE, BO).rows == {"s1": 4}


def test_a_number_of_another_lms_means_nothing() -> None:
    assert matched({1: {"lms": "101"}}, MAEVE, lms="moodle").rows == {}


def test_a_folder_s_name_may_be_a_login_an_address_or_a_name() -> None:
    for signs in ({"login": "s1"}, {"email": "S1"}, {"sis": "s1"}, {"name": "s1"}):
        assert matched({1: signs}, Identity("s1")).rows == {"s1": 1}
    assert matched({1: {"lms": "7"}}, Identity("7")).rows == {}, "a number may be anybody's"


def test_a_composed_and_a_decomposed_name_are_the_same() -> None:
    assert matched({1: {"name": "Zoe\u0301"}}, person(1, "Zoé")).rows == {"s1": 1}


def test_signs_that_point_to_two_students_are_no_one_s() -> None:
    found = matched({1: {"lms": "101", "login": "login2"}}, MAEVE, BO)
    assert found.rows == {}
    assert found.doubts[1].why == "fits s1 by the number and s2 by the login"
    assert [left.who for left in found.left_out] == ["s1", "s2"]
    assert {left.why for left in found.left_out} == {"a row of the template could be theirs, or somebody else's"}


def test_a_name_that_two_students_have_is_no_one_s() -> None:
    twins = (Identity("a", name="Kim Lee"), Identity("b", name="Lee, Kim"))
    found = matched({1: {"name": "Kim Lee"}}, *twins)
    assert found.rows == {}
    assert found.doubts[1].why == "fits a and b, who have the same name"


def test_a_name_that_two_lines_have_is_no_one_s() -> None:
    found = matched({1: {"name": "Kim Lee"}, 2: {"name": "kim lee"}}, Identity("a", name="Kim Lee"))
    assert found.rows == {}
    assert found.doubts[1].why == "fits a by the name alone, and so does another line"


def test_twins_are_told_apart_by_anything_sure() -> None:
    twins = (Identity("a", name="Kim Lee", login="kl1"), Identity("b", name="Kim Lee", login="kl2"))
    rows: dict[int, Signs] = {1: {"name": "Kim Lee", "login": "kl2"}, 2: {"name": "Kim Lee", "login": "kl1"}}
    assert matched(rows, *twins).rows == {"a": 2, "b": 1}


def test_the_same_name_with_another_login_is_another_person() -> None:
    found = matched({1: {"name": "Maeve O'Brien", "login": "other"}}, MAEVE)
    assert found.rows == {}
    assert found.doubts == {}


def test_two_lines_for_one_student_are_told_and_left_alone() -> None:
    found = matched({1: {"login": "login1"}, 2: {"email": "mail1@uni.example"}}, MAEVE)
    assert found.rows == {}
    assert found.left_out[0].why == "the template's lines 2, 3 could all be theirs"
    assert set(found.doubts) == {1, 2}


def test_somebody_who_is_not_there_is_told() -> None:
    found = matched({1: {"login": "login1"}}, MAEVE, BO)
    assert found.rows == {"s1": 1}
    assert [(left.who, left.why) for left in found.left_out] == [("s2", "no row of the template is theirs")]


SIGN = st.sampled_from(["", "1", "2", "3"])


@given(
    st.lists(st.tuples(SIGN, SIGN, SIGN, SIGN), max_size=6),
    st.lists(st.fixed_dictionaries(dict.fromkeys(("lms", "sis", "login", "email", "name"), SIGN)), max_size=6),
)
def test_no_row_has_two_students_and_no_sure_sign_is_ever_denied_by_all(
    people: list[tuple[str, ...]], rows: list[Signs]
) -> None:
    """Whatever is handed in: at most one row each, none shared, and never a row whose signs all speak of others."""
    everybody = [
        Identity(
            f"id{number}", name=name or None, login=login or None, sis_id=sis or None, lms_ids={"canvas": lms} if lms else {}
        )
        for number, (lms, sis, login, name) in enumerate(people)
    ]
    found = match(everybody, dict(enumerate(rows)), "canvas")
    assert len(set(found.rows.values())) == len(found.rows)
    known = {one.student: one for one in everybody}
    for student, row in found.rows.items():
        one, signs = known[student], rows[row]
        agree = {"lms": one.lms_ids.get("canvas"), "sis": one.sis_id, "login": one.login, "name": one.name}
        assert any(signs.get(kind) and signs[kind] == value for kind, value in agree.items())
        # Nobody else has as good a claim.
        for other in everybody:
            if other.student != student:
                sure = {"lms": other.lms_ids.get("canvas"), "sis": other.sis_id, "login": other.login}
                assert not any(signs.get(kind) and signs[kind] == value for kind, value in sure.items())


@given(st.text())
def test_a_form_is_its_own_form(name: str) -> None:
    assert form("login", form("login", name)) == form("login", name)
