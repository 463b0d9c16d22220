"""From a run of a submission to its `Result`: every part judged, whatever became of the others."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grader.content.calling import Outcome, PartPlan, Plan
from grader.content.key import Entry, ExerciseKey, PartKey
from grader.intake.source import Source
from grader.judge.derivation import part_judge
from grader.judge.judging import Judge
from grader.judge.result import Check, PartResult, PartStatus, Result, Table, Tier, overall, rounded
from grader.judge.tiers import LATE, PartJudge
from grader.sandbox import Sandbox
from grader.sandbox.runs import Again, Cells, Limits, PartRun, Run, Trouble

if TYPE_CHECKING:
    from grader.judge.carried import CarriedJudge

SHORTER = 4
"""How much less time a part gets for its ordinary calls alone, which take milliseconds, and for each of its hard ones."""
MOST_LATE = 4
"""Hard calls that may take too long, before no more of them are made."""
MOST_TIMES = 3
"""How much longer than one part may take all that is asked of a submission for what it carries on."""
MOST_WARNINGS = 5
"""Of statements that failed; a file may have thousands."""


class ExerciseJudge(Judge):
    """Judges one exercise, for any number of submissions."""

    def __init__(self, entry: Entry) -> None:
        self.key: ExerciseKey = entry.exercise()
        hidden = sum(part.hidden_elsewhere for part in self.key.parts)
        super().__init__(entry, self.key, [(part.name, part.points) for part in self.key.parts], hidden)
        self.plan = self.key.plan()
        self.nothing = Plan(self.key.id, ())
        """Loads a source and calls nothing yet."""
        self.carries = bool(self.key.answers) and any(part.builds_on for part in self.key.parts)
        self.carried_judge: CarriedJudge | None = None
        self.parts = [part_judge(part) for part in self.key.parts]

    def attempt(self, source: Source, sandbox: Sandbox, limits: Limits) -> tuple[Result, bool]:
        if source.text == self.key.stub:
            return self.untouched(sandbox.isolation), False
        starts = tuple(cell.start for cell in source.cells)
        run, result, hopeful = self.first_round(source, sandbox, limits, starts)
        if self.was_late(result, run):
            with sandbox.session(source.text, source.name, self.nothing, shortened(limits), starts) as session:
                result = self.with_ordinary(result, source, session.again)
            hopeful = self.may_carry(result)
        starved = any(part.starved for part in run.parts)
        if hopeful:
            # Most get no credit, and so no second process; but one that was asked for its later parts could remember what
            # it made up there, and answer accordingly. What counts is said by a process that was asked for nothing yet.
            with sandbox.session(source.text, source.name, self.nothing, limits, starts) as session:
                patient = Patient(session.again, limits)
                result = self.with_carried(result, run, patient)
                starved = starved or patient.starved
        return result, starved

    def first_round(self, source: Source, sandbox: Sandbox, limits: Limits, starts: Cells) -> tuple[Run, Result, bool]:
        """All calls, their result, and whether the process that made them answers as if something was carried on."""
        if not self.carries:
            run = sandbox.run(source.text, source.name, self.plan, limits, starts)
            return run, self.judge(run, source, limits), False
        with sandbox.session(source.text, source.name, self.plan, limits, starts) as session:
            run = session.run
            result = self.judge(run, source, limits)
            # Where a part was late, the credit for what was in time comes first.
            if self.was_late(result, run) or not self.may_carry(result):
                return run, result, False
            carried = self.with_carried(result, run, Patient(session.again, limits))
            return run, result, carried.points > result.points

    def was_late(self, result: Result, run: Run) -> bool:
        """Whether some part took too long that has hard cases: perhaps only those did."""
        late = [part.part for part in result.parts if part.status == "timeout"]
        return run.loading == "done" and any(self.key.part(name).has_hard() for name in late)

    def with_ordinary(self, result: Result, source: Source, again: Again) -> Result:
        """The result with credit for what parts that took too long answer in time, their hard cases left out."""
        parts = list(result.parts)
        for position, judge in enumerate(self.parts):
            if parts[position].status != "timeout" or not judge.part.has_hard():
                continue
            outcomes = answered_in_time(judge.part, again)
            if outcomes is None:
                continue
            judged = judge.judge(outcomes, source)
            if judged.points > 0:
                message = f"{parts[position].message}; what it answered in time counts"
                stopped = parts[position].checks[0]
                checks = tuple(stopped if check.tier == stopped.tier else check for check in judged.checks)
                parts[position] = replace(
                    judged, status="timeout", message=message, misconception=None, hint=None, checks=checks
                )
        return self.again_added_up(result, parts)

    def again_added_up(self, result: Result, parts: Sequence[PartResult]) -> Result:
        points = rounded(sum(part.points for part in parts))
        return replace(result, parts=tuple(parts), points=points, status=overall(tuple(parts)))

    def judge(self, run: Run, source: Source, limits: Limits) -> Result:
        """The result of a submission that was run. Of `limits` only the figures told to the student are used."""
        names = {judge.part.name for judge in self.parts}
        warnings = [*source.warnings, *redefined_warnings(run, source, names), *trouble_warnings(run, source, names)]
        if not run.readable:
            return self.unreadable(
                syntax_sentence(run.troubles, source), run.isolation, warnings, syntax_table(run.troubles, source)
            )
        parts = tuple(
            self.judge_part(judge, ran, run, source, limits)
            for judge, ran in zip(self.parts, self.rounds_joined(run.parts), strict=True)
        )
        if source.live:
            # What the cells printed was seen, and their errors were: these matter only where they explain something.
            run = replace(run, printed="")
            warnings = list(source.warnings) if all(part.status == "passed" for part in parts) else warnings
        result = self.result(with_loading(parts, run), run.isolation, warnings)
        return self.with_reminders(result) if self.key.public else result

    def with_reminders(self, result: Result) -> Result:
        """A public key can't tell a part that rightly uses a wrong one: say what to mend first."""
        parts = []
        for part in result.parts:
            wrong = " and ".join(self.wrong_before(part, result))
            if wrong:
                told = f"It may use {wrong}, not right yet: mend that first. In the marked run a right use of it counts."
                part = replace(part, message="\n".join(filter(None, [part.message, told])))
            parts.append(part)
        return replace(result, parts=tuple(parts))

    def may_carry(self, result: Result) -> bool:
        """Whether some part lost points, and an earlier one that it may use did too."""
        return self.carries and any(self.wrong_before(part, result) for part in result.parts)

    def wrong_before(self, part: PartResult, result: Result) -> list[str]:
        """The earlier parts that `part`, which lost points in its calls, may use, and that are not right."""
        if part.status not in ("failed", "error") or part.points >= part.max_points:
            return []
        earlier = self.key.part(part.part).builds_on
        # What was never called, because it is missing, say, has a single check.
        called = [one for one in result.parts if one.status in ("failed", "error") and len(one.checks) > 1]
        return [one.part for one in called if one.part in earlier and one.points < one.max_points]

    def with_carried(self, result: Result, run: Run, again: Again) -> Result:
        """The result with credit for every part that rightly uses an own wrong one. `again` makes more calls."""
        if self.carried_judge is None:
            from grader.judge.carried import CarriedJudge

            self.carried_judge = CarriedJudge(self.key)
        parts = list(result.parts)
        for position, (judge, ran) in enumerate(zip(self.parts, self.rounds_joined(run.parts), strict=True)):
            wrong = self.wrong_before(parts[position], result)
            if wrong and ran.ended == "answered":
                credited = self.carried_judge.credited(judge, ran.outcomes, wrong, again)
                if credited is not None and credited.points > parts[position].points:
                    parts[position] = credited
        return self.again_added_up(result, parts)

    def rounds_joined(self, ran: Sequence[PartRun]) -> Iterator[PartRun]:
        """Each part's public and hidden calls as one run, in the order of its cases. What stops either stops the part."""
        later = iter(ran[len(self.parts) :])
        for judge, public in zip(self.parts, ran, strict=False):
            hidden = next(later) if judge.part.has_hidden() else PartRun(judge.part.name, "answered")
            if public.ended != "answered" or hidden.ended != "answered":
                yield public if public.ended != "answered" else hidden
                continue
            outcomes = {False: iter(public.outcomes), True: iter(hidden.outcomes)}
            yield replace(public, outcomes=tuple(next(outcomes[case.hidden]) for case in judge.part.cases))

    def judge_part(self, judge: PartJudge, ran: PartRun, run: Run, source: Source, limits: Limits) -> PartResult:
        part = judge.part
        if ran.ended == "answered":
            return judge.judge(ran.outcomes, source)
        if ran.ended == "lost":
            troubles = [one for one in run.troubles if one.kind == "syntax" and part.name in one.lost]
            return failed_part(part, "unreadable", "import", syntax_sentence(troubles, source), syntax_table(troubles, source))
        if ran.ended == "missing":
            return failed_part(part, "failed", "signature", missing_sentence(part, ran, run, source))
        if ran.ended == "not-callable":
            return failed_part(
                part, "failed", "signature", f"{part.name} is not a function in {source.name}: define it with def"
            )
        evidence = line_table("the last line that was running", ran.line, source)
        # What goes wrong while the file is loaded is one trouble of the file, told in the same words for every part.
        loading = run.loading != "done"
        what = f"{source.name}, while it was being loaded," if loading else part.name
        if ran.ended == "timeout":
            seconds = limits.processor_seconds if loading else part.seconds or limits.processor_seconds
            message = (
                f"{what} was stopped: it needed more than {seconds:g} s of processor time or {limits.wall_seconds:g} s in all"
            )
            return failed_part(part, "timeout", "runs", message, evidence, run.printed)
        return failed_part(part, "killed", "runs", f"{what} {ran.why}", evidence, run.printed)

    def unreadable(self, sentence: str, isolation: str, warnings: Sequence[str] = (), evidence: Table | None = None) -> Result:
        parts = tuple(failed_part(judge.part, "unreadable", "import", sentence, evidence) for judge in self.parts)
        return self.result(parts, isolation, warnings)

    def untouched(self, isolation: str) -> Result:
        parts = tuple(
            not_attempted(judge.part, f"{judge.part.name}() still raises NotImplementedError") for judge in self.parts
        )
        return self.result(parts, isolation, ())


