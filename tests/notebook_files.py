"""Notebooks as tests need them: made from cells, in the dialect of each tool."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

CellMade = str | dict[str, Any]


def code(source: Any, **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source, **more}


def text(source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def document(*cells: Any, **more: Any) -> dict[str, Any]:
    made = [code(cell.splitlines(keepends=True)) if isinstance(cell, str) else cell for cell in cells]
    return {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def notebook(*cells: Any, **more: Any) -> bytes:
    return json.dumps(document(*cells, **more)).encode()


def v4(
    minor: int, ids: Callable[[int], dict[str, Any]], metadata: dict[str, Any], cell: Callable[[int], dict[str, Any]]
) -> bytes:
    cells = [{**code(one, metadata=cell(place)), **ids(place)} for place, one in enumerate(CELLS)]
    return notebook(*cells, nbformat_minor=minor, metadata=metadata)


CELLS = ("x = 1\n", ["def f(x):\n", "    return x"])
TEXT = "x = 1\ndef f(x):\n    return x\n"
PYTHON = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}
STREAM = {"output_type": "stream", "name": "stdout", "text": ["def f(x): return 0\n"]}


def nothing(place: int) -> dict[str, Any]:
    return {}


def v3() -> bytes:
    cells: list[dict[str, Any]] = [{"cell_type": "heading", "level": 1, "source": ["A title"]}]
    cells += [{"cell_type": "code", "input": one, "language": "python", "outputs": [], "prompt_number": 1} for one in CELLS]
    return json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}}).encode()


KINDS: dict[str, bytes] = {
    "nbformat 3": v3(),
    "nbformat 4.0": v4(0, nothing, {}, nothing),
    "nbformat 4.4": v4(4, nothing, PYTHON, nothing),
    "nbformat 4.5": v4(5, lambda place: {"id": f"cell-{place}"}, PYTHON, nothing),
    "no ids": v4(5, nothing, PYTHON, nothing),
    "the same id twice": v4(5, lambda place: {"id": "cell"}, PYTHON, nothing),
    "Colab": v4(
        0,
        nothing,
        {"colab": {"provenance": []}, "kernelspec": {"name": "python3", "display_name": "Python 3"}},
        lambda place: {"id": f"x{place}", "executionInfo": {"user": {"displayName": "Maeve Secret", "userId": "123456789"}}},
    ),
    "VS Code": v4(
        2,
        nothing,
        {"orig_nbformat": 4, "vscode": {"interpreter": {"hash": "a"}}},
        lambda place: {"vscode": {"languageId": "python"}},
    ),
    "Deepnote": v4(
        0, nothing, {"deepnote": {}, "deepnote_notebook_id": "1"}, lambda place: {"cell_id": "1", "deepnote_cell_type": "code"}
    ),
    "widgets": v4(
        4, nothing, {**PYTHON, "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"a": [1, [2]]}}}}, nothing
    ),
    "a kernel of one's own": v4(4, nothing, {"kernelspec": {"name": "iris-env", "display_name": "my environment"}}, nothing),
    "byte-order mark": b"\xef\xbb\xbf" + v4(4, nothing, PYTHON, nothing),
    "NaN, Infinity and a long number": v4(4, nothing, PYTHON, nothing).replace(
        b'"outputs": []', b'"outputs": [NaN, -Infinity, ' + b"9" * 5000 + b"]"
    ),
    "outputs that look like code": notebook(*(code(one, outputs=[STREAM]) for one in CELLS)),
    "CRLF": notebook(*(code("".join(one).replace("\n", "\r\n")) for one in CELLS)),
    "lines without ends": notebook(code(["x = 1", "def f(x):", "    return x"])),
    "text, raw and empty cells": notebook(
        text("# A title"), {"cell_type": "raw", "source": "def f(x): return 0"}, "", *map(code, CELLS), "\n\n"
    ),
    "code quoted in a text": notebook(text("```\ndef f(x):\n    return 0\n```"), *map(code, CELLS)),
    "the wrong suffix for its format": json.dumps(document(*map(code, CELLS), nbformat="4"), indent=1).encode(),
}
"""All hold the code `TEXT`, and nothing to warn of."""
