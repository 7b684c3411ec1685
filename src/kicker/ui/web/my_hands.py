"""My hands over HTTP: the list, results and statistics, one hand to replay, notes and tags, and links to share a hand.

`collection.py` identifies the caller. An answer contains only what the hand's player saw: cards of others only if they
were shown. A shared link leads to a copy of exactly that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header
from pydantic import Field

from kicker.odds import equity
from kicker.records import Record, Replay
from kicker.tracker.answers import GROUPS, ask, course
from kicker.tracker.facts import STATISTICS
from kicker.tracker.listing import HandLine, hand_at, list_hands, neighbours, opponents
from kicker.tracker.notes import all_tags, keep_note
from kicker.tracker.remarks import clean_note
from kicker.tracker.store import Tracker
from kicker.tracker.where import EXAMPLES, parse_where
from kicker.ui.common.my_hands import COLUMNS, SIGNS
from kicker.ui.common.replaying import (
    FoundHand,
    Viewing,
    currency,
    hand_words,
    known_cards,
    known_view,
    question_of,
    seen_event,
    seen_hands,
)
from kicker.ui.web.collection import NOTE, Collection, Collections
from kicker.ui.web.klondike import Body
from kicker.ui.web.limits import Refused, new_table_id, token_hash
from kicker.ui.web.showing import winning_hands
from kicker.ui.web.store import Store

PAGE: Final = 50
"""Hands per page of the list."""
LUCK_TRIALS: Final = 20_000
"""The number of random deals for an equity that takes too long to count."""
_SHARED, _LINK = "shared", "link"
_HAND = "hand"

Key = Annotated[str | None, Header(alias="Authorization")]


class SeatKey(Body):
    """A seat that the caller has or had at a table."""

    table: str = Field(max_length=40)
    token: str = Field(max_length=100)


class Whose(Body):
    """The caller: keys of seats, besides the owner's key in the header."""

    seats: list[SeatKey] = Field(default_factory=list, max_length=200)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Table and token of each seat."""
        return [(seat.table, seat.token) for seat in self.seats]


class Wanted(Whose):
    """The hands to find, and how to split the results."""

    where: str = Field("", max_length=1000)
    by: str = Field("", max_length=30)
    start: int = Field(0, ge=0, le=10**9)


class OneHand(Whose):
    """A hand by its site and number."""

    site: str = Field(max_length=32)
    number: str = Field(max_length=64)


class NotedHand(OneHand):
    """A hand, with its note and tags."""

    note: str = Field("", max_length=10_000)
    tags: list[str] = Field(default_factory=list, max_length=100)


def my_hands_router(store: Store, collections: Collections) -> APIRouter:
    """Return the routes of the pages for a player's own hands."""
    router = APIRouter(prefix="/api/hands")

    @router.post("")
    async def hands(wanted: Wanted, authorization: Key = None) -> dict[str, Any]:
        """List hands, most recent first; the first page also has results, statistics and the graph."""
        collection = await collections.of(authorization, wanted.pairs, new=not wanted.start)
        async with collection.lock:
            answer = await asyncio.to_thread(_answer, collection.tracker, wanted)
        return answer | {"owner": bool(collection.owner)}

    @router.post("/one")
    async def one(wanted: OneHand, authorization: Key = None) -> dict[str, Any]:
        """Return a hand as its player saw it, with its note and tags."""
        collection = await collections.of(authorization, wanted.pairs, new=False)
        async with collection.lock:
            answer: dict[str, Any] = await asyncio.to_thread(_one, collection.tracker, wanted)
        return answer | {"shared": await _link_of(store, collection, wanted)}

    @router.post("/equity")
    async def equities(wanted: OneHand, authorization: Key = None) -> dict[str, Any]:
        """Return how often each player wins at each moment of a hand, as far as its player could know."""
        collection = await collections.of(authorization, wanted.pairs, new=False)
        async with collection.lock:
            return {"equities": await asyncio.to_thread(_equities_of, collection.tracker, wanted)}

    @router.post("/note")
    async def note(noted: NotedHand, authorization: Key = None) -> dict[str, Any]:
        """Save the note and the tags of a hand."""
        kept = clean_note(noted.note, noted.tags)
        collection = await collections.of(authorization, noted.pairs, new=False)
        async with collection.lock:
            line = await asyncio.to_thread(_found, collection.tracker, noted)
            await asyncio.to_thread(keep_note, collection.tracker, line.id, kept)
        facts = {"text": kept.text, "tags": list(kept.tags)}
        if not collection.owner:  # a visitor's collection is only in memory
            await store.keep(collection.keeper(noted.number), NOTE, noted.number, facts)
        return {"note": kept.text, "tags": list(kept.tags)}

    _add_sharing(router, store, collections)
    return router


