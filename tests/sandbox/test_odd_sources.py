"""Sources with unusual line ends, in very many pieces, or with very many faults."""

from __future__ import annotations

import time

import pytest

from grader.sandbox import Limits
from grader.sandbox.loading import MOST_TROUBLES
from grader.sandbox.recovery import MOST_PIECES, recover
from sandbox.asking import Asked

GOOD = "def g(x):\n    return x\n"


def names(source: str) -> set[str]:
    found: dict[str, object] = {}
    for code in recover(source, "e.py")[0]:
        exec(code, found)
    return set(found) - {"__builtins__"}


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\ufeff", "\xa0"])
@pytest.mark.parametrize(
    "shape",
    ["{}def b(Q:\n    return Q\n\n", "{}\n", "# a{}b\n", "s = '{}'\n", "def b(x):\n    return {}(\n\n", "{0}{0}\n {0}\n"],
)
def test_characters_that_unicode_ends_lines_at(both: Asked, mark: str, shape: str) -> None:
    text = shape.format(mark)
    for source in (
        f"{text}{GOOD}\ndef c(Q:\n    return Q\n",
        f"{GOOD}\ndef c(Q:\n    return Q\n\n{text}",
        text,
        f"{text}{mark}",
    ):
        codes, troubles = recover(source, "e.py")
        assert len(codes) + len(troubles) >= 0
        lines = source.replace("\r", "\n").count("\n") + 1
        assert all(0 <= trouble.line <= lines for trouble in troubles)
        if "def c" in source:
            assert "c" in {name for trouble in troubles for name in trouble.lost}
    assert "g" in names(f"{GOOD}\ndef c(Q:\n    return Q\n\n{text}") or "\\" in text


def test_a_form_feed_between_definitions() -> None:
    source = (
        "def a(x):\n    return x\n\x0cdef b(Q:\n    return Q\n\x0c\ndef c(x):\n    return x\n  \x0cdef d(x):\n    return x\n"
    )
    assert names(source) == {"a", "c", "d"}
    assert [trouble.lost for trouble in recover(source, "e.py")[1]] == [("b",)]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n\r", "\r\r\n"])
def test_other_line_ends(end: str) -> None:
    source = f"def a(x):{end}    return x{end}{end}def b(Q:{end}    return Q{end}{end}def c(x):{end}    return x"
    codes, troubles = recover(source, "e.py")
    assert len(codes) == 2
    assert troubles[0].lost == ("b",)
    # Python counts \r\n as one end and \n\r as two.
    before = source[: source.index("def b")].replace("\r\n", "\n").replace("\r", "\n").count("\n")
    assert troubles[0].line == before + 1


def test_lines_in_messages_are_the_files() -> None:
    _, troubles = recover("x = 1\n\ndef f(x):\n    y = (x\n    ]\n", "e.py")
    assert (troubles[0].line, "on line 4" in troubles[0].message) == (5, True), troubles
    _, troubles = recover("x = 1\n\nif x:\ny = 2\n", "e.py")
    assert (troubles[0].line, "on line 3" in troubles[0].message) == (3, True), troubles


def test_lines_within_nested_code_are_the_files() -> None:
    codes, _ = recover("def b(Q:\n    pass\n\nclass C:\n    def f(self):\n        return [1 / 0 for i in range(3)]\n", "e.py")
    found: dict[str, type] = {}
    exec(codes[0], found)
    try:
        found["C"]().f()
    except ZeroDivisionError as error:
        last = error.__traceback__
        while last and last.tb_next:
            last = last.tb_next
        assert last
        assert last.tb_lineno == 6


@pytest.mark.parametrize(
    "line", ["def f(:", "x y", "x = [", "def f(x: [", "def f(x):", '"""', "@a", "if x:", "x = 1\nx y", "é è"]
)
def test_reading_takes_time_in_proportion(line: str) -> None:
    took = []
    for count in (2_000, 8_000):
        began = time.process_time()
        recover(f"{line}\n" * count, "e.py")
        took.append(time.process_time() - began)
    assert took[1] < 12 * took[0] + 0.05
    assert took[1] < 2


class TestVeryMany:
    def test_broken_definitions(self, both: Asked) -> None:
        run = both.run("def f(:\n" * 50_000, limits=Limits())
        assert (run.loading, run.readable, run.parts[0].ended) == ("done", False, "missing")
        assert [(trouble.kind, trouble.line > 0) for trouble in run.troubles] == [("syntax", True)]
        both.still_works()

    def test_broken_definitions_with_one_that_is_asked_for(self, strict: Asked) -> None:
        text = "".join(f"def h{i}(:\n    pass\n" for i in range(5_000))
        run = strict.run(f"{text}\ndef f(:\n    pass\n\n{GOOD}", "f", "g", limits=Limits())
        assert [part.ended for part in run.parts] == ["lost", "answered"]
        assert len(run.troubles) == MOST_TROUBLES + 1
        assert run.troubles[-1].lost == ("f",)

    def test_statements_that_fail(self, both: Asked) -> None:
        run = both.run("1 / 0\n" * 20_000 + "def f(x): return x\n", limits=Limits())
        assert (run.loading, run.parts[0].ended) == ("done", "answered")
        assert [trouble.line for trouble in run.troubles] == list(range(1, MOST_TROUBLES + 1))

    def test_statements_that_fail_at_length(self, strict: Asked) -> None:
        run = strict.run("raise ValueError('x' * 10 ** 6)\n" * 3_000 + "def f(x): return x\n", limits=Limits())
        assert (run.loading, run.parts[0].ended) == ("done", "answered")

    def test_names_that_are_lost_at_once(self, strict: Asked) -> None:
        text = "".join(f"    def {'n' * 50}{i}(x):\n        return x\n" for i in range(5_000))
        run = strict.run(f"if True:\n{text}    def f(x):\n        return x\n    x y\n\n{GOOD}", "f", "g", limits=Limits())
        assert run.loading == "done"
        assert run.parts[1].ended == "answered"

    def test_a_name_as_long_as_the_file(self, strict: Asked) -> None:
        run = strict.run(f"def {'n' * 900_000}(:\n    pass\n\n{GOOD}", "g", limits=Limits())
        assert run.parts[0].ended == "answered"

    def test_a_few_less_than_too_many(self, strict: Asked) -> None:
        run = strict.run("x = 1\n" * (MOST_PIECES - 10) + "def h(:\n    pass\n\n" + GOOD, "g", limits=Limits())
        assert run.parts[0].ended == "answered"
