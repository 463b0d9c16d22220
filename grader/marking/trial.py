"""Trying out the author's own functions on a part's calls: references, misconceptions, mutants.

This is trusted code, so it runs in a plain fork of this process, not in the sandbox; the fork is there because a
mutant may loop for ever. Nothing of a student's comes here.
"""

from __future__ import annotations

import os
import select
import signal
import time
import warnings
from collections.abc import Callable

import msgspec
import numpy as np

from grader.content.calling import Outcome, PartPlan, perform
from grader.content.trying import PATIENCE, TooSlow, in_time
from grader.content.values import Raised

Trial = tuple[Outcome, ...]
decoder = msgspec.msgpack.Decoder(tuple[Outcome, ...])
encoder = msgspec.msgpack.Encoder()
CAN_FORK = hasattr(os, "fork")
STOPPED = "Stopped"
"""The exception name of calls that were not finished in time."""


def attempt(function: Callable[..., object], plan: PartPlan) -> Trial:
    """The outcomes of a part's calls, in this process."""
    outcomes = []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for call in plan.calls:
            before = random_state() if plan.watches_random else None
            try:
                with in_time(PATIENCE):
                    answer, changed = perform(function, call, plan.reading)
            except TooSlow:
                answer, changed = Raised(STOPPED, False), ()
            moved = before is not None and before != random_state()
            outcomes.append(Outcome(answer, changed, moved))
    return tuple(outcomes)


def random_state() -> tuple[object, ...]:
    kind, numbers, *rest = np.random.get_state(legacy=True)
    return (kind, np.asarray(numbers).tobytes(), *rest)


def attempt_apart(function: Callable[..., object], plan: PartPlan, seconds: float) -> Trial:
    """The same in a fork that is killed after `seconds`; then every call counts as stopped."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            rest = memoryview(encoder.encode(attempt(function, plan)))
            while rest:
                rest = rest[os.write(writer, rest) :]
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    data = read_all(reader, time.monotonic() + seconds)
    os.close(reader)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    try:
        return decoder.decode(data)
    except msgspec.DecodeError:
        return tuple(Outcome(Raised(STOPPED, False)) for _ in plan.calls)


def read_all(reader: int, deadline: float) -> bytes:
    pieces: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0 and select.select([reader], [], [], left)[0]:
        piece = os.read(reader, 1 << 16)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
    return b""
