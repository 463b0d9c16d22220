"""Forking the zygote before anything is loaded, so that it starts up on a second processor meanwhile.

This module must stay light: importing numpy takes longer than grading. The command forks here first; then the
command loads what it needs and the zygote loads what it needs, side by side.
"""

from __future__ import annotations

import _socket
import atexit
import os
import sys

from grader.sandbox.scratch import Scratch


class Forked:
    """A zygote on its way: its process, our end of its socket, and its scratch folder."""

    def __init__(self) -> None:
        self.scratch = Scratch()
        self.control, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
        self.pid = os.fork()
        if self.pid == 0:
            become_zygote(theirs, self.scratch.path)
        theirs.close()

    def close(self) -> None:
        """For one that nobody took."""
        self.control.close()
        os.waitpid(self.pid, 0)
        self.scratch.remove()


def become_zygote(control: _socket.socket, scratch: str) -> None:
    """Never returns."""
    try:
        from grader.sandbox.zygote import main

        main(control.detach(), scratch)
    finally:
        os._exit(1)


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
