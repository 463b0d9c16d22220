"""The deck: what is missed comes back soon, what is remembered at growing intervals."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.quiz.review import Deck, answered, dumps, load, missed, without_strangers

MONDAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


def test_intervals_grow_while_it_is_remembered_and_shrink_when_it_is_not() -> None:
    deck, now = missed(Deck(), "q1.factor", MONDAY), MONDAY
    assert deck.due(now) == []
    assert deck.cards["q1.factor"].due - now == timedelta(minutes=10)
    intervals = []
    for _ in range(5):
        now = deck.cards["q1.factor"].due
        assert deck.due(now) == ["q1.factor"]
        deck = answered(deck, "q1.factor", "good", now)
        intervals.append(deck.cards["q1.factor"].due - now)
    assert intervals == sorted(set(intervals)), intervals
    assert intervals[0] >= timedelta(days=1)
    now = deck.cards["q1.factor"].due
    again = answered(deck, "q1.factor", "again", now)
    assert again.cards["q1.factor"].due - now == timedelta(minutes=10)
    hard = answered(deck, "q1.factor", "hard", now)
    good = answered(deck, "q1.factor", "good", now)
    assert hard.cards["q1.factor"].due < good.cards["q1.factor"].due


def test_the_longest_waiting_comes_first() -> None:
    deck = missed(missed(Deck(), "q2.scores", MONDAY + timedelta(minutes=1)), "q1.factor", MONDAY)
    assert deck.due(MONDAY + timedelta(days=1)) == ["q1.factor", "q2.scores"]
    assert deck.next_due() == MONDAY + timedelta(minutes=10)
    assert without_strangers(deck, {"q2.scores"}).due(MONDAY + timedelta(days=1)) == ["q2.scores"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["again", "hard", "good"]), st.integers(0, 10**6)), max_size=12))
def test_a_deck_survives_its_file(reviews: list[tuple[str, int]]) -> None:
    deck, now = Deck(), MONDAY
    for recalled, later in reviews:
        now += timedelta(minutes=later)
        deck = answered(deck, "q1.factor", recalled, now)  # type: ignore[arg-type]
        assert deck.cards["q1.factor"].due > now
        assert load(dumps(deck).encode()) == deck
