"""The quiz for other systems: every format is read by its own rules, and asked with right and wrong answers."""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, Grade
from hypothesis import given
from hypothesis import strategies as st

from grader.content.catalog import ChapterCatalog
from grader.content.questions import PieceKey, QuestionKey, QuizKey, quiz_of
from grader.quiz.exchange import CannotExchange, Item, Range, decimal, items, range_of
from grader.quiz.numbers import counts_as
from grader.quiz.typed import read_number
from grader.quiz.variants import questions_of
from grader.report.quizzes import canvas, gift, jupyterquiz, moodle

SEEDS = ["", "maeve", "bo", "7"]
FRACTIONS = {
    100,
    90,
    83.33333,
    80,
    75,
    70,
    66.66667,
    60,
    50,
    40,
    33.33333,
    30,
    25,
    20,
    16.66667,
    14.28571,
    12.5,
    11.11111,
    10,
    5,
    0,
}
"""The only ones that Moodle takes, with either sign."""


@pytest.fixture(scope="module")
def key(cache: Path) -> QuizKey:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBOOK_CACHE", str(cache))
        return quiz_of(ChapterCatalog(ROOT, "", public=False).entry("quiz"))


@pytest.fixture(params=SEEDS)
def asked(request: pytest.FixtureRequest, key: QuizKey) -> tuple[tuple[QuestionKey, ...], list[Item]]:
    questions = questions_of(key, request.param)
    return questions, items(questions)


def pieces(questions: tuple[QuestionKey, ...]) -> Iterator[tuple[str, PieceKey]]:
    for question in questions:
        for piece in question.pieces:
            yield f"{question.id}.{piece.name}", piece


Asked = tuple[tuple[QuestionKey, ...], list[Item]]


# ---------------------------------------------------------------- items


def test_every_piece_is_asked_and_every_kind_can_be_got_right_and_wrong(asked: Asked) -> None:
    questions, found = asked
    assert [one.name for one in found] == [name for name, _ in pieces(questions)]
    for one in found:
        if one.kind in ("one", "several", "truth", "table"):
            rights = [option.right for option in one.options]
            assert set(rights) == {True, False}, one
            assert len({option.text for option in one.options}) == len(one.options)


def test_a_number_is_right_by_our_own_rule(asked: Asked) -> None:
    """Within its range it counts with us, and a hair outside it does not."""
    questions, found = asked
    known = dict(pieces(questions))
    for one in found:
        if one.number is None:
            continue
        piece = known[one.name]
        symbols = {name: read_number(value, {}) for name, value in piece.symbols.items()}
        true = read_number(piece.accepted[0], symbols)
        hair = Fraction(one.number.within) / 100 or Fraction(1, 1000)
        inside = (one.number.low + hair, one.number.high - hair) if one.number.within != "0" else ()
        for value in (*inside, Fraction(one.number.value)):
            assert counts_as(read_number(decimal(value), {}), true), (one.name, value)
        for value in (one.number.low - hair, one.number.high + hair):
            assert not counts_as(read_number(decimal(value), {}), true), (one.name, value)


def test_no_foreseen_number_is_also_the_right_one(asked: Asked) -> None:
    for one in asked[1]:
        for wrong in one.foreseen:
            assert one.number
            assert wrong.range.high < one.number.low or one.number.high < wrong.range.low


def test_an_answer_that_is_withheld_is_not_exported(key: QuizKey) -> None:
    withheld = tuple(
        QuestionKey(question.id, "", "", tuple(PieceKey(piece.name, piece.kind, "", "", 1.0) for piece in question.pieces))
        for question in key.questions
    )
    with pytest.raises(CannotExchange, match="is withheld here"):
        items(withheld)


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=10**6))
def test_a_range_holds_its_number(value: Fraction) -> None:
    found = range_of(read_number(f"({value.numerator})/({value.denominator})", {}))
    assert found.low <= value <= found.high
    assert (found.within == "0") == (value.denominator == 1)


# ---------------------------------------------------------------- Moodle


MOODLE = {
    "one": "multichoice",
    "several": "multichoice",
    "truth": "truefalse",
    "number": "numerical",
    "table": "cloze",
    "open": "essay",
}


def moodle_grade(question: ET.Element, typed: str) -> float:
    """What Moodle gives for a number: the first answer within whose tolerance it lies."""
    for answer in question.findall("answer"):
        value, within = Fraction(answer.findtext("text", "")), Fraction(answer.findtext("tolerance", ""))
        if abs(Fraction(typed) - value) <= within:
            return float(answer.get("fraction", "0"))
    return 0.0


