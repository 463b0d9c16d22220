"""In the child: load a source, make the plan's calls, say what came of it. Used by both tiers.

Student code shares this process, so nothing here is safe from it, and nothing needs to be: all that a child can do is
say what its functions returned. References that honest code would break by accident (patched builtins, a replaced
stdout) are taken before loading.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn

from msgspec import Struct

from grader.content.calling import Call, Inputs, Outcome, PartPlan, Plan, perform
from grader.content.values import Answer, Array, Odd, Raised, Seed, Several, Steps
from grader.sandbox.capture import Printed
from grader.sandbox.cells import load_cells
from grader.sandbox.dying import CHANNEL_LOST
from grader.sandbox.loading import Loading, load
from grader.sandbox.showing import Showing
from grader.sandbox.wire import Answered, Job, Loaded, encoder, part_decoder, receive, send

SEED = 20170612
"""Of the global generators: any constant, so that no result depends on which submission came before."""

LaidOut = tuple[tuple[Inputs, ...], ...]
encode, exit_now, write, read, close = encoder.encode, os._exit, send, receive, os.close


class Channel(Struct, frozen=True):
    """The descriptors on which the grader is heard and told. In the strict tier a child that stays goes on with another,
    so that closing the first one says that its first round is over."""

    heard: int
    told: int
    later: int = -1


def live(channel: Channel, job: Job, plan: Plan, inputs: LaidOut, source: str, printed: Printed) -> NoReturn:
    """A child's whole life, from its source to its end, in settled surroundings. Never returns."""
    status = 0
    try:
        seed(plan, source)
        serve(channel, job, plan, inputs, source, printed)
        # The grader need not wait until all memory is given back.
        if not job.stays:
            close(channel.told)
    except BaseException:
        # The channel is closed or clogged: nobody is left to tell.
        status = CHANNEL_LOST
    finally:
        exit_now(status)


def settle(printed: Printed) -> None:
    """The surroundings that student code finds: its prints kept, no input, no arguments, no warnings."""
    system: Any = sys
    system.stdout = system.stderr = system.__stdout__ = system.__stderr__ = printed.stream
    system.stdin = system.__stdin__ = EmptyInput()
    system.argv = [""]
    system.orig_argv = []
    system.modules["__main__"] = ModuleType("__main__")
    warnings.simplefilter("ignore")


def seed(plan: Plan, source: str) -> None:
    """Start the global generators at a fixed point, also those that the source is still to load."""
    if "random" in source or "statistics" in source or any(part.watches_random for part in plan.parts):
        import random

        import numpy.random

        numpy.random.seed(SEED)
        random.seed(SEED)


class EmptyInput:
    """A stdin with nothing in it."""

    encoding, errors, closed, name = "utf-8", "strict", False, "<stdin>"

    def read(self, size: int = -1) -> str:
        return ""

    readline = read

    def fileno(self) -> int:
        raise OSError("no input here")

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> EmptyInput:
        return self

    def __next__(self) -> str:
        raise StopIteration


def lay_out(plan: Plan) -> LaidOut:
    """What a plan's calls are given: in a zygote, unpacked once for all children."""
    return tuple(tuple(map(Inputs, part.calls)) for part in plan.parts)


def serve(channel: Channel, job: Job, plan: Plan, inputs: LaidOut, source: str, printed: Printed) -> None:
    limits = job.limits
    printed.give_room(limits.printed_bytes)
    wanted = [part.name for part in plan.parts]
    loading = load_cells(source, job, wanted) if job.cells else load(source, job.name)
    troubles = loading.told(wanted) if loading.troubles else ()
    write(channel.told, encode_safely(Loaded(troubles, printed.take(), loading.readable, loading.redefined)))
    runner = Runner(loading, job, printed)
    for part, given in zip(plan.parts[job.first :], inputs[job.first :], strict=True):
        write(channel.told, encode_safely(runner.run(part, given)))
    heard, told = channel.heard, channel.told
    if channel.later >= 0:
        close(told)
        heard = told = channel.later
    while job.stays:
        try:
            body = read(heard)
        except EOFError:
            return
        part = part_decoder.decode(body)
        write(told, encode_safely(runner.run(part, tuple(map(Inputs, part.calls)))))