def _add_sharing(router: APIRouter, store: Store, collections: Collections) -> None:
    @router.post("/share")
    async def share(wanted: OneHand, authorization: Key = None) -> dict[str, Any]:
        """Make a link to a hand, the same one each time. Its page has a copy of what the player saw."""
        collection = await collections.of(authorization, wanted.pairs, new=False)
        key = await _link_of(store, collection, wanted)
        if key is None:
            async with collection.lock:
                copy = await asyncio.to_thread(_copy, collection.tracker, wanted)
            key = new_table_id()
            await store.keep(token_hash(key), _SHARED, _HAND, copy)
            await store.keep(collection.keeper(wanted.number), _LINK, _name(wanted), {"key": key})
        return {"key": key}

    @router.post("/unshare")
    async def unshare(wanted: OneHand, authorization: Key = None) -> dict[str, Any]:
        """Withdraw a link: it stops working for everyone."""
        collection = await collections.of(authorization, wanted.pairs, new=False)
        key = await _link_of(store, collection, wanted)
        if key is not None:
            await store.forget(token_hash(key), _SHARED, _HAND)
            await store.forget(collection.keeper(wanted.number), _LINK, _name(wanted))
        return {"key": None}

    @router.get("/shared/{key}")
    async def shared(key: str) -> dict[str, Any]:
        """Return a shared hand."""
        found = await store.kept(token_hash(key), _SHARED)
        if not found:
            raise Refused(404, "hand", "this link does not exist or was withdrawn")
        hidden = ("name", "used", "deal")  # older copies have the number of the hand as `deal`
        return {name: value for name, value in found[0].items() if name not in hidden}


async def _link_of(store: Store, collection: Collection, wanted: OneHand) -> str | None:
    kept = await store.kept(collection.keeper(wanted.number), _LINK)
    links = [row["key"] for row in kept if row["name"] == _name(wanted)]
    return str(links[0]) if links else None


def _name(wanted: OneHand) -> str:
    return f"{wanted.site}:{wanted.number}"


# --- in threads ------------------------------------------------------------------------------------------------------


def _answer(tracker: Tracker, wanted: Wanted) -> dict[str, Any]:
    where = parse_where(wanted.where, "the filter") if wanted.where.strip() else None
    lines = list_hands(tracker, where=where, start=wanted.start, count=PAGE)
    others = opponents(tracker, lines)
    hands = [_line(tracker, line) | {"others": others[line.id]} for line in lines]
    if wanted.start:
        return {"hands": hands}
    answers = ask(tracker, where=where)
    groups = ask(tracker, where=where, by=wanted.by) if wanted.by else []
    return {
        "hands": hands,
        "answer": answers[0].as_dict() if answers else None,
        "groups": [group.as_dict() for group in groups],
        "course": course(tracker, where=where),
        "statistics": [each._asdict() for each in STATISTICS],
        "columns": COLUMNS,
        "by": list(GROUPS),
        "examples": EXAMPLES,
        "tags": all_tags(tracker),
    }


def _line(tracker: Tracker, line: HandLine) -> dict[str, Any]:
    """Return a line of the list, with the board, the player's hand in words, and the game as players say it."""
    replay = tracker.replay_of(line.id)
    record, final = replay.record, replay.final
    words, board = "", [str(card) for card in known_cards(record, final.board) if card is not None]
    seat = record.names.index(line.player)
    hand = final.hands[seat]
    if record.knows(hand, seat) and record.knows(final.board):
        words = hand_words(record.rules.game, hand, final.board)
    told = line.as_dict() | {
        "cards": line.cards.split(),
        "board": board,
        "words": words,
        "title": record.rules.title,
        "symbol": _symbol(line, record),
    }
    del told["id"]
    return told


