"""Whether an author's data has the types that its classes declare. Python itself would let anything pass, and stumble later."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

PLAIN = {str: "a text", bool: "True or False", int: "a whole number", float: "a number", types.NoneType: "None"}


def misfits(authored: object) -> Iterator[tuple[str, str]]:
    """Every field, in depth, that holds something else than is declared: what to look for (the name of the piece of data
    that it is of, or its own where that has none), and what to say."""
    name = called(authored)
    whom = f"{type(authored).__name__}({shortened(name) if name else '…'})"
    for field, hint in declared(authored).items():
        value = getattr(authored, field)
        if not fits(value, hint):
            yield name or field, f"{field} of {whom} is {shortened(value)}, and is to be {told(hint)}"
            continue
        for one in value if isinstance(value, tuple) else (value,):
            yield from misfits(one)


def declared(value: object) -> dict[str, Any]:
    kind: Any = type(value)
    return fields_of(kind)


@functools.cache
def fields_of(kind: type[Any]) -> dict[str, Any]:
    """The declared types of an authored class, by field; of anything else there are none."""
    if dataclasses.is_dataclass(kind):
        names = [one.name for one in dataclasses.fields(kind)]
    elif issubclass(kind, msgspec.Struct):
        names = list(kind.__struct_fields__)
    else:
        return {}
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of a declared type; what classes themselves hold is not looked into."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return True
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inner)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    if origin is tuple:
        return isinstance(value, tuple) and fit_in_order(value, inner)
    if origin is Callable:
        return callable(value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(fits(key, inner[0]) and fits(one, inner[1]) for key, one in value.items())
    if hint is float:
        return isinstance(value, (int, float))
    return isinstance(value, hint)


def fit_in_order(values: tuple[object, ...], hints: tuple[Any, ...]) -> bool:
    if len(hints) == 2 and hints[1] is ...:
        return all(fits(one, hints[0]) for one in values)
    return len(values) == len(hints) and all(map(fits, values, hints))


def told(hint: Any) -> str:
    """A declared type in words."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(map(told, inner))
    if origin is Literal:
        return f"one of {', '.join(inner)}"
    if origin is tuple and len(inner) == 2 and inner[1] is ...:
        return f"a tuple of {told(inner[0])}, as many as are needed, with a comma after each"
    if origin is tuple:
        return f"a tuple of {len(inner)}: {', '.join(map(told, inner))}"
    if origin is Callable:
        return "a function"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a dict from {told(inner[0])} to {told(inner[1])}"
    return PLAIN.get(hint) or ("anything" if hint in (Any, object) else f"{hint.__name__}(…)")


def called(authored: object) -> str:
    """What a piece of data is called by its author."""
    fields = declared(authored)
    names = (getattr(authored, field) for field in ("id", "says", "name", "title") if field in fields)
    return next((one for one in names if isinstance(one, str) and one), "")


def shortened(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:39]}…"
