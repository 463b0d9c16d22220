"""Workers that grade sources side by side.

Every worker is a process with a sandbox of its own. Workers are forked, and fork their sandboxes, before any key is
read here or there: what runs student code has never held an answer. A worker holds one source at a time, so that a
slow submission delays nobody else's.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

import msgspec
from msgspec import Struct

from grader.content.key import Key, dumps, loads
from grader.intake.source import Source
from grader.judge.result import Result
from grader.marking.grading import Grader
from grader.marking.kinds import judge_of
from grader.marking.leftovers import clear
from grader.sandbox import Limits, Refused, Sandbox, SandboxFault, open_sandbox
from grader.sandbox.early import is_light

LEAVING_SECONDS = 2.0
MOST_NEWCOMERS = 3
"""In the place of one worker that died, one after the other, each of which dies while it starts."""


class Task(Struct, frozen=True):
    """One source to be graded for one exercise, quiz or task; `number` tells it from the others."""

    number: int
    exercise: str
    source: Source


class Done(Struct, frozen=True):
    """A graded task. `starved`: its clock ran out while it was kept from the processor, so the verdict may be ours."""

    number: int
    result: Result
    starved: bool = False


encoder = msgspec.msgpack.Encoder()
task_decoder = msgspec.msgpack.Decoder(Task)
done_decoder = msgspec.msgpack.Decoder(Done)


class Crew:
    """Opened before any key is read; a context manager. With one job the work is done in this process.

    `run_as`, with one job: another user, who runs the student's code in the process tier.
    """

    def __init__(self, jobs: int, isolation: str, limits: Limits | None = None, run_as: str = "") -> None:
        self.limits = limits or Limits()
        self.stopping = False
        """Hand out nothing more, not even what was read already."""
        self.sandbox: Sandbox | None = opened(isolation, run_as) if jobs == 1 else None
        self.workers: list[Worker] = []
        try:
            for _ in range(jobs if jobs > 1 else 0):
                self.workers.append(Worker(isolation, self.limits, siblings=self.workers))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, raised: type[BaseException] | None, *more: object) -> None:
        if raised is None:
            self.close()
        else:
            # What is in hand is wanted by nobody any more.
            self.kill()

    def close(self) -> None:
        if self.sandbox:
            self.sandbox.close()
        for worker in self.workers:
            worker.dismiss()
        leave(self.workers, LEAVING_SECONDS)

    def kill(self) -> None:
        """End everything at once, whatever is in hand."""
        if self.sandbox:
            self.sandbox.close()
        leave(self.workers, 0.0)

    @property
    def isolation(self) -> str:
        """The tier that every worker has. Raises `Refused`."""
        if self.sandbox:
            return self.sandbox.isolation
        # Each is asked: its answer comes before its first result.
        tiers = [self.tier(worker) for worker in tuple(self.workers)]
        return tiers[0]

    def tier(self, worker: Worker) -> str:
        """A worker's tier, or that of a newcomer where it died before it told."""
        try:
            return worker.isolation
        except SandboxFault:
            return self.replace(worker).isolation

    def grade(self, key: Key, tasks: Iterable[Task], *, alone: bool = False) -> Iterator[Done]:
        """Results as they come, in any order. A task is taken from `tasks` when somebody is free for it.

        `alone`: one after the other, so that nothing of ours is in a task's way.
        """
        if self.sandbox:
            yield from graded_here(Grader(self.sandbox, self.limits), key, tasks)
            return
        packed = dumps(key)
        workers = self.workers[:1] if alone else list(self.workers)
        for worker in workers:
            worker.learn(packed)
        yield from self.shared(packed, key, iter(tasks), workers)

    def shared(self, packed: bytes, key: Key, waiting: Iterator[Task], workers: list[Worker]) -> Iterator[Done]:
        free, busy, places = workers, dict[Connection, Worker](), len(workers)
        ahead: deque[Task] = deque()
        once_more: set[int] = set()
        came: list[Done] = []
        while True:
            # To read a source and to write a result down takes a while, in which nobody should stand idle.
            ahead.extend(islice(waiting, places - len(ahead)))
            if self.stopping:
                ahead.clear()
            while free and ahead:
                self.hand(free.pop(), ahead, busy)
            yield from came
            came.clear()
            if not busy:
                return
            for connection in wait(list(busy)):
                worker = busy.pop(cast(Connection, connection))
                body = worker.take()
                if body is not None:
                    self.hand(worker, ahead, busy) if ahead else free.append(worker)
                    came.append(done_decoder.decode(body))
                    continue
                task = worker.task
                assert task is not None
                free.append(self.replace(worker, packed))
                if task.number in once_more:
                    came.append(died(task, key))
                else:
                    once_more.add(task.number)
                    ahead.appendleft(task)

    @staticmethod
    def hand(worker: Worker, ahead: deque[Task], busy: dict[Connection, Worker]) -> None:
        worker.hand(ahead.popleft())
        busy[worker.connection] = worker

    def replace(self, dead: Worker, packed: bytes = b"") -> Worker:
        """A newcomer for a worker that died, which no submission can bring about. Raises `SandboxFault` where newcomers die
        as well."""
        for attempt in range(1, MOST_NEWCOMERS + 1):
            leave([dead], 0.0)
            # By now this process knows the key, so the newcomer must not be forked from it.
            worker = Worker(dead.asked, self.limits, method="spawn")
            self.workers[self.workers.index(dead)] = worker
            try:
                worker.learn(packed)
                break
            except SandboxFault:
                if attempt == MOST_NEWCOMERS:
                    raise
                dead = worker
        return worker


