"""The grader's side of a run: send a source, read one frame a part, against the clock.

The same for both tiers, which differ in what a `Child` is. Whatever a child does (nothing, garbage, too much, dying),
it costs that one part, at most its time; the parts after it run in a fresh child.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Literal, Protocol

from msgspec.structs import replace

from grader.content.calling import PartPlan, Plan
from grader.sandbox.dying import ENDED_FROM_OUTSIDE
from grader.sandbox.runs import Isolation, PartRun, Run, SandboxFault
from grader.sandbox.wire import LENGTH, SLACK, Garbage, Job, Loaded, encoder, frame, read_answered, read_loaded, within

FIRST_LOOK = 0.02
"""Seconds after which a child is looked at for the first time; nearly all are done by then."""
LAST_LOOK = 0.05
"""Seconds between two looks at most."""
MOST_LEFT_OUT = 2
"""Statements of a notebook that may take too long, each of which costs its time."""
CORES = os.cpu_count() or 1
STARVED_SHARE = 0.1
"""Of the wall time: a child that waited longer than this for a processor might have made it on a quiet machine."""


class Child(Protocol):
    """A process with student code in it, as the grader sees it."""

    def send(self, data: bytes) -> None:
        """Hand over whole frames."""

    def receive(self, seconds: float) -> bytes | None:
        """What has come; None when nothing came in time, nothing (b"") when nothing will any more."""

    def processor_seconds(self) -> float:
        """Time used by all its threads; 0 where that can't be told."""

    def excess(self) -> str:
        """What it has too much of, as the end of a sentence about it; "" for an ordinary child."""

    def waited_seconds(self) -> float | None:
        """Time that it wanted a processor and got none; None where that can't be told."""

    def running_lines(self, name: str) -> tuple[int, int]:
        """The student's line that is running, and the line at the top level that led there; 0 where it won't tell."""

    def kill(self) -> None:
        """End it now."""

    def cause(self) -> str:
        """How it died, now that it says nothing more; make sure that it did."""

    def let_go(self) -> None:
        """It has said all that it was asked for."""


class Stopped(Exception):
    """A child that did not answer."""

    def __init__(
        self, ended: Literal["timeout", "killed"], line: int = 0, why: str = "", starved: bool = False, outermost: int = 0
    ) -> None:
        super().__init__(ended)
        self.outermost = outermost
        self.starved = starved
        self.ended: Literal["timeout", "killed"] = ended
        self.line = line
        self.why = why


class Reader:
    """Frames from one child, each within the time of a part."""

    def __init__(self, child: Child, job: Job, last: int) -> None:
        self.child = child
        self.job = job
        self.last = last
        self.buffer = bytearray()
        self.began = self.asked = time.monotonic()
        self.spent = self.waited = 0.0
        self.allowed = job.limits.processor_seconds
        self.allowed_wall = job.limits.wall_seconds

    def allow(self, seconds: float) -> None:
        """Processor time for the part to come, 0 for the usual; a longer one stretches the wall clock with it."""
        limits = self.job.limits
        self.allowed = seconds or limits.processor_seconds
        self.allowed_wall = limits.wall_seconds * max(self.allowed / limits.processor_seconds, 1.0)

    def asks(self) -> None:
        """The clocks of a part start anew."""
        self.asked = time.monotonic()
        # Below a look's worth of time, the time is not worth a look.
        if self.asked - self.began > FIRST_LOOK:
            self.spent = self.child.processor_seconds()
            self.waited = self.child.waited_seconds() or 0.0

    def frame(self, cap: int) -> bytes:
        """The next frame, at most `cap` bytes. Raises `Stopped`; the child is gone then."""
        needed = LENGTH
        length = -1
        buffer = self.buffer
        pause = FIRST_LOOK
        while True:
            if length < 0 and len(buffer) >= LENGTH:
                length = int.from_bytes(buffer[:LENGTH], "little")
                needed = LENGTH + length
                if length > cap:
                    raise self.garbage()
            if len(buffer) >= needed and length >= 0:
                body = bytes(buffer[LENGTH:needed])
                del buffer[:needed]
                self.asks()
                return body
            data = self.child.receive(pause)
            if data:
                buffer += data
            elif data is not None:
                why = self.child.cause()
                raise Stopped("killed", why=why, starved=why == ENDED_FROM_OUTSIDE)
            if time.monotonic() - self.asked > FIRST_LOOK:
                pause = self.look()

    def look(self) -> float:
        """Stop a child whose time is over; else the seconds until the next look."""
        wall = self.allowed_wall - (time.monotonic() - self.asked)
        processor = self.allowed - (self.child.processor_seconds() - self.spent)
        if wall <= 0 or processor <= 0:
            starved = processor > 0 and self.starved(time.monotonic() - self.asked)
            line, outermost = (within(one, self.last) for one in self.child.running_lines(self.job.name))
            self.child.kill()
            raise Stopped("timeout", line, starved=starved, outermost=outermost)
        if why := self.child.excess():
            self.child.kill()
            raise Stopped("killed", why=why)
        return min(wall, max(processor / CORES, 0.001), LAST_LOOK)

    def starved(self, elapsed: float) -> bool:
        """Whether the wall clock ran out because others had the processor: then the time-out may be ours. A child that
        slept wanted no processor."""
        waited = self.child.waited_seconds()
        return waited is None or waited - self.waited > STARVED_SHARE * elapsed

    def garbage(self) -> Stopped:
        self.child.kill()
        return Stopped("killed", why="sent something that is no answer")


