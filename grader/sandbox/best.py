"""The strongest tier that this machine has."""

from __future__ import annotations

from contextlib import AbstractContextManager

from grader.content.calling import Plan
from grader.sandbox.early import Forked
from grader.sandbox.runs import Cells, Isolation, Layer, Limits, Refused, Run, Sandbox, SandboxFault, Session
from grader.sandbox.strict import StrictSandbox


class BestSandbox:
    """Strict where it is proven to hold, a plain process elsewhere. Decided at the first use, for proving takes a while."""

    def __init__(self, fork: bool, forked: Forked | None = None) -> None:
        self.decided: Sandbox | None = None
        self.strict: StrictSandbox | None = None
        self.lacking: tuple[Layer, ...] = ()
        try:
            self.strict = StrictSandbox(fork, forked)
        except Refused as refusal:
            self.lacking = (Layer("strict isolation", False, f"{refusal}: a submission can read and change what you can"),)
            self.decided = self.process()

    @staticmethod
    def process() -> Sandbox:
        from grader.sandbox.portable import ProcessSandbox

        return ProcessSandbox()

    def chosen(self) -> Sandbox:
        if self.decided is None:
            self.decided = self.choose()
        return self.decided

    def choose(self) -> Sandbox:
        if self.strict is None:
            return self.process()
        try:
            self.strict.isolation  # noqa: B018 - waits for the proof, and raises where it fails
        except (Refused, SandboxFault):
            self.strict.close()
            return self.process()
        return self.strict

    @property
    def isolation(self) -> Isolation:
        return self.chosen().isolation

    def layers(self) -> tuple[Layer, ...]:
        """Those of the strict tier, also where some do not hold; where it is not made for this system, one line on that."""
        try:
            return self.strict.layers() if self.strict is not None else (*self.chosen().layers(), *self.lacking)
        except SandboxFault as fault:
            return *self.chosen().layers(), Layer("strict isolation", False, str(fault))

    def run(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Run:
        return self.chosen().run(source, name, plan, limits, cells)

    def session(
        self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()
    ) -> AbstractContextManager[Session]:
        return self.chosen().session(source, name, plan, limits, cells)

    def close(self) -> None:
        for sandbox in (self.strict, self.decided):
            if sandbox is not None:
                sandbox.close()
