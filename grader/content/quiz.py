"""From an author's quiz to its key: points shared out, variants re-rolled ahead, the blank answers file written."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grader.content.asking import Asked, Piece, Question, Quiz, letter
from grader.content.compile import POINTS, flowing, load_answers
from grader.content.key import AuthorError, Entry, packed_entry
from grader.content.questions import (
    CarriedKey,
    ChoiceKey,
    ForeseenKey,
    PieceKey,
    Pool,
    QuestionKey,
    QuizKey,
    packed,
    unpacked,
)
from grader.content.rubric import Criterion, Level, Rubric
from grader.content.typed import misfits

POOL = 64
"""Variants of each question that a seed picks from; as many again are kept for the marked run."""
TRIES = 40
"""Rolls after which a question that has no more different variants is taken to have no more."""
WIDTH = 100


def load_quiz(path: Path) -> Quiz:
    """The `QUIZ` of the answer file `path`, which is run. Raises `AuthorError`."""
    return load_answers(path, "QUIZ", Quiz)


def quiz_entry(quiz: Quiz, identifier: str, public: bool) -> Entry:
    """The entry of a quiz, as the catalog holds it. Raises `AuthorError`."""
    key = compile_quiz(quiz, identifier)
    key = publish(key) if public else key
    parts = [f"{question.id}.{piece.name}" for question in key.questions for piece in question.graded()]
    return packed_entry(key, identifier, key.title, parts, ".toml", "quiz")


def compile_quiz(quiz: Quiz, identifier: str) -> QuizKey:
    """The full key. Raises `AuthorError`."""
    for at, slip in misfits(quiz):
        raise AuthorError(f"{identifier}: {slip}", at=at)
    if not quiz.questions:
        raise AuthorError(f"{identifier} has no questions")
    points = shares(quiz)
    questions = tuple(compile_question(asked, asked.question, points) for asked in quiz.questions)
    pools = tuple(compile_pool(asked, points) for asked in quiz.questions)
    sentences = {
        f"{question.id}.{piece.name}": sentence_rubric(piece)
        for question in questions
        for piece in question.pieces
        if piece.kind == "open"
    }
    return QuizKey(identifier, quiz.title, blank(quiz.title, questions), questions, pools, rubrics=sentences)


def sentence_rubric(piece: PieceKey) -> Rubric:
    """By what an open sentence is marked: its question, and the answer that the author expects."""
    expected = f" Expected, in any words: {piece.why}" if piece.why else ""
    levels = (Level(0, "it does not answer the question"), Level(1, "part of the reason"), Level(2, "the reason, in own words"))
    return (Criterion("reason", piece.prompt + expected, levels),)


def shares(quiz: Quiz) -> dict[str, float]:
    """Points by piece (`q1.variance`): ten in all, the same for every question, and within one the same for every piece,
    as near as hundredths allow."""
    points: dict[str, float] = {}
    for asked, worth in zip(quiz.questions, evenly(round(100 * POINTS), len(quiz.questions)), strict=True):
        pieces = graded(asked.question)
        if not pieces:
            raise AuthorError(f"{asked.id} has no piece that could be graded")
        for piece, share in zip(pieces, evenly(worth, len(pieces)), strict=True):
            points[f"{asked.id}.{piece.name}"] = share / 100
    return points


def evenly(whole: int, count: int) -> list[int]:
    """A whole number in so many parts that differ by one at most, the larger ones first."""
    return [whole // count + (place < whole % count) for place in range(count)]


def graded(question: Question) -> list[Piece]:
    return [piece for piece in question.pieces if piece.kind != "open"]


def compile_question(asked: Asked, question: Question, points: dict[str, float]) -> QuestionKey:
    pieces = tuple(compile_piece(piece, points.get(f"{asked.id}.{piece.name}", 0.0)) for piece in question.pieces)
    names = [piece.name for piece in pieces]
    if len(set(names)) < len(names):
        raise AuthorError(f"{asked.id}: two pieces are called {max(names, key=names.count)!r}")
    if [piece.name for piece in asked.question.pieces] != names:
        raise AuthorError(f"{asked.id}: a re-rolled variant has other pieces than the question")
    used = {piece for one in question.pieces for carried in one.carried for piece in carried.uses.values()}
    unknown = (used | {name for listed in question.lists.values() for name in listed}) - set(names)
    if unknown:
        raise AuthorError(f"{asked.id}: {sorted(unknown)[0]!r} is referred to, but is no piece")
    return QuestionKey(asked.id, asked.title, flowing_lines(question.prompt), pieces, dict(question.lists))


def compile_piece(piece: Piece, points: float) -> PieceKey:
    return PieceKey(
        name=piece.name,
        kind=piece.kind,
        prompt=flowing(piece.prompt),
        example=flowing(piece.example),
        points=points,
        accepted=piece.accepted,
        shown=piece.shown,
        why=flowing(piece.why),
        hint=flowing(piece.hint),
        foreseen=tuple(ForeseenKey(one.answer, one.id, flowing(one.says), flowing(one.hint)) for one in piece.foreseen),
        choices=tuple(
            ChoiceKey(letter(place), flowing(one.text), one.right, flowing(one.says), one.id)
            for place, one in enumerate(piece.choices)
        ),
        carried=tuple(CarriedKey(one.formula, dict(one.uses)) for one in piece.carried),
        symbols=dict(piece.symbols),
        words=piece.words,
        shape=piece.shape,
    )


def flowing_lines(text: str) -> str:
    """A prompt: paragraphs flow, lines that are indented further than the first (tables) stay as they are."""
    lines = textwrap.dedent(text.strip("\n")).split("\n")
    paragraphs: list[str] = []
    for line in lines:
        joins = paragraphs and paragraphs[-1] and line.strip() and not line.startswith(" ")
        if joins and not paragraphs[-1].startswith(" "):
            paragraphs[-1] += f" {line.strip()}"
        else:
            paragraphs.append(line.rstrip())
    return "\n".join(paragraphs).strip("\n")


def rolled(asked: Asked) -> list[Question]:
    """Variants of a question, all different where it has that many; none is the chapter's own. Raises `AuthorError`."""
    found: dict[bytes, Question] = {same_bytes(asked.question): asked.question}
    dice = random.Random(f"variants of {asked.id}")  # noqa: S311  (no secret: the same pool on every machine)
    missed = 0
    while len(found) <= 2 * POOL and missed < TRIES:
        question = asked.reroll(dice)
        if not isinstance(question, Question):
            raise AuthorError(f"{asked.id}: reroll returns {type(question).__name__}, and is to return a Question(…)")
        for _, slip in misfits(question):
            raise AuthorError(f"{asked.id}: in a re-rolled variant {slip}")
        data = same_bytes(question)
        missed = missed + 1 if data in found else 0
        found[data] = question
    if len(found) == 1:
        raise AuthorError(f"{asked.id}: re-rolling it gives only the question itself")
    return list(found.values())[1:]


