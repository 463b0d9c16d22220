"""The vocabulary of laws that an author may name: what each takes, and how many cases it looks at together.

What a law means is in `judge/laws.py` and `judge/statistics.py`; here is the form of it, so that a slip is told to its
author when the key is made, not to a student when it is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Literal

import numpy as np
from msgspec import Struct

from grader.content.reading import Kind

Form = Literal["a number", "a whole number", "a row of numbers"] | tuple[str, ...]
"""What a param is to be; a tuple lists the words that it may be."""


class Terms(Struct, frozen=True):
    """What a law takes. `needs` and `may` are its params by name. `together`: the cases come in pairs; there are two of
    them in all; `like` names the param that has a number for each of them."""

    needs: Mapping[str, Form] = {}
    may: Mapping[str, Form] = {}
    together: Literal["", "pairs", "two"] = ""
    like: str = ""


ITEM: Mapping[str, Form] = {"item": "a whole number"}
EVIDENCE: Mapping[str, Form] = {"of": ("scores", "weights", "row-softmax", "itself")}
CURVE: Mapping[str, Form] = {"edges": "a row of numbers", "cdf": "a row of numbers"}
MOMENTS: Mapping[str, Form] = dict.fromkeys(("mean", "deviation", "variance", "kurtosis"), "a number")


def with_moments(*needed: str) -> Terms:
    """For a law of draws: all moments may be given together, whichever of them it looks at."""
    return Terms({name: MOMENTS[name] for name in needed}, MOMENTS)


VOCABULARY: Mapping[str, Terms] = {
    # Of one answer.
    "rows-sum-to-one": Terms(may=ITEM),
    "not-negative": Terms(may=ITEM),
    "zero-above-diagonal": Terms(may=ITEM),
    "antisymmetric": Terms(may=ITEM),
    "same-entries-as-input": Terms(may=ITEM),
    "order-kept-in-rows": Terms(may=ITEM),
    "within-columns-of": Terms({"input": "a whole number"}, ITEM),
    # Of evidence.
    "tokens-within": Terms({"least": "a whole number", "most": "a whole number"}),
    "symmetric": Terms(EVIDENCE),
    "asymmetric": Terms(EVIDENCE),
    # Of two answers, the second to changed inputs.
    "same": Terms(may=ITEM, together="pairs"),
    "rows-reordered": Terms({"order": "a row of numbers"}, ITEM, "pairs"),
    "columns-reordered": Terms({"order": "a row of numbers"}, ITEM, "pairs"),
    "multiplied": Terms({"by": "a number"}, ITEM, "pairs"),
    "transposed": Terms({"sign": "a number"}, ITEM, "pairs"),
    "first-rows-same": Terms({"rows": "a whole number"}, ITEM, "pairs"),
    "earlier-inside": Terms(together="pairs"),
    # Of random draws.
    "draws-follow": Terms(CURVE),
    "draws-fit": Terms(CURVE),
    "draws-mean": with_moments("mean", "deviation"),
    "draws-variance": with_moments("mean", "variance", "kurtosis"),
    "draws-variance-off": with_moments("variance"),
    "draws-size": Terms({"sizes": "a row of numbers", "spreads": "a row of numbers"}, like="sizes"),
    "draws-independent": Terms(),
    "draws-unrelated": Terms(together="pairs"),
    "draws-repeat": Terms(together="pairs"),
    "draws-differ": Terms(together="pairs"),
    "draws-normal": Terms(),
    "draws-widths-unrelated": Terms({"ratios": "a row of numbers"}, together="two"),
    "draws-all-equal": Terms(),
    "global-random-untouched": Terms(),
    "global-random-moved": Terms(),
}


def slips_of_law(name: str, params: Mapping[str, object], cases: int, kind: Kind) -> Iterator[str]:
    """What is wrong with the use of a law on so many cases of a part that returns this `kind`, as ends of sentences."""
    terms = VOCABULARY.get(name)
    if terms is None:
        near = get_close_matches(name, VOCABULARY, 1, 0.6)
        yield f"there is no law called {name!r}" + (f": is {near[0]!r} meant?" if near else "")
        return
    known = {**terms.needs, **terms.may}
    if missing := [param for param in terms.needs if param not in params]:
        wanted = ", ".join(f"{param!r} ({form_told(terms.needs[param])})" for param in missing)
        yield f"the law {name!r} lacks {wanted} in its params"
    if unknown := sorted(str(param) for param in params if param not in known):
        takes = f"takes {', '.join(known)}" if known else "takes none"
        yield f"the law {name!r} has a param {unknown[0]!r} that it does not know: it {takes}"
    for param, form in known.items():
        if param in params and not fits(params[param], form):
            yield f"the law {name!r} has the param {param!r} as {str(params[param])[:40]}, and takes {form_told(form)}"
    if kind == "whole" and name == "multiplied" and isinstance(params.get("by"), float):
        yield f"the law {name!r} has the param 'by' as {params['by']}: a whole number is multiplied by a whole number"
    yield from slips_of_count(name, terms, params, cases)


def slips_of_count(name: str, terms: Terms, params: Mapping[str, object], cases: int) -> Iterator[str]:
    if terms.together == "pairs" and cases % 2:
        yield f"the law {name!r} holds cases against each other, two by two: on={cases} cases do not come in pairs"
    if terms.together == "two" and cases != 2:
        yield f"the law {name!r} holds two cases against each other, and is on {cases}"
    if terms.like in params and fits(params[terms.like], "a row of numbers") and np.size(params[terms.like]) != cases:  # type: ignore[arg-type]
        yield f"the law {name!r} is on {cases} cases, and its param {terms.like!r} has another number of entries"


def fits(value: object, form: Form) -> bool:
    if isinstance(form, tuple):
        return isinstance(value, str) and value in form
    if form == "a row of numbers":
        try:
            row = np.asarray(value) if isinstance(value, (list, tuple, np.ndarray)) else np.asarray(None)
        except ValueError:
            return False
        return row.ndim == 1 and row.size > 0 and row.dtype.kind in "iuf"
    kinds = (int, np.integer) if form == "a whole number" else (int, float, np.integer, np.floating)
    return isinstance(value, kinds) and not isinstance(value, bool) and bool(np.isfinite(float(value)))


def form_told(form: Form) -> str:
    return f"one of {', '.join(form)}" if isinstance(form, tuple) else form
