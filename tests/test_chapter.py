"""The chapter's own numbers, recomputed: each is an item here; and proof that `grade chapter` can say no."""

from __future__ import annotations

import functools
import math
import re
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, Grade, cells
from hypothesis import given
from hypothesis import strategies as some

from grader.content.chapter import entry_ids, exercise_ids
from grader.content.claims import Chapter, Claim, References, Slip, load_chapter, load_references
from grader.content.compile import load_exercise
from grader.content.key import AuthorError
from grader.marking.claims import Row, check_chapter, check_claim, check_slip
from grader.marking.printed import agree, nested, read, shown
from grader.report.claims import NARROW, markdown, render
from grader.report.page import Page

CHAPTER = load_chapter(ROOT)


@functools.cache
def references() -> References:
    return load_references(ROOT)


PARTS = {
    part.name: part.function for name in exercise_ids(ROOT) for part in load_exercise(ROOT / "solutions" / f"{name}.py").parts
}


@functools.cache
def rows() -> list[Row]:
    return check_chapter(CHAPTER, references())


# ---------------------------------------------------------------- the chapter itself


@pytest.mark.parametrize("claim", [pytest.param(one, id=f"{one.where}: {one.says}") for one in CHAPTER.claims])
def test_the_chapter_is_right(claim: Claim) -> None:
    row = check_claim(claim, references())
    assert row.verdict == "agrees", row


@pytest.mark.parametrize("slip", [pytest.param(one, id=f"{one.where}: {one.truth}") for one in CHAPTER.slips])
def test_the_chapter_slips(slip: Slip) -> None:
    row = check_slip(slip, references())
    assert row.verdict == "slip", row


def test_no_claim_and_no_slip_is_written_twice() -> None:
    claims = [(one.where, one.says) for one in CHAPTER.claims]
    truths = [one.truth for one in CHAPTER.slips]
    assert len(set(claims)) == len(claims) > 50
    assert len(set(truths)) == len(truths) > 10


def spoilt(printed: str) -> str | None:
    """A claim's text with its last digit changed, or its word turned round; None for an infinity."""
    if printed in ("true", "false"):
        return {"true": "false", "false": "true"}[printed]
    match = re.search(r"[0-9](?=[^0-9]*$)", printed)
    return match and printed[: match.start()] + str((int(match[0]) + 5) % 10) + printed[match.end() :]


@pytest.mark.parametrize("claim", [pytest.param(one, id=f"{one.where}: {one.says}") for one in CHAPTER.claims])
def test_a_misprint_anywhere_would_be_found(claim: Claim) -> None:
    wrong = spoilt(claim.printed) or "∞"
    assert check_claim(Claim(claim.where, claim.says, wrong, claim.compute), references()).verdict == "differs"


class Recording(References):
    """Notes which parts are asked for."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            self.__dict__.setdefault("asked", set()).add(name)
        return super().__getattr__(name)


def recording() -> Recording:
    return Recording({"all": PARTS})


Spoiling = Callable[[Any, tuple[Any, ...]], Any]


def other_numbers(answer: Any, args: tuple[Any, ...]) -> Any:
    places = np.arange(np.size(answer), 0, -1).reshape(np.shape(answer)) - np.size(answer) // 2
    return places - 3 * np.nan_to_num(np.asarray(answer), neginf=-5)


def swayed_by_input(answer: Any, args: tuple[Any, ...]) -> Any:
    heard = sum(float(np.sum(np.cos(np.asarray(one, dtype=float)))) for one in args if not isinstance(one, np.random.Generator))
    return np.nan_to_num(np.asarray(answer), neginf=-5) + heard


def last_missing(answer: Any, args: tuple[Any, ...]) -> Any:
    return answer[..., :-1][:-1] if isinstance(answer, np.ndarray) else answer + 1


def broken(name: str, spoil: Spoiling) -> References:
    """References of which one part answers something else."""

    def spoilt_answer(answer: Any, args: tuple[Any, ...]) -> Any:
        if isinstance(answer, bool):
            return not answer
        if isinstance(answer, (tuple, list)):
            return type(answer)(spoilt_answer(one, args) for one in answer)[: None if spoil is not last_missing else -1]
        changed = spoil(answer, args)
        return changed if isinstance(answer, np.ndarray) else np.asarray(changed).item()

    return References({"all": {**PARTS, name: lambda *args: spoilt_answer(PARTS[name](*args), args)}})


BY_PRINT_ALONE = {"from the printed", "positions from failed back", "has six words"}
"""What rests on the chapter's own text: its printed numbers, words and their places."""


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(one, id=getattr(one, "says" if isinstance(one, Claim) else "truth"))
        for one in (*CHAPTER.claims, *CHAPTER.slips)
    ],
)
def test_with_a_wrong_reference_it_would_not_hold(one: Claim | Slip) -> None:
    def sound(known: References) -> bool:
        return (check_claim(one, known) if isinstance(one, Claim) else check_slip(one, known)).sound

    notes = recording()
    assert sound(notes)
    asked = notes.__dict__.get("asked", set())
    told = one.says if isinstance(one, Claim) else one.truth
    assert bool(asked) != any(words in told for words in BY_PRINT_ALONE)
    spoilt_ones = (broken(name, spoil) for name in asked for spoil in (other_numbers, swayed_by_input, last_missing))
    assert not asked or any(not sound(known) for known in spoilt_ones)


