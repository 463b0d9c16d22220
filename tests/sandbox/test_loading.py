"""A source becomes a module, as much of it as there is."""

from __future__ import annotations

import pytest

from grader.content.values import Array
from grader.sandbox.recovery import Pieces, recover
from sandbox.asking import Asked, part

GOOD = "def g(x):\n    return x + 1\n"

# What is wrong, the source, what is lost, how many troubles. `g` is always whole, and stands last unless said.
broken: list[tuple[str, str, set[str], int]] = [
    ("unclosed bracket", "def f(x):\n    return max(x\n\n" + GOOD, {"f"}, 1),
    ("unclosed bracket in the middle", "def f(x):\n    y = (x\n    return y\n\n" + GOOD, {"f"}, 1),
    ("bracket too many", "def f(x):\n    return x)\n\n" + GOOD, {"f"}, 1),
    ("no colon", "def f(x)\n    return x\n\n" + GOOD, {"f"}, 1),
    ("no body", "def f(x):\n\n" + GOOD, {"f"}, 1),
    ("only a comment for a body", "def f(x):\n    # to do\n\n" + GOOD, {"f"}, 1),
    ("body at the margin", "def f(x):\ny = x\nreturn y\n\n" + GOOD, {"f"}, 1),
    ("return at the margin", "def f(x):\n    y = x\nreturn y\n\n" + GOOD, {"f"}, 1),
    ("dedent to nowhere", "def f(x):\n    y = x\n  return y\n\n" + GOOD, {"f"}, 1),
    ("unexpected indent", "def f(x):\n    y = x\n        return y\n\n" + GOOD, {"f"}, 1),
    ("indented definition", "    def f(x):\n        return x\n\n" + GOOD, {"f"}, 1),
    ("definition indented by one, after a whole one", GOOD + "\n def f(x):\n    return x\n", {"f"}, 1),
    ("tabs and spaces", "def f(x):\n\tif x:\n        return x\n\treturn 1\n\n" + GOOD, {"f"}, 1),
    ("open triple quotes", 'def f(x):\n    """What it does\n    return x\n\n' + GOOD, {"f"}, 1),
    (
        "open triple quotes before a docstring",
        'def f(x):\n    """What\n    return x\n\ndef g(x):\n    """Doc."""\n    return x\n',
        {"f"},
        1,
    ),
    ("open single quote", "def f(x):\n    s = 'abc\n    return x\n\n" + GOOD, {"f"}, 1),
    ("return outside", "return 3\n\n" + GOOD, set(), 1),
    ("a line of text", "This is my answer.\n\n" + GOOD, set(), 1),
    ("a line of text within", "def f(x):\n    y = x\nTODO fix this\n    return y\n\n" + GOOD, {"f"}, 1),
    ("two broken ones", "def f(x:\n    return x\n\n" + GOOD + "\ndef h(x):\n    return [x\n", {"f", "h"}, 2),
    (
        "conflict around definitions",
        "<<<<<<< HEAD\ndef f(x):\n    return x\n=======\ndef f(x):\n    return 2 * x\n>>>>>>> b\n\n" + GOOD,
        set(),
        3,
    ),
    ("conflict within", "def f(x):\n<<<<<<< HEAD\n    return x\n=======\n    return 2 * x\n>>>>>>> b\n\n" + GOOD, {"f"}, 1),
    ("await outside async", "def f(x):\n    return await x\n\n" + GOOD, {"f"}, 1),
    ("keyword for a name", "def f(x):\n    lambda = x\n    return lambda\n\n" + GOOD, {"f"}, 1),
    ("a Python 2 print", "def f(x):\n    print x\n    return x\n\n" + GOOD, {"f"}, 1),
    ("assignment for comparison", "def f(x):\n    if x = 1:\n        return x\n\n" + GOOD, {"f"}, 1),
    ("duplicate argument", "def f(x, x):\n    return x\n\n" + GOOD, {"f"}, 1),
    ("zero byte", "def f(x):\n    return x\0\n\n" + GOOD, {"f"}, 1),
    ("curly quotes", "def f(x):\n    return “x”\n\n" + GOOD, {"f"}, 1),
    ("decorated", "import functools\n\n@functools.cache\ndef f(x):\n    return (x\n\n" + GOOD, {"f"}, 1),
    ("class", "class C:\n    def f(self):\n        return (1\n\n" + GOOD, {"C"}, 1),
    ("carriage returns", "def f(x):\r\n    return (x\r\n\r\n" + GOOD.replace("\n", "\r\n"), {"f"}, 1),
    ("async", "async def f(x):\n    return (x\n\n" + GOOD, {"f"}, 1),
    ("misspelt def", GOOD + "\nfed f(x):\n    return x\n", {"f"}, 1),
    ("def without a space", GOOD + "\ndeff(x):\n    return x\n", {"f"}, 1),
    ("a character in def", GOOD + "\nde}f f(x):\n    return x\n", {"f"}, 1),
    ("a call that is broken", GOOD + "\nprint(\n    1 2\n)\n", set(), 1),
    ("text within, set apart", GOOD + "\ndef f(x):\n    y = x\n\nTODO fix this\n    return y\n", {"f"}, 1),
    ("non-English name", "def größe(x):\n    return (x\n\n" + GOOD, {"größe"}, 1),
]


