"""A notebook's source: its code cells as one text, or one sentence that says why not.

Only the cells' own text is taken: outputs are skipped, no metadata (which may hold account names) goes any further, and
no kernel is needed. Whatever wrote the file, nbformat 2 to 4.5 and what tools make of it, is read as it is meant.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import msgspec

from grader.intake.magics import definition, plain
from grader.intake.source import LARGEST_SOURCE, Cell, Source, Unreadable

MOST_CELLS = 5000
"""Code cells that are run."""
MOST_THINGS = 3_000_000
"""Lists and objects in a notebook: each takes some hundred bytes of memory once it is read."""
MOST_ENTRIES = 15_000_000
MOST_NAMED = 5
"""Cells named in one warning."""
NO_CELLS = "is no notebook: it is JSON without a list of cells; hand in the .ipynb file itself"
TEXT_CELLS = ("markdown", "raw", "heading", "html", "rst")
other_kernels = re.compile(
    r"(?:ir|julia|javascript|typescript|[jt]slab|deno|bash|calysto_\w+|scala|almond|i?java|kotlin|xcpp|rust|evcxr|octave|matlab"
    r"|sas|stata|ruby|iruby|haskell|ihaskell|gophernotes|\.net-\w+|xr|xsql|sos)[-_.\d]*",
    re.IGNORECASE,
)
"""Names of kernels for other languages. A notebook may say no more than that, and a kernel for Python may have any name."""
surrogates = re.compile("[\ud800-\udfff]")
begun = re.compile(r"[\w.+-]*\s*")
"""A number or a word that was not finished."""
conflict = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|$)", re.MULTILINE)


def read_notebook(data: bytes, name: str) -> Source:
    """The source in the bytes of a notebook. Raises `Unreadable`."""
    many = len(data) > MOST_THINGS and data.count(b"{") + data.count(b"[") > MOST_THINGS
    if many or (len(data) > MOST_ENTRIES and data.count(b",") > MOST_ENTRIES):
        raise Unreadable(f"{name} holds too many values to be read: clear its outputs, save it, and hand it in again")
    warnings: list[str] = []
    document = parsed(data, name, warnings)
    cells = cells_of(document, name)
    refuse_other_languages(document, data, name)
    return Reader(name, warnings).source(cells)


def parsed(data: bytes, name: str, warnings: list[str]) -> dict[str, Any]:
    """The JSON document in the bytes. Raises `Unreadable`."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        warnings.append(f"{name} is saved as UTF-16, which Jupyter does not open: save it as UTF-8")
    try:
        try:
            document = loads(data)
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            warnings.append(f"{name} is not UTF-8 (line {line}); it was read as Latin-1: save it as UTF-8")
            document = loads(data.decode("latin-1"))
    except json.JSONDecodeError as error:
        refuse(error, name)
    except RecursionError:
        raise Unreadable(f"{name} is nested too deeply to be a notebook: open it in Jupyter and save it again") from None
    if not isinstance(document, dict):
        raise Unreadable(f"{name} {NO_CELLS}")
    return document


def loads(text: str | bytes) -> Any:
    # No number is used, and the largest are more than `int` takes.
    return json.loads(text, parse_int=float)


def refuse(error: json.JSONDecodeError, name: str) -> NoReturn:
    """Raises `Unreadable` with what is wrong with a text that is no JSON."""
    text = error.doc.lstrip("\ufeff \t\r\n")
    marker = conflict.search(error.doc)
    if not text.strip("\0"):
        sentence = "is empty: did saving or uploading fail?"
    elif marker:
        line = error.doc.count("\n", 0, marker.start()) + 1
        sentence = f"holds a merge conflict (line {line}: {marker[0]}): settle it, and save the notebook again"
    elif text.startswith("<"):
        sentence = "is a web page, not a notebook (line 1): download the notebook file itself"
    elif not text.startswith(("{", "[")):
        sentence = f"is not a notebook (line {error.lineno} is no JSON): hand in the .ipynb file; name a Python file .py"
    elif error.msg.startswith("Unterminated string") or (error.msg != "Extra data" and begun.fullmatch(error.doc, error.pos)):
        line = error.doc.rstrip().count("\n") + 1
        sentence = f"is cut off at its end (line {line}): save it once more, and upload it anew"
    else:
        sentence = f"is damaged in line {error.lineno} ({error.msg}): save it again in Jupyter, or hand in an earlier version"
    raise Unreadable(f"{name} {sentence}") from None


def cells_of(document: dict[str, Any], name: str) -> list[Any]:
    """The cells, as they stand: directly in the notebook, or in the worksheets of nbformat 2 and 3."""
    cells = document.get("cells")
    sheets = document.get("worksheets")
    if not isinstance(cells, list) and isinstance(sheets, list):
        found = (sheet.get("cells") for sheet in sheets if isinstance(sheet, dict))
        cells = [cell for some in found if isinstance(some, list) for cell in some]
    if not isinstance(cells, list):
        raise Unreadable(f"{name} {NO_CELLS}")
    code = sum(isinstance(cell, dict) and cell.get("cell_type") == "code" for cell in cells)
    if code > MOST_CELLS:
        raise Unreadable(f"{name} has {code} code cells, more than the {MOST_CELLS} that are read: take out what is not needed")
    return cells


def languages(document: dict[str, Any]) -> Iterator[str]:
    """What a notebook says of its language, the plainest first."""
    metadata = document.get("metadata")
    for holder, field in (("language_info", "name"), ("kernelspec", "language"), ("kernelspec", "name")):
        found = metadata.get(holder) if isinstance(metadata, dict) else None
        said = found.get(field) if isinstance(found, dict) else None
        by_name = (holder, field) == ("kernelspec", "name")
        if isinstance(said, str) and said and (not by_name or other_kernels.fullmatch(said) or is_python(said)):
            yield said


