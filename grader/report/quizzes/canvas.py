"""Canvas: a QTI 1.2 package, written by text2qti from a text in its own language.

text2qti keeps four decimals, so ranges are widened to them; Canvas has one right choice in a question, and no field for
each entry of a table.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.quiz.exchange import Item, Range, decimal, shuffled
from grader.report.quizzes.page import Exported, NeedsLibrary, only_one_right
from grader.report.targets.text import one_line

UNIT = Fraction(1, 10_000)
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!])")
"""What Markdown lets a backslash stand in front of."""
ENTITIES = str.maketrans({letter: f"&#{ord(letter)};" for letter in "&<>$~^|"})
"""What text2qti or HTML would act on otherwise."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def write(title: str, items: Sequence[Item]) -> Exported:
    """Raises `NeedsLibrary`."""
    try:
        from text2qti.config import Config
        from text2qti.qti import QTI
        from text2qti.quiz import Quiz
    except ImportError as error:
        raise NeedsLibrary("a package for Canvas needs text2qti: python -m pip install text2qti") from error
    notes = ["every question is worth 1 point: set their points in Canvas"]
    lines = [f"Quiz title: {one_line(title)}", "shuffle answers: false", ""]
    for number, one in enumerate(items, 1):
        lines += [*question(number, one, notes), ""]
    # Without its own `load`, which would read and write a file in the user's home.
    quiz = Quiz("\n".join(lines), config=Config(), source_name="quiz")
    return Exported(same_each_time(QTI(quiz).zip_bytes()), len(items), tuple(notes))


def question(number: int, one: Item, notes: list[str]) -> Iterator[str]:
    yield f"Title: {one_line(one.title)}"
    yield "Points: 1"
    first, *rest = marked_up(one.prompt)
    label = f"{number}.  "
    yield f"{label}{first}"
    # What belongs to a question stands below its first letter.
    yield from (f"{' ' * len(label)}{line}".rstrip() for line in rest)
    if one.why:
        yield f"... {escaped(one.why)}"
    if one.kind == "open":
        yield "____"
    elif one.kind == "number":
        assert one.number
        yield f"=   {ranged(one.number)}"
    elif one.kind == "several":
        for option in one.options:
            yield f"[{'*' if option.right else ' '}] {escaped(option.text)}"
            if option.says:
                yield f"... {escaped(option.says)}"
    else:
        yield from single(one, notes)


def single(one: Item, notes: list[str]) -> Iterator[str]:
    kept, note = only_one_right(one)
    notes += [note] if note else []
    options = [option for option in shuffled(one) if option in kept] if one.kind == "table" else list(kept)
    for letter, option in zip(LETTERS, options, strict=False):
        yield f"{'*' if option.right else ''}{letter}) {option.text if one.kind == 'truth' else escaped(option.text)}"
        if option.says:
            yield f"... {escaped(option.says)}"


def ranged(value: Range) -> str:
    """A whole number exactly; else from a little below to a little above, in four decimals."""
    if value.within == "0":
        return value.value
    return f"[{decimal(value.low // UNIT * UNIT)}, {decimal(-(-value.high // UNIT) * UNIT)}]"


def marked_up(text: str) -> list[str]:
    """Markdown lines: paragraphs, and what is indented as code."""
    lines: list[str] = []
    for block in text.split("\n\n"):
        if lines:
            lines.append("")
        if block.startswith("    "):
            lines += block.split("\n")
        else:
            lines.append(escaped(block))
    return lines


def escaped(text: str) -> str:
    # Entities last: their own # is no mark of Markdown's.
    return SPECIAL.sub(r"\\\1", " ".join(text.split())).translate(ENTITIES)


def same_each_time(data: bytes) -> bytes:
    """The package without the time at which it was written."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(name))
    return buffer.getvalue()
