"""Equity in games other than hold'em: Omaha, short deck, stud and draw, high and low.

`odds.equity` comes here with the game, which has a deck, numbers of cards in a hand and on the board, the orders that
win, and the number of cards of a hand that must play.

In games without a board a hand may have fewer cards than the game deals: the rest are dealt, as in stud, or drawn. If
the deck is too short for the last card of stud, a common card is turned instead, as at the table.
With several draws to come all players draw by the strategy of `several_draws.py`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, inf, prod, sqrt
from typing import Final, NamedTuple

from kicker import stopping
from kicker._kernels import boards as _boards
from kicker._kernels import shares as _kernel
from kicker.cards import DECK, SHORT, Card, count_of, parse_cards, shorten
from kicker.checks import each
from kicker.combos import COMBOS
from kicker.errors import CardError, HandError, RangeError, quoted
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
    sample_blocks,
)
from kicker.orders import EIGHT_OR_BETTER, HIGH, Order, deck_words
from kicker.parallel import cores_for, in_parallel
from kicker.ranges import Range
from kicker.several_draws import plan_draws, play_all

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
    draws: int = 0
    """The number of draws."""
    last_may_be_common: bool = False
    """True if the last card can be one for all when the deck is too short."""
    most_exchanged: int = 0
    """The most cards that a player may draw at once."""
    percentages: str = ""
    """The table of hands that percentages in ranges go by."""


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
    hand_cards: int
    """The number of cards that a player has at the end: one fewer than usual if the last card of stud is common."""
    board_cards: int
    """The number of cards on the board at the end, or that common card."""

    @property
    def names(self) -> list[str]:
        """The players as text."""
        return [seat.name for seat in self.seats]

    @property
    def rules(self) -> tuple[int, int, int, int, int]:
        """The game in numbers, for the kernel."""
        places = [order.place for order in self.game.orders]  # type: ignore[attr-defined]
        low = places[1] if len(places) > 1 else -1
        return places[0], low, self.hand_cards, self.board_cards, self.game.hand_plays or 0

    @property
    def deck(self) -> bytes:
        """The cards that may be dealt."""
        return bytes([card for card in self.game.deck if card not in self.dead])

    @property
    def combinations(self) -> int:
        """The number of ways to choose a hand for each player, those with a card twice included."""
        return prod(len(seat.hands) or 1 for seat in self.seats)

    @property
    def any_hand(self) -> str:
        """The name of a player who can hold any hand; empty if there is none."""
        return next((seat.name for seat in self.seats if not seat.hands), "")

    @property
    def fixed(self) -> bool:
        """True if every player's cards are given."""
        return not any(seat.is_range for seat in self.seats)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_spot(
    game: GameLike, players: Iterable[PlayerLike], board: HandLike, dead: HandLike, draws: int | None = None
) -> EquitySpot:
    """Read and check a question; raise an error of one sentence if anything is wrong with it."""
    if draws is not None:
        _check_draws(game, draws)
    for order in game.orders:
        if getattr(order, "place", None) is None:
            raise HandError(f"{game.title} has no equity: its order, {order.title}, has no table", "order")
    table, gone = as_cards(board), as_cards(dead)
    least = _least_cards(game)
    if len(table) > least.board:
        wanted = f"at most {least.board}" if least.board else "none"
        raise HandError(
            f"the board '{SHORT.format_cards(table)}' has {count_of(len(table), 'card')}: {game.title} has {wanted}",
            "count",
        )
    given = each("players", players, "['AsAhKsKh', 'random']", HandError)
    seats = [read_seat(game, player, draws=draws) for player in given]
    _check_players(game, len(seats), least)
    known = [*table, *gone]
    for seat in seats:
        if not seat.is_range and seat.hands:
            known += map(Card, seat.hands[0])
    for index, card in enumerate(known):
        if card not in game.deck:
            raise HandError(f"{card} is not in the deck: {game.title} has {deck_words(game.deck)}", "deck")
        if card in known[:index]:
            raise HandError(f"{card} is in two places: hands, board and dead cards cannot share it", "shared")
    cards, usual = len(game.deck) - len(gone), _Cards(game.hand_cards, game.board_cards)
    ends = least if len(table) > usual.board or usual.of(len(seats)) > cards else usual
    if ends.of(len(seats)) > cards:
        raise HandError(f"{len(gone)} dead cards leave too few for {len(seats)} players", "count")
    for seat in seats:
        if seat.hands and len(seat.hands[0]) > ends.hand:
            message = f"{seat.name} has {len(seat.hands[0])} cards: a player holds at most {_NUMBERS[ends.hand]}"
            raise HandError(f"{message} in {game.title} when the last card is common to all", "count")
    taken = {int(card) for card in known}
    left = tuple(_leftovers(seat, taken) if seat.is_range else seat for seat in seats)
    return EquitySpot(game, left, bytes(table), bytes(gone), *ends)


