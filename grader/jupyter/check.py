"""`check`: from the cells of a kernel, or the file of a script, to a result that shows itself."""

from __future__ import annotations

import atexit
import os
import sys
from pathlib import Path
from typing import Any

from grader.content.catalog import NoKey, packaged
from grader.content.key import AuthorError, Entry, ExerciseKey, KeyUnreadable
from grader.intake.source import Source, Unreadable, read_source
from grader.judge.result import Result
from grader.marking.grading import Grader
from grader.sandbox import open_sandbox

NOTEBOOK_NAME = "your notebook"


class Checked:
    """A result, shown as a card in a notebook and as plain text elsewhere. `result` is the document behind it, None where
    nothing could be checked."""

    def __init__(self, sentence: str, result: Result | None = None, key: ExerciseKey | None = None) -> None:
        self.sentence = sentence
        self.result = result
        self.key = key

    @property
    def passed(self) -> bool:
        return self.result is not None and self.result.status == "passed"

    def __repr__(self) -> str:
        if self.result is None:
            return f"grade: {self.sentence}"
        from grader.report.card import next_lines
        from grader.report.page import Page
        from grader.report.terminal import render

        return render(self.result, Page(), self.key, [f"  {line}" for line in next_lines(self.result)]).rstrip("\n")

    def _repr_html_(self) -> str:
        from grader.report.card import html_card, text

        return html_card(self.result, self.key) if self.result else f"<div>grade: {text(self.sentence)}</div>"

    def _repr_markdown_(self) -> str:
        from grader.report.card import fenced, markdown_card

        return markdown_card(self.result, self.key) if self.result else fenced(repr(self))


def check(exercise: object, shell: Any, caller: dict[str, Any]) -> Checked:
    """Grade an exercise from the cells that `shell` (IPython's) has run, or from the file of the module `caller`."""
    try:
        entry = entry_of(exercise)
        source = source_of(shell, caller)
    except (Unreadable, NoKey, KeyUnreadable, AuthorError) as problem:
        return Checked(str(problem))
    judged = the_grader().grade(entry, source)
    return Checked("", judged, entry.exercise())


def entry_of(exercise: object) -> Entry:
    """The public key of an exercise, `exercise3` or 3. Raises `Unreadable` where there is none."""
    catalog = packaged()
    name = str(exercise).partition("#")[0].strip().strip("\"'").replace(" ", "").lower()
    name = f"exercise{name}" if name.isdigit() else name
    known = [one for one in catalog.ids() if one.startswith("exercise")]
    if name not in known:
        asked = f"there is no {name[:40]!r}" if name else "which exercise is to be checked is not said"
        raise Unreadable(f"{asked}: the exercises are {', '.join(known)}")
    return catalog.entry(name)


def source_of(shell: Any, caller: dict[str, Any]) -> Source:
    """Raises `Unreadable`."""
    if shell is not None:
        from grader.intake.notebook import run_so_far

        return run_so_far(list(shell.history_manager.input_hist_raw), NOTEBOOK_NAME)
    file = caller.get("__file__")
    if not isinstance(file, str) or not os.path.isfile(file):  # noqa: PTH113 - any text may stand there
        raise Unreadable("there is nothing to check: call this in a notebook, or in a file that holds your functions")
    return read_source(Path(file))


graders: list[tuple[int, Grader]] = []
"""The one grader of this process, with the process's id: a fork must not share its sandbox."""


def the_grader() -> Grader:
    """A grader whose sandbox stays, so that the next check takes no start."""
    if not graders or graders[0][0] != os.getpid():
        # A kernel has threads, so it must not be forked; and what the sandbox is forked from must hold no key.
        sandbox = open_sandbox("best", fork=False)
        graders[:] = [(os.getpid(), Grader(sandbox))]
        atexit.register(sandbox.close)
    return graders[0][1]


def running_shell() -> Any:
    """IPython's shell, where there is one."""
    found = sys.modules.get("IPython")
    return found.get_ipython() if found is not None else None
