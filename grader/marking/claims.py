"""`grade chapter`: every number that the chapter prints, recomputed; every slip of it that we know, proven."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from grader.content.claims import Chapter, Claim, References, Slip, load_chapter, load_references
from grader.content.key import AuthorError
from grader.marking import printed

Verdict = Literal["agrees", "differs", "slip", "proof fails"]
"""A claim agrees or differs; a slip is proven one, or its proof fails."""


class Row(Struct, frozen=True):
    """One claim or slip, checked. `claim` is what should be so, `chapter` what the chapter prints or says."""

    where: str
    claim: str
    chapter: str
    computed: str
    verdict: Verdict

    @property
    def sound(self) -> bool:
        return self.verdict in ("agrees", "slip")


def check_folder(folder: Path) -> list[Row]:
    """All rows of the chapter in a folder. Raises `AuthorError` where its files can't be used."""
    return check_chapter(load_chapter(folder), load_references(folder))


def check_chapter(chapter: Chapter, references: References) -> list[Row]:
    """All rows: the claims, then the slips. Raises `AuthorError` where a reference is asked for that there is not."""
    claims = (check_claim(claim, references) for claim in chapter.claims)
    return [*claims, *(check_slip(slip, references) for slip in chapter.slips)]


def check_claim(claim: Claim, references: References) -> Row:
    try:
        found = printed.nested(claim.compute(references))
    except AuthorError:
        raise
    except Exception as problem:
        return Row(claim.where, claim.says, claim.printed, f"{type(problem).__name__}: {problem}", "differs")
    numbers = printed.read(claim.printed)
    computed = printed.shown(found, numbers)
    agrees = printed.agree(numbers, found) if numbers is not None else words(computed) == words(claim.printed)
    return Row(claim.where, claim.says, claim.printed, computed, "agrees" if agrees else "differs")


def words(text: str) -> list[str]:
    return text.casefold().split()


def check_slip(slip: Slip, references: References) -> Row:
    try:
        holds, computed = slip.proof(references)
    except AuthorError:
        raise
    except Exception as problem:
        holds, computed = False, f"{type(problem).__name__}: {problem}"
    return Row(slip.where, slip.truth, slip.says, str(computed), "slip" if holds else "proof fails")


def summary(rows: Iterable[Row]) -> dict[Verdict, int]:
    """How many rows have each verdict."""
    counts: dict[Verdict, int] = {"agrees": 0, "differs": 0, "slip": 0, "proof fails": 0}
    for row in rows:
        counts[row.verdict] += 1
    return counts
