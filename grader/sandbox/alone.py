"""The process tier's child: an interpreter of its own, which limits itself as far as its system can."""

from __future__ import annotations

import faulthandler
import os
import sys
from contextlib import suppress
from typing import NoReturn

# Imported now, for it can't be found any more once the path is narrowed.
import numpy as np

from grader.sandbox.capture import Printed
from grader.sandbox.child import Channel, hide_ourselves, is_public, lay_out, live, settle
from grader.sandbox.places import narrow_imports
from grader.sandbox.runs import Limits, backstop
from grader.sandbox.wire import job_decoder, plan_decoder, receive

LARGEST_FILE = 16 << 20
OPEN_FILES = 64


def main(trace: str) -> NoReturn:
    """Read job, plan and source from stdin, answer on stdout. Never returns."""
    channel = take_channel()
    job = job_decoder.decode(receive(channel.heard))
    plan = plan_decoder.decode(receive(channel.heard))
    if int(trace) >= 0 and hasattr(faulthandler, "register"):
        import signal

        faulthandler.register(signal.SIGUSR1, int(trace), all_threads=False)
    limit(job.limits, backstop(plan, job.limits))
    narrow_imports()
    printed = Printed()
    settle(printed)
    kept = [hide_ourselves(is_public), np]
    source = receive(channel.heard).decode("utf-8", "replace")
    live(channel, job, plan, lay_out(plan), source, printed)
    raise SystemExit(len(kept))


def take_channel() -> Channel:
    """The pipes, out of reach of what reads stdin or prints."""
    channel = Channel(os.dup(0), os.dup(1))
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (channel.heard, channel.told):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return channel


def limit(limits: Limits, seconds: int) -> None:
    """What the system can limit: nothing on Windows."""
    try:
        import resource
    except ImportError:
        return
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CPU, seconds),
    ]
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:
            space = int(file.read().split()[0]) * resource.getpagesize()
        wanted.append((resource.RLIMIT_AS, space + limits.memory_bytes))
    for number, value in wanted:
        # A system's own limit may be lower already.
        with suppress(ValueError, OSError):
            resource.setrlimit(number, (value, value))
