"""A bot for five-card draw: discards by exact odds and bets by the final hand that it expects."""

from __future__ import annotations

from kicker.cards import Card
from kicker.discards import best_discard, draw_odds
from kicker.games import CALL, CHECK, FOLD, Action, View, discard, raise_to
from kicker.players import Reasons


class Drawer:
    """Knows what its hand wins against any hand that an opponent may hold, before and after the draw."""

    def __init__(self, seed: int | str = 0) -> None:
        self.reasons: Reasons | None = None
        self._expected: tuple[tuple[Card, ...], int, float, tuple[Card, ...]] | None = None

    def act(self, view: View) -> Action:
        """Throw what the exact odds say; bet the more the surer, call for the right price."""
        options = view.options
        if options.phase == "drawing":
            share, thrown = self._before_draw(view.hand, options.max_draw)
            self.reasons = Reasons(f"throwing {len(thrown)} wins most: {share:.1%}", share)
            return discard(thrown)
        if options.phase != "betting" or view.seat is None:
            return options.passive
        drawn = any(event.kind == "discard" and event.seat == view.seat for event in view.history)
        share = final_share(view.hand) if drawn else self._before_draw(view.hand, view.rules.max_draw)[0]
        opponents = sum(view.live) - 1
        chance = share**opponents
        price = options.call_amount / (view.pot + options.call_amount)
        self.reasons = Reasons(
            f"expects to win {chance:.1%} against {opponents}", chance, price if options.call_amount else None
        )
        if options.may_raise and chance > 0.5:
            return raise_to(self._size(view, chance))
        if options.may_check:
            return CHECK
        if options.call_amount:
            # Who bets holds more than any hand: ask for a little better than the price.
            return CALL if chance > price + 0.05 * (1 - price) else FOLD
        # It must open or give up what it paid: opening as cheaply as possible risks one bet for the whole pot.
        cheapest = options.min_raise_to - view.bets[view.seat]
        return raise_to(options.min_raise_to) if chance > cheapest / (view.pot + 2 * cheapest) else FOLD

    def _before_draw(self, hand: tuple[Card, ...], max_draw: int) -> tuple[float, tuple[Card, ...]]:
        if self._expected is None or self._expected[:2] != (hand, max_draw):
            best = best_discard(hand, max_draw)[0]
            self._expected = (hand, max_draw, best.share, best.discards)
        return self._expected[2], self._expected[3]

    @staticmethod
    def _size(view: View, chance: float) -> int:
        """A total to raise to that grows from the minimum at an even chance by up to the pot at a sure win."""
        options = view.options
        sure = (2 * chance - 1) ** 2
        return min(options.max_raise_to, options.min_raise_to + round(sure * (view.pot + options.call_amount)))


def final_share(hand: tuple[Card, ...]) -> float:
    """The share of all hands that the other 47 cards can make that this hand beats, ties counted half."""
    return draw_odds(hand, ()).share
