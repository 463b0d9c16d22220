"""Results as JSON: the published document, schema 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from grader.judge.result import Result
from grader.marking.batch import Row
from grader.marking.summary import Summary


class Student(Struct, frozen=True):
    """Who handed in; `name` where the hand-in tells one."""

    id: str
    name: str | None = None


def dumps(document: object) -> str:
    """One JSON document, indented. Never NaN or Infinity: they become null."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def of_result(result: Result) -> str:
    return dumps(result)


def of_results(results: Sequence[Result]) -> str:
    """Several exercises of one student."""
    return dumps({"schema": 1, "results": results})


def of_batch(rows: Iterable[Row], summary: Summary, names: Mapping[str, str] | None = None) -> Iterator[str]:
    """Each row is the result document with the student and the path in front; `names` are the students', by id, where they
    are known. In pieces: a batch may be large."""
    yield '{\n "schema": 1,\n "results": ['
    for number, row in enumerate(rows):
        yield ("," if number else "") + "\n" + indented(dumps(row_document(row, names or {})), "  ")
    yield '\n ],\n "summary": ' + indented(dumps(summary), " ").lstrip() + "\n}\n"


def indented(document: str, margin: str) -> str:
    return "\n".join(margin + line for line in document.rstrip("\n").split("\n"))


def row_document(row: Row, names: Mapping[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.structs.asdict(row.result)
    return {"student": Student(row.student, names.get(row.student)), "path": row.path, **fields}


def schema() -> dict[str, Any]:
    """The JSON Schema of a result, made from the types that write it."""
    document = msgspec.json.schema(Result)
    for name, record in document["$defs"].items():
        # Written in full, empty fields too; only a table leaves its defaults out.
        if name != "Table":
            record["required"] = list(record["properties"])
    document["$defs"]["Result"]["properties"]["schema"] = {"const": 1}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Result of one exercise, schema 1", **document}
