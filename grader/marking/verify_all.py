"""`grade verify` on everything a chapter asks for, each kind of work by rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from grader.content.chapter import told_to_its_author
from grader.content.key import AuthorError
from grader.content.kinds import kind_of
from grader.marking import trial
from grader.marking.verify import Finding, verify_exercise

Verifier = Callable[[Path, str], list[Finding]]


def rules_of(module: str) -> Verifier:
    """The rules of another kind of work, which has a module of its own."""

    def verify(chapter: Path, name: str) -> list[Finding]:
        return [Finding(name, *found) for found in import_module(f"grader.marking.{module}").findings(chapter, name)]

    return verify


VERIFIERS: dict[str, Verifier] = {
    "exercise": verify_exercise,
    "quiz": rules_of("verify_quiz"),
    "task": rules_of("verify_tasks"),
}
"""The rules of each kind of work."""


def verify_entry(chapter: Path, name: str) -> list[Finding]:
    """All rules on one exercise, the quiz or one task. What stumbles over an answer file's data is a finding like others."""
    kind = kind_of(name)
    assert kind
    try:
        with told_to_its_author(chapter, name):
            return VERIFIERS[kind.name](chapter, name)
    except AuthorError as problem:
        return [Finding(name, "the_key_can_be_made", (str(problem),))]


def verify_chapter(chapter: Path, names: list[str]) -> Iterator[Finding]:
    """All rules on all exercises, side by side where there are several processors."""
    if not trial.CAN_FORK or len(names) < 2:
        for name in names:
            yield from verify_entry(chapter, name)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("fork")) as pool:
        for findings in pool.map(verify_entry, [chapter] * len(names), names):
            yield from findings
