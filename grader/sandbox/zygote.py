"""The process that forks for every run, and is never told an answer.

It gives up nearly everything for itself and all its children, proves that each layer holds, then waits for requests on
its only descriptor. Children are left as zombies until the grader names them, so that a process id that the grader
holds can't come to mean another process.
"""

from __future__ import annotations

import gc
import os
import sys
from array import array
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from msgspec import Struct

from grader.sandbox.early import fork_hooks_ignored
from grader.sandbox.runs import Layer
from grader.sandbox.scratch import unnamed_file
from grader.sandbox.wire import Job, plan_decoder, receive

if TYPE_CHECKING:
    from grader.content.calling import Plan
    from grader.sandbox.child import LaidOut


class Keep(Struct, frozen=True, array_like=True, tag="keep"):
    """A plan follows in the file passed along; remember it by this name."""

    plan: bytes


class Launch(Struct, frozen=True, array_like=True, tag="launch"):
    """Fork a child that talks on the descriptor passed along, and later on the second one where there is one. It ends after
    so many `seconds` of processor time at the latest. Its source may import `modules`. Answered by its process id. Reap the
    `ended` ones."""

    plan: bytes
    job: Job
    seconds: int
    modules: tuple[str, ...] = ()
    ended: tuple[int, ...] = ()


class Reap(Struct, frozen=True, array_like=True, tag="reap"):
    """Answered by `Ended`."""

    pid: int


class Ready(Struct, frozen=True, array_like=True):
    """The first message: what holds. The file passed along takes tracebacks."""

    layers: tuple[Layer, ...]


class Ended(Struct, frozen=True, array_like=True):
    """How a child ended, as wait4 says: its status, most resident memory in bytes."""

    status: int
    resident_bytes: int


Request = Keep | Launch | Reap
LONGEST_REQUEST = 1 << 16
WARM_AFTER = 2
"""Runs after which there seems to be a batch, whose children are worth making quicker."""
PRELOAD_AFTER = 16
"""Runs after which what students often import is worth importing once for all."""
often_imported = ("math", "typing", "dataclasses", "itertools", "functools")
dearly_imported = {"random": "numpy.random", "statistics": "statistics"}
"""By a word in the sources that import them: they take long to load, and all children longer to fork."""
FORK_FAILED = -1
F_SETFL = 4
SETUP_FAILED = 87
"""The exit status of a child that could not be confined."""


def main(control: int, scratch: str) -> NoReturn:
    """Be the zygote, on the socket `control`. Never returns, whatever happens."""
    try:
        detach(control)
        Zygote(control, scratch).serve()
    finally:
        # The grader is gone, or will see that we are.
        os._exit(0)


def detach(control: int) -> None:
    """Leave the terminal, all open files and the signals' handlers to the process we come from."""
    import signal

    from grader.sandbox.confine import close_all_but

    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD, signal.SIGUSR1):
        signal.signal(number, signal.SIG_DFL)
    # Ctrl-C is for the command, which ends us by closing the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.getsid(0) != os.getpid():
        os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    close_all_but([control])


class Zygote:
    """Its state: plans by name, and what a child needs, all laid out before the first fork."""

    def __init__(self, control: int, scratch: str) -> None:
        import _socket
        import fcntl

        from grader.sandbox import child, confine, confinement, warming
        from grader.sandbox.capture import Printed

        self.control = _socket.socket(fileno=control)
        self.set_flags = fcntl.fcntl
        self.child = child
        # All that is needed later: soon our own files can't be read any more.
        self.warm = warming.warm
        self.classes = (Zygote, Launch, confinement.Confinement, confine.Guard, confine.Filter)
        self.pid = os.getpid()
        self.plans: dict[bytes, tuple[Plan, LaidOut]] = {}
        self.printed = Printed()
        self.launched = 0
        self.trace = unnamed_file(scratch)
        try:
            self.confinement = confinement.Confinement(scratch, self.trace)
            child.settle(self.printed)
            self.kept = child.hide_ourselves(child.is_public)
            layers = self.confinement.prove()
        except OSError as problem:
            layers = (Layer("confinement", False, f"could not be set up: {problem}"),)
        self.reply(Ready(layers), self.trace)

    def reply(self, message: object, *descriptors: int) -> None:
        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        self.control.sendmsg([encoder.encode(message)], rights)

    def serve(self) -> None:
        """Answer requests until the grader closes its end."""
        while True:
            body, ancillary, _, _ = self.control.recvmsg(LONGEST_REQUEST, RIGHTS_SPACE)
            if not body:
                return
            request = decoder.decode(body)
            if isinstance(request, Launch):
                self.launch(request, *passed(ancillary))
            elif isinstance(request, Reap):
                _, status, usage = os.wait4(request.pid, 0)
                self.reply(Ended(status, usage.ru_maxrss << 10))
            else:
                self.keep(request, *passed(ancillary))

    def keep(self, request: Keep, file: int) -> None:
        with open(file, "rb") as plan:
            plan.seek(0)
            known = plan_decoder.decode(plan.read())
        self.plans[request.plan] = known, self.child.lay_out(known)
        if self.child.needs_generators(known):
            self.preload(("numpy.random",))
        gc.freeze()

    def launch(self, request: Launch, channel: int, later: int = -1) -> None:
        if self.launched >= WARM_AFTER and not sys.modules.keys() >= set(request.modules):
            self.preload(request.modules)
        # What a descriptor's flags are is shared by all who inherit it: the child before must not leave a sign in them.
        self.set_flags(0, F_SETFL, os.O_RDWR)
        try:
            pid = os.fork()
        except OSError:
            pid = FORK_FAILED
        if pid == 0:
            self.become_child(request, channel, later)
        os.close(channel)
        if later >= 0:
            os.close(later)
        self.reply(pid)
        for ended in request.ended:
            os.wait4(ended, 0)
        self.launched += 1
        if self.launched == PRELOAD_AFTER:
            self.preload(often_imported)
        # Again after that, for what is preloaded pushes some of it out of the caches.
        if self.launched in (WARM_AFTER, PRELOAD_AFTER):
            self.warm(self.printed, self.classes)
            gc.freeze()

    def preload(self, names: tuple[str, ...]) -> None:
        with fork_hooks_ignored():
            for name in names:
                import_module(name)
        gc.freeze()

    def become_child(self, request: Launch, channel: int, later: int) -> NoReturn:
        status = SETUP_FAILED
        try:
            os.close(self.control.detach())
            self.confinement.enter(self.pid, request.job.limits, request.seconds)
            source = receive(channel).decode("utf-8", "replace")
            talk = self.child.Channel(channel, channel, later)
            self.child.live(talk, request.job, *self.plans[request.plan], source, self.printed)
        finally:
            os._exit(status)


def passed(ancillary: list[Any]) -> array[int]:
    """The descriptors that came with a message."""
    descriptors = array("i")
    descriptors.frombytes(ancillary[0][2])
    return descriptors


SOL_SOCKET = SCM_RIGHTS = 1
RIGHTS_SPACE = 64
encoder = msgspec.msgpack.Encoder()
decoder: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
