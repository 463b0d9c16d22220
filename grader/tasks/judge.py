"""The judge of open tasks: tells what is complete, and leaves the points to an instructor."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grader.content.key import Entry
from grader.content.tasks import Program, task_key
from grader.intake.source import Source
from grader.judge.exercise import syntax_sentence, syntax_table, trouble_warnings
from grader.judge.judging import Judge
from grader.judge.result import TIERS, Check, PartResult, Result, Table, rounded
from grader.sandbox import Sandbox
from grader.sandbox.runs import Limits
from grader.tasks import program as programs
from grader.tasks.checks import checks_of_text
from grader.tasks.prose import own_text

WAITS = "waits for your instructor's mark"


class TaskJudge(Judge):
    """Judges one task. What is there at all waits for a mark, however little: only a reader can say what it is worth."""

    def __init__(self, entry: Entry) -> None:
        self.key = task_key(entry)
        super().__init__(entry, self.key, [(self.key.part, self.key.max_points)])

    def attempt(self, source: Source, sandbox: Sandbox, limits: Limits) -> tuple[Result, bool]:
        if self.key.program is not None:
            return self.show(self.key.program, source, sandbox, limits)
        if not any(map(str.isalnum, own_text(source.text, self.key.stub))):
            return self.untouched(sandbox.isolation), False
        checks = tuple(checks_of_text(self.key.checks, source.text, self.key.stub))
        return self.waiting(checks, "", sandbox.isolation, source.warnings), False

    def show(self, program: Program, source: Source, sandbox: Sandbox, limits: Limits) -> tuple[Result, bool]:
        """Run a program on its own inputs, each within its own time."""
        if source.name.lower().endswith((".md", ".txt")):
            sentence = f"{source.name} is a text, and a program is asked for: hand in {self.key.id}.py"
            return self.unreadable(sentence, sandbox.isolation, source.warnings), False
        if source.text == self.key.stub:
            return self.untouched(sandbox.isolation), False
        with sandbox.session(source.text, source.name, programs.plan_of(self.key.id, program), limits) as session:
            tries = programs.tried(session, program)
            run = session.run
        starved = any(one.ran.starved for one in tries)
        warnings = [*source.warnings, *trouble_warnings(run, source, set())]
        if not run.readable:
            sentence, table = syntax_sentence(run.troubles, source), syntax_table(run.troubles, source)
            return self.unreadable(sentence, run.isolation, source.warnings, table), starved
        if programs.is_unfilled(tries):
            return self.untouched(run.isolation), starved
        checks = tuple(sorted(programs.checks_of(program, run, tries, source, limits), key=lambda one: TIERS.index(one.tier)))
        shown = programs.transcript(program, run, tries, source, limits)
        return self.waiting(checks, shown, run.isolation, warnings), starved

    def unreadable(self, sentence: str, isolation: str, warnings: Sequence[str] = (), evidence: Table | None = None) -> Result:
        check = Check(name="the file can be read", tier="import", status="failed", message=sentence, evidence=evidence)
        (part,) = self.all_parts("unreadable", sentence)
        return self.result((replace(part, checks=(check,)),), isolation, warnings)

    def waiting(self, checks: tuple[Check, ...], shown: str, isolation: str, warnings: Sequence[str]) -> Result:
        """The result of work that is there: complete or not, its points are not known yet."""
        lacks = any(check.status == "failed" for check in checks)
        told = f"something is missing; it {WAITS} all the same" if lacks else ""
        part = PartResult(
            part=self.key.part,
            status="awaits-mark",
            points=0.0,
            max_points=rounded(self.key.max_points),
            message=told or f"complete as far as a machine can tell; it {WAITS}",
            output=shown,
            checks=checks,
        )
        return self.result((part,), isolation, warnings)