class _Cards(NamedTuple):
    """The number of cards at the end."""

    hand: int
    """The cards of each player."""
    board: int
    """The cards on the board."""

    def of(self, players: int) -> int:
        """Return the number of cards of all players and the board."""
        return players * self.hand + self.board


def _least_cards(game: GameLike) -> _Cards:
    """Return the number of cards at the end if the deck is short: in stud the last card is common to all."""
    if game.last_may_be_common:
        return _Cards(game.hand_cards - 1, 1)
    return _Cards(game.hand_cards, game.board_cards)


def _check_players(game: GameLike, players: int, least: _Cards) -> None:
    most = min(MOST_PLAYERS, (len(game.deck) - least.board) // least.hand)
    if 2 <= players <= most:
        return
    why = ""
    if least.of(players) > len(game.deck):
        hands = f"{players} hands" + (" and the board" if game.board_cards else "")
        common = " even with a common last card" if least.board > game.board_cards else ""
        why = f": {hands} need {least.of(players)} cards{common}, and the deck has {len(game.deck)}"
    elif players > most:
        why = f": a table has {MOST_PLAYERS} seats"
    raise HandError(f"give 2 to {most} players in {game.title}, not {players}{why}", "count")


def _check_draws(game: GameLike, draws: int) -> None:
    if not game.draws:
        raise HandError(f"no cards are drawn in {game.title}; leave out draws, or choose a draw game", "count")
    if type(draws) is not int or not 0 <= draws <= game.draws:
        raise HandError(f"draws must be from 0 to {game.draws} in {game.title}, not {quoted(draws)}", "count")
    if draws > 1 and len(game.orders) > 1:
        raise HandError(f"{game.title} is won by high and low; give 0 draws or 1", "count")


def read_seat(game: GameLike, player: PlayerLike, draws: int | None = None) -> Seat:
    """Read the hands that a player can hold; with no draw to come, or with a board, only a whole hand will do."""
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
    whole_hand = game.board_cards or draws == 0
    if len(cards) > game.hand_cards or (whole_hand and len(cards) < game.hand_cards):
        most = _NUMBERS[game.hand_cards] if whole_hand else f"at most {_NUMBERS[game.hand_cards]}"
        when = " after the last draw" if draws == 0 else ""
        message = f"'{text}' has {count_of(len(cards), 'card')}: a player holds {most} in {game.title}{when}"
        raise HandError(message, "count")
    return Seat("".join(map(str, cards)), (tuple(map(int, cards)),) if cards else (), (1.0,), False)


def _range_seat(game: GameLike, name: str, chosen: str | Range) -> Seat:
    if game.hand_cards == 2:
        weights = Range(chosen, game.deck).weights if isinstance(chosen, str) else chosen.weights
        deck = set(game.deck)
        found = {COMBOS[place]: weight for place, weight in enumerate(weights) if weight and {*COMBOS[place]} <= deck}
        hands: dict[HandCards, float] = {tuple(map(int, combo)): weight for combo, weight in found.items()}
    elif isinstance(chosen, str) and game.board_cards:
        hands = read_hands(chosen, game.hand_cards, game.deck, game.percentages)
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
    seconds = counting_seconds(spot)
    if asked.exact and seconds == inf:
        message = f"an exact result needs hands or ranges: '{spot.any_hand}' in {spot.game.title} can only be sampled"
        raise HandError(message, "count")
    if seconds > _MOST_SECONDS and not asked.exact:
        return None
    totals, done = [0.0] * (_FIGURES * len(spot.seats)), 0.0
    noun = "board" if spot.game.board_cards else "deal"
    for seen, (_, weight, figures) in enumerate(each_combination(spot, asked.threads), 1):
        totals = [total + weight * figure for total, figure in zip(totals, figures, strict=True)]
        done = sum(won_pots(totals))
        if progress and done and (spot.combinations == 1 or seen % 64 == 0):
            text = f"counting, {int(done):,} {noun}s so far"
            progress(Equity("counting", int(done), shares(spot.names, totals, done), text))
    if done <= 0:
        raise RangeError("the ranges cannot be dealt together: they need the same cards", "empty")
    return Equity("counted", deals_of(spot), shares(spot.names, totals, done), f"exact, {words_of_count(spot)}")


def counting_seconds(spot: EquitySpot) -> float:
    """Return about how long an exact count takes on one core; infinity for any hands on any board."""
    if spot.game.board_cards and spot.any_hand:
        return inf
    each_one = _SECONDS_OF_OMAHA[len(spot.board)] if _is_omaha(spot) else deals_of(spot) * _SECONDS_OF_A_DEAL
    return spot.combinations * each_one * len(spot.seats)


def each_combination(spot: EquitySpot, threads: int | None) -> Iterator[tuple[Sequence[int], float, array[int]]]:
    """Yield for all hands that can be dealt together the place of each in its range, the product of their weights, and
    what the kernel counted. If there is one combination only, its deals come in parts."""
    seconds = counting_seconds(spot)
    cores = cores_for(threads, seconds)
    parts = 1 if spot.combinations > 1 or _is_omaha(spot) else max(1, round(seconds / _PART_SECONDS))
    for places in product(*(range(len(seat.hands) or 1) for seat in spot.seats)):
        stopping.check()
        chosen = [
            (seat.hands[place], seat.weights[place]) if seat.hands else ((), 1.0)
            for seat, place in zip(spot.seats, places, strict=True)
        ]
        hands = [hand for hand, _ in chosen]
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) < len(cards):
            continue
        weight = prod(weight for _, weight in chosen)
        for start in range(0, parts, cores):
            turns = range(start, min(start + cores, parts))
            for figures in in_parallel(lambda turn, hands=hands: _count_part(spot, hands, parts, turn), turns, cores):  # type: ignore[misc]
                yield places, weight, figures
            stopping.check()


