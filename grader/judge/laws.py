"""The vocabulary of laws that a key may name, and what each means.

A law looks at what a part answered, and for some at what it was asked; it returns the first `Breach`, or None.
Laws say nothing a reference would need to be at hand for, which is why public keys may use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from grader.content.key import CaseKey, Param
from grader.content.values import Answer, Array, Several, Truth, Whole, unpack_whole
from grader.judge.compare import LAW_ABSOLUTE, SINGLE_LAW_ABSOLUTE, Flags, Floats, floats, is_single, pairs


class Seen(Struct, frozen=True):
    """One call of the part: the case it was made for, the answer, and whether it moved numpy's global random state."""

    case: CaseKey
    answer: Answer
    moved_random: bool = False


class Breach(Struct, frozen=True):
    """A law does not hold. `where` marks the entries at fault; `margin` is a number a row, named `margin_name`.
    `item` is the array at fault, of several."""

    seen: Seen
    says: str
    where: Flags | None = None
    margin: Floats | None = None
    margin_name: str = ""
    item: int = 0


Params = Mapping[str, Param]
Law = Callable[[Sequence[Seen], Params], Breach | None]
Single = Callable[[Seen, Floats, float, Params], Breach | None]
Paired = Callable[[Floats, Params], Floats]


def slack(answer: Answer) -> float:
    """How far a law may be missed by rounding."""
    single = isinstance(answer, Array) and is_single(answer)
    return SINGLE_LAW_ABSOLUTE if single else LAW_ABSOLUTE


def output(seen: Seen) -> Floats:
    assert isinstance(seen.answer, Array)
    return floats(seen.answer)


def number(params: Params, name: str) -> float:
    value = params[name]
    assert isinstance(value, (int, float))
    return float(value)


def concerned(answer: Answer, params: Params) -> list[tuple[int, Array]]:
    """The arrays that a law is about, with their positions: all that a part returns, or the one that `item` names."""
    found = list(enumerate(arrays(answer)))
    return [found[int(number(params, "item"))]] if "item" in params else found


def on_each(law: Single) -> Law:
    """A law of one array, held against each case in turn."""

    def judged(seen: Sequence[Seen], params: Params) -> Breach | None:
        for one in seen:
            for item, array in concerned(one.answer, params):
                breach = law(one, floats(array), slack(array), params)
                if breach:
                    return replace(breach, item=item)
        return None

    return judged


def rows_sum_to_one(seen: Seen, weights: Floats, slack: float, params: Params) -> Breach | None:
    sums = weights.sum(axis=-1)
    wrong = np.abs(sums - 1.0) > slack
    if not wrong.any():
        return None
    if not wrong.ndim:
        return Breach(seen, f"they add up to {float(sums):.6g}")
    return Breach(seen, f"{count(wrong, 'row')} {'does' if wrong.sum() == 1 else 'do'} not add up to 1", None, sums, "row sum")


def not_negative(seen: Seen, weights: Floats, slack: float, params: Params) -> Breach | None:
    wrong = weights < -slack
    return Breach(seen, f"{count(wrong, 'entry')} below 0", wrong) if wrong.any() else None


def zero_above_diagonal(seen: Seen, weights: Floats, slack: float, params: Params) -> Breach | None:
    later = np.triu(np.ones(weights.shape[-2:], dtype=bool), 1)
    wrong = (np.abs(weights) > slack) & later
    return Breach(seen, f"{count(wrong, 'weight')} on a later token", wrong) if wrong.any() else None


def antisymmetric(seen: Seen, matrix: Floats, slack: float, params: Params) -> Breach | None:
    wrong = np.abs(matrix + matrix.T) > slack * max(1.0, float(np.abs(matrix).max(initial=0.0)))
    return Breach(seen, f"{count(wrong, 'entry')} not the opposite of the mirrored one", wrong) if wrong.any() else None


