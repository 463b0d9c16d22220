"""Re-rolled questions: the same for the same seed, everywhere; and what a public key holds of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Batch, Grade
from gradebooks import hand_in

from grader.content.catalog import ChapterCatalog
from grader.content.questions import QuestionKey, QuizKey, quiz_of, unpacked
from grader.content.quiz import blank
from grader.intake.source import Source
from grader.judge.result import Result
from grader.marking.verify_quiz import RULES, QuizSubject
from grader.quiz.judge import QuizJudge
from grader.quiz.variants import place, questions_of

Graded = Callable[..., Result]


def answers_to(questions: tuple[QuestionKey, ...], seed: str, marked: bool = False) -> str:
    """A file with the right answer to everything."""
    text = blank("t", questions, seed, marked)
    for question in questions:
        head, _, rest = text.partition(f"[{question.id}]\n")
        for piece in question.graded():
            answer = piece.accepted[0].replace('"', "'")
            rest = rest.replace(f'{piece.name} = ""', f'{piece.name} = "{answer}"', 1)
        text = f"{head}[{question.id}]\n{rest}"
    return text


@pytest.fixture(scope="module")
def subject() -> QuizSubject:
    return QuizSubject(ROOT, "quiz", every=12)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_content_is_sound(subject: QuizSubject, rule: Callable[[QuizSubject], object]) -> None:
    """`grade verify quiz` looks at every variant; here each twelfth."""
    assert list(rule(subject)) == []  # type: ignore[call-overload]


QUIZ = """
from dataclasses import replace
from grader.content.asking import Asked, Foreseen, Question, Quiz, number

def asked(a, b):
    answer = str(a + b + (a > 2))
    wrong = (Foreseen(str(a + b + (a > 2)), "No.", "right-after-all"), Foreseen(str(a * b + 100), "No, times."))
    return Question(f"What is {a} and {b}?", (
        number("sum", "The sum", answer, equals=a + b, why="So.", hint="Add.", foreseen=wrong),
        number("first", "The first", str(a), equals=a, why="So." * (a < 2), hint="Look."),
    ))

QUIZ = Quiz("Sums", (Asked("q1", "Sums", asked(1, 2), lambda dice: asked(dice.randint(1, 5), dice.randint(3, 5))),))
"""


def test_a_slip_of_all_variants_is_told_once(tmp_path: Path) -> None:
    from grader.marking.verify_quiz import findings

    for folder in ("exercises", "solutions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "solutions" / "quiz.py").write_text(QUIZ)
    (tmp_path / "exercises" / "quiz.toml").write_text("")
    found = {rule: complaints for rule, complaints, _ in findings(tmp_path, "quiz") if complaints}
    # Of five first numbers with three second ones, and the question itself, 3·3 are wrong in the key, 4·3 lack a reason.
    [disagree] = found.pop("references_agree")
    assert disagree.startswith("q1, variant ")
    assert disagree.endswith("(9 of its 16 variants show it)")
    [right_after_all] = found.pop("wrong_answers_are_told")
    assert right_after_all.startswith("q1, sum: '3' is passed")
    assert right_after_all.endswith("(16 of its 16 variants show it)")
    [lacks] = found.pop("texts_are_there")
    assert lacks.endswith("first: why missing (12 of its 16 variants show it)")
    assert set(found) == {"blank_file_is_the_keys"}


PINNED = [35, 63, 8, 9, 7, 41]


def test_a_seed_stands_for_the_same_questions_for_ever() -> None:
    """Pinned: what a seed picks may never change, or a student's answers would belong to other questions."""
    assert [place("maeve", f"q{number}", False) % 64 for number in range(1, 7)] == PINNED


def test_seeds_pick_and_the_chapters_questions_are_the_default(key: QuizKey) -> None:
    assert questions_of(key, "") == questions_of(key, "  ") == key.questions
    assert questions_of(key, "maeve") == questions_of(key, " Maeve ") != key.questions
    assert questions_of(key, "zoë") == questions_of(key, "zoe\u0308")
    assert len({repr(questions_of(key, str(seed))) for seed in range(40)} | {repr(key.questions)}) == 41
    marked, practice = questions_of(key, "maeve", True), questions_of(key, "maeve")
    assert all(one != other for one, other in zip(marked, practice, strict=True))


def test_every_question_has_many_variants_all_different(key: QuizKey) -> None:
    for question, pool in zip(key.questions, key.pools, strict=True):
        practice, marked = unpacked(pool.practice), unpacked(pool.marked)
        assert min(len(practice), len(marked)) >= 50
        assert len(set(map(repr, (question, *practice, *marked)))) == 1 + len(practice) + len(marked)
        for variant in (*practice, *marked):
            assert [piece.name for piece in variant.pieces] == [piece.name for piece in question.pieces]
            assert [piece.points for piece in variant.pieces] == [piece.points for piece in question.pieces]


@pytest.mark.parametrize("marked", [False, True])
def test_a_file_says_its_seed_and_is_judged_by_it(graded: Graded, key: QuizKey, marked: bool) -> None:
    text = answers_to(questions_of(key, "maeve", marked), "maeve", marked)
    assert (graded(text).status, graded(text).warnings) == ("passed", ())
    other = graded(text.replace('"maeve"', '"bo"'))
    assert other.points < 10


