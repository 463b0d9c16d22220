"""`grade verify quiz`: the quiz is tested like code, the chapter's own questions and every variant of them.

Every answer that the author calls right is judged, every wrong one that was foreseen, and every choice, by the judge
that judges students.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from grader.content.asking import Asked, Piece, Question
from grader.content.questions import PieceKey, QuestionKey, unpacked
from grader.content.quiz import compile_question, compile_quiz, load_quiz, publish, rolled, shares
from grader.quiz.answers import read_answers
from grader.quiz.judge import QuestionJudge
from grader.quiz.numbers import interval
from grader.quiz.pieces import PieceJudge
from grader.symbolic.tree import Node

AGREE = Fraction(1, 10**9)
"""How near, relatively, a reference's floating-point number has to come to the exact answer."""

Found = tuple[str, tuple[str, ...], str]
"""A rule, what it complains about, and how much was looked at."""


class Slip(Struct, frozen=True):
    """What is wrong with one variant of a question. Slips of the same `kind` (which answer it is, say) in the same `piece`
    of a question's variants are one slip of its author's."""

    variant: Variant
    piece: str
    says: str
    kind: Hashable = ""


def told_once(slips: Iterable[Slip], looked_at: Counter[str]) -> Iterator[str]:
    """Each slip of the author's once, as the first variant shows it, with how many variants of so many do."""
    alike: dict[tuple[str, str, Hashable], list[Slip]] = {}
    for slip in slips:
        alike.setdefault((slip.variant.id, slip.piece, slip.kind), []).append(slip)
    for (question, _, _), [first, *more] in alike.items():
        showing = {one.variant.where for one in (first, *more)}
        also = f" ({len(showing)} of its {looked_at[question]} variants show it)" if len(showing) > 1 else ""
        yield f"{first.variant.where}, {first.piece}: {first.says}{also}"


class Variant:
    """One question as a student may meet it: as its author wrote it, and as the key has it."""

    def __init__(self, asked: Asked, question: Question, points: dict[str, float], number: int) -> None:
        self.question = question
        self.key: QuestionKey = compile_question(asked, question, points)
        self.judge = QuestionJudge(self.key)
        self.id = asked.id
        self.where = f"{asked.id}, variant {number}" if number else asked.id

    def pieces(self) -> Iterator[tuple[Variant, Piece, PieceKey, PieceJudge]]:
        for piece, key in zip(self.question.pieces, self.key.pieces, strict=True):
            yield self, piece, key, self.judge.pieces[piece.name]


class QuizSubject:
    """A quiz under test. `every`: of the variants, each so-manieth is looked at."""

    def __init__(self, chapter: Path, name: str, every: int = 1) -> None:
        self.quiz = load_quiz(chapter / "solutions" / f"{name}.py")
        self.file = chapter / "exercises" / f"{name}.toml"
        self.key = compile_quiz(self.quiz, name)
        self.every = every
        self.notes: dict[str, str] = {}

    @cached_property
    def variants(self) -> list[Variant]:
        points = shares(self.quiz)
        return [
            Variant(asked, question, points, number)
            for asked in self.quiz.questions
            for number, question in enumerate((asked.question, *rolled(asked)))
            if number % self.every == 0
        ]

    def pieces(self) -> Iterator[tuple[Variant, Piece, PieceKey, PieceJudge]]:
        for variant in self.variants:
            yield from variant.pieces()

    def complaints(self, rule: Rule) -> tuple[str, ...]:
        """What a rule complains about, each slip once."""
        found = list(rule(self))
        slips = told_once((one for one in found if isinstance(one, Slip)), Counter(one.id for one in self.variants))
        return *(one for one in found if isinstance(one, str)), *slips


Rule = Callable[[QuizSubject], Iterator[str] | Iterator[Slip]]


def blank_file_is_the_keys(subject: QuizSubject) -> Iterator[str]:
    """The file in exercises/ is the blank one that the key gives out, and nothing in it counts as an answer."""
    try:
        here = subject.file.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        yield f"{subject.file.name} in exercises/ can't be read: {problem}"
        return
    answers = read_answers(subject.key.stub, subject.file.name, subject.key.questions)
    if any(value for given in answers.given.values() for value in given.values()) or answers.warnings:
        yield "the blank file is not blank"
    if here != subject.key.stub:
        filled = read_answers(here, subject.file.name, subject.key.questions)
        if not any(value for given in filled.given.values() for value in given.values()):
            yield f"{subject.file.name} in exercises/ is not the blank file: `grade reset quiz` writes it"
        subject.notes["blank_file_is_the_keys"] = "the file in exercises/ is filled"


def right_answers_pass(subject: QuizSubject) -> Iterator[Slip]:
    """Each right answer passes, and so does a number as it is shown after an attempt."""
    total = 0
    for variant, _, key, judge in subject.pieces():
        for place, answer in enumerate((*key.accepted, *((key.shown,) if key.kind == "number" else ()))):
            total += 1
            verdict = judge.judge(answer)
            if verdict.status != "passed":
                yield Slip(variant, key.name, f"{answer!r} is {verdict.status}: {verdict.message}", place)
    subject.notes["right_answers_pass"] = f"{total} answers"


