"""A bot for any game: it estimates its share of the pot against hands that the others are likely to hold.

It deals the unseen cards at random and ranks hands by the game's own order, so a new game needs no change here.
A player who bets or raises is dealt several hands and keeps the best. In draw games the others are assumed to end up
with the best of several hands, one and four more for each draw, and its own draws are tried out before it decides.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, islice
from random import Random
from typing import Any, Final, NamedTuple

from kicker.cards import Card, count_of
from kicker.games import CALL, CHECK, FOLD, Action, Game, View, discard, raise_to
from kicker.players import Reasons
from kicker.players.dice import dice_memory, recall_dice

CARDS_DEALT: Final = 6000
"""The number of cards it deals for a decision: a few milliseconds."""
MOST_TRIALS: Final = 400
REFERENCE: Final = 4000
"""The number of random hands to compare the final hands of draw games with."""
PER_DRAW: Final = 4
"""The number of extra hands that a draw is worth; fitted to typical winning hands of all draw games."""
TRIED: Final = 4
"""The number of new hands to try for each choice of discards; eight times as many for the last draw, where one is
quick. The best quarter of the choices is then tried on four times as many, until two are left."""
HOPES: Final = 4
"""The number of new hands to try for a later draw."""
SAYS: Final = {"call": 0.1, "bet": 0.4, "raise": 0.5}
"""The number of extra hands that an action suggests."""
BLUFFS: Final = 0.08
"""The frequency of bluffing with a hand that it would check."""

Cards = tuple[Card, ...]


class Odds:
    """A bot for any game: calls at the right price, bets more of the pot the better its share, and bluffs now
    and then."""

    def __init__(self, seed: int | str = 0) -> None:
        self.reasons: Reasons | None = None
        self._dice = Random(f"odds/{seed}")

    def act(self, view: View) -> Action:
        """Draw to the best hand, and bet by the share of the pot that it expects."""
        options = view.options
        if options.phase == "drawing":
            found = best_exchange(view, self._dice)
            best = f"drawing {len(found.discards)}" if found.discards else "standing pat"
            self.reasons = Reasons(f"{best} is best: it expects {_percent(found.share)} of the pot", found.share)
            return discard(found.discards)
        if options.phase != "betting":
            return options.passive
        opponents = sum(view.live) - 1
        share = likely_share(view, self._dice)
        price = options.call_amount / (view.pot + options.call_amount) if options.call_amount else 0.0
        text = f"expects {_percent(share)} of the pot against {count_of(opponents, 'opponent')}"
        self.reasons = Reasons(text, share, price if options.call_amount else None)
        return self._bet(view, share, price)

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator."""
        return {"dice": dice_memory(self._dice)}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore the state of its random generator."""
        recall_dice(self._dice, memory["dice"])

    def _bet(self, view: View, share: float, price: float) -> Action:
        options, opponents = view.options, sum(view.live) - 1
        edge = share * (opponents + 1)
        """Its expected share, as a multiple of a fair share."""
        if options.may_raise and (edge > 1.3 or (options.may_check and self._dice.random() < BLUFFS)):
            return raise_to(_size(view, edge))
        if options.may_check:
            return CHECK
        if options.bring_in:
            return options.passive
        if options.call_amount:
            return CALL if share > price + 0.03 else FOLD
        # It must open, or forfeit the chips that it has put in.
        cheapest = options.min_raise_to - view.bets[view.seat or 0]
        return raise_to(options.min_raise_to) if share > cheapest / (view.pot + 2 * cheapest) else FOLD


def _percent(share: float) -> str:
    """Return a share as a percentage. A share from random hands is never certain, so 0 and 1 are written as limits."""
    return "less than 0.1%" if share < 0.0005 else "more than 99.9%" if share >= 0.9995 else f"{share:.1%}"


def _size(view: View, edge: float) -> int:
    """Return the total of a bet: half the pot with a small edge, all of it with a large one, as close as is legal."""
    options = view.options
    part = 0.5 if edge < 1.6 else 0.75 if edge < 2 else 1.0
    target = options.bet + round(part * (view.pot + options.call_amount))
    return min(max(target, options.min_raise_to), options.max_raise_to)


def likely_share(view: View, dice: Random) -> float:
    """Return the share of the pot that a seat can expect without further betting, against hands that fit the
    betting."""
    game = view.rules.game
    if not sum(view.live) - 1:
        return 1.0
    if game.exchanges:
        left = sum(1 for street in game.streets[view.street + 1 :] if street.exchange)
        return _Draws(view, dice).value(view.hand, left)
    return _dealt_share(view, dice)


# --- games without draws ---------------------------------------------------------------------------------------------


def _dealt_share(view: View, dice: Random) -> float:
    """Estimate the share by dealing the unseen cards.

    `equity` deals each player one hand, so it cannot be used here: a player who bets is dealt several and keeps one.
    """
    game, seat = view.rules.game, view.seat
    assert seat is not None
    others = [other for other, live in enumerate(view.live) if live and other != seat]
    known = {other: view.open_cards(other) for other in others}
    common = max(0, len(view.board) - game.board_cards)  # a common card that replaces one of each player's own
    hidden = {other: game.hand_cards - common - len(known[other]) for other in others}
    tries = _hands_kept(view)
    pool = _unseen(view)
    own, board = game.hand_cards - common - len(view.hand), max(0, game.board_cards - len(view.board))
    need = own + board + sum(hidden.values())
    if need > len(pool):  # in a full game of stud the deck can run out: everybody gets one card less
        hidden = {other: min(count, (len(pool) - own - board) // len(others)) for other, count in hidden.items()}
        need = own + board + sum(hidden.values())
    most = min(len(pool), need + int(sum((tries[other] - 1) * hidden[other] for other in others)) + 1)
    trials = max(60, min(MOST_TRIALS, CARDS_DEALT // most))
    total = 0.0
    for _ in range(trials):
        cards = iter(dice.sample(pool, most))
        table = view.board + tuple(islice(cards, board))
        mine = _worth(game, view.hand + tuple(islice(cards, own)), table)
        rivals = {other: _worth(game, known[other] + tuple(islice(cards, hidden[other])), table) for other in others}
        for other in others:
            for _ in range(_rounded(tries[other] - 1, dice)):
                again = tuple(islice(cards, hidden[other]))
                if len(again) == hidden[other]:  # otherwise the deck has run out
                    rivals[other] = max(rivals[other], _worth(game, known[other] + again, table))
        total += _share(mine, [*rivals.values()])
    return total / trials


Worth = tuple[int, int]
"""The strength of a hand, high and low; -1 for no low."""


def _worth(game: Game, hand: Cards, board: Cards) -> Worth:
    low = game.low(hand, board) if game.splits else None
    return int(game.strength(hand, board) or 0), -1 if low is None else int(low)


def _share(mine: Worth, rivals: Sequence[Worth]) -> float:
    """Return the part of a pot that goes to the first of some hands."""
    high = _part(mine[0], [rival[0] for rival in rivals])
    lows = [rival[1] for rival in rivals]
    if mine[1] < 0 and max(lows) < 0:
        return high
    return (high + (_part(mine[1], lows) if mine[1] >= 0 else 0.0)) / 2


def _part(mine: int, rivals: Sequence[int]) -> float:
    best = max(rivals)
    return 1.0 if mine > best else 0.0 if mine < best else 1 / (1 + rivals.count(mine))


def _hands_kept(view: View) -> dict[int, float]:
    """Return, for each seat, the number of random hands of which it is assumed to hold the best: more for every bet and
    raise.

    Early bets say less about the final hand.
    """
    game = view.rules.game
    seen = (len(view.hand) + len(view.board)) / (game.hand_cards + game.board_cards)
    tries = dict.fromkeys(range(len(view.live)), 0.0)
    for event in view.history:
        if event.seat is not None:
            tries[event.seat] += SAYS.get(event.kind, 0.0)
    return {seat: 1 + seen * min(more, 2.0) for seat, more in tries.items()}


def _rounded(number: float, dice: Random) -> int:
    """Return a random whole number with this mean."""
    return int(number) + (dice.random() < number % 1)


def _unseen(view: View) -> list[Card]:
    seen = {*view.hand, *view.board, *(card for hand in view.hands for card in hand if card is not None)}
    seen |= {card for event in view.history if event.kind == "discard" for card in event.known}
    return [card for card in view.rules.game.deck if card not in seen]


# --- draw games ------------------------------------------------------------------------------------------------------


class Exchange(NamedTuple):
    """The cards to discard, and the share of the pot to expect afterwards."""

    discards: Cards
    """The cards to discard; empty to stand pat."""
    share: float
    """The share of the pot, from 0 to 1."""


def best_exchange(view: View, dice: Random) -> Exchange:
    """Return the discards with the largest share of the pot, found by trying random cards."""
    game = view.rules.game
    left = sum(1 for street in game.streets[view.street + 1 :] if street.exchange)  # this draw opens the next street
    return _Draws(view, dice).best(view.hand, view.options.max_draw, left - 1)


class _Draws:
    """The value of draws to a seat at one moment."""

    def __init__(self, view: View, dice: Random) -> None:
        self.game, self.dice, self.pool = view.rules.game, dice, _unseen(view)
        self.most = view.rules.max_draw
        self.ordered = _random_worths(self.game)
        self.power = sum(
            self._hands_of(view, seat) for seat, live in enumerate(view.live) if live and seat != view.seat
        )

    def _hands_of(self, view: View, seat: int) -> float:
        """Return the number of random hands of which a seat will hold the best: more if it stands pat, fewer if it
        draws many."""
        drawn = [len(event.cards) for event in view.history if event.kind == "discard" and event.seat == seat]
        seems = 1.0 if not drawn else 2.0 if not drawn[-1] else 1.0 if drawn[-1] == 1 else 0.6
        return (1 + PER_DRAW * self.game.draws) * seems * (0.75 + 0.25 * _hands_kept(view)[seat])

    def final(self, hand: Cards) -> float:
        """Return the share of the pot that a hand wins as it is."""
        worth = int(self.game.strength(hand, ()) or 0)
        below, upto = bisect_left(self.ordered, worth), bisect_right(self.ordered, worth)
        return float(((below + upto) / (2 * len(self.ordered))) ** self.power)

    def value(self, hand: Cards, left: int) -> float:
        """Return the share of the pot that a hand wins with `left` draws to come."""
        return self.best(hand, self.most, left - 1).share if left else self.final(hand)

    def best(self, hand: Cards, most: int, left: int) -> Exchange:
        """Return the best discards, with `left` draws after this one."""
        choices = [gone for count in range(most + 1) for gone in combinations(hand, count)]
        times = TRIED if left else 8 * TRIED
        while True:
            found = sorted(self._tried(hand, choices, left, times), key=lambda each: -each.share)
            if len(found) <= 2:
                return found[0]
            # The best of many estimates is usually overestimated, so the best choices are tried again.
            choices = [each.discards for each in found[: max(2, len(found) // 4)]]
            times *= 4

    def _tried(self, hand: Cards, choices: Sequence[Cards], left: int, times: int) -> list[Exchange]:
        """Try each choice of discards on the same new cards, so that luck does not decide between them."""
        kept = [tuple(card for card in hand if card not in gone) for gone in choices]
        shares = [0.0] * len(choices)
        for _ in range(times):
            new = self._new(hand, len(hand))
            for place, cards in enumerate(kept):
                shares[place] += self._later((*cards, *new[: len(hand) - len(cards)]), left)
        return [Exchange(gone, share / times) for gone, share in zip(choices, shares, strict=True)]

    def _later(self, hand: Cards, left: int) -> float:
        """Return the value of a hand before the later draws: pat, or with its worst cards replaced once more."""
        share = self.final(hand)
        if not left:
            return share
        kept = self._worst_last(hand)
        for count in range(1, min(2, self.most) + 1):
            hope = [self.final((*kept[:-count], *self._new(hand, count))) for _ in range(HOPES)]
            share = max(share, sum(hope) / len(hope))
        return share

    def _new(self, hand: Cards, count: int) -> list[Card]:
        """Return random new cards; some cards of the hand may have been among them."""
        drawn = self.dice.sample(self.pool, count + len(hand))
        return [card for card in drawn if card not in hand][:count]

    def _worst_last(self, hand: Cards) -> Cards:
        """Return the cards in the order in which to discard them, the best one last."""
        other = self._new(hand, 3)

        def without(card: Card) -> int:
            rest = tuple(each for each in hand if each != card)
            return max(int(self.game.strength((*rest, new), ()) or 0) for new in other)

        return tuple(sorted(hand, key=without))


@lru_cache(maxsize=32)
def _random_worths(game: Game) -> list[int]:
    """Return the strengths of random hands of a game, ascending; always the same."""
    dice, deck = Random("hands to beat"), list(game.deck)
    return sorted(int(game.strength(tuple(dice.sample(deck, game.hand_cards)), ()) or 0) for _ in range(REFERENCE))
