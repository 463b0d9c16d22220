"""A notebook's cells in the sandbox: one namespace, each cell's faults its own, as a kernel has it and where it is kinder."""

from __future__ import annotations

import textwrap

import pytest

from grader.content.calling import PartPlan
from grader.content.values import Raised
from grader.sandbox import Limits, Run
from sandbox.asking import Asked, array, brief, matrix, plan

F = "def f(x):\n    return x + 1\n"
right = array(matrix + 1)


def run(asked: Asked, *cells: str, parts: tuple[PartPlan | str, ...] = ("f",), limits: Limits = brief) -> Run:
    texts = [textwrap.dedent(cell).strip("\n") + "\n" for cell in cells]
    starts = [0]
    for one in texts:
        starts.append(starts[-1] + one.count("\n"))
    return asked.sandbox.run("".join(texts), "exercise3.ipynb", plan(*parts), limits, tuple(starts[:-1]))


def works(ran: Run) -> bool:
    return ran.parts[0].ended == "answered" and ran.parts[0].outcomes[0].answer == right


def told(ran: Run) -> list[tuple[str, int, str]]:
    return [(trouble.kind, trouble.line, trouble.name) for trouble in ran.troubles]


def test_cells_share_one_namespace_in_their_order(both: Asked) -> None:
    assert works(run(both, "one = 0", "one = 1\ndef f(x): return x + one", "def unused(): pass"))


def test_a_cell_that_raises_hides_neither_its_own_rest_nor_the_next(both: Asked) -> None:
    ran = run(both, "one = 1\n1 / 0\ntwo = 2", "raise SystemExit", "def f(x): return x + two - one")
    assert works(ran)
    assert told(ran) == [("statement", 2, "ZeroDivisionError"), ("statement", 4, "SystemExit")]


@pytest.mark.parametrize(
    "broken", ["x = (1 +", "def g(x):", "'''never closed", "for", "def g(:\n    pass", "x = 1\n  y = 2", "\\", "("]
)
def test_a_broken_cell_loses_only_itself(both: Asked, broken: str) -> None:
    """Not even what its open bracket or string would go on with below."""
    ran = run(both, "one = 1", broken, "def f(x): return x + one", "s = '''a string'''\nt = (1)\n")
    assert works(ran)
    assert [(trouble.kind, 2 <= trouble.line <= 1 + broken.count("\n") + 1) for trouble in ran.troubles] == [("syntax", True)]


def test_what_is_whole_in_a_broken_cell_is_kept(both: Asked) -> None:
    ran = run(both, "x = 1", f"{F}\ndef g(:\n    pass\n")
    assert works(ran)
    assert told(ran) == [("syntax", 5, "SyntaxError")]
    assert ran.troubles[0].lost == ("g",)


def test_an_earlier_whole_definition_stands_for_a_later_broken_one(both: Asked) -> None:
    """As in a kernel, where the broken cell never ran. And a later whole one for an earlier broken one."""
    for cells in [(F, "def f(:\n    pass"), ("def f(:\n    pass", F)]:
        ran = run(both, *cells)
        assert works(ran)
        assert [trouble.lost for trouble in ran.troubles] == [()]


def test_nothing_readable(both: Asked) -> None:
    ran = run(both, "def f(:", "def g(:")
    assert not ran.readable
    assert told(ran) == [("syntax", 1, "SyntaxError"), ("syntax", 2, "SyntaxError")]


def test_of_several_definitions_the_last_counts_and_all_are_told(both: Asked) -> None:
    ran = run(both, "def f(x): raise NotImplementedError", "x = 1", F, "def g(x): return f(x)", parts=("f", "g"))
    assert works(ran)
    assert [(one.name, one.lines) for one in ran.redefined] == [("f", (1, 3))]


