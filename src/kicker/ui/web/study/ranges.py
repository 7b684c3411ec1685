"""Ranges for the pages of the study room: as text, as weights, and saved by name.

Only the library reads and writes ranges: a page sends what was typed or painted and shows the answer. Saved ranges
have a key, like the seats of tables; it is made here, and only one browser knows it.
"""

from __future__ import annotations

import asyncio
from math import comb
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request
from pydantic import Field

from kicker.cards import DECK
from kicker.combos import BY_EQUITY, CLASSES, COMBOS, MEMBERS, format_combo
from kicker.errors import KickerError
from kicker.games.catalogue import GAMES, find_game
from kicker.games.game import Game
from kicker.kinds import DRAWS, MADE
from kicker.ranges import Range
from kicker.ui.web.klondike import Body
from kicker.ui.web.limits import Refused, bearer, clean_name, new_token
from kicker.ui.web.store import Store
from kicker.ui.web.study.copies import copies, range_copies
from kicker.ui.web.study.workers import Workers

LONGEST_TEXT: Final = 40_000
LONGEST_NAME: Final = 60
MOST_KEPT: Final = 500
"""The most ranges that one person may save."""
KIND: Final = "range"

Token = Annotated[str | None, Header(alias="Authorization")]


class AskedRange(Body):
    """A range as text, or as the weights of the 1,326 combinations."""

    game: str | None = Field(None, max_length=30)
    text: str | None = Field(None, max_length=LONGEST_TEXT)
    weights: list[float] | None = Field(None, max_length=len(COMBOS))


class KeptRange(Body):
    """A range under a name."""

    name: str = Field(max_length=200)
    text: str = Field(max_length=LONGEST_TEXT)
    game: str = Field(max_length=30)


class NamedRange(Body):
    """The name of a range."""

    name: str = Field(max_length=200)


def study_games() -> list[Game]:
    """Return the games that have ranges: those with a board."""
    return [game for game in GAMES.values() if game.board_cards]


def ranges_router(store: Store, workers: Workers) -> APIRouter:
    """Return the routes for ranges."""
    router = APIRouter()

    @router.get("/hands")
    async def hands() -> dict[str, Any]:
        """List the games of the study room, the classes of the grid with their combinations, and the order of the best
        hands."""
        return {
            "games": [game_facts(game) for game in study_games()],
            "classes": CLASSES,
            "members": [MEMBERS[name] for name in CLASSES],
            "combos": [format_combo(place) for place in range(len(COMBOS))],
            "best": BY_EQUITY,
            "kinds": {"made": MADE, "draws": DRAWS},
        }

    @router.post("/range")
    async def read_range(asked: AskedRange, request: Request) -> dict[str, Any]:
        """Return a range in both forms. Larger hands are read in a process: there can be millions."""
        game = _game(asked.game)
        if game.hand_cards == 2:
            found = await asyncio.to_thread(grid_range, asked, game)
            return found | {"copies": range_copies(found["written"])}
        if asked.text is None:
            raise Refused(400, "form", f"a range of {game.title} is text; weights are for two cards")
        question = {"work": "range", "text": asked.text, "game": game.name}
        answer = await workers.answer(question, new_token(), request)
        if answer is None:  # nobody asks the same page again
            raise Refused(503, "study", "the server is stopping; try again in a moment")
        return answer | {"copies": copies("blockers", [asked.text], [], [[]], game, {})}

    _add_kept(router, store)
    return router


def _add_kept(router: APIRouter, store: Store) -> None:
    @router.post("/key")
    async def key() -> dict[str, str]:
        """Make a key under which ranges are saved."""
        return {"token": new_token()}

    async def listed(person: str) -> dict[str, Any]:
        return {"ranges": await store.kept(person, KIND)}

    @router.get("/ranges")
    async def kept(token: Token = None) -> dict[str, Any]:
        """List the ranges that this person has saved, by name."""
        return await listed(bearer(token))

    @router.post("/ranges")
    async def keep(form: KeptRange, token: Token = None) -> dict[str, Any]:
        """Save a range under a name, replacing the one that had this name."""
        person, name, game = bearer(token), clean_name(form.name, LONGEST_NAME), _game(form.game)
        before = await store.kept(person, KIND)
        if len(before) >= MOST_KEPT and all(row["name"] != name for row in before):
            raise Refused(409, "ranges", f"you keep {MOST_KEPT} ranges; delete one first")
        await store.keep(person, KIND, name, {"game": game.name, "text": form.text})
        return await listed(person)

    @router.post("/ranges/delete")
    async def delete(form: NamedRange, token: Token = None) -> dict[str, Any]:
        """Delete a range."""
        person = bearer(token)
        await store.forget(person, KIND, form.name)
        return await listed(person)


def game_facts(game: Game) -> dict[str, Any]:
    """Return the facts about a game that a page needs."""
    return {
        "name": game.name,
        "title": game.title,
        "hand_cards": game.hand_cards,
        "board_cards": game.board_cards,
        "order": game.orders[0].name,
        "deck": [str(card) for card in reversed(game.deck)],
    }


def _game(name: str | None) -> Game:
    game = study_games()[0] if name is None else find_game(name)
    if not game.board_cards:
        raise KickerError(f"{game.title} has no ranges; choose a game with a board", "game")
    return game


def grid_range(asked: AskedRange, game: Game) -> dict[str, Any]:
    """Return a range of two-card hands: its text, its weights, and its share of all hands."""
    if (asked.text is None) == (asked.weights is None):
        raise Refused(400, "form", "send a text or weights")
    chosen = Range(asked.text, game.deck) if asked.text is not None else Range.from_weights(asked.weights or ())
    possible = comb(len(game.deck), 2)
    inside = chosen.without([card for card in DECK if card not in game.deck])
    return {
        "text": str(inside) if asked.text is None else asked.text,
        "written": str(inside),
        "weights": inside.weights,
        "combos": len(inside),
        "total": inside.total,
        "share": inside.total / possible,
    }
