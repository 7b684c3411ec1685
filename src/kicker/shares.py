"""Equity in games other than hold'em: Omaha, short deck, stud and draw, high and low.

`odds.equity` comes here with the game, which has a deck, numbers of cards in a hand and on the board, the orders that
win, and the number of cards of a hand that must play.

In games without a board a hand may have fewer cards than the game deals: the rest are dealt, as in stud, or drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod, sqrt
from typing import Final, NamedTuple

from kicker import stopping
from kicker._kernels import boards as _boards
from kicker._kernels import shares as _kernel
from kicker.cards import DECK, SHORT, Card, count_of, parse_cards, shorten
from kicker.checks import each
from kicker.combos import COMBOS
from kicker.errors import CardError, HandError, RangeError
from kicker.hand_ranges import read_hands
from kicker.hands import Hand, HandLike, as_cards
from kicker.odds import (
    Asked,
    Equity,
    GameLike,
    PlayerEquity,
    PlayerLike,
    Progress,
    alias_table,
    cores_for,
    sample_blocks,
)
from kicker.orders import EIGHT_OR_BETTER, HIGH, Order, deck_words
from kicker.parallel import in_parallel
from kicker.ranges import Range

MOST_PLAYERS: Final = 10
_WHOLE: Final = 5040  # units of a pot, as in the kernel
_FIGURES: Final = 4
_STRIDE: Final = 8  # bytes for each hand of a range
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")

HandCards = tuple[int, ...]


class Plain(NamedTuple):
    """A game reduced to the facts that decide who wins."""

    title: str
    """Its name for people."""
    deck: tuple[Card, ...]
    """The cards it is played with."""
    hand_cards: int
    """The number of cards that a player has at the end."""
    board_cards: int
    """The number of board cards at the end."""
    hand_plays: int | None
    """The number of hole cards that must play; None for any."""
    orders: tuple[Order, ...]
    """The order of hands that wins, or the two that each win half."""


HOLDEM: Final = Plain("hold'em", tuple(DECK), 2, 5, None, (HIGH,))


class Seat(NamedTuple):
    """The hands that a player can hold."""

    name: str
    """The hand or range as text."""
    hands: tuple[HandCards, ...]
    """The hands, or the known cards of one; none for a random hand."""
    weights: tuple[float, ...]
    """The relative weight of each hand."""
    is_range: bool
    """True if the hands are alternatives rather than known cards."""


class EquitySpot(NamedTuple):
    """A checked question."""

    game: GameLike
    """The game that decides who wins."""
    seats: tuple[Seat, ...]
    """The hands that each player can hold."""
    board: bytes
    """The board so far, a byte for each card."""
    dead: bytes
    """Cards out of play, a byte for each."""

    @property
    def names(self) -> list[str]:
        """The players as text."""
        return [seat.name for seat in self.seats]

    @property
    def rules(self) -> tuple[int, int, int, int, int]:
        """The game in numbers, for the kernel."""
        game = self.game
        places = [order.place for order in game.orders]  # type: ignore[attr-defined]
        low = places[1] if len(places) > 1 else -1
        return places[0], low, game.hand_cards, game.board_cards, game.hand_plays or 0

    @property
    def deck(self) -> bytes:
        """The cards that may be dealt."""
        return bytes([card for card in self.game.deck if card not in self.dead])

    @property
    def fixed(self) -> bool:
        """True if every player's cards are given."""
        return not any(seat.is_range for seat in self.seats)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_spot(game: GameLike, players: Iterable[PlayerLike], board: HandLike, dead: HandLike) -> EquitySpot:
    """Read and check a question; raise an error of one sentence if anything is wrong with it."""
    table, gone = as_cards(board), as_cards(dead)
    if len(table) > game.board_cards:
        wanted = f"at most {game.board_cards}" if game.board_cards else "none"
        raise HandError(
            f"the board '{SHORT.format_cards(table)}' has {count_of(len(table), 'card')}: {game.title} has {wanted}",
            "count",
        )
    seats = [read_seat(game, player) for player in each("players", players, "['AsAhKsKh', 'random']", HandError)]
    most = min(MOST_PLAYERS, (len(game.deck) - game.board_cards) // game.hand_cards)
    if not 2 <= len(seats) <= most:
        raise HandError(f"give 2 to {most} players in {game.title}", "count")
    known = [*table, *gone]
    for seat in seats:
        if not seat.is_range and seat.hands:
            known += map(Card, seat.hands[0])
    for index, card in enumerate(known):
        if card not in game.deck:
            raise HandError(f"{card} is not in the deck: {game.title} has {deck_words(game.deck)}", "deck")
        if card in known[:index]:
            raise HandError(f"{card} is in two places: hands, board and dead cards cannot share it", "shared")
    if len(gone) > len(game.deck) - game.board_cards - game.hand_cards * len(seats):
        raise HandError(f"{len(gone)} dead cards leave too few for {len(seats)} players", "count")
    taken = {int(card) for card in known}
    left = tuple(_leftovers(seat, taken) if seat.is_range else seat for seat in seats)
    return EquitySpot(game, left, bytes(table), bytes(gone))


def read_seat(game: GameLike, player: PlayerLike) -> Seat:
    """Read the hands that a player can hold."""
    if isinstance(player, Range):
        return _range_seat(game, str(player), player)
    if isinstance(player, str):
        if player.strip().lower() in ("random", "any", "all"):
            return Seat(player.strip(), (), (), False)
        try:
            cards = [] if "," in player else parse_cards(player)
        except CardError:
            cards = []
        if not cards:
            return _range_seat(game, player.strip(), player)
    else:
        cards = as_cards(player) if not isinstance(player, Hand) else list(player.cards)
    text = SHORT.format_cards(cards)
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise HandError(f"{card} appears twice in '{text}'", "repeat")
    if len(cards) > game.hand_cards or (game.board_cards and len(cards) < game.hand_cards):
        most = _NUMBERS[game.hand_cards] if game.board_cards else f"at most {_NUMBERS[game.hand_cards]}"
        message = f"'{text}' has {count_of(len(cards), 'card')}: a player holds {most} in {game.title}"
        raise HandError(message, "count")
    return Seat("".join(map(str, cards)), (tuple(map(int, cards)),) if cards else (), (1.0,), False)


def _range_seat(game: GameLike, name: str, chosen: str | Range) -> Seat:
    if game.hand_cards == 2:
        weights = Range(chosen, game.deck).weights if isinstance(chosen, str) else chosen.weights
        deck = set(game.deck)
        found = {COMBOS[place]: weight for place, weight in enumerate(weights) if weight and {*COMBOS[place]} <= deck}
        hands: dict[HandCards, float] = {tuple(map(int, combo)): weight for combo, weight in found.items()}
    elif isinstance(chosen, str) and game.board_cards:
        hands = read_hands(chosen, game.hand_cards, game.deck)
    else:
        wanted = "the cards that are known, or random" if not game.board_cards else "the range as text"
        raise RangeError(f"{shorten(name)} is not a hand of {game.title}: write {wanted}", "range")
    if not hands:
        raise RangeError(f"the range {shorten(name)} is empty: a player needs at least one hand", "empty")
    return Seat(name, tuple(hands), tuple(hands.values()), True)


def _leftovers(seat: Seat, taken: set[int]) -> Seat:
    """Return what is left of a range without the known cards."""
    held = [(hand, weight) for hand, weight in zip(seat.hands, seat.weights, strict=True) if taken.isdisjoint(hand)]
    if not held:
        raise RangeError(f"no hand of {shorten(seat.name)} is left: known cards block them all", "empty")
    hands, weights = zip(*held, strict=True)
    return seat._replace(hands=hands, weights=weights)


# --- exact -----------------------------------------------------------------------------------------------------------

_SECONDS_OF_A_DEAL: Final = 15e-9  # for each player: measured
_SECONDS_OF_OMAHA: Final = {0: 5e-3, 1: 2e-3, 2: 5e-4, 3: 1e-4, 4: 3e-5, 5: 2e-5}  # all boards after this many cards
_MOST_SECONDS: Final = 1.0
_PART_SECONDS: Final = 0.25


def count(spot: EquitySpot, asked: Asked, progress: Progress | None) -> Equity | None:
    """Return the exact result if it takes about a second or `exact` insists; otherwise None."""
    every = prod(len(seat.hands) for seat in spot.seats if seat.is_range)
    game = spot.game
    if game.board_cards and any(not seat.hands for seat in spot.seats):
        return None  # any hands on any board: random deals
    deals = _deals(spot)
    seconds = every * (_SECONDS_OF_OMAHA[len(spot.board)] if _is_omaha(spot) else deals * _SECONDS_OF_A_DEAL)
    seconds *= len(spot.seats)
    if seconds > _MOST_SECONDS and not asked.exact:
        return None
    totals, played = [0.0] * (_FIGURES * len(spot.seats)), 0.0
    cores = cores_for(asked.threads, seconds)
    noun = "board" if game.board_cards else "deal"
    parts = 1 if every > 1 or _is_omaha(spot) else max(1, round(seconds / _PART_SECONDS))
    choices = product(*(list(zip(seat.hands, seat.weights, strict=True)) or [((), 1.0)] for seat in spot.seats))
    for seen, choice in enumerate(choices):
        stopping.check()
        hands, weights = [hand for hand, _ in choice], [weight for _, weight in choice]
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) < len(cards):
            continue
        weight = prod(weights)
        for start in range(0, parts, cores):
            turns = range(start, min(start + cores, parts))
            for figures in in_parallel(lambda turn, hands=hands: _count_part(spot, hands, parts, turn), turns, cores):  # type: ignore[misc]
                totals = [total + weight * figure for total, figure in zip(totals, figures, strict=True)]
            stopping.check()
            done = sum(totals[2::_FIGURES]) / _WHOLE
            if progress and done and (parts > 1 or seen % 64 == 63):
                text = f"counting, {int(done):,} {noun}s so far"
                progress(Equity("counting", int(done), shares(spot.names, totals, done), text))
    played = sum(totals[2::_FIGURES]) / _WHOLE
    if played <= 0:
        raise RangeError("the ranges cannot be dealt together: they need the same cards", "empty")
    text = "the one board" if deals == 1 and game.board_cards else f"all {deals:,} {noun}s"
    if every > 1:
        text += f" of {every:,} combinations of hands"
    return Equity("counted", deals, shares(spot.names, totals, played), f"exact, {text}")