def test_await_at_the_top_level(both: Asked) -> None:
    ran = run(
        both,
        """
        import asyncio
        async def later(value):
            await asyncio.sleep(0.001)
            return value
        task_done = []
        one = await later(1)
        """,
        "background = asyncio.ensure_future(later(2)) if False else None\nasync with asyncio.Lock(): two = await later(2)",
        "await later(1 / 0)\nthree = [await later(3) for _ in range(1)][0]",
        "def f(x): return x + one + two - three + 1",
    )
    assert works(ran)
    assert told(ran) == [("statement", 9, "ZeroDivisionError")]


def test_a_future_import_in_any_cell(both: Asked) -> None:
    ran = run(both, "x = 1", "from __future__ import annotations\n", "def f(x: Undefined) -> Undefined: return x + 1")
    assert works(ran)
    assert ran.troubles == ()


def test_what_kernels_offer(both: Asked) -> None:
    ran = run(
        both,
        """
        ip = get_ipython()
        ip.run_line_magic("matplotlib", "inline")
        ip.config.InlineBackend.figure_format = "retina"
        get_ipython().system("ls")
        for one in ip.user_ns["names"]: raise KeyError(one)
        colab = "google.colab" in str(get_ipython())
        display([1], "two")
        if __name__ == "__main__":
            one = 1
        """,
        "def f(x): return x + one + colab",
    )
    assert works(ran)
    assert ran.printed == "[1]\n'two'\n"
    assert ran.troubles == ()


def test_lines_are_those_of_the_whole_text(both: Asked) -> None:
    ran = run(both, "x = 1\ny = 2", "def f(x):\n\n    return g(x)", "def g(x):\n    return 1 / 0")
    answer = ran.parts[0].outcomes[0].answer
    assert isinstance(answer, Raised)
    assert answer.line == 7


def test_messages_name_the_lines_of_the_whole_text(both: Asked) -> None:
    ran = run(both, "x = 1\ny = 2", "if x:\ny = 1", F)
    assert ran.troubles[0].message == "expected an indented block after 'if' statement on line 3"


def test_a_trouble_without_a_line_is_told_with_its_cell(both: Asked) -> None:
    ran = run(both, "x = 1\ny = 2", "x = " + "-" * 200_000 + "1", F, limits=Limits())
    assert works(ran)
    assert [(trouble.kind, trouble.line) for trouble in ran.troubles] == [("syntax", 3)]


def test_a_cell_that_never_ends_is_left_out(both: Asked) -> None:
    ran = run(both, "one = 1", "a = 1\nwhile True:\n    one\nb = 2", "def f(x): return x + one + b - a - 1")
    assert works(ran)
    assert told(ran) == [("left out", 3, "")]
    assert "0.3 s of processor time" in ran.troubles[0].message


def test_a_statement_that_calls_something_endless_is_left_out_and_not_what_it_calls(both: Asked) -> None:
    slow = "def slow():\n    while True: pass\n\nslow()\n"
    ran = run(both, slow, "def f(x):\n    return x + 1\nslow()")
    assert works(ran)
    assert told(ran) == [("left out", 4, ""), ("left out", 7, "")]


def test_more_endless_cells_than_anyone_needs_stop_the_run(both: Asked) -> None:
    ran = run(both, *["while True: pass"] * 4, F)
    assert ran.loading == "timeout"
    assert [part.ended for part in ran.parts] == ["timeout"]


def test_a_script_that_never_ends_stays_stopped(both: Asked) -> None:
    assert both.run("while True: pass\ndef f(x): return x + 1").loading == "timeout"


def test_an_endless_call_is_no_reason_to_load_again(both: Asked) -> None:
    ran = run(both, "def f(x):\n    while True: pass", "def g(x): return x + 1", parts=("f", "g"))
    assert [part.ended for part in ran.parts] == ["timeout", "answered"]


def test_thousands_of_cells(strict: Asked) -> None:
    assert works(run(strict, *["x = 1"] * 4999, F, limits=Limits()))
