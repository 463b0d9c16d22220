"""What a run in the sandbox is told and what it tells: frozen data, and the two protocols behind `open_sandbox`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from msgspec import Struct

from grader.content.calling import Outcome, PartPlan, Plan

Isolation = Literal["strict", "process"]
Ended = Literal["answered", "missing", "not-callable", "lost", "timeout", "killed"]


class Limits(Struct, frozen=True, array_like=True):
    """What a submission may use. Seconds and answer bytes are for each part (loading is one too); memory is on top of
    what the interpreter with numpy takes. `source_bytes` is for whoever reads submissions; nothing here checks it."""

    processor_seconds: float = 2.0
    wall_seconds: float = 10.0
    memory_bytes: int = 1 << 30
    printed_bytes: int = 64 << 10
    answer_bytes: int = 16 << 20
    source_bytes: int = 1 << 20


def backstop(plan: Plan, limits: Limits) -> int:
    """Seconds of processor time after which the kernel ends a child: only for the case that the grader itself hangs,
    whose own clock is finer. Twice what a run may use, for the second round."""
    parts = sum(max(part.seconds, limits.processor_seconds) for part in plan.parts)
    return int(2 * (parts + limits.processor_seconds)) + 5


class Trouble(Struct, frozen=True, array_like=True):
    """Something wrong at load time: what can't be parsed (`syntax`), a top-level statement that raised, or one of a notebook
    that was `left out`, for it takes too long.

    `line` and `column` count from 1, 0 where unknown; `name` is the exception's class; `missing_name` what an ImportError
    or NameError missed; `lost` the functions that the file would define without it.
    """

    kind: Literal["syntax", "statement", "left out"]
    line: int
    column: int
    message: str
    name: str
    missing_name: str = ""
    lost: tuple[str, ...] = ()


class Redefined(Struct, frozen=True, array_like=True):
    """A part that several cells of a notebook define: the first lines of those cells, of which the last one counts."""

    name: str
    lines: tuple[int, ...]


class PartRun(Struct, frozen=True):
    """How one part went. `outcomes`, one a call, when it `answered`; `line` (0: unknown) is the student's last running
    line at a `timeout`; `why` says how a `killed` process died; `starved`: its
    wall clock ran out while others had the processor, or somebody else ended it; `nearest` is the defined function whose
    name comes nearest to a `missing` one's."""

    name: str
    ended: Ended
    outcomes: tuple[Outcome, ...] = ()
    line: int = 0
    why: str = ""
    nearest: str = ""
    starved: bool = False


class Run(Struct, frozen=True):
    """One submission, run. `printed` is what loading printed; `readable` is False when nothing of the source could be
    parsed. When `loading` did not get `done`, every part ended as it did, and `line` and `why` say how."""

    parts: tuple[PartRun, ...]
    troubles: tuple[Trouble, ...] = ()
    printed: str = ""
    readable: bool = True
    loading: Literal["done", "timeout", "killed"] = "done"
    line: int = 0
    why: str = ""
    isolation: Isolation = "strict"
    processor_seconds: float = 0.0
    redefined: tuple[Redefined, ...] = ()


class Layer(Struct, frozen=True, array_like=True):
    """One layer of the isolation: does it hold on this machine, and what does it stop?"""

    name: str
    holds: bool
    meaning: str


class SandboxFault(Exception):
    """The sandbox itself failed: never the student's fault, no student loses a point."""


class Refused(Exception):
    """This machine can't isolate as asked; the message names what is missing."""


Again = Callable[[PartPlan], PartRun]
"""Makes more calls of a submission's functions."""


class Session(Protocol):
    """A submission that has run and still lives, for a second round of calls."""

    run: Run

    def again(self, part: PartPlan) -> PartRun:
        """Make more calls in the same process (in a fresh one that loads the source again, if it died)."""


Cells = tuple[int, ...]
"""How many lines of a notebook's source stand above each of its cells; empty for a file that is no notebook."""


class Sandbox(Protocol):
    """Runs submissions, one at a time. Not for two threads at once: open one each."""

    @property
    def isolation(self) -> Isolation:
        """The tier that holds. Waits until the isolation is up and proven."""

    def run(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Run:
        """Load `source` as the file `name` and make the plan's calls. Raises `SandboxFault`, nothing of the student's."""

    def session(
        self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()
    ) -> AbstractContextManager[Session]:
        """As `run`, and the process stays for `again`."""

    def layers(self) -> tuple[Layer, ...]:
        """What was tried at the start, and what holds."""

    def close(self) -> None:
        """End all processes, remove the scratch folder. May be called twice."""
