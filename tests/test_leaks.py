"""Hidden inputs are visible to the code that is given them, and to nobody else: no result carries one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Grade

from grader.content.catalog import ChapterCatalog
from grader.content.values import Array, unpack

TELLING = """
import numpy as np

seen = []

def tell(given):
    for one in given:
        seen.append(repr(np.asarray(one).ravel().tolist()))
    return " ".join(seen)
"""
WAYS = {
    "prints": "    print(tell(given))\n    return np.zeros((2, 2))\n",
    "raises": "    raise ValueError(tell(given))\n",
    "names a class after it": "    raise type(tell(given)[-60:], (Exception,), {})()\n",
    "returns all it has seen": "    tell(given)\n    return np.concatenate([np.ravel(eval(one)) for one in seen])\n",
    "raises it for wrong input only": (
        "    said = tell(given)\n    if len(seen) > 60:\n        raise RuntimeError(said)\n    return np.zeros((2, 2))\n"
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("exercise", ["exercise2", "exercise3", "exercise6"])
def test_no_hidden_input_is_in_a_result(
    grade: Grade, full_key: Path, tmp_path: Path, exercise: str, way: str, right: Callable[[str], str]
) -> None:
    key = ChapterCatalog(ROOT, "", public=False).entry(exercise).exercise()
    text = TELLING + "".join(f"\ndef {part.name}(*given, **named):\n{WAYS[way]}" for part in key.parts)
    (tmp_path / "maeve").mkdir()
    (tmp_path / "maeve" / f"{exercise}.py").write_text(text)
    told = grade("--key", full_key, "batch", tmp_path, "--json", "--jobs", "1").out
    rows = [row for row in json.loads(told)["results"] if row["exercise"] == exercise]
    assert rows[0]["points"] == 0
    public = {number for part in key.parts for case in part.cases if not case.hidden for number in numbers_of(case.call.args)}
    hidden = {number for part in key.parts for case in part.cases if case.hidden for number in numbers_of(case.call.args)}
    secret = {number for number in hidden - public if len(number) >= 6}
    assert len(secret) > 50
    assert secret & set(re.findall(r"-?[0-9]+\.[0-9]+(?:e[+-]?[0-9]+)?", told)) == set()


def numbers_of(args: tuple[object, ...]) -> set[str]:
    """The numbers of a call's arrays, as they would be printed."""
    return {repr(float(number)) for value in args if isinstance(value, Array) for number in np.ravel(unpack(value))}