class Patient:
    """Makes more calls, as long as all of them together don't take too long: how many there are depends on the answers."""

    def __init__(self, again: Again, limits: Limits) -> None:
        self.again = again
        self.until = time.monotonic() + MOST_TIMES * limits.wall_seconds
        self.starved = False

    def __call__(self, part: PartPlan) -> PartRun:
        if time.monotonic() > self.until:
            return PartRun(part.name, "timeout")
        ran = self.again(part)
        self.starved = self.starved or ran.starved
        return ran


def answered_in_time(part: PartKey, again: Again) -> list[Outcome] | None:
    """The outcomes of a part that took too long: its ordinary calls made apart, its hard ones one by one. None where even
    the ordinary ones take too long."""
    ran = again(part.planned(case for case in part.cases if case.tier != "hard"))
    if ran.ended != "answered":
        return None
    ordinary = iter(ran.outcomes)
    outcomes: list[Outcome] = []
    late = 0
    for case in part.cases:
        if case.tier != "hard":
            outcomes.append(next(ordinary))
            continue
        ran = again(part.planned([case])) if late < MOST_LATE else ran
        in_time = late < MOST_LATE and ran.ended == "answered"
        late += not in_time
        outcomes.append(ran.outcomes[0] if in_time else Outcome(LATE))
    return outcomes


