"""Several arrays that are the right ones in another order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from grader.content.calling import Outcome
from grader.content.key import PartKey
from grader.content.values import Several
from grader.judge.compare import agrees

PLACES = ("first", "second", "third", "fourth", "fifth")


def told_order(part: PartKey, outcomes: Sequence[Outcome], positions: Sequence[int]) -> str:
    """That the arrays returned are in another order than asked for, where they are in every one of these calls; else ""."""
    count = part.reading.count
    if part.judged_by_laws or part.reading.kind != "arrays" or not 2 <= count <= len(PLACES):
        return ""
    pairs = [(part.cases[one], outcomes[one].answer) for one in positions if isinstance(part.cases[one].expected, Several)]
    for order in list(permutations(range(count)))[1:]:
        if pairs and all(
            isinstance(got, Several)
            and len(got.items) == count
            and agrees(Several(tuple(got.items[one] for one in order)), case.expected, "arrays", case.large, case.zero_within)
            for case, got in pairs
        ):
            moved = [PLACES[place] for place, one in enumerate(order) if place != one]
            if len(moved) == 2:
                return f"the {moved[0]} and {moved[1]} are swapped"
            return f"they are the right arrays in another order: asked for are {', '.join(part.names) or 'the others first'}"
    return ""
