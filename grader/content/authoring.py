"""What an author writes: an exercise as typed, frozen data.

A file in `solutions/` binds the name `EXERCISE` to one `Exercise`. Its functions (the references and every
misconception) run when the key is compiled, never when a student is graded.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from grader.content.calling import Function
from grader.content.reading import Kind, Reading
from grader.content.values import Seed

__all__ = [
    "Ask",
    "Asking",
    "Case",
    "Equivalent",
    "Exercise",
    "Law",
    "Misconception",
    "Part",
    "Reading",
    "Relation",
    "Returns",
    "Seed",
    "ask",
    "case",
    "error",
    "hard",
]

CaseTier = Literal["values", "hard", "errors", "related"]


@dataclass(frozen=True)
class Case:
    """One call. `name` is shown to students, also when the case is hidden: it names a property, never a number
    of the input. `large`: inputs so large that float32 arithmetic is judged leniently. `zero_within`: how near to 0
    an entry must come where the reference has 0, if nearer than the tolerance."""

    name: str
    args: tuple[object, ...]
    kwargs: Mapping[str, object] = field(default_factory=dict)
    tier: CaseTier = "values"
    hidden: bool = False
    large: bool = False
    zero_within: float | None = None


def case(name: str, *args: object, hidden: bool = False, large: bool = False, **kwargs: object) -> Case:
    """An ordinary case: all of them must agree before a part earns anything."""
    return Case(name, args, kwargs, "values", hidden, large)


def hard(
    name: str, *args: object, hidden: bool = False, large: bool = False, zero_within: float | None = None, **kwargs: object
) -> Case:
    """A hard case: large scores, −inf, edge shapes, big integers."""
    return Case(name, args, kwargs, "hard", hidden, large, zero_within)


def error(name: str, *args: object, hidden: bool = False, **kwargs: object) -> Case:
    """A case in which `ValueError` is asked for."""
    return Case(name, args, kwargs, "errors", hidden)


@dataclass(frozen=True)
class Returns:
    """What a part returns: how it is read, and the names of its axes (a tuple for each array).

    `finite=False` admits infinities that the reference has at the same place. `names`: what several arrays are called.
    """

    kind: Kind
    axes: tuple[tuple[str, ...], ...] = ((),)
    finite: bool = True
    names: tuple[str, ...] = ()

    @property
    def reading(self) -> Reading:
        return Reading(self.kind, len(self.axes))


@dataclass(frozen=True)
class Law:
    """A property that a right answer has, by its name in `judge/laws.py`.

    `says` is the property in the chapter's words; `on` names the cases it is judged on (all ordinary ones where
    empty). `decides`: the law stands in for a reference, in parts that build evidence or draw at random.
    """

    name: str
    says: str
    on: tuple[str, ...] = ()
    params: Mapping[str, object] = field(default_factory=dict)
    decides: bool = False


@dataclass(frozen=True)
class Relation:
    """A law between two calls: the case `base`, and the same with its inputs put through `change`.

    The second call is made by the compiler. `law` is a relation named in `judge/laws.py`.
    """

    law: str
    says: str
    base: str
    change: Callable[..., tuple[object, ...]]
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Misconception:
    """A complete wrong implementation, the sentence that names what it does, and a hint.

    `shows_in` names the tier that tells it from the reference. A random part's misconceptions are told by `laws`
    that their draws obey, not by equality; then `function` is what `verify` draws from.
    """

    id: str
    function: Function
    says: str
    hint: str
    shows_in: CaseTier = "values"
    laws: tuple[Law, ...] = ()


@dataclass(frozen=True)
class Equivalent:
    """A mutant of the reference that no case can tell from it, and why: `change` as `grade verify` prints it."""

    change: str
    reason: str


@dataclass(frozen=True)
class Ask:
    """A question to an earlier part: what does the student's own `part` answer to these arguments?"""

    part: str
    args: tuple[object, ...]


def ask(part: str, *args: object) -> Ask:
    return Ask(part, args)


Asking = Generator[Ask, Any, object]
"""What a route returns: questions, then an answer."""
Through = Callable[..., Asking]
"""A reference on top of earlier parts: takes the part's arguments, yields questions (`ask`), is sent the answers as
arrays, ints or bools (two arrays as a list of two), and returns what the part then answers."""


@dataclass(frozen=True)
class Part:
    """One function of an exercise.

    `task` is one sentence. `hints` are three: a question, the operation to use, a small case by hand.
    `why` explains after passing. `axes_may_differ=False` where a part has no axes that could be unequal.
    `routes`: other right answers than the reference's, which `verify` holds the judge to. `judged_by_laws`: there is
    no one right answer; laws that decide stand in for the reference. `watches_random`: it draws at random, and must
    leave numpy's global state alone. `seconds`: processor time, where 2 s won't do.
    """

    function: Function
    returns: Returns
    task: str
    cases: tuple[Case, ...]
    hints: tuple[str, str, str]
    why: str
    points: float = 1.0
    laws: tuple[Law, ...] = ()
    relations: tuple[Relation, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    equivalents: tuple[Equivalent, ...] = ()
    routes: tuple[Function, ...] = ()
    axes_may_differ: bool = True
    watches_random: bool = False
    judged_by_laws: bool = False
    seconds: float = 0.0
    builds_on: tuple[Through, ...] = ()

    @property
    def name(self) -> str:
        return self.function.__name__


@dataclass(frozen=True)
class Exercise:
    """One exercise. `points` of its parts are shares: they are scaled so that an exercise is worth ten.

    `printed` are the chapter's numbers that the references reproduce: a sentence, a function without arguments
    that recomputes them, and the digits as printed.
    """

    title: str
    parts: tuple[Part, ...]
    printed: tuple[tuple[str, Callable[[], object], object], ...] = ()
