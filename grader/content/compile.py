"""From an exercise to its key: run the references and every misconception once, keep the arrays.

Runs the author's own, trusted code; nothing of a student's comes here.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from msgspec.structs import replace

from grader.content.authored import check_authored
from grader.content.authoring import Case, Exercise, Law, Misconception, Part, Relation
from grader.content.calling import Call
from grader.content.key import AuthorError, CaseKey, ExerciseKey, LawKey, MisconceptionKey, Param, PartKey
from grader.content.pointing import pointed
from grader.content.through import Walk
from grader.content.trying import tried
from grader.content.values import Answer, Array, Odd, Raised, pack, pack_input, unpack

POINTS = 10.0
"""What an exercise is worth."""


Answers = TypeVar("Answers")


def load_exercise(path: Path) -> Exercise:
    """The `EXERCISE` of the answer file `path`, which is run. Raises `AuthorError`."""
    return load_answers(path, "EXERCISE", Exercise)


def authored(path: Path, data: bytes, stub: str) -> tuple[Exercise, ExerciseKey]:
    """What the answer file `path` binds, whose bytes are `data`, and the full key of it. Raises `AuthorError`."""
    text = text_of(data, path)
    exercise = exercise_of(text, path)
    return exercise, compile_exercise(exercise, path.stem, stub, text)


def exercise_of(text: str, path: Path) -> Exercise:
    """The `EXERCISE` that the answer file `path`, with this text, binds when it is run. Raises `AuthorError`."""
    return bound_by(text, path, "EXERCISE", Exercise)


def load_answers(path: Path, bound: str, kind: type[Answers]) -> Answers:
    """What the answer file `path` binds to the name `bound`; the file is run. Raises `AuthorError`."""
    return bound_by(text_of(read_answers(path), path), path, bound, kind)


def read_answers(path: Path) -> bytes:
    """An answer file's bytes. Raises `AuthorError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise AuthorError(f"{path} can't be read: {error.strerror}") from error


def text_of(data: bytes, path: Path) -> str:
    """An answer file's text. Raises `AuthorError`."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise AuthorError(f"{path} can't be read: line {line} is not valid UTF-8; save it as UTF-8") from error


def bound_by(text: str, path: Path, bound: str, kind: type[Answers]) -> Answers:
    # A private name: `solutions` never becomes importable, and two chapters never meet in `sys.modules`.
    module = types.ModuleType(f"_answers_{abs(hash(str(path)))}_{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, path, "exec"), vars(module))  # noqa: S102  (the author's own code)
    except (Exception, SystemExit) as error:
        raise AuthorError(f"{path} can't be run: {type(error).__name__}{line_of(error, path)}: {error}") from error
    found = getattr(module, bound, None)
    if not isinstance(found, kind):
        raise AuthorError(f"{path} binds no {bound}: its last statement should be {bound} = {kind.__name__}(…)")
    return found


def line_of(error: BaseException, path: Path) -> str:
    """Where in the file `path` it went wrong, " in line 7" say; empty where that is not known, or told by the error itself."""
    import traceback

    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f" in line {lines[-1]}" if lines else ""


def compile_exercise(exercise: Exercise, identifier: str, stub: str, answers: str = "") -> ExerciseKey:
    """The full key of one exercise; `answers` is the text of its file. Raises `AuthorError` where its form is not what it
    should be, or a reference fails on a case of its own."""
    try:
        return compiled(exercise, identifier, stub, answers)
    except AuthorError as problem:
        raise pointed(problem, answers, f"{identifier}.py") from problem.__cause__


def compiled(exercise: Exercise, identifier: str, stub: str, answers: str) -> ExerciseKey:
    check_authored(exercise, identifier)
    points = shared_out([part.points for part in exercise.parts])
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # Misconceptions overflow and divide by zero on purpose.
        warnings.simplefilter("ignore")
        parts = tuple(
            replace(compile_part(part, worth, identifier), builds_on=asked_parts(exercise, part, identifier))
            for part, worth in zip(exercise.parts, points, strict=True)
        )
    carries = any(part.builds_on for part in parts)
    return ExerciseKey(identifier, exercise.title, stub, parts, answers=answers if carries else "")


def shared_out(shares: list[float]) -> list[float]:
    """The points of each part: in proportion, to two decimals, and exactly ten in all."""
    points = [round(POINTS * share / sum(shares), 2) for share in shares]
    return [*points[:-1], round(POINTS - sum(points[:-1]), 2)]


def compile_part(part: Part, points: float, identifier: str) -> PartKey:
    cases = list(part.cases)
    where = f"{identifier}.{part.name}"
    laws = [compile_law(law, cases, where) for law in part.laws]
    for relation in part.relations:
        laws.append(compile_relation(relation, cases, where))
    names = [one.name for one in cases]
    if len(set(names)) < len(names):
        twice = max(names, key=names.count)
        raise AuthorError(f"{where}: two cases are called {twice!r}", part.name, twice)
    keys = tuple(compile_case(part, one, where) for one in cases)
    return PartKey(
        name=part.name,
        signature=signature_of(part),
        task=flowing(part.task),
        points=points,
        reading=part.returns.reading,
        axes=part.returns.axes,
        finite=part.returns.finite,
        cases=keys,
        laws=tuple(laws),
        misconceptions=tuple(compile_misconception(wrong, part, keys, cases, where) for wrong in part.misconceptions),
        hints=(flowing(part.hints[0]), flowing(part.hints[1]), flowing(part.hints[2])),
        why=flowing(part.why),
        watches_random=part.watches_random,
        judged_by_laws=part.judged_by_laws,
        seconds=part.seconds,
        names=part.returns.names,
    )


def asked_parts(exercise: Exercise, part: Part, identifier: str) -> tuple[str, ...]:
    """The earlier parts that the routes of this one ask, in the order of the exercise. Raises `AuthorError`."""
    earlier = {one.name: one for one in exercise.parts[: exercise.parts.index(part)]}
    asked: set[str] = set()
    for route in part.builds_on:
        for one in part.cases:
            walk = Walk(route, call_of(one))
            while (question := walk.question) is not None:
                if question.part not in earlier:
                    slip = f"{identifier}.{part.name} builds on {question.part!r}, which is no earlier part"
                    raise AuthorError(slip, part.name, "builds_on")
                asked.add(question.part)
                known = earlier[question.part]
                walk.answer(tried(known.function, question.call, known.returns.reading, f"{identifier}.{known.name}")[0])
    return tuple(name for name in earlier if name in asked)


def flowing(text: str) -> str:
    """A text without its author's line breaks: whoever shows it breaks it anew."""
    return " ".join(text.split())


