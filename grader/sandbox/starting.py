"""The grader's handle on its zygote and on the zygote's children."""

from __future__ import annotations

# The C module alone: `socket` costs more to import than a submission to run.
import _socket
import atexit
import fcntl
import os
import select
import signal
import sys
import time
from array import array
from contextlib import suppress

import msgspec

from grader.sandbox.dying import CLOSED, asked_lines, swarms, told, waited
from grader.sandbox.early import Forked
from grader.sandbox.places import one_thread, package_roots
from grader.sandbox.runs import Layer, Limits, SandboxFault
from grader.sandbox.scratch import FILLED, Scratch, unnamed_file
from grader.sandbox.wire import Job
from grader.sandbox.zygote import (
    LONGEST_REQUEST,
    RIGHTS_SPACE,
    SCM_RIGHTS,
    SOL_SOCKET,
    Ended,
    Keep,
    Launch,
    Ready,
    Reap,
    encoder,
    passed,
)

START_SECONDS = 30.0
ANSWER_SECONDS = 10.0
DYING_SECONDS = 0.1
"""Time that a child which has closed its channel gets to die by itself, so that we learn how."""
CHUNK = 1 << 18
QUIET = 1 << 16
"""Bytes of answers that a channel surely holds while nobody reads."""


class Gone(Exception):
    """The zygote is dead, or does not answer."""


class Helper:
    """A zygote, its scratch folder, and the process ids that it still has to reap."""

    def __init__(self, fork: bool, forked: Forked | None = None) -> None:
        self.owner = os.getpid()
        if forked is None and fork:
            forked = Forked()
        if forked is not None:
            self.scratch, self.control, self.pid = forked.scratch, forked.control, forked.pid
        else:
            self.scratch = Scratch()
            self.control, theirs = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
            self.pid = exec_zygote(theirs, self.scratch.path)
            theirs.close()
        self.known: tuple[Layer, ...] | None = None
        self.trace = -1
        self.previous: ForkedChild | None = None
        self.ended: list[int] = []
        self.quiet: set[bytes] = set()
        """Plans whose answers fit into a channel, so that a child is done before anyone need listen."""
        # For whoever forgets to close: the folder would stay.
        atexit.register(self.close)

    def layers(self) -> tuple[Layer, ...]:
        """Waits until the zygote is ready. Raises `Gone`."""
        if self.known is None:
            body, ancillary = self.answer(START_SECONDS)
            self.known = ready_decoder.decode(body).layers
            (self.trace,) = passed(ancillary)
        return self.known

    def answer(self, seconds: float) -> tuple[bytes, list[tuple[int, int, bytes]]]:
        try:
            self.control.settimeout(seconds)
            body, ancillary, _, _ = self.control.recvmsg(LONGEST_REQUEST, RIGHTS_SPACE)
        except OSError as error:
            raise Gone from error
        if not body:
            raise Gone
        return body, ancillary

    def tell(self, request: object, *descriptors: int) -> None:
        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        try:
            self.control.sendmsg([encoder.encode(request)], rights)
        except OSError as error:
            raise Gone from error

    def keep(self, address: bytes, body: bytes) -> None:
        """Tell the zygote a plan, through memory, for it may be larger than a message."""
        file = unnamed_file(self.scratch.path)
        try:
            rest = memoryview(body)
            while rest:
                rest = rest[os.write(file, rest) :]
            self.tell(Keep(address), file)
        finally:
            os.close(file)

    def launch(self, plan: bytes, seconds: int, modules: tuple[str, ...], job: Job) -> ForkedChild:
        """A child that waits for its source, which may import `modules`, and ends after so many seconds of processor time at
        the latest. The one before it is dead, and its files are gone."""
        if self.previous is not None:
            self.previous.wait()
        self.scratch.empty()
        # Its position and flags are shared by all who inherit it: the child before must not leave a sign in them.
        os.lseek(self.trace, 0, os.SEEK_SET)
        os.ftruncate(self.trace, 0)
        fcntl.fcntl(self.trace, fcntl.F_SETFL, os.O_RDWR)
        # One that stays says that its first round is over by closing the first of two channels.
        pairs = [_socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM) for _ in range(2 if job.stays else 1)]
        try:
            self.tell(Launch(plan, job, seconds, modules, tuple(self.ended)), *(theirs.fileno() for _, theirs in pairs))
        finally:
            for _, theirs in pairs:
                theirs.close()
        self.ended.clear()
        self.previous = ForkedChild(self, [ours for ours, _ in pairs], job.limits, plan)
        return self.previous

    def close(self) -> None:
        """End the zygote and whatever lives of its children."""
        if self.pid == 0 or self.owner != os.getpid():
            return
        atexit.unregister(self.close)
        self.control.close()
        with suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.pid = 0
        if self.trace >= 0:
            os.close(self.trace)
        if self.previous is not None:
            self.previous.over = True
            self.previous.forget()
        self.scratch.remove()


BOOT = "import sys; sys.path += sys.argv[2:]; from grader.sandbox.early import become_zygote; become_zygote(3, sys.argv[1])"


def exec_zygote(theirs: _socket.socket, scratch: str) -> int:
    """A zygote in a fresh interpreter, which knows nothing."""
    if not sys.executable:
        raise SandboxFault("there is no Python interpreter to start: sys.executable is empty")
    arguments = [sys.executable, "-I", "-S", "-c", BOOT, scratch, *package_roots()]
    try:
        return os.posix_spawn(sys.executable, arguments, one_thread, file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 3)])
    except OSError as error:
        raise SandboxFault(f"Python could not be started: {error}") from error


