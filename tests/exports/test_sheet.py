"""Tables that come back as they were, cell for cell and byte for byte."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.targets.model import CannotExport
from grader.report.targets.sheet import Row, plain_sheet, read_sheet, split

TEXT = st.text(alphabet='a=",;\t\r\n é0\u202e')


@given(TEXT, st.sampled_from(",;\t"))
def test_cells_are_those_of_the_standard_reader_and_nothing_is_lost(text: str, delimiter: str) -> None:
    rows = list(split(text, delimiter))
    assert "".join(delimiter.join(cell.raw for cell in row.cells) + row.end for row in rows) == text
    theirs = [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]
    assert [[cell.text for cell in row.cells] for row in rows] == theirs


@given(st.lists(st.lists(TEXT.filter(lambda text: "\0" not in text), min_size=2, max_size=4), min_size=1, max_size=5))
def test_a_new_table_reads_back(rows: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(plain_sheet(rows).decode(), newline=""))) == rows


BODY = 'Username,"Full, name",Grade\r\nzoé,"O""Neil",\r\nbo,Bo,7\n'


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "cp1252"),
    ],
)
def test_one_cell_changes_and_no_other_byte(mark: bytes, encoding: str, delimiter: str) -> None:
    body = BODY.replace(",", delimiter)
    sheet = read_sheet(mark + body.encode(encoding), "the template")
    assert sheet.header[2] == "Grade"
    assert sheet.with_values({}) == mark + body.encode(encoding)
    changed = body.replace(f'""Neil"{delimiter}\r\n', f'""Neil"{delimiter}8.5\r\n')
    assert sheet.with_values({(1, 2): "8.5"}) == mark + changed.encode(encoding)


def test_a_cell_in_quotes_stays_in_quotes() -> None:
    sheet = read_sheet(b'"a","b"\n"x",""\n', "the template")
    assert sheet.with_values({(1, 1): "7"}) == b'"a","b"\n"x","7"\n'


def test_a_short_row_grows() -> None:
    assert read_sheet(b"a,b,c\nx\n", "t").with_values({(1, 2): "7"}) == b"a,b,c\nx,,7\n"


def test_excel_s_own_first_line_is_understood_and_kept() -> None:
    data = b"sep=;\r\na;b,c\r\n1;2\r\n"
    sheet = read_sheet(data, "t")
    assert (sheet.delimiter, sheet.header) == (";", ("a", "b,c"))
    assert sheet.with_values({}) == data


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04rest", "is an Excel workbook"),
        (b"\xd0\xcf\x11\xe0rest", "is an Excel workbook"),
        (b"", "no header line"),
        (b"\n\n", "no header line"),
        (b"abcdefghi\0", "not a text file"),
        (b"\xff\xfea", "damaged"),
    ],
)
def test_what_is_no_table_is_told(data: bytes, says: str) -> None:
    with pytest.raises(CannotExport, match=says):
        read_sheet(data, "the template")


def test_a_row_tells_its_text_stripped_and_nothing_where_it_ends() -> None:
    row = next(iter(split(" a ,b", ",")))
    assert (row.text(0), row.text(5), row.text(None)) == ("a", "", "")
    assert Row((), "").text(0) == ""


def test_ten_thousand_students_take_no_time_worth_telling() -> None:
    data = b"a,b\n" + b'"x, y",1\n' * 10_000
    sheet = read_sheet(data, "t")
    assert len(sheet.rows) == 10_001
    assert sheet.with_values(dict.fromkeys(((row, 1) for row in range(1, 10_001)), "1")) == data
