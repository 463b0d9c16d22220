"""Forking the zygote before anything is loaded, so that it starts up on a second processor meanwhile.

This module must stay light: importing numpy takes longer than grading. The command forks here first; then the
command loads what it needs and the zygote loads what it needs, side by side.
"""

from __future__ import annotations

import _socket
import atexit
import os
import sys
from contextlib import contextmanager

from grader.sandbox.scratch import Scratch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Forked:
    """A zygote on its way: its process, our end of its socket, and its scratch folder."""

    def __init__(self) -> None:
        self.scratch = Scratch()
        self.control, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        self.pid = os.fork()
        if self.pid == 0:
            become_zygote(theirs.detach(), self.scratch.path)
        theirs.close()

    def close(self) -> None:
        """For one that nobody took."""
        self.control.close()
        os.waitpid(self.pid, 0)
        self.scratch.remove()


def become_zygote(control: int, scratch: str) -> None:
    """On the socket `control`, in a process that has loaded next to nothing yet. Never returns."""
    try:
        with fork_hooks_ignored():
            from grader.sandbox.zygote import main
        main(control, scratch)
    finally:
        os._exit(1)


@contextmanager
def fork_hooks_ignored() -> Iterator[None]:
    """Modules that are imported inside are not called after each fork.

    `threading` and `random` ask for it when they are loaded. A zygote has one thread and seeds its children itself, so
    to them it would be no use, and it takes longer than to read and run a submission.
    """
    register = os.register_at_fork
    os.register_at_fork = lambda **hooks: None
    try:
        yield
    finally:
        os.register_at_fork = register


def is_light() -> bool:
    """Whether a zygote forked from this process would fork quickly: nothing is loaded yet that is called after each fork.
    A batch had better start a fresh interpreter otherwise, for it forks a thousand times."""
    return sys.modules.keys().isdisjoint(("threading", "random", "logging"))


def fork_early() -> Forked | None:
    """A zygote, where a second processor makes it worth while and the system can fork; else None.

    Threads must not be running yet, and nothing secret may be in memory.
    """
    if not sys.platform.startswith("linux") or not hasattr(os, "fork") or len(os.sched_getaffinity(0)) < 2:
        return None
    return Forked()


prepared: list[Forked] = []
"""The zygote forked at the very start of the program, until it is taken."""


def prepare() -> None:
    """Fork now, for a sandbox that will be opened in a moment."""
    forked = fork_early()
    if forked is not None:
        prepared.append(forked)
        atexit.register(close_unused, os.getpid())


def take() -> Forked | None:
    """The prepared zygote, once; else one forked now, where that is worth while."""
    return prepared.pop() if prepared else fork_early()


def close_unused(owner: int) -> None:
    while prepared and os.getpid() == owner:
        prepared.pop().close()