# ---------------------------------------------------------------- a made-up chapter

MADE_UP = References({"exercise1": {"half": lambda x: x / 2}, "exercise2": {"half": lambda x: 0.5 * x, "rows": np.eye}})


def claim(printed: str, computed: object) -> Row:
    return check_claim(Claim("Here", "a number", printed, lambda _: computed), MADE_UP)


def test_a_wrong_number_differs_and_what_was_computed_is_told() -> None:
    chapter = Chapter((Claim("Section 1", "half of 5", "2.6", lambda known: known.exercise1.half(5)),))
    assert check_chapter(chapter, MADE_UP) == [Row("Section 1", "half of 5", "2.6", "2.500", "differs")]


def test_a_slip_without_a_true_proof_says_so() -> None:
    slip = Slip("Section 1", "half of 4 is 3", "it is 2", lambda known: (known.exercise1.half(5) == 2, "half is 2.5"))
    assert check_slip(slip, MADE_UP) == Row("Section 1", "it is 2", "half of 4 is 3", "half is 2.5", "proof fails")


def test_what_stumbles_is_a_row_too() -> None:
    assert check_claim(Claim("", "", "1", lambda known: known.rows("x")), MADE_UP).verdict == "differs"
    row = check_slip(Slip("", "", "", lambda known: (1 / 0 > 1, "")), MADE_UP)
    assert (row.verdict, row.computed) == ("proof fails", "ZeroDivisionError: division by zero")


def test_a_name_of_two_exercises_must_say_which() -> None:
    assert MADE_UP.exercise2.half(3) == 1.5
    assert MADE_UP.rows(1).tolist() == [[1.0]]
    with pytest.raises(AuthorError, match=r"write references\.exercise1\.half or references\.exercise2\.half"):
        check_claim(Claim("", "", "1", lambda known: known.half(2)), MADE_UP)
    with pytest.raises(AuthorError, match="no exercise has a part 'third'"):
        _ = MADE_UP.third
    with pytest.raises(AuthorError, match="its parts are half, rows"):
        _ = MADE_UP.exercise2.third


# ---------------------------------------------------------------- at the printed digits


@pytest.mark.parametrize(
    ("printed", "computed", "told"),
    [
        ("0.4011", 0.401112, "0.401112"),
        ("0.5", 0.25 + 0.2, "0.450"),  # 0.45 as a float is a little above
        ("2.5", 2.55, "2.550"),  # and 2.55 a little below
        ("0.0000", 0.0, "0.000000"),
        ("−0.7071 0.7071", [-0.70710678, 0.70710678], "−0.707107 0.707107"),
        ("64", 64.0, "64"),
        ("64", np.int64(64), "64"),
        ("10,000", 10_000, "10,000"),
        ("1/64", 0.015625, "1/64"),
        ("1/3", Fraction(1, 3), "1/3"),
        ("−∞ ∞", [-math.inf, math.inf], "−∞ ∞"),
        ("1 0; 0 1", np.eye(2), "1 0; 0 1"),
        ("1 0", np.array([[1.0, 0.0]]), "1 0"),
        ("true", np.bool_(True), "true"),
        ("six words", "Six  words", "Six  words"),
        (str(10**30 + 1), 10**30 + 1, str(10**30 + 1)),
    ],
)
def test_agrees(printed: str, computed: object, told: str) -> None:
    assert claim(printed, computed) == Row("Here", "a number", printed, told, "agrees")


