"""The notebook that is given out in the place of a stub: the task as text, a cell for each function, a cell that checks."""

from __future__ import annotations

import ast
from typing import Any


def blank_notebook(exercise: str, stub: str) -> str:
    """The text of a notebook (nbformat 4.5) that asks for what `stub` asks for. Always the same for the same stub."""
    # Only here: it takes longer to load than a notebook to read.
    import nbformat

    v4: Any = nbformat.v4
    story, *pieces = pieces_of(stub)
    title, newline, rest = story.partition("\n")
    check = f"Run the cell below to check all that you have run so far. `grade {exercise}` in a terminal reads the saved file."
    cells: list[Any] = [
        v4.new_markdown_cell(f"# {title.rstrip('.')}{newline}{rest}"),
        *map(v4.new_code_cell, pieces),
        v4.new_markdown_cell(check),
        v4.new_code_cell(f"%load_ext grader\n%check {exercise}"),
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"{exercise}-{number}"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}})
    nbformat.validate(notebook)
    return str(v4.writes(notebook)) + "\n"


def pieces_of(stub: str) -> list[str]:
    """The stub's docstring, then its code, in pieces that end with a function each."""
    lines = stub.splitlines()
    tree = ast.parse(stub)
    story = ast.get_docstring(tree) or ""
    position = (tree.body[0].end_lineno or 0) if story else 0
    pieces = []
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min(node.lineno for node in (statement, *statement.decorator_list)) - 1
            # Comments right above a function belong to it.
            while first > position and lines[first - 1].startswith("#"):
                first -= 1
            pieces += [lines[position:first], lines[first : statement.end_lineno]]
            position = statement.end_lineno or 0
    pieces.append(lines[position:])
    texts = ("\n".join(piece).strip("\n") for piece in pieces)
    return [story, *(text for text in texts if text.strip())]
