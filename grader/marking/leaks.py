"""Does a folder that students get hold anything of the answers? Every byte is searched, in archives too.

Looked for: the inputs and expected outputs of hidden cases, as packed numbers and as decimal text; the names of hidden
cases; the telling lines of the answer files.
"""

from __future__ import annotations

import ast
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from grader.content.key import CaseKey, ExerciseKey
from grader.content.values import Array, Numbers, Several, unpack

LONG_NAME = 25
"""Letters of a case's name that could not stand somewhere by chance."""
LONG_LINE = 30
ORDINARY = ("#", '"', 'f"', "raise", "if not isinstance")
LONG_NUMBER = re.compile(rb"[0-9]+\.[0-9]{9,}")


class Secrets:
    """What must not be found: each needle, with what it is. `numbers` are decimal texts."""

    def __init__(self, needles: Mapping[bytes, str], numbers: Mapping[bytes, str]) -> None:
        self.needles = needles
        self.numbers = numbers

    def found_in(self, files: Mapping[str, bytes]) -> list[str]:
        """A line for each file and secret that is in it."""
        found = []
        for name, data in files.items():
            found += [f"{name} holds {what}" for needle, what in self.needles.items() if needle in data]
            written = set(LONG_NUMBER.findall(data)) & self.numbers.keys()
            found += sorted({f"{name} holds {self.numbers[one]}, in decimal digits" for one in written})
        return found


def secrets(chapter: Path, keys: Iterable[ExerciseKey]) -> Secrets:
    """Those of a chapter; `keys` are its full keys."""
    needles: dict[bytes, str] = {}
    names: dict[bytes, str] = {}
    numbers: dict[bytes, str] = {}
    public: set[bytes] = set()
    named: set[bytes] = set()
    for key in keys:
        for part in key.parts:
            for case in part.cases:
                arrays = dict(telling_arrays(case))
                texts = {text for data, array in arrays.items() for text in decimals(array)}
                if not case.hidden:
                    public |= {*arrays, *texts}
                    named.add(case.name.encode())
                    continue
                what = f"numbers of the hidden case {case.name!r} of {key.id}.{part.name}"
                needles |= dict.fromkeys(arrays, what)
                numbers |= dict.fromkeys(texts, what)
                if len(case.name) > LONG_NAME and case.tier != "related":
                    names[case.name.encode()] = f"the name of the hidden case {case.name!r}"
    # A name that stands in a public one, of another exercise say, is told anyway.
    needles |= {name: what for name, what in names.items() if not any(name in one for one in named)}
    for path in sorted((chapter / "solutions").glob("*.py")):
        needles |= {line.encode(): f"a line of solutions/{path.name}: {line}" for line in telling_lines(path)}
    return Secrets(
        {needle: what for needle, what in needles.items() if needle not in public},
        {number: what for number, what in numbers.items() if number not in public},
    )


def telling_arrays(case: CaseKey) -> Iterator[tuple[bytes, Numbers]]:
    """The arrays of a call and of its answer that could not be anywhere by chance: a row of ones is nobody's secret."""
    answer = case.expected
    answers = answer.items if isinstance(answer, Several) else (answer,)
    values = [*case.call.args, *case.call.kwargs.values(), *answers]
    for value in values:
        if isinstance(value, Array):
            array = unpack(value)
            if len(np.unique(array)) >= 4:
                yield value.data, array


def decimals(array: Numbers) -> Iterator[bytes]:
    """Its numbers as Python writes them, those that have digits enough to be recognised."""
    if array.dtype.kind == "f":
        for number in array.ravel()[:400].tolist():
            found = LONG_NUMBER.search(repr(abs(number)).encode())
            if found:
                yield found[0]


def telling_lines(path: Path) -> Iterator[str]:
    """Lines of code in an answer file's functions: comments, texts and what anybody would write are left out."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    tree = ast.parse(text)
    prose = {number for node in ast.walk(tree) for number in inside(node)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for number in range(node.body[0].lineno, (node.end_lineno or 0) + 1):
                bare = lines[number - 1].strip()
                if len(bare) >= LONG_LINE and number not in prose and not bare.startswith(ORDINARY):
                    yield bare


def inside(node: ast.AST) -> range:
    """The lines that a text of several lines takes; texts are told to students."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        last = node.end_lineno or node.lineno
        return range(node.lineno, last + 1) if last > node.lineno else range(0)
    return range(0)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, those inside archives too, by name."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found |= opened(path.relative_to(folder).as_posix(), path.read_bytes())
    return found


def opened(name: str, data: bytes) -> dict[str, bytes]:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {name: data}
    found = {name: data}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for inner in archive.namelist():
            found |= opened(f"{name}/{inner}", archive.read(inner))
    return found
