"""The answers to questions of the equity explorer, found in a separate process (`worker.py`).

A question is `{"game", "players", "board", "dead", "exact", "show"}`. The first news is always who wins how often; the
view that is shown comes after it. `copies.py` gives the same question as a command and as Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import comb
from random import Random
from typing import Any, Final

from kicker.by_hand import EquityByHand, HandEquity, equity_by_card, equity_by_hand
from kicker.cards import SHORT, Card, parse_cards
from kicker.combos import class_of
from kicker.games.catalogue import find_game
from kicker.games.game import Game
from kicker.hand_ranges import read_hands
from kicker.kinds import blockers, count_kinds
from kicker.odds import Equity, equity
from kicker.shares import read_seat
from kicker.ui.web.study.copies import copies

ERROR: Final = 1e-4
"""The standard error at which random deals stop."""
SECONDS: Final = 8.0
"""The seconds after which random deals stop in any case."""
PER_RANGE: Final = ("kinds", "blockers")
"""The views of one range at a time, for which cards that others certainly hold are dead."""
MOMENT: Final = 0.5
"""Seconds of random deals before the open view is computed."""
EXAMPLES: Final = 12
"""The number of hands in a preview of a range."""
_PAUSE: Final = 0.1  # seconds between two reports
_POINTS: Final = 240  # of a curve

Tell = Callable[[Mapping[str, Any]], None]


class _TooLong(Exception):  # noqa: N818 (a way out of a count)
    pass


class ExplorerSpot:
    """A question, read."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        self.game: Game = find_game(question["game"])
        self.players: list[str] = list(question["players"])
        self.board: list[Card] = parse_cards(question["board"])
        self.dead: list[Card] = parse_cards(question["dead"])
        self.exact: bool = question["exact"]
        self.show: str = question["show"]

    @property
    def cards(self) -> dict[str, Any]:
        """The arguments that all functions share."""
        return {"board": self.board, "dead": self.dead, "game": self.game}


def explore(question: Mapping[str, Any], tell: Tell) -> None:
    """Answer a question step by step: a first equity, the open view, then more digits."""
    spot = ExplorerSpot(question)
    found = first_equity(spot, tell)
    tell({"copies": texts_of(spot, found.exact)})
    VIEWS[spot.show](spot, tell)
    if not found.exact:
        found = sampled(spot, tell, found.trials, SECONDS)
    tell({"equity": equity_facts(found) | {"settled": True}})


def first_equity(spot: ExplorerSpot, tell: Tell) -> Equity:
    """Return each player's equity: exact if that is quick or requested, otherwise from a moment of random deals."""
    told = 0.0

    def progress(so_far: Equity) -> None:
        nonlocal told
        if so_far.method == "sampled":
            raise _TooLong
        if time.monotonic() - told >= _PAUSE:
            tell({"equity": equity_facts(so_far)})
            told = time.monotonic()

    try:
        found = equity(spot.players, **spot.cards, exact=spot.exact or None, threads=1, progress=progress)
    except _TooLong:
        found = sampled(spot, tell, 0, MOMENT)
    tell({"equity": equity_facts(found)})
    return found


def sampled(spot: ExplorerSpot, tell: Tell, already: int, seconds: float) -> Equity:
    """Deal at random until the equity has settled, and report whenever more deals are done."""
    told = 0.0

    def progress(so_far: Equity) -> None:
        nonlocal told
        if so_far.trials > already and time.monotonic() - told >= _PAUSE:
            tell({"equity": equity_facts(so_far)})
            told = time.monotonic()
        elif time.monotonic() - told >= _PAUSE:
            tell({})  # no news, but this notices if the page was closed

    return equity(spot.players, **spot.cards, error=ERROR, seconds=seconds, threads=1, progress=progress)


def texts_of(spot: ExplorerSpot, exact: bool) -> dict[str, str]:
    """Return the command and the Python code for the open view."""
    options = {"exact": True} if spot.exact else {} if exact else {"error": ERROR}
    known = [_others(spot, player) for player in spot.players] if spot.show in PER_RANGE else [spot.dead]
    return copies(spot.show, spot.players, spot.board, known, spot.game, options)


def equity_facts(found: Equity) -> dict[str, Any]:
    """Return a result as the page shows it; the last field is half of the 95% interval."""
    return {
        "exact": found.exact,
        "text": found.text,
        "players": [
            {"name": one.name, "win": one.win, "tie": one.tie, "equity": one.equity, "half_width": one.half_width}
            for one in found.players
        ],
    }


# --- views -----------------------------------------------------------------------------------------------------------