def won_pots(figures: Sequence[float]) -> list[float]:
    """Return how many pots each player won, parts of pots included; together as many as were dealt."""
    return [units / _WHOLE for units in figures[2::_FIGURES]]


def words_of_count(spot: EquitySpot) -> str:
    """Return what an exact count has counted, in words."""
    deals, noun = deals_of(spot), "board" if spot.game.board_cards else "deal"
    text = f"the one {noun}" if deals == 1 else f"all {deals:,} {noun}s"
    return f"{text} of {spot.combinations:,} combinations of hands" if spot.combinations > 1 else text


def _is_omaha(spot: EquitySpot) -> bool:
    """Return True if the fast count of Omaha boards applies."""
    game = spot.game
    usual = list(game.orders) in ([HIGH], [HIGH, EIGHT_OR_BETTER]) and len(game.deck) == len(DECK)
    return usual and game.hand_plays == 2 and game.board_cards == 5 and 4 <= game.hand_cards <= 6


def deals_of(spot: EquitySpot) -> int:
    """Return the number of ways to deal the missing cards, for one hand of each player."""
    held = sum(len(seat.hands[0]) if seat.hands else 0 for seat in spot.seats)
    left = len(spot.game.deck) - len(spot.dead) - len(spot.board) - held
    deals = 1
    for seat in spot.seats:
        missing = spot.hand_cards - (len(seat.hands[0]) if seat.hands else 0)
        deals *= comb(left, missing)
        left -= missing
    return deals * comb(left, spot.board_cards - len(spot.board))


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


def sample_draws(spot: EquitySpot, asked: Asked, progress: Progress | None) -> Equity:
    """Deal at random, with several draws to come."""
    game, draws = spot.game, asked.draws or 1
    if asked.exact:
        raise HandError("exact=True cannot be combined with more than one draw", "count")
    needed = len(spot.seats) * game.hand_cards + game.most_exchanged
    if needed > len(game.deck):
        most = (len(game.deck) - game.most_exchanged) // game.hand_cards
        message = f"{len(spot.seats)} players with several draws may need {needed} cards, and {game.title} has"
        raise HandError(f"{message} {len(game.deck)}: give 2 to {most} players", "count")
    plan = plan_draws(game.orders[0].place, game.deck, game.hand_cards, (), game.most_exchanged, draws - 1)  # type: ignore[attr-defined]
    kept = [seat.hands[0] if seat.hands else () for seat in spot.seats]

    def deal(block: tuple[int, int]) -> tuple[int, array[int]]:
        figures = array("q", bytes(8 * _FIGURES * len(kept)))
        place, deals = block
        play_all(plan, kept, spot.dead, draws, asked.seed, place, deals, figures)
        return deals, figures

    return sample_blocks(
        deal, _FIGURES * len(kept), lambda totals, done: shares(spot.names, totals, done, done), asked, progress
    )
