"""Grades for programs: JSON, JSON lines, a table, JUnit XML, Gradescope, Classroom 50."""

from __future__ import annotations

import json
import re
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from exports.classes import THIRD, has, person, result, table
from grader.judge.result import PartResult
from grader.report.targets import classroom50, documents, gradescope, junit
from grader.report.targets import table as plain
from grader.report.targets.model import CannotExport, Graded, Wanted
from grader.report.targets.text import for_xml, harmless, one_line

MAEVE = person(1, "Maeve O'Brien")


def strictly(data: bytes) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} in JSON")

    return json.loads(data, parse_constant=refuse)


def with_parts(*parts: PartResult, who: str = "s1") -> Graded:
    made = result(sum(part.points for part in parts), parts=parts, max_points=sum(part.max_points for part in parts))
    return replace(has(MAEVE), person=person(int(who[1:]), who), results={"exercise3": made})


# ---------------------------------------------------------------- a table

HOSTILE = ['=HYPERLINK("x")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1", "\u202e=1", "nul\0=1"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_starts_a_formula(name: str) -> None:
    rows = table(plain.write([has(person(1, name, login=name), 50.0)], None, Wanted()).data)
    for cell in (rows[0]["name"], rows[0]["login"]):
        assert cell[0] not in "=+-@＝\t\r"
        assert not re.search("[\0\u202e]", cell)


@pytest.mark.parametrize("name", ["Zoé", "O'Neil, Kim", 'quo"te', "李", "אבג", "-5", "+49 170", "x" * 10_000])
def test_ordinary_names_stay_as_they_are(name: str) -> None:
    shown = table(plain.write([has(person(1, name), 50.0)], None, Wanted()).data)[0]["name"]
    assert shown in (name, f"'{name}")
    assert shown == name or name.startswith("+49")


@given(st.text())
def test_a_name_is_one_line_without_controls(name: str) -> None:
    shown = harmless(name)
    assert not any(ord(letter) < 32 or letter in "\x7f\u2028\u2029" for letter in shown)
    assert one_line(one_line(name)) == one_line(name)


def test_the_table_has_what_was_asked_for() -> None:
    made = plain.write([has(MAEVE, 61.25, 6.5), has(person(2, "Bo"), None, exempt=True)], None, Wanted(("exercise3", "total")))
    rows = table(made.data)
    assert [(row["student"], row["exercise3"], row["total"]) for row in rows] == [
        ("s1", "6.5", "61.25"),
        ("s2", "exempt", "exempt"),
    ]


# ---------------------------------------------------------------- JSON


def test_json_says_what_counts_exempts_and_waits() -> None:
    document = strictly(documents.write([has(MAEVE, 50.0, 5.0, waits=True)], None, Wanted(("total",))).data)
    assert document["students"][0]["student"]["id"] == "s1"
    assert document["students"][0]["scores"] == {"total": {"points": 50.0, "max_points": 100.0, "exempt": False, "waits": True}}


def test_a_line_a_result_fits_the_published_schema(schema: dict[str, Any]) -> None:
    data = documents.write_lines([has(MAEVE, 50.0, 5.0), has(person(2, "Bo"), 1.0, 1.0)], None, THIRD).data
    rows = [strictly(line) for line in data.splitlines()]
    assert [row["student"]["id"] for row in rows] == ["s1", "s2"]
    for row in rows:
        jsonschema.validate(row, schema)


@pytest.mark.parametrize("write", [documents.write, documents.write_lines, plain.write, junit.write, gradescope.write])
def test_what_follows_no_template_says_so(write: Any) -> None:
    with pytest.raises(CannotExport, match="no template"):
        write([has(MAEVE)], b"x", THIRD)


# ---------------------------------------------------------------- JUnit

XML = st.text(alphabet=st.characters(exclude_categories=()), max_size=40)


@given(XML, XML, XML)
def test_junit_always_parses_and_no_case_is_lost(name: str, message: str, printed: str) -> None:
    part = PartResult(part="softmax", status="error", points=0.0, max_points=5.0, message=message, output=printed)
    made = junit.write([replace(with_parts(part, part), person=replace(MAEVE, student=name))], None, THIRD)
    cases = ElementTree.fromstring(made.data).findall("testsuite/testcase")
    assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases) == 2


