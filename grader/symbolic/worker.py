"""Asking for proofs: a process that is kept warm, given a deadline, and killed when it does not keep it.

One is started when it may first be needed, without waiting for it; a proof that it is not ready for in time is no
proof, and the formula is accepted all the same. A forked copy of this process starts a worker of its own.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

GRACE = 0.08
"""Seconds that a worker is given to notice by itself that its time is over."""
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from grader.symbolic.nursery import main; main()"


class Worker:
    """One nursery and whichever worker it has at present."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.buffer = b""
        self.pid = 0
        self.asked = 0
        path = json.dumps([entry or str(Path.cwd()) for entry in sys.path])
        command = [sys.executable, "-S", "-E", "-c", START, path]
        self.process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0, close_fds=True
        )

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def ask(self, request: Mapping[str, object], seconds: float) -> bool | None:
        """What the worker answers, or None: not in time, or not at all."""
        end = time.monotonic() + seconds
        if not self.ready(end):
            return None
        left = end - time.monotonic() - GRACE
        if left <= 0:
            return None
        self.asked += 1
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps({**request, "id": self.asked, "seconds": left}).encode() + b"\n")
        except OSError:
            return None
        return self.answer(end)

    def answer(self, end: float) -> bool | None:
        """The answer to what was asked last. One to an earlier question, from a worker killed meanwhile, is not it."""
        while True:
            line = self.line(end)
            if line is None:
                self.kill()
                return None
            word, _, rest = line.partition(" ")
            if word == "ready":
                self.pid = int(rest)
            elif word == str(self.asked):
                return rest == "true"

    def ready(self, end: float) -> bool:
        """Waits for a worker to be there."""
        while not self.pid:
            line = self.line(end)
            if line is None:
                return False
            if line.startswith("ready "):
                self.pid = int(line.removeprefix("ready "))
        return True

    def line(self, end: float) -> str | None:
        """The next line, or None when the time is over or the process has ended."""
        assert self.process.stdout is not None
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not readable(self.process.stdout.fileno(), left):
                return None
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                return None
            self.buffer += piece
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode()

    def kill(self) -> None:
        """Ends the worker; its nursery puts a new one in its place, or ends with it where there is no fork."""
        pid, self.pid = self.pid, 0
        if hasattr(signal, "SIGKILL") and pid and pid != self.process.pid:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                self.pid = 0
        else:
            self.process.kill()

    def close(self) -> None:
        if self.owner == os.getpid():
            if self.pid and self.pid != self.process.pid:
                self.kill()
            self.process.kill()
            self.process.wait()


def readable(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read in time. Windows can't wait for a pipe: there we look again and again."""
    if os.name != "nt":
        return bool(select.select([descriptor], [], [], seconds)[0])
    return windows_readable(descriptor, seconds)


def windows_readable(descriptor: int, seconds: float) -> bool:
    import ctypes
    import importlib

    handle = importlib.import_module("msvcrt").get_osfhandle(descriptor)
    waiting = ctypes.c_ulong(0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # Fails when the pipe is broken: then a read returns at once, with nothing.
        fine = ctypes.windll.kernel32.PeekNamedPipe(handle, None, 0, None, ctypes.byref(waiting), None)  # type: ignore[attr-defined]
        if not fine or waiting.value:
            return True
        time.sleep(0.002)
    return False


current: Worker | None = None
lock = Lock()


def warm() -> None:
    """Starts a worker where there is none, and does not wait for it."""
    global current
    with lock:
        if current is None or current.owner != os.getpid() or not current.alive:
            try:
                current = Worker()
            except OSError:
                current = None


def wait(seconds: float) -> bool:
    """Waits until a worker is ready."""
    warm()
    with lock:
        return current is not None and current.ready(time.monotonic() + seconds)


def proves(student: str, reference: str, symbols: Mapping[str, str], seconds: float, solve: str = "") -> bool:
    """Whether sympy proves two texts, which we printed ourselves, equal; or equations, the same in `solve`."""
    warm()
    with lock:
        if current is None:
            return False
        return bool(
            current.ask({"student": student, "reference": reference, "symbols": dict(symbols), "solve": solve}, seconds)
        )


@atexit.register
def close() -> None:
    if current is not None:
        current.close()
