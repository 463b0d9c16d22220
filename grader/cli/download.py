"""What `grade batch` is given: a download, its layout, a roster; and the dry run, which only says who handed in what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from grader.cli.desk import Desk, Trouble, say

if TYPE_CHECKING:
    from grader.content.key import Key
    from grader.intake.folder import Listing, Request
    from grader.intake.store import Store


class Download(Struct, frozen=True):
    """A download, and what the instructor says of it."""

    path: Path
    layout: str | None = None
    roster: Path | None = None
    groups: bool = True

    def request(self, key: Key, store: Store, *, rows: bool = False) -> Request:
        """What to ask of a listing. Raises `RosterTrouble`."""
        from grader.intake.roster import load_roster
        from grader.marking.listing import request_for

        roster = load_roster(self.roster) if self.roster else None
        return request_for(key, store, self.layout, roster, groups=self.groups, rows=rows)


def known_layout(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A layout's name. They are looked up when one is given: each is a module, and most commands need none."""
    if value is None:
        return None
    from grader.intake.layouts import layouts

    known = list(layouts())
    if value.lower() not in known:
        raise click.BadParameter(f"there is no layout {value[:40]}: they are {', '.join(known)}")
    return value.lower()


SHOWN = 20


def warn(listing: Listing) -> None:
    """What an instructor should know of a download, on stderr."""
    for warning in listing.warnings[:SHOWN]:
        say(f"grade: {warning}", err=True)
    if len(listing.warnings) > SHOWN:
        click.echo(f"grade: and {len(listing.warnings) - SHOWN} more of this kind: see --dry-run --json", err=True)


def show_download(desk: Desk, download: Download, as_json: bool) -> None:
    """The dry run."""
    from grader.content.catalog import whole
    from grader.content.key import AuthorError
    from grader.intake.folder import NothingToGrade, list_folder
    from grader.intake.roster import RosterTrouble
    from grader.intake.store import opened_store
    from grader.report.document import dumps
    from grader.report.download import NOTHING, document, render

    try:
        with opened_store() as store:
            listing = list_folder(download.path, download.request(whole(desk.catalog), store, rows=True))
    except (AuthorError, NothingToGrade, RosterTrouble, Trouble) as problem:
        if as_json:
            click.echo(dumps(NOTHING), nl=False)
        raise Trouble(str(problem)) from problem
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None
    click.echo(dumps(document(listing)) if as_json else render(listing, desk.page), nl=False)
