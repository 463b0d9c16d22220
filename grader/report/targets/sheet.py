"""Tables as learning management systems export them: comma, semicolon or tab; UTF-8, UTF-16 or an old 8-bit code.

Read so that it can be written back byte for byte: every cell remembers how it stood in the file. The standard library's
reader forgets quotes and line ends, so cells are told apart here, by its rules.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from grader.report.targets.model import CannotExport

LARGEST = 32 << 20
"""Bytes of a template; an export of ten thousand students has a few million."""
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class Cell(Struct, frozen=True):
    """`raw` is what stands in the file, with its quotes; `text` is what it means."""

    raw: str
    text: str


class Row(Struct, frozen=True):
    """`end` is its line end, empty in a last line that has none."""

    cells: tuple[Cell, ...]
    end: str

    def text(self, column: int | None) -> str:
        """Of a cell, stripped; "" where the row is shorter, or there is no such column."""
        return self.cells[column].text.strip() if column is not None and column < len(self.cells) else ""


class Sheet(Struct, frozen=True):
    """A file's rows, and how they are written. `start` stands in front of the first row: a byte-order mark, `sep=`."""

    rows: tuple[Row, ...]
    delimiter: str
    encoding: str
    start: bytes = b""

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(cell.text.strip() for cell in self.rows[0].cells)

    def with_values(self, values: Mapping[tuple[int, int], str]) -> bytes:
        """The file with some cells, by row and column, replaced, and nothing else changed."""
        raws = [[cell.raw for cell in row.cells] for row in self.rows]
        for (row, column), text in values.items():
            raws[row] += [""] * (column + 1 - len(raws[row]))
            raws[row][column] = self.quoted(text, like=raws[row][column])
        return self.encoded(self.delimiter.join(raw) + row.end for raw, row in zip(raws, self.rows, strict=True))

    def narrowed(
        self, kept: Sequence[int], values: Mapping[tuple[int, int], str], rows: Iterable[int], ending: Sequence[str] = ()
    ) -> bytes:
        """Some columns of some rows, with some cells replaced; `ending` is a last column: its header, and what stands below."""
        lines = []
        for number in rows:
            row = self.rows[number]
            raws = [cell.raw for cell in row.cells] + [""] * len(self.rows[0].cells)
            new = ((values.get((number, place)), raws[place]) for place in kept)
            cells = [raw if text is None else self.quoted(text, like=raw) for text, raw in new]
            end = [ending[min(number, 1)]] if ending else []
            lines.append(self.delimiter.join([*cells, *end]) + (row.end or self.line_end))
        return self.encoded(lines)

    def quoted(self, text: str, like: str = "") -> str:
        """A cell's text as it stands in the file: in quotes where it needs them, or where the cell had them before."""
        if like.startswith('"') or any(letter in text for letter in (self.delimiter, '"', "\r", "\n")):
            return '"' + text.replace('"', '""') + '"'
        return text

    def encoded(self, lines: Iterable[str]) -> bytes:
        # An old 8-bit code lacks letters; then a question mark, as its programs do.
        return self.start + "".join(lines).encode(self.encoding, "replace")

    @property
    def line_end(self) -> str:
        return self.rows[0].end or "\r\n"


def read_sheet(data: bytes, origin: str) -> Sheet:
    """The table in a file. Raises `CannotExport`, naming `origin`."""
    if data.startswith(WORKBOOKS):
        raise CannotExport(f"{origin} is an Excel workbook: save it as CSV, or take the file as the LMS exported it")
    if len(data) > LARGEST:
        raise CannotExport(f"{origin} has {len(data) / 1e6:.0f} MB, more than a grade file ever has: give the LMS's own export")
    encoding, mark, text = decoded(data, origin)
    separator = re.match(r"sep=(.)\r?\n", text)
    start = mark + (separator[0].encode(encoding) if separator else b"")
    text = text[separator.end() :] if separator else text
    delimiter = separator[1] if separator else likeliest(text)
    rows = tuple(split(text, delimiter))
    if not rows or not any(cell.text.strip() for cell in rows[0].cells):
        raise CannotExport(f"{origin} has no header line: give the file as the LMS exported it")
    return Sheet(rows, delimiter, encoding, start)


def decoded(data: bytes, origin: str) -> tuple[str, bytes, str]:
    """The encoding, the byte-order mark and the text."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            try:
                return encoding, mark, data[len(mark) :].decode(encoding)
            except UnicodeDecodeError as error:
                raise CannotExport(f"{origin} is damaged (byte {error.start} is no {encoding}): export it again") from error
    # Without a mark: every other byte of plain letters in UTF-16 is 0.
    head = data[:2000]
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(head) > 3 and head[offset::2].count(0) > len(head) // 4:
            return encoding, b"", data.decode(encoding, "replace")
    if b"\0" in data:
        raise CannotExport(f"{origin} is not a text file: give the file as the LMS exported it")
    try:
        return "utf-8", b"", data.decode()
    except UnicodeDecodeError:
        # Where code page 1252 has holes, Latin-1 has none, and gives every byte back.
        try:
            return "cp1252", b"", data.decode("cp1252")
        except UnicodeDecodeError:
            return "latin-1", b"", data.decode("latin-1")


def likeliest(text: str) -> str:
    """The separator that makes most cells of the first line; a comma where none makes any."""

    def cells_of(delimiter: str) -> int:
        return len(next(iter(split(text, delimiter)), Row((), "")).cells)

    return max((",", "\t", ";"), key=cells_of)


def split(text: str, delimiter: str) -> Iterator[Row]:
    """The rows of a text, by the rules of the standard library's reader; an empty line is a row with one empty cell."""
    stop = re.escape(delimiter)
    quoted = re.compile(r'"((?:[^"]+|"")*+)(?:"|\Z)')
    plain = re.compile(rf"[^{stop}\r\n]*")
    ending = re.compile(rf"{stop}|\r\n|\r|\n|\Z")
    position, cells = 0, list[Cell]()
    while position < len(text) or cells:
        start = position
        inside = quoted.match(text, start)
        outside = plain.match(text, inside.end() if inside else start)
        assert outside
        end = ending.match(text, outside.end())
        assert end
        meant = (inside[1].replace('""', '"') if inside else "") + outside[0]
        cells.append(Cell(text[start : end.start()], meant))
        position = end.end()
        if end[0] != delimiter:
            yield Row(tuple(cells), end[0])
            cells = []


def plain_sheet(rows: Sequence[Sequence[str]]) -> bytes:
    """A new table: UTF-8, commas, lines that end as the standard for CSV says."""
    made = Sheet((), ",", "utf-8")
    return made.encoded(",".join(made.quoted(text) for text in row) + "\r\n" for row in rows)
