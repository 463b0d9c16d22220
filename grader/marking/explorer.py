"""Parts and checks as tests, for an editor's test explorer: the file that `grade tests` writes calls `checked`.

The student's code is never imported by the test runner: an exercise is graded by `grade` in a process of its own, once for
all its checks.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from grader.content.calling import Outcome
from grader.content.key import Entry
from grader.intake.source import Source
from grader.intake.workspace import find
from grader.judge.result import PartResult

SECONDS = 600
RUN = "import sys; sys.argv[0] = 'grade'; from grader.cli.main import main; main()"
WHOLE = "passes"
"""The one check of a part whose checks are not known before it is graded."""


def checks_of(entry: Entry) -> dict[str, list[str]]:
    """The checks of every part of an exercise, by part, as they would be told."""
    if entry.kind != "exercise":
        return {part: [WHOLE] for part in entry.parts}
    from grader.judge.exercise import ExerciseJudge

    # Judged with the expected answers in place of a student's. Where laws decide there are none, and the same checks are
    # listed as failed and waiting.
    source = Source(entry.file, "")
    found = {}
    for judge in ExerciseJudge(entry).parts:
        outcomes = [Outcome(case.expected) for case in judge.part.cases]
        found[judge.part.name] = names(judge.judge(outcomes, source))
    return found


def names(part: PartResult) -> list[str]:
    return list(dict.fromkeys(f"{check.tier}: {check.name}" for check in part.checks)) or [WHOLE]


def checked(test_file: str, exercise: str, part: str, check: str) -> None:
    """Pass, fail or skip as `grade` says of this check. For use in a test."""
    import pytest

    root = find(Path(test_file).parent).root
    document = graded(root, exercise, stamp(root, exercise))
    found = next((one for one in document["parts"] if one["part"] == part), None)
    if found is None:
        pytest.skip("; ".join(document["warnings"]) or f"{exercise} has no part {part} any more: run `grade tests` again")
    if found["status"] in ("not-attempted", "awaits-mark", "grader-error"):
        pytest.skip(found["message"] or found["status"])
    if check == WHOLE:
        if found["status"] != "passed":
            fail(found["message"], found)
        return
    named = next((one for one in found["checks"] if f"{one['tier']}: {one['name']}" == check), None)
    if named is None:
        pytest.skip("this check was not come to: an earlier one fails")
    if named["status"] == "failed":
        fail(named["message"] or named["name"], found, named.get("evidence"))
    if named["status"] == "skipped":
        pytest.skip("waits for an earlier check")


def fail(message: str, part: Mapping[str, Any], evidence: Mapping[str, Any] | None = None) -> NoReturn:
    """As a failed test, without a traceback: whose line it was stands in the message."""
    import pytest

    lines = [message]
    if evidence:
        rows = [row for row in (evidence.get("head", ()), *evidence.get("rows", ())) if row]
        lines += [evidence["caption"], *("  ".join(row) for row in rows), *evidence.get("notes", ())]
    lines += [text for text in (part["message"].split("\n")[-1] if part["misconception"] else "", part["hint"]) if text]
    pytest.fail("\n".join(lines), pytrace=False)


def stamp(root: Path, exercise: str) -> object:
    """Changes whenever something in the workspace does that the exercise could be solved in."""
    found = [path for folder in (root, root / "exercises") for path in folder.glob(f"{exercise}.*")]
    return tuple(sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in found))


@functools.cache
def graded(root: Path, exercise: str, stamp: object) -> Mapping[str, Any]:
    """The result document of an exercise of the workspace at `root`."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", RUN, exercise, "--json"],
        cwd=root,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
    try:
        document = json.loads(done.stdout)
    except ValueError:
        document = {"parts": [], "warnings": [f"the grader itself failed: {done.stderr.strip()[-500:]}"]}
    assert isinstance(document, dict)
    return document
