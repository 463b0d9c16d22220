"""The same attacks from a notebook: each statement in a cell of its own."""

from __future__ import annotations

import ast
import textwrap

import pytest

from grader.content.calling import PartPlan
from grader.content.values import Raised
from grader.sandbox import Limits, Run
from sandbox.asking import Asked, brief, plan
from sandbox.test_attacks import (  # noqa: F401 - collected here once more
    TestEndings,
    TestFloods,
    TestReaching,
    TestStateLeftBehind,
    attempt,
)
from sandbox.test_attacks import TestReading as Reading

pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")


class FromCells(Asked):
    """A sandbox, asked with notebooks."""

    def run(self, source: str, *parts: PartPlan | str, limits: Limits = brief) -> Run:
        text = textwrap.dedent(source)
        return self.sandbox.run(text, "exercise3.ipynb", plan(*parts), limits, tuple(sorted(starts_of(text))))


def starts_of(text: str) -> set[int]:
    """How many lines stand above each statement, or above its first decorator."""
    nodes = ([one, *getattr(one, "decorator_list", [])] for one in ast.parse(text).body[1:])
    return {0, *(min(node.lineno for node in several) - 1 for several in nodes)}


class TestReadingFromCells(Reading):
    def test_our_modules_and_arguments(self, strict: Asked) -> None:
        for name in ("grader", "click", "msgspec", "pytest", "grader.content.key"):
            answer = attempt(strict, f"import {name}")
            assert isinstance(answer, Raised), name
        # As in a kernel, the notebook itself is the main module: there is nothing else in it.
        names = strict.value(
            "import sys\ndef f(x): return [len(sys.argv[0]), len({*vars(sys.modules['__main__'])} - {*globals()})]"
        )
        assert list(names) == [0, 0]


@pytest.fixture(scope="session")
def strict(strict: Asked) -> Asked:
    return FromCells(strict.sandbox)
