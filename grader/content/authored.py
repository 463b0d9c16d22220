"""Whether an author's exercise has the form that it should: slips of the pen, told where they are and what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from grader.content.authoring import Case, Equivalent, Exercise, Law, Misconception, Part, Relation, Returns
from grader.content.key import AuthorError
from grader.content.reading import Kind

HINTS = 3


def check_authored(exercise: Exercise, identifier: str) -> None:
    """Raises `AuthorError` with the first slip."""
    # One after the other: what the first finds, the next would stumble over.
    for slip in slips_of(exercise):
        raise AuthorError(f"{identifier}{slip}")


def slips_of(exercise: Exercise) -> Iterator[str]:
    yield from slips_of_exercise(exercise)
    for part in exercise.parts:
        yield from slips_of_part(part)


def slips_of_exercise(exercise: Exercise) -> Iterator[str]:
    if not is_text(exercise.title):
        yield ": its title is empty, or no text"
    if not isinstance(exercise.parts, tuple) or not exercise.parts:
        yield ": parts is to be a tuple with a Part in it: parts=(Part(…),)"
        return
    if strange := [part for part in exercise.parts if not isinstance(part, Part)]:
        yield f": parts holds {type(strange[0]).__name__}, not only Part(…)"
        return
    names = [part.name for part in exercise.parts if callable(part.function)]
    if len(set(names)) < len(exercise.parts):
        yield f": each part needs a function of its own name, but they are {', '.join(names)}"


def slips_of_part(part: Part) -> Iterator[str]:
    name = f".{part.name}"
    if not isinstance(part.points, (int, float)) or not 0 < part.points < float("inf"):
        yield f"{name}: points is {part.points!r}, and is to be a number above 0"
    for field in ("task", "why"):
        if not is_text(getattr(part, field)):
            yield f"{name}: {field} is empty, or no text"
    if not isinstance(part.hints, tuple) or len(part.hints) != HINTS or not all(map(is_text, part.hints)):
        yield f"{name}: hints is to be a tuple of {HINTS} texts: a question, the operation to use, a small case by hand"
    yield from (name + slip for slip in slips_of_returns(part.returns))
    for field, kind in (
        ("cases", Case),
        ("laws", Law),
        ("relations", Relation),
        ("misconceptions", Misconception),
        ("equivalents", Equivalent),
    ):
        yield from (name + slip for slip in slips_of_tuple(field, getattr(part, field), kind))
    for field in ("routes", "builds_on"):
        if not isinstance(getattr(part, field), tuple) or not all(map(callable, getattr(part, field))):
            yield f"{name}: {field} is to be a tuple of functions: {field}=(one,)"


def slips_of_tuple(field: str, values: object, kind: type) -> Iterator[str]:
    if not isinstance(values, tuple):
        yield f": {field} is to be a tuple: {field}=({kind.__name__}(…),), with the comma"
        return
    for value in values:
        if not isinstance(value, kind):
            yield f": {field} holds {str(value)[:40]!r}, which is no {kind.__name__}(…)"
        elif isinstance(value, Misconception) and not (callable(value.function) and is_text(value.id) and is_text(value.says)):
            yield f": a misconception needs an id, a function and a sentence, and {str(value.id)[:40]!r} lacks one"


def slips_of_returns(returns: object) -> Iterator[str]:
    if not isinstance(returns, Returns):
        yield ": returns is to be Returns(kind, axes)"
        return
    if returns.kind not in get_args(Kind):
        yield f": there is no kind {returns.kind!r} to return, only {', '.join(get_args(Kind))}"
    axes = returns.axes
    if not isinstance(axes, tuple) or not all(isinstance(one, tuple) and all(map(is_text, one)) for one in axes):
        yield ": axes is to be a tuple of tuples of names, one for each array: ((“rows”, “columns”),)"
    if returns.kind == "arrays" and len(axes) < 2:
        yield ": where several arrays are returned, axes needs a tuple of names for each"


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
