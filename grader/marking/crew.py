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
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import cast

import msgspec
from msgspec import Struct

from grader.content.key import Key, dumps, loads
from grader.intake.source import Source
from grader.judge.result import Result
from grader.marking.grading import Grader
from grader.sandbox import Limits, Refused, Sandbox, open_sandbox

LEAVING_SECONDS = 2.0


class Task(Struct, frozen=True):
    """One source to be graded for one exercise; `number` tells it from the others."""

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
    """Opened before any key is read; a context manager. With one job the work is done in this process."""

    def __init__(self, jobs: int, isolation: str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.sandbox: Sandbox | None = open_sandbox(isolation) if jobs == 1 else None  # type: ignore[arg-type]
        self.workers: list[Worker] = []
        for _ in range(jobs if jobs > 1 else 0):
            self.workers.append(Worker(isolation, self.limits, siblings=self.workers))

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        if self.sandbox:
            self.sandbox.close()
        for worker in self.workers:
            worker.stop()

    def kill(self) -> None:
        """End everything at once, whatever is in hand."""
        if self.sandbox:
            self.sandbox.close()
        for worker in self.workers:
            worker.process.kill()

    @property
    def isolation(self) -> str:
        """The tier that every worker has. Raises `Refused`."""
        if self.sandbox:
            return self.sandbox.isolation
        # Each is asked: its answer comes before its first result.
        tiers = [worker.isolation for worker in self.workers]
        return tiers[0]

    def grade(self, key: Key, tasks: Iterable[Task], *, alone: bool = False) -> Iterator[Done]:
        """Results as they come, in any order. A task is taken from `tasks` when somebody is free for it.

        `alone`: one after the other, so that nothing of ours is in a task's way.
        """
        if self.sandbox:
            yield from graded_here(Grader(self.sandbox, self.limits), key, tasks)
            return
        packed = dumps(key)
        for worker in self.workers:
            worker.learn(packed)
        yield from self.shared(packed, key, iter(tasks), self.workers[:1] if alone else self.workers)

    def shared(self, packed: bytes, key: Key, waiting: Iterator[Task], workers: list[Worker]) -> Iterator[Done]:
        free, busy = list(workers), dict[Connection, Worker]()
        more = True
        while busy or more:
            while free and more:
                task = next(waiting, None)
                more = task is not None
                if task is not None:
                    worker = free.pop()
                    worker.hand(task)
                    busy[worker.connection] = worker
            # Waiting for nobody would be for ever.
            for connection in wait(list(busy)) if busy else ():
                worker = busy.pop(cast(Connection, connection))
                done = worker.take()
                if done is None:
                    done = died(worker.task, key)
                    worker = self.replace(worker, packed, workers)
                free.append(worker)
                yield done

    def replace(self, dead: Worker, packed: bytes, workers: list[Worker]) -> Worker:
        """A newcomer for a worker that died, which no submission can bring about."""
        dead.stop()
        # By now this process knows the key, so the newcomer must not be forked from it.
        worker = Worker(dead.asked, self.limits, method="spawn")
        worker.learn(packed)
        for crew in (self.workers, workers):
            if dead in crew:
                crew[crew.index(dead)] = worker
        return worker


def graded_here(grader: Grader, key: Key, tasks: Iterable[Task]) -> Iterator[Done]:
    for task in tasks:
        yield graded(grader, key, task)


def graded(grader: Grader, key: Key, task: Task) -> Done:
    entry = key.find(task.exercise)
    assert entry is not None
    return Done(task.number, *grader.attempt(entry, task.source))


def died(task: Task | None, key: Key) -> Done:
    """What a worker's death leaves of the task it was at: our fault."""
    from grader.judge.exercise import ExerciseJudge

    assert task is not None
    entry = key.find(task.exercise)
    assert entry is not None
    sentence = "the grader's worker died while it graded this; it is not graded, and costs nothing: run the same command again"
    return Done(task.number, ExerciseJudge(entry).our_fault(sentence, "process"))


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
        self.process.start()
        theirs.close()
        self.tier: str | None = None
        self.task: Task | None = None

    @property
    def isolation(self) -> str:
        """Raises `Refused` where the tier asked for can't be had."""
        if self.tier is None:
            answer = self.connection.recv()
            if isinstance(answer, Exception):
                raise answer
            self.tier = str(answer)
        return self.tier

    def learn(self, packed: bytes) -> None:
        self.isolation  # noqa: B018  (its answer comes first)
        self.connection.send_bytes(b"key" + packed)

    def hand(self, task: Task) -> None:
        self.task = task
        # Where it is dead already, `take` finds out.
        with contextlib.suppress(OSError):
            self.connection.send_bytes(b"run" + encoder.encode(task))

    def take(self) -> Done | None:
        """Its result; None where it died."""
        try:
            return done_decoder.decode(self.connection.recv_bytes())
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.send_bytes(b"end")
        self.connection.close()
        self.process.join(LEAVING_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def work(connection: Connection, isolation: str, limits: Limits, ours: Sequence[int]) -> None:
    """A worker's life. `ours` are the descriptors of the process that started it."""
    for descriptor in ours:
        os.close(descriptor)
    # Ctrl-C goes to the whole group; whoever started us decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sandbox = open_sandbox(isolation)  # type: ignore[arg-type]
        connection.send(sandbox.isolation)
    except Refused as refusal:
        # Where another worker was refused first, nobody listens any more.
        with contextlib.suppress(OSError):
            connection.send(refusal)
        return
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
