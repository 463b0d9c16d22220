"""The answers file: TOML, a table a question, a key a piece. Read strictly, told of kindly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from msgspec import Struct

from grader.content.questions import PieceKind, QuestionKey
from grader.intake.source import Unreadable
from grader.quiz.problems import NotRead

LARGEST_FILE = 200_000
"""Characters; a filled file has five thousand."""
PART_OF_A_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
DEEP_KEY = re.compile(rf"""(?<![\w"'-]){PART_OF_A_KEY}(?:[ \t]*+\.[ \t]*+{PART_OF_A_KEY}){{50}}""")
"""A key in so many tables takes longer to read than anyone waits: minutes for all that a file may hold."""
MOST_WARNINGS = 8
LONGEST_SEED = 100
TOP = ("seed", "marked")

Typed = str | int | bool | list[object]


class Answers(Struct, frozen=True):
    """What a file answers: question by question, piece by piece, as typed. `seed` is "" for the chapter's own questions."""

    given: dict[str, dict[str, object]]
    seed: str = ""
    marked: bool = False
    warnings: tuple[str, ...] = ()


def read_answers(text: str, name: str, questions: Sequence[QuestionKey]) -> Answers:
    """The answers in a file that messages call `name`. Raises `Unreadable`: one sentence with the line."""
    document = parsed(text, name)
    finder = Finder(text, name, questions)
    given = {question.id: finder.table(document, question) for question in questions}
    finder.strangers(document, [question.id for question in questions])
    left = len(finder.warnings) - MOST_WARNINGS
    warnings = finder.warnings[:MOST_WARNINGS] + ([f"{left} more names in {name} are not known"] if left > 0 else [])
    return Answers(given, seed_in(document, name), document.get("marked") is True, tuple(warnings))


def parsed(text: str, name: str) -> dict[str, object]:
    if len(text) > LARGEST_FILE:
        raise Unreadable(
            f"{name} has {len(text)} characters, more than the {LARGEST_FILE} that are read: is it the right file?"
        )
    if DEEP_KEY.search(text):
        raise Unreadable(f"{name} can't be read: names are nested too deep for any answer")
    try:
        return tomllib.loads(text, parse_float=lambda typed: typed.replace("_", ""))
    except RecursionError:
        raise Unreadable(f"{name} can't be read: brackets are nested too deep for any answer") from None
    except ValueError as problem:
        raise Unreadable(broken(str(problem), text, name)) from None


def broken(said: str, text: str, name: str) -> str:
    """What is wrong with a file that is no TOML, where, and what to do."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", said)
    what = said.partition(" (at ")[0]
    what = what[:1].lower() + what[1:100]
    if not place:
        where = "at its end" if "end of document" in said else "as TOML"
        return f'{name} can\'t be read {where}: {what}; each answer stands in quotes on a line of its own: d = "64"'
    number = int(place[1])
    line = "".join(one if one.isprintable() else "�" for one in text.split("\n")[number - 1].strip())
    line = line if len(line) <= 60 else line[:59] + "…"
    key = re.match(r"([\w.-]+)\s*=\s*([^\"'\[\s].*)", line)
    remedy = f'put the answer between quotes, {key[1]} = "{key[2]}"' if key else 'each answer is a line  name = "answer"'
    return f"{name} can't be read: line {number}, “{line}”: {what}; {remedy}"


def seed_in(document: dict[str, object], name: str) -> str:
    seed = document.get("seed", "")
    if isinstance(seed, bool) or not isinstance(seed, (str, int)):
        raise Unreadable(f'{name} can\'t be read: its seed should be a text, seed = "…", as it was given out')
    if len(str(seed)) > LONGEST_SEED:
        raise Unreadable(f"{name} can't be read: its seed is longer than {LONGEST_SEED} characters")
    return str(seed).strip()


def seed_of(text: str) -> str:
    """The seed that a file names; "" where it names none, or can't be read."""
    if "seed" not in text:
        return ""
    try:
        return seed_in(parsed(text, ""), "")
    except Unreadable:
        return ""


class Finder:
    """Finds what belongs to a question, also where it is spelled a little otherwise; whatever else is there is told."""

    def __init__(self, text: str, name: str, questions: Sequence[QuestionKey]) -> None:
        self.lines = text.split("\n")
        self.name = name
        self.known = {question.id: question for question in questions}
        self.warnings: list[str] = []

    def table(self, document: dict[str, object], question: QuestionKey) -> dict[str, object]:
        given: dict[str, object] = {}
        for key, table in document.items():
            if spelled(key) != question.id:
                continue
            if not isinstance(table, dict):
                self.warn(key, f"{key} should be a table, [{question.id}], with a line for each piece below it")
                continue
            for piece, value in table.items():
                self.take(question, piece, value, given)
        return given

    def take(self, question: QuestionKey, piece: str, value: object, given: dict[str, object]) -> None:
        names = [one.name for one in question.pieces]
        name = next((one for one in (*names, *question.lists) if spelled(one) == spelled(piece)), None)
        if name is None:
            near = get_close_matches(piece.lower(), [*names, *question.lists], 1, 0.6)
            meant = f": is {near[0]} meant?" if near else f": it has {', '.join(names)}"
            self.warn(piece, f"{question.id} has no piece {shortened(piece)}{meant}")
        elif name in question.lists:
            self.spread(question.lists[name], name, value, given)
        elif not empty(value) or name not in given:
            given[name] = value

    def spread(self, names: tuple[str, ...], listed: str, value: object, given: dict[str, object]) -> None:
        """The items of a list, each for its piece. What a piece says for itself stands."""
        from grader.quiz.text import unbracketed
        from grader.quiz.typed import in_items

        if empty(value):
            return
        items = value if isinstance(value, list) else None
        if isinstance(value, str):
            items = next((list[object](found) for found in in_items(unbracketed(value.strip()), len(names))), None)
        if items is None or len(items) != len(names):
            self.warn(listed, f"{listed} should be a list of {len(names)} numbers, [1, 2, 3] say")
            return
        for name, item in zip(names, items, strict=True):
            if empty(given.get(name, "")):
                given[name] = item

    def strangers(self, document: dict[str, object], questions: list[str]) -> None:
        for key in document:
            if spelled(key) not in questions and key not in TOP:
                owners = [one.id for one in self.known.values() if any(piece.name == spelled(key) for piece in one.pieces)]
                meant = f": put it below [{owners[0]}]" if owners else f": the questions are {', '.join(questions)}"
                self.warn(key, f"there is no question {shortened(key)}{meant}")

    def warn(self, key: str, sentence: str) -> None:
        found = next((number for number, line in enumerate(self.lines, 1) if key in line and not line.startswith("#")), 0)
        self.warnings.append(f"{self.name}, line {found}: {sentence}" if found else f"{self.name}: {sentence}")


def spelled(key: str) -> str:
    """A name as it is compared: Q1 is q1, after-division is after_division."""
    return re.sub(r"[\s-]", "_", key.strip().lower())


def shortened(key: str) -> str:
    shown = "".join(one if one.isprintable() else "�" for one in key[:40])
    return f"“{shown}”"


def empty(value: object) -> bool:
    """Whether a piece is not attempted."""
    return value is None or (isinstance(value, str) and not value.strip()) or value == [] or value == {}


def as_text(value: object, kind: PieceKind) -> str:
    """An answer as the text that a student would have typed, whatever TOML made of it. Raises `NotRead`."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        if kind not in ("truth", "open"):
            raise NotRead(f"“{str(value).lower()}” is not what is asked for here")
        return str(value).lower()
    if isinstance(value, int):
        # A bare 0 or 1 says neither true nor false.
        return in_decimal(value)
    if isinstance(value, list):
        return listed(value, kind)
    named = "a table" if isinstance(value, dict) else "a date or a time"
    raise NotRead(f"it is {named}, not an answer: put it between quotes")


def in_decimal(value: int) -> str:
    if value.bit_length() > 1000:
        raise NotRead("the number is too large to be worked with")
    return str(value)


def listed(values: list[object], kind: PieceKind) -> str:
    if kind in ("number", "truth") and len(values) != 1:
        raise NotRead(f"one answer is wanted, not a list of {len(values)}")
    if any(isinstance(one, list) for one in values):
        rows = [row(one, kind) if isinstance(one, list) else as_text(one, kind) for one in values]
        return "[" + ", ".join(rows) + "]"
    join: Callable[[list[str]], str] = (
        "; ".join if kind != "matrix" or any(isinstance(one, str) for one in values) else ", ".join
    )
    return join([as_text(one, kind) for one in values])


def row(values: list[object], kind: PieceKind) -> str:
    if any(isinstance(one, list) for one in values):
        raise NotRead("its brackets are nested too deep: rows in brackets, [[1, 2], [3, 4]]")
    return "[" + ", ".join(as_text(one, kind) for one in values) + "]"
