"""In the child: a source becomes a module, as much of it as there is."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Collection
from types import CodeType, ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from grader.content.calling import LONGEST_MESSAGE, describe
from grader.sandbox.recovery import line_end, moved, recover
from grader.sandbox.runs import Redefined, Trouble

if TYPE_CHECKING:
    import ast

future_flags = 0x01FF0000
"""The bits of `co_flags` that `from __future__ import …` sets, which later statements inherit."""


MOST_TROUBLES = 50
MOST_LOST = 20
"""Names told of one trouble."""
LONGEST_NAME = 200


def execute(code: CodeType, names: dict[str, Any]) -> None:
    """Run code in a module's namespace."""
    exec(code, names)  # noqa: S102 - what a sandbox is for


Execute = Callable[[CodeType, dict[str, Any]], None]


class Loading(Struct):
    """The module so far, and what went wrong."""

    module: ModuleType
    troubles: list[Trouble]
    readable: bool = True
    redefined: tuple[Redefined, ...] = ()
    """For a notebook, what several cells define."""
    execute: Execute = execute

    def lost(self) -> set[str]:
        return {name for trouble in self.troubles for name in trouble.lost}

    def told(self, wanted: Collection[str]) -> tuple[Trouble, ...]:
        """The troubles worth telling: the first ones, and for each of the `wanted` names one that lost it."""
        chosen = self.troubles[:MOST_TROUBLES]
        unseen = set(wanted).difference(*(trouble.lost for trouble in chosen))
        for trouble in self.troubles[MOST_TROUBLES:]:
            if not unseen.isdisjoint(trouble.lost):
                chosen.append(trouble)
                unseen.difference_update(trouble.lost)
        return tuple(shortened(trouble, wanted) if trouble.lost else trouble for trouble in chosen)


def shortened(trouble: Trouble, wanted: Collection[str]) -> Trouble:
    """With few lost names, the `wanted` ones first; none of them longer than a frame has room for."""
    names = sorted(trouble.lost, key=lambda name: name not in wanted) if len(trouble.lost) > MOST_LOST else trouble.lost
    return replace(trouble, lost=tuple(name[:LONGEST_NAME] for name in names[:MOST_LOST]))


class Block(Struct, frozen=True):
    """Lines of a source that are compiled as one: a whole file, or a notebook's cell, `above` which other lines stand."""

    text: str
    name: str
    above: int = 0
    flags: int = 0

    def compile(self, what: str | ast.Module, flags: int = 0) -> CodeType:
        """The block's text, or a statement of it, with the line numbers of the whole source."""
        return moved(compile(what, self.name, "exec", self.flags | flags, dont_inherit=True), self.above)


def load(source: str, name: str) -> Loading:
    """Run `source` as the file `name`. Never raises: what is wrong is in `troubles`."""
    loading = begun(source, name, name.removesuffix(".py"))
    loading.readable = load_block(loading, Block(source, name))
    return loading


def begun(source: str, name: str, module_name: str) -> Loading:
    """An empty module, found by whoever looks for it."""
    module = ModuleType(module_name)
    module.__file__ = name
    module.__dict__["__builtins__"] = builtins
    # Pickling, dataclasses and typing look a class's module up by its name.
    sys.modules[module.__name__] = module
    if "linecache" in sys.modules:
        sys.modules["linecache"].cache[name] = (len(source), None, line_end.findall(source), name)
    return Loading(module, [])


def load_block(loading: Loading, block: Block) -> bool:
    """Run a block, as much of it as there is. False when nothing of it could be read."""
    try:
        # Not ours to inherit: this file's own future import.
        code = block.compile(block.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        return load_pieces(loading, block, problem)
    run(loading, code, block)
    return True


def run(loading: Loading, code: CodeType, block: Block) -> None:
    """Run the whole block; where a statement raises, note that and go on behind it."""
    try:
        loading.execute(code, loading.module.__dict__)
    except BaseException as problem:
        at = position(problem.__traceback__, code)
        note(loading, problem, block.name)
        run_rest(loading, block, code.co_flags & future_flags, at)


def position(traceback: TracebackType | None, code: CodeType) -> tuple[int, int]:
    """Line and column (from 0) of the module's statement that was running."""
    while traceback is not None and traceback.tb_frame.f_code is not code:
        traceback = traceback.tb_next
    if traceback is None:
        return 1 << 30, 0
    places = list(code.co_positions())
    line, _, column, _ = places[traceback.tb_lasti // 2] if traceback.tb_lasti >= 0 else (None, None, None, None)
    return line or traceback.tb_lineno, column or 0


def run_rest(loading: Loading, block: Block, flags: int, at: tuple[int, int]) -> None:
    """Run what comes after the statement at `at`, one statement at a time."""
    line, column = at[0] - block.above, at[1]
    statements = statements_of(block)
    failed = max((index for index, one in enumerate(statements) if start(one) <= (line, column)), default=len(statements))
    for statement in statements[failed + 1 :]:
        run_statement(loading, block, statement, flags)


def statements_of(block: Block) -> list[ast.stmt]:
    import ast

    return ast.parse(block.text, block.name).body


def run_statement(loading: Loading, block: Block, statement: ast.stmt, flags: int) -> None:
    import ast

    run_one(loading, block.compile(ast.Module([statement], []), flags), block.name)


def start(statement: ast.stmt) -> tuple[int, int]:
    """Where a statement starts: with its decorators, which run on their own lines."""
    nodes: list[ast.stmt | ast.expr] = [statement, *getattr(statement, "decorator_list", ())]
    return min((node.lineno, node.col_offset) for node in nodes)


def run_one(loading: Loading, code: CodeType, name: str) -> None:
    try:
        loading.execute(code, loading.module.__dict__)
    except BaseException as problem:
        note(loading, problem, name)


def note(loading: Loading, problem: BaseException, name: str) -> None:
    try:
        raised = describe(problem, name)
        trouble = Trouble("statement", raised.line, 0, raised.message, raised.name, raised.missing_name)
    # An exception class of the student's may raise when asked for its name.
    except BaseException:
        trouble = Trouble("statement", 0, 0, "", "Exception")
    loading.troubles.append(trouble)


def load_pieces(loading: Loading, block: Block, problem: Exception) -> bool:
    """Run what is whole of a block that does not compile. False when nothing is."""
    if isinstance(problem, (RecursionError, MemoryError)):
        sentence = "nested so deeply that Python itself gives up reading it"
        loading.troubles.append(Trouble("syntax", 0, 0, sentence, type(problem).__name__))
        return False
    # A zero byte stops some versions from telling where it stands; another forbidden character does not.
    text = block.text.replace("\0", "\x01")
    try:
        codes, troubles = recover(text, block.name, future(text) | block.flags, block.above)
    except (RecursionError, MemoryError) as worse:
        return load_pieces(loading, block, worse)
    loading.troubles += troubles
    if not troubles:
        line = (getattr(problem, "lineno", 0) or 0) + block.above
        loading.troubles.append(Trouble("syntax", line, 0, str(problem)[:LONGEST_MESSAGE], type(problem).__name__))
    for code in codes:
        run_one(loading, code, block.name)
    return bool(codes)


def future(source: str) -> int:
    """The flag of the one future import that still changes anything."""
    import re

    wanted = re.search(r"(?:^|[\r\n])from __future__ import .*\bannotations\b", source)
    return 0x1000000 if wanted else 0