def test_junit_s_outcomes() -> None:
    statuses = ("not-attempted", "unreadable", "timeout", "killed", "grader-error", "awaits-mark", "passed")
    parts = [
        PartResult(part=one, status=one, points=0.0, max_points=1.0, message="")  # type: ignore[arg-type]
        for one in statuses
    ]
    root = ElementTree.fromstring(junit.write([with_parts(*parts)], None, THIRD).data)
    kinds = {case.get("classname", "").split(".")[-1]: [child.tag for child in case] for case in root.iter("testcase")}
    assert kinds == {"not-attempted": ["skipped"], "unreadable": ["failure"], "timeout": ["failure"], "killed": ["failure"],
                     "grader-error": ["error"], "awaits-mark": ["skipped"], "passed": []}  # fmt: skip
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == ("7", "3", "1", "2")


def test_junit_shows_each_check_with_its_evidence() -> None:
    root = ElementTree.fromstring(junit.write([has(MAEVE, exercise3=0)], None, THIRD).data)
    failures = {case.get("name"): case.find("failure") for case in root.iter("testcase")}
    found = failures["invariants: rows add up to 1"]
    assert found is not None
    assert found.get("message") == "does not hold: rows add up to 1"
    assert "q0\t0.5" in (found.text or "")
    assert failures["import: the file loads"] is None


def test_a_file_that_gitlab_would_refuse_says_so() -> None:
    assert next(junit.limits(b"x" * 30_000_000, 10)).startswith("the file has 30 MB and 10 cases")
    assert list(junit.limits(b"x", 500_001))
    assert not list(junit.limits(b"x", 500_000))
    long = PartResult(part="p", status="error", points=0.0, max_points=1.0, message="m" * 100_000, output="o" * 100_000)
    assert len(junit.write([with_parts(long)], None, THIRD).data) < 100_000


def test_for_xml_keeps_what_xml_can_hold() -> None:
    assert for_xml("a\tb\nc é 李 \U0001f600") == "a\tb\nc é 李 \U0001f600"
    assert for_xml("\x00\x1b\ufffe\ud800") == "????"


# ---------------------------------------------------------------- Gradescope


def test_gradescope_has_a_test_a_part_with_points() -> None:
    document = strictly(gradescope.write([has(MAEVE, exercise3=2.5)], None, THIRD).data)
    tests = document["tests"]
    assert [(test["number"], test["name"], test["score"], test["max_score"], test["status"]) for test in tests] == [
        ("1.1", "exercise3: softmax_weights", 2.5, 5.0, "failed"),
        ("1.2", "exercise3: attention_weights", 0.0, 5.0, "failed"),
    ]
    assert "rows add up to 1" in tests[0]["output"]
    assert "large scores: not finite (hidden)" in tests[0]["output"]
    assert {test["output_format"] for test in tests} == {"text"}


@pytest.mark.parametrize("hidden", ["after_due_date", "after_published", "hidden"])
def test_how_hidden_checks_went_can_be_kept_back(hidden: str) -> None:
    document = gradescope.document([result(2.5)], hidden)
    part, *others = document["tests"]
    assert "large scores" not in part["output"]
    assert [test["visibility"] for test in others if "visibility" in test] == [hidden]
    (kept_back,) = (test for test in others if "visibility" in test)
    assert "large scores: not finite" in kept_back["output"]
    assert "score" not in kept_back


def test_our_fault_and_what_waits_have_no_score() -> None:
    parts = (
        PartResult(part="a", status="grader-error", points=0.0, max_points=0.0, message="we failed"),
        PartResult(part="b", status="awaits-mark", points=0.0, max_points=5.0, message="waits"),
    )
    document = gradescope.document([result(0.0, parts=parts, status="grader-error")])
    assert [test.keys() & {"score", "max_score", "status"} for test in document["tests"]] == [set(), set()]
    assert document["score"] == 0
    assert "our fault" in document["tests"][0]["name"]