@pytest.mark.parametrize(("source", "lost", "count"), [case[1:] for case in broken], ids=[case[0] for case in broken])
def test_a_broken_definition_is_lost_alone(source: str, lost: set[str], count: int) -> None:
    codes, troubles = recover(source.replace("\0", "\x01"), "e.py")
    names: dict[str, object] = {}
    for code in codes:
        exec(code, names)
    assert callable(names["g"])
    assert {name for trouble in troubles for name in trouble.lost} == lost
    assert len(troubles) == count, troubles
    assert not lost & set(names)
    for trouble in troubles:
        assert 1 <= trouble.line <= source.count("\n") + 1
        assert trouble.kind == "syntax"
        assert trouble.name in {"SyntaxError", "IndentationError", "TabError"}
        assert trouble.message


whole = [
    'def f(x):\n    """Doc\nat the margin\ndef no(x):\n    """\n    return x\n',
    "x = [\n1,\n2,\n]\n",
    "if True:\n    a = 1\nelse:\n    a = 2\n",
    "try:\n    a = 1\nexcept ValueError:\n    a = 2\nfinally:\n    b = 1\n",
    "x = 1 + \\\n2\n",
    "@staticmethod\n# why\ndef f(x):\n    return x\n",
    "def f(x):\n    a = 1\n# at the margin\n    return a\n",
    "f = (lambda x:\nx + 1\n)\n",
    "s = '''\n\ndef inner(:\n\n'''\n",
]


@pytest.mark.parametrize("source", whole)
def test_what_is_whole_survives_beside_something_broken(source: str) -> None:
    for text in (source + "\ndef broken(:\n    pass\n", "def broken(:\n    pass\n\n" + source):
        _, troubles = recover(text, "e.py")
        assert [trouble.lost for trouble in troubles] == [("broken",)], text


def test_lines_stay_where_they_were() -> None:
    source = "def f(x:\n    return x\n\ndef g(x):\n    return 1 / 0\n"
    codes, troubles = recover(source, "e.py")
    assert troubles[0].line == 1
    assert codes[0].co_firstlineno in (1, 4)
    names: dict[str, object] = {}
    exec(codes[0], names)
    assert names["g"].__code__.co_firstlineno == 4  # type: ignore[attr-defined]


def test_pieces_of_a_large_file_are_read_in_reasonable_time() -> None:
    source = "".join(f"x{i} = [{i},\n" for i in range(500))
    assert sum(1 for _ in Pieces(source, "e.py").read()) == 500


