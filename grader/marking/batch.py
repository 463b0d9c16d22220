"""A whole folder of submissions, graded side by side.

Every worker is a process with a sandbox of its own. Workers are forked, and fork their sandboxes, before any key
is read here or there: what runs student code has never held an answer.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.content.key import Key, dumps, loads
from grader.intake.folder import HandIn, printable
from grader.judge.result import Result
from grader.marking.grading import Grader
from grader.sandbox import Limits, Sandbox, open_sandbox
from grader.sandbox.runs import Isolation


class Row(Struct, frozen=True):
    """One student's result in one exercise. `path` is relative to the batch folder; None: nothing handed in."""

    student: str
    path: str | None
    result: Result


encoder = msgspec.msgpack.Encoder()
row_decoder = msgspec.msgpack.Decoder(Row)


def grade_handin(grader: Grader, key: Key, root: Path, handin: HandIn) -> Row:
    """The row of one hand-in; never raises."""
    entry = key.find(handin.exercise)
    assert entry is not None
    shown = printable(handin.path) if handin.path else None
    if handin.path is None:
        result = grader.absent(entry, f"no file for {handin.exercise} was handed in")
    elif handin.problem:
        result = grader.judge(entry).unreadable(handin.problem, grader.sandbox.isolation)
    else:
        result = grader.grade_file(entry, root / handin.path if root.is_dir() else root, f"{handin.exercise}.py")
    if handin.others:
        warning = (
            f"more than one file for {handin.exercise}: {shown} was graded, {', '.join(map(printable, handin.others))} not"
        )
        result = msgspec.structs.replace(result, warnings=(*result.warnings, warning))
    return Row(printable(handin.student), shown, result)


class Crew:
    """Workers that grade hand-ins. With one job the work is done in this process.

    Open it before any key is read. Use as a context manager.
    """

    def __init__(self, jobs: int, isolation: Isolation | str, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.sandbox: Sandbox | None = open_sandbox(isolation) if jobs == 1 else None  # type: ignore[arg-type]
        self.workers = [] if jobs == 1 else [Worker(isolation, self.limits) for _ in range(jobs)]

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *unused: object) -> None:
        if self.sandbox:
            self.sandbox.close()
        for worker in self.workers:
            worker.stop()

    @property
    def isolation(self) -> str:
        """The tier that every worker has. Raises `Refused`."""
        if self.sandbox:
            return self.sandbox.isolation
        # Each is asked: its answer comes before its first row.
        tiers = [worker.isolation for worker in self.workers]
        return tiers[0]

    def grade(self, key: Key, root: Path, handins: Iterable[HandIn]) -> Iterator[Row]:
        """Rows as they are finished, in any order."""
        self.isolation  # noqa: B018  (waits until every worker stands)
        if self.sandbox:
            grader = Grader(self.sandbox, self.limits)
            for handin in handins:
                yield grade_handin(grader, key, root, handin)
            return
        for worker in self.workers:
            worker.connection.send_bytes(dumps(key))
            worker.connection.send(str(root))
        yield from self.shared(key, root, iter(handins))

    def shared(self, key: Key, root: Path, waiting: Iterator[HandIn]) -> Iterator[Row]:
        """Each worker holds one hand-in and the next one, so that it never idles while results travel."""
        held: dict[Worker, list[HandIn]] = {worker: [] for worker in self.workers}
        for _ in range(2):
            for worker in self.workers:
                hand_out(worker, waiting, held[worker])
        while any(held.values()):
            busy = {worker.connection: worker for worker in self.workers if held[worker]}
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index]
                try:
                    row = row_decoder.decode(worker.connection.recv_bytes())
                except (EOFError, OSError):
                    yield from self.replace(worker, held, key, root)
                    continue
                held[worker].pop(0)
                hand_out(worker, waiting, held[worker])
                yield row

    def replace(self, dead: Worker, held: dict[Worker, list[HandIn]], key: Key, root: Path) -> Iterator[Row]:
        """A worker died, which no submission can bring about: that is our fault. What it was at gets a row that says
        so, what it still held goes to its successor."""
        at, *queued = held.pop(dead)
        dead.stop()
        # By now this process knows the key, so the newcomer must not be forked from it.
        worker = Worker(dead.asked, self.limits, method="spawn")
        self.workers[self.workers.index(dead)] = worker
        tier = worker.isolation
        worker.connection.send_bytes(dumps(key))
        worker.connection.send(str(root))
        held[worker] = queued
        for handin in queued:
            worker.connection.send(handin)
        entry = key.find(at.exercise)
        assert entry is not None
        from grader.judge.exercise import ExerciseJudge

        sentence = (
            "the grader's worker died while it graded this; it is not graded, and costs nothing: run the same command again"
        )
        fault = ExerciseJudge(entry).our_fault(sentence, tier)
        yield Row(printable(at.student), printable(at.path) if at.path else None, fault)


def hand_out(worker: Worker, waiting: Iterator[HandIn], held: list[HandIn]) -> None:
    handin = next(waiting, None)
    if handin is not None:
        # Pickled: a file name may be no text that msgpack could carry.
        worker.connection.send(handin)
        held.append(handin)


class Worker:
    """A process that grades what it is sent: a key, the folder, then hand-ins one by one."""

    def __init__(self, isolation: str, limits: Limits, method: str | None = None) -> None:
        self.asked = isolation
        # Plain fork: the sandbox must be able to fork as well, and no thread is running yet.
        usual = "fork" if "fork" in multiprocessing.get_all_start_methods() and os.name == "posix" else "spawn"
        context = multiprocessing.get_context(method or usual)
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, isolation, limits), daemon=False)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self.tier: str | None = None

    @property
    def isolation(self) -> str:
        """Raises `Refused` where the tier asked for can't be had."""
        if self.tier is None:
            answer = self.connection.recv()
            if isinstance(answer, Exception):
                raise answer
            self.tier = str(answer)
        return self.tier

    def stop(self) -> None:
        # Said aloud: workers forked later hold copies of this pipe's end, so that closing it is not heard.
        with contextlib.suppress(OSError):
            self.connection.send_bytes(b"")
        self.connection.close()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def work(connection: Connection, isolation: str, limits: Limits) -> None:
    """A worker's life."""
    from grader.sandbox import Refused

    try:
        sandbox = open_sandbox(isolation)  # type: ignore[arg-type]
        connection.send(sandbox.isolation)
    except Refused as refusal:
        connection.send(refusal)
        return
    try:
        packed = connection.recv_bytes()
        if not packed:
            return
        key = loads(packed, "the key sent to a worker")
        root = Path(connection.recv())
        grader = Grader(sandbox, limits)
        while True:
            # Empty bytes, which say that work is over, end this with an EOFError.
            handin = connection.recv()
            connection.send_bytes(encoder.encode(grade_handin(grader, key, root, handin)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
    finally:
        sandbox.close()
