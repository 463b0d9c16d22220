"""What is no Python in a cell becomes Python, line for line, and what is Python stays as it is."""

from __future__ import annotations

import ast
import io
import keyword
import time
import tokenize

import pytest
from conftest import ROOT
from hypothesis import assume, given
from hypothesis import strategies as st

from grader.intake.magics import PYLAB, plain

CASES = {
    # At the margin a magic leaves an empty line, so that what must come first in a file still does.
    "%matplotlib inline\nfrom __future__ import annotations\n": "\nfrom __future__ import annotations\n",
    "  %cd ..\n": "\n",
    "if x:\n    %time\n    !ls\n": "if x:\n    pass\n    pass\n",
    "!pip install numpy \\\n  scipy\nx = 1\n": "\n\nx = 1\n",
    "if x:\n    !a \\\n  b\n    y = 1": "if x:\n    pass\n\n    y = 1",
    "!echo it's\nx = 'a'": "\nx = 'a'",
    "?np.exp\nnp.exp?\nnp.exp??;\n%time?\n": "\n\n\n\n",
    "# why?\nx = 'why?'  # really?\n": "# why?\nx = 'why?'  # really?\n",
    "files = !ls\nhere = %pwd\na, b = !two\n": "files = []\nhere = None\na, b = []\n",
    "%time x = f(1,\n    2)\n": "x = f(1,\n    2)\n",
    "y = %time f(1)\n": "y = f(1)\n",
    "%timeit -n 10 f(x)\ny = %timeit -o f(x)\n": "\ny = None\n",
    "/f 1\n,f a b\n;f a b\n": "\n\n\n",
    "%pylab inline\n": f"{PYLAB}\n",
    # Cell magics: the body is run, or it is no Python.
    "%%time\nx = 1\n": "\nx = 1\n",
    "\n\n  %%capture out\n  %%time\n  x = 1\n": "\n\n\n\nx = 1\n",
    "%%check exercise3\ndef f(x):\n    %cd\n    return x": "\ndef f(x):\n    pass\n    return x",
    "%%unheard_of\nx = 1\n": "\nx = 1\n",
    "# first a comment\n%%time\nx = 1\n": "# first a comment\n\nx = 1\n",
    "%%bash\nls\nrm -rf /\n": "\n\n\n",
    "%%HTML\n<b>": "\n",
    "%%!\nls": "\n",
    "%%python3\nx = 1": "\n",
    # What was copied from a session, or stands indented as a whole.
    ">>> def f(x):\n...     return x\n...\n>>> x = 1\n": "def f(x):\n    return x\n\nx = 1\n",
    "In [1]: x = 1\n   ...: y = 2\n": "x = 1\ny = 2\n",
    "    def f(x):\n        return x\n": "def f(x):\n    return x\n",
    "    # a note\ndef f(x):\n    return x\n": "    # a note\ndef f(x):\n    return x\n",
    # Python that looks like it.
    "x = '''\n%cd\n!ls\nf?\n'''\n": "x = '''\n%cd\n!ls\nf?\n'''\n",
    "x = (a\n% b)\ny = a \\\n  % b\n": "x = (a\n% b)\ny = a \\\n  % b\n",
    "x %= 3\ny = x != 3\nz = x if x else -x\n": "x %= 3\ny = x != 3\nz = x if x else -x\n",
    "x = f\"{d['%']}\" % y\nz = '\\'%' % y\n": "x = f\"{d['%']}\" % y\nz = '\\'%' % y\n",
    "x = {\n'a': 1}\nprint(f'{x!r}')": "x = {\n'a': 1}\nprint(f'{x!r}')",
    # What is no Python for other reasons is left to Python to tell.
    "x = 'open\n%cd\n": "x = 'open\n\n",
    "x = '''open\n%cd\n": "x = '''open\n%cd\n",
    "x = (\n%cd\n": "x = (\n%cd\n",
    "x = % y\n": "x = None\n",
}


@pytest.mark.parametrize("cell", CASES)
def test_a_cell_becomes_plain_python(cell: str) -> None:
    assert plain(cell).text == CASES[cell]


def test_a_body_that_is_not_run_is_told_where_it_defines_something() -> None:
    assert plain("%%writefile a.py\ndef f(x): pass").not_run == "%%writefile"
    assert plain("%%writefile a.py\nx = 1").not_run == ""
    assert plain("%%time\ndef f(x): pass").not_run == ""


