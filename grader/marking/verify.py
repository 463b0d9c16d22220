"""`grade verify`: the content is tested like code.

Every rule looks at one exercise and returns complaints; a rule that returns none holds. The same rules are pytest
items. The references and misconceptions really run, and are judged by the judge that judges students.
"""

from __future__ import annotations

import ast
import inspect
import re
import types
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct

from grader.content.authoring import Exercise, Part
from grader.content.chapter import pristine_stub
from grader.content.compile import authored, is_stub, line_of, publish, read_answers, text_of
from grader.content.key import AuthorError, CaseKey, ExerciseKey, PartKey, encoder
from grader.content.values import Array, unpack
from grader.intake.source import Source
from grader.judge.derivation import part_judge
from grader.judge.result import PartResult
from grader.marking import trial
from grader.marking.lawful import laws_are_broken, laws_hold, laws_that_stumble
from grader.marking.mutants import Mutant, mutants
from grader.marking.routes import routes_pass, slips_are_caught, uses_lead_to_the_answers
from grader.marking.telling import texts_tell_no_hidden_numbers

MUTANT_SECONDS = 10.0
HIDDEN_CASES = 5


class Finding(Struct, frozen=True):
    """One rule on one exercise. `complaints` is empty where it holds; `note` says how much was looked at."""

    exercise: str
    rule: str
    complaints: tuple[str, ...]
    note: str = ""

    @property
    def holds(self) -> bool:
        return not self.complaints


class Subject:
    """An exercise under test: its author's data, its keys, and what its functions do, worked out once."""

    def __init__(self, chapter: Path, name: str) -> None:
        self.name = name
        self.path = chapter / "solutions" / f"{name}.py"
        self.stub = pristine_stub(chapter, name)
        self.file = chapter / "exercises" / f"{name}.py"
        data = read_answers(self.path)
        self.text = text_of(data, self.path)
        self.exercise: Exercise
        self.key: ExerciseKey
        self.exercise, self.key = authored(self.path, data, self.stub)
        self.public: ExerciseKey = publish(self.key)
        self.judges = {part.name: part_judge(part) for part in self.key.parts}
        self.notes: dict[str, str] = {}

    def parts(self) -> Iterator[tuple[Part, PartKey]]:
        yield from zip(self.exercise.parts, self.key.parts, strict=True)

    def judged(self, key: PartKey, outcomes: trial.Trial) -> PartResult:
        return self.judges[key.name].judge(outcomes, Source(self.path.name, ""))

    @cached_property
    def outcomes(self) -> dict[str, trial.Trial]:
        """What each reference does on its cases."""
        return {part.name: trial.attempt(part.function, key.plan()) for part, key in self.parts()}

    @cached_property
    def references(self) -> dict[str, PartResult]:
        return {part.name: self.judged(key, self.outcomes[part.name]) for part, key in self.parts()}

    @cached_property
    def wrong(self) -> dict[str, list[PartResult]]:
        """Each part's misconceptions, judged, in their order."""
        return {
            part.name: [self.judged(key, trial.attempt(one.function, key.plan())) for one in part.misconceptions]
            for part, key in self.parts()
        }

    @cached_property
    def mutants(self) -> dict[str, list[tuple[Mutant, PartResult]]]:
        """Each part's mutants, judged."""
        tree = ast.parse(self.text)
        found: dict[str, list[tuple[Mutant, PartResult]]] = {}
        subject_parts = [part.name for part in self.exercise.parts]
        for part, key in self.parts():
            module = inspect.getmodule(part.function)
            assert isinstance(module, types.ModuleType)
            plan = key.plan()
            found[part.name] = [
                (mutant, self.judged(key, trial.attempt_apart(mutant.function, plan, MUTANT_SECONDS)))
                for mutant in (mutants(module, tree, part.name, subject_parts) if trial.CAN_FORK and has_answer(part) else ())
            ]
        return found


def has_answer(part: Part) -> bool:
    """Whether another answer than the reference's is wrong; evidence, once it shows what it should, is right."""
    return part.watches_random or not part.judged_by_laws


Rule = Callable[[Subject], list[str]]


def stub_and_reference_agree(subject: Subject) -> list[str]:
    """The stub defines each part, with the parameters and defaults of the reference."""
    functions = {node.name: node for node in ast.parse(subject.stub).body if isinstance(node, ast.FunctionDef)}
    complaints = [f"the stub defines {name}, which is no part" for name in functions if name not in subject.references]
    for part, _ in subject.parts():
        stub = functions.get(part.name)
        if stub is None:
            complaints.append(f"the stub does not define {part.name}")
            continue
        theirs = [(one.name, one.default) for one in inspect.signature(part.function).parameters.values()]
        names = [one.arg for one in stub.args.args]
        defaults = [inspect.Parameter.empty] * (len(names) - len(stub.args.defaults))
        ours = list(zip(names, [*defaults, *(ast.literal_eval(one) for one in stub.args.defaults)], strict=True))
        if ours != theirs:
            complaints.append(f"{part.name}: the stub takes {ours}, the reference {theirs}")
    return complaints


