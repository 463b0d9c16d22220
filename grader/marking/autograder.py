"""An autograder for Gradescope: the zip that is uploaded, and the run in its container.

Half a processor, 768 MB and ten minutes are what a submission has there, so limits are tighter than elsewhere, and the
time that is left is shared out over the parts that are left: no endless loop takes the next exercise's time.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from grader.content.key import Entry, Key, bundle
from grader.intake.folder import Listing, NothingToGrade, list_folder
from grader.judge.result import Result
from grader.marking.batch import Batch, Row
from grader.marking.crew import Crew
from grader.marking.listing import request_for
from grader.marking.version import grader_version
from grader.sandbox import Limits

SCRIPTS = Path(__file__).parent / "gradescope"
KEY = "workbook.key"
SETTINGS = "settings.json"
STUDENT = "submission"
MEMORY = 384 << 20
"""Of 768 MB; the grader needs the rest."""
BUDGET_SECONDS = 480.0
"""Of Gradescope's 600, for all parts together."""
LONGEST_SECONDS = 20.0
"""For one part in all: with half a processor, two seconds of it may take four."""
SHORTEST_SECONDS = 2.5
MOST_BYTES = 200 << 20
MOST_FILES = 5000


class Settings(Struct, frozen=True):
    """What the instructor chose when the zip was made. `hidden`: when students see how the hidden checks went."""

    hidden: str = "visible"


def packed(name: str, wheel: bytes, key: bytes, settings: Settings) -> bytes:
    """The zip to upload. Both scripts stand at its root, with LF line ends, and may be executed."""
    scripts = {one: (SCRIPTS / one).read_bytes().replace(b"\r\n", b"\n") for one in ("setup.sh", "run_autograder")}
    files = {**scripts, name: wheel, KEY: key, SETTINGS: msgspec.json.encode(settings)}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            # The same content makes the same zip; Unix permissions stand in the upper half.
            info = zipfile.ZipInfo(file, (2020, 1, 1, 0, 0, 0))
            info.create_system = 3
            info.external_attr = (0o100755 if file in scripts else 0o100600) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return buffer.getvalue()


@contextmanager
def staged(submission: Path) -> Iterator[Path]:
    """A folder in which the submission is one student's, whatever its files are called. Links stay links."""
    with tempfile.TemporaryDirectory(prefix="workbook-") as temporary:
        folder = Path(temporary) / STUDENT
        shutil.copytree(submission, folder, symlinks=True, ignore=too_much())
        yield Path(temporary)


def too_much() -> Callable[[str, list[str]], list[str]]:
    """Leaves out what is beyond any submission's size, and whatever is neither file nor folder: a pipe would never end."""
    count = size = 0

    def ignore(folder: str, names: list[str]) -> list[str]:
        nonlocal count, size
        left_out = []
        for name in names:
            path = Path(folder, name)
            count += 1
            if path.is_symlink() or path.is_dir():
                odd = count > MOST_FILES
            else:
                size += path.stat().st_size if path.is_file() else 0
                odd = not path.is_file() or count > MOST_FILES or size > MOST_BYTES
            if odd:
                left_out.append(name)
        return left_out

    return ignore


def grade_submission(crew: Crew, key: Key, submission: Path, done: Callable[[Sequence[Result]], None]) -> list[str]:
    """Grade everything; `done` is told all results so far after each exercise. Returns what was noticed."""
    begun, results = time.monotonic(), list[Result]()
    with staged(submission) as root:
        try:
            # One student's own folder, whatever its names may look like.
            listing = list_folder(root, request_for(key, layout="plain"))
        except NothingToGrade:
            listing = None
        for number, entry in enumerate(key.entries):
            left = BUDGET_SECONDS - (time.monotonic() - begun)
            crew.limits = limits(left, key.entries[number:])
            results.append(grade_entry(crew, key, entry, root, listing))
            done(results)
    ignored = listing.ignored if listing else ()
    return [f"left out, for no exercise: {name.partition('/')[2]}" for name in ignored[:20]]


def limits(left: float, entries: Sequence[Entry]) -> Limits:
    """The time that is left, shared out: each part runs at most twice, for its public and its hidden cases, and so does the
    loading of each file."""
    runs = 2 * sum(len(entry.parts) + 1 for entry in entries)
    return Limits(wall_seconds=round(max(SHORTEST_SECONDS, min(LONGEST_SECONDS, left / runs)), 1), memory_bytes=MEMORY)


def grade_entry(crew: Crew, key: Key, entry: Entry, root: Path, listing: Listing | None) -> Result:
    """One exercise of the one student. A fault of ours is a result that costs nothing."""
    from grader.marking.kinds import judge_of

    rows: list[Row] = []
    if listing is not None:
        own = Listing(tuple(one for one in listing.handins if one.exercise == entry.id), ())
        Batch(crew, bundle(key.title, [entry], key.public), root, None, grader_version()).grade(own, rows.extend)
    if rows:
        return rows[0].result
    return judge_of(entry).not_handed_in(f"no file for {entry.id} was handed in", crew.isolation)
