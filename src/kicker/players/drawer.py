"""A bot for five-card draw: discards by exact odds, reads how many cards others drew, and bluffs now and then."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from kicker.cards import DECK, Card, count_of
from kicker.discards import best_discard
from kicker.games import CALL, CHECK, FOLD, STAND_PAT, Action, View, discard, raise_to
from kicker.hands import evaluate
from kicker.players import Reasons
from kicker.players.dice import dice_memory, recall_dice
from kicker.players.draw_reading import Habits, share_against

DRAWS: Final = 150
"""The number of possible draws to sample."""
PAT_BLUFF: Final = 0.03
"""The frequency of standing pat with a weak hand against one or two opponents, and betting it later; pat hands are
rare."""
WEAK: Final = 0.6
"""The chance against a random hand below which a hand is weak."""
LATE_BLUFF: Final = 0.25
"""The frequency of betting a missed draw when checked to."""
BLUFF_SIZE: Final = 0.7
"""The size of a bluff, in pots."""
VALUE: Final = 0.5
"""The chance of winning against hands that call above which it bets for value."""
OPENS: Final = 0.46
"""The chance above which it bets before the draw against one opponent; the antes alone are worth it."""
VALUE_RAISE: Final = 0.58
"""The chance above which it raises a bet."""
FOLDS_OFTEN: Final = 0.6
"""The frequency of folding above which it bluffs an opponent whenever there is no bet."""
SELDOM_FOLDS: Final = 0.2
"""The frequency of folding below which it bets the full pot."""


class Drawer:
    """A bot that compares its hand after the draw with the hands that opponents seem to have."""

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Random(f"drawer/{seed}")
        self.reasons: Reasons | None = None
        self._habits: dict[int, Habits] = {}
        self._bluffs: tuple[Card, ...] = ()  # the hand that it has stood pat with as a bluff
        self._expected: tuple[tuple[Card, ...], int, float, tuple[Card, ...], tuple[int, ...]] | None = None

    def act(self, view: View) -> Action:
        """Discard by exact odds, or stand pat as a bluff; bet hands that are ahead of the hands that call."""
        options = view.options
        if options.phase == "drawing":
            return self._draw(view)
        if options.phase != "betting" or view.seat is None:
            return options.passive
        others = {seat: self._habits_of(view, seat) for seat in view.order if view.live[seat] and seat != view.seat}
        drew = any(event.kind == "discard" and event.seat == view.seat for event in view.history)
        finals = (int(evaluate(view.hand)),) if drew else self._before_draw(view.hand, view.rules.max_draw)[2]
        chance = share_against(view, finals, others)
        price = options.call_amount / (view.pot + options.call_amount)
        self.reasons = Reasons(
            f"expects to win {chance:.1%} against {count_of(len(others), 'opponent')}",
            chance,
            price if options.call_amount else None,
        )
        if options.may_raise and self._bets(view, chance, finals, others, drew):
            return raise_to(_fitted(view, self._size(chance, others)))
        if options.may_raise and not options.call_amount and self._bluff(view, chance, others, drew):
            self.reasons = Reasons("bets as a bluff: better hands may fold", chance)
            return raise_to(_fitted(view, BLUFF_SIZE))
        return self._stay(view, chance, price)

    # --- the draw ---

    def _draw(self, view: View) -> Action:
        share, discarded, _ = self._before_draw(view.hand, view.options.max_draw)
        if discarded and share < WEAK and sum(view.live) <= 3 and self._random.random() < PAT_BLUFF:
            self._bluffs = view.hand
            self.reasons = Reasons("stands pat as a bluff: the hand is weak, and nobody can know", share)
            return STAND_PAT
        words = f"discarding {len(discarded)} wins most" if discarded else "standing pat wins most"
        self.reasons = Reasons(f"{words}: {share:.1%} against any hand", share)
        return discard(discarded)

    def _before_draw(self, hand: tuple[Card, ...], max_draw: int) -> tuple[float, tuple[Card, ...], tuple[int, ...]]:
        """Return the best discard: its share of the pot, the cards, and the strengths that may result."""
        if self._expected is None or self._expected[:2] != (hand, max_draw):
            best = best_discard(hand, max_draw)[0]
            dice = Random(f"{hand}")
            rest = [card for card in DECK if card not in hand]
            count = len(best.discards)
            finals = [int(evaluate([*best.kept, *dice.sample(rest, count)])) for _ in range(DRAWS if count else 1)]
            self._expected = (hand, max_draw, best.share, best.discards, tuple(finals))
        return self._expected[2:]

    # --- betting ---

    @staticmethod
    def _bets(view: View, chance: float, finals: tuple[int, ...], others: dict[int, Habits], drew: bool) -> bool:
        """Return True if a bet or raise is for value."""
        if view.options.call_amount:
            return chance > VALUE_RAISE
        if not drew:
            return chance > max(OPENS - 0.05 * (len(others) - 1), 0.3)
        return share_against(view, finals, others, calling=True) > VALUE

    def _bluff(self, view: View, chance: float, others: dict[int, Habits], drew: bool) -> bool:
        """Return True if it bets a hand that wins next to nothing when called."""
        if all(habits.fold_rate > FOLDS_OFTEN for habits in others.values()):
            return True
        if not drew:
            return False
        if self._bluffs and self._bluffs == view.hand:
            return True
        return chance < 0.2 and len(others) == 1 and self._random.random() < LATE_BLUFF

    @staticmethod
    def _stay(view: View, chance: float, price: float) -> Action:
        """Check, call for the right price, or fold."""
        options = view.options
        if options.may_check:
            return CHECK
        if options.call_amount:
            return CALL if chance > price else FOLD
        # It must open, or forfeit the chips that it has put in: the cheapest opening risks one bet for the whole pot.
        assert view.seat is not None
        cheapest = options.min_raise_to - view.bets[view.seat]
        return raise_to(options.min_raise_to) if chance > cheapest / (view.pot + 2 * cheapest) else FOLD

    @staticmethod
    def _size(chance: float, others: dict[int, Habits]) -> float:
        """Return the size as a share of the pot: half with an even chance, all of it with a sure win or against an
        opponent who always calls."""
        if all(habits.fold_rate < SELDOM_FOLDS for habits in others.values()):
            return 1.0
        return 0.5 + min(max(chance - 0.5, 0.0), 0.5)

    # --- memory ---

    def _habits_of(self, view: View, seat: int) -> Habits:
        """Return the read on a seat; heads-up the opponent is the same in either seat."""
        return self._habits.setdefault(seat if len(view.order) > 2 else -1, Habits())

    def learn(self, view: View) -> None:
        """Count how everybody acted."""
        for event in view.history:
            if event.seat is not None and event.seat != view.seat:
                self._habits_of(view, event.seat).note(event.kind, len(event.cards))

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator, and its reads on opponents."""
        habits = {str(seat): found.memory() for seat, found in self._habits.items()}
        return {"dice": dice_memory(self._random), "habits": habits}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore its memory; saves of earlier versions have none."""
        if "dice" in memory:
            recall_dice(self._random, memory["dice"])
        self._habits = {int(seat): Habits(*map(float, found)) for seat, found in memory.get("habits", {}).items()}


def _fitted(view: View, part: float) -> int:
    """Return the total of a raise by a share of the pot, as close as the rules allow."""
    options = view.options
    by = part * (view.pot + options.call_amount)
    return min(max(max(view.bets) + round(by), options.min_raise_to), options.max_raise_to)
