"""What a key asks of a listing: the names of its work, the functions by which a file of unclear name is recognised."""

from __future__ import annotations

from grader.content.key import Key
from grader.intake.folder import Request
from grader.intake.names import asked
from grader.intake.roster import Roster
from grader.intake.store import Store


def request_for(
    key: Key,
    store: Store | None = None,
    layout: str | None = None,
    roster: Roster | None = None,
    *,
    groups: bool = True,
    rows: bool = False,
) -> Request:
    """Blank files are told from work by the key's stubs."""
    functions = {entry.id: entry.parts for entry in key.entries if entry.kind == "exercise"}
    everything = tuple(asked((entry.id for entry in key.entries), functions))
    return Request(everything, {entry.id: entry.stub() for entry in key.entries}, store, layout, roster, groups, rows)
