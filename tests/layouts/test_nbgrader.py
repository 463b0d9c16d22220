"""nbgrader: what lies under `submitted/` was handed in, and nothing else was."""

from __future__ import annotations

from pathlib import Path

from downloads import by_path, listed, on_disk

STUDENTS = [
    "bitdiddle", "hacker", "a", "A", "o'brien", "josé", "王芳", "zoe\u0301", "two words", "with_underscore", "1234567",
    "x@uni.example", "submitted", "autograded", "release", "exercise1", "exercise1.py", "-dash",
    "dot.ted", "=formula", "comma, name", "semi;colon",
    "tab\tname", "z" * 100, "Ω", "नमस्ते", "(brackets)", "[square]", "per%cent", "#hash",
]  # fmt: skip
assert len(STUDENTS) == 30


def test_thirty_awkward_names(tmp_path: Path) -> None:
    files = {f"submitted/{student}/hw1/exercise1.py": "x = 1" for student in STUDENTS}
    files |= {f"autograded/{student}/hw1/exercise1.py": "x = 2" for student in STUDENTS[:5]}
    files |= {
        "source/hw1/exercise1.py": "x = 3",
        "release/hw1/exercise1.py": "x = 4",
        "gradebook.db": "",
        "nbgrader_config.py": "",
    }
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "nbgrader"
    found = {row.student.id: row.path for row in listing.rows if not row.ignored}
    assert found == {student.replace("e\u0301", "é"): f"submitted/{student}/hw1/exercise1.py" for student in STUDENTS}
    rows = by_path(listing)
    assert rows["autograded/bitdiddle/hw1/exercise1.py"].ignored == "is nbgrader's own copy, not the hand-in"
    assert rows["source/hw1/exercise1.py"].ignored == "is the instructor's own version, not a hand-in"
    assert rows["gradebook.db"].student.id is None


def test_the_time_stamp_beside_a_hand_in(tmp_path: Path) -> None:
    files = {
        "submitted/hacker/hw1/exercise1.py": "x = 1",
        "submitted/hacker/hw1/timestamp.txt": "2026-02-01 15:05:20.5 UTC\n",
        "submitted/bitdiddle/hw1/exercise1.py": "x = 1",
        "submitted/bitdiddle/hw1/timestamp.txt": "no time at all",
    }
    rows = by_path(listed(on_disk(tmp_path / "in", files), tmp_path / "scratch"))
    assert rows["submitted/hacker/hw1/exercise1.py"].submitted == "2026-02-01T15:05:20.500000+00:00"
    assert rows["submitted/bitdiddle/hw1/exercise1.py"].submitted is None
    assert rows["submitted/hacker/hw1/timestamp.txt"].ignored == "is nbgrader's time stamp, not a hand-in"


def test_one_notebook_for_several_exercises(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "code", "source": ["def double(n):\n", "    return 2 * n\n"]},
        {"cell_type": "markdown", "source": "def encode(x): pass"},
        {"cell_type": "code", "source": "%%bash\ndef encode(x): pass"},
        {"cell_type": "code", "source": "%%time\nadd = lambda a, b: a + b"},
    ]
    import json

    files = {"submitted/hacker/hw1/Homework.ipynb": json.dumps({"cells": cells, "nbformat": 4})}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert [row.exercise for row in listing.rows] == ["exercise1", "exercise2"]