def references_agree(subject: QuizSubject) -> Iterator[Slip]:
    """Each exact answer is what the reference implementation computes."""
    total = 0
    for variant, piece, _, judge in subject.pieces():
        if piece.equals is None:
            continue
        total += 1
        if not agrees(judge, piece.equals):
            yield Slip(variant, piece.name, f"the reference says {piece.equals}, the key {piece.accepted}")
    subject.notes["references_agree"] = f"{total} pieces"


def agrees(judge: PieceJudge, equals: object) -> bool:
    read = judge.accepted
    match judge.piece.kind:
        case "number":
            return near(read[0], equals)
        case "numbers" | "matrix":
            wanted = equals if judge.piece.kind == "numbers" else [equals]
            return all(map(all_near, read, wanted))  # type: ignore[call-overload]
        case "cells":
            return read[0] == frozenset(map(tuple, equals))  # type: ignore[call-overload]
        case _:
            return read[0] == equals


def all_near(read: object, numbers: object) -> bool:
    if isinstance(read, list):
        assert isinstance(numbers, (list, tuple))
        return len(read) == len(numbers) and all(map(all_near, read, numbers))
    return near(read, numbers)


def near(read: object, number: object) -> bool:
    assert isinstance(read, Node)
    assert isinstance(number, (int, float))
    exact, value = interval(read, 40)[0], Fraction(number)
    return abs(exact - value) <= AGREE * max(abs(exact), Fraction(1, 10**6))


def wrong_answers_are_told(subject: QuizSubject) -> Iterator[Slip]:
    """Each wrong answer that was foreseen fails, with its own feedback."""
    total = 0
    for variant, _, key, judge in subject.pieces():
        for place, one in enumerate(key.foreseen):
            total += 1
            verdict = judge.judge(one.answer)
            if verdict.status != "failed" or verdict.message != one.says:
                slip = f"{one.answer!r} is {verdict.status}, told {verdict.message!r}"
                yield Slip(variant, key.name, slip, one.id or place)
    subject.notes["wrong_answers_are_told"] = f"{total} wrong answers"


def choices_have_feedback(subject: QuizSubject) -> Iterator[Slip]:
    """Each choice says something of its own, and of one choice alone whoever takes it is told that."""
    for variant, _, key, judge in subject.pieces():
        if len({one.says for one in key.choices}) < len(key.choices) or not all(one.says for one in key.choices):
            yield Slip(variant, key.name, "two choices share a feedback, or have none")
        for one in key.choices if key.kind == "one" else ():
            verdict = judge.judge(one.letter)
            if verdict.status != ("passed" if one.right else "failed") or verdict.message != one.says:
                yield Slip(variant, key.name, f"{one.letter} is {verdict.status}, told {verdict.message!r}", one.letter)


def errors_are_carried(subject: QuizSubject) -> Iterator[Slip]:
    """A piece that builds on others is right on top of the student's own numbers, though they be wrong."""
    total = 0
    for variant in subject.variants:
        for key in variant.key.pieces:
            for place, one in enumerate(key.carried):
                total += 1
                own = {name: str(7 + 2 * place) for place, name in enumerate(sorted(set(one.uses.values())))}
                formula = one.formula
                for symbol, name in one.uses.items():
                    formula = formula.replace(symbol, f"({own[name]})")
                verdict = variant.judge.verdict(key.name, {**own, key.name: formula})
                if verdict.status != "passed":
                    yield Slip(variant, key.name, f"{one.formula} on top of {own} is {verdict.status}", place)
    subject.notes["errors_are_carried"] = f"{total} formulas"


def texts_are_there(subject: QuizSubject) -> Iterator[Slip]:
    """Each piece has a prompt, a hint and a reason, and a hint that does not hold the answer."""
    for variant, _, key, _ in subject.pieces():
        texts = {"prompt": key.prompt, "why": key.why, "hint": key.hint or key.kind == "open"}
        if missing := [name for name, text in texts.items() if not text]:
            yield Slip(variant, key.name, f"{' and '.join(missing)} missing", "texts")
        if key.kind == "matrix" and key.shown in key.hint:
            yield Slip(variant, key.name, "the hint holds the answer", "hint")


def public_key_withholds(subject: QuizSubject) -> Iterator[str]:
    """The public key holds no answer to a marked variant."""
    for question, pool in zip(subject.key.questions, publish(subject.key).pools, strict=True):
        for variant in unpacked(pool.marked):
            told = [one for one in variant.pieces if one.accepted or one.shown or one.why or one.hint or one.foreseen]
            told += [one for one in variant.pieces if one.carried or any(choice.says for choice in one.choices)]
            if told:
                yield f"{question.id}: {told[0].name} of a marked variant is answered in the public key"


RULES: tuple[Rule, ...] = (
    blank_file_is_the_keys,
    right_answers_pass,
    references_agree,
    wrong_answers_are_told,
    choices_have_feedback,
    errors_are_carried,
    texts_are_there,
    public_key_withholds,
)


def findings(chapter: Path, name: str) -> Iterator[Found]:
    """All rules on a quiz. Raises `AuthorError`."""
    subject = QuizSubject(chapter, name)
    for rule in RULES:
        complaints = subject.complaints(rule)
        yield rule.__name__, complaints, subject.notes.get(rule.__name__, "")
