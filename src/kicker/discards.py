"""Draw games: what a hand becomes after a discard, and which cards to discard. In five-card draw every draw is counted.

The share of wins is measured against one opponent who stands pat with five random cards. Card removal works both
ways: the opponent holds none of your five cards, discards included, and none of the cards you draw.

>>> best = best_discard("4C 9S 4H 3D 2D", max_draw=3)[0]
>>> SHORT.format_cards(best.discards), round(best.share, 4)
('9s 3d 2d', 0.6639)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb, sqrt
from typing import Final, NamedTuple

from kicker._kernels import draws as _kernel
from kicker.cards import SHORT, Card
from kicker.checks import callback, whole
from kicker.errors import HandError
from kicker.hands import Category, Hand, HandLike, as_cards, evaluate
from kicker.odds import GameLike, PlayerLike
from kicker.odds import equity as _equity

MOST_DRAWS: Final = 5
"""The most draws to come that `best_draw` looks at."""
_DECK_LEFT = 47
_FIGURES = 2 + len(Category)  # from the kernel for each choice: wins, ties, and the final hands by category


class DrawOdds(NamedTuple):
    """The outcome of discarding certain cards in five-card draw."""

    discards: tuple[Card, ...]
    """The discarded cards."""
    kept: tuple[Card, ...]
    """The cards that are kept."""
    categories: tuple[float, ...]
    """The chance of each kind of final hand: `odds.categories[Category.FLUSH]`."""
    win: float
    """The share of deals in which the final hand beats an opponent who stands pat."""
    tie: float
    """The share of deals in which it ties."""

    @property
    def share(self) -> float:
        """Wins plus half of the ties."""
        return self.win + self.tie / 2


def draw_odds(hand: HandLike, discards: HandLike) -> DrawOdds:
    """Return the outcome of discarding these cards of a hand and drawing as many."""
    cards, discarded = _read(hand), as_cards(discards)
    for index, card in enumerate(discarded):
        if card not in cards or card in discarded[:index]:
            raise HandError(
                f"cannot discard {card}: it is not in '{SHORT.format_cards(cards)}', or twice in the discards", "absent"
            )
    return _odds(cards, [discarded])[0]


def best_discard(hand: HandLike, max_draw: int = 3) -> list[DrawOdds]:
    """Return all ways to discard up to `max_draw` cards, best first; of equals, the one that discards fewer comes
    first."""
    max_draw = whole("max_draw", max_draw, 0, 5, HandError, "count")
    cards = _read(hand)
    choices = [list(discarded) for count in range(max_draw + 1) for discarded in combinations(cards, count)]
    return sorted(_odds(cards, choices), key=lambda odds: (-odds.share, len(odds.discards)))


class DrawShare(NamedTuple):
    """The outcome of discarding certain cards in any draw game."""

    discards: tuple[Card, ...]
    """The discarded cards."""
    kept: tuple[Card, ...]
    """The cards that are kept."""
    share: float
    """Wins plus half of the ties against the opponent."""
    error: float
    """Standard error of the share; 0 if it is exact."""


def best_draw(
    hand: HandLike,
    game: GameLike,
    max_draw: int | None = None,
    *,
    draws: int = 1,
    against: HandLike = (),
    trials: int = 100_000,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
) -> list[DrawShare]:
    """Return all ways to discard in a draw game, best first, with `draws` draws to come.

    The opponent keeps the cards of `against` and draws the rest once; by default the opponent stands pat with a random
    hand. With one draw to come, shares are exact if counting is quick; otherwise they come from `trials` random deals
    for each discard, and from ten times as many for discards that may be the best. With more draws they always come
    from random deals, in which the best strategy plays the later draws and discards stay out of play.
    """
    cards = as_cards(hand)
    if not isinstance(game, GameLike):
        raise HandError("game must be a Game, as in GAMES", "type")
    callback("progress", progress)
    wanted = game.hand_cards
    if len(cards) != wanted:
        raise HandError(f"give {wanted} cards, not {len(cards)}: '{SHORT.format_cards(cards)}'", "count")
    most = whole("max_draw", wanted if max_draw is None else max_draw, 0, wanted, HandError, "count")
    whole("draws", draws, 1, MOST_DRAWS, HandError, "count")
    other: PlayerLike = as_cards(against) or "random"
    _equity([tuple(cards), other], game=game, trials=1)  # refuses cards that cannot be dealt
    choices = [discarded for count in range(most + 1) for discarded in combinations(cards, count)]

    played = _played(cards, game, most, draws, as_cards(against), seed) if draws > 1 else None

    def ask(discarded: tuple[Card, ...], deals: int) -> DrawShare:
        kept = tuple(card for card in cards if card not in discarded)
        if played:
            if progress:
                progress(len(discarded))
            return played(kept, discarded, deals)
        few = _few(game, kept, against)
        found = _equity(
            [kept or "random", other],
            dead=discarded,
            game=game,
            exact=few or None,
            trials=None if few else deals,
            seed=seed,
        )
        if progress:
            progress(len(discarded))
        return DrawShare(discarded, kept, found.players[0].equity, found.players[0].error)

    found = sorted((ask(discarded, trials) for discarded in choices), key=_best_first)
    near = found[0].share - 4 * found[0].error
    again = [
        ask(choice.discards, 10 * trials) if choice.error and choice.share + 4 * choice.error >= near else choice
        for choice in found
    ]
    return sorted(again, key=_best_first)


def _played(
    cards: list[Card], game: GameLike, most: int, draws: int, against: list[Card], seed: int
) -> Callable[[tuple[Card, ...], tuple[Card, ...], int], DrawShare]:
    """Plan the later draws, then return a function that estimates the share of a discard from random deals."""
    if game.board_cards or len(game.orders) > 1:
        raise HandError(f"draws must be 1 in {game.title}", "count")
    if len(game.deck) < 2 * len(cards) + draws * most:
        message = f"{len(game.deck)} cards are too few for {draws} draws of {most} cards; give a smaller max_draw"
        raise HandError(message, "count")
    from kicker.several_draws import plan_draws, play_plan

    order: int = game.orders[0].place  # type: ignore[attr-defined]
    plan = plan_draws(order, game.deck, len(cards), tuple(sorted(against)), most, draws - 1)

    def play(kept: tuple[Card, ...], discarded: tuple[Card, ...], deals: int) -> DrawShare:
        wins, ties = play_plan(plan, kept, discarded, draws, seed, deals)
        # One win and one loss are added, so that a few deals never look certain.
        mean = (wins + ties / 2 + 1) / (deals + 2)
        variance = (wins + ties / 4 + 1) / (deals + 2) - mean**2
        return DrawShare(discarded, kept, (wins + ties / 2) / deals, sqrt(variance / (deals + 2)))

    return play


def _best_first(choice: DrawShare) -> tuple[float, int]:
    return -choice.share, len(choice.discards)


def _few(game: GameLike, kept: Sequence[Card], against: HandLike) -> bool:
    """Return True if counting all deals takes no longer than the random ones."""
    left = len(game.deck) - game.hand_cards - len(as_cards(against))
    missing = game.hand_cards - len(kept), game.hand_cards - len(as_cards(against))
    return comb(left, missing[0]) * comb(left - missing[0], missing[1]) <= _MOST_DEALS


_MOST_DEALS = 3_000_000


def _read(hand: HandLike) -> list[Card]:
    cards = as_cards(hand)
    if len(cards) != 5:
        raise HandError(f"give five cards, not {len(cards)}: '{SHORT.format_cards(cards)}'", "count")
    evaluate(cards)  # refuses a repeated card
    return list(Hand(cards))


def _odds(cards: Sequence[Card], choices: Sequence[Sequence[Card]]) -> list[DrawOdds]:
    kept = [tuple(card for card in cards if card not in discarded) for discarded in choices]
    figures = array("q", bytes(8 * _FIGURES * len(choices)))
    _kernel.count_draws(bytes(cards), [bytes(keep) for keep in kept], figures)
    made = []
    for index, (discarded, keep) in enumerate(zip(choices, kept, strict=True)):
        win, tie, *categories = figures[_FIGURES * index : _FIGURES * (index + 1)]
        draws = comb(_DECK_LEFT, len(discarded))
        pairs = draws * comb(_DECK_LEFT - len(discarded), 5)
        made.append(
            DrawOdds(tuple(discarded), keep, tuple(count / draws for count in categories), win / pairs, tie / pairs)
        )
    return made
