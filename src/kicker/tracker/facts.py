"""One player's decisions in one hand, as chances that were taken or not: the raw material of all statistics.

Each statistic is a pair of facts, a chance and whether it was taken, so that shares can be added up over any hands.
`STATISTICS` says what each means; the definitions are those that players use, with the borderline cases written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kicker.games import State
from kicker.match.luck import expected_winnings
from kicker.positions import position_names
from kicker.records import Replay

STEAL_SEATS: Final = ("CO", "BTN", "SB")
_STREETS: Final = ("preflop", "flop", "turn", "river")


class Statistic(NamedTuple):
    """A statistic: the share of chances that were taken."""

    name: str
    """Its name in filters, columns and JSON."""
    title: str
    """Its usual name."""
    meaning: str
    """The definition: when there is a chance, and when it counts as taken."""


STATISTICS: Final = (
    Statistic(
        "vpip",
        "VPIP",
        "calls, bets or raises before the flop; a walk is not a chance",
    ),
    Statistic("pfr", "PFR", "raises before the flop; the same chances as VPIP"),
    Statistic("threebet", "3-bet", "re-raises when there was exactly one raise before the flop"),
    Statistic("fold_to_threebet", "Fold to 3-bet", "opened with a raise and folds to a re-raise"),
    Statistic("steal", "Steal", "raises first in from cutoff, button or small blind"),
    Statistic("cbet_flop", "C-bet flop", "raised last before the flop and bets if nobody has bet"),
    Statistic("cbet_turn", "C-bet turn", "c-bet the flop and bets if nobody has bet"),
    Statistic("cbet_river", "C-bet river", "c-bet the turn and bets if nobody has bet"),
    Statistic("fold_to_cbet_flop", "Fold to c-bet flop", "folds to a c-bet on the flop that nobody has raised"),
    Statistic("fold_to_cbet_turn", "Fold to c-bet turn", "folds to a c-bet on the turn that nobody has raised"),
    Statistic("fold_to_cbet_river", "Fold to c-bet river", "folds to a c-bet on the river that nobody has raised"),
    Statistic("wtsd", "WTSD", "saw the flop and reached the showdown"),
    Statistic("wsd", "W$SD", "reached the showdown and won part of the pot"),
    Statistic("aggression", "Aggression", "bets and raises after the flop, among bets, raises and calls"),
)
"""All statistics, in the order of the tables."""
_PLACE: Final = {statistic.name: 2 * place for place, statistic in enumerate(STATISTICS)}
_NOTHING: Final = [0] * (2 * len(STATISTICS))
VPIP, PFR, THREEBET, FOLD_TO_THREEBET, STEAL, WTSD, WSD, AGGRESSION = (
    _PLACE[name] for name in ("vpip", "pfr", "threebet", "fold_to_threebet", "steal", "wtsd", "wsd", "aggression")
)
_CBET: Final = [0, *(_PLACE[f"cbet_{street}"] for street in _STREETS[1:])]
_FOLD_TO_CBET: Final = [0, *(_PLACE[f"fold_to_cbet_{street}"] for street in _STREETS[1:])]
_make = tuple.__new__
_BETS: Final = frozenset(["fold", "check", "call", "bet", "raise"])


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
    """The starting stack; 0 if the file does not say."""
    net: int
    """The amount won or lost, after rake."""
    expected: int
    """The amount won or lost if pots that were run out all in are paid by equity."""
    cards: str = ""
    """The cards, if the file shows them."""
    counts: list[int] = field(default_factory=_NOTHING.copy)
    """The chances of each statistic, and how many were taken."""

    def chance(self, place: int, taken: bool) -> None:
        """Count a chance of the statistic with its counts at a place."""
        self.counts[place] += 1
        self.counts[place + 1] += taken

    def share(self, name: str) -> tuple[int, int]:
        """Return how often the chance of a statistic was taken, and how often it came up."""
        place = _PLACE[name]
        return self.counts[place + 1], self.counts[place]


class Bet(NamedTuple):
    """The parts of a decision that statistics need."""

    seat: int
    """The seat."""
    kind: str
    """`fold`, `check`, `call`, `bet` or `raise`."""
    raises: int
    """Bets and raises on the street before it; a blind is not counted."""


def bets_by_street(state: State) -> list[list[Bet]]:
    """Return every betting decision of a deal, street by street."""
    streets: list[list[Bet]] = [[]]
    raises, new = 0, False
    for event in state.history:
        kind = event.kind
        if kind in _BETS:
            if new:
                streets.append([])
                raises, new = 0, False
            assert event.seat is not None
            streets[-1].append(_make(Bet, (event.seat, kind, raises)))
            if kind == "bet" or kind == "raise":
                raises += 1
        elif kind == "board":
            if new:  # a street on which nobody could act
                streets.append([])
            new = not event.run
        elif kind == "discard" or (kind == "dealt" and event.street):
            new = new or bool(streets[-1])
    return streets


def facts_of(replay: Replay, net: Sequence[int], paid: int | None = None) -> list[PlayerFacts]:
    """Return the facts of every player. `net` is what each seat won or lost after rake; `paid` is what the pots paid
    out."""
    state, record = replay.final, replay.record
    expected = expected_results(replay, net, paid)
    names = _positions(state)
    facts: dict[int, PlayerFacts] = {}
    for place, seat in enumerate(state.setup.order):
        hand, stack = state.hands[seat], record.stacks[seat]
        cards = " ".join(map(str, hand)) if record.knows(hand, seat) else ""
        stack = stack if record.knows_stack(stack) else 0
        facts[seat] = PlayerFacts(seat, record.names[seat], names[place], stack, net[seat], expected[seat], cards)
    streets = bets_by_street(state)
    _preflop(facts, streets[0], steals=not state.rules.game.brings_in)
    raisers = [bet.seat for bet in streets[0] if bet.kind == "raise" or bet.kind == "bet"]
    if raisers and state.rules.game.board_cards:
        _continuation(facts, streets, raisers[-1])
    for street in streets[1:]:
        for bet in street:
            if bet.kind in ("bet", "raise", "call"):
                facts[bet.seat].chance(AGGRESSION, bet.kind != "call")
    _showdown(state, facts, {bet.seat for bet in streets[0] if bet.kind == "fold"})
    return list(facts.values())


def _positions(state: State) -> tuple[str, ...]:
    """The names of the seats in order; empty in stud, where the cards decide who acts first. With a dead small blind
    the first seat is the big blind."""
    rules, count = state.rules, len(state.setup.order)
    if rules.game.brings_in:
        return ("",) * count
    if not any(rules.blinds):
        return position_names(count, blinds=False)
    if count > 2 and rules.blinds and rules.blinds[0] and not any(rules.blinds[1:]) and not rules.button_blind:
        return position_names(count + 1)[1:]
    return position_names(count)


def expected_results(replay: Replay, net: Sequence[int], paid: int | None) -> list[int]:
    """Return what each seat would have won or lost if pots that were run out all in had been paid by equity."""
    state = replay.final
    winnings = expected_winnings(state, replay.record.unknown) if sum(state.live) > 1 else None
    if winnings is None:
        return list(net)
    won = [0] * len(net)
    for event in state.history:
        if event.kind == "won" and event.seat is not None:
            won[event.seat] += event.amount
    total = sum(won)
    left = paid / total if paid is not None and total else 1.0
    return [round(mine + left * (mean - got)) for mine, mean, got in zip(net, winnings, won, strict=True)]


def _preflop(facts: dict[int, PlayerFacts], bets: Sequence[Bet], *, steals: bool) -> None:
    """Count everything before the flop; `steals` is false where there is no button to steal from."""
    entered: dict[int, bool] = {}
    raised: dict[int, bool] = {}
    asked: set[int] = set()
    opener: int | None = None
    anybody = False
    for seat, kind, raises in bets:
        aggressive = kind == "raise" or kind == "bet"
        enters = aggressive or kind == "call"
        entered[seat] = entered.get(seat, False) or enters
        raised[seat] = raised.get(seat, False) or aggressive
        fact = facts[seat]
        if raises == 0:
            if steals and not anybody and fact.position in STEAL_SEATS:
                fact.chance(STEAL, aggressive)
            if aggressive:
                opener = seat
        elif raises == 1:
            if seat != opener and seat not in asked:
                asked.add(seat)
                fact.chance(THREEBET, aggressive)
        elif raises == 2 and seat == opener:
            fact.chance(FOLD_TO_THREEBET, kind == "fold")
        anybody = anybody or enters
    for seat, enters in entered.items():
        facts[seat].chance(VPIP, enters)
        facts[seat].chance(PFR, raised[seat])


def _continuation(facts: dict[int, PlayerFacts], streets: Sequence[Sequence[Bet]], raiser: int) -> None:
    """Count continuation bets of the last preflop raiser, street by street, and folds to them."""
    for number in range(1, min(len(streets), len(_STREETS))):
        bettor: int | None = None
        for seat, kind, raises in streets[number]:
            if raises == 0 and seat == raiser:
                facts[seat].chance(_CBET[number], kind == "bet")
            elif raises == 1 and bettor == raiser and seat != raiser:
                facts[seat].chance(_FOLD_TO_CBET[number], kind == "fold")
            if kind == "bet":
                bettor = seat
        if bettor != raiser:
            return


def _showdown(state: State, facts: dict[int, PlayerFacts], folded: set[int]) -> None:
    """Count who saw the flop, who went to the showdown, and who won there."""
    showdown = sum(state.live) > 1
    won = {event.seat for event in state.history if event.kind == "won" and event.amount} if showdown else set()
    for seat, fact in facts.items():
        if state.board and seat not in folded:
            fact.chance(WTSD, showdown and state.live[seat])
        if showdown and state.live[seat]:
            fact.chance(WSD, seat in won)
