"""The rules of Klondike: `Klondike` starts a `Position`, `position.apply(move)` gives the next one.

>>> position = Klondike().start(1)
>>> position.columns[1]
Column(covered=(Card('9s'),), uncovered=(Card('6h'),), base=13)
>>> possible_moves_line(position.apply(TURN))
'turn (0 5) (1 7)'

The piles are in `piles.py`, undo and saved games in `saves.py`, the solver in `solve.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple, cast

from kicker.cards import RANKS, Card, CardsLike, cards_in, count_of
from kicker.checks import listed, of_type, whole
from kicker.errors import CardError, KickerError, quoted
from kicker.solitaire.deals import numbered_deck, ordered_deck
from kicker.solitaire.moves import BACK, COLUMNS, STOCK, TURN, Move
from kicker.solitaire.piles import SUIT_ORDER, Column, Foundation, Pile, Stock, follows
from kicker.solitaire.refusals import IllegalMove, Refusal

_POINTS: Final[dict[tuple[type, type], int]] = {
    (Stock, Column): 5,
    (Stock, Foundation): 10,
    (Column, Foundation): 10,
    (Foundation, Column): -15,
}
_TURNED_UP_POINTS: Final = 5
_FIELDS: Final = ("draw", "redeals", "both_ways", "ranks", "columns")
_OTHER_COLOUR: Final = {"S": "HD", "H": "SC", "D": "SC", "C": "HD"}
_SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}


@dataclass(frozen=True, slots=True)
class Klondike:
    """The rules of a game. With fewer ranks and columns, games are small enough to be searched exhaustively."""

    draw: int = 1
    """The number of cards turned up at a time: 1 or 3."""
    redeals: int | None = None
    """The number of times the waste may be turned over; None for no limit."""
    both_ways: bool = False
    """True if the stock shows one card and is rotated in both directions without limit."""
    ranks: int = 13
    """The number of cards in a suit, from the ace up; the highest plays the king."""
    columns: int = 7
    """The number of columns."""
    places: dict[str, int] = field(init=False, repr=False, compare=False)
    """The index in `position.piles` of each pile: `0`, the columns, `S H D C`."""

    def __post_init__(self) -> None:
        for name, low, high in (("draw", 1, 3), ("ranks", 1, 13), ("columns", 1, 7)):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high or (name == "draw" and value == 2):
                right = "1 or 3" if name == "draw" else f"{low} to {high}"
                raise KickerError(f"{name} must be {right}, not {quoted(value)}", "rules")
        if self.redeals is not None and (type(self.redeals) is not int or self.redeals < 0):
            raise KickerError(f"redeals must be 0 or more, or None for any number, not {quoted(self.redeals)}", "rules")
        if type(self.both_ways) is not bool or (self.both_ways and (self.draw != 1 or self.redeals is not None)):
            raise KickerError("both_ways must be True or False, and needs draw=1 and redeals=None", "rules")
        if self.dealt > 4 * self.ranks:
            message = f"{count_of(self.columns, 'column')} need {self.dealt} cards, but {count_of(self.ranks, 'rank')}"
            raise KickerError(f"{message} have only {4 * self.ranks}", "rules")
        names = (STOCK, *COLUMNS[: self.columns], *SUIT_ORDER)
        object.__setattr__(self, "places", {name: place for place, name in enumerate(names)})

    @property
    def dealt(self) -> int:
        """The number of cards dealt to the columns: 28 of 52; the rest are the stock."""
        return self.columns * (self.columns + 1) // 2

    def as_dict(self) -> dict[str, int | bool | None]:
        """Return the rules as plain values; `from_dict` reads them."""
        return {name: getattr(self, name) for name in _FIELDS}

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Klondike:
        """Return the rules that `as_dict` wrote."""
        if not isinstance(fields, Mapping) or set(fields) != set(_FIELDS):
            raise KickerError(f"rules have the fields {', '.join(_FIELDS)}, not {quoted(fields)}", "rules")
        return cls(**fields)

    def start(self, deal: int | str | Iterable[Card]) -> Position:
        """Deal the columns row by row from a deal's number or a deck; the rest is the stock."""
        deck = self.deck(deal)
        cards = iter(deck)
        columns: list[list[Card]] = [[] for _ in range(self.columns)]
        for row in range(self.columns):
            for column in columns[row:]:
                column.append(next(cards))
        return self._position(
            [Column(tuple(column[:-1]), tuple(column[-1:]), self.ranks) for column in columns],
            [0] * 4,
            self._stock(deck[self.dealt :], int(self.both_ways and len(deck) > self.dealt)),
        )

    def deck(self, deal: int | str | Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards of a deal in order; raise `CardError` unless each card of the game appears exactly once."""
        if isinstance(deal, int):
            return tuple(numbered_deck(deal, self.ranks))
        deck = tuple(cards_in(deal, what="a deal"))
        self._check_cards(deck)
        return deck

    def arrange(
        self,
        columns: Iterable[tuple[CardsLike, CardsLike]],
        heights: Iterable[int],
        stock: CardsLike,
        waste: int = 0,
        *,
        seen: int | None = None,
        passes: int = 0,
        score: int = 0,
        made: int = 0,
    ) -> Position:
        """Return a position in the middle of a game, from covered and uncovered cards by column, the heights of S H D
        C, and the stock.

        The first `waste` cards of the stock are turned up, and the first `seen` have been seen at some time. An
        impossible position is refused; whether it can be reached by play is not checked.
        """
        piles = [self._column(column) for column in listed("columns", columns, len(COLUMNS), "[((), ('Ks',)), ...]")]
        cards = tuple(cards_in(stock, what="stock"))
        heights = [whole("a height", height, 0) for height in listed("heights", heights, 4, "[0, 0, 0, 0]")]
        whole("waste", waste, 0)
        for name, value in (("seen", seen or 0), ("passes", passes), ("score", score), ("made", made)):
            whole(name, value, 0)
        if len(piles) != self.columns or len(heights) != 4:
            message = f"a position has {count_of(self.columns, 'column')} and 4 foundations"
            raise KickerError(f"{message}, not {len(piles)} and {len(heights)}", "position")
        for number, column in enumerate(piles, 1):
            run = column.uncovered
            if column.covered and not run:
                raise KickerError(f"column {number} has covered cards but no uncovered one", "position")
            for lower, upper in pairwise(run):
                if not follows(upper, lower):
                    raise KickerError(f"column {number} has {upper} on {lower}, which is not a run", "position")
        seen = waste if seen is None else seen
        least = int(self.both_ways and bool(cards))
        if not least <= waste <= seen <= len(cards) or any(not 0 <= height <= self.ranks for height in heights):
            message = f"impossible position: {count_of(len(cards), 'stock card')}, {waste} turned up, {seen} seen"
            raise KickerError(f"{message}, foundations of {list(heights)}", "position")
        if self.redeals is not None and passes > self.redeals:
            raise KickerError(f"impossible position: {passes} redeals, {score} points, {made} moves", "position")
        home = [card for suit, height in zip(range(4), heights, strict=True)
                for card in ordered_deck(13)[13 * suit : 13 * suit + height]]  # fmt: skip
        self._check_cards([card for column in piles for card in column.covered + column.uncovered] + [*cards, *home])
        return self._position(piles, heights, self._stock(cards, waste, seen, passes), score, made)

    def _column(self, column: tuple[CardsLike, CardsLike]) -> Column:
        """Return a column of the given cards."""
        halves = listed("a column", column, 2, "(['2c'], ['Ks', 'Qh'])")
        if len(halves) != 2:
            raise KickerError(f"a column must be its covered and its uncovered cards, not {quoted(column)}", "position")
        covered, run = (tuple(cards_in(cards, what="a column")) for cards in halves)
        return Column(covered, run, self.ranks)

    def _check_cards(self, cards: Sequence[Card]) -> None:
        whole = ordered_deck(self.ranks)
        for index, card in enumerate(cards):
            if card in cards[:index]:
                raise CardError(f"{card} appears twice; a deal has each card once", "repeat")
            if card not in whole:
                highest = RANKS[(self.ranks - 2) % 13]
                raise CardError(f"{card} is not in this game; its suits run from A to {highest}", "rank")
        if missing := [str(card) for card in whole if card not in cards]:
            some = " ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
            verb = "is" if len(missing) == 1 else "are"
            raise CardError(
                f"a deal has {count_of(len(whole), 'card')}, not {len(cards)}: {some} {verb} missing",
                "absent",
            )

    def _stock(self, cards: tuple[Card, ...], waste: int, seen: int = 0, passes: int = 0) -> Stock:
        return Stock(cards, waste, max(waste, seen), 0, passes, self.both_ways)

    def _position(
        self, columns: list[Column], heights: Sequence[int], stock: Stock, score: int = 0, made: int = 0
    ) -> Position:
        return Position(self, (stock, *columns, *map(Foundation, SUIT_ORDER, heights)), score, made)


class Finish(NamedTuple):
    """A way to finish a game."""

    moves: tuple[Move, ...]
    """The moves to the foundations, with turns of the stock where no card can go home."""
    free: bool
    """True if no turn costs points, as far as the player can tell."""


class Position(NamedTuple):
    """A game at one moment. Immutable: `apply` returns the next position.

    Players get `view()`, which has no hidden cards.
    """

    rules: Klondike
    """The rules."""
    piles: tuple[Pile, ...]
    """The stock, the columns from left to right, and the foundations S H D C: `rules.places` has their indices."""
    score: int = 0
    """The score in points."""
    made: int = 0
    """The number of moves made, turns of the stock included."""

    # --- facts ---

    @property
    def stock(self) -> Stock:
        """The cards that were not dealt to columns."""
        return cast(Stock, self.piles[0])

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns from left to right."""
        return cast(tuple[Column, ...], self.piles[1:-4])

    @property
    def foundations(self) -> tuple[Foundation, ...]:
        """The foundations S H D C."""
        return cast(tuple[Foundation, ...], self.piles[-4:])

    @property
    def heights(self) -> tuple[int, ...]:
        """The number of cards home on each of S H D C."""
        return tuple(foundation.height for foundation in self.foundations)

    @property
    def won(self) -> bool:
        """True if all cards are home."""
        return sum(self.heights) == 4 * self.rules.ranks

    @property
    def stuck(self) -> bool:
        """True if it is proven that no more card can be turned up or go home; False if won.

        The search is limited, so False may also mean that it found no proof. See `dead_ends.py`.
        """
        from kicker.solitaire.dead_ends import is_dead_end

        return is_dead_end(self)

    def pile(self, name: str) -> Pile:
        """Return the pile called `name`: `0` is the stock, `1` to `7` are columns, `S H D C` are foundations."""
        if not isinstance(name, str) or name not in self.rules.places:
            raise KickerError(f"a pile must be one of {' '.join(self.rules.places)}, not {quoted(name)}", "pile")
        return self.piles[self.rules.places[name]]

    def wanting(self) -> dict[Card, list[str]]:
        """Return the cards that piles accept next, each with the names of those piles."""
        wanting: dict[Card, list[str]] = {}
        for name, pile in zip(self.rules.places, self.piles, strict=True):
            for card in pile.wanted:
                wanting.setdefault(card, []).append(name)
        return wanting

    def view(self) -> View:
        """Return what the player can see."""
        stock = self.stock
        return View(
            self.rules,
            tuple(ColumnView(len(column.covered), column.uncovered) for column in self.columns),
            self.foundations,
            stock.known,
            stock.waste,
            stock.passes,
            self.score,
            self.made,
            self.moves,
        )

    # --- moves ---

    @property
    def moves(self) -> tuple[Move, ...]:
        """All legal moves with their counts: turns of the stock first, then moves by source."""
        return (*self._turns(), *self.card_moves())

    def card_moves(self) -> Iterator[Move]:
        """Yield the legal moves other than turns of the stock."""
        wanting = self.wanting()
        for source, pile in zip(self.rules.places, self.piles, strict=True):
            loose = pile.loose
            for index, card in enumerate(loose):
                for target in wanting.get(card, ()):
                    if self.pile(target).accepts(loose[index:]):
                        yield Move(source, target, len(loose) - index)

    @property
    def safe_moves(self) -> tuple[Move, ...]:
        """The moves to a foundation that cannot lose a winnable game.

        A card of rank r is safe if no card that is not home can need it in a column: the foundations of the other
        colour have at least r - 1 cards and the other one of its own colour at least r - 2. If three cards are turned
        up at a time, taking one from the stock changes which others can be reached, so stock cards do not count as
        long as the waste can be turned over again.
        """
        height = {foundation.suit: foundation.height for foundation in self.foundations}
        redeals = self.rules.redeals
        stock_too = self.rules.draw == 1 or (redeals is not None and self.stock.passes >= redeals)
        return tuple(
            move
            for move in self.card_moves()
            if move.target in height
            and (stock_too or move.source != STOCK)
            and all(height[other] >= height[move.target] for other in _OTHER_COLOUR[move.target])
            and height[_SAME_COLOUR[move.target]] >= height[move.target] - 1
        )

    @property
    def finish(self) -> Finish | None:
        """The moves that bring all cards home, if the player can be sure that they do; None if the game is won already.

        This takes columns without covered cards: then the lowest card that is not home is on top of its column or in
        the stock. Stock cards that were never turned up do not matter if each can be reached in any order; otherwise
        their order has to be known.
        """
        in_any_order = self.rules.draw == 1 and self.rules.redeals is None
        unseen = self.stock.unseen > 0
        if self.won or any(column.covered for column in self.columns) or (unseen and not in_any_order):
            return None
        position, moves, turned = self, list[Move](), 0
        free = not unseen or self.rules.both_ways
        while not position.won:
            home, turns = position._lowest_home(), position._turns()
            turned = 0 if home else turned + 1
            if not home and (not turns or turned > 2 * len(position.stock.cards) + 1):
                return None
            moves.append(home or turns[0])
            after = position.apply(moves[-1])
            free = free and after.score >= position.score
            position = after
        return Finish(tuple(moves), free)

    def autoplay(self) -> tuple[Position, tuple[Move, ...]]:
        """Bring home every card that can safely go: all cards if the game can be finished, otherwise the safe moves.

        Returns the position after it, and the moves.
        """
        position, made = self, list[Move]()
        while moves := (finish.moves if (finish := position.finish) else position.safe_moves[:1]):
            for move in moves:
                position = position.apply(move)
            made += moves
        return position, tuple(made)

    def resolve(self, move: Move) -> Move:
        """Return the move with its count, as `moves` lists it; raise `IllegalAction` if it is not legal."""
        self.apply(move)
        if move.count or not move.target:
            return move
        return Move(move.source, move.target, _fitting(self.pile(move.source), self.pile(move.target)))

    def apply(self, move: Move) -> Position:
        """Return the position after a move. An illegal move raises `IllegalAction`; this position never changes."""
        if not of_type("a move", move, Move).target:
            return self._turned(move)
        rules, places = self.rules, self.rules.places
        if move.source not in places or move.target not in places:
            raise self._illegal(move)
        from_place, to_place = places[move.source], places[move.target]
        source, target = self.piles[from_place], self.piles[to_place]
        loose = source.loose
        count = move.count or _fitting(source, target)
        if not 1 <= count <= len(loose):
            raise self._illegal(move)
        cards = loose[-count:]
        if not target.accepts(cards):
            raise self._illegal(move)
        piles = list(self.piles)
        piles[from_place] = source.with_removed(count)
        piles[to_place] = target.with_added(cards)
        points = _POINTS.get((type(source), type(target)), 0) + _TURNED_UP_POINTS * source.turns_up(count)
        return Position(rules, tuple(piles), max(0, self.score + points), self.made + 1)

    # --- inside ---

    def _lowest_home(self) -> Move | None:
        """Return the move that brings the lowest card home. Stock cards come last, since taking one changes which
        others can be reached."""
        height = {foundation.suit: foundation.height for foundation in self.foundations}
        homes = [move for move in self.card_moves() if move.target in height]
        return min(homes, key=lambda move: (move.source == STOCK, height[move.target]), default=None)

    def _turns(self) -> tuple[Move, ...]:
        """Return TURN and BACK where they change anything."""
        stock = self.stock
        if self.rules.both_ways:
            return (TURN, BACK) if len(stock.cards) > 1 else ()
        redeals = self.rules.redeals
        if stock.waste < len(stock.cards) or (stock.cards and (redeals is None or stock.passes < redeals)):
            return (TURN,)
        return ()

    def _turned(self, move: Move) -> Position:
        if move not in self._turns():
            raise self._illegal(move)
        before = self.stock
        stock = before.turn_back() if move == BACK else before.turn(self.rules.draw)
        penalty = 0
        if stock.passes > before.passes:
            # Drawing one card, each pass after the first costs 100 points; drawing three, each pass after the third
            # costs 20.
            penalty = 100 if self.rules.draw == 1 else 20 if stock.passes >= 3 else 0
        return Position(self.rules, (stock, *self.piles[1:]), max(0, self.score - penalty), self.made + 1)

    def _illegal(self, move: Move) -> IllegalMove:
        return IllegalMove(move, self._refusal(move), self.moves)

    def _refusal(self, move: Move) -> Refusal:
        """Explain why a move is not legal."""
        if not move.target:
            return self._no_turn(move)
        for name in (move.source, move.target):
            if name not in self.rules.places:
                return Refusal("no-pile", name, available=self.rules.columns)
        if move.target == STOCK:
            return Refusal("to-stock", STOCK)
        loose, target = self.pile(move.source).loose, self.pile(move.target)
        if not loose:
            return Refusal("empty", move.source)
        if not 0 <= move.count <= len(loose):
            return Refusal("few", move.source, asked=move.count, available=len(loose))
        wanted = tuple(card for card in target.wanted if card.low_rank <= self.rules.ranks)
        going = loose[-move.count :] if move.count else loose
        return Refusal("unfit", move.target, wanted, going, asked=move.count)

    def _no_turn(self, move: Move) -> Refusal:
        """Explain why the stock cannot be turned."""
        if move not in (TURN, BACK):
            return Refusal("no-move")
        if move == BACK and not self.rules.both_ways:
            return Refusal("one-way", STOCK)
        if not self.stock.cards:
            return Refusal("stock-empty", STOCK)
        return Refusal("stock-single" if self.rules.both_ways else "no-redeal", STOCK)


def _fitting(source: Pile, target: Pile) -> int:
    """Return the number of cards of a run that can move, 0 for none. It is unambiguous, because their ranks differ."""
    wanted, loose = target.wanted, source.loose
    return next((len(loose) - index for index, card in enumerate(loose) if card in wanted), 0)


class ColumnView(NamedTuple):
    """A column as the player sees it."""

    covered: int
    """The number of covered cards."""
    uncovered: tuple[Card, ...]
    """The face-up cards."""


class View(NamedTuple):
    """A position as the player sees it. There is no field for hidden cards."""

    rules: Klondike
    """The rules."""
    columns: tuple[ColumnView, ...]
    """The columns from left to right."""
    foundations: tuple[Foundation, ...]
    """The foundations S H D C."""
    stock: tuple[Card | None, ...]
    """The stock in the order in which it is turned up, with None for each card that was never turned up."""
    waste: int
    """The number of stock cards that are turned up."""
    passes: int
    """The number of times the waste has been turned over."""
    score: int
    """The score in points."""
    made: int
    """The number of moves made."""
    moves: tuple[Move, ...]
    """The legal moves."""

    @property
    def top(self) -> Card | None:
        """The stock card that can be taken."""
        return self.stock[self.waste - 1] if self.waste else None

    @property
    def won(self) -> bool:
        """True if all cards are home."""
        return sum(foundation.height for foundation in self.foundations) == 4 * self.rules.ranks

    def loose(self, pile: str) -> tuple[Card, ...]:
        """Return the cards that can be taken from a pile: any number of them, from the end."""
        if pile == STOCK:
            return () if self.top is None else (self.top,)
        if pile in SUIT_ORDER:
            return self.foundations[SUIT_ORDER.index(pile)].loose
        return self.columns[COLUMNS.index(pile)].uncovered


def possible_moves_line(position: Position) -> str:
    """Return the legal moves on one line, like `L/R (0 3) (4 S)`; empty if there are none.

    `L/R` is a stock that can be rotated, `turn` one that can be turned. A king at the bottom of its column
    could move to an empty one, but that changes nothing and is left out.
    """
    words = [("L/R" if position.rules.both_ways else "turn")] if position._turns() else []
    for move in position.card_moves():
        source, target = position.pile(move.source), position.pile(move.target)
        slides = type(source) is type(target) and target.top is None and not source.turns_up(move.count)
        if not slides:
            words.append(f"({move.source} {move.target})")
    return " ".join(words)
