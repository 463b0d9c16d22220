"""The student's copy: a folder with a wheel, a workspace and a README, proven to hold no answer.

The wheel is built from the engine's own checkout, with the public key of a chapter in it. The workspace is made by that
very wheel, so that what students get is what was tried.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from grader.content.catalog import PACKAGE, ChapterCatalog
from grader.marking.leaks import contents, secrets

SECONDS = 600
RUN = "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.argv[0] = 'grade'; from grader.cli.main import main; main()"


Tell = Callable[[str], None]
"""Is told what is being done, step by step: a release takes its time."""
BUILDING = "building the package, with the public key in it"


def silent(step: str) -> None:
    """Tells nobody."""


class CannotRelease(Exception):
    """For the author: why there is no copy, and what to do. One sentence."""


def build_wheel(chapter: Path, folder: Path) -> Path:
    """The engine with the public key of `chapter`, as a wheel in `folder`. Raises `CannotRelease`."""
    checkout = PACKAGE.parent
    if not (checkout / "pyproject.toml").is_file():
        raise CannotRelease("the package is built from its source: run this in the workbook's own folder, with -e installed")
    if importlib.util.find_spec("hatchling"):
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    else:
        # pip fetches the build tool.
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(folder), str(checkout)]
    done = run(command, checkout, {"WORKBOOK_CHAPTER": str(chapter)})
    made = sorted(folder.glob("*.whl"))
    if done.returncode or not made:
        why = (done.stderr or done.stdout).strip().split("\n")[-1][:300]
        raise CannotRelease(f"the wheel can't be built ({why}): `python -m pip install hatchling` brings the tool for it")
    return made[-1]


def run(command: Sequence[str], folder: Path, more: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A program of ours, in an environment in which nothing leads back to the clone."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME", "GRADE_TRACEBACK")}
    try:
        return subprocess.run(  # noqa: S603 - our own interpreter
            command,
            cwd=folder,
            env={**kept, **(more or {}), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotRelease(f"{Path(command[0]).name} can't be run: {error}") from error


def student_copy(chapter: Path, title: str, folder: Path, scratch: Path, tell: Tell = silent) -> Path:
    """Fill `folder` with all but the README; returns the wheel in it. Raises `CannotRelease`."""
    tell(BUILDING)
    wheel = build_wheel(chapter, scratch)
    tell("making a workspace with that package")
    site = scratch / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    started = run([sys.executable, "-c", RUN, str(site), "start", str(folder)], scratch)
    if started.returncode:
        raise CannotRelease(f"the wheel does not make a workspace: {started.stderr.strip()[:300]}")
    tell("grading the blank files, as a student would")
    try_out(site, folder)
    kept = folder / wheel.name
    wheel.replace(kept)
    return kept


def try_out(site: Path, folder: Path) -> None:
    """Grade the blank files as a student would. Raises `CannotRelease` where that does not work."""
    done = run([sys.executable, "-c", RUN, str(site), "all", "--json"], folder)
    try:
        results = json.loads(done.stdout)["results"]
    except (ValueError, KeyError) as error:
        raise CannotRelease(f"the wheel can't grade the workspace: {done.stderr.strip()[:300]}") from error
    wrong = [one["exercise"] for one in results if one["status"] != "not-attempted"]
    if wrong or not results:
        raise CannotRelease(f"the blank files of {', '.join(wrong) or 'the workspace'} are not told to be unfilled")
    (folder / ".workbook-progress.json").unlink(missing_ok=True)


def prove_free_of_answers(chapter: Path, title: str, folder: Path) -> int:
    """How many secrets were searched for in everything below `folder`. Raises `CannotRelease` where one is found."""
    catalog = ChapterCatalog(chapter, title, public=False)
    entries = [catalog.entry(name) for name in catalog.ids()]
    keys = [entry.exercise() for entry in entries if entry.kind == "exercise"]
    searched = secrets(chapter, keys)
    found = searched.found_in(contents(folder))
    if found:
        raise CannotRelease(
            f"the copy would give answers away: {found[0]}" + (f", and {len(found) - 1} more" if found[1:] else "")
        )
    return len(searched.needles) + len(searched.numbers)
