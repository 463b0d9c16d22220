"""GIFT: a text that Moodle and others read. An empty line ends a question, so prompts are HTML on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.quiz.exchange import Item, Option, shuffled
from grader.report.quizzes.page import Exported, html
from grader.report.targets.text import one_line

SPECIAL = str.maketrans({"\\": "&\\#92;", **{letter: f"\\{letter}" for letter in "~=#{}:"}})


def write(title: str, items: Sequence[Item]) -> Exported:
    questions = [f"// {one_line(title)}", *map(text_of, items)]
    return Exported("\n\n".join(questions).encode() + b"\n", len(items))


def text_of(one: Item) -> str:
    return f"::{plain(one.title)}::[html]{escaped(html(one.prompt))}{{{answers(one)}}}"


def plain(text: str) -> str:
    return one_line(text).translate(SPECIAL)


def escaped(markup: str) -> str:
    return " ".join(markup.split()).translate(SPECIAL)


def answers(one: Item) -> str:
    general = f"\n####{escaped(html(one.why))}\n" if one.why and one.kind != "open" else "\n"
    if one.kind == "open":
        return ""
    if one.kind == "truth":
        right = next(option for option in one.options if option.right)
        wrong = next(option for option in one.options if not option.right)
        # The feedback for a wrong answer comes first.
        return f"{'T' if right.text == 'True' else 'F'}#{escaped(html(wrong.says))}#{escaped(html(right.says))}{general}"
    if one.kind == "number":
        return f"#{''.join(numeric(one))}{general}"
    if one.kind == "several":
        return f"{''.join(weighed(one.options))}{general}"
    return f"{''.join(single(one))}{general}"


def numeric(one: Item) -> Iterable[str]:
    assert one.number
    yield f"\n=%100%{one.number.value}:{one.number.within}"
    for wrong in one.foreseen:
        yield f"\n=%0%{wrong.range.value}:{wrong.range.within}#{escaped(html(wrong.says))}"


def weighed(options: Sequence[Option]) -> Iterable[str]:
    part = f"{100 / sum(option.right for option in options):.5f}".rstrip("0").rstrip(".")
    for option in options:
        yield f"\n~%{'' if option.right else '-'}{part}%{escaped(html(option.text))}#{escaped(html(option.says))}"


def single(one: Item) -> Iterable[str]:
    """An equals sign anywhere makes it a question with one answer; more than one choice may then be right."""
    for option in shuffled(one) if one.kind == "table" else one.options:
        yield f"\n{'=' if option.right else '~'}{escaped(html(option.text))}#{escaped(html(option.says))}"
