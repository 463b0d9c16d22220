"""Where in an answer file a slip of its author's stands."""

from __future__ import annotations

import ast

from grader.content.key import AuthorError


def pointed(problem: AuthorError, text: str, file: str) -> AuthorError:
    """The same, with the line of the answer file `file` (whose text this is) at which to look, where that can be told."""
    line = line_of_slip(text, problem.part, problem.at) if text else 0
    return AuthorError(f"{problem} (solutions/{file}, line {line})") if line else problem


def line_of_slip(text: str, part: str, at: str) -> int:
    """The line of what is called `at` (a field, or the text that names a case or a law) in the `Part` of this name, or in
    what the whole file binds; of the part itself where that is not found, and 0 where neither is: an author may build them
    as he likes."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return 0
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    owners = [call for call in calls if name_of(call.func) in (["Part"] if part else WHOLE) and (not part or is_of(call, part))]
    fields = [one.lineno for call in owners for one in call.keywords if one.arg == at]
    scope: list[ast.AST] = [*owners] if part else [tree]
    named = [one.lineno for node in scope for one in ast.walk(node) if isinstance(one, ast.Constant) and at and one.value == at]
    return min(fields or named or [call.lineno for call in owners if part] or [0])


WHOLE = ("Exercise", "Quiz", "Task")
"""What an answer file binds one of."""


def is_of(call: ast.Call, part: str) -> bool:
    return part in map(name_of, (*call.args, *(one.value for one in call.keywords)))


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
