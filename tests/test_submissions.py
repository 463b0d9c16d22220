"""Right hand-ins in every style get full marks, subtly wrong ones never do, and each is told what it is.

`submissions/exerciseN/right/NAME.py` solves all parts, or those named in `# parts: a b`. `submissions/exerciseN/wrong/NAME.py`
gets one part wrong; comments on top say which (`# part:`), and its `# status:`, `# misconception:` (or none) and `# points:`.
A new case changes what the others weigh: `UPDATE_GOLDEN=1 pytest tests/test_submissions.py` rewrites the points, and only them.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import readable, said_on_top

from grader.content.compile import load_exercise
from grader.judge.result import PartResult

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "submissions"
RIGHT = sorted(FOLDER.glob("exercise*/right/*.py"))
WRONG = sorted(FOLDER.glob("exercise*/wrong/*.py"))
EXERCISES = sorted({path.parts[-3] for path in RIGHT})

Graded = Callable[[Path, bool], dict[str, PartResult]]


def parts_of(exercise: str) -> list[str]:
    return [part.name for part in load_exercise(ROOT / "solutions" / f"{exercise}.py").parts]


@pytest.mark.parametrize("public", [False, True], ids=["full", "public"])
@pytest.mark.parametrize("path", RIGHT, ids=readable)
def test_right_in_any_style(path: Path, public: bool, graded: Graded) -> None:
    results = graded(path, public)
    wanted = said_on_top(path).get("parts", " ".join(results)).split()
    for part in (results[name] for name in wanted):
        failed = [(check.name, check.message) for check in part.checks if check.status != "passed"]
        assert (part.status, part.points, failed) == ("passed", part.max_points, []), (part.part, part.message)


@pytest.mark.parametrize("path", WRONG, ids=readable)
def test_wrong_in_a_subtle_way(path: Path, graded: Graded) -> None:
    said = said_on_top(path)
    part = graded(path, False)[said["part"]]
    outcome = {"status": part.status, "misconception": part.misconception or "none", "points": f"{part.points:g}"}
    if os.environ.get("UPDATE_GOLDEN"):
        said["points"] = outcome["points"]
        path.write_text(
            re.sub("^# points: .*", f"# points: {outcome['points']}", path.read_text("utf-8"), flags=re.MULTILINE), "utf-8"
        )
    assert outcome == {name: said[name] for name in outcome}, part.message
    assert part.status != "passed"
    assert part.points < part.max_points
    assert part.message


@pytest.mark.parametrize("exercise", EXERCISES)
def test_every_part_has_some_of_both(exercise: str) -> None:
    parts = parts_of(exercise)
    right = [path for path in RIGHT if path.parts[-3] == exercise]
    solved = Counter(name for path in right for name in said_on_top(path).get("parts", " ".join(parts)).split())
    spoiled = Counter(said_on_top(path)["part"] for path in WRONG if path.parts[-3] == exercise)
    assert len(right) >= 12
    assert set(solved) == set(spoiled) == set(parts)
    assert min(solved.values()) >= 4
    assert min(spoiled.values()) >= 15