def same_entries_as_input(seen: Seen, result: Floats, slack: float, params: Params) -> Breach | None:
    given = seen.case.call.args[0]
    assert isinstance(given, Array)
    ours, theirs = np.sort(floats(given), axis=None), np.sort(result, axis=None)
    scale = max(1.0, float(np.abs(ours).max(initial=0.0)))
    if ours.shape == theirs.shape and bool((np.abs(ours - theirs) <= slack * scale).all()):
        return None
    return Breach(seen, "the result does not hold the numbers of the input, each once")


def order_kept_in_rows(seen: Seen, weights: Floats, slack: float, params: Params) -> Breach | None:
    given = seen.case.call.args[0]
    assert isinstance(given, Array)
    order = np.argsort(floats(given), axis=-1, kind="stable")
    wrong = np.diff(np.take_along_axis(weights, order, axis=-1), axis=-1) < -slack
    rows = np.asarray(wrong.any(axis=-1))
    return Breach(seen, f"in {count(rows, 'row')} a larger score has the smaller weight") if rows.any() else None


def within_columns_of(seen: Seen, blend: Floats, slack: float, params: Params) -> Breach | None:
    """A weighted average leaves no column's range; `input` is the position of the argument that is averaged."""
    given = seen.case.call.args[int(number(params, "input"))]
    assert isinstance(given, Array)
    columns = floats(given)
    allowed = slack * max(1.0, float(np.abs(columns).max(initial=0.0)))
    wrong = (blend < columns.min(axis=0) - allowed) | (blend > columns.max(axis=0) + allowed)
    return Breach(seen, f"{count(wrong, 'entry')} outside of the range of the column", wrong) if wrong.any() else None


def count(wrong: Flags, what: str) -> str:
    """ "3 rows", "1 entry"."""
    number = int(wrong.sum())
    plural = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number} {what if number == 1 else plural}"


def related(expect: Paired, says: str) -> Law:
    """A law of two calls: the answer to the changed one is the first answer put through `expect`."""

    def judged(seen: Sequence[Seen], params: Params) -> Breach | None:
        for base, changed in zip(seen[::2], seen[1::2], strict=True):
            if isinstance(base.answer, (Whole, Truth)):
                if not follows(base.answer, changed.answer, params):
                    return Breach(changed, says)
                continue
            both = zip(concerned(base.answer, params), concerned(changed.answer, params), strict=True)
            for (item, before), (_, after) in both:
                wanted, got = expect(floats(before), params), floats(after)
                got = got[: int(number(params, "rows"))] if "rows" in params else got
                wrong = differs(got, wanted, max(slack(before), slack(after)))
                if wrong.any():
                    return Breach(changed, says, wrong, item=item)
        return None

    return judged


def differs(got: Floats, wanted: Floats, slack: float) -> Flags:
    if got.shape != wanted.shape:
        return np.ones(got.shape, dtype=bool)
    with np.errstate(invalid="ignore"):
        scale = np.maximum(1.0, np.abs(np.where(np.isfinite(wanted), wanted, 0.0)))
        return np.asarray(~((got == wanted) | (np.abs(got - wanted) <= slack * scale)))


def follows(base: Whole | Truth, changed: Answer, params: Params) -> bool:
    """Exactly: whole numbers and truths know no slack."""
    if isinstance(base, Truth):
        return base == changed
    factor = params.get("by", 1)
    assert isinstance(factor, int), "a whole number is multiplied by a whole number"
    return isinstance(changed, Whole) and unpack_whole(changed) == factor * unpack_whole(base)


def reordered(axis: int) -> Paired:
    def expect(result: Floats, params: Params) -> Floats:
        order = params["order"]
        assert isinstance(order, Array)
        return np.take(result, floats(order).astype(np.int64), axis=axis)

    return expect


def unchanged(result: Floats, params: Params) -> Floats:
    return result


def multiplied(result: Floats, params: Params) -> Floats:
    return result * number(params, "by")


def transposed(result: Floats, params: Params) -> Floats:
    return result.T * number(params, "sign")


def first_rows(result: Floats, params: Params) -> Floats:
    return result[: int(number(params, "rows"))]