class Runner:
    """Makes the calls of one part after the other."""

    def __init__(self, loading: Loading, job: Job, printed: Printed) -> None:
        self.names = loading.module.__dict__
        self.lost = loading.lost()
        self.job = job
        self.printed = printed
        self.showing: Showing | None = None

    def run(self, part: PartPlan, inputs: tuple[Inputs, ...]) -> Answered:
        function = self.names.get(part.name)
        if part.name in self.lost:
            return Answered("lost")
        if part.name not in self.names:
            return Answered("missing", nearest=self.nearest(part.name))
        if not callable(function):
            return Answered("not-callable")
        sys.stdout = sys.stderr = self.printed.stream
        self.printed.give_room(self.job.limits.printed_bytes)
        state = random_state() if part.watches_random else None
        room = self.job.limits.answer_bytes
        outcomes = []
        for call, given in zip(part.calls, inputs, strict=True):
            if part.inputs_from:
                outcome, state = self.shown(function, call, part)
            else:
                outcome, state = self.call(function, call, given, part, state)
            room -= size(outcome.answer)
            if room < 0:
                outcome = Outcome(Odd(f"more than {self.job.limits.answer_bytes >> 20} MiB in all, with the calls before it"))
            outcomes.append(outcome)
        return Answered("answered", tuple(outcomes))

    def call(
        self, function: Callable[..., object], call: Call, given: Inputs, part: PartPlan, state: object
    ) -> tuple[Outcome, object]:
        try:
            answer, changed = perform(function, call, part.reading, self.job.name, given)
        # What perform lets through is an exception that raises when it is looked at.
        except BaseException:
            answer, changed = Raised("Exception", False), ()
        after = random_state() if part.watches_random else None
        return Outcome(answer, changed, state != after, self.printed.take()), after

    def shown(self, function: Callable[..., object], call: Call, part: PartPlan) -> tuple[Outcome, None]:
        """A call with an input of the source's own, told as text."""
        if self.showing is None:
            self.showing = Showing(self.names, part.inputs_from)
        answer, texts = self.showing.show(function, call, self.job.name)
        return Outcome(answer, printed=self.printed.take(), shown=texts), None

    def nearest(self, name: str) -> str:
        from difflib import get_close_matches

        functions = [key for key, value in self.names.items() if isinstance(key, str) and callable(value)]
        return next(iter(get_close_matches(name, [key for key in functions if not key.startswith("__")], 1, 0.6)), "")


def size(answer: Answer) -> int:
    if type(answer) is Steps:
        return sum(len(rule) + len(equation) for rule, equation in answer.steps)
    items = answer.items if type(answer) is Several else (answer,) if type(answer) is Array else ()
    size = 0
    for item in items:
        size += len(item.data)
    return size


def random_state() -> object:
    """Where numpy's global generator stands."""
    from numpy.random import mtrand

    state: Any = mtrand._rand.get_state()
    kind, key, *rest = state
    return kind, key.tobytes(), *rest


def encode_safely(message: Struct) -> bytes:
    """Pack a message; where a student's text is no Unicode that can be sent, without what can't be."""
    try:
        return encode(message)
    except (UnicodeError, TypeError, ValueError, OverflowError):
        return encode(clean(message))


def clean(value: object) -> object:
    if isinstance(value, str):
        return str.encode(value, "utf-8", "replace").decode("utf-8")
    if isinstance(value, (tuple, list)):
        return tuple(clean(item) for item in value)
    if isinstance(value, Struct):
        return type(value)(*(clean(getattr(value, field)) for field in value.__struct_fields__))
    return value


def hide_ourselves(allowed: Callable[[str], bool]) -> list[object]:
    """Take all modules but the allowed ones out of student code's sight. Hold on to the result: it keeps them alive."""
    kept: list[object] = []
    for name in list(sys.modules):
        if not allowed(name.partition(".")[0]):
            kept.append(sys.modules.pop(name))
    # A collection in a child would write to every object there is, and so copy all memory. Collecting first would be
    # tidier, and take longer than all else together.
    gc.freeze()
    return kept


def is_public(package: str) -> bool:
    """May student code import this package?"""
    return package == "numpy" or package == "__main__" or package in sys.stdlib_module_names


def needs_generators(plan: Plan) -> bool:
    """Does the plan hand out random generators, or watch the global one?"""
    calls = [call for part in plan.parts for call in part.calls]
    seeded = any(isinstance(value, Seed) for call in calls for value in (*call.args, *call.kwargs.values()))
    return seeded or any(part.watches_random for part in plan.parts)