ready_decoder = msgspec.msgpack.Decoder(Ready)
pid_decoder = msgspec.msgpack.Decoder(int)
ended_decoder = msgspec.msgpack.Decoder(Ended)


class ForkedChild:
    """One child. Its process id is asked for as late as can be, since most are done before it is needed."""

    def __init__(self, helper: Helper, channels: list[_socket.socket], limits: Limits, plan: bytes) -> None:
        self.helper = helper
        self.channel, *self.later = channels
        self.limits = limits
        self.pid = 0
        self.pidfd = -1
        self.used = 0.0
        self.over = False
        self.hangs_up = plan in helper.quiet
        self.plan = plan
        self.heard = 0
        self.poll = select.poll()
        self.listen()

    def listen(self) -> None:
        self.channel.setblocking(False)
        self.poll.register(self.channel, 0)

    def send(self, data: bytes) -> None:
        # After the source, there is nothing to be said in the first round.
        if self.heard and self.later:
            self.go_on()
        rest = memoryview(b"" if self.over else data)
        until = time.monotonic() + ANSWER_SECONDS
        # A child that is dead already is noticed when it does not answer.
        with suppress(BrokenPipeError, ConnectionResetError):
            while rest:
                try:
                    rest = rest[self.channel.send(rest) :]
                except BlockingIOError:
                    # Who reads now and then, a little each time, gets no more time than who reads nothing.
                    if not self.ready(select.POLLOUT, max(until - time.monotonic(), 0.0)):
                        return

    def receive(self, seconds: float) -> bytes | None:
        if self.over:
            return b""
        # Most children are done in a moment and then hang up: to be woken once is cheaper than for every frame.
        events = 0 if self.hangs_up else select.POLLIN
        self.hangs_up = False
        if not self.ready(events, seconds) and events:
            return None
        try:
            data = self.channel.recv(CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self.heard += len(data)
        return data

    def go_on(self) -> None:
        """To the second round."""
        self.poll.unregister(self.channel)
        self.channel.close()
        self.channel = self.later.pop()
        self.listen()

    def ready(self, events: int, seconds: float) -> bool:
        """Wait until the channel is ready for one of the events, or has been hung up."""
        self.poll.modify(self.channel, events)
        return bool(self.poll.poll(seconds * 1000))

    def identify(self) -> int:
        """Its process id, which stays its own: the zygote does not reap before it is told. Raises `Gone`."""
        if self.pid == 0:
            body, _ = self.helper.answer(ANSWER_SECONDS)
            pid = pid_decoder.decode(body)
            if pid < 0:
                # There is no child, so none is in the way of the next one.
                self.over = True
                self.forget()
                raise SandboxFault("the system starts no more processes")
            self.pidfd = open_pidfd(pid)
            self.pid = pid
        return self.pid

    def processor_seconds(self) -> float:
        if not self.over:
            # The kernel's numbering of per-process clocks: see clock_getcpuclockid(3).
            self.used = time.clock_gettime((~self.identify() << 3) | 2)
        return self.used

    def waited_seconds(self) -> float | None:
        return waited(self.identify())

    def excess(self) -> str:
        return FILLED if self.helper.scratch.crowded() else swarms(self.identify())

    def running_lines(self, name: str) -> tuple[int, int]:
        return asked_lines(self.helper.trace, lambda: self.signal(signal.SIGUSR1), name)

    def signal(self, number: int) -> None:
        self.identify()
        with suppress(ProcessLookupError):
            if hasattr(signal, "pidfd_send_signal"):
                signal.pidfd_send_signal(self.pidfd, number)
            # As good, for the zygote keeps the process id from being used again.
            elif self.pidfd >= 0:
                os.kill(self.pid, number)

    def died(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self.pidfd, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def kill(self) -> None:
        self.reap()

    def cause(self) -> str:
        if self.over:
            return CLOSED
        self.identify()
        by_itself = self.died(DYING_SECONDS)
        ended = self.reap()
        return told(os.waitstatus_to_exitcode(ended.status), ended.resident_bytes, self.limits) if by_itself else CLOSED

    def reap(self) -> Ended:
        """Kill it if it lives, and have the zygote wait for it."""
        self.signal(signal.SIGKILL)
        self.processor_seconds()
        self.over = True
        self.helper.tell(Reap(self.pid))
        body, _ = self.helper.answer(ANSWER_SECONDS)
        self.forget()
        return ended_decoder.decode(body)

    def let_go(self) -> None:
        if self.over:
            return
        self.signal(signal.SIGKILL)
        self.over = True
        (self.helper.quiet.add if self.heard <= QUIET else self.helper.quiet.discard)(self.plan)
        self.hang_up()
        self.helper.ended.append(self.pid)

    def wait(self) -> None:
        """Until it is dead, for one that was let go."""
        if not self.over:
            raise SandboxFault("a sandbox runs one submission at a time, and a session is still open")
        if self.pidfd >= 0:
            self.died(ANSWER_SECONDS)
            self.forget()

    def hang_up(self) -> None:
        for channel in (self.channel, *self.later):
            channel.close()

    def forget(self) -> None:
        self.hang_up()
        if self.pidfd >= 0:
            os.close(self.pidfd)
            self.pidfd = -1


def open_pidfd(pid: int) -> int:
    """A descriptor of a process, also where Python was built with headers too old to know of it."""
    if hasattr(os, "pidfd_open"):
        return os.pidfd_open(pid)
    import ctypes

    number = int(ctypes.CDLL(None, use_errno=True).syscall(434, pid, 0))
    if number < 0:
        raise OSError(ctypes.get_errno(), "pidfd_open")
    return number