def _found(tracker: Tracker, wanted: OneHand) -> HandLine:
    line = hand_at(tracker, wanted.site, wanted.number)
    if line is None:
        raise Refused(404, "hand", "you were not in this hand, or it is not over")
    return line


def _viewing(tracker: Tracker, line: HandLine) -> Viewing:
    replay = tracker.replay_of(line.id)
    return Viewing(FoundHand(line.site, 1, replay.record), replay, replay.record.names.index(line.player))


def _one(tracker: Tracker, wanted: OneHand) -> dict[str, Any]:
    line = _found(tracker, wanted)
    around = [each and {"site": each.site, "number": each.number} for each in neighbours(tracker, line)]
    noted = {"note": line.note.text, "tags": list(line.note.tags), "all_tags": all_tags(tracker)}
    viewing = _viewing(tracker, line)
    number = viewing.replay.record.hand
    deal = {"deal": number if isinstance(number, int) else str(number or "")}
    return _seen(viewing, line) | deal | noted | {"earlier": around[0], "later": around[1]}


def _equities_of(tracker: Tracker, wanted: OneHand) -> list[dict[str, Any]]:
    return list(_equities(_viewing(tracker, _found(tracker, wanted))))


def _copy(tracker: Tracker, wanted: OneHand) -> dict[str, Any]:
    line = _found(tracker, wanted)
    viewing = _viewing(tracker, line)
    return _seen(viewing, line) | {"equities": list(_equities(viewing))}


def _seen(viewing: Viewing, line: HandLine) -> dict[str, Any]:
    """Return a hand as its player saw it, without number and table, which could reveal the address of a web table."""
    record, final = viewing.record, viewing.replay.final
    seat = viewing.viewer
    assert seat is not None
    hands = seen_hands(viewing, final)
    own = tuple(card for card in hands[seat] if card is not None)
    board = tuple(card for card in known_cards(record, final.board) if card is not None)
    view = known_view(viewing, final)._replace(hands=tuple(hands), hand=own, board=board)
    return {
        "seat": seat,
        "result": line.net,
        "played": line.as_dict()["played"],
        "names": record.names,
        "stacks": [_stack(viewing.replay, chips) for chips in record.stacks],
        "events": [
            event.as_dict() | ({} if record.knows_stack(event.stack) else {"stack": None})
            for events in viewing.replay.events()
            for event in (seen_event(viewing, each) for each in events)
        ],
        "view": view.as_dict() | {"stacks": [_stack(viewing.replay, chips) for chips in view.stacks]},
        "winning": winning_hands(view),
        "rabbit": [str(card) for card in record.rabbit],
        "scale": record.scale,
        "symbol": _symbol(line, record),
    }


def _symbol(line: HandLine, record: Record) -> str:
    """Return the sign of the hand's money."""
    return currency(record) or SIGNS.get(line.currency, "")


def _stack(replay: Replay, chips: int) -> int | None:
    return chips if replay.record.knows_stack(chips) else None


def _equities(viewing: Viewing) -> Iterator[dict[str, Any]]:
    """Yield how often each player wins after each event of the hand; events that change nothing are left out."""
    at, last = -1, None
    for state, events in zip(viewing.replay.states, viewing.replay.events(), strict=True):
        at += len(events)
        question = question_of(viewing, state)
        if question is None or question == last:
            if question is None and last is not None:
                yield {"at": at, "shares": {}, "exact": True}
            last = question
            continue
        last = question
        hidden = sum(player == "random" for player in question.players)
        trials = None if hidden < 2 and len(question.board) > 0 else LUCK_TRIALS
        found = equity(question.players, question.board, question.dead, game=question.game, trials=trials)
        shares = {seat: player.equity for seat, player in zip(question.seats, found.players, strict=True)}
        yield {"at": at, "shares": shares, "exact": found.exact}
