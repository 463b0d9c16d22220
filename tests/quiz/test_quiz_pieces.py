"""What is told of each answer: the chapter's key, foreseen mistakes, carried errors, and pieces of every kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import ROOT

from grader.content.asking import (
    Asked,
    Choice,
    Foreseen,
    Question,
    Quiz,
    cells,
    formula,
    matrix,
    number,
    numbers,
    one_of,
    open_sentence,
    several_of,
    true_or_false,
)
from grader.content.compile import POINTS
from grader.content.questions import QuizKey
from grader.content.quiz import compile_question, compile_quiz, shares
from grader.judge.result import PartResult, Result
from grader.quiz.judge import QuestionJudge

RIGHT = (ROOT / "tests" / "data" / "quiz.toml").read_text(encoding="utf-8")
Answered = Callable[..., dict[str, PartResult]]

# ---------------------------------------------------------------- the chapter's key


def test_the_chapters_printed_answers_get_full_marks(graded: Callable[..., Result]) -> None:
    result = graded(RIGHT)
    assert [(part.part, part.message) for part in result.parts if part.status != "passed"] == []
    assert (result.status, result.points, result.max_points) == ("passed", POINTS, POINTS)
    assert result.warnings == ()


def test_the_pieces_have_their_fixed_names(key: QuizKey) -> None:
    assert [f"{question.id}.{piece.name}" for question in key.questions for piece in question.graded()] == [
        "q1.variance",
        "q1.after_division",
        "q1.factor",
        "q1.divided_by_d_k",
        "q2.scores",
        "q3.exponential_1",
        "q3.exponential_2",
        "q3.exponential_3",
        "q3.sum",
        "q3.middle_weight",
        "q4.d_k",
        "q4.statements",
        "q4.parameters_equal",
        "q5.true_false",
        "q5.weights",
        "q5.cause",
        "q6.cells",
        "q6.no_zeroing",
    ]


def test_questions_are_worth_the_same_and_so_are_their_pieces(key: QuizKey) -> None:
    totals = [round(sum(piece.points for piece in question.pieces), 2) for question in key.questions]
    assert round(sum(totals), 2) == POINTS
    assert max(totals) - min(totals) < 0.011
    for question in key.questions:
        points = [piece.points for piece in question.graded()]
        assert max(points) - min(points) < 0.011


@pytest.mark.parametrize(
    ("question", "piece", "answer"),
    [
        ("q1", "variance", '"Var(q·k)=64"'),
        ("q1", "variance", "64.0"),
        ("q1", "factor", "0.0156"),
        ("q1", "factor", "0.015625"),
        ("q1", "factor", '"2^-6"'),
        ("q1", "factor", '"1.56%"'),
        ("q1", "factor", '"1/d_k"'),
        ("q2", "scores", "[[1, 0, 1], [0, 1, -1], [1, 1, 0]]"),
        ("q2", "scores", '["1 0 1", "0 1 -1", "1 1 0"]'),
        ("q2", "scores", '["[1,0,1]", "[0,1,-1]", "[1,1,0]"]'),
        ("q2", "scores", "'''\n1 0 1\n0 1 -1\n1 1 0\n'''"),
        ("q3", "middle_weight", '"57.6%"'),
        ("q3", "middle_weight", '"e^(1/sqrt(2))/(1+e^(1/sqrt(2))+e^(-1/sqrt(2)))"'),
        ("q4", "d_k", '"512/8 = 64"'),
        ("q4", "d_k", "0x40"),
        ("q4", "statements", '["a", "c", "e"]'),
        ("q4", "statements", '"ECA"'),
        ("q4", "parameters_equal", '"equal"'),
        ("q4", "parameters_equal", '"same"'),
        ("q5", "true_false", "false"),
        ("q5", "weights", "[0.1978, 0.2840]"),
        ("q5", "weights", '"28.4%, 19.8%"'),
        ("q5", "weights", '"0.1400 and 0.4011"'),
        ("q5", "cause", '"a"'),
        ("q5", "cause", '"b"'),
        ("q5", "cause", '"c"'),
        ("q5", "cause", '"b and c"'),
        ("q6", "cells", '"j > i"'),
        ("q6", "cells", "[[0,1],[0,2],[0,3],[1,2],[1,3],[2,3]]"),
        ("q6", "cells", '["(0,1)", "(0,2)", "(0,3)", "(1,2)", "(1,3)", "(2,3)"]'),
        ("q6", "no_zeroing", '"e^(−∞) is 0, so the softmax itself gives weight 0"'),
    ],
)
def test_right_in_another_form(answered: Answered, question: str, piece: str, answer: str) -> None:
    part = answered(question, **{piece: answer})[piece]
    assert part.status == "passed", part.message
    assert part.points == part.max_points > 0


# ---------------------------------------------------------------- wrong answers, each with a feedback of its own


@pytest.mark.parametrize(
    ("question", "piece", "answer", "misconception", "says"),
    [
        ("q1", "variance", "8", "standard-deviation-returned", "That is the standard deviation"),
        ("q1", "variance", '"√64"', "standard-deviation-returned", "That is the standard deviation"),
        ("q1", "variance", "4096", "variance-is-d_k-squared", "squared"),
        ("q1", "variance", "128", "sum-of-normals", "as for a sum"),
        ("q1", "variance", "64.04", None, "That is not it."),
        ("q1", "variance", "-64", None, "The sign"),
        ("q1", "after_division", "8", "scalar-not-squared", "with its square"),
        ("q1", "after_division", "0.9999999", None, ""),
        ("q1", "factor", '"1/8"', "scalar-not-squared", "with its square"),
        ("q1", "factor", "64", "scale-not-inverted", "divided by that number"),
        ("q1", "factor", "0.016", None, "rounded too coarsely"),
        ("q1", "factor", "1.5625", None, "in percent"),
        ("q1", "divided_by_d_k", "1", "divided-by-d_k", "64 squared"),
        ("q2", "scores", "[[1,0,1],[0,1,1],[1,-1,0]]", "scores-transposed", "the transpose"),
        ("q2", "scores", '"0.707 0 0.707; 0 0.707 -0.707; 0.707 0.707 0"', "scaled-too-early", "scaled scores"),
        ("q2", "scores", "[[1,0,1],[0,1,1],[1,1,2]]", "queries-with-queries", "Q·Qᵀ"),
        ("q2", "scores", "[[1,0,1],[0,1,-1],[1,1,1]]", None, "1 of 9 entry differs, in row 2, column 2"),
        ("q2", "scores", "[[1,0],[0,1]]", None, "2×2 matrix; one of 3 rows and 3 columns"),
        ("q3", "exponential_2", "0.7071", "linear-normalisation", "the scaled score itself"),
        ("q3", "exponential_2", "1.63", "base-two", "softmax uses e"),
        ("q3", "exponential_2", "2.72", "not-scaled", "before it was scaled"),
        ("q3", "middle_weight", "2.0281", "exponentials-not-normalised", "the exponential itself"),
        ("q3", "middle_weight", "0.5762", None, ""),
        ("q3", "middle_weight", "0.6652", "not-scaled", "before they were divided"),
        ("q4", "d_k", "512", "full-width-heads", "the whole model"),
        ("q4", "d_k", "4096", "dimension-times-heads", "multiplies"),
        ("q4", "statements", '"a, b, c, e"', "full-width-heads", "b: Each head is 8 times narrower"),
        ("q4", "statements", '"a, c, d, e"', "tokens-shared-out", "d: Every head sees every token"),
        ("q4", "statements", '"a, c"', None, "1 true one is missing"),
        ("q4", "statements", '"none"', None, "3 true ones are missing"),
        ("q4", "parameters_equal", '"different"', "full-width-heads", "Count them"),
        ("q5", "true_false", "true", "always-symmetric", "mirror each other"),
        ("q5", "weights", "[0.4011, 0.4011]", "equal-pair", "they are equal"),
        ("q5", "weights", "[0.1978, 0.4011]", None, "Those are not the ones."),
        ("q5", "weights", '"0.20 and 0.28"', None, "Those are not the ones."),
        ("q5", "cause", '"d"', "softmax-is-random", "Nothing here is random"),
        ("q5", "cause", '"e"', "order-matters", "no notion of order"),
        ("q6", "cells", '"(1,2),(1,3),(1,4),(2,3),(2,4),(3,4)"', "one-based-positions", "counted from 1"),
        ("q6", "cells", '"j < i"', "mask-past", "masks the past"),
        ("q6", "cells", '"j >= i"', "mask-diagonal", "the diagonal as well"),
        ("q6", "cells", '"j <= i"', "unmasked-positions-listed", "the cells that stay"),
        ("q6", "cells", '"(0,1), (0,2)"', None, "4 are missing."),
        ("q6", "cells", '"(0,1), (4,4)"', None, "(4, 4) is no cell"),
        ("q6", "no_zeroing", '"b"', "infinite-scores-skipped", "Nothing is skipped"),
        ("q6", "no_zeroing", '"c"', "values-are-zero", "V is left as it is"),
        ("q6", "no_zeroing", '"d"', "gradient-is-zero", "No gradient"),
    ],
)
def test_a_wrong_answer_is_told_what_it_is(
    answered: Answered, question: str, piece: str, answer: str, misconception: str | None, says: str
) -> None:
    part = answered(question, **{piece: answer})[piece]
    if (question, piece, answer) == ("q3", "middle_weight", "0.5762"):
        # Rounds to the same three digits, so it counts.
        assert part.status == "passed"
        return
    assert part.status == "failed", part.message
    assert part.points == 0
    assert part.misconception == misconception
    assert says in part.message
    assert part.hint


def test_the_chapters_answer_to_the_cause_counts_and_is_corrected(answered: Answered) -> None:
    part = answered("q5", cause='"a"')["cause"]
    assert part.status == "passed"
    assert "falls short" in part.message


# ---------------------------------------------------------------- unreadable is not wrong, empty is not attempted


@pytest.mark.parametrize(
    ("question", "piece", "answer"),
    [
        ("q1", "variance", '"sixty-four"'),
        ("q1", "variance", "true"),
        ("q1", "variance", "[64, 64]"),
        ("q1", "variance", "nan"),
        ("q1", "variance", "inf"),
        ("q1", "variance", "2026-11-29"),
        ("q1", "variance", "{a = 1}"),
        ("q2", "scores", '"[[1,0],[1]]"'),
        ("q2", "scores", "[[[1]]]"),
        ("q2", "scores", "false"),
        ("q4", "statements", '"f"'),
        ("q4", "parameters_equal", "1"),
        ("q4", "parameters_equal", "0"),
        ("q5", "true_false", '"perhaps"'),
        ("q5", "weights", "0.1978"),
        ("q5", "cause", '"b, d"'),
        ("q6", "cells", '"the future"'),
        ("q6", "no_zeroing", "1"),
    ],
)
def test_unreadable_is_not_wrong(answered: Answered, question: str, piece: str, answer: str) -> None:
    part = answered(question, **{piece: answer})[piece]
    assert part.status == "unreadable", part.message
    assert part.misconception is None
    assert part.message
    assert len(part.message) < 400


@pytest.mark.parametrize("answer", ['""', '"   "', "[]", "{}", "'''\n'''"])
def test_empty_is_not_attempted(answered: Answered, answer: str) -> None:
    assert answered("q1", variance=answer)["variance"].status == "not-attempted"


def test_a_quiz_without_answers_is_not_attempted(graded: Callable[..., Result], key: QuizKey) -> None:
    for text in (key.stub, key.stub + "\n", "", "[q1]\n", "seed = 'x'\n"):
        assert graded(text).status == "not-attempted"


# ---------------------------------------------------------------- carried errors

WRONG_EXPONENTIALS = {"exponential_1": "1", "exponential_2": "1.63", "exponential_3": "0.613"}


@pytest.mark.parametrize(
    ("sum_", "weight", "passes"),
    [
        ("3.243", "0.503", (True, True)),
        ("3.24", "0.5026", (True, True)),
        ("3.5212", "0.463", (True, True)),  # the true sum, and their own second over it
        ("3.5212", "0.503", (True, True)),  # the true sum, and their own second over the recomputed one
        ("3.0", "0.543", (False, True)),  # a sum of their own that is wrong, and their second over it
        ("3.0", "0.503", (False, True)),
        ("3.243", "0.576", (True, True)),  # the true weight is right whatever came before
        ("3.243", "0.463", (True, False)),
        ("3.3", "0.6", (False, False)),
    ],
)
def test_carried_errors_earn_full_points(answered: Answered, sum_: str, weight: str, passes: tuple[bool, bool]) -> None:
    parts = answered("q3", **WRONG_EXPONENTIALS, sum=sum_, middle_weight=weight)
    assert parts["exponential_2"].status == "failed"
    assert parts["exponential_2"].misconception == "base-two"
    assert (parts["sum"].status == "passed", parts["middle_weight"].status == "passed") == passes
    if passes[0] and sum_ != "3.5212":
        assert "on top of your own" in parts["sum"].message


def test_a_carried_error_is_ruled_out_before_a_misconception_is_named(answered: Answered) -> None:
    """Base two throughout: the weight follows from the exponentials, and the mistake is named where it was made."""
    parts = answered("q3", exponentials="[1, 1.6325, 0.6125]", sum="3.245", middle_weight="0.5031")
    assert [parts[f"exponential_{n}"].misconception for n in (2, 3)] == ["base-two", "base-two"]
    assert parts["middle_weight"].status == "passed"
    assert parts["middle_weight"].misconception is None
    alone = answered("q3", middle_weight="0.5031")["middle_weight"]
    assert (alone.status, alone.misconception) == ("failed", "base-two")


def test_the_exponentials_may_come_as_a_list(answered: Answered) -> None:
    for listed in ("[1, 2.0281, 0.4931]", '"1, 2.0281, 0.4931"', '["1", "2.0281", "0.4931"]', '"[1, 2.0281, 0.4931]"'):
        parts = answered("q3", exponentials=listed)
        assert [parts[f"exponential_{n}"].status for n in (1, 2, 3)] == ["passed"] * 3
    one_otherwise = answered("q3", exponentials="[1, 2.0281, 0.4931]", exponential_3="5")
    assert [one_otherwise[f"exponential_{n}"].status for n in (1, 2, 3)] == ["passed", "passed", "failed"]


@pytest.mark.parametrize("exponentials", ["[0, 0, 0]", '["a", "b", "c"]', "[1, 2]", "5", "true", '["9^9^9", 1, 1]'])
def test_nothing_follows_from_what_has_no_sum(answered: Answered, exponentials: str) -> None:
    parts = answered("q3", exponentials=exponentials, sum='"0"', middle_weight="0.25")
    assert parts["middle_weight"].status == "failed"


# ---------------------------------------------------------------- every kind of piece, in a quiz of another chapter


def question() -> Question:
    return Question(
        "All kinds.",
        (
            number("n", "two thirds", "2/3", equals=2 / 3, why="w", hint="h", foreseen=(Foreseen("3/2", "upside down", "up"),)),
            numbers("ns", "the roots", ("1", "-1"), equals=((1, -1),), why="w", hint="h"),
            matrix("m", "the matrix", [[1, 2, 3], [4, 5.5, 6]], why="w", hint="h"),
            cells("cs", "the diagonal", [(0, 0), (1, 1)], 2, why="w", hint="h"),
            true_or_false("t", "so?", True, why="w", says="it is", hint="h"),
            one_of("o", "which?", Choice("x", "sx", True), Choice("y", "sy"), why="w", hint="h"),
            several_of("s", "which?", Choice("x", "sx", True), Choice("y", "sy"), Choice("z", "sz", True), why="w", hint="h"),
            formula(
                "f",
                "the variance",
                "n*s^2",
                {"n": "positive integer", "s": "positive"},
                why="w",
                hint="h",
                foreseen=(Foreseen("n*s", "not squared", "not-squared"),),
            ),
            open_sentence("why", "why?", why="w"),
        ),
    )


@pytest.fixture(scope="module")
def every_kind() -> QuestionJudge:
    asked = Asked("a1", "All kinds", question(), lambda dice: question())
    return QuestionJudge(compile_question(asked, asked.question, shares(Quiz("t", (asked,)))))


@pytest.mark.parametrize(
    ("piece", "answer", "status", "says"),
    [
        ("n", "0.667", "passed", "w"),
        ("n", "0.6666", "passed", "w"),
        ("n", "0.66", "failed", "not it"),
        ("n", "1.5", "failed", "upside down"),
        ("ns", "-1 and 1", "passed", "w"),
        ("ns", "1, 1", "failed", "not the ones"),
        ("m", "1 2 3; 4 5.5 6", "passed", "w"),
        ("m", "1 2 3; 4 5 6", "failed", "1 of 6 entry differs"),
        ("cs", "i = j", "passed", "w"),
        ("cs", "(0,0)", "failed", "1 is missing."),
        ("t", "yes", "passed", "w"),
        ("t", "no", "failed", "it is"),
        ("o", "a", "passed", "sx"),
        ("o", "b", "failed", "sy"),
        ("s", "c a", "passed", "w"),
        ("s", "a, b, c", "failed", "b: sy"),
        ("f", "s²·n", "passed", "w"),
        ("f", "n s^2", "passed", "w"),
        ("f", "n*s", "failed", "not squared"),
        ("f", "n + s", "failed", "another formula"),
        ("f", "n*(s", "unreadable", "bracket"),
        ("f", "x", "unreadable", "x"),
        ("why", "because", "awaits-mark", "a person reads it"),
        ("why", "", "not-attempted", ""),
    ],
)
def test_every_kind_of_piece(every_kind: QuestionJudge, piece: str, answer: str, status: str, says: str) -> None:
    verdict = every_kind.verdict(piece, {piece: answer})
    assert verdict.status == status
    assert says in verdict.message


def test_open_sentences_are_collected_and_change_nothing(graded: Callable[..., Result]) -> None:
    written = RIGHT + "\n[q5.x]\n"  # a stranger, told of
    assert any("q5 has no piece" in warning for warning in graded(written).warnings)
    text = RIGHT.replace("[q4]\n", '[q4]\nwhy = "Each head can follow a pattern of its own."\n')
    result = graded(text)
    waiting = [part for part in result.parts if part.status == "awaits-mark"]
    assert [(part.part, part.points, part.max_points) for part in waiting] == [("q4.why", 0.0, 0.0)]
    assert (result.status, result.points, result.max_points) == ("passed", POINTS, POINTS)
    assert graded('[q4]\nwhy = "x"\n').status == "not-attempted"


def test_a_quiz_whose_variants_do_not_fit_is_the_authors_mistake() -> None:
    from grader.content.key import AuthorError

    other = Question("Else.", (number("x", "p", "1", equals=1, why="w"),))
    with pytest.raises(AuthorError, match="a1: a re-rolled variant has other pieces"):
        compile_quiz(Quiz("t", (Asked("a1", "t", question(), lambda dice: other),)), "quiz")
    with pytest.raises(AuthorError, match="gives only the question itself"):
        compile_quiz(Quiz("t", (Asked("a1", "t", question(), lambda dice: question()),)), "quiz")
