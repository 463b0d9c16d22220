"""Where untrusted code runs.

    with closing(open_sandbox()) as sandbox:
        run = sandbox.run(source, "exercise3.py", key.plan())

Open it right after numpy is imported and before any key is read: the process that later forks for each submission
splits off then, so that its memory holds nothing worth finding. `OPENBLAS_NUM_THREADS=1` belongs in the environment
before numpy is imported. What this package offers is loaded when it is asked for, since `grader.sandbox.early` must
be importable without it.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
"""As `typing` has it, which would take longer to load than all that is forked early."""

if TYPE_CHECKING:
    from grader.sandbox.opening import open_sandbox
    from grader.sandbox.runs import Isolation, Layer, Limits, PartRun, Refused, Run, Sandbox, SandboxFault, Session, Trouble

__all__ = [
    "Isolation",
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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "opening" if name == "open_sandbox" else "runs"
    return getattr(import_module(f"grader.sandbox.{home}"), name)