def tell_hands(spot: ExplorerSpot, tell: Tell) -> None:
    """Report the equity of each hand: each player's grid, and the distribution."""
    two = spot.game.hand_cards == 2

    def facts(found: EquityByHand) -> dict[str, Any]:
        rows = [{"classes": by_class(hands) if two else {}, "curve": curve(hands)} for hands in found.players]
        return {"hands": {"exact": found.exact, "text": found.text, "players": rows}}

    tell(facts(equity_by_hand(spot.players, **spot.cards, progress=lambda found: tell(facts(found)))))


def by_class(hands: Sequence[HandEquity]) -> dict[str, tuple[float, float]]:
    """Return, for each class of starting hands, its share of the range and its equity."""
    sums: dict[str, list[float]] = {}
    for found in hands:
        row = sums.setdefault(class_of(*found.hand), [0.0, 0.0])
        row[0] += found.weight
        row[1] += found.weight * found.equity
    return {name: (weight, won / weight) for name, (weight, won) in sums.items()}


def curve(hands: Sequence[HandEquity]) -> list[tuple[float, float]]:
    """Return the distribution of equity as steps, best hands first: the share of the range with at least this
    equity."""
    points, share = [], 0.0
    for found in sorted(hands, key=lambda found: -found.equity):
        points.append((share, found.equity))
        share += found.weight
        points.append((share, found.equity))
    step = max(1, len(points) // _POINTS)
    return points[::step] + points[-1:]


def tell_cards(spot: ExplorerSpot, tell: Tell) -> None:
    """Report the equity after each next card."""
    told = 0.0

    def facts(found: Mapping[Card, Equity]) -> dict[str, Any]:
        rows = {str(card): [player.equity for player in result.players] for card, result in found.items()}
        return {"cards": {"exact": all(result.exact for result in found.values()), "rows": rows}}

    def progress(found: Mapping[Card, Equity]) -> None:
        nonlocal told
        if time.monotonic() - told >= _PAUSE:
            tell(facts(found))
            told = time.monotonic()

    tell(facts(equity_by_card(spot.players, **spot.cards, progress=progress)))


def tell_kinds(spot: ExplorerSpot, tell: Tell) -> None:
    """Report how often each player has each kind of hand."""
    rows = []
    for player in spot.players:
        counts = count_kinds(player, spot.board, _others(spot, player), game=spot.game)
        rows.append({"made": counts.made, "draws": counts.draws, "exact": counts.exact})
        tell({"kinds": rows})


def tell_blockers(spot: ExplorerSpot, tell: Tell) -> None:
    """Report what each card blocks of each player's range."""
    rows = []
    for player in spot.players:
        found = blockers(player, spot.board, _others(spot, player), game=spot.game)
        rows.append({str(each.card): {"share": each.share, "made": each.made} for each in found})
        tell({"blockers": rows})


def _others(spot: ExplorerSpot, player: str) -> list[Card]:
    """Return the dead cards, and those that the other players certainly hold."""
    known = list(spot.dead)
    for other in spot.players:
        if other is not player and (cards := _given(other, spot.game)):
            known += [card for card in cards if card not in known]
    return known


def _given(player: str, game: Game) -> list[Card]:
    """Return the cards of a player who has a hand instead of a range."""
    seat = read_seat(game, player)
    return [] if seat.is_range or not seat.hands else [Card(card) for card in seat.hands[0]]


VIEWS: Final[dict[str, Callable[[ExplorerSpot, Tell], None]]] = {
    "equity": lambda spot, tell: None,
    "hands": tell_hands,
    "cards": tell_cards,
    "kinds": tell_kinds,
    "blockers": tell_blockers,
}


# --- ranges of more cards ---------------------------------------------------------------------------------------------


def preview(question: Mapping[str, Any], tell: Tell) -> None:
    """Answer what a range of more cards is, in a process: how many hands it has, and some of them."""
    tell({"answer": range_facts(question["text"], find_game(question["game"]))})


def range_facts(text: str, game: Game) -> dict[str, Any]:
    """A range of more cards: how many hands it has, and some of them."""
    size, every = game.hand_cards, comb(len(game.deck), game.hand_cards)
    if text.strip().lower() in ("random", "any", "all"):
        dice = Random(0)
        chosen = [tuple(sorted(dice.sample(game.deck, size))) for _ in range(EXAMPLES)]
        return _preview_facts(text, every, float(every), every, chosen)
    found = read_hands(text, size, game.deck, game.percentages)
    examples = Random(0).sample(sorted(found), min(EXAMPLES, len(found)))
    return _preview_facts(text, len(found), sum(found.values()), every, examples)


def _preview_facts(text: str, hands: int, total: float, every: int, examples: Any) -> dict[str, Any]:
    shown = [SHORT.format_cards([Card(card) for card in sorted(hand, reverse=True)]).split() for hand in examples]
    return {"text": text, "hands": hands, "total": total, "share": total / every, "examples": shown}
