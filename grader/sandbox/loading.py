"""In the child: a source becomes a module, as much of it as there is."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Collection
from types import CodeType, ModuleType, TracebackType
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from grader.content.calling import LONGEST_MESSAGE, describe
from grader.sandbox.recovery import line_end, recover
from grader.sandbox.runs import Trouble

if TYPE_CHECKING:
    import ast

future_flags = 0x01FF0000
"""The bits of `co_flags` that `from __future__ import …` sets, which later statements inherit."""


MOST_TROUBLES = 50
MOST_LOST = 20
"""Names told of one trouble."""
LONGEST_NAME = 200


class Loading(Struct):
    """The module so far, and what went wrong."""

    module: ModuleType
    troubles: list[Trouble]
    readable: bool = True

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


def load(source: str, name: str) -> Loading:
    """Run `source` as the file `name`. Never raises: what is wrong is in `troubles`."""
    module = ModuleType(name.removesuffix(".py"))
    module.__file__ = name
    module.__dict__["__builtins__"] = builtins
    # Pickling, dataclasses and typing look a class's module up by its name.
    sys.modules[module.__name__] = module
    if "linecache" in sys.modules:
        sys.modules["linecache"].cache[name] = (len(source), None, line_end.findall(source), name)
    loading = Loading(module, [])
    try:
        # Not ours to inherit: this file's own future import.
        code = compile(source, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        load_pieces(loading, source, name, problem)
    else:
        run(loading, code, source, name)
    return loading


def run(loading: Loading, code: CodeType, source: str, name: str) -> None:
    """Run the whole module; where a statement raises, note that and go on behind it."""
    try:
        exec(code, loading.module.__dict__)  # noqa: S102 - what a sandbox is for
    except BaseException as problem:
        at = position(problem.__traceback__, code)
        note(loading, problem, name)
        run_rest(loading, source, name, code.co_flags & future_flags, at)


def position(traceback: TracebackType | None, code: CodeType) -> tuple[int, int]:
    """Line and column (from 0) of the module's statement that was running."""
    while traceback is not None and traceback.tb_frame.f_code is not code:
        traceback = traceback.tb_next
    if traceback is None:
        return 1 << 30, 0
    places = list(code.co_positions())
    line, _, column, _ = places[traceback.tb_lasti // 2] if traceback.tb_lasti >= 0 else (None, None, None, None)
    return line or traceback.tb_lineno, column or 0


def run_rest(loading: Loading, source: str, name: str, flags: int, at: tuple[int, int]) -> None:
    """Run what comes after the statement at `at`, one statement at a time."""
    import ast

    tree = ast.parse(source, name)
    statements = [(start(statement), statement) for statement in tree.body]
    failed = max((index for index, (place, _) in enumerate(statements) if place <= at), default=len(statements))
    for _, statement in statements[failed + 1 :]:
        run_one(loading, compile(ast.Module([statement], []), name, "exec", flags, dont_inherit=True), name)


def start(statement: ast.stmt) -> tuple[int, int]:
    """Where a statement starts: with its decorators, which run on their own lines."""
    nodes: list[ast.stmt | ast.expr] = [statement, *getattr(statement, "decorator_list", ())]
    return min((node.lineno, node.col_offset) for node in nodes)


def run_one(loading: Loading, code: CodeType, name: str) -> None:
    try:
        exec(code, loading.module.__dict__)  # noqa: S102 - what a sandbox is for
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


def load_pieces(loading: Loading, source: str, name: str, problem: Exception) -> None:
    """Run what is whole of a source that does not compile."""
    if isinstance(problem, (RecursionError, MemoryError)):
        sentence = "nested so deeply that Python itself gives up reading it"
        loading.troubles.append(Trouble("syntax", 0, 0, sentence, type(problem).__name__))
        loading.readable = False
        return
    # A zero byte stops some versions from telling where it stands; another forbidden character does not.
    text = source.replace("\0", "\x01")
    try:
        codes, troubles = recover(text, name, future(text))
    except (RecursionError, MemoryError) as worse:
        load_pieces(loading, source, name, worse)
        return
    loading.troubles += troubles
    loading.readable = bool(codes)
    if not troubles:
        line = getattr(problem, "lineno", 0) or 0
        loading.troubles.append(Trouble("syntax", line, 0, str(problem)[:LONGEST_MESSAGE], type(problem).__name__))
    for code in codes:
        run_one(loading, code, name)


def future(source: str) -> int:
    """The flag of the one future import that still changes anything."""
    import re

    wanted = re.search(r"(?:^|[\r\n])from __future__ import .*\bannotations\b", source)
    return 0x1000000 if wanted else 0