def opened(isolation: str, run_as: str = "") -> Sandbox:
    # A zygote forks for every submission, and forks faster where little was loaded before.
    fork = is_light() or not sys.executable
    return open_sandbox(isolation, fork=fork, run_as=run_as)  # type: ignore[arg-type]


def graded_here(grader: Grader, key: Key, tasks: Iterable[Task]) -> Iterator[Done]:
    for task in tasks:
        yield graded(grader, key, task)


def graded(grader: Grader, key: Key, task: Task) -> Done:
    entry = key.find(task.exercise)
    assert entry is not None
    return Done(task.number, *grader.attempt(entry, task.source))


def died(task: Task, key: Key) -> Done:
    """What the death of two workers leaves of the task they were at: our fault."""
    entry = key.find(task.exercise)
    assert entry is not None
    sentence = "the grader's worker died while it graded this; it is not graded, and costs nothing: run the same command again"
    return Done(task.number, judge_of(entry).our_fault(sentence, "process"))


class Worker:
    """A process that grades what it is sent: a key, then sources one by one."""

    def __init__(self, isolation: str, limits: Limits, method: str | None = None, siblings: Sequence[Worker] = ()) -> None:
        self.asked = isolation
        # Plain fork: the sandbox must be able to fork as well, and no thread is running yet.
        usual = "fork" if hasattr(os, "fork") and "fork" in multiprocessing.get_all_start_methods() else "spawn"
        method = method or usual
        context = multiprocessing.get_context(method)
        self.connection, theirs = context.Pipe()
        # A forked worker has our ends of the pipes too; while it holds them nobody hears of our death.
        ours = [one.connection.fileno() for one in (*siblings, self)] if method == "fork" else []
        self.process = context.Process(target=work, args=(theirs, isolation, limits, ours), daemon=False)  # type: ignore[attr-defined]
        with no_interrupts():
            self.process.start()
        theirs.close()
        self.tier: str | None = None
        self.task: Task | None = None
        self.learnt = b""

    @property
    def isolation(self) -> str:
        """Raises `Refused` where the tier asked for can't be had, `SandboxFault` where the worker could not start."""
        if self.tier is None:
            try:
                answer = self.connection.recv()
            except (EOFError, OSError) as error:
                raise SandboxFault("a worker died while it started") from error
            if isinstance(answer, Exception):
                raise answer
            self.tier = str(answer)
        return self.tier

    def learn(self, packed: bytes) -> None:
        """A key, or none as yet. Raises as `isolation` does, for that comes first."""
        self.isolation  # noqa: B018
        if self.learnt != packed:
            # Where it is dead already, `take` finds out.
            with contextlib.suppress(OSError):
                self.connection.send_bytes(b"key" + packed)
            self.learnt = packed

    def hand(self, task: Task) -> None:
        self.task = task
        # Where it is dead already, `take` finds out.
        with contextlib.suppress(OSError):
            self.connection.send_bytes(b"run" + encoder.encode(task))

    def take(self) -> bytes | None:
        """Its result, packed; None where it died."""
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return None

    def dismiss(self) -> None:
        """It leaves when it is done with what is in hand."""
        with contextlib.suppress(OSError):
            self.connection.send_bytes(b"end")
        self.connection.close()


def leave(workers: Sequence[Worker], patience: float) -> None:
    """See to it that they are gone: first they may finish, then they are asked to put things away, then they are killed."""
    ends: tuple[Callable[[BaseProcess], object], ...] = (lambda process: None, BaseProcess.terminate, BaseProcess.kill)
    for end, seconds in zip(ends, (patience, LEAVING_SECONDS, LEAVING_SECONDS), strict=True):
        until = time.monotonic() + seconds
        living = [worker.process for worker in workers if worker.process.is_alive()]
        for process in living:
            end(process)
        for process in living:
            process.join(max(0.0, until - time.monotonic()))
    for worker in workers:
        # Who was killed could put nothing away.
        if worker.process.pid and (worker.process.exitcode or 0) < 0:
            clear(worker.process.pid)


@contextlib.contextmanager
def no_interrupts() -> Iterator[None]:
    """Ctrl-C waits; a process started meanwhile is deaf to it until it has decided what to do about it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(connection: Connection, isolation: str, limits: Limits, ours: Sequence[int]) -> None:
    """A worker's life. `ours` are the descriptors of the process that started it."""
    for descriptor in ours:
        os.close(descriptor)
    # Ctrl-C goes to the whole group; whoever started us decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    answer: str | Exception
    try:
        sandbox = opened(isolation)
        answer = sandbox.isolation
    except (Refused, SandboxFault) as refusal:
        answer = refusal
    # Where another worker was refused first, or Ctrl-C was, nobody listens any more.
    with contextlib.suppress(OSError):
        connection.send(answer)
    if isinstance(answer, Exception):
        return
    end_with_parent()
    key: Key | None = None
    grader = Grader(sandbox, limits)
    try:
        while (message := connection.recv_bytes()) != b"end":
            if message[:3] == b"key":
                key = loads(message[3:], "the key sent to a worker")
                grader = Grader(sandbox, limits)
            elif key is not None:
                connection.send_bytes(encoder.encode(graded(grader, key, task_decoder.decode(message[3:]))))
    except (EOFError, BrokenPipeError):
        return
    finally:
        sandbox.close()


def end_with_parent() -> None:
    """When told to end, put things away first; be told when the parent dies, even in the middle of a submission."""

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)
    if sys.platform == "linux":
        from grader.sandbox.confine import PR_SET_PDEATHSIG, prctl

        # Where the kernel refuses, the closed pipe tells us, if later.
        with contextlib.suppress(OSError):
            prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