@pytest.mark.parametrize(
    ("printed", "computed", "told"),
    [
        ("0.4011", 0.40116, "0.401160"),
        ("0.4011", 0.4011500001, "0.4011500001"),  # four more digits, or it would look as if it agreed
        ("64", 64.04, "64.04"),
        ("64", 64 + 1e-13, "64.0000000000001"),
        ("1/64", 0.0157, "0.0157"),
        ("1/3", 1 / 3, "0.3333333333333333"),
        ("1", True, "true"),
        ("true", 1, "1"),
        ("true", False, "false"),
        ("0.5", math.nan, "nan"),
        ("0.5", math.inf, "∞"),
        ("∞", -math.inf, "−∞"),
        ("1 2", 1, "1"),
        ("1 2", [1, 2, 3], "1 2 3"),
        ("1 2; 3 4", [1, 2, 3, 4], "1 2 3 4"),
        ("1 2", [], ""),
        ("1", None, "None"),
        ("1.0", "1.0", "1.0"),
        (str(10**30 + 1), 1e30, "1e+30"),
    ],
)
def test_differs(printed: str, computed: object, told: str) -> None:
    assert claim(printed, computed) == Row("Here", "a number", printed, told, "differs")


@given(some.floats(-1e6, 1e6), some.integers(1, 8))
def test_a_number_agrees_with_itself_printed_and_with_no_neighbour(value: float, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    rounded = round(Fraction(value), digits)
    for steps, agrees in ((0, True), (2, False), (-2, False)):
        printed = read(f"{float(rounded + steps * unit):.{digits}f}")
        assert printed is not None
        assert agree(printed, nested(value)) == agrees


@given(some.floats(allow_nan=False), some.integers(0, 6), some.integers(-10, 10))
def test_what_is_shown_never_says_the_opposite(value: float, digits: int, near: int) -> None:
    printed = read(f"{near:.{digits}f}")
    told = read(shown(nested(value), printed))
    assert printed is not None
    assert told is None or not hasattr(told, "value") or agree(printed, nested(told.value)) == agree(printed, nested(value))


# ---------------------------------------------------------------- the tables

ROWS = [
    Row("Part | one", "a_b and _c_ of <b> *x*", "0.5", "0.500", "agrees"),
    Row("Part two", "a very long claim " * 9, "1 0; 0 1", "Error: \x1b[31m" + "x" * 200, "differs"),
    Row("Part two", "it is so", "it is not", "proof", "slip"),
    Row("Part two", "it is so", "it is not", "none", "proof fails"),
]


@pytest.mark.parametrize("width", [30, 40, NARROW - 1, NARROW, 80, 100])
@pytest.mark.parametrize("made", ["made up", "chapter"])
def test_the_terminal_s_table_keeps_to_the_page(width: int, made: str) -> None:
    every = rows() if made == "chapter" else ROWS
    told = render(every, Page(width))
    assert max(cells(line) for line in told.split("\n")) <= width
    assert "\x1b" not in told
    # Word by word, since cells are broken.
    assert {word for row in every for word in row.claim.split() if len(word) < 6} <= set(re.split(r"\s+", told))
    assert told.count("\n") > len(every)


def test_colour_only_repeats_what_words_say() -> None:
    for width in (40, 80):
        coloured = render(ROWS, Page(width, colour=True))
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == render(ROWS, Page(width)).split()


def test_the_last_line_sums_up() -> None:
    last = "1 claim agrees, 1 differs, 1 slip of the chapter proven, 1 proof fails"
    assert render(ROWS, Page(100)).endswith(f"\n{last}\n")
    assert markdown(ROWS).endswith(f"\n{last}.\n")


def test_markdown_shows_every_cell_as_it_is() -> None:
    lines = markdown(ROWS).split("\n")
    assert lines[0] == "| claim | chapter | computed | verdict |"
    assert lines[2] == "| Part \\| one: a_b and \\_c\\_ of \\<b> \\*x\\* | 0.5 | 0.500 | agrees |"
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 5 for line in lines[: 2 + len(ROWS)])
    assert "\x1b" not in "".join(lines)