def _is_omaha(spot: EquitySpot) -> bool:
    """Return True if the fast count of Omaha boards applies."""
    game = spot.game
    usual = list(game.orders) in ([HIGH], [HIGH, EIGHT_OR_BETTER]) and len(game.deck) == len(DECK)
    return usual and game.hand_plays == 2 and game.board_cards == 5 and 4 <= game.hand_cards <= 6


def _deals(spot: EquitySpot) -> int:
    """Return the number of ways to deal the missing cards, for one hand of each player."""
    game = spot.game
    held = sum(len(seat.hands[0]) if seat.hands else 0 for seat in spot.seats)
    left = len(game.deck) - len(spot.dead) - len(spot.board) - held
    if game.board_cards:
        return comb(left, game.board_cards - len(spot.board))
    deals = 1
    for seat in spot.seats:
        missing = game.hand_cards - (len(seat.hands[0]) if seat.hands else 0)
        deals *= comb(left, missing)
        left -= missing
    return deals


def _count_part(spot: EquitySpot, hands: Sequence[HandCards], parts: int, turn: int) -> array[int]:
    figures = array("q", bytes(8 * _FIGURES * len(hands)))
    cards = [bytes(hand) for hand in hands]
    if _is_omaha(spot):
        _boards.count_omaha(len(spot.game.orders) > 1, cards, spot.board, spot.dead, figures)
    else:
        _kernel.count_shares(spot.rules, spot.deck, cards, spot.board, parts, turn, figures)
    return figures


