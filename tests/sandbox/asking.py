"""Short ways to ask a sandbox."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from grader.content.calling import Call, PartPlan, Plan
from grader.content.reading import Kind, Reading
from grader.content.values import Array, Whole, pack, pack_input, unpack, unpack_whole
from grader.sandbox import Limits, PartRun, Run, Sandbox

matrix = np.arange(12.0).reshape(3, 4)
brief = Limits(processor_seconds=0.3, wall_seconds=1.0)
NAME = "exercise3.py"

honest = """
import numpy as np

def f(x):
    return x + 1

def g(x):
    print("g was here")
    return 2 * x
"""


def part(
    name: str = "f", calls: int = 1, kind: Kind = "array", watches_random: bool = False, args: tuple[Any, ...] = (matrix,)
) -> PartPlan:
    call = Call(tuple(pack_input(value) for value in args))
    return PartPlan(name, Reading(kind), (call,) * calls, watches_random)


def plan(*parts: PartPlan | str) -> Plan:
    return Plan("exercise3", tuple(part(each) if isinstance(each, str) else each for each in parts or ("f",)))


class Asked:
    """A sandbox, asked briefly."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def run(self, source: str, *parts: PartPlan | str, limits: Limits = brief) -> Run:
        return self.sandbox.run(textwrap.dedent(source), NAME, plan(*parts), limits)

    def part(self, source: str, *parts: PartPlan | str, limits: Limits = brief) -> PartRun:
        return self.run(source, *parts, limits=limits).parts[0]

    def value(self, source: str, limits: Limits = brief) -> Any:
        """What `f` returned, as numpy reads it; whatever else happened, as data."""
        run = self.part(source, limits=limits)
        if run.ended != "answered":
            return run
        answer = run.outcomes[0].answer
        return unpack(answer) if isinstance(answer, Array) else unpack_whole(answer) if isinstance(answer, Whole) else answer

    def still_works(self) -> None:
        """An honest submission passes, whatever came before it."""
        run = self.run(honest, part("f", 2), "g")
        assert [each.ended for each in run.parts] == ["answered", "answered"], run
        assert run.troubles == ()
        for outcome in run.parts[0].outcomes:
            assert isinstance(outcome.answer, Array)
            assert np.array_equal(unpack(outcome.answer), matrix + 1)
        assert run.parts[1].outcomes[0].printed == "g was here\n"


def array(values: Any) -> Array:
    return pack(np.asarray(values))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def eventually(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds
