"""A derivation, checked step by step against the rules it names.

The givens: q_i and k_i are independent, with mean 0 and second moment 1, and S = Σ q_i k_i over i = 1…d_k. The goals:
Var(S) = d_k, and Var(S/√d_k) = 1. Steps may come in any order and by any route; a step is right when its sides agree
under algebra and the rule it names, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from grader.symbolic.algebra import Undefined
from grader.symbolic.characters import LONGEST_TEXT
from grader.symbolic.evaluate import Clock
from grader.symbolic.laws import Example
from grader.symbolic.lines import Link
from grader.symbolic.misconceptions import SENTENCES
from grader.symbolic.moments import EARLIER
from grader.symbolic.notation import printed, style_of
from grader.symbolic.problems import TooMuch, Unread
from grader.symbolic.reader import read_equation
from grader.symbolic.rules import TITLES, listed, named_rules
from grader.symbolic.steps import Context, unfolded, vocabulary
from grader.symbolic.tree import Node

Verdict = Literal["correct", "correct-by-other-rule", "skips-rules", "false", "unreadable", "too-large", "unknown-rule"]
TRUE: tuple[Verdict, ...] = ("correct", "correct-by-other-rule", "skips-rules")

MOST_STEPS = 60
WHOLE, ONE_STEP = 4.0, 0.5
"""Seconds. A step that takes longer is too large; a derivation that does ends there, and says so."""
LARGEST_SKIP = 3
"""A step that skips more rules than this is no step of a chain but its claim."""
GOALS = (("Var(S)", "d_k"), ("Var(S/√d_k)", "1"))

dotted = r"\s*(?:[·⋅∙•]|\\cdot)\s*"
dot_product = re.compile(rf"(?<![\w^.])(?:q{dotted}k|k{dotted}q)(?![\w^ᵢ-ᵪ₀-₉ⱼ²]|\s*\*\*)|q\^?\{{?[Tᵀ⊤]\}}?\s*k(?!\w)")
"""The dot product of the vectors, where it is typed as one. A `q·k` can also mean two components: both are tried."""


class Step(Struct, frozen=True, kw_only=True):
    """What is said of one step. `needs`: the other rules it takes, in machine words; `misconception`: an identifier or None."""

    rule: str
    equation: str
    verdict: Verdict
    message: str
    needs: tuple[str, ...] = ()
    misconception: str | None = None
    counterexample: Example | None = None
    unsettled: bool = False
    """Neither shown nor refuted: nothing is built on it."""

    @property
    def is_true(self) -> bool:
        return self.verdict in TRUE and not self.unsettled


class Derivation(Struct, frozen=True, kw_only=True):
    """All steps, and whether they lead from Var(S) to d_k and from Var(S/√d_k) to 1; `gaps` are sentences."""

    steps: tuple[Step, ...]
    complete: bool
    gaps: tuple[str, ...]
    reached: float
    """The share of the goals that is reached."""

    @property
    def credit(self) -> float:
        """Between 0 and 1: the share of steps that are correct, times the share of the goals they reach. A right
        derivation in any style has 1; one with a wrong step, or a gap, never."""
        if not self.steps:
            return 0.0
        return self.reached * sum(step.verdict == "correct" for step in self.steps) / len(self.steps)


class Read(Struct, frozen=True):
    """One reading of a step: its links, S written out, and its sides as typed."""

    links: tuple[Link, ...]
    sides: tuple[Node, ...]


def check_derivation(steps: Sequence[tuple[str, str]]) -> Derivation:
    """Checks the (rule, equation) pairs of a derivation, texts both. Raises nothing, whatever they hold."""
    checker = Checker(Clock(WHOLE))
    for number, (rule, equation) in enumerate(steps):
        if number >= MOST_STEPS:
            checker.steps.append(too_large(rule, equation, f"More than {MOST_STEPS} steps: the rest is not read"))
            break
        checker.add(str(rule), str(equation))
    return checker.derivation()


def too_large(rule: str, equation: str, why: str) -> Step:
    return Step(rule=rule, equation=equation, verdict="too-large", message=f"{why}.")


class Checker:
    """Goes through the steps, and keeps what later ones may build on."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.context = Context(clock)
        self.steps: list[Step] = []
        self.connecting: list[Link] = []
        self.doubtful: list[Link] = []
        """Links of false steps: what follows from them is a carried error, not a new one."""
        self.sides: list[tuple[Node, str]] = []

    def add(self, rule: str, equation: str) -> None:
        step_clock = Clock(min(ONE_STEP, self.clock.left))
        self.context.clock = step_clock
        try:
            self.steps.append(self.step(rule, equation))
        except Undefined:
            message = "False: a side of this divides by zero under the givens, so it has no value."
            self.steps.append(Step(rule=rule, equation=equation, verdict="false", message=message))
        except TooMuch:
            self.steps.append(
                too_large(rule, equation, "This step takes more work than is spent on one; write it in smaller ones")
            )

    def step(self, rule: str, equation: str, *, kept: bool = True) -> Step:
        named = named_rules(rule)
        try:
            reads = readings(equation)
        except Unread as problem:
            verdict: Verdict = "too-large" if problem.verdict == "too-large" else "unreadable"
            return Step(rule=rule, equation=equation, verdict=verdict, message=problem.message(equation))
        if named is None:
            known = ", ".join(TITLES.values())
            return Step(
                rule=rule, equation=equation, verdict="unknown-rule", message=f"“{rule[:60]}” is none of the rules: {known}."
            )
        judged = [(self.judged(rule, equation, named, read), read) for read in reads]
        step, read = min(judged, key=lambda pair: ORDER.index(pair[0].verdict))
        if kept:
            self.keep(step, read)
        return step

    def judged(self, rule: str, equation: str, named: frozenset[str], read: Read) -> Step:
        """One reading of a step, by the weakest of its links."""
        needs: list[str] = []
        for link, position in zip(read.links, range(len(read.links)), strict=True):
            if self.context.proved(link, named):
                continue
            true, example = self.context.truth(link)
            if true is False:
                return self.false(rule, equation, named, read, position, example)
            missing = self.context.needs(link, named)
            if missing is None:
                return self.unsettled(rule, equation)
            needs += [one for one in missing if one not in needs]
        if not needs:
            return Step(rule=rule, equation=equation, verdict="correct", message="Correct.")
        others = tuple(sorted(needs, key=list(TITLES).index))
        alone = len(others) == 1 and all(self.context.proved(link, frozenset(others)) for link in read.links)
        if alone:
            said = listed(tuple(named)) if named else "algebra"
            return Step(
                rule=rule,
                equation=equation,
                verdict="correct-by-other-rule",
                needs=others,
                message=f"This is true, but not by {said}: what it takes is {listed(others)}.",
            )
        return Step(
            rule=rule,
            equation=equation,
            verdict="skips-rules",
            needs=others,
            message=f"This is true, but it takes more than the rule named: also {listed(others)}. Give each a step of its own.",
        )

    def unsettled(self, rule: str, equation: str) -> Step:
        message = "No example refutes this, but the rules do not give it either; write it in smaller steps, or leave it out."
        return Step(rule=rule, equation=equation, verdict="skips-rules", message=message, unsettled=True)

    def false(
        self, rule: str, equation: str, named: frozenset[str], read: Read, position: int, example: Example | None
    ) -> Step:
        link = read.links[position]
        style = style_of(equation)
        what = f"{printed(read.sides[position], style)} is not {printed(read.sides[position + 1], style)}"
        shown = f" {example.sentence()}." if example is not None else ""
        try:
            carried = self.carried(link, named)
            name = "" if carried else self.context.misconception(link, named)
        except TooMuch:
            # That it is false is known; only why is not.
            carried, name = False, ""
        if carried:
            return Step(
                rule=rule,
                equation=equation,
                verdict="false",
                counterexample=example,
                message=f"This follows from an earlier step, but that one is false, and so is this: {what}.{shown}",
            )
        why = f" {SENTENCES[name]}" if name else ""
        return Step(
            rule=rule,
            equation=equation,
            verdict="false",
            misconception=name or None,
            counterexample=example,
            message=f"False: {what}.{why}{shown}",
        )

    def carried(self, link: Link, named: frozenset[str]) -> bool:
        """Whether a false link follows from false lines by the rule it names."""
        return bool(self.doubtful) and self.context.proved(
            link, named | {EARLIER}, self.context.lines + self.doubtful, combined=False
        )

    def keep(self, step: Step, read: Read) -> None:
        """Puts the links of a step with the lines that later ones may use."""
        for side, shown in zip(unfolded_sides(read), read.sides, strict=True):
            self.sides.append((side, printed(shown, style_of(step.equation))))
        if step.is_true:
            self.context.lines += read.links
            if len(step.needs) <= LARGEST_SKIP:
                self.connecting += read.links
        elif step.verdict == "false":
            self.doubtful += read.links

    def derivation(self) -> Derivation:
        self.context.clock = Clock(ONE_STEP)
        gaps = []
        for start, end in GOALS:
            goal = goal_link(start, end)
            try:
                reached = self.context.proved(goal, frozenset({EARLIER}), self.connecting)
            except TooMuch:
                reached = False
            if not reached:
                gaps.append(self.gap(goal, start, end))
        share = 1 - len(gaps) / len(GOALS)
        return Derivation(steps=tuple(self.steps), complete=not gaps, gaps=tuple(gaps), reached=share)

    def gap(self, goal: Link, start: str, end: str) -> str:
        """What is missing, and how far the chain comes."""
        arrived = ""
        try:
            for side, text in self.sides:
                if side != goal[0] and self.context.proved((goal[0], side), frozenset({EARLIER}), self.connecting):
                    arrived = text
        except TooMuch:
            arrived = ""
        how_far = f": the steps lead from it to {arrived}, and no further" if arrived else ": no correct step starts from it"
        return f"{start} is not connected to {end}{how_far}."