def shortened(limits: Limits) -> Limits:
    return replace(limits, processor_seconds=limits.processor_seconds / SHORTER, wall_seconds=limits.wall_seconds / SHORTER)


def failed_part(
    part: PartKey, status: PartStatus, tier: Tier, message: str, evidence: Table | None = None, output: str = ""
) -> PartResult:
    """A part that never came as far as its calls: one failed check says why."""
    names = {"import": "the file loads", "signature": f"can be called as {part.signature}"}
    failed = Check(
        name=names.get(tier, "runs without an error"), tier=tier, status="failed", message=message, evidence=evidence
    )
    return PartResult(
        part=part.name,
        status=status,
        points=0.0,
        max_points=rounded(part.points),
        message=message,
        output=output,
        checks=(failed,),
    )


def not_attempted(part: PartKey, sentence: str) -> PartResult:
    return PartResult(part=part.name, status="not-attempted", points=0.0, max_points=rounded(part.points), message=sentence)


def missing_sentence(part: PartKey, ran: PartRun, run: Run, source: Source) -> str:
    if any(trouble.kind == "statement" for trouble in missed_once(run.troubles, source)):
        return f"{source.name} defines no {part.name}: see the note about a statement that failed"
    meant = f": is {ran.nearest} meant? Names must be as in the stub" if ran.nearest else ": take its def line from the stub"
    return f"{source.name} defines no function {part.name}{meant}"


def with_loading(parts: tuple[PartResult, ...], run: Run) -> tuple[PartResult, ...]:
    """What the file printed while it was loaded stands in front of what its first part printed."""
    if not run.printed or run.loading != "done":
        return parts
    filled = [position for position, part in enumerate(parts) if part.status not in ("not-attempted", "unreadable")]
    first = (filled or [0])[0]
    return tuple(
        replace(part, output=run.printed + part.output) if position == first else part for position, part in enumerate(parts)
    )


