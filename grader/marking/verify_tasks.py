"""The rules of `grade verify` on open tasks: the checks are held to works that the author wrote, complete and incomplete."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from grader.content.chapter import compiled_entry
from grader.content.compile import POINTS, load_answers
from grader.content.tasks import Program, Task, task_key
from grader.intake.source import Source
from grader.judge.result import Check, PartResult
from grader.sandbox import Limits, Sandbox, open_sandbox
from grader.tasks.checks import checks_of_text
from grader.tasks.judge import TaskJudge


class TaskSubject:
    """A task under test, with what the judge says of each of the author's works."""

    def __init__(self, chapter: Path, name: str, sandbox: Sandbox) -> None:
        self.task: Task = load_answers(chapter / "solutions" / f"{name}.py", "TASK", Task)
        self.entry = compiled_entry(chapter, name)
        self.key = task_key(self.entry)
        self.judge = TaskJudge(self.entry)
        self.sandbox = sandbox

    def judged(self, text: str) -> PartResult:
        result, _ = self.judge.attempt(Source(self.entry.file, text), self.sandbox, Limits())
        return result.parts[0]


Rule = Callable[[TaskSubject], list[str]]


def the_blank_file_is_not_attempted(subject: TaskSubject) -> list[str]:
    """The file as it is given out says that nothing was done, and says how it is checked."""
    found = [] if subject.judged(subject.key.stub).status == "not-attempted" else ["the blank file counts as work"]
    if f"grade {subject.key.id}" not in subject.key.stub:
        found.append(f"the blank file does not say that `grade {subject.key.id}` checks it")
    return found


def complete_works_lack_nothing(subject: TaskSubject) -> list[str]:
    """Every check passes on what the author calls complete, each of them sure of it."""
    found = [] if subject.task.complete else ["there is no complete work: write one"]
    for number, text in enumerate(subject.task.complete, 1):
        part = subject.judged(text)
        if part.status != "awaits-mark":
            found.append(f"complete work {number} is {part.status}: {part.message}")
        found += [f"complete work {number}: {one.name}: {one.message}" for one in part.checks if one.status != "passed"]
    return found


def incomplete_works_are_told(subject: TaskSubject) -> list[str]:
    """The check that the author names fails, and the work still waits for a mark."""
    found = []
    for number, (text, name) in enumerate(subject.task.incomplete, 1):
        part = subject.judged(text)
        if part.status != "awaits-mark":
            found.append(f"incomplete work {number} is {part.status}, where it should wait for a mark")
        if name not in failing(part.checks):
            found.append(
                f"incomplete work {number} should fail “{name}”: it fails {', '.join(failing(part.checks)) or 'nothing'}"
            )
    return found


def every_check_can_fail(subject: TaskSubject) -> list[str]:
    """A check that no incomplete work fails tells nothing."""
    texts = [text for text, _ in subject.task.incomplete]
    return [
        f"no incomplete work fails {type(check).__name__}"
        for check in subject.task.checks
        if not any(
            failing(subject.judged(text).checks if isinstance(check, Program) else checks_of_text((check,), text, ""))
            for text in texts
        )
    ]


def the_rubric_adds_up(subject: TaskSubject) -> list[str]:
    """A task is worth what an exercise is."""
    most = subject.key.max_points
    return [] if most == POINTS else [f"the criteria are worth {most:g} points together, not {POINTS:g}"]


def failing(checks: Iterable[Check]) -> list[str]:
    return [check.name for check in checks if check.status == "failed"]


TASK_RULES: tuple[Rule, ...] = (
    the_blank_file_is_not_attempted,
    complete_works_lack_nothing,
    incomplete_works_are_told,
    every_check_can_fail,
    the_rubric_adds_up,
)


def findings(chapter: Path, name: str) -> list[tuple[str, tuple[str, ...]]]:
    """All rules on one task, each with its complaints. Its programs are the author's own, and run as a student's do. Raises
    `AuthorError`."""
    sandbox = open_sandbox("best")
    try:
        subject = TaskSubject(chapter, name, sandbox)
        return [(rule.__name__, tuple(complaints(rule, subject))) for rule in TASK_RULES]
    finally:
        sandbox.close()


def complaints(rule: Rule, subject: TaskSubject) -> list[str]:
    try:
        return rule(subject)
    except Exception as problem:
        return [f"this could not be checked: {type(problem).__name__}: {problem}"]
