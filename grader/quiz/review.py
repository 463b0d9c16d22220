"""What was missed, and when it is to come back: a deck of cards, scheduled by the FSRS algorithm.

A piece that was answered wrongly becomes a card. Each time it is remembered the interval until it comes back grows; each
time it is not, it comes back soon. The deck is a plain file that its owner may read, or delete.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from fsrs import Scheduler

Recalled = Literal["again", "hard", "good"]
"""Not remembered; remembered with a hint; remembered."""

SOON = timedelta(minutes=10)
"""Until something that was just missed comes back."""


class CardState(Struct, frozen=True):
    """One piece (`q1.factor`): when it is due, and what the scheduler knows of it. `state`: 1 learning, 2 reviewing, 3
    learning again. `times`: how often it was asked in a review."""

    due: datetime
    state: int
    step: int | None
    stability: float | None
    difficulty: float | None
    last_review: datetime | None
    times: int = 0


class Deck(Struct, frozen=True):
    """All cards of a workspace, by piece."""

    cards: Mapping[str, CardState] = {}
    note: str = "What you missed in the quiz, and when `grade quiz --review` asks it again. Delete this file to forget it."

    def due(self, now: datetime) -> list[str]:
        """What is due, the longest waiting first."""
        waiting = [(card.due, name) for name, card in self.cards.items() if card.due <= now]
        return [name for _, name in sorted(waiting)]

    def next_due(self) -> datetime | None:
        return min((card.due for card in self.cards.values()), default=None)


def load(data: bytes) -> Deck:
    """The deck in a file; a damaged one is as good as none."""
    try:
        return msgspec.json.decode(data, type=Deck)
    except msgspec.DecodeError:
        return Deck()


def dumps(deck: Deck) -> str:
    return msgspec.json.format(msgspec.json.encode(deck), indent=1).decode() + "\n"


def scheduler() -> Scheduler:
    from fsrs import Scheduler

    # Without fuzzing: the same answers give the same days, and nobody has hundreds of cards to spread.
    return Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


def missed(deck: Deck, piece: str, now: datetime) -> Deck:
    """The deck after a piece was answered wrongly in the quiz itself."""
    return answered(deck, piece, "again", now, in_review=False)


def answered(deck: Deck, piece: str, recalled: Recalled, now: datetime, *, in_review: bool = True) -> Deck:
    """The deck after a piece was asked. `now` has a time zone."""
    from fsrs import Card, Rating, State

    before = deck.cards.get(piece)
    card = Card(card_id=0, due=now)
    if before is not None:
        card = Card(0, State(before.state), before.step, before.stability, before.difficulty, before.due, before.last_review)
    rating = {"again": Rating.Again, "hard": Rating.Hard, "good": Rating.Good}[recalled]
    after, _ = scheduler().review_card(card, rating, now)
    times = (before.times if before else 0) + in_review
    state = CardState(after.due, int(after.state), after.step, after.stability, after.difficulty, after.last_review, times)
    return msgspec.structs.replace(deck, cards={**deck.cards, piece: state})


def without_strangers(deck: Deck, pieces: set[str]) -> Deck:
    """The deck without cards of pieces that the quiz has no more."""
    return msgspec.structs.replace(deck, cards={name: card for name, card in deck.cards.items() if name in pieces})
