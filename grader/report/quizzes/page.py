"""What the quiz formats share: an exported file with an account of it, and prompts as HTML."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from grader.quiz.exchange import Item, Option


class Exported(Struct, frozen=True):
    """A file's bytes, how many questions it has, and what the format could not take as it is."""

    data: bytes
    questions: int
    notes: tuple[str, ...] = ()


class NeedsLibrary(Exception):
    """For the author: a library is missing, and how to get it."""


def html(text: str) -> str:
    """Paragraphs of plain text; what is indented keeps its lines and spaces."""
    blocks = []
    for block in text.split("\n\n"):
        if block.startswith("    "):
            lines = "<br>".join(escape(line[4:]).replace("  ", "&nbsp; ") for line in block.split("\n"))
            blocks.append(f"<p><code>{lines}</code></p>")
        elif block.strip():
            blocks.append(f"<p>{escape(' '.join(block.split()))}</p>")
    return "".join(blocks)


def only_one_right(one: Item) -> tuple[tuple[Option, ...], str]:
    """The options with one right choice, the best, and a note where others went."""
    right = [option for option in one.options if option.right]
    if len(right) < 2:
        return one.options, ""
    kept = next((option for option in right if option.best), right[0])
    options = tuple(option for option in one.options if option is kept or not option.right)
    return (
        options,
        f"{one.name}: only one right choice is possible there, so that {len(right) - 1} of {len(right)} are left out",
    )
