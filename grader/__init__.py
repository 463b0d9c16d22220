"""An auto-graded workbook engine; `exercises/` and `solutions/` beside it hold the chapter."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"


def check(exercise: object = "") -> object:
    """Grade an exercise (`"exercise3"`, or 3) from inside a notebook, by the cells run so far; in a script, by its file.

    Returns a result that shows itself; `print` it in a script. See `grader.jupyter`.
    """
    import sys

    jupyter = room("check")
    return jupyter.check(exercise, jupyter.running_shell(), sys._getframe(1).f_globals)


def load_ipython_extension(shell: object) -> None:
    """For `%load_ext grader`: the magics `%check` and `%%check`."""
    room("magics").register(shell)


def room(module: str) -> Any:
    # By name, when it is called: every room imports this package, and none of them all the others.
    from importlib import import_module

    return import_module(f"grader.jupyter.{module}")
