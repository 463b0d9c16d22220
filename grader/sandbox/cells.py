"""In the child: a notebook's cells, run one after the other in one namespace, as a kernel does.

A cell is compiled alone, so that one that is broken loses only itself. Where a statement raises, what follows it is
still run, in that cell and in those below.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import CodeType
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grader.sandbox.loading import (
    Block,
    Loading,
    begun,
    execute,
    future,
    load_block,
    run_statement,
    start,
    statements_of,
)
from grader.sandbox.recovery import line_end
from grader.sandbox.runs import Limits, Redefined, Trouble
from grader.sandbox.wire import Job

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

ALLOW_TOP_LEVEL_AWAIT = 0x2000
"""A flag of `compile` that the module `ast` names, which takes a while to load."""
COROUTINE = 0x80
"""The bit of `co_flags` that tells code which awaits."""
MOST_REDEFINED = 100


def load_cells(source: str, job: Job, wanted: Sequence[str]) -> Loading:
    """Run the cells of `source` as `job` says. Never raises.

    Which of the `wanted` names more than one cell defines is in `redefined`.
    """
    loading = begun(source, job.name, "__main__")
    loading.execute = Kernel().execute
    offer_what_kernels_do()
    lines = line_end.findall(source)
    defined: dict[str, list[int]] = {}
    values: dict[str, object] = {}
    flags = ALLOW_TOP_LEVEL_AWAIT
    read = False
    for first, end in pairwise([*job.cells, len(lines)]):
        text = "".join(lines[first:end])
        # A cell's future import holds for the cells below it as well.
        flags |= future(text)
        block = Block(text, job.name, first, flags)
        known = len(loading.troubles)
        read = load_cell(loading, block, [line for line in job.left_out if first < line <= end], job.limits) or read
        # The cell at least is known where no line is.
        loading.troubles[known:] = (replace(one, line=one.line or first + 1) for one in loading.troubles[known:])
        for part in wanted:
            value = loading.module.__dict__.get(part)
            if value is not None and value is not values.get(part):
                values[part] = value
                defined.setdefault(part, []).append(first + 1)
    loading.readable = read
    loading.redefined = tuple(Redefined(part, tuple(at[-MOST_REDEFINED:])) for part, at in defined.items() if len(at) > 1)
    loading.troubles = [found_again(loading, trouble) for trouble in loading.troubles]
    return loading


def load_cell(loading: Loading, block: Block, left_out: Sequence[int], limits: Limits) -> bool:
    """Run a cell, but for the statements on the lines `left_out`. False when nothing of it could be read."""
    if not left_out:
        return load_block(loading, block)
    why = f"took more than {limits.processor_seconds:g} s of processor time or {limits.wall_seconds:g} s in all"
    try:
        statements = statements_of(block)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # What was whole of it took too long: not worth another try.
        loading.troubles.append(Trouble("left out", left_out[0], 0, why, ""))
        return False
    for statement in statements:
        ends = (statement.end_lineno or statement.lineno) + block.above
        if any(start(statement)[0] + block.above <= line <= ends for line in left_out):
            loading.troubles.append(Trouble("left out", statement.lineno + block.above, 0, why, ""))
        else:
            run_statement(loading, block, statement, 0)
    return True


def found_again(loading: Loading, trouble: Trouble) -> Trouble:
    """A trouble without the names that another cell defines all the same."""
    lost = tuple(name for name in trouble.lost if name not in loading.module.__dict__)
    return replace(trouble, lost=lost) if lost != trouble.lost else trouble


class Kernel:
    """Runs code that may await at its top level, in an event loop that stays for the cells to come."""

    def __init__(self) -> None:
        self.loop: AbstractEventLoop | None = None

    def execute(self, code: CodeType, names: dict[str, Any]) -> None:
        if not code.co_flags & COROUTINE:
            execute(code, names)
            return
        if self.loop is None:
            import asyncio

            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(eval(code, names))  # noqa: S307 - what a sandbox is for


class Shell:
    """Stands in for IPython's own object: takes everything, does nothing."""

    def __getattr__(self, name: str) -> Shell:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args: object, **kwargs: object) -> None:
        return None

    def __getitem__(self, key: object) -> Shell:
        return self

    def __setitem__(self, key: object, value: object) -> None:
        return None

    def __iter__(self) -> Iterator[Shell]:
        return iter(())


def display(*objects: object, **options: object) -> None:
    """As in a notebook without a front end: a line for each object."""
    for one in objects:
        print(repr(one))


def offer_what_kernels_do() -> None:
    """The names that a kernel adds to Python's own."""
    shell = Shell()
    builtins.get_ipython = lambda: shell  # type: ignore[attr-defined]
    builtins.display = display  # type: ignore[attr-defined]
