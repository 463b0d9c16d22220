"""Where untrusted code runs.

    with closing(open_sandbox()) as sandbox:
        run = sandbox.run(source, "exercise3.py", key.plan())

Open it right after numpy is imported and before any key is read: the process that later forks for each submission
splits off then, so that its memory holds nothing worth finding. `OPENBLAS_NUM_THREADS=1` belongs in the environment
before numpy is imported.
"""

from __future__ import annotations

from typing import Literal

from grader.sandbox.runs import Layer, Limits, PartRun, Refused, Run, Sandbox, SandboxFault, Session, Trouble

__all__ = [
    "Layer",
    "Limits",
    "PartRun",
    "Refused",
    "Run",
    "Sandbox",
    "SandboxFault",
    "Session",
    "Trouble",
    "open_sandbox",
]


def open_sandbox(isolation: Literal["best", "strict", "process"] = "best", *, fork: bool = True) -> Sandbox:
    """A sandbox of the strongest tier there is, or of the tier asked for.

    With `fork` the strict tier's zygote is forked from this very process, which must not hold anything secret yet;
    without, a fresh interpreter is started. Returns at once; the first use waits until the isolation is proven.
    Raises `Refused` where "strict" is asked for and this machine can't (at the first use, where that takes proving).
    """
    if isolation == "process":
        from grader.sandbox.portable import ProcessSandbox

        return ProcessSandbox()
    if isolation == "strict":
        from grader.sandbox.strict import StrictSandbox

        return StrictSandbox(fork)
    from grader.sandbox.best import BestSandbox

    return BestSandbox(fork)
