"""The process that proves, and the one that replaces it.

Started as a plain new interpreter, so that it holds nothing of the process that asks. It loads sympy once; where
there is `fork`, each worker is a fork of it, and one that was killed is replaced in a few milliseconds. Workers read
a line of JSON from standard input and answer with one; a worker says its process id when it is ready. All end when
their standard input is closed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

MEMORY = 1 << 30
MOST_REPLACED = 10_000


class Stopped(BaseException):
    """The time for a proof is over. Not an `Exception`, which sympy would swallow."""


def main() -> None:
    """Serves until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import grader.symbolic.proof  # noqa: F401  (loaded once, here, for all workers)

    if not hasattr(os, "fork"):
        serve()
        return
    for _ in range(MOST_REPLACED):
        child = os.fork()
        if not child:
            try:
                serve()
            except BaseException:
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            return


def serve() -> None:
    limit_memory()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, stop)
    say(f"ready {os.getpid()}")
    for line in iter(sys.stdin.buffer.readline, b""):
        request = json.loads(line)
        say(f"{request['id']} {'true' if answer(request) else 'false'}")


def say(line: str) -> None:
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def stop(*_: object) -> None:
    raise Stopped


def limit_memory() -> None:
    """A proof that needs more than this is none we wait for."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answer(request: dict[str, Any]) -> bool:
    """Whether what is asked was proved. Whatever goes wrong, and running out of time or memory, is no proof."""
    timed = hasattr(signal, "setitimer")
    try:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, max(float(request["seconds"]), 0.001))
        try:
            return prove(request)
        finally:
            if timed:
                signal.setitimer(signal.ITIMER_REAL, 0)
    except (Exception, Stopped):
        return False


def prove(request: dict[str, Any]) -> bool:
    from grader.symbolic import proof
    from grader.symbolic.reader import read_sides
    from grader.symbolic.vocabulary import Vocabulary

    vocabulary = Vocabulary(request["symbols"])
    student, reference = (read_sides(request[side], vocabulary) for side in ("student", "reference"))
    if request["solve"]:
        return proof.same_solutions(student, reference, request["solve"], vocabulary)
    return proof.equal(student[0], reference[0], vocabulary)