def test_an_override_is_what_gradescope_gets() -> None:
    graded = replace(has(MAEVE, exercise3=0.0), overrides={"exercise3": {"softmax_weights": 4.0}})
    assert strictly(gradescope.write([graded], None, THIRD).data)["tests"][0]["score"] == 4.0


def test_results_json_is_of_one_student() -> None:
    for target in (gradescope, classroom50):
        with pytest.raises(CannotExport, match="choose one with --student"):
            target.write([has(MAEVE), has(person(2, "Bo"))], None, THIRD)


# ---------------------------------------------------------------- Classroom 50

RUNNER = {"CLASSROOM": "nlp", "ASSIGNMENT": "attention", "USERNAME": "login1",
          "SUBMISSION_TAG": "submit/20260901T101112Z-abc1234",
          "COMMIT_URL": "u/c", "RELEASE_URL": "u/r", "GITHUB_ACTOR": "login1", "GITHUB_ACTOR_ID": "77"}  # fmt: skip
WHOLE = {"type": "integer", "minimum": 0}
TEXT = {"type": "string", "minLength": 1}
CLASSROOM50 = {
    "type": "object", "additionalProperties": False,
    "required": ["schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
                 "datetime", "score", "max-score", "tests"],
    "properties": {
        "schema": {"const": "classroom50/result/v1"}, "classroom": TEXT, "assignment": TEXT, "owner": TEXT, "commit": TEXT,
        "assignment_type": {"enum": ["individual", "group", "team"]}, "submission": {"type": "string", "pattern": "^submit/"},
        "release": TEXT, "review": TEXT, "datetime": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "score": WHOLE, "max-score": WHOLE, "submitted_by": {"type": "object", "required": ["username"]},
        "tests": {"type": "array", "items": {
    "type": "object", "required": ["test-name", "passed", "score", "max-score"],
            "properties": {"test-name": TEXT, "passed": {"type": "boolean"}, "score": WHOLE, "max-score": WHOLE}}},
    },
}  # fmt: skip


def test_classroom50_gets_whole_numbers_and_who_it_is() -> None:
    wanted = Wanted(("exercise3",), surroundings=RUNNER)
    document = strictly(classroom50.write([has(MAEVE, exercise3=2.55)], None, wanted).data)
    jsonschema.validate(document, CLASSROOM50)
    assert (document["score"], document["max-score"]) == (255, 1000)
    assert (document["datetime"], document["review"], document["owner"]) == ("2026-09-01T10:11:12Z", "u/c", "login1")
    assert document["submitted_by"] == {"username": "login1", "id": 77}
    assert [test["passed"] for test in document["tests"]] == [False, False]


def test_what_waits_is_in_neither_sum() -> None:
    parts = (
        PartResult(part="a", status="grader-error", points=0.0, max_points=0.0, message="we failed"),
        PartResult(part="b", status="passed", points=5.0, max_points=5.0),
    )
    made = classroom50.write([with_parts(*parts)], None, Wanted(("exercise3",), surroundings=RUNNER))
    document = strictly(made.data)
    assert (document["score"], document["max-score"], len(document["tests"])) == (500, 500, 1)
    assert made.warnings == ("exercise3, a is left out, for it has no final points yet",)


@pytest.mark.parametrize(("changed", "template", "says"), [
    ({"CLASSROOM": ""}, None, "these are missing: classroom (CLASSROOM)"),
    ({"SUBMISSION_TAG": "v1"}, b'{"datetime": "2026-09-01T10:11:12Z"}', "submission is 'v1'"),
    ({}, b'{"datetime": "yesterday"}', "datetime is 'yesterday'"), ({"MODE": "alone"}, None, "assignment_type is 'alone'"),
    ({"USERNAME": "mallory"}, None, "the repository is mallory's"), ({}, b"[1", "is no JSON"), ({}, b"[1]", "no JSON object"),
])  # fmt: skip
def test_an_identity_that_does_not_fit_is_refused(changed: dict[str, str], template: bytes | None, says: str) -> None:
    with pytest.raises(CannotExport, match=re.escape(says)):
        classroom50.write([has(MAEVE)], template, Wanted(("exercise3",), surroundings=RUNNER | changed))
