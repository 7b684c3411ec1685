"""Klondike over HTTP: games in the database, each with a token, and hints for them.

No game stays in memory between calls: the database has its text (`Game.save`), and each call replays it in about two
milliseconds. Answers are made from `Position.view` alone, so they contain no hidden card. The rules, the game and its
hints are in `kicker.solitaire`, and the text is stored by `store.py`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import Annotated, Final, Literal, Protocol
from weakref import WeakValueDictionary

from fastapi import APIRouter, Header
from pydantic import BaseModel, ConfigDict

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.parallel import available_cores
from kicker.solitaire import Finish, Game, IllegalMove, Klondike, Move, possible_moves_line
from kicker.solitaire.dat import read_save
from kicker.solitaire.hints import chosen_deal
from kicker.solitaire.many import positions_within
from kicker.solitaire.session import ProvenLine, Session
from kicker.ui.common.klondike_words import oracle_words
from kicker.ui.common.text import Look
from kicker.ui.web.limits import Refused, bearer, new_table_id, new_token, same_hash, token_hash

MOST_MOVES: Final = 2_000
"""The most moves in a game; a stock with unlimited redeals could be turned for ever."""
MOST_REDEALS: Final = 3
HINT_SECONDS: Final = 2.0
ORACLE_SECONDS: Final = 5.0
_ORACLE_POSITIONS: Final = positions_within(200 * 10**6)
_LINES: Final = 500  # games whose last oracle answer is remembered
_MOST_THINKING: Final = 20  # games that wait for a hint or the oracle at the same time


# --- requests and answers ---------------------------------------------------------------------------------------------


class Body(BaseModel):
    """A request body; unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Body):
    """The game to deal: by number, winnable, or random; or one from a file."""

    draw: int = 1
    redeals: int | None = None
    number: int | None = None
    winnable: bool = False
    both_ways: bool = False
    save: str | None = None


class Change(Body):
    """A change of a game after `made` moves, so that a repeated request changes nothing."""

    made: int


class MoveMade(Change):
    """A move as text, like `4 S`."""

    move: str


class Column(BaseModel):
    """A column as the player sees it."""

    covered: int
    cards: list[str]


class GameView(BaseModel):
    """Everything that the player can see."""

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
    finish: Literal["no", "free", "costs"]
    """`no`, or whether `autoplay` finishes the game for `free` or `costs` points."""
    undo: bool
    redo: bool


class Saved(BaseModel):
    """A game as a file, with all its cards."""

    name: str
    text: str


class Dealt(BaseModel):
    """A new game. The token is the only key to it."""

    id: str
    token: str
    view: GameView


class Shown(BaseModel):
    """The current game."""

    view: GameView


class Changed(Shown):
    """A game after a change, and the moves that were made or taken back."""

    moves: list[str]


class HintShown(BaseModel):
    """The share of winnable positions that a move led to, with its 95% interval."""

    move: str
    share: float
    low: float
    high: float
    wins: int
    tried: int
    unknown: int


class Hints(BaseModel):
    """All moves, best first."""

    hints: list[HintShown]


class OracleShown(BaseModel):
    """The truth about the deal: `won` with the next move and the number of moves left, `lost`, or `unknown`."""

    result: str
    move: str | None
    left: int
    reason: str
    text: str


class Possible(BaseModel):
    """The legal moves, and on one line those that lead somewhere."""

    moves: list[str]
    line: str


def view_of(game: Game) -> GameView:
    """Return what the player can see and do in a game."""
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
        finish=_finish_word(game.position.finish),
        undo=bool(game.moves),
        redo=bool(game.undone),
    )


def _finish_word(finish: Finish | None) -> Literal["no", "free", "costs"]:
    if finish is None:
        return "no"
    return "free" if finish.free else "costs"


# --- the games -------------------------------------------------------------------------------------------------------


Act = Callable[[Session], tuple[Move, ...]]
"""A function that changes a game and returns the moves made or taken back."""


class GameStore(Protocol):
    """The part of `store.Store` that is used here."""

    async def save_game(self, game: str, hashed: str, text: str, /) -> None:
        """Store the text of a game; it is on disk when this returns."""

    async def load_game(self, game: str, /) -> tuple[str, str] | None:
        """Return the hash of a game's token and its text; None if there is no such game."""