def trouble_warnings(run: Run, source: Source, parts: set[str]) -> list[str]:
    """What went wrong at the top level and is told nowhere else, each trouble once."""
    told = dict.fromkeys(
        WARNINGS[trouble.kind](trouble, source)
        for trouble in missed_once(run.troubles, source)
        if trouble.kind != "syntax" or (run.readable and not parts.intersection(trouble.lost))
    )
    left = len(told) - MOST_WARNINGS
    more = f"{left} more statement{'s' * (left > 1)} of {source.name} failed"
    return list(told)[:MOST_WARNINGS] + ([more] if left > 0 else [])


def missed_once(troubles: Sequence[Trouble], source: Source) -> list[Trouble]:
    """Without further imports of what was missed already, nor what follows from it: names that an import would have made."""
    # A notebook may check itself, which is done from outside now.
    seen = {"grader"} if source.cells else set()
    kept = []
    for trouble in troubles:
        by_import = trouble.name in ("ModuleNotFoundError", "ImportError")
        missed = trouble.missing_name.split(".")[0] if by_import or trouble.name == "NameError" else ""
        if not missed or missed not in seen:
            kept.append(trouble)
        seen.add(missed)
        if by_import:
            seen.update(re.findall(r"\w+", source.line(trouble.line)))
    return kept


def debris_warning(trouble: Trouble, source: Source) -> str:
    """What is no Python and no part: Python itself would refuse the whole file, or the cell, for it."""
    what = f"{source.place(trouble.line)}: {trouble.name or 'SyntaxError'}: {source.retold(trouble.message)}"
    return f"{what}; Python does not run the {'cell' if source.cells else 'file'} as it is, the rest was still run"


def left_out_warning(trouble: Trouble, source: Source) -> str:
    """A statement of a notebook that tries out something long."""
    return f"{source.place(trouble.line)}: left out, for it {trouble.message}; everything else was still run"


def trouble_warning(trouble: Trouble, source: Source) -> str:
    """A top-level statement that failed, and what to do about the usual causes."""
    where = source.place(trouble.line)
    missed = trouble.missing_name.split(".")[0]
    if trouble.name in ("ModuleNotFoundError", "ImportError") and re.fullmatch(r"(exercise|practice)[0-9]+|quiz", missed):
        return (
            f"{where}: {missed} can't be imported: each exercise is graded alone, "
            f"so copy what you need from it into {source.name}"
        )
    if trouble.name == "ModuleNotFoundError":
        return (
            f"{where}: {missed} is not available here: only numpy and Python's standard library are; "
            "everything else was still run"
        )
    said, kind = f": {trouble.message}" if trouble.message else "", "notebook" if source.cells else "file"
    return f"{where}: {trouble.name}{said}, while the {kind} was being loaded; everything after that statement was still run"


WARNINGS = {"statement": trouble_warning, "syntax": debris_warning, "left out": left_out_warning}


def redefined_warnings(run: Run, source: Source, parts: set[str]) -> list[str]:
    """Which cell counts, where several of a notebook define a part."""
    warnings = []
    for one in run.redefined:
        if source.cells and not source.live and one.name in parts:
            *others, last = [source.cell(line).name for line in one.lines]
            shown = ", ".join(others[-MOST_WARNINGS:])
            warnings.append(f"{source.name}: {one.name} is defined in {shown} and {last}; the last one, in {last}, counts")
    return warnings


def syntax_sentence(troubles: Sequence[Trouble], source: Source) -> str:
    found = [trouble for trouble in troubles if trouble.kind == "syntax"]
    if not found:
        return f"{source.name} can't be read as Python"
    first = found[0]
    where = source.within(first.line) if first.line else "an unknown line"
    return f"{source.name} can't be read: {first.name or 'SyntaxError'} in {where}: {source.retold(first.message)}"


def syntax_table(troubles: Sequence[Trouble], source: Source) -> Table | None:
    """The line and a caret under the place."""
    first = next((trouble for trouble in troubles if trouble.kind == "syntax"), None)
    if first is None or not first.line:
        return None
    lines = source.text.split("\n")
    line = lines[first.line - 1].replace("\t", " ") if first.line <= len(lines) else ""
    start = max(0, first.column - 60)
    caret = (" " * (first.column - 1 - start) + "^",) if first.column else ()
    return Table(source.place(first.line), notes=(line[start : start + 100], *caret))


def line_table(what: str, line: int, source: Source) -> Table | None:
    return Table(what, notes=(source.quoted(line),)) if line else None