class Talk:
    """One submission's session: the children that it takes, one at a time."""

    def __init__(self, launch: Callable[[Job], Child], isolation: Isolation, source: str, plan: Plan, job: Job) -> None:
        """`job` says how the source is loaded; where a child begins is told to each one."""
        self.launch = launch
        self.isolation = isolation
        self.source = frame(source.encode("utf-8", "replace"))
        self.last = source.count("\n") + source.count("\r") + 1
        self.plan = plan
        self.job = job
        self.limits = job.limits
        self.reader: Reader | None = None
        self.used = 0.0
        self.starved = False
        """Whether something was left out which might have come to its end on a quiet machine."""
        self.run = Run(())

    def start(self, first: int, stays: bool) -> Loaded:
        """A new child that loads the source and goes on with part `first`. Raises `Stopped`.

        A notebook is tried again without the statement that took too long: trying things out is what notebooks are for.
        """
        while True:
            try:
                return self.load(first, stays)
            except Stopped as stop:
                left_out = self.job.left_out
                if not self.job.cells or not stop.outermost or stop.outermost in left_out or len(left_out) >= MOST_LEFT_OUT:
                    raise
                self.finish()
                self.job = replace(self.job, left_out=(*left_out, stop.outermost))
                self.starved = self.starved or stop.starved

    def load(self, first: int, stays: bool) -> Loaded:
        """One try. Raises `Stopped`."""
        job = replace(self.job, first=first, stays=stays)
        self.reader = reader = Reader(self.launch(job), job, self.last)
        reader.child.send(self.source)
        body = reader.frame(self.limits.printed_bytes + SLACK)
        try:
            return read_loaded(body, self.last, self.limits.printed_bytes)
        except Garbage:
            raise reader.garbage() from None

    def go(self, stays: bool = False) -> Run:
        """Load and run all parts. A child that stays can be asked `again`; else none is left."""
        parts: list[PartRun] = []
        try:
            loaded = self.start(0, stays)
        except Stopped as stop:
            self.finish()
            names = [part.name for part in self.plan.parts]
            parts = [PartRun(name, stop.ended, line=stop.line, why=stop.why, starved=stop.starved) for name in names]
            self.run = self.report(parts, Loaded((), "", True), stop)
            return self.run
        while len(parts) < len(self.plan.parts):
            parts += self.parts_from(len(parts), stays)
        if not stays:
            self.finish()
        self.run = self.report(parts, loaded)
        return self.run

    def living(self) -> Reader:
        """The child at hand; a new one, past the first round, where there is none."""
        if self.reader is None:
            self.start(len(self.plan.parts), True)
        if self.reader is None:
            raise SandboxFault("a child was started and is not there")
        return self.reader

    def parts_from(self, first: int, stays: bool) -> list[PartRun]:
        """The parts from `first` on, up to one that stops its child or the last."""
        done: list[PartRun] = []
        for part in self.plan.parts[first:]:
            try:
                if self.reader is None:
                    self.start(first, stays)
                done.append(self.part(part))
            except Stopped as stop:
                self.finish()
                return [*done, PartRun(part.name, stop.ended, line=stop.line, why=stop.why, starved=stop.starved)]
        return done

    def part(self, part: PartPlan, ask: bool = False) -> PartRun:
        """A part's frame, which the child sends unasked in the first round. Raises `Stopped`."""
        reader = self.living()
        reader.allow(part.seconds)
        if ask:
            reader.child.send(frame(encoder.encode(part)))
            reader.asks()
        body = reader.frame(self.limits.answer_bytes + self.limits.printed_bytes + SLACK)
        try:
            answered = read_answered(body, part, self.last, self.limits.printed_bytes)
        except Garbage:
            raise reader.garbage() from None
        return PartRun(part.name, answered.ended, answered.outcomes, nearest=answered.nearest)

    def again(self, part: PartPlan) -> PartRun:
        """More calls in the same child, or in a new one when that died."""
        try:
            return self.part(part, ask=True)
        except Stopped as stop:
            self.finish()
            return PartRun(part.name, stop.ended, line=stop.line, why=stop.why, starved=stop.starved)

    def finish(self) -> None:
        """Let the child go, if there is one."""
        if self.reader is not None:
            self.used += self.reader.child.processor_seconds()
            self.reader.child.let_go()
            self.reader = None

    def report(self, parts: list[PartRun], loaded: Loaded, stop: Stopped | None = None) -> Run:
        used = self.used + (self.reader.child.processor_seconds() if self.reader else 0.0)
        if self.starved and parts:
            parts = [replace(parts[0], starved=True), *parts[1:]]
        return Run(
            tuple(parts),
            loaded.troubles,
            loaded.printed,
            loaded.readable,
            stop.ended if stop else "done",
            stop.line if stop else 0,
            stop.why if stop else "",
            self.isolation,
            used,
            loaded.redefined,
        )
