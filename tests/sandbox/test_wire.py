"""Frames: what is believed and what is not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grader.content.calling import Outcome, PartPlan
from grader.content.reading import Kind, Reading
from grader.content.values import Array, Odd, Raised, Several, Steps, Truth, Whole
from grader.sandbox.dying import first_line, memory, told
from grader.sandbox.runs import Limits, Redefined, Trouble
from grader.sandbox.wire import Answered, Garbage, Loaded, encoder, read_answered, read_loaded
from sandbox.asking import array, part

plain = part("f", 2)


def answered(*answers: Any, changed: tuple[int, ...] = (), printed: str = "") -> bytes:
    return encoder.encode(Answered("answered", tuple(Outcome(answer, changed, False, printed) for answer in answers)))


def test_an_honest_frame() -> None:
    body = answered(array([1.0, 2.0]), Raised("ValueError", True, "no", 3), changed=(0,))
    assert len(read_answered(body, plain, 10, 100).outcomes) == 2


lies: list[Any] = [
    Array("<f8", (1 << 40,), b""),
    Array("<f8", (2, -1), b""),
    Array("<f8", (1 << 62, 0), b""),
    Array("<f8", (1,) * 65, bytes(8)),
    Array("O", (1,), bytes(8)),
    Array("<c16", (1,), bytes(16)),
    Array("<M8[s]", (1,), bytes(8)),
    Array("<f8,<f8", (1,), bytes(16)),
    Several((Array("<f8", (3,), b""),)),
    Whole("x"),
    Whole("f" * 5000),
    Raised("E", False, "m", 11),
    Raised("E", False, "m", -1),
    Raised("E", False, "m" * 100_000),
    Raised("E" * 100_000, False),
    Odd("o" * 100_000),
]


def as_it_claims(lie: Any) -> PartPlan:
    """A part that answers what the lie says it is."""
    return part("f", 2, "arrays" if isinstance(lie, Several) else "whole" if isinstance(lie, Whole) else "array")


@pytest.mark.parametrize("lie", lies, ids=[repr(lie)[:40] for lie in lies])
def test_lies_are_garbage(lie: Any) -> None:
    with pytest.raises(Garbage):
        read_answered(answered(lie, lie), as_it_claims(lie), 10, 100)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        bytes(100),
        b"\x93",
        b"\xdd\xff\xff\xff\xff",
        b"\x91" * 100_000,
        encoder.encode({"ended": "answered"}),
        encoder.encode(("answered",)),
        encoder.encode(("timeout",)),
        answered(array(1.0)),
        answered(array(1.0), array(1.0), array(1.0)),
        encoder.encode(Answered("missing", (Outcome(array(1.0)),) * 2)),
        answered(array(1.0), array(1.0), changed=(1,)),
        answered(array(1.0), array(1.0), changed=(-1,)),
        answered(array(1.0), array(1.0), printed="x" * 10_000),
        encoder.encode(("answered", ((("array", "<f8", (), "text"), (), False, ""),) * 2, "")),
    ],
)
def test_garbage_is_garbage(body: bytes) -> None:
    with pytest.raises(Garbage):
        read_answered(body, plain, 10, 100)
    if not body.startswith(b"\x93\xa8"):
        with pytest.raises(Garbage):
            read_loaded(body, 10, 100)


def test_troubles_keep_within_the_source() -> None:
    loaded = Loaded((Trouble("syntax", 99, 1, "m", "SyntaxError"), Trouble("statement", 3, 1, "m", "E")), "", True)
    assert [trouble.line for trouble in read_loaded(encoder.encode(loaded), 10, 100).troubles] == [0, 3]
    with pytest.raises(Garbage):
        read_loaded(encoder.encode(Loaded((loaded.troubles[0],) * 2000, "", True)), 10, 100)


@pytest.mark.parametrize("lines", [(), (0,), (3, 11), (-1, 2)])
def test_cells_keep_within_the_source(lines: tuple[int, ...]) -> None:
    assert read_loaded(encoder.encode(Loaded((), "", True, (Redefined("f", (1, 10)),))), 10, 100).redefined[0].lines == (1, 10)
    with pytest.raises(Garbage):
        read_loaded(encoder.encode(Loaded((), "", True, (Redefined("f", lines),))), 10, 100)


def test_the_statement_at_the_top_level_is_told_from_what_it_calls() -> None:
    trace = b'  File "/usr/lib/x.py", line 9 in g\n  File "ex.py", line 3 in f\n  File "ex.py", line 7 in <module>\n'
    assert (first_line(trace, "ex.py"), first_line(trace, "ex.py", "<module>")) == (3, 7)
    assert first_line(trace[:60], "ex.py", "<module>") == 0


def test_structs_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Limits().wall_seconds = 3.0  # type: ignore[misc]
    assert msgspec.msgpack.decode(encoder.encode(Limits()), type=Limits) == Limits()


def test_the_line_in_a_traceback() -> None:
    trace = b'Current thread 0x1:\n  File "/lib/a.py", line 7 in g\n  File "ex.py", line 3 in f\n  File "ex.py", line 9 in h\n'
    assert first_line(trace, "ex.py") == 3
    assert first_line(trace, "other.py") == 0
    assert first_line(b"", "ex.py") == 0


def test_how_a_child_died() -> None:
    assert told(3, 0, Limits()) == "ended the interpreter itself (exit status 3)"
    assert told(-11, 0, Limits()) == "crashed (segmentation fault)"
    assert told(-31, 0, Limits()) == "crashed (signal 31)"
    assert told(-9, 0, Limits()).startswith("was ended by the system")
    assert told(-9, 1 << 30, Limits()) == "used more than 1 GiB of memory"
    assert [memory(size) for size in (1 << 30, 3 << 29, 256 << 20, 2048, 5)] == [
        "1 GiB",
        "1.5 GiB",
        "256 MiB",
        "2 KiB",
        "5 bytes",
    ]


kinds: dict[Kind, Any] = {
    "array": array([1.0]),
    "arrays": Several((array([1.0]), array([2.0]))),
    "whole": Whole("1f"),
    "truth": Truth(True),
    "pairs": array([[1, 2], [3, 4], [5, 6]]),
    "pair": array([1, 2]),
    "steps": Steps((("a rule", "a = b"),)),
}


@pytest.mark.parametrize("kind", kinds)
def test_a_part_answers_what_it_is_read_as(kind: Kind) -> None:
    """What the judge can take for granted: an answer of another kind would be a fault of ours, which costs nobody a point."""
    asked = PartPlan("f", Reading(kind, 2), part().calls)
    for other, answer in kinds.items():
        fits = other == kind or (kind == "array" and other in ("pairs", "pair"))
        if fits:
            assert read_answered(answered(answer), asked, 10, 100).outcomes[0].answer == answer
        else:
            with pytest.raises(Garbage):
                read_answered(answered(answer), asked, 10, 100)
    for exception in (Raised("ValueError", True), Odd("None")):
        assert read_answered(answered(exception), asked, 10, 100).ended == "answered"


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("pairs", array([1, 2])),
        ("pairs", array([[1, 2, 3]])),
        ("pairs", array([[1.0, 2.0]])),
        ("pairs", array(3)),
        ("pair", array([[1, 2]])),
        ("pair", array([1, 2, 3])),
        ("arrays", Several(())),
        ("arrays", Several((array(1.0),) * 3)),
        ("arrays", Several((array([]),) * 100_000)),
    ],
)
def test_pairs_and_arrays_are_as_many_as_a_child_reads(kind: Kind, answer: Any) -> None:
    with pytest.raises(Garbage):
        read_answered(answered(answer), PartPlan("f", Reading(kind, 2), part().calls), 10, 100)


long = "x" * 100_000


@pytest.mark.parametrize(
    "loaded",
    [
        Loaded((), long, True),
        Loaded((Trouble("statement", 1, 0, long, "E"),), "", True),
        Loaded((Trouble("statement", 1, 0, "", long),), "", True),
        Loaded((Trouble("statement", 1, 0, "", "E", long),), "", True),
        Loaded((Trouble("syntax", 1, 0, "", "E", "", (long,)),), "", True),
    ],
)
def test_nothing_long_is_told_of_loading(loaded: Loaded) -> None:
    with pytest.raises(Garbage):
        read_loaded(encoder.encode(loaded), 10, 100)


def test_nothing_long_is_told_of_a_part() -> None:
    with pytest.raises(Garbage):
        read_answered(encoder.encode(Answered("missing", (), long)), plain, 10, 100)
    with pytest.raises(Garbage):
        read_answered(answered(array(1.0), array(1.0), changed=(0,) * 1000), plain, 10, 100)