def test_moodle_xml(asked: Asked) -> None:
    data = moodle.write("A/B & <C>", asked[1]).data
    assert data.startswith(b"<?xml"), "a blank first line breaks Moodle's parser"
    category, *questions = ET.fromstring(data).findall("question")
    assert category.findtext("category/text") == "$course$/top/A//B & <C>"
    assert len(questions) == len(asked[1])
    for question, one in zip(questions, asked[1], strict=True):
        assert question.findtext("name/text") == one.title
        assert question.get("type") == MOODLE[one.kind]
        fractions = [float(answer.get("fraction", "")) for answer in question.findall("answer")]
        assert {abs(fraction) for fraction in fractions} <= FRACTIONS
        if one.kind == "several":
            assert sum(fraction for fraction in fractions if fraction > 0) == pytest.approx(100, abs=0.001)
            assert question.findtext("single") == "false"
        elif fractions:
            assert 100 in fractions
        if one.number:
            assert moodle_grade(question, one.number.value) == 100
            assert all(moodle_grade(question, wrong.range.value) == 0 for wrong in one.foreseen)
        if one.kind == "table":
            fields = re.findall(r"\{1:NUMERICAL:=(-?[\d.]+):([\d.]+)\}", question.findtext("questiontext/text", ""))
            assert fields == [(entry.value, entry.within) for row in one.table for entry in row]


def test_moodle_has_no_fraction_for_more_than_ten_right_choices(asked: Asked) -> None:
    from msgspec.structs import replace

    several = next(one for one in asked[1] if one.kind == "several")
    many = replace(several, options=tuple(replace(several.options[0], text=f"({n}, 0)", right=n < 11) for n in range(12)))
    made = moodle.write("T", [many])
    assert ET.fromstring(made.data).findall("question")[1].get("type") == "essay"
    assert "more right choices than Moodle can weigh" in made.notes[0]


# ---------------------------------------------------------------- GIFT


def gift_questions(text: str) -> list[tuple[str, str, str]]:
    """Title, question and answers, by GIFT's rules: an empty line ends a question, a backslash takes away a meaning."""
    found = []
    for block in re.split(r"\n\s*\n", text.strip()):
        block = "\n".join(line for line in block.split("\n") if not line.startswith("//"))
        if not block:
            continue
        match = re.fullmatch(r"::((?:[^:\\]|\\.)*)::\[html\]((?:[^{}\\]|\\.)*)\{((?:[^{}\\]|\\.)*)\}", block, re.DOTALL)
        assert match, block
        found.append((unescaped(match[1]), unescaped(match[2]), match[3]))
    return found


def unescaped(text: str) -> str:
    return re.sub(r"\\([~=#{}:])", r"\1", text)


def test_gift(asked: Asked) -> None:
    found = gift_questions(gift.write("The quiz", asked[1]).data.decode())
    assert [title for title, _, _ in found] == [" ".join(one.title.split()) for one in asked[1]]
    for (_, prompt, answers), one in zip(found, asked[1], strict=True):
        assert html.unescape(re.sub("<[^>]*>", " ", prompt)).split()[:3] == one.prompt.split()[:3]
        parts = re.split(r"(?<!\\)####", answers)[0]
        if one.kind == "open":
            assert answers == ""
        elif one.kind == "number":
            assert one.number
            numbers = re.findall(r"\n=%(\d+)%(-?[\d.]+):([\d.]+)", parts)
            assert parts.startswith("#")
            assert numbers[0] == ("100", one.number.value, one.number.within)
            assert {weight for weight, _, _ in numbers[1:]} <= {"0"}
        elif one.kind == "truth":
            right = next(option for option in one.options if option.right)
            assert parts.strip()[0] == right.text[0]
        else:
            marks = re.findall(r"\n(=|~%-?[\d.]+%|~)", parts)
            assert len(marks) == len(one.options)
            # Moodle takes a question without an equals sign for one with several answers.
            assert ("=" in re.sub(r"\\=", "", parts)) == (one.kind != "several")
            given = [100.0 if mark == "=" else float(mark[2:-1]) if "%" in mark else 0.0 for mark in marks]
            most = sum(weight for weight in given if weight > 0) if one.kind == "several" else max(given)
            assert most == pytest.approx(100, abs=0.001)


# ---------------------------------------------------------------- jupyterquiz