def signature_of(part: Part) -> str:
    """The call as students write it: names and defaults, no annotations."""
    signature = inspect.signature(part.function)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return f"{part.name}{inspect.Signature(bare)}"


def compile_case(part: Part, one: Case, where: str) -> CaseKey:
    try:
        call = call_of(one)
    except TypeError as error:
        raise AuthorError(f"{where}: case {one.name!r} can't be called: {error}", part.name, one.name) from error
    answer, changed = tried(part.function, call, part.returns.reading, f"{where}: in case {one.name!r} the reference")
    if changed:
        raise AuthorError(f"{where}: the reference changes its input in case {one.name!r}", part.name, one.name)
    expected_error = one.tier == "errors"
    if isinstance(answer, Array) and np.isnan(unpack(answer)).any():
        raise AuthorError(f"{where}: in case {one.name!r} the reference answers NaN", part.name, one.name)
    if slip := slip_in(answer, expected_error):
        raise AuthorError(f"{where}: in case {one.name!r} the reference {slip}", part.name, one.name)
    if not part.judged_by_laws or expected_error:
        return CaseKey(one.name, one.tier, one.hidden, one.large, call, answer, None, one.zero_within)
    # Its draws, or its evidence, are one right answer of many: nothing to compare with, nothing to give away.
    shape = answer.shape if part.watches_random and isinstance(answer, Array) else None
    return CaseKey(one.name, one.tier, one.hidden, one.large, call, Odd(""), shape)


def slip_in(answer: Answer, expected_error: bool) -> str:
    """What is wrong with a reference's answer, whatever its numbers; empty where nothing is."""
    if isinstance(answer, Odd):
        return f"returns {answer.what}"
    if not isinstance(answer, Raised):
        return "raises nothing, and error(…) asks for a ValueError" if expected_error else ""
    if expected_error and answer.value_error:
        return ""
    line = f" in line {answer.line}" if answer.line else ""
    wanted = "error(…) asks for a ValueError" if expected_error else "only a case made by error(…) may raise"
    return f"raises {answer.name}{line}: {answer.message}; {wanted}"


def call_of(one: Case) -> Call:
    """The call of a case, its arrays copied so that no two cases share memory."""
    return Call(tuple(map(pack_input, one.args)), {name: pack_input(value) for name, value in one.kwargs.items()})


def compile_law(law: Law, cases: list[Case], where: str) -> LawKey:
    names = [one.name for one in cases]
    unknown = set(law.on) - set(names)
    if unknown:
        slip = f"{where}: law {law.name!r} is on {sorted(unknown)}, which are no cases"
        raise AuthorError(slip, where.rpartition(".")[2], law.says)
    on = law.on or tuple(one.name for one in cases if one.tier == "values")
    positions = tuple(names.index(name) for name in on)
    hidden = bool(positions) and any(cases[position].hidden for position in positions) and bool(law.on)
    return LawKey(law.name, law.says, positions, hidden, compile_params(law.params), law.decides)


