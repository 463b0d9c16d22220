"""The published result document: its JSON Schema, its words, and that it is JSON whatever a student does."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from conftest import ROOT, Grade
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

from grader.judge.result import TIERS, Check, PartResult, PartStatus, Result, Status, Table, overall
from grader.report import document

DOCUMENTS = sorted(Path(__file__).parent.glob("golden/*/result.json"))


def test_the_published_schema_is_up_to_date() -> None:
    """Written by: python -c "import json; from grader.report.document import schema; print(json.dumps(schema(), indent=1))"."""
    published = (ROOT / "grader" / "report" / "result.schema.json").read_text(encoding="utf-8")
    assert published == json.dumps(document.schema(), indent=1) + "\n"


def test_the_schema_is_a_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.parent.name)
def test_every_golden_document_is_valid(schema: dict[str, Any], path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(found)
    assert msgspec.json.decode(path.read_bytes(), type=Result).exercise == found["exercise"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.parent.name)
def test_every_golden_document_adds_up(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    parts = found["parts"]
    assert found["points"] == pytest.approx(sum(part["points"] for part in parts), abs=0.011)
    assert found["max_points"] == pytest.approx(10)
    assert found["status"] == overall(tuple(msgspec.convert(parts, list[PartResult], strict=False)))
    for part in parts:
        assert 0 <= part["points"] <= part["max_points"]
        assert (part["status"] == "passed") == (part["points"] == part["max_points"])
        failed = [check for check in part["checks"] if check["status"] == "failed"]
        if part["status"] != "awaits-mark":
            # What waits for a mark may be complete or not.
            assert bool(failed) == (part["status"] not in ("passed", "not-attempted"))
        tiers = [TIERS.index(check["tier"]) for check in part["checks"]]
        assert tiers == sorted(tiers), "checks come in the order of the tiers"
        assert not any(check["hidden"] for check in part["checks"]), "a public key holds no hidden check"


@pytest.mark.parametrize(
    "spoiled",
    [
        {"schema": 2},
        {"status": "ok"},
        {"points": "10"},
        {"parts": [{}]},
        {"isolation": "none"},
        {"warnings": "none"},
        {"schema": None},
    ],
)
def test_the_schema_refuses_what_is_not_in_the_contract(schema: dict[str, Any], spoiled: dict[str, Any]) -> None:
    found = json.loads(DOCUMENTS[0].read_text(encoding="utf-8"))
    with pytest.raises(ValidationError):
        Draft202012Validator(schema).validate({**found, **spoiled})


@pytest.mark.parametrize(
    "field", ["schema", "exercise", "title", "status", "points", "max_points", "isolation", "key", "warnings", "parts"]
)
def test_no_field_of_the_contract_may_be_missing(schema: dict[str, Any], field: str) -> None:
    found = json.loads(DOCUMENTS[0].read_text(encoding="utf-8"))
    del found[field]
    with pytest.raises(ValidationError):
        Draft202012Validator(schema).validate(found)


def test_the_status_words_are_those_of_the_contract() -> None:
    assert set(get_args(Status)) == {"passed", "failed", "not-attempted", "unreadable", "grader-error"}
    assert set(get_args(PartStatus)) == {
        "passed",
        "failed",
        "not-attempted",
        "unreadable",
        "error",
        "timeout",
        "killed",
        "awaits-mark",
        "grader-error",
    }


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["passed", "passed"], "passed"),
        (["not-attempted", "not-attempted"], "not-attempted"),
        (["unreadable", "unreadable"], "unreadable"),
        (["passed", "not-attempted"], "failed"),
        (["passed", "unreadable"], "failed"),
        (["unreadable", "not-attempted"], "failed"),
        (["error"], "failed"),
        (["timeout", "killed"], "failed"),
        (["passed", "awaits-mark"], "failed"),
        (["passed", "grader-error", "unreadable"], "grader-error"),
    ],
)
def test_the_whole_follows_from_its_parts(parts: list[Any], whole: str) -> None:
    assert (
        overall(tuple(PartResult(part=str(n), status=one, points=0.0, max_points=1.0) for n, one in enumerate(parts))) == whole
    )


@given(st.text(), st.floats(), st.lists(st.text(), max_size=3))
def test_a_document_is_json_whatever_is_in_it(text: str, number: float, cells: list[str]) -> None:
    check = Check(name=text, tier="values", status="failed", message=text, evidence=Table(text, (), (tuple(cells),), (text,)))
    part = PartResult(part="p", status="failed", points=number, max_points=1.0, message=text, output=text, checks=(check,))
    result = Result(
        exercise="e",
        title=text,
        status="failed",
        points=number,
        max_points=1.0,
        isolation="strict",
        key="",
        public_only=True,
        parts=(part,),
    )

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    found = json.loads(document.of_result(result), parse_constant=refuse)
    assert found["parts"][0]["output"] == text
    assert (found["points"] is None) == (not math.isfinite(number))


@pytest.mark.parametrize(
    "arguments",
    [
        ("exercise3",),
        ("exercise99",),
        ("all",),
        ("exercise3", "--file", "nowhere.py"),
        ("--key", "nowhere", "exercise3"),
        ("batch", "nowhere"),
        ("batch", "exercises"),
    ],
)
def test_json_alone_is_on_stdout(grade: Grade, workspace: Path, arguments: tuple[str, ...]) -> None:
    assert grade(*arguments, "--json", cwd=workspace).document()["schema"] == 1