class TestInTheSandbox:
    def test_statement_that_raises_does_not_stop_the_rest(self, both: Asked) -> None:
        run = both.run(
            """
            import torch
            from numpy import nonsense

            def f(x):
                return x
            assert f(1) == 2, "self-test"
            raise SystemExit(3)
            undefined
            def g(x):
                return x
            """,
            "f",
            "g",
        )
        assert [each.ended for each in run.parts] == ["answered", "answered"]
        assert [(each.line, each.name, each.missing_name) for each in run.troubles] == [
            (2, "ModuleNotFoundError", "torch"),
            (3, "ImportError", "numpy"),
            (7, "AssertionError", ""),
            (8, "SystemExit", ""),
            (9, "NameError", "undefined"),
        ]
        assert all(each.kind == "statement" for each in run.troubles)

    def test_several_statements_on_a_line(self, strict: Asked) -> None:
        run = strict.run("a = 1; b = a / 0; c = 3\ndef f(x): return c\n")
        assert run.parts[0].outcomes[0].answer == Array("<i8", (), (3).to_bytes(8, "little"))

    def test_decorated_definition_that_raises(self, strict: Asked) -> None:
        run = strict.run("@missing\ndef g(x):\n    return x\n\n@str\ndef h(x): ...\n\ndef f(x):\n    return x\n", "f", "g")
        assert [(each.ended, each.nearest) for each in run.parts] == [("answered", ""), ("missing", "f")] or run.parts[
            1
        ].ended == "missing"
        assert [(each.line, each.name) for each in run.troubles] == [(1, "NameError")]

    def test_future_import_counts_for_later_statements(self, strict: Asked) -> None:
        source = "from __future__ import annotations\n{}\ndef f(x: Nowhere) -> Nothing:\n    return x\n"
        assert strict.part(source.format("1 / 0")).ended == "answered"
        assert strict.part(source.format("def broken(:")).ended == "answered"

    def test_main_block_does_not_run(self, strict: Asked) -> None:
        assert strict.run("if __name__ == '__main__':\n    print('main')\ndef f(x): return x\n").printed == ""

    def test_dataclasses_pickle_and_source_find_their_module(self, strict: Asked) -> None:
        run = strict.run(
            """
            from __future__ import annotations
            import dataclasses, enum, inspect, pickle, typing
            @dataclasses.dataclass
            class C:
                a: typing.ClassVar[int]
                b: int = 2
            class N(typing.NamedTuple):
                a: int
            def f(x):
                assert pickle.loads(pickle.dumps(C())).b == 2
                assert "pickle.loads" in inspect.getsource(f)
                return x
            """
        )
        assert run.troubles == ()
        assert isinstance(run.parts[0].outcomes[0].answer, Array), run

    def test_lost_definition(self, both: Asked) -> None:
        run = both.run("def f(x):\n    return (x\n\ndef g(x):\n    return x\n", "f", "g")
        assert [each.ended for each in run.parts] == ["lost", "answered"]
        assert (run.troubles[0].lost, run.troubles[0].line, run.readable) == (("f",), 2, True)

    @pytest.mark.parametrize("source", ["this is no Python\nat all\n", "<html>\n<body>\n", "\x00\x01\x02"])
    def test_unreadable(self, both: Asked, source: str) -> None:
        run = both.run(source)
        assert not run.readable
        assert run.troubles
        assert run.parts[0].ended == "missing"

    def test_an_empty_file_is_readable(self, strict: Asked) -> None:
        for source in ("", "\n\n", "# nothing\n"):
            run = strict.run(source)
            assert (run.readable, run.troubles, run.parts[0].ended) == (True, (), "missing")

    @pytest.mark.parametrize(
        "source", ["(" * 5000, "x = " + "-" * 100_000 + "1", "[" * 100 + "]" * 100, "f(" * 3000 + ")" * 3000]
    )
    def test_deeply_nested(self, strict: Asked, source: str) -> None:
        run = strict.run(source + "\n")
        assert run.loading in ("done", "killed")
        strict.still_works()

    def test_a_huge_broken_file_ends_in_time(self, strict: Asked) -> None:
        run = strict.run("def f(x: [\n" * 50_000)
        assert run.loading in ("done", "timeout")
        strict.still_works()

    def test_line_numbers_survive_recovery(self, strict: Asked) -> None:
        run = strict.run("def g(x:\n    pass\n\ndef f(x):\n    return 1 / 0\n")
        answer = run.parts[0].outcomes[0].answer
        assert (answer.name, answer.line) == ("ZeroDivisionError", 5)  # type: ignore[union-attr]

    def test_sibling_exercise_is_not_there(self, strict: Asked) -> None:
        run = strict.run("from exercise2 import scores\ndef f(x): return x\n")
        assert run.troubles[0].missing_name == "exercise2"
        assert run.parts[0].ended == "answered"

    def test_lines_of_ours_are_not_the_students(self, strict: Asked) -> None:
        assert strict.run("from math import nothing\n", part("f")).troubles[0].line == 1
