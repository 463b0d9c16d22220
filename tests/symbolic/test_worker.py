"""The process that proves: it can be stopped, killed, lost and forked away from, and no formula is wrong for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.symbolic import compare, worker

ROOT = Path(__file__).parents[2]
NEEDS_SYMPY = ("sin(x)^2+cos(x)^2", "1", {"x": "real"})
HARD = "+".join(f"sqrt(x+{number})*sin(x*{number})" for number in range(1, 14))
NOTHING = "+".join(f"sin(x*{number})^2+cos(x*{number})^2-1" for number in range(1, 20))
"""To see that takes its time."""


@pytest.fixture(autouse=True)
def ready() -> None:
    assert worker.wait(60)


def proves(seconds: float = 5.0, text: str = "sin(x)^2+cos(x)^2", other: str = "1") -> bool:
    return worker.proves(text, other, {"x": "real"}, seconds)


def pid() -> int:
    assert worker.current is not None
    return worker.current.pid


def test_a_proof_is_found() -> None:
    assert proves()
    assert not proves(5.0, "sin(x)", "cos(x)")
    assert compare(*NEEDS_SYMPY).proved


def test_the_worker_is_kept_between_proofs() -> None:
    before = pid()
    assert proves()
    assert pid() == before


def test_a_proof_that_takes_too_long_is_none_and_the_formula_is_accepted() -> None:
    assert not proves(worker.GRACE + 0.01, HARD, f"{HARD}+{NOTHING}")
    found = compare(f"({HARD})^4", f"(0+{HARD})^4", {"x": "positive"})
    assert found.verdict == "equivalent"
    assert proves()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_a_killed_worker_is_replaced() -> None:
    os.kill(pid(), signal.SIGKILL)
    time.sleep(0.1)
    # The first question may find its worker dead: then it is not proved. The next is answered.
    assert proves() or proves()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_a_worker_that_does_not_answer_is_killed() -> None:
    before = pid()
    os.kill(before, signal.SIGSTOP)
    began = time.monotonic()
    assert not proves(0.3)
    assert time.monotonic() - began < 5
    assert worker.wait(30)
    assert pid() != before
    assert proves()


def test_where_the_whole_process_is_gone_another_is_started() -> None:
    assert worker.current is not None
    worker.current.process.kill()
    worker.current.process.wait()
    assert compare(*NEEDS_SYMPY).verdict == "equivalent"
    assert worker.wait(60)
    assert proves()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this is about forks")
def test_a_fork_of_this_process_has_a_worker_of_its_own() -> None:
    theirs = pid()
    child = os.fork()
    if not child:
        fine = worker.wait(60) and pid() != theirs and proves()
        worker.close()
        os._exit(0 if fine else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert proves()


def test_no_process_is_left_behind() -> None:
    code = (
        "from grader.symbolic import worker; worker.wait(60); "
        "print(worker.current.process.pid, worker.current.pid)"
    )  # fmt: skip
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    deadline = time.monotonic() + 10
    pids = [int(one) for one in said.split()]
    while any(Path(f"/proc/{one}").exists() for one in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{one}").exists() for one in pids)


def test_without_a_worker_formulas_are_still_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "current", None)

    def refuse() -> None:
        raise OSError

    monkeypatch.setattr(worker, "Worker", refuse)
    found = compare(*NEEDS_SYMPY)
    assert (found.verdict, found.proved) == ("equivalent", False)
    assert compare("x", "2x", {"x": "real"}).verdict == "different"


def test_comparing_formulas_loads_no_sympy_here() -> None:
    code = (
        "import sys; from grader.symbolic import check_derivation, compare;"
        "compare('x^2', 'x*x', {'x': 'real'}); check_derivation([('algebra', '1 = 1')]); print('sympy' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout == "False\n"
    )