def stub_is_not_attempted(subject: Subject) -> list[str]:
    """The pristine stub counts as not attempted, part by part, and teaches in docstrings."""
    try:
        here = subject.file.read_text(encoding="utf-8")
        ast.parse(here)
    except (OSError, ValueError, SyntaxError) as problem:
        return [f"{subject.file.name} in exercises/ can't be read: {problem}"]
    if here != subject.stub:
        subject.notes["stub_is_not_attempted"] = "the file in exercises/ is filled; its stub as last seen was checked"
    if not is_stub(subject.stub):
        return ["a function of the stub does not end in raise NotImplementedError"]
    module = types.ModuleType(subject.name)
    exec(compile(subject.stub, f"{subject.name}.py", "exec"), vars(module))  # noqa: S102  (the author's own code)
    complaints = []
    for part, key in subject.parts():
        function = vars(module).get(part.name)
        if function is None:
            continue
        result = subject.judged(key, trial.attempt(function, key.plan()))
        if result.status != "not-attempted":
            complaints.append(f"{part.name} of the stub is {result.status}")
        if len(function.__doc__ or "") < 80:
            complaints.append(f"{part.name} has no docstring that teaches")
    return complaints


def reference_passes(subject: Subject) -> list[str]:
    """Each reference gets full marks on every case, hidden ones included."""
    return [
        f"{name}: {result.status}, {result.points} of {result.max_points}: {result.message}"
        for name, result in subject.references.items()
        if result.status != "passed" or result.points != result.max_points
    ]


def printed_numbers_come_out(subject: Subject) -> list[str]:
    """The chapter's printed numbers, recomputed, agree at the printed digits (four decimals)."""
    subject.notes["printed_numbers_come_out"] = f"{len(subject.exercise.printed)} claims"
    complaints = []
    for claim, recompute, printed in subject.exercise.printed:
        got = recompute()
        equal = got == printed if isinstance(printed, (bool, str, set)) else close_at_four(got, printed)
        if not equal:
            complaints.append(f"{claim}: recomputed as {got}, printed as {printed}")
    return complaints


def close_at_four(got: object, printed: object) -> bool:
    ours, theirs = np.asarray(got, dtype=float), np.asarray(printed, dtype=float)
    return ours.shape == theirs.shape and bool((np.abs(ours - theirs) <= 0.5e-4 + 1e-12).all())


def misconceptions_are_diagnosed(subject: Subject) -> list[str]:
    """Each misconception fails, and is recognised as itself and as nothing else."""
    complaints = []
    total = 0
    for part, _ in subject.parts():
        for wrong, result in zip(part.misconceptions, subject.wrong[part.name], strict=True):
            total += 1
            name = f"{part.name}: {wrong.id} ({wrong.function.__name__})"
            if result.status == "passed":
                complaints.append(f"{name} passes")
            elif result.misconception != wrong.id:
                complaints.append(f"{name} is diagnosed as {result.misconception}{why_undiagnosed(part, result)}")
    subject.notes["misconceptions_are_diagnosed"] = f"{total} wrong implementations"
    return complaints


def why_undiagnosed(part: Part, result: PartResult) -> str:
    """What is behind a None."""
    if result.misconception:
        return ""
    if part.judged_by_laws:
        return ": its laws do not hold, or another's do too"
    if all(check.status == "passed" for check in result.checks if check.tier not in ("errors", "untouched inputs")):
        return ": all its values are right, it only fails in errors or changes its inputs"
    return ": another misconception answers alike, or it shows in another tier than shows_in says"


def shapes_differ(subject: Subject) -> list[str]:
    """Where axes may differ, most ordinary cases are not square, and some are."""
    complaints = []
    for part, key in subject.parts():
        matrices = [
            {size for value in case.call.args if isinstance(value, Array) for size in value.shape}
            for case in key.cases
            if case.tier == "values" and any(isinstance(value, Array) and len(value.shape) > 1 for value in case.call.args)
        ]
        if not part.axes_may_differ or not matrices:
            continue
        square = sum(len(sizes) == 1 for sizes in matrices)
        if square * 2 >= len(matrices):
            complaints.append(f"{part.name}: {square} of {len(matrices)} ordinary cases are square: most should not be")
        if not any(squarish(case.call.args) for case in key.cases if case.tier == "values"):
            complaints.append(f"{part.name}: no ordinary case is square")
    return complaints


def squarish(args: tuple[object, ...]) -> bool:
    return any(isinstance(value, Array) and len(value.shape) > 1 and len(set(value.shape)) < len(value.shape) for value in args)


