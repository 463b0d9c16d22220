"""Whether an author's exercise has the form that it should: slips of the pen, told where they are and what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from msgspec import Struct

from grader.content.authoring import Case, Equivalent, Exercise, Law, Misconception, Part, Relation, Returns
from grader.content.key import AuthorError
from grader.content.reading import Kind
from grader.content.typed import misfits
from grader.content.vocabulary import slips_of_law

HINTS = 3


class Slip(Struct, frozen=True):
    """What to tell, and what to look for in the answer file: a field of its part, or the text that names a case or a law."""

    says: str
    at: str = ""


def check_authored(exercise: Exercise, identifier: str) -> None:
    """Raises `AuthorError` with the first slip."""
    # One after the other: what the first finds, the next would stumble over.
    for slip in slips_of_exercise(exercise):
        raise AuthorError(f"{identifier}: {slip.says}", at=slip.at)
    for part in exercise.parts:
        for slip in slips_of_part(part):
            raise AuthorError(f"{identifier}.{part.name}: {slip.says}", part.name, slip.at)


def slips_of_exercise(exercise: Exercise) -> Iterator[Slip]:
    if not is_text(exercise.title):
        yield Slip("its title is empty, or no text", "title")
    if not isinstance(exercise.parts, tuple) or not exercise.parts:
        yield Slip("parts is to be a tuple with a Part in it: parts=(Part(…),)", "parts")
        return
    if strange := [part for part in exercise.parts if not isinstance(part, Part)]:
        yield Slip(f"parts holds {type(strange[0]).__name__}, not only Part(…)", "parts")
        return
    names = [part.name for part in exercise.parts if isinstance(getattr(part.function, "__name__", None), str)]
    if len(set(names)) < len(exercise.parts):
        yield Slip(f"each part needs a function of its own name, but they are {', '.join(names)}", "parts")
    if not isinstance(exercise.printed, tuple) or not all(map(is_claim, exercise.printed)):
        yield Slip("printed is to be a tuple of claims, each a sentence, a function and what is printed", "printed")


def is_claim(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and is_text(value[0]) and callable(value[1])


def slips_of_part(part: Part) -> Iterator[Slip]:
    if not isinstance(part.points, (int, float)) or not 0 < part.points < float("inf"):
        yield Slip(f"points is {part.points!r}, and is to be a number above 0", "points")
    for field in ("task", "why"):
        if not is_text(getattr(part, field)):
            yield Slip(f"{field} is empty, or no text", field)
    if not isinstance(part.hints, tuple) or len(part.hints) != HINTS or not all(map(is_text, part.hints)):
        words = "a question, the operation to use, a small case by hand"
        yield Slip(f"hints is to be a tuple of {HINTS} texts: {words}", "hints")
    yield from (Slip(slip, "returns") for slip in slips_of_returns(part.returns))
    for field, kind in (
        ("cases", Case),
        ("laws", Law),
        ("relations", Relation),
        ("misconceptions", Misconception),
        ("equivalents", Equivalent),
    ):
        yield from (Slip(slip, field) for slip in slips_of_tuple(field, getattr(part, field), kind))
    for field in ("routes", "builds_on"):
        if not isinstance(getattr(part, field), tuple) or not all(map(callable, getattr(part, field))):
            yield Slip(f"{field} is to be a tuple of functions: {field}=(one,)", field)
    # Whatever else has another type than its class declares.
    yield from (Slip(says, at) for at, says in misfits(part))
    yield from slips_of_laws(part)


def slips_of_laws(part: Part) -> Iterator[Slip]:
    """Laws that there are not, or whose params or cases are not what they take."""
    ordinary = sum(case.tier == "values" for case in part.cases)
    laws = [*part.laws, *(law for wrong in part.misconceptions for law in wrong.laws)]
    for law in laws:
        cases = len(law.on) or ordinary
        yield from (Slip(says, law.says) for says in slips_of_law(law.name, law.params, cases, part.returns.kind))
    for one in part.relations:
        yield from (Slip(says, one.says) for says in slips_of_law(one.law, one.params, 2, part.returns.kind))


def slips_of_tuple(field: str, values: object, kind: type) -> Iterator[str]:
    if not isinstance(values, tuple):
        yield f"{field} is to be a tuple: {field}=({kind.__name__}(…),), with the comma"
        return
    for value in values:
        if not isinstance(value, kind):
            yield f"{field} holds {str(value)[:40]!r}, which is no {kind.__name__}(…)"
        elif isinstance(value, Misconception) and not (callable(value.function) and is_text(value.id) and is_text(value.says)):
            yield f"a misconception needs an id, a function and a sentence, and {str(value.id)[:40]!r} lacks one"


def slips_of_returns(returns: object) -> Iterator[str]:
    if not isinstance(returns, Returns):
        yield "returns is to be Returns(kind, axes)"
        return
    if not isinstance(returns.kind, str) or returns.kind not in get_args(Kind):
        yield f"there is no kind {returns.kind!r} to return, only {', '.join(get_args(Kind))}"
    axes = returns.axes
    if not isinstance(axes, tuple) or not all(isinstance(one, tuple) and all(map(is_text, one)) for one in axes):
        yield "axes is to be a tuple of tuples of names, one for each array: ((“rows”, “columns”),)"
    if returns.kind == "arrays" and len(axes) < 2:
        yield "where several arrays are returned, axes needs a tuple of names for each"


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
