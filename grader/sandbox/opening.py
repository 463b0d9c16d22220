"""Opening a sandbox."""

from __future__ import annotations

from typing import Literal

from grader.sandbox.early import Forked
from grader.sandbox.runs import Sandbox


def open_sandbox(
    isolation: Literal["best", "strict", "process"] = "best",
    *,
    fork: bool = True,
    forked: Forked | None = None,
    run_as: str = "",
) -> Sandbox:
    """A sandbox of the strongest tier there is, or of the tier asked for.

    With `fork` the strict tier's zygote is forked from this very process, which must not hold anything secret yet, or
    has been already (`forked`); without, a fresh interpreter is started. Returns at once; the first use waits until the
    isolation is proven. Raises `Refused` where "strict" is asked for and this machine can't (at the first use, where
    that takes proving). `run_as` names another user for the process tier.
    """
    if isolation == "process":
        from grader.sandbox.portable import ProcessSandbox

        return ProcessSandbox(run_as)
    if isolation == "strict":
        from grader.sandbox.strict import StrictSandbox

        return StrictSandbox(fork, forked)
    from grader.sandbox.best import BestSandbox

    return BestSandbox(fork, forked)
