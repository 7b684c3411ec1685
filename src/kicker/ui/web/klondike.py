"""Klondike over HTTP: games that lie in the database, each with a token, and the helps for them.

No game is kept in memory between two calls: it is its text (`Game.save`), and each call plays that again, which takes
about two milliseconds. What is answered is made of `Position.view` alone, so that no hidden card is in it. Not here:
the rules and the helps (`kicker.solitaire`), and where the text lies (`store.py`).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import Annotated, Final, Protocol
from weakref import WeakValueDictionary

from fastapi import APIRouter, Header
from pydantic import BaseModel, ConfigDict

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.parallel import available_cores
from kicker.solitaire import Game, Klondike, Move, possible_moves_line
from kicker.solitaire.helps import HIGHEST_CHOSEN, hint, oracle, winnable_deal
from kicker.ui.klondike import positions_within
from kicker.ui.web.limits import Refused, bearer, new_table_id, new_token, same_hash, token_hash

MOST_MOVES: Final = 2_000
"""Moves in a game: a stock without a limit of redeals could be turned for ever."""
MOST_REDEALS: Final = 3
HINT_SECONDS: Final = 2.0
ORACLE_SECONDS: Final = 5.0
_ORACLE_POSITIONS: Final = positions_within(200 * 10**6)
_LINES: Final = 500  # games of which a way to win is remembered
_MOST_HELPED: Final = 20  # games that wait for a help at one time


# --- what is sent -----------------------------------------------------------------------------------------------------


class Body(BaseModel):
    """What comes in is taken by the letter: a field that is not known is a mistake."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Body):
    """Which game to deal: by number, winnable, or any."""

    draw: int = 1
    redeals: int | None = None
    number: int | None = None
    winnable: bool = False
    both_ways: bool = False


class Change(Body):
    """A change of a game of which `made` moves have been made: a repeated one changes nothing."""

    made: int


class MoveMade(Change):
    """A move as text, like `4 S`."""

    move: str


class Column(BaseModel):
    """What can be seen of a column."""

    covered: int
    cards: list[str]


class GameView(BaseModel):
    """All that whoever plays can see."""

    number: int | None
    draw: int
    redeals: int | None
    both_ways: bool
    foundations: dict[str, int]
    columns: list[Column]
    waste: list[str]
    stock: int
    passes: int
    score: int
    made: int
    moves: list[str]
    won: bool
    stuck: bool
    undo: bool
    redo: bool


class Dealt(BaseModel):
    """A new game: the token is the only key to it."""

    id: str
    token: str
    view: GameView


class Shown(BaseModel):
    """A game as it is."""

    view: GameView


class Changed(Shown):
    """A game after a change, and the moves that were made or taken back."""

    moves: list[str]


class Tip(BaseModel):
    """How often a move led to a position that can be won, and the 95 % interval of that share."""

    move: str
    share: float
    low: float
    high: float
    wins: int
    tried: int
    unknown: int


class Tips(BaseModel):
    """All moves, the best first."""

    hints: list[Tip]


class Truth(BaseModel):
    """What is true of the deal: `won` with the next move and how many are left, `lost`, or `unknown`."""

    result: str
    move: str | None
    left: int
    text: str


class Possible(BaseModel):
    """The legal moves, and the same on one line without those that lead nowhere."""

    moves: list[str]
    line: str


def view_of(game: Game) -> GameView:
    """What the player can see of a game, and what can be done."""
    seen = game.position.view()
    rules = seen.rules
    shown = seen.stock[seen.waste - 1 if rules.both_ways and seen.waste else 0 : seen.waste]
    return GameView(
        number=game.number,
        draw=rules.draw,
        redeals=rules.redeals,
        both_ways=rules.both_ways,
        foundations={foundation.suit: foundation.height for foundation in seen.foundations},
        columns=[Column(covered=column.covered, cards=[*map(str, column.uncovered)]) for column in seen.columns],
        waste=[str(card) for card in shown if card is not None],
        stock=len(seen.stock) - len(shown),
        passes=seen.passes,
        score=seen.score,
        made=seen.made,
        moves=[*map(str, seen.moves)],
        won=seen.won,
        stuck=game.position.stuck,
        undo=bool(game.moves),
        redo=bool(game.undone),
    )


