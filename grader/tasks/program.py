"""A program that is shown: run on its own inputs in the sandbox, and what came out, as a transcript and as checks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.content.calling import NO_MORE, Call, Outcome, PartPlan, Plan, Shown
from grader.content.reading import Reading
from grader.content.tasks import Program
from grader.content.values import Odd, Raised, Whole
from grader.intake.source import Source
from grader.judge.result import Check
from grader.sandbox.runs import Limits, PartRun, Run, Session
from grader.tasks.checks import amount, completeness

MOST_INPUTS = 12
MOST_STOPS = 2
"""Inputs at which a program is stopped or dies before the rest are let be: each may take all its time."""
LONGEST_TRANSCRIPT = 64 << 10
LONGEST_INPUT = 300
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")
"""Where an object lies in memory: another place each time, which says nothing."""


class Tried(Struct, frozen=True):
    """One input: what the call did, or how it ended without an answer."""

    ran: PartRun

    @property
    def outcome(self) -> Outcome | None:
        return self.ran.outcomes[0] if self.ran.ended == "answered" else None

    @property
    def shown(self) -> Shown:
        return (self.outcome.shown if self.outcome else None) or Shown("")

    @property
    def raised(self) -> Raised | None:
        return self.outcome.answer if self.outcome and isinstance(self.outcome.answer, Raised) else None

    @property
    def answered(self) -> bool:
        return bool(self.outcome and self.outcome.shown) and not self.raised


def plan_of(task: str, program: Program) -> Plan:
    """The first call; the others are made one by one, so that each has the time of its own."""
    return Plan(task, (call_at(program, 0),))


def call_at(program: Program, position: int) -> PartPlan:
    call = Call((Whole(format(position, "x")),))
    return PartPlan(program.function, Reading("truth"), (call,), inputs_from=program.inputs)


def tried(session: Session, program: Program) -> list[Tried]:
    """The program on each of its inputs, in order, up to the end of the list or the first trouble that all of them share."""
    found = [Tried(session.run.parts[0])]
    stops = 0
    while session.run.loading == "done" and len(found) <= MOST_INPUTS:
        last = found[-1]
        stops += last.ran.ended in ("timeout", "killed")
        if stops >= MOST_STOPS or last.ran.ended in ("missing", "not-callable", "lost"):
            break
        if last.outcome and last.outcome.shown is None:
            return found[:-1] if last.outcome.answer == NO_MORE and len(found) > 1 else found
        found.append(Tried(session.again(call_at(program, len(found)))))
    return found


def is_unfilled(tries: Sequence[Tried]) -> bool:
    """Every call says that nothing is written yet."""
    return bool(tries) and all(one.raised and one.raised.name == "NotImplementedError" for one in tries)


def checks_of(program: Program, run: Run, tries: list[Tried], source: Source, limits: Limits) -> Iterator[Check]:
    """What can be told of a program without knowing what it should do."""
    name = f"{program.function} can be called with one input"
    ended = tries[0].ran.ended
    refused = next((one.raised for one in tries if one.raised and one.raised.by_signature), None)
    if run.loading != "done":
        yield completeness("the file loads", f"{source.name}, while it was being loaded, {stopped(tries[0], limits)}", "runs")
        return
    if ended in ("missing", "not-callable", "lost"):
        nearest = f": is {tries[0].ran.nearest} meant?" if tries[0].ran.nearest else ": define it with def"
        yield completeness(name, f"{source.name} defines no function {program.function}{nearest}", "signature")
        return
    yield completeness(name, refused.message if refused else "", "signature")
    yield inputs_check(program, tries, source)
    called = [one for one in tries if one.outcome is None or one.outcome.shown]
    if called:
        troubles = [trouble_of(one, program, source, limits) for one in called if not one.answered]
        more = f" ({amount(len(troubles), 'input')} of {len(called)} fail)" if len(troubles) > 1 else ""
        yield completeness("runs without an error", troubles[0] + more if troubles else "", "runs")
    yield from dependence_check(program, called)


def inputs_check(program: Program, tries: list[Tried], source: Source) -> Check:
    name = f"{program.at_least} different inputs or more"
    first = tries[0].outcome
    if first and first.shown is None:
        told = first.answer.what if isinstance(first.answer, Odd) and first.answer != NO_MORE else f"{program.inputs} is empty"
        return completeness(name, f"{source.name}: {told}")
    # An input at which the program was stopped is not known; that there was one is.
    stops = sum(one.outcome is None for one in tries)
    different = len({(one.shown.given, one.shown.given_mark) for one in tries if one.outcome}) + stops
    if different >= program.at_least:
        return completeness(name, "")
    if stops >= MOST_STOPS:
        return completeness(name, f"after {amount(stops, 'stop')} the other inputs were not tried", unsure=True)
    same = f", of {amount(len(tries), 'input')}" if different < len(tries) else ""
    return completeness(name, f"{program.inputs} holds {amount(different, 'different input')}{same}")


def dependence_check(program: Program, called: Sequence[Tried]) -> Iterator[Check]:
    """The same for every input may be meant, so it is a note; said where there is anything to compare."""
    answers = [one for one in called if one.answered and one.outcome]
    if len({one.shown.given_mark for one in answers}) < 2:
        return
    came_out = {(ADDRESS.sub("", one.shown.returned), one.shown.returned_mark, printed(one)) for one in answers}
    what = f"what {program.function} gives depends on its input"
    if len(came_out) > 1:
        yield completeness(what, "")
    else:
        yield completeness(what, f"{program.function} gave the same for every input: is that meant?", unsure=True)


def printed(one: Tried) -> str:
    return one.outcome.printed if one.outcome else ""


def trouble_of(one: Tried, program: Program, source: Source, limits: Limits) -> str:
    """Why an input has no output, in one sentence."""
    if one.raised:
        where = place(one.raised.line, source)
        said = f": {one.raised.message}" if one.raised.message else ""
        return f"{program.function}({brief(one.shown.given)}) raised {one.raised.name}{said}{where}"
    if one.outcome:
        return f"{program.function}({brief(one.shown.given)}) could not be shown"
    return f"{program.function} {stopped(one, limits)}{place(one.ran.line, source)}"


def place(line: int, source: Source) -> str:
    return f" (line {line}: {brief(source.line(line))})" if line else ""


def stopped(one: Tried, limits: Limits) -> str:
    if one.ran.ended == "timeout":
        return (
            f"was stopped: it needed more than {limits.processor_seconds:g} s of processor time or "
            f"{limits.wall_seconds:g} s in all"
        )
    return one.ran.why or "gave no answer"


def brief(text: str) -> str:
    """A text in one short line."""
    line = " ".join(ADDRESS.sub("", text).split())
    return line if len(line) <= LONGEST_INPUT else line[:LONGEST_INPUT] + "…"


def transcript(program: Program, run: Run, tries: Sequence[Tried], source: Source, limits: Limits) -> str:
    """What came out, input by input: what was printed, then what was returned."""
    pieces = [f"while {source.name} was loaded, it printed\n{margin(run.printed)}"] if run.printed.strip() else []
    for position, one in enumerate(tries if run.loading == "done" else ()):
        if (one.outcome and one.outcome.shown is None) or one.ran.ended in ("missing", "not-callable", "lost"):
            continue
        lines = [f"{program.function}({brief(one.shown.given) if one.outcome else f'{program.inputs}[{position}]'})"]
        if printed(one).strip():
            lines.append(margin(printed(one)))
        if one.answered:
            lines.append(hanging(ADDRESS.sub("", one.shown.returned)))
        else:
            lines.append(f"  !! {trouble_of(one, program, source, limits)}")
        pieces.append("\n".join(lines))
    whole = "\n".join(pieces)
    if len(whole) > LONGEST_TRANSCRIPT:
        return f"{whole[:LONGEST_TRANSCRIPT]}\n… (cut after {LONGEST_TRANSCRIPT >> 10} KiB)"
    return whole


def margin(text: str) -> str:
    """What a student's program printed can pass for nothing of ours."""
    return "\n".join(f"  | {line}" for line in text.rstrip("\n").split("\n"))


def hanging(text: str) -> str:
    first, *rest = text.rstrip("\n").split("\n")
    return "\n".join([f"  -> {first}", *(f"     {line}" for line in rest)])
