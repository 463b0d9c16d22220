"""A submission's source: from bytes to text, or one sentence that says why not. What a notebook holds is in `notebook.py`.

Nothing is parsed here: a hostile source can crash a parser, so that is left to the sandbox.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_right
from pathlib import Path

from msgspec import Struct

from grader.intake.order import in_a_sentence

LARGEST_SOURCE = 1 << 20
"""Bytes of source that are read; a filled stub has a few thousand."""
LARGEST_NOTEBOOK = 100_000_000
"""Bytes of a notebook that are read. Nearly all of a large one are outputs; its code must be no longer than any source."""
NOTEBOOK = ".ipynb"


class Cell(Struct, frozen=True):
    """A code cell of a notebook: what messages call it ("cell 4" of all cells, from 1), and how many lines of the text
    stand above it."""

    name: str
    start: int


class Source(Struct, frozen=True):
    """Text to be graded. `name` is what messages call the file; `warnings` were met in reading.

    A notebook's text is that of its code cells, one below the other. The sandbox counts the lines of the whole text; every
    message to a person says where in which cell that is, and asks for it here. `live`: these are the cells run so far in a
    kernel, where errors were seen when they came, and a function is defined again and again. `seed` and `marked`: the version
    of a quiz that it has to answer, where somebody else than the file itself decides that.
    """

    name: str
    text: str
    warnings: tuple[str, ...] = ()
    seed: str | None = None
    marked: bool = False
    cells: tuple[Cell, ...] = ()
    live: bool = False

    def line(self, number: int) -> str:
        """The source line with this 1-based number, stripped; "" where there is none."""
        lines = self.text.split("\n")
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def cell(self, line: int) -> Cell:
        """The cell that a line of the text is in. For notebooks only."""
        return self.cells[max(bisect_right(self.cells, line - 1, key=lambda cell: cell.start) - 1, 0)]

    def within(self, line: int) -> str:
        """Where a line is, in a sentence that names the file: "line 12", or "cell 4, line 2"."""
        if not self.cells:
            return f"line {line}"
        cell = self.cell(line)
        return f"{cell.name}, line {line - cell.start}"

    def place(self, line: int) -> str:
        """File and line: "exercise3.py:12", or "exercise3.ipynb, cell 4, line 2"; the file alone where no line is known."""
        if not line:
            return self.name
        return f"{self.name}, {self.within(line)}" if self.cells else f"{self.name}:{line}"

    def quoted(self, line: int) -> str:
        """A line's place, and what is written there."""
        return f"{self.place(line)}   {self.line(line)}"

    def retold(self, message: str) -> str:
        """A message of Python's about this text, with the lines that it names as the student counts them."""
        if not self.cells:
            return message
        return line_in_message.sub(lambda match: str(int(match[0]) - self.cell(int(match[0])).start), message)


line_in_message = re.compile(r"(?<=\b[oa][nt] line )\d{1,9}")


class Unreadable(Exception):
    """For the student: what can't be read, where, and what to do. One sentence."""


def read_source(path: Path, name: str | None = None) -> Source:
    """The source in the file `path`. Raises `Unreadable`."""
    # A name that is no UTF-8 could neither be stored nor shown, and of one of several lines each would look like a sentence.
    name = in_a_sentence(name or path.name or str(path))
    return decode(read_bytes(path, name), name)


