"""Submissions made from an answer file: its references, or one of its misconceptions, as a student would hand them in."""

from __future__ import annotations

import ast
from collections.abc import Iterable

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom


class Extract:
    """The top-level definitions of an answer file, by the names they bind."""

    def __init__(self, text: str) -> None:
        self.order: list[Definition] = [
            node for node in ast.parse(text).body if isinstance(node, Definition) and not is_ours(node)
        ]
        self.by_name = {name: node for node in self.order for name in bound(node)}

    def has(self, name: str) -> bool:
        return isinstance(self.by_name.get(name), ast.FunctionDef)

    def submission(self, parts: Iterable[str]) -> str:
        """A file that defines these functions and what they need."""
        return "\n\n".join(ast.unparse(node) for node in self.needed(parts)) + "\n"

    def wrong(self, part: str, function: str) -> str:
        """A definition of `part` that does what `function` does.

        Everything it needs stays inside, so that a wrong variant built on the right function still meets that one.
        """
        needed = self.needed([function])
        imports = [node for node in needed if isinstance(node, (ast.Import, ast.ImportFrom))]
        inner = [node for node in needed if node not in imports]
        body = "\n".join(ast.unparse(node) for node in inner)
        indented = "\n".join(f"    {line}" if line else "" for line in body.split("\n"))
        head = "\n".join(ast.unparse(node) for node in imports)
        return f"{head}\n\ndef _{part}():\n{indented}\n    return {function}\n\n{part} = _{part}()\n"

    def needed(self, names: Iterable[str]) -> list[Definition]:
        """The definitions behind these names, and behind theirs, in the file's order."""
        pending, found = list(names), set()
        while pending:
            node = self.by_name.get(pending.pop())
            if node is None or id(node) in found:
                continue
            found.add(id(node))
            pending += [inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)]
        return [node for node in self.order if id(node) in found]


def is_ours(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in ("grader", "__future__")


def bound(node: Definition) -> list[str]:
    """The names that a definition binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).split(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)]
