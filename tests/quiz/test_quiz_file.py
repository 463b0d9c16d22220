"""The answers file: what is wrong with it is one sentence with the line, and nothing that is in it can hurt."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Grade
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.content.questions import QuizKey
from grader.content.quiz import quoted
from grader.intake.source import Source
from grader.judge.result import Result
from grader.quiz.judge import QuizJudge

Graded = Callable[..., Result]

# ---------------------------------------------------------------- broken files


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[q1\n", "line 1, “[q1”"),
        ("[q1]\nvariance = 1/64\n", "line 2, “variance = 1/64”: "),
        ("[q1]\nvariance = 1/64\n", 'put the answer between quotes, variance = "1/64"'),
        ("[q4]\nstatements = a, c, e\n", 'statements = "a, c, e"'),
        ("[q1]\nvariance =\n", "line 2, “variance =”"),
        ("[q1]\nvariance\n", "line 2, “variance”"),
        ('[q1]\nvariance = "64\n', "line 2"),
        ("[q1]\nvariance = 64\nvariance = 8\n", "line 3"),
        ("[q1]\n[q1]\n", "line 2"),
        ("[q2]\nscores = [[1,2],\n", "at its end"),
        ("seed = [1]\n", "its seed should be a text"),
        ("seed = true\n", "its seed should be a text"),
        ("seed = '" + "x" * 200 + "'\n", "its seed is longer than 100 characters"),
        ("[q1]\nvariance = " + "9" * 5000 + "\n", ""),
        ("[q1]\nvariance = " + "[" * 5000 + "\n", "nested too deep"),
        # Either would take minutes to read.
        ("a." * 90_000 + "b = 1\n", "names are nested too deep for any answer"),
        ("[" + "'a' . " * 30_000 + "b]\n", "names are nested too deep for any answer"),
        ("#" * 300_000, "more than the 200000 that are read"),
    ],
)
def test_a_broken_file_is_one_sentence_with_the_line(graded: Graded, text: str, says: str) -> None:
    result = graded(text)
    assert result.status == "unreadable"
    messages = {part.message for part in result.parts}
    assert len(messages) == 1
    sentence = messages.pop()
    assert sentence.startswith("quiz.toml ")
    assert says in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("[q1]\nvariante = 64\n", "quiz.toml, line 2: q1 has no piece “variante”: is variance meant?"),
        ("[q7]\nx = 1\n", "quiz.toml, line 1: there is no question “q7”: the questions are q1, q2, q3, q4, q5, q6"),
        ("variance = 64\n", "quiz.toml, line 1: there is no question “variance”: put it below [q1]"),
        ("q1 = 64\n", "quiz.toml, line 1: q1 should be a table, [q1], with a line for each piece below it"),
        ("[q3]\nexponentials = 5\n", "quiz.toml, line 2: exponentials should be a list of 3 numbers, [1, 2, 3] say"),
    ],
)
def test_unknown_names_are_told_with_their_line(graded: Graded, text: str, warning: str) -> None:
    result = graded(text)
    assert result.warnings == (warning,)
    assert result.status == "not-attempted"


def test_names_are_read_kindly(graded: Graded) -> None:
    result = graded('[Q1]\nVariance = 64\nafter-division = 1\n"Divided by d_k" = "1/64"\nq4.d_k = 1\n')
    statuses = {part.part: part.status for part in result.parts}
    assert statuses["q1.variance"] == statuses["q1.after_division"] == statuses["q1.divided_by_d_k"] == "passed"
    assert graded("q1.variance = 64\n").parts[0].status == "passed"


def test_many_unknown_names_are_not_all_told(graded: Graded) -> None:
    warnings = graded("".join(f"x{number} = 1\n" for number in range(500))).warnings
    assert len(warnings) == 9
    assert warnings[-1] == "492 more names in quiz.toml are not known"


# ---------------------------------------------------------------- hostile files

HOSTILE = [
    "9^9^9",
    "9**9**9**9",
    "1e999999999",
    "-1e-999999999",
    "1/0",
    "0^-1",
    "(" * 1000 + ")" * 1000,
    "[" * 1000,
    "-" * 1000,
    "√" * 1000 + "2",
    "1+" * 900 + "1",
    "2^" * 60 + "2",
    "sqrt(" * 300,
    "e^e^e^e^e^e",
    "exp(exp(exp(exp(9))))",
    "log(log(log(1)))",
    "Σ_{i=1}^{10^9} i",
    "Sum(i, i, 1, 10^12)",
    "x" * 5000,
    "9" * 1999,
    "0." + "3" * 1900,
    "1/" * 700 + "1",
    "__import__('os').system('touch /tmp/owned')",
    "exec('1')",
    "{{7*7}}",
    "${jndi}",
    "'; DROP TABLE students; --",
    "<script>alert(1)</script>",
    "\u202e46\u202c",
    "\ufffd\ufffd",
    "\ud7ff\ue000",
    "64\x1b[31m",
    "a\0b",
    "𝟞",
    "٦٤",
    "൬",
    "=" * 500,
    "=,=;=:=",
    ":" * 300,
    "%" * 300,
    ", " * 500,
    "(0,1)," * 300,
    "j > " * 100 + "i",
    "i<" * 200 + "j",
    "9^9^9 > j",
    "and " * 300,
    "not " * 300 + "true",
    "I think that it is because of this, that, and the other " * 20,
    "1 2 3\n" * 150,
    "[[1,2],[3,[4,[5]]]]",
    "{1:2}",
    "NaN",
    "z" * 1999,
    "z " * 999,
    "f" * 1999,
    "word_1 " * 280,
    "x" + " " * 1900 + "y",
    "1" + " " * 1900 + "x",
    "1 (" * 600,
    "2 (2) " * 300,
    "7 " * 999,
    "row : " * 300,
    "i, j " * 380,
    "all cells " * 190,
    "1,1" * 600,
    "1,111" * 390,
    "e" * 1999,
    "\\frac" * 300,
    "_{" * 900,
    "q_" * 900,
    "\n" * 900 + "a" + "\n" * 900,
    "-Infinity",
]


def everything(key: QuizKey, answer: str) -> str:
    """A file that gives this answer to every piece."""
    lines: list[str] = []
    for question in key.questions:
        lines += [f"[{question.id}]", *(f"{piece.name} = {quoted(answer)}" for piece in question.pieces)]
    return "\n".join(lines)


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_answers_are_never_right_never_slow_and_never_a_crash(graded: Graded, key: QuizKey, answer: str) -> None:
    began = time.process_time()
    result = graded(everything(key, answer))
    assert time.process_time() - began < 4.0
    assert result.points == 0.0, [part.part for part in result.parts if part.points]
    text = json.dumps([[part.message, part.hint] for part in result.parts], ensure_ascii=False)
    assert not any(ord(one) < 32 or one in "\u202e\u202c" for one in text)
    assert all(len(part.message) < 500 for part in result.parts)


@settings(max_examples=60, deadline=None)
@given(answer=st.text(st.characters(codec="utf-8"), max_size=40))
def test_no_text_at_all_is_a_crash(judge: QuizJudge, answer: str) -> None:
    judge.judge(Source("quiz.toml", everything(judge.key, answer)))


ALPHABET = "0123456789.,;:/()[]{}+-*^√%=<>ijeabc \n"


@settings(max_examples=60, deadline=None)
@given(answer=st.text(st.sampled_from(ALPHABET), max_size=25))
def test_no_text_of_the_right_letters_is_a_crash(judge: QuizJudge, answer: str) -> None:
    judge.judge(Source("quiz.toml", everything(judge.key, answer)))


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not a text file"),
        (b"[q1]\nvariance = 1/64\n", "line 2"),
    ],
)
def test_an_unreadable_file_is_exit_2_and_a_document(grade: Grade, tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "answers.toml"
    path.write_bytes(data)
    shown = grade("quiz", "--file", path, cwd=tmp_path)
    assert shown.status == 2
    assert says in shown.out
    told = grade("quiz", "--file", path, "--json", cwd=tmp_path)
    assert told.status == 2
    document = told.document()
    assert document["status"] == "unreadable"
    assert len(document["parts"]) == 18
    assert told.err == ""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_and_line_ends(grade: Grade, tmp_path: Path, encoding: str) -> None:
    right = (Path(__file__).parent.parent / "data" / "quiz.toml").read_text(encoding="utf-8")
    path = tmp_path / "answers.toml"
    path.write_bytes(right.replace("\n", "\r\n").encode(encoding))
    document = grade("quiz", "--file", path, "--json", cwd=tmp_path).document()
    assert (document["status"], document["points"], document["warnings"]) == ("passed", 10.0, [])


def test_no_file_no_workspace_no_question(grade: Grade, tmp_path: Path) -> None:
    assert "does not exist" in grade("quiz", "--file", "nowhere.toml", cwd=tmp_path).out
    assert grade("quiz", cwd=tmp_path).sentence().startswith("no workspace here")
    assert grade("quiz", "--json", cwd=tmp_path).document()["status"] == "unreadable"
    assert grade("quiz", "q9", cwd=tmp_path).sentence() == "there is no question q9: the questions are q1, q2, q3, q4, q5, q6"
    assert grade("quiz", "q9", "--json", cwd=tmp_path).document()["warnings"] == [
        "there is no question q9: the questions are q1, q2, q3, q4, q5, q6"
    ]
    assert "--review asks what is due" in grade("quiz", "q1", "--review", cwd=tmp_path).sentence()
    assert "--marked goes with --seed" in grade("quiz", "--marked", cwd=tmp_path).sentence()