class Games:
    """All games of Klondike; each has one change and one computation at a time."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._dice = SystemRandom()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._thought_about: set[str] = set()
        self._cores = asyncio.Semaphore(available_cores())
        self._lines: OrderedDict[str, ProvenLine] = OrderedDict()
        """The oracle's last answers, so that following its line needs no further search."""

    async def begin(self, wish: NewGame) -> Dealt:
        """Deal a new game, or open one from a file."""
        if wish.save is not None:
            return await self._keep_new(await asyncio.to_thread(_opened, wish))
        rules, number = rules_of(wish), wish.number
        if wish.winnable:
            async with self._cores:
                number = await asyncio.to_thread(chosen_deal, rules, self._dice, winnable=True)
        elif number is None:
            number = chosen_deal(rules, self._dice, winnable=False)
        return await self._keep_new(Game(rules, number))

    async def _keep_new(self, game: Game) -> Dealt:
        game_id, token = new_table_id(), new_token()
        await self._store.save_game(game_id, token_hash(token), game.save())
        return Dealt(id=game_id, token=token, view=view_of(game))

    async def session(self, game_id: str, hashed: str) -> Session:
        """Return the game with this id, for the holder of its token."""
        kept = await self._store.load_game(game_id)
        if kept is None:
            raise Refused(404, "game", "this game of Klondike does not exist; it may be on another server")
        if not same_hash(kept[0], hashed):
            raise Refused(401, "token", "this is not the token of the game")
        return Session(await asyncio.to_thread(Game.load, kept[1]), proven=self._lines.get(game_id))

    async def change(self, game_id: str, hashed: str, made: int, act: Act) -> Changed:
        """Change a game after `made` moves, and store it before answering."""
        # A lock lives as long as it is held or waited for.
        lock = self._locks.setdefault(game_id, asyncio.Lock())
        async with lock:
            session = await self.session(game_id, hashed)
            if session.position.made != made:
                so_far = count_of(session.position.made, "move")
                raise Refused(409, "late", f"the game has moved on: {so_far} made so far, not {made}")
            answer, text = await asyncio.to_thread(_changed, session, act)
            await self._store.save_game(game_id, hashed, text)
            return answer

    async def hints(self, game_id: str, hashed: str) -> Hints:
        """Return all moves, judged by what the player can see."""
        session = await self.session(game_id, hashed)
        async with self._thinking(game_id):
            found = await asyncio.to_thread(session.hints, HINT_SECONDS)
        return Hints(hints=[HintShown(**one._asdict() | {"move": str(one.move)}) for one in found])

    async def oracle(self, game_id: str, hashed: str) -> OracleShown:
        """Return the next move of a line that wins the true deal, or the verdict that there is none or that it is
        unknown."""
        session = await self.session(game_id, hashed)
        found = session.known_oracle
        if found is None:
            async with self._thinking(game_id):
                found = await asyncio.to_thread(session.oracle, ORACLE_SECONDS, _ORACLE_POSITIONS)
            self._remember(game_id, session.proven)
        verdict, move = found.verdict, str(found.move) if found.move else None
        text = oracle_words(session.position.view(), found, Look())
        return OracleShown(result=verdict.result, move=move, left=found.left, reason=verdict.reason, text=text)

    def _remember(self, game_id: str, line: ProvenLine | None) -> None:
        if line:
            self._lines[game_id] = line
            self._lines.move_to_end(game_id)
        if len(self._lines) > _LINES:
            self._lines.popitem(last=False)

    @asynccontextmanager
    async def _thinking(self, game_id: str) -> AsyncIterator[None]:
        """Allow one computation at a time per game, and in total as many as there are cores."""
        if game_id in self._thought_about:
            raise Refused(429, "busy", "the previous hint is not ready yet")
        if len(self._thought_about) >= _MOST_THINKING:
            raise Refused(503, "busy", "too many hints at the moment; try again in a few seconds")
        self._thought_about.add(game_id)
        try:
            async with self._cores:
                yield
        finally:
            self._thought_about.discard(game_id)


def rules_of(wish: NewGame) -> Klondike:
    """Return the rules of a new game."""
    if wish.winnable and wish.number is not None:
        raise KickerError(f"ask for a winnable deal or for deal {wish.number}, not both", "deal")
    if wish.redeals is not None and wish.redeals > MOST_REDEALS:
        raise KickerError(
            f"redeals must be at most {MOST_REDEALS}, or null for any number, not {wish.redeals}", "rules"
        )
    return Klondike(draw=wish.draw, redeals=wish.redeals, both_ways=wish.both_ways)


