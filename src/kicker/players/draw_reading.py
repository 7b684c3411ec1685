"""Reading opponents at five-card draw: their likely hands, from their betting and the number of cards they drew.

A few thousand random hands are drawn to as a sensible player would; they are the same in every process. An opponent is
a weight for each of them: every action multiplies it by how likely a player with that hand would have acted that way.
Only public information is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kicker.cards import DECK, Card
from kicker.games import View
from kicker.hands import Category, evaluate

Vector = NDArray[np.float64]

SAMPLES: Final = 8000
DOUBT: Final = 0.3
"""The share of a hand's weight that no action removes, because not everyone plays this way."""
PAT_BLUFFS: Final = 0.35
"""The frequency with which a player who stands pat is bluffing; pat hands are rare."""
DEALT_PAT: Final = 0.012
"""The frequency with which a sensible player stands pat."""
_DRAW_PLACE = 0.62  # the rank of four to a straight or a flush among first hands


@dataclass(frozen=True, eq=False, slots=True)
class Samples:
    """Sample hands before and after the draw, ordered by their final strength."""

    start: Vector
    """The rank of the first five cards among all hands: 0 the worst, 1 the best."""
    drawn: NDArray[np.intp]
    """The number of cards drawn."""
    final: NDArray[np.intp]
    """The strength of the final five cards, ascending."""
    place: Vector
    """The rank of that strength among all hands: 0 the worst, 1 the best."""


def usual_discards(hand: tuple[Card, ...], max_draw: int) -> tuple[Card, ...]:
    """Return the cards that a sensible player discards, by rule of thumb."""
    strength = evaluate(hand)
    if strength.category >= Category.STRAIGHT:
        return ()
    counts = Counter(card.rank for card in hand)
    kept = [card for card in hand if counts[card.rank] > 1]
    if not kept:
        kept = four_to_a_hand(hand) or sorted(hand, key=lambda card: card.rank)[-2:]
    discarded = sorted((card for card in hand if card not in kept), key=lambda card: card.rank)
    return tuple(discarded[:max_draw])


def four_to_a_hand(hand: tuple[Card, ...]) -> list[Card]:
    """Return four cards to a flush or to an open-ended straight; empty if there are none."""
    for suit, count in Counter(card.suit for card in hand).items():
        if count == 4:
            return [card for card in hand if card.suit == suit]
    for low in range(2, 11):
        row = [card for card in hand if low <= card.rank < low + 4]
        if len({card.rank for card in row}) == 4 == len(row):
            return row
    return []


@cache
def samples(max_draw: int) -> Samples:
    """Return the sample hands."""
    dice = Random("draw")
    rows = []
    for _ in range(SAMPLES):
        cards = dice.sample(DECK, 5 + max_draw)
        hand = tuple(cards[:5])
        discarded = usual_discards(hand, max_draw)
        kept = [card for card in hand if card not in discarded]
        final = evaluate([*kept, *cards[5 : 5 + len(discarded)]])
        rows.append((int(evaluate(hand)), len(discarded), int(final), bool(four_to_a_hand(hand))))
    strengths, drawn, final_strengths, drawing = map(np.array, zip(*rows, strict=True))
    start = np.argsort(np.argsort(strengths)) / SAMPLES
    start = np.where(drawing & (start < _DRAW_PLACE), _DRAW_PLACE, start)
    order = np.argsort(final_strengths, kind="stable")
    return Samples(start[order], drawn[order], final_strengths[order], np.arange(SAMPLES) / SAMPLES)


