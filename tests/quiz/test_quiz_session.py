"""The quiz in the terminal: a whole session over a pipe, in a terminal with Ctrl-C, again the next day, and the review.

`UPDATE_GOLDEN=1 pytest tests/quiz/test_quiz_session.py` writes the golden files anew; read every line of the difference.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from conftest import GRADE, Ended, Grade, cells, controlling_terminal, environment, on_posix, press_ctrl_c, read_until
from jsonschema import Draft202012Validator

GOLDEN = Path(__file__).parent / "golden"
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
FILES = sorted(path.parent for path in GOLDEN.glob("*/answers.toml"))
SESSIONS = sorted(path.parent for path in GOLDEN.glob("*/input.txt"))
ACTED_ON = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
RIGHT = (Path(__file__).parent.parent / "data" / "quiz.toml").read_text(encoding="utf-8")
OPTIONS = {"session-matrix": ("q2",)}


def agree(path: Path, text: str) -> None:
    if UPDATE:
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), f"{path} differs; UPDATE_GOLDEN=1 rewrites it"


def fit_for_a_terminal(text: str) -> None:
    assert not ACTED_ON.search(text)
    assert [line for line in text.split("\n") if cells(line) > 80] == []


@pytest.mark.parametrize("case", FILES, ids=lambda path: path.name)
def test_a_graded_file(case: Path, grade: Grade, public_key: Path, tmp_path: Path, schema: dict[str, Any]) -> None:
    (tmp_path / "answers.toml").write_bytes((case / "answers.toml").read_bytes())
    shown = grade("--key", public_key, "quiz", "--file", "answers.toml", cwd=tmp_path)
    told = grade("--key", public_key, "quiz", "--file", "answers.toml", "--json", cwd=tmp_path)
    document = told.document()
    agree(case / "terminal.txt", shown.out)
    agree(case / "result.json", json.dumps({**document, "key": "sha256:…"}, indent=1, ensure_ascii=False) + "\n")
    fit_for_a_terminal(shown.out)
    Draft202012Validator(schema).validate(document)
    assert shown.status == told.status == {"passed": 0, "failed": 1, "unreadable": 2}[document["status"]]
    assert shown.err == told.err == ""


@pytest.fixture
def work(grade: Grade, public_key: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    assert grade("--key", public_key, "start", folder).status == 0
    return folder


def session(work: Path, cache: Path, public_key: Path, typed: str | bytes, *options: str, **env: str) -> Ended:
    """A session with everything typed ahead, over a pipe."""
    command = [*GRADE, "--key", str(public_key), "quiz", *options]
    data = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(command, cwd=work, env=environment(cache, **env), input=data, capture_output=True, timeout=60)
    ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ended.err
    return ended


def kept(work: Path) -> dict[str, Any]:
    """The answers that the file holds, empty ones left out."""
    document = tomllib.loads((work / "exercises" / "quiz.toml").read_text(encoding="utf-8"))
    tables = {question: table for question, table in document.items() if isinstance(table, dict)}
    return {f"{question}.{name}": value for question, table in tables.items() for name, value in table.items() if value}


@pytest.mark.parametrize("case", SESSIONS, ids=lambda path: path.name)
def test_a_whole_session_over_a_pipe(case: Path, work: Path, cache: Path, public_key: Path) -> None:
    typed = (case / "input.txt").read_text(encoding="utf-8")
    ended = session(work, cache, public_key, typed, *OPTIONS.get(case.name, ()))
    agree(case / "terminal.txt", ended.out)
    fit_for_a_terminal(ended.out)
    assert ended.err == ""
    answers = "".join(f"{name} = {value!r}\n" for name, value in kept(work).items())
    agree(case / "answers.txt", answers)
    assert ended.status == (0 if "10/10" in ended.out or "1.67/1.67 points" in ended.out else 1)


def test_an_answer_is_shown_only_after_an_attempt(work: Path, cache: Path, public_key: Path) -> None:
    ended = session(work, cache, public_key, "answer\nnonsense\nanswer\n65\nanswer\n", "q1")
    before, after = ended.out.split("NOT YET", 1)
    assert before.count("The answer is shown after an attempt") == 2
    assert "answer  64" not in before
    assert "answer  64. Each product" in after
    # An attempt of an earlier session is one too.
    assert "answer  64. Each" in session(work, cache, public_key, "answer\n", "q1").out


def test_it_goes_on_where_it_was_left(work: Path, cache: Path, public_key: Path) -> None:
    first = session(work, cache, public_key, "64\n1\n")
    assert first.status == 1
    assert "The input has ended." in first.out
    assert kept(work) == {"q1.variance": "64", "q1.after_division": "1"}
    second = session(work, cache, public_key, "1/64\n")
    assert "2 of 18 are right already" in second.out
    assert "  the number that this division multiplies the variance by\n" in second.out
    assert "  Var(q·k)\n" not in second.out
    assert kept(work)["q1.factor"] == "1/64"


def test_what_the_student_wrote_by_hand_stays(work: Path, cache: Path, public_key: Path) -> None:
    path = work / "exercises" / "quiz.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('variance = ""', "Variance = 8  # my first guess"), encoding="utf-8")
    session(work, cache, public_key, "64\n")
    after = path.read_text(encoding="utf-8")
    assert 'Variance = "64"  # my first guess' in after
    assert after.replace('Variance = "64"  # my first guess', 'variance = ""') == text


def test_all_right_is_exit_0_and_passes(grade: Grade, work: Path, cache: Path, public_key: Path) -> None:
    (work / "exercises" / "quiz.toml").write_text(RIGHT, encoding="utf-8")
    ended = session(work, cache, public_key, "skip\n" * 3)
    assert ended.status == 0
    assert "18 of 18 are right already" in ended.out
    assert re.search(r"quiz +The chapter's six questions +passed", grade("--key", public_key, "list", cwd=work).out)
    assert grade("--key", public_key, "quiz", "--json", cwd=work).document()["status"] == "passed"


def test_a_broken_file_is_told_and_left_alone(work: Path, cache: Path, public_key: Path) -> None:
    path = work / "exercises" / "quiz.toml"
    path.write_text("[q1\n")
    sentence = session(work, cache, public_key, "64\n").sentence()
    assert sentence.startswith("quiz.toml can't be read: line 1, “[q1”")
    assert path.read_text() == "[q1\n"


def test_a_lost_file_is_made_anew(work: Path, cache: Path, public_key: Path) -> None:
    path = work / "exercises" / "quiz.toml"
    blank = path.read_text(encoding="utf-8")
    path.unlink()
    session(work, cache, public_key, "64\n")
    assert path.read_text(encoding="utf-8") == blank.replace('variance = ""', 'variance = "64"', 1)


@pytest.mark.parametrize("typed", [b"\xff\xfe\x00\n64\n", b"\x1b[31m\n64\n", b"\x00\n64\n", b"9" * 5000 + b"\n64\n"])
def test_hostile_input_is_read_over(work: Path, cache: Path, public_key: Path, typed: bytes) -> None:
    ended = session(work, cache, public_key, typed)
    assert ended.status == 1
    fit = "\n".join(line for line in ended.out.split("\n") if not line.startswith(">"))
    fit_for_a_terminal(fit)
    assert "UNREAD" in ended.out
    assert kept(work) == {"q1.variance": "64"}


def test_without_colour_and_narrow(work: Path, cache: Path, public_key: Path) -> None:
    ended = session(work, cache, public_key, "8\n64\n", COLUMNS="40")
    assert "\x1b" not in ended.out
    assert [line for line in ended.out.split("\n") if cells(line) > 40 and not line.startswith("      ")] == []


# ---------------------------------------------------------------- seeds


def test_a_seed_asks_other_numbers_and_keeps_them_in_the_file(work: Path, cache: Path, public_key: Path, grade: Grade) -> None:
    ended = session(work, cache, public_key, "hint\n", "--seed", "Maeve")
    assert "seed Maeve" in ended.out
    assert "d_k = 64" not in ended.out
    text = (work / "exercises" / "quiz.toml").read_text(encoding="utf-8")
    assert '\nseed = "Maeve"\n' in text
    asked = re.search(r"d_k = (\d+)", ended.out)
    assert asked
    # Without a seed, the file's own goes on.
    assert "ok" in session(work, cache, public_key, f"{asked[1]}\n").out
    # Another one's answers are kept apart.
    assert "quiz-bo.toml" in session(work, cache, public_key, "1\n", "--seed", "bo").out
    assert "grade reset quiz" in session(work, cache, public_key, "", "--seed", "").sentence()


def test_the_same_seed_is_the_same_on_every_machine(work: Path, cache: Path, public_key: Path) -> None:
    texts = {session(work, cache, public_key, "", "q2", "--seed", "x", PYTHONHASHSEED=str(number)).out for number in (1, 2)}
    assert len(texts) == 1


def test_marked_questions_are_collected_and_not_judged(work: Path, cache: Path, public_key: Path) -> None:
    ended = session(work, cache, public_key, "12\nhint\n", "q1", "--seed", "maeve", "--marked")
    assert "kept    read; whether it is right is told in the marked run" in ended.out
    text = (work / "exercises" / "quiz.toml").read_text(encoding="utf-8")
    assert 'seed = "maeve"\nmarked = true\n' in text
    # What nobody here can judge is not called wrong.
    assert "judged in the marked run\n  q1  1 of 4 answered" in ended.out
    assert "0 of 4 right" not in ended.out


def test_answers_beside_the_chapters_own_are_gone_on_with_and_packed(
    work: Path, cache: Path, public_key: Path, grade: Grade
) -> None:
    def packed() -> tuple[str, str]:
        told = grade("--key", public_key, "pack", cwd=work).out
        with zipfile.ZipFile(work / "handin.zip") as archive:
            return archive.read("quiz.toml").decode(), told

    session(work, cache, public_key, "64\n", "q1")
    own = packed()[0]
    # Looked at and not answered, another version replaces nothing.
    session(work, cache, public_key, "", "q1", "--seed", "bo", "--marked")
    assert packed()[0] == own
    again = session(work, cache, public_key, "12\n", "q1", "--seed", "bo")
    assert "Next: grade quiz q1 --seed bo  goes on" in again.out
    assert "`grade reset quiz`" in " ".join(again.out.split())
    text, told = packed()
    assert text == own
    assert "quiz-bo.toml: quiz.toml is there too" in told
    # The version that only the marked run can judge is for nothing but handing in.
    marked = session(work, cache, public_key, "12\n", "q1", "--seed", "bo", "--marked")
    assert "Next: grade quiz q1 --seed bo --marked" in marked.out
    assert "`grade pack`" in " ".join(marked.out.split())
    text, told = packed()
    assert "marked = true" in text
    assert "quiz.toml: quiz-bo-marked.toml is there too" in told


# ---------------------------------------------------------------- a terminal


def at_a_terminal(work: Path, cache: Path, public_key: Path) -> tuple[subprocess.Popen[bytes], int]:
    """`grade quiz` in a terminal, and our end of that."""
    import pty

    ours, theirs = pty.openpty()
    command = [*GRADE, "--key", str(public_key), "quiz"]
    process = subprocess.Popen(
        command,
        cwd=work,
        env=environment(cache, TERM="xterm"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        # Without a controlling terminal nobody would get a signal for the key.
        preexec_fn=controlling_terminal,
    )
    os.close(theirs)
    return process, ours


@on_posix
def test_a_line_can_be_edited_and_an_earlier_one_called_back(work: Path, cache: Path, public_key: Path) -> None:
    pytest.importorskip("readline")
    process, ours = at_a_terminal(work, cache, public_key)
    read_until(ours, "> ")
    # 4, one to the left, 6: that is 64. Then 1, and back to it by the arrow upwards.
    os.write(ours, b"4\x1b[D6\n")
    seen = read_until(ours, "add up to 64")
    os.write(ours, b"1\n")
    read_until(ours, "the number that this division", seen)
    os.write(ours, b"\x1b[A/64\n")
    read_until(ours, "the variance if")
    os.write(ours, b"quit\n")
    assert process.wait(20) == 1
    os.close(ours)
    assert kept(work) == {"q1.variance": "64", "q1.after_division": "1", "q1.factor": "1/64"}


@on_posix
def test_ctrl_c_leaves_with_130_and_keeps_what_was_answered(work: Path, cache: Path, public_key: Path) -> None:
    process, ours = at_a_terminal(work, cache, public_key)
    seen = read_until(ours, "> ")
    os.write(ours, b"8\n")
    seen = read_until(ours, "standard deviation", seen)
    os.write(ours, b"64\n")
    seen = read_until(ours, "add up to 64", seen)
    seen = read_until(ours, "the variance of q", seen)
    seen += press_ctrl_c(ours, "Stopped. What you answered is in exercises/quiz.toml")
    assert process.wait(20) == 130
    os.close(ours)
    assert "\x1b[" in seen, "colour on a terminal"
    assert "Traceback" not in seen
    assert kept(work) == {"q1.variance": "64"}
    assert list(deck(work)) == ["q1.variance"], "what was missed comes back all the same"


# ---------------------------------------------------------------- review


def deck(work: Path) -> dict[str, Any]:
    cards = json.loads((work / ".workbook-review.json").read_text())["cards"]
    assert isinstance(cards, dict)
    return cards


def make_due(work: Path) -> None:
    path = work / ".workbook-review.json"
    path.write_text(re.sub(r'"due": "[^"]*"', '"due": "2001-01-01T00:00:00Z"', path.read_text()))


def test_the_review_brings_back_what_was_missed(work: Path, cache: Path, public_key: Path) -> None:
    assert "Nothing to review" in session(work, cache, public_key, "", "--review").out
    session(work, cache, public_key, "8\n64\n1\n1/64\n")
    assert list(deck(work)) == ["q1.variance"], "only what was wrong at first"
    waits = session(work, cache, public_key, "", "--review")
    assert "The next one is due in 10 minutes." in waits.out
    assert waits.status == 0

    before = (work / "exercises" / "quiz.toml").read_text(encoding="utf-8")
    make_due(work)
    seen = []
    for _ in range(2):
        make_due(work)
        asked = session(work, cache, public_key, "", "--review")
        d_k = re.search(r"d_k = (\d+)", asked.out)
        assert d_k
        seen.append(d_k[1])
        right = session(work, cache, public_key, f"{d_k[1]}\n", "--review")
        assert "1 of 1 remembered." in right.out
        assert re.search(r"The next one is due in \d+ days?\.", right.out)
    assert len({*seen, "64"}) == 3, "other numbers each time"
    assert deck(work)["q1.variance"]["times"] == 2
    assert (work / "exercises" / "quiz.toml").read_text(encoding="utf-8") == before, "the answers to hand in stay as they are"

    make_due(work)
    wrong = session(work, cache, public_key, "1\nanswer\n", "--review")
    assert "0 of 1 remembered." in wrong.out
    assert "due in 10 minutes" in wrong.out


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"cards": {"q1.variance": 5}}', b"\xff", b'{"cards": {"q9.x": {}}}'])
def test_a_damaged_deck_is_as_good_as_none(work: Path, cache: Path, public_key: Path, damaged: bytes) -> None:
    (work / ".workbook-review.json").write_bytes(damaged)
    assert "Nothing to review" in session(work, cache, public_key, "", "--review").out
    session(work, cache, public_key, "8\n")
    assert list(deck(work)) == ["q1.variance"]
