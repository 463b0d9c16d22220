"""Carried errors: what a part rightly makes of an own wrong earlier part earns its points, and says so.

`submissions/exerciseN/carried/NAME.py` names on top the `# part:` that is looked at, its `# points:` in the marked run (all or
none), and the earlier part that it is credited to use (`# uses:`, or none).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import readable, said_on_top

from grader.judge.result import PartResult

FOLDER = Path(__file__).parent / "submissions"
CARRIED = sorted(FOLDER.glob("exercise*/carried/*.py"))

Graded = Callable[[Path, bool], dict[str, PartResult]]


@pytest.mark.parametrize("path", CARRIED, ids=readable)
def test_the_marked_run(path: Path, graded: Graded) -> None:
    told = said_on_top(path)
    part = graded(path, False)[told["part"]]
    assert part.points == (part.max_points if told["points"] == "all" else 0.0), part.message
    if told["uses"] == "none":
        assert "Carried error" not in part.message
    else:
        assert part.status == "passed"
        assert part.misconception is None
        assert f"rightly uses your own {told['uses']}, which is not right yet" in part.message


@pytest.mark.parametrize("path", [path for path in CARRIED if said_on_top(path)["uses"] != "none"], ids=readable)
def test_a_public_key_says_what_to_mend_first(path: Path, graded: Graded) -> None:
    told = said_on_top(path)
    part = graded(path, True)[told["part"]]
    # A public key may lack the very case that shows the mistake.
    assert part.status == "passed" or f"{told['uses']}, not right yet: mend that first" in part.message


def test_each_exercise_with_parts_that_build_on_others_is_tried() -> None:
    tried = {path.parts[-3] for path in CARRIED}
    answers = {path.stem for path in (FOLDER.parents[1] / "solutions").glob("exercise*.py") if "builds_on" in path.read_text()}
    assert answers <= tried