def test_somebody_else_may_decide_the_seed(graded: Graded, key: QuizKey) -> None:
    text = answers_to(questions_of(key, "maeve"), "maeve")
    assert graded(text, seed="MAEVE").warnings == ()
    result = graded(text, seed="bo")
    assert result.warnings == (
        "quiz.toml says that it answers the questions of seed “maeve”; it was graded by the questions of seed “bo”",
    )
    assert "the chapter's own questions" in graded(text, seed="").warnings[0]


def test_a_public_key_asks_marked_variants_and_cannot_answer_them(key: QuizKey) -> None:
    entry = ChapterCatalog(ROOT, "", public=True).entry("quiz")
    public = quiz_of(entry)
    assert public.public
    assert public.questions == key.questions
    assert [pool.practice for pool in public.pools] == [pool.practice for pool in key.pools]
    for mine, theirs in zip(questions_of(key, "maeve", True), questions_of(public, "maeve", True), strict=True):
        assert [piece.prompt for piece in mine.pieces] == [piece.prompt for piece in theirs.pieces]
        assert all(piece.withheld for piece in theirs.graded())
        for piece, known in zip(theirs.graded(), mine.graded(), strict=True):
            assert not any(answer in str(piece) for answer in known.accepted if len(answer) > 6)
    text = answers_to(questions_of(key, "maeve", True), "maeve", True)
    result = QuizJudge(entry).judge(Source("quiz.toml", text))
    assert {part.status for part in result.parts} == {"awaits-mark"}
    assert result.points == 0


# ---------------------------------------------------------------- in a batch


@pytest.fixture
def handed_in(tmp_path: Path, key: QuizKey) -> Path:
    own = {name: answers_to(questions_of(key, name), name) for name in ("maeve", "bo")}
    marked = answers_to(questions_of(key, "kim", True), "kim", True)
    right = (ROOT / "tests" / "data" / "quiz.toml").read_text(encoding="utf-8")
    return hand_in(
        tmp_path,
        {
            "maeve/quiz.toml": own["maeve"],
            "bo/work/quiz.toml": own["bo"],
            "eve/quiz.toml": own["bo"],
            "kim/quiz.toml": marked,
            "asha_quiz.toml": right,
            "nils/quiz.toml": "[q1\n",
        },
    )


def points(document: dict) -> dict[str, float]:  # type: ignore[type-arg]
    return {row["student"]["id"]: row["points"] for row in document["results"] if row["exercise"] == "quiz"}


def told(document: dict) -> dict[str, str]:  # type: ignore[type-arg]
    return {look["student"]: look["why"] for look in document["summary"]["look_at"]}


def test_a_batch_grades_quizzes_by_the_seed_they_name(batch: Batch, handed_in: Path) -> None:
    document = batch(handed_in, "--json").document()
    assert points(document) == {"asha": 10, "bo": 10, "eve": 10, "kim": 10, "maeve": 10, "nils": 0}
    # Nobody picks another's questions unnoticed.
    assert told(document)["eve"] == "it answers the questions of seed “bo”, which is not this student's id"
    assert "line 1" in told(document)["nils"]
    assert set(told(document)) == {"eve", "nils"}


def test_a_batch_may_hold_everybody_to_their_own_questions(batch: Batch, handed_in: Path) -> None:
    document = batch(handed_in, "--json", "--quiz-seeds", "student").document()
    found = points(document)
    assert (found["maeve"], found["bo"]) == (10, 10)
    assert max(found["eve"], found["kim"], found["asha"]) < 10
    assert "it was graded by the questions of seed “eve”" in told(document)["eve"]
    assert "the chapter's own questions" in told(document)["asha"]
    assert "the marked questions of seed “kim”" in told(document)["kim"]
    marked = points(batch(handed_in, "--json", "--quiz-seeds", "marked").document())
    assert marked["kim"] == 10
    assert max(marked["maeve"], marked["bo"], marked["eve"], marked["asha"]) < 10


def test_a_gradebook_keeps_quizzes_and_a_change_of_seeds_is_graded_anew(batch: Batch, handed_in: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    for seeds in ("file", "student", "file"):
        document = batch(handed_in, "--db", book, "--quiz-seeds", seeds, "--json").document()
        assert (points(document)["eve"] == 10) == (seeds == "file")


def test_the_seed_on_the_command_line(grade: Grade, handed_in: Path) -> None:
    path = handed_in / "maeve" / "quiz.toml"
    assert grade("quiz", "--file", path, "--json").document()["points"] == 10
    assert grade("quiz", "--file", path, "--seed", "maeve", "--json").document()["points"] == 10
    assert grade("quiz", "--file", path, "--seed", "bo", "--json").document()["points"] < 10
    assert grade("quiz", "q1", "--file", path, "--json").document()["max_points"] < 2
    assert grade("quiz", "--file", handed_in / "kim" / "quiz.toml", "--json").document()["points"] == 10
