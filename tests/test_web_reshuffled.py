"""The openings of a deal in which the deck ran out: nobody learns who held a card that is dealt a second time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")

from kicker.cards import Card, parse_cards
from kicker.games import FOLD, Event, Rules, State, discard
from kicker.games.catalogue import DRAW
from kicker.shuffle import parse_proof
from kicker.ui.web.archive import proof_json
from kicker.ui.web.journal import Journal
from kicker.ui.web.moment import NOTHING, Moment, Shuffle
from kicker.ui.web.people import Person

TABLE, SECRET = "t" * 22, bytes(range(32))
PEOPLE = [Person(seat, f"Player {seat}", "", 0.0, id=str(seat)) for seat in range(8)]
VIEWERS = (*PEOPLE, None)
"""Everyone in the deal, and a watcher."""


@pytest.fixture(scope="module")
def shuffle() -> Shuffle:
    return Shuffle(TABLE, 1, SECRET)


@pytest.fixture(scope="module")
def states(shuffle: Shuffle) -> list[State]:
    """Eight seats at draw: two fold and six draw three cards, the last two of them from the reshuffled ones. All hands
    are shown."""
    rules = Rules(DRAW, ante=1, min_bet=2, reshuffle=True, showdown="all")
    found = [rules.start(shuffle.deck_of(DRAW), [100] * 8, 7)[0]]
    while not found[-1].over:
        options = found[-1].options
        action = discard(options.hand[:3]) if found[-1].phase == "drawing" else options.passive
        found.append(found[-1].apply(FOLD if len(found) < 3 else action)[0])
    return found


def moment_of(state: State, shuffle: Shuffle) -> Moment:
    """The table at this moment."""
    journal = Journal().with_deal({person.seat: person.id for person in PEOPLE}).with_events(state.history)
    return NOTHING._replace(deal=1, version=journal.end, journal=journal, state=state, shuffle=shuffle)


def seat_of(viewer: Person | None) -> int | None:
    return viewer.seat if viewer else None


def seen(events: Iterable[Event], viewer: Person | None) -> set[Card]:
    """The cards of these events that the viewer saw."""
    return {card for event in events for card in event.seen_by(seat_of(viewer)).known}


def in_openings(answer: dict[str, Any]) -> set[Card]:
    return {parse_cards(opening["card"])[0] for opening in answer["openings"]}


def expected(final: State, viewer: Person | None) -> set[Card]:
    """The cards to be opened: those seen before the reshuffle, and of those seen later the ones dealt only once."""
    history = final.history
    cut = next(index for index, event in enumerate(history) if event.kind == "reshuffled")
    gone = [event for event in history[:cut] if event.kind == "discard"]
    thrower = history[cut - 1]
    assert thrower.kind == "discard"  # these stay out of the reshuffle
    again = seen_by_all(gone) - set(thrower.known) | {card for seat in (0, 1) for card in final.setup.deck[seat:40:8]}
    return seen(history[:cut], viewer) | (seen(history, viewer) - again)


def seen_by_all(events: Iterable[Event]) -> set[Card]:
    return {card for event in events for card in event.known}


def test_some_cards_are_dealt_twice(states: list[State]) -> None:
    final = states[-1]
    assert all(seen(final.history, viewer) - expected(final, viewer) for viewer in VIEWERS)
    before = [seen(final.history, viewer) & expected(final, viewer) for viewer in VIEWERS]
    assert all(before)


@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.name if viewer else "watcher")
def test_updates_open_no_card_that_somebody_else_had_before(
    states: list[State], shuffle: Shuffle, viewer: Person | None
) -> None:
    have, opened = 0, list[Card]()
    for state in states:
        moment = moment_of(state, shuffle)
        opened += in_openings(moment.update(viewer, have, whole=False))
        have = moment.version
    assert sorted(opened) == sorted(expected(states[-1], viewer))  # each once
    assert in_openings(moment.update(viewer, -1, whole=True)) == set(opened)


@pytest.mark.parametrize("viewer", PEOPLE, ids=lambda viewer: viewer.name)
def test_proofs_open_no_card_that_somebody_else_had_before(states: list[State], viewer: Person) -> None:
    row = {"table_id": TABLE, "number": 1, "secret": SECRET.hex()}
    proof = proof_json(row, viewer.seat, states[-1])
    assert in_openings(proof) == expected(states[-1], viewer)
    assert parse_proof(json.dumps(proof)).verify() == []