class Habits:
    """An opponent's play so far: how much their raises mean, and how often they fold."""

    def __init__(
        self, raises: float = 3, decisions: float = 10, folds: float = 4, faced: float = 10,
        pats: float = 0.2, draws: float = 16,
    ) -> None:  # fmt: skip
        self.raises, self.decisions, self.folds, self.faced = raises, decisions, folds, faced
        self.pats, self.draws = pats, draws

    def note(self, kind: str, cards: int) -> None:
        """Count an action; for a discard, `cards` is the number of cards."""
        self.draws += kind == "discard"
        self.pats += kind == "discard" and not cards
        self.raises += kind in ("bet", "raise")
        self.decisions += kind in ("bet", "raise", "check", "call", "fold")
        self.folds += kind == "fold"
        self.faced += kind in ("fold", "call", "raise")

    @property
    def doubt(self) -> float:
        """The share of a hand's weight that survives a bet: nearly all of it for an opponent who always bets."""
        return min(max(DOUBT + 3 * (self.raises / self.decisions - 0.3), DOUBT), 0.98)

    @property
    def fold_rate(self) -> float:
        """The frequency with which they fold to a bet."""
        return self.folds / self.faced

    @property
    def pat_bluffs(self) -> float:
        """The frequency with which they have nothing when they stand pat: nearly 1 for an opponent who always stands
        pat."""
        return min(max(PAT_BLUFFS, 1 - DEALT_PAT * self.draws / self.pats), 0.99)

    def memory(self) -> list[float]:
        """Return the counts, for JSON."""
        return [self.raises, self.decisions, self.folds, self.faced, self.pats, self.draws]


def read_seat(view: View, seat: int, habits: Habits) -> Vector:
    """Return the probability that an opponent holds each of the sample hands, after its actions in this deal."""
    known = samples(view.rules.max_draw)
    weights = np.ones(SAMPLES)
    later = False
    for event in view.history:
        if event.kind == "discard":
            if event.seat == seat:
                weights *= _drew(known, len(event.cards), habits.pat_bluffs)
            later = True
        elif event.seat == seat and (likely := _likely(known, event.kind, later)) is not None:
            doubt = habits.doubt if event.kind in ("bet", "raise") else max(DOUBT, 1 - 1.5 * habits.fold_rate)
            weights *= doubt + (1 - doubt) * likely
    shares: Vector = weights / weights.sum()
    return shares


def _drew(known: Samples, count: int, pat_bluffs: float) -> Vector:
    same = known.drawn == count
    rest = 0.03
    if count == 0:  # enough weight for this number of them to be bluffs
        rest = pat_bluffs / (1 - pat_bluffs) * same.sum() / (~same).sum()
    return np.where(same, 1.0, rest)


def _likely(known: Samples, kind: str, later: bool) -> Vector | None:
    """Return how likely each hand is to be played this way; None if the action carries no information."""
    place = known.place if later else known.start
    if kind in ("bet", "raise"):
        bluffs = np.where(place < 0.12, 0.25, 0.0) if later else 0.0
        return np.maximum(_rising(place, 0.6, 0.8), bluffs)
    if kind == "call":
        slow_played: Vector = _rising(place, 0.3, 0.5) * (1 - 0.5 * _rising(place, 0.85, 0.95))
        return slow_played
    return 1 - 0.7 * _rising(place, 0.6, 0.8) if kind == "check" else None


def _rising(place: Vector, low: float, high: float) -> Vector:
    rising: Vector = np.clip((place - low) / (high - low), 0.0, 1.0)
    return rising


def share_against(view: View, finals: Iterable[int], opponents: dict[int, Habits], calling: bool = False) -> float:
    """Return how often these final strengths beat everybody; `calling` narrows each opponent to hands that call."""
    known = samples(view.rules.max_draw)
    mine = np.fromiter(finals, dtype=np.intp)
    low = np.searchsorted(known.final, mine, side="left")
    high = np.searchsorted(known.final, mine, side="right")
    share = np.ones(len(mine))
    for seat, habits in opponents.items():
        below = np.concatenate([[0.0], np.cumsum(read_seat(view, seat, habits))])
        if calling:
            folds = min(0.9 * habits.fold_rate, 0.8)
            below = np.maximum(below - folds, 0.0) / (1 - folds)
        share *= (below[low] + below[high]) / 2
    return float(share.mean())
