"""Whether an open task is complete: a check for each thing that can be told of a text, with what is lacking.

A check that can't tell either way is `skipped` and says so: nothing that may be right is called incomplete.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.content.tasks import Completeness, Map, Organisation, Reflection, Words
from grader.judge.result import Check, Tier
from grader.tasks.links import Links
from grader.tasks.organisations import named_in
from grader.tasks.outline import read_map
from grader.tasks.prose import count_words, own_text, without_given
from grader.tasks.statements import read_reflection


def completeness(name: str, lacks: str, tier: Tier = "completeness", *, unsure: bool = False) -> Check:
    """A check that passed where nothing is lacking. `unsure`: what `lacks` says may be all right."""
    return Check(name=name, tier=tier, status="passed" if not lacks else "skipped" if unsure else "failed", message=lacks)


def amount(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def checks_of_text(checks: tuple[Completeness, ...], text: str, stub: str) -> Iterator[Check]:
    """What can be told of a text. Programs are told of by running them, and have no check here."""
    for check in checks:
        if isinstance(check, Words):
            yield words_check(check, own_text(text, stub))
        elif isinstance(check, Organisation):
            yield organisation_check(check, own_text(text, stub))
        elif isinstance(check, Map):
            yield from map_checks(check, text, stub)
        elif isinstance(check, Reflection):
            yield from reflection_checks(check, text, stub)


def words_check(check: Words, text: str) -> Check:
    count = count_words(text)
    enough = count >= check.at_least
    return completeness(f"{check.at_least} words or more", "" if enough else f"it has {amount(count, 'word')}")


def organisation_check(check: Organisation, text: str) -> Check:
    found = named_in(text, check.known, check.not_names)
    name = f"names {check.what}"
    if found.certainty == "sure":
        return completeness(f"{name}: {', '.join(found.names)}", "")
    if found.certainty == "none":
        return completeness(name, "no name was found that could be it: write it with a capital letter")
    why = f"{', '.join(found.names)} may be it" if found.names else found.why
    return completeness(name, f"could not be told for sure ({why}): if the name is there, all is well", unsure=True)


def map_checks(check: Map, text: str, stub: str) -> Iterator[Check]:
    links = read_map(without_given(text, stub), check.centre)
    count = len(links.pairs) + len(at_top(check, links))
    name = f"{check.at_least} links or more"
    unread = f": {links.unread[0]}" if links.unread else ""
    if count < check.at_least:
        yield completeness(name, f"it has {amount(count, 'link')} between topics{unread}")
        return
    yield completeness(name, "")
    yield centre_check(check, links)


def at_top(check: Map, links: Links) -> set[str]:
    """Topics that stand side by side with nothing above them: in a plain list, whose centre is not written down or is one
    of them, they are meant to be linked to it."""
    centre = links.naming(check.centre)
    is_plain = centre <= links.implied and not any(centre & set(pair) for pair in links.pairs)
    return links.implied - centre if is_plain else set()


def centre_check(check: Map, links: Links) -> Check:
    """Whether the topic of the map is linked, directly or by way of others, to enough topics that are not that one."""
    name = f"connects {check.centre[0]} to {amount(check.at_least, 'other topic')} or more"
    centre, meant = links.naming(check.centre), at_top(check, links)
    if not centre and not meant:
        return completeness(name, f"no topic is called {check.centre[0]}: is it there under another name?", unsure=True)
    others = links.reached(centre | meant) - centre
    return completeness(name, "" if len(others) >= check.at_least else f"it leads to {amount(len(others), 'other topic')}")


def reflection_checks(check: Reflection, text: str, stub: str) -> Iterator[Check]:
    found = read_reflection(text, stub)
    things, questions = len(found.things), len(found.questions)
    lacks = "" if things >= check.things else f"it tells {amount(things, 'thing')}: give each a line or a sentence of its own"
    yield completeness(f"{amount(check.things, 'thing')} or more", lacks)
    lacks = "" if questions >= check.questions else "no sentence ends with a question mark"
    yield completeness(f"{amount(check.questions, 'question')} or more", lacks)
