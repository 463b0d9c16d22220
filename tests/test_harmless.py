"""Names come from outside: of folders, files and students. Wherever one reaches a terminal, nothing of it acts on that, and no
part of it stands where a line of ours would."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from conftest import Ended, Grade, on_posix
from gradebooks import NEVER_ODD, RIGHT, SQUARES, Desk, hand_in
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.order import in_a_sentence
from grader.report.page import Page, one_line

pytestmark = on_posix
ACTED_ON = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
EVIL = "ev\x1b[2Jil\nFORGED 10\r\t\x07\x9b\u202e\u2028FORGED"


def is_harmless(text: str) -> None:
    assert not ACTED_ON.search(text), text
    assert not re.search(r"^\s*FORGED", text, re.MULTILINE), text


def said(ended: Ended) -> Ended:
    is_harmless(ended.out)
    is_harmless(ended.err)
    return ended


@given(st.text())
def test_a_name_is_one_line_of_nothing_but_text(name: str) -> None:
    for word in (one_line(name), in_a_sentence(name)):
        assert "\n" not in word
        assert len(word.splitlines()) <= 1
    assert not ACTED_ON.search(one_line(name))
    assert len(Page(80).apart(one_line(name)[:30], "1 %")[0].splitlines()) <= 1


@pytest.fixture
def evil(desk: Desk) -> Desk:
    hand_in(
        desk.folder,
        {
            f"{EVIL}/exercise1.py": NEVER_ODD,
            f"{EVIL}/exercise2.py": "\0",
            f"{EVIL}/old{EVIL}/exercise1.py": SQUARES,
            f"{EVIL}/x\nFORGED.rar": "x",
            "bo/exercise1.py": RIGHT["exercise1"],
        },
    )
    return desk


def test_a_batch_and_all_that_is_made_of_it(evil: Desk) -> None:
    roster = evil.place / "roster.csv"
    roster.write_text(f'id,name,group\ns1,Bo,"{EVIL}"\ns1,"Other {EVIL}",\n', encoding="utf-8")
    dry = said(evil.grade("--key", evil.keys["first"], "batch", evil.folder, "--dry-run"))
    assert "ev?[2Jil?FORGED 10??" in dry.out
    for options in ((), ("--roster", roster), ("--roster", roster, "--layout", "canvas")):
        said(evil.batch(*options))
    said(evil.mark("override", EVIL, "exercise1", "double", 6, "--why", EVIL, "--who", EVIL))
    said(evil.mark("exempt", EVIL, "exercise2", "--why", EVIL))
    assert "ev?[2Jil?FORGED" in said(evil.grade("totals", evil.book)).out
    assert "override ev?[2Jil?FORGED" in said(evil.mark("list")).out
    evil.key = "second"
    said(evil.batch())
    assert "ev?[2Jil?FORGED" in said(evil.grade("diff", evil.book)).out
    for target in ("csv", "json"):
        said(evil.grade("export", evil.book, "--to", target, "-o", evil.place / f"{EVIL}.{target}"))
    exported = (evil.place / f"{EVIL}.csv").read_text(encoding="utf-8-sig")
    head, *rows = csv.reader(io.StringIO(exported, newline=""))
    assert {len(row) for row in rows} == {len(head)}, "a line a student"
    said(evil.grade("report", evil.book, "-o", evil.place / f"{EVIL}.html"))
    document = json.loads(evil.batch("--json").out)
    assert {row["student"]["id"] for row in document["results"]} == {EVIL, "bo"}, "programs are told the name as it is"


@pytest.mark.parametrize(
    "arguments",
    [
        ("mark", "exempt", "BOOK", EVIL, "exercise1", "--why", "x"),
        ("mark", "exempt", "BOOK", "bo", EVIL, "--why", "x"),
        ("mark", "override", "BOOK", "bo", "exercise1", EVIL, "1", "--why", "x"),
        ("mark", "override", "BOOK", "bo", "exercise1", "double", EVIL, "--why", "x"),
        ("mark", "extend", "BOOK", "bo", "exercise1", EVIL, "--why", "x"),
        ("mark", "--db", "BOOK", "--from", EVIL),
        ("totals", EVIL),
        ("totals", "BOOK", "--course", EVIL),
        ("export", "BOOK", "--to", EVIL),
        ("export", "BOOK", "--to", "csv", "--student", EVIL),
        ("batch", EVIL),
        ("batch", ".", "--layout", EVIL),
        ("batch", ".", "--roster", EVIL),
        ("--key", EVIL, "list"),
        (f"--{EVIL}",),
        (EVIL,),
        ("quiz", EVIL),
        ("hint", EVIL),
        ("formula", EVIL, "1"),
    ],
    ids=lambda arguments: " ".join(arguments)[:40].encode("unicode_escape").decode(),
)
def test_what_can_t_be_done_with_such_a_name_is_one_sentence(desk: Desk, arguments: tuple[str, ...]) -> None:
    from grader.marking.gradebook import Attempt, Gradebook

    with Gradebook(desk.book) as book:
        book.use_key("sha256:0", "exercise1", "Doubling", 10.0, False)
        with book.transaction():
            book.note_attempt(Attempt("bo", "exercise1", "bo/exercise1.py", "abc"), 1.0)
    ended = said(desk.grade(*(str(desk.book) if one == "BOOK" else one for one in arguments), cwd=desk.place))
    assert ended.status == 2


def test_files_of_a_student(grade: Grade, workspace: Path, tmp_path: Path) -> None:
    odd = tmp_path / f"{EVIL}.py"
    odd.write_text("\0")
    ended = said(grade("exercise3", "--file", odd, cwd=workspace))
    assert "is not a text file" in " ".join(ended.out.split())
    said(grade("exercise3", "--file", tmp_path / f"no{EVIL}.py", cwd=workspace))
    said(grade("quiz", "--file", odd, cwd=workspace))
    said(grade("practice1", "--file", odd, cwd=workspace))
    said(grade("start", tmp_path / EVIL))
    (workspace / "exercises" / "exercise3.py").write_text("def softmax_weights(scores):\n    return scores\n")
    said(grade("pack", tmp_path / f"{EVIL}.zip", cwd=workspace))
    said(grade("tests", tmp_path / f"test_{EVIL}.py", cwd=workspace))
