"""Evidence for a failed check: the student's own numbers, with named axes, and where they go wrong.

Only public cases are ever shown. A table holds text, so that it can be stored and rendered anywhere.
"""

from __future__ import annotations

import numpy as np

from grader.content.key import CaseKey, PartKey
from grader.content.values import Answer, Array, Nothing, Several, Truth, Whole, unpack_whole
from grader.judge.compare import Flags, Floats, floats, off, pairs
from grader.judge.laws import Breach
from grader.judge.result import Table

LARGEST_SHOWN = 8
"""Rows and columns of a matrix that is shown whole."""


def figure(number: float, digits: int = 3) -> str:
    """One number, short: fixed digits where they say something, else in powers of ten."""
    if not np.isfinite(number):
        return "nan" if np.isnan(number) else ("inf" if number > 0 else "-inf")
    if number != 0 and not 1e-3 <= abs(number) < 1e5:
        return f"{number:.{digits - 1}e}"
    return f"{number:.{digits}f}"


def initials(axes: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each axis: q for queries, k for keys; an axis whose letter is taken gets c, as in column."""
    letters: list[str] = []
    for axis in axes:
        letter = axis[:1] if axis[:1] and axis[:1] not in letters and axis != "d_k" else "c"
        letters.append(letter)
    return tuple(letters)


def place(index: tuple[int, ...], axes: tuple[str, ...]) -> str:
    """ "[q0, k2]" for an index."""
    letters = initials(axes) if len(axes) == len(index) else ("",) * len(index)
    return "[" + ", ".join(f"{letter}{position}" for letter, position in zip(letters, index, strict=True)) + "]"


def shape_text(shape: tuple[int, ...], axes: tuple[str, ...]) -> str:
    return f"{shape} = ({', '.join(axes)})" if axes and len(axes) == len(shape) else str(shape)


def parameter_names(part: PartKey) -> list[str]:
    inside = part.signature[part.signature.index("(") + 1 : part.signature.rindex(")")]
    return [name.split("=")[0].strip() for name in inside.split(",")]


def name_of(part: PartKey, item: int) -> str:
    """What one of several arrays is called."""
    return part.names[item] if part.names else f"array {item + 1} of {part.reading.count}"


def call_text(part: PartKey, case: CaseKey) -> str:
    """ "your softmax_weights(scores)", or with the numbers where they are few."""
    shown = []
    for value in case.call.args:
        if isinstance(value, Whole):
            shown.append(str(unpack_whole(value)))
        elif isinstance(value, Array):
            shown.append("…" if value.shape else figure(float(floats(value))))
        else:
            shown.append("None" if isinstance(value, Nothing) else str(getattr(value, "value", "rng")))
    for name, value in case.call.kwargs.items():
        inner = unpack_whole(value) if isinstance(value, Whole) else getattr(value, "value", "…")
        shown.append(f"{name}={inner}")
    if all(text == "…" for text in shown):
        shown = parameter_names(part)[: len(shown)]
    return f"{part.name}({', '.join(shown)})"


def matrix_table(
    caption: str, matrix: Floats, axes: tuple[str, ...], wrong: Flags | None, margin: Floats | None, name: str
) -> Table:
    """A matrix of up to 8×8 whole, else its first rows at fault; three-axis arrays by the first slice at fault."""
    if matrix.ndim == 1:
        matrix, axes = matrix[np.newaxis, :], ("", *axes)
        wrong = wrong[np.newaxis, :] if wrong is not None and wrong.ndim == 1 else wrong
    while matrix.ndim > 2:
        chosen = (
            int(np.argmax(wrong.reshape(len(wrong), -1).any(axis=1)))
            if wrong is not None and wrong.shape == matrix.shape
            else 0
        )
        caption = f"{caption}, {axes[0] if axes else 'slice'} {chosen}"
        matrix, axes = matrix[chosen], axes[1:]
        wrong = wrong[chosen] if wrong is not None else None
        margin = margin[chosen] if margin is not None and margin.ndim else None
    letters = initials(axes) if len(axes) == 2 else ("r", "c")
    rows = picked_rows(matrix, wrong)
    columns = range(min(matrix.shape[1], LARGEST_SHOWN))
    head = ["", *(f"{letters[1]}{column}" for column in columns)]
    cut = matrix.shape[1] > LARGEST_SHOWN
    with_margin = margin is not None and margin.shape == (len(matrix),)
    head += ["…"] * cut + ["", name] * with_margin
    body = []
    for row in rows:
        label = f"{letters[0]}{row}" if axes and axes[0] else ""
        cells = [label, *(figure(float(matrix[row, column])) for column in columns), *["…"] * cut]
        if with_margin and margin is not None:
            cells += ["|", figure(float(margin[row]))]
        body.append(tuple(cells))
    left_out = len(matrix) - len(rows)
    notes = (f"{left_out} more rows not shown",) if left_out > 0 else ()
    return Table(caption, tuple(head), tuple(body), notes)


def picked_rows(matrix: Floats, wrong: Flags | None) -> list[int]:
    if len(matrix) <= LARGEST_SHOWN or wrong is None or wrong.shape != matrix.shape:
        return list(range(min(len(matrix), LARGEST_SHOWN)))
    return [int(row) for row in np.flatnonzero(wrong.any(axis=1))[:LARGEST_SHOWN]]


def of_values(part: PartKey, case: CaseKey, got: Answer) -> Table | None:
    """What differs from the expected answer of a public case: how many entries, the first, the worst."""
    caption = f"case “{case.name}”: your {call_text(part, case)}"
    wanted = case.expected
    if isinstance(got, Array) and isinstance(wanted, Array) and part.reading.kind == "array":
        if got.shape != wanted.shape:
            return None
        if not got.shape:
            return Table(f"{caption} got {figure(float(floats(got)), 6)}, expected {figure(float(floats(wanted)), 6)}")
        return of_entries(caption, got, wanted, part.axes[0], off(got, wanted, case.large, case.zero_within))
    if isinstance(got, Several) and isinstance(wanted, Several):
        return of_first_wrong(part, case, caption, got, wanted)
    if isinstance(got, Array) and isinstance(wanted, Array) and part.reading.kind == "pairs":
        return Table(caption, notes=pair_notes(pairs(got), pairs(wanted)))
    if isinstance(got, Array) and isinstance(wanted, Array):
        return Table(f"{caption} got {pairs(got)[0]}, expected {pairs(wanted)[0]}")
    if isinstance(got, Whole) and isinstance(wanted, Whole):
        return Table(f"{caption} got {unpack_whole(got)}, expected {unpack_whole(wanted)}")
    if isinstance(got, Truth) and isinstance(wanted, Truth):
        return Table(f"{caption} got {got.value}, expected {wanted.value}")
    return None


def of_first_wrong(part: PartKey, case: CaseKey, caption: str, got: Several, wanted: Several) -> Table | None:
    """The first of several arrays that differs."""
    for item, (theirs, ours) in enumerate(zip(got.items, wanted.items, strict=True)):
        wrong = off(theirs, ours, case.large, case.zero_within)
        if wrong.any():
            return of_entries(f"{caption}, {name_of(part, item)}", theirs, ours, part.axes[item], wrong)
    return None


def of_entries(caption: str, got: Array, wanted: Array, axes: tuple[str, ...], wrong: Flags) -> Table:
    theirs, ours = floats(got), floats(wanted)
    table = matrix_table(caption, theirs, axes, wrong, None, "")
    if not wrong.any():
        # Each entry is near enough, and yet a law does not hold: in single precision, where scores are large.
        return table
    first = tuple(int(index) for index in np.argwhere(wrong)[0])
    with np.errstate(invalid="ignore"):
        distance = np.where(wrong, np.abs(theirs - ours), -1.0)
        distance[np.isnan(distance)] = np.inf
    worst = tuple(int(index) for index in np.unravel_index(int(np.argmax(distance)), wrong.shape))
    note = f"{int(wrong.sum())} of {wrong.size} entries differ; "
    note += f"first {place(first, axes)} got {telling(theirs[first], ours[first])}"
    if worst != first and np.isfinite(distance[worst]):
        note += f"; worst {place(worst, axes)} off by {figure(float(distance[worst]))}"
    return Table(table.caption, table.head, table.rows, (*table.notes, note))


def telling(got: float, wanted: float) -> str:
    """Both numbers with as many digits as it takes to see that they differ."""
    for digits in (3, 6, 9, 12):
        if figure(got, digits) != figure(wanted, digits):
            return f"{figure(got, digits)} expected {figure(wanted, digits)}"
    return f"{got!r} expected {wanted!r}"


def pair_notes(got: list[tuple[int, int]], wanted: list[tuple[int, int]]) -> tuple[str, ...]:
    missing, extra = sorted(set(wanted) - set(got)), sorted(set(got) - set(wanted))
    notes = []
    if missing:
        notes.append(f"missing: {some(missing)}")
    if extra:
        notes.append(f"not wanted: {some(extra)}")
    if len(set(got)) < len(got):
        notes.append(f"{len(got) - len(set(got))} pairs come more than once")
    return tuple(notes)


def some(found: list[tuple[int, int]]) -> str:
    shown = ", ".join(map(str, found[:LARGEST_SHOWN]))
    return f"{shown} and {len(found) - LARGEST_SHOWN} more" if len(found) > LARGEST_SHOWN else shown


def of_breach(part: PartKey, breach: Breach) -> Table | None:
    """The matrix that breaks a law, with the law's number for each row in the margin."""
    case, answer = breach.seen.case, breach.seen.answer
    caption = f"case “{case.name}”: your {call_text(part, case)}"
    says = (breach.says,) if breach.says else ()
    # Evidence breaks a law by what follows from its arrays, so that none of them shows it.
    if isinstance(answer, Several) and not part.judged_by_laws:
        caption = f"{caption}, {name_of(part, breach.item)}"
        answer = answer.items[breach.item]
    if part.watches_random or not isinstance(answer, Array) or part.reading.kind not in ("array", "arrays"):
        return Table(caption, notes=says)
    matrix = floats(answer)
    if matrix.ndim == 0 or matrix.size == 0:
        return Table(f"{caption} got {figure(float(matrix), 6)}" if matrix.ndim == 0 else caption, notes=says)
    axes = part.axes[breach.item]
    table = matrix_table(caption, matrix, axes, breach.where, breach.margin, breach.margin_name)
    notes = [*table.notes, *says]
    if breach.margin_name == "row sum" and matrix.ndim == 2 and np.allclose(matrix.sum(axis=0), 1.0, atol=1e-5):
        notes.append("the columns add up to 1")
    return Table(table.caption, table.head, table.rows, tuple(notes))
