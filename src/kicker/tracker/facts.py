"""What one player did in one hand, as yes and no: the raw material of all statistics.

Each statistic is a pair of facts, a chance and whether it was taken, so that shares can be added up over any hands.
`STATISTICS` says what each means; the definitions are those that players use, with the borderline cases written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kicker.positions import position_names
from kicker.records import Replay
from kicker.tracker.decisions import Decision, decisions_of

STEAL_SEATS: Final = ("CO", "BTN", "SB")
_STREETS: Final = ("preflop", "flop", "turn", "river")


class Statistic(NamedTuple):
    """A share that is counted."""

    name: str
    """Its name in filters, columns and JSON."""
    title: str
    """What players call it."""
    meaning: str
    """When there is a chance, and when it counts as taken."""


STATISTICS: Final = (
    Statistic(
        "vpip",
        "VPIP",
        "calls, bets or raises before the flop; a walk in the big blind is not a chance",
    ),
    Statistic("pfr", "PFR", "raises before the flop; the same chances as VPIP"),
    Statistic("threebet", "3-bet", "raises again when there was exactly one raise before the flop"),
    Statistic("fold_to_threebet", "Fold to 3-bet", "opened with a raise, was raised again, and folds"),
    Statistic("steal", "Steal", "raises from the cutoff, the button or the small blind when everybody before folded"),
    Statistic("cbet_flop", "C-bet flop", "raised last before the flop, nobody has bet on the flop, and bets"),
    Statistic("cbet_turn", "C-bet turn", "bet the flop as a c-bet, nobody has bet on the turn, and bets"),
    Statistic("cbet_river", "C-bet river", "bet the turn as a c-bet, nobody has bet on the river, and bets"),
    Statistic("fold_to_cbet_flop", "Fold to c-bet flop", "faces a c-bet on the flop that nobody has raised, and folds"),
    Statistic("fold_to_cbet_turn", "Fold to c-bet turn", "faces a c-bet on the turn that nobody has raised, and folds"),
    Statistic(
        "fold_to_cbet_river", "Fold to c-bet river", "faces a c-bet on the river that nobody has raised, and folds"
    ),
    Statistic("wtsd", "WTSD", "saw the flop and reached the showdown"),
    Statistic("wsd", "W$SD", "reached the showdown and won part of the pot"),
    Statistic("aggression", "Aggression", "bets and raises after the flop, as a share of bets, raises and calls"),
)
"""All of them, in the order in which tables show them."""
_NAMES: Final = tuple(statistic.name for statistic in STATISTICS)


@dataclass(slots=True)
class PlayerFacts:
    """One player in one hand."""

    seat: int
    """The seat, counted from the left of the button."""
    name: str
    """The player."""
    position: str
    """`BTN`, `CO`, `SB` and so on."""
    stack: int
    """The chips at the beginning."""
    net: int
    """What the player won or lost, after rake."""
    cards: str = ""
    """The cards, where the file shows them."""
    chances: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_NAMES, 0))
    """How often there was a chance, by statistic."""
    taken: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_NAMES, 0))
    """How often it was taken."""

    def chance(self, name: str, taken: bool) -> None:
        """Count a chance."""
        self.chances[name] += 1
        self.taken[name] += taken


def facts_of(replay: Replay, net: Sequence[int]) -> list[PlayerFacts]:
    """What every player did. `net` is what each seat won or lost, after rake."""
    decisions = list(decisions_of(replay))
    state, record = replay.final, replay.record
    facts = []
    positions = {decision.seat: decision.position for decision in decisions}
    names = position_names(len(state.setup.order))
    for place, seat in enumerate(state.setup.order):
        hand = state.hands[seat]
        cards = " ".join(map(str, hand)) if record.knows(hand) else ""
        position = positions.get(seat, names[place])
        facts.append(PlayerFacts(seat, record.names[seat], position, record.stacks[seat], net[seat], cards))
    _Counter({each.seat: each for each in facts}, decisions).count()
    _count_showdown(replay, {each.seat: each for each in facts})
    return facts


class _Counter:
    """Goes through the decisions of a hand and counts."""

    def __init__(self, facts: dict[int, PlayerFacts], decisions: Sequence[Decision]) -> None:
        self.facts, self.decisions = facts, decisions

    def count(self) -> None:
        """Count everything that follows from the betting."""
        before = [each for each in self.decisions if each.street == 0 and each.action != "discard"]
        self.preflop(before)
        raisers = [each.seat for each in before if each.action == "raise" or each.action == "bet"]
        self.continuation(raisers[-1] if raisers else None)
        for each in self.decisions:
            if each.street > 0 and each.action in ("bet", "raise", "call"):
                self.facts[each.seat].chance("aggression", each.action != "call")

    def preflop(self, decisions: Sequence[Decision]) -> None:
        """Everything before the flop."""
        acted = {each.seat for each in decisions}
        for seat in acted:
            mine = [each.action for each in decisions if each.seat == seat]
            entered = any(action in ("call", "bet", "raise") for action in mine)
            self.facts[seat].chance("vpip", entered)
            self.facts[seat].chance("pfr", any(action in ("bet", "raise") for action in mine))
        opener: int | None = None
        entered_before = False
        asked: set[int] = set()
        for each in decisions:
            raised = each.action in ("bet", "raise")
            fact = self.facts[each.seat]
            if each.raises == 0 and not entered_before and each.position in STEAL_SEATS:
                fact.chance("steal", raised)
            if each.raises == 1 and each.seat != opener and each.seat not in asked:
                asked.add(each.seat)
                fact.chance("threebet", raised)
            if each.raises == 2 and each.seat == opener:
                fact.chance("fold_to_threebet", each.action == "fold")
            if raised and each.raises == 0:
                opener = each.seat
            entered_before |= each.action in ("call", "bet", "raise")

    def continuation(self, raiser: int | None) -> None:
        """Bets of whoever raised last before the flop, street by street, and who folds to them."""
        for number in range(1, len(_STREETS)):
            if raiser is None:
                return
            street = _STREETS[number]
            bet_by: int | None = None
            for each in (one for one in self.decisions if one.street == number):
                if each.raises == 0 and each.seat == raiser:
                    self.facts[raiser].chance(f"cbet_{street}", each.action == "bet")
                if each.raises == 1 and bet_by == raiser and each.seat != raiser:
                    self.facts[each.seat].chance(f"fold_to_cbet_{street}", each.action == "fold")
                if each.action == "bet":
                    bet_by = each.seat
            raiser = raiser if bet_by == raiser else None


def _count_showdown(replay: Replay, facts: dict[int, PlayerFacts]) -> None:
    """Who saw the flop, who went to the showdown, and who won there."""
    state = replay.final
    folded_before = {each.seat for each in decisions_of(replay) if each.street == 0 and each.action == "fold"}
    showdown = sum(state.live) > 1
    won = {event.seat for event in state.history if event.kind == "won" and event.amount}
    for seat, fact in facts.items():
        if state.board and seat not in folded_before:
            fact.chance("wtsd", showdown and state.live[seat])
        if showdown and state.live[seat]:
            fact.chance("wsd", seat in won)
