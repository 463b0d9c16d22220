"""Classroom 50's result.json, version 1: whole numbers, and the identity that its runner tells.

Points have two decimals, so scores are counted in hundredths of a point. Who and what is graded comes from the runner's
environment, or from a JSON file with the schema's own fields as `--template`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grader.report.targets.model import CannotExport, Graded, Placed, Wanted, Written
from grader.report.targets.text import one_line

SCHEMA = "classroom50/result/v1"
FROM_RUNNER = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "assignment_type": "MODE",
    "owner": "USERNAME",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
    "datetime": "SUBMITTED_AT",
}
"""The schema's fields, and what the runner calls them."""
STAMP = re.compile(r"submit/(\d{4})-?(\d\d)-?(\d\d)T(\d\d)[-:]?(\d\d)[-:]?(\d\d)Z.*")
WHEN = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ")
TYPES = ("individual", "group", "team")


def write(graded: Sequence[Graded], template: bytes | None, wanted: Wanted) -> Written:
    if len(graded) != 1:
        raise CannotExport(
            f"a result.json is of one repository, and the gradebook has {len(graded)}: choose one with --student ID"
        )
    one = graded[0]
    tests, warnings = tests_of(one)
    repository = identity(template, wanted.surroundings)
    owner, login = repository["owner"], one.person.login
    if login and owner.casefold() not in (login.casefold(), one.person.student.casefold()):
        raise CannotExport(
            f"the repository is {owner}'s, and {one.person.student} has the login {login}: choose another --student"
        )
    made: dict[str, Any] = {
        "schema": SCHEMA,
        **repository,
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    pusher = wanted.surroundings.get("GITHUB_ACTOR", "").strip()
    if pusher:
        number = wanted.surroundings.get("GITHUB_ACTOR_ID", "").strip()
        made["submitted_by"] = {"username": pusher, "id": int(number) if number.isdecimal() else None}
    data = msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
    return Written(data, (Placed(one.person.student, None, {}),), warnings=tuple(warnings))


def tests_of(one: Graded) -> tuple[list[dict[str, Any]], list[str]]:
    """A test a part. What has no final points yet is left out of both sums."""
    tests, warnings = [], []
    for exercise in one.results:
        for part in one.marked(exercise).parts:
            waits = part.status in ("grader-error", "awaits-mark") and part.part not in one.overrides.get(exercise, {})
            if waits:
                warnings.append(f"{exercise}, {part.part} is left out, for it has no final points yet")
                continue
            score, most = round(100 * part.points), round(100 * part.max_points)
            name = one_line(f"{exercise}: {part.part}")
            message = one_line(part.message)[:2000]
            test = {"test-name": name, "passed": score == most, "score": min(score, most), "max-score": most}
            tests.append(test | {"message": message})
    return tests, warnings


def identity(template: bytes | None, surroundings: Mapping[str, str]) -> dict[str, str]:
    """Who and what is graded. Raises `CannotExport`, naming what is missing."""
    given = told(template)
    found = {field: given.get(field) or surroundings.get(name, "").strip() for field, name in FROM_RUNNER.items()}
    found["assignment_type"] = found["assignment_type"] or "individual"
    found["review"] = found["review"] or found["commit"]
    stamp = STAMP.fullmatch(found["submission"])
    if not found["datetime"] and stamp:
        found["datetime"] = "{}-{}-{}T{}:{}:{}Z".format(*stamp.groups())
    missing = [f"{field} ({FROM_RUNNER[field]})" for field, value in found.items() if not value]
    if missing:
        raise CannotExport(
            f"Classroom 50's runner tells who is graded in its environment, and these are missing: {', '.join(missing)}; "
            "or give a JSON file with these fields as --template"
        )
    wrong = {
        "submission": not found["submission"].startswith("submit/"),
        "datetime": not WHEN.fullmatch(found["datetime"]),
        "assignment_type": found["assignment_type"] not in TYPES,
    }
    for field, is_wrong in wrong.items():
        if is_wrong:
            raise CannotExport(f"{field} is {found[field][:80]!r}, which Classroom 50 does not take: see {SCHEMA}")
    return found


def told(template: bytes | None) -> dict[str, str]:
    if template is None:
        return {}
    try:
        given = json.loads(template)
    except (ValueError, RecursionError) as error:
        raise CannotExport("the template is no JSON: give an object with Classroom 50's own fields") from error
    if not isinstance(given, dict):
        raise CannotExport("the template is no JSON object: give one with Classroom 50's own fields")
    return {field: str(value) for field, value in given.items() if field in FROM_RUNNER and isinstance(value, str)}
