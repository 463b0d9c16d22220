"""In the child: calls with inputs that the source itself lists, and what goes in and comes out as text.

Whatever is looked at here may be an object of the student's own, which runs code when it is printed and may raise anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from grader.content.calling import LONGEST_SHOWN, NO_MORE, Call, Shown, describe
from grader.content.values import Answer, Odd, Truth, Whole, unpack_whole

MOST_ITEMS = 100
"""Inputs that are taken from the list, and items of a generator that are printed."""


class Showing:
    """The inputs of one source: read once, at the first call."""

    def __init__(self, names: dict[str, Any], listed: str) -> None:
        self.names = names
        self.listed = listed
        self.items: list[object] | None = None

    def show(self, function: Callable[..., object], call: Call, source_name: str) -> tuple[Answer, Shown | None]:
        """Call with the input at the position that `call` gives. Raises nothing."""
        try:
            if self.items is None:
                self.items = listed(self.names, self.listed)
            position = call.args[0]
            assert isinstance(position, Whole)
            number = unpack_whole(position)
            if number >= len(self.items):
                return NO_MORE, None
            item = self.items[number]
        except NoList as problem:
            return Odd(str(problem)), None
        except BaseException as problem:
            return Odd(f"{self.listed} could not be looked at: {type(problem).__name__}"[:200]), None
        return called(function, item, source_name)


class NoList(Exception):
    """Why there are no inputs, as a sentence about the list."""


def listed(names: dict[str, Any], name: str) -> list[object]:
    if name not in names:
        raise NoList(f"there is no {name}: define it at the top level, as a list")
    found = names[name]
    if isinstance(found, (str, bytes)) or callable(found):
        raise NoList(f"{name} is no list")
    try:
        return list(islice(iter(found.values() if isinstance(found, dict) else found), MOST_ITEMS))
    except TypeError:
        raise NoList(f"{name} is no list") from None


def called(function: Callable[..., object], item: object, source_name: str) -> tuple[Answer, Shown]:
    # Before the call, which may change it.
    given, given_mark = text_of(item)
    try:
        returned = spread(function, item)
        if isinstance(returned, Iterator):
            # A function that yields shows what it yields.
            returned = list(islice(returned, MOST_ITEMS))
    except BaseException as problem:
        return safely_described(problem, source_name), Shown(given, given_mark=given_mark)
    text, mark = text_of(returned, as_it_is=True)
    return Truth(True), Shown(given, text, given_mark, mark)


def spread(function: Callable[..., object], item: object) -> object:
    """`function(item)`; where it takes several inputs and the item is as many, those."""
    try:
        return function(item)
    except TypeError as problem:
        # One frame only: Python refused the call before any line of the function ran.
        refused = problem.__traceback__ is not None and problem.__traceback__.tb_next is None
        if not refused or not isinstance(item, (tuple, list, dict)):
            raise
    return function(**item) if isinstance(item, dict) else function(*item)


def safely_described(problem: BaseException, source_name: str) -> Answer:
    try:
        return describe(problem, source_name)
    except BaseException:
        return Odd("an exception that can't be told")


def text_of(value: object, as_it_is: bool = False) -> tuple[str, str]:
    """A value as text, cut where it is long, and a mark that another value has not. `as_it_is`: text without quotes."""
    try:
        text = value if as_it_is and type(value) is str else repr(value)
        if type(text) is not str:
            raise TypeError
        shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
        return shown, marked(text, value)
    except BaseException:
        name = type(value).__name__
        # Nothing tells it from others of its class, so it is taken for itself.
        return f"<an object of class {name[:80]}, which can't be printed>", f"{id(value):x}"


def marked(text: str, value: object) -> str:
    if type(value) is not str and ("..." in text or " at 0x" in text):
        # numpy leaves out the middle of a large array; where an object lies says nothing of what it is.
        try:
            return f"{checksum(pickled(value)):x}"
        except BaseException:
            return f"{id(value):x}"
    return f"{len(text)}-{checksum(text.encode('utf-8', 'replace')):x}"


def checksum(data: bytes) -> int:
    # Loaded here, for whatever is in a zygote costs all its children.
    import zlib

    return zlib.crc32(data)


def pickled(value: object) -> bytes:
    import pickle

    return pickle.dumps(value, 5)