def test_the_readme_has_the_table() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown_there = re.search(r"<!-- chapter -->\n\n(.*?)\n<!-- /chapter -->", text, re.DOTALL)
    assert shown_there
    assert shown_there[1] == markdown(rows()), "put what `grade chapter --markdown` prints there"


# ---------------------------------------------------------------- the command


def test_the_command_leaves_with_0_and_one_document(grade: Grade) -> None:
    ended = grade("chapter", "--json")
    assert (ended.status, ended.err) == (0, "")
    document = ended.document()
    assert document["schema"] == 1
    assert len(document["rows"]) == len(CHAPTER.claims) + len(CHAPTER.slips)
    assert document["summary"] == {"agrees": len(CHAPTER.claims), "differs": 0, "slip": len(CHAPTER.slips), "proof fails": 0}
    assert list(document["rows"][0]) == ["where", "claim", "chapter", "computed", "verdict"]


WRITTEN = """
from grader.content.claims import Chapter, Claim, Slip
CHAPTER = Chapter(
    (Claim("Here", "half a head", "{printed}", lambda known: known.head_dimension(512, 8) / 128),),
    (Slip("There", "it is not so", "it is so", lambda known: ({holds}, "seen")),),
)
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A chapter of one exercise."""
    for folder, name in (("exercises", "exercise5.py"), ("solutions", "exercise5.py"), ("", ".workbook")):
        (tmp_path / folder).mkdir(exist_ok=True)
        shutil.copy(ROOT / folder / name, tmp_path / folder / name)
    return tmp_path


@pytest.mark.parametrize(
    ("printed", "holds", "status", "verdicts"),
    [
        ("0.50", True, 0, ["agrees", "slip"]),
        ("0.51", True, 1, ["differs", "slip"]),
        ("0.50", False, 1, ["agrees", "proof fails"]),
    ],
)
def test_the_command_on_another_chapter(
    grade: Grade, clone: Path, printed: str, holds: bool, status: int, verdicts: list[str]
) -> None:
    (clone / "solutions" / "chapter.py").write_text(WRITTEN.format(printed=printed, holds=holds))
    ended = grade("chapter", "--json", cwd=clone)
    assert (ended.status, [row["verdict"] for row in ended.document()["rows"]]) == (status, verdicts)
    assert "half a head" in grade("chapter", cwd=clone).out
    assert "| Here: half a head |" in grade("chapter", "--markdown", cwd=clone).out


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (None, "chapter.py is missing: it says what the chapter claims, as CHAPTER = Chapter(…)"),
        ("x = 1\n", "binds no CHAPTER"),
        ("x = (\n", "can't be run: SyntaxError"),
        ("\0", "can't be run"),
        (WRITTEN.replace("head_dimension", "heads").format(printed="1", holds=True), "no exercise has a part 'heads'"),
        (WRITTEN.replace("head_dimension", "exercise5.x").format(printed="1", holds=True), "exercise5 has no part 'x'"),
    ],
)
def test_a_chapter_file_that_can_not_be_used_gets_a_sentence(grade: Grade, clone: Path, written: str | None, says: str) -> None:
    if written is not None:
        (clone / "solutions" / "chapter.py").write_text(written)
    sentence = grade("chapter", cwd=clone).sentence()
    assert sentence.startswith("the chapter can't be checked: ")
    assert says in sentence


def test_the_command_needs_a_clone_and_one_form(grade: Grade, workspace: Path) -> None:
    assert "run it in a clone" in grade("chapter", cwd=workspace).sentence()
    assert "ask for one of them" in grade("chapter", "--json", "--markdown").sentence()


# ---------------------------------------------------------------- what it must not become


def test_it_is_no_exercise() -> None:
    assert (ROOT / "solutions" / "chapter.py").is_file()
    assert "chapter" not in entry_ids(ROOT)


def test_nothing_of_it_is_in_a_key_or_a_workspace(full_key: Path, workspace: Path) -> None:
    """A key is what a student's package and a released copy are made of."""
    told = {one.truth.encode() for one in CHAPTER.slips} | {one.says.encode() for one in CHAPTER.slips}
    for path in [full_key, *(path for path in workspace.rglob("*") if path.is_file())]:
        data = path.read_bytes()
        assert path.name != "chapter.py"
        assert [one for one in told if one in data] == []