def test_files_that_would_be_run_are_told_by_their_lines() -> None:
    assert plain("%%time\n%run a.py\nx = '''\n%run b.py'''\nif x:\n    %run c.py").runs_files == (2, 6)


@given(st.text(alphabet="%!?/,;= \n\t'\"\\()[]#>.ax0:", max_size=60))
def test_any_text_keeps_its_lines(cell: str) -> None:
    text = plain(cell).text
    assert text.count("\n") == cell.count("\n")


PYTHON = sorted(path.read_text(encoding="utf-8") for path in (ROOT / "grader").rglob("*.py"))


def test_our_own_code_is_python_and_stays_as_it_is() -> None:
    for text in PYTHON:
        assert plain(text).text == text
        # With a magic in front, every statement is looked at.
        assert plain("%cd\n" + text).text == "\n" + text


statements = st.sampled_from(
    [
        "x = 1",
        "x = (1,\n  % 2)",
        "'''\n%cd\n'''",
        "f(a)[b] % c",
        "if x:\n    y = a % b\nelse:\n    pass",
        "x = a \\\n % b",
        "# a? %",
        "'\\\\'",
        '"%s?" % x',
    ]
)
magics = st.sampled_from(["%cd", "!ls", "f?", "?f", "%%late", "x = !ls 'a", '!echo "', "/f 1", "%timeit ''' ("])


@given(st.lists(st.one_of(statements, magics), min_size=1, max_size=8))
def test_magics_go_and_statements_stay(made: list[str]) -> None:
    """Whatever stands next to what: a magic's quotes and brackets open nothing."""
    assume(not made[0].startswith("%%"))
    known = {"x = !ls 'a": "x = []"}
    expected = [known.get(one, "") if one in MAGIC else one for one in made]
    assert plain("\n".join(made)).text == "\n".join(expected)


MAGIC = {"%cd", "!ls", "f?", "?f", "%%late", "x = !ls 'a", '!echo "', "/f 1", "%timeit ''' ("}


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline\nx = 1\n",
        "if x:\n    %cd ..\n    !ls\n    y = 1\n",
        "!pip install numpy \\\n  scipy\nx = 1\n",
        "!echo it's\nx = 'a'\n",
        "?np.exp\nnp.exp?\nx = 1\n",
        "# why?\nx = 'why?'  # really?\n",
        "x = '''\n%cd\n!ls\nf?\n'''\n",
        "x = (a\n% b)\ny = a \\\n  % b\n%cd\n",
        "x %= 3\ny = x != 3\n%cd\n",
        ">>> def f(x):\n...     return x\n",
        "In [1]: x = 1\n   ...: y = 2\n",
        "    def f(x):\n        return x\n",
        "def f():\n    '''it's'''\n    %timeit x\n    return 1  # don't\n",
    ],
)
def test_ipython_takes_the_same_lines_for_magics(cell: str) -> None:
    """Its transformer is the measure: what it leaves as Python is what is left here."""
    transformer = pytest.importorskip("IPython.core.inputtransformer2").TransformerManager()
    theirs = [line for line in transformer.transform_cell(cell).split("\n") if line.strip() and "get_ipython()" not in line]
    assert [line for line in plain(cell).text.split("\n") if line.strip() not in ("", "pass")] == theirs


@pytest.mark.parametrize(
    "cell",
    [
        "%x\n" * 50_000,
        "%%time\n" * 50_000,
        "= %\n" * 50_000,
        "(" * 200_000 + "\n%",
        "'\n" * 50_000 + "%",
        "'''" * 50_001 + "\n%",
        "\\\n" * 100_000,
        "?" * 200_000,
        " " * 200_000 + "%",
        "%run x\n" * 30_000,
    ],
    ids=lambda cell: repr(cell[:8]),
)
def test_no_cell_takes_long(cell: str) -> None:
    """Beside a tokenizer's run over a text as long; IPython's own rule is quadratic in the number of magics."""

    def taken(work: object) -> float:
        began = time.perf_counter()
        work()  # type: ignore[operator]
        return time.perf_counter() - began

    ordinary = "x = 1\n" * (len(cell) // 6)
    assert taken(lambda: plain(cell)) < 5 * taken(lambda: list(tokenize.generate_tokens(io.StringIO(ordinary).readline)))


def test_python_starts_no_statement_with_these_signs() -> None:
    for sign in "%!?/,;":
        with pytest.raises(SyntaxError):
            ast.parse(f"{sign}x")
    assert not any(word[0] in "%!?/,;" for word in keyword.kwlist)