PACKED = (b"PK\3\4", b"PK\5\6", b"\x1f\x8b", b"BZh91AY&SY", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07")
"""How archives begin, whatever they are called; no text does."""
LONGEST_START = 16


def read_bytes(path: Path, name: str) -> bytes:
    """The bytes of a source file, a notebook's or Python's, that messages call `name`. Raises `Unreadable`."""
    suffix, largest = (NOTEBOOK, LARGEST_NOTEBOOK) if is_notebook(path.name) else (".py", LARGEST_SOURCE)
    data = b""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise Unreadable(f"{name} is a folder, not a file: give the {suffix} file in it")
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(f"{name} is not an ordinary file: give the {suffix} file itself")
        size = found.st_size
        data = read_start(path, largest + 1 if size <= largest else LONGEST_START)
        size = max(size, len(data))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise Unreadable(f"{name} does not exist: check the name") from None
    except OSError as error:
        raise Unreadable(f"{name} can't be read ({error.strerror}): check its permissions") from error
    if data.startswith(PACKED):
        raise Unreadable(f"{name} is an archive: unpack it, and give the file that is in it")
    if size > largest:
        most = "1 MiB that are read: remove data and outputs from it"
        if suffix == NOTEBOOK:
            most = f"{LARGEST_NOTEBOOK / 1e6:.0f} MB that are read of a notebook: clear its outputs and save it"
        raise Unreadable(f"{name} has {size / 1e6:.1f} MB, more than the {most}")
    return data


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a file, at most so many; of what has become a pipe since it was looked at, those that are there
    already."""

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=opened) as file:
        return file.read(most)


def is_notebook(name: str) -> bool:
    """Whether a file of this name is a notebook."""
    return name.lower().endswith(NOTEBOOK)


def decode(data: bytes, name: str) -> Source:
    """The source in the bytes of a file: a notebook, Python, or any other text that is handed in. Raises `Unreadable`."""
    braced = data[:1000].lstrip(codecs.BOM_UTF8 + b" \t\r\n").startswith(b"{")
    # A notebook that was renamed to .py is still one.
    if not is_notebook(name) and not (braced and name.endswith(".py") and b'"cells"' in data and b'"nbformat"' in data):
        return decode_text(data, name)
    # Only here: grading a script should not pay for reading notebooks.
    from grader.intake.notebook import read_notebook

    return read_notebook(data, name)


def decode_text(data: bytes, name: str) -> Source:
    """Text from the bytes of a Python file, or of any other text. Raises `Unreadable`.

    UTF-8, with or without a byte-order mark, and what a Python file's coding line declares. UTF-16 with its mark and old
    8-bit files are read too; of a Python file with a warning, for Python itself would refuse it, but what is meant is plain.
    """
    warnings: list[str] = []
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = decoded(data, "utf-16", name)
        if is_python(name):
            warnings.append(f"{name} is saved as UTF-16, which Python does not run: save it as UTF-8")
    elif b"\0" in data:
        position = data.index(b"\0")
        raise Unreadable(f"{name} is not a text file (byte {position} is 0): {hand_in_itself(name)}")
    else:
        text = decode_8_bit(data, name, warnings)
    if not text.strip().strip("\ufeff"):
        raise Unreadable(f"{name} is empty: did saving or uploading fail?")
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n"), tuple(warnings))


def is_python(name: str) -> bool:
    return not name.lower().endswith((".toml", ".md", ".txt"))


def hand_in_itself(name: str) -> str:
    return f"hand in the {'.py source' if is_python(name) else 'text'} itself"


def decode_8_bit(data: bytes, name: str, warnings: list[str]) -> str:
    declared = declared_encoding(data) if is_python(name) else ""
    if declared and declared.lower().replace("_", "-") not in ("utf-8", "utf8", "utf-8-sig"):
        text = decoded(data, declared, name)
        if declared not in text[:1000]:
            raise Unreadable(f"{name} declares the encoding {declared[:30]!r}, but is not in it: save it as UTF-8")
        return text
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        mostly_binary = sum(byte < 9 or 13 < byte < 32 for byte in data[:4096]) > len(data[:4096]) // 50
        if mostly_binary:
            raise Unreadable(f"{name} is not a text file (line {line} holds binary data): {hand_in_itself(name)}") from None
        refused = ", so Python does not run it; it" if is_python(name) else ": it"
        byte = f"byte 0x{data[error.start]:02x} in line {line}"
        warnings.append(f"{name} is not UTF-8 ({byte}){refused} was read as Latin-1: save it as UTF-8")
        return data.decode("latin-1")


def declared_encoding(data: bytes) -> str:
    """The coding line of PEP 263, in the first two lines; "" where there is none."""
    for line in data.split(b"\n", 2)[:2]:
        match = re.match(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line)
        if match:
            return match[1].decode("ascii", "replace")
        if line.strip() and not line.lstrip().startswith(b"#"):
            return ""
    return ""


def decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        if not codecs.lookup(encoding)._is_text_encoding:
            raise LookupError
        text = data.decode(encoding)
        # Lone surrogates are no text that could be run, stored or shown.
        text.encode()
    except LookupError:
        raise Unreadable(f"{name} declares the encoding {encoding[:30]!r}, which does not exist: save it as UTF-8") from None
    except (UnicodeError, ValueError) as error:
        line = data[: getattr(error, "start", 0)].count(b"\n") + 1
        raise Unreadable(f"{name} is not valid {encoding[:30]} (line {line}): save it as UTF-8") from None
    return text
