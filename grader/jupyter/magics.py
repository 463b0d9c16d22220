"""What `%load_ext grader` brings: `%check exercise3` for the cells run so far, `%%check exercise3` for these and its own."""

from __future__ import annotations

from typing import Any

from grader.jupyter.check import Checked, check


def register(shell: Any) -> None:
    """Make the magics known to IPython's `shell`."""

    def check_magic(line: str, cell: str | None = None) -> Checked:
        if cell is not None:
            # As without the magic: what the cell defines is defined from now on, and its errors are shown.
            shell.run_cell(cell)
        return check(line, shell, {})

    check_magic.__doc__ = __doc__
    shell.register_magic_function(check_magic, "line_cell", "check")
