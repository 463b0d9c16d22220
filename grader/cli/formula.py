"""`grade formula`: compares two formulas, for authors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grader.cli.desk import NOT_PASSED, PASSED, UNREADABLE, Trouble, leave

if TYPE_CHECKING:
    from grader.symbolic import Comparison

PATIENCE = 5.0
"""Seconds that an author waits for a proof on the first call, while sympy is loaded."""
UNREAD = ("unreadable", "too-large", "ambiguous")


@click.command("formula", short_help="Compare two formulas.", context_settings={"ignore_unknown_options": True})
@click.argument("student")
@click.argument("reference")
@click.option(
    "--symbol",
    "symbols",
    multiple=True,
    metavar="NAME=ASSUMPTION",
    help="Declare a symbol, d_k='positive integer' say; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def formula_command(student: str, reference: str, symbols: tuple[str, ...], as_json: bool) -> None:
    """Tell whether STUDENT and REFERENCE are the same formula in the symbols declared.

    Assumptions: real, complex, integer, positive, negative, nonzero, nonnegative, nonpositive, positive integer, negative
    integer, nonnegative integer, nonzero integer, natural, or an interval, real in (0,1) say.
    """
    try:
        found = compared(student, reference, declarations(symbols))
    except ValueError as problem:
        if as_json:
            say("unreadable", False, str(problem))
        raise Trouble(str(problem)) from problem
    if as_json:
        say(found.verdict, found.proved, found.message)
    else:
        undeclared = found.verdict == "unreadable" and "is declared here" in found.message
        declare = " Symbols are declared as --symbol d_k='positive integer' is." if undeclared else ""
        from grader.report.page import clean

        click.echo(clean(f"{found.verdict}: {found.message}{declare}"))
    leave(PASSED if found.verdict == "equivalent" else UNREADABLE if found.verdict in UNREAD else NOT_PASSED)


def compared(student: str, reference: str, declared: dict[str, str]) -> Comparison:
    """The comparison; once more with sympy loaded, where the first had to do without. Raises `ValueError`."""
    from grader.symbolic import compare, worker

    found = compare(student, reference, declared)
    if found.verdict == "equivalent" and not found.proved and worker.wait(PATIENCE):
        return compare(student, reference, declared)
    return found


def say(verdict: str, proved: bool, message: str) -> None:
    import json

    click.echo(json.dumps({"verdict": verdict, "proved": proved, "message": message}, ensure_ascii=False))


def declarations(symbols: tuple[str, ...]) -> dict[str, str]:
    """The declared symbols. Raises `ValueError` where one is no NAME=ASSUMPTION."""
    found: dict[str, str] = {}
    for text in symbols:
        name, sign, assumed = text.partition("=")
        if not sign or not name.strip():
            raise ValueError(f"--symbol {text[:40]} is not NAME=ASSUMPTION: --symbol d_k='positive integer'")
        found[name.strip()] = assumed.strip()
    return found