def _opened(wish: NewGame) -> Game:
    """Return the game of a file; refuse one that a page cannot show."""
    if wish.model_fields_set != {"save"}:
        raise KickerError("a saved game has its own rules: send 'save' alone", "save")
    game = read_save(wish.save or "")
    usual = Klondike()
    if (game.rules.ranks, game.rules.columns) != (usual.ranks, usual.columns):
        raise KickerError("this page plays full games only, with 13 ranks and 7 columns", "save")
    _check_length(game)
    return game


def _check_length(game: Game) -> None:
    if len(game.moves) + len(game.undone) > MOST_MOVES:
        raise Refused(409, "moves", f"a game has at most {MOST_MOVES:,} moves; undo some, or begin another game")


def _changed(session: Session, act: Act) -> tuple[Changed, str]:
    """Return the answer after a change, and the text to store."""
    try:
        moves = act(session)
    except IllegalMove as error:
        raise Refused(400, error.code, str(error), error.refusal.as_dict()) from None
    except KickerError as error:
        if error.code not in ("undo", "action"):
            raise
        raise Refused(409, error.code, str(error)) from None  # legal, but there is nothing to do
    _check_length(session.game)
    return Changed(view=view_of(session.game), moves=[*map(str, moves)]), session.save()


# --- routes -----------------------------------------------------------------------------------------------------------

Token = Annotated[str | None, Header(alias="Authorization", description="Bearer TOKEN")]


def klondike_router(store: GameStore) -> APIRouter:
    """Return the routes below `/api/klondike`, for games in this store."""
    router = APIRouter(prefix="/api/klondike", tags=["klondike"])
    games = Games(store)

    @router.post("")
    async def begin(wish: NewGame) -> Dealt:
        """Deal a new game: random, by number, or proven winnable."""
        return await games.begin(wish)

    @router.get("/{game_id}")
    async def show(game_id: str, token: Token = None) -> Shown:
        """Return the game."""
        return Shown(view=await asyncio.to_thread(view_of, (await games.session(game_id, bearer(token))).game))

    @router.post("/{game_id}/move")
    async def move(game_id: str, change: MoveMade, token: Token = None) -> Changed:
        """Make a move."""
        return await games.change(game_id, bearer(token), change.made, lambda session: session.play(change.move))

    @router.post("/{game_id}/undo")
    async def undo(game_id: str, change: Change, token: Token = None) -> Changed:
        """Take the last move back."""
        return await games.change(game_id, bearer(token), change.made, Session.undo)

    @router.post("/{game_id}/redo")
    async def redo(game_id: str, change: Change, token: Token = None) -> Changed:
        """Make the last undone move again."""
        return await games.change(game_id, bearer(token), change.made, Session.redo)

    @router.post("/{game_id}/autoplay")
    async def autoplay(game_id: str, change: Change, token: Token = None) -> Changed:
        """Bring home every card that can safely go: all cards, once none is face down."""
        return await games.change(game_id, bearer(token), change.made, Session.autoplay)

    @router.get("/{game_id}/save")
    async def save(game_id: str, token: Token = None) -> Saved:
        """Return the game as a file, with all its cards."""
        game = (await games.session(game_id, bearer(token))).game
        name = "game" if game.number is None else str(game.number)
        return Saved(name=f"klondike-{name}.json", text=game.save())

    @router.get("/{game_id}/hint")
    async def give_hint(game_id: str, token: Token = None) -> Hints:
        """Return how often each move wins, best first, judged by what the player can see."""
        return await games.hints(game_id, bearer(token))

    @router.get("/{game_id}/oracle")
    async def ask_oracle(game_id: str, token: Token = None) -> OracleShown:
        """Return the next move of a certain win. The oracle knows the hidden cards."""
        return await games.oracle(game_id, bearer(token))

    @router.get("/{game_id}/moves")
    async def list_moves(game_id: str, token: Token = None) -> Possible:
        """List the legal moves."""
        position = (await games.session(game_id, bearer(token))).position
        return Possible(moves=[*map(str, position.moves)], line=possible_moves_line(position))

    return router
