"""Gradescope: whose a submission is stands in `submission_metadata.yml` alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from downloads import PEOPLE, by_path, display, listed, on_disk, zipped

TIME = "2026-12-01 22:31:02.549420000 Z"


def entry(people: list[tuple[str, str, str]]) -> dict[str, object]:
    """As Ruby writes it: symbols as keys, a good deal more than is needed here."""
    submitters = [{":name": name, ":sid": sid, ":email": email} for name, sid, email in people]
    return {
        ":submitters": submitters,
        ":created_at": "TIME",
        ":score": 1.5,
        ":results": {"tests": [{"output": "x" * 50}]},
        ":history": [],
    }


def metadata(entries: dict[str, dict[str, object]]) -> str:
    return yaml.safe_dump(entries, allow_unicode=True).replace("TIME", TIME)


def test_thirty_awkward_names(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    entries = {}
    expected = {}
    for number, (first, last) in enumerate(PEOPLE):
        name, folder = display(first, last), f"submission_{50000 + number}"
        entries[folder] = entry([(name, f"S{number}", f"s{number}@uni.example")])
        path = f"assignment_99_export/{folder}/exercise1.py"
        files[path] = "x = 1"
        expected[path] = (f"S{number}", name, str(50000 + number), "2026-12-01T22:31:02.549420+00:00", "exercise1")
    files["assignment_99_export/submission_metadata.yml"] = metadata(entries)
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.layout == "gradescope"
    rows = by_path(listing)
    own = rows.pop("assignment_99_export/submission_metadata.yml")
    assert own.ignored == "is Gradescope's own list, not a hand-in"
    found = {
        path: (row.student.id, row.student.name, row.lms_file_id, row.submitted, row.exercise) for path, row in rows.items()
    }
    assert found == expected


def test_a_groups_file_is_every_members(tmp_path: Path) -> None:
    people = [("Wei Li", "S1", "w@uni.example"), ("Bo", "S2", "b@uni.example")]
    files = {
        "submission_metadata.yml": metadata({"submission_7": entry(people)}),
        "submission_7/exercise1.py": "x = 1",
    }
    (tmp_path / "export.zip").write_bytes(zipped(files))
    listing = listed(tmp_path / "export.zip", tmp_path / "scratch")
    assert {one.student: one.path for one in listing.handins if one.handed} == dict.fromkeys(
        ["S1", "S2"], "submission_7/exercise1.py"
    )


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefghijklmn", "bcdefghijklmno", strict=True)
)
MERGES = "a: &a {k: v}\n" + "".join(
    f"{name}: &{name} {{<<: [{', '.join(['*' + before] * 9)}]}}\n"
    for before, name in zip("abcdefghijk", "bcdefghijkl", strict=True)
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("submission_7:\n  :submitters: [\n", "can't be read (line "),
        ("- just\n- a list\n", "can't be read (it holds no submissions)"),
        ("\x00\x01", "can't be read ("),
        ("[" * 100_000, "can't be read ("),
        ("submission_7: !ruby/object:Kernel {}\n", ""),
        ("submission_7: !!python/object/apply:os.system ['exit 1']\n", ""),
        ("submission_7:\n  :submitters:\n  - :name: ~\n  - 5\n  :created_at: yesterday\n", ""),
        ("x: &x [*x]\nsubmission_7: *x\n", "can't be read (line 1)"),
        (BOMB, ""),
        (MERGES, ""),
    ],
)
def test_metadata_that_is_broken_or_hostile_names_nobody_and_stops_nothing(tmp_path: Path, text: str, says: str) -> None:
    files = {"submission_metadata.yml": text, "submission_7/exercise1.py": "x = 1"}
    listing = listed(on_disk(tmp_path / "in", files), tmp_path / "scratch")
    assert listing.students == ["submission_7"]
    assert says in " ".join(listing.warnings)
    assert bool(listing.warnings) == bool(says)
