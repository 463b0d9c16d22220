"""Returned objects that are no numbers, or claim to be others."""

from __future__ import annotations

import sys

import pytest

from grader.content.values import Array, Odd
from sandbox.asking import Asked, part

if sys.platform != "linux":
    pytest.skip("the strict tier is for Linux", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")


class TestOddAnswers:
    @pytest.mark.parametrize(
        "expression",
        ["(i for i in range(3))", "lambda: 0", "object()", "None", "'1'", "b'1'", "{1: 2}",
         "np.array([object()])", "np.zeros(3, 'c16')",
         "np.broadcast_to(0.0, (10**6, 10**6))", "np.lib.stride_tricks.as_strided(np.zeros(1), (10**9, 10**3), (0, 0))",
         "np.zeros(3, [('a', 'f8')])", "np.datetime64('2020')", "[[1], [1, 2]]", "r", "Lying()", "Raising()", "All()"],
    )  # fmt: skip
    def test_are_told_not_believed(self, strict: Asked, expression: str) -> None:
        source = f"""
            import numpy as np
            r = []
            r.append(r)
            class Lying:
                @property
                def __array_interface__(self):
                    return dict(shape=(10**12,), typestr="<f8", data=(0, False), version=3)
            class Raising:
                def __array__(self, *a, **k): raise SystemExit
            class All:
                def __eq__(self, other): return True
                __hash__ = None
            def f(x): return {expression}
            def g(x): return x
        """
        run = strict.run(source, "f", "g")
        assert run.parts[1].ended == "answered"
        first = run.parts[0]
        assert first.ended == "killed" or isinstance(first.outcomes[0].answer, Odd), run

    def test_subclasses_are_plain_numbers(self, strict: Asked) -> None:
        source = """
            import numpy as np
            class Mine(np.ndarray):
                def tobytes(self, *a): return b"lies"
                def __eq__(self, other): return True
            def f(x): return x.view(Mine)
            def g(x): return np.matrix(x)
            def h(x): return np.ma.masked_array(x, mask=True)
        """
        for each in strict.run(source, "f", "g", "h").parts:
            assert isinstance(each.outcomes[0].answer, Array)
            assert each.outcomes[0].answer.shape == (3, 4)


def test_generators_never_end(strict: Asked) -> None:
    run = strict.run("def f(x):\n    while True: yield 1\n", part("f", kind="pairs"))
    assert isinstance(run.parts[0].outcomes[0].answer, Odd)