def same_bytes(question: Question) -> bytes:
    """Tells two questions apart by all that a student sees of them."""
    texts = [(piece.prompt, *(choice.text for choice in piece.choices)) for piece in question.pieces]
    return msgspec.msgpack.encode((question.prompt, texts))


def compile_pool(asked: Asked, points: dict[str, float]) -> Pool:
    variants = [compile_question(asked, question, points) for question in rolled(asked)]
    # Where there are few, practice and marked variants are told apart all the same.
    half = len(variants) // 2 or 1
    return Pool(packed(variants[:half]), packed(variants[half:] or variants))


def publish(key: QuizKey) -> QuizKey:
    """The public key: of marked variants the questions stay, the answers and all that tells them go."""
    pools = tuple(replace(pool, marked=packed(map(withheld, unpacked(pool.marked)))) for pool in key.pools)
    return replace(key, pools=pools, public=True)


def withheld(question: QuestionKey) -> QuestionKey:
    pieces = tuple(
        replace(
            piece,
            accepted=(),
            shown="",
            why="",
            hint="",
            foreseen=(),
            choices=tuple(replace(one, right=False, says="", id="") for one in piece.choices),
            carried=(),
        )
        for piece in question.pieces
    )
    return replace(question, pieces=pieces)


HEAD = """\
{title}: your answers.

Write each answer between the quotes, then hand this file in. To see what is right, type in your workspace:
  grade quiz --file {file}
Or type  grade quiz  there, which asks one question at a time and fills this file for you.
An answer that stays empty counts as not attempted. A number may be typed as 0.125, 1/8, sqrt(2), 2^-3 or 12.5%.
Where a number is not whole, three significant digits are enough.
"""


def blank(
    title: str, questions: Iterable[QuestionKey], seed: str = "", marked: bool = False, file: str = "exercises/quiz.toml"
) -> str:
    """The answers file, with every question as a comment and every answer empty; `file` is where it is in a workspace."""
    lines = [*commented(HEAD.format(title=title, file=file))]
    if seed:
        lines += ["", *commented("Your own version of the questions: leave the next line as it is."), f"seed = {quoted(seed)}"]
        lines += ["marked = true"] * marked
    for question in questions:
        lines += ["", "", *commented(f"{question.id}  {question.title}\n{question.prompt}"), f"[{question.id}]"]
        for piece in question.pieces:
            choices = "".join(f"\n  {one.letter}  {one.text}" for one in piece.choices)
            # How a number may be typed is said once, above.
            example = f"\nAnswer: {piece.example}" if piece.kind != "number" else ""
            lines += ["", *commented(piece.prompt + choices + example), f'{piece.name} = ""']
    return "\n".join(lines) + "\n"


def commented(text: str) -> Iterator[str]:
    for paragraph in text.rstrip("\n").split("\n"):
        margin = " " * (len(paragraph) - len(paragraph.lstrip()))
        wrapped = textwrap.wrap(
            paragraph.strip(),
            WIDTH,
            initial_indent=margin,
            subsequent_indent=margin + "   " * bool(margin),
            break_on_hyphens=False,
        )
        yield from (f"# {line}".rstrip() for line in wrapped or [""])


def quoted(text: str) -> str:
    """A TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(one if one.isprintable() else f"\\U{ord(one):08X}" for one in escaped) + '"'
