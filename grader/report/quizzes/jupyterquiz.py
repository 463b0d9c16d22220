"""jupyterquiz: a JSON list for `display_quiz`. Its answers are in the page, so it is for practice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grader.quiz.exchange import Item, Range, shuffled
from grader.report.quizzes.page import Exported, html

NOT_YET = "Not yet: look at the question once more."


def write(title: str, items: Sequence[Item]) -> Exported:
    asked = [one for one in items if one.kind != "open"]
    left_out = [one.name for one in items if one.kind == "open"]
    notes = (f"jupyterquiz has no open questions: {', '.join(left_out)} left out",) if left_out else ()
    data = msgspec.json.format(msgspec.json.encode([question(one) for one in asked]), indent=1) + b"\n"
    return Exported(data, len(asked), notes)


def question(one: Item) -> dict[str, Any]:
    if one.kind == "number":
        assert one.number
        answers = [number(one.number, True, one.why), *(number(wrong.range, False, wrong.says) for wrong in one.foreseen)]
        return {
            "question": html(one.prompt),
            "type": "numeric",
            "answers": [*answers, {"type": "default", "feedback": NOT_YET}],
        }
    options = shuffled(one) if one.kind == "table" else iter(one.options)
    return {
        "question": html(one.prompt),
        "type": "many_choice" if one.kind == "several" else "multiple_choice",
        "answers": [
            {
                "answer": html(option.text),
                "correct": option.right,
                "feedback": option.says or ("Right." if option.right else NOT_YET),
            }
            for option in options
        ],
    }


def number(value: Range, right: bool, says: str) -> dict[str, Any]:
    """A whole number is one value; another is a range, whose upper end is not in it."""
    fields = {"correct": right, "feedback": says or ("Right." if right else NOT_YET)}
    if value.within == "0":
        return {"type": "value", "value": int(value.value), **fields}
    return {"type": "range", "range": [float(value.low), float(value.high)], **fields}
