"""Calls as data, and making them.

A plan is all that the sandbox is told: which functions to call, with which inputs, and how to read what comes
back. It never holds an expected answer. `perform` makes one call; the compiler uses it on references and
misconceptions, the sandbox on students, so an outcome means the same thing everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType

from msgspec import Struct

from grader.content.reading import Reading, read
from grader.content.values import Answer, Array, Input, Odd, Raised, anew, laid_out


class Call(Struct, frozen=True, array_like=True):
    """One call: positional and keyword inputs."""

    args: tuple[Input, ...]
    kwargs: dict[str, Input] = {}


class PartPlan(Struct, frozen=True, array_like=True):
    """The calls of one part. `watches_random`: report whether a call moved numpy's global random state.
    `seconds`: its limit of processor time where the exercise sets one, else 0. `inputs_from` names a list in the source
    from which a call's input is taken, at the position that the call gives; what goes in and comes out is then told as
    text."""

    name: str
    reading: Reading
    calls: tuple[Call, ...]
    watches_random: bool = False
    seconds: float = 0.0
    inputs_from: str = ""


class Plan(Struct, frozen=True, array_like=True):
    """All calls of one exercise, part by part."""

    exercise: str
    parts: tuple[PartPlan, ...]


class Shown(Struct, frozen=True, array_like=True):
    """An input and what came out of it as text, each with a mark that is another for another value: texts may be cut, and
    large arrays print alike."""

    given: str
    returned: str = ""
    given_mark: str = ""
    returned_mark: str = ""


class Outcome(Struct, frozen=True, array_like=True):
    """What one call did: its answer, which inputs it changed in place, whether it moved the global random state,
    what it printed, and its texts where the plan asks for them."""

    answer: Answer
    changed: tuple[int, ...] = ()
    moved_random: bool = False
    printed: str = ""
    shown: Shown | None = None


Function = Callable[..., object]
LONGEST_MESSAGE = 500
LONGEST_SHOWN = 4000
"""Characters of an input or an output told as text."""
NO_MORE = Odd("nothing: the list has ended")
"""The answer at a position past the end of `inputs_from`."""


class Inputs:
    """What a call is given, unpacked once and handed out as often as it is called."""

    __slots__ = ("args", "kwargs")

    def __init__(self, call: Call) -> None:
        self.args = tuple(map(laid_out, call.args))
        self.kwargs = {name: laid_out(value) for name, value in call.kwargs.items()}

    def handed_out(self) -> tuple[list[object], dict[str, object]]:
        return [anew(value) for value in self.args], {name: anew(value) for name, value in self.kwargs.items()}


def perform(
    function: Function, call: Call, reading: Reading, source_name: str = "", inputs: Inputs | None = None
) -> tuple[Answer, tuple[int, ...]]:
    """Call `function`; returns its answer and the positions of the positional arrays it changed in place.

    Whatever the function raises is an answer, `SystemExit` and `KeyboardInterrupt` included. `inputs` are the call's own,
    where they are unpacked already.
    """
    args, kwargs = (inputs or Inputs(call)).handed_out()
    try:
        returned = function(*args, **kwargs)
    except BaseException as problem:
        answer: Answer = describe(problem, source_name)
    else:
        answer = read(returned, reading)
    return answer, tuple(changed(call.args, args))


def changed(before: tuple[Input, ...], after: list[object]) -> Iterator[int]:
    """Positions of the arrays that no longer hold what they were given with."""
    for position, (value, array) in enumerate(zip(before, after, strict=True)):
        if isinstance(value, Array) and (array.shape != value.shape or array.tobytes() != value.data):  # type: ignore[attr-defined]
            yield position


def describe(problem: BaseException, source_name: str) -> Raised:
    """An exception as data: its class, its message, and the last line of the student's that was running."""
    try:
        message = str(problem)[:LONGEST_MESSAGE]
    except BaseException:
        message = ""
    # The first frame is our own call; where there is no other, Python refused the call itself.
    inner = problem.__traceback__.tb_next if problem.__traceback__ else None
    return Raised(
        name=type(problem).__name__[:80],
        value_error=isinstance(problem, ValueError),
        message=message,
        line=last_line(inner, source_name),
        by_signature=isinstance(problem, TypeError) and inner is None,
        missing_name=missing(problem),
    )


def last_line(traceback: TracebackType | None, source_name: str) -> int:
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == source_name:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def missing(problem: BaseException) -> str:
    """The name that a NameError or ImportError missed."""
    if isinstance(problem, (NameError, ImportError)) and isinstance(problem.name, str):
        return problem.name[:80]
    return ""
