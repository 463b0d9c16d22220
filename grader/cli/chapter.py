"""`grade chapter`: the chapter's own numbers, recomputed, for its author."""

from __future__ import annotations

import click

from grader.cli.desk import NOT_PASSED, PASSED, Desk, Trouble, leave, pass_desk


@click.command("chapter", short_help="Recompute every number that the chapter prints.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the table in Markdown, as the README has it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@pass_desk
def chapter_command(desk: Desk, as_markdown: bool, as_json: bool) -> None:
    """Recompute what the chapter prints from the references, at the digits printed, and prove the slips we know of.

    Leaves with 0 when every claim agrees and every proof holds, with 1 otherwise.
    """
    if as_markdown and as_json:
        raise Trouble("--markdown and --json are two forms of the same table: ask for one of them")
    from grader.cli.instructor import clone

    root = clone(desk)
    from grader.content.key import AuthorError
    from grader.marking.claims import check_folder, summary
    from grader.report.claims import markdown, render
    from grader.report.document import dumps

    try:
        rows = check_folder(root)
    except AuthorError as problem:
        raise Trouble(f"the chapter can't be checked: {problem}") from problem
    if as_json:
        told = dumps({"schema": 1, "rows": rows, "summary": summary(rows)})
    else:
        told = markdown(rows) if as_markdown else render(rows, desk.page)
    click.echo(told, nl=False)
    leave(PASSED if all(row.sound for row in rows) else NOT_PASSED)
