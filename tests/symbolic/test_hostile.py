"""Hostile texts: each gets one of the verdicts, nothing raises, nothing is run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from grader.symbolic import check_derivation, compare, compare_equations, compare_moments
from grader.symbolic.comparison import Verdict
from grader.symbolic.derivation import Verdict as StepVerdict

SYMBOLS = {"x": "real", "y": "real", "q": "real", "n": "positive integer", "d_k": "positive integer"}
RANDOM = {"q_i": {"mean": 0, "var": 1}, "k_i": {"mean": "any", "var": "any"}}
HOSTILE = (Path(__file__).parent / "data" / "hostile.txt").read_text(encoding="utf-8").split("\n")
MADE = [
    "",
    " " * 3000,
    "(" * 5000,
    "x" * 1999,
    "x+" * 999 + "x",
    "\x00",
    "\ud800",
    "1" * 1999,
    "x^" * 900 + "x",
    "√" * 1500,
    "\\" * 999,
    "\n\t\r",
    "é" * 1500,
    "1+2+…+n" + "+1+2+…+n" * 20,
    "… + … + …",
    "q_{d_k} + … + q_{d_k}",
    "Σ_{1≤i<j≤} x",
    "Σ_{i,j=2} x",
    "⟨x",
    "math.",
    "np.np.np.x",
    "pow(x)",
    "Σ_{i=1}^{n} Σ_{j=1}^{n} Σ_{l=1}^{n} |x - i j l|",
    "0^Σ_{i=1}^{5000} Σ_{j=1}^{5000} x",
]
TRACE = Path("/tmp/symbolic_was_run")

ways: dict[str, Callable[[str], str]] = {
    "formula": lambda text: compare(text, "x + n", SYMBOLS).verdict,
    "reference": lambda text: compare("x", text, SYMBOLS).verdict,
    "itself": lambda text: compare(text, text, SYMBOLS).verdict,
    "equation": lambda text: compare_equations(f"{text} = x", "x = n", SYMBOLS, "x").verdict,
    "moments": lambda text: (
        compare_moments(text, "n", {"n": "positive integer", "x": "real", "y": "real"}, RANDOM, True).verdict
    ),
}


def test_the_table_is_large_enough() -> None:
    assert len(set(HOSTILE)) >= 150


@pytest.mark.parametrize("way", ways)
def test_every_text_gets_a_verdict(way: str) -> None:
    TRACE.unlink(missing_ok=True)
    for text in HOSTILE + MADE:
        assert ways[way](text) in get_args(Verdict), text
    assert not TRACE.exists()


def test_a_derivation_of_hostile_texts_gets_verdicts() -> None:
    for text in HOSTILE + MADE:
        for step in ((text, "Var(q) = 1"), ("algebra", text), ("algebra", f"{text} = 1")):
            assert check_derivation([step]).steps[0].verdict in get_args(StepVerdict), step


def test_no_hostile_text_is_the_right_answer() -> None:
    for text in HOSTILE + MADE:
        assert compare(text, "x*y*n + 17", SYMBOLS).verdict != "equivalent", text


def test_nothing_of_a_text_is_audited_as_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text leads to an exec, an open, a socket or a new process: Python itself would report it."""
    seen: list[str] = []
    active = [True]

    def watch(event: str, args: tuple[object, ...]) -> None:
        if active[0] and event in (
            "compile",
            "exec",
            "os.system",
            "subprocess.Popen",
            "socket.connect",
            "os.exec",
            "os.posix_spawn",
        ):
            seen.append(event)

    compare("x", "x^2", SYMBOLS)
    monkeypatch.setattr("grader.symbolic.worker.warm", lambda: None)
    monkeypatch.setattr("grader.symbolic.worker.current", None)
    for text in HOSTILE[:5]:
        ways["formula"](text)
    sys.addaudithook(watch)
    for text in HOSTILE:
        for way in ways.values():
            way(text)
    active[0] = False
    assert seen == []


SLOW = [
    "Σ_{i=1}^{n} Σ_{j=1}^{n} Σ_{l=1}^{n} i j l",
    "Σ_{i=1}^{n} Σ_{j=1}^{n} |n - i j|",
    "+".join(f"|n-{number}|" for number in range(100)),
    "√(" * 35 + "n²+1" + ")" * 35,
    "n^n^n^n",
    "(1+1/n)^(n^9)",
    "Σ_{i=1}^{5000} √(i n)",
]


@pytest.mark.parametrize("text", SLOW)
def test_no_text_takes_long(text: str) -> None:
    """Of this process's time, which does not hang on what else the machine does; a second is the limit that is set."""
    begun = time.thread_time()
    compare(text, f"{text} + 0", SYMBOLS)
    compare_equations(f"{text} = 1", f"{text} - 1 = 0", SYMBOLS, "n")
    assert time.thread_time() - begun < 3