def earlier_inside(seen: Sequence[Seen], params: Params) -> Breach | None:
    for base, changed in zip(seen[::2], seen[1::2], strict=True):
        assert isinstance(base.answer, Array)
        assert isinstance(changed.answer, Array)
        if not set(pairs(base.answer)) <= set(pairs(changed.answer)):
            return Breach(base, "a pair of the shorter sequence is missing from the longer one")
    return None


def tokens_within(seen: Sequence[Seen], params: Params) -> Breach | None:
    """Evidence has a form: finite numbers, a square matrix or queries and keys of one shape, not too large."""
    least, most = int(number(params, "least")), int(number(params, "most"))
    for one in seen:
        matrices = [floats(item) for item in arrays(one.answer)]
        shapes = {matrix.shape for matrix in matrices}
        shape = matrices[0].shape
        if len(shapes) != 1 or len(shape) != 2 or shape[1] < 1 or (len(matrices) == 1 and shape[0] != shape[1]):
            form = "one square matrix" if len(matrices) == 1 else "two matrices (tokens, d_k) of one shape"
            return Breach(one, f"{form} needed, got shape {' and '.join(str(matrix.shape) for matrix in matrices)}")
        if not least <= shape[0] <= most:
            return Breach(one, f"{least} to {most} tokens needed, got {shape[0]}")
        if not all(np.isfinite(matrix).all() for matrix in matrices):
            return Breach(one, "every number must be finite")
    return None


def arrays(answer: Answer) -> tuple[Array, ...]:
    if isinstance(answer, Several):
        return answer.items
    assert isinstance(answer, Array)
    return (answer,)


SYMMETRIC_WITHIN = 1e-9
ASYMMETRIC_FROM = 1e-3


def shown(answer: Answer, of: Param) -> Floats:
    """The matrix that a piece of evidence is about."""
    matrices = [floats(item) for item in arrays(answer)]
    if of in ("scores", "weights"):
        queries, keys = matrices
        scores = queries @ keys.T
        return scores if of == "scores" else row_softmax(scores / np.sqrt(queries.shape[1]))
    return row_softmax(matrices[0]) if of == "row-softmax" else matrices[0]


def row_softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def symmetry(wanted: bool) -> Law:
    def judged(seen: Sequence[Seen], params: Params) -> Breach | None:
        for one in seen:
            with np.errstate(all="ignore"):
                matrix = shown(one.answer, params["of"])
                gap = np.abs(matrix - matrix.T)
            largest = float(gap.max(initial=0.0))
            # Evidence so large that its products overflow shows nothing.
            if not np.isfinite(matrix).all():
                return Breach(one, "the numbers are so large that their products overflow")
            if wanted and largest > SYMMETRIC_WITHIN:
                return Breach(one, f"mirrored entries differ by up to {largest:.3g}", gap > SYMMETRIC_WITHIN)
            if not wanted and largest < ASYMMETRIC_FROM:
                return Breach(one, f"mirrored entries differ by {largest:.3g} at most; show at least {ASYMMETRIC_FROM}")
        return None

    return judged


SINGLE_LAWS: dict[str, Law] = {
    "rows-sum-to-one": on_each(rows_sum_to_one),
    "not-negative": on_each(not_negative),
    "zero-above-diagonal": on_each(zero_above_diagonal),
    "antisymmetric": on_each(antisymmetric),
    "same-entries-as-input": on_each(same_entries_as_input),
    "order-kept-in-rows": on_each(order_kept_in_rows),
    "within-columns-of": on_each(within_columns_of),
}
"""Laws of one answer; they can be held against any case."""

LAWS: dict[str, Law] = {
    **SINGLE_LAWS,
    "same": related(unchanged, "the result changed"),
    "rows-reordered": related(reordered(0), "the rows did not move along"),
    "columns-reordered": related(reordered(-1), "the columns did not move along"),
    "multiplied": related(multiplied, "the result did not scale along"),
    "transposed": related(transposed, "the result is not the mirrored one"),
    "first-rows-same": related(first_rows, "an earlier row changed"),
    "earlier-inside": earlier_inside,
    "tokens-within": tokens_within,
    "symmetric": symmetry(True),
    "asymmetric": symmetry(False),
}