def test_jupyterquiz(asked: Asked) -> None:
    made = jupyterquiz.write("T", asked[1])
    found: list[dict[str, Any]] = json.loads(made.data)
    assert {question["type"] for question in found} <= {"numeric", "multiple_choice", "many_choice"}
    assert made.questions == len(found) == sum(one.kind != "open" for one in asked[1])
    assert "no open questions" in made.notes[0]
    for question, one in zip(found, (one for one in asked[1] if one.kind != "open"), strict=True):
        assert question["question"]
        if question["type"] != "numeric":
            assert {type(answer["correct"]) for answer in question["answers"]} == {bool}
            assert sum(answer["correct"] for answer in question["answers"]) >= 1
            continue
        assert one.number
        right = next(answer for answer in question["answers"] if answer.get("correct"))
        value = float(one.number.value)
        assert right["value"] == value if right["type"] == "value" else right["range"][0] <= value < right["range"][1]
        assert question["answers"][-1]["type"] == "default"


# ---------------------------------------------------------------- Canvas


CANVAS = {
    "one": "multiple_choice",
    "several": "multiple_answers",
    "truth": "true_false",
    "number": "numerical",
    "table": "multiple_choice",
    "open": "essay",
}


def test_canvas_package(asked: Asked) -> None:
    pytest.importorskip("text2qti")
    made = canvas.write("The quiz & <more>", asked[1])
    with zipfile.ZipFile(io.BytesIO(made.data)) as package:
        names = package.namelist()
        assert "imsmanifest.xml" in names
        manifest = ET.fromstring(package.read("imsmanifest.xml"))
        hrefs = {element.get("href") for element in manifest.iter() if element.get("href")}
        assert hrefs <= set(names)
        (name,) = (one for one in names if one.endswith(".xml") and "meta" not in one and one != "imsmanifest.xml")
        assessment = ET.fromstring(package.read(name))
    space = {"q": assessment.tag.partition("}")[0].strip("{")}
    found = assessment.findall(".//q:item", space)
    assert len(found) == len(asked[1])
    for element, one in zip(found, asked[1], strict=True):
        kind = element.findtext(".//q:fieldentry", "", space)
        assert kind == f"{CANVAS[one.kind]}_question"
        if one.number:
            low, high = (element.findtext(f".//q:{name}", "", space) for name in ("vargte", "varlte"))
            assert Fraction(low) <= one.number.low
            assert one.number.high <= Fraction(high)
            assert Fraction(high) - Fraction(low) <= 2 * Fraction(one.number.within) + Fraction(2, 10_000)
            assert all(not Fraction(low) <= Fraction(wrong.range.value) <= Fraction(high) for wrong in one.foreseen)
        shown = html.unescape(
            " ".join(text.text or "" for text in element.findall("./q:presentation/q:material/q:mattext", space))
        )
        assert "\\" not in shown
        assert (
            html.unescape(re.sub("<[^>]*>", " ", shown)).replace("’", "'").split()[:3]
            == one.prompt.replace("’", "'").split()[:3]
        )


def test_canvas_asks_for_the_best_of_several_right_answers(key: QuizKey) -> None:
    pytest.importorskip("text2qti")
    made = canvas.write("T", items(key.questions))
    assert any("only one right choice is possible there" in note for note in made.notes)
    with zipfile.ZipFile(io.BytesIO(made.data)) as package:
        text = b"".join(package.read(name) for name in package.namelist()).decode()
    assert "each row is divided by its own sum" in text
    assert "W_Q and W_K differ" not in html.unescape(html.unescape(text))


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize("target", ["moodle", "gift", "jupyterquiz", "canvas"])
def test_the_same_quiz_makes_the_same_file(grade: Grade, tmp_path: Path, target: str) -> None:
    if target == "canvas":
        pytest.importorskip("text2qti")
    for name in ("a", "b"):
        ended = grade("quiz", "--export", target, tmp_path / name)
        assert (ended.status, ended.err) == (0, "")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert grade("quiz", "--export", target, tmp_path / "c", "--seed", "maeve").status == 0
    assert (tmp_path / "c").read_bytes() != (tmp_path / "a").read_bytes()


def test_what_does_not_go_with_an_export_is_told(grade: Grade, tmp_path: Path) -> None:
    assert "--export goes with --seed alone" in grade("quiz", "--export", "gift", tmp_path / "x", "--json").sentence()
    assert "can't be written" in grade("quiz", "--export", "gift", "/proc/x").sentence()


def test_decimals_are_exact() -> None:
    assert [decimal(Fraction(one)) for one in ("0.0156", "-0.5", "12", "0", "0.00005", "-120")] == [
        "0.0156", "-0.5", "12", "0", "0.00005", "-120",
    ]  # fmt: skip
    assert Range("0.0156", "0.00005").low == Fraction("0.01555")
