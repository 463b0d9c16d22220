"""Mutants: the reference with one small change each. A key whose cases let a mutant pass misses something.

The changes are those that students make too: a comparison one off, an axis swapped, a sign, a minimum for a
maximum, a check left out.
"""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Edit = Callable[[ast.AST], Iterator[ast.AST]]


class Mutant(Struct, frozen=True):
    """`change` says in which function which expression became what; `function` is the part, changed."""

    change: str
    function: Any


COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
NAMES = {
    "max": "min",
    "min": "max",
    "sum": "mean",
    "mean": "sum",
    "triu": "tril",
    "tril": "triu",
    "argmax": "argmin",
    "sqrt": "square",
    "any": "all",
    "all": "any",
    "exp": "exp2",
    "tanh": "sin",
    "concatenate": "stack",
}


def edits(node: ast.AST) -> Iterator[ast.AST]:
    """Every changed version of one node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for comparison in COMPARISONS.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [comparison()], node.comparators)
    elif isinstance(node, ast.BinOp):
        yield from operations(node)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield node.operand
    elif isinstance(node, ast.Constant):
        yield from constants(node)
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield node.value
    elif isinstance(node, ast.Attribute) and node.attr in NAMES:
        yield ast.Attribute(node.value, NAMES[node.attr], node.ctx)
    elif isinstance(node, ast.If):
        yield ast.If(ast.Constant(False), node.body, node.orelse)


def operations(node: ast.BinOp) -> Iterator[ast.AST]:
    for operator in OPERATORS.get(type(node.op), ()):
        yield ast.BinOp(node.left, operator(), node.right)
    if isinstance(node.op, (ast.MatMult, ast.Sub, ast.Div)):
        yield ast.BinOp(node.right, node.op, node.left)


def constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, (int, float)):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def mutants(module: types.ModuleType, tree: ast.Module, part: str, others: Collection[str]) -> Iterator[Mutant]:
    """All mutants of the module's function `part`, its helpers included; `others` are parts with mutants of their own."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    wanted = closure(part, functions)
    for name in wanted:
        if name in others and name != part:
            continue
        for change, changed in changed_functions(functions[name]):
            definitions: list[ast.stmt] = [changed if other == name else functions[other] for other in wanted]
            # A namespace of its own: helpers must meet the mutant, and the next mutant must not.
            namespace = dict(vars(module))
            code = ast.fix_missing_locations(ast.Module(definitions, []))
            exec(compile(code, f"<mutant of {name}>", "exec"), namespace)  # noqa: S102  (the author's own code)
            yield Mutant(f"{name}: {change}", namespace[part])


def closure(part: str, functions: dict[str, ast.FunctionDef]) -> list[str]:
    """A function and those it calls, directly or not."""
    found, pending = [part], [part]
    while pending:
        for node in ast.walk(functions[pending.pop()]):
            if isinstance(node, ast.Name) and node.id in functions and node.id not in found:
                found.append(node.id)
                pending.append(node.id)
    return found


def changed_functions(function: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef]]:
    body = [node for statement in function.body for node in ast.walk(statement)]
    quiet = {id(inner) for node in body for inner in quiet_parts(node)}
    for position, node in enumerate(body):
        if id(node) in quiet:
            continue
        for replacement in edits(node):
            changed = copy.deepcopy(function)
            target = [inner for statement in changed.body for inner in ast.walk(statement)][position]
            Replace(target, copy.deepcopy(replacement)).visit(changed)
            before = "if …" if isinstance(node, ast.If) else ast.unparse(node)
            after = (
                "if False" if isinstance(node, ast.If) else ast.unparse(ast.fix_missing_locations(copy.deepcopy(replacement)))
            )
            where = f" in `{shown(node)}`" if isinstance(node, ast.If) else context(function, node)
            yield f"{before} → {after}{where}", changed


def context(function: ast.FunctionDef, node: ast.AST) -> str:
    """The statement around a change, so that equal expressions can be told apart."""
    for statement in ast.walk(function):
        simple = isinstance(statement, ast.stmt) and not isinstance(statement, (ast.FunctionDef, ast.If, ast.For, ast.While))
        if simple and any(inner is node for inner in ast.walk(statement)):
            return f" in `{ast.unparse(statement)}`"
        if isinstance(statement, ast.If) and any(inner is node for inner in ast.walk(statement.test)):
            return f" in `{shown(statement)}`"
    return ""


def shown(statement: ast.If) -> str:
    return f"if {ast.unparse(statement.test)}"


def quiet_parts(node: ast.AST) -> Iterator[ast.AST]:
    """What no case could tell: docstrings, messages of exceptions, annotations."""
    if isinstance(node, ast.Raise) and node.exc is not None:
        yield from ast.walk(node.exc)
    if isinstance(node, ast.AnnAssign):
        yield from ast.walk(node.annotation)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value


def spoiled(reference: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """The reference with its result spoiled in ways that no small change to its text brings about: each breaks a
    family of laws."""
    for spoil in SPOILS:

        def wrong(*args: Any, spoil: Callable[..., Any] = spoil, **kwargs: Any) -> Any:
            returned, given = reference(*args, **kwargs), np.asarray(args[0], dtype=float)
            if isinstance(returned, tuple):
                return tuple(spoil(np.asarray(one, dtype=float), given) for one in returned)
            return spoil(np.asarray(returned, dtype=float), given)

        yield wrong


Matrix = NDArray[np.float64]

SPOILS: tuple[Callable[[Matrix, Matrix], Matrix], ...] = (
    lambda result, given: -result,
    lambda result, given: result * 1.5,
    lambda result, given: np.flip(result),
    lambda result, given: result * (1 + np.arange(result.size).reshape(result.shape)),
    # Depends on one number of the input that should not matter by itself.
    lambda result, given: result + 1 + np.ravel(given)[0],
)


class Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, target: ast.AST, replacement: ast.AST) -> None:
        self.target = target
        self.replacement = replacement

    def visit(self, node: ast.AST) -> Any:
        return self.replacement if node is self.target else self.generic_visit(node)
