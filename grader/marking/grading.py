"""One submission: read, run, judged. Whatever goes wrong becomes a result."""

from __future__ import annotations

from pathlib import Path

from grader.content.key import Entry
from grader.intake.source import Source, Unreadable, read_source
from grader.judge.judging import Judge
from grader.judge.result import Result
from grader.marking.kinds import judge_of
from grader.sandbox import Limits, Sandbox, SandboxFault


class Grader:
    """Grades submissions, one at a time, in one sandbox. Keys are decoded once."""

    def __init__(self, sandbox: Sandbox, limits: Limits | None = None) -> None:
        self.sandbox = sandbox
        self.limits = limits or Limits()
        self.judges: dict[str, Judge] = {}

    def judge(self, entry: Entry) -> Judge:
        known = self.judges.get(entry.id)
        if known is None:
            known = self.judges[entry.id] = judge_of(entry)
        return known

    def grade_file(self, entry: Entry, path: Path, name: str | None = None) -> Result:
        """The result of the file at `path`; `name` is what messages call it."""
        try:
            source = read_source(path, name)
        except Unreadable as problem:
            return self.judge(entry).unreadable(str(problem), self.sandbox.isolation)
        return self.grade(entry, source)

    def grade(self, entry: Entry, source: Source) -> Result:
        """The result of a source. Never raises: a fault of ours is a result that costs nobody a point."""
        return self.attempt(entry, source)[0]

    def attempt(self, entry: Entry, source: Source) -> tuple[Result, bool]:
        """The result, and whether a clock ran out in it while others had the processor."""
        judge = self.judge(entry)
        try:
            try:
                return judge.attempt(source, self.sandbox, self.limits)
            except SandboxFault:
                # Such as a system that was at its limit for a moment: a sandbox gets over it.
                return judge.attempt(source, self.sandbox, self.limits)
        except SandboxFault as fault:
            sentence = f"the grader could not run this submission ({fault}); it is not graded, and costs nothing"
        except Exception as fault:
            # Whatever escapes the judge is a mistake of ours, whoever provoked it.
            what = f"{type(fault).__name__}: {str(fault)[:200]}"
            sentence = f"the grader failed on this submission ({what}); it is not graded, and costs nothing"
        return judge.our_fault(sentence, self.sandbox.isolation), False

    def absent(self, entry: Entry, sentence: str) -> Result:
        """The result of a student who handed in nothing for an exercise."""
        return self.judge(entry).not_handed_in(sentence, self.sandbox.isolation)
