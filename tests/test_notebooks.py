"""Notebooks in: from any tool's bytes to one source with a true map of lines, or one sentence."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notebook_files import CELLS, KINDS, PYTHON, TEXT, code, document, notebook, text

from grader.intake.notebook import run_so_far
from grader.intake.source import LARGEST_NOTEBOOK, LARGEST_SOURCE, Cell, Source, Unreadable, decode, read_source

NAME = "exercise3.ipynb"


def read(data: bytes, name: str = NAME) -> Source:
    return decode(data, name)


def refusal(data: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        decode(data, NAME)
    sentence = str(refused.value)
    assert sentence.startswith(f"{NAME} ")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{NAME} ")


@pytest.mark.parametrize("kind", KINDS)
def test_every_tools_notebooks_are_read_without_a_word(kind: str) -> None:
    source = read(KINDS[kind])
    assert (source.text, source.warnings) == (TEXT, ())
    assert source.line(3) == "return x"


def test_a_utf_16_notebook_is_read_with_a_warning() -> None:
    source = read(KINDS["nbformat 4.5"].decode().encode("utf-16"))
    assert source.text == TEXT
    assert source.warnings == (f"{NAME} is saved as UTF-16, which Jupyter does not open: save it as UTF-8",)


def test_a_latin_1_notebook_is_read_with_a_warning() -> None:
    source = read(json.dumps(document("# é\n"), ensure_ascii=False).encode("latin-1"))
    assert source.text == "# é\n"
    assert source.warnings == (f"{NAME} is not UTF-8 (line 1); it was read as Latin-1: save it as UTF-8",)


def test_a_notebook_that_was_renamed_to_py_is_still_one() -> None:
    assert read(KINDS["nbformat 4.5"], "exercise3.py").text == TEXT


def test_nothing_but_the_code_is_kept() -> None:
    """Least of all the names of accounts, which tools write into metadata and outputs."""
    assert b"Maeve Secret" in KINDS["Colab"]
    assert "Secret" not in repr(read(KINDS["Colab"]))


def test_cells_are_counted_as_they_stand_texts_and_all() -> None:
    source = read(notebook(text("# Task"), "x = 1\ny = 2\n", "", "def f(x):\n    return x", "z = 3"))
    assert source.cells == (Cell("cell 2", 0), Cell("cell 4", 2), Cell("cell 5", 4))
    assert [source.place(line) for line in (1, 2, 3, 4, 5)] == [
        f"{NAME}, cell 2, line 1",
        f"{NAME}, cell 2, line 2",
        f"{NAME}, cell 4, line 1",
        f"{NAME}, cell 4, line 2",
        f"{NAME}, cell 5, line 1",
    ]
    assert source.quoted(4) == f"{NAME}, cell 4, line 2   return x"
    assert source.place(0) == NAME
    assert source.retold("unindent does not match, see on line 4") == "unindent does not match, see on line 2"


def test_places_in_a_script_stay_as_they_were() -> None:
    source = Source("a.py", "x\ny\n")
    assert (source.place(2), source.within(2), source.place(0)) == ("a.py:2", "line 2", "a.py")
    assert source.retold("on line 4") == "on line 4"


lines = st.text(alphabet=st.characters(exclude_characters="\r\n%!?/,;'\"\\=()[]{}>", codec="utf-8"), max_size=12)


@given(st.lists(st.lists(lines, max_size=5), min_size=1, max_size=6))
def test_every_line_of_every_cell_is_found_again(cells: list[list[str]]) -> None:
    """The law of the map: the line that a place names is the line that stands there."""
    made = notebook(*(code("\n".join(cell)) for cell in cells))
    if not any("".join(cell).strip() for cell in cells):
        assert refusal(made).startswith("holds no code")
        return
    source = read(made)
    places = {
        f"{NAME}, cell {number}, line {at}": cell[at - 1]
        for number, cell in enumerate(cells, 1)
        for at in range(1, len(cell) + 1)
    }
    seen = source.text.split("\n")[:-1]
    for number, line in enumerate(seen, 1):
        assert places.get(source.place(number), "").strip() == line.strip()
    kept = [cell for cell in cells if "\n".join(cell).strip()]
    # A last line that is empty is an end of a line, and no line.
    assert len(seen) == sum(len(cell) - (len(cell) > 1 and not cell[-1]) for cell in kept)


# ---------------------------------------------------------------- what is left out is told


@pytest.mark.parametrize(
    ("cell", "note"),
    [
        (text("def f(x):\n    return x"), "cell 2: code in a text cell is not run: make it a code cell"),
        (
            code("%%writefile answers.py\ndef f(x):\n    return x\n"),
            "cell 2: code below %%writefile is not run: take that line away",
        ),
        (
            code("y = 1\n%run helpers.py\n"),
            "cell 2, line 2: %run was not carried out: put what is needed of that file into the notebook",
        ),
        (code("SELECT 1", metadata={"vscode": {"languageId": "sql"}}), "cell 2: in sql, not in Python, so it was not run"),
        (7, "cell 2: left out, for what kind of cell it is or what is in it can't be read"),
        (code(3.5), "cell 2: left out, for what kind of cell it is or what is in it can't be read"),
        (code(["x", 3]), "cell 2: left out, for what kind of cell it is or what is in it can't be read"),
        (
            {"cell_type": ["code"], "source": "x"},
            "cell 2: left out, for what kind of cell it is or what is in it can't be read",
        ),
    ],
)
def test_what_is_left_out_is_told_once(cell: object, note: str) -> None:
    source = read(notebook("x = 1\n", cell, "z = 3\n"))
    assert source.warnings == (f"{NAME}, {note}",)
    assert source.text.startswith("x = 1\n")
    assert source.text.endswith("z = 3\n")


@pytest.mark.parametrize(
    "cell", [text("A `def f(x)` in a sentence"), code("%%bash\nls -l"), code("!pip install numpy\n%matplotlib inline\n?f")]
)
def test_what_nobody_misses_is_left_out_without_a_word(cell: object) -> None:
    assert read(notebook("x = 1\n", cell)).warnings == ()


def test_many_odd_cells_are_told_in_one_sentence() -> None:
    assert read(notebook("x = 1", *[None] * 100)).warnings == (
        f"{NAME}, cell 2, cell 3, cell 4, cell 5, cell 6 and 95 more: "
        "left out, for what kind of cell it is or what is in it can't be read",
    )


def test_half_a_surrogate_pair_is_no_text() -> None:
    source = read(b'{"cells": [{"cell_type": "code", "source": "x = \'\\ud800\'"}]}')
    assert source.text == "x = '\ufffd'\n"
    source.text.encode()


# ---------------------------------------------------------------- what is no notebook is refused in one sentence

WHOLE = json.dumps(document(*map(code, CELLS), metadata=PYTHON), indent=1).encode()
CONFLICT = WHOLE.replace(b'   "metadata"', b'<<<<<<< HEAD\n   "metadata"', 1)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty: did saving or uploading fail?"),
        (b" \n\0", "is empty: did saving or uploading fail?"),
        (
            WHOLE[:200],
            f"is cut off at its end (line {WHOLE[:200].rstrip().count(10) + 1}): save it once more, and upload it anew",
        ),
        (WHOLE[:-3], f"is cut off at its end (line {WHOLE[:-3].count(10) + 1}): save it once more, and upload it anew"),
        (CONFLICT, "holds a merge conflict (line 5: <<<<<<<): settle it, and save the notebook again"),
        (b"<!DOCTYPE html>\n<html>", "is a web page, not a notebook (line 1): download the notebook file itself"),
        (b"import numpy as np\n", "is not a notebook (line 1 is no JSON): hand in the .ipynb file; name a Python file .py"),
        (b"\x7fELF\x02\x01", "is not a notebook (line 1 is no JSON): hand in the .ipynb file; name a Python file .py"),
        (
            WHOLE.replace(b'"source":', b'"source"', 1),
            "is damaged in line 8 (Expecting ':' delimiter): save it again in Jupyter, or hand in an earlier version",
        ),
        (b"{}", "is no notebook: it is JSON without a list of cells; hand in the .ipynb file itself"),
        (b"[1, 2]", "is no notebook: it is JSON without a list of cells; hand in the .ipynb file itself"),
        (b'{"cells": {"a": 1}}', "is no notebook: it is JSON without a list of cells; hand in the .ipynb file itself"),
        (b"[" * 100_000, "is nested too deeply to be a notebook: open it in Jupyter and save it again"),
        (b'{"a":' * 100_000, "is nested too deeply to be a notebook: open it in Jupyter and save it again"),
        (notebook(), "holds no code: it has no cells"),
        (notebook("", " \n"), "holds no code: none of its 2 cells is a code cell with something in it"),
        (
            notebook(text("def f(x):\n    return x")),
            "holds no code: none of its 1 cells is a code cell with something in it; "
            "cell 1: code in a text cell is not run: make it a code cell",
        ),
        (notebook(*["x = 1"] * 5001), "has 5001 code cells, more than the 5000 that are read: take out what is not needed"),
        (
            notebook("x = 1", "#" * LARGEST_SOURCE),
            "has more than the 1 MiB of code that are read (from cell 2 on): take data out of its cells",
        ),
        (
            b'{"cells": [' + b"{}," * 4_000_001 + b"1]}",
            "holds too many values to be read: clear its outputs, save it, and hand it in again",
        ),
    ],
    ids=lambda one: None if isinstance(one, bytes) else one[:30],
)
def test_what_is_no_notebook(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"kernelspec": {"name": "ir", "language": "R"}}, "R"),
        ({"kernelspec": {"name": "ir"}}, "ir"),
        ({"kernelspec": {"name": "julia-1.9", "display_name": "Julia"}}, "julia-1.9"),
        ({"language_info": {"name": "javascript"}}, "javascript"),
        ({"kernelspec": {"name": ".net-csharp", "language": "C#"}}, "C#"),
    ],
)
def test_a_notebook_for_another_language(metadata: dict[str, object], language: str) -> None:
    data = json.dumps(document("x <- 1", metadata=metadata), indent=1).encode()
    line = data[: data.index(b'"kernelspec"' if "kernelspec" in metadata else b'"language_info"')].count(b"\n") + 1
    assert refusal(data) == f"is a notebook for {language} (line {line}), not for Python: hand in one with a Python kernel"


@pytest.mark.parametrize(
    "metadata",
    [None, 3, [], {"kernelspec": None}, {"kernelspec": {"name": 7, "language": []}}, {"language_info": {"name": "Python"}}],
)
def test_odd_metadata_is_no_reason_to_refuse(metadata: object) -> None:
    assert read(notebook("x = 1\n", metadata=metadata)).text == "x = 1\n"


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "worksheets", "cell_type", "source", "input", "metadata", "kernelspec", "name"]), inner
        )
    ),
    max_leaves=20,
)


@given(json_values)
def test_any_json_becomes_a_source_or_one_sentence(value: object) -> None:
    data = json.dumps({"cells": value} if isinstance(value, list) else value).encode()
    try:
        said = " ".join(read(data).warnings)
    except Unreadable as refused:
        said = str(refused)
    assert "\n" not in said


@given(st.binary(max_size=200) | st.integers(0, len(WHOLE)).map(lambda end: WHOLE[:end]))
def test_any_bytes_become_a_source_or_one_sentence(data: bytes) -> None:
    try:
        said = " ".join(read(data).warnings)
    except Unreadable as refused:
        said = str(refused)
    assert "\n" not in said


def test_a_million_cells_are_refused_or_read_in_time() -> None:
    assert "code cells, more than the 5000" in refusal(b'{"cells": [' + b'{"cell_type": "code"},' * 1_000_000 + b"1]}")
    texts = b'{"cells": [' + b'{"cell_type": "markdown", "source": ""},' * 300_000 + b'{"cell_type": "code", "source": "x"}]}'
    assert read(texts).cells == (Cell("cell 300001", 0),)


# ---------------------------------------------------------------- size


def test_outputs_do_not_count_as_code(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / NAME
    path.write_bytes(notebook(*(code(one, outputs=[{"data": {"image/png": "A" * 3_000_000}}]) for one in CELLS)))
    assert read_source(path).text == TEXT


def test_the_largest_notebook(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / NAME
    with path.open("wb") as file:
        file.truncate(LARGEST_NOTEBOOK + 1)
    with pytest.raises(Unreadable) as refused:
        read_source(path)
    assert (
        str(refused.value)
        == f"{NAME} has 100.0 MB, more than the 100 MB that are read of a notebook: clear its outputs and save it"
    )


def test_reading_takes_little_more_than_its_json() -> None:
    rows = [[0.125 * place for place in range(50)] for _ in range(200)]
    outputs = [{"data": {"image/png": "A" * 100_000, "application/json": rows}}]
    data = notebook(*(code(f"x{number} = {number}\n%time y = x{number}\n", outputs=outputs) for number in range(60)))

    def fastest(read: object) -> float:
        taken = []
        for _ in range(3):
            began = time.perf_counter()
            read(data)  # type: ignore[operator]
            taken.append(time.perf_counter() - began)
        return min(taken)

    assert fastest(globals()["read"]) < 3 * fastest(json.loads)


# ---------------------------------------------------------------- a kernel's cells


def test_the_cells_run_so_far() -> None:
    source = run_so_far(["", "x = 1", "  ", "%%check exercise3\ndef f(x):\r\n    return x"], "your notebook")
    assert source.text == "x = 1\n\ndef f(x):\n    return x\n"
    assert source.place(3) == "your notebook, In [3], line 2"
    assert source.live


def test_a_kernel_that_has_run_nothing() -> None:
    with pytest.raises(Unreadable, match="has run no cell yet"):
        run_so_far([""], "your notebook")
    with pytest.raises(Unreadable, match="more than 5000 cells: restart the kernel"):
        run_so_far(["x"] * 5002, "your notebook")
