"""Sandboxes of both tiers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from grader.sandbox import open_sandbox
from sandbox.asking import Asked


@pytest.fixture(scope="session")
def strict() -> Iterator[Asked]:
    with closing(open_sandbox("strict")) as sandbox:
        yield Asked(sandbox)


@pytest.fixture(scope="session")
def process() -> Iterator[Asked]:
    with closing(open_sandbox("process")) as sandbox:
        yield Asked(sandbox)


@pytest.fixture(params=["strict", "process"])
def both(request: pytest.FixtureRequest) -> Asked:
    asked: Asked = request.getfixturevalue(request.param)
    return asked


@pytest.fixture
def honest_code_passes_afterwards(strict: Asked) -> Iterator[None]:
    yield
    strict.still_works()
