"""The strict tier: children forked from a confined zygote (Linux with Landlock and seccomp)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from grader.content.calling import PartPlan, Plan
from grader.sandbox.early import Forked
from grader.sandbox.runs import Cells, Isolation, Layer, Limits, PartRun, Refused, Run, SandboxFault, backstop
from grader.sandbox.starting import Gone, Helper
from grader.sandbox.talk import Talk
from grader.sandbox.wire import Job, encoder
from grader.sandbox.zygote import dearly_imported

MOST_PLANS = 64
machines = ("x86_64", "aarch64")


class StrictSandbox:
    """Raises `Refused` where the machine can't, at once or at the first use."""

    isolation_name: Isolation = "strict"

    def __init__(self, fork: bool = True, forked: Forked | None = None) -> None:
        if not sys.platform.startswith("linux") or os.uname().machine not in machines:
            raise Refused(f"strict isolation needs Linux on {' or '.join(machines)}")
        if not hasattr(os, "fork"):
            raise Refused("strict isolation needs a Python that can fork")
        self.plans: dict[int, tuple[Plan, bytes]] = {}
        self.helper = Helper(fork, forked)

    @property
    def isolation(self) -> Isolation:
        """Waits for the proof, and raises `Refused` when a layer does not hold."""
        missing = [f"{layer.name} ({layer.meaning})" for layer in self.layers() if not layer.holds]
        if missing:
            raise Refused("strict isolation can't be had here; what is missing: " + "; ".join(missing))
        return self.isolation_name

    def layers(self) -> tuple[Layer, ...]:
        """What was tried, and what holds."""
        try:
            return self.helper.layers()
        except Gone:
            self.restart()
        try:
            return self.helper.layers()
        except Gone as error:
            raise SandboxFault("the sandbox could not be started, twice") from error

    def restart(self) -> None:
        """A fresh interpreter this time: by now this process knows what must not be inherited."""
        self.helper.close()
        self.plans.clear()
        self.helper = Helper(fork=False)

    def run(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Run:
        """One submission. Raises `Refused` and `SandboxFault`, nothing that a student can cause."""
        return self.talk(source, plan, Job(name, limits or Limits(), cells=cells), stays=False).run

    @contextmanager
    def session(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Iterator[Living]:
        """As `run`; the child lives until the block ends."""
        talk = self.talk(source, plan, Job(name, limits or Limits(), cells=cells), stays=True)
        try:
            yield Living(talk)
        finally:
            try:
                talk.finish()
            except (Gone, OSError):
                # The helper has died, and the child with it.
                self.restart()

    def talk(self, source: str, plan: Plan, job: Job, stays: bool) -> Talk:
        """A talk that has gone through all parts, on a second helper if the first one dies of it."""
        for attempt in (1, 2):
            isolation = self.isolation
            try:
                modules = tuple(module for word, module in dearly_imported.items() if word in source)
                launch = partial(self.helper.launch, self.address(plan), backstop(plan, job.limits), modules)
                talk = Talk(launch, isolation, source, plan, job)
                talk.go(stays)
                return talk
            except (Gone, OSError) as error:
                if attempt == 2:
                    raise SandboxFault("the sandbox died, twice in a row") from error
                self.restart()
            except SandboxFault:
                raise
            # Interrupted in the middle of a conversation: whoever goes on needs a fresh one.
            except BaseException:
                self.helper.close()
                self.plans.clear()
                raise
        raise SandboxFault("unreachable")

    def address(self, plan: Plan) -> bytes:
        """The name by which the helper keeps the plan, which it is told when it is new."""
        known = self.plans.get(id(plan))
        if known is not None:
            return known[1]
        if len(self.plans) >= MOST_PLANS:
            self.restart()
            return self.address(plan)
        address = str(len(self.plans)).encode()
        self.helper.keep(address, encoder.encode(plan))
        # Holding the plan keeps its id from being given to another.
        self.plans[id(plan)] = plan, address
        return address

    def close(self) -> None:
        self.helper.close()


class Living:
    """A session."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.run = talk.run

    def again(self, part: PartPlan) -> PartRun:
        """Raises `SandboxFault`."""
        try:
            return self.talk.again(part)
        except (Gone, OSError) as error:
            raise SandboxFault("the sandbox died in a second round") from error