def shares(names: Sequence[str], figures: Sequence[float], total: float, deals: int = 0) -> tuple[PlayerEquity, ...]:
    """Shares from what the kernel counted; with `deals` random deals also their standard error."""
    made = []
    for place, name in enumerate(names):
        alone, part, units, squares = figures[_FIGURES * place : _FIGURES * (place + 1)]
        error = 0.0
        if deals:
            # One win and one loss are added, so that a few deals never look certain.
            mean = (units / _WHOLE + 1) / (deals + 2)
            error = sqrt(((squares / _WHOLE**2 + 1) / (deals + 2) - mean**2) / (deals + 2))
        made.append(PlayerEquity(name, alone / total, part / total, units / _WHOLE / total, error))
    return tuple(made)


# --- sampled ---------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Lottery:
    """All hands of all players in a row, with the tables for choosing one of each by weight; the kernel deals from
    this."""

    spot: EquitySpot
    """The spot."""
    options: bytes
    """The hands, eight bytes each."""
    sizes: bytes
    """The number of cards that each player is given from their options; the other cards are dealt."""
    chances: array[float]
    """The probability with which each hand is kept when its index is drawn."""
    aliases: array[int]
    """The hand that is taken otherwise."""
    starts: array[int]
    """The index of each player's first hand."""

    def deal(self, seed: int, block: int, deals: int, figures: array[int], each: array[int]) -> int:
        """Add random deals to the figures of the players, and to those of each hand unless `each` is empty."""
        spot = self.spot
        return _kernel.sample_shares(
            spot.rules, spot.deck, self.options, self.sizes, self.chances, self.aliases, self.starts, spot.board,
            seed, block, deals, figures, each,
        )  # fmt: skip


def lottery(spot: EquitySpot) -> Lottery:
    """Return the hands of a spot, ready to be dealt."""
    chances, aliases, starts = array("d"), array("I"), array("I", [0])
    options = bytearray()
    for seat in spot.seats:
        offset = starts[-1]
        for hand in seat.hands:
            options += bytes(hand).ljust(_STRIDE, b"\0")
        if seat.hands:
            kept, others = alias_table(seat.weights)
            chances.extend(kept)
            aliases.extend([offset + alias for alias in others])
        starts.append(len(chances))
    sizes = bytes(len(seat.hands[0]) if seat.hands else 0 for seat in spot.seats)
    return Lottery(spot, bytes(options), sizes, chances, aliases, starts)


def sample(spot: EquitySpot, asked: Asked, progress: Progress | None) -> Equity:
    """Deal at random."""
    drawn, none = lottery(spot), array("q")

    def deal(block: tuple[int, int]) -> tuple[int, array[int]]:
        figures = array("q", bytes(8 * _FIGURES * len(spot.seats)))
        place, deals = block
        return drawn.deal(asked.seed % 2**64, place, deals, figures, none), figures

    return sample_blocks(
        deal, _FIGURES * len(spot.seats), lambda totals, done: shares(spot.names, totals, done, done), asked, progress
    )
