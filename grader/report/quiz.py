"""A quiz as terminal text: questions, what became of an answer, and how it all stands."""

from __future__ import annotations

from collections.abc import Sequence

from grader.content.questions import PieceKey, QuestionKey
from grader.judge.result import PartResult, Result
from grader.quiz.pieces import Verdict
from grader.report.page import BOLD, DIM, GREEN, RED, YELLOW, Page, clean, one_line
from grader.report.terminal import heading, heading_words, number, shared_lines, shared_message

MARKS = {
    "passed": ("ok", GREEN),
    "failed": ("NOT YET", RED),
    "unreadable": ("UNREAD", YELLOW),
    "not-attempted": ("open", YELLOW),
    "awaits-mark": ("kept", DIM),
    "grader-error": ("OUR FAULT", RED),
}
WIDE = 8


def question_lines(question: QuestionKey, page: Page) -> list[str]:
    """A question's heading and its text; tables in it stay as they are."""
    return ["", page.paint(f"{question.id}  {question.title}", BOLD), *indented(question.prompt, page)]


def indented(text: str, page: Page) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines += [f"  {paragraph}"] if paragraph.startswith(" ") else page.wrap(paragraph, "  ") if paragraph else [""]
    return lines


def piece_lines(piece: PieceKey, page: Page) -> list[str]:
    """What is asked for, the choices, and how an answer may look."""
    lines = ["", *page.wrap(piece.prompt, "  ")]
    for choice in piece.choices:
        lines += page.wrap(f"{choice.letter}  {choice.text}", "    ", "   ")
    return [*lines, *(page.paint(line, DIM) for line in page.wrap(f"({piece.example})", "  ", " "))]


def verdict_lines(verdict: Verdict, page: Page) -> list[str]:
    """What became of an answer, and why."""
    return marked(verdict.status, verdict.message, page)


def marked(status: str, message: str, page: Page, indent: str = "  ") -> list[str]:
    mark, colour = MARKS[status]
    lines = page.wrap(f"{mark:<{WIDE}}{clean(message)}".rstrip(), indent, " " * WIDE)
    lines[0] = lines[0].replace(mark, page.paint(mark, colour), 1)
    return lines


def answer_lines(piece: PieceKey, page: Page) -> list[str]:
    """The answer and its reason: only for whoever has tried."""
    return page.wrap(f"{'answer':<{WIDE}}{piece.shown}. {piece.why}", "  ", " " * WIDE)


def hint_lines(piece: PieceKey, page: Page) -> list[str]:
    return page.wrap(f"{'hint':<{WIDE}}{piece.hint or 'there is none for this one.'}", "  ", " " * WIDE)


def told_hint(name: str, piece: PieceKey, again: str, page: Page) -> list[str]:
    """A hint by itself: what is asked for, and what helps with it. `again` is the command that asks it."""
    helps = piece.hint or "there is no hint for this one: try an answer, and each attempt is explained"
    lines = page.wrap(f"{name}: {piece.prompt}", "", "  ") + page.wrap(f"{'hint':<{WIDE}}{helps}", "  ", " " * WIDE)
    return lines + page.wrap(f"Next: {again}  asks it, and explains each answer", "  ", "  ")


def render(result: Result, page: Page, footer: Sequence[str] = (), *, with_messages: bool = True) -> str:
    """A graded answers file: question by question, with what each answer is. Without messages right ones are only counted,
    for whoever has just been told of them."""
    lines = heading(page, result)
    if any(is_kept(part) for part in result.parts):
        first, *rest = page.apart(heading_words(result)[0], "judged in the marked run")
        lines = [page.paint(first, BOLD), *rest]
    for warning in result.warnings:
        lines += page.wrap(f"note: {one_line(warning)}", "  ", "      ")
    if shared_message(result):
        lines += shared_lines(page, result)
    else:
        for question in dict.fromkeys(part.part.partition(".")[0] for part in result.parts):
            own = [part for part in result.parts if part.part.partition(".")[0] == question]
            lines += standing_lines(question, own, page, with_messages)
    return "\n".join([*lines, *footer]) + "\n"


def is_kept(part: PartResult) -> bool:
    """Whether an answer that counts was read and not judged: no student's copy can judge the marked version."""
    return part.status == "awaits-mark" and part.max_points > 0


def standing_lines(question: str, parts: Sequence[PartResult], page: Page, with_messages: bool) -> list[str]:
    graded = [part for part in parts if part.max_points]
    passed = sum(part.status == "passed" for part in graded)
    points = f"{number(sum(part.points for part in graded))}/{number(sum(part.max_points for part in graded))}"
    kept = sum(is_kept(part) for part in graded)
    standing = (f"{kept} of {len(graded)} answered", "") if kept else (f"{passed} of {len(graded)} right", points)
    lines = page.apart(f"  {question}  {standing[0]}", standing[1])
    for part in parts:
        if part.status != "not-attempted" and (part.status != "passed" or with_messages):
            lines += marked(part.status, f"{part.part.partition('.')[2]}: {part.message}", page, "    ")
    left = [part.part.partition(".")[2] for part in parts if part.status == "not-attempted"]
    return lines + (marked("not-attempted", ", ".join(left), page, "    ") if left else [])
