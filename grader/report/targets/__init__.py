"""Where grades go: an LMS, a spreadsheet, a program. A target is a module with one pure function, named in `TARGETS`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from msgspec import Struct

from grader.report.targets.model import CannotExport, Graded, Wanted, Written

Write = Callable[[Sequence[Graded], bytes | None, Wanted], Written]
"""Students, the template's bytes, what is wanted → a file and an account of it. Raises `CannotExport`."""


class Target(Struct, frozen=True):
    """`says` is for help texts."""

    module: str
    says: str
    function: str = "write"

    def write(self) -> Write:
        """The target's function; its module is imported now."""
        return cast(Write, getattr(import_module(f"grader.report.targets.{self.module}"), self.function))


TARGETS = {
    "canvas": Target("canvas", "Canvas gradebook CSV"),
    "moodle": Target("moodle", "Moodle grading worksheet or gradebook CSV"),
    "blackboard": Target("blackboard", "Blackboard, Work Offline"),
    "brightspace": Target("brightspace", "Brightspace grades CSV"),
    "csv": Target("table", "a table for any spreadsheet"),
    "json": Target("documents", "all scores as one JSON document"),
    "jsonl": Target("documents", "a result document a line", "write_lines"),
    "gradescope": Target("gradescope", "one student's results.json for Gradescope"),
    "junit": Target("junit", "JUnit XML for CI"),
    "classroom50": Target("classroom50", "one student's result.json for Classroom 50"),
}

__all__ = ["TARGETS", "CannotExport", "Graded", "Target", "Wanted", "Write", "Written"]