def enough_hidden_cases(subject: Subject) -> list[str]:
    """At least five hidden cases a part beside public ones, whose inputs are none of theirs."""
    complaints = []
    for part, key in subject.parts():
        hidden = sum(case.hidden and case.tier in ("values", "hard") for case in key.cases)
        public = sum(not case.hidden and case.tier == "values" for case in key.cases)
        if not has_answer(part):
            continue
        if hidden < HIDDEN_CASES or not public:
            complaints.append(
                f"{part.name}: {hidden} hidden cases and {public} public ones; at least {HIDDEN_CASES} and 1 are wanted"
            )
        shown = {encoder.encode(case.call): case.name for case in key.cases if not case.hidden and case.tier != "related"}
        complaints += [
            f"{part.name}: the hidden case {case.name!r} has the inputs of the public case {shown[call]!r}"
            for case in key.cases
            if case.hidden and (call := encoder.encode(case.call)) in shown
        ]
    return complaints


def hints_give_nothing_away(subject: Subject) -> list[str]:
    """Three hints a part, none of which holds a line of the reference."""
    complaints = []
    for part, _ in subject.parts():
        lines = [squeezed(line) for line in inspect.getsource(part.function).splitlines()[1:]]
        lines = [line.removeprefix("return") for line in lines if len(line) > 12]
        for text in (*part.hints, *(wrong.hint for wrong in part.misconceptions)):
            for line in lines:
                if line in squeezed(text):
                    complaints.append(f"{part.name}: a hint holds the reference's line {line!r}")
        if any(len(hint) < 15 for hint in part.hints):
            complaints.append(f"{part.name}: a hint of under 15 letters tells nobody anything")
    return complaints


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def public_key_is_public(subject: Subject) -> list[str]:
    """The public key holds no hidden case: none is marked hidden, and no hidden input is anywhere in its bytes."""
    packed = encoder.encode(subject.public)
    complaints = [
        f"{part.name}: a hidden case is in it" for part in subject.public.parts if any(case.hidden for case in part.cases)
    ]
    public = {data for key in subject.key.parts for case in key.cases if not case.hidden for data in telling_inputs(case)}
    searched = 0
    for key in subject.key.parts:
        for case in key.cases:
            for data in telling_inputs(case) if case.hidden else ():
                searched += 1
                if data in packed and data not in public:
                    complaints.append(f"{key.name}: an input of the hidden case {case.name!r} is in the public key")
    subject.notes["public_key_is_public"] = f"{searched} hidden inputs searched for"
    return complaints


def telling_inputs(case: CaseKey) -> Iterator[bytes]:
    """The arrays of a call that could not be in a key by chance: a row of ones is nobody's secret."""
    for value in case.call.args:
        if isinstance(value, Array) and len(np.unique(unpack(value))) >= 4:
            yield value.data


def mutants_die(subject: Subject) -> list[str]:
    """Every mutant of a reference fails, or is listed as equivalent with a reason."""
    complaints = []
    killed = explained = 0
    for part, _ in subject.parts():
        listed = {one.change for one in part.equivalents}
        for mutant, result in subject.mutants[part.name]:
            if result.status != "passed":
                killed += 1
            elif mutant.change in listed:
                explained += 1
            else:
                complaints.append(f"{part.name}: this mutant lives: {mutant.change}")
        passing = {mutant.change for mutant, result in subject.mutants[part.name] if result.status == "passed"}
        complaints += [
            f"{part.name}: listed as equivalent, but it fails or is no mutant: {change}" for change in sorted(listed - passing)
        ]
    subject.notes["mutants_die"] = f"{killed} killed, {explained} equivalent"
    return complaints if trial.CAN_FORK else []


RULES: tuple[Rule, ...] = (
    stub_and_reference_agree,
    stub_is_not_attempted,
    reference_passes,
    routes_pass,
    slips_are_caught,
    uses_lead_to_the_answers,
    printed_numbers_come_out,
    misconceptions_are_diagnosed,
    laws_hold,
    laws_are_broken,
    shapes_differ,
    enough_hidden_cases,
    hints_give_nothing_away,
    texts_tell_no_hidden_numbers,
    public_key_is_public,
    mutants_die,
)


def complaints(rule: Rule, subject: Subject) -> list[str]:
    """What a rule complains about; also that it stumbled."""
    try:
        return rule(subject)
    except Exception as problem:
        return [f"this could not be checked: {type(problem).__name__}{line_of(problem, subject.path)}: {problem}"]


def verify_exercise(chapter: Path, name: str) -> list[Finding]:
    """All rules on one exercise."""
    try:
        subject = Subject(chapter, name)
    except AuthorError as problem:
        return [Finding(name, "the_key_can_be_made", (str(problem),))]
    if stumbling := laws_that_stumble(subject):
        # Nothing can be judged with them.
        return [Finding(name, "laws_can_be_judged", tuple(stumbling))]
    found = [(rule.__name__, tuple(complaints(rule, subject))) for rule in RULES]
    return [Finding(name, rule, complained, subject.notes.get(rule, "")) for rule, complained in found]