def compile_relation(relation: Relation, cases: list[Case], where: str) -> LawKey:
    """Appends the changed case to `cases`, and names the pair."""
    names = [one.name for one in cases]
    if relation.base not in names:
        slip = f"{where}: relation {relation.says!r} starts from {relation.base!r}, which is no case"
        raise AuthorError(slip, where.rpartition(".")[2], relation.says)
    base = names.index(relation.base)
    args = changed_args(relation, cases[base], where)
    cases.append(Case(relation.says, args, cases[base].kwargs, "related", cases[base].hidden, cases[base].large))
    return LawKey(relation.law, relation.says, (base, len(cases) - 1), cases[base].hidden, compile_params(relation.params))


def changed_args(relation: Relation, base: Case, where: str) -> tuple[object, ...]:
    """The inputs of a relation's second call."""
    part = where.rpartition(".")[2]
    try:
        args = relation.change(*(np.copy(arg) if isinstance(arg, np.ndarray) else arg for arg in base.args))
    except Exception as error:
        slip = f"{where}: the change of relation {relation.says!r} fails on {base.name!r}: {type(error).__name__}: {error}"
        raise AuthorError(slip, part, relation.says) from error
    if not isinstance(args, tuple):
        slip = f"{where}: the change of relation {relation.says!r} is to return a tuple of arguments, lambda X: (X[::-1],) say"
        raise AuthorError(slip, part, relation.says)
    return args


def compile_params(params: Mapping[str, Any]) -> dict[str, Param]:
    return {name: compile_param(value) for name, value in params.items()}


def compile_param(value: Any) -> Param:
    if isinstance(value, (np.ndarray, list, tuple)):
        return pack(np.asarray(value))
    return value.item() if isinstance(value, np.generic) else value  # type: ignore[no-any-return]


def compile_misconception(
    wrong: Misconception, part: Part, keys: tuple[CaseKey, ...], cases: list[Case], where: str
) -> MisconceptionKey:
    answers: tuple[Answer, ...] = ()
    if not part.judged_by_laws:
        # Only these tiers are ever compared with a student's; the others would make the key larger for nothing.
        tiers = ("values", wrong.shows_in)
        answers = tuple(
            tried(wrong.function, key.call, part.returns.reading, f"{where}: {wrong.id} in case {key.name!r}")[0]
            if key.tier in tiers
            else Odd("")
            for key in keys
        )
    laws = tuple(compile_law(law, cases, where) for law in wrong.laws)
    return MisconceptionKey(wrong.id, flowing(wrong.says), flowing(wrong.hint), wrong.shows_in, answers, laws)


def publish(exercise: ExerciseKey) -> ExerciseKey:
    """The public key: hidden cases and all that rests on them left out, with a count of what is missing."""
    parts = tuple(publish_part(part) for part in exercise.parts)
    return ExerciseKey(exercise.id, exercise.title, exercise.stub, parts, public=True)


def publish_part(part: PartKey) -> PartKey:
    kept = [position for position, one in enumerate(part.cases) if not one.hidden]
    moved = {old: new for new, old in enumerate(kept)}

    def law_kept(law: LawKey) -> LawKey:
        return LawKey(law.law, law.says, tuple(moved[one] for one in law.cases if one in moved), False, law.params, law.decides)

    laws = tuple(law_kept(law) for law in part.laws if not law.hidden)
    wrongs = tuple(
        MisconceptionKey(
            wrong.id,
            wrong.says,
            wrong.hint,
            wrong.shows_in,
            tuple(wrong.answers[old] for old in kept) if wrong.answers else (),
            tuple(law_kept(law) for law in wrong.laws if not law.hidden),
        )
        for wrong in part.misconceptions
    )
    hidden = sum(one.hidden and one.tier != "related" for one in part.cases) + sum(law.hidden for law in part.laws)
    cases = tuple(part.cases[old] for old in kept)
    return replace(part, cases=cases, laws=laws, misconceptions=wrongs, hidden_elsewhere=hidden)


def is_stub(text: str) -> bool:
    """Whether every function in `text` is still unfilled: its last statement raises `NotImplementedError`."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return bool(functions) and all(is_unfilled(function) for function in functions)


def is_unfilled(function: ast.FunctionDef) -> bool:
    last = function.body[-1]
    return isinstance(last, ast.Raise) and last.exc is not None and "NotImplementedError" in ast.unparse(last.exc)


def emptied(text: str, parts: Iterable[str]) -> str:
    """`text` with the bodies of `parts` replaced by what a stub holds: the docstring and a raise."""
    lines = text.splitlines(keepends=True)
    wanted = set(parts)
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef) and node.name in wanted and not is_unfilled(node):
            has_docstring = ast.get_docstring(node) is not None
            first = (node.body[0].end_lineno or 0) + 1 if has_docstring else node.body[0].lineno
            lines[first - 1 : node.end_lineno] = [f'    raise NotImplementedError("TODO: {node.name}")\n']
    return "".join(lines)
