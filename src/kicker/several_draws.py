"""Draw games with more than one draw to come: the strategy for all draws, found backwards from the last.

After the last draw a hand is worth its share against the opponent. Before a draw it is worth its best discard: the
average over all cards that can replace the discarded ones. The tables take into account the hand and the cards that the
opponent keeps, but not earlier discards. The shares that `best_draw` reports come from random deals played by this
strategy, in which every discard stays out of play.

`equity` lets all players draw by the strategy against an unknown hand that stands pat (`play_all`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from kicker import stopping
from kicker._kernels import redraws as _kernel
from kicker.cards import Card

if TYPE_CHECKING:
    from numpy import float64, uint8
    from numpy.typing import NDArray

    Rows = NDArray[uint8]
    Table = NDArray[float64]

_BLOCK: Final = 50_000


class Plan(NamedTuple):
    """The strategy for the draws after the first."""

    order: int
    """The index of the order of hands."""
    deck: tuple[Card, ...]
    """All cards but those that the opponent is known to keep."""
    against: tuple[Card, ...]
    """The cards that the opponent keeps."""
    most: int
    """The most cards to discard in a draw."""
    sums: Table
    """For the last draw, then for those before it: the sum of the values of all hands that hold a set of cards."""


@lru_cache(maxsize=2)
def plan_draws(order: int, deck: tuple[Card, ...], size: int, against: tuple[Card, ...], most: int, draws: int) -> Plan:
    """Return the strategy for a number of draws."""
    import numpy as np

    rest = tuple(card for card in deck if card not in against)
    cards = len(rest)
    sums = np.zeros((draws, sum(comb(cards, held) for held in range(size + 1))))
    values = final_shares(order, rest, size, against)
    for left in range(draws):
        stopping.check()
        _kernel.sum_over_draws(cards, size, values, sums[left])
        if left + 1 < draws:
            stopping.check()
            _kernel.best_values(cards, size, most, sums[left], values)
    return Plan(order, rest, against, most, sums)


def final_shares(order: int, deck: tuple[Card, ...], size: int, against: tuple[Card, ...]) -> Table:
    """Return the share of each hand of the deck against an opponent who keeps some cards and draws the rest once.

    Hands are in the order of `places_of`.
    """
    import numpy as np

    cards, drawn = len(deck), size - len(against)
    strengths = np.zeros(comb(cards, size), dtype=np.uint16)
    _kernel.rank_hands(order, bytes(deck), b"", strengths)
    stopping.check()
    if not drawn:
        rival = rank_of(order, against)
        return (strengths > rival) / 2 + (strengths >= rival) / 2
    rivals = np.zeros(comb(cards, drawn), dtype=np.uint16)
    _kernel.rank_hands(order, bytes(deck), bytes(against), rivals)
    ours, theirs = np.argsort(strengths, kind="stable"), np.argsort(rivals, kind="stable")
    stopping.check()
    counts = np.zeros(sum(comb(cards, held) for held in range(drawn + 1)), dtype=np.int64)
    found, shares = np.zeros(len(strengths)), np.zeros(len(strengths))
    _kernel.compare_all(
        cards, size, drawn,
        places_of(cards, size)[ours], strengths[ours], places_of(cards, drawn)[theirs], rivals[theirs],
        counts, found,
    )  # fmt: skip
    shares[ours] = found
    return shares


def rank_of(order: int, hand: tuple[Card, ...]) -> int:
    """Return the strength of a hand."""
    import numpy as np

    strength = np.zeros(1, dtype=np.uint16)
    _kernel.rank_hands(order, bytes(hand[:1]), bytes(hand[1:]), strength)
    return int(strength[0])


def places_of(cards: int, size: int) -> Rows:
    """Return all sets of this many places in a deck, ordered by the highest place, then by the next."""
    import numpy as np

    rows = np.arange(cards, dtype=np.uint8)[:, None]
    for _ in range(size - 1):
        # The sets whose highest place is `top` are those below it with one place fewer, which are numbered first.
        held = rows.shape[1]
        rows = np.concatenate(
            [
                np.column_stack((rows[: comb(top, held)], np.full(comb(top, held), top, dtype=np.uint8)))
                for top in range(held, cards)
            ]
        )
    return np.ascontiguousarray(rows)


def play_plan(
    plan: Plan, kept: tuple[Card, ...], discarded: tuple[Card, ...], draws: int, seed: int, deals: int
) -> tuple[int, int]:
    """Play random deals after a first discard, with `draws` draws in all; return the numbers of wins and ties."""
    wins = ties = 0
    hand, gone = (bytes(sorted(plan.deck.index(card) for card in cards)) for cards in (kept, discarded))
    for block, start in enumerate(range(0, deals, _BLOCK)):
        stopping.check()
        won, tied = _kernel.play_draws(
            plan.order, bytes(plan.deck), hand, gone, bytes(plan.against), plan.most, draws - 1,
            plan.sums, seed % 2**64, block, min(_BLOCK, deals - start),
        )  # fmt: skip
        wins, ties = wins + won, ties + tied
    return wins, ties


def play_all(
    plan: Plan, kept: Sequence[Sequence[int]], gone: Sequence[int], draws: int, seed: int, block: int, deals: int,
    figures: array[int],
) -> None:  # fmt: skip
    """Add random deals to the figures of the players, with `draws` draws in all: in the first one each player keeps
    certain cards, and everybody plays the later ones by the plan.

    When the deck runs out, all cards that nobody holds are shuffled and dealt on.
    """
    place = {int(card): place for place, card in enumerate(plan.deck)}
    hands, out = ([bytes(sorted(place[card] for card in cards)) for cards in rows] for rows in (kept, [gone]))
    _kernel.play_all(
        plan.order, bytes(plan.deck), hands, out[0], plan.most, draws - 1, plan.sums, seed % 2**64, block, deals,
        figures,
    )  # fmt: skip