def refuse_other_languages(document: dict[str, Any], data: bytes, name: str) -> None:
    """Raises `Unreadable` where the kernel is plainly not Python's."""
    said = list(languages(document))
    if said and not any(map(is_python, said)):
        place = re.search(rb'"(?:kernelspec|language_info)"', data)
        line = f" (line {data.count(10, 0, place.start()) + 1})" if place else ""
        raise Unreadable(f"{name} is a notebook for {brief(said[0])}{line}, not for Python: hand in one with a Python kernel")


def is_python(language: str) -> bool:
    return re.search(r"python|^py|sage", language, re.IGNORECASE) is not None


def brief(words: str) -> str:
    """What a file says, fit for one line of ours."""
    return " ".join(words.split())[:30]


def text_in(cell: Any) -> str | None:
    """A cell's text: a string or a list of lines, under the names that versions gave it; None where there is none."""
    found = cell.get("source", cell.get("input"))
    if isinstance(found, list) and all(isinstance(line, str) for line in found):
        # Some tools leave the ends of lines out.
        ends = (line if line.endswith("\n") or not line else line + "\n" for line in found[:-1])
        found = "".join([*ends, *found[-1:]])
    if not isinstance(found, str):
        return None
    return clean(found)


def clean(text: str) -> str:
    """Without other ends of lines, and without halves of surrogate pairs, which could not be run, stored or shown."""
    return surrogates.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n")


def language_of(cell: dict[str, Any]) -> str:
    """The language of one cell, where it has one of its own."""
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    said = editor.get("languageId") if isinstance(editor, dict) else cell.get("language")
    return said if isinstance(said, str) else ""


def run_so_far(inputs: Sequence[str], name: str) -> Source:
    """The source of the cells run so far in a kernel, in the order in which they were run: `inputs` by their numbers, from 0,
    which is nobody's. Raises `Unreadable`."""
    reader = Reader(name, [])
    for number, text in enumerate(inputs):
        if text.strip():
            reader.take_code(f"In [{number}]", clean(text))
    if not reader.cells:
        raise Unreadable(f"{name} has run no cell yet: run the cells that define your functions first")
    if len(reader.cells) > MOST_CELLS:
        raise Unreadable(f"{name} has run more than {MOST_CELLS} cells: restart the kernel, and run what is needed")
    return msgspec.structs.replace(reader.source([]), live=True)


class Reader:
    """Puts the code cells of one notebook together."""

    def __init__(self, name: str, warnings: list[str]) -> None:
        self.name = name
        self.warnings = warnings
        self.noted: dict[str, list[str]] = {}
        """What is to be said, and of which cells."""
        self.counts: Counter[str] = Counter()
        self.texts: list[str] = []
        self.cells: list[Cell] = []
        self.lines = self.size = 0

    def source(self, cells: list[Any]) -> Source:
        """Raises `Unreadable`."""
        for number, cell in enumerate(cells, 1):
            self.take(number, cell)
        if not self.cells:
            count = f"none of its {len(cells)} cells is a code cell with something in it" if cells else "it has no cells"
            note = f"; {self.notes()[0]}" if self.noted else ""
            raise Unreadable(f"{self.name} holds no code: {count}{note}")
        return Source(
            self.name,
            "".join(self.texts),
            (*self.warnings, *(f"{self.name}, {note}" for note in self.notes())),
            cells=tuple(self.cells),
        )

    def take(self, number: int, cell: Any) -> None:
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        text = text_in(cell) if isinstance(kind, str) and (kind == "code" or kind in TEXT_CELLS) else None
        if text is None:
            self.note("left out, for what kind of cell it is or what is in it can't be read", f"cell {number}")
        elif kind != "code":
            # What is quoted in a text is no attempt.
            if kind == "markdown" and "```" not in text and definition.search(text):
                self.note("code in a text cell is not run: make it a code cell", f"cell {number}")
        elif (language := language_of(cell)) and not is_python(language):
            self.note(f"in {brief(language)}, not in Python, so it was not run", f"cell {number}")
        elif text.strip():
            self.take_code(f"cell {number}", text)

    def take_code(self, name: str, text: str) -> None:
        """Raises `Unreadable`."""
        self.size += len(text.encode())
        if self.size > LARGEST_SOURCE:
            raise Unreadable(
                f"{self.name} has more than the {LARGEST_SOURCE >> 20} MiB of code that are read (from {name} on): "
                "take data out of its cells"
            )
        code = plain(text)
        if code.not_run:
            self.note(f"code below {code.not_run[:30]} is not run: take that line away", name)
        for line in code.runs_files:
            self.note("%run was not carried out: put what is needed of that file into the notebook", f"{name}, line {line}")
        self.cells.append(Cell(name, self.lines))
        self.texts.append(code.text if code.text.endswith("\n") else code.text + "\n")
        self.lines += self.texts[-1].count("\n")

    def note(self, sentence: str, cell: str) -> None:
        self.counts[sentence] += 1
        if self.counts[sentence] <= MOST_NAMED:
            self.noted.setdefault(sentence, []).append(cell)

    def notes(self) -> list[str]:
        """Each sentence once, behind the cells that it is about."""
        notes = []
        for sentence, cells in self.noted.items():
            left = self.counts[sentence] - len(cells)
            if left:
                cells = [*cells, f"{left} more"]
            named = f"{', '.join(cells[:-1])} and {cells[-1]}" if len(cells) > 1 else cells[0]
            notes.append(f"{named}: {sentence}")
        return notes