ORDER: tuple[Verdict, ...] = (
    "correct",
    "correct-by-other-rule",
    "skips-rules",
    "too-large",
    "false",
    "unreadable",
    "unknown-rule",
)


def readings(equation: str) -> list[Read]:
    """The readings of an equation: as typed, and, where a q·k may be the vectors' dot product, with S for it."""
    found = []
    problem: Unread | None = None
    vectors = dot_product.sub("S", equation) if len(equation) < LONGEST_TEXT else equation
    for text in dict.fromkeys((equation, vectors)):
        try:
            sides = read_equation(text, vocabulary)
        except Unread as why:
            problem = problem or why
            continue
        whole = tuple(unfolded(side) for side in sides)
        found.append(Read(tuple(pairwise(whole)), sides))
    if not found:
        assert problem is not None
        raise problem
    return found


def unfolded_sides(read: Read) -> list[Node]:
    return [read.links[0][0], *(right for _, right in read.links)]


def goal_link(start: str, end: str) -> Link:
    left, right = read_equation(f"{start} = {end}", vocabulary)
    return unfolded(left), unfolded(right)


def caught(route: Sequence[tuple[str, str]], wrong: Sequence[tuple[str, str]], misconception: str) -> list[bool]:
    """For each place of a right derivation: whether the wrong steps of another, put in there, are recognised at once.

    The wrong steps are those that show the misconception in the derivation they come from; there must be one.
    """
    slips = [(step.rule, step.equation) for step in check_derivation(wrong).steps if step.misconception == misconception]
    checker = Checker(Clock(WHOLE * len(route)))
    found = []
    for rule, equation in route:
        checker.context.clock = Clock(ONE_STEP * (len(slips) + 1))
        shown = [checker.step(*slip, kept=False) for slip in slips]
        found.append(bool(slips) and all(step.misconception == misconception for step in shown))
        checker.add(rule, equation)
    return found
