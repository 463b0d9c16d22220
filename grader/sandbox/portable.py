"""The process tier: a plain subprocess for each run, for where the strict tier can't be had.

It keeps a submission within its time and, where the system has limits, its memory; it does not keep it from what its
user can read. Works on anything that Python runs on; messages go over the child's stdin and stdout, read by a thread.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from grader.content.calling import PartPlan, Plan
from grader.sandbox.dying import CLOSED, asked_lines, swarms, told, waited
from grader.sandbox.places import one_thread, package_roots
from grader.sandbox.runs import Cells, Isolation, Layer, Limits, PartRun, Run, SandboxFault
from grader.sandbox.scratch import FILLED, MOST_BYTES, MOST_FILES
from grader.sandbox.talk import Talk
from grader.sandbox.wire import Job, encoder, frame

BOOT = "import sys; sys.path += sys.argv[2:]; from grader.sandbox.alone import main; main(sys.argv[1])"
CHUNK = 1 << 16
DYING_SECONDS = 0.5
needed_to_start = ("SYSTEMROOT", "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


class ProcessSandbox:
    """See the module. `run_as`: the name of another user, whose rights the child then has; only root may say so."""

    isolation: Isolation = "process"

    def __init__(self, run_as: str = "") -> None:
        self.run_as = run_as

    def run(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Run:
        """One submission. Raises `SandboxFault` when no interpreter can be started."""
        talk = self.talk(source, plan, Job(name, limits or Limits(), cells=cells))
        try:
            return talk.go()
        finally:
            talk.finish()

    @contextmanager
    def session(self, source: str, name: str, plan: Plan, limits: Limits | None = None, cells: Cells = ()) -> Iterator[Alive]:
        talk = self.talk(source, plan, Job(name, limits or Limits(), cells=cells))
        try:
            yield Alive(talk, talk.go(stays=True))
        finally:
            talk.finish()

    def talk(self, source: str, plan: Plan, job: Job) -> Talk:
        body = encoder.encode(plan)
        return Talk(lambda job: OwnProcess(job, body, self.run_as), self.isolation, source, plan, job)

    def layers(self) -> tuple[Layer, ...]:
        limited = sys.platform != "win32"
        return (
            Layer("process", True, "runs in a process of its own, which ends with its time"),
            Layer("limits", limited, "takes no more memory, file size or open files than it was given"),
        )

    def close(self) -> None:
        """Nothing outlives a run."""


class Alive:
    """A session."""

    def __init__(self, talk: Talk, run: Run) -> None:
        self.talk = talk
        self.run = run

    def again(self, part: PartPlan) -> PartRun:
        return self.talk.again(part)


class OwnProcess:
    """One child: an interpreter of its own."""

    def __init__(self, job: Job, plan: bytes, run_as: str = "") -> None:
        self.limits = job.limits
        self.run_as = run_as
        self.used = 0.0
        self.over = False
        self.scratch = tempfile.mkdtemp(prefix="grade-")
        # Takes the traceback of a child that is out of time. Outside the scratch folder.
        self.trace = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the child has ended
        try:
            self.process = self.start()
        except (OSError, LookupError) as error:
            self.tidy()
            raise SandboxFault(f"Python could not be started: {error}") from error
        # Bounded, so that a flood waits in its pipe.
        self.arrived: queue.Queue[bytes] = queue.Queue(4)
        self.to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for task in (self.listen, self.talk):
            threading.Thread(target=task, daemon=True).start()
        self.send(frame(encoder.encode(job)) + frame(plan))

    def start(self) -> subprocess.Popen[bytes]:
        posix = sys.platform != "win32"
        trace = self.trace.fileno()
        command = [sys.executable, "-I", "-S", "-c", BOOT, str(trace if posix else -1), *package_roots()]
        kept = {name: os.environ[name] for name in needed_to_start if name in os.environ}
        own = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), self.scratch)
        user: dict[str, Any] = {}
        if self.run_as:
            shutil.chown(self.scratch, self.run_as)
            user = {"user": self.run_as, "group": group_of(self.run_as), "extra_groups": ()}
        return subprocess.Popen(  # noqa: S603 - our own interpreter
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=self.scratch,
            env=kept | one_thread | own,
            pass_fds=[trace] if posix else (),
            start_new_session=posix,
            **user,
        )

    def listen(self) -> None:
        """A thread, for pipes can't be waited for on every system."""
        data: bytes | None = b"more"
        while data and not self.over:
            try:
                data = self.process.stdout.read(CHUNK) if self.process.stdout else b""
            except (OSError, ValueError):
                data = b""
            self.arrived.put(data or b"")

    def talk(self) -> None:
        """A thread, for a child need not read what it is sent."""
        while (data := self.to_send.get()) is not None:
            with suppress(OSError, ValueError):
                rest = memoryview(data)
                while rest and self.process.stdin:
                    rest = rest[self.process.stdin.write(rest) or 0 :]

    def send(self, data: bytes) -> None:
        self.to_send.put(data)

    def receive(self, seconds: float) -> bytes | None:
        try:
            return self.arrived.get(timeout=seconds)
        except queue.Empty:
            return None

    def processor_seconds(self) -> float:
        if not self.over and sys.platform == "linux":
            with suppress(OSError):
                # The kernel's numbering of per-process clocks: see clock_getcpuclockid(3).
                self.used = time.clock_gettime((~self.process.pid << 3) | 2)
        return self.used

    def waited_seconds(self) -> float | None:
        return waited(self.process.pid)

    def excess(self) -> str:
        size = 0
        for number, (folder, folders, files) in enumerate(os.walk(self.scratch)):
            for name in files:
                with suppress(OSError):
                    size += os.lstat(os.path.join(folder, name)).st_size
            if number > MOST_FILES or len(folders) + len(files) > MOST_FILES or size > MOST_BYTES:
                return FILLED
        return swarms(self.process.pid)

    def running_lines(self, name: str) -> tuple[int, int]:
        if sys.platform == "win32":
            return 0, 0
        return asked_lines(self.trace.fileno(), lambda: self.process.send_signal(signal.SIGUSR1), name)

    def cause(self) -> str:
        by_itself = True
        try:
            self.process.wait(DYING_SECONDS)
        except subprocess.TimeoutExpired:
            by_itself = False
        self.kill()
        return told(self.process.returncode, 0, self.limits) if by_itself else CLOSED

    def kill(self) -> None:
        """The child, and with it what it has started and not moved elsewhere."""
        self.processor_seconds()
        self.over = True
        if sys.platform != "win32":
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        self.to_send.put(None)
        # The listener may wait for room.
        with suppress(queue.Empty):
            while True:
                self.arrived.get_nowait()
        self.tidy()

    def let_go(self) -> None:
        if not self.over:
            self.kill()

    def tidy(self) -> None:
        self.trace.close()
        shutil.rmtree(self.scratch, ignore_errors=True)


def group_of(user: str) -> int:
    """Raises `KeyError` where there is no such user."""
    import pwd

    return pwd.getpwnam(user).pw_gid