# --- the games -------------------------------------------------------------------------------------------------------


class GameStore(Protocol):
    """Where games lie: `store.Store` has more, this is all that is asked of it here."""

    async def save_game(self, game: str, hashed: str, text: str, /) -> None:
        """Keep the text of a game; it is on the disk when this returns."""

    async def load_game(self, game: str, /) -> tuple[str, str] | None:
        """The hash of a game's token and its text, if there is such a game."""


class Games:
    """All games of Klondike: one change at a time in each, and one help at a time for each."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._dice = SystemRandom()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._helped: set[str] = set()
        self._cores = asyncio.Semaphore(available_cores())
        self._lines: OrderedDict[str, tuple[Move, ...]] = OrderedDict()
        """Whole games from the deal to the win, as the oracle found them: who follows one gets to its end."""

    async def begin(self, wish: NewGame) -> Dealt:
        """Deal a new game."""
        rules = rules_of(wish)
        if wish.winnable:
            async with self._cores:
                number = (await asyncio.to_thread(winnable_deal, rules, self._dice)).number
        else:
            number = self._dice.randint(1, HIGHEST_CHOSEN) if wish.number is None else wish.number
        game, game_id, token = Game(rules, number), new_table_id(), new_token()
        await self._store.save_game(game_id, token_hash(token), game.save())
        return Dealt(id=game_id, token=token, view=view_of(game))

    async def game(self, game_id: str, hashed: str) -> Game:
        """The game with this id, for whoever has its token."""
        kept = await self._store.load_game(game_id)
        if kept is None:
            raise Refused(404, "game", "there is no such game of Klondike: it may have been on another server")
        if not same_hash(kept[0], hashed):
            raise Refused(401, "token", "this is not the token of the game")
        return await asyncio.to_thread(Game.load, kept[1])

    async def change(self, game_id: str, hashed: str, made: int, act: Callable[[Game], tuple[Move, ...]]) -> Changed:
        """Change a game of which `made` moves have been made; it is kept before anybody hears of it."""
        # A lock lives as long as somebody waits for it or holds it.
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            game = await self.game(game_id, hashed)
            if game.position.made != made:
                so_far = count_of(game.position.made, "move")
                raise Refused(409, "late", f"the game has gone on: {so_far} made so far, not {made}")
            answer, text = await asyncio.to_thread(_changed, game, act)
            await self._store.save_game(game_id, hashed, text)
            return answer

    async def hints(self, game_id: str, hashed: str) -> Tips:
        """All moves, judged by what the player can see."""
        game = await self.game(game_id, hashed)
        async with self._thinking(game_id):
            found = await asyncio.to_thread(hint, game.position.view(), seconds=HINT_SECONDS)
        return Tips(hints=[Tip(**one._asdict() | {"move": str(one.move)}) for one in found])

    async def oracle(self, game_id: str, hashed: str) -> Truth:
        """The next move of a line that wins the true deal, or that there is none, or that it is not known."""
        game = await self.game(game_id, hashed)
        line, so_far = self._lines.get(game_id, ()), game.moves
        if len(line) <= len(so_far) or line[: len(so_far)] != so_far:
            async with self._thinking(game_id):
                found = await asyncio.to_thread(
                    oracle, game.position, seconds=ORACLE_SECONDS, positions=_ORACLE_POSITIONS
                )
            if found.move is None:
                return Truth(result=found.verdict.result, move=None, left=0, text=found.text)
            line = (*so_far, *found.verdict.moves)
            self._remember(game_id, line)
        left, move = len(line) - len(so_far), line[len(so_far)]
        return Truth(result="won", move=str(move), left=left, text=f"{move} leads to a win in {count_of(left, 'move')}")

    def _remember(self, game_id: str, line: tuple[Move, ...]) -> None:
        self._lines[game_id] = line
        self._lines.move_to_end(game_id)
        if len(self._lines) > _LINES:
            self._lines.popitem(last=False)

    @asynccontextmanager
    async def _thinking(self, game_id: str) -> AsyncIterator[None]:
        """One help at a time for each game, and for all together as many as there are cores."""
        if game_id in self._helped:
            raise Refused(429, "busy", "the help that was asked for before is still thinking")
        if len(self._helped) >= _MOST_HELPED:
            raise Refused(503, "busy", "too many helps are asked for at this moment: ask again in a few seconds")
        self._helped.add(game_id)
        try:
            async with self._cores:
                yield
        finally:
            self._helped.discard(game_id)


def rules_of(wish: NewGame) -> Klondike:
    """The rules that a new game has."""
    if wish.winnable and wish.number is not None:
        raise KickerError(f"a deal is chosen to be winnable or by its number {wish.number}, not both", "deal")
    if wish.redeals is not None and wish.redeals > MOST_REDEALS:
        raise KickerError(
            f"{wish.redeals} redeals are too many: up to {MOST_REDEALS} are possible, or any number", "rules"
        )
    return Klondike(draw=wish.draw, redeals=wish.redeals, both_ways=wish.both_ways)


def _changed(game: Game, act: Callable[[Game], tuple[Move, ...]]) -> tuple[Changed, str]:
    """What is answered after a change, and the text that is kept."""
    try:
        moves = act(game)
    except KickerError as error:
        if error.code != "undo":
            raise
        raise Refused(409, error.code, str(error)) from None  # right in itself, but there is nothing to undo or redo
    if len(game.moves) > MOST_MOVES:
        raise Refused(409, "moves", f"a game has {MOST_MOVES:,} moves at most: undo some, or begin another one")
    return Changed(view=view_of(game), moves=[*map(str, moves)]), game.save()


def _play(text: str) -> Callable[[Game], tuple[Move, ...]]:
    """Make a move."""

    def act(game: Game) -> tuple[Move, ...]:
        game.play(text)
        return game.moves[-1:]

    return act


def _autoplay(game: Game) -> tuple[Move, ...]:
    """Bring home what is safe there."""
    if moves := game.autoplay():
        return moves
    raise Refused(409, "action", "no card can go home safely: those that could may still be needed in a column")


# --- the calls -------------------------------------------------------------------------------------------------------

Token = Annotated[str | None, Header(alias="Authorization", description="Bearer TOKEN")]


def klondike_router(store: GameStore) -> APIRouter:
    """The calls below `/api/klondike`, for games that lie in this store."""
    router = APIRouter(prefix="/api/klondike", tags=["klondike"])
    games = Games(store)

    @router.post("")
    async def begin(wish: NewGame) -> Dealt:
        """Deal a new game: any, the deal of a number, or one that is proven to be winnable."""
        return await games.begin(wish)

    @router.get("/{game_id}")
    async def show(game_id: str, token: Token = None) -> Shown:
        """The game as it is."""
        return Shown(view=await asyncio.to_thread(view_of, await games.game(game_id, bearer(token))))

    @router.post("/{game_id}/move")
    async def move(game_id: str, change: MoveMade, token: Token = None) -> Changed:
        """Make a move."""
        return await games.change(game_id, bearer(token), change.made, _play(change.move))

    @router.post("/{game_id}/undo")
    async def undo(game_id: str, change: Change, token: Token = None) -> Changed:
        """Take the last move back."""
        return await games.change(game_id, bearer(token), change.made, lambda game: (game.undo(),))

    @router.post("/{game_id}/redo")
    async def redo(game_id: str, change: Change, token: Token = None) -> Changed:
        """Make the last undone move again."""
        return await games.change(game_id, bearer(token), change.made, lambda game: (game.redo(),))

    @router.post("/{game_id}/autoplay")
    async def autoplay(game_id: str, change: Change, token: Token = None) -> Changed:
        """Bring home what can go home safely."""
        return await games.change(game_id, bearer(token), change.made, _autoplay)

    @router.get("/{game_id}/hint")
    async def give_hint(game_id: str, token: Token = None) -> Tips:
        """How often each move wins, the best first: from what the player can see."""
        return await games.hints(game_id, bearer(token))

    @router.get("/{game_id}/oracle")
    async def ask_oracle(game_id: str, token: Token = None) -> Truth:
        """The next move of a sure win: it knows the hidden cards."""
        return await games.oracle(game_id, bearer(token))

    @router.get("/{game_id}/moves")
    async def list_moves(game_id: str, token: Token = None) -> Possible:
        """The legal moves."""
        position = (await games.game(game_id, bearer(token))).position
        return Possible(moves=[*map(str, position.moves)], line=possible_moves_line(position))

    return router
